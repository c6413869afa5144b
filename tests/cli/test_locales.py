"""--language auto: the language of the user's locale, or English with a line that says so."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from support.shipped import catalog
from support.translated import write_language
from taflkit.cli import main
from taflkit.cli.options import locale_codes, own_language


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "codes"),
    [
        ({}, ()),
        ({"LANG": "C"}, ()),
        ({"LANG": "POSIX"}, ()),
        ({"LANG": "C.UTF-8"}, ()),
        ({"LANG": "de"}, ("de",)),
        ({"LANG": "de_AT.UTF-8"}, ("de-AT", "de")),
        ({"LANG": "ga_IE@euro"}, ("ga-IE", "ga")),
        ({"LANG": "de_DE", "LC_MESSAGES": "da_DK.UTF-8"}, ("da-DK", "da")),
        ({"LANG": "de_DE", "LC_MESSAGES": "da_DK", "LC_ALL": "fr_FR"}, ("fr-FR", "fr")),
        ({"LANG": "de_DE", "LC_ALL": ""}, ("de-DE", "de")),
        ({"LANG": "de_DE", "LC_ALL": "C"}, ()),
    ],
)
def test_the_first_variable_that_is_set_counts(environment: dict[str, str], codes: tuple[str, ...]) -> None:
    assert locale_codes(environment) == codes


def test_a_country_gives_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert own_language(("en", "da", "de")) == "de"
    assert own_language(("en", "de", "de-AT")) == "de-AT"


def test_windows_names_its_own_language_where_no_variable_does(monkeypatch: pytest.MonkeyPatch) -> None:
    german = SimpleNamespace(kernel32=SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0407))
    monkeypatch.setattr(ctypes, "windll", german, raising=False)
    monkeypatch.setattr("taflkit.cli.options.sys", SimpleNamespace(platform="win32"))
    assert own_language(("en", "da", "de")) == "de"
    monkeypatch.setenv("LANG", "da_DK")
    assert own_language(("en", "da", "de")) == "da"


def test_a_language_that_is_not_there_is_english_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "sv_SE.UTF-8")
    assert own_language(("en", "da")) == "en"
    assert capsys.readouterr().err == (
        "No words in 'sv', the language of your locale: these are English; there is also da\n"
    )
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert own_language(("en", "da")) == "en"
    assert capsys.readouterr().err == ""


def test_a_game_is_printed_in_the_language_of_the_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(write_language(tmp_path / "ours"))
    monkeypatch.setenv("LANG", "xx_YY.UTF-8")
    assert run("rules", folder, "--language", "auto").stdout.startswith("xbudnarB: xnaimaD")
    assert run("rules", folder).stdout.startswith("Brandub: Damian")
    result = run("rules", "brandub", "--language", "auto")
    assert result.stdout.startswith("Brandub: Damian")
    assert result.stderr.startswith("No words in 'xx'")


def test_a_draft_is_called_so_and_english_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_language(tmp_path / "ours")
    (folder / "languages" / "xx" / "kit.po").unlink()
    monkeypatch.chdir(tmp_path)
    refused = run("figures", "ours", "--language", "xx", "--figure", "capture")
    assert refused.exit_code == 1
    assert "--draft takes the English for what is lacking" in refused.stderr
    for language, name in (("xx", "ours-walker-xx-draft-capture.svg"), ("en", "ours-walker-capture.svg")):
        assert run("figures", "ours", "--language", language, "--draft", "--figure", "capture").exit_code == 0
        assert (tmp_path / "output" / name).is_file()
    assert run("diagram", "ours", "--language", "xx", "--draft").exit_code == 0
    assert (tmp_path / "output" / "ours-walker-xx-draft-diagram.svg").is_file()
    assert run("rules", "ours", "--language", "xx", "--draft").exit_code == 0
    assert run("plan", "ours", "--language", "xx", "--draft").exit_code == 0
    assert "there is no language 'xx'" in run("printer", "test", "--language", "xx").stderr


def test_games_tells_the_languages_of_each() -> None:
    told = json.loads(run("games", "--json").stdout)
    assert {each["name"]: tuple(each["languages"]) for each in told} == {
        name: catalog().game(name).languages for name in catalog().game_names()
    }
    assert "  words in en" in run("games").stdout
