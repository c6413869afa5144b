"""taflkit rules: the rules as text, their origins, and their differences from another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.console import say_table
from taflkit.cli.known import catalog
from taflkit.cli.options import choice_option, game_options, number, output_option
from taflkit.cli.writing import rendered, target, write_all
from taflkit.errors import DoesNotFit, TaflkitError, shown
from taflkit.resources import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from pathlib import Path

    from taflkit.catalog.book import Book
    from taflkit.catalog.differences import Difference, Witness
    from taflkit.words.rulebook import NumberedSentence

__all__ = ["rules"]

_WIDTH = 88
_FIGURE = 60.0
"""The width of the figures of witnesses in mm."""


@click.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the source, flags, proofs and figures of each.")
@click.option("--words", "all_words", is_flag=True, help="Every word of the booklet and the cards, for a reader.")
@choice_option("pages", "Of the booklet whose --words are printed; one of more pages says more.", callback=number)
@click.option("--diff", "other", metavar="OTHER", help="Show what other rules change; 'masters+check' has a variation.")
@click.option("--figures", "drawn", is_flag=True, help="With --diff: write the positions as SVG, one for each ruleset.")
@output_option
def rules(
    game: str,
    rules: str | None,
    variations: tuple[str, ...],
    language: str,
    draft: bool,
    as_json: bool,
    all_words: bool,
    pages: int | None,
    other: str | None,
    drawn: bool,
    output: str | None,
) -> None:
    """Print GAME's rules as the booklet has them, and where each comes from.

    Each sentence is stated by the source, implied by its wording, narrowed from a wider text, observed in play, or
    chosen where the source is silent. --diff shows, for each flag that one shows plainly by itself, a position with as
    few pieces as the engine finds, and what either ruleset makes of it.

    \b
    Examples:
      taflkit rules
      taflkit rules --rules masters --variation check --json
      taflkit rules --words --pages 8
      taflkit rules --diff macwhite
      taflkit rules --rules branan --diff masters+check --figures -o differences/
    """
    from taflkit.catalog.book import read_book

    asked = [name for name, there in (("--json", as_json), ("--words", all_words), ("--diff", other)) if there]
    if asked[1:]:
        raise click.UsageError(f"{' and '.join(asked)} print different things; leave all but one away")
    if drawn and other is None:
        raise click.UsageError("--figures needs two rulesets to compare: name the other with --diff")
    if pages is not None and not all_words:
        raise click.UsageError("--pages is of the booklet whose --words are printed; ask for these too")
    folder = target(output, several=True, kind="svg")[0] if drawn else None
    if output is not None and not drawn:
        raise click.UsageError("-o is where --figures go; the rules themselves are printed")
    book = read_book(catalog(), game, rules, variations, language, draft=draft)
    if other is not None:
        name, *others = other.split("+")
        if not all((name, *others)):
            why = "name another ruleset, with a + between it and its variations, as in masters+check"
            raise TaflkitError(f"--diff '{shown(other)}': {why}")
        compared = read_book(catalog(), game, name, others, language, draft=draft)
        changed = _print_differences(book, compared)
        if drawn:
            _write_figures(changed, book, compared, folder)
    elif all_words:
        _print_words(book, pages or _least_pages(book, language))
    elif as_json:
        say_table(_rules_table(book))
    else:
        _print_rules(book)
        _print_origins(book)


def _rules_table(book: Book) -> dict[str, Any]:
    """Return the rules as JSON has them."""
    sentences = [sentence for rule in book.rules for sentence in rule.sentences]
    return {
        "game": book.game.name,
        "ruleset": book.ruleset.plain,
        "variations": list(book.ruleset.varied),
        "source": book.ruleset.source,
        "sentences": [_sentence_table(sentence) for sentence in sentences],
    }


def _sentence_table(sentence: NumberedSentence) -> dict[str, Any]:
    return {
        "number": sentence.number,
        "letter": sentence.letter,
        "rule": sentence.rule,
        "text": sentence.text,
        "label": sentence.origin.label,
        "where": sentence.origin.where,
        "why": sentence.origin.reason,
        "flags": list(sentence.flags),
        "proofs": list(sentence.proofs),
        "figures": list(sentence.figures),
    }


def _print_rules(book: Book) -> None:
    click.echo(f"{book.title}: {book.names['ruleset']}")
    if book.ruleset.source:
        click.echo(_wrapped(book.ruleset.source, ""))
    click.echo()
    for rule in book.rules:
        for sentence in rule.sentences:
            click.echo(_wrapped(sentence.text, f"{sentence.reference:>4}  "))
    if book.variations:
        click.echo("\nVariations that the source names")
    for variation in book.variations:
        used = " (in use)" if variation.used else ""
        click.echo(_wrapped(f"{variation.title}{used}: {variation.text}", "      "))


def _least_pages(book: Book, language: str) -> int:
    """Return how many pages the booklet has by default; the most there are if none of them hold its words."""
    from taflkit.kit.build import paged
    from taflkit.kit.options import CHOICES, KitSpec

    try:
        pages = paged(catalog(), book, KitSpec(language=language, parts=("booklet",))).pages
    except DoesNotFit:
        pages = None
    return pages or int(CHOICES["pages"][-1])


def _print_words(book: Book, pages: int) -> None:
    from taflkit.catalog.wording import placed_texts
    from taflkit.parts.booklet.text import BookletWords
    from taflkit.parts.cards.cards import card_lines
    from taflkit.typesetting.lines import unmarked

    with placed_texts(book.game, book.texts.language, book.ruleset):
        lines = (*BookletWords.of(book, pages).lines(), *card_lines(book))
    for line in lines:
        click.echo(unmarked(line))


def _print_origins(book: Book) -> None:
    """Print where every sentence comes from, with the values of its flags."""
    from taflkit.figures import write_value

    click.echo("\nWhere they come from")
    for rule in book.rules:
        for sentence in rule.sentences:
            origin = sentence.origin
            where = f", rule {origin.where}" if origin.where else ""
            flags = ", ".join(f"{flag} = {write_value(getattr(book.variant.rules, flag))}" for flag in sentence.flags)
            click.echo(_wrapped(f"{origin.label}{where}{f' ({flags})' if flags else ''}", f"{sentence.reference:>4}  "))
            if origin.reason:
                click.echo(_wrapped(origin.reason, "        "))


def _print_differences(book: Book, other: Book) -> list[Difference]:
    """Print what the other rules change, and return it."""
    from taflkit.catalog.differences import changed_origins, changed_starts, differences
    from taflkit.words.rulebook import references

    first, second = book.ruleset.name, other.ruleset.name
    changed = list(differences(book, other))
    starts = changed_starts(book, other)
    if starts:
        click.echo("The pieces begin on other squares:")
        for name, start in zip((first, second), starts, strict=True):
            click.echo(f"  {name}: {start}")
        click.echo()
    if not changed:
        alike = "otherwise play alike" if starts else "play alike"
        click.echo(f"{first} and {second} {alike}.")
    width = max(len(first), len(second)) + 1
    mine, theirs = references(book.rules), references(other.rules)
    for difference in changed:
        for name, numbers, text in ((first, mine, difference.first), (second, theirs, difference.second)):
            number = numbers.get((difference.rule, text), "")
            click.echo(_wrapped(text or "(not said)", f"{name + ':':{width}}{number:>4}  "))
        for line in _shown(difference, book, other):
            click.echo(line)
        click.echo()
    origins = changed_origins(book, other)
    if origins:
        click.echo(f"In the same words, but {first} and {second} differ in where it comes from:")
        for change in origins:
            click.echo(f"  {change.reference}: {change.first}, {change.second}")
    return changed


_WITHOUT_WITNESS = {
    "surface": "changes the words and the drawing",
    **dict.fromkeys(("repetition", "repetition_count", "no_legal_move"), "shows over several moves"),
}


def _shown(difference: Difference, book: Book, other: Book) -> list[str]:
    """Return the lines of the flags that a sentence differs by, with their witnesses."""
    from taflkit.words.alternatives import judge

    texts = (book.texts.alternatives, book.texts.words)
    witnesses = {witness.flag: witness for witness in difference.witnesses}
    lines = []
    for flag in difference.flags:
        witness = witnesses.get(flag)
        if witness is None:
            lines.append(f"  {flag} {_WITHOUT_WITNESS.get(flag, 'has no plain position of its own')}.")
            continue
        lines.append(f"  {flag}, in {witness}:")
        for name, answer in ((book.ruleset.name, witness.first), (other.ruleset.name, witness.second)):
            lines.append(_wrapped(judge(witness.position, answer, texts), f"    {name}: "))
    return lines


def _write_figures(changed: list[Difference], book: Book, other: Book, folder: Path | None) -> None:
    """Write the figures of all witnesses, one for each ruleset, and print their names."""
    made = {}
    for difference in changed:
        for witness in difference.witnesses:
            for read, text, answer in (
                (book, difference.first, witness.first),
                (other, difference.second, witness.second),
            ):
                made[f"{_figure_name(read, witness, book, other)}.svg"] = _figure(read, witness, text, answer)
    for written in write_all(folder, made):
        click.echo(written)


def _figure_name(read: Book, witness: Witness, book: Book, other: Book) -> str:
    """Return the name of a witness's figure."""
    from taflkit.kit.naming import file_name

    language = read.texts.language
    names = [book.ruleset.name, other.ruleset.name, *([] if language == DEFAULT_LANGUAGE else [language])]
    return file_name(read.game.name, witness.flag, *names, "first" if read is book else "second")


def _figure(book: Book, witness: Witness, text: str, answer: Any) -> bytes | str:
    """Return a witness under one ruleset as SVG, with the sentence below."""
    from taflkit.parts.figures.diagram import draw_diagram
    from taflkit.words.alternatives import Description, describe, judge

    texts = (book.texts.alternatives, book.texts.words)
    scene = witness.scene(answer, book.variant)
    told = describe(scene, texts, book.texts.language)
    if witness.move is None:
        judged = judge(witness.position, answer, texts)
        told = Description(f"{told.text} {judged[0].upper()}{judged[1:]}.", told.language)
    theme, store = catalog().theme(), catalog().store
    caption = f"*{book.names['ruleset']}.* {text}"
    typesetter = catalog().typesetter(book.texts.language)
    title = f"{book.title}, {witness.flag}"
    look = theme.look(store, book.ruleset.face)
    drawing = draw_diagram(scene, _FIGURE, title, told, look, typesetter, caption, coordinates=True)
    return rendered(drawing, "svg", theme.paints, 300, store)


def _wrapped(text: str, head: str) -> str:
    """Return a text in lines, the head before the first and as much space before the others."""
    return click.wrap_text(text, _WIDTH, head, " " * len(head))
