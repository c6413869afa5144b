"""Spears, a harp and a dragon: what the laws of Wales give to a king's hall."""

from __future__ import annotations

from devices.strokes import Device, both, outline, placed, ribbon, shape, spiral, tapered, turned
from taflkit.drawing.shapes import circle_segments

__all__ = ["DEVICES"]


# --- The spears: three leaf-shaped blades on their shafts, bound with a cord that is tied in a bow ---------------


def _spear(lean: float, reach: float) -> Device:
    """Return a spear that leans so many degrees to the right, with its point so far from where the three cross."""
    blade = shape(
        outline(
            ((0.0, -reach), (1.35, 2.6 - reach), (1.8, 4.5 - reach), (1.2, 6.1 - reach), (0.55, 7.1 - reach)),
            ((0.5, -2.6),),
            ((-0.5, -2.6),),
            ((-0.55, 7.1 - reach),),
            ((-1.2, 6.1 - reach), (-1.8, 4.5 - reach), (-1.35, 2.6 - reach), (0.0, -reach)),
        ),
        outline(
            ((0.0, 2.3 - reach), (0.36, 4.2 - reach), (0.0, 6.2 - reach)), ((-0.36, 4.2 - reach), (0.0, 2.3 - reach))
        ),
    )
    foot = ribbon([(0.0, 2.6), (0.0, 3.2), (0.0, 5.75)], [1.0, 1.1, 1.6])
    return {name: placed(turned(stroke, lean), (0.0, 2.8)) for name, stroke in (("blade", blade), ("foot", foot))}


_CORD = ribbon(
    [(2.0, 2.75), (3.7, 2.0), *spiral((5.75, 3.3), -115, 1.05, (1.9, 0.6))], [0.6, 0.9, *tapered(9, 0.95, 0.65)]
)
_SPEARS: Device = {
    **{f"middle {name}": stroke for name, stroke in _spear(0, 11.6).items()},
    **{f"left {name}": stroke for name, stroke in _spear(-40, 11.0).items()},
    **{f"right {name}": stroke for name, stroke in _spear(40, 11.0).items()},
    **{
        f"turn {place}": ribbon([(-wide, y + 0.15), (0.0, y - 0.1), (wide, y + 0.15)], [0.75, 0.8, 0.75])
        for place, (wide, y) in enumerate(((1.7, 1.6), (1.4, 2.8), (1.6, 4.0)), 1)
    },
    **both({"cord": _CORD}),
}


# --- The harp: a bowed pillar with a curled head, a neck, a sound box, six strings --------------------------------

_BOX = (
    outline(
        ((3.5, -6.3), (4.8, -5.9), (5.2, -4.7)),
        ((3.8, -0.6), (1.8, 3.2), (-0.4, 6.9)),
        ((-1.5, 7.4), (-2.5, 6.8)),
        ((-0.4, 3.3), (1.5, -0.6), (2.9, -4.8)),
        ((3.0, -5.7), (3.5, -6.3)),
    ),
    *(circle_segments(at, 0.45) for at in ((3.6, -3.6), (2.5, -0.6), (1.1, 2.3))),
)
_NECK = ribbon(
    [(2.05, -5.2), (1.3, -4.3), (-0.1, -3.6), (-1.9, -3.7), *spiral((-3.45, -4.85), 45, 1.05, (1.45, 0.5))],
    [1.3, 1.4, 1.35, 1.2, *tapered(9, 1.1, 0.65)],
)
_PILLAR = ribbon([(-4.5, -2.9), (-5.1, -0.8), (-4.9, 1.6), (-4.0, 4.0), (-2.6, 6.0)], [0.9, 1.3, 1.4, 1.3, 0.7])
_STRINGS = ((-3.25, -2.6, 2.2), (-2.2, -2.5, 4.5), (-1.15, -2.4, 2.9), (-0.1, -2.4, 0.9), (0.95, -2.7, -1.2))
_HARP: Device = {
    "box": shape(*_BOX),
    "neck": _NECK,
    "pillar": _PILLAR,
    **{
        f"string {place}": ribbon([(x, top), (x, (top + low) / 2), (x, low)], [0.5, 0.5, 0.5])
        for place, (x, top, low) in enumerate(_STRINGS, 1)
    },
}


# --- The dragon: a head with open jaws, a wing of three ribs, a body that winds up on itself, a barbed tail -------

_DRAGON_HEAD = outline(
    # the neck, up to the ear
    ((-0.4, -2.4), (-0.9, -3.9), (-0.4, -5.2)),
    ((-1.6, -6.3), (-2.2, -7.9)),
    ((-0.5, -7.6), (0.9, -6.8)),
    # the brow and the snout with its horn
    ((1.7, -6.9), (2.6, -6.7)),
    ((4.0, -6.2), (5.1, -5.9)),
    ((5.6, -6.3), (6.1, -6.3)),
    ((6.4, -5.6), (6.3, -4.9)),
    ((5.4, -4.6), (4.4, -4.7), (3.0, -4.6)),
    # the lower jaw
    ((3.8, -3.8), (5.1, -3.4)),
    ((4.8, -2.7), (3.9, -2.5)),
    ((2.7, -2.7), (1.9, -2.9)),
    ((1.5, -2.4), (1.6, -1.6)),
    ((0.6, -2.2), (-0.4, -2.4)),
)
_BODY = [(0.3, -1.35), (-0.55, -0.75), *spiral((0.75, 3.3), -128, -1.5, (4.0, 1.1))]
_WING = {
    "first rib": ribbon([(-1.4, -2.9), (-2.6, -3.9), (-3.5, -5.5), (-3.7, -7.6)], [0.0, 1.15, 1.2, 0.0]),
    "second rib": ribbon([(-1.7, -1.8), (-3.7, -2.7), (-5.2, -4.1), (-6.2, -6.2)], [0.0, 1.15, 1.2, 0.0]),
    "third rib": ribbon([(-2.8, -1.0), (-4.5, -1.4), (-6.3, -2.2), (-7.9, -3.6)], [0.0, 1.1, 1.15, 0.0]),
}
_DRAGON: Device = {
    "head": shape(_DRAGON_HEAD, circle_segments((1.55, -5.4), 0.6)),
    "tongue": ribbon([(4.7, -4.05), (5.8, -3.9), (6.6, -3.3), (7.6, -3.4)], [0.0, 0.55, 0.55, 0.0]),
    "body": ribbon(_BODY, [2.0, 2.0, *tapered(len(_BODY) - 2, 2.0, 0.9)]),
    **_WING,
    "fore leg": ribbon([(-4.3, 2.3), (-5.5, 1.9), (-6.6, 2.6), (-7.8, 2.1)], [0.6, 1.0, 0.9, 0.0]),
    "hind leg": ribbon([(4.5, 1.3), (5.5, 0.6), (5.8, -0.5), (7.0, -1.0)], [0.6, 1.0, 0.9, 0.0]),
}

DEVICES = {"spears": _SPEARS, "harp": _HARP, "dragon": _DRAGON}
