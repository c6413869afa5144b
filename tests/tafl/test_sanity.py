"""Rules that contradict one another, how many attackers take the king where, and games that a side cannot win."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples, sampled
from support.variants import (
    ALL_RULES,
    ATTACKERS,
    BRANDUB,
    DEFENDERS,
    LAYOUTS,
    ORDINARY,
    RULES,
    SIZES,
    played_positions,
    positions,
)
from taflkit.figures import typed_values
from taflkit.tafl import KING_CAPTURED, BoardLayout, Piece, Position, Rules, Side, Square, Variant, flag_names, sanity
from taflkit.tafl.sanity import contradictions, least_attackers, never_wins

# the smallest board, that of Brandub and the largest before all others
FIRST_SIZES = [5, 7, 19, *(size for size in SIZES if size not in (5, 7, 19))]

# contradictions

ANYBODY = "attackers may stop on every corner, where nothing takes them, and keep the king from winning"
NOBODY = "the king wins on a corner and may not stop there"
SLOW = "the king, who alone may cross the throne, goes one step and may not stop on it"


@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize("size", sampled(FIRST_SIZES, 3))
def test_the_rulesets_do_not_contradict_themselves(name: str, size: int) -> None:
    assert contradictions(ALL_RULES[name], LAYOUTS[size]) == ()


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        ({"corner_landing": "nobody"}, f"goal = corner, corner_landing = nobody: {NOBODY}"),
        ({"corner_landing": "anybody"}, f"goal = corner, corner_landing = anybody: {ANYBODY}"),
        (
            {"throne_crossing": "king", "king_move": "step"},
            f"throne_crossing = king, throne_landing = nobody, king_move = step: {SLOW}",
        ),
    ],
)
def test_flags_that_contradict_one_another_are_named(flags: dict[str, str], line: str) -> None:
    assert contradictions(Rules()._replace(**flags), BRANDUB) == (line,)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "flags",
    [
        # what keeps each contradiction from being one
        {"corner_landing": "nobody", "goal": "edge"},
        {"corner_landing": "anybody", "goal": "edge"},
        {"king_at_edge": "never", "corner_hostile_to_king": False},
        {"king_at_edge": "never", "corner_hostile_to_king": True},  # a flag that never comes to bear
        {"king_at_edge": "never", "goal": "edge"},
        {"king_at_edge": "surround"},
        {"throne_crossing": "king", "king_move": "step", "throne_landing": "king"},
        {"throne_crossing": "king"},
        {"throne_crossing": "anybody", "king_move": "step"},
        {"throne_crossing": "nobody", "king_move": "step"},
        # odd, and yet each says what is so
        {"throne_landing": "king", "throne_crossing": "nobody"},
        {"throne_landing": "anybody", "throne_crossing": "king"},
        {"occupied_throne_hostile": True, "throne_hostile_to_soldiers": False},
        {"call_check": True, "goal": "edge"},
        {"throne_hostile_to_king": False},
        {"first_move": "defenders"},
    ],
)
def test_flags_that_go_together(flags: dict[str, str | bool]) -> None:
    assert contradictions(Rules()._replace(**flags), BRANDUB) == ()  # type: ignore[arg-type]


def other_values(flag: str, rules: Rules) -> list[str | bool | int]:
    return [value for value in typed_values(flag) if value != getattr(rules, flag)]


@pytest.mark.parametrize("name", RULES)
def test_which_single_changes_make_a_ruleset_contradict_itself(name: str) -> None:
    """So that a new flag, or a new value of one, is thought of here."""
    rules = RULES[name]
    found = {
        (flag, value)
        for flag in flag_names()
        for value in other_values(flag, rules)
        if contradictions(rules._replace(**{flag: value}), BRANDUB)  # type: ignore[arg-type]
    }
    assert found == {("corner_landing", "nobody"), ("corner_landing", "anybody")}


def test_a_throne_that_is_not_marked_has_no_rules_of_its_own() -> None:
    plain = replace(BRANDUB, throne_marked=False)
    like = dict.fromkeys(("king_on_throne", "king_beside_throne", "king_elsewhere"), "two")
    rules = Rules()._replace(**ORDINARY, **like)  # type: ignore[arg-type]
    assert contradictions(rules, plain) == ()
    assert contradictions(rules, BRANDUB) == ()
    for flag in flag_names():
        for value in other_values(flag, rules):
            found = contradictions(rules._replace(**{flag: value}), plain)  # type: ignore[arg-type]
            special = [line for line in found if "like any other" in line]
            if flag == "king_elsewhere":  # the king on the throne and beside it is taken as elsewhere
                assert [line.partition(":")[0] for line in special] == [
                    "king_on_throne = two, king_beside_throne = two"
                ]
            elif flag in ORDINARY or flag in like:
                assert special == list(found), flag
                assert special[0].startswith(f"{flag} = {str(value).lower()}: the throne is a square like any other")
            else:
                assert special == [], flag


def test_a_corner_to_win_on_needs_corners() -> None:
    without = replace(BRANDUB, corners=())
    assert contradictions(Rules(), without) == ("goal = corner: the board has no corners",)
    assert contradictions(Rules(goal="edge"), without) == ()
    nobody = contradictions(Rules(corner_landing="nobody"), without)
    assert nobody == (
        "goal = corner: the board has no corners",
        f"goal = corner, corner_landing = nobody: {NOBODY}",
    )


def few(size: int, attackers: int, **layout: object) -> BoardLayout:
    """A king with one man, and so many attackers."""
    rows = [["."] * size for _ in range(size)]
    middle = size // 2
    rows[middle][middle], rows[middle - 1][middle] = "K", "T"
    for number in range(attackers):
        rows[-1 - number // (size - 2)][1 + number % (size - 2)] = "t"
    return replace(BoardLayout.from_picture("\n".join(map("".join, rows))), **layout)  # type: ignore[arg-type]


def test_attackers_fewer_than_the_corners_cannot_shut_them_all() -> None:
    rules = Rules(corner_landing="anybody")
    assert contradictions(rules, few(7, 3)) == ()
    assert len(contradictions(rules, few(7, 4))) == 1
    assert len(contradictions(rules, few(7, 3, corners=BRANDUB.corners[:3]))) == 1


def test_the_side_that_begins_has_a_move() -> None:
    layout = BoardLayout.from_picture(
        """
        .....
        .....
        ..K..
        .T...
        .tT..
        """
    )
    assert contradictions(Rules(), layout) == ("first_move = attackers: they have no move at the start",)
    assert contradictions(Rules(first_move="defenders"), layout) == ()
    assert contradictions(Rules(corner_landing="anybody"), layout) == ()


# how many attackers take the king


# on the throne, beside it, at the edge, beside a corner, elsewhere
WALKER = (4, 3, 2, 1, 2)
MACWHITE = (2, 2, 2, 1, 2)
MASTERS = (4, 4, 3, 2, 4)
BRANAN = (4, None, None, None, 4)

LEAST: dict[str, tuple[int | None, ...]] = {
    name: MACWHITE
    if name in ("macwhite", "masters+weak-king")
    else MASTERS
    if name.startswith("masters")
    else BRANAN
    if name.startswith("branan")
    else WALKER
    for name in ALL_RULES
}


def kind(square: Square, size: int) -> int:
    """Which of the five kinds of square it is, or 5 for a corner."""
    middle, last = size // 2, size - 1
    steps = abs(square.file - middle) + abs(square.rank - middle)
    at_edges = (square.file in (0, last)) + (square.rank in (0, last))
    if at_edges == 2:
        return 5
    if steps < 2:
        return steps
    if at_edges:
        return 3 if {square.file, square.rank} & {1, last - 1} else 2
    return 4


@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize("size", [5, 7, 19])
def test_how_many_attackers_take_the_king_on_every_square(name: str, size: int) -> None:
    variant = Variant("cross", name, LAYOUTS[size], ALL_RULES[name], {})
    squares = variant.layout.board.squares
    if size == 19:  # a quarter, and one of each line through the middle
        squares = tuple(square for square in squares if square.file <= 3 and square.rank <= 9)
    for square in squares:
        if kind(square, size) < 5:
            assert least_attackers(variant, square) == LEAST[name][kind(square, size)], square


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_how_many_attackers_take_the_king_on_each_kind_of_square(name: str, size: int) -> None:
    variant = Variant("cross", name, LAYOUTS[size], RULES[name], {})
    middle = size // 2
    one_of_each = (Square(middle, middle), Square(middle + 1, middle), Square(2, 0), Square(1, 0), Square(1, 1))
    assert tuple(least_attackers(variant, square) for square in one_of_each) == LEAST[name]


@pytest.mark.parametrize(
    ("flags", "square", "least"),
    [
        ({"throne_landing": "nobody", "throne_hostile_to_king": False}, "d5", None),
        ({"throne_landing": "anybody", "throne_hostile_to_king": False}, "d5", 4),
        ({"corner_hostile_to_king": False}, "b1", None),
        ({"corner_hostile_to_king": False, "corner_landing": "anybody"}, "b1", 2),
        ({"corner_hostile_to_king": False, "king_at_edge": "surround"}, "b1", None),
        ({"corner_hostile_to_king": True, "king_at_edge": "surround"}, "b1", 2),
        ({"king_beside_throne": "two"}, "d5", 1),
        ({"king_beside_throne": "two", "throne_hostile_to_king": False}, "d5", 2),
        ({"king_on_throne": "two"}, "d4", 2),
    ],
)
def test_where_attackers_may_stand_and_what_counts_with_them(
    flags: dict[str, str | bool], square: str, least: int | None
) -> None:
    rules = Rules()._replace(**flags)  # type: ignore[arg-type]
    assert least_attackers(Variant("brandub", "", BRANDUB, rules, {}), Square.parse(square)) == least


@examples(150)
@given(st.one_of(positions(), played_positions()))
def test_no_fewer_attackers_ever_take_the_king(position: Position) -> None:
    if any("where no" in problem for problem in position.problems()):
        return
    attacking = position.with_to_move(ATTACKERS)
    for move in attacking.legal_moves():
        turn = attacking.play(move)
        if turn.outcome == KING_CAPTURED:
            (king,) = (square for square in turn.captured if attacking.piece_on(square) is Piece.KING)
            least = least_attackers(position.variant, king)
            assert least is not None
            assert least <= list(turn.after.pieces.values()).count(Piece.ATTACKER)


# who can never win


@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize("size", sampled(FIRST_SIZES, 3))
@pytest.mark.parametrize("side", Side)
def test_either_side_can_win_under_every_ruleset(name: str, size: int, side: Side) -> None:
    assert never_wins(Variant("cross", name, LAYOUTS[size], ALL_RULES[name], {}), side) is None


@pytest.mark.parametrize("size", sampled(FIRST_SIZES, 2))
@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize("attackers", [1, 2, 3, 4])
def test_attackers_who_are_too_few_can_never_win(name: str, size: int, attackers: int) -> None:
    rules = ALL_RULES[name]
    # where the edge is the goal, the king is not taken there
    kinds = LEAST[name] if rules.goal == "corner" else (*LEAST[name][:2], LEAST[name][4])
    needed = min(least for least in kinds if least is not None)
    why = f"there is no square where fewer than {needed} attackers take the king, and the game begins with {attackers}"
    variant = Variant("few", name, few(size, attackers), rules, {})
    assert never_wins(variant, ATTACKERS) == (why if attackers < needed else None)
    assert never_wins(variant, DEFENDERS) is None


def test_a_king_whom_nothing_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    # no values of the flags make him so
    monkeypatch.setattr(sanity, "least_attackers", lambda *_: None)
    assert (
        never_wins(Variant("brandub", "", BRANDUB, Rules()), ATTACKERS)
        == "there is no square where the king can be taken"
    )


@pytest.mark.parametrize("king_move", ["line", "step"])
def test_a_king_who_may_not_stop_where_he_would_win(king_move: Literal["line", "step"]) -> None:
    rules = Rules(corner_landing="nobody", king_move=king_move)
    variant = Variant("brandub", "nobody", BRANDUB, rules, {})
    why = "the king may stop on none of the squares where he would win: a1, g1, a7, g7"
    assert never_wins(variant, DEFENDERS) == why
    assert never_wins(variant, ATTACKERS) is None
    edge = replace(variant, rules=rules._replace(goal="edge"))
    assert never_wins(edge, DEFENDERS) is None


def test_a_king_without_a_corner_to_reach() -> None:
    variant = Variant("brandub", "none", replace(BRANDUB, corners=()), Rules(), {})
    assert never_wins(variant, DEFENDERS) == "there is no corner for the king to reach"
    assert never_wins(replace(variant, rules=Rules(goal="edge")), DEFENDERS) is None


def test_a_corner_that_the_layout_has_not_is_at_the_edge() -> None:
    """There the king has two sides, and two attackers surround him."""
    one = few(7, 2, corners=(Square.parse("g7"),))
    variant = Variant("few", "masters", one, RULES["masters"], {})
    assert least_attackers(variant, Square.parse("a1")) == 2
    assert least_attackers(variant, Square.parse("b1")) == 3
    harmless = replace(variant, rules=RULES["masters"]._replace(corner_hostile_to_king=False))
    assert never_wins(harmless, ATTACKERS) is None
    alone = replace(harmless, layout=few(7, 1, corners=(Square.parse("g7"),)))
    why = "there is no square where fewer than 2 attackers take the king, and the game begins with 1"
    assert never_wins(alone, ATTACKERS) == why


@pytest.mark.parametrize("name", ALL_RULES)
def test_the_largest_board_is_judged_by_few_positions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []

    def look(*position: Any) -> Position:
        looked_at.append(Position(*position))
        return looked_at[-1]

    monkeypatch.setattr(sanity, "Position", look)
    variant = Variant("few", name, few(19, 1), ALL_RULES[name], {})
    for side in Side:
        never_wins(variant, side)
    # the king on every square once for each side, and a few ways to take him on each kind of square
    assert 2 * 19 < len(looked_at) < 4 * 19**2
