"""What the engine says of every move, and what a judge says who reads the rules' words alone."""

from __future__ import annotations

import pytest
from hypothesis import event, given

from support.crowds import crowded
from support.judge import fort_judged, linnaean_judged, moves_judged, ring_judged, rows_judged
from support.pictures.men import taken_by_throne
from support.pictures.rows import taken_in_rows
from support.sampling import examples
from taflkit.tafl import ENCIRCLED, FORTIFIED, KING_CAPTURED, KING_ESCAPED, Move, Position, Side, Turn


@pytest.mark.whole
@given(crowded())
@examples(700)
def test_every_move_counts_as_the_words_say(before: Position) -> None:
    moves = before.legal_moves()
    assert set(moves) == moves_judged(before)
    for move in moves:
        turn = before.play(move)
        hold_rows(before, move, turn)
        hold_men(before, move, turn)
        hold_ring(before, move, turn)
        hold_fort(before, move, turn)


def hold_rows(before: Position, move: Move, turn: Turn) -> None:
    """Rows fall as the words say."""
    fallen = taken_in_rows(turn)
    assert fallen == rows_judged(before, move), str(move)
    if fallen:
        event(f"{len(fallen)} fall")


def hold_men(before: Position, move: Move, turn: Turn) -> None:
    """Men fall against the throne as the words say."""
    always = before.variant.rules.occupied_throne_hostile
    judged = linnaean_judged(before, move)
    assert taken_by_throne(turn) == (set() if always else judged), str(move)
    assert judged <= set(turn.captured)


def hold_ring(before: Position, move: Move, turn: Turn) -> None:
    """A ring counts as the words say."""
    asked = before.to_move is Side.ATTACKERS and before.variant.rules.encirclement
    closed = asked and turn.outcome != KING_CAPTURED
    ring = closed and ring_judged(turn.after.pieces, before.variant.layout.size)
    assert (turn.outcome == ENCIRCLED) is ring, str(move)


def hold_fort(before: Position, move: Move, turn: Turn) -> None:
    """A fort counts as the words say."""
    asked = before.to_move is Side.DEFENDERS and before.variant.rules.exit_fort
    counts = asked and turn.outcome != KING_ESCAPED
    assert (turn.outcome == FORTIFIED) is (counts and fort_judged(turn.after)), str(move)
