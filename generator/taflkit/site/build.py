"""From the choices of a site to its files, and to the jobs that take their time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from platform import python_version
from xml.etree import ElementTree
from zlib import ZLIB_RUNTIME_VERSION

from taflkit.errors import TaflkitError
from taflkit.site import boards, games, home, kits, pictures, runtime
from taflkit.site.page import GameJob, KitJob, Made, Site, SitePage
from taflkit.site.runtime import service_worker
from taflkit.site.writing import page_html, place_of

_PAGED = (home, games)
"""The modules that have pages of every site; each has a function `pages`."""
_MAKING = (kits, boards)
"""The modules that have pages on which visitors make something: with the runtime alone."""
_FILED = (home, games, pictures, boards, runtime)
"""The modules that have files beside pages; each has a function `files`."""
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_LIBRARIES = (
    *("fonttools", "jinja2", "markupsafe", "msgspec", "pillow", "pypdfium2"),
    *("polib", "pyphen", "reportlab", "svgwrite", "tomli"),
)
"""What the files depend on besides taflkit."""
Job = KitJob | GameJob


def site_pages(site: Site) -> Iterator[SitePage]:
    """Yield every page of a site."""
    for module in (*_PAGED, *(_MAKING if site.runtime is not None else ())):
        yield from module.pages(site)


def site_files(site: Site) -> Iterator[Made]:
    """Yield every file of a site that is quickly made; for the others see site_jobs.

    Raises:
        TaflkitError: a template has a problem, a file cannot be read, or the runtime is of another taflkit.
    """
    digests: dict[str, str] = {}
    for made in chain(_written(site), *(module.files(site) for module in _FILED)):
        digests[made.path] = sha256(made.content).hexdigest()
        yield made
    if site.runtime is not None:
        yield service_worker(site, site.runtime, digests)


def _written(site: Site) -> Iterator[Made]:
    """Yield styles, fonts and, with the runtime, scripts; the pages; and, if the site's address is known, its map."""
    folder = site.catalog.templates / "site" / "assets"
    for file in sorted(folder.rglob("*")):
        if file.is_file() and (site.runtime is not None or file.suffix != ".js"):
            try:
                yield Made(f"assets/{file.relative_to(folder).as_posix()}", file.read_bytes())
            except OSError as error:
                raise TaflkitError(f"{file} cannot be read: {error.strerror}") from None
    paths = [games.place(site, job) for job in games.jobs(site)]
    for page in site_pages(site):
        paths.append(place_of(site, page))
        yield Made(paths[-1], page_html(site, page).encode())
    if site.base_url:
        urls = ElementTree.Element("urlset", {"xmlns": _SITEMAP})
        for path in sorted(paths):
            place = ElementTree.SubElement(ElementTree.SubElement(urls, "url"), "loc")
            place.text = f"{site.base_url}{path.removesuffix('index.html')}"
        yield Made("sitemap.xml", home.to_xml(urls))


def site_jobs(site: Site) -> Iterator[Job]:
    """Yield the jobs of a site: its games' pages, and its ready kits."""
    yield from games.jobs(site)
    yield from kits.jobs(site)


def do_job(site: Site, job: Job) -> Mapping[str, bytes]:
    """Return the files of a job by their paths below the site's folder.

    Raises:
        TaflkitError: they cannot be made.
    """
    if isinstance(job, KitJob):
        return kits.make_kit(site.catalog, job)
    return games.make_game(site, job)


def job_inputs(site: Site, jobs: list[Job]) -> dict[Job, str]:
    """Return for each job a digest of all that its files are made of: program, templates, libraries and choices."""
    packages = (Path(__file__).resolve().parent.parent, site.catalog.templates)
    # the commands, and a checkout's templates in a wheel's package, make no files
    kit = _digest(packages, ("cli", "site", "templates")) + Path(kits.__file__).read_text(encoding="utf-8")
    choices = (site.games, site.languages, site.kits, site.title, site.base_url, site.runtime is not None)
    page = _digest(packages, ("cli", "templates")) + repr(choices)
    common = {KitJob: kit, GameJob: page}
    return {job: sha256(f"{common[type(job)]}\0{job!r}".encode()).hexdigest() for job in jobs}


def _digest(folders: tuple[Path, Path], skipped: tuple[str, ...]) -> str:
    """Return a digest of the program and the templates without some of their folders, and of the libraries."""
    digest = sha256()
    for folder, kind in zip(folders, ("*.py", "*"), strict=True):
        for file in sorted(folder.rglob(kind)):
            place = file.relative_to(folder)
            if file.is_file() and place.parts[0] not in skipped:
                digest.update(f"{place.as_posix()}\0{sha256(file.read_bytes()).hexdigest()}\0".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}\0".encode())
    digest.update(f"python {python_version()} zlib {ZLIB_RUNTIME_VERSION}".encode())
    return digest.hexdigest()
