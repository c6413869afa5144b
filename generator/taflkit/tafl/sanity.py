"""Rules that contradict one another, and games that a side can never win, found by playing them.

Not imported with the rest of the game: only a check of rules needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from taflkit.tafl.board import BoardLayout, Move, Piece, Side, Square
from taflkit.tafl.position import KING_CAPTURED, Position
from taflkit.tafl.rules import Rules, Variant


class Clash(NamedTuple):
    """Names of flags that contradict one another, or the layout, with their values as a ruleset's file writes them."""

    flags: tuple[str, ...]
    values: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        """Return a line with the flags as a ruleset's file writes them."""
        written = (f"{flag} = {value}" for flag, value in zip(self.flags, self.values, strict=True))
        return f"{', '.join(written)}: {self.why}"


def contradictions(rules: Rules, layout: BoardLayout) -> tuple[str, ...]:
    """Return the flags that contradict one another, or the layout, a line each: see `clashes`."""
    return tuple(map(str, clashes(rules, layout)))


def clashes(rules: Rules, layout: BoardLayout) -> tuple[Clash, ...]:
    """Return the flags that contradict one another, or the layout.

    A flag that merely never comes to bear is none, such as a hostile corner on a board without corners: every
    ruleset has a value for every flag.
    """
    corner_goal = rules.goal == "corner"
    clashing = []
    if corner_goal and not layout.corners:
        clashing.append(_clash("the board has no corners", rules, "goal"))
    if corner_goal and rules.corner_landing == "nobody":
        clashing.append(_clash("the king wins on a corner and may not stop there", rules, "goal", "corner_landing"))
    if corner_goal and rules.corner_landing == "anybody" and 0 < len(layout.corners) <= layout.count(Piece.ATTACKER):
        why = "attackers may stop on every corner, where nothing takes them, and keep the king from winning"
        clashing.append(_clash(why, rules, "goal", "corner_landing"))
    if (rules.throne_crossing, rules.throne_landing, rules.king_move) == ("king", "nobody", "step"):
        why = "the king, who alone may cross the throne, goes one step and may not stop on it"
        clashing.append(_clash(why, rules, "throne_crossing", "throne_landing", "king_move"))
    of_throne = [flag for flag, value in without_throne(rules).items() if getattr(rules, flag) != value]
    if of_throne and not layout.throne_marked:
        why = "the throne is a square like any other, and this makes it another than the rest"
        clashing.append(_clash(why, rules, *of_throne))
    if not Position.start(Variant("", "", layout, rules, {})).can_move:
        clashing.append(_clash("they have no move at the start", rules, "first_move"))
    return tuple(clashing)


def without_throne(rules: Rules) -> Mapping[str, str | bool]:
    """Return the flags that speak of the throne, with the values by which it differs from no other square."""
    return {
        "throne_landing": "anybody",
        "throne_crossing": "anybody",
        "throne_hostile_to_soldiers": False,
        "throne_hostile_to_king": False,
        "occupied_throne_hostile": False,
        "king_on_throne": rules.king_elsewhere,
        "king_beside_throne": rules.king_elsewhere,
        "linnaean_capture": False,
    }


def _clash(why: str, rules: Rules, *flags: str) -> Clash:
    return Clash(flags, tuple(str(getattr(rules, flag)).lower() for flag in flags), why)


def never_wins(variant: Variant, side: Side) -> str | None:
    """Return why a side can never win, or None where it can.

    The attackers can if, on a square that the king can come to, as many attackers as there are take him in some
    arrangement. The defenders can if the king comes to a goal on the empty board. The engine decides both.
    """
    masks = variant.masks
    board, goal = masks.board, masks.goal
    reached = left = board.bit(variant.layout.throne)
    while left:
        king = left & -left
        moves = [] if king & goal else Position(variant, 0, 0, king, Side.DEFENDERS).legal_moves()
        new = board.mask(move.target for move in moves) & ~reached
        reached |= new
        left = (left ^ king) | new
    if side is Side.DEFENDERS:
        if reached & goal:
            return None
        squares = ", ".join(map(str, board.squares_of(goal)))
        if not squares:
            return "there is no corner for the king to reach"
        return f"the king may stop on none of the squares where he would win: {squares}"
    # one square of each kind: the king is taken alike on all that have alike neighbours
    kinds: dict[tuple[object, ...], Square] = {}
    for square in board.squares_of(reached & ~goal):
        bit = board.bit(square)
        sides = [1 << line[0] if line else 0 for line in board.lines[board.index(square)]]
        beside = tuple(
            (not near, bool(near & masks.soldier.barred), bool(near & masks.hostile_to_king)) for near in sides
        )
        kinds.setdefault((bit == masks.throne, bool(bit & masks.beside_throne), beside), square)
    needed = [least for square in kinds.values() if (least := least_attackers(variant, square))]
    have = variant.layout.count(Piece.ATTACKER)
    if not needed:
        return "there is no square where the king can be taken"
    if min(needed) <= have:
        return None
    return f"there is no square where fewer than {min(needed)} attackers take the king, and the game begins with {have}"


def least_attackers(variant: Variant, square: Square) -> int | None:
    """Return the least number of attackers, the mover among them, that take the king on a square, or None.

    Tried by the engine: an attacker moves to a square beside the king, with every set of attackers on the
    others. Men elsewhere change nothing, and a defender beside the king only keeps a side open.
    """
    masks = variant.masks
    board = masks.board
    king = board.bit(square)
    places = board.squares_of(board.beside[board.index(square)] & ~masks.soldier.barred)
    for others in range(len(places)):
        for target in places:
            for men in combinations([place for place in places if place != target], others):
                if _takes(variant, king, board.mask(men), target):
                    return others + 1
    return None


def _takes(variant: Variant, king: int, men: int, target: Square) -> bool:
    """Whether an attacker that moves to a square takes the king, with men already beside him.

    Where the attacker comes from makes no difference: it is a square in line, not beside the king.
    """
    masks = variant.masks
    board = masks.board
    for ray in board.rays[board.index(target)]:
        for back, origin in ray:
            if origin & (men | king | masks.soldier.barred):
                continue
            position, move = Position(variant, men | origin, 0, king, Side.ATTACKERS), Move(back.target, target)
            if position.why_not(move) is None:
                return position.play_legal(move).outcome == KING_CAPTURED
    return False
