"""The last ply counted by masks against the same moves played one by one."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import ROOT
from support.boards import board
from support.crowds import BOARDS, crowded, rules
from support.sampling import examples, sampled, spread
from support.suites import FAMILY, positioned
from support.variants import SIZES, VARIANTS, positions, variant
from taflkit.figures import typed_values
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    Piece,
    Position,
    Rule,
    Side,
    Variant,
    flag_names,
    parse_position,
)
from taflkit.tafl.counts import Case, Counts, parse_suite, perft

FILE = ROOT / "tests" / "data" / "brandub.perft"
SUITE = parse_suite(FILE.read_text(encoding="utf-8"), FILE.name)
WITHOUT_WHOLE = 24


def played(position: Position) -> Counts:
    """The moves of a position, played one by one."""
    turns = [position.play(move) for move in position.legal_moves()]
    winners = [turn.outcome.winner for turn in turns if turn.outcome]
    return Counts(len(turns), *map(winners.count, Side), sum(len(turn.captures) for turn in turns))


def tree(position: Position, depth: int) -> Counts:
    """Count by playing every move, the last ply too."""
    if depth == 1:
        return played(position)
    turns = [position.play(move) for move in position.legal_moves()]
    return sum((tree(turn.after, depth - 1) for turn in turns if turn.outcome is None), Counts())


@pytest.mark.whole
@pytest.mark.parametrize("name", sampled(tuple(VARIANTS), 2))
def test_the_positions_of_the_suite_are_counted_as_they_are_played(name: str) -> None:
    for case in SUITE:
        position = parse_position(VARIANTS[name], case.position)
        for side in Side:
            assert perft(position.with_to_move(side), 2) == tree(position.with_to_move(side), 2)


@pytest.mark.parametrize("size", sampled(SIZES, 4))
def test_the_first_two_plies_of_every_size(size: int) -> None:
    start = Position.start(variant("walker", size))
    assert perft(start, 2) == tree(start, 2)


@given(positions())
@examples(300)
def test_a_position_is_counted_as_it_is_played(position: Position) -> None:
    assert perft(position, 1) == played(position)


@pytest.mark.parametrize("case", sampled(spread(FAMILY, 7), WITHOUT_WHOLE), ids=lambda case: case.name)
def test_the_positions_of_the_family_are_counted_as_they_are_played(case: Case) -> None:
    position = positioned(case)
    for depth in (1, 2):
        assert tree(position, depth) == case.expected[depth] == perft(position, depth)
    other = position.with_to_move(position.to_move.other)
    assert tree(other, 1) == perft(other, 1)


@st.composite
def under_any_rules(draw: st.DrawFn) -> Position:
    """A position under any values of the flags on any board, crowded round the throne, an edge or a corner."""
    layout = board(*draw(st.sampled_from(BOARDS)))
    kinds = st.sampled_from((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))
    pieces = draw(st.dictionaries(st.sampled_from(layout.board.squares), kinds, max_size=14))
    king = draw(st.one_of(st.none(), st.just(layout.throne), st.sampled_from(layout.board.squares)))
    if king is not None:
        pieces[king] = Piece.KING
    return Position.of(Variant("any", "any", layout, draw(rules()), {}), pieces, draw(st.sampled_from(Side)))


@given(under_any_rules())
@examples(1000)
def test_any_position_under_any_rules_is_counted_as_it_is_played(position: Position) -> None:
    assert perft(position, 1) == played(position)


@given(crowded())
@examples(1000)
def test_any_position_of_rows_rings_and_forts_is_counted_as_it_is_played(position: Position) -> None:
    for side in Side:
        there = position.with_to_move(side)
        assert perft(there, 1) == played(there)


@pytest.mark.whole
def test_the_positions_that_are_drawn_have_everything_in_them() -> None:
    """Every value of every flag, every board, and every kind of capture and of end that a move brings about."""
    found: set[object] = set()

    @given(crowded())
    @settings(max_examples=250, derandomize=True, database=None)
    def collect(position: Position) -> None:
        layout, flags = position.variant.layout, position.variant.rules
        found.update((flag, getattr(flags, flag)) for flag in flag_names())
        found.add((layout.size, len(layout.corners)))
        for turn in map(position.play, position.legal_moves()):
            found.update(capture.rule for capture in turn.captures)
            found.add(turn.outcome)

    collect()
    assert found >= {(flag, value) for flag in flag_names() for value in typed_values(flag)}
    assert found >= {(size, len(board(size, corners).corners)) for size, corners in BOARDS}
    assert found >= set(get_args(Rule))
    assert found >= {None, KING_CAPTURED, KING_ESCAPED, ENCIRCLED, FORTIFIED}
