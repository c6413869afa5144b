"""Pages as HTML: the templates of templates/site/pages/ filled in with words and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from taflkit import __version__
from taflkit.catalog.sources import read_toml
from taflkit.site.page import Page, Site

__all__ = ["Writer", "place_of", "read_words"]


def read_words(site: Site, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's own words of a kind in a language, templates/site/words/LANGUAGE/NAME.toml.

    Raises:
        TaflkitError: the file is missing or is no TOML.
    """
    return read_toml(site.catalog.templates / "site" / "words" / language / f"{name}.toml")[0]


def place_of(site: Site, page: Page) -> str:
    """Return the path of a page's file below the site's folder."""
    return page.path if page.language == site.languages[0] else f"{page.language}/{page.path}"


class Writer(Struct, frozen=True, dict=True):
    """Writes the pages of a site."""

    site: Site

    @cached_property
    def _environment(self) -> Environment:
        return Environment(
            loader=FileSystemLoader(self.site.catalog.templates / "site" / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )

    def html(self, page: Page) -> str:
        """Return a page as HTML. Its template has, besides its own values:

        site: the site. page: the page. words: the words of every page. root: the way to the site's folder, and home:
        to that of the page's language, each "./" or "../../" and so on. version: taflkit's.
        """
        place = PurePosixPath(place_of(self.site, page))
        return self._environment.get_template(page.template).render(
            site=self.site,
            page=page,
            words=read_words(self.site, page.language, "every"),
            root="../" * (len(place.parts) - 1) or "./",
            home="../" * (len(PurePosixPath(page.path).parts) - 1) or "./",
            version=__version__,
            **page.values,
        )
