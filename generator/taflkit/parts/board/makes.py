"""How a board is made: wood with grain or vellum, the lines between squares, and how squares are worked.

The make is the theme's choice, and with "wood" the game's own. Line paints have neither grain nor light and shade, and
squares below WORKED have plain lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from taflkit.drawing.curves import arc, circle_segments, line, polygon
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Path, Segment, Shape, Shown, multiply, rotate, scale, translate
from taflkit.drawing.store import Store
from taflkit.ornament.grain import draw_grain, draw_pores
from taflkit.parts.board.marked import WORKED, role_of
from taflkit.tafl import Square

__all__ = ["LIT", "draw_lines", "draw_planks", "draw_work", "is_ruled", "surface_of", "texture_square"]

_CUTS = 4
"""Of how many boards a field is made; each lies in four ways."""
_STRING, _INLAY, _GROOVE = 0.024, 0.008, 0.011
"""The width of the stringing between squares, of the light line in it and of a groove, in parts of a square."""
LIT = 0.28
"""How far the light side of a sunk line lies to the right of it and below, in mm."""
_GRAINED = 9.0
"""From which side in mm on squares have grain: those of boards, and not those of the cover and of pictures."""
_EDGED = 12.0
"""From which side in mm on squares have worked edges."""


def _make(look: Look, cell: float) -> str:
    """Return how squares of a side in mm are made; those that are too small to be worked are plain."""
    make = look.ornament.board
    return "squares" if cell < WORKED else look.face.board if make == "wood" else make


def surface_of(look: Look, cell: float) -> str:
    """Return how a surface is seen, "inlay", "planks" or "vellum"; "" in line paints, on small squares, own grounds."""
    make = look.ornament.board
    if cell < _GRAINED or look.ornament.edged or make == "squares" or look.art.board is not None:
        return ""
    return {"ruled": "vellum", "inlay": "inlay"}.get(_make(look, cell), "planks")


def is_ruled(look: Look, cell: float, kind: str) -> bool:
    """Whether a line is ruled inside squares of a kind, with a side in mm.

    It is in those of the start, and in throne and corners too unless the paints are line paints.
    """
    if not kind or cell < _GRAINED or look.ornament.board != "ruled" or look.art.board is not None:
        return False
    return kind in ("attackers", "defenders") or not look.ornament.edged


def texture_square(grid: Grid, square: Square, kind: str, look: Look, cuts: Store) -> Shown:
    """Return the grain of one square, across that of the squares beside it, or the pores of its vellum.

    Args:
        grid: where squares lie.
        square: the square.
        kind: which of the marked squares it is, or "".
        look: the theme's ornament.
        cuts: keeps the pieces that the field is made of.
    """
    cell, number = grid.cell, 3 * square.file + 5 * square.rank + square.file * square.rank
    role = role_of("board.grain", kind)
    if surface_of(look, cell) == "vellum":
        form = cuts.of(_pores, cell, number % _CUTS, role)
    else:
        form = _grain(cell, cell, number % _CUTS, role, cuts)
    turn = 90 * ((square.file + square.rank) % 2) + 180 * (number // _CUTS % 2)
    return Shown(
        form, multiply(translate(*grid.centre(square)), multiply(rotate(turn), translate(-cell / 2, -cell / 2)))
    )


def draw_planks(grid: Grid, cuts: Store, role: str = "board.grain") -> Iterable[Shown]:
    """Yield the grain of the boards that the ranks are cut from, from edge to edge.

    Args:
        grid: where squares lie.
        cuts: keeps the pieces that the field is made of.
        role: the role of its lines.
    """
    for rank in range(grid.ranks):
        form = _grain(grid.width, grid.cell, 10 + (rank + rank // _CUTS) % _CUTS, role, cuts)
        low = grid.y + (grid.ranks - rank) * grid.cell
        if rank // _CUTS % 2:
            yield Shown(form, multiply(translate(grid.x + grid.width, low), scale(-1)))
        else:
            yield Shown(form, translate(grid.x, low - grid.cell))


def _grain(length: float, height: float, number: int, role: str, cuts: Store) -> Form:
    """Return the grain of a board, whose lines are the same in every role."""
    return cuts.of(_painted, cuts.of(_lines, length, height, number), role)


def _painted(path: Path, role: str) -> Form:
    return Form((replace(path, role=role),))


def _lines(length: float, height: float, number: int) -> Path:

    return Path.of(draw_grain(length, height, number), "")


def _pores(side: float, number: int, role: str) -> Form:

    return Form((Path.of(draw_pores(side, number), role),))


# between squares


def draw_lines(grid: Grid, look: Look, beyond: float = 0.0) -> tuple[Shape, ...]:
    """Return the lines between squares; those at the part's edges belong to the border.

    Inlaid squares have stringing, a light line in a dark one, and other wood has grooves that catch the light. In line
    paints the stringing is two lines, and grooves are single ones.

    Args:
        grid: where squares lie.
        look: the theme's ornament, with the game's face.
        beyond: how far lines reach over the part's edges, in mm.
    """
    make, cell = _make(look, grid.cell), grid.cell
    if make in ("squares", "ruled") or (look.ornament.edged and make != "inlay"):
        return _ruled_lines(grid, beyond)
    if look.ornament.edged:
        half = _STRING / 2 * cell
        return (*_ruled_lines(grid, beyond, -half), *_ruled_lines(grid, beyond, half))
    if make == "inlay":
        string, inlay = (_STRING * cell, "board.string", 0.0), (_INLAY * cell, "board.string.inlay", 0.0)
        # on small squares a line could not be printed within the other
        bars = (string, inlay) if cell >= _EDGED else (string,)
    else:
        width = _GROOVE * cell
        bars = ((width, "board.groove.light", 0.8 * width), (width, "board.groove", 0.0))
    return tuple(strip for bar in bars for strip in _strips(grid, beyond, *bar))


def _ruled_lines(grid: Grid, beyond: float, off: float = 0.0) -> tuple[Shape, ...]:
    """Return single lines, as far to the right and below as `off`, in mm."""
    left, top, right, low, down, across = _places(grid, beyond, off)
    return (
        *(line((x, top), (x, low), "board.line") for x in down),
        *(line((left, y), (right, y), "board.line") for y in across),
    )


def _strips(grid: Grid, beyond: float, width: float, role: str, off: float) -> tuple[Shape, ...]:
    """Return lines as strips of a width in mm, which grows with the squares."""
    half = width / 2
    left, top, right, low, down, across = _places(grid, beyond, off)
    upright = (_box(x - half, top, x + half, low) for x in down)
    level = (_box(left, y - half, right, y + half) for y in across)
    return tuple(Path.of(tuple(step for box in boxes for step in box), role) for boxes in (upright, level))


def _places(
    grid: Grid, beyond: float, off: float
) -> tuple[float, float, float, float, tuple[float, ...], tuple[float, ...]]:
    """Return the ends of lines at the left, above, at the right and below, and where upright and level ones stand."""
    down = tuple(grid.x + i * grid.cell + off for i in range(1, grid.files))
    across = tuple(grid.y + i * grid.cell + off for i in range(1, grid.ranks))
    right, low = grid.x + grid.width + beyond, grid.y + grid.height + beyond
    return grid.x - beyond, grid.y - beyond, right, low, down, across


def _box(left: float, top: float, right: float, low: float) -> tuple[Segment, ...]:
    return polygon(((left, top), (right, top), (right, low), (left, low)))


def draw_work(grid: Grid, look: Look, noble: Collection[Square] = ()) -> tuple[Shape, ...]:
    """Return what a make has besides lines: worked edges, panels, or marks where lines meet.

    Args:
        grid: where squares lie.
        look: the theme's ornament, with the game's face.
        noble: the throne and the corners, at which a pen leaves the marks out.
    """
    cell, edged = grid.cell, look.ornament.edged
    match _make(look, cell):
        case "inlay" if not edged:
            return _repeated(grid, _bevel(cell))
        case "carved":
            return _crossings(grid, _ring_and_dot(cell), ())
        case "panels":
            return _repeated(grid, _panel(cell, edged))
        case "ruled":
            return _crossings(grid, _dots(cell, edged), noble)
        case _:
            return ()


def _crossings(grid: Grid, form: Form, without: Collection[Square]) -> tuple[Shape, ...]:
    """Return a form where lines meet inside a field, if squares are large enough, but at none of some squares."""
    if grid.cell < _EDGED:
        return ()
    bare = {(square.file + right, square.rank + up) for square in without for right in (0, 1) for up in (0, 1)}
    return tuple(
        Shown(form, translate(grid.x + file * grid.cell, grid.y + (grid.ranks - rank) * grid.cell))
        for rank in range(grid.ranks - 1, 0, -1)
        for file in range(1, grid.files)
        if (grid.file + file, grid.rank + rank) not in bare
    )


def _repeated(grid: Grid, form: Form) -> tuple[Shape, ...]:
    """Return what every square has alike, if squares are large enough for it."""
    if grid.cell < _EDGED:
        return ()
    return tuple(Shown(form, translate(*grid.corner(square))) for square in grid.squares())


def _bevel(cell: float) -> Form:
    """Return the worked edge of a square: light falls on it from the upper left."""
    near = (_STRING / 2 + 0.012) * cell
    far = cell - near
    light = (("M", (near, far)), ("L", (near, near)), ("L", (far, near)))
    dark = (("M", (far, near)), ("L", (far, far)), ("L", (near, far)))
    return Form((Path.of(light, "board.bevel.light"), Path.of(dark, "board.bevel.dark")))


def _panel(cell: float, edged: bool) -> Form:
    """Return a sunk line within a square, its corners notched by quarter circles; in line paints without its light."""
    dark = Path.of(_notched(0.07 * cell, cell, 0.06 * cell), "board.panel")
    light = Path.of(_notched(0.07 * cell + LIT, cell + 2 * LIT, 0.06 * cell), "board.panel.light")
    return Form((dark,) if edged else (light, dark))


def _notched(near: float, cell: float, notch: float) -> tuple[Segment, ...]:
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


def _ring_and_dot(cell: float) -> Form:
    ring = circle_segments((0.0, 0.0), 0.042 * cell), circle_segments((0.0, 0.0), 0.03 * cell)
    return Form(
        (
            Circle(0.0, 0.0, 0.042 * cell, "board.crossing.ground"),
            Path.of((*ring[0], *ring[1]), "board.crossing"),
            Circle(0.0, 0.0, 0.013 * cell, "board.crossing"),
        )
    )


def _dots(cell: float, edged: bool) -> Form:
    off, radius, reach = 0.038 * cell, (0.009 if edged else 0.0115) * cell, 0.021 * cell
    dots = tuple(Circle(x, y, radius, "board.crossing") for x in (-off, off) for y in (-off, off))
    middle = Path.of(polygon(((0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0))), "board.crossing")
    return Form(dots if edged else (middle, *dots))
