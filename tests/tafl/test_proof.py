"""Forced wins, with their moves, refutations and trees, as a plain search finds them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from support.crowds import crowded
from support.proofs import check_proof, coming_again
from support.sampling import examples
from support.shipped import catalog
from support.suites import shipped_variant
from support.variants import any_games
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Piece, Position, Side, Variant, parse_position, proof

LARGEST_PLAYED = 7
"""The squares along a side of the largest board on which the plain search is fast enough for all pieces."""
RULESETS = [(name, ruleset) for name in catalog().game_names() for ruleset in catalog().game(name).ruleset_names]


def scattered(variant: Variant, chance: random.Random, most: int) -> Position:
    """Few pieces anywhere, the king among them, in a game that goes on."""
    masks, squares = variant.masks, variant.layout.board.squares
    free = [square for square in squares if not variant.layout.board.bit(square) & masks.soldier.barred]
    attackers, defenders = chance.randint(1, most), chance.randint(0, most // 2)
    places = chance.sample(free, attackers + defenders)
    pieces = dict.fromkeys(places[:attackers], Piece.ATTACKER) | dict.fromkeys(places[attackers:], Piece.DEFENDER)
    # near his soldiers something happens
    near = [square for square in squares if square not in pieces and not variant.layout.board.bit(square) & masks.goal]
    pieces[chance.choice(near)] = Piece.KING
    return Position.of(variant, pieces, chance.choice(list(Side)))


def played(variant: Variant, chance: random.Random) -> Position:
    """A position of a game played at random."""
    position = Position.start(variant)
    for _ in range(chance.randint(0, 40)):
        moves = position.legal_moves()
        turn = position.play(chance.choice(moves)) if moves else None
        if turn is None or turn.outcome:
            break
        position = turn.after
    return position


def positions_of(game: str, ruleset: str, seed: str, number: int) -> Iterator[Position]:
    """Positions of a ruleset that go on, one in three played, fewer pieces on larger boards."""
    variant, chance = shipped_variant(game, ruleset), random.Random(f"{game} {ruleset} {seed}")  # noqa: S311
    size = variant.layout.size
    for count in range(number):
        if count % 3 < 2 or size > LARGEST_PLAYED:
            yield scattered(variant, chance, 5 if size <= LARGEST_PLAYED else 2)
        else:
            yield played(variant, chance)


def check_all(game: str, ruleset: str, seed: str, number: int) -> int:
    return sum(
        check_proof(position, plies) for position in positions_of(game, ruleset, seed, number) for plies in (1, 3)
    )


@pytest.mark.parametrize(("game", "ruleset"), RULESETS[::7])
def test_the_judge_agrees_under_the_rulesets(game: str, ruleset: str) -> None:
    check_all(game, ruleset, "quick", 3 if shipped_variant(game, ruleset).layout.size <= LARGEST_PLAYED else 1)


@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_the_judge_agrees_under_the_rulesets_whole(game: str, ruleset: str) -> None:
    assert check_all(game, ruleset, "whole", 40 if shipped_variant(game, ruleset).layout.size < 11 else 12) > 1


@given(crowded(), st.sampled_from((1, 3)))
@examples(60)
def test_the_judge_agrees_under_any_rules(position: Position, plies: int) -> None:
    assume(not position.is_over and len(position.legal_moves()) < 60)
    event(f"won in {plies}: {check_proof(position, plies)}")


@st.composite
def tight(draw: st.DrawFn) -> Position:
    """A few pieces on five by five squares under any rules, where a side may lose by its lack of moves."""
    variant = draw(any_games((5,)))
    variant = replace(variant, rules=variant.rules._replace(no_legal_move="loses"))
    squares = [square for square in variant.layout.board.squares if square not in variant.layout.corners]
    letters = draw(st.text("..ttT", min_size=len(squares), max_size=len(squares)))
    pieces = {square: Piece(letter) for square, letter in zip(squares, letters, strict=True) if letter != "."}
    pieces[draw(st.sampled_from(squares))] = Piece.KING
    return Position.of(variant, pieces, draw(st.sampled_from(Side)))


@given(tight() | crowded())
@examples(3000)
def test_who_leaves_the_other_without_a_move_is_looked_at(position: Position) -> None:
    turns = [position.play(move) for move in position.legal_moves()]
    if any(turn.outcome is None and not turn.after.legal_moves() for turn in turns):
        event("blocked")
        assert proof._can_be_blocked(position)


@given(tight())
@examples(60)
def test_the_judge_agrees_where_no_move_is_a_loss(position: Position) -> None:
    assume(not position.is_over)
    check_proof(position, 3)


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("rule", ["claim", "draw", "defenders-lose", "mover-loses"])
def test_a_position_that_comes_again(rule: str, side: Side) -> None:
    """Five plies are enough for a second occurrence, and what it means is the rule's."""
    check_proof(coming_again(rule, side), 5)


WALKER = shipped_variant("brandub", "walker")
WON_IN_THREE = parse_position(WALKER, "/7/t2tt2/7/7/7/1K3T1/3t3/ defenders")


def test_an_even_number_of_plies_is_the_odd_one_below() -> None:
    prover = proof.Prover(WALKER)
    assert [prover.wins(WON_IN_THREE, plies) for plies in (1, 2, 3, 4)] == [False, False, True, True]
    key = Move.parse("b6-b1")
    assert prover.winning_moves(WON_IN_THREE, 4) == (key,)
    assert prover.tree(WON_IN_THREE, key, 4) == prover.tree(WON_IN_THREE, key, 3)


def test_in_one_ply_every_reply_refutes_what_does_not_win_at_once() -> None:
    move = Move.parse("b6-b7")
    replies = WON_IN_THREE.play(move).after.legal_moves()
    assert proof.Prover(WALKER).refutations(WON_IN_THREE, move, 1) == tuple(replies)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (lambda prover: prover.wins(WON_IN_THREE, 0), "a win takes 1 ply at least, not 0"),
        (lambda prover: prover.winning_moves(WON_IN_THREE, -3), "a win takes 1 ply at least, not -3"),
        (
            lambda prover: prover.wins(Position.start(shipped_variant("tablut", "smith")), 3),
            "the position is one of smith, not of walker",
        ),
        (lambda prover: prover.forces(WON_IN_THREE, Move.parse("a1-a2"), 3), "a1-a2: no-piece a1"),
        (lambda prover: prover.refutations(WON_IN_THREE, Move.parse("b6-c7"), 3), "b6-c7: not-in-line c7"),
        (
            lambda prover: prover.tree(WON_IN_THREE, Move.parse("b6-b7"), 3),
            "b6-b7 does not win in 3 plies against every reply",
        ),
    ],
)
def test_a_question_without_an_answer_is_refused(question: Callable[[proof.Prover], object], why: str) -> None:
    with pytest.raises(TaflkitError, match=f"^{why}$"):
        question(proof.Prover(WALKER))
