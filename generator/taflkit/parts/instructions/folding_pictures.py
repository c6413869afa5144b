"""The pictures of page one that show folding: the booklet's sheets, folded counters, a standing king, and the box."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from taflkit.drawing.curves import Point, arrow_head, line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, multiply, rotate, translate
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.counters.standee import draw_standing_face, standing_outline, strip_outline
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import LABEL, Pictured, PicturedSide, draw_label, draw_small_piece
from taflkit.sheets.imposition import SheetSide
from taflkit.sheets.nets import Net
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText

__all__ = ["box_pictures", "fold_pictures", "making_pictures"]


STAPLES = (0.25, 0.75)
"""Where along the fold the staples go."""

_SIDES = 2
"""The sides of a sheet."""
_BETWEEN = 4.0
"""Between sides of sheets, in mm."""
_STAPLE = 2.4
"""How long a staple is, in mm."""
_WING, _RISE = 14.0, 3.6
"""How far half a sheet of the nest reaches to the side and up, in mm."""
_BACK: Point = (8.0, -7.0)
"""From the front end of the nest's fold to its far end, in mm."""
_NUMBERS = 8.0
"""How wide the pages' numbers beside the nest are, in mm."""
_NEST = 2 * _WING + _BACK[0] + _NUMBERS
"""How wide the nest is with its pages' numbers, in mm."""
_NEST_HIGH = 24.0
"""How high the nest is at the most, in mm."""
_HEIGHTS = Heights(8.5, 9.0, 14.0, 28.0)
"""Of a sheet."""
_STEP = 4.0
"""How far the sheets of the nest are apart, in mm."""
_ARROW = 5.0
"""How long the arrows are that show from where the staples come, in mm."""


def fold_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the booklet's sheets from both sides, with their pages' numbers; none without a booklet.

    They lie as in the printer's tray. Of several sheets the outermost comes first; the inside of the innermost shows
    the staples, and a picture beside them how the sheets lie inside one another.
    """
    sides, paper = pictured.sides, pictured.plan.leaflet
    if not sides:
        return []
    sheets = len(sides) // _SIDES
    alternative = [_spread(shown, pictured.text) for shown in sides]
    alternative += [pictured.text.alternatives["nest"]] * (sheets > 1)
    pictures = []
    for rows in (_SIDES, 1):
        across = len(sides) // rows
        beside = LABEL * rows + _BETWEEN * (rows - 1)
        ratio = across * paper.height / (rows * paper.width)
        fixed = _BETWEEN * (across - 1) - ratio * beside + (_NEST + _BETWEEN if sheets > 1 else 0.0)
        nest = _NEST_HIGH if sheets > 1 else 0.0
        heights = _HEIGHTS.of_rows(rows, beside, nest)
        draw = partial(_draw_sides, pictured, across, typesetter)
        said = pictured.text.fold, " ".join(alternative)
        pictures.append(Picture("fold", *said, fixed, ratio, heights, draw))
    if sheets > 1:
        tall = Heights(*(max(_NEST_HIGH, height) for height in _HEIGHTS))
        draw = partial(_draw_nest, pictured, typesetter)
        # only the places of the sheets are shown; its width hardly grows with its height
        said = pictured.text.fold, pictured.text.alternatives["nest"]
        pictures.append(Picture("fold", *said, _NEST, 1e-3, tall, draw, is_poor=True))
    return pictures


def _draw_nest(pictured: Pictured, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sheets lying in one another alone, in the middle of a height in mm."""
    nest, tall = _nest(pictured, typesetter)
    return Drawn((Group(nest, translate(_WING + _NUMBERS, (height - tall) / 2)),))


def _draw_sides(pictured: Pictured, across: int, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sides of the sheets, so many side by side, in a height in mm."""
    sides, paper = pictured.sides, pictured.plan.leaflet
    rows, sheets = len(sides) // across, len(sides) // _SIDES
    high = (height - LABEL * rows - _BETWEEN * (rows - 1)) / rows
    wide = paper.height * high / paper.width
    shapes: list[Shape] = []
    for place, shown in enumerate(sides):
        # in two rows each sheet is a column, its inside below its outside; in one it stands beside it
        column, row = divmod(place, rows)
        sheet = _folded(shown.side, wide, high, sheets > 1 and shown is sides[-1], typesetter)
        label = draw_label(shown.label, wide / 2, high, typesetter)
        at = translate(column * (wide + _BETWEEN), row * (high + LABEL + _BETWEEN))
        shapes.append(Group((sheet, label), at))
    if sheets > 1:
        nest, tall = _nest(pictured, typesetter)
        middle = across * (wide + _BETWEEN) + _NEST / 2 - (_BACK[0] / 2 - _NUMBERS / 2)
        shapes.append(Group(nest, translate(middle, (height - tall) / 2)))
    return Drawn(tuple(shapes))


def _folded(side: SheetSide, wide: float, high: float, stapled: bool, typesetter: Typesetter) -> Group:
    """One side of a sheet with its fold, its two pages' numbers and its staples, turned as it is printed."""
    parts: list[Shape] = [Rect(0, 0, wide, high, "sheet.paper"), line((wide / 2, 0), (wide / 2, high), "fold")]
    size = wide * 7.0 / 34.0
    for page, x in ((side.left_page, wide / 4), (side.right_page, wide * 3 / 4)):
        parts.append(typesetter.line(str(page), "display", size, "text", (x, high / 2 + size * 2.2 / 7.0), 0.5))
    if stapled:
        staples = ((wide / 2 - 0.2, part * high - _STAPLE / 2) for part in STAPLES)
        parts += [Rect(x, y, 0.4, _STAPLE, "text") for x, y in staples]
    turn = multiply(translate(wide, high), rotate(180)) if side.turned else translate(0, 0)
    return Group(tuple(parts), turn)


def _nest(pictured: Pictured, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the open sheets lying in one another, the outermost lowest, with their pages; and how high that is.

    The origin is above the front end of the fold. Arrows show the staples going through the fold from outside.
    """
    sides = pictured.sides
    sheets = [sides[start : start + _SIDES] for start in range(0, len(sides), _SIDES)]
    base = _STEP * (len(sheets) - 1) + _RISE - _BACK[1]
    shapes: list[Shape] = []
    for number, pages in enumerate(sheets):
        y = base - number * _STEP
        for way in (-1, 1):
            end = (way * _WING, y - _RISE)
            wing = ((0.0, y), end, (end[0] + _BACK[0], end[1] + _BACK[1]), (_BACK[0], y + _BACK[1]))
            shapes.append(Path.of(polygon(wing), "sheet.paper"))
        named = pictured.lists.dash.join(str(page.number) for page in pages)
        shapes.append(typesetter.line(named, "text", 3.0, "text.muted", (-_WING - 1.2, y - _RISE + 0.9), 1.0))
    top = base - (len(sheets) - 1) * _STEP
    for part in STAPLES:
        shapes.append(Path.of(_staple((part * _BACK[0], top + part * _BACK[1])), "text"))
        x = part * _BACK[0]
        tip = (x, base - x * _RISE / _WING + 0.6)
        shapes.append(Path.of(arrow_head(tip, -math.pi / 2, 1.7), "text"))
        shapes.append(Rect(x - 0.1, tip[1] + 1.0, 0.2, base + _ARROW - tip[1] - 1.0, "text"))
    return tuple(shapes), base + _ARROW


def _staple(middle: Point) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the outline of a staple on the fold of the innermost sheet."""
    length = math.hypot(*_BACK)
    dx, dy = (1.1 * part / length for part in _BACK)
    nx, ny = (0.22 * part / length for part in (-_BACK[1], _BACK[0]))
    x, y = middle
    return polygon(
        [(x - dx - nx, y - dy - ny), (x + dx - nx, y + dy - ny), (x + dx + nx, y + dy + ny), (x - dx + nx, y - dy + ny)]
    )


def _spread(shown: PicturedSide, text: InstructionsText) -> str:
    side = shown.side
    names = {"page": str(shown.number), "left": str(side.left_page), "right": str(side.right_page)}
    return fill(text.alternatives["fold"], names)


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
_MAKING_PICTURES_HEIGHTS = Heights(11.0, 12.0, 17.0, 27.0)
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
        heights = _MAKING_PICTURES_HEIGHTS.of_rows(rows, beside)
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


"""The steps in which a box is made."""
_WIDE, _BOX_PICTURES_APART = 1.15, 4.0
"""How wide a step is at the most in parts of its height, and how far steps are apart, in mm."""
_BOX_PICTURES_HEIGHTS = Heights(11.0, 12.0, 18.0, 34.0)
"""Of the steps."""
_AWAY: Point = (0.42, -0.3)
"""Where a mm away from the reader is drawn."""
_DEEP = 0.2
"""How deep a box is drawn at the least, in parts of its width."""
_BOX_PICTURES_ARROW = 1.7
"""The length of arrows' heads, in mm."""


class _Panel(Struct, frozen=True):
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

    faces: Sequence[_Panel]
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
    fixed = _BOX_PICTURES_APART * (_STEPS - 1) - ratio * LABEL
    heights = _BOX_PICTURES_HEIGHTS.of_rows(1, LABEL)
    return [Picture("box", *said, fixed, ratio, heights, partial(_draw_steps, pictured.look, nets, typesetter))]


def _draw_steps(look: Look, nets: Sequence[Net], typesetter: Typesetter, height: float) -> Drawn:
    """Draw the steps in a height in mm."""
    high = height - LABEL
    wide = _WIDE * high
    shapes: list[Shape] = []
    for number, solid in enumerate(_box(nets[0]) if nets[0].name == "box" else _tray(nets)):
        x = number * (wide + _BOX_PICTURES_APART)
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
        shapes.append(Rect(x - 0.12, start, 0.24, tip - start - 0.8 * _BOX_PICTURES_ARROW, "text.muted"))
        shapes.append(Path.of(arrow_head((x, tip), math.pi / 2, _BOX_PICTURES_ARROW), "text.muted"))
    return tuple(shapes)


def _moved(points: Sequence[Point], x: float, y: float) -> tuple[Point, ...]:
    return tuple((across + x, down + y) for across, down in points)


def _flat(net: Net, down: float = 0.0) -> _Solid:
    """Return a net as it is cut out; what is glued under another part is darker."""
    outline = tuple((s.x1, s.y1 + down) for s in net.cuts)
    glued = [(p.x, p.y, p.width, p.height) for p in net.panels if p.name == "glue"]
    glued += [net.lap] if net.lap else []
    faces = [_Panel(outline)]
    for x, y, width, height in glued:
        inset = 0.08 * min(width, height)
        corners = (x + inset, y + inset), (x + width - inset, y + height - inset)
        (x1, y1), (x2, y2) = corners
        faces.append(_Panel(_moved(((x1, y1), (x2, y1), (x2, y2), (x1, y2)), 0.0, down), "sheet.part"))
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
    closed = [_Panel(top), _Panel(side), _Panel(front)]
    # the way in is dark, and the lid stands up behind it
    opened = [_Panel(lid), _Panel(left), _Panel(top, "sheet.part"), _Panel(right), _Panel(side), _Panel(front)]
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
    lid = [_Panel(_moved(face, 0.0, -above)) for face in (top, *_walls(width, (dx, dy), wall))]
    middle = (width + dx) / 2, dy / 2 - above
    falls = (width / 2, -above + 1.25 * wall), (width / 2, -0.1 * wall)
    return first, _Solid(tray), _Solid([*tray, *lid], arrow=falls, king=(middle, 0.5 * min(width, long)), lying=True)


def _walls(width: float, back: Point, wall: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the right wall and the front wall below a plane, from its nearest left corner."""
    dx, dy = back
    right = (width, 0.0), (width + dx, dy), (width + dx, dy + wall), (width, wall)
    front = (0.0, 0.0), (width, 0.0), (width, wall), (0.0, wall)
    return right, front


def _open(width: float, back: Point, wall: float) -> list[_Panel]:
    """Return an open tray: its floor and the insides of its far walls, and then the near walls."""
    dx, dy = back
    floor = (0.0, wall), (width, wall), (width + dx, dy + wall), (dx, dy + wall)
    left = (0.0, 0.0), (dx, dy), (dx, dy + wall), (0.0, wall)
    far = (dx, dy), (width + dx, dy), (width + dx, dy + wall), (dx, dy + wall)
    return [
        _Panel(floor),
        _Panel(far, "sheet.part"),
        _Panel(left, "sheet.part"),
        *map(_Panel, _walls(width, back, wall)),
    ]
