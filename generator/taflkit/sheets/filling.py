"""One sheet filled from its top left corner: where parts lie, and how many counters go beside them.

A part goes into the corner of a free rectangle, and what is left of that rectangle is cut in two, one way or
the other; so a finished sheet can be cut apart from edge to edge. What is free at last takes the counters,
which are counted by rows and columns, not placed one by one.

Lengths are whole micrometres. A gap is packed as part of each part, so nothing here knows of gaps.
"""

from __future__ import annotations

__all__ = ["NOTHING", "Filling", "Free", "Neatest", "Place", "slots"]

Free = tuple[int, int, int, int]
"""A free rectangle of a sheet: width, height, x, y."""

Place = tuple[int, int, bool]
"""Where a part lies: x, y of its top left corner, and whether it lies a quarter turn round."""

NOTHING = 1 << 60
"""The side of something that is not there, larger than any sheet."""

_NODES = 4000  # a search that has not ended by then has nearly always found its best
_NEAT_NODES = 600


class Filling:
    """Tries the ways to fill one sheet, for the most counters.

    Attributes:
        best: the most counters found beside all parts, up to the goal; less than wanted while there are none.
        found: where the parts lie then.
        free: the rectangles that are free then.
        nodes: how many more parts may be placed before the search gives up.
    """

    def __init__(self, parts: list[tuple[int, int]], slot: int, goal: int, wanted: int = 0) -> None:
        """Prepare a sheet.

        Args:
            parts: widths and heights, in the order in which they are placed: the largest first.
            slot: side of a counter's slot.
            goal: how many counters are enough.
            wanted: how many are of interest at least: a sheet with fewer does not count as filled.
        """
        self.parts = parts
        self.slot = slot
        self.goal = goal
        self.wanted = wanted
        self.nodes = _NODES
        self.best = wanted - 1
        self.found: list[Place] = []
        self.free: list[Free] = []
        self.places: list[Place] = [(0, 0, False)] * len(parts)
        # For each part, of the parts after it: the area, and the shortest side.
        self.after = [0] * len(parts)
        self.short = [NOTHING] * len(parts)
        for number in range(len(parts) - 1, 0, -1):
            width, height = parts[number]
            self.after[number - 1] = self.after[number] + width * height
            self.short[number - 1] = min(self.short[number], width, height)

    def fill(self, area: tuple[int, int]) -> int:
        """Fill a sheet of that width and height, and return how many nodes it took."""
        before = self.nodes
        self._place(0, [(area[0], area[1], 0, 0)], 0)
        return before - self.nodes

    def _place(self, number: int, free: list[Free], first: int) -> bool:
        """Place the parts from this one on, this one in no free rectangle before the first.

        Returns:
            whether there is nothing more to look for.
        """
        if number == len(self.parts):
            return self._done(free)
        self.nodes -= 1
        if self.nodes < 0:
            return True
        width, height = self.parts[number]
        # A strip narrower than anything that comes after is waste.
        least = min(self.short[number], self.slot if self.goal else NOTHING)
        twin = number + 1 < len(self.parts) and self.parts[number] == self.parts[number + 1]
        for index in range(first, len(free)):
            free_width, free_height, x, y = free[index]
            for turned in (False, True) if width != height else (False,):
                wide, high = (height, width) if turned else (width, height)
                if wide > free_width or high > free_height:
                    continue
                self.places[number] = (x, y, turned)
                others = free[:index] + free[index + 1 :]
                for rest in _rests(free[index], wide, high, least):
                    left = others + rest
                    if self._hopeless(number, left):
                        continue
                    # The second of two twins never goes before the first: that would be the same again.
                    if self._place(number + 1, left, index if twin else 0):
                        return True
        return False

    def _hopeless(self, number: int, free: list[Free]) -> bool:
        """Whether what is free is too small for the parts after this one and as many counters as wanted."""
        short, slot = self.short[number], self.slot
        room, count = -self.after[number], 0
        for width, height, _, _ in free:
            if width < short or height < short:
                count += (width // slot) * (height // slot)
            else:
                room += width * height
        return room < 0 or count + room // (slot * slot) < self.wanted

    def _done(self, free: list[Free]) -> bool:
        slot = self.slot
        count = sum([(width // slot) * (height // slot) for width, height, _, _ in free]) if self.goal else 0
        if count > self.best:
            self.best, self.found, self.free = min(count, self.goal), list(self.places), free
            self.wanted = self.best + 1
        return self.best == self.goal


class Neatest(Filling):
    """Looks for the neatest of the ways to fill a sheet with just so many counters as the goal says."""

    def __init__(self, parts: list[tuple[int, int]], slot: int, goal: int) -> None:
        super().__init__(parts, slot, goal, goal)
        self.nodes = _NEAT_NODES
        self.score: tuple[int, int, int] | None = None

    def _done(self, free: list[Free]) -> bool:
        left, used = self.goal, 0
        for count, _ in _blocks(free, self.slot):
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
            self.score, self.best, self.found, self.free = score, self.goal, list(self.places), free
        return False


def slots(free: list[Free], slot: int, count: int) -> list[tuple[int, int]]:
    """Return the top left corners of so many counters, block by block in lines along a block's short side."""
    found: list[tuple[int, int]] = []
    for holds, (width, height, x, y) in _blocks(free, slot):
        across, down = width // slot, height // slot
        for number in range(min(holds, count - len(found))):
            if across <= down:
                line, place = divmod(number, across)
            else:
                place, line = divmod(number, down)
            found.append((x + place * slot, y + line * slot))
    return found


def _rests(free: Free, wide: int, high: int, least: int) -> list[list[Free]]:
    """Return the ways to cut what a part in the corner of a free rectangle leaves, no waste among it."""
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


def _blocks(free: list[Free], slot: int) -> list[tuple[int, Free]]:
    """Return the free rectangles that hold counters, with how many each holds; the most first."""
    blocks = [((rect[0] // slot) * (rect[1] // slot), rect) for rect in free]
    return sorted([b for b in blocks if b[0]], key=lambda b: (-b[0], b[1][3], b[1][2]))
