"""Reads files: regular ones of a bounded size, as UTF-8 text and as TOML. Every failure is a problem with a name."""

from __future__ import annotations

import errno
import itertools
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath
from typing import Any, BinaryIO, Literal
from unicodedata import normalize

import tomli

from taflkit.errors import TemplateError, refuse
from taflkit.limits import DIGITS, FILE, KEYS, NESTING

_MARK = b"\xef\xbb\xbf"  # a byte order mark, which some editors write before UTF-8 text
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # the first bytes of UTF-16 text
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"))
"""Not to wait for the other end of a pipe, and not to become a program's terminal."""
_MOST_ENTRIES = 10_000  # the most entries of a folder
_NO_NAME = (errno.ENAMETOOLONG, errno.EINVAL)  # the system's answers to a name that no file can have
_KEY_PARTS = 100  # the parts of a long key, of which TOML's reader takes time that grows with their square
_LONG_KEY = rf"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_KEY_PARTS}}}"""
_JOINT = r"""(?<=[A-Za-z0-9_"'-])[ \t]*\.(?=[ \t]*[A-Za-z0-9_"'-])"""
"""A dot between two parts of a key: very many of them take memory before the keys can be counted.

Sentences and decimals have such dots as well, but a file within the limits has far fewer than three for each key that
there may be.
"""
_MOST_LONG = 200  # the long keys that a text may not have
_SHORT = 50_000  # the characters of a text that takes no time, whatever its keys, which cannot be three times KEYS
_DEEP = f"tables and arrays may stand {NESTING} deep"


def read_text(file: Path, name: str) -> str:
    """Return the text of a regular file in UTF-8, without a byte order mark; errors call it by the name.

    Raises:
        TemplateError: it is missing, no regular file, too large, cannot be read, or is not UTF-8.
    """
    return _text(read_bytes(file, name), name)


def read_bytes(file: Path, name: str, most: int = FILE) -> bytes:
    """Return the content of a regular file of a number of bytes at most; errors call it by the name.

    Raises:
        TemplateError: it is missing, no regular file, too large, or cannot be read.
    """
    try:
        descriptor = os.open(file, _FLAGS)
        with os.fdopen(descriptor, "rb") as opened:
            # of the opened file: another might have taken its name meanwhile
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
                raise TemplateError(name, "", f"is {kind}, and must be a file")
            return _content(opened, name, most)
    except FileNotFoundError:
        raise TemplateError(name, "", "there is no such file") from None
    except OSError as error:
        # Windows refuses to open a folder as it does a closed file; Path.is_dir would raise for the latter
        folder = isinstance(error, IsADirectoryError | PermissionError) and os.path.isdir(file)  # noqa: PTH112
        why = "is a folder, and must be a file" if folder else f"cannot be read: {error.strerror}"
        raise TemplateError(name, "", why) from None
    except ValueError:
        raise TemplateError(name, "", "is no name that a file can have") from None


def read_stream(stream: BinaryIO, name: str) -> str:
    """Return the text of an opened file or of standard input, as `read_text` does.

    Raises:
        TemplateError: it is too large, cannot be read, or is not UTF-8.
    """
    return _text(_content(stream, name, FILE), name)


def _content(stream: BinaryIO, name: str, most: int) -> bytes:
    try:
        content = stream.read(most + 1) or b""
    except OSError as error:
        raise TemplateError(name, "", f"cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise TemplateError(name, "", f"is larger than {most / 1_000_000:g} MB")
    return content


def _text(content: bytes, name: str) -> str:
    if content.startswith(_WIDE):
        raise TemplateError(name, "", "is UTF-16 text; save it as UTF-8")
    try:
        return content.removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise TemplateError(name, "", "is not UTF-8 text") from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML text; errors call its file by the name.

    Raises:
        TaflkitError: it is not TOML, or larger or deeper than the limits; file and key or line are named.
    """
    if len(text) > _SHORT:
        _refuse_dense(text, name)
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise TemplateError(name, "", f"is not TOML: {error}") from None
    except RecursionError:
        raise TemplateError(name, "", f"is nested too deeply: {_DEEP}") from None
    except ValueError:
        # no error of TOML's, but of the number that it is to be
        raise TemplateError(name, "", f"a number has more than {DIGITS} digits") from None
    except (OverflowError, MemoryError):
        raise TemplateError(name, "", "has a value that is too large") from None
    refuse(_beyond(tables, name))
    return tables


def _refuse_dense(text: str, name: str) -> None:
    """Refuse a text whose keys would take long to read, or much memory."""
    # words that end in dots look like keys too, but no text has so many of them in a row
    long = itertools.islice(re.finditer(_LONG_KEY, text), _MOST_LONG)
    if sum(1 for _ in long) == _MOST_LONG:
        raise TemplateError(name, "", f"is nested too deeply: {_DEEP}")
    if sum(map(text.count, "=[")) + sum(1 for _ in re.finditer(_JOINT, text)) > 3 * KEYS:
        raise TemplateError(name, "", f"has more than {KEYS} keys and entries of arrays")


def _beyond(tables: dict[str, Any], name: str) -> Iterator[TemplateError]:
    """Yield the problems of tables that are too deep or too many, and of numbers that are too long."""
    count, depth = 0, 0
    level: list[Any] = [tables]
    while level:
        if depth > NESTING:
            yield TemplateError(name, _key_of(level[0], tables), f"is nested too deeply: {_DEEP}")
            return
        count += sum(map(len, level))
        if count > KEYS:
            yield TemplateError(name, "", f"has more than {KEYS} keys and entries of arrays")
            return
        below: list[Any] = []
        for part in level:
            for each in part.values() if type(part) is dict else part:
                kind = type(each)
                if kind is dict or kind is list:
                    below.append(each)
                elif kind is int and abs(each) >= 10**DIGITS:
                    yield TemplateError(name, _key_of(each, tables), f"has more than {DIGITS} digits")
        level = below
        depth += 1


def _key_of(part: object, tables: dict[str, Any]) -> str:
    """Return the dotted key of a part of tables."""
    # a key is the key of a table or an array, and that of a part of it
    left: list[tuple[Any, Any]] = [((), tables)]
    for key, value in left:
        for inner, each in value.items() if isinstance(value, dict) else enumerate(value):
            if each is part:
                return _dotted((key, inner))
            if isinstance(each, (dict, list)):
                left.append(((key, inner), each))
    return ""


def _dotted(key: Any) -> str:
    """Return a key as it is written in messages, such as "reach[0].of"."""
    parts: list[str] = []
    while key:
        key, part = key
        parts.append(f"[{part}]" if isinstance(part, int) else f".{part}")
    return "".join(reversed(parts)).removeprefix(".")


def is_file(path: Path) -> bool:
    """Whether a path leads to a file; see `_kind`."""
    return _kind(path) == "file"


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; see `_kind`."""
    return _kind(path) == "folder"


def is_there(path: Path) -> bool:
    """Whether a path leads to anything; see `_kind`."""
    return _kind(path) != ""


def _kind(path: Path) -> Literal["", "file", "folder", "other"]:
    """Return the kind of a path's target; a path that no file can have leads to nothing.

    Raises:
        TemplateError: a folder is closed, or links lead in a circle.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return ""
    except OSError as error:
        if error.errno in _NO_NAME:
            return ""
        raise TemplateError(str(path), "", f"cannot be read: {error.strerror}") from None
    if stat.S_ISREG(mode):
        return "file"
    return "folder" if stat.S_ISDIR(mode) else "other"


def leads_out(folder: Path, name: str) -> bool:
    """Whether the name of a file, in a file of a folder, may lead to another place than below that folder.

    Absolute names do, names with `..`, and those of links whose end lies elsewhere. Nothing is looked at but links.
    """
    # this kind of path knows the roots and the separators of every system
    path = PureWindowsPath(name)
    if path.anchor or ".." in path.parts:
        return True
    try:
        return not Path(os.path.realpath(folder / name)).is_relative_to(os.path.realpath(folder))
    except ValueError:
        # no file can have such a name, and who reads it says so
        return False


def folded(name: str) -> str:
    """Return the form of a name in which it equals every other that a file system may take it for.

    Some take letters in either case for the same, and some an accent whether it is a character of its own or not.
    """
    return normalize("NFC", normalize("NFC", name).casefold())


def file_names(folder: Path, ending: str = "") -> tuple[str, ...]:
    """Return the names in a folder with an ending, without it, in order; none where there is no such folder.

    Raises:
        TemplateError: the folder cannot be read, or holds too many files.
    """
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in itertools.islice(entries, _MOST_ENTRIES + 1)]
    except (FileNotFoundError, NotADirectoryError, ValueError):
        if is_there(folder):
            raise TemplateError(str(folder), "", "is a file or a pipe, and must be a folder") from None
        return ()
    except OSError as error:
        if error.errno in _NO_NAME:
            return ()
        raise TemplateError(str(folder), "", f"cannot be read: {error.strerror}") from None
    if len(names) > _MOST_ENTRIES:
        raise TemplateError(str(folder), "", f"holds more than {_MOST_ENTRIES} files")
    # a file such as .toml has no name, and editors hide their copies so
    stems = (name.removesuffix(ending) for name in names if name.endswith(ending) and not name.startswith("."))
    return tuple(sorted(stems))


def stem(path: Path) -> str:
    """Return the name of a file or a folder in lower case, without its ending; that of `.` is the folder's own."""
    try:
        return path.resolve().stem.lower()
    except (OSError, RuntimeError, ValueError):
        # the current folder was removed, or links lead in a circle
        return path.stem.lower()
