"""Python in a visitor's browser: kits byte for byte the command's, the newest request, faults in words."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from playwright.sync_api import expect

from support.browsing import RUNTIME, shown
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.options import CHOICES
from taflkit.sheets.paper import PAPERS
from taflkit.site.visitor import Session, answer_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.whole

OWN = {"name": "mine.toml", "text": '[layout]\ntitle = "Mine"\nbase = "tablut"\n'}
PRINTER = {"scale_x": "99.6", "back_dx": "1.5", "unprintable": "6"}
BEGIN = """async ([limits]) => {
  const module = await import(new URL("../assets/session.js", location.href));
  window.session = new module.Session("../", limits);
  window.states = [];
  window.session.onstate = (state) => window.states.push(`${state.state} ${state.part}`);
  window.outcome = async (question, request, options) => {
    try {
      const { answer, files } = await window.session.ask(question, request, options);
      const digests = [];
      for (const file of files) {
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
        digests.push([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
      }
      return { answer, digests };
    } catch ({ name, line, field, reason, details }) {
      return { name, line, field, reason, details };
    }
  };
}"""
"""Begins a session on a page that has none of its own; window.outcome answers or says what went wrong."""


def make_site(folder: Path, *further: str) -> Result:
    """Make a site of some pages with the kit maker, which knows all games nevertheless."""
    few = ("--games", "brandub,tablut", "--languages", "en", "--kits", "none")
    return CliRunner().invoke(main, ["site", "-o", str(folder), *few, "--runtime", str(RUNTIME), *further])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with the kit maker, without ready kits, below a folder of a host."""
    assert RUNTIME.is_dir(), "what runs Python in a browser is not made: make runtime"
    host = tmp_path_factory.mktemp("host")
    made = make_site(host / "tafl/site")
    assert made.exit_code == 0, made.output
    return host


@pytest.fixture
def page(folder: Path, browser: Browser) -> Iterator[Page]:
    """Yield a page of the site in a fresh profile, with a session."""
    with shown(folder) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        yield page
        context.close()


def told(page: Page, question: str, request: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("(request) => window.outcome(...request)", [question, request])
    return found


def settings() -> list[dict[str, Any]]:
    """Return requests for kits: each game, paper, theme, mode, ink, ways of making, an own game and a printer."""
    catalog = Catalog()
    values: list[dict[str, str]] = [{"game": game} for game in catalog.game_names()]
    values += [{"paper": paper} for paper in (*PAPERS, "a0", "b5", "18x24in")]
    values += [{"theme": theme, "mode": mode} for theme in catalog.theme_names() for mode in CHOICES["mode"]]
    values += [
        {"ink": "light"},
        {"sections": "pinwheel", "cell": "1in"},
        {"box": "kit"},
        {"spares": "yes", "pages": "8"},
    ]
    requests: list[dict[str, Any]] = [{"values": each} for each in values]
    return [*requests, {"own": OWN}, {"own": OWN, "printer": PRINTER}, {"values": values[1], "printer": PRINTER}]


def test_kits_are_byte_for_byte_those_of_the_command(page: Page) -> None:
    session = Session()
    requests = settings()
    assert len(requests) >= 20
    for request in requests:
        found = told(page, "kit", request)
        text, files = answer_in(session, "kit", json.dumps(request))
        assert {"answer": found.get("answer")} == json.loads(text), (request, found)
        assert found["digests"] == [hashlib.sha256(file).hexdigest() for file in files], request
    states = page.evaluate("window.states")
    assert states[:3] == ["loading worker", "loading python", "loading taflkit"]
    assert {"ready ", "busy kit"} <= set(states)


def test_of_a_queue_the_newest_request_alone_is_answered(page: Page) -> None:
    sizes = [str(cell) for cell in range(20, 26)]
    found = page.evaluate(
        """async (sizes) => await Promise.all([
            ...sizes.map((cell) => window.outcome("kit", { values: { cell } }, { newest: "kit" })),
            window.outcome("games", {}),
        ])""",
        sizes,
    )
    *kits, games = found
    assert [each.get("name") for each in kits[:-1]] == ["Superseded"] * 5
    assert kits[-1]["answer"]["name"] == "brandub-walker-a4-colour-cell25.pdf"
    assert "brandub" in games["answer"]["games"]


def test_a_problem_names_its_field(page: Page) -> None:
    found = told(page, "kit", {"values": {"cell": "5"}})
    assert (found["name"], found["field"]) == ("Problem", "cell")
    assert "must be 8 to 240 mm" in found["line"]


def test_after_a_fault_the_next_request_is_answered(page: Page) -> None:
    found = told(page, "nothing", {})
    assert (found["name"], found["reason"]) == ("Fault", "unknown")
    assert "KeyError" in found["details"]
    assert "answer" in told(page, "games", {})


def test_after_two_faults_in_a_row_python_begins_anew(page: Page) -> None:
    for ask in ("nothing", "games", "nothing"):
        told(page, ask, {})
    assert page.evaluate("window.states").count("loading worker") == 1
    found = told(page, "nothing", {})
    assert (found["name"], found["reason"]) == ("Fault", "unknown")
    assert "KeyError" in found["details"]
    assert "answer" in told(page, "games", {})
    assert page.evaluate("window.states").count("loading worker") == 2


def test_after_a_fault_that_python_does_not_live_through_it_begins_anew(page: Page) -> None:
    assert "answer" in told(page, "games", {})
    page.evaluate(
        """() => {
          const { _worker: worker } = window.session;
          const { onmessage } = worker;
          worker.onmessage = ({ data: { id } }) => onmessage({ data: { id, details: "out of memory", fatal: true } });
        }"""
    )
    found = told(page, "games", {})
    assert (found["name"], found["reason"], found["details"]) == ("Fault", "unknown", "out of memory")
    assert "answer" in told(page, "games", {})
    assert page.evaluate("window.states").count("loading worker") == 2


def test_a_request_that_hangs_is_stopped_and_python_begins_anew(page: Page) -> None:
    assert "answer" in told(page, "games", {})
    page.evaluate("() => { window.session.limits.answer = 1; }")
    found = told(page, "kit", {"values": {"game": "alea-evangelii"}})
    assert (found["name"], found["reason"]) == ("Fault", "hangs")
    page.evaluate("() => { window.session.limits.answer = 60000; }")
    assert "answer" in told(page, "games", {})
    assert page.evaluate("window.states").count("loading worker") == 2


def test_a_start_that_takes_too_long_says_so(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{"start": 1}])
        found = told(page, "games", {})
        assert (found["name"], found["reason"]) == ("Fault", "slow")
        page.evaluate("() => { window.session.limits.start = 120000; }")
        assert "answer" in told(page, "games", {})
        context.close()


def without_wasm(route: Route) -> None:
    """Answer as a host does whose policy lets no WebAssembly run."""
    response = route.fetch()
    route.fulfill(response=response, headers={**response.headers, "Content-Security-Policy": "script-src 'self'"})


def test_where_webassembly_is_refused_the_page_says_so(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context()
        page = context.new_page()
        context.route("**/assets/worker.js", without_wasm)
        page.goto(f"{address}tafl/site/kit/")
        line = page.locator("#session").get_attribute("data-refused")
        page.evaluate(BEGIN, [{}])
        found = told(page, "games", {})
        assert (found["name"], found["reason"]) == ("Fault", "refused")
        assert found["line"] == line
        assert line is not None
        assert "WebAssembly" in line
        context.close()


WASM = "**/pyodide.asm.wasm*"
BROKEN = {"status": 200, "body": "<!DOCTYPE html><p>Welcome", "content_type": "text/html"}
"""What a host or a hotel answers instead of a file."""


@pytest.mark.parametrize("answer", [{"status": 404}, BROKEN], ids=["missing", "broken"])
@pytest.mark.parametrize("name", ["runtime.json", "taflkit.pack", "stdlib.pack", "pyodide.mjs", "asm.mjs", "asm.wasm"])
def test_a_file_that_is_missing_or_broken_is_said_at_once(
    folder: Path, browser: Browser, name: str, answer: dict[str, Any]
) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block")
        failed = []

        def fail(route: Route) -> None:
            route.fulfill(**answer)
            failed.append(time.monotonic())

        context.route(f"**/runtime/**{name}*", fail)
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        found = told(page, "games", {})
        assert time.monotonic() - failed[-1] < 5
        assert (found["name"], found["reason"]) == ("Fault", "missing"), found
        # the file may be there now
        context.unroute_all()
        assert "answer" in told(page, "games", {})
        context.close()


def test_a_language_that_cannot_be_loaded_can_be_later(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block")
        context.route("**/runtime/late/**", lambda route: route.fulfill(status=404))
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        request = {"game": "brandub", "language": "da", "move": "d6-d7"}
        assert "answer" in told(page, "play", {**request, "language": "en"})
        assert "answer" not in told(page, "play", request)
        context.unroute_all()
        assert "answer" in told(page, "play", request)
        context.close()


def test_a_file_that_a_cache_has_broken_is_loaded_once_more(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block")
        for name in ("taflkit.pack", "asm.wasm"):
            context.route(f"**/*{name}*", lambda route: route.fulfill(**BROKEN), times=1)
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        assert "answer" in told(page, "games", {})
        context.close()


def test_a_host_that_does_not_know_webassembly_will_do(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block")

        def plain(route: Route) -> None:
            response = route.fetch()
            route.fulfill(response=response, headers={**response.headers, "content-type": "application/octet-stream"})

        context.route(WASM, plain)
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        assert "answer" in told(page, "games", {})
        context.close()


def test_a_connection_from_which_nothing_comes_is_said(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block")
        context.route(WASM, lambda _: None)
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{"start": 8_000}])
        found = told(page, "games", {})
        assert (found["name"], found["reason"]) == ("Fault", "slow")
        context.close()


def test_the_bar_says_how_much_is_loaded_and_cancels(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block", locale="en-GB", viewport={"width": 390, "height": 844})
        context.route(WASM, lambda _: None)
        page = context.new_page()
        page.goto(f"{address}tafl/site/kit/")
        bar = page.locator("#session")
        # all but the largest part is there
        expect(bar).to_contain_text(re.compile(r"[23]\.\d of \d\.\d MB"), timeout=90_000)
        expect(bar).to_be_visible()
        assert 0.3 < float(bar.locator("progress").get_attribute("value") or 0) < 0.6
        # above the kit's state and the way to have it, which are on a telephone's first screen
        bottom = "(each) => each.getBoundingClientRect().bottom"
        above, *feet = [page.locator(each).evaluate(bottom) for each in ("#session", "#status", "#download")]
        assert 0 < above < min(feet) <= max(feet) <= 844
        bar.get_by_role("button", name="Cancel").click()
        expect(bar).to_be_hidden()
        expect(page.locator("#fault")).to_contain_text("Stopped")
        # and the next question begins anew
        context.unroute_all()
        page.locator("#download").click()
        expect(page.locator("#name")).to_contain_text("brandub-walker-a4-colour.pdf", timeout=90_000)
        expect(page.locator("#fault")).to_be_hidden()
        context.close()


def test_a_request_is_cancelled_and_the_next_one_is_answered(page: Page) -> None:
    assert "answer" in told(page, "games", {})
    found = page.evaluate(
        """async () => {
          const large = window.outcome("kit", { values: { game: "alea-evangelii" } });
          const waiting = window.outcome("games", {});
          window.session.cancel();
          return await Promise.all([large, waiting]);
        }"""
    )
    assert [(each["name"], each["reason"]) for each in found] == [("Fault", "cancelled")] * 2
    assert "answer" in told(page, "games", {})


def test_a_kit_without_its_viewer_can_be_downloaded(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context(service_workers="block", accept_downloads=True)
        context.route("**/pdfjs/**", lambda route: route.fulfill(status=404))
        page = context.new_page()
        page.goto(f"{address}tafl/site/kit/")
        expect(page.locator("#status")).to_contain_text("cannot be shown", timeout=90_000)
        with page.expect_download() as download:
            page.locator("#download").click()
        assert download.value.path().read_bytes().startswith(b"%PDF-")
        expect(page.locator("#fault")).to_be_hidden()
        context.close()


def test_a_page_that_is_opened_as_a_file_says_how_to_open_it(folder: Path, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    for name in ("kit", "own", "diagram"):
        page.goto((folder / "tafl/site" / name / "index.html").as_uri())
        assert page.locator("[data-place]").is_visible(), name
        assert "python3 -m http.server" in page.locator("[data-place]").inner_text()
    with shown(folder) as address:
        page.goto(f"{address}tafl/site/kit/")
        assert not page.locator("[data-place]").is_visible()
    context.close()
