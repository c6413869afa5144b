"""Counters: the pieces as round counters, flat, with backs, folded over or punched out."""

from __future__ import annotations

from taflkit.drawing.curves import line
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Group, Layer, Shown, multiply, rotate, translate
from taflkit.parts.bleed import draw_round_bleed
from taflkit.parts.counters.pieces import draw_piece
from taflkit.tafl import BoardLayout, Piece

__all__ = ["counter_names", "draw_counter", "draw_folded", "piece_ground"]

_ORDER = (Piece.KING, Piece.DEFENDER, Piece.ATTACKER)
_RIM = 0.94
"""How much of a counter's diameter its art takes, so that a cut beside the line takes none of it."""
_PUNCHED_RIM = 0.9
"""The same for punched counters: a punch is aimed by eye."""


def counter_names(layout: BoardLayout) -> tuple[str, ...]:
    """Return a name for every counter of the game, such as "king-1" and "attacker-8"."""
    return tuple(f"{piece.name.lower()}-{i}" for piece in _ORDER for i in range(1, layout.count(piece) + 1))


def _piece(name: str) -> Piece:
    return Piece[name.partition("-")[0].upper()]


def piece_ground(name: str) -> str:
    """Return the role of a counter's ground, by the counter's name."""
    return f"piece.{_piece(name).name.lower()}.body"


def draw_counter(name: str, diameter: float, look: Look, punched: bool = False, bleed: float = 0.0) -> Group:
    """Return a counter in its square slot, whose top left corner is the origin.

    Args:
        name: such as "attacker-8" or "attacker-8-2" of a second set.
        diameter: mm; the outline has exactly this.
        look: the theme's ornament.
        punched: whether the outline is for a punch to be aimed at, and no scissors' line.
        bleed: how far the piece's ground runs on beyond the outline, in mm.
    """
    art = _ground(name, diameter, look, bleed), _piece_on(name, diameter, look, _PUNCHED_RIM if punched else _RIM)
    return Group((Group(art, layer=Layer.ART), _outline(diameter)))


def _ground(name: str, diameter: float, look: Look, bleed: float) -> Shown:
    """The colour of a piece's disc, from its middle to its cut and on beyond it."""
    ground = look.store.of(_disc, piece_ground(name), diameter / 2, bleed)
    return Shown(ground, translate(diameter / 2, diameter / 2))


def _disc(role: str, radius: float, bleed: float) -> Form:
    return Form(draw_round_bleed(Circle(0.0, 0.0, radius, role), bleed))


def _piece_on(name: str, diameter: float, look: Look, rim: float) -> Shown:
    """A piece on its ground, which takes so much of its diameter."""
    return draw_piece(_piece(name), diameter * rim, look, diameter / 2, diameter / 2)


def _outline(diameter: float) -> Group:
    middle = diameter / 2
    return Group((Circle(middle, middle, middle, "cut"),), layer=Layer.CUT)


def draw_folded(name: str, diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a counter and its back head to head, to be folded on the line between them and cut out as one.

    The grounds of the two, which run on beyond the outlines by the bleed in mm, meet across the fold.
    """
    turn = multiply(translate(diameter, 2 * diameter), rotate(180))
    ground, piece = _ground(name, diameter, look, bleed), _piece_on(name, diameter, look, _RIM)
    outline = _outline(diameter)
    front = Group((Group((ground, Group((ground,), turn), piece), layer=Layer.ART), outline))
    back = Group((Group((piece,), layer=Layer.ART), outline), turn)
    fold = Group((line((0, diameter), (diameter, diameter), "fold"),), layer=Layer.FOLD)
    return Group((front, back, fold))
