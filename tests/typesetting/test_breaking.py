"""The ends of lines cost least, though most of the lines that there could be are not tried."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from taflkit.resources import templates_folder
from taflkit.typesetting import breaking
from taflkit.typesetting.breaking import Breaker, BreakNode
from taflkit.typesetting.metrics import Fonts
from taflkit.typesetting.prose import Faces, Prose, Splitter

HYPHENS = {word.replace("-", ""): word.replace("-", "\u00ad") for word in ("at-tack-ers", "de-fend-ers", "cap-tured")}
FONTS = Fonts(templates_folder() / "fonts")
SPLITTER = Splitter(FONTS, HYPHENS, None)
WORDS = ("attackers", "defenders", "captured", "a", "the", "king", "on", "7", "×", "mm", "escapes", "fiord,", "square.")


def prose(seed: int, count: int) -> Prose:
    chosen = random.Random(seed).choices(WORDS, k=count)  # noqa: S311
    return SPLITTER.split(" ".join(chosen), Faces("text", "italic", "", 1), "known")


def test_a_word_is_looked_for_as_it_would_be_broken() -> None:
    splitter = Splitter(FONTS, {}, lambda word: word)
    assert splitter.has_unknown("\u0130abcd")
    assert not splitter.has_unknown("\u0130abc d")


def cost_of(breaker: Breaker, ends: Sequence[int], hyphens: int, loosest: float, ending: int) -> float:
    """The sum of the lines' costs, each asked for; infinite where one is not allowed."""
    node, total = BreakNode(0, 0, 0, 0.0, None), 0.0
    for start, end in pairwise((0, *ends)):
        broken = end < breaker.last and breaker.prose.pieces[end].before == "hyphen"
        cost = breaker._cost(node, end, broken, end == breaker.last, loosest)
        running = node.hyphens + 1 if broken else 0
        if cost is None or running > hyphens:
            return float("inf")
        total += cost + (breaking._REPEATED_COST if breaker.repeats(start, end) else 0.0)
        total += breaker._ending_cost(start, ending) if end == breaker.last else 0.0
        node = BreakNode(end, min(node.line + 1, len(breaker.insets) - 1), running, total, None)
    return total


def test_justified_lines_cost_least() -> None:
    assert sum(map(justified, range(8))) > 15


def justified(seed: int) -> int:
    """Return in how many of the five settings a text can be justified; in all of them no other way costs less."""
    breaker = Breaker(prose(seed, 11), 3.5, 46.0 + 1.5 * seed, (5.0, 2.0)[: seed % 3])
    filled = 0
    for hyphens, loosest, ending in (*breaking._GOOD, *breaking._LAST):
        found = breaker._fit(hyphens, loosest, ending)
        *inner, last = breaker.ends(hyphens > 0)
        every = ((*chosen, last) for count in range(4) for chosen in combinations(inner, count))
        least = min(cost_of(breaker, ends, hyphens, loosest, ending) for ends in every)
        filled += found is not None
        assert found is None or len(found) < 5
        assert (cost_of(breaker, found, hyphens, loosest, ending) if found else float("inf")) == pytest.approx(least)
    return filled


@pytest.mark.parametrize("seed", range(12))
def test_ragged_lines_that_are_made_even_cost_least(seed: int) -> None:
    breaker = Breaker(prose(seed, 12), 3.5, 36.0 + 2 * seed, (4.0,) * (seed % 3))
    centred = seed % 2 == 0
    lines = len(breaker.filled(hyphens=False))

    def cost(ends: Sequence[int]) -> float:
        total = 0.0
        for line, (start, end) in enumerate(pairwise((0, *ends))):
            each = breaker._ragged_cost(BreakNode(start, line, 0, 0.0, None), end, centred, False)
            total += float("inf") if each is None else each
        return total

    found = breaker._evened(BreakNode(0, 0, 0, 0.0, None), lines, centred, False)
    *inner, last = breaker.ends(hyphens=False)
    assert cost(found) == pytest.approx(min(cost((*ends, last)) for ends in combinations(inner, lines - 1)))
