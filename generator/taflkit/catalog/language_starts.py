"""Starting files for a language: every text with its English beside it, and what a folder that is there lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from taflkit.catalog.games import GameTemplates
from taflkit.catalog.languages import TITLES, WORDS, translations_of
from taflkit.catalog.sources import Layers, Source, shown_name
from taflkit.catalog.translation import DRAFT_SIGN, Translated, Untranslated, digest, read_translated
from taflkit.reading import is_there, parse_toml, read_text
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.words.forms import plurals_of
from taflkit.words.phrases import Words
from taflkit.words.table import LARGEST, WordsTable
from taflkit.words.texts import COUNTED

__all__ = ["LanguageStart", "language_start", "most_characters", "stale_lines", "started_file"]

_NAME = re.compile(r"\{\{|\}\}|(\{[A-Za-z]\w*\})")
_MORE = 1.2
"""How much longer than the English a text may be."""
_TEST = "printer-test"
_SHORT = re.compile(r"(?:.*\.)?(?:title|heading|name)|table\..*")
"""The keys of texts that stand on one line: titles, and the heads and cells of tables."""
_HEAD = """\
# Every text of {what}, with its English behind a # above it. Write the translation into `text`; one that is empty
# is missing. `en` tells which English it was made of, and stays as it is. {{names}} in braces are filled in: each must
# stand in the translation, as it is or in a variant that words.toml declares ({{king_dat}}), with a capital at the
# beginning of a sentence ({{King}}). *Words* in asterisks are in italics, *ga:such* in italics and in another language;
# both stay.
"""
_NOUNS = """\
# Nouns that stand beside numbers, in each form that the language has: {categories}. Take the # away.
"""
_GRAMMAR = """\
# The words that rules, cards and captions are filled in with, in '{code}'. Write each in the language, without the #,
# which marks what is still English. A noun has a form for each plural category of the language ({categories};
# "other" is always needed), and may have variants, such as one_dat and other_dat: sentences ask for them as
# {{king_dat}} and {{kings_dat}}. Numbers have variants too (words_dat). `read_by` says who has read all of it as their
# own language.
"""


class LanguageStart(Struct, frozen=True):
    """What is to be written of a language.

    Attributes:
        files: whole files by their paths below the folder of the game.
        stale: a line for each text that is there and was made of older English.
    """

    files: Mapping[str, str]
    stale: tuple[str, ...]


def language_start(game: GameTemplates, code: str, shared: Source, folder: Path, base: str) -> LanguageStart:
    """Return the files of a translation that is to be begun or gone on with: nothing that is there is changed.

    Args:
        game: the game that is translated: in the folder if that is there, else the shipped one.
        code: of the language, which is not English.
        shared: the tables that all games share.
        folder: of the translation, which may not be there.
        base: the shipped game's name.

    Raises:
        TaflkitError: a file that is there has a problem, with file and key.
    """
    found = translations_of(game, code) | {_TEST: _test(shared, folder, code)}
    files: dict[str, str] = {}
    for name, table in found.items():
        if name == WORDS:
            continue
        path = f"text/{code}/{name}.toml"
        text = started_file(name, table, folder / path, code)
        if text:
            files[path] = text
    grammar = f"text/{code}/{WORDS}.toml"
    if not any(source.has(f"text/{code}/{WORDS}") for source in game.sources):
        files[grammar] = _grammar(shared, code)
    if not is_there(folder / "layout.toml"):
        layout = f'# {game.title} with the words of text/{code}/.\nbase = "{base}"\n'
        files = {"layout.toml": layout, **files}
    return LanguageStart(files, tuple(stale_lines(found.values())))


def stale_lines(tables: Iterable[Translated]) -> Iterator[str]:
    """Yield a line for each text of some tables that was made of older English."""
    for each in (each for table in tables for each in table.lacking if each.state == "stale"):
        yield f'{each}; its digest is "{digest(each.english)}" now'


def _test(shared: Source, folder: Path, code: str) -> Translated:
    """Return the words of the printer's test sheet, which belong to no game."""
    sources = [Source(folder), shared] if is_there(folder) else [shared]
    return read_translated(sources, code, _TEST)


def started_file(name: str, table: Translated, place: Path, code: str) -> str:
    """Return a file with all that is there and all that is missing; "" where nothing is.

    Args:
        name: of the table.
        table: it, in the language as far as it is there.
        place: of the file, which may not be there.
        code: of the language.

    Raises:
        TaflkitError: the file that is there has a problem, with file and key.
    """
    there = read_text(place, shown_name(place)) if is_there(place) else ""
    old = parse_toml(there, shown_name(place)) if there else {}
    nouns = _nouns(name, table, old, code)
    texts = list(_blocks(name, table, old))
    if not (nouns or texts):
        return ""
    head = "" if there else _HEAD.format(what=f"{name}.toml")
    return "\n".join(part for part in (head, nouns, there, *texts) if part)


def _nouns(name: str, table: Translated, old: Mapping[str, Any], code: str) -> str:
    """Return the nouns that stand beside numbers and are not there yet."""
    lines = []
    categories = plurals_of(code).categories if plurals_of(code).known else ("one", "other")
    for noun in COUNTED.get(name, ()):
        forms = table.forms.get(noun)
        if noun not in old and forms:
            lines.append(f"{noun} = {_forms(forms, categories)}\n")
    return _NOUNS.format(categories=", ".join(categories)) + "".join(lines) if lines else ""


def _forms(english: Mapping[str, str], categories: Iterable[str]) -> str:
    """Return a noun in each form of a language, still English."""
    each = (f"{name} = {_quoted(DRAFT_SIGN + english.get(name, english['other']))}" for name in categories)
    return f"{{ {', '.join(each)} }}"


def _blocks(name: str, table: Translated, old: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table for each text that is missing and has none yet, below the English file that it is from."""
    entries = old.get("translated", {})
    made = {entry.get("en") for entry in entries.values() if isinstance(entry, dict)}
    where = ""
    longest = _longest(name, table)
    for each in table.lacking:
        if each.noun or each.key in entries or digest(each.english) in made:
            continue
        if each.beside != where:
            where = each.beside
            yield f"# --- {where} ---\n"
        yield _block(name, each, longest)


def _block(name: str, each: Untranslated, longest: int) -> str:
    """Return the table of a text."""
    english = each.english.replace("\u00a0", "\\u00a0").replace("\u202f", "\\u202f").replace("\n", " ")
    names = list(dict.fromkeys(found[1] for found in _NAME.finditer(each.english) if found[1]))
    said = f"; names: {', '.join(names)}" if names else ""
    return (
        f"[translated.{_quoted(each.key)}]\n# {english}\n"
        f"# about {most_characters(name, each.key, each.english, longest)} characters{said}\n"
        f'en = "{digest(each.english)}"\ntext = ""\n'
    )


def most_characters(name: str, key: str, english: str, longest: int) -> int:
    """Return how many characters a translation may have: what fits is known of titles, captions and tables.

    Args:
        name: of the table.
        key: of the text.
        english: the text.
        longest: how many the longest English text of the table has that stands on one line.
    """
    most = max(len(english) + 2, round(len(english) * _MORE))
    return max(most, longest) if _on_one_line(name, key) else most


def _on_one_line(name: str, key: str) -> bool:
    """Whether a text has a line or a caption of its own, in which the longest of its kind fits."""
    return name == "figures" or (name not in (TITLES, _TEST) and bool(_SHORT.fullmatch(key)))


def _longest(name: str, table: Translated) -> int:
    return max((len(text) for key, text in table.english.items() if _on_one_line(name, key)), default=0)


def _quoted(text: str) -> str:
    """Return a text as TOML has it."""
    return json.dumps(text, ensure_ascii=False)


def _grammar(shared: Source, code: str) -> str:
    """Return words.toml in the forms of a language, with English words behind the sign of a draft."""
    table = Layers.read((shared,), f"text/{DEFAULT_LANGUAGE}/{WORDS}")
    words = Words.of(table.convert(WordsTable), DEFAULT_LANGUAGE)
    plurals = plurals_of(code)
    categories = plurals.categories if plurals.known else ("one", "other")
    lines = [_GRAMMAR.format(code=code, categories=", ".join(categories))]
    lines += ["[language]", f"name = {_quoted(DRAFT_SIGN + code)}", 'read_by = ""', "", "[numbers]"]
    lines += [f"words = {_listed([words.number(number) for number in range(LARGEST + 1)])}"]
    lines += [f"ordinals = {_listed(table.table['numbers']['ordinals'])}", 'decimal = "."']
    for name in ("squares", "points", "pieces", "places", "goals", "devices", "lists", "document"):
        lines += ["", f"[{name}]"]
        for key, value in table.table[name].items():
            # commas and the like are signs, and no words
            marked = _quoted(DRAFT_SIGN + value if any(map(str.isalpha, value)) else value) if _is(value) else ""
            lines.append(f"{key} = {marked or _forms(value, categories)}")
    return "\n".join((*lines, ""))


def _is(value: object) -> bool:
    return isinstance(value, str)


def _listed(words: Sequence[str]) -> str:
    """Return a list of words, ten to a line."""
    rows = [words[start : start + 10] for start in range(0, len(words), 10)]
    return "[\n" + "".join(f"  {', '.join(_quoted(DRAFT_SIGN + word) for word in row)},\n" for row in rows) + "]"
