"""The page of a game of one's own: its words are complete, and what stands in it is what Python says of the game."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from support import ROOT
from taflkit.catalog import Catalog
from taflkit.errors import TaflkitError
from taflkit.figures import flag_values
from taflkit.site import boards
from taflkit.site.boards import check_flags
from taflkit.site.page import Site
from taflkit.site.visitor.games import own_game
from taflkit.site.visitor.session import Session
from taflkit.site.writing import page_html, read_words
from taflkit.tafl import flag_names

CATALOG = Catalog()
SITE = Site(CATALOG, CATALOG.game_names(), runtime=ROOT)
WORDS = read_words(SITE, "en", "own")
ASSETS = ROOT / "templates" / "site" / "assets"
SCRIPTS = {name: (ASSETS / f"{name}.js").read_text(encoding="utf-8") for name in ("own", "own-form", "own-feedback")}


class Parts(HTMLParser):
    """Gathers the elements of a page, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]

    def with_attribute(self, name: str) -> list[str | None]:
        return [attributes[name] for _, attributes in self.found if name in attributes]


@pytest.fixture(scope="module")
def html() -> str:
    *_, page = boards.pages(SITE, "en")
    return page_html(SITE, page)


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, Any]:
    (found,) = Parts(html).with_attribute("data-own")
    made: dict[str, Any] = json.loads(found or "")
    return made


def test_every_flag_and_every_value_has_a_label_once() -> None:
    check_flags(WORDS)
    flags = [flag for group in WORDS["group"] for flag in group["flags"]]
    assert sorted(flags) == sorted(flag_names())
    for flag in flags:
        question, *labels = WORDS["flags"][flag].values()
        assert question.endswith("?")
        assert list(WORDS["flags"][flag]) == ["label", *flag_values(flag)]
        assert all(labels)
        assert len(set(labels)) == len(labels)
    assert len({WORDS["flags"][flag]["label"] for flag in flags}) == len(flags)


def _without(words: dict[str, Any], flag: str) -> None:
    del words["flags"][flag]


def _twice(words: dict[str, Any], flag: str) -> None:
    words["group"][0]["flags"].append(flag)


def _ungrouped(words: dict[str, Any], flag: str) -> None:
    for group in words["group"]:
        group["flags"] = [each for each in group["flags"] if each != flag]


def _unlabelled(words: dict[str, Any], flag: str) -> None:
    del words["flags"][flag]["corner"]


def _strange(words: dict[str, Any], flag: str) -> None:
    words["flags"][flag]["moon"] = "On the moon"


@pytest.mark.parametrize("spoil", [_without, _twice, _ungrouped, _unlabelled, _strange])
def test_words_that_lack_a_flag_or_a_value_are_refused(spoil: Any) -> None:
    words = json.loads(json.dumps(WORDS))
    spoil(words, "goal")
    with pytest.raises(TaflkitError, match=r"own\.toml: .*goal"):
        check_flags(words)


def test_every_word_that_the_scripts_read_is_there(data: dict[str, Any]) -> None:
    read = {
        *(("board", word) for word in re.findall(r"this\.words\.(\w+)", SCRIPTS["own-form"])),
        *(("done", word) for word in re.findall(r"words\.done\.(\w+)", SCRIPTS["own"])),
        *re.findall(r"this\.words\.(sentences|file|idle)\.(\w+)", SCRIPTS["own-feedback"]),
    }
    for script in SCRIPTS.values():
        for names, table in re.findall(r"const \{ ([^}]*) \} = (?:this\.)?words(?:\.(\w+))?;", script):
            read |= {(table or "board", name.split(":")[0].strip()) for name in names.split(",")}
    assert len(read) > 20
    assert [each for each in read if each[1] not in data["words"][each[0]]] == []
    # why a rule makes no difference is looked up by the name of the reason
    assert set(data["words"]["idle"]) == {"corners", "throne", "flag", "more"}


def test_the_page_begins_with_what_python_says(html: str, data: dict[str, Any], tmp_path: Path) -> None:
    shown = own_game(Session(CATALOG, tmp_path), data["shown"]["name"], data["shown"]["text"])
    assert shown.problems == ()
    parts = Parts(html)
    checked = {
        each["name"]: each["value"] for each in parts.all("input") if each.get("type") == "radio" and "checked" in each
    }
    assert shown.form
    assert {flag: checked[flag] for flag in flag_names()} == shown.form.values
    for sentence in shown.sentences:
        assert html.count(f'<span class="own-number">{sentence.reference}</span>') == 1 + len(sentence.flags)
    options = [each["value"] for each in parts.all("option")]
    assert [f"{name}/{rules}" for name in CATALOG.game_names() for rules in CATALOG.game(name).ruleset_names] == [
        each for each in options if each and "/" in each
    ]


def test_every_place_of_a_problem_is_in_the_page(html: str) -> None:
    slots = Parts(html).with_attribute("data-problems")
    places = ["name", "title", "board", "corners", "throne", "rules_title", "source", "text", "kit"]
    assert sorted(slots, key=str) == sorted([*places, *(f"rules.{flag}" for flag in flag_names())])


def test_the_scripts_find_every_element_by_its_name(html: str) -> None:
    known = set(Parts(html).with_attribute("id"))
    for script in SCRIPTS.values():
        asked = re.findall(r'\bat\("([a-z-]+)"\)', script) + re.findall(r'querySelector\("#([a-z-]+)', script)
        assert set(asked) <= known, script[:40]


def test_nothing_stands_in_the_page_that_the_policy_refuses(html: str) -> None:
    parts = Parts(html)
    assert all("src" in each for each in parts.all("script"))
    assert parts.all("style") == []
    assert parts.with_attribute("style") == []
