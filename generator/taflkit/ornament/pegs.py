"""Peg holes and the marks of a pegged board, and the pores of vellum, short dashes.

Pores follow from a number alone, so that a board is the same each time it is drawn. Holes and marks are as on the
gaming board from Ballinderry: a ring round the middle, arcs in the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from taflkit.drawing.shapes import Circle, Path, Point, Segment, Shape, arc, circle_segments, on_circle
from taflkit.ornament.wood import chance

_PORES = 16  # the pores of a square of vellum
_RIM = 1.5  # the radius of a hole's rim, in radii of the hole
_LIT = 1.25  # the radius of a crescent's outer edge, in radii of the hole


def draw_pores(side: float, number: int) -> tuple[Segment, ...]:
    """Return the pores of a square of vellum with its top left corner at the origin, as one open path of dashes.

    The side is in mm. Each number is a piece of vellum with pores of its own.
    """
    steps: list[Segment] = []
    for pore in range(_PORES):
        x, y = (side * (0.05 + 0.9 * chance(axis, number, pore)) for axis in (1, 2))
        steps += [("M", (x, y)), ("L", (x + 0.012 * side, y - 0.006 * side))]
    return tuple(steps)


def peg_holes(centres: Iterable[Point], radius: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return holes of a radius in mm, each with its rim, "<role>.rim", and "<role>.hole" in its middle.

    The rim catches the light where it faces it, at the lower right: "<role>.light" is a crescent between the two.
    All rims are one path, and so are all crescents and all holes.
    """
    rims: list[Segment] = []
    lights: list[Segment] = []
    holes: list[Segment] = []
    # the tips of a crescent lie half a turn apart
    begin, end, off = -45.0, 135.0, 0.2 * radius * math.sqrt(0.5)
    for centre in centres:
        rims += circle_segments(centre, _RIM * radius)
        holes += circle_segments(centre, radius)
        inner = (centre[0] - off, centre[1] - off)
        lights += [
            ("M", on_circle(centre, _LIT * radius, math.radians(begin))),
            *arc(centre, _LIT * radius, begin, end),
            ("L", on_circle(inner, radius, math.radians(end))),
            *arc(inner, radius, end, begin),
            ("Z", ()),
        ]
    return (Path.of(rims, f"{role}.rim"), Path.of(lights, f"{role}.light"), Path.of(holes, f"{role}.hole"))


def ring_mark(centre: Point, radius: float, width: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return two rings round a place, "<role>.mark", with dots between them.

    The radius in mm is that of the outer edge; the space between the rings is three times as wide as a ring.
    """
    inner = radius - 4 * width
    steps: list[Segment] = []
    for edge in (radius, radius - width, inner, inner - width):
        steps += circle_segments(centre, edge)
    middle = radius - 2.5 * width
    dots = [
        Circle(*on_circle(centre, middle, math.pi * eighth / 4), 0.8 * width, f"{role}.mark") for eighth in range(8)
    ]
    return (Path.of(tuple(steps), f"{role}.mark"), *dots)


def corner_mark(corner: Point, towards: Point, radius: float, width: float, role: str = "ornament") -> Path:
    """Return two quarter rings about a corner of a field, "<role>.mark", as closed outlines.

    `towards` is a point inside the field, such as its middle. The radius in mm is that of the outer edge; the space
    between the two is twice as wide as a ring.
    """
    across, down = towards[0] > corner[0], towards[1] > corner[1]
    start = {(True, True): 0, (False, True): 90, (False, False): 180, (True, False): 270}[across, down]
    steps: list[Segment] = []
    for outer in (radius, radius - 3 * width):
        inner = outer - width
        steps += [
            ("M", on_circle(corner, outer, math.radians(start))),
            *arc(corner, outer, start, start + 90),
            ("L", on_circle(corner, inner, math.radians(start + 90))),
            *arc(corner, inner, start + 90, start),
            ("Z", ()),
        ]
    return Path.of(tuple(steps), f"{role}.mark")
