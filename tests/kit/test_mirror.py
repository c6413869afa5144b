"""Mirrored sheets: read back from the PDF, every part is as in a mirror, and what is read is not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageOps, ImageStat

from support.pdf_content import ShownText
from support.pdf_geometry import TRUE
from support.sampling import sampled
from support.shipped import built, catalog, read, written
from taflkit.cli import main
from taflkit.drawing.shapes import Drawing, Group, Path, Shape, walk
from taflkit.kit.exports import Export, Wanted, export_kit
from taflkit.kit.options import KitSpec
from taflkit.parts.instructions.panels import WIDE
from taflkit.render.svg import to_cutter

COMPONENTS = ("board", "counters", "cards")
KITS = [
    {"sections": "pinwheel"},
    {"join": "tabs", "sections": "pinwheel", "theme": "plain", "mode": "mono", "paper": "letter"},
    {"game": "hnefatafl", "join": "overlap", "theme": "manuscript", "gap": 0.0},
    {"counters": "punch", "punch": 25.4, "box": "parts", "ink": "light"},
]
FOOT = 10.0
"""The mm above the paper's end that the ruler and the kit's line take at most."""
DPI = 101.6
"""Four pixels to the mm."""


def pair(**wanted: object) -> tuple[KitSpec, KitSpec]:
    """A kit as it is read, and mirrored."""
    plain = KitSpec(**{"parts": COMPONENTS, **wanted})  # type: ignore[arg-type]
    return plain, plain._replace(mirror=True)


def pictures(spec: KitSpec) -> Iterator[Image.Image]:
    for page in pypdfium2.PdfDocument(written(spec)):
        yield page.render(scale=DPI / 72).to_pil().convert("L")


def of_sheet(text: ShownText, high: float) -> bool:
    """Whether a text is none of a part's: a section's name, letters of a seam, the ruler's words or the kit's line."""
    return text.start[1] > high - FOOT or bool(re.match(r"Section |[A-Z] ?– ?[A-Z]$", text.text))


@pytest.mark.parametrize("wanted", sampled(KITS, 2))
def test_the_art_is_that_of_the_other_kit_in_a_mirror(wanted: dict[str, object]) -> None:
    plain, mirrored = pair(**wanted)
    for one, other, page in zip(pictures(plain), pictures(mirrored), built(plain).pages.pages, strict=True):
        parts = [(part.x, part.y, part.width, part.height) for part in page.sheet.parts]
        if page.box is not None:
            parts.append((page.box.x, page.box.y, *page.box.net.size[:: -1 if page.box.turned else 1]))
        assert parts
        flipped = ImageOps.mirror(other)
        for x, y, width, height in parts:
            inside = tuple(round(4 * value) for value in (x + 1, y + 1, x + width - 1, y + height - 1))
            apart = ImageStat.Stat(ImageChops.difference(one.crop(inside), flipped.crop(inside))).mean[0]
            not_flipped = ImageStat.Stat(ImageChops.difference(one.crop(inside), other.crop(inside))).mean[0]
            assert apart < 8
            assert apart < not_flipped / 2


@pytest.mark.parametrize("wanted", sampled(KITS, 2))
def test_what_is_on_a_mirrored_sheet_lies_as_far_from_its_other_edge(wanted: dict[str, object]) -> None:
    for one, other in zip(*map(read, pair(**wanted)), strict=True):
        wide, low = one.width, one.height - FOOT
        upper, ruled = ([p.box for p in one.paths if (p.box.top < low) is above] for above in (True, False))
        theirs, same = ([p.box for p in other.paths if (p.box.top < low) is above] for above in (True, False))
        assert sorted(round(wide - box.right, 2) for box in upper) == pytest.approx(
            sorted(round(box.left, 2) for box in theirs), abs=2 * TRUE
        )
        # cut marks that reach below are mirrored, the ruler is where it was
        rulers = [[box for box in boxes if box.width == pytest.approx(101.6, abs=TRUE)] for boxes in (ruled, same)]
        assert rulers[0] == rulers[1] != []
        cards, words = ([text for text in page.texts if not of_sheet(text, page.height)] for page in (one, other))
        for text, mirrored in zip(cards, words, strict=True):
            assert mirrored.text == text.text
            assert mirrored.start == pytest.approx((wide - text.start[0], text.start[1]), abs=TRUE)
            assert mirrored.end == pytest.approx((wide - text.end[0], text.end[1]), abs=TRUE)


def test_words_beside_the_parts_are_read_as_before_in_their_mirrored_place() -> None:
    seen = set()
    for one, other in zip(*map(read, pair(**KITS[0])), strict=True):
        names, mirrored = ([text for text in page.texts if of_sheet(text, page.height)] for page in (one, other))
        for text, there in zip(names, mirrored, strict=True):
            middle, its = (((t.start[0] + t.end[0]) / 2, (t.start[1] + t.end[1]) / 2) for t in (text, there))
            if text.start[1] > one.height - FOOT:
                assert there.start == pytest.approx(text.start, abs=TRUE) or " · " in text.text
                assert (" · " in text.text) is there.text.startswith("Mirrored: this side on the cloth · ")
            else:
                assert its[0] == pytest.approx(one.width - middle[0], abs=0.7)
                assert there.turn in (0, 90, -90)
                assert text.text == there.text
            seen.add(text.text.split()[0])
    assert {"Section", "Brandub,", "cm"} <= seen


def figures(drawing: Drawing) -> Iterator[Group]:
    def inside(shapes: tuple[Shape, ...]) -> Iterator[Group]:
        for shape in shapes:
            if isinstance(shape, Group):
                if shape.tag is not None and shape.tag.role == "Figure":
                    yield shape
                yield from inside(shape.children)

    return inside(drawing.shapes)


def panel(spec: KitSpec, begin: str) -> Group:
    """The picture of a panel on its canvas, by the beginning of its alternative."""
    (found,) = (
        each
        for drawing in built(spec).documents[""].pages
        for each in figures(drawing)
        if each.tag is not None and each.tag.alternative.startswith(begin)
    )
    return Group((found.children[0],))


def test_the_instructions_show_the_mirrored_sheet_with_the_same_numbers() -> None:
    plain, mirrored = pair(parts=("instructions", *COMPONENTS), sections="pinwheel", game="hnefatafl")
    cuts = []
    for spec in (plain, mirrored):
        lines = [
            [place[0] * shape.numbers[n] + place[4] for n in (0, 2)]
            for shape, place in walk((panel(spec, "Page 3:"),))
            if isinstance(shape, Path) and shape.role == "sheet.cut.casing"
        ]
        cuts.append([sorted(round(x, 3) for x in line) for line in lines])
    middle = {round(a[0] + b[1], 2) for a, b in zip(*cuts, strict=True)}
    assert len(middle) == 1
    assert len(cuts[0]) > 6
    assert cuts[0] != cuts[1]
    texts = ["\n".join(page.text for page in read(spec)[:2]) for spec in (plain, mirrored)]
    assert "Tape the board" in texts[0]
    assert "Iron it on" not in texts[0]
    assert "Tape the board" not in texts[1]
    assert "Iron it on" in texts[1]
    assert "Make it firm" not in texts[1]
    assert texts[1].count("transfer paper") == 4
    # face down, mirrored sections lie as the board will: A is the strip above, from the left end on
    letters = [
        {shape.text: place[0] * shape.x + place[4] for shape, place in walk((panel(spec, "The sections from behind"),))
         if hasattr(shape, "text")}
        for spec in (plain, mirrored)
    ]  # fmt: skip
    assert letters[0]["B"] < letters[0]["D"] < letters[0]["C"]
    assert letters[1]["C"] < letters[1]["D"] < letters[1]["B"]
    assert min(letters[1].values()) > 0
    assert max(letters[1].values()) < WIDE


def test_a_cutter_follows_the_mirrored_outlines_between_the_same_marks() -> None:
    plain, mirrored = (
        export_kit(catalog(), spec._replace(margin=23.0), "cutter", Wanted()) for spec in pair(join="tabs")
    )

    def numbers(export: Export, layer: str) -> list[float]:
        drawn = [to_cutter(file.content) for file in export.files if isinstance(file.content, Drawing)]
        found = [re.search(rf'{layer}".*?</g>', svg, re.DOTALL) for svg in drawn]
        texts = "".join(match[0] for match in found if match)
        return [float(x) for x in re.findall(r"[ML]([-\d.]+),", texts)]

    one, other = (numbers(export, "cut") for export in (plain, mirrored))
    assert len(one) > 30
    assert sorted(210 - x for x in one) == pytest.approx(sorted(other), abs=2 * TRUE)
    assert sorted(one) != pytest.approx(sorted(other), abs=2 * TRUE)
    marks = [numbers(export, "registration") for export in (plain, mirrored)]
    assert marks[0] == marks[1] != []
    assert "-mirror-" in mirrored.stem


@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("counters", "fold", "'fold' gives parts of two sides, and a mirrored sheet has one; choose flat"),
        ("counters", "two-sided", "'two-sided' gives parts of two sides, and a mirrored sheet has one; choose flat"),
        ("king", "standee", "'standee' gives parts of two sides, and a mirrored sheet has one; choose flat"),
        ("cards", "two-sided", "'two-sided' gives parts of two sides, and a mirrored sheet has one; choose one-sided"),
        ("parts", "booklet", "there is nothing to mirror; name some of board, counters and cards"),
    ],
)
def test_what_has_two_sides_is_refused_in_one_line(option: str, value: str, line: str) -> None:
    result = CliRunner().invoke(main, ["build", "--mirror", f"--{option}", value])
    assert (result.exit_code, result.stderr) == (1, f"Error: --{option}: {line}\n")


@pytest.mark.parametrize("to", ["parts", "tts", "print-on-demand"])
def test_exports_without_sheets_are_not_mirrored(to: str) -> None:
    result = CliRunner().invoke(main, ["export", "--to", to, "--mirror"])
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert "--mirror" in result.stderr


def test_two_sided_parts_that_are_left_out_do_not_hinder() -> None:
    assert built(KitSpec(parts=("board",), cards="two-sided", counters="fold", mirror=True)).stem.endswith(
        "mirror-only-board"
    )
