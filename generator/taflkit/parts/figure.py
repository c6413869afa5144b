"""A figure: a Scene drawn as a small board, with the moves and captures that the engine answered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from taflkit.catalog.book import Book
from taflkit.drawing.curves import Point, arrow_head, line
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Drawing, Group, Path, Rect, Segment, Shape, Shown, Tag, scale
from taflkit.errors import UnknownName
from taflkit.figures import Scene
from taflkit.limits import WIDTH
from taflkit.parts.board import draw_field
from taflkit.parts.digits import DIGITS
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import Refusal, Square, Turn
from taflkit.words.alternatives import Description

__all__ = [
    "draw_arrow",
    "draw_barred",
    "draw_figure",
    "draw_figures",
    "draw_number",
    "draw_reached",
    "draw_scene",
    "draw_taken",
    "draw_target",
]

_CELL = 5.0
"""The side in mm of the squares that figures are drawn with before they are scaled."""
_PIECE = 0.78
"""A piece's diameter in parts of a cell."""
_TAIL = 0.5
"""Where arrows begin, clear of the piece, in parts of a cell from its middle."""
_SIGN_BEFORE, _SIGN_ASIDE = 0.5, 0.36
"""How far a forbidden sign stands before a square that it would hide, or aside of one, in parts of a cell."""
_BADGE, _DIGIT = 0.205, 1.32
"""A badge's radius in parts of a cell, and the height of its digit in parts of that radius."""
_LEGIBLE, _LARGER = 4.6, 1.5
"""Badges on squares of fewer mm than this are larger, up to so many times."""
_SPACE = 18.0
"""Between the digits of a number that is 200 high."""
_PLACES = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a square, clockwise from the top left one, where a badge stands clear of every arrow."""


def draw_scene(
    scene: Scene,
    width: float,
    description: Description,
    look: Look,
    parent: Tag | None = None,
) -> Group:
    """Return a figure of a width in mm, its top left corner at the origin; its squares are square.

    Args:
        scene: the position, and the engine's answers to the moves.
        width: of the figure with its border.
        description: the text alternative.
        look: the theme's ornament.
        parent: the element that the figure belongs to, if not that of the group around it.
    """
    layout = scene.before.variant.layout
    window = scene.window
    # drawn in cells of one size and scaled, so that lines and arrows keep their weight to the pieces; on large
    # figures they grow more slowly than these
    cell = _CELL * max(1.0, width / window.files / _CELL) ** 0.5
    grid = Grid(cell, window.file, window.rank, window.files, window.ranks)
    field = Shown(draw_field(layout, scene.before.variant.rules.surface, grid, look))
    whole = Rect(0, 0, grid.width, grid.height, "figure.frame")
    badge = _BADGE * min(_LARGER, max(1.0, _LEGIBLE / (width / window.files)))
    inside = Group((field, *_contents(scene, grid, badge * cell, look)), clip=whole)
    return Group(
        (inside, *_frame(grid, layout.size)),
        scale(width / grid.width),
        tag=Tag("Figure", description.text, description.language, parent),
    )


def _frame(grid: Grid, size: int) -> tuple[Shape, ...]:
    """The frame, which is open on the sides where the board goes on beyond the figure."""
    left, top, right, bottom = grid.x, grid.y, grid.x + grid.width, grid.y + grid.height
    sides = (
        (grid.rank + grid.ranks == size, (left, top), (right, top)),
        (grid.file + grid.files == size, (right, top), (right, bottom)),
        (grid.rank == 0, (right, bottom), (left, bottom)),
        (grid.file == 0, (left, bottom), (left, top)),
    )
    closed = [(start, end) for is_edge, start, end in sides if is_edge]
    if len(closed) == len(sides):
        return (Rect(left, top, grid.width, grid.height, "figure.frame"),)
    return tuple(line(start, end, "figure.frame") for start, end in closed)


def draw_figure(scene: Scene, width: float, title: str, description: Description, look: Look) -> Drawing:
    """Return a figure alone, as a drawing with a margin for its border; see draw_scene."""
    margin = 0.5
    body = Group((draw_scene(scene, width - 2 * margin, description, look),), (1, 0, 0, 1, margin, margin))
    return Drawing(width, width, (body,), title, description.text)


def _contents(scene: Scene, grid: Grid, badge: float, look: Look) -> tuple[Shape, ...]:
    """Pieces, then the marks of moves and captures, so that no mark lies under a piece; the numbers above all.

    Dots lie over the lines that cross them; where an arrow ends, its ring replaces the dot.

    Args:
        scene: the position, and the engine's answers to the moves.
        grid: where squares lie.
        badge: the radius of the badges with numbers.
        look: the theme's ornament.
    """
    pieces = tuple(
        draw_piece(piece, _PIECE * grid.cell, look, *grid.centre(square))
        for square, piece in scene.before.pieces.items()
        if grid.shows(square)
    )
    ends = {turn.move.target for turn in scene.turns}
    reached = tuple(
        draw_reached(grid.centre(square), grid.cell)
        for square in sorted({square for _, targets in scene.reach for square in targets} - ends)
    )
    ways = tuple(shape for refusal in scene.refused for shape in _way(refusal, scene, grid))
    refused = tuple(shape for refusal in scene.refused for shape in _refused(refusal, scene, grid))
    taken = tuple(shape for square in scene.captured for shape in draw_taken(grid.centre(square), grid.cell))
    arrows = tuple(shape for turn in scene.turns for shape in _arrow(turn, grid))
    badges = tuple(_badges(scene.turns, grid, badge)) if len(scene.turns) > 1 else ()
    return (*pieces, *ways, *taken, *arrows, *reached, *refused, *badges)


def draw_taken(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return a saltire round the middle of a captured piece, whose device stays to be seen."""
    x, y = centre
    begin, end = 0.185 * cell, 0.43 * cell
    arms = tuple(
        step
        for across, down in _PLACES
        for step in (("M", (x + across * begin, y + down * begin)), ("L", (x + across * end, y + down * end)))
    )
    return (Path(arms, "figure.cross.casing"), Path(arms, "figure.cross"))


def draw_barred(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the sign of a place where a piece may not go: a ring with a bar, on squares of a side in mm."""
    radius = 0.2 * cell
    across = radius * math.sqrt(0.5)
    ends = (centre[0] - across, centre[1] + across), (centre[0] + across, centre[1] - across)
    return tuple(
        shape
        for role in ("figure.refused.casing", "figure.refused")
        for shape in (Circle(*centre, radius, role), line(*ends, role))
    )


def _refused(refusal: Refusal, scene: Scene, grid: Grid) -> tuple[Shape, ...]:
    return draw_barred(_sign_of(refusal, scene, grid), grid.cell)


def _sign_of(refusal: Refusal, scene: Scene, grid: Grid) -> Point:
    """Return the middle of the sign of a refused move: its target, or a place before it where that would be hidden.

    A piece stays to be seen; the mark of a throne or a corner is larger than the sign on it.
    """
    move = refusal.move
    end = grid.centre(move.target)
    if move.origin == move.target:
        return end[0] + _SIGN_ASIDE * grid.cell, end[1] - _SIGN_ASIDE * grid.cell
    if scene.before.piece_on(move.target) is None:
        return end
    start = grid.centre(move.origin)
    angle = math.atan2(start[1] - end[1], start[0] - end[0])
    return _along(end, angle, _SIGN_BEFORE * grid.cell)


def _way(refusal: Refusal, scene: Scene, grid: Grid) -> tuple[Shape, ...]:
    """The dashed arrow of a refused move to its sign."""
    start, end = grid.centre(refusal.move.origin), _sign_of(refusal, scene, grid)
    if refusal.move.origin == refusal.move.target:
        return ()
    head = 0.22 * grid.cell
    begin = _TAIL * grid.cell
    stop = math.dist(start, end) - 0.26 * grid.cell
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    tip = _along(start, angle, stop)
    shapes: tuple[Shape, ...] = (Path(arrow_head(tip, angle, head), "figure.refused.head"),)
    if stop - 0.6 * head > begin:
        ends = _along(start, angle, begin), _along(start, angle, stop - 0.6 * head)
        shapes = (line(*ends, "figure.refused.way.casing"), line(*ends, "figure.refused.way"), *shapes)
    return shapes


def _arrow(turn: Turn, grid: Grid) -> tuple[Shape, ...]:
    """An arrow from beside the mover to the middle of the square it goes to, which a dashed ring marks."""
    return draw_arrow(grid.centre(turn.move.origin), grid.centre(turn.move.target), grid.cell)


def draw_arrow(start: Point, end: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arrow of a move between the middles of two squares, with the ring where it arrives."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = 0.34 * cell
    begin = _along(start, angle, _TAIL * cell)
    stop = _along(end, angle, -0.6 * head + 0.1 * cell)
    tip = _along(end, angle, 0.1 * cell)
    return (
        draw_target(end, cell),
        line(begin, stop, "figure.arrow.casing"),
        line(begin, stop, "figure.arrow"),
        Path(arrow_head(tip, angle, head), "figure.arrow.head"),
    )


def draw_target(centre: Point, cell: float) -> Circle:
    """Return the dashed ring of a square where a piece arrives."""
    return Circle(*centre, _PIECE / 2 * cell, "figure.target")


def draw_reached(centre: Point, cell: float) -> Circle:
    """Return the dot of a square that a piece can go to."""
    return Circle(*centre, 0.13 * cell, "figure.reach")


def _along(point: Point, angle: float, distance: float) -> Point:
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


def _badges(turns: Sequence[Turn], grid: Grid, radius: float) -> Iterator[Shape]:
    """Yield a number on a disc for each move, inside the board: in the square where it starts.

    Several moves from one square would hide the piece under their numbers, which stand where the moves end.
    """
    origins = [turn.move.origin for turn in turns]
    used: set[tuple[Square, int]] = set()
    for number, turn in enumerate(turns, 1):
        square = turn.move.target if origins.count(turn.move.origin) > 1 else turn.move.origin
        corner = next((corner for corner in range(4) if (square, corner) not in used), 0)
        used.add((square, corner))
        x, y = grid.centre(square)
        across, down = _PLACES[corner]
        offset = (0.5 - _BADGE) * grid.cell
        at = (
            min(max(x + across * offset, grid.x + radius), grid.x + grid.width - radius),
            min(max(y + down * offset, grid.y + radius), grid.y + grid.height - radius),
        )
        height = _DIGIT * radius / len(str(number)) ** 0.5
        yield Circle(*at, radius, "figure.badge")
        yield draw_number(number, at, height, "figure.badge.digit")


def draw_number(number: int, at: Point, height: float, role: str, anchor: float = 0.5) -> Path:
    """Return a number in lining figures, its middle as high as a point.

    Args:
        number: from 0.
        at: the point in mm.
        height: of the figures in mm.
        role: the role.
        anchor: which part of the width lies left of the point.
    """
    factor = height / 200
    digits = [_digit(digit) for digit in str(number)]
    x = -anchor * (sum(wide for _, wide in digits) + _SPACE * (len(digits) - 1))
    segments: list[Segment] = []
    for outline, wide in digits:
        middle = (at[0] + (x + wide / 2) * factor, at[1])
        segments += (
            (letter, tuple(middle[i % 2] + value * factor for i, value in enumerate(values)))
            for letter, values in outline
        )
        x += wide + _SPACE
    return Path(tuple(segments), role)


@cache
def _digit(digit: str) -> tuple[tuple[Segment, ...], float]:
    """Return a digit's outline and its width, 200 high, its middle at the origin."""
    segments: list[tuple[str, list[float]]] = []
    for word in DIGITS[digit].split():
        if word.isalpha():
            segments.append((word, []))
        else:
            segments[-1][1].append(float(word))
    across = [values[-2] for _, values in segments if values]
    return tuple((letter, tuple(values)) for letter, values in segments), max(across) - min(across)


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
