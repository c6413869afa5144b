"""After a visit the site is there without a network: whole, of one version, and never waiting for a poor connection."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from support.browsing import RUNTIME, shown, watched
from taflkit.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.whole

MADE = 90_000
"""The most ms that the first kit may take on a busy machine."""
STORED = """async ([files]) => {
  for (let rest = 600; rest > 0; rest -= 1) {
    const names = await caches.keys();
    const cache = names.length === 1 && (await caches.open(names[0]));
    const there = new Set(cache && (await cache.keys()).map(({ url }) => url));
    if (files.every((file) => there.has(file)) && navigator.serviceWorker.controller) return [...there];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [];
}"""
"""Waits until files are stored, and returns all that are."""
IN_DANISH = """async (address) => {
  const { Session } = await import(`${address}assets/session.js`);
  const { answer } = await new Session(address).ask("play", { game: "brandub", language: "da", move: "d6-c6" });
  return answer.moments.at(-1).turn.written;
}"""
"""Plays a move in a language, whose files Python loads when it opens them."""
REGISTERED = "async () => (await navigator.serviceWorker.getRegistration()) !== undefined"
UNSEEN = "() => [...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"


def make_site(folder: Path, *further: str) -> None:
    """Make a site of some pages with the kit maker."""
    few = ("--games", "brandub,magpie", "--languages", "en", "--kits", "none")
    made = CliRunner().invoke(main, ["site", "-o", str(folder), *few, "--runtime", str(RUNTIME), *further])
    assert made.exit_code == 0, made.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a host, with a site in one of its folders."""
    assert RUNTIME.is_dir(), "what runs Python in a browser is not made: make runtime"
    host = tmp_path_factory.mktemp("host")
    make_site(host / "tafl/site")
    return host


def all_files(site: Path, address: str) -> list[str]:
    """Return the addresses under which the files of a site are stored."""
    sets = json.loads((site / "offline.json").read_text(encoding="utf-8"))
    return [f"{address}{path}?{digest}" for files in sets.values() for path, digest in files.items()]


def kit_made(page: Page, address: str) -> None:
    """Open the kit maker, and wait until a kit is drawn."""
    page.goto(f"{address}kit/")
    expect(page.locator("#kit-pages figure.first[data-drawn]")).to_be_visible(timeout=MADE)


@contextmanager
def silent(address: str) -> Iterator[None]:
    """Accept connections where a server was, and answer nothing."""
    with closing(socket.socket()) as dead:
        dead.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        dead.bind(("127.0.0.1", urlsplit(address).port or 80))
        dead.listen(64)
        yield


def test_after_a_visit_all_of_the_site_is_there_without_a_network(folder: Path, browser: Browser) -> None:
    with shown(folder) as host:
        address = f"{host}tafl/site/"
        with watched(browser, address, service_workers="allow") as found:
            page = found.context.new_page()
            kit_made(page, address)
            assert page.evaluate(STORED, [all_files(folder / "tafl/site", address)])
            found.context.set_offline(True)
            # the page for what is missing is served at any depth, and its ways begin at the host's root
            pages = sorted(
                file.relative_to(folder / "tafl/site") for file in folder.rglob("*.html") if file.name != "404.html"
            )
            assert len(pages) > 15
            for path in pages:
                page.goto(f"{address}{path.as_posix()}")
                assert page.locator("h1").count() == 1, path
                assert page.evaluate(UNSEEN) == [], path
            page.goto(f"{address}games/brandub/")
            assert page.locator("h1").inner_text() == "Brandub"
            kit_made(page, address)
            # in a language that no page has used yet
            assert page.evaluate(IN_DANISH, address) == "d6-c6"
            assert found.complaints == []
            # what is not stored has a page that says so, and leads back to it
            way = f"{address}games/brandub/walker/kits/another.pdf"
            page.goto(way)
            assert page.locator("h1").inner_text() == "No connection"
            assert page.locator("#again").evaluate("(link) => link.href") == way
            page.goto(f"{address}offline/#//elsewhere.example/")
            assert page.locator("#again").evaluate("(link) => link.href") == f"{address}index.html"


def test_what_a_visitor_waits_for_comes_before_what_is_stored(folder: Path, browser: Browser) -> None:
    with shown(folder) as host, watched(browser, host, service_workers="allow") as found:
        page = found.context.new_page()
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/runtime/taflkit.pack*", hold)
        with page.expect_request("**/runtime/taflkit.pack*"):
            page.goto(f"{host}tafl/site/kit/")
        page.wait_for_timeout(500)
        assert page.evaluate(REGISTERED) is False
        # where Python cannot be had, the pages are stored all the same
        page.route("**/runtime/taflkit.pack*", lambda route: route.abort())
        page.reload()
        page.wait_for_function(REGISTERED, timeout=MADE)


@pytest.mark.parametrize("path", ["", "own/", "diagram/", "play/", "games/brandub/walker/"])
def test_every_kind_of_page_stores_the_site(path: str, folder: Path, browser: Browser) -> None:
    with shown(folder) as host, watched(browser, host, service_workers="allow") as found:
        page = found.context.new_page()
        page.goto(f"{host}tafl/site/{path}")
        page.wait_for_function(REGISTERED, timeout=MADE)


def test_a_new_version_is_said_and_shown_whole(folder: Path, browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder / "tafl/site", site)
    with shown(tmp_path) as host:
        address = f"{host}site/"
        context = browser.new_context()
        page = context.new_page()
        kit_made(page, address)
        before = all_files(site, address)
        assert page.evaluate(STORED, [before])
        make_site(site, "--title", "Another")
        # as it was, until its visitor wants the other
        page.goto(f"{address}kit/")
        assert "Another" not in page.title()
        news = page.locator("#news")
        expect(news).to_contain_text("new version", timeout=MADE)
        page.goto(f"{address}games/brandub/")
        assert "Another" not in page.title()
        expect(news).to_be_visible(timeout=MADE)
        news.get_by_role("button").click()
        page.wait_for_function("() => document.title.includes('Another')", timeout=MADE)
        expect(news).to_be_hidden()
        after = all_files(site, address)
        there = page.evaluate(STORED, [after])
        assert len(there) == len(after) + 1
        assert any("pyodide.asm.wasm" in each for each in there)
        # without the network too
        context.set_offline(True)
        page.goto(f"{address}kit/")
        assert "Another" in page.title()
        context.close()


def test_a_connection_that_answers_nothing_delays_nothing(folder: Path, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    with shown(folder) as host:
        address = f"{host}tafl/site/"
        kit_made(page, address)
        assert page.evaluate(STORED, [all_files(folder / "tafl/site", address)])
    with silent(address):
        page.goto(f"{address}games/brandub/", timeout=5_000)
        assert page.locator("h1").inner_text() == "Brandub"
        kit_made(page, address)
        page.goto(f"{address}games/brandub/walker/kits/another.pdf", timeout=25_000)
        assert page.locator("h1").inner_text() == "No connection"
        context.close()


def test_who_saves_data_stores_nothing(folder: Path, browser: Browser) -> None:
    with shown(folder) as host:
        context = browser.new_context()
        context.add_init_script(
            "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })"
        )
        page = context.new_page()
        kit_made(page, f"{host}tafl/site/")
        assert page.evaluate("caches.keys()") == []
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        context.close()
