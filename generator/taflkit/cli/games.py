"""taflkit games: the games and rulesets there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.console import say_table
from taflkit.cli.known import catalog
from taflkit.cli.options import many
from taflkit.tafl import Piece

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates, Ruleset

__all__ = ["games"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the board and the goal of every ruleset.")
def games(as_json: bool) -> None:
    """List the games there are: board, pieces, what is special, languages, and rulesets with their variations.

    \b
    Examples:
      taflkit games
      taflkit games --json
    """
    found = [catalog().game(name) for name in catalog().game_names()]
    if as_json:
        say_table([_game_table(game) for game in found])
        return
    for game in found:
        for line in _lines(game):
            click.echo(line)


def _lines(game: GameTemplates) -> list[str]:
    """Return the lines on a game: its board and pieces, what is special, and its rulesets."""
    size = game.layout.size
    pieces = (*(many(number, side) for side, number in _soldiers(game).items()), "1 king")
    lines = [f"{game.name}: {game.title}, {size} x {size}, {' + '.join(pieces)}"]
    special = game.booklet().special
    if special:
        lines.append(f"  {special}")
    lines.append(f"  words in {', '.join(game.languages)}")
    for ruleset in game.rulesets:
        lines.append(f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})")
        lines += [f"    --variation {each.name}: {each.title}" for each in ruleset.variations.values()]
    return lines


def _soldiers(game: GameTemplates) -> dict[str, int]:
    """Return how many soldiers each side has."""
    return {piece.name.lower(): game.layout.count(piece) for piece in (Piece.ATTACKER, Piece.DEFENDER)}


def _game_table(game: GameTemplates) -> dict[str, Any]:
    """Return a game as JSON has it."""
    return {
        "name": game.name,
        "title": game.title,
        "size": game.layout.size,
        **{f"{side}s": number for side, number in _soldiers(game).items()},
        "special": game.booklet().special,
        "languages": game.languages,
        "rulesets": [_ruleset_table(game, ruleset) for ruleset in game.rulesets],
    }


def _ruleset_table(game: GameTemplates, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "source": ruleset.source,
        "size": game.variant(ruleset).layout.size,
        "goal": ruleset.rules.goal,
        "variations": list(ruleset.variations),
    }
