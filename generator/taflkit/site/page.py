"""A site that is asked for, and a page of it."""

# msgspec reads the annotations, and compiles each that is a string: no `from __future__ import annotations` here

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from taflkit.catalog import Catalog
from taflkit.resources import DEFAULT_LANGUAGE

__all__ = ["Page", "Site"]


class Site(Struct, frozen=True, eq=False):
    """The choices of a site.

    Attributes:
        games: the names of its games, in the order of the gallery.
        languages: their codes; the first has its pages at the top, each other in a folder of its code.
        kits: which kits are there to download: "none", "default" or "all".
        title: of the whole site.
        base_url: the address of its folder, with a slash at the end; "" where it is not known.
        runtime: the folder of what runs Python in a browser; None for a site without the kit maker.
    """

    catalog: Catalog
    games: tuple[str, ...]
    languages: tuple[str, ...] = (DEFAULT_LANGUAGE,)
    kits: str = "default"
    title: str = "taflkit"
    base_url: str = ""
    runtime: Path | None = None


class Page(Struct, frozen=True):
    """A page of the site in a language, before it is written.

    Attributes:
        path: of its file below the folder of its language, such as "kit/index.html".
        template: the file of templates/site/pages/ that makes it.
        values: the names that the template has besides those of every page.
        language: its code.
    """

    path: str
    template: str
    values: Mapping[str, Any]
    language: str = DEFAULT_LANGUAGE
