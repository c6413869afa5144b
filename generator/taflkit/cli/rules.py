"""taflkit rules, taflkit games and taflkit perft: what the templates and the engine say, printed.

What a command needs is imported when it runs: a list of games needs no booklet.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from taflkit.cli.console import catalog, many, say, say_table
from taflkit.cli.options import (
    Choice,
    choice_option,
    game_argument,
    game_options,
    output_option,
    propose_files,
    ranged_option,
    rules_option,
)
from taflkit.cli.writing import rendered, shown_path, target, write_all, write_whole
from taflkit.errors import DoesNotFit, TaflkitError, about, shown
from taflkit.kit.options import DEFAULT_DPI, KitSpec, drawn_name, file_name
from taflkit.limits import DEPTH
from taflkit.reading import leads_out, read_text
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.tafl import Piece, Position, parse_position
from taflkit.tafl.counts import divide as divided
from taflkit.tafl.counts import parse_suite
from taflkit.tafl.counts import perft as count

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates
    from taflkit.catalog.book import Book
    from taflkit.catalog.differences import Difference

_FORMATS = ("html", "epub", "md")
"""The kinds of files that rules are written to."""
_WIDTH = 88
"""The characters of a line."""
_FIGURE = 60.0
"""The width of the figures of witnesses in mm."""
_DEEPEST = 99
"""The depth of a suite that is checked as a whole."""


@click.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the source, flags, proofs and figures of each.")
@click.option(
    "--opentafl", is_flag=True, help="As a rules string, which OpenTafl and what else has such strings reads."
)
@click.option("--words", "all_words", is_flag=True, help="Every word of the booklet and the cards, for a reader.")
@choice_option("pages", "Of the booklet whose --words are printed; one of more pages says more.")
@click.option("--format", "kind", type=Choice(_FORMATS), help="As one file, its figures inside with their texts.")
@click.option("--diff", "other", metavar="OTHER", help="Show what other rules change; 'masters+check' has a variation.")
@click.option("--figures", "drawn", is_flag=True, help="With --diff: write the positions as SVG, one for each ruleset.")
@output_option()
def rules(
    as_json: bool,
    opentafl: bool,
    all_words: bool,
    pages: int | None,
    kind: str | None,
    other: str | None,
    drawn: bool,
    output: str | None,
    **chosen: Any,
) -> None:
    """Print GAME's rules as the booklet has them, and where each comes from.

    Each sentence is stated by the source, implied by its wording, narrowed from a wider text, observed in play, or
    chosen where the source is silent. --opentafl names the flags that its string cannot say. --diff shows, for each
    flag that one shows plainly by itself, a position with as few pieces as the engine finds, and what either ruleset
    makes of it.

    \b
    Examples:
      taflkit rules
      taflkit rules --rules masters --variation check --json
      taflkit rules --words --pages 8
      taflkit rules hnefatafl --opentafl
      taflkit rules --format epub -o brandub.epub
      taflkit rules --diff macwhite
      taflkit rules --rules branan --diff masters+check --figures -o differences/
    """
    from taflkit.catalog.book import read_book

    choices = {"--json": as_json, "--opentafl": opentafl, "--words": all_words, "--format": kind, "--diff": other}
    printed = [name for name, there in choices.items() if there]
    if printed[1:]:
        raise click.UsageError(f"{' and '.join(printed)} print different things; leave all but one away")
    if drawn and other is None:
        raise click.UsageError("--figures needs two rulesets to compare: name the other with --diff")
    if pages is not None and not all_words:
        raise click.UsageError("--pages is of the booklet whose --words are printed; ask for these too")
    folder, file = target(output, several=drawn, kind=kind or "svg") if drawn or kind else (None, None)
    if output is not None and not (drawn or kind):
        raise click.UsageError("-o is where --figures or a --format go; the rules themselves are printed")
    book = read_book(catalog(), **chosen)
    if kind is not None:
        _write_rules(book, kind, folder, file)
    elif other is not None:
        compared = _read_other(other, chosen)
        changed = _print_differences(book, compared)
        if drawn:
            _write_figures(changed, book, compared, folder)
    else:
        printers: dict[str, Callable[[Book], None]] = {
            "--opentafl": _print_string,
            "--json": lambda book: say_table(book.rules_table()),
            "--words": partial(_print_words, pages=pages),
        }
        printers.get(next(iter(printed), ""), _print_rules)(book)


def _read_other(other: str, chosen: dict[str, Any]) -> Book:
    """Return the book of other rules, such as "masters+check", all else as chosen."""
    from taflkit.catalog.book import read_book

    name, *others = other.split("+")
    if not all((name, *others)):
        why = "name another ruleset, with a + between it and its variations, as in masters+check"
        raise TaflkitError(f"--diff '{shown(other)}': {why}")
    return read_book(catalog(), **chosen | {"rules": name, "variations": others})


def _print_rules(book: Book) -> None:
    """Print the rules, and then where every sentence comes from, with the values of its flags."""
    from taflkit.figures import write_value
    from taflkit.words.phrases import fill

    sentences = [sentence for rule in book.rules for sentence in rule.sentences]
    words, colon = book.texts.booklet.origins, book.texts.words.lists.colon
    click.echo(f"{book.title}{colon}{book.names['ruleset']}")
    if book.ruleset.source:
        click.echo(_wrapped(book.ruleset.source, ""))
    for heading, rules in itertools.groupby(book.rules, key=lambda rule: rule.heading):
        click.echo(f"\n{heading}")
        for sentence in (sentence for rule in rules for sentence in rule.sentences):
            click.echo(_wrapped(sentence.text, f"{sentence.reference:>4}  "))
    if book.variations:
        click.echo(f"\n{words.variations}")
    for variation in book.variations:
        title = fill(words.used, {"title": variation.title}) if variation.used else variation.title
        click.echo(_wrapped(f"{title}{colon}{variation.text}", "      "))
    click.echo(f"\n{words.title}")
    for sentence in sentences:
        origin = sentence.origin
        flags = ", ".join(f"{flag} = {write_value(getattr(book.variant.rules, flag))}" for flag in sentence.flags)
        click.echo(_wrapped(f"{words.said(origin)}{f' ({flags})' if flags else ''}", f"{sentence.reference:>4}  "))
        if origin.reason:
            click.echo(_wrapped(origin.reason, "        "))


def _print_string(book: Book) -> None:
    """Print the rules as OpenTafl's string, and name the flags that it does not say."""
    from taflkit.figures import write_value
    from taflkit.tafl.stated_rules import unsaid_flags, write_rules

    text = write_rules(book.variant, f"{book.title}, {book.ruleset.name}")
    click.echo(text)
    for flag in unsaid_flags(book.variant, text):
        say(f"not in the string: {flag} = {write_value(getattr(book.variant.rules, flag))}", err=True)


def _write_rules(book: Book, kind: str, folder: Path | None, file: str | None) -> None:
    """Write the rules as one file, and print its name."""
    from taflkit.catalog.book import placed_texts
    from taflkit.site.rules import rules_file

    spec = KitSpec(language=book.texts.language)
    name = file or f"{drawn_name(catalog(), book.game, book.ruleset, 'rules', spec)}.{kind}"
    with placed_texts(book.game, book.texts.language, book.ruleset):
        content = rules_file(catalog(), book, kind)
    written = write_whole(folder, name, content)
    if written != "-":
        say(written)


def _print_words(book: Book, pages: int | None) -> None:
    """Print every word of the cards and of a booklet, of a number of pages at least or as few as hold them."""
    from taflkit.catalog.book import placed_texts
    from taflkit.kit.build import printed_words
    from taflkit.parts.booklet.text import BookletWords
    from taflkit.parts.cards import card_lines
    from taflkit.typesetting.prose import unmarked

    language = book.texts.language
    with placed_texts(book.game, language, book.ruleset):
        try:
            words = printed_words(catalog(), book, KitSpec(language=language, pages=pages))
        except DoesNotFit:
            words = BookletWords.of(book)
        lines = (*words.lines(), *card_lines(book))
    for line in lines:
        click.echo(unmarked(line))


def _print_differences(book: Book, other: Book) -> list[Difference]:
    """Print what the other rules change, with the positions that show it, and return it."""
    from taflkit.catalog.differences import WITHOUT_WITNESS, changed_origins, changed_starts, differences
    from taflkit.words.alternatives import judge
    from taflkit.words.rulebook import references

    first, second = book.ruleset.name, other.ruleset.name
    texts = (book.texts.alternatives, book.texts.words)
    changed = list(differences(book, other))
    starts = changed_starts(book, other)
    if starts:
        click.echo("The pieces begin on other squares:")
        click.echo(f"  {first}: {starts[0]}\n  {second}: {starts[1]}\n")
    if not changed:
        click.echo(f"{first} and {second} {'otherwise ' if starts else ''}play alike.")
    width = max(len(first), len(second)) + 1
    mine, theirs = references(book.rules), references(other.rules)
    for difference in changed:
        for name, numbers, text in ((first, mine, difference.first), (second, theirs, difference.second)):
            number = numbers.get((difference.rule, text), "")
            click.echo(_wrapped(text or "(not said)", f"{name + ':':{width}}{number:>4}  "))
        witnesses = {witness.flag: witness for witness in difference.witnesses}
        for flag in difference.flags:
            witness = witnesses.get(flag)
            if witness is None:
                click.echo(f"  {flag} {WITHOUT_WITNESS.get(flag, 'has no plain position of its own')}.")
                continue
            click.echo(f"  {flag}, in {witness}:")
            for name, answer in ((first, witness.first), (second, witness.second)):
                click.echo(_wrapped(judge(witness.position, answer, texts), f"    {name}: "))
        click.echo()
    origins = changed_origins(book, other)
    if origins:
        click.echo(f"In the same words, but {first} and {second} differ in where it comes from:")
    for change in origins:
        click.echo(f"  {change.reference}: {change.first}, {change.second}")
    return changed


def _write_figures(changed: list[Difference], book: Book, other: Book, folder: Path | None) -> None:
    """Write the figures of all witnesses, one for each ruleset with its sentence below, and print their names."""
    from taflkit.parts.figures import draw_diagram
    from taflkit.words.alternatives import Description, describe, judge

    language, theme = book.texts.language, catalog().theme()
    names = [book.ruleset.name, other.ruleset.name, *([] if language == DEFAULT_LANGUAGE else [language])]
    made = {}
    cases = [(difference, witness) for difference in changed for witness in difference.witnesses]
    for difference, witness in cases:
        for read, place, text, answer in (
            (book, "first", difference.first, witness.first),
            (other, "second", difference.second, witness.second),
        ):
            texts = (read.texts.alternatives, read.texts.words)
            scene = witness.scene(answer, read.variant)
            description = describe(scene, texts, language)
            if witness.move is None:
                judged = judge(witness.position, answer, texts)
                description = Description(f"{description.text} {judged[0].upper()}{judged[1:]}.", description.language)
            drawing = draw_diagram(
                scene,
                _FIGURE,
                f"{read.title}, {witness.flag}",
                description,
                theme.look(catalog().store, read.ruleset.face),
                catalog().typesetter(language),
                f"*{read.names['ruleset']}.* {text}",
                coordinates=True,
            )
            name = file_name(read.game.name, witness.flag, *names, place)
            made[f"{name}.svg"] = rendered(drawing, "svg", theme.paints, DEFAULT_DPI)
    for written in write_all(folder, made):
        click.echo(written)


def _wrapped(text: str, head: str) -> str:
    """Return a text in lines, the head before the first and as much space before the others."""
    return click.wrap_text(text, _WIDTH, head, " " * len(head))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the board and the goal of every ruleset.")
def games(as_json: bool) -> None:
    """List the games there are: board, pieces, what is special, languages, and rulesets with their variations.

    \b
    Examples:
      taflkit games
      taflkit games --json
    """
    shipped = [catalog().game(name) for name in catalog().game_names()]
    if as_json:
        say_table(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "size": game.layout.size,
                    **{f"{side}s": count for side, count in _soldiers(game).items()},
                    "special": game.booklet().special,
                    "languages": game.languages,
                    "rulesets": [
                        {
                            "name": ruleset.name,
                            "title": ruleset.title,
                            "source": ruleset.source,
                            "size": game.variant(ruleset).layout.size,
                            "goal": ruleset.rules.goal,
                            "variations": list(ruleset.variations),
                        }
                        for ruleset in game.rulesets
                    ],
                }
                for game in shipped
            ]
        )
        return
    for game in shipped:
        size, special = game.layout.size, game.booklet().special
        pieces = (*(many(count, side) for side, count in _soldiers(game).items()), "1 king")
        click.echo(f"{game.name}: {game.title}, {size} x {size}, {' + '.join(pieces)}")
        if special:
            click.echo(f"  {special}")
        click.echo(f"  words in {', '.join(game.languages)}")
        for ruleset in game.rulesets:
            click.echo(f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})")
            for variation in ruleset.variations.values():
                click.echo(f"    --variation {variation.name}: {variation.title}")


def _soldiers(game: GameTemplates) -> dict[str, int]:
    """Return the number of soldiers of each side."""
    return {piece.name.lower(): game.layout.count(piece) for piece in (Piece.ATTACKER, Piece.DEFENDER)}


@click.command()
@game_argument
@rules_option()
@ranged_option("depth", DEPTH, "the depth", "Plies, or the most of a suite.", "3")
@click.option("--position", metavar="LINE", help="The position; the start by default.")
@click.option("--divide", is_flag=True, help="Counts behind each move.")
@click.option(
    "--suite",
    metavar="FILE",
    shell_complete=propose_files,
    type=click.Path(path_type=Path),
    help="A file of positions with agreed counts, all checked.",
)
def perft(game: str, rules: str | None, depth: int, position: str | None, divide: bool, suite: Path | None) -> None:
    """Count the positions of the move tree: nodes, wins of attackers, wins of defenders, pieces captured.

    \b
    Examples:
      taflkit perft --depth 4
      taflkit perft --rules branan --divide --position "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"
      taflkit perft --suite brandub.perft
    """
    if suite is not None:
        source = click.get_current_context().get_parameter_source("depth")
        _check_suite(suite, _DEEPEST if source is ParameterSource.DEFAULT else depth)
        return
    templates = catalog().game(game)
    variant = templates.variant(templates.ruleset(rules))
    start = parse_position(variant, position) if position else Position.start(variant)
    for problem in start.problems():
        raise TaflkitError(problem, choice="position")
    if divide:
        for move, counts in divided(start, depth):
            click.echo(f"{move} {counts}")
    for plies in range(1, depth + 1):
        click.echo(f"perft {plies} {count(start, plies)}")


def _check_suite(suite: Path, deepest: int) -> None:
    """Check every count of a suite, and name each of its positions when it is checked."""
    with about("suite"):
        text = read_text(suite, str(suite))
    cases = parse_suite(text, shown_path(suite))
    if not cases:
        raise TaflkitError(f"{shown_path(suite)}: there is no position in it", choice="suite")
    wrong = checked = 0
    for case in cases:
        try:
            shipped = case.game in catalog().game_names()
            if not shipped and leads_out(suite.parent, case.game):
                what = f"the game '{shown(case.game)}' leads out of the suite's folder"
                raise TaflkitError(f"{what}; put the game's file there")
            templates = catalog().game(case.game if shipped else str(suite.parent / case.game))
            start = parse_position(templates.variant(templates.ruleset(case.ruleset)), case.position)
        except TaflkitError as error:
            raise TaflkitError(f"{shown_path(suite)}: {shown(case.name)}: {error}", choice="suite") from None
        depths = [depth for depth in case.expected if depth <= deepest]
        checked += len(depths)
        for depth in depths:
            counted, expected = count(start, depth), case.expected[depth]
            if counted != expected:
                wrong += 1
                click.echo(f"Error: {case.name}: depth {depth}: {counted}, and the suite has {expected}", err=True)
        click.echo(f"{case.name}: checked")
    click.echo(f"{checked} counts checked, {wrong} differ")
    if wrong:
        sys.exit(1)
