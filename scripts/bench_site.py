"""Measure what the site's pages cost a visitor: bytes to load, and the time to a kit, in a real browser.

Needs Chromium and the runtime of `make runtime`; without them nothing is measured. Times are of this machine, with
nothing else on it: of a page's opening and a choice's change to the first page of the kit drawn, the best of a few.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from taflkit.catalog import Catalog
from taflkit.cli.serving import open_server
from taflkit.errors import TaflkitError
from taflkit.site.build import site_files
from taflkit.site.page import Site
from taflkit.site.runtime import check_runtime

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["Measured", "measure_site"]

RUNTIME = Path(__file__).resolve().parent / "site" / "runtime"
ROUNDS = 3
VISITS = 3
PACKED = (".pack", ".woff2", ".png", ".webp", ".pdf")
"""The endings of files that no host makes smaller."""
WATCH = """
window.drawn = [];
let last = null;
new MutationObserver(() => {
  const first = document.querySelector("#kit-pages figure.first[data-drawn]");
  if (first && first !== last) window.drawn.push(performance.now());
  last = first ?? last;
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first page of a kit is drawn, in ms from the page's opening."""
CHANGES = ("letter", "a3", "legal", "a4")


class Measured(NamedTuple):
    """A figure with the most that it may be; a time depends on the machine, and has an aim."""

    name: str
    value: float
    unit: str
    limit: float


def measure_site() -> Iterator[Measured]:
    """Yield what the pages cost; nothing where the runtime or Chromium is missing."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    catalog = Catalog()
    try:
        check_runtime(RUNTIME, catalog.templates)
    except TaflkitError as error:
        print(f"the site is not measured: {error}")
        return
    if program is None:
        print("the site is not measured: Chromium is not there")
        return
    # whoever measures kits alone does without it
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with (
        tempfile.TemporaryDirectory() as folder,
        shown(Site(catalog, catalog.game_names(), kits="none", runtime=RUNTIME), Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield from weights(browser, address, Path(folder))
        yield from times(browser, address)
        browser.close()


@contextmanager
def shown(site: Site, folder: Path) -> Iterator[str]:
    """Write a site without its ready kits, and yield the address that it is shown at."""
    for made in site_files(site):
        (folder / made.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / made.path).write_bytes(made.content)
    server = open_server(folder, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def weights(browser: Browser, address: str, folder: Path) -> Iterator[Measured]:
    """Yield the bytes that a first visit of the home page and of the kit maker takes from a host that compresses."""
    for name, path, limit, unit, each in (
        ("home page", "", 300, "KB", 1e3),
        ("kit maker, loaded whole", "kit/", 8, "MB", 1e6),
    ):
        context = browser.new_context(service_workers="block")
        asked: set[str] = set()
        context.on("request", lambda request, asked=asked: asked.add(urlsplit(request.url).path))
        page = opened(context, f"{address}{path}")
        if path:
            first_kit(page)
        page.wait_for_load_state("networkidle")
        context.close()
        files = [folder / way.lstrip("/") for way in asked]
        yield Measured(name, sum(map(sent, files)) / each, unit, limit)


def sent(file: Path) -> int:
    """Return the bytes that a host which compresses sends for a file, or for a folder's page."""
    file = file / "index.html" if file.is_dir() else file
    if not file.is_file():
        return 0
    content = file.read_bytes()
    return len(content) if file.suffix in PACKED else len(gzip.compress(content, 9))


def times(browser: Browser, address: str) -> Iterator[Measured]:
    """Yield how long a visitor waits for kits, in seconds."""
    cold, warm, changes = [], [], []
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = opened(context, f"{address}kit/")
        cold.append(first_kit(page))
        for paper in CHANGES:
            changes.append(changed(page, paper))
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_load_state("networkidle")
        # a browser keeps compiled code from its second look at a file on, and the service worker's files are new to it
        for _ in range(VISITS):
            again = opened(context, f"{address}kit/")
            warm.append(first_kit(again))
            again.close()
        context.close()
    yield Measured("first kit drawn, cold", min(cold), "s", 3.5)
    yield Measured("first kit drawn, warm", min(warm), "s", 2)
    yield Measured("a change drawn", sorted(changes)[len(changes) // 2], "s", 0.6)


def opened(context: BrowserContext, address: str) -> Page:
    """Return a page that notes when kits are drawn."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    return page


def first_kit(page: Page) -> float:
    """Return after how many seconds the first kit was drawn."""
    page.wait_for_function("() => window.drawn.length >= 1", timeout=120_000)
    return float(page.evaluate("window.drawn[0]")) / 1000


def changed(page: Page, paper: str) -> float:
    """Return how many seconds a change of the paper takes until it is drawn."""
    begun = page.evaluate(
        """(paper) => {
          const field = document.querySelector('#maker [name="paper"]');
          const [count, begun] = [window.drawn.length, performance.now()];
          if (field.tagName === "SELECT") field.value = paper;
          else document.querySelector(`#maker [name="paper"][value="${paper}"]`).checked = true;
          field.dispatchEvent(new Event("change", { bubbles: true }));
          return [count, begun];
        }""",
        paper,
    )
    page.wait_for_function("(count) => window.drawn.length > count", arg=begun[0], timeout=60_000)
    drawn: float = page.evaluate("(count) => window.drawn[count]", begun[0])
    return (drawn - begun[1]) / 1000
