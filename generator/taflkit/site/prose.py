"""Texts of the booklets as HTML: what stands between asterisks in italics, with its language."""

from __future__ import annotations

from markupsafe import Markup, escape

from taflkit.typesetting.prose import marked_runs

__all__ = ["to_html"]


def to_html(text: str) -> Markup:
    """Return a text with its marked words in italics, all else escaped.

    >>> to_html("in Irish *ga:brandub* & more")
    Markup('in Irish <i lang="ga">brandub</i> &amp; more')
    """
    return Markup("").join(_run(*run) for run in marked_runs(text))


def _run(words: str, marked: bool, language: str) -> Markup:
    if not marked:
        return escape(words)
    named = Markup(' lang="{}"').format(language) if language else ""
    return Markup("<i{}>{}</i>").format(named, words)
