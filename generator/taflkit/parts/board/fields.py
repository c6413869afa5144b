"""The field of a board: squares, lines and points, or holes for pegs, with the marks of the throne, corners and start.

The ground of every square is drawn first, then what the board is made of, then the marks.
"""

from __future__ import annotations

from taflkit.drawing.curves import line
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Rect, Shape
from taflkit.drawing.store import Store
from taflkit.ornament.pegs import corner_mark, peg_holes, ring_mark
from taflkit.parts.board.makes import LIT, draw_lines, draw_planks, draw_work, is_ruled, surface_of, texture_square
from taflkit.parts.board.marked import draw_noble, draw_peg_start, draw_point, draw_start, kind_of, role_of
from taflkit.parts.tiles import draw_tile
from taflkit.tafl import BoardLayout, Square

__all__ = ["draw_pegs", "draw_points", "draw_squares"]

_RULED, _RULED_ROUND = 0.08, 0.055
"""How far inside a square of the start its line is ruled, and how far inside throne and corners, round their ornament,
in parts of the side."""


def draw_squares(layout: BoardLayout, grid: Grid, look: Look, *, marked: bool = True) -> tuple[Shape, ...]:
    """Return a field of squares.

    Args:
        layout: the board model.
        grid: where squares lie.
        look: the theme's ornament, with the game's face.
        marked: whether squares where pieces stand at the start have their marks, and not their tints alone.
    """
    surface, cuts = surface_of(look, grid.cell), Store()
    squares = [(square, kind_of(layout, square)) for square in grid.squares()]
    grounds = {
        square: Rect(*grid.corner(square), grid.cell, grid.cell, role_of("board.square", kind))
        for square, kind in squares
    }
    shapes: list[Shape] = []
    if surface == "planks":
        # boards run on under the squares that are let into them
        shapes += (grounds[square] for square, kind in squares if not kind)
        shapes += draw_planks(grid, cuts)
        shapes += (grounds[square] for square, kind in squares if kind)
        shapes += (texture_square(grid, square, kind, look, cuts) for square, kind in squares if kind)
    else:
        shapes += grounds.values()
        shapes += _own_ground(layout, grid, look)
        shapes += (texture_square(grid, square, kind, look, cuts) for square, kind in squares if surface)
    noble = tuple(square for square, kind in squares if kind in ("throne", "corner"))
    shapes += (*draw_lines(grid, look), *draw_work(grid, look, noble))
    for square, kind in squares:
        if is_ruled(look, grid.cell, kind):
            shapes.append(_ruling(grid, square, kind))
        if kind in ("throne", "corner"):
            shapes += draw_noble(kind, grid.centre(square), 0.4 * grid.cell, look)
        elif kind and marked:
            shapes += draw_start(kind, grid.centre(square), grid.cell, cuts)
    return tuple(shapes)


def _own_ground(layout: BoardLayout, grid: Grid, look: Look, role: str = "board.ground") -> tuple[Shape, ...]:
    """Return the tiles of a theme's own ground, one on each square that nothing marks, in a role that is seen there."""
    if look.art.board is None:
        return ()

    plain = (grid.corner(square) for square in grid.squares() if not kind_of(layout, square))
    places = (Rect(x, y, grid.cell, grid.cell, role) for x, y in plain)
    return tuple(draw_tile(look.art.board, place, role, look.store) for place in places)


def _ruling(grid: Grid, square: Square, kind: str) -> Rect:
    """Return the line of a pen inside a marked square."""
    part = _RULED if kind in ("attackers", "defenders") else _RULED_ROUND
    (x, y), off = grid.corner(square), part * grid.cell
    return Rect(x + off, y + off, grid.cell - 2 * off, grid.cell - 2 * off, role_of("board.ruling", kind))


# points and pegs


def draw_pegs(layout: BoardLayout, grid: Grid, look: Look) -> tuple[Shape, ...]:
    """Return holes in a plain field as on the board of Ballinderry, rings at the centre and in the corners.

    Args:
        layout: the board model.
        grid: where holes lie, each in the middle of a square.
        look: the theme's ornament, with the game's face.
    """
    middle = (grid.x + grid.width / 2, grid.y + grid.height / 2)
    shapes: list[Shape] = [Rect(grid.x, grid.y, grid.width, grid.height, "board.square")]
    shapes += _own_ground(layout, grid, look)
    if surface_of(look, grid.cell):
        shapes += draw_planks(grid, Store())
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
    centres = tuple(grid.centre(square) for square in grid.squares())
    return (*shapes, *peg_holes(centres, 0.09 * grid.cell, "peg"))


def draw_points(layout: BoardLayout, grid: Grid, look: Look) -> tuple[Shape, ...]:
    """Return lines through the middles of the cells, and the marked points.

    Args:
        layout: the board model.
        grid: where the cells lie, whose middles are the points.
        look: the theme's ornament, with the game's face.
    """
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
    surface, cuts = surface_of(look, grid.cell), Store()
    if surface == "vellum":
        shapes += (texture_square(grid, square, "point", look, cuts) for square in grid.squares())
    elif surface:
        shapes += draw_planks(grid, cuts, "board.grain.point")
    lit = surface not in ("", "vellum")
    for role, off in (("board.point.line.light", LIT), ("board.point.line", 0.0))[0 if lit else 1 :]:
        shapes += (line((x + off, top), (x + off, low), role) for x in down)
        shapes += (line((left, y + off), (right, y + off), role) for y in across)
    for square in grid.squares():
        kind = kind_of(layout, square)
        if kind:
            shapes += draw_point(kind, grid.centre(square), grid.cell, look)
    return tuple(shapes)
