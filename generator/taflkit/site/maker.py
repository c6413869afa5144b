"""The pages of the site: maker."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.site.page import Page, Site

__all__ = ["pages"]


def pages(site: Site) -> Iterator[Page]:
    """Yield the pages."""
    for language in site.languages:
        yield Page("kit/index.html", "maker.html.j2", {}, language)
