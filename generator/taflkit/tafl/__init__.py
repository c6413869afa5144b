"""The game: board, rules, positions, games, move trees, proofs and puzzles. Needs nothing but Python.

It could be published alone. The names below are public, and docs/engine.md describes them; all modules are private.
"""

from __future__ import annotations

from taflkit.errors import IllegalMove, TaflkitError
from taflkit.tafl.board import Board, BoardLayout, LayoutError, Move, Piece, Side, Square
from taflkit.tafl.capture import Anvil, Capture, Rule
from taflkit.tafl.counts import Counts, divide, perft
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
from taflkit.tafl.proof import Prover, Tree
from taflkit.tafl.puzzles import Difficulty, Puzzle, Sought, find_puzzles, main_line
from taflkit.tafl.records import (
    GameRecord,
    Record,
    parse_game,
    parse_picture,
    parse_position,
    replay,
    write_position,
    write_turn,
)
from taflkit.tafl.rules import Label, Origin, Rules, Surface, Variant, flag_names
from taflkit.tafl.stated_rules import Stated, parse_rules, write_rules

__all__ = [
    "ENCIRCLED",
    "FORTIFIED",
    "KING_CAPTURED",
    "KING_ESCAPED",
    "Anvil",
    "Board",
    "BoardLayout",
    "Capture",
    "Counts",
    "Difficulty",
    "DrawClaim",
    "Ending",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Label",
    "LayoutError",
    "Move",
    "Origin",
    "Outcome",
    "Piece",
    "Position",
    "Prover",
    "Puzzle",
    "Reason",
    "Record",
    "Refusal",
    "Rule",
    "Rules",
    "Side",
    "Sought",
    "Square",
    "Stated",
    "Surface",
    "TaflkitError",
    "Tree",
    "Turn",
    "Variant",
    "divide",
    "find_puzzles",
    "flag_names",
    "main_line",
    "parse_game",
    "parse_picture",
    "parse_position",
    "parse_rules",
    "perft",
    "replay",
    "write_position",
    "write_rules",
    "write_turn",
]
