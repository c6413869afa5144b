"""The pages of the site: diagram."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.site.page import Page, Site

__all__ = ["pages"]


def pages(site: Site) -> Iterator[Page]:
    """Yield the pages."""
    for language in site.languages:
        yield Page("diagram/index.html", "diagram.html.j2", {}, language)
