"""The golden words that no shipped booklet has: other cases, captions, alternatives, and where rules come from."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from support import ROOT
from taflkit.catalog import Catalog, GameTemplates
from taflkit.figures import meets, typed_values, write_value
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.writing import SITE, site_words
from taflkit.tafl import BoardLayout, Origin, Rules, Variant, flag_names
from taflkit.words.naming import piece_names
from taflkit.words.phrases import WordsTable
from taflkit.words.rulebook import RuleWords, SentenceTemplate
from taflkit.words.texts import Texts

__all__ = ["every_file", "every_word"]


def every_file(language: str = DEFAULT_LANGUAGE) -> Path:
    """Return the file of the golden words of a language."""
    ending = "txt" if language == DEFAULT_LANGUAGE else f"{language}.txt"
    return ROOT / "tests" / "words" / f"every_word.{ending}"


def every_word(catalog: Catalog, language: str = DEFAULT_LANGUAGE) -> Iterator[str]:
    """Yield a line for every case of every sentence, every other text, and every value with its origin."""
    game = catalog.game("brandub").in_language(language)
    texts = game.texts()
    layouts = list(_layouts(catalog))
    for file, sentences in (("rules", texts.rules), ("cards", texts.cards.sentence)):
        for sentence in sentences:
            there = replace(game.variant(game.ruleset("walker")), layout=_board(sentence, layouts))
            yield from (f"{file} {line}" for line in _cases(sentence, there, texts))
    for name, table in (
        ("captions", texts.captions),
        ("alternatives", msgspec.to_builtins(texts.alternatives)),
        ("booklet", msgspec.to_builtins(texts.booklet)),
        ("instructions", msgspec.to_builtins(texts.instructions)),
        ("sheet", msgspec.to_builtins(texts.sheet)),
        ("words", msgspec.to_builtins({name: getattr(texts.words, name) for name in WordsTable.__struct_fields__})),
    ):
        yield from _flat(name, table)
    for name in (game.name, *(other for other in catalog.game_names() if other != game.name)):
        if language in catalog.game(name).languages:
            spoken = catalog.game(name).in_language(language)
            yield from _gallery(spoken)
            yield from (f"{name} {line}" for line in _flat("booklet", _own(spoken)) if name != game.name)
            yield from _origins(spoken)
    yield from _flat("printer-test", msgspec.to_builtins(catalog.printer_test(language)))
    for name in (
        *sorted(file.stem for file in (catalog.templates / SITE / "text" / "en").glob("*.toml")),
        "helps",
        "themes",
    ):
        yield from _flat(f"site {name}", site_words(catalog, language, name))


def _layouts(catalog: Catalog) -> Iterator[BoardLayout]:
    """Yield Brandub's board and the largest, as they are and without corners, the throne marked and not."""
    for game in ("brandub", "alea-evangelii"):
        layout = catalog.game(game).layout
        for corners, marked in itertools.product((layout.corners, ()), (True, False)):
            yield replace(layout, corners=corners, throne_marked=marked)


def _board(sentence: SentenceTemplate, layouts: Sequence[BoardLayout]) -> BoardLayout:
    """Return the first board that a sentence applies to."""
    return next(layout for layout in layouts if meets(sentence.needs, layout))


def _cases(sentence: SentenceTemplate, there: Variant, texts: Texts) -> Iterator[str]:
    """Yield each case filled in under rules that have it."""
    name = " ".join((sentence.rule, *sentence.grounds))
    for values in itertools.product(*map(typed_values, sentence.flags)):
        rules: Rules = Rules()._replace(**dict(zip(sentence.flags, values, strict=True)))  # type: ignore[arg-type]
        variant = replace(there, rules=rules)
        names = {**texts.words.names("Brandub", variant), **piece_names(texts.words)}
        said = RuleWords(texts.words, names, variant, lambda _ground: Origin("chosen"))
        yield f"{name} [{' '.join(map(write_value, values))}]: {said.sentence_text(sentence)}"


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


def _own(game: GameTemplates) -> Mapping[str, Any]:
    """Return the words of a booklet that are a game's own."""
    booklet = msgspec.to_builtins(game.texts().booklet)
    return {key: booklet[key] for key in ("subtitle", "special", "history", "advice", "rulesets", "variations")}


def _gallery(game: GameTemplates) -> Iterator[str]:
    """Yield where and when a game comes from."""
    text = game.texts().booklet
    yield f"{game.name} origin: {text.origin}; {text.dated}; century {game.century}"


def _origins(game: GameTemplates) -> Iterator[str]:
    grounds = dict.fromkeys(ground for sentence in game.texts().rules for ground in sentence.grounds)
    for plain in game.rulesets:
        for ruleset in (plain, *(plain.vary([name]) for name in plain.variations)):
            of = ruleset.name if game.name == "brandub" else f"{game.name} {ruleset.name}"
            yield f"{of}: {ruleset.title}; {ruleset.source}"
            for ground in (*flag_names(), *(ground for ground in grounds if ground not in flag_names())):
                value = f" = {write_value(getattr(ruleset.rules, ground))}" if ground in flag_names() else ""
                label, why, where = ruleset.origin(ground)
                yield f"{of} {ground}{value}: {label}, {where}: {why}"
