"""What a move captures, by the rows of the facts' table: who is taken under which ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from support.variants import (
    ALL_RULES,
    ATTACKERS,
    DEFENDERS,
    RULES,
    SIZES,
    names,
    picture,
    play,
    positions,
    variant,
)
from taflkit.tafl import KING_CAPTURED, KING_ESCAPED, Move, Outcome, Piece, Position, Side, Square, Turn

ALL = set(RULES)
WALKERS = {"walker", "richgames", "federation"}
NOBODY: set[str] = set()


class Situation(NamedTuple):
    """A move, the soldiers that it may take, and the rulesets under which it does."""

    what: str
    to_move: Side
    move: str
    captured: str
    rulesets: set[str]
    text: str


SOLDIERS = [
    Situation(
        "a defender between two attackers",
        ATTACKERS,
        "c6-c3",
        "b3",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        tT.....
        .......
        .......
        """,
    ),
    Situation(
        "an attacker between two defenders",
        DEFENDERS,
        "c6-c3",
        "b3",
        ALL,
        """
        .......
        ..T....
        .......
        ...K...
        Tt.....
        .......
        .......
        """,
    ),
    Situation(
        "a defender with nobody beyond",
        ATTACKERS,
        "c6-c3",
        "",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        .T.....
        .......
        .......
        """,
    ),
    Situation(
        "a defender with a defender beyond",
        ATTACKERS,
        "c6-c3",
        "",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        TT.....
        .......
        .......
        """,
    ),
    Situation(
        "a defender against the board's edge",
        ATTACKERS,
        "b6-b3",
        "",
        ALL,
        """
        .......
        .t.....
        .......
        ...K...
        T......
        .......
        .......
        """,
    ),
    Situation(
        "a defender between two attackers of whom neither moved",
        ATTACKERS,
        "f6-f2",
        "",
        ALL,
        """
        .......
        .....t.
        .......
        ...K...
        tTt....
        .......
        .......
        """,
    ),
    Situation(
        "two defenders in a row between attackers",
        ATTACKERS,
        "f6-f2",
        "",
        ALL,
        """
        .......
        .....t.
        .......
        ...K...
        .......
        ..tTT..
        .......
        """,
    ),
    Situation(
        "two defenders at once",
        ATTACKERS,
        "c6-c3",
        "b3 c2",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        tT.....
        ..T....
        ..t....
        """,
    ),
    Situation(
        "three defenders at once",
        ATTACKERS,
        "c6-c3",
        "b3 c2 d3",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        tT.Tt..
        ..T....
        ..t....
        """,
    ),
    Situation(
        "three attackers at once",
        DEFENDERS,
        "c6-c3",
        "b3 c2 d3",
        ALL,
        """
        .......
        ..T....
        .......
        ...K...
        Tt.tT..
        ..t....
        ..T....
        """,
    ),
    Situation(
        "a defender against a corner",
        ATTACKERS,
        "c3-a3",
        "a2",
        ALL - {"branan"},
        """
        .......
        .......
        .......
        ...K...
        ..t....
        T......
        .......
        """,
    ),
    Situation(
        "an attacker against a corner",
        DEFENDERS,
        "c7-e7",
        "f7",
        ALL - {"branan"},
        """
        ..T..t.
        .......
        .......
        ...K...
        .......
        .......
        .......
        """,
    ),
    Situation(
        "an attacker against a corner, by the king",
        DEFENDERS,
        "c3-a3",
        "a2",
        ALL - {"branan", "masters"},
        """
        .......
        .......
        .......
        .......
        ..K....
        t......
        .......
        """,
    ),
    Situation(
        "a defender against the empty throne",
        ATTACKERS,
        "b6-d6",
        "d5",
        WALKERS | {"branan"},
        """
        .......
        .t.....
        ...T...
        .......
        .......
        .......
        ....K..
        """,
    ),
    Situation(
        "an attacker against the empty throne",
        DEFENDERS,
        "b6-d6",
        "d5",
        WALKERS | {"branan"},
        """
        .......
        .T.....
        ...t...
        .......
        .......
        .......
        ....K..
        """,
    ),
    Situation(
        "an attacker against the empty throne, by the king",
        DEFENDERS,
        "b6-d6",
        "d5",
        WALKERS | {"branan"},
        """
        .......
        .K.....
        ...t...
        .......
        .......
        .......
        .......
        """,
    ),
    Situation(
        "an attacker beside the throne when the king leaves it: he captures beside himself alone",
        DEFENDERS,
        "d4-g4",
        "",
        ALL,
        """
        .......
        .......
        .......
        .TtK...
        .......
        .......
        .......
        """,
    ),
    Situation(
        "a defender beside the king on his throne",
        ATTACKERS,
        "b6-d6",
        "",
        ALL,
        """
        .......
        .t.....
        ...T...
        ...K...
        .......
        .......
        .......
        """,
    ),
    Situation(
        "a defender of the opening cross",
        ATTACKERS,
        "d7-d6",
        "",
        ALL,
        """
        ...t...
        .......
        ...T...
        ttTKTtt
        ...T...
        ...t...
        ...t...
        """,
    ),
    Situation(
        "an attacker between a defender and the king on his throne",
        DEFENDERS,
        "b6-d6",
        "d5",
        ALL - {"masters"},
        """
        .......
        .T.....
        ...t...
        ...K...
        .......
        .......
        .......
        """,
    ),
    Situation(
        "an attacker between a defender and the king elsewhere",
        DEFENDERS,
        "c6-c3",
        "b3",
        ALL - {"masters"},
        """
        .......
        ..T....
        .......
        .......
        Kt.....
        .......
        .......
        """,
    ),
    Situation(
        "an attacker between the moving king and a defender",
        DEFENDERS,
        "c6-c3",
        "b3",
        ALL - {"masters"},
        """
        .......
        ..K....
        .......
        .......
        Tt.....
        .......
        .......
        """,
    ),
    Situation(
        "a defender that the king stands behind",
        ATTACKERS,
        "c6-c3",
        "",
        ALL,
        """
        .......
        ..t....
        .......
        .......
        KT.....
        .......
        .......
        """,
    ),
    Situation(
        "a defender that moves in between two attackers",
        DEFENDERS,
        "c6-c3",
        "",
        ALL,
        """
        .......
        ..T....
        .......
        ...K...
        .t.t...
        .......
        .......
        """,
    ),
    Situation(
        "an attacker that moves in between two defenders",
        ATTACKERS,
        "c6-c3",
        "",
        ALL,
        """
        .......
        ..t....
        .......
        ...K...
        .T.T...
        .......
        .......
        """,
    ),
    Situation(
        "a defender that moves in between an attacker and a corner",
        DEFENDERS,
        "c2-a2",
        "",
        ALL,
        """
        .......
        .......
        .......
        ...K...
        t......
        ..T....
        .......
        """,
    ),
]

KINGS = [
    Situation(
        "on the throne between two",
        ATTACKERS,
        "e6-e4",
        "d4",
        {"macwhite"},
        """
        .......
        ....t..
        .......
        ..tK...
        .......
        .......
        .......
        """,
    ),
    Situation(
        "on the throne between three and his man",
        ATTACKERS,
        "e6-e4",
        "d4",
        {"macwhite"},
        """
        .......
        ....t..
        ...t...
        ..tK...
        ...T...
        .......
        .......
        """,
    ),
    Situation(
        "on the throne, the fourth side left open",
        ATTACKERS,
        "b6-d6",
        "d4",
        NOBODY,
        """
        .......
        .t.....
        .......
        ..tKt..
        ...t...
        .......
        .......
        """,
    ),
    Situation(
        "on the throne on four sides",
        ATTACKERS,
        "e6-e4",
        "d4",
        ALL,
        """
        .......
        ....t..
        ...t...
        ..tK...
        ...t...
        .......
        .......
        """,
    ),
    Situation(
        "beside the throne between two",
        ATTACKERS,
        "e7-e5",
        "d5",
        {"macwhite"},
        """
        ....t..
        .......
        ..tK...
        .......
        .......
        .......
        .......
        """,
    ),
    Situation(
        "beside the throne, between it and the mover",
        ATTACKERS,
        "b6-d6",
        "d5",
        NOBODY,
        """
        .......
        .t.....
        ...K...
        .......
        .......
        .......
        .......
        """,
    ),
    Situation(
        "beside the throne on the other three sides, the last one opposite it",
        ATTACKERS,
        "b6-d6",
        "d5",
        WALKERS,
        """
        .......
        .t.....
        ..tKt..
        .......
        .......
        .......
        .......
        """,
    ),
    Situation(
        "beside the throne on the other three sides, the last one at its side",
        ATTACKERS,
        "e7-e5",
        "d5",
        WALKERS | {"macwhite"},
        """
        ....t..
        ...t...
        ..tK...
        .......
        .......
        .......
        .......
        """,
    ),
    Situation(
        "at the edge between two",
        ATTACKERS,
        "f2-f7",
        "e7",
        WALKERS | {"macwhite"},
        """
        ...tK..
        .......
        .......
        .......
        .......
        .....t.
        .......
        """,
    ),
    Situation(
        "at the edge on three sides, the last one at the edge",
        ATTACKERS,
        "f2-f7",
        "e7",
        WALKERS | {"macwhite", "masters"},
        """
        ...tK..
        ....t..
        .......
        .......
        .......
        .....t.
        .......
        """,
    ),
    Situation(
        "at the edge on three sides, the last one inside",
        ATTACKERS,
        "e2-e6",
        "e7",
        {"masters"},
        """
        ...tKt.
        .......
        .......
        .......
        .......
        ....t..
        .......
        """,
    ),
    Situation(
        "elsewhere between two",
        ATTACKERS,
        "f2-f6",
        "e6",
        WALKERS | {"macwhite"},
        """
        .......
        ...tK..
        .......
        .......
        .......
        .....t.
        .......
        """,
    ),
    Situation(
        "elsewhere on three sides, nobody opposite the mover",
        ATTACKERS,
        "e2-e5",
        "e6",
        NOBODY,
        """
        .......
        ...tKt.
        .......
        .......
        .......
        ....t..
        .......
        """,
    ),
    Situation(
        "elsewhere on four sides",
        ATTACKERS,
        "e2-e5",
        "e6",
        ALL,
        """
        ....t..
        ...tKt.
        .......
        .......
        .......
        ....t..
        .......
        """,
    ),
    Situation(
        "elsewhere between an attacker and his man",
        ATTACKERS,
        "f2-f6",
        "e6",
        NOBODY,
        """
        ....t..
        ...TK..
        ....t..
        .......
        .......
        .....t.
        .......
        """,
    ),
    Situation(
        "between an attacker and a corner",
        ATTACKERS,
        "c2-c7",
        "b7",
        WALKERS | {"macwhite"},
        """
        .K.....
        .......
        .......
        .......
        .......
        ..t....
        .......
        """,
    ),
    Situation(
        "beside a corner, on the other two sides, the last one opposite it",
        ATTACKERS,
        "c2-c7",
        "b7",
        WALKERS | {"macwhite", "masters"},
        """
        .K.....
        .t.....
        .......
        .......
        .......
        ..t....
        .......
        """,
    ),
    Situation(
        "beside a corner, on the other two sides, the last one inside",
        ATTACKERS,
        "b2-b6",
        "b7",
        {"masters"},
        """
        .Kt....
        .......
        .......
        .......
        .......
        .t.....
        .......
        """,
    ),
    Situation(
        "between two who stood there when another moved",
        ATTACKERS,
        "a2-b2",
        "e6",
        NOBODY,
        """
        .......
        ...tKt.
        .......
        .......
        .......
        t......
        .......
        """,
    ),
]


def each_ruleset(situations: list[Situation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("ruleset", "situation"),
        [pytest.param(name, it, id=f"{name}-{it.what}") for it in situations for name in RULES],
    )


@each_ruleset(SOLDIERS)
def test_soldiers(ruleset: str, situation: Situation) -> None:
    turn = play(picture(situation.text, situation.to_move, ruleset), situation.move)
    assert names(turn.captured) == (set(situation.captured.split()) if ruleset in situation.rulesets else set())
    assert turn.outcome is None


@each_ruleset(KINGS)
def test_the_king(ruleset: str, situation: Situation) -> None:
    turn = play(picture(situation.text, situation.to_move, ruleset), situation.move)
    taken = ruleset in situation.rulesets
    assert names(turn.captured) == ({situation.captured} if taken else set())
    assert turn.outcome is (KING_CAPTURED if taken else None)
    assert bool(turn.after.king) is not taken


@pytest.mark.parametrize("situation", KINGS, ids=lambda it: it.what)
def test_a_weak_king_is_taken_like_any_other_piece(situation: Situation) -> None:
    turn = play(picture(situation.text, ATTACKERS, "masters+weak-king"), situation.move)
    # as macwhite's king, who is taken so; corners are hostile to both, the throne to neither
    assert (turn.outcome == KING_CAPTURED) is ("macwhite" in situation.rulesets)


@pytest.mark.parametrize("ruleset", RULES)
def test_the_king_may_walk_in_between_two_attackers(ruleset: str) -> None:
    before = picture(
        """
        ..t....
        K......
        ..t....
        .......
        .......
        .......
        .......
        """,
        DEFENDERS,
        ruleset,
    )
    turn = play(before, "a6-c6")
    assert turn.captured == ()
    assert turn.outcome is None
    assert turn.after.piece_on(Square.parse("c6")) is Piece.KING


@pytest.mark.parametrize("ruleset", RULES)
def test_one_must_move_away_and_back_to_capture_what_moved_in_between(ruleset: str) -> None:
    turn = play(
        picture(
            """
            .......
            ..T....
            .......
            ...K...
            .t.t...
            .......
            .......
            """,
            DEFENDERS,
            ruleset,
        ),
        "c6-c3",
    )
    for move, captured in (("b3-b2", set()), ("d4-f4", set()), ("b2-b3", {"c3"})):
        turn = play(turn.after, move)
        assert names(turn.captured) == captured


def test_an_attacker_may_take_the_king_from_the_throne_itself() -> None:
    before = """
        .......
        ...t...
        ..tKt..
        t......
        .......
        .......
        .......
        """
    turn = play(picture(before, ATTACKERS, "masters"), "a4-d4")
    assert turn.outcome == KING_CAPTURED
    for ruleset in ALL - {"masters"}:
        assert picture(before, ATTACKERS, ruleset).why_not(Move.parse("a4-d4")) is not None


def test_a_man_on_the_throne_shields_the_king_beside_it() -> None:
    before = """
        .......
        .t.....
        ..tKt..
        ...T...
        .......
        .......
        .......
        """
    assert play(picture(before, throne_landing="anybody"), "b6-d6").outcome is None
    empty = picture(before.replace("T", "."), throne_landing="anybody")
    assert play(empty, "b6-d6").outcome == KING_CAPTURED


def test_a_throne_with_a_man_on_it_is_hostile_to_nobody() -> None:
    before = """
        .......
        .t.....
        ...T...
        ...T...
        .......
        ....K..
        .......
        """
    assert play(picture(before, throne_landing="anybody"), "b6-d6").captured == ()
    empty = """
        .......
        .t.....
        ...T...
        .......
        .......
        ....K..
        .......
        """
    assert names(play(picture(empty, throne_landing="anybody"), "b6-d6").captured) == {"d5"}


@pytest.mark.parametrize(
    ("name", "captured"),
    [
        ("masters", set()),
        ("masters+armed-king", {"b3", "c2"}),
        ("branan", {"b3", "c2"}),
        ("branan+unarmed-king", set()),
    ],
)
def test_arming_and_disarming_the_king(name: str, captured: set[str]) -> None:
    before = """
        .......
        ..K....
        .......
        .......
        Tt.....
        ..t....
        ..T....
        """
    assert names(play(picture(before, DEFENDERS, name), "c6-c3").captured) == captured
    before = """
        .......
        ..T....
        .......
        .......
        Kt.....
        ..t....
        ..T....
        """
    # c2 is taken between two defenders, whatever the king may do
    assert names(play(picture(before, DEFENDERS, name), "c6-c3").captured) == captured | {"c2"}


def test_an_unarmed_king_on_his_throne_lends_no_hand_with_it() -> None:
    before = """
        .......
        .T.....
        ...t...
        ...K...
        .......
        .......
        .......
        """
    assert play(picture(before, DEFENDERS, "branan+unarmed-king"), "b6-d6").captured == ()
    assert names(play(picture(before, DEFENDERS, "branan"), "b6-d6").captured) == {"d5"}


def test_a_harmless_throne_takes_nobody_and_stays_shut() -> None:
    before = picture(
        """
        .......
        .t.....
        ...T...
        .......
        .......
        ...t...
        ....K..
        """,
        ATTACKERS,
        "branan+harmless-throne",
    )
    assert play(before, "b6-d6").captured == ()
    assert before.why_not(Move.parse("d2-d4")) is not None
    assert before.why_not(Move.parse("d2-d3")) is None


def test_the_same_move_may_take_soldiers_and_the_king() -> None:
    before = """
        .......
        .......
        ..t....
        .......
        tK.Tt..
        .......
        .......
        """
    turn = play(picture(before), "c5-c3")
    assert names(turn.captured) == {"b3", "d3"}
    assert turn.outcome == KING_CAPTURED


def place(size: int, name: str, to_move: Side, **pieces: Callable[[int, int], list[tuple[int, int]]]) -> Position:
    """Pieces by (file, rank), given the middle and the last number of a board of that size."""
    kinds = {"attackers": Piece.ATTACKER, "defenders": Piece.DEFENDER, "king": Piece.KING}
    return Position.of(
        variant(name, size),
        {Square(*at): kinds[kind] for kind, squares in pieces.items() for at in squares(size // 2, size - 1)},
        to_move,
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_corners_of_every_size(name: str, size: int) -> None:
    before = place(
        size,
        name,
        ATTACKERS,
        defenders=lambda _, last: [(last, last - 1), (0, 1)],
        attackers=lambda _, last: [(last - 1, last - 2), (1, 2)],
    )
    last = size - 1
    for origin, target, victim in (
        (Square(last - 1, last - 2), Square(last, last - 2), Square(last, last - 1)),
        (Square(1, 2), Square(0, 2), Square(0, 1)),
    ):
        assert before.play(Move(origin, target)).captured == (() if name == "branan" else (victim,))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_the_throne_of_every_size(name: str, size: int) -> None:
    before = place(
        size,
        name,
        ATTACKERS,
        defenders=lambda middle, _: [(middle, middle + 1)],
        attackers=lambda middle, _: [(middle + 1, middle + 2)],
    )
    middle = size // 2
    turn = before.play(Move(Square(middle + 1, middle + 2), Square(middle, middle + 2)))
    hostile = name in WALKERS | {"branan"}
    assert turn.captured == ((Square(middle, middle + 1),) if hostile else ())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_the_king_beside_the_throne_of_every_size(name: str, size: int) -> None:
    before = place(
        size,
        name,
        ATTACKERS,
        king=lambda middle, _: [(middle, middle + 1)],
        attackers=lambda middle, _: [
            (middle - 1, middle + 1),
            (middle + 1, middle + 1),
            (middle + 1, middle + 2),
        ],
    )
    middle = size // 2
    turn = before.play(Move(Square(middle + 1, middle + 2), Square(middle, middle + 2)))
    assert (turn.outcome == KING_CAPTURED) is (name in WALKERS)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_the_king_at_the_edge_of_every_size(name: str, size: int) -> None:
    before = place(
        size,
        name,
        ATTACKERS,
        king=lambda middle, last: [(middle, last)],
        attackers=lambda middle, last: [(middle - 1, last), (middle + 1, last - 1)],
    )
    middle, last = size // 2, size - 1
    turn = before.play(Move(Square(middle + 1, last - 1), Square(middle + 1, last)))
    assert (turn.outcome == KING_CAPTURED) is (name in WALKERS | {"macwhite"})


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def judged(before: Position, move: Move) -> tuple[set[Square], Outcome | None]:
    """What a move captures and how it ends, told once more, square by square, from the facts."""
    rules, layout = before.variant.rules, before.variant.layout
    pieces = before.pieces
    mover = pieces[move.target] = pieces.pop(move.origin)
    taken = set()
    for file, rank in STEPS:
        beside = layout.board.at(move.target.file + file, move.target.rank + rank)
        beyond = layout.board.at(move.target.file + 2 * file, move.target.rank + 2 * rank)
        if beside is None or beside not in pieces or pieces[beside].side is mover.side:
            continue
        judge = king_judged if pieces[beside] is Piece.KING else soldier_judged
        if judge(before, pieces, mover, beside, beyond):
            taken.add(beside)
    if any(pieces[square] is Piece.KING for square in taken):
        return taken, KING_CAPTURED
    kings = [square for square, piece in pieces.items() if piece is Piece.KING]
    if mover.side is DEFENDERS and kings:
        at_edge = bool({kings[0].file, kings[0].rank} & {0, layout.size - 1})
        if at_edge if rules.goal == "edge" else kings[0] in layout.corners:
            return taken, KING_ESCAPED
    return taken, None


def soldier_judged(
    before: Position, pieces: dict[Square, Piece], mover: Piece, soldier: Square, beyond: Square | None
) -> bool:
    """Whether a soldier beside the mover is taken, the square `beyond` him in line with the mover."""
    rules, layout = before.variant.rules, before.variant.layout
    if beyond is None or (mover is Piece.KING and not rules.king_armed):
        return False
    there = pieces.get(beyond)
    if there is None:
        on_corner = beyond in layout.corners and rules.corner_hostile_to_soldiers
        return on_corner or (beyond == layout.throne and rules.throne_hostile_to_soldiers)
    if there is Piece.KING and pieces[soldier] is Piece.DEFENDER:
        return beyond == layout.throne and rules.occupied_throne_hostile
    return there.side is mover.side and (there is not Piece.KING or rules.king_armed)


def king_judged(
    before: Position, pieces: dict[Square, Piece], mover: Piece, king: Square, beyond: Square | None
) -> bool:
    """Whether the king beside the mover is taken, the square `beyond` him in line with the mover."""
    assert mover is Piece.ATTACKER
    rules, layout = before.variant.rules, before.variant.layout
    sides = [layout.board.at(king.file + file, king.rank + rank) for file, rank in STEPS]

    def closed(square: Square) -> bool:
        if square in pieces:
            return pieces[square] is Piece.ATTACKER
        on_corner = square in layout.corners and rules.corner_hostile_to_king
        return on_corner or (square == layout.throne and rules.throne_hostile_to_king)

    if king == layout.throne:
        manner: str = rules.king_on_throne
    elif layout.throne in sides:
        manner = rules.king_beside_throne
    else:
        manner = rules.king_at_edge if None in sides else rules.king_elsewhere
    if manner == "two":
        return beyond is not None and closed(beyond)
    return manner == "surround" and all(closed(square) for square in sides if square is not None)


@pytest.mark.parametrize("name", ALL_RULES)
@examples(40)
@given(data=st.data())
def test_every_move_captures_what_the_facts_say_on_every_size(name: str, data: st.DataObject) -> None:
    before = data.draw(positions(rulesets=[name]))
    for move in before.legal_moves():
        turn = before.play(move)
        assert (set(turn.captured), turn.outcome) == judged(before, move), str(move)


@examples(200)
@given(positions())
def test_captures_are_beside_the_mover_and_of_the_other_side(before: Position) -> None:
    board = before.variant.layout.board
    for move in before.legal_moves():
        turn = before.play(move)
        assert len(set(turn.captured)) == len(turn.captured) <= 3
        for square in turn.captured:
            assert board.bit(square) & board.beside[board.index(move.target)]
            assert before.piece_on(square).side is before.to_move.other  # type: ignore[union-attr]


@examples(200)
@given(positions())
def test_moving_in_between_two_enemies_is_safe(crowded: Position) -> None:
    """Two enemies are put on either side of every target, where there is room for them and he may stop there."""
    enemy = Piece.DEFENDER if crowded.to_move is ATTACKERS else Piece.ATTACKER
    board, corners = crowded.variant.layout.board, crowded.variant.layout.corners
    for move in crowded.legal_moves():
        along = move.origin.file == move.target.file
        sides = [
            board.at(move.target.file + (step if along else 0), move.target.rank + (0 if along else step))
            for step in (-1, 1)
        ]
        pieces = crowded.pieces
        if any(side is None or side in corners or pieces.get(side) is Piece.KING for side in sides):
            continue
        pieces.update({side: enemy for side in sides if side is not None})
        before = Position.of(crowded.variant, pieces, crowded.to_move)
        if before.why_not(move) is not None:
            assert crowded.variant.rules.between_landing == "king"
            continue
        turn = before.play(move)
        assert move.target not in turn.captured
        assert turn.after.piece_on(move.target) is before.piece_on(move.origin)


ANVILS = [
    (
        "walker",
        "c1-c2",
        "7/7/7/...K.../7/Tt...../..T....",
        DEFENDERS,
        "b2 custody a2 piece",
    ),
    (
        "walker",
        "e3-g3",
        "7/7/7/7/....t../......T/7",
        ATTACKERS,
        "g2 custody g1 corner",
    ),
    (
        "walker",
        "c6-d6",
        "7/..t..../...T.../7/7/7/......K",
        ATTACKERS,
        "d5 custody d4 throne",
    ),
    (
        "macwhite",
        "c7-d7",
        "..t..../...K.../...t.../7/7/7/7",
        ATTACKERS,
        "d6 custody d5 piece",
    ),
    (
        "walker",
        "d6-d5",
        "7/...t.../7/..tKt../...t.../7/7",
        ATTACKERS,
        "d4 surround d3 piece c4 piece e4 piece d5 piece",
    ),
    (
        "walker",
        "d7-d6",
        "...t.../7/..tKt../7/7/7/7",
        ATTACKERS,
        "d5 surround d4 throne c5 piece e5 piece d6 piece",
    ),
]


def ranks(rows: str) -> str:
    """Rows from the top, the empty ones written as 7."""
    return rows.replace("7", "." * 7).replace("/", "\n")


def told(turn: Turn) -> str:
    return "; ".join(
        " ".join((str(taken.square), taken.rule, *(f"{anvil.square} {anvil.kind}" for anvil in taken.against)))
        for taken in turn.captures
    )


@pytest.mark.parametrize(("name", "move", "rows", "to_move", "expected"), ANVILS)
def test_a_capture_names_its_rule_and_its_anvils(name: str, move: str, rows: str, to_move: Side, expected: str) -> None:
    assert told(play(picture(ranks(rows), to_move, name), move)) == expected


def test_the_king_is_the_anvil_of_his_own_throne_where_that_serves_against_his_men() -> None:
    rows = "7/..t..../...T.../...K.../7/7/7"
    turn = play(picture(ranks(rows), ATTACKERS, "walker", occupied_throne_hostile=True), "c6-d6")
    assert told(turn) == "d5 custody d4 occupied-throne"


def test_a_corner_closes_a_side_of_a_king_who_is_surrounded() -> None:
    rows = "7/7/7/7/..t..../.t...../.K.t..."
    turn = play(picture(ranks(rows), ATTACKERS, "masters"), "d1-c1")
    assert told(turn) == "b1 surround a1 corner c1 piece b2 piece"


@examples(200)
@given(positions())
def test_without_its_anvil_no_piece_is_captured(before: Position) -> None:
    """Every anvil that is a piece is taken away in turn, and the same move takes that piece no more."""
    for move in before.legal_moves():
        for capture in before.play(move).captures:
            for anvil in capture.against:
                if anvil.kind != "piece" or anvil.square == move.target:
                    continue
                pieces = {square: piece for square, piece in before.pieces.items() if square != anvil.square}
                changed = Position.of(before.variant, pieces, before.to_move)
                after = {taken.square: taken for taken in changed.play(move).captures}
                # an empty corner or throne may serve in place of the piece that stood on it
                assert capture.square not in after or anvil.square in (
                    before.variant.layout.throne,
                    *before.variant.layout.corners,
                )
