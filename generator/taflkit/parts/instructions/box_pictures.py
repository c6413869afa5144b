"""The picture of the first page that shows a box being made: its net, the folded card, and the box closed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from taflkit.drawing.curves import Point, arrow_head, line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Path, Rect, Shape, multiply, translate
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import LABEL, Pictured, draw_label
from taflkit.parts.instructions.small_parts import draw_small_piece
from taflkit.sheets.nets import Net
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter

__all__ = ["box_pictures"]

_STEPS = 3
"""The steps in which a box is made."""
_WIDE, _APART = 1.15, 4.0
"""How wide a step is at the most in parts of its height, and how far steps are apart, in mm."""
_HEIGHTS = Heights(11.0, 12.0, 18.0, 34.0)
"""Of the steps."""
_AWAY: Point = (0.42, -0.3)
"""Where a mm away from the reader is drawn."""
_DEEP = 0.2
"""How deep a box is drawn at the least, in parts of its width."""
_ARROW = 1.7
"""The length of arrows' heads, in mm."""


class _Face(Struct, frozen=True):
    """A plane of card: its corners, and its role."""

    points: tuple[Point, ...]
    role: str = "card.ground"


class _Solid(Struct, frozen=True):
    """What is drawn of a step: planes from the farthest to the nearest, folds, an arrow down, and the king's place.

    Attributes:
        faces: the planes.
        folds: the lines that are creased.
        arrow: from where the arrow leads, and to where.
        king: the middle of the king and his diameter.
        lying: whether the king is seen lying on a plane away from the reader.
    """

    faces: Sequence[_Face]
    folds: Sequence[tuple[Point, Point]] = ()
    arrow: tuple[Point, Point] | None = None
    king: tuple[Point, float] | None = None
    lying: bool = False


def box_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the picture of how the box is made; none for a kit without, or in words that have no caption for it."""
    nets = [shown.box.net for shown in pictured.sheets if shown.box is not None]
    if not nets or not pictured.text.boxing:
        return []
    key = "halves" if nets[0].half else nets[0].name
    said = pictured.text.boxing, pictured.text.alternatives.get(key, "")
    ratio = _STEPS * _WIDE
    fixed = _APART * (_STEPS - 1) - ratio * LABEL
    heights = _HEIGHTS.of_rows(1, LABEL)
    return [Picture("box", *said, fixed, ratio, heights, partial(_draw_steps, pictured.look, nets, typesetter))]


def _draw_steps(look: Look, nets: Sequence[Net], typesetter: Typesetter, height: float) -> Drawn:
    """Draw the steps in a height in mm."""
    high = height - LABEL
    wide = _WIDE * high
    shapes: list[Shape] = []
    for number, solid in enumerate(_box(nets[0]) if nets[0].name == "box" else _tray(nets)):
        x = number * (wide + _APART)
        shapes.append(Group(_fitted(solid, wide, high, look), translate(x, 0.0)))
        shapes.append(draw_label(str(number + 1), x + wide / 2, high, typesetter))
    return Drawn(tuple(shapes))


def _fitted(solid: _Solid, wide: float, high: float, look: Look) -> tuple[Shape, ...]:
    """Return a step as large as it fits into a width and height in mm, standing at its foot in the middle."""
    points = [point for face in solid.faces for point in face.points]
    points += solid.arrow or ()
    across, down = zip(*points, strict=True)
    left, top, low = min(across), min(down), max(down)
    factor = min(wide / (max(across) - left), high / (low - top))
    aside = (wide - factor * (max(across) - left)) / 2

    def at(point: Point) -> Point:
        return (aside + (point[0] - left) * factor, high - (low - point[1]) * factor)

    shapes: list[Shape] = []
    for face in solid.faces:
        outline = polygon([at(point) for point in face.points])
        # the line of the first shows round the second
        shapes += [
            Path.of(outline, "sheet.part"),
            *([Path.of(outline, face.role)] if face.role != "sheet.part" else ()),
        ]
    shapes += [line(at(start), at(end), "fold") for start, end in solid.folds]
    if solid.king:
        (x, y), size = at(solid.king[0]), solid.king[1] * factor
        lie = (1.0, 0.0, -_AWAY[0], -_AWAY[1], 0.0, 0.0)
        turn = multiply(translate(x, y), lie) if solid.lying else translate(x, y)
        king = draw_small_piece(Piece.KING, size, look, 0.0, 0.0, lying=solid.lying)
        shapes.append(Group((king,), turn))
    if solid.arrow:
        (x, start), (_, tip) = map(at, solid.arrow)
        shapes.append(Rect(x - 0.12, start, 0.24, tip - start - 0.8 * _ARROW, "text.muted"))
        shapes.append(Path.of(arrow_head((x, tip), math.pi / 2, _ARROW), "text.muted"))
    return tuple(shapes)


def _moved(points: Sequence[Point], x: float, y: float) -> tuple[Point, ...]:
    return tuple((across + x, down + y) for across, down in points)


def _flat(net: Net, down: float = 0.0) -> _Solid:
    """Return a net as it is cut out; what is glued under another part is darker."""
    outline = tuple((s.x1, s.y1 + down) for s in net.cuts)
    glued = [(p.x, p.y, p.width, p.height) for p in net.panels if p.name == "glue"]
    glued += [net.lap] if net.lap else []
    faces = [_Face(outline)]
    for x, y, width, height in glued:
        inset = 0.08 * min(width, height)
        corners = (x + inset, y + inset), (x + width - inset, y + height - inset)
        (x1, y1), (x2, y2) = corners
        faces.append(_Face(_moved(((x1, y1), (x2, y1), (x2, y2), (x1, y2)), 0.0, down), "sheet.part"))
    return _Solid(faces, [((s.x1, s.y1 + down), (s.x2, s.y2 + down)) for s in net.folds])


def _box(net: Net) -> tuple[_Solid, _Solid, _Solid]:
    """Return a tuck box: its net, the tube with its lid open, and the box closed."""
    width, height = net.width, net.height
    depth = max(net.depth, _DEEP * width)
    dx, dy = _AWAY[0] * depth, _AWAY[1] * depth
    front: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    side: tuple[Point, ...] = ((width, 0.0), (width + dx, dy), (width + dx, height + dy), (width, height))
    top: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width + dx, dy), (dx, dy))
    lid: tuple[Point, ...] = ((dx, dy), (width + dx, dy), (width + dx, 2.2 * dy - depth), (dx, 2.2 * dy - depth))
    flap = 0.5 * depth
    left: tuple[Point, ...] = ((0.0, 0.0), (dx, dy), (dx - flap, dy - flap), (-flap, -flap))
    right: tuple[Point, ...] = ((width, 0.0), (width + dx, dy), (width + dx + flap, dy - flap), (width + flap, -flap))
    closed = [_Face(top), _Face(side), _Face(front)]
    # the way in is dark, and the lid stands up behind it
    opened = [_Face(lid), _Face(left), _Face(top, "sheet.part"), _Face(right), _Face(side), _Face(front)]
    king = (width / 2, height / 2), 0.55 * width
    goes_in = (width / 2 + dx / 2, 2.2 * dy - 1.6 * depth), (width / 2 + dx / 2, 0.4 * dy)
    return _flat(net), _Solid(opened, arrow=goes_in), _Solid(closed, king=king)


def _tray(nets: Sequence[Net]) -> tuple[_Solid, _Solid, _Solid]:
    """Return a tray and its lid: the net, or its halves apart, the tray with its walls up, and the lid over it."""
    net = nets[0]
    first = _flat(net)
    if net.half and len(nets) > 1:
        other = _flat(nets[1], net.size[1] + 0.08 * net.size[0])
        first = _Solid([*first.faces, *other.faces], [*first.folds, *other.folds])
    width, long = net.width, net.height
    wall = max(net.depth, 0.14 * width)
    dx, dy = _AWAY[0] * long, _AWAY[1] * long
    tray = _open(width, (dx, dy), wall)
    above = -dy + 1.9 * wall
    top: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width + dx, dy), (dx, dy))
    lid = [_Face(_moved(face, 0.0, -above)) for face in (top, *_walls(width, (dx, dy), wall))]
    middle = (width + dx) / 2, dy / 2 - above
    falls = (width / 2, -above + 1.25 * wall), (width / 2, -0.1 * wall)
    return first, _Solid(tray), _Solid([*tray, *lid], arrow=falls, king=(middle, 0.5 * min(width, long)), lying=True)


def _walls(width: float, back: Point, wall: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the right wall and the front wall below a plane, from its nearest left corner."""
    dx, dy = back
    right = (width, 0.0), (width + dx, dy), (width + dx, dy + wall), (width, wall)
    front = (0.0, 0.0), (width, 0.0), (width, wall), (0.0, wall)
    return right, front


def _open(width: float, back: Point, wall: float) -> list[_Face]:
    """Return an open tray: its floor and the insides of its far walls, and then the near walls."""
    dx, dy = back
    floor = (0.0, wall), (width, wall), (width + dx, dy + wall), (dx, dy + wall)
    left = (0.0, 0.0), (dx, dy), (dx, dy + wall), (0.0, wall)
    far = (dx, dy), (width + dx, dy), (width + dx, dy + wall), (dx, dy + wall)
    return [_Face(floor), _Face(far, "sheet.part"), _Face(left, "sheet.part"), *map(_Face, _walls(width, back, wall))]
