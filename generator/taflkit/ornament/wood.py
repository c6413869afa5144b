"""Wood and vellum: the grain of a board, long quiet lines that never cross; pores, short dashes; peg holes and marks.

Grain and pores follow from a number alone, so that a board is the same each time it is drawn. Holes and marks are as on
the gaming board from Ballinderry: a ring round the middle, arcs in the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from taflkit.drawing.shapes import Circle, Path, Point, Segment, Shape, arc, circle_segments, on_circle

_APART = 3.1  # about the distance of lines on a board of 38 mm, in mm; on narrower ones they come closer
_FEWEST = 4  # the least lines of a board
_MOST = 13  # the most lines of a board
_PORES = 16  # the pores of a square of vellum
_SPAN = 0.9  # the greatest length of the curves of a line, in heights of the board
_RIM = 1.5  # the radius of a hole's rim, in radii of the hole
_LIT = 1.25  # the radius of a crescent's outer edge, in radii of the hole


def draw_grain(length: float, height: float, number: int) -> tuple[Segment, ...]:
    """Return the lines of a board that lies with its top left corner at the origin, as one open path.

    Its length is along the grain, from left to right; both are in mm. No line comes nearer to its edges than a
    thirtieth of its height. Each number is a board with lines of its own.
    """
    count = min(_MOST, max(_FEWEST, round(height / _APART * math.sqrt(38.0 / max(height, 1.0)))))
    wave = 0.075 * height
    room = height - 2 * wave - height / 15
    # waves are longer on a long board
    reach = height * (length / height) ** 0.35
    first, second, third = (2 * math.pi * _chance(number, 50 + part) for part in range(3))

    def at(x: float, level: float) -> float:
        """Return the height of a line in mm downwards: three waves about its level, alike for lines side by side."""
        x, lean = x / reach, 0.7 * level / reach
        off = 0.6 * math.sin(2.7 * x + first + lean) + 0.4 * math.sin(1.3 * x + second - lean) * math.cos(third + lean)
        return level + wave * off

    steps: list[Segment] = []
    for line in range(count):
        level = wave + height / 30 + (line + 0.5 + 0.7 * (_chance(number, line) - 0.5)) / count * room
        begin, end = 0.0, length
        # some lines run out within the board
        chance = _chance(number, 20 + line)
        if chance < 0.15:
            end = length * (0.55 + chance)
        elif chance > 0.85:
            begin = length * (chance - 0.5)
        # curves share their slopes where they meet
        curves = max(1, math.ceil((end - begin) / (_SPAN * height)))
        step = (end - begin) / curves
        near = 0.01 * step
        places = [begin + place * step for place in range(curves + 1)]
        heights = [at(x, level) for x in places]
        pulls = [(at(x + near, level) - at(x - near, level)) / (2 * near) * step / 3 for x in places]
        steps.append(("M", (places[0], heights[0])))
        for (x0, x1), (y0, y1), (p0, p1) in zip(pairwise(places), pairwise(heights), pairwise(pulls), strict=True):
            steps.append(("C", (x0 + step / 3, y0 + p0, x1 - step / 3, y1 - p1, x1, y1)))
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


def _chance(number: int, place: int) -> float:
    """Return a number from 0 to 1 that follows from two others, and looks as if it did not."""
    value = math.sin(12.9898 * number + 78.233 * place + 4.1) * 43758.5453
    return value - math.floor(value)


def peg_holes(centres: Iterable[Point], radius: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return holes of a radius in mm, each with its rim, "<role>.rim", and "<role>.hole" in its middle.

    The rim catches the light where it faces it, at the lower right: "<role>.light" is a crescent between the two.
    All rims are one path, and so are all crescents and all holes.
    """
    rims: list[Segment] = []
    lights: list[Segment] = []
    holes: list[Segment] = []
    # the tips of a crescent lie half a turn apart
    begin, end, off = -45.0, 135.0, 0.2 * radius * math.sqrt(0.5)
    for centre in centres:
        rims += circle_segments(centre, _RIM * radius)
        holes += circle_segments(centre, radius)
        inner = (centre[0] - off, centre[1] - off)
        lights += [
            ("M", on_circle(centre, _LIT * radius, math.radians(begin))),
            *arc(centre, _LIT * radius, begin, end),
            ("L", on_circle(inner, radius, math.radians(end))),
            *arc(inner, radius, end, begin),
            ("Z", ()),
        ]
    return (Path.of(rims, f"{role}.rim"), Path.of(lights, f"{role}.light"), Path.of(holes, f"{role}.hole"))


def ring_mark(centre: Point, radius: float, width: float, role: str = "ornament") -> tuple[Shape, ...]:
    """Return two rings round a place, "<role>.mark", with dots between them.

    The radius in mm is that of the outer edge; the space between the rings is three times as wide as a ring.
    """
    inner = radius - 4 * width
    steps: list[Segment] = []
    for edge in (radius, radius - width, inner, inner - width):
        steps += circle_segments(centre, edge)
    middle = radius - 2.5 * width
    dots = [
        Circle(*on_circle(centre, middle, math.pi * eighth / 4), 0.8 * width, f"{role}.mark") for eighth in range(8)
    ]
    return (Path.of(tuple(steps), f"{role}.mark"), *dots)


def corner_mark(corner: Point, towards: Point, radius: float, width: float, role: str = "ornament") -> Path:
    """Return two quarter rings about a corner of a field, "<role>.mark", as closed outlines.

    `towards` is a point inside the field, such as its middle. The radius in mm is that of the outer edge; the space
    between the two is twice as wide as a ring.
    """
    across, down = towards[0] > corner[0], towards[1] > corner[1]
    start = {(True, True): 0, (False, True): 90, (False, False): 180, (True, False): 270}[across, down]
    steps: list[Segment] = []
    for outer in (radius, radius - 3 * width):
        inner = outer - width
        steps += [
            ("M", on_circle(corner, outer, math.radians(start))),
            *arc(corner, outer, start, start + 90),
            ("L", on_circle(corner, inner, math.radians(start + 90))),
            *arc(corner, inner, start + 90, start),
            ("Z", ()),
        ]
    return Path.of(tuple(steps), f"{role}.mark")
