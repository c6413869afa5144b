"""taflkit completion: the scripts that are installed, and the proposals they ask for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.spec import CHOICES

PLACES = {
    "bash": "share/bash-completion/completions/taflkit",
    "zsh": "share/zsh/site-functions/_taflkit",
    "fish": "config/fish/completions/taflkit.fish",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("config", "data"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / {"data": "share"}.get(name, name)))
    return tmp_path


def proposals(*words: str) -> list[str]:
    """Return the proposals for the last of the words behind taflkit."""
    *before, typed = words
    found = BashComplete(main, {}, "taflkit", "_TAFLKIT_COMPLETE").get_completions(before, typed)
    return [f"<{item.type}>" if item.type != "plain" else item.value for item in found]


def test_commands_and_options_are_proposed() -> None:
    assert proposals("bu") == ["build"]
    assert proposals("build", "--pape") == ["--paper"]
    assert proposals("build", "--paper", "l") == ["letter", "legal"]
    assert proposals("build", "--parts", "c") == ["counters", "cards"]
    assert proposals("build", "--parts", "cards,c") == ["cards,counters"]
    assert set(CHOICES["join"]) == set(proposals("build", "--join", ""))


def test_names_are_those_of_the_game_that_was_named() -> None:
    known = Catalog()
    assert proposals("build", "") == list(known.game_names())
    assert proposals("build", "--rules", "") == list(known.game("brandub").ruleset_names)
    assert proposals("build", "tablut", "--rules", "s") == ["smith", "sea-battle"]
    assert proposals("rules", "tablut", "--rules", "") == list(known.game("tablut").ruleset_names)
    assert proposals("build", "--rules", "masters", "--variation", "") == ["weak-king", "armed-king", "check"]
    assert proposals("build", "--theme", "m") == ["manuscript"]
    assert proposals("build", "--language", "") == list(known.game("brandub").languages)
    assert proposals("build", "tawlbwrdd", "--language", "") == ["en"]
    assert proposals("figures", "--figure", "capture-th") == ["capture-throne"]


def test_files_are_proposed_where_they_may_stand() -> None:
    assert proposals("build", "./my") == proposals("build", "--theme", "walnut.t") == ["<file>"]
    assert proposals("build", "-o", "") == proposals("diagram", "--file", "g") == ["<file>"]
    assert proposals("build", "broken.toml", "--rules", "") == []


def test_printers_that_were_measured_are_proposed(home: Path) -> None:
    assert proposals("build", "--printer", "") == []
    assert CliRunner().invoke(main, ["printer", "set", "office", "--scale-x", "99.5"]).exit_code == 0
    assert (home / "config").exists()
    assert proposals("build", "--printer", "o") == proposals("printer", "show", "") == ["office"]


@pytest.mark.parametrize("shell", PLACES)
def test_the_script_goes_where_the_shell_looks_for_it(home: Path, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    result = CliRunner().invoke(main, ["completion"])
    file = home / PLACES[shell]
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"{file}: completion for {shell}\n")
    script = file.read_text(encoding="utf-8")
    assert f"_TAFLKIT_COMPLETE={shell}_complete" in script
    assert CliRunner().invoke(main, ["completion", shell, "-o", "-"]).stdout == script
    path = shutil.which(shell)
    if path is not None:
        subprocess.run([path, "-n", file], check=True)


def test_a_shell_that_is_not_known_and_a_lost_home_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    result = CliRunner().invoke(main, ["completion"])
    assert result.exit_code == 1
    assert result.stderr == "Error: SHELL: the shell 'tcsh' is not known; name one of bash, zsh, fish\n"
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    result = CliRunner().invoke(main, ["completion", "bash"])
    assert result.exit_code == 1
    assert "set HOME, or XDG_DATA_HOME, or use -o" in result.stderr
    assert CliRunner().invoke(main, ["completion", "csh"]).exit_code == 2
