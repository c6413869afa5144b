"""A process that builds kits for days does not grow. Run by .ci/run, not by make test."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from taflkit.catalog import Catalog
from taflkit.kit.build import build_kit
from taflkit.kit.spec import KitSpec
from taflkit.render.pdf import to_pdf

KITS, FIRST, WINDOW = 300, 50, 50
"""How many kits are built, after how many nothing may grow any more, and of how many the highest use counts: stores are
emptied by halves."""
MOST = 6_000_000
"""By how many bytes the last kits may use more than those after the first."""


def specs(catalog: Catalog) -> Iterator[KitSpec]:
    """Yield kits of which no two are the same."""
    papers, modes, inks = ("a4", "letter"), ("colour", "mono"), ("full", "light")
    choices = list(product(catalog.game("brandub").ruleset_names, papers, modes, catalog.theme_names(), inks))
    Random(1).shuffle(choices)  # noqa: S311
    forms = ("flat", "two-sided", "fold")
    for number in range(KITS):
        rules, paper, mode, theme, ink = choices[number % len(choices)]
        cell = 20 + number * 0.37 % 13  # another one for every kit
        spec = KitSpec(rules=rules, paper=paper, mode=mode, theme=theme, ink=ink, cell=round(cell, 2))
        yield spec._replace(counters=forms[number % 3], box=number % 5 == 0, pages=(4, 8, 12)[number // 7 % 3])


@pytest.mark.whole
def test_memory_is_level_after_the_first_kits() -> None:
    catalog, used = Catalog(), []
    tracemalloc.start()
    for spec in specs(catalog):
        for document in build_kit(catalog, spec).documents.values():
            to_pdf(document, catalog.paints(spec.mode, spec.theme, spec.ink), store=catalog.store)
        gc.collect()
        used.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    early, late = max(used[FIRST : FIRST + WINDOW]), max(used[-WINDOW:])
    assert late - early < MOST, [round(size / 1e6, 1) for size in used[::10]]
