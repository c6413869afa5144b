"""A fur cap, crossed swords and a triple crown: Muscovites and Swedes, as Linnaeus was told of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from devices.strokes import Device, Outline, both, outline, placed, ribbon, shape, turned
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["CROWN", "DEVICES"]


# --- The cap: a pointed crown of cloth over a brim of fur -------------------------------------------------------

_CLOTH = outline(
    ((0.5, -6.3), (2.9, -5.2), (4.9, -2.9), (5.6, 0.0)),
    ((4.5, -0.5), (3.2, -0.8)),
    ((2.9, -2.8), (1.9, -4.7), (0.5, -6.3)),
)
_GORE = outline(
    ((0.0, -5.8), (1.5, -3.9), (2.3, -2.1), (2.5, -0.95)),
    ((0.0, -1.25), (-2.5, -0.95)),
    ((-2.3, -2.1), (-1.5, -3.9), (0.0, -5.8)),
)


def _fur() -> Outline:
    """Return the brim: an even upper edge, and below locks that hang down, longest in the middle."""
    upper = ((-7.3, 1.2), (-3.8, 0.15), (0.0, -0.2), (3.8, 0.15), (7.3, 1.2))
    runs: list[Sequence[Point]] = [upper, ((7.9, 2.6), (7.5, 4.3))]
    tips = [7.5 - 1.5 * place for place in range(11)]
    for a, b in pairwise(tips):
        middle = (a + b) / 2
        runs += [((middle, 4.3 - 0.03 * middle**2),), ((b, 6.2 - 0.03 * b**2),)]
    return shape(outline(*runs, ((-7.9, 2.6), (-7.3, 1.2))), *(_parting(x) for x in (-4.4, -1.5, 1.5, 4.4)))


def _parting(x: float) -> Outline:
    """Return a narrow opening between locks of the brim."""
    top = 1.15 + 0.02 * x * x
    return outline(
        ((x, top), (x * 1.02 + 0.34, top + 0.9), (x * 1.03, top + 1.8)), ((x * 1.02 - 0.34, top + 0.9), (x, top))
    )


_HAT: Device = {
    "knob": shape(circle_segments((0, -7.5), 0.95)),
    "gore": shape(_GORE),
    **both({"cloth": shape(_CLOTH)}),
    "fur": _fur(),
}


_CAP: Device = {name: placed(stroke, (0.0, 0.15), 1.01) for name, stroke in _HAT.items()}


# --- The swords: two blades that cross, one over the other ------------------------------------------------------

_HILT = {
    "guard": ribbon([(-2.35, 2.95), (-1.2, 3.45), (0.0, 3.55), (1.2, 3.45), (2.35, 2.95)], [1.1, 0.95, 1.0, 0.95, 1.1]),
    "grip": ribbon([(0.0, 4.4), (0.0, 5.1), (0.0, 5.8)], [1.2, 1.0, 1.2]),
    "pommel": shape(
        outline(((-1.5, 6.35), (0.0, 6.15), (1.5, 6.35)), ((1.0, 7.2), (0.0, 7.5), (-1.0, 7.2), (-1.5, 6.35)))
    ),
}
_FULLER = outline(((0.0, 2.0), (0.28, 1.6)), ((0.0, -4.6),), ((-0.28, 1.6), (0.0, 2.0)))
_BLADE = shape(
    outline(
        ((1.2, 2.6), (1.05, -5.2)),
        ((0.6, -6.6), (0.0, -7.5)),
        ((-0.6, -6.6), (-1.05, -5.2)),
        ((-1.2, 2.6),),
        ((1.2, 2.6),),
    ),
    _FULLER,
)
_NEAR = shape(outline(((1.2, 2.6), (1.18, 1.6)), ((-1.18, 1.6),), ((-1.2, 2.6),), ((1.2, 2.6),)))
_FAR = shape(
    outline(
        ((1.12, -1.6), (1.05, -5.2)),
        ((0.6, -6.6), (0.0, -7.5)),
        ((-0.6, -6.6), (-1.05, -5.2)),
        ((-1.12, -1.6),),
        ((1.12, -1.6),),
    ),
    outline(((0.0, -2.1), (0.24, -2.4)), ((0.0, -4.6),), ((-0.24, -2.4), (0.0, -2.1))),
)
_SWORDS: Device = {
    **{f"first {name}": turned(stroke, 45) for name, stroke in {"blade": _BLADE, **_HILT}.items()},
    **{f"second {name}": turned(stroke, -45) for name, stroke in {"forte": _NEAR, "blade": _FAR, **_HILT}.items()},
}


# --- The triple crown: three crowns, two over one ---------------------------------------------------------------

_CIRCLET = outline(
    ((-4.0, 1.1), (-4.4, -1.0), (-5.0, -3.1)),
    ((-3.8, -2.5), (-2.55, -1.0)),
    ((-1.5, -2.6), (0.0, -4.4)),
    ((1.5, -2.6), (2.55, -1.0)),
    ((3.8, -2.5), (5.0, -3.1)),
    ((4.4, -1.0), (4.0, 1.1)),
    ((2.2, 0.65), (0.0, 0.5), (-2.2, 0.65), (-4.0, 1.1)),
)
CROWN = {
    "circlet": shape(_CIRCLET, circle_segments((0, -1.5), 0.75)),
    "ball": shape(circle_segments((0, -5.75), 0.9)),
    "band": ribbon([(-4.2, 2.85), (-2.2, 2.35), (0.0, 2.2), (2.2, 2.35), (4.2, 2.85)], [1.35] * 5),
}
_CROWNS: Device = {
    f"{where} {name}": placed(stroke, at, 0.72)
    for where, at in (("left", (-4.1, -1.5)), ("right", (4.1, -1.5)), ("lower", (0.0, 5.7)))
    for name, stroke in CROWN.items()
}

DEVICES = {"cap": _CAP, "swords": _SWORDS, "crowns": _CROWNS}
