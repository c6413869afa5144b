"""Which languages a game speaks, and a game that speaks one: its titles, rulesets and words in it.

English is the source: what another language has is read only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from taflkit.catalog.names import language_problem
from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import TABLES, Layers, Source, language_file
from taflkit.catalog.translation import Translated, read_grammar, read_translated, refuse_lacking, translate_texts
from taflkit.errors import UnknownName, Unspoken
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.tafl import Origin

if TYPE_CHECKING:
    from taflkit.catalog.games import GameTemplates

__all__ = [
    "ENGLISH",
    "TITLES",
    "WORDS",
    "Spoken",
    "checked_languages",
    "lacking_files",
    "spoken_alone",
    "table_in",
    "translate_game",
    "translations_of",
]


_Told = Callable[[str, str], str]
"""Gives the text that stands for the English one of a key."""


def translated_titles(game: GameTemplates, language: str) -> Translated:
    """Return the titles, sources and reasons of a game in a language; those that are lacking as a draft has them.

    Its table has each text under its whole key. What a game brings that has no English words, such as one in one file,
    is taken as it is, whatever language it is in.

    Args:
        game: in English.
        language: another.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    sources = [*game.sources]
    sources += [source for source in (game.lender.sources if game.lender else ()) if source not in sources]
    return translate_texts(_owned_texts(game, sources), sources, language, "game")


def _owned_texts(game: GameTemplates, sources: list[Source]) -> Iterator[tuple[str, str, int | None]]:
    """Yield every text by its key, with the number of the source that has it; None where that has no language."""
    layout = game.sources[0].table("layout")
    lent = sources.index(game.lender.sources[0]) if game.lender else 0

    def owner(number: int) -> int | None:
        return number if sources[number].text_names(DEFAULT_LANGUAGE) else None

    yield "title", game.title, owner(0 if layout and layout[0].get("title") else lent)
    for name in game.ruleset_names:
        owned = owner(0 if game.sources[0].has(f"rulesets/{name}") else lent)
        yield from ((key, text, owned) for key, text in _ruleset_texts(game.ruleset(name)))


def _ruleset_texts(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return every text of a ruleset by its key, those too that have no letters."""
    found: list[tuple[str, str]] = []

    def keep(key: str, text: str) -> str:
        found.append((key, text))
        return text

    _told_by(ruleset, keep)
    return found


def spoken_ruleset(ruleset: Ruleset, texts: Mapping[str, str]) -> Ruleset:
    """Return a ruleset without variations in use, with the texts of a language."""
    return _told_by(ruleset, texts.get)


def _told_by(ruleset: Ruleset, told: _Told) -> Ruleset:
    """Return a ruleset with other texts."""
    begin = f"rulesets.{ruleset.name}"

    def origins(table: str, found: Mapping[str, Origin]) -> dict[str, Origin]:
        return {
            name: Origin(
                origin.label,
                told(f"{begin}.{table}.{name}.why", origin.reason),
                told(f"{begin}.{table}.{name}.where", origin.where),
            )
            for name, origin in found.items()
        }

    board = ruleset.board
    return structs.replace(
        ruleset,
        title=told(f"{begin}.title", ruleset.title),
        source=told(f"{begin}.source", ruleset.source),
        board=board and structs.replace(board, title=told(f"{begin}.layout.title", board.title)),
        origins=origins("rules", ruleset.origins),
        points=origins("points", ruleset.points),
        variations={
            name: structs.replace(
                each,
                title=told(f"{begin}.variations.{name}.title", each.title),
                origins=origins(f"variations.{name}.rules", each.origins),
            )
            for name, each in ruleset.variations.items()
        },
    )


WORDS = "words"
"""The table that is no translation, but the language's own."""
TITLES = "game"
"""The table of the titles, sources and reasons of a game and its rulesets."""
_SHOWN_FILES = 4


class Spoken(Struct, frozen=True, eq=False):
    """The language that a game speaks.

    Attributes:
        draft: whether texts that are missing or stale are English.
        plain: the game in English; None where that is meant.
        tables: the joined tables of its words; none in English, which is read as it is needed.
        titles: the titles, sources and reasons by their keys.
    """

    language: str = DEFAULT_LANGUAGE
    draft: bool = False
    plain: GameTemplates | None = None
    tables: Mapping[str, Layers] = {}
    titles: Layers | None = None

    def title(self, english: str) -> str:
        """Return the game's title."""
        return str(self.titles.table.get("title", english)) if self.titles else english

    def board_title(self, ruleset: str, english: str) -> str:
        """Return what the game is called on the board of a ruleset, by the ruleset's name; "" for no other."""
        return str(self.titles.table.get(f"rulesets.{ruleset}.layout.title", english)) if self.titles else english

    def ruleset(self, english: Ruleset) -> Ruleset:
        """Return a ruleset with its texts in the language."""
        if self.titles is None:
            return english

        return spoken_ruleset(english, self.titles.table)


ENGLISH = Spoken()
"""What a game speaks as it is read."""


def checked_languages(game: GameTemplates) -> tuple[str, ...]:
    """Return the languages of a game that a check looks at, English first: all that its own files have or begin.

    A shipped game has all those too that it speaks. A user's own can be built in every language that the shared words
    are in, but only those of its own files are its own.
    """
    spoken = game.languages if game.lender is None else (DEFAULT_LANGUAGE,)
    return tuple(dict.fromkeys((*spoken, *game.sources[0].languages())))


def lacking_files(sources: Sequence[Source], language: str) -> tuple[str, ...]:
    """Return the files that a game needs for a language and has not, without reading any.

    Args:
        sources: the game's, its own first. What one has in English, it or one above it must have in the language.
        language: another than English.
    """
    return tuple(_lacking(sources, language))


def _lacking(sources: Sequence[Source], language: str) -> Iterator[str]:
    for number, source in enumerate(sources):
        english = source.text_names(DEFAULT_LANGUAGE)
        titled = (TITLES,) if english and source.has("layout") else ()
        for name in (*english, *titled):
            # grammar is not written anew for each source
            above = sources if name == WORDS else sources[: number + 1]
            if not any(each.has(f"text/{language}/{name}") for each in above):
                yield language_file(sources, number, language, name)


def table_in(sources: Sequence[Source], language: str, name: str) -> Layers:
    """Return a joined table of words in a language; what is missing or stale is English, as in a draft.

    Raises:
        TaflkitError: there is no such table, or a file has a problem, with file and key.
    """
    if language == DEFAULT_LANGUAGE or name == WORDS:
        return Layers.read(sources, f"text/{language}/{name}")

    return read_translated(sources, language, name).layers


def translations_of(game: GameTemplates, language: str) -> dict[str, Translated]:
    """Return the titles and the translated tables of a game in a language, with what is lacking of each.

    Args:
        game: in English.
        language: another.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    tables = {name: read_translated(game.sources, language, name) for name in TABLES if name != WORDS}
    if any(source.has(f"text/{language}/{WORDS}") for source in game.sources):
        tables[WORDS] = read_grammar(game.sources, language, WORDS)
    return {TITLES: translated_titles(game, language), **tables}


def translate_game(game: GameTemplates, language: str, *, draft: bool) -> Spoken:
    """Return what a game says in a language.

    Args:
        game: in English.
        language: another.
        draft: whether texts that are missing or stale may be English.

    Raises:
        UnknownName: nothing of the game is in that language.
        TaflkitError: something of it is missing or stale, or a file has a problem, with file and key.
    """
    in_one_file = game.sources[0].tables is not None and game.sources[0].has(f"text/{language}/rules")
    # a code goes into the names of files
    if language_problem(language) or not (in_one_file or any(source.speaks(language) for source in game.sources)):
        raise UnknownName("language", language, game.languages, choice="language")
    files = lacking_files(game.sources, language)
    grammar = [file for file in files if file.endswith(f"{WORDS}.toml")]
    if files and (grammar or not draft):
        raise Unspoken(game.name, language, _listed(grammar if draft else files), drafted=not grammar)
    found = translations_of(game, language)
    if not draft:
        refuse_lacking(game.name, language, [each for table in found.values() for each in table.lacking])
    tables = {name: table.layers for name, table in found.items() if name != TITLES}
    return Spoken(language, draft, game, tables, found[TITLES].layers)


def spoken_alone(sources: Sequence[Source], language: str, name: str, *, draft: bool) -> Layers:
    """Return a table of words that belongs to no game.

    Raises:
        UnknownName: nothing is in that language.
        TaflkitError: something of the table is missing or stale, or a file has a problem, with file and key.
    """
    if language == DEFAULT_LANGUAGE:
        return Layers.read(sources, f"text/{language}/{name}")

    if not any(source.speaks(language) for source in sources):
        known = dict.fromkeys(code for source in sources for code in source.languages())
        raise UnknownName("language", language, tuple(known), choice="language")
    found = read_translated(sources, language, name)
    if not draft:
        refuse_lacking("", language, found.lacking)
    return found.layers


def _listed(files: Sequence[str]) -> str:
    """Return in words that files are missing."""
    more = len(files) - _SHOWN_FILES
    if more > 1:
        return f"{', '.join(files[:_SHOWN_FILES])} and {more} more files are missing"
    return (
        f"{' and '.join(filter(None, (', '.join(files[:-1]), files[-1])))} {'is' if len(files) == 1 else 'are'} missing"
    )
