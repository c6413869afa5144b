"""Numbers in lining figures, as outlines: they need no font, so that drawings with them have no text."""

from __future__ import annotations

from functools import cache
from itertools import chain

from taflkit.catalog.svg import read_outlines
from taflkit.drawing.curves import Point
from taflkit.drawing.shapes import Path
from taflkit.resources import templates_folder
from taflkit.sums import total

__all__ = ["draw_number"]

_SPACE = 18.0  # between the digits of a number that is 200 high


def draw_number(number: int, at: Point, height: float, role: str, anchor: float = 0.5) -> Path:
    """Return a number in lining figures of a height in mm, its middle as high as a point.

    `anchor` is the part of its width that lies left of the point.
    """
    factor = height / 200
    digits = [_digits()[int(digit)] for digit in str(number)]
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
def _digits() -> tuple[tuple[Path, float], ...]:
    """Return the outline and the width of each digit, 200 high, its middle at the origin."""
    outlines = read_outlines(templates_folder() / "digits.svg")
    drawn = [outlines[f"digit-{digit}"] for digit in range(10)]
    across = [[values[-2] for _, values in outline.segments if values] for outline in drawn]
    return tuple(zip(drawn, [max(each) - min(each) for each in across], strict=True))
