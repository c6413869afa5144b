"""Texts are filled in with plain {names} alone, without formats, attributes or indexes, and no text twice."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from support.games import cross_picture, write_game
from support.sampling import sampled
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.sources import Layers, Source, wrong_texts
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit, plan_kit
from taflkit.kit.checks import check_game
from taflkit.kit.facts import KitFacts, plan_names
from taflkit.kit.numbering import number_pages
from taflkit.kit.options import KitSpec
from taflkit.limits import TEXT
from taflkit.parts.booklet.text import BookletWords
from taflkit.resources import templates_folder
from taflkit.words.phrases import FillError, brace_problem, fill

NAMES = {"Game": "Brandub", "size": "seven"}
STRAY = "a brace that is not round a name; write a name such as {Game}, or the brace twice"


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{Game} is played on {size}.", "Brandub is played on seven."),
        ("{{Game}} and {{{Game}}}", "{Game} and {Brandub}"),
        ("", ""),
        ("no braces", "no braces"),
    ],
)
def test_plain_names_are_filled_in(text: str, filled: str) -> None:
    assert fill(text, NAMES) == filled
    assert brace_problem(text) == ""


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x {size:>2000000000}", 3),
        ("{Game.__class__.__mro__}", 1),
        ("{Game!r}", 1),
        ("{Game[0]}", 1),
        ("{0}", 1),
        ("{}", 1),
        ("{ Game }", 1),
        ("a } b", 3),
        ("{Game} {", 8),
        ("{{Game}", 7),
        ("{Gämé}", 1),
        ("{" + "a" * 100_000 + "}", 1),
    ],
)
def test_anything_else_in_braces_is_refused_with_its_place(text: str, at: int) -> None:
    with pytest.raises(FillError) as caught:
        fill(text, NAMES)
    assert caught.value.why == brace_problem(text) == f"character {at}: {STRAY}"


def test_a_name_that_there_is_not_is_answered_with_the_nearest() -> None:
    with pytest.raises(FillError, match=r"character 3: there is no \{sise\}; did you mean size\? There is also Game$"):
        fill("a {sise}", NAMES)
    assert brace_problem("a {Game}", ()) == "character 3: there is no {Game}; this text has no names"


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert fill("{Game}", {"Game": "A {size} B {"}) == "A {size} B {"


@pytest.mark.parametrize("text", ["{Game}" * 100_000, "{long}" * 100, "x" * TEXT + "{size}", "{none}" * 100_000])
def test_a_filled_text_has_a_bound(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(FillError, match=f"is longer than {TEXT} characters|there is no"):
        fill(text, {**NAMES, "long": "x" * (TEXT // 2)})
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("name", Catalog().game_names())
def test_every_shipped_text_can_be_filled_in_and_printed(name: str) -> None:
    game = Catalog().game(name)
    for language in game.languages:
        assert list(wrong_texts(game.in_language(language, draft=True).layers)) == []


def test_the_words_of_the_test_sheet_can_be_filled_in_and_printed() -> None:
    layers = Layers.read((Source.open(templates_folder()),), "text/en/printer-test")
    assert list(layers.wrong_texts()) == []


def test_a_users_own_file_is_looked_over_whichever_way_leads_to_it(tmp_path: Path) -> None:
    file = write_game(tmp_path, cross_picture(7, 2))
    roundabout = templates_folder() / os.path.relpath(file, templates_folder())
    assert not Source.open(roundabout).shipped
    assert Source.open(templates_folder() / "games" / "brandub").shipped


def test_texts_that_came_with_the_program_are_left_to_the_check() -> None:
    broken = Layers({"text": "a { b"}, {}, "it", "rules")
    assert broken.convert_words(dict[str, str]) == {"text": "a { b"}
    assert [str(problem) for problem in broken.wrong_texts()] == [f"it: text: character 3: {STRAY}"]
    with pytest.raises(TaflkitError, match=r"^it: text: character 3"):
        replace(broken, own=broken.table).convert_words(dict[str, str])


def test_the_names_of_a_plan_are_those_that_the_instructions_have() -> None:
    catalog, spec = Catalog(), KitSpec()
    book = read_book(catalog, "brandub", None)
    plan = plan_kit(book, spec._replace(frame=0.0), catalog.store)
    names = KitFacts(book, spec, plan, number_pages(plan, spec._replace(pages=4))).names()
    assert set(names) == {*book.names, *plan_names(book.texts)}


def test_a_title_with_braces_is_printed_as_it_is(tmp_path: Path) -> None:
    rules = (
        '[rulesets.mine]\ntitle = "{x} rules"\nsource = "The {y}"\nrules.goal = { value = "edge", label = "stated" }\n'
    )
    file = write_game(tmp_path, cross_picture(7, 1), "A {size} B {", rules)
    catalog = Catalog()
    kit = build_kit(catalog, KitSpec(game=str(file)))
    assert kit.documents[""].title == "A {size} B {, {x} rules"
    said = " ".join(BookletWords.of(read_book(catalog, str(file), None)).lines())
    assert "A {size} B { belongs to the family of " in said
    assert "The {y}" in said


@pytest.mark.parametrize(
    ("table", "text", "key", "at"),
    sampled(
        [
            ("figures", 'capture = "The {capter}."', "capture", 5),
            ("booklet", 'subtitle = "On {size} squares"', "subtitle", 4),
            ("booklet", 'advice.paragraphs = ["Play {well}."]', "advice.paragraphs[0]", 6),
            ("cards", 'attackers.title = "The {Game}"', "attackers.title", 5),
            ("instructions", 'title = "{Gane}"', "title", 1),
            (
                "instructions",
                'credits = [{ fact = "kit", cases = { none = "{x}", "*" = "" } }]',
                "credits[0].cases.none",
                1,
            ),
            ("sheet", 'section = "Section {lettre}"', "section", 9),
            ("alternatives", 'refused = "Refused: {refusel}"', "refused", 10),
            ("words", 'lists = { and_ = "{and}", to = "to" }', "lists.and_", 1),
        ],
        4,
    ),
)
def test_check_names_a_name_that_a_text_has_not(tmp_path: Path, table: str, text: str, key: str, at: int) -> None:
    file = write_game(tmp_path, cross_picture(7, 1), extra=f"[rulesets.mine]\n[text.{table}]\n{text}\n")
    try:
        found = list(check_game(Catalog(), str(file)))
    except TaflkitError as error:
        found = [str(error)]
    assert len(found) == 1
    assert found[0].startswith(f"{file}: text.{table}: {key}: character {at}: there is no {{")


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ("[text.words.nouns.hall.pieces]\nqueen = { other = 'queens' }\n", "pieces.queen is unknown"),
        ("[text.words.nouns.hall.places]\nthrone = { one = 'seat' }\n", "places.throne"),
        ("[rulesets.mine.rules]\n[rulesets.yours]\nnouns = 'hal'\n", "there is no set of nouns 'hal'"),
    ],
)
def test_nouns_of_a_source_that_there_are_not_are_named(tmp_path: Path, tables: str, why: str) -> None:
    file = write_game(tmp_path, cross_picture(7, 1), extra=tables)
    try:
        found = list(check_game(Catalog(), str(file)))
    except TaflkitError as error:
        found = [str(error)]
    assert any(why in line for line in found), found
    assert all(line.startswith(str(file)) for line in found), found
