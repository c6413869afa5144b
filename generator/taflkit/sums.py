"""Sums of lengths and other decimals that are the same on every Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def total(values: Iterable[float]) -> float:
    """Return the sum of decimals, each added to those before it.

    The built-in `sum` does so up to Python 3.11, and corrects roundings from 3.12 on: a kit would have other bytes.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, values, 0.0)
