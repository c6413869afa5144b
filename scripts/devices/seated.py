"""The king who stands: on his throne, a sword across his knees, in the manner of the Lewis chessmen; and his back.

They fill the faces of a standing king, 18 wide and 30 high, from the middle of the fold over his crown down.
"""

from __future__ import annotations

from devices.brandub import DEVICES as BRANDUB
from devices.strokes import Device, both, outline, placed, ribbon, shape
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["DEVICES"]

_HEAD_AT, _HEAD_SIZE = (0.0, 6.1), 0.64
_HEAD = {name: placed(stroke, _HEAD_AT, _HEAD_SIZE) for name, stroke in BRANDUB["head"].items()}


def _bar(left: float, top: float, right: float, low: float) -> tuple[tuple[Point, ...], ...]:
    """Return the runs of an upright rectangle."""
    return (((left, top), (right, top)), ((right, low),), ((left, low),), ((left, top),))


_THRONE: Device = {
    **both(
        {
            "knob": shape(circle_segments((7.75, 12.2), 0.8), circle_segments((7.75, 12.2), 0.32)),
            "high post": shape(outline(*_bar(7.2, 13.4, 8.3, 17.4))),
            "ring of the post": shape(outline(*_bar(7.05, 17.8, 8.45, 18.5))),
            "low post": shape(outline(*_bar(7.2, 18.9, 8.3, 28.2))),
        }
    ),
    "base": shape(outline(*_bar(-8.45, 28.6, 8.45, 29.5))),
}

_FINGERS: Device = {
    f"finger {number}": ribbon([(x, 19.2), (x + 0.12, 20.4), (x, 21.5)], [0.42, 0.54, 0.42])
    for number, x in enumerate((3.75, 4.5, 5.25), 1)
}
_CROWN: Device = {name: _HEAD[name] for name in ("crown", "band")}
_SEATED: Device = {
    **{name: stroke for name, stroke in _HEAD.items() if name not in _CROWN},
    **both(
        {
            "sleeve": ribbon([(3.5, 11.5), (5.0, 12.7), (6.1, 15.2), (5.6, 18.4)], [0.0, 1.9, 2.1, 1.6]),
            "mantle": ribbon([(2.2, 12.4), (3.2, 14.0), (3.8, 16.2), (3.9, 18.4)], [0.0, 0.95, 0.95, 0.0]),
            "fold": ribbon([(1.2, 14.6), (1.6, 16.0), (1.8, 17.5), (1.8, 19.0)], [0.0, 0.75, 0.75, 0.0]),
            "inner leg": ribbon([(3.6, 22.6), (3.3, 24.1), (3.2, 25.9)], [0.3, 1.0, 1.0]),
            "leg": ribbon([(5.0, 22.3), (4.85, 24.0), (4.75, 25.8)], [0.4, 1.0, 1.0]),
            "outer leg": ribbon([(6.35, 22.0), (6.35, 23.8), (6.25, 25.7)], [0.3, 0.95, 0.95]),
            "shoe": shape(
                outline(
                    ((0.5, 28.2), (0.6, 27.4), (1.7, 27.2), (3.3, 27.5), (4.6, 28.2)),
                    ((2.5, 28.4), (0.5, 28.2)),
                )
            ),
            **_FINGERS,
        }
    ),
    "brooch": shape(circle_segments((0, 13.1), 0.9), circle_segments((0, 13.1), 0.4)),
    "middle fold": ribbon([(0.0, 14.7), (0.0, 16.8), (0.0, 19.1)], [0.0, 0.85, 0.0]),
    "pommel": shape(circle_segments((-6.42, 20.35), 0.5)),
    "guard": ribbon([(-2.85, 18.9), (-3.0, 20.35), (-2.85, 21.8)], [0.7, 0.7, 0.7]),
    "blade": shape(outline(*_bar(-2.25, 19.65, 3.25, 21.05)), outline(*_bar(-1.7, 20.12, 2.7, 20.58))),
    "point": shape(outline(((5.95, 19.7), (6.8, 20.35)), ((5.95, 21.0),), ((5.95, 19.7),))),
    "high drapery": ribbon(
        [(-2.2, 22.0), (-1.2, 22.9), (0.0, 23.3), (1.2, 22.9), (2.2, 22.0)], [0.0, 0.75, 0.9, 0.75, 0.0]
    ),
    "drapery": ribbon([(-2.4, 23.4), (-1.2, 24.3), (0.0, 24.7), (1.2, 24.3), (2.4, 23.4)], [0.0, 0.7, 0.85, 0.7, 0.0]),
    "low drapery": ribbon([(-2.0, 25.0), (0.0, 25.9), (2.0, 25.0)], [0.0, 0.65, 0.0]),
    "hem": ribbon(
        [(-6.8, 26.4), (-5.0, 26.7), (-2.6, 26.5), (0.0, 26.8), (2.6, 26.5), (5.0, 26.7), (6.8, 26.4)], [0.5] * 7
    ),
}


# --- His back: plaits of hair, and a throne with a roundel in its back for the device of his game -----------------

_PLAITS: Device = {
    f"plait {number}": ribbon(
        [(x, 4.6 + rise), (x + 0.3, 6.2), (x - 0.3, 7.8), (x + 0.3, 9.4), (x, 11.3 - 1.6 * rise)],
        [1.0, 1.1, 1.1, 1.0, 0.0],
    )
    for number, (x, rise) in enumerate(((-3.4, 0.4), (-1.7, 0.1), (0.0, 0.0), (1.7, 0.1), (3.4, 0.4)), 1)
}
_BACKREST: Device = {
    "rail": ribbon([(-6.8, 13.0), (-3.5, 12.4), (0.0, 12.2), (3.5, 12.4), (6.8, 13.0)], [0.7, 0.85, 0.9, 0.85, 0.7]),
    "roundel": shape(circle_segments((0, 19.9), 6.5), circle_segments((0, 19.9), 5.8)),
    **both(
        {
            "high boss": shape(circle_segments((5.9, 14.7), 0.75), circle_segments((5.9, 14.7), 0.3)),
            "low boss": shape(circle_segments((5.9, 25.1), 0.75), circle_segments((5.9, 25.1), 0.3)),
        }
    ),
    "low rail": shape(outline(*_bar(-6.8, 27.0, 6.8, 27.7))),
}

DEVICES = {"crown": _CROWN, "seated": _SEATED, "plaits": _PLAITS, "throne": _THRONE, "backrest": _BACKREST}
