"""The rules as documented flags. A ruleset is data: a value for every flag, and where each value comes from.

The flags cover the points in which the published rules of the family's games differ. The rules that all of them
share are stated in the engine: pieces move in straight lines without jumping, soldiers are taken between two
enemies, several at once where several stand so, a piece that moves in between two enemies is safe, and the
attackers win by taking the king.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

from taflkit.errors import TaflkitError, shown
from taflkit.tafl.board import Board, BoardLayout, Side

# without "from __future__ import annotations": FLAG_VALUES are the types of the flags
Surface = Literal["squares", "points"]
Who = Literal["nobody", "king", "anybody"]
Manner = Literal["two", "surround", "never"]
Label = Literal["stated", "implied", "narrowed", "chosen", "observed"]


class Rules(NamedTuple):
    """One flag a rule.

    Attributes:
        surface: the places that pieces stand on, the squares or the points where lines cross. Changes the words
            and the drawing only.
        first_move: the side that begins.
        king_move: the king goes any distance in a line, or one step.
        soldier_move: the same for the soldiers of both sides.
        corner_landing: who may end a move on a corner.
        throne_landing: who may end a move on the throne.
        throne_crossing: who may pass over the empty throne.
        between_landing: who may end a move between two enemies on opposite sides of him; an unarmed king is none.
        corner_hostile_to_soldiers: an empty corner serves as the second enemy against a soldier.
        corner_hostile_to_king: an empty corner serves against the king, as the second enemy or as a closed
            side.
        throne_hostile_to_soldiers: the empty throne serves as the second enemy against a soldier of either
            side.
        throne_hostile_to_king: the empty throne serves against the king, as the second enemy or as a closed
            side.
        occupied_throne_hostile: the throne with the king on it serves against a defender beside it.
        king_on_throne: the king on his throne is taken between two enemies, or by enemies on all four sides.
        king_beside_throne: the same for the king beside the throne; surrounded counts a hostile throne.
        king_at_edge: the same for the king at the board's edge; surrounded means on the three sides there
            are, and "never" that he cannot be taken there.
        king_elsewhere: the same for any other square.
        king_armed: the king takes part in captures, as the mover and as the second piece.
        linnaean_capture: the throne with the king on it, attackers on three sides of him and a defender on the
            fourth, serves against that defender.
        shieldwall: a row of enemies on an edge, each faced and both ends closed, is taken whole; "corner" lets an
            empty corner close an end, "none" is without the rule.
        exit_fort: the king's side wins with the king on the edge, free to move, in a fort that cannot be broken.
        encirclement: the attackers win when no enemy can come to the edge any more.
        call_check: the king's player must say "Check" when the king could reach the edge on his next turn.
        goal: where the king wins, on a corner or anywhere at the edge.
        repetition: the result when a position comes again so often with the same side to move: a draw that may be
            claimed, a draw, or the loss of the king's side or of the player who brought it about.
        repetition_count: at which occurrence of a position.
        no_legal_move: the result when the side to move cannot: a draw that may be claimed, a draw, or its loss.
    """

    surface: Surface = "squares"
    first_move: Literal["attackers", "defenders"] = "attackers"
    king_move: Literal["line", "step"] = "line"
    soldier_move: Literal["line", "step"] = "line"
    corner_landing: Who = "king"
    throne_landing: Who = "nobody"
    throne_crossing: Who = "anybody"
    between_landing: Literal["anybody", "king"] = "anybody"
    corner_hostile_to_soldiers: bool = True
    corner_hostile_to_king: bool = True
    throne_hostile_to_soldiers: bool = True
    throne_hostile_to_king: bool = True
    occupied_throne_hostile: bool = False
    king_on_throne: Literal["two", "surround"] = "surround"
    king_beside_throne: Literal["two", "surround"] = "surround"
    king_at_edge: Literal["two", "surround", "never"] = "two"
    king_elsewhere: Literal["two", "surround"] = "two"
    king_armed: bool = True
    linnaean_capture: bool = False
    shieldwall: Literal["none", "pieces", "corner"] = "none"
    exit_fort: bool = False
    encirclement: bool = False
    call_check: bool = False
    goal: Literal["corner", "edge"] = "corner"
    repetition: Literal["claim", "draw", "defenders-lose", "mover-loses"] = "claim"
    repetition_count: Literal[2, 3, 4] = 3
    no_legal_move: Literal["claim", "draw", "loses"] = "claim"


FLAG_VALUES: Mapping[str, tuple[Any, ...]] = {
    flag: (True, False) if hint is bool else get_args(hint) for flag, hint in Rules.__annotations__.items()
}
"""The values that each flag can have."""


def flag_names() -> tuple[str, ...]:
    """Return the names of all flags, in the order of their documentation."""
    return Rules._fields


class Origin(NamedTuple):
    """Where a rule comes from.

    Attributes:
        label: stated by the source, implied by its wording, narrowed from a wider text, chosen where the source is
            silent, or observed in play.
        reason: the reason for the label, in a sentence; may be empty for a stated value.
        where: the number of the source's own rule, or the name of its section; "" where it has none.
    """

    label: Label
    reason: str = ""
    where: str = ""

    @property
    def is_numbered(self) -> bool:
        """Whether the place in the source is the number of a rule, and no section or figure with a name."""
        return not self.where[:1].isalpha()


class Passing(NamedTuple):
    """Which special squares stop a kind of piece.

    Attributes:
        stop: the mask of the squares neither landed on nor crossed.
        skip: the mask of the squares crossed only.
        halt: the mask of the squares landed on only.
    """

    stop: int
    skip: int
    halt: int

    @property
    def barred(self) -> int:
        """The squares not landed on, where the piece never stands unless it began there."""
        return self.stop | self.skip


class Masks(NamedTuple):
    """The rules of a variant as bit masks of its board, computed once."""

    board: Board
    throne: int
    beside_throne: int
    corners: int
    goal: int
    soldier: Passing
    king: Passing
    hostile_to_soldiers: int
    hostile_to_king: int
    occupied_hostile_to_defenders: int


@dataclass(frozen=True)
class Variant:
    """A game that can be played: a layout under rules.

    Attributes:
        game: the game's name, such as "brandub".
        name: the ruleset's name, such as "walker".
        origins: for each flag where its value comes from; may be empty.

    Raises:
        TaflkitError: a flag has a value that it cannot have.
    """

    game: str
    name: str
    layout: BoardLayout
    rules: Rules
    origins: Mapping[str, Origin] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for flag, value in self.rules._asdict().items():
            if value not in FLAG_VALUES[flag]:
                known = ", ".join(map(str, FLAG_VALUES[flag]))
                raise TaflkitError(f"the flag {flag} must be one of {known}, not '{shown(value)}'")

    @cached_property
    def masks(self) -> Masks:
        """The rules as bit masks."""
        rules, board = self.rules, self.layout.board
        throne, corners = board.bit(self.layout.throne), board.mask(self.layout.corners)
        return Masks(
            board=board,
            throne=throne,
            beside_throne=board.beside[throne.bit_length() - 1],
            corners=corners,
            goal=corners if rules.goal == "corner" else board.edge,
            soldier=_passage(throne, corners, rules, ("anybody",)),
            king=_passage(throne, corners, rules, ("anybody", "king")),
            hostile_to_soldiers=(corners if rules.corner_hostile_to_soldiers else 0)
            | (throne if rules.throne_hostile_to_soldiers else 0),
            hostile_to_king=(corners if rules.corner_hostile_to_king else 0)
            | (throne if rules.throne_hostile_to_king else 0),
            occupied_hostile_to_defenders=throne if rules.occupied_throne_hostile else 0,
        )

    @property
    def first_move(self) -> Side:
        """The side that begins."""
        return Side(self.rules.first_move)


def _passage(throne: int, corners: int, rules: Rules, who: tuple[str, ...]) -> Passing:
    """Return the masks for a piece to which the values `who` of a flag apply."""
    stop = 0 if rules.corner_landing in who else corners
    land, cross = rules.throne_landing in who, rules.throne_crossing in who
    if not land and not cross:
        stop |= throne
    return Passing(stop, skip=throne if cross and not land else 0, halt=throne if land and not cross else 0)
