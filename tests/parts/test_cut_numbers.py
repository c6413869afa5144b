"""The numbers of the cuts in the picture of the sheets: each stands on its own cut, none on another or its number."""

from __future__ import annotations

import math
from itertools import product

import pytest

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.shapes import Circle, Form, Group, Path, Rect, Text, walk
from taflkit.errors import DoesNotFit
from taflkit.kit.build import plan_kit
from taflkit.kit.numbering import number_cuts, number_pages
from taflkit.kit.spec import CHOICES, KitSpec, framed
from taflkit.parts.pictures import HEIGHTS, Pictured, PicturedSheet
from taflkit.parts.sheet_pictures import draw_sheets_picture, shares_number
from taflkit.sheets.paper import PAPERS

COLUMN = 84.0
TOUCH = 0.011


def pictured(spec: KitSpec) -> Pictured:
    """The sheets of a kit as page one is given them, without drawing the kit."""
    theme = catalog().theme(spec.theme, spec.mode)
    spec = framed(spec, theme)
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    pages = number_pages(plan, spec)
    cuts = number_cuts(pages, plan)
    sheets = [
        PicturedSheet(page.number, page.sheet, "", cuts.get(page.number, ()), page.box)
        for page in pages.of("front", "box")
    ]
    return Pictured(book.texts.instructions, plan, Form(()), sheets, (), theme.look(catalog().store))


def assert_told_apart(kit: Pictured) -> bool:
    """Check the numbers in the picture, and return whether it has any."""
    picture, numbered = draw_sheets_picture(kit, COLUMN, catalog().typesetter("en"))
    drawn = [shape for shape in picture.shapes if isinstance(shape, Group)]
    assert len(drawn) == len(kit.sheets)
    told: list[int] = []
    for thumbnail, shown in zip(drawn, kit.sheets, strict=True):
        paper = next(shape for shape, _ in walk(thumbnail.children) if isinstance(shape, Rect))
        factor = paper.width / kit.plan.paper.width
        texts, discs, plates = [], [], []
        leading: dict[tuple[float, float], tuple[float, float]] = {}
        for shape, _ in walk(thumbnail.children):
            if isinstance(shape, Text) and shape.role == "text.rubric":
                texts.append(shape.text)
            elif isinstance(shape, Circle) and shape.role == "sheet.number":
                discs.append(shape)
            elif isinstance(shape, Rect) and shape.role == "sheet.number":
                plates.append(shape)
            elif isinstance(shape, Path) and shape.role == "sheet.cut":
                (_, start), (_, end) = shape.segments
                leading[start[0], start[1]] = (end[0], end[1])
        if not numbered:
            assert not texts
            continue
        assert len(texts) == len(discs) + len(plates)
        for text in texts:
            first, _, last = text.partition("–")
            told += range(int(first), int(last or first) + 1)
        single = {cut.number: cut for cut in shown.cuts if not shares_number(cut, shown)}
        assert len(single) == len(discs)
        for text, disc in zip(texts, discs, strict=False):
            ends = {n: ((c.x1 * factor, c.y1 * factor), (c.x2 * factor, c.y2 * factor)) for n, c in single.items()}
            anchor = leading.get((disc.x, disc.y))
            for number, cut in ends.items():
                away = from_line((disc.x, disc.y), *cut)
                if number != int(text):
                    assert away > disc.radius, "a number is on no other cut"
                elif anchor is None:
                    assert away <= disc.radius + TOUCH, "it touches its cut"
                else:
                    assert min(ends, key=lambda n: from_line(anchor, *ends[n])) == number, "or leads to it"
                    assert from_line(anchor, *cut) < 0.25
        for one, other in ((a, b) for n, a in enumerate(discs) for b in discs[:n]):
            assert math.dist((one.x, one.y), (other.x, other.y)) > one.radius + other.radius
        for plate, disc in product(plates, discs):
            across = max(plate.x - disc.x, 0.0, disc.x - plate.x - plate.width)
            down = max(plate.y - disc.y, 0.0, disc.y - plate.y - plate.height)
            assert math.hypot(across, down) > disc.radius
    if numbered:
        assert sorted(told) == [cut.number for shown in kit.sheets for cut in shown.cuts]
    return numbered


def from_line(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point is from a line between two others."""
    (x1, y1), (x2, y2) = start, end
    whole = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = min(1.0, max(0.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / whole))
    return math.dist(point, (x1 + along * (x2 - x1), y1 + along * (y2 - y1)))


FEW = [
    KitSpec(),
    KitSpec(paper="letter", gap=0.0, join="tabs", box=True),
    KitSpec(game="tablut", counters="fold", king="standee", join="overlap"),
]


@pytest.mark.parametrize("spec", FEW, ids=lambda spec: "-".join((spec.game, spec.join, spec.counters)))
@pytest.mark.parametrize("heights", [HEIGHTS[0], HEIGHTS[-2]], ids=["large", "small"])
def test_numbers_of_cuts_are_told_apart(spec: KitSpec, heights: object) -> None:
    assert assert_told_apart(pictured(spec)._replace(heights=heights))


ALL = list(product(catalog().game_names(), PAPERS, CHOICES["join"], CHOICES["king"], CHOICES["counters"]))


@pytest.mark.whole
@pytest.mark.parametrize("part", range(8))
def test_numbers_of_cuts_are_told_apart_in_every_kit(part: int) -> None:
    for number, (game, paper, join, king, counters) in enumerate(ALL[part * 37 :: 296]):
        spec = KitSpec(
            *(game, None, (), paper),
            join=join,
            king=king,
            counters=counters,
            punch=12.0 if counters == "punch" else None,
            gap=(2.0, 0.0, 0.6, 6.0)[number % 4],
            box=number % 3 == 0,
        )
        try:
            kit = pictured(spec)
        except DoesNotFit:
            continue
        for heights in (HEIGHTS[0], HEIGHTS[-1]):
            assert_told_apart(kit._replace(heights=heights))
