"""The Irish rules and cards as printed: sentences that once said another thing than the rule, and mended words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Group, Shape
from taflkit.kit.build import open_press
from taflkit.kit.options import KitSpec
from taflkit.parts.cards import card_lines, draw_card
from taflkit.resources import templates_folder
from taflkit.tafl import Side

RULESETS = catalog().game("brandub").ruleset_names
FALSE = r"(?:[Aa]r|[Tt]aobh leis) an ríchathaoir,? (?:caithfidh|ní mór d|seasann|bíonn) ?\S*ionsaitheoirí"
"""Attackers who stand on the throne themselves, or beside it."""


def book(ruleset: str, *variations: str, game: str = "brandub") -> Book:
    """Return a game's book in Irish; of other games than Brandub it is a draft."""
    return read_book(catalog(), game, ruleset, variations, "ga", draft=game != "brandub")


def said(book: Book, rule: str) -> list[str]:
    """Return the sentences of a rule as printed."""
    return [sentence.text for each in book.rules for sentence in each.sentences if sentence.rule == rule]


def printed(book: Book) -> Iterator[str]:
    """Yield all sentences of the rules, captions and cards."""
    yield from (sentence.text for rule in book.rules for sentence in rule.sentences)
    yield from book.captions.values()
    yield from card_lines(book)


def translations() -> Iterator[str]:
    """Yield every Irish text."""
    for file in sorted((templates_folder() / "languages" / "ga").glob("*.po")):
        for entry in polib.pofile(str(file)):
            if not entry.obsolete:
                yield from (entry.msgstr, *entry.msgstr_plural.values())


def figures_on_cards(ruleset: str, variations: tuple[str, ...]) -> list[int]:
    """Return how many figures the front of each side's card has."""
    spec = KitSpec(game="brandub", rules=ruleset, variations=variations, language="ga", parts=("cards",))
    with open_press(catalog(), spec) as press:
        cards = [draw_card(side, press.facts.book, press.look, press.typesetter) for side in Side]
    return [figures_in(card) for card in cards]


def figures_in(shape: Shape) -> int:
    """Return how many figures of a position a drawing has."""
    if not isinstance(shape, Group):
        return 0
    if shape.tag is not None and shape.tag.role == "Figure":
        return 1
    return sum(map(figures_in, shape.children))


# what the rules say


def test_it_is_the_king_who_is_on_the_throne_or_beside_it() -> None:
    assert said(book("walker"), "king")[:3] == [
        "Ar an ríchathaoir, gabhtar an rí nuair a bhíonn ionsaitheoirí ar na ceithre thaobh de; "
        "taobh léi, nuair a bhíonn ionsaitheoirí ar na trí thaobh eile.",
        "In aon áit eile, gabhtar é mar a ghabhtar saighdiúir, idir beirt ionsaitheoirí os comhair a chéile.",
        "Áirítear cúinne taobh leis mar dhuine acu.",
    ]
    assert said(book("macwhite"), "king")[:2] == [
        "Ar an ríchathaoir agus taobh léi, gabhtar an rí idir beirt ionsaitheoirí os comhair a chéile.",
        "Ní áirítear an ríchathaoir fholamh mar dhuine acu.",
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_attackers_are_set_on_the_throne(ruleset: str) -> None:
    assert re.search(FALSE, "Ar an ríchathaoir, caithfidh ionsaitheoirí seasamh ar na ceithre thaobh.")
    assert not [text for text in printed(book(ruleset)) if re.search(FALSE, text)]


def test_one_attacker_stands_on_the_throne_where_he_may() -> None:
    """Of the Masters' four beside the throne one is on it."""
    assert said(book("masters"), "king")[0].endswith("; taobh léi mar an gcéanna, agus duine acu ar an ríchathaoir.")
    assert said(book("branan"), "king")[0].endswith("; taobh léi, ní féidir é a ghabháil.")


def test_a_piece_in_between_is_captured_only_if_one_goes_and_comes_back() -> None:
    assert said(book("walker"), "capture")[1:4] == [
        "Ní ghabhtar é ach le beart dá gcuid: tá sé slán má bhogann sé féin isteach eatarthu.",
        "Ní ghabhann siad san áit sin é ach amháin má imíonn duine acu agus má fhilleann sé.",
        "Is cead do namhaid eile teacht ina áit. "
        "Má tá roinnt saighdiúirí idir beirt den namhaid, ní ghabhtar aon duine díobh.",
    ]


def test_a_side_that_cannot_move_is_one_and_has_its_own_turn() -> None:
    """“Ar a seal … cailleann siad” is of several."""
    assert "nó nuair nach féidir le taobh bogadh ar a sheal." in said(book("walker"), "draw")[0]
    assert said(book("copenhagen", game="hnefatafl"), "draw")[1] == (
        "Nuair nach féidir le taobh bogadh ar a sheal, cailleann sé."
    )


# what the cards say


def test_a_card_speaks_of_pieces_by_their_names() -> None:
    """Two of “them” or of “you” would be another side's on the other card."""
    cards = "\n".join(card_lines(book("walker")))
    assert "Cosantóir idir beirt ionsaitheoirí." in cards
    assert "Ionsaitheoir idir beirt chosantóirí; áirítear an rí leo." in cards


def test_a_shieldwall_on_a_card_is_of_the_readers_own_pieces() -> None:
    walls = [line for line in card_lines(book("copenhagen", game="hnefatafl")) if "Balla sciath" in line]
    assert len(walls) == 2
    for line in walls:
        wall = re.search(r"Balla sciath: [^.]*\.", line)
        assert wall
        assert "duine agaibh os comhair gach duine acu agus ag gach ceann" in wall[0]
        assert "namhaid" not in wall[0]


@pytest.mark.parametrize(
    ("ruleset", "variations"),
    [
        *((ruleset, ()) for ruleset in RULESETS),
        ("masters", ("check",)),
        ("masters", ("weak-king", "armed-king", "check")),
    ],
)
def test_each_card_has_two_figures(ruleset: str, variations: tuple[str, ...]) -> None:
    """Longer sentences took the room of one, or of both."""
    assert figures_on_cards(ruleset, variations) == [2, 2]


# words that were mended


@pytest.mark.parametrize(
    ("word", "why"),
    [
        (r"\b4\s?in\b", "in is a word of Irish: orlach"),
        (r"\b[Ee]alaín\b", "what is printed is líníocht"),
        (r"\btaobh an rí\b", "the king's side of a square, not his party: lucht an rí"),
        (r"athimirt", "no word"),
        (r"[Ll]iathchló", "one word for greys: liathscála"),
        (r"Teastóidh uait", "what is needed is a list"),
        (r"\bgan (?:beart|caillteanas)\b|Gan beart\b", "lenited behind gan"),
        (r"[Cc]ailleann siad\b", "a side is one"),
    ],
)
def test_words_that_were_mended_do_not_come_back(word: str, why: str) -> None:
    assert not [text for text in translations() if re.search(word, text)], why
