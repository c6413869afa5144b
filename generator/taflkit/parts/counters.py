"""Counters: the pieces as round counters, flat, with backs, folded over, punched out, or the king standing up."""

from __future__ import annotations

from taflkit.drawing.curves import line
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Group, Layer, Rect, Shape, Shown, multiply, rotate, translate
from taflkit.parts.bleed import FAR, draw_round_bleed, grown, run_on
from taflkit.parts.pieces import draw_piece
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import BoardLayout, Piece

__all__ = ["counter_names", "draw_counter", "draw_folded", "draw_standee", "piece_ground"]

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
    return Group((_ground(name, diameter, look, bleed), _face(name, diameter, look, punched)))


def _ground(name: str, diameter: float, look: Look, bleed: float) -> Group:
    """The colour of a piece's disc, from its middle to its cut and on beyond it."""
    ground = look.store.of(_disc, piece_ground(name), diameter / 2, bleed)
    return Group((Shown(ground, translate(diameter / 2, diameter / 2)),), layer=Layer.ART)


def _disc(role: str, radius: float, bleed: float) -> Form:
    return Form(draw_round_bleed(Circle(0.0, 0.0, radius, role), bleed))


def _face(name: str, diameter: float, look: Look, punched: bool = False) -> Group:
    """A piece in its outline, on its ground."""
    middle = diameter / 2
    outline = Group((Circle(middle, middle, middle, "cut"),), layer=Layer.CUT)
    rim = _PUNCHED_RIM if punched else _RIM
    art = draw_piece(_piece(name), diameter * rim, look, middle, middle)
    return Group((Group((art,), layer=Layer.ART), outline))


def draw_folded(name: str, diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a counter and its back head to head, to be folded on the line between them and cut out as one.

    The grounds of the two, which run on beyond the outlines by the bleed in mm, meet across the fold.
    """
    turn = multiply(translate(diameter, 2 * diameter), rotate(180))
    ground = _ground(name, diameter, look, bleed)
    face = _face(name, diameter, look)
    front = Group((ground, Group((ground,), turn), face))
    back = Group((face,), turn)
    fold = Group((line((0, diameter), (diameter, diameter), "fold"),), layer=Layer.FOLD)
    return Group((front, back, fold))


def draw_standee(diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a standing king: two faces head to head, to be folded together, with feet to be folded out.

    Args:
        diameter: of the counters, in mm; the standee is 0.9 as wide.
        look: the theme's ornament.
        bleed: how far its grounds run on beyond the outline, in mm.
    """
    width, face, foot = (part * diameter for part in (STANDEE_WIDTH, STANDEE_FACE, STANDEE_FOOT))
    height = 2 * (face + foot)
    middle = height / 2
    lines = (foot, middle, middle + face)
    folds = Group(tuple(line((0, y), (width, y), "fold") for y in lines), layer=Layer.FOLD)
    outline = Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)
    size = width * 0.86
    # the upper face is upside down: it is the back of the lower one once they are folded together
    lower = draw_piece(Piece.KING, size, look, width / 2, middle + face * 0.5)
    upper = Group(
        (draw_piece(Piece.KING, size, look),), multiply(translate(width / 2, middle - face * 0.5), rotate(180))
    )
    faces = Rect(0, foot, width, 2 * face, "card.ground")
    upper_foot, lower_foot = Rect(0, 0, width, foot, "tab"), Rect(0, middle + face, width, foot, "tab")
    beyond = (
        grown(faces, FAR, ("left", "right")),
        grown(upper_foot, FAR, ("left", "upper", "right")),
        grown(lower_foot, FAR, ("left", "lower", "right")),
    )
    trim = Rect(0, 0, width, height, "cut")
    ground: tuple[Shape, ...] = (*run_on(beyond, trim, bleed), faces, upper_foot, lower_foot)
    return Group((Group((*ground, upper, lower), layer=Layer.ART), folds, outline))
