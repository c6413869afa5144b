"""The form of the kit maker: a field for each choice of a kit, made of what kit.spec and the words say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from taflkit.kit.printers import READINGS, Printer
from taflkit.kit.spec import CHOICES, DEFAULTS, PARTS, RANGES, help_of
from taflkit.kit.wishes import written
from taflkit.limits import Range
from taflkit.sheets.paper import PAPERS
from taflkit.site.choices import READING
from taflkit.words.phrases import fill

__all__ = ["ESSENTIALS", "GROUPS", "Field", "Group", "Option", "make_form"]

ESSENTIALS = ("game", "rules", "variations", "language", "paper", "mode", "theme", "ink")
"""The choices that everybody makes, in their order on the page."""
GROUPS: Mapping[str, tuple[str, ...]] = {
    "board": ("sections", "sheets", "cell", "join", "overlap", "frame"),
    "counters": ("counters", "punch", "king", "sets", "spares"),
    "extras": ("cards", "box", "thickness"),
    "booklet": ("parts", "pages", "duplex"),
    "sheets": ("margin", "gap", "bleed"),
}
"""The other choices, by the headings that they stand under."""
Kind = Literal["choice", "chips", "list", "flag", "length", "number"]


class Option(Struct, frozen=True):
    """A value of a choice: as it is written, its label, and whether it is the default or among it."""

    value: str
    label: str
    chosen: bool = False


class Field(Struct, frozen=True):
    """A field of the form.

    Attributes:
        name: of a field of a KitSpec, or of a printer's reading behind READING.
        label: for people.
        help: what it is, in a sentence; "" where the label says all.
        kind: "choice" is one of a menu, "chips" one of few, "list" some of several, "flag" is had or not, "length" is
            in mm or another unit, and "number" is whole.
        default: as it is written; "" for none.
        options: the values of a choice or a list.
        empty: what it stands for if nothing is written.
        least, most: the range of a length or a number.
    """

    name: str
    label: str
    help: str
    kind: Kind
    default: str
    options: tuple[Option, ...] = ()
    empty: str = ""
    least: float = 0
    most: float = 0


class Group(Struct, frozen=True):
    """Fields under a heading."""

    name: str
    title: str
    fields: tuple[Field, ...]


def make_form(
    words: Mapping[str, Any],
    helps: Mapping[str, str],
    themes: Mapping[str, str],
    known: Mapping[str, tuple[Option, ...]],
) -> tuple[tuple[Field, ...], tuple[Group, ...]]:
    """Return the fields that everybody needs, and the groups of all others.

    Args:
        words: of maker.toml.
        helps: what the choices are, by their names.
        themes: their titles by their names.
        known: the values of game, rules and language: the games of the site, and what the first of them has.
    """
    known = {
        **known,
        "theme": tuple(Option(name, title, name == DEFAULTS.theme) for name, title in themes.items()),
    }
    groups = [
        Group(name, words["groups"][name], tuple(_field(words, helps, field, known) for field in fields))
        for name, fields in GROUPS.items()
    ]
    printer = Group("printer", words["groups"]["printer"], tuple(_reading(words, helps, name) for name in READINGS))
    return tuple(_field(words, helps, field, known) for field in ESSENTIALS), (*groups, printer)


def _field(
    words: Mapping[str, Any], helps: Mapping[str, str], name: str, known: Mapping[str, tuple[Option, ...]]
) -> Field:
    """Return the field of a choice."""
    options = known.get(name) or _options(words, name)
    chosen = next((option.value for option in options if option.chosen), "")
    default = chosen if name in known else written(name, getattr(DEFAULTS, name))
    values = RANGES.get(name)
    return Field(
        name=name,
        label=words["labels"][name],
        help=_help(words, helps, name, values),
        kind=_kind(name, values),
        default=default,
        options=options,
        empty=words["empty"].get(name, ""),
        least=values.least if values else 0,
        most=values.most if values else 0,
    )


def _kind(name: str, values: Range | None) -> Kind:
    if values is not None:
        return "length" if values.unit else "number"
    if name in ("mode", "ink"):
        return "chips"
    if name in ("variations", "parts"):
        return "list"
    return "flag" if isinstance(getattr(DEFAULTS, name), bool) else "choice"


def _options(words: Mapping[str, Any], name: str) -> tuple[Option, ...]:
    """Return the values of a choice; the booklet for a screen is none of the parts, since it is a file of its own."""
    default = written(name, getattr(DEFAULTS, name))
    values = PARTS if name == "parts" else CHOICES.get(name, ())
    labels = words["values"].get(name, {}) if name != "paper" else {each.name: each.label for each in PAPERS.values()}
    # with an empty value the choice is left to the kit
    unset = (Option("", words["empty"][name], chosen=True),) if values and not default else ()
    chosen = values if name == "parts" else (default,)
    return (*unset, *(Option(value, labels[value], value in chosen) for value in values))


def _help(words: Mapping[str, Any], helps: Mapping[str, str], name: str, values: Range | None) -> str:
    """Return what a choice is, with its range, and its values by their labels."""
    if name in words["unhelped"]:
        return ""
    labels = {value: fill(words["named"], {"value": label}) for value, label in words["values"].get(name, {}).items()}
    return _ranged(words, help_of(name, labels, helps), values)


def _ranged(words: Mapping[str, Any], text: str, values: Range | None) -> str:
    if values is None:
        return text
    names = {"help": text, "least": f"{values.least:g}", "most": f"{values.most:g}"}
    return fill(words["length" if values.unit else "number"], names)


def _reading(words: Mapping[str, Any], helps: Mapping[str, str], name: str) -> Field:
    """Return the field of a reading of the printer's test sheet."""
    values, _ = READINGS[name]
    return Field(
        name=f"{READING}{name}",
        label=words["readings"][name],
        help=_ranged(words, helps[f"{READING}{name}"], values),
        kind="length",
        default=f"{getattr(Printer(''), name):g}",
        least=values.least,
        most=values.most,
    )
