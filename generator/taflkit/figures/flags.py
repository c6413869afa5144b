"""The values of rule flags as the files write them."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import cache

from taflkit.errors import TaflkitError, shown, unknown
from taflkit.tafl import CORNERS, BoardLayout, Rules, Variant

__all__ = ["Flags", "Needs", "flag_values", "meets", "shown_under", "typed_values", "write_value"]

Flags = dict[str, str | bool | int | tuple[str | int, ...]]

Need = typing.Literal["", "corners", "no-corners", "blocks", "throne", "no-throne"]
Needs = Need | tuple[Need, ...]
"""What a sentence or a figure asks of a board: that there are corners, or none, or that a corner is a block of squares;
that the throne differs from other squares, or not."""


def meets(needs: Needs, layout: BoardLayout) -> bool:
    """Whether a board has everything that a sentence or a figure asks for."""
    if not needs:
        return True
    has = {
        "": True,
        "corners": bool(layout.corners),
        "no-corners": not layout.corners,
        "blocks": len(layout.corners) > CORNERS,
        "throne": layout.throne_marked,
        "no-throne": not layout.throne_marked,
    }
    return all(has[need] for need in ((needs,) if isinstance(needs, str) else needs))


def shown_under(when: Mapping[str, object], variant: Variant) -> bool:
    """Whether flags have the values that a `when` asks for.

    Raises:
        TaflkitError: an unknown flag or a value that the flag cannot have.
    """
    holds = True
    for flag, wanted in when.items():
        options = [write_value(w) for w in wanted] if isinstance(wanted, (tuple, list)) else [write_value(wanted)]
        values = flag_values(flag)
        for option in options:
            if option not in values:
                raise TaflkitError(f"{flag} cannot be '{shown(option)}'; it can be {', '.join(values)}")
        holds = holds and write_value(getattr(variant.rules, flag)) in options
    return holds


@cache
def flag_values(flag: str) -> tuple[str, ...]:
    """Return the values of a rule flag as the files write them.

    Raises:
        TaflkitError: there is no such flag.
    """
    return tuple(map(write_value, typed_values(flag)))


@cache
def typed_values(flag: str) -> tuple[str | bool | int, ...]:
    """Return the values of a rule flag.

    Raises:
        TaflkitError: there is no such flag.
    """
    hints = _flag_types()
    if flag not in hints:
        raise TaflkitError(unknown("rule flag", flag, tuple(hints)))
    hint = hints[flag]
    return (True, False) if hint is bool else typing.get_args(hint)


@cache
def _flag_types() -> dict[str, typing.Any]:
    return typing.get_type_hints(Rules)


def write_value(value: object) -> str:
    """Return a flag's value as the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
