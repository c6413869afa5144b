"""Bleed: the art of every part runs on beyond its cuts, measured in the PDF of the kit."""

from __future__ import annotations

from io import BytesIO
from itertools import islice, product

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from support.bleeds import art_astray, component_pages, joined_counters, marks_astray, on_one_another, white_places
from support.sampling import sampled
from support.shipped import built, written
from taflkit.errors import DoesNotFit
from taflkit.kit.options import KitSpec
from taflkit.kit.printers import Printer, fit_document
from taflkit.render.pdf import to_pdf
from taflkit.resources import INKS
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.request import COUNTER_FORMS, JOINS

PARTS = ("board", "counters", "cards")
MM = 25.4 / 72
PUNCH = {"punch": 18.0}


def spec(**wanted: object) -> KitSpec:
    return KitSpec(parts=PARTS, **wanted)  # type: ignore[arg-type]


CHEAP = [
    spec(),
    spec(join="tabs", sections="pinwheel", counters="fold", king="standee"),
]
DEAR = [
    spec(join="overlap", sections="pinwheel"),
    *(spec(paper=paper) for paper in PAPERS),
    spec(theme="plain"),
    spec(theme="manuscript", mode="mono", paper="letter", sections="pinwheel"),
    spec(ink="light", sections="pinwheel"),
    spec(ink="light", frame=0.0),
    spec(frame=0.0, join="tabs"),
    spec(rules="macwhite", frame=0.0),
    spec(rules="macwhite", join="overlap", paper="letter"),
    spec(counters="two-sided", duplex="long"),
    spec(counters="punch", punch=25.0, spares=True),
    spec(gap=6.0),
    spec(gap=6.0, join="overlap", king="standee"),
    spec(gap=0.7),
    spec(gap=4.0, bleed=1.5, margin=7.0),
    spec(bleed=0.0),
    spec(bleed=3.0),
    spec(margin=5.0),
    spec(margin=6.0, gap=6.0),
    spec(gap=0.0, sections="pinwheel"),
    spec(unprintable=8.0),
    spec(game="tablut"),
    spec(game="tablut", join="overlap", paper="letter"),
    spec(game="hnefatafl", counters="fold", paper="a3"),
    spec(game="alea-evangelii", paper="tabloid"),
    spec(sets=3, king="standee"),
]


_ALL = (
    ("brandub", "tablut", "hnefatafl", "alea-evangelii"),
    tuple(PAPERS),
    ("ballinderry", "manuscript", "plain"),
    INKS,
    JOINS,
    COUNTER_FORMS,
    (1.0, 2.0, 6.0),
)
# a stride that shares no factor with the number of values of any choice tries each with each
SWEEP = [
    spec(game=game, paper=paper, theme=theme, ink=ink, join=join, counters=form, gap=gap, punch=PUNCH.get(form))
    for game, paper, theme, ink, join, form, gap in islice(product(*_ALL), 0, None, 331)
]


@pytest.mark.parametrize("wanted", sampled([*CHEAP, *DEAR, *SWEEP], len(CHEAP)))
def test_art_runs_on_beyond_every_cut_and_no_farther(wanted: KitSpec) -> None:
    kit = built(wanted)
    if kit.plan.bleed:
        assert white_places(kit) == []
    for page, printed in component_pages(wanted):
        assert on_one_another(page.sheet.parts, kit.plan.bleed) == []
        assert art_astray(page, printed, kit.plan) == []
        assert marks_astray(page, printed, kit.plan) == []


@pytest.mark.parametrize("wanted", sampled([spec(), spec(game="hnefatafl"), spec(gap=0.7), spec(bleed=3.0)], 1))
def test_there_is_white_between_the_bleeds_of_counters(wanted: KitSpec) -> None:
    assert joined_counters(built(wanted)) == []


def test_the_reader_finds_white_beyond_a_bleed() -> None:
    # sampled beyond the bleed, the sheet is white wherever no part is beside the cut
    kit = built(spec())
    assert white_places(kit, share=1.4)


def test_a_seam_bleeds_with_its_neighbours_art() -> None:
    board = KitSpec(parts=("board",))
    kit = built(board)
    (seam,) = kit.plan.seams
    places = {part.name: (number, part) for number, sheet in enumerate(kit.plan.sheets) for part in sheet.parts}
    first, second = places[seam.first], places[seam.second]
    assert not first[1].turned
    assert not second[1].turned
    assert seam.side == "right"
    with PdfDocument(written(board)) as document:
        pictures = [document[number].render(scale=150 / 72).to_pil() for number in range(2)]
    half, dot = kit.plan.bleed / 2, 150 / 25.4
    for number in range(40):
        y = (number + 0.5) * seam.length / 40
        for way in (half, -half):
            here = ((first[1].x + first[1].width + way) * dot, (first[1].y + y) * dot)
            there = ((second[1].x + way) * dot, (second[1].y + y) * dot)
            around = {
                pictures[second[0]].getpixel((int(there[0]) + a, int(there[1]) + b))
                for a in (-1, 0, 1)
                for b in (-1, 0, 1)
            }
            seen = pictures[first[0]].getpixel((int(here[0]), int(here[1])))
            assert any(max(abs(p - q) for p, q in zip(seen, other, strict=True)) < 40 for other in around), (y, way)


def boxes(pdf: bytes) -> list[tuple[pikepdf.Object | None, pikepdf.Object | None]]:
    with pikepdf.open(BytesIO(pdf)) as file:
        return [
            tuple(
                [float(n) for n in page.obj[name]] if name in page.obj else None for name in ("/TrimBox", "/BleedBox")
            )
            for page in file.pages
        ]


@pytest.mark.parametrize("scale", [100.0, 98.0])
def test_a_page_that_is_one_part_has_its_trim_and_bleed(scale: float) -> None:
    kit = built(KitSpec(parts=("board", "booklet")))
    document = fit_document(kit.documents[""], Printer("mine", scale_x=scale), (), "short")
    pdf = to_pdf(document, kit.paints)
    found = boxes(pdf)
    for sheet, (trim, bleed) in zip(kit.plan.sheets, found, strict=False):
        part = next(part for part in sheet.parts if part.kind == "section")
        middle, wider = kit.plan.paper.width / 2, 100.0 / scale
        for box, out in ((trim, 0.0), (bleed, kit.plan.bleed)):
            left, right = (middle + (x - middle) * wider for x in (part.x - out, part.x + part.width + out))
            low, top = kit.plan.paper.height - part.y - part.height - out, kit.plan.paper.height - part.y + out
            assert box == pytest.approx([left / MM, low / MM, right / MM, top / MM], abs=0.01)
    assert found[len(kit.plan.sheets) :] == [(None, None)] * 2


def test_a_page_of_several_parts_has_no_trim() -> None:
    kit = built(spec())
    assert boxes(written(spec())) == [(None, None)] * len(kit.plan.sheets)


@pytest.mark.parametrize("gap", sampled([2.0, 0.7, 6.0], 1))
def test_every_straight_cut_has_marks_at_both_ends_or_a_hairline(gap: float) -> None:
    for page, printed in component_pages(spec(gap=gap)):
        lines = [
            path.box for path in printed.paths if path.fill is None and min(path.box.width, path.box.height) < 0.01
        ]
        for part in page.sheet.parts:
            if part.kind == "counter":
                continue
            ends = {"x": (part.x, part.x + part.width), "y": (part.y, part.y + part.height)}
            for x in ends["x"]:
                on = [box for box in lines if abs(box.left - x) < 0.01 and box.width < 0.01]
                assert drawn(on, "top", "bottom", ends["y"]), (part.name, x)
            for y in ends["y"]:
                on = [box for box in lines if abs(box.top - y) < 0.01 and box.height < 0.01]
                assert drawn(on, "left", "right", ends["x"]), (part.name, y)


def drawn(lines: list[object], first: str, last: str, ends: tuple[float, float]) -> bool:
    """Tell whether lines on a side's line are beyond both of its ends, or along it."""
    start, end = ends
    along = any(getattr(box, first) < start + 0.01 and getattr(box, last) > end - 0.01 for box in lines)
    before = any(start - 9 < getattr(box, first) <= getattr(box, last) < start for box in lines)
    behind = any(end < getattr(box, first) <= getattr(box, last) < end + 9 for box in lines)
    return along or (before and behind)


def test_a_gap_that_nobody_chose_has_room_for_the_bleed() -> None:
    gaps = {bleed: built(spec(bleed=bleed)).plan.request.gap for bleed in (None, 0.0, 0.5, 1.0, 1.5, 3.0, 10.0)}
    assert gaps == {None: 2.0, 0.0: 2.0, 0.5: 2.0, 1.0: 2.0, 1.5: 3.0, 3.0: 6.0, 10.0: 20.0}
    with pytest.raises(DoesNotFit, match="a bleed of 3 mm does not fit: it needs a gap of 6 mm"):
        built(spec(bleed=3.0, gap=2.0))
