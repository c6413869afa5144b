"""The page on which visitors make a kit of their own choices."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from taflkit.catalog import GameTemplates
from taflkit.kit.options import DEFAULTS, READER
from taflkit.site.choices import READING
from taflkit.site.form import Value, make_form
from taflkit.site.kits import kit_jobs
from taflkit.site.page import Page, Site, place_in
from taflkit.site.writing import grammar, read_words, tongue

__all__ = ["pages"]

_SAID = ("kit", "states", "roles", "counts", "plan", "print", "turned")
"""The tables of the words that the page's script fills in."""


def pages(site: Site) -> Iterator[Page]:
    """Yield the page in every language."""
    for language in site.languages:
        yield Page("kit/index.html", "maker.html.j2", _values(site, language), language)


def _values(site: Site, language: str) -> dict[str, Any]:
    """Return what the template needs."""
    words = read_words(site, language, "maker")
    catalog = site.catalog
    spoken = site.games_in(language)
    first = DEFAULTS.game if DEFAULTS.game in spoken else spoken[0]
    found = {name: catalog.game(name) for name in site.games}
    tongues = {code: tongue(site, code).name for code in site.languages}
    tables = {name: _game(site, game, language) for name, game in found.items()}
    games = tuple(Value(name, table["title"], name == first) for name, table in tables.items())
    rulesets = tuple(Value(each["name"], each["title"], not at) for at, each in enumerate(tables[first]["rulesets"]))
    languages = tuple(Value(code, tongues[code], code == language) for code in tables[first]["languages"])
    themes, helps = (read_words(site, language, name) for name in ("themes", "helps"))
    essentials, groups = make_form(words, helps, themes, {"game": games, "rules": rulesets, "language": languages})
    data = {
        "language": language,
        "default_language": DEFAULTS.language,
        "tongues": tongues,
        "colon": grammar(site, language).lists.colon,
        "reading": READING,
        "labels": words["labels"] | {f"{READING}{name}": label for name, label in words["readings"].items()},
        "games": tables,
        "reader": READER,
        "words": {name: words[name] for name in _SAID},
    }
    return {
        "maker": words,
        "essentials": essentials,
        "groups": groups,
        "games": games,
        "ways": {name: place_in(site, site.language_for(name, language), f"games/{name}/") for name in site.games},
        "first": tables[first],
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
    }


def _game(site: Site, game: GameTemplates, language: str) -> Mapping[str, Any]:
    """Return a game for the form: its rulesets with their variations, and the picture of its first kit."""
    language = site.language_for(game.name, language)
    game = game.speaking(language)
    untitled = game.booklet().untitled
    jobs = kit_jobs(site, game, game.rulesets[0], language)
    return {
        "title": game.title,
        "languages": site.languages_of(game.name),
        "picture": next((job.paths["first"] for job in jobs if "first" in job.paths), ""),
        "rulesets": [
            {
                "name": ruleset.name,
                "title": ruleset.title or untitled,
                "variations": [[each.name, each.title] for each in ruleset.variations.values()],
            }
            for ruleset in game.rulesets
        ],
    }
