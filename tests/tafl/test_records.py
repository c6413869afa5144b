"""Whole games as text: what is read, what is passed over, and what the engine says of it."""

from __future__ import annotations

import doctest
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples, sampled
from support.variants import VARIANTS, picture
from taflkit.errors import TaflkitError
from taflkit.limits import MOVES
from taflkit.tafl import Game, Piece, Position, Record, Side, Square, records, write_turn
from taflkit.tafl.records import check_captures, parse_game, replay

WALKER = VARIANTS["walker"]
SHORT = "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5xa6"

OPENTAFL = """
[date:2026.01.01]
[result:-1]
[rules:dim:7 name:Brandub surf:n atkf:y ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[start-comment:What is said of moves such as d1-a1 is no move.

Nor over two lines: 1. d1-a1]

1. d2-e2 c4-c5
[The first half [with brackets]|and the second: d7-a7 {not closed]

2. f4-f5 c5-a5
2a.1.1a. f4-f6 c5-c6
[|a variation of the first half]
2b.1.1b. ..... c5-c7
3. d6-a6xa5 d5-a5xa6-
4. f5-d5 ---
"""


def moves(text: str) -> list[str]:
    return [str(move) for move in parse_game(text).moves]


def test_the_examples_hold() -> None:
    assert doctest.testmod(records).failed == 0


@pytest.mark.parametrize(
    "text",
    [
        SHORT,
        "\n".join(SHORT.split()),
        "1. d2-e2 c4-c5 2. f4-f5 c5-a5 3. d6-a6xa5 d5-a5xa6",
        "1.d2-e2 c4-c5\n2.f4-f5 c5-a5\n3.d6-a6xa5 d5-a5xa6",
        "1. d2-e2 1... c4-c5 2. f4-f5 2... c5-a5 3. d6-a6xa5 3... d5-a5xa6",
        "1 d2-e2 c4-c5 2 f4-f5 c5-a5 3 d6-a6xa5 d5-a5xa6",
        "d2-e2 {best} c4-c5 [a (comment] f4-f5 (or d6-e6 {now}) c5-a5! d6-a6xa5?! d5-a5xa6",
        "d2–e2 c4–c5 f4–f5 c5–a5 d6–a6xa5 d5–a5xa6 1-0",
        "d2-e2,c4-c5,f4-f5,c5-a5,d6-a6xa5,d5-a5xa6 *",
        "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5xa6,1,1,Ongoing",
        "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5+ d5-a5xa6-- Black resigns",
        "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5xa6 timeout",
    ],
)
def test_moves_are_read_however_they_are_numbered_and_commented(text: str) -> None:
    assert moves(text) == SHORT.split()


def test_a_record_of_opentafl_is_read() -> None:
    game = parse_game(OPENTAFL)
    assert [str(move) for move in game.moves] == [*SHORT.split(), "f5-d5"]
    assert game.start == "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    assert game.first_move is Side.ATTACKERS


def test_a_record_may_name_pieces_and_several_captures() -> None:
    assert moves("Kd4-g4-- d1-d2xc2xd3 d1-d2xc2/d3 Ka3-a5xTa4/ta6 d1-d2xKd3++ k5-k7xk8") == [
        "d4-g4",
        "d1-d2xc2xd3",
        "d1-d2xc2xd3",
        "a3-a5xa4xa6",
        "d1-d2xd3",
        "k5-k7xk8",
    ]


def test_a_record_may_begin_elsewhere() -> None:
    game = parse_game("[rules:dim:7 atkf:n start:/7/3t3/7/3K3/7/7/7/]\n1. Kd4-d5 d2-d3")
    assert (game.start, game.first_move) == ("/7/3t3/7/3K3/7/7/7/", Side.DEFENDERS)
    # a position below the rules comes before theirs
    game = parse_game("dim:7 start:/7/3t3/7/3K3/7/7/7/\n/7/7/3t3/3K3/7/7/7/\n\n1. d4-d5")
    assert (game.start, game.first_move) == ("/7/7/3t3/3K3/7/7/7/", None)
    assert len(game.moves) == 1


START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
TERMS = {"dim": "7", "esc": "e", "cor": "a1,a7,", "start": START}
STRING = " ".join(f"{term}:{value}" for term, value in TERMS.items())


@pytest.mark.parametrize(
    "text",
    [
        f"[rules:{STRING}]\n1. d2-e2",
        f"[event:dim:9]\n{{rules:dim:9}}\n[rules: {STRING} ]\n1. d2-e2 [esc:c is another game|start:/9/]",
        f"[rules:{STRING.replace(' ', chr(10))}]\n1. d2-e2",
        f"{STRING}\n\n1. d2-e2",
        f"{STRING.replace(' ', chr(10))}\n1. d2-e2 [dim:9 esc:c|]",
        f"Game: {STRING}\n1. d2-e2 {{12:30}}",
        f"{{{STRING}}} 1. d2-e2",
        f"[variant:a game|dim:7]\n({STRING})\n1. d2-e2",
    ],
)
def test_the_terms_of_a_records_own_rules_are_read(text: str) -> None:
    game = parse_game(text)
    assert (dict(game.terms), game.start, game.first_move) == (TERMS, START, None)
    assert [str(move) for move in game.moves] == ["d2-e2"]


@pytest.mark.parametrize(
    "text",
    ["d2-e2", "[rules:]", "[rules: as in the book]", "d2-e2 [dim: he sees nothing|{start:e2}]", "esc:e 1. d2-e2"],
)
def test_a_record_may_have_no_rules(text: str) -> None:
    game = parse_game(text)
    assert (dict(game.terms), game.start, game.first_move) == ({}, "", None)


def test_a_start_is_read_with_its_rows_reversed_too() -> None:
    rows = ["7", "1t5", "7", "3K3", "7", "2T4", "6t"]
    forward, back = "/".join(rows), "/".join(reversed(rows))
    assert parse_game(f"[rules:dim:7 starti:/{back}/]").start == f"/{forward}/"
    assert parse_game(f"starti:/{back}/ esc:e 1. d4-d5").start == f"/{forward}/"
    with pytest.raises(TaflkitError, match=r"^its rules have both start: and starti:; leave one away$"):
        parse_game(f"[rules:dim:7 start:/{forward}/ starti:/{back}/]")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"[rules:{STRING}]\n[rules:{STRING}]", "there are 2 tags [rules:...]; leave one of them"),
        ("[rules:]" * 100_000, "there are 100000 tags [rules:...]; leave one of them"),
        (f"[rules:esc:c {STRING}]", "its rules have esc:c and esc:e; leave one away"),
        (f"esc:c {STRING} 1. d2-e2", "its rules have esc:c and esc:e; leave one away"),
        ("[rules:start:/7/ start:/9/]", "its rules have start:/7/ and start:/9/; leave one away"),
        ("[rules:a\x1b:\x1b a\x1b:]", r"its rules have a\x1b:\x1b and a\x1b:; leave one away"),
    ],
)
def test_rules_that_say_two_things_are_refused(text: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        parse_game(text)
    assert str(caught.value) == why


def test_an_empty_text_is_a_game_without_moves() -> None:
    assert parse_game(" \n[only:a tag]\n").moves == ()
    assert replay(Position.start(WALKER), ()).position == Position.start(WALKER)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d2-e2 c4c5", "ply 2: 'c4c5' is no move; write d6-f6, and captures behind it as d6-f6xe6"),
        ("d2-e2 c4-c5 z4-c5", "ply 3: 'z4-c5' is no move"),
        ("d2-e2xe3e4", "ply 1: 'd2-e2xe3e4' is no move"),
        ("d2-e20", "ply 1, d2-e20: 'e20' is not a square"),
        ("d2-e2 Ne6^e8", "ply 2: 'Ne6^e8' has a jump and a knight, which no game here has"),
        ("e8=e4xe3", "ply 1: 'e8=e4xe3' has a berserk move, which no game here has"),
        ("Ne6^=e8xce7/ne9/f8/d8", "'Ne6^=e8xce7/ne9/f8/d8' has a berserk jump and a knight and a commander, which"),
        ("c6-c8 1a.1.1a. gc6-c7", "ply 2: 'gc6-c7' has a guard, which no game here has"),
        ("mc6-c7", "ply 1: 'mc6-c7' has a mercenary, which"),
        ("NE6^e8", "ply 1: 'NE6^e8' is no move"),
        ("d2-e2\n[no end\nc4-c5", "line 2: the comment that '[' begins has no ']' at its end"),
        ("d2-e2 ] c4-c5", "ply 2: ']' is no move"),
        ("d2-e2 1-0 c4-c5", "ply 2: 'c4-c5' stands behind the result '1-0'"),
    ],
)
def test_what_is_no_record_is_refused(text: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        parse_game(text)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d6-f6 " * (MOVES + 1), f"there are more than {MOVES} moves"),
        ("x" * 200_000, "is no move"),
        ("[" * 200_000, r"has no '\]' at its end"),
        ("d1-d2" + "!?" * 100_000 + "x", "is no move"),
        ("1a" + "1" * 200_000, "is no move"),
    ],
)
def test_a_record_of_any_kind_is_refused_in_time(text: str, why: str) -> None:
    begun = time.process_time()
    with pytest.raises(TaflkitError, match=why):
        parse_game(text)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "text",
    sampled(
        [
            *("[a" * 50_000 + "]" * 50_000, "start:" * 50_000, "d1-d2" + "xd3" * 20_000, "[]" * 150_000),
            *("dim:1" * 100_000, "dim:7 " * 80_000, "[dim:" * 50_000 + "]" * 50_000, "{start:/}" + "starti:" * 70_000),
            "[rules:" + " ".join(f"t{number}:" for number in range(80_000)) + "]",
        ],
        3,
    ),
)
def test_a_record_of_any_kind_is_read_in_time(text: str) -> None:
    begun = time.process_time()
    parse_game(text)
    assert time.process_time() - begun < 1


def test_a_record_is_replayed() -> None:
    game = replay(Position.start(WALKER), parse_game(SHORT).moves)
    assert " ".join(map(write_turn, game.turns)) == SHORT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d2-e2 c4-g4", "ply 2, c4-g4: blocked d4 (ruleset walker)"),
        ("d2-e2 d6-e6", "ply 2, d6-e6: not-yours d6 (ruleset walker)"),
        ("e2-d2", "ply 1, e2-d2: no-piece e2 (ruleset walker)"),
        ("d2-e2xe3", "ply 1, d2-e2xe3: the move captures nothing under walker, and e3 is written"),
        (
            "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5",
            "ply 6, d5-a5: the move captures a6 under walker, and nothing is written",
        ),
    ],
)
def test_what_the_engine_contradicts_is_named_with_its_ply(text: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        replay(Position.start(WALKER), parse_game(text).moves)
    assert str(caught.value) == why


def test_captures_are_compared_only_where_a_record_notes_them() -> None:
    game = replay(Position.start(WALKER), parse_game(SHORT.replace("xa5", "").replace("xa6", "")).moves)
    assert [len(turn.captured) for turn in game.turns] == [0, 0, 0, 0, 1, 1]


def test_a_game_that_is_over_goes_on_no_more() -> None:
    first = picture(".......\n.......\n.......\n......K\n.......\n.......\nt......", Side.DEFENDERS)
    with pytest.raises(TaflkitError, match=r"^ply 2, a1-b1: the game is over, the king has escaped"):
        replay(first, parse_game("g4-g7 a1-b1").moves)


def test_the_kings_capture_may_be_left_unwritten() -> None:
    before = picture(".......\n.......\nt..Kt..\n.......\n.......\n.......\n.......", king_beside_throne="two")
    turn = before.play(Record.parse("a5-c5").move)
    assert before.piece_on(Square.parse("d5")) is Piece.KING
    assert turn.captured == (Square.parse("d5"),)
    for written in ("a5-c5", "a5-c5xd5", "a5-c5xd5xd5"):
        check_captures(before, turn, Record.parse(written))
    with pytest.raises(TaflkitError, match="the move captures d5 under walker, and b5, d5 is written"):
        check_captures(before, turn, Record.parse("a5-c5xd5xb5"))


@examples(30)
@given(st.sampled_from(sorted(VARIANTS)), st.randoms(use_true_random=False), st.booleans())
def test_any_game_that_is_written_is_read_and_replayed(name: str, dice: random.Random, numbered: bool) -> None:
    game = Game.start(VARIANTS[name])
    while game.outcome is None and len(game.turns) < 40 and (legal := game.position.legal_moves()):
        game = game.play(dice.choice(legal))
    words = [
        f"{'' if ply % 2 or not numbered else f'{ply // 2 + 1}. '}{write_turn(t)}" for ply, t in enumerate(game.turns)
    ]
    assert replay(Position.start(VARIANTS[name]), parse_game(" ".join(words)).moves) == game
