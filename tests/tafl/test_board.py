"""The board: squares, moves, geometry, and the layouts of games."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variants import BRANDUB, LAYOUTS, SIZES, names
from taflkit.errors import TaflkitError
from taflkit.tafl import BoardLayout, LayoutError, Move, Piece, Side, Square, board
from taflkit.tafl.board import board_of

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
    results = doctest.testmod(board)
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


SMALL = """
..t..
..T..
tTKTt
..T..
..t..
"""


def squares(text: str) -> tuple[Square, ...]:
    return tuple(Square.parse(name) for name in text.split())


def test_brandub_from_its_picture() -> None:
    assert BRANDUB.size == 7
    assert BRANDUB.throne == Square.parse("d4")
    assert names(BRANDUB.corners) == {"a1", "a7", "g1", "g7"}
    assert names(BRANDUB.squares_of(Piece.KING)) == {"d4"}
    assert names(BRANDUB.squares_of(Piece.DEFENDER)) == {"d3", "d5", "c4", "e4"}
    assert names(BRANDUB.squares_of(Piece.ATTACKER)) == {"d1", "d2", "d6", "d7", "a4", "b4", "f4", "g4"}
    assert [BRANDUB.count(piece) for piece in (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)] == [8, 4, 1]
    assert BRANDUB.board.size == 7


def test_the_first_row_of_the_picture_is_the_top_rank() -> None:
    layout = BoardLayout.from_picture(SMALL.replace("..t..", ".tt..", 1))
    assert layout.start[Square.parse("b5")] is Piece.ATTACKER
    assert Square.parse("b1") not in layout.start


def test_pieces_come_by_file_and_rank() -> None:
    assert BRANDUB.squares_of(Piece.DEFENDER) == squares("c4 d3 d5 e4")


@pytest.mark.parametrize("size", SIZES)
def test_every_odd_size_has_its_throne_and_corners(size: int) -> None:
    layout = LAYOUTS[size]
    last = size - 1
    assert layout.size == layout.board.size == size
    assert layout.throne == Square(last // 2, last // 2)
    assert layout.corners == (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last))
    assert sum(layout.count(piece) for piece in Piece) == 2 * last + 1


def test_corners_are_all_four_or_none() -> None:
    assert BoardLayout.from_picture(SMALL, corners=()).corners == ()
    with pytest.raises(LayoutError, match="lacks a5, e1; name all four corners, or none"):
        BoardLayout.from_picture(SMALL, corners=squares("e5 a1"))


def test_the_throne_may_be_named() -> None:
    named = BoardLayout.from_picture(SMALL, throne=Square.parse("c3"))
    assert named == BoardLayout.from_picture(SMALL)


def test_a_layout_without_its_corners_may_have_pieces_there() -> None:
    layout = BoardLayout.from_picture(SMALL.replace("..t..", "t.t..", 1), corners=())
    assert layout.start[Square.parse("a5")] is Piece.ATTACKER


def test_layouts_are_values() -> None:
    again = BoardLayout.from_picture(SMALL)
    assert again == LAYOUTS[5]
    assert hash(again) == hash(LAYOUTS[5])
    assert again != BRANDUB
    with pytest.raises(TypeError, match="does not support item assignment"):
        again.start[Square(0, 1)] = Piece.ATTACKER  # type: ignore[index]


REFUSED = {
    "no picture": ("", "start", "0 rows: the size must be odd, from 5 to 19"),
    "even": ("......\n" * 6, "start", "6 rows: the size must be odd, from 5 to 19"),
    "too small": ("...\n.K.\n...", "start", "3 rows: the size must be odd, from 5 to 19"),
    "too large": ("\n".join(["." * 21] * 21), "start", "21 rows: the size must be odd, from 5 to 19"),
    "a short row": (
        SMALL.replace("tTKTt", "tTKT"),
        "start",
        "row 3 has 4 squares and the picture has 5 rows: it must be square",
    ),
    "a long row": (
        SMALL.replace("tTKTt", "tTKTt."),
        "start",
        "row 3 has 6 squares and the picture has 5 rows: it must be square",
    ),
    "another letter": (
        SMALL.replace("tTKTt", "tTKTa"),
        "start",
        "row 3 has 'a': use . for empty, t, T and K for pieces",
    ),
    "no king": (SMALL.replace("K", "."), "start", "there must be one king K, and there are 0 (none)"),
    "two kings": (SMALL.replace("T", "K", 1), "start", "there must be one king K, and there are 2 (c3, c4)"),
    "no attacker": (SMALL.replace("t", "."), "start", "there must be at least one attacker t"),
    "no defender": (SMALL.replace("T", "."), "start", "there must be at least one defender T"),
    "the king beside the middle": (
        SMALL.replace("TKT", "TTK"),
        "throne",
        "the throne c3 must be the king's square, d3",
    ),
    "a piece on a corner": (
        SMALL.replace("..t..", "..t.t", 1),
        "start",
        "a piece stands on the corner e5; corners are empty at the start",
    ),
}


@pytest.mark.parametrize(("text", "key", "why"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_picture_is_refused(text: str, key: str, why: str) -> None:
    with pytest.raises(LayoutError) as caught:
        BoardLayout.from_picture(text)
    assert (caught.value.key, caught.value.why) == (key, why)
    assert str(caught.value) == f"{key}: {why}"


def test_a_throne_that_is_not_the_kings_square_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"^throne: the throne c2 must be the king's square, c3$"):
        BoardLayout.from_picture(SMALL, throne=Square.parse("c2"))


def test_a_throne_that_is_not_in_the_middle_is_refused() -> None:
    aside = SMALL.replace("TKT", "TTK")
    with pytest.raises(LayoutError, match=r"^throne: the king and the throne must be in the middle, on c3$"):
        BoardLayout.from_picture(aside, throne=Square.parse("d3"))


@pytest.mark.parametrize(
    ("corners", "wrong"),
    [("a1 b2", "b2"), ("a1 a5 a3", "a3"), ("b1", "b1"), ("a1 b1 d1 e5", "b1"), ("a1 f1", "f1")],
)
def test_a_corner_that_is_none_is_refused(corners: str, wrong: str) -> None:
    with pytest.raises(LayoutError, match=rf"^corners: {wrong} is not a corner of the board; they are a1, a5, e1, e5$"):
        BoardLayout.from_picture(SMALL, corners=squares(corners))


BLOCKS = "a1 a2 b1 b2 a4 a5 b4 b5 d1 d2 e1 e2 d4 d5 e4 e5"


def blocks(size: int, side: int) -> tuple[Square, ...]:
    ends = (*range(side), *range(size - side, size))
    return tuple(Square(file, rank) for file in ends for rank in ends)


@pytest.mark.parametrize(("size", "side"), [(9, 2), (11, 2), (11, 3), (19, 2), (19, 7)])
def test_corners_may_be_blocks(size: int, side: int) -> None:
    layout = BoardLayout.from_picture(LAYOUTS[size].picture, corners=blocks(size, side))
    assert layout.corners == blocks(size, side)
    assert sorted(map(len, layout.corner_blocks)) == [side**2] * 4
    for block in layout.corner_blocks:
        for along in zip(*block, strict=True):
            assert max(along) - min(along) == side - 1


@pytest.mark.parametrize(("size", "side", "between"), [(5, 2, 1), (7, 2, 3), (9, 3, 3), (13, 5, 3)])
def test_blocks_that_leave_no_board_between_them_are_refused(size: int, side: int, between: int) -> None:
    why = rf"between blocks of {side} x {side} there are {between} squares, fewer than 5"
    with pytest.raises(LayoutError, match=rf"^corners: {why}$"):
        BoardLayout.from_picture(LAYOUTS[size].picture, corners=blocks(size, side))


@pytest.mark.parametrize(
    "corners",
    [
        BLOCKS.removesuffix(" e5"),
        BLOCKS.replace("d2", "c2"),
        f"{BLOCKS} c1",
        "a1 a2 b1 b2 a5",
        "a1 b1 a5 b5 e1 d1 e5 d5",
        "a1 a5 e1 e5 f1",
    ],
)
def test_corners_that_are_no_blocks_alike_are_refused(corners: str) -> None:
    why = "more squares than corners must be a block at each of the four, all alike and as long as wide"
    with pytest.raises(LayoutError, match=rf"^corners: {why}: a1, a5, e1, e5$"):
        BoardLayout.from_picture(SMALL, corners=squares(corners))


def test_corners_of_one_square_are_blocks_of_one() -> None:
    assert BRANDUB.corner_blocks == tuple((corner,) for corner in BRANDUB.corners)


def test_a_throne_may_be_a_square_like_others() -> None:
    assert BRANDUB.marked == (BRANDUB.throne, *BRANDUB.corners)
    plain = BoardLayout.from_picture(SMALL, throne_marked=False)
    assert plain.throne == Square.parse("c3")
    assert plain.marked == plain.corners


def test_each_piece_and_side_knows_its_own() -> None:
    assert Side.ATTACKERS.other is Side.DEFENDERS
    assert Side.DEFENDERS.other is Side.ATTACKERS
    assert {piece: piece.side for piece in Piece} == {
        Piece.ATTACKER: Side.ATTACKERS,
        Piece.DEFENDER: Side.DEFENDERS,
        Piece.KING: Side.DEFENDERS,
    }
