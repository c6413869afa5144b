"""Translations that tests make: the files of a new language, with every word of every text marked."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from taflkit.catalog import Catalog
from taflkit.catalog.language_starts import language_start
from taflkit.catalog.sources import Source
from taflkit.resources import templates_folder

__all__ = ["changed", "filled", "marked", "write_language"]

_WORD = re.compile(r"(\{\w+\}|\*[a-z]{2,3}:)|([^\W\d_]+)")
_TEXT = re.compile(r'^# (.*)\n(# about .*\nen = .*\n)text = ""$', re.MULTILINE)
_MARKED = re.compile(r'"#((?:[^"\\]|\\.)*)"')


def marked(text: str) -> str:
    """Return a text with each of its words turned round behind an x; {names} and languages of italics stay."""
    return _WORD.sub(lambda found: found[1] or f"x{found[2][::-1]}", text)


def filled(file: str, change: Callable[[str], str] = marked) -> str:
    """Return a starting file of a language with its texts and words translated, as a translator does it."""

    def text(found: re.Match[str]) -> str:
        english = found[1].replace("\\u00a0", "\u00a0").replace("\\u202f", "\u202f")
        return f"# {found[1]}\n{found[2]}text = {json.dumps(change(english), ensure_ascii=False)}"

    def word(found: re.Match[str]) -> str:
        return json.dumps(change(tomllib.loads(f'text = "{found[1]}"')["text"]), ensure_ascii=False)

    return _MARKED.sub(word, _TEXT.sub(text, file))


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
    known = Catalog()
    start = language_start(known.game(game), code, Source.open(templates_folder()), folder, game)
    for path, text in start.files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text if path == "layout.toml" else filled(text, change), encoding="utf-8")
    return folder


def changed(file: Path, old: str, new: str) -> None:
    """Write one place of a file otherwise."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
