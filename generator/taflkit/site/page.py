"""The options of a site, and its pages, files and jobs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from taflkit.catalog import Catalog, GameTemplates
from taflkit.kit.options import KitSpec
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE

KITS = ("default", "none", "all")
"""The ready kits of a site, the default first: on the two usual papers in both modes; none; or on every paper, in every
theme."""
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
    """

    path: str
    template: str
    values: Mapping[str, Any]
    language: str = DEFAULT_LANGUAGE
    languages: tuple[str, ...] = ()


class Made(Struct, frozen=True):
    """A file of the site that is quickly made: its path below the site's folder, with slashes, and its content."""

    path: str
    content: bytes


class KitJob(Struct, frozen=True, eq=False):
    """A ready kit: files that take their time, and are made anew when something that they are made of changes.

    Their paths below the site's folder are called "kit", "reader", "preview" and "first".
    """

    paths: Mapping[str, str]
    spec: KitSpec

    @property
    def name(self) -> str:
        """What is made, for a report."""
        return ", ".join(self.paths.values())


class GameJob(Struct, frozen=True, eq=False):
    """The page of a game in a language, with its figures, for which the engine searches positions; like a ready kit."""

    game: str
    language: str

    @property
    def name(self) -> str:
        """What is made, for a report."""
        return f"games/{self.game}/index.html ({self.language})"


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
