"""The page of each game, with its rulesets compared in positions that the engine found, and the page of each ruleset.

The page of a game has its history, and how its rulesets differ; that of a ruleset has its numbered rules with their
figures and origins, its cards and its kits. Both tell search engines what they are about, as schema.org names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, groupby
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from taflkit import LICENCE
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.differences import Difference, changed_starts, differences
from taflkit.kit.options import READER
from taflkit.parts.booklet.text import BookletWords
from taflkit.sheets.paper import paper
from taflkit.site.home import card_of
from taflkit.site.kits import kit_jobs
from taflkit.site.page import GameJob, Made, Site, SitePage, place_in
from taflkit.site.pictures import PagePicture, board_picture, cover_picture, named_picture, picture
from taflkit.site.writing import page_html, read_words
from taflkit.tafl import Position, Side, Turn, write_position
from taflkit.words.alternatives import Description, describe, judge
from taflkit.words.phrases import begun, fill
from taflkit.words.rulebook import references


class Witnessed(Struct, frozen=True):
    """A position under one of two rulesets, judged by the engine.

    Attributes:
        way: from the page to its picture.
        diagram: what stands behind "#" in the address of the page for diagrams, where it can be played on.
    """

    way: str
    picture: PagePicture
    judged: str
    diagram: str


class Half(Struct, frozen=True):
    """One ruleset's half of a difference: its sentence with the number, and positions."""

    ruleset: str
    reference: str
    text: str
    shown: tuple[Witnessed, ...]


class Compared(Struct, frozen=True):
    """A ruleset beside the game's first: both starts, where they differ, and the sentences that differ."""

    first: str
    second: str
    titles: tuple[str, str]
    starts: tuple[tuple[str, PagePicture], ...]
    pairs: tuple[tuple[Half, Half], ...]
    summary: str


# the page of a game


def jobs(site: Site) -> Iterator[GameJob]:
    """Yield a job for every game in every language that it has words in."""
    for language in site.languages:
        yield from (GameJob(name, language) for name in site.games_in(language))


def place(site: Site, job: GameJob) -> str:
    """Return the path of a game's page below the site's folder."""
    return place_in(site, job.language, f"games/{job.game}/index.html")


def make_game(site: Site, job: GameJob) -> dict[str, bytes]:
    """Return the files of a game: its page, its cover, and the pictures of its board and of its comparisons, by paths.

    Raises:
        TaflkitError: a file of the game has a problem.
    """
    game, language = site.catalog.game(job.game), job.language
    first, *others = (read_book(site.catalog, job.game, name, (), language) for name in game.ruleset_names)
    compared = [_compare(site, first, other) for other in others]
    board = board_picture(site, first, _path_of(site, first, "board.svg"))
    values = {
        "texts": read_words(site, language, "game"),
        "home_texts": read_words(site, language, "home"),
        "rules_texts": read_words(site, language, "rules"),
        "board": board,
        "book": first,
        "booklet": BookletWords.of(first),
        "card": card_of(site, first),
        "books": [(book, bool(kit_jobs(site, book.game, book.ruleset, language))) for book in (first, *others)],
        "compared": compared,
        "data": _script(_game_data(site, first)),
        **_start(first),
    }
    page = SitePage(f"games/{job.game}/index.html", "game.html.j2", values, language, site.languages_of(job.game))
    halves = chain.from_iterable(pair for each in compared for pair in each.pairs)
    starts = [shown for each in compared for _, shown in each.starts]
    pictures = [board, *starts, *(shown.picture for half in halves for shown in half.shown)]
    return {
        place(site, job): page_html(site, page).encode(),
        _path_of(site, first, "cover.webp"): cover_picture(site, first),
        **{each.file.path: each.file.content for each in pictures},
    }


def _start(book: Book) -> dict[str, str]:
    """Return the start position in OpenTafl's notation, with the side to move, and as the key of a game's file."""
    return {
        "line": write_position(Position.start(book.variant)),
        "picture": f'start = """\n{book.variant.layout.picture}\n"""\n',
    }


def _path_of(site: Site, book: Book, way: str) -> str:
    """Return the path below the site's folder of what lies in the folder of a game's page."""
    return place_in(site, book.texts.language, f"games/{book.game.name}/{way}")


def _compare(site: Site, first: Book, second: Book) -> Compared:
    texts, words = read_words(site, first.texts.language, "game"), first.texts.words
    pairs = tuple(
        (
            _half(site, first, difference, difference.first, second, "first"),
            _half(site, second, difference, difference.second, second, "second"),
        )
        for difference in differences(first, second)
    )
    starts = []
    if changed_starts(first, second):
        for book, which in ((first, "first"), (second, "second")):
            way = f"differences/{second.ruleset.name}-start-{which}.svg"
            starts.append((way, named_picture(site, book, "start", _path_of(site, book, way))))
    names = {"second": second.names["ruleset"]}
    if pairs or starts:
        names["count"] = fill(words.noun(len(pairs), texts["sentences"]), {"count": words.number(len(pairs))})
    return Compared(
        first.ruleset.name,
        second.ruleset.name,
        (first.names["ruleset"], second.names["ruleset"]),
        tuple(starts),
        pairs,
        fill(texts["beside" if pairs or starts else "alike"], names),
    )


def _half(site: Site, book: Book, difference: Difference, text: str, second: Book, which: str) -> Half:
    """Return the half of a difference between the first ruleset ("first") and another ("second") that is a book's."""
    texts = (book.texts.alternatives, book.texts.words)
    positions = []
    for witness in difference.witnesses:
        way = f"differences/{second.ruleset.name}-{witness.flag}-{which}.svg"
        answer = getattr(witness, which)
        scene = witness.scene(answer, book.variant)
        judged = f"{begun(judge(witness.position, answer, texts))}."
        description = describe(scene, texts, book.texts.language)
        line, _, side = write_position(witness.position).rpartition(" ")
        diagram = {"game": book.game.name, "rules": book.ruleset.name, "position": line, "turn": side}
        if witness.move is None:
            # the position itself is judged, which its description leaves out
            description = Description(f"{description.text} {judged}", description.language)
        else:
            diagram["moves" if isinstance(answer, Turn) else "refused"] = str(witness.move)
        title = f"{book.title}, {witness.flag}"
        shown = picture(site, book, scene, description, title, _path_of(site, book, way))
        positions.append(Witnessed(way, shown, judged, urlencode(diagram, safe="/,")))
    reference = references(book.rules).get((difference.rule, text), "")
    return Half(book.ruleset.name, reference, text, tuple(positions))


# the page of a ruleset


def books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game of a site that has words in a language under each of its rulesets."""
    for name in site.games_in(language):
        for ruleset in site.catalog.game(name).ruleset_names:
            yield read_book(site.catalog, name, ruleset, (), language)


def pages(site: Site) -> Iterator[SitePage]:
    """Yield a page for every ruleset in every language."""
    for language in site.languages:
        for book in books(site, language):
            path = f"games/{book.game.name}/{book.ruleset.name}/index.html"
            languages = site.languages_of(book.game.name)
            yield SitePage(path, "ruleset.html.j2", _ruleset_values(site, book), language, languages)


def files(site: Site) -> Iterator[Made]:
    """Yield the figures of every ruleset."""
    for language in site.languages:
        for book in books(site, language):
            yield from (figure.file for figure in _figures(site, book).values())


def _figures(site: Site, book: Book) -> dict[str, PagePicture]:
    """Return the figures of a ruleset by name; the catalog's store caches them between a page and its files."""
    folder = f"{book.ruleset.name}/figures"
    return site.catalog.books.get(
        (_figures, book),
        lambda: {
            name: named_picture(site, book, name, _path_of(site, book, f"{folder}/{name}.svg"))
            for name in BookletWords.of(book).numbers
        },
    )


def _ruleset_values(site: Site, book: Book) -> dict[str, Any]:
    words, language = BookletWords.of(book), book.texts.language
    texts = read_words(site, language, "rules")
    opening = fill(words.text.rules.source, book.names) if book.ruleset.source else ""
    if opening and any(words.is_marked(sentence) for rule in book.rules for sentence in rule.sentences):
        opening = f"{opening} {fill(texts['marked'], {'mark': words.text.rules.mark})}"
    # a figure stands at the first rule that has it
    before: set[str] = set()
    rules = []
    for rule in book.rules:
        rules.append((rule, [name for name in rule.figures if name in words.numbers and name not in before]))
        before |= set(rule.figures)
    own = book.texts.booklet.rulesets.get(book.ruleset.plain)
    kits = kit_jobs(site, book.game, book.ruleset, language)
    downloads = [
        {
            "kind": kind,
            "way": job.paths[kind],
            "paper": paper(job.spec.paper).label,
            "mode": job.spec.mode,
            "theme": read_words(site, language, "themes")[job.spec.theme],
        }
        for kind in ("kit", READER)
        for job in kits
        if kind in job.paths
    ]
    name = f"{book.title}: {book.names['ruleset']}"
    data = {"@type": "CreativeWork", "name": name, "about": _game_data(site, book), "inLanguage": language}
    data |= {"license": LICENCE} | ({"isBasedOn": book.ruleset.source} if book.ruleset.source else {})
    return {
        "texts": texts,
        "book": book,
        "booklet": words,
        "opening": opening,
        "groups": [(name, list(each)) for name, each in groupby(rules, key=lambda pair: pair[0].heading)],
        "figures": _figures(site, book),
        "history": words.history if own and own.history.paragraphs else None,
        "provenance": words.provenance if book.ruleset.source else "",
        "cards": [(getattr(book.texts.cards, side.value).title, book.cards[side]) for side in Side],
        "downloads": downloads,
        "preview": next((job.paths["preview"] for job in kits if "preview" in job.paths), ""),
        "others": [other for other in book.game.rulesets if other.name != book.ruleset.name],
        "data": _script(data | _address(site, book, f"{book.ruleset.name}/")),
        **_start(book),
    }


# for search engines


def _game_data(site: Site, book: Book) -> dict[str, Any]:
    special = book.texts.booklet.special
    return {
        "@type": "Game",
        "name": book.title,
        **({"description": special} if special else {}),
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": len(Side)},
        **_address(site, book, ""),
    }


def _address(site: Site, book: Book, way: str) -> dict[str, str]:
    """Return the address of a page where the site's own is known: search engines take no relative ones."""
    return {"url": f"{site.base_url}{_path_of(site, book, way)}"} if site.base_url else {}


def _script(data: dict[str, Any]) -> Markup:
    """Return data as the content of a script, which no text in it can end."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False, indent=1)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704
