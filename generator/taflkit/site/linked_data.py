"""What a page says to search engines: a game and its rules as schema.org names them, in JSON-LD."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from taflkit import LICENCE
from taflkit.catalog.book import Book
from taflkit.site.page import Site, place_in

__all__ = ["game_data", "ruleset_data"]

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
