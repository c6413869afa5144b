"""What takes long: every kit by the command line, twice. Run by .ci/run, not by make test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.shipped import RULESETS, built
from taflkit.kit.spec import KitSpec
from taflkit.resources import MODES
from taflkit.sheets.paper import PAPERS

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
    files = len(built(KitSpec(split=True)).documents)
    assert len(list(kits.glob("*.pdf"))) == len(RULESETS) * len(PAPERS) * len(MODES) * files


def test_a_second_build_gives_the_same_bytes(kits: Path, tmp_path: Path) -> None:
    first = {file.name: file.read_bytes() for file in kits.glob("*.pdf")}
    assert build_all(tmp_path / "again", PYTHONHASHSEED="2", TZ="Pacific/Auckland") == first
