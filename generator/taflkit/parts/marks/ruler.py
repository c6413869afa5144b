"""The ruler of a sheet: centimetres above inches, with numerals, and how true they must be."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

from taflkit.drawing.curves import line
from taflkit.drawing.shapes import Form, Group, Layer, Shape, Shown, translate
from taflkit.parts.marks.numerals import draw_number
from taflkit.typesetting.lines import Typesetter

__all__ = ["RULER_HALF", "RULER_WIDTH", "draw_ruler"]

RULER_WIDTH, RULER_HALF = 121.0, 1.85
"""How wide a ruler is with its labels, and how far its ticks reach above and below its line, in mm."""
_DIGIT, _BESIDE = 1.25, 0.3
"""How high the numerals are, and how far they stand before their ticks, in mm."""
_INCH = 25.4
_LABEL = 7 * _INCH / 72
"""The em of the labels in mm: 7 pt."""
_LINING, _WIDE = 0.65 * _LABEL, 0.5 * _LABEL
"""How high the figures of the labels are, as high as capitals, and how much room each has, in mm."""
_LABELS = (("100 mm ± 0.5 mm", -0.22), ("4 in ± 0.02 in", RULER_HALF - 0.05))
"""The labels, and how far their baselines are below the ruler's line, in mm: as lining figures have no descenders, the
two do not touch."""


def draw_ruler(typesetter: Typesetter, x: float, y: float, decimal: str = ".") -> Group:
    """Return a ruler of 100 mm over one of 4 in, on one line, with numerals and with how true they must be.

    Args:
        typesetter: sets the labels.
        x: the left end of the line that the two share, in mm.
        y: that line.
        decimal: the sign before decimals.
    """
    beside = x + 4 * _INCH + 0.8
    labels = (
        shape for text, low in _LABELS for shape in _label(typesetter, text.replace(".", decimal), beside, y + low)
    )
    return Group((Shown(_scales(), translate(x, y)), *labels), layer=Layer.LABELS)


def _label(typesetter: Typesetter, text: str, x: float, y: float) -> Iterator[Shape]:
    """Yield a label from a point of its baseline on, its figures as outlines."""
    for is_number, run in itertools.groupby(text, str.isdigit):
        if is_number:
            for digit in run:
                yield draw_number(int(digit), (x + _WIDE / 2, y - _LINING / 2), _LINING, "ruler.label")
                x += _WIDE
        else:
            words = "".join(run)
            yield typesetter.line(words, "text", _LABEL, "ruler.label", (x, y))
            x += typesetter.width(words, "text", _LABEL)


@cache
def _scales() -> Form:
    """Return the ticks and numerals with the left end of their line at the origin: one form for all sheets."""
    shapes: list[Shape] = [line((0.0, 0.0), (4 * _INCH, 0.0), "ruler")]
    for mm in range(101):
        height = RULER_HALF if mm % 10 == 0 else 1.0 if mm % 5 == 0 else 0.5
        shapes.append(line((mm, 0.0), (mm, -height), "ruler"))
    for eighth in range(33):
        height = RULER_HALF if eighth % 8 == 0 else 1.0 if eighth % 4 == 0 else 0.5
        shapes.append(line((eighth * _INCH / 8, 0.0), (eighth * _INCH / 8, height), "ruler"))
    middle = RULER_HALF - _DIGIT / 2
    for count, unit, low in ((10, 10.0, -middle), (4, _INCH, middle)):
        for number in range(1, count + 1):
            shapes.append(draw_number(number, (number * unit - _BESIDE, low), _DIGIT, "ruler.label", anchor=1.0))
    return Form(tuple(shapes))
