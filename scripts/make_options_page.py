"""Write the rows of docs/options.md that are made from the choices of a kit; a new choice's stands behind its group's.

The rows of other options, and what stands between the tables, are written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from taflkit.kit.options import ALL, OPTIONS, Option, help_of, written

__all__ = ["PAGE", "row", "with_rows"]

PAGE = Path(__file__).parents[1] / "docs" / "options.md"
_MORE = {"mode": "`color` is `colour`"} | dict.fromkeys(("rules", "theme", "paper"), "") | {"variations": "repeatable"}
"""What stands behind the values of an option, by the choice."""
_SEVERAL = ("rules", "paper", "mode", "theme")
"""The choices of which "all" makes a kit for each value."""


def row(option: Option) -> str:
    """Return the row of a choice."""
    name = f"--{option.name.rstrip('s') if option.default == () else option.name.replace('_', '-')}"
    beside = f"--{option.beside}" if option.beside else ""
    example = f"`{' '.join(filter(None, ('taflkit build', name, option.example, beside)))}`"
    what = help_of(option.name, {value: f"`{value}`" for value in option.values})
    return f"| `{name}` | {_values(option)} | {what} | {example} |"


def _values(option: Option) -> str:
    """Return the default of a choice, and what else it may be."""
    if option.kind == "flag":
        return "a flag"
    default = written(option.name, option.default)
    if option.range is not None:
        unit = option.range.unit and f" {option.range.unit}"
        return f"{f'{default}{unit}' if default else option.empty}; {option.range}"
    first = [option.empty] if option.empty else []
    first += [", ".join(f"`{name}`" for name in dict.fromkeys((default, *option.values)) if name)]
    more = [f"`{ALL}`"] if option.name in _SEVERAL else []
    more += ["two sides"] if option.reads else []
    return "; ".join(part for part in (*first, *more, _MORE.get(option.name, "")) if part)


def with_rows(text: str, options: Mapping[str, Option] = OPTIONS) -> str:
    """Return the page with the rows of all choices."""
    above: dict[str, str] = {}
    for name, option in options.items():
        if name == "game" or not option.group:
            continue
        line = row(option)
        begin = line[: line.index("|", 2)]
        if begin in text:
            text = re.sub(rf"(?m)^{re.escape(begin)}\|.*$", lambda _, line=line: line, text, count=1)
        else:
            text = text.replace(above[option.group], f"{above[option.group]}\n{line}", 1)
        above[option.group] = line
    return text


if __name__ == "__main__":
    PAGE.write_text(with_rows(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
