"""A kit's choices as texts, as somebody writes them, and as a KitSpec.

The command line reads its options by this module, and the site what visitors choose, so that both take the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from taflkit.errors import TaflkitError, UnknownName
from taflkit.kit.spec import CHOICES, DEFAULTS, NAMES, PARTS, RANGES, KitSpec
from taflkit.limits import Range
from taflkit.sheets.request import parse_length, parse_number

if TYPE_CHECKING:
    from taflkit.kit.printers import Printer

__all__ = [
    "ALL",
    "CHOSEN",
    "YES_OR_NO",
    "read_parts",
    "read_printer",
    "read_ranged",
    "read_wish",
    "told_mode",
    "written",
]

ALL = "all"
"""The word for every one of PARTS."""
YES_OR_NO = ("no", "yes")
"""How a choice that is had or not is written, the default first."""
CHOSEN = tuple(field for field in KitSpec._fields if field != "unprintable")
"""The fields that somebody chooses; what a printer leaves white is measured."""

_OTHER_SPELLINGS = {"color": "colour"}


def told_mode(mode: str) -> str:
    """Return a mode in our spelling: "color" is "colour"."""
    return _OTHER_SPELLINGS.get(mode, mode)


def read_ranged(text: str, values: Range, name: str, choice: str) -> float:
    """Return a length in mm or, where the range has no unit, a whole number.

    Args:
        text: a number, for a length alone (mm) or with a unit.
        values: the range.
        name: the thing, such as "the gap", for the error.
        choice: the choice that it is, for the error.

    Raises:
        TaflkitError: it is none, or out of the range; the error names the choice.
    """
    try:
        value = parse_length(text) if values.unit else parse_number(text, max(3, round(values.least)))
    except TaflkitError as error:
        raise TaflkitError(str(error), choice=choice) from None
    values.check(name, value, choice=choice)
    return value


def read_parts(text: str) -> tuple[str, ...]:
    """Return the parts to print in their order, from their names with commas between, or "all".

    Raises:
        TaflkitError: no part is named.
        UnknownName: there is no such part.
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise TaflkitError("no part is chosen; choose one at least", choice="parts")
    known = CHOICES["parts"]
    for name in names:
        if name not in (ALL, *known):
            raise UnknownName("part", name, (ALL, *known), choice="parts")
    return tuple(part for part in known if part in names or (ALL in names and part in PARTS))


def read_wish(values: Mapping[str, str]) -> KitSpec:
    """Return the spec of choices that are written as texts.

    Args:
        values: the texts by the field of a KitSpec, as the command's options take them; variations and parts have
            commas between, and what is had or not is "yes" or "no". One that is left out is the default.

    Raises:
        TaflkitError: there is no such field, or a text is not one of its values; the error names the choice.
    """
    for field in values:
        if field not in CHOSEN:
            raise UnknownName("choice", field, CHOSEN)
    read: dict[str, Any] = {field: _read(field, values[field]) for field in CHOSEN if field in values}
    return DEFAULTS._replace(**read)


def read_printer(name: str, readings: Mapping[str, str]) -> Printer:
    """Return the printer of readings that are written as texts; those left out are of a printer without a fault.

    Args:
        name: the printer's.
        readings: the texts by the names of READINGS.

    Raises:
        TaflkitError: there is no such reading, or a text is out of its range; the error names it as the choice.
    """
    # a command's help reads this module, and no library
    from taflkit.kit.printers import READINGS, Printer  # noqa: PLC0415

    for reading in readings:
        if reading not in READINGS:
            raise UnknownName("reading", reading, tuple(READINGS))
    return Printer(name, **{key: read_ranged(text, *READINGS[key], key) for key, text in readings.items()})


def _read(field: str, text: str) -> Any:
    """Return the value of a choice that is written as a text."""
    if field in RANGES:
        return read_ranged(text, RANGES[field], NAMES[field], field)
    if field in _LISTS:
        return _LISTS[field](text)
    if isinstance(getattr(DEFAULTS, field), bool):
        return _named(field, text, YES_OR_NO) == YES_OR_NO[1]
    if field == "mode":
        text = told_mode(text)
    if field not in CHOICES:
        return text
    named = _named(field, text, CHOICES[field])
    return int(named) if field == "pages" else named


def _listed(text: str) -> tuple[str, ...]:
    """Return the names in a text with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


_LISTS: Mapping[str, Callable[[str], tuple[str, ...]]] = {"parts": read_parts, "variations": _listed}


def _named(field: str, text: str, known: tuple[str, ...]) -> str:
    """Return one of the names of a choice."""
    if text not in known:
        raise UnknownName(field, text, known, choice=field)
    return text


def written(field: str, value: Any) -> str:
    """Return the text of a value of a choice, which `read_wish` reads as that value; "" for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_OR_NO[value]
    if isinstance(value, tuple):
        return ALL if field == "parts" and value == PARTS else ",".join(value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)
