"""Insular key patterns: slanting bars whose ends turn back into each other's fields, in borders and panels.

Bars slant at 45 degrees, away from each other on both sides of a middle, so that every side is its own mirror
image. All lines are closed outlines with mitred corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from taflkit.drawing.curves import Point, polygon
from taflkit.drawing.shapes import Group, Path, Rect, Segment, Shape, multiply, rotate, translate

__all__ = ["key_frame", "key_panel"]

_LINE = 0.1
"""The width of a line, in heights of the field between the rails; spaces are about as wide."""

_PITCH = 1.2
"""From one bar to the next, about, in heights of the field."""

_RAIL = 0.075
"""The width of a rail, and of the space inside it, in depths of the whole band."""


def _ribbon(points: Sequence[Point], width: float) -> tuple[Segment, ...]:
    """Return a line with corners as a closed outline, its corners mitred, its ends square."""
    half = width / 2
    sides: list[list[Point]] = [[], []]
    last = len(points) - 1
    units = [_unit(a, b) for a, b in zip(points, points[1:], strict=False)]
    for number, (x, y) in enumerate(points):
        ux, uy = units[max(number - 1, 0)]
        vx, vy = units[min(number, last - 1)]
        # along the bisector of the two normals, as far as both parallels reach
        nx, ny = -uy - vy, ux + vx
        scale = half * 2 / (nx * nx + ny * ny)
        for side, sign in zip(sides, (1, -1), strict=True):
            side.append((x + sign * nx * scale, y + sign * ny * scale))
    return polygon([*sides[0], *reversed(sides[1])])


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _bar(x: float, y: float, low: float, pitch: float, hooks: tuple[bool, bool]) -> tuple[Segment, ...]:
    """Return a bar that rises to the right through a field `low` mm high, from its foot at (x, y + low).

    The upper end turns right and comes down again, between the next bar and that one's lower hook; the lower end
    is the same turned by half a turn. `hooks` says which of the lower and the upper hook there is.
    """
    line = _LINE * low
    top, reach, third = line / 2, low - 2.6 * line, pitch / 3
    upper = [(x + low - top, y + top), (x + low - top + 2 * third, y + top)]
    upper.append((upper[1][0] - reach + top, y + reach))
    lower = [(2 * x + low - px, 2 * y + low - py) for px, py in upper]
    below = lower[::-1] if hooks[0] else [(x, y + low)]
    return _ribbon((*below, *(upper if hooks[1] else [(x + low, y)])), line)


def _field(x: float, y: float, width: float, low: float) -> tuple[Segment, ...]:
    """Return a row of bars that fills a field of a width and a height in mm, with a triangle at either end."""
    count = max(2, 1 + round((width - low) / (_PITCH * low)))
    pitch = (width - low) / (count - 1)
    steps: list[Segment] = []
    for number in range(count):
        steps += _bar(x + number * pitch, y, low, pitch, (number > 0, number < count - 1))
    # inside the corner that the first bar leaves, as far from its line as from the rails
    inset, leg = 0.05 * low, 0.62 * low
    steps += polygon(((x + inset, y + inset), (x + inset + leg, y + inset), (x + inset, y + inset + leg)))
    right, foot = x + width - inset, y + low - inset
    steps += polygon(((right, foot), (right - leg, foot), (right, foot - leg)))
    return tuple(steps)


def _box(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def _diamond(centre: Point, reach: float) -> tuple[Segment, ...]:
    x, y = centre
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


@lru_cache(maxsize=64)
def key_panel(width: float, height: float, rows: int = 1, role: str = "ornament") -> tuple[Shape, ...]:
    """Return a panel of key pattern between rails: "<role>.ground", and "<role>.strand" for every line.

    Args:
        width, height: of the panel's outer edge, in mm; a row is to be at least twice as wide as high.
        rows: how many rows lie one upon the other; every second one slants the other way.
        role: the name before ".ground" and ".strand".
    """
    rail = _RAIL * height / rows
    pitch = (height - rail) / rows
    steps = [*_box(0, 0, width, height)]
    for row in range(rows):
        steps += _box(rail, row * pitch + rail, width - 2 * rail, pitch - rail)
        field = _field(2 * rail, row * pitch + 2 * rail, width - 4 * rail, pitch - 3 * rail)
        steps += _mirrored(field, width) if row % 2 else field
    return (Rect(0, 0, width, height, f"{role}.ground"), Path(tuple(steps), f"{role}.strand"))


def _mirrored(segments: tuple[Segment, ...], width: float) -> list[Segment]:
    return [(letter, (width - values[0], values[1]) if values else ()) for letter, values in segments]


@lru_cache(maxsize=64)
def key_frame(width: float, height: float, depth: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return a border of key pattern with a square at each corner: "<role>.ground", and "<role>.strand" for lines.

    It looks the same when turned by half a turn, a square one by a quarter.

    Args:
        width, height: of the border's outer edge, in mm, at least four depths.
        depth: of the border, in mm.
        role: the name before ".ground" and ".strand".
    """
    rail = _RAIL * depth
    ground = (*_box(0, 0, width, height), *_box(depth, depth, width - 2 * depth, height - 2 * depth))
    inner = depth - rail
    rails = [
        *(*_box(0, 0, width, height), *_box(rail, rail, width - 2 * rail, height - 2 * rail)),
        *_box(inner, inner, width - 2 * inner, height - 2 * inner),
        *_box(depth, depth, width - 2 * depth, height - 2 * depth),
    ]
    places = (
        translate(0, 0),
        multiply(translate(width, 0), rotate(90)),
        multiply(translate(width, height), rotate(180)),
        multiply(translate(0, height), rotate(270)),
    )
    sides = tuple((Path(_side(length, depth), f"{role}.strand"),) for length in (width, height))
    pieces = (Group(sides[side % 2], place, repeated=True) for side, place in enumerate(places))
    return (Path(ground, f"{role}.ground"), Path(tuple(rails), f"{role}.strand"), *pieces)


def _side(length: float, depth: float) -> tuple[Segment, ...]:
    """Return the upper side of a border with the square at its left end, without the rails along it."""
    rail = _RAIL * depth
    middle = (depth / 2, depth / 2)
    inner = depth - 2 * rail
    reach = inner / 2 - rail
    return (
        *(*_diamond(middle, reach), *_diamond(middle, 0.66 * reach), *_diamond(middle, 0.36 * reach)),
        *_box(depth - rail, rail, rail, inner),
        *_box(length - depth, rail, rail, inner),
        *_field(depth + rail, 2 * rail, length - 2 * depth - 2 * rail, depth - 4 * rail),
    )
