"""A longship under oars, an anchor and a ship under sail: for the games that are battles at sea."""

from __future__ import annotations

from devices.strokes import Device, Stroke, both, outline, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import circle_segments

__all__ = ["DEVICES"]


# --- The longship: a dragon's head at the prow, a curled tail at the stern, shields along the side, oars ---------

_HULL = outline(
    ((-5.5, 0.9), (-3.2, 2.5), (0.0, 3.1), (3.2, 2.5), (5.5, 0.9)),
    ((5.2, 2.7), (3.4, 4.5), (0.0, 5.2), (-3.4, 4.5), (-5.2, 2.7), (-5.5, 0.9)),
)
_PROW = outline(
    # the back of the neck, up to the mane
    ((5.35, 0.2), (5.45, -1.7), (4.5, -3.3), (3.1, -4.1)),
    ((3.2, -5.0), (2.6, -5.8)),
    ((3.1, -6.3), (3.0, -7.5)),
    # the brow and the snout
    ((4.2, -7.3), (5.1, -6.9)),
    ((6.1, -6.5), (6.9, -5.3), (7.7, -4.3)),
    ((7.75, -3.6), (7.2, -3.1)),
    ((6.6, -3.9), (5.6, -4.3)),
    # the lower jaw and the throat
    ((6.2, -3.4), (6.6, -2.3)),
    ((6.1, -2.2), (5.75, -2.4)),
    ((6.8, -1.2), (7.0, 0.2), (6.5, 1.9)),
    ((6.2, 0.9), (5.35, 0.2)),
)
_STERN = ribbon(
    [(-6.1, 1.5), (-6.8, -0.5), *spiral((-5.2, -3.3), 165, 1.1, (2.0, 0.6))],
    [0.7, 1.25, *tapered(10, 1.2, 0.8)],
)
_SHIELDS = {
    f"shield {place}": shape(circle_segments((x, y), 1.0), circle_segments((x, y), 0.38))
    for place, (x, y) in enumerate(((-3.85, 0.4), (-1.3, 1.4), (1.3, 1.4), (3.85, 0.4)), 1)
}
_OARS = {
    f"oar {place}": ribbon([(x, y), (x - 0.5, y + 1.1), (x - 1.0, y + 2.2)], [0.5, 0.6, 0.95])
    for place, (x, y) in enumerate(((-2.6, 5.4), (-0.3, 5.8), (2.0, 5.65), (4.1, 4.75)), 1)
}
_MAST = {
    "mast": ribbon([(-0.3, 0.0), (-0.3, -4.0), (-0.3, -8.1)], [1.0, 0.95, 0.85]),
    "vane": shape(
        outline(
            ((-1.15, -8.2), (-2.6, -7.7), (-3.9, -7.6)),
            ((-3.9, -6.6), (-2.8, -5.5), (-1.15, -4.6)),
            ((-1.15, -8.2),),
        )
    ),
    "left stay": ribbon([(-1.3, -3.6), (-2.45, -2.2), (-3.6, -1.05)], [0.6, 0.6, 0.6]),
    "right stay": ribbon([(0.7, -3.6), (1.95, -2.2), (3.15, -1.05)], [0.6, 0.6, 0.6]),
}
_LONGSHIP: Device = {
    "hull": shape(_HULL),
    "prow": shape(_PROW, circle_segments((4.85, -5.55), 0.5)),
    "stern": _STERN,
    **_SHIELDS,
    **_OARS,
    **_MAST,
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


# --- The ship: a broad hull of three planks under a striped sail ------------------------------------------------


def _stripe(place: float) -> Stroke:
    """Return one of the sail's stripes, so many stripes right of the middle, from the yard down to its foot."""
    top, wide, low = place * 1.75, place * 2.0, place * 1.95
    return shape(
        outline(
            ((top - 0.65, -6.35 + 0.09 * place**2), (wide - 0.78, -3.0), (low - 0.75, 0.2 - 0.28 * place**2)),
            ((low, 0.55 - 0.28 * place**2), (low + 0.75, 0.2 - 0.28 * place**2)),
            ((wide + 0.78, -3.0), (top + 0.65, -6.35 + 0.09 * place**2)),
            ((top - 0.65, -6.35 + 0.09 * place**2),),
        )
    )


_BOW = ((6.2, 1.9), (7.2, 0.7), (7.35, -0.8), (6.75, -1.75), (5.95, -1.4), (5.95, -0.55))
_GUNWALE = ribbon(
    [(-x, y) for x, y in _BOW[::-1]] + [(-3.6, 3.0), (0.0, 3.4), (3.6, 3.0), *_BOW],
    [0.5, 0.65, 0.8, 0.95, 1.1, 1.2, 1.3, 1.35, 1.3, 1.2, 1.1, 0.95, 0.8, 0.65, 0.5],
)
_STRAKE = ribbon([(-5.2, 3.9), (-3.0, 4.75), (0.0, 5.1), (3.0, 4.75), (5.2, 3.9)], [0.6, 1.1, 1.2, 1.1, 0.6])
_KEEL = outline(
    ((-4.7, 5.2), (-2.6, 5.95), (0.0, 6.15), (2.6, 5.95), (4.7, 5.2)),
    ((3.0, 7.1), (0.0, 7.9), (-3.0, 7.1), (-4.7, 5.2)),
)
_SHIP: Device = {
    "masthead": shape(circle_segments((0, -8.3), 0.5)),
    "yard": ribbon(
        [(-5.0, -6.75), (-2.5, -7.05), (0.0, -7.15), (2.5, -7.05), (5.0, -6.75)], [0.4, 0.7, 0.75, 0.7, 0.4]
    ),
    **{f"stripe {place + 3}": _stripe(place) for place in range(-2, 3)},
    "gunwale": _GUNWALE,
    "strake": _STRAKE,
    "keel": shape(_KEEL),
}

DEVICES = {"longship": _LONGSHIP, "anchor": _ANCHOR, "ship": _SHIP}
