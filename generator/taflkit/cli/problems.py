"""Named problems as the command line says them: one line, with the option that it is about."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from taflkit.cli.console import complain
from taflkit.cli.stopping import STOPPED, Stopped
from taflkit.errors import IllegalMove, ManyProblems, TaflkitError, Unspoken, shown, unknown

__all__ = ["ProblemGroup", "debugging", "exit_code", "problem_line", "unforeseen_line"]

_NO_MEMORY = "there is not enough memory for it; free some, or ask for less at once"
_UNLOADED = "failed to map segment"
"""The system's word for a library that no memory is left for."""
_PRINTED = "standard output cannot be written: "
_FULL = (errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC, errno.EPIPE)
_LONGEST = 600


class ProblemGroup(click.Group):
    """Commands whose named problems end the program with one line and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Invoke the command that was called for."""
        try:
            return super().invoke(ctx)
        except ManyProblems as error:
            *others, last = error.problems
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            for problem in others:
                complain(problem_line(problem, command))
            raise click.ClickException(problem_line(last, command)) from None
        except TaflkitError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            raise click.ClickException(problem_line(error, command)) from None

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
        _complain_of_usage(error)
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
        import traceback

        traceback.print_exception(error)
    if (
        isinstance(error, MemoryError | SystemError)
        or getattr(error, "errno", None) == errno.ENOMEM
        or _UNLOADED in str(error)
    ):
        return _NO_MEMORY
    if isinstance(error, OSError) and error.strerror:
        what = f"{shown(error.filename)}: " if error.filename else ""
        # a file that cannot be written is named where it is written; what is left is what is printed
        return f"{what or (_PRINTED if error.errno in _FULL else '')}{error.strerror}"
    return (
        f"taflkit met a problem that it does not know ({type(error).__name__}: {shown(error, _LONGEST)}); "
        "TAFLKIT_DEBUG=1 shows where; please report it as SECURITY.md says"
    )


def debugging() -> bool:
    """Return whether the environment asks for tracebacks."""
    return bool(os.environ.get("TAFLKIT_DEBUG"))


def _complain_of_usage(error: click.UsageError) -> None:
    """Say what is wrong with the command line, and where its options are explained."""
    if type(error).__name__ == "NoArgsIsHelpError":
        # a command alone is a question, and the answer has many lines
        error.show()
        return
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts if name[:2] == "--"]
        message = unknown("option", error.option_name, known)
    more = f" ({error.ctx.command_path} --help explains)" if error.ctx is not None else ""
    complain(f"{shown(' '.join(message.split()), _LONGEST).rstrip('.')}{more}")


def _called(param: click.Parameter) -> str:
    """Return an option or an argument as it is written."""
    return param.opts[0] if isinstance(param, click.Option) else param.human_readable_name


def _line_of(error: TaflkitError) -> str:
    """Return the line of a problem; a refused move's with its reason in words, a language's with the way out."""
    if isinstance(error, Unspoken):
        return f"{error}; {_way_to_speak(error)}"
    if not isinstance(error, IllegalMove):
        return str(error)
    from taflkit.cli.known import catalog
    from taflkit.resources import DEFAULT_GAME
    from taflkit.words.alternatives import in_words

    return in_words(error, catalog().game(DEFAULT_GAME).texts().alternatives)


def _way_to_speak(error: Unspoken) -> str:
    """Return what can be done about a language that a game lacks some of."""
    from taflkit.cli.known import catalog

    shipped = error.game in catalog().game_names()
    game = f" --game {error.game}" if shipped else ""
    writes = f"taflkit new language {error.language}{game} writes what is to be translated" if shipped else ""
    draft = "--draft takes the English for what is lacking" if error.drafted else ""
    names = "taflkit check with the language names all of it"
    return ", ".join(part for part in (draft, writes or names) if part)


def problem_line(error: TaflkitError, command: click.Command | None) -> str:
    """Return a problem as one line, behind the option or argument of the command that it is about."""
    for param in command.params if command else ():
        if error.choice and param.name == error.choice:
            given = f" {shown(error.given)}" if error.given else ""
            return f"{_called(param)}{given}: {_line_of(error)}"
    return _line_of(error)
