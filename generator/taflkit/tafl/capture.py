"""The captures of a move, one function a rule.

Captures are judged after the mover has arrived and from his square only, so a piece is never taken by its
own move: moving in between two enemies is safe (all five published descriptions say so or give the captures
to the mover).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from taflkit.tafl.rules import Manner, Masks, Rules
from taflkit.tafl.squares import Square

__all__ = ["CUSTODIANS", "Anvil", "Capture", "Rule", "custody", "king_closed_by", "king_manner", "name_capture"]

CUSTODIANS = 2
"""The pieces that take another by custody: the mover, and the anvil on the other side."""

AnvilKind = Literal["piece", "corner", "throne", "occupied-throne"]
Rule = Literal["custody", "surround"]


class Anvil(NamedTuple):
    """A square that closes a side of a captured piece.

    Attributes:
        kind: an enemy stands there, or an empty corner, the empty throne or the occupied throne serves as one.
    """

    square: Square
    kind: AnvilKind


class Capture(NamedTuple):
    """One piece taken by a move.

    Attributes:
        square: the square it stood on.
        rule: custody, between the mover and one anvil; or surround, with every side closed.
        against: the anvil of a custody; of a surround all squares around, the mover's among them.
    """

    square: Square
    rule: Rule
    against: tuple[Anvil, ...]


def custody(masks: Masks, target: int, enemies: int, anvils: int) -> Iterator[tuple[int, int]]:
    """Custodial capture: every enemy soldier beside the mover with an anvil on his other side.

    "Between two enemies in line" (all sources); "two or three at once" (Walker 2014, MacWhite 1946).

    Args:
        masks: the variant's masks.
        target: the index of the square the mover arrived on.
        enemies: the mask of enemy soldiers.
        anvils: the mask of the squares that may serve as the second enemy: friends who may capture, and hostile ones.

    Yields:
        The bit of each soldier taken, with the bit of his anvil.
    """
    near = enemies & masks.board.beside[target]
    if near:
        for beside, beyond in masks.board.custody[target]:
            if near & beside and anvils & beyond:
                yield beside, beyond


def king_closed_by(masks: Masks, rules: Rules, target: int, king: int, attackers: int, occupied: int) -> int:
    """Return the mask of the squares that close the king in when an attacker on `target` takes him, else 0.

    The king's own rule depends on where he stands: on the throne, beside it, at the edge or elsewhere.
    Hostile squares count against him while they are empty. Taken like any piece (Walker, MacWhite), the square beyond
    him, in line with the mover, closes him in; surrounded, every side there is must be closed: four attackers, or
    three at the edge (Masters), or three beside a hostile throne (Walker, Rich Games).

    Args:
        masks: the variant's masks.
        rules: the variant's flags.
        target: the index of the square the attacker arrived on.
        king: the king's bit, or 0.
        attackers: the mask of the attackers after the move.
        occupied: the mask of all pieces after the move.
    """
    if not king & masks.board.beside[target]:
        return 0
    closed = attackers | (masks.hostile_to_king & ~occupied)
    match king_manner(masks, rules, king):
        case "two":
            lines = masks.board.custody[target]
            return next((beyond for beside, beyond in lines if king & beside and closed & beyond), 0)
        case "surround":
            around = masks.board.beside[king.bit_length() - 1]
            return around if around & closed == around else 0
        case _:
            return 0


def king_manner(masks: Masks, rules: Rules, king: int) -> Manner:
    """Return how the king is taken where he stands; beside the throne comes before the edge."""
    if king & masks.throne:
        return rules.king_on_throne
    if king & masks.beside_throne:
        return rules.king_beside_throne
    return rules.king_at_edge if king & masks.board.edge else rules.king_elsewhere


def name_capture(masks: Masks, rule: Rule, taken: int, closing: int, pieces: int, king: int) -> Capture:
    """Name the rule and the squares of one capture.

    Args:
        masks: the variant's masks.
        rule: the rule that it was judged by.
        taken: the piece's bit.
        closing: the mask of the squares that close it in.
        pieces: the mask of the capturing side's pieces.
        king: the king's bit where his throne serves against his own men, or 0.
    """
    board = masks.board
    anvils = []
    for square in board.squares_of(closing):
        bit = board.bit(square)
        kind: AnvilKind = "piece" if bit & pieces else "throne" if bit & masks.throne else "corner"
        anvils.append(Anvil(square, "occupied-throne" if bit & king & ~pieces else kind))
    (square,) = board.squares_of(taken)
    return Capture(square, rule, tuple(anvils))
