"""The signs of figures: arrows, rings where they arrive, crosses behind captured pieces, dots, and no-entry signs.

Every sign is drawn on squares of a side in mm and keeps clear of the pieces, which have PIECE of that side. A captured
piece is smaller and shows whole before the arms of its cross; the sign of a refused move is a full disc with a bar, so
that neither is taken for the other, not in grey and not where they are small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.grid import Grid
from taflkit.drawing.shapes import Circle, Path, Point, Shape, arrow_head, line
from taflkit.figures import Scene
from taflkit.sums import total
from taflkit.tafl import Square

__all__ = [
    "PIECE",
    "TAKEN",
    "Disc",
    "badge_places",
    "draw_arrow",
    "draw_barred",
    "draw_reached",
    "draw_taken",
    "draw_target",
    "draw_way",
    "piece_discs",
    "sign_places",
]


PIECE = 0.78
"""The diameter of a piece in parts of a cell."""
TAKEN = 0.66
"""The diameter of a captured piece in parts of a cell."""
SIGN = 0.22
"""The radius of a no-entry sign in parts of a cell."""
QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a square, clockwise from the top left one."""
_TAIL = 0.55  # of a cell: from the middle of a piece to its arrow, whose light line is clear of it
_ARMS = 0.2, 0.4  # of a cell: the ends of the arms of a cross along each axis; they begin behind the piece
_BAR = 0.115  # of a cell: half the bar of a no-entry sign
_ROUND = 0.1  # of a cell: from the ways of refused moves to the pieces and signs they pass
_HEAD_ROUND = 0.03  # of a cell: the same from their heads
_LEAST = 0.2  # of a cell: the least of a way that is drawn between two gaps
_HEAD = 0.34  # of a cell: the head of an arrow
_WAY_HEAD = 0.2  # of a cell: the head of the way of a refused move
_BEFORE = 0.1  # of a cell: from the end of a way to its no-entry sign


def draw_taken(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arms of the cross behind a captured piece, which stays to be seen before it."""
    x, y = centre
    arms = tuple(
        (letter, (x + across * reach * cell, y + down * reach * cell))
        for across, down in QUARTERS
        for letter, reach in zip("ML", _ARMS, strict=True)
    )
    return (Path.of(arms, "figure.cross.casing"), Path.of(arms, "figure.cross"))


def draw_barred(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the sign of a place where a piece may not go: a full disc with a bar, on squares of a side in mm."""
    x, y = centre
    bar = line((x - _BAR * cell, y), (x + _BAR * cell, y), "figure.refused.bar")
    return (*(Circle(x, y, SIGN * cell, role) for role in ("figure.refused.casing", "figure.refused")), bar)


def draw_arrow(start: Point, end: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arrow of a move between the middles of two squares, with the ring where it arrives."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = _HEAD * cell
    tip = along(end, angle, 0.1 * cell)
    begin, stop = along(start, angle, _TAIL * cell), along(tip, angle, -0.6 * head)
    return (
        *draw_target(end, cell),
        line(begin, stop, "figure.arrow.casing"),
        line(begin, stop, "figure.arrow"),
        Path.of(arrow_head(tip, angle, head), "figure.arrow.head"),
    )


def draw_target(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the dashed ring of a square where a piece arrives, light below, so that it shows on dark squares."""
    return tuple(Circle(*centre, PIECE / 2 * cell, role) for role in ("figure.target.casing", "figure.target"))


def draw_reached(centre: Point, cell: float) -> Circle:
    """Return the dot of a square that a piece can go to."""
    return Circle(*centre, 0.13 * cell, "figure.reach")


def draw_way(start: Point, sign: Point, cell: float, passed: Sequence[tuple[Point, float]]) -> tuple[Shape, ...]:
    """Return the dashed arrow of a refused move from beside its piece to its sign, or nothing if no dash has room.

    Its start is the middle of a square; it stays clear of the passed pieces and signs, where it has gaps: of their
    middles and their radii in mm.
    """
    angle = math.atan2(sign[1] - start[1], sign[0] - start[0])
    head = _WAY_HEAD * cell
    begin, stop = _TAIL * cell, math.dist(start, sign) - (SIGN + _BEFORE) * cell
    tight = _gaps(start, angle, passed, _HEAD_ROUND * cell)
    if stop - head < PIECE / 2 * cell or any(low < stop and stop - head < high for low, high in tight):
        return ()
    # between the gaps, which come in order, is what is left of the way
    lines, last = [], stop - 0.6 * head
    for low, high in (*_gaps(start, angle, passed, _ROUND * cell), (last, last)):
        if min(low, last) - begin > _LEAST * cell:
            lines.append((along(start, angle, begin), along(start, angle, min(low, last))))
        begin = max(begin, high)
    if not lines:
        # a head alone would be taken for a mark of what it lies on
        return ()
    roles = ("figure.refused.way.casing", "figure.refused.way")
    dashes = (line(*ends, role) for role in roles for ends in lines)
    return (*dashes, Path.of(arrow_head(along(start, angle, stop), angle, head), "figure.refused.head"))


def _gaps(
    start: Point, angle: float, passed: Sequence[tuple[Point, float]], around: float
) -> list[tuple[float, float]]:
    """Return the stretches of a line, in mm from its start, that are nearer to discs than a distance."""
    gaps = []
    for centre, radius in passed:
        across, down = centre[0] - start[0], centre[1] - start[1]
        at = across * math.cos(angle) + down * math.sin(angle)
        beside = abs(down * math.cos(angle) - across * math.sin(angle))
        if beside < radius + around:
            half = math.sqrt((radius + around) ** 2 - beside**2)
            gaps.append((at - half, at + half))
    return sorted(gaps)


def along(point: Point, angle: float, distance: float) -> Point:
    """Return the point at a distance from another, by an angle in radians clockwise from the right."""
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


_CLEAR = 0.03  # of a cell: left free between a piece and a sign
_EDGE = 0.08  # of a cell: left free between a sign and the figure's edge
_LINE = 0.025  # of a cell: the line round a number's disc beyond it
_BADGES = 100.0  # the cost of a mm of another number below a number
_PIECES = 10.0  # the same of a piece
_OTHERS = 3.0  # the same of other marks


class Disc(NamedTuple):
    """A disc that others keep clear of: its middle, and its radius in mm."""

    centre: Point
    radius: float

    def overlap(self, other: Disc) -> float:
        """Return the mm that two discs reach into one another, 0 if they do not."""
        return max(0.0, self.radius + other.radius - math.dist(self.centre, other.centre))


def piece_discs(scene: Scene, grid: Grid) -> tuple[Disc, ...]:
    """Return the discs of all pieces of a figure."""
    return tuple(Disc(grid.centre(square), PIECE / 2 * grid.cell) for square in scene.before.pieces)


def sign_places(scene: Scene, grid: Grid) -> tuple[Disc, ...]:
    """Return the discs of the signs of refused moves, in their order.

    A sign stands on the square that the move goes to, one for all that go there; where a piece is there, before it or
    at a corner of its square.
    """
    pieces = piece_discs(scene, grid) if scene.refused else ()
    placed: list[Disc] = []

    def covered(disc: Disc) -> float:
        """Return the mm of other discs that a sign covers, and of its own outside the figure."""
        beyond = max(
            0.0,
            disc.radius - disc.centre[0] + grid.x,
            disc.radius - disc.centre[1] + grid.y,
            disc.centre[0] + disc.radius - grid.x - grid.width,
            disc.centre[1] + disc.radius - grid.y - grid.height,
        )
        return round(beyond + total(disc.overlap(other) for other in (*pieces, *placed)), 6)

    for refusal in scene.refused:
        start, end = grid.centre(refusal.move.origin), grid.centre(refusal.move.target)
        corners = [(end[0] + across * grid.cell / 2, end[1] + down * grid.cell / 2) for across, down in QUARTERS[1:]]
        places = sorted(corners, key=lambda corner: round(math.dist(corner, start), 6))
        if start != end:
            angle = math.atan2(start[1] - end[1], start[0] - end[0])
            before = along(end, angle, (PIECE / 2 + SIGN + _EDGE + _CLEAR) * grid.cell)
            places = [end, before, *places]
        discs = [Disc(at, (SIGN + _EDGE) * grid.cell) for at in places]
        placed.append(discs[0] if discs[0] in placed else min(discs, key=covered))
    return tuple(placed)


def badge_places(scene: Scene, grid: Grid, radius: float, signs: Sequence[Disc]) -> Iterator[Point]:
    """Yield where the number of each move stands: at a corner of the square where it starts, inside the figure.

    Several moves from one square would crowd their numbers round the piece; these stand where the moves end. The
    numbers' discs have a radius in mm, and keep clear of the other signs.
    """
    origins = [turn.move.origin for turn in scene.turns]
    placed: list[Disc] = []
    marks, cell = [*signs], grid.cell
    for turn in scene.turns:
        # so close to one another that a number between two of them would cover the arrow
        start, end = grid.centre(turn.move.origin), grid.centre(turn.move.target)
        angle, long = math.atan2(end[1] - start[1], end[0] - start[0]), math.dist(start, end)
        steps = range(math.ceil(2 * long / cell) + 1)
        marks += [Disc(along(start, angle, min(long, step * cell / 2)), 0.15 * cell) for step in steps]
    for x, y in map(grid.centre, scene.captured):
        marks += [Disc((x + a * 0.37 * cell, y + d * 0.37 * cell), 0.08 * cell) for a, d in QUARTERS]
    for _, targets in scene.reach:
        marks += [Disc(grid.centre(square), 0.13 * cell) for square in targets]
    weights = ((placed, _BADGES), (piece_discs(scene, grid), _PIECES), (marks, _OTHERS))

    def cost(disc: Disc) -> float:
        return round(total(weight * total(disc.overlap(other) for other in others) for others, weight in weights), 6)

    for turn in scene.turns:
        ends = turn.move.origin, turn.move.target
        several = origins.count(turn.move.origin) > 1
        placed.append(min(_corners(ends[several], ends[not several], grid, radius), key=cost))
        yield placed[-1].centre


def _corners(square: Square, other: Square, grid: Grid, radius: float) -> Iterator[Disc]:
    """Yield the places for a number, the best first: round a square, and then round the other end of the move.

    At the figure's edge it is moved inside, and along the edge, clear of the piece.
    """
    clear = (PIECE / 2 + _CLEAR) * grid.cell + radius
    offset = min(0.5 * grid.cell, clear / math.sqrt(2))
    for there in (square, other):
        x, y = grid.centre(there)
        for across, down in QUARTERS:
            inside = _inside((x + across * offset, y + down * offset), grid, radius)
            aside, below = abs(inside[0] - x), abs(inside[1] - y)
            if below < offset:
                inside = (x + across * math.sqrt(clear * clear - below * below), inside[1])
            elif aside < offset:
                inside = (inside[0], y + down * math.sqrt(clear * clear - aside * aside))
            yield Disc(_inside(inside, grid, radius), radius)


def _inside(at: Point, grid: Grid, radius: float) -> Point:
    """Return the nearest place for a disc in a figure, with the line round it."""
    far = radius + _LINE * grid.cell
    return (
        min(max(at[0], grid.x + far), grid.x + grid.width - far),
        min(max(at[1], grid.y + far), grid.y + grid.height - far),
    )
