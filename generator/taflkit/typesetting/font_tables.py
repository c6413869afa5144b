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
_HIGHEST = 8  # the ascent and descent of a font at most, in em
_WIDE = "utf-16-be"
_CODINGS = {(3, 1, 0x409): _WIDE, (1, 0, 0): "mac-roman"}
"""The encodings of names, by platform, encoding and language, those of English alone."""
_CALLED = (6, 4, 1)  # the names that a PDF may call a font by, the best first
_NO_NAME = frozenset("[](){}<>/%#")  # the characters that no name in a PDF has
_UNICODE = 0  # a platform of maps, as the next two
_MACINTOSH = 1
_WINDOWS = 3
_VARIATIONS = 5  # the encoding of Unicode's variations, whose map is none of letters
_GROUP = 12  # the bytes of a range of letters; no map needs more for a letter
_LAST = 0x10FFFF  # Unicode's last character
_WORDS = 0x01  # the flag of a part of a glyph whose place is two words, not two bytes
_SCALE = 0x08  # that of a part with one scale
_SCALES = 0x40  # that of a part with a scale across and another down
_MATRIX = 0x80  # that of a part with four numbers
_MORE = 0x20  # the flag of a part that another follows
_AGAIN = "take another copy of the font"

KERNING = ("GPOS", "kern")
"""The tables that kerns are read from: the first of them that a font has."""
_PAIRS = 2  # the kind of lookups that adjust pairs
_EXTENSION = 9  # the kind of lookups that lead to others farther away
_BEFORE_ADVANCE = 0x03  # the bits of a format of values for those before the advance
_ADVANCE = 0x04  # the bit for the advance
_OF_VALUE = 0xFF  # the bits for all values

_Pairs = Iterator[tuple[int, int, int]]
"""Pairs of glyphs with their units, some of them perhaps 0."""


class FontTables(Struct, frozen=True):
    """The tables of a font: the bytes of each by its tag, and the file as errors call it."""

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

    Raises:
        TemplateError: a table is missing, lies beyond the file or over another, or says what cannot be.
    """
    tables = _parted(content, file)
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


def _parted(content: bytes, file: str) -> FontTables:
    """Return the tables that a font lists, after seeing that each has a place of its own in the file."""
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
    return parted


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
    """Yield the number of letters of each range of a map."""
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
    """Yield the number of letters of each part of a map of Unicode's variations."""
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
    """Return the number of points of each glyph, with those of its parts.

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
        """Return the number of points and of parts of a glyph that stands at a depth in others."""
        if glyph in self._sizes:
            return self._sizes[glyph]
        points = parts = 0
        at = self._places[glyph]
        if at < self._places[glyph + 1]:
            contours = self._tables.number("glyf", "h", at)
            if contours > 0:
                # the number of its last point
                points = self._tables.number("glyf", "H", at + 8 + 2 * contours) + 1
            at, flags = at + 10, _MORE if contours < 0 else 0
            while flags & _MORE:
                flags, part = self._tables.numbers("glyf", "HH", at)
                if part >= len(self._places) - 1:
                    raise self._tables.refuse("glyf", f"glyph {glyph} is made of a glyph that there is not; {_AGAIN}")
                within = self.size(part, depth + 1) if depth < PARTS else (0, PARTS)
                points, parts = points + within[0], parts + 1 + within[1]
                if parts > PARTS:
                    raise self._tables.refuse("glyf", f"glyph {glyph} has more than {PARTS} parts, or is its own part")
                scales = 2 if flags & _SCALE else 4 if flags & _SCALES else 8 if flags & _MATRIX else 0
                at += 4 + (4 if flags & _WORDS else 2) + scales
            if points > POINTS:
                raise self._tables.refuse("glyf", f"glyph {glyph} has more than {POINTS} points")
        self._sizes[glyph] = points, parts
        return points, parts


def kern_pairs(tables: FontTables, letters: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Return the pairs of letters that a font kerns, with the units; of a pair that is given twice the last holds.

    The letters whose pairs are read are given by the glyphs that they are drawn with.

    Raises:
        TemplateError: a table ends too early, leads beyond its end, or takes too many steps.
    """
    tag = next((tag for tag in KERNING if tag in tables.data), None)
    if tag is None:
        return {}
    table = _CountedTable(tables, tag)
    kerns: dict[str, int] = {}
    for first, second, units in _positions(table, letters) if tag == "GPOS" else _kern_table(table):
        if units and first in letters and second in letters:
            # a stored pair takes room as well
            table.count(2 * len(letters[first]) * len(letters[second]))
            # the fonts of a theme have the same pairs
            kerns |= {intern(one + other): units for one in letters[first] for other in letters[second]}
    return kerns


class _CountedTable:
    """A table whose reading is counted."""

    def __init__(self, tables: FontTables, tag: str) -> None:
        self._tables, self._tag = tables, tag
        self._steps = 0

    def count(self, steps: int) -> None:
        """Count steps of reading, and refuse a table that takes too many."""
        self._steps += steps
        if self._steps > KERNS:
            why = f"takes more than {KERNS} steps to its kerns; take another font"
            raise self._tables.refuse(self._tag, why)

    def numbers(self, form: str, at: int) -> tuple[int, ...]:
        return self._tables.numbers(self._tag, form, at)

    def number(self, form: str, at: int) -> int:
        return self.numbers(form, at)[0]

    def row(self, at: int) -> tuple[int, ...]:
        """Return the numbers at a place, which the first of them counts."""
        number = self.number("H", at)
        self.count(1 + number)
        return self.numbers(f"{number}H", at + 2)

    def ranges(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the glyphs of ranges, each with the number of its range."""
        for place in range(at + 4, at + 4 + 6 * self.number("H", at + 2), 6):
            start, end, number = self.numbers("HHH", place)
            self.count(1 + max(0, end - start))
            yield from ((glyph, number) for glyph in range(start, end + 1))

    def classes(self, at: int) -> dict[int, int]:
        """Return the classes of glyphs other than 0."""
        if self.number("H", at) == 1:
            return dict(enumerate(self.row(at + 4), self.number("H", at + 2)))
        return dict(self.ranges(at))


def _kern_table(table: _CountedTable) -> _Pairs:
    """Yield the pairs of the table kern, in Microsoft's form or Apple's."""
    version, number = table.numbers("HH", 0)
    is_apple = version == 1
    at = 4
    if is_apple:
        number, at = table.number("L", 4), 8
    for _ in range(number):
        table.count(1)
        if is_apple:
            (length, _, kind), head = table.numbers("LBB", at), 8
        else:
            (_, length, kind), head = table.numbers("HHB", at), 6
        if kind == 0:
            pairs = table.number("H", at + head)
            table.count(1 + pairs)
            for place in range(at + head + 8, at + head + 8 + 6 * pairs, 6):
                first, second, units = table.numbers("HHh", place)
                yield first, second, units
        # the only subtable may be longer than it can say
        at += max(length, head)


def _positions(table: _CountedTable, letters: Mapping[int, Sequence[str]]) -> _Pairs:
    """Yield the pairs of the table GPOS."""
    features, lookups = table.numbers("HH", 6)
    places = table.row(lookups)
    # the numbers of the lookups of the feature kern
    kerns: set[int] = set()
    for feature in range(table.number("H", features)):
        table.count(1)
        tag, place = table.numbers("LH", features + 2 + 6 * feature)
        if tag == int.from_bytes(b"kern"):
            kerns |= set(table.row(features + place + 2))
    for lookup in (lookups + places[number] for number in sorted(kerns) if number < len(places)):
        kind = table.number("H", lookup)
        # the first subtable that has a pair decides it, so it comes last
        for place in reversed(table.row(lookup + 4)):
            at, which = lookup + place, kind
            if kind == _EXTENSION:
                _, which, farther = table.numbers("HHL", at)
                at += farther
            if which == _PAIRS:
                yield from _of_subtable(table, at, letters)


def _of_subtable(table: _CountedTable, at: int, letters: Mapping[int, Sequence[str]]) -> _Pairs:
    """Yield the pairs of glyphs, or of classes of glyphs, of a subtable of the table GPOS."""
    form, covered, first, second = table.numbers("HHHH", at)
    if not first & _ADVANCE or form not in (1, 2):
        return
    # the bytes of the values of a pair, and of those before the advance
    size = 2 * ((first & _OF_VALUE).bit_count() + (second & _OF_VALUE).bit_count())
    value = 2 * (first & _BEFORE_ADVANCE).bit_count()
    # the glyphs of the coverage, in its order
    is_list = table.number("H", at + covered) == 1
    firsts = table.row(at + covered + 2) if is_list else [glyph for glyph, _ in table.ranges(at + covered)]
    if form == 1:
        for glyph, place in zip(firsts, table.row(at + 8), strict=False):
            if glyph in letters:
                number = table.number("H", at + place)
                table.count(1 + number)
                for pair in range(at + place + 2, at + place + 2 + number * (2 + size), 2 + size):
                    yield glyph, table.number("H", pair), table.number("h", pair + 2 + value)
        return
    one, two, _, number = table.numbers("HHHH", at + 8)
    first_classes, second_classes = table.classes(at + one), table.classes(at + two)
    seconds: dict[int, list[int]] = {}
    for glyph in letters:
        table.count(1)
        seconds.setdefault(second_classes.get(glyph, 0), []).append(glyph)
    for glyph in (glyph for glyph in firsts if glyph in letters):
        row = at + 16 + first_classes.get(glyph, 0) * number * size
        for kind, others in seconds.items():
            table.count(1)
            units = table.number("h", row + kind * size + value)
            if units:
                yield from ((glyph, other, units) for other in others)
