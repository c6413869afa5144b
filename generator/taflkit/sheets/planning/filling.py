"""One sheet: where its parts lie, and how many counters go beside them.

Lengths are whole micrometres, each part with one gap.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

Free = tuple[int, int, int, int]
"""A free rectangle of a sheet: width, height, x, y."""
Place = tuple[int, int, bool]
"""Where a part lies: x, y of its top left corner, and whether it lies a quarter turn round."""
Slot = tuple[int, int]
"""Width and height of a counter's slot, upright: the height is not the less."""
NOTHING = 1 << 60
"""The side of an absent part or slot, larger than any sheet."""
MOST_NODES = 4000
"""The parts placed in one search: one that has not ended by then has nearly always found its best."""
_NEAT_NODES = 600  # the same for a search of the neatest


class _Block(Struct, frozen=True):
    """Counters in rows and columns: the corner of their block, their numbers across and down, and whether they lie."""

    x: int
    y: int
    across: int
    down: int
    lying: bool


class Filling:
    """Tries the ways to fill one sheet, for the most counters.

    Attributes:
        best: the most counters found beside all parts, up to the goal; less than wanted while there are none.
        best_places: where the parts lie then.
        free: the rectangles that are free then.
        nodes: the parts that may still be placed before the search gives up.
        cuts: the ways to cut a rest in two that were looked at.
    """

    def __init__(
        self, parts: list[tuple[int, int]], slot: Slot, goal: int, wanted: int = 0, fixed: frozenset[int] = frozenset()
    ) -> None:
        """Prepare a sheet for parts in the order of placing, the largest first.

        The goal is a number of counters that is enough; a sheet with fewer than are wanted does not count as filled.
        Fixed are the numbers of the parts that may not be turned.
        """
        self.parts = parts
        self.slot, self.long = slot
        self.goal = goal
        self.wanted = wanted
        self.nodes = MOST_NODES
        self.cuts = 0
        self.best = wanted - 1
        self.best_places: list[Place] = []
        self.free: list[Free] = []
        self.places: list[Place] = [(0, 0, False)] * len(parts)
        self.turns = [
            (False,) if width == height or number in fixed else (False, True)
            for number, (width, height) in enumerate(parts)
        ]
        # For each part, of the parts after it: the area, and the shortest side.
        self.after = [0] * len(parts)
        self.short = [NOTHING] * len(parts)
        for number in range(len(parts) - 1, 0, -1):
            width, height = parts[number]
            self.after[number - 1] = self.after[number] + width * height
            self.short[number - 1] = min(self.short[number], width, height)

    def fill(self, area: tuple[int, int]) -> int:
        """Fill a sheet of that width and height, and return the nodes it took."""
        before = self.nodes
        self._place(0, [(area[0], area[1], 0, 0)], 0)
        return before - self.nodes

    def _place(self, number: int, free: list[Free], first: int) -> bool:
        """Place the parts from this one on, this one in no free rectangle before the first.

        Returns:
            whether there is nothing more to look for.
        """
        if number == len(self.parts):
            return self.take_note(free)
        self.nodes -= 1
        if self.nodes < 0:
            return True
        width, height = self.parts[number]
        turns = self.turns[number]
        # A strip narrower than anything that comes after is waste.
        least = min(self.short[number], self.slot if self.goal else NOTHING)
        twin = number + 1 < len(self.parts) and self.parts[number] == self.parts[number + 1]
        for index in range(first, len(free)):
            free_width, free_height, x, y = free[index]
            for turned in turns:
                wide, high = (height, width) if turned else (width, height)
                if wide > free_width or high > free_height:
                    continue
                self.places[number] = (x, y, turned)
                others = free[:index] + free[index + 1 :]
                rests = _rests(free[index], wide, high, least)
                self.cuts += len(rests)
                for rest in rests:
                    left = others + rest
                    if self._hopeless(number, left):
                        continue
                    # The second of two twins never goes before the first: that would be the same again.
                    if self._place(number + 1, left, index if twin else 0):
                        return True
        return False

    def _hopeless(self, number: int, free: list[Free]) -> bool:
        """Whether the free rectangles are too small for the parts after this one and as many counters as wanted."""
        short, slot = self.short[number], self.slot
        room, count = -self.after[number], 0
        for width, height, _, _ in free:
            if width < short or height < short:
                count += holds(width, height, slot, self.long)
            else:
                room += width * height
        return room < 0 or count + room // (slot * self.long) < self.wanted

    def take_note(self, free: list[Free]) -> bool:
        """Take note of a filled sheet; return whether there is nothing more to look for."""
        counts = [holds(width, height, self.slot, self.long) for width, height, _, _ in free]
        count = sum(counts) if self.goal else 0
        if count > self.best:
            self.best, self.best_places, self.free = min(count, self.goal), list(self.places), free
            self.wanted = self.best + 1
        return self.best == self.goal


class Neatest(Filling):
    """Looks for the neatest of the ways to fill a sheet with as many counters as the goal says."""

    def __init__(
        self, parts: list[tuple[int, int]], slot: Slot, goal: int, fixed: frozenset[int] = frozenset()
    ) -> None:
        super().__init__(parts, slot, goal, goal, fixed)
        self.nodes = _NEAT_NODES
        self.score: tuple[int, int, int] | None = None

    def take_note(self, free: list[Free]) -> bool:
        """Take note of a filled sheet if it is neater than the one before."""
        left, used = self.goal, 0
        for count, _ in _blocks(free, (self.slot, self.long)):
            if left <= 0:
                break
            left -= count
            used += 1
        if left > 0:
            return False
        # Counters in few blocks are cut out with few cuts; then upright parts; then one large free rest.
        turned = sum([place[2] for place in self.places])
        score = (used, turned, -max([width * height for width, height, _, _ in free], default=0))
        if self.score is None or score < self.score:
            self.score, self.best, self.best_places, self.free = score, self.goal, list(self.places), free
        return False


def slots(free: list[Free], slot: Slot, count: int) -> list[Place]:
    """Return the places of a number of counters, block by block in lines along a block's short side."""
    places: list[Place] = []
    for _, (width, height, x, y) in _blocks(free, slot):
        for block in _pattern(width, height, *slot):
            wide, high = (slot[1], slot[0]) if block.lying else slot
            for number in range(min(block.across * block.down, count - len(places))):
                if block.across <= block.down:
                    line, place = divmod(number, block.across)
                else:
                    place, line = divmod(number, block.down)
                places.append((x + block.x + place * wide, y + block.y + line * high, block.lying))
    return places


def holds(width: int, height: int, slot: int, long: int) -> int:
    """Return the number of counters, each slot by long or turned, that a free rectangle holds in at most two blocks."""
    if slot == long:
        return (width // slot) * (height // slot)
    return sum([block.across * block.down for block in _pattern(width, height, slot, long)])


@lru_cache(maxsize=4096)
def _pattern(width: int, height: int, slot: int, long: int) -> tuple[_Block, ...]:
    """Return the blocks of upright and lying counters that fill a free rectangle best, the fewest blocks first."""
    if slot == long:
        return _filled(_Block(0, 0, width // slot, height // slot, lying=False))
    lying = _Block(0, 0, width // long, height // slot, lying=True)
    ways = [_filled(_Block(0, 0, width // slot, height // long, lying=False)), _filled(lying)]
    for across in range(1, width // slot + 1):
        x = across * slot
        beside = _Block(x, 0, (width - x) // long, height // slot, lying=True)
        ways.append(_filled(_Block(0, 0, across, height // long, lying=False), beside))
    for down in range(1, height // long + 1):
        y = down * long
        below = _Block(0, y, width // long, (height - y) // slot, lying=True)
        ways.append(_filled(_Block(0, 0, width // slot, down, lying=False), below))
    return max(ways, key=lambda way: (sum(block.across * block.down for block in way), -len(way)))


def _filled(*blocks: _Block) -> tuple[_Block, ...]:
    """Return the blocks that hold anything."""
    return tuple([block for block in blocks if block.across > 0 and block.down > 0])


def _rests(free: Free, wide: int, high: int, least: int) -> list[list[Free]]:
    """Return the ways to cut the rest of a free rectangle with a part in its corner, without strips below `least`."""
    width, height, x, y = free
    right, below = width - wide, height - high
    if below < least:
        return [[(right, height, x + wide, y)]] if right >= least else [[]]
    if right < least:
        return [[(width, below, x, y + high)]]
    across = [(width, below, x, y + high)]
    if high >= least:
        across.append((right, high, x + wide, y))
    down = [(right, height, x + wide, y)]
    if wide >= least:
        down.append((wide, below, x, y + high))
    return [across, down]


def _blocks(free: list[Free], slot: Slot) -> list[tuple[int, Free]]:
    """Return the free rectangles that hold counters behind their number; the most first."""
    blocks = [(holds(rect[0], rect[1], *slot), rect) for rect in free]
    return sorted([b for b in blocks if b[0]], key=lambda b: (-b[0], b[1][3], b[1][2]))
