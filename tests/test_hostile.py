"""A search for input that breaks the program: of every kind there is, made from the right kind and spoiled.

Each input is given to the whole program in a process of its own. It may be refused in a line, but must not crash,
take long, hold much memory, leave a file half made, or write anywhere but where files are asked for.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from support.guarded import CRASHED, Guarded, Run
from support.hostile import arguments, games, positions, printers, records, themes

pytestmark = [pytest.mark.whole, pytest.mark.long]

SECONDS, MEGABYTES = 10, 300
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


def tried(server: Guarded, words: list[str], files: dict[str, bytes], given: bytes = b"") -> None:
    """Run the program in a folder with some files, and see that nothing broke."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for file, content in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(content)
        hold(server.run(words, folder, given), words, folder)


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
    for file in folder.rglob("*"):
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


@search(220)
@given(st.sampled_from(USES), games())
def test_games(server: Guarded, words: list[str], game: bytes) -> None:
    tried(server, words, {"mygame.toml": game})


@search(150)
@given(st.sampled_from((["build"], ["figures", "--figure", "capture"], ["diagram"])), themes())
def test_themes(server: Guarded, words: list[str], theme: bytes) -> None:
    tried(server, [*words, "--theme", "mytheme.toml"], {"mytheme.toml": theme})


PRINTING = (["build", "--printer", "office"], ["printer", "test", "--printer", "office"])


@search(80)
@given(st.sampled_from((*PRINTING, ["printer", "list"], ["printer", "show", "office"])), printers())
def test_printers(server: Guarded, words: list[str], printer: bytes) -> None:
    tried(server, words, {"config/taflkit/printers/office.toml": printer})


@search(250)
@given(arguments())
def test_options(server: Guarded, words: list[str]) -> None:
    files = {"mygame.toml": b'[layout]\nbase = "brandub"\n', "mytheme.toml": b'title = "Mine"\n'}
    tried(server, words, files, b"d6-f6")


@search(100)
@given(positions, st.sampled_from(("--position", "--file")))
def test_positions(server: Guarded, position: str, option: str) -> None:
    tried(server, *_diagram(option, position))


@search(100)
@given(records, st.sampled_from(("--record", "--file")))
def test_records(server: Guarded, record: str, option: str) -> None:
    tried(server, *_diagram(option, record))


def _diagram(option: str, text: str) -> tuple[list[str], dict[str, bytes]]:
    """The command that draws a text, which stands in a file or in the command."""
    content = text.encode(errors="surrogatepass")
    if option == "--file" or "\0" in text:
        return ["diagram", "--file", "game.txt"], {"game.txt": content}
    return ["diagram", option, text], {}
