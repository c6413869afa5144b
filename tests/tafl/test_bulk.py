"""The last ply counted by masks against the same moves played one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support import ROOT
from support.sampling import examples, sampled
from support.variants import SIZES, VARIANTS, boards, positions, variant
from taflkit.figures import typed_values
from taflkit.tafl import (
    Piece,
    Position,
    Rules,
    Side,
    Variant,
    flag_names,
    parse_position,
)
from taflkit.tafl.bulk import Leaves, count_leaves
from taflkit.tafl.perft import Counts, parse_suite, perft

FILE = ROOT / "tests" / "data" / "brandub.perft"
SUITE = parse_suite(FILE.read_text(encoding="utf-8"), FILE.name)


def played(position: Position) -> Leaves:
    """The moves of a position, played one by one."""
    turns = [position.play(move) for move in position.legal_moves()]
    winners = [turn.outcome.winner for turn in turns if turn.outcome]
    return Leaves(len(turns), *map(winners.count, Side), sum(len(turn.captures) for turn in turns))


def tree(position: Position, depth: int) -> Counts:
    """Count by playing every move, the last ply too."""
    if depth == 1:
        return Counts(*played(position))
    turns = [position.play(move) for move in position.legal_moves()]
    return sum((tree(turn.after, depth - 1) for turn in turns if turn.outcome is None), Counts())


@pytest.mark.parametrize("name", sampled(tuple(VARIANTS), 2))
def test_the_positions_of_the_suite_are_counted_as_they_are_played(name: str) -> None:
    for case in SUITE:
        position = parse_position(VARIANTS[name], case.position)
        for side in Side:
            assert perft(position.with_to_move(side), 2) == tree(position.with_to_move(side), 2)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_two_plies_of_every_size(size: int) -> None:
    start = Position.start(variant("walker", size))
    assert perft(start, 2) == tree(start, 2)


@given(positions())
@examples(300)
def test_a_position_is_counted_as_it_is_played(position: Position) -> None:
    assert count_leaves(position) == played(position)


@st.composite
def under_any_rules(draw: st.DrawFn) -> Position:
    """A position under any values of the flags, crowded round the throne, an edge or a corner."""
    flags = {flag: draw(st.sampled_from(typed_values(flag))) for flag in flag_names()}
    layout = draw(st.sampled_from(boards(draw(st.sampled_from(SIZES[:3])))))
    there = Variant("any", "any", layout, Rules(**flags), {})  # type: ignore[arg-type]
    kinds = st.sampled_from((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))
    pieces = draw(st.dictionaries(st.sampled_from(layout.board.squares), kinds, max_size=14))
    king = draw(st.one_of(st.none(), st.just(layout.throne), st.sampled_from(layout.board.squares)))
    if king is not None:
        pieces[king] = Piece.KING
    return Position.of(there, pieces, draw(st.sampled_from(Side)))


@given(under_any_rules())
@examples(1000)
def test_any_position_under_any_rules_is_counted_as_it_is_played(position: Position) -> None:
    assert count_leaves(position) == played(position)
