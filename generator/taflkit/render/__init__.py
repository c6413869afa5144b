"""Drawings become files: a Document a PDF, a Drawing an SVG or a PNG. Knows nothing but `drawing`.

Here are the numbers as all files write them: as short as they can be, never with an exponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, isfinite

_NUDGE = 1e-9
"""What is added to a number before it is rounded. Lengths that lie just between two roundings are common, and sines
and cosines differ in their last bit from system to system: all of them are to round such a length the same way."""
_HALF = 0.5 + 1000 * _NUDGE
"""What is added to micrometres before they are cut off to whole ones."""


@lru_cache(maxsize=1 << 11)
def decimal(value: float, places: int = 4) -> str:
    """Return a number rounded to a number of decimal places, without trailing zeros.

    >>> decimal(25.0), decimal(-0.00001), decimal(1 / 3), decimal(1e-3, 2)
    ('25', '0', '0.3333', '0')

    Raises:
        ValueError: the number is infinite or none at all; no file may hold it.
    """
    if not isfinite(value):
        raise ValueError(f"{value} is no length")
    text = f"{value + _NUDGE:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 13)
def whole(length: float) -> str:
    """Return a length in mm as whole micrometres.

    >>> whole(25.0), whole(-0.0004), whole(1 / 3)
    ('25000', '0', '333')

    Raises:
        ValueError: see `decimal`.
    """
    return str(wholes((length,))[0])


def wholes(lengths: Sequence[float]) -> tuple[int, ...]:
    """Return lengths in mm as whole micrometres, such as all those of a path.

    Raises:
        ValueError: see `decimal`.
    """
    try:
        return tuple([floor(length * 1000.0 + _HALF) for length in lengths])
    except (OverflowError, ValueError):
        raise ValueError(f"{next(each for each in lengths if not isfinite(each))} is no length") from None
