"""Makes templates/digits.svg: the outlines of the digits in figures, each 200 high about its middle.

They are EB Garamond's in the weight of the face "bold". The same source gives the same text.

Needs the packages of the ``data`` extra.
"""

from __future__ import annotations

import importlib.resources
import io
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONT, WEIGHT = "EBGaramond[wght].ttf", 600
TOLERANCE = 2.0
"""How far a curve may lie from the font's own, in units of its em of 1000."""
TARGET = Path(__file__).resolve().parent.parent / "templates" / "digits.svg"
STEPS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  viewBox="-100 -120 2000 240">
  <title>Digits, for the numbers in figures, which have no text</title>
  <desc>EB Garamond SemiBold, SIL Open Font License 1.1. Made by scripts/make_digits.py.</desc>
  <defs>
{outlines}
  </defs>
{row}
</svg>
"""


def make_digits() -> str:
    """Return the file's text."""
    file = importlib.resources.files("fontpkg_eb_garamond") / "files" / FONT
    font = instantiateVariableFont(TTFont(io.BytesIO(file.read_bytes())), {"wght": WEIGHT})
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    outlines = [f'    <path id="digit-{digit}" d="{outline(glyphs, names[ord(str(digit))])}"/>' for digit in range(10)]
    row = [f'  <use xlink:href="#digit-{digit}" x="{200 * digit}"/>' for digit in range(10)]
    return SVG.format(outlines="\n".join(outlines), row="\n".join(row))


def outline(glyphs: Any, name: str) -> str:
    """Return a glyph as path data, in whole numbers."""
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    left, low, right, high = bounds.bounds
    whole, pen = DecomposingRecordingPen(glyphs), RecordingPen()
    glyphs[name].draw(whole)
    whole.replay(Qu2CuPen(pen, TOLERANCE, all_cubic=True))
    factor = 200 / (high - low)
    steps = []
    for step, points in pen.value:
        numbers = [
            str(round(value * factor)) for x, y in points for value in (x - (left + right) / 2, (low + high) / 2 - y)
        ]
        steps.append(" ".join((STEPS[step], *numbers)))
    return " ".join(steps)


if __name__ == "__main__":
    TARGET.write_text(make_digits(), encoding="utf-8")
    print(f"written: {TARGET.name}")
