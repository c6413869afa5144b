"""Numbers in lining figures, as outlines: they need no font, so that drawings with them have no text."""

from __future__ import annotations

from functools import cache

from taflkit.drawing.curves import Point
from taflkit.drawing.shapes import Path, Segment
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
    segments: list[Segment] = []
    for outline, wide in digits:
        middle = (at[0] + (x + wide / 2) * factor, at[1])
        segments += (
            (letter, tuple(middle[i % 2] + value * factor for i, value in enumerate(values)))
            for letter, values in outline
        )
        x += wide + _SPACE
    return Path(tuple(segments), role)


@cache
def _digit(digit: str) -> tuple[tuple[Segment, ...], float]:
    """Return a digit's outline and its width, 200 high, its middle at the origin."""
    segments: list[tuple[str, list[float]]] = []
    for word in DIGITS[digit].split():
        if word.isalpha():
            segments.append((word, []))
        else:
            segments[-1][1].append(float(word))
    across = [values[-2] for _, values in segments if values]
    return tuple((letter, tuple(values)) for letter, values in segments), max(across) - min(across)
