"""A user's own fonts: TrueType files, read at run time, with their metrics, kerning and licence.

Only the house's fonts have their metrics in files; those of a user's own are read with fontTools, once their tables
have been looked through. fontTools is given no other tables, and no names of glyphs, which it would make for each.
"""

from __future__ import annotations

import logging
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from sys import intern
from typing import Any, TypeVar

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.pointPen import PointToSegmentPen
from fontTools.pens.recordingPen import DecomposingRecordingPointPen, RecordingPen
from fontTools.ttLib import TTFont

from taflkit.drawing.characters import character
from taflkit.errors import TemplateError, shown
from taflkit.limits import FONT, TITLE
from taflkit.reading import read_bytes
from taflkit.typesetting.font_tables import (
    KERNING,
    FontTables,
    check_letters,
    check_names,
    glyph_points,
    kern_pairs,
    read_tables,
)

SLICES = 8
"""The slices of one height that an outline is looked at in."""
_STEPS = (0.25, 0.5, 0.75, 1.0)  # the ends of the straight lines that stand for a curve, in parts of it
_TABLES = ("head", "maxp", "hhea", "name", "cmap", "loca", "glyf", "hmtx")  # the tables that fontTools may read
_RESTRICTED = 0x0002  # the bit of OS/2.fsType for a font that may not be embedded
_PERMITTED = 0x000C  # its bits for a font that may be embedded to be printed or edited, whatever else it says
_NO_SUBSETTING = 0x0100
_BITMAPS_ONLY = 0x0200
_COPYRIGHT = 0  # a number of a font's names, as those that follow
_NAME = 4
_LICENCE = 13
_ADDRESS = 14
_TERMS = 80  # the characters of a licence that the colophon has
_OFL = "SIL Open Font License"
_OFL_NAMED = re.compile(r"SIL Open Font License|scripts\.sil\.org/OFL|openfontlicense\.org", re.IGNORECASE)
_RESERVED_RIGHTS = re.compile(r"\s*All rights reserved.*", re.IGNORECASE)
_LATIN = 0x250  # behind the Latin letters, whose kerns and capitals are looked for
_HIGHEST = 4  # the height of capitals at most, in em
_WIDEST = 16  # the width of a letter at most, in em; letters that are a whole Arabic sentence are 9 wide

_Point = tuple[float, float]
_T = TypeVar("_T")


def _drawn(glyphs: Any, glyph: str) -> RecordingPen:
    """Return the steps of a letter's outline, in a time that grows with its points.

    fontTools' own drawing of a glyph takes the square of a contour's points.
    """
    points, pen = DecomposingRecordingPointPen(glyphs), RecordingPen()
    glyphs[glyph].drawPoints(points)
    points.replay(PointToSegmentPen(pen))
    return pen


def outline(glyphs: Any, glyph: str) -> Iterator[tuple[_Point, _Point]]:
    """Yield the outline of a TrueType letter as straight lines."""
    start = at = (0.0, 0.0)
    for step, points in _drawn(glyphs, glyph).value:
        match step:
            case "moveTo":
                start = at = points[0]
            case "lineTo":
                yield at, points[0]
                at = points[0]
            case "qCurveTo":
                if points[-1] is None:
                    # a loop of curves alone begins between two of its points
                    (x0, y0), (x1, y1) = points[0], points[-2]
                    start = at = (x0 + x1) / 2, (y0 + y1) / 2
                for (x1, y1), (x2, y2) in decomposeQuadraticSegment((*points[:-1], points[-1] or at)):
                    x0, y0 = at
                    for part in _STEPS:
                        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part * part
                        before, at = at, (a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2)
                        yield before, at
            case _:
                yield at, start


def right_edges(glyphs: Any, glyph: str) -> tuple[int, ...]:
    """Return the rightmost points of the outline of a letter in each of SLICES slices of its height, from its foot up.

    They are in units of the font. An empty letter has none, and one of parts above one another has 0 between them.
    """
    lines = list(outline(glyphs, glyph))
    heights = [y for line in lines for _, y in line]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    if low == high:
        return ()
    slice_high = (high - low) / SLICES
    edges = [-math.inf] * SLICES
    for (x0, y0), (x1, y1) in lines:
        first, last = sorted(min(SLICES - 1, int((y - low) / slice_high)) for y in (y0, y1))
        for number in range(first, last + 1):
            right = max(x0, x1)
            if y0 != y1:
                bottom = low + number * slice_high
                # the heights of the line's ends within the slice
                within = (min(max(y, bottom), bottom + slice_high) for y in (y0, y1))
                right = max(x0 + (x1 - x0) * (y - y0) / (y1 - y0) for y in within)
            edges[number] = max(edges[number], right)
    return tuple(round(edge) if math.isfinite(edge) else 0 for edge in edges)


def font_credit(file: Path, name: str) -> str:
    """Return a font's name with its licence, for the colophon, after seeing that it can be printed with.

    Errors call its file by the name.

    Raises:
        TemplateError: it is missing, no TrueType font, too large, lacks a table, has a wrong one, or may not be
            embedded.
    """
    font = _opened(file, name)
    called = font.named(_NAME) or file.stem
    licence, address, rights = (font.named(number) for number in (_LICENCE, _ADDRESS, _COPYRIGHT))
    place = re.sub(r"^https?://|/$", "", address)
    if _OFL_NAMED.search(f"{licence} {address}"):
        terms = f"{_OFL} 1.1"
    elif place and len(place) <= _TERMS and " " not in place:
        # a part of an address leads nowhere, and the first words of a licence say nothing
        terms = place
    else:
        terms = shown(_RESERVED_RIGHTS.sub("", rights), _TERMS)
    credit = f"{called} ({terms})" if terms else called
    # the house's text face prints it
    return "".join(char for char in credit if ord(char) < 0x180 or char in "…–’“”")


def own_metrics(file: Path) -> dict[str, Any]:
    """Return the metrics of a font as those of the house's fonts are written, in units of its em.

    Raises:
        TemplateError: see `font_credit`.
    """
    font = _opened(file, str(file))
    tables, em = font.tables, font.tables.number("head", "H", 18)
    characters = dict(font.letters)
    # as ReportLab has it, a font without a no-break space uses its space
    if " " in characters:
        characters.setdefault("\u00a0", characters[" "])
    # a soft hyphen at the end of a line is drawn as a hyphen
    if "-" in characters:
        characters["\u00ad"] = characters["-"]
    latin = {char: glyph for char, glyph in characters.items() if ord(char) < _LATIN}
    capitals = {char: glyph for char, glyph in latin.items() if unicodedata.category(char) == "Lu"}
    # as the font says, or else as its H is
    stated = tables.number("OS/2", "h", 88) if tables.number("OS/2", "H") > 1 else 0
    drawn = font.reach(font.letters["H"])[1] if "H" in font.letters and not stated else 0
    cap_height = int(stated or drawn or 0.7 * em)
    if not 0 < cap_height <= _HIGHEST * em:
        why = f"its capitals are {cap_height} units high, and unitsPerEm is {em}; take another font"
        raise tables.refuse("OS/2" if stated else "glyf", why)
    by_glyph: dict[int, list[str]] = {}
    for char, glyph in latin.items():
        by_glyph.setdefault(glyph, []).append(char)
    kerns = kern_pairs(tables, by_glyph)
    for pair, units in kerns.items():
        advances = sum(font.advance(latin[char]) for char in pair)
        # a word is as wide as its first and last letter are half, at the least
        if not -advances < 2 * units <= 2 * em:
            tag = next(tag for tag in KERNING if tag in tables.data)
            why = f"moves '{pair}' by {units} units, and the letters are {advances} wide; take another font"
            raise tables.refuse(tag, why)
    return {
        "units_per_em": em,
        "ascent": tables.number("hhea", "h", 4),
        "descent": tables.number("hhea", "h", 6),
        "cap_height": cap_height,
        # a title's own font is that of initials too
        "capitals": _LetterMeasures(file, capitals, _Font.reach),
        "edges": _LetterMeasures(file, capitals, _Font.edges),
        "widths": {char: font.advance(glyph) for char, glyph in characters.items()},
        "kerns": kerns,
        "ligatures": {},
    }


class _LetterMeasures(Mapping[str, _T]):
    """A measure of the outlines of letters, for which a font is read again: few letters of few fonts are needed."""

    def __init__(self, file: Path, glyphs: Mapping[str, int], measure: Callable[[_Font, int], _T]) -> None:
        self._file, self._glyphs, self._measure = file, glyphs, measure
        self._measured: dict[str, _T] = {}

    def __getitem__(self, letter: str) -> _T:
        if letter not in self._measured:
            self._measured[letter] = self._measure(self._font, self._glyphs[letter])
        return self._measured[letter]

    @cached_property
    def _font(self) -> _Font:
        return _opened(self._file, str(self._file))

    def __iter__(self) -> Iterator[str]:
        return iter(self._glyphs)

    def __len__(self) -> int:
        return len(self._glyphs)


class _Font:
    """A font whose tables have been looked through, with the glyphs of the letters that can be printed with it."""

    def __init__(self, content: bytes, tables: FontTables) -> None:
        self.tables = tables
        self._font = TTFont(BytesIO(content), lazy=True)
        for tag in tables.data.keys() - set(_TABLES):
            del self._font[tag]
        glyphs = tables.number("maxp", "H", 4)
        self._font.setGlyphOrder([f"glyph{number:05}" for number in range(glyphs)])
        for tag in ("head", "maxp", "hhea", "name", "cmap"):
            self._guarded(tag, partial(self._font.__getitem__, tag))
        metrics = tables.number("hhea", "H", 34)
        self._advances = tables.numbers("hmtx", "Hh" * metrics)[::2]
        self.letters: dict[str, int] = {}
        names: Mapping[int, str] = self._guarded("cmap", self._font.getBestCmap) or {}
        for code, name in names.items():
            char, glyph = intern(chr(code)), int(name.removeprefix("glyph"))
            if glyph >= glyphs:
                raise tables.refuse("cmap", f"has {character(char)} as glyph {glyph}, and there are {glyphs}")
            kind = unicodedata.category(char)
            # a letter without a width is as good as missing
            if kind[0] != "C" and (kind[0] == "M" or self.advance(glyph)):
                self.letters[char] = glyph
        # its maps hold the font, which nothing would free soon
        del self._font["cmap"]
        if not self.letters:
            raise tables.refuse("cmap", "has no letter, or none with a width; take another font")

    def _guarded(self, tag: str, read: Callable[[], _T]) -> _T:
        """Return fontTools' reading of a table; its failure is a problem of that table."""
        try:
            return read()
        except MemoryError:
            raise
        except Exception as error:
            raise self.tables.refuse(tag, "is damaged, and cannot be read; take another copy of the font") from error

    def advance(self, glyph: int) -> int:
        """Return the width of a glyph."""
        return self._advances[min(glyph, len(self._advances) - 1)]

    @cached_property
    def _outlines(self) -> Any:
        return self._guarded("glyf", self._font.getGlyphSet)

    def reach(self, glyph: int) -> tuple[float, float]:
        """Return the lowest and highest point of a glyph."""
        pen = BoundsPen(None)
        self._guarded("glyf", lambda: _drawn(self._outlines, f"glyph{glyph:05}").replay(pen))
        return (pen.bounds[1], pen.bounds[3]) if pen.bounds else (0.0, 0.0)

    def edges(self, glyph: int) -> tuple[int, ...]:
        """Return the right edges of a glyph; see `right_edges`."""
        return self._guarded("glyf", lambda: right_edges(self._outlines, f"glyph{glyph:05}"))

    def named(self, number: int) -> str:
        """Return an entry of the font's names, on one line, "" for none."""
        name = self._guarded("name", lambda: self._font["name"].getDebugName(number)) or ""
        return shown(" ".join(name.split()), TITLE)


def _opened(file: Path, name: str) -> _Font:
    """Return a font after seeing that it can be printed with."""
    # a fault of a font is one error of ours, and not lines of a log
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    content = read_bytes(file, name, FONT)
    begin = content[:4]
    if begin in (b"OTTO", b"wOFF", b"wOF2", b"ttcf"):
        kind = {b"OTTO": "PostScript outlines (CFF)", b"ttcf": "several fonts in it"}.get(begin, "a packed web font")
        raise TemplateError(name, "", f"has {kind}, and must be a TrueType font; convert it to .ttf")
    if begin not in (b"\0\1\0\0", b"true"):
        raise TemplateError(name, "", "is no TrueType font; name a .ttf")
    tables = read_tables(content, name)
    check_names(tables)
    check_letters(tables)
    glyph_points(tables)
    may = tables.number("OS/2", "H", 8)
    if (may & _RESTRICTED and not may & _PERMITTED) or may & (_NO_SUBSETTING | _BITMAPS_ONLY):
        why = "without a part of its letters being taken" if may & _NO_SUBSETTING else "in a file that is passed on"
        raise TemplateError(name, "", f"its maker does not let it stand {why} (OS/2.fsType {may:#06x}); take another")
    font, em = _Font(content, tables), tables.number("head", "H", 18)
    for char, glyph in font.letters.items():
        advance = font.advance(glyph)
        if advance > _WIDEST * em:
            why = f"{character(char)} is {advance} units wide, and unitsPerEm is {em}; take another font"
            raise tables.refuse("hmtx", why)
    return font
