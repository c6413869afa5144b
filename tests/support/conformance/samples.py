"""Files of every kind that taflkit makes as PDF, each different content once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, combinations, cycle, product
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from support.conformance.sentences import sentences_of
from support.games import cross_picture, write_game
from taflkit.catalog import Catalog, Ruleset
from taflkit.catalog.book import read_book
from taflkit.catalog.starts import start_files
from taflkit.cli import main
from taflkit.drawing.look import FACES
from taflkit.errors import TaflkitError
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.kit.printers import Printer, fit_document
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import PAPERS as EVERY_PAPER
from taflkit.tafl import BoardLayout
from taflkit.tafl.sanity import contradictions

__all__ = ["Sample", "make_samples", "varied"]

PAPERS, MODES, TURNS = ("a4", "letter"), ("colour", "mono"), ("short", "long", "single")
ALL = (*PARTS, READER)
OFFICE = Printer("office", 99.6, 100.0, 1.5, -0.5, 8.0)

ODD = {
    "pinwheel": KitSpec(sections="pinwheel", gap=0.0, duplex="long"),
    "two": KitSpec(sections="two", gap=0.0, frame=6.0, paper="letter"),
    "whole": KitSpec(sections="whole", margin=8.0, mode="mono"),
    "tabs": KitSpec(join="tabs", counters="fold", king="standee", box="parts", sections="pinwheel"),
    "overlap": KitSpec(
        join="overlap", counters="two-sided", pages=8, mode="mono", duplex="long", split=True, parts=ALL
    ),
    "twelve": KitSpec(rules="branan", pages=12, duplex="single", split=True, parts=ALL),
    "sets": KitSpec(rules="macwhite", sets=4, spares=True, counters="two-sided"),
    "punch": KitSpec(counters="punch", punch=25.4, cell=30.0),
    "cards": KitSpec(parts=("counters", "cards"), mode="mono"),
    "reader": KitSpec(parts=(READER,), rules="federation"),
    "school": KitSpec("hnefatafl", paper="a3", ink="light", split=True, parts=("record", "colouring")),
    "bleed": KitSpec(parts=("board",), gap=6.0, bleed=3.0),
    "box": KitSpec("hnefatafl", paper="letter", box="kit"),
}
TITLE = r"Tafl & <Brandub>, \"7\" (brädspel)"
"""A game's title, as TOML has it, with what XML and PDF write otherwise."""

DIAGRAMS = (
    ("--move", "d6-c6", "--moves-of", "c4"),
    ("--position", "/7/7/2t4/7/3Tt2/7/7/", "--move", "c3-c5xd5", "--coordinates", "--part", "a1-e5"),
    ("--rules", "branan", "--position", "/7/7/7/1T5/7/7/7/", "--refused", "b4-d4", "--mode", "mono"),
    ("--record", "d6-f6 d5-d6", "--caption", "The *defenders* move up & wait.", "--size", "8cm"),
    ("--rules", "macwhite", "--title", "Points (drawn) <here>"),
)


class Sample(NamedTuple):
    """A file.

    Attributes:
        file: named for what it is.
        kit: whether it is a kit or a part of one, and no figure.
        sentences: the rules' sentences that must be in it, without the final stop.
        twin: whether another file has the same pages in other paints, or with a sentence that varies.
    """

    file: Path
    kit: bool
    sentences: tuple[str, ...]
    twin: bool = False


class _Kept:
    """Writes files, each content once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = 0
        self.samples: dict[bytes, Sample] = {}

    def keep(
        self, name: str, pdf: bytes, kit: bool = True, sentences: tuple[str, ...] = (), twin: bool = False
    ) -> None:
        self.asked += 1
        digest = sha256(pdf).digest()
        if digest not in self.samples:
            file = self.folder / f"{name}.pdf"
            assert not file.exists(), file
            file.write_bytes(pdf)
            self.samples[digest] = Sample(file, kit, sentences, twin)


def make_samples(folder: Path) -> tuple[list[Sample], int]:
    """Write all samples into a folder; return those that differ, and how many were made."""
    catalog, kept = Catalog(), _Kept(folder)
    own = folder / "own"
    shipped = (_crossed(catalog), _themed(catalog), ODD.items(), _on_large_paper(), _family(catalog))
    own_ones = (_own_games(own), _own_theme(own, catalog))
    for name, spec in chain.from_iterable((*shipped, *own_ones, _languages(catalog))):
        _keep_kit(kept, catalog, name, spec)
    for paper, turn in product(PAPERS, TURNS):
        spec = KitSpec(paper=paper, duplex=turn, unprintable=8.0, counters="two-sided")
        kit = build_kit(catalog, spec)
        pdf = to_pdf(fit_document(kit.documents[""], OFFICE, kit.pages.behind(), turn), catalog.paints("colour"))
        kept.keep(f"office-{paper}-{turn}", pdf)
        words = ("printer", "test", "--paper", paper, "--duplex", turn)
        _keep_told(kept, own / f"{paper}-{turn}", words, "printer-test", kit=True)
    for rules, mode in zip(catalog.game("brandub").ruleset_names[:2], MODES, strict=True):
        words = ("figures", "--format", "pdf", "--rules", rules, "--mode", mode)
        _keep_told(kept, own / f"{rules}-{mode}", words, f"figure-{mode}", kit=False)
    for game in catalog.game_names():
        _keep_told(kept, own / game, ("figures", game, "--format", "pdf"), "figure", kit=False)
    for number, words in enumerate(DIAGRAMS):
        _keep_told(kept, own / str(number), ("diagram", "--format", "pdf", *words), f"diagram-{number}", kit=False)
    return list(kept.samples.values()), kept.asked


def varied(ruleset: Ruleset, layout: BoardLayout) -> Iterator[tuple[str, ...]]:
    """Yield no variation, each variation, and each two that do not contradict one another."""
    for names in chain.from_iterable(combinations(ruleset.variations, count) for count in range(3)):
        try:
            rules = ruleset.vary(names).rules
        except TaflkitError:
            continue  # both change the same rule
        if not contradictions(rules, layout):
            yield names


def _crossed(catalog: Catalog) -> Iterator[tuple[str, KitSpec]]:
    """Yield every ruleset on both papers and in both modes, and with its variations on one paper in one mode.

    The ways to turn a sheet take turns, and the files of the parts are made for one of them.
    """
    game = catalog.game("brandub")
    turns, looks = cycle(TURNS), cycle(product(PAPERS, MODES))
    for ruleset in game.rulesets:
        for names in varied(ruleset, game.layout):
            for paper, mode in (next(looks),) if names else product(PAPERS, MODES):
                turn = next(turns)
                apart = turn == TURNS[0] and mode == MODES[0]
                parts = ALL if apart else PARTS
                yield (
                    turn,
                    KitSpec(
                        "brandub", ruleset.name, names, paper=paper, mode=mode, duplex=turn, split=apart, parts=parts
                    ),
                )


def _themed(catalog: Catalog) -> Iterator[tuple[str, KitSpec]]:
    """Yield every theme on both papers, in both modes, in full ink and in light."""
    for theme, paper, mode, ink in product(catalog.theme_names(), PAPERS, MODES, ("full", "light")):
        yield "themed", KitSpec(theme=theme, paper=paper, mode=mode, ink=ink)


def _own_theme(folder: Path, catalog: Catalog) -> Iterator[tuple[str, KitSpec]]:
    """Yield a theme that brings its own drawings and fonts, in both modes and inks."""
    for path, text in start_files("theme", "walnut", catalog.game("brandub"), catalog.templates, art=True).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    theme, mine = folder / "walnut" / "walnut.toml", folder / "walnut" / "mine.ttf"
    shutil.copy(catalog.templates / "fonts" / "bold.ttf", mine)
    fonts = "".join(f'{face} = "{mine.name}"\n' for face in FACES)
    theme.write_text(f"{theme.read_text(encoding='utf-8')}\n[fonts]\n{fonts}", encoding="utf-8")
    for mode, ink in product(MODES, ("full", "light")):
        yield "own-theme", KitSpec(theme=str(theme), mode=mode, ink=ink, box="parts")


def _on_large_paper() -> Iterator[tuple[str, KitSpec]]:
    """Yield a kit with a box on each of the other papers."""
    for number, paper in enumerate(name for name in EVERY_PAPER if name not in PAPERS):
        yield (
            "large",
            KitSpec(paper=paper, mode=MODES[number % len(MODES)], box="parts", counters="two-sided", split=True),
        )


def _family(catalog: Catalog) -> Iterator[tuple[str, KitSpec]]:
    """Yield a kit of every ruleset of the games other than Brandub, looks by turns, a third of them in parts too."""
    others = (game for game in catalog.game_names() if game != "brandub")
    rulesets = [(game, ruleset) for game in others for ruleset in catalog.game(game).ruleset_names]
    looks = cycle(product(PAPERS, MODES, catalog.theme_names()))
    for number, ((game, ruleset), (paper, mode, theme)) in enumerate(zip(rulesets, looks, strict=False)):
        apart = number % 3 == 0
        parts = ALL if apart else PARTS
        yield "family", KitSpec(game, ruleset, paper=paper, mode=mode, theme=theme, split=apart, parts=parts)


def _own_games(folder: Path) -> Iterator[tuple[str, KitSpec]]:
    """Yield games of a user's own: a small board, a large one, and one with an awkward title."""
    for size, reach, title in ((9, 2, "Nine"), (19, 4, "Nineteen"), (7, 1, TITLE)):
        (folder / str(size)).mkdir(parents=True)
        game = write_game(folder / str(size), cross_picture(size, reach), title)
        for paper, mode, turn in zip(PAPERS, MODES, ("long", "short"), strict=True):
            yield f"own-{size}", KitSpec(str(game), paper=paper, mode=mode, duplex=turn, split=True, parts=ALL)


def _languages(catalog: Catalog) -> Iterator[tuple[str, KitSpec]]:
    """Yield kits of every game in every other language that it has, on both papers and in both modes by turns."""
    looks = cycle(product(PAPERS, MODES))
    for game in map(catalog.game, catalog.game_names()):
        for language in game.languages[1:]:
            paper, mode = next(looks)
            yield "language", KitSpec(game.name, paper=paper, mode=mode, language=language)


def _keep_kit(kept: _Kept, catalog: Catalog, name: str, spec: KitSpec) -> None:
    kit: Kit = build_kit(catalog, spec)
    twin = name in TURNS and (spec.mode == "mono" or bool(spec.variations))
    sentences = sentences_of(
        read_book(catalog, spec.game, spec.rules, spec.variations, spec.language, draft=spec.draft)
    )
    for part, document in kit.documents.items():
        spoken = part in ("booklet", READER) or (not part and "booklet" in spec.parts)
        pdf = to_pdf(document, catalog.paints(spec.mode, spec.theme, spec.ink), store=catalog.store)
        kept.keep(f"{kit.stem}-{name}-{part or 'kit'}", pdf, sentences=sentences if spoken else (), twin=twin)


def _keep_told(kept: _Kept, folder: Path, words: tuple[str, ...], name: str, kit: bool) -> None:
    """Keep what the command line writes."""
    result = CliRunner().invoke(main, [*words, "-o", str(folder)])
    assert result.exit_code == 0, result.output
    for file in sorted(folder.glob("*.pdf")):
        kept.keep(f"{name}-{folder.name}-{file.stem}", file.read_bytes(), kit)
