"""Lengths as people write them, in millimetres: the one place where units are known."""

from __future__ import annotations

import math
from typing import NamedTuple

from taflkit.errors import TaflkitError

__all__ = ["UNITS", "Range", "format_length", "parse_length"]

UNITS: dict[str, float] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""Unit -> millimetres. A number without a unit is in millimetres."""

_NUMBER = frozenset("0123456789.+-eE")
_RIGHT = "write it like 38, 38mm, 3.8cm, 1.5in or 10pt"


class Range(NamedTuple):
    """The values that a length or a number may have.

    Attributes:
        least: the least of them.
        most: the greatest of them.
        unit: "mm", or "" for a number.
    """

    least: float
    most: float
    unit: str = "mm"

    def __str__(self) -> str:
        """Return the range in words, such as "8 to 200 mm"."""
        return f"{self.least:g} to {self.most:g} {self.unit}".rstrip()

    def check(self, name: str, value: float, *, choice: str = "") -> None:
        """Refuse a value out of range.

        Args:
            name: the thing, such as "the gap".
            value: its value.
            choice: the choice that it is, for the error.

        Raises:
            TaflkitError: the value is out of range, or not a number.
        """
        if not self.least <= value <= self.most:
            unit = self.unit and f" {self.unit}"
            raise TaflkitError(f"{name} must be {self}, not {value:g}{unit}", choice=choice)


def parse_length(text: str) -> float:
    """Return a length in millimetres.

    >>> parse_length("3.8cm")
    38.0

    Args:
        text: a number, alone (millimetres) or with mm, cm, in or pt.

    Raises:
        TaflkitError: the unit is unknown, or the number is none or not finite.
    """
    whole = text.strip()
    number = whole.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\"'")
    unit = whole[len(number) :].lower() or "mm"
    number = number.strip()
    # float() reads "1_000" and "٣" too: only the characters of a plain decimal are taken for a number.
    try:
        value = float(number) if _NUMBER.issuperset(number) else None
    except ValueError:
        value = None
    if value is None:
        raise TaflkitError(f"'{text}' is not a length; {_RIGHT}")
    if unit not in UNITS:
        raise TaflkitError(f"'{text}' has the unknown unit '{unit}'; use mm, cm, in or pt")
    if not math.isfinite(value):
        raise TaflkitError(f"'{text}' is not a finite length; {_RIGHT}")
    return value * UNITS[unit]


def format_length(length: float) -> str:
    """Return a length in millimetres as people read it: at most two decimals, no trailing zeros.

    >>> format_length(38.0)
    '38 mm'
    """
    return f"{round(length, 2) + 0.0:.2f}".rstrip("0").rstrip(".") + " mm"
