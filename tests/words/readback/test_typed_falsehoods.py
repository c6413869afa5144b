"""False words in printed sentences are red by the second reader, whatever any golden text says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from support.sampling import sampled
from taflkit.catalog.book import Book
from taflkit.tafl import Side
from words.readback.books import EVERY, Named, book_of, devices_of, nouns_of, rules_of
from words.readback.reader import OTHER, UNKNOWN, UNSAID, Problem, booklet_problems, caption_problems, card_problems

MAY, WHO, WHERE, MANY, EVER, ORDER, WHAT, SIDE = (
    "may for may not",
    "who",
    "where",
    "how many",
    "always for never",
    "first for last",
    "what",
    "for whom",
)
"""The kinds of falsehoods."""


class Falsehood(NamedTuple):
    """False words in place of printed ones, in the booklet of a ruleset: GAME RULESET [VARIATION].

    Attributes:
        by: how the reader sees it.
    """

    kind: str
    ruleset: str
    old: str
    new: str
    by: str = OTHER

    def __str__(self) -> str:
        return f"{self.ruleset.partition(' ')[2]}: {self.new}"


WALKER, MACWHITE, MASTERS, BRANAN = "brandub walker", "brandub macwhite", "brandub masters", "brandub branan"
COPENHAGEN, FETLAR, PARLETT = "hnefatafl copenhagen", "hnefatafl fetlar", "parlett sea-battle"
CORRECTED, BELL_ENTRY = "ard-ri corrected", "tawlbwrdd bell bell-entry"
TABLUT, SMITH, SUCKLING = "tablut linnaeus", "tablut smith", "magpie suckling"
ALEA, CYNINGSTAN, ARD_RI = "alea-evangelii opentafl", "alea-evangelii cyningstan", "ard-ri common"
CHECK = "brandub masters check"

BOOKLETS = (
    # may
    Falsehood(MAY, WALKER, "Only the king may stop on a corner", "The king may not stop on a corner"),
    Falsehood(MAY, WALKER, "No piece may stop on the throne, not even", "Any piece may stop on the throne, not even"),
    Falsehood(MAY, WALKER, "Any piece may pass over", "No piece may pass over"),
    Falsehood(MAY, WALKER, "he may safely move in between", "he may not move in between"),
    Falsehood(MAY, WALKER, "Another enemy may come", "Another enemy may not come"),
    Falsehood(MAY, BELL_ENTRY, "and no soldier may stop between", "and any soldier may stop between"),
    Falsehood(MAY, BELL_ENTRY, "capture none", "capture none. Another enemy may come instead"),
    Falsehood(MAY, WALKER, "One move may capture", "One move may not capture"),
    Falsehood(MAY, WALKER, "Both may agree to draw", "Both may never agree to draw"),
    Falsehood(MAY, COPENHAGEN, "Only the king may stop on the throne", "The king may not stop on the throne"),
    Falsehood(MAY, COPENHAGEN, "The way may lead over", "The way may not lead over"),
    Falsehood(MAY, COPENHAGEN, "The king may stand in front or", "The king may not stand in front or"),
    Falsehood(MAY, MASTERS, "captures nothing, and does not count", "captures nothing, but counts"),
    Falsehood(MAY, MASTERS, "and does not count as an enemy", "and counts as an enemy"),
    Falsehood(MAY, BRANAN, "A corner does not help to", "A corner helps to"),
    Falsehood(MAY, WALKER, "the throne does not help against", "the throne helps against"),
    Falsehood(MAY, MACWHITE, "The empty throne does not count as one", "The empty throne counts as one"),
    Falsehood(
        MAY,
        CORRECTED,
        "The empty throne beside him counts as one of them",
        "The empty throne does not count as one of them",
    ),
    Falsehood(MAY, FETLAR, "Both may agree on a draw", "Both may never agree on a draw"),
    Falsehood(MAY, BRANAN, "A corner does not help against him", "A corner helps against him"),
    Falsehood(MAY, WALKER, "nobody may pass", "anybody may pass"),
    Falsehood(MAY, COPENHAGEN, "that he could reach", "that he could not reach"),
    Falsehood(MAY, COPENHAGEN, "no attacker may stand", "every attacker may stand"),
    Falsehood(MAY, TABLUT, "that Swede is captured", "that Swede is not captured"),
    # who
    Falsehood(WHO, WALKER, "The king’s side wins when the king reaches", "The attackers win when the king reaches"),
    Falsehood(WHO, WALKER, "The attackers win by capturing", "The king’s side wins by capturing"),
    Falsehood(WHO, WALKER, "The attackers begin", "The king’s side begins"),
    Falsehood(WHO, CYNINGSTAN, "The king’s side begins", "The counts begin"),
    Falsehood(WHO, WALKER, "Only the king may stop on a corner", "Only soldiers may stop on a corner"),
    Falsehood(WHO, WALKER, "Only the king may stop on a corner", "Any piece may stop on a corner"),
    Falsehood(WHO, MASTERS, "Any piece may stop on the throne", "Only the king may stop on the throne"),
    Falsehood(WHO, BRANAN, "Only the king may pass over", "Any piece may pass over"),
    Falsehood(WHO, WALKER, "Only a move of theirs captures", "Any move of his captures"),
    Falsehood(WHO, WALKER, "His own move never captures", "Their move never captures"),
    Falsehood(WHO, WALKER, "by attackers on all four", "by defenders on all four"),
    Falsehood(WHO, WALKER, "his four defenders and the eight attackers", "his four attackers and the eight defenders"),
    Falsehood(
        WHO, WALKER, "the defenders are knots, the attackers ravens", "the defenders are ravens, the attackers knots"
    ),
    Falsehood(WHO, WALKER, "all but the king are soldiers", "all with the king are soldiers"),
    Falsehood(WHO, WALKER, "A soldier is captured when", "The king is captured when"),
    Falsehood(WHO, TABLUT, "by a Muscovite moving up", "by a Swede moving up"),
    Falsehood(
        WHO,
        COPENHAGEN,
        "The attackers also win when a move of theirs",
        "The attackers also win when a move of the king’s side",
    ),
    Falsehood(WHO, COPENHAGEN, "that the attackers can never break", "that the defenders can never break"),
    Falsehood(WHO, COPENHAGEN, "The king’s side loses when the same", "The attackers lose when the same"),
    Falsehood(WHO, COPENHAGEN, "no attacker may stand beside it", "no defender may stand beside it"),
    Falsehood(WHO, FETLAR, "none of that side stands", "one of that side stands"),
    Falsehood(WHO, WALKER, "Either player may claim", "Nobody may claim"),
    Falsehood(WHO, COPENHAGEN, "when neither side can win", "when one side can win"),
    Falsehood(WHO, FETLAR, "Either player may claim a draw when neither", "Nobody may claim a draw when neither"),
    Falsehood(WHO, CHECK, "his player must at once", "the other player must at once"),
    Falsehood(WHO, MACWHITE, "between an enemy and a corner", "between a friend and a corner", UNKNOWN),
    # where
    Falsehood(WHERE, WALKER, "when the king reaches a corner", "when the king reaches the edge of the board"),
    Falsehood(WHERE, TABLUT, "reaches the edge of the board", "reaches a corner"),
    Falsehood(WHERE, WALKER, "begins on the throne in the middle", "begins on the throne at the edge"),
    Falsehood(WHERE, WALKER, "may stop on a corner", "may stop on the edge"),
    Falsehood(WHERE, WALKER, "stand beside him on opposite sides", "stand beside him on any sides"),
    Falsehood(WHERE, BRANAN, "between an enemy and the empty throne", "between an enemy and a corner"),
    Falsehood(WHERE, WALKER, "and a corner, or the empty throne", "and a corner, or the edge"),
    Falsehood(WHERE, WALKER, "On the throne the king is captured", "At the edge the king is captured"),
    Falsehood(
        WHERE, WALKER, "; beside it by attackers on the other three", "; at the edge by attackers on the other three"
    ),
    Falsehood(WHERE, MASTERS, "at the edge on the three that there are", "so never at the edge"),
    Falsehood(WHERE, COPENHAGEN, "side by side on the edge", "side by side on the throne"),
    Falsehood(WHERE, COPENHAGEN, "goes to an end of the row", "goes to the front of the row"),
    Falsehood(WHERE, COPENHAGEN, "the king stands on the edge", "the king stands on the throne"),
    Falsehood(WHERE, COPENHAGEN, "stands on the edge or has a way", "stands on the throne or has a way"),
    Falsehood(WHERE, CHECK, "could reach the edge on", "could reach a corner on"),
    Falsehood(
        WHERE,
        MACWHITE,
        "The points are the places where the lines cross",
        "The points are the places between the lines",
    ),
    # how many
    Falsehood(MANY, WALKER, "seven by seven", "nine by nine"),
    Falsehood(MANY, WALKER, "his four defenders", "his five defenders"),
    Falsehood(MANY, WALKER, "eight attackers", "sixteen attackers"),
    Falsehood(MANY, WALKER, "Two players", "Three players"),
    Falsehood(MANY, WALKER, "one piece each", "two pieces each"),
    Falsehood(MANY, WALKER, "any distance along", "one step along"),
    Falsehood(MANY, ARD_RI, "one step along", "any distance along"),
    Falsehood(MANY, SUCKLING, "moves one step only", "moves any distance"),
    Falsehood(MANY, WALKER, "when two enemies stand", "when three enemies stand"),
    Falsehood(MANY, WALKER, "between them capture none", "between them capture all"),
    Falsehood(MANY, WALKER, "may capture several pieces", "may capture only one piece"),
    Falsehood(MANY, WALKER, "on all four sides", "on all three sides"),
    Falsehood(MANY, WALKER, "on the other three", "on the other two"),
    Falsehood(MANY, WALKER, "by two attackers on opposite sides", "by attackers on all four sides"),
    Falsehood(MANY, MASTERS, "on the three that there are", "on the two that there are"),
    Falsehood(MANY, TABLUT, "with Muscovites on three sides of", "with Muscovites on two sides of"),
    Falsehood(MANY, COPENHAGEN, "captures two or more soldiers", "captures three or more soldiers"),
    Falsehood(MANY, COPENHAGEN, "two or more soldiers", "two or fewer soldiers"),
    Falsehood(MANY, COPENHAGEN, "in front of each and", "in front of one and"),
    Falsehood(MANY, COPENHAGEN, "at both ends of the row", "at one end of the row"),
    Falsehood(MANY, COPENHAGEN, "if none moves", "if one moves"),
    Falsehood(MANY, COPENHAGEN, "however many, could capture one", "however many, could capture all"),
    Falsehood(MANY, COPENHAGEN, "captures both", "captures one"),
    Falsehood(MANY, COPENHAGEN, "closes a ring round the whole of", "closes a ring round a part of"),
    Falsehood(MANY, COPENHAGEN, "for the third time", "for the second time"),
    Falsehood(MANY, ALEA, "a block of four points", "a block of nine points"),
    # always and never
    Falsehood(EVER, WALKER, "never diagonally", "also diagonally"),
    Falsehood(EVER, WALKER, "His own move never captures", "His own move always captures"),
    Falsehood(EVER, ALEA, "so never at the edge", "at the edge on the three that there are"),
    Falsehood(EVER, COPENHAGEN, "the attackers can never break", "the attackers can always break"),
    Falsehood(EVER, COPENHAGEN, "but only the others are captured", "and all are captured"),
    Falsehood(EVER, WALKER, "The edge never counts", "The edge always counts"),
    Falsehood(EVER, COPENHAGEN, "no attackers outside, however many", "all attackers outside, however many"),
    Falsehood(EVER, COPENHAGEN, "none is captured", "all are captured"),
    Falsehood(EVER, BRANAN, "beside it he cannot be captured", "beside it by two on opposite sides"),
    Falsehood(EVER, COPENHAGEN, "a ring counts even if", "a ring does not count even if"),
    Falsehood(EVER, CHECK, "must at once call", "must never call"),
    # first and last, before and after
    Falsehood(ORDER, MASTERS, "once the king has left it", "before the king has left it"),
    Falsehood(ORDER, WALKER, "only if one goes away and comes back", "even if neither goes away"),
    Falsehood(ORDER, WALKER, "only if one goes away and comes back", "as soon as one moves"),
    Falsehood(ORDER, TABLUT, "and a Swede on the last", "and a Swede on the first", UNKNOWN),
    Falsehood(ORDER, CHECK, "on his next turn", "on his last turn", UNKNOWN),
    Falsehood(ORDER, WALKER, "change sides after each game", "keep your sides after each game"),
    # what happens
    Falsehood(WHAT, WALKER, "A captured piece leaves the board", "A captured piece changes sides"),
    Falsehood(WHAT, WALKER, "No piece stops on another or jumps", "Every piece stops on another or jumps"),
    Falsehood(WHAT, WALKER, "The king captures like a soldier, in all", "The king captures like a soldier, in none of"),
    Falsehood(WHAT, COPENHAGEN, "has no move, it loses", "has no move, it wins"),
    Falsehood(WHAT, FETLAR, "has no move, it loses", "has no move, the game is a draw"),
    Falsehood(WHAT, FETLAR, "The game is a draw when", "The king’s side loses when"),
    Falsehood(WHAT, CHECK, "changes nothing", "loses the game"),
    Falsehood(
        WHAT,
        WALKER,
        "Both may agree to draw.",
        "Both may agree to draw. Either player may claim a draw when neither side can win any more.",
    ),
    Falsehood(WHAT, WALKER, "left alone, he plays on", "left alone, he loses"),
    Falsehood(WHAT, PARLETT, "is like any other", "is unlike any other"),
    Falsehood(WHAT, COPENHAGEN, "An empty corner serves as one end", "A corner does not serve as an end"),
    Falsehood(WHAT, COPENHAGEN, "an empty square beside him", "no empty square beside him"),
    Falsehood(WHAT, WALKER, "A corner beside him counts as one of them", "A corner does not count as one of them"),
    Falsehood(WHAT, ALEA, "closes its side", "counts as one of the attackers"),
    Falsehood(WHAT, WALKER, "A soldier is also captured between", "A soldier is never captured between"),
    Falsehood(WHAT, SMITH, "Muscovites on all four sides; beside", "attackers on all four sides; beside", UNKNOWN),
    Falsehood(
        WHAT, SUCKLING, "The thieves win by capturing the leprechaun", "The thieves win by capturing the king", UNKNOWN
    ),
    Falsehood(WHAT, WALKER, "The edge never counts as an enemy.", "", UNSAID),
    Falsehood(WHAT, WALKER, "Every piece moves any distance along a row or column, never diagonally.", "", UNSAID),
    Falsehood(WHAT, COPENHAGEN, "When the side to move has no move, it loses.", "", UNSAID),
    Falsehood(WHAT, COPENHAGEN, "An empty corner serves as one end.", "", UNSAID),
    Falsehood(WHAT, FETLAR, "Either player may claim a draw when neither side can win any more.", "", UNSAID),
    Falsehood(WHAT, CORRECTED, "The empty throne beside him counts as one of them.", "", UNSAID),
)

A, D = "attackers", "defenders"

CARDS = {
    A: (
        Falsehood(WHERE, WALKER, "Keep him from a corner", "Keep him from the edge of the board"),
        Falsehood(SIDE, WALKER, "Capture the king.", "Bring the king to a corner."),
        Falsehood(MANY, WALKER, "A defender between two", "A defender between three"),
        Falsehood(SIDE, WALKER, "A defender between", "An attacker between"),
        Falsehood(SIDE, SUCKLING, "between two thieves", "between two friends"),
        Falsehood(MAY, WALKER, "The king captures too", "The king himself captures nothing"),
        Falsehood(MAY, WALKER, "can be one of the two", "cannot be one of the two"),
        Falsehood(WHO, WALKER, "No piece moves onto the throne; all", "No piece moves onto the throne; only the king"),
        Falsehood(WHO, COPENHAGEN, "Only the king moves onto", "No piece moves onto"),
        Falsehood(WHAT, WALKER, "enemies is safe", "enemies is forbidden"),
        Falsehood(MAY, BELL_ENTRY, "No soldier stops between two enemies", "Moving in between two enemies is safe"),
        Falsehood(WHERE, WALKER, "beside the throne, on the other three", "at the edge, on the other three"),
        Falsehood(MANY, WALKER, "on the throne, on all four sides", "on the throne, on all three sides"),
        Falsehood(EVER, COPENHAGEN, "at the edge, never", "at the edge, on the three sides there are"),
        Falsehood(
            SIDE,
            COPENHAGEN,
            "You also win when nobody of the king’s side",
            "You also lose when nobody of the king’s side",
        ),
        Falsehood(MANY, COPENHAGEN, "The same position a third time", "The same position a second time"),
        Falsehood(WHO, COPENHAGEN, "the king’s side loses", "whoever brought it loses"),
        Falsehood(EVER, COPENHAGEN, "Who cannot move loses", "Who cannot move wins"),
        Falsehood(WHERE, COPENHAGEN, "your move goes to the other", "your move goes to the front"),
        Falsehood(WHERE, CHECK, "could reach the edge", "could reach a corner"),
        Falsehood(WHAT, COPENHAGEN, "Keep him from a corner, and from an exit fort.", "Keep him from a corner."),
    ),
    D: (
        Falsehood(WHERE, WALKER, "Bring the king to a corner", "Bring the king to the edge of the board"),
        Falsehood(MAY, MASTERS, "the king does not count", "the king counts"),
        Falsehood(WHO, MASTERS, "between two defenders", "between two attackers"),
        Falsehood(SIDE, COPENHAGEN, "You lose if none of you", "You win if none of you"),
        Falsehood(MANY, COPENHAGEN, "You lose if none of you", "You lose if one of you"),
        Falsehood(MAY, COPENHAGEN, "a wall that cannot be", "a wall that can be"),
        Falsehood(MANY, SUCKLING, "leprechaun moves one step only", "leprechaun moves any distance"),
        Falsehood(ORDER, CHECK, "as soon as the king", "after the king"),
        Falsehood(MANY, TABLUT, "on three sides of", "on two sides of"),
        Falsehood(WHAT, SMITH, "A Muscovite between", "An attacker between", UNKNOWN),
    ),
}

CAPTIONS = {
    "moves": Falsehood(WHO, WALKER, "Where a soldier may", "Where the king may"),
    "capture": Falsehood(MANY, MACWHITE, "Two in line", "Three in line"),
    "capture-several": Falsehood(MANY, MACWHITE, "Two at once", "Three at once"),
    "capture-corner": Falsehood(WHERE, MACWHITE, "Against the corner", "Against the empty throne"),
    "capture-throne": Falsehood(WHERE, TABLUT, "Against the empty castle", "Against the king’s castle"),
    "corner-safe": Falsehood(MAY, BRANAN, "corner: safe", "corner: captured"),
    "corner-barred": Falsehood(MAY, WALKER, "No soldier", "A soldier"),
    "throne-occupied": Falsehood(WHAT, WALKER, "home: safe", "home: captured"),
    "walker-captures": Falsehood(MANY, WALKER, "two at once (3)", "three at once (3)"),
    "branan-moves": Falsehood(
        ORDER, BRANAN, "the throne (2), and a safe entry (3)", "the throne (3), and a safe entry (2)"
    ),
    "king-throne-four": Falsehood(MANY, WALKER, "Four on", "Three on"),
    "king-throne-two": Falsehood(WHERE, MACWHITE, "Two on the throne", "Two beside the throne"),
    "king-beside-safe": Falsehood(WHAT, BRANAN, "throne: safe", "throne: captured"),
    "king-beside-three": Falsehood(MANY, WALKER, "Three beside", "Two beside"),
    "king-edge-two": Falsehood(WHERE, WALKER, "Two at the edge", "Two in the open"),
    "king-captures": Falsehood(WHO, WALKER, "The king", "The attacker"),
    "king-unarmed": Falsehood(WHAT, MASTERS, "captures nobody", "captures"),
    "king-wins": Falsehood(WHAT, WALKER, "he wins", "he loses"),
    "shieldwall": Falsehood(SIDE, COPENHAGEN, "Three defenders", "Three attackers"),
    "shieldwall-rows": Falsehood(MANY, COPENHAGEN, "four defenders", "two defenders"),
    "shieldwall-king": Falsehood(EVER, COPENHAGEN, "The king stays; one falls", "The king falls; one stays"),
    "shieldwall-gap": Falsehood(MANY, COPENHAGEN, "nobody falls", "one falls"),
    "encirclement": Falsehood(WHAT, COPENHAGEN, "closed", "open"),
    "encirclement-hole": Falsehood(WHERE, COPENHAGEN, "on the left", "on the right"),
    "exit-fort": Falsehood(WHO, COPENHAGEN, "he wins", "nobody wins"),
    "exit-fort-broken": Falsehood(WHERE, COPENHAGEN, "on top", "below"),
    "entry-barred": Falsehood(MAY, BELL_ENTRY, "Nobody may", "Anybody may"),
    "check": Falsehood(MAY, CHECK, "could win", "could not win"),
    "linnaean": Falsehood(WHAT, TABLUT, "the king’s castle", "a castle", UNKNOWN),
}


def book_named(falsehood: Falsehood) -> Book:
    return book_of(*falsehood.ruleset.split())


def changed(falsehood: Falsehood, text: str) -> str:
    assert text.count(falsehood.old) == 1
    return text.replace(falsehood.old, falsehood.new)


def kinds(problems: Sequence[Problem]) -> set[str]:
    return {problem.kind for problem in problems}


def in_the_booklet(falsehood: Falsehood) -> set[str]:
    book = book_named(falsehood)
    texts = rules_of(book)
    (place,) = (place for place, text in enumerate(texts) if falsehood.old in text)
    texts[place] = changed(falsehood, texts[place])
    told = [text for text in texts if text]
    return kinds(booklet_problems(told, book.variant, nouns_of(book), devices_of(book)))


def on_the_card(side: str, falsehood: Falsehood) -> set[str]:
    book = book_named(falsehood)
    told = [(group.heading, group.text) for group in book.cards[Side(side)]]
    (place,) = (place for place, (_, text) in enumerate(told) if falsehood.old in text)
    told[place] = (told[place][0], changed(falsehood, told[place][1]))
    return kinds(card_problems(told, side, book.variant, nouns_of(book)))


def under_the_figure(name: str, falsehood: Falsehood) -> set[str]:
    book = book_named(falsehood)
    text = changed(falsehood, book.captions[name])
    return kinds(caption_problems(text, book.played[name], nouns_of(book)))


@pytest.mark.parametrize("falsehood", BOOKLETS, ids=str)
def test_a_false_sentence_of_a_booklet_is_red(falsehood: Falsehood) -> None:
    assert in_the_booklet(falsehood) == {falsehood.by}


@pytest.mark.parametrize(("side", "falsehood"), [(side, each) for side in CARDS for each in CARDS[side]], ids=str)
def test_a_false_sentence_of_a_card_is_red(side: str, falsehood: Falsehood) -> None:
    assert on_the_card(side, falsehood) == {falsehood.by}


@pytest.mark.parametrize(("name", "falsehood"), CAPTIONS.items(), ids=str)
def test_a_false_caption_is_red(name: str, falsehood: Falsehood) -> None:
    assert under_the_figure(name, falsehood) == {falsehood.by}


def test_two_rows_do_not_fall_where_no_soldier_may_come_between() -> None:
    book = book_of(*COPENHAGEN.split())
    barred = replace(book.variant, rules=book.variant.rules._replace(between_landing="king"))
    red = booklet_problems(rules_of(book), barred, nouns_of(book), devices_of(book))
    assert (OTHER, "A piece with such a row on either side captures both.") in {each[:2] for each in red}


def test_the_part_on_the_king_is_headed_by_what_the_game_calls_him() -> None:
    book = book_of(*SUCKLING.split())
    told = [(group.heading, group.text) for group in book.cards[Side.ATTACKERS]]
    renamed = [("The king" if heading == "The leprechaun" else heading, text) for heading, text in told]
    assert renamed != told
    assert kinds(card_problems(renamed, A, book.variant, nouns_of(book))) == {UNKNOWN}


OTHER_WORDS = (
    *(("one", "two"), ("two", "three"), ("three", "four"), ("four", "two"), ("eight", "nine"), ("third", "second")),
    *(("attackers", "defenders"), ("the attackers", "the king’s side"), ("only the king", "any piece")),
    *(("may", "may not"), ("helps", "does not help"), ("counts", "does not count"), ("captures", "does not capture")),
    *(("never", "always"), ("none", "all"), ("wins", "loses"), ("no piece", "every piece"), ("nobody", "anybody")),
    *(("a corner", "the edge"), ("the throne", "a corner"), ("the edge", "the throne"), ("any distance", "one step")),
    *(("opposite", "any"), ("the other", "all"), ("first", "last"), ("once", "before")),
)
"""Words that make another sentence of one, whichever of them stands there."""


def changes(text: str) -> Iterator[str]:
    """Yield a text with one of its words changed for another."""
    for pair in OTHER_WORDS:
        for old, new in (pair, pair[::-1]):
            for match in re.finditer(rf"(?<![\w’]){old}(?![\w’])", text, re.IGNORECASE):
                yield text[: match.start()] + new + text[match.end() :]


@pytest.mark.parametrize("named", sampled(EVERY, 1), ids=str)
def test_no_other_word_makes_a_true_sentence(named: Named) -> None:
    book = book_of(*named)
    texts = rules_of(book)
    game = book.variant, nouns_of(book), devices_of(book)
    passed = [
        other
        for place, text in enumerate(texts)
        for other in changes(text)
        if not booklet_problems([*texts[:place], other, *texts[place + 1 :]], *game)
    ]
    assert passed == []


@pytest.mark.parametrize("named", sampled(EVERY, 2), ids=str)
def test_no_sentence_can_be_left_out(named: Named) -> None:
    book = book_of(*named)
    texts = rules_of(book)
    game = book.variant, nouns_of(book), devices_of(book)
    unmissed = [text for text in texts if not booklet_problems([each for each in texts if each != text], *game)]
    assert unmissed == []


def test_most_falsehoods_are_understood_and_red_by_what_they_mean() -> None:
    every = (*BOOKLETS, *(each for card in CARDS.values() for each in card), *CAPTIONS.values())
    assert Counter(each.by for each in every) == {OTHER: 179, UNKNOWN: 7, UNSAID: 6}
    assert len({(each.ruleset, each.old, each.new) for each in every}) == len(every)
    assert {each.kind for each in every} == {MAY, WHO, WHERE, MANY, EVER, ORDER, WHAT, SIDE}
