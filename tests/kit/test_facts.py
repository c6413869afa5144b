"""What the instructions tell of a kit: the table of its pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from support.games import cross_picture, write_game
from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.kit.build import plan_kit
from taflkit.kit.facts import KitFacts
from taflkit.kit.numbering import number_pages
from taflkit.kit.options import KitSpec, framed
from taflkit.words.texts import paragraph

TIE = "\u00a0"
"""Between a number and its unit or the word before it."""


def facts(spec: KitSpec) -> KitFacts:
    spec = framed(spec, catalog().theme(spec.theme, spec.mode))
    kit = built(spec)
    return KitFacts(read_book(catalog(), spec.game, spec.rules), spec, kit.plan, kit.pages)


def contents(spec: KitSpec) -> tuple[str, ...]:
    """What the component pages hold, in words."""
    told = facts(spec)
    return tuple(told.contents(page) for page in told.pages.components)


def test_every_page_has_its_row() -> None:
    assert facts(KitSpec()).rows() == (
        ("1", "These instructions", "paper", "1"),
        ("2", "Section A, eight counters", "card", "1"),
        ("3", "Section B, five counters, two reminder cards", "card", "1"),
        ("4–5", "The booklet", "paper, both sides", "1"),
    )


def test_backs_and_the_box_are_named() -> None:
    told = [row[1] for row in facts(KitSpec(counters="two-sided", box="parts")).rows()]
    assert "Backs of the counters" in told
    assert "The box" in told
    told = [row[1] for row in facts(KitSpec(sheets=2, cards="two-sided", box="kit", parts=("cards", "booklet"))).rows()]
    assert told == [
        "Two reminder cards",
        "Backs of the cards",
        "The tray of the box",
        "The lid of the box",
        "The booklet",
    ]
    halves = contents(KitSpec(box="kit", parts=("board",)))
    assert halves[-4:-2] == ("The tray of the box, upper half", "The tray of the box, lower half")


def test_the_spare_counters_beside_a_box_are_counted_and_have_backs() -> None:
    spec = KitSpec(box="parts", spares=True, counters="two-sided", parts=("instructions", "counters"))
    told = facts(spec)
    [page] = told.pages.of("box")
    count = sum(part.kind == "counter" for each in told.pages.made for part in each.sheet.parts)
    assert page.sheet.parts == (page.box.counters if page.box is not None else ())
    assert len(page.sheet.parts) > 10
    assert told.contents(page) == f"The box, {told.book.texts.words.number(len(page.sheet.parts))} counters"
    assert told.names()["counter_count"] == f"{told.book.texts.words.number(count)} counters"
    assert str(page.number) in told.names()["counter_pages"]
    behind = told.pages.pages[page.number]
    assert (behind.role, behind.behind, len(behind.sheet.parts)) == ("back", True, len(page.sheet.parts))


def test_the_instructions_credit_a_themes_own_fonts_with_their_licences() -> None:
    spec = KitSpec(parts=("instructions", "cards"))
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    house = KitFacts(book, spec, plan, number_pages(plan, spec))
    own = replace(house, fonts=("Hall Roman (hall.example/terms)", "Ogham (SIL Open Font License 1.1)"))
    plain, credited = (paragraph(book.texts.instructions.credits, each.cases(), each.names()) for each in (house, own))
    said = "Fonts of the theme: Hall Roman (hall.example/terms); Ogham (SIL Open Font License 1.1)."
    assert credited.replace(TIE, " ") == f"{plain} {said}".replace(TIE, " ")


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("brandub", True),
        ("tablut", False),
    ],
)
def test_only_a_game_that_says_so_has_an_easier_side(game: str, says: bool) -> None:
    told = facts(KitSpec(game=game, rules=catalog().game(game).ruleset_names[0]))
    note = paragraph(told.book.texts.instructions.note, told.cases(), told.names())
    assert ("change sides after each game: beginners find the king’s side easier." in note) is says


def test_letters_that_do_not_follow_each_other_are_each_named(tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(19, 2))
    assert contents(KitSpec(game=str(game), sheets=2, sections="best")) == (
        "Sections A and C",
        "Sections B and D, seventeen counters, two reminder cards",
    )
    assert "Sections A, B, C and E, twelve counters" in contents(KitSpec(sections="pinwheel"))


@pytest.mark.parametrize("sets", [1, 4])
def test_many_sheets_share_a_row(sets: int) -> None:
    made = facts(KitSpec(sets=sets, counters="fold", cell=38))
    components = [row for row in made.rows() if row[2] == "card"]
    assert len(components) == (len(made.pages.components) if len(made.pages.components) <= 5 else 1)
