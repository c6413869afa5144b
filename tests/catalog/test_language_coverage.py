"""How much of a game there is in a language, as check tells it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.games import english_game
from support.translated import changed, write_language
from taflkit.catalog import Catalog
from taflkit.catalog.coverage import cover, name_differences, share
from taflkit.catalog.translation import digest
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


def test_a_share_is_whole_where_nothing_is_lacking_alone() -> None:
    assert [share(1000, number) for number in (0, 1, 500, 1000)] == [100, 99, 50, 0]
    assert share(0, 0) == 100


def test_a_whole_language_has_no_problem(folder: Path) -> None:
    found = cover(Catalog().game(str(folder)), "xx")
    assert (found.whole, found.percent, found.files, found.problems) == (True, 100, (), ())
    assert sum(texts for texts, _ in found.counts.values()) > 600


def test_everything_that_is_wrong_is_told(folder: Path) -> None:
    words = folder / "text" / "xx"
    changed(words / "game.toml", digest("Brandub"), digest("Brandubh"))
    changed(words / "rules.toml", "{size} xselif", "{sise} xselif")
    prose = words / "booklet.toml"
    prose.write_text(prose.read_text(encoding="utf-8").replace("*non:", "non:"), encoding="utf-8")
    with (words / "sheet.toml").open("a", encoding="utf-8") as file:
        file.write('[translated."nothing"]\nen = "12345678"\ntext = "x"\n')
    (words / "alternatives.toml").unlink()
    told = list(check_game(Catalog(), str(folder), language="xx"))
    for said in (
        f"{words}/alternatives.toml: is missing",
        f'{words}/game.toml: translated."title": is stale; its English is other now: Brandub',
        f'{words}/rules.toml: translated."sentence[0].text": has not the names of its English: {{sise}} is not there',
        "has other * of italics than the English",
        f'{words}/sheet.toml: translated."nothing": is of no English text; it can be taken away',
    ):
        assert [line for line in told if said in line], said
    found = cover(Catalog().game(str(folder)), "xx")
    assert 90 < found.percent < 100
    assert found.counts[f"{words}/game.toml"][1] == 1


@pytest.mark.parametrize(
    ("first", "last", "key"), [("colour = ", "mono", "document.colour"), ("[document]", "", "document")]
)
def test_what_a_file_says_of_itself_is_missing_too(folder: Path, first: str, last: str, key: str) -> None:
    words = folder / "text" / "xx" / "words.toml"
    kept, said = words.read_text(encoding="utf-8").split(first)
    words.write_text(kept + (said[said.index(last) :] if last else ""), encoding="utf-8")
    with pytest.raises(TaflkitError) as raised:
        list(check_game(Catalog(), str(folder), language="xx"))
    assert f"{words}: {key}: is missing" in str(raised.value)


def test_what_a_games_own_files_lack_is_named_there(tmp_path: Path) -> None:
    """The shared words of a language are there, and a game's own are not."""
    templates = tmp_path / "templates"
    shipped = Catalog().templates
    english_game("tablut", templates / "games" / "tablut")
    for name in ("text/en", "figures"):
        shutil.copytree(shipped / name, templates / name)
    shutil.copy(shipped / "proofs.toml", templates)
    ours = write_language(tmp_path / "ours", "tablut")
    (templates / "text" / "xx").mkdir()
    for file in (ours / "text" / "xx").glob("*.toml"):
        if file.name != "game.toml":
            shutil.copy(file, templates / "text" / "xx")
    game = Catalog(templates).game("tablut")
    assert (game.languages, game.drafted) == (("en",), ("en", "xx"))
    own = templates / "games" / "tablut" / "text" / "xx"
    assert cover(game, "xx").files == (f"{own}/booklet.toml", f"{own}/game.toml")


def test_check_tells_how_much_there_is_of_each_language(tmp_path: Path) -> None:
    folder = write_language(tmp_path / "ours", "parlett")
    result = CliRunner().invoke(main, ["check", str(folder), "--language", "xx"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{folder}/text/xx/rules.toml: 100 % of " in result.stdout
    assert "in xx: 100 %" in result.stdout.splitlines()[-2]
