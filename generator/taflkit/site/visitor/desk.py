"""The desk at which a visitor's questions are answered: the templates, and the visitor's own files."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import mkdtemp
from typing import Any, NamedTuple

from taflkit.catalog import Catalog, GameTemplates
from taflkit.errors import TaflkitError, shown
from taflkit.limits import FILE

__all__ = ["Answer", "Desk", "spoken"]

_MOST_FOLDERS = 16
"""The files of the visitor that are kept; the catalog keeps what it read of the last of them."""


def spoken(game: GameTemplates, language: str) -> GameTemplates:
    """Return a game as a page in a language speaks of it: in the same, or else in the first that the game has."""
    return game.speaking(language if language in game.languages else game.languages[0])


class Answer(NamedTuple):
    """What an ask is answered.

    Attributes:
        said: what JSON can hold: texts, numbers, lists, mappings, Structs and named tuples.
        files: their contents.
    """

    said: Mapping[str, Any]
    files: tuple[bytes, ...] = ()


class Desk:
    """The templates, and a folder of the visitor's own files.

    Args:
        catalog: keeps what the answers have in common; None is a new one.
        folder: where the visitor's own files are written; None is a new one of the system's for such.
    """

    def __init__(self, catalog: Catalog | None = None, folder: Path | None = None) -> None:
        self.catalog = Catalog() if catalog is None else catalog
        self._folder = Path(mkdtemp(prefix="taflkit-")) if folder is None else folder
        # each text has a folder of its own, since the catalog reads a file once
        self._kept: dict[Path, None] = {}

    def own(self, name: str, text: str) -> str:
        """Write a game of the visitor's own, and return the name by which the catalog reads it.

        Args:
            name: of its file, such as "mygame.toml".
            text: its TOML.

        Raises:
            TaflkitError: no file can have that name, or the text is too long.
        """
        file = PurePosixPath(PureWindowsPath(name).name).name
        if not file or file != name or not name.isprintable() or not name.lower().endswith(".toml"):
            raise TaflkitError(f"{shown(name)} is no name for a game's file; call it such as mygame.toml", choice="own")
        content = text.encode("utf-8", "surrogatepass")
        if len(content) > FILE:
            raise TaflkitError(f"{shown(name)}: is larger than {FILE / 1_000_000:g} MB", choice="own")
        folder = self._folder / sha256(content).hexdigest()[:16]
        self._kept.pop(folder, None)
        self._kept[folder] = None
        while len(self._kept) > _MOST_FOLDERS:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            shutil.rmtree(oldest, ignore_errors=True)
        try:
            folder.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        except (OSError, ValueError) as error:
            raise TaflkitError(f"{shown(name)} is no name that a file can have", choice="own") from error
        return str(folder / name)

    def without_folders(self, line: str) -> str:
        """Return a line in which the visitor's files are called by their names alone."""
        for folder in self._kept:
            line = line.replace(f"{folder}/", "").replace(str(folder), "")
        return line
