"""Fonts that are spoiled in one place each: the house's bold face, with tables cut off, made anew or written over.

Every function gives the bytes of a TrueType font. What is not spoiled on purpose is right, so that a font is refused
for the fault that it is made with.
"""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from taflkit.resources import templates_folder

__all__ = [
    "FIELDS",
    "REQUIRED",
    "assembled",
    "cmap_records",
    "cmap_with",
    "composite_circle",
    "composite_tree",
    "cut_file",
    "cut_table",
    "glyphs_in_disorder",
    "gpos_classes",
    "gpos_coverage",
    "gpos_extensions",
    "gpos_features",
    "gpos_pairs",
    "kern_subtables",
    "long_glyph",
    "many_names",
    "many_points",
    "misplaced",
    "overlapping",
    "post_names",
    "tables_of",
    "valid",
    "variable",
    "wide_letters",
    "with_header_field",
    "with_table",
    "without_names",
    "without_table",
]

REQUIRED = ("head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post")
"""The tables of the font that all others are made from."""
FIELDS: Mapping[str, Mapping[str, tuple[int, str]]] = {
    "head": {
        "majorVersion": (0, "H"),
        "magicNumber": (12, "L"),
        "unitsPerEm": (18, "H"),
        "xMin": (36, "h"),
        "yMax": (42, "h"),
        "indexToLocFormat": (50, "h"),
        "glyphDataFormat": (52, "h"),
    },
    "hhea": {
        "majorVersion": (0, "H"),
        "ascent": (4, "h"),
        "descent": (6, "h"),
        "metricDataFormat": (32, "h"),
        "numberOfHMetrics": (34, "H"),
    },
    "maxp": {"majorVersion": (0, "H"), "numGlyphs": (4, "H")},
    "OS/2": {"version": (0, "H"), "usWeightClass": (4, "H"), "fsType": (8, "H"), "sCapHeight": (88, "h")},
    "name": {"format": (0, "H"), "count": (2, "H"), "stringOffset": (4, "H")},
    "post": {"majorVersion": (0, "H"), "italicAngle": (4, "l")},
    "cmap": {"version": (0, "H"), "numTables": (2, "H")},
}
"""Where the fields of some tables are, and how they are written, for `with_header_field`."""
_LETTER = "H"
_HEADER = ">HhhHhhhh"


@cache
def valid() -> bytes:
    """The font as it is."""
    return (templates_folder() / "fonts" / "bold.ttf").read_bytes()


@cache
def _parsed() -> TTFont:
    return TTFont(io.BytesIO(valid()))


def tables_of(content: bytes) -> dict[str, bytes]:
    """The tables of a font by their tags."""
    number = struct.unpack_from(">H", content, 4)[0]
    records = [struct.unpack_from(">4sLLL", content, 12 + 16 * at) for at in range(number)]
    return {tag.decode(): content[begin : begin + length] for tag, _, begin, length in records}


def assembled(
    tables: Mapping[str, bytes],
    places: Mapping[str, tuple[int, int]] | None = None,
    *,
    tags: Sequence[str] = (),
) -> bytes:
    """A font of tables.

    Args:
        tables: by their tags.
        places: the offsets and lengths that the directory gives for some of them instead of the right ones.
        tags: more tags for the directory, which all lead to the first table.
    """
    entries: list[tuple[str, int, int]] = []
    at = 12 + 16 * (len(tables) + len(tags))
    body = b""
    for tag, data in tables.items():
        entries.append((tag, at + len(body), len(data)))
        body += data + b"\0" * (-len(data) % 4)
    entries += [(tag, *entries[0][1:]) for tag in tags]
    placed = [(tag, *(places or {}).get(tag, (begin, length))) for tag, begin, length in entries]
    directory = b"".join(struct.pack(">4sLLL", tag.encode(), 0, begin, length) for tag, begin, length in placed)
    return struct.pack(">LHHHH", 0x00010000, len(entries), 0, 0, 0) + directory + body


# tables that are missing, cut off or elsewhere


def with_table(tag: str, data: bytes) -> bytes:
    """The font with one table of other bytes, or one more."""
    return assembled({**tables_of(valid()), tag: data})


def without_table(tag: str) -> bytes:
    return assembled({name: data for name, data in tables_of(valid()).items() if name != tag})


def cut_table(tag: str, length: int | None = None) -> bytes:
    """The font with a table that ends early, after half of its bytes if nothing else is said."""
    data = tables_of(valid())[tag]
    return with_table(tag, data[: len(data) // 2 if length is None else length])


def cut_file(length: int) -> bytes:
    return valid()[:length]


def misplaced(tag: str, offset: int, length: int) -> bytes:
    """The font with a directory that gives a table another place."""
    return assembled(tables_of(valid()), {tag: (offset, length)})


def overlapping(tags: int) -> bytes:
    """The font with more tables that are all the bytes of its first one."""
    return assembled(tables_of(valid()), tags=[f"{number:04x}" for number in range(tags)])


def with_header_field(table: str, field: str, value: int) -> bytes:
    """The font with one number of a table written over."""
    at, kind = FIELDS[table][field]
    data = bytearray(tables_of(valid())[table])
    struct.pack_into(f">{kind}", data, at, value)
    return with_table(table, bytes(data))


# names


def without_names() -> bytes:
    return with_table("name", struct.pack(">HHH", 0, 0, 6))


def many_names(count: int, length: int, number: int = 256) -> bytes:
    """The font with further names that are all the same text of a length in bytes."""
    font = tables_of(valid())["name"]
    _, known, begin = struct.unpack_from(">HHH", font)
    strings = font[begin:]
    more = struct.pack(">HHHHHH", 3, 1, 0x409, number, length, len(strings)) * count
    records = font[6 : 6 + 12 * known] + more
    head = struct.pack(">HHH", 0, known + count, min(6 + len(records), 65535))
    return with_table("name", head + records + strings + "x".encode("utf-16-be") * (length // 2))


def post_names(count: int, name: bytes = b"H") -> bytes:
    """The font with a name for each glyph, and further ones that are all the same."""
    glyphs = struct.unpack_from(">H", tables_of(valid())["maxp"], 4)[0]
    indexes = struct.pack(f">{glyphs}H", *(258 + at % max(1, count) for at in range(glyphs)))
    head = struct.pack(">L", 0x00020000) + tables_of(valid())["post"][4:32]
    return with_table("post", head + struct.pack(">H", glyphs) + indexes + (bytes([len(name)]) + name) * count)


# letters


def cmap_subtable(kind: int, ranges: Sequence[tuple[int, int, int]]) -> bytes:
    """A subtable of a format: ranges of first and last character with a glyph.

    Those of format 14 are variations: the first character, how many follow it, and how often the range is told.
    """
    if kind in (12, 13):
        groups = b"".join(struct.pack(">LLL", *each) for each in ranges)
        return struct.pack(">HHLLL", kind, 0, 16 + len(groups), 0, len(ranges)) + groups
    if kind == 14:
        first, more, times = ranges[0]
        told = struct.pack(">L", 1) + first.to_bytes(3) + bytes([more])
        where = 10 + 11 * times
        records = b"".join((0xFE00 + at % 16).to_bytes(3) + struct.pack(">LL", where, 0) for at in range(times))
        return struct.pack(">HLL", kind, where + len(told), times) + records + told
    if kind == 6:
        (first, _last, glyph), count = ranges[0], ranges[0][1] - ranges[0][0] + 1
        return struct.pack(">HHHHH", kind, 10 + 2 * count, 0, first, count) + struct.pack(">H", glyph) * count
    if kind == 4:
        starts, ends, deltas = (
            [*(each[at] for each in ranges), final] for at, final in ((0, 65535), (1, 65535), (2, 1))
        )
        moves = [(delta - start) % 65536 for start, delta in zip(starts[:-1], deltas, strict=False)] + [1]
        number = len(starts)
        columns = (ends, [0], starts, moves, [0] * number)
        body = b"".join(struct.pack(f">{len(column)}H", *column) for column in columns)
        return struct.pack(">HHHHHHH", kind, (14 + len(body)) % 65536, 0, 2 * number % 65536, 0, 0, 0) + body
    return struct.pack(">HHH", kind, 6, 0)


def cmap_with(
    kind: int, ranges: Sequence[tuple[int, int, int]], records: Sequence[tuple[int, int]] = ((3, 10),)
) -> bytes:
    """The font with another subtable beside its own; see `cmap_subtable`.

    Args:
        kind: its format.
        ranges: its ranges.
        records: the platforms and encodings that it is for.
    """
    own = tables_of(valid())["cmap"][12:]
    begin = 4 + 8 * (1 + len(records))
    entries = [(3, 1, begin), *((*each, begin + len(own)) for each in records)]
    head = struct.pack(">HH", 0, len(entries)) + b"".join(struct.pack(">HHL", *each) for each in entries)
    return with_table("cmap", head + own + cmap_subtable(kind, ranges))


def cmap_records(count: int) -> bytes:
    """The font with so many records of encodings, which all lead to its one subtable."""
    own = tables_of(valid())["cmap"][12:]
    head = struct.pack(">HH", 0, count) + struct.pack(">HHL", 3, 1, 4 + 8 * count) * count
    return with_table("cmap", head + own)


# outlines


def _with_glyphs(more: Sequence[bytes], letters: Iterable[str] = _LETTER) -> bytes:
    """The font with further glyphs, the last of them in the place of some letters."""
    tables = tables_of(valid())
    names, order = _parsed().getBestCmap(), _parsed()
    number = order["maxp"].numGlyphs
    replaced = {order.getGlyphID(names[ord(letter)]) for letter in letters}
    locations = list(order["loca"].locations)
    glyphs = [tables["glyf"][begin:end] for begin, end in itertools.pairwise(locations)]
    glyphs = [more[-1] if at in replaced else glyph for at, glyph in enumerate(glyphs)] + list(more)
    return assembled({**tables, **_outlines(glyphs), **_counted(tables, number + len(more))})


def _outlines(glyphs: Sequence[bytes]) -> dict[str, bytes]:
    """The tables glyf and loca, a long one, of glyphs."""
    padded = [glyph + b"\0" * (-len(glyph) % 4) for glyph in glyphs]
    places = [0]
    for glyph in padded:
        places.append(places[-1] + len(glyph))
    return {"glyf": b"".join(padded), "loca": struct.pack(f">{len(places)}L", *places)}


def _counted(tables: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    """The tables that hold the number of glyphs, of which the further ones are as wide as the last."""
    head, maxp, hmtx = bytearray(tables["head"]), bytearray(tables["maxp"]), tables["hmtx"]
    struct.pack_into(">h", head, 50, 1)
    struct.pack_into(">H", maxp, 4, number)
    metrics = struct.unpack_from(">H", tables["hhea"], 34)[0]
    return {"head": bytes(head), "maxp": bytes(maxp), "hmtx": hmtx + b"\0\0" * (number - metrics)}


def _of_glyphs(numbers: Sequence[int]) -> bytes:
    """A glyph made of others."""
    parts = [
        struct.pack(">HHbb", 0x0002 | (0x0020 if at < len(numbers) - 1 else 0), number, at % 100, 0)
        for at, number in enumerate(numbers)
    ]
    return struct.pack(">hhhhh", -1, 0, 0, 500, 500) + b"".join(parts)


def _first() -> int:
    """The number of the first glyph that is added."""
    return int(_parsed()["maxp"].numGlyphs)


def _square() -> bytes:
    """A glyph of four points."""
    flags = bytes([0x01] * 4)
    steps = struct.pack(">hhhh", 0, 500, 0, -500) + struct.pack(">hhhh", 0, 0, 500, 0)
    return struct.pack(">hhhhh", 1, 0, 0, 500, 500) + struct.pack(">HH", 3, 0) + flags + steps


def composite_tree(width: int, depth: int) -> bytes:
    """The font with a letter of so many parts, each of so many parts, and so on to a depth."""
    first = _first()
    return _with_glyphs([_square(), *(_of_glyphs([first + at] * width) for at in range(depth))])


def composite_circle() -> bytes:
    """The font with a letter that is a part of its own part."""
    first = _first()
    return _with_glyphs([_of_glyphs([first + 1]), _of_glyphs([first])])


def many_points(count: int, letters: str = _LETTER) -> bytes:
    """The font with letters of one contour of so many points, which few bytes tell."""
    # a flag that stands for 256 points, each where the one before is but for a step up in every run
    whole, rest = divmod(count, 256)
    runs = [256] * whole + ([rest] if rest else [])
    flags = b"".join(bytes([0x01 | 0x02 | 0x08 | 0x10 | 0x20, run - 1]) for run in runs)
    steps = b"\1" * count
    head = struct.pack(">hhhhh", 1, 0, 0, 500, 500) + struct.pack(">HH", count - 1, 0)
    return _with_glyphs([head + flags + steps], letters)


def long_glyph(size: int, parts: int) -> bytes:
    """The font with a letter of several parts and so many bytes of instructions behind them."""
    return _with_glyphs([_square(), _of_glyphs([_first()] * parts) + b"\0" * size])


def glyphs_in_disorder() -> bytes:
    """The font with two places of glyphs the wrong way round."""
    loca = bytearray(tables_of(valid())["loca"])
    loca[20:22], loca[40:42] = loca[40:42], loca[20:22]
    return with_table("loca", bytes(loca))


def wide_letters(advance: int) -> bytes:
    """The font with letters that are all of one advance."""
    tables = tables_of(valid())
    data = bytearray(tables["hmtx"])
    for at in range(0, len(data), 4):
        struct.pack_into(">H", data, at, advance)
    return with_table("hmtx", bytes(data))


# kerns


def _gpos(lookups: Sequence[bytes], features: int = 1) -> bytes:
    """A table GPOS whose feature kern has some lookups, each of which is told whole."""
    numbers = struct.pack(f">{len(lookups)}H", *range(len(lookups)))
    record = 2 + 6 * features
    listed = struct.pack(">H", features) + struct.pack(">4sH", b"kern", record) * features
    listed += struct.pack(">HH", 0, len(lookups)) + numbers
    begin = 10 + len(listed)
    places, at = [], 2 + 2 * len(lookups)
    for lookup in lookups:
        places.append(at)
        at += len(lookup)
    table = struct.pack(">H", len(lookups)) + struct.pack(f">{len(places)}H", *places) + b"".join(lookups)
    return struct.pack(">HHHHH", 1, 0, 0, 10, begin) + listed + table


def _lookup(subtable: bytes, times: int = 1, kind: int = 2) -> bytes:
    """A lookup that has one subtable, so many times."""
    return struct.pack(">HHH", kind, 0, times) + struct.pack(">H", 6 + 2 * times) * times + subtable


def _coverage(first: int, last: int, times: int = 1) -> bytes:
    return struct.pack(">HH", 2, times) + struct.pack(">HHH", first, last, 0) * times


def gpos_pairs(subtables: int, pairs: int) -> bytes:
    """The font with subtables of pairs of glyphs that are all the same bytes, each glyph with so many others."""
    glyphs = _first()
    values = struct.pack(">H", pairs) + b"".join(struct.pack(">Hh", at % glyphs, -5) for at in range(pairs))
    begin = 10 + 2 * glyphs
    offsets = struct.pack(">H", begin) * glyphs
    body = struct.pack(">HHHHH", 1, begin + len(values), 4, 0, glyphs) + offsets + values + _coverage(0, glyphs - 1)
    return with_table("GPOS", _gpos([_lookup(body, subtables)]))


def gpos_classes(classes: int, subtables: int = 1) -> bytes:
    """The font with pairs of so many classes by so many, which all have no value of their own, so many times."""
    glyphs = _first()
    same = struct.pack(">HHHHHH", 1, 0, 3, 0, 0, 0)
    body = struct.pack(">HHHHHHHH", 2, 16, 0, 0, 26, 26, classes, classes)
    return with_table("GPOS", _gpos([_lookup(body + _coverage(0, glyphs - 1) + same, subtables)]))


def gpos_coverage(ranges: int) -> bytes:
    """The font with pairs of classes whose first glyphs are told so many times over."""
    body = struct.pack(">HHHHHHHH", 2, 24, 4, 0, 16, 16, 1, 1) + struct.pack(">HHHH", 1, 0, 0, 0)
    return with_table("GPOS", _gpos([_lookup(body + _coverage(0, 65535, ranges))]))


def gpos_extensions(lookups: int) -> bytes:
    """The font with lookups of extensions that lead to themselves."""
    circle = struct.pack(">HHL", 1, 9, 0)
    return with_table("GPOS", _gpos([_lookup(circle, 100, 9)] * lookups))


def gpos_features(features: int) -> bytes:
    """The font with so many features called kern, of 1000 lookups each."""
    return with_table("GPOS", _gpos([_lookup(b"", 0)] * 1000, features))


def kern_subtables(count: int, pairs: int) -> bytes:
    """The font with a table kern of subtables that overlap, each of which says that it has so many pairs."""
    subtable = struct.pack(">HHHHHHH", 0, 14, 1, pairs, 0, 0, 0)
    return with_table("kern", struct.pack(">HH", 0, count) + subtable * count + b"\0" * 6 * pairs)


# fonts of several weights


def variable() -> bytes:
    """The font with an axis along which the letter H grows wider."""
    font = TTFont(io.BytesIO(valid()))
    made = FontBuilder(font=font)
    made.setupFvar([("wght", 400, 400, 700, "Weight")], [])
    name = font.getBestCmap()[ord("H")]
    points = len(font["glyf"][name].coordinates) + 4
    made.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, [(at, 0) for at in range(points)])]})
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()
