"""The words of a text and the capital that it begins with, in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

__all__ = ["STOP", "begun", "names_in", "small", "with_capitals", "words_of"]

_MARKED = r"\*(?:[a-z]{2,3}:)?"
"""The mark before italics, with their language."""
_OPENING = ("Ps", "Pi", "Pf", "Zs", "Mn", "Cf")
"""The kinds of characters that may stand before the first letter: quotes, brackets, spaces, and marks of none."""
_STORED = 512
"""The texts with their capital that are stored: the names of every sentence are mostly those of the one before."""
_APOSTROPHE = "’"
_NAME = r"\{[^{}]*\}"
_NAMED = r"\{([A-Za-z]\w*)\}"
STOP = "|"
"""The sign for a {name} among the words of a text."""
_WORD = rf"[^\W_]+(?:-[^\W_]+)*|\{STOP}"


@lru_cache(maxsize=_STORED)
def begun(text: str) -> str:
    """Return a text with a capital at its beginning, behind the quotes and brackets that it opens with."""
    if text[:1].isalpha():
        return _capital(text[0]) + text[1:]
    at = _first(text)
    return text[:at] + _capital(text[at]) + text[at + 1 :] if at < len(text) else text


def small(text: str) -> str:
    """Return a text that begins with a small letter."""
    at = _first(text)
    return text[:at] + text[at].lower() + text[at + 1 :] if at < len(text) else text


def with_capitals(names: Mapping[str, str]) -> dict[str, str]:
    """Return names with others for the beginning of a sentence: {Captors} beside {captors}."""
    return {**names, **{key[0].upper() + key[1:]: begun(value) for key, value in names.items()}}


def _first(text: str) -> int:
    """Return the place of the first character that is a letter or may not stand before one."""
    at = 0
    while at < len(text):
        marked = re.match(_MARKED, text[at:]) if text[at] == "*" else None
        if marked:
            at += marked.end()
        elif text[at] == _APOSTROPHE or unicodedata.category(text[at]) not in _OPENING:
            return at
        else:
            at += 1
    return at


def _capital(letter: str) -> str:
    """Return a letter as a capital, or as it is where no single letter is its capital, as of ß."""
    capital = letter.title()
    return capital if len(capital) == 1 else letter


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text as they are written, with a stroke for each {name}."""
    yield from re.findall(_WORD, re.sub(_NAME, f" {STOP} ", text))


def names_in(text: str) -> Iterator[str]:
    """Yield the {names} of a text."""
    if "{" in text:
        yield from re.findall(_NAMED, text.replace("{{", ""))
