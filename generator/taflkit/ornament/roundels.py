"""Roundels: a round field with ornament cut into it, as a game's face chooses it."""

from __future__ import annotations

import math

from taflkit.drawing.curves import Point, arc, circle_segments, foil
from taflkit.drawing.shapes import Segment, Shape
from taflkit.ornament.spirals import carved, carved_radius, triskele, whirl

__all__ = ["ROUNDELS", "draw_roundel"]


def _hexafoil(x: float, y: float, radius: float, role: str, *, bold: bool) -> tuple[Shape, ...]:
    """A flower of six petals, drawn with compasses, and a pearl between each two."""
    del bold  # it has no line that is too fine
    inside = carved_radius(radius)
    pearls = (math.radians(angle) for angle in range(0, 360, 60))
    cuts = (
        *foil((x, y), 0.9 * inside, 6, 30),
        *(segment for angle in pearls for segment in circle_segments(_at((x, y), 0.72 * inside, angle), 0.09 * inside)),
    )
    return carved((x, y), radius, cuts, role)


def _cross(x: float, y: float, radius: float, role: str, *, bold: bool) -> tuple[Shape, ...]:
    """A cross whose arms widen to the rim: its rings are cut, and the fields between the arms, each round a pearl."""
    rings = (0.2, 0.08) if bold else (0.24, 0.17, 0.07)
    inside = carved_radius(radius)
    cuts: list[Segment] = []
    for turn in range(0, 360, 90):
        cuts += _between((x, y), inside, turn + 45.0)
        cuts += circle_segments(_at((x, y), 0.68 * inside, math.radians(turn + 45.0)), 0.115 * inside)
    for reach in rings:
        cuts += circle_segments((x, y), reach * inside)
    return carved((x, y), radius, tuple(cuts), role)


def _between(centre: Point, inside: float, middle: float) -> tuple[Segment, ...]:
    """Return the field between two arms of a cross, with its middle at an angle in degrees."""
    far, near, half = 0.9 * inside, 0.3 * inside, 29.0
    first, last = math.radians(middle - half), math.radians(middle + half)
    tip = _at(centre, near, math.radians(middle))
    begin, bow = _at(centre, far, first), 0.56 * inside
    return (
        ("M", begin),
        *arc(centre, far, middle - half, middle + half),
        ("C", (*_at(centre, bow, last - 0.02), *_at(centre, near * 1.25, math.radians(middle + half * 1.2)), *tip)),
        ("C", (*_at(centre, near * 1.25, math.radians(middle - half * 1.2)), *_at(centre, bow, first + 0.02), *begin)),
        ("Z", ()),
    )


def _at(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


ROUNDELS = {"triskele": triskele, "whirl": whirl, "hexafoil": _hexafoil, "cross": _cross}
"""Roundels by name, each drawn round a centre with a radius in mm, with the beginning of its roles."""


def draw_roundel(
    name: str, x: float, y: float, radius: float, role: str = "ornament", *, bold: bool = False
) -> tuple[Shape, ...]:
    """Return a roundel.

    Args:
        name: one of ROUNDELS.
        x: its centre, in mm.
        y: its centre, in mm.
        radius: of its outer edge, in mm; from 3 mm on every line can be printed.
        role: the name before ".strand", the light field, and ".ground", the lines that are cut into it.
        bold: whether it is cut with broader lines, for a roundel from 1.5 mm on.
    """
    return ROUNDELS[name](x, y, radius, role, bold=bold)
