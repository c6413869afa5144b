"""Write tests/data/endings.txt: for every ruleset, a short whole game for each way that a game of it can end.

Both sides play towards the ending. The search goes ply by ply and keeps the most promising positions of each (a beam,
with ties drawn from a fixed seed), so the games are short, if not the shortest, and every run finds the same ones.
Run it after changing a ruleset of tests/support/variants.py, or with names of rulesets to see theirs alone:

    .venv/bin/python scripts/find_endings.py [RULESET ...]
"""

from __future__ import annotations

import heapq
import random
import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from taflkit.errors import IllegalMove
from taflkit.tafl import (
    KING_CAPTURED,
    KING_ESCAPED,
    BoardLayout,
    DrawClaim,
    Game,
    Move,
    Position,
    Side,
    Square,
    Turn,
    Variant,
    write_turn,
)
from taflkit.tafl.sanity import least_attackers

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = ROOT / "tests" / "support" / "variants.py"
TARGET = ROOT / "tests" / "data" / "endings.txt"
SEED, LONGEST = 1, 60
WIDTHS = (60, 600, 4000)
"""Positions kept of each ply; the next is tried where one finds nothing."""

HEADER = """\
# Whole games of Brandub from the start, one a line: the ruleset (as tests/support/variants.py names it), the ending and
# the moves with what they capture, the king included. tests/tafl/test_endings.py replays them. Both sides play towards
# the ending: the games are short, not good. Written by scripts/find_endings.py; do not edit.
#
# throne, beside-throne, beside-corner, edge, elsewhere: the king is taken there (edge is the rest of it)
# escape-corner, escape-edge: the king reaches his goal, a corner or the edge
# repetition: the third occurrence of a position with the same side to move; a draw may be claimed
# no-move-attackers, no-move-defenders: that side has no legal move; a draw may be claimed
"""


class Line(NamedTuple):
    """A position in the search, and how it was come to."""

    position: Position
    turn: Turn | None = None
    before: Line | None = None

    def turns(self) -> list[Turn]:
        """Return the turns from the start."""
        found, line = [], self
        while line.turn is not None and line.before is not None:
            found.append(line.turn)
            line = line.before
        return found[::-1]


class Aim(NamedTuple):
    """An ending to be found.

    Attributes:
        ends: whether a turn that wins the game makes this ending.
        stuck: the side that shall have no move, if that is the ending.
        worth: how promising a position is, or None where the ending is out of reach.
    """

    ends: Callable[[Turn, Position], bool]
    stuck: Side | None
    worth: Callable[[Position], float | None]


def places(layout: BoardLayout) -> dict[str, int]:
    """Return the squares where a king may be taken, as masks by the ending's name."""
    board = layout.board
    throne = board.bit(layout.throne)
    beside_throne = board.beside[board.index(layout.throne)]
    corners = board.mask(layout.corners)
    beside_corner = 0
    for corner in layout.corners:
        beside_corner |= board.beside[board.index(corner)]
    edge = board.edge & ~corners & ~beside_corner
    whole = board.mask(board.squares)
    elsewhere = whole & ~(throne | beside_throne | board.edge)
    return {
        "throne": throne,
        "beside-throne": beside_throne,
        "beside-corner": beside_corner,
        "edge": edge,
        "elsewhere": elsewhere,
    }


def taken(variant: Variant, place: int) -> Aim:
    """The king is taken on one of some squares."""
    masks = variant.masks
    board = masks.board

    def ends(turn: Turn, before: Position) -> bool:
        return turn.outcome == KING_CAPTURED and bool(before.king & place)

    def worth(position: Position) -> float | None:
        if not position.king & place:
            # from the throne he need not come back, and may not under some rules
            return None if place == masks.throne else 0
        around = board.beside[position.king.bit_length() - 1]
        closed = position.attackers | (masks.hostile_to_king & ~position.occupied)
        held = (around & position.defenders).bit_count()
        return 1 + 2 * (around & closed).bit_count() - held

    return Aim(ends, None, worth)


def escaped(place: int) -> Aim:
    """The king wins on one of some squares."""

    def ends(turn: Turn, _: Position) -> bool:
        return turn.outcome == KING_ESCAPED and bool(turn.after.king & place)

    def worth(position: Position) -> float:
        king = king_square(position)
        return -min(map(partial(distance, king), position.variant.layout.board.squares_of(place)))

    return Aim(ends, None, worth)


def stuck(side: Side) -> Aim:
    """A side has no move."""

    def worth(position: Position) -> float | None:
        moves = len(position.with_to_move(side).legal_moves())
        if side is Side.ATTACKERS:
            return -20 * position.attackers.bit_count() - moves
        # to be hemmed in and not taken, the king has the last of his men beside him, at the edge best of all
        men = position.defenders.bit_count()
        if not men:
            return None
        king = king_square(position)
        board = position.variant.layout.board
        near = sorted(map(partial(distance, king), board.squares_of(position.attackers)))[:4]
        far = sum(near) + sum(map(partial(distance, king), board.squares_of(position.defenders)))
        return -30 * men - moves - far + 10 * bool(position.king & board.edge)

    return Aim(lambda *_: False, side, worth)


def distance(one: Square, other: Square) -> int:
    """Return how many steps two squares are from each other."""
    return abs(one.file - other.file) + abs(one.rank - other.rank)


def king_square(position: Position) -> Square:
    """Return where the king stands."""
    return position.variant.layout.board.squares_of(position.king)[0]


def search(variant: Variant, aim: Aim, width: int) -> list[Turn] | None:
    """Return the turns of a game that ends so, or None."""
    chance = random.Random(SEED)  # noqa: S311
    start = Position.start(variant)
    seen, kept = {start}, [Line(start)]
    for _ in range(LONGEST):
        found: list[tuple[float, float, Line]] = []
        for line in kept:
            moves = line.position.legal_moves()
            if not moves and line.position.to_move is aim.stuck:
                return line.turns()
            for move in moves:
                turn = line.position.play(move)
                if turn.outcome is not None:
                    if aim.ends(turn, line.position):
                        return Line(turn.after, turn, line).turns()
                    continue
                worth = None if turn.after in seen else aim.worth(turn.after)
                if worth is not None:
                    seen.add(turn.after)
                    found.append((worth, chance.random(), Line(turn.after, turn, line)))
        kept = [line for _, _, line in heapq.nlargest(width, found, key=lambda each: each[:2])]
    return None


def repetition(variant: Variant) -> tuple[Turn, ...]:
    """Return a game in which both sides move there and back until the start has been there three times."""
    start = Game.start(variant)
    for away in start.position.legal_moves():
        for reply in start.play(away).position.legal_moves():
            game = start
            try:
                for move in (away, reply, back(away), back(reply)) * 2:
                    game = game.play(move)
            except IllegalMove:  # a piece was captured, or may not go back
                continue
            if game.claim is DrawClaim.REPETITION:
                return game.turns
    raise SystemExit(f"{variant.name}: no moves there and back")


def back(move: Move) -> Move:
    """Return the move that takes another back."""
    return Move(move.target, move.origin)


def aims(variant: Variant) -> Iterator[tuple[str, Aim]]:
    """Yield the endings that the ruleset has, by name."""
    board, goal = variant.layout.board, variant.masks.goal
    corners = board.mask(variant.layout.corners)
    for name, place in places(variant.layout).items():
        squares = board.squares_of(place & ~goal)
        if any(least_attackers(variant, square) for square in squares):
            yield name, taken(variant, place)
    # to a corner he comes along the edge: where that is the goal, he has won before
    escape = "escape-corner" if goal == corners else "escape-edge"
    yield escape, escaped(goal & ~corners or corners)
    for side in Side:
        yield f"no-move-{side.value}", stuck(side)


def endings(variant: Variant) -> Iterator[tuple[str, Sequence[Turn]]]:
    """Yield every ending of a ruleset with a game.

    Raises:
        SystemExit: no game was found.
    """
    for name, aim in aims(variant):
        games = (search(variant, aim, width) for width in WIDTHS)
        game = next((game for game in games if game), None)
        if game is None:
            raise SystemExit(f"{variant.name} {name}: no game found")
        yield name, game
    yield "repetition", repetition(variant)


def main(names: list[str]) -> None:
    """Write the file, or print the games of some rulesets."""
    tests = runpy.run_path(str(VARIANTS))
    lines = []
    for name in names or tests["ALL_RULES"]:
        variant = Variant("brandub", name, tests["BRANDUB"], tests["ALL_RULES"][name], {})
        for ending, turns in endings(variant):
            lines.append(f"{name} {ending} {' '.join(map(write_turn, turns))}")
            print(lines[-1], flush=True)
    if not names:
        TARGET.write_text(HEADER + "\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
