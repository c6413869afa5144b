"""All parts with one cell: their sizes, and bounds that show that they have no room before any of them is placed.

The bounds are dual feasible functions (Fekete and Schepers, Mathematics of Operations Research 26, 2001; Carlier,
Clautiaux and Moukrim, Computers & Operations Research 34, 2007): they round sides to whole slots of counters, so that
parts which fit a sheet still fit it by their rounded area, and strips too narrow for a counter are no room for one.

Lengths are whole micrometres, each part with one gap.
"""

from __future__ import annotations

import math

from taflkit.sheets.planning.filling import NOTHING, Slot, holds

__all__ = ["Numbers", "Scale", "Shape", "ShapeNumbers"]

Shape = tuple[float, float, int, int]
"""A rectangle that grows with the cell: cells wide, cells high, and fixed micrometres more of either."""

Numbers = tuple[int, ...]
"""The shapes that share a sheet by the packer's numbers for them, in the order of placing."""

_Weights = tuple[int, int, int, int]
"""What a part takes of a sheet: of its area, and of it rounded to slots across, down and both ways."""

_LOOSE = 2  # sheets' worth of counters at least that go beside the parts


class ShapeNumbers(dict[Shape, int]):
    """The numbers of shapes; one that is new gets the next.

    Attributes:
        shapes: the shapes by their numbers.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shapes: list[Shape] = []

    def __missing__(self, shape: Shape) -> int:
        number = self[shape] = len(self.shapes)
        self.shapes.append(shape)
        return number


class Scale:
    """The parts with one cell, and what is known of the sheets that hold them.

    Shapes have the numbers of the packer here, since much is looked up by the shapes that share a sheet.

    Attributes:
        slot: width and height of a counter's slot.
        slot_area: its area.
        of_a_sheet: how many counters a sheet holds that holds nothing else.
        bare: how many sheets hold nothing but counters, whatever becomes of the other parts.
        loose: how many counters are left for the other sheets.
        most: how many of these a sheet holds beside its shapes, up to all there are, where it is known.
        hopes: a number of counters that is not exceeded beside shapes, or -1 where these do not fit.
    """

    def __init__(
        self,
        area: tuple[int, int],
        gap: int,
        counter: Shape,
        counters: int,
        others: frozenset[Shape],
        shapes: list[Shape],
        cell: int,
    ) -> None:
        """Take a cell.

        Args:
            area: width and height of a sheet's printable area, larger by one gap.
            gap: the least distance between two parts.
            counter: the shape of a counter's slot, upright.
            counters: how many counters there are on all sheets together.
            others: the shapes that go on the sheets besides counters and sections.
            shapes: the shapes by their numbers, which may become more.
            cell: the cell's side.
        """
        self.area = area
        self.gap = gap
        self.cell = cell
        self._shapes = shapes
        self._sizes: dict[int, tuple[int, int]] = {}
        self._weights: dict[int, _Weights] = {}
        self.hopes: dict[Numbers, int] = {}
        self.most: dict[Numbers, int] = {}
        self.slot: Slot = self.measure(counter)
        self.slot_area = self.slot[0] * self.slot[1]
        self.of_a_sheet = holds(*area, *self.slot)
        self.bare = max(0, counters // max(1, self.of_a_sheet) - _LOOSE) if counters else 0
        self.loose = counters - self.bare * self.of_a_sheet
        self._unit = max(1, min(self.slot[0], self.slot[1] // 2))
        across, down = (2 * (side // self._unit) for side in area)
        self._least = min(cell + gap, *map(self._short, others), self.slot[0] if counters else NOTHING)
        self._room = (area[0] * area[1], across * area[1], area[0] * down, across * down)
        self._counter = self._weigh(self.slot)

    def measure(self, shape: Shape) -> tuple[int, int]:
        """Return width and height of a shape."""
        files, ranks, wider, higher = shape
        return _whole(files * self.cell) + wider + self.gap, _whole(ranks * self.cell) + higher + self.gap

    def size(self, number: int) -> tuple[int, int]:
        """Return width and height of the shape with a number."""
        known = self._sizes.get(number)
        if known is None:
            known = self._sizes[number] = self.measure(self._shapes[number])
        return known

    def sizes(self, key: Numbers) -> list[tuple[int, int]]:
        """Return width and height of shapes."""
        return [self.size(number) for number in key]

    def have_room(self, key: Numbers, sheets: int) -> bool:
        """Return whether no bound forbids shapes and all loose counters on so many sheets."""
        a, b, c, d = self._taken(key)
        e, f, g, h = self._counter
        i, j, k, m = self._room
        loose = self.loose
        return (
            a + loose * e <= sheets * i
            and b + loose * f <= sheets * j
            and c + loose * g <= sheets * k
            and d + loose * h <= sheets * m
        )

    def hope(self, key: Numbers) -> int:
        """Return a number of loose counters that is not exceeded beside shapes; -1 where these do not fit."""
        hope = self.hopes.get(key)
        if hope is None:
            # no more than beside fewer shapes
            hope = self.hopes.get(key[:-1], self.loose)
            for taken, counter, room in zip(self._taken(key), self._counter, self._room, strict=True):
                if taken > room:
                    hope = -1
                    break
                if counter and (room - taken) // counter < hope:
                    hope = (room - taken) // counter
            self.hopes[key] = hope
        return hope

    def despair(self, key: Numbers, count: int) -> None:
        """Take note that so many counters are not to be had beside shapes."""
        self.hopes[key] = min(self.hope(key), count - 1)

    def _taken(self, key: Numbers) -> _Weights:
        """Return what shapes take together."""
        a = b = c = d = 0
        weights = self._weights
        for number in key:
            if number not in weights:
                weights[number] = self._weigh(self.size(number))
            e, f, g, h = weights[number]
            a, b, c, d = a + e, b + f, c + g, d + h
        return a, b, c, d

    def _weigh(self, size: tuple[int, int]) -> _Weights:
        """Return what a part takes of a sheet as it lies best."""
        (wide, high), (width, height) = size, self.area
        if wide == high:
            return self._upright(wide, high)
        if wide > width or high > height:
            return self._upright(high, wide)
        if high > width or wide > height:
            return self._upright(wide, high)
        a, b, c, d = self._upright(wide, high)
        e, f, g, h = self._upright(high, wide)
        return min(a, e), min(b, f), min(c, g), min(d, h)

    def _upright(self, wide: int, high: int) -> _Weights:
        """Return what a part takes of a sheet as it lies."""
        width, height = self.area
        across, down = self._slots(wide, width), self._slots(high, height)
        wide, high = self._widened(wide, width), self._widened(high, height)
        return wide * high, across * high, wide * down, across * down

    def _widened(self, length: int, side: int) -> int:
        """Return a length with the strip beside it, where that is too narrow for anything; 0 where it is so itself."""
        if side - length < self._least:
            return side
        return length if length >= self._least else 0

    def _short(self, shape: Shape) -> int:
        return min(self.measure(shape))

    def _slots(self, length: int, side: int) -> int:
        """Return half slots that a part takes of a sheet's side: a long one all that it leaves no room for."""
        unit = self._unit
        if 2 * length > side:
            return 2 * (side // unit - (side - length) // unit) if length <= side else 2 * side
        return side // unit if 2 * length == side else 2 * (length // unit)


def _whole(length: float) -> int:
    """Return micrometres rounded up, but not by a float's last digit."""
    return length if isinstance(length, int) else math.ceil(round(length, 3))
