"""taflkit check: every problem of a game."""

from __future__ import annotations

import sys

import click

from taflkit.cli.console import complain, say
from taflkit.cli.options import catalog, game_argument, many

__all__ = ["check"]


@click.command()
@game_argument
def check(game: str) -> None:
    """Check GAME: its files, the rules' sentences, every figure under every ruleset, and that the kits fit.

    \b
    Examples:
      taflkit check
      taflkit check mygame.toml
    """
    from taflkit.kit.checks import check_game

    problems = 0
    for problem in check_game(catalog(), game):
        complain(str(problem))
        problems += 1
    if problems:
        sys.exit(1)
    found = catalog().game(game)
    say(f"{found.title}: {many(len(found.ruleset_names), 'ruleset')} and {many(len(found.figures), 'figure')} checked")
