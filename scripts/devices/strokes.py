"""What devices are drawn with, in units of which the piece has a radius of 10.

Runs of points that a curve goes smoothly through, with a corner where two runs meet; ribbons along a line, as wide as
is said at each of its points; and spirals, which are ribbons too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from taflkit.drawing.shapes import Point, Segment

Outline = tuple[Segment, ...]


Device = dict[str, Outline]
"""Strokes by name: closed edges, to be filled."""


def through(points: Sequence[Point]) -> Outline:
    """Return curves through points, without the move to the first."""
    if len(points) == 2:
        return (("L", points[1]),)
    ends = (points[0], *points, points[-1])
    curves: list[Segment] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        near = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        far = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        curves.append(("C", (*near, *far, *c)))
    return tuple(curves)


def outline(*runs: Sequence[Point]) -> Outline:
    """Return a closed outline of smooth runs; each begins where the one before ends, and the last meets the first."""
    segments: list[Segment] = [("M", runs[0][0])]
    here: tuple[Point, ...] = ()
    for run in runs:
        segments += through((*here, *run))
        here = (run[-1],)
    return (*segments, ("Z", ()))


def edges(points: Sequence[Point], widths: Sequence[float]) -> tuple[list[Point], list[Point]]:
    """Return the points beside a line, half a width to its right as it goes and half to its left."""
    last = len(points) - 1
    one: list[Point] = []
    other: list[Point] = []
    for number, ((x, y), width) in enumerate(zip(points, widths, strict=True)):
        (ax, ay), (bx, by) = points[max(0, number - 1)], points[min(last, number + 1)]
        half = width / 2 / math.hypot(bx - ax, by - ay)
        one.append((x - (by - ay) * half, y + (bx - ax) * half))
        other.append((x + (by - ay) * half, y - (bx - ax) * half))
    return one, other


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> Outline:
    """Return a ribbon along a line, with its width at each point; a width of 0 makes a pointed end."""
    one, other = edges(points, widths)
    return outline(one, (other[-1],), other[-2::-1], (one[0],))


def shape(*outlines: Outline) -> Outline:
    """Return a shape with its holes, or with ribbons cut out of it."""
    return tuple(segment for one in outlines for segment in one)


def spiral(centre: Point, start: float, turns: float, radii: tuple[float, float]) -> list[Point]:
    """Return points of a spiral from an angle in degrees on, clockwise if `turns` is positive, a point each 45°."""
    count = max(2, round(abs(turns) * 8))
    points = []
    for number in range(count + 1):
        part = number / count
        angle = math.radians(start + part * turns * 360)
        radius = radii[0] + (radii[1] - radii[0]) * part
        points.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return points


def tapered(count: int, first: float, last: float) -> list[float]:
    """Return widths for so many points, from one to the other."""
    return [first + (last - first) * number / (count - 1) for number in range(count)]


def mirrored(stroke: Outline) -> Outline:
    """Return a stroke's image in the upright axis."""
    return _at(stroke, lambda x, y: (-x, y))


def turned(stroke: Outline, degrees: float) -> Outline:
    """Return a stroke turned clockwise round the middle of the piece."""
    a = math.radians(degrees)
    return _at(stroke, lambda x, y: (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)))


def placed(stroke: Outline, at: Point, size: float = 1.0) -> Outline:
    """Return a stroke drawn larger or smaller, with what was in the middle of the piece at a point."""
    return _at(stroke, lambda x, y: (at[0] + x * size, at[1] + y * size))


def all_round(stroke: Outline, name: str, count: int, first: float = 0.0) -> Device:
    """Return a stroke so many times at equal angles round the middle, the first turned by so many degrees."""
    return {f"{name} {number + 1}": turned(stroke, first + number * 360 / count) for number in range(count)}


def both(halves: Device) -> Device:
    """Return strokes of the right half of a device with their images in the left."""
    left = {f"left {name}": mirrored(stroke) for name, stroke in halves.items()}
    return {**left, **{f"right {name}": stroke for name, stroke in halves.items()}}


def _at(segments: Outline, to: Callable[[float, float], Point]) -> Outline:
    return tuple(
        (letter, tuple(part for x, y in zip(values[::2], values[1::2], strict=True) for part in to(x, y)))
        for letter, values in segments
    )
