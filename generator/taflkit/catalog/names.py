"""The names and the titles that the files of games and themes may have."""

from __future__ import annotations

import re

from taflkit.drawing.characters import refusal
from taflkit.errors import printable
from taflkit.limits import NAME, TITLE
from taflkit.typesetting.titles import title_text

__all__ = ["language_problem", "name_problem", "title_problem"]

_NAME = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_SUCH = {"printer": "office-2"}
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}")


def name_problem(kind: str, name: str) -> str:
    """Return why a name cannot be one of a game's, since it goes into names of files; "" where it can."""
    if _NAME.fullmatch(name) and len(name) <= NAME:
        return ""
    such = _SUCH.get(kind, "club-rules")
    return f"is no name for a {kind}; write letters, digits and hyphens, {NAME} at most, such as {such}"


def language_problem(code: str) -> str:
    """Return why a folder's name cannot be the code of a language; "" where it can."""
    return "" if _LANGUAGE.fullmatch(code) else "is no code of a language; write one such as ga or fr"


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
