"""The command line: the only reader of arguments and writer of files.

A command imports its modules when it runs, so that none pays for another.
"""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path

import click

from taflkit import __version__
from taflkit.cli.problems import ProblemGroup
from taflkit.errors import TaflkitError, unknown

__all__ = ["main", "run"]

_COMMANDS = ("build", "figures", "diagram", "plan", "rules", "games", "check", "perft", "printer", "new")
"""The commands in the order of the help; each is in the module of its name."""


class _Commands(ProblemGroup):
    """Commands that are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"taflkit.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was called for; an unknown one is answered with the nearest."""
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            ctx.fail(unknown("command", args[0], _COMMANDS))
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="taflkit")
def main() -> None:
    """Print-and-play kits for Brandub and its family: board, counters, cards and a booklet of rules as PDF.

    \b
    Examples:
      taflkit build                                the Brandub kit on A4, in colour
      taflkit build --paper letter --mode mono     the same on Letter, for a black printer
      taflkit build --rules all --paper all --mode all -o kits/
      taflkit figures --rules branan --format svg
      taflkit plan --sections pinwheel --gap 0
      taflkit printer test                         a sheet to measure a printer with
    """
    try:
        Path.cwd()
    except OSError:
        raise TaflkitError("the current folder is no longer there; change to another one") from None


def run() -> None:
    """Run as a program of its own, which is over before collecting its garbage would be worth the time."""
    gc.disable()
    try:
        main(prog_name="taflkit")
    finally:
        # frozen objects are not gone through once more when Python ends
        gc.freeze()
