"""Texts as the outlines of their letters, for formats that cannot rely on a font."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.render.faces import Stamp, face_file, missing_letter, spaces_after, stamp
from taflkit.render.numerals import decimal

__all__ = ["outline"]


def outline(text: Text, fonts: Path | None, places: int, store: Store) -> str:
    """Return a text's letters as SVG path data, to be filled by the nonzero rule.

    Args:
        text: its size must not be 0.
        fonts: the folder of fonts; None is the one that comes with the program.
        places: the decimals of its coordinates.
        store: keeps the fonts that were read.

    Raises:
        TaflkitError: there is no such face, or it lacks a letter.
    """
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415

    glyphs, names, units_per_em = store.of(_opened, stamp(face_file(text.font, fonts)))
    pen = SVGPathPen(glyphs, ntos=lambda number: decimal(number, places))
    factor = text.size / units_per_em
    x = text.x
    for letter, space in zip(text.text, spaces_after(text), strict=True):
        name = names.get(ord(letter))
        if name is None:
            raise missing_letter(letter, text.font)
        glyphs[name].draw(TransformPen(pen, (factor, 0, 0, -factor, x, text.y)))
        x += glyphs[name].width * factor + space
    return str(pen.getCommands())


def _opened(file: Stamp) -> tuple[Any, dict[int, str], int]:
    """Return a font's glyphs, their names by character and the units of its em.

    As in ReportLab, a font without a no-break space uses its space; a soft hyphen is drawn as a hyphen.
    """
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    font = TTFont(BytesIO(Path(file[0]).read_bytes()))
    names: dict[int, str] = font.getBestCmap()
    if ord(" ") in names:
        names.setdefault(0xA0, names[ord(" ")])
    if ord("-") in names:
        names[0xAD] = names[ord("-")]
    return font.getGlyphSet(), names, font["head"].unitsPerEm
