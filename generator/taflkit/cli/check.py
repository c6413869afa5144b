"""taflkit check: every problem of a game, and of a theme."""

from __future__ import annotations

import sys

import click

from taflkit.cli.console import complain, say
from taflkit.cli.options import catalog, game_argument, many, theme_option
from taflkit.kit.spec import DEFAULTS

__all__ = ["check"]


@click.command()
@game_argument
@theme_option()
def check(game: str, theme: str) -> None:
    """Check GAME: its files, the rules' sentences, every figure under every ruleset, and that the kits fit.

    With a theme its files are checked too, whether its fonts have all letters of the game's kits, and whether its
    pieces can be told apart by everyone.

    \b
    Examples:
      taflkit check
      taflkit check mygame.toml
      taflkit check --theme walnut.toml
    """
    from taflkit.kit.checks import check_game
    from taflkit.render.png import to_pixels

    problems = 0
    for problem in check_game(catalog(), game, theme, to_pixels if theme != DEFAULTS.theme else None):
        complain(str(problem))
        problems += 1
    if problems:
        sys.exit(1)
    found = catalog().game(game)
    say(f"{found.title}: {many(len(found.ruleset_names), 'ruleset')} and {many(len(found.figures), 'figure')} checked")
    if theme != DEFAULTS.theme:
        say(f"{catalog().theme(theme).title}: its pieces can be told apart by everyone")
