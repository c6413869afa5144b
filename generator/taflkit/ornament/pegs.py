"""Peg holes and their marks, as on the gaming board from Ballinderry: a ring round the middle, arcs in the corners."""

from __future__ import annotations

import math
from collections.abc import Iterable

from taflkit.drawing.curves import Point, arc, circle_segments
from taflkit.drawing.shapes import Circle, Path, Segment, Shape

__all__ = ["corner_mark", "peg_holes", "ring_mark"]

_RIM = 1.5
"""The radius of a hole's rim, in radii of the hole."""

_LIT = 1.25
"""The radius of a crescent's outer edge, in radii of the hole."""


def peg_holes(centres: Iterable[Point], radius: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return holes of a radius in mm, each with its rim, "<role>.rim", and "<role>.hole" in its middle.

    The rim catches the light where it faces it, at the lower right: "<role>.light" is a crescent between the two.
    All rims are one path, and so are all crescents and all holes.
    """
    places = tuple(centres)
    rims = tuple(step for centre in places for step in circle_segments(centre, _RIM * radius))
    lights = tuple(step for centre in places for step in _crescent(centre, radius))
    holes = tuple(step for centre in places for step in circle_segments(centre, radius))
    return (Path.of(rims, f"{role}.rim"), Path.of(lights, f"{role}.light"), Path.of(holes, f"{role}.hole"))


def _crescent(centre: Point, radius: float) -> tuple[Segment, ...]:
    """Return a crescent along the lower right of a hole of a radius in mm, its tips half a turn apart."""
    begin, end, off = -45.0, 135.0, 0.2 * radius * math.sqrt(0.5)
    inner = (centre[0] - off, centre[1] - off)
    return (
        ("M", _at(centre, _LIT * radius, begin)),
        *arc(centre, _LIT * radius, begin, end),
        ("L", _at(inner, radius, end)),
        *arc(inner, radius, end, begin),
        ("Z", ()),
    )


def ring_mark(centre: Point, radius: float, width: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return two rings round a place, "<role>.mark", with a dot at each quarter between them.

    Args:
        centre: of the rings.
        radius: of the outer ring's outer edge, in mm.
        width: of a ring, in mm; the space between the two is three times as wide.
        role: the name before ".mark".
    """
    inner = radius - 4 * width
    steps: list[Segment] = []
    for edge in (radius, radius - width, inner, inner - width):
        steps += circle_segments(centre, edge)
    middle = radius - 2.5 * width
    dots = [
        Circle(centre[0] + middle * math.cos(angle), centre[1] + middle * math.sin(angle), 0.8 * width, f"{role}.mark")
        for angle in (math.pi * quarter / 4 for quarter in range(8))
    ]
    return (Path.of(tuple(steps), f"{role}.mark"), *dots)


def corner_mark(corner: Point, towards: Point, radius: float, width: float, role: str = "ornament") -> Path:
    """Return two quarter rings about a corner, "<role>.mark", as closed outlines.

    Args:
        corner: the corner of the field, in mm.
        towards: a point inside the field, such as its middle.
        radius: of the outer arc's outer edge, in mm.
        width: of an arc, in mm; the space between the two is twice as wide.
        role: the name before ".mark".
    """
    across, down = towards[0] > corner[0], towards[1] > corner[1]
    start = {(True, True): 0, (False, True): 90, (False, False): 180, (True, False): 270}[across, down]
    steps: list[Segment] = []
    for outer in (radius, radius - 3 * width):
        inner = outer - width
        steps += [
            ("M", _at(corner, outer, start)),
            *arc(corner, outer, start, start + 90),
            ("L", _at(corner, inner, start + 90)),
            *arc(corner, inner, start + 90, start),
            ("Z", ()),
        ]
    return Path.of(tuple(steps), f"{role}.mark")


def _at(centre: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
