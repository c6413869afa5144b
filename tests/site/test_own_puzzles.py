"""Puzzles of a visitor's own game: what Python answers, and the page on which they are found and solved."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browsing import CHECKERS, RUNTIME, Watched, shown, watched
from support.sites import small_site
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import collection_text, load_puzzles
from taflkit.site.visitor import Session, answer_in
from taflkit.site.visitor.diagrams import rows_of

GAME = """[layout]
title = "Ours"
base = "brandub"
[rulesets.club]
title = "House rules"
base = "walker"
[rulesets.edge]
title = "To the edge"
base = "walker"
rules.goal = "edge"
"""
_BRANDUB = Catalog().game("brandub")
SHIPPED = load_puzzles(_BRANDUB, _BRANDUB.ruleset("walker"))
COLLECTED = f"{GAME}\n{collection_text('ours', 'club', SHIPPED[:2], 'puzzles.club')}"
_AXE = CHECKERS / "node_modules" / "axe-core" / "axe.min.js"
_SOON = 90_000
"""How many ms the runtime may take to start, and to find a puzzle, on a machine that does much else."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(folder=tmp_path)


def asked(session: Session, question: str, text: str = GAME, **more: Any) -> dict[str, Any]:
    """Return an answer or a problem."""
    request = {"own": {"name": "ours.toml", "text": text}, **more}
    told: dict[str, Any] = json.loads(answer_in(session, question, json.dumps(request))[0])
    return told


def found(session: Session, count: int, **more: Any) -> tuple[int, list[dict[str, Any]]]:
    """Return so many puzzles of a search, and the positions that it has tried."""
    tried, puzzles = 0, list[dict[str, Any]]()
    while len(puzzles) < count:
        answer = asked(session, "find-puzzles", tried=tried, **more)["answer"]
        assert answer["tried"] > tried
        tried = answer["tried"]
        puzzles += answer["puzzles"]
    return tried, puzzles


@pytest.mark.whole
def test_a_search_goes_on_where_it_was_and_begins_anew(session: Session) -> None:
    tried, puzzles = found(session, 3)
    assert len({"/".join(each["rows"]) for each in puzzles}) == 3
    for each in puzzles:
        assert each["plies"] == 3
        assert each["side"] in ("attackers", "defenders")
        assert each["refuted"]["move"] not in each["start"]["wins"]
        ((_, after),) = each["start"]["wins"].items()
        assert all(not deeper for deeper in after["next"]["wins"].values())
    assert found(session, 3) == (tried, puzzles)
    # another search has nothing of the first
    assert found(session, 1, rules="edge")[1] != puzzles[:1]
    assert found(session, 3) == (tried, puzzles)


def test_an_answer_comes_after_the_time_of_a_step_whatever_is_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taflkit.site.visitor.puzzles._STEP", -1.0)
    for tried in range(5):
        assert asked(session, "find-puzzles", tried=tried)["answer"]["tried"] == tried + 1


def test_a_collection_is_shown_and_an_unsound_one_is_named(session: Session) -> None:
    assert asked(session, "collection") == {"answer": {"puzzles": []}}
    puzzles = asked(session, "collection", COLLECTED)["answer"]["puzzles"]
    assert [each["rows"] for each in puzzles] == [rows_of(each.position) for each in SHIPPED[:2]]
    assert asked(session, "collection", COLLECTED, rules="edge") == {"answer": {"puzzles": []}}
    wrong = COLLECTED.replace(f'key = "{SHIPPED[0].key}"', f'key = "{SHIPPED[0].attempt}"', 1)
    assert "must be the only first move that wins" in asked(session, "collection", wrong)["problem"]["line"]
    for broken in (f"{GAME}[puzzles.club]\ngame = 1\n", "=", GAME.replace("walker", "wakler")):
        assert asked(session, "collection", broken)["problem"]["line"]
        assert "\n" not in asked(session, "collection", broken)["problem"]["line"]
    assert asked(session, "find-puzzles", rules="none")["problem"]["field"] == "rules"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    """Where a site of one game with the kit maker is shown."""
    with shown(small_site(tmp_path_factory, worker_id, RUNTIME)) as place:
        yield place


@pytest.fixture
def profile(browser: Browser, address: str) -> Iterator[Watched]:
    """A profile whose pages ask for nothing elsewhere and have no error."""
    with watched(browser, address, viewport={"width": 1366, "height": 900}) as watching:
        yield watching
        assert watching.elsewhere == []
        assert watching.complaints == []


def opened(profile: Watched, address: str, text: str) -> Page:
    """Open the page of a game, as its own page leads there."""
    page = profile.context.new_page()
    page.goto(f"{address}own/index.html")
    page.locator("#name").fill("ours.toml")
    page.locator("#text").fill(text)
    expect(page.locator('#own[data-answered="yes"]')).to_be_attached(timeout=_SOON)
    page.locator("#puzzles").click()
    page.wait_for_url(f"{address}puzzles/index.html#own=*")
    return page


def pressed(page: Page, *squares: str) -> None:
    for name in squares:
        page.locator(f'[data-square="{name}"]').click()


def status(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_contain_text(text)


@pytest.mark.whole
def test_puzzles_are_found_solved_and_remembered(profile: Watched, address: str, session: Session) -> None:
    page = opened(profile, address, GAME)
    expect(page.locator(".numbers li")).to_have_count(6, timeout=_SOON)
    expect(page.locator("#stop")).to_be_hidden()
    expect(page.locator("#game")).to_have_text("Ours")
    first, second = found(session, 2)[1]
    side = "attackers move" if first["side"] == "attackers" else "king’s side moves"
    expect(page.locator("#task")).to_have_text(f"The {side} and win{'s' * (side[0] == 'k')} in two moves.")
    # the try is refuted
    tried, reply = first["refuted"]["move"], first["refuted"]["reply"].split("x")[0]
    pressed(page, *tried.split("x")[0].split("-"))
    status(page, f"but {reply}")
    page.get_by_role("button", name="Take back").click()
    # a hint, and then the solution by the mouse
    ((move, after),) = first["start"]["wins"].items()
    page.get_by_role("button", name="Hint").click()
    status(page, f"Move the piece on {move[:2]}")
    pressed(page, move.split("x")[0].split("-")[1])
    status(page, "The defence replies")
    pressed(page, *next(iter(after["next"]["wins"])).split("x")[0].split("-"))
    status(page, "The puzzle is solved.")
    # the next by keys
    page.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Puzzle 2")
    walk(page, *next(iter(second["start"]["wins"])).split("x")[0].split("-"))
    status(page, "is right.")
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    assert page.evaluate("axe.run().then(({violations}) => violations.map(({id}) => id))") == []
    # the address has the game and the puzzle
    page.reload()
    expect(page.locator("#title")).to_have_text("Puzzle 2", timeout=_SOON)
    expect(page.locator(".numbers a").first).to_have_accessible_name("1, solved")
    page.locator("#more").click(timeout=_SOON)
    expect(page.locator(".numbers li")).to_have_count(12, timeout=_SOON)


def walk(page: Page, *names: str) -> None:
    """Choose squares with the keys."""
    for name in names:
        page.locator('[role=gridcell][tabindex="0"]').focus()
        here = page.evaluate("document.activeElement.dataset.square")
        across, up = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
        for _ in range(abs(across)):
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(up)):
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
        page.keyboard.press("Enter")


@pytest.mark.whole
def test_a_collection_is_there_at_once_and_other_rules_are_searched(profile: Watched, address: str) -> None:
    page = opened(profile, address, COLLECTED)
    expect(page.locator(".numbers li")).to_have_count(2, timeout=_SOON)
    expect(page.locator("#search")).to_have_text("Positions tried: 0. Puzzles: 2.")
    page.locator("#rules").select_option("edge")
    expect(page.locator("#search")).to_contain_text("Looking for puzzles", timeout=_SOON)
    page.locator("#stop").click()
    expect(page.locator("#more")).to_be_focused(timeout=_SOON)
    expect(page.locator("#search")).to_have_text(re.compile(r"^Positions tried: \d+\. Puzzles: \d\.$"))


@pytest.mark.whole
def test_what_cannot_be_searched_is_told(profile: Watched, address: str) -> None:
    page = profile.context.new_page()
    for hash_, line in (("", "There is no game of your own in this browser yet."), ("#own=abc", "cannot be read")):
        page.goto("about:blank")
        page.goto(f"{address}puzzles/index.html{hash_}")
        expect(page.locator("#problem")).to_contain_text(line)
        expect(page.locator("#more")).to_be_hidden()
        expect(page.locator("#solver")).to_be_hidden()
    wrong = COLLECTED.replace(f'key = "{SHIPPED[0].key}"', f'key = "{SHIPPED[0].attempt}"', 1)
    page = opened(profile, address, wrong)
    expect(page.locator("#problem")).to_contain_text("must be the only first move that wins", timeout=_SOON)
    # the search is there all the same
    page.locator("#more").click()
    expect(page.locator(".numbers li")).not_to_have_count(0, timeout=_SOON)
