"""Rulesets and their variations, with where every value comes from."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taflkit.catalog.sources import Source, convert
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.figures import flag_values, is_switch, write_value
from taflkit.tafl import Label, Origin, Rules, flag_names

__all__ = ["Ruleset", "Variation", "load_ruleset_file", "ordered"]


@dataclass(eq=False, repr=False)
class _FlagTable:
    """A flag of a ruleset: its value and where that comes from."""

    value: str | bool
    label: Label
    why: str = ""


@dataclass(eq=False, repr=False)
class _VariationTable:
    """A variation in a ruleset's file: the rules that it changes."""

    title: str
    rules: dict[str, _FlagTable]


@dataclass(eq=False, repr=False)
class _RulesetTable:
    """A ruleset's file."""

    title: str
    source: str
    rules: dict[str, _FlagTable]
    variations: dict[str, _VariationTable] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Variation:
    """A variation that a ruleset's source names.

    Attributes:
        values, origins: of the flags it changes.
    """

    name: str
    title: str
    values: Mapping[str, str | bool]
    origins: Mapping[str, Origin]


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset:
    """A ruleset as its file has it, or with some of its variations.

    Attributes:
        name: with the names of variations behind it: "masters+check".
        source: the description it follows.
        origins: for each flag where its value comes from.
        variations: those there are, by name.
        varied: the titles of those in use.
    """

    name: str
    title: str
    source: str
    rules: Rules
    origins: Mapping[str, Origin]
    variations: Mapping[str, Variation]
    varied: tuple[str, ...] = ()

    def vary(self, names: Sequence[str]) -> Ruleset:
        """Return the ruleset with variations of its source, in the order of its file.

        Raises:
            UnknownName: the ruleset has no such variation.
            TaflkitError: two of them change the same rule in different ways.
        """
        for name in names:
            if name not in self.variations:
                raise UnknownName(f"variation of {self.name}", name, tuple(self.variations) or ("none",))
        chosen = [variation for variation in self.variations.values() if variation.name in names]
        values: dict[str, str | bool] = {}
        origins = dict(self.origins)
        for variation in chosen:
            for flag, value in variation.values.items():
                if values.setdefault(flag, value) != value:
                    why = f"the variation {variation.name} and another one both change the rule {flag}"
                    raise TaflkitError(why, choice="variations")
            origins |= variation.origins
        return dataclasses.replace(
            self,
            name="+".join((self.name, *(variation.name for variation in chosen))),
            rules=dataclasses.replace(self.rules, **typing.cast("dict[str, Any]", values)),
            origins=origins,
            varied=tuple(variation.title for variation in chosen),
        )


def ordered(names: tuple[str, ...], order: tuple[str, ...], file: str) -> tuple[str, ...]:
    """Return the rulesets that a layout lists in its order, and the others behind them."""
    for name in order:
        if name not in names:
            raise TemplateError(file, "rulesets", f"there is no ruleset '{name}'; there is {', '.join(names)}")
    return tuple(dict.fromkeys((*order, *names)))


def load_ruleset_file(source: Source, name: str) -> Ruleset:
    """Read a ruleset of a game.

    Raises:
        TemplateError: an unknown or missing rule, or a wrong value, with file and key.
    """
    return _ruleset(name, *source.required(f"rulesets/{name}"))


def _ruleset(name: str, table: dict[str, Any], file: str) -> Ruleset:
    data = convert(table, _RulesetTable, file)
    missing = [flag for flag in flag_names() if flag not in data.rules]
    values, origins = _flags(data.rules, file, "rules")
    if missing:
        raise TemplateError(file, f"rules.{missing[0]}", "is missing; a ruleset gives every rule a value")
    variations = {}
    for variation, entry in data.variations.items():
        changed, why = _flags(entry.rules, file, f"variations.{variation}.rules")
        variations[variation] = Variation(variation, entry.title, changed, why)
    return Ruleset(name, data.title, data.source, Rules(**typing.cast("dict[str, Any]", values)), origins, variations)


def _flags(entries: Mapping[str, _FlagTable], file: str, key: str) -> tuple[dict[str, str | bool], dict[str, Origin]]:
    """Return the values and the origins of flags, after seeing that there are such flags with such values."""
    values = {}
    for flag, entry in entries.items():
        if flag not in flag_names():
            raise TemplateError(file, f"{key}.{flag}", f"unknown rule; there is {', '.join(flag_names())}")
        if write_value(entry.value) not in flag_values(flag) or isinstance(entry.value, bool) is not is_switch(flag):
            known = ", ".join(flag_values(flag) if is_switch(flag) else map(repr, flag_values(flag)))
            raise TemplateError(file, f"{key}.{flag}.value", f"cannot be {entry.value!r}; it can be {known}")
        values[flag] = entry.value
    return values, {flag: Origin(entry.label, entry.why) for flag, entry in entries.items()}
