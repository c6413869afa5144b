"""A visitor's session: the templates, and the visitor's own files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import mkdtemp
from typing import Any, NamedTuple

from msgspec import Struct

from taflkit.catalog import Catalog, GameTemplates
from taflkit.errors import TaflkitError, shown
from taflkit.limits import FILE
from taflkit.tafl.puzzles import Puzzle

_MOST_FOLDERS = 16
"""The visitor's files that are stored; the catalog caches the last of them."""


class Answer(NamedTuple):
    """The answer to a question: what JSON can hold (texts, numbers, lists, mappings, Structs, tuples), and files."""

    content: Mapping[str, Any]
    files: tuple[bytes, ...] = ()


class OwnFile(Struct, frozen=True):
    """A game of the visitor's own: the name of its file, and its TOML."""

    name: str
    text: str


def in_language(game: GameTemplates, language: str) -> GameTemplates:
    """Return a game as a page in a language shows it: in the same, or else in the first that the game has."""
    return game.in_language(language if language in game.languages else game.languages[0])


class Session:
    """The templates, and a folder of the visitor's own files.

    Args:
        catalog: holds what answers have in common; None is a new one.
        folder: where the visitor's own files are written; None is a new one of the system's for such.
    """

    def __init__(self, catalog: Catalog | None = None, folder: Path | None = None) -> None:
        self.catalog = Catalog() if catalog is None else catalog
        self._folder = Path(mkdtemp(prefix="taflkit-")) if folder is None else folder
        # each text has a folder of its own, since the catalog reads a file once; the oldest stands first
        self._stored: list[Path] = []
        # for puzzles, with the game and its rules; the last one alone
        self.search: tuple[tuple[str, ...], Iterator[Puzzle | None]] | None = None

    def own(self, name: str, text: str) -> str:
        """Write a game of the visitor's own, and return the name by which the catalog reads it.

        Raises:
            TaflkitError: no file can be called so, or the text is too long.
        """
        file = PurePosixPath(PureWindowsPath(name).name).name
        if not file or file != name or not name.isprintable() or not name.lower().endswith(".toml"):
            raise TaflkitError(f"{shown(name)} is no name for a game's file; call it such as mygame.toml", choice="own")
        content = text.encode("utf-8", "surrogatepass")
        if len(content) > FILE:
            raise TaflkitError(f"{shown(name)}: is larger than {FILE / 1_000_000:g} MB", choice="own")
        folder = self._folder / sha256(content).hexdigest()[:16]
        self._stored = [*(each for each in self._stored if each != folder), folder]
        while len(self._stored) > _MOST_FOLDERS:
            shutil.rmtree(self._stored.pop(0), ignore_errors=True)
        try:
            folder.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        except (OSError, ValueError) as error:
            raise TaflkitError(f"{shown(name)} is no name that a file can have", choice="own") from error
        return str(folder / name)

    def without_folders(self, line: str) -> str:
        """Return a line in which the visitor's files are called by their names alone."""
        for folder in self._stored:
            line = line.replace(f"{folder}/", "").replace(str(folder), "")
        return line
