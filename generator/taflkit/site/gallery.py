"""What the gallery says of a game, and by what games are found: the size of the board, their age, how hard they are."""

from __future__ import annotations

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.site.page import Site
from taflkit.site.writing import read_words
from taflkit.tafl import Piece
from taflkit.words.phrases import fill

__all__ = ["AGES", "LEVELS", "Card", "age_of", "card_of", "level_of"]

AGES = ("old", "early", "modern")
"""The ages of games, the oldest first: to the 15th century, to the 19th, and later."""
LEVELS = ("light", "middling", "full")
"""How hard games are, the easiest first."""
_LATEST = {"old": 15, "early": 19}
"""The last century of an age."""
_MOST = {"light": 60, "middling": 80}
"""The most pieces and sentences, counted together, of games that are so hard."""


class Card(Struct, frozen=True):
    """A game in the gallery.

    Attributes:
        name: the game's.
        title: for people.
        special: what is special of it, in a line, or "".
        size: the squares along a side.
        board: the size in words.
        pieces: how many pieces there are, in words.
        origin: where and when it is from, in words, or "".
        age: one of AGES, or "" where it is not known.
        level: one of LEVELS.
    """

    name: str
    title: str
    special: str
    size: int
    board: str
    pieces: str
    origin: str
    age: str
    level: str


def card_of(site: Site, book: Book) -> Card:
    """Return what the gallery says of a game; the book is it under its first ruleset."""
    said, text, layout = read_words(site, book.texts.language, "home"), book.texts.booklet, book.variant.layout
    counts = {f"{piece.name.lower()}s": str(layout.count(piece)) for piece in (Piece.ATTACKER, Piece.DEFENDER)}
    return Card(
        name=book.game.name,
        title=book.game.title,
        special=text.special,
        size=layout.size,
        board=fill(said["board"], {"size": str(layout.size)}),
        pieces=fill(said["pieces"], counts),
        origin=", ".join(filter(None, (text.origin, text.dated))),
        age=age_of(book.game.century),
        level=level_of(book),
    )


def age_of(century: int) -> str:
    """Return the age of a game by the century of its oldest record; "" for 0, where that is not known."""
    if not century:
        return ""
    return next((age for age, latest in _LATEST.items() if century <= latest), AGES[-1])


def level_of(book: Book) -> str:
    """Return how hard a game is under a ruleset: by the pieces on the board and the sentences of the rules."""
    amount = len(book.variant.layout.start) + sum(len(rule.sentences) for rule in book.rules)
    return next((level for level, most in _MOST.items() if amount <= most), LEVELS[-1])
