"""How much ink a sheet takes, as Ghostscript counts it. Run by .ci/run, not by make test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import TypeVar

import pytest

from support.shipped import built, catalog, numbers
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import Document
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import MODES

pytestmark = pytest.mark.whole

NAMES = catalog().game("brandub").ruleset_names
# without a frame squares are as large as they get: two rulesets stand for the others there
KITS = [*product(NAMES[:2], ("a4", "letter"), (0.0, None)), *product(NAMES[2:], ("a4", "letter"), (None,))]
LIGHT, WORDS, PIECES = 3.0, {"mono": 0.65, "colour": 0.85}, {"mono": 4.4, "colour": 5.6}
"""The most ink in per cent of a sheet, the four inks together, in light ink and in the plain theme: of all but words
and pieces, of the words on a board's sheet, and of the pieces, all of which may lie on it. A colour is made of more
inks than one."""
LOOKS = [*product(catalog().theme_names(), MODES, ("light",)), *product(("plain",), MODES, ("full",))]
FINE = 600
"""Pixels to the inch; Ghostscript's own 72 make every fine line a pixel wide."""


Choice = tuple[str, str, float | None]
"""A ruleset, a paper and a frame."""
_Look = TypeVar("_Look")


def looked_at(looks: Sequence[_Look]) -> list[tuple[Choice, _Look]]:
    """Return each kit of one ruleset in every look, and those of the others in one, the looks taking turns."""
    first = sum(kit[0] == NAMES[0] for kit in KITS)
    return [*product(KITS[:first], looks), *zip(KITS[first:], cycle(looks), strict=False)]


@cache
def sheets(kit: Choice, theme: str, ink: str = "full") -> tuple[Document, tuple[int, ...]]:
    """Return a kit, and the numbers of its pages with a section of the board."""
    rules, paper, frame = kit
    made = built(KitSpec(rules=rules, paper=paper, frame=frame, theme=theme, ink=ink))
    pages = zip(numbers(made, "components"), made.plan.sheets, strict=True)
    return made.documents[""], tuple(n for n, sheet in pages if any(part.kind == "section" for part in sheet.parts))


def coverage(pdf: bytes, folder: Path, dpi: int | None = None) -> list[tuple[float, ...]]:
    """Return how much of each page every ink covers, in per cent: cyan, magenta, yellow and black."""
    ghostscript = shutil.which("gs")
    assert ghostscript, "Ghostscript is not installed; .ci/run installs it, or: apt-get install ghostscript"
    file = folder / "kit.pdf"
    file.write_bytes(pdf)
    fine = [f"-r{dpi}"] if dpi else []
    command = [ghostscript, "-q", "-o", "-", "-sDEVICE=ink_cov", *fine, str(file)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [tuple(float(word) for word in line.split()[:4]) for line in lines if line.endswith("CMYK OK")]


def closely(pdf: bytes, folder: Path, most: float) -> list[tuple[float, ...]]:
    """Return the coverage of each page, in fine pixels where coarse ones, each line a pixel wide, come to too much."""
    coarse = coverage(pdf, folder)
    return coarse if all(sum(inks) <= most for inks in coarse) else coverage(pdf, folder, FINE)


def without(paints: Paints, *beginnings: str) -> Paints:
    """Return paints that leave roles out, by their beginnings."""
    left = {role: Paint() for role in paints.by_role if role.startswith(beginnings)}
    return Paints(paints.name, {**paints.by_role, **left})


@pytest.mark.parametrize(("kit", "look"), looked_at(LOOKS), ids=str)
def test_light_ink_and_the_plain_theme_take_little(kit: Choice, look: tuple[str, str, str], tmp_path: Path) -> None:
    theme, mode, ink = look
    document, boards = sheets(kit, theme, ink)
    assert boards
    paints = catalog().paints(mode, theme, ink)
    found = closely(to_pdf(document, without(paints, "text", "piece")), tmp_path, LIGHT)
    assert len(found) == len(document.pages)
    for number, inks in enumerate(found, 1):
        assert 0 < sum(inks) <= LIGHT, number
        if mode == "mono":
            assert inks[:3] == (0.0, 0.0, 0.0), number
    most = LIGHT + WORDS[mode] + PIECES[mode]
    whole = closely(to_pdf(document, paints), tmp_path, most)
    for number in boards:
        assert sum(whole[number - 1]) <= most, number


def test_full_ink_takes_more(tmp_path: Path) -> None:
    document, boards = sheets(KITS[0], "ballinderry")
    found = coverage(to_pdf(document, catalog().paints("colour")), tmp_path)
    assert min(sum(found[number - 1]) for number in boards) > 3 * (LIGHT + PIECES["colour"])
