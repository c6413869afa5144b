"""A boar, a thistle and a torc: what a high king hunts, lives among and wears."""

from __future__ import annotations

import math

from devices.strokes import Device, Stroke, both, outline, placed, ribbon, shape, spiral, tapered, turned
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["DEVICES"]


# --- The boar: a long snout with its tusk, a crest of bristles, spirals for cheek and shoulder --------------------

_BOAR_HEAD = outline(
    # the neck, up to the ear
    ((-2.3, 3.4), (-2.9, 1.4), (-2.7, -0.7)),
    ((-3.0, -2.9), (-2.3, -5.0)),
    ((-0.9, -4.3), (0.1, -2.9)),
    # the forehead, the snout and its disc
    ((2.1, -2.3), (4.2, -1.3), (6.2, -0.9)),
    ((6.9, -1.7),),
    ((7.8, -0.4), (8.3, 1.0), (8.2, 2.6)),
    ((7.3, 2.7),),
    # the opening for the tusk, and the mouth
    ((7.4, 1.5), (6.9, 0.1)),
    ((5.9, 1.1), (5.2, 2.5)),
    ((4.0, 2.4), (2.7, 2.0)),
    ((3.2, 3.2), (4.3, 4.0), (5.5, 4.3)),
    # the lower jaw
    ((5.1, 5.0), (4.3, 5.2)),
    ((2.8, 5.0), (1.5, 4.8), (-0.1, 5.1)),
    ((-1.3, 4.5), (-2.3, 3.4)),
)
_BOAR_EYE = outline(((-0.1, -0.6), (0.8, -1.3), (1.8, -0.8)), ((1.0, -0.3), (-0.1, -0.6)))
_BRISTLES = {
    f"bristle {place}": ribbon([root, middle, tip], [1.1, 1.15, 0.0])
    for place, (root, middle, tip) in enumerate(
        (
            ((-0.6, -5.0), (-0.9, -6.4), (-0.3, -8.6)),
            ((-2.6, -5.7), (-3.2, -6.7), (-3.2, -8.4)),
            ((-3.8, -3.9), (-5.0, -4.9), (-5.9, -6.7)),
            ((-3.9, -1.6), (-5.8, -2.3), (-7.9, -4.1)),
            ((-3.7, 0.4), (-6.0, 0.1), (-8.7, -1.3)),
        ),
        1,
    )
}
_BOAR: Device = {
    "head": shape(_BOAR_HEAD, _BOAR_EYE),
    "tusk": ribbon([(5.0, 3.7), (6.0, 3.0), (6.5, 2.0), (6.65, 0.9)], [0.5, 1.05, 0.9, 0.0]),
    **_BRISTLES,
    "shoulder": ribbon(
        [(-1.1, 5.9), (-2.8, 4.75), (-4.3, 3.5), *spiral((-4.1, 5.4), 250, -1.2, (2.0, 0.6))],
        [0.0, 0.95, 1.05, *tapered(11, 1.0, 0.65)],
    ),
    "breast": ribbon([(3.3, 6.0), (2.0, 6.2), (0.6, 6.8), (-0.7, 8.1)], [0.0, 1.2, 1.5, 0.0]),
}


# --- The thistle: a tuft over a scaly head, two barbed leaves ------------------------------------------------------

_TUFT = {
    f"tuft {place}": turned(ribbon([(0.0, -2.7), (0.0, -5.1), (0.0, -7.5)], [0.4, 1.1, 0.0]), 18.5 * (place - 3))
    for place in range(1, 6)
}
_SCALE = (
    *((-1.65, 0.6), (0.0, 0.6), (1.65, 0.6)),
    *((-2.4, 1.95), (-0.8, 1.95), (0.8, 1.95), (2.4, 1.95)),
    *((-1.65, 3.3), (0.0, 3.3), (1.65, 3.3)),
)
_BARBED = outline(
    ((0.75, 6.6), (1.6, 5.2), (3.1, 4.3)),
    ((3.2, 3.5), (3.0, 2.6)),
    ((3.9, 3.0), (4.6, 3.5)),
    ((4.9, 2.5), (4.9, 1.2)),
    ((5.7, 1.9), (6.1, 2.7)),
    ((6.7, 1.5), (7.2, 0.2)),
    ((7.5, 2.0), (6.9, 4.0)),
    ((6.3, 4.0), (5.7, 4.4)),
    ((5.8, 5.1), (5.5, 5.7)),
    ((4.6, 5.5), (3.9, 5.7)),
    ((3.7, 6.4), (3.2, 6.8)),
    ((1.9, 6.3), (0.75, 6.6)),
)
_THISTLE: Device = {
    **_TUFT,
    "collar": ribbon([(-2.4, -1.25), (0.0, -0.85), (2.4, -1.25)], [0.8, 0.8, 0.8]),
    **{
        f"scale {place}": shape(
            outline(((x, y - 0.75), (x + 0.62, y)), ((x, y + 0.75),), ((x - 0.62, y),), ((x, y - 0.75),))
        )
        for place, (x, y) in enumerate(_SCALE, 1)
    },
    **both({"leaf": placed(shape(_BARBED), (0.0, 0.2), 0.95)}),
    "stalk": ribbon([(0.0, 4.75), (0.0, 6.0), (0.0, 7.5)], [1.0, 0.9, 1.1]),
}


# --- The torc: a ring of twisted strands, open below between two knobs; a crown in its middle ----------------------

_TWISTS, _OPEN = 12, 90
"""How many turns of the twist are seen, and how many degrees of the ring are open."""
_BAND, _SLANT, _BETWEEN = (5.35, 8.25), 17.0, 6.6
"""The ring's radii, how far a turn leans from the one to the other, and how far turns are apart, both in degrees."""


def _strand(place: int) -> Stroke:
    """Return one turn of the twist: a slanting bar between the ring's two edges."""
    step = (360 - _OPEN - _SLANT) / _TWISTS
    first = 90 + _OPEN / 2 + place * step + _BETWEEN / 2
    last = first + step - _BETWEEN

    def at(radius: float, degrees: float) -> Point:
        angle = math.radians(degrees)
        return radius * math.cos(angle), radius * math.sin(angle)

    inner, outer = _BAND
    middle = (inner + outer) / 2
    return shape(
        outline(
            (at(inner, first), at(middle, first + 0.42 * _SLANT), at(outer, first + _SLANT)),
            (at(outer + 0.2, (first + last) / 2 + _SLANT), at(outer, last + _SLANT)),
            (at(middle, last + 0.58 * _SLANT), at(inner, last)),
            (at(inner - 0.2, (first + last) / 2), at(inner, first)),
        )
    )


_KNOB = shape(circle_segments((2.5, 6.7), 1.6), circle_segments((2.5, 6.7), 0.7))
_CIRCLET = outline(
    ((-2.7, 1.6), (-2.9, -0.2), (-3.5, -1.9)),
    ((-2.5, -1.4), (-1.65, -0.4)),
    ((-1.0, -1.7), (0.0, -3.1)),
    ((1.0, -1.7), (1.65, -0.4)),
    ((2.5, -1.4), (3.5, -1.9)),
    ((2.9, -0.2), (2.7, 1.6)),
    ((0.0, 1.1), (-2.7, 1.6)),
)
_TORC: Device = {
    **{f"strand {place + 1}": _strand(place) for place in range(_TWISTS)},
    **both({"knob": _KNOB}),
    "crown": shape(_CIRCLET, circle_segments((0, -0.6), 0.5)),
    "band": ribbon([(-2.75, 2.75), (0.0, 2.25), (2.75, 2.75)], [0.95, 0.95, 0.95]),
}

DEVICES = {"boar": _BOAR, "thistle": _THISTLE, "torc": _TORC}
