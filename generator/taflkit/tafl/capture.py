"""What a move captures, one function a rule.

All of it is judged after the mover has arrived and from his square only, so a piece is never taken by its
own move: moving in between two enemies is safe (all five published descriptions say so or give the captures
to the mover).
"""

from __future__ import annotations

from taflkit.tafl.rules import Manner, Masks, Rules

__all__ = ["king_taken", "soldiers_taken"]


def soldiers_taken(masks: Masks, target: int, enemies: int, anvils: int) -> int:
    """Custodial capture: every enemy soldier beside the mover with an anvil on his other side.

    "Between two enemies in line" (all sources); "two or three at once" (Walker 2014, MacWhite 1946).

    Args:
        masks: the variant's masks.
        target: the index of the square the mover arrived on.
        enemies: the mask of enemy soldiers.
        anvils: the mask of what may serve as the second enemy: friends who may capture, and hostile squares.

    Returns:
        The mask of the soldiers taken.
    """
    near = enemies & masks.board.beside[target]
    if not near:
        return 0
    taken = 0
    for beside, beyond in masks.board.custody[target]:
        if near & beside and anvils & beyond:
            taken |= beside
    return taken


def king_taken(masks: Masks, rules: Rules, target: int, king: int, attackers: int, occupied: int) -> bool:
    """Whether an attacker that arrived on `target` takes the king.

    The king's own rule depends on where he stands: on the throne, beside it, at the edge or elsewhere.
    Hostile squares count against him while they are empty.

    Args:
        masks: the variant's masks.
        rules: the variant's flags.
        target: the index of the square the attacker arrived on.
        king: the king's bit, or 0.
        attackers: the mask of the attackers after the move.
        occupied: the mask of all pieces after the move.
    """
    if not king & masks.board.beside[target]:
        return False
    manner = _manner(masks, rules, king)
    closed = attackers | (masks.hostile_to_king & ~occupied)
    if manner == "two":
        return _between_two(masks, target, king, closed)
    return manner == "surround" and _surrounded(masks, king, closed)


def _manner(masks: Masks, rules: Rules, king: int) -> Manner:
    """How the king is taken where he stands; beside the throne comes before the edge."""
    if king & masks.throne:
        return rules.king_on_throne
    if king & masks.beside_throne:
        return rules.king_beside_throne
    return rules.king_at_edge if king & masks.board.edge else rules.king_elsewhere


def _between_two(masks: Masks, target: int, king: int, closed: int) -> bool:
    """Taken like any piece: the square beyond him, in line with the mover, is closed (Walker, MacWhite)."""
    return any(king & beside and closed & beyond for beside, beyond in masks.board.custody[target])


def _surrounded(masks: Masks, king: int, closed: int) -> bool:
    """Every side there is must be closed.

    Four attackers, or three at the edge (Masters), or three beside a hostile throne (Walker, Rich Games).
    """
    around = masks.board.beside[king.bit_length() - 1]
    return around & closed == around
