"""Encirclement: the attackers win when no enemy is on the edge or could come to it, in every clause of the rule."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.boards import seen
from support.crowds import crowded
from support.judge import ring_judged
from support.pictures.wins import RINGS, Win, check_ring
from support.sampling import examples
from taflkit.tafl import ENCIRCLED, KING_CAPTURED, Move, Position, Side
from taflkit.tafl.position import way_out

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


@pytest.mark.parametrize("ring", RINGS, ids=lambda ring: ring.what)
def test_who_is_encircled(ring: Win) -> None:
    check_ring(ring)


def test_a_ring_that_counts_may_be_one_that_could_be_broken() -> None:
    (ring,) = (ring for ring in RINGS if ring.what == "the ring could be broken by the next move")
    after = seen(ring.text, ATTACKERS, encirclement=True).play(Move.parse(ring.move)).after
    broken = after.play(Move.parse("f6-e6"))
    assert [str(square) for square in broken.captured] == ["d6"]
    assert not ring_judged(broken.after.pieces, after.variant.layout.size)


def test_a_move_of_the_kings_side_never_encircles() -> None:
    (ring,) = (ring for ring in RINGS if ring.what == "the ring was closed before this move")
    before = seen(ring.text, DEFENDERS, encirclement=True)
    assert [before.play(move).outcome for move in before.legal_moves()] == [None] * len(before.legal_moves())
    assert before.legal_moves()


def test_the_kings_capture_comes_before_the_ring() -> None:
    text = """
        .........
        ....t....
        ...t.t...
        ..tK..t..
        ..t..Tt..
        ...ttt...
        ....t....
        .........
        .........
        """
    turn = seen(text, ATTACKERS, encirclement=True).play(Move.parse("e4-e6"))
    assert turn.outcome == KING_CAPTURED
    free = seen(text, ATTACKERS, encirclement=True, king_elsewhere="surround").play(Move.parse("e4-e6"))
    assert free.outcome == ENCIRCLED


@given(crowded())
@examples(300)
def test_whoever_shuts_the_enemies_in_stands_on_the_way_that_is_found(position: Position) -> None:
    """It is empty, it joins an enemy to the edge, and it is there whenever one off the edge could come to it."""
    board, inside = position.variant.layout.board, position.defenders | position.king
    way = way_out(board, position.attackers, inside)
    assert not way & position.occupied
    if inside and not inside & board.edge:
        king = position.king or inside & -inside
        pieces = position._replace(king=king, defenders=inside ^ king).pieces
        assert bool(way) is not ring_judged(pieces, board.size)
    if way:
        assert way & board.neighbours(inside)
        assert way & board.edge
        assert board.joined(way & -way, way) == way
