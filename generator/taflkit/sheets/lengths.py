"""Lengths as people write them, in millimetres: the one place where units are known."""

from __future__ import annotations

import math

from taflkit.errors import TaflkitError, shown

__all__ = ["UNITS", "format_length", "parse_length", "parse_number"]

UNITS: dict[str, float] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""Unit -> millimetres. A number without a unit is in millimetres."""

_NUMBER = frozenset("0123456789.+-eE")
_DIGITS = 15
_RIGHT = "write it like 38, 38mm, 3.8cm, 1.5in or 10pt"


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
        raise TaflkitError(f"'{shown(text)}' is not a length; {_RIGHT}")
    if unit not in UNITS:
        raise TaflkitError(f"'{shown(text)}' has the unknown unit '{shown(unit)}'; use mm, cm, in or pt")
    if not math.isfinite(value):
        raise TaflkitError(f"'{shown(text)}' is not a finite length; {_RIGHT}")
    # 0 and not -0
    return value * UNITS[unit] + 0.0


def parse_number(text: str, example: int = 3) -> int | float:
    """Return a whole number; one of very many digits as a float, which is out of any range.

    Args:
        text: the number.
        example: one that could be meant, for the error.

    Raises:
        TaflkitError: it is no whole number in plain digits.
    """
    whole = text.strip()
    digits = whole[1:] if whole.startswith(("+", "-")) else whole
    if not (digits.isascii() and digits.isdecimal()):
        raise TaflkitError(f"'{shown(text)}' is not a whole number; write it like {example}")
    return int(whole) if len(whole) <= _DIGITS else float(whole)


def format_length(length: float) -> str:
    """Return a length in millimetres as people read it: at most two decimals, no trailing zeros.

    >>> format_length(38.0)
    '38 mm'
    """
    return f"{round(length, 2) + 0.0:.2f}".rstrip("0").rstrip(".") + " mm"
