"""taflkit perft: counts of the move tree, and suites of agreed ones."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from taflkit.cli import proposals
from taflkit.cli.known import catalog
from taflkit.cli.options import game_argument, ranged_option, rules_option
from taflkit.cli.writing import shown_path
from taflkit.errors import TaflkitError, shown
from taflkit.limits import DEPTH
from taflkit.reading import leads_out

__all__ = ["perft"]


@click.command()
@game_argument
@rules_option()
@ranged_option("depth", DEPTH, "the depth", "Plies, or the most of a suite.", "3")
@click.option("--position", metavar="LINE", help="The position; the start by default.")
@click.option("--divide", is_flag=True, help="Counts behind each move.")
@click.option(
    "--suite",
    metavar="FILE",
    shell_complete=proposals.files,
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
    from taflkit.tafl import Position, parse_position
    from taflkit.tafl.perft import divide as divided
    from taflkit.tafl.perft import perft as count

    if suite is not None:
        explicit = click.get_current_context().get_parameter_source("depth")
        default = explicit is not None and explicit.name == "DEFAULT"
        _run_suite(suite, 99 if default else depth)
        return
    templates = catalog().game(game)
    variant = templates.variant(templates.ruleset(rules))
    start = parse_position(variant, position) if position else Position.start(variant)
    for problem in start.problems():
        raise TaflkitError(f"--position: {problem}")
    if divide:
        for move, counts in divided(start, depth):
            click.echo(f"{move} {counts}")
    for plies in range(1, depth + 1):
        click.echo(f"perft {plies} {count(start, plies)}")


def _game_of(name: str, suite: Path) -> str:
    """Return the name of a shipped game, or the path of a game that lies in the suite's folder or below it.

    Raises:
        TaflkitError: the name leads out of that folder, where nothing is looked for.
    """
    if name in catalog().game_names():
        return name
    if leads_out(suite.parent, name):
        raise TaflkitError(f"the game '{shown(name)}' leads out of the suite's folder; put the game's file there")
    return str(suite.parent / name)


def _run_suite(suite: Path, deepest: int) -> None:
    """Check every count of a suite, and say how far it has come."""
    from taflkit.reading import read_text
    from taflkit.tafl import parse_position
    from taflkit.tafl.perft import parse_suite
    from taflkit.tafl.perft import perft as count

    try:
        text = read_text(suite, str(suite))
    except TaflkitError as error:
        raise TaflkitError(f"--suite: {error}") from None
    wrong = checked = 0
    cases = parse_suite(text, shown_path(suite))
    if not cases:
        raise TaflkitError(f"--suite: {shown_path(suite)}: there is no position in it")
    for case in cases:
        try:
            templates = catalog().game(_game_of(case.game, suite))
            start = parse_position(templates.variant(templates.ruleset(case.ruleset)), case.position)
        except TaflkitError as error:
            raise TaflkitError(f"--suite: {shown_path(suite)}: {shown(case.name)}: {error}") from None
        for depth, expected in case.expected.items():
            if depth > deepest:
                continue
            found = count(start, depth)
            checked += 1
            if found != expected:
                wrong += 1
                click.echo(f"Error: {case.name}: depth {depth}: {found}, and the suite has {expected}", err=True)
        click.echo(f"{case.name}: {'checked'}")
    click.echo(f"{checked} counts checked, {wrong} differ")
    if wrong:
        sys.exit(1)
