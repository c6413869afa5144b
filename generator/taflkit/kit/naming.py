"""The names of files: two different kits of a game never have one name. Every choice that changes a kit is in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from taflkit.catalog import Catalog
from taflkit.catalog.book import Book
from taflkit.kit.spec import CHOICES, DEFAULTS, PARTS, READER, KitSpec

__all__ = ["drawn_name", "file_name", "kit_name"]

_OTHERS = {
    "sections": "",
    "sheets": "sheets",
    "cell": "cell",
    "join": "",
    "overlap": "by",
    "counters": "",
    "punch": "across",
    "king": "",
    "sets": "sets",
    "spares": "spares",
    "box": "box",
    "margin": "margin",
    "gap": "gap",
    "frame": "frame",
    "pages": "pages",
    "duplex": "",
    "unprintable": "edge",
}
"""The word before the value of a choice, by the fields of a KitSpec that stand last in a name, in their order there."""


def kit_name(catalog: Catalog, book: Book, spec: KitSpec) -> str:
    """Return the name of a kit's file without its ending, such as "brandub-walker-a4-colour-cell30".

    Args:
        catalog: the templates.
        book: the game under its ruleset.
        spec: the choices.
    """
    parts = [part for part in spec.parts if part != READER]
    return "-".join(
        (
            _begin(catalog, book, spec.language, spec.theme),
            _plain(spec.paper),
            _plain(spec.mode),
            *(("light",) if spec.ink == "light" else ()),
            *(
                _told(word, getattr(spec, field))
                for field, word in _OTHERS.items()
                if getattr(spec, field) != getattr(DEFAULTS, field)
            ),
            *(("only", *map(_plain, parts)) if parts and tuple(parts) != PARTS else ()),
        )
    )


def drawn_name(catalog: Catalog, book: Book, name: str, spec: KitSpec, others: Sequence[str] = ()) -> str:
    """Return the name of a drawing's file without its ending, such as "brandub-walker-capture-mono".

    Args:
        catalog: the templates.
        book: the game under its ruleset.
        name: the drawing's.
        spec: its language, theme and mode.
        others: what else is not as by default, such as "size80".
    """
    mode = () if spec.mode == DEFAULTS.mode else (spec.mode,)
    return "-".join((_begin(catalog, book, spec.language, spec.theme), *map(_plain, (name, *mode, *others))))


def file_name(*names: str) -> str:
    """Return names as one that a file can have everywhere: letters, digits and hyphens, and + before variations."""
    return "-".join("+".join(map(_plain, name.split("+"))) for name in names)


def _begin(catalog: Catalog, book: Book, language: str, theme: str) -> str:
    """Return the game, the ruleset, and the language and the theme if they are not the default ones."""
    game, ruleset = book.game.name, book.ruleset.name
    own = book.game.lender is not None and _plain(game) in catalog.game_names()
    names = [f"{game} own" if own else game, ruleset]
    if language != DEFAULTS.language:
        names.append(language)
    if theme != DEFAULTS.theme:
        names.append(_theme_name(catalog, book, theme))
    return file_name(*names)


def _theme_name(catalog: Catalog, book: Book, theme: str) -> str:
    """Return the name of a theme; a user's own is marked if something else that a name may have is called so."""
    if theme in catalog.theme_names():
        return theme
    name = catalog.theme(theme).name
    others = (*catalog.theme_names(), *map(str.lower, book.game.languages), *CHOICES["paper"], *catalog.mode_names())
    return f"{name} own" if _plain(name) in others else name


def _told(word: str, value: object) -> str:
    """Return a choice in a name: 25.4 mm across are "across25-4"."""
    return _plain(word if isinstance(value, bool) else f"{word}{_number(value)}")


def _number(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _plain(name: str) -> str:
    """Return a name with its letters and digits, and hyphens in the place of all else."""
    text = unicodedata.normalize("NFC", name)
    words = "".join(char if char.isalnum() else " " for char in text).split()
    return "-".join(words) or "unnamed"
