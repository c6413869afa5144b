"""Numbers as the files write them: as short as they can be, never with an exponent."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

__all__ = ["NUDGE", "decimal"]

NUDGE = 1e-9
"""What is added to a number before it is rounded. Lengths that lie just between two roundings are common, and sines
and cosines differ in their last bit from system to system: all of them are to round such a length the same way."""


@lru_cache(maxsize=1 << 13)
def decimal(value: float, places: int = 4) -> str:
    """Return a number rounded to so many decimals, without trailing zeros.

    >>> decimal(25.0), decimal(-0.00001), decimal(1 / 3), decimal(1e-3, 2)
    ('25', '0', '0.3333', '0')

    Raises:
        ValueError: the number is infinite or none at all; no file may hold it.
    """
    if not isfinite(value):
        raise ValueError(f"{value} is no length")
    text = f"{value + NUDGE:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
