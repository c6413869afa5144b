"""The page of play in a real browser: two at one screen, by pointer, touch and keys, and games that are given away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsing import WIDTHS, watched

pytestmark = pytest.mark.whole

_SOON = 60_000
"""How many ms the runtime may take to start on a machine that does much else."""
GAME = ("d2-e2", "c4-c5", "f4-f5", "c5-a5", "d6-a6")
RECORD = "1. d2-e2 c4-c5\n2. f4-f5 c5-a5\n3. d6-a6xa5"
_COUNT = "() => { window.slid = 0; Element.prototype.animate = () => { window.slid += 1; }; }"
"""Counts the pieces that slide."""
POSITION = "/7/7/2t4/7/3Tt2/7/7/"


@pytest.fixture
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    """The page, which asks for nothing elsewhere and has no error."""
    with watched(browser, site_address, viewport={"width": 1366, "height": 768}) as found:
        yield opened(found.context.new_page(), f"{site_address}play/index.html")
        assert found.elsewhere == []
        assert found.complaints == []


def opened(page: Page, address: str) -> Page:
    """Open an address anew, and wait until its game can be played."""
    page.set_default_timeout(_SOON)
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#status")).to_have_text(re.compile("to move|may move|over"), timeout=_SOON)
    return page


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"]')


def played(page: Page, *moves: str) -> None:
    """Play moves by pressing, each when the last is there."""
    for move in moves:
        origin, target = move.split("-")
        square(page, origin).click()
        expect(square(page, target)).to_have_accessible_name(re.compile("can move here"))
        square(page, target).click()
        expect(page.locator("#moves [aria-current=step]")).to_contain_text(move)


def sliding(page: Page) -> int:
    """Return how many pieces are on their way."""
    number: int = page.evaluate(
        "document.getAnimations().filter(each => each.effect.target.matches('.board-piece')).length"
    )
    return number


def test_two_play_and_the_rules_refuse_with_their_sentence(page: Page) -> None:
    played(page, *GAME)
    expect(page.locator("#status")).to_contain_text(
        "captures the defender on a5 against a4. The king’s side is to move."
    )
    square(page, "d5").click()
    square(page, "d1").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("d5-d1: The piece on d4 is in the way.")
    expect(page.locator("#moves li")).to_have_count(len(GAME))
    cited = refusal.get_by_role("link", name="Rule 5b: No piece stops on another or jumps over one.")
    cited.click()
    expect(page).to_have_url(re.compile("games/brandub/walker/index.html#rule-5b$"))
    expect(page.locator("#rule-5b")).to_contain_text("No piece stops on another or jumps over one.")


def test_moves_are_taken_back_and_a_new_game_begins(page: Page) -> None:
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#new")).to_be_disabled()
    played(page, *GAME)
    page.locator("#undo").click()
    expect(square(page, "a5")).to_have_accessible_name(re.compile("^a5, defender"))
    expect(page.locator("#moves li")).to_have_count(len(GAME) - 1)
    # from an earlier position another move takes the place of those that were played
    page.locator("#moves button").first.click()
    expect(page.locator("#status")).to_contain_text("Attacker d2 moves to e2")
    played(page, "d5-c5")
    expect(page.locator("#copy-record")).to_have_value("1. d2-e2 d5-c5")
    page.locator("#new").click()
    expect(page.locator("#no-moves")).to_be_visible()
    expect(square(page, "d2")).to_have_accessible_name("d2, attacker")


def test_a_game_is_played_back_and_its_pieces_slide(page: Page) -> None:
    played(page, *GAME[:2])
    page.evaluate(_COUNT)
    page.locator("#replay").click()
    expect(page.locator("#replay")).to_be_hidden()
    expect(page.locator("#stop")).to_be_focused()
    expect(square(page, "d2")).to_have_accessible_name("d2, attacker")
    expect(square(page, "c5")).to_have_accessible_name("c5, defender, last move to here")
    assert page.evaluate("window.slid") == 2
    expect(page.locator("#replay")).to_be_focused()
    expect(page.locator("#stop")).to_be_hidden()
    # whoever takes part while it runs has the game
    page.locator("#replay").click()
    expect(page.locator("#stop")).to_be_visible()
    square(page, "d4").click()
    expect(page.locator("#replay")).to_be_visible()
    address = page.url
    page.wait_for_timeout(2500)
    assert page.url == address


def test_nothing_slides_for_those_who_prefer_less_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_COUNT)
    played(page, GAME[0])
    page.locator("#replay").click()
    expect(square(page, "d2")).to_have_accessible_name("d2, attacker")
    expect(page.locator("#replay")).to_be_visible()
    expect(square(page, "e2")).to_have_accessible_name("e2, attacker, last move to here")
    assert page.evaluate("window.slid") == 0
    page.emulate_media(reduced_motion="no-preference")
    played(page, GAME[1])
    assert page.evaluate("window.slid") == 1


def test_a_piece_that_is_dragged_does_not_slide_once_more(page: Page) -> None:
    page.evaluate(_COUNT)
    begin, end = (square(page, name).bounding_box() for name in ("d6", "f6"))
    assert begin
    assert end
    page.mouse.move(begin["x"] + 20, begin["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    page.mouse.up()
    expect(square(page, "f6")).to_have_accessible_name("f6, attacker, last move to here")
    assert page.evaluate("window.slid") == 0
    played(page, "d5-c5")
    assert page.evaluate("window.slid") == 1


def test_a_record_and_a_link_show_the_same_game(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    played(page, *GAME)
    page.get_by_role("button", name="The game as a record").click()
    expect(page.locator("#announcement")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == RECORD
    page.get_by_role("button", name="Link to what").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    opened(page, link)
    expect(page.locator("#copy-record")).to_have_value(RECORD)
    page.locator("#new").click()
    page.get_by_text("Type a position or a game").first.click()
    page.locator("#line").fill(RECORD)
    page.get_by_role("button", name="Show it").click()
    expect(page).to_have_url(link)


def test_a_game_from_a_position_has_it_in_its_record(page: Page, site_address: str) -> None:
    opened(page, f"{site_address}play/index.html#position={POSITION}")
    expect(page.locator("#status")).to_have_text("A piece of either side may move.")
    played(page, "d5-d6")
    record = f"[rules: dim:7 start:{POSITION} atkf:n]\n1. d5-d6"
    expect(page.locator("#copy-record")).to_have_value(record)
    address = page.url
    page.locator("#new").click()
    expect(page.locator("#copy-record")).to_have_value("")
    page.get_by_text("Type a position or a game").first.click()
    page.locator("#line").fill(record)
    page.get_by_role("button", name="Show it").click()
    expect(page).to_have_url(address)


def test_from_a_figure_and_a_diagram_play_goes_on(page: Page, site_address: str) -> None:
    page.goto(f"{site_address}games/brandub/walker/index.html")
    figure = page.locator("#figure-capture")
    expect(figure.locator("img").nth(1)).to_be_hidden()
    figure.get_by_label("Before").focus()
    page.keyboard.press("ArrowRight")
    expect(figure.locator("img").nth(0)).to_be_hidden()
    expect(figure.locator("img").nth(1)).to_be_visible()
    figure.get_by_role("link", name="Play from here").click()
    expect(page.locator("#status")).to_have_text("The attackers are to move.", timeout=_SOON)
    expect(square(page, "d6")).to_have_accessible_name("d6, defender")
    played(page, "c5-c6")
    expect(square(page, "d6")).to_have_accessible_name("d6, empty, captured here")
    page.get_by_role("link", name="Draw a diagram of it").click()
    expect(page.locator("#copy-alternative")).to_have_value(re.compile("Attacker c5 moves to c6"), timeout=_SOON)
    page.get_by_role("link", name="Play from here").click()
    expect(page.locator("#copy-record")).to_have_value(re.compile("1. c5-c6xd6$"), timeout=_SOON)


def test_keys_alone_play_take_back_and_replay(page: Page) -> None:
    square(page, "d4").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter", "ArrowLeft", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(square(page, "b6")).to_have_accessible_name("b6, attacker, last move to here")
    page.keyboard.press("Tab")
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(page, "d6")).to_have_accessible_name("d6, attacker")


def test_a_game_is_played_by_touch(browser: Browser, site_address: str) -> None:
    settings = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with watched(browser, site_address, **settings) as found:
        page = opened(found.context.new_page(), f"{site_address}play/index.html")
        square(page, "d6").tap()
        expect(square(page, "f6")).to_have_accessible_name(re.compile("can move here"))
        square(page, "f6").tap()
        expect(square(page, "f6")).to_have_accessible_name("f6, attacker, last move to here")
    assert found.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_board_and_whose_turn_it_is_are_on_the_first_screen(
    browser: Browser, site_address: str, width: int
) -> None:
    with watched(browser, site_address, viewport={"width": width, "height": 844}) as found:
        page = opened(found.context.new_page(), f"{site_address}play/index.html#game=alea-evangelii")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board, status = (page.locator(each).bounding_box() for each in (".board-squares", "#status"))
        assert board
        assert status
        assert board["width"] >= min(width - 60, 500)
        assert status["y"] + status["height"] <= 844
    assert found.complaints == []
