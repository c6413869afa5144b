"""The bands of a knot as closed outlines: one for each crossing over, cut off where it goes under the next.

The middle of a band is made of straight lines and arcs of circles, so that its two edges are lines and arcs too and
it has the same width everywhere. Nothing lies on anything else, so a knot needs no clipping and no ground of one
colour. Lengths are steps of the knot's lattice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from taflkit.drawing.curves import Point
from taflkit.drawing.shapes import Path, Segment
from taflkit.ornament.knots import Knot, Node, is_over, walk_strand

__all__ = ["Placing", "Weave", "backwards", "draw_bands", "run_edges"]

Placing = Callable[[float, float], Point]
"""Where a point of the lattice lies, in mm."""

_EIGHTH, _QUARTER = math.pi / 4, math.pi / 2
_TO_RADIUS = {angle: 1 / math.tan(angle / 2) for angle in (_EIGHTH, _QUARTER)}
"""The radius of a turn, in the lengths that it takes off both lines at the corner."""

_UNITS = {(x, y): (x / math.hypot(x, y), y / math.hypot(x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y}

_SQUARE_TURN = 0.5
"""How far before a right-angled corner a strand begins to turn; two such corners may lie a step apart."""


class Weave(Struct, frozen=True):
    """How bands look, in steps.

    Attributes:
        half: half the width of a band, below 0.5.
        gap: the ground that is left between a band and one that goes under it.
        turn: how far before the corner of its way a strand begins to turn: the rounder the greater. With more than
            about 0.75 less half the width the gaps get narrower at one side.
        rim: the ground round the whole knot.
        edged: whether the edges of the bands are drawn as lines too.
        blocks: whether the corners of a frame of four strands are knots of their own.
    """

    half: float = 0.38
    gap: float = 0.18
    turn: float = 0.37
    rim: float = 0.26
    edged: bool = False
    blocks: bool = False

    @property
    def margin(self) -> float:
        """How far outside the lattice the ground ends; negative if inside."""
        return self.rim + self.half - 0.5


class _Line(Struct, frozen=True):
    """A line that a strand follows: a point of it and its direction."""

    point: Point
    direction: Node


def _lines(knot: Knot, node: Node, direction: Node) -> list[_Line]:
    """Return the lines a strand follows from a crossing to the next one, along diagonals and walls."""
    lines = [_Line(node, direction)]
    dx, dy = direction
    for passage in walk_strand(knot, node, direction):
        (i, j), (next_x, next_y) = passage.node, passage.direction
        if passage.over is not None:
            line = _Line((i, j), (dx, dy))
        elif next_x != dx:
            line = _Line((i - dx / 2, j), (0, dy))
        else:
            # half a step off the wall: between two walls a step apart a strand runs straight on
            line = _Line((i, j - dy / 2), (dx, 0))
        if line.direction != lines[-1].direction:
            lines.append(line)
        dx, dy = next_x, next_y
        if passage.over is not None:
            return [*lines, _Line((i, j), (dx, dy))]
    return lines


def _meeting(one: _Line, other: _Line) -> Point:
    (x, y), (dx, dy) = one.point, one.direction
    (p, q), (ex, ey) = other.point, other.direction
    along = ((p - x) * ey - (q - y) * ex) / (dx * ey - dy * ex)
    return x + along * dx, y + along * dy


class _Way(Struct, frozen=True):
    """The middle of a band: its two ends, the corners between, and the unit directions before and after each."""

    begin: Point
    corners: tuple[Point, ...]
    end: Point
    directions: tuple[Point, ...]


def _way(knot: Knot, node: Node) -> _Way:
    """Return the way of the strand that is over at a crossing, from the crossing before it to the one after it."""
    dx, dy = (1, 1) if is_over(node, (1, 1)) else (1, -1)
    ahead = _lines(knot, node, (dx, dy))
    behind = _lines(knot, node, (-dx, -dy))
    lines = [_Line(line.point, (-line.direction[0], -line.direction[1])) for line in reversed(behind[1:-1])]
    lines += ahead[:-1]
    joined = [lines[0], *[line for before, line in pairwise(lines) if line.direction != before.direction]]
    corners = tuple([_meeting(one, other) for one, other in pairwise(joined)])
    directions = tuple([_UNITS[line.direction] for line in joined])
    return _Way(behind[-1].point, corners, ahead[-1].point, directions)


class _Turn(Struct, frozen=True):
    """A turn of a way: its circle, the angle where it begins, how far it turns, clockwise if `side` is 1."""

    centre: Point
    radius: float
    start: float
    angle: float
    side: float


def _turns(way: _Way, weave: Weave) -> list[_Turn]:
    """Return the turns of a way."""
    turns = []
    for (x, y), (ux, uy), (vx, vy) in zip(way.corners, way.directions, way.directions[1:], strict=False):
        side = math.copysign(1.0, ux * vy - uy * vx)
        tangent, angle = (weave.turn, _EIGHTH) if ux * vx + uy * vy > 0.5 else (_SQUARE_TURN, _QUARTER)
        radius = tangent * _TO_RADIUS[angle]
        centre = (x - tangent * ux - side * radius * uy, y - tangent * uy + side * radius * ux)
        turns.append(_Turn(centre, radius, math.atan2(-side * ux, side * uy), angle, side))
    return turns


def run_edges(knot: Knot, node: Node, weave: Weave) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return the two edges of the band that is over at a crossing, both from its first end to its last, in steps.

    Args:
        knot: the knot.
        node: a crossing of it.
        weave: how the bands look.
    """
    way = _way(knot, node)
    turns = _turns(way, weave)
    return _edge(way, turns, weave, weave.half), _edge(way, turns, weave, -weave.half)


def _edge(way: _Way, turns: list[_Turn], weave: Weave, off: float) -> tuple[Segment, ...]:
    """Return the parallel of a way, `off` to its right, cut off along the edges of the bands that it goes under.

    The cut is parallel to the other band's edge, and so falls at another angle of the inner arc than of the outer.
    """
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
        segments += _curve(turn.centre, radius, turn.start + turn.side * before, turned, "L" if segments else "M")
    if late <= 0:
        (x, y), (ux, uy) = way.end, way.directions[-1]
        segments.append(("L", (x - cut * ux - off * uy, y - cut * uy + off * ux)))
    return tuple(segments)


def _curve(centre: Point, radius: float, start: float, turned: float, step: str) -> tuple[Segment, Segment]:
    """Return a step to the begin of an arc, and the arc, which turns clockwise where it turns by more than 0."""
    (x, y), end = centre, start + turned
    pull = 4 / 3 * math.tan(turned / 4) * radius
    ax, ay, bx, by = math.cos(start), math.sin(start), math.cos(end), math.sin(end)
    (x1, y1), (x2, y2) = (x + radius * ax, y + radius * ay), (x + radius * bx, y + radius * by)
    return (step, (x1, y1)), ("C", (x1 - pull * ay, y1 + pull * ax, x2 + pull * by, y2 - pull * bx, x2, y2))


@lru_cache(maxsize=32)
def draw_bands(knot: Knot, shown: tuple[Node, ...], weave: Weave) -> tuple[Path, ...]:
    """Return the bands that are over at some crossings, in steps, with the last part of a role each.

    "strand" is the bands as closed outlines; "edge" is their edges as open lines. They are kept, as a knot is shown at
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
