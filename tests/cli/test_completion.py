"""taflkit completion: the scripts that are installed, and the proposals they ask for."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.options import CHOICES

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
    assert proposals("build", "--parts", "c") == ["counters", "cards", "colouring"]
    assert proposals("build", "--parts", "cards,cou") == ["cards,counters"]
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


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_line_to_add_is_right_for_any_folder(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "my $(touch evil); files"))
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0, result.output
    added = result.stdout.splitlines()[1].partition(": ")[2]
    words = shlex.split(added.removeprefix("fpath=(").removesuffix(" $fpath)"))
    place = tmp_path / "my $(touch evil); files" / PLACES[shell].partition("/")[2]
    assert words == (["source", str(place)] if shell == "bash" else [str(place.parent)])


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


def asked(instruction: str, **environment: str) -> tuple[int, bytes, bytes]:
    """Run the program as a shell does that asks for completion; return its exit code and what it printed."""
    given = {"COMP_WORDS": None, "COMP_CWORD": None, "_TAFLKIT_COMPLETE": instruction, **environment}
    done = CliRunner().invoke(main, [], env=given, prog_name="taflkit")
    return done.exit_code, done.stdout_bytes, done.stderr_bytes


def test_the_scripts_ask_as_they_always_did() -> None:
    assert asked("bash_complete", COMP_WORDS="taflkit bu", COMP_CWORD="1") == (0, b"plain,build\n", b"")
    code, printed, said = asked("fish_complete", COMP_WORDS="taflkit", COMP_CWORD="bu")
    assert (code, printed.partition(b"\t")[0], said) == (0, b"plain,build", b"")
    code, printed, said = asked("zsh_source")
    assert (code, b"_TAFLKIT_COMPLETE=zsh_complete" in printed, said) == (0, True, b"")


def test_a_process_that_is_asked_wrongly_ends_with_a_line() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMP_")}
    done = subprocess.run(
        [sys.executable, "-m", "taflkit"],
        env={**environment, "_TAFLKIT_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: _TAFLKIT_COMPLETE is for the scripts of taflkit completion, which give")


@pytest.mark.parametrize(
    ("instruction", "environment"),
    [
        ("foo_bar", {}),
        ("bash", {}),
        ("_", {}),
        ("bash_nothing", {}),
        ("bash_complete_", {"COMP_WORDS": "taflkit ", "COMP_CWORD": "1"}),
        ("powershell_complete", {"COMP_WORDS": "taflkit ", "COMP_CWORD": "1"}),
        ("x" * 3000, {}),
        ("\x1b[31m_complete", {}),
        ("bash_complete", {}),
        ("zsh_complete", {}),
        ("fish_complete", {}),
        ("bash_complete", {"COMP_WORDS": "taflkit "}),
        ("bash_complete", {"COMP_CWORD": "1"}),
        ("fish_complete", {"COMP_WORDS": "taflkit "}),
        *(
            (f"{shell}_complete", {"COMP_WORDS": "taflkit build ", "COMP_CWORD": word})
            for shell in ("bash", "zsh")
            for word in ("", "x", "1.5", "-1", "1" * 5000, "1e3", "\u0663")
        ),
    ],
)
def test_a_shell_that_asks_wrongly_gets_a_line(instruction: str, environment: dict[str, str]) -> None:
    code, printed, said = asked(instruction, **environment)
    assert (code, printed) == (1, b"")
    (line,) = said.decode().splitlines()
    assert line.startswith("Error: _TAFLKIT_COMPLETE")
    assert len(line) < 300
    assert line.isprintable()


@pytest.mark.parametrize("shell", PLACES)
@pytest.mark.parametrize(
    "words",
    [
        "",
        "taflkit 'open",
        'taflkit build "a\\',
        "taflkit build \udcff",
        "taflkit build --parts \udce4,",
        "taflkit build a\nplain,evil",
        "taflkit build --parts 'counters\n,",
        "taflkit \x1b[31m \x07",
        "taflkit build -- -- --",
        "taflkit build ../../../etc/passwd --rules ",
        "taflkit build /dev/zero --rules ",
        "taflkit build --gap x --rules ",
        "taflkit -h build --help ",
        "taflkit perft --suite ",
        f"taflkit build {'a/' * 5000}x --rules ",
        "taflkit " * 3000,
    ],
)
def test_words_of_any_kind_are_no_problem(shell: str, words: str) -> None:
    for count in (1, 2, 3, 4, 100_000):
        typed = words.rpartition(" ")[2] if shell == "fish" else str(count)
        code, printed, said = asked(f"{shell}_complete", COMP_WORDS=words, COMP_CWORD=typed)
        assert (code, said) == (0, b""), (words, typed)
        # fish has the help behind a tab
        assert printed.decode().replace("\n", "").replace("\t", "").isprintable()


HOMELESS = ("", "/", "//", "/.", "/usr/..", "here", "/nonexistent/home", None)
"""What HOME may be where nobody has one; None is for none, with a user who is not known."""


@pytest.fixture(params=HOMELESS)
def homeless(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if request.param is not None:
        monkeypatch.setenv("HOME", request.param)
    monkeypatch.setattr(pwd, "getpwuid", lambda _: {}["nobody"])

    def write(*_: object) -> str:
        pytest.fail("something was written")

    for module in ("completion", "printer"):
        monkeypatch.setattr(import_module(f"taflkit.cli.{module}"), "write_whole", write)


@pytest.mark.parametrize(
    ("words", "way_out"),
    [
        *((("completion", shell), "; set HOME, or ") for shell in PLACES),
        (("printer", "set", "office", "--scale-x", "99"), "; set HOME or XDG_CONFIG_HOME"),
        (("printer", "list"), "; set HOME or XDG_CONFIG_HOME"),
    ],
)
@pytest.mark.usefixtures("homeless")
def test_without_a_home_nothing_is_written(words: tuple[str, ...], way_out: str) -> None:
    done = CliRunner().invoke(main, list(words))
    assert (done.exit_code, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "there is no home folder" in line
    assert way_out in line


@pytest.mark.parametrize("given", ["/", "//", "here", "/usr/.."])
def test_the_root_of_all_folders_is_no_place_for_a_script(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", given)
    done = CliRunner().invoke(main, ["completion", "bash"])
    assert done.exit_code == 1
    assert "set HOME, or XDG_DATA_HOME, or use -o" in done.stderr


def test_names_that_no_terminal_shows_are_not_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = ("a\x1b[31m", "a\nplain,evil", "a\udcff", "a\u202e", "a")
    monkeypatch.setattr(Catalog, "theme_names", lambda _: odd)
    monkeypatch.setattr(Catalog, "game_names", lambda _: odd)
    assert proposals("build", "--theme", "a") == ["a"]
    assert proposals("build", "a") == ["a"]
