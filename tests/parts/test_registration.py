"""Registration marks: where a machine looks for them, and as large as it takes them."""

from __future__ import annotations

import pytest

from taflkit.drawing.shapes import Extents, Path, Rect, walk
from taflkit.kit.options import MARK_INSET
from taflkit.parts.marks.marks import Registration
from taflkit.sheets.paper import PAPERS

THREE = Registration(MARK_INSET)


def lines(marks: Registration, width: float, height: float) -> list[tuple[tuple[float, ...], ...]]:
    """Return the points of the lines in each corner that has such, in the order of the corners."""
    paths = [shape for shape, _ in walk((marks.draw_lines(width, height),)) if isinstance(shape, Path)]
    return sorted(tuple(numbers for _, numbers in path.segments) for path in paths)


def squares(marks: Registration) -> list[Rect]:
    return [shape for shape, _ in walk((marks.draw_lines(210, 297),)) if isinstance(shape, Rect)]


def test_three_marks_are_a_square_and_two_corners_ten_mm_inside_the_paper() -> None:
    (square,) = squares(THREE)
    assert (square.x, square.y, square.width, square.height) == (10, 10, 5, 5)
    for paper in PAPERS.values():
        width, height = paper.width, paper.height
        lower, upper = lines(THREE, width, height)
        assert lower == ((30, height - 10), (10, height - 10), (10, height - 30))
        assert upper == ((width - 30, 10), (width - 10, 10), (width - 10, 30))


@pytest.mark.parametrize("inset", [6, 10, 15.875, 20])
def test_four_marks_are_corners_alone_whose_lines_go_inwards(inset: float) -> None:
    # as in the template of Cameo 5 Alpha of inkscape-silhouette, where the inset is 10
    marks = Registration(inset, four=True)
    assert squares(marks) == []
    corners = lines(marks, 210, 297)
    assert {corner for _, corner, _ in corners} == {(x, y) for x in (inset, 210 - inset) for y in (inset, 297 - inset)}
    for (x1, y1), (x, y), (x2, y2) in corners:
        assert (y1, x2) == (y, x)
        assert (x1 - x, y2 - y) == (20 if x < 105 else -20, 20 if y < 150 else -20)


@pytest.mark.parametrize("marks", [THREE, Registration(15.875), Registration(15.875, four=True)])
def test_the_printed_lines_are_three_tenths_of_a_mm_thick_about_those_of_the_program(marks: Registration) -> None:
    printed = [shape for shape, _ in walk((marks.draw(210, 297),)) if isinstance(shape, Rect)]
    assert [bar for bar in printed if bar.width == bar.height] == squares(marks)
    bars = [min(bar.width, bar.height) for bar in printed if bar.width != bar.height]
    assert bars == pytest.approx([0.3] * (8 if marks.four else 4))
    extents = Extents(lambda _: 0.0)
    around, inside = extents.of(marks.draw(210, 297)), extents.of(marks.draw_lines(210, 297))
    assert around is not None
    assert inside is not None
    assert (inside.left, inside.top) == (marks.inset, marks.inset)
    assert (around.left, around.right) == pytest.approx((inside.left - 0.15, inside.right + 0.15))
    assert (around.top, around.bottom) == pytest.approx((inside.top - 0.15, inside.bottom + 0.15))


def test_parts_keep_clear_of_the_square_and_at_best_of_the_corners() -> None:
    assert THREE.reach > 15
    assert THREE.clear == 30
    assert len(THREE.corners(210, 297)) == 3
    assert [(each.x, each.y, each.width) for each in Registration(12, four=True).corners(210, 297)] == [
        *((0, 0, 32), (178, 0, 32), (0, 265, 32), (178, 265, 32)),
    ]
