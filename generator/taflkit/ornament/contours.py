"""Contours of a field of heights over a rectangle: the lines on which it has a height, of few points.

The rectangle is looked at on a grid, between whose points heights are linear. Lengths are in any unit; x goes along the
rows of the grid and y down.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from taflkit.drawing.shapes import Point

Heights = Sequence[Sequence[float]]
"""The rows of a grid, from top to bottom; each has the same number of heights."""

_UPPER, _RIGHT, _LOWER, _LEFT = range(4)
_NONE = (_UPPER, _UPPER)
_WAYS = (
    *(_NONE, (_UPPER, _LEFT), (_RIGHT, _UPPER), (_RIGHT, _LEFT), (_LOWER, _RIGHT), (_UPPER, _LEFT), (_LOWER, _UPPER)),
    *((_LOWER, _LEFT), (_LEFT, _LOWER), (_UPPER, _LOWER), (_RIGHT, _UPPER), (_RIGHT, _LOWER), (_LEFT, _RIGHT)),
    *((_UPPER, _RIGHT), (_LEFT, _UPPER), _NONE),
)
"""From which side of a cell to which a contour goes with what is higher on its right, by the sum of the corners that
are higher: 1, 2, 4 and 8 clockwise from the upper left one; there is no way where none or all are."""
_SADDLES = {5: (_LOWER, _RIGHT), 10: (_LEFT, _LOWER)}
"""The second way where opposite corners are higher."""


def smooth(heights: Heights) -> Heights:
    """Return the heights of a grid with twice as many columns, on cubic curves through those that there are."""
    return [_between(row) for row in heights]


def _between(values: Sequence[float]) -> list[float]:
    """Return four or more values with what lies in the middle between each two."""
    (a, b, c), (x, y, z) = values[:3], values[-3:]
    middles = [
        (3 * a + 6 * b - c) / 8,
        *[
            (9 * (two + three) - one - four) / 16
            for one, two, three, four in zip(values, values[1:], values[2:], values[3:], strict=False)
        ],
        (3 * z + 6 * y - x) / 8,
    ]
    found = [0.0] * (2 * len(values) - 1)
    found[::2], found[1::2] = values, middles
    return found


def trace(heights: Heights, levels: Sequence[float], width: float, height: float) -> dict[int, list[list[Point]]]:
    """Return the contours of a field at rising levels, by the number of the level, in a rectangle from the origin.

    A contour that is closed ends where it began, and any other one ends at the rectangle's edge.
    """
    lines = _lines(heights, width, height)
    count = len(lines)
    after = _crossed([[bisect_left(levels, at) * count for at in row] for row in heights], count)
    found: dict[int, list[list[Point]]] = {}
    # contours with a beginning first: what they leave over are rings
    ends = set(after.values())
    for start in (*[at for at in after if at not in ends], *after):
        if start in after:
            at, passed = start, [start]
            while at in after:
                before, at = at, after[at]
                del after[before]
                passed.append(at)
            level = levels[start // count]
            contour = [
                (x + (level - begin) * right, y + (level - begin) * low)
                for x, y, begin, right, low in [lines[at % count] for at in passed]
            ]
            found.setdefault(start // count, []).append(contour)
    return found


def _lines(heights: Heights, width: float, height: float) -> list[tuple[float, float, float, float, float]]:
    """Return the lines of a grid: even numbers go right from a point of it and odd ones down, row by row.

    Each has where it begins, its height there, and how far it goes right and down for each step upwards.
    """
    across, down = width / (len(heights[0]) - 1), height / (len(heights) - 1)
    lines: list[tuple[float, float, float, float, float]] = []
    # nothing crosses level lines, nor those that would leave the grid
    for row, (values, below) in enumerate(zip(heights, (*heights[1:], heights[-1]), strict=True)):
        for column, (a, b, c) in enumerate(zip(values, (*values[1:], values[-1]), below, strict=True)):
            x, y = column * across, row * down
            lines.append((x, y, a, across / (b - a) if b != a else 0.0, 0.0))
            lines.append((x, y, a, 0.0, down / (c - a) if c != a else 0.0))
    return lines


def _crossed(passed: Sequence[Sequence[int]], count: int) -> dict[int, int]:
    """Return which line of the grid a contour crosses after each, numbered from `count` times the level's number.

    `passed` has how many levels are below each point of the grid, times the count of lines.
    """
    after: dict[int, int] = {}
    columns = len(passed[0])
    for row, (above, below) in enumerate(pairwise(passed)):
        left = 2 * row * columns + 1
        for a, b, c, d in zip(above, above[1:], below[1:], below, strict=False):
            if not a == b == c == d:
                sides = (left - 1, left + 2, left + 2 * columns - 1, left)
                for number in range(min(a, b, c, d), max(a, b, c, d), count):
                    corners = 1 if a > number else 0
                    if b > number:
                        corners += 2
                    if c > number:
                        corners += 4
                    if d > number:
                        corners += 8
                    one, other = _WAYS[corners]
                    after[number + sides[one]] = number + sides[other]
                    if corners in _SADDLES:
                        one, other = _SADDLES[corners]
                        after[number + sides[one]] = number + sides[other]
            left += 2
    return after


def thin(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Return a smooth line with fewer points: it is straight where its middle is nearer to that than a tolerance."""
    kept, begin = [points[0]], 0
    most = tolerance * tolerance
    for end in range(2, len(points)):
        (x0, y0), (x1, y1), (x, y) = points[begin], points[end], points[(begin + end) // 2]
        dx, dy = x1 - x0, y1 - y0
        off = (x - x0) * dy - (y - y0) * dx
        if off * off > most * (dx * dx + dy * dy):
            begin = end - 1
            kept.append(points[begin])
    kept.append(points[-1])
    return kept
