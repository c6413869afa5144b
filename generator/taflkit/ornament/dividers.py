"""Dividers for pages and cards: a knot of one strand, or an S of two spirals, with a rule on both sides."""

from __future__ import annotations

from taflkit.drawing.curves import circle_segments, polygon
from taflkit.drawing.shapes import Path, Segment, Shape
from taflkit.ornament.bands import Weave, draw_bands
from taflkit.ornament.knots import Break, Knot, nodes
from taflkit.ornament.patterns import FINE
from taflkit.ornament.spirals import scroll

__all__ = ["DIVIDER_KNOT", "knot_divider", "spiral_divider"]

DIVIDER_KNOT = Knot(10, 4, 0, frozenset({Break((3, 2), upright=False), Break((7, 2), upright=False)}))
"""A knot of one strand."""


def knot_divider(width: float, height: float, role: str = "ornament", weave: Weave = FINE) -> tuple[Shape, ...]:
    """Return a knot of one strand between two rules, made for any ground: "<role>.strand", ".edge" and ".rule".

    Args:
        width: from tip to tip, in mm, at least four heights.
        height: of the knot, in mm; from 2.5 mm on every line can be printed.
        role: the name before the roles.
        weave: how the band looks.
    """
    inset = 0.5 - weave.half
    step = height / (DIVIDER_KNOT.height - 2 * inset)
    knot_width = step * (DIVIDER_KNOT.width - 2 * inset)
    left = (width - knot_width) / 2
    bands = draw_bands(DIVIDER_KNOT, tuple(nodes(DIVIDER_KNOT)), weave)

    def placing(x: float, y: float) -> tuple[float, float]:
        return left + (x - inset) * step, (y - inset) * step

    return (
        *(band.placed(placing, f"{role}.{band.role}") for band in bands),
        _rules(width, left - 0.18 * height, height, role),
    )


def spiral_divider(width: float, height: float, role: str = "ornament", line: str = "strand") -> tuple[Shape, ...]:
    """Return an S of two spirals between two rules: "<role>.strand" and "<role>.rule".

    Args:
        width: from tip to tip, in mm, at least four heights.
        height: of the S, in mm.
        role: the name before the roles.
        line: stands instead of "strand"; "edge" for paints that draw outlines alone.
    """
    left = width / 2 - 1.1 * height
    return (*scroll(width / 2, height / 2, height, role, line), _rules(width, left - 0.12 * height, height, role))


def _rules(width: float, length: float, height: float, role: str) -> Path:
    """Return a rule on either side, pointed outside, with a lozenge at the inner end and a dot before it."""
    middle, half = height / 2, 0.03 * height
    bead, dot = 0.13 * height, 0.075 * height
    steps: list[Segment] = []
    for tip, sign in ((0.0, 1), (width, -1)):
        inner = tip + sign * length
        centre = inner - sign * 1.5 * bead
        start = centre - sign * (1.5 * bead + 3 * dot)
        steps += polygon(
            (
                (tip + sign * half, middle - half),
                (start, middle - half),
                (start, middle + half),
                (tip + sign * half, middle + half),
                (tip, middle),
            )
        )
        steps += circle_segments((start + sign * 1.7 * dot, middle), dot)
        steps += polygon(
            (
                (centre - sign * 1.5 * bead, middle),
                (centre, middle - bead),
                (centre + sign * 1.5 * bead, middle),
                (centre, middle + bead),
            )
        )
    return Path.of(tuple(steps), f"{role}.rule")
