"""The form of the kit maker: a field for each choice of a kit, made of what kit.options and the words say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from taflkit.kit.options import DEFAULTS, ESSENTIALS, GROUPS, OPTIONS, PARTS, Option, help_of, written
from taflkit.kit.printers import READINGS, Printer
from taflkit.limits import Range
from taflkit.sheets.paper import PAPERS
from taflkit.words.phrases import fill

READING = "printer-"
"""What stands before the name of a printer's reading in the name of its field."""
_FEW = 2
"""The values of a choice that everybody makes, up to which they stand side by side, and not in a menu."""
Kind = Literal["choice", "chips", "list", "flag", "length", "number"]


class Value(Struct, frozen=True):
    """A value of a choice: as it is written, its label, and whether it is the default or among it."""

    value: str
    label: str
    chosen: bool = False


class Field(Struct, frozen=True):
    """A field of the form.

    Attributes:
        name: of a field of a KitSpec, or of a printer's reading behind READING.
        help: "" where the label says all.
        kind: "choice" is one of a menu, "chips" one of few, "list" some of several, "flag" is had or not, "length" is
            in mm or another unit, and "number" is whole.
        default: as it is written; "" for none.
        empty: the meaning of an empty field.
    """

    name: str
    label: str
    help: str
    kind: Kind
    default: str
    values: tuple[Value, ...] = ()
    empty: str = ""
    least: float = 0
    most: float = 0


class FieldGroup(Struct, frozen=True):
    """Fields under a heading."""

    name: str
    title: str
    fields: tuple[Field, ...]


def form_names() -> Mapping[str, tuple[str, ...]]:
    """Return the choices of the form by the groups that they stand in."""
    groups: dict[str, tuple[str, ...]] = {}
    for group in GROUPS:
        names = tuple(name for name, option in OPTIONS.items() if option.group == group and option.in_maker)
        if names:
            groups[group] = names
    return groups


def make_form(
    words: Mapping[str, Any],
    helps: Mapping[str, str],
    themes: Mapping[str, str],
    known: Mapping[str, tuple[Value, ...]],
) -> tuple[tuple[Field, ...], tuple[FieldGroup, ...]]:
    """Return the fields that everybody needs, and the groups of all others.

    Args:
        words: of maker.toml.
        helps: by the names of choices and readings.
        themes: their titles by their names.
        known: the values of game, rules and language, which are those of the site.
    """
    known = {**known, "theme": tuple(Value(name, title, name == DEFAULTS.theme) for name, title in themes.items())}
    fields = {
        group: tuple(_field(words, helps, OPTIONS[name], known.get(name, ())) for name in names)
        for group, names in form_names().items()
    }
    readings = tuple(
        Field(
            name=f"{READING}{name}",
            label=words["readings"][name],
            help=_ranged(words, helps[f"{READING}{name}"], values),
            kind="length",
            default=f"{getattr(Printer(''), name):g}",
            least=values.least,
            most=values.most,
        )
        for name, (values, _) in READINGS.items()
    )
    groups = [FieldGroup(group, words["groups"][group], fields[group]) for group in fields if group not in ESSENTIALS]
    essentials = tuple(field for group in ESSENTIALS for field in fields[group])
    return essentials, (*groups, FieldGroup("printer", words["groups"]["printer"], readings))


def _field(words: Mapping[str, Any], helps: Mapping[str, str], option: Option, known: tuple[Value, ...]) -> Field:
    """Return the field of a choice, of values that are known of this site or else of all that it can have.

    The booklet for a screen is none of the parts, since it is a file of its own.
    """
    name, values, default = option.name, option.range, written(option.name, option.default)
    labels = words["values"].get(name, {})
    quoted = {value: fill(words["named"], {"value": label}) for value, label in labels.items()}
    offered = PARTS if name == "parts" else option.values
    chosen = offered if name == "parts" else (default,)
    names = labels if name != "paper" else {each.name: each.label for each in PAPERS.values()}
    # with an empty value the choice is left to the kit
    unset = (Value("", words["empty"][name], chosen=True),) if offered and not default else ()
    few = option.group in ESSENTIALS and 0 < len(option.values) <= _FEW
    return Field(
        name=name,
        label=words["labels"][name],
        help="" if name in words["unhelped"] else _ranged(words, help_of(name, quoted, helps[name]), values),
        kind="chips" if few else "choice" if option.kind == "name" else option.kind,
        default=next((value.value for value in known if value.chosen), "") if known else default,
        values=known or (*unset, *(Value(value, names[value], value in chosen) for value in offered)),
        empty=words["empty"].get(name, ""),
        least=values.least if values else 0,
        most=values.most if values else 0,
    )


def _ranged(words: Mapping[str, Any], text: str, values: Range | None) -> str:
    """Return a help with the range of its choice."""
    if values is None:
        return text
    names = {"help": text, "least": f"{values.least:g}", "most": f"{values.most:g}"}
    return fill(words["length" if values.unit else "number"], names)
