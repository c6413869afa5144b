"""The values that a shell proposes when Tab is pressed: games, rulesets, themes, printers and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from taflkit.cli.known import catalog, printer_names
from taflkit.errors import TaflkitError
from taflkit.resources import DEFAULT_GAME

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from taflkit.catalog import GameTemplates

__all__ = [
    "figures",
    "files",
    "games",
    "languages",
    "listed",
    "printers",
    "proposed",
    "rulesets",
    "themes",
    "variations",
]

Proposal = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
"""The proposals for the beginning of a value."""


def files(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell propose files; what is typed and cannot be printed back is its own business."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed if typed.isprintable() else "", type="file")]


def proposed(names: Callable[[click.Context], Iterable[str]], *, or_files: bool = False) -> Proposal:
    """Return the proposals of names; where none begins as typed, of files if they will do.

    Args:
        names: the names there are; a problem of a file means that there are none, and those are left out that no
            terminal shows.
        or_files: whether a file of the user's own may stand for a name.
    """

    def propose(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        try:
            fitting = [CompletionItem(name) for name in names(ctx) if name.startswith(typed) and name.isprintable()]
        except (TaflkitError, OSError):
            fitting = []
        return fitting if fitting or not or_files else files(ctx, param, typed)

    return propose


def listed(names: Iterable[str]) -> Proposal:
    """Return the proposals of names for the last of a list with commas between."""

    def propose(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        before, comma, last = typed.rpartition(",")
        if not before.isprintable():
            return []
        taken = before.split(",")
        return [
            CompletionItem(f"{before}{comma}{name}") for name in names if name.startswith(last) and name not in taken
        ]

    return propose


def _game(ctx: click.Context) -> GameTemplates:
    """Return the game that is named on the command line so far, or the default one."""
    # arguments before an option that has no value yet are left over
    return catalog().game(next(iter(ctx.args), None) or ctx.params.get("game") or DEFAULT_GAME)


def _games(_ctx: click.Context) -> Iterable[str]:
    return catalog().game_names()


def _themes(_ctx: click.Context) -> Iterable[str]:
    return catalog().theme_names()


def _variations(ctx: click.Context) -> Iterable[str]:
    return _game(ctx).ruleset(ctx.params.get("rules")).variations


def _printers(_ctx: click.Context) -> Iterable[str]:
    return printer_names()


games = proposed(_games, or_files=True)
"""The shipped games, or a file."""
rulesets = proposed(lambda ctx: _game(ctx).ruleset_names)
"""The rulesets of the game."""
variations = proposed(_variations)
"""The variations of the ruleset."""
languages = proposed(lambda ctx: _game(ctx).languages)
"""The languages of the game."""
figures = proposed(lambda ctx: _game(ctx).figures)
"""The figures of the game."""
themes = proposed(_themes, or_files=True)
"""The shipped themes, or a file."""
printers = proposed(_printers)
"""The printers that were measured."""
