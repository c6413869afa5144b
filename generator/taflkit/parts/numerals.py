"""Numbers in lining figures, as outlines: they need no font, so that drawings with them have no text."""

from __future__ import annotations

from functools import cache
from itertools import chain

from taflkit.drawing.curves import Point
from taflkit.drawing.shapes import Path
from taflkit.parts.digits import DIGITS
from taflkit.sums import total

__all__ = ["draw_number"]

_SPACE = 18.0
"""Between the digits of a number that is 200 high."""


def draw_number(number: int, at: Point, height: float, role: str, anchor: float = 0.5) -> Path:
    """Return a number in lining figures, its middle as high as a point.

    Args:
        number: from 0.
        at: the point in mm.
        height: of the figures in mm.
        role: the role.
        anchor: which part of the width lies left of the point.
    """
    factor = height / 200
    digits = [_digit(digit) for digit in str(number)]
    x = -anchor * (total(wide for _, wide in digits) + _SPACE * (len(digits) - 1))
    letters, numbers = "", list[float]()
    for outline, wide in digits:
        middle = at[0] + (x + wide / 2) * factor
        letters += outline.letters
        values = outline.numbers
        across = [middle + value * factor for value in values[::2]]
        down = [at[1] + value * factor for value in values[1::2]]
        numbers += chain.from_iterable(zip(across, down, strict=True))
        x += wide + _SPACE
    return Path.packed(letters, numbers, role)


@cache
def _digit(digit: str) -> tuple[Path, float]:
    """Return a digit's outline and its width, 200 high, its middle at the origin."""
    words = DIGITS[digit].split()
    letters = "".join([word for word in words if word.isalpha()])
    outline = Path.packed(letters, [float(word) for word in words if not word.isalpha()], "")
    across = [values[-2] for _, values in outline.segments if values]
    return outline, max(across) - min(across)
