"""Whole sets and classes: how often each page is printed, which sheets sets share, and what all of it takes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Document
from taflkit.kit.build import Kit, build_kit, plan_kit
from taflkit.kit.options import PARTS, SCHOOL, KitSpec, framed
from taflkit.render.pdf import to_pdf
from taflkit.render.png import darkness
from taflkit.sheets.plan import Plan

SHARING = (
    KitSpec(cell=25.0, sets=30),
    KitSpec(cell=25.0, sets=7, counters="two-sided", cards="two-sided"),
    KitSpec(game="alea-evangelii", cell=14.0, sets=30),
    KitSpec(cell=25.0, sets=5, king="standee", counters="fold"),
    KitSpec(sets=10, parts=("cards",)),
)
"""Kits with a sheet for several sets."""


def plan_of(spec: KitSpec) -> Plan:
    known = catalog()
    return plan_kit(read_book(known, spec.game, spec.rules), framed(spec, known.theme()), known.store)


def times(kit: Kit) -> dict[int, int]:
    return {page.number: page.times for page in kit.pages.pages}


def printed(spec: KitSpec) -> int:
    """Return the sheets of a plan, each as often as it is printed."""
    return sum(-(-spec.times // sheet.sets) for sheet in plan_of(spec).sheets)


def test_a_set_is_printed_as_often_as_there_are_sets_and_the_poster_once() -> None:
    kit = built(KitSpec(class_=30))
    assert times(kit) == {1: 30, 2: 30, 3: 30, 4: 30, 5: 30, 6: 1, 7: 30}
    assert (kit.pages.sheets(card=True), kit.pages.sheets(card=False)) == (60, 91)
    assert kit.spec.parts == (*PARTS, *SCHOOL[:2])
    assert {page.times for page in built(KitSpec()).pages.pages} == {1}


@pytest.mark.parametrize("spec", SHARING)
def test_a_shared_sheet_has_whole_sets_and_saves_sheets(spec: KitSpec) -> None:
    plan, alone = plan_of(spec), plan_of(spec._replace(sets=1))
    assert plan.cell == alone.cell
    assert len(plan.sections) <= len(alone.sections)
    assert printed(spec) < spec.sets * len(alone.sheets)
    (shared,) = (sheet for sheet in plan.sheets if sheet.sets > 1)
    made = Counter((part.kind, part.name.partition("-")[0]) for part in shared.parts)
    assert all(count % shared.sets == 0 for count in made.values())
    assert len({part.name for part in shared.parts}) == len(shared.parts)
    # of a set there is as much as in a kit of one
    parts = sorted(part.name for sheet in plan.sheets for part in sheet.of_a_set if part.kind != "section")
    assert parts == sorted(part.name for sheet in alone.sheets for part in sheet.parts if part.kind != "section")


@pytest.mark.parametrize("spec", [KitSpec(sets=30), KitSpec(game="hnefatafl", paper="letter", sets=50)])
def test_where_it_saves_nothing_the_sheets_are_those_of_one_set(spec: KitSpec) -> None:
    assert plan_of(spec) == plan_of(spec._replace(sets=1))


def test_backs_are_printed_as_often_as_their_fronts_and_on_their_sheets() -> None:
    kit = built(SHARING[1])
    backs = kit.pages.of("back")
    assert backs
    for back in backs:
        front = kit.pages.pages[back.number - 2]
        assert (back.times, back.sheet.sets, back.behind) == (front.times, front.sheet.sets, True)
    assert kit.pages.sheets(card=True) == printed(SHARING[1])


def test_a_box_is_for_one_set_however_many_a_sheet_has() -> None:
    alone, shared = (built(KitSpec(cell=25.0, box="parts", sets=sets)) for sets in (1, 12))
    nets = [[page.box.net for page in kit.pages.of("box") if page.box is not None] for kit in (alone, shared)]
    assert nets[0] == nets[1]
    assert [page.times for page in shared.pages.of("box")] == [12]
    assert any(page.sheet.sets == 6 for page in shared.pages.made)


def test_parts_that_are_glued_to_card_are_printed_on_paper() -> None:
    kit = built(KitSpec(box="parts", thickness=2.0, sets=3))
    assert [page.role for page in kit.pages.pages if page.card] == ["box"]


def test_the_table_says_how_often_and_the_line_below_it_how_many_sheets() -> None:
    facts = built(KitSpec(cell=25.0, sets=30)).facts
    assert [row[3] for row in facts.rows()] == ["30", "30", "5", "30"]
    assert facts.rows()[2][1] == "Seventy-eight counters, for six sets"
    assert facts.total() == "Sheets in all: 35 of card, 60 of paper."
    assert built(KitSpec()).facts.total() == ""


def test_ink_is_per_cent_of_a_sheet_and_of_that_paper() -> None:
    known = catalog()

    def weigh(document: Document, _paints: Paints) -> list[float]:
        return [0.5 for _ in document.pages]

    kit = build_kit(known, KitSpec(sets=4, paper="a3"), weigh)
    on_a3, on_a4 = (sum(page.times for page in kit.pages.pages if page.card == card) for card in (True, False))
    # one side of the booklet is as large as a page to be read, half of A3
    assert kit.facts.ink == round(50 * (on_a3 + on_a4 / 2))
    text = "".join(kit.facts.total())
    assert f"Ink: {kit.facts.ink} % of a sheet of A3." in text
    assert build_kit(known, KitSpec(), weigh).facts.ink == 0


def test_darkness_is_measured_on_what_is_drawn() -> None:
    full, light = (built(KitSpec(parts=("board",), ink=ink)) for ink in ("full", "light"))
    dark, pale = (sum(darkness(to_pdf(kit.documents[""], kit.paints))) for kit in (full, light))
    assert 0.02 < pale < dark / 3 < 0.5


def test_the_command_says_what_to_print_how_often(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["build", "--sets", "30", "--cell", "25", "-o", str(tmp_path)])
    line = "For 30 sets print pages 1 and 2, 30 times; page 3, 5 times; pages 4 and 5, 30 times: 35 sheets of card, "
    assert line in run.stdout
    assert "60 sheets of paper, ink " in run.stdout
    plan = json.loads(CliRunner().invoke(main, ["plan", "--json", "--sets", "30", "--cell", "25"]).stdout)
    assert plan["sets"] == 30
    assert [page["times"] for page in plan["pages"]] == [30, 30, 5, 30, 30]


@pytest.mark.parametrize("option", ["--sets", "--class"])
@pytest.mark.parametrize("value", ["0", "100", "1.5", "-3", "", "thirty"])
def test_a_number_of_sets_that_is_none_is_one_line(option: str, value: str, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["build", f"{option}={value}", "-o", str(tmp_path / "kits")])
    assert (run.exit_code, run.stderr.count("\n")) == (1, 1)
    assert run.stderr.startswith(f"Error: {option}: ")
    assert not list(tmp_path.iterdir())


def test_a_class_of_other_sets_is_refused_and_of_as_many_is_not() -> None:
    def run(*options: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["plan", *options])
        return result.exit_code, result.stderr

    refused = "Error: --class: a class of 30 has 30 sets, and not 4; leave one of the two out\n"
    assert run("--class", "30", "--sets", "4") == (1, refused)
    assert run("--class", "30", "--sets", "30") == (0, "")


@pytest.mark.parametrize("game", ["brandub", "alea-evangelii"])
def test_a_class_of_fifty_is_planned_as_quickly_as_one(game: str) -> None:
    alone, fifty = plan_of(KitSpec(game=game)), plan_of(KitSpec(game=game, class_=50))
    assert (fifty.cell, len(fifty.sheets)) == (alone.cell, len(alone.sheets))
