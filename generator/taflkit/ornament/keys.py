"""Insular key patterns: slanting bars whose ends turn back into each other's fields, in borders and panels.

Bars slant at 45 degrees, away from each other on both sides of a middle, so that every side is its own mirror
image. All lines are closed outlines with mitred corners. Widths, heights and depths are in mm, outer edges meant; the
ground is "<role>.ground", and every line "<role>.strand", or "<role>.edge" for paints that draw outlines alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from taflkit.drawing.shapes import Form, Path, Point, Rect, Segment, Shape, Shown, polygon, quarter_turns

_LINE = 0.1  # the width of a line, in heights of the field between the rails; spaces are about as wide
_PITCH = 1.25  # from one bar to the next, about, in heights of the field
_RAIL = 0.075  # the width of a rail, and of the space inside it, in depths of the whole band


def _ribbon(points: Sequence[Point], width: float) -> tuple[Segment, ...]:
    """Return a line with corners as a closed outline, its corners mitred, its ends square."""
    half = width / 2
    sides: list[list[Point]] = [[], []]
    last = len(points) - 1
    units = []
    for a, b in pairwise(points):
        length = math.dist(a, b)
        units.append(((b[0] - a[0]) / length, (b[1] - a[1]) / length))
    for number, (x, y) in enumerate(points):
        ux, uy = units[max(number - 1, 0)]
        vx, vy = units[min(number, last - 1)]
        # along the bisector of the two normals, as far as both parallels reach
        nx, ny = -uy - vy, ux + vx
        scale = half * 2 / (nx * nx + ny * ny)
        for side, sign in zip(sides, (1, -1), strict=True):
            side.append((x + sign * nx * scale, y + sign * ny * scale))
    return polygon([*sides[0], *reversed(sides[1])])


def _bar(x: float, y: float, low: float, pitch: float) -> tuple[list[Point], list[Point]]:
    """Return the lower and the upper half of a bar that rises to the right through a field, from (x, y + low).

    The upper end turns right and comes down again, between the next bar and that one's lower hook; the lower end
    is the same turned by half a turn. Both halves go upwards; `low` is the height of the field in mm.
    """
    line = _LINE * low
    top, reach = line / 2, low - 2.6 * line
    upper = [(x + low - top, y + top), (x + low - top + pitch * 2 / 3, y + top)]
    upper.append((upper[1][0] - reach + top, y + reach))
    return [(2 * x + low - px, 2 * y + low - py) for px, py in reversed(upper)], upper


def _field(x: float, y: float, width: float, low: float) -> tuple[Segment, ...]:
    """Return a row of bars that fills a field of a width and a height in mm and is its own mirror image.

    The bars of both halves lean to the middle; triangles fill the gaps there and at the ends.
    """
    half, line = width / 2, _LINE * low
    count = max(2, 1 + round((half - low) / (_PITCH * low)))
    pitch = (half - low) / (count - 1)
    steps: list[Segment] = []
    for number in range(count - 1):
        lower, upper = _bar(x + number * pitch, y, low, pitch)
        steps += _ribbon([*(lower if number else [(x, y + low)]), *upper], line)
    # right-angled triangles at the upper left, their inner circles' centre as far from the bar's line as from the rails
    for leg in (0.62 * low, 0.26 * low):
        near, high = (value + 0.23 * low - leg * (1 - math.sqrt(0.5)) for value in (x, y))
        steps += polygon(((near, high), (near + leg, high), (near, high + leg)))
    steps += [(letter, (2 * x + width - values[0], values[1]) if values else ()) for letter, values in steps]
    left, _ = _bar(x + half - low, y, low, pitch)
    right = [(2 * x + width - px, py) for px, py in reversed(left)]
    steps += _ribbon([*left, (x + half, y + line / 2), *right], line)
    # right-angled triangles that stand on their long sides, by the centre and the radius of their inner circle
    middle, high = x + half, y + low - 0.37 * low
    for inside in (0.3 * low, 0.2 * low, 0.09 * low):
        reach = inside * (1 + math.sqrt(2))
        top, foot = high - math.sqrt(2) * inside, high + inside
        steps += polygon(((middle, top), (middle + reach, foot), (middle - reach, foot)))
    return tuple(steps)


def _box(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def _diamond(centre: Point, reach: float) -> tuple[Segment, ...]:
    x, y = centre
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


def key_panel(
    width: float, height: float, rows: int = 1, role: str = "ornament", line: str = "strand"
) -> tuple[Shape, ...]:
    """Return a panel of key pattern between rails, at least four times as wide as a row is high.

    The rows lie one upon the other; every second one is upside down.
    """
    rail = _RAIL * height / rows
    pitch = (height - rail) / rows
    steps = [*_box(0, 0, width, height)]
    for row in range(rows):
        steps += _box(rail, row * pitch + rail, width - 2 * rail, pitch - rail)
        field = _field(2 * rail, row * pitch + 2 * rail, width - 4 * rail, pitch - 3 * rail)
        low = 2 * row * pitch + pitch + rail
        steps += [(letter, (v[0], low - v[1]) if v else ()) for letter, v in field] if row % 2 else field
    return (Rect(0, 0, width, height, f"{role}.ground"), Path.of(tuple(steps), f"{role}.{line}"))


def key_frame(
    width: float, height: float, depth: float, role: str = "ornament", line: str = "strand"
) -> tuple[Shape, ...]:
    """Return a border of key pattern with a square at each corner, at least six depths wide and high.

    Each side is its own mirror image. From a depth of 2.5 mm on every line can be printed.
    """
    rail = _RAIL * depth
    ground = (*_box(0, 0, width, height), *_box(depth, depth, width - 2 * depth, height - 2 * depth))
    inner = depth - rail
    rails = [
        *(*_box(0, 0, width, height), *_box(rail, rail, width - 2 * rail, height - 2 * rail)),
        *_box(inner, inner, width - 2 * inner, height - 2 * inner),
        *_box(depth, depth, width - 2 * depth, height - 2 * depth),
    ]
    sides = tuple(Form((Path.of(_side(length, depth), f"{role}.{line}"),)) for length in (width, height))
    pieces = (Shown(sides[side % 2], place) for side, place in enumerate(quarter_turns(width, height)))
    return (Path.of(ground, f"{role}.ground"), Path.of(tuple(rails), f"{role}.{line}"), *pieces)


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
