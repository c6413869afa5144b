"""Spirals as in the Book of Durrow: light fields that run into one another as trumpets, parted by dark channels.

A roundel or a row is one field; cut into it are channels that begin as points where two circles touch and wind
into the circles, so that every field between circles flows into the arms of a spiral.

Roundels are drawn about (x, y) with the radius of their outer edge, in mm; from 3 mm on every line can be printed, and
from 1.5 mm on if they are `bold`, cut with broader lines. They have the roles "<role>.strand", the light field, and
"<role>.ground", the lines that are cut into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from taflkit.drawing.shapes import (
    Path,
    Point,
    Segment,
    Shape,
    arc,
    circle_segments,
    foil,
    moved,
    multiply,
    on_circle,
    rotate,
    scale,
    translate,
)
from taflkit.ornament.bands import backwards

_GROOVE = 0.055  # the width of the groove inside a roundel's rim, and of the rim itself, in radii
_PARTS = 40.0  # about the degrees of a spiral that one curve covers


def _polar(radius: Callable[[float], float], turned: float) -> list[Segment]:
    """Return curves about the origin, from the right, along a radius that depends on the degrees that they have turned.

    A move to their begin comes before them.
    """
    count = math.ceil(turned / _PARTS)
    step = turned / count

    def point(angle: float) -> Point:
        r, a = radius(angle), math.radians(angle)
        return r * math.cos(a), r * math.sin(a)

    def slope(angle: float) -> Point:
        (x0, y0), (x1, y1) = point(max(angle - 0.05, 0.0)), point(min(angle + 0.05, turned))
        reach = step / 3 / (0.1 if 0.0 < angle < turned else 0.05)
        return (x1 - x0) * reach, (y1 - y0) * reach

    x0, y0 = point(0.0)
    u0, v0 = slope(0.0)
    segments: list[Segment] = [("M", (x0, y0))]
    for number in range(1, count + 1):
        x1, y1 = point(number * step)
        u1, v1 = slope(number * step)
        segments.append(("C", (x0 + u0, y0 + v0, x1 - u1, y1 - v1, x1, y1)))
        x0, y0, u0, v0 = x1, y1, u1, v1
    return segments


class _Spiral(Struct, frozen=True):
    """The circle of a spiral, in mm, and its channels.

    Attributes:
        turned: the degrees that a channel winds, clockwise on paper.
        half: half the width of a channel, in radii.
        core: the distance of a channel's end from the centre, in radii.
    """

    centre: Point
    radius: float
    turned: float
    half: float
    core: float


def _ease(value: float) -> float:
    value = min(max(value, 0.0), 1.0)
    return value * value * (3 - 2 * value)


def _channel(spiral: _Spiral, start: float, shift: float = 0.0) -> tuple[Segment, ...]:
    """Return a channel that begins on a circle, at an angle in degrees, and winds into it.

    Where two circles touch, their channels meet as an S: each is the other turned by half a turn. By `shift` degrees a
    channel runs ahead once inside, so that all arms are equally wide there.
    """
    place = multiply(translate(*spiral.centre), multiply(rotate(start), scale(spiral.radius)))
    return moved(_wound(spiral.turned, spiral.half, spiral.core, shift), place)


@lru_cache(maxsize=16)
def _wound(turned: float, thick: float, core: float, shift: float) -> tuple[Segment, ...]:
    """Return the channel of a circle about the origin with the radius 1; it begins at the right."""

    def half(gone: float) -> float:
        # narrower inside, and a point at the end
        return thick * (1 - 0.3 * gone / turned) * math.sqrt(_ease((turned - gone) / 40))

    def middle(gone: float) -> float:
        # one that runs ahead must be out of the way of the next before that begins
        ahead = gone + shift * _ease(gone / (60 if shift > 0 else 200))
        return 1 - (1 - core) * ahead / turned

    outer = _polar(lambda gone: middle(gone) + half(gone), turned)
    inner = _polar(lambda gone: middle(gone) - half(gone), turned)
    return (*outer, *backwards(tuple(inner)), ("Z", ()))


def triskele(x: float, y: float, radius: float, role: str = "ornament", *, bold: bool = False) -> tuple[Shape, ...]:
    """Return a roundel of three spirals of three arms each, joined by S-curves and by trumpets to the rim."""
    inside = carved_radius(radius)
    small = inside / (1 + 2 / math.sqrt(3))
    reach = inside - small
    cuts: list[Segment] = []
    cores: list[Segment] = []
    for out in (-90, 30, 150):
        middle = on_circle((x, y), reach, math.radians(out))
        spiral = _Spiral(middle, small, 270, 0.085, 0.3) if bold else _Spiral(middle, small, 440, 0.048, 0.2)
        for start, shift in ((0, 0), (150, 30), (210, -30)):
            cuts += _channel(spiral, out + start, shift)
        cores += circle_segments(spiral.centre, 0.075 * small)
        cuts += _almond((x, y), inside, out + 60)
    return carved((x, y), radius, (*cuts, *cores), role)


def whirl(x: float, y: float, radius: float, role: str = "ornament", *, bold: bool = False) -> tuple[Shape, ...]:
    """Return a roundel of one spiral of six arms, with a pearl in its middle."""
    inside = carved_radius(radius)
    spiral = _Spiral((x, y), inside, 170, 0.062, 0.26) if bold else _Spiral((x, y), inside, 250, 0.032, 0.22)
    cuts = [segment for start in range(0, 360, 60) for segment in _channel(spiral, start)]
    return carved((x, y), radius, (*cuts, *circle_segments((x, y), 0.09 * radius)), role)


def carved_radius(radius: float) -> float:
    """Return the radius of the middle of a roundel's groove, in mm, inside which lines are cut."""
    return radius * (1 - 1.5 * _GROOVE)


def carved(centre: Point, radius: float, cuts: tuple[Segment, ...], role: str) -> tuple[Shape, ...]:
    """Return a round light field with a groove inside its rim, and lines that are cut into it."""
    rim = _GROOVE * radius
    field = Path.of(circle_segments(centre, radius), f"{role}.strand")
    groove = (*circle_segments(centre, radius - rim), *circle_segments(centre, radius - 2 * rim))
    # a channel that ends in the groove lies on it, so the two are not parts of one path
    return (field, Path.of(groove, f"{role}.ground"), Path.of(cuts, f"{role}.ground"))


def _almond(centre: Point, inside: float, degrees: float) -> list[Segment]:
    """Return the almond that opens the field between two spirals and the rim."""
    a = math.radians(degrees)

    def at(along: float, aside: float) -> Point:
        along, aside = along * inside, aside * inside
        return (
            centre[0] + along * math.cos(a) - aside * math.sin(a),
            centre[1] + along * math.sin(a) + aside * math.cos(a),
        )

    tip, side = at(0.885, 0.21), at(0.885, -0.21)
    return [
        ("M", tip),
        ("C", (*at(0.955, 0.09), *at(0.955, -0.09), *side)),
        ("C", (*at(0.83, -0.1), *at(0.83, 0.1), *tip)),
        ("Z", ()),
    ]


def scroll(x: float, y: float, height: float, role: str = "ornament", line: str = "strand") -> tuple[Shape, ...]:
    """Return an S lying on its side about (x, y), both ends wound up, with a dot in each; it is twice as wide as high.

    `line` stands instead of "strand"; it is "edge" for paints that draw outlines alone.
    """
    radius = height / 2
    steps: list[Segment] = []
    dots: list[Segment] = []
    for side in (-1, 1):
        centre = (x + side * radius, y)
        steps += _channel(_Spiral(centre, radius, 640, 0.1, 0.3), 90 - 90 * -side)
        dots += circle_segments(centre, 0.11 * radius)
    return (Path.of(tuple(steps), f"{role}.{line}"), Path.of(tuple(dots), f"{role}.{line}"))


def _hexafoil(x: float, y: float, radius: float, role: str, *, bold: bool) -> tuple[Shape, ...]:
    """A flower of six petals, drawn with compasses, and a pearl between each two."""
    del bold  # it has no line that is too fine
    inside = carved_radius(radius)
    cuts = [*foil((x, y), 0.9 * inside, 6, 30)]
    for turn in range(0, 360, 60):
        cuts += circle_segments(on_circle((x, y), 0.72 * inside, math.radians(turn)), 0.09 * inside)
    return carved((x, y), radius, tuple(cuts), role)


def _cross(x: float, y: float, radius: float, role: str, *, bold: bool) -> tuple[Shape, ...]:
    """A cross whose arms widen to the rim: its rings are cut, and the fields between the arms, each round a pearl."""
    centre, inside = (x, y), carved_radius(radius)
    far, near, bow, half = 0.9 * inside, 0.3 * inside, 0.56 * inside, 29.0
    cuts: list[Segment] = []
    for middle in (45.0, 135.0, 225.0, 315.0):
        first, last = math.radians(middle - half), math.radians(middle + half)
        begin, tip = on_circle(centre, far, first), on_circle(centre, near, math.radians(middle))
        behind = on_circle(centre, near * 1.25, math.radians(middle + half * 1.2))
        before = on_circle(centre, near * 1.25, math.radians(middle - half * 1.2))
        cuts += [
            ("M", begin),
            *arc(centre, far, middle - half, middle + half),
            ("C", (*on_circle(centre, bow, last - 0.02), *behind, *tip)),
            ("C", (*before, *on_circle(centre, bow, first + 0.02), *begin)),
            ("Z", ()),
        ]
        cuts += circle_segments(on_circle(centre, 0.68 * inside, math.radians(middle)), 0.115 * inside)
    for reach in (0.2, 0.08) if bold else (0.24, 0.17, 0.07):
        cuts += circle_segments(centre, reach * inside)
    return carved(centre, radius, tuple(cuts), role)


ROUNDELS = {"triskele": triskele, "whirl": whirl, "hexafoil": _hexafoil, "cross": _cross}
"""Roundels by name, each drawn round a centre with a radius in mm, with the beginning of its roles."""


def draw_roundel(
    name: str, x: float, y: float, radius: float, role: str = "ornament", *, bold: bool = False
) -> tuple[Shape, ...]:
    """Return one of ROUNDELS."""
    return ROUNDELS[name](x, y, radius, role, bold=bold)
