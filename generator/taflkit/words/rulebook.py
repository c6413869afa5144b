"""The numbered rules of a ruleset, sentence by sentence, in a language.

The words are data (text/en/rules.toml and its translations); which of them apply follows from the rule flags and the
layout.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import prod
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import TaflkitError, shown
from taflkit.figures import Needs, flag_values, meets, write_value
from taflkit.tafl import Label, Origin, Piece, Reason, Refusal, Rules, Variant
from taflkit.words.naming import sentence_names
from taflkit.words.phrases import CaseError, Words, fill


class SentenceTemplate(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence as the text files have it: plain, or with a case for each combination of flag values.

    Attributes:
        rule: the rule it belongs to; consecutive sentences of one rule share a number.
        text: where the sentence is plain.
        flags: those that the cases speak of.
        cases: text by values joined with spaces; "*" matches any value.
        figures: names of figures that show and prove it, where the ruleset has them.
        proofs: names of scripts that prove it without being drawn, where they belong to the ruleset.
        rests: the flags and points whose source is the sentence's own; its flags if none are named. A sentence on a
            part of a flag that sources treat apart rests on "flag.part".
        needs: a feature of the board, such as "corners", without which the sentence is left out; see `Needs`.
        point: a point that the ruleset's file must have, or the sentence is left out.
    """

    rule: str = ""
    text: str = ""
    flags: tuple[str, ...] = ()
    cases: dict[str, str] = {}
    figures: tuple[str, ...] = ()
    proofs: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()
    needs: Needs = ""
    point: str = ""

    @property
    def grounds(self) -> tuple[str, ...]:
        """The flags and points that the sentence rests on."""
        return self.rests or self.flags

    @property
    def mentions(self) -> tuple[str, ...]:
        """Every flag and point that the sentence speaks of, and may name counts and places of, the first first."""
        return tuple(dict.fromkeys((*self.flags, *self.rests)))


_WEAKNESS: tuple[Label, ...] = ("stated", "observed", "implied", "narrowed", "chosen")
"""The labels, the best founded first."""
_COMBINATIONS = 200
"""The most combinations of values of the flags that one sentence may speak of: the longest of ours has 36."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_REFUSING = {
    Reason.NOT_YOURS: ("turns", "turns"),
    Reason.STAYS: ("passing", "passing"),
    Reason.NOT_IN_LINE: ("diagonals", "diagonals"),
    Reason.TOO_FAR: ("soldier_move", "king_move"),
    Reason.BLOCKED: ("jumping", "jumping"),
    Reason.CORNER: ("corner_landing", "corner_landing"),
    Reason.THRONE: ("throne_landing", "throne_landing"),
    Reason.CROSSING: ("throne_crossing.soldiers", "throne_crossing.king"),
    Reason.BETWEEN: ("between_landing", "between_landing"),
}
"""The flag or point of the sentence that refuses a soldier's move, and of that which refuses the king's, by reasons."""


class HeadedRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the rules under a heading.

    Attributes:
        title: the heading.
        rules: the names of its rules, in order.
    """

    title: str
    rules: tuple[str, ...]


class NumberedSentence(Struct, frozen=True):
    """A sentence of the rules as the booklet prints it.

    Attributes:
        number, letter: such as 3 and "", or 10 and "b" where a rule has several sentences.
        rule: its name in the text files.
        origin: the source of the sentence; of several grounds the weakest label.
        flags: the flags it speaks of.
        grounds: the flags and points it rests on.
        figures: names of the ruleset's figures that show it.
        proofs: names of the scripts that the engine proves it with.
    """

    number: int
    letter: str
    rule: str
    text: str
    origin: Origin
    flags: tuple[str, ...]
    grounds: tuple[str, ...]
    figures: tuple[str, ...]
    proofs: tuple[str, ...]

    @property
    def reference(self) -> str:
        """The number and the letter, such as "10b"."""
        return f"{self.number}{self.letter}"


class RuleWords(Struct, frozen=True):
    """The words that sentences are filled in with, the {names} that all have, and the game that they speak of.

    `origin` gives the source of a flag or a point, and `points` has the names of those that the ruleset's file has.
    """

    words: Words
    names: Mapping[str, str]
    variant: Variant
    origin: Callable[[str], Origin]
    points: Collection[str] = ()

    def applies(self, sentence: SentenceTemplate) -> bool:
        """Whether the board has the feature that a sentence needs, and the ruleset's file its point."""
        return meets(sentence.needs, self.variant.layout) and (not sentence.point or sentence.point in self.points)

    def sentence_text(self, sentence: SentenceTemplate) -> str:
        """Return a sentence filled in, "" where its case is empty.

        Raises:
            TaflkitError: no case for the flags, or a {name} that the sentence does not have.
        """
        return self.filled(pick(sentence, self.variant.rules), sentence.mentions)

    def filled(self, text: str, grounds: Collection[str]) -> str:
        """Fill the {names} of a text in that speaks of flags and points.

        Raises:
            TaflkitError: a {name} that such a text does not have.
        """
        return fill(text, {**self.names, **sentence_names(self.words, self.variant, grounds)})

    def under(self, variant: Variant) -> Self:
        """Return the same words for other rules of the game, on the same surface."""
        return replace(self, variant=variant)

    def founded(self, sentence: SentenceTemplate) -> Origin:
        """Return the source of a sentence: the weakest label of its grounds, with the places and the reasons of all."""
        origins = [self.origin(ground) for ground in sentence.grounds] or [Origin("chosen")]
        label = max((origin.label for origin in origins), key=_WEAKNESS.index)
        reason = " ".join(dict.fromkeys(origin.reason for origin in origins if origin.reason))
        # what is chosen stands nowhere in the source; of the others all places say where to look
        there = [origin.where for origin in origins if label != "chosen"]
        where = ", ".join(dict.fromkeys(place for places in there for place in places.split(", ") if place))
        return Origin(label, reason, where)


class NumberedRule(Struct, frozen=True):
    """One rule of the booklet, counted from 1, with its name in the text files, such as "capture".

    Attributes:
        group, heading: the name of its group there, such as "capturing", and the title of this.
    """

    number: int
    name: str
    group: str
    heading: str
    sentences: tuple[NumberedSentence, ...]

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of the figures that show the rule."""
        return tuple(dict.fromkeys(name for sentence in self.sentences for name in sentence.figures))


def pick(sentence: SentenceTemplate, rules: Rules) -> str:
    """Return the text of a sentence under a ruleset.

    Raises:
        TaflkitError: no case, or more than one, speaks of the ruleset's values, or there is no such flag.
    """
    if not sentence.flags:
        return sentence.text
    values = [(write_value(getattr(rules, flag)),) for flag in sentence.flags if flag_values(flag)]
    matching = [text for pattern, text in sentence.cases.items() if _matched(pattern, values)]
    if len(matching) != 1:
        what = "more than one case" if matching else "no case"
        flags = ", ".join(sentence.flags)
        raise CaseError(
            sentence, f"the sentence on {shown(flags)} has {what} for '{' '.join(value for (value,) in values)}'"
        )
    return matching[0]


def case_problems(sentence: SentenceTemplate) -> Iterator[str]:
    """Yield the faults of a sentence's cases: values without a sentence, with two, or unknown."""
    if not sentence.flags:
        if not sentence.text or sentence.cases:
            yield "a sentence has either a text, or flags with cases"
        return
    if sentence.text:
        yield "a sentence with flags has cases, and no text of its own"
    try:
        known = [flag_values(flag) for flag in sentence.flags]
    except TaflkitError as error:
        yield str(error)
        return
    yield from _coverage_problems(sentence, known)


def _coverage_problems(sentence: SentenceTemplate, known: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the combinations of known values that have not one case, and the cases that have no combination."""
    flags = ", ".join(sentence.flags)
    for what, number in (("combinations of values", prod(map(len, known))), ("cases", len(sentence.cases))):
        if number > _COMBINATIONS:
            # counted before any is looked at
            yield f"the sentence on {shown(flags)} has {number} {what}, and may have {_COMBINATIONS}; name fewer flags"
            return
    counts = Counter(dict.fromkeys(itertools.product(*known), 0))
    matched = {pattern: _matched(pattern, known) for pattern in sentence.cases}
    counts.update(itertools.chain.from_iterable(matched.values()))
    for combination, count in counts.items():
        if count != 1:
            cases = f"{count} cases" if count else "no case"
            yield f"{cases} for '{' '.join(combination)}' of {flags}"
    for pattern in (pattern for pattern, combinations in matched.items() if not combinations):
        yield f"the case '{shown(pattern)}' is never used; {flags} cannot have these values"


def _matched(pattern: str, known: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the combinations of values that a case speaks of."""
    parts = pattern.split()
    if len(parts) != len(known):
        return []
    return list(
        itertools.product(
            *([value for value in values if part in ("*", value)] for part, values in zip(parts, known, strict=True))
        )
    )


def build_rulebook(
    sentences: Sequence[SentenceTemplate],
    groups: Mapping[str, HeadedRules],
    rule_words: RuleWords,
    figures: Collection[str],
    proofs: Collection[str],
) -> tuple[NumberedRule, ...]:
    """Return the numbered rules of a variant, of the sentences of its file in order.

    The figures are the variant's, by name, and the proofs all scripts that belong to it, figures or not.

    Raises:
        TaflkitError: a sentence without a case for the flags, with an unknown {name}, or without a proof.
    """
    variant = rule_words.variant
    filled = [(s, text) for s in sentences if rule_words.applies(s) and (text := rule_words.sentence_text(s))]
    group_of = {rule: name for name, group in groups.items() for rule in group.rules}
    book = []
    for number, (rule, group) in enumerate(itertools.groupby(filled, key=lambda pair: pair[0].rule), 1):
        members = list(group)
        numbered = []
        for letter, (sentence, text) in zip(_LETTERS, members, strict=False):
            lettered = letter if len(members) > 1 else ""
            proven = proofs_of(sentence, proofs)
            if not proven:
                raise TaflkitError(f"the sentence '{text}' has no proof: none of its scripts belongs to {variant.name}")
            shown = tuple(name for name in sentence.figures if name in figures)
            origin = rule_words.founded(sentence)
            spoken_of = sentence.flags, sentence.grounds
            numbered.append(NumberedSentence(number, lettered, rule, text, origin, *spoken_of, shown, proven))
        name = group_of[rule]
        book.append(NumberedRule(number, rule, name, groups[name].title, tuple(numbered)))
    return tuple(book)


def refusing(rules: Sequence[NumberedRule], refusal: Refusal, piece: Piece | None) -> NumberedSentence | None:
    """Return the sentence by which a move of a piece is refused, or None where the rules have none for it."""
    ground = _REFUSING.get(refusal.reason, ("", ""))[piece is Piece.KING]
    sentences = itertools.chain.from_iterable(rule.sentences for rule in rules)
    return next((sentence for sentence in sentences if ground in sentence.grounds), None)


def references(rules: Sequence[NumberedRule]) -> dict[tuple[str, str], str]:
    """Return the reference of every numbered sentence, by the name of its rule and its text."""
    return {(sentence.rule, sentence.text): sentence.reference for rule in rules for sentence in rule.sentences}


def proofs_of(sentence: SentenceTemplate, proofs: Collection[str]) -> tuple[str, ...]:
    """Return the names of the scripts that prove a sentence, those among `proofs`."""
    return tuple(name for name in (*sentence.figures, *sentence.proofs) if name in proofs)
