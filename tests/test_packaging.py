"""What is shipped: wheel and sdist carry the templates, and the installed wheel works from any folder."""

from __future__ import annotations

import email
import fnmatch
import itertools
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import tomli

from support import ROOT
from taflkit import __version__

MOST_WHEEL = 3_000_000
"""The bytes of a wheel."""
CHANGES = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The kinds of changes of Keep a Changelog 1.1.0, in its order."""
SPDX = {"MIT": "MIT", "CC BY 4.0": "CC-BY-4.0", "SIL Open Font License 1.1": "OFL-1.1", "zlib licence": "Zlib"}
"""The licences as LICENSE names them, and as REUSE.toml does."""


def read_toml(name: str) -> dict[str, Any]:
    return tomli.loads((ROOT / name).read_text(encoding="utf-8"))


PROJECT = read_toml("pyproject.toml")["project"]


def tracked(folder: str) -> set[str]:
    """Return the files of a folder that belong to the project, relative to it."""
    done = subprocess.run(["git", "ls-files", "-z", "--", folder], cwd=ROOT, capture_output=True, check=False)
    if done.returncode == 0 and done.stdout:
        names = done.stdout.decode().split("\0")
        return {name.removeprefix(f"{folder}/") for name in names if name}
    return {str(file.relative_to(ROOT / folder)) for file in (ROOT / folder).rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return target


@pytest.mark.whole
def test_the_wheel_carries_the_tracked_templates_and_no_others(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = [name for name in wheel.namelist() if not name.endswith("/")]
    prefix = "taflkit/templates/"
    # the provenance of the fonts is for those who make them anew
    shipped = tracked("templates") - {"fonts/fonts.toml"}
    assert {name.removeprefix(prefix) for name in names if name.startswith(prefix)} == shipped
    assert "taflkit/cli/__init__.py" in names
    assert not any(name.startswith(("tests/", "generator/", "output/")) for name in names)


@pytest.mark.whole
def test_the_wheel_says_what_an_index_shows(built: Path) -> None:
    file = next(built.glob("*.whl"))
    assert file.stat().st_size < MOST_WHEEL
    with zipfile.ZipFile(file) as wheel:
        names = set(wheel.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        said = email.message_from_bytes(wheel.read(metadata))
    assert "taflkit/py.typed" in names
    assert "Typing :: Typed" in said.get_all("Classifier", [])
    assert said["License-Expression"] == PROJECT["license"]
    assert said["Author"] == "the taflkit authors"
    texts = {*said.get_all("License-File", [])}
    assert texts >= {"LICENSE", "templates/zlib-FOGRA39.txt", *(f"LICENSES/{name}.txt" for name in SPDX.values())}
    assert {f"{metadata.removesuffix('METADATA')}licenses/{name}" for name in texts} <= names


@pytest.mark.whole
def test_the_sdist_carries_what_builds_and_tests_it(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {f"templates/{name}" for name in tracked("templates")} <= names
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "Makefile",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/options.md",
        "docs/kit.webp",
        "CITATION.cff",
        "REUSE.toml",
        "LICENSES/MIT.txt",
        ".ci/pythons",
        "tests/test_packaging.py",
    ):
        assert name in names


@pytest.mark.whole
def test_the_installed_wheel_works_from_any_folder(built: Path, tmp_path: Path) -> None:
    """Unpacked beside the dependencies of this environment, with the checkout out of reach."""
    place = tmp_path / "site"
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(place)  # noqa: S202 - our own wheel
    work = tmp_path / "somewhere" / "else"
    work.mkdir(parents=True)
    program = "import sys; sys.path.insert(0, sys.argv.pop(1)); from taflkit.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", program, str(place), "build"], cwd=work, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (work / "output" / "brandub-walker-a4-colour.pdf").is_file()
    asked = "import sys; sys.path.insert(0, sys.argv[1]); import taflkit; print(taflkit.__file__)"
    shown = subprocess.run(
        [sys.executable, "-c", asked, str(place)], cwd=work, capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith(str(place))


@pytest.mark.parametrize("name", ["LICENSE", "templates/zlib-FOGRA39.txt"])
def test_the_profile_of_the_press_has_its_whole_licence(name: str) -> None:
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
    for words in (
        "Copyright Kai-Uwe Behrmann",
        "Permission is granted to anyone to use this software for any purpose",
        "1. The origin of this software must not be misrepresented",
        "2. Altered source versions must be plainly marked as such",
        "3. This notice may not be removed or altered from any source distribution.",
    ):
        assert words in text


def test_the_licences_are_said_alike_everywhere() -> None:
    tables = read_toml("REUSE.toml")["annotations"]
    stated = {table["SPDX-License-Identifier"]: table["path"] for table in tables}
    assert PROJECT["license"].split(" AND ") == list(stated) == list(SPDX.values())
    assert {file.stem for file in (ROOT / "LICENSES").iterdir()} == stated.keys()
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    heads = re.findall(r"(?ms)^\d\. .*?: (.*?) - ([\w. \n]+?)$\n\n", text)
    assert [SPDX[" ".join(name.split())] for _, name in heads] == list(stated)
    for words, name in heads:
        # a folder that LICENSE names has that licence in REUSE.toml, where the last table that names a file holds
        for path in re.findall(r"[\w./-]+/(?=[\s,]|\Z)|[\w/-]+\.(?:svg|icc)", words):
            file = f"{path}some.thing" if path.endswith("/") else path
            holding = [key for key, globs in stated.items() if any(fnmatch.fnmatch(file, glob) for glob in globs)]
            if path != "docs/":
                assert holding[-1] == SPDX[" ".join(name.split())], path


def test_the_citation_is_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^version: (.*)$", text) == [PROJECT["version"]] == [__version__]
    assert re.findall(r"(?m)^  - name: (.*)$", text) == [each["name"] for each in PROJECT["authors"]]
    lists = dict(re.findall(r"(?m)^(\w+):\n((?:  - .*\n)+)", text))
    assert re.findall(r"  - (.*)", lists["license"]) == list(SPDX.values())
    assert re.findall(r"  - (.*)", lists["keywords"]) == PROJECT["keywords"]
    assert f"abstract: {PROJECT['description']}." in text


def test_the_changes_have_the_form_of_keep_a_changelog() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    assert versions
    for line in versions[1:]:
        assert re.fullmatch(r"## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}", line), line
    assert re.fullmatch(r"## \[(Unreleased|\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2})\]?", versions[0])
    starts = [*(lines.index(line) for line in versions), len(lines)]
    for start, end in itertools.pairwise(starts):
        kinds = [line.removeprefix("### ") for line in lines[start:end] if line.startswith("### ")]
        assert kinds
        assert kinds == [kind for kind in CHANGES if kind in kinds]
    # under each heading there is a list
    for line, following in zip(lines, lines[2:], strict=False):
        if line.startswith("#### "):
            assert following.startswith("- "), line


def test_the_pythons_are_those_that_are_tried() -> None:
    versions = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    assert f"| {', '.join(versions)} | lowest and newest |" in page
