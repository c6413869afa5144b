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
    that a knife turns there and need not begin anew; where more meet, all end.

    Args:
        lines: in any order and direction; lines without length are left out.
    """
    given = list(lines)
    across = _settled(x for line in given for x in line[::2])
    down = _settled(y for line in given for y in line[1::2])
    settled = ((across[x1], down[y1], across[x2], down[y2]) for x1, y1, x2, y2 in given)
    left = _merged({_ordered(line) for line in settled if line[:2] != line[2:]})
    ends = defaultdict(set)
    for line in left:
        ends[line[:2]].add(line)
        ends[line[2:]].add(line)
    through = {point: met for point, met in ends.items() if len(met) == 2}
    waiting = dict.fromkeys(left)
    open_ended = [_followed(line, waiting, through) for line in left if _is_end(line, through) and line in waiting]
    closed = [_followed(line, waiting, through) for line in left if line in waiting]
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


def _ordered(line: Line) -> Line:
    """Return a line from its upper or left end on."""
    first, last = sorted((line[:2], line[2:]), key=lambda point: (point[1], point[0]))
    return (*first, *last)


def _merged(lines: Iterable[Line]) -> list[Line]:
    """Return lines, those that lie on one another or follow each other on one level or upright line as one."""
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    found: list[Line] = []
    for line in lines:
        x1, y1, x2, y2 = line
        if y1 == y2:
            level[y1].append((x1, x2))
        elif x1 == x2:
            upright[x1].append((y1, y2))
        else:
            found.append(line)
    found += [(start, y, end, y) for y, spans in level.items() for start, end in _united(spans)]
    found += [(x, start, x, end) for x, spans in upright.items() for start, end in _united(spans)]
    return sorted(found, key=lambda line: (line[1], line[0], line[3], line[2]))


def _united(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield spans of one line, those that meet or overlap as one."""
    start, end = min(spans)
    for low, high in sorted(spans):
        if low > end:
            yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end


def _is_end(line: Line, through: dict[Point, set[Line]]) -> bool:
    return not (line[:2] in through and line[2:] in through)


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
