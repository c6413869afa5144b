"""The numbers of the cuts in the picture of the sheets: each stands on its own cut, none on another or its number."""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import NamedTuple

import pytest
from taflkit.parts.instructions.pictures import PicturedKit, PicturedSheet, mark_spots
from taflkit.parts.instructions.sheet_pictures import grouped_cuts, sheets_pictures

from support.pictured import pictured
from support.sampling import sampled
from support.shipped import catalog
from taflkit.drawing.shapes import Circle, Group, Path, Point, Rect, walk
from taflkit.errors import DoesNotFit
from taflkit.kit.options import CHOICES, KitSpec
from taflkit.parts.marks.marks import draw_number
from taflkit.sheets.cuts import laid_point
from taflkit.sheets.paper import PAPERS

TOUCH = 0.011
POINT = 25.4 / 72
LINING = 0.65
"""The height of lining figures in em."""


class Told(NamedTuple):
    """The numbers in the picture of one sheet, their discs, plates, and where lines lead from discs."""

    single: list[int]
    discs: list[Circle]
    plates: list[Rect]
    ranges: list[tuple[int, int]]
    leading: dict[Point, Point]
    high: list[float]

    @property
    def numbers(self) -> list[int]:
        """All numbers, those between the first and last of a plate too."""
        return [*self.single, *(number for first, last in self.ranges for number in range(first, last + 1))]


def shape_of(path: Path) -> tuple[float, ...]:
    """Return the outline of a number wherever and however large it is drawn."""
    across = [value for _, values in path.segments for value in values[::2]]
    down = [value for _, values in path.segments for value in values[1::2]]
    left, high = min(across), max(down) - min(down)
    return tuple(round((x - left) / high, 3) for x in across)


NUMBERS = {shape_of(draw_number(number, (0.0, 0.0), 1.0, "")): number for number in range(1, 200)}


def told_in(thumbnail: Group) -> Told:
    told = Told([], [], [], [], {}, [])
    in_plate: list[int] = []
    for shape, _ in walk(thumbnail.children):
        match shape:
            case Path(role="text.rubric"):
                number = NUMBERS[shape_of(shape)]
                down = [value for _, values in shape.segments for value in values[1::2]]
                told.high.append(max(down) - min(down))
                if not told.plates:
                    told.single.append(number)
                else:
                    in_plate.append(number)
            case Circle(role="sheet.number"):
                told.discs.append(shape)
            case Rect(role="sheet.number"):
                told.plates.append(shape)
                in_plate.append(-1)
            case Path(role="sheet.cut"):
                (_, start), (_, end) = shape.segments
                told.leading[start[0], start[1]] = (end[0], end[1])
    marks = [place for place, number in enumerate(in_plate) if number < 0]
    for start, end in zip(marks, [*marks[1:], len(in_plate)], strict=False):
        inside = in_plate[start + 1 : end]
        told.ranges.append((inside[0], inside[-1]))
    return told


def assert_told_apart(kit: PicturedKit, height: float, way: int = 0) -> bool:
    """Check the numbers in the picture with sheets so high in mm, and return whether it has any."""
    panels = sheets_pictures(kit, catalog().typesetter("en"))
    panel = panels[min(way, len(panels) - 1)]
    assert panel.draw is not None
    drawn = panel.draw(panel.heights.least + height)
    thumbnails = [shape for shape in drawn.shapes if isinstance(shape, Group)]
    for thumbnail, shown in zip(thumbnails, kit.sheets, strict=True):
        told = told_in(thumbnail)
        if not drawn.numbered:
            assert not told.numbers
            continue
        assert_on_their_cuts(told, shown, paper_of(thumbnail).width / kit.plan.paper.width)
        assert_apart(told)
        assert sorted(told.numbers) == [cut.number for cut in shown.cuts]
        assert all(high >= 5.9 * LINING * POINT for high in told.high)
    return drawn.numbered


def assert_on_their_cuts(told: Told, shown: PicturedSheet, factor: float) -> None:
    """Each disc is on its cut, touches it, or leads to it, and is on no other."""
    single, _ = grouped_cuts(shown)
    ends = {c.number: ((c.x1 * factor, c.y1 * factor), (c.x2 * factor, c.y2 * factor)) for c in single}
    assert len(ends) == len(told.discs) == len(told.single)
    for own, disc in zip(told.single, told.discs, strict=True):
        middle = (disc.x, disc.y)
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
        assert from_plate((disc.x, disc.y), plate) > disc.radius
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
@pytest.mark.parametrize("larger", [30.0, 12.0], ids=["large", "small"])
def test_numbers_of_cuts_are_told_apart(spec: KitSpec, larger: float) -> None:
    assert assert_told_apart(pictured(spec), larger)


CROWDED = {
    KitSpec(): [["5-7"]],
    KitSpec(game="brandub", join="tabs", king="standee"): [["5-6"], ["7-13"]],
    KitSpec(game="parlett"): [["9-13", "15-16"]],
}


@pytest.mark.parametrize("spec", sampled(list(CROWDED), 1), ids=lambda spec: f"{spec.game}-{spec.join}")
def test_cuts_round_the_small_parts_of_a_crowded_sheet_share_a_plate(spec: KitSpec) -> None:
    grouped = [grouped_cuts(shown) for shown in pictured(spec).sheets]
    said = [[f"{group[0].number}-{group[-1].number}" for group in groups] for _, groups in grouped]
    assert [each for each in said if each] == CROWDED[spec]
    assert all(len(single) <= 6 for single, _ in grouped)


@pytest.mark.parametrize(("sections", "larger"), [("auto", 18.0), ("pinwheel", 30.0)])
def test_the_plate_of_a_section_covers_no_marked_square(sections: str, larger: float) -> None:
    kit = pictured(KitSpec(join="tabs", sections=sections))
    (panel, *_) = sheets_pictures(kit, catalog().typesetter("en"))
    assert panel.draw is not None
    found = 0
    for thumbnail, shown in zip(panel.draw(panel.heights.least + larger).shapes, kit.sheets, strict=True):
        assert isinstance(thumbnail, Group)
        plates = told_in(thumbnail).plates
        factor = paper_of(thumbnail).width / kit.plan.paper.width
        found += len(plates)
        for part in shown.sheet.parts:
            for spot in mark_spots(part.section, kit.plan.measures, kit.marked) if part.section else ():
                x, y = laid_point(part, (part.art[0] + spot[0], part.art[1] + spot[1]))
                away = [from_plate((x * factor, y * factor), plate) for plate in plates]
                assert all(far > 0.34 * kit.plan.cell * factor for far in away), part.name
    assert found


def paper_of(thumbnail: Group) -> Rect:
    return next(shape for shape, _ in walk(thumbnail.children) if isinstance(shape, Rect))


def from_plate(point: Point, plate: Rect) -> float:
    """How far a point is from a plate; 0 on it."""
    across = max(plate.x - point[0], 0.0, point[0] - plate.x - plate.width)
    down = max(plate.y - point[1], 0.0, point[1] - plate.y - plate.height)
    return math.hypot(across, down)


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
        for larger, way in ((40.0, 0), (0.0, 1)):
            assert_told_apart(kit, larger, way)
