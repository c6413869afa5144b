"""What the booklet of a game will say, sentence by sentence, and which flags make no difference to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.figures import typed_values, write_value
from taflkit.tafl import BoardLayout, Square, Variant, flag_names
from taflkit.tafl.sanity import without_throne
from taflkit.typesetting.lines import unmarked
from taflkit.words.naming import piece_names
from taflkit.words.rulebook import NumberedSentence, RuleWords, SentenceTemplate, applies, build_rulebook

__all__ = ["Idle", "Said", "idle_flags", "said_by"]


class Said(Struct, frozen=True):
    """A sentence of the booklet.

    Attributes:
        reference: such as "10b".
        number: of its rule.
        text: as it is read.
        flags: those that it rests on, and those that it speaks of where no sentence rests on them.
    """

    reference: str
    number: int
    text: str
    flags: tuple[str, ...]


class Idle(Struct, frozen=True):
    """Why a flag makes no difference: the board has no corners or no throne, or another flag has such a value.

    Attributes:
        needs: "corners", "throne", "flag", or "more" where no single one would do.
        flag, value: with which it would make a difference; "" for none.
    """

    needs: str
    flag: str = ""
    value: str = ""


def said_by(game: GameTemplates, ruleset: Ruleset) -> tuple[Said, ...]:
    """Return the numbered sentences of a game's rules, as its booklet will have them.

    Nothing is played: that the engine proves each of them is for the kit.

    Raises:
        TaflkitError: a text of the game that cannot be filled in.
    """
    texts = game.texts()
    words = _words(game, ruleset)
    scripts = {*game.figures, *game.proofs}
    rules = build_rulebook(texts.rules, words, game.figures, scripts)
    sentences = [sentence for rule in rules for sentence in rule.sentences]
    rested_on = {flag for sentence in sentences for flag in _rests(sentence)}
    return tuple(_said(sentence, rested_on) for sentence in sentences)


def _rests(sentence: NumberedSentence) -> tuple[str, ...]:
    flags = dict.fromkeys(ground.partition(".")[0] for ground in sentence.grounds)
    return tuple(flag for flag in flags if flag in flag_names())


def _said(sentence: NumberedSentence, rested_on: Collection[str]) -> Said:
    more = tuple(flag for flag in sentence.flags if flag not in rested_on)
    return Said(sentence.reference, sentence.number, unmarked(sentence.text), (*_rests(sentence), *more))


def _words(game: GameTemplates, ruleset: Ruleset) -> RuleWords:
    texts, variant = game.texts(), game.variant(ruleset)
    names = texts.words.names(game.title_under(ruleset), variant)
    return RuleWords(texts.words, {**names, **piece_names(texts.words, ruleset.face)}, variant, ruleset.origin)


def idle_flags(game: GameTemplates, ruleset: Ruleset) -> Mapping[str, Idle]:
    """Return the flags whose values all give the same rules, on this board and with these other flags.

    The sentences decide it: a flag is idle where no sentence is another under another value of it.

    Raises:
        TaflkitError: a text of the game that cannot be filled in.
    """
    words = _words(game, ruleset)
    layout, sentences = words.variant.layout, game.texts().rules
    found: dict[str, Idle] = {}
    for flag in flag_names():
        if not layout.throne_marked and flag in without_throne(words.variant.rules):
            found[flag] = Idle("throne")
        elif not _matters(flag, words, layout, sentences):
            found[flag] = _why_idle(flag, words, layout, sentences)
    return found


def _matters(flag: str, words: RuleWords, layout: BoardLayout, sentences: Sequence[SentenceTemplate]) -> bool:
    """Whether a sentence is another under another value of a flag."""
    about = [sentence for sentence in sentences if flag in sentence.flags and applies(sentence, layout)]
    under = [words.under(_variant(words.variant, layout, flag, value)) for value in typed_values(flag)]
    return any(len({each.spoken(sentence) for each in under}) > 1 for sentence in about)


def _variant(variant: Variant, layout: BoardLayout, flag: str = "", value: object = None) -> Variant:
    rules = variant.rules._replace(**{flag: value}) if flag else variant.rules  # type: ignore[arg-type]
    return Variant(variant.game, variant.name, layout, rules, variant.origins)


def _why_idle(flag: str, words: RuleWords, layout: BoardLayout, sentences: Sequence[SentenceTemplate]) -> Idle:
    """Return what would have to be otherwise for a flag to make a difference."""
    for other, value in _others(flag, sentences):
        if _matters(flag, words.under(_variant(words.variant, layout, other, value)), layout, sentences):
            return Idle("flag", other, write_value(value))
    cornered = _with_corners(layout)
    under = [_variant(words.variant, cornered)]
    under += [_variant(words.variant, cornered, *choice) for choice in _others(flag, sentences)]
    if any(_matters(flag, words.under(variant), cornered, sentences) for variant in under):
        return Idle("corners")
    return Idle("more")


def _with_corners(layout: BoardLayout) -> BoardLayout:
    """Return a board with its four corners; the same one where it has corners."""
    if layout.corners:
        return layout
    size = layout.size - 1
    four = tuple(Square(file, rank) for file in (0, size) for rank in (0, size))
    return dataclasses.replace(layout, corners=four)


def _others(flag: str, sentences: Sequence[SentenceTemplate]) -> Iterator[tuple[str, str | bool | int]]:
    """Yield the values of the flags that sentences speak of together with a flag."""
    beside = dict.fromkeys(other for each in sentences if flag in each.flags for other in each.flags if other != flag)
    for other in beside:
        yield from ((other, value) for value in typed_values(other))
