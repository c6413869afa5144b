"""A figure: a Scene drawn as a small board, with the moves and captures that the engine answered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from taflkit.catalog.book import Book
from taflkit.drawing.curves import Point, arrow_head, cross, line
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Drawing, Group, Path, Rect, Segment, Shape, Shown, Tag, scale
from taflkit.errors import UnknownName
from taflkit.figures import Scene, Window
from taflkit.parts.board import draw_field
from taflkit.parts.digits import DIGITS
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import Move, Reason, Refusal, Square, Turn
from taflkit.words.alternatives import Description

__all__ = ["draw_figure", "draw_figures", "draw_number", "draw_scene"]

_CELL = 5.0
"""The side in mm of the squares that figures are drawn with before they are scaled."""
_PIECE = 0.78
"""A piece's diameter in parts of a cell."""
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
    window: Window | None = None,
    parent: Tag | None = None,
) -> Group:
    """Return a figure of a width in mm, its top left corner at the origin; its squares are square.

    Args:
        scene: the position, and the engine's answers to the moves.
        width: of the figure with its border.
        description: the text alternative.
        look: the theme's ornament.
        window: the part of the board to show instead of the scene's own.
        parent: the element that the figure belongs to, if not that of the group around it.
    """
    layout = scene.before.variant.layout
    window = window or scene.window
    # drawn in cells of one size and scaled, so that lines and arrows keep their weight to the pieces; on large
    # figures they grow more slowly than these
    cell = _CELL * max(1.0, width / window.files / _CELL) ** 0.5
    grid = Grid(cell, window.file, window.rank, window.files, window.ranks)
    field = Shown(draw_field(layout, scene.before.variant.rules.surface, grid, look))
    frame = Rect(0, 0, grid.width, grid.height, "figure.frame")
    badge = _BADGE * min(_LARGER, max(1.0, _LEGIBLE / (width / window.files)))
    inside = Group((field, *_contents(scene, grid, badge * cell, look)), clip=frame)
    return Group(
        (inside, frame), scale(width / grid.width), tag=Tag("Figure", description.text, description.language, parent)
    )


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
        Circle(*grid.centre(square), 0.13 * grid.cell, "figure.reach")
        for square in sorted({square for _, targets in scene.reach for square in targets} - ends)
    )
    dotted = {square for square, _ in scene.reach}
    ways = tuple(shape for r in scene.refused if r.move.origin not in dotted for shape in _way(r, grid))
    refused = tuple(shape for refusal in scene.refused for shape in _refused(refusal, grid))
    taken = tuple(shape for square in scene.captured for shape in _taken(square, grid))
    arrows = tuple(shape for turn in scene.turns for shape in _arrow(turn, grid))
    badges = tuple(_badges(scene.turns, grid, badge)) if len(scene.turns) > 1 else ()
    return (*pieces, *ways, *taken, *arrows, *reached, *refused, *badges)


def _taken(square: Square, grid: Grid) -> tuple[Shape, ...]:
    """A saltire round the middle of a piece, whose device stays to be seen."""
    x, y = grid.centre(square)
    begin, end = 0.185 * grid.cell, 0.43 * grid.cell
    arms = tuple(
        step
        for across, down in _PLACES
        for step in (("M", (x + across * begin, y + down * begin)), ("L", (x + across * end, y + down * end)))
    )
    return (Path(arms, "figure.cross.casing"), Path(arms, "figure.cross"))


def _refused(refusal: Refusal, grid: Grid) -> tuple[Shape, ...]:
    centre, reach = grid.centre(refusal.move.target), 0.16 * grid.cell
    return (cross(centre, reach, "figure.refused.casing"), cross(centre, reach, "figure.refused"))


def _way(refusal: Refusal, grid: Grid) -> tuple[Shape, ...]:
    """The way to the cross of a refused move, as far as no piece stands in it; a piece with dots needs none."""
    start, end = grid.centre(refusal.move.origin), grid.centre(refusal.move.target)
    blocked = refusal.reason is Reason.BLOCKED
    begin = 0.36 * grid.cell
    stop = math.dist(start, grid.centre(refusal.where) if blocked else end) - (0.46 if blocked else 0.30) * grid.cell
    if stop < begin + 0.25 * grid.cell:
        return ()
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    ends = _along(start, angle, begin), _along(start, angle, stop)
    return (line(*ends, "figure.refused.way.casing"), line(*ends, "figure.refused.way"))


def _arrow(turn: Turn, grid: Grid) -> tuple[Shape, ...]:
    """An arrow from the mover's edge to the middle of the square it goes to, which a dashed ring marks."""
    start, end = grid.centre(turn.move.origin), grid.centre(turn.move.target)
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = 0.34 * grid.cell
    begin = _along(start, angle, 0.30 * grid.cell)
    stop = _along(end, angle, -0.6 * head + 0.1 * grid.cell)
    tip = _along(end, angle, 0.1 * grid.cell)
    return (
        Circle(*end, _PIECE / 2 * grid.cell, "figure.target"),
        line(begin, stop, "figure.arrow.casing"),
        line(begin, stop, "figure.arrow"),
        Path(arrow_head(tip, angle, head), "figure.arrow.head"),
    )


def _along(point: Point, angle: float, distance: float) -> Point:
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


def _badges(turns: Sequence[Turn], grid: Grid, radius: float) -> Iterator[Shape]:
    """Yield a number on a disc for each move, at the square where it starts and inside the board.

    Several moves from one square have their numbers at the corners to the left of their arrows, or where there is
    room.
    """
    origins = [turn.move.origin for turn in turns]
    used: set[tuple[Square, int]] = set()
    for number, turn in enumerate(turns, 1):
        origin = turn.move.origin
        first = _heading(turn.move) if origins.count(origin) > 1 else 0
        corner = next((c % 4 for c in range(first, first + 4) if (origin, c % 4) not in used), first)
        used.add((origin, corner))
        x, y = grid.centre(origin)
        across, down = _PLACES[corner]
        offset = (0.5 - _BADGE) * grid.cell
        at = (
            min(max(x + across * offset, grid.x + radius), grid.x + grid.width - radius),
            min(max(y + down * offset, grid.y + radius), grid.y + grid.height - radius),
        )
        height = _DIGIT * radius / len(str(number)) ** 0.5
        yield Circle(*at, radius, "figure.badge")
        yield draw_number(number, at, height, "figure.badge.digit")


def _heading(move: Move) -> int:
    """Return where a move goes: 0 up, 1 to the right, 2 down, 3 to the left."""
    if move.origin.file == move.target.file:
        return 0 if move.target.rank > move.origin.rank else 2
    return 1 if move.target.file > move.origin.file else 3


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
        UnknownName: the ruleset has no such figure.
    """
    for name in names:
        if name not in book.played:
            raise UnknownName(f"figure under {book.ruleset.name}", name, tuple(book.played))
    return {
        name: draw_figure(book.played[name], width, book.captions[name], book.descriptions[name], look)
        for name in (names or book.scenes)
    }
