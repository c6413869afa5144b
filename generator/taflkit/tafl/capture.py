"""The captures of a move, one function a rule.

Captures are judged after the mover has arrived and from his square only, so a piece is never taken by its
own move: moving in between two enemies is safe (all five published descriptions say so or give the captures
to the mover).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from taflkit.tafl.board import Square
from taflkit.tafl.rules import Manner, Masks, Rules

CUSTODIANS = 2
"""The pieces that take another by custody: the mover, and the anvil on the other side."""
SHORTEST_ROW = 2
"""The least enemies that a shieldwall takes."""

AnvilKind = Literal["piece", "corner", "throne", "occupied-throne"]
Rule = Literal["custody", "linnaean", "shieldwall", "surround"]


class Anvil(NamedTuple):
    """A square that closes a side of a captured piece: an enemy stands there, or the square serves as one."""

    square: Square
    kind: AnvilKind


class Capture(NamedTuple):
    """One piece taken by a move.

    Attributes:
        rule: custody, between the mover and one anvil; linnaean, against the throne that the king sits on between
            three attackers; shieldwall, in a row on an edge; or surround, with every side closed.
        against: the anvil of a custody; of a row the squares in front of all its pieces, the king too, and the two that
            close the ends, the mover's among them; of a surround all squares around, the mover's among them.
    """

    square: Square
    rule: Rule
    against: tuple[Anvil, ...]


def custody(masks: Masks, target: int, enemies: int, anvils: int) -> Iterator[tuple[int, int]]:
    """Yield the bits of every enemy soldier beside the mover with an anvil on his other side, and of that anvil.

    "Between two enemies in line" (all sources); "two or three at once" (Walker 2014, MacWhite 1946). The mover arrived
    on the square of index `target`; `anvils` are friends who may capture, and hostile squares.
    """
    near = enemies & masks.board.beside[target]
    if near:
        for beside, beyond in masks.board.custody[target]:
            if near & beside and anvils & beyond:
                yield beside, beyond


def serving_throne(masks: Masks, rules: Rules, attackers: int, defenders: int, king: int) -> int:
    """Return the mask of the throne where it serves against the king's own men although he sits on it, else 0.

    Always, by the flag `occupied_throne_hostile`; or, as Linnaeus has it (1732; presets of hnefatafl-rs and OpenTafl),
    against the defender on the fourth side while attackers hold the three others.
    """
    if rules.linnaean_capture and king & masks.throne:
        around = masks.beside_throne
        free = around & ~attackers
        if free and not free & (free - 1) and free & defenders:
            return masks.throne
    return masks.occupied_hostile_to_defenders & king


def shieldwall(
    masks: Masks, target: int, enemies: int, friends: int, corners: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """Yield the rows of two or more enemies side by side on an edge, each faced, with both ends closed.

    The Copenhagen rules (aagenielsen.dk) take a row at the edge that is bracketed; the mover closes one end, and both
    rows fall if the mover closes an end of two. A king may stand in a row.

    Args:
        masks: the variant's masks.
        target: the index of the square the mover arrived on.
        enemies: the mask of all enemies.
        friends: the mask of the pieces of the mover's side that may capture.
        corners: the mask of the empty corners that may close an end.

    Yields:
        The bits of a row's enemies from the mover on, each with the bit of the piece that faces him; and the bit
        that closes the row's other end.
    """
    for way in masks.board.rims[target]:
        row = []
        for bit, front in way:
            if bit & enemies and front & friends:
                row.append((bit, front))
                continue
            if len(row) >= SHORTEST_ROW and bit & (friends | corners):
                yield tuple(row), bit
            break


def king_closed_by(masks: Masks, rules: Rules, target: int, king: int, attackers: int, occupied: int) -> int:
    """Return the mask of the squares that close the king in when an attacker on `target` takes him, else 0.

    The king's own rule depends on where he stands: on the throne, beside it, at the edge or elsewhere.
    Hostile squares count against him while they are empty. Taken like any piece (Walker, MacWhite), the square beyond
    him, in line with the mover, closes him in; surrounded, every side there is must be closed: four attackers, or
    three at the edge (Masters), or three beside a hostile throne (Walker, Rich Games).

    `target` is the index of a square; the masks of attackers and of all pieces are those after the move.
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
    """Return the manner in which the king is taken where he stands; beside the throne comes before the edge."""
    if king & masks.throne:
        return rules.king_on_throne
    if king & masks.beside_throne:
        return rules.king_beside_throne
    return rules.king_at_edge if king & masks.board.edge else rules.king_elsewhere


def name_capture(masks: Masks, rule: Rule, taken: int, closing: int, pieces: int, king: int) -> Capture:
    """Name the squares of one capture: of the piece's bit `taken`, and of those that close it in.

    `pieces` is the mask of the capturing side; `king` the king's bit where his throne serves against his own men.
    """
    board = masks.board
    anvils = []
    for square in board.squares_of(closing):
        bit = board.bit(square)
        kind: AnvilKind = "piece" if bit & pieces else "throne" if bit & masks.throne else "corner"
        anvils.append(Anvil(square, "occupied-throne" if bit & king & ~pieces else kind))
    (square,) = board.squares_of(taken)
    return Capture(square, rule, tuple(anvils))
