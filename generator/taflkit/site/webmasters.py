"""Files for other sites: a ruleset's figures as a ZIP, its rules as JSON, and the list of all of these."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from taflkit import LICENCE, __version__
from taflkit.catalog.book import Book
from taflkit.catalog.puzzles import load_puzzles
from taflkit.kit.options import file_name
from taflkit.parts.booklet.text import BookletWords
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.archives import to_zip
from taflkit.site.page import Made, Site, books, place_in
from taflkit.site.visitor.diagrams import listed
from taflkit.site.writing import read_words
from taflkit.typesetting.prose import unmarked

INDEX = "api/index.json"
"""The path of the list below the site's folder. Those of rules have their language, whichever the site's first is."""


def ways_of(site: Site, game: str, ruleset: str, language: str) -> dict[str, str]:
    """Return the paths of a ruleset's page, its rules as JSON and its figures as a ZIP below the site's folder."""
    folder = place_in(site, language, f"games/{game}/{ruleset}/")
    return {
        "page": folder,
        "rules": f"api/{game}/{ruleset}/{language}.json",
        "figures": f"{folder}{_set_name(game, ruleset, language, 'figures')}.zip",
    }


def _set_name(game: str, ruleset: str, language: str, *names: str) -> str:
    return file_name(game, ruleset, *(() if language == DEFAULT_LANGUAGE else (language,)), *names)


def figures_zip(site: Site, book: Book, figures: Mapping[str, tuple[bytes, ...]]) -> Made:
    """Return the figures of a ruleset as a ZIP with what each shows and the licence.

    Args:
        site: the site.
        book: the ruleset.
        figures: the SVG of each by its name, and that of the position after its move if it has one.
    """
    words, files = BookletWords.of(book), {}
    names = (book.game.name, book.ruleset.name, book.texts.language)
    lines = [f"{book.title}{book.texts.words.lists.colon}{book.names['ruleset']}", ""]
    for name, number in words.numbers.items():
        for svg, step in zip(figures[name], ((), ("after",)), strict=False):
            file = f"{_set_name(*names, f'{number:02}', name, *step)}.svg"
            files[file] = svg
            lines.append(f"{file}  {unmarked(book.captions[name])}")
    lines += ["", read_words(site, book.texts.language, "licences")["kits"], LICENCE]
    files["README.txt"] = "\n".join((*lines, site.base_url)).rstrip().encode() + b"\n"
    archive = to_zip({f"{_set_name(*names, 'figures')}/{file}": content for file, content in files.items()})
    return Made(ways_of(site, *names)["figures"], archive)


def rules(site: Site, language: str, game: str) -> Iterator[Made]:
    """Yield the rules of a game under each ruleset in a language, as the command prints them as JSON."""
    for book in books(site, language, game):
        yield Made(ways_of(site, game, book.ruleset.name, language)["rules"], _to_json(book.rules_table()))


def files(site: Site) -> Iterator[Made]:
    """Yield the list of every game's rulesets with the addresses of what there is of each in every language."""
    games = []
    for name in site.games:
        game = site.game_in(name, site.languages[0])
        rulesets = []
        for each in listed(game):
            languages = {}
            for language in site.languages_of(name):
                ways = ways_of(site, name, each["name"], language)
                if load_puzzles(game, game.ruleset(each["name"])):
                    ways["puzzles"] = f"{ways['page']}puzzles/"
                # where the site's address is not known, an address begins at the list
                languages[language] = {kind: f"{site.base_url or '../'}{way}" for kind, way in ways.items()}
            rulesets.append({"name": each["name"], "title": each["title"], "languages": languages})
        games.append({"name": name, "title": game.title, "rulesets": rulesets})
    about = {"made_with": f"taflkit {__version__}", "licence": LICENCE, "languages": site.languages}
    yield Made(INDEX, _to_json({**about, "games": games}))


def _to_json(table: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(table, ensure_ascii=False, indent=2)}\n".encode()
