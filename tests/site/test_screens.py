"""Where things stand on a telephone's first screen and on a desk's: games, kits, rules and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from support.browsing import watched

pytestmark = pytest.mark.whole

_TELEPHONE = {"width": 390, "height": 844}
_DESK = {"width": 1366, "height": 768}


@pytest.fixture
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    """A page on a telephone, which complains of nothing."""
    with watched(browser, site_address, viewport=_TELEPHONE, base_url=site_address) as found:
        yield found.context.new_page()
        assert found.complaints == []


def box(page: Page, place: str) -> dict[str, Any]:
    """Return where the first of such elements is, in pixels."""
    found = page.locator(place).first.bounding_box()
    assert found is not None, place
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def test_the_first_game_and_a_header_of_one_row_stand_on_a_telephones_first_screen(page: Page) -> None:
    page.goto("index.html")
    assert box(page, ".game")["bottom"] < _TELEPHONE["height"]
    names = [link.bounding_box() for link in page.locator(".top nav a").all()]
    assert len(names) > 3
    assert len({each["y"] for each in names if each}) == 1
    assert box(page, ".top")["height"] < 60
    # what does not fit is reached by going sideways, by keys too
    page.locator(".top nav a").last.focus()
    assert box(page, ".top nav a:last-child")["right"] <= _TELEPHONE["width"]


def test_figures_have_the_width_of_a_telephone(page: Page) -> None:
    page.goto("games/brandub/walker/index.html")
    for figure in page.locator(".figures a:not(.after) img").all():
        found = figure.bounding_box()
        assert found is not None
        assert found["width"] > 0.9 * _TELEPHONE["width"]


@pytest.mark.parametrize("path", ["games/brandub/index.html", "games/brandub/walker/index.html"])
def test_one_button_is_the_main_one_and_it_stands_before_the_rules(page: Page, path: str) -> None:
    for screen in (_TELEPHONE, _DESK):
        page.set_viewport_size(screen)
        page.goto(path)
        assert page.locator("main .button:not(.second)").count() == 1
        assert box(page, "main .button:not(.second)")["bottom"] < screen["height"]
        assert box(page, "#kits-title")["y"] < box(page, "#rules-title, #rulesets-title")["y"]


def test_rules_kits_and_figures_stand_beside_the_words_of_a_game(page: Page) -> None:
    page.set_viewport_size(_DESK)
    page.goto("games/brandub/index.html")
    words = box(page, ".halves > .prose")
    for place in ("#kits-title", "#rulesets-title", ".halves .figures figure"):
        assert box(page, place)["x"] > words["right"]
        assert box(page, place)["y"] < words["bottom"]


def test_the_squares_of_a_large_board_are_as_large_as_a_finger(page: Page) -> None:
    page.goto("diagram/index.html#game=alea-evangelii")
    page.locator("[role=row]:nth-child(19)").wait_for()
    assert box(page, ".board-square")["width"] < 24
    page.locator("#zoom").check()
    assert box(page, ".board-square")["width"] > 34
    # the board goes by sideways, and the page does not
    assert page.evaluate("document.documentElement.scrollWidth") == _TELEPHONE["width"]
    page.locator("#game").select_option("brandub")
    page.locator("#zoom").wait_for(state="hidden")
