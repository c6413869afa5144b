"""The numbered rules of a ruleset, sentence by sentence, in a language.

The words are data (text/<language>/rules.toml); which of them apply follows from the rule flags and the layout.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from taflkit.errors import TaflkitError
from taflkit.figures import flag_values, write_value
from taflkit.tafl import BoardLayout, Piece, Rules, Variant

__all__ = [
    "NumberedRule",
    "NumberedSentence",
    "SentenceTemplate",
    "Words",
    "applies",
    "build_rulebook",
    "case_problems",
    "fill",
    "pick",
    "proofs_of",
]


@dataclass(frozen=True, eq=False, repr=False)
class SentenceTemplate:
    """A sentence as the text files have it: plain, or with a case for each combination of flag values.

    Attributes:
        rule: the rule it belongs to; consecutive sentences of one rule share a number.
        flags: the flags that the cases speak of.
        cases: text by values joined with spaces; "*" stands for any value.
        figures: names of figures that show and prove it, where the ruleset has them.
        proofs: names of scripts that prove it without being drawn, where they belong to the ruleset.
        needs: "corners" for a sentence that is left out where the layout has no corners.
    """

    rule: str = ""
    text: str = ""
    flags: tuple[str, ...] = ()
    cases: dict[str, str] = field(default_factory=dict)
    figures: tuple[str, ...] = ()
    proofs: tuple[str, ...] = ()
    needs: typing.Literal["", "corners"] = ""


_NEEDED = {
    "squares": ("square", "squares"),
    "points": ("square", "squares"),
    "numbers": ("words", "tens"),
    "pieces": ("attacker", "defender", "king"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Words:
    """The words that sentences are filled in with (text/<language>/words.toml).

    Attributes:
        squares, points: what the places of the board are called on each surface.
        numbers: "words" from zero on and "tens" from zero to ninety.
        pieces: the names of attacker, defender and king.
    """

    squares: dict[str, str]
    points: dict[str, str]
    numbers: dict[str, tuple[str, ...]]
    pieces: dict[str, str]

    def __post_init__(self) -> None:
        """Refuse tables that lack a word; the catalog names the file."""
        for table, needed in _NEEDED.items():
            for name in needed:
                if name not in getattr(self, table):
                    raise ValueError(f"[{table}] needs '{name}'")
        for name, least in (("words", 20), ("tens", 10)):
            if len(self.numbers[name]) < least:
                raise ValueError(f"[numbers] needs {least} {name} at least")

    def number(self, value: int) -> str:
        """Return a whole number from 0 to 99 as a word, above that as digits."""
        ones, tens = self.numbers["words"], self.numbers["tens"]
        if value < len(ones):
            return ones[value]
        if value > 99:
            return str(value)
        ten, one = divmod(value, 10)
        return f"{tens[ten]}-{ones[one]}" if one else tens[ten]

    def names(self, title: str, variant: Variant) -> dict[str, str]:
        """Return what the {names} of a sentence stand for in a game."""
        layout: BoardLayout = variant.layout
        surface = self.squares if variant.rules.surface == "squares" else self.points
        attackers, defenders = layout.count(Piece.ATTACKER), layout.count(Piece.DEFENDER)
        return {
            **surface,
            "Game": title,
            "size": self.number(layout.size),
            "attackers": self.number(attackers),
            "defenders": self.number(defenders),
            "pieces": self.number(attackers + defenders + 1),
            "corners": self.number(len(layout.corners)),
        }


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
    """Yield what is wrong with a sentence's cases: values without a sentence, with two, or that there are not."""
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


def fill(text: str, names: Mapping[str, str]) -> str:
    """Fill the {names} of a text in.

    Raises:
        TaflkitError: a name that there is not, or a brace that is not closed.
    """
    if "{" not in text:
        return text
    try:
        filled = text.format_map(dict(names))
    except KeyError as error:
        raise TaflkitError(
            f"'{text[:40]}...': there is no {{{error.args[0]}}}; there is {', '.join(sorted(names))}"
        ) from None
    except (ValueError, IndexError, AttributeError, TypeError):
        raise TaflkitError(f"'{text[:40]}...': a brace that opens no name") from None
    return filled


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
        names: what {names} stand for, see Words.names.
        variant: the game and its flags.
        figures: the names of the figures that the variant has.
        proofs: the names of all scripts that belong to the variant, figures or not.

    Raises:
        TaflkitError: a sentence without a case for the flags, with an unknown {name}, or without a proof.
    """
    spoken = [s for s in sentences if applies(s, variant.layout)]
    told = [(s, text) for s in spoken if (text := fill(pick(s, variant.rules), names))]
    book = []
    for number, (rule, group) in enumerate(itertools.groupby(told, key=lambda pair: pair[0].rule), 1):
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
