"""What the kit maker tells of a plan is what the command reports."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from taflkit.cli import main
from taflkit.kit.printers import printer_test
from taflkit.render.pdf import to_pdf
from taflkit.site.visitor import Session, answer_in

DESK = Session()


def told(ask: str, **values: str) -> dict[str, Any]:
    text, _ = answer_in(DESK, ask, json.dumps({"values": values}))
    found: dict[str, Any] = json.loads(text)["answer"]
    return found


def report(*arguments: str) -> str:
    """Return what the command says of a kit that it would make."""
    result = CliRunner().invoke(main, ["build", "--dry-run", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def plan_of_command(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["plan", "--json", *arguments])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.parametrize("game", ["brandub", "parlett"])
def test_the_plan_is_that_of_the_command(game: str) -> None:
    answer, made = told("plan", game=game), plan_of_command(game)
    plan = answer["plan"]
    assert (plan["cell"], plan["board"], plan["sheets"]) == (made["cell_mm"], made["board_mm"], made["sheets"])
    assert [[each["sheets"], each["cell"]] for each in answer["beside"]] == [
        [each["sheets"], each["cell_mm"]] for each in made["other_sheets"]
    ]
    parts = [part for page in made["pages"] if page["role"] == "components" for part in page["parts"]]
    assert plan["counters"] == sum(part["kind"] == "counter" for part in parts)
    assert plan["cards"] == 2
    assert plan["print"]["pages"] == len(made["pages"])
    assert plan["print"]["booklet"] == [page["page"] for page in made["pages"] if page["role"] == "booklet"]


def test_the_best_sections_are_told_where_they_are_better() -> None:
    best = told("plan", game="parlett")["best"]
    assert f"Squares in the best sections: {best['cell']:g} mm, in {best['sections']} sections" in report("parlett")
    assert told("plan", game="brandub")["best"] is None
    assert "best sections" not in report("brandub")


def test_squares_that_were_asked_for_have_no_others() -> None:
    assert told("plan", cell="25")["beside"] == []


def test_a_kit_of_counters_alone_has_no_board() -> None:
    answer = told("kit", parts="counters")
    plan = answer["plan"]
    assert (plan["board"], plan["sections"], plan["cards"]) == (None, 0, 0)
    assert plan["counters"] == 13
    assert plan["counter"] > 0
    assert told("plan", parts="counters")["best"] is None


def test_the_box_and_the_backs_are_told() -> None:
    answer = told("kit", box="kit", counters="two-sided", game="parlett")
    plan, said = answer["plan"], report("parlett", "--box", "kit", "--counters", "two-sided")
    width, height, depth = plan["box"]["size"]
    assert f"{width:g} x {height:g} x {depth:g} mm inside, on {plan['box']['sheets']} sheet" in said
    assert plan["print"]["backs"]
    for back in plan["print"]["backs"]:
        assert back["behind"]
        assert f"page {back['number']} on the back of page {back['number'] - 1}" in said
    roles = [page["role"] for page in answer["pages"]]
    assert roles.count("box") == plan["box"]["sheets"]
    assert (roles[0], roles[-1]) == ("instructions", "booklet")


def test_glued_backs_are_no_backs_of_a_sheet() -> None:
    backs = told("plan", box="parts", thickness="2", counters="two-sided")["plan"]["print"]["backs"]
    assert backs
    assert not any(back["behind"] for back in backs)


def test_what_has_no_room_is_told() -> None:
    assert told("kit")["plan"]["notes"] == {}
    plain = told("kit", frame="1")["plan"]["notes"]
    assert "Border of 1 mm: plain, since its ornament needs " + plain["border"] in report("--frame", "1")
    short = told("kit", margin="5")["plan"]["bleed"]
    assert short == {"bleed": 1.0, "aside": 0.0, "margin": 6.0}
    assert "a margin of 6 mm would leave it room" in report("--margin", "5")
    assert told("kit")["plan"]["bleed"] is None


def test_the_booklet_for_a_screen_is_a_file_of_its_own() -> None:
    text, files = answer_in(DESK, "kit", json.dumps({"values": {"parts": "reader"}}))
    answer = json.loads(text)["answer"]
    assert answer["name"] == "brandub-walker-a4-colour-reader.pdf"
    assert files[0].startswith(b"%PDF")
    assert {page["role"] for page in answer["pages"]} == {"reader"}
    assert answer["pages"][0]["width"] == 148.5


def test_the_test_sheet_is_the_one_of_the_command() -> None:
    text, files = answer_in(DESK, "test-sheet", json.dumps({"paper": "letter", "duplex": "long"}))
    assert json.loads(text)["answer"]["name"] == "printer-test-letter-long.pdf"
    document = printer_test(DESK.catalog, "letter", "long", "colour")
    assert files == [to_pdf(document, DESK.catalog.paints("colour"))]


def test_a_test_sheet_of_an_unknown_paper_is_refused_at_its_field() -> None:
    text, files = answer_in(DESK, "test-sheet", json.dumps({"paper": "b9"}))
    assert files == []
    assert json.loads(text)["problem"]["field"] == "paper"
