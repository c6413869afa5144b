"""A raven, a knot and a crowned head."""

from __future__ import annotations

import math

from devices.strokes import Device, edges, mirrored, outline, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["DEVICES"]

# --- The raven: a straight heavy beak, a flat crown, hackles at its throat, a spiral for a shoulder ---------------

_RAVEN_HEAD = outline(
    # the mantle, the nape and the flat crown
    ((-7.7, 1.6), (-6.6, -1.6), (-4.8, -4.6), (-2.4, -6.6), (0.2, -7.0), (2.0, -6.3)),
    # the upper half of the beak, to its tip
    ((4.0, -6.0), (6.1, -5.2), (7.7, -3.9), (8.6, -2.1)),
    ((7.3, -2.9), (5.4, -3.1), (2.5, -3.0)),
    # the mouth, the lower half of the beak
    ((2.5, -2.5), (5.2, -2.4), (7.1, -1.7)),
    ((5.5, -0.7), (3.8, -0.6)),
    # the hackles
    ((4.1, 0.3), (4.1, 1.4)),
    ((3.4, 0.9), (2.9, 0.7)),
    ((3.4, 1.7), (3.4, 3.0)),
    ((2.3, 1.9), (0.9, 1.0)),
    ((-0.7, -0.2), (-2.8, -0.5), (-5.2, 0.0), (-7.7, 1.6)),
)
_RAVEN_SHOULDER = ribbon(
    [(0.6, 1.9), (-0.8, 0.8), *spiral((-2.9, 3.9), -75, -1.75, (3.5, 0.7))],
    [0.0, 0.8, *tapered(15, 1.05, 0.95)],
)
_RAVEN_BREAST = outline(
    ((1.3, 2.5), (2.5, 3.4), (3.5, 4.7)),
    ((4.0, 6.0), (3.9, 7.2)),
    ((2.8, 7.8), (1.5, 8.2)),
    ((2.2, 6.6), (2.1, 4.6), (1.3, 2.5)),
)
_RAVEN: Device = {
    "head": shape(_RAVEN_HEAD, circle_segments((0.7, -4.5), 1.25)),
    "eye": shape(circle_segments((0.85, -4.5), 0.58)),
    "shoulder": _RAVEN_SHOULDER,
    "breast": shape(_RAVEN_BREAST),
}


# --- The knot: one strand of four lobes that passes over and under itself in turn ----------------------------

_LOBES, _REACH = 1.75, 6.9
"""How far the lobes reach over one another (at 1 they meet in the middle), and the strand's farthest point."""
_STRAND, _GAP = 1.25, 0.4
"""The strand's width, and how far it keeps from the one that it passes under."""
_UNDER = (
    *((25.89, 244.11), (51.19, 308.81), (115.89, 334.11), (141.19, 38.81)),
    *((205.89, 64.11), (231.19, 128.81), (295.89, 154.11), (321.19, 218.81)),
)
"""Where on its way round, in degrees, the strand passes under itself, and where it passes over there."""


def _strand(degrees: float) -> Point:
    t, scale = math.radians(degrees), _REACH / (1 + _LOBES)
    return (
        scale * (math.cos(t) + _LOBES * math.cos(3 * t)),
        scale * (math.sin(t) - _LOBES * math.sin(3 * t)),
    )


def _way(degrees: float) -> Point:
    """Return the strand's direction, one long."""
    (ax, ay), (bx, by) = _strand(degrees - 0.1), _strand(degrees + 0.1)
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


def _end(degrees: float, over: float, side: int) -> tuple[float, Point, Point]:
    """Return where the strand comes out from under itself, and the two corners of its end, left and right of its way.

    Args:
        degrees: of the crossing, on the strand that passes under.
        over: of the same crossing, on the strand that passes over, beside which the end is cut.
        side: before the crossing (-1) or behind it (1).
    """
    (ux, uy), (vx, vy) = _way(degrees), _way(over)
    across = vy * ux - vx * uy
    (ax, ay), (bx, by) = _strand(degrees - 0.5), _strand(degrees + 0.5)
    clear = degrees + side * (_STRAND / 2 + _GAP) / abs(across) / math.hypot(bx - ax, by - ay)
    x, y = _strand(clear)
    reach = _STRAND / 2 / across
    return clear, (x + vx * reach, y + vy * reach), (x - vx * reach, y - vy * reach)


def _knot() -> Device:
    pieces: Device = {}
    for (begin, over), (end, above) in zip(_UNDER, (*_UNDER[1:], _UNDER[0]), strict=True):
        first, *corners = _end(begin, over, 1)
        last, *others = _end(end, above, -1)
        last += 360 if last < first else 0
        count = max(3, round((last - first) / 7))
        line = [_strand(first + (last - first) * number / count) for number in range(count + 1)]
        left, right = edges(line, [_STRAND] * len(line))
        left[0], right[0] = corners
        left[-1], right[-1] = others
        name = f"strand {len(pieces) + 1}"
        pieces[name] = outline(left, (right[-1],), right[-2::-1], (left[0],))
    return pieces


_KNOT: Device = {**_knot(), "boss": shape(circle_segments((0, 0), 0.62))}


# --- The head: a crown of three points, brows over long eyes, curls of hair, a parted beard -------------------

_CROWN = (
    outline(
        ((-4.3, -4.7), (-4.6, -6.2), (-5.2, -7.1)),
        ((-3.8, -6.7), (-2.6, -5.9)),
        ((-1.6, -7.0), (0.0, -8.5)),
        ((1.6, -7.0), (2.6, -5.9)),
        ((3.8, -6.7), (5.2, -7.1)),
        ((4.6, -6.2), (4.3, -4.7)),
        ((0.0, -5.3), (-4.3, -4.7)),
    ),
    circle_segments((0, -6.5), 0.5),
)
_BAND = ribbon([(-4.25, -3.65), (-2.1, -4.1), (0, -4.25), (2.1, -4.1), (4.25, -3.65)], [0.75] * 5)
_NOSE = outline(
    ((-0.5, -2.1), (-0.5, 0.2), (-1.35, 1.5)),
    ((0.0, 2.0), (1.35, 1.5)),
    ((0.5, 0.2), (0.5, -2.1)),
    ((0.0, -2.4), (-0.5, -2.1)),
)
_BROW = ribbon([(-1.0, -1.75), (-2.2, -2.45), (-3.2, -2.1), (-3.8, -1.3)], [0.55, 0.75, 0.6, 0.0])
_EYE = outline(((-3.3, -0.35), (-2.2, -1.1), (-1.05, -0.3)), ((-2.2, 0.3), (-3.3, -0.35)))
_HAIR = ribbon(
    [(-4.65, -2.75), (-4.85, -1.2), *spiral((-6.35, 0.9), 0, 1.2, (1.35, 0.5))],
    [0.8, 1.0, *tapered(11, 1.0, 0.7)],
)
_MOUSTACHE = ribbon(
    [(-0.3, 2.8), (-1.4, 2.65), (-2.3, 3.1), *spiral((-3.35, 2.5), 80, 0.75, (1.05, 0.55))],
    [0.5, 0.95, 0.9, *tapered(7, 0.9, 0.6)],
)
_BEARD = (
    ribbon([(0.0, 3.9), (0.0, 6.0), (0.0, 8.8)], [1.2, 1.5, 0.0]),
    ribbon([(-1.65, 4.0), (-1.95, 5.8), (-1.3, 8.3)], [1.2, 1.5, 0.0]),
    ribbon([(-3.55, 4.4), (-3.75, 5.8), (-2.9, 7.6)], [1.1, 1.4, 0.0]),
)
_HALVES = {
    "brow": _BROW,
    "eye": shape(_EYE),
    "hair": _HAIR,
    "moustache": _MOUSTACHE,
    "beard": _BEARD[1],
    "whisker": _BEARD[2],
}
_HEAD: Device = {
    "crown": shape(*_CROWN),
    "band": _BAND,
    "nose": shape(_NOSE),
    **{f"left {name}": half for name, half in _HALVES.items()},
    **{f"right {name}": mirrored(half) for name, half in _HALVES.items()},
    "chin": _BEARD[0],
}


DEVICES = {"raven": _RAVEN, "knot": _KNOT, "head": _HEAD}
