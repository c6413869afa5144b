"""A diagram: a figure that stands alone, with coordinates and a caption if they are wanted."""

from __future__ import annotations

import math
from collections.abc import Iterator

from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Shape, Tag, translate
from taflkit.errors import TaflkitError
from taflkit.figures import Scene
from taflkit.limits import CAPTION, WIDTH
from taflkit.parts.figures.figure import draw_scene, frame_room
from taflkit.parts.marks.marks import draw_number
from taflkit.tafl import Square
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.alternatives import Description

__all__ = ["draw_diagram"]

_SMALLEST_CELL = 1.7  # mm: the side of the smallest squares that coordinates have room beside
_GAP = 1.0  # mm between the board and its coordinates
_DIGIT = 0.56  # em: the width of a digit of the coordinates


def draw_diagram(
    scene: Scene,
    width: float,
    title: str,
    description: Description,
    look: Look,
    typesetter: Typesetter,
    caption: str = "",
    coordinates: bool = False,
) -> Drawing:
    """Return a diagram as a drawing of a width in mm, whose height follows, under the title of its file.

    A caption stands below the board, words between asterisks in italics; coordinates are letters of the files below and
    numbers of the ranks beside the board.

    Raises:
        TaflkitError: too narrow or too wide, a caption that is too long, a letter that the fonts lack, or a word wider
            than the board.
    """
    WIDTH.check("the width", width, choice="size")
    if len(caption) > CAPTION:
        raise TaflkitError(f"a caption has {CAPTION} characters at most, not {len(caption)}", choice="caption")
    window = scene.window
    # coordinates grow with the squares, from 5 to 9 pt
    em = min(3.2, max(1.76, 0.44 * (width / (window.files + 1)))) if coordinates else 0.0
    left = _GAP + _DIGIT * em * len(str(window.rank + window.ranks)) if coordinates else 0.0
    border = frame_room(scene, width / window.files)
    grid = Grid((width - left - 2 * border) / window.files, *window, x=left + border, y=border)
    shapes: list[Shape] = [Group((draw_scene(scene, grid.width, description, look),), translate(grid.x, grid.y))]
    low = grid.y + grid.height + border
    if coordinates:
        if grid.cell < _SMALLEST_CELL:
            need = math.ceil(width * _SMALLEST_CELL / grid.cell)
            raise TaflkitError(
                f"squares of {grid.cell:.1f} mm are too small for coordinates; make the diagram {need} mm wide or more",
                choice="coordinates",
            )
        shapes += _coordinates(grid, em, typesetter)
        low += _GAP + em * 0.9
    if caption:
        # the letters grow with the figure, from 7 pt
        size = min(4.2, max(2.47, 0.048 * width))
        style = Style(size, size * 1.22, align="left")
        try:
            items = set_paragraph(typesetter, caption, grid.width, style, tag=Tag("Caption"))
        except TaflkitError as error:
            raise TaflkitError(str(error), choice="caption") from None
        lines, low = stack(items, grid.x, low + 0.6 * _GAP)
        shapes += lines
        low += 0.2 * size
    return Drawing(width, low, tuple(shapes), title, description.text)


def _coordinates(grid: Grid, em: float, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the ranks' numbers to the left of a board and the files' letters below it."""
    high = typesetter.fonts.face("bold").cap_height * em
    for rank in range(grid.rank, grid.rank + grid.ranks):
        _, y = grid.centre(Square(grid.file, rank))
        yield draw_number(rank + 1, (grid.x - _GAP, y), high, "figure.coordinate", 1.0)
    low = grid.y + grid.height + _GAP + high
    for file in range(grid.file, grid.file + grid.files):
        square = Square(file, grid.rank)
        at = (grid.centre(square)[0], low)
        yield typesetter.line(str(square)[0], "bold", em, "figure.coordinate", at, 0.5)
