"""The tables of a game's words in a language, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from taflkit.catalog.sources import Layers
from taflkit.errors import TaflkitError, TemplateError, gathered, refuse
from taflkit.limits import SENTENCES
from taflkit.words.alternatives import Alternatives
from taflkit.words.booklet import BookletText
from taflkit.words.declared import Variants, noun_problems, word_problems
from taflkit.words.phrases import Words, brace_problem
from taflkit.words.rulebook import SentenceTemplate
from taflkit.words.table import WordsTable
from taflkit.words.texts import COUNTED, CardsText, InstructionsText, SheetText, varied_names

__all__ = ["PROSE", "TEXT_KINDS", "read_texts", "speak", "spoken", "strange_variants", "wrong_texts"]

PROSE = ("rules", "cards", "figures", "booklet")
"""The tables whose {names} depend on the rules and the figures."""


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


def speak(layers: Mapping[str, Layers], made: dict[str, Any], language: str) -> tuple[TaflkitError, ...]:
    """Give the words of a game in a language the rule of its plurals.

    Args:
        layers: the tables of its texts by their names.
        made: the values made of them; "words" becomes Words.
        language: its code.

    Returns:
        The problems of the words, of the nouns that are counted, and of texts with variants that there are not.
    """
    if "words" not in made:
        return ()
    words = made["words"] = Words.of(made["words"], language)
    return tuple(TemplateError(*layers[table].place_of(key), why) for table, key, why in _faults(layers, made, words))


def spoken(layers: Layers, language: str) -> Words:
    """Return the words of a language, where no other text is read.

    Args:
        layers: the table of the words.
        language: its code.

    Raises:
        TaflkitError: the table has a problem; file and key are named.
    """
    words = Words.of(layers.convert_words(WordsTable), language)
    refuse(TemplateError(*layers.place_of(key), why) for key, why in word_problems(words))
    return words


def strange_variants(layers: Iterable[Layers], words: Words) -> Iterator[TaflkitError]:
    """Yield the problems of texts with variants that their language does not have, whichever rules they are for."""
    known = Variants.of(words)
    for each in layers:
        for key, text in each.texts():
            if why := known.problem(text, grammar=key in each.translated):
                yield TemplateError(*each.place_of(key), why)


def _faults(layers: Mapping[str, Layers], made: Mapping[str, Any], words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the table, the key and the fault of each text that the language cannot have."""
    yield from (("words", *fault) for fault in word_problems(words))
    for table, nouns in COUNTED.items():
        if table in made:
            for noun in nouns:
                yield from ((table, *fault) for fault in noun_problems(noun, getattr(made[table], noun), words))
    for table in ("sheet", "alternatives"):
        if table in layers:
            for key, text in layers[table].texts():
                # most texts have no names, and need not be looked up
                names = varied_names(table, key, words) if "{" in text or "}" in text else None
                if names is not None and (why := brace_problem(text, names)):
                    yield table, key, why
