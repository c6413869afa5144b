"""The first page, all games as a gallery, and the pages about the site: what changed, and the licences.

The gallery is sifted by board, age and difficulty. What changed is an Atom feed (RFC 4287) too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, product
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from msgspec import Struct

from taflkit import LICENCE
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.conversion import convert
from taflkit.reading import read_bytes
from taflkit.site.page import NOT_FOUND, Made, Site, SitePage, place_in
from taflkit.site.pictures import COVER, ICONS, PIXELS, SHOWN, icon_path
from taflkit.site.puzzles import day_values
from taflkit.site.runtime import RuntimePart, parts
from taflkit.site.writing import page_grounds, read_words
from taflkit.tafl import Piece
from taflkit.words.phrases import fill

AGES = ("old", "early", "modern")
"""The ages of games, the oldest first: to the 15th century, to the 19th, and later."""
LEVELS = ("light", "middling", "full")
"""How hard games are, the easiest first."""
_LATEST = {"old": 15, "early": 19}  # the last century of an age
_MOST = {"light": 50, "middling": 75}  # the most pieces and sentences, counted together, of games that are so hard
_ATOM = "http://www.w3.org/2005/Atom"
_FONT_LICENCE = "OFL-1.1"
_FONTS = (
    ("EB Garamond", "OFL-EBGaramond.txt", "https://github.com/octaviopardo/EBGaramond12"),
    ("Taflkit Uncial", "OFL-UncialAntiqua.txt", "https://www.npmjs.com/package/@fontsource/uncial-antiqua"),
)
"""The fonts of the site and its kits: the name, the file of the licence, and where the source is."""


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
    """Return the card of a game, given as a book under its first ruleset."""
    texts, text, layout = read_words(site, book.texts.language, "home"), book.texts.booklet, book.variant.layout
    counts = {f"{piece.name.lower()}s": str(layout.count(piece)) for piece in (Piece.ATTACKER, Piece.DEFENDER)}
    return Card(
        title=book.game.title,
        special=text.special,
        size=layout.size,
        board=fill(texts["board"], {"size": str(layout.size)}),
        pieces=fill(texts["pieces"], counts),
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


class ChangeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry; by its name, which never changes, a reader of the feed knows it again."""

    name: str
    day: date
    title: str
    text: str


class ChangesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of the page of changes, with the entries, the newest first (changes.toml)."""

    title: str
    lead: str
    feed: str
    change: tuple[ChangeEntry, ...]

    def __post_init__(self) -> None:
        """Refuse entries out of order, and names that are there twice; the catalog names the file."""
        days = [change.day for change in self.change]
        if days != sorted(days, reverse=True):
            raise ValueError("the entries must begin with the newest")
        if not days or len({change.name for change in self.change}) < len(days):
            raise ValueError("there must be entries, each with a name of its own")


def pages(site: Site, language: str) -> Iterator[SitePage]:
    """Yield the pages in a language; those in the first have the page of what is not there."""
    fonts = [RuntimePart(name, "", _FONT_LICENCE, source, (f"licences/{file}",)) for name, file, source in _FONTS]
    rights = {"rights": LICENCE, "fonts": fonts, "parts": parts(site)}
    to_top = "../" * place_in(site, language, "").count("/")
    games = []
    for book in _books(site, language):
        other = book.texts.language if book.texts.language != language else ""
        way = f"games/{book.game.name}/"
        game = {
            "card": card_of(site, book),
            "way": to_top + place_in(site, other, way) if other else way,
            "language": other,
            "texts": read_words(site, book.texts.language, "home"),
            "named": book.texts.words.language.name,
        }
        games.append(game)
    values = {
        "texts": read_words(site, language, "home"),
        "games": games,
        "day": day_values(site, language),
        "groups": _groups([card_of(site, book) for book in _books(site, language)]),
        "shown": SHOWN,
        "pixels": PIXELS,
        "cover": COVER,
    }
    yield SitePage("index.html", "home.html.j2", values, language)
    yield SitePage("changes/index.html", "changes.html.j2", {"texts": _changes(site, language)}, language)
    licences = {"texts": read_words(site, language, "licences"), **rights}
    yield SitePage("licences/index.html", "licences.html.j2", licences, language)
    if language == site.languages[0]:
        yield SitePage(NOT_FOUND, "missing.html.j2", {"texts": values["texts"]}, language, (language,))


def feeds(site: Site, language: str) -> Iterator[Made]:
    """Yield the feed in a language."""
    yield Made(place_in(site, language, "feed.xml"), to_xml(_feed(site, language)))


def files(site: Site) -> Iterator[Made]:
    """Yield the style that sifts the games, the manifest, robots.txt, and the texts of the fonts' licences."""
    yield Made("manifest.webmanifest", _manifest(site))
    known = f"Sitemap: {site.base_url}sitemap.xml\n" if site.base_url else ""
    yield Made("robots.txt", f"User-agent: *\nDisallow:\n{known}".encode())
    # the styles that hide the games that are not wanted, and show a line where none is left
    cards = [card_of(site, book) for book in _books(site, site.languages[0])]
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
    yield Made("assets/gallery.css", "\n".join((*lines, "")).encode())
    for _, file, _ in _FONTS:
        yield Made(f"licences/{file}", read_bytes(site.catalog.templates / "fonts" / file, file))


def _manifest(site: Site) -> bytes:
    """Return the manifest (W3C) by which a browser installs the site as an application."""
    ground = page_grounds(site)["light"]
    icons = [{"src": icon_path(side), "sizes": f"{side}x{side}", "type": "image/png"} for side in ICONS]
    content = {
        "name": site.title,
        "short_name": site.title,
        "description": read_words(site, site.languages[0], "home")["lead"],
        "lang": site.languages[0],
        "start_url": "./",
        "scope": "./",
        # with the browser's way back
        "display": "minimal-ui",
        "background_color": ground,
        "theme_color": ground,
        "icons": [{**icon, "purpose": purpose} for icon in icons for purpose in ("any", "maskable")],
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game under its first ruleset, in a language or in the first that it has."""
    for name in (*site.games_in(language), *(name for name in site.games if language not in site.languages_of(name))):
        yield read_book(site.catalog, name, None, (), site.language_for(name, language))


def _groups(cards: Sequence[Card]) -> dict[str, list[str]]:
    """Return the sizes, the ages and the levels that the games have."""
    ages, levels = {card.age for card in cards}, {card.level for card in cards}
    return {
        "board": [str(size) for size in sorted({card.size for card in cards})],
        "age": [age for age in AGES if age in ages],
        "level": [level for level in LEVELS if level in levels],
    }


def _changes(site: Site, language: str) -> ChangesText:
    return convert(dict(read_words(site, language, "changes")), ChangesText, f"words/{language}/changes.toml")


def _feed(site: Site, language: str) -> ElementTree.Element:
    """Return the feed. Its addresses are whole where the site's own is known, and else as the page's links are."""
    text = _changes(site, language)
    base = site.base_url + ("" if language == site.languages[0] else f"{language}/") if site.base_url else ""
    known = f"{site.base_url or site.title}#{language}"
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": language})

    def add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: Any) -> None:
        ElementTree.SubElement(parent, name, attributes).text = text

    def add_entry(parent: ElementTree.Element, title: str, identity: str, day: date) -> None:
        add(parent, "title", title)
        # the same name whenever the site is made
        add(parent, "id", f"urn:uuid:{uuid5(NAMESPACE_URL, identity)}")
        add(parent, "updated", f"{day.isoformat()}T00:00:00Z")

    add_entry(feed, f"{site.title}: {text.title}", known, text.change[0].day)
    add(ElementTree.SubElement(feed, "author"), "name", site.title)
    add(feed, "link", href=f"{base}changes/index.html")
    if base:
        add(feed, "link", rel="self", type="application/atom+xml", href=f"{base}feed.xml")
    for change in text.change:
        entry = ElementTree.SubElement(feed, "entry")
        add_entry(entry, change.title, f"{known}/{change.name}", change.day)
        add(entry, "link", href=f"{base}changes/index.html#{change.name}")
        add(entry, "summary", change.text)
    return feed


def to_xml(root: ElementTree.Element) -> bytes:
    """Return an indented XML file."""
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
