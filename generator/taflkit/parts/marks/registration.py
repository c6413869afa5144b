"""The marks by which a cutting machine finds a printed sheet.

They are those of Silhouette's machines, "Type 1" of Silhouette Studio: a filled square in the upper left corner, and
two lines at right angles in the upper right and the lower left one. Their sizes are those that the driver for
Inkscape draws, 5 mm, 20 mm and 0.3 mm (github.com/fablabnbg/inkscape-silhouette, render_silhouette_regmarks.py:
REG_SQUARE_MM, REG_LINE_MM, REG_MARK_LINE_WIDTH_MM; thicker lines are found less exactly), and they lie 10 mm inside the
paper's edges, as in its user's guide. It marks the squares of 20 mm that are kept clear in the three corners.
LightBurn's Print and Cut takes any two points: the corners of the two lines lie as far from each other as the sheet
lets them, as an accurate fit asks for (softsolder.com/2023/09/12/laser-cutter-print-and-cut-alignment-accuracy).
Cricut's Design Space prints a frame of its own.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from taflkit.drawing.shapes import Group, Layer, Path, Rect, Segment
from taflkit.parts.marks.marks import Area

__all__ = ["CLEAR", "REACH", "clear_corners", "draw_registration", "draw_registration_lines", "registration_marks"]

INSET = 10.0
"""How far the marks are inside the paper's edges, in mm."""
SQUARE, ARM, THICK = 5.0, 20.0, 0.3
"""The side of the square, and the length and thickness of the lines, in mm."""
REACH = INSET + SQUARE + 1.0
"""How far inside the paper's edges parts begin at least, in mm: a millimetre clear of the square."""
CLEAR = INSET + ARM
"""How far inside the edges parts begin that leave the machine's eye the corners, in mm."""

_Points = tuple[tuple[float, float], ...]


class Registration(Struct, frozen=True):
    """The marks of a sheet: the square as its corner and side, and the two lines as their three points, in mm."""

    square: tuple[float, float, float]
    lines: tuple[_Points, _Points]


def registration_marks(width: float, height: float) -> Registration:
    """Return the marks of a sheet so wide and high in mm: the middle of each line, and the corner of the square."""
    right, low = width - INSET, height - INSET
    return Registration(
        (INSET, INSET, SQUARE),
        (
            ((right - ARM, INSET), (right, INSET), (right, INSET + ARM)),
            ((INSET, low - ARM), (INSET, low), (INSET + ARM, low)),
        ),
    )


def clear_corners(width: float, height: float) -> tuple[Area, ...]:
    """Return the corners of a sheet so wide and high in mm where a machine looks for its marks."""
    return tuple(Area(x, y, CLEAR, CLEAR) for x, y in ((0.0, 0.0), (width - CLEAR, 0.0), (0.0, height - CLEAR)))


def draw_registration(width: float, height: float) -> Group:
    """Return the marks of a sheet so wide and high in mm, as they are printed."""
    marks = registration_marks(width, height)
    x, y, side = marks.square
    lines = tuple(_bar(*ends) for points in marks.lines for ends in pairwise(points))
    return Group((Rect(x, y, side, side, "registration"), *lines), layer=Layer.REGISTRATION)


def draw_registration_lines(width: float, height: float) -> Group:
    """Return the same marks as a machine's program has them: the square's outline, and the middle of each line."""
    marks = registration_marks(width, height)
    x, y, side = marks.square
    lines = tuple(Path.of(_open_path(points), "registration") for points in marks.lines)
    return Group((Rect(x, y, side, side, "registration"), *lines), layer=Layer.REGISTRATION)


def _open_path(points: _Points) -> tuple[Segment, ...]:
    """Return points joined by straight lines, the last not with the first."""
    return tuple(("L" if number else "M", point) for number, point in enumerate(points))


def _bar(start: tuple[float, float], end: tuple[float, float]) -> Rect:
    """Return a level or upright line of THICK, which reaches over its ends by half of that."""
    half = THICK / 2
    x, y = min(start[0], end[0]), min(start[1], end[1])
    width, height = abs(start[0] - end[0]), abs(start[1] - end[1])
    return Rect(x - half, y - half, width + THICK, height + THICK, "registration")
