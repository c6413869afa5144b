"""Write templates/plurals.toml: which form of a noun goes with a count, in every language that CLDR knows.

The rules are CLDR's, as Babel has them, for whole numbers alone; so are the letters of the languages. Needs the `dev`
extra. Run it when CLDR has new rules, or the text face other letters; a test compares the file with what is written
here.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.core import get_cldr_version, get_global
from babel.localedata import load, locale_identifiers
from babel.plural import PluralRule
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "templates" / "plurals.toml"
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
HEAD = """\
# Which form of a noun goes with a count n: the place of its category among these, by an expression as gettext has them.
# The rules are CLDR {version}’s. Written by scripts/make_plurals.py.
"""
LINE = 110


class Rule(NamedTuple):
    """The categories of a language in CLDR's order, and which of them a count has."""

    categories: tuple[str, ...]
    plural: str


Term = bool | str
"""A condition as a C expression, or whether it always holds."""


def condition(node: Any) -> Term:
    """Return a condition of CLDR's as an expression of a whole number n, which has no decimals and no exponent."""
    kind, parts = node
    if kind == "not":
        inner = condition(parts[0])
        return not inner if isinstance(inner, bool) else f"!({inner})"
    if kind in ("and", "or"):
        terms = [condition(part) for part in parts]
        settling = kind == "or"
        if settling in terms:
            return settling
        left = [term for term in terms if not isinstance(term, bool)]
        return _joined(kind, left) if left else not settling
    method, value, (_, ranges) = parts
    if kind != "relation" or method != "in":
        raise ValueError(f"unknown condition {kind} {method}")
    return _within(value, [(_number(low), _number(high)) for low, high in ranges])


def _joined(kind: str, terms: list[str]) -> str:
    if kind == "or" or not terms[1:]:
        return " || ".join(terms)
    return " && ".join(f"({term})" if "||" in term else term for term in terms)


def _number(node: Any) -> int:
    return int(node[1][0])


def _within(value: Any, ranges: list[tuple[int, int]]) -> Term:
    name, parts = value
    of = parts[0][0] if name == "mod" else name
    if of not in ("n", "i"):
        # the decimals and the exponent of a whole number are 0
        return any(low <= 0 <= high for low, high in ranges)
    counted = f"n % {_number(parts[1])}" if name == "mod" else "n"
    return _joined("or", [_between(counted, low, high) for low, high in ranges])


def _between(counted: str, low: int, high: int) -> str:
    if low == high:
        return f"{counted} == {low}"
    return f"{counted} <= {high}" if low == 0 else f"({counted} >= {low} && {counted} <= {high})"


def rule(plurals: PluralRule) -> Rule:
    """Return a rule of CLDR's for whole numbers; a category that none of these has is listed all the same."""
    known = dict(plurals.abstract)
    categories = tuple(category for category in CATEGORIES if category in known or category == "other")
    plural = str(len(categories) - 1)
    for number, category in reversed(list(enumerate(categories[:-1]))):
        holds = condition(known[category])
        if holds is True:
            plural = str(number)
        elif holds is not False:
            plural = f"{holds} ? {number} : {plural}"
    return Rule(categories, plural)


def rules() -> dict[Rule, list[str]]:
    """Return the rules with the codes of the languages that CLDR has rules for, both in order.

    Of a script or a region it is named where it is another than its language's.
    """
    found: dict[Rule, list[str]] = {}
    of: dict[str, Rule] = {}
    for code in sorted(locale_identifiers()):
        plurals = load(code, merge_inherited=False).get("plural_form")
        if plurals is not None:
            of[code] = rule(plurals)
            if "_" not in code or of[code] != of.get(code.partition("_")[0]):
                found.setdefault(of[code], []).append(code.replace("_", "-"))
    return dict(sorted(found.items(), key=lambda item: (len(item[0].categories), item[1][0])))


def letters(names: Any) -> set[str]:
    """Return the letters of the names of months and days, apart from those that only modify others."""
    if isinstance(names, str):
        return {char for char in names if char.isalpha() and unicodedata.category(char) != "Lm"}
    return set().union(*map(letters, names.values()))


def unlettered() -> list[str]:
    """Return the codes of the languages in another script than the Latin one, or whose letters the text face lacks."""
    known = set(map(chr, TTFont(ROOT / "templates" / "fonts" / "text.ttf").getBestCmap()))
    likely = get_global("likely_subtags")
    found = []
    for code in sorted({code.partition("_")[0] for code in locale_identifiers()}):
        names = load(code)
        written = letters({key: names[key]["format"]["wide"] for key in ("months", "days") if key in names})
        if written - known or likely.get(code, f"{code}_Latn").split("_")[1] != "Latn":
            found.append(code)
    return found


def lines() -> Iterator[str]:
    """Yield the lines of the file."""
    yield HEAD.format(version=get_cldr_version())
    yield "# Languages with letters that the faces have not."
    yield "unlettered = '''"
    yield from textwrap.wrap(" ".join(unlettered()), LINE)
    yield "'''\n"
    for each, codes in rules().items():
        yield "[[rule]]"
        yield f"categories = '{' '.join(each.categories)}'"
        yield f"plural = '{each.plural}'"
        yield "languages = '''"
        yield from textwrap.wrap(" ".join(codes), LINE, break_on_hyphens=False)
        yield "'''\n"


if __name__ == "__main__":
    TARGET.write_text("\n".join(lines()).rstrip("\n") + "\n", encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(rules())} rules")
