"""Pages as HTML: the templates of templates/site/pages/ filled in with words and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from taflkit import __version__
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.page import Site, SitePage, place_in
from taflkit.site.words import site_words
from taflkit.typesetting.prose import marked_runs
from taflkit.words.phrases import Words

_PLACES = {
    "games": "index.html#games",
    "maker": "kit/index.html",
    "own": "own/index.html",
    "diagram": "diagram/index.html",
}
"""The pages of the header, by the keys of their names in every.toml; the runtime is needed for all but the first."""


def read_words(site: Site, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's own words of a kind in a language, see `site_words`; the catalog's store caches them."""
    return site.catalog.books.of(site_words, site.catalog, language, name)


def grammar(site: Site, language: str) -> Words:
    """Return the words of a language that sentences are filled in with; the catalog's store caches them."""
    return site.catalog.books.get((grammar, language), partial(site.catalog.words, language))


def place_of(site: Site, page: SitePage) -> str:
    """Return the path of a page's file below the site's folder."""
    return place_in(site, page.language, page.path)


def page_html(site: Site, page: SitePage) -> str:
    """Return a page as HTML.

    Its template has, besides its own values:

    site: the site. page: the page. place: the path of its file. words: the words of every page. root: the way to
    the site's folder, and home: to that of the page's language, each "./" or "../../" and so on. menu: the names of
    the pages in the header, with the ways to them from home. alternates: the codes of the languages that the page
    is there in, where there are several, with the ways to it in each. language_names: what each language calls
    itself. colon: the sign between a thing and what is said of it. unread: whether nobody whose language it is has
    read the page's words. version: taflkit's. The filter `marked` is `to_html`.
    """
    place = place_of(site, page)
    root = "../" * (len(PurePosixPath(place).parts) - 1) or "./"
    words = read_words(site, page.language, "every")
    languages = page.languages or site.languages
    places = {code: place_in(site, code, page.path) for code in languages} if len(languages) > 1 else {}
    environment = site.catalog.books.of(_environment, site.catalog.templates)
    return environment.get_template(page.template).render(
        site=site,
        page=page,
        place=_address(place),
        words=words,
        root=root,
        home="../" * (len(PurePosixPath(page.path).parts) - 1) or "./",
        menu=[(words[name], _PLACES[name]) for name in _PLACES if name == "games" or site.runtime],
        alternates=[
            (code, f"{site.base_url}{_address(other)}" if site.base_url else f"{root}{other}")
            for code, other in places.items()
        ],
        language_names={code: grammar(site, code).language.name for code in site.languages},
        colon=grammar(site, page.language).lists.colon,
        unread=page.language != DEFAULT_LANGUAGE and not grammar(site, page.language).language.read_by,
        version=__version__,
        **page.values,
    )


def _environment(templates: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates / "site" / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["marked"] = to_html
    return environment


def _address(place: str) -> str:
    """Return the path of a page as its address ends: a folder's own page is the folder."""
    return place.removesuffix("index.html")


def to_html(text: str) -> Markup:
    """Return a text with its marked words in italics, all else escaped.

    >>> to_html("in Irish *ga:brandub* & more")
    Markup('in Irish <i lang="ga">brandub</i> &amp; more')
    """
    html = Markup("")
    for words, marked, language in marked_runs(text):
        named = Markup(' lang="{}"').format(language) if language else ""
        html += Markup("<i{}>{}</i>").format(named, words) if marked else escape(words)
    return html
