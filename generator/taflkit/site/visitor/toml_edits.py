"""Changes of a TOML text, one key at a time: everything else in it stays as it was written, comments too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from taflkit.errors import TaflkitError
from taflkit.reading import parse_toml
from taflkit.site.visitor.toml_places import Key, Places, Table, places_of, written_key

__all__ = ["Value", "literal", "with_value", "without"]

Value = str | bool | int | tuple[str, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_CONTROL = re.compile(r'["\\\x00-\x1f\x7f]')
_COMMENT = re.compile(r"[ \t]*(?:#[^\n]*)?")


def literal(value: Value) -> str:
    """Return a value as TOML writes it; a text of several lines stands between lines of its own."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    if value.endswith("\n") and "\n" in value[:-1]:
        escaped = "\n".join(_escaped(line) for line in value.split("\n"))
        return f'"""\n{escaped}"""'
    return f'"{_escaped(value)}"'


def _escaped(text: str) -> str:
    return _CONTROL.sub(lambda found: _ESCAPES.get(found[0], f"\\u{ord(found[0]):04X}"), text)


def with_value(text: str, key: Key, value: Value) -> str:
    """Return a TOML text with another value of a key, which may be new.

    Args:
        text: the TOML.
        key: its parts, all of them names.
        value: the new one.

    Raises:
        TaflkitError: the text is no TOML, or is laid out so that the key cannot be written into it.
    """
    wanted = parse_toml(text, "")
    _set(wanted, key, value)
    places = places_of(text)
    made = _replaced(places, key, value) if key in places.pairs else _added(places, key, value)
    return _checked(made, wanted, key)


def without(text: str, key: Key) -> str:
    """Return a TOML text without a key and its value; the same text where it has no such key.

    Raises:
        TaflkitError: the text is no TOML, or the key stands in an inline table.
    """
    wanted = parse_toml(text, "")
    places = places_of(text)
    if key not in places.pairs:
        return text
    pair = places.pairs[key]
    _remove(wanted, key)
    if pair.inline:
        raise _unwritable(key)
    start = text.rfind("\n", 0, pair.start) + 1
    found = _COMMENT.match(text, pair.end)
    end = text.find("\n", found.end() if found else pair.end) + 1 or len(text)
    return _checked(text[:start] + text[end:], wanted, key)


def _replaced(places: Places, key: Key, value: Value) -> str:
    pair, text = places.pairs[key], places.text
    return f"{text[: pair.value]}{literal(value)}{text[pair.end :]}"


def _added(places: Places, key: Key, value: Value) -> str:
    """Return a text with a new key: in the table that is nearest to it, or in a table of its own at the end."""
    depth = _depth(places, key)
    beside = (pair for pair in places.pairs if pair[: len(key) - 1] == key[:-1])
    table = places.tables[key[:depth]]
    if depth == len(key) - 1 or table.inline or any(_depth(places, pair) == depth for pair in beside):
        return _inserted(places.text, table, key[depth:], value)
    end = "" if not places.text or places.text.endswith("\n") else "\n"
    header = f"[{_key(key[:-1])}]\n{_key(key[-1:])} = {literal(value)}\n"
    return f"{places.text}{end}{chr(10) if places.text else ''}{header}"


def _depth(places: Places, key: Key) -> int:
    """Return of how many parts the table is that is nearest to a key."""
    return next(length for length in range(len(key) - 1, -1, -1) if key[:length] in places.tables)


def _inserted(text: str, table: Table, rest: Key, value: Value) -> str:
    """Return a text with a new pair behind the last of a table."""
    head, tail = text[: table.end], text[table.end :]
    pair = f"{_key(rest)} = {literal(value)}"
    if table.inline:
        return f"{head}{', ' if table.pairs else ' '}{pair}{tail if table.pairs else f' {tail.lstrip()}'}"
    if not head:
        return f"{pair}\n{tail}"
    found = _COMMENT.match(tail)
    behind = found.end() if found else 0
    return f"{head}{tail[:behind]}\n{pair}{tail[behind:] or chr(10)}"


def _key(parts: Key) -> str:
    return ".".join(part if _BARE.fullmatch(part) else literal(part) for part in map(str, parts))


def _checked(text: str, wanted: Mapping[str, Any], key: Key) -> str:
    """Return a text after seeing that it holds what it should, and nothing else."""
    try:
        there = parse_toml(text, "")
    except TaflkitError:
        raise _unwritable(key) from None
    if there != wanted:
        raise _unwritable(key)
    return text


def _unwritable(key: Key) -> TaflkitError:
    return TaflkitError(
        f"{written_key(key)}: the text is laid out so that the form cannot write there; change it there"
    )


def _set(tables: dict[str, Any], key: Key, value: Value) -> None:
    *parents, last = map(str, key)
    for part in parents:
        tables = tables.setdefault(part, {})
        if not isinstance(tables, dict):
            raise _unwritable(key)
    tables[last] = list(value) if isinstance(value, tuple) else value


def _remove(tables: dict[str, Any], key: Key) -> None:
    *parents, last = map(str, key)
    for part in parents:
        tables = tables[part]
    tables.pop(last, None)
