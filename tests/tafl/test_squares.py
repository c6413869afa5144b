"""Squares, moves and the geometry of the board."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variants import SIZES
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Square, board_of, squares

ANY_SQUARE = st.builds(Square, st.integers(0, 18), st.integers(0, 18))


@given(ANY_SQUARE)
def test_a_square_is_read_as_it_is_written(square: Square) -> None:
    assert Square.parse(str(square)) == square


@given(ANY_SQUARE, ANY_SQUARE)
def test_a_move_is_read_as_it_is_written(origin: Square, target: Square) -> None:
    move = Move(origin, target)
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize(
    ("name", "file", "rank"),
    [("a1", 0, 0), ("d4", 3, 3), ("g1", 6, 0), ("a7", 0, 6), ("s19", 18, 18), ("j10", 9, 9)],
)
def test_files_are_letters_and_ranks_are_numbers(name: str, file: int, rank: int) -> None:
    assert Square.parse(name) == Square(file, rank)
    assert str(Square(file, rank)) == name


@pytest.mark.parametrize("text", ["", "d", "4", "4d", "d0", "d04", "a20", "t1", "D4", "d4e", "dd", "d-1", "d４"])
def test_what_is_no_square_is_refused_by_name(text: str) -> None:
    with pytest.raises(TaflkitError, match=f"'{text}' is not a square: write a file letter and a rank, such as d4"):
        Square.parse(text)


@pytest.mark.parametrize("text", ["", "d6", "d6f6", "d6:f6"])
def test_what_is_no_move_is_refused_by_name(text: str) -> None:
    with pytest.raises(TaflkitError, match=f"'{text}' is not a move: write two squares, such as d6-f6"):
        Move.parse(text)


@pytest.mark.parametrize("text", ["d6-", "-f6", "d6-f6-g6", "d6--f6", "d6-z6"])
def test_a_move_of_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(TaflkitError, match="is not a square"):
        Move.parse(text)


@pytest.mark.parametrize("square", [Square(-1, 3), Square(3, -1), Square(19, 0), Square(0, 19)])
def test_a_square_on_no_board_is_written_by_its_numbers(square: Square) -> None:
    assert str(square) == f"({square.file}, {square.rank})"


def test_the_examples_in_the_documentation_hold() -> None:
    results = doctest.testmod(squares)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("size", SIZES)
def test_squares_masks_and_places_agree(size: int) -> None:
    board = board_of(size)
    assert len(set(board.squares)) == size * size
    for index, square in enumerate(board.squares):
        assert board.index(square) == index
        assert board.bit(square) == 1 << index
        assert board.at(square.file, square.rank) == square
    assert board.squares_of(board.mask(reversed(board.squares))) == board.squares
    assert board.squares_of(0) == ()


@pytest.mark.parametrize("size", SIZES)
def test_there_is_nothing_beside_the_board(size: int) -> None:
    board = board_of(size)
    for file, rank in ((-1, 0), (0, -1), (size, 0), (0, size), (size, size), (-1, -1)):
        assert board.at(file, rank) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_edge_is_the_outermost_ring(size: int) -> None:
    board = board_of(size)
    ring = {s for s in board.squares if {s.file, s.rank} & {0, size - 1}}
    assert len(ring) == 4 * (size - 1)
    assert set(board.squares_of(board.edge)) == ring


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_share_a_side(size: int) -> None:
    board = board_of(size)
    for square, mask in zip(board.squares, board.beside, strict=True):
        near = board.squares_of(mask)
        assert all(abs(s.file - square.file) + abs(s.rank - square.rank) == 1 for s in near)
        assert len(near) == 4 - (square.file in (0, size - 1)) - (square.rank in (0, size - 1))


@pytest.mark.parametrize("size", SIZES)
def test_custody_pairs_lie_in_line(size: int) -> None:
    board = board_of(size)
    for square, pairs in zip(board.squares, board.custody, strict=True):
        found = set()
        for beside, beyond in pairs:
            (near,), (far,) = board.squares_of(beside), board.squares_of(beyond)
            assert (near.file - square.file, near.rank - square.rank) == (
                far.file - near.file,
                far.rank - near.rank,
            )
            found.add(far)
        assert found == {
            s for s in board.squares if sorted((abs(s.file - square.file), abs(s.rank - square.rank))) == [0, 2]
        }


@pytest.mark.parametrize("size", SIZES)
def test_rays_reach_every_square_of_the_file_and_the_rank(size: int) -> None:
    board = board_of(size)
    for square, rays, short_rays in zip(board.squares, board.rays, board.short_rays, strict=True):
        reached = [move.target for ray in rays for move, _ in ray]
        assert len(reached) == len(set(reached)) == 2 * (size - 1)
        assert all(s.file == square.file or s.rank == square.rank for s in reached)
        assert square not in reached
        for ray in rays:
            assert [_distance(move) for move, _ in ray] == list(range(1, len(ray) + 1))
            assert all(move.origin == square and board.bit(move.target) == bit for move, bit in ray)
        assert [ray[:1] for ray in rays] == list(short_rays)


@pytest.mark.parametrize("size", SIZES)
def test_what_lies_between_two_squares_in_line(size: int) -> None:
    board = board_of(size)
    for square, passed in zip(board.squares, board.between, strict=True):
        assert len(passed) == 2 * (size - 1)
        for index, mask in passed.items():
            target = board.squares[index]
            files, ranks = sorted((square.file, target.file)), sorted((square.rank, target.rank))
            within = {s for s in board.squares if files[0] <= s.file <= files[1] and ranks[0] <= s.rank <= ranks[1]} - {
                square,
                target,
            }
            assert set(board.squares_of(mask)) == within


def test_there_is_one_board_of_a_size() -> None:
    assert board_of(7) is board_of(7)
    assert board_of(7) is not board_of(9)


@pytest.mark.parametrize("size", [-7, 0, 3, 4, 6, 18, 20, 21])
def test_a_board_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(TaflkitError, match=f"a board of {size} x {size}: the size must be odd, from 5 to 19"):
        board_of(size)


def _distance(move: Move) -> int:
    return abs(move.target.file - move.origin.file) + abs(move.target.rank - move.origin.rank)
