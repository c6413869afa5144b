"""Reads and checks the templates and a user's own game. Every error names the file and the key.

A game is a folder (layout.toml, rulesets/, figures/, text/<language>/) or one TOML file with the same tables:
[layout], [rulesets.NAME], [figures.NAME], [text.rules] and so on. What a user's game leaves out is taken from the
shipped game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path

from taflkit.catalog.games import GameTemplates, load_figures, load_layout, load_proofs
from taflkit.catalog.hyphens import hyphenator, load_hyphens
from taflkit.catalog.rulesets import Ruleset, load_ruleset_file, ordered
from taflkit.catalog.sources import Source, convert, first_as, first_of, shown_name
from taflkit.catalog.themes import load_theme, theme_names
from taflkit.drawing.look import DEFAULT_THEME, MODES, Theme
from taflkit.drawing.paints import Paints
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.resources import templates_folder
from taflkit.typesetting.lines import Fonts, Typesetter
from taflkit.words.rulebook import SentenceTemplate, Words
from taflkit.words.texts import BookletText, CardsText, InstructionsText, SheetText, Texts

__all__ = ["DEFAULT_GAME", "Catalog", "GameTemplates", "Ruleset"]

DEFAULT_GAME = "brandub"


@dataclass(eq=False, repr=False)
class _RulesText:
    """rules.toml."""

    sentence: tuple[SentenceTemplate, ...]


@dataclass(frozen=True)
class Catalog:
    """The templates, and what kits made of them have in common; both are read or made once while they are needed.

    Attributes:
        templates: the folder with games/, themes/, inks/, fonts/ and hyphens/.
        language: of the texts.
        store: keeps drawings and fonts for further kits.
    """

    templates: Path = field(default_factory=templates_folder)
    language: str = "en"
    store: Store = field(default_factory=Store, repr=False, compare=False)
    _games: Store = field(default_factory=partial(Store, 32), repr=False, compare=False)
    _themes: Store = field(default_factory=partial(Store, 64), repr=False, compare=False)

    def game_names(self) -> tuple[str, ...]:
        """Return the names of the shipped games."""
        return tuple(sorted(file.parent.name for file in (self.templates / "games").glob("*/layout.toml")))

    def mode_names(self) -> tuple[str, ...]:
        """Return the modes: in colour, and in greys."""
        return MODES

    def theme_names(self) -> tuple[str, ...]:
        """Return the names of the shipped themes, the default first."""
        return theme_names(self.templates)

    @cached_property
    def typesetter(self) -> Typesetter:
        """What sets text in the shipped fonts; it keeps the paragraphs that kits have in common."""
        known = load_hyphens(self.templates / "hyphens" / f"{self.language}.txt")
        return Typesetter(Fonts(self.templates / "fonts"), known, hyphenator(self.language))

    def game(self, name: str) -> GameTemplates:
        """Return a shipped game by name, or a user's own by its folder or TOML file.

        Raises:
            TaflkitError: there is no such game, or its files have a problem, which names file and key.
        """
        return self._games.get(name, lambda: self._load_game(name))

    def theme(self, name: str = DEFAULT_THEME, mode: str = "colour", ink: str = "full") -> Theme:
        """Return a shipped theme by name, or a user's own by its file, in a mode and with full or light ink.

        Raises:
            TaflkitError: there is no such theme, mode or ink, or a file has a problem, which names file and key.
        """
        return self._themes.of(load_theme, name, mode, ink, self.templates)

    def paints(self, mode: str, theme: str = DEFAULT_THEME, ink: str = "full") -> Paints:
        """Return the paints of a theme in a mode; see theme."""
        return self.theme(theme, mode, ink).paints

    def _load_game(self, name: str) -> GameTemplates:
        shipped = self.templates / "games" / DEFAULT_GAME
        folder = self.templates / "games" / name
        if name in self.game_names():
            sources = [Source.open(folder)] + ([Source.open(shipped)] if name != DEFAULT_GAME else [])
            return self._compose(name, sources)
        where = Path(name)
        if not where.exists():
            if where.suffix or len(where.parts) > 1:
                raise TaflkitError(f"there is no game at {name}")
            raise UnknownName("game", name, (*self.game_names(), "or a path to a game of your own"))
        return self._compose(where.resolve().stem.lower(), [Source.open(where), Source.open(shipped)])

    @staticmethod
    def _shipped_order(sources: list[Source]) -> tuple[str, ...]:
        """Return the order of the shipped rulesets, for a game that has none of its own."""
        return load_layout(*sources[-1].required("layout"))[0]

    def _check_language(self, sources: list[Source]) -> None:
        known = {self.language} if sources[0].tables is not None else set()
        known |= {folder.name for source in sources if source.tables is None for folder in source.where.glob("text/*")}
        if self.language not in known or not any(source.table(f"text/{self.language}/rules") for source in sources):
            raise UnknownName("language", self.language, tuple(sorted(known - {self.language})))

    def _compose(self, name: str, sources: list[Source]) -> GameTemplates:
        own = sources[0]
        found = own.table("layout")
        if found is None:
            raise TemplateError(
                shown_name(own.where), "layout", "a game needs a layout: layout.toml, or the table [layout]"
            )
        if self.language != "en":
            self._check_language(sources)
        order, title, layout = load_layout(*found)
        rules = next(source for source in sources if source.names("rulesets"))
        figures, files = load_figures(sources)
        proofs, proof_files = load_proofs(sources)
        for twice in figures.keys() & proofs.keys():
            raise TemplateError(proof_files[twice], twice, "there is a figure of this name; call the proof otherwise")
        text = f"text/{self.language}/"
        return GameTemplates(
            name=name,
            title=title,
            layout=layout,
            ruleset_names=ordered(
                rules.names("rulesets"), order or (() if rules is own else self._shipped_order(sources)), found[1]
            ),
            load_ruleset=cache(partial(load_ruleset_file, rules)),
            figures=figures,
            proofs=proofs,
            script_files={**files, **proof_files},
            texts=self._load_texts(sources),
            text_file=first_of(sources, f"{text}rules")[1],
            own_words=own.table(f"{text}booklet") is not None,
        )

    def _load_texts(self, sources: list[Source]) -> Texts:
        text = f"text/{self.language}/"
        captions, captions_file = first_of(sources, f"{text}figures")
        return Texts(
            language=self.language,
            rules=convert(*first_as(sources, f"{text}rules", _RulesText)).sentence,
            words=convert(*first_as(sources, f"{text}words", Words)),
            captions=convert(captions, dict[str, str], captions_file),
            booklet=convert(*first_as(sources, f"{text}booklet", BookletText)),
            cards=convert(*first_as(sources, f"{text}cards", CardsText)),
            instructions=convert(*first_as(sources, f"{text}instructions", InstructionsText)),
            sheet=convert(*first_as(sources, f"{text}sheet", SheetText)),
        )
