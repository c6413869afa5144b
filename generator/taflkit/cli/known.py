"""The names that a command line knows: those of the shipped catalog, and of the printers that were measured."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from taflkit.errors import TaflkitError, among, shown
from taflkit.reading import file_names, is_folder, is_there, read_text

if TYPE_CHECKING:
    from taflkit.catalog import Catalog
    from taflkit.kit.printers import Printer


@cache
def catalog() -> Catalog:
    """Return the templates, which one process reads once."""
    from taflkit.catalog import Catalog

    return Catalog()


def load_printer(name: str) -> Printer:
    """Return a printer that was measured.

    Raises:
        TaflkitError: there is none of that name, or its file has a problem, which names file and key.
    """
    from taflkit.kit.printers import Printer

    check_printer(name)
    file = printer_file(name)
    return Printer.parse(name, read_text(file, str(file)), str(file))


def check_printer(name: str) -> None:
    """Check that a printer is known.

    Raises:
        TaflkitError: there is none of that name, or the name can be none.
    """
    from taflkit.kit.printers import check_name

    check_name(name)
    if not is_there(printer_file(name)):
        there = among(name, printer_names()) if printer_names() else "none is kept yet"
        raise TaflkitError(f"there is no printer '{shown(name)}'; {there}; taflkit printer set keeps one")


def printer_names() -> tuple[str, ...]:
    """Return the names of the printers that were measured."""
    return file_names(printers_folder(), ".toml")


def printer_file(name: str) -> Path:
    """Return the file of a printer."""
    return printers_folder() / f"{name}.toml"


def printers_folder() -> Path:
    """Return the folder of the printers' files, in the user's configuration."""
    from platformdirs import user_config_dir

    if own_folder("XDG_CONFIG_HOME", ".config") is not None:
        folder = Path(user_config_dir("taflkit", appauthor=False))
        # a "~" that some versions of the library leave as it is would be a folder beside the user
        if folder.is_absolute():
            return folder / "printers"
    raise TaflkitError("there is no home folder to keep printers in; set HOME or XDG_CONFIG_HOME")


def own_folder(variable: str, beside: str) -> Path | None:
    """Return a folder for files of the user's own: that of a variable of the environment, or one below the home.

    There is none where there is no home, or what is given is no whole path, or the root of all folders.
    """
    given = os.environ.get(variable, "")
    # without a home "~" stays as it is here, and is an error of Path
    folder = Path(given or os.path.expanduser("~"))  # noqa: PTH111
    if not folder.is_absolute() or len(Path(os.path.realpath(folder)).parts) < 2:
        return None
    if given:
        return folder
    return folder / beside if is_folder(folder) else None
