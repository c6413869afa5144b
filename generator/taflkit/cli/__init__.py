"""The command line: the only reader of arguments and writer of files.

A command imports what it needs when it runs, so that none pays for another.
"""

from __future__ import annotations

from typing import Any

import click

from taflkit import __version__
from taflkit.cli.build import build
from taflkit.cli.prove import check, perft
from taflkit.cli.show import figures, games, plan
from taflkit.errors import TaflkitError

__all__ = ["main"]


class _Group(click.Group):
    """Commands in the order of their definition, with every named problem as one line and exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except TaflkitError as error:
            raise click.ClickException(str(error)) from None


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
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
    """


for command in (build, figures, plan, games, check, perft):
    main.add_command(command)
