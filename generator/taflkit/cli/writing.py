"""The files that commands write: whole or not at all, where they go, and drawings as their content."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.console import catalog, held
from taflkit.errors import TaflkitError, shown
from taflkit.reading import folded

if TYPE_CHECKING:
    from taflkit.drawing.look import Paints
    from taflkit.drawing.shapes import Document, Drawing

_TEMPORARY = ".taflkit-"
"""What the names of temporary files begin with."""
_LONGEST = 300
"""The characters of a path in a line."""
_PATIENCE = 5.0
"""The seconds that a full pipe is waited for, of which nothing is read."""
_PAUSE = 0.001
"""The seconds before it is tried again."""
_FLAGS = os.O_WRONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NOCTTY", "O_NONBLOCK"))
"""To write to a pipe or a device without waiting for it; Windows would else write a line's end as two characters."""
FORMATS = ("svg", "pdf", "png")
"""The kinds of files that a drawing can be written to."""


class Collected:
    """Takes the files of a command, whose context has it as its object, instead of the disk.

    Attributes:
        output: the folder that stands for "output".
        files: their contents, by their paths.
    """

    def __init__(self, output: Path) -> None:
        self.output = output
        self.files: dict[str, bytes | str] = {}


def _collected() -> Collected | None:
    context = click.get_current_context(silent=True)
    return context.find_object(Collected) if context else None


def shown_path(path: Path | str) -> str:
    """Return a path as a line about it shows it: the middle of a very long one is left out."""
    return shown(path, _LONGEST)


def write_whole(folder: Path | None, name: str, content: bytes | str) -> str:
    """Write a file whole or not at all, and return its name; see write_all."""
    return write_all(folder, {name: content})[0]


def write_all(
    folder: Path | None, contents: Mapping[str, bytes | str], mark: str = "", gone: Collection[str] = ()
) -> list[str]:
    """Write files, all of them or none, and return their names; see also Collected.

    Each is written beside its place first, under a random name. A file that a link points at is written behind the
    link, one that is there keeps its mode, and pipes and devices are written as they are.

    Args:
        folder: where they go; None for standard output, which takes one.
        contents: what is in them, by their names, which may begin with names of folders; text becomes UTF-8.
        mark: what the names of temporary files begin with, for remove_leftovers.
        gone: the names of files that are removed when the others are written, with the folders that are empty then.

    Raises:
        TaflkitError: one cannot be written, or some file systems would take two names for one; nothing new is left
            behind then, and what was there stays.
    """
    earlier: dict[str, str] = {}
    for name in contents:
        other = earlier.setdefault(folded(name), name)
        if other != name:
            why = "would be one file where capitals or accents make no difference; call one of them otherwise"
            raise TaflkitError(f"{shown_path(other)} and {shown_path(name)} {why}")
    collected = _collected()
    if collected is not None and folder is not None:
        collected.files |= {str(folder / name): content for name, content in contents.items()}
        return [str(folder / name) for name in contents]
    data = {name: content.encode() if isinstance(content, str) else content for name, content in contents.items()}
    if folder is None:
        for content in data.values():
            _print(content)
        return ["-"]
    # a name in the folder itself is the rule: its folders are looked for once
    folders = dict.fromkeys((folder, *((folder / name).parent for name in data)))
    missing = {
        path for each in folders for path in takewhile(lambda path: not os.path.lexists(path), (each, *each.parents))
    }
    # not by mkdir(parents=True), which takes as many calls within one another as there are folders
    new = sorted(missing, key=lambda path: len(path.parts))
    drafts = _Drafts(mark)
    try:
        with _named(folder / next(iter(data), "")):
            for path in new:
                path.mkdir(exist_ok=True)
        for name, content in data.items():
            with _named(folder / name):
                drafts.write(folder / name, content)
        for path, content in drafts.special:
            with _named(path):
                _send(path, content)
        with held():
            drafts.put([folder / name for name in gone])
            drafts.clear([path for name in gone for path in (folder / name).parents if path.is_relative_to(folder)])
    except BaseException:
        with held():
            drafts.undo()
            drafts.clear(reversed(new))
        raise
    return [str(folder / name) for name in data]


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
        # the places that files are put to, with the temporary ones, and then with what was there
        self._waiting: list[tuple[Path, Path]] = []
        self._done: list[tuple[Path, Path | None]] = []
        # pipes and devices, with what is to be written to them
        self.special: list[tuple[Path, bytes]] = []

    def write(self, path: Path, data: bytes) -> None:
        """Write a file beside its place; see special for what is no plain file."""
        info = status(path)
        if info is not None and not (stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode)):
            self.special.append((path, data))
            return
        place = Path(os.path.realpath(path)) if path.is_symlink() else path
        draft = self._beside(place)
        # nobody may read in between what nobody may read afterwards
        mode = 0o600 if info else 0o666
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
        if info is not None:
            draft.chmod(stat.S_IMODE(info.st_mode))
        self._waiting.append((place, draft))

    def put(self, gone: Sequence[Path]) -> None:
        """Put every file in its place, and take away those that are to be gone."""
        changes = [*self._waiting, *((place, None) for place in gone)]
        for place, draft in changes:
            with _named(place):
                if len(changes) > 1 or draft is None:
                    spare = self._beside(place) if status(place) is not None else None
                    if spare is not None:
                        try:
                            os.link(place, spare)
                        except OSError:
                            # not every file system has links
                            shutil.copy2(place, spare)
                    self._done.append((place, spare))
                if draft is None:
                    place.unlink(missing_ok=True)
                else:
                    draft.replace(place)

    def undo(self) -> None:
        """Put back what was there before."""
        for place, spare in reversed(self._done):
            with suppress(OSError):
                if spare is None:
                    place.unlink()
                else:
                    spare.replace(place)

    def clear(self, folders: Iterable[Path]) -> None:
        """Remove the temporary files that are left, and folders that nothing is in; what is done stays so."""
        self._done = []
        for file in self._temporary:
            with suppress(OSError):
                file.unlink()
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()

    def _beside(self, place: Path) -> Path:
        """Return the name of a new temporary file; it is cleared whether it comes to be or not."""
        self._temporary.append(place.parent / f"{_TEMPORARY}{self._mark}{os.urandom(8).hex()}")
        return self._temporary[-1]


def _print(data: bytes) -> None:
    """Write to standard output; one that nobody reads any more is no problem with a name."""
    with _named("standard output", unnamed=(BrokenPipeError,)):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _send(path: Path, data: bytes) -> None:
    """Write to a pipe or a device; where nobody reads from it, waiting for somebody could take for ever."""
    info = path.stat()
    is_pipe = stat.S_ISFIFO(info.st_mode)
    if stat.S_ISBLK(info.st_mode):
        raise OSError(0, "it is a disk")
    if is_pipe and _is_stream(info, 0):
        raise OSError(0, "it is the standard input")
    if is_pipe and _is_stream(info, 1):
        # whoever reads what is printed may take time for it
        _print(data)
        return
    unread = f"nobody reads from the {'pipe' if is_pipe else 'device'}"
    try:
        opened = os.open(path, _FLAGS)
    except OSError as error:
        raise OSError(error.errno, unread if is_pipe else error.strerror) from None
    try:
        left, until = memoryview(data), time.monotonic() + _PATIENCE
        while left and time.monotonic() < until:
            try:
                left = left[os.write(opened, left) :]
                until = time.monotonic() + _PATIENCE
            except BlockingIOError:
                # the system calls some devices ready that are full: there is no better way to wait for them
                time.sleep(_PAUSE)
    finally:
        os.close(opened)
    if left:
        raise OSError(0, unread)


def _is_stream(info: os.stat_result, number: int) -> bool:
    """Return whether a file is the one that a standard stream of this program leads to."""
    try:
        return os.path.samestat(info, os.fstat(number))
    except OSError:
        return False


@contextmanager
def _named(what: Path | str, unnamed: tuple[type[OSError], ...] = ()) -> Iterator[None]:
    """Turn a failure to write into a named problem."""
    try:
        yield
    except unnamed:
        raise
    except OSError as error:
        why = f"cannot be written: {error.strerror or error}; name another place"
        raise TaflkitError(f"{shown_path(what)} {why}", choice="output") from None
    except ValueError:
        raise TaflkitError(f"{shown_path(what)} is no name that a file can have", choice="output") from None


def rendered(drawing: Drawing | Document | str, kind: str, paints: Paints, dpi: float) -> bytes | str:
    """Return the content of a file: a drawing in one of FORMATS or as lines, a document as PDF, a text as it is."""
    from taflkit.drawing.shapes import Document
    from taflkit.render.svg import to_cutter, to_svg

    if isinstance(drawing, str):
        return drawing
    if isinstance(drawing, Document):
        from taflkit.render.pdf import to_pdf

        return to_pdf(drawing, paints, store=catalog().store)
    if kind == "dxf":
        from taflkit.render.dxf import to_dxf as to_cutter
    if kind in ("cutter", "dxf"):
        return to_cutter(drawing)
    if kind == "svg":
        return to_svg(drawing, paints, store=catalog().store)
    if kind == "png":
        from taflkit.render.png import to_png

        return to_png(drawing, paints, dpi, store=catalog().store)
    from taflkit.render.pdf import drawing_to_pdf

    return drawing_to_pdf(drawing, paints, store=catalog().store)


def target(output: str | None, several: bool, kind: str = "") -> tuple[Path | None, str | None]:
    """Return the folder to write to and the file's name in it, or None for the kit's own name.

    The folder is None for standard output. A name with an ending is a file, another is a folder, unless there is one.

    Args:
        output: as it was given.
        several: whether there are several files, which need a folder.
        kind: the ending that a file must have, in lower case; "" for any.

    Raises:
        UsageError: a file where a folder is needed, or one of another ending.
        TaflkitError: the system does not say what there is.
    """
    if output == "-":
        if several:
            raise click.UsageError("-o - takes one file, and this makes several; name a folder")
        return None, None
    if output is None:
        collected = _collected()
        return collected.output if collected else Path("output"), None
    if not output:
        raise click.UsageError("-o needs the name of a file or a folder; leave it away for output/")
    path = Path(output)
    info = status(path)
    there = info is not None and not stat.S_ISDIR(info.st_mode)
    if output.endswith(("/", os.sep)) or not (there or path.suffix) or (info is not None and not there):
        return path, None
    if several:
        raise click.UsageError(f"-o {shown(output)} is one file, and this makes several; name a folder")
    plain = info is None or stat.S_ISREG(info.st_mode)
    ending = path.suffix.lower().removeprefix(".")
    if kind and plain and ending != kind:
        kinds = [each for each in click.get_current_context().command.params if each.name == "kind"]
        formats = any(ending in getattr(each.type, "choices", ()) for each in kinds)
        other = f"; --format {ending} would write {ending.upper()}" if formats else ""
        why = f"this writes {kind.upper()}; end the file in .{kind}, or a folder in /{other}"
        raise click.UsageError(f"-o {shown(output)}: {why}")
    return path.parent, path.name
