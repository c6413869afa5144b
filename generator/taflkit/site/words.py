"""The site's own words in each language: templates/site/text/LANGUAGE/, and those whose English stands elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from taflkit.catalog import Catalog
from taflkit.catalog.sources import Source
from taflkit.catalog.translation import Translated, read_translated, refuse_lacking, translate_texts
from taflkit.kit.options import OPTIONS
from taflkit.kit.printers import READING_HELPS
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.form import READING, form_names

__all__ = ["FOLDER", "site_words", "translated_words"]


FOLDER = "site"
"""The folder of the site's words, below the templates and below a translation that is being written."""


def site_words(catalog: Catalog, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's words of a kind in a language.

    Args:
        catalog: the templates.
        language: its code.
        name: of a file of templates/site/text/LANGUAGE/, "helps" or "themes".

    Raises:
        TaflkitError: the file is missing or is no TOML, or the language lacks a text.
    """
    if language == DEFAULT_LANGUAGE:
        return _ELSEWHERE[name](catalog) if name in _ELSEWHERE else _shipped(catalog).required(_place(name))[0]
    found = _translated(catalog, [_shipped(catalog)], language, name)
    refuse_lacking("the site", language, found.lacking)
    return found.layers.table


def translated_words(catalog: Catalog, language: str, folder: Path | None = None) -> Iterator[tuple[str, Translated]]:
    """Yield every kind of the site's words in a language by its name, with what is lacking.

    Args:
        catalog: the templates.
        language: another than English.
        folder: of a translation that is being written, which has FOLDER in it; None for the shipped words.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    shipped = _shipped(catalog)
    sources = [shipped] if folder is None else [Source(Source(folder).place(FOLDER)), shipped]
    names = sorted(file.stem for file in (shipped.where / "text" / DEFAULT_LANGUAGE).glob("*.toml"))
    for name in (*names, *_ELSEWHERE):
        yield name, _translated(catalog, sources, language, name)


def _shipped(catalog: Catalog) -> Source:
    return Source(catalog.templates / FOLDER)


def _place(name: str) -> str:
    return f"text/{DEFAULT_LANGUAGE}/{name}"


def _translated(catalog: Catalog, sources: list[Source], language: str, name: str) -> Translated:
    if name not in _ELSEWHERE:
        return read_translated(sources, language, name)
    last = len(sources) - 1
    texts = ((key, text, last) for key, text in _ELSEWHERE[name](catalog).items())
    return translate_texts(texts, sources, language, name)


def _helps(_catalog: Catalog) -> Mapping[str, str]:
    """Return what the choices of the kit maker say of themselves, by their fields."""
    readings = {f"{READING}{name}": text for name, text in READING_HELPS.items()}
    return {name: OPTIONS[name].help for name in chain.from_iterable(form_names().values())} | readings


def _themes(catalog: Catalog) -> Mapping[str, str]:
    return {name: catalog.theme(name).title for name in catalog.theme_names()}


_ELSEWHERE: Mapping[str, Callable[[Catalog], Mapping[str, str]]] = {"helps": _helps, "themes": _themes}
"""The words whose English stands elsewhere."""
