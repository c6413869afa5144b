"""taflkit rules: the rules as text, their origins, and their differences from another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from taflkit.cli.options import catalog, game_options

if TYPE_CHECKING:
    from taflkit.catalog.book import Book
    from taflkit.catalog.differences import Witness

__all__ = ["rules"]

_WIDTH = 88


@click.command()
@game_options
@click.option("--diff", "other", metavar="OTHER", help="Show what another ruleset changes, rule by rule.")
def rules(game: str, rules: str | None, variations: tuple[str, ...], language: str, other: str | None) -> None:
    """Print GAME's rules as the booklet has them, and where each comes from.

    \b
    Examples:
      taflkit rules
      taflkit rules --rules masters --variation check
      taflkit rules --diff macwhite
      taflkit rules --rules branan --diff federation
    """
    from taflkit.catalog.book import read_book

    book = read_book(catalog(), game, rules, variations, language)
    if other is None:
        _print_rules(book)
        _print_origins(book)
        return
    _print_differences(book, read_book(catalog(), game, other, (), language))


def _print_rules(book: Book) -> None:
    click.echo(f"{book.game.title}: {book.names['ruleset']}")
    if book.ruleset.source:
        click.echo(_wrapped(book.ruleset.source, ""))
    click.echo()
    for rule in book.rules:
        for sentence in rule.sentences:
            click.echo(_wrapped(sentence.text, f"{sentence.label:>4}  "))


def _print_origins(book: Book) -> None:
    """Print every flag with its value, label and reason."""
    from taflkit.figures import write_value

    labels = {
        flag: [s.label for rule in book.rules for s in rule.sentences if flag in s.flags]
        for flag in book.ruleset.origins
    }
    click.echo("\nWhere they come from")
    for flag, origin in book.ruleset.origins.items():
        value = write_value(getattr(book.variant.rules, flag))
        where = f" ({', '.join(labels[flag])})" if labels[flag] else ""
        click.echo(f"  {flag} = {value}{where}: {origin.label}")
        if origin.reason:
            click.echo(_wrapped(origin.reason, "      "))


def _print_differences(book: Book, other: Book) -> None:
    from taflkit.catalog.differences import changed_origins, differences

    first, second = book.ruleset.name, other.ruleset.name
    changed = list(differences(book, other))
    if not changed:
        click.echo(f"{first} and {second} play alike.")
    width = max(len(first), len(second)) + 2
    for difference in changed:
        click.echo(f"{difference.rule}")
        for name, text in ((first, difference.first), (second, difference.second)):
            click.echo(_wrapped(text or "(nothing is said of it)", f"  {name + ':':{width}}"))
        click.echo(f"  {_shown(difference.witness, first, second)}\n")
    origins = changed_origins(book, other)
    if origins:
        click.echo(f"The same in both, but {first} and {second} differ in where it comes from:")
        for change in origins:
            click.echo(f"  {change.flag}: {change.first}, {change.second}")


def _shown(witness: Witness | None, first: str, second: str) -> str:
    if witness is None:
        return "No position was found that they judge differently: the words and the drawing differ, not the play."
    move = f", {witness.move}" if witness.move else ""
    return f"In {witness.position}{move}:\n    {first}: {witness.first}\n    {second}: {witness.second}"


def _wrapped(text: str, head: str) -> str:
    """Return a text in lines, the head before the first and as much space before the others."""
    return click.wrap_text(text, _WIDTH, head, " " * len(head))
