"""The tables of a game's files, and the values made of them. Every error names the file and the key."""

from __future__ import annotations

import os
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import msgspec
import tomli

from taflkit.errors import TemplateError
from taflkit.resources import templates_folder

__all__ = ["Layers", "Source", "convert", "read_toml", "shown_name"]

_T = TypeVar("_T")


_GAME = ("layout", "rulesets", "figures", "proofs", "text")
_TEXT = ("rules", "words", "figures", "booklet", "cards", "instructions", "sheet", "alternatives")
"""The tables of a game in one file, and those of its [text]; each is checked when it is read."""


class Source(NamedTuple):
    """Tables by name, from a folder's files or from one file."""

    where: Path
    tables: Mapping[str, Any] | None = None

    @classmethod
    def open(cls, where: Path) -> Self:
        """Return the tables of a folder or a file; a file with tables that no game has is refused."""
        if where.is_dir():
            return cls(where)
        tables = read_toml(where)
        text = tables.get("text", {})
        for found, known, key in ((tables, _GAME, ""), (text if isinstance(text, dict) else {}, _TEXT, "text.")):
            for name in found:
                if name not in known:
                    raise TemplateError(shown_name(where), f"{key}{name}", f"unknown key; there is {', '.join(known)}")
        return cls(where, tables)

    def table(self, name: str) -> tuple[dict[str, Any], str] | None:
        """Return the table "text/en/rules" and its file, or None where the game has none."""
        if self.tables is None:
            file = self.where / f"{name}.toml"
            return (read_toml(file), shown_name(file)) if file.is_file() else None
        found: Any = self.tables
        for part in _keys(name):
            if not isinstance(found, dict):
                raise TemplateError(shown_name(self.where), ".".join(_keys(name)), "must be a table")
            if part not in found:
                return None
            found = found[part]
        if not isinstance(found, dict):
            raise TemplateError(shown_name(self.where), ".".join(_keys(name)), "must be a table")
        return found, f"{shown_name(self.where)}: {'.'.join(_keys(name))}"

    def has(self, name: str) -> bool:
        """Whether there is a table of this name, without reading it from a folder."""
        if self.tables is None:
            return (self.where / f"{name}.toml").is_file()
        return self.table(name) is not None

    def required(self, name: str) -> tuple[dict[str, Any], str]:
        """Return a table that must be there, and its file."""
        found = self.table(name)
        if found is None:
            raise TemplateError(shown_name(self.where), name, "is missing")
        return found

    def languages(self) -> tuple[str, ...]:
        """Return the languages that a folder has texts in; a game in one file has none of its own."""
        return () if self.tables is not None else tuple(sorted(found.name for found in self.where.glob("text/*")))

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the rulesets or figures that the game has."""
        if self.tables is None:
            return tuple(sorted(file.stem for file in (self.where / kind).glob("*.toml")))
        found = self.tables.get(kind, {})
        if not isinstance(found, dict):
            raise TemplateError(shown_name(self.where), kind, "must be a table")
        return tuple(sorted(found))


def _keys(name: str) -> list[str]:
    """Return the keys of a table in a one-file game, which has no language: "text/en/rules" is [text.rules]."""
    kind, *rest = name.split("/")
    return [kind, rest[-1]] if rest else [kind]


def shown_name(file: Path) -> str:
    """Return a file's name as its user would find it: below templates/, or below the current folder."""
    shown = str(file)
    for root in (f"{templates_folder().parent}{os.sep}", f"{Path.cwd()}{os.sep}"):
        if shown.startswith(root):
            return shown[len(root) :]
    return shown


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        TemplateError: it is missing, cannot be read, or is not TOML in UTF-8.
    """
    try:
        return tomli.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TemplateError(shown_name(file), "", "there is no such file") from None
    except OSError as error:
        raise TemplateError(shown_name(file), "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TemplateError(shown_name(file), "", "is not UTF-8 text") from None
    except tomli.TOMLDecodeError as error:
        raise TemplateError(shown_name(file), "", f"is not TOML: {error}") from None


def convert(table: object, kind: type[_T], file: str, key: str = "") -> _T:
    """Make a value of a table.

    Raises:
        TemplateError: an unknown or missing key, or a wrong type, with the file and the dotted key.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        # a key that is written wrongly is unknown and missing at once: the first says more
        _refuse_unknown(table, kind, file, key)
        raise TemplateError(file, *_wrong(table, kind, key, error)) from None


def _refuse_unknown(table: object, kind: Any, file: str, key: str) -> None:
    """Walk a table beside the type it is to become, and refuse keys that no field of a struct takes."""
    for where, value, of in _parts(table, kind, key):
        if of is None:
            known = ", ".join(typing.get_type_hints(_struct_of(kind)))
            raise TemplateError(file, where, f"unknown key; there is {known}")
        _refuse_unknown(value, of, file, where)


def _wrong(table: object, kind: Any, key: str, error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the key of the innermost value that is wrong, and why: msgspec does not name the keys of a dict."""
    for where, value, of in _parts(table, kind, key):
        try:
            msgspec.convert(value, of)
        except msgspec.ValidationError as inner:
            return _wrong(value, of, where, inner)
    message, _, path = str(error).partition(" - at `$")
    return f"{key}{path.rstrip('`')}".lstrip("."), message


def _parts(table: object, kind: Any, key: str) -> Iterator[tuple[str, object, Any]]:
    """Yield the key, the value and the type of everything in a table; the type is None where no field takes a key."""
    kind = _struct_of(kind)
    if _is_struct(kind) and isinstance(table, dict):
        hints = typing.get_type_hints(kind)
        yield from ((f"{key}.{name}" if key else name, value, hints.get(name)) for name, value in table.items())
    elif isinstance(table, list) and typing.get_origin(kind) is tuple:
        yield from ((f"{key}[{i}]", value, typing.get_args(kind)[0]) for i, value in enumerate(table))
    elif isinstance(table, dict) and typing.get_origin(kind) is dict:
        of = typing.get_args(kind)[1]
        yield from ((f"{key}.{name}" if key else name, value, of) for name, value in table.items())


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _struct_of(kind: Any) -> Any:
    """Return the struct of a union, which may be written as a table; any other type is returned as it is."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return next((of for of in typing.get_args(kind) if _is_struct(of)), kind)
    return kind


class Layers(NamedTuple):
    """One table of a game's sources, joined key by key: the game's own keys stand over those that all games share.

    Attributes:
        table: the joined keys.
        files: the file that each key is from.
        file: the file of the game's own table, or of the shared one.
    """

    table: dict[str, Any]
    files: Mapping[str, str]
    file: str

    @classmethod
    def read(cls, sources: Sequence[Source], name: str) -> Self:
        """Join a table of all sources, the game's own first.

        Raises:
            TemplateError: no source has it.
        """
        found = [pair for source in sources if (pair := source.table(name)) is not None]
        if not found:
            raise TemplateError(shown_name(sources[0].where), name, "is missing")
        table: dict[str, Any] = {}
        files: dict[str, str] = {}
        for keys, file in reversed(found):
            table |= keys
            files |= dict.fromkeys(keys, file)
        return cls(table, files, found[0][1])

    def convert(self, kind: type[_T]) -> _T:
        """Make a value of the table.

        Raises:
            TemplateError: see `convert`; the file is the one that the key is from.
        """
        try:
            return convert(self.table, kind, self.file)
        except TemplateError as error:
            top = re.split(r"[.\[]", error.key)[0]
            raise TemplateError(self.files.get(top, self.file), error.key, error.why) from None
