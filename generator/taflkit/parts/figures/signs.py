"""The signs of figures: arrows, rings where they arrive, crosses behind captured pieces, dots, and no-entry signs.

Every sign is drawn on squares of a side in mm and keeps clear of the pieces, which have PIECE of that side. A captured
piece is smaller and shows whole before the arms of its cross; the sign of a refused move is a full disc with a bar, so
that neither is taken for the other, not in grey and not where they are small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.curves import Point, arrow_head, line
from taflkit.drawing.grid import Grid
from taflkit.drawing.shapes import Circle, Path, Shape
from taflkit.figures import Scene
from taflkit.sums import total
from taflkit.tafl import Refusal, Square, Turn

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


PIECE, TAKEN = 0.78, 0.66
"""The diameter of a piece, and of one that is captured, in parts of a cell."""
SIGN = 0.22
"""The radius of a no-entry sign in parts of a cell."""
QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a square, clockwise from the top left one."""
_TAIL = 0.55
"""Where arrows begin, in parts of a cell from the middle of the piece: the light line round them is clear of it."""
_ARMS = 0.2, 0.4
"""Where the arms of a cross begin, behind the piece, and how far they reach along each axis, in parts of a cell."""
_BAR = 0.115
"""Half the bar of a no-entry sign, in parts of a cell."""
_ROUND, _HEAD_ROUND = 0.1, 0.03
"""How far the ways of refused moves, and their heads, stay from the pieces and signs they pass, in parts of a cell."""
_LEAST = 0.2
"""The least of a way that is drawn between two gaps, in parts of a cell."""
_HEAD, _WAY_HEAD = 0.34, 0.2
"""The heads of arrows, and of the ways of refused moves, in parts of a cell."""
_BEFORE = 0.1
"""How far before its no-entry sign a way ends, in parts of a cell."""


def draw_taken(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arms of the cross behind a captured piece, which stays to be seen before it.

    Args:
        centre: of the square.
        cell: the side of the square in mm.
    """
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

    Args:
        start: the middle of the square where it begins.
        sign: the middle of its sign.
        cell: the side of a square in mm.
        passed: the middles and the radii in mm of pieces and signs that it stays clear of, where it has a gap.
    """
    angle = math.atan2(sign[1] - start[1], sign[0] - start[0])
    head = _WAY_HEAD * cell
    begin, stop = _TAIL * cell, math.dist(start, sign) - (SIGN + _BEFORE) * cell
    tight = _gaps(start, angle, passed, _HEAD_ROUND * cell)
    if stop - head < PIECE / 2 * cell or any(low < stop and stop - head < high for low, high in tight):
        return ()
    lines = [
        (along(start, angle, low), along(start, angle, high))
        for low, high in _between(begin, stop - 0.6 * head, _gaps(start, angle, passed, _ROUND * cell))
        if high - low > _LEAST * cell
    ]
    if not lines:
        # a head alone would be taken for a mark of what it lies on
        return ()
    roles = ("figure.refused.way.casing", "figure.refused.way")
    dashes = (line(*ends, role) for role in roles for ends in lines)
    return (*dashes, Path.of(arrow_head(along(start, angle, stop), angle, head), "figure.refused.head"))


def _gaps(
    start: Point, angle: float, passed: Sequence[tuple[Point, float]], around: float
) -> list[tuple[float, float]]:
    """Return from where to where, in mm from its start, a line is nearer to discs than a distance."""
    gaps = []
    for centre, radius in passed:
        across, down = centre[0] - start[0], centre[1] - start[1]
        at = across * math.cos(angle) + down * math.sin(angle)
        beside = abs(down * math.cos(angle) - across * math.sin(angle))
        if beside < radius + around:
            half = math.sqrt((radius + around) ** 2 - beside**2)
            gaps.append((at - half, at + half))
    return sorted(gaps)


def _between(begin: float, stop: float, gaps: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield what is left of a stretch without some gaps, which come in order."""
    for low, high in gaps:
        if low > begin:
            yield begin, min(low, stop)
        begin = max(begin, high)
        if begin >= stop:
            return
    if begin < stop:
        yield begin, stop


def along(point: Point, angle: float, distance: float) -> Point:
    """Return the point at a distance from another, by an angle in radians clockwise from the right."""
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


_CLEAR = 0.03
"""What is left free between a piece and a sign, in parts of a cell."""
_EDGE = 0.08
"""What is left free between a sign and the figure's edge, in parts of a cell."""
_LINE = 0.025
"""How far the line round a number's disc may reach beyond it, in parts of a cell."""
_BADGES, _PIECES, _OTHERS = 100.0, 10.0, 3.0
"""What it costs a number to stand over a mm of another one, of a piece, and of other marks."""


class Disc(NamedTuple):
    """A disc that others keep clear of: its middle, and its radius in mm."""

    centre: Point
    radius: float

    def overlap(self, other: Disc) -> float:
        """Return how far two discs reach into one another in mm, 0 if they do not."""
        return max(0.0, self.radius + other.radius - math.dist(self.centre, other.centre))


def piece_discs(scene: Scene, grid: Grid) -> tuple[Disc, ...]:
    """Return the discs of all pieces of a figure."""
    return tuple(Disc(grid.centre(square), PIECE / 2 * grid.cell) for square in scene.before.pieces)


def sign_places(scene: Scene, grid: Grid) -> tuple[Disc, ...]:
    """Return the discs of the signs of refused moves, in their order.

    A sign stands on the square that the move goes to, one for all that go there; where a piece is there, before it or
    at a corner of its square.
    """
    if not scene.refused:
        return ()
    pieces = piece_discs(scene, grid)
    placed: list[Disc] = []
    for refusal in scene.refused:
        found = [Disc(at, (SIGN + _EDGE) * grid.cell) for at in _signs_of(refusal, grid)]
        same = found[0] in placed
        placed.append(found[0] if same else min(found, key=lambda disc: _covered(disc, pieces, placed, grid)))
    return tuple(placed)


def _covered(disc: Disc, pieces: Sequence[Disc], others: Sequence[Disc], grid: Grid) -> float:
    """Return how much a sign covers, and how far it leaves the figure, in mm."""
    beyond = max(
        0.0,
        disc.radius - disc.centre[0] + grid.x,
        disc.radius - disc.centre[1] + grid.y,
        disc.centre[0] + disc.radius - grid.x - grid.width,
        disc.centre[1] + disc.radius - grid.y - grid.height,
    )
    return round(beyond + total(disc.overlap(other) for other in (*pieces, *others)), 6)


def _signs_of(refusal: Refusal, grid: Grid) -> Iterator[Point]:
    """Yield the places for the sign of a refused move, the best first."""
    start, end = grid.centre(refusal.move.origin), grid.centre(refusal.move.target)
    if start != end:
        yield end
        angle = math.atan2(start[1] - end[1], start[0] - end[0])
        yield along(end, angle, (PIECE / 2 + SIGN + _EDGE + _CLEAR) * grid.cell)
    corners = [(end[0] + across * grid.cell / 2, end[1] + down * grid.cell / 2) for across, down in QUARTERS[1:]]
    yield from sorted(corners, key=lambda corner: round(math.dist(corner, start), 6))


def badge_places(scene: Scene, grid: Grid, radius: float, signs: Sequence[Disc]) -> Iterator[Point]:
    """Yield where the number of each move stands: at a corner of the square where it starts, inside the figure.

    Several moves from one square would crowd their numbers round the piece; these stand where the moves end.

    Args:
        scene: with the moves.
        grid: where squares lie.
        radius: of the numbers' discs in mm.
        signs: the discs of the other signs.
    """
    origins = [turn.move.origin for turn in scene.turns]
    pieces = piece_discs(scene, grid)
    marks = [*signs, *_marks(scene, grid)]
    placed: list[Disc] = []
    for turn in scene.turns:
        ends = turn.move.origin, turn.move.target
        several = origins.count(turn.move.origin) > 1
        best = min(
            _corners(ends[several], ends[not several], grid, radius),
            key=lambda disc: _cost(disc, placed, pieces, marks),
        )
        placed.append(best)
        yield best.centre


def _cost(disc: Disc, badges: Sequence[Disc], pieces: Sequence[Disc], marks: Sequence[Disc]) -> float:
    parts = (badges, _BADGES), (pieces, _PIECES), (marks, _OTHERS)
    return round(total(weight * total(disc.overlap(other) for other in others) for others, weight in parts), 6)


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


def _marks(scene: Scene, grid: Grid) -> Iterator[Disc]:
    """Yield discs for the arrows, the crosses and the dots of a figure."""
    for turn in scene.turns:
        yield from _beads(turn, grid)
    for square in scene.captured:
        x, y = grid.centre(square)
        yield from (Disc((x + a * 0.37 * grid.cell, y + d * 0.37 * grid.cell), 0.08 * grid.cell) for a, d in QUARTERS)
    for _, targets in scene.reach:
        yield from (Disc(grid.centre(square), 0.13 * grid.cell) for square in targets)


def _beads(turn: Turn, grid: Grid) -> Iterator[Disc]:
    """Yield discs on the arrow of a move, so close that a number between two of them would cover the line."""
    start, end = grid.centre(turn.move.origin), grid.centre(turn.move.target)
    angle, long = math.atan2(end[1] - start[1], end[0] - start[0]), math.dist(start, end)
    for number in range(math.ceil(2 * long / grid.cell) + 1):
        yield Disc(along(start, angle, min(long, number * grid.cell / 2)), 0.15 * grid.cell)
