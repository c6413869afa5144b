"""A paper is one row of a table: with another row the command, the kit maker's form and the site have it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from support import ROOT

# the row is there before any other module is read, as one that somebody has typed
PROGRAM = """
import json, sys
from taflkit.sheets.paper import NAMED, PAPERS, Paper
PAPERS["c4"] = NAMED["c4"] = Paper("c4", "C4", 229.0, 324.0, leaflet="c4")
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.options import KitSpec
from taflkit.kit.options import read_choices
from taflkit.site import kits, page, writing
from taflkit.site.kits import ready_kits
from pathlib import Path

catalog = Catalog()
site = page.Site(catalog, ("brandub",), catalog.languages, kits="all", runtime=Path("runtime"))
game = catalog.game("brandub")
found = {
    "read": read_choices({"paper": "c4"}).paper,
    "forms": {each.language: writing.page_html(site, each) for l in site.languages for each in kits.pages(site, l)},
    "kits": [path for job in ready_kits(site, game, game.rulesets[0], "en") for path in job.paths.values()],
}
Path("found.json").write_text(json.dumps(found), encoding="utf-8")
main(["build", "--paper", "c4", "-o", "kits/"], standalone_mode=False)
main(["plan", "--paper", "c4"], standalone_mode=False)
main(["build", "--help"], standalone_mode=False)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("c4")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stdout, encoding="utf-8")
    return folder


@pytest.fixture
def found(folder: Path) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    return table


@pytest.mark.whole
def test_the_command_builds_on_it(folder: Path) -> None:
    with pikepdf.open(folder / "kits" / "brandub-walker-c4-colour.pdf") as pdf:
        sides = {round(float(length) * 25.4 / 72) for length in pdf.pages[1].mediabox[2:]}
    assert sides == {229, 324}


def test_the_command_names_it(folder: Path) -> None:
    said = (folder / "said").read_text(encoding="utf-8")
    assert "sheets of C4" in said
    assert "|arch-d|c4|all|WxH]" in "".join(said.split())


def test_a_visitor_may_choose_it(found: dict[str, Any]) -> None:
    assert found["read"] == "c4"
    assert len(found["forms"]) == 5
    for form in found["forms"].values():
        assert '<option value="c4">C4</option>' in " ".join(form.split())


def test_the_site_has_kits_on_it(found: dict[str, Any]) -> None:
    assert "kits/brandub-walker-c4-mono.pdf" in found["kits"]
