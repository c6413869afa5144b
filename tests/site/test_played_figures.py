"""Figures of rules that are stepped and played on: the position after a move, and the addresses of the page of play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from support.browsing import links_of
from support.sites import every_book
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book
from taflkit.parts.booklet.text import BookletWords
from taflkit.site import games
from taflkit.site.page import Site, SitePage
from taflkit.site.visitor import Session, answer_in
from taflkit.site.writing import page_html
from taflkit.tafl import Square

CATALOG = Catalog()
SITE = Site(CATALOG, CATALOG.game_names(), kits="none", runtime=Path("runtime"))
BOOKS = {f"{book.game.name}/{book.ruleset.name}": book for book in every_book(SITE)}


@cache
def pages() -> dict[str, SitePage]:
    """Return the pages of games by path."""
    return {page.path: page for name in SITE.games for page in games.pages(SITE, "en", name)}


def figures_of(book: Book) -> Iterator[tuple[str, str]]:
    """Yield every figure of a ruleset's page by its name, as HTML."""
    html = page_html(SITE, pages()[f"games/{book.game.name}/{book.ruleset.name}/index.html"])
    for name in BookletWords.of(book).numbers:
        yield name, html.partition(f'id="figure-{name}"')[2].partition("</figure>")[0]


def squares_in(alternative: str) -> set[str]:
    """Return the squares that an alternative names behind the part of the board that it shows."""
    return set(re.findall(r"\b[a-s]\d{1,2}\b", alternative.partition(". ")[2]))


@pytest.mark.parametrize("place", BOOKS)
def test_after_a_move_pieces_stand_where_the_engine_leaves_them(place: str) -> None:
    book, stepped = BOOKS[place], 0
    for name, html in figures_of(book):
        scene = book.scenes[name]
        pictures = re.findall(r'<img src="([^"]+)" .*?alt="([^"]+)"', html)
        steps = re.findall(r'type="radio" name="step-([a-z-]+)" value="(\w+)"', html)
        if not scene.turns:
            assert (len(pictures), steps) == (1, [])
            continue
        (turn,) = scene.turns
        before = set(scene.before.pieces)
        after = before - {turn.move.origin, *turn.captured} | {turn.move.target}
        assert pictures[1][0] == f"figures/{name}-after.svg"
        assert steps == [(name, "before"), (name, "after")]
        assert squares_in(pictures[1][1]) == {str(square) for square in after if scene.window.holds(square)}
        stepped += 1
    assert stepped >= 4


@pytest.mark.parametrize("place", BOOKS)
def test_every_figure_is_played_from_with_its_own_move(place: str, tmp_path: Path) -> None:
    book, session = BOOKS[place], Session(CATALOG, tmp_path)
    for name, html in figures_of(book):
        (address,) = [each for each in links_of(html)[0] if "play/index.html" in each]
        given = {key: value for key, (value,) in parse_qs(address.partition("#")[2]).items()}
        position = " ".join(filter(None, (given.get("position"), given.get("turn"))))
        request = {"game": given["game"], "rules": given["rules"], "position": position}
        answer = json.loads(answer_in(session, "play", json.dumps(request))[0])["answer"]
        scene = book.scenes[name]
        rows = list(reversed(answer["moments"][0]["rows"]))
        pieces = {Square(file, rank): letter for rank, row in enumerate(rows) for file, letter in enumerate(row)}
        assert {square: letter for square, letter in pieces.items() if letter != "."} == {
            square: piece.value for square, piece in scene.before.pieces.items()
        }
        assert not answer["over"]
        for turn in scene.turns:
            assert str(turn.move.target) in answer["targets"][str(turn.move.origin)]
            assert answer["to_move"] == scene.before.pieces[turn.move.origin].side.value
        for square, targets in scene.reach:
            assert set(answer["targets"].get(str(square), ())) == set(map(str, targets))
