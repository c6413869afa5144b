"""The pages of diagrams and of play as they are written: their scripts find every element and word that they name."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from support import ROOT
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.site import boards
from taflkit.site.page import Site
from taflkit.site.writing import page_html, read_words

ASSETS = ROOT / "templates" / "site" / "assets"
CATALOG = Catalog()
SITE = Site(CATALOG, CATALOG.game_names(), runtime=ROOT)
SCRIPTS = {
    file.name: file.read_text(encoding="utf-8") for file in sorted((*ASSETS.glob("diagram*.js"), ASSETS / "play.js"))
}
OTHERS = {"play": ("diagram-page.js", "diagram-picture.js"), "diagram": ("play.js",)}
"""The scripts that a page has not, by its folder."""


@pytest.fixture(scope="module", params=OTHERS)
def folder(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def html(folder: str) -> str:
    page = next(page for page in boards.pages(SITE, "en") if page.path == f"{folder}/index.html")
    return page_html(SITE, page)


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="diagram-data">(.*?)</script>', html, re.DOTALL)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


def test_the_page_has_every_element_that_its_scripts_name(html: str, folder: str) -> None:
    texts = [text for name, text in SCRIPTS.items() if name not in OTHERS[folder]]
    named = {name for text in texts for name in re.findall(r'(?:byId|press)\("([a-z-]+)"', text)}
    assert len(named) > 15
    assert named <= set(re.findall(r'\bid="([a-z-]+)"', html))


def test_every_word_of_the_scripts_is_there_and_none_besides(data: dict[str, object]) -> None:
    said = set(read_words(SITE, "en", "diagram")["messages"])
    assert data["words"] == read_words(SITE, "en", "diagram")["messages"]
    # the sides are words by their own names
    named = {name for text in SCRIPTS.values() for name in re.findall(r"\bwords\.([a-z_]+)\b(?!\")", text)}
    assert named | {"attackers", "defenders", "either"} == said


def test_the_page_knows_every_game_and_its_boards(data: dict[str, object]) -> None:
    games = data["games"]
    assert isinstance(games, dict)
    assert tuple(games) == CATALOG.game_names()
    for name, said in games.items():
        game = CATALOG.game(name)
        assert said["title"] == game.title
        assert said["way"] == f"../games/{name}/"
        assert [each["name"] for each in said["rulesets"]] == list(game.ruleset_names)
        for each in said["rulesets"]:
            ruleset = game.ruleset(each["name"])
            assert "\n".join(each["board"]["start"]) == game.layout_under(ruleset).picture
            assert [variation for variation, _ in each["variations"]] == list(ruleset.variations)
            assert each["board"]["surface"] == ruleset.rules.surface


def test_no_script_or_style_stands_in_the_page(html: str) -> None:
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", html, re.DOTALL)
    assert [text for attributes, text in scripts if text.strip() and "application/json" not in attributes] == []
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", html)


def test_the_picture_of_the_page_is_the_commands() -> None:
    html = page_html(SITE, next(boards.pages(SITE, "en")))
    (made,) = boards.starts(SITE, "en")
    assert made.path == "diagram/start.svg"
    assert 'src="start.svg"' in html
    result = CliRunner().invoke(main, ["diagram", "-o", "-"])
    assert made.content.decode() == result.stdout
    assert f'alt="{re.search("<desc>(.*)</desc>", result.stdout)[1]}"' in html  # type: ignore[index]


def test_a_site_without_brandub_begins_with_its_first_game() -> None:
    site = Site(CATALOG, ("tablut", "hnefatafl"), runtime=ROOT)
    page, *_ = boards.pages(site, "en")
    assert '<option value="tablut" selected>' in page_html(site, page)
    assert list(boards.starts(Site(CATALOG, ("tablut",)), "en")) == []
