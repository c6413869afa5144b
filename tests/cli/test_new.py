"""taflkit new: what it writes passes the checks as it is, and nothing that exists is written over."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import asdict, astuple

from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.coverage import cover
from taflkit.catalog.languages import checked_languages
from taflkit.cli import main
from taflkit.kit.build import build_kit
from taflkit.kit.checks import check_game
from taflkit.kit.options import KitSpec
from taflkit.kit.telling_apart import indistinct
from taflkit.render.png import to_pixels
from taflkit.resources import templates_folder
from taflkit.tafl import flag_names

KINDS = ("game", "ruleset", "language", "theme")


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.mark.parametrize(
    ("kind", "name", "path"),
    [
        ("ruleset", "club-rules", "club-rules.toml"),
        pytest.param("game", "mygame", "mygame.toml", marks=pytest.mark.whole),
    ],
)
def test_a_new_file_passes_the_checks_as_it_is(kind: str, name: str, path: str, tmp_path: Path) -> None:
    result = run("new", kind, name, "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert f"taflkit check {tmp_path / path}" in result.output
    assert list(check_game(Catalog(), str(tmp_path / path))) == []


def test_a_new_theme_has_every_key_and_looks_like_its_base(tmp_path: Path) -> None:
    assert run("new", "theme", "walnut", "-o", str(tmp_path)).exit_code == 0
    file = tmp_path / "walnut.toml"
    made, base = Catalog().theme(str(file)), catalog().theme()
    assert (made.title, made.paints.by_role, made.ornament) == ("Walnut", base.paints.by_role, base.ornament)
    # without the # before its lines the whole file is a theme too
    written = file.read_text(encoding="utf-8")
    uncommented = [
        line.removeprefix("# ") if "=" in line or line.startswith("# [") else line for line in written.splitlines()
    ]
    whole = tmp_path / "whole.toml"
    whole.write_text("\n".join(uncommented).replace('base = "ballinderry"\n', "", 1), encoding="utf-8")
    for drawing in (templates_folder() / "starts" / "art").glob("*.svg"):
        shutil.copy(drawing, tmp_path)
    shipped = tomllib.loads((templates_folder() / "themes" / "ballinderry.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads(whole.read_text(encoding="utf-8"))
    assert {name: table.keys() for name, table in tables.items() if name in shipped and name != "title"} == {
        name: table.keys() for name, table in shipped.items() if name != "title"
    }
    found = Catalog().theme(str(whole))
    assert None not in astuple(found.art)
    assert {role: found.paints.paint(role) for role in base.paints.by_role} == base.paints.by_role


@pytest.mark.parametrize("ink", ["light", pytest.param("full", marks=pytest.mark.whole)])
def test_a_new_theme_with_art_can_be_built_with_and_its_pieces_are_told_apart(tmp_path: Path, ink: str) -> None:
    result = run("new", "theme", "walnut", "--art", "-o", str(tmp_path))
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 10), result.output
    file = tmp_path / "walnut" / "walnut.toml"
    made = Catalog()
    theme = made.theme(str(file), ink=ink)
    assert [name for name, art in asdict(theme.art).items() if art is None] == (
        ["board", "cover"] if ink == "light" else []
    )
    built = build_kit(made, KitSpec(theme=str(file), ink=ink, parts=("counters",)))
    assert len(built.documents[""].pages) == 1
    if ink == "full":
        faces = [ruleset.face for ruleset in made.game("brandub").rulesets]
        assert list(indistinct(made, str(file), faces, to_pixels)) == []


def test_only_a_theme_has_art(tmp_path: Path) -> None:
    result = run("new", "game", "mine", "--art", "-o", str(tmp_path))
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert result.stderr == "Error: --art: a game has no drawings of its own; only a theme has\n"


def test_a_new_ruleset_names_every_flag_with_the_values_of_its_base(tmp_path: Path) -> None:
    assert run("new", "ruleset", "house", "-o", str(tmp_path)).exit_code == 0
    file = tmp_path / "house.toml"
    text = file.read_text(encoding="utf-8")
    for flag in flag_names():
        assert f"\n# {flag} = " in text
    game = Catalog().game(str(file))
    assert game.ruleset_names == ("house",)
    assert game.ruleset("house").rules == catalog().game("brandub").ruleset(None).rules
    flags = text.index("[rulesets.house.rules]")
    file.write_text(text[:flags] + text[flags:].replace("\n# ", "\n"), encoding="utf-8")
    assert Catalog().game(str(file)).ruleset("house").rules == catalog().game("brandub").ruleset(None).rules


def test_a_new_language_has_a_place_for_every_text(tmp_path: Path) -> None:
    result = run("new", "language", "pl", "-o", str(tmp_path))
    assert result.exit_code == 0
    folder = tmp_path / "brandub-pl"
    game = Catalog().game(str(folder))
    assert game.languages == (*catalog().game("brandub").languages, "pl")
    assert checked_languages(game) == ("en", "pl")
    found = cover(game, "pl")
    assert (found.files, found.percent, found.problems) == ((), 0, ())
    assert {each.state for each in found.lacking} == {"missing"}
    places = {
        (str(file), key)
        for file in (folder / "text" / "pl").glob("*.toml")
        for key in tomllib.loads(file.read_text(encoding="utf-8")).get("translated", {})
    }
    assert {(each.file, each.key) for each in found.lacking if not each.noun} <= places
    # Polish has four forms of a noun
    words = tomllib.loads((folder / "text" / "pl" / "words.toml").read_text(encoding="utf-8"))
    assert set(words["pieces"]["king"]) == {"one", "few", "many", "other"}
    assert len(words["numbers"]["words"]) == 100
    # a draft can be built at once
    book = read_book(Catalog(), str(folder), None, (), "pl", draft=True)
    assert book.title == "#Brandub"
    assert book.names["squares"] == "#squares"
    assert run("build", str(folder), "--language", "pl").exit_code == 1


def test_a_text_of_a_new_language_has_its_english_its_names_and_its_length(tmp_path: Path) -> None:
    assert run("new", "language", "nn", "-o", str(tmp_path)).exit_code == 0
    text = (tmp_path / "brandub-nn" / "text" / "nn" / "rules.toml").read_text(encoding="utf-8")
    block = text[text.index('[translated."sentence[2].text"]') :].partition("\n\n")[0]
    assert block.splitlines() == [
        '[translated."sentence[2].text"]',
        "# The {square} in the middle is the {throne}.",
        "# about 52 characters; names: {square}, {throne}",
        'en = "58d06a37"',
        'text = ""',
    ]
    assert "# --- templates/games/brandub/text/en/booklet.toml ---" in (
        tmp_path / "brandub-nn" / "text" / "nn" / "booklet.toml"
    ).read_text(encoding="utf-8")


def test_a_new_language_adds_what_is_missing_and_names_what_is_stale(tmp_path: Path) -> None:
    assert run("new", "language", "nn", "-o", str(tmp_path)).exit_code == 0
    words = tmp_path / "brandub-nn" / "text" / "nn"
    (words / "cards.toml").unlink()
    file = words / "sheet.toml"
    text = file.read_text(encoding="utf-8")
    at = text.index('[translated."ruler"]')
    cut = text[:at] + text[text.index("[translated", at + 5) :]
    old = cut.replace('text = ""', 'text = "Mine"', 1).replace('en = "', 'en = "00', 1)
    file.write_text(old, encoding="utf-8")
    kept = {each: each.read_bytes() for each in words.glob("*.toml")}
    result = run("new", "language", "nn", "-o", str(tmp_path))
    assert result.exit_code == 0
    assert 'sheet.toml: translated."line": is stale; its English is other now: ' in result.output
    assert '; its digest is "' in result.output
    now = file.read_text(encoding="utf-8")
    assert now.startswith(old)
    assert '[translated."ruler"]' in now
    assert (words / "cards.toml").exists()
    assert {each: each.read_bytes() for each in kept if each != file} == {
        each: content for each, content in kept.items() if each != file
    }
    assert "every text has its place" in run("new", "language", "nn", "-o", str(tmp_path)).output


def test_several_games_are_begun_at_once_for_a_language_alone(tmp_path: Path) -> None:
    wanted = ("--game", "tablut", "--game", "magpie")
    assert run("new", "language", "nn", *wanted, "-o", str(tmp_path)).exit_code == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["magpie-nn", "tablut-nn"]
    assert "a ruleset is of one game" in run("new", "ruleset", "mine", *wanted, "-o", str(tmp_path)).output
    assert "English is what is translated" in run("new", "language", "en", "-o", str(tmp_path)).output


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "language"])
def test_nothing_that_exists_is_written_over(kind: str, tmp_path: Path) -> None:
    name = "mine"
    assert run("new", kind, name, "-o", str(tmp_path)).exit_code == 0
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    result = run("new", kind, name, "-o", str(tmp_path))
    assert result.exit_code == 1
    assert "is there already" in result.output
    assert len(result.output.splitlines()) == 1
    assert before == {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}


@pytest.mark.parametrize("name", ["../x", "My Game", "", "-x", "a/b", "x" * 3 + "\n"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_no_file_can_have_is_refused(kind: str, name: str, tmp_path: Path) -> None:
    result = run("new", kind, "-o", str(tmp_path), "--", name)
    assert result.exit_code == 1
    assert result.output.startswith("Error: NAME: ")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    result = run("new", "ruleset", "mine", "--game", "chess", "-o", str(tmp_path))
    assert result.exit_code == 1
    assert (
        result.output
        == f"Error: --game: there is no shipped game 'chess'; there is {', '.join(catalog().game_names())}\n"
    )
