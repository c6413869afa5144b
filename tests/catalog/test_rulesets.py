"""Rulesets of a user's own: what they take from a base or from the engine, and rules that are only lent."""

from __future__ import annotations

import json
import tomllib
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from msgspec import structs

from support.games import cross_picture, write_game
from support.pdf_content import read_pages
from support.sampling import sampled
from support.shipped import RULESETS, catalog, numbers
from taflkit.catalog import Catalog, GameTemplates
from taflkit.catalog.book import read_book
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.kit.build import build_kit
from taflkit.kit.checks import check_game
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import templates_folder
from taflkit.tafl import Rules, flag_names

BRANDUB = templates_folder() / "games" / "brandub"
SOURCES = {name: catalog().game("brandub").ruleset(name).source for name in RULESETS}


def own(folder: Path, rulesets: str) -> GameTemplates:
    """A game on 7 x 7 with rulesets of its own, or none."""
    return Catalog().game(str(write_game(folder, cross_picture(7, 1), extra=rulesets)))


def shipped(name: str) -> Rules:
    return catalog().game("brandub").ruleset(name).rules


def problem(folder: Path, rulesets: str, name: str = "mine") -> str:
    """The one line of what is wrong with a ruleset, without its file."""
    game = own(folder, rulesets)
    with pytest.raises(TemplateError) as caught:
        game.ruleset(name)
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(f"{folder / 'mygame.toml'}: ")
    return line.removeprefix(f"{folder / 'mygame.toml'}: ")


# flags


@pytest.mark.parametrize("name", RULESETS)
def test_a_shipped_ruleset_gives_every_flag_with_its_origin(name: str) -> None:
    table = tomllib.loads((BRANDUB / "rulesets" / f"{name}.toml").read_text(encoding="utf-8"))
    assert tuple(table["rules"]) == flag_names()
    for flag, given in table["rules"].items():
        assert {"value", "label"} <= set(given), flag
    assert "base" not in table
    assert table["title"]
    assert table["source"]


def test_the_shipped_rulesets_are_all_looked_at() -> None:
    assert {file.stem for file in (BRANDUB / "rulesets").glob("*.toml")} == set(RULESETS)


def test_a_flag_that_is_left_out_has_the_value_of_the_engine(tmp_path: Path) -> None:
    rules = 'king_armed = { value = false, label = "stated" }'
    mine = own(tmp_path, f"[rulesets.mine.rules]\n{rules}").ruleset("mine")
    assert mine.rules == Rules()._replace(king_armed=False)
    assert (mine.title, mine.source, dict(mine.variations)) == ("", "", {})
    assert {flag: origin.label for flag, origin in mine.origins.items()} == {
        flag: "stated" if flag == "king_armed" else "chosen" for flag in flag_names()
    }


def test_a_flag_may_be_a_plain_value_that_no_source_states(tmp_path: Path) -> None:
    rules = 'goal = "edge"\nking_armed = false\ncall_check = { value = true, label = "narrowed", why = "So it is." }'
    mine = own(tmp_path, f"[rulesets.mine.rules]\n{rules}").ruleset("mine")
    assert mine.rules == Rules()._replace(goal="edge", king_armed=False, call_check=True)
    assert (mine.origins["goal"].label, mine.origins["goal"].reason) == ("chosen", "")
    assert mine.origins["king_armed"].label == "chosen"
    assert (mine.origins["call_check"].label, mine.origins["call_check"].reason) == ("narrowed", "So it is.")


def test_a_variation_may_have_plain_values(tmp_path: Path) -> None:
    text = '[rulesets.mine.variations.slow]\ntitle = "the slow king"\nrules = { king_move = "step" }'
    slow = own(tmp_path, text).ruleset("mine").vary(["slow"])
    assert slow.rules == Rules()._replace(king_move="step")
    assert slow.origins["king_move"].label == "chosen"


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ('goal = "middle"', "rulesets.mine: rules.goal: cannot be 'middle'; it can be 'corner', 'edge'"),
        ("goal = true", "rulesets.mine: rules.goal: cannot be true; it can be 'corner', 'edge'"),
        ('king_armed = "true"', "rulesets.mine: rules.king_armed: cannot be 'true'; it can be true, false"),
        (
            'gaol = "edge"',
            "rulesets.mine: rules.gaol: unknown rule; did you mean goal? There is also surface, first_move, ",
        ),
        ("goal = 7", "rulesets.mine: rules.goal: cannot be 7; it can be 'corner', 'edge'"),
        ("king_armed = 1", "rulesets.mine: rules.king_armed: cannot be 1; it can be true, false"),
        ("repetition_count = 5", "rulesets.mine: rules.repetition_count: cannot be 5; it can be 2, 3, 4"),
        ('repetition_count = "3"', "rulesets.mine: rules.repetition_count: cannot be '3'; it can be 2, 3, 4"),
        ("goal = 7.5", "rulesets.mine: rules.goal: must be a table, or a text, or true or false, or a whole number, "),
        ('goal = ["edge"]', "rulesets.mine: rules.goal: must be a table, or a text, "),
        ('goal = { value = "edge" }', "rulesets.mine: rules.goal.label: is missing"),
    ],
)
def test_a_wrong_plain_value_is_named_with_its_key(rules: str, line: str, tmp_path: Path) -> None:
    assert problem(tmp_path, f"[rulesets.mine.rules]\n{rules}").startswith(line)


# bases

CHAIN = """
[rulesets.first]
base = "second"
rules = { goal = "edge" }
[rulesets.second]
title = "The second rules"
source = "A source"
base = "branan"
rules = { king_move = { value = "step", label = "stated" } }
variations.armless = { title = "the unarmed king", rules = { king_armed = false } }
"""


def test_a_ruleset_takes_what_it_leaves_out_from_its_base_and_that_from_its_own(tmp_path: Path) -> None:
    game = own(tmp_path, CHAIN)
    assert game.ruleset_names == ("first", "second")
    assert game.ruleset("second").rules == shipped("branan")._replace(king_move="step")
    assert game.ruleset("first").rules == shipped("branan")._replace(king_move="step", goal="edge")


def test_a_base_lends_its_values_alone(tmp_path: Path) -> None:
    first = own(tmp_path, CHAIN).ruleset("first")
    assert (first.name, first.title, first.source, dict(first.variations)) == ("first", "", "", {})
    assert {origin.label for origin in first.origins.values()} == {"chosen"}


def test_a_variation_changes_the_values_of_the_base_too(tmp_path: Path) -> None:
    armless = own(tmp_path, CHAIN).ruleset("second").vary(["armless"])
    assert armless.rules == shipped("branan")._replace(king_move="step", king_armed=False)


@pytest.mark.parametrize(
    "bases",
    [
        {"mine": "mine"},
        {"mine": "other", "other": "mine"},
        {"mine": "other", "other": "third", "third": "mine"},
        {"mine": "other", "other": "third", "third": "other"},
    ],
    ids=lambda bases: ">".join((*bases, list(bases.values())[-1])),
)
def test_a_circle_of_bases_is_one_error(bases: dict[str, str], tmp_path: Path) -> None:
    rulesets = "\n".join(f'[rulesets.{name}]\nbase = "{base}"' for name, base in bases.items())
    line = problem(tmp_path, rulesets)
    closing, back = list(bases.items())[-1]
    assert line.startswith(f"rulesets.{closing}: base: ")
    assert "circle" in line
    assert f"'{back}'" in line


def test_a_base_that_there_is_not_is_named(tmp_path: Path) -> None:
    line = problem(tmp_path, '[rulesets.mine]\nbase = "wlaker"')
    assert line.startswith("rulesets.mine: base: there is no ruleset ")
    assert "'wlaker'; did you mean walker? There is also mine, macwhite, " in line


# rules that are lent


def test_a_game_without_rulesets_plays_those_of_brandub_without_their_sources(tmp_path: Path) -> None:
    game = own(tmp_path, "")
    assert game.ruleset_names == RULESETS
    for ruleset in game.rulesets:
        assert ruleset.rules == shipped(ruleset.name)
        assert (ruleset.title, ruleset.source, dict(ruleset.variations)) == ("", "", {})
        assert {(origin.label, origin.reason) for origin in ruleset.origins.values()} == {("chosen", "")}
    with pytest.raises(UnknownName, match="there is no variation of masters 'check'; there is none"):
        game.ruleset("masters").vary(["check"])


def words(pdf: bytes, pages: tuple[int, ...]) -> str:
    """The words of some pages of a kit."""
    read = read_pages(pdf)
    text = "".join(f"{shown.text}\n" for number in pages for shown in read[number - 1].texts)
    return " ".join(text.replace("\u00ad\n", "").split())


def metadata(pdf: bytes) -> tuple[str, str]:
    """The title of a PDF, and its source or ""."""
    with pikepdf.open(BytesIO(pdf)) as document, document.open_metadata() as told:
        return str(document.docinfo["/Title"]), str(told.get("dc:source", ""))


@pytest.mark.parametrize("rules", sampled(RULESETS, 1))
def test_a_kit_with_lent_rules_names_no_source(rules: str, tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(9, 2), "Ard Rí")
    kit = build_kit(Catalog(), KitSpec(game=str(game), rules=rules))
    pdf = to_pdf(kit.documents[""], kit.paints)
    assert metadata(pdf) == ("Ard Rí, House rules", "")
    booklet, first = words(pdf, numbers(kit, "booklet")), words(pdf, numbers(kit, "instructions"))
    assert "House rules" in booklet
    for text in (booklet, first):
        assert "Rules after" not in text
        assert "source" not in text
        for part in ("Walker", "MacWhite", "Masters", "Rich Games", "Federation"):
            assert part not in text.replace("Damian Walker, 2014", ""), part
        assert SOURCES[rules][:25] not in text


def test_rules_of_brandubs_own_board_keep_their_source(tmp_path: Path) -> None:
    start = tomllib.loads((BRANDUB / "layout.toml").read_text(encoding="utf-8"))["start"]
    game = write_game(tmp_path, start.strip(), "Brandub again")
    for ruleset in Catalog().game(str(game)).rulesets:
        assert ruleset == catalog().game("brandub").ruleset(ruleset.name)
    kit = build_kit(Catalog(), KitSpec(game=str(game), rules="branan"))
    pdf = to_pdf(kit.documents[""], kit.paints)
    title, source = metadata(pdf)
    assert title != "Brandub again, House rules"
    assert source == SOURCES["branan"]
    assert "Rules after" in words(pdf, numbers(kit, "booklet"))
    assert "Rules after" in words(pdf, numbers(kit, "instructions"))


# a game that is based on another


def based(folder: Path, more: str = "", tables: str = "") -> str:
    file = folder / "mygame.toml"
    file.write_text(f'[layout]\nbase = "brandub"\n{more}\n{tables}', encoding="utf-8")
    return str(file)


@pytest.mark.whole
def test_a_game_may_be_another_with_a_few_things_changed(tmp_path: Path) -> None:
    game, brandub = Catalog().game(based(tmp_path)), catalog().game("brandub")
    assert (game.name, game.title) == ("mygame", "Brandub")
    assert game.layout == brandub.layout
    assert game.ruleset_names == RULESETS
    assert game.rulesets == brandub.rulesets
    assert (game.figures, game.proofs) == (brandub.figures, brandub.proofs)
    # the rule of plurals is a function, which is another one where it was read anew
    plurals = brandub.texts().words.plurals
    mine, theirs = (
        structs.replace(each.texts(), file="", words=structs.replace(each.texts().words, plurals=plurals))
        for each in (game, brandub)
    )
    assert mine == theirs
    assert list(check_game(Catalog(), based(tmp_path))) == []


def test_what_it_has_of_its_own_stands_over_its_base(tmp_path: Path) -> None:
    tables = '[text.booklet]\nsubtitle = "Another subtitle"\n[figures.mine]\nstart = true\n'
    tables += '[rulesets.club]\nbase = "masters"\nrules = { goal = "edge" }\n'
    game, brandub = Catalog().game(based(tmp_path, 'title = "Club game"', tables)), catalog().game("brandub")
    assert game.title == "Club game"
    assert game.ruleset_names == ("club",)
    assert game.ruleset(None).rules == shipped("masters")._replace(goal="edge")
    assert set(game.figures) == {*brandub.figures, "mine"}
    booklet = game.texts().booklet
    assert booklet.subtitle == "Another subtitle"
    assert booklet.history == brandub.texts().booklet.history


def test_a_based_game_may_have_a_board_of_its_own(tmp_path: Path) -> None:
    more = f'title = "Larger"\nstart = {json.dumps(cross_picture(9, 2))}'
    game = Catalog().game(based(tmp_path, more))
    assert (game.title, game.layout.size) == ("Larger", 9)
    assert "walker-captures" in game.figures
    assert {ruleset.source for ruleset in game.rulesets} == {""}
    assert read_book(Catalog(), based(tmp_path, more), "walker").texts.booklet.history.paragraphs


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ('throne = "d4"', "throne: goes with a start of its own; write start, or leave it out"),
        ('corners = ["a1"]', "corners: goes with a start of its own; write start, or leave it out"),
    ],
)
def test_a_throne_or_corners_without_a_start_are_refused(more: str, line: str, tmp_path: Path) -> None:
    with pytest.raises(TemplateError) as caught:
        Catalog().game(based(tmp_path, more))
    assert str(caught.value) == f"{tmp_path / 'mygame.toml'}: layout: {line}"


def test_a_base_must_be_a_shipped_game(tmp_path: Path) -> None:
    file = tmp_path / "mygame.toml"
    file.write_text('[layout]\nbase = "chess"\n', encoding="utf-8")
    with pytest.raises(TaflkitError) as caught:
        Catalog().game(str(file))
    games = ", ".join(catalog().game_names())
    assert str(caught.value) == f"{file}: layout: base: there is no game 'chess'; there is {games}"
