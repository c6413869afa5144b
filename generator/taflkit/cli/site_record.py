"""The record of a site in its folder: which files are its own, with digests of them and of what they are made of."""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from taflkit.cli.writing import shown_path
from taflkit.errors import TaflkitError, about
from taflkit.reading import folded, is_there, read_bytes
from taflkit.site.page import is_inside

__all__ = ["RECORD", "Kept", "read_record", "record_text", "refuse_odd", "refuse_strange"]

RECORD = "site-record.json"
"""The name of the record."""
_MOST = 10_000_000
"""The bytes of a record, of which a file has about 250."""
_MOST_FILE = 64_000_000
"""The bytes of a file that may be the site's own, more than any that it makes."""


class Kept(NamedTuple):
    """What a record says, and what of it is still so.

    Attributes:
        files: the digest of each file's content and that of what it is made of, "" where it is made anew each time, by
            its path.
        text: the record itself; "" where there is none.
    """

    files: Mapping[str, tuple[str, str]]
    text: str = ""

    def digest(self, path: str) -> str:
        """Return the recorded digest of a file's content."""
        return self.files[path][0]

    def made_of(self, folder: Path, digest: str) -> list[str]:
        """Return the files that were made of what has this digest; none if one of them is not as it was made."""
        paths = [path for path, (_, inputs) in self.files.items() if inputs == digest]
        return paths if all(self._is_own(folder, path) for path in paths) else []

    def has(self, folder: Path, path: str, content: bytes) -> bool:
        """Whether a file is there with this content."""
        return _digest_of(folder / path) == _digest(content)

    def gone(self, folder: Path, paths: Collection[str]) -> list[str]:
        """Return the files that the site no longer has; one that somebody has changed is theirs now, and stays."""
        # where capitals make no difference, a file that is recorded in others is the one that the site has
        had = {folded(path) for path in paths}
        return [path for path in self.files if folded(path) not in had and self._is_own(folder, path)]

    def _is_own(self, folder: Path, path: str) -> bool:
        return _digest_of(folder / path) == self.files[path][0]


def read_record(folder: Path) -> Kept:
    """Return the record of a folder; an empty one where there is none, or one that no program of ours wrote.

    Raises:
        TaflkitError: it cannot be read, or leads to what is no plain file; see refuse_odd.
    """
    file = folder / RECORD
    refuse_odd(folder, [RECORD])
    with about("output"):
        if not is_there(file):
            return Kept({})
        content = read_bytes(file, str(file), _MOST)
    try:
        text = content.decode()
        files = dict(_entries(json.loads(text)["files"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        why = "is no record of a site; move it away, and the site is made anew"
        raise TaflkitError(f"{shown_path(file)} {why}", choice="output") from None
    refuse_odd(folder, files)
    return Kept(files, text)


def refuse_odd(folder: Path, paths: Iterable[str]) -> None:
    """Refuse links, pipes and devices below a site's folder, which may be a link itself.

    What is written or taken away through a link lies elsewhere, and what is written to a pipe is no file of the site.

    Args:
        folder: the site's.
        paths: those of its files.

    Raises:
        TaflkitError: there is one in the place of a file, or a link in that of a folder above one.
    """
    looked_at: set[str] = set()
    for path in sorted(paths):
        for place in itertools.accumulate(path.split("/"), "{}/{}".format):
            if place in looked_at:
                continue
            try:
                mode = os.lstat(folder / place).st_mode
            except OSError:
                # it is not there, or whoever writes it says why it cannot be
                break
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                what = "a symbolic link" if stat.S_ISLNK(mode) else "a pipe or a device"
                why = f"is {what}, which a site has none of; move it away, or name another folder"
                raise TaflkitError(f"{shown_path(folder / place)} {why}", choice="output")
            looked_at.add(place)


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the entries of a record.

    Raises:
        ValueError: one is of no file in the folder, which is then not to be touched.
    """
    for path, entry in table.items():
        if not is_inside(path):
            raise ValueError
        content, inputs = entry["content"], entry.get("inputs", "")
        if not (isinstance(content, str) and isinstance(inputs, str)):
            raise TypeError
        yield path, (content, inputs)


def record_text(contents: Mapping[str, bytes], here: Mapping[str, str], inputs: Mapping[str, str]) -> str:
    """Return the record of a site.

    Args:
        contents: the files that are made now.
        here: the digests of those that stay as they are.
        inputs: the digests of what files are made of, where that is known.
    """
    digests = {**{path: _digest(content) for path, content in contents.items()}, **here}
    table = {
        path: {"content": digests[path], **({"inputs": inputs[path]} if path in inputs else {})}
        for path in sorted(digests)
    }
    return f"{json.dumps({'files': table}, indent=0, sort_keys=True)}\n"


def refuse_strange(folder: Path, contents: Mapping[str, bytes], kept: Kept) -> None:
    """Refuse to write over files that are not the site's own, and are not as it would write them.

    Raises:
        TaflkitError: there is such a file, or what is no plain file; see refuse_odd.
    """
    refuse_odd(folder, {*contents, *kept.files, RECORD})
    for path, content in contents.items():
        if path not in kept.files and is_there(folder / path) and not kept.has(folder, path, content):
            why = "is there, and is no file that taflkit site made; move it away, or name another folder"
            raise TaflkitError(f"{shown_path(folder / path)} {why}", choice="output")


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _digest_of(file: Path) -> str:
    """Return the digest of a file's content; "" where there is no such file, or it cannot be read."""
    try:
        return "" if file.is_symlink() else _digest(read_bytes(file, str(file), _MOST_FILE))
    except TaflkitError:
        return ""
