"""The kit maker's form has every choice of a kit, with a label for each of its values."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from support.shipped import CHOSEN
from taflkit.catalog import Catalog
from taflkit.kit.options import CHOICES, DEFAULTS, PARTS, RANGES, READER, SCHOOL, field_of, help_of, read_choices
from taflkit.kit.printers import OF_LABELS, READINGS
from taflkit.site.kits import Field, Value, make_form, pages
from taflkit.site.page import Site
from taflkit.site.writing import READING, page_html, read_words

CATALOG = Catalog()
SITE = Site(catalog=CATALOG, games=CATALOG.game_names(), kits="none", runtime=Path("runtime"))
WORDS = read_words(SITE, "en", "maker")
HELPS = read_words(SITE, "en", "helps")
KNOWN = {
    "game": (Value("tablut", "Tablut", chosen=True),),
    "rules": (Value("smith", "Smith"),),
    "language": (Value("en", "English", chosen=True),),
}
FORM = make_form(WORDS, HELPS, {"plain": "Plain"}, KNOWN)
LISTED = (*FORM[0], *(field for group in FORM[1] for field in group.fields))
FIELDS = {field.name: field for field in LISTED}
# drafts, label sheets and files of their own for parts are the command's
LEFT_OUT = {"draft", "labels", "split"}


class Controls(HTMLParser):
    """The named controls of a page, with the values that can be chosen, and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.ids: list[str] = []
        self.described: list[str] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        self.described += found.get("aria-describedby", "").split()
        if tag in ("select", "input"):
            self._select = found["name"]
            self.values.setdefault(found["name"], [])
        if tag in ("option", "input"):
            self.values[self._select].append(found.get("value", ""))


@pytest.fixture(scope="module")
def html() -> str:
    (page,) = pages(SITE, "en")
    return page_html(SITE, page)


@pytest.fixture(scope="module")
def controls(html: str) -> Controls:
    found = Controls()
    found.feed(html)
    return found


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    (page,) = pages(SITE, "en")
    carried: dict[str, Any] = json.loads(page.values["data"])
    return carried


def test_the_form_has_every_choice_of_a_kit_once() -> None:
    assert len(LISTED) == len(FIELDS)
    assert {name for name in FIELDS if not name.startswith(READING)} == set(CHOSEN) - LEFT_OUT
    assert {name for name in FIELDS if name.startswith(READING)} == {
        f"{READING}{name}" for name in READINGS if name not in OF_LABELS
    }


def test_no_label_is_missing_and_none_is_of_nothing() -> None:
    assert set(WORDS["labels"]) == set(CHOSEN) - LEFT_OUT
    assert set(WORDS["readings"]) == set(READINGS) - set(OF_LABELS)
    # papers are called as they are in print
    named = {field: set(values) for field, values in CHOICES.items() if field != "paper"}
    assert {field: set(labels) for field, labels in WORDS["values"].items()} == named
    assert set(WORDS["groups"]) == {group.name for group in FORM[1]}
    assert set(WORDS["empty"]) == {name for name in RANGES if getattr(DEFAULTS, field_of(name)) is None} | {
        "pages",
        "paper",
    }
    assert set(WORDS["unhelped"]) <= set(CHOSEN)


@pytest.mark.parametrize("name", sorted(set(CHOICES) - {"parts"}))
def test_a_choice_offers_its_values_and_its_default(name: str) -> None:
    field = FIELDS[name]
    offered = [option.value for option in field.values if option.value]
    assert offered == list(CHOICES[name])
    (chosen,) = (option.value for option in field.values if option.chosen)
    assert chosen == field.default
    assert getattr(read_choices({name: chosen} if chosen else {}), name) == getattr(DEFAULTS, name)


def test_all_parts_are_chosen_at_first_but_the_booklet_for_a_screen() -> None:
    parts = FIELDS["parts"]
    assert [option.value for option in parts.values if option.chosen] == list(PARTS)
    assert READER not in [option.value for option in parts.values]


@pytest.mark.parametrize("name", sorted(set(RANGES) & set(CHOSEN)))
def test_a_number_has_its_range_and_its_default(name: str) -> None:
    field = FIELDS[name]
    assert (field.least, field.most) == RANGES[name][:2]
    assert f"({field.least:g} to {field.most:g}" in field.help
    assert field.kind == ("length" if RANGES[name].unit else "number")
    value = read_choices({name: field.default} if field.default else {})
    assert getattr(value, field_of(name)) == getattr(DEFAULTS, field_of(name))


def test_helps_are_those_of_the_command_with_the_labels_of_values() -> None:
    assert FIELDS["king"].help == help_of("king")
    assert FIELDS["sections"].help == help_of("sections", {"auto": "“Automatic”", "best": "“Largest squares”"})
    assert all("--" not in field.help and "{" not in field.help for field in FIELDS.values())


def test_the_page_has_a_control_for_every_field(controls: Controls) -> None:
    names = {name for name in controls.values if not name.startswith(READING)}
    # no ruleset of the first game's has variations, and so no control
    many = {*(f"parts-{name}" for name in (*PARTS, *SCHOOL)), "paper-other"}
    assert names == (set(CHOSEN) - LEFT_OUT - {"variations", "parts"}) | many
    assert controls.values["game"] == list(SITE.games)
    assert controls.values["theme"] == list(CATALOG.theme_names())
    assert controls.values["rules"] == list(CATALOG.game(DEFAULTS.game).ruleset_names)
    # the last is for two sides, which are written beside it
    assert controls.values["paper"] == [*CHOICES["paper"], ""]
    assert controls.values["mode"] == list(CHOICES["mode"])


def test_ids_are_of_one_thing_each_and_descriptions_are_there(controls: Controls) -> None:
    assert len(controls.ids) == len(set(controls.ids))
    assert set(controls.described) <= set(controls.ids)
    assert {f"problem-{name}" for name in FIELDS} <= set(controls.described)


def test_the_page_knows_every_game_with_its_rulesets_and_variations(data: dict[str, Any]) -> None:
    assert set(data["games"]) == set(SITE.games)
    for name, table in data["games"].items():
        game = CATALOG.game(name)
        assert [each["name"] for each in table["rulesets"]] == list(game.ruleset_names)
        for each in table["rulesets"]:
            ruleset = game.ruleset(each["name"])
            assert each["variations"] == [[one.name, one.title] for one in ruleset.variations.values()]
    assert any(each["variations"] for each in data["games"]["brandub"]["rulesets"])


def test_the_words_of_the_script_are_carried_by_the_page(data: dict[str, Any]) -> None:
    assets = SITE.catalog.templates / "site" / "assets"
    script = "".join(file.read_text(encoding="utf-8") for file in sorted(assets.glob("maker*.js")))
    for table in data["words"]:
        assert f"words.{table}" in script, table
    assert set(data["words"]["turned"]) == set(CHOICES["duplex"])
    assert set(data["words"]["roles"]) == {"instructions", "front", "back", "box", "booklet", *SCHOOL, READER}


def test_without_a_script_the_page_leads_to_the_games(html: str) -> None:
    inside = html.rpartition("<noscript>")[2].partition("</noscript>")[0]
    for name in SITE.games:
        assert f'href="../games/{name}/index.html"' in inside


def test_a_site_of_other_games_begins_with_its_first() -> None:
    (page,) = pages(Site(CATALOG, ("tablut", "magpie"), kits="none", runtime=Path("runtime")), "en")
    game: Field = page.values["essentials"][0]
    assert (game.default, [option.value for option in game.values]) == ("tablut", ["tablut", "magpie"])
    rules: Field = page.values["essentials"][1]
    assert rules.default == "linnaeus"


def test_a_picture_of_page_one_waits_for_the_first_kit() -> None:
    site = Site(catalog=CATALOG, games=("tablut",), runtime=Path("runtime"))
    (page,) = pages(site, "en")
    assert page.values["first"]["picture"] == "kits/tablut-linnaeus-a4-colour-first.webp"
    assert 'src="../kits/tablut-linnaeus-a4-colour-first.webp"' in page_html(site, page)
