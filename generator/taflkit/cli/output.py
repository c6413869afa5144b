"""Drawings as the content of files, and the places that files go to."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.writing import status
from taflkit.errors import shown
from taflkit.reading import is_folder

if TYPE_CHECKING:
    from taflkit.drawing.paints import Paints
    from taflkit.drawing.shapes import Drawing
    from taflkit.drawing.store import Store

__all__ = ["FORMATS", "own_folder", "rendered", "target"]

FORMATS = ("svg", "pdf", "png")


def rendered(drawing: Drawing, kind: str, paints: Paints, dpi: float, store: Store) -> bytes | str:
    """Return a drawing as the content of a file of one of FORMATS."""
    if kind == "svg":
        from taflkit.render.svg import to_svg

        return to_svg(drawing, paints, store=store)
    if kind == "png":
        from taflkit.render.png import to_png

        return to_png(drawing, paints, dpi, store=store)
    from taflkit.render.pdf import drawing_to_pdf

    return drawing_to_pdf(drawing, paints, store=store)


def own_folder(variable: str, beside: str) -> Path | None:
    """Return a folder for files of the user's own.

    Args:
        variable: of the environment, names the folder.
        beside: the folder below the user's home if the variable does not.

    Returns:
        None where there is no home, or what is given is no whole path, or the root of all folders.
    """
    given = os.environ.get(variable, "")
    # without a home "~" stays as it is here, and is an error of Path
    folder = Path(given or os.path.expanduser("~"))  # noqa: PTH111
    if not folder.is_absolute() or len(Path(os.path.realpath(folder)).parts) < 2:
        return None
    return folder if given else folder / beside if is_folder(folder) else None


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
        return Path("output"), None
    if not output:
        raise click.UsageError("-o needs the name of a file or a folder; leave it away for output/")
    path = Path(output)
    found = status(path)
    there = found is not None and not stat.S_ISDIR(found.st_mode)
    if output.endswith(("/", os.sep)) or not (there or path.suffix) or (found is not None and not there):
        return path, None
    if several:
        raise click.UsageError(f"-o {shown(output)} is one file, and this makes several; name a folder")
    plain = found is None or stat.S_ISREG(found.st_mode)
    if kind and plain and path.suffix.lower() != f".{kind}":
        raise click.UsageError(_other_ending(output, path.suffix.lower().removeprefix("."), kind))
    return path.parent, path.name


def _other_ending(output: str, ending: str, kind: str) -> str:
    """Return the line on a file whose ending is that of another format."""
    command = click.get_current_context().command
    formats = any(param.name == "kind" for param in command.params) and ending in FORMATS
    other = f"; --format {ending} would write {ending.upper()}" if formats else ""
    return f"-o {shown(output)}: this writes {kind.upper()}; end the file in .{kind}, or a folder in /{other}"
