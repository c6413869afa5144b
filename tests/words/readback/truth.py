"""What is so, of a game's flags, its board and the points that all games share; typed apart from the templates."""

from __future__ import annotations

from typing import Any

from taflkit.tafl import Piece, Rules, Variant
from words.readback.booklet import CORNER_EMPTY, CORNERS, EDGE_WHILE_IT_LASTS, RIM_EMPTY, THRONE
from words.readback.english import ATTACKERS, DEFENDERS

REPLACED = "another may take the place of one that left"

POINTS: dict[str, object] = {
    # the aim
    "who wins when the king reaches his goal": DEFENDERS,
    "who wins when the king is captured": ATTACKERS,
    "the king alone must be captured": True,
    # setting up
    "the king begins in the middle": True,
    "whose men the king’s are": DEFENDERS,
    "each square of a block is a corner": True,
    "the king is a soldier": False,
    "sides are drawn and changed": True,
    # moving
    "players": 2,
    "pieces moved in a turn": 1,
    "a turn may be missed": False,
    "pieces move diagonally": False,
    "pieces land on others": False,
    "pieces jump": False,
    "edge_landing": "anybody",
    "the throne is empty when another stops there": True,
    # capturing
    "enemies that capture a soldier": 2,
    "sides on which they stand": "opposite",
    "sides on which they stand about a soldier": "opposite",
    "it is said who stops there: throne": True,
    "it is said who stops there: corner": True,
    "it is said who stops there: edge": True,
    "who is captured between two": "soldiers",
    "a soldier is captured by his own move": False,
    "he is captured in between": "only if one goes away and comes back",
    REPLACED: True,
    "a pair is captured": False,
    "a move captures several": True,
    "a captured piece": "leaves the board",
    "who captures against a place": "enemy",
    "the edge captures soldiers": False,
    "an occupied throne captures": False,
    "whom the occupied throne may harm": DEFENDERS,
    "who captures at the throne": ATTACKERS,
    "sides of the king that are held": 3,
    "places serve the king": True,
    "whom the king may capture": ATTACKERS,
    # a shieldwall
    "least soldiers in a row": 2,
    "longer rows are captured": True,
    "where rows stand": "edge",
    "each of a row is faced": True,
    "both ends of a row are closed": True,
    "where the move goes that captures a row": "an end of the row",
    "a row that is not closed is captured": False,
    "the king falls in a row": False,
    "the king may end a row": True,
    # the king
    "who captures the king": ATTACKERS,
    "enemies on opposite sides": 2,
    "sides to close: on": 4,
    "sides to close: beside": 4,
    "sides to close: edge": 3,
    "sides to close: elsewhere": 4,
    "sides besides the throne’s": 3,
    "the king is captured by his own move": False,
    "the king plays on alone": True,
    # how it ends
    "who wins by a ring": ATTACKERS,
    "a move of the attackers closes the ring": True,
    "the ring is round all": True,
    "how many have a way out of a closed ring": "none",
    "where the way out leads": "edge",
    "the way leads over corners": True,
    "the way leads over the throne": True,
    "a ring counts if it could be opened": True,
    "who is shut in apart": DEFENDERS,
    "who wins by a fort": DEFENDERS,
    "where a fort is": "edge",
    "the king of a fort can move": True,
    "the king could reach the inside": True,
    "the attackers stand beside the inside": False,
    "the wall moves while it is tried": False,
    "who makes walls": DEFENDERS,
    "who breaks walls": ATTACKERS,
    "a fort may be broken": False,
    "who claims a draw": "either player",
    "a draw may be agreed on": True,
    # calls
    "where the call is for": "edge",
    "who calls": "his",
    "calls are made when he could escape at once": True,
    "a forgotten call": "changes nothing",
}

DRAWN_WHEN_NEITHER_CAN_WIN = {("hnefatafl", "copenhagen"), ("hnefatafl", "fetlar"), ("brandub", "any")}
"""The rulesets whose sources state it, and the games of any rules that the tests make."""

_NEEDED = (
    "who wins when the king reaches his goal",
    "who wins when the king is captured",
    "size",
    "number of attackers",
    "number of defenders",
    "pieces moved in a turn",
    "a turn may be missed",
    "pieces move diagonally",
    "pieces land on others",
    "pieces jump",
    "sides on which they stand about a soldier",
    "a soldier is captured by his own move",
    "a pair is captured",
    "a move captures several",
    "a captured piece",
    "the edge captures soldiers",
    "who captures the king",
    "the king is captured by his own move",
    "the king plays on alone",
    "a draw may be agreed on",
)
"""What every booklet says, besides the flags."""
_OF_ROWS = (
    "least soldiers in a row",
    "where the move goes that captures a row",
    "a row that is not closed is captured",
    "the king helps to capture a row",
)
_OF_RINGS = (
    "who wins by a ring",
    "how many have a way out of a closed ring",
    "a ring counts if it could be opened",
)
_OF_FORTS = ("who wins by a fort", "the attackers stand beside the inside", "who makes walls")


def needed(variant: Variant) -> list[str]:
    """Return what a booklet says besides the flags: all of what its rules bring with them."""
    rules, layout = variant.rules, variant.layout
    to_corners, blocks = rules.goal == "corner", len(layout.corners) > 4
    row, free = rules.shieldwall != "none", rules.between_landing == "anybody"
    hostile = (layout.corners and rules.corner_hostile_to_soldiers) or rules.throne_hostile_to_soldiers
    beside_corners = blocks and rules.corner_hostile_to_king
    under: list[tuple[object, tuple[str, ...]]] = [
        (True, _NEEDED),
        (free, ("he is captured in between", REPLACED)),
        (rules.king_armed and hostile, ("places serve the king",)),
        (not layout.throne_marked, ("the king’s square is like any other",)),
        (layout.throne_marked, ("it is said who stops there: throne",)),
        (blocks, ("squares of a corner", "each square of a block is a corner")),
        (to_corners and not rules.corner_hostile_to_king, ("corner_hostile_to_king",)),
        (row, _OF_ROWS),
        (row and free, ("rows on either side that fall",)),
        (row and to_corners, ("the king falls in a row",)),
        (row and to_corners and rules.king_armed, ("the king may end a row",)),
        (beside_corners and not to_corners, ("how the king beside a corner is captured",)),
        (
            beside_corners and to_corners and rules.king_at_edge != rules.king_elsewhere,
            ("how the king beside a corner away from the edge is captured",),
        ),
        (rules.encirclement, _OF_RINGS),
        (rules.encirclement and blocks and rules.corner_landing != "anybody", ("the way leads over corners",)),
        (rules.encirclement and rules.throne_landing != "anybody", ("the way leads over the throne",)),
        (rules.exit_fort and to_corners, _OF_FORTS),
        (drawn_when_neither_can_win(variant), ("a draw when neither side can win",)),
        (rules.call_check, ("who calls", "a forgotten call")),
    ]
    return [each for needs, points in under if needs for each in points]


def drawn_when_neither_can_win(variant: Variant) -> bool:
    """Whether a game is a draw by rule when neither side can win any more, under any variation."""
    return (variant.game, variant.name.partition("+")[0]) in DRAWN_WHEN_NEITHER_CAN_WIN


def truth(variant: Variant, of: str) -> object:
    """Return what is so in a game of the subject of a claim."""
    layout, rules = variant.layout, variant.rules
    corners, men = layout.corners, list(layout.start.values())
    if of in Rules._fields:
        return getattr(rules, of)
    if of == EDGE_WHILE_IT_LASTS:
        return rules.king_at_edge
    rim = {0, layout.size - 1}
    of_board: dict[str, object] = {
        "size": layout.size,
        "number of attackers": men.count(Piece.ATTACKER),
        "number of defenders": men.count(Piece.DEFENDER),
        "squares of a corner": len(corners) // 4,
        THRONE: layout.throne_marked,
        CORNERS: bool(corners),
        # a soldier who may not stop between two enemies does not come between two rows
        "rows on either side that fall": "both" if rules.between_landing == "anybody" else "none",
        "corners are blocks": len(corners) > 4,
        # he is at the edge there, which is where he has won under other rules
        "how the king beside a corner is captured": rules.king_at_edge
        if rules.goal == "corner"
        else rules.king_elsewhere,
        # the king has won there, on the edge if not by the corner
        "the king’s square is like any other": not layout.throne_marked,
        "the king helps to capture a row": rules.king_armed,
        "how the king beside a corner away from the edge is captured": rules.king_elsewhere,
        "where the king is to be brought": rules.goal,
        "where the king is to be kept from": rules.goal,
        "a draw when neither side can win": drawn_when_neither_can_win(variant),
        RIM_EMPTY: rules.corner_landing != "anybody",
        # none may stop there, or only the king, who has won by it
        CORNER_EMPTY: rules.corner_landing == "nobody"
        or (
            rules.corner_landing == "king"
            and (rules.goal == "corner" or all({file, rank} & rim for file, rank in corners))
        ),
    }
    return of_board[of] if of in of_board else POINTS[of]


def agrees(variant: Variant, of: str, values: frozenset[object]) -> bool:
    """Whether a claim is true of a game, where it makes a difference."""
    if of == EDGE_WHILE_IT_LASTS and variant.rules.goal == "edge":
        return True
    if of in Rules._fields:
        return bool(values & alike(variant, of))
    return truth(variant, of) in values


# What a booklet need not say.


def silence(rules: Rules, flag: str) -> Any:
    """Return what a booklet means that does not speak of a flag, or None where it must."""
    if flag == "corner_hostile_to_king" and rules.goal == "corner":
        return None
    if flag == "occupied_throne_hostile" and rules.throne_hostile_to_soldiers:
        return None
    return _SILENT.get(flag)


_SILENT: dict[str, Any] = {
    "surface": "squares",
    "occupied_throne_hostile": False,
    "linnaean_capture": False,
    "corner_hostile_to_king": False,
    "shieldwall": "none",
    "exit_fort": False,
    "encirclement": False,
    "call_check": False,
}


def alike(variant: Variant, flag: str) -> frozenset[object]:
    """Return the values of a flag between which there is no difference on the board and under the other rules."""
    rules, layout = variant.rules, variant.layout
    corners, edge = layout.corners, rules.goal == "edge"
    blocks = len(corners) > 4
    value = getattr(rules, flag)
    every: frozenset[object] = frozenset({value, *_VALUES.get(flag, (True, False))})
    soldiers_fly, king_flies = rules.soldier_move == "line", rules.king_move == "line"
    match flag:
        case "corner_landing" | "corner_hostile_to_soldiers":
            without_difference = not corners
        case "corner_hostile_to_king":
            # beside a corner the king is at the edge, but for blocks
            without_difference = not corners or (not blocks and (edge or rules.king_at_edge == "never"))
        case "throne_crossing" if soldiers_fly != king_flies:
            of_soldiers = {"nobody": "no", "king": "no", "anybody": "yes"}
            of_king = {"nobody": "no", "king": "yes", "anybody": "yes"}
            same = of_soldiers if soldiers_fly else of_king
            return frozenset(other for other in same if same[other] == same[value])
        case "throne_crossing":
            without_difference = not soldiers_fly
        case "king_at_edge":
            without_difference = edge
        case "shieldwall" if value != "none" and not corners:
            return frozenset({"pieces", "corner"})
        case "exit_fort":
            without_difference = edge
        case "linnaean_capture":
            without_difference = rules.occupied_throne_hostile
        case _:
            without_difference = False
    return every if without_difference else frozenset({value})


_VALUES: dict[str, tuple[object, ...]] = {
    "corner_landing": ("nobody", "king", "anybody"),
    "throne_crossing": ("nobody", "king", "anybody"),
    "king_at_edge": ("two", "surround", "never"),
}


def ordinary(elsewhere: object) -> dict[str, object]:
    """Return the flags of a throne that is a square like any other, by how the king is captured elsewhere."""
    return {
        "throne_landing": "anybody",
        "throne_crossing": "anybody",
        "throne_hostile_to_soldiers": False,
        "throne_hostile_to_king": False,
        "king_on_throne": elsewhere,
        "king_beside_throne": elsewhere,
    }
