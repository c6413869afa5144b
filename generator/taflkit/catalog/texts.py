"""The tables of a game's words in a language, its own over those that it shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from taflkit.catalog.sources import Layers
from taflkit.errors import TaflkitError, gathered
from taflkit.limits import SENTENCES
from taflkit.words.alternatives import Alternatives
from taflkit.words.booklet import BookletText
from taflkit.words.rulebook import SentenceTemplate
from taflkit.words.table import WordsTable
from taflkit.words.texts import CardsText, InstructionsText, SheetText

__all__ = ["TEXT_KINDS", "read_texts", "wrong_texts"]


class _RulesText(Struct, frozen=True, forbid_unknown_fields=True):
    """rules.toml."""

    sentence: tuple[SentenceTemplate, ...]

    def __post_init__(self) -> None:
        """Refuse very many sentences; the catalog names the file."""
        if len(self.sentence) > SENTENCES:
            raise ValueError(f"has {len(self.sentence)} sentences, and {SENTENCES} are the most")


TEXT_KINDS: Mapping[str, type] = {
    "rules": _RulesText,
    "words": WordsTable,
    "figures": dict[str, str],
    "booklet": BookletText,
    "cards": CardsText,
    "instructions": InstructionsText,
    "sheet": SheetText,
    "alternatives": Alternatives,
}
"""The tables of the words of a game in a language, with the values that they become."""


def read_texts(
    tables: Callable[[str], Layers], problems: list[TaflkitError]
) -> tuple[dict[str, Layers], dict[str, Any]]:
    """Read the words of a game in a language.

    Args:
        tables: gives the joined table of a name.
        problems: those found are put behind these.

    Returns:
        The tables by their names, and the values made of them, as far as they can be.
    """
    layers: dict[str, Layers] = {}
    made: dict[str, Any] = {}
    for name, kind in TEXT_KINDS.items():
        with gathered(problems):
            layers[name] = tables(name)
            made[name] = layers[name].convert_words(kind)
    return layers, made


def wrong_texts(tables: Callable[[str], Layers]) -> Iterator[TaflkitError]:
    """Yield the problems of the words of a game in a language, of those too that came with the program."""
    for name in TEXT_KINDS:
        problems: list[TaflkitError] = []
        with gathered(problems):
            problems += tables(name).wrong_texts()
        yield from problems
