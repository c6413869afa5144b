"""Kits of a visitor's choices: what the command makes of the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from taflkit.cli import main
from taflkit.site.visitor import Session, answer_in

OWN = '[layout]\ntitle = "Mine"\nbase = "brandub"\n'


def kit_of(session: Session, **choices: Any) -> tuple[dict[str, Any], list[bytes]]:
    text, files = answer_in(session, "kit", json.dumps(choices))
    return json.loads(text), files


def command(folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, bytes]:
    """Return the files that the command makes, by their names."""
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(main, ["build", *arguments, "-o", "made/"])
    assert result.exit_code == 0, result.output
    return {file.name: file.read_bytes() for file in (folder / "made").iterdir()}


@pytest.fixture(scope="module")
def session() -> Session:
    return Session()


def test_a_kit_is_the_one_of_the_command(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"game": "brandub", "paper": "letter", "mode": "mono", "cell": "1in", "spares": "yes", "parts": "board"}
    said, files = kit_of(session, values=values)
    made = command(
        tmp_path, monkeypatch, *("--paper", "letter", "--mode", "mono", "--cell", "1in"), "--spares", "--parts", "board"
    )
    assert {said["answer"]["name"]: files[0]} == made
    assert said["answer"]["pages"][0]["label"] == "1"
    assert said["answer"]["plan"]["cell"] == 25.4


def test_split_files_have_their_names(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said, files = kit_of(session, values={"split": "yes"})
    assert dict(zip(said["answer"]["names"], files, strict=True)) == command(tmp_path, monkeypatch, "--split")


def test_a_game_of_the_visitors_own(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(OWN, encoding="utf-8")
    said, files = kit_of(session, own={"name": "mine.toml", "text": OWN})
    assert {said["answer"]["name"]: files[0]} == command(tmp_path, monkeypatch, "mine.toml")


def test_a_printers_corrections(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    readings = ("--scale-x", "99.6", "--back-dx", "1.5", "--unprintable", "6")
    assert CliRunner().invoke(main, ["printer", "set", "printer", *readings]).exit_code == 0
    said, files = kit_of(session, printer={"scale_x": "99.6", "back_dx": "1.5", "unprintable": "6"})
    made = command(tmp_path, monkeypatch, "--printer", "printer")
    assert {said["answer"]["name"]: files[0]} == made


@pytest.mark.parametrize(
    ("choices", "field", "line"),
    [
        ({"values": {"cell": "5"}}, "cell", "must be 8 to 240 mm"),
        ({"values": {"paper": "b9"}}, "paper", "there is no paper 'b9'"),
        ({"values": {"game": "chess"}}, None, "there is no game 'chess'"),
        ({"values": {"colour": "red"}}, None, "there is no choice 'colour'"),
        ({"printer": {"scale_x": "300"}}, "scale_x", "300"),
        ({"printer": {"unprintable": "9"}, "values": {"margin": "6"}}, "margin", "does not reach the outer 9 mm"),
        ({"own": {"name": "mine.toml", "text": "x ="}}, None, "mine.toml: is not TOML"),
        ({"own": {"name": "mine.toml", "text": "[layout]\ntitel = 1"}}, None, "mine.toml: layout: titel: unknown key"),
        ({"own": {"name": "mine", "text": ""}}, "own", "call it such as mygame.toml"),
        ({"wanted": 1}, None, "wanted: unknown key"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    session: Session, choices: dict[str, Any], field: str | None, line: str
) -> None:
    said, files = kit_of(session, **choices)
    assert files == []
    assert said["problem"]["field"] == field
    assert line in said["problem"]["line"]
    assert "--" not in said["problem"]["line"]
    assert "/" not in said["problem"]["line"]


def test_of_several_sets_the_page_has_the_table_that_the_instructions_have(session: Session) -> None:
    plan = kit_of(session, values={"class": "30", "cell": "25"})[0]["answer"]["plan"]
    assert plan["table"]["heads"] == ["Page", "What is on it", "Print on", "Times"]
    assert [row[3] for row in plan["table"]["rows"][:4]] == ["30", "30", "5", "30"]
    # ink is not measured in a browser
    assert plan["table"]["total"] == "Sheets in all: 35 of card, 91 of paper."
    assert not kit_of(session, values={})[0]["answer"]["plan"]["table"]
    assert kit_of(session, values={"class": "30", "sets": "4"})[0]["problem"]["field"] == "class"
