"""The game: board, rules, positions, games. Needs nothing but Python; it could be published alone."""

from __future__ import annotations

from taflkit.tafl.board import CORNERS, Board, BoardLayout, LayoutError, Move, Piece, Side, Square, board_of
from taflkit.tafl.capture import CUSTODIANS, SHORTEST_ROW, Anvil, Capture, Rule
from taflkit.tafl.game import DrawClaim, Game
from taflkit.tafl.position import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    Ending,
    Outcome,
    Position,
    Reason,
    Refusal,
    Turn,
)
from taflkit.tafl.records import Record, parse_picture, parse_position, write_position, write_turn
from taflkit.tafl.rules import Label, Origin, Rules, Surface, Variant, flag_names

__all__ = [
    "CORNERS",
    "CUSTODIANS",
    "ENCIRCLED",
    "FORTIFIED",
    "KING_CAPTURED",
    "KING_ESCAPED",
    "SHORTEST_ROW",
    "Anvil",
    "Board",
    "BoardLayout",
    "Capture",
    "DrawClaim",
    "Ending",
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
    "Rule",
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
