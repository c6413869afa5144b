"""Where the templates are: beside the package in a wheel, at the top level in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from taflkit.errors import TaflkitError

DEFAULT_GAME = "brandub"
DEFAULT_LANGUAGE = "en"
DEFAULT_THEME = "ballinderry"
MODES = ("colour", "mono")
"""The modes of all themes."""
INKS = ("full", "light")
"""The amounts of ink of all themes."""


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
