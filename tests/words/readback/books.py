"""The booklets that are read back: every ruleset of every game, with each of its variations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from words.readback.english import OWN_NOUNS, Nouns


class Named(NamedTuple):
    """A ruleset of a game, with a variation or without."""

    game: str
    ruleset: str
    variation: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, self))


def rulesets() -> Iterator[Named]:
    """Yield every ruleset of every game with each of its variations and without any."""
    for game in catalog().game_names():
        for ruleset in catalog().game(game).rulesets:
            yield from (Named(game, ruleset.name, variation) for variation in ("", *ruleset.variations))


EVERY = (Named("tablut", "linnaeus"), Named("hnefatafl", "copenhagen"), *rulesets())
"""All of them, behind two that have much to say."""


@cache
def book_of(game: str, ruleset: str, variation: str = "") -> Book:
    return read_book(catalog(), game, ruleset, (variation,) if variation else ())


def nouns_of(book: Book) -> Nouns:
    """Return what the game calls its pieces and places."""
    return OWN_NOUNS.get((book.game.name, book.ruleset.plain), Nouns()).on(book.variant.rules.surface)


def devices_of(book: Book) -> Mapping[str, str]:
    """Return what the pieces bear."""
    face = book.ruleset.face
    return {"the king": face.king, "attackers": face.attacker, "defenders": face.defender}


def rules_of(book: Book) -> list[str]:
    """Return the texts of a booklet's rules."""
    return [sentence.text for rule in book.rules for sentence in rule.sentences]
