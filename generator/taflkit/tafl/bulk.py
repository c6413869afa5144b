"""The last ply of a node count, counted by masks instead of played.

In each direction a square is reached by one piece at the most, the nearest behind it, so that the moves of a side are
as many as the squares its pieces reach in the four directions. A capture depends on the square of arrival alone: no
square that the mover left or passed can be the anvil behind the piece he takes, which would have stood in his way. So
captures are the squares of arrival that lie beside an enemy with an anvil behind him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from taflkit.tafl.capture import king_manner
from taflkit.tafl.layout import Side
from taflkit.tafl.position import Position
from taflkit.tafl.rules import Passage
from taflkit.tafl.squares import Board

__all__ = ["Leaves", "count_leaves"]

_ATTACKERS = Side.ATTACKERS


class Leaves(NamedTuple):
    """The counts of the last ply; see `Counts`."""

    nodes: int
    attacker_wins: int
    defender_wins: int
    captured: int


def count_leaves(position: Position) -> Leaves:
    """Count the moves of the side to move, with their captures and wins."""
    if position.to_move is _ATTACKERS:
        return _attackers(position)
    return _defenders(position)


def _attackers(position: Position) -> Leaves:
    masks = position.variant.masks
    board = masks.board
    occupied = position.attackers | position.defenders | position.king
    landings = _landings(board, position.attackers, occupied, masks.soldier, board.size)
    anvils = position.attackers | (masks.hostile_to_soldiers & ~occupied) | (masks.custody_of_throne & position.king)
    captured = _captures(board, landings, position.defenders, anvils)
    wins = 0
    taking = _taking_king(position, occupied)
    if taking:
        for landing in landings:
            wins += (landing & taking).bit_count()
    return Leaves(_count(landings), wins, 0, captured + wins)


def _defenders(position: Position) -> Leaves:
    masks, rules = position.variant.masks, position.variant.rules
    board, king = masks.board, position.king
    occupied = position.attackers | position.defenders | king
    soldiers = _landings(board, position.defenders, occupied, masks.soldier, board.size)
    kings = _landings(board, king, occupied, masks.king, 1 if rules.king_move == "step" else board.size)
    friends = position.defenders | king if rules.king_armed else position.defenders
    anvils = friends | (masks.hostile_to_soldiers & ~occupied)
    takers = (*soldiers, *kings) if rules.king_armed else soldiers
    captured = _captures(board, takers, position.attackers, anvils)
    goal = masks.goal
    wins = sum((landing & goal).bit_count() for landing in kings)
    if king & goal:
        # a king who stands where he wins has won with every move of his men
        wins += _count(soldiers)
    return Leaves(_count(soldiers) + _count(kings), 0, wins, captured)


def _count(landings: Sequence[int]) -> int:
    return sum(landing.bit_count() for landing in landings)


def _landings(board: Board, movers: int, occupied: int, passage: Passage, farthest: int) -> list[int]:
    """Return for each direction the mask of the squares that pieces of a kind can move to.

    Args:
        board: the board.
        movers: the mask of the pieces.
        occupied: the mask of all pieces.
        passage: the special squares of the kind.
        farthest: how many squares they may go.
    """
    free, land, on = ~(occupied | passage.stop), ~passage.skip, ~passage.halt
    found = []
    for inside, left, right in board.shifts:
        front, landed = (movers & inside) << left >> right & free, 0
        steps = farthest
        while front:
            landed |= front & land
            steps -= 1
            if not steps:
                break
            front = (front & inside & on) << left >> right & free
        found.append(landed)
    return found


def _captures(board: Board, landings: Sequence[int], enemies: int, anvils: int) -> int:
    """Return how many soldiers all moves together capture between the mover and an anvil."""
    total = 0
    for inside, left, right in board.shifts:
        # enemies with an anvil behind them in this direction, and the squares before them
        taken = enemies & inside & (anvils << right >> left)
        if taken:
            at = taken << right >> left & inside
            for landing in landings:
                if landing & at:
                    total += (landing & at).bit_count()
    return total


def _taking_king(position: Position, occupied: int) -> int:
    """Return the mask of the squares on which an attacker who arrives takes the king."""
    masks, king = position.variant.masks, position.king
    if not king:
        return 0
    board = masks.board
    closed = position.attackers | (masks.hostile_to_king & ~occupied)
    around = board.beside[king.bit_length() - 1]
    if not around & closed:
        return 0
    match king_manner(masks, position.variant.rules, king):
        case "two":
            return _opposite(board, king, closed)
        case "surround":
            lacking = around & ~closed
            # the mover closes one side; with all closed he arrives on a square that was hostile before
            return 0 if lacking & (lacking - 1) else lacking or around
        case _:
            return 0


def _opposite(board: Board, king: int, closed: int) -> int:
    """Return the squares beside the king with a closed one on his other side."""
    found = 0
    for inside, left, right in board.shifts:
        if (king & inside) << left >> right & closed:
            found |= king << right >> left & inside
    return found
