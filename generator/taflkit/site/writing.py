"""Pages as HTML: the templates of templates/site/pages/ filled in with words and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct

from taflkit import __version__
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.page import Page, Site, place_in
from taflkit.site.words import site_words
from taflkit.typesetting.prose import marked_runs
from taflkit.words.phrases import Words
from taflkit.words.table import Language

__all__ = ["Writer", "grammar", "place_of", "read_words", "to_html", "tongue"]


_PLACES = {
    "games": "index.html#games",
    "maker": "kit/index.html",
    "own": "own/index.html",
    "diagram": "diagram/index.html",
}
"""The pages of the header, by the keys of their names in every.toml."""


def read_words(site: Site, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's own words of a kind in a language, see `site_words`; the catalog's store keeps them."""
    return site.catalog.books.of(site_words, site.catalog, language, name)


def grammar(site: Site, language: str) -> Words:
    """Return the words of a language that sentences are filled in with; the catalog's store keeps them."""
    return site.catalog.books.get((grammar, language), partial(site.catalog.words, language))


def tongue(site: Site, language: str) -> Language:
    """Return the name of a language in itself, and who has read its words."""
    return grammar(site, language).language


def place_of(site: Site, page: Page) -> str:
    """Return the path of a page's file below the site's folder."""
    return place_in(site, page.language, page.path)


class Writer(Struct, frozen=True, dict=True):
    """Writes the pages of a site."""

    site: Site

    @cached_property
    def _environment(self) -> Environment:
        return Environment(
            loader=FileSystemLoader(self.site.catalog.templates / "site" / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )

    def html(self, page: Page) -> str:
        """Return a page as HTML.

        Its template has, besides its own values:

        site: the site. page: the page. place: the path of its file. words: the words of every page. root: the way to
        the site's folder, and home: to that of the page's language, each "./" or "../../" and so on. menu: the names of
        the pages in the header, with the ways to them from home. alternates: the codes of the languages that the page
        is there in, where there are several, with the ways to it in each. tongues: the names of the languages, each in
        itself. colon: the sign between a thing and what is said of it. unread: whether nobody whose language it is has
        read the page's words. version: taflkit's.
        """
        place = place_of(self.site, page)
        root = "../" * (len(PurePosixPath(place).parts) - 1) or "./"
        words = self._words(page.language)
        return self._environment.get_template(page.template).render(
            site=self.site,
            page=page,
            place=_folder_of(place),
            words=words,
            root=root,
            home="../" * (len(PurePosixPath(page.path).parts) - 1) or "./",
            menu=self._menu(words),
            alternates=self._alternates(page, root),
            tongues={code: tongue(self.site, code).name for code in self.site.languages},
            colon=grammar(self.site, page.language).lists.colon,
            unread=page.language != DEFAULT_LANGUAGE and not tongue(self.site, page.language).read_by,
            version=__version__,
            **page.values,
        )

    def _words(self, language: str) -> Mapping[str, Any]:
        return read_words(self.site, language, "every")

    def _menu(self, words: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Return the entries of the header; those that need the runtime where it is there."""
        made = ("maker", "own", "diagram") if self.site.runtime is not None else ()
        return tuple((words[name], _PLACES[name]) for name in ("games", *made))

    def _alternates(self, page: Page, root: str) -> tuple[tuple[str, str], ...]:
        """Return the ways to a page in each language; whole addresses where the site's own is known."""
        languages = page.languages or self.site.languages
        if len(languages) < 2:
            return ()
        places = {code: place_in(self.site, code, page.path) for code in languages}
        if self.site.base_url:
            return tuple((code, f"{self.site.base_url}{_folder_of(place)}") for code, place in places.items())
        return tuple((code, f"{root}{place}") for code, place in places.items())


def _folder_of(place: str) -> str:
    """Return the path of a page as its address ends: a folder's own page is the folder."""
    return place.removesuffix("index.html")


def to_html(text: str) -> Markup:
    """Return a text with its marked words in italics, all else escaped.

    >>> to_html("in Irish *ga:brandub* & more")
    Markup('in Irish <i lang="ga">brandub</i> &amp; more')
    """
    return Markup("").join(_run(*run) for run in marked_runs(text))


def _run(words: str, marked: bool, language: str) -> Markup:
    if not marked:
        return escape(words)
    named = Markup(' lang="{}"').format(language) if language else ""
    return Markup("<i{}>{}</i>").format(named, words)
