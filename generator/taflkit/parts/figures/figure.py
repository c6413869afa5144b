"""A figure: a Scene drawn as a small board, with the moves and captures that the engine answered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.curves import Point, circle_segments
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Drawing, Form, Group, Path, Rect, Shape, Shown, Tag, scale, translate
from taflkit.errors import UnknownName
from taflkit.figures import Scene
from taflkit.limits import WIDTH
from taflkit.parts.board.board import draw_field
from taflkit.parts.board.surface import WORKED
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.figures.signs import (
    PIECE,
    TAKEN,
    Disc,
    badge_places,
    draw_arrow,
    draw_barred,
    draw_reached,
    draw_taken,
    draw_way,
    piece_discs,
    sign_places,
)
from taflkit.parts.marks.numerals import draw_number
from taflkit.tafl import Piece
from taflkit.words.alternatives import Description

__all__ = ["FINE", "draw_figure", "draw_figure_piece", "draw_figures", "draw_scene", "frame_room"]


FINE = 3.0
"""On squares of fewer mm than this a figure's pieces are plain discs."""
_INSIDE = 0.12
"""How far inside a plain disc the line round it runs, in mm."""
_RINGS = {Piece.DEFENDER: (0.94, 0.6), Piece.KING: (0.97, 0.76)}
"""The outer and the inner edge of the ring on a plain disc, in parts of its radius; attackers have none."""
_FULL = 0.94
"""The radius of an attacker's plain disc, in parts of the piece's radius."""
_DOT = 0.46
"""The king's dot on a plain disc, in parts of its radius."""


def draw_figure_piece(
    piece: Piece, diameter: float, look: Look, at: Point, *, fine: bool = False, scaled: float = 1.0
) -> Shown:
    """Return a piece of a figure.

    Args:
        piece: which.
        diameter: in mm.
        look: the game's devices, and the theme's ornament.
        at: its middle.
        fine: whether it is a plain disc: full for attackers, a heavy ring for defenders, a ring and a dot for the king.
        scaled: how much larger or smaller the figure is printed than it is drawn.
    """
    if not fine:
        return draw_piece(piece, diameter, look, *at, scaled)
    # its line is as wide at every size: a finer one could not be printed
    return Shown(look.store.of(_plain, piece, round(diameter / 2, 2)), translate(*at))


def _plain(piece: Piece, r: float) -> Form:
    """Return a plain disc of a radius in mm."""
    role = f"piece.{piece.name.lower()}"
    shapes: list[Shape] = [Circle(0, 0, r - _INSIDE, f"{role}.body.small")]
    outer, inner = _RINGS.get(piece, (_FULL, 0.0))
    mark = circle_segments((0, 0), outer * r)
    if inner:
        mark += circle_segments((0, 0), inner * r)
    shapes.append(Path.of(mark, f"{role}.disc"))
    if piece is Piece.KING:
        shapes.append(Path.of(circle_segments((0, 0), _DOT * r), f"{role}.disc"))
    return Form(tuple(shapes))


_CELL = 5.0
"""The side in mm of the squares that figures are drawn with before they are scaled."""
_FINE_PIECE = 0.82
"""A plain disc's diameter in parts of a cell."""
_FINE_CELL, _FINEST = 7.0, 2.2
"""The side in mm of the squares that the field of a figure with plain discs is drawn with, so that its lines are
lighter, and how many times as large as the figure's these are at most: lines stay thick enough for any printer."""
_PLAIN_CELL = 6.8
"""The largest side in mm of the squares that a part is drawn with, and a board with signs: these are not worked,
however large the figure is, and their lines, the frame and the signs keep their weights to one another."""
_MARGIN, _FRAME = 0.5, 0.3
"""The least margin for the frame in mm, and the one that it needs on squares of _CELL."""
_BADGE, _DIGIT = 0.205, 1.32
"""A badge's radius in parts of a cell, and the height of its digit in parts of that radius."""
_LEGIBLE, _LARGER = 4.6, 1.5
"""Badges on squares of fewer mm than this are larger, up to so many times."""


def draw_scene(
    scene: Scene,
    width: float,
    description: Description,
    look: Look,
    parent: Tag | None = None,
) -> Group:
    """Return a figure of a width in mm, its top left corner at the origin; its height follows from its squares.

    Args:
        scene: the position, and the engine's answers to the moves.
        width: of the figure with its border.
        description: the text alternative.
        look: the theme's ornament.
        parent: the element that the figure belongs to, if not that of the group around it.
    """
    window = scene.window
    side = width / window.files
    cell = _cell(scene, side)
    grid = Grid(cell, *window)
    whole = Rect(0, 0, grid.width, grid.height, "figure.frame")
    badge = _BADGE * min(_LARGER, max(1.0, _LEGIBLE / side))
    contents = _contents(scene, grid, badge * cell, look, side)
    inside = Group((_field(scene, grid, side, look), *contents), clip=whole)
    return Group(
        (inside, *_frame(grid, scene.before.variant.layout.size)),
        scale(width / grid.width),
        tag=Tag("Figure", description.text, description.language, parent),
    )


def _cell(scene: Scene, side: float) -> float:
    """Return the side of the squares that a figure is drawn with before it is scaled; both in mm.

    It is the same for all small figures, so that lines and arrows keep their weight to the pieces; on larger ones they
    grow more slowly than these, and a part, or a board with signs, is at last the same picture, only larger.
    """
    cell = _CELL * math.sqrt(max(1.0, side / _CELL))
    return cell if _is_worked(scene) else min(cell, _PLAIN_CELL)


def _is_worked(scene: Scene) -> bool:
    """Whether a figure shows the board as it is made, with the places of the start: whole, and under no signs."""
    return scene.is_whole and not scene.has_signs


def _field(scene: Scene, grid: Grid, side: float, look: Look) -> Shown:
    """Return the board below the pieces; below plain discs in lighter lines.

    A part of a board has no places of the start, whatever its size: in the figures of a booklet they would come and go.
    Nor has a board with signs, which would lie on them.

    Args:
        scene: with the layout and its part.
        grid: where squares lie.
        side: of the squares in mm as they are printed.
        look: the theme's ornament.
    """
    variant = scene.before.variant
    layout = variant.layout if _is_worked(scene) else variant.layout.bare
    cell = min(_FINE_CELL, _FINEST * side) if side < FINE else grid.cell
    # on small squares the pieces would hide the marks
    marked = cell >= WORKED
    form = draw_field(layout, variant.rules.surface, replace(grid, cell=cell), look, marked=marked)
    return Shown(form) if cell == grid.cell else Shown(form, scale(grid.cell / cell))


def _frame(grid: Grid, size: int) -> tuple[Shape, ...]:
    """The frame, which is open on the sides where the board goes on beyond the figure; closed ones meet in corners."""
    left, top, right, bottom = grid.x, grid.y, grid.x + grid.width, grid.y + grid.height
    sides = (
        (grid.rank + grid.ranks == size, (left, top), (right, top)),
        (grid.file + grid.files == size, (right, top), (right, bottom)),
        (grid.rank == 0, (right, bottom), (left, bottom)),
        (grid.file == 0, (left, bottom), (left, top)),
    )
    opened = next((number for number, (is_edge, _, _) in enumerate(sides) if not is_edge), None)
    if opened is None:
        return (Rect(left, top, grid.width, grid.height, "figure.frame"),)
    runs: list[list[Point]] = []
    # round from an open side, so that no run goes on beyond the last one
    for is_edge, start, end in (*sides[opened:], *sides[:opened]):
        if is_edge and runs and runs[-1][-1] == start:
            runs[-1].append(end)
        elif is_edge:
            runs.append([start, end])
    return tuple(Path.of((("M", run[0]), *(("L", point) for point in run[1:])), "figure.frame") for run in runs)


def frame_room(scene: Scene, side: float) -> float:
    """Return the margin in mm that a frame needs round a figure with squares of a side in mm, with which it grows."""
    return max(_MARGIN, _FRAME * side / _cell(scene, side))


def draw_figure(scene: Scene, width: float, title: str, description: Description, look: Look) -> Drawing:
    """Return a figure alone, as a drawing with a margin for its border, whose height follows; see draw_scene."""
    window = scene.window
    margin = frame_room(scene, width / window.files)
    height = (width - 2 * margin) * window.ranks / window.files + 2 * margin
    body = Group((draw_scene(scene, width - 2 * margin, description, look),), (1, 0, 0, 1, margin, margin))
    return Drawing(width, height, (body,), title, description.text)


def _contents(scene: Scene, grid: Grid, badge: float, look: Look, side: float) -> tuple[Shape, ...]:
    """Crosses, pieces before them, and the marks of moves above; the numbers above all.

    Dots lie over the lines that cross them; where an arrow ends, its ring replaces the dot.

    Args:
        scene: the position, and the engine's answers to the moves.
        grid: where squares lie.
        badge: the radius of the badges with numbers.
        look: the theme's ornament.
        side: of the squares in mm as they are printed; on small ones pieces are plain discs.
    """
    fine = side < FINE
    captured = scene.captured
    crosses = tuple(shape for square in captured for shape in draw_taken(grid.centre(square), grid.cell))
    sizes = {True: TAKEN, False: _FINE_PIECE if fine else PIECE}
    pieces = tuple(
        draw_figure_piece(
            piece, sizes[square in captured] * grid.cell, look, grid.centre(square), fine=fine, scaled=side / grid.cell
        )
        for square, piece in scene.before.pieces.items()
        if grid.shows(square)
    )
    ends = {turn.move.target for turn in scene.turns}
    reached = tuple(
        draw_reached(grid.centre(square), grid.cell)
        for square in sorted({square for _, targets in scene.reach for square in targets} - ends)
        if grid.shows(square)
    )
    signs = sign_places(scene, grid)
    refused = tuple(shape for sign in dict.fromkeys(signs) for shape in draw_barred(sign.centre, grid.cell))
    badges = tuple(_badges(scene, grid, badge, signs)) if len(scene.turns) > 1 else ()
    return (*crosses, *pieces, *_ways(scene, grid, signs), *_arrows(scene, grid), *reached, *refused, *badges)


def _arrows(scene: Scene, grid: Grid) -> Iterator[Shape]:
    """Yield the arrows of the moves, the longest first, so that a shorter one in its line has its head to be seen."""
    ends = [(grid.centre(turn.move.origin), grid.centre(turn.move.target)) for turn in scene.turns]
    for start, end in sorted(ends, key=lambda arrow: -math.dist(*arrow)):
        yield from draw_arrow(start, end, grid.cell)


def _ways(scene: Scene, grid: Grid, signs: Sequence[Disc]) -> Iterator[Shape]:
    """Yield the ways of refused moves to their signs, the longest first: shorter ones lie on those in their line."""
    if not signs:
        return
    pieces = piece_discs(scene, grid)
    ways = [(grid.centre(refusal.move.origin), sign) for refusal, sign in zip(scene.refused, signs, strict=True)]
    for start, sign in sorted(ways, key=lambda way: -math.dist(way[0], way[1].centre)):
        passed = [disc for disc in (*pieces, *signs) if disc.centre not in (start, sign.centre)]
        yield from draw_way(start, sign.centre, grid.cell, passed)


def _badges(scene: Scene, grid: Grid, radius: float, signs: Sequence[Disc]) -> Iterator[Shape]:
    """Yield a number on a disc for each move."""
    for number, at in enumerate(badge_places(scene, grid, radius, signs), 1):
        yield Circle(*at, radius, "figure.badge")
        yield draw_number(number, at, _DIGIT * radius / len(str(number)) ** 0.5, "figure.badge.digit")


def draw_figures(book: Book, width: float, look: Look, names: Sequence[str] = ()) -> dict[str, Drawing]:
    """Return the figures of a ruleset as drawings of a width in mm, by name.

    Args:
        book: the game under its ruleset.
        width: mm.
        look: the theme's ornament.
        names: only these; those of the booklet if none are named.

    Raises:
        TaflkitError: too narrow or too wide.
        UnknownName: the ruleset has no such figure.
    """
    WIDTH.check("the width", width, choice="size")
    for name in names:
        if name not in book.played:
            raise UnknownName(f"figure under {book.ruleset.name}", name, tuple(book.played))
    return {
        name: draw_figure(book.played[name], width, book.captions[name], book.descriptions[name], look)
        for name in (names or book.scenes)
    }
