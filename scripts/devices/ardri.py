"""A boar, a thistle and a torc: what a high king hunts, lives among and wears."""

from __future__ import annotations

import math

from devices.strokes import Device, Outline, both, outline, placed, ribbon, shape, spiral, tapered, turned
from taflkit.drawing.shapes import Point

__all__ = ["CROWN", "DEVICES", "twisted_ring"]


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


# --- The torc: a twisted ring, open above between two terminals; a crown of rays within ---------------------------


def _ring(radius: float, degrees: float) -> Point:
    """Return a point of a ring, by degrees clockwise from its top."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)


def twisted_ring(inner: float, outer: float, turns: int, lean: float, wide: float) -> Device:
    """Return a ring between two radii with its terminals, whose turns on each side are parted by grooves.

    A groove leans so many degrees, in an S, and is so wide.
    """

    def at(part: float, degrees: float) -> Point:
        return _ring(inner + (outer - inner) * part, degrees)

    def groove(first: float) -> Outline:
        way = [(part, first + lean * (3 - 2 * part) * part**2) for part in (0.08, 0.22, 0.36, 0.5, 0.64, 0.78, 0.92)]
        return ribbon([at(*point) for point in way], [wide * part for part in (0, 0.6, 0.9, 1, 0.9, 0.6, 0)])

    grooves = both({str(turn): groove(40 + 119 / turns * turn) for turn in range(turns)})
    arc = outline(
        tuple(at(1, degrees) for degrees in range(37, 324, 22)),
        (at(0, 323),),
        tuple(at(0, degrees) for degrees in range(301, 36, -22)),
        (at(1, 37),),
    )
    terminal = outline(
        (at(-0.17, 4.2), at(0.58, 3.3), at(1.38, 2.6)),
        (at(1.5, 6), at(1.38, 11)),
        (at(1.04, 15), at(0.92, 22)),
        (at(0.08, 22),),
        (at(0.04, 16), at(-0.2, 13)),
        (at(-0.29, 8), at(-0.17, 4.2)),
    )
    collar = outline((at(-0.12, 26), at(1.12, 26)), (at(1.12, 32.5),), (at(-0.12, 32.5),), (at(-0.12, 26),))
    return {"ring": shape(arc, *grooves.values()), **both({"terminal": shape(terminal), "collar": shape(collar)})}


_RAYS = outline(
    ((-3.2, 2.4), (-3.5, -0.2)),
    ((-2.6, 0.5), (-2.0, 1.2)),
    ((-1.6, -0.2), (-1.4, -1.4)),
    ((-1.0, -0.2), (-0.7, 0.8)),
    ((-0.3, -0.6), (0.0, -2.2)),
    ((0.3, -0.6), (0.7, 0.8)),
    ((1.0, -0.2), (1.4, -1.4)),
    ((1.6, -0.2), (2.0, 1.2)),
    ((2.6, 0.5), (3.5, -0.2)),
    ((3.2, 2.4),),
    ((0.0, 2.0), (-3.2, 2.4)),
)
CROWN: Device = {
    "crown": shape(_RAYS),
    "band": ribbon([(-3.1, 3.35), (0.0, 2.95), (3.1, 3.35)], [0.9, 0.9, 0.9]),
}
_TORC: Device = {**twisted_ring(5.3, 7.7, 7, 15, 0.56), **CROWN}

DEVICES = {"boar": _BOAR, "thistle": _THISTLE, "torc": _TORC}
