"""The board model: what a layout gives, and every layout that is refused."""

from __future__ import annotations

import pytest

from support.variants import BRANDUB, LAYOUTS, SIZES, names
from taflkit.tafl import BoardLayout, LayoutError, Piece, Side, Square

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
