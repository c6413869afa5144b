"""Reads printed rules back into flags, and finds what is unknown, what means something else, and what is not said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from taflkit.figures import Scene, typed_values
from taflkit.tafl import Rules, Variant
from words.readback.booklet import EDGE_WHILE_IT_LASTS, THRONE, read_rule
from words.readback.captions import read_caption
from words.readback.cards import FORT_OR_NONE, YOU, read_card, said_on_card
from words.readback.english import Claim, Nouns
from words.readback.scenes import is_shown
from words.readback.truth import agrees, alike, needed, ordinary, silence, truth

UNKNOWN, OTHER, UNSAID = "unknown", "means something else", "not said"


class Problem(NamedTuple):
    """What is wrong with a printed text."""

    kind: str
    text: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: '{self.text}' {self.why}"


def false_claims(text: str, claims: list[Claim] | None, holds: Callable[[Claim], bool]) -> Iterator[Problem]:
    """Yield what is wrong with one text by itself, by what it claims."""
    if claims is None:
        yield Problem(UNKNOWN, text)
        return
    for each in claims:
        if not holds(each):
            yield Problem(OTHER, text, str(each))


def booklet_problems(texts: Sequence[str], variant: Variant, nouns: Nouns, devices: Mapping[str, str]) -> list[Problem]:
    """Return what is wrong with the texts of a booklet's rules under a game's flags, on its board."""
    problems = [
        problem
        for text in texts
        for problem in false_claims(text, read_rule(text, nouns), lambda each: is_true(each, variant, devices))
    ]
    if problems:
        return problems
    claims = [each for text in texts for each in read_rule(text, nouns) or ()]
    return [*_unsaid(claims, variant, devices)]


def card_problems(groups: Sequence[tuple[str, str]], side: str, variant: Variant, nouns: Nouns) -> list[Problem]:
    """Return what is wrong with a side's card, with the texts under its headings."""

    def holds(each: Claim) -> bool:
        if each.of == YOU:
            return side in each.values
        if each.of == FORT_OR_NONE:
            # he has won on the edge where a fort would be
            return (variant.rules.exit_fort and variant.rules.goal == "corner") in each.values
        return agrees(variant, each.of, each.values)

    problems: list[Problem] = []
    every: list[Claim] = []
    for heading, text in groups:
        claims = read_card(heading, text, nouns)
        problems += false_claims(text, claims, holds)
        every += claims or ()
    if problems:
        return problems
    said, left = {each.of for each in every}, read_back(every, variant.rules)
    lacking = [
        of
        for of in sorted(said_on_card(side, variant))
        if not (left[of] <= alike(variant, of) if of in left else of in said)
    ]
    return [Problem(UNSAID, of, f"on the card of the {side}") for of in lacking]


def caption_problems(text: str, scene: Scene, nouns: Nouns) -> list[Problem]:
    """Return what is wrong with the caption of a figure."""
    return [*false_claims(text, read_caption(text, nouns), lambda each: is_shown(each, scene))]


def is_true(each: Claim, variant: Variant, devices: Mapping[str, str]) -> bool:
    """Whether a claim is true of a game whose pieces bear the devices."""
    piece = each.of.removeprefix("device of ")
    if piece != each.of:
        return devices[piece] in each.values
    return agrees(variant, each.of, each.values)


def read_back(claims: Sequence[Claim], rules: Rules) -> dict[str, frozenset[object]]:
    """Return the values of each flag that the claims leave: by what is said, or by what silence means."""
    said = {each.of for each in claims}
    left: dict[str, frozenset[object]] = {}
    for flag in Rules._fields:
        left[flag] = frozenset(typed_values(flag))
        for each in claims:
            if each.of == flag or (flag, each.of) == ("king_at_edge", EDGE_WHILE_IT_LASTS):
                left[flag] &= each.values
        if flag not in said and (silent := silence(rules, flag)) is not None:
            left[flag] = frozenset({silent})
    if Claim(THRONE, frozenset({False})) in claims:
        (elsewhere,) = left["king_elsewhere"] if len(left["king_elsewhere"]) == 1 else ("unclear",)
        left |= {flag: left[flag] & {value} for flag, value in ordinary(elsewhere).items()}
    return left


def _unsaid(claims: Sequence[Claim], variant: Variant, devices: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the flags that true claims do not give back, and the points that are missing."""
    for flag, left in read_back(claims, variant.rules).items():
        true = truth(variant, flag)
        same = alike(variant, flag)
        if not left & same:
            yield Problem(OTHER, flag, f"is {true} and reads as {sorted(map(str, left))}")
        elif left - same:
            yield Problem(UNSAID, flag, f"is {true} and may be {sorted(map(str, left))}")
    said = {each.of for each in claims}
    yield from (Problem(UNSAID, each) for each in needed(variant) if each not in said)
    yield from (Problem(UNSAID, f"device of {piece}") for piece in devices if f"device of {piece}" not in said)
