"""The numbered rules of a ruleset, sentence by sentence, in a language.

The words are data (text/<language>/rules.toml); which of them apply follows from the rule flags and the layout.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from taflkit.errors import TaflkitError
from taflkit.figures import flag_values, write_value
from taflkit.tafl import BoardLayout, Rules, Variant
from taflkit.words.phrases import fill

__all__ = [
    "NumberedRule",
    "NumberedSentence",
    "SentenceTemplate",
    "applies",
    "build_rulebook",
    "case_problems",
    "pick",
    "proofs_of",
]


class SentenceTemplate(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence as the text files have it: plain, or with a case for each combination of flag values.

    Attributes:
        rule: the rule it belongs to; consecutive sentences of one rule share a number.
        flags: the flags that the cases speak of.
        cases: text by values joined with spaces; "*" matches any value.
        figures: names of figures that show and prove it, where the ruleset has them.
        proofs: names of scripts that prove it without being drawn, where they belong to the ruleset.
        needs: "corners" for a sentence that is left out where the layout has no corners.
    """

    rule: str = ""
    text: str = ""
    flags: tuple[str, ...] = ()
    cases: dict[str, str] = {}
    figures: tuple[str, ...] = ()
    proofs: tuple[str, ...] = ()
    needs: typing.Literal["", "corners"] = ""


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NumberedSentence(NamedTuple):
    """A sentence of the rules as the booklet prints it.

    Attributes:
        label: its number, such as "3", or "10b" where a rule has several.
        flags: the flags it speaks of.
        figures: names of the figures that show it, those that the ruleset has.
        proofs: names of the scripts that the engine proves it with.
    """

    label: str
    text: str
    flags: tuple[str, ...]
    figures: tuple[str, ...]
    proofs: tuple[str, ...]


class NumberedRule(NamedTuple):
    """One rule of the booklet.

    Attributes:
        number: counted from 1.
        name: the rule's name in the text files, such as "capture".
    """

    number: int
    name: str
    sentences: tuple[NumberedSentence, ...]

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of the figures that show the rule."""
        return tuple(name for sentence in self.sentences for name in sentence.figures)


def _matches(pattern: str, values: Sequence[str]) -> bool:
    wanted = pattern.split()
    return len(wanted) == len(values) and all(w in ("*", v) for w, v in zip(wanted, values, strict=True))


def pick(sentence: SentenceTemplate, rules: Rules) -> str:
    """Return the text of a sentence under a ruleset.

    Raises:
        TaflkitError: no case, or more than one, speaks of the ruleset's values, or there is no such flag.
    """
    if not sentence.flags:
        return sentence.text
    values = [write_value(getattr(rules, flag)) for flag in sentence.flags if flag_values(flag)]
    found = [text for pattern, text in sentence.cases.items() if _matches(pattern, values)]
    if len(found) != 1:
        what = "no case" if not found else "more than one case"
        raise TaflkitError(f"the sentence on {', '.join(sentence.flags)} has {what} for '{' '.join(values)}'")
    return found[0]


def case_problems(sentence: SentenceTemplate) -> Iterator[str]:
    """Yield the faults of a sentence's cases: values without a sentence, with two, or unknown."""
    if not sentence.flags:
        if not sentence.text or sentence.cases:
            yield "a sentence has either a text, or flags with cases"
        return
    if sentence.text:
        yield "a sentence with flags has cases, and no text of its own"
    try:
        combinations = list(itertools.product(*map(flag_values, sentence.flags)))
    except TaflkitError as error:
        yield str(error)
        return
    for values in combinations:
        count = sum(_matches(pattern, values) for pattern in sentence.cases)
        if count != 1:
            found = f"{count} cases" if count else "no case"
            yield f"{found} for '{' '.join(values)}' of {', '.join(sentence.flags)}"
    for pattern in sentence.cases:
        if not any(_matches(pattern, values) for values in combinations):
            yield f"the case '{pattern}' is never used; {', '.join(sentence.flags)} cannot have these values"


def applies(sentence: SentenceTemplate, layout: BoardLayout) -> bool:
    """Whether a sentence has something to speak of on a board."""
    return sentence.needs != "corners" or bool(layout.corners)


def build_rulebook(
    sentences: Sequence[SentenceTemplate],
    names: Mapping[str, str],
    variant: Variant,
    figures: Collection[str],
    proofs: Collection[str],
) -> tuple[NumberedRule, ...]:
    """Return the numbered rules of a variant.

    Args:
        sentences: the text file's sentences, in order.
        names: the values of {names}, see `Words.names`.
        variant: the game and its flags.
        figures: the names of the figures that the variant has.
        proofs: the names of all scripts that belong to the variant, figures or not.

    Raises:
        TaflkitError: a sentence without a case for the flags, with an unknown {name}, or without a proof.
    """
    applying = [s for s in sentences if applies(s, variant.layout)]
    spoken = [(s, text) for s in applying if (text := fill(pick(s, variant.rules), names))]
    book = []
    for number, (rule, group) in enumerate(itertools.groupby(spoken, key=lambda pair: pair[0].rule), 1):
        members = list(group)
        numbered = []
        for letter, (sentence, text) in zip(_LETTERS, members, strict=False):
            label = f"{number}{letter if len(members) > 1 else ''}"
            proven = proofs_of(sentence, proofs)
            if not proven:
                raise TaflkitError(f"the sentence '{text}' has no proof: none of its scripts belongs to {variant.name}")
            shown = tuple(name for name in sentence.figures if name in figures)
            numbered.append(NumberedSentence(label, text, sentence.flags, shown, proven))
        book.append(NumberedRule(number, rule, tuple(numbered)))
    return tuple(book)


def proofs_of(sentence: SentenceTemplate, proofs: Collection[str]) -> tuple[str, ...]:
    """Return the names of the scripts that prove a sentence, those among `proofs`."""
    return tuple(name for name in (*sentence.figures, *sentence.proofs) if name in proofs)
