"""Options whose values have names: one that is not among them is told the nearest."""

from __future__ import annotations

from typing import Any

import click

from taflkit.errors import unknown

__all__ = ["Choice"]


class Choice(click.Choice[str]):
    """One of several names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that was given.

        Raises:
            BadParameter: there is none such; the line says which may be meant.
        """
        if value not in self.choices:
            called = param.opts[0].lstrip("-") if param else "choice"
            self.fail(unknown(called, str(value), self.choices), param, ctx)
        return super().convert(value, param, ctx)
