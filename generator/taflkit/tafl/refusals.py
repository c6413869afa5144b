"""Why the rules refuse a move."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from taflkit.tafl.squares import Move, Square

__all__ = ["Reason", "Refusal"]


class Reason(Enum):
    """Why a move is refused, by the name that figure scripts use."""

    GAME_OVER = "game-over"
    OFF_BOARD = "off-board"
    NO_PIECE = "no-piece"
    NOT_YOURS = "not-yours"
    STAYS = "stays"
    NOT_IN_LINE = "not-in-line"
    TOO_FAR = "too-far"
    BLOCKED = "blocked"
    CORNER = "corner"
    THRONE = "throne"
    CROSSING = "crossing"


class Refusal(NamedTuple):
    """Why a move is refused.

    Attributes:
        where: the square at fault.
    """

    reason: Reason
    move: Move
    where: Square

    def __str__(self) -> str:
        return f"{self.move}: {self.reason.value} {self.where}"
