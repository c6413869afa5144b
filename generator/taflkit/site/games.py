"""The page of each game, with its rulesets compared in positions that the engine found, and the page of each ruleset.

The page of a game has its history, and how its rulesets differ; that of a ruleset has its numbered rules with their
figures and origins, its cards and its kits. Both tell search engines what they are about, as schema.org names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from taflkit import LICENCE
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.differences import Difference, changed_starts, differences
from taflkit.figures import Scene
from taflkit.kit.options import READER
from taflkit.parts.booklet.text import BookletWords
from taflkit.sheets.paper import paper
from taflkit.site.home import card_of
from taflkit.site.kits import ready_kits
from taflkit.site.page import Job, Made, Site, SitePage, books, place_in
from taflkit.site.pictures import PagePicture, board_picture, cover_pictures, named_picture, picture
from taflkit.site.puzzles import collection, puzzle_picture
from taflkit.site.rules import rules_values
from taflkit.site.webmasters import INDEX, figures_zip, ways_of
from taflkit.site.writing import page_html, place_of, read_words
from taflkit.tafl import Position, Side, Turn, write_position
from taflkit.words.alternatives import Description, describe, judge
from taflkit.words.phrases import begun, fill
from taflkit.words.rulebook import references

_FIGURES = 4
"""The figures of the rules on the page of a game, each of one column."""


class Witnessed(Struct, frozen=True):
    """A position under one of two rulesets, judged by the engine.

    Attributes:
        way: from the page to its picture.
        played: what stands behind "#" in the address of the page on which it is played from.
    """

    way: str
    picture: PagePicture
    judged: str
    played: str


class Figure(Struct, frozen=True):
    """A figure of a rule: its picture, that of the position after its move if it has one, and as Witnessed has it."""

    before: PagePicture
    after: PagePicture | None
    played: str


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


def make_game(site: Site, job: Job) -> dict[str, bytes]:
    """Return the files of a game: its page, its cover, and the pictures of its board and of its comparisons, by paths.

    Raises:
        TaflkitError: a file of the game has a problem.
    """
    game, language = site.catalog.game(job.game), job.language
    first, *others = (read_book(site.catalog, job.game, name, (), language) for name in game.ruleset_names)
    compared = [_compare(site, first, other) for other in others]
    board = board_picture(site, first, _path_of(site, first, "board.svg"))
    words = BookletWords.of(first)
    figures = (
        (name, named_picture(site, first, name, _path_of(site, first, figure_way(first, name))))
        for name in words.numbers
    )
    values = {
        "texts": read_words(site, language, "game"),
        "home_texts": read_words(site, language, "home"),
        "rules_texts": read_words(site, language, "rules"),
        "board": board,
        "book": first,
        "booklet": words,
        "card": card_of(site, first),
        "books": [(book, len(collection(site, book))) for book in (first, *others)],
        "puzzles_texts": read_words(site, language, "puzzles"),
        "compared": compared,
        "figures": list(islice((pair for pair in figures if pair[1].columns == 1), _FIGURES)),
        "data": _script(_game_data(site, first)),
        **_kits(site, first),
        **_start(first),
    }
    page = SitePage(
        f"games/{job.game}/index.html",
        "game.html.j2",
        values,
        language,
        site.languages_of(job.game),
        _path_of(site, first, "share.jpg"),
    )
    halves = chain.from_iterable(pair for each in compared for pair in each.pairs)
    starts = [shown for each in compared for _, shown in each.starts]
    pictures = [board, *starts, *(shown.picture for half in halves for shown in half.shown)]
    if language == site.languages_of(job.game)[0]:
        # the pages in other languages show the same
        pictures += [
            puzzle_picture(site, book, number)
            for book in (first, *others)
            for number, _ in enumerate(collection(site, book), 1)
        ]
    return {
        place_of(site, page): page_html(site, page).encode(),
        **{_path_of(site, first, way): content for way, content in cover_pictures(site, first).items()},
        **{each.file.path: each.file.content for each in pictures},
    }


def _kits(site: Site, book: Book) -> dict[str, Any]:
    """Return the ready kits of a ruleset, the first of which most visitors take, and the picture of its pages."""
    kits = ready_kits(site, book.game, book.ruleset, book.texts.language)
    downloads = [
        {
            "kind": kind,
            "way": kit.paths[kind],
            "paper": paper(kit.spec.paper).label,
            "mode": kit.spec.mode,
            "theme": read_words(site, book.texts.language, "themes")[kit.spec.theme],
        }
        for kind in ("kit", READER)
        for kit in kits
        if kind in kit.paths
    ]
    return {"downloads": downloads, "preview": kits[0].paths["preview"] if kits else ""}


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
        marks = {}
        if witness.move is None:
            # the position itself is judged, which its description leaves out
            description = Description(f"{description.text} {judged}", description.language)
        else:
            marks["moves" if isinstance(answer, Turn) else "refused"] = str(witness.move)
        title = f"{book.title}, {witness.flag}"
        shown = picture(site, book, scene, description, title, _path_of(site, book, way))
        positions.append(
            Witnessed(way, shown, judged, _played(book, witness.position, witness.position.to_move, **marks))
        )
    reference = references(book.rules).get((difference.rule, text), "")
    return Half(book.ruleset.name, reference, text, tuple(positions))


def _played(book: Book, position: Position, side: Side | None, **marks: str) -> str:
    """Return what stands behind "#" in the address of a page with a board, for a position and marked moves.

    Without a side to move a piece of either may move.
    """
    hashed = {"game": book.game.name, "rules": book.ruleset.name}
    if position.pieces != book.variant.layout.start or side not in (None, book.variant.first_move):
        hashed["position"] = write_position(position).partition(" ")[0]
        hashed |= {"turn": side.value} if side else {}
    return urlencode({**hashed, **marks}, safe="/,")


# the page of a ruleset


def pages(site: Site, language: str, game: str) -> Iterator[SitePage]:
    """Yield a page for every ruleset of a game in a language."""
    for book in books(site, language, game):
        path = f"games/{game}/{book.ruleset.name}/index.html"
        share = _path_of(site, book, "share.jpg")
        yield SitePage(path, "ruleset.html.j2", _ruleset_values(site, book), language, site.languages_of(game), share)


def figures(site: Site, language: str, game: str) -> Iterator[Made]:
    """Yield the figures of every ruleset of a game, and all of them as a ZIP."""
    for book in books(site, language, game):
        files = {
            name: tuple(shown.file for shown in (figure.before, figure.after) if shown)
            for name, figure in _figures(site, book).items()
        }
        yield from chain.from_iterable(files.values())
        yield figures_zip(site, book, {name: tuple(each.content for each in made) for name, made in files.items()})


def _figures(site: Site, book: Book) -> dict[str, Figure]:
    """Return the figures of a ruleset by name; the catalog's store caches them between a page and its files."""
    return site.catalog.books.get(
        (_figures, book), lambda: {name: _figure(site, book, name) for name in BookletWords.of(book).numbers}
    )


def figure_way(book: Book, name: str) -> str:
    """Return the way from the page of a game to a figure of a ruleset."""
    return f"{book.ruleset.name}/figures/{name}.svg"


def _figure(site: Site, book: Book, name: str) -> Figure:
    path = _path_of(site, book, figure_way(book, name))
    scene, after, side = book.scenes[name], None, None
    # of several moves each would have a position of its own
    if len(scene.turns) == 1:
        (turn,) = scene.turns
        side = scene.before.pieces[turn.move.origin].side
        done = Scene(name, turn.after, (), (), (), scene.window)
        description = describe(done, (book.texts.alternatives, book.texts.words), book.texts.language)
        after = picture(site, book, done, description, book.captions[name], path.replace(".svg", "-after.svg"))
    return Figure(named_picture(site, book, name, path), after, _played(book, scene.before, side))


def _ruleset_values(site: Site, book: Book) -> dict[str, Any]:
    language, start = book.texts.language, Position.start(book.variant)
    name = f"{book.title}: {book.names['ruleset']}"
    data = {"@type": "CreativeWork", "name": name, "about": _game_data(site, book), "inLanguage": language}
    data |= {"license": LICENCE} | ({"isBasedOn": book.ruleset.source} if book.ruleset.source else {})
    return {
        **rules_values(book, read_words(site, language, "rules")),
        "puzzles_texts": read_words(site, language, "puzzles"),
        "puzzles": len(collection(site, book)),
        "figures": _figures(site, book),
        "ways": {**ways_of(site, book.game.name, book.ruleset.name, language), "index": INDEX},
        "board": f"{place_in(site, language, 'play/')}?embed#{_played(book, start, start.to_move)}",
        "cards": [(getattr(book.texts.cards, side.value).title, book.cards[side]) for side in Side],
        "others": [other for other in book.game.rulesets if other.name != book.ruleset.name],
        "data": _script(data | _address(site, book, f"{book.ruleset.name}/")),
        **_kits(site, book),
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
