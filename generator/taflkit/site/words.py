"""The site's own words in each language, and those whose English stands elsewhere: all in the language's site.po."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from taflkit.catalog import Catalog
from taflkit.catalog.sources import Layers, Source
from taflkit.catalog.translation import NOUNS, Translated, Translations, refuse_lacking
from taflkit.kit.options import OPTIONS
from taflkit.kit.printers import READING_HELPS
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.form import READING, form_names

SITE = "site"
"""The folder of the site's words in the templates, and the name of their translations."""


def site_words(catalog: Catalog, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's words of a kind in a language.

    Args:
        catalog: the templates.
        language: its code.
        name: of a file of templates/site/text/en/, "helps" or "themes".

    Raises:
        TaflkitError: the file is missing or is no TOML, or the language lacks a text.
    """
    if language == DEFAULT_LANGUAGE:
        return _ELSEWHERE[name](catalog) if name in _ELSEWHERE else _english(catalog, name).table
    read = partial(Translations.read, language, (Source(catalog.templates),), (SITE,))
    found = _translated(catalog, catalog.books.get((site_words, language), read), name)
    refuse_lacking("the site", language, found)
    return found.layers.table


def translated_words(catalog: Catalog, language: str, *own: Source) -> Iterator[tuple[str, Translated]]:
    """Yield every kind of the site's words in a language by its name, with what is lacking.

    Args:
        catalog: the templates.
        language: another than English.
        own: the folder of a translation that is being written; none for the shipped words alone.

    Raises:
        TaflkitError: a file has a problem, with file and line.
    """
    read = Translations.read(language, (*own, Source(catalog.templates)), (SITE,))
    names = sorted(file.stem for file in (catalog.templates / SITE / "text" / DEFAULT_LANGUAGE).glob("*.toml"))
    for name in (*names, *_ELSEWHERE):
        yield name, _translated(catalog, read, name)


def _english(catalog: Catalog, name: str) -> Layers:
    return Layers.read((Source(catalog.templates / SITE),), f"text/{DEFAULT_LANGUAGE}/{name}")


def _translated(catalog: Catalog, words: Translations, name: str) -> Translated:
    if name in _ELSEWHERE:
        return words.flat(name, ((key, text, SITE, True) for key, text in _ELSEWHERE[name](catalog).items()))
    return words.table(_english(catalog, name), lambda _source: SITE, Layers({}, {}, "", NOUNS))


def _helps(_catalog: Catalog) -> Mapping[str, str]:
    """Return what the choices of the kit maker say of themselves, by their fields."""
    readings = {f"{READING}{name}": text for name, text in READING_HELPS.items()}
    return {name: OPTIONS[name].help for name in chain.from_iterable(form_names().values())} | readings


def _themes(catalog: Catalog) -> Mapping[str, str]:
    return {name: catalog.theme(name).title for name in catalog.theme_names()}


_ELSEWHERE: Mapping[str, Callable[[Catalog], Mapping[str, str]]] = {"helps": _helps, "themes": _themes}
"""The words whose English stands elsewhere."""
