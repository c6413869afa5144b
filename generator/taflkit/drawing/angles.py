"""Sines and the like that are the same on every machine.

The last bit of what the system's own give differs from one system to the next, and where a number lies half way between
two that are written, the files would differ too. These are multiples of 2 to the power of -40, which is less than a
millionth of what is written.
"""

from __future__ import annotations

import math

__all__ = ["arctangent", "cosine", "sine", "tangent"]

_COARSE = 6144.0
"""Added and taken off again, it leaves no bit below 2 to the power of -40, as decimals of its size have none."""


def sine(angle: float) -> float:
    """Return the sine of an angle in radians.

    >>> sine(math.pi / 6)
    0.5
    """
    return math.sin(angle) + _COARSE - _COARSE


def cosine(angle: float) -> float:
    """Return the cosine of an angle in radians."""
    return math.cos(angle) + _COARSE - _COARSE


def tangent(angle: float) -> float:
    """Return the tangent of an angle in radians."""
    return math.tan(angle) + _COARSE - _COARSE


def arctangent(down: float, across: float) -> float:
    """Return the angle in radians, from the right, of a point so far down and across."""
    return math.atan2(down, across) + _COARSE - _COARSE
