"""Where the numbers of moves and the signs of refused moves stand in a figure: clear of pieces and of one another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.curves import Point
from taflkit.drawing.grid import Grid
from taflkit.figures import Scene
from taflkit.parts.figures.signs import PIECE, QUARTERS, SIGN, along
from taflkit.sums import total
from taflkit.tafl import Refusal, Square, Turn

__all__ = ["Disc", "badge_places", "piece_discs", "sign_places"]

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
