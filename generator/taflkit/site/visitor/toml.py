"""A TOML text as its writer laid it out: where its keys stand, and changes of one key that leave all else as it was."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from taflkit.errors import TaflkitError
from taflkit.reading import parse_toml

Key = tuple[str | int, ...]
"""The parts of a key; those of arrays are numbers."""
Value = str | bool | int | tuple[str, ...]

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_COMMENT = re.compile(r"[ \t]*(?:#[^\n]*)?")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PART = re.compile(rf"""{_BARE.pattern}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_KEY = re.compile(rf"(?:{_PART.pattern}|[ \t.])+")
_SCALAR = re.compile(
    r'"""(?:[^\\]|\\[\s\S])*?"""(?:"{0,2}(?!"))'
    r"|'''[\s\S]*?'''(?:'{0,2}(?!'))"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|(?:[^,\]}#\s]|[ \t]+(?![,\]}#\s]|$))*"
)
_CONTROL = re.compile(r'["\\\x00-\x1f\x7f]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class Pair(Struct, frozen=True):
    """A key with its value, as offsets in the text: where the key starts, and where the value starts and ends.

    Attributes:
        inline: whether it stands in an inline table.
    """

    start: int
    value: int
    end: int
    inline: bool = False


class TomlTable(Struct, frozen=True):
    """A table with a header of its own, or an inline one.

    Attributes:
        start: of the header, or of the brace.
        end: behind the last of its own pairs, and of the header where it has none; of an inline table, before the
            closing brace.
        empty: whether it has no pairs of its own.
    """

    start: int
    end: int
    inline: bool = False
    empty: bool = True


class Places(Struct, frozen=True, dict=True):
    """The places of a text, by whole keys; the table of the top has the key ()."""

    text: str
    pairs: Mapping[Key, Pair]
    tables: Mapping[Key, TomlTable]

    @cached_property
    def lines(self) -> Mapping[Key, int]:
        """The line, counted from 1, of every key and of every table with a header, in their order."""
        starts = {key: table.start for key, table in self.tables.items() if key}
        starts |= {key: pair.start for key, pair in self.pairs.items()}
        ends = [end.start() for end in re.finditer("\n", self.text)]
        return {key: bisect(ends, start) + 1 for key, start in sorted(starts.items(), key=lambda item: item[1])}

    @cached_property
    def _by_name(self) -> Mapping[str, int]:
        first: dict[str, int] = {}
        for key, line in self.lines.items():
            for length in range(1, len(key)):
                first.setdefault(written_key(key[:length]), line)
        # a table's own header goes before the first mention of it
        return first | {written_key(key): line for key, line in self.lines.items()}

    def line_of(self, dotted: str) -> int:
        """Return the line of a key as messages write it, or of what it stands in; 0 for neither."""
        while dotted and dotted not in self._by_name:
            dotted = dotted[: max(dotted.rfind("."), dotted.rfind("["), 0)]
        return self._by_name.get(dotted, 0)


def written_key(key: Key) -> str:
    """Return a key as messages write it, such as "reach[0].of"."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in key).removeprefix(".")


def places_of(text: str) -> Places:
    """Return the places of a text that `taflkit.reading` reads as TOML."""
    reader = _Scanner(text)
    table: Key = ()
    while reader.skip(_BLANK) < len(text):
        if text[reader.at] == "[":
            table = reader.header()
        else:
            reader.pair(table, inline=False)
            reader.tables[table] = TomlTable(reader.tables[table].start, reader.at, empty=False)
    return Places(text, reader.pairs, reader.tables)


class _Scanner:
    """Goes through a text once, and refuses nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.pairs: dict[Key, Pair] = {}
        self.tables: dict[Key, TomlTable] = {(): TomlTable(0, 0)}
        self._counts: dict[Key, int] = {}

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Go behind a pattern, and return where that is."""
        if matched := pattern.match(self.text, self.at):
            self.at = matched.end()
        return self.at

    def header(self) -> Key:
        """Go behind the header of a table, and return the table's key."""
        start = self.at
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.at += brackets
        parts = self._parts()
        self.at += brackets
        key: Key = ()
        for number, part in enumerate(parts, 1):
            key = (*key, part)
            if brackets == 2 and number == len(parts):
                self._counts[key] = self._counts.get(key, -1) + 1
            if key in self._counts:
                key = (*key, self._counts[key])
        self.tables[key] = TomlTable(start, self.at)
        return key

    def pair(self, table: Key, inline: bool) -> None:
        """Go behind a key and its value."""
        start = self.at
        key = (*table, *self._parts())
        # the equals sign
        self.at += 1
        value = self.skip(_SPACE)
        self._value(key)
        self.pairs[key] = Pair(start, value, self.at, inline)

    def _parts(self) -> list[str]:
        """Go behind a key, and return its parts."""
        parts = _PART.findall(self.text, self.at, self.skip(_KEY))
        return [parse_toml(f"key = {part}", "")["key"] if part[0] in "\"'" else part for part in parts]

    def _value(self, key: Key) -> None:
        """Go behind a value, and note what stands in an array or an inline table."""
        start, opening = self.at, self.text[self.at : self.at + 1]
        if opening not in ("[", "{"):
            self.skip(_SCALAR)
            return
        self.at += 1
        last, number = self.at, 0
        while self.text[self.skip(_BLANK)] not in "]}":
            if opening == "{":
                self.pair(key, inline=True)
            else:
                entry = self.at
                self._value((*key, number))
                self.pairs[(*key, number)] = Pair(entry, entry, self.at, inline=True)
            last, number = self.at, number + 1
            if self.text[self.skip(_BLANK)] == ",":
                self.at += 1
        self.at += 1
        if opening == "{":
            self.tables[key] = TomlTable(start, last, inline=True, empty=not number)


def literal(value: Value) -> str:
    """Return a value as TOML writes it; a text of several lines stands between lines of its own."""
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    long = value.endswith("\n") and "\n" in value[:-1]
    lines = value.split("\n") if long else [value]
    escaped = [_CONTROL.sub(lambda match: _ESCAPES.get(match[0], f"\\u{ord(match[0]):04X}"), line) for line in lines]
    return '"""\n' + "\n".join(escaped) + '"""' if long else f'"{escaped[0]}"'


def with_value(text: str, key: Key, value: Value | None) -> str:
    """Return a TOML text with another value of a key, whose parts are names; None takes the key out with its line.

    Raises:
        TaflkitError: the text is no TOML, or is laid out so that the key cannot be written into it, or taken out.
    """
    wanted = parse_toml(text, "")
    places = places_of(text)
    pair = places.pairs.get(key)
    if value is None and pair is None:
        return text
    unwritable = TaflkitError(
        f"{written_key(key)}: the text is laid out so that the form cannot write there; change it there"
    )
    *parents, last = map(str, key)
    tables: Any = wanted
    for part in parents:
        tables = tables.setdefault(part, {})
        if not isinstance(tables, dict):
            raise unwritable
    if value is not None:
        tables[last] = list(value) if isinstance(value, tuple) else value
        made = _added(places, key, value) if pair is None else f"{text[: pair.value]}{literal(value)}{text[pair.end :]}"
    elif pair is None or pair.inline:
        raise unwritable
    else:
        del tables[last]
        comment = _COMMENT.match(text, pair.end)
        end = text.find("\n", comment.end() if comment else pair.end) + 1 or len(text)
        made = text[: text.rfind("\n", 0, pair.start) + 1] + text[end:]
    try:
        there = parse_toml(made, "")
    except TaflkitError:
        raise unwritable from None
    if there != wanted:
        raise unwritable
    return made


def _added(places: Places, key: Key, value: Value) -> str:
    """Return a text with a new key: behind the last of the nearest table, or in a table of its own at the end."""
    text = places.text

    def depth(key: Key) -> int:
        return next(length for length in range(len(key) - 1, -1, -1) if key[:length] in places.tables)

    nearest = depth(key)
    table = places.tables[key[:nearest]]
    dotted = any(pair[: len(key) - 1] == key[:-1] and depth(pair) == nearest for pair in places.pairs)
    if not (nearest == len(key) - 1 or table.inline or dotted):
        end = "" if not text or text.endswith("\n") else "\n"
        blank = "\n" if text else ""
        return f"{text}{end}{blank}[{_dotted(key[:-1])}]\n{_dotted(key[-1:])} = {literal(value)}\n"
    head, tail = text[: table.end], text[table.end :]
    pair = f"{_dotted(key[nearest:])} = {literal(value)}"
    if table.inline:
        return f"{head} {pair} {tail.lstrip()}" if table.empty else f"{head}, {pair}{tail}"
    if not head:
        return f"{pair}\n{tail}"
    comment = _COMMENT.match(tail)
    behind = comment.end() if comment else 0
    return f"{head}{tail[:behind]}\n{pair}{tail[behind:] or chr(10)}"


def _dotted(key: Key) -> str:
    return ".".join(part if _BARE.fullmatch(part) else literal(part) for part in map(str, key))
