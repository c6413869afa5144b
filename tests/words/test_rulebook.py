"""The rules in words: a case for every value, a number for every count, and another text for every other flag."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from math import prod
from typing import Any

import pytest
from msgspec import structs

from support.sampling import sampled, spread
from support.shipped import catalog
from taflkit.errors import TaflkitError, shown, unknown
from taflkit.figures import flag_values, typed_values
from taflkit.tafl import BoardLayout, Origin, Rules, Variant, flag_names
from taflkit.words.naming import count_names, piece_names, sentence_names, typed_words
from taflkit.words.phrases import fill
from taflkit.words.rulebook import (
    HeadedRules,
    NumberedRule,
    NumberedSentence,
    RuleWords,
    SentenceTemplate,
    build_rulebook,
    case_problems,
    pick,
)

GAME = catalog().game("brandub")
TEXTS = GAME.texts()
SENTENCES = TEXTS.rules
ON_CARDS = TEXTS.cards.sentence
WORDS = TEXTS.words
RULES = {ruleset.name: ruleset.rules for ruleset in GAME.rulesets}
NAMES = ("winning", "board", "pieces", "turns", "moving", "noble", "capture", "hostile", "king", "draw")
HEADINGS = {
    "aim": "The aim",
    "setting-up": "Setting up",
    "moving": "Moving",
    "capturing": "Capturing",
    "king": "The king",
    "ending": "How it ends",
    "calls": "Calls",
}

BRANDUB = GAME.layout
NINE = BoardLayout.from_picture(
    """
    ...ttt...
    ....t....
    ....T....
    t...T...t
    ttTTKTTtt
    t...T...t
    ....T....
    ....t....
    ...ttt...
    """
)
NO_CORNERS = BoardLayout.from_picture("..t..\n..T..\ntTKTt\n..T..\n..t..", corners=())


def variant(name: str = "walker", layout: BoardLayout = BRANDUB) -> Variant:
    return Variant("brandub", name, layout, RULES[name], {})


def said(there: Variant, title: str = "Brandub") -> RuleWords:
    """The words of a game, whose rules come from the ruleset of the same name."""
    origin = GAME.ruleset(there.name.partition("+")[0]).origin
    return RuleWords(WORDS, {**WORDS.names(title, there), **piece_names(WORDS)}, there, origin)


def book(there: Variant, title: str = "Brandub") -> tuple[NumberedRule, ...]:
    return build_rulebook(
        SENTENCES, GAME.texts().groups, said(there, title), GAME.figures, {*GAME.figures, *GAME.proofs}
    )


def text(there: Variant) -> str:
    return " ".join(sentence.text for rule in book(there) for sentence in rule.sentences)


def rule(there: Variant, name: str) -> str:
    return next(" ".join(sentence.text for sentence in rule.sentences) for rule in book(there) if rule.name == name)


# cases


@pytest.mark.parametrize("sentence", [*SENTENCES, *ON_CARDS], ids=lambda s: " ".join((s.rule, *s.flags)))
def test_a_shipped_sentence_has_one_case_for_every_combination_of_values(sentence: SentenceTemplate) -> None:
    assert list(case_problems(sentence)) == []
    for values in itertools.product(*map(typed_values, sentence.flags)):
        rules = Rules()._replace(**dict(zip(sentence.flags, values, strict=True)))  # type: ignore[arg-type]
        told = pick(sentence, rules)
        assert told in (sentence.text, *sentence.cases.values())
        assert "{" not in said(replace(variant(), rules=rules)).sentence_text(sentence)


def test_every_flag_is_spoken_of() -> None:
    assert {flag for sentence in SENTENCES for flag in sentence.flags} == set(flag_names())


TWO_FLAGS = {
    "two true": "a",
    "two false": "b",
    "surround *": "c",
    "never *": "d",
}


@pytest.mark.parametrize(
    ("sentence", "problems"),
    [
        (SentenceTemplate(text="Plain."), []),
        (SentenceTemplate(flags=("king_at_edge", "corner_hostile_to_king"), cases=TWO_FLAGS), []),
        (SentenceTemplate(flags=("goal",), cases={"*": "Any."}), []),
        (SentenceTemplate(flags=("goal",), cases={"corner": "", "edge": "x"}), []),  # nothing said is a case too
        (SentenceTemplate(flags=("goal",), cases={"corner": "x"}), ["no case for 'edge' of goal"]),
        (
            SentenceTemplate(flags=("king_at_edge", "corner_hostile_to_king"), cases={"two true": "a", "never *": "d"}),
            [
                *("no case for 'two false' of king_at_edge, corner_hostile_to_king",),
                *("no case for 'surround true' of king_at_edge, corner_hostile_to_king",),
                *("no case for 'surround false' of king_at_edge, corner_hostile_to_king",),
            ],
        ),
        (
            SentenceTemplate(flags=("goal",), cases={"corner": "x", "edge": "y", "*": "z"}),
            ["2 cases for 'corner' of goal", "2 cases for 'edge' of goal"],
        ),
        (
            SentenceTemplate(flags=("goal",), cases={"corner": "x", "edge": "y", "middle": "z"}),
            ["the case 'middle' is never used; goal cannot have these values"],
        ),
        (
            SentenceTemplate(flags=("goal",), cases={"corner": "x", "edge": "y", "corner true": "z"}),
            ["the case 'corner true' is never used; goal cannot have these values"],
        ),
        (
            SentenceTemplate(flags=("gaol",), cases={"corner": "x"}),
            [unknown("rule flag", "gaol", flag_names())],
        ),
        (
            SentenceTemplate(flags=tuple(flag_names()), cases={"*": "x"}),
            [
                f"the sentence on {shown(', '.join(flag_names()))} has"
                f" {prod(len(flag_values(flag)) for flag in flag_names())} combinations of values, and may have 200;"
                " name fewer flags"
            ],
        ),
        (
            SentenceTemplate(flags=("goal",), cases={f"case{n}": "x" for n in range(5000)}),
            ["the sentence on goal has 5000 cases, and may have 200; name fewer flags"],
        ),
        (SentenceTemplate(), ["a sentence has either a text, or flags with cases"]),
        (
            SentenceTemplate(text="Plain.", cases={"corner": "x"}),
            ["a sentence has either a text, or flags with cases"],
        ),
        (
            SentenceTemplate(text="Plain.", flags=("goal",), cases={"*": "x"}),
            ["a sentence with flags has cases, and no text of its own"],
        ),
    ],
)
def test_problems_of_cases_are_found(sentence: SentenceTemplate, problems: list[str]) -> None:
    assert list(case_problems(sentence)) == problems


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        (SentenceTemplate(flags=("goal",), cases={"edge": "x"}), "the sentence on goal has no case for 'corner'"),
        (
            SentenceTemplate(flags=("goal", "king_armed"), cases={"* true": "x", "corner *": "y"}),
            "the sentence on goal, king_armed has more than one case for 'corner true'",
        ),
        (SentenceTemplate(flags=("gaol",), cases={"*": "x"}), "there is no rule flag 'gaol'"),
    ],
)
def test_a_sentence_without_the_one_case_is_not_picked(sentence: SentenceTemplate, why: str) -> None:
    with pytest.raises(TaflkitError, match=re.escape(why)):
        pick(sentence, RULES["walker"])


def test_a_case_is_picked_by_the_values_in_the_order_of_the_flags() -> None:
    sentence = SentenceTemplate(flags=("king_at_edge", "corner_hostile_to_king"), cases=TWO_FLAGS)
    assert pick(sentence, RULES["walker"]) == "a"
    assert pick(sentence, RULES["walker"]._replace(corner_hostile_to_king=False)) == "b"
    assert pick(sentence, RULES["masters"]) == "c"
    assert pick(sentence, RULES["branan"]) == "d"


# the book


@pytest.mark.parametrize("name", RULES)
def test_every_ruleset_has_ten_numbered_rules(name: str) -> None:
    rules = book(variant(name))
    assert [rule.number for rule in rules] == list(range(1, 11))
    assert tuple(rule.name for rule in rules) == NAMES
    for there in rules:
        assert there.sentences
        for sentence in there.sentences:
            assert re.fullmatch(r"[A-Z][^{}*]+\.", sentence.text), sentence
            assert sentence.proofs


def test_a_variation_may_have_a_rule_of_its_own() -> None:
    masters = GAME.ruleset("masters")
    there = GAME.variant(masters.vary(["check"]))
    assert [rule.name for rule in book(there)] == [*NAMES, "check"]
    assert "call “Check”." in rule(there, "check")
    assert "Check" not in text(GAME.variant(masters))


def proven(rule: str, text: str = "", **more: Any) -> SentenceTemplate:
    """A sentence with a proof."""
    return SentenceTemplate(rule, text, proofs=("proof",), rests=more.pop("rests", ("a point",)), **more)


CHOSEN = Origin("chosen")
GROUPS = {"first": HeadedRules("First", ("board", "a", "c")), "second": HeadedRules("Second", ("moving", "b"))}


def test_consecutive_sentences_of_a_rule_share_its_number() -> None:
    sentences = (
        *(proven("board", "One."), proven("board", "Two.", figures=("b", "a", "c"), flags=())),
        *(proven("moving", "Three."), proven("board", "Four.")),
    )
    on = ((), ("a point",))
    two = ("b", "a"), ("b", "a", "c", "proof")
    found = build_rulebook(sentences, GROUPS, said(variant()), ("a", "b"), ("a", "b", "c", "proof"))
    assert found == (
        NumberedRule(
            *(1, "board", "first", "First"),
            (
                NumberedSentence(1, "a", "board", "One.", CHOSEN, *on, (), ("proof",)),
                NumberedSentence(1, "b", "board", "Two.", CHOSEN, *on, *two),
            ),
        ),
        NumberedRule(
            *(2, "moving", "second", "Second"),
            (NumberedSentence(2, "", "moving", "Three.", CHOSEN, *on, (), ("proof",)),),
        ),
        NumberedRule(
            *(3, "board", "first", "First"),
            (NumberedSentence(3, "", "board", "Four.", CHOSEN, *on, (), ("proof",)),),
        ),
    )
    assert [s.reference for rule in found for s in rule.sentences] == ["1a", "1b", "2", "3"]


def test_a_case_without_words_adds_no_sentence_and_a_rule_without_sentences_no_number() -> None:
    silent = {"corner": "", "edge": "Two."}
    sentences = (
        *(proven("a", "One."), proven("a", flags=("goal",), cases=silent)),
        *(proven("b", flags=("goal",), cases=silent), proven("c", "Three.")),
    )
    first, second = build_rulebook(sentences, GROUPS, said(variant()), (), ("proof",))
    assert [(s.reference, s.text) for s in first.sentences] == [("1", "One.")]
    assert [(s.reference, s.text) for s in second.sentences] == [("2", "Three.")]


def test_a_sentence_without_a_proof_stops_the_book() -> None:
    with pytest.raises(TaflkitError, match=r"the sentence 'One\.' has no proof: none of its scripts belongs to walker"):
        build_rulebook((proven("a", "One."),), GROUPS, said(variant()), ("a",), ("a", "b"))


@pytest.mark.parametrize("name", RULES)
def test_a_rule_names_the_figures_that_the_ruleset_has(name: str) -> None:
    def figures(*shown: str) -> dict[str, tuple[str, ...]]:
        there = variant(name)
        proofs = {*GAME.figures, *GAME.proofs}
        rules = build_rulebook(SENTENCES, GAME.texts().groups, said(there), shown, proofs)
        return {rule.name: rule.figures for rule in rules if rule.figures}

    assert figures() == {}
    assert figures("start", "capture") == {"board": ("start",), "pieces": ("start",), "capture": ("capture",)}


def test_an_unknown_name_in_a_sentence_stops_the_book() -> None:
    with pytest.raises(TaflkitError, match=r"there is no \{sqare\}; did you mean square?"):
        build_rulebook((proven("a", "A {sqare}."),), GROUPS, said(variant()), (), ("proof",))


# counts and surfaces


def test_another_layout_changes_every_word_that_counts() -> None:
    seven, nine = text(variant()).split(), text(variant(layout=NINE)).split()
    changed = {(a, b) for a, b in zip(seven, nine, strict=True) if a != b}
    assert changed == {("seven", "nine"), ("four", "eight"), ("eight", "sixteen")}
    assert rule(variant(layout=NINE), "board").startswith("The board has nine by nine squares. ")
    assert re.search(r"\beight defenders\b.* sixteen attackers\b", rule(variant(layout=NINE), "board"))
    assert re.search(r"\bfour defenders\b.* eight attackers\b", rule(variant(), "board"))


def test_captions_and_the_other_texts_count_the_same_pieces() -> None:
    names = {**count_names(WORDS, variant(layout=NINE)), **piece_names(WORDS)}
    assert names["count_attackers"] == "sixteen"
    assert names["count_pieces"] == "twenty-five"
    assert count_names(WORDS, variant())["count_pieces"] == "thirteen"


@pytest.mark.parametrize("corners", [4, 0])
def test_a_board_without_corners_is_not_told_of_them(corners: int) -> None:
    there = replace(variant("walker", BRANDUB if corners else NO_CORNERS))
    there = replace(there, rules=there.rules._replace(goal="corner" if corners else "edge"))
    assert ("may stop on a corner" in text(there)) is bool(corners)
    assert ("corner" in text(there)) is bool(corners)
    assert tuple(rule.name for rule in book(there)) == NAMES


def test_a_sentence_that_needs_corners_applies_where_there_are_some() -> None:
    needy = SentenceTemplate("noble", "x", needs="corners")
    assert said(variant("walker", BRANDUB)).applies(needy)
    assert not said(variant("walker", NO_CORNERS)).applies(needy)
    assert said(variant("walker", NO_CORNERS)).applies(SentenceTemplate("noble", "x"))


def test_a_sentence_with_a_point_applies_where_the_ruleset_has_it() -> None:
    pointed = SentenceTemplate("draw", "x", point="unwinnable")
    words = said(variant("walker", BRANDUB))
    assert not words.applies(pointed)
    assert structs.replace(words, points=("unwinnable",)).applies(pointed)


@pytest.mark.parametrize("name", RULES)
def test_places_are_called_what_the_game_is_played_on(name: str) -> None:
    places = re.findall(r"\b(?:square|point)s?\b", text(variant(name)))
    assert places == (["points", "points"] if name == "macwhite" else ["squares"])


# groups


@pytest.mark.parametrize("name", RULES)
def test_the_rules_stand_in_groups_with_headings_in_order(name: str) -> None:
    rules = book(variant(name))
    headings = {rule.group: rule.heading for rule in rules}
    assert list(headings.items()) == [each for each in HEADINGS.items() if each[0] != "calls"]
    assert [group for group, _ in itertools.groupby(rule.group for rule in rules)] == list(headings)


def test_the_calls_have_a_group_of_their_own_at_the_end() -> None:
    last = book(GAME.variant(GAME.ruleset("masters").vary(["check"])))[-1]
    assert (last.group, last.heading) == ("calls", "Calls")


def test_every_rule_is_in_one_group() -> None:
    rules = [rule for group in TEXTS.groups.values() for rule in group.rules]
    assert sorted(rules) == sorted({sentence.rule for sentence in SENTENCES})
    assert {group: there.title for group, there in TEXTS.groups.items()} == HEADINGS
    assert list(TEXTS.groups) == list(HEADINGS)


# filling in


def test_names_are_filled_in() -> None:
    assert fill("{a} and {b}, {a}", {"a": "one", "b": "two"}) == "one and two, one"
    assert fill("no name at all", {}) == "no name at all"


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        (
            "The {sqaure} is empty.",
            "'The {sqaure} is empty.': character 5: there is no {sqaure}; did you mean square? There is also size",
        ),
        ("The {square is empty.", "character 5: a brace that is not round a name; write a name such as {Game}"),
        ("The {} is empty.", "character 5: a brace that is not round a name; write a name such as {Game}"),
        ("The {0} is empty.", "character 5: a brace that is not round a name; write a name such as {Game}"),
        ("The {square.colour} is empty.", "character 5: a brace that is not round a name; write a name such as {Game}"),
        (
            "The {square[colour]} is empty.",
            "character 5: a brace that is not round a name; write a name such as {Game}",
        ),
        ("The {square} is } empty.", "character 17: a brace that is not round a name"),
    ],
)
def test_what_cannot_be_filled_in_is_named(sentence: str, why: str) -> None:
    with pytest.raises(TaflkitError, match=re.escape(why)) as caught:
        fill(sentence, {"square": "square", "size": "seven"})
    assert str(caught.value).startswith(f"'{sentence[:10]}")


@pytest.mark.parametrize(
    ("number", "word"),
    [
        *((0, "no"), (1, "one"), (7, "seven"), (12, "twelve"), (13, "thirteen"), (19, "nineteen"), (20, "twenty")),
        *((21, "twenty-one"), (25, "twenty-five"), (30, "thirty"), (48, "forty-eight"), (49, "forty-nine")),
        *((50, "fifty"), (66, "sixty-six"), (73, "seventy-three"), (80, "eighty"), (99, "ninety-nine")),
        *((100, "100"), (361, "361")),
    ],
)
def test_numbers_are_words_up_to_ninety_nine(number: int, word: str) -> None:
    assert WORDS.number(number) == word


def test_no_two_numbers_share_a_word() -> None:
    assert len({WORDS.number(number) for number in range(362)}) == 362


# flags

FLIPS = [
    (name, flag, other)
    for name, rules in RULES.items()
    for flag in flag_names()
    for other in typed_values(flag)
    if other != getattr(rules, flag)
]

# what the booklet does not change: nothing. What the cards leave to the booklet:
NOT_ON_CARDS = {
    # a card tells what a side does in its turn, not which side begins
    *((name, "first_move", "defenders") for name in RULES),
    # the booklet tells which draws may be claimed
    *((name, "repetition_count", count) for name in RULES for count in (2, 4)),
    # the king is never taken at the edge, so a corner beside him is no danger either way
    ("branan", "corner_hostile_to_king", True),
}


@pytest.mark.parametrize(("name", "flag", "other"), sampled(spread(FLIPS, 3), 70))
def test_another_value_of_a_flag_makes_another_text(name: str, flag: str, other: str | bool | int) -> None:
    there = variant(name)
    flipped = replace(there, rules=there.rules._replace(**{flag: other}))  # type: ignore[arg-type]
    assert text(flipped) != text(there)


def on_cards(there: Variant) -> list[str]:
    return [said(there).sentence_text(s) for s in ON_CARDS if said(there).applies(s)]


@pytest.mark.parametrize(("name", "flag", "other"), sampled(spread(FLIPS, 3), 70))
def test_another_value_of_a_flag_makes_another_card_but_for_those_listed(
    name: str, flag: str, other: str | bool | int
) -> None:
    there = variant(name)
    flipped = replace(there, rules=there.rules._replace(**{flag: other}))  # type: ignore[arg-type]
    assert (on_cards(flipped) == on_cards(there)) is ((name, flag, other) in NOT_ON_CARDS)


# labels


@pytest.mark.parametrize("name", RULES)
def test_a_sentence_has_the_weakest_label_of_its_grounds(name: str) -> None:
    rulesets = [GAME.ruleset(name), *(GAME.ruleset(name).vary([varied]) for varied in GAME.ruleset(name).variations)]
    for ruleset in rulesets:
        words = structs.replace(said(GAME.variant(ruleset)), origin=ruleset.origin)
        for sentence in SENTENCES:
            labels = [ruleset.origin(ground).label for ground in sentence.grounds]
            weakest = max(labels, key=("stated", "observed", "implied", "narrowed", "chosen").index)
            assert words.founded(sentence).label == weakest, (ruleset.name, sentence)


def test_of_several_grounds_the_weakest_label_is_the_sentences() -> None:
    origins = {
        "a": Origin("stated", "It says so.", "1"),
        "b": Origin("implied", "It means so.", "2"),
        "c": Origin("implied", "It means so.", "3"),
        "d": Origin("chosen"),
    }
    words = structs.replace(said(variant()), origin=lambda ground: origins[ground])
    assert words.founded(proven("x", "X.", rests=("a",))) == ("stated", "It says so.", "1")
    assert words.founded(proven("x", "X.", rests=("a", "c", "b"))) == ("implied", "It says so. It means so.", "1, 3, 2")
    assert words.founded(proven("x", "X.", rests=("a", "b", "d"))) == ("chosen", "It says so. It means so.", "")


# words that are filled in


@pytest.mark.parametrize("sentence", [*SENTENCES, *ON_CARDS], ids=lambda s: " ".join((s.rule, *s.grounds)))
def test_a_sentence_types_no_number_piece_or_place(sentence: SentenceTemplate) -> None:
    for told in (sentence.text, *sentence.cases.values()):
        assert list(typed_words(told, WORDS)) == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("A {king} on {captors} sides.", []),
        ("A king on two sides.", ["king", "two"]),
        ("The Third time, at the EDGE; 4 corners.", ["Third", "EDGE", "4", "corners"]),
        ("One may come twenty-one times.", []),  # the word of a larger number is one word
        ("Soldiers and thrones.", ["Soldiers", "thrones"]),
        ("Everyone is firsthand.", []),
    ],
)
def test_typed_numbers_pieces_and_places_are_found(typed: str, found: list[str]) -> None:
    assert list(typed_words(typed, WORDS)) == found


@pytest.mark.parametrize(
    ("grounds", "changed", "names"),
    [
        (("king_on_throne",), {}, {"captors": "four", "throne": "throne"}),
        (("king_on_throne",), {"king_on_throne": "two"}, {"captors": "two"}),
        (("king_beside_throne",), {}, {"captors": "three", "Captors": "Three"}),
        (("king_beside_throne",), {"throne_hostile_to_king": False}, {"captors": "four"}),
        (("king_at_edge",), {"king_at_edge": "surround"}, {"captors": "three", "edge": "edge"}),
        (("king_elsewhere",), {"king_elsewhere": "surround"}, {"captors": "four"}),
        (("custody",), {}, {"captors": "two"}),
        (("board",), {}, {"size": "seven"}),
        (("set_up",), {}, {"count_defenders": "four", "count_attackers": "eight"}),
        (("repetition",), {}, {"occurrence": "third"}),
        (("goal",), {}, {"goal": "a corner"}),
        (("goal",), {"goal": "edge"}, {"goal": "the edge of the board"}),
    ],
)
def test_a_sentence_has_the_names_of_its_rules(
    grounds: tuple[str, ...], changed: dict[str, Any], names: dict[str, str]
) -> None:
    there = replace(variant(), rules=variant().rules._replace(**changed))
    found = sentence_names(WORDS, there, grounds)
    assert {key: found[key] for key in names} == names


@pytest.mark.parametrize(
    ("grounds", "lacking"),
    [
        (("goal",), ("corner", "edge", "throne", "captors")),
        (("corner_landing",), ("edge", "throne", "captors", "goal")),
        (("throne_landing",), ("edge", "corner", "captors")),
        (("king_on_throne",), ("edge", "corner", "occurrence")),
        (("repetition",), ("captors", "size", "players", "count_attackers")),
        (("king_on_throne",), ("count_defenders", "players")),
    ],
)
def test_a_sentence_lacks_the_names_of_other_rules(grounds: tuple[str, ...], lacking: tuple[str, ...]) -> None:
    assert not set(lacking) & set(sentence_names(WORDS, variant(), grounds))


def test_walker_and_richgames_play_identically() -> None:
    assert text(variant("walker")) == text(variant("richgames"))
    assert len({text(variant(name)) for name in RULES}) == len(RULES) - 1
