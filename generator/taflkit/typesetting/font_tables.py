"""The tables of a stranger's font, counted on their bytes before a library takes them apart.

In a font a few bytes may stand for very much: glyphs are made of glyphs that are made of others, two numbers are a
range of letters, and any number of names may be one text. All that fontTools and ReportLab would follow is followed
here, and refused with its table where it leads too far or nowhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import Struct

from taflkit.errors import TemplateError
from taflkit.limits import LETTERS, MAPS, NAMES, PARTS, POINTS

__all__ = ["FontTables", "check_letters", "check_names", "glyph_points", "read_tables"]

_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2", "post")
_FIELDS: tuple[tuple[str, int, str, str, int, int], ...] = (
    ("head", 0, "H", "majorVersion", 1, 1),
    ("head", 12, "L", "magicNumber", 0x5F0F3CF5, 0x5F0F3CF5),
    ("head", 18, "H", "unitsPerEm", 16, 16384),
    ("head", 50, "h", "indexToLocFormat", 0, 1),
    ("head", 52, "h", "glyphDataFormat", 0, 0),
    ("maxp", 0, "H", "majorVersion", 1, 1),
    ("maxp", 4, "H", "numGlyphs", 1, 0xFFFF),
    ("hhea", 0, "H", "majorVersion", 1, 1),
    ("hhea", 32, "h", "metricDataFormat", 0, 0),
    ("OS/2", 0, "H", "version", 0, 5),
    ("name", 0, "H", "format", 0, 0),
    ("post", 0, "H", "majorVersion", 1, 4),
)
"""The fields whose values the libraries take for granted: table, place, form, name, least and most."""
_HEIGHTS = (
    ("hhea", 4, "ascent"),
    ("hhea", 6, "descent"),
    ("OS/2", 68, "sTypoAscender"),
    ("OS/2", 70, "sTypoDescender"),
)
_HIGHEST = 8
"""How far a font may reach up or down, in em."""
_WIDE = "utf-16-be"
_CODINGS = {(3, 1, 0x409): _WIDE, (1, 0, 0): "mac-roman"}
"""How names are written, by platform, encoding and language, those of English alone."""
_CALLED = (6, 4, 1)
"""The names that a PDF may call a font by, the best first."""
_NO_NAME = frozenset("[](){}<>/%#")
"""The characters that no name in a PDF has."""
_UNICODE, _MACINTOSH, _WINDOWS = 0, 1, 3
"""The platforms of maps."""
_VARIATIONS = 5
"""The encoding of Unicode's variations, whose map is none of letters."""
_GROUP = 12
"""The bytes of a range of letters; no map needs more for a letter."""
_LAST = 0x10FFFF
"""Unicode's last character."""
_WORDS, _SCALE, _MORE, _SCALES, _MATRIX = 0x01, 0x08, 0x20, 0x40, 0x80
"""The flags of a part of a glyph that tell how many bytes it has, and whether another follows."""
_AGAIN = "take another copy of the font"


class FontTables(Struct, frozen=True):
    """The tables of a font.

    Attributes:
        file: the font, as errors call it.
        data: the bytes of each table by its tag.
    """

    file: str
    data: Mapping[str, bytes]

    def refuse(self, tag: str, why: str) -> TemplateError:
        """Return the problem of a table."""
        return TemplateError(self.file, f"table {tag}", why)

    def numbers(self, tag: str, form: str, at: int = 0) -> tuple[int, ...]:
        """Return numbers of a table, in a form that struct knows, from a place on.

        Raises:
            TemplateError: the table ends before.
        """
        try:
            return struct.unpack_from(f">{form}", self.data[tag], at)
        except struct.error:
            raise self.refuse(tag, f"ends too early; {_AGAIN}") from None

    def number(self, tag: str, form: str, at: int = 0) -> int:
        """Return a number of a table; see `numbers`."""
        return self.numbers(tag, form, at)[0]


def read_tables(content: bytes, file: str) -> FontTables:
    """Return the tables of a font, after seeing that its headers agree.

    Args:
        content: of the file.
        file: its name for errors.

    Raises:
        TemplateError: a table is missing, lies beyond the file or over another, or says what cannot be.
    """
    tables = FontTables(file, _parted(content, file))
    for tag in _NEEDED:
        if tag not in tables.data:
            why = f"has no table {tag}, which a font to print with needs; take another copy of it"
            raise TemplateError(file, "", why)
    for tag, at, form, name, least, most in _FIELDS:
        value = tables.number(tag, form, at)
        if not least <= value <= most:
            right = f"{least}" if least == most else f"{least} to {most}"
            raise tables.refuse(tag, f"{name} is {value}, and must be {right}; {_AGAIN}")
    em, glyphs = tables.number("head", "H", 18), tables.number("maxp", "H", 4)
    for tag, at, name in _HEIGHTS:
        value = tables.number(tag, "h", at)
        if abs(value) > _HIGHEST * em:
            raise tables.refuse(tag, f"{name} is {value}, and unitsPerEm {em}; {_HIGHEST} em are the most")
    metrics = tables.number("hhea", "H", 34)
    if not 1 <= metrics <= glyphs:
        why = f"numberOfHMetrics is {metrics}, and must be 1 to {glyphs}, since there are so many glyphs; {_AGAIN}"
        raise tables.refuse("hhea", why)
    # a glyph has an advance and a bearing, or the bearing alone
    tables.numbers("hmtx", f"{metrics + glyphs}H")
    tables.numbers("post", "8L")
    return tables


def _parted(content: bytes, file: str) -> dict[str, bytes]:
    """Return the tables of a font by their tags."""
    number = int.from_bytes(content[4:6])
    if len(content) < 12 + 16 * number:
        raise TemplateError(file, "", "ends in the list of its tables; take another copy of it")
    entries = [struct.unpack_from(">4s4xLL", content, 12 + 16 * at) for at in range(number)]
    places = {tag.decode("latin-1"): (begin, length) for tag, begin, length in entries}
    if len(places) < number or not all(tag.isascii() and tag.isprintable() for tag in places):
        raise TemplateError(file, "", "has two tables of one name, or one without a name; take another copy of it")
    parted = FontTables(file, {tag: content[begin : begin + length] for tag, (begin, length) in places.items()})
    reached, before = 0, ""
    for tag, (begin, length) in sorted(places.items(), key=lambda entry: entry[1]):
        if begin + length > len(content):
            raise parted.refuse(tag, f"lies beyond the end of the file; {_AGAIN}")
        if length and begin < reached:
            raise parted.refuse(tag, f"lies over table {before}; {_AGAIN}")
        reached, before = max(reached, begin + length), tag
    return dict(parted.data)


def check_names(tables: FontTables) -> None:
    """Refuse more names than a font has, and a font without one that a PDF can call it by.

    Raises:
        TemplateError: the table name cannot be used.
    """
    data, size = tables.data["name"], 0
    called: dict[int, str] = {}
    number, begin = tables.numbers("name", "HH", 2)
    for at in range(number):
        *kind, name, length, offset = tables.numbers("name", "6H", 6 + 12 * at)
        size += 12 + length
        if size > NAMES:
            raise tables.refuse("name", f"has more than {NAMES} bytes of names")
        if begin + offset + length > len(data):
            raise tables.refuse("name", f"ends too early; {_AGAIN}")
        coding = _CODINGS.get((kind[0], kind[1], kind[2]))
        if coding == _WIDE and length % 2:
            raise tables.refuse("name", f"has a name that ends in half a letter; {_AGAIN}")
        if coding and length:
            called.setdefault(name, data[begin + offset :][:length].decode(coding, "replace"))
    chosen = next((called[name] for name in _CALLED if name in called), "").replace(" ", "-")
    if not chosen or not all("!" <= char <= "~" and char not in _NO_NAME for char in chosen):
        why = "has no name that a PDF can call the font by; give it a PostScript name of letters, digits and hyphens"
        raise tables.refuse("name", why)


def check_letters(tables: FontTables) -> None:
    """Refuse maps of more letters than a font has, and those of kinds that are not read.

    Raises:
        TemplateError: the table cmap cannot be used.
    """
    number = tables.number("cmap", "H", 2)
    if number > MAPS:
        raise tables.refuse("cmap", f"has {number} maps of letters; {MAPS} are the most")
    if len(tables.data["cmap"]) > _GROUP * LETTERS:
        raise tables.refuse("cmap", f"has more than {_GROUP * LETTERS} bytes")
    maps = [tables.numbers("cmap", "HHL", 4 + 8 * at) for at in range(number)]
    # a PDF takes the last map that it knows, and fontTools the best one
    known = [
        platform
        for platform, encoding, _ in maps
        if platform == _WINDOWS
        or (platform == _UNICODE and encoding != _VARIATIONS)
        or (platform, encoding) == (_MACINTOSH, 1)
    ]
    if not known or known[-1] == _MACINTOSH:
        raise tables.refuse("cmap", "has no map of Unicode's letters behind all others; take another font")
    letters = 0
    places = {place for platform, _, place in maps if platform in (_UNICODE, _WINDOWS)}
    for size in chain.from_iterable(_ranges(tables, place) for place in sorted(places)):
        letters += size
        if letters > LETTERS:
            raise tables.refuse("cmap", f"has maps of more than {LETTERS} letters")


def _ranges(tables: FontTables, at: int) -> Iterator[int]:
    """Yield how many letters each range of a map has."""
    form = tables.number("cmap", "H", at)
    match form:
        case 0:
            yield 256
        case 4:
            number = tables.number("cmap", "H", at + 6) // 2
            ends = tables.numbers("cmap", f"{number}H", at + 14)
            starts = tables.numbers("cmap", f"{number}H", at + 16 + 2 * number)
            yield from (max(0, end - start + 1) for start, end in zip(starts, ends, strict=True))
        case 6:
            yield tables.number("cmap", "H", at + 8)
        case 12 | 13:
            number = tables.number("cmap", "L", at + 12)
            for group in range(number):
                start, end = tables.numbers("cmap", "LL", at + 16 + _GROUP * group)
                if not start <= end <= _LAST:
                    raise tables.refuse("cmap", f"has a range of letters from {start:#x} to {end:#x}; {_AGAIN}")
                yield end - start + 1
        case 14:
            yield from _variations(tables, at)
        case _:
            raise tables.refuse("cmap", f"has a map of format {form}, which is not read; take another font")


def _variations(tables: FontTables, at: int) -> Iterator[int]:
    """Yield how many letters each part of a map of Unicode's variations has."""
    for selector in range(tables.number("cmap", "L", at + 6)):
        yield 1
        plain, other = tables.numbers("cmap", "LL", at + 13 + 11 * selector)
        if plain:
            number = tables.number("cmap", "L", at + plain)
            yield number
            yield from tables.numbers("cmap", f"{4 * number}B", at + plain + 4)[3::4]
        if other:
            yield tables.number("cmap", "L", at + other)


def glyph_points(tables: FontTables) -> list[int]:
    """Return how many points each glyph has, with those of its parts.

    Raises:
        TemplateError: a glyph is not in its table, has more points or parts than a letter has, or is a part of itself.
    """
    glyphs = _Glyphs(tables)
    return [glyphs.size(glyph)[0] for glyph in range(tables.number("maxp", "H", 4))]


class _Glyphs:
    """The sizes of a font's glyphs, each counted once."""

    def __init__(self, tables: FontTables) -> None:
        self._tables = tables
        glyphs, is_long = tables.number("maxp", "H", 4), tables.number("head", "h", 50)
        places = tables.numbers("loca", f"{glyphs + 1}{'L' if is_long else 'H'}")
        self._places = places if is_long else tuple(2 * place for place in places)
        if list(self._places) != sorted(self._places) or self._places[-1] > len(tables.data["glyf"]):
            raise tables.refuse("loca", f"leads to glyphs out of their order, or beyond table glyf; {_AGAIN}")
        self._sizes: dict[int, tuple[int, int]] = {}

    def size(self, glyph: int, depth: int = 0) -> tuple[int, int]:
        """Return how many points and parts a glyph has that stands so deep in others."""
        if glyph not in self._sizes:
            self._sizes[glyph] = self._counted(glyph, depth)
        return self._sizes[glyph]

    def _counted(self, glyph: int, depth: int) -> tuple[int, int]:
        at = self._places[glyph]
        if at == self._places[glyph + 1]:
            return 0, 0
        contours = self._tables.number("glyf", "h", at)
        points = parts = 0
        if contours > 0:
            # the number of its last point
            points = self._tables.number("glyf", "H", at + 8 + 2 * contours) + 1
        for part in self._parts(glyph, at + 10) if contours < 0 else ():
            within = self.size(part, depth + 1) if depth < PARTS else (0, PARTS)
            points, parts = points + within[0], parts + 1 + within[1]
            if parts > PARTS:
                raise self._tables.refuse("glyf", f"glyph {glyph} has more than {PARTS} parts, or is its own part")
        if points > POINTS:
            raise self._tables.refuse("glyf", f"glyph {glyph} has more than {POINTS} points")
        return points, parts

    def _parts(self, glyph: int, at: int) -> Iterator[int]:
        """Yield the glyphs that a glyph is made of."""
        flags = _MORE
        while flags & _MORE:
            flags, part = self._tables.numbers("glyf", "HH", at)
            if part >= len(self._places) - 1:
                raise self._tables.refuse("glyf", f"glyph {glyph} is made of a glyph that there is not; {_AGAIN}")
            yield part
            scales = 2 if flags & _SCALE else 4 if flags & _SCALES else 8 if flags & _MATRIX else 0
            at += 4 + (4 if flags & _WORDS else 2) + scales
