"""The words of small languages of the tests, with what theirs leave out in English."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from support import ROOT
from taflkit.resources import templates_folder
from taflkit.words.phrases import Words, WordsTable, word_problems

__all__ = ["table_of", "words_of_language"]


def table_of(language: str) -> dict[str, Any]:
    """Return the tables of words.toml of German or Irish, as the tests have them."""
    own = (ROOT / "tests" / "data" / "words" / f"{language}.toml").read_text(encoding="utf-8")
    english = (templates_folder() / "text" / "en" / "words.toml").read_text(encoding="utf-8")
    return {**tomllib.loads(english), **tomllib.loads(own)}


@cache
def words_of_language(language: str) -> Words:
    """Return the words of German or Irish, as the tests have them."""
    words = Words.of(msgspec.convert(table_of(language), WordsTable), language)
    assert list(word_problems(words)) == []
    return words
