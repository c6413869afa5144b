"""Points, matrices and boxes, as pdf_content.py measures with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

__all__ = ["NOTHING", "TRUE", "Box", "Matrix", "Point", "apply", "box_round", "extremes", "multiply", "near", "scale"]

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

NOTHING: Matrix = (1, 0, 0, 1, 0, 0)
TRUE = 0.01
"""How far anything in a kit may be from its place, in mm."""


@dataclass(frozen=True)
class Box:
    """The smallest upright rectangle round something."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def within(self, other: Box, slack: float = 0.001) -> bool:
        """Tell whether nothing of this box lies outside another."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def common(self, other: Box) -> Box:
        """Return what both boxes have in common; its width or height is negative if they are apart."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


def near(box: Box | None, x: float, y: float, width: float, height: float) -> bool:
    """Tell whether there is a box, and it lies there."""
    return box is not None and all(
        abs(have - want) <= TRUE
        for have, want in ((box.left, x), (box.top, y), (box.width, width), (box.height, height))
    )


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """Return the matrix that does `inner` first and `outer` then."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def apply(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c))


def extremes(controls: list[Point]) -> Iterator[Point]:
    """Yield the points where a cubic curve turns back in x or in y and may leave the box round its ends."""
    for p0, p1, p2, p3 in zip(*controls, strict=True):
        least, most = (p0, p3) if p0 < p3 else (p3, p0)
        if least <= p1 <= most and least <= p2 <= most:
            continue
        a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
        for t in _roots(a, b, c):
            if 0 < t < 1:
                s = 1 - t
                parts = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
                x, y = (sum(part * p[i] for part, p in zip(parts, controls, strict=True)) for i in (0, 1))
                yield x, y


def _roots(a: float, b: float, c: float) -> list[float]:
    """Return where a t² + b t + c is 0."""
    if abs(a) < 1e-12:
        return [] if abs(b) < 1e-12 else [-c / b]
    below = b * b - 4 * a * c
    return [] if below < 0 else [(-b + sqrt(below)) / (2 * a), (-b - sqrt(below)) / (2 * a)]


def box_round(points: list[Point]) -> Box | None:
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
