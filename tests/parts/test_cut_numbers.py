"""The numbers of the cuts in the picture of the sheets: each stands on its own cut, none on another or its number."""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import NamedTuple

import pytest

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.curves import Point
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


class Told(NamedTuple):
    """The numbers in the picture of one sheet: their texts, discs, plates, and where lines lead from discs."""

    texts: list[str]
    discs: list[Circle]
    plates: list[Rect]
    leading: dict[Point, Point]

    @property
    def numbers(self) -> list[int]:
        """All numbers, those between the first and last of a plate too."""
        ends = [text.partition("–") for text in self.texts]
        return [number for first, _, last in ends for number in range(int(first), int(last or first) + 1)]


def told_in(thumbnail: Group) -> Told:
    told = Told([], [], [], {})
    for shape, _ in walk(thumbnail.children):
        match shape:
            case Text(role="text.rubric"):
                told.texts.append(shape.text)
            case Circle(role="sheet.number"):
                told.discs.append(shape)
            case Rect(role="sheet.number"):
                told.plates.append(shape)
            case Path(role="sheet.cut"):
                (_, start), (_, end) = shape.segments
                told.leading[start[0], start[1]] = (end[0], end[1])
    return told


def assert_told_apart(kit: Pictured) -> bool:
    """Check the numbers in the picture, and return whether it has any."""
    picture, numbered = draw_sheets_picture(kit, COLUMN, catalog().typesetter("en"))
    drawn = [shape for shape in picture.shapes if isinstance(shape, Group)]
    found: list[int] = []
    for thumbnail, shown in zip(drawn, kit.sheets, strict=True):
        told = told_in(thumbnail)
        if not numbered:
            assert not told.texts
            continue
        paper = next(shape for shape, _ in walk(thumbnail.children) if isinstance(shape, Rect))
        assert_on_their_cuts(told, shown, paper.width / kit.plan.paper.width)
        assert_apart(told)
        found += told.numbers
    if numbered:
        assert sorted(found) == [cut.number for shown in kit.sheets for cut in shown.cuts]
    return numbered


def assert_on_their_cuts(told: Told, shown: PicturedSheet, factor: float) -> None:
    """Each disc is on its cut, touches it or leads to it, and is on no other."""
    single = [cut for cut in shown.cuts if not shares_number(cut)]
    ends = {c.number: ((c.x1 * factor, c.y1 * factor), (c.x2 * factor, c.y2 * factor)) for c in single}
    assert len(ends) == len(told.discs)
    assert len(told.texts) == len(told.discs) + len(told.plates)
    for text, disc in zip(told.texts, told.discs, strict=False):
        middle, own = (disc.x, disc.y), int(text)
        assert all(from_line(middle, *cut) > disc.radius for number, cut in ends.items() if number != own)
        anchor = told.leading.get(middle)
        if anchor is None:
            assert from_line(middle, *ends[own]) <= disc.radius + TOUCH
        else:
            away = {number: from_line(anchor, *cut) for number, cut in ends.items()}
            assert min(away, key=away.__getitem__) == own
            assert away[own] < 0.25


def assert_apart(told: Told) -> None:
    """No number lies on another."""
    for one, other in combinations(told.discs, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) > one.radius + other.radius
    for plate, disc in product(told.plates, told.discs):
        across = max(plate.x - disc.x, 0.0, disc.x - plate.x - plate.width)
        down = max(plate.y - disc.y, 0.0, disc.y - plate.y - plate.height)
        assert math.hypot(across, down) > disc.radius
    for first, second in combinations(told.plates, 2):
        across = max(first.x - second.x - second.width, second.x - first.x - first.width)
        down = max(first.y - second.y - second.height, second.y - first.y - first.height)
        assert max(across, down) > 0


def from_line(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point is from a line between two others."""
    (x1, y1), (x2, y2) = start, end
    whole = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = min(1.0, max(0.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / whole))
    return math.dist(point, (x1 + along * (x2 - x1), y1 + along * (y2 - y1)))


FEW = [
    KitSpec(),
    KitSpec(paper="letter", gap=0.0, join="tabs", box="parts"),
    KitSpec(game="tablut", counters="fold", king="standee", join="overlap"),
]


@pytest.mark.parametrize("spec", FEW, ids=lambda spec: "-".join((spec.game, spec.join, spec.counters)))
@pytest.mark.parametrize("heights", [HEIGHTS[0], HEIGHTS[8]], ids=["large", "small"])
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
            box="parts" if number % 3 == 0 else "none",
        )
        try:
            kit = pictured(spec)
        except DoesNotFit:
            continue
        for heights in (HEIGHTS[0], HEIGHTS[-1]):
            assert_told_apart(kit._replace(heights=heights))
