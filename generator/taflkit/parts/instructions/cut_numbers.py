"""The numbers of cuts in a small picture of a sheet: each on its own cut or touching it, and on nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product

from msgspec import Struct

from taflkit.drawing.curves import Point

__all__ = ["Box", "Line", "NumberPlace", "place_boxes", "place_numbers"]

Line = tuple[Point, Point]
"""A cut in a picture, in mm."""

_APART = 0.2
"""How far numbers are from each other, and from lines and letters that they do not belong to, in mm."""
_WELL_APART = 1.2
"""How far numbers are from each other where there is room for it, in mm."""
_DISTANCES = (_WELL_APART, _APART)
_STEP = 0.6
"""Mm between the places along a cut that are tried."""
_BEYOND = 2.8
"""How far numbers may stand out over the picture's edges, in mm."""


_DOT = 0.3
"""How far the end of a line that leads to a cut is from other cuts, in mm."""
_BESIDE = 0.2
"""How far beside its cut such a line may end, in mm, where another cut is close on the other side."""
_OFF_END, _FROM_END = 0.3, 0.7
"""How far beyond the end of its cut a number stands, and how far inside that end the line from it begins, in mm."""
_TURNS = 16
"""In how many directions from its cut a number may stand apart."""


class NumberPlace(Struct, frozen=True):
    """Where the number of a cut stands.

    Attributes:
        centre: the middle of its disc.
        anchor: the point of the cut that it leads to, if it stands apart.
        in_line: whether it stands apart in line with its cut, beyond its end.
    """

    centre: Point
    anchor: Point | None = None
    in_line: bool = False


class Box(Struct, frozen=True):
    """A rectangle that is taken by letters, in mm; from its left, top, right and lower edge."""

    left: float
    top: float
    right: float
    low: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap."""
        return self.left < other.right and other.left < self.right and self.top < other.low and other.top < self.low


def place_numbers(
    lines: Sequence[Line],
    radii: Sequence[float],
    taken: Sequence[Box],
    leading: Sequence[Line],
    size: tuple[float, float],
    parts: Sequence[Box] = (),
) -> tuple[NumberPlace, ...] | None:
    """Return where the discs with the numbers of cuts stand, or None where the picture is too small for them.

    A disc stands beyond an end of its cut if there is no part of the kit; else on its cut where no other cut comes
    near, or beside it and touching it, as on either side of a gap that is narrower than a disc; and else apart from it,
    with a line that leads to it.

    Args:
        lines: the cuts.
        radii: of their discs, in mm.
        taken: what the discs must not cover.
        leading: lines that lead from other numbers, which they must not cover either.
        size: width and height of the picture in mm.
        parts: of the kit, which discs cover only where there is no room beside them.
    """
    board = _Board(lines, radii, taken, leading, size, parts)
    for order in (lambda number: math.dist(*lines[number]), lambda number: number):
        placed: dict[int, NumberPlace] = {}
        for number in sorted(range(len(lines)), key=order):
            place = next(chain.from_iterable(board.places(number, placed, apart) for apart in _DISTANCES), None)
            if place is None:
                break
            placed[number] = place
        else:
            return tuple(placed[number] for number in range(len(lines)))
    return None


def place_boxes(
    sizes: Sequence[tuple[float, float]],
    wanted: Sequence[Sequence[Point]],
    taken: Sequence[Box],
    size: tuple[float, float],
    beside: Sequence[Sequence[Box]],
    spared: Sequence[Box] = (),
) -> tuple[tuple[Box, Point | None], ...] | None:
    """Return boxes where they meet no other, or None; each is about one of its points, or apart and leads to one.

    Args:
        sizes: width and height of each in mm.
        wanted: the points of each, the best first.
        taken: what the boxes must not meet.
        size: width and height of the picture in mm.
        beside: what each of them must not meet either.
        spared: what a box about one of its points meets only where there is no other.
    """
    placed: list[tuple[Box, Point | None]] = []
    for (width, height), points, lines in zip(sizes, wanted, beside, strict=True):
        about = [_about(point, width, height) for point in points]
        sparing = (box for box in about if not any(box.meets(mark) for mark in spared))
        apart = _away(points[: len(points) // 2 + 1], width / 2)
        boxes = chain(
            ((box, None) for box in chain(sparing, about)),
            ((_about(point, width, height), to) for point, to in apart),
        )
        inside = (each for each in boxes if _is_inside(each[0], size))
        others = (*taken, *lines, *(box for box, _ in placed))
        found = next((each for each in inside if not any(each[0].meets(other) for other in others)), None)
        if found is None:
            return None
        placed.append(found)
    return tuple(placed)


def _about(point: Point, width: float, height: float) -> Box:
    """Return the box of a width and height in mm whose middle is a point."""
    x, y = point
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _is_inside(box: Box, size: tuple[float, float]) -> bool:
    """Whether a box hardly stands out over a picture of a size in mm."""
    across = box.left >= -_BEYOND and box.right <= size[0] + _BEYOND
    return across and box.top >= -_BEYOND and box.low <= size[1] + _BEYOND


def _away(points: Sequence[Point], half: float) -> Iterator[tuple[Point, Point]]:
    """Yield middles of boxes apart from points, half so wide in mm, each with the point that it leads to."""
    for away, point, turn in product((1.5, 3.0, 5.0, 8.0, 12.0), points, range(_TURNS)):
        angle = 2 * math.pi * turn / _TURNS
        reach = half + away
        yield (point[0] + reach * math.cos(angle), point[1] + away * math.sin(angle)), point


class _Board(Struct, frozen=True):
    """What the discs are placed among."""

    lines: Sequence[Line]
    radii: Sequence[float]
    taken: Sequence[Box]
    leading: Sequence[Line]
    size: tuple[float, float]
    parts: Sequence[Box]

    def places(self, number: int, placed: Mapping[int, NumberPlace], apart: float) -> Iterator[NumberPlace]:
        """Yield the places of a disc where it meets nothing: beyond its cut, on it, beside it, then apart from it.

        It is as far from the others as `apart`, in mm.
        """
        others = [line for other, line in enumerate(self.lines) if other != number]
        radius = self.radii[number]
        for anchor, point in _beyond(self.lines[number], radius):
            disc = Box(point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)
            if (
                not any(disc.meets(part) for part in self.parts)
                and self._is_clear(number, point, placed, apart)
                and all(_distance(point, *line) >= radius + _APART / 2 for line in others)
            ):
                yield NumberPlace(point, anchor, in_line=True)
        for point, beside in _places(self.lines[number], radius):
            # a cut on the far side of a narrow gap is as good as behind the disc's own
            near = radius + (1e-3 if beside else _APART / 2)
            if self._is_clear(number, point, placed, apart) and all(_distance(point, *line) >= near for line in others):
                yield NumberPlace(point)
        for anchor, point in _apart(self.lines[number], radius):
            if any(_distance(anchor, *line) < _DOT for line in others):
                continue
            if not self._is_clear(number, point, placed, apart):
                continue
            if any(_distance(point, *line) < radius + _APART for line in self.lines):
                continue
            if all(
                _distance(place.centre, anchor, point) >= self.radii[other] + _APART for other, place in placed.items()
            ) and not any(_crosses(box, anchor, point) for box in self.taken):
                yield NumberPlace(point, anchor)

    def _is_clear(self, number: int, point: Point, placed: Mapping[int, NumberPlace], apart: float) -> bool:
        """Whether a disc is in the picture, and clear of letters, of the other discs, and of their leaders."""
        (x, y), radius = point, self.radii[number]
        box = Box(x - radius, y - radius, x + radius, y + radius)
        if not _is_inside(box, self.size) or any(box.meets(other) for other in self.taken):
            return False
        leading = (*self.leading, *((place.centre, place.anchor) for place in placed.values() if place.anchor))
        if any(_distance(point, *line) < radius + _APART / 2 for line in leading):
            return False
        discs = ((place.centre, self.radii[other]) for other, place in placed.items())
        return all(math.dist(point, centre) >= radius + other + apart for centre, other in discs)


def _beyond(line: Line, radius: float) -> Iterator[tuple[Point, Point]]:
    """Yield a point near each end of a cut, and the middle of the disc in line with it beyond that end."""
    length = math.dist(*line)
    for start, end in (line, line[::-1]) if length > _FROM_END else ():
        across, down = (start[0] - end[0]) / length, (start[1] - end[1]) / length
        off = radius + _OFF_END
        anchor = start[0] - _FROM_END * across, start[1] - _FROM_END * down
        yield anchor, (start[0] + off * across, start[1] + off * down)


def _places(line: Line, radius: float) -> Iterator[tuple[Point, bool]]:
    """Yield the points on a cut where a disc may stand, from its start on, then those beside it."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line)
    if length < 1e-6:
        return
    across, down = (x2 - x1) / length, (y2 - y1) / length
    first = radius + _APART
    steps = [first + _STEP * step for step in range(int((length - 2 * first) / _STEP) + 1)] or [length / 2]
    for away in (0.0, -radius, radius):
        for along in steps:
            yield (x1 + along * across - away * down, y1 + along * down + away * across), away != 0.0


def _apart(line: Line, radius: float) -> Iterator[tuple[Point, Point]]:
    """Yield points on a cut and the middles of discs apart from it, the nearest first."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line) or 1.0
    across, down = (x2 - x1) / length, (y2 - y1) / length
    for away, beside in product((1.0, 2.0, 3.5, 5.0, 7.0), (0.0, -_BESIDE, _BESIDE)):
        for part in (0.5, 0.25, 0.75, 0.1, 0.9):
            anchor = x1 + part * (x2 - x1) - beside * down, y1 + part * (y2 - y1) + beside * across
            for turn in range(_TURNS):
                angle = 2 * math.pi * turn / _TURNS
                reach = radius + away
                yield anchor, (anchor[0] + reach * math.cos(angle), anchor[1] + reach * math.sin(angle))


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether a line comes into a box; it is tried at points that are closer than letters are high."""
    steps = (step / 12 for step in range(13))
    points = ((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])) for part in steps)
    return any(box.left < x < box.right and box.top < y < box.low for x, y in points)


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / whole if whole else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)
