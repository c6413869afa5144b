"""The words of the reminder cards: sentences under their headings, with the numbers of the rules they repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from taflkit.tafl import Side
from taflkit.words.rulebook import NumberedRule, RuleWords, applies
from taflkit.words.texts import CardSentence

__all__ = ["CardGroup", "card_groups"]


class CardGroup(Struct, frozen=True):
    """The sentences under a heading, with the numbers of the booklet's rules that they repeat."""

    heading: str
    numbers: str
    text: str


def card_groups(
    side: Side, sentences: Sequence[CardSentence], rule_words: RuleWords, rules: Sequence[NumberedRule]
) -> Iterator[CardGroup]:
    """Yield the groups of sentences of a side's card, out of those of all cards.

    Raises:
        TaflkitError: no case for the flags, or a {name} that a sentence does not have.
    """
    applying = [s for s in sentences if s.card in ("both", side.value) and applies(s, rule_words.variant.layout)]
    for heading, members in groupby(applying, key=lambda s: s.rule):
        filled = [(s, text) for s in members if (text := rule_words.spoken(s))]
        if filled:
            # those of the rules that rest on the same grounds
            grounds = {ground for sentence, _ in filled for ground in sentence.grounds}
            numbers = [str(rule.number) for rule in rules if any(grounds & set(s.grounds) for s in rule.sentences)]
            yield CardGroup(heading, rule_words.words.lists.comma.join(numbers), " ".join(text for _, text in filled))
