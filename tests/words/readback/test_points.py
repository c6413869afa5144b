"""Points that no flag holds are so as the second reader has them typed: the engine plays small positions."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from support.variants import ATTACKERS, DEFENDERS, names, picture, play
from taflkit.tafl import Move, Position, Side
from words.readback.truth import POINTS


class Case(NamedTuple):
    """A move in which a point shows.

    Attributes:
        value: that of the point.
        moves: those before it, and it.
        result: whom it captures, "" for nobody; or why it is refused, or who has won.
        rows: the top rows of a board of 7 x 7 squares, which is empty below; or the lowest ones, behind "below".
    """

    of: str
    value: object
    rows: str
    moves: str
    result: str
    to_move: Side = ATTACKERS
    shieldwall: str = "none"


ENTERED = "only if one goes away and comes back"
REPLACED = "another may take the place of one that left"
LAST = "where the move goes that captures a row"

CASES = (
    Case("pieces jump", False, "....... .tTT...", "b6-e6", "blocked"),
    Case("pieces land on others", False, "....... .t.T...", "b6-d6", "blocked"),
    Case("pieces move diagonally", False, "....... .t.T...", "b6-c5", "not-in-line"),
    Case("a turn may be missed", False, "....... .t.T...", "b6-b6", "stays"),
    Case("enemies that capture a soldier", 2, "....... .t.T...", "b6-c6", ""),
    Case("enemies that capture a soldier", 2, "....... .t.Tt..", "b6-c6", "d6"),
    Case("sides on which they stand about a soldier", "opposite", "...t... .t.T...", "b6-c6", ""),
    Case("sides on which they stand about a soldier", "opposite", "....... .t.T... ....t..", "b6-c6", ""),
    Case("a soldier is captured by his own move", False, ".T..... t.t....", "b7-b6", "", DEFENDERS),
    Case(
        "he is captured in between",
        "only if one goes away and comes back",
        ".T..... t.t....",
        "b7-b6 c6-c7 b6-b6",
        "stays",
        DEFENDERS,
    ),
    Case(
        "he is captured in between",
        "only if one goes away and comes back",
        ".T....T t.t....",
        "b7-b6 c6-d6 g7-f7 d6-c6",
        "b6",
        DEFENDERS,
    ),
    Case(
        "he is captured in between",
        "only if one goes away and comes back",
        ".T....T t.t..t.",
        "b7-b6 f6-f5 g7-f7 f5-f6",
        "",
        DEFENDERS,
    ),
    Case(
        "another may take the place of one that left",
        True,
        ".T....T t.t...t",
        "b7-b6 c6-c1 g7-f7 g6-c6",
        "b6",
        DEFENDERS,
    ),
    Case("a pair is captured", False, "t...... .TTt...", "a7-a6", ""),
    Case("a move captures several", True, "..T.... Tt.tT..", "c7-c6", "b6 d6", DEFENDERS),
    Case("a captured piece", "leaves the board", "....... .t.Tt.. ......T", "b6-c6 g5-g4 c6-d6", ""),
    Case("the edge captures soldiers", False, "....... .t....T", "b6-f6", ""),
    Case("the king is captured by his own move", False, ".K..... t.t....", "b7-b6", "", DEFENDERS),
    Case("the king plays on alone", True, "....... .t.K...", "b6-b5 d6-d5", ""),
    Case("who wins when the king is captured", "attackers", "....... .t.Kt..", "b6-c6", "attackers"),
    Case("who wins when the king reaches his goal", "defenders", "...K... .t.....", "d7-a7", "defenders", DEFENDERS),
    Case("least soldiers in a row", 2, "below ..t.t.. .tT....", "e2-d2 d2-d1", "not-yours", shieldwall="pieces"),
    Case("least soldiers in a row", 2, "below ..ttt.. .tTT...", "e2-e1", "c1 d1", shieldwall="pieces"),
    Case("longer rows are captured", True, "below ..tttt. .tTTT..", "f2-f1", "c1 d1 e1", shieldwall="pieces"),
    Case("each of a row is faced", True, "below ..t.tt. .tTTT..", "f2-f1", "", shieldwall="pieces"),
    Case("both ends of a row are closed", True, "below ..tttt. ..TTT..", "f2-f1", "", shieldwall="pieces"),
    Case("where rows stand", "edge", "below ..tttt. .tTTT.. .......", "f3-f2", "", shieldwall="pieces"),
    Case("a row that is not closed is captured", False, "below ..t.tt. .tT.T..", "f2-f1", "", shieldwall="pieces"),
    Case(
        "where the move goes that captures a row",
        "an end of the row",
        "below ...t... ..t.... .tTTt..",
        "d3-d2",
        "",
        shieldwall="pieces",
    ),
    Case("the king falls in a row", False, "below ..tttt. .tTKT..", "f2-f1", "c1 e1", shieldwall="pieces"),
)


def board_of(rows: str) -> str:
    kind, *given = rows.split()
    empty = ["......."] * 7
    return "\n".join([*empty, *given][-7:] if kind == "below" else [kind, *given, *empty][:7])


def outcome_of(position: Position, moves: str) -> str:
    """Return what the last of some moves does."""
    *before, last = map(Move.parse, moves.split())
    for move in before:
        position = position.play(move).after
    if refused := position.why_not(last):
        return refused.reason.name.lower().replace("_", "-")
    turn = play(position, str(last))
    won = turn.outcome and turn.outcome.winner
    return won.value if won else " ".join(sorted(names(turn.captured)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.of}: {case.moves}")
def test_the_engine_plays_as_the_reader_has_a_point(case: Case) -> None:
    position = picture(board_of(case.rows), case.to_move, shieldwall=case.shieldwall)
    assert outcome_of(position, case.moves) == case.result
    assert POINTS[case.of] == case.value
