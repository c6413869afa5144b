"""Games that no move ends by itself: a side without a legal move, and a position that comes again."""

from __future__ import annotations

from typing import NamedTuple

from support.boards import seen
from support.pictures.reading import read_cases
from support.variants import variant
from taflkit.tafl import DrawClaim, Ending, Game, Move, Outcome, Side

__all__ = [
    "STUCK",
    "Stuck",
    "check_repetition",
    "check_stuck",
    "check_the_side_to_move_counts",
    "left_without_a_move",
    "playing",
    "repeated",
]

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


def playing(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(Move.parse(move))
    return game


class Stuck(NamedTuple):
    """A move after which the other side has none."""

    what: str
    winner: Side
    move: str
    text: str


STUCK = read_cases("stuck", Stuck)


def left_without_a_move(stuck: Stuck, **flags: str | bool | int) -> Game:
    game = Game(seen(stuck.text, stuck.winner, king_at_edge="never", **flags))
    assert game.outcome is None
    return playing(game, stuck.move)


def check_stuck(stuck: Stuck) -> None:
    """How the game stands under each value of the flag."""
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


def check_repetition(rule: str, count: int, by: Side) -> None:
    """How the game stands when a position is there so many times under a value of the flag, and before."""
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


def check_the_side_to_move_counts() -> None:
    """The same pieces with the other side to move are another position."""
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
