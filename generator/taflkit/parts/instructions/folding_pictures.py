"""The pictures of page one that show folding: the booklet's sheets, folded counters, a standing king, and the box."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    arrow_head,
    line,
    multiply,
    polygon,
    rotate,
    translate,
)
from taflkit.parts.counters import draw_piece, draw_standing_face, standing_outline, strip_outline
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import LABEL, PicturedKit, draw_label, draw_small_piece
from taflkit.sheets.boxes import Net
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill

_SIDES = 2  # of a sheet
_HEIGHTS = Heights(8.5, 9.0, 14.0, 28.0)
"""Of a sheet."""
_STAPLES = (0.25, 0.75)  # places along the fold
_STAPLE = 2.4  # mm: the length of a staple
_BETWEEN = 4.0  # mm between sides of sheets
# the nest of sheets, in mm
_WING = 14.0  # reach of half a sheet to the side
_RISE = 3.6  # rise of its edge above the fold
_BACK: Point = (8.0, -7.0)  # from the front end of the fold to its far end
_STEP = 4.0  # between sheets
_NUMBERS = 8.0  # width of the pages' numbers beside it
_NEST = 2 * _WING + _BACK[0] + _NUMBERS
_NEST_HIGH = 24.0  # at the most
_ARROW = 5.0  # length of the arrows of the staples


def fold_pictures(pictured: PicturedKit, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the sides of the booklet's sheets with their pages' numbers; none without a booklet.

    They lie as in the printer's tray, the outermost sheet first. The inside of the innermost shows the staples, and a
    picture beside several how they lie inside one another.
    """
    sides, paper = pictured.sides, pictured.plan.leaflet
    if not sides:
        return []
    sheets = len(sides) // _SIDES
    words = pictured.text.alternatives
    alternative = []
    for shown in sides:
        names = {"page": shown.number, "left": shown.side.left_page, "right": shown.side.right_page}
        alternative.append(fill(words["fold"], {name: str(number) for name, number in names.items()}))
    alternative += [words["nest"]] * (sheets > 1)
    pictures = []
    for rows in (_SIDES, 1):
        across = len(sides) // rows
        beside = LABEL * rows + _BETWEEN * (rows - 1)
        ratio = across * paper.height / (rows * paper.width)
        fixed = _BETWEEN * (across - 1) - ratio * beside + (_NEST + _BETWEEN if sheets > 1 else 0.0)
        nest = _NEST_HIGH if sheets > 1 else 0.0
        heights = _HEIGHTS.of_rows(rows, beside, nest)
        draw = partial(_draw_sides, pictured, across, typesetter)
        texts = pictured.text.fold, " ".join(alternative)
        pictures.append(Picture("fold", *texts, fixed, ratio, heights, draw))
    if sheets > 1:

        def draw_nest(height: float) -> Drawn:
            nest, tall = _nest(pictured, typesetter)
            return Drawn((Group(nest, translate(_WING + _NUMBERS, (height - tall) / 2)),))

        heights = Heights(*(max(_NEST_HIGH, height) for height in _HEIGHTS))
        # only the places of the sheets are shown; its width hardly grows with its height
        texts = pictured.text.fold, words["nest"]
        pictures.append(Picture("fold", *texts, _NEST, 1e-3, heights, draw_nest, is_poor=True))
    return pictures


def _draw_sides(pictured: PicturedKit, across: int, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sides of the sheets in a height in mm, `across` of them side by side, turned as they are printed."""
    sides, paper = pictured.sides, pictured.plan.leaflet
    rows, sheets = len(sides) // across, len(sides) // _SIDES
    high = (height - LABEL * rows - _BETWEEN * (rows - 1)) / rows
    wide = paper.height * high / paper.width
    shapes: list[Shape] = []
    for place, shown in enumerate(sides):
        side = shown.side
        parts: list[Shape] = [Rect(0, 0, wide, high, "sheet.paper"), line((wide / 2, 0), (wide / 2, high), "fold")]
        size = wide * 7.0 / 34.0
        for page, x in ((side.left_page, wide / 4), (side.right_page, wide * 3 / 4)):
            parts.append(typesetter.line(str(page), "bold", size, "text", (x, high / 2 + 0.33 * size), 0.5))
        if sheets > 1 and shown is sides[-1]:
            staples = ((wide / 2 - 0.2, part * high - _STAPLE / 2) for part in _STAPLES)
            parts += [Rect(x, y, 0.4, _STAPLE, "text") for x, y in staples]
        turn = multiply(translate(wide, high), rotate(180)) if side.turned else translate(0, 0)
        label = draw_label(shown.label, wide / 2, high, typesetter)
        # in two rows each sheet is a column, its inside below its outside; in one it stands beside it
        column, row = divmod(place, rows)
        at = translate(column * (wide + _BETWEEN), row * (high + LABEL + _BETWEEN))
        shapes.append(Group((Group(tuple(parts), turn), label), at))
    if sheets > 1:
        nest, tall = _nest(pictured, typesetter)
        middle = across * (wide + _BETWEEN) + _NEST / 2 - (_BACK[0] / 2 - _NUMBERS / 2)
        shapes.append(Group(nest, translate(middle, (height - tall) / 2)))
    return Drawn(tuple(shapes))


def _nest(pictured: PicturedKit, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the open sheets in one another, the outermost lowest, with pages and staples; and the height in mm.

    The origin is above the front end of the fold.
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
    length = math.hypot(*_BACK)
    dx, dy = (1.1 * part / length for part in _BACK)
    nx, ny = (0.22 * part / length for part in (-_BACK[1], _BACK[0]))
    for part in _STAPLES:
        x, y = part * _BACK[0], top + part * _BACK[1]
        (left, upper), (right, lower) = (x - dx, y - dy), (x + dx, y + dy)
        corners = [(left - nx, upper - ny), (right - nx, lower - ny), (right + nx, lower + ny), (left + nx, upper + ny)]
        shapes.append(Path.of(polygon(corners), "text"))
        tip = (x, base - x * _RISE / _WING + 0.6)
        shapes.append(Path.of(arrow_head(tip, -math.pi / 2, 1.7), "text"))
        shapes.append(Rect(x - 0.1, tip[1] + 1.0, 0.2, base + _ARROW - tip[1] - 1.0, "text"))
    return tuple(shapes), base + _ARROW


_Draw = Callable[[Look, float], tuple[tuple[Shape, ...], ...]]
"""Draws the steps of a part, each about its middle, in a height in mm."""
_CARD = 0.7  # mm: the thickness of card from the side
_STEPS = 3  # in which a part is made
_THEN = 2.4  # mm: the length of the arrows between steps
_APART = 3.0  # mm between the steps of parts that stand under one another
_MAKING_HEIGHTS = Heights(11.0, 12.0, 17.0, 27.0)
"""Of the steps."""


def making_pictures(pictured: PicturedKit, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw folded counters and a standing king as they are made; none for a kit without."""
    drawn: list[_Draw] = []
    texts: list[str] = []
    parts = [part for shown in pictured.sheets for part in shown.sheet.parts]
    if pictured.plan.request.counters == "fold" and any(part.kind == "counter" for part in parts):
        drawn.append(_folded_counter)
        texts.append(pictured.text.alternatives["fold_counter"])
    if any(part.kind == "standee" for part in parts):
        drawn.append(_standing_king)
        texts.append(pictured.text.alternatives["standee"])

    def draw(across: int, height: float) -> Drawn:
        """Draw the steps of parts in a height in mm, `across` parts side by side."""
        rows = len(drawn) // across
        high = (height - LABEL * rows - _APART * (rows - 1)) / rows
        shapes: list[Shape] = []
        for place, draw_steps in enumerate(drawn):
            row, column = divmod(place, across)
            top = row * (high + LABEL + _APART)
            for step, shape in enumerate(draw_steps(pictured.look, high)):
                x = high * (_STEPS * column + step + 0.5)
                shapes.append(Group(shape, translate(x, top + high / 2)))
                shapes.append(draw_label(str(step + 1), x, top + high, typesetter))
                if step:
                    # an arrow from the step before
                    middle, y = x - high / 2 + 0.4, top + high / 2
                    shapes.append(Rect(middle - _THEN / 2, y - 0.12, _THEN - 1.0, 0.24, "text.muted"))
                    shapes.append(Path.of(arrow_head((middle + _THEN / 2, y), 0.0, 1.4), "text.muted"))
        return Drawn(tuple(shapes))

    pictures = []
    for rows in range(1, len(drawn) + 1):
        across = len(drawn) // rows
        beside = LABEL * rows + _APART * (rows - 1)
        ratio = _STEPS * across / rows
        heights, alternative = _MAKING_HEIGHTS.of_rows(rows, beside), " ".join(texts)
        parted = -ratio * beside, ratio, heights, partial(draw, across)
        pictures.append(Picture("making", pictured.text.making, alternative, *parted))
    return pictures


def _folded_counter(look: Look, high: float) -> tuple[tuple[Shape, ...], ...]:
    """Return a pair of faces, the pair being folded, and the counter cut round, in a height in mm."""
    d = high / 2

    def face(y: float) -> Group:
        """Return a face with the circle that it is cut along."""
        return Group((draw_piece(Piece.ATTACKER, 0.94 * d, look, 0.0, y), Circle(0.0, y, d / 2, "cut")))

    fold = line((-d / 2 - 1.5, 0.0), (d / 2 + 1.5, 0.0), "fold")
    # two leaves of card from the side, which a fold at the top holds together
    reach = 0.85 * d
    top = -reach / 2
    closing = tuple(_leaf((0.0, top), (way * (0.45 * reach), top + reach)) for way in (-1, 1))
    return (face(d / 2), Group((face(d / 2),), rotate(180)), fold), closing, (face(0.0),)


def _leaf(start: Point, end: Point) -> Path:
    length = math.dist(start, end)
    nx, ny = (end[1] - start[1]) / length * _CARD / 2, -(end[0] - start[0]) / length * _CARD / 2
    corners = [(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny)]
    corners += [(end[0] - nx, end[1] - ny), (start[0] - nx, start[1] - ny)]
    return Path.of(polygon(corners), "sheet.part")


def _standing_king(look: Look, high: float) -> tuple[tuple[Shape, ...], ...]:
    """Return the strip with two faces and two feet, the strip folded seen from the side, and the king standing."""
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


_BOX_HEIGHTS = Heights(11.0, 12.0, 18.0, 34.0)
"""Of the steps."""
_WIDE = 1.15  # width of a step at the most, in parts of its height
_BOX_APART = 4.0  # mm between steps
_AWAY: Point = (0.42, -0.3)  # the place of a point a mm away from the reader
_DEEP = 0.2  # least depth of a box, in parts of its width
_BOX_ARROW = 1.7  # mm: the length of arrows' heads


class _Plane(Struct, frozen=True):
    points: tuple[Point, ...]
    role: str = "card.ground"


class _Solid(Struct, frozen=True):
    """A step: planes from the farthest to the nearest, folds, an arrow down, and the king's middle and diameter.

    He is `lying` where he is seen on a plane away from the reader.
    """

    faces: Sequence[_Plane]
    folds: Sequence[tuple[Point, Point]] = ()
    arrow: tuple[Point, Point] | None = None
    king: tuple[Point, float] | None = None
    lying: bool = False


def box_pictures(pictured: PicturedKit, typesetter: Typesetter) -> list[Picture]:
    """Return the picture of how the box is made; none for a kit without, or in words that have no caption for it."""
    nets = [shown.box.net for shown in pictured.sheets if shown.box is not None]
    if not nets or not pictured.text.boxing:
        return []
    key = "halves" if nets[0].half else nets[0].name
    texts = pictured.text.boxing, pictured.text.alternatives.get(key, "")
    ratio = _STEPS * _WIDE
    fixed = _BOX_APART * (_STEPS - 1) - ratio * LABEL

    def draw(height: float) -> Drawn:
        high = height - LABEL
        wide = _WIDE * high
        shapes: list[Shape] = []
        for number, solid in enumerate(_box(nets[0]) if nets[0].name == "box" else _tray(nets)):
            x = number * (wide + _BOX_APART)
            shapes.append(Group(_fitted(solid, wide, high, pictured.look), translate(x, 0.0)))
            shapes.append(draw_label(str(number + 1), x + wide / 2, high, typesetter))
        return Drawn(tuple(shapes))

    return [Picture("box", *texts, fixed, ratio, _BOX_HEIGHTS.of_rows(1, LABEL), draw)]


def _fitted(solid: _Solid, wide: float, high: float, look: Look) -> tuple[Shape, ...]:
    """Return a step as large as it fits into a width and height in mm, at the foot in the middle."""
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
        shapes += [Path.of(outline, role) for role in dict.fromkeys(("sheet.part", face.role))]
    shapes += [line(at(start), at(end), "fold") for start, end in solid.folds]
    if solid.king:
        (x, y), size = at(solid.king[0]), solid.king[1] * factor
        lie = (1.0, 0.0, -_AWAY[0], -_AWAY[1], 0.0, 0.0)
        turn = multiply(translate(x, y), lie) if solid.lying else translate(x, y)
        king = draw_small_piece(Piece.KING, size, look, 0.0, 0.0, lying=solid.lying)
        shapes.append(Group((king,), turn))
    if solid.arrow:
        (x, start), (_, tip) = map(at, solid.arrow)
        shapes.append(Rect(x - 0.12, start, 0.24, tip - start - 0.8 * _BOX_ARROW, "text.muted"))
        shapes.append(Path.of(arrow_head((x, tip), math.pi / 2, _BOX_ARROW), "text.muted"))
    return tuple(shapes)


def _lowered(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    return tuple((x, y + by) for x, y in points)


def _flat(net: Net, down: float = 0.0) -> _Solid:
    """Return a net as it is cut out; flaps that are glued under another part are darker."""
    outline = _lowered([(s.x1, s.y1) for s in net.cuts], down)
    glued = [(p.x, p.y, p.width, p.height) for p in net.panels if p.name == "glue"]
    glued += [net.lap] if net.lap else []
    faces = [_Plane(outline)]
    for x, y, width, height in glued:
        inset = 0.08 * min(width, height)
        (x1, y1), (x2, y2) = (x + inset, y + inset), (x + width - inset, y + height - inset)
        faces.append(_Plane(_lowered(((x1, y1), (x2, y1), (x2, y2), (x1, y2)), down), "sheet.part"))
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
    closed = [_Plane(top), _Plane(side), _Plane(front)]
    # the way in is dark, and the lid stands up behind it
    opened = [_Plane(lid), _Plane(left), _Plane(top, "sheet.part"), _Plane(right), _Plane(side), _Plane(front)]
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
    # the floor and the insides of the far walls, and then the near walls
    floor = (0.0, wall), (width, wall), (width + dx, dy + wall), (dx, dy + wall)
    left = (0.0, 0.0), (dx, dy), (dx, dy + wall), (0.0, wall)
    far = (dx, dy), (width + dx, dy), (width + dx, dy + wall), (dx, dy + wall)
    right = (width, 0.0), (width + dx, dy), (width + dx, dy + wall), (width, wall)
    front = (0.0, 0.0), (width, 0.0), (width, wall), (0.0, wall)
    tray = [_Plane(floor), _Plane(far, "sheet.part"), _Plane(left, "sheet.part"), _Plane(right), _Plane(front)]
    above = -dy + 1.9 * wall
    top: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width + dx, dy), (dx, dy))
    lid = [_Plane(_lowered(face, -above)) for face in (top, right, front)]
    middle = (width + dx) / 2, dy / 2 - above
    falls = (width / 2, -above + 1.25 * wall), (width / 2, -0.1 * wall)
    return first, _Solid(tray), _Solid([*tray, *lid], arrow=falls, king=(middle, 0.5 * min(width, long)), lying=True)
