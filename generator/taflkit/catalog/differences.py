"""The sentences that another ruleset changes, the flags and the reasons that differ, and the starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.catalog.witnesses import Witness, find_witness
from taflkit.tafl import Position, Side, write_position
from taflkit.words.rulebook import SentenceTemplate, applies, references

__all__ = ["Difference", "OriginChange", "changed_origins", "changed_starts", "differences"]


class Difference(Struct, frozen=True):
    """One sentence of the rules that is another in the other ruleset.

    Attributes:
        rule: the rule's name in the text files.
        first, second: the sentences; "" where a ruleset says nothing.
        flags: the flags of the sentence that differ and were not in a sentence before.
        witnesses: positions for those of these flags that one shows plainly by itself.
    """

    rule: str
    first: str
    second: str
    flags: tuple[str, ...]
    witnesses: tuple[Witness, ...]


class OriginChange(Struct, frozen=True):
    """A sentence that two rulesets have in the same words for different reasons.

    Attributes:
        reference: its number in the first ruleset.
        first, second: the labels.
    """

    reference: str
    first: str
    second: str


def differences(first: Book, second: Book) -> Iterator[Difference]:
    """Yield the sentences that the second ruleset changes, in the order of the rules."""
    shown: set[str] = set()
    for rule, flags, _, said, answered in _changed(first, second):
        new = tuple(flag for flag in flags if flag not in shown and _differs(flag, first, second))
        shown |= set(new)
        witnesses = tuple(found for flag in new if (found := find_witness(flag, first, second)))
        yield Difference(rule, said, answered, new, witnesses)


def _changed(first: Book, second: Book) -> list[_Change]:
    """Return the sentences that differ; one for each board on the same matter count as one sentence."""
    found: list[_Change] = []
    for sentence in first.texts.rules:
        if _is_same(sentence, first, second):
            continue
        said = [_said(sentence, book) for book in (first, second)]
        rested = {ground.partition(".")[0] for ground in sentence.grounds}
        flags = tuple(flag for flag in sentence.flags if flag in rested)
        change = _Change(sentence.rule, flags, sentence.grounds, *said)
        last = found[-1] if found else None
        if last and (last.rule, last.grounds) == (change.rule, change.grounds) and _complete(last, change):
            both = tuple(dict.fromkeys((*last.flags, *change.flags)))
            change = _Change(change.rule, both, change.grounds, last.first or said[0], last.second or said[1])
            found[-1] = change
        else:
            found.append(change)
    return found


class _Change(NamedTuple):
    """A sentence that differs, with the flags among the grounds that it rests on."""

    rule: str
    flags: tuple[str, ...]
    grounds: tuple[str, ...]
    first: str
    second: str


def _complete(one: _Change, other: _Change) -> bool:
    """Whether either ruleset has one of two sentences alone."""
    return not ((one.first and other.first) or (one.second and other.second))


def _is_same(sentence: SentenceTemplate, first: Book, second: Book) -> bool:
    """Whether both rulesets have a sentence, or neither, in the same words but for those of the surface."""
    if not (applies(sentence, first.variant.layout) and applies(sentence, second.variant.layout)):
        return not _said(sentence, first) and not _said(sentence, second)
    return first.spoken.spoken(sentence) == first.spoken.under(second.variant).spoken(sentence)


def _said(sentence: SentenceTemplate, book: Book) -> str:
    return book.spoken.spoken(sentence) if applies(sentence, book.variant.layout) else ""


def changed_origins(first: Book, second: Book) -> tuple[OriginChange, ...]:
    """Return the sentences in the same words whose labels differ."""
    numbered = references(first.rules)
    found = []
    for sentence in first.texts.rules:
        mine, theirs = (book.spoken.founded(sentence).label for book in (first, second))
        text = _said(sentence, first)
        if mine != theirs and text and _is_same(sentence, first, second):
            found.append(OriginChange(numbered[sentence.rule, text], mine, theirs))
    return tuple(found)


def changed_starts(first: Book, second: Book) -> tuple[str, ...]:
    """Return the lines of the two start positions, if the pieces of two rulesets begin on other squares."""
    starts = [Position.start(book.variant).with_to_move(Side.ATTACKERS) for book in (first, second)]
    lines = tuple(write_position(start).rpartition(" ")[0] for start in starts)
    return lines if lines[0] != lines[1] else ()


def _differs(flag: str, first: Book, second: Book) -> bool:
    return bool(getattr(first.variant.rules, flag) != getattr(second.variant.rules, flag))
