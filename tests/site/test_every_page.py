"""Every page of the whole site: its HTML, its links, how it stands on screens, who can use it, and what it asks for."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Browser, Page

from support.browsing import CHECKERS, WIDTHS, links_of, shown, watched

pytestmark = pytest.mark.whole

_AXE = CHECKERS / "node_modules" / "axe-core" / "axe.min.js"
_WIDER = """() => [...document.querySelectorAll('body *')]
  .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .filter(each => { for (let at = each; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return false; } return true; })
  .map(each => each.outerHTML.slice(0, 80))"""


def html_pages(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.html"))


def one_of_each(folder: Path) -> list[str]:
    """Return a page of each kind: of the games those of the smallest board and of the largest."""
    games = ("brandub/index", "brandub/walker", "alea-evangelii/index", "alea-evangelii/opentafl")
    kept = tuple(f"games/{path}" for path in games)
    return [path for path in html_pages(folder) if not path.startswith("games/") or path.startswith(kept)]


def found_faults(page: Page, rules: str = "") -> list[Mapping[str, Any]]:
    """Return what axe finds on a page as it is shown: by all its rules, or by those with one tag."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    only = {"runOnly": rules} if rules else {}
    found = page.evaluate("only => axe.run(document, {resultTypes: ['violations'], ...only})", only)
    return [
        {"rule": each["id"], "where": [node["html"][:120] for node in each["nodes"]][:4]}
        for each in found["violations"]
    ]


def test_html_is_valid(whole_site: Path) -> None:
    command = ["node_modules/.bin/html-validate", "--config", ".htmlvalidate.json", "--formatter", "json"]
    pages = [str(whole_site / page) for page in html_pages(whole_site)]
    done = subprocess.run([*command, *pages], cwd=CHECKERS, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    found = [
        f"{each['filePath']}:{line['line']}: {line['ruleId']}: {line['message']}"
        for each in json.loads(done.stdout)
        for line in each["messages"]
    ]
    assert found == []


def test_every_link_and_anchor_resolves(whole_site: Path) -> None:
    known = {page: links_of((whole_site / page).read_text(encoding="utf-8")) for page in html_pages(whole_site)}
    wrong = []
    for page, (addresses, _) in known.items():
        for address in addresses:
            if address.startswith(("https://", "mailto:", "data:")):
                continue
            path, anchor = urldefrag(address)
            place = (whole_site / page).parent / unquote(path.partition("?")[0]) if path else whole_site / page
            inside = place.resolve().is_relative_to(whole_site.resolve())
            if not inside or not place.is_file():
                wrong.append(f"{page}: {address}")
            elif anchor and place.suffix == ".html" and "=" not in anchor:
                target = place.resolve().relative_to(whole_site.resolve()).as_posix()
                if anchor not in known[target][1]:
                    wrong.append(f"{page}: {address}: no such anchor")
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(whole_site: Path, site_address: str, browser: Browser, scheme: str) -> None:
    faults = {}
    with watched(browser, site_address, color_scheme=scheme, reduced_motion="reduce") as found:
        page = found.context.new_page()
        for path in html_pages(whole_site):
            page.goto(site_address + path)
            # a page is the same in the dark but for its colours
            if here := found_faults(page, "" if scheme == "light" else "cat.color"):
                faults[path] = here
    assert faults == {}
    assert found.elsewhere == []


def test_pages_ask_for_nothing_elsewhere_and_complain_of_nothing(
    whole_site: Path, site_address: str, browser: Browser
) -> None:
    with watched(browser, site_address) as found:
        page = found.context.new_page()
        for path in html_pages(whole_site):
            page.goto(site_address + path)
    assert found.elsewhere == []
    assert found.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_its_screen(whole_site: Path, site_address: str, browser: Browser, width: int) -> None:
    wide = {}
    with watched(browser, site_address, viewport={"width": width, "height": 900}) as found:
        page = found.context.new_page()
        for path in (html_pages if width == WIDTHS[0] else one_of_each)(whole_site):
            page.goto(site_address + path)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide[path] = page.evaluate(_WIDER)
    assert wide == {}


def test_kits_are_there_without_scripts(whole_site: Path, site_address: str, browser: Browser) -> None:
    with watched(browser, site_address, java_script_enabled=False) as found:
        page = found.context.new_page()
        page.goto(site_address)
        page.get_by_role("link", name="Tablut").first.click()
        kits = [address for address in links_of(page.content())[0] if address.endswith(".pdf")]
        if not kits:
            page.locator("a[href$='linnaeus/index.html']").first.click()
            kits = [address for address in links_of(page.content())[0] if address.endswith(".pdf")]
        assert kits
        with page.expect_download() as download:
            page.locator(f'a[href="{kits[0]}"]').first.click()
        assert download.value.path().read_bytes() == (whole_site / "kits" / Path(kits[0]).name).read_bytes()


def test_a_site_may_lie_in_a_folder_of_another(whole_site: Path, browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "tafl").symlink_to(whole_site)
    with shown(tmp_path) as address, watched(browser, address) as found:
        page = found.context.new_page()
        failed: list[str] = []
        page.on("response", lambda answer: answer.ok or failed.append(answer.url))
        for path in ("index.html", "games/tablut/index.html", "kit/index.html"):
            page.goto(f"{address}tafl/{path}")
        assert failed == []
    assert found.elsewhere == []
