"""The pieces of figures: small counters with their devices, or plain discs where a device could not be made out."""

from __future__ import annotations

from taflkit.drawing.curves import Point, circle_segments
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Path, Shape, Shown, translate
from taflkit.parts.counters.pieces import draw_piece
from taflkit.tafl import Piece

__all__ = ["FINE", "draw_figure_piece"]

FINE = 3.0
"""On squares of fewer mm than this a figure's pieces are plain discs."""
_INSIDE = 0.12
"""How far inside a plain disc the line round it runs, in mm."""
_RINGS = {Piece.DEFENDER: (0.94, 0.6), Piece.KING: (0.97, 0.76)}
"""The outer and the inner edge of the ring on a plain disc, in parts of its radius; attackers have none."""
_FULL = 0.94
"""The radius of an attacker's plain disc, in parts of the piece's radius."""
_DOT = 0.46
"""The king's dot on a plain disc, in parts of its radius."""


def draw_figure_piece(
    piece: Piece, diameter: float, look: Look, at: Point, *, fine: bool = False, scaled: float = 1.0
) -> Shown:
    """Return a piece of a figure.

    Args:
        piece: which.
        diameter: in mm.
        look: the game's devices, and the theme's ornament.
        at: its middle.
        fine: whether it is a plain disc: full for attackers, a heavy ring for defenders, a ring and a dot for the king.
        scaled: how much larger or smaller the figure is printed than it is drawn.
    """
    if not fine:
        return draw_piece(piece, diameter, look, *at, scaled)
    # its line is as wide at every size: a finer one could not be printed
    return Shown(look.store.of(_plain, piece, round(diameter / 2, 2)), translate(*at))


def _plain(piece: Piece, r: float) -> Form:
    """Return a plain disc of a radius in mm."""
    role = f"piece.{piece.name.lower()}"
    shapes: list[Shape] = [Circle(0, 0, r - _INSIDE, f"{role}.body.small")]
    outer, inner = _RINGS.get(piece, (_FULL, 0.0))
    mark = circle_segments((0, 0), outer * r)
    if inner:
        mark += circle_segments((0, 0), inner * r)
    shapes.append(Path.of(mark, f"{role}.disc"))
    if piece is Piece.KING:
        shapes.append(Path.of(circle_segments((0, 0), _DOT * r), f"{role}.disc"))
    return Form(tuple(shapes))
