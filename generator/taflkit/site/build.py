"""From the choices of a site to its files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from taflkit.errors import TaflkitError
from taflkit.site import board, diagram, home, kits, maker, ornaments, own, runtime
from taflkit.site.page import KitJob, Made, Page, Site
from taflkit.site.writing import Writer, place_of

__all__ = ["site_files", "site_jobs", "site_pages"]

_ROOMS = (home,)
"""The modules that have pages of every site; each has a function `pages`."""
_MAKING = (maker, own, diagram)
"""The modules that have pages on which visitors make something: with the runtime alone."""
_FILED = (ornaments, board, runtime)
"""The modules that have files beside pages; each has a function `files`."""


def site_pages(site: Site) -> Iterator[Page]:
    """Yield every page of a site."""
    for room in (*_ROOMS, *(_MAKING if site.runtime is not None else ())):
        yield from room.pages(site)


def site_files(site: Site) -> Iterator[Made]:
    """Yield every file of a site but its ready kits; see site_jobs.

    Raises:
        TaflkitError: a template has a problem, or a file cannot be read.
    """
    writer = Writer(site)
    for page in site_pages(site):
        yield Made(place_of(site, page), writer.html(page).encode())
    for room in _FILED:
        yield from room.files(site)
    yield from _assets(site)


def site_jobs(site: Site) -> Iterator[KitJob]:
    """Yield the ready kits of a site."""
    yield from kits.jobs(site)


def _assets(site: Site) -> Iterator[Made]:
    """Yield styles and fonts, and with the runtime the scripts too."""
    folder = site.catalog.templates / "site" / "assets"
    for file in sorted(folder.rglob("*")):
        if file.is_file() and (site.runtime is not None or file.suffix != ".js"):
            yield Made(f"assets/{file.relative_to(folder).as_posix()}", _content(file))


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise TaflkitError(f"{file} cannot be read: {error.strerror}") from None
