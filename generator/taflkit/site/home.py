"""The first page: all games as a gallery, by board, age and difficulty, and what a kit is in three pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product

from msgspec import Struct

from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Drawing, Group, Rect, Shape, scale, translate
from taflkit.kit.build import Press, open_press
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.cards.cards import draw_card
from taflkit.parts.counters.counters import draw_piece
from taflkit.render.png import to_webp
from taflkit.site.page import Made, Site, SitePage, place_in
from taflkit.site.pictures import PagePicture, draw_start, named_picture
from taflkit.site.writing import read_words
from taflkit.tafl import Piece, Side
from taflkit.words.phrases import fill

AGES = ("old", "early", "modern")
"""The ages of games, the oldest first: to the 15th century, to the 19th, and later."""
LEVELS = ("light", "middling", "full")
"""How hard games are, the easiest first."""
_LATEST = {"old": 15, "early": 19}  # the last century of an age
_MOST = {"light": 50, "middling": 75}  # the most pieces and sentences, counted together, of games that are so hard


class Card(Struct, frozen=True):
    """A game in the gallery, in words; what is not known is "".

    Attributes:
        size: the squares along a side.
        age: one of AGES.
        level: one of LEVELS.
    """

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
_SIDE = 200.0  # the sides of what is drawn in mm
_APART = 9.0  # the gap between sections in mm, at the size of the kit
_INSET = 4.0  # the margin round the board in play, in mm
_SHEET = 0.56  # the size of sheets, in parts of their own
_SHEETS_AT = ((8.0, 4.0), (44.0, 17.0), (80.0, 30.0))  # the corners of the sheets, from the last to the first, in mm
_SECTIONS = 122.0  # the side of the sections together in mm
_SECTIONS_AT = (4.0, 4.0)  # the corner of the sections in mm
_COVER = 0.42  # the size of the booklet's cover, in parts of its own
_COVER_AT = (131.0, 10.0)  # the corner of the cover in mm
_CARD = 0.68  # the size of cards, in parts of their own
_CARDS_AT = ((104.0, 134.0), (151.0, 134.0))  # the corners of the cards in mm
_COUNTERS_AT = (15.0, 152.0)  # the middle of the first counter in mm
_STEP = 22.0  # the distance of counters from one another in mm
_COUNTERS = ((Piece.KING, *(Piece.DEFENDER,) * 3), (Piece.ATTACKER,) * 4)  # the rows of counters


def shown_kit(site: Site) -> Iterator[Made]:
    """Yield the pictures, of the default kit of the site's first game."""
    catalog = site.catalog
    with open_press(catalog, KitSpec(game=site.games[0], language=site.languages[0])) as press:
        start = draw_start(site, press.facts.book)
        sheets = reversed([press.booklet[0], *press.components()][: len(_SHEETS_AT)])
        factor = (_SIDE - 2 * _INSET) / start.width
        book, look = press.facts.book, press.look
        cards = [Group((draw_card(side, book, look, press.typesetter),), scale(_CARD)) for side in Side]
        x, y = _COUNTERS_AT
        counters = [
            draw_piece(piece, 0.86 * _STEP, look, x + (across + 0.5 * down) * _STEP, y + 0.95 * down * _STEP)
            for down, row in enumerate(_COUNTERS)
            for across, piece in enumerate(row)
        ]
        drawn = {
            # as they come from the printer, one on the other
            "print": tuple(_leaf(page, _SHEET, *at) for page, at in zip(sheets, _SHEETS_AT, strict=False)),
            "cut": (
                Group(tuple(_sections(press)), translate(*_SECTIONS_AT)),
                _leaf(press.booklet[0], _COVER, *_COVER_AT),
                *(Group((card,), translate(*at)) for card, at in zip(cards, _CARDS_AT, strict=True)),
                *counters,
            ),
            "play": (Group(start.shapes, (factor, 0, 0, factor, _INSET, _INSET)),),
        }
        for name, shapes in drawn.items():
            drawing = Drawing(_SIDE, _SIDE, (Rect(0, 0, _SIDE, _SIDE, "page.ground"), *shapes))
            content = to_webp(drawing, press.paints, PIXELS / _SIDE * 25.4, catalog.store)
            yield Made(f"assets/kit-{name}.webp", content)


def _leaf(page: Drawing, size: float, x: float, y: float) -> Shape:
    """Return a page on its paper, in parts of its size."""
    return Group((Rect(0, 0, page.width, page.height, "sheet.paper"), *page.shapes), (size, 0, 0, size, x, y))


def _sections(press: Press) -> Iterator[Shape]:
    """Yield the board's sections, each pushed away from the middle, in a square of _SECTIONS."""
    plan, book = press.facts.plan, press.facts.book
    board = draw_board(book.variant.layout, book.variant.rules.surface, plan.cell, plan.frame, press.look)
    factor, middle = _SECTIONS / (plan.board_size + 2 * _APART), plan.board_size / 2

    def pushed(start: float, size: float) -> float:
        off = start + size / 2 - middle
        return start + _APART * (1 + (off > 1) - (off < -1))

    for section in plan.sections:
        place = plan.measures.place(section)
        art, _, _ = draw_section(board, section, plan.measures, 0.0)
        x, y = pushed(place.left, place.width), pushed(place.top, place.height)
        yield Group((art,), (factor, 0, 0, factor, factor * x, factor * y))


def pages(site: Site) -> Iterator[SitePage]:
    """Yield the first page in every language."""
    for language in site.languages:
        to_top = "../" * place_in(site, language, "").count("/")
        games = []
        for book in _books(site, language):
            other = book.texts.language if book.texts.language != language else ""
            way = f"games/{book.game.name}/"
            game = {
                "card": card_of(site, book),
                "start": _home_start(site, book),
                "way": to_top + place_in(site, other, way) if other else way,
                "language": other,
                "said": read_words(site, book.texts.language, "home"),
                "named": book.texts.words.language.name,
            }
            games.append(game)
        values = {
            "said": read_words(site, language, "home"),
            "games": games,
            "groups": _groups([card_of(site, book) for book in _books(site, language)]),
            "shown": SHOWN,
            "pixels": PIXELS,
        }
        yield SitePage("index.html", "home.html.j2", values, language)


def files(site: Site) -> Iterator[Made]:
    """Yield the pictures of the games, the style that the gallery is sifted with, and the pictures of a kit."""
    for language in site.languages:
        yield from (_home_start(site, book).file for book in _books(site, language) if book.texts.language == language)
    yield Made("assets/gallery.css", _sieve([card_of(site, book) for book in _books(site, site.languages[0])]).encode())
    yield from shown_kit(site)


def _books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game under its first ruleset, in a language or in the first that it has."""
    for name in (*site.games_in(language), *(name for name in site.games if language not in site.languages_of(name))):
        yield read_book(site.catalog, name, None, (), site.language_for(name, language))


def _home_start(site: Site, book: Book) -> PagePicture:
    """Return a game's start as the gallery shows it; the catalog's store caches it between the page and its files."""
    path = place_in(site, book.texts.language, f"games/{book.game.name}/start.svg")
    return site.catalog.books.get((_home_start, book), lambda: named_picture(site, book, "start", path))


def _groups(cards: Sequence[Card]) -> dict[str, list[str]]:
    """Return the sizes, the ages and the levels that the games have."""
    ages, levels = {card.age for card in cards}, {card.level for card in cards}
    return {
        "board": [str(size) for size in sorted({card.size for card in cards})],
        "age": [age for age in AGES if age in ages],
        "level": [level for level in LEVELS if level in levels],
    }


def _sieve(cards: Sequence[Card]) -> str:
    """Return the styles that hide the games that are not wanted, and say so where none is left."""
    values = [{"board": str(card.size), "age": card.age, "level": card.level} for card in cards]
    groups = [[(name, value) for value in each] for name, each in _groups(cards).items()]
    lines = ["/* Which games the gallery shows for each choice above it. */"]
    for name, value in chain.from_iterable(groups):
        lines.append(f'main:has(#{name}-{value}:checked) .game:not([data-{name}="{value}"]) {{ display: none; }}')
    for chosen in product(*([None, *group] for group in groups)):
        wanted = [choice for choice in chosen if choice]
        if not any(set(wanted) <= set(each.items()) for each in values):
            selected = "".join(f":has(#{name}-{value}:checked)" for name, value in wanted)
            lines.append(f"main{selected} .none {{ display: block; }}")
    return "\n".join((*lines, ""))
