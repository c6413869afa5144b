"""The options of a site, and its pages, files and jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from taflkit.catalog import Catalog, GameTemplates
from taflkit.catalog.book import Book, read_book
from taflkit.kit.options import KitSpec
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE

KITS = ("default", "none", "all")
"""The ready kits of a site, the default first: on the two usual papers in both modes; none; or on every paper, in every
theme."""
NOT_FOUND = "404.html"
"""The page that hosts show for an address at which nothing is; it is one for all languages."""
SHARED = (1200, 630)
"""The width and height in pixels of the picture that stands where somebody shares a page."""
_LONGEST = 1_000
"""The characters of a path below the site's folder."""


class Site(Struct, frozen=True, eq=False):
    """The choices of a site.

    Attributes:
        games: in the order of the gallery.
        languages: the first has its pages at the top, each other in a folder of its code.
        kits: which kits are there to download, one of KITS.
        title: of the whole site.
        base_url: the address of its folder, with a slash at the end; "" where it is not known.
        runtime: the folder of what runs Python in a browser; None for a site without the kit maker.
    """

    catalog: Catalog
    games: tuple[str, ...]
    languages: tuple[str, ...] = (DEFAULT_LANGUAGE,)
    kits: str = KITS[0]
    title: str = "taflkit"
    base_url: str = ""
    runtime: Path | None = None

    def languages_of(self, game: str) -> tuple[str, ...]:
        """Return those of the site's languages that a game has words in."""
        known = self.catalog.game(game).languages
        return tuple(code for code in self.languages if code in known)

    def games_in(self, language: str) -> tuple[str, ...]:
        """Return the games that have words in a language."""
        return tuple(name for name in self.games if language in self.catalog.game(name).languages)

    def language_for(self, game: str, language: str) -> str:
        """Return the language of a game's pages that those in a language lead to: that, or the first that it has."""
        known = self.languages_of(game)
        return language if language in known else known[0]

    def game_in(self, game: str, language: str) -> GameTemplates:
        """Return a game as pages in a language show it."""
        return self.catalog.game(game).in_language(self.language_for(game, language))

    def first_game(self, language: str) -> str:
        """Return the game that the pages in a language begin with."""
        known = self.games_in(language)
        return DEFAULT_GAME if DEFAULT_GAME in known else known[0]


class SitePage(Struct, frozen=True):
    """A page of the site in a language, before it is written.

    Attributes:
        path: of its file below the folder of its language, such as "kit/index.html".
        template: the file of templates/site/pages/ that makes it.
        values: the names that the template has besides those of every page.
        languages: the codes of all that the page is there in; () for every one of the site.
        share: the path of its picture for those who share it, below the site's folder.
    """

    path: str
    template: str
    values: Mapping[str, Any]
    language: str = DEFAULT_LANGUAGE
    languages: tuple[str, ...] = ()
    share: str = "share.jpg"


class Made(Struct, frozen=True):
    """A file of the site: its path below the site's folder, with slashes, and its content."""

    path: str
    content: bytes


class ReadyKit(Struct, frozen=True, eq=False):
    """A kit to download: its files' paths below the site's folder, called "kit", "reader", "preview" and "first"."""

    paths: Mapping[str, str]
    spec: KitSpec


class Job(Struct, frozen=True):
    """Files that take their time, and are made anew when something that they are made of changes.

    Attributes:
        language: that of the files.
        game: whose pages and pictures they are; "" for the pages that a language has once.
        rules: the ruleset of the game whose ready kits they are; "" for pages.
    """

    language: str
    game: str = ""
    rules: str = ""

    def __str__(self) -> str:
        """Return what is made, for a report."""
        pages = f"games/{self.game}/index.html" if self.game else "index.html"
        return f"{f'kits/{self.game}-{self.rules}' if self.rules else pages} ({self.language})"


def books(site: Site, language: str, game: str) -> Iterator[Book]:
    """Yield a game under each of its rulesets."""
    for ruleset in site.catalog.game(game).ruleset_names:
        yield read_book(site.catalog, game, ruleset, (), language)


def place_in(site: Site, language: str, path: str) -> str:
    """Return the path below the site's folder of what has a path below the folder of a language."""
    return path if language == site.languages[0] else f"{language}/{path}"


def is_inside(path: str) -> bool:
    """Whether a path is that of a file below the site's folder, as the site writes such paths."""
    if len(path) > _LONGEST:
        return False
    place = PurePosixPath(path)
    odd = place.is_absolute() or ".." in place.parts or "\\" in path or ":" in path
    return bool(place.name) and path.isprintable() and not odd and str(place) == path
