"""The pieces: one device each, the same on counters, cards and in figures.

They differ by device and by the pattern of light and dark, not by colour alone: the attackers' raven stands light on
a dark disc, the defenders' quartered shield dark on a light one, the king's crown on a disc with a double ring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from taflkit.drawing.curves import circle_segments, polygon, sector
from taflkit.drawing.shapes import Circle, Group, Path, Segment, Shape, multiply, scale, translate
from taflkit.tafl import Piece

__all__ = ["draw_piece"]

_MODEL = 10.0
"""The radius in mm at which the devices are drawn, so that line widths in the ink hold for a counter of 20 mm."""


def draw_piece(piece: Piece, diameter: float, x: float = 0.0, y: float = 0.0) -> Group:
    """Return a piece with its centre at (x, y)."""
    return Group(_model(piece), multiply(translate(x, y), scale(diameter / 2 / _MODEL)), repeated=True)


@cache
def _model(piece: Piece) -> tuple[Shape, ...]:
    """Return a piece at the size at which the devices are drawn."""
    return _DRAWN[piece]()


def _attacker() -> tuple[Shape, ...]:
    r = _MODEL
    return (
        Circle(0, 0, r - 0.15, "piece.attacker.body"),
        Circle(0, 0, r * 0.86, "piece.attacker.ring"),
        Path(_scaled(_RAVEN, r * 0.80) + circle_segments((r * 0.075, -r * 0.215), r * 0.065), "piece.attacker.device"),
    )


def _defender() -> tuple[Shape, ...]:
    r = _MODEL
    return (
        Circle(0, 0, r - 0.2, "piece.defender.body"),
        Circle(0, 0, r * 0.84, "piece.defender.ring"),
        Path(sector((0, 0), r * 0.70, 0, 90) + sector((0, 0), r * 0.70, 180, 270), "piece.defender.device"),
        Circle(0, 0, r * 0.70, "piece.defender.ring"),
        Circle(0, 0, r * 0.22, "piece.defender.boss"),
    )


def _king() -> tuple[Shape, ...]:
    r = _MODEL
    balls = tuple(
        Circle(x * r, y * r, r * 0.085, "piece.king.device") for x, y in ((-0.52, -0.36), (0, -0.52), (0.52, -0.36))
    )
    return (
        Circle(0, 0, r - 0.25, "piece.king.body"),
        Circle(0, 0, r * 0.87, "piece.king.ring"),
        Circle(0, 0, r * 0.79, "piece.king.ring"),
        Path(_scaled(_CROWN, r), "piece.king.device"),
        *balls,
    )


_DRAWN: dict[Piece, Callable[[], tuple[Shape, ...]]] = {
    Piece.ATTACKER: _attacker,
    Piece.DEFENDER: _defender,
    Piece.KING: _king,
}


def _scaled(segments: tuple[Segment, ...], factor: float) -> tuple[Segment, ...]:
    return tuple((letter, tuple(value * factor for value in values)) for letter, values in segments)


# A raven's head in profile, beak to the right, drawn in a circle of radius 1.
_RAVEN: tuple[Segment, ...] = (
    ("M", (-0.66, 0.66)),
    ("C", (-0.70, 0.22, -0.62, -0.24, -0.34, -0.46)),
    ("C", (-0.10, -0.64, 0.20, -0.60, 0.34, -0.38)),
    ("C", (0.58, -0.40, 0.84, -0.24, 0.94, 0.10)),
    ("C", (0.74, -0.04, 0.54, -0.02, 0.36, 0.02)),
    ("C", (0.24, 0.12, 0.20, 0.22, 0.28, 0.36)),
    ("L", (0.10, 0.36)),
    ("L", (0.16, 0.60)),
    ("L", (-0.06, 0.50)),
    ("L", (-0.10, 0.78)),
    ("L", (-0.32, 0.58)),
    ("L", (-0.44, 0.80)),
    ("Z", ()),
)

# A crown of three points over a band, drawn in a circle of radius 1.
_CROWN: tuple[Segment, ...] = (
    *polygon(((-0.46, 0.20), (-0.52, -0.30), (-0.24, 0.00), (0.0, -0.44), (0.24, 0.00), (0.52, -0.30), (0.46, 0.20))),
    *polygon(((-0.46, 0.28), (0.46, 0.28), (0.46, 0.44), (-0.46, 0.44))),
)
