"""The ruler of a sheet: centimetres above inches, with numerals, and how true they must be."""

from __future__ import annotations

from taflkit.drawing.curves import line
from taflkit.drawing.shapes import Group, Layer, Shape
from taflkit.parts.figure import draw_number
from taflkit.typesetting.lines import Typesetter

__all__ = ["RULER_HALF", "RULER_WIDTH", "draw_ruler"]

RULER_WIDTH, RULER_HALF = 121.0, 1.85
"""How wide a ruler is with its labels, and how far its ticks reach above and below its line, in mm."""
_DIGIT, _BESIDE = 1.25, 0.3
"""How high the numerals are, and how far they stand before their ticks, in mm."""
_INCH = 25.4
_LABEL = 7 * _INCH / 72
"""The em of the labels in mm: 7 pt."""
_LABELS = (("100 mm ± 0.5 mm", -0.75), ("4 in ± 0.02 in", 1.15))
"""The labels, and how far their baselines are below the ruler's line, in mm."""


def draw_ruler(typesetter: Typesetter, x: float, y: float) -> Group:
    """Return a ruler of 100 mm over one of 4 in, on one line, with numerals and with how true they must be.

    Args:
        typesetter: sets the labels.
        x: the left end of the line that the two share, in mm.
        y: that line.
    """
    shapes: list[Shape] = [line((x, y), (x + 4 * _INCH, y), "ruler")]
    for mm in range(101):
        height = RULER_HALF if mm % 10 == 0 else 1.0 if mm % 5 == 0 else 0.5
        shapes.append(line((x + mm, y), (x + mm, y - height), "ruler"))
    for eighth in range(33):
        height = RULER_HALF if eighth % 8 == 0 else 1.0 if eighth % 4 == 0 else 0.5
        shapes.append(line((x + eighth * _INCH / 8, y), (x + eighth * _INCH / 8, y + height), "ruler"))
    middle = RULER_HALF - _DIGIT / 2
    for count, unit, beside in ((10, 10.0, -middle), (4, _INCH, middle)):
        for number in range(1, count + 1):
            at = (x + number * unit - _BESIDE, y + beside)
            shapes.append(draw_number(number, at, _DIGIT, "ruler.label", anchor=1.0))
    for text, low in _LABELS:
        shapes.append(typesetter.line(text, "text", _LABEL, "ruler.label", (x + 4 * _INCH + 0.8, y + low)))
    return Group(tuple(shapes), layer=Layer.LABELS)
