"""Makes generator/taflkit/parts/digits.py: the outlines of the digits in figures.

They are EB Garamond's lining figures in the weight of the face "bold"; the faces in templates/fonts/ have old-style
figures alone. The same source gives the same text.

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
TARGET = Path(__file__).resolve().parent.parent / "generator" / "taflkit" / "parts" / "digits.py"
STEPS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}
MODULE = '''"""Lining digits as outlines, for the numbers in figures; the shipped faces have old-style ones alone.

EB Garamond SemiBold, SIL Open Font License 1.1. Made by scripts/make_digits.py.
"""

from __future__ import annotations

__all__ = ["DIGITS"]

DIGITS = {{
{digits}
}}
"""Each digit's outline as SVG path data: 200 high, with the origin in its middle."""
'''


def make_digits() -> str:
    """Return the module's text."""
    file = importlib.resources.files("fontpkg_eb_garamond") / "files" / FONT
    font = instantiateVariableFont(TTFont(io.BytesIO(file.read_bytes())), {"wght": WEIGHT})
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    lines = [line for digit in "0123456789" for line in entry(digit, outline(glyphs, names[ord(digit)]))]
    return MODULE.format(digits="\n".join(lines))


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


def entry(digit: str, data: str) -> list[str]:
    """Return a digit's lines of the table."""
    lines = [""]
    for word in data.split(" "):
        if len(lines[-1]) + len(word) > 105:
            lines.append("")
        lines[-1] += f"{word} "
    lines[-1] = lines[-1].rstrip()
    return [f'    "{digit}": (', *(f'        "{line}"' for line in lines), "    ),"]


if __name__ == "__main__":
    TARGET.write_text(make_digits(), encoding="utf-8")
    print(f"written: {TARGET.name}")
