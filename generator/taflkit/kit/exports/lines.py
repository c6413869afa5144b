"""The lines that parts are cut and folded along, by themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import acos, degrees, sqrt

from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Text,
    Transform,
    arc,
    line,
    moved,
    multiply,
    rectangle,
    walk,
)
from taflkit.kit.components import NaturalParts
from taflkit.sheets.planning.placing import PlacedPart

_HINGE = 0.3
"""Half the width of the hinge of a folded counter, in parts of its diameter: its corners are then at 3, 4 and 5."""


def draw_lined(part: PlacedPart, parts: NaturalParts) -> Shape:
    """Return a part with the lines that it is cut and folded along, upright.

    A folded counter is its lines alone: round, but for a hinge between it and its back, head to head.

    Raises:
        DoesNotFit: the text of a card does not fit.
    """
    request = parts.plan.request
    if part.kind == "counter" and request.counters == "fold":
        diameter = parts.plan.counter_size
        radius, half, reach = diameter / 2, _HINGE * diameter, sqrt(0.25 - _HINGE**2) * diameter
        # degrees from three o'clock on, clockwise
        open_at = degrees(acos(2 * _HINGE))
        upper = arc((radius, radius), radius, 180 - open_at, 360 + open_at)
        lower = arc((radius, radius + diameter), radius, -open_at, 180 + open_at)
        start, right = (radius - half, radius + reach), (radius + half, radius + diameter - reach)
        outline = Path.of((("M", start), *upper, ("L", right), *lower, ("Z", ())), "cut")
        fold = line((start[0], diameter), (right[0], diameter), "fold")
        return Group((Group((fold,), layer=Layer.FOLD), Group((outline,), layer=Layer.CUT)))
    drawn = parts.draw(part)
    if part.kind == "card" or (part.kind == "section" and request.join == "butt"):
        width, height = (part.height, part.width) if part.turned else (part.width, part.height)
        return Group((drawn, Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)))
    return drawn


def lines_of(shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
    """Return the folds and the cuts of shapes, each in its layer: round ones first, then closed ones, then the others.

    None is followed twice.
    """
    groups = []
    for layer in (Layer.FOLD, Layer.CUT):
        lines: list[Line] = []
        round_ones: dict[str, Shape] = {}
        for shape, transform in _inside(shapes, layer, IDENTITY):
            straight = _straight(shape, transform)
            if straight is None:
                group = Group((shape,), transform)
                round_ones.setdefault(repr(group), group)
            lines += straight or ()
        paths = []
        for points in joined(lines):
            closed = len(points) > 2 and points[0] == points[-1]
            steps = [("L" if number else "M", point) for number, point in enumerate(points[:-1] if closed else points)]
            paths.append(Path.of((*steps, ("Z", ())) if closed else steps, layer.value))
        groups.append(Group((*round_ones.values(), *paths), layer=layer))
    return groups[0], groups[1]


def is_rectangle(lines: tuple[Shape, ...], size: tuple[float, float]) -> bool:
    """Return whether lines are just the outline of a rectangle at the origin, with its width and height in mm."""
    paths = [shape for shape in lines if isinstance(shape, Path)]
    ends = (numbers[-2:] for path in paths for step, numbers in path.segments if step != "Z")
    points = {tuple(round(value, 6) for value in end) for end in ends}
    corners = {(round(x, 6), round(y, 6)) for x in (0.0, size[0]) for y in (0.0, size[1])}
    return len(paths) == len(lines) and points == corners


def _inside(
    shapes: tuple[Shape, ...], wanted: Layer, outer: Transform
) -> Iterator[tuple[Path | Rect | Circle | Text, Transform]]:
    for shape in shapes:
        if isinstance(shape, Group):
            under = multiply(outer, shape.transform)
            if shape.layer is wanted:
                yield from walk(shape.children, under)
            else:
                yield from _inside(shape.children, wanted, under)


def _straight(shape: Path | Rect | Circle | Text, transform: Transform) -> list[Line] | None:
    """Return the straight lines of a shape, or None if it has others."""
    if isinstance(shape, Rect) and not shape.radius:
        shape = Path.of(rectangle(shape), shape.role)
    if not isinstance(shape, Path) or "C" in shape.letters:
        return None
    lines: list[Line] = []
    start = at = (0.0, 0.0)
    for step, numbers in moved(shape.segments, transform):
        point = (numbers[0], numbers[1]) if numbers else start
        if step == "M":
            start = point
        else:
            lines.append((*at, *point))
        at = point
    return lines


# Lines that a machine follows: each is followed once, and lines that meet end to end are followed in one go.


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
    across = _settled(x for each in given for x in each[::2])
    down = _settled(y for each in given for y in each[1::2])
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    left: set[Line] = set()
    for a, b, c, d in given:
        (y1, x1), (y2, x2) = sorted(((down[b], across[a]), (down[d], across[c])))
        if y1 == y2 and x1 != x2:
            level[y1].append((x1, x2))
        elif x1 == x2 and y1 != y2:
            upright[x1].append((y1, y2))
        elif y1 != y2:
            left.add((x1, y1, x2, y2))
    left.update((start, y, end, y) for y, spans in level.items() for start, end in _united(spans))
    left.update((x, start, x, end) for x, spans in upright.items() for start, end in _united(spans))
    waiting = dict.fromkeys(sorted(left, key=lambda each: (each[1], each[0], each[3], each[2])))
    ends = defaultdict(set)
    for each in waiting:
        ends[each[:2]].add(each)
        ends[each[2:]].add(each)
    through = {point: met for point, met in ends.items() if len(met) == 2}
    first = [each for each in waiting if not (each[:2] in through and each[2:] in through)]
    open_ended = [_followed(each, waiting, through) for each in first if each in waiting]
    closed = [_followed(each, waiting, through) for each in list(waiting) if each in waiting]
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


def _followed(first: Line, waiting: dict[Line, None], through: dict[Point, set[Line]]) -> Polyline:
    """Return the way from a line on, through the points where it goes on, and take its lines from those that wait."""
    start, at = first[:2], first[2:]
    if start in through and at not in through:
        start, at = at, start
    points = [start, at]
    del waiting[first]
    while at in through:
        after = [other for other in through[at] if other in waiting]
        if not after:
            break
        (other,) = after
        del waiting[other]
        at = other[2:] if other[:2] == at else other[:2]
        points.append(at)
    return tuple(points)
