"""Notation on the larger boards: squares to s19, positions with numbers of two digits, OpenTafl's records."""

from __future__ import annotations

import pytest

from support.shipped import catalog
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Position, Side, Square, Variant, parse_position, write_position, write_turn
from taflkit.tafl.records import parse_game, replay

RECORD = """
[date:2026.11.22]
[rules:dim:11 atkf:y ks:w start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/]
1. d1-d3 [|a comment, d1-d2|] h6-h3 2. k4-k3 g7-g9 3. h11-i11 {wide} g6-i6 4. h1-i1 g5-j5
"""


def variant(game: str, ruleset: str | None = None) -> Variant:
    templates = catalog().game(game)
    return templates.variant(templates.ruleset(ruleset))


@pytest.mark.parametrize("game", ["tablut", "hnefatafl", "parlett", "alea-evangelii"])
def test_every_square_of_a_board_is_read_as_it_is_written(game: str) -> None:
    board = variant(game).layout.board
    assert [Square.parse(str(square)) for square in board.squares] == list(board.squares)
    assert str(board.squares[-1]) == {9: "i9", 11: "k11", 13: "m13", 19: "s19"}[board.size]


@pytest.mark.parametrize("game", ["tablut", "hnefatafl", "parlett", "alea-evangelii"])
def test_the_start_is_read_as_it_is_written(game: str) -> None:
    start = Position.start(variant(game))
    line = write_position(start)
    assert parse_position(start.variant, line) == start
    assert line.count("/") == start.variant.layout.size + 1


def test_a_record_of_opentafl_with_ranks_of_two_digits_is_replayed() -> None:
    there = variant("hnefatafl", "copenhagen")
    record = parse_game(RECORD)
    assert (record.first_move, len(record.moves)) == (Side.ATTACKERS, 8)
    game = replay(parse_position(there, f"{record.start} attackers"), record.moves)
    assert game.position.piece_on(Square.parse("j5")) is not None
    assert game.first == Position.start(there)


def test_captures_on_ranks_of_two_digits_are_read_and_written() -> None:
    there = variant("alea-evangelii", "opentafl")
    line = "/19" * 12 + "/18T/18t/" + "17T1/" + "19/" * 4 + " defenders"
    position = parse_position(there, line)
    turn = position.play(Move.parse("r15-s15"))
    assert write_turn(turn) == "r15-s15xs14"
    (written,) = parse_game("r15-s15xs14").moves
    assert str(written) == "r15-s15xs14"


@pytest.mark.parametrize("name", ["t1", "a20", "s0", "a", "11a", "s190"])
def test_a_square_of_no_board_is_refused(name: str) -> None:
    with pytest.raises(TaflkitError, match="is not a square"):
        Square.parse(name)
