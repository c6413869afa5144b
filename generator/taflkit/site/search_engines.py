"""What search engines read: games and their rules as schema.org names them, and the map of the site."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from taflkit import LICENCE
from taflkit.catalog.book import Book
from taflkit.site.page import Made, Site, place_in

__all__ = ["game_data", "ruleset_data", "sitemap"]


_CONTEXT = "https://schema.org"
_PLAYERS = 2


def game_data(site: Site, book: Book) -> Markup:
    """Return a game for the script of its page; the book is it under its first ruleset."""
    return _script({"@context": _CONTEXT, **_game(site, book)})


def ruleset_data(site: Site, book: Book) -> Markup:
    """Return the rules of a ruleset for the script of their page: a work under a licence, on a game."""
    source = {"isBasedOn": book.ruleset.source} if book.ruleset.source else {}
    return _script(
        {
            "@context": _CONTEXT,
            "@type": "CreativeWork",
            "name": f"{book.title}: {book.names['ruleset']}",
            "about": _game(site, book),
            "inLanguage": book.texts.language,
            "license": LICENCE,
            **source,
            **_address(site, book, f"games/{book.game.name}/{book.ruleset.name}/"),
        }
    )


def _game(site: Site, book: Book) -> dict[str, Any]:
    special = book.texts.booklet.special
    return {
        "@type": "Game",
        "name": book.title,
        **({"description": special} if special else {}),
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": _PLAYERS},
        **_address(site, book, f"games/{book.game.name}/"),
    }


def _address(site: Site, book: Book, path: str) -> dict[str, str]:
    """Return the address of a page where the site's own is known: search engines take no relative ones."""
    return {"url": f"{site.base_url}{place_in(site, book.texts.language, path)}"} if site.base_url else {}


def _script(data: Mapping[str, Any]) -> Markup:
    """Return data as the content of a script, which no text in it can end."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704


_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_INDEX = "index.html"


def sitemap(site: Site, paths: Iterable[str]) -> Iterator[Made]:
    """Yield the map of a site, if its address is known.

    Args:
        site: the site.
        paths: of all its pages below its folder.
    """
    if not site.base_url:
        return
    urls = ElementTree.Element("urlset", {"xmlns": _SITEMAP})
    for path in sorted(paths):
        place = ElementTree.SubElement(ElementTree.SubElement(urls, "url"), "loc")
        place.text = f"{site.base_url}{path.removesuffix(_INDEX)}"
    ElementTree.indent(urls)
    text = ElementTree.tostring(urls, encoding="unicode")
    yield Made("sitemap.xml", f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode())
