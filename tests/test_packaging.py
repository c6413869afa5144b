"""What is shipped: wheel and sdist carry the templates, and the installed wheel works from any folder."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support import ROOT


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
