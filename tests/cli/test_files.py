"""Files: written whole or not at all, several all or none, where they were asked for, whatever happens meanwhile."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from support.pdf_content import read_pages
from taflkit.cli import main
from taflkit.cli.console import Stopped
from taflkit.cli.writing import remove_leftovers, write_all
from taflkit.errors import TaflkitError

COMMAND = [sys.executable, "-m", "taflkit"]
DIAGRAM = ["diagram", "--size", "20"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def failed(*words: str, code: int) -> str:
    """Return the one line of what could not be done."""
    result = run(*words)
    assert result.exit_code == code, result.output
    (line,) = result.stderr.splitlines()
    return line


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_an_existing_file_keeps_its_mode_and_a_new_one_has_the_usual(folder: Path) -> None:
    (folder / "a").write_text("old")
    (folder / "a").chmod(0o640)
    before = os.umask(0o027)
    try:
        write_all(folder, {"a": "new", "b": "new"})
    finally:
        os.umask(before)
    assert [(folder / name).stat().st_mode & 0o777 for name in "ab"] == [0o640, 0o640]
    assert [(folder / name).read_text() for name in "ab"] == ["new", "new"]
    assert names(folder) == ["a", "b"]


def test_a_link_stays_and_what_it_points_at_is_written(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "real" / "file.svg").write_text("old")
    (folder / "link.svg").symlink_to("real/file.svg")
    (folder / "dangling.svg").symlink_to("real/none.svg")
    (folder / "folder.svg").symlink_to("real")
    for link, file in (("link", "file"), ("dangling", "none"), ("folder", "brandub-walker-diagram")):
        assert run(*DIAGRAM, "-o", f"{link}.svg").exit_code == 0
        assert (folder / f"{link}.svg").is_symlink()
        assert (folder / "real" / f"{file}.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert len(names(folder / "real")) == 3
    (folder / "round.svg").symlink_to("round.svg")
    assert "round.svg cannot be written: " in failed(*DIAGRAM, "-o", "round.svg", code=1)


def test_devices_and_pipes_are_written_as_they_are(folder: Path) -> None:
    assert run(*DIAGRAM, "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()
    os.mkfifo(folder / "pipe.svg")
    assert "pipe.svg cannot be written: nobody reads from the pipe" in failed(*DIAGRAM, "-o", "pipe.svg", code=1)
    reading = os.open(folder / "pipe.svg", os.O_RDONLY | os.O_NONBLOCK)
    assert run(*DIAGRAM, "-o", "pipe.svg").exit_code == 0
    assert os.read(reading, 5) == b"<?xml"
    os.close(reading)
    assert "takes one file" in failed("build", "--preview", "-o", "/dev/null", code=2)
    assert names(folder) == ["pipe.svg"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("build", "-o", "x.svg"), "-o x.svg: this writes PDF; end the file in .pdf, or a folder in /"),
        (("build", "-o", "kit.v2"), "this writes PDF"),
        (("figures", "--figure", "start", "-o", "x.pdf"), "this writes SVG; end the file in .svg, or a folder in /; -"),
        (("figures", "--figure", "start", "--format", "png", "-o", "x.svg"), "--format svg would write SVG"),
        (("figures", "-o", "x.svg"), "this makes several"),
        (("diagram", "-o", "x.txt"), "there is no format 'txt'"),
        (("diagram", "--format", "png", "-o", "x.svg"), "say two things"),
        (("printer", "test", "-o", "x.png"), "this writes PDF"),
        (("rules", "--diff", "branan", "--figures", "-o", "x.txt"), "this makes several"),
        (("build", "-o", ""), "-o needs the name of a file or a folder"),
    ],
)
def test_an_ending_that_does_not_fit_is_refused(folder: Path, words: tuple[str, ...], line: str) -> None:
    assert line in failed(*words, code=2)
    assert names(folder) == []


def test_an_ending_may_be_in_capitals_and_a_folder_have_one(folder: Path) -> None:
    assert run(*DIAGRAM, "-o", "X.SVG").exit_code == 0
    (folder / "x.pdf").mkdir()
    assert run("printer", "test", "-o", "x.pdf").exit_code == 0
    assert names(folder / "x.pdf") == ["printer-test-a4.pdf"]


def fails_at(call: int, error: BaseException, original: Callable[..., object]) -> Callable[..., object]:
    """Return a function that raises an error at one of its calls."""
    calls = 0

    def called(*args: object, **more: object) -> object:
        nonlocal calls
        calls += 1
        if calls == call:
            raise error
        return original(*args, **more)

    return called


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), Stopped()])
@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize(("what", "call"), [("open", 1), ("open", 3), ("replace", 1), ("replace", 2), ("replace", 3)])
def test_several_files_are_written_all_or_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, what: str, call: int, linked: bool, error: BaseException
) -> None:
    (folder / "b").write_text("old")
    with monkeypatch.context() as patched:
        where = os if what == "open" else Path
        patched.setattr(where, what, fails_at(call, error, getattr(where, what)))
        if not linked:
            patched.setattr(os, "link", fails_at(1, OSError(95, "Operation not supported"), os.link))
        with pytest.raises((TaflkitError, Stopped)):
            write_all(folder, {"a": "new", "b": "new", "c": "new"})
    assert names(folder) == ["b"]
    assert (folder / "b").read_text() == "old"
    write_all(folder, {"a": "new", "b": "new", "c": "new"})
    assert [(folder / name).read_text() for name in "abc"] == ["new"] * 3
    assert names(folder) == ["a", "b", "c"]


def test_a_folder_in_the_place_of_a_file_is_named_and_nothing_is_written(folder: Path) -> None:
    stem = "brandub-walker-a4-colour"
    (folder / f"{stem}-components.pdf").mkdir()
    assert f"{stem}-components.pdf cannot be written" in failed("build", "--split", "-o", ".", code=1)
    assert names(folder) == [f"{stem}-components.pdf"]


def test_a_new_language_is_written_as_a_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fails_at(4, OSError(28, "No space left on device"), Path.replace))
        assert "No space left on device" in failed("new", "language", "pl", code=1)
    assert names(folder) == []
    assert run("new", "language", "pl").exit_code == 0
    assert names(folder) == ["brandub-pl"]
    (folder / "walnut.toml").symlink_to("nowhere")
    assert "is there already" in failed("new", "theme", "walnut", code=1)


def test_the_leftovers_of_one_who_was_killed_are_removed(folder: Path) -> None:
    for name in (".taflkit-aa11", ".taflkit-bb22", "aa.pdf"):
        (folder / name).touch()
    remove_leftovers(folder, "aa")
    remove_leftovers(None, "aa")
    remove_leftovers(folder, "")
    assert names(folder) == [".taflkit-bb22", "aa.pdf"]


def test_figures_tell_their_choices(folder: Path) -> None:
    words = ("figures", "--figure", "start", "--format", "png", "-o", ".")
    for more in (
        (),
        ("--mode", "mono"),
        ("--theme", "plain"),
        ("--dpi", "36"),
        ("--size", "20"),
        ("--rules", "branan"),
    ):
        assert run(*words, *(more or ("--dpi", "300"))).exit_code == 0
    assert len(names(folder)) == 6
    assert "brandub-walker-start.png" in names(folder)


@pytest.mark.whole
def test_a_full_disk_at_every_write_leaves_what_was_there(folder: Path) -> None:
    """Files may have only so many bytes; the limits go from none to all of a kit's."""
    assert run("build", "--split", "--preview", "-o", "kits").exit_code == 0
    there = {file: file.read_bytes() for file in (folder / "kits").iterdir()}
    for most in (0, *sorted(len(content) - 1 for content in there.values())):
        for place in ("kits", f"new{most}"):
            done = subprocess.run(
                [*COMMAND, "build", "--split", "--preview", "-o", place],
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),  # noqa: B023
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 1, most
            (line,) = done.stderr.splitlines()
            assert "cannot be written: File too large; name another place" in line
        assert {file: file.read_bytes() for file in (folder / "kits").iterdir()} == there
        assert not (folder / f"new{most}").exists()


@pytest.mark.whole
def test_kills_in_the_middle_of_a_write_leave_whole_files(folder: Path) -> None:
    """A process writes two kits in turn, as fast as it can, and is killed fifty times."""
    contents = [bytes([letter]) * 3_000_000 for letter in b"xy"]
    script = (
        "from pathlib import Path\nfrom taflkit.cli.writing import write_all\n"
        "while True:\n for letter in b'xy':\n  write_all(Path('out'), {'kit.pdf': bytes([letter]) * 3_000_000})\n"
    )
    random = Random(1)  # noqa: S311
    for _ in range(50):
        process = subprocess.Popen([sys.executable, "-c", script])
        time.sleep(0.15 + random.random() / 20)
        process.kill()
        process.wait()
        file = folder / "out" / "kit.pdf"
        assert not file.exists() or file.read_bytes() in contents
    assert (folder / "out" / "kit.pdf").exists()


@pytest.mark.whole
def test_stops_in_the_middle_of_a_build_leave_nothing_but_whole_files(folder: Path) -> None:
    random = Random(2)  # noqa: S311
    for turn in range(20):
        number = random.choice((signal.SIGINT, signal.SIGTERM))
        process = subprocess.Popen(
            [*COMMAND, "build", "--split", "-o", "out"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        time.sleep(0.15 + random.random() * 0.4)
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
        assert process.returncode in (0, 130, -signal.SIGTERM), (turn, said)
        assert "Traceback" not in said
        assert len(said.splitlines()) == (process.returncode == 130), said
        found = names(folder / "out") if (folder / "out").exists() else []
        assert len(found) in (0, 4), found


@pytest.mark.whole
def test_eight_racing_builds_leave_whole_files(folder: Path) -> None:
    command = [*COMMAND, "build", "--split", "--preview", "-o", "out"]
    racing = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(8)]
    assert [(each.communicate()[1], each.returncode) for each in racing] == [(b"", 0)] * 8
    stem = "brandub-walker-a4-colour"
    parts = [f"{stem}{part}.pdf" for part in ("", "-booklet", "-components", "-instructions")]
    assert names(folder / "out") == sorted([*parts, f"{stem}-preview.png"])
    assert [len(read_pages((folder / "out" / part).read_bytes())) for part in parts] == [5, 2, 2, 1]


def test_files_go_into_folders_and_others_are_taken_away(tmp_path: Path) -> None:
    write_all(tmp_path / "new", {"a/b/one": "1", "a/two": "2", "three": "3"})
    written = write_all(tmp_path / "new", {"a/two": "II"}, gone=["a/b/one", "never/there"])
    assert written == [str(tmp_path / "new" / "a/two")]
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*")}
    assert left == {"new", "new/a", "new/a/two", "new/three"}
    assert (tmp_path / "new" / "a" / "two").read_text(encoding="utf-8") == "II"


def test_what_cannot_be_written_leaves_no_folder_and_takes_nothing_away(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_all(folder, {"old": "1", "taken/inside": "2"})
    with pytest.raises(TaflkitError, match="cannot be written"):
        write_all(folder, {"new/deep/one": "1", "taken": "3"}, gone=["old"])
    left = {file.relative_to(folder).as_posix() for file in folder.rglob("*")}
    assert left == {"old", "taken", "taken/inside"}
