"""What a run reads once, prints, and how it ends: the catalog, the streams, problems as lines, exit codes, signals.

Whatever the streams are, closed, full or of few letters, a run ends with a line and no traceback.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from math import inf
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from taflkit.errors import (
    IllegalMove,
    ManyProblems,
    TaflkitError,
    TemplateError,
    UntranslatedTexts,
    printable,
    shown,
    unknown,
)

if TYPE_CHECKING:
    from taflkit.catalog import Catalog

ASKING = "_TAFLKIT_COMPLETE"
"""The variable by which the script of a shell requests completion, as click calls it."""
STOPPED = 130
"""The exit code of a run that was stopped, as shells have it for Ctrl-C."""
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
_CLEARING = 1.0
"""The seconds after a signal in which others are ignored: what is half done is cleared away then."""
_NO_MEMORY = "there is not enough memory for it; free some, or ask for less at once"
_UNLOADED = "failed to map segment"
"""The system's word for a library that no memory is left for."""
_FULL = (errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC, errno.EPIPE)
_LONGEST = 600
"""The characters of what others say in a line."""


@cache
def catalog() -> Catalog:
    """Return the templates, which one process reads once."""
    from taflkit.catalog import Catalog

    return Catalog()


def open_streams() -> None:
    """Put something in the place of streams that are closed, and take characters that a terminal does not have.

    A closed stream's number would go to the next file that is opened. What is read from or written to one fails as it
    does for other programs; what is printed to a closed standard error is lost.
    """
    fails = (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_RDWR, "w"))
    for number, (name, flags, mode) in enumerate(fails):
        if getattr(sys, name) is not None:
            continue
        opened = os.open(os.devnull, flags)
        if opened == number:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        else:
            os.close(opened)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def settle_streams() -> None:
    """Write what streams still hold, or drop it where that fails: Python would say so once more when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def input_text(source: str) -> str:
    """Return the text of a file, or of standard input by the name "-".

    Raises:
        TaflkitError: it cannot be read; the option that names it is not said.
    """
    from pathlib import Path

    from taflkit.reading import read_stream, read_text

    try:
        if source != "-":
            return read_text(Path(source), source)
        if sys.stdin is None:
            raise TaflkitError("standard input is closed")
        return read_stream(sys.stdin.buffer, "standard input")
    except TemplateError as error:
        raise TaflkitError(error.why) from None


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


def many(count: int, what: str) -> str:
    """Return "1 page" or "2 pages"."""
    return f"{count} {what}{'' if count == 1 else 's'}"


class Stopped(BaseException):
    """Somebody stopped the run; the message says what was made. It is no Exception, as KeyboardInterrupt is none."""


def raise_when_stopped() -> None:
    """Raise Stopped wherever the process is when a signal ends it; signals that its starter ignores stay ignored."""
    last = -inf

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal last
        if time.monotonic() - last > _CLEARING:
            last = time.monotonic()
            raise Stopped

    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def ignore_stops() -> None:
    """Let nothing stop a run that is over."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def held() -> Iterator[None]:
    """Let signals to stop wait until the block is done; a process that is started in it has them wait too."""
    before = hold()
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hold() -> Iterable[int]:
    """Let signals to stop wait until they are released; return those that wait already. On Windows none can wait."""
    if sys.platform == "win32":
        return ()
    return signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)


def release() -> None:
    """Let signals through again that were held, in this process or the one that started it."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


class ProblemGroup(click.Group):
    """Commands whose named problems end the program with one line and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Invoke the command that was called for."""
        try:
            return super().invoke(ctx)
        except TaflkitError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            *others, last = error.problems if isinstance(error, ManyProblems) else (error,)
            for problem in others:
                complain(problem_line(problem, command))
            raise click.ClickException(problem_line(last, command)) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was called for, and name the nearest where there is none."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            ctx.fail(unknown("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def exit_code(action: Callable[[], Any]) -> int:
    """Run the program, and return its exit code; whatever ends it early is one line on standard error."""
    try:
        result = action()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except (Stopped, KeyboardInterrupt, click.Abort) as stop:
        complain(str(stop) or "nothing more is made", head="stopped: ")
        return STOPPED
    except click.UsageError as error:
        message, more = error.format_message(), ""
        if error.ctx is not None:
            more = f" ({error.ctx.command_path} --help explains)"
            if isinstance(error, click.NoSuchOption):
                options = error.ctx.command.get_params(error.ctx)
                known = [name for option in options for name in option.opts if name[:2] == "--"]
                message = unknown("option", error.option_name, known)
        if type(error).__name__ == "NoArgsIsHelpError":
            # a command alone is a question, and the answer has many lines
            error.show()
        else:
            complain(f"{shown(' '.join(message.split()), _LONGEST).rstrip('.')}{more}")
        return error.exit_code
    except click.ClickException as error:
        complain(error.format_message())
        return error.exit_code
    except Exception as error:
        complain(unforeseen_line(error))
        return 1
    return result if isinstance(result, int) else 0


def unforeseen_line(error: Exception) -> str:
    """Return the line on an exception that nobody made a line of; with TAFLKIT_DEBUG its traceback is printed too."""
    if debugging() and sys.stderr is not None:
        traceback.print_exception(error)
    number = getattr(error, "errno", None)
    if isinstance(error, MemoryError | SystemError) or number == errno.ENOMEM or _UNLOADED in str(error):
        return _NO_MEMORY
    if isinstance(error, OSError) and error.strerror:
        # a file that cannot be written is named where it is written; what is left is what is printed
        printed = "standard output cannot be written: " if number in _FULL else ""
        return f"{f'{shown(error.filename)}: ' if error.filename else printed}{error.strerror}"
    return (
        f"taflkit met a problem that it does not know ({type(error).__name__}: {shown(error, _LONGEST)}); "
        "TAFLKIT_DEBUG=1 shows where; please report it as SECURITY.md says"
    )


def debugging() -> bool:
    """Return whether the environment requests tracebacks."""
    return bool(os.environ.get("TAFLKIT_DEBUG"))


def problem_line(error: TaflkitError, command: click.Command | None) -> str:
    """Return a problem as one line, behind the option or argument of the command that it is about.

    A refused move has its reason in words, a language the way out.
    """
    line = str(error)
    if isinstance(error, UntranslatedTexts):
        ways = ["--draft takes the English for what is lacking"] if error.drafted else []
        if error.game in catalog().game_names():
            ways.append(f"taflkit new language {error.language} --game {error.game} writes what is to be translated")
        else:
            ways.append("taflkit check with the language names all of it")
        line = f"{line}; {', '.join(ways)}"
    elif isinstance(error, IllegalMove):
        from taflkit.resources import DEFAULT_GAME
        from taflkit.words.alternatives import in_words

        line = in_words(error, catalog().game(DEFAULT_GAME).texts().alternatives)
    for param in command.params if command and error.choice else ():
        if (param.name or "").rstrip("_") == error.choice:
            written = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            return f"{written}{f' {shown(error.given)}' if error.given else ''}: {line}"
    return line
