"""Translations that tests make: every word of every text of a game, marked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from taflkit.catalog import Catalog
from taflkit.catalog.languages import translations_of
from taflkit.catalog.translation import digest
from taflkit.resources import templates_folder
from taflkit.words.texts import COUNTED

__all__ = ["marked", "write_language"]

_WORD = re.compile(r"(\{\w+\}|\*[a-z]{2,3}:)|([^\W\d_]+)")


def marked(text: str) -> str:
    """Return a text with each of its words turned round behind an x; {names} and languages of italics stay."""
    return _WORD.sub(lambda found: found[1] or f"x{found[2][::-1]}", text)


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
    words = folder / "text" / code
    words.mkdir(parents=True)
    (folder / "layout.toml").write_text(f'base = "{game}"\n', encoding="utf-8")
    english = (templates_folder() / "text" / "en" / "words.toml").read_text(encoding="utf-8")
    (words / "words.toml").write_text(english, encoding="utf-8")
    for name, table in translations_of(Catalog().game(str(folder)), code).items():
        nouns = [f'{noun} = {{ one = "x{noun}", other = "x{noun}z" }}\n' for noun in COUNTED.get(name, ())]
        texts = [
            f'[translated.{json.dumps(each.key)}]\nen = "{digest(each.english)}"\n'
            f"text = {json.dumps(change(each.english), ensure_ascii=False)}\n"
            for each in table.lacking
            if each.key.partition(".")[0] not in COUNTED.get(name, ())
        ]
        (words / f"{name}.toml").write_text("".join((*nouns, *texts)), encoding="utf-8")
    return folder
