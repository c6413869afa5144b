"""The page of puzzles of each ruleset that has a collection, and the puzzle of the day.

The puzzles of a game of the visitor's own are found in the browser, see `taflkit.site.visitor.puzzles`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any

from msgspec import Struct

from taflkit.catalog.book import Book, read_book
from taflkit.catalog.puzzles import load_puzzles
from taflkit.figures.diagrams import Moment, compose
from taflkit.kit.diagrams import DiagramSpec, build_diagram
from taflkit.site.boards import board_labels
from taflkit.site.page import Site, SitePage, books, place_in
from taflkit.site.pictures import PagePicture, drawn_picture
from taflkit.site.visitor.diagrams import board_of
from taflkit.site.visitor.puzzles import played_puzzle
from taflkit.site.writing import read_words
from taflkit.tafl import Side, write_turn
from taflkit.tafl.puzzles import PLIES, Puzzle, main_line
from taflkit.words.alternatives import Description, describe
from taflkit.words.phrases import Words, fill

_WIDTH = 100.0
"""The width of a diagram in mm, as a browser shows it where there is room."""


class ShownPuzzle(Struct, frozen=True):
    """A puzzle as its page shows it without a script.

    Attributes:
        task: who moves, and in how many moves he wins.
        alternative: of its diagram.
        way: from the page to its diagram.
        line: the winning moves against the defence that holds out longest.
        tried: the move that nearly wins, with the reply that refutes it.
    """

    number: int
    task: str
    difficulty: str
    alternative: Description
    way: str
    line: str
    tried: str


def collection(site: Site, book: Book) -> tuple[Puzzle, ...]:
    """Return the puzzles of a ruleset; the catalog's store caches them for the pages in all languages."""
    key = (collection, book.game.name, book.ruleset.name)
    return site.catalog.books.get(key, lambda: load_puzzles(book.game, book.ruleset))


def pages(site: Site, language: str, game: str) -> Iterator[SitePage]:
    """Yield the page of each collection of a game in a language."""
    for book in books(site, language, game):
        if puzzles := collection(site, book):
            languages = site.languages_of(game)
            yield SitePage(_path(book), "puzzles.html.j2", _values(site, book, puzzles), language, languages)


def _path(book: Book, file: str = "index.html") -> str:
    return f"games/{book.game.name}/{book.ruleset.name}/puzzles/{file}"


def puzzle_picture(site: Site, book: Book, number: int) -> PagePicture:
    """Return the diagram of a puzzle, which the pages in all languages show, with its path below the site's folder."""
    position = collection(site, book)[number - 1].position
    title = f"{book.title}, {book.names['ruleset']}: {number}"
    spec = DiagramSpec(title=title, coordinates=True, size=_WIDTH, language=book.texts.language)
    made = build_diagram(site.catalog, book.game, book.ruleset, Moment.of(position, sided=True), spec)
    path = place_in(site, site.languages_of(book.game.name)[0], _path(book, f"{number}.svg"))
    return drawn_picture(site, made.drawing, made.description, path)


def _describe(book: Book, puzzle: Puzzle) -> Description:
    texts = (book.texts.alternatives, book.texts.words)
    return describe(compose(puzzle.position, ()), texts, book.texts.language)


def _values(site: Site, book: Book, puzzles: tuple[Puzzle, ...]) -> dict[str, Any]:
    language, game = book.texts.language, book.game.name
    texts = read_words(site, language, "puzzles")
    place = place_in(site, language, _path(book))
    root = "../" * place.count("/")
    way = root + place_in(site, site.languages_of(game)[0], _path(book, ""))
    shown, data = [], []
    for number, puzzle in enumerate(puzzles, 1):
        played = played_puzzle(puzzle)
        task = _task(texts, book.texts.words, puzzle.position.to_move, puzzle.plies)
        line = map(write_turn, main_line(puzzle))
        shown.append(
            ShownPuzzle(
                number,
                task,
                texts["difficulties"][puzzle.difficulty],
                _describe(book, puzzle),
                f"{way}{number}.svg",
                " ".join(f"{at // 2 + 1}. {move}" if at % 2 == 0 else move for at, move in enumerate(line)),
                fill(texts["messages"]["refuted"], played["refuted"]),
            )
        )
        data.append({**played, "task": task, "difficulty": shown[-1].difficulty})
    return {
        "texts": texts,
        "rules_texts": read_words(site, language, "rules"),
        "book": book,
        "puzzles": shown,
        "first": puzzle_picture(site, book, 1),
        "data": {
            "store": f"taflkit.puzzles.{game}.{book.ruleset.name}",
            "board": board_of(book.game, book.ruleset, root),
            "labels": board_labels(site, language, book.texts.words),
            "words": texts["messages"],
            "help": read_words(site, language, "diagram")["play_help"],
            "puzzles": data,
        },
    }


def _task(texts: Mapping[str, Any], words: Words, side: Side, plies: int) -> str:
    count = (plies + 1) // 2
    return fill(words.noun(count, texts["tasks"][side.value]), {"count": words.number(count)})


def own_pages(site: Site, language: str) -> Iterator[SitePage]:
    """Yield the page of puzzles of a game of the visitor's own, in a language."""
    texts = read_words(site, language, "puzzles")
    diagram, own = read_words(site, language, "diagram"), read_words(site, language, "own")
    words = site.catalog.game(site.first_game(language)).texts(language).words
    messages = {name: diagram["messages"][name] for name in ("unread", "wrong")}
    values = {
        "texts": texts,
        "own_title": own["title"],
        "rules_label": own["rules"]["ruleset"],
        "data": {
            "root": "../" * (place_in(site, language, "").count("/") + 1),
            "language": language,
            "labels": board_labels(site, language, words),
            "words": {**texts["messages"], **texts["own"]["messages"], **messages},
            "help": diagram["play_help"],
            "tasks": {side.value: {plies: _task(texts, words, side, plies) for plies in PLIES} for side in Side},
            "difficulties": texts["difficulties"],
        },
    }
    yield SitePage("puzzles/index.html", "own-puzzles.html.j2", values, language)


# the puzzle of the day


def day_values(site: Site, language: str) -> dict[str, Any] | None:
    """Return the puzzle of the day before a script has chosen it, and the choice; None without any puzzle.

    The choice is among the collections of all games under their first rulesets, the games in turn.
    """
    texts = read_words(site, language, "puzzles")
    found = [
        (book, collection(site, book))
        for book in (read_book(site.catalog, name, None, (), language) for name in site.games_in(language))
    ]
    found = [(book, puzzles) for book, puzzles in found if puzzles]
    if not found:
        return None
    numbered = [
        [
            (at, number, _task(texts, book.texts.words, puzzle.position.to_move, puzzle.plies))
            for number, puzzle in enumerate(puzzles, 1)
        ]
        for at, (book, puzzles) in enumerate(found)
    ]
    days = [each for each in chain.from_iterable(zip_longest(*numbered)) if each]
    tasks = list(dict.fromkeys(task for _, _, task in days))
    # pictures are those of the first language
    to_top = "../" * place_in(site, language, "").count("/")
    return {
        "texts": texts,
        "game": found[0][0].title,
        "task": days[0][2],
        "first": puzzle_picture(site, found[0][0], 1),
        "data": {
            "games": [
                {
                    "title": book.title,
                    "page": _path(book),
                    "pictures": to_top + place_in(site, site.languages_of(book.game.name)[0], _path(book, "")),
                }
                for book, _ in found
            ],
            "words": texts["day_of"],
            "tasks": tasks,
            "days": [(at, number, tasks.index(task)) for at, number, task in days],
        },
    }
