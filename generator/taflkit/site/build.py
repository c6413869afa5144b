"""From the choices of a site to its files."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from taflkit.errors import TaflkitError
from taflkit.site import board, changes, diagram, games, home, licences, maker, ornaments, own, rulesets, runtime
from taflkit.site.offline import service_worker
from taflkit.site.page import Made, Page, Site
from taflkit.site.sitemap import sitemap
from taflkit.site.writing import Writer, place_of

__all__ = ["site_files", "site_pages"]

_ROOMS = (home, rulesets, changes, licences)
"""The modules that have pages of every site; each has a function `pages`."""
_MAKING = (maker, own, diagram)
"""The modules that have pages on which visitors make something: with the runtime alone."""
_FILED = (home, rulesets, changes, licences, ornaments, board, diagram, runtime)
"""The modules that have files beside pages; each has a function `files`."""


def site_pages(site: Site) -> Iterator[Page]:
    """Yield every page of a site."""
    for room in (*_ROOMS, *(_MAKING if site.runtime is not None else ())):
        yield from room.pages(site)


def site_files(site: Site) -> Iterator[Made]:
    """Yield every file of a site that is quickly made; for the others see jobs.

    Raises:
        TaflkitError: a template has a problem, a file cannot be read, or the runtime is of another taflkit.
    """
    digests: dict[str, str] = {}
    for made in _all_but_last(site):
        digests[made.path] = sha256(made.content).hexdigest()
        yield made
    if site.runtime is not None:
        yield service_worker(site, site.runtime, digests)


def _all_but_last(site: Site) -> Iterator[Made]:
    """Yield every file that does not depend on the others."""
    writer = Writer(site)
    paths = [games.place(site, job) for job in games.jobs(site)]
    for page in site_pages(site):
        paths.append(place_of(site, page))
        yield Made(paths[-1], writer.html(page).encode())
    yield from sitemap(site, paths)
    for room in _FILED:
        yield from room.files(site)
    yield from _assets(site)


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
