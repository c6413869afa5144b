"""Marks as a gouge leaves them on boards of bare paper: hatching by tapering cuts, and the king's crown."""

from __future__ import annotations

import math

from taflkit.drawing.shapes import (
    Path,
    Point,
    Segment,
    circle_segments,
    moved,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)

_HALF = 0.43  # of a square: from its middle to the outer edge of the frame
_PITCH = {"corner": 0.07, "throne": 0.0875}  # of a square: from one cut to the next
_CUT = 0.0095  # of a square: the width of a cut where it is widest
_FRAME = 0.0105  # of a square: the width of the line round the cuts
_BROADER = 2.0  # on small squares cuts and the ways between them are broader by this factor
_WIDEST = 0.45  # of its length: a cut is widest there
_SHORT = 0.0032  # of a square: by this, or twice as much by turns, the tips of cuts stop short of the frame
_SHORTEST = 0.06  # of a square: the least length of a cut


def draw_hatching(kind: str, side: float, role: str, *, small: bool = False) -> Path:
    """Return the frame of a "corner", with cuts that rise to the right, or of a "throne", with cuts in both directions.

    It lies about the origin in a square of a side in mm; on a `small` one, cuts are fewer and broader.
    """
    broader = _BROADER if small else 1.0
    half, line = _HALF * side, _FRAME * broader * side
    # the inner edge of the frame runs the other way, so that it is a hole where cuts that cross are none
    steps: list[Segment] = [
        step
        for x, y in ((half, half), (half - line, line - half))
        for step in polygon(((-x, -y), (x, -y), (x, y), (-x, y)))
    ]
    cuts: list[Segment] = []
    inside = (half - line) * math.sqrt(2)
    count = round(2 * inside / (_PITCH[kind] * broader * side))
    for number in range(count):
        off = ((number + 0.5) / count * 2 - 1) * inside
        ends = [-(inside - abs(off)), inside - abs(off)]
        if ends[1] - ends[0] < _SHORTEST * broader * side:
            continue
        for end, way in ((0, 1.0), (1, -1.0)):
            ends[end] += way * _SHORT * side * (1 + (number + end) % 2)
        cuts += _cut(ends[0], ends[1], off, _CUT * broader * side)
    for turn in (-45.0, 45.0) if kind == "throne" else (-45.0,):
        steps += moved(tuple(cuts), rotate(turn))
    return Path.of(steps, role, nonzero=True)


def _cut(start: float, end: float, off: float, width: float) -> tuple[Segment, ...]:
    """Return a cut from left to right, pointed at both ends."""
    middle, third = start + _WIDEST * (end - start), 2 / 3 * width
    near, far = start + 2 / 3 * (middle - start), end + 2 / 3 * (middle - end)
    return (
        ("M", (start, off)),
        ("C", (near, off - third, far, off - third, end, off)),
        ("C", (far, off + third, near, off + third, start, off)),
        ("Z", ()),
    )


_FINE = 4.0  # mm: a crown that is printed narrower has no balls
_LARGE_CROWN = ((-4.0, 2.0), (-4.75, 5.9), (-2.2, 4.1), (0.0, 6.7), (2.2, 4.1), (4.75, 5.9), (4.0, 2.0))
_SMALL_CROWN = ((-4.2, 2.4), (-5.0, 7.4), (-2.3, 5.0), (0.0, 8.2), (2.3, 5.0), (5.0, 7.4), (4.2, 2.4))
_BALLS = ((-4.85, 6.75, 0.8), (0.0, 7.6, 0.9), (4.85, 6.75, 0.8))


def draw_crown(foot: Point, width: float, role: str) -> Path:
    """Return a crown of a width in mm that stands on a point; one that is narrower than 4 mm is drawn more simply."""
    # drawn 10 wide, from the middle of its foot up
    large = width >= _FINE
    across, high = (4.0, 1.35) if large else (4.2, 1.7)
    band = ((-across, 0.0), (across, 0.0), (across, high), (-across, high))
    steps = [*polygon(band), *polygon(_LARGE_CROWN if large else _SMALL_CROWN)]
    for x, y, radius in _BALLS if large else ():
        steps += circle_segments((x, y), radius)
    place = multiply(translate(*foot), multiply(scale(width / 10), (1.0, 0.0, 0.0, -1.0, 0.0, 0.0)))
    return Path.of(moved(tuple(steps), place), role)
