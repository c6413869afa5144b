"""The right edge of a letter by its height, and how far it reaches, read from its outline."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.pointPen import PointToSegmentPen
from fontTools.pens.recordingPen import DecomposingRecordingPointPen, RecordingPen

__all__ = ["SLICES", "outline", "reach", "right_edges"]

SLICES = 8
"""In how many slices of one height an outline is looked at."""
_STEPS = (0.25, 0.5, 0.75, 1.0)
"""Where the straight lines end that stand for a curve."""

_Point = tuple[float, float]


def _drawn(glyphs: Any, glyph: str) -> RecordingPen:
    """Return the steps of a letter's outline, in a time that grows with its points.

    What fontTools itself draws a glyph with takes the square of a contour's points.
    """
    points, pen = DecomposingRecordingPointPen(glyphs), RecordingPen()
    glyphs[glyph].drawPoints(points)
    points.replay(PointToSegmentPen(pen))
    return pen


def reach(glyphs: Any, glyph: str) -> tuple[float, float]:
    """Return how far the outline of a letter reaches down and up."""
    pen = BoundsPen(None)
    _drawn(glyphs, glyph).replay(pen)
    return (pen.bounds[1], pen.bounds[3]) if pen.bounds else (0.0, 0.0)


def outline(glyphs: Any, glyph: str) -> Iterator[tuple[_Point, _Point]]:
    """Yield the outline of a TrueType letter as straight lines."""
    start = at = (0.0, 0.0)
    for step, points in _drawn(glyphs, glyph).value:
        match step:
            case "moveTo":
                start = at = points[0]
            case "lineTo":
                yield at, points[0]
                at = points[0]
            case "qCurveTo":
                if points[-1] is None:
                    # a loop of curves alone begins between two of its points
                    (x0, y0), (x1, y1) = points[0], points[-2]
                    start = at = (x0 + x1) / 2, (y0 + y1) / 2
                for control, end in decomposeQuadraticSegment((*points[:-1], points[-1] or at)):
                    yield from pairwise((at, *_on_curve(at, control, end)))
                    at = end
            case _:
                yield at, start


def _on_curve(begin: _Point, control: _Point, end: _Point) -> Iterator[_Point]:
    for at in _STEPS:
        a, b, c = (1 - at) ** 2, 2 * at * (1 - at), at * at
        yield a * begin[0] + b * control[0] + c * end[0], a * begin[1] + b * control[1] + c * end[1]


def right_edges(glyphs: Any, glyph: str) -> tuple[int, ...]:
    """Return how far the outline of a letter reaches to the right in each of SLICES slices of its height.

    Args:
        glyphs: a font's set of glyphs, as fontTools gives it.
        glyph: the name of one.

    Returns:
        the edges in units of the font, from the letter's foot up; an empty letter has none. A letter of parts that lie
        above one another has none between them.
    """
    lines = list(outline(glyphs, glyph))
    heights = [y for line in lines for _, y in line]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    if low == high:
        return ()
    slice_high = (high - low) / SLICES
    edges = [-math.inf] * SLICES
    for line in lines:
        first, last = sorted(min(SLICES - 1, int((y - low) / slice_high)) for _, y in line)
        for number in range(first, last + 1):
            bottom = low + number * slice_high
            edges[number] = max(edges[number], _rightmost(line, bottom, bottom + slice_high))
    return tuple(round(edge) if math.isfinite(edge) else 0 for edge in edges)


def _rightmost(line: tuple[_Point, _Point], bottom: float, top: float) -> float:
    """Return how far the part of a line between two heights reaches to the right."""
    (x0, y0), (x1, y1) = line
    if y0 == y1:
        return max(x0, x1)
    return max(x0 + (x1 - x0) * (min(max(y, bottom), top) - y0) / (y1 - y0) for y in (y0, y1))
