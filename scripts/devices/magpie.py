"""A magpie, a clover and a hat: a leprechaun among thieves."""

from __future__ import annotations

from devices.strokes import Device, all_round, outline, placed, ribbon, shape, spiral, tapered
from taflkit.drawing.shapes import circle_segments

__all__ = ["DEVICES"]


# --- The magpie: a small head, a white belly, a wing out of a spiral, a tail as long as the rest ------------------

_BIRD = outline(
    # the back, from the root of the tail up to the crown
    ((-2.2, -0.3), (-0.6, -2.4), (1.1, -4.6), (2.4, -6.4), (4.1, -7.2), (5.5, -6.6)),
    # the beak
    ((6.5, -6.3), (7.8, -5.4)),
    ((6.8, -4.9), (5.9, -4.6)),
    # the breast
    ((6.2, -3.2), (6.3, -1.6), (5.7, 0.2)),
    ((4.9, -1.7), (3.3, -3.2), (1.3, -3.6)),
    ((-0.3, -2.1), (-1.3, -0.4), (-2.2, -0.3)),
)
_MAGPIE: Device = {
    "head": shape(_BIRD, circle_segments((4.3, -5.55), 0.55)),
    "wing": ribbon(
        [(-3.9, 4.4), (-2.4, 3.4), (-0.9, 2.5), (0.7, 1.5), *spiral((1.65, -0.75), 100, -1.2, (2.15, 0.6))],
        [0.0, 0.9, 1.3, 1.25, *tapered(11, 1.2, 0.85)],
    ),
    "belly": ribbon([(5.3, 1.4), (4.0, 3.0), (2.2, 4.0), (-0.3, 4.5), (-2.3, 4.9)], [0.0, 1.0, 1.1, 0.9, 0.0]),
    "tail": ribbon([(-2.4, 0.8), (-4.2, 2.2), (-5.9, 3.7), (-7.4, 5.0)], [0.3, 1.55, 2.0, 1.7]),
    "near leg": ribbon([(1.6, 5.1), (1.3, 6.0), (1.1, 7.0), (2.5, 7.4), (3.7, 7.3)], [0.5, 0.75, 0.8, 0.75, 0.0]),
    "far leg": ribbon([(-0.7, 5.4), (-1.1, 6.3), (-1.5, 7.1), (-0.2, 7.9), (0.9, 8.2)], [0.5, 0.75, 0.8, 0.75, 0.0]),
}


# --- The clover: four leaves like hearts, each with its vein, on a stalk -------------------------------------------

_LEAF = outline(
    ((0.0, -0.75), (-1.35, -2.0), (-2.5, -3.5), (-2.85, -5.4), (-1.6, -6.6), (0.0, -5.6)),
    ((1.6, -6.6), (2.85, -5.4), (2.5, -3.5), (1.35, -2.0), (0.0, -0.75)),
)
_VEIN = outline(((0.0, -1.7), (0.32, -2.9), (0.0, -4.4)), ((-0.32, -2.9), (0.0, -1.7)))
_CLOVER: Device = {
    **all_round(shape(_LEAF, _VEIN), "leaf", 4, 45),
    "stalk": ribbon([(0.0, 2.6), (0.0, 4.0), (0.2, 5.6), (1.1, 7.1)], [0.0, 0.5, 0.95, 1.2]),
}


# --- The hat: tall, with a buckled band and a brim that turns up ----------------------------------------------------

_TOP = outline(
    ((-4.3, -6.6), (-2.2, -7.3), (0.0, -7.5), (2.2, -7.3), (4.3, -6.6)),
    ((4.0, -4.0), (3.9, -1.1)),
    ((2.0, -0.7), (0.0, -0.6), (-2.0, -0.7), (-3.9, -1.1)),
    ((-4.0, -4.0), (-4.3, -6.6)),
)
_BAND = (
    outline(((2.35, 0.05), (3.95, -0.3)), ((4.0, 1.0), (4.15, 2.5)), ((3.2, 2.75), (2.35, 2.9)), ((2.35, 0.05),)),
    outline(
        ((-2.35, 0.05), (-3.95, -0.3)), ((-4.0, 1.0), (-4.15, 2.5)), ((-3.2, 2.75), (-2.35, 2.9)), ((-2.35, 0.05),)
    ),
)
_BUCKLE = outline(((-1.8, 0.0), (1.8, 0.0)), ((1.8, 3.1),), ((-1.8, 3.1),), ((-1.8, 0.0),))
_BUCKLED = outline(((-0.85, 0.85), (0.85, 0.85)), ((0.85, 2.25),), ((-0.85, 2.25),), ((-0.85, 0.85),))
_BRIM = outline(
    ((-7.6, 2.5), (-6.6, 3.1), (-4.0, 3.6), (0.0, 3.85), (4.0, 3.6), (6.6, 3.1), (7.6, 2.5)),
    ((7.9, 3.5), (6.6, 5.0), (3.6, 5.9), (0.0, 6.15), (-3.6, 5.9), (-6.6, 5.0), (-7.9, 3.5), (-7.6, 2.5)),
)
_HAT: Device = {
    "top": shape(_TOP),
    "left band": shape(_BAND[1]),
    "right band": shape(_BAND[0]),
    "buckle": shape(_BUCKLE, _BUCKLED),
    "brim": shape(_BRIM),
}

DEVICES = {
    "magpie": {name: placed(stroke, (-0.3, 0.0), 0.97) for name, stroke in _MAGPIE.items()},
    "clover": _CLOVER,
    "hat": _HAT,
}
