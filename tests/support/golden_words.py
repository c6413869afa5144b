"""The golden words that no shipped booklet has: other cases, captions, alternatives, and where rules come from."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from support import ROOT
from taflkit.catalog import Catalog, GameTemplates
from taflkit.figures import typed_values, write_value
from taflkit.tafl import Rules, flag_names
from taflkit.words.naming import piece_names
from taflkit.words.rulebook import RuleWords, SentenceTemplate
from taflkit.words.texts import Texts

__all__ = ["EVERY", "every_word"]

EVERY = ROOT / "tests" / "words" / "every_word.txt"


def every_word(catalog: Catalog) -> Iterator[str]:
    """Yield a line for every case of every sentence, every other text, and every value with its origin."""
    game = catalog.game("brandub")
    texts = game.texts()
    for file, sentences in (("rules", texts.rules), ("cards", texts.cards.sentence)):
        for sentence in sentences:
            yield from (f"{file} {line}" for line in _cases(sentence, game, texts))
    for name, table in (
        ("captions", texts.captions),
        ("alternatives", msgspec.to_builtins(texts.alternatives)),
        ("booklet", msgspec.to_builtins(texts.booklet)),
        ("words", msgspec.to_builtins(texts.words)),
    ):
        yield from _flat(name, table)
    yield from _origins(game)


def _cases(sentence: SentenceTemplate, game: GameTemplates, texts: Texts) -> Iterator[str]:
    """Yield each case filled in under rules that have it."""
    name = " ".join((sentence.rule, *sentence.grounds))
    for values in itertools.product(*map(typed_values, sentence.flags)):
        typed = dict(zip(sentence.flags, values, strict=True))
        rules: Rules = replace(Rules(), **typed)  # type: ignore[arg-type]
        variant = replace(game.variant(game.ruleset("walker")), rules=rules)
        names = {**texts.words.names(game.title, variant), **piece_names(texts.words)}
        said = RuleWords(texts.words, names, variant, game.ruleset("walker").origin)
        yield f"{name} [{' '.join(map(write_value, values))}]: {said.spoken(sentence)}"


def _flat(name: str, value: Any) -> Iterator[str]:
    """Yield a line for every text of a table."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}", inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for number, inner in enumerate(value):
            yield from _flat(f"{name}[{number}]", inner)
    else:
        yield f"{name}: {value}"


def _origins(game: GameTemplates) -> Iterator[str]:
    grounds = dict.fromkeys(ground for sentence in game.texts().rules for ground in sentence.grounds)
    for plain in game.rulesets:
        for ruleset in (plain, *(plain.vary([name]) for name in plain.variations)):
            yield f"{ruleset.name}: {ruleset.title}; {ruleset.source}"
            for ground in (*flag_names(), *(ground for ground in grounds if ground not in flag_names())):
                value = f" = {write_value(getattr(ruleset.rules, ground))}" if ground in flag_names() else ""
                label, why, where = ruleset.origin(ground)
                yield f"{ruleset.name} {ground}{value}: {label}, {where}: {why}"
