"""Drawings as the content of files, and the writing of files: whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.errors import TaflkitError

if TYPE_CHECKING:
    from taflkit.drawing.paints import Paints
    from taflkit.drawing.shapes import Drawing
    from taflkit.drawing.store import Store

__all__ = ["FORMATS", "rendered", "target", "write_whole"]

FORMATS = ("svg", "pdf", "png")


def rendered(drawing: Drawing, kind: str, paints: Paints, dpi: int, store: Store) -> bytes | str:
    """Return a drawing as the content of a file of one of FORMATS."""
    if kind == "svg":
        from taflkit.render.svg import to_svg

        return to_svg(drawing, paints, store=store)
    if kind == "png":
        from taflkit.render.png import to_png

        return to_png(drawing, paints, dpi, store=store)
    from taflkit.render.pdf import drawing_to_pdf

    return drawing_to_pdf(drawing, paints, store=store)


def target(output: str | None, several: bool) -> tuple[Path | None, str | None]:
    """Return the folder to write to and the file's name in it, or None for the kit's own name.

    The folder is None for standard output.
    """
    if output == "-":
        if several:
            raise click.UsageError("-o - takes one file, and this makes several; name a folder")
        return None, None
    if output is None:
        return Path("output"), None
    path = Path(output)
    if path.is_dir() or output.endswith(("/", os.sep)) or not path.suffix:
        return path, None
    if several:
        raise click.UsageError(f"-o {output} is one file, and this makes several; name a folder")
    return path.parent, path.name


def write_whole(folder: Path | None, name: str, content: bytes | str) -> str:
    """Write a file whole or not at all, and return its name.

    Raises:
        TaflkitError: it cannot be written; nothing is left behind then.
    """
    data = content.encode() if isinstance(content, str) else content
    if folder is None:
        with _named("standard output"):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return "-"
    path = folder / name
    with _named(str(path)):
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f".{name}.{os.getpid()}"
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return str(path)


@contextmanager
def _named(what: str) -> Iterator[None]:
    """Turn a failure to write into a named problem."""
    try:
        yield
    except OSError as error:
        raise TaflkitError(f"-o: {what} cannot be written: {error.strerror}; name another place") from None
