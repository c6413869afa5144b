"""The texts of a game as its files have them: finds those that cannot be printed, by their file and key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from taflkit.catalog.games import TEXT_KINDS, GameTemplates
from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import Layers
from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, refusal, settled
from taflkit.errors import TaflkitError, TemplateError
from taflkit.typesetting.lines import unmarked
from taflkit.typesetting.titles import title_text
from taflkit.words.texts import Texts

__all__ = ["placed_texts", "refuse_unprintable"]

_OF_FILES = ("file", "caption_files", "booklet_files")
"""The fields that have names of files, which no kit prints."""
_STOPS = ".,;:!?()"


def refuse_unprintable(game: GameTemplates, ruleset: Ruleset, texts: Texts) -> None:
    """Refuse characters that no text may have, in texts that are never set too, and titles without letters.

    Raises:
        TemplateError: there is one; file and key are named.
    """
    title = game.title_under(ruleset)
    with placed_texts(game, ruleset, texts.language):
        for text in _texts((texts, ruleset, title)):
            problem = refusal(text)
            if problem:
                raise problem
        # rules without a title have a common one
        titles = (ruleset.title, *(variation.title for variation in ruleset.variations.values()))
        for each in (title, *filter(None, titles)):
            if not title_text(each):
                raise UnfitText("is empty; write a title with letters", each)


@contextmanager
def placed_texts(game: GameTemplates, ruleset: Ruleset, language: str) -> Iterator[None]:
    """Name the file and the key of a text that turns out not to be printable.

    Raises:
        TemplateError: for an UnfitText within, if the text is found; else the UnfitText.
    """
    try:
        yield
    except UnfitText as error:
        raise _placed(error, game, ruleset, language) from None


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value of tuples, tables and structs."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += each.values()
        elif fields := getattr(each, "_fields", getattr(each, "__struct_fields__", ())):
            waiting += (getattr(each, name) for name in fields if name not in _OF_FILES)
        elif isinstance(each, tuple | list):
            waiting += each


def _placed(error: UnfitText, game: GameTemplates, ruleset: Ruleset, language: str) -> TaflkitError:
    """Return a problem with the first file and key whose text has what cannot be printed, or as it is."""
    for file, key, text in _written(game, ruleset.plain, language):
        if _holds(key, text, error.part):
            return TemplateError(file, key, str(error))
    return error


def _holds(key: str, text: str, part: str) -> bool:
    """Whether a text has what cannot be printed; a title without letters is found as a whole."""
    if refusal(part) is None and not title_text(part):
        return text == part and key.rpartition(".")[2] == "title"
    # the stop behind a word may be another text's
    word = part.strip(_STOPS) or part
    return word in text or (refusal(text) is None and word in unmarked(settled(text)).replace(SOFT_HYPHEN, ""))


def _written(game: GameTemplates, ruleset: str, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the file, the key and every text of a game as its files have it; those of its own files first."""
    for source in game.sources:
        for name in ("layout", f"rulesets/{ruleset}"):
            found = source.table(name)
            if found is not None:
                yield from _keyed(Layers(found[0], {}, found[1], name))
    for kind in TEXT_KINDS:
        yield from _keyed(Layers.read(game.sources, f"text/{language}/{kind}"))


def _keyed(layers: Layers) -> Iterator[tuple[str, str, str]]:
    return ((*layers.place_of(key), text) for key, text in layers.texts())
