"""A longship under oars, an anchor and a ship under sail: for the games that are battles at sea."""

from __future__ import annotations

from devices.strokes import Device, both, outline, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import circle_segments

__all__ = ["DEVICES"]


# --- The longship: a hull that rises into a dragon's head, a curled stern, shields along the side, oars ------------

_HULL = outline(
    ((-6.4, 1.0), (-3.4, 2.1), (0.0, 2.4), (3.0, 2.0), (4.9, 0.9)),
    # the back of the neck, up to the mane
    ((5.4, -0.6), (5.0, -1.9), (3.9, -2.6)),
    ((4.0, -3.4), (3.6, -4.1)),
    ((4.2, -4.6), (4.3, -5.8)),
    # the brow and the snout
    ((5.3, -5.6), (6.2, -5.2)),
    ((7.1, -4.7), (7.9, -3.9), (8.6, -2.8)),
    ((8.5, -2.1), (8.0, -1.8)),
    ((7.4, -2.5), (6.5, -2.9)),
    # the lower jaw and the throat
    ((7.0, -2.0), (7.3, -1.1)),
    ((6.9, -0.9), (6.6, -1.1)),
    ((7.4, 0.1), (7.3, 1.6), (6.3, 3.3)),
    # the keel
    ((4.0, 5.2), (0.0, 6.0), (-3.8, 5.1), (-5.6, 3.2), (-6.4, 1.0)),
)
_STERN = ribbon(
    [(-7.1, 1.7), (-7.8, -0.2), *spiral((-6.4, -2.0), 165, 0.9, (1.6, 0.6))],
    [0.6, 1.1, *tapered(8, 1.1, 0.8)],
)
_SHIELDS = tuple(circle_segments(at, 0.75) for at in ((-3.6, 3.3), (-1.2, 4.0), (1.2, 4.0), (3.6, 3.2)))
_OARS = {
    f"oar {place}": ribbon([(x, y), (x - 0.6, y + 1.1), (x - 1.2, y + 2.2)], [0.6, 0.7, 1.0])
    for place, (x, y) in enumerate(((-2.4, 6.1), (0.2, 6.6), (2.8, 6.25), (5.05, 5.25)), 1)
}
_SAIL = outline(
    ((-4.2, -7.2), (-0.9, -7.5), (2.4, -7.2)),
    ((3.3, -4.8), (3.2, -2.2), (2.1, 0.1)),
    ((-0.4, -0.4), (-2.6, -0.4), (-4.7, 0.0)),
    ((-3.5, -2.2), (-3.3, -4.8), (-4.2, -7.2)),
)
_SEAMS = tuple(
    ribbon([(x - 0.9, -6.5), (x, -4.7), (x, -2.5), (x - 1.0, -0.9)], [0.0, 0.6, 0.6, 0.0]) for x in (-1.0, 1.2)
)
_LONGSHIP: Device = {
    "sail": shape(_SAIL, *_SEAMS),
    "hull": shape(_HULL, *_SHIELDS, circle_segments((6.0, -4.0), 0.45)),
    "stern": _STERN,
    **_OARS,
}


# --- The anchor: a ring, a stock with curled ends, a shank and two flukes ---------------------------------------

_SHANK = outline(
    ((-0.62, -3.0), (-0.75, 0.0), (-0.95, 3.6)),
    # the left arm, along its inner side to the fluke
    ((-2.9, 3.4), (-4.6, 1.8), (-5.05, 0.6)),
    ((-3.7, 1.0),),
    ((-5.1, -2.7),),
    ((-7.2, 0.9),),
    ((-6.3, 0.9),),
    ((-5.7, 3.2), (-3.6, 5.7), (0.0, 7.3)),
    ((3.6, 5.7), (5.7, 3.2), (6.3, 0.9)),
    ((7.2, 0.9),),
    ((5.1, -2.7),),
    ((3.7, 1.0),),
    ((5.05, 0.6),),
    ((4.6, 1.8), (2.9, 3.4), (0.95, 3.6)),
    ((0.75, 0.0), (0.62, -3.0)),
    ((0.0, -3.15), (-0.62, -3.0)),
)
_STOCK = ribbon(
    [(0.95, -2.75), (2.2, -2.85), (3.1, -3.1), *spiral((3.5, -4.35), 80, -0.95, (1.15, 0.45))],
    [0.9, 0.95, 0.95, *tapered(9, 0.95, 0.6)],
)
_ANCHOR: Device = {
    "ring": shape(circle_segments((0, -5.4), 1.75), circle_segments((0, -5.4), 0.85)),
    "shank": shape(_SHANK),
    **both({"stock": _STOCK}),
}


# --- The ship: a sail with a crown in it, on its mast over a hull with high stems ----------------------------------

_WIDE_SAIL = outline(
    ((-4.1, -5.7), (0.0, -6.0), (4.1, -5.7)),
    ((5.7, -3.4), (6.2, -1.2), (6.1, 1.0)),
    ((3.2, 0.1), (0.0, -0.2), (-3.2, 0.1), (-6.1, 1.0)),
    ((-6.2, -1.2), (-5.7, -3.4), (-4.1, -5.7)),
)
_EMBLEM = outline(
    ((-2.3, -1.3), (-2.8, -4.3)),
    ((-2.1, -3.6), (-1.3, -2.9)),
    ((-0.7, -3.9), (0.0, -5.0)),
    ((0.7, -3.9), (1.3, -2.9)),
    ((2.1, -3.6), (2.8, -4.3)),
    ((2.3, -1.3),),
    ((0.0, -1.6), (-2.3, -1.3)),
)
_KEEL = outline(
    ((-8.6, -1.2), (-8.0, 1.0), (-6.4, 2.6), (-3.6, 3.5), (0.0, 3.7), (3.6, 3.5), (6.4, 2.6), (8.0, 1.0), (8.6, -1.2)),
    ((8.8, 1.6), (7.6, 4.4), (4.6, 6.4), (0.0, 7.0), (-4.6, 6.4), (-7.6, 4.4), (-8.8, 1.6), (-8.6, -1.2)),
)
_PORTS = tuple(circle_segments(at, 0.62) for at in ((-5.0, 4.4), (-2.6, 5.1), (0.0, 5.35), (2.6, 5.1), (5.0, 4.4)))
_SHIP: Device = {
    "pennant": shape(
        outline(((-0.3, -8.9), (1.4, -8.7), (3.0, -8.1)), ((1.4, -7.9), (0.3, -7.4)), ((-0.3, -7.3),), ((-0.3, -8.9),))
    ),
    "yard": ribbon([(-4.9, -6.4), (-2.5, -6.75), (0.0, -6.8), (2.5, -6.75), (4.9, -6.4)], [0.3, 0.6, 0.65, 0.6, 0.3]),
    "sail": shape(_WIDE_SAIL, _EMBLEM),
    "mast": ribbon([(0.0, 0.5), (0.0, 1.8), (0.0, 3.1)], [0.9, 0.9, 0.9]),
    "hull": shape(_KEEL, *_PORTS),
    "wave": ribbon([(-3.6, 7.7), (-1.8, 8.2), (0.0, 8.1), (1.8, 8.2), (3.6, 7.7)], [0.0, 0.6, 0.6, 0.6, 0.0]),
}

DEVICES = {"longship": _LONGSHIP, "anchor": _ANCHOR, "ship": _SHIP}
