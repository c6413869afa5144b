"""Rectangles and counters on sheets: which parts share a sheet, and where on it each one lies.

Inside, lengths are whole micrometres: nothing is a rounding error, and a part that touches its neighbour does
so exactly. A gap between parts is packed as part of each part, and the sheet is larger by one gap.

Of many counters, those that fill whole sheets are counted off before anything is tried, and many like parts
go in rows: so a class's worth of sets takes no longer than one.
"""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

from taflkit.sheets.planning.filling import MOST_NODES, NOTHING, Filling, Neatest, Place, Slot, holds, slots

__all__ = ["Key", "Packer", "Parts", "Shape", "SheetLayout", "Spot", "micrometres", "upright"]

Shape = tuple[float, float, int, int]
"""A rectangle that grows with the cell: cells wide, cells high, and fixed micrometres more of either."""

Key = tuple[Shape, ...]
"""The shapes that share a sheet, in the order of placing."""

_SHARES = 300  # attempts to share shapes out among sheets
_PACK_NODES = 12_000  # of one packing; what takes longer has nearly always no way
_LEAST_NODES = 100  # enough to place all parts of a sheet once
_ATTEMPT = 4  # the nodes that the preparation of a packing takes the time of
_CUTS = 4  # looked at, take the time of a node
_LOOSE = 2  # sheets' worth of counters at least that go beside the parts
_ALL_THAT_FIT = 1 << 20


class Spot(NamedTuple):
    """Where a part of a shape lies, in micrometres from the area's top left.

    Attributes:
        shape: the shape as it was given.
        x: distance from the left.
        y: distance from the top.
        turned: whether it lies a quarter turn round.
    """

    shape: Shape
    x: int
    y: int
    turned: bool


class SheetLayout(NamedTuple):
    """A filled sheet: the rectangles, and the places of the counters, in micrometres."""

    spots: tuple[Spot, ...]
    counters: tuple[Place, ...]


def micrometres(length: float) -> int:
    """Return a length in mm as whole micrometres, rounded up, so that a part never grows out of its place."""
    return math.ceil(round(length * 1000, 3))


def _whole(length: float) -> int:
    """Return micrometres rounded up, but not by a float's last digit."""
    return length if isinstance(length, int) else math.ceil(round(length, 3))


class Parts(NamedTuple):
    """The parts to lay out beside the counters, which the packer has.

    Attributes:
        others: the shapes of cards and all else that is neither section nor counter, upright.
        card: the shape of those that should lie upright and together, if it is higher than wide.
        board: whether there are sections at all.
    """

    others: tuple[Shape, ...]
    card: Shape | None = None
    board: bool = True


def upright(shape: Shape) -> Shape:
    """Return a shape with its short side across, so that a part and the same part turned are one shape."""
    files, ranks, wider, higher = shape
    return min(shape, (ranks, files, higher, wider))


class Packer:
    """Packs shapes and counters into sheets of one size, and keeps its findings from cell to cell.

    Attributes:
        area: width and height of a sheet's printable area, larger by one gap.
        room: the area's content in square micrometres.
        nodes: how many parts were placed so far in trying, and what takes as long: a measure of time that is the same
            everywhere.
        end: the nodes at which nothing more is tried.
    """

    def __init__(self, area: tuple[int, int], gap: int, counter: Shape, counters: int) -> None:
        """Prepare sheets.

        Args:
            area: width and height of a sheet's printable area, in micrometres.
            gap: the least distance between two parts, in micrometres.
            counter: the shape of a counter's slot, upright.
            counters: how many counters there are on all sheets together.
        """
        self.area = (area[0] + gap, area[1] + gap)
        self.room = self.area[0] * self.area[1]
        self.gap = gap
        self.counter = counter
        self.counters = counters
        self.nodes = 0
        self.end = NOTHING
        self._pack_end = NOTHING
        # A block of like parts: the part, and how many there are across and down.
        self._blocks: dict[Shape, tuple[Shape, int, int]] = {}
        self._fixed: set[Shape] = set()
        # A set of shapes that fits with one cell fits with any smaller one.
        self._fits: dict[Key, int] = {}
        self._fails: dict[Key, int] = {}
        self._most: dict[tuple[Key, int], int] = {}
        self._fewer: dict[tuple[Key, int], int] = {}
        self._sizes: dict[tuple[Shape, int], tuple[int, int]] = {}

    def fresh(self) -> Packer:
        """Return a packer of the same sheets that has tried nothing yet."""
        area = (self.area[0] - self.gap, self.area[1] - self.gap)
        other = Packer(area, self.gap, self.counter, self.counters)
        other._blocks = dict(self._blocks)
        return other

    def bare(self, cell: int) -> int:
        """Return how many sheets hold nothing but counters, whatever becomes of the other parts."""
        return max(0, self.counters // max(1, self.of_a_sheet(cell)) - _LOOSE) if self.counters else 0

    def loose(self, cell: int) -> int:
        """Return how many counters are left for the other sheets."""
        return self.counters - self.bare(cell) * self.of_a_sheet(cell)

    def of_a_sheet(self, cell: int) -> int:
        """Return how many counters a sheet holds that holds nothing else."""
        return holds(*self.area, *self.slot(cell))

    def in_rows(self, shape: Shape, count: int, cell: int) -> tuple[Shape, ...]:
        """Return so many like parts as few shapes: rows of them, each as long as a sheet is wide."""
        wide, high = self.size(shape, cell)
        most = max(1, self.area[0] // wide) if high <= self.area[1] else 1
        full, rest = divmod(count, most)
        rows = (self.block(shape, most, 1),) * full
        return rows + ((self.block(shape, rest, 1),) if rest else ())

    def block(self, shape: Shape, across: int, down: int) -> Shape:
        """Return so many like parts across and down as one shape."""
        files, ranks, wider, higher = shape
        # each part may be rounded up by a micrometre
        apart = self.gap + 1
        wider, higher = across * wider + (across - 1) * apart, down * higher + (down - 1) * apart
        block = (across * files, down * ranks, wider, higher)
        self._blocks[block] = (shape, across, down)
        return block

    def fix(self, shape: Shape) -> None:
        """Keep a shape upright on every sheet, for a packer that has tried nothing yet."""
        self._fixed.add(shape)

    def pack(self, shapes: tuple[Shape, ...], cell: int, sheets: int) -> tuple[Key, ...] | None:
        """Share shapes out among sheets so that they and all counters have room.

        Args:
            shapes: the rectangles, upright.
            cell: side of a cell in micrometres.
            sheets: how many sheets there are at most.

        Returns:
            the shapes of each sheet, or None if no way was found.
        """
        self.nodes += _ATTEMPT
        bare = self.bare(cell)
        if self.nodes >= self.end or bare >= sheets:
            return None
        self._pack_end = min(self.end, self.nodes + _PACK_NODES)
        sizes = {shape: self.size(shape, cell) for shape in shapes}
        ordered = sorted(shapes, key=lambda s: (-sizes[s][0] * sizes[s][1], s))
        areas = [sizes[s][0] * sizes[s][1] for s in ordered]
        if sum(areas) + self.loose(cell) * self.slot_area(cell) > (sheets - bare) * self.room:
            return None
        if not all(self.share_a_sheet((shape,), cell) for shape in sizes):
            return None
        share = _Share(self, ordered, areas, cell, sheets - bare)
        return (*share.keys, *((),) * bare) if share.deal(0) else None

    def arrange(self, keys: tuple[Key, ...], cell: int, *, spares: bool = False) -> tuple[SheetLayout, ...]:
        """Lay out sheets that `pack` has shared out, all counters on as few of them as hold them.

        Args:
            keys: the shapes of each sheet.
            cell: side of a cell in micrometres.
            spares: whether each sheet gets as many counters as it holds.
        """
        most = [self.most(key, cell) for key in keys]
        wanted = [0] * len(keys)
        left = self.counters
        for number in sorted(range(len(keys)), key=lambda n: (-most[n], n)):
            wanted[number] = min(left, most[number])
            left -= wanted[number]
        lay_out = self._fill_up if spares else self._lay_out
        return tuple(lay_out(key, cell, count) for key, count in zip(keys, wanted, strict=True))

    def share_a_sheet(self, key: Key, cell: int) -> bool:
        """Return whether these shapes have room on one sheet, counters aside."""
        if cell >= self._fails.get(key, NOTHING):
            return False
        if cell <= self._fits.get(key, 0):
            return True
        if self.nodes >= self._pack_end:
            return False
        filling = Filling([self.size(s, cell) for s in key], (NOTHING, NOTHING), 0, 0, self._upright(key))
        filling.nodes = self._allowed()
        self.nodes += filling.fill(self.area) + filling.cuts // _CUTS
        (self._fits if filling.best == 0 else self._fails)[key] = cell
        return filling.best == 0

    def most(self, key: Key, cell: int, least: int = 0) -> int:
        """Return how many counters a sheet holds beside these shapes, up to all there are.

        Args:
            key: the shapes, which do have room.
            cell: side of a cell in micrometres.
            least: if there are fewer than that, any number below it will do as the answer.
        """
        found = self._most.get((key, cell))
        if found is not None:
            return found
        if self._fewer.get((key, cell), NOTHING) <= least:
            return least - 1
        sizes = [self.size(s, cell) for s in key]
        filling = Filling(sizes, self.slot(cell), self.loose(cell), max(least, 0), self._upright(key))
        filling.nodes = self._allowed()
        self.nodes += filling.fill(self.area) + filling.cuts // _CUTS
        if filling.best < least:
            self._fewer[key, cell] = least
        else:
            # -1 is left if the search gave up; but it is known that the shapes themselves have room.
            self._most[key, cell] = max(filling.best, 0)
        return max(filling.best, 0)

    def _allowed(self) -> int:
        """Return how many parts may be placed in the next search of a sheet."""
        return min(MOST_NODES, max(_LEAST_NODES, self._pack_end - self.nodes))

    def size(self, shape: Shape, cell: int) -> tuple[int, int]:
        """Return width and height of a shape in micrometres, each with one gap."""
        known = self._sizes.get((shape, cell))
        if known is None:
            files, ranks, wider, higher = shape
            known = _whole(files * cell) + wider + self.gap, _whole(ranks * cell) + higher + self.gap
            self._sizes[shape, cell] = known
        return known

    def slot(self, cell: int) -> Slot:
        """Return the size of a counter's slot in micrometres, with one gap."""
        return self.size(self.counter, cell)

    def slot_area(self, cell: int) -> int:
        """Return the area of a counter's slot in square micrometres, with its gaps."""
        width, height = self.slot(cell)
        return width * height

    def _fill_up(self, key: Key, cell: int, count: int) -> SheetLayout:
        """Lay out a sheet with as many counters as it holds, which are so many at least."""
        slot = self.slot(cell)
        filling = Filling([self.size(s, cell) for s in key], slot, _ALL_THAT_FIT, count, self._upright(key))
        filling.fill(self.area)
        if filling.best < count:
            return self._lay_out(key, cell, count)
        return SheetLayout(self._spots(key, filling, cell), tuple(slots(filling.free, slot, filling.best)))

    def _lay_out(self, key: Key, cell: int, count: int) -> SheetLayout:
        slot = self.slot(cell) if count else (NOTHING, NOTHING)
        sizes, fixed = [self.size(s, cell) for s in key], self._upright(key)
        filling: Filling = Neatest(sizes, slot, count, fixed)
        filling.fill(self.area)
        if filling.best < count:
            # The neatest gives up early. That there is a way is known, and looking for it alone finds it no later than
            # it was found before.
            filling = Filling(sizes, slot, count, count, fixed)
            filling.fill(self.area)
        if filling.best < count:
            # It was found with a larger cell, where smaller parts have room too.
            filling = Filling([self.size(s, self._fits[key]) for s in key], slot, count, 0, fixed)
            filling.fill(self.area)
        return SheetLayout(self._spots(key, filling, cell), tuple(slots(filling.free, slot, count)))

    def _spots(self, key: Key, filling: Filling, cell: int) -> tuple[Spot, ...]:
        """Return where the shapes lie, each part of a block by itself."""
        found = []
        for shape, (x, y, turned) in zip(key, filling.found, strict=True):
            part, across, down = self._blocks.get(shape, (shape, 1, 1))
            wide, high = self.size(part, cell)
            for right, below in product(range(0, across * wide, wide), range(0, down * high, high)):
                place = (x + below, y + right) if turned else (x + right, y + below)
                found.append(Spot(part, *place, turned))
        return tuple(found)

    def _upright(self, key: Key) -> frozenset[int]:
        """Return the numbers of the shapes of a sheet that may not be turned."""
        if not self._fixed:
            return frozenset()
        return frozenset(number for number, shape in enumerate(key) if shape in self._fixed)


class _Share:
    """Deals shapes out to sheets, the largest first, each to the first sheet that leads to an end.

    Attributes:
        keys: the shapes on each sheet.
        rooms: the area left on each.
    """

    def __init__(self, packer: Packer, shapes: list[Shape], areas: list[int], cell: int, sheets: int) -> None:
        self.packer = packer
        self.shapes = shapes
        self.areas = areas
        self.cell = cell
        self.sheets = sheets
        self.slot_area = packer.slot_area(cell)
        self.keys: list[Key] = []
        self.rooms: list[int] = []
        self.steps = 0

    def deal(self, number: int) -> bool:
        """Deal the shapes from this one on; True leaves the sheets in `keys`."""
        self.steps += 1
        if self.steps > _SHARES:
            return False
        self.packer.nodes += 1
        if number == len(self.shapes):
            return self._counters_have_room()
        shape, area = self.shapes[number], self.areas[number]
        for sheet, key in enumerate(self.keys):
            if self.rooms[sheet] >= area and self._share_a_sheet(key, shape, number):
                self.keys[sheet] = (*key, shape)
                self.rooms[sheet] -= area
                if self.deal(number + 1):
                    return True
                self.keys[sheet] = key
                self.rooms[sheet] += area
        if len(self.keys) < self.sheets:
            self.keys.append((shape,))
            self.rooms.append(self.packer.room - area)
            if self.deal(number + 1):
                return True
            self.keys.pop()
            self.rooms.pop()
        return False

    def _share_a_sheet(self, key: Key, shape: Shape, number: int) -> bool:
        """Whether a shape has room beside others; with a single sheet only all together are worth a try."""
        last = number == len(self.shapes) - 1
        return (self.sheets == 1 and not last) or self.packer.share_a_sheet((*key, shape), self.cell)

    def _counters_have_room(self) -> bool:
        """Whether all counters go beside the shapes dealt; unused sheets are added for them while there are more."""
        most = self.packer.loose(self.cell)
        empty = self.sheets - len(self.rooms)
        hopes = [min(most, room // self.slot_area) for room in self.rooms + [self.packer.room] * empty]
        hope, left = sum(hopes), most
        keys = list(self.keys)
        for sheet in range(self.sheets):
            if left <= 0 or left > hope:
                break
            if sheet == len(keys):
                keys.append(())
            hope -= hopes[sheet]
            left -= self.packer.most(keys[sheet], self.cell, left - hope)
        if left > 0:
            return False
        self.keys = keys
        return True
