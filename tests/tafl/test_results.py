"""How games end that no capture and no escape ends: no legal move, a position that comes again, and draws."""

from __future__ import annotations

import pytest

from support.boards import seen
from support.pictures.ends import (
    STUCK,
    Stuck,
    check_repetition,
    check_stuck,
    check_the_side_to_move_counts,
    left_without_a_move,
    playing,
    repeated,
)
from taflkit.errors import IllegalMove
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    DrawClaim,
    Ending,
    Game,
    Outcome,
    Reason,
    Side,
)

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


# no legal move


@pytest.mark.parametrize("stuck", STUCK, ids=lambda stuck: stuck.what)
def test_a_side_without_a_move_loses_draws_or_may_claim_a_draw(stuck: Stuck) -> None:
    check_stuck(stuck)


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


@pytest.mark.parametrize("by", Side)
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("rule", ["claim", "draw", "defenders-lose", "mover-loses"])
def test_the_position_that_comes_again(rule: str, count: int, by: Side) -> None:
    check_repetition(rule, count, by)


def test_a_claim_that_is_not_made_is_there_at_each_later_occurrence() -> None:
    games = repeated(4, DEFENDERS, repetition="claim", repetition_count=2)
    claimed = [number for number, game in enumerate(games) if game.claim is DrawClaim.REPETITION]
    # after the fourth move every position has been there before
    assert claimed == list(range(4, 13))


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    check_the_side_to_move_counts()


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
            with pytest.raises(IllegalMove, match=rf"^{move}: the game is over, {game.outcome.ending.words}$"):
                game.play(move)


def test_the_ends_that_a_move_brings_about_name_their_winners() -> None:
    assert {(outcome.ending, outcome.winner) for outcome in (KING_CAPTURED, KING_ESCAPED, ENCIRCLED, FORTIFIED)} == {
        (Ending.KING_CAPTURED, ATTACKERS),
        (Ending.KING_ESCAPED, DEFENDERS),
        (Ending.ENCIRCLEMENT, ATTACKERS),
        (Ending.EXIT_FORT, DEFENDERS),
    }
