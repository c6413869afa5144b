"""The numbers of cuts in a small picture of a sheet: each on its own cut or touching it, and on nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.curves import Point

__all__ = ["Box", "Line", "place_boxes", "place_numbers"]

Line = tuple[Point, Point]
"""A cut in a picture, in mm."""

_APART = 0.2
"""How far numbers are from each other, and from lines and letters that they do not belong to, in mm."""
_STEP = 0.6
"""Mm between the places along a cut that are tried."""
_BEYOND = 1.3
"""How far numbers may stand out over the picture's edges, in mm."""


class Box(NamedTuple):
    """A rectangle that is taken by letters, in mm; from its left, top, right and lower edge."""

    left: float
    top: float
    right: float
    low: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.low and other.top < self.low
        )


def place_numbers(
    lines: Sequence[Line], radii: Sequence[float], taken: Sequence[Box], size: tuple[float, float]
) -> tuple[Point, ...] | None:
    """Return the centres of the discs with the numbers of cuts, or None where the picture is too small for them.

    A disc stands on its cut where no other cut comes near, and else beside it and touching it, as on either side of a
    gap that is narrower than a disc.

    Args:
        lines: the cuts.
        radii: of their discs, in mm.
        taken: what the discs must not cover.
        size: width and height of the picture in mm.
    """
    for order in (lambda number: math.dist(*lines[number]), lambda number: number):
        placed: dict[int, Point] = {}
        for number in sorted(range(len(lines)), key=order):
            point = next(_clear(number, placed, lines, radii, taken, size), None)
            if point is None:
                break
            placed[number] = point
        else:
            return tuple(placed[number] for number in range(len(lines)))
    return None


def place_boxes(
    sizes: Sequence[tuple[float, float]], wanted: Sequence[Sequence[Point]], taken: Sequence[Box]
) -> tuple[Box, ...] | None:
    """Return boxes of some sizes in mm, each about the first of its wanted points where it meets no other, or None."""
    placed: list[Box] = []
    for (width, height), points in zip(sizes, wanted, strict=True):
        boxes = (Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2) for x, y in points)
        box = next((box for box in boxes if not any(box.meets(other) for other in (*taken, *placed))), None)
        if box is None:
            return None
        placed.append(box)
    return tuple(placed)


def _clear(
    number: int,
    placed: dict[int, Point],
    lines: Sequence[Line],
    radii: Sequence[float],
    taken: Sequence[Box],
    size: tuple[float, float],
) -> Iterator[Point]:
    """Yield the places of a disc where it meets nothing, those on its cut before those beside it."""
    radius = radii[number]
    others = [line for other, line in enumerate(lines) if other != number]
    for point, beside in _places(lines[number], radius):
        x, y = point
        if not (radius - _BEYOND <= x <= size[0] + _BEYOND - radius):
            continue
        if not (radius - _BEYOND <= y <= size[1] + _BEYOND / 2 - radius):
            continue
        box = Box(x - radius, y - radius, x + radius, y + radius)
        if any(box.meets(other) for other in taken):
            continue
        if any(math.dist(point, other) < radius + radii[n] + _APART for n, other in placed.items()):
            continue
        # a cut on the far side of a narrow gap is as good as behind the disc's own
        near = radius + (1e-3 if beside else _APART / 2)
        if all(_distance(point, *line) >= near for line in others):
            yield point


def _places(line: Line, radius: float) -> Iterator[tuple[Point, bool]]:
    """Yield the points on a cut where a disc may stand, from its start on, then those beside it."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line)
    if length < 1e-6:
        return
    across, down = (x2 - x1) / length, (y2 - y1) / length
    first = radius + _APART
    steps = [first + _STEP * step for step in range(int((length - 2 * first) / _STEP) + 1)] or [length / 2]
    for away in (0.0, -radius, radius):
        for along in steps:
            yield (x1 + along * across - away * down, y1 + along * down + away * across), away != 0.0


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / whole if whole else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)
