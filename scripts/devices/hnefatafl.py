"""A wolf, a round shield and a helmet."""

from __future__ import annotations

import math

from devices.strokes import Device, Outline, all_round, both, outline, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["DEVICES", "WOLF_HEAD"]


# --- The wolf: an open jaw with its fangs, an ear laid back, a mane of locks, a spiral for a shoulder ------------

_WOLF_HEAD = outline(
    # the cheek, up to the ear
    ((-3.3, 0.9), (-3.7, -0.9), (-3.5, -2.6)),
    ((-5.2, -4.8), (-5.6, -7.0)),
    ((-3.2, -6.7), (-1.1, -5.0)),
    # the forehead, the muzzle and the nose
    ((0.2, -5.0), (1.6, -4.3), (3.0, -3.3)),
    ((5.2, -3.2), (7.2, -2.7)),
    ((7.9, -2.2), (8.0, -1.4), (7.5, -0.8)),
    # the upper lip with its fang
    ((6.9, -0.8),),
    ((6.3, 0.0), (6.2, 1.0)),
    ((5.5, 0.1), (5.1, -0.7)),
    ((3.4, -0.9), (1.3, -0.5)),
    # the lower jaw with its fang
    ((2.6, 0.8), (4.2, 1.7)),
    ((4.5, 0.9), (4.6, 0.2)),
    ((5.3, 0.9), (5.6, 1.9)),
    ((6.3, 2.2), (6.5, 2.9)),
    ((5.6, 3.6), (4.2, 3.7)),
    ((2.4, 3.4), (1.0, 2.5)),
    # under the cheek
    ((-0.2, 3.3), (-0.7, 3.6)),
    ((-0.8, 2.6), (-1.3, 1.8)),
    ((-2.1, 2.6), (-2.6, 2.8)),
    ((-2.6, 1.8), (-3.3, 0.9)),
)
_WOLF_EYE = outline(((-0.6, -2.2), (0.6, -3.1), (1.9, -2.6)), ((0.8, -1.9), (-0.6, -2.2)))
_WOLF_EAR = outline(
    ((-2.7, -4.0), (-3.7, -5.0), (-4.4, -6.1)), ((-3.1, -5.5), (-2.2, -4.6)), ((-2.5, -4.4), (-2.7, -4.0))
)
WOLF_HEAD = shape(_WOLF_HEAD, _WOLF_EYE, _WOLF_EAR)
_WOLF: Device = {
    "head": WOLF_HEAD,
    "high lock": ribbon([(-4.6, -3.2), (-5.4, -1.8), (-6.5, -1.0), (-7.9, -1.2)], [0.0, 1.2, 1.2, 0.0]),
    "lock": ribbon([(-4.5, -0.3), (-5.1, 0.9), (-6.1, 1.6), (-7.6, 1.8)], [0.0, 1.2, 1.2, 0.0]),
    "shoulder": ribbon(
        [(0.9, 4.3), (-0.6, 4.6), (-2.4, 3.9), (-4.3, 3.1), *spiral((-3.7, 5.4), 250, -1.25, (2.1, 0.6))],
        [0.0, 0.8, 1.05, 1.1, *tapered(11, 1.0, 0.65)],
    ),
    "breast": shape(
        outline(
            ((2.3, 4.4), (3.6, 4.8), (4.9, 4.7)),
            ((4.0, 6.3), (2.6, 7.5), (0.7, 8.2)),
            ((1.2, 6.5), (0.6, 5.5)),
            ((1.5, 5.1), (2.3, 4.4)),
        )
    ),
}


# --- The shield: a boss in the middle, and eight fields that whirl about it -------------------------------------

_WHIRL, _BOSS, _RIM = 46.0, 2.75, 7.45
"""How far a field turns on its way out, in degrees, and from which radius to which it goes."""


def _field() -> Outline:
    def at(degrees: float, part: float) -> Point:
        radius = _BOSS + (_RIM - _BOSS) * part
        angle = math.radians(degrees + _WHIRL * part)
        return radius * math.cos(angle), radius * math.sin(angle)

    steps = [number / 5 for number in range(6)]
    ahead = [at(13.0, step) for step in steps]
    back = [at(-13.0, step) for step in reversed(steps)]
    rim = [at(13.0 - 26.0 * step, 1.0) for step in steps[1:]]
    inside = [at(-13.0 + 26.0 * step, 0.0) for step in steps[1:]]
    return shape(outline(ahead, rim, back[1:], inside))


_SHIELD: Device = {
    **all_round(_field(), "field", 7),
    "boss": shape(circle_segments((0, 0), 2.15), circle_segments((0, 0), 1.4)),
    "tip": shape(circle_segments((0, 0), 0.75)),
}


# --- The helmet: a ridged dome, a guard round the eyes, mail below ----------------------------------------------

_DOME = outline(
    ((0.85, -7.4), (3.2, -6.4), (4.9, -4.2), (5.4, -1.7)),
    ((3.2, -2.3), (0.85, -2.5)),
    ((0.85, -7.4),),
)
_GUARD = outline(
    # over the brow, out of the ridge
    ((0.0, -1.5), (1.6, -1.5), (3.6, -1.2), (5.5, -0.5)),
    ((5.7, 0.9), (5.0, 2.2), (3.7, 2.9), (2.3, 2.6), (1.3, 1.7)),
    # the nose
    ((1.0, 2.9), (0.9, 4.2)),
    ((0.0, 4.7), (-0.9, 4.2)),
    ((-1.0, 2.9), (-1.3, 1.7)),
    ((-2.3, 2.6), (-3.7, 2.9), (-5.0, 2.2), (-5.7, 0.9), (-5.5, -0.5)),
    ((-3.6, -1.2), (-1.6, -1.5), (0.0, -1.5)),
)


def _eye(side: int) -> tuple[Point, ...]:
    return tuple(
        (side * x, y) for x, y in ((1.4, 0.5), (2.4, -0.2), (3.6, 0.0), (4.4, 0.8), (3.5, 1.7), (2.3, 1.5), (1.4, 0.5))
    )


_MAIL = {
    "mail": ribbon([(1.9, 3.9), (2.1, 5.5), (1.9, 7.6)], [1.1, 1.3, 0.9]),
    "outer mail": ribbon([(3.8, 3.95), (3.9, 5.1), (3.6, 6.8)], [1.1, 1.3, 0.9]),
    "cheek": ribbon([(5.65, 2.9), (5.7, 4.0), (5.2, 5.6)], [0.9, 1.1, 0.8]),
}
_HELMET: Device = {
    "ridge": ribbon([(0.0, -8.8), (0.0, -7.2), (0.0, -4.5), (0.0, -2.2)], [0.0, 0.9, 0.8, 0.8]),
    **both({"dome": shape(_DOME)}),
    "guard": shape(_GUARD, outline(_eye(1)), outline(_eye(-1))),
    **both(_MAIL),
    "chin": ribbon([(0.0, 5.4), (0.0, 6.6), (0.0, 8.2)], [1.1, 1.3, 0.9]),
}

DEVICES = {"wolf": _WOLF, "shield": _SHIELD, "helmet": _HELMET}
