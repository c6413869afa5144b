"""The king who stands: on his throne, a sword across his knees, in the manner of the Lewis chessmen; and his back.

They fill the faces of a standing king, 18 wide and 30 high, from the middle of the fold over his head down. His head is
the device of his game's king, where that is a head; else he has a face below that, or plaits of hair behind. His hem
goes with the border of his game's board.
"""

from __future__ import annotations

from devices.brandub import DEVICES as BRANDUB
from devices.strokes import Device, Outline, both, mirrored, outline, placed, ribbon, shape
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["DEVICES"]

_FACE_AT, _FACE_SIZE = (0.0, 9.75), 0.48
_CROWN_AT, _CROWN_SIZE = (0.0, 9.9), 0.9
_CREST = ("crown", "band")
_HEAD = BRANDUB["head"]
_FACE: Device = {name: placed(stroke, _FACE_AT, _FACE_SIZE) for name, stroke in _HEAD.items() if name not in _CREST}
_CROWN: Device = {name: placed(_HEAD[name], _CROWN_AT, _CROWN_SIZE) for name in _CREST}


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
_SEATED: Device = {
    **both(
        {
            "sleeve": ribbon([(3.5, 11.5), (5.0, 12.7), (6.1, 15.2), (5.6, 18.4)], [0.0, 1.9, 2.1, 1.6]),
            "mantle": ribbon([(2.5, 13.3), (3.2, 14.6), (3.8, 16.4), (3.9, 18.4)], [0.0, 0.95, 0.95, 0.0]),
            "fold": ribbon([(1.2, 14.6), (1.6, 16.0), (1.8, 17.5), (1.8, 19.0)], [0.0, 0.75, 0.75, 0.0]),
            "inner leg": ribbon([(3.6, 22.6), (3.3, 23.8), (3.2, 25.1)], [0.3, 1.0, 1.0]),
            "leg": ribbon([(5.0, 22.3), (4.85, 23.6), (4.75, 25.0)], [0.4, 1.0, 1.0]),
            "outer leg": ribbon([(6.35, 22.0), (6.35, 23.4), (6.25, 24.9)], [0.3, 0.95, 0.95]),
            "shoe": shape(
                outline(
                    ((0.5, 28.25), (0.6, 27.6), (1.7, 27.45), (3.3, 27.65), (4.6, 28.25)),
                    ((2.5, 28.4), (0.5, 28.25)),
                )
            ),
            **_FINGERS,
        }
    ),
    "middle fold": ribbon([(0.0, 14.7), (0.0, 16.8), (0.0, 19.1)], [0.0, 0.85, 0.0]),
    "pommel": shape(circle_segments((-6.42, 20.35), 0.5)),
    "guard": ribbon([(-2.85, 18.9), (-3.0, 20.35), (-2.85, 21.8)], [0.7, 0.7, 0.7]),
    "blade": shape(outline(*_bar(-2.25, 19.65, 3.25, 21.05)), outline(*_bar(-1.7, 20.12, 2.7, 20.58))),
    "point": shape(outline(((5.95, 19.7), (6.8, 20.35)), ((5.95, 21.0),), ((5.95, 19.7),))),
    "high drapery": ribbon(
        [(-2.2, 22.0), (-1.2, 22.9), (0.0, 23.3), (1.2, 22.9), (2.2, 22.0)], [0.0, 0.75, 0.9, 0.75, 0.0]
    ),
    "drapery": ribbon([(-2.4, 23.4), (-1.2, 24.3), (0.0, 24.7), (1.2, 24.3), (2.4, 23.4)], [0.0, 0.7, 0.85, 0.7, 0.0]),
    "hem": shape(outline(*_bar(-6.8, 25.45, 6.8, 25.8))),
}


# --- His hem: a row of what the border's knots are made of ----------------------------------------------------------

_ROW = 26.65
_HALF = 0.52


def _row(*motifs: Outline, step: float) -> Device:
    """Return motifs in turn along the hem, so far apart, from its middle to both sides."""
    half = round(6.3 / step)
    return {
        f"motif {place + half + 1}": placed(motifs[place % len(motifs)], (place * step, _ROW))
        for place in range(-half, half + 1)
    }


_LEAN = ribbon([(-0.45, 0.5), (0.0, 0.0), (0.45, -0.5)], [0.36, 0.44, 0.36])
_LOZENGE = shape(outline(((0.0, -0.6), (0.6, 0.0)), ((0.0, 0.6),), ((-0.6, 0.0),), ((0.0, -0.6),)))
_LINK = shape(circle_segments((0, 0), 0.58), circle_segments((0, 0), 0.24))
_DISC, _DOT = (shape(circle_segments((0, 0), radius)) for radius in (0.56, 0.24))
_BAR_UP, _BAR_LOW = (shape(outline(*_bar(-0.32, top, 0.32, top + 0.5))) for top in (-0.56, 0.06))
_SALTIRE = shape(
    outline(
        *(
            ((x1, y1), (x2, y2))
            for (x1, y1), (x2, y2) in (
                ((0.0, -0.22), (0.4, -0.58)),
                ((0.62, -0.36), (0.24, 0.0)),
                ((0.62, 0.36), (0.4, 0.58)),
                ((0.0, 0.22), (-0.4, 0.58)),
                ((-0.62, 0.36), (-0.24, 0.0)),
                ((-0.62, -0.36), (-0.4, -0.58)),
            )
        ),
        ((0.0, -0.22),),
    )
)
_HEMS: dict[str, Device] = {
    "hem-plait": _row(_LEAN, mirrored(_LEAN), step=1.32),
    "hem-foundation": _row(_BAR_UP, _BAR_LOW, step=0.9),
    "hem-lozenges": _row(_LOZENGE, step=1.5),
    "hem-links": _row(_LINK, step=1.5),
    "hem-knots": _row(_SALTIRE, step=1.6),
    "hem-medallions": _row(_DISC, _DOT, step=1.1),
}


# --- His back: plaits of hair, and a throne with a roundel in its back for the device of his game -----------------

_PLAITS: Device = {
    f"plait {number}": ribbon(
        [(x, 8.2 + rise), (x + 0.25, 9.2), (x - 0.2, 10.2), (x, 11.5 - 1.6 * rise)],
        [1.0, 1.1, 1.0, 0.0],
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

DEVICES = {
    "crown": _CROWN,
    "face": _FACE,
    "seated": _SEATED,
    **_HEMS,
    "plaits": _PLAITS,
    "throne": _THRONE,
    "backrest": _BACKREST,
}
