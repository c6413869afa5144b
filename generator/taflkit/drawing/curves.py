"""Paths of curves: arcs, rings of petals, polygons, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from taflkit.drawing.shapes import Path, Rect, Segment

__all__ = [
    "Point",
    "arc",
    "arrow_head",
    "circle_segments",
    "cross",
    "foil",
    "line",
    "on_circle",
    "polygon",
    "rectangle",
]

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
    """Return a saltire whose arms reach a distance in mm across and down."""
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
        (x0, y0), (x1, y1) = on_circle(centre, radius, a), on_circle(centre, radius, b)
        leave = (x0 - pull * math.sin(a), y0 + pull * math.cos(a))
        arrive = (x1 + pull * math.sin(b), y1 - pull * math.cos(b))
        segments.append(("C", (*leave, *arrive, x1, y1)))
    return tuple(segments)


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle in radians, clockwise on paper from the right."""
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def circle_segments(centre: Point, radius: float) -> tuple[Segment, ...]:
    """Return a circle as a closed path, to be a hole or a part of a larger path."""
    return (("M", (centre[0] + radius, centre[1])), *arc(centre, radius, 0, 360), ("Z", ()))


def foil(centre: Point, radius: float, petals: int, width: float) -> tuple[Segment, ...]:
    """Return a compass-drawn rosette: petals from the centre to a circle, as Insular carvers laid them out.

    The two arcs of a petal make at its tips an angle of twice `width`, in degrees; 30 is the hexafoil's.
    """
    segments: list[Segment] = []
    half = math.radians(width)
    bow = radius / (2 * math.sin(half))
    pull = 4 / 3 * math.tan(half / 2) * bow
    for number in range(petals):
        tip = on_circle(centre, radius, 2 * math.pi * number / petals - math.pi / 2)
        segments.append(("M", centre))
        for begin, end in ((centre, tip), (tip, centre)):
            chord = math.atan2(end[1] - begin[1], end[0] - begin[0])
            leave, arrive = on_circle(begin, pull, chord + half), on_circle(end, -pull, chord - half)
            segments.append(("C", (*leave, *arrive, *end)))
        segments.append(("Z", ()))
    return tuple(segments)


def arrow_head(tip: Point, angle: float, length: float) -> tuple[Segment, ...]:
    """Return an arrow's head of a length in mm, with its tip at a point; it goes at an angle in radians."""
    back = on_circle(tip, -length, angle)
    notch = on_circle(tip, -length * 0.72, angle)
    across = angle + math.pi / 2
    half = length * 0.42
    return polygon((tip, on_circle(back, half, across), notch, on_circle(back, -half, across)))
