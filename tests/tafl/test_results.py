"""How games end that no capture and no escape ends: no legal move, a position that comes again, and draws."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from support.boards import seen
from support.variants import variant
from taflkit.errors import IllegalMove
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    DrawClaim,
    Ending,
    Game,
    Move,
    Outcome,
    Reason,
    Side,
)

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


def playing(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(Move.parse(move))
    return game


# no legal move


class Stuck(NamedTuple):
    """A move after which the other side has none."""

    what: str
    winner: Side
    move: str
    text: str


STUCK = [
    Stuck(
        "the king is shut in and has no men",
        ATTACKERS,
        "a2-a3",
        """
        .......
        .......
        t......
        Kt.....
        .......
        t......
        .......
        """,
    ),
    Stuck(
        "the king and his man are shut in",
        ATTACKERS,
        "d7-d6",
        """
        ...t...
        .......
        ..tTt..
        ..tKt..
        ...t...
        .......
        .......
        """,
    ),
    Stuck(
        "the last attacker is shut in",
        DEFENDERS,
        "c4-b4",
        """
        .......
        .......
        T......
        t.T....
        T......
        .......
        ....K..
        """,
    ),
    Stuck(
        "the last attacker is taken",
        DEFENDERS,
        "c2-c3",
        """
        .......
        .......
        .......
        .......
        Tt.....
        ..T....
        ....K..
        """,
    ),
]


def left_without_a_move(stuck: Stuck, **flags: str | bool | int) -> Game:
    game = Game(seen(stuck.text, stuck.winner, king_at_edge="never", **flags))
    assert game.outcome is None
    return playing(game, stuck.move)


@pytest.mark.parametrize("stuck", STUCK, ids=lambda stuck: stuck.what)
def test_a_side_without_a_move_loses_draws_or_may_claim_a_draw(stuck: Stuck) -> None:
    for rule, outcome, claim in (
        ("claim", None, DrawClaim.NO_MOVE),
        ("draw", Outcome(Ending.NO_MOVE, None), None),
        ("loses", Outcome(Ending.NO_MOVE, stuck.winner), None),
    ):
        game = left_without_a_move(stuck, no_legal_move=rule)
        assert game.position.legal_moves() == []
        assert game.position.to_move is stuck.winner.other
        assert (game.outcome, game.claim) == (outcome, claim), rule
        assert game.may_be_agreed is (outcome is None)
        assert game.turns[-1].outcome is None  # the move itself ends nothing


@pytest.mark.parametrize("stuck", STUCK, ids=lambda stuck: stuck.what)
def test_a_position_without_a_move_is_an_end_without_any_turn_before(stuck: Stuck) -> None:
    stands = left_without_a_move(stuck, no_legal_move="loses").position
    assert Game(stands).outcome == Outcome(Ending.NO_MOVE, stuck.winner)


def test_a_side_that_has_a_move_goes_on() -> None:
    for rule in ("claim", "draw", "loses"):
        text = STUCK[0].text.replace("Kt.....", "K.t....")
        game = playing(Game(seen(text, ATTACKERS, king_at_edge="never", no_legal_move=rule)), "a2-a3")
        assert (game.outcome, game.claim) == (None, None)
        assert [str(move) for move in game.position.legal_moves()] == ["a4-b4"]


def test_what_a_move_ends_comes_before_the_lack_of_a_move() -> None:
    captured = STUCK[0]
    game = playing(Game(seen(captured.text, ATTACKERS, king_at_edge="two", no_legal_move="loses")), captured.move)
    assert game.outcome == KING_CAPTURED
    assert left_without_a_move(STUCK[1], no_legal_move="loses", encirclement=True).outcome == ENCIRCLED
    assert left_without_a_move(STUCK[3], no_legal_move="loses", exit_fort=True).outcome == FORTIFIED
    game = playing(Game(seen(STUCK[3].text, DEFENDERS, no_legal_move="loses", exit_fort=True)), "e1-g1")
    assert game.outcome == KING_ESCAPED


# repetition

CYCLE = "d7-c7 c4-c3 c7-d7 c3-c4"
"""Two moves there and back of an attacker and a defender of the opening cross of seven by seven squares."""


def repeated(times: int, by: Side, **flags: str | bool | int) -> list[Game]:
    """The games after each move until a position has been there so many times, the last time by a side's move."""
    moves = CYCLE.split() * (times - 1)
    if by is ATTACKERS:
        # after another move of theirs the defenders begin
        moves = ["d2-f2", *(["c4-c3", "d7-c7", "c3-c4", "c7-d7"] * (times - 1))]
    games = [Game.start(variant("walker", 7, **flags))]  # type: ignore[arg-type]
    for move in moves:
        games.append(playing(games[-1], move))
    return games


@pytest.mark.parametrize("by", Side)
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("rule", ["claim", "draw", "defenders-lose", "mover-loses"])
def test_the_position_that_comes_again(rule: str, count: int, by: Side) -> None:
    *going, ended = repeated(count, by, repetition=rule, repetition_count=count)
    assert {(game.outcome, game.claim) for game in going} == {(None, None)}
    winner = {"draw": None, "defenders-lose": ATTACKERS, "mover-loses": by.other}
    if rule == "claim":
        assert (ended.outcome, ended.claim) == (None, DrawClaim.REPETITION)
    else:
        assert (ended.outcome, ended.claim) == (Outcome(Ending.REPETITION, winner[rule]), None)
    same = [game for game in (*going, ended) if game.position == ended.position]
    assert len(same) == count
    assert ended.position.to_move is by.other
    assert ended.turns[-1].outcome is None


def test_a_claim_that_is_not_made_is_there_at_each_later_occurrence() -> None:
    games = repeated(4, DEFENDERS, repetition="claim", repetition_count=2)
    claimed = [number for number, game in enumerate(games) if game.claim is DrawClaim.REPETITION]
    # after the fourth move every position has been there before
    assert claimed == list(range(4, 13))


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    text = """
        .......
        .t.....
        .......
        ...K...
        .......
        ....T..
        .......
        """
    game = Game(seen(text, ATTACKERS, repetition="draw", repetition_count=2))
    # the attacker goes round a triangle, so that the pieces stand as at first with the defenders to move
    game = playing(game, "b6-c6 e2-f2 c6-a6 f2-e2 a6-b6")
    assert game.position.pieces == game.first.pieces
    assert game.outcome is None


def test_a_game_in_which_the_king_stands_on_his_goal_is_won_before_the_first_move() -> None:
    text = """
        K......
        .......
        .......
        .......
        .......
        ....T..
        ...t...
        """
    game = Game(seen(text, ATTACKERS, repetition="draw", repetition_count=2))
    assert game.outcome == KING_ESCAPED


# games that are over


@pytest.mark.parametrize(
    ("ended", "why"),
    [
        (lambda: left_without_a_move(STUCK[1], no_legal_move="draw"), "no-move"),
        (lambda: left_without_a_move(STUCK[2], no_legal_move="loses"), "no-move"),
        (lambda: left_without_a_move(STUCK[1], encirclement=True), "encirclement"),
        (lambda: left_without_a_move(STUCK[3], exit_fort=True), "exit-fort"),
        (lambda: repeated(3, DEFENDERS, repetition="draw")[-1], "repetition"),
        (lambda: repeated(2, ATTACKERS, repetition="mover-loses", repetition_count=2)[-1], "repetition"),
    ],
)
def test_a_game_that_is_over_refuses_every_move_and_says_why(ended: object, why: str) -> None:
    game: Game = ended()  # type: ignore[operator]
    assert game.outcome is not None
    assert game.outcome.ending.value == why
    assert game.claim is None
    assert not game.may_be_agreed
    for side in Side:
        for move in game.position.with_to_move(side).legal_moves()[:3]:
            refusal = game.why_not(move)
            assert refusal is not None
            assert refusal.reason is Reason.GAME_OVER
            with pytest.raises(IllegalMove, match=rf"^{move}: the game is over \({why}\)$"):
                game.play(move)


def test_the_ends_that_a_move_brings_about_name_their_winners() -> None:
    assert {(outcome.ending, outcome.winner) for outcome in (KING_CAPTURED, KING_ESCAPED, ENCIRCLED, FORTIFIED)} == {
        (Ending.KING_CAPTURED, ATTACKERS),
        (Ending.KING_ESCAPED, DEFENDERS),
        (Ending.ENCIRCLEMENT, ATTACKERS),
        (Ending.EXIT_FORT, DEFENDERS),
    }
