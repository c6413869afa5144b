"""A whole visit in a real browser: from the home page to a downloaded kit, by keyboard alone and by touch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from support.browsing import Watched, watched
from taflkit.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.whole

SLOW = 90_000
"""The most ms that the first kit may take on a busy machine."""
TOUCH = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
"""A telephone."""
OUTLINED = """() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
}"""


@pytest.fixture(scope="module")
def tablut(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The kit that the command makes."""
    file = tmp_path_factory.mktemp("command") / "tablut.pdf"
    result = CliRunner().invoke(main, ["build", "tablut", "-o", str(file)])
    assert result.exit_code == 0, result.output
    return file.read_bytes()


@pytest.fixture
def desk(browser: Browser, site_address: str) -> Iterator[Watched]:
    """A fresh profile on a desk, whose pages complain of nothing and ask for nothing elsewhere."""
    yield from quiet(browser, site_address, {"viewport": {"width": 1400, "height": 900}})


@pytest.fixture
def telephone(browser: Browser, site_address: str) -> Iterator[Watched]:
    """A fresh profile on a telephone, likewise."""
    yield from quiet(browser, site_address, TOUCH)


def quiet(browser: Browser, address: str, settings: dict[str, object]) -> Iterator[Watched]:
    """Yield a profile that has to stay on the host, and without an error."""
    with watched(browser, address, accept_downloads=True, **settings) as found:
        yield found
    assert found.elsewhere == []
    assert found.complaints == []


def ready(page: Page, name: str) -> None:
    """Wait until a kit is drawn."""
    page.wait_for_function(
        """name => document.querySelector('#name')?.textContent.startsWith(name + ',')
          && /ready/.test(document.querySelector('#status').textContent)""",
        arg=name,
        timeout=SLOW,
    )


def tab_to(page: Page, place: str) -> None:
    """Press Tab until a place has the focus; what has it on the way there is seen to have it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("place => document.activeElement.matches(place)", place):
            assert page.evaluate(OUTLINED), f"nothing shows that {place} has the focus"
            return
    pytest.fail(f"{place} is not reached")


def test_from_the_home_page_to_a_kit_by_the_keyboard_alone(desk: Watched, site_address: str, tablut: bytes) -> None:
    page = desk.context.new_page()
    page.goto(site_address)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # the first thing that Tab reaches leads past the menu
    page.wait_for_url("**/#content")
    tab_to(page, "a[href='games/tablut/index.html']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/tablut/index.html")
    tab_to(page, "main a[href$='kit/index.html#game=tablut']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kit/index.html#game=tablut")
    ready(page, "tablut-linnaeus-a4-colour.pdf")
    tab_to(page, "#download")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.path().read_bytes() == tablut

    # the pages before it come back, and the kit once more
    page.go_back()
    page.wait_for_url("**/games/tablut/index.html")
    page.go_back()
    assert page.locator("h1").inner_text() == "Board games of the north"
    page.go_forward()
    page.go_forward()
    ready(page, "tablut-linnaeus-a4-colour.pdf")


def test_from_the_home_page_to_a_kit_on_a_telephone(telephone: Watched, site_address: str, tablut: bytes) -> None:
    page = telephone.context.new_page()
    page.goto(site_address)
    page.locator("label[for='board-9'], label:has(#board-9)").first.tap()
    page.locator(".game:visible h3").tap()
    page.wait_for_url("**/games/tablut/index.html")
    page.locator("main a[href$='kit/index.html#game=tablut']").tap()
    ready(page, "tablut-linnaeus-a4-colour.pdf")
    assert page.evaluate("document.documentElement.scrollWidth") == TOUCH["viewport"]["width"]  # type: ignore[index]
    with page.expect_download() as download:
        page.locator("#download").tap()
    assert download.value.path().read_bytes() == tablut


def test_a_ready_kit_is_the_commands_without_scripts(
    browser: Browser, site_address: str, whole_site: Path, tablut: bytes
) -> None:
    with watched(browser, site_address, java_script_enabled=False) as found:
        page = found.context.new_page()
        page.goto(site_address)
        page.get_by_role("link", name="Tablut").click()
        page.get_by_role("link", name="Kits to print").first.click()
        way = page.locator("#kits a[href$='tablut-linnaeus-a4-colour.pdf']").first.get_attribute("href")
        assert way is not None
        file = (whole_site / "games" / "tablut" / "linnaeus" / way).resolve()
        assert file.read_bytes() == tablut
    assert found.elsewhere == []
