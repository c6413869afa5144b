"""Kits whose words have cases: what their texts are filled in with, and variants that there are not."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from support import ROOT
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.checks import check_game
from taflkit.kit.facts import KitFacts, plan_names
from taflkit.kit.options import KitSpec
from taflkit.parts.booklet.text import BookletWords

WORDS = tomllib.loads((ROOT / "tests" / "data" / "words" / "de.toml").read_text(encoding="utf-8"))
NOUNS = {
    "page": {"one": "Seite", "other": "Seiten", "one_the": "die Seite", "other_the": "die Seiten"},
    "sheet": {"one": "Blatt", "other": "Blätter", "other_dat": "Blättern", "a": "ein Blatt", "a_dat": "einem Blatt"},
    "section": {"one": "Brettteil", "other": "Brettteile", "other_dat": "Brettteilen"},
    "counter": {"one": "Stein", "other": "Steine", "other_dat": "Steinen"},
    "card": {"one": "Karte", "other": "Karten", "a": "eine Karte", "other_dat": "Karten"},
}


def game(folder: Path, instructions: Mapping[str, Any] = {}, **texts: Mapping[str, Any]) -> str:
    """Write a game with the words of a language with cases, and return its path."""
    tables = {
        "layout": {"base": "brandub"},
        "text": {"words": WORDS, **texts, "instructions": {**NOUNS, **instructions}},
    }
    file = folder / "mygame.toml"
    file.write_text(tomli_w.dumps(tables), encoding="utf-8")
    return str(file)


def told(catalog: Catalog, spec: KitSpec) -> tuple[Book, dict[str, str]]:
    """Return the book of a kit, and the names of its instructions."""
    kit, book = build_kit(catalog, spec), read_book(catalog, spec.game, spec.rules)
    return book, KitFacts(book, kit.spec, kit.plan, kit.pages).names()


def test_the_instructions_have_every_variant_of_their_nouns(tmp_path: Path) -> None:
    book, names = told(Catalog(), KitSpec(game=game(tmp_path), gap=0.0, cell=25.4, sets=2))
    assert set(names) == {*book.names, *plan_names(book.texts)}
    assert names["cell"] == "25,4"
    assert names["component_pages"].startswith("Seiten\u00a02 ")
    assert names["component_pages_the"] == f"die {names['component_pages']}"
    assert names["Component_pages_the"] == f"Die {names['component_pages']}"
    assert (names["booklet_sheets"], names["booklet_sheets_dat"]) == ("ein Blatt", "einem Blatt")
    assert names["Booklet_sheets_dat"] == "Einem Blatt"
    assert (names["card_count"], names["card_count_dat"]) == ("zwei Karten", "zwei Karten")
    assert names["counter_count_dat"] == f"{names['counter_count']}n" == "dreizehn Steinen"
    assert (names["sets"], names["sets_gen"]) == ("zwei", "zweier")


def test_a_file_says_in_the_language_what_it_is(tmp_path: Path) -> None:
    document = build_kit(Catalog(), KitSpec(game=game(tmp_path))).documents[""]
    assert document.subject == "Bausatz, A4, farbig"
    assert "drucken und spielen" in document.keywords
    assert document.rights[0] == "Frei zu teilen."
    words = {**WORDS, "document": {**WORDS["document"], "kit": "Bausatz {sheet}"}}
    with pytest.raises(TaflkitError, match=r"text.words: document.kit: character 9: there is no \{sheet\}; "):
        read_book(Catalog(), game(tmp_path, words=words), None)


def test_lists_have_the_signs_of_the_language(tmp_path: Path) -> None:
    book = read_book(Catalog(), game(tmp_path), "masters")
    said = BookletWords.of(book)
    assert said.variations.count(" ; ") == len(book.variations) - 1
    assert " ; " in said.provenance
    assert " ; " in next(iter(book.descriptions.values())).text


@pytest.mark.whole
def test_what_stands_in_a_list_keeps_its_capital_where_the_language_says_so(tmp_path: Path) -> None:
    catalog, spec = Catalog(), KitSpec(parts=("counters",), counters="two-sided", sets=99)
    english, german = (told_rows(catalog, spec._replace(game=name)) for name in ("brandub", game(tmp_path)))
    assert any(", backs of the" in row for row in english)
    assert any(", Backs of the" in row for row in german)


def told_rows(catalog: Catalog, spec: KitSpec) -> list[str]:
    """Return what stands on the pages of a kit of many, in its table."""
    kit, book = build_kit(catalog, spec), read_book(catalog, spec.game, spec.rules)
    return [row[1] for row in KitFacts(book, kit.spec, kit.plan, kit.pages).rows()]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (
            {"figures": {"start": "Neben dem {king_akk}."}},
            "text.figures: start: there is no {king_akk}; did you mean king_dat? There is also king, king_",
        ),
        (
            {"alternatives": {"quiet": "{piece_the} nach {target}"}},
            "text.alternatives: quiet: character 1: there is no {piece_the}; did you mean piece_gen?",
        ),
        (
            {"booklet": {"figure": {"other": "Bilder", "few": "Bilder"}}},
            "text.booklet: figure.few: 'few' is no plural form of the language; there is one, other, a",
        ),
        (
            {"instructions": {"sheet": {"other": "Blatt", "number": "dat"}}},
            "text.instructions: sheet.number: the numbers have no variant 'dat'; there is gen",
        ),
    ],
)
def test_a_variant_that_there_is_not_is_named_before_any_kit_is_built(
    texts: Mapping[str, Mapping[str, Any]], said: str, tmp_path: Path
) -> None:
    own = game(tmp_path, **texts)
    with pytest.raises(TaflkitError) as caught:
        next(check_game(Catalog(), own))
    assert said in str(caught.value)


def test_words_of_ones_own_are_held_against_the_languages_alone_that_are_asked_for(tmp_path: Path) -> None:
    """Danish sentences need a form that the words of this game lack; its kits in its own words do not."""
    own = game(tmp_path)
    assert list(Catalog().every_problem(own)) == []
    with pytest.raises(
        TaflkitError, match=r"templates/languages/da/kit.po: line \d+, alternatives.move: .* there is no \{piece_the\}"
    ):
        read_book(Catalog(), own, None, (), "da")
    with pytest.raises(
        TaflkitError, match=r"templates/languages/da/kit.po: line \d+, alternatives.move: .* there is no \{piece_the\}"
    ):
        next(check_game(Catalog(), own, language="da"))


def test_a_variant_that_no_noun_of_the_instructions_has_is_named(tmp_path: Path) -> None:
    own = game(tmp_path, {"credits": [{"text": "{booklet_pages_dat} {booklet_sheets_dat}"}]})
    lines = check_game(Catalog(), own)
    said = next(line for line in lines if "booklet_pages_dat" in line)
    assert (
        "instructions: credits[0].text: character 1: there is no {booklet_pages_dat}; did you mean booklet_pages"
        in said
    )
