"""The board: squares or points, shaded as the layout says, and cut into the plan's sections."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec.structs import replace

from taflkit.drawing.look import Look, Paints
from taflkit.drawing.shapes import (
    Circle,
    Form,
    Group,
    Layer,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    line,
    multiply,
    polygon,
    rotate,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.figures import Grid
from taflkit.ornament.pegs import corner_mark, peg_holes, ring_mark
from taflkit.parts.board.surface import (
    LIT,
    draw_hatched,
    draw_kings_start,
    draw_lines,
    draw_noble,
    draw_peg_start,
    draw_point,
    draw_start,
    draw_vellum,
    draw_work,
    is_ruled,
    kind_of,
    outer_edges,
    role_of,
    surface_of,
)
from taflkit.parts.board.wood import WoodenBoard
from taflkit.parts.borders import FAR, Border, draw_bleed, draw_border, draw_tile, grown, run_on
from taflkit.sheets.cuts import tab_corners
from taflkit.sheets.sections import Edge, Measures, Seam, Section
from taflkit.tafl import BoardLayout, Piece, Surface
from taflkit.typesetting.lines import Typesetter

_RULED = 0.08  # of the side: from the edges of a square of the start to the line that is ruled in it
_RULED_ROUND = 0.055  # of the side: the same in throne and corners, round their ornament
_CORNER = 0.01  # mm: a tab that ends so close to a section's corner reaches it


def draw_squares(
    layout: BoardLayout, grid: Grid, look: Look, beyond: float | None = None, *, marked: bool = True
) -> tuple[Shape, ...]:
    """Return a field of squares; those where pieces stand at the start are `marked`, or have their tints alone.

    A whole board, which may end beyond its edges by a length in mm, shows what it is made of; other fields are flat.
    """
    surface, store = surface_of(look, grid.cell) if beyond is not None else "", Store()
    squares = [(square, kind_of(layout, square)) for square in grid.squares()]
    grounds = {
        square: Rect(*grid.corner(square), grid.cell, grid.cell, role_of("board.square", kind))
        for square, kind in squares
    }
    shapes: list[Shape] = []
    if surface == "wood":
        shapes += WoodenBoard(layout, grid, beyond or 0.0).draw_squares()
    else:
        shapes += grounds.values()
        shapes += _own_ground(layout, grid, look)
        shapes += (draw_vellum(grid, square, kind, store) for square, kind in squares if surface)
    noble = tuple(square for square, kind in squares if kind in ("throne", "corner"))
    shapes += (
        *draw_lines(grid, look, beyond or 0.0),
        *draw_work(grid, look, noble, [square for square, kind in squares if kind]),
    )
    for square, kind in squares:
        if is_ruled(look, grid.cell, kind):
            part = _RULED if kind in ("attackers", "defenders") else _RULED_ROUND
            (x, y), off = grid.corner(square), part * grid.cell
            side = grid.cell - 2 * off
            shapes.append(Rect(x + off, y + off, side, side, role_of("board.ruling", kind)))
        if kind in ("throne", "corner") and look.ornament.edged:
            shapes += draw_hatched(kind, grid.centre(square), grid.cell, look, rises=square.file != square.rank)
        elif kind in ("throne", "corner"):
            # a burr is the throne's ornament
            if surface != "wood" or kind == "corner" or look.art.throne is not None:
                reach = 0.33 if surface == "wood" else 0.4
                shapes += draw_noble(kind, grid.centre(square), reach * grid.cell, look)
        elif kind and marked and layout.start.get(square) is Piece.KING:
            shapes.append(draw_kings_start(grid.centre(square), grid.cell))
        elif kind and marked:
            shapes += draw_start(kind, grid.centre(square), grid.cell, look)
    return tuple(shapes)


def _own_ground(layout: BoardLayout, grid: Grid, look: Look, role: str = "board.ground") -> tuple[Shape, ...]:
    """Return the tiles of a theme's own ground, one on each square that nothing marks."""
    if look.art.board is None:
        return ()
    plain = (grid.corner(square) for square in grid.squares() if not kind_of(layout, square))
    places = (Rect(x, y, grid.cell, grid.cell, role) for x, y in plain)
    return tuple(draw_tile(look.art.board, place, role, look.store) for place in places)


def draw_pegs(layout: BoardLayout, grid: Grid, look: Look, beyond: float | None = None) -> tuple[Shape, ...]:
    """Return holes in the middles of a plain field's squares, as on Ballinderry's board, and rings at noble ones."""
    middle = (grid.x + grid.width / 2, grid.y + grid.height / 2)
    shapes: list[Shape] = [Rect(grid.x, grid.y, grid.width, grid.height, "board.square")]
    shapes += _own_ground(layout, grid, look)
    if beyond is not None and surface_of(look, grid.cell):
        shapes.append(WoodenBoard(layout, grid, beyond).draw_log("board.square"))
    for square in grid.squares():
        kind, centre = kind_of(layout, square), grid.centre(square)
        if look.art.mark(kind) is not None:
            shapes += draw_noble(kind, centre, 0.42 * grid.cell, look)
        elif kind == "throne":
            shapes += ring_mark(centre, 0.44 * grid.cell, 0.035 * grid.cell, "peg")
        elif kind == "corner":
            across, down = (1 if a < b else -1 for a, b in zip(centre, middle, strict=True))
            corner = (centre[0] - across * grid.cell / 2, centre[1] - down * grid.cell / 2)
            shapes.append(corner_mark(corner, middle, 1.03 * grid.cell, 0.035 * grid.cell, "peg"))
        elif kind:
            shapes += draw_peg_start(kind, centre, grid.cell)
            if layout.start.get(square) is Piece.KING:
                shapes.append(draw_kings_start(centre, grid.cell, peg=True))
    centres = tuple(grid.centre(square) for square in grid.squares())
    return (*shapes, *peg_holes(centres, 0.09 * grid.cell, "peg"))


def draw_points(layout: BoardLayout, grid: Grid, look: Look, beyond: float | None = None) -> tuple[Shape, ...]:
    """Return lines through the middles of the grid's cells, and the marked points."""
    half = grid.cell / 2
    last = layout.size - 1
    # a line ends at the outermost point, or runs on where only a part of the board is shown
    left = grid.x + (half if grid.file == 0 else 0)
    right = grid.x + grid.width - (half if grid.file + grid.files - 1 == last else 0)
    top = grid.y + (half if grid.rank + grid.ranks - 1 == last else 0)
    low = grid.y + grid.height - (half if grid.rank == 0 else 0)
    down = [grid.x + half + i * grid.cell for i in range(grid.files)]
    across = [grid.y + half + i * grid.cell for i in range(grid.ranks)]
    shapes: list[Shape] = [Rect(grid.x, grid.y, grid.width, grid.height, "board.point.ground")]
    shapes += _own_ground(layout, grid, look, "board.square")
    surface, store = surface_of(look, grid.cell) if beyond is not None else "", Store()
    if surface == "vellum":
        shapes += (draw_vellum(grid, square, "point", store) for square in grid.squares())
    elif surface:
        shapes.append(WoodenBoard(layout, grid, beyond or 0.0).draw_log("board.point.ground"))
    lit = surface not in ("", "vellum")
    for role, off in (("board.point.line.light", LIT), ("board.point.line", 0.0))[0 if lit else 1 :]:
        shapes += (line((x + off, top), (x + off, low), role) for x in down)
        shapes += (line((left, y + off), (right, y + off), role) for y in across)
    for square in grid.squares():
        kind = kind_of(layout, square)
        if kind and layout.start.get(square) is Piece.KING and kind != "throne":
            shapes.append(Circle(*grid.centre(square), 0.165 * grid.cell, f"board.point.{kind}"))
            shapes.append(draw_kings_start(grid.centre(square), grid.cell))
        elif kind:
            shapes += draw_point(kind, grid.centre(square), grid.cell, look)
    return tuple(shapes)


def draw_board(
    layout: BoardLayout, surface: Surface, cell: float, frame: float, look: Look, bleed: float = 0.0
) -> Form:
    """Return the whole board with its top left corner at the origin.

    The side of a square, the frame round the squares, and the bleed beyond frame or squares are in mm.
    """

    def board() -> Form:
        side = layout.size * cell + 2 * frame
        grid = Grid.whole(layout.size, cell, frame, frame)
        if frame:
            band = draw_border(board_border(look), side, side, frame, look.store)
            ground = Rect(0, 0, side, side, "board.frame")
            border = (*draw_bleed(ground, bleed), ground, *band)
        else:
            # the ground without a border beyond its edges, and the lines that meet them
            whole = Rect(0, 0, side, side, "board.point.ground" if surface == "points" else "board.square")
            if surface == "points" or look.ornament.board == "pegs":
                border = draw_bleed(whole, bleed)
            else:
                squares: list[Shape] = []
                for square in grid.squares():
                    sides = outer_edges(square, layout.size)
                    if sides:
                        role = role_of("board.square", kind_of(layout, square))
                        squares.append(grown(Rect(*grid.corner(square), cell, cell, role), FAR, sides))
                border = run_on((*squares, *draw_lines(grid, look, FAR)), whole, bleed)
        field = draw_field(layout, surface, grid, look, 0.0 if frame else bleed)
        return Form((*border, *field.shapes, Rect(frame, frame, grid.width, grid.height, "board.edge")))

    return look.store.get((draw_board, layout, surface, cell, frame, look, bleed), board)


def board_border(look: Look) -> Border:
    """Return the kind of the border round a board."""
    return Border(look.ornament.frame, "ornament", look.ornament.edged, look.face.frame, look.art.frame)


def marks_start(layout: BoardLayout, surface: Surface, look: Look, paints: Paints) -> bool:
    """Whether a board as it is drawn and painted shows all places where pieces stand at the start."""
    kinds = {kind_of(layout, square) for square in layout.start} - {"throne", "corner"}
    on_squares = surface == "squares" and look.ornament.board != "pegs"
    ground = paints.paint("board.point.ground" if surface == "points" else "board.square").fill
    for kind in kinds:
        place = paints.paint(role_of("board.square" if on_squares else "board.point", kind))
        mark = paints.paint(role_of("board.start", kind))
        marks = (mark, replace(place, stroke=None)) if on_squares else (mark, place)
        if not any(paint.stroke is not None or paint.fill not in (None, ground) for paint in marks):
            return False
    return True


def draw_field(
    layout: BoardLayout, surface: Surface, grid: Grid, look: Look, beyond: float | None = None, *, marked: bool = True
) -> Form:
    """Return the squares, points or holes of the part of a board that a grid shows; the start is `marked` or plain.

    A whole board shows what it is made of, `beyond` its edges too by a length in mm.
    """

    def field() -> Form:
        if surface == "points":
            return Form(draw_points(layout, grid, look, beyond))
        if look.ornament.board == "pegs":
            return Form(draw_pegs(layout, grid, look, beyond))
        return Form(draw_squares(layout, grid, look, beyond, marked=marked))

    return look.store.get((draw_field, layout, surface, grid, look, beyond, marked), field)


def draw_section(
    board: Form, section: Section, measures: Measures, bleed: float = 0.0, tabs: Sequence[Seam] = ()
) -> tuple[Group, float, float]:
    """Return a section cut out of the whole board, its top left corner at the origin, with its width and height.

    Every section shows the same board through a window that is larger than it by the bleed in mm. Tabs at some of its
    seams are not cut off there and have a bleed of their own.
    """
    left, top, width, height = place = measures.place(section)
    clip: Rect | Path = grown(Rect(*place, "cut"), bleed)
    if tabs and bleed > 0:
        # the outline with the bleed, which has notches where tabs are, clockwise: outside is on the left hand
        edges: tuple[tuple[Edge, Point, Point, float], ...] = (
            ("upper", (left, top), (1, 0), width),
            ("right", (left + width, top), (0, 1), height),
            ("lower", (left + width, top + height), (-1, 0), width),
            ("left", (left, top + height), (0, -1), height),
        )
        # the beginning and the end of tabs along each side
        notches: list[list[tuple[float, float]]] = []
        for side, _, _, length in edges:
            starts = [(seam.y if seam.upright else seam.x, seam.length) for seam in tabs if seam.side == side]
            if side in ("lower", "left"):
                starts = [(length - start - long, long) for start, long in starts]
            united: list[tuple[float, float]] = []
            for start, long in sorted(starts):
                begin = united.pop()[0] if united and start - united[-1][1] < _CORNER else start
                united.append((begin, start + long))
            notches.append(united)
        points: list[Point] = []
        for number, (_, (x, y), (dx, dy), length) in enumerate(edges):
            out_x, out_y = dy * bleed, -dx * bleed
            before = notches[number - 1]
            after = bool(before) and before[-1][1] > edges[number - 1][3] - _CORNER
            begins = [0.0 if after else -bleed]
            # where a tab reaches a corner, the bleed of the other side ends at it
            for start, end in notches[number]:
                if start > _CORNER:
                    points += [(x + dx * at + out_x, y + dy * at + out_y) for at in (*begins, start)]
                elif not after:
                    points.append((x - dx * bleed, y - dy * bleed))
                inner = (end,) if after and start <= _CORNER else (start, end)
                points += [(x + dx * at, y + dy * at) for at in inner]
                begins = [end] if end < length - _CORNER else []
            points += [(x + dx * at + out_x, y + dy * at + out_y) for at in begins]
        clip = Path.of(polygon(points), "cut")
    return Group((Shown(board, clip=clip),), translate(-left, -top)), width, height


# The joins of sections: glue tabs, or overlapping strips with crosses that the next section covers.


_HATCH = 2.4  # mm between the lines that mark a strip to be glued
_CROSS_ARM = 1.6  # mm: half the length of a cross's arms, on an overlap that has room for them
_CROSS_INSET = 12.0  # mm from a cross to an end of its seam, clear of the frame
_PLATE = 3.0  # mm: half the length of the light ground under a cross
_CLEAR = 0.8  # mm from that ground to the seam
_HALF_LINE = 0.06  # mm: half the width of a cross's line; at this distance a line along the seam is just covered


def draw_hatching(x: float, y: float, width: float, height: float) -> tuple[Shape, ...]:
    """Return the slanting lines that mark a strip to be glued, from its top left corner in mm; to be clipped to it."""
    count = int((width + height) / _HATCH)
    return tuple(
        line((x + n * _HATCH - height, y + height), (x + n * _HATCH, y), "tab.hatch") for n in range(1, count + 1)
    )


def draw_tabs(
    name: str, seams: Sequence[Seam], depth: float, typesetter: Typesetter, bleed: float = 0.0
) -> tuple[Shape, ...]:
    """Return the glue tabs that a section carries, from the top left corner of its art, which is drawn over them.

    Each has the pair of letters that meet there. Its depth and the bleed of its ground are in mm.
    """
    beyond: list[Group] = []
    tabs: list[Group] = []
    for seam in (seam for seam in seams if seam.first == name):
        x, y, width, height = seam.strip(depth)
        corners = tab_corners(seam, depth)
        if bleed > 0:
            # the ground runs on beyond the three cuts
            start, first, _, end = corners
            dx, dy = (end[0] - start[0]) / seam.length, (end[1] - start[1]) / seam.length
            slant = (first[0] - start[0]) * dx + (first[1] - start[1]) * dy
            out_x, out_y = (first[0] - start[0] - slant * dx) / depth, (first[1] - start[1] - slant * dy) / depth
            near = bleed * math.hypot(slant, depth) / depth
            far = near - slant * (depth + bleed) / depth
            spots = ((-near, 0.0), (-far, depth + bleed), (seam.length + far, depth + bleed), (seam.length + near, 0.0))
            points = [(start[0] + a * dx + b * out_x, start[1] + a * dy + b * out_y) for a, b in spots]
            room = grown(Rect(x, y, width, height, "cut"), bleed)
            beyond.append(Group((Path.of(polygon(points), "tab"),), clip=room, layer=Layer.ART))
        outline = Path.of(polygon(corners), "tab")
        hatch = Group(draw_hatching(x, y, width, height), clip=outline)
        size = min(3.4, 0.5 * depth)
        wide, high = typesetter.width(seam.pair, "bold", size) + 2.0, size * 1.1
        label = (
            Rect(-wide / 2, -high / 2, wide, high, "tab.plate"),
            typesetter.line(seam.pair, "bold", size, "text.label", (0, 0.33 * size), 0.5),
        )
        centre = multiply(translate(x + width / 2, y + height / 2), rotate(90 if seam.upright else 0))
        art = Group((outline, hatch, Group(label, centre)), layer=Layer.LABELS)
        # no line along the seam, where nothing is cut
        rim = Group(tuple(line(a, b, "cut") for a, b in pairwise(corners)), layer=Layer.CUT)
        tabs.append(Group((art, rim)))
    return (*beyond, *tabs)


def draw_overlaps(
    board: Form, art: tuple[float, float], name: str, seams: Sequence[Seam], depth: float, bleed: float = 0.0
) -> tuple[Shape, ...]:
    """Return the strips of the board that go under the neighbours of a section, with a bleed.

    `art` is the section's top left corner on the whole board; the depth of the overlaps and all lengths are in mm.
    """
    left, top = art
    strips = (seam.strip(depth) for seam in seams if seam.first == name)
    return tuple(
        Shown(board, translate(-left, -top), grown(Rect(left + x, top + y, width, height, "cut"), bleed))
        for x, y, width, height in strips
    )


def draw_crosses(name: str, seams: Sequence[Seam], depth: float) -> Group:
    """Return the marks on the overlaps that a section carries, in a depth in mm; the sections that go over cover all.

    Near both ends of a seam a cross stands on a light ground; a line beside it shows the edge of the section above.
    """
    marks: list[Shape] = []
    clear, middle = min(_CLEAR, 0.1 * depth), depth / 2
    for seam in (seam for seam in seams if seam.first == name):
        half = min(_PLATE, seam.length / 4)
        reach = min(_CROSS_ARM, 0.3 * depth, 0.8 * half)
        # drawn about the seam's own point, the overlap below it, and then turned to the side that it lies on
        mark = (
            Rect(-half, clear, 2 * half, depth - 2 * clear, "tab.plate"),
            line((-reach, middle), (reach, middle), "cut.cross"),
            line((0.0, middle - reach), (0.0, middle + reach), "cut.cross"),
            line((-half, _HALF_LINE), (half, _HALF_LINE), "cut.cross"),
        )
        turn = {"lower": 0, "left": 90, "upper": 180, "right": 270}[seam.side]
        inset = min(_CROSS_INSET, seam.length / 4)
        for along in (inset, seam.length - inset):
            x, y = (seam.x, seam.y + along) if seam.upright else (seam.x + along, seam.y)
            marks.append(Group(mark, multiply(translate(x, y), rotate(turn))))
    return Group(tuple(marks), layer=Layer.LABELS)


def draw_outline(
    size: tuple[float, float], name: str, seams: Sequence[Seam], overlap: float, framed: Collection[Edge] = ()
) -> Group:
    """Return the cuts of a section of a size, from the top left corner of its art; none along tabs or overlaps.

    The depth of overlaps is in mm, or 0 for tabs, which have an outline of their own. The cuts of `framed` sides lie on
    the frame round the board, whose ground may be darker.
    """
    width, height = size
    carried = [seam for seam in seams if seam.first == name]
    cuts: list[Shape] = []
    edges = (
        ("upper", (0.0, 0.0), (1, 0), width),
        ("lower", (0.0, height), (1, 0), width),
        ("left", (0.0, 0.0), (0, 1), height),
        ("right", (width, 0.0), (0, 1), height),
    )
    for side, (x, y), (dx, dy), length in edges:
        gaps = sorted((seam.y if seam.upright else seam.x, seam.length) for seam in carried if seam.side == side)
        at = 0.0
        for start, long in (*gaps, (length, 0.0)):
            if start - at > 0.01:
                role = "cut.frame" if side in framed else "cut"
                cuts.append(line((x + dx * at, y + dy * at), (x + dx * start, y + dy * start), role))
            at = start + long
    for seam in carried if overlap else ():
        # the three outer sides of the overlap
        x, y, width, height = seam.strip(overlap)
        rim = {
            "right": ((x, y), (x + width, y), (x + width, y + height), (x, y + height)),
            "left": ((x + width, y), (x, y), (x, y + height), (x + width, y + height)),
            "lower": ((x, y), (x, y + height), (x + width, y + height), (x + width, y)),
            "upper": ((x, y + height), (x, y), (x + width, y), (x + width, y + height)),
        }[seam.side]
        cuts += (line(a, b, "cut") for a, b in pairwise(rim))
    return Group(tuple(cuts), layer=Layer.CUT)
