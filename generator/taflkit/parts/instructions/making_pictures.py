"""The picture of the first page that shows folded counters and a standing king being made, in steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from taflkit.drawing.curves import Point, arrow_head, line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, rotate, translate
from taflkit.parts.counters.pieces import draw_piece
from taflkit.parts.counters.standee import draw_standing_face, standing_outline, strip_outline
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import LABEL, Pictured, draw_label
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter

__all__ = ["making_pictures"]

_Draw = Callable[[Look, float], tuple[tuple[Shape, ...], ...]]
"""Draws the steps of a part, each about its middle, in a height in mm."""
_CARD = 0.7
"""How thick card is drawn from the side, in mm."""
_STEPS = 3
"""The steps in which a part is made."""
_THEN = 2.4
"""The length of the arrows between steps, in mm."""
_APART = 3.0
"""Between the steps of parts that stand under one another, in mm."""
_HEIGHTS = Heights(11.0, 12.0, 17.0, 27.0)
"""Of the steps."""


def making_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw folded counters and a standing king as they are made; none for a kit without."""
    drawn: list[_Draw] = []
    said: list[str] = []
    parts = [part for shown in pictured.sheets for part in shown.sheet.parts]
    if pictured.plan.request.counters == "fold" and any(part.kind == "counter" for part in parts):
        drawn.append(_folded_counter)
        said.append(pictured.text.alternatives["fold_counter"])
    if any(part.kind == "standee" for part in parts):
        drawn.append(_standing_king)
        said.append(pictured.text.alternatives["standee"])
    words = pictured.text.making, " ".join(said)
    pictures = []
    for rows in range(1, len(drawn) + 1):
        across = len(drawn) // rows
        beside = LABEL * rows + _APART * (rows - 1)
        ratio = _STEPS * across / rows
        heights = _HEIGHTS.of_rows(rows, beside)
        draw = partial(_draw_making, pictured.look, drawn, across, typesetter)
        pictures.append(Picture("making", *words, -ratio * beside, ratio, heights, draw))
    return pictures


def _draw_making(look: Look, drawn: Sequence[_Draw], across: int, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the steps of parts, so many parts side by side, in a height in mm."""
    rows = len(drawn) // across
    high = (height - LABEL * rows - _APART * (rows - 1)) / rows
    shapes: list[Shape] = []
    for place, draw in enumerate(drawn):
        row, column = divmod(place, across)
        top = row * (high + LABEL + _APART)
        for step, shape in enumerate(draw(look, high)):
            x = high * (_STEPS * column + step + 0.5)
            shapes.append(Group(shape, translate(x, top + high / 2)))
            shapes.append(draw_label(str(step + 1), x, top + high, typesetter))
            if step:
                shapes += _then(x - high / 2 + 0.4, top + high / 2)
    return Drawn(tuple(shapes))


def _then(x: float, y: float) -> tuple[Shape, Shape]:
    """An arrow about a point, from a step to the next one."""
    end = x + _THEN / 2
    return Rect(x - _THEN / 2, y - 0.12, _THEN - 1.0, 0.24, "text.muted"), Path.of(
        arrow_head((end, y), 0.0, 1.4), "text.muted"
    )


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
    """Two leaves of card from the side, which a fold at the top holds together."""
    apart, top = 0.45 * reach, -reach / 2
    return tuple(_leaf((0.0, top), (way * apart, top + reach)) for way in (-1, 1))


def _leaf(start: Point, end: Point) -> Path:
    """A straight piece of card from the side, between two points."""
    length = math.dist(start, end)
    nx, ny = (end[1] - start[1]) / length * _CARD / 2, -(end[0] - start[0]) / length * _CARD / 2
    corners = [(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny)]
    corners += [(end[0] - nx, end[1] - ny), (start[0] - nx, start[1] - ny)]
    return Path.of(polygon(corners), "sheet.part")


def _standing_king(look: Look, high: float) -> tuple[tuple[Shape, ...], ...]:
    """The strip with two faces and two feet, the strip folded seen from the side, and the king standing."""
    d = high / (2 * (STANDEE_FACE + STANDEE_FOOT))
    wide, face, foot = STANDEE_WIDTH * d, STANDEE_FACE * d, STANDEE_FOOT * d
    strip: tuple[Shape, ...] = (
        Path.of(polygon(strip_outline(d)), "sheet.part"),
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
        Path.of(base, "sheet.part"),
        Group((Path.of(polygon(standing_outline(large * d)), "sheet.part"), king), translate(0.0, top)),
    )
    return strip, side, standing
