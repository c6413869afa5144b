"""Games that rules strings state: every ruleset out and back, OpenTafl's own strings and records, and bad input."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples, sampled
from support.shipped import catalog
from support.suites import FAMILY, shipped_variant
from support.variants import any_games
from tafl.test_perft import SUITE
from taflkit.errors import ManyProblems, TaflkitError
from taflkit.tafl import Position, Rules, Variant, parse_position
from taflkit.tafl.counts import Case, perft
from taflkit.tafl.records import parse_game, parse_terms, replay
from taflkit.tafl.rules_strings import TERMS, contradictions, read_terms
from taflkit.tafl.stated_rules import Stated, parse_rules, stated_rules, unsaid_flags, write_rules

RULESETS = [(name, ruleset) for name in catalog().game_names() for ruleset in catalog().game(name).ruleset_names]
NEVER = {"surface", "between_landing", "call_check", "repetition_count", "no_legal_move"}
"""Flags that no term speaks of."""
SHORT = {"repetition", "king_on_throne", "king_beside_throne", "king_at_edge", "king_elsewhere"}
"""Flags that terms have fewer values for."""
ENDS = {"repetition", "no_legal_move"}
NAMED = {
    ("alea-evangelii", "opentafl"): {"surface"},
    ("alea-evangelii", "cyningstan"): {"surface"},
    ("ard-ri", "common"): {"no_legal_move"},
    ("brandub", "macwhite"): {"surface"},
    ("hnefatafl", "copenhagen"): ENDS,
    ("hnefatafl", "fetlar"): {"no_legal_move"},
    ("hnefatafl", "historical"): ENDS,
    ("hnefatafl", "sea-battle"): ENDS,
    ("magpie", "federation"): ENDS,
    ("magpie", "suckling"): {"no_legal_move"},
    ("parlett", "sea-battle"): ENDS,
    ("tablut", "linnaeus"): {"call_check"},
    ("tablut", "smith"): {"call_check"},
    ("tablut", "historical"): ENDS,
    ("tablut", "sea-battle"): ENDS,
}
"""What the strings of shipped rulesets do not say; the others say everything."""
CROSS = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
DIAMOND = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
TABLUT = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"


def written(of: Variant) -> str:
    return write_rules(of, f"{of.game} {of.name}")


def stated(text: str) -> Stated:
    return parse_rules(text)


def lines(error: TaflkitError) -> list[str]:
    return [str(each) for each in (error.problems if isinstance(error, ManyProblems) else [error])]


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_every_ruleset_comes_back_the_same_but_for_what_is_named(game: str, ruleset: str) -> None:
    ours = shipped_variant(game, ruleset)
    text = written(ours)
    assert "\n" not in text
    back = stated(text)
    named = unsaid_flags(ours, text)
    assert {*named} == NAMED.get((game, ruleset), set())
    assert back.variant.layout == ours.layout
    assert dict(back.variant.layout.start) == dict(ours.layout.start)
    restored = back.variant.rules._replace(**{flag: getattr(ours.rules, flag) for flag in named})
    if ours.rules.goal == "edge":  # where the king has won
        restored = restored._replace(king_at_edge=ours.rules.king_at_edge)
    assert restored == ours.rules
    assert back.passed == ()
    assert written(back.variant).partition("name:")[2].partition(" ")[2] == text.partition("name:")[2].partition(" ")[2]


def test_there_are_all_rulesets() -> None:
    assert len(RULESETS) == 22
    assert set(NAMED) <= set(RULESETS)


@examples(150)
@given(any_games())
def test_any_rules_come_back_the_same_but_for_what_is_named(of: Variant) -> None:
    text = written(of)
    back = stated(text).variant
    named = unsaid_flags(of, text)
    assert set(named) <= NEVER | SHORT
    assert back.layout == of.layout
    for flag in set(Rules._fields) - set(named):
        of_corners = flag.startswith("corner") and not of.layout.corners
        at_edge = flag == "king_at_edge" and of.rules.goal == "edge"
        assert of_corners or at_edge or getattr(back.rules, flag) == getattr(of.rules, flag), (flag, text)


QUICK = 3000
"""The most positions that a count has here."""
COPENHAGEN = f"dim:11 atkf:n sw:s efe:y start:{DIAMOND}"
SEA_BATTLE = "dim:9 esc:e ka:n cen: cor: start:" + TABLUT
THEIRS = {("hnefatafl", "copenhagen"): COPENHAGEN, ("tablut", "sea-battle"): SEA_BATTLE}
"""Strings of OpenTafl's specification that are games of ours."""


@pytest.mark.parametrize(
    ("game", "ruleset"), sampled(sorted({(case.game, case.ruleset) for case in (*FAMILY, *SUITE)}), 8)
)
def test_games_of_strings_have_the_agreed_counts(game: str, ruleset: str) -> None:
    texts = {written(shipped_variant(game, ruleset)), *filter(None, [THEIRS.get((game, ruleset))])}
    cases: list[Case] = [case for case in (*FAMILY, *SUITE) if (case.game, case.ruleset) == (game, ruleset)]
    for of in (stated(text).variant for text in texts):
        counted = 0
        for case in cases:
            for depth, counts in case.expected.items():
                if counts.nodes <= QUICK:
                    assert perft(parse_position(of, case.position), depth) == counts, case.name
                    counted += 1
        assert counted >= len(cases)


# strings that OpenTafl comes with: of its specification, its file of rules, and its records

SAID = {
    "fetlar of the specification": f"dim:11 atkf:n start:{DIAMOND}",
    "copenhagen of the specification": COPENHAGEN,
    "brandub of the specification": f"dim:7 ks:n cenhe: cenh: start:{CROSS}",
    "sea battle of the specification": SEA_BATTLE,
    "fetlar of the file": f"dim:11 name:Computer_Fetlar tfr:w start:{DIAMOND}",
    "tablut of the file": "dim:15 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:/5ttttt5/6ttt6/7t7/7t7/7T7/"
    "t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    "brandub of a record": f"dim:7 name:Strong surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:{CROSS}",
    "tablut of a record": f"dim:9 name:Tablut esc:e atkf:y ka:y ks:c nj:n cj:n cor: cens: cenh: start:{TABLUT}",
    "fetlar of a record": f"dim:11 name:Fetlar_Defenders_First atkf:n ks:w nj:n cj:n start:{DIAMOND}",
    "ard ri of a puzzle": "dim:7 name:Ard_Ri esc:e surf:n atkf:y ks:w cor: cen: "
    "start:/1t5/2t4/2T4/tTKt3/2tT3/t6/Tt1t3/",
    "another ard ri of a puzzle": "dim:7 name:H.H._Ard_Ri esc:e atkf:y ks:w cor: cen: cens:tcnkTCNK cenh: cenhe: "
    f"start:{CROSS}",
    "fetlar of a puzzle": "dim:11 name:Fetlar_Defenders_First atkf:n nj:n cj:n start:"
    "/4tt2t2/3tTTT2t1/1t2T3T1t/t2T4T2/t9t/t4K1T1tt/t3TTT3t/t4T1t2t/3t7/5t5/4ttt4/",
}
UNSAID = {
    f"dim:11 surf:n atkf:n kj:r ber:c start:{DIAMOND}": [
        "kj:r (jumps): no flag of a ruleset can say so",
        "ber:c (berserk moves): no flag of a ruleset can say so",
    ],
    "dim:11 start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/": [
        "start: position '/3ttttt3/5c5/11/t4T4t/t3NTT3t…t3TTT3t/t4T4t/11/5c5/3ttttt3/': 'c' is no piece; t, T and K are"
    ],
    "dim:5 name:Copenhagen atkf:n tfr:w cor:a1, cen: sw:s efe:y start:/1tTTt/tKt2/t2T1/5/1T3/": [
        "cor:a1,: corners: lacks a5, e1, e5; name all four corners, or none"
    ],
    "dim:7 name:Puzzle atkf:y tfr:w cor:g7, cen:b2, sw:s efe:y starti:/tt2T2/1t2K2/2tt3/6t/3TTt1/4Tt1/4Tt1/": [
        "cen:b2, (a throne elsewhere): no flag of a ruleset can say so"
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_strings_that_opentafl_comes_with_are_said(name: str) -> None:
    found = stated(SAID[name])
    assert contradictions(read_terms(SAID[name]), found.variant) == ()
    assert found.variant.layout.size == int(SAID[name][4:6])
    assert Position.start(found.variant).can_move
    # what is said with all its terms is the same game
    again = stated(written(found.variant))
    assert {*unsaid_flags(found.variant, written(found.variant))} == set()
    assert again.variant.rules._replace(repetition=found.variant.rules.repetition) == found.variant.rules


@pytest.mark.parametrize("text", UNSAID)
def test_strings_that_nothing_here_can_say_are_refused_by_their_terms(text: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        stated(text)
    assert lines(caught.value) == UNSAID[text]


MOVES = {
    "brandub of a record": (
        "1. d2-e2 c4-c5 2. f4-f5 c5-a5 3. d6-a6xa5 d5-a5xa6 4. f5-d5 d3-a3xa4 5. e2-c2 a5-b5 6. b4-c4 b5-b4xc4 "
        "7. d1-d3 e4-e2 8. d3-d2 Kd4-d3 9. g4-g3 Kd3-f3 10. d2-d1 Kf3-f2",
        None,
    ),
    "ard ri of a puzzle": ("1. d7-d6xd5 c3-b3 2. c2-c3xKc4", "attackers"),
    "another ard ri of a puzzle": (
        "1. d1-e1 d3-b3 2. b4-b5 c4-c6 3. d6-e6 b3-b4 4. f4-f3 c6-b6xb5 5. f3-c3 Kd4-c4 6. d7-c7 Kc4-c5 7. a4-a5 d5-d3 "
        "8. g4-g5 b6-a6 9. e6-c6 b4-b3xc3 10. e1-c1 Kc5-e5 11. c6-e6 e4-a4xa5 12. c7-c5 Ke5-e1",
        "defenders",
    ),
    "fetlar of a puzzle": (
        "1. Kf6-c6 a8-c8 2. Kc6-c1 b3-b1 2a.1.1a. Kc6-c2xd2 3. Kc1-c2xd2 b1-b2 3a.1.1a. Kc1-d1 3a.2.1a. Kc1-c3 e1-c1 "
        "3a.2.1a.1.1a. ..... b1-b2 4. e3-a3 e1-b1 5. Kc2-c1xb1 b2-b1 6. Kc1-c2 b1-b2 7. a3-a2xb2 a7-b7 8. Kc2-b2 f1-b1 "
        "9. a2-a3 b7-b3 10. Kb2-a2 b1-b2 11. Ka2-a1",
        "defenders",
    ),
    "fetlar of a record": (
        "1. h6-h3 h1-h2 2. f4-h4 g1-j1 3. h3-i3 h2-i2 4. h4-i4 j1-j3 5. g6-h6 h11-h8 6. g5-g1 i2-i1 7. g1-g2 j3-j2 "
        "8. e5-e2xf2 d1-d2 8a.1.1a. e5-e3 d1-d3 8b.1.1a. ..... d1-d3 9. f5-f2 b6-b3 10. e6-e3 k4-k3 11. d6-d4 d11-d9 "
        "12. Kf6-c6 a8-c8 13. Kc6-c1 b3-b1 14. Kc1-c2xd2 b1-b2 15. e3-a3 e1-c1 16. a3-a2xb2",
        None,
    ),
}
"""The moves of OpenTafl's records, and who wins by the last; None where somebody resigns."""


@pytest.mark.parametrize("name", MOVES)
def test_records_that_opentafl_comes_with_are_played_by_the_rules_that_they_hold(name: str) -> None:
    moves, winner = MOVES[name]
    record = parse_game(f"[rules:{SAID[name]}]\n[puzzle-mode:loose]\n[puzzle-start:6a]\n{moves}\n[|]")
    game = replay(Position.start(stated_rules(record.terms).variant), record.moves)
    ended = game.outcome.winner if game.outcome else None
    assert (ended and ended.value) == winner


# terms

START = f"start:{CROSS}"


@pytest.mark.parametrize(
    ("terms", "flags"),
    [
        ("", {"encirclement": True, "repetition": "draw", "throne_landing": "king", "king_at_edge": "never"}),
        ("cens:K cenre:", {"throne_landing": "nobody"}),
        ("cens:tTK cenre:K", {"throne_landing": "king"}),
        ("cor: esc:e corh:K corp:? cors:x", {"corner_landing": "anybody", "corner_hostile_to_king": False}),
        ("cen: cens: cenhe:tTK ks:c", {"throne_landing": "anybody", "king_on_throne": "two"}),
        ("corp:tTK cors:K", {"corner_landing": "king"}),
        ("tfr:w", {"repetition": "mover-loses"}),
        ("atkf:n", {"first_move": "defenders"}),
        ("afor: aforh:tT aforre:", {}),
        ("ka:n cenh:", {"king_armed": False}),
    ],
)
def test_terms_give_flags(terms: str, flags: dict[str, str | bool]) -> None:
    rules = stated(f"dim:7 {terms} {START}").variant.rules
    assert {flag: getattr(rules, flag) for flag in flags} == flags


def test_a_default_gives_way_to_what_is_written_and_is_named() -> None:
    found = stated(f"dim:7 ka:n name:An_Odd_One {START}")
    assert (found.title, found.variant.rules.king_armed) == ("An Odd One", False)
    assert found.passed == (
        "cenh:t, its default (the throne that a piece stands on is an enemy to: attackers): "
        "no flag can say so beside ka:n",
    )
    assert found.sources["king_armed"] == "ka:n"
    assert found.sources["goal"] == "esc:c, its default"
    assert set(Rules._fields) - set(found.sources) == NEVER


def test_a_start_may_be_reversed_and_stand_before_moves() -> None:
    above = stated("dim:7 start:/3t3/3t3/7/ttTKTtt/3T3/3t3/3t3/ 1. d6-f6").variant
    below = stated("dim:7 starti:/3t3/3t3/3T3/ttTKTtt/7/3t3/3t3/").variant
    assert dict(above.layout.start) == dict(below.layout.start)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "the rules have no dim; write one such as dim:7"),
        (START, "the rules have no dim; write one such as dim:7"),
        ("dim:7 esc:e", f"the rules have no start; write one such as {START}"),
        *(
            (f"dim:{size} {START}", f"dim:{size}: the size must be odd, from 5 to 19")
            for size in ("8", "21", "07", "٧")
        ),
        (f"dim:7 dim:9 {START}", "its rules have dim:7 and dim:9; leave one away"),
        (f"dim:7 foo:bar {START}", "foo:bar is no term that is known"),
        (f"dim:7 spd:2 {START}", "spd:2 (how far the kinds of pieces go in a move): no flag of a ruleset can say so"),
        (f"dim:7 atkf:z {START}", "atkf:z (a value that is not known): no flag of a ruleset can say so"),
        (
            f"dim:7 sw:s swf:n {START}",
            "swf:n (rows at the edge fall to whoever closes them): no flag can say so beside sw:s",
        ),
        (f"dim:7 cor:zz {START}", "cor:zz: 'zz' is not a square: write a file letter and a rank, such as d4"),
        (f"dim:7 {START} starti:{CROSS}", "the rules have both start: and starti:; leave one away"),
        ("dim:7 start:nonsense", "start: position 'nonsense': 1 ranks, and the board has 7"),
        ("dim:7 starti:/7/7/7/7/7/7/6x/", "starti: position '/6x/7/7/7/7/7/7/': 'x' is no piece; t, T and K are"),
        (f"[rules:dim:7] [rules:{START}]", "there are 2 tags [rules:...]; leave one of them"),
    ],
)
def test_what_is_wrong_is_a_line_that_names_the_term(text: str, line: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        stated(text)
    assert lines(caught.value) == [line]


words = st.tuples(st.sampled_from([*TERMS, "foo", ""]), st.text("ynceswdimlrja17,/ KtTZ-é\0[]", max_size=8))
parts = st.lists(words.map(":".join), max_size=12).map(" ".join)


@examples(300)
@given(st.one_of(st.text(max_size=60), parts, parts.map(lambda text: f"dim:7 {START} {text}")))
def test_any_text_is_read_or_refused(text: str) -> None:
    found, refused = None, []
    try:
        found = stated(text)
    except TaflkitError as error:
        refused = lines(error)
    assert all(line.isprintable() and len(line) < 400 for line in refused)
    if found:
        # what is said of forts is void where there are none
        void = ("afor", "dfor")
        terms = {term: value for term, value in parse_terms(text).items() if term != "corp" and term[:4] not in void}
        assert contradictions(terms, found.variant) == ()


@pytest.mark.parametrize(
    "text",
    sampled(
        [
            "dim:7 start:/" + "t" * 10_000_000,
            "dim:7 start:" + "/" * 10_000_000,
            f"dim:7 {START} cor:" + "a1," * 3_300_000,
            f"dim:7 {START} esc:" + "e " * 5_000_000,
            f"dim:7 {START} " + " ".join(f"t{number}:{number}" for number in range(700_000)),
            "dim:" + "7" * 10_000_000,
        ],
        2,
    ),
    ids=lambda text: text[:8] + str(len(text)),
)
def test_ten_megabytes_are_refused_in_time(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(TaflkitError) as caught:
        stated_rules(read_terms(text))
    assert len(lines(caught.value)) <= 10
    assert all(len(line) < 300 for line in lines(caught.value))
    assert time.process_time() - begun < 20
