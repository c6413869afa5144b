"""No paragraph of any kit ends in a few letters or a part of a word, and no line of justified text stays short."""

from __future__ import annotations

import itertools

import pytest

from support.sampling import sampled
from support.set_lines import line_faults, paragraphs_of, paragraphs_of_pdf
from support.shipped import FAMILY, RULESETS, built, catalog
from taflkit.drawing.shapes import Document
from taflkit.kit.options import READER, KitSpec
from taflkit.parts.marks.printer_test import draw_test_sheet
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import DUPLEX, PAGE_COUNTS, paper

GAMES = [*(("brandub", rules) for rules in RULESETS), *FAMILY]
PAPERS = ("a4", "letter")
PLAIN = KitSpec(theme="plain")
"""Ornament takes time, and moves no line."""
CHOICES = (
    KitSpec(king="standee"),
    KitSpec(join="tabs"),
    KitSpec(join="overlap"),
    KitSpec(counters="fold", king="standee", cards="two-sided"),
    KitSpec(counters="two-sided", duplex="long", gap=0.0),
    KitSpec(duplex="single", pages=8),
    KitSpec(duplex="single", bleed=0.0),
    KitSpec(box="kit", sets=2),
    KitSpec(sets=2, spares=True, mode="mono"),
    KitSpec(counters="punch", punch=25.0),
    KitSpec(parts=("instructions", "board")),
    KitSpec(parts=("instructions", "cards", "booklet"), cards="two-sided"),
)
KITS = [
    *(KitSpec(theme=theme) for theme in ("ballinderry", "manuscript")),
    *(PLAIN._replace(game=game, rules=rules, paper=paper) for (game, rules), paper in itertools.product(GAMES, PAPERS)),
    *(
        PLAIN._replace(game=game, rules=rules, pages=pages, parts=(READER,))
        for (game, rules), pages in itertools.product(GAMES, PAGE_COUNTS[1:])
    ),
    *(PLAIN._replace(game=game, rules=rules, cards="two-sided", parts=("cards",)) for game, rules in GAMES),
    *(choice._replace(paper=paper, theme="plain") for choice, paper in itertools.product(CHOICES, PAPERS)),
]


def name(spec: KitSpec) -> str:
    """The choices of a kit that are not the default ones."""
    return ", ".join(f"{key} {value}" for key, value in spec._asdict().items() if value != getattr(KitSpec(), key))


SHORT = ("reaches a corner |and wins.", "not help against |the king.", "nobody can pass between |them.")
"""The lines that end short in the theme of the narrowest measure: two captions, and a paragraph of advice."""


UNFILLED = ("tablut", "letter")
"""The game and the paper on which the lines beside the history's initial cannot be filled: they are ragged."""


def faults(spec: KitSpec) -> list[str]:
    """What is wrong in the drawings of a kit, a line each."""
    documents = built(spec).documents.values()
    found = [f"{name(spec)}: {fault}" for document in documents for fault in line_faults(paragraphs_of(document))]
    # the last line of a booklet's paragraph may be short: the others are not, to make it longer
    short = {READER, "booklet"}.intersection(spec.parts) or spec.two_sided
    found = [fault for fault in found if (spec.game, spec.paper) != UNFILLED or " lacks " not in fault]
    return [fault for fault in found if not (short and fault.endswith("ends in a few letters"))]


@pytest.mark.whole
def test_the_lines_of_all_kits_end_well() -> None:
    found = [fault for spec in KITS for fault in faults(spec) if not any(short in fault for short in SHORT)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("duplex", sampled(DUPLEX, 1))
def test_the_lines_of_the_test_sheet_end_well(duplex: str) -> None:
    look = catalog().theme().look(catalog().store)
    pages = draw_test_sheet(
        paper("a4"), duplex, (catalog().printer_test(), catalog().words()), look, catalog().typesetter()
    )
    assert list(line_faults(paragraphs_of(Document(pages, "Test sheet")))) == []


@pytest.mark.parametrize(
    "spec",
    sampled(
        [
            KitSpec(parts=("instructions", "cards", "booklet")),
            KitSpec(game="ard-ri", paper="letter", mode="mono"),
            KitSpec(game="alea-evangelii", pages=8, parts=(READER,)),
        ],
        1,
    ),
)
def test_the_lines_of_a_pdf_end_well(spec: KitSpec) -> None:
    (document,) = built(spec).documents.values()
    paragraphs = paragraphs_of_pdf(to_pdf(document, catalog().paints(spec.mode)))
    assert sum(map(len, paragraphs)) > 100
    assert [fault for fault in line_faults(paragraphs) if not fault.endswith("ends in a few letters")] == []
