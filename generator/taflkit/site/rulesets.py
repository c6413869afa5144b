"""The page of each ruleset: its numbered rules with their figures and origins, its cards, and its kits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from taflkit.catalog.book import Book, read_book
from taflkit.kit.options import READER
from taflkit.parts.booklet.text import BookletWords
from taflkit.sheets.imposition import PAGE_COUNTS
from taflkit.sheets.paper import PAPERS
from taflkit.site.kits import kit_jobs
from taflkit.site.page import Made, Page, Site, place_in
from taflkit.site.pictures import Pictured, picture, start_line, start_toml
from taflkit.site.search_engines import ruleset_data
from taflkit.site.writing import read_words, to_html
from taflkit.tafl import Side
from taflkit.words.booklet import SectionText
from taflkit.words.phrases import fill
from taflkit.words.rulebook import NumberedRule, NumberedSentence

__all__ = ["Download", "Figure", "book_words", "books", "downloads", "files", "pages", "paragraphs_of"]


class Figure(Struct, frozen=True):
    """A figure of the rules.

    Attributes:
        anchor: its name on the page.
        way: from the page to its file.
        picture: it.
        caption: with its number and its rule.
    """

    anchor: str
    way: str
    picture: Pictured
    caption: Markup


class Sentence(Struct, frozen=True):
    """A sentence of the rules.

    Attributes:
        anchor: its name on the page, such as "rule-7a".
        reference: such as "7a".
        letter: such as "a"; "" where the rule has one sentence.
        text: it.
        mark: the sign of a sentence that the source does not have, or "".
        label: where it comes from, in words.
        where: the place in the source, in words, or "".
        reason: why it has this label.
    """

    anchor: str
    reference: str
    letter: str
    text: Markup
    mark: str
    label: str
    where: str
    reason: str


class Rule(Struct, frozen=True):
    """A numbered rule with its sentences and figures."""

    anchor: str
    number: int
    sentences: tuple[Sentence, ...]
    figures: tuple[Figure, ...]


class Download(Struct, frozen=True):
    """A file to download.

    Attributes:
        kind: "kit" or "reader".
        way: from the site's folder to it.
        paper, mode, theme: of the kit.
    """

    kind: str
    way: str
    paper: str
    mode: str
    theme: str


def books(site: Site, language: str) -> Iterator[Book]:
    """Yield every game of a site that has words in a language under each of its rulesets."""
    for name in site.games_in(language):
        for ruleset in site.catalog.game(name).ruleset_names:
            yield read_book(site.catalog, name, ruleset, (), language)


def book_words(book: Book) -> BookletWords:
    """Return the words of the longest booklet, which has room for all that is said."""
    return BookletWords.of(book, PAGE_COUNTS[-1])


def pages(site: Site) -> Iterator[Page]:
    """Yield a page for every ruleset in every language."""
    for language in site.languages:
        for book in books(site, language):
            spoken = site.languages_of(book.game.name)
            yield Page(f"{_folder(book)}/index.html", "ruleset.html.j2", _values(site, book), language, spoken)


def files(site: Site) -> Iterator[Made]:
    """Yield the figures of every ruleset."""
    for language in site.languages:
        for book in books(site, language):
            yield from (figure.file for figure in _pictures(site, book).values())


def downloads(site: Site, book: Book) -> tuple[tuple[Download, ...], str]:
    """Return the ready kits of a ruleset, and the way from the site's folder to the picture of the first, or ""."""
    made, preview = [], ""
    for job in kit_jobs(site, book.game, book.ruleset, book.texts.language):
        theme = read_words(site, book.texts.language, "themes")[job.spec.theme]
        for kind in ("kit", "reader"):
            if kind in job.paths:
                made.append(Download(kind, job.paths[kind], PAPERS[job.spec.paper].label, job.spec.mode, theme))
        preview = preview or job.paths.get("preview", "")
    return tuple(sorted(made, key=lambda file: file.kind == READER)), preview


def _folder(book: Book) -> str:
    return f"games/{book.game.name}/{book.ruleset.name}"


def _pictures(site: Site, book: Book) -> dict[str, Pictured]:
    """Return the figures of a ruleset by name; the catalog's store keeps them between a page and its files."""
    return site.catalog.books.get((_pictures, book), lambda: dict(_drawn(site, book)))


def _drawn(site: Site, book: Book) -> Iterator[tuple[str, Pictured]]:
    folder = place_in(site, book.texts.language, f"{_folder(book)}/figures")
    for name in BookletWords.of(book).numbers:
        made = (book.scenes[name], book.descriptions[name], book.captions[name])
        yield name, picture(site, book, *made, f"{folder}/{name}.svg")


def _values(site: Site, book: Book) -> dict[str, Any]:
    """Return what the template of a ruleset's page has."""
    words = book_words(book)
    said = read_words(site, book.texts.language, "rules")
    made, preview = downloads(site, book)
    own = book.texts.booklet.rulesets.get(book.ruleset.plain)
    return {
        "said": said,
        "book": book,
        "subtitle": words.subtitle,
        "opening": to_html(_opening(words, said)),
        "rules": [_rule(rule, words, _pictures(site, book), said) for rule in book.rules],
        "variations": to_html(words.variations),
        "history": paragraphs_of(words.history) if own and own.history.paragraphs else None,
        "advice": paragraphs_of(words.advice),
        "provenance": to_html(words.provenance) if book.ruleset.source else "",
        "cards": _cards(book),
        "line": start_line(book),
        "picture": start_toml(book.variant.layout),
        "downloads": made,
        "preview": preview,
        "others": [other for other in book.game.rulesets if other.name != book.ruleset.name],
        "data": ruleset_data(site, book),
    }


def _opening(words: BookletWords, said: Any) -> str:
    """Return what stands before the rules: their source, and the sign of sentences that it does not have."""
    if not words.book.ruleset.source:
        return ""
    source = fill(words.text.rules.source, words.book.names)
    marked = any(words.is_marked(sentence) for rule in words.book.rules for sentence in rule.sentences)
    return f"{source} {fill(said['marked'], {'mark': words.text.rules.mark})}" if marked else source


def paragraphs_of(section: SectionText) -> dict[str, Any] | None:
    """Return a section of a booklet, or None where it is empty."""
    if not section.paragraphs:
        return None
    return {"title": section.title, "paragraphs": [to_html(paragraph) for paragraph in section.paragraphs]}


def _rule(rule: NumberedRule, words: BookletWords, pictures: dict[str, Pictured], said: Any) -> Rule:
    """Return a rule with the figures that no rule before it has."""
    before = {name for other in words.book.rules if other.number < rule.number for name in other.figures}
    figures = [name for name in rule.figures if name in words.numbers and name not in before]
    return Rule(
        f"rule-{rule.number}",
        rule.number,
        tuple(_sentence(sentence, words, said) for sentence in rule.sentences),
        tuple(
            Figure(f"figure-{name}", f"figures/{name}.svg", pictures[name], to_html(words.caption(name)))
            for name in figures
        ),
    )


def _sentence(sentence: NumberedSentence, words: BookletWords, said: Any) -> Sentence:
    origin = sentence.origin
    return Sentence(
        f"rule-{sentence.reference}",
        sentence.reference,
        sentence.letter,
        to_html(sentence.text),
        words.text.rules.mark if words.is_marked(sentence) else "",
        said["labels"][origin.label],
        said["where"].replace("{where}", origin.where) if origin.where else "",
        origin.reason,
    )


def _cards(book: Book) -> Sequence[tuple[str, Any]]:
    """Return the title and the groups of each side's card."""
    return [(getattr(book.texts.cards, side.value).title, book.cards[side]) for side in Side]
