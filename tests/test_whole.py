"""What takes long or needs other programs: every kit, checked from outside. Run by .ci/run, not by make test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.whole


def build_all(target: Path, **environment: str) -> dict[str, bytes]:
    command = [sys.executable, "-m", "taflkit", "build", "--rules", "all", "--paper", "all", "--mode", "all", "--split"]
    subprocess.run(
        [*command, "-o", str(target)], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    return {file.name: file.read_bytes() for file in sorted(target.iterdir())}


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("kits")
    build_all(target, PYTHONHASHSEED="1", TZ="UTC")
    return target


def test_there_is_a_kit_for_every_ruleset_paper_and_mode(kits: Path) -> None:
    assert len(list(kits.glob("*.pdf"))) == 6 * 2 * 2 * 4


def test_qpdf_finds_nothing_wrong_with_any_kit(kits: Path) -> None:
    qpdf = shutil.which("qpdf")
    assert qpdf, "qpdf is not installed; .ci/run installs it"
    for file in sorted(kits.glob("*.pdf")):
        done = subprocess.run([qpdf, "--check", str(file)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{file.name}: {done.stdout}{done.stderr}"
        assert "WARNING" not in done.stderr, f"{file.name}: {done.stderr}"


def test_a_second_build_gives_the_same_bytes(kits: Path, tmp_path: Path) -> None:
    first = {file.name: file.read_bytes() for file in kits.glob("*.pdf")}
    assert build_all(tmp_path / "again", PYTHONHASHSEED="2", TZ="Pacific/Auckland") == first
