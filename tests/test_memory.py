"""A process that builds kits for days does not grow. Run by .ci/run, not by make test."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from taflkit.catalog import Catalog
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import INKS, MODES

KITS, FIRST, WINDOW, STEP = 160, 50, 50, 5
"""How many kits are built, after how many nothing may grow any more, and of how many the highest use counts: stores are
emptied of the oldest. Every fifth of them is looked at."""
MOST = 120_000
"""How many blocks of memory the last kits may hold more than those after the first: some 12 MB."""


def specs(catalog: Catalog) -> Iterator[KitSpec]:
    """Yield kits of which no two are the same."""
    papers, modes, inks = ("a4", "letter"), MODES, INKS
    choices = list(product(catalog.game("brandub").ruleset_names, papers, modes, catalog.theme_names(), inks))
    Random(1).shuffle(choices)  # noqa: S311
    forms = ("flat", "two-sided", "fold")
    for number in range(KITS):
        rules, paper, mode, theme, ink = choices[number % len(choices)]
        cell = 20 + number * 0.37 % 13  # another one for every kit
        spec = KitSpec(rules=rules, paper=paper, mode=mode, theme=theme, ink=ink, cell=round(cell, 2))
        yield spec._replace(
            counters=forms[number % 3], box="none" if number % 5 else "parts", pages=(4, 8, 12)[number // 7 % 3]
        )


@pytest.mark.whole
@pytest.mark.long
def test_memory_is_level_after_the_first_kits() -> None:
    catalog, used = Catalog(), []
    for number, spec in enumerate(specs(catalog)):
        kit = build_kit(catalog, spec)
        for document in kit.documents.values():
            to_pdf(document, kit.paints, store=catalog.store)
        if number % STEP == 0 and (FIRST <= number < FIRST + WINDOW or number >= KITS - WINDOW):
            gc.collect()
            used.append(sys.getallocatedblocks())
    early, late = max(used[: WINDOW // STEP]), max(used[-WINDOW // STEP :])
    assert late - early < MOST, used
