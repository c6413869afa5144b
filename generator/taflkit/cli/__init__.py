"""The command line: the only reader of arguments and writer of files.

A command imports its modules when it runs, so that none pays for another.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from importlib import import_module
from typing import Any

import click

from taflkit import __version__
from taflkit.cli.console import (
    ASKING,
    STOPPED,
    ProblemGroup,
    Stopped,
    debugging,
    exit_code,
    ignore_stops,
    open_streams,
    raise_when_stopped,
    settle_streams,
)
from taflkit.errors import TaflkitError

__all__ = ["main", "run"]

_COMMANDS = {
    "build": ("build", "Make kits as PDF, one or many."),
    "export": ("build", "Make a kit's files for machines and tables."),
    "figures": ("figures", "Draw every figure of a booklet."),
    "diagram": ("figures", "Draw a figure of your own."),
    "site": ("site", "Make a site of games, rules and kits."),
    "make": ("make", "Make what a project file lists."),
    "plan": ("build", "Show what lies on which sheet."),
    "rules": ("rules", "Print the rules, and where each is from."),
    "games": ("rules", "List the games and their rulesets."),
    "check": ("authoring", "Check a game, or a theme, of your own."),
    "perft": ("rules", "Count the positions of a move tree."),
    "puzzles": ("puzzles", "Find puzzles that are proven."),
    "printer": ("printer", "Measure a printer, and correct kits for it."),
    "new": ("authoring", "Write a file or folder to start from."),
    "schema": ("authoring", "Print the JSON Schema of a file."),
    "completion": ("completion", "Install completion for a shell."),
}
"""The commands in the order of the help: the module that each is in, and its line there."""


class _Commands(ProblemGroup):
    """Commands that are imported when they are called."""

    def main(self, *args: Any, standalone_mode: bool = True, **more: Any) -> Any:
        """Run as a program, which ends with an exit code and no traceback; see exit_code."""
        run_as_function = partial(super().main, *args, standalone_mode=False, **more)
        if not standalone_mode:
            return run_as_function()

        def run_as_program() -> Any:
            if os.environ.get(ASKING):
                from taflkit.cli.completion import refuse_odd_request

                refuse_odd_request()
            return run_as_function()

        sys.exit(exit_code(run_as_program))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, line = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"taflkit.cli.{module}"), cmd_name)
        command.short_help = line
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of the commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="taflkit")
def main() -> None:
    """Print-and-play kits for Brandub and its family: board, counters, cards and a booklet of rules as PDF.

    \b
    Examples:
      taflkit build                                the Brandub kit on A4, in colour
      taflkit build --paper letter --mode mono     the same on Letter, for a black printer
      taflkit build --rules all --paper all --mode all -o kits/
      taflkit export --to cutter                   for a cutting machine; parts, tts, print-on-demand
      taflkit figures --rules branan --format svg
      taflkit plan --sections pinwheel --gap 0
      taflkit printer test                         a sheet to measure a printer with
    """
    try:
        os.getcwd()  # noqa: PTH109  (pathlib takes its time)
    except OSError:
        raise TaflkitError("the current folder is no longer there; change to another one") from None


def run() -> None:
    """Run as a program of its own."""
    # no clock is in any file, and ReportLab would read this one's setting
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    open_streams()
    if not debugging():
        # what fails while something else is cleared away is reported with that
        sys.unraisablehook = lambda _: None
    try:
        raise_when_stopped()
        main(prog_name="taflkit")
    except Stopped:
        # between the program's last line and its end
        sys.exit(STOPPED)
    finally:
        ignore_stops()
        settle_streams()
