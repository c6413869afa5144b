"""Counters: the pieces as round counters, each with its outline to cut along."""

from __future__ import annotations

from taflkit.drawing.shapes import Circle, Group, Layer
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import BoardLayout, Piece

__all__ = ["counter_names", "draw_counter"]

_ORDER = (Piece.KING, Piece.DEFENDER, Piece.ATTACKER)
_RIM = 0.94
"""How much of a counter's diameter its art takes, so that a cut beside the line takes none of it."""


def counter_names(layout: BoardLayout) -> tuple[str, ...]:
    """Return a name for every counter of the game, such as "king-1" and "attacker-8"."""
    return tuple(f"{piece.name.lower()}-{i}" for piece in _ORDER for i in range(1, layout.count(piece) + 1))


def draw_counter(name: str, diameter: float) -> Group:
    """Return a counter in its square slot, whose top left corner is the origin."""
    piece = Piece[name.rpartition("-")[0].upper()]
    middle = diameter / 2
    outline = Group((Circle(middle, middle, middle, "cut"),), layer=Layer.CUT)
    return Group((Group((draw_piece(piece, diameter * _RIM, middle, middle),), layer=Layer.ART), outline))
