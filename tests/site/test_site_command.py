"""taflkit site: a folder that is written whole, made again where something changed, and touches nothing of others."""

from __future__ import annotations

import hashlib
import html
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.cli.serving import POLICY, open_server
from taflkit.cli.site import RECORD, read_record
from taflkit.cli.writing import write_all
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.render.pdf import to_pdf
from taflkit.site.build import job_inputs
from taflkit.site.kits import kit_jobs
from taflkit.site.page import GameJob, KitJob, Site

ONE = ("--games", "parlett", "--kits", "none")


def make(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["site", "-o", str(folder), *(more or ONE)])


def contents(folder: Path) -> dict[str, str]:
    """Return the digests of all files of a folder by their paths."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one game, which no test changes."""
    folder = tmp_path_factory.mktemp("made") / "new" / "site"
    done = make(folder)
    assert (done.exit_code, done.output) == (0, done.output)
    assert "[1/1] games/parlett/index.html" in done.output
    return folder


@pytest.fixture
def site(made: Path, tmp_path: Path) -> Path:
    """A copy of the site of one game."""
    folder = tmp_path / "site"
    write_all(
        folder, {file.relative_to(made).as_posix(): file.read_bytes() for file in made.rglob("*") if file.is_file()}
    )
    return folder


@pytest.mark.whole
def test_the_same_input_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    assert make(tmp_path / "again").exit_code == 0
    assert contents(tmp_path / "again") == contents(made)


def test_the_record_names_every_file_with_its_digest(made: Path) -> None:
    files = contents(made)
    del files[RECORD]
    assert {path: digest for path, (digest, _) in read_record(made).files.items()} == files


def test_nothing_is_made_again_where_nothing_changed(site: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in site.rglob("*")}
    done = make(site)
    assert "[1/1]" not in done.output
    assert ", 0 written" in done.output
    assert {file: file.stat().st_mtime_ns for file in site.rglob("*")} == before


def test_what_is_lost_or_spoiled_is_made_again_alone(site: Path, made: Path) -> None:
    kept = (site / "index.html").stat().st_mtime_ns
    (site / "games" / "parlett" / "board.svg").unlink()
    (site / "assets" / "site.css").write_text("spoiled", encoding="utf-8")
    done = make(site)
    assert "[1/1] games/parlett/index.html" in done.output
    assert ", 2 written" in done.output
    assert contents(site) == contents(made)
    assert (site / "index.html").stat().st_mtime_ns == kept


def test_what_the_site_no_longer_has_goes_and_what_others_put_there_stays(site: Path) -> None:
    (site / "CNAME").write_text("example.org", encoding="utf-8")
    (site / "games" / "parlett" / "note.txt").write_text("mine", encoding="utf-8")
    changed = site / "games" / "parlett" / "board.svg"
    changed.write_text("drawn by somebody else", encoding="utf-8")
    assert make(site, "--games", "tawlbwrdd", "--kits", "none").exit_code == 0
    left = sorted(file.name for file in (site / "games" / "parlett").rglob("*") if file.is_file())
    assert left == ["board.svg", "note.txt"]
    assert not (site / "games" / "parlett" / "sea-battle").exists()
    assert (site / "CNAME").read_text(encoding="utf-8") == "example.org"
    assert (site / "games" / "tawlbwrdd" / "bell" / "index.html").exists()


def test_a_page_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("my home page", encoding="utf-8")
    done = make(tmp_path)
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "is there, and is no file that taflkit site made" in done.output
    assert contents(tmp_path).keys() == {"index.html"}


@pytest.mark.parametrize(
    "record",
    ["no JSON", "[]", '{"files": {"../x": {"content": "a"}}}', '{"files": {"/etc/x": {"content": "a"}}}'],
)
def test_a_record_that_is_none_is_refused_and_nothing_touched(tmp_path: Path, record: str) -> None:
    (tmp_path / RECORD).write_text(record, encoding="utf-8")
    done = make(tmp_path)
    assert done.exit_code == 1
    assert "is no record of a site" in done.output
    assert contents(tmp_path).keys() == {RECORD}


def test_a_file_that_cannot_be_written_leaves_all_as_it_was(site: Path) -> None:
    before = contents(site)
    (site / "assets" / "site.css").unlink()
    (site / "assets" / "site.css").mkdir()
    done = make(site, *ONE, "--title", "Another")
    assert done.exit_code == 1
    (site / "assets" / "site.css").rmdir()
    del before["assets/site.css"]
    assert contents(site) == before


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (("--base-url", "example.org"), "--base-url: 'example.org' is no address of a folder: it begins"),
        (("--base-url", "https://example.org/?a"), "is no address of a folder"),
        (("--base-url", "file:///tmp"), "is no address of a folder"),
        (("--games", "tabult"), "--games: there is no game 'tabult'; did you mean tablut?"),
        (("--games", ","), "--games: there is no game ','"),
        (("--languages", "xx"), "--languages: there is no language 'xx'"),
        (("--kits", "some"), "there is no kits 'some'"),
        (("--title", " "), "--title: the title must be a line"),
        (("--runtime", "nowhere"), "--runtime: there is no folder nowhere"),
        (("--port", "70000"), "--port: the port must be 0 to 65535, not 70000"),
    ],
)
def test_wrong_choices_are_one_line(tmp_path: Path, given: tuple[str, str], line: str) -> None:
    done = make(tmp_path / "site", *given)
    assert done.exit_code in (1, 2)
    assert line in done.output
    assert not (tmp_path / "site").exists()


def test_a_place_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "is no folder" in make(tmp_path / "file").output
    assert "cannot be written" in make(tmp_path / "file" / "below").output
    for place in ("", "-"):
        done = CliRunner().invoke(main, ["site", "-o", place])
        assert (done.exit_code, "is no folder" in done.output) == (2, True)
    if os.geteuid():
        (tmp_path / "shut").mkdir(mode=0o500)
        assert "cannot be written" in make(tmp_path / "shut" / "site").output


def test_without_the_runtime_there_is_no_maker_and_a_line_says_how(made: Path, site: Path) -> None:
    assert "make site adds it" in make(site).output
    assert not (made / "kit").exists()
    assert not [*made.rglob("*.js")]
    assert "kit/index.html" not in (made / "index.html").read_text(encoding="utf-8")


def test_the_title_and_the_address_are_on_every_page(tmp_path: Path) -> None:
    assert make(tmp_path, *ONE, "--title", "Tafl & more", "--base-url", "https://example.org/tafl").exit_code == 0
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "Tafl &amp; more" in text.partition("</title>")[0]
        place = page.relative_to(tmp_path).as_posix().removesuffix("index.html")
        assert f'<link rel="canonical" href="https://example.org/tafl/{place}">' in text


@pytest.fixture
def server(made: Path) -> Iterator[http.client.HTTPConnection]:
    """A connection to the site as it is shown on this machine."""
    with open_server(made, 0) as shower:
        threading.Thread(target=shower.serve_forever, args=(0.02,), daemon=True).start()
        connection = http.client.HTTPConnection(*shower.server_address[:2], timeout=10)
        yield connection
        connection.close()
        shower.shutdown()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/assets/site.css", "text/css; charset=utf-8"),
        ("/assets/ornament.svg", "image/svg+xml; charset=utf-8"),
        ("/assets/fonts/text.woff2", "font/woff2"),
        ("/feed.xml", "application/xml; charset=utf-8"),
    ],
)
def test_files_are_shown_with_their_types_and_the_policy(
    server: http.client.HTTPConnection, path: str, kind: str
) -> None:
    server.request("GET", path)
    answer = server.getresponse()
    assert (answer.status, answer.getheader("Content-Type")) == (200, kind)
    assert answer.getheader("Content-Security-Policy") == POLICY
    assert answer.getheader("Cache-Control") == "no-store"
    assert answer.read()


def test_pages_have_the_policy_for_hosts_that_send_no_header(made: Path) -> None:
    # what frames a page is for a header alone to say
    named = html.escape(POLICY.removesuffix("; frame-ancestors 'none'"), quote=False)
    for page in made.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert f'<meta http-equiv="Content-Security-Policy" content="{named}">' in text


def test_a_browser_that_goes_away_is_passed_over(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # more than is on its way at once
    (tmp_path / "large").write_bytes(bytes(30_000_000))
    with open_server(tmp_path, 0) as shower:
        threading.Thread(target=shower.serve_forever, args=(0.02,), daemon=True).start()
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", shower.server_address[1])) as browser:
                # it is reset, with the answer still on its way
                browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                browser.sendall(b"GET /large HTTP/1.0\r\n\r\n")
                assert browser.recv(9) == b"HTTP/1.0 "
        shower.shutdown()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_of_the_server_is_told_to_who_looks_for_it(
    made: Path, debug: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAFLKIT_DEBUG", debug)
    with open_server(made, 0) as shower:
        try:
            raise ValueError("a fault of ours")
        except ValueError:
            shower.handle_error(None, ("127.0.0.1", 1))  # type: ignore[arg-type]
    assert ("a fault of ours" in capfd.readouterr().err) == bool(debug)


def test_a_port_that_is_taken_is_one_line(made: Path) -> None:
    with open_server(made, 0) as shower, pytest.raises(TaflkitError, match="cannot be had"):
        open_server(made, shower.server_address[1])


def test_a_port_that_is_taken_is_told_before_anything_is_made(made: Path, tmp_path: Path) -> None:
    with open_server(made, 0) as shower:
        port = str(shower.server_port)
        done = make(tmp_path / "site", *ONE, "--serve", "--port", port)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == (
        f"Error: --port: port {port} cannot be had: Address already in use; name another, or 0 for any that is free\n"
    )
    assert list(tmp_path.iterdir()) == []


def jobs_of(catalog: Catalog, **choices: str) -> tuple[Site, tuple[KitJob, ...]]:
    site = Site(catalog, ("parlett",), **choices)  # type: ignore[arg-type]
    game = catalog.game("parlett")
    return site, kit_jobs(site, game, game.ruleset(None), "en")


def test_ready_kits_are_on_two_papers_in_both_modes_or_on_all() -> None:
    catalog = Catalog()
    _, usual = jobs_of(catalog)
    assert [(job.spec.paper, job.spec.mode) for job in usual] == [
        (paper, mode) for paper in ("a4", "letter") for mode in ("colour", "mono")
    ]
    assert [job.paths["reader"] for job in usual if "reader" in job.paths] == [
        f"kits/parlett-sea-battle-{paper}-colour-reader.pdf" for paper in ("a4", "letter")
    ]
    assert ["preview" in job.paths for job in usual] == [True, False, False, False]
    _, every = jobs_of(catalog, kits="all")
    assert len({job.paths["kit"] for job in every}) == len(every) == 5 * 2 * len(catalog.theme_names())
    assert jobs_of(catalog, kits="none")[1] == ()


def test_what_a_kit_is_made_of_decides_whether_it_is_made_again(tmp_path: Path) -> None:
    site, kits = jobs_of(Catalog())
    page = GameJob("parlett", "en")
    digests = job_inputs(site, [*kits, page])
    assert len(set(digests.values())) == len(kits) + 1
    # the title of a site is on its pages, and in no kit
    other = job_inputs(Site(site.catalog, site.games, title="Another"), [*kits, page])
    assert [digests[job] == other[job] for job in (*kits, page)] == [True] * len(kits) + [False]
    templates = tmp_path / "templates"
    for file in site.catalog.templates.rglob("*"):
        place = templates / file.relative_to(site.catalog.templates)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.is_file():
            place.write_bytes(file.read_bytes())
    copied = Site(Catalog(templates), site.games)
    assert job_inputs(copied, list(kits)) == {job: digests[job] for job in kits}
    with (templates / "themes" / "ballinderry.toml").open("a", encoding="utf-8") as file:
        file.write("\n# another line\n")
    changed = job_inputs(copied, list(kits))
    assert not any(changed[job] == digests[job] for job in kits)


@pytest.mark.whole
def test_ready_kits_are_those_of_the_command_and_are_kept(tmp_path: Path) -> None:
    catalog = Catalog()
    _, jobs = jobs_of(catalog)
    given = ("--games", "parlett")
    assert make(tmp_path, *given).exit_code == 0
    for job in jobs:
        kit = build_kit(catalog, job.spec)
        for part, name in (("", "kit"), ("reader", "reader")):
            if part in kit.documents:
                assert (tmp_path / job.paths[name]).read_bytes() == to_pdf(kit.documents[part], kit.paints)
    (tmp_path / jobs[1].paths["kit"]).unlink()
    done = make(tmp_path, *given)
    assert f"[1/1] {jobs[1].paths['kit']}" in done.output
    assert ", 1 written" in done.output
    page = (tmp_path / "games" / "parlett" / "sea-battle" / "index.html").read_text(encoding="utf-8")
    assert all(path in page for job in jobs for kind, path in job.paths.items() if kind != "first")
    assert json.loads((tmp_path / RECORD).read_text(encoding="utf-8"))["files"].keys() >= {
        path for job in jobs for path in job.paths.values()
    }


@pytest.mark.whole
def test_a_site_is_shown_until_somebody_stops_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taflkit", "site", "-o", str(tmp_path), *ONE, "--serve", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as shower:
        assert shower.stdout is not None
        address = next(line for line in shower.stdout if line.startswith("http://")).split()[0]
        with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310
            assert answer.read() == (tmp_path / "index.html").read_bytes()
        shower.send_signal(signal.SIGTERM)
        _, problems = shower.communicate(timeout=20)
    assert (shower.returncode, problems) == (0, "")


@pytest.mark.whole
def test_a_site_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taflkit", "site", "-o", str(tmp_path / "site"), "--games", "brandub"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as maker:
        assert maker.stdout is not None
        assert maker.stdout.readline().startswith("[1/")
        maker.send_signal(signal.SIGTERM)
        _, problems = maker.communicate(timeout=30)
    assert (maker.returncode, problems) == (130, "stopped: nothing of the site is written\n")
    assert not (tmp_path / "site").exists()
