"""The board that visitors click on: its pictures are those of the kits' pieces, and it has words for all it says."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from support import ROOT
from taflkit.catalog import Catalog
from taflkit.drawing.look import DEVICES
from taflkit.site import pictures
from taflkit.site.boards import board_labels, files
from taflkit.site.page import Site
from taflkit.site.visitor.diagrams import pictures_of
from taflkit.tafl import Piece

ASSETS = ROOT / "templates" / "site" / "assets"
CATALOG = Catalog()


SITE = Site(CATALOG, CATALOG.game_names(), runtime=ROOT)


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return {made.path: made.content.decode() for made in files(SITE)}


def test_a_site_without_the_runtime_has_the_boards_of_puzzles_alone(made: dict[str, str]) -> None:
    site = Site(CATALOG, CATALOG.game_names())
    assert {each.path for each in files(site)} == made.keys() - {"diagram/start.svg"}
    ornament = [each.path for each in pictures.files(site) if each.path.endswith(".svg")]
    assert ornament == ["assets/ornament.svg", "assets/icon.svg"]


def test_every_device_has_a_picture_on_every_kind_of_piece(made: dict[str, str]) -> None:
    pieces = [path for path in made if re.fullmatch(r"assets/pieces/(attacker|defender|king)-[a-z]+\.svg", path)]
    assert len(pieces) == len(Piece) * len(DEVICES)
    for path in pieces:
        root = ElementTree.fromstring(made[path])  # noqa: S314
        assert root.get("viewBox") == "0 0 6 6"
        # a disc and a device on it
        assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) >= 1
        assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) >= 1
    assert len({made[path] for path in pieces}) == len(pieces)


@pytest.mark.parametrize("name", CATALOG.game_names())
def test_the_pictures_of_every_game_are_made(name: str, made: dict[str, str]) -> None:
    game = CATALOG.game(name)
    for ruleset in game.rulesets:
        pictures = pictures_of(ruleset.face, "../")
        assert set(pictures) == {"t", "T", "K", "throne", "corner"}
        assert {path.removeprefix("../") for path in pictures.values()} <= set(made)
        assert ruleset.face.king in pictures["K"]


def test_the_colours_are_those_that_the_style_asks_for(made: dict[str, str]) -> None:
    given = set(re.findall(r"(--board-[a-z]+): #[0-9a-f]{6};", made["assets/board-colours.css"]))
    style = (ASSETS / "board.css").read_text(encoding="utf-8")
    script = (ASSETS / "board.js").read_text(encoding="utf-8")
    set_by_script = set(re.findall(r'setProperty\("(--board-[a-z]+)"', script))
    assert set(re.findall(r"var\((--board-[a-z]+)\)", style)) == given | set_by_script


def test_the_labels_have_every_word_that_the_script_reads() -> None:
    labels = board_labels(SITE, "en", CATALOG.game("brandub").texts().words)
    script = (ASSETS / "board.js").read_text(encoding="utf-8")
    marks = re.search(r"const MARKS = \[(.*)\];", script)
    assert marks
    assert set(re.findall(r'"([a-z]+)"', marks[1])) == set(labels["marks"])
    destructured = re.search(r"const \{ (.*) \} = this\.labels;", script)
    assert destructured
    assert {*destructured[1].split(", "), "board"} == set(labels)
    assert labels["pieces"] == {"t": "attacker", "T": "defender", "K": "king"}
    assert labels["places"] == {"throne": "throne", "corner": "corner"}
