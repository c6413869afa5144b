"""A join of two sections from the side: the tab or overlap of one goes under the edge of the other."""

from __future__ import annotations

import math

from taflkit.drawing.curves import arrow_head
from taflkit.drawing.shapes import Circle, Path, Rect, Shape
from taflkit.sheets.seams import Seam
from taflkit.typesetting.lines import Typesetter

__all__ = ["PROFILE", "PROFILE_WIDE", "draw_profile"]

PROFILE = 10.0
"""How high the picture is, in mm."""

_LONG, _UNDER = 22.0, 9.0
"""How much of a section is shown, and of its tab or overlap, in mm."""
PROFILE_WIDE = 2 * _LONG
"""How wide the picture is, in mm."""
_CARD = 1.1
"""How thick card is drawn, in mm."""
_LIFTED = 2.8
"""How far above its place the section that goes over is drawn, in mm."""


def draw_profile(seam: Seam, middle: float, top: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the join of a seam, PROFILE high.

    Args:
        seam: whose first section carries.
        middle: x of the seam in mm.
        top: y of the picture in mm.
        typesetter: sets the sections' letters.
    """
    way = -1.0 if seam.side == "left" else 1.0
    low = top + PROFILE - _CARD - 1.0
    over = low - _CARD - _LIFTED

    def card(start: float, end: float, y: float, role: str) -> Rect:
        left, right = sorted((middle + way * start, middle + way * end))
        return Rect(left, y, right - left, _CARD, role)

    shapes: list[Shape] = [
        card(-_LONG, 0.0, low, "sheet.part"),
        card(0.0, _UNDER, low, "sheet.part"),
        card(0.3, _LONG, over, "sheet.part"),
    ]
    drops = int((_UNDER - 1.0) / 1.3)
    shapes += [
        Circle(middle + way * (1.0 + 1.3 * number), low - 0.4, 0.28, "text.rubric") for number in range(drops + 1)
    ]
    for x in (_UNDER + 3.5, _LONG - 2.5):
        tip = (middle + way * x, low + 0.3)
        shapes.append(Path.of(arrow_head(tip, math.pi / 2, 1.7), "text.muted"))
        shapes.append(Rect(tip[0] - 0.1, over + _CARD + 0.5, 0.2, low - over - _CARD - 1.4, "text.muted"))
    for name, x, y in ((seam.first, -_LONG / 2, low), (seam.second, _LONG / 2, over)):
        shapes.append(typesetter.line(name, "smallcaps", 3.2, "text", (middle + way * x, y - 0.8), 0.5))
    return tuple(shapes)
