"""What takes long: every kit by the command line, twice. Run by .ci/run, not by make test."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from support.shipped import RULESETS, built, catalog
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import DEFAULT_THEME, MODES
from taflkit.sheets.paper import PAPERS

pytestmark = pytest.mark.whole


ALL_RULES = [(game, rules) for game in catalog().game_names() for rules in catalog().game(game).ruleset_names]


@pytest.mark.parametrize(("game", "rules"), ALL_RULES, ids="-".join)
def test_there_is_a_kit_for_every_ruleset_of_every_game(game: str, rules: str) -> None:
    kit = build_kit(catalog(), KitSpec(game, rules, split=True))
    assert set(kit.documents) == {"", "instructions", "components", "booklet"}
    assert to_pdf(kit.documents[""], kit.paints, store=catalog().store).startswith(b"%PDF")


@pytest.mark.parametrize("game", catalog().game_names())
def test_a_game_is_built_on_every_paper_in_every_mode_and_theme(game: str) -> None:
    for paper, mode, theme in product(PAPERS, MODES, catalog().theme_names()):
        kit = build_kit(catalog(), KitSpec(game, paper=paper, mode=mode, theme=theme))
        assert to_pdf(kit.documents[""], kit.paints, store=catalog().store)
        assert kit.stem == "-".join(
            (game, kit.spec.rules or catalog().game(game).ruleset_names[0], *_named(theme), paper, mode)
        )


def _named(theme: str) -> tuple[str, ...]:
    return () if theme == DEFAULT_THEME else (theme,)


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
