"""taflkit games: the games and rulesets there are."""

from __future__ import annotations

import click

from taflkit.cli.options import catalog

__all__ = ["games"]


@click.command()
def games() -> None:
    """List the games and rulesets there are."""
    for name in catalog().game_names():
        game = catalog().game(name)
        click.echo(f"{name}: {game.title}, {game.layout.size} x {game.layout.size}")
        for ruleset in game.rulesets:
            click.echo(f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})")
            for variation in ruleset.variations.values():
                click.echo(f"    --variation {variation.name}: {variation.title}")
