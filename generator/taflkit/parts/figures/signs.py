"""The signs of figures: arrows, rings where they arrive, crosses behind captured pieces, dots, and no-entry signs.

Every sign is drawn on squares of a side in mm and keeps clear of the pieces, which have PIECE of that side. A captured
piece is smaller and shows whole before the arms of its cross; the sign of a refused move is a full disc with a bar, so
that neither is taken for the other, not in grey and not where they are small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from taflkit.drawing.curves import Point, arrow_head, line
from taflkit.drawing.shapes import Circle, Path, Shape

__all__ = [
    "PIECE",
    "QUARTERS",
    "SIGN",
    "TAKEN",
    "along",
    "draw_arrow",
    "draw_barred",
    "draw_reached",
    "draw_taken",
    "draw_target",
    "draw_way",
]

PIECE, TAKEN = 0.78, 0.66
"""The diameter of a piece, and of one that is captured, in parts of a cell."""
SIGN = 0.22
"""The radius of a no-entry sign in parts of a cell."""
QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a square, clockwise from the top left one."""
_TAIL = 0.55
"""Where arrows begin, in parts of a cell from the middle of the piece: the light line round them is clear of it."""
_ARMS = 0.2, 0.4
"""Where the arms of a cross begin, behind the piece, and how far they reach along each axis, in parts of a cell."""
_BAR = 0.115
"""Half the bar of a no-entry sign, in parts of a cell."""
_ROUND, _HEAD_ROUND = 0.1, 0.03
"""How far the ways of refused moves, and their heads, stay from the pieces and signs they pass, in parts of a cell."""
_LEAST = 0.2
"""The least of a way that is drawn between two gaps, in parts of a cell."""
_HEAD, _WAY_HEAD = 0.34, 0.2
"""The heads of arrows, and of the ways of refused moves, in parts of a cell."""
_BEFORE = 0.1
"""How far before its no-entry sign a way ends, in parts of a cell."""


def draw_taken(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arms of the cross behind a captured piece, which stays to be seen before it.

    Args:
        centre: of the square.
        cell: the side of the square in mm.
    """
    x, y = centre
    arms = tuple(
        (letter, (x + across * reach * cell, y + down * reach * cell))
        for across, down in QUARTERS
        for letter, reach in zip("ML", _ARMS, strict=True)
    )
    return (Path.of(arms, "figure.cross.casing"), Path.of(arms, "figure.cross"))


def draw_barred(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the sign of a place where a piece may not go: a full disc with a bar, on squares of a side in mm."""
    x, y = centre
    bar = line((x - _BAR * cell, y), (x + _BAR * cell, y), "figure.refused.bar")
    return (*(Circle(x, y, SIGN * cell, role) for role in ("figure.refused.casing", "figure.refused")), bar)


def draw_arrow(start: Point, end: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arrow of a move between the middles of two squares, with the ring where it arrives."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = _HEAD * cell
    tip = along(end, angle, 0.1 * cell)
    begin, stop = along(start, angle, _TAIL * cell), along(tip, angle, -0.6 * head)
    return (
        *draw_target(end, cell),
        line(begin, stop, "figure.arrow.casing"),
        line(begin, stop, "figure.arrow"),
        Path.of(arrow_head(tip, angle, head), "figure.arrow.head"),
    )


def draw_target(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the dashed ring of a square where a piece arrives, light below, so that it shows on dark squares."""
    return tuple(Circle(*centre, PIECE / 2 * cell, role) for role in ("figure.target.casing", "figure.target"))


def draw_reached(centre: Point, cell: float) -> Circle:
    """Return the dot of a square that a piece can go to."""
    return Circle(*centre, 0.13 * cell, "figure.reach")


def draw_way(start: Point, sign: Point, cell: float, passed: Sequence[tuple[Point, float]]) -> tuple[Shape, ...]:
    """Return the dashed arrow of a refused move from beside its piece to its sign, or nothing if no dash has room.

    Args:
        start: the middle of the square where it begins.
        sign: the middle of its sign.
        cell: the side of a square in mm.
        passed: the middles and the radii in mm of pieces and signs that it stays clear of, where it has a gap.
    """
    angle = math.atan2(sign[1] - start[1], sign[0] - start[0])
    head = _WAY_HEAD * cell
    begin, stop = _TAIL * cell, math.dist(start, sign) - (SIGN + _BEFORE) * cell
    tight = _gaps(start, angle, passed, _HEAD_ROUND * cell)
    if stop - head < PIECE / 2 * cell or any(low < stop and stop - head < high for low, high in tight):
        return ()
    lines = [
        (along(start, angle, low), along(start, angle, high))
        for low, high in _between(begin, stop - 0.6 * head, _gaps(start, angle, passed, _ROUND * cell))
        if high - low > _LEAST * cell
    ]
    if not lines:
        # a head alone would be taken for a mark of what it lies on
        return ()
    roles = ("figure.refused.way.casing", "figure.refused.way")
    dashes = (line(*ends, role) for role in roles for ends in lines)
    return (*dashes, Path.of(arrow_head(along(start, angle, stop), angle, head), "figure.refused.head"))


def _gaps(
    start: Point, angle: float, passed: Sequence[tuple[Point, float]], around: float
) -> list[tuple[float, float]]:
    """Return from where to where, in mm from its start, a line is nearer to discs than a distance."""
    gaps = []
    for centre, radius in passed:
        across, down = centre[0] - start[0], centre[1] - start[1]
        at = across * math.cos(angle) + down * math.sin(angle)
        beside = abs(down * math.cos(angle) - across * math.sin(angle))
        if beside < radius + around:
            half = math.sqrt((radius + around) ** 2 - beside**2)
            gaps.append((at - half, at + half))
    return sorted(gaps)


def _between(begin: float, stop: float, gaps: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield what is left of a stretch without some gaps, which come in order."""
    for low, high in gaps:
        if low > begin:
            yield begin, min(low, stop)
        begin = max(begin, high)
        if begin >= stop:
            return
    if begin < stop:
        yield begin, stop


def along(point: Point, angle: float, distance: float) -> Point:
    """Return the point at a distance from another, by an angle in radians clockwise from the right."""
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)
