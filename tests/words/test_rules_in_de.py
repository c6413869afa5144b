"""The German rules and cards as printed: sentences that once said another thing than the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.cli import main
from taflkit.parts.cards import card_lines

GAMES = ("brandub", "tablut", "hnefatafl")
ALL = tuple((game, name) for game in GAMES for name in catalog().game(game).ruleset_names)


def book(game: str, ruleset: str, *variations: str) -> Book:
    """Return a game's book in German."""
    return read_book(catalog(), game, ruleset, variations, "de")


def said(book: Book, rule: str) -> list[str]:
    """Return the sentences of a rule as printed."""
    return [sentence.text for each in book.rules for sentence in each.sentences if sentence.rule == rule]


def printed(book: Book) -> Iterator[str]:
    """Yield all sentences of the rules, captions and cards."""
    yield from (sentence.text for rule in book.rules for sentence in rule.sentences)
    yield from book.captions.values()
    yield from card_lines(book)


def test_it_is_the_king_who_is_on_the_throne_or_beside_it() -> None:
    """„Auf dem Thron müssen Angreifer …“ set the attackers on it."""
    assert said(book("brandub", "walker"), "king")[:2] == [
        "Steht der König auf dem Thron, schlagen ihn Angreifer auf allen vier Seiten; "
        "steht er daneben, schlagen ihn Angreifer auf den anderen drei Seiten.",
        "Überall sonst wird er wie ein Krieger geschlagen, von zwei Angreifern auf gegenüberliegenden Seiten.",
    ]
    assert said(book("brandub", "macwhite"), "king")[:2] == [
        "Steht der König auf dem Thron oder daneben, schlagen ihn zwei Angreifer auf gegenüberliegenden Seiten.",
        "Der leere Thron zählt nicht als einer von ihnen.",
    ]
    assert said(book("tablut", "linnaeus"), "king")[0].startswith(
        "Steht der König in der Burg, schlagen ihn Moskowiter"
    )


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_no_sentence_on_the_king_begins_with_attackers_on_the_throne(game: str, ruleset: str) -> None:
    for sentence in said(book(game, ruleset), "king"):
        assert not re.search(r"(?:Auf|Neben|In) (?:dem|der) (?:Thron|Burg)|müssen", sentence)


def test_the_king_falls_to_two_wherever_he_is_neither_in_his_castle_nor_beside_it() -> None:
    """„Nicht in seiner Burg“ is also beside it, where it takes three."""
    history = book("tablut", "linnaeus").texts.booklet.history
    assert history.paragraphs[2].endswith("genügen zwei Gegner, wenn der König abseits seiner Burg steht.")
    assert "wenn er abseits seiner Burg steht" in history.longer[4]


def test_a_shieldwall_on_a_card_is_of_the_readers_own_pieces() -> None:
    """„Vor jedem ein Gegner“ would be the reader's opponent, whose pieces are the ones that fall."""
    walls = [line for line in card_lines(book("hnefatafl", "copenhagen")) if "Schildwall" in line]
    assert len(walls) == 2
    for line in walls:
        assert "am Rand, vor jedem und an beiden Enden ein eigener Stein; " in line
        assert "ein Gegner" not in line


def test_the_move_that_captures_a_row_is_not_the_rows_own() -> None:
    """„Ihr letzter Zug“ could be that of the victims."""
    wall = said(book("hnefatafl", "copenhagen"), "shieldwall")
    assert "Der Zug, der schlägt, führt an ein Ende der Kette." in wall
    assert not any("Ihr letzter Zug" in sentence for sentence in wall)


def test_a_ring_may_be_opened_by_capturing_and_shut_in_some_apart() -> None:
    ring = " ".join(said(book("hnefatafl", "copenhagen"), "encirclement"))
    assert "auch, wenn er durch Schlagen zu öffnen wäre oder wenn Verteidiger getrennt vom König" in ring
    assert "dürfen getrennt" not in ring


def test_the_middle_of_a_sea_battle_is_a_square_like_all_others() -> None:
    """„Der König begann auf einem Feld wie jedem anderen“ tells of his beginning, not of the square."""
    assert said(book("hnefatafl", "sea-battle"), "noble") == [
        "Das Feld, auf dem der König begann, ist ein Feld wie alle anderen."
    ]


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_words_of_chess_of_doors_and_of_what_comes_soon_are_not_there(game: str, ruleset: str) -> None:
    """A king's side is a wing in chess, „im Freien“ is out of doors, and nobody stands on top of a corner."""
    spoken = book(game, ruleset)
    found = [text for text in printed(spoken) if re.search(r"[KLk]önigsseite|[Ii]m Freien|[Aa]uf einer Ecke", text)]
    assert not found
    assert any("Königspartei" in text for text in printed(spoken))


@pytest.mark.parametrize("ruleset", ["linnaeus", "smith"])
def test_the_words_of_linnaeus_are_his_own(ruleset: str) -> None:
    """No word of the usual ones is left; a castle is feminine, and a Swede has an ending but where he acts."""
    text = "\n".join(printed(book("tablut", ruleset)))
    text = re.sub(r"\[.*?\]", "", text)
    assert not re.search(r"Thron|Angreifer|Verteidiger|Schach", text)
    assert not re.search(r"(?:de[mn]|das|einem|am|leere[nr]|auf der) Burg\b(?<!der leeren Burg)", text)
    assert not re.search(r"(?:einen|diesen|den|dem|einem) Schwede\b", text)
    assert "sofort „Raichi“, bei zwei offenen Wegen „Tuichu“ ansagen." in text
    assert "wird dieser Schwede durch einen Moskowiter geschlagen" in text


def test_the_sources_are_told_in_german() -> None:
    words = ("rules", "--rules", "masters", "--variation", "check", "--language", "de")
    text = CliRunner().invoke(main, words).stdout
    head, below = text.split("\nWoher sie stammen\n")
    assert head.startswith("Brandub: Die Regeln von Masters Traditional Games")
    assert "\nVarianten, die die Quelle nennt\n" in head
    assert " (hier gespielt): " in head
    labels = set(re.findall(r"^ *\d+[a-z]?  (\w+)", below, re.MULTILINE))
    assert {"gesagt", "gewählt"} <= labels <= {"gesagt", "gemeint", "eingegrenzt", "beobachtet", "gewählt"}
    walker = CliRunner().invoke(main, ("rules", "--language", "de")).stdout
    assert re.search(r"^ *\d+[a-z]?  gesagt, Regel \d", walker, re.MULTILINE)
    assert not re.search(r"\b(?:stated|implied|chosen|rule|Where|in use)\b", text)
