"""The page of licences: of what stands on the site and in its kits, and of what runs the kit maker."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from taflkit import LICENCE
from taflkit.reading import read_bytes
from taflkit.site import runtime
from taflkit.site.page import Made, Page, Site
from taflkit.site.writing import read_words

__all__ = ["files", "pages"]

_FONTS = (
    ("EB Garamond", "OFL-EBGaramond.txt", "https://github.com/octaviopardo/EBGaramond12"),
    ("Taflkit Uncial", "OFL-UncialAntiqua.txt", "https://www.npmjs.com/package/@fontsource/uncial-antiqua"),
)
"""The fonts of the site and its kits: the name, the file of the licence, and where the source is."""
_FONT_LICENCE = "OFL-1.1"


class Licensed(Struct, frozen=True):
    """A thing with its licence.

    Attributes:
        name: with its version.
        licence: by SPDX.
        source: the address of its source.
        texts: the ways from the site's folder to the texts of the licence.
    """

    name: str
    licence: str
    source: str
    texts: tuple[str, ...]


def pages(site: Site) -> Iterator[Page]:
    """Yield the page in every language."""
    fonts = [Licensed(name, _FONT_LICENCE, source, (f"licences/{file}",)) for name, file, source in _FONTS]
    parts = [
        Licensed(
            f"{part.name} {part.version}", part.licence, part.source, tuple(f"runtime/{text}" for text in part.texts)
        )
        for part in runtime.parts(site)
    ]
    for language in site.languages:
        values = {
            "said": read_words(site, language, "licences"),
            "rights": LICENCE,
            "fonts": fonts,
            "parts": parts,
        }
        yield Page("licences/index.html", "licences.html.j2", values, language)


def files(site: Site) -> Iterator[Made]:
    """Yield the texts of the fonts' licences."""
    for _, file, _ in _FONTS:
        yield Made(f"licences/{file}", read_bytes(site.catalog.templates / "fonts" / file, file))
