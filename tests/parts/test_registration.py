"""Registration marks: where a machine looks for them, and as large as it takes them."""

from __future__ import annotations

import pytest

from taflkit.drawing.shapes import Extents, Rect, walk
from taflkit.parts.marks.marks import (
    CLEAR,
    REACH,
    draw_registration,
    draw_registration_lines,
    registration_marks,
)
from taflkit.sheets.paper import PAPERS


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_marks_stand_in_three_corners_ten_mm_inside_the_paper(paper: object) -> None:
    width, height = paper.width, paper.height  # type: ignore[attr-defined]
    marks = registration_marks(width, height)
    assert marks.square == (10, 10, 5)
    upper, lower = marks.lines
    assert upper[1] == (width - 10, 10)
    assert lower[1] == (10, height - 10)
    for first, corner, last in marks.lines:
        assert abs(first[0] - corner[0]) + abs(first[1] - corner[1]) == pytest.approx(20)
        assert abs(last[0] - corner[0]) + abs(last[1] - corner[1]) == pytest.approx(20)


def test_the_printed_lines_are_three_tenths_of_a_mm_thick_about_those_of_the_program() -> None:
    printed = [shape for shape, _ in walk((draw_registration(210, 297),)) if isinstance(shape, Rect)]
    assert len(printed) == 5
    assert printed[0] == Rect(10, 10, 5, 5, printed[0].role)
    assert sorted(min(bar.width, bar.height) for bar in printed[1:]) == pytest.approx([0.3] * 4)
    extents = Extents(lambda _: 0.0)
    around, lines = extents.of(draw_registration(210, 297)), extents.of(draw_registration_lines(210, 297))
    assert around is not None
    assert lines is not None
    assert (around.left, around.right) == pytest.approx((lines.left - 0.15, lines.right + 0.15))
    assert (around.top, around.bottom) == pytest.approx((lines.top - 0.15, lines.bottom + 0.15))


def test_parts_keep_clear_of_the_square_and_at_best_of_the_corners() -> None:
    assert REACH > 15
    assert CLEAR == 30
