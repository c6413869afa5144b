"""Reads and checks the templates and a user's own game. Every error names the file and the key.

A game is a folder (layout.toml, rulesets/, figures/, text/en/, languages/) or one TOML file with the same tables:
[layout], [rulesets.NAME], [figures.NAME], [text.rules] and so on. A table that a game leaves out is taken from those
that all games share, key by key, and from its base, if it names one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pyphen
from msgspec import Struct, field

from taflkit.catalog.games import GameTemplates, load_game, survey
from taflkit.catalog.labels import label_names, load_labels
from taflkit.catalog.languages import PRINTER_TEST, WORDS, LanguageFiles
from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import TABLES, Source, language_words, own_path
from taflkit.catalog.themes import load_theme, theme_names
from taflkit.catalog.translation import Translated
from taflkit.drawing.look import Lettering, Paints, Theme
from taflkit.drawing.store import Store
from taflkit.errors import ManyProblems, TaflkitError, TemplateError, UnknownName, shown
from taflkit.limits import NAME
from taflkit.reading import stem
from taflkit.resources import DEFAULT_LANGUAGE, DEFAULT_THEME, MODES, templates_folder
from taflkit.sheets.labels import LabelSheet
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.metrics import Fonts
from taflkit.words.phrases import Words
from taflkit.words.texts import PrinterTestText, SheetText

__all__ = ["Catalog", "GameTemplates", "Ruleset", "hyphenator", "load_hyphens"]


class Catalog(Struct, frozen=True, eq=False):
    """The templates, and the drawings, plans and fonts that kits share; each is read or made once while it is needed.

    Attributes:
        templates: the folder with games/, text/, figures/, themes/, inks/, fonts/ and hyphens/.
        store: keeps drawings, plans, pages and fonts for further kits.
        books: keeps games under their rulesets, which no drawing drives out.
    """

    templates: Path = field(default_factory=templates_folder)
    store: Store = field(default_factory=Store)
    books: Store = field(default_factory=partial(Store, 32))
    _games: Store = field(default_factory=partial(Store, 32))
    _themes: Store = field(default_factory=partial(Store, 64))
    _typesetters: Store = field(default_factory=partial(Store, 16))

    def game_names(self) -> tuple[str, ...]:
        """Return the names of the shipped games."""
        return tuple(sorted(file.parent.name for file in (self.templates / "games").glob("*/layout.toml")))

    def mode_names(self) -> tuple[str, ...]:
        """Return the modes: in colour, and in greys."""
        return MODES

    def theme_names(self) -> tuple[str, ...]:
        """Return the names of the shipped themes, the default first."""
        return theme_names(self.templates)

    def label_names(self) -> tuple[str, ...]:
        """Return the names of the shipped label sheets."""
        return label_names(self.templates)

    def labels(self, name: str) -> LabelSheet:
        """Return a shipped label sheet by name, or a user's own by its file.

        Raises:
            TaflkitError: there is none, or its file has problems, which name file and key.
        """
        return load_labels(name, self.templates)

    def typesetter(self, language: str = DEFAULT_LANGUAGE, fonts: Lettering | None = None) -> Typesetter:
        """Return the setter of text in the shipped fonts, or a theme's, which hyphenates a language."""
        instead = (fonts or Lettering()).instead

        def made() -> Typesetter:
            known = load_hyphens(self.templates / "hyphens" / f"{language}.txt")
            return Typesetter(Fonts(self.templates / "fonts", instead), known, hyphenator(language))

        return self._typesetters.get((language, tuple(sorted(instead.items()))), made)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that there are words in that all games share, the default first."""
        return self.shared.codes()

    def printer_test(self, language: str = DEFAULT_LANGUAGE, *, draft: bool = False) -> PrinterTestText:
        """Return the words of the printer's test sheet; those that the language lacks stay English in a draft.

        Raises:
            TaflkitError: there is no such language, it lacks words, or the file has a problem; file and key are named.
        """
        return self.shared.alone(language, PRINTER_TEST, draft=draft).convert_words(PrinterTestText)

    def sheet(self, language: str = DEFAULT_LANGUAGE, *, draft: bool = False) -> SheetText:
        """Return the words of component sheets that all games share; see `printer_test`."""
        return self.shared.alone(language, "sheet", draft=draft).convert_words(SheetText)

    def shared_tables(self, language: str) -> tuple[Translated, ...]:
        """Return the tables that all games share, and that belong to none, in a language with what is lacking."""
        names = (*TABLES, PRINTER_TEST)
        return tuple(self.shared.tables(self.shared.read(language), names).values())

    @property
    def shared(self) -> LanguageFiles:
        """Where the words are that all games share."""
        return LanguageFiles((Source.open(self.templates),))

    def words(self, language: str = DEFAULT_LANGUAGE) -> Words:
        """Return the words of a language that all games share.

        Raises:
            TaflkitError: the file has a problem; file and key are named.
        """
        return language_words(self.shared.layers(language, WORDS), language)

    def game(self, name: str) -> GameTemplates:
        """Return a shipped game by name, or a user's own by its folder or TOML file.

        Raises:
            TaflkitError: there is no such game, or its files have a problem, which names file and key.
        """

        def load() -> GameTemplates:
            shared = Source.open(self.templates)
            if name in self.game_names():
                return load_game(name, Source.open(self.templates / "games" / name), shared, self.game, shipped=True)
            where = own_path("game", name, self.game_names(), "file or folder")
            if len(stem(where)) > NAME:
                raise TaflkitError(f"{shown(name)}: the name may have {NAME} characters, since names of files have it")
            return load_game(stem(where), Source.open(where), shared, self._shipped, shipped=False)

        return self._games.get(name, load)

    def theme(self, name: str = DEFAULT_THEME, mode: str = "colour", ink: str = "full") -> Theme:
        """Return a shipped theme by name, or a user's own by its file, in a mode and with full or light ink.

        Raises:
            TaflkitError: there is no such theme, mode or ink, or a file has a problem, which names file and key.
        """
        return self._themes.of(load_theme, name, mode, ink, self.templates)

    def paints(self, mode: str, theme: str = DEFAULT_THEME, ink: str = "full") -> Paints:
        """Return the paints of a theme in a mode; see theme."""
        return self.theme(theme, mode, ink).paints

    def every_problem(self, name: str) -> Iterator[TaflkitError]:
        """Yield every problem of the files of a game, of its rulesets and of its texts in its own languages.

        Raises:
            TaflkitError: there is no such game.
        """
        try:
            found = self.game(name)
        except (TemplateError, ManyProblems) as error:
            yield error
            if name in self.game_names():
                return
            try:
                own = Source.open(Path(name))
            except TaflkitError:
                # one file that cannot be read
                return
            yield from survey(own, Source.open(self.templates), self._shipped)
        else:
            yield from found.problems()

    def _shipped(self, name: str) -> GameTemplates:
        """Return a shipped game, as the base of another."""
        if name not in self.game_names():
            raise UnknownName("game", name, self.game_names())
        return self.game(name)


# Where words may be broken: a list of the shipped texts' words, and for all others a dictionary.


SOFT_HYPHEN = "\u00ad"
_LETTERS_BEFORE = 2
"""The fewest letters before a hyphen."""
_LETTERS_AFTER = 3
"""The fewest letters behind one."""


def load_hyphens(file: Path) -> dict[str, str]:
    """Read a list: a word a line, with hyphens where it may be broken; a language without one has no words."""
    if not file.is_file():
        return {}
    words = file.read_text(encoding="utf-8").split()
    return {word.replace("-", ""): word.replace("-", SOFT_HYPHEN) for word in words}


def hyphenator(language: str) -> Callable[[str], str]:
    """Return pyphen's hyphenator for a language: it puts soft hyphens into a word.

    pyphen and its dictionary are read at the first word: that takes longer than a kit does. Without a dictionary for
    the language, words stay as they are.
    """

    @cache
    def dictionary_of() -> Any:
        # the shipped English is British
        name = pyphen.language_fallback("en_GB" if language == "en" else language)
        return pyphen.Pyphen(lang=name, left=_LETTERS_BEFORE, right=_LETTERS_AFTER) if name else None

    def hyphenate(word: str) -> str:
        dictionary = dictionary_of()
        return word if dictionary is None else str(dictionary.inserted(word, SOFT_HYPHEN))

    return hyphenate
