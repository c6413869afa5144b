"""The surface of a board: its marked places, the grain of wood or vellum, the lines between squares, worked squares.

The throne, the corners and the start have the same ornament on the board, on the cover and in figures; on small
squares it is cut with broader lines. The make is the theme's choice, and with "wood" the game's own. Line paints have
neither grain nor light and shade, and squares below WORKED have plain lines.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Form,
    Path,
    Point,
    Rect,
    Segment,
    Shape,
    Shown,
    arc,
    circle_segments,
    foil,
    line,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.figures import Grid
from taflkit.ornament.bands import BOLD, PLAIN
from taflkit.ornament.frames import knot_square
from taflkit.ornament.linocut import draw_crown, draw_hatching
from taflkit.ornament.pegs import draw_pores
from taflkit.ornament.spirals import draw_roundel
from taflkit.sheets.sections import Edge
from taflkit.tafl import BoardLayout, Square

WORKED = 7.0
"""The least side in mm of worked squares, with the finest ornament."""
_POINTS = {"throne": 0.38, "corner": 0.38, "attackers": 0.2, "defenders": 0.165}  # of a cell: radii of marked points
_HATCHED = 0.9  # of a cell: the side of the square whose hatching a noble point has
_COLLAR = 0.44  # of a cell: the radius of the ring round noble points, which a counter does not hide
_ROUND_PEG = 1.6  # the points of the start are larger by this factor where they lie round holes for pegs
_IN_POINT = 0.5  # of a point of the start: the mark in it
_IN_PEG = 0.78  # of the same round a peg's hole: clear of the rim
_LOZENGE = 0.14  # of a square: the reach of the mark of the attackers' start
_RING = 0.115  # of a square: the reach of the mark of the defenders' start
_CUT_LOZENGE = 0.078  # of a square: the same of a lozenge that is cut solid
_CUT_RING = 0.068  # of a square: the same of an empty ring beside it
_CROWN = 0.16  # of a square: the width of the crown on the king's start
_CROWN_FOOT = 0.38  # of its width: from the middle of a square down to its foot
_OVER_PEG = 0.3  # of a cell: from a hole for a peg up to a crown's foot
_INLAID_LOZENGE = (0.068, 0.034)  # of a square: the reach of a mark in wood, and of the hole in it
_INLAID_RING = (
    0.066,
    0.042,
    0.02,
)  # of a square: the same of a ring, and of the dot in its hole
_DRAWN = {False: 2.0, True: 3.0}  # mm: the reach of plain and of worked ornament before it is scaled to figures
_LARGE = 6.0  # mm: the least reach of ornament that is drawn in its own size
_FILLED = 14.0  # mm: the least side of a square with room for something in its mark


def kind_of(layout: BoardLayout, square: Square) -> str:
    """Return which of the specially marked squares this is, "throne", "corner", "attackers" or "defenders", or ""."""
    if square in layout.marked:
        return "throne" if square == layout.throne else "corner"
    piece = layout.start.get(square)
    return piece.side.value if piece else ""


def outer_edges(square: Square, size: int) -> list[Edge]:
    """Return the edges of a square that are those of the board, whose side has so many squares."""
    last = size - 1
    ends: dict[Edge, bool] = {
        "left": square.file == 0,
        "right": square.file == last,
        "lower": square.rank == 0,
        "upper": square.rank == last,
    }
    return [edge for edge, is_there in ends.items() if is_there]


def role_of(base: str, kind: str) -> str:
    """Return the role of a kind of square."""
    return f"{base}.{kind}" if kind else base


def draw_noble(kind: str, centre: Point, reach: float, look: Look) -> tuple[Shape, ...]:
    """Return the ornament of a "throne" or a "corner" with a reach in mm about its centre: a roundel, or a knot."""
    if (own := look.art.mark(kind)) is not None:
        edge = "board.corner.knot.edge" if look.ornament.edged else ""
        role = "board.throne.spiral.strand" if kind == "throne" else "board.corner.knot.strand"
        return own.within(*centre, 2 * reach, role, edge)
    worked, edged = reach >= 0.35 * WORKED, look.ornament.edged
    # those of figures differ in size alone, unless they have lines
    drawn = _DRAWN[worked] if not worked or (reach < _LARGE and not edged) else reach
    if kind == "throne":
        carved = (look.face.throne, 0.0, 0.0, drawn, "board.throne.spiral")
        form = look.store.get((draw_noble, carved, worked), lambda: Form(draw_roundel(*carved, bold=not worked)))
    else:

        def knot() -> Form:
            if worked:
                shapes = knot_square(2 * drawn, look.face.corner, "board.corner.knot", replace(PLAIN, edged=edged))
            else:
                shapes = knot_square(2 * drawn, look.face.corner, "board.corner.knot.small", BOLD)[1:]
            return Form((Shown(Form(shapes), translate(-drawn, -drawn)),))

        form = look.store.get((knot_square, look.face.corner, drawn, worked, edged), knot)
    return (Shown(form, multiply(translate(*centre), scale(reach / drawn))),)


def draw_hatched(kind: str, centre: Point, side: float, look: Look, *, rises: bool = True) -> tuple[Shape, ...]:
    """Return a hatched "throne" or "corner" of a board of line paints, or a theme's own, for a square of a side in mm.

    The cuts of a corner rise to the right, or to the left.
    """
    if look.art.mark(kind) is not None:
        return draw_noble(kind, centre, 0.4 * side, look)
    hatching = (kind, side, "board.hatching")
    form = look.store.get((draw_hatched, *hatching), lambda: Form((draw_hatching(*hatching, small=side < _FILLED),)))
    place = multiply(translate(*centre), (1.0 if rises else -1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    return (Shown(form, place),)


def draw_kings_start(centre: Point, cell: float, *, peg: bool = False) -> Path:
    """Return the crown of a place like others where the king stands at the start: in its middle, or over a hole."""
    width = _CROWN * cell
    foot = (centre[0], centre[1] + (-_OVER_PEG * cell if peg else _CROWN_FOOT * width))
    return draw_crown(foot, width, "board.start.king")


def draw_start(kind: str, centre: Point, cell: float, look: Look) -> tuple[Shape, ...]:
    """Return the mark of a square where "attackers" or "defenders" stand at the start: lozenges, or a flower in a ring.

    On squares below 14 mm they are empty, and below WORKED as large as the points of the start. Those that are let into
    wood are smaller and solid: a lozenge with a hole, or a ring with a dot. In line paints they are a solid lozenge and
    an empty ring.
    """
    if look.ornament.edged and cell >= WORKED:
        role = f"board.start.{kind}"
        if kind == "attackers":
            return (Path.of(_lozenge(centre, _CUT_LOZENGE * cell), role),)
        return (Circle(*centre, _CUT_RING * cell, role),)

    def mark() -> Form:
        worked = _LOZENGE if kind == "attackers" else _RING
        reach, role = (worked if cell >= WORKED else _POINTS[kind]) * cell, f"board.start.{kind}"
        if kind == "attackers":
            off, small = 0.4 * reach, 0.24 * reach
            inner = ((0, -off), (off, 0), (0, off), (-off, 0)) if cell >= _FILLED else ()
            inside = (step for middle in inner for step in _lozenge(middle, small))
            return Form((Path.of((*_lozenge((0.0, 0.0), reach), *inside), role),))
        ring = Circle(0.0, 0.0, reach, role)
        return Form((ring, Path.of(foil((0.0, 0.0), 0.8 * reach, 4, 45.0), role)) if cell >= _FILLED else (ring,))

    def inlay() -> Form:
        role = f"board.start.{kind}.inlay"
        if kind == "attackers":
            outlines = [_lozenge((0.0, 0.0), part * cell) for part in _INLAID_LOZENGE]
        else:
            outlines = [circle_segments((0.0, 0.0), part * cell) for part in _INLAID_RING]
        return Form((Path.of(chain.from_iterable(outlines), role),))

    is_inlaid = cell >= WORKED and is_wooden(look)
    return (
        Shown(look.store.get((draw_start, kind, cell, is_inlaid), inlay if is_inlaid else mark), translate(*centre)),
    )


def _lozenge(centre: Point, reach: float) -> tuple[Segment, ...]:
    x, y = centre
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


def draw_point(kind: str, centre: Point, cell: float, look: Look) -> tuple[Shape, ...]:
    """Return a marked point: ornament on a disc in a collar, a lozenge or a disc; `cell` is the mm to the next one."""
    role, radius = f"board.point.{kind}", _POINTS[kind] * cell
    if kind in ("attackers", "defenders") and look.ornament.edged and cell >= WORKED:
        return draw_start(kind, centre, cell, look)
    if kind in ("attackers", "defenders"):
        return _start_point(kind, centre, radius, _IN_POINT)
    if look.ornament.edged and look.art.mark(kind) is None:
        side = 2 * radius
        ground = Rect(centre[0] - radius, centre[1] - radius, side, side, role)
        return (ground, *draw_hatched(kind, centre, _HATCHED * cell, look))
    disc = Circle(*centre, radius, role)
    reach = 0.92 * radius if kind == "throne" else 0.66 * radius
    return (disc, *draw_noble(kind, centre, reach, look), Circle(*centre, _COLLAR * cell, f"{role}.collar"))


def draw_peg_start(kind: str, centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the lozenge or disc round a hole where pieces stand at the start; `cell` is the mm from hole to hole."""
    return _start_point(kind, centre, _ROUND_PEG * _POINTS[kind] * cell, _IN_PEG)


def _start_point(kind: str, centre: Point, radius: float, part: float) -> tuple[Shape, ...]:
    """Return a point of the start; a large one has a smaller one in it, in parts of its radius."""
    shapes = [(radius, f"board.point.{kind}"), (part * radius, f"board.start.{kind}")]
    if radius < 0.2 * WORKED:
        shapes.pop()
    if kind == "attackers":
        return tuple(Path.of(_lozenge(centre, reach), role) for reach, role in shapes)
    return tuple(Circle(*centre, reach, role) for reach, role in shapes)


_PIECES = 4  # pieces of vellum that a field is made of; each lies in four ways
_GROOVE = 0.008  # of a square: the width of a groove
_THIN = 0.2  # mm: the least width of a groove
LIT = 0.28
"""The mm between a sunk line and its light side, which lies to the right of it and below."""
_GRAINED = 9.0  # mm: the least side of squares with grain, those of boards and not those of the cover and of pictures
_EDGED = 12.0  # mm: the least side of squares with worked edges


def _make(look: Look, cell: float) -> str:
    """Return the make of squares of a side in mm; those below WORKED are plain."""
    make = look.ornament.board
    return "squares" if cell < WORKED else look.face.board if make == "wood" else make


def is_wooden(look: Look) -> bool:
    """Whether boards are of wood that is painted as such, and not drawn in lines or covered by a theme's own ground."""
    return look.ornament.board not in ("squares", "ruled") and not look.ornament.edged and look.art.board is None


def surface_of(look: Look, cell: float) -> str:
    """Return how a surface is seen, "wood" or "vellum"; "" in line paints, on small squares, own grounds."""
    if cell < _GRAINED or look.ornament.edged or look.art.board is not None:
        return ""
    return "wood" if is_wooden(look) else "vellum" if look.ornament.board == "ruled" else ""


def is_ruled(look: Look, cell: float, kind: str) -> bool:
    """Whether a line is ruled inside squares of a kind, with a side in mm: by a pen, and not in line paints."""
    ruled = look.ornament.board == "ruled" and not look.ornament.edged and look.art.board is None
    return bool(kind) and cell >= _GRAINED and ruled


def draw_vellum(grid: Grid, square: Square, kind: str, store: Store) -> Shown:
    """Return the pores of a square of vellum, of pieces in a store; `kind` is that of a marked square, or ""."""
    cell, number = grid.cell, 3 * square.file + 5 * square.rank + square.file * square.rank
    cut, role = number % _PIECES, role_of("board.grain", kind)
    form = store.get((draw_pores, cell, cut, role), lambda: Form((Path.of(draw_pores(cell, cut), role),)))
    turn = 90 * ((square.file + square.rank) % 2) + 180 * (number // _PIECES % 2)
    return Shown(
        form, multiply(translate(*grid.centre(square)), multiply(rotate(turn), translate(-cell / 2, -cell / 2)))
    )


def draw_lines(grid: Grid, look: Look, beyond: float = 0.0) -> tuple[Shape, ...]:
    """Return the lines between squares, longer than the part by `beyond` mm; those at the edges belong to the border.

    Wood has grooves; in line paints they are single lines.
    """
    make, cell, edged = _make(look, grid.cell), grid.cell, look.ornament.edged
    # the width of each line, 0 of a pen, its role, and the mm that it lies further to the right and below
    bars = [(0.0, "board.line.small" if edged and cell < WORKED else "board.line", 0.0)]
    if not edged and make not in ("squares", "ruled"):
        bars = [(max(_THIN, _GROOVE * cell), "board.groove", 0.0)]
    left, top = grid.x - beyond, grid.y - beyond
    right, low = grid.x + grid.width + beyond, grid.y + grid.height + beyond
    shapes: list[Shape] = []
    for width, role, off in bars:
        down = [grid.x + i * cell + off for i in range(1, grid.files)]
        across = [grid.y + i * cell + off for i in range(1, grid.ranks)]
        if width:
            half = width / 2
            upright = (_box(x - half, top, x + half, low) for x in down)
            level = (_box(left, y - half, right, y + half) for y in across)
            shapes += (Path.of(chain.from_iterable(boxes), role) for boxes in (upright, level))
        else:
            shapes += (line((x, top), (x, low), role) for x in down)
            shapes += (line((left, y), (right, y), role) for y in across)
    return tuple(shapes)


def _box(left: float, top: float, right: float, low: float) -> tuple[Segment, ...]:
    return polygon(((left, top), (right, top), (right, low), (left, low)))


def draw_work(
    grid: Grid, look: Look, noble: Collection[Square] = (), let_in: Collection[Square] = ()
) -> tuple[Shape, ...]:
    """Return a make's panels, or marks where lines meet; a pen leaves those of `noble` squares out.

    In wood there are no panels in squares that are let into it. Line paints have none.
    """
    cell = grid.cell
    if look.ornament.edged:
        return ()
    match _make(look, cell):
        case "carved":
            ring = (*circle_segments((0.0, 0.0), 0.042 * cell), *circle_segments((0.0, 0.0), 0.03 * cell))
            dot = Circle(0.0, 0.0, 0.013 * cell, "board.crossing")
            below = Circle(0.0, 0.0, 0.042 * cell, "board.crossing.ground")
            return _crossings(grid, Form((below, Path.of(ring, "board.crossing"), dot)), ())
        case "panels":
            # a sunk line within a square, and its light
            dark = Path.of(_notched(0.07 * cell, cell, 0.06 * cell), "board.panel")
            light = Path.of(_notched(0.07 * cell + LIT, cell + 2 * LIT, 0.06 * cell), "board.panel.light")
            plain = (square for square in grid.squares() if square not in let_in)
            form = Form((light, dark))
            return tuple(Shown(form, translate(*grid.corner(square))) for square in plain) if cell >= _EDGED else ()
        case "ruled":
            off, radius = 0.038 * cell, 0.0115 * cell
            dots = tuple(Circle(x, y, radius, "board.crossing") for x in (-off, off) for y in (-off, off))
            middle = Path.of(_lozenge((0.0, 0.0), 0.021 * cell), "board.crossing")
            return _crossings(grid, Form((middle, *dots)), noble)
        case _:
            return ()


def _crossings(grid: Grid, form: Form, without: Collection[Square]) -> tuple[Shape, ...]:
    """Return a form where lines meet inside a field of large enough squares, but at none of some squares."""
    if grid.cell < _EDGED:
        return ()
    bare = {(square.file + right, square.rank + up) for square in without for right in (0, 1) for up in (0, 1)}
    return tuple(
        Shown(form, translate(grid.x + file * grid.cell, grid.y + (grid.ranks - rank) * grid.cell))
        for rank in range(grid.ranks - 1, 0, -1)
        for file in range(1, grid.files)
        if (grid.file + file, grid.rank + rank) not in bare
    )


def _notched(near: float, cell: float, notch: float) -> tuple[Segment, ...]:
    """Return a square whose corners are notched by quarter circles."""
    far = cell - near
    return (
        ("M", (near + notch, near)),
        ("L", (far - notch, near)),
        *arc((far, near), notch, 180, 90),
        ("L", (far, far - notch)),
        *arc((far, far), notch, 270, 180),
        ("L", (near + notch, far)),
        *arc((near, far), notch, 360, 270),
        ("L", (near, near + notch)),
        *arc((near, near), notch, 90, 0),
        ("Z", ()),
    )
