"""Positions and moves as text, there and back, and what is refused."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variants import ATTACKERS, DEFENDERS, SIZES, VARIANTS, picture, play, positions, variant
from taflkit.errors import TaflkitError, shown
from taflkit.tafl import (
    Move,
    Piece,
    Position,
    Record,
    Square,
    parse_picture,
    parse_position,
    records,
    write_position,
    write_turn,
)

WALKER = VARIANTS["walker"]
START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
SQUARES = st.builds(Square, st.integers(0, 18), st.integers(0, 18))


@given(st.builds(Record, st.builds(Move, SQUARES, SQUARES), st.lists(SQUARES, max_size=3).map(tuple)))
def test_a_record_is_read_as_it_is_written(record: Record) -> None:
    assert Record.parse(str(record)) == record


@given(positions())
def test_a_position_is_read_as_it_is_written(position: Position) -> None:
    assert parse_position(position.variant, write_position(position)) == position


@given(positions())
def test_a_picture_is_read_as_it_is_drawn(position: Position) -> None:
    size, pieces = position.variant.layout.size, position.pieces
    rows = [
        "".join(pieces[square].value if (square := Square(file, rank)) in pieces else "." for file in range(size))
        for rank in reversed(range(size))
    ]
    assert parse_picture(position.variant, "\n".join(rows), position.to_move) == position


@given(positions())
def test_a_turn_is_written_as_a_record_with_its_captures(position: Position) -> None:
    for move in position.legal_moves():
        turn = position.play(move)
        record = Record.parse(write_turn(turn))
        assert record.move == move
        assert list(record.captured) == sorted(turn.captured)


def test_the_examples_in_the_documentation_hold() -> None:
    results = doctest.testmod(records)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("d6-f6", "d6-f6"),
        ("d6-f6xe6", "d6-f6xe6"),
        ("d1-d2xc2xd3", "d1-d2xc2xd3"),
        ("d1-d2xc2/d3", "d1-d2xc2xd3"),
        ("  d10-d11xd12 ", "d10-d11xd12"),
    ],
)
def test_records(text: str, written: str) -> None:
    assert str(Record.parse(text)) == written


@pytest.mark.parametrize("text", ["", "timeout", "d6", "xd6", "d6-f6x", "d6-f6xx", "d6-f6xe", "d6-f6xe6x", "d6/f6"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(TaflkitError, match=r"is not a (move|square)"):
        Record.parse(text)


def test_captures_are_written_by_file() -> None:
    turn = play(
        picture(
            """
            .......
            ..t....
            .......
            ...K...
            tT.Tt..
            ..T....
            ..t....
            """
        ),
        "c6-c3",
    )
    assert write_turn(turn) == "c6-c3xb3xc2xd3"


def test_the_first_rank_comes_first() -> None:
    position = parse_position(WALKER, "/1t5/7/7/7/7/7/5T1/ defenders")
    assert position.pieces == {Square.parse("b1"): Piece.ATTACKER, Square.parse("f7"): Piece.DEFENDER}
    assert position.to_move is DEFENDERS


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.strip("/"),
        f"  {START} attackers\n",
        f"{START}  attackers",
    ],
)
def test_lines_that_mean_the_start(text: str) -> None:
    assert parse_position(WALKER, text) == Position.start(WALKER)


def test_without_a_side_the_first_side_moves() -> None:
    assert parse_position(WALKER, START).to_move is ATTACKERS
    assert parse_position(variant("edge"), START).to_move is DEFENDERS


@pytest.mark.parametrize("size", SIZES)
def test_the_start_of_every_size(size: int) -> None:
    start = Position.start(variant("walker", size))
    line = write_position(start)
    middle = size // 2
    assert line.startswith(f"/{middle}t{middle}/")
    assert line.endswith(f"/{middle}t{middle}/ attackers")
    assert line.count("/") == size + 1
    assert parse_position(start.variant, line) == start


def test_numbers_of_two_digits_count_empty_squares() -> None:
    eleven = variant("walker", 11)
    ranks = ["11"] * 11
    ranks[0], ranks[10] = "10t", "T10"
    position = parse_position(eleven, f"/{'/'.join(ranks)}/")
    assert position.pieces == {Square.parse("k1"): Piece.ATTACKER, Square.parse("a11"): Piece.DEFENDER}
    assert write_position(position) == f"/{'/'.join(ranks)}/ attackers"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "1 ranks, and the board has 7"),
        ("/7/7/7/7/7/7/", "6 ranks, and the board has 7"),
        ("/7/7/7/7/7/7/7/7/", "8 ranks, and the board has 7"),
        ("/7/7/6/7/7/7/7/", "rank 3 has 6 squares, and the board has 7"),
        ("/7/7/7/7/7/7/7t/", "rank 7 has 8 squares, and the board has 7"),
        ("/7/7/7/99999t/7/7/7/", "rank 4 has 100000 squares, and the board has 7"),
        ("/7/7/7/" + "9" * 5000 + "/7/7/7/", "rank 4 has 5000 characters, and the board has 7 squares"),
        ("/7/7/7/" + "t" * 900_000 + "/7/7/7/", "rank 4 has 900000 characters, and the board has 7 squares"),
        ("/7" * 300_000, "300000 ranks, and the board has 7"),
        ("/7/7//7/7/7/7/", "rank 3 has 0 squares, and the board has 7"),
        ("/7/3x3/7/7/7/7/7/", "'x' is no piece; t, T and K are"),
        ("/7/3²3/7/7/7/7/7/", "'²' is no piece; t, T and K are"),
        ("/7/７/7/7/7/7/7/", "'７' is no piece; t, T and K are"),
        ("/7/3.3/7/7/7/7/7/", "'.' is no piece; t, T and K are"),
        ("/7/7\n/7/7/7/7/7/", r"'\n' is no piece; t, T and K are"),
        ("/7/7/7/7/7/7/7/ white", "'white' is no side; attackers and defenders are"),
        (
            "/7/7/7/7/7/7/7/ attackers defenders",
            "'attackers defenders' is no side; attackers and defenders are",
        ),
    ],
)
def test_a_wrong_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        parse_position(WALKER, text)
    assert str(caught.value) == f"position '{shown(text)}': {why}"


def test_a_position_with_two_kings_is_refused() -> None:
    with pytest.raises(TaflkitError, match=r"^a second king on b3$"):
        parse_position(WALKER, "/7/K6/1K5/7/7/7/7/")


EMPTY = ["......."] * 7


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "it must have 7 rows of 7 squares"),
        (EMPTY[1:], "it must have 7 rows of 7 squares"),
        ([*EMPTY, "......."], "it must have 7 rows of 7 squares"),
        ([*EMPTY[1:], "......"], "it must have 7 rows of 7 squares"),
        ([*EMPTY[1:], "........"], "it must have 7 rows of 7 squares"),
        ([*EMPTY[1:], "...a..."], "'a' is no piece; t, T and K are"),
        ([*EMPTY[1:], "...3..."], "'3' is no piece; t, T and K are"),
    ],
)
def test_a_wrong_picture_is_refused(rows: list[str], why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        parse_picture(WALKER, "\n".join(rows), ATTACKERS)
    assert str(caught.value) == f"picture: {why}"


def test_a_picture_with_two_kings_is_refused() -> None:
    with pytest.raises(TaflkitError, match=r"^a second king on "):
        parse_picture(WALKER, "\n".join([*EMPTY[1:], "K..K..."]), ATTACKERS)
