"""Puts the letters of scripts/title_face.svg, an SVG font, into Uncial Antiqua, and says how they are kerned.

Its own t is read as a c, its D as Ò, and g, n, f, w, M and H are no better: nobody could name the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

DRAWN = Path(__file__).with_suffix(".svg")
SVG = "{http://www.w3.org/2000/svg}"
DROPPED = "ŉŋŦŧĦ"
"""Characters that are made of the old letters; no language here has them."""


@dataclass(frozen=True)
class Letter:
    """A letter: its advance, its outline as path data, and the letters that it is kerned like on each side."""

    advance: int
    outline: str
    left: str
    right: str


@cache
def drawn_letters() -> Mapping[str, Letter]:
    """Return the letters that are drawn anew."""
    glyphs = ElementTree.parse(DRAWN).iter(f"{SVG}glyph")  # noqa: S314 (a file of this repository)
    return {
        each.attrib["unicode"]: Letter(
            int(each.attrib["horiz-adv-x"]), each.attrib["d"], each.attrib["data-left"], each.attrib["data-right"]
        )
        for each in glyphs
    }


def kerned_like(pair: str) -> str:
    """Return the pair of the source font's letters that a pair is kerned like."""
    letters = drawn_letters()
    first, second = (letters.get(unicodedata.normalize("NFD", char)[0]) for char in pair)
    return (first.right if first else pair[0]) + (second.left if second else pair[1])


def redraw(font: Any) -> None:
    """Give a font the letters, and put the marks of composites anew over, under or beside them."""
    table, widths, characters = font["glyf"], font["hmtx"].metrics, font.getBestCmap()
    old_advances = {}
    for char, letter in drawn_letters().items():
        name = characters[ord(char)]
        old_advances[name] = widths[name][0]
        pen = TTGlyphPen(None)
        parse_path(letter.outline, pen)
        table[name] = pen.glyph()
        _set_advance(font, name, letter.advance)
    low = table[characters[ord("x")]].yMax
    for name in font.getGlyphOrder():
        parts = table[name].components if table[name].isComposite() else []
        for base in parts:
            if base.glyphName not in old_advances:
                continue
            letter, old_advance = table[base.glyphName], old_advances[base.glyphName]
            wider = widths[base.glyphName][0] - old_advance
            for part in parts:
                mark = table[part.glyphName]
                if part.x >= old_advance:
                    part.x += wider
                elif part is not base:
                    part.x = round((letter.xMin + letter.xMax - mark.xMin - mark.xMax) / 2)
                    part.y = max(0, letter.yMax - low) if mark.yMin > low else part.y
            _set_advance(font, name, widths[name][0] + wider)
    # the ligatures of f, and fractions
    del font["GSUB"]
    kept = {code: name for code, name in characters.items() if chr(code) not in DROPPED}
    for subtable in font["cmap"].tables:
        subtable.cmap = kept


def _set_advance(font: Any, name: str, advance: int) -> None:
    glyph = font["glyf"][name]
    glyph.recalcBounds(font["glyf"])
    font["hmtx"].metrics[name] = (advance, glyph.xMin)
