"""Soldiers and kings that go one square a move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from support.boards import named, seen, swapped
from support.crowds import crowded
from support.sampling import examples
from taflkit.tafl import Move, Position, Reason, Side, Square

ATTACKERS = Side.ATTACKERS

TEXT = """
    .......
    .t...T.
    .......
    .t.....
    ..K....
    .......
    ...T..t
    """
STEPS = {
    "b6": "a6 c6 b5 b7",
    "b4": "a4 c4 b5 b3",
    "g1": "f1 g2",
    "f6": "e6 g6 f5 f7",
    "d1": "c1 e1 d2",
}
LINES = {
    "b6": "a6 c6 d6 e6 b5 b7",
    "b4": "a4 c4 e4 f4 g4 b5 b3 b2 b1",  # over the empty throne, where nobody stops
    "g1": "f1 e1 g2 g3 g4 g5 g6",
    "f6": "c6 d6 e6 g6 f7 f5 f4 f3 f2 f1",
    "d1": "b1 c1 e1 f1 d2 d3 d5 d6 d7",
}
KING = {"step": "b3 d3 c2 c4", "line": "a3 b3 d3 e3 f3 g3 c1 c2 c4 c5 c6 c7"}


def targets(position: Position, origin: str) -> set[Square]:
    return {move.target for move in position.moves_from(Square.parse(origin))}


@pytest.mark.parametrize(("soldiers", "expected"), [("step", STEPS), ("line", LINES)])
@pytest.mark.parametrize("king", ["step", "line"])
def test_how_far_pieces_go(soldiers: str, expected: dict[str, str], king: str) -> None:
    """Soldiers of both sides by one flag, the king by the other."""
    position = seen(TEXT, ATTACKERS, soldier_move=soldiers, king_move=king)
    assert {origin: targets(position, origin) for origin in expected} == {
        origin: named(names) for origin, names in expected.items()
    }
    assert targets(position, "c3") == named(KING[king])


@pytest.mark.parametrize(
    ("move", "reason", "where"),
    [
        ("b6-d6", Reason.TOO_FAR, "d6"),
        ("b6-f6", Reason.TOO_FAR, "f6"),
        ("b4-d4", Reason.TOO_FAR, "d4"),
        ("b6-c7", Reason.NOT_IN_LINE, "c7"),
        ("g1-g7", Reason.TOO_FAR, "g7"),
    ],
)
def test_a_move_too_far_is_refused_with_its_reason(move: str, reason: Reason, where: str) -> None:
    position = seen(TEXT, ATTACKERS, soldier_move="step")
    refusal = position.why_not(Move.parse(move))
    assert refusal is not None
    assert (refusal.reason, str(refusal.where)) == (reason, where)


def test_a_soldier_beside_the_throne_does_not_cross_it_in_one_step() -> None:
    text = """
        .......
        .......
        .......
        ..t....
        .......
        .......
        ....K..
        """
    for landing in ("nobody", "anybody"):
        position = seen(text, ATTACKERS, soldier_move="step", throne_landing=landing)
        assert (Square.parse("d4") in targets(position, "c4")) is (landing == "anybody")
        assert Square.parse("e4") not in targets(position, "c4")


@pytest.mark.parametrize("to_move", Side)
def test_a_step_captures_as_any_move_does(to_move: Side) -> None:
    text = """
        .......
        .......
        .......
        .......
        ...Tt..
        ..t....
        .......
        """
    position = seen(text if to_move is ATTACKERS else swapped(text), to_move, soldier_move="step")
    assert position.play(Move.parse("c2-c3")).captured == (Square.parse("d3"),)


@given(crowded())
@examples(300)
def test_steps_are_the_moves_of_one_square(position: Position) -> None:
    rules = position.variant.rules
    king = position.variant.layout.board.squares_of(position.king)
    lines = _under(position, soldier_move="line", king_move="line").legal_moves()
    expected = [
        move
        for move in lines
        if (rules.king_move if move.origin in king else rules.soldier_move) == "line" or _distance(move) == 1
    ]
    assert position.legal_moves() == expected


@given(crowded())
@examples(100)
def test_what_is_no_move_is_refused(position: Position) -> None:
    """Every pair of squares of the crowd: a move, or a refusal."""
    board, legal = position.variant.layout.board, set(position.legal_moves())
    squares = list(position.pieces)
    for origin in squares:
        lines = board.lines[board.index(origin)]
        for target in [*(board.squares[place] for line in lines for place in line), *squares]:
            move = Move(origin, target)
            assert (position.why_not(move) is None) is (move in legal), str(move)


def _under(position: Position, **flags: str) -> Position:
    variant = position.variant
    return position._replace(variant=replace(variant, rules=variant.rules._replace(**flags)))  # type: ignore[arg-type]


def _distance(move: Move) -> int:
    return abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank)
