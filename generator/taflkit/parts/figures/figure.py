"""A figure: a Scene drawn as a small board, with the moves and captures that the engine answered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Form,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    Tag,
    circle_segments,
    scale,
    translate,
)
from taflkit.errors import UnknownName
from taflkit.figures import Scene
from taflkit.limits import WIDTH
from taflkit.parts.board.board import draw_field
from taflkit.parts.board.surface import WORKED
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.figures.signs import (
    PIECE,
    TAKEN,
    badge_places,
    draw_arrow,
    draw_barred,
    draw_reached,
    draw_taken,
    draw_way,
    piece_discs,
    sign_places,
)
from taflkit.parts.marks.marks import draw_number
from taflkit.tafl import Piece
from taflkit.words.alternatives import Description

__all__ = ["FINE", "draw_figure", "draw_figure_piece", "draw_figures", "draw_scene", "frame_room"]


FINE = 3.0
"""On squares of fewer mm than this a figure's pieces are plain discs."""
_INSIDE = 0.12  # mm from the edge of a plain disc to the line round it
_RINGS = {Piece.ATTACKER: (0.94,), Piece.DEFENDER: (0.94, 0.6), Piece.KING: (0.97, 0.76)}
"""The edges of the mark on a plain disc, in parts of its radius: a full disc for attackers, and else a ring."""
_DOT = 0.46  # of its radius: the king's dot on a plain disc


def draw_figure_piece(
    piece: Piece, diameter: float, look: Look, at: Point, *, fine: bool = False, scaled: float = 1.0
) -> Shown:
    """Return a piece of a figure, of a diameter in mm about a point, printed larger or smaller than drawn by a scale.

    A `fine` one is a plain disc: full for attackers, a heavy ring for defenders, a ring and a dot for the king.
    """
    if not fine:
        return draw_piece(piece, diameter, look, *at, scaled)
    # its line is as wide at every size: a finer one could not be printed
    return Shown(look.store.of(_plain, piece, round(diameter / 2, 2)), translate(*at))


def _plain(piece: Piece, r: float) -> Form:
    """Return a plain disc of a radius in mm."""
    role = f"piece.{piece.name.lower()}"
    mark = (step for part in _RINGS[piece] for step in circle_segments((0, 0), part * r))
    dot = (Path.of(circle_segments((0, 0), _DOT * r), f"{role}.disc"),) if piece is Piece.KING else ()
    return Form((Circle(0, 0, r - _INSIDE, f"{role}.body.small"), Path.of(mark, f"{role}.disc"), *dot))


_CELL = 5.0  # mm: the side of the squares that figures are drawn with before they are scaled
_FINE_PIECE = 0.82  # of a cell: a plain disc's diameter
_FINE_CELL = 7.0  # mm: the side of the squares below plain discs as they are drawn, so that their lines are lighter
_FINEST = 2.2  # of the figure's squares: their largest scale, since lines must be thick enough for any printer
_PLAIN_CELL = 6.8
"""The largest side in mm of the squares that a part is drawn with, and a board with signs: these are not worked,
however large the figure is, and their lines, the frame and the signs keep their weights to one another."""
_MARGIN = 0.5  # mm: the least margin for the frame
_FRAME = 0.3  # mm: the margin that it needs on squares of _CELL
_BADGE = 0.205  # of a cell: a badge's radius
_DIGIT = 1.32  # of that radius: the height of its digit
_LEGIBLE = 4.6  # mm: on smaller squares badges are larger
_LARGER = 1.5  # the largest scale of these


def draw_scene(scene: Scene, width: float, description: Description, look: Look, parent: Tag | None = None) -> Group:
    """Return a figure of a width in mm with its border, its top left corner at the origin; its height follows.

    It belongs to the parent element, or to that of the group around it.
    """
    window, variant = scene.window, scene.before.variant
    side = width / window.files
    grid = Grid(_cell(scene, side), *window)
    # A part of a board has no places of the start, whatever its size: in the figures of a booklet they would come and
    # go. Nor has a board with signs, which would lie on them. Below plain discs lines are lighter.
    layout = variant.layout if _is_worked(scene) else variant.layout.bare
    cell = min(_FINE_CELL, _FINEST * side) if side < FINE else grid.cell
    # on small squares the pieces would hide the marks
    form = draw_field(layout, variant.rules.surface, replace(grid, cell=cell), look, marked=cell >= WORKED)
    field = Shown(form) if cell == grid.cell else Shown(form, scale(grid.cell / cell))
    whole = Rect(0, 0, grid.width, grid.height, "figure.frame")
    contents = (*_pieces(scene, grid, look, side), *_marks(scene, grid, side))
    return Group(
        (Group((field, *contents), clip=whole), *_frame(grid, variant.layout.size)),
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


def _frame(grid: Grid, size: int) -> tuple[Shape, ...]:
    """Return the frame, open on the sides where the board goes on beyond the figure; closed ones meet in corners."""
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


def _pieces(scene: Scene, grid: Grid, look: Look, side: float) -> Iterator[Shape]:
    """Yield crosses, and pieces before them: plain discs where the side in mm of a printed square is small."""
    fine, cell = side < FINE, grid.cell
    for square in scene.captured:
        yield from draw_taken(grid.centre(square), cell)
    for square, piece in scene.before.pieces.items():
        if grid.shows(square):
            part = TAKEN if square in scene.captured else _FINE_PIECE if fine else PIECE
            yield draw_figure_piece(piece, part * cell, look, grid.centre(square), fine=fine, scaled=side / cell)


def _marks(scene: Scene, grid: Grid, side: float) -> Iterator[Shape]:
    """Yield the marks of moves above the pieces; the numbers above all, larger where a printed square is small.

    Dots lie over the lines that cross them; where an arrow ends, its ring replaces the dot.
    """
    cell = grid.cell
    signs = sign_places(scene, grid)
    # the longest ways and arrows come first: shorter ones lie on those in their line, and have their heads to be seen
    ways = [(grid.centre(refusal.move.origin), sign.centre) for refusal, sign in zip(scene.refused, signs, strict=True)]
    discs = (*piece_discs(scene, grid), *signs) if signs else ()
    for way in sorted(ways, key=lambda way: -math.dist(*way)):
        yield from draw_way(*way, cell, [disc for disc in discs if disc.centre not in way])
    arrows = [(grid.centre(turn.move.origin), grid.centre(turn.move.target)) for turn in scene.turns]
    for start, end in sorted(arrows, key=lambda arrow: -math.dist(*arrow)):
        yield from draw_arrow(start, end, cell)
    ends = {turn.move.target for turn in scene.turns}
    for square in sorted({square for _, targets in scene.reach for square in targets} - ends):
        if grid.shows(square):
            yield draw_reached(grid.centre(square), cell)
    for sign in dict.fromkeys(signs):
        yield from draw_barred(sign.centre, cell)
    if len(scene.turns) > 1:
        radius = _BADGE * min(_LARGER, max(1.0, _LEGIBLE / side)) * cell
        for number, at in enumerate(badge_places(scene, grid, radius, signs), 1):
            yield Circle(*at, radius, "figure.badge")
            yield draw_number(number, at, _DIGIT * radius / len(str(number)) ** 0.5, "figure.badge.digit")


def draw_figures(book: Book, width: float, look: Look, names: Sequence[str] = ()) -> dict[str, Drawing]:
    """Return the figures of a ruleset as drawings of a width in mm, by name: those named, or all of the booklet.

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
