"""The grain of wood, long quiet lines along a board that never cross, and the pores of vellum, short dashes.

Both follow from a number alone, so that a board is the same each time it is drawn.
"""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec import Struct

from taflkit.drawing.shapes import Segment

_APART = 3.1
"""About the distance of lines on a board of 38 mm, in mm; on narrower ones they come closer."""
_FEWEST = 4
"""The least lines of a board."""
_MOST = 13
"""The most lines of a board."""
_PORES = 16
"""The pores of a square of vellum."""
_SPAN = 0.9
"""The greatest length of the curves of a line, in heights of the board."""


def draw_grain(length: float, height: float, number: int) -> tuple[Segment, ...]:
    """Return the lines of a board that lies with its top left corner at the origin, as one open path.

    Its length is along the grain, from left to right; both are in mm. No line comes nearer to its edges than a
    thirtieth of its height. Each number is a board with lines of its own.
    """
    count = min(_MOST, max(_FEWEST, round(height / _APART * math.sqrt(38.0 / max(height, 1.0)))))
    wave = 0.075 * height
    room = height - 2 * wave - height / 15
    first, second, third = (2 * math.pi * _chance(number, 50 + part) for part in range(3))
    waves = _Waves(wave, height * (length / height) ** 0.35, (first, second, third))
    steps: list[Segment] = []
    for line in range(count):
        along = (line + 0.5 + 0.7 * (_chance(number, line) - 0.5)) / count
        level = wave + height / 30 + along * room
        begin, end = 0.0, length
        # some lines run out within the board
        chance = _chance(number, 20 + line)
        if chance < 0.15:
            end = length * (0.55 + chance)
        elif chance > 0.85:
            begin = length * (chance - 0.5)
        steps += waves.line(begin, end, _SPAN * height, level)
    return tuple(steps)


def draw_pores(side: float, number: int) -> tuple[Segment, ...]:
    """Return the pores of a square of vellum with its top left corner at the origin, as one open path of dashes.

    The side is in mm. Each number is a piece of vellum with pores of its own.
    """
    steps: list[Segment] = []
    for pore in range(_PORES):
        x, y = (side * (0.05 + 0.9 * _chance(number + 7 * axis, 3 * pore)) for axis in (1, 2))
        steps += [("M", (x, y)), ("L", (x + 0.012 * side, y - 0.006 * side))]
    return tuple(steps)


class _Waves(Struct, frozen=True):
    """The waves of the lines of a board about their level, alike for lines that lie side by side.

    Attributes:
        wave: the greatest height of a wave, in mm.
        reach: the length of a wave, in mm, but for a factor: longer on a long board.
        phases: the begins of three waves that are laid upon one another, in radians.
    """

    wave: float
    reach: float
    phases: tuple[float, float, float]

    def at(self, x: float, level: float) -> float:
        """Return the height of a line at a place, in mm downwards."""
        first, second, third = self.phases
        x, lean = x / self.reach, 0.7 * level / self.reach
        off = 0.6 * math.sin(2.7 * x + first + lean) + 0.4 * math.sin(1.3 * x + second - lean) * math.cos(third + lean)
        return level + self.wave * off

    def line(self, begin: float, end: float, span: float, level: float) -> list[Segment]:
        """Return a line as curves of a span in mm at most, which share their slopes where they meet."""
        count = max(1, math.ceil((end - begin) / span))
        step = (end - begin) / count
        near = 0.01 * step
        places = [begin + place * step for place in range(count + 1)]
        heights = [self.at(x, level) for x in places]
        pulls = [(self.at(x + near, level) - self.at(x - near, level)) / (2 * near) * step / 3 for x in places]
        steps: list[Segment] = [("M", (places[0], heights[0]))]
        for (x0, x1), (y0, y1), (p0, p1) in zip(pairwise(places), pairwise(heights), pairwise(pulls), strict=True):
            steps.append(("C", (x0 + step / 3, y0 + p0, x1 - step / 3, y1 - p1, x1, y1)))
        return steps


def _chance(number: int, place: int) -> float:
    """Return a number from 0 to 1 that follows from two others, and looks as if it did not."""
    value = math.sin(12.9898 * number + 78.233 * place + 4.1) * 43758.5453
    return value - math.floor(value)
