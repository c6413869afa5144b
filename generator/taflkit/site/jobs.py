"""What of a site takes its time: which jobs there are, what each depends on, and how it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from zlib import ZLIB_RUNTIME_VERSION

from taflkit.site import games, kits
from taflkit.site.page import GameJob, KitJob, Site

__all__ = ["Job", "do_job", "job_inputs", "site_jobs"]

Job = KitJob | GameJob
_LIBRARIES = (
    *("fonttools", "jinja2", "markupsafe", "msgspec", "pillow", "pypdfium2"),
    *("pyphen", "reportlab", "svgwrite", "tomli"),
)
"""What the files depend on besides taflkit."""


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
    kit = _digest(packages, ("cli", "site", "templates")) + _joined(Path(kits.__file__).read_text(encoding="utf-8"))
    page = _digest(packages, ("cli", "templates"))
    told = repr((site.games, site.languages, site.kits, site.title, site.base_url, site.runtime is not None))
    common = {KitJob: partial(_joined, kit, ""), GameJob: partial(_joined, page, told)}
    return {job: common[type(job)](repr(job)) for job in jobs}


def _joined(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


def _digest(folders: tuple[Path, Path], passed: tuple[str, ...]) -> str:
    """Return a digest of the program and the templates without some of their folders, and of the libraries."""
    digest = sha256()
    for folder, kind in zip(folders, ("*.py", "*"), strict=True):
        for file in sorted(folder.rglob(kind)):
            place = file.relative_to(folder)
            if file.is_file() and place.parts[0] not in passed:
                digest.update(f"{place.as_posix()}\0{sha256(file.read_bytes()).hexdigest()}\0".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}\0".encode())
    digest.update(f"python {python_version()} zlib {ZLIB_RUNTIME_VERSION}".encode())
    return digest.hexdigest()
