"""What pages ask Python: JSON in, JSON and files out, and every problem in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taflkit.catalog import Catalog
from taflkit.errors import ManyProblems, TaflkitError, TemplateError
from taflkit.site import visitor
from taflkit.site.visitor import Answer, Desk, answer, answered


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(folder=tmp_path)


def asked(desk: Desk, monkeypatch: pytest.MonkeyPatch, error: TaflkitError) -> dict[str, Any]:
    """Return the problem of an ask that raises an error."""

    def fail(_desk: Desk, _wish: dict[str, Any]) -> Answer:
        raise error

    monkeypatch.setattr(visitor, "ASKS", {"fail": fail})
    text, files = answered(desk, "fail", "{}")
    assert files == []
    problem: dict[str, Any] = json.loads(text)["problem"]
    return problem


def test_the_games_are_answered() -> None:
    text, files = answer("games", "{}")
    assert json.loads(text) == {"answer": {"games": list(Catalog().game_names())}}
    assert files == []


def test_a_problem_has_its_line_and_its_field(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = asked(desk, monkeypatch, TaflkitError("squares of 5 mm are unplayable", choice="cell"))
    assert problem["line"] == "squares of 5 mm are unplayable"
    assert problem["field"] == "cell"


def test_of_many_problems_each_has_its_key_and_the_files_name_alone(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = desk.own("mine.toml", "x = 1")
    assert file.startswith(str(tmp_path))
    many = ManyProblems((TemplateError(file, "layout.start", "is missing"), TaflkitError("no", choice="paper")))
    problem = asked(desk, monkeypatch, many)
    assert problem["line"] == "mine.toml: layout.start: is missing; no"
    assert problem["field"] is None
    assert problem["each"] == [
        {"line": "mine.toml: layout.start: is missing", "field": None, "file": "mine.toml", "key": "layout.start"},
        {"line": "no", "field": "paper", "file": None, "key": None},
    ]


def test_a_text_read_twice_is_one_file_and_another_text_is_another(desk: Desk) -> None:
    first = desk.own("mine.toml", "x = 1")
    assert desk.own("mine.toml", "x = 1") == first
    second = desk.own("mine.toml", "x = 2")
    assert second != first
    assert Path(second).read_text(encoding="utf-8") == "x = 2"


def test_the_folder_of_own_files_does_not_grow_without_end(desk: Desk, tmp_path: Path) -> None:
    names = [desk.own("mine.toml", f"x = {number}") for number in range(40)]
    assert len(list(tmp_path.iterdir())) == 16
    assert Path(names[-1]).is_file()
    assert Path(desk.own("mine.toml", "x = 0")).is_file()


@pytest.mark.parametrize(
    "name",
    ["", "..", ".toml/", "/etc/mine.toml", "../mine.toml", "a\\mine.toml", "C:mine.toml", "mine.txt", "a\n.toml"],
)
def test_a_name_that_is_no_file_of_a_game_is_refused(desk: Desk, name: str, tmp_path: Path) -> None:
    with pytest.raises(TaflkitError, match="call it such as"):
        desk.own(name, "x = 1")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_too_long_and_a_text_that_is_too_large_are_refused(desk: Desk) -> None:
    with pytest.raises(TaflkitError, match="no name that a file can have"):
        desk.own("a" * 400 + ".toml", "x = 1")
    with pytest.raises(TaflkitError, match="larger than"):
        desk.own("mine.toml", "#" * 5_000_000)


def test_what_is_no_question_is_the_pages_own_mistake(desk: Desk) -> None:
    with pytest.raises(KeyError):
        answered(desk, "nothing", "{}")
    with pytest.raises(msgspec.DecodeError):
        answered(desk, "games", "[]")
