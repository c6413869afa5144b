"""The first page: all games as a gallery, by board, age and difficulty, and what a kit is in three pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from msgspec import Struct

from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Drawing, Group, Rect, Shape, scale, translate
from taflkit.kit.build import Press, open_press
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.cards.cards import draw_card
from taflkit.parts.counters.counters import draw_piece
from taflkit.render.png import to_webp
from taflkit.site.page import Made, Page, Site, place_in
from taflkit.site.pictures import Pictured, draw_start, picture
from taflkit.site.writing import read_words
from taflkit.tafl import Piece, Side
from taflkit.words.phrases import fill

__all__ = ["AGES", "LEVELS", "PIXELS", "SHOWN", "Card", "age_of", "card_of", "files", "level_of", "pages", "shown_kit"]


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


SHOWN = ("print", "cut", "play")
"""The pictures by the keys of their words; each is assets/kit-KEY.webp."""
PIXELS = 560
"""Their sides."""
_SIDE = 200.0
"""The sides of what is drawn in mm."""
_APART, _INSET = 9.0, 4.0
"""How far sections lie apart, and what is round the board in play, in mm."""
_SHEET, _FANNED = 0.56, ((8.0, 4.0), (44.0, 17.0), (80.0, 30.0))
"""How large sheets are drawn, in parts of their size, and where each of them begins."""
_BOARD, _CARD, _COVER = 122.0, 0.68, 0.42
"""The side of the sections together in mm, and how large cards and the cover are drawn."""
_BOARD_AT, _COVER_AT, _CARDS_AT = (4.0, 4.0), (131.0, 10.0), ((104.0, 134.0), (151.0, 134.0))
"""Where the sections, the cover and the cards begin, in mm."""
_COUNTERS_AT, _STEP = (15.0, 152.0), 22.0
"""The middle of the first counter, and how far they are from one another, in mm."""


def shown_kit(site: Site) -> Iterator[Made]:
    """Yield the pictures, of the default kit of the site's first game."""
    catalog = site.catalog
    with open_press(catalog, KitSpec(game=site.games[0], language=site.languages[0])) as press:
        drawn = {"print": _sheets(press), "cut": _parts(press), "play": _start(site, press)}
        for name, shapes in drawn.items():
            ground = Rect(0, 0, _SIDE, _SIDE, "page.ground")
            drawing = Drawing(_SIDE, _SIDE, (ground, *shapes))
            picture = to_webp(drawing, press.paints, PIXELS / _SIDE * 25.4, catalog.store)
            yield Made(f"assets/kit-{name}.webp", picture)


def _sheets(press: Press) -> tuple[Shape, ...]:
    """Return the first sheets as they come from the printer, one on the other."""
    pages = [press.booklet[0], *press.components()][: len(_FANNED)]
    return tuple(
        Group((_leaf(page), *page.shapes), (_SHEET, 0, 0, _SHEET, *at))
        for page, at in zip(reversed(pages), _FANNED, strict=False)
    )


def _leaf(page: Drawing) -> Shape:
    """Return the paper of a page."""
    return Rect(0, 0, page.width, page.height, "sheet.paper")


def _parts(press: Press) -> tuple[Shape, ...]:
    """Return the board's sections apart from one another, and the booklet, the cards and counters beside them."""
    book, look, typesetter = press.facts.book, press.look, press.typesetter
    cards = [Group((draw_card(side, book, look, typesetter),), scale(_CARD)) for side in Side]
    cover = press.booklet[0]
    return (
        Group(tuple(_sections(press)), translate(*_BOARD_AT)),
        Group((_leaf(cover), *cover.shapes), (_COVER, 0, 0, _COVER, *_COVER_AT)),
        *(Group((card,), translate(*at)) for card, at in zip(cards, _CARDS_AT, strict=True)),
        *_counters(press),
    )


def _sections(press: Press) -> Iterator[Shape]:
    """Yield the board's sections, each pushed away from the middle, in a square of _BOARD."""
    plan, book = press.facts.plan, press.facts.book
    board = draw_board(book.variant.layout, book.variant.rules.surface, plan.cell, plan.frame, press.look)
    factor, middle = _BOARD / (plan.board_size + 2 * _APART), plan.board_size / 2
    for section in plan.sections:
        place = plan.measures.place(section)
        art, _, _ = draw_section(board, section, plan.measures, 0.0)
        x = _pushed(place.left, place.width, middle)
        y = _pushed(place.top, place.height, middle)
        yield Group((art,), (factor, 0, 0, factor, factor * x, factor * y))


def _pushed(start: float, size: float, middle: float) -> float:
    """Return where a section begins that is pushed away from the middle of a board."""
    off = start + size / 2 - middle
    return start + _APART * (1 + (off > 1) - (off < -1))


def _counters(press: Press) -> Iterator[Shape]:
    """Yield a king and some of either side's soldiers, in rows."""
    x, y = _COUNTERS_AT
    rows = ((Piece.KING, Piece.DEFENDER, Piece.DEFENDER, Piece.DEFENDER), (Piece.ATTACKER,) * 4)
    for down, row in enumerate(rows):
        for across, piece in enumerate(row):
            at = (x + (across + 0.5 * (down % 2)) * _STEP, y + down * 0.95 * _STEP)
            yield draw_piece(piece, 0.86 * _STEP, press.look, *at)


def _start(site: Site, press: Press) -> tuple[Shape, ...]:
    """Return the board with the pieces of the start."""
    drawing = draw_start(site, press.facts.book)
    factor = (_SIDE - 2 * _INSET) / drawing.width
    return (Group(drawing.shapes, (factor, 0, 0, factor, _INSET, _INSET)),)


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
        yield from (_home_start(site, book).file for book in _books(site, language) if book.texts.language == language)
    yield Made("assets/gallery.css", _sieve([card_of(site, book) for book in _books(site, site.languages[0])]).encode())
    yield from shown_kit(site)


def _books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game under its first ruleset, in a language or in the first that it has."""
    for name in (*site.games_in(language), *(name for name in site.games if language not in site.languages_of(name))):
        yield read_book(site.catalog, name, None, (), site.language_for(name, language))


def _home_start(site: Site, book: Book) -> Pictured:
    """Return a game's start as the gallery shows it; the catalog's store keeps it between the page and its files."""
    path = place_in(site, book.texts.language, f"games/{book.game.name}/start.svg")
    made = (book.scenes["start"], book.descriptions["start"], book.captions["start"], path)
    return site.catalog.books.get((_home_start, book), lambda: picture(site, book, *made))


def _values(site: Site, language: str) -> dict[str, Any]:
    books = list(_books(site, language))
    cards = [card_of(site, book) for book in books]
    return {
        "said": read_words(site, language, "home"),
        "cards": [
            Shown(
                card,
                _home_start(site, book),
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
