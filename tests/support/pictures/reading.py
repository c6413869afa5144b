"""Reads tables of positions as pictures.

A table is a text file: a comment that says what its fields mean, then one case after the other, with an empty line
between them. A case is a line that says what it shows, lines such as "move: f4-f1", and the picture. A field with the
value that most cases have is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from taflkit.tafl import Side

__all__ = ["NO_FLAGS", "Flag", "read_cases"]

Case = TypeVar("Case", bound=NamedTuple)
Flag = str | bool | int
NO_FLAGS: Mapping[str, Flag] = MappingProxyType({})
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}


def _flags(text: str) -> dict[str, Flag]:
    """Return flags such as "king_armed=false goal=edge"."""
    return {flag: _TRUTH.get(value, value) for flag, _, value in (each.partition("=") for each in text.split())}


_VALUES: dict[str, Callable[[str], Any]] = {
    "to_move": Side,
    "winner": Side,
    "wins": _TRUTH.__getitem__,
    "flags": _flags,
}
"""How the fields are read that are no text."""


def read_cases(table: str, kind: type[Case]) -> list[Case]:
    """Return the cases of the table in the file of a name beside this one."""
    _, *cases = Path(__file__).with_name(f"{table}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return [_read_case(case, kind) for case in cases]


def _read_case(case: str, kind: type[Case]) -> Case:
    what, *lines = case.splitlines()
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    values = {name: _VALUES.get(name, str)(value) for name, value in fields.items()}
    return kind(what=what, text="\n".join(line for line in lines if ": " not in line), **values)
