"""The marked places of a board: the throne, the corners, and where the pieces of each side stand at the start.

Their ornament is the same on the board, on the cover and in figures. On small squares it is cut with broader lines,
since fine ones could not be printed there, and the marks of the start are plain and larger.
"""

from __future__ import annotations

from msgspec.structs import replace

from taflkit.drawing.curves import Point, foil, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Path, Segment, Shape, Shown, multiply, scale, translate
from taflkit.drawing.store import Store
from taflkit.ornament.panels import knot_square
from taflkit.ornament.patterns import BOLD, PLAIN
from taflkit.ornament.roundels import draw_roundel
from taflkit.tafl import BoardLayout, Square

__all__ = ["WORKED", "draw_noble", "draw_peg_start", "draw_point", "draw_start", "kind_of", "role_of"]

WORKED = 7.0
"""From which side in mm on squares are worked, with the finest ornament."""
_POINTS = {"throne": 0.38, "corner": 0.38, "attackers": 0.2, "defenders": 0.165}
"""The radius of each kind of marked point in parts of a cell; attackers' points are lozenges."""
_COLLAR = 0.44
"""The radius of the ring round the throne's point and the corners' in parts of a cell: a counter does not hide it."""
_ROUND_PEG = 1.6
"""How much larger the points of the start are where they lie round holes for pegs."""
_IN_POINT, _IN_PEG = 0.5, 0.78
"""How large the mark in a point of the start is, in parts of it; round a peg's hole it stands clear of the rim."""
_LOZENGE, _RING = 0.14, 0.115
"""How far the marks of the start reach from the middle of a square, in parts of its side: attackers', defenders'."""

_DRAWN, _LARGE = {False: 2.0, True: 3.0}, 6.0
"""How far plain and worked ornament reaches in mm before it is scaled to figures, and how far that of boards at the
least, which is drawn in its own size."""
_FILLED = 14.0
"""From which side in mm on of a square there is room for something in its mark."""


def kind_of(layout: BoardLayout, square: Square) -> str:
    """Return which of the specially marked squares this is, "throne", "corner", "attackers" or "defenders", or ""."""
    if square in layout.marked:
        return "throne" if square == layout.throne else "corner"
    piece = layout.start.get(square)
    return piece.side.value if piece else ""


def role_of(base: str, kind: str) -> str:
    """Return the role of a kind of square."""
    return f"{base}.{kind}" if kind else base


def draw_noble(kind: str, centre: Point, reach: float, look: Look) -> tuple[Shape, ...]:
    """Return the ornament of a throne or a corner: a roundel, or a knot in a square.

    Args:
        kind: "throne" or "corner".
        centre: of the ornament, in mm.
        reach: how far it reaches from there to either side, in mm.
        look: the theme's ornament, with the game's face.
    """
    if (own := look.art.mark(kind)) is not None:
        edge = "board.corner.knot.edge" if look.ornament.edged else ""
        role = "board.throne.spiral.strand" if kind == "throne" else "board.corner.knot.strand"
        return own.within(*centre, 2 * reach, role, edge)
    worked = reach >= 0.35 * WORKED
    make = _roundel if kind == "throne" else _knot
    name = look.face.throne if kind == "throne" else look.face.corner
    # those of figures differ in size alone, unless they have lines
    shared = not worked or (reach < _LARGE and not look.ornament.edged)
    drawn = _DRAWN[worked] if shared else reach
    form = look.store.of(make, name, drawn, worked, look.ornament.edged)
    return (Shown(form, multiply(translate(*centre), scale(reach / drawn))),)


def _roundel(name: str, radius: float, worked: bool, _edged: bool) -> Form:

    return Form(draw_roundel(name, 0.0, 0.0, radius, "board.throne.spiral", bold=not worked))


def _knot(name: str, reach: float, worked: bool, edged: bool) -> Form:

    if worked:
        shapes = knot_square(2 * reach, name, "board.corner.knot", replace(PLAIN, edged=edged))
    else:
        shapes = knot_square(2 * reach, name, "board.corner.knot.small", BOLD)[1:]
    return Form((Shown(Form(shapes), translate(-reach, -reach)),))


def draw_start(kind: str, centre: Point, cell: float, cuts: Store) -> tuple[Shape, ...]:
    """Return the mark of a square where pieces stand at the start: a lozenge of lozenges, or a flower in a ring.

    On squares below 14 mm they are empty, and below WORKED as large as the points of the start.

    Args:
        kind: "attackers" or "defenders".
        centre: of the square, in mm.
        cell: the side of the square, in mm.
        cuts: keeps the marks of the field.
    """
    return (Shown(cuts.of(_start_form, kind, cell), translate(*centre)),)


def _start_form(kind: str, cell: float) -> Form:
    worked = _LOZENGE if kind == "attackers" else _RING
    reach = (worked if cell >= WORKED else _POINTS[kind]) * cell
    if kind == "attackers":
        outline = _lozenges(reach) if cell >= _FILLED else _lozenge((0.0, 0.0), reach)
        return Form((Path.of(outline, "board.start.attackers"),))
    if cell < _FILLED:
        return Form((Circle(0.0, 0.0, reach, "board.start.defenders"),))
    flower = foil((0.0, 0.0), 0.8 * reach, 4, 45.0)
    return Form((Circle(0.0, 0.0, reach, "board.start.defenders"), Path.of(flower, "board.start.defenders")))


def _lozenges(reach: float) -> tuple[Segment, ...]:
    """Return a lozenge with four small ones in it."""
    off, small = 0.4 * reach, 0.24 * reach
    inside = (step for x, y in ((0, -off), (off, 0), (0, off), (-off, 0)) for step in _lozenge((x, y), small))
    return (*_lozenge((0.0, 0.0), reach), *inside)


def _lozenge(centre: Point, reach: float) -> tuple[Segment, ...]:
    x, y = centre
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


def draw_point(kind: str, centre: Point, cell: float, look: Look) -> tuple[Shape, ...]:
    """Return a marked point: a disc with the ornament of the throne or a corner in a collar, a lozenge, or a disc.

    Args:
        kind: which of the marked places it is.
        centre: of the point, in mm.
        cell: how far points lie apart, in mm.
        look: the theme's ornament, with the game's face.
    """
    role, radius = f"board.point.{kind}", _POINTS[kind] * cell
    if kind in ("attackers", "defenders"):
        return _start_point(kind, centre, radius, _IN_POINT)
    disc = Circle(*centre, radius, role)
    reach = 0.92 * radius if kind == "throne" else 0.66 * radius
    return (disc, *draw_noble(kind, centre, reach, look), Circle(*centre, _COLLAR * cell, f"{role}.collar"))


def draw_peg_start(kind: str, centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the mark of a place for a peg at the start: a lozenge or a disc, with a smaller one round the hole.

    Args:
        kind: "attackers" or "defenders".
        centre: of the hole, in mm.
        cell: how far holes lie apart, in mm.
    """
    return _start_point(kind, centre, _ROUND_PEG * _POINTS[kind] * cell, _IN_PEG)


def _start_point(kind: str, centre: Point, radius: float, part: float) -> tuple[Shape, ...]:
    """Return a point of the start; one that is large enough has a smaller one in it, in parts of its radius."""
    shapes = [(radius, f"board.point.{kind}"), (part * radius, f"board.start.{kind}")]
    if radius < 0.2 * WORKED:
        shapes.pop()
    if kind == "attackers":
        return tuple(Path.of(_lozenge(centre, reach), role) for reach, role in shapes)
    return tuple(Circle(*centre, reach, role) for reach, role in shapes)
