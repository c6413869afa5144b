"""Where the templates are: beside the package in a wheel, at the top level in a checkout."""

from __future__ import annotations

from pathlib import Path

from taflkit.errors import TaflkitError

__all__ = ["DEFAULT_GAME", "DEFAULT_LANGUAGE", "templates_folder"]

DEFAULT_GAME, DEFAULT_LANGUAGE = "brandub", "en"
"""The game and the language that a kit has if no others are asked for."""


def templates_folder() -> Path:
    """Return the folder that holds games/, themes/, inks/ and fonts/.

    Raises:
        TaflkitError: the installation has lost its templates.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "templates", package.parent.parent / "templates"):
        if (folder / "fonts").is_dir():
            return folder
    raise TaflkitError(f"no templates beside {package}: install taflkit again")
