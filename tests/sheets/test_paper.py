"""The papers and the booklet pages folded of them."""

from __future__ import annotations

import pytest

from taflkit.errors import UnknownName
from taflkit.sheets.paper import PAPERS, paper


@pytest.mark.parametrize(
    ("name", "label", "sheet", "page"),
    [("a4", "A4", (210.0, 297.0), (148.5, 210.0)), ("letter", "Letter", (215.9, 279.4), (139.7, 215.9))],
)
def test_a_paper_has_its_size_and_its_booklet_page(name, label, sheet, page):
    found = paper(name)
    assert (found.name, found.label) == (name, label)
    assert (found.width, found.height) == sheet
    assert (found.page_width, found.page_height) == page


def test_papers_are_upright_and_known_by_their_own_names():
    assert list(PAPERS) == ["a4", "letter"]
    for name, found in PAPERS.items():
        assert found.name == name
        assert found.width < found.height


def test_an_unknown_paper_is_named_with_those_there_are():
    with pytest.raises(UnknownName) as caught:
        paper("a3")
    assert str(caught.value) == "there is no paper 'a3'; there is a4, letter"
