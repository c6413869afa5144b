"""Rectangles and counters on sheets: which parts share a sheet, and where on it each one lies.

Inside, lengths are whole micrometres: nothing is a rounding error, and a part that touches its neighbour does
so exactly. A gap between parts is packed as part of each part, and the sheet is larger by one gap.

Of many counters, those that fill whole sheets are counted off before anything is tried, and many like parts
go in rows: so a class's worth of sets takes no longer than one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct

from taflkit.sheets.planning.filling import MOST_NODES, NOTHING, Filling, Neatest, Place, Slot, holds, slots

Shape = tuple[float, float, int, int]
"""A rectangle that grows with the cell: cells wide, cells high, and fixed micrometres more of either."""
Numbers = tuple[int, ...]
"""The shapes that share a sheet by the packer's numbers for them, in the order of placing."""
Key = tuple[Shape, ...]
"""The shapes that share a sheet, in the order of placing."""
_MOST_SHARES = 150  # attempts to share shapes out among sheets
_PACK_NODES = 2_500  # of one packing; what takes longer has nearly always no way
_LEAST_NODES = 100  # enough to place all parts of a sheet once
_REFUSAL_NODES = 4  # that a packing which bounds refuse takes the time of
_ATTEMPT_NODES = 25  # and the preparation of one that they do not
_SEARCH_NODES = 7  # and that of the search of a sheet
_ALL_THAT_FIT = 1 << 20
_LOOSE = 2  # sheets' worth of counters at least that go beside the parts

_Weights = tuple[int, int, int, int]
"""What a part takes of a sheet: of its area, and of it rounded to slots across, down and both ways."""


class Spot(Struct, frozen=True):
    """A shape's place in micrometres from the area's top left, and whether it lies a quarter turn round."""

    shape: Shape
    x: int
    y: int
    turned: bool


class SheetLayout(Struct, frozen=True):
    """A filled sheet: the rectangles, and the places of the counters, in micrometres."""

    spots: tuple[Spot, ...]
    counters: tuple[Place, ...]


def micrometres(length: float) -> int:
    """Return a length in mm as whole micrometres, rounded up, so that a part never grows out of its place."""
    return math.ceil(round(length * 1000, 3))


def upright(shape: Shape) -> Shape:
    """Return a shape with its short side across, so that a part and the same part turned are one shape."""
    files, ranks, wider, higher = shape
    return min(shape, (ranks, files, higher, wider))


class Packer:
    """Packs shapes and counters into sheets of one size, and uses its findings from cell to cell.

    Attributes:
        area: width and height of a sheet's printable area, larger by one gap.
        room: the area's content in square micrometres.
        others: the shapes that go on the sheets besides counters and sections, upright.
        shapes: those that were packed, by their numbers.
        nodes: the parts placed so far in trying, and what takes as long: a measure of time that is the same everywhere.
        end: the nodes at which nothing more is tried.
        pack_end: the same for the packing that is tried.
    """

    def __init__(
        self, area: tuple[int, int], gap: int, counter: Shape, counters: int, others: Iterable[Shape] = ()
    ) -> None:
        """Prepare sheets with a printable area, for a number of counters of a slot's shape; lengths in micrometres."""
        self.area = (area[0] + gap, area[1] + gap)
        self.room = self.area[0] * self.area[1]
        self.gap = gap
        self.counter = counter
        self.counters = counters
        self.others = tuple(others)
        self.shapes: list[Shape] = []
        self._numbers: dict[Shape, int] = {}
        self.nodes = 0
        self.end = NOTHING
        self.pack_end = NOTHING
        # A block of like parts: the part, and their numbers across and down.
        self._blocks: dict[Shape, tuple[Shape, int, int]] = {}
        self._fixed: set[int] = set()
        # A set of shapes that fits with one cell fits with any smaller one.
        self._fits: dict[Numbers, int] = {}
        self._fails: dict[Numbers, int] = {}
        self._scales: dict[int, Scale] = {}

    def fresh(self) -> Packer:
        """Return a packer of the same sheets that has tried nothing yet."""
        area = (self.area[0] - self.gap, self.area[1] - self.gap)
        other = Packer(area, self.gap, self.counter, self.counters, self.others)
        other._blocks = dict(self._blocks)
        return other

    def at(self, cell: int) -> Scale:
        """Return the parts with a cell in micrometres."""
        if cell not in self._scales:
            self._scales[cell] = Scale(self, cell)
        return self._scales[cell]

    def in_rows(self, shape: Shape, count: int, cell: int) -> tuple[Shape, ...]:
        """Return like parts as few shapes: rows of them, each as long as a sheet is wide."""
        wide, high = self.at(cell).measure(shape)
        most = max(1, self.area[0] // wide) if high <= self.area[1] else 1
        full, rest = divmod(count, most)
        rows = (self.block(shape, most, 1),) * full
        return rows + ((self.block(shape, rest, 1),) if rest else ())

    def block(self, shape: Shape, across: int, down: int) -> Shape:
        """Return like parts across and down as one shape."""
        files, ranks, wider, higher = shape
        # each part may be rounded up by a micrometre
        apart = self.gap + 1
        wider, higher = across * wider + (across - 1) * apart, down * higher + (down - 1) * apart
        block = (across * files, down * ranks, wider, higher)
        self._blocks[block] = (shape, across, down)
        return block

    def fix(self, shape: Shape) -> None:
        """Keep a shape upright on every sheet, for a packer that has tried nothing yet."""
        self._fixed.update(self.numbered((shape,)))

    def pack(self, shapes: tuple[Shape, ...], cell: int, sheets: int) -> tuple[Key, ...] | None:
        """Share upright shapes out among sheets so that they and all counters have room.

        Returns:
            the shapes of each sheet, or None if no way was found.
        """
        if self.nodes >= self.end:
            return None
        self.nodes += _REFUSAL_NODES
        scale = self.at(cell)
        left = sheets - scale.bare
        numbers = self.numbered(shapes)
        if left <= 0 or not scale.have_room(numbers, left):
            return None
        self.nodes += _ATTEMPT_NODES
        self.pack_end = min(self.end, self.nodes + _PACK_NODES)
        for number in set(numbers):
            if (number,) not in scale.most:
                if not self.share_a_sheet((number,), scale):
                    return None
                self.most((number,), scale)
        ordered = sorted(numbers, key=lambda n: (-math.prod(scale.size(n)), self.shapes[n]))
        share = _Share(self, ordered, scale, left)
        return (*map(self._key, share.keys), *((),) * scale.bare) if share.deal(0) else None

    def arrange(self, keys: tuple[Key, ...], cell: int, *, spares: bool = False) -> tuple[SheetLayout, ...]:
        """Lay out sheets that `pack` has shared out with a cell, all counters on as few of them as hold them.

        With spares each sheet gets as many counters as it holds.
        """
        scale, numbers = self.at(cell), [self.numbered(key) for key in keys]
        most = [self.most(key, scale) for key in numbers]
        wanted = [0] * len(keys)
        left = self.counters
        for number in sorted(range(len(keys)), key=lambda n: (-most[n], n)):
            wanted[number] = min(left, most[number])
            left -= wanted[number]
        return tuple(self._lay_out(key, scale, count, spares) for key, count in zip(numbers, wanted, strict=True))

    def share_a_sheet(self, key: Numbers, scale: Scale) -> bool:
        """Return whether these shapes have room on one sheet, counters aside."""
        cell = scale.cell
        if cell >= self._fails.get(key, NOTHING):
            return False
        if cell <= self._fits.get(key, 0):
            return True
        sizes = scale.sizes(key)
        if len(key) == 2 and not self._fixed:
            fits = self._side_by_side(*sizes)
        elif self.nodes >= self.pack_end:
            return False
        elif len(key) == 1 and not self._fixed:
            # as many nodes as a search for its place
            self.nodes += _SEARCH_NODES + 1
            fits = self._side_by_side(sizes[0], (0, 0))
        else:
            filling = Filling(sizes, (NOTHING, NOTHING), 0, 0, self._upright(key))
            fits = self._fill(filling) == 0
        (self._fits if fits else self._fails)[key] = cell
        return fits

    def _side_by_side(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Whether two parts have room on a sheet, each as it lies best."""
        return any(
            (wide + width <= self.area[0] and max(high, height) <= self.area[1])
            or (high + height <= self.area[1] and max(wide, width) <= self.area[0])
            for wide, high in (first, first[::-1])
            for width, height in (second, second[::-1])
        )

    def most(self, key: Numbers, scale: Scale, least: int = 0) -> int:
        """Return the counters that a sheet holds beside shapes that do have room, up to all there are.

        If they are fewer than the least, any number below it will do.
        """
        if key in scale.most:
            return scale.most[key]
        hope = scale.hope(key)
        if hope < least:
            return least - 1
        filling = Filling(scale.sizes(key), scale.slot, hope, max(least, 0), self._upright(key))
        best = self._fill(filling)
        if best < least:
            scale.despair(key, least)
        else:
            # -1 is left if the search gave up; but it is known that the shapes themselves have room.
            scale.most[key] = scale.hopes[key] = max(best, 0)
        return max(best, 0)

    def _fill(self, filling: Filling) -> int:
        """Search a sheet for as long as may be, and return the most counters found."""
        # with its ways to cut a rest a part placed takes the time of some three nodes
        filling.nodes = min(MOST_NODES, max(_LEAST_NODES, (self.pack_end - self.nodes) // 3))
        self.nodes += _SEARCH_NODES + filling.fill(self.area) + filling.cuts * 2 // 3
        return filling.best

    def numbered(self, shapes: Key) -> Numbers:
        """Return the numbers of shapes, new ones for those that have none."""
        for shape in shapes:
            if shape not in self._numbers:
                self._numbers[shape] = len(self.shapes)
                self.shapes.append(shape)
        return tuple([self._numbers[shape] for shape in shapes])

    def _key(self, numbers: Numbers) -> Key:
        return tuple([self.shapes[number] for number in numbers])

    def _lay_out(self, key: Numbers, scale: Scale, count: int, spares: bool) -> SheetLayout:
        """Lay out a sheet with a number of counters, or with spares, as many as it holds."""
        slot = scale.slot if count else (NOTHING, NOTHING)
        sizes, fixed = scale.sizes(key), self._upright(key)

        def fillings() -> Iterator[Filling]:
            if spares:
                yield Filling(sizes, scale.slot, _ALL_THAT_FIT, count, fixed)
            yield Neatest(sizes, slot, count, fixed)
            # The neatest gives up early. That there is a way is known, and looking for it alone finds it no later than
            # it was found before.
            yield Filling(sizes, slot, count, count, fixed)
            # It was found with a larger cell, where smaller parts have room too.
            yield Filling(self.at(self._fits[key]).sizes(key), slot, count, 0, fixed)

        for filling in fillings():
            filling.fill(self.area)
            if filling.best >= count:
                break
        spots = []
        for shape, (x, y, turned) in zip(self._key(key), filling.best_places, strict=True):
            # each part of a block by itself
            part, across, down = self._blocks.get(shape, (shape, 1, 1))
            wide, high = scale.measure(part)
            for right, below in product(range(0, across * wide, wide), range(0, down * high, high)):
                place = (x + below, y + right) if turned else (x + right, y + below)
                spots.append(Spot(part, *place, turned))
        counters = slots(filling.free, (filling.slot, filling.long), filling.best)
        return SheetLayout(tuple(spots), tuple(counters))

    def _upright(self, key: Numbers) -> frozenset[int]:
        """Return the places in a key of the shapes that may not be turned."""
        if not self._fixed:
            return frozenset()
        return frozenset(place for place, number in enumerate(key) if number in self._fixed)


class _Share:
    """Deals shapes out to sheets, the largest first, each to the first sheet that leads to an end.

    Of shapes that are alike the later one goes to no earlier sheet, and none goes to the second of two sheets that hold
    the same: that would be the same again.
    """

    def __init__(self, packer: Packer, shapes: list[int], scale: Scale, sheets: int) -> None:
        self.packer = packer
        self.shapes = shapes
        self.scale = scale
        self.sheets = sheets
        self.keys: list[Numbers] = [()] * sheets
        self.steps = 0
        empty = scale.hope(())
        self._hopes = [empty] * sheets
        # the counters that may lose their room until there is none for all
        self._to_spare = sheets * empty - scale.loose

    def deal(self, number: int, first: int = 0) -> bool:
        """Deal the shapes from this one on, this one to no sheet before the first; True leaves the sheets in `keys`."""
        self.steps += 1
        if self.steps > _MOST_SHARES or self.packer.nodes >= self.packer.pack_end:
            return False
        self.packer.nodes += 1
        if number == len(self.shapes):
            return self._counters_have_room()
        keys, hopes, known, shape = self.keys, self._hopes, self.scale.hopes, self.shapes[number]
        last = number == len(self.shapes) - 1
        twin = not last and self.shapes[number + 1] == shape
        # on a single sheet only all together are worth a try
        tried = self.sheets > 1 or last
        for sheet in range(first, self.sheets):
            key, hope = keys[sheet], hopes[sheet]
            if key in keys[:sheet]:
                if not key:
                    break  # the sheets after it are empty too
                continue
            fuller = (*key, shape)
            fewer = known.get(fuller)
            if fewer is None:
                fewer = self.scale.hope(fuller)
            lost = hope - fewer
            if fewer < 0 or lost > self._to_spare or (tried and not self.packer.share_a_sheet(fuller, self.scale)):
                continue
            keys[sheet], hopes[sheet] = fuller, fewer
            self._to_spare -= lost
            if self.deal(number + 1, sheet if twin else 0):
                return True
            self._to_spare += lost
            keys[sheet], hopes[sheet] = key, hope
        return False

    def _counters_have_room(self) -> bool:
        """Whether all counters go beside the shapes dealt, on the first sheets that hold them."""
        scale, left = self.scale, self.scale.loose
        # searches for other sheets since these were dealt show the counters that go on them
        hopes = [scale.hopes[key] for key in self.keys]
        hope, used = sum(hopes), 0
        for sheet, key in enumerate(self.keys):
            if left <= 0 or left > hope:
                break
            hope -= hopes[sheet]
            left -= self.packer.most(key, scale, left - hope)
            used = sheet + 1
        if left > 0:
            return False
        self.keys = self.keys[: max(used, sum(map(bool, self.keys)))]
        return True


class Scale:
    """The parts with one cell, and bounds that show that they have no room before any of them is placed.

    The bounds are dual feasible functions (Fekete and Schepers, Mathematics of Operations Research 26, 2001; Carlier,
    Clautiaux and Moukrim, Computers & Operations Research 34, 2007): they round sides to whole slots of counters, so
    that parts which fit a sheet still fit it by their rounded area, and strips too narrow for a counter are no room for
    one.

    Shapes have the numbers of the packer here, since much is looked up by the shapes that share a sheet.

    Attributes:
        of_a_sheet: the counters on a sheet that holds nothing else.
        bare: the sheets that hold nothing but counters, whatever becomes of the other parts.
        loose: the counters that are left for the other sheets.
        most: the number of these that a sheet holds beside its shapes, up to all there are, where it is known.
        hopes: a number of counters that is not exceeded beside shapes, or -1 where these do not fit.
    """

    def __init__(self, packer: Packer, cell: int) -> None:
        """Take the parts of a packer with a cell in micrometres."""
        self.area = area = packer.area
        self.gap = packer.gap
        self.cell = cell
        self._shapes = packer.shapes
        self._sizes: dict[int, tuple[int, int]] = {}
        self._weights: dict[int, _Weights] = {}
        self.hopes: dict[Numbers, int] = {}
        self.most: dict[Numbers, int] = {}
        self.slot: Slot = self.measure(packer.counter)
        self.slot_area = self.slot[0] * self.slot[1]
        self.of_a_sheet = holds(*area, *self.slot)
        self.bare = max(0, packer.counters // max(1, self.of_a_sheet) - _LOOSE)
        self.loose = packer.counters - self.bare * self.of_a_sheet
        self._unit = max(1, min(self.slot[0], self.slot[1] // 2))
        across, down = (2 * (side // self._unit) for side in area)
        shortest = [min(self.measure(shape)) for shape in packer.others]
        self._least = min(cell + self.gap, *shortest, self.slot[0] if packer.counters else NOTHING)
        self._room = (area[0] * area[1], across * area[1], area[0] * down, across * down)
        self._counter = self._weigh(self.slot)

    def measure(self, shape: Shape) -> tuple[int, int]:
        """Return width and height of a shape."""
        files, ranks, wider, higher = shape
        return _whole(files * self.cell) + wider + self.gap, _whole(ranks * self.cell) + higher + self.gap

    def size(self, number: int) -> tuple[int, int]:
        """Return width and height of the shape with a number."""
        if number not in self._sizes:
            self._sizes[number] = self.measure(self._shapes[number])
        return self._sizes[number]

    def sizes(self, key: Numbers) -> list[tuple[int, int]]:
        """Return width and height of shapes."""
        return [self.size(number) for number in key]

    def have_room(self, key: Numbers, sheets: int) -> bool:
        """Return whether no bound forbids shapes and all loose counters on a number of sheets."""
        bounds = zip(self._taken(key), self._counter, self._room, strict=True)
        return all(taken + self.loose * counter <= sheets * room for taken, counter, room in bounds)

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
        """Take note that there is no room for a number of counters beside shapes."""
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

    def _slots(self, length: int, side: int) -> int:
        """Return half slots that a part takes of a sheet's side: a long one all that it leaves no room for."""
        unit = self._unit
        if 2 * length > side:
            return 2 * (side // unit - (side - length) // unit) if length <= side else 2 * side
        return side // unit if 2 * length == side else 2 * (length // unit)


def _whole(length: float) -> int:
    """Return micrometres rounded up, but not by a float's last digit."""
    return length if isinstance(length, int) else math.ceil(round(length, 3))
