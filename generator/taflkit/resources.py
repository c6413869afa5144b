"""Where the templates are: beside the package in a wheel, at the top level in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from taflkit.errors import TaflkitError

__all__ = ["DEFAULT_GAME", "DEFAULT_LANGUAGE", "DEFAULT_THEME", "INKS", "MODES", "templates_folder"]

DEFAULT_GAME, DEFAULT_LANGUAGE = "brandub", "en"
"""The game and the language that a kit has if no others are asked for."""
DEFAULT_THEME, MODES, INKS = "ballinderry", ("colour", "mono"), ("full", "light")
"""How a kit looks: the theme if no other is asked for, and the modes and the amounts of ink that all themes have."""


@cache
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
