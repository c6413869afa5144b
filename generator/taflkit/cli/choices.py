"""Options whose values have names: an unknown one is answered with the nearest, and some go without a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import click

from taflkit.errors import unknown

__all__ = ["BareOption", "Choice", "CommandOfBareOptions"]


class Choice(click.Choice[str]):
    """One of several names.

    Args:
        choices: the names.
        called: the word for one of them in messages; by default the option's own word.
    """

    def __init__(self, choices: Sequence[str], called: str = "") -> None:
        super().__init__(choices)
        self._called = called

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that was given.

        Raises:
            BadParameter: there is none such; the line says which may be meant.
        """
        if value not in self.choices:
            called = self._called or (param.opts[0].lstrip("-") if param else "choice")
            self.fail(unknown(called, str(value), self.choices), param, ctx)
        return super().convert(value, param, ctx)


class BareOption(click.Option):
    """An option with a choice that may be written without a value, and then has the second of its choices.

    What follows it is its value only if it is one of them, so that an argument may follow too.
    """

    def written(self, args: Sequence[str], at: int) -> str:
        """Return the argument at a place as it is to be read, with a value where it has none."""
        named = cast("Choice", self.type).choices
        bare = args[at] in self.opts and (at + 1 == len(args) or args[at + 1] not in named)
        return f"{args[at]}={named[1]}" if bare else args[at]


class CommandOfBareOptions(click.Command):
    """A command with such options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, with the values that options go without."""
        end = args.index("--") if "--" in args else len(args)
        for option in self.params:
            if isinstance(option, BareOption):
                args = [option.written(args[:end], at) if at < end else arg for at, arg in enumerate(args)]
        return super().parse_args(ctx, args)
