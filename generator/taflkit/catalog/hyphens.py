"""Where words may be broken: a list of the shipped texts' words, and for all others a dictionary."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyphen

__all__ = ["hyphenator", "load_hyphens"]

SOFT_HYPHEN = "\u00ad"
_BEFORE, _AFTER = 2, 3
"""How many letters a part of a word has at least before and after a hyphen."""


def load_hyphens(file: Path) -> dict[str, str]:
    """Read a list: a word a line, with hyphens where it may be broken; a language without one has no words."""
    if not file.is_file():
        return {}
    words = file.read_text(encoding="utf-8").split()
    return {word.replace("-", ""): word.replace("-", SOFT_HYPHEN) for word in words}


def hyphenator(language: str) -> Callable[[str], str]:
    """Return pyphen's hyphenator for a language: it puts soft hyphens into a word.

    pyphen and its dictionary are read at the first word: that takes longer than a kit does. Without a dictionary for
    the language, words stay as they are.
    """

    @cache
    def dictionary_of() -> Any:
        return _dictionary(language)

    def hyphenate(word: str) -> str:
        dictionary = dictionary_of()
        return word if dictionary is None else str(dictionary.inserted(word, SOFT_HYPHEN))

    return hyphenate


def _dictionary(language: str) -> Any:
    """Return a language's dictionary, or None if there is none."""
    # the shipped English is British
    name = pyphen.language_fallback("en_GB" if language == "en" else language)
    return pyphen.Pyphen(lang=name, left=_BEFORE, right=_AFTER) if name else None
