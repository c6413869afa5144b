"""The bands of a knot as closed outlines: one for each crossing over, cut off where it goes under the next.

The middle of a band is made of straight lines and arcs of circles, so that its two edges are lines and arcs too and
it has the same width everywhere. Nothing lies on anything else, so a knot needs no clipping and no ground of one
colour. Lengths are steps of the knot's lattice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from taflkit.drawing.shapes import Path, Point, Segment

Node = tuple[int, int]


class Wall(NamedTuple):
    """A short wall, upright or flat, at a node (i, j) with i + j odd inside the knot: strands turn there."""

    node: Node
    upright: bool


class Knot(Struct, frozen=True):
    """A rectangle or a ring of interlace, in steps; a step is half the way between two parallel strands' turns.

    Attributes:
        width, height: even numbers of steps.
        band: the depth in steps of the ring round an empty middle; 0 for a full rectangle. A rectangle `n` steps high,
            or a ring `n` deep, is woven of n strands.
        breaks: the walls inside.
    """

    width: int
    height: int
    band: int = 0
    breaks: frozenset[Wall] = frozenset()


class Crossing(Struct, frozen=True):
    """One node that a strand comes through.

    Attributes:
        direction: (dx, dy), the way by which the strand leaves.
        over: whether it crosses over another (True), under it (False), or is thrown back (None).
    """

    node: Node
    direction: Node
    over: bool | None


def nodes(knot: Knot, columns: range | None = None, rows: range | None = None) -> Iterator[Node]:
    """Yield the nodes where strands cross, row by row; those in some columns and rows alone if these are given."""
    band = knot.band
    for j in rows or range(1, knot.height):
        middle = band and band < j < knot.height - band
        for i in columns or range(1, knot.width):
            if (i + j) % 2 and not (middle and band < i < knot.width - band) and wall(knot, (i, j)) is None:
                yield i, j


def wall(knot: Knot, node: Node) -> bool | None:
    """Return whether the wall at a node stands upright (True) or lies flat (False); None where strands cross."""
    i, j = node
    if j in (0, knot.height):
        return False
    if i in (0, knot.width):
        return True
    band = knot.band
    if band and j in (band, knot.height - band) and band < i < knot.width - band:
        return False
    if band and i in (band, knot.width - band) and band < j < knot.height - band:
        return True
    if (node, True) in knot.breaks:
        return True
    return False if (node, False) in knot.breaks else None


def is_over(node: Node, direction: Node) -> bool:
    """Return whether a strand with this direction passes a crossing over the other strand."""
    return (direction[0] == direction[1]) == (node[0] % 2 == 1)


def walk_strand(knot: Knot, node: Node, direction: Node) -> Iterator[Crossing]:
    """Yield the passages after one that leaves a node in a direction, without end."""
    (i, j), (dx, dy) = node, direction
    while True:
        i, j = i + dx, j + dy
        upright = wall(knot, (i, j))
        if upright is None:
            yield Crossing((i, j), (dx, dy), is_over((i, j), (dx, dy)))
            continue
        dx, dy = (-dx, dy) if upright else (dx, -dy)
        yield Crossing((i, j), (dx, dy), None)


Placing = Callable[[float, float], Point]
"""The place of a point of the lattice, in mm."""
_EIGHTH = math.pi / 4  # the angle of a turn between a diagonal and a wall, in radians
_QUARTER = math.pi / 2  # the angle of a turn between two diagonals, in radians
_SQUARE_TURN = 0.5  # steps before a right-angled corner where a strand begins to turn; two may lie a step apart


class Weave(Struct, frozen=True):
    """The look of bands, in steps.

    Attributes:
        half: half the width of a band, below 0.5.
        gap: the ground that is left between a band and one that goes under it.
        turn: the length before the corner of its way where a strand begins to turn: the rounder the greater. With more
            than about 0.75 less half the width the gaps get narrower at one side.
        rim: the ground round the whole knot.
        edged: whether the edges of the bands are drawn as lines too.
    """

    half: float = 0.38
    gap: float = 0.18
    turn: float = 0.37
    rim: float = 0.26
    edged: bool = False

    @property
    def margin(self) -> float:
        """The steps from the lattice to the ground's edge; negative if it lies inside."""
        return self.rim + self.half - 0.5


class _StraightPiece(Struct, frozen=True):
    """A line that a strand follows: a point of it and its direction."""

    point: Point
    direction: Node


def _lines(knot: Knot, node: Node, direction: Node) -> list[_StraightPiece]:
    """Return the lines a strand follows from a crossing to the next one, along diagonals and walls."""
    lines = [_StraightPiece(node, direction)]
    dx, dy = direction
    for passage in walk_strand(knot, node, direction):
        (i, j), (next_x, next_y) = passage.node, passage.direction
        if passage.over is not None:
            line = _StraightPiece((i, j), (dx, dy))
        elif next_x != dx:
            line = _StraightPiece((i - dx / 2, j), (0, dy))
        else:
            # half a step off the wall: between two walls a step apart a strand runs straight on
            line = _StraightPiece((i, j - dy / 2), (dx, 0))
        if line.direction != lines[-1].direction:
            lines.append(line)
        dx, dy = next_x, next_y
        if passage.over is not None:
            return [*lines, _StraightPiece((i, j), (dx, dy))]
    return lines


class _Bend(Struct, frozen=True):
    """A turn of a way: its circle, its first angle, and the angle of the turn, clockwise if `side` is 1; in radians."""

    centre: Point
    radius: float
    start: float
    angle: float
    side: float


class _Way(Struct, frozen=True):
    """The middle of a band: its two ends, the corners between and their turns, and the unit directions of its lines."""

    begin: Point
    end: Point
    corners: list[Point]
    turns: list[_Bend]
    directions: list[Point]


def run_edges(knot: Knot, node: Node, weave: Weave) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return the two edges of the band that is over at a crossing, both from its first end to its last, in steps.

    It runs from the crossing before this one to the one after it.
    """
    dx, dy = (1, 1) if is_over(node, (1, 1)) else (1, -1)
    ahead, behind = _lines(knot, node, (dx, dy)), _lines(knot, node, (-dx, -dy))
    lines = [_StraightPiece(line.point, (-line.direction[0], -line.direction[1])) for line in reversed(behind[1:-1])]
    lines += ahead[:-1]
    joined = [lines[0], *[line for before, line in pairwise(lines) if line.direction != before.direction]]
    lengths = [(line.direction, math.hypot(*line.direction)) for line in joined]
    way = _Way(behind[-1].point, ahead[-1].point, [], [], [(dx / length, dy / length) for (dx, dy), length in lengths])
    for (one, other), ((ux, uy), (vx, vy)) in zip(pairwise(joined), pairwise(way.directions), strict=True):
        (x, y), (dx, dy) = one.point, one.direction
        (p, q), (ex, ey) = other.point, other.direction
        along = ((p - x) * ey - (q - y) * ex) / (dx * ey - dy * ex)
        x, y = x + along * dx, y + along * dy
        way.corners.append((x, y))
        side = math.copysign(1.0, ux * vy - uy * vx)
        tangent, angle = (weave.turn, _EIGHTH) if ux * vx + uy * vy > 0.5 else (_SQUARE_TURN, _QUARTER)
        radius = tangent * (1 / math.tan(angle / 2))
        centre = (x - tangent * ux - side * radius * uy, y - tangent * uy + side * radius * ux)
        way.turns.append(_Bend(centre, radius, math.atan2(-side * ux, side * uy), angle, side))
    return _edge(way, weave, weave.half), _edge(way, weave, -weave.half)


def _edge(way: _Way, weave: Weave, off: float) -> tuple[Segment, ...]:
    """Return the parallel of a way, `off` to its right, cut off along the edges of the bands that it goes under.

    The cut is parallel to the other band's edge, and so falls at another angle of the inner arc than of the outer.
    """
    turns = way.turns
    cut = weave.half + weave.gap
    early = cut - math.dist(way.begin, way.corners[0]) + weave.turn if turns else 0.0
    late = cut - math.dist(way.end, way.corners[-1]) + weave.turn if turns else 0.0
    segments: list[Segment] = []
    if early <= 0:
        (x, y), (ux, uy) = way.begin, way.directions[0]
        segments.append(("M", (x + cut * ux - off * uy, y + cut * uy + off * ux)))
    for left, turn in zip(range(len(turns), 0, -1), turns, strict=True):
        radius = turn.radius - turn.side * off
        before = math.asin(early / radius) if early > 0 and left == len(turns) else 0.0
        behind = math.asin(late / radius) if late > 0 and left == 1 else 0.0
        turned = turn.side * (turn.angle - before - behind)
        # an arc, which turns clockwise where it turns by more than 0
        (x, y), start = turn.centre, turn.start + turn.side * before
        end, pull = start + turned, 4 / 3 * math.tan(turned / 4) * radius
        ax, ay, bx, by = math.cos(start), math.sin(start), math.cos(end), math.sin(end)
        (x1, y1), (x2, y2) = (x + radius * ax, y + radius * ay), (x + radius * bx, y + radius * by)
        segments.append(("L" if segments else "M", (x1, y1)))
        segments.append(("C", (x1 - pull * ay, y1 + pull * ax, x2 + pull * by, y2 - pull * bx, x2, y2)))
    if late <= 0:
        (x, y), (ux, uy) = way.end, way.directions[-1]
        segments.append(("L", (x - cut * ux - off * uy, y - cut * uy + off * ux)))
    return tuple(segments)


@lru_cache(maxsize=32)
def draw_bands(knot: Knot, shown: tuple[Node, ...], weave: Weave) -> tuple[Path, ...]:
    """Return the bands that are over at some crossings, in steps, with the last part of a role each.

    "strand" is the bands as closed outlines; "edge" is their edges as open lines. Both are cached: a knot is shown at
    several sizes.
    """
    strands: list[Segment] = []
    edges: list[Segment] = []
    for node in shown:
        right, left = run_edges(knot, node, weave)
        strands += (*right, *backwards(left), ("Z", ()))
        if weave.edged:
            edges += (*right, *left)
    return tuple(Path.of(segments, part) for part, segments in (("strand", strands), ("edge", edges)) if segments)


def backwards(segments: tuple[Segment, ...]) -> list[Segment]:
    """Return an open path the other way round, going on from where a pen is."""
    ends = [values[-2:] for _, values in segments]
    steps: list[Segment] = [("L", ends[-1])]
    for (letter, values), end in zip(reversed(segments[1:]), reversed(ends[:-1]), strict=True):
        steps.append(("C", (*values[2:4], *values[:2], *end)) if letter == "C" else ("L", end))
    return steps


PLAIN = Weave()
"""Bands for steps of 1 mm and more, as in a frame of four strands from 4.5 mm on: gaps stay above 0.17 mm."""
FINE = Weave(half=0.35, gap=0.25, turn=0.4, rim=0.29)
"""Narrower bands with wider gaps, for steps from 0.71 mm on, as on a card's border 3 mm deep with four strands."""
BOLD = Weave(half=0.31, gap=0.32, turn=0.4, rim=0.33)
"""Bands and gaps as wide as each other, for knots in figures, whose steps are of 0.4 mm and more."""


class Pattern(Struct, frozen=True):
    """A pattern of walls that comes again and again along a band, the same from both sides.

    Attributes:
        period: the steps from its begin to the next, an even number.
        flat, upright: the walls at nodes (i, j) with 0 <= i < period, for a band four strands deep.
    """

    period: int = 2
    flat: tuple[Node, ...] = ()
    upright: tuple[Node, ...] = ()


PATTERNS = {
    "plait": Pattern(),
    "foundation": Pattern(8, flat=((1, 2), (7, 2))),
    "lozenges": Pattern(6, flat=((3, 2),)),
    "links": Pattern(4, upright=((1, 2),)),
    "knots": Pattern(8, upright=((3, 2), (5, 2))),
    "medallions": Pattern(8, upright=((4, 1), (4, 3))),
}
"""Patterns by name; the plait goes with any number of strands, the others with four."""
