"""OpenTafl's rules strings: every term agreeing and contradicting, and strings that are written from any rules."""

from __future__ import annotations

import doctest
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from support.variants import ALL_RULES, LAYOUTS, any_games, any_rules, boards, variant
from taflkit.errors import TaflkitError
from taflkit.figures import typed_values
from taflkit.tafl import Rules, Variant, rules_strings
from taflkit.tafl.rules_strings import TERMS, contradictions, read_terms

FOUR = "a1,a7,g1,g7"
SURROUNDED = {"king_elsewhere": "surround", "king_at_edge": "surround"}
SAFE = {"king_elsewhere": "surround", "king_at_edge": "never"}
HARMLESS = {"corner_hostile_to_soldiers", "corner_hostile_to_king"}
WEAK = {"king_on_throne": "two", "king_beside_throne": "two"}

# a term, the flags of a variant that agrees, the flags of one that does not, and which of them are named
CASES: list[tuple[str, dict[str, str | bool], dict[str, str | bool], set[str]]] = [
    ("esc:c", {"goal": "corner"}, {"goal": "edge"}, {"goal"}),
    ("esc:e", {"goal": "edge"}, {"goal": "corner"}, {"goal"}),
    ("surf:y", {"encirclement": True}, {"encirclement": False}, {"encirclement"}),
    ("surf:n", {"encirclement": False}, {"encirclement": True}, {"encirclement"}),
    ("tfr:d", {"repetition": "draw"}, {"repetition": "claim"}, {"repetition"}),
    ("tfr:i", {"repetition": "claim"}, {"repetition": "draw"}, {"repetition"}),
    ("tfr:w", {"repetition": "mover-loses"}, {"repetition": "draw"}, {"repetition"}),
    ("tfr:w", {"repetition": "defenders-lose"}, {"repetition": "claim"}, {"repetition"}),
    ("tfr:l", {"repetition": "mover-loses"}, {"repetition": "claim"}, {"repetition"}),
    ("ka:y", {"king_armed": True}, {"king_armed": False}, {"king_armed"}),
    ("ka:n", {"king_armed": False}, {"king_armed": True}, {"king_armed"}),
    ("ks:s", SAFE, SURROUNDED, {"king_at_edge"}),
    ("ks:y", SAFE, {**SAFE, **WEAK}, set(WEAK)),
    ("ks:c", {}, SURROUNDED, set(SURROUNDED)),
    ("ks:m", SURROUNDED, SAFE, {"king_at_edge"}),
    ("ks:w", WEAK, {}, set(WEAK)),
    ("ks:n", WEAK, {**WEAK, "king_beside_throne": "surround"}, {"king_beside_throne"}),
    ("spd:-1", {}, {"king_move": "step"}, {"king_move"}),
    ("spd:1", {"king_move": "step", "soldier_move": "step"}, {}, {"king_move", "soldier_move"}),
    ("spd:-1,-1,", {}, {"soldier_move": "step"}, {"soldier_move"}),
    ("spd:-1,-1,-1,-1,-1,-1,-1,1", {"king_move": "step"}, {}, {"king_move"}),
    ("spd:1,1,1,1,1,1,1,1,-1,1", {"soldier_move": "step"}, {"king_move": "step"}, {"king_move", "soldier_move"}),
    ("spd:-1,2,2,2,2,2,-1,2,2,1,2,2", {"king_move": "step"}, {}, {"king_move"}),
    ("corh:tcnkTCNK", {}, {"corner_hostile_to_king": False}, {"corner_hostile_to_king"}),
    ("corh:", dict.fromkeys(HARMLESS, False), {}, HARMLESS),
    ("corh:t,T", {"corner_hostile_to_king": False}, {}, {"corner_hostile_to_king"}),
    ("cenhe:TtK", {}, {"throne_hostile_to_soldiers": False}, {"throne_hostile_to_soldiers"}),
    ("cenhe:K", {"throne_hostile_to_soldiers": False}, {}, {"throne_hostile_to_soldiers"}),
    ("cenh:tcnk", {}, {"occupied_throne_hostile": True}, {"occupied_throne_hostile"}),
    ("cenh:tcnk", {}, {"king_armed": False}, {"king_armed"}),
    ("cenh:", {"king_armed": False}, {"occupied_throne_hostile": True}, {"occupied_throne_hostile"}),
    ("cenh:tT", {"occupied_throne_hostile": True}, {}, {"occupied_throne_hostile"}),
    ("cenh:K", {}, {"throne_landing": "anybody"}, {"throne_landing"}),
    ("corp:K", {}, {"corner_landing": "anybody"}, {"corner_landing"}),
    ("cors:K", {}, {"corner_landing": "nobody"}, {"corner_landing"}),
    ("cors:tcnkTCNK", {"corner_landing": "anybody"}, {}, {"corner_landing"}),
    ("corre:", {"corner_landing": "nobody"}, {}, {"corner_landing"}),
    ("corre:tK", {}, {"corner_landing": "anybody"}, {"corner_landing"}),
    ("cenp:tcnkmTCNKM", {}, {"throne_crossing": "king"}, {"throne_crossing"}),
    ("cenp:", {"throne_crossing": "nobody"}, {}, {"throne_crossing"}),
    ("cens:", {}, {"throne_landing": "king"}, {"throne_landing"}),
    ("cens:K", {"throne_landing": "king"}, {"throne_landing": "anybody"}, {"throne_landing"}),
    ("cenre:K", {}, {"throne_landing": "anybody"}, {"throne_landing"}),
    ("cens:K cenre:tT", {}, {"throne_landing": "king"}, {"throne_landing"}),
    ("cens:tTK cenre:K", {"throne_landing": "king"}, {"throne_landing": "anybody"}, {"throne_landing"}),
    ("sw:n", {}, {"shieldwall": "pieces"}, {"shieldwall"}),
    ("sw:w", {"shieldwall": "pieces"}, {"shieldwall": "corner"}, {"shieldwall"}),
    ("sw:s", {"shieldwall": "corner"}, {"shieldwall": "pieces"}, {"shieldwall"}),
    ("swf:n", {}, {"shieldwall": "corner"}, {"shieldwall"}),
    ("efe:y", {"exit_fort": True}, {}, {"exit_fort"}),
    ("efe:n", {}, {"exit_fort": True}, {"exit_fort"}),
    ("linc:y", {"linnaean_capture": True}, {}, {"linnaean_capture"}),
    ("linc:n", {}, {"linnaean_capture": True}, {"linnaean_capture"}),
]
UNSAID = {"ka": "a", "ber": "c", "kj": "r", "nj": "c", "cj": "j", "mj": "r", "gj": "c", "afor": "a4", "dfor": "d4,"}
"""Values that no flag says."""
PLAIN = {"ber": "n", "kj": "n", "nj": "n", "cj": "n", "mj": "n", "gj": "n", "afor": "", "dfor": "", "swf": "y"}
"""Values that say what all our games do."""
NEVER = {"name": "Any_Name", "start": "/7/", "starti": "/7/", "atkf": "n"}
"""Terms that contradict nothing."""


def against(text: str, of: Variant) -> dict[str, set[str]]:
    """Return the flags that contradict a string, by the term."""
    return {found.term: {flag for flag, _ in found.ours} for found in contradictions(read_terms(text), of)}


def test_the_examples_hold() -> None:
    assert doctest.testmod(rules_strings).failed == 0


@pytest.mark.parametrize(("text", "agreeing", "other", "flags"), CASES)
def test_a_term_is_compared_with_its_flags(
    text: str, agreeing: dict[str, str | bool], other: dict[str, str | bool], flags: set[str]
) -> None:
    assert against(text, variant(**agreeing)) == {}
    found = against(text, variant(**other))
    assert set().union(*found.values()) == flags
    assert set(found) <= set(read_terms(text))


@pytest.mark.parametrize(
    ("corners", "agrees"), [(FOUR, True), (" g7, g1 a7,a1,", True), ("default", True), ("", False)]
)
def test_corners_are_compared_with_the_layout(corners: str, agrees: bool) -> None:
    four = variant("edge")
    none = replace(four, layout=replace(four.layout, corners=()))
    for of, agree in ((four, agrees), (none, not agrees)):
        assert against(f"cor:{corners}", of) == ({} if agree else {"cor": {"corners"}})


def test_blocks_of_corners_are_compared_square_by_square() -> None:
    plain, blocks = (next(b for b in boards(9) if len(b.corners) == n) for n in (4, 16))
    squares = ",".join(map(str, blocks.corners))
    for layout in (plain, blocks):
        found = against(f"cor:{squares},", replace(variant(size=9), layout=layout))
        assert found == ({} if layout is blocks else {"cor": {"corners"}})


@pytest.mark.parametrize(("centre", "marked"), [("d4", True), ("d4,", True), ("default", True), ("", False)])
def test_the_throne_is_compared_with_the_layout(centre: str, marked: bool) -> None:
    of = variant()
    for there in (True, False):
        found = against(f"cen:{centre}", replace(of, layout=replace(of.layout, throne_marked=there)))
        assert found == ({} if there is marked else {"cen": {"throne_marked"}})
    assert against("cen:d4,d5", of) == {"cen": set()}


@pytest.mark.parametrize("size", [5, 7, 19])
def test_the_size_of_the_board_is_compared(size: int) -> None:
    assert against(f"dim:{size}", variant(size=size)) == {}
    for other in (*{5, 7, 19} - {size}, "x", "", "07", "7.0", "٧"):
        assert against(f"dim:{other}", variant(size=size)) == {"dim": {"size"}}


def test_every_term_that_is_known_is_tried_both_ways() -> None:
    tried = {term for text, *_ in CASES for term in read_terms(text)} | {"dim", "cor", "cen"}
    of_forts = {f"{forts}{term}" for forts in ("afor", "dfor") for term in ("h", "p", "s", "re")}
    assert tried | set(UNSAID) | set(NEVER) | of_forts == set(TERMS)
    for term in of_forts:
        assert against(f"{term}:tK", variant()) == {term: set()}


@pytest.mark.parametrize("term", UNSAID)
def test_what_no_flag_says_is_named(term: str) -> None:
    assert against(f"{term}:{UNSAID[term]}", variant()) == {term: set()}


@pytest.mark.parametrize("term", PLAIN)
def test_what_all_our_games_do_contradicts_nothing(term: str) -> None:
    for rules in ALL_RULES:
        assert against(f"{term}:{PLAIN[term]}", variant(rules)) == {}


@pytest.mark.parametrize("term", NEVER)
def test_who_begins_and_where_and_names_contradict_nothing(term: str) -> None:
    assert against(f"{term}:{NEVER[term]}", variant()) == {}


@pytest.mark.parametrize(
    "text",
    [
        *("esc:x", "esc:", "surf:yes", "atkf:z", "tfr:3", "ka:yy", "ka:h", "ks:S", "sw:y", "swf:1", "efe:t", "linc:z"),
        *("spd:2", "spd:", "spd:1,1,1", "spd:x", "spd:1,-1", "spd:-1,-1,-1,-1,1,-1,-1,-1", "spd:" + "9" * 5000),
        *(
            "corh:z",
            "corh:t",
            "cenhe:TK",
            "cenh:1",
            "corp:T",
            "cors:x",
            "corre:?",
            "cenp:tT",
            "cens:default",
            "cenre:é",
        ),
        *("cenre:é", "ber:x", "kj:", "cen:zz", "cen:d4,d4,e4"),
    ],
)
def test_a_value_that_cannot_be_compared_is_named(text: str) -> None:
    term = text.partition(":")[0]
    for rules in ALL_RULES:
        assert against(text, variant(rules)) == {term: set()}


def test_a_corner_that_is_no_square_is_no_corner_of_ours() -> None:
    assert against("cor:zz", variant()) == {"cor": {"corners"}}


def test_a_term_that_is_not_known_contradicts_nothing() -> None:
    assert against("foo:bar :x ESC:e efen: n http://a.b/c:d", variant()) == {}


def test_what_is_left_out_is_not_compared() -> None:
    for rules in ALL_RULES:
        assert against("", variant(rules)) == {}


def test_the_edge_is_not_compared_where_the_king_wins_there() -> None:
    flags = {"king_on_throne": "two", "king_beside_throne": "two", "king_at_edge": "never"}
    assert against("ks:w", variant("edge", **flags)) == {}
    assert against("ks:w", variant(**flags)) == {"ks": {"king_at_edge"}}


@pytest.mark.parametrize(
    ("squares", "text"),
    [
        ("cor", "corh: corp:tTK cors: corre:"),
        ("cen", "cenh:tT cenhe: cenp:K cens:tTK cenre: ks:w"),
        ("afor", "aforh:T afors:t aforp: aforre:K"),
    ],
)
def test_terms_of_squares_that_there_are_none_of_are_not_compared(squares: str, text: str) -> None:
    of = variant(throne_landing="king")
    assert set(against(text, of)) == set(read_terms(text))
    assert set(against(f"{squares}: {text}", of)) <= {squares}
    assert set(against(f"{text} {squares}:,", of)) <= {squares}


def test_a_contradiction_is_said_in_words() -> None:
    found = contradictions(read_terms("esc:e ks:w ka:h cor: esc:e surf:n"), variant())
    assert [each.under("walker") for each in found] == [
        "esc:e (the king wins at the edge), and walker has goal = corner",
        "ks:w (two enemies take the king everywhere), and walker has king_on_throne = surround, "
        "king_beside_throne = surround",
        "ka:h (the king captures as the mover alone), which no flag of a ruleset can say",
        "cor: (there are no corners), and walker has corners = a1, a7, g1, g7",
    ]
    (armed,) = contradictions({"ka": "n"}, variant())
    assert armed.under("walker") == "ka:n (the king does not capture), and walker has king_armed = true"
    (speed,) = contradictions({"spd": "-1,-1,-1,-1,-1,-1,-1,1"}, variant())
    assert speed.meaning == "in a move soldiers go any distance, the king one step"


def test_hostile_values_are_shown_safely() -> None:
    (found,) = contradictions({"esc": "\x1b[31m\n" + "e" * 100_000}, variant())
    said = found.under("walker")
    assert said.isprintable()
    assert len(said) < 200


# reading


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", {}),
        ("no terms at all", {}),
        ("dim:7 esc:e  ks:w\tcor: start:/7/", {"dim": "7", "esc": "e", "ks": "w", "cor": "", "start": "/7/"}),
        ("cor:a1, a7, dim: 7", {"cor": "a1, a7,", "dim": "7"}),
        ("name:A B:C:D", {"name": "A", "B": "C:D"}),
        ("esc:e dim:7 esc:e", {"esc": "e", "dim": "7"}),
        ("Brandub dim:7 : x", {"dim": "7", "": "x"}),
    ],
)
def test_terms_are_read(text: str, terms: dict[str, str]) -> None:
    assert dict(read_terms(text)) == terms


def test_a_term_with_two_values_is_refused() -> None:
    with pytest.raises(TaflkitError, match=r"^its rules have esc:e and esc:c; leave one away$"):
        read_terms("dim:7 esc:e ks:w esc:c")


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"t{number}:{number}" for number in range(100_000)),
        "cor:" + "a1," * 330_000,
        "cens:" + "t" * 500_000 + " cenre:" + "K" * 500_000,
        "cen:" + " " * 999_990 + "x",
        "spd:" + "1," * 500_000,
        "esc:" + "x " * 500_000,
        ":" * 1_000_000,
        "corh:" + "".join(map(chr, range(0x4E00, 0x9000))) * 10,
    ],
    ids=lambda text: text[:8],
)
def test_any_string_is_compared_in_time(text: str) -> None:
    begun = time.process_time()
    for found in contradictions(read_terms(text), variant()):
        assert len(found.under("walker")) < 300
    assert time.process_time() - begun < 1


# strings that are written from rules

WHO = {"nobody": "", "king": "K", "anybody": "tTK"}
GOING = {"line": "-1", "step": "1"}
KING = {
    ("surround", "surround", "surround", "never"): "s",
    ("surround", "surround", "two", "two"): "c",
    ("surround", "surround", "surround", "surround"): "m",
    ("two", "two", "two", "two"): "w",
}
REPEATED = {"draw": "d", "claim": "i", "mover-loses": "l", "defenders-lose": "l"}
ROWS = {"none": "n", "pieces": "w", "corner": "s"}
TERM_OF = {
    "goal": "esc",
    "encirclement": "surf",
    "repetition": "tfr",
    "king_armed": "ka",
    "shieldwall": "sw",
    "exit_fort": "efe",
    "linnaean_capture": "linc",
    "king_move": "spd",
    "soldier_move": "spd",
    "corner_landing": "cors",
    "throne_landing": "cens",
    "throne_crossing": "cenp",
    **dict.fromkeys(("corner_hostile_to_soldiers", "corner_hostile_to_king"), "corh"),
    **dict.fromkeys(("throne_hostile_to_soldiers", "throne_hostile_to_king"), "cenhe"),
    "occupied_throne_hostile": "cenh",
    **dict.fromkeys(("king_on_throne", "king_beside_throne", "king_elsewhere", "king_at_edge"), "ks"),
}


def yes(flag: bool) -> str:
    return "y" if flag else "n"


def hostile(soldiers: bool, king: bool) -> str:
    return "tcnTCN" * soldiers + "kK" * king


def string_of(of: Variant) -> str:
    """Write the rules of a variant, but for what no term says; apart from what the package reads them by."""
    rules, layout = of.rules, of.layout
    edge = "two" if rules.goal == "edge" and rules.king_elsewhere == "two" else rules.king_at_edge
    king = KING.get((rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere, edge))
    soldiers, kings = GOING[rules.soldier_move], GOING[rules.king_move]
    terms = {
        "dim": str(layout.size),
        "esc": rules.goal[0],
        "surf": yes(rules.encirclement),
        "atkf": yes(rules.first_move == "attackers"),
        "tfr": REPEATED.get(rules.repetition),
        "ka": yes(rules.king_armed),
        "ks": king,
        "nj": "n",
        "cor": ",".join(map(str, layout.corners)),
        "cen": str(layout.throne) if layout.throne_marked else "",
        "spd": f"{','.join([soldiers] * 8)},{kings},{soldiers}",
        "corp": WHO[rules.corner_landing],
        "cors": WHO[rules.corner_landing],
        "corre": WHO[rules.corner_landing],
        "corh": hostile(rules.corner_hostile_to_soldiers, rules.corner_hostile_to_king),
        "cenp": WHO[rules.throne_crossing],
        "cens": WHO[rules.throne_landing],
        "cenre": "tTK",
        "cenh": "T" * rules.occupied_throne_hostile,
        "cenhe": hostile(rules.throne_hostile_to_soldiers, rules.throne_hostile_to_king),
        "sw": ROWS[rules.shieldwall],
        "swf": "y",
        "efe": yes(rules.exit_fort),
        "linc": yes(rules.linnaean_capture),
        "ber": "n",
        "start": "/7/",
    }
    return " ".join(f"{term}:{value}" for term, value in terms.items() if value is not None)


@examples(200)
@given(any_games())
def test_a_string_of_any_rules_contradicts_them_nowhere(of: Variant) -> None:
    assert against(string_of(of), of) == {}


@examples(60)
@given(any_rules, st.sampled_from([*KING]))
def test_a_flag_that_is_changed_is_named_with_its_term(rules: Rules, king: tuple[str, ...]) -> None:
    throne, beside, elsewhere, edge = king
    taken = {"king_on_throne": throne, "king_beside_throne": beside, "king_elsewhere": elsewhere, "king_at_edge": edge}
    of = Variant("cross", "any", LAYOUTS[7], rules._replace(**taken), {})  # type: ignore[arg-type]
    text = string_of(of)
    for flag, term in TERM_OF.items():
        # no rule says how the king is taken where he has won
        void = flag == "king_at_edge" and rules.goal == "edge"
        now = getattr(of.rules, flag)
        # one letter says that the mover loses and that the defenders lose
        alike = {value for value, letter in REPEATED.items() if flag == "repetition" and letter == REPEATED[now]}
        for value in set(typed_values(flag)) - {now} - alike if not void and f"{term}:" in text else ():
            found = against(text, replace(of, rules=of.rules._replace(**{flag: value})))  # type: ignore[arg-type]
            assert flag in found.get(term, ()), (flag, value, text)
            assert all(flags == {flag} for other, flags in found.items()), found


def test_every_flag_that_a_string_can_say_is_changed() -> None:
    ours = {"surface", "first_move", "between_landing", "call_check", "repetition_count", "no_legal_move"}
    assert set(TERM_OF) | ours == set(Rules._fields)
