"""A site in a real browser: a whole site that is made once for a run of tests, shown on this machine, and Chromium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from support import ROOT
from taflkit.cli.serving import open_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

CHECKERS = Path(__file__).parent / "site"
RUNTIME = ROOT / "scripts" / "site" / "runtime"
WIDTHS = (390, 820, 1400)
"""Of a telephone, a tablet and a desk, in pixels."""
_PATIENCE_MS = 30_000
"""How long what is expected of a page may take on a busy machine."""
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield the distribution's browser, without a window."""
    # quick tests do without it
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415

    expect.set_options(timeout=_PATIENCE_MS)

    program = shutil.which("chromium") or shutil.which("google-chrome")
    assert program, "no Chromium: .ci/run installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield browser
        browser.close()


@contextmanager
def shown(folder: Path) -> Iterator[str]:
    """Yield the address at which a folder is shown as `taflkit site --serve` shows it."""
    server = open_server(folder, 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Watched(NamedTuple):
    """A browser's profile, with what its pages asked for elsewhere and complained of.

    Attributes:
        elsewhere: addresses that are not the site's.
        complaints: errors of scripts, and what the console shows as an error.
    """

    context: BrowserContext
    elsewhere: list[str]
    complaints: list[str]


@contextmanager
def watched(browser: Browser, address: str, **settings: object) -> Iterator[Watched]:
    """Yield a fresh profile whose pages are watched, and store nothing; settings are Playwright's for a context."""
    # where paper is A4
    context = browser.new_context(**{"service_workers": "block", "locale": "en-GB", **settings})  # type: ignore[arg-type]
    found = Watched(context, [], [])
    # the browser's own viewer of PDF has files of its own
    inside = (address, "blob:", "data:", "about:", "chrome://", "chrome-extension://")
    context.on("request", lambda asked: asked.url.startswith(inside) or found.elsewhere.append(asked.url))
    context.on("weberror", lambda error: found.complaints.append(str(error.error)))
    context.on("console", lambda line: line.type == "error" and found.complaints.append(f"{line.text} {line.location}"))
    try:
        yield found
    finally:
        context.close()


class _Links(HTMLParser):
    """Gathers the addresses and the anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "data") and value is not None:
                self.addresses.append(value)
            elif name == "srcset" and value:
                self.addresses += [part.split()[0] for part in value.split(",")]
            elif name == "id" and value:
                self.anchors.add(value)


def links_of(html: str) -> tuple[list[str], set[str]]:
    """Return the addresses that a page names, and its anchors."""
    parser = _Links()
    parser.feed(html)
    return parser.addresses, parser.anchors
