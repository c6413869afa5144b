"""The characters that a text may have, whether its letters are drawn or it stands in a file's metadata alone."""

from __future__ import annotations

import unicodedata

from taflkit.errors import TaflkitError, shown

SOFT_HYPHEN = "\u00ad"
_WIDE_SPACES = "\t\n\r\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u200a\u205f\u3000"
"""The spaces that are set as a word space; the thin one, U+2009, and the narrow one, U+202F, are letters of fonts."""
_REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The categories of characters that no text may have: controls, marks of direction, halves of surrogate pairs, private
and unassigned ones, and the separators of lines and paragraphs."""


class UnfitText(TaflkitError):
    """A text that cannot be printed as it is; `part` is the character or the word at fault, to find it in its file."""

    def __init__(self, message: str, part: str, *, choice: str = "") -> None:
        super().__init__(message, choice=choice)
        self.part = part


def character(char: str) -> str:
    """Return a character's code and name.

    >>> character("א")
    'U+05D0 HEBREW LETTER ALEF'
    """
    name = unicodedata.name(char, "") or _KINDS.get(unicodedata.category(char), "")
    return f"U+{ord(char):04X} {name}".rstrip()


_KINDS = {
    "Cc": "control character",
    "Cs": "half of a surrogate pair",
    "Co": "private character",
    "Cn": "not a character",
}
"""The descriptions of characters without a name, by their categories."""


def refusal(text: str) -> UnfitText | None:
    """Return the problem with the first character that no text may have, or None."""
    if text.isprintable():
        return None
    for char in dict.fromkeys(text):
        if unicodedata.category(char) in _REFUSED and char not in "\t\n\r\u00ad":
            word = next(word for word in text.split(" ") if char in word)
            return UnfitText(f"{character(char)} cannot be printed, in '{shown(word, 30)}'; take it out", char)
    return None


def settled(text: str) -> str:
    """Return a text as it is set: letters composed (NFC), tabs, line ends and wide spaces as spaces.

    Soft hyphens stay.

    Raises:
        UnfitText: it has a character that no text may have, which is named.
    """
    if text.isascii() and text.isprintable():
        return text
    problem = refusal(text)
    if problem:
        raise problem
    for wide in _WIDE_SPACES:
        text = text.replace(wide, " ")
    return unicodedata.normalize("NFC", text)


def unbroken(text: str) -> str:
    """Return a text as it is set on one line: settled, without soft hyphens.

    Raises:
        UnfitText: it has a character that no text may have, which is named.
    """
    line = settled(text)
    return _single_spaces(line.replace(SOFT_HYPHEN, "")) if SOFT_HYPHEN in line else line


def plain(text: str) -> str:
    """Return a text as a file's metadata have it: on one line, with single spaces, and none at the ends.

    Raises:
        UnfitText: it has a character that no text may have, which is named.
    """
    return _single_spaces(unbroken(text)).strip()


def _single_spaces(text: str) -> str:
    """Return a text with one space wherever it has several."""
    while "  " in text:
        text = text.replace("  ", " ")
    return text
