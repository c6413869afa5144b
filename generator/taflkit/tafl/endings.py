"""The ends of a game, and those that the whole board decides: no way to the edge, and a fort on it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from taflkit.tafl.layout import Side
from taflkit.tafl.rules import Masks
from taflkit.tafl.squares import Board

__all__ = [
    "ENCIRCLED",
    "FORTIFIED",
    "KING_CAPTURED",
    "KING_ESCAPED",
    "Ending",
    "Outcome",
    "is_encircled",
    "is_exit_fort",
    "way_out",
]


class Ending(Enum):
    """Why a game ended, by the name that texts use."""

    KING_CAPTURED = "king-captured"
    KING_ESCAPED = "king-escaped"
    ENCIRCLEMENT = "encirclement"
    EXIT_FORT = "exit-fort"
    NO_MOVE = "no-move"
    REPETITION = "repetition"

    @property
    def words(self) -> str:
        """The end of the game in a clause."""
        return {
            Ending.KING_CAPTURED: "the king is captured",
            Ending.KING_ESCAPED: "the king has escaped",
            Ending.ENCIRCLEMENT: "the defenders are surrounded",
            Ending.EXIT_FORT: "the king is safe in a fort at the edge",
            Ending.NO_MOVE: "a side cannot move",
            Ending.REPETITION: "the position has come again too often",
        }[self]


class Outcome(NamedTuple):
    """The end of a game, and the side that has won, or None for a draw."""

    ending: Ending
    winner: Side | None


KING_CAPTURED = Outcome(Ending.KING_CAPTURED, Side.ATTACKERS)
KING_ESCAPED = Outcome(Ending.KING_ESCAPED, Side.DEFENDERS)
ENCIRCLED = Outcome(Ending.ENCIRCLEMENT, Side.ATTACKERS)
FORTIFIED = Outcome(Ending.EXIT_FORT, Side.DEFENDERS)
"""The ends that a move brings about by itself, whatever the moves before it."""


def is_encircled(board: Board, attackers: int, defenders: int, king: int) -> bool:
    """Whether no defender, the king included, stands on an edge square or could come to one through empty squares.

    The attackers win by a ring round all defenders (aagenielsen.dk: Copenhagen, Fetlar, sea battle ...). Corners and
    the throne count as passable, and the ring may be one that could be broken. Without a king nobody is surrounded.

    The masks are those after a move of the attackers.
    """
    inside = defenders | king
    if not king or inside & board.edge:
        return False
    reached = board.joined(board.edge & ~attackers, ~(attackers | inside))
    return not board.neighbours(reached) & inside


def way_out(board: Board, attackers: int, inside: int) -> int:
    """Return the mask of empty squares that make one shortest way from the enemies in a ring to the edge, 0 for none.

    Whoever closes the ring with one more piece must stand on this way. `inside` is the mask of the defenders and the
    king; of one who stands on the edge the way says nothing, since no ring closes round him.
    """
    empty = ~(attackers | inside)
    fronts = [board.neighbours(inside) & empty]
    reached = fronts[0]
    while fronts[-1] and not fronts[-1] & board.edge:
        fronts.append(board.neighbours(fronts[-1]) & empty & ~reached)
        reached |= fronts[-1]
    last = fronts[-1] & board.edge
    way = step = last & -last
    for front in reversed(fronts[:-1]):
        near = board.neighbours(step) & front
        step = near & -near
        way |= step
    return way


def is_exit_fort(masks: Masks, attackers: int, defenders: int, king: int) -> bool:
    """Whether the king stands on the edge in a fort that the attackers can never break, free to move in it.

    The Copenhagen rules (aagenielsen.dk) demand a king who touches the edge and is able to move, in a fort that the
    attackers cannot break. The inside is his square and all empty squares joined to it; no attacker is beside it. A
    defender of the wall cannot be taken if on both his axes one neighbour can never be an enemy: off the board, inside
    and not hostile, the king, or a defender of whom the same holds. The masks are those after a move of his side.
    """
    board = masks.board
    if not king & board.edge:
        return False
    empty = ~(attackers | defenders | king)
    inside = board.joined(king, empty)
    wall = board.neighbours(inside)
    if inside == king or wall & attackers:
        return False
    return not wall & defenders & ~_untakable(board, defenders, king | (inside & ~masks.hostile_to_soldiers))


def _untakable(board: Board, defenders: int, safe: int) -> int:
    """Return the greatest set of defenders each of whom has on both axes a safe square, one of the set or no square."""
    held = defenders
    while True:
        guards = held | safe
        north, east, south, west = (
            (guards << right >> left & inside) | ~inside for inside, left, right in board.shifts
        )
        left = held & (north | south) & (east | west)
        if left == held:
            return held
        held = left
