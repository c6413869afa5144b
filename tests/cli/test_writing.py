"""Places that are none for a file: pipes that nobody reads, paths that are too long or odd, folders that are shut."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.guarded import Guarded, mask_modes
from support.sampling import sampled
from taflkit.cli import main, writing
from taflkit.cli.writing import write_all
from taflkit.errors import TaflkitError

COMMAND = [sys.executable, "-m", "taflkit"]
DIAGRAM = ["diagram", "--size", "20"]
MUCH = bytes(300_000)
"""More than a pipe holds."""
_PATIENCE = 30
"""The seconds in which a command has to end."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line_of(result: Result) -> str:
    """Return the one line of a command that ended with a named problem."""
    assert result.exit_code == 1, result.output
    (line,) = result.stderr.splitlines()
    return line


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.fixture(scope="module")
def server() -> Iterator[Guarded]:
    with Guarded() as server:
        yield server


@pytest.mark.parametrize("place", ["/dev/stdin", "/dev/fd/0", "pipe.pdf"])
def test_a_pipe_that_the_command_itself_reads_from_is_a_line_at_once(folder: Path, place: str) -> None:
    os.mkfifo(folder / "pipe.pdf")
    reading = os.open(folder / "pipe.pdf", os.O_RDONLY | os.O_NONBLOCK)
    done = subprocess.run(
        [*COMMAND, "printer", "test", "-o", place],
        stdin=reading,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    os.close(reading)
    assert done.returncode == 1
    assert done.stderr == f"Error: -o: {place} cannot be written: it is the standard input; name another place\n"
    assert names(folder) == ["pipe.pdf"]


def test_a_pipe_that_is_open_and_not_read_is_not_waited_for_without_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_PATIENCE", 0.05)
    os.mkfifo(folder / "pipe")
    reading = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(TaflkitError, match="pipe cannot be written: nobody reads from the pipe"):
        write_all(folder, {"pipe": MUCH, "file": "beside it"})
    os.close(reading)
    assert names(folder) == ["pipe"]


def test_a_pipe_that_is_read_gets_everything(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    # opened for both, there is a reader from the beginning
    both = os.open(folder / "pipe", os.O_RDWR)
    with (folder / "read").open("wb") as read:
        reader = subprocess.Popen(["head", "-c", str(len(MUCH))], stdin=both, stdout=read)
        write_all(folder, {"pipe": MUCH})
        assert reader.wait(_PATIENCE) == 0
    os.close(both)
    assert (folder / "read").read_bytes() == MUCH


def test_standard_output_may_be_named_as_a_file() -> None:
    done = subprocess.run(
        [*COMMAND, *DIAGRAM, "-o", "/dev/stdout"], capture_output=True, timeout=_PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"<?xml")


@pytest.mark.whole
@pytest.mark.parametrize(("words", "files"), [((*DIAGRAM, "-o"), 1), (("new", "game", "mine", "-o"), 2)])
def test_folders_far_within_one_another_are_made(folder: Path, words: tuple[str, ...], files: int) -> None:
    place = "a/" * 1800
    result = CliRunner().invoke(main, [*words, place])
    assert result.exit_code == 0, result.output
    assert len(names(folder / place)) == files
    # the library's own way to remove a tree takes as many calls within one another
    subprocess.run(["rm", "-r", "a"], check=True)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("words", "depth"),
    sampled(
        [(words, depth) for depth in (6000, 2045) for words in ((*DIAGRAM, "-o"), ("new", "game", "mine", "-o"))], 3
    ),
)
def test_folders_too_far_within_one_another_are_not_made(folder: Path, words: tuple[str, ...], depth: int) -> None:
    line = line_of(CliRunner().invoke(main, [*words, "a/" * depth]))
    assert "cannot be written: File name too long" in line
    assert len(line) < 400
    assert names(folder) == []


@pytest.mark.parametrize(
    "words",
    [
        (*DIAGRAM, "-o"),
        ("site", "--games", "none", "-o"),
        ("new", "game", "mine", "-o"),
        ("new", "language", "nn", "-o"),
        ("completion", "bash", "-o"),
        ("export", "--to", "parts", "--parts", "counters", "-o"),
        ("perft", "--suite"),
        ("check",),
        ("check", "--theme"),
        ("build",),
    ],
)
@pytest.mark.parametrize("path", ["n" * 5000, f"{'n' * 200}/" * 25, "a/" * 3000 + "x.toml"])
def test_a_very_long_path_is_not_echoed_in_whole(folder: Path, words: tuple[str, ...], path: str) -> None:
    line = line_of(CliRunner().invoke(main, [*words, path]))
    assert line.startswith("Error: ")
    assert len(line) < 700
    assert names(folder) == []


def test_a_very_long_path_that_is_there_is_not_echoed_in_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder.joinpath(*["n" * 200] * 10)
    place.mkdir(parents=True)
    assert CliRunner().invoke(main, ["new", "game", "mine", "-o", str(place)]).exit_code == 0
    (place / "empty.perft").write_text("", encoding="utf-8")
    (place / "wrong.perft").write_text("test\n", encoding="utf-8")
    (place / "one.perft").write_text("id a\ngame nowhere walker\nposition x\n", encoding="utf-8")
    (place / "taflkit" / "printers" / "office.toml").mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place))
    mine = str(place / "mine.toml")
    for words in (
        ("build", mine, "--language", "xx"),
        ("build", mine, "--rules", "nothing"),
        ("new", "game", "mine", "-o", str(place)),
        *(("perft", "--suite", str(place / f"{name}.perft")) for name in ("empty", "wrong", "one")),
        ("printer", "forget", "office"),
        ("printer", "show", "office"),
        ("site", "-o", mine),
        ("export", "--to", "tts", "-o", mine),
    ):
        result = CliRunner().invoke(main, list(words))
        assert result.exit_code in (1, 2), words
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: ")
        assert "does not know" not in line
        assert len(line) < 900, words


@pytest.mark.whole
@pytest.mark.parametrize("mask", sampled([0o777, 0o577, 0o377, 0o100, 0o707, 0o177, 0o277, 0o477, 0o300, 0o400], 5))
@pytest.mark.parametrize(
    "words", [("new", "theme", "x", "--art"), ("new", "language", "nn"), ("new", "ruleset", "x", "-o", "a/b")]
)
def test_nothing_half_written_stays_under_an_odd_mask(
    folder: Path, server: Guarded, words: tuple[str, ...], mask: int
) -> None:
    done = server.run(words, folder, mask=mask)
    if done.code == 0:
        # the lines on what a language lacks name no file of their own
        written = [line for line in done.printed.splitlines() if not re.match(r"Next: |\w+\.po: ", line)]
        assert written
        assert all(os.path.lexists(folder / file) for file in written)
        assert not [file for file in folder.rglob("*") if file.name.startswith(".")]
    else:
        assert done.code == 1
        (line,) = done.said.splitlines()
        assert "cannot be written: Permission denied" in line
        assert names(folder) == []


@pytest.mark.parametrize("mask", [0o777, 0o377])
@pytest.mark.parametrize(
    "words",
    [
        ("printer", "test", "-o", "new/deep/"),
        ("completion", "bash", "-o", "new/deep/"),
        ("completion", "bash"),
        ("printer", "set", "office", "--scale-x", "99"),
        pytest.param(("build", "--split", "-o", "new/"), marks=pytest.mark.whole),
        pytest.param(("site", "--games", "parlett", "--kits", "none", "-o", "new"), marks=pytest.mark.whole),
    ],
)
def test_folders_that_a_mask_shuts_are_taken_away_again(folder: Path, words: tuple[str, ...], mask: int) -> None:
    homes = {"HOME": str(folder), "XDG_DATA_HOME": f"{folder}/data/own", "XDG_CONFIG_HOME": f"{folder}/config/own"}
    done = subprocess.run(
        [*COMMAND, *words],
        preexec_fn=partial(mask_modes, mask),
        env={**os.environ, **homes},
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "cannot be written: Permission denied" in line
    assert names(folder) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kit.pdf", "KIT.pdf"),
        ("caf\u00e9.svg", "cafe\u0301.svg"),
        ("stra\u00dfe.svg", "STRASSE.svg"),
        ("a/b.svg", "A/b.svg"),
    ],
)
def test_names_that_some_file_systems_take_for_one_are_refused(folder: Path, one: str, other: str) -> None:
    with pytest.raises(TaflkitError) as problem:
        write_all(folder / "new", {one: "1", "third": "3", other: "2"})
    assert one in str(problem.value)
    assert other in str(problem.value)
    assert names(folder) == []


def test_a_folder_that_leads_in_a_circle_is_a_line(folder: Path) -> None:
    (folder / "output").symlink_to("output")
    for words in (
        DIAGRAM,
        ("export", "--to", "tts", "--parts", "cards", "--theme", "plain"),
        ("site", "-o", "output", "--games", "parlett", "--kits", "none"),
        ("new", "game", "mine", "-o", "output"),
    ):
        result = CliRunner().invoke(main, list(words))
        assert result.exit_code in (1, 2)
        (line,) = result.stderr.splitlines()
        assert "output" in line
        assert "does not know" not in line
    assert names(folder) == ["output"]


@pytest.mark.whole
@pytest.mark.parametrize("words", [(*DIAGRAM, "-o"), ("new", "game", "mine", "-o"), ("site", "-o")])
def test_a_path_that_no_file_can_have_is_a_line(folder: Path, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "a\0b"])
    assert "is no name that a file can have" in line_of(result)
    assert names(folder) == []
