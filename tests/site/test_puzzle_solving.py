"""The pages of puzzles in a real browser: solved by pressing, dragging and keys, refuted, helped with, remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsing import shown, watched
from support.sites import small_site
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import load_puzzles
from taflkit.site.visitor.puzzles import first_moment
from taflkit.tafl import Side
from taflkit.tafl.puzzles import Puzzle

pytestmark = pytest.mark.whole

_GAME = Catalog().game("brandub")
PUZZLES = load_puzzles(_GAME, _GAME.ruleset("walker"))
_PAGE = "games/brandub/walker/puzzles/index.html"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    """Where a site of one game is shown, without the runtime: the puzzles need none."""
    with shown(small_site(tmp_path_factory, worker_id)) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The first puzzle, on a page that asks for nothing elsewhere and has no error."""
    with watched(browser, address, viewport={"width": 1366, "height": 900}) as found:
        opened = found.context.new_page()
        go(opened, address, 1)
        yield opened
        assert found.elsewhere == []
        assert found.complaints == []


def go(page: Page, address: str, number: int) -> None:
    page.goto(f"{address}{_PAGE}#puzzle-{number}")
    expect(page.locator("#title")).to_have_text(f"Puzzle {number}")


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"]')


def press(page: Page, move: str) -> None:
    """Play a written move by pressing."""
    origin, target = move.split("x", maxsplit=1)[0].split("-")
    square(page, origin).click()
    expect(square(page, target)).to_have_accessible_name(re.compile("can move here"))
    square(page, target).click()


def drag(page: Page, move: str) -> None:
    origin, target = (square(page, name).bounding_box() for name in move.split("x", maxsplit=1)[0].split("-"))
    assert origin
    assert target
    page.mouse.move(origin["x"] + 20, origin["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 20, steps=6)
    page.mouse.up()


def status(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_contain_text(text)


def line_of(puzzle: Puzzle) -> list[tuple[str, dict[str, Any]]]:
    """Return the winning moves that the page shows, each with what follows it."""
    moment, line = first_moment(puzzle), []
    while True:
        move, after = next(iter(moment["wins"].items()))
        line.append((move, after))
        if not after:
            return line
        moment = after["next"]


@pytest.mark.parametrize(("play", "most"), [(press, len(PUZZLES)), (drag, 4)])
def test_every_puzzle_is_solved_against_its_defence(play: Any, most: int, page: Page, address: str) -> None:
    for number, puzzle in enumerate(PUZZLES[:most], 1):
        go(page, address, number)
        for move, after in line_of(puzzle):
            play(page, move)
            if after:
                status(page, f"The defence replies {after['reply'].split('x')[0]}")
                target = after["reply"].split("x")[0].split("-")[1]
                expect(square(page, target)).to_have_accessible_name(re.compile("last move to here"))
                for taken in after["reply"].split("x")[1:]:
                    expect(square(page, taken)).to_have_accessible_name(re.compile("empty, .*captured here"))
        status(page, "The puzzle is solved.")
        expect(page.locator("#count")).to_have_text(f"{number} of {len(PUZZLES)} solved.")
    page.reload()
    expect(page.locator("#count")).to_have_text(f"{most} of {len(PUZZLES)} solved.")
    expect(page.locator(".numbers a").first).to_have_accessible_name("1, solved")


def test_the_try_is_refuted_on_the_board_and_taken_back(page: Page) -> None:
    first = PUZZLES[0]
    defence = re.compile("attacker" if first.position.to_move is Side.DEFENDERS else "defender|king")
    press(page, str(first.attempt))
    status(page, f"{first.attempt} nearly does it, but {first.refutation}")
    expect(square(page, str(first.refutation.target))).to_have_accessible_name(defence)
    page.get_by_role("button", name="Take back").click()
    expect(square(page, str(first.refutation.target))).not_to_have_accessible_name(defence)
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
    # the keyboard goes on with the board
    assert page.evaluate("document.activeElement.dataset.square")
    press(page, str(first.key))
    status(page, f"{first.key} is right.")


def test_other_moves_do_not_win_and_unlawful_ones_are_refused(page: Page) -> None:
    first = PUZZLES[0]
    origin = str(first.key.origin)
    known = {str(first.key), str(first.attempt)}
    moves = [str(move) for move in first.position.legal_moves() if str(move) not in known]
    press(page, moves[0])
    status(page, f"{moves[0]} does not win in time.")
    # the next press takes it back by itself
    press(page, moves[1])
    status(page, f"{moves[1]} does not win in time.")
    page.get_by_role("button", name="Start again").click()
    taken = {move.partition("-")[2] for move in (*moves, *known) if move.startswith(origin)}
    empty = next(name for name in ("d4", "a1", "b6", "e5") if name not in taken)
    square(page, origin).click()
    square(page, empty).click()
    status(page, f"{origin}-{empty} is against the rules.")
    enemy = str(first.refutation.origin)
    square(page, enemy).click()
    status(page, f"You have no piece on {enemy} that can move.")
    expect(page.locator("#count")).to_have_text(f"0 of {len(PUZZLES)} solved.")


def test_keys_alone_solve_a_puzzle(page: Page) -> None:
    line = line_of(PUZZLES[0])
    for move, after in line:
        for name in move.split("x")[0].split("-"):
            reach(page, name)
            page.keyboard.press("Enter")
        status(page, "The defence replies" if after else "The puzzle is solved.")
    page.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Puzzle 2")
    assert page.url.endswith("#puzzle-2")
    # what was chosen is let go
    square(page, str(PUZZLES[1].key.origin)).click()
    page.keyboard.press("Escape")
    expect(page.locator('[aria-selected="true"]')).to_have_count(0)


def reach(page: Page, name: str) -> None:
    """Walk to a square with the arrow keys."""
    page.locator('[role=gridcell][tabindex="0"]').focus()
    here = page.evaluate("document.activeElement.dataset.square")
    across, up = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    assert page.evaluate("document.activeElement.dataset.square") == name


def test_a_hint_names_the_piece_and_the_solution_is_played_and_does_not_count(page: Page) -> None:
    line = line_of(PUZZLES[0])
    origin = line[0][0].partition("-")[0]
    page.get_by_role("button", name="Hint").click()
    status(page, f"Move the piece on {origin}.")
    expect(square(page, origin)).to_have_accessible_name(re.compile("chosen"))
    for move, after in line:
        page.get_by_role("button", name="Show the next move").click()
        status(page, f"{move.split('x')[0]}")
        status(page, "The defence replies" if after else "That was the solution.")
    expect(page.locator("#count")).to_have_text(f"0 of {len(PUZZLES)} solved.")
    # what is over begins again
    page.get_by_role("button", name="Hint").click()
    status(page, f"Move the piece on {origin}.")


def test_an_address_leads_to_its_puzzle_and_a_wrong_one_to_the_first(page: Page, address: str) -> None:
    page.get_by_role("link", name="3", exact=True).click()
    expect(page.locator("#title")).to_have_text("Puzzle 3")
    expect(page.locator('.numbers [aria-current="true"]')).to_have_text("3")
    page.go_back()
    expect(page.locator("#title")).to_have_text("Puzzle 1")
    for wrong in ("#puzzle-0", "#puzzle-99", "#content", "#99999999999999999999"):
        page.goto(f"{address}{_PAGE}{wrong}")
        page.reload()
        expect(page.locator("#title")).to_have_text("Puzzle 1")
    page.goto(f"{address}{_PAGE}#2")
    expect(page.locator("#title")).to_have_text("Puzzle 2")


def test_a_store_that_is_something_else_does_no_harm(page: Page) -> None:
    for odd in ("{", "3", '{"a": 1}', "null"):
        page.evaluate("odd => localStorage.setItem('taflkit.puzzles.brandub.walker', odd)", odd)
        page.reload()
        expect(page.locator("#count")).to_have_text(f"0 of {len(PUZZLES)} solved.")


def test_without_scripts_answers_are_folded_away(browser: Browser, address: str) -> None:
    with watched(browser, address, java_script_enabled=False) as found:
        page = found.context.new_page()
        page.goto(f"{address}{_PAGE}#puzzle-2")
        expect(page.locator("#solver")).to_be_hidden()
        section = page.locator("#puzzle-2")
        expect(section.get_by_role("img")).to_have_attribute("alt", re.compile("King on"))
        expect(section.get_by_text(f"1. {PUZZLES[1].key}")).to_be_hidden()
        section.get_by_text("Answer").click()
        expect(section.get_by_text(f"1. {PUZZLES[1].key}")).to_be_visible()


def test_the_date_chooses_the_puzzle_of_the_day(browser: Browser, address: str) -> None:
    titles = []
    for day in ("2026-11-28T00:10:00", "2026-11-28T23:50:00", "2026-11-29T00:10:00"):
        with watched(browser, address) as found:
            page = found.context.new_page()
            page.clock.set_fixed_time(day)
            page.goto(address)
            link = page.locator("#day")
            expect(link.locator("b")).to_have_text(re.compile(r"^Brandub, puzzle \d+$"))
            titles.append(link.locator("b").text_content() or "")
            number = titles[-1].rpartition(" ")[2]
            expect(link.locator("img")).to_have_attribute("src", f"games/brandub/walker/puzzles/{number}.svg")
            page.emulate_media(media="print")
            expect(link).to_be_hidden()
            page.emulate_media(media="screen")
            link.click()
            expect(page.locator("#title")).to_have_text(f"Puzzle {number}")
            side = "The attackers" if PUZZLES[int(number) - 1].position.to_move.value == "attackers" else "The king"
            expect(page.locator("#task")).to_contain_text(side)
            assert found.complaints == []
    assert titles[0] == titles[1] != titles[2]
