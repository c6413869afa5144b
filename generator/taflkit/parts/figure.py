"""A figure: a Scene drawn as a small board, with what the engine answered."""

from __future__ import annotations

import math

from taflkit.drawing.curves import Point, arrow_head, cross, line
from taflkit.drawing.grid import Grid
from taflkit.drawing.shapes import Circle, Drawing, Group, Path, Rect, Shape, Tag, scale
from taflkit.figures import Scene, Window
from taflkit.parts.board import draw_field
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import Refusal, Square, Turn

__all__ = ["draw_figure", "draw_scene"]

_CELL = 5.0
"""The side in mm of the squares that figures are drawn with before they are scaled."""
_PIECE = 0.78
"""A piece's diameter in parts of a cell."""


def draw_scene(scene: Scene, width: float, description: str, window: Window | None = None) -> Group:
    """Return a figure of a width in mm, its top left corner at the origin; it is as high as it is wide.

    Args:
        scene: what the engine answered.
        width: of the figure with its border.
        description: the text alternative.
        window: the part of the board to show instead of the scene's own.
    """
    layout = scene.before.variant.layout
    window = window or scene.window
    # drawn in cells of one size and scaled, so that lines and arrows keep their weight to the pieces; on large
    # figures they grow more slowly than these
    cell = _CELL * max(1.0, width / window.files / _CELL) ** 0.5
    grid = Grid(cell, window.file, window.rank, window.files, window.ranks)
    field = Group(draw_field(layout, scene.before.variant.rules.surface, grid), repeated=True)
    frame = Rect(0, 0, grid.width, grid.height, "figure.frame")
    inside = Group((field, *_contents(scene, grid)), clip=frame)
    return Group((inside, frame), scale(width / grid.width), tag=Tag("Figure", description))


def draw_figure(scene: Scene, width: float, title: str, description: str) -> Drawing:
    """Return a figure alone, as a drawing with a margin for its border."""
    margin = 0.5
    body = Group((draw_scene(scene, width - 2 * margin, description),), (1, 0, 0, 1, margin, margin))
    return Drawing(width, width, (body,), title, description)


def _contents(scene: Scene, grid: Grid) -> tuple[Shape, ...]:
    """Pieces, then what the moves did to them, so that no mark lies under a piece."""
    pieces = tuple(
        draw_piece(piece, _PIECE * grid.cell, *grid.centre(square))
        for square, piece in scene.before.pieces.items()
        if grid.shows(square)
    )
    reached = tuple(
        Circle(*grid.centre(square), 0.13 * grid.cell, "figure.reach")
        for _, targets in scene.reach
        for square in targets
    )
    refused = tuple(shape for refusal in scene.refused for shape in _refused(refusal, grid))
    taken = tuple(shape for square in scene.captured for shape in _taken(square, grid))
    arrows = tuple(shape for turn in scene.turns for shape in _arrow(turn, grid))
    return (*pieces, *reached, *refused, *taken, *arrows)


def _taken(square: Square, grid: Grid) -> tuple[Shape, ...]:
    centre, reach = grid.centre(square), 0.36 * grid.cell
    return (cross(centre, reach, "figure.cross.casing"), cross(centre, reach, "figure.cross"))


def _refused(refusal: Refusal, grid: Grid) -> tuple[Shape, ...]:
    centre, reach = grid.centre(refusal.move.target), 0.16 * grid.cell
    return (cross(centre, reach, "figure.refused.casing"), cross(centre, reach, "figure.refused"))


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
