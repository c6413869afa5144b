"""The site in Firefox: a kit of the command's bytes, a game that is played, and pages without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.browsing import RUNTIME, shown
from support.firefox import Firefox, firefox
from support.sites import small_site
from taflkit.cli import main

pytestmark = pytest.mark.whole

_MADE = """document.querySelector("#kit-pages figure.first[data-drawn]") &&
  /ready/.test(document.querySelector("#status").textContent)"""
"""Whether the kit maker shows a kit."""
_STORED = """(async () => {
  const names = await caches.keys();
  const kept = await (await caches.open(names[0] ?? "")).keys();
  const sets = await (await fetch("../offline.json")).json();
  const there = new Set(kept.map(({ url }) => url));
  return Boolean(navigator.serviceWorker.controller) && Object.values(sets).every((files) =>
    Object.entries(files).every(([place, digest]) => there.has(new URL(`../${place}?${digest}`, location.href).href)));
})()"""
"""Whether every file of the site is stored."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the folder of a site of one game with the kit maker."""
    return small_site(tmp_path_factory, worker_id, RUNTIME)


@pytest.fixture
def page() -> Iterator[Firefox]:
    """A page in a profile of its own, which has no error."""
    with firefox() as found:
        yield found
        assert found.complaints == []


def square(name: str) -> str:
    return f'[data-square="{name}"]'


def named(page: Firefox, name: str, label: str) -> None:
    """Wait until a square has a label."""
    page.wait(f"document.querySelector('{square(name)}')?.ariaLabel === {label!r}")


def test_the_kit_is_the_one_of_the_command(page: Firefox, folder: Path, tmp_path: Path) -> None:
    with shown(folder) as address:
        page.go(f"{address}kit/index.html#mode=mono")
        page.wait(_MADE)
        name, content = page.downloaded("#download")
    result = CliRunner().invoke(main, ["build", "--mode", "mono", "-o", f"{tmp_path}/"])
    assert result.exit_code == 0, result.output
    assert {name: content} == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_a_game_is_played_by_mouse_and_keys_and_the_rules_refuse(page: Firefox, folder: Path) -> None:
    with shown(folder) as address:
        page.go(f"{address}play/index.html")
        page.wait("/to move/.test(document.querySelector('#status').textContent)")
        page.press(square("d2"))
        named(page, "e2", "e2, empty, can move here")
        page.press(square("e2"))
        named(page, "e2", "e2, attacker, last move to here")
        # from there to d5, and on to c5
        page.type("ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp", "Enter")
        named(page, "c5", "c5, empty, can move here")
        page.type("ArrowLeft", "Enter")
        named(page, "c5", "c5, defender, last move to here")
        page.press(square("d6"))
        page.press(square("d2"))
        page.wait("document.querySelector('#refusal').textContent.includes('d6-d2: The piece on d4 is in the way.')")
        assert page.value("document.querySelectorAll('#moves li').length") == 2


def test_after_a_visit_the_site_is_there_without_its_server(page: Firefox, folder: Path) -> None:
    with shown(folder) as address:
        # on a busy machine Firefox may end the worker that stores, which goes on where the next page asks for it
        for patience in (40, 40, 120):
            page.go(f"{address}kit/index.html")
            page.wait(_MADE)
            with suppress(AssertionError):
                page.wait(_STORED, patience)
                break
        assert page.value(_STORED)
    for path in ("index.html", "games/brandub/walker/index.html", "games/brandub/walker/puzzles/index.html"):
        page.go(f"{address}{path}")
        assert page.value("document.querySelector('h1').textContent")
        unseen = "[...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"
        assert page.value(unseen) == [], path
    page.go(f"{address}kit/index.html#mode=mono")
    page.wait(_MADE)
    page.go(f"{address}elsewhere.html")
    assert page.value("document.querySelector('h1').textContent") == "No connection"
