"""What the first page tells of a kit: the table of its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.kit.components import component_pages
from taflkit.kit.facts import Assembly
from taflkit.kit.spec import KitSpec, framed


def assembly(spec: KitSpec) -> Assembly:
    kit = built(framed(spec, catalog().theme(spec.theme, spec.mode)))
    pages = component_pages(kit.plan, spec.parts, spec.duplex, spec.box)
    return Assembly(read_book(catalog(), spec.game, spec.rules), spec.overlap, kit.plan, pages, kit.page_numbers)


def test_every_page_has_its_row() -> None:
    assert assembly(KitSpec()).rows() == (
        ("1", "These instructions", "paper"),
        ("2", "Section A, eight counters", "card"),
        ("3", "Section B, five counters, two reminder cards", "card"),
        ("4–5", "The booklet", "paper, both sides"),
    )


def test_backs_and_the_box_are_named() -> None:
    told = [row[1] for row in assembly(KitSpec(counters="two-sided", box=True)).rows()]
    assert "Backs of the counters" in told
    assert "The box" in told


def test_letters_that_do_not_follow_each_other_are_each_named(tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(19, 2))
    assert assembly(KitSpec(game=str(game))).contents() == (
        "Sections A and C",
        "Sections B and D, seventeen counters, two reminder cards",
    )
    assert "Sections A, B, C and E, twelve counters" in assembly(KitSpec(sections="pinwheel")).contents()


@pytest.mark.parametrize("sets", [1, 4])
def test_many_sheets_share_a_row(sets: int) -> None:
    made = assembly(KitSpec(sets=sets, counters="fold", cell=38))
    components = [row for row in made.rows() if row[2] == "card"]
    assert len(components) == (len(made.sheets) if len(made.sheets) <= 5 else 1)
