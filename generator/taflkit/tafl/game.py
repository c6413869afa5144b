"""A game: turns in order, how it stands or ended, and the draws that may be claimed."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from taflkit.errors import IllegalMove
from taflkit.tafl.board import Move, Side
from taflkit.tafl.position import KING_ESCAPED, Ending, Outcome, Position, Reason, Refusal, Turn
from taflkit.tafl.rules import Variant


class DrawClaim(Enum):
    """Why a draw may be claimed. The engine reports it and does not end the game."""

    REPETITION = "repetition"
    """The position has occurred as often as the rules say with the same side to move."""
    NO_MOVE = "no-move"
    """The side to move has no legal move."""


class Game(NamedTuple):
    """A game from its first position on. Playing gives a new Game."""

    first: Position
    turns: tuple[Turn, ...] = ()

    @classmethod
    def start(cls, variant: Variant) -> Game:
        """Return a game at its first move."""
        return cls(Position.start(variant))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.turns[-1].after if self.turns else self.first

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on.

        A move may end it; else it ends where the side to move cannot (it loses by the Copenhagen rules), and last by
        repetition (the defenders lose by the Copenhagen rules), if the rules say so.
        """
        if self.turns and self.turns[-1].outcome:
            return self.turns[-1].outcome
        if not self.turns and self.first.is_over:
            return KING_ESCAPED
        now, rules = self.position, self.first.variant.rules
        if rules.no_legal_move != "claim" and not now.can_move:
            return Outcome(Ending.NO_MOVE, now.to_move.other if rules.no_legal_move == "loses" else None)
        if rules.repetition == "claim" or not self._is_repeated:
            return None
        winners = {"draw": None, "defenders-lose": Side.ATTACKERS, "mover-loses": now.to_move}
        return Outcome(Ending.REPETITION, winners[rules.repetition])

    @property
    def _is_repeated(self) -> bool:
        now = self.position
        times = sum(p == now for p in (self.first, *(turn.after for turn in self.turns)))
        return times >= self.first.variant.rules.repetition_count

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move of the side to move is refused, or None where it may be played."""
        if self.outcome is not None:
            return Refusal(Reason.GAME_OVER, move, move.origin)
        return self.position.why_not(move)

    def play(self, move: Move) -> Game:
        """Return the game with one more move.

        Raises:
            IllegalMove: the rules refuse the move, or the game is over.
        """
        outcome = self.outcome
        if outcome is not None:
            raise IllegalMove(f"{move}: the game is over, {outcome.ending.words}")
        return Game(self.first, (*self.turns, self.position.play(move)))

    @property
    def may_be_agreed(self) -> bool:
        """Whether both players may agree on a draw: at any time until the game is won (MacWhite's rule 13)."""
        return self.outcome is None

    @property
    def claim(self) -> DrawClaim | None:
        """The draw that may be claimed now, or None."""
        if self.outcome is not None:
            return None
        rules = self.first.variant.rules
        if rules.no_legal_move == "claim" and not self.position.can_move:
            return DrawClaim.NO_MOVE
        return DrawClaim.REPETITION if rules.repetition == "claim" and self._is_repeated else None
