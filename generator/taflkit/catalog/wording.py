"""A game's texts as its files have them: those that cannot be filled in, printed or fitted, by file and key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from taflkit.catalog.games import GameTemplates
from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import Layers
from taflkit.catalog.texts import TEXT_KINDS
from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, refusal, settled
from taflkit.errors import DoesNotFit, TaflkitError, TemplateError, TextDoesNotFit
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.typesetting.lines import title_text, unmarked
from taflkit.words.phrases import CaseError, FillError

__all__ = ["placed_texts"]

_STOPS = ".,;:!?()"
_TIES = str.maketrans("\u00a0\u202f", "  ")
"""A word that a short one is tied to is searched for without it, since the tie may not be in the file."""
_NAME = r"\{[A-Za-z]\w*\}"


@contextmanager
def placed_texts(game: GameTemplates, language: str, ruleset: Ruleset | None = None) -> Iterator[None]:
    """Name the file and the key of a text of a game that turns out not to be printable, or too long for its place.

    So it is with one that cannot be filled in, or has no case for a fact. The titles and the source of a ruleset may be
    among the texts. Errors whose text is not in a file stay as they are.

    Raises:
        TemplateError: for a FillError, a CaseError or an UnfitText within.
        TextDoesNotFit: for a DoesNotFit within.
    """
    try:
        yield
    except FillError as error:
        raise _unfilled(error, game.speaking(language)) from None
    except CaseError as error:
        raise _without_case(error, game.speaking(language)) from None
    except UnfitText as error:
        written = _written(game.speaking(language), ruleset)
        places = ((file, key) for file, key, text in written if _holds(key, text, error.part))
        first = next(places, None)
        raise (TemplateError(*first, str(error)) if first else error) from None
    except TemplateError:
        raise
    except DoesNotFit as error:
        raise _too_long(error, game.speaking(language), ruleset) from None


def _unfilled(error: FillError, game: GameTemplates) -> TaflkitError:
    """Return a problem with the file and key of the text that cannot be filled in, or that is a part of it."""
    inside: TaflkitError = error
    for name in TEXT_KINDS:
        layers = game.layers(name)
        for key, text in layers.texts():
            if text == error.text:
                return TemplateError(*layers.place_of(key), error.why)
            if inside is error and "{" in text and text in error.text:
                inside = TemplateError(*layers.place_of(key), str(error))
    return inside


def _without_case(error: CaseError, game: GameTemplates) -> TaflkitError:
    """Return a problem with the file and key of the sentence that lacks a case, or as it is."""
    texts = game.texts()
    words = texts.instructions
    steps = [(f"step[{number}].text", step.text) for number, step in enumerate(words.step)]
    steps += [(f"brief[{number}].text", step.text) for number, step in enumerate(words.brief)]
    keyed: list[tuple[str, str, Sequence[object]]] = [("cards", "sentence", texts.cards.sentence)]
    keyed += [("instructions", *each) for each in (("intro", words.intro), ("credits", words.credits), *steps)]
    for name, key, sentences in keyed:
        if error.sentence in sentences:
            place = game.layers(name).place_of(f"{key}[{sentences.index(error.sentence)}].cases")
            return TemplateError(*place, error.why)
    return error


def _too_long(error: DoesNotFit, game: GameTemplates, ruleset: Ruleset | None) -> DoesNotFit:
    """Return a problem with the file and key of the text that has most of what is too long, or as it is."""
    if error.table:
        if game.spoken.tables or game.sources[0].has(f"text/{DEFAULT_LANGUAGE}/{error.table}"):
            return TextDoesNotFit(game.layers(error.table).file, "", error)
        own = f"{error.have}; a game may have words of its own in [text.{error.table}]"
        return DoesNotFit(error.part, error.need, own, table=error.table)
    if not error.text:
        return error
    most = max(_written(game, ruleset), key=lambda written: _share(written[2], error.text))
    return TextDoesNotFit(most[0], most[1], error) if _share(most[2], error.text) else error


def _share(text: str, whole: str) -> int:
    """Return the number of characters of a filled text that are in a text of a file too, names apart."""
    if text == whole:
        return len(whole) + 1
    parts = [part for part in re.split(_NAME, text) if part]
    at = 0
    for part in parts:
        found = whole.find(part, at)
        if found < 0:
            return 0
        at = found + len(part)
    return sum(map(len, parts))


def _holds(key: str, text: str, part: str) -> bool:
    """Whether a text has what cannot be printed; a title or a heading without letters is found as a whole."""
    if refusal(part) is None and not title_text(part):
        return text == part and key.rpartition(".")[2] in ("title", "rule")
    # the stop behind a word may be another text's
    tied = max(part.translate(_TIES).split(" "), key=len)
    word = tied.strip(_STOPS) or part
    return word in text or (refusal(text) is None and word in unmarked(settled(text)).replace(SOFT_HYPHEN, ""))


def _written(game: GameTemplates, ruleset: Ruleset | None) -> Iterator[tuple[str, str, str]]:
    """Yield the file, the key and every text of a game as its files have it; those of its own files first."""
    for source in game.sources:
        for name in ("layout", *((f"rulesets/{ruleset.plain}",) if ruleset else ())):
            found = source.table(name)
            if found is not None:
                yield from _keyed(Layers(found[0], {}, found[1], name))
    if game.spoken.titles is not None:
        yield from _keyed(game.spoken.titles)
    for kind in TEXT_KINDS:
        yield from _keyed(game.layers(kind))


def _keyed(layers: Layers) -> Iterator[tuple[str, str, str]]:
    return ((*layers.place_of(key), text) for key, text in layers.texts())
