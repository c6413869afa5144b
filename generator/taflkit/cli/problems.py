"""Named problems as the command line says them: one line, with the option that it is about."""

from __future__ import annotations

from typing import Any

import click

from taflkit.errors import IllegalMove, ManyProblems, TaflkitError

__all__ = ["ProblemGroup", "in_words", "problem_line"]


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
                click.echo(f"Error: {problem_line(problem, command)}", err=True)
            raise click.ClickException(problem_line(last, command)) from None
        except TaflkitError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            raise click.ClickException(problem_line(error, command)) from None


def in_words(error: IllegalMove) -> str:
    """Return the line of an illegal move with the engine's code replaced by its reason in words."""
    from taflkit.cli.options import catalog
    from taflkit.resources import DEFAULT_GAME
    from taflkit.tafl import Refusal
    from taflkit.words.alternatives import explain

    if not isinstance(error.refusal, Refusal):
        return str(error)
    reason = explain(error.refusal, catalog().game(DEFAULT_GAME).texts().alternatives)
    return str(error).replace(str(error.refusal), reason)


def problem_line(error: TaflkitError, command: click.Command | None) -> str:
    """Return a problem as one line, behind the option or argument of the command that it is about."""
    if isinstance(error, IllegalMove):
        return in_words(error)
    for param in command.params if command else ():
        if error.choice and param.name == error.choice:
            shown = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            return f"{shown}: {error}"
    return str(error)
