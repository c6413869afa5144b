"""The grid knows where squares lie: file a at the left, rank 1 at the bottom, y growing downwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.figures import Grid
from taflkit.tafl import Square

sizes = st.sampled_from((5, 7, 9, 11, 13, 15, 17, 19))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any part of any board, anywhere on the paper."""
    size = draw(sizes)
    file, rank = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
    files, ranks = draw(st.integers(1, size - file)), draw(st.integers(1, size - rank))
    return Grid(draw(st.floats(1, 60)), file, rank, files, ranks, draw(st.floats(-50, 50)), draw(st.floats(-50, 50)))


@pytest.mark.parametrize(
    ("name", "corner"),
    [("a1", (5.0, 70.0)), ("g7", (65.0, 10.0)), ("a7", (5.0, 10.0)), ("g1", (65.0, 70.0)), ("d4", (35.0, 40.0))],
)
def test_a_square_has_its_top_left_corner_as_drawn(name: str, corner: tuple[float, float]) -> None:
    assert Grid.whole(7, 10.0, 5.0, 10.0).corner(Square.parse(name)) == corner


def test_a_part_of_the_board_begins_with_its_own_first_square() -> None:
    part = Grid(10.0, 2, 3, 3, 2)
    assert (part.width, part.height) == (30.0, 20.0)
    assert part.corner(Square(2, 4)) == (0.0, 0.0)
    assert part.corner(Square(4, 3)) == (20.0, 10.0)
    assert part.centre(Square(3, 3)) == (15.0, 15.0)
    assert [str(square) for square in part.squares()] == ["c4", "d4", "e4", "c5", "d5", "e5"]


@given(grids())
def test_a_part_shows_its_own_squares_and_no_others(grid: Grid) -> None:
    shown = set(grid.squares())
    assert len(shown) == grid.files * grid.ranks
    assert shown == {Square(f, r) for f in range(-1, 20) for r in range(-1, 20) if grid.shows(Square(f, r))}


@given(grids())
def test_the_squares_tile_the_part(grid: Grid) -> None:
    corners = [grid.corner(square) for square in grid.squares()]
    assert (min(x for x, _ in corners), min(y for _, y in corners)) == pytest.approx((grid.x, grid.y))
    assert max(x for x, _ in corners) + grid.cell == pytest.approx(grid.x + grid.width)
    assert max(y for _, y in corners) + grid.cell == pytest.approx(grid.y + grid.height)


@given(grids())
def test_neighbours_are_a_cell_apart_and_a_centre_is_in_the_middle(grid: Grid) -> None:
    for square in grid.squares():
        x, y = grid.corner(square)
        assert grid.centre(square) == pytest.approx((x + grid.cell / 2, y + grid.cell / 2))
        assert grid.corner(Square(square.file + 1, square.rank)) == pytest.approx((x + grid.cell, y))
        assert grid.corner(Square(square.file, square.rank + 1)) == pytest.approx((x, y - grid.cell))


@given(sizes, st.floats(1, 60))
def test_the_throne_is_in_the_middle_of_the_whole_board(size: int, cell: float) -> None:
    grid = Grid.whole(size, cell)
    assert grid.centre(Square(size // 2, size // 2)) == pytest.approx((grid.width / 2, grid.height / 2))
