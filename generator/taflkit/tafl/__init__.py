"""The game: board, rules, positions, games. Needs nothing but Python; it could be published alone."""

from __future__ import annotations

from taflkit.tafl.capture import CUSTODIANS, Anvil, Capture
from taflkit.tafl.game import OCCURRENCES, DrawClaim, Game
from taflkit.tafl.layout import BoardLayout, LayoutError, Piece, Side
from taflkit.tafl.notation import Record, parse_picture, parse_position, write_position, write_turn
from taflkit.tafl.position import Outcome, Position, Reason, Refusal, Turn
from taflkit.tafl.rules import Label, Origin, Rules, Surface, Variant, flag_names
from taflkit.tafl.squares import Board, Move, Square, board_of

__all__ = [
    "CUSTODIANS",
    "OCCURRENCES",
    "Anvil",
    "Board",
    "BoardLayout",
    "Capture",
    "DrawClaim",
    "Game",
    "Label",
    "LayoutError",
    "Move",
    "Origin",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "Record",
    "Refusal",
    "Rules",
    "Side",
    "Square",
    "Surface",
    "Turn",
    "Variant",
    "board_of",
    "flag_names",
    "parse_picture",
    "parse_position",
    "write_position",
    "write_turn",
]
