"""Python in a visitor's browser: kits byte for byte the command's, the newest request, faults in words, no network."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

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


def wait_until(page: Page, true: str) -> None:
    """Wait for what is true of a page, an expression that may await, at most half a minute."""
    found = page.evaluate(
        f"""async () => {{
          for (let rest = 300; rest > 0; rest -= 1) {{
            if ({true}) return true;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }}
          return false;
        }}"""
    )
    assert found, true


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


def test_a_file_that_is_missing_is_said(folder: Path, browser: Browser) -> None:
    with shown(folder) as address:
        context = browser.new_context()
        context.route("**/runtime/taflkit.pack*", lambda route: route.fulfill(status=404))
        page = context.new_page()
        page.goto(f"{address}tafl/site/licences/")
        page.evaluate(BEGIN, [{}])
        found = told(page, "games", {})
        assert (found["name"], found["reason"]) == ("Fault", "missing")
        assert "taflkit.pack" in found["details"]
        context.close()


def test_without_a_network_a_kit_is_made_as_before(folder: Path, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    with shown(folder) as address:
        page.goto(f"{address}tafl/site/kit/")
        page.evaluate(BEGIN, [{}])
        before = told(page, "kit", {})
        page.evaluate("navigator.serviceWorker.ready")
        page.goto(f"{address}tafl/site/licences/")
        wait_until(page, "(await caches.keys()).length === 2 && navigator.serviceWorker.controller !== null")
    # the server is gone
    page.goto(f"{address}tafl/site/kit/?game=tablut#paper=a4")
    page.evaluate(BEGIN, [{}])
    assert told(page, "kit", {})["digests"] == before["digests"]
    page.goto(f"{address}tafl/site/licences/")
    assert page.locator("h1").count() == 1
    names = page.evaluate("caches.keys()")
    assert len(names) == 2
    assert all(name.startswith("taflkit /tafl/site/ ") for name in names)
    context.close()


def test_of_a_site_that_was_made_anew_nothing_old_is_kept(folder: Path, browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder / "tafl/site", site)
    context = browser.new_context()
    page = context.new_page()
    with shown(tmp_path) as address:
        page.goto(f"{address}site/licences/")
        page.evaluate(BEGIN, [{}])
        assert "answer" in told(page, "kit", {})
        wait_until(page, "(await caches.keys()).length === 2 && (await navigator.serviceWorker.ready)")
        before = page.evaluate("caches.keys()")
        visited = next(name for name in before if " visited " in name)
        made = make_site(site, "--title", "Another")
        assert made.exit_code == 0, made.output
        page.reload()
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)")
        wait_until(page, f"!(await caches.keys()).includes('{visited}') && (await caches.keys()).length === 2")
        after = page.evaluate("caches.keys()")
    # the runtime is as it was, and is not loaded again
    assert next(name for name in before if " runtime " in name) in after
    page.goto(f"{address}site/kit/")
    assert "Another" in page.title()
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
