"""Where the keys of a TOML text stand: the lines of problems, and the spans that a changed value is written to.

The text must be TOML, as the reader of `taflkit.reading` has found; this finds places alone and refuses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

__all__ = ["Key", "Pair", "Places", "Table", "places_of", "written_key"]

Key = tuple[str | int, ...]
"""The parts of a key; those of arrays are numbers."""

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}#\r\n]*")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LONG = re.compile(r'"""(?:[^\\]|\\[\s\S])*?"""(?:"{0,2}(?!"))')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_LITERAL = re.compile(r"'''[\s\S]*?'''(?:'{0,2}(?!'))")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|(.))")
_SHORT_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


class Pair(Struct, frozen=True):
    """A key with its value.

    Attributes:
        start: of the key, as an offset in the text.
        value: the start of the value.
        end: the end of the value.
        inline: whether it stands in an inline table.
    """

    start: int
    value: int
    end: int
    inline: bool = False


class Table(Struct, frozen=True):
    """A table with a header of its own, or an inline one.

    Attributes:
        start: of the header, or of the brace.
        end: behind the last of its own pairs, and of the header where it has none; of an inline table, before the
            closing brace.
        inline: whether it is an inline table.
        pairs: how many pairs of its own it has.
    """

    start: int
    end: int
    inline: bool = False
    pairs: int = 0


class Places(Struct, frozen=True, dict=True):
    """The places of a text.

    Attributes:
        text: the TOML.
        pairs, tables: by their whole key; the table of the top has the key ().
    """

    text: str
    pairs: Mapping[Key, Pair]
    tables: Mapping[Key, Table]

    def line_of(self, dotted: str) -> int:
        """Return the line, counted from 1, of a key as messages write it, or of what it stands in; 0 for neither."""
        while dotted:
            if dotted in self._starts:
                return self.text.count("\n", 0, self._starts[dotted]) + 1
            dotted = dotted[: max(dotted.rfind("."), dotted.rfind("["), 0)]
        return 0

    @cached_property
    def _starts(self) -> Mapping[str, int]:
        """The start of every key, and of every table that is there by its parts alone."""
        found: dict[str, int] = {}
        places = {key: pair.start for key, pair in self.pairs.items()}
        places |= {key: table.start for key, table in self.tables.items() if key and key not in places}
        for key, start in sorted(places.items(), key=lambda item: item[1]):
            for length in range(1, len(key) + 1):
                found.setdefault(written_key(key[:length]), start)
        # a table's own header says more than the first mention of it
        return found | {written_key(key): start for key, start in places.items()}


def written_key(key: Key) -> str:
    """Return a key as messages write it, such as "reach[0].of"."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in key).removeprefix(".")


def places_of(text: str) -> Places:
    """Return the places of a TOML text."""
    return _Reader(text).read()


class _Reader:
    """Goes through a text once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.pairs: dict[Key, Pair] = {}
        self.tables: dict[Key, Table] = {(): Table(0, 0)}
        self.counts: dict[Key, int] = {}

    def read(self) -> Places:
        table: Key = ()
        while self._skip(_BLANK) < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table, inline=False)
                own = self.tables[table]
                self.tables[table] = Table(own.start, self.at, pairs=own.pairs + 1)
        return Places(self.text, self.pairs, self.tables)

    def _skip(self, pattern: re.Pattern[str]) -> int:
        """Go behind a pattern, and return where that is."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _header(self) -> Key:
        start = self.at
        several = self.text.startswith("[[", start)
        self.at += 1 + several
        parts = self._key()
        key: Key = ()
        for number, part in enumerate(parts, 1):
            key = (*key, part)
            if several and number == len(parts):
                self.counts[key] = self.counts.get(key, -1) + 1
            if key in self.counts:
                key = (*key, self.counts[key])
        self.at = self.text.index("]", self.at) + 1 + several
        self.tables[key] = Table(start, self.at)
        return key

    def _key(self) -> Key:
        """Go behind a key, and return its parts."""
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            start = self.at
            match self.text[start]:
                case '"':
                    parts.append(_ESCAPE.sub(_unescaped, self.text[start + 1 : self._skip(_QUOTED) - 1]))
                case "'":
                    parts.append(self.text[start + 1 : self._skip(_LITERAL) - 1])
                case _:
                    parts.append(self.text[start : self._skip(_BARE)])
            if not self.text.startswith(".", self._skip(_SPACE)):
                return tuple(parts)
            self.at += 1

    def _pair(self, table: Key, inline: bool) -> None:
        start = self.at
        key = (*table, *self._key())
        self.at += 1
        value = self._skip(_SPACE)
        self._value(key)
        self.pairs[key] = Pair(start, value, self.at, inline)

    def _value(self, key: Key) -> None:
        """Go behind a value."""
        for quotes, long, short in (('"', _LONG, _QUOTED), ("'", _LONG_LITERAL, _LITERAL)):
            if self.text.startswith(quotes, self.at):
                self._skip(long if self.text.startswith(quotes * 3, self.at) else short)
                return
        match self.text[self.at]:
            case "[":
                self._array(key)
            case "{":
                self._inline(key)
            case _:
                start = self.at
                self.at = start + len(self.text[start : self._skip(_PLAIN)].rstrip(" \t"))

    def _array(self, key: Key) -> None:
        self.at += 1
        number = 0
        while self.text[self._skip(_BLANK)] != "]":
            start = self.at
            self._value((*key, number))
            self.pairs[(*key, number)] = Pair(start, start, self.at, inline=True)
            number += 1
            if self.text[self._skip(_BLANK)] == ",":
                self.at += 1
        self.at += 1

    def _inline(self, key: Key) -> None:
        start = self.at
        self.at += 1
        last, pairs = self.at, 0
        while self.text[self._skip(_BLANK)] != "}":
            self._pair(key, inline=True)
            last, pairs = self.at, pairs + 1
            if self.text[self._skip(_BLANK)] == ",":
                self.at += 1
        self.at += 1
        self.tables[key] = Table(start, last, inline=True, pairs=pairs)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    return chr(int(code, 16)) if code else _SHORT_ESCAPES.get(found[4], found[4])
