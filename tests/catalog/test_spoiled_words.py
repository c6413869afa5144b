from __future__ import annotations

from pathlib import Path

import pytest

from support.games import whole_game
from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.errors import TaflkitError

BASE = '[layout]\nbase = "brandub"\n'


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("[text.booklet]\nfigure = {}", "booklet: [figure] needs 'other'"),
        ('[text.booklet]\nfigure = {"" = ""}', "booklet: [figure] needs 'other'"),
        ("[text.instructions]\ncounter = {}", "instructions: [counter] needs 'other'"),
        ('[text.instructions]\nsheet = {other = ""}', "instructions: [sheet] needs 'other'"),
        ('[text.alternatives]\nquiet = ""', "alternatives: quiet is empty; write a sentence"),
        ('[text.alternatives]\nreach = "  "', "alternatives: reach is empty; write a sentence"),
        (
            f'[rulesets.a]\nrules.king_armed = {{value = true, label = "stated", why = "{"w" * 10_001}"}}',
            "why: has 10001 characters",
        ),
        (
            f'[rulesets.a]\npoints.passing = {{label = "stated", where = "{"w" * 10_001}"}}',
            "where: has 10001",
        ),
        ('[rulesets.a]\nlayout.corners = ["a1"]', "layout.corners: lacks a7, g1, g7; name all four corners, or none"),
    ],
)
def test_words_that_nothing_could_be_made_of_are_named(words: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "mygame.toml").write_text(f"{BASE}{words}\n", encoding="utf-8")
    with pytest.raises(TaflkitError) as caught:
        read_book(catalog(), str(tmp_path / "mygame.toml"), None)
    assert why in str(caught.value)


def test_the_path_of_a_game_is_none_of_its_words(tmp_path: Path) -> None:
    game = whole_game(tmp_path / "\x1b[31m\u202e")
    assert read_book(Catalog(), str(game), "walker").title == "Brandub"
