"""A user's own fonts: TrueType files, read at run time, with their metrics, kerning and licence.

Only the house's fonts have their metrics in files; those of a user's own are read with fontTools.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from taflkit.errors import TemplateError, shown
from taflkit.limits import FONT, TITLE
from taflkit.reading import read_bytes

__all__ = ["font_credit", "own_metrics"]

_TABLES = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2")
_RESTRICTED, _NO_SUBSETTING, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_RESERVED = 0x000C
"""Bits of OS/2.fsType: a font that may be embedded to be printed or edited is not restricted, whatever else it says."""
_LICENCE, _ADDRESS, _COPYRIGHT, _NAME = 13, 14, 0, 4
_TERMS = 80
"""The characters of a licence that the colophon has."""
_OFL = "SIL Open Font License"
_OFL_TOLD = re.compile(r"SIL Open Font License|scripts\.sil\.org/OFL|openfontlicense\.org", re.IGNORECASE)
_RESERVED_RIGHTS = re.compile(r"\s*All rights reserved.*", re.IGNORECASE)
_DAMAGED = "is cut off or damaged, and cannot be read; take another copy of it"


def font_credit(file: Path, name: str) -> str:
    """Return a font's name with its licence, for the colophon, after seeing that it can be printed with.

    Args:
        file: the font.
        name: the file as errors call it.

    Raises:
        TemplateError: it is missing, no TrueType font, too large, lacks a table, or may not be embedded.
    """
    font = _opened(file, name)
    terms, called = _terms(font), _named(font, _NAME) or file.stem
    credit = f"{called} ({terms})" if terms else called
    # the house's text face prints it
    return "".join(char for char in credit if ord(char) < 0x180 or char in "…–’“”")


def _terms(font: Any) -> str:
    """Return the licence of a font: its name, its address, or else whose the font is; "" if it says none of it."""
    licence, address, rights = (_named(font, number) for number in (_LICENCE, _ADDRESS, _COPYRIGHT))
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
    try:
        return _metrics(font)
    except MemoryError:
        raise
    except Exception as error:
        # tables are read as they are needed, and a spoilt one may fail anyhow
        raise TemplateError(str(file), "", _DAMAGED) from error


def _metrics(font: Any) -> dict[str, Any]:
    from taflkit.typesetting.letter_edges import right_edges  # noqa: PLC0415

    names: dict[int, str] = font.getBestCmap()
    metrics, glyphs = font["hmtx"], font.getGlyphSet()
    characters = {chr(code): glyph for code, glyph in names.items() if unicodedata.category(chr(code))[0] != "C"}
    # as ReportLab has it, a font without a no-break space uses its space
    if " " in characters:
        characters.setdefault("\u00a0", characters[" "])
    # a soft hyphen at the end of a line is drawn as a hyphen
    if "-" in characters:
        characters["\u00ad"] = characters["-"]
    reaches = {
        char: _reach(glyphs, glyph)
        for char, glyph in characters.items()
        if ord(char) < 0x250 and unicodedata.category(char) == "Lu"
    }
    stated = font["OS/2"]
    cap_height = int(getattr(stated, "sCapHeight", 0)) or int(reaches.get("H", (0, 0.7 * font["head"].unitsPerEm))[1])
    return {
        "units_per_em": font["head"].unitsPerEm,
        "ascent": font["hhea"].ascent,
        "descent": font["hhea"].descent,
        "cap_height": cap_height,
        "capitals": reaches,
        # a title's own font is that of initials too
        "edges": {char: right_edges(glyphs, characters[char]) for char in reaches},
        "widths": {char: metrics[glyph][0] for char, glyph in characters.items()},
        "kerns": dict(_kerns(font, {char: glyph for char, glyph in characters.items() if ord(char) < 0x250})),
        "ligatures": {},
    }


def _opened(file: Path, name: str) -> Any:
    """Return a font as fontTools reads it."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    # what is wrong with a font is one error of ours, and not lines of a log
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    content = read_bytes(file, name, FONT)
    begin = content[:4]
    if begin in (b"OTTO", b"wOFF", b"wOF2", b"ttcf"):
        kind = {b"OTTO": "PostScript outlines (CFF)", b"ttcf": "several fonts in it"}.get(begin, "a packed web font")
        raise TemplateError(name, "", f"has {kind}, and must be a TrueType font; convert it to .ttf")
    if begin not in (b"\0\1\0\0", b"true"):
        raise TemplateError(name, "", "is no TrueType font; name a .ttf")
    try:
        font = TTFont(BytesIO(content), lazy=True)
        missing = [table for table in _TABLES if table not in font]
        may = font["OS/2"].fsType if not missing else 0
        usable = not missing and bool(font.getBestCmap())
    except MemoryError:
        raise
    except Exception as error:
        raise TemplateError(name, "", _DAMAGED) from error
    if missing or not usable:
        what = f"has no table {missing[0]}" if missing else "has no table of its letters"
        raise TemplateError(name, "", f"{what}, which a font to print with needs; take another copy of it")
    if (may & _RESTRICTED and not may & _RESERVED) or may & (_NO_SUBSETTING | _BITMAPS_ONLY):
        why = "without a part of its letters being taken" if may & _NO_SUBSETTING else "in a file that is passed on"
        raise TemplateError(name, "", f"its maker does not let it stand {why} (OS/2.fsType {may:#06x}); take another")
    return font


def _named(font: Any, number: int) -> str:
    """Return an entry of a font's names, on one line, "" for none."""
    found = font["name"].getDebugName(number) or ""
    return shown(" ".join(found.split()), TITLE)


def _reach(glyphs: Any, glyph: str) -> tuple[float, float]:
    """Return how far a glyph reaches down and up."""
    from fontTools.pens.boundsPen import BoundsPen  # noqa: PLC0415

    pen = BoundsPen(glyphs)
    glyphs[glyph].draw(pen)
    return (pen.bounds[1], pen.bounds[3]) if pen.bounds else (0.0, 0.0)


def _kerns(font: Any, characters: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the pairs of characters that a font kerns, with the units; of a pair that is told twice the last."""
    by_glyph: dict[str, list[str]] = {}
    for char, glyph in characters.items():
        by_glyph.setdefault(glyph, []).append(char)
    if "GPOS" in font:
        pairs: Iterator[tuple[str, str, int]] = _positioned(font["GPOS"].table, by_glyph.keys())
    else:
        tables = font["kern"].kernTables if "kern" in font else ()
        pairs = ((a, b, value) for table in tables for (a, b), value in getattr(table, "kernTable", {}).items())
    for first, second, value in pairs:
        for one in by_glyph.get(first, ()) if value else ():
            yield from ((one + other, value) for other in by_glyph.get(second, ()))


def _positioned(table: Any, glyphs: Any) -> Iterator[tuple[str, str, int]]:
    """Yield the pairs of glyphs that the feature kern of a GPOS table moves, those of earlier tables last."""
    features = table.FeatureList.FeatureRecord if table.FeatureList else ()
    numbers = {n for record in features if record.FeatureTag == "kern" for n in record.Feature.LookupListIndex}
    for number in sorted(numbers):
        inside = table.LookupList.Lookup[number].SubTable
        subtables = [each.ExtSubTable if each.LookupType == 9 else each for each in inside]
        # the first table that has a pair decides it, so it is told last
        for subtable in reversed([each for each in subtables if each.LookupType == 2]):
            yield from _of_subtable(subtable, glyphs)


def _of_subtable(subtable: Any, glyphs: Any) -> Iterator[tuple[str, str, int]]:
    firsts = [glyph for glyph in subtable.Coverage.glyphs if glyph in glyphs]
    if subtable.Format == 1:
        sets = dict(zip(subtable.Coverage.glyphs, subtable.PairSet, strict=True))
        for first in firsts:
            for record in sets[first].PairValueRecord:
                yield first, record.SecondGlyph, _advance(record.Value1)
    elif subtable.Format == 2:
        one, two = subtable.ClassDef1.classDefs, subtable.ClassDef2.classDefs
        for first in firsts:
            row = subtable.Class1Record[one.get(first, 0)].Class2Record
            values = [_advance(record.Value1) for record in row]
            for second in glyphs:
                if value := values[two.get(second, 0)]:
                    yield first, second, value


def _advance(value: Any) -> int:
    return int(getattr(value, "XAdvance", 0) or 0)
