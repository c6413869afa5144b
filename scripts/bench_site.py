"""Measure what the site's pages cost a visitor in a real browser: bytes to load, the time to a kit, and memory.

Needs Chromium and the runtime of `make runtime`; without them nothing is measured. The time until a kit is that of the
processor, of all threads of a page, by that of a page that begins Pyodide alone in the same run: such a ratio depends
little on the machine. The time of a change is of this machine, with nothing else on it.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast
from urllib.parse import urlsplit

from taflkit.catalog import Catalog
from taflkit.cli.serving import open_server
from taflkit.errors import TaflkitError
from taflkit.site.build import do_job, site_files, site_jobs
from taflkit.site.page import Site
from taflkit.site.runtime import check_runtime, offline_files, read_runtime

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

__all__ = ["Measured", "measure_site"]

RUNTIME = Path(__file__).resolve().parent / "site" / "runtime"
ROUNDS = 2
VISITS = 2
"""The later visits of a round; the first of them fills what the browser stores of compiled code."""
MANY = 20
"""The changes of a kit, one after the other, after which the memory is measured."""
REST = 6_000
"""The ms that a page is left open when it has done its work."""
BARE = "bare"
"""The folder of the page that begins Pyodide alone."""
READY = "() => document.title === 'ready'"
MADE = "() => document.querySelector('#name').textContent !== ''"
"""When Pyodide has begun, and when a first kit is there."""
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
CHANGES = ("a3", "legal", "a4", "letter")


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
        browser.close()
        add_bare(Path(folder))
        yield from times(playwright, program, address)


@contextmanager
def shown(site: Site, folder: Path) -> Iterator[str]:
    """Write a site without its ready kits, and yield the address that it is shown at."""
    contents = {made.path: made.content for made in site_files(site)}
    for job in site_jobs(site):
        contents |= {} if job.rules else do_job(site, job)
    digests = {path: sha256(content).hexdigest() for path, content in contents.items()}
    contents |= {made.path: made.content for made in offline_files(site, digests)}
    for path, content in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    server = open_server(folder, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def add_bare(folder: Path) -> None:
    """Add a page to a site that begins Pyodide alone, by the runtime's files: what all times are measured by."""
    runtime, bare = folder / "runtime", folder / BARE
    files = read_runtime(runtime)
    bare.mkdir()
    (bare / "index.html").write_text(
        '<!DOCTYPE html><title>Pyodide</title><script type="module" src="page.js"></script>', "utf-8"
    )
    page = 'new Worker("worker.js", { type: "module" }).onmessage = () => { document.title = "ready"; };'
    (bare / "page.js").write_text(page, encoding="utf-8")
    (bare / "stdlib.zip").write_bytes(gzip.decompress((runtime / "stdlib.pack").read_bytes()))
    lines = (
        f'import {{ loadPyodide }} from "../runtime/{files.pyodide}pyodide.mjs";',
        f'const indexURL = new URL("../runtime/{files.pyodide}", self.location.href).href;',
        'const stdLibURL = new URL("stdlib.zip", self.location.href).href;',
        f"const lockFileContents = {json.dumps(files.lock)};",
        "await loadPyodide({ indexURL, packageBaseUrl: indexURL, stdLibURL, lockFileContents });",
        "postMessage(null);",
    )
    (bare / "worker.js").write_text("\n".join(lines), encoding="utf-8")


def weights(browser: Browser, address: str, folder: Path) -> Iterator[Measured]:
    """Yield the bytes that a first visit of the home page and of the kit maker takes from a host that compresses."""
    for name, path, limit, unit, each in (
        ("home page", "", 300, "KB", 1e3),
        ("kit maker, loaded whole", "kit/", 7.0, "MB", 1e6),
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


def times(playwright: Playwright, program: str, address: str) -> Iterator[Measured]:
    """Yield what kits cost a visitor: the processor's time, by that of a bare Python, the memory, and the wait."""
    first, later, memory, rested, changes = [], [], [], [], []
    for _ in range(ROUNDS):
        with profile(playwright, program) as context:
            bare = work(context, f"{address}{BARE}/", READY)
        with profile(playwright, program) as context:
            first.append(work(context, f"{address}kit/", MADE) / bare)
            later += [work(context, f"{address}kit/", MADE) / bare for _ in range(VISITS)]
            page = opened(context, f"{address}kit/")
            first_kit(page)
            changes += [changed(page, CHANGES[number % len(CHANGES)]) for number in range(MANY)]
            memory.append(largest(context))
            # Chromium does so of itself where a page is left alone for some 20 s
            page.wait_for_timeout(REST)
            context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
            page.wait_for_timeout(1_000)
            rested.append(largest(context))
    yield Measured("first kit of a first visit", min(first), "bare Pythons", 3.0)
    yield Measured("first kit of a later visit", min(later), "bare Pythons", 1.6)
    yield Measured(f"memory at the end of {MANY} quick changes", min(memory), "MB", 270)
    yield Measured(f"memory after {MANY} changes, at rest", min(rested), "MB", 220)
    yield Measured("a change drawn", sorted(changes)[len(changes) // 2], "s", 0.6)


@contextmanager
def profile(playwright: Playwright, program: str) -> Iterator[BrowserContext]:
    """Yield a browser with a new profile on a disk, as a visitor has it: compiled code is stored in such alone."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run"]
        context = playwright.chromium.launch_persistent_context(folder, executable_path=program, args=arguments)
        yield context
        context.close()


def pages_of(context: BrowserContext) -> dict[int, float]:
    """Return the seconds of the processor that each process of pages has had, by its number."""
    browser = cast("Browser", context.browser)
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return {each["id"]: each["cpuTime"] for each in found if each["type"] == "renderer"}


def work(context: BrowserContext, address: str, done: str) -> float:
    """Return the seconds of the processor from a page's opening until something is done, and leave the page at rest."""
    before = pages_of(context)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(done, timeout=120_000)
    took = sum(seconds - before.get(process, 0) for process, seconds in pages_of(context).items())
    # what is compiled and stored behind
    page.wait_for_timeout(REST)
    page.close()
    return took


def largest(context: BrowserContext) -> float:
    """Return the megabytes of the largest process of pages, those that it shares with others by its part in them."""
    rolled = [Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8") for process in pages_of(context)]
    return max(int(re.findall(r"^Pss: +(\d+) kB", text, re.MULTILINE)[0]) for text in rolled) / 1024


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
