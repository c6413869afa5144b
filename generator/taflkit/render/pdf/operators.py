"""Outlines, colours and matrices as the operators of a PDF content stream, whose lengths are whole micrometres.

Of whole numbers it is shorter, and made sooner, than of decimals.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

from functools import lru_cache

from taflkit.drawing.paints import Colour
from taflkit.drawing.shapes import Circle, Path, Rect, Transform
from taflkit.render.numerals import decimal, whole, wholes

__all__ = ["clip", "colour", "matrix", "outline"]

_QUARTER = 0.5522847498307936
"""How far along the tangents the control points of a quarter circle lie, for the radius 1."""

_SEGMENTS = {"M": b"%d %d m", "L": b"%d %d l", "C": b"%d %d %d %d %d %d c", "Z": b"h"}


def matrix(transform: Transform) -> str:
    """Return the operator that puts a transform before all that follows."""
    a, b, c, d, e, f = transform
    if (a, b, c, d) == (1, 0, 0, 1):
        return f"1 0 0 1 {whole(e)} {whole(f)} cm"
    return f"{decimal(a, 8)} {decimal(b, 8)} {decimal(c, 8)} {decimal(d, 8)} {whole(e)} {whole(f)} cm"


@lru_cache(maxsize=1 << 8)
def colour(lights: Colour) -> str:
    """Return the operands of g, G, rg or RG."""
    return " ".join(map(decimal, lights))


def clip(shape: Rect | Circle | Path) -> str:
    """Return the operators that clip painting to a shape."""
    return f"{outline(shape)} {'W*' if type(shape) is Path else 'W'} n"


def outline(shape: Rect | Circle | Path) -> str:
    """Return the operators that build the outline of a shape.

    Raises:
        ValueError: a number is infinite or none at all; no file may hold it.
    """
    if type(shape) is Path:
        return _path(shape)
    return _rect(shape) if type(shape) is Rect else _circle(shape)


@lru_cache(maxsize=1 << 11)
def _path(shape: Path) -> str:
    """Return all segments at once, of which bytes are made sooner than letters. Kits share most paths."""
    form = b" ".join([_SEGMENTS[letter] for letter in shape.letters])
    return (form % wholes(shape.numbers)).decode()


def _rect(shape: Rect) -> str:
    """Return a rectangle, its corners rounded by half its sides at most."""
    if shape.radius <= 0:
        return f"{whole(shape.x)} {whole(shape.y)} {whole(shape.width)} {whole(shape.height)} re"
    radius = min(shape.radius, shape.width / 2, shape.height / 2)
    return _rounded(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height, radius)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> str:
    """Return a rectangle with round corners, clockwise on paper as in SVG (SVG 1.1, 9.2)."""
    near = radius * (1 - _QUARTER)
    steps = (
        ("m", (left + radius, top)),
        ("l", (right - radius, top)),
        ("c", (right - near, top, right, top + near, right, top + radius)),
        ("l", (right, bottom - radius)),
        ("c", (right, bottom - near, right - near, bottom, right - radius, bottom)),
        ("l", (left + radius, bottom)),
        ("c", (left + near, bottom, left, bottom - near, left, bottom - radius)),
        ("l", (left, top + radius)),
        ("c", (left, top + near, left + near, top, left + radius, top)),
    )
    return " ".join([" ".join([*map(whole, numbers), step]) for step, numbers in steps]) + " h"


def _circle(shape: Circle) -> str:
    """Return four curves from three o'clock on, clockwise on paper as in SVG (SVG 1.1, 9.3)."""
    near = shape.radius * _QUARTER
    x, y = shape.x, shape.y
    west, x_minus, x_plus, east = map(whole, (x - shape.radius, x - near, x + near, x + shape.radius))
    north, y_minus, y_plus, south = map(whole, (y - shape.radius, y - near, y + near, y + shape.radius))
    middle, level = whole(x), whole(y)
    return (
        f"{east} {level} m {east} {y_plus} {x_plus} {south} {middle} {south} c "
        f"{x_minus} {south} {west} {y_plus} {west} {level} c "
        f"{west} {y_minus} {x_minus} {north} {middle} {north} c "
        f"{x_plus} {north} {east} {y_minus} {east} {level} c h"
    )
