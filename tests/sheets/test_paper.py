"""The papers and the booklet pages folded of them."""

from __future__ import annotations

import ast

import pytest

from support import ROOT
from taflkit.errors import UnknownName
from taflkit.sheets.paper import PAPERS, paper


@pytest.mark.parametrize(
    ("name", "label", "sheet", "page", "folds_to", "leaflet"),
    [
        ("a4", "A4", (210.0, 297.0), (148.5, 210.0), "A5", "a4"),
        ("letter", "Letter", (215.9, 279.4), (139.7, 215.9), "half-letter", "letter"),
        ("a3", "A3", (297.0, 420.0), (210.0, 297.0), "A4", "a4"),
        ("legal", "Legal", (215.9, 355.6), (177.8, 215.9), "half-legal", "legal"),
        ("tabloid", "Tabloid", (279.4, 431.8), (215.9, 279.4), "half-tabloid", "letter"),
    ],
)
def test_a_paper_has_its_size_and_its_booklet_page(name, label, sheet, page, folds_to, leaflet):
    found = paper(name)
    assert (found.name, found.label) == (name, label)
    assert (found.width, found.height) == sheet
    assert (found.page_width, found.page_height) == page
    assert (found.folds_to, found.leaflet) == (folds_to, leaflet)


def test_papers_are_upright_and_known_by_their_own_names():
    assert list(PAPERS) == ["a4", "letter", "a3", "legal", "tabloid"]
    for name, found in PAPERS.items():
        assert found.name == name
        assert found.width < found.height


def test_a_leaflet_is_on_a_paper_that_is_its_own_leaflet_and_no_larger():
    for found in PAPERS.values():
        leaflet = paper(found.leaflet)
        assert leaflet.leaflet == leaflet.name
        assert leaflet.width <= found.width
        assert leaflet.height <= found.height


@pytest.mark.whole
def test_no_code_asks_for_a_paper_by_its_name():
    modules = [file for file in (ROOT / "generator").rglob("*.py") if file.name != "paper.py"]
    assert len(modules) > 100
    for file in modules:
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        compared = [part for node in nodes if isinstance(node, ast.Compare) for part in (node.left, *node.comparators)]
        strings = {node.value for part in compared for node in ast.walk(part) if isinstance(node, ast.Constant)}
        assert not strings & {*PAPERS, *(found.label for found in PAPERS.values())}, file


def test_an_unknown_paper_is_named_with_those_there_are():
    with pytest.raises(UnknownName) as caught:
        paper("a9")
    assert str(caught.value) == "there is no paper 'a9'; there is a4, letter, a3, legal, tabloid"
    assert caught.value.choice == "paper"
