"""How much of a game there is in a language, as check tells it."""

from __future__ import annotations

import shutil
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from support.translated import changed, write_language
from taflkit.catalog import Catalog
from taflkit.catalog.coverage import cover, name_differences, percent
from taflkit.cli import main
from taflkit.errors import TaflkitError
from taflkit.kit.checks import check_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_language(tmp_path / "ours")


@pytest.mark.parametrize(
    ("english", "text", "said"),
    [
        ("The {king}.", "Der {king}.", ""),
        ("The {king}.", "{King_dat} {king_gen}.", ""),
        ("{Game} on {size} {squares}", "{size} {squares_dat} {Game}", ""),
        ("{count} {count_defenders}", "{count_defenders_dat} {count}", ""),
        ("The {king}.", "Der König.", "{king} is missing"),
        ("The {king}.", "{queen} {king}.", "{queen} is not there"),
        ("The {king}.", "{kings}.", "{king} is missing, {kings} is not there"),
        ("{count_defenders}", "{count_dat}", "{count_defenders} is missing, {count_dat} is not there"),
        ("{{x}} {a}", "{a} {{y}}", ""),
    ],
)
def test_names_may_be_variants_of_those_of_the_english(english: str, text: str, said: str) -> None:
    assert name_differences(english, text).rpartition(": ")[2] == said


def test_a_share_is_whole_where_nothing_is_lacking_alone(folder: Path) -> None:
    there = cover(Catalog().game(str(folder)), "xx").needed[:500]
    missing = [replace(each, state="missing") for each in there]
    assert [percent([*there, *missing[:number]]) for number in (0, 1, 500)] == [100, 99, 50]
    assert (percent(missing), percent(())) == (0, 100)


def test_a_whole_language_has_no_problem(folder: Path) -> None:
    found = cover(Catalog().game(str(folder)), "xx")
    assert (found.lacking, percent(found.needed), found.files, found.problems) == ((), 100, (), ())
    assert len(found.needed) > 600


def test_everything_that_is_wrong_is_told(folder: Path) -> None:
    words = folder / "languages" / "xx"
    for name, context, old, new in (
        ("brandub.po", "game.title", "", ""),
        ("kit.po", "rules.sentence[2].text", "{size} xyb", "{sise} xyb"),
        ("brandub.po", "booklet.history.paragraphs[1]", "*non:", "non:"),
    ):

        def change(entry: polib.POEntry, old: str = old, new: str = new) -> None:
            entry.msgstr = entry.msgstr.replace(old, new)
            entry.flags += [] if old else ["fuzzy"]

        changed(words / name, context, change)
    told = list(check_game(Catalog(), str(folder), language="xx"))
    for said in (
        f"{words}/brandub.po: game.title: is stale; its English is other now: Brandub",
        "rules.sentence[2].text: has not the names of its English: {sise} is not there",
        "booklet.history.paragraphs[1]: has other * of italics than the English",
    ):
        assert [line for line in told if said in line], said
    found = cover(Catalog().game(str(folder)), "xx")
    assert 90 < percent(found.needed) < 100
    assert [each.key for each in found.lacking] == ["game.title"]
    (words / "kit.po").unlink()
    told = list(check_game(Catalog(), str(folder), language="xx"))
    assert f"{words}/kit.po: is missing" in told


@pytest.mark.parametrize(
    ("first", "last", "key"), [("colour = ", "mono", "document.colour"), ("[document]", "[nouns]", "document")]
)
def test_what_a_file_says_of_itself_is_missing_too(folder: Path, first: str, last: str, key: str) -> None:
    words = folder / "languages" / "xx" / "grammar.toml"
    kept, said = words.read_text(encoding="utf-8").split(first)
    words.write_text(kept + said[said.index(last) :], encoding="utf-8")
    with pytest.raises(TaflkitError) as raised:
        list(check_game(Catalog(), str(folder), language="xx"))
    assert f"{words}: {key}: is missing" in str(raised.value)


def test_what_a_games_own_files_lack_is_named_there(tmp_path: Path) -> None:
    """The shared words of a language are there, and a game's own are not."""
    templates = tmp_path / "templates"
    shipped = Catalog().templates
    for name in ("text", "figures", "games/tablut"):
        shutil.copytree(shipped / name, templates / name)
    shutil.copy(shipped / "proofs.toml", templates)
    ours = write_language(tmp_path / "ours", "tablut")
    shutil.copytree(ours / "languages", templates / "languages")
    assert Catalog(templates).game("tablut").languages == ("en", "xx")
    own = templates / "languages" / "xx" / "tablut.po"
    own.unlink()
    game = Catalog(templates).game("tablut")
    assert (game.languages, game.drafted) == (("en",), ("en", "xx"))
    assert cover(game, "xx").files == (str(own),)


def test_check_tells_how_much_there_is_of_each_language(tmp_path: Path) -> None:
    folder = write_language(tmp_path / "ours", "parlett")
    words = folder / "languages" / "xx"
    result = CliRunner().invoke(main, ["check", str(folder), "--language", "xx"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{words}/parlett.po: 100 % of ")
    assert f"\n{words}/kit.po: 100 % of " in result.stdout
    assert f"\n{words}/site.po: 100 % of " in result.stdout
    assert "in xx: 100 %" in result.stdout.splitlines()[-2]


def test_check_lists_what_is_missing_where_it_is_asked(tmp_path: Path) -> None:
    folder = write_language(tmp_path / "ours", "parlett")
    kit = folder / "languages" / "xx" / "kit.po"
    text = kit.read_text(encoding="utf-8")
    kit.write_text(f'{text[: text.index("msgctxt")]}msgctxt "x"\nmsgid "y"\nmsgstr ""\n', encoding="utf-8")
    plain, listed = (
        CliRunner().invoke(main, ["check", str(folder), "--language", "xx", *more]) for more in ((), ("--missing",))
    )
    assert (plain.exit_code, listed.exit_code) == (1, 1)
    assert f"{kit}: 0 % of " in plain.stdout
    assert plain.stdout.splitlines()[-1].endswith(" texts missing or stale; --missing lists them")
    assert len(plain.stderr.splitlines()) == 1
    assert f"{kit}: cards.attackers.title: is missing: " in listed.stdout
    assert len(listed.stdout.splitlines()) > 400
    alone = CliRunner().invoke(main, ["check", "--missing"])
    assert alone.stderr == "Error: --missing: goes with a language; name one\n"
