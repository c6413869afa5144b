"""Figures: places on every board, scripts that the engine plays, and contradictions that stop the build."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from support.sampling import examples, sampled
from support.shipped import catalog
from support.variants import any_rules, boards
from taflkit.errors import TaflkitError
from taflkit.figures import (
    SHOWN,
    Attempt,
    Expect,
    FigureError,
    FigureScript,
    Play,
    Reach,
    Scene,
    Window,
    belongs,
    flag_values,
    meets,
    parse_place,
    play_script,
    shown_under,
    touched,
    window_round,
)
from taflkit.tafl import BoardLayout, Game, Piece, Position, Rules, Side, Square, Turn, Variant, flag_names
from taflkit.words import alternatives
from taflkit.words.texts import Texts

GAME = catalog().game("brandub")
SCRIPTS = {**GAME.figures, **GAME.proofs}
RULES = {ruleset.name: ruleset.rules for ruleset in GAME.rulesets}
SIZES = (5, 7, 9, 11, 13, 19)
TEXTS = GAME.texts()


def cross(size: int) -> BoardLayout:
    """A cross like Brandub's: on each arm attackers outside and defenders inside."""
    middle = size // 2
    rows = []
    for rank in range(size):
        distances = [max(abs(rank - middle), abs(file - middle)) for file in range(size)]
        on_arm = [middle in (rank, file) for file in range(size)]
        rows.append(
            "".join(("T" if d <= middle // 2 else "t") if a else "." for d, a in zip(distances, on_arm, strict=True))
        )
    rows[middle] = f"{rows[middle][:middle]}K{rows[middle][middle + 1 :]}"
    return BoardLayout.from_picture("\n".join(rows))


LAYOUTS = {size: cross(size) for size in SIZES}


def variant(name: str = "walker", size: int = 7, **flags: str | bool | int) -> Variant:
    """A ruleset by name on a board of any size, with flags changed."""
    return Variant("cross", name, LAYOUTS[size], RULES[name]._replace(**flags), {})  # type: ignore[arg-type]


def changed(there: Any, **changes: Any) -> Any:
    """What is read from a file, with some of its values changed."""
    return msgspec.structs.replace(there, **changes)


def describe(scene: Scene, texts: Texts = TEXTS) -> str:
    """The text alternative of a scene."""
    description = alternatives.describe(scene, (texts.alternatives, texts.words), texts.language)
    assert description.language == texts.language
    return description.text


def square(name: str) -> Square:
    return Square.parse(name)


def names(squares: tuple[Square, ...]) -> list[str]:
    return [str(there) for there in squares]


CAPTURE = FigureScript(
    attackers=("throne e1 n1", "throne w1 s1"),
    defenders=("throne n1",),
    play=(Play("throne w1 s1 > throne w1 n1", ("throne n1",)),),
)
TWICE = FigureScript(
    attackers=("throne n1 w1", "throne n1 e1"),
    defenders=("throne n1 w2", "throne n1 e2", "throne n2"),
    play=(Play("throne n2 > throne n1", ("throne n1 w1", "throne n1 e1")),),
)
SAFE = FigureScript(
    attackers=("throne s1 w1", "throne s1 e1"),
    defenders=("throne s2",),
    play=(Play("throne s2 > throne s1"),),
)


# places


@pytest.mark.parametrize(
    ("place", "on_seven", "on_eleven"),
    [
        ("throne", "d4", "f6"),
        ("corner-ne", "g7", "k11"),
        ("corner-nw", "a7", "a11"),
        ("corner-se", "g1", "k1"),
        ("corner-sw", "a1", "a1"),
        ("edge-n", "d7", "f11"),
        ("edge-e", "g4", "k6"),
        ("edge-s", "d1", "f1"),
        ("edge-w", "a4", "a6"),
        ("throne n1", "d5", "f7"),
        ("throne n1 e2", "f5", "h7"),
        ("throne s3 w2", "b1", "d3"),
        ("corner-ne s2 w1", "f5", "j9"),
        ("edge-s n1 e1 e1", "f2", "h2"),
        ("throne n3 s3", "d4", "f6"),
        ("  throne   e1 ", "e4", "g6"),
        ("b3", "b3", "b3"),
        ("b3 n2", "b5", "b5"),
    ],
)
def test_a_place_is_a_square_of_the_board_at_hand(place: str, on_seven: str, on_eleven: str) -> None:
    assert str(parse_place(place, LAYOUTS[7])) == on_seven
    assert str(parse_place(place, LAYOUTS[11])) == on_eleven


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("", "'' is no place"),
        ("thron", "'thron' is no place; write throne, corner-ne, edge-s or a square"),
        ("corner", "'corner' is no place"),
        ("corner-", "'corner-' is no place"),
        ("corner-n", "'corner-n' is no place"),
        ("corner-ns", "'corner-ns' is no place"),
        ("corner-ee", "'corner-ee' is no place"),
        ("corner-nes", "'corner-nes' is no place"),
        ("edge", "'edge' is no place"),
        ("edge-ne", "'edge-ne' is no place"),
        ("edge-x", "'edge-x' is no place"),
        ("d0", "'d0' is no place"),
        ("z4", "'z4' is no place"),
        ("throne n", "'throne n': 'n' is no step; write a direction and a count, such as n2"),
        ("throne 2n", "'2n' is no step"),
        ("throne x1", "'x1' is no step"),
        ("throne n-1", "'n-1' is no step"),
        ("throne n²", "'n²' is no step"),
        ("throne n4", "'throne n4' is beside the board of 7 x 7"),
        ("corner-sw w1", "'corner-sw w1' is beside the board of 7 x 7"),
        ("h8", "'h8' is beside the board of 7 x 7"),
    ],
)
def test_what_is_no_place_is_named(place: str, why: str) -> None:
    with pytest.raises(TaflkitError, match=re.escape(why)) as caught:
        parse_place(place, LAYOUTS[7])
    assert "\n" not in str(caught.value)


# the shipped scripts


def under(script: FigureScript, rules: Rules) -> Rules:
    """Rules changed as little as the script asks for to belong to them."""
    wanted = {flag: value[0] if isinstance(value, (tuple, list)) else value for flag, value in script.when.items()}
    return rules._replace(**wanted)  # type: ignore[arg-type]


def board(script: FigureScript, size: int) -> BoardLayout:
    """The cross of a size, with what the script needs of a board; as it is where there is no room for that."""
    found = (each for each in boards(size) if meets(script.needs, each))
    return next(found, LAYOUTS[size])


# what no Brandub ruleset has: a game won at the edge, a throne that serves while the king sits on it, and so on
BELONGS_TO_NONE = {
    name for name, script in SCRIPTS.items() if not any(belongs(script, variant(ruleset)) for ruleset in RULES)
}


on_boards = pytest.mark.parametrize("sizes", sampled([[7, 5, 19], [9, 11, 13]], 1))


@on_boards
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_shipped_script_holds_under_every_ruleset_on_every_board(name: str, sizes: Sequence[int]) -> None:
    script = SCRIPTS[name]
    for size in sizes:
        held = 0
        for ruleset, rules in RULES.items():
            there = Variant("cross", ruleset, board(script, size), rules, {})
            if belongs(script, there):
                assert play_script(name, script, there).name == name
                held += 1
            # and were the ruleset one that has it
            other = replace(there, rules=under(script, rules))
            if belongs(script, other):
                play_script(name, script, other)
        assert held or name in BELONGS_TO_NONE or not script.least <= size <= script.largest, size


def test_few_scripts_belong_to_no_ruleset() -> None:
    assert len(SCRIPTS) - len(BELONGS_TO_NONE) > 40
    assert {"king-escapes", "first-defenders", "throne-occupied-hostile"} <= BELONGS_TO_NONE
    for name in BELONGS_TO_NONE:
        assert SCRIPTS[name].when, name


@given(any_rules)
def test_any_rules_have_a_figure_of_the_king_taken_in_each_place(rules: Rules) -> None:
    there = Variant("cross", "any", LAYOUTS[7], rules, {})
    shown = {name for name, script in GAME.figures.items() if belongs(script, there)}
    at_the_edge = rules.goal == "corner"
    for place in ("king-throne", "king-beside", *(("king-edge",) if at_the_edge else ())):
        assert len([name for name in shown if name.startswith(place)]) == 1
    assert at_the_edge or not [name for name in shown if name.startswith(("king-edge", "king-corner"))]
    assert shown & {"king-strolls", "king-roams"} == {"king-strolls" if at_the_edge else "king-roams"}
    assert len(shown & {"king-two", "king-four"}) == 1
    assert len(shown & {"king-captures", "king-unarmed"}) == 1
    assert len(shown & {"capture-corner", "corner-safe"}) == 1
    assert len(shown & {"capture-throne", "throne-harmless"}) == 1
    assert len(shown & {"corner-barred", "corner-barred-step", "corner-open", "corner-open-step"}) == 1
    assert len(shown & {"moves", "steps"}) == 1
    assert len(shown & {"capture", "capture-step"}) == 1
    assert shown & {"safe-entry", "entry-barred"} == {
        "safe-entry" if rules.between_landing == "anybody" else "entry-barred"
    }
    assert len(shown & {"capture-several", "capture-several-apart"}) == 1
    assert "shieldwall" in shown or rules.shieldwall == "none"
    assert len(shown & {"king-corner", "king-corner-three", "king-corner-safe"}) == (
        1 if at_the_edge and (rules.king_at_edge != "never" or not rules.corner_hostile_to_king) else 0
    )
    served = rules.occupied_throne_hostile, rules.throne_hostile_to_soldiers
    assert ("throne-occupied-taken" in shown) is served[0]
    assert ("throne-occupied" in shown) is (served == (False, True))
    assert ("check" in shown) is rules.call_check


def test_every_shipped_script_belongs_to_some_rules() -> None:
    for name, script in SCRIPTS.items():
        (ruleset,) = script.rulesets or ("walker",)
        rules = under(script, RULES[ruleset])
        assert any(belongs(script, Variant("cross", ruleset, board(script, n), rules, {})) for n in SIZES), name


def test_a_script_belongs_to_its_rulesets_with_their_variations_and_to_boards_with_room_for_it() -> None:
    script = FigureScript(king="throne", rulesets=("masters", "branan"), least=7, when={"king_armed": False})
    assert belongs(script, variant("masters"))
    assert belongs(script, replace(variant("masters"), name="masters+check"))
    assert belongs(script, variant("branan", king_armed=False))
    assert not belongs(script, variant("branan"))
    assert not belongs(script, variant("walker", king_armed=False))
    assert not belongs(script, variant("masters", 5))


@pytest.mark.parametrize("ruleset", RULES)
def test_the_start_is_that_of_the_layout(ruleset: str) -> None:
    scene = play_script("start", SCRIPTS["start"], variant(ruleset, 9))
    assert scene.before.pieces == dict(LAYOUTS[9].start)
    assert (scene.turns, scene.reach, scene.refused, scene.captured) == ((), (), (), ())


def test_a_scene_is_what_the_engine_answered() -> None:
    scene = play_script("several", TWICE, variant())
    (turn,) = scene.turns
    assert str(turn.move) == "d6-d5"
    assert names(scene.captured) == ["c5", "e5"]
    assert names(tuple(turn.after.pieces)) == ["b5", "d5", "f5"]
    scene = play_script("moves", SCRIPTS["moves"], variant("branan"))
    assert [(str(origin), names(targets)) for origin, targets in scene.reach] == [
        ("c4", ["a4", "b4", "c5", "c6", "c7"])
    ]
    assert [str(refusal) for refusal in scene.refused] == [
        "c4-d5: not-in-line d5",
        "c4-d4: throne d4",
        "c4-e4: crossing d4",
    ]


def test_a_refusal_is_tried_only_under_its_flags() -> None:
    def reasons(ruleset: str) -> list[str]:
        return [refusal.reason.value for refusal in play_script("moves", SCRIPTS["moves"], variant(ruleset)).refused]

    assert reasons("walker") == ["not-in-line", "throne"]
    assert reasons("masters") == ["not-in-line"]


def test_every_move_is_played_from_the_position_of_the_script() -> None:
    script = FigureScript(
        attackers=("throne n2 w1", "throne s2 w1"),
        play=(Play("throne n2 w1 > throne n2"), Play("throne s2 w1 > throne s2")),
    )
    scene = play_script("two", script, variant())
    assert [str(turn.move) for turn in scene.turns] == ["c6-d6", "c2-d2"]
    assert names(tuple(scene.turns[1].after.pieces)) == ["d2", "c6"]


# when


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ({}, True),
        ({"surface": "squares"}, True),
        ({"surface": "points"}, False),
        ({"king_armed": True}, True),
        ({"king_armed": False}, False),
        ({"throne_landing": ("nobody", "king")}, True),
        ({"throne_landing": ["anybody", "king"]}, False),
        ({"king_armed": True, "goal": "edge"}, False),
        ({"king_armed": True, "goal": ("corner", "edge")}, True),
    ],
)
def test_a_figure_is_shown_where_all_its_flags_have_their_values(when: dict[str, Any], shown: bool) -> None:
    assert shown_under(when, variant("walker")) is shown


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ({"goal": "middle"}, "goal cannot be 'middle'; it can be corner, edge"),
        ({"king_armed": "yes"}, "king_armed cannot be 'yes'; it can be true, false"),
        ({"goal": ("corner", "middle")}, "goal cannot be 'middle'"),
        ({"gaol": "corner"}, "there is no rule flag 'gaol'; did you mean goal? There is also surface, "),
        ({"goal": "edge", "gaol": "corner"}, "there is no rule flag 'gaol'"),  # behind one that does not hold
    ],
)
def test_a_wrong_when_is_named(when: dict[str, Any], why: str) -> None:
    with pytest.raises(TaflkitError, match=re.escape(why)):
        shown_under(when, variant("walker"))


@pytest.mark.parametrize(
    ("script", "key"),
    [
        (FigureScript(king="throne", refused=(Attempt("throne > d4", "x", {"gaol": "x"}),)), "refused[0].when"),
        (
            FigureScript(king="throne", reach=(Reach("throne", (Expect(), Expect(when={"goal": "x"}))),)),
            "reach[0].expect[1].when",
        ),
    ],
)
def test_a_wrong_when_within_a_script_names_its_key(script: FigureScript, key: str) -> None:
    with pytest.raises(FigureError, match=f"^{re.escape(key)}: ") as caught:
        play_script("figure", script, variant())
    assert caught.value.key == key


# contradictions

KING_TAKEN = SCRIPTS["king-throne-four"]
REACH = FigureScript(king="throne", attackers=("throne e2",))


def played(script: FigureScript, **changes: Any) -> FigureScript:
    """A script with its first play changed."""
    first, *others = script.play
    return changed(script, play=(changed(first, **changes), *others))


CONTRADICTIONS: dict[str, tuple[FigureScript, str, str]] = {
    "a capture that there is not": (
        played(SAFE, captured=("throne s1 w1",)),
        "play[0].captured",
        "d2-d3 captures nothing under walker, and the script expects c3",
    ),
    "a capture that is not expected": (
        played(CAPTURE, captured=()),
        "play[0].captured",
        "c3-c5 captures d5 under walker, and the script expects nothing",
    ),
    "one capture more": (
        played(TWICE, captured=("throne n1 w1",)),
        "play[0].captured",
        "d6-d5 captures c5, e5 under walker, and the script expects c5",
    ),
    "another capture": (
        played(CAPTURE, captured=("throne n1 e1",)),
        "play[0].captured",
        "c3-c5 captures d5 under walker, and the script expects e5",
    ),
    "a win that is not expected": (
        played(KING_TAKEN, outcome=""),
        "play[0].outcome",
        "b4-c4 wins for the attackers under walker, and the script expects that it ends nothing",
    ),
    "a win that there is not": (
        played(CAPTURE, outcome="attackers"),
        "play[0].outcome",
        "c3-c5 ends nothing under walker, and the script expects that it wins for the attackers",
    ),
    "a win of the others": (
        played(KING_TAKEN, outcome="defenders"),
        "play[0].outcome",
        "b4-c4 wins for the attackers under walker, and the script expects that it wins for the defenders",
    ),
    "an illegal move": (
        played(CAPTURE, move="throne w1 s1 > throne w1 s1 e2 n2"),
        "play[0].move",
        "c3-e5: not-in-line e5 (ruleset walker)",
    ),
    "a soldier on a corner": (
        FigureScript(attackers=("edge-e",), play=(Play("edge-e > corner-ne"),)),
        "play[0].move",
        "g4-g7: corner g7 (ruleset walker)",
    ),
    "a move from an empty square": (
        FigureScript(king="throne", play=(Play("throne"), Play("edge-e > corner-ne"))),
        "play[0].move",
        "'throne' is no move; write FROM > TO",
    ),
    "a second move from an empty square": (
        FigureScript(king="throne", play=(Play("throne > throne n1"), Play("edge-e > corner-ne"))),
        "play[1].move",
        "there is no piece on g4",
    ),
    "a move beside the board": (
        FigureScript(king="throne", play=(Play("throne > throne n9"),)),
        "play[0].move",
        "'throne n9' is beside the board of 7 x 7",
    ),
    "a capture beside the board": (
        played(CAPTURE, captured=("throne n9",)),
        "play[0].captured",
        "'throne n9' is beside the board of 7 x 7",
    ),
    "a refusal of a legal move": (
        changed(REACH, refused=(Attempt("throne > throne n1", "throne"),)),
        "refused[0].move",
        "d4-d5 is legal under walker, and the script expects a refusal",
    ),
    "a refusal for another reason": (
        changed(
            REACH, refused=(Attempt("throne > throne n1", "x", {"goal": "edge"}), Attempt("throne > edge-e", "corner"))
        ),
        "refused[1].reason",
        "d4-g4 is refused for 'blocked' under walker, and the script expects 'corner'",
    ),
    "a refusal on an empty square": (
        changed(REACH, refused=(Attempt("edge-w > corner-nw", "corner"),)),
        "refused[0].move",
        "there is no piece on a4",
    ),
    "a square that cannot be reached": (
        changed(REACH, reach=(Reach("throne", (Expect(includes=("throne n1", "edge-e")),)),)),
        "reach[0].expect[0].includes",
        "the piece on d4 cannot reach g4 under walker",
    ),
    "a square that can be reached": (
        changed(REACH, reach=(Reach("throne", (Expect(), Expect(excludes=("edge-e", "throne n1")))),)),
        "reach[0].expect[1].excludes",
        "the piece on d4 can reach d5 under walker",
    ),
    "the reach of an empty square": (
        changed(REACH, reach=(Reach("edge-w"),)),
        "reach[0].of",
        "there is no piece on a4",
    ),
    "the reach of a place that is none": (changed(REACH, reach=(Reach("edge"),)), "reach[0].of", "'edge' is no place"),
    "two pieces on a square": (
        FigureScript(attackers=("throne n1",), defenders=("d5",)),
        "defenders",
        "d5 ('d5') has two pieces",
    ),
    "the king on a piece": (FigureScript(king="throne", attackers=("throne",)), "king", "d4 ('throne') has two pieces"),
    "a piece beside the board": (FigureScript(attackers=("h1",)), "attackers", "'h1' is beside the board of 7 x 7"),
    "nothing at all": (FigureScript(), "start", "there is nothing to show"),
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_what_the_engine_contradicts_is_named_with_key_squares_and_ruleset(what: str) -> None:
    script, key, why = CONTRADICTIONS[what]
    with pytest.raises(FigureError) as caught:
        play_script("figure", script, variant("walker"))
    assert caught.value.key == key
    assert why in caught.value.why
    assert str(caught.value) == f"{key}: {caught.value.why}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_at_all_is_refused_on_every_board(size: int) -> None:
    with pytest.raises(FigureError, match="there is nothing to show"):
        play_script("figure", FigureScript(), variant("walker", size))


def test_a_script_that_holds_under_one_ruleset_is_contradicted_by_another() -> None:
    script = changed(SCRIPTS["capture-throne"], when={})
    assert names(play_script("figure", script, variant("branan")).captured) == ["e4"]
    with pytest.raises(FigureError, match=r"^play\[0\]\.captured: f5-f4 captures nothing under macwhite"):
        play_script("figure", script, variant("macwhite"))


# sequences

TAKES = "throne w1 s1 > throne w1 n1 x throne n1"
ENTERS = "throne n2 > throne n1"
GAME_OF_TWO = FigureScript(
    attackers=("throne n1 e1", "throne w1 s1"), defenders=("throne n1", "throne n2"), sequence=(TAKES, ENTERS)
)
"""c3-c5 takes d5 against e5, and d6-d5 enters safely."""
CLOSED_IN = FigureScript(
    king="throne n1 e1",
    attackers=("throne n2 e1", "throne n1 e2", "throne e1", "throne n2"),
    sequence=("throne n2 > throne n1 x throne n1 e1 = attackers",),
)
"""d6-d5 closes the king on e5 in on his last side."""
BESIDE_CORNER = FigureScript(king="edge-e", attackers=("throne w2",), sequence=("edge-e > corner-ne = defenders",))
CHECKED = FigureScript(king="throne", attackers=("throne e1", "throne s1", "throne w1", "throne n2 w1"), check=True)
"""The king on d4 can go up alone, where the attacker on c6 may step in."""
SHUTS, OPENS = "throne n2 w1 > throne n2", "throne n2 > throne n2 w1"
CHECKING = variant("masters", call_check=True)
SHUT_IN = changed(CHECKED, attackers=("throne e1", "throne s1", "throne w1", "throne n2"), check=False)
AT_THE_EDGE = changed(CHECKED, king="edge-e", attackers=("throne w2",))
SEVERAL = changed(TWICE, play=(), attackers=("throne n1 w1", "throne n1 e1", "edge-s"))
BACK_AND_FORTH = (
    *("throne s1 w1 > throne s1", "throne n1 > throne n1 e1"),
    *("throne s1 > throne s1 w1", "throne n1 e1 > throne n1"),
)
REPEATED = FigureScript(king="throne n1", attackers=("throne s1 w1",), sequence=BACK_AND_FORTH * 2, claim="repetition")


def after(script: FigureScript, *sequence: str, **changes: Any) -> FigureScript:
    """A script with another sequence."""
    return changed(script, sequence=sequence, **changes)


@pytest.mark.parametrize(
    "script",
    [
        GAME_OF_TWO,
        after(GAME_OF_TWO, "  throne w1 s1  >  throne w1 n1  x  throne n1 ,"),
        after(SEVERAL, "throne n2 > throne n1 x throne n1 w1, throne n1 e1"),
        after(SEVERAL, "throne n2 > throne n1 x e5,c5"),
        CLOSED_IN,
        BESIDE_CORNER,
        REPEATED,
        changed(REPEATED, agreed=True),
        changed(CLOSED_IN, agreed=True),
        changed(BESIDE_CORNER, agreed=True),
        changed(CLOSED_IN, check=False),
    ],
)
def test_a_sequence_that_the_engine_plays_holds(script: FigureScript) -> None:
    scene = play_script("sequence", script, variant())
    # its moves are a proof, and are not drawn
    assert scene.before == play_script("position", changed(script, sequence=(), claim=""), variant()).before
    assert (scene.turns, scene.refused, scene.captured) == ((), (), ())


REFUSED_IN_A_GAME = {
    "not-yours": ("throne w1 n1 > throne w1", variant()),
    "no-piece": ("throne n3 > throne n2", variant()),
    "stays": ("throne e1 s1 > throne e1 s1", variant()),
    "not-in-line": ("throne e1 s1 > throne s2", variant()),
    "blocked": ("throne e1 s1 > throne e1 n2", variant()),
    "corner": ("edge-s > corner-sw", variant()),
    "throne": ("throne s1 > throne", variant()),
    "crossing": ("throne s1 > throne n1", variant("branan")),
    "too-far": ("throne e1 n1 > throne e1 n3", variant(king_move="step")),
}


@pytest.mark.parametrize("reason", REFUSED_IN_A_GAME)
def test_a_move_of_a_sequence_may_be_one_that_is_refused(reason: str) -> None:
    move, there = REFUSED_IN_A_GAME[reason]
    script = FigureScript(
        attackers=("throne w1 n2",),
        defenders=("throne e1 s1", "throne s1", "edge-s"),
        king="throne e1 n1",
        # the position is as it was behind a refused move: the side to move goes on
        sequence=("throne w1 n2 > throne w1 n1", f"{move} ! {reason}", "throne e1 s1 > throne e1"),
    )
    assert play_script("refused", script, there).refused == ()
    wrong = "blocked" if reason != "blocked" else "not-in-line"
    with pytest.raises(FigureError) as caught:
        play_script("refused", after(script, script.sequence[0], f"{move} ! {wrong}"), there)
    assert caught.value.key == "sequence[1]"
    assert caught.value.why.endswith(f" is refused for '{reason}' under {there.name}, and the script expects '{wrong}'")


SEQUENCE_CONTRADICTIONS: dict[str, tuple[FigureScript, str, str]] = {
    "a capture that is left out": (
        after(GAME_OF_TWO, "throne w1 s1 > throne w1 n1", ENTERS),
        "sequence[0]",
        "c3-c5 captures d5 under walker, and the script expects nothing",
    ),
    "a capture that there is not": (
        after(GAME_OF_TWO, TAKES, f"{ENTERS} x throne w1 n1"),
        "sequence[1]",
        "d6-d5 captures nothing under walker, and the script expects c5",
    ),
    "another capture": (
        after(GAME_OF_TWO, "throne w1 s1 > throne w1 n1 x throne n2"),
        "sequence[0]",
        "c3-c5 captures d5 under walker, and the script expects d6",
    ),
    "one capture more": (
        after(GAME_OF_TWO, f"{TAKES}, throne n2"),
        "sequence[0]",
        "c3-c5 captures d5 under walker, and the script expects d5, d6",
    ),
    "one capture too few": (
        after(SEVERAL, "throne n2 > throne n1 x throne n1 w1"),
        "sequence[0]",
        "d6-d5 captures c5, e5 under walker, and the script expects c5",
    ),
    "the king's capture that is left out": (
        after(CLOSED_IN, "throne n2 > throne n1 = attackers"),
        "sequence[0]",
        "d6-d5 captures e5 under walker, and the script expects nothing",
    ),
    "a win that is left out": (
        after(CLOSED_IN, "throne n2 > throne n1 x throne n1 e1"),
        "sequence[0]",
        "d6-d5 wins for the attackers under walker, and the script expects that it ends nothing",
    ),
    "a win of the others": (
        after(CLOSED_IN, "throne n2 > throne n1 x throne n1 e1 = defenders"),
        "sequence[0]",
        "d6-d5 wins for the attackers under walker, and the script expects that it wins for the defenders",
    ),
    "a king's win that is left out": (
        after(BESIDE_CORNER, "edge-e > corner-ne"),
        "sequence[0]",
        "g4-g7 wins for the defenders under walker, and the script expects that it ends nothing",
    ),
    "a win that there is not": (
        after(GAME_OF_TWO, TAKES, f"{ENTERS} = defenders"),
        "sequence[1]",
        "d6-d5 ends nothing under walker, and the script expects that it wins for the defenders",
    ),
    "a move behind the end of the game": (
        after(CLOSED_IN, *CLOSED_IN.sequence, "throne n1 > throne n2"),
        "sequence[1]",
        "d5-d6: the game is over, the king is captured (ruleset walker)",
    ),
    "a legal move as refused": (
        after(GAME_OF_TWO, TAKES, f"{ENTERS} ! blocked"),
        "sequence[1]",
        "d6-d5 is refused for 'nothing' under walker, and the script expects 'blocked'",
    ),
    "a legal first move as refused": (
        after(GAME_OF_TWO, "throne w1 s1 > throne w1 n1 ! throne"),
        "sequence[0]",
        "c3-c5 is refused for 'nothing' under walker, and the script expects 'throne'",
    ),
    "a refused move as played": (
        after(GAME_OF_TWO, TAKES, "throne n2 > throne w1 n3"),
        "sequence[1]",
        "d6-c7: not-in-line c7 (ruleset walker)",
    ),
    "two moves of a side": (
        after(GAME_OF_TWO, TAKES, "throne w1 n1 > throne w1 n2"),
        "sequence[1]",
        "c5-c6: not-yours c5 (ruleset walker)",
    ),
    "a first move from an empty square": (
        after(GAME_OF_TWO, "edge-e > corner-ne ! corner"),
        "sequence[0]",
        "there is no piece on g4",
    ),
    "no move": (
        after(GAME_OF_TWO, TAKES, "throne n2 x throne n1"),
        "sequence[1]",
        "'throne n2' is no move; write FROM > TO",
    ),
    "a move beside the board": (
        after(GAME_OF_TWO, TAKES, "throne n2 > throne n9 ! blocked"),
        "sequence[1]",
        "'throne n9' is beside the board of 7 x 7",
    ),
    "a capture beside the board": (
        after(GAME_OF_TWO, TAKES, f"{ENTERS} x throne n9"),
        "sequence[1]",
        "'throne n9' is beside the board of 7 x 7",
    ),
    "a capture without a word between": (
        after(GAME_OF_TWO, "throne w1 s1 > throne w1 n1 xthrone n1"),
        "sequence[0]",
        "'xthrone' is no step",
    ),
    "a claim that is not expected": (
        changed(REPEATED, claim=""),
        "claim",
        "after 8 moves the engine's claim is 'repetition' under walker, and the script expects ''",
    ),
    "a claim that there is not": (
        after(REPEATED, *BACK_AND_FORTH),
        "claim",
        "after 4 moves the engine's claim is '' under walker, and the script expects 'repetition'",
    ),
    "a claim for another reason": (
        changed(REPEATED, claim="no-move"),
        "claim",
        "after 8 moves the engine's claim is 'repetition' under walker, and the script expects 'no-move'",
    ),
    "a claim before the end": (
        after(REPEATED, *BACK_AND_FORTH * 2, BACK_AND_FORTH[0]),
        "claim",
        "after 8 moves the engine's claim is 'repetition' under walker, and the script expects ''",
    ),
    "a refusal that captures": (
        changed(GAME_OF_TWO, sequence=("throne > throne n1 x throne n2 ! stays",)),
        "sequence[0]",
        "'throne > throne n1 x throne n2 ! stays': a move that is refused captures nothing and does not win",
    ),
    "a win of nobody": (
        changed(GAME_OF_TWO, sequence=("throne > throne n1 = nobody",)),
        "sequence[0]",
        "'throne > throne n1 = nobody': 'nobody' is no result; write attackers, defenders, draw",
    ),
}


@pytest.mark.parametrize("what", SEQUENCE_CONTRADICTIONS)
def test_what_the_engine_contradicts_in_a_sequence_is_named_with_its_move(what: str) -> None:
    script, key, why = SEQUENCE_CONTRADICTIONS[what]
    with pytest.raises(FigureError) as caught:
        play_script("figure", script, variant("walker"))
    assert caught.value.key == key
    assert why in caught.value.why
    assert str(caught.value) == f"{key}: {caught.value.why}"


def test_a_sequence_that_holds_under_one_ruleset_is_contradicted_by_another() -> None:
    script = FigureScript(
        attackers=("throne e2 n1",),
        defenders=("throne e1", "edge-s"),
        sequence=("throne e2 n1 > throne e2 x throne e1", "edge-s > throne s2"),
    )
    play_script("figure", script, variant("branan"))
    with pytest.raises(FigureError, match=r"^sequence\[0\]: f5-f4 captures nothing under macwhite, and .* expects e4$"):
        play_script("figure", script, variant("macwhite"))


@pytest.mark.parametrize(
    "script",
    [
        CHECKED,
        after(CHECKED, "throne n2 w1 > throne n3 w1", "throne > throne n1"),
        after(CHECKED, "throne n2 w1 > throne w1 ! blocked"),
        SHUT_IN,
        after(SHUT_IN, "throne n2 > throne ! blocked"),
        after(SHUT_IN, "throne n2 > edge-n"),
        after(AT_THE_EDGE, "throne w2 > throne w2 n1", "edge-e > edge-e n1"),
    ],
)
def test_check_holds_before_and_after_every_move_of_a_sequence(script: FigureScript) -> None:
    play_script("check", script, CHECKING)
    with pytest.raises(FigureError) as caught:
        play_script("check", changed(script, check=not script.check), CHECKING)
    assert caught.value.key == "check"
    must = "must" if script.check else "need not"
    assert caught.value.why == f"check {must} be called under masters, and the script expects the contrary"


@pytest.mark.parametrize(
    ("script", "move"),
    [(CHECKED, SHUTS), (SHUT_IN, OPENS), (AT_THE_EDGE, "edge-e > corner-ne = defenders")],
)
def test_a_move_that_begins_or_ends_a_check_contradicts_a_script_that_has_the_contrary(
    script: FigureScript, move: str
) -> None:
    play_script("check", script, CHECKING)
    play_script("check", after(script, move, check=None), CHECKING)
    with pytest.raises(FigureError) as caught:
        play_script("check", after(script, move), CHECKING)
    assert caught.value.key == "check"
    must = "need not" if script.check else "must"
    assert caught.value.why == f"check {must} be called under masters, and the script expects the contrary"


@pytest.mark.parametrize(
    ("may", "script", "key", "why"),
    [
        (False, changed(GAME_OF_TWO, agreed=True), "agreed", "a draw may not be agreed on"),
        (True, changed(CLOSED_IN, agreed=True), "sequence[0]", "a draw may be agreed on"),
        (False, changed(GAME_OF_TWO, agreed=True, sequence=()), "agreed", "a draw may not be agreed on"),
    ],
)
def test_another_engine_than_the_scripts_is_told_when_draws_may_be_agreed_on(
    may: bool, script: FigureScript, key: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "may_be_agreed", may)
    with pytest.raises(FigureError) as caught:
        play_script("agreed", script, variant())
    assert caught.value.key == key
    assert caught.value.why == f"{why}, and the script expects the contrary"
    play_script("agreed", changed(script, agreed=False), variant())


# text alternatives


def test_a_capture_is_described() -> None:
    scene = play_script("capture", CAPTURE, variant())
    assert describe(scene) == (
        "The part of the board from b3 to f5. Defender on d5; attackers on c3, e5. "
        "Attacker c3 moves to c5 and captures the defender on d5 against e5."
    )


def test_several_captures_are_described() -> None:
    scene = play_script("several", TWICE, variant())
    assert describe(scene).endswith(
        "moves to d5 and captures the attacker on c5 against b5 and the attacker on e5 against f5."
    )


@pytest.mark.parametrize(
    ("name", "ruleset", "told"),
    [
        ("capture-corner", "walker", "captures the defender on f7 against the corner g7."),
        ("capture-throne", "walker", "captures the defender on e4 against the empty throne."),
        ("king-two", "walker", "captures the king on e5 against f5; the attackers capture the king."),
        ("king-corner", "walker", "captures the king on f7 against the corner g7; the attackers capture the king."),
        ("king-corner-three", "masters", "captures the king on f7, surrounded by e7, f6 and the corner g7; "),
        ("king-beside-three", "walker", "captures the king on d5, surrounded by c5, the empty throne, d6 and e5; "),
        ("king-beside-four", "masters", "captures the king on d5, surrounded by c5, d4, d6 and e5; "),
        ("king-edge-three", "masters", "captures the king on d7, surrounded by c7, d6 and e7; "),
    ],
)
def test_it_is_told_against_what_a_piece_is_taken(name: str, ruleset: str, told: str) -> None:
    assert told in describe(play_script(name, SCRIPTS[name], variant(ruleset)))


def test_a_man_may_be_taken_against_the_throne_that_his_king_is_on() -> None:
    script = FigureScript(
        king="throne",
        defenders=("throne n1",),
        attackers=("throne n2 w1",),
        play=(Play("throne n2 w1 > throne n2", ("throne n1",)),),
    )
    text = describe(play_script("occupied", script, variant(occupied_throne_hostile=True)))
    assert text.endswith("captures the defender on d5 against the occupied throne.")


def test_several_moves_are_described_by_their_numbers() -> None:
    script = SCRIPTS["branan-moves"]
    assert describe(play_script("branan-moves", script, variant("branan"))) == (
        "The part of the board from a1 to e7. King on e2; defenders on b1, b6, c4; attackers on a2, a4, a6, c2, c7. "
        "Move 1: attacker c7 moves to c6 and captures the defender on b6 against a6. "
        "Move 2: attacker a4 moves to b4 and captures the defender on c4 against the empty throne. "
        "Move 3: defender b1 moves to b2, and nothing is captured."
    )


def test_an_empty_board_is_described() -> None:
    empty = Position.of(variant(), {}, Side.ATTACKERS)
    assert describe(Scene("empty", empty, (), (), (), Window(0, 0, 7, 7))) == "The board is empty."


def manner(there: Variant, king: Square) -> str:
    """How the king is taken on a square, by the flags."""
    layout, rules = there.layout, there.rules
    last = layout.size - 1
    if king == layout.throne:
        return rules.king_on_throne
    if abs(king.file - layout.throne.file) + abs(king.rank - layout.throne.rank) == 1:
        return rules.king_beside_throne
    return rules.king_at_edge if {king.file, king.rank} & {0, last} else rules.king_elsewhere


def shieldwall(
    arrived: dict[Square, Piece], layout: BoardLayout, mover: Square, taken: Square
) -> tuple[list[Square], list[Square]] | None:
    """The row on the edge that a piece is taken in, and the squares in front and at both ends; None if in none."""
    last = layout.size - 1
    across, up = ((a > b) - (a < b) for a, b in zip(taken, mover, strict=True))
    edges = [n for n in range(2) if mover[n] == taken[n] and mover[n] in (0, last)]
    if not edges:
        return None
    row, closing = [], [mover]
    end = Square(mover.file + across, mover.rank + up)
    while end in arrived and arrived[end].side is arrived[taken].side:
        front = list(end)
        front[edges[0]] += 1 if mover[edges[0]] == 0 else -1
        row.append(end)
        closing.append(Square(*front))
        end = Square(end.file + across, end.rank + up)
    if len(row) < 2:
        return None
    return sorted(each for each in row if arrived[each] is not Piece.KING), sorted([*closing, end])


def told_of(before: Position, turn: Turn, taken: Square) -> str:
    """What must be said of how a piece is taken, worked out from the flags and the board alone."""
    layout = before.variant.layout
    arrived = {**before.pieces, turn.move.target: before.pieces[turn.move.origin]}
    del arrived[turn.move.origin]

    def what(there: Square) -> str:
        if there not in arrived:
            return f"the corner {there}" if there in layout.corners else "the empty throne"
        enemy = arrived[there].side is not arrived[taken].side
        return str(there) if enemy else "the occupied throne"

    if arrived[taken] is not Piece.KING and (row := shieldwall(arrived, layout, turn.move.target, taken)):
        members, closing = ([*map(str, row[0])], [what(there) for there in row[1]])
        fallen, wall = (
            f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0] for names in (members, closing)
        )
        return f"on {fallen} in a shieldwall of {wall}"
    if arrived[taken] is Piece.KING and manner(before.variant, taken) == "surround":
        steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
        around = (layout.board.at(taken.file + across, taken.rank + up) for across, up in steps)
        *first, last = [what(there) for there in around if there]
        return f"on {taken}, surrounded by {', '.join(first)} and {last}"
    target = turn.move.target
    return f"on {taken} against {what(Square(2 * taken.file - target.file, 2 * taken.rank - target.rank))}"


@on_boards
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_is_described_with_all_that_it_takes(name: str, sizes: Sequence[int]) -> None:
    for size, (ruleset, rules) in product(sizes, RULES.items()):
        there = Variant("cross", ruleset, board(SCRIPTS[name], size), under(SCRIPTS[name], rules), {})
        if not belongs(SCRIPTS[name], there):
            continue
        scene = play_script(name, SCRIPTS[name], there)
        text = describe(scene)
        assert text.count("captures") == sum(bool(turn.captured) for turn in scene.turns)
        for turn in scene.turns:
            for taken in turn.captured:
                assert told_of(scene.before, turn, taken) in text


@examples(60)
@given(any_rules, st.sampled_from((5, 7, 11)), st.randoms(use_true_random=False))
def test_what_is_taken_in_any_game_is_described(rules: Rules, size: int, dice: random.Random) -> None:
    position = Position.start(Variant("cross", "any", LAYOUTS[size], rules, {}))
    for _ in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        turn = position.play(dice.choice(moves))
        text = describe(Scene("any", position, (turn,), (), (), Window(0, 0, size, size)))
        for taken in turn.captured:
            assert told_of(position, turn, taken) in text
        if turn.outcome:
            break
        position = turn.after


def test_no_capture_and_the_end_of_the_game_are_described() -> None:
    scene = play_script("safe", SAFE, variant())
    assert describe(scene).endswith("Defender d2 moves to d3, and nothing is captured.")
    scene = play_script("taken", KING_TAKEN, variant())
    assert describe(scene) == (
        "The part of the board from a3 to e5. King on d4; attackers on b4, d3, d5, e4. "
        "Attacker b4 moves to c4 and captures the king on d4, surrounded by c4, d3, d5 and e4; "
        "the attackers capture the king."
    )
    scene = play_script("wins", SCRIPTS["king-wins"], variant())
    assert describe(scene).endswith("King g6 moves to g7, and nothing is captured; the king escapes.")


def test_reach_and_refusals_are_described() -> None:
    scene = play_script("moves", SCRIPTS["moves"], variant("branan"))
    assert describe(scene) == (
        "The part of the board from b3 to f5. "
        "Defender on c4; attackers on c3, f4. Defender on c4 can move to b4, c5. "
        "Refused: c4-d5: pieces move along a row or column, and d5 is not in line. "
        "Refused: c4-d4: this piece may not stop on the throne d4. "
        "Refused: c4-e4: this piece may not cross the throne d4."
    )


def test_a_part_of_the_board_is_named_and_the_whole_is_not() -> None:
    part = "The part of the board from "
    assert describe(play_script("capture", CAPTURE, variant("walker", 19))).startswith(f"{part}h9 to l11. ")
    corner = SCRIPTS["capture-corner"]
    assert describe(play_script("corner", corner, variant("walker", 11))).startswith(f"{part}g10 to k11. ")
    assert part not in describe(play_script("whole", changed(CAPTURE, whole=True), variant("walker", 19)))
    assert part not in describe(play_script("start", SCRIPTS["start"], variant("walker", 19)))


def test_a_piece_that_cannot_move_is_described() -> None:
    script = FigureScript(king="corner-ne", attackers=("corner-ne s1", "corner-ne w1"), reach=(Reach("corner-ne"),))
    assert describe(play_script("shut", script, variant())).endswith("King on g7 can move to nothing.")


def test_the_start_is_described_with_the_words_of_the_language() -> None:
    pieces = {
        "attacker": {"one": "ionsaitheoir", "other": "ionsaitheoirí"},
        "defender": {"one": "cosantóir", "other": "cosantóirí"},
        "king": {"other": "branán"},
        "soldier": {"one": "saighdiúir", "other": "saighdiúirí"},
    }
    outcomes = {**TEXTS.alternatives.outcomes, "king-escaped": "éalaíonn an branán"}
    irish = changed(
        TEXTS.alternatives,
        part="an chuid den chlár ó {first} go {last}",
        standing="{pieces} ar {squares}",
        outcomes=outcomes,
    )
    texts = structs.replace(TEXTS, words=changed(TEXTS.words, pieces=pieces), alternatives=irish, language="ga")
    text = describe(play_script("start", SCRIPTS["start"], variant()), texts)
    assert text.startswith("Branán ar d4; cosantóirí ar c4, d3, d5, e4; ionsaitheoirí ar ")
    assert text.count("ionsaitheoir") == 1
    wins = describe(play_script("wins", SCRIPTS["king-wins"], variant()), texts)
    assert wins.startswith("An chuid den chlár ó c5 go g7. Branán ar g6; ionsaitheoirí ar f6, g5. ")
    assert wins.endswith("; éalaíonn an branán.")


# windows


def on_every_board(name: str) -> Iterator[tuple[Variant, Scene]]:
    """Yield every board that a figure may be on, with its scene there."""
    script = SCRIPTS[name]
    (ruleset,) = script.rulesets or ("walker",)
    for size in SIZES:
        if script.least <= size <= script.largest:
            there = replace(variant(ruleset, size), rules=under(script, RULES[ruleset]))
            yield there, play_script(name, script, there)


def squares_in(window: Window) -> set[Square]:
    return {
        Square(file, rank)
        for file in range(window.file, window.file + window.files)
        for rank in range(window.rank, window.rank + window.ranks)
    }


def meant(scene: Scene) -> Iterator[Square]:
    """Where pieces stand, where moves begin and end, and what they take."""
    yield from scene.before.pieces
    for turn in scene.turns:
        yield from (turn.move.origin, turn.move.target, *turn.captured)
    for refusal in scene.refused:
        yield from (refusal.move.origin, refusal.move.target)


def extent(squares: Iterable[Square]) -> int:
    """The side of the smallest square part of a board that has some squares in it."""
    there = list(squares)
    files, ranks = [square.file for square in there], [square.rank for square in there]
    return max(max(files) - min(files), max(ranks) - min(ranks)) + 1


def is_middle(values: Iterable[int], low: int, side: int, size: int) -> bool:
    """Whether values lie in the middle of a stretch, or as near to it as the board's edges let them."""
    there = list(values)
    below, above = min(there) - low, low + side - 1 - max(there)
    return abs(below - above) <= 1 or (below < above and low == 0) or (below > above and low + side == size)


def with_noble(squares: Collection[Square], layout: BoardLayout) -> set[Square]:
    """Squares with the throne and the corners that adjoin one of them."""
    board = layout.board
    beside = {noble: set(board.squares_of(board.beside[board.index(noble)])) for noble in layout.marked}
    return {*squares, *(noble for noble, near in beside.items() if near & set(squares))}


def first_steps(scene: Scene) -> set[Square]:
    """The squares beside a piece that it can go to."""
    return {there for start, targets in scene.reach for there in targets if extent((start, there)) == 2}


def spans(squares: Iterable[Square]) -> tuple[int, int]:
    """How many files and ranks there are from the first of some squares to the last."""
    files, ranks = zip(*((square.file, square.rank) for square in squares), strict=True)
    return max(files) - min(files) + 1, max(ranks) - min(ranks) + 1


def hold_window(window: Window, squares: Collection[Square], least: tuple[int, int], size: int) -> None:
    """Assert that a window is the smallest part of a board with squares in its middle."""
    files, ranks = spans(squares)
    assert (window.files, window.ranks) == (min(size, max(least[0], files)), min(size, max(least[1], ranks)))
    assert set(squares) <= squares_in(window) <= set(LAYOUTS[size].board.squares)
    assert is_middle((square.file for square in squares), window.file, window.files, size)
    assert is_middle((square.rank for square in squares), window.rank, window.ranks, size)


@pytest.mark.parametrize("name", GAME.figures)
def test_a_window_is_the_smallest_part_of_the_board_with_all_that_matters(name: str) -> None:
    script = SCRIPTS[name]
    for there, scene in on_every_board(name):
        size = there.layout.size
        if script.start or script.whole:
            assert scene.window == (0, 0, size, size)
            assert set(meant(scene)) <= squares_in(scene.window)
        else:
            squares = with_noble(set(meant(scene)), there.layout)
            larger = squares | first_steps(scene)
            hold_window(scene.window, larger if extent(larger) <= 5 else squares, SHOWN, size)


@pytest.mark.parametrize("size", [7, 9, 19])
def test_a_piece_with_dots_is_shown_with_its_first_step_in_every_direction(size: int) -> None:
    cut = set()
    for name, script in GAME.figures.items():
        (ruleset,) = script.rulesets or ("walker",)
        there = replace(variant(ruleset, size), rules=under(script, RULES[ruleset]))
        if script.reach and belongs(script, there):
            scene = play_script(name, script, there)
            cut |= {name} if first_steps(scene) - squares_in(scene.window) else set()
    assert cut == set()


@pytest.mark.parametrize("name", GAME.figures)
def test_what_is_touched_is_where_pieces_stand_and_where_moves_end(name: str) -> None:
    script = SCRIPTS[name]
    for there, scene in on_every_board(name):
        found = touched(scene.before, scene.turns, scene.refused)
        # every move begins where a piece stands, and takes what stands there
        assert set(found) == with_noble(set(meant(scene)), there.layout)
        if not (script.start or script.whole):
            steps = sorted(first_steps(scene))
            assert scene.window == window_round(found, SHOWN, there.layout.size, there.layout.corner_blocks, steps)


@pytest.mark.parametrize("size", [7, 9, 11, 13, 19])
def test_a_board_is_shown_in_part(size: int) -> None:
    capture = play_script("capture", CAPTURE, variant("walker", size))
    assert capture.window == (size // 2 - 2, size // 2 - 1, 5, 3)
    assert LAYOUTS[size].throne in squares_in(capture.window)
    corner = play_script("corner", SCRIPTS["capture-corner"], variant("walker", size))
    assert corner.window == (size - 5, size - 2, 5, 2)


@pytest.mark.parametrize("size", [7, 19])
def test_the_start_and_what_is_asked_for_are_shown_whole(size: int) -> None:
    assert play_script("start", SCRIPTS["start"], variant("walker", size)).window == (0, 0, size, size)
    assert play_script("whole", changed(CAPTURE, whole=True), variant("walker", size)).window == (0, 0, size, size)


def test_a_window_grows_to_hold_pieces_that_stand_apart() -> None:
    script = FigureScript(attackers=("throne w5", "throne e4"))
    window = play_script("apart", script, variant("walker", 19)).window
    assert window.files == 10  # from the one to the other
    assert window.file == 4
    script = FigureScript(attackers=("corner-sw n1", "corner-ne s1"))
    assert play_script("apart", script, variant("walker", 19)).window == (0, 0, 19, 19)


def test_a_window_does_not_grow_to_hold_what_a_piece_can_reach() -> None:
    alone = FigureScript(king="throne")
    scene = play_script("reach", changed(alone, reach=(Reach("throne"),)), variant("walker", 13))
    ((_, targets),) = scene.reach
    assert extent(targets) == 13
    # its first steps alone
    assert scene.window == (4, 5, 5, 3)
    assert play_script("alone", alone, variant("walker", 13)).window == (4, 5, 5, 2)


def test_a_window_grows_to_hold_the_first_steps_of_a_piece_but_not_far() -> None:
    rules = {"king_move": "line"}
    at_an_edge = FigureScript(king="edge-e", attackers=("edge-e n3", "edge-e w3"))
    there = variant("walker", 13, **rules)
    assert play_script("alone", at_an_edge, there).window == (8, 6, 5, 4)
    reached = changed(at_an_edge, reach=(Reach("edge-e"),))
    # a row below the king
    assert play_script("reach", reached, there).window == (8, 5, 5, 5)
    farther = changed(reached, attackers=("edge-e n4", "edge-e w3"))
    assert play_script("farther", farther, there).window == (8, 6, 5, 5)


def test_a_window_is_no_larger_than_it_must_be() -> None:
    scene = play_script("capture", CAPTURE, variant("walker", 13))
    squares = touched(scene.before, scene.turns, scene.refused)
    assert sorted(map(str, squares)) == ["f6", "f8", "g7", "g8", "h8"]
    assert window_round(squares, (1, 1), 13) == window_round(squares, (3, 3), 13) == (5, 5, 3, 3)
    assert window_round(squares, (4, 3), 13) == (4, 5, 4, 3)
    assert window_round(squares, (3, 4), 13) == (5, 4, 3, 4)
    assert window_round(squares, (19, 19), 13) == (0, 0, 13, 13)


def test_a_window_holds_a_refused_move() -> None:
    script = FigureScript(attackers=("edge-e",), refused=(Attempt("edge-e > corner-ne", "corner"),))
    window = play_script("refused", script, variant("walker", 13)).window
    assert window == (8, 6, 5, 7)
    alone = play_script("alone", changed(script, refused=()), variant("walker", 13)).window
    assert alone == (8, 5, 5, 2)


@given(st.sampled_from(SIZES), st.tuples(st.integers(1, 7), st.integers(1, 7)), st.data())
def test_a_window_round_any_squares_is_the_smallest_with_them_in_its_middle(
    size: int, least: tuple[int, int], data: st.DataObject
) -> None:
    squares = data.draw(st.lists(st.sampled_from(LAYOUTS[size].board.squares), min_size=1, max_size=6))
    hold_window(window_round(squares, least, size), squares, least, size)


@pytest.mark.parametrize("size", [11, 19])
@pytest.mark.parametrize("name", ["capture-corner", "king-wins", "corner-barred", "corner-safe"])
def test_a_window_shows_all_of_a_corner_that_is_a_block(name: str, size: int) -> None:
    there = variant("walker", size)
    layout = next(each for each in boards(size) if meets("blocks", each))
    there = replace(there, layout=layout, rules=under(SCRIPTS[name], there.rules))
    window = play_script(name, SCRIPTS[name], there).window
    shown = [len(squares_in(window) & set(block)) for block in layout.corner_blocks]
    assert sorted(shown) == [0, 0, 0, 4]
    assert 4 <= window.files <= 5
    assert (window.file + window.files, window.rank + window.ranks) == (size, size)


@pytest.mark.parametrize(
    ("pieces", "whole", "meant"),
    [
        ("s17 s15", "r18 r19 s18 s19", (14, 14, 5, 5)),
        ("s18 s14", "r18 r19 s18 s19", (14, 13, 5, 6)),
        ("q16", "r18 r19 s18 s19", (14, 14, 5, 5)),
        ("j10", "r18 r19 s18 s19", (7, 7, 5, 5)),
    ],
)
def test_a_window_grows_by_what_a_block_needs(pieces: str, whole: str, meant: tuple[int, ...]) -> None:
    squares, block = ([square(name) for name in text.split()] for text in (pieces, whole))
    assert window_round(squares, (5, 5), 19, [block]) == meant


def test_a_window_is_as_low_as_a_row_lets_it_be() -> None:
    hnefatafl = catalog().game("hnefatafl")
    copenhagen = hnefatafl.variant(hnefatafl.ruleset("copenhagen"))
    rows = {name: play_script(name, SCRIPTS[name], copenhagen).window for name in ("shieldwall", "shieldwall-rows")}
    assert rows == {"shieldwall": (3, 0, 5, 2), "shieldwall-rows": (2, 0, 7, 2)}
    hole = play_script("encirclement-hole", SCRIPTS["encirclement-hole"], copenhagen)
    # the hole on the left is a square where nothing stands or goes
    assert hole.window.files == hole.window.ranks == 5
    assert hole.window.holds(Square(3, 5))


# flags


def test_every_flag_has_its_values() -> None:
    assert flag_values("goal") == ("corner", "edge")
    assert flag_values("king_armed") == ("true", "false")
    assert flag_values("king_at_edge") == ("two", "surround", "never")
    for flag in flag_names():
        assert len(flag_values(flag)) >= 2, flag
