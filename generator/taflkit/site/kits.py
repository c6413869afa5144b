"""The ready kits of the site, the names of their files, and the page on which visitors make a kit of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.kit.build import build_kit
from taflkit.kit.options import CHOICES, DEFAULTS, PARTS, READER, KitSpec, kit_name
from taflkit.render.pdf import to_pdf
from taflkit.render.png import contact_sheet, first_page
from taflkit.site.form import READING, Value, make_form
from taflkit.site.page import KITS, KitJob, Site, SitePage, place_in
from taflkit.site.visitor.diagrams import listed
from taflkit.site.writing import grammar, read_words

_PAPERS = CHOICES["paper"][:2]
"""The papers of ready kits, if not every one."""
_FIRST_DPI = 100
"""The pixels to the inch of the picture of page one."""
_WORDS = ("kit", "states", "roles", "counts", "plan", "print", "turned")
"""The tables of maker.toml that the page's script fills in."""


def jobs(site: Site) -> Iterator[KitJob]:
    """Yield every ready kit of a site."""
    for language in site.languages:
        for name in site.games_in(language):
            game = site.catalog.game(name)
            for ruleset in game.rulesets:
                yield from kit_jobs(site, game, ruleset, language)


def kit_jobs(site: Site, game: GameTemplates, ruleset: Ruleset, language: str) -> tuple[KitJob, ...]:
    """Return the ready kits of a ruleset; the first has a picture of its pages and the booklet for a screen besides.

    That of the game's first ruleset has a picture of page one too, which the kit maker shows until it has made one.
    """
    if site.kits == KITS[1]:
        return ()
    catalog = site.catalog
    every = site.kits == KITS[2]
    papers = CHOICES["paper"] if every else _PAPERS
    themes = catalog.theme_names() if every else catalog.theme_names()[:1]
    book = read_book(catalog, game.name, ruleset.name, (), language)
    made: list[KitJob] = []
    for theme, paper, mode in product(themes, papers, catalog.mode_names()):
        first = not made
        parts = (*PARTS, READER) if paper in _PAPERS and mode == catalog.mode_names()[0] else PARTS
        spec = KitSpec(
            game=game.name, rules=ruleset.name, paper=paper, mode=mode, theme=theme, language=language, parts=parts
        )
        stem = kit_name(catalog, book, spec)
        paths = {"kit": f"kits/{stem}.pdf"}
        paths |= {"reader": f"kits/{stem}-reader.pdf"} if READER in parts else {}
        paths |= {"preview": f"kits/{stem}-preview.webp"} if first else {}
        paths |= {"first": f"kits/{stem}-first.webp"} if first and ruleset.name == game.ruleset_names[0] else {}
        made.append(KitJob(paths, spec))
    return tuple(made)


def make_kit(catalog: Catalog, job: KitJob) -> dict[str, bytes]:
    """Return the files of a ready kit by their paths.

    Raises:
        TaflkitError: the kit cannot be built.
    """
    kit = build_kit(catalog, job.spec)
    parts = {"": "kit", READER: "reader"}
    made = {
        job.paths[parts[part]]: to_pdf(document, kit.paints, store=catalog.store)
        for part, document in kit.documents.items()
    }
    if "first" in job.paths:
        made[job.paths["first"]] = first_page(made[job.paths["kit"]], _FIRST_DPI)
    if "preview" in job.paths:
        made[job.paths["preview"]] = contact_sheet(made[job.paths["kit"]], webp=True)
    return made


def pages(site: Site) -> Iterator[SitePage]:
    """Yield the kit maker in every language."""
    for language in site.languages:
        words, themes, helps = (read_words(site, language, name) for name in ("maker", "themes", "helps"))
        known = site.games_in(language)
        first = DEFAULTS.game if DEFAULTS.game in known else known[0]
        tables = {name: _listed(site, name, language) for name in site.games}
        names = {code: grammar(site, code).language.name for code in site.languages}
        values = {
            "game": tuple(Value(name, table["title"], name == first) for name, table in tables.items()),
            "rules": tuple(
                Value(each["name"], each["title"], not at) for at, each in enumerate(tables[first]["rulesets"])
            ),
            "language": tuple(Value(code, names[code], code == language) for code in tables[first]["languages"]),
        }
        essentials, groups = make_form(words, helps, themes, values)
        data = {
            "language": language,
            "default_language": DEFAULTS.language,
            "tongues": names,
            "colon": grammar(site, language).lists.colon,
            "reading": READING,
            "labels": words["labels"] | {f"{READING}{name}": label for name, label in words["readings"].items()},
            "games": tables,
            "reader": READER,
            "words": {name: words[name] for name in _WORDS},
        }
        page = {
            "maker": words,
            "essentials": essentials,
            "groups": groups,
            "games": values["game"],
            "ways": {name: place_in(site, site.language_for(name, language), f"games/{name}/") for name in site.games},
            "first": tables[first],
            "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        }
        yield SitePage("kit/index.html", "maker.html.j2", page, language)


def _listed(site: Site, name: str, language: str) -> dict[str, Any]:
    """Return a game for the form: its languages, its rulesets with their variations, the picture of its first kit."""
    language = site.language_for(name, language)
    game = site.catalog.game(name).in_language(language)
    jobs = kit_jobs(site, game, game.rulesets[0], language)
    return {
        "title": game.title,
        "languages": site.languages_of(name),
        "picture": next((job.paths["first"] for job in jobs if "first" in job.paths), ""),
        "rulesets": listed(game),
    }
