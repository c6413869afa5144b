"""Every page of the whole site: its HTML, its links, how it stands on screens, who can use it, and what it asks for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Browser, Page

from support.browsing import CHECKERS, WIDTHS, links_of, shown, watched

pytestmark = [pytest.mark.whole, pytest.mark.long]

_AXE = CHECKERS / "node_modules" / "axe-core" / "axe.min.js"
_WIDER = """() => [...document.querySelectorAll('body *')]
  .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .filter(each => { for (let at = each; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return false; } return true; })
  .map(each => each.outerHTML.slice(0, 80))"""

_SMALL = """least => [...document.querySelectorAll('body *')]
  .filter(each => [...each.childNodes].some(kid => kid.nodeType === Node.TEXT_NODE && kid.data.trim()))
  .filter(each => getComputedStyle(each).fontFamily.includes('Uncial'))
  .filter(each => parseFloat(getComputedStyle(each).fontSize) < least)
  .map(each => each.outerHTML.slice(0, 80))"""
_LEAST = 26.6
"""The pixels of an em of the title face, below which it is hard to read: 20 pt."""


def html_pages(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.html"))


_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""Axe's rules of colours, which alone a page in the dark may break and the same page in the light keep."""


_EMBEDDED = (
    "games/brandub/walker/index.html?embed#figure-capture",
    "games/brandub/walker/puzzles/index.html?embed#puzzle-2",
    "play/index.html?embed#game=tablut",
)
"""Pages as other sites embed them."""


def unlike(paths: Sequence[str]) -> set[str]:
    """Return the pages without those that differ from others in words alone: a game's rulesets and puzzles but the
    first, and in further languages all games but the first."""
    kinds: dict[object, str] = {}
    for path in paths:
        language, _, game = path.partition("games/")
        name, *deeper = game.split("/")
        kinds.setdefault((language or name, len(deeper)) if game else path, path)
    return {*kinds.values()}


class Seen(NamedTuple):
    """All pages, each opened once.

    Attributes:
        pages: how many they are.
        judged: how many of them axe looks at.
        faults: what axe finds, by page and scheme.
        wide: what reaches beyond the screen, by page and the screen's width.
        small: what is in the title face and too small for it, by page and the screen's width.
        complaints: what the browser complains of.
        elsewhere: what was asked for at other hosts.
    """

    pages: int
    judged: int
    faults: dict[tuple[str, str], list[Mapping[str, Any]]]
    wide: dict[tuple[str, int], list[str]]
    small: dict[tuple[str, int], list[str]]
    complaints: list[str]
    elsewhere: list[str]


def found_faults(page: Page, rules: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what axe finds on a page as it is shown, by some of its rules or, without a name, by all that are on."""
    found = page.evaluate("rules => axe.run(document, {resultTypes: ['violations'], ...rules})", rules)
    return [
        {"rule": each["id"], "where": [node["html"][:120] for node in each["nodes"]][:4]}
        for each in found["violations"]
    ]


@pytest.fixture(scope="module")
def seen(whole_site: Path, site_address: str, browser: Browser) -> Seen:
    axe, paths = _AXE.read_text(encoding="utf-8"), html_pages(whole_site)
    judged = unlike(paths) | {*_EMBEDDED}
    faults, wide, small = {}, {}, {}
    with watched(browser, site_address, color_scheme="light", reduced_motion="reduce") as found:
        page = found.context.new_page()
        for path in (*paths, *_EMBEDDED):
            page.emulate_media(color_scheme="light")
            page.goto(site_address + path)
            for width in (*WIDTHS, *((240,) if path in _EMBEDDED else ())):
                page.set_viewport_size({"width": width, "height": 900})
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    wide[path, width] = page.evaluate(_WIDER)
                if here := page.evaluate(_SMALL, _LEAST):
                    small[path, width] = here
            if path not in judged:
                continue
            page.evaluate(axe)
            for scheme, rules in (("light", {}), ("dark", _COLOURS)):
                page.emulate_media(color_scheme=scheme)
                if here := found_faults(page, rules):
                    faults[path, scheme] = here
    return Seen(len(paths), len(judged), faults, wide, small, found.complaints, found.elsewhere)


def test_html_is_valid(whole_site: Path) -> None:
    # void elements are closed as in XML: the rules' markup is that of the EPUB too
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
            # the page of what is missing is shown at any depth, so its links begin at the host's root
            above = whole_site if page == "404.html" else (whole_site / page).parent
            place = above / unquote(path.partition("?")[0]).lstrip("/") if path else whole_site / page
            inside = place.resolve().is_relative_to(whole_site.resolve())
            if not inside or not place.is_file():
                wrong.append(f"{page}: {address}")
            elif anchor and place.suffix == ".html" and "=" not in anchor:
                target = place.resolve().relative_to(whole_site.resolve()).as_posix()
                if anchor not in known[target][1]:
                    wrong.append(f"{page}: {address}: no such anchor")
    assert wrong == []


def test_axe_finds_nothing_in_the_light_and_in_the_dark(seen: Seen) -> None:
    assert seen.pages > 100
    assert seen.judged > 60
    assert seen.faults == {}


def test_pages_ask_for_nothing_elsewhere_and_complain_of_nothing(seen: Seen) -> None:
    assert seen.elsewhere == []
    assert seen.complaints == []


def test_no_page_is_wider_than_its_screen(seen: Seen) -> None:
    assert seen.wide == {}


def test_the_title_face_is_large_enough_to_be_read(seen: Seen) -> None:
    assert seen.small == {}


def test_colours_too_faint_are_found_in_the_dark_alone(browser: Browser) -> None:
    """A page whose letters are too faint for its ground in the dark."""
    faint = "<style>@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }</style><p>Faint</p>"
    page = browser.new_page(color_scheme="light")
    page.set_content(faint)
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    assert found_faults(page, _COLOURS) == []
    page.emulate_media(color_scheme="dark")
    assert [each["rule"] for each in found_faults(page, _COLOURS)] == ["color-contrast"]
    page.close()


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
    # a link that leads out of the folder is not followed
    shutil.copytree(whole_site, tmp_path / "tafl", copy_function=os.link)
    with shown(tmp_path) as address, watched(browser, address) as found:
        page = found.context.new_page()
        failed: list[str] = []
        page.on("response", lambda answer: answer.ok or failed.append(answer.url))
        for path in ("index.html", "games/tablut/index.html", "kit/index.html"):
            page.goto(f"{address}tafl/{path}")
        assert failed == []
    assert found.elsewhere == []
