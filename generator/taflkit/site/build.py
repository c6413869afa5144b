"""From the choices of a site to its files."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.site import diagram, home, maker, own
from taflkit.site.page import Page, Site

__all__ = ["site_pages"]

_ROOMS = (home, maker, own, diagram)
"""The modules that have pages; each has a function `pages`."""


def site_pages(site: Site) -> Iterator[Page]:
    """Yield every page of a site."""
    for room in _ROOMS:
        yield from room.pages(site)
