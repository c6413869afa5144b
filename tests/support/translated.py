"""Translations that tests make: the files of a new language, with every word of every text marked."""

from __future__ import annotations

import json
import re
import tempfile
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import polib
from click.testing import CliRunner

from taflkit.catalog.translation import has_letters, is_structure
from taflkit.cli import main

__all__ = ["changed", "entry_of", "filled", "is_text", "marked", "translated", "write_language", "write_po"]

_WORD = re.compile(r"(\{\w+\}|\*[a-z]{2,3}:)|([^\W\d_]+)")
_MARKED = re.compile(r'"#((?:[^"\\]|\\.)*)"')


def is_text(table: str, key: str, text: str) -> bool:
    """Whether a value of an English table is to be translated."""
    return not is_structure(table, key) and has_letters(text)


def marked(text: str) -> str:
    """Return a text with each of its words turned round behind an x; {names} and languages of italics stay."""
    return _WORD.sub(lambda found: found[1] or f"x{found[2][::-1]}", text)


def filled(grammar: str, change: Callable[[str], str] = marked) -> str:
    """Return a starting grammar of a language with its words translated, as a translator does it."""

    def word(found: re.Match[str]) -> str:
        return json.dumps(change(tomllib.loads(f'text = "{found[1]}"')["text"]), ensure_ascii=False)

    return _MARKED.sub(word, grammar)


def translated(text: str, change: Callable[[str], str] = marked) -> str:
    """Return a .po file with every text translated, and nothing else changed."""
    file = polib.pofile(f"{text}\n")
    for entry in file:
        entry.msgstr = change(entry.msgid)
    return str(file)


@cache
def _language(game: str, code: str, change: Callable[[str], str]) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        result = CliRunner().invoke(main, ["new", "language", code, "--game", game, "-o", folder])
        assert result.exit_code == 0, result.output
        home = Path(folder) / f"{game}-{code}"
        files = {str(file.relative_to(home)): file.read_text("utf-8") for file in home.rglob("*") if file.is_file()}
    done = {".po": translated, ".toml": filled}
    return {name: done[Path(name).suffix](text, change) for name, text in files.items()}


def write_language(
    folder: Path, game: str = "brandub", code: str = "xx", change: Callable[[str], str] = marked
) -> Path:
    """Write a folder that has a shipped game in a language: each text as `change` makes it of the English.

    Args:
        folder: where it goes, and its name.
        game: the shipped game.
        code: of the language.
        change: the translator.
    """
    for name, text in _language(game, code, change).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def write_po(file: Path, *texts: tuple[str, str, str]) -> None:
    """Write a .po file: context, English and text of each entry; a text that begins with ? is fuzzy."""
    made = polib.POFile()
    for context, english, text in texts:
        flags = ["fuzzy"] if text.startswith("?") else []
        made.append(polib.POEntry(msgctxt=context, msgid=english, msgstr=text.removeprefix("?"), flags=flags))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(str(made), encoding="utf-8")


def entry_of(file: Path, context: str) -> polib.POEntry:
    """Return the entry of a context in a .po file."""
    return next(entry for entry in polib.pofile(str(file)) if entry.msgctxt == context)


def changed(file: Path, context: str, change: Callable[[polib.POEntry], None]) -> None:
    """Change one entry of a .po file."""
    made = polib.pofile(str(file))
    change(next(entry for entry in made if entry.msgctxt == context))
    file.write_text(str(made), encoding="utf-8")
