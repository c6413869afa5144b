"""The names and the titles that the files of games and themes may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from taflkit.drawing.characters import refusal
from taflkit.errors import printable
from taflkit.limits import NAME, TITLE
from taflkit.reading import folded
from taflkit.typesetting.lines import title_text

__all__ = ["language_problem", "name_problem", "title_problem", "twin_problems"]

_SUCH = {"printer": "office-2"}
_MOST_TAGS = 4
"""How many tags may follow in the code of a language, as the country's in pt-BR."""


def name_problem(kind: str, name: str) -> str:
    """Return why a name cannot be one of a game's, since it goes into names of files; "" where it can."""
    if name.isascii() and all(map(str.isalnum, name.split("-"))) and len(name) <= NAME:
        return ""
    such = _SUCH.get(kind, "club-rules")
    return f"is no name for a {kind}; write letters, digits and hyphens, {NAME} at most, such as {such}"


def twin_problems(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that differs from an earlier one by the case of its letters alone, with why it cannot be one.

    Files of both would have one name where the file system takes letters in either case for the same.
    """
    earlier: dict[str, str] = {}
    for name in names:
        other = earlier.setdefault(folded(name), name)
        if other != name:
            yield name, f"differs from '{other}' by capitals alone, and would be one file with it; choose another name"


def language_problem(code: str) -> str:
    """Return why a folder's name cannot be the code of a language; "" where it can."""
    language, *tags = code.split("-")
    is_language = language.isalpha() and language.islower() and 2 <= len(language) <= 3
    are_tags = len(tags) <= _MOST_TAGS and all(tag.isalnum() and 2 <= len(tag) <= 8 for tag in tags)
    return "" if code.isascii() and is_language and are_tags else "is no code of a language; write one such as ga or fr"


def title_problem(title: str) -> str:
    """Return why a text cannot be printed as a title, on one line; "" where it can."""
    if len(title) > TITLE:
        return f"has {len(title)} characters; a title has {TITLE} at most"
    problem = refusal(title)
    if problem:
        return str(problem)
    if not title_text(title):
        return "is empty; write a title with letters, or leave it out"
    strange = next((char for char in title if char in "\t\r\n"), "")
    return f"has the character {printable(strange)}; a title stands on one line" if strange else ""
