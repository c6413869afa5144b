"""The languages of a game: where the files of each are, and the titles of the game in it.

English is the source: what another language has is read only when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct, structs

from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import TABLES, Layers, Source, shown_name
from taflkit.catalog.translation import GRAMMAR, Translated, Translations, read_grammar, refuse_lacking
from taflkit.errors import TemplateError, UnknownName
from taflkit.reading import is_there, stem
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.tafl import Origin

SHARED = "kit"
"""The .po file of what all games share."""
PRINTER_TEST = "printer-test"
"""The table of the printer's test sheet, which belongs to no game."""
WORDS = "words"
"""The table that is no translation, but the language's own."""
TITLES = "game"
"""The table of the titles, sources and reasons of a game and its rulesets."""


class LanguageFiles(Struct, frozen=True):
    """Where the words of a game are in each language, or those that belong to none.

    Attributes:
        sources: their English tables, the game's own first and those that all games share last.
        lent: the sources of the game whose rulesets it plays.
    """

    sources: tuple[Source, ...]
    lent: tuple[Source, ...] = ()

    @property
    def folders(self) -> tuple[Source, ...]:
        """The folders that languages/ may be in: that of a user's own game, and the shared one."""
        own, shared = self.sources[0], self.sources[-1]
        is_own = own.tables is None and not own.where.is_relative_to(shared.where)
        return (own, shared) if is_own else (shared,)

    def name_of(self, source: Source) -> str:
        """Return the .po file of the texts of a source; "" for a game in one file, whose words have no language."""
        if source.tables is not None:
            return ""
        return SHARED if source.where == self.sources[-1].where else stem(source.where)

    def codes(self) -> tuple[str, ...]:
        """Return the languages that there are files of, be they few, the default first."""
        found = {code for folder in self.folders for code in folder.languages()} - {DEFAULT_LANGUAGE}
        return (DEFAULT_LANGUAGE, *sorted(found))

    def lacking(self, language: str) -> tuple[str, ...]:
        """Return the files that are needed for a language and not there, without reading any.

        A game in one file stands for those of the tables that it has.
        """
        own = self.sources[0]
        there = () if own.tables is None else tuple(name for name in TABLES if own.has(f"text/{language}/{name}"))
        needed = [] if WORDS in there else [f"{GRAMMAR}.toml"]
        for source in reversed(self.sources):
            if {*source.text_names(DEFAULT_LANGUAGE)} - {WORDS, *there}:
                needed.append(f"{self.name_of(source)}.po")
        missing = []
        for name in dict.fromkeys(needed):
            places = [folder.place(f"languages/{language}/{name}") for folder in self.folders]
            if not any(map(is_there, places)):
                mine = name == f"{self.name_of(own)}.po" or not self.folders[-1].has_language(language)
                missing.append(shown_name(places[0 if mine else -1]))
        return tuple(missing)

    def read(self, language: str) -> Translations:
        """Read the translations of a language; a file has a problem where TaflkitError is raised."""
        sources = (*self.sources[:-1], *self.lent[:-1], self.sources[-1])
        return Translations.read(language, self.folders, filter(None, map(self.name_of, sources)))

    def tables(self, translations: Translations, names: Iterable[str]) -> dict[str, Translated]:
        """Return tables in a language, with what is lacking of each; the words are left out where there is no grammar.

        Raises:
            TaflkitError: a file has a problem, with file and key.
        """
        words, nouns = read_grammar(self.sources, translations)
        found = {}
        for name in names:
            if name != WORDS:
                english = Layers.read(self.sources, f"text/{DEFAULT_LANGUAGE}/{name}")
                found[name] = translations.table(english, self.name_of, nouns)
            elif words is not None:
                found[name] = words
        return found

    def layers(self, language: str, name: str, *, draft: bool = True) -> Layers:
        """Return a table in a language; in a draft what is missing or stale is English.

        Raises:
            TaflkitError: there is no such table, something is missing or stale, or a file has a problem.
        """
        if language == DEFAULT_LANGUAGE:
            return Layers.read(self.sources, f"text/{language}/{name}")
        found = self.tables(self.read(language), (name,)).get(name)
        if found is None:
            place = self.folders[-1].place(f"languages/{language}/{GRAMMAR}.toml")
            raise TemplateError(shown_name(place), "", "is missing")
        if not draft:
            refuse_lacking("", language, found)
        return found.layers

    def alone(self, language: str, name: str, *, draft: bool) -> Layers:
        """Return a table of words that belongs to no game, as `layers` does.

        Raises:
            UnknownName: nothing is in that language.
        """
        if language not in self.codes():
            raise UnknownName("language", language, self.codes()[1:], choice="language")
        return self.layers(language, name, draft=draft)


def ruleset_texts(ruleset: Ruleset) -> dict[str, str]:
    """Return every text of a ruleset by its key, those too that have no letters."""
    found: dict[str, str] = {}
    _with_texts(ruleset, found.setdefault)
    return found


def _with_texts(ruleset: Ruleset, of: Callable[[str, str], str]) -> Ruleset:
    """Return a ruleset without variations in use with other texts, each given by its key and its English."""
    begin = f"rulesets.{ruleset.name}"

    def origins(table: str, found: Mapping[str, Origin]) -> dict[str, Origin]:
        return {
            name: Origin(
                origin.label,
                of(f"{begin}.{table}.{name}.why", origin.reason),
                of(f"{begin}.{table}.{name}.where", origin.where),
            )
            for name, origin in found.items()
        }

    board = ruleset.board
    return structs.replace(
        ruleset,
        title=of(f"{begin}.title", ruleset.title),
        source=of(f"{begin}.source", ruleset.source),
        board=board and structs.replace(board, title=of(f"{begin}.layout.title", board.title)),
        origins=origins("rules", ruleset.origins),
        points=origins("points", ruleset.points),
        variations={
            name: structs.replace(
                each,
                title=of(f"{begin}.variations.{name}.title", each.title),
                origins=origins(f"variations.{name}.rules", each.origins),
            )
            for name, each in ruleset.variations.items()
        },
    )


class GameLanguage(Struct, frozen=True, eq=False):
    """The language of a game.

    Attributes:
        draft: whether texts that are missing or stale are English.
        tables: the joined tables of its words; none in English, which is read as it is needed.
        titles: the titles, sources and reasons by their keys.
    """

    code: str = DEFAULT_LANGUAGE
    draft: bool = False
    tables: Mapping[str, Layers] = {}
    titles: Layers | None = None

    def title(self, english: str, board_of: str = "") -> str:
        """Return the game's title, or what it is called on the board of a ruleset; "" for no other than the game's."""
        key = f"rulesets.{board_of}.layout.title" if board_of else "title"
        return str(self.titles.table.get(key, english)) if self.titles else english

    def ruleset(self, english: Ruleset) -> Ruleset:
        """Return a ruleset with its texts in the language."""
        return english if self.titles is None else _with_texts(english, self.titles.table.get)


ENGLISH = GameLanguage()
"""The language of a game as it is read."""
