"""Refusals of tables of texts that lack a word or have too many; the catalog names file and key."""

from __future__ import annotations

from collections.abc import Mapping

from taflkit.words.forms import Forms

__all__ = ["refuse_formless", "refuse_lacking", "refuse_many"]


def refuse_formless(**nouns: Forms) -> None:
    """Refuse nouns without the form that all counts may have; the catalog names the file.

    Raises:
        ValueError: one has no form "other".
    """
    for name, forms in nouns.items():
        if not forms.get("other"):
            raise ValueError(f"[{name}] needs 'other'")


def refuse_many(what: str, number: int, most: int) -> None:
    """Refuse more parts of a text than may be: each is set by itself, and many take long though they are short.

    Raises:
        ValueError: there are more; the catalog names the file.
    """
    if number > most:
        raise ValueError(f"has {number} {what}, and {most} are the most")


def refuse_lacking(text: object, needed: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse tables of a text that lack a word; the catalog names the file.

    Args:
        text: has the tables as its attributes.
        needed: the words of each table.

    Raises:
        ValueError: a word is missing.
    """
    for table, names in needed.items():
        for name in names:
            if name not in getattr(text, table):
                raise ValueError(f"[{table}] needs '{name}'")
