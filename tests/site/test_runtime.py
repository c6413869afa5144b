"""The runtime answers every request as CPython does, byte for byte, and is what it says that it is."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import ROOT
from taflkit.catalog import Catalog
from taflkit.errors import TaflkitError
from taflkit.site.page import Site
from taflkit.site.runtime import MANIFEST, files, parts, program_digest, read_runtime
from taflkit.site.visitor import Session, answer_in

SCRIPTS = ROOT / "scripts" / "site"
RUNTIME = SCRIPTS / "runtime"


def every_request() -> list[tuple[str, dict[str, Any]]]:
    """Return the requests that the runtime was made by."""
    spec = importlib.util.spec_from_file_location("every_request", SCRIPTS / "every_request.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["every_request"] = module
    spec.loader.exec_module(module)
    requests: list[tuple[str, dict[str, Any]]] = list(module.every_request(Catalog()))
    return requests


@pytest.fixture(scope="module")
def runtime() -> Path:
    """Return the folder of a runtime of this very taflkit."""
    assert shutil.which("node"), "node is needed to make the runtime; .ci/run installs it"
    if not (SCRIPTS / "node_modules" / "pyodide").is_dir():
        subprocess.run(("npm", "ci", "--silent"), cwd=SCRIPTS, check=True)
    subprocess.run((sys.executable, str(SCRIPTS / "make_runtime.py"), "--if-old"), check=True)
    return RUNTIME


@pytest.fixture(scope="module")
def site(runtime: Path) -> Site:
    return Site(Catalog(), ("brandub",), runtime=runtime)


@pytest.mark.whole
def test_every_request_is_answered_as_by_the_command(runtime: Path, tmp_path: Path) -> None:
    requests, session = every_request(), Session()
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    run = ("node", "--no-warnings", str(SCRIPTS / "answer.mjs"), str(runtime))
    (tmp_path / "requests").write_text(lines, encoding="utf-8")
    with (
        (tmp_path / "requests").open(encoding="utf-8") as given,
        (tmp_path / "answers").open("w", encoding="utf-8") as printed,
        subprocess.Popen(run, stdin=given, stdout=printed) as done,
    ):
        # both at once
        expected = [answer_in(session, question, json.dumps(request)) for question, request in requests]
    assert done.returncode == 0
    ready, *answers = map(json.loads, (tmp_path / "answers").read_text(encoding="utf-8").splitlines())
    assert ready["ready"] > 0
    assert len(answers) == len(requests)
    kits = 0
    for (question, request), found, (text, contents) in zip(requests, answers, expected, strict=True):
        assert found.get("text") == text, (question, request, found.get("fault"))
        digests = [[len(each), hashlib.sha256(each).hexdigest()] for each in contents]
        assert found["files"] == digests, (question, request)
        kits += question == "kit" and bool(contents)
    assert kits >= 70


@pytest.mark.whole
def test_the_runtime_is_made_of_the_same_bytes_again(runtime: Path, tmp_path: Path) -> None:
    run = (sys.executable, str(SCRIPTS / "make_runtime.py"), "-o", str(tmp_path))
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    names = [
        sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
        for folder in (runtime, tmp_path)
    ]
    assert names[0] == names[1]
    assert [name for name in names[0] if (runtime / name).read_bytes() != (tmp_path / name).read_bytes()] == []


@pytest.mark.whole
def test_a_site_has_the_files_of_its_runtime(site: Site, runtime: Path) -> None:
    made = {each.path: each.content for each in files(site)}
    there = {f"runtime/{file.relative_to(runtime).as_posix()}" for file in runtime.rglob("*") if file.is_file()}
    assert made.keys() == there
    assert made[f"runtime/{MANIFEST}"] == (runtime / MANIFEST).read_bytes()


@pytest.mark.whole
def test_each_part_has_its_licence_and_its_source(site: Site, runtime: Path) -> None:
    found = {part.name: part for part in parts(site)}
    assert found.keys() == {
        *("Pyodide", "Python", "PDF.js", "fonttools", "msgspec", "polib", "pyphen", "reportlab", "svgwrite", "tomli"),
    }
    assert found["Pyodide"].licence == "MPL-2.0"
    assert found["Pyodide"].version in found["Pyodide"].source
    assert found["Python"].version.startswith("3.14.")
    for part in found.values():
        assert part.source.startswith("https://")
        assert part.texts
        for text in part.texts:
            assert len((runtime / text).read_bytes()) > 200, text
    assert any(text.endswith("README_hyph_en_GB.txt") for text in found["pyphen"].texts)
    words = {"MPL-2.0": "Mozilla Public License", "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE", "MIT": "Permission"}
    for part in found.values():
        wanted = words.get(part.licence, "")
        assert any(wanted in (runtime / text).read_text("utf-8", "replace") for text in part.texts), part.name


def a_runtime(folder: Path, program: str, content: bytes = b"x") -> Path:
    """Write a folder that is a runtime of a program."""
    folder.mkdir()
    (folder / "stdlib.pack").write_bytes(b"x")
    digests = {"stdlib.pack": hashlib.sha256(content).hexdigest()[:16]}
    table = {
        "maker": "",
        "program": program,
        "pyodide": "pyodide-1/",
        "lock": {},
        "digests": digests,
        "sizes": {},
        "parts": [],
    }
    (folder / MANIFEST).write_text(json.dumps(table), encoding="utf-8")
    return folder


def digest() -> str:
    return program_digest(ROOT / "generator" / "taflkit", Catalog().templates)


def test_a_runtime_of_another_taflkit_says_how_to_make_it(tmp_path: Path) -> None:
    old = a_runtime(tmp_path / "old", "0123456789abcdef")
    with pytest.raises(TaflkitError, match=r"was made of another version of taflkit.*; make runtime makes it anew"):
        list(files(Site(Catalog(), ("brandub",), runtime=old)))


def test_a_folder_that_is_no_runtime_says_so(tmp_path: Path) -> None:
    with pytest.raises(TaflkitError, match=r"is no runtime: it has no runtime\.json; make runtime"):
        read_runtime(tmp_path)
    (tmp_path / MANIFEST).write_text('{"program": 1}', encoding="utf-8")
    with pytest.raises(TaflkitError, match="make runtime makes it anew"):
        read_runtime(tmp_path)


def test_a_file_that_was_changed_or_is_missing_is_named(tmp_path: Path) -> None:
    changed = a_runtime(tmp_path / "changed", digest(), b"y")
    with pytest.raises(TaflkitError, match=r"stdlib\.pack is not as it was made"):
        list(files(Site(Catalog(), ("brandub",), runtime=changed)))
    (changed / "stdlib.pack").unlink()
    with pytest.raises(TaflkitError, match=r"stdlib\.pack: there is no such file"):
        list(files(Site(Catalog(), ("brandub",), runtime=changed)))


def test_a_site_without_a_runtime_has_none_of_its_files() -> None:
    site = Site(Catalog(), ("brandub",))
    assert list(files(site)) == []
    assert parts(site) == ()
