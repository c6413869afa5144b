"""Which form of a noun goes with a count, by CLDR's rules for each language (templates/plurals.toml)."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec import Struct

from taflkit.errors import TemplateError
from taflkit.reading import parse_toml, read_text
from taflkit.resources import templates_folder

__all__ = ["CATEGORIES", "Plurals", "plurals_of"]

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories that there are, in CLDR's order; no language is without the last."""
_FILE = "plurals.toml"
_LANGUAGES = 32
"""The languages whose rules are kept, once they were read."""


class Plurals(Struct, frozen=True):
    """The plural categories of a language.

    Attributes:
        categories: in CLDR's order; all of them where the language's rule is not known.
        place: gives the place among them of the category that a count has.
        known: whether CLDR has the language.
    """

    categories: tuple[str, ...]
    place: Callable[[int], int]
    known: bool = True

    def category(self, count: int) -> str:
        """Return the category of a count, such as "one"."""
        return self.categories[self.place(count)]


class _Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the file: the place of a category among its own, by a C expression of the count n."""

    categories: str
    plural: str
    languages: str


class _PluralTable(Struct, frozen=True, forbid_unknown_fields=True):
    """plurals.toml."""

    rule: tuple[_Rule, ...]


@lru_cache(maxsize=_LANGUAGES)
def plurals_of(language: str) -> Plurals:
    """Return the plural categories of a language.

    Args:
        language: its code, such as "pt-BR"; one that CLDR does not have by itself is looked for without its end. What
            is not found at all has "other" for every count.

    Raises:
        TemplateError: the file of the rules is not there, or was spoiled.
    """
    rules = _rules()
    code = language
    while code:
        for rule in rules:
            if code in rule.languages.split():
                return Plurals(tuple(rule.categories.split()), gettext.c2py(rule.plural))
        code = code.rpartition("-")[0]
    return Plurals(CATEGORIES, lambda _: len(CATEGORIES) - 1, known=False)


def _rules() -> tuple[_Rule, ...]:
    file = templates_folder() / _FILE
    name = f"templates/{_FILE}"
    try:
        return msgspec.convert(parse_toml(read_text(file, name), name), _PluralTable).rule
    except msgspec.ValidationError as error:
        raise TemplateError(name, "", str(error)) from None
