"""taflkit site: a folder that is written whole, made again where something changed, and touches nothing of others."""

from __future__ import annotations

import gzip
import hashlib
import html
import http.client
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import brotli
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from support.sampling import sampled
from taflkit.catalog import Catalog
from taflkit.catalog.inputs import digest
from taflkit.cli import main
from taflkit.cli.serving import POLICY, open_server
from taflkit.cli.site import RECORD, read_record
from taflkit.cli.writing import write_all
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.render.pdf import to_pdf
from taflkit.resources import templates_folder
from taflkit.site.build import site_jobs
from taflkit.site.inputs import Inputs
from taflkit.site.kits import ready_kits
from taflkit.site.page import NOT_FOUND, SHARED, ReadyKit, Site

ONE = ("--games", "parlett", "--kits", "none")
GIVEN = ("--games", "brandub", "--languages", "en")


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
    assert "[2/2] games/parlett/index.html (en)" in done.output or "[1/2] games/parlett/index.html" in done.output
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
    assert {path: file.content for path, file in read_record(made).files.items()} == files


def test_nothing_is_made_again_where_nothing_changed(site: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in site.rglob("*")}
    done = make(site)
    assert "[1/" not in done.output
    assert ", 0 written" in done.output
    assert {file: file.stat().st_mtime_ns for file in site.rglob("*")} == before


def test_what_is_lost_or_spoiled_is_made_again_alone(site: Path, made: Path) -> None:
    kept = (site / "index.html").stat().st_mtime_ns
    board = site / "games" / "parlett" / "board.svg"
    board.unlink()
    (site / "assets" / "site.css").write_text("spoiled", encoding="utf-8")
    done = make(site)
    assert "[1/1] games/parlett/index.html (en)" in done.output
    assert ", 2 written" in done.output
    board.write_bytes(board.read_bytes()[:100])
    assert ", 1 written" in make(site).output
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
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
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
    scripts = {file.name for file in made.rglob("*.js")}
    # puzzles are solved without it
    assert "puzzles.js" in scripts
    assert scripts.isdisjoint({"session.js", "worker.js", "maker.js", "diagram.js", "own.js"})
    assert "kit/index.html" not in (made / "index.html").read_text(encoding="utf-8")


def test_the_title_and_the_address_are_on_every_page(tmp_path: Path) -> None:
    assert make(tmp_path, *ONE, "--title", "Tafl & more", "--base-url", "https://example.org/tafl").exit_code == 0
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "Tafl &amp; more" in text.partition("</title>")[0]
        place = page.relative_to(tmp_path).as_posix().removesuffix("index.html")
        if place == NOT_FOUND:
            # at whatever depth it is shown
            assert 'href="https://example.org/tafl/assets/site.css"' in text
            assert ('content="noindex"' in text, "canonical" in text) == (True, False)
            continue
        assert f'<link rel="canonical" href="https://example.org/tafl/{place}">' in text
        shared = text.partition('<meta property="og:image" content="https://example.org/tafl/')[2].partition('"')[0]
        with Image.open(tmp_path / shared) as picture:
            assert (picture.format, picture.size) == ("JPEG", SHARED)
    assert "Sitemap: https://example.org/tafl/sitemap.xml\n" in (tmp_path / "robots.txt").read_text(encoding="utf-8")


def test_browsers_can_install_the_site(made: Path) -> None:
    manifest = json.loads((made / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["start_url"], manifest["lang"]) == ("taflkit", "./", "en")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with Image.open(made / icon["src"]) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
    with Image.open(made / "favicon.ico") as picture:
        assert (picture.format, picture.size) == ("ICO", (48, 48))
    page, style = (made / "index.html").read_text(encoding="utf-8"), (made / "assets" / "site.css").read_text("utf-8")
    colours = re.findall(r'name="theme-color" media="\(prefers-color-scheme: \w+\)" content="(#\w+)"', page)
    assert colours == re.findall(r"--paper: (#\w+);", style)[:2]
    assert manifest["theme_color"] == colours[0]


@pytest.mark.whole
def test_files_are_compressed_once_and_go_when_they_are_not_wanted(site: Path, made: Path) -> None:
    assert make(site, *ONE, "--compressed").exit_code == 0
    for end, read in ((".gz", gzip.decompress), (".br", brotli.decompress)):
        packed = {file.relative_to(site).as_posix() for file in site.rglob(f"*{end}")}
        assert {f"{name}{end}" for name in ("index.html", "assets/site.css", "games/parlett/board.svg")} < packed
        assert not any(name.endswith((f".webp{end}", f".woff2{end}", f".br{end}", f".gz{end}")) for name in packed)
        for name in packed:
            assert read((site / name).read_bytes()) == (site / name.removesuffix(end)).read_bytes()
    before = contents(site)
    (site / "index.html.gz").unlink()
    assert ", 1 written" in make(site, *ONE, "--compressed").output
    assert contents(site) == before
    # a page that is another has other compressed files
    assert make(site, *ONE, "--compressed", "--title", "Another").exit_code == 0
    assert gzip.decompress((site / "index.html.gz").read_bytes()) == (site / "index.html").read_bytes()
    assert make(site).exit_code == 0
    assert contents(site) == contents(made)


def test_without_brotli_there_is_gzip_and_a_line(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    done = make(site, *ONE, "--compressed")
    assert (done.exit_code, "Without .br files: pip install brotli" in done.output) == (0, True)
    assert ((site / "index.html.gz").exists(), (site / "index.html.br").exists()) == (True, False)


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


def test_a_file_with_its_digest_in_the_address_may_be_stored(server: http.client.HTTPConnection) -> None:
    for path, caching in (
        ("/assets/site.css?0123456789abcdef", "public, max-age=31536000, immutable"),
        ("/assets/site.css?game=tablut", "no-store"),
        ("/assets/missing.css?0123456789abcdef", "no-store"),
    ):
        server.request("GET", path)
        answer = server.getresponse()
        assert answer.getheader("Cache-Control") == caching, path
        answer.read()


def test_pages_have_the_policy_for_hosts_that_send_no_header(made: Path) -> None:
    named = html.escape(POLICY, quote=False)
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


def kits_of(catalog: Catalog, **choices: str) -> tuple[ReadyKit, ...]:
    site = Site(catalog, ("parlett",), **choices)  # type: ignore[arg-type]
    game = catalog.game("parlett")
    return ready_kits(site, game, game.ruleset(None), "en")


def test_ready_kits_are_on_two_papers_in_both_modes_or_on_all() -> None:
    catalog = Catalog()
    usual = kits_of(catalog)
    assert [(kit.spec.paper, kit.spec.mode) for kit in usual] == [
        (paper, mode) for paper in ("a4", "letter") for mode in ("colour", "mono")
    ]
    assert [kit.paths["reader"] for kit in usual if "reader" in kit.paths] == [
        f"kits/parlett-sea-battle-{paper}-colour-reader.pdf" for paper in ("a4", "letter")
    ]
    assert ["preview" in kit.paths for kit in usual] == [True, False, False, False]
    every = kits_of(catalog, kits="all")
    assert len({kit.paths["kit"] for kit in every}) == len(every) == 5 * 2 * len(catalog.theme_names())
    assert kits_of(catalog, kits="none") == ()


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the templates."""
    return Path(shutil.copytree(templates_folder(), tmp_path_factory.mktemp("copied") / "templates"))


@contextmanager
def changed(file: Path, change: Callable[[str], str]) -> Iterator[None]:
    """Change a file, and put it back."""
    text = file.read_text(encoding="utf-8")
    assert change(text) != text
    file.write_text(change(text), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def other(table: str, key: str) -> Callable[[str], str]:
    """Return what puts a word before the translation of a text."""
    return lambda text: re.sub(rf'(msgctxt "{table}.{key}"\nmsgid (?:".*"\n)+msgstr (?:""\n)?")', r"\1Ander ", text)


def remade(templates: Path, *names: str, **choices: str) -> set[str]:
    """Return the jobs whose files are others than those of the shipped templates."""
    before, after = (
        Site(Catalog(folder), names, ("en", "de"), **choices)  # type: ignore[arg-type]
        for folder in (templates_folder(), templates)
    )
    one, two = Inputs.of(before), Inputs.of(after)
    jobs = list(site_jobs(after))
    assert jobs == list(site_jobs(before))
    unlike = [job for job in jobs if one.of_files(job) != two.of_files(job)]
    return {str(job) for job in unlike if not job.game or one.of_texts(job) != two.of_texts(job)}


@pytest.mark.whole
def test_what_files_are_made_of_decides_whether_they_are_made_again(templates: Path) -> None:
    site = Site(Catalog(), ("brandub", "tablut"), ("en", "de"))
    jobs, inputs = list(site_jobs(site)), Inputs.of(site)
    found = {inputs.of_files(job) for job in jobs} | {inputs.of_texts(job) for job in jobs if job.game}
    assert len(found) == sum(1 + bool(job.game) for job in jobs)
    # the title of a site is on its pages, and in no kit
    titled = Inputs.of(Site(site.catalog, site.games, site.languages, title="Another"))
    assert {job.rules != "" for job in jobs if inputs.of_files(job) == titled.of_files(job)} == {True}
    assert {job.rules != "" for job in jobs if inputs.of_files(job) != titled.of_files(job)} == {False}
    assert remade(templates, "brandub", "tablut") == set()
    with changed(templates / "themes" / "ballinderry.toml", "{}\n# another line\n".format):
        assert remade(templates, "brandub", "tablut") == set(map(str, jobs))


GERMAN = {"index.html (de)"}
PAGES = ("index.html", "games/brandub/index.html", "games/tablut/index.html")


@pytest.mark.parametrize(
    ("file", "change", "jobs"),
    sampled(
        [
            # a page of its own, and what the site calls things, are on no kit
            (
                "languages/de/site.po",
                other("home", "lead"),
                {f"{page} (de)" for page in PAGES},
            ),
            # one that stands on every page, and one that offers the language on the pages of the others
            (
                "languages/de/site.po",
                other("every", "skip"),
                {f"{page} (de)" for page in PAGES},
            ),
            (
                "languages/de/site.po",
                other("every", "offer"),
                {f"{page} ({code})" for page in PAGES for code in ("en", "de")},
            ),
            # a game's own history, under one of its rulesets
            (
                "languages/de/tablut.po",
                other("booklet", "rulesets.sea-battle.history.title"),
                {*GERMAN, "games/tablut/index.html (de)", "kits/tablut-sea-battle (de)"},
            ),
            # a rule that all games share, and that few have
            (
                "languages/de/kit.po",
                other("rules", r"sentence\[\d+\]\.cases\.anybody anybody"),
                {*GERMAN, "games/tablut/index.html (de)", "kits/tablut-sea-battle (de)"},
            ),
            # the puzzles of a ruleset, which are on the first page of each language too
            (
                "puzzles/brandub-walker.toml",
                "{}\n# another line\n".format,
                {
                    *(
                        f"{name} ({code})"
                        for name in ("games/brandub/index.html", "kits/brandub-walker")
                        for code in ("en", "de")
                    ),
                    *GERMAN,
                    "index.html (en)",
                },
            ),
        ],
        2,
    ),
    ids=[
        "words of the site",
        "words of every page",
        "words for others",
        "words of a game",
        "words of all games",
        "puzzles",
    ],
)
def test_a_change_makes_anew_what_has_it_alone(
    templates: Path, file: str, change: Callable[[str], str], jobs: set[str]
) -> None:
    with changed(templates / file, change):
        assert remade(templates, "brandub", "tablut") == jobs


def make_of(templates: Path, monkeypatch: pytest.MonkeyPatch, folder: Path, *given: str) -> str:
    """Make a site of other templates; return what is said of it."""
    # its workers are copies of this process
    known = Catalog(templates)
    for name in ("catalog", "_catalog_of_site"):
        monkeypatch.setattr(f"taflkit.cli.site.{name}", lambda: known)
    done = make(folder, *given)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.whole
def test_a_changed_word_writes_the_files_that_have_it(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = partial(make_of, templates, monkeypatch, tmp_path, "--games", "brandub,tablut", "--languages", "en,de")
    build()
    before = contents(tmp_path)
    history = other("booklet", "rulesets.sea-battle.history.title")
    with changed(templates / "languages" / "de" / "tablut.po", history):
        line = build().splitlines()[-2]
        after = contents(tmp_path)
        written = {path for path, digest in after.items() if before[path] != digest} - {RECORD}
        assert f", {len(written)} written" in line
        assert {"de/games/tablut/sea-battle/index.html", "kits/tablut-sea-battle-de-a4-mono.pdf"} <= written
        assert all(path.startswith(("de/games/tablut/", "kits/tablut-sea-battle-de-")) for path in written)
        # what is there now is what would be made from the first
        shutil.rmtree(tmp_path / "kits")
        build()
        assert contents(tmp_path) == after
    build()
    assert contents(tmp_path) == before
    assert ", 0 written" in build()


@pytest.mark.whole
@pytest.mark.parametrize(
    ("file", "key"), [("site", "every.skip"), ("site", "every.offer_close"), ("brandub", "booklet.special")]
)
def test_after_a_changed_word_a_site_is_as_if_made_at_once(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, key: str
) -> None:
    given = ("--games", "brandub", "--languages", "en,de", "--kits", "none")
    make_of(templates, monkeypatch, tmp_path / "changed", *given)
    before = contents(tmp_path / "changed")
    with changed(templates / "languages" / "de" / f"{file}.po", other(*key.split("."))):
        for folder in ("changed", "new"):
            make_of(templates, monkeypatch, tmp_path / folder, *given)
    assert contents(tmp_path / "new") == contents(tmp_path / "changed") != before


def test_nothing_is_read_of_a_game_where_nothing_changed(
    site: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a book was read")

    monkeypatch.setattr("taflkit.catalog.book._read_book", refuse)
    done = make(site)
    assert (done.exit_code, ", 0 written" in done.output) == (0, True)
    # another version of the program makes all anew
    monkeypatch.setattr("taflkit.site.inputs.digest", lambda *values: digest("another", *values))
    assert make(site).exit_code == 1
    monkeypatch.undo()
    monkeypatch.setattr("taflkit.site.inputs.digest", lambda *values: digest("another", *values))
    done = make(site)
    assert "[2/2]" in done.output
    assert ", 0 written" in done.output
    assert contents(site).keys() == contents(made).keys()


@pytest.mark.whole
def test_ready_kits_are_those_of_the_command_and_are_kept(tmp_path: Path) -> None:
    catalog = Catalog()
    every = kits_of(catalog)
    given = ("--games", "parlett")
    assert make(tmp_path, *given).exit_code == 0
    for ready in every:
        kit = build_kit(catalog, ready.spec)
        for part, name in (("", "kit"), ("reader", "reader")):
            if part in kit.documents:
                assert (tmp_path / ready.paths[name]).read_bytes() == to_pdf(kit.documents[part], kit.paints)
    (tmp_path / every[1].paths["kit"]).unlink()
    done = make(tmp_path, *given)
    assert "[1/1] kits/parlett-sea-battle (en)" in done.output
    assert ", 1 written" in done.output
    page = (tmp_path / "games" / "parlett" / "sea-battle" / "index.html").read_text(encoding="utf-8")
    assert all(path in page for ready in every for kind, path in ready.paths.items() if kind != "first")
    assert json.loads((tmp_path / RECORD).read_text(encoding="utf-8"))["files"].keys() >= {
        path for ready in every for path in ready.paths.values()
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
    code, problems = stopped(tmp_path / "site", "index.html")
    assert (code, problems) == (130, "stopped: nothing of the site is written\n")
    assert not (tmp_path / "site").exists()


@pytest.mark.whole
def test_kits_that_are_done_when_a_site_is_stopped_are_not_made_again(tmp_path: Path) -> None:
    code, problems = stopped(tmp_path / "site", "kits/")
    assert code == 130
    assert re.fullmatch(r"stopped: \d+ files of kits are written, and no page; the same command .*\n", problems)
    before = contents(tmp_path / "site")
    kits = {path for path in before if path.endswith(".pdf")}
    assert before.keys() == {RECORD, *(path for path in before if path.startswith("kits/"))}
    assert kits
    assert make(tmp_path / "site", *GIVEN).exit_code == 0
    assert contents(tmp_path / "site").items() >= {path: it for path, it in before.items() if path != RECORD}.items()
    assert make(tmp_path / "whole", *GIVEN).exit_code == 0
    assert contents(tmp_path / "site") == contents(tmp_path / "whole")


def stopped(folder: Path, behind: str) -> tuple[int, str]:
    """Stop the making of a site behind a job whose name begins so; return its exit code and what it says."""
    command = [sys.executable, "-m", "taflkit", "site", "-o", str(folder), *GIVEN]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as maker:
        assert maker.stdout is not None
        next(line for line in maker.stdout if line.partition("] ")[2].startswith(behind))
        maker.send_signal(signal.SIGTERM)
        _, problems = maker.communicate(timeout=60)
    return maker.returncode, problems
