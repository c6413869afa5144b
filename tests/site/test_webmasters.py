"""What other sites take: figures as a ZIP, rules as JSON at addresses that last, and the code of frames."""

from __future__ import annotations

import html
import json
import re
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import pytest
from click.testing import CliRunner

from taflkit import LICENCE
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import load_puzzles
from taflkit.cli import main
from taflkit.site import games, webmasters
from taflkit.site.build import do_job
from taflkit.site.page import Job, Site, SitePage, place_in
from taflkit.site.runtime import offline_files
from taflkit.site.writing import page_html

CATALOG = Catalog()
BASE = "https://example.org/tafl/"
SITE = Site(CATALOG, ("brandub", "tablut"), kits="none", base_url=BASE, runtime=Path("runtime"))
FRAME = re.compile(r'<iframe src="([^"]+)" title="([^"]+)" width="(\d+)" height="(\d+)" loading="lazy"></iframe>')


@cache
def made() -> dict[str, bytes]:
    """Return what the site has for other sites, and its games, by path."""
    of_games = {path: content for game in SITE.games for path, content in do_job(SITE, Job("en", game)).items()}
    return of_games | {each.path: each.content for each in webmasters.files(SITE)}


@cache
def pages() -> dict[str, SitePage]:
    """Return the pages of games by path."""
    return {page.path: page for game in SITE.games for page in games.pages(SITE, "en", game)}


def frames_of(page: str) -> list[tuple[str, ...]]:
    """Return the address, title, width and height of each frame whose code a page has."""
    areas = re.findall(r"<textarea[^>]* readonly[^>]*>([^<]*)</textarea>", page)
    written = [FRAME.fullmatch(html.unescape(area)) for area in areas if "iframe" in area]
    assert all(written)
    return [tuple(map(html.unescape, each.groups())) for each in written if each]


@pytest.mark.parametrize("place", ["brandub/walker", "tablut/linnaeus"])
def test_a_zip_has_every_figure_with_a_name_that_says_it_and_the_licence(place: str) -> None:
    stem = place.replace("/", "-")
    content = made()[f"games/{place}/{stem}-figures.zip"]
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        files = {name.removeprefix(f"{stem}-figures/"): archive.read(name) for name in archive.namelist()}
    text = files.pop("README.txt").decode()
    assert LICENCE in text
    assert BASE in text
    svgs = {path.rpartition("/")[2]: svg for path, svg in made().items() if path.startswith(f"games/{place}/figures/")}
    # names begin with the figures' numbers on the page, in their order
    names = [re.sub(rf"^{stem}-\d\d-", "", name) for name in files]
    assert sorted(names) == sorted(svgs)
    numbers = [int(name.removeprefix(f"{stem}-")[:2]) for name in files]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, numbers[-1] + 1))
    for file, name in zip(files, names, strict=True):
        assert files[file] == svgs[name]
        assert b"<svg " in files[file]
        assert file in text


def test_a_zip_has_the_same_bytes_each_time() -> None:
    again = {
        each.path: each.content for each in games.figures(Site(Catalog(), ("brandub",), base_url=BASE), "en", "brandub")
    }
    zips = [path for path in again if path.endswith(".zip")]
    assert len(zips) == len(CATALOG.game("brandub").ruleset_names)
    assert all(again[path] == made()[path] for path in zips)


@pytest.mark.parametrize("place", ["brandub/walker", "tablut/linnaeus"])
def test_the_json_of_rules_is_that_of_the_command(place: str) -> None:
    game, ruleset = place.split("/")
    printed = CliRunner().invoke(main, ["rules", game, "--rules", ruleset, "--json"], env={"PYTHONUTF8": "1"})
    assert printed.exit_code == 0
    assert made()[f"api/{place}/en.json"] == printed.stdout.encode()


@pytest.mark.parametrize("base", [BASE, ""])
def test_the_list_leads_to_everything(base: str) -> None:
    site = Site(CATALOG, SITE.games, kits="none", base_url=base)
    files = {each.path: each.content for each in webmasters.files(site)}
    listed = json.loads(files[webmasters.INDEX])
    assert listed["licence"] == LICENCE
    assert [game["name"] for game in listed["games"]] == ["brandub", "tablut"]
    for game in listed["games"]:
        templates = CATALOG.game(game["name"])
        assert [each["name"] for each in game["rulesets"]] == list(templates.ruleset_names)
        for ruleset in game["rulesets"]:
            (ways,) = ruleset["languages"].values()
            at = {name: urljoin(f"{BASE}{webmasters.INDEX}", way).removeprefix(BASE) for name, way in ways.items()}
            assert at["rules"] in made()
            assert at["figures"] in made()
            assert f"{at['page']}index.html" in pages()
            assert ("puzzles" in ways) == bool(load_puzzles(templates, templates.ruleset(ruleset["name"])))


def test_a_page_of_rules_leads_to_its_zip_and_its_json() -> None:
    path = "games/brandub/walker/index.html"
    text = page_html(SITE, pages()[path])
    links = {urljoin(path, way) for way in re.findall(r'href="([^"]+)"', text)}
    assert {"games/brandub/walker/brandub-walker-figures.zip", "api/brandub/walker/en.json", webmasters.INDEX} <= links
    assert re.search(r'<link rel="alternate" type="application/json" href="[./]+api/brandub/walker/en.json">', text)


def test_each_figure_and_the_board_have_the_code_of_a_frame() -> None:
    page = pages()["games/brandub/walker/index.html"]
    text = page_html(SITE, page)
    frames = frames_of(text)
    figures = re.findall(r'<figure id="(figure-[\w-]+)"', text)
    assert [address for address, *_ in frames] == [
        *(f"{BASE}games/brandub/walker/?embed#{figure}" for figure in figures),
        f"{BASE}play/?embed#game=brandub&rules=walker",
    ]
    assert ("Brandub: Two in line.", "300") in [each[1:3] for each in frames]
    assert all(int(width) >= 300 and int(height) > 200 for _, _, width, height in frames)


def test_a_site_without_the_runtime_offers_no_board() -> None:
    site = Site(CATALOG, ("brandub",), kits="none", base_url=BASE)
    text = page_html(site, next(games.pages(site, "en", "brandub")))
    assert "play/" not in text
    assert frames_of(text)


def test_without_an_address_the_code_has_the_path_that_the_page_completes() -> None:
    site = Site(CATALOG, ("brandub",), kits="none")
    address, *_ = frames_of(page_html(site, next(games.pages(site, "en", "brandub"))))[0]
    assert address.startswith("games/brandub/walker/?embed#figure-")


def test_browsers_store_none_of_it() -> None:
    digests = dict.fromkeys((*made(), place_in(SITE, "en", "index.html")), "0" * 64)
    content = next(iter(offline_files(SITE, digests))).content
    stored = [path for paths in json.loads(content).values() for path in paths]
    assert "games/brandub/walker/figures/capture.svg" in stored
    assert not [path for path in stored if path.startswith("api/") or path.endswith(".zip")]
