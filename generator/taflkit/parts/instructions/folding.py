"""The pictures of the panels that show folding: counters, a standing king, boxes, and the booklet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    line,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)
from taflkit.parts.booklet.cover import draw_small_cover
from taflkit.parts.counters import draw_piece, draw_standing_face, standing_outline, strip_outline
from taflkit.parts.instructions.panels import HIGH, WIDE, PicturedKit, PicturedSheet, draw_arrow, draw_turn
from taflkit.parts.instructions.small_parts import draw_small_piece
from taflkit.parts.marks.marks import draw_number
from taflkit.sheets.boxes import Net
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import Piece

_CARD = 0.8  # mm: the thickness of card from the side
_STAPLES = (0.25, 0.75)  # places along the fold


def _in_a_row(steps: Sequence[tuple[Shape, ...]]) -> Iterator[Shape]:
    """Yield steps beside one another, each about its middle, with arrows between them."""
    wide = WIDE / len(steps)
    for number, shapes in enumerate(steps):
        x = wide * (number + 0.5)
        yield Group(shapes, translate(x, HIGH / 2))
        if number:
            yield from draw_arrow((x - wide / 2 - 1.8, HIGH - 4.0), (x - wide / 2 + 1.8, HIGH - 4.0), 2.0)


def draw_folded(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a pair of faces, the pair being folded, and the counter cut round."""
    d, look = 14.0, kit.look

    def face(y: float, role: str) -> Group:
        """Return a face with the circle that it is cut along."""
        return Group((draw_piece(Piece.ATTACKER, 0.94 * d, look, 0.0, y), Circle(0.0, y, d / 2, role)))

    fold = line((-d / 2 - 1.2, 0.0), (d / 2 + 1.2, 0.0), "panel.fold")
    # two leaves of card from the side, which a fold at the top holds together
    reach = 0.95 * d
    top = -reach / 2
    closing = tuple(_leaf((0.0, top), (way * 0.42 * reach, top + reach)) for way in (-1, 1))
    pair = (
        Rect(-d / 2 - 0.6, -d - 0.6, d + 1.2, 2 * d + 1.2, "sheet.paper"),
        *(face(d / 2, "cut"), Group((face(d / 2, "cut"),), rotate(180)), fold),
    )
    yield from _in_a_row((pair, closing, (face(0.0, "panel.mark"),)))


def _leaf(start: Point, end: Point) -> Path:
    length = math.dist(start, end)
    nx, ny = (end[1] - start[1]) / length * _CARD / 2, -(end[0] - start[0]) / length * _CARD / 2
    corners = [(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny)]
    corners += [(end[0] - nx, end[1] - ny), (start[0] - nx, start[1] - ny)]
    return Path.of(polygon(corners), "sheet.paper")


def draw_standing(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the strip with two faces and two feet, the strip folded seen from the side, and the king standing."""
    d, look = 35.0 / (2 * (STANDEE_FACE + STANDEE_FOOT)), kit.look
    wide, face, foot = STANDEE_WIDTH * d, STANDEE_FACE * d, STANDEE_FOOT * d
    strip: tuple[Shape, ...] = (
        Path.of(polygon(strip_outline(d)), "sheet.paper"),
        draw_standing_face(d, look, behind=False),
        Group((draw_standing_face(d, look, behind=True),), rotate(180)),
        *(line((-wide / 2 - 1.4, y), (wide / 2 + 1.4, y), "panel.fold") for y in (-face, 0.0, face)),
    )
    large = 1.45  # the folded king is drawn larger than the strip, which is twice as long
    top, low = -large * (face + 0.4 * foot) / 2, large * (face - 0.4 * foot) / 2
    side = (
        *(_leaf((way * _CARD / 2, top), (way * _CARD / 2, low)) for way in (-1, 1)),
        *(_leaf((way * _CARD / 2, low), (way * large * foot, low + 0.4 * large * foot)) for way in (-1, 1)),
    )
    half, reach = large * wide / 2, 0.75 * large * foot
    base = polygon([(-half, low), (half, low), (half + 0.5 * reach, low + reach), (-half + 0.5 * reach, low + reach)])
    king = draw_standing_face(large * d, look, behind=False)
    standing: tuple[Shape, ...] = (
        Path.of(base, "sheet.paper"),
        Group((Path.of(polygon(standing_outline(large * d)), "sheet.paper"), king), translate(0.0, top)),
    )
    up = translate(0.0, -3.0)
    yield from _in_a_row((strip, (Group(side, up),), (Group(standing, up),)))


_AWAY: Point = (0.42, -0.3)  # the place of a point a mm away from the reader
_DEEP = 0.2  # least depth of a box, in parts of its width


class _Plane(Struct, frozen=True):
    points: tuple[Point, ...]
    role: str = "card.ground"


class _Solid(Struct, frozen=True):
    """A step: planes from the farthest to the nearest, an arrow down, and the king's middle and diameter.

    He is `lying` where he is seen on a plane away from the reader.
    """

    faces: Sequence[_Plane]
    arrow: tuple[Point, Point] | None = None
    king: tuple[Point, float] | None = None
    lying: bool = False


def draw_nets(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the sheets of the box, with the outline that is cut and the lines that are creased."""
    nets = [(shown, shown.box) for shown in sheets if shown.box is not None]
    most, apart, edge = len(nets), 2.4, 8.0
    sizes = [box.net.size[::-1] if box.turned else box.net.size for _, box in nets]
    across, down = (max(each) + 2 * edge for each in zip(*sizes, strict=True))
    factor = min((38.0 - (4.0 if most > 1 else 0.0)) / down, (WIDE - 4.0 - apart * (most - 1)) / most / across)
    left = (WIDE - most * across * factor - (most - 1) * apart) / 2
    top = (HIGH - down * factor) / 2 - (1.6 if most > 1 else 0.0)
    for shown, box in nets:
        # of the sheet what is round the net
        outline = tuple(
            line((cut.x1 * factor, cut.y1 * factor), (cut.x2 * factor, cut.y2 * factor), "panel.mark")
            for cut in shown.cuts
            if cut.part == "box"
        )
        yield Rect(left, top, across * factor, down * factor, "sheet.paper")
        shapes = (*shown.draw_net(factor, kit.look), *outline)
        yield Group(shapes, translate(left + (edge - box.x) * factor, top + (edge - box.y) * factor))
        if most > 1:
            yield draw_number(shown.number, (left + across * factor / 2, top + down * factor + 2.6), 2.2, "text")
        left += across * factor + apart


def draw_halves(_: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the two halves of the tray, the lower above the strip of the upper that it is glued on."""
    nets = [shown.box.net for shown in sheets if shown.box is not None][:2]
    upper, lower = nets
    high = upper.size[1] + lower.size[1]
    factor = min(33.0 / high, 40.0 / upper.size[0])
    left, top = (WIDE - upper.size[0] * factor) / 2, 3.0
    for net, y in ((upper, top), (lower, top + upper.size[1] * factor + 5.0)):
        yield Path.of(polygon([(left + s.x1 * factor, y + s.y1 * factor) for s in net.cuts]), "sheet.paper")
        for fold in net.folds:
            start, end = ((left + x * factor, y + v * factor) for x, v in ((fold.x1, fold.y1), (fold.x2, fold.y2)))
            yield line(start, end, "fold")
        if net.lap:
            x, v, wide, tall = (value * factor for value in net.lap)
            yield Rect(left + x, y + v, wide, tall, "panel.tape")
            for at in range(1, int(wide / 1.5)):
                hatch = left + x + 1.5 * at
                yield line((hatch, y + v + tall), (min(hatch + tall, left + x + wide), y + v), "panel.line")
    y = top + upper.size[1] * factor
    for x in (left + 0.25 * upper.size[0] * factor, left + 0.75 * upper.size[0] * factor):
        yield from draw_arrow((x, y + 7.5), (x, y - 1.0), 2.2)


def draw_box_steps(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a box open and closed, or a tray and the lid over it."""
    net = next(shown.box.net for shown in sheets if shown.box is not None)
    wide, apart = 22.5, 4.0
    steps = _tuck(net) if net.name == "box" else _tray(net)
    fitted = [_fitted(solid, wide, 38.0, kit.look) for solid in steps]
    # they stand on one line, the higher one in the middle
    tall = max(high for _, high in fitted)
    for number, (shapes, _) in enumerate(fitted):
        at = translate((WIDE - apart) / 2 - wide + number * (wide + apart), (HIGH - tall) / 2 + tall - 38.0)
        yield Group(shapes, at)
    y = (HIGH + tall) / 2 - 2.0
    yield from draw_arrow((WIDE / 2 - 1.8, y), (WIDE / 2 + 1.8, y), 2.0)


def _fitted(solid: _Solid, wide: float, high: float, look: Look) -> tuple[tuple[Shape, ...], float]:
    """Return a step as large as it fits into a width and height in mm, at the foot in the middle, and its height."""
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
        shapes += (Path.of(outline, role) for role in (face.role, "panel.line"))
    if solid.king:
        (x, y), size = at(solid.king[0]), solid.king[1] * factor
        lie = (1.0, 0.0, -_AWAY[0], -_AWAY[1], 0.0, 0.0)
        turn = multiply(translate(x, y), lie) if solid.lying else translate(x, y)
        shapes.append(Group((draw_small_piece(Piece.KING, size, look, 0.0, 0.0, lying=solid.lying),), turn))
    if solid.arrow:
        shapes += draw_arrow(at(solid.arrow[0]), at(solid.arrow[1]), 2.2)
    return tuple(shapes), (low - top) * factor


def _tuck(net: Net) -> tuple[_Solid, _Solid]:
    """Return a tuck box: the tube with its lid open, and the box closed."""
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
    opened = [_Plane(lid), _Plane(left), _Plane(top, "panel.handle"), _Plane(right), _Plane(side), _Plane(front)]
    king = (width / 2, height / 2), 0.55 * width
    goes_in = (width / 2 + dx / 2, 2.2 * dy - 1.6 * depth), (width / 2 + dx / 2, 0.4 * dy)
    return _Solid(opened, arrow=goes_in), _Solid(closed, king=king)


def _tray(net: Net) -> tuple[_Solid, _Solid]:
    """Return a tray with its walls up, and the lid over it."""
    width, long = net.width, net.height
    wall = max(net.depth, 0.14 * width)
    dx, dy = _AWAY[0] * long, _AWAY[1] * long
    # the floor and the insides of the far walls, and then the near walls
    floor = (0.0, wall), (width, wall), (width + dx, dy + wall), (dx, dy + wall)
    left = (0.0, 0.0), (dx, dy), (dx, dy + wall), (0.0, wall)
    far = (dx, dy), (width + dx, dy), (width + dx, dy + wall), (dx, dy + wall)
    right = (width, 0.0), (width + dx, dy), (width + dx, dy + wall), (width, wall)
    front = (0.0, 0.0), (width, 0.0), (width, wall), (0.0, wall)
    tray = [_Plane(floor), _Plane(far, "panel.wood"), _Plane(left, "panel.wood"), _Plane(right), _Plane(front)]
    above = -dy + 1.9 * wall
    top: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width + dx, dy), (dx, dy))
    lid = [_Plane(tuple((x, y - above) for x, y in face)) for face in (top, right, front)]
    middle = (width + dx) / 2, dy / 2 - above
    falls = (width / 2, -above + 1.25 * wall), (width / 2, -0.1 * wall)
    return _Solid(tray), _Solid([*tray, *lid], arrow=falls, king=(middle, 0.5 * min(width, long)), lying=True)


_LINES = (0.16, 0.24, 0.32, 0.4, 0.52, 0.6, 0.68)  # of a page's height: its lines of text
_A5_HIGH = 210.0  # mm
_EDGE = 3.0  # mm from the panel's edge to the sheets of the booklet


def draw_booklet_fold(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield both sides of the sheet, it with its title on the right half, and the booklet it folds to."""
    paper = kit.plan.leaflet
    factor = 26.0 / paper.height
    wide, high = 26.0, paper.width * factor
    left, top = _EDGE, HIGH - high - 5.0
    yield Rect(left, top, wide, high, "sheet.paper")
    for at in _LINES:
        yield Rect(
            left + 1.8, top + at * high, (wide / 2 - 3.6) * (0.6 if at == _LINES[-1] else 1.0), 0.25, "text.muted"
        )
    yield from _cover(kit, left + wide / 2, top, high, wide / 2)
    yield line((left + wide / 2, top - 2.5), (left + wide / 2, top + high + 2.5), "panel.fold")
    yield from draw_arrow((30.2, top + high / 2), (34.6, top + high / 2))
    yield from _two_sides(kit, left, 4.6)
    yield from _folded_booklet(kit)


def _folded_booklet(kit: PicturedKit) -> Iterator[Shape]:
    """Yield the booklet that is made, at the right, a little open."""
    paper, tall = kit.plan.leaflet, 24.0
    x, y = 35.8, (HIGH - tall) / 2
    back = tall * paper.page_width / paper.page_height
    # the last page stands open behind the first
    leaf = ((x, y), (x + 0.8 * back, y - 3.4), (x + 0.8 * back, y + tall - 3.4), (x, y + tall))
    yield Path.of(polygon(leaf), "sheet.paper")
    inner = ((x, y), (x + 0.96 * back, y - 1.7), (x + 0.96 * back, y + tall - 1.7), (x, y + tall))
    yield Path.of(polygon(inner), "sheet.paper")
    yield Group(tuple(_cover(kit, 0.0, 0.0, tall, back)), (0.9, 0.02, 0.0, 1.0, x, y))


def _two_sides(kit: PicturedKit, left: float, top: float) -> Iterator[Shape]:
    """Yield both sides of the outermost sheet with their pages' numbers, and the edge that it is turned over."""
    wide, high, apart = 11.0, 8.0, 4.0
    for place, (number, _) in enumerate(kit.sides[:2]):
        x = left + place * (wide + apart)
        yield Rect(x, top, wide, high, "sheet.paper")
        yield draw_number(number, (x + wide / 2, top + high / 2), 2.6, "text")
    if kit.duplex == "long":
        yield line((left - 1.2, top), (left + wide + 1.2, top), "panel.fold")
        yield from draw_turn((left + wide / 2, top), upright=False, size=0.7)
    else:
        yield line((left + wide, top - 1.2), (left + wide, top + high + 1.2), "panel.fold")
        yield from draw_turn((left + wide, top + high / 2), upright=True, size=0.7)


def _cover(kit: PicturedKit, x: float, y: float, high: float, wide: float) -> Iterator[Shape]:
    """Yield the booklet's cover in a height and a width in mm."""
    yield Rect(x, y, wide, high, "sheet.paper")
    # drawn as large as a page of A5
    drawn = kit.look.store.of(draw_small_cover, kit.look, (round(_A5_HIGH * wide / high, 1), _A5_HIGH))
    yield Shown(drawn, multiply(translate(x, y), scale(high / _A5_HIGH)))


def draw_leaves(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the booklet's pages on one another, its first above, with staples at the left edge."""
    paper, high = kit.plan.leaflet, 35.0
    wide = high * paper.width / paper.height
    left, top = (WIDE - wide) / 2 - 1.0, (HIGH - high) / 2 - 1.0
    yield from (Rect(left + step, top + step, wide, high, "sheet.paper") for step in (2.4, 1.6, 0.8))
    yield from _cover(kit, left, top, high, wide)
    for part in _STAPLES:
        y = top + part * high
        yield line((left + 1.4, y - 1.4), (left + 1.4, y + 1.4), "panel.handle.line")
        yield from draw_arrow((left - 6.0, y), (left - 0.8, y), 2.2)


_WING = 8.8  # mm: reach of half a sheet to the side
_RISE = 3.2  # mm: rise of its edge above the fold
_BACK: Point = (5.2, -4.8)  # from the front end of the fold to its far end


def draw_nest(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield both sides of the outermost sheet, the open sheets in one another with staples, and the booklet.

    The outermost sheet is the lowest; each has its pages' numbers.
    """
    yield from _two_sides(kit, _EDGE, 4.6)
    sheets = [kit.sides[start : start + 2] for start in range(0, len(kit.sides), 2)]
    step = min(4.6, 12.0 / len(sheets))
    base, x0 = HIGH - 9.0, 17.6
    for number, pages in enumerate(sheets):
        y = base - number * step
        for way in (-1, 1):
            end = (x0 + way * _WING, y - _RISE)
            wing = ((x0, y), end, (end[0] + _BACK[0], end[1] + _BACK[1]), (x0 + _BACK[0], y + _BACK[1]))
            yield Path.of(polygon(wing), "sheet.paper")
        for place, (page, _side) in enumerate(pages):
            yield draw_number(page, (x0 - _WING - 6.3 + 3.9 * place, y - _RISE - 0.4), 2.0, "text")
    top = base - (len(sheets) - 1) * step
    for part in _STAPLES:
        x, y = x0 + part * _BACK[0], top + part * _BACK[1]
        yield line((x - 0.9, y + 0.8), (x + 0.9, y - 0.8), "panel.handle.line")
        yield from draw_arrow((x, base + 6.5), (x, base - part * 0.6), 2.2)
    yield from draw_arrow((32.0, HIGH / 2 + 2.6), (35.2, HIGH / 2 + 2.6), 2.0)
    yield from _folded_booklet(kit)
