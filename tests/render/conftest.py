from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from taflkit.drawing.look import Paint, Paints
from taflkit.resources import templates_folder


@pytest.fixture(scope="session")
def fonts() -> FilePath:
    """The folder of the fonts that come with the program."""
    return templates_folder() / "fonts"


@pytest.fixture(scope="session")
def squares(tmp_path_factory: pytest.TempPathFactory) -> FilePath:
    """A folder with the face "squares": each letter is a square of half an em, and 0.75 em wide."""
    codes = [0x20, *range(0x21, 0x7F), 0x2D, 0xFB01, 0xFB03, *range(0x4E00, 0x4E00 + 500)]
    names = {code: f"u{code:04X}" for code in codes}
    order = [".notdef", *dict.fromkeys(names.values())]
    builder = FontBuilder(2000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    empty, square = TTGlyphPen(None), TTGlyphPen(None)
    square.moveTo((0, 0))
    for corner in ((0, 1000), (1000, 1000), (1000, 0)):
        square.lineTo(corner)
    square.closePath()
    drawn, blank = square.glyph(), empty.glyph()
    builder.setupGlyf({name: blank if name in {".notdef", "u0020"} else drawn for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (1500, 0)))
    builder.setupHorizontalHeader(ascent=1600, descent=-400)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares"})
    builder.setupOS2(sTypoAscender=1600, sTypoDescender=-400)
    builder.setupPost()
    folder = tmp_path_factory.mktemp("fonts")
    builder.save(folder / "squares.ttf")
    return folder


@pytest.fixture(scope="session")
def paints() -> Paints:
    return Paints(
        "colour",
        {
            "paper": Paint(fill=(0.9,)),
            "red": Paint(fill=(0.8, 0.1, 0.1)),
            "cut": Paint(stroke=(0.5,), width=0.1, dash=(1.0, 0.5)),
            "frame": Paint(fill=(1.0,), stroke=(0.2, 0.3, 0.4), width=0.3, round=True),
            "text": Paint(fill=(0.0,)),
            "hidden": Paint(),
            "hairless": Paint(stroke=(0.0,)),
        },
    )


@pytest.fixture(scope="session")
def mono() -> Paints:
    return Paints(
        "mono",
        {
            "paper": Paint(fill=(0.9,)),
            "red": Paint(fill=(0.3,), stroke=(0.0,), width=0.2),
            "cut": Paint(stroke=(0.5,), width=0.1),
            "text": Paint(fill=(0.0,)),
        },
    )
