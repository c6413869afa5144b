"""The standard streams: whatever they are, closed, full or of few letters, a run ends with a line and no traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

import click

from taflkit.errors import printable

__all__ = ["ASKING", "complain", "open_streams", "say", "say_table", "settle_streams"]

ASKING = "_TAFLKIT_COMPLETE"
"""The variable by which the script of a shell asks for completion, as click calls it."""


def open_streams() -> None:
    """Put something in the place of streams that are closed, and take characters that a terminal does not have.

    A closed stream's number would go to the next file that is opened. What is read from or written to one fails as it
    does for other programs; what is said to a closed standard error is lost.
    """
    fails = (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_RDWR, "w"))
    for number, (name, flags, mode) in enumerate(fails):
        if getattr(sys, name) is None and _take(number, flags):
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _take(number: int, flags: int) -> bool:
    """Open the null device under the number of a closed stream; return whether that was free."""
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.close(opened)
    return opened == number


def settle_streams() -> None:
    """Write what streams still hold, or drop it where that fails: Python would say so once more when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(line: str, err: bool = False) -> None:
    """Print a line of a report, with characters escaped that a terminal would obey."""
    click.echo(printable(line), err=err)


def say_table(table: Any) -> None:
    """Print a table as JSON, which is right in every encoding."""
    import json

    plain = not (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    click.echo(json.dumps(table, ensure_ascii=plain, indent=2))


def complain(line: str, head: str = "Error: ") -> None:
    """Print a problem as one line on standard error, if that takes it."""
    with suppress(OSError):
        say(f"{head}{' '.join(line.split())}", err=True)
