"""What the first page tells of a kit: the table of its pages."""

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
        ("1", "These instructions", "paper"),
        ("2", "Section A, eight counters", "card"),
        ("3", "Section B, five counters, two reminder cards", "card"),
        ("4–5", "The booklet", "paper, both sides"),
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


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            KitSpec(cards="two-sided"),
            "Print page 4 on the back of page 3, the sheet turned on its short edge, from head to foot. "
            "Held against the light, every back must lie behind its front.",
        ),
        (KitSpec(box="parts"), "glue the narrow flap inside, and tuck in base and lid."),
        (KitSpec(box="kit"), "The lid goes over the tray. It also takes the folded board and the booklet."),
        (KitSpec(box="kit", join="tabs"), "It also takes the booklet; the board lies under the box."),
        (KitSpec(box="kit", parts=("instructions", "cards", "booklet")), "It also takes the booklet."),
    ],
)
def test_boxes_and_backs_are_told(spec: KitSpec, words: str) -> None:
    told = facts(spec)
    needs = "box" if told.pages.of("box") else "pages"
    [step] = [step for step in told.book.texts.instructions.step if step.needs == needs]
    assert paragraph(step.text, told.cases(), told.names()).replace(TIE, " ").endswith(words)


def told_step(spec: KitSpec, needs: str) -> str:
    """Return the words of the first step for kits with something."""
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    told = KitFacts(book, spec, plan, number_pages(plan, spec))
    step = next(step for step in book.texts.instructions.step if step.needs == needs)
    return paragraph(step.text, told.cases(), told.names()).replace(TIE, " ")


def test_page_one_credits_a_themes_own_fonts_with_their_licences() -> None:
    spec = KitSpec(parts=("instructions", "cards"))
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    house = KitFacts(book, spec, plan, number_pages(plan, spec))
    own = replace(house, fonts=("Hall Roman (hall.example/terms)", "Ogham (SIL Open Font License 1.1)"))
    plain, credited = (paragraph(book.texts.instructions.credits, each.cases(), each.names()) for each in (house, own))
    said = "Fonts of the theme: Hall Roman (hall.example/terms); Ogham (SIL Open Font License 1.1)."
    assert credited.replace(TIE, " ") == f"{plain} {said}".replace(TIE, " ")


THICK = KitSpec(box="parts", thickness=2.0)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (THICK, "Print pages 2 and 3 on paper, and *glue* this *to card*"),
        (THICK._replace(spares=True), "the spare counters on page 4 are cut off its sheet, and glued to card like the"),
        (
            THICK._replace(spares=True, counters="two-sided"),
            "the spare counters on page 6 are cut off its sheet, and glued to card with their backs from page 7.",
        ),
        (
            THICK._replace(cards="two-sided"),
            "Print page 2 on paper, and *glue* this *to card*, both together as thick as that. Print page 3 "
            "and page 4 each on paper of its own, not on both sides of one",
        ),
        (
            THICK._replace(cards="two-sided", counters="fold"),
            "What is folded is not glued to card: print it on paper, cut it out first, and *glue card* of 2 mm between",
        ),
        pytest.param(
            THICK._replace(king="standee"),
            "What is folded is not glued to card: print it on paper, cut it out first",
            marks=pytest.mark.whole,
        ),
        (THICK._replace(counters="two-sided"), "Print pages 2 and 4 and pages 3 and 5 each on paper of its own"),
        (
            KitSpec(box="parts", spares=True),
            "and not laminated; the spare counters on page 4 are cut off its sheet, and may be laminated.",
        ),
        (KitSpec(box="kit", parts=("instructions", "booklet")), "The box is printed on card that still folds."),
    ],
)
def test_every_sheet_of_a_boxed_kit_is_told_how_to_be_made_firm(spec: KitSpec, words: str) -> None:
    told = told_step(spec, "components")
    assert words in told
    # a sentence for every sheet but the box's
    if spec.glued:
        assert "Print" in told
        assert "Print page" not in told_step(spec, "pages")


@pytest.mark.parametrize("duplex", ["short", "long", "single"])
def test_one_sheet_with_a_back_is_not_told_of_as_several(duplex: str) -> None:
    told = told_step(KitSpec(cards="two-sided", duplex=duplex), "pages")
    assert "the sheets turned" not in told
    assert "on the backs" not in told
    assert "page 3" in told
    several = told_step(KitSpec(counters="two-sided", duplex=duplex), "pages")
    assert ("on the backs of pages 2 and 4, the sheets" in several) == (duplex != "single")


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("brandub", "change sides after each game: beginners find the king’s side easier."),
        ("tablut", "change sides after each game."),
        pytest.param("hnefatafl", "change sides after each game.", marks=pytest.mark.whole),
    ],
)
def test_only_a_game_that_says_so_has_an_easier_side(game: str, end: str) -> None:
    told = facts(KitSpec(game=game, rules=catalog().game(game).ruleset_names[0]))
    step = told.book.texts.instructions.step[-1]
    assert paragraph(step.text, told.cases(), told.names()).endswith(end)


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
