"""The tables of a stranger's font, counted on their bytes before a library takes them apart.

In a font a few bytes may stand for very much: glyphs are made of glyphs that are made of others, two numbers are a
range of letters, and any number of names may be one text. All that fontTools and ReportLab would follow is followed
here, and refused with its table where it leads too far or nowhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from sys import intern

from msgspec import Struct

from taflkit.errors import TemplateError
from taflkit.limits import KERNS, LETTERS, MAPS, NAMES, PARTS, POINTS

__all__ = ["KERNING", "FontTables", "check_letters", "check_names", "glyph_points", "kern_pairs", "read_tables"]


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


KERNING = ("GPOS", "kern")
"""The tables that kerns are read from: the first of them that a font has."""

_PAIRS, _EXTENSION = 2, 9
"""The kinds of lookups that are read: adjustments of pairs, and those that lead to others farther away."""
_BEFORE_ADVANCE, _ADVANCE, _OF_VALUE = 0x03, 0x04, 0xFF
"""The bits of a format of values: what is written before the advance, the advance, and all there is."""


def kern_pairs(tables: FontTables, letters: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Return the pairs of letters that a font kerns, with the units; of a pair that is told twice the last holds.

    Args:
        tables: of the font.
        letters: those whose pairs are asked for, by the glyphs that they are drawn with.

    Raises:
        TemplateError: a table ends too early, leads beyond its end, or takes too many steps.
    """
    tag = next((tag for tag in KERNING if tag in tables.data), "")
    if not tag:
        return {}
    table = (_Positions if tag == "GPOS" else _Kerns)(tables, tag, letters)
    return table.kerns()


class _FontTable:
    """A table whose reading is counted."""

    def __init__(self, tables: FontTables, tag: str, letters: Mapping[int, Sequence[str]]) -> None:
        self._tables, self._tag, self._letters = tables, tag, letters
        self._steps = 0

    def kerns(self) -> dict[str, int]:
        """Return the kerns of pairs of letters."""
        found: dict[str, int] = {}
        for first, second, units in self._pairs():
            if units and first in self._letters and second in self._letters:
                ones, others = self._letters[first], self._letters[second]
                # a pair that is kept takes room as well
                self._count(2 * len(ones) * len(others))
                # the fonts of a theme have the same pairs
                found |= {intern(one + other): units for one in ones for other in others}
        return found

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield pairs of glyphs with their units, some of them perhaps 0."""
        raise NotImplementedError

    def _read(self, form: str, at: int) -> tuple[int, ...]:
        return self._tables.numbers(self._tag, form, at)

    def _row(self, at: int) -> tuple[int, ...]:
        """Return the numbers at a place, which the first of them counts."""
        number = self._read("H", at)[0]
        self._count(1 + number)
        return self._read(f"{number}H", at + 2)

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > KERNS:
            why = f"takes more than {KERNS} steps to its kerns; take another font"
            raise self._tables.refuse(self._tag, why)


class _Kerns(_FontTable):
    """The table kern, in Microsoft's form or Apple's."""

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        version, number = self._read("HH", 0)
        is_apple = version == 1
        at = 4
        if is_apple:
            number, at = self._read("L", 4)[0], 8
        for _ in range(number):
            self._count(1)
            length, kind, head = self._header(at, is_apple)
            if kind == 0:
                yield from self._listed(at + head)
            # the only subtable may be longer than it can say
            at += max(length, head)

    def _header(self, at: int, is_apple: bool) -> tuple[int, int, int]:
        """Return the length, the kind and the length of the header of a subtable."""
        if is_apple:
            length, _, kind = self._read("LBB", at)
            return length, kind, 8
        _, length, kind = self._read("HHB", at)
        return length, kind, 6

    def _listed(self, at: int) -> Iterator[tuple[int, int, int]]:
        number = self._read("H", at)[0]
        self._count(1 + number)
        for place in range(at + 8, at + 8 + 6 * number, 6):
            first, second, units = self._read("HHh", place)
            yield first, second, units


class _Positions(_FontTable):
    """The table GPOS."""

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        features, lookups = self._read("HH", 6)
        places = self._row(lookups)
        for number in sorted(self._lookups(features)):
            if number < len(places):
                yield from self._of_lookup(lookups + places[number])

    def _lookups(self, features: int) -> set[int]:
        """Return the numbers of the lookups of the feature kern."""
        found: set[int] = set()
        for at in range(self._read("H", features)[0]):
            self._count(1)
            tag, place = self._read("LH", features + 2 + 6 * at)
            if tag == int.from_bytes(b"kern"):
                found |= set(self._row(features + place + 2))
        return found

    def _of_lookup(self, at: int) -> Iterator[tuple[int, int, int]]:
        kind = self._read("H", at)[0]
        # the first subtable that has a pair decides it, so it is told last
        for place in reversed(self._row(at + 4)):
            there, which = at + place, kind
            if kind == _EXTENSION:
                _, which, farther = self._read("HHL", there)
                there += farther
            if which == _PAIRS:
                yield from self._of_subtable(there)

    def _of_subtable(self, at: int) -> Iterator[tuple[int, int, int]]:
        form, covered, first, second = self._read("HHHH", at)
        if not first & _ADVANCE or form not in (1, 2):
            return
        size = 2 * ((first & _OF_VALUE).bit_count() + (second & _OF_VALUE).bit_count())
        value = 2 * (first & _BEFORE_ADVANCE).bit_count()
        firsts = self._covered(at + covered)
        if form == 1:
            yield from self._of_glyphs(at, firsts, size, value)
        else:
            yield from self._of_classes(at, firsts, size, value)

    def _of_glyphs(self, at: int, firsts: Sequence[int], size: int, value: int) -> Iterator[tuple[int, int, int]]:
        for glyph, place in zip(firsts, self._row(at + 8), strict=False):
            if glyph in self._letters:
                number = self._read("H", at + place)[0]
                self._count(1 + number)
                for pair in range(at + place + 2, at + place + 2 + number * (2 + size), 2 + size):
                    yield glyph, self._read("H", pair)[0], self._read("h", pair + 2 + value)[0]

    def _of_classes(self, at: int, firsts: Sequence[int], size: int, value: int) -> Iterator[tuple[int, int, int]]:
        one, two, _, number = self._read("HHHH", at + 8)
        first_classes, second_classes = self._classes(at + one), self._classes(at + two)
        seconds: dict[int, list[int]] = {}
        self._count(len(self._letters))
        for glyph in self._letters:
            seconds.setdefault(second_classes.get(glyph, 0), []).append(glyph)
        for glyph in firsts:
            if glyph in self._letters:
                row = at + 16 + first_classes.get(glyph, 0) * number * size
                for second, others in seconds.items():
                    self._count(1)
                    units = self._read("h", row + second * size + value)[0]
                    if units:
                        yield from ((glyph, other, units) for other in others)

    def _covered(self, at: int) -> list[int]:
        """Return the glyphs of a coverage, in its order."""
        if self._read("H", at)[0] == 1:
            return list(self._row(at + 2))
        return [glyph for start, end, _ in self._ranges(at) for glyph in range(start, end + 1)]

    def _classes(self, at: int) -> dict[int, int]:
        """Return the classes of glyphs other than 0."""
        if self._read("H", at)[0] == 1:
            start = self._read("H", at + 2)[0]
            return dict(enumerate(self._row(at + 4), start))
        return {glyph: kind for start, end, kind in self._ranges(at) for glyph in range(start, end + 1)}

    def _ranges(self, at: int) -> Iterator[tuple[int, int, int]]:
        """Yield ranges of glyphs, each with a number of its own."""
        for place in range(at + 4, at + 4 + 6 * self._read("H", at + 2)[0], 6):
            start, end, number = self._read("HHH", place)
            self._count(1 + max(0, end - start))
            yield start, end, number
