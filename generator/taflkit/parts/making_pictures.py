"""The picture of the first page that shows folded counters and a standing king being made, in steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from taflkit.drawing.curves import Point, arrow_head, line, polygon
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, rotate, translate
from taflkit.parts.pictures import Picture, Pictured
from taflkit.parts.pieces import draw_piece
from taflkit.parts.standee import draw_standing_face, standing_outline, strip_outline
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter

if TYPE_CHECKING:
    from taflkit.drawing.look import Look

__all__ = ["draw_making_picture"]

_LOW = 12.0
"""The height of steps in mm from which on those of all parts stand in one row."""
_CARD = 0.7
"""How thick card is drawn from the side, in mm."""
_ROW = 5.5
"""Below the steps of a part, with their numbers, in mm."""


def draw_making_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> Picture | None:
    """Folded counters and a standing king as they are made, in three steps each; None for a kit without."""
    drawn: list[tuple[tuple[Shape, ...], ...]] = []
    said: list[str] = []
    high = pictured.heights.steps
    parts = [part for shown in pictured.sheets for part in shown.sheet.parts]
    if pictured.plan.request.counter_form == "fold" and any(part.kind == "counter" for part in parts):
        drawn.append(_folded_counter(pictured.look, high))
        said.append(pictured.text.alternatives["fold_counter"])
    if any(part.kind == "standee" for part in parts):
        drawn.append(_standing_king(pictured.look, high))
        said.append(pictured.text.alternatives["standee"])
    if not drawn:
        return None
    across = len(drawn) if high <= _LOW else 1
    shapes: list[Shape] = []
    for place, steps in enumerate(drawn):
        row, column = divmod(place, across)
        top = row * (high + _ROW)
        for step, shape in enumerate(steps):
            x = width / across * (column + (2 * step + 1) / 6)
            number = typesetter.line(str(step + 1), "text", 3.0, "text.muted", (x, top + high + 3.4), 0.5)
            shapes += [Group(shape, translate(x, top + high / 2)), number]
    height = -(-len(drawn) // across) * (high + _ROW) - 1.5
    return Picture(shapes, height, pictured.text.making, " ".join(said))


def _folded_counter(look: Look, high: float) -> tuple[tuple[Shape, ...], ...]:
    """A pair of faces, the pair being folded, and the counter cut round, each about its middle and so high in mm."""
    d = high / 2
    face = _face(look, Piece.ATTACKER, d, 0.0, d / 2)
    back = Group((_face(look, Piece.ATTACKER, d, 0.0, d / 2),), rotate(180))
    fold = line((-d / 2 - 1.5, 0.0), (d / 2 + 1.5, 0.0), "fold")
    return (face, back, fold), _closing(0.85 * d), (_face(look, Piece.ATTACKER, d, 0.0, 0.0),)


def _face(look: Look, piece: Piece, diameter: float, x: float, y: float) -> Group:
    """A face of a counter with the circle that it is cut along."""
    return Group((draw_piece(piece, 0.94 * diameter, look, x, y), Circle(x, y, diameter / 2, "cut")))


def _closing(reach: float) -> tuple[Shape, ...]:
    """Two leaves of card from the side, which a fold at the top holds together and arrows push together."""
    apart, top = 0.45 * reach, -reach / 2
    leaves = (_leaf((0.0, top), (way * apart, top + reach)) for way in (-1, 1))
    arrows = (
        Path(arrow_head((way * (apart + 1.2), top + 0.8 * reach), math.pi if way > 0 else 0.0, 1.9), "text.muted")
        for way in (-1, 1)
    )
    tails = (Rect(x - 1.6, top + 0.8 * reach - 0.12, 3.2, 0.24, "text.muted") for x in (-(apart + 4.0), apart + 4.0))
    return (*leaves, *tails, *arrows)


def _leaf(start: Point, end: Point) -> Path:
    """A straight piece of card from the side, between two points."""
    length = math.dist(start, end)
    nx, ny = (end[1] - start[1]) / length * _CARD / 2, -(end[0] - start[0]) / length * _CARD / 2
    corners = [(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny)]
    corners += [(end[0] - nx, end[1] - ny), (start[0] - nx, start[1] - ny)]
    return Path(polygon(corners), "sheet.part")


def _standing_king(look: Look, high: float) -> tuple[tuple[Shape, ...], ...]:
    """The strip with two faces and two feet, the strip folded seen from the side, and the king standing."""
    d = high / (2 * (STANDEE_FACE + STANDEE_FOOT))
    wide, face, foot = STANDEE_WIDTH * d, STANDEE_FACE * d, STANDEE_FOOT * d
    strip: tuple[Shape, ...] = (
        Path(polygon(strip_outline(d)), "sheet.part"),
        draw_standing_face(d, look, behind=False),
        Group((draw_standing_face(d, look, behind=True),), rotate(180)),
        *(line((-wide / 2 - 1.2, y), (wide / 2 + 1.2, y), "fold") for y in (-face, 0.0, face)),
    )
    large = 1.5  # the folded king is drawn larger than the strip, which is twice as long
    top, low = -large * (face + 0.4 * foot) / 2, large * (face - 0.4 * foot) / 2
    side = (
        *(_leaf((way * _CARD / 2, top), (way * _CARD / 2, low)) for way in (-1, 1)),
        *(_leaf((way * _CARD / 2, low), (way * large * foot, low + 0.4 * large * foot)) for way in (-1, 1)),
    )
    half, reach = large * wide / 2, 0.75 * large * foot
    base = polygon([(-half, low), (half, low), (half + 0.6 * reach, low + reach), (-half + 0.6 * reach, low + reach)])
    king = draw_standing_face(large * d, look, behind=False)
    standing: tuple[Shape, ...] = (
        Path(base, "sheet.part"),
        Group((Path(polygon(standing_outline(large * d)), "sheet.part"), king), translate(0.0, top)),
    )
    return strip, side, standing
