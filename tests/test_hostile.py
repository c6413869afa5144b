"""A search for input that breaks the program: of every kind there is, made from the right kind and spoiled.

Each input is given to the whole program in a process of its own. It may be refused in a line, but must not crash,
take long, hold much memory, leave a file half made, read what is nobody's business, or write anywhere but where files
are asked for.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from support import ROOT
from support.guarded import CRASHED, Guarded, Run
from support.hostile import arguments, games, label_sheets, positions, printers, records, themes, translations
from support.strangers import PIPE, Content, Font, Link, drawings, fonts, namings, pairs, place, requests, sites, suites

pytestmark = [pytest.mark.whole, pytest.mark.long]

SECONDS, MEGABYTES = 20, 300
LONGEST_LINE = 4000


def search(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def server() -> Iterator[Guarded]:
    with Guarded() as server:
        yield server


WORD = "hunter2"
PRIVATE = {
    "private.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="{WORD}" d="M0 0h9v9z"/></svg>',
    "private.toml": f'{WORD} = "{WORD}"\n',
    "private.ttf": WORD,
}
"""The files of somebody else."""


def tried(server: Guarded, words: list[str], files: Mapping[str, Content], given: bytes = b"") -> None:
    """Run the program in a folder with some files, beside another that is nobody's business; see that nothing broke."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        folder, outside = Path(name).resolve(), Path(other).resolve()
        for file, text in PRIVATE.items():
            (outside / file).write_text(text)
        place(folder, files, outside)
        run = server.run(words, folder, given)
        hold(run, words, folder)
        assert {file.name: file.read_text() for file in outside.iterdir()} == PRIVATE
        assert not [path for path in run.read if path.is_relative_to(outside)], f"{words} reads what it must not"
        assert WORD not in run.said + run.printed


def hold(run: Run, words: list[str], folder: Path) -> None:
    where = f"taflkit {' '.join(map(ascii, words))}: {run.code}\n{run.said}"
    assert run.code in (0, 1, 2), where
    assert run.code != CRASHED, where
    assert "Traceback" not in run.said, where
    assert "TAFLKIT_DEBUG" not in run.said, f"nobody foresaw this: {where}"
    assert run.seconds < SECONDS, where
    assert run.megabytes < MEGABYTES, where
    if run.code:
        last = run.said.rstrip("\n").split("\n")[-1]
        assert last.startswith(("Error: ", "Usage: ")), where
        assert len(last) > len("Error: "), where
        assert len(last) <= LONGEST_LINE, where
    assert all(char.isprintable() or char in "\n" for char in run.said), where
    output = (folder / "output", folder / "config", *([folder] if words[0] == "new" else []))
    for path in run.touched:
        assert any(path.is_relative_to(there) for there in output), f"{path} is no place for files: {where}"
    for file in (path for path in folder.rglob("*") if not path.is_symlink()):
        assert not file.name.startswith("."), f"{file} was left behind: {where}"
        if words[0] != "completion":  # a shell's script, whatever the file is called
            _whole(file, where)


def _whole(file: Path, where: str) -> None:
    """Refuse a file that others could not read."""
    if not file.is_file():
        return
    if file.suffix == ".svg":
        ElementTree.parse(file)  # noqa: S314  (the file is ours)
    elif file.suffix == ".pdf":
        checked = subprocess.run(["qpdf", "--check", str(file)], check=False, capture_output=True, text=True)
        assert checked.returncode == 0, f"{where}\n{checked.stdout}{checked.stderr}"


USES = (
    *(["build", "mygame.toml"], ["build", "mygame.toml", "--box"], ["plan", "mygame.toml"], ["rules", "mygame.toml"]),
    *(["rules", "mygame.toml", "--words"], ["rules", "mygame.toml", "--diff", "masters"], ["check", "mygame.toml"]),
    *(["figures", "mygame.toml"], ["diagram", "mygame.toml"], ["perft", "mygame.toml", "--depth", "1"]),
)


@search(110)
@given(st.sampled_from(USES), games())
def test_games(server: Guarded, words: list[str], game: bytes) -> None:
    tried(server, words, {"mygame.toml": game})


@search(75)
@given(st.sampled_from((["build"], ["figures", "--figure", "capture"], ["diagram"])), themes())
def test_themes(server: Guarded, words: list[str], theme: bytes) -> None:
    tried(server, [*words, "--theme", "mytheme.toml"], {"mytheme.toml": theme})


DRAWN = (["build", "--mode", "mono"], ["diagram"], ["figures", "--figure", "capture"])


@search(60)
@given(st.sampled_from(DRAWN), drawings())
def test_drawings(server: Guarded, words: list[str], drawing: bytes) -> None:
    theme = b"[devices]\nattacker = 'a.svg'\n"
    tried(server, [*words, "--theme", "mytheme.toml"], {"mytheme.toml": theme, "a.svg": drawing})


SET = (["build", "--mode", "mono"], ["diagram", "--caption", "Brandub *at once*"])


@search(100)
@given(st.sampled_from(SET), st.sampled_from(("title", "text", "bold")), fonts())
def test_fonts(server: Guarded, words: list[str], face: str, font: Font) -> None:
    theme = f"[fonts]\n{face} = 'a.ttf'\n".encode()
    tried(server, [*words, "--theme", "mytheme.toml"], {"mytheme.toml": theme, "a.ttf": font.content})


@search(60)
@given(st.sampled_from(DRAWN), namings())
def test_names_in_themes(server: Guarded, words: list[str], files: dict[str, Content]) -> None:
    tried(server, [*words, "--theme", "mytheme.toml"], files)


@search(30)
@given(suites())
def test_suites(server: Guarded, files: dict[str, Content]) -> None:
    tried(server, ["perft", "--suite", "a.perft"], files)


@search(30)
@given(pairs())
def test_comparisons(server: Guarded, pair: tuple[bytes, list[str]]) -> None:
    game, words = pair
    tried(server, words, {"mygame.toml": game})


@search(12)
@given(sites())
def test_site_folders(server: Guarded, files: dict[str, Content]) -> None:
    tried(server, ["site", "--games", "brandub", "--kits", "none", "--languages", "en"], files)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The host and port of a site that is shown, whose server says nothing but where it is."""
    folder = tmp_path_factory.mktemp("served")
    words = ["site", "--games", "brandub", "--kits", "none", "--languages", "en", "--serve", "--port", "0"]
    # begun in the background of a script these tests ignore it, and so would the server
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with (
        (folder / "said").open("w") as said,
        subprocess.Popen(
            [sys.executable, "-m", "taflkit", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as program,
    ):
        signal.signal(signal.SIGINT, before)
        assert program.stdout is not None
        address = next(line for line in program.stdout if line.startswith("http://"))
        for file, text in PRIVATE.items():
            (folder / file).write_text(text)
        place(folder / "output" / "site", {"lnk": Link("{outside}"), "pipe": PIPE, ".hidden": WORD.encode()}, folder)
        yield "127.0.0.1", int(address.split("/")[2].split(":")[1])
        program.send_signal(signal.SIGINT)
        # what it says last is still read
        assert program.wait(30) == 0
    assert (folder / "said").read_text() == ""


def answered(host: str, port: int, request: bytes) -> bytes:
    """What the server answers to bytes, before it ends the connection."""
    with socket.create_connection((host, port), timeout=30) as connection, suppress(OSError):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


@search(75)
@given(requests())
def test_requests(served: tuple[str, int], request: bytes) -> None:
    name = f"{served[0]}:{served[1]}"
    given = request.replace(b"{host}", name.encode()).replace(b"{long}", b"a" * 70_000)
    answer = answered(*served, given)
    assert WORD.encode() not in answer, request
    assert b"\r\nX-Evil" not in answer, request
    assert b"Location: http" not in answer, request
    assert b"Location: //" not in answer, request
    # it goes on
    good = answered(*served, f"GET /index.html HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
    assert good.startswith((b"HTTP/1.1 200", b"HTTP/1.0 200")), request


TRANSLATED = (
    *(["build", "mine", "--language", "da", "--draft"], ["rules", "mine", "--language", "da"]),
    *(["check", "mine", "--language", "da", "--missing"], ["new", "language", "da", "--game", "mine"]),
)


@search(50)
@given(st.sampled_from(TRANSLATED), translations())
def test_translations(server: Guarded, words: list[str], files: dict[str, bytes]) -> None:
    tried(server, words, files)


PRINTING = (["build", "--printer", "office"], ["printer", "test", "--printer", "office"])


@search(40)
@given(st.sampled_from((*PRINTING, ["printer", "list"], ["printer", "show", "office"])), printers())
def test_printers(server: Guarded, words: list[str], printer: bytes) -> None:
    tried(server, words, {"config/taflkit/printers/office.toml": printer})


ON_LABELS = (["build", "--parts", "counters"], ["printer", "test"], ["check"])


@search(40)
@given(st.sampled_from(ON_LABELS), label_sheets())
def test_label_sheets(server: Guarded, words: list[str], labels: bytes) -> None:
    tried(server, [*words, "--labels", "mylabels.toml"], {"mylabels.toml": labels})


@search(125)
@given(arguments())
def test_options(server: Guarded, words: list[str]) -> None:
    files = {"mygame.toml": b'[layout]\nbase = "brandub"\n', "mytheme.toml": b'title = "Mine"\n'}
    tried(server, words, files, b"d6-f6")


@search(50)
@given(positions, st.sampled_from(("--position", "--file")))
def test_positions(server: Guarded, position: str, option: str) -> None:
    tried(server, *_diagram(option, position))


@search(50)
@given(records, st.sampled_from(("--record", "--file")))
def test_records(server: Guarded, record: str, option: str) -> None:
    tried(server, *_diagram(option, record))


def _diagram(option: str, text: str) -> tuple[list[str], dict[str, bytes]]:
    """The command that draws a text, which stands in a file or in the command."""
    content = text.encode(errors="surrogatepass")
    if option == "--file" or "\0" in text:
        return ["diagram", "--file", "game.txt"], {"game.txt": content}
    return ["diagram", option, text], {}
