"""The first page: all games as a gallery, found by board, age and difficulty, and what a kit is in three pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from taflkit.catalog.book import Book, read_book
from taflkit.site.figures import Pictured, picture
from taflkit.site.gallery import AGES, LEVELS, Card, card_of
from taflkit.site.page import Made, Page, Site, place_in
from taflkit.site.shown_kit import PIXELS, SHOWN, shown_kit
from taflkit.site.writing import read_words

__all__ = ["files", "pages"]


class Shown(NamedTuple):
    """A game in the gallery of a page.

    Attributes:
        card: what is said of it.
        start: its board.
        way: from the page to the folder of the game's own.
        language: of its words, where that is not the page's; or "".
        said: the words of the gallery in its language.
        named: the name of its language, in itself.
    """

    card: Card
    start: Pictured
    way: str
    language: str
    said: Mapping[str, Any]
    named: str


def pages(site: Site) -> Iterator[Page]:
    """Yield the first page in every language."""
    for language in site.languages:
        yield Page("index.html", "home.html.j2", _values(site, language), language)


def files(site: Site) -> Iterator[Made]:
    """Yield the pictures of the games, what the gallery is sifted with, and the pictures of a kit."""
    for language in site.languages:
        yield from (_start(site, book).file for book in _books(site, language) if book.texts.language == language)
    yield Made("assets/gallery.css", _sieve([card_of(site, book) for book in _books(site, site.languages[0])]).encode())
    yield from shown_kit(site)


def _books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game under its first ruleset, in a language or in the first that it has."""
    for name in (*site.games_in(language), *(name for name in site.games if language not in site.languages_of(name))):
        yield read_book(site.catalog, name, None, (), site.language_for(name, language))


def _start(site: Site, book: Book) -> Pictured:
    """Return a game's start as the gallery shows it; the catalog's store keeps it between the page and its files."""
    path = place_in(site, book.texts.language, f"games/{book.game.name}/start.svg")
    made = (book.scenes["start"], book.descriptions["start"], book.captions["start"], path)
    return site.catalog.books.get((_start, book), lambda: picture(site, book, *made))


def _values(site: Site, language: str) -> dict[str, Any]:
    books = list(_books(site, language))
    cards = [card_of(site, book) for book in books]
    return {
        "said": read_words(site, language, "home"),
        "cards": [
            Shown(
                card,
                _start(site, book),
                *_way(site, book, language),
                read_words(site, book.texts.language, "home"),
                book.texts.words.language.name,
            )
            for card, book in zip(cards, books, strict=True)
        ],
        "boards": _boards(cards),
        "ages": _ages(cards),
        "levels": _levels(cards),
        "shown": SHOWN,
        "pixels": PIXELS,
    }


def _way(site: Site, book: Book, language: str) -> tuple[str, str]:
    """Return the way from the page in a language to the folder of a game's own, and its language if it is another."""
    folder, spoken = f"games/{book.game.name}/", book.texts.language
    if spoken == language:
        return folder, ""
    return "../" * place_in(site, language, "").count("/") + place_in(site, spoken, folder), spoken


def _boards(cards: Sequence[Card]) -> list[int]:
    return sorted({card.size for card in cards})


def _ages(cards: Sequence[Card]) -> list[str]:
    return [age for age in AGES if any(card.age == age for card in cards)]


def _levels(cards: Sequence[Card]) -> list[str]:
    return [level for level in LEVELS if any(card.level == level for card in cards)]


def _sieve(cards: Sequence[Card]) -> str:
    """Return the styles that hide the games that are not wanted, and say so where none is left."""
    groups = (
        [("board", str(size)) for size in _boards(cards)],
        [("age", age) for age in _ages(cards)],
        [("level", level) for level in _levels(cards)],
    )
    lines = ["/* Which games the gallery shows for each choice above it. */"]
    for name, value in (choice for group in groups for choice in group):
        lines.append(f'main:has(#{name}-{value}:checked) .game:not([data-{name}="{value}"]) {{ display: none; }}')
    for chosen in product(*([None, *group] for group in groups)):
        wanted = [choice for choice in chosen if choice]
        if not any(all(_value(card, name) == value for name, value in wanted) for card in cards):
            asked = "".join(f":has(#{name}-{value}:checked)" for name, value in wanted)
            lines.append(f"main{asked} .none {{ display: block; }}")
    return "\n".join((*lines, ""))


def _value(card: Card, name: str) -> str:
    return {"board": str(card.size), "age": card.age, "level": card.level}[name]
