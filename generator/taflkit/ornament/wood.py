"""Wood: a log that is cut along its length, with its years, knots and pores, and the burr of a tree, by rule.

A log is a field of distances from its pith, looked at where a saw has cut it; each year's late wood is darker, and ends
sharply. (0, 0) is the middle of the board that is cut from the log, u goes along the grain and v across it. The same
place looks alike in every board that shows it. All lengths are in mm.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from taflkit.drawing.shapes import (
    Group,
    Path,
    Point,
    Rect,
    Segment,
    Shape,
    circle_segments,
    on_circle,
    polygon,
)
from taflkit.ornament.contours import smooth, thin, trace

_YEARS = 80  # of a log: more than any board reaches
_CORNERS = 30  # of the rings of a knot


class Timber(Struct, frozen=True):
    """How finely wood is shown.

    Attributes:
        late: where in a year each tone of its late wood begins, from 0 to 1; all end with the year.
        year: about the width of the years far from the pith.
        wider: the part by which those at the pith are wider.
        step: about the distance of the places where the wood is looked at across the grain, between which it is smooth.
        long: the same along the grain.
        tolerance: how far a drawn line may lie from where it is.
    """

    late: tuple[float, ...]
    year: float
    wider: float = 0.29
    step: float = 8.4
    long: float = 5.8
    tolerance: float = 0.13


FINE = Timber((0.40, 0.68, 0.86), 5.1)
COARSE = Timber((0.40, 0.75), 6.0, tolerance=0.18)
"""Of boards with many squares, whose files would be too large."""

BURR_WOOD = Timber((0.40, 0.75), 1.0, 0.0, 1.8, 1.3, 0.1)
UNIT = 0.05
"""The mm that coordinates of lines are whole numbers of, so that they are short to write."""


class Billet(Struct, frozen=True):
    """A piece of wood: the place on the log of what is its origin, and its turn in degrees, clockwise."""

    u: float = 0.0
    v: float = 0.0
    turn: float = 0.0


class Branch(Struct, frozen=True):
    """A branch that a piece of wood is cut through.

    Attributes:
        x, y: its middle on the piece.
        radius: across the grain.
        number: every number is a knot of its own.
    """

    x: float
    y: float
    radius: float
    number: int


def chance(*numbers: int) -> float:
    """Return a number from 0 to 1 that follows from whole numbers, and looks as if it did not."""
    value = 2166136261
    for number in numbers:
        value = ((value ^ (number & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
        value ^= value >> 13
    value = (value * 0x5BD1E995) & 0xFFFFFFFF
    return ((value ^ (value >> 15)) & 0xFFFFFF) / 0x1000000


# The field: the pith's way through the tree, years that are out of round, and waves that distort them.


_Sine = tuple[float, float, float, float]
"""A height, the radians for each mm of u and for each mm of v, and the radians at the middle."""


def _waves(height: float, along: float, across: float, number: int) -> Iterator[_Sine]:
    """Yield sines that add up to waves of a height, about as long as is said along the grain and across it."""
    count = 4
    for wave in range(count):
        long, wide, sign, begin = (chance(number, wave, part) for part in (1, 2, 3, 4))
        a, b = ((0.55 + 0.9 * part) * 2 * math.pi / length for part, length in ((long, along), (wide, across)))
        yield height / (1.2 * math.sqrt(count)), a, b if sign < 0.5 else -b, 2 * math.pi * begin


_ACROSS: tuple[_Sine, ...] = ((9.35, 1 / 52, 0.0, 0.8), (2.7, 1 / 23, 0.0, 2.1))
_ASIDE = -12.0  # mm from the board's middle to the pith, about which it wanders
_BELOW: tuple[_Sine, ...] = ((5.0, 1 / 41, 0.0, 1.9), (1.1, 1 / 15.5, 0.0, 0.0))
_DEPTH = 44.0  # mm from the cut down to the pith, at the board's middle
_SLOPE = 0.38  # of the pith; a log that lies flatter has no arches
_DEEP = 6.0  # mm that the pith is off in a third way, so that no year is a point
_BLUNT = 8.0  # mm that are added to the depth where years are out of round
_BULGES = ((0.045, 3, 1 / 70, 0.6), (0.02, 7, 1 / 31, 0.0))
"""The part by which years are out of round, the bulges round the pith, radians for each mm of u, and at the middle."""
_BURR_DISTORTED = (tuple(_waves(0.5, 11.0, 9.0, 41)), tuple(_waves(0.5, 9.0, 11.0, 42)))
_DISTORTED = (*_waves(1.15, 105.0, 42.0, 11), *_waves(0.36, 36.0, 13.0, 12))


def _raised(values: Sequence[float], sines: Iterable[_Sine], us: Sequence[float], vs: Sequence[float]) -> list[float]:
    """Return values at places of a log with the heights of sines there added to each."""
    sin = math.sin
    for height, a, b, c in sines:
        values = [value + height * sin(a * u + b * v + c) for value, u, v in zip(values, us, vs, strict=True)]
    return list(values)


def _distances(us: Sequence[float], vs: Sequence[float]) -> list[float]:
    """Return the distances from the pith at places of a log, as its years have them."""
    sin, atan2, hypot = math.sin, math.atan2, math.hypot
    (one, ones, along, begin), (other, others, beside, start) = _BULGES
    distances: list[float] = []
    asides = _raised([_ASIDE] * len(us), _ACROSS, us, vs)
    depths = _raised([_DEPTH + _SLOPE * u for u in us], _BELOW, us, vs)
    for u, v, aside, below in zip(us, vs, asides, depths, strict=True):
        across = v - aside
        angle = atan2(across, abs(below) + _BLUNT)
        bulge = one * sin(ones * angle + along * u + begin) + other * sin(others * angle + beside * u + start)
        distances.append(hypot(across, below, _DEEP) * (1 + bulge))
    return _raised(distances, _DISTORTED, us, vs)


# Knots and burrs: rings about other places than the pith.


Field = Callable[[Sequence[float], Sequence[float]], list[float]]
"""The distances of places from the pith, by their x and y."""
_LONG = 1.18  # a knot is so much longer along the grain
REACH = 1.4
"""The radii that a knot with its rim reaches from its middle, at most."""
_RING = 1.25  # mm of a branch's radius for a year of the trunk
_PARTED = (3.6, 1.9, 0.93)  # radii of a knot along the grain and across, within which it parts, and by what part


def _lower(one: float, other: float, over: float) -> float:
    """Return the lower one of two numbers, rounded off where they are about as high."""
    part = min(1.0, max(0.0, 0.5 + 0.5 * (other - one) / over))
    return other + (one - other) * part - over * part * (1 - part)


def log_field(piece: Billet, timber: Timber, size: float = 1.0, knot: Branch | None = None) -> Field:
    """Return the field of a piece of a log that is `size` times as large as the log is."""
    cos, sin = math.cos(math.radians(piece.turn)), math.sin(math.radians(piece.turn))

    def place(x: float, y: float) -> Point:
        return piece.u + (cos * x + sin * y) / size, piece.v + (cos * y - sin * x) / size

    def field(xs: Sequence[float], ys: Sequence[float]) -> list[float]:
        places = map(place, xs, ys)
        if knot is None:
            return _distances(*zip(*places, strict=True))
        return _with_branch([*places], place(knot.x, knot.y), knot.radius / size, timber.year)

    return field


def _with_branch(places: Sequence[Point], middle: Point, radius: float, year: float) -> list[float]:
    """Return the distances from the pith where a branch has rings of its own, and the grain parts round it."""
    along, across, most = _PARTED
    parted: list[float] = []
    for u, v in places:
        off = v - middle[1]
        near = math.exp(-(((u - middle[0]) / (along * radius)) ** 2) - (off / (across * radius)) ** 2)
        parted.append(middle[1] + off * (1 - most * near))
    begin = _distances(middle[:1], middle[1:])[0] + 0.4 * year
    found: list[float] = []
    for (u, v), distance in zip(places, _distances([u for u, _ in places], parted), strict=True):
        angle = math.atan2(v - middle[1], u - middle[0])
        wobble = 1 + 0.06 * math.sin(2 * angle + 1) + 0.035 * math.sin(5 * angle)
        reach = math.hypot((u - middle[0]) / _LONG, v - middle[1]) * wobble
        found.append(_lower(distance, begin + (reach - radius) / _RING * year, 0.9 * year))
    return found


BURR = 15.4
"""The radius of a burr that is as large as it is."""
_EYES = 17  # of a burr, at most
_APART = 5.2  # mm: the least distance of two eyes


@lru_cache(maxsize=1)
def _eyes() -> tuple[tuple[float, float, float, float], ...]:
    """Return the eyes of a burr: x and y from its middle, the years before the first ring, and mm to a year."""
    eyes: list[tuple[float, float, float, float]] = []
    for number in range(400):
        at = on_circle((0.0, 0.0), BURR * math.sqrt(chance(32, number)), 2 * math.pi * chance(31, number))
        if len(eyes) < _EYES and all(math.dist(at, eye[:2]) > _APART for eye in eyes):
            eyes.append((*at, 40 + 1.2 * chance(33, number), 1.45 + 0.8 * chance(34, number)))
    return tuple(eyes)


def burr_field(size: float) -> Field:
    """Return the field of years of a burr about the origin that is `size` times as large as it is."""

    def field(xs: Sequence[float], ys: Sequence[float]) -> list[float]:
        us, vs = [x / size for x in xs], [y / size for y in ys]
        waved = [_raised(values, waves, us, vs) for values, waves in zip((us, vs), _BURR_DISTORTED, strict=True)]
        eyes, hypot = _eyes(), math.hypot
        found: list[float] = []
        for u, v in zip(*waved, strict=True):
            nearest, next_one, *_ = sorted([begin + hypot(u - x, v - y) / year for x, y, begin, year in eyes])
            found.append(_lower(nearest, next_one, 0.5))
        return found

    return field


# What is drawn.


@lru_cache(maxsize=4)
def _levels(timber: Timber) -> tuple[float, ...]:
    """Return the distances from the pith where tones of late wood begin and years end, year by year."""
    begin, levels = 0.0, [0.0] * 0
    for number in range(_YEARS):
        width = timber.year * (1 + timber.wider * math.exp(-number / 12)) * (0.6 + 0.8 * chance(7, number))
        levels += (begin + part * width for part in (*timber.late, 1.0))
        begin += width
    return tuple(levels)


def draw_late_wood(
    field: Field, window: Rect, timber: Timber, roles: Sequence[str], size: float = 1.0, upright: bool = False
) -> Group:
    """Return the late wood of a field in a window, a path for each tone, in roles from the earliest to the latest.

    The wood is `size` times as large as the field has it, and its grain is `upright` or goes across the window.
    Tones lie on one another and end together: the same lines, filled by the even-odd rule, end all of them.
    """
    # files write thousandths, which are units here: a coordinate has three digits instead of six
    width, height = (round(length / UNIT) / 1000 for length in (window.width, window.height))
    # lines hardly turn along the grain, and so fewer places are enough there
    steps = (timber.step * size, timber.long * size)
    across, down = (
        max(3, math.ceil(length / step))
        for length, step in zip((window.width, window.height), steps if upright else steps[::-1], strict=True)
    )
    xs = [window.x + window.width * place / across for place in range(across + 1)]
    ys = [window.y + window.height * place / down for place in range(down + 1)]
    if upright:
        values = field(xs * len(ys), [y for y in ys for _ in xs])
        heights = smooth([values[begin : begin + len(xs)] for begin in range(0, len(values), len(xs))])
    else:
        values = field([x for x in xs for _ in ys], ys * len(xs))
        columns = smooth([values[begin : begin + len(ys)] for begin in range(0, len(values), len(ys))])
        heights = [*zip(*columns, strict=True)]
    levels, tones = _levels(timber), len(timber.late)
    # the upper left corner is in none of the outlines
    whole = _closed([(0.0, 0.0), (0.0, height)], width, height)
    passed = bisect_right(levels, heights[0][0]) % (tones + 1)
    found = [[whole] if tone < passed else [] for tone in range(tones)]
    for number, lines in trace(heights, levels, width, height).items():
        thinned = [thin(line, timber.tolerance / UNIT / 1000) for line in lines]
        outlines = [_closed(line, width, height) for line in thinned]
        place = number % (tones + 1)
        for tone in range(tones) if place == tones else (place,):
            found[tone] += outlines
    return Group(
        tuple(_outlined(outlines, role) for outlines, role in zip(found, roles, strict=True)),
        (window.width / width, 0.0, 0.0, window.height / height, window.x, window.y),
    )


def _closed(line: list[Point], width: float, height: float) -> list[Point]:
    """Return a line that is closed along the edges of its rectangle, but not over their first corner."""
    if line[0] == line[-1]:
        return line[1:]
    # how far its ends are from the upper left corner, clockwise
    begin, end = (
        x
        if y == 0
        else width + y
        if x > 0.999999 * width
        else 2 * width + height - x
        if x > 0
        else 2 * (width + height) - y
        for x, y in (line[0], line[-1])
    )
    corners = ((width, (width, 0.0)), (width + height, (width, height)), (2 * width + height, (0.0, height)))
    inside = [corner for at, corner in corners if min(begin, end) < at < max(begin, end)]
    return [*line, *(inside if begin > end else inside[::-1])]


def _outlined(outlines: Sequence[Sequence[Point]], role: str) -> Path:
    letters = "".join(["M" + "L" * (len(outline) - 1) + "Z" for outline in outlines])
    return Path.packed(letters, [*chain.from_iterable(chain.from_iterable(outlines))], role)


def draw_knot(knot: Branch, turn: float, role: str) -> tuple[Shape, ...]:
    """Return a knot on a piece of a log with a turn: rings, "<role>.ring" and "<role>.second", in a dark rim.

    The rim is "<role>.rim", and checks go out from the heart, "<role>.heart". Lengths are parts of a radius of 5.4.
    """
    unit, number = knot.radius / 5.4, knot.number
    # a knot lies along the grain
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def outline(points: Iterable[Point]) -> tuple[Segment, ...]:
        return polygon([(knot.x + cos * x - sin * y, knot.y + sin * x + cos * y) for x, y in points])

    def ring(radius: float) -> tuple[Segment, ...]:
        points: list[Point] = []
        for place in range(_CORNERS):
            angle = 2 * math.pi * place / _CORNERS
            wobble = 0.05 * math.sin(2 * angle + 1 + number) + 0.03 * math.sin(3 * angle + 2 * number)
            reach = radius / (1 + wobble + 0.012 * math.sin(5 * angle))
            points.append((_LONG * reach * math.cos(angle), reach * math.sin(angle)))
        return outline(points)

    shapes = [Path.of(ring(knot.radius + 0.25 * unit), f"{role}.rim")]
    radius, count = knot.radius - 0.3 * unit, 0
    while radius > unit:
        shapes.append(Path.of(ring(radius), f"{role}.{('ring', 'second')[count % 2]}"))
        radius -= (0.95, 0.42)[count % 2] * (0.8 + 0.5 * chance(81, number, count)) * unit
        count += 1
    heart = [*ring(0.6 * unit)]
    checks: list[Segment] = []
    for check in range(5):
        angle = 2 * math.pi * (check + 0.5 * chance(82, number, check)) / 5
        tip = on_circle((0.0, 0.0), knot.radius * (0.45 + 0.45 * chance(83, number, check)), angle)
        wide = on_circle((0.0, 0.0), 0.3 * unit, angle - math.pi / 2)
        checks += outline((wide, tip, (-wide[0], -wide[1])))
    return (*shapes, Path.of((*heart, *checks), f"{role}.heart", nonzero=True))


def pores(window: Rect, turn: float, number: int, size: float = 1.0, count: int = 4) -> tuple[Segment, ...]:
    """Return the pores of a piece of a log with a turn: lenses along the grain. Each number has pores of its own."""
    steps: list[Segment] = []
    for pore in range(count):
        long, wide, across, down, slant = (chance(part, number, pore) for part in range(71, 76))
        half, thick = (0.8 + 1.7 * long**2) * size, (0.055 + 0.04 * wide) * size
        angle = math.radians(turn) + 0.12 * (slant - 0.5)
        room = half + 0.3 * size
        x = window.x + room + (window.width - 2 * room) * across
        y = window.y + room + (window.height - 2 * room) * down
        (a, b), (c, d) = (on_circle((0.0, 0.0), half, angle), on_circle((0.0, 0.0), thick, angle + math.pi / 2))
        steps += polygon(((x - a, y - b), (x + c, y + d), (x + a, y + b), (x - c, y - d)))
    return tuple(steps)


def burr_eyes(size: float) -> tuple[Segment, ...]:
    """Return the eyes of a burr about the origin that is `size` times as large as it is."""
    inside = (at for *at, _, _ in _eyes() if math.hypot(*at) < BURR - 0.8)
    return tuple(step for x, y in inside for step in circle_segments((x * size, y * size), 0.45 * size))
