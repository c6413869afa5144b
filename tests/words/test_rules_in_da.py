"""The Danish rules and cards as printed: sentences that once said another thing than the rule."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.cli import main
from taflkit.parts.cards import card_lines

GAMES = ("brandub", "tablut", "hnefatafl")
ALL = tuple((game, name) for game in GAMES for name in catalog().game(game).ruleset_names)


def book(game: str, ruleset: str, *variations: str) -> Book:
    """Return a game's book in Danish."""
    return read_book(catalog(), game, ruleset, variations, "da")


def said(book: Book, rule: str) -> list[str]:
    """Return the sentences of a rule as printed."""
    return [sentence.text for each in book.rules for sentence in each.sentences if sentence.rule == rule]


def printed(book: Book) -> list[str]:
    """Return the rules with their reasons, the captions, the cards and the advice."""
    sentences = [sentence for rule in book.rules for sentence in rule.sentences]
    reasons = [sentence.origin.reason for sentence in sentences]
    variations = [variation.text for variation in book.variations]
    advice = book.texts.booklet.advice.texts()
    return [
        *(sentence.text for sentence in sentences),
        *(*reasons, *variations, *book.captions.values(), *card_lines(book), *advice),
    ]


def test_it_is_the_king_who_is_on_the_throne_or_beside_it() -> None:
    """»På tronen skal der stå angribere …« set the attackers on it."""
    assert said(book("brandub", "walker"), "king")[:2] == [
        "Står kongen på tronen, fanges han af angribere på alle fire sider; står han ved siden af den, af angribere på "
        "de øvrige tre.",
        "Alle andre steder fanges han som en kriger, af to angribere på modsatte sider.",
    ]
    assert said(book("brandub", "macwhite"), "king")[:2] == [
        "Står kongen på tronen eller ved siden af den, fanges han af to angribere på modsatte sider.",
        "Den tomme trone gælder ikke som en af dem.",
    ]
    assert said(book("tablut", "linnaeus"), "king")[0].startswith("Står kongen i borgen, fanges han af moskovitter")


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_no_sentence_or_caption_begins_with_attackers_on_the_throne(game: str, ruleset: str) -> None:
    spoken = book(game, ruleset)
    for text in (*said(spoken, "king"), *spoken.captions.values()):
        assert not re.match(r"(?:På|I|Ved siden af) \w+(?: mark)? (?:skal|fanger|må) ", text)
        assert "skal der stå" not in text
        # a place and a colon belong to what stands behind it
        assert not re.match(r"(?:På|Ved siden af) \w+: ", text)


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_nobody_fights_where_a_piece_is_captured(game: str, ruleset: str) -> None:
    """»Slås« is »fights« as well, and here warriors do it."""
    assert not [text for text in printed(book(game, ruleset)) if re.search(r"\bslås\b", text, re.IGNORECASE)]


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_nobody_stands_on_a_street_corner(game: str, ruleset: str) -> None:
    spoken = printed(book(game, ruleset))
    assert not [text for text in spoken if re.search(r"\b[Pp]å (?:et |et tomt )?hjørne", text)]


def test_a_piece_stops_in_a_corner_on_squares_and_on_points() -> None:
    for ruleset in ("walker", "macwhite"):
        assert "Kun kongen må standse i et hjørne." in said(book("brandub", ruleset), "noble")


def test_a_row_of_a_shieldwall_is_not_a_rank() -> None:
    """»Række« is a rank; what falls to a shieldwall stands along an edge, in a »kæde«."""
    spoken = book("hnefatafl", "copenhagen")
    walls = said(spoken, "shieldwall")
    assert walls[0] == (
        "En skjoldmur slår en kæde: to eller flere krigere side om side på kanten med en fjende foran hver og ved "
        "begge ender."
    )
    reasons = [
        spoken.ruleset.origin(point).reason
        for point in ("shieldwall", "shieldwall.last", "shieldwall.gap", "shieldwall.king", "shieldwall.rows")
    ]
    captions = [caption for name, caption in spoken.captions.items() if name.startswith("shieldwall")]
    assert not [text for text in (*walls, *reasons, *captions) if re.search(r"\brække", text)]


def test_a_shieldwall_on_a_card_is_of_the_readers_own_pieces() -> None:
    """An enemy in front of each would be the reader's opponent, whose pieces are the ones that fall."""
    walls = [line for line in card_lines(book("hnefatafl", "copenhagen")) if "Skjoldmur" in line]
    assert len(walls) == 2
    for line in walls:
        assert "to eller flere i kæde på kanten med en af dine foran hver og ved begge ender" in line
        assert "fjende foran" not in line


def test_the_words_of_linnaeus_are_his_own() -> None:
    """No word of the usual ones is left, and one stands in a castle."""
    rules = [sentence.text for rule in book("tablut", "linnaeus").rules for sentence in rule.sentences]
    text = "\n".join((*rules, *card_lines(book("tablut", "linnaeus"))))
    text = re.sub(r"\[.*?\]|## Angriberne", "", text)
    assert not re.search(r"\btrone|angriber|forsvarer|Skak", text, re.IGNORECASE)
    assert not re.search(r"\bpå (?:sin )?borg", text)
    assert "skal hans spiller straks sige »Raichi« eller, hvis to veje er åbne, »Tuichu«." in text


def test_the_sources_are_told_in_danish() -> None:
    words = ("rules", "--rules", "masters", "--variation", "check", "--language", "da")
    text = CliRunner().invoke(main, words).stdout
    head, below = text.split("\nHvor reglerne kommer fra\n")
    assert head.startswith("Brandub: Reglerne fra Masters Traditional Games")
    assert "\nVarianter, som kilden angiver\n" in head
    assert "(i brug): " in head
    labels = set(re.findall(r"^ *\d+[a-z]?  ([\w-]+)", below, re.MULTILINE))
    assert {"angivet", "valgt"} <= labels <= {"angivet", "underforstået", "indsnævret", "iagttaget", "valgt"}
    numbered = CliRunner().invoke(main, ("rules", "--language", "da")).stdout
    assert re.search(r"^ *5b  angivet, regel 4$", numbered, re.MULTILINE)
    assert not re.search(r"\b(?:stated|implied|chosen|rule|Where|in use)\b", text)
