"""A game: turns in order, how it stands, and the draws that may be claimed."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from taflkit.errors import IllegalMove
from taflkit.tafl.position import Outcome, Position, Reason, Refusal, Turn
from taflkit.tafl.rules import Variant
from taflkit.tafl.squares import Move

__all__ = ["OCCURRENCES", "DrawClaim", "Game"]

OCCURRENCES = 3
"""From which occurrence of a position on a draw may be claimed."""


class DrawClaim(Enum):
    """Why a draw may be claimed. The engine reports it and does not end the game."""

    REPETITION = "repetition"
    """The position has occurred `OCCURRENCES` times with the same side to move."""
    NO_MOVE = "no-move"
    """The side to move has no legal move."""


class Game(NamedTuple):
    """A game from a position on. Playing gives a new Game.

    Attributes:
        first: the position it began with.
        turns: the turns played.
    """

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
        """How the game was won, or None while it goes on."""
        if self.turns:
            return self.turns[-1].outcome
        return Outcome.DEFENDERS_WIN if self.first.is_over else None

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
        if self.outcome is not None:
            raise IllegalMove(f"{move}: the game is over ({self.outcome.value})")
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
        if not self.position.legal_moves():
            return DrawClaim.NO_MOVE
        now = self.position
        times = sum(p == now for p in (self.first, *(turn.after for turn in self.turns)))
        return DrawClaim.REPETITION if times >= OCCURRENCES else None
