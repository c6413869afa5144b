"""What only some systems have: each such name in the package has its other way.

Which names of a module a system lacks is mypy's to say (make lint). Here is what types do not say: paths, processes,
encodings, formats and defaults.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import ROOT
from taflkit.catalog.conversion import language_problem, name_problem
from taflkit.catalog.starts import check_start
from taflkit.errors import TaflkitError

PACKAGE = ROOT / "generator" / "taflkit"
ONE_SYSTEM = re.compile(r"/(dev|etc|proc|run|sys|tmp|usr|var)(/|\Z)|\A[A-Za-z]:\\")
"""The beginnings of paths that one kind of system has."""
UNLIKE = {
    "locale.setlocale": "names of locales are each system's own, and it holds for the whole process",
    "os.rename": "fails on Windows where the target is there; os.replace does not",
    "os.startfile": "is Windows' alone; click.launch knows every system's way",
    "os.system": "is read by another shell on each system",
    "time.tzset": "is not on Windows",
}
"""Names that mean another thing on another system."""
TEXT = {"open", "read_text", "write_text", "fdopen", "TextIOWrapper", "NamedTemporaryFile", "TemporaryFile"}
"""What takes the system's own encoding where none is named."""


def found(source: str) -> Iterator[str]:
    """Yield the lines of a module that would do otherwise on another system, with why."""
    tree = ast.parse(source)
    documents = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            if ONE_SYSTEM.search(node.value):
                yield f"{node.lineno}: the path {node.value!r}"
        elif isinstance(node, ast.ImportFrom):
            for name in {f"{node.module}.{each.name}" for each in node.names} & UNLIKE.keys():
                yield f"{node.lineno}: {name} {UNLIKE[name]}"
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in UNLIKE:
            yield f"{node.lineno}: {ast.unparse(node)} {UNLIKE[ast.unparse(node)]}"
        elif isinstance(node, ast.Call):
            yield from (f"{node.lineno}: {why}" for why in _in_call(node))


def _in_call(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    words = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    keywords = {each.arg for each in call.keywords}
    is_method = isinstance(call.func, ast.Attribute)
    # Source.open opens no text, and what takes a name to call a file by is reading.read_text
    others = (name == "open" and is_method) or (name == "read_text" and (call.args or not is_method))
    is_binary = any(re.fullmatch("[rwxa+]*b[rwxa+]*", word) for word in words)
    if name in TEXT and not (others or is_binary) and "encoding" not in keywords:
        yield f"{name} without an encoding"
    if name == "write_text" and "newline" not in keywords:
        yield "write_text ends lines as the system does; write bytes"
    if (
        name in {"run", "Popen", "check_output"}
        and {"text", "universal_newlines"} & keywords
        and "encoding" not in keywords
    ):
        yield f"{name} with text and without an encoding"
    if name in {"get_context", "set_start_method"} and "fork" in words and "spawn" not in words:
        yield "processes that are copies, without those that begin anew"
    if name in {"strftime", "__format__"} and any(re.search("%[-#]", word) for word in words):
        yield "%- is Linux', %# Windows'"
    if name == "rename" and is_method and len(call.args) == 1 and not keywords:
        yield "rename fails on Windows where the target is there; replace does not"


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_nothing_in_the_package_is_one_systems_alone(file: Path) -> None:
    assert [*found(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    [
        'place = "/tmp/kit.pdf"',
        'place = "/dev/stdout"',
        r'place = "C:\\kits"',
        "os.rename(a, b)",
        "from os import rename",
        "path.rename(other)",
        "open(file)",
        'open(file, "w")',
        "file.read_text()",
        "file.write_text(text)",
        'file.write_text(text, encoding="utf-8")',
        "subprocess.run(command, text=True)",
        'multiprocessing.get_context("fork")',
        'day.strftime("%-d %B")',
        'locale.setlocale(locale.LC_ALL, "")',
    ],
)
def test_what_one_system_has_is_found(line: str) -> None:
    assert [*found(line)] != []


@pytest.mark.parametrize(
    "line",
    [
        '"""See /dev/stdout."""',
        'open(file, "rb")',
        'open(file, encoding="utf-8")',
        'file.write_text(text, encoding="utf-8", newline="\\n")',
        "Source.open(where)",
        'multiprocessing.get_context("fork" if FORKS else "spawn")',
        "draft.replace(place)",
        '"https://creativecommons.org/licenses/by/4.0/"',
    ],
)
def test_what_every_system_has_is_let_through(line: str) -> None:
    assert [*found(line)] == []


def test_processes_that_begin_anew_make_the_same_kits(tmp_path: Path) -> None:
    """As on macOS and Windows, where they are no copies of the first."""
    program = "if __name__ == '__main__':\n    from taflkit.cli import batch, run\n    batch._FORKS = {}\n    run()\n"
    made = []
    for forks in (True, False):
        folder = tmp_path / str(forks)
        folder.mkdir()
        (folder / "program.py").write_text(program.format(forks), encoding="utf-8")
        command = [sys.executable, "program.py", "build", "--rules", "all", "--parts", "cards", "-o", "kits/"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        made.append({file.name: file.read_bytes() for file in (folder / "kits").iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 6


@pytest.mark.parametrize("name", ["con", "nul", "aux", "prn", "com1", "lpt9"])
def test_a_name_that_windows_takes_for_a_device_is_refused(name: str) -> None:
    assert "Windows takes it for a device" in name_problem("game", name)
    assert "Windows takes it for a device" in name_problem("printer", name.upper())
    with pytest.raises(TaflkitError, match="Windows"):
        check_start("theme", name)
    assert name_problem("game", f"{name}-2") == ""


def test_a_language_whose_code_is_a_device_gets_a_country() -> None:
    with pytest.raises(TaflkitError, match="write a country behind it, such as con-BR"):
        check_start("language", "con")
    assert language_problem("con-EC") == ""


def test_the_names_of_the_project_are_those_that_every_system_has() -> None:
    """In the folders that a wheel or an sdist has."""
    tops = ("generator", "templates", "tests", "docs", "scripts")
    paths = [path.relative_to(ROOT).as_posix() for top in tops for path in (ROOT / top).rglob("*")]
    paths = [path for path in paths if not re.search(r"node_modules|__pycache__|scripts/site/(runtime|wheels)", path)]
    assert [path for path in paths if re.search(r'[<>:"\\|?*\x00-\x1f]|[. ](/|\Z)', path)] == []
    assert [
        path
        for path in paths
        if any(
            name_problem("file", part.split(".")[0]).endswith("device; choose another name") for part in path.split("/")
        )
    ] == []
    assert len({path.casefold() for path in paths}) == len(paths)
    # that of a checkout below a folder of 100 characters fits into Windows' 260
    assert max(map(len, paths)) < 160
