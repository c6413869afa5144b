"""The values of rule flags as the files write them."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import cache

from taflkit.errors import TaflkitError
from taflkit.tafl import Rules, Variant

__all__ = ["Flags", "flag_values", "is_switch", "shown_under", "write_value"]

Flags = dict[str, str | bool | tuple[str, ...]]


def shown_under(when: Mapping[str, object], variant: Variant) -> bool:
    """Whether flags have the values that a `when` asks for.

    Raises:
        TaflkitError: an unknown flag or a value that the flag cannot have.
    """
    shown = True
    for flag, wanted in when.items():
        options = [write_value(w) for w in wanted] if isinstance(wanted, (tuple, list)) else [write_value(wanted)]
        values = flag_values(flag)
        for option in options:
            if option not in values:
                raise TaflkitError(f"{flag} cannot be '{option}'; it can be {', '.join(values)}")
        shown = shown and write_value(getattr(variant.rules, flag)) in options
    return shown


@cache
def flag_values(flag: str) -> tuple[str, ...]:
    """Return the values of a rule flag as the files write them.

    Raises:
        TaflkitError: there is no such flag.
    """
    hints = _flag_types()
    if flag not in hints:
        raise TaflkitError(f"there is no rule flag '{flag}'; there is {', '.join(hints)}")
    hint = hints[flag]
    return ("true", "false") if hint is bool else tuple(str(value) for value in typing.get_args(hint))


@cache
def _flag_types() -> dict[str, typing.Any]:
    return typing.get_type_hints(Rules)


def is_switch(flag: str) -> bool:
    """Whether a rule flag is true or false."""
    return flag_values(flag) == ("true", "false")


def write_value(value: object) -> str:
    """Return a flag's value as the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
