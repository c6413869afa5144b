"""Paths of curves: arcs, rings of petals, polygons, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from taflkit.drawing.shapes import Path, Rect, Segment

__all__ = ["Point", "arc", "arrow_head", "circle_segments", "cross", "foil", "line", "polygon", "rectangle"]

Point = tuple[float, float]


def line(start: Point, end: Point, role: str) -> Path:
    """Return a straight line."""
    return Path.packed("ML", (*start, *end), role)


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return a closed path of straight lines."""
    return (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))


def rectangle(rect: Rect) -> tuple[Segment, ...]:
    """Return the closed path of a rectangle without round corners, clockwise on paper from its top left corner."""
    right, low = rect.x + rect.width, rect.y + rect.height
    return polygon(((rect.x, rect.y), (right, rect.y), (right, low), (rect.x, low)))


def cross(centre: Point, reach: float, role: str) -> Path:
    """Return a saltire whose arms reach so far across and down, in mm."""
    x, y = centre
    left, right, high, low = x - reach, x + reach, y - reach, y + reach
    return Path.packed("MLML", (left, high, right, low, left, low, right, high), role)


def arc(centre: Point, radius: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return curves along a circle from one angle to another, without the move to their beginning.

    Angles are in degrees, clockwise on paper from the right. Quarter circles or less are within 0.03 % of the
    radius.
    """
    count = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = math.radians((end - start) / count)
    pull = 4 / 3 * math.tan(step / 4) * radius
    segments: list[Segment] = []
    for number in range(count):
        a = math.radians(start) + number * step
        b = a + step
        x0, y0 = _on(centre, radius, a)
        x1, y1 = _on(centre, radius, b)
        segments.append(
            (
                "C",
                (
                    x0 - pull * math.sin(a),
                    y0 + pull * math.cos(a),
                    x1 + pull * math.sin(b),
                    y1 - pull * math.cos(b),
                    x1,
                    y1,
                ),
            )
        )
    return tuple(segments)


def _on(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def circle_segments(centre: Point, radius: float) -> tuple[Segment, ...]:
    """Return a circle as a closed path, to be a hole or a part of a larger path."""
    return (("M", (centre[0] + radius, centre[1])), *arc(centre, radius, 0, 360), ("Z", ()))


def foil(centre: Point, radius: float, petals: int, width: float) -> tuple[Segment, ...]:
    """Return a compass-drawn rosette: petals from the centre to a circle, as Insular carvers laid them out.

    Args:
        centre: of the rosette.
        radius: how far the petals reach.
        petals: how many there are.
        width: half the angle in degrees that the two arcs of a petal make at its tips; 30 is the hexafoil's.
    """
    segments: list[Segment] = []
    half = math.radians(width)
    bow = radius / (2 * math.sin(half))
    for number in range(petals):
        angle = 2 * math.pi * number / petals - math.pi / 2
        tip = _on(centre, radius, angle)
        segments.append(("M", centre))
        for side, begin, end in ((1, centre, tip), (-1, tip, centre)):
            segments.append(_bow(begin, end, bow, half, side if begin == centre else -side))
        segments.append(("Z", ()))
    return tuple(segments)


def _bow(begin: Point, end: Point, bow: float, half: float, side: int) -> Segment:
    """Return one arc of a petal as a curve; `half` is half the angle the arc subtends."""
    chord = math.atan2(end[1] - begin[1], end[0] - begin[0])
    pull = 4 / 3 * math.tan(half / 2) * bow
    leave, arrive = chord + side * half, chord - side * half
    return (
        "C",
        (
            begin[0] + pull * math.cos(leave),
            begin[1] + pull * math.sin(leave),
            end[0] - pull * math.cos(arrive),
            end[1] - pull * math.sin(arrive),
            *end,
        ),
    )


def arrow_head(tip: Point, angle: float, length: float) -> tuple[Segment, ...]:
    """Return an arrow's head with its tip at a point.

    Args:
        tip: the point.
        angle: where the arrow goes, in radians clockwise from the right.
        length: from the tip back, in mm.
    """
    back = _on(tip, -length, angle)
    notch = _on(tip, -length * 0.72, angle)
    across = angle + math.pi / 2
    half = length * 0.42
    return polygon((tip, _on(back, half, across), notch, _on(back, -half, across)))
