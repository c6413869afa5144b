"""The language of the user's locale, for --language auto."""

from __future__ import annotations

import os
from collections.abc import Mapping

from taflkit.cli.console import say
from taflkit.errors import shown
from taflkit.resources import DEFAULT_LANGUAGE

__all__ = ["locale_codes", "own_language"]

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Those that name a locale; the first that is set counts."""
_NONE = ("", "C", "POSIX")


def locale_codes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes of the language of a locale, the narrower first; none where there is no locale.

    >>> locale_codes({"LANG": "de_AT.UTF-8"})
    ('de-AT', 'de')
    """
    named = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    place = named.partition(".")[0].partition("@")[0]
    if place in _NONE:
        return ()
    language, _, country = place.replace("_", "-").partition("-")
    return tuple(dict.fromkeys((f"{language}-{country}" if country else language, language)))


def own_language(known: tuple[str, ...]) -> str:
    """Return the language of the user's locale, or English where that is none of those known, which is told.

    Args:
        known: the codes of the languages there are.
    """
    codes = locale_codes(os.environ)
    for code in codes:
        if code in known:
            return code
    if codes and codes[-1] != DEFAULT_LANGUAGE:
        others = ", ".join(code for code in known if code != DEFAULT_LANGUAGE)
        there = f"; there is also {others}" if others else ""
        say(f"No words in '{shown(codes[-1])}', the language of your locale: these are English{there}", err=True)
    return DEFAULT_LANGUAGE
