"""The console: whatever becomes of the standard streams, a run ends with a line and never with a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import taflkit.catalog
from taflkit.cli import main
from taflkit.cli.console import Stopped, exit_code, unforeseen_line

COMMAND = f"{sys.executable} -m taflkit"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shell(words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the program with redirections of a shell."""
    set_ = " ".join(f"{name}={value}" for name, value in settings.items())
    return subprocess.run(
        ["sh", "-c", f"{set_} {COMMAND} {words}"],
        capture_output=True,
        encoding=settings.get("PYTHONIOENCODING", "utf-8"),
        check=False,
    )


NO_SPACE = "Error: standard output cannot be written: No space left on device\n"
CLOSED = "Error: standard output cannot be written: Bad file descriptor\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--version >/dev/full", 1, NO_SPACE),
        ("--help >&-", 1, CLOSED),
        pytest.param("build --help >/dev/full", 1, NO_SPACE, marks=pytest.mark.whole),
        pytest.param("rules --json >&-", 1, CLOSED, marks=pytest.mark.whole),
        pytest.param("rules --words >/dev/full", 1, NO_SPACE, marks=pytest.mark.whole),
        pytest.param("games | true", 0, "", marks=pytest.mark.whole),
        pytest.param("build -o - | true", 0, "", marks=pytest.mark.whole),
        pytest.param("build >/dev/full", 1, NO_SPACE, marks=pytest.mark.whole),
        pytest.param("build --rules all >/dev/full", 1, NO_SPACE, marks=pytest.mark.whole),
        pytest.param("build -o - >&-", 1, f"Error: -o: {CLOSED[7:-1]}; name another place\n", marks=pytest.mark.whole),
        pytest.param("build --paper b9 2>/dev/full", 2, "", marks=pytest.mark.whole),
        pytest.param("build --paper b9 2>&-", 2, "", marks=pytest.mark.whole),
        pytest.param("build -o . <&- >&- 2>&-", 1, "", marks=pytest.mark.whole),
        pytest.param("diagram --file - <&-", 1, "Error: --file -: ", marks=pytest.mark.whole),
    ],
)
def test_streams_that_are_full_closed_or_gone_are_one_line(words: str, code: int, said: str) -> None:
    done = shell(words)
    assert done.returncode == code
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == bool(said)


@pytest.mark.whole
def test_closed_streams_do_not_end_in_the_file(folder: Path) -> None:
    assert shell("build -o a.pdf").returncode == 0
    assert shell("build -o b.pdf <&- 2>&-").returncode == 0
    assert shell("build -o c.pdf <&- >&- 2>&-").returncode == 1
    assert (folder / "a.pdf").read_bytes() == (folder / "b.pdf").read_bytes() == (folder / "c.pdf").read_bytes()


@pytest.mark.whole
@pytest.mark.parametrize("encoding", ["latin-1", "cp437"])
def test_a_terminal_of_few_letters_has_others_in_their_place(encoding: str) -> None:
    done = shell("rules --words", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?" in done.stdout
    told = shell("rules --json", PYTHONIOENCODING=encoding)
    assert json.loads(told.stdout) == json.loads(shell("rules --json", PYTHONIOENCODING="utf-8").stdout)
    assert shell("rules --rules ’ﬀ", PYTHONIOENCODING=encoding).stderr.startswith("Error: there is no ruleset")


@pytest.mark.whole
@pytest.mark.parametrize("command", ["build", "figures", "games", "new game x", "build --rules all", "printer list"])
def test_a_folder_that_is_gone_is_one_line(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"mkdir gone; cd gone; rmdir ../gone; {COMMAND} {command}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert len((done.stderr or done.stdout).splitlines()) == 1 or done.returncode == 0


@pytest.mark.whole
def test_too_little_memory_is_one_line() -> None:
    for most in (24_000, 34_000):
        done = subprocess.run(
            ["sh", "-c", f"ulimit -v {most}; {COMMAND} build"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1, done.stderr


def test_an_exception_that_nobody_foresaw_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a\n\x1b[31mb")

    monkeypatch.setattr(taflkit.catalog.Catalog, "game", fails)
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: taflkit met a problem that it does not know (KeyError: ")
    assert line.endswith("; TAFLKIT_DEBUG=1 shows where; please report it as SECURITY.md says")
    monkeypatch.setenv("TAFLKIT_DEBUG", "1")
    assert "Traceback" in CliRunner().invoke(main, ["games"]).stderr


def test_what_ends_a_run_early_has_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    def raises(error: BaseException) -> int:
        def action() -> None:
            raise error

        return exit_code(action)

    assert raises(KeyboardInterrupt()) == 130
    assert raises(Stopped("7 of 24 kits made")) == 130
    assert raises(SystemExit(1)) == raises(SystemExit("no")) == raises(MemoryError()) == raises(RecursionError()) == 1
    assert raises(SystemExit(0)) == raises(SystemExit(None)) == exit_code(lambda: None) == 0
    first, second, third, fourth = capsys.readouterr().err.splitlines()
    assert (first, second) == ("stopped: nothing more is made", "stopped: 7 of 24 kits made")
    assert third.startswith("Error: there is not enough memory")
    assert "(RecursionError: " in fourth


def test_an_error_of_the_system_names_the_file() -> None:
    assert unforeseen_line(PermissionError(13, "Permission denied", "a\nb")) == "a\\nb: Permission denied"
    assert unforeseen_line(OSError(12, "Cannot allocate memory")).startswith("there is not enough memory")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["buld"], "there is no command 'buld'; did you mean build? There is also export, "),
        (["printer", "tst"], "there is no command 'tst'; did you mean test? There is also "),
        (["build", "--themee", "x"], "there is no option '--themee'; did you mean --theme? There is also --rules, "),
        (["build", "--parts", "cots"], "there is no part 'cots'; did you mean counters? There is also all, "),
        (["build", "--paper", "leter"], "there is no paper 'leter'; did you mean letter? There is also a4, "),
        (["build", "--mode", "x\n\x1b[31m"], r"there is no mode 'x\n\x1b[31m'; there is "),
        (["figures", "--format", "pgn"], "there is no format 'pgn'; did you mean png? "),
        (["new", "gme", "x"], "there is no kind 'gme'; did you mean game? "),
        (["build", "a", "b\x1b[31m"], r"unexpected extra argument (b\x1b[31m)"),
        (["new", "theme"], "Missing argument 'NAME'"),
        (["diagram", "--format", "9" * 100_000], "there is no format '999"),
        (["build", "--paper", "x" * 100_000], "there is no paper 'xxx"),
    ],
)
def test_wrong_usage_is_one_short_line_that_names_the_nearest(words: list[str], line: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    (said,) = result.stderr.splitlines()
    assert said.startswith("Error: ")
    assert line in said
    assert len(said) < 700
    assert " --help explains)" in said


def test_a_command_alone_is_answered_with_its_help() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "Usage: " in result.output
    assert "Print-and-play kits" in result.output
