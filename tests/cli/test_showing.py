"""build --open shows the kit that was made; build --dry-run says what would be made, and makes nothing."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from taflkit.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["build", *words])


def test_the_kit_is_shown_when_it_is_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    def launch(url: str) -> int:
        shown.append((url, Path(url).read_bytes()[:5]))
        return 0

    monkeypatch.setattr(click, "launch", launch)
    assert run("--parts", "cards", "--split", "-o", "kits/", "--open").exit_code == 0
    assert shown == [(str(folder / "kits" / "brandub-walker-a4-colour-only-cards.pdf"), b"%PDF-")]
    monkeypatch.setattr(click, "launch", lambda _url: 127)
    result = run("--parts", "cards", "--output=-kit.pdf", "--open")
    assert result.exit_code == 1
    assert result.stderr == ("Error: --open: -kit.pdf is made, but no program was found to show it; open it yourself\n")
    assert (folder / "-kit.pdf").exists()


@pytest.mark.parametrize("words", [("-o", "-"), ("--paper", "all")])
def test_one_kit_in_a_file_is_shown_and_no_other(folder: Path, words: tuple[str, ...]) -> None:
    result = run("--open", *words)
    assert result.exit_code == 2
    assert "--open shows one kit" in result.stderr
    assert list(folder.iterdir()) == []


def test_a_dry_run_says_the_same_and_writes_nothing(folder: Path) -> None:
    words = ("--counters", "two-sided", "--split", "--preview", "--parts", "board,counters")
    dry = run(*words, "--dry-run", "--open")
    assert dry.exit_code == 0, dry.output
    assert list(folder.iterdir()) == []
    made = run(*words)
    assert re.sub(r", \d+ KB", ", not written", made.stdout) == dry.stdout
    again = run(*words, "--dry-run")
    assert again.stdout == dry.stdout.replace(", not written", ", not written over the file that is there")


def test_a_dry_run_of_many_lists_them_and_finds_each_problem(folder: Path) -> None:
    result = run("--paper", "all", "--cell", "60", "--sheets", "4", "--parts", "board", "--dry-run", "-o", "kits")
    assert result.exit_code == 1
    assert list(folder.iterdir()) == []
    made = [line for line in result.stdout.splitlines() if line.endswith(", not written")]
    failed = [line for line in result.stderr.splitlines() if "does not fit" in line or "do not fit" in line]
    assert made
    assert failed
    assert len(made) + len(failed) == 5


@pytest.mark.parametrize("place", ["file.txt/kits/", "file.txt/x.pdf", "locked/kits/deep/"])
def test_a_dry_run_finds_places_that_cannot_be_written(
    folder: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file.txt").touch()
    (folder / "locked").mkdir()
    # a test that is run by root may write everywhere
    monkeypatch.setattr(os, "access", lambda path, _mode: "locked" not in str(path))
    result = run("--parts", "cards", "--dry-run", "-o", place)
    assert result.exit_code == 1
    assert re.fullmatch(r"Error: --?o.*: .* cannot be written: .*; name another place\n", result.stderr)


def test_a_dry_run_finds_problems_as_a_build_does(folder: Path) -> None:
    (folder / "bad.toml").write_text("[layout]\ntitle = 'Bad'\n", encoding="utf-8")
    dry, made = run("bad.toml", "--dry-run"), run("bad.toml")
    assert dry.exit_code == made.exit_code == 1
    assert dry.stderr == made.stderr
