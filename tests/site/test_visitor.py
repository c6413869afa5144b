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
from taflkit.site.visitor import Answer, Session, answer, answer_in


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(folder=tmp_path)


def asked(session: Session, monkeypatch: pytest.MonkeyPatch, error: TaflkitError) -> dict[str, Any]:
    """Return the problem of a question that raises an error."""

    def fail(_session: Session, _request: dict[str, Any]) -> Answer:
        raise error

    monkeypatch.setattr(visitor, "QUESTIONS", {"fail": fail})
    text, files = answer_in(session, "fail", "{}")
    assert files == []
    problem: dict[str, Any] = json.loads(text)["problem"]
    return problem


def test_the_games_are_answered() -> None:
    text, files = answer("games", "{}")
    assert json.loads(text) == {"answer": {"games": list(Catalog().game_names())}}
    assert files == []


def test_a_game_of_the_visitors_own_is_listed(session: Session) -> None:
    text = '[layout]\ntitle = "Mine"\nbase = "brandub"\n[rulesets.ours]\ntitle = "Ours"\n'
    listed = json.loads(answer_in(session, "own", json.dumps({"name": "mine.toml", "text": text}))[0])["answer"]
    assert listed == {
        "title": "Mine",
        "rulesets": [{"name": "ours", "title": "Ours", "variations": []}],
        "languages": list(Catalog().game("brandub").languages),
    }


def test_a_request_that_no_game_makes_so_large_is_not_read(session: Session) -> None:
    problem = json.loads(answer_in(session, "game", "[" * 10_000_000)[0])["problem"]
    assert problem["line"] == "the text is larger than 1 MB"


def test_a_problem_has_its_line_and_its_field(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = asked(session, monkeypatch, TaflkitError("squares of 5 mm are unplayable", choice="cell"))
    assert problem["line"] == "squares of 5 mm are unplayable"
    assert problem["field"] == "cell"


def test_of_many_problems_each_has_its_key_and_the_files_name_alone(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = session.own("mine.toml", "x = 1")
    assert file.startswith(str(tmp_path))
    many = ManyProblems((TemplateError(file, "layout.start", "is missing"), TaflkitError("no", choice="paper")))
    problem = asked(session, monkeypatch, many)
    assert problem["line"] == "mine.toml: layout.start: is missing; no"
    assert problem["field"] is None
    assert problem["each"] == [
        {"line": "mine.toml: layout.start: is missing", "field": None, "file": "mine.toml", "key": "layout.start"},
        {"line": "no", "field": "paper", "file": None, "key": None},
    ]


def test_a_text_read_twice_is_one_file_and_another_text_is_another(session: Session) -> None:
    first = session.own("mine.toml", "x = 1")
    assert session.own("mine.toml", "x = 1") == first
    second = session.own("mine.toml", "x = 2")
    assert second != first
    assert Path(second).read_text(encoding="utf-8") == "x = 2"


def test_the_folder_of_own_files_does_not_grow_without_end(session: Session, tmp_path: Path) -> None:
    names = [session.own("mine.toml", f"x = {number}") for number in range(40)]
    assert len(list(tmp_path.iterdir())) == 16
    assert Path(names[-1]).is_file()
    assert Path(session.own("mine.toml", "x = 0")).is_file()


@pytest.mark.parametrize(
    "name",
    ["", "..", ".toml/", "/etc/mine.toml", "../mine.toml", "a\\mine.toml", "C:mine.toml", "mine.txt", "a\n.toml"],
)
def test_a_name_that_is_no_file_of_a_game_is_refused(session: Session, name: str, tmp_path: Path) -> None:
    with pytest.raises(TaflkitError, match="call it such as"):
        session.own(name, "x = 1")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_too_long_and_a_text_that_is_too_large_are_refused(session: Session) -> None:
    with pytest.raises(TaflkitError, match="no name that a file can have"):
        session.own("a" * 400 + ".toml", "x = 1")
    with pytest.raises(TaflkitError, match="larger than"):
        session.own("mine.toml", "#" * 5_000_000)


def test_what_is_no_question_is_the_pages_own_mistake(session: Session) -> None:
    with pytest.raises(KeyError):
        answer_in(session, "nothing", "{}")
    with pytest.raises(msgspec.DecodeError):
        answer_in(session, "games", "[]")
