"""What lies in a site's folder and is no plain file: nothing is read, written or taken away through it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.sampling import sampled
from taflkit.cli import main
from taflkit.cli.site import RECORD, read_record

ONE = ("--games", "parlett", "--kits", "none")


def make(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["site", "-o", str(folder), *ONE, *more])


def line_of(result: Result) -> str:
    """Return the one line of a command that ended with a named problem."""
    assert result.exit_code == 1, result.output
    (line,) = result.output.splitlines()
    return line


def state(folder: Path) -> dict[str, str]:
    """Return what a folder holds: the content of files, where links lead to, and what is none of both."""

    def what(file: Path) -> str:
        if file.is_symlink():
            return f"-> {file.readlink()}"
        return file.read_bytes().hex() if file.is_file() else "folder" if file.is_dir() else "pipe"

    return {file.relative_to(folder).as_posix(): what(file) for file in folder.rglob("*")}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one game, which no test changes."""
    folder = tmp_path_factory.mktemp("made") / "site"
    done = make(folder)
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def site(made: Path, tmp_path: Path) -> Path:
    """A copy of the site of one game."""
    return Path(shutil.copytree(made, tmp_path / "site"))


def recorded(folder: Path, paths: dict[str, bytes]) -> None:
    """Write a record that says of files that they are the site's own."""
    files = {path: {"content": hashlib.sha256(content).hexdigest()} for path, content in paths.items()}
    (folder / RECORD).write_text(json.dumps({"files": files}), encoding="utf-8")


@pytest.mark.parametrize("place", [RECORD, "feed.xml", "games/parlett/index.html", "games/parlett/board.svg"])
def test_a_pipe_in_the_place_of_a_file_is_a_line_at_once(site: Path, place: str) -> None:
    (site / place).unlink()
    os.mkfifo(site / place)
    before = state(site)
    assert f"{site / place} is a pipe or a device, which a site has none of" in line_of(make(site))
    assert state(site) == before


@pytest.mark.whole
@pytest.mark.parametrize("place", [RECORD, "feed.xml", "games/parlett/index.html"])
def test_a_pipe_is_a_line_in_a_folder_without_a_record(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / place)
    before = state(tmp_path)
    assert f"{tmp_path / place} is a pipe or a device" in line_of(make(tmp_path))
    assert state(tmp_path) == before


@pytest.mark.whole
@pytest.mark.parametrize(
    "place",
    sampled([RECORD, "assets", "games/parlett/board.svg", "feed.xml", "assets/site.css", "games", "games/parlett"], 3),
)
@pytest.mark.parametrize("known", [True, False])
def test_nothing_is_written_through_a_link(site: Path, tmp_path: Path, place: str, known: bool) -> None:
    (site / place).rename(tmp_path / "outside")
    (site / place).symlink_to(tmp_path / "outside")
    if not known and place != RECORD:
        (site / RECORD).unlink()
    before = state(tmp_path)
    # another title changes every page; without a record there is none that may be written over
    done = make(site, *(("--title", "Another") if known else ()))
    assert f"Error: -o: {site / place} is a symbolic link, which a site has none of" in done.output
    assert done.exit_code == 1
    assert state(tmp_path) == before


@pytest.mark.whole
@pytest.mark.parametrize("place", sampled(["games/parlett", "kits", "games", "games/parlett/index.html"], 2))
def test_a_link_is_named_before_what_takes_its_time(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).symlink_to(tmp_path)
    done = CliRunner().invoke(main, ["site", "-o", str(tmp_path), "--games", "parlett"])
    assert f"{tmp_path / place} is a symbolic link" in line_of(done)


@pytest.mark.whole
@pytest.mark.parametrize("leads", ["nowhere", "/dev/zero", "."])
def test_a_link_that_leads_anywhere_else_is_named_too(site: Path, leads: str) -> None:
    (site / "sitemap.xml").symlink_to(leads)
    before = state(site)
    assert f"{site / 'sitemap.xml'} is a symbolic link" in line_of(make(site, "--base-url", "https://example.org/"))
    assert state(site) == before


@pytest.mark.parametrize("path", ["lnk/victim.txt", "a/lnk/victim.txt", "lnk"])
def test_nothing_is_taken_away_through_a_link(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "victim.txt").write_text("mine", encoding="utf-8")
    site = tmp_path / "site"
    link = site / path.removesuffix("/victim.txt")
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "outside" if path.endswith(".txt") else tmp_path / "outside" / "victim.txt")
    recorded(site, {path: b"mine"})
    before = state(tmp_path)
    assert f"{link} is a symbolic link" in line_of(make(site))
    assert state(tmp_path) == before


def test_the_folder_that_is_named_may_be_a_link_itself(made: Path, site: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(site)
    (site / "feed.xml").unlink()
    assert ", 1 written" in make(tmp_path / "link").output
    assert (tmp_path / "link").is_symlink()
    assert (site / "feed.xml").read_bytes() == (made / "feed.xml").read_bytes()


def test_a_file_that_is_recorded_in_other_capitals_too_is_not_taken_away(site: Path) -> None:
    files = {path: (site / path).read_bytes() for path in read_record(site).files}
    recorded(site, {**files, "INDEX.html": files["index.html"]})
    # as it is where capitals make no difference
    os.link(site / "index.html", site / "INDEX.html")
    assert ", 0 written" in make(site).output
    assert (site / "INDEX.html").exists()


def test_a_record_that_is_very_large_is_a_line(site: Path) -> None:
    with (site / RECORD).open("a", encoding="utf-8") as record:
        record.write(" " * 10_000_000)
    assert "is larger than 10 MB" in line_of(make(site))


def test_a_very_large_file_in_the_place_of_another_is_somebody_elses(site: Path) -> None:
    with (site / "old.bin").open("wb") as file:
        file.truncate(1 << 40)
    files = {path: (site / path).read_bytes() for path in read_record(site).files}
    recorded(site, {**files, "old.bin": b""})
    assert make(site).exit_code == 0
    assert (site / "old.bin").exists()
