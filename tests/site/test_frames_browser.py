"""Figures, boards and puzzles in frames on another site, in a real browser: looked at, stepped, played and solved."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, FrameLocator, Page, expect

from support.browsing import RUNTIME, shown, watched
from support.once import made_once
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import load_puzzles
from taflkit.cli import main
from taflkit.tafl import write_turn
from taflkit.tafl.puzzles import main_line

pytestmark = pytest.mark.whole

_SOON = 60_000
"""How many ms the runtime may take to start on a machine that does much else."""
_RULES = "games/brandub/walker/index.html"
_PUZZLES = "games/brandub/walker/puzzles/index.html"


@pytest.fixture(scope="module")
def site_address(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    """Where a site of two games is shown."""

    def make(draft: Path) -> None:
        words = ("site", "-o", str(draft), "--games", "brandub,tablut", "--languages", "en", "--kits", "none")
        made = CliRunner().invoke(main, [*words, "--runtime", str(RUNTIME)])
        assert made.exit_code == 0, made.output

    with shown(made_once(tmp_path_factory, worker_id, "framed-site", make)) as found:
        yield found


class _Host(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder and the address of another site, which sends no headers of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    # by another name of this machine, so that browsers take it for another site
    yield tmp_path, f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    with watched(browser, site_address, viewport={"width": 1366, "height": 900}, service_workers="allow") as found:
        opened = found.context.new_page()
        opened.set_default_timeout(_SOON)
        yield opened
        assert found.complaints == []


def code_of(page: Page, address: str, place: str = ".embedding") -> str:
    """Return the code of a frame that a page offers, as its visitor copies it."""
    page.goto(address)
    details = page.locator(place).last
    details.locator("summary").click()
    expect(details.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    return details.get_by_role("textbox").input_value()


def framed(page: Page, host: tuple[Path, str], code: str, before: str = "", **size: int) -> FrameLocator:
    """Show a page of the other site that has a frame, with other text before it or in another size."""
    folder, address = host
    for name, value in size.items():
        code = re.sub(rf'{name}="\d+"', f'{name}="{value}"', code)
    head = '<!DOCTYPE html><html lang="en"><head><title>Club</title><link rel="icon" href="data:,"></head>'
    (folder / "index.html").write_text(f"{head}<body>{before}{code}</body></html>", encoding="utf-8")
    page.goto(address)
    return page.frame_locator("iframe")


def press(frame: FrameLocator, move: str) -> None:
    origin, target = move.split("x", maxsplit=1)[0].split("-")
    frame.locator(f'[data-square="{origin}"]').click()
    square = frame.locator(f'[data-square="{target}"]')
    expect(square).to_have_accessible_name(re.compile("can move here"), timeout=_SOON)
    square.click()


def fits(page: Page) -> bool:
    """Return whether nothing of the frame is beyond its sides."""
    return bool(page.frames[1].evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_figure_stands_alone_and_is_stepped(page: Page, host: tuple[Path, str], site_address: str) -> None:
    code = code_of(page, site_address + _RULES, "#figure-capture .embedding")
    assert f'src="{site_address}games/brandub/walker/?embed#figure-capture"' in code
    frame = framed(page, host, code)
    figure = frame.locator("figure:visible")
    expect(figure).to_have_count(1)
    expect(figure).to_have_attribute("id", "figure-capture")
    for gone in ("header", "footer p", ".rule", "summary"):
        expect(frame.locator(gone).first).to_be_hidden()
    expect(frame.locator("img:visible")).to_have_attribute("src", "figures/capture.svg")
    figure.get_by_text("After", exact=True).click()
    expect(frame.locator("img:visible")).to_have_attribute("src", "figures/capture-after.svg")
    # all of it is seen without scrolling, and the way back opens a page of its own
    inside = page.frames[1]
    assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Brandub: Damian Walker’s rules").click()
    expect(opened.value).to_have_url(f"{site_address}games/brandub/walker/#figure-capture")
    expect(opened.value.locator("header")).to_be_visible()


def test_a_frame_far_down_leaves_its_page_where_it_is(page: Page, host: tuple[Path, str], site_address: str) -> None:
    code = code_of(page, site_address + _RULES, "#figure-capture .embedding").replace(' loading="lazy"', "")
    frame = framed(page, host, code, "<p>News</p>" * 100)
    expect(frame.locator("figure:visible")).to_have_attribute("id", "figure-capture")
    page.frames[1].wait_for_load_state()
    assert page.evaluate("scrollY") == 0


def test_a_figure_is_seen_without_scripts(browser: Browser, site_address: str, host: tuple[Path, str]) -> None:
    with watched(browser, site_address, java_script_enabled=False) as found:
        page = found.context.new_page()
        way = f"{site_address}games/brandub/walker/?embed#figure-capture"
        code = f'<iframe src="{way}" width="300" height="340"></iframe>'
        picture = framed(page, host, code).locator("#figure-capture img").first
        expect(picture).to_be_in_viewport(ratio=0.9)
        page.goto(site_address + _RULES)
        details = page.locator("#figure-capture .embedding")
        details.locator("summary").click()
        expect(details.get_by_role("textbox")).to_have_value(re.compile("<iframe src="))
        expect(details.get_by_role("button")).to_be_hidden()


@pytest.mark.parametrize("size", [{}, {"width": 240, "height": 340}], ids=["own", "narrow"])
def test_a_move_is_played_on_a_board(
    page: Page, host: tuple[Path, str], site_address: str, size: dict[str, int]
) -> None:
    code = code_of(page, site_address + _RULES, "#webmasters .embedding")
    frame = framed(page, host, code, **size)
    before = page.evaluate("history.length")
    press(frame, "d2-e2")
    expect(frame.locator("#status")).to_contain_text("The king’s side is to move", timeout=_SOON)
    frame.locator('[data-square="d5"]').click()
    frame.locator('[data-square="d1"]').click()
    expect(frame.locator("#refusal")).to_contain_text("d5-d1: The piece on d4 is in the way.")
    assert fits(page)
    # the way back of the browser is that of the page around
    assert page.evaluate("history.length") == before


def test_the_code_has_the_position_on_the_board(page: Page, host: tuple[Path, str], site_address: str) -> None:
    position = "game=brandub&position=/7/7/2t4/7/3Tt2/7/7/&turn=attackers"
    code = code_of(page, f"{site_address}play/index.html#{position}")
    assert f'src="{site_address}play/?embed#{position.replace("&", "&amp;")}"' in code
    frame = framed(page, host, code)
    expect(frame.locator('[data-square="d5"]')).to_have_accessible_name(re.compile("^d5, defender"), timeout=_SOON)


def test_a_puzzle_is_solved(page: Page, host: tuple[Path, str], site_address: str) -> None:
    game = Catalog().game("brandub")
    puzzle = load_puzzles(game, game.ruleset("walker"))[1]
    code = code_of(page, f"{site_address}{_PUZZLES}#puzzle-2")
    frame = framed(page, host, code)
    expect(frame.locator("#title")).to_have_text("Puzzle 2")
    expect(frame.locator("nav").locator("visible=true")).to_have_count(0)
    moves = [write_turn(turn) for turn in main_line(puzzle)]
    for move, reply in zip(moves[::2], [*moves[1::2], ""], strict=True):
        press(frame, move)
        expect(frame.locator("#status")).to_contain_text(reply or "The puzzle is solved.")
    assert fits(page)


def test_the_code_is_copied(page: Page, site_address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    code = code_of(page, f"{site_address}{_PUZZLES}#puzzle-3")
    page.evaluate("location.hash = '#puzzle-4'")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".embedding [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == code.replace("#puzzle-3", "#puzzle-4")
