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
from itertools import pairwise
from pathlib import Path
from sys import intern
from typing import Any, TypeVar

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.pointPen import PointToSegmentPen
from fontTools.pens.recordingPen import DecomposingRecordingPointPen, RecordingPen

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

__all__ = ["font_credit", "outline", "own_metrics", "right_edges"]


SLICES = 8
"""In how many slices of one height an outline is looked at."""
_STEPS = (0.25, 0.5, 0.75, 1.0)
"""Where the straight lines end that stand for a curve."""

_Point = tuple[float, float]


def _drawn(glyphs: Any, glyph: str) -> RecordingPen:
    """Return the steps of a letter's outline, in a time that grows with its points.

    What fontTools itself draws a glyph with takes the square of a contour's points.
    """
    points, pen = DecomposingRecordingPointPen(glyphs), RecordingPen()
    glyphs[glyph].drawPoints(points)
    points.replay(PointToSegmentPen(pen))
    return pen


def reach(glyphs: Any, glyph: str) -> tuple[float, float]:
    """Return how far the outline of a letter reaches down and up."""
    pen = BoundsPen(None)
    _drawn(glyphs, glyph).replay(pen)
    return (pen.bounds[1], pen.bounds[3]) if pen.bounds else (0.0, 0.0)


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
                for control, end in decomposeQuadraticSegment((*points[:-1], points[-1] or at)):
                    yield from pairwise((at, *_on_curve(at, control, end)))
                    at = end
            case _:
                yield at, start


def _on_curve(begin: _Point, control: _Point, end: _Point) -> Iterator[_Point]:
    for at in _STEPS:
        a, b, c = (1 - at) ** 2, 2 * at * (1 - at), at * at
        yield a * begin[0] + b * control[0] + c * end[0], a * begin[1] + b * control[1] + c * end[1]


def right_edges(glyphs: Any, glyph: str) -> tuple[int, ...]:
    """Return how far the outline of a letter reaches to the right in each of SLICES slices of its height.

    Args:
        glyphs: a font's set of glyphs, as fontTools gives it.
        glyph: the name of one.

    Returns:
        the edges in units of the font, from the letter's foot up; an empty letter has none. A letter of parts that lie
        above one another has none between them.
    """
    lines = list(outline(glyphs, glyph))
    heights = [y for line in lines for _, y in line]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    if low == high:
        return ()
    slice_high = (high - low) / SLICES
    edges = [-math.inf] * SLICES
    for line in lines:
        first, last = sorted(min(SLICES - 1, int((y - low) / slice_high)) for _, y in line)
        for number in range(first, last + 1):
            bottom = low + number * slice_high
            edges[number] = max(edges[number], _rightmost(line, bottom, bottom + slice_high))
    return tuple(round(edge) if math.isfinite(edge) else 0 for edge in edges)


def _rightmost(line: tuple[_Point, _Point], bottom: float, top: float) -> float:
    """Return how far the part of a line between two heights reaches to the right."""
    (x0, y0), (x1, y1) = line
    if y0 == y1:
        return max(x0, x1)
    return max(x0 + (x1 - x0) * (min(max(y, bottom), top) - y0) / (y1 - y0) for y in (y0, y1))


_TABLES = ("head", "maxp", "hhea", "name", "cmap", "loca", "glyf", "hmtx")
"""The tables that fontTools may read."""
_RESTRICTED, _NO_SUBSETTING, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_RESERVED = 0x000C
"""Bits of OS/2.fsType: a font that may be embedded to be printed or edited is not restricted, whatever else it says."""
_LICENCE, _ADDRESS, _COPYRIGHT, _NAME = 13, 14, 0, 4
_TERMS = 80
"""The characters of a licence that the colophon has."""
_OFL = "SIL Open Font License"
_OFL_TOLD = re.compile(r"SIL Open Font License|scripts\.sil\.org/OFL|openfontlicense\.org", re.IGNORECASE)
_RESERVED_RIGHTS = re.compile(r"\s*All rights reserved.*", re.IGNORECASE)
_LATIN = 0x250
"""Behind the Latin letters, whose kerns and capitals are looked for."""
_HIGHEST, _WIDEST = 4, 16
"""How high capitals may be, and how wide a letter, in em; letters that are a whole Arabic sentence are 9 wide."""


def font_credit(file: Path, name: str) -> str:
    """Return a font's name with its licence, for the colophon, after seeing that it can be printed with.

    Args:
        file: the font.
        name: the file as errors call it.

    Raises:
        TemplateError: it is missing, no TrueType font, too large, lacks a table, has a wrong one, or may not be
            embedded.
    """
    font = _opened(file, name)
    terms, called = _terms(font), font.named(_NAME) or file.stem
    credit = f"{called} ({terms})" if terms else called
    # the house's text face prints it
    return "".join(char for char in credit if ord(char) < 0x180 or char in "…–’“”")


def _terms(font: _Font) -> str:
    """Return the licence of a font: its name, its address, or else whose the font is; "" if it says none of it."""
    licence, address, rights = (font.named(number) for number in (_LICENCE, _ADDRESS, _COPYRIGHT))
    if _OFL_TOLD.search(f"{licence} {address}"):
        return f"{_OFL} 1.1"
    address = re.sub(r"^https?://|/$", "", address)
    # a part of an address leads nowhere, and the first words of a licence say nothing
    if address and len(address) <= _TERMS and " " not in address:
        return address
    return shown(_RESERVED_RIGHTS.sub("", rights), _TERMS)


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
    return {
        "units_per_em": em,
        "ascent": tables.number("hhea", "h", 4),
        "descent": tables.number("hhea", "h", 6),
        "cap_height": _cap_height(font, em),
        # a title's own font is that of initials too
        "capitals": _LetterMeasures(file, capitals, _Font.reach),
        "edges": _LetterMeasures(file, capitals, _Font.edges),
        "widths": {char: font.advance(glyph) for char, glyph in characters.items()},
        "kerns": _kerns(font, latin, em),
        "ligatures": {},
    }


_T = TypeVar("_T")


class _LetterMeasures(Mapping[str, _T]):
    """A measure of the outlines of letters, for which a font is read again: few letters of few fonts are asked for."""

    def __init__(self, file: Path, glyphs: Mapping[str, int], measure: Callable[[_Font, int], _T]) -> None:
        self._file, self._glyphs, self._measure = file, glyphs, measure
        self._known: dict[str, _T] = {}

    def __getitem__(self, letter: str) -> _T:
        if letter not in self._known:
            self._known[letter] = self._measure(self._font, self._glyphs[letter])
        return self._known[letter]

    @cached_property
    def _font(self) -> _Font:
        return _opened(self._file, str(self._file))

    def __iter__(self) -> Iterator[str]:
        return iter(self._glyphs)

    def __len__(self) -> int:
        return len(self._glyphs)


class _Font:
    """A font whose tables have been looked through.

    Attributes:
        tables: all of them.
        letters: the glyphs of the characters that can be printed with it.
    """

    def __init__(self, content: bytes, tables: FontTables) -> None:
        from fontTools.ttLib import TTFont  # noqa: PLC0415

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
        self.letters = dict(self._printed(glyphs))
        # its maps hold the font, which nothing would free soon
        del self._font["cmap"]
        if not self.letters:
            raise tables.refuse("cmap", "has no letter, or none with a width; take another font")

    def _guarded(self, tag: str, read: Callable[[], _T]) -> _T:
        """Return what fontTools reads of a table; what it cannot read is a problem of that table."""
        try:
            return read()
        except MemoryError:
            raise
        except Exception as error:
            raise self.tables.refuse(tag, "is damaged, and cannot be read; take another copy of the font") from error

    def _printed(self, glyphs: int) -> Iterator[tuple[str, int]]:
        """Yield the characters that can be printed, with their glyphs; one without a width is as good as missing."""
        names: Mapping[int, str] = self._guarded("cmap", self._font.getBestCmap) or {}
        for code, name in names.items():
            char, glyph = intern(chr(code)), int(name.removeprefix("glyph"))
            if glyph >= glyphs:
                raise self.tables.refuse("cmap", f"has {character(char)} as glyph {glyph}, and there are {glyphs}")
            kind = unicodedata.category(char)
            if kind[0] != "C" and (kind[0] == "M" or self.advance(glyph)):
                yield char, glyph

    def advance(self, glyph: int) -> int:
        """Return how wide a glyph is."""
        return self._advances[min(glyph, len(self._advances) - 1)]

    @cached_property
    def _outlines(self) -> Any:
        return self._guarded("glyf", self._font.getGlyphSet)

    def reach(self, glyph: int) -> tuple[float, float]:
        """Return how far a glyph reaches down and up."""
        return self._guarded("glyf", lambda: reach(self._outlines, f"glyph{glyph:05}"))

    def edges(self, glyph: int) -> tuple[int, ...]:
        """Return the right edges of a glyph; see `right_edges`."""
        return self._guarded("glyf", lambda: right_edges(self._outlines, f"glyph{glyph:05}"))

    def named(self, number: int) -> str:
        """Return an entry of the font's names, on one line, "" for none."""
        found = self._guarded("name", lambda: self._font["name"].getDebugName(number)) or ""
        return shown(" ".join(found.split()), TITLE)


def _cap_height(font: _Font, em: int) -> int:
    """Return how high capitals are: as the font says, or else as its H is."""
    stated = font.tables.number("OS/2", "h", 88) if font.tables.number("OS/2", "H") > 1 else 0
    drawn = font.reach(font.letters["H"])[1] if "H" in font.letters and not stated else 0
    height = int(stated or drawn or 0.7 * em)
    if not 0 < height <= _HIGHEST * em:
        why = f"its capitals are {height} units high, and unitsPerEm is {em}; take another font"
        raise font.tables.refuse("OS/2" if stated else "glyf", why)
    return height


def _kerns(font: _Font, characters: Mapping[str, int], em: int) -> dict[str, int]:
    """Return the pairs of characters that a font kerns, with the units."""
    by_glyph: dict[int, list[str]] = {}
    for char, glyph in characters.items():
        by_glyph.setdefault(glyph, []).append(char)
    kerns = kern_pairs(font.tables, by_glyph)
    for pair, units in kerns.items():
        advances = sum(font.advance(characters[char]) for char in pair)
        # a word is as wide as its first and last letter are half, at the least
        if not -advances < 2 * units <= 2 * em:
            tag = next(tag for tag in KERNING if tag in font.tables.data)
            why = f"moves '{pair}' by {units} units, and the letters are {advances} wide; take another font"
            raise font.tables.refuse(tag, why)
    return kerns


def _opened(file: Path, name: str) -> _Font:
    """Return a font after seeing that it can be printed with."""
    # what is wrong with a font is one error of ours, and not lines of a log
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
    if (may & _RESTRICTED and not may & _RESERVED) or may & (_NO_SUBSETTING | _BITMAPS_ONLY):
        why = "without a part of its letters being taken" if may & _NO_SUBSETTING else "in a file that is passed on"
        raise TemplateError(name, "", f"its maker does not let it stand {why} (OS/2.fsType {may:#06x}); take another")
    font = _Font(content, tables)
    _check_widths(font)
    return font


def _check_widths(font: _Font) -> None:
    """Refuse a font whose letters have no width, or far too much of it."""
    em = font.tables.number("head", "H", 18)
    for char, glyph in font.letters.items():
        advance = font.advance(glyph)
        if advance > _WIDEST * em:
            why = f"{character(char)} is {advance} units wide, and unitsPerEm is {em}; take another font"
            raise font.tables.refuse("hmtx", why)
