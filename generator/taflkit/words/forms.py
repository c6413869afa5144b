"""The forms of a noun, by plural category and variant, such as a case; and refusals of tables that lack words."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from taflkit.errors import TemplateError, among
from taflkit.limits import NOUN_FORMS, VARIANT
from taflkit.reading import parse_toml, read_text
from taflkit.resources import templates_folder

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories that there are, in CLDR's order; no language is without the last."""
_FILE = "plurals.toml"
_SCRIPT = 4
"""The letters of a script in the code of a language, as in sr-Latn."""
_LANGUAGES = 32
"""The languages whose rules are stored, once they were read."""


class Plurals(Struct, frozen=True):
    """The plural categories of a language.

    Attributes:
        categories: in CLDR's order; all of them where the language's rule is not known.
        place: gives the place among them of the category that a count has.
        known: whether CLDR has the language.
        rule: what place is made of, as gettext has it.
    """

    categories: tuple[str, ...]
    place: Callable[[int], int]
    known: bool = True
    rule: str = ""

    def category(self, count: int) -> str:
        """Return the category of a count, such as "one"."""
        return self.categories[self.place(count)]


class _Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the file: the place of a category among its own, by a C expression of the count n."""

    categories: str
    plural: str
    languages: str


class _PluralTable(Struct, frozen=True, forbid_unknown_fields=True):
    """plurals.toml; `unlettered` has the codes of the languages with letters that the faces have not."""

    rule: tuple[_Rule, ...]
    unlettered: str


@lru_cache(maxsize=_LANGUAGES)
def plurals_of(language: str) -> Plurals:
    """Return the plural categories of a language by its code, such as "pt-BR".

    A code that CLDR does not have by itself is looked for without its end. A language that is not there at all has
    "other" for every count.

    Raises:
        TemplateError: the file of the rules is not there, or was spoiled.
    """
    code = language
    while code:
        for rule in _table().rule:
            if code in rule.languages.split():
                return Plurals(tuple(rule.categories.split()), gettext.c2py(rule.plural), rule=rule.plural)
        code = code.rpartition("-")[0]
    return Plurals(CATEGORIES, lambda _: len(CATEGORIES) - 1, known=False)


def is_lettered(language: str) -> bool:
    """Whether the faces have the letters of a language, by its code, such as "nb" or "sr-Latn"."""
    code, *tags = language.split("-")
    script = next((tag for tag in tags if len(tag) == _SCRIPT and tag.isalpha()), "")
    return script.title() == "Latn" if script else code not in _table().unlettered.split()


def _table() -> _PluralTable:
    file, name = templates_folder() / _FILE, f"templates/{_FILE}"
    try:
        return msgspec.convert(parse_toml(read_text(file, name), name), _PluralTable)
    except msgspec.ValidationError as error:
        raise TemplateError(name, "", str(error)) from None


Forms = dict[str, str]
"""A noun by plural category, as CLDR names them: "one" and "other", or whichever the language has.

"other_dat" is its form of the category in the variant "dat"; a noun that is counted may have "a" and "a_dat", itself
with its number one, and "number", the variant of the numbers that stand before it.
"""
A = "a"
"""The key of a counted noun with its number one."""
NUMBER = "number"
"""The key of the variant of the numbers before it."""


def split(key: str) -> tuple[str, str]:
    """Return a name, and the variant behind it: "other_dat" is "other" and "dat"."""
    name, _, variant = key.partition("_")
    return name, variant


def variants(forms: Collection[str], of: str = "") -> tuple[str, ...]:
    """Return the variants that keys, such as those of a noun, have in their order: of one of them, or of all."""
    pairs = map(split, forms)
    return tuple(dict.fromkeys(variant for name, variant in pairs if variant and of in ("", name)))


def common_variants(nouns: Sequence[Collection[str]]) -> tuple[str, ...]:
    """Return the variants that all of some nouns have, in the order of the first."""
    first, *others = map(variants, nouns)
    return tuple(variant for variant in first if all(variant in other for other in others))


def chosen(forms: Mapping[str, str], category: str, variant: str = "") -> str:
    """Return the form of a noun in a category, or in "other" where it has none of that.

    A form that the variant lacks is the one without it.
    """
    if not variant:
        return forms.get(category) or forms["other"]
    of = category if category in forms or f"{category}_{variant}" in forms else "other"
    tried = (forms.get(key, "") for key in (f"{of}_{variant}", of, f"other_{variant}"))
    return next(filter(None, tried), forms["other"])


def variant_problem(variant: str) -> str:
    """Return why a word cannot be the name of a variant; "" where it can."""
    if variant.isascii() and variant.isalpha() and variant.islower() and len(variant) <= VARIANT:
        return ""
    return f"a variant is a word of small letters, {VARIANT} at most, such as dat"


def form_problems(
    key: str, forms: Forms, plurals: Plurals, counted: bool = False, numbers: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of each form that a noun cannot have.

    `counted` says whether numbers stand beside the noun; those of the language have the variants `numbers`.
    """
    if len(forms) > NOUN_FORMS:
        yield key, f"has {len(forms)} forms, and {NOUN_FORMS} are the most"
        return
    known = (*plurals.categories, *((A,) if counted else ()))
    for form, text in forms.items():
        name, variant = split(form)
        if form == NUMBER and counted:
            if text not in numbers:
                there = ", ".join(numbers) or "none"
                yield f"{key}.{form}", f"the numbers have no variant '{text}'; there is {there}"
        elif name not in known:
            what = "plural form of the language" if name in CATEGORIES else "form of a noun"
            yield f"{key}.{form}", f"'{name}' is no {what}; {among(name, known)}"
        elif variant or form.endswith("_"):
            why = variant_problem(variant)
            if why:
                yield f"{key}.{form}", why
        if not text.strip():
            yield f"{key}.{form}", "is empty; leave it out, or write the form"


def kin(name: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the names of the noun or number that a name is a variant of, as far as there is one."""
    parts = name.split("_")
    stems = ["_".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
    stem = next((stem for stem in stems if stem in names), "")
    return tuple(sorted(each for each in names if each == stem or each.startswith(f"{stem}_"))) if stem else ()


# Refusals of tables of texts that lack a word; the catalog names file and key.


def refuse_formless(**nouns: Forms) -> None:
    """Refuse nouns without the form that all counts may have; the catalog names the file.

    Raises:
        ValueError: one has no form "other".
    """
    for name, forms in nouns.items():
        if not forms.get("other"):
            raise ValueError(f"[{name}] needs 'other'")


def refuse_lacking(text: object, needed: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a text whose attributes are tables and lack a word of those that each needs; the catalog names the file.

    Raises:
        ValueError: a word is missing.
    """
    for table, names in needed.items():
        for name in names:
            if name not in getattr(text, table):
                raise ValueError(f"[{table}] needs '{name}'")
