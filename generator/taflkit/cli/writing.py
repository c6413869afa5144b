"""The writing of files: whole or not at all, and several of them all or none."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from taflkit.cli.stopping import held
from taflkit.errors import TaflkitError

__all__ = ["refuse_place", "remove_leftovers", "status", "write_all", "write_folder", "write_whole"]

_TEMPORARY = ".taflkit-"


def write_whole(folder: Path | None, name: str, content: bytes | str) -> str:
    """Write a file whole or not at all, and return its name; see write_all."""
    return write_all(folder, {name: content})[0]


def write_all(
    folder: Path | None, contents: Mapping[str, bytes | str], mark: str = "", gone: Collection[str] = ()
) -> list[str]:
    """Write files, all of them or none, and return their names.

    Each is written beside its place first, under a random name. A file that a link points at is written behind the
    link, one that is there keeps its mode, and pipes and devices are written as they are.

    Args:
        folder: where they go; None for standard output, which takes one.
        contents: what is in them, by their names, which may begin with names of folders; text becomes UTF-8.
        mark: what the names of temporary files begin with, for remove_leftovers.
        gone: the names of files that are removed when the others are written, with the folders that are empty then.

    Raises:
        TaflkitError: one cannot be written; nothing new is left behind then, and what was there stays.
    """
    data = {name: content.encode() if isinstance(content, str) else content for name, content in contents.items()}
    if folder is None:
        for content in data.values():
            _print(content)
        return ["-"]
    # a name in the folder itself is the rule: its folders are looked for once
    folders = dict.fromkeys((folder, *((folder / name).parent for name in data)))
    new = list(dict.fromkeys(path for each in folders for path in _missing(each)))
    drafts = _Drafts(mark)
    try:
        with _named(folder / next(iter(data), "")):
            folder.mkdir(parents=True, exist_ok=True)
        for name, content in data.items():
            with _named(folder / name):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                drafts.write(folder / name, content)
        drafts.send()
        with held():
            drafts.put([folder / name for name in gone])
            drafts.clear()
            _remove_empty([path for name in gone for path in (folder / name).parents if path.is_relative_to(folder)])
    except BaseException:
        with held():
            drafts.undo()
            drafts.clear()
            _remove_empty(sorted(new, key=lambda path: -len(path.parts)))
        raise
    return [str(folder / name) for name in data]


def _missing(folder: Path) -> list[Path]:
    """Return the folders that are not there yet, of a folder and those above it, the innermost first."""
    return [path for path in (folder, *folder.parents) if not os.path.lexists(path)]


def _remove_empty(folders: list[Path]) -> None:
    """Remove folders that nothing is in; one that somebody else has put something into stays."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def write_folder(folder: Path, files: Mapping[PurePosixPath, str]) -> list[str]:
    """Write a new folder of text files, all of them or none, and return their names.

    Args:
        folder: where it goes.
        files: the texts, by paths that all begin with the new folder's name.

    Raises:
        TaflkitError: it cannot be written; nothing is left behind then.
    """
    temporary = folder / _random_name()
    top = folder / next(iter(files)).parts[0]
    try:
        with _named(top):
            for path, text in files.items():
                file = temporary.joinpath(*path.parts[1:])
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            temporary.rename(top)
    except BaseException:
        import shutil

        with held():
            shutil.rmtree(temporary, ignore_errors=True)
        raise
    return [str(folder / path) for path in files]


def remove_leftovers(folder: Path | None, mark: str) -> None:
    """Remove the temporary files of a process that was killed while it wrote; see write_all."""
    for file in folder.glob(f"{_TEMPORARY}{mark}*") if folder and mark else ():
        with suppress(OSError):
            file.unlink()


def status(path: Path) -> os.stat_result | None:
    """Return what the system knows of a file, behind its links; None where there is none.

    Raises:
        TaflkitError: the system does not say; the choice is "output".
    """
    with _named(path):
        try:
            return path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None


def refuse_place(path: Path) -> None:
    """Refuse a place that no file can be written to, as far as the system says without a file being written.

    Raises:
        TaflkitError: a folder above it is none, or may not be written in, or it is a folder itself.
    """
    with _named(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        nearest = next(folder for folder in path.absolute().parents if os.path.lexists(folder))
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(nearest, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


class _Drafts:
    """Files that are written beside their places, and then put there."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._temporary: list[Path] = []
        self._waiting: list[tuple[Path, Path]] = []
        self._special: list[tuple[Path, bytes]] = []
        self._done: list[tuple[Path, Path | None]] = []

    def write(self, path: Path, data: bytes) -> None:
        """Write a file beside its place; one that is no plain file waits."""
        found = status(path)
        if found is not None and not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            self._special.append((path, data))
            return
        place = Path(os.path.realpath(path))
        draft = self._beside(place)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        # nobody may read in between what nobody may read afterwards
        with open(os.open(draft, flags, 0o600 if found else 0o666), "wb") as file:  # noqa: PTH123
            file.write(data)
        if found is not None:
            draft.chmod(stat.S_IMODE(found.st_mode))
        self._waiting.append((place, draft))

    def send(self) -> None:
        """Write to the pipes and devices among the files, which may take its time."""
        for path, data in self._special:
            with _named(path):
                _send(path, data)

    def put(self, gone: Sequence[Path] = ()) -> None:
        """Put every file in its place, and take away those that are to be gone."""
        several = len(self._waiting) + len(gone) > 1
        for place, draft in self._waiting:
            with _named(place):
                if several:
                    self._done.append((place, self._spare(place)))
                draft.replace(place)
        for place in gone:
            with _named(place):
                self._done.append((place, self._spare(place)))
                place.unlink(missing_ok=True)

    def undo(self) -> None:
        """Put back what was there before."""
        for place, spare in reversed(self._done):
            with suppress(OSError):
                if spare is None:
                    place.unlink()
                else:
                    spare.replace(place)

    def clear(self) -> None:
        """Remove the temporary files that are left; what is done stays so."""
        self._done = []
        for file in self._temporary:
            with suppress(OSError):
                file.unlink()

    def _beside(self, place: Path) -> Path:
        """Return the name of a new temporary file; it is cleared whether it comes to be or not."""
        self._temporary.append(place.parent / _random_name(self._mark))
        return self._temporary[-1]

    def _spare(self, place: Path) -> Path | None:
        """Keep the file that is there under another name."""
        if status(place) is None:
            return None
        spare = self._beside(place)
        try:
            os.link(place, spare)
        except OSError:
            import shutil

            # not every file system has links
            shutil.copy2(place, spare)
        return spare


def _random_name(mark: str = "") -> str:
    return f"{_TEMPORARY}{mark}{os.urandom(8).hex()}"


def _print(data: bytes) -> None:
    """Write to standard output; one that nobody reads any more is no problem with a name."""
    with _named("standard output"):
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except BrokenPipeError as error:
            gone = error
        else:
            return
    raise gone


def _send(path: Path, data: bytes) -> None:
    """Write to a pipe or a device that is there.

    Raises:
        OSError: it cannot be written, or nobody reads from the pipe: waiting for somebody could take for ever.
    """
    found = path.stat()
    if stat.S_ISBLK(found.st_mode):
        raise OSError(0, "it is a disk")
    try:
        opened = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if stat.S_ISFIFO(found.st_mode):
            raise OSError(error.errno, "nobody reads from the pipe") from None
        raise
    if hasattr(os, "set_blocking"):
        os.set_blocking(opened, True)
    with open(opened, "wb") as file:  # noqa: PTH123
        file.write(data)


@contextmanager
def _named(what: Path | str) -> Iterator[None]:
    """Turn a failure to write into a named problem."""
    try:
        yield
    except OSError as error:
        why = f"{what} cannot be written: {error.strerror or error}; name another place"
        raise TaflkitError(why, choice="output") from None
