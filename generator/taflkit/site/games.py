"""The page of each game: its history, its rulesets, and how they differ, shown in positions that the engine found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from taflkit.catalog.book import Book, read_book
from taflkit.catalog.differences import Difference, Witness, changed_starts, differences
from taflkit.site.home import card_of
from taflkit.site.page import GameJob, Page, Site, place_in
from taflkit.site.pictures import Pictured, board_picture, picture, start_line, start_toml
from taflkit.site.rulesets import book_words, downloads, paragraphs_of
from taflkit.site.search_engines import game_data
from taflkit.site.writing import Writer, read_words, to_html
from taflkit.tafl import Turn, write_position
from taflkit.words.alternatives import Description, describe, judge
from taflkit.words.letters import begun
from taflkit.words.phrases import Words, fill
from taflkit.words.rulebook import references

__all__ = ["jobs", "make_game", "place"]


class Witnessed(Struct, frozen=True):
    """A position under one of two rulesets.

    Attributes:
        way: from the page to its picture.
        picture: it.
        judged: what the engine says of it.
        diagram: what stands behind "#" in the address of the page for diagrams, where it can be played on.
    """

    way: str
    picture: Pictured
    judged: str
    diagram: str


class Half(Struct, frozen=True):
    """One ruleset's half of a difference: its sentence with the number, and positions."""

    ruleset: str
    reference: str
    text: Markup
    shown: tuple[Witnessed, ...]


class Compared(Struct, frozen=True):
    """A ruleset beside the game's first.

    Attributes:
        first, second: the rulesets' names.
        titles: of both.
        starts: pictures of both start positions where they differ, with the ways to them; or nothing.
        pairs: the sentences that differ.
        summary: how much differs, in words.
    """

    first: str
    second: str
    titles: tuple[str, str]
    starts: tuple[tuple[str, Pictured], ...]
    pairs: tuple[tuple[Half, Half], ...]
    summary: str


def jobs(site: Site) -> Iterator[GameJob]:
    """Yield a job for every game in every language that it has words in."""
    for language in site.languages:
        yield from (GameJob(name, language) for name in site.games_in(language))


def place(site: Site, job: GameJob) -> str:
    """Return the path of a game's page below the site's folder."""
    return place_in(site, job.language, _path(job))


def _path(job: GameJob) -> str:
    return f"games/{job.game}/index.html"


def make_game(site: Site, job: GameJob) -> dict[str, bytes]:
    """Return the files of a game: its page, the picture of its board and those of its comparisons, by their paths.

    Raises:
        TaflkitError: a file of the game has a problem.
    """
    game = site.catalog.game(job.game)
    first, *others = (read_book(site.catalog, job.game, name, (), job.language) for name in game.ruleset_names)
    compared = [_compare(site, first, other) for other in others]
    board = board_picture(site, first, place_in(site, job.language, f"games/{job.game}/board.svg"))
    values = {"board": board, **_values(site, [first, *others], compared)}
    page = Page(_path(job), "game.html.j2", values, job.language, site.languages_of(job.game))
    halves = chain.from_iterable(pair for each in compared for pair in each.pairs)
    starts = [shown for each in compared for _, shown in each.starts]
    pictures = [board, *starts, *(shown.picture for half in halves for shown in half.shown)]
    return {
        place(site, job): Writer(site).html(page).encode(),
        **{each.file.path: each.file.content for each in pictures},
    }


def _values(site: Site, books: list[Book], compared: list[Compared]) -> dict[str, Any]:
    first = books[0]
    words = book_words(first)
    return {
        "said": read_words(site, first.texts.language, "game"),
        "home_said": read_words(site, first.texts.language, "home"),
        "rules_said": read_words(site, first.texts.language, "rules"),
        "book": first,
        "card": card_of(site, first),
        "subtitle": words.subtitle,
        "history": paragraphs_of(words.history),
        "advice": paragraphs_of(words.advice),
        "books": [(book, downloads(site, book)[0]) for book in books],
        "compared": compared,
        "line": start_line(first),
        "picture": start_toml(first.variant.layout),
        "data": game_data(site, first),
    }


def _compare(site: Site, first: Book, second: Book) -> Compared:
    pairs = tuple(_halves(site, difference, first, second) for difference in differences(first, second))
    titles = (first.names["ruleset"], second.names["ruleset"])
    starts = tuple(_starts(site, first, second)) if changed_starts(first, second) else ()
    return Compared(
        first.ruleset.name,
        second.ruleset.name,
        titles,
        starts,
        pairs,
        _summary(read_words(site, first.texts.language, "game"), first.texts.words, titles, (pairs, starts)),
    )


def _starts(site: Site, first: Book, second: Book) -> Iterator[tuple[str, Pictured]]:
    """Yield the pictures of both starts, with the ways from the page to them."""
    for book, which in ((first, "first"), (second, "second")):
        way = f"differences/{second.ruleset.name}-start-{which}.svg"
        made = (book.scenes["start"], book.descriptions["start"], book.captions["start"])
        yield way, picture(site, book, *made, _path_of(site, book, way))


def _path_of(site: Site, book: Book, way: str) -> str:
    """Return the path below the site's folder of what lies in the folder of a game's page."""
    return place_in(site, book.texts.language, f"games/{book.game.name}/{way}")


def _summary(said: Mapping[str, Any], words: Words, titles: tuple[str, str], changed: tuple[Sized, Sized]) -> str:
    """Return in words how much two rulesets differ: in so many sentences, or not at all."""
    names = {"second": titles[1]}
    pairs = len(changed[0])
    if not any(changed):
        return fill(said["alike"], names)
    count = fill(words.noun(pairs, said["sentences"]), {"count": words.number(pairs)})
    return fill(said["beside"], {**names, "count": count})


def _halves(site: Site, difference: Difference, first: Book, second: Book) -> tuple[Half, Half]:
    """Return both halves of a difference."""
    begin = f"differences/{second.ruleset.name}-"
    return (
        _half(site, first, difference, difference.first, (begin, "first")),
        _half(site, second, difference, difference.second, (begin, "second")),
    )


def _half(site: Site, book: Book, difference: Difference, text: str, named: tuple[str, str]) -> Half:
    """Return one half of a difference.

    Args:
        site: the site.
        book: the game under the half's ruleset.
        difference: it.
        text: the half's sentence.
        named: how the ways to its pictures begin, and which half it is: "first" or "second".
    """
    begin, which = named
    shown = tuple(
        _witnessed(site, book, witness, f"{begin}{witness.flag}-{which}.svg", which) for witness in difference.witnesses
    )
    return Half(book.ruleset.name, references(book.rules).get((difference.rule, text), ""), to_html(text), shown)


def _witnessed(site: Site, book: Book, witness: Witness, way: str, which: str) -> Witnessed:
    """Return a position as one ruleset judges it."""
    texts = (book.texts.alternatives, book.texts.words)
    answer = getattr(witness, which)
    scene = witness.scene(answer, book.variant)
    judged = judge(witness.position, answer, texts)
    told = describe(scene, texts, book.texts.language)
    if witness.move is None:
        # the position itself is judged, which its description does not say
        told = Description(f"{told.text} {_sentence(judged)}", told.language)
    title = f"{book.title}, {witness.flag}"
    shown = picture(site, book, scene, told, title, _path_of(site, book, way))
    return Witnessed(way, shown, _sentence(judged), _diagram(book, witness, answer))


def _diagram(book: Book, witness: Witness, answer: object) -> str:
    """Return the choices of the page for diagrams that show a witness."""
    line, _, side = write_position(witness.position).rpartition(" ")
    chosen = {"game": book.game.name, "rules": book.ruleset.name, "position": line, "turn": side}
    if witness.move is not None:
        chosen["moves" if isinstance(answer, Turn) else "refused"] = str(witness.move)
    return urlencode(chosen, safe="/,")


def _sentence(text: str) -> str:
    return f"{begun(text)}."
