"""The names of files: two different kits of a game never have one name. Every choice that changes a kit is in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import Book
from taflkit.kit.options import CHOICES, DEFAULTS, OPTIONS, PARTS, READER, KitSpec

_DRAFT = "draft"
"""The word of a kit in a language that lacks some of its words."""


def kit_name(catalog: Catalog, book: Book, spec: KitSpec) -> str:
    """Return the name of a kit's file without its ending, such as "brandub-walker-a4-colour-cell30"."""
    parts = [part for part in spec.parts if part != READER]
    if spec.gap == spec._replace(gap=None).apart:
        spec = spec._replace(gap=None)
    names = [_begin(catalog, book.game, book.ruleset, spec.language, spec.theme), _plain(spec.paper), _plain(spec.mode)]
    for name, option in OPTIONS.items():
        value = getattr(spec, name)
        if option.word is None or value == option.default or option.is_idle(spec):
            continue
        # 25.4 mm across are "across25-4"; of a flag and of a bare option the word stands alone
        number = f"{value:.12g}" if isinstance(value, float) else str(value)
        alone = isinstance(value, bool) or (option.bare and value == option.values[1])
        names.append(_plain(option.word if alone else f"{option.word}{number}"))
    if parts and tuple(parts) != PARTS:
        names += ["only", *map(_plain, parts)]
    return "-".join(names)


def drawn_name(
    catalog: Catalog, game: GameTemplates, ruleset: Ruleset, name: str, spec: KitSpec, others: Sequence[str] = ()
) -> str:
    """Return the name of a drawing's file without its ending, such as "brandub-walker-capture-mono".

    The spec gives its language, theme and mode; others are all else that is not as by default, such as "size80".
    """
    mode = () if spec.mode == DEFAULTS.mode else (spec.mode,)
    begin = _begin(catalog, game, ruleset, spec.language, spec.theme)
    return "-".join((begin, *map(_plain, (name, *mode, *others))))


def export_name(catalog: Catalog, book: Book, spec: KitSpec, to: str, others: Sequence[str] = ()) -> str:
    """Return the name of the folder of an export to one of EXPORTS, such as "brandub-walker-a4-colour-parts-dpi600"."""
    return "-".join((kit_name(catalog, book, spec), to, *others))


def file_name(*names: str) -> str:
    """Return names as one that a file can have everywhere: letters, digits and hyphens, and + before variations."""
    return "-".join("+".join(map(_plain, name.split("+"))) for name in names)


def _begin(catalog: Catalog, game: GameTemplates, ruleset: Ruleset, language: str, theme: str) -> str:
    """Return the game, the ruleset, and the language and the theme if they are not the default ones.

    Names that a user chose have two hyphens for one, so that each can be told from the next.
    """
    own = game.lender is not None
    called = f"{_plain(game.name)}-own" if own and _plain(game.name) in catalog.game_names() else None
    names = [called or (_whole(game.name) if own else game.name)]
    plain, *varied = ruleset.name.split("+")
    lent = not own or (game.lender is not None and plain in game.lender.ruleset_names)
    names.append("+".join((plain if lent else _whole(plain), *varied)))
    if language != DEFAULTS.language:
        names.append(language)
    if game.language.draft:
        names.append(_DRAFT)
    if theme != DEFAULTS.theme:
        if theme not in catalog.theme_names():
            # a user's own is marked if something else that a name may have is called so
            theme = catalog.theme(theme).name
            others = {*catalog.theme_names(), *map(str.lower, game.languages), _DRAFT, *CHOICES["paper"]}
            others.update(catalog.mode_names())
            theme = f"{_plain(theme)}-own" if _plain(theme) in others else _whole(theme)
        names.append(theme)
    return "-".join(names)


def _plain(name: str, between: str = "-") -> str:
    """Return a name with its letters and digits, and hyphens in the place of all else."""
    text = unicodedata.normalize("NFC", name)
    words = "".join(char if char.isalnum() else " " for char in text).split()
    return between.join(words) or "unnamed"


def _whole(name: str) -> str:
    """Return a name that a user chose: no single hyphen is in it."""
    return _plain(name, "--")
