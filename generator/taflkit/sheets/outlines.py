"""Lines that a machine follows: each is followed once, and lines that meet end to end are followed in one go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

__all__ = ["Line", "Polyline", "joined"]

Point = tuple[float, float]

Line = tuple[float, float, float, float]
"""A straight line from x1, y1 to x2, y2 in mm."""
Polyline = tuple[Point, ...]
"""Points in mm that are joined by straight lines; a closed one ends where it begins."""
_SAME = 0.004
"""Places that are this close in mm, across or down, are one: far less than a machine keeps to."""


def joined(lines: Iterable[Line]) -> tuple[Polyline, ...]:
    """Return lines so that every place of them is passed once, closed outlines first.

    Upright and level lines that lie on one another become one. Where just two lines end at a point they are joined, so
    that a knife turns there and need not begin anew; where more meet, all end. Lines without length are left out.
    """
    given = list(lines)
    across = _settled(x for line in given for x in line[::2])
    down = _settled(y for line in given for y in line[1::2])
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    left: set[Line] = set()
    for line in given:
        (y1, x1), (y2, x2) = sorted(((down[line[1]], across[line[0]]), (down[line[3]], across[line[2]])))
        if y1 == y2 and x1 != x2:
            level[y1].append((x1, x2))
        elif x1 == x2 and y1 != y2:
            upright[x1].append((y1, y2))
        elif y1 != y2:
            left.add((x1, y1, x2, y2))
    left.update((start, y, end, y) for y, spans in level.items() for start, end in _united(spans))
    left.update((x, start, x, end) for x, spans in upright.items() for start, end in _united(spans))
    waiting = dict.fromkeys(sorted(left, key=lambda line: (line[1], line[0], line[3], line[2])))
    ends = defaultdict(set)
    for line in waiting:
        ends[line[:2]].add(line)
        ends[line[2:]].add(line)
    through = {point: met for point, met in ends.items() if len(met) == 2}
    first = [line for line in waiting if not (line[:2] in through and line[2:] in through)]
    open_ended = [_followed(line, waiting, through) for line in first if line in waiting]
    closed = [_followed(line, waiting, through) for line in list(waiting) if line in waiting]
    return (*closed, *open_ended)


def _settled(values: Iterable[float]) -> dict[float, float]:
    """Return for each value the least of those that are the same place."""
    places: dict[float, float] = {}
    place = float("-inf")
    for value in sorted(set(values)):
        if value - place > _SAME:
            place = value
        places[value] = place
    return places


def _united(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield spans of one line, those that meet or overlap as one."""
    start, end = min(spans)
    for low, high in sorted(spans):
        if low > end:
            yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end


def _followed(line: Line, waiting: dict[Line, None], through: dict[Point, set[Line]]) -> Polyline:
    """Return the way from a line on, through the points where it goes on, and take its lines from those that wait."""
    start, at = line[:2], line[2:]
    if start in through and at not in through:
        start, at = at, start
    points = [start, at]
    del waiting[line]
    while at in through:
        after = [other for other in through[at] if other in waiting]
        if not after:
            break
        (other,) = after
        del waiting[other]
        at = other[2:] if other[:2] == at else other[:2]
        points.append(at)
    return tuple(points)
