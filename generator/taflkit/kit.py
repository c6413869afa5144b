"""From a KitSpec to a Kit: the documents of a kit and a report of what was made. No file, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from taflkit import __version__
from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.components import ComponentPage, component_pages, draw_components
from taflkit.drawing.shapes import Bookmark, Document, Drawing, Group, Shape, Turning
from taflkit.drawing.typesetting import Typesetter
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.figures import FigureError, FigureScript, Scene, belongs, describe, play_script
from taflkit.pages import SheetWords, booklet_sheets
from taflkit.parts.board import draw_board
from taflkit.parts.booklet import PAGES, BookletContent, draw_booklet
from taflkit.parts.cards import CARD_SIZE, card_scenes, draw_card
from taflkit.parts.counters import counter_names
from taflkit.parts.figure import draw_figure
from taflkit.parts.instructions import InstructionsContent, draw_instructions
from taflkit.rulebook import NumberedRule, Words, applies, build_rulebook, fill, proofs_of
from taflkit.sheets.imposition import DUPLEX, Side, impose
from taflkit.sheets.paper import paper
from taflkit.sheets.plan import Plan, PlanRequest, make_plan
from taflkit.tafl import Side as Player
from taflkit.tafl import Variant
from taflkit.tafl.sanity import contradictions
from taflkit.texts import InstructionsText

__all__ = [
    "PARTS",
    "READER",
    "Book",
    "Kit",
    "KitSpec",
    "build_kit",
    "draw_figures",
    "plan_kit",
    "plan_request",
    "play_figure",
    "read_book",
]

PARTS = ("instructions", "board", "counters", "cards", "booklet")
READER = "reader"
"""The part that is for a screen, and not among all: the booklet's pages in reading order, in a file of its own."""


class KitSpec(NamedTuple):
    """What kit is wanted; lengths in mm. The command line's options of the same names explain them."""

    game: str = "brandub"
    rules: str | None = None
    variations: tuple[str, ...] = ()
    paper: str = "a4"
    mode: str = "colour"
    sections: str = "auto"
    sheets: int | None = None
    cell: float | None = None
    margin: float = 10.0
    gap: float = 2.0
    frame: float = 0.0
    parts: tuple[str, ...] = PARTS
    join: str = "butt"
    overlap: float = 8.0
    counters: str = "flat"
    punch: float | None = None
    king: str = "flat"
    sets: int = 1
    spares: bool = False
    box: bool = False
    pages: int = PAGES
    duplex: str = "short"
    split: bool = False
    language: str = "en"
    unprintable: float = 5.0


class Book(NamedTuple):
    """A game under a ruleset, with its words and its figures played.

    Attributes:
        names: what {names} stand for.
        scenes: the figures that are drawn, by name, in the order of the scripts.
        played: these and the figures that others stand for.
        captions, descriptions: of the figures.
        rules: the numbered rules.
        proofs: names of the scripts that were played to prove them.
    """

    game: GameTemplates
    ruleset: Ruleset
    variant: Variant
    names: Mapping[str, str]
    scenes: Mapping[str, Scene]
    played: Mapping[str, Scene]
    captions: Mapping[str, str]
    descriptions: Mapping[str, str]
    rules: tuple[NumberedRule, ...]
    proofs: tuple[str, ...]


class Kit(NamedTuple):
    """What was made.

    Attributes:
        documents: by the part of the file name behind the kit's own: "" for the whole kit.
        stem: the file name without ending, such as "brandub-walker-a4-colour".
        plan: where everything lies.
        sides: the booklet's sides, or nothing.
        page_numbers: the pages of the whole kit by what is on them.
        backs: of each document, the numbers of the pages that are printed on the back of the page before.
    """

    spec: KitSpec
    stem: str
    documents: Mapping[str, Document]
    plan: Plan
    page_numbers: Mapping[str, tuple[int, ...]]
    backs: Mapping[str, tuple[int, ...]]


def read_book(catalog: Catalog, game: str, rules: str | None, variations: Sequence[str] = ()) -> Book:
    """Read a game under a ruleset, play its figures and prove the sentences of its rules.

    Raises:
        TaflkitError: no such game, ruleset or variation, a problem in a file, a figure or proof that the engine
            contradicts, or a sentence without a proof.
    """
    templates = catalog.game(game)
    ruleset = templates.ruleset(rules)
    if variations:
        ruleset = ruleset.vary(variations)
    variant = templates.variant(ruleset)
    for line in contradictions(ruleset.rules, templates.layout):
        raise TaflkitError(f"ruleset {ruleset.name} of {templates.name}: {line}")
    names = {
        **templates.texts.words.names(templates.title, variant),
        "ruleset": _ruleset_title(templates, ruleset),
        "source": ruleset.source,
        "version": __version__,
    }
    figures = _belonging(templates, templates.figures, variant)
    proofs = _belonging(templates, templates.proofs, variant)
    played = {name: play_figure(templates, name, variant) for name in figures}
    replaced = {name for figure in figures for name in templates.figures[figure].replaces}
    scenes = {name: scene for name, scene in played.items() if name not in replaced}
    captions = {name: _caption(templates, name, names) for name in played}
    words = templates.texts.words.pieces
    descriptions = {name: describe(scene, words) for name, scene in played.items()}
    try:
        numbered = build_rulebook(templates.texts.rules, names, variant, scenes, {*figures, *proofs})
    except TaflkitError as error:
        raise TemplateError(templates.text_file, "sentence", str(error)) from None
    # what a ruleset does not speak of is proven too: that there is no such rule
    spoken = (s for s in templates.texts.rules if applies(s, variant.layout))
    proven = dict.fromkeys(name for sentence in spoken for name in proofs_of(sentence, {*figures, *proofs}))
    for name in proven:
        if name not in played:
            play_figure(templates, name, variant)
    return Book(templates, ruleset, variant, names, scenes, played, captions, descriptions, numbered, tuple(proven))


def _ruleset_title(game: GameTemplates, ruleset: Ruleset) -> str:
    """Return a ruleset's title with the variations that are in use."""
    if not ruleset.varied:
        return ruleset.title
    text = game.texts.booklet
    *first, last = ruleset.varied
    listed = f"{', '.join(first)} {text.and_} {last}" if first else last
    return fill(text.varied, {"ruleset": ruleset.title, "variations": listed})


def play_figure(game: GameTemplates, name: str, variant: Variant, told: Variant | None = None) -> Scene:
    """Play one figure or proof of a game.

    Args:
        game: the game.
        name: the script's name.
        variant: the rules that the engine plays by.
        told: the rules that the script speaks for, if they are others.

    Raises:
        TemplateError: the engine contradicts it; file, key, squares and ruleset are named.
    """
    script = game.figures.get(name) or game.proofs[name]
    try:
        return play_script(name, script, variant, told)
    except FigureError as error:
        raise TemplateError(game.script_files[name], error.key, error.why) from None


def _belonging(game: GameTemplates, scripts: Mapping[str, FigureScript], variant: Variant) -> tuple[str, ...]:
    """Return the names of the scripts that belong to a ruleset."""
    found = []
    for name, script in scripts.items():
        try:
            if belongs(script, variant):
                found.append(name)
        except TaflkitError as error:
            raise TemplateError(game.script_files[name], "when", str(error)) from None
    return tuple(found)


def _caption(game: GameTemplates, name: str, names: Mapping[str, str]) -> str:
    if name not in game.texts.captions:
        raise TemplateError(game.script_files[name], "", f"the figure '{name}' has no caption in text/.../figures.toml")
    return fill(game.texts.captions[name], names)


def plan_request(book: Book, spec: KitSpec) -> PlanRequest:
    """Return what the sheets are planned for.

    Raises:
        TaflkitError: see plan_kit.
    """
    request = PlanRequest(
        paper=paper(spec.paper),
        size=book.variant.layout.size,
        counters=counter_names(book.variant.layout),
        cards=("card-attackers", "card-defenders"),
        card_size=CARD_SIZE,
        margin=spec.margin,
        gap=spec.gap,
        frame=spec.frame,
        sections=spec.sections,
        sheets=spec.sheets,
        cell=spec.cell,
        unprintable=spec.unprintable,
        join=spec.join,
        overlap=spec.overlap,
        counter_form=spec.counters,
        counter_size=spec.punch,
        king=spec.king,
        sets=spec.sets,
        spares=spec.spares,
    )
    if spec.sets > 1 and spec.sheets is None and spec.cell is None:
        # more sets take more sheets, and not smaller squares
        return request._replace(cell=make_plan(request._replace(sets=1, spares=False)).cell)
    return request


def plan_kit(book: Book, spec: KitSpec) -> Plan:
    """Return where the parts lie.

    Raises:
        TaflkitError: a length out of range, or what does not fit, with what would.
    """
    return make_plan(plan_request(book, spec))


def build_kit(catalog: Catalog, spec: KitSpec) -> Kit:
    """Build a kit.

    Args:
        catalog: the templates; one that has served before keeps what kits have in common.
        spec: what is wanted.

    Raises:
        TaflkitError: a name that there is not, a problem in a file, or what does not fit.
    """
    _check(spec)
    book = read_book(catalog, spec.game, spec.rules, spec.variations)
    plan = plan_kit(book, spec)
    sheets = component_pages(plan, spec.parts, spec.duplex, spec.box)
    numbers = _page_numbers(spec, len(sheets))
    maker = _Maker(book, spec, plan, catalog.typesetter, sheets, numbers)
    pages = {part: make() for part, make in maker.makers() if part in numbers}
    ordered = [page for part in ("instructions", "components", "booklet") for page in pages.get(part, ())]
    tongue = "" if spec.language == "en" else f"-{spec.language}"
    stem = f"{book.game.name}-{book.ruleset.name}{tongue}-{spec.paper}-{spec.mode}"
    whole = maker.document(ordered, Turning.SIMPLEX)
    documents = {"": whole} if ordered or READER not in spec.parts else {}
    if spec.split:
        for part, drawings in pages.items():
            turning = _TURNINGS[spec.duplex] if part == "booklet" else Turning.SIMPLEX
            documents[part] = maker.document(drawings, turning)
    if READER in spec.parts:
        documents[READER] = maker.document(maker.reader(), Turning.SIMPLEX)
    behind = tuple(number for number, page in enumerate(sheets, 1) if page.kind == "back")
    first = numbers.get("components", (1,))[0]
    backs = {
        "": (*(first - 1 + number for number in behind), *numbers.get("booklet", ())[1::2]),
        "components": behind,
        "booklet": tuple(range(2, len(pages.get("booklet", ())) + 1, 2)),
    }
    return Kit(spec, stem, documents, plan, numbers, backs)


_TURNINGS = {"short": Turning.SHORT_EDGE, "long": Turning.LONG_EDGE, "single": Turning.SIMPLEX}


def _check(spec: KitSpec) -> None:
    for part in spec.parts:
        if part not in (*PARTS, READER):
            raise UnknownName("part", part, ("all", *PARTS, READER))
    if spec.duplex not in DUPLEX:
        raise UnknownName("duplex", spec.duplex, DUPLEX)


def _page_numbers(spec: KitSpec, sheets: int) -> dict[str, tuple[int, ...]]:
    counts = (
        ("instructions", 1 if "instructions" in spec.parts else 0),
        ("components", sheets),
        ("booklet", spec.pages // 2 if "booklet" in spec.parts else 0),
    )
    numbers: dict[str, tuple[int, ...]] = {}
    first = 1
    for part, count in counts:
        if count:
            numbers[part] = tuple(range(first, first + count))
            first += count
    return numbers


def draw_figures(book: Book, width: float, names: Sequence[str] = ()) -> dict[str, Drawing]:
    """Return the figures of a ruleset as drawings of a width in mm, by name.

    Args:
        book: the game under its ruleset.
        width: mm.
        names: only these; those of the booklet if none are named.

    Raises:
        UnknownName: the ruleset has no such figure.
    """
    for name in names:
        if name not in book.played:
            raise UnknownName(f"figure under {book.ruleset.name}", name, tuple(book.played))
    return {
        name: draw_figure(book.played[name], width, book.captions[name], book.descriptions[name])
        for name in (names or book.scenes)
    }


@dataclass(frozen=True)
class _Maker:
    """Makes the pages of one kit."""

    book: Book
    spec: KitSpec
    plan: Plan
    setter: Typesetter
    sheets: tuple[ComponentPage, ...]
    numbers: Mapping[str, tuple[int, ...]]

    def makers(self) -> tuple[tuple[str, Callable[[], tuple[Drawing, ...]]], ...]:
        return (
            ("instructions", self._instructions),
            ("components", self._components),
            ("booklet", self._booklet),
        )

    def document(self, pages: Sequence[Drawing], turning: Turning) -> Document:
        book = self.book
        return Document(
            pages=tuple(pages),
            title=f"{book.game.title}, {book.names['ruleset']}",
            subject=f"Print-and-play kit, {self.plan.paper.label}, {self.spec.mode}",
            author=f"taflkit {__version__}; rules after {book.ruleset.source}",
            keywords=(book.game.title, "hnefatafl", "print and play", book.ruleset.name, "CC BY 4.0"),
            language=book.game.texts.language,
            turning=turning,
        )

    def _board(self) -> tuple[Shape, ...]:
        return draw_board(self.book.variant.layout, self.book.variant.rules.surface, self.plan.cell, self.plan.frame)

    def _components(self) -> tuple[Drawing, ...]:
        plan, book = self.plan, self.book
        texts = book.game.texts.sheet
        total = sum(map(len, self.numbers.values()))
        words = []
        for number in self.numbers["components"]:
            page = fill(texts.page_of_pages, {"page": str(number), "pages": str(total)})
            names = {**book.names, "paper": plan.paper.label, "page_of_pages": page}
            words.append(SheetWords(fill(texts.line, names), texts.section, f"{book.game.title}, {page}"))
        game = (book.game.title, book.variant.layout, book.variant.rules.surface)
        return draw_components(self.sheets, plan, game, self._card, words, self.setter)

    def _card(self, name: str) -> Group:
        book = self.book
        side = Player(name.removeprefix("card-"))
        texts = book.game.texts.cards
        figures = tuple((scene, book.descriptions[scene.name]) for scene in card_scenes(texts, side, book.played))
        return draw_card(side, texts, book.names, book.variant, book.rules, figures, self.setter)

    def _sides(self) -> tuple[Side, ...]:
        return impose(self.spec.pages, self.spec.duplex)

    def _booklet(self) -> tuple[Drawing, ...]:
        sides = self._sides()
        titles = [f"{self.book.game.title}, {side.left_page} | {side.right_page}" for side in sides]
        return booklet_sheets(self._booklet_pages(), sides, self.plan.paper, titles)

    def reader(self) -> tuple[Drawing, ...]:
        """Return the booklet's pages in reading order, each with a bookmark."""
        return tuple(page._replace(bookmark=Bookmark(page.title)) for page in self._booklet_pages())

    def _booklet_pages(self) -> tuple[Drawing, ...]:
        book, size = self.book, self.plan.paper
        text = book.game.texts.booklet
        general = not book.game.own_words
        content = BookletContent(
            title=book.game.title,
            subtitle=text.general.subtitle if general else text.subtitle,
            ruleset=str(book.names["ruleset"]),
            text=text,
            general=general,
            names=book.names,
            rules=book.rules,
            origins=book.ruleset.origins,
            start=book.played["start"],
            scenes=book.scenes,
            captions=book.captions,
            descriptions=book.descriptions,
        )
        return draw_booklet(content, (size.page_width, size.page_height), self.setter, self.spec.pages)

    def _instructions(self) -> tuple[Drawing, ...]:
        plan, texts = self.plan, self.book.game.texts
        fronts = [
            (number, page.sheet)
            for number, page in zip(self.numbers.get("components", ()), self.sheets, strict=True)
            if page.kind == "front"
        ]
        content = InstructionsContent(
            text=texts.instructions,
            names=self._plan_names(),
            facts={
                "duplex": self.spec.duplex,
                "mode": self.spec.mode,
                "gap": "some" if plan.gap else "none",
                "join": "whole" if len(plan.sections) == 1 else self.spec.join,
                "counters": self.spec.counters,
                "king": self.spec.king,
                "box": "box" if self.spec.box else "none",
            },
            has=self._has(),
            plan=plan._replace(sheets=tuple(sheet for _, sheet in fronts)),
            board=self._board(),
            sheet_pages=tuple(number for number, _ in fronts),
            sides=self._sides(),
            booklet_pages=self.numbers.get("booklet", (0, 0)),
        )
        return (draw_instructions(content, (plan.paper.width, plan.paper.height), self.setter),)

    def _has(self) -> frozenset[str]:
        """Return what the kit has, for steps of the instructions that need it."""
        spec = self.spec
        special = spec.box or (spec.counters, spec.king) != ("flat", "flat")
        return frozenset((*self.numbers, *spec.parts, *(("special counters",) if special else ())))

    def _plan_names(self) -> dict[str, str]:
        """Return the {names} of the instructions, with those of the plan."""
        plan, text, words = self.plan, self.book.game.texts.instructions, self.book.game.texts.words
        pages = tuple(zip(self.numbers.get("components", ()), self.sheets, strict=True))
        with_counters = [
            number
            for number, page in pages
            if page.kind == "front" and any(part.kind == "counter" for part in page.sheet.parts)
        ]
        placed = [part for page in self.sheets if page.kind == "front" for part in page.sheet.parts]
        cards = sum(part.kind == "card" for part in placed)
        made = sum(part.kind in ("counter", "standee") for part in placed)
        letters = [section.name for section in plan.sections]
        return {
            **self.book.names,
            "paper": plan.paper.label,
            "cell": f"{plan.cell:g}",
            "board": f"{plan.board_size:g}",
            "overlap": f"{self.spec.overlap:g}",
            "diameter": f"{plan.counter_size:g}",
            "component_pages": _pages(self.numbers.get("components", ()), text),
            "counter_pages": _pages(with_counters, text),
            "back_pages": _pages([number for number, page in pages if page.kind == "back"], text),
            "box_page": _pages([number for number, page in pages if page.kind == "box"], text),
            "booklet_pages": _pages(self.numbers.get("booklet", ()), text),
            "booklet_sheets": _count(
                len(self.numbers.get("booklet", ())) // 2, text.sheet, text.sheets_of_paper, words
            ),
            "section_count": _count(len(letters), text.section, text.sections, words),
            "counter_count": _count(made, text.counter, text.counters, words),
            "card_count": _count(cards, text.card, text.cards, words),
            "letters": _listed(letters, text),
        }


def _pages(numbers: Sequence[int], text: InstructionsText) -> str:
    """Return "page 2", "pages 2 and 3" or "pages 2 to 4" in the language's words."""
    return f"{text.page if len(numbers) == 1 else text.pages} {_listed([str(n) for n in numbers], text)}"


def _listed(names: Sequence[str], text: InstructionsText) -> str:
    if len(names) <= 1:
        return "".join(names)
    return f"{names[0]} {text.and_ if len(names) == 2 else text.to} {names[-1]}"


def _count(number: int, one: str, many: str, words: Words) -> str:
    return f"{words.number(number)} {one if number == 1 else many}"
