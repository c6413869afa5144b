"""An eagle, a ringed cross and a gospel book."""

from __future__ import annotations

import math

from devices.strokes import Device, all_round, both, outline, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import circle_segments

__all__ = ["DEVICES"]


# --- The eagle: spread wings of four feathers, each wing out of a spiral; a head in profile, a tail of three -----

_EAGLE_HEAD = outline(
    ((-1.35, -2.6), (-1.5, -4.6), (-1.2, -6.5), (0.2, -7.7), (1.7, -7.4)),
    # the beak
    ((3.0, -7.1), (3.6, -6.2), (3.5, -5.1)),
    ((2.9, -5.7), (1.9, -5.8)),
    ((1.5, -4.4), (1.35, -2.6)),
    ((0.0, -2.1), (-1.35, -2.6)),
)
_WING = {
    "shoulder": ribbon(
        [(1.7, 0.6), (1.9, -1.2), (2.5, -2.8), *spiral((4.55, -2.9), 205, 1.15, (1.75, 0.5))],
        [0.0, 0.9, 1.1, *tapered(10, 1.1, 0.8)],
    ),
    "first feather": ribbon([(6.95, -4.1), (7.5, -2.1), (7.55, 0.0), (6.9, 2.2)], [0.5, 1.25, 1.3, 0.0]),
    "second feather": ribbon([(5.85, -1.2), (5.9, 0.5), (5.6, 2.3), (4.8, 4.2)], [0.5, 1.25, 1.3, 0.0]),
    "third feather": ribbon([(4.25, -0.6), (4.2, 1.0), (3.8, 2.7), (3.0, 4.5)], [0.5, 1.2, 1.25, 0.0]),
    "leg": ribbon([(1.0, 5.0), (2.1, 5.9), (3.3, 6.5), (4.8, 6.4)], [0.0, 0.95, 0.95, 0.0]),
}
_EAGLE: Device = {
    "head": shape(_EAGLE_HEAD, circle_segments((0.75, -6.15), 0.5)),
    "body": shape(
        outline(
            ((0.0, -1.5), (1.0, -1.0), (1.35, 1.0), (0.9, 3.2), (0.0, 4.6)),
            ((-0.9, 3.2), (-1.35, 1.0), (-1.0, -1.0), (0.0, -1.5)),
        )
    ),
    **both(_WING),
    "tail": ribbon([(0.0, 5.3), (0.0, 6.8), (0.0, 8.6)], [0.5, 1.2, 0.9]),
    **both({"tail": ribbon([(0.85, 6.3), (1.7, 7.3), (2.4, 8.1)], [0.0, 1.0, 0.7])}),
}


# --- The cross: four arms that widen, in a ring; a boss where they meet ------------------------------------------

_ARM = outline(
    ((-1.15, -2.1), (-1.35, -3.6), (-2.5, -5.4), (-2.75, -7.0)),
    ((0.0, -7.45), (2.75, -7.0)),
    ((2.5, -5.4), (1.35, -3.6), (1.15, -2.1)),
    ((0.0, -2.4), (-1.15, -2.1)),
)
_ARC = ribbon(
    [(5.0 * math.cos(math.radians(angle)), 5.0 * math.sin(math.radians(angle))) for angle in range(29, 62, 4)],
    [1.15] * 9,
)
_CROSS: Device = {
    **all_round(shape(_ARM, circle_segments((0, -5.6), 0.6)), "arm", 4),
    **all_round(_ARC, "ring", 4),
    "boss": shape(circle_segments((0, 0), 1.75), circle_segments((0, 0), 1.0)),
    "pearl": shape(circle_segments((0, 0), 0.5)),
}


# --- The book: boards with a cross in a frame, a jewel in each quarter, two clasps --------------------------------

_BOARD = outline(((-5.3, -7.0), (4.9, -7.0)), ((4.9, 7.0),), ((-5.3, 7.0),), ((-5.3, -7.0),))
_WITHIN = outline(((-3.6, -6.0), (3.9, -6.0)), ((3.9, 6.0),), ((-3.6, 6.0),), ((-3.6, -6.0),))
_BOOK: Device = {
    "board": shape(_BOARD, _WITHIN),
    "upright": shape(
        outline(
            ((0.15, -5.5), (1.3, -5.5)),
            ((0.95, -2.5), (0.95, -1.0)),
            ((3.4, -1.15),),
            ((3.4, 1.15),),
            ((0.95, 1.0),),
            ((0.95, 2.5), (1.3, 5.5)),
            ((-1.0, 5.5),),
            ((-0.65, 2.5), (-0.65, 1.0)),
            ((-3.1, 1.15),),
            ((-3.1, -1.15),),
            ((-0.65, -1.0),),
            ((-0.65, -2.5), (-1.0, -5.5)),
            ((0.15, -5.5),),
        ),
        circle_segments((0.15, 0.0), 0.55),
    ),
    **{
        f"jewel {place}": shape(circle_segments(at, 0.85))
        for place, at in enumerate(((-2.05, -3.6), (2.35, -3.6), (-2.05, 3.6), (2.35, 3.6)), 1)
    },
    "high clasp": shape(
        outline(((5.4, -4.4), (6.9, -4.4)), ((7.5, -3.6), (6.9, -2.8)), ((5.4, -2.8),), ((5.4, -4.4),))
    ),
    "low clasp": shape(outline(((5.4, 2.8), (6.9, 2.8)), ((7.5, 3.6), (6.9, 4.4)), ((5.4, 4.4),), ((5.4, 2.8),))),
}

DEVICES = {"eagle": _EAGLE, "cross": _CROSS, "book": _BOOK}
