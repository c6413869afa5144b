"""The titles, sources and reasons of a game and its rulesets in a language: the texts of text/LANGUAGE/game.toml.

In English they stand in the files of the game and its rulesets. A translation names them "title" and
"rulesets.NAME.KEY", as if all these files were one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.translation import Translated, translate_texts
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.tafl import Origin

if TYPE_CHECKING:
    from taflkit.catalog.games import GameTemplates
    from taflkit.catalog.sources import Source

__all__ = ["spoken_ruleset", "translated_titles"]

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
