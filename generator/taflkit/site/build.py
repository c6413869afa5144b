"""From the choices of a site to its files, and to the jobs that take their time."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from xml.etree import ElementTree

from taflkit.errors import TaflkitError
from taflkit.kit.schemas import SCHEMAS, schema_text
from taflkit.site import boards, games, home, kits, pictures, puzzles, runtime, webmasters
from taflkit.site.page import KITS, NOT_FOUND, Job, Made, Site, SitePage, place_in
from taflkit.site.writing import page_html, place_of

_OF_GAME = (games.pages, puzzles.pages)
"""They yield the pages of each game in a language."""
_OF_LANGUAGE = (home.pages,)
"""They yield the pages that each language has once."""
_MAKING = (kits.pages, boards.pages, puzzles.own_pages, runtime.pages)
"""They yield such pages on which visitors make something: with the runtime alone."""
_SHARED = (home, pictures, boards, webmasters)
"""The modules that have files for all languages; each has a function `files`."""
_PLAIN = (
    *("board.js", "embed.js", "fill.js", "language-links.js", "moving-board.js"),
    *("puzzle-day.js", "puzzles.js", "solver.js"),
)
"""The scripts that do without the runtime: those of the puzzles and of what other sites embed."""
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def site_files(site: Site) -> Iterator[Made]:
    """Yield the files of a site that are soon made: styles, fonts, scripts, schemas, and those of the runtime.

    For the others see site_jobs, and then sitemap and runtime.offline_files.

    Raises:
        TaflkitError: a file cannot be read, or the runtime is of another taflkit.
    """
    folder = site.catalog.templates / "site" / "assets"
    for file in sorted(folder.rglob("*")):
        if file.is_file() and (site.runtime is not None or file.suffix != ".js" or file.name in _PLAIN):
            try:
                yield Made(f"assets/{file.relative_to(folder).as_posix()}", file.read_bytes())
            except OSError as error:
                raise TaflkitError(f"{file} cannot be read: {error.strerror}") from None
    for kind in SCHEMAS:
        yield Made(f"schemas/{kind}.json", schema_text(kind, site.catalog.templates).encode())
    yield from runtime.files(site)


def site_jobs(site: Site) -> Iterator[Job]:
    """Yield the jobs of a site: the pages of its languages, those of its games, and its ready kits."""
    of_games = [Job(language, game) for language in site.languages for game in site.games_in(language)]
    yield from map(Job, site.languages)
    yield from of_games
    for job in of_games if site.kits != KITS[1] else ():
        yield from (Job(job.language, job.game, rules) for rules in site.catalog.game(job.game).ruleset_names)


def job_places(site: Site) -> Iterator[str]:
    """Yield files that the jobs and the sitemap of a site make, one in each of the folders that are known before."""
    yield "sitemap.xml"
    for job in site_jobs(site):
        if job.rules:
            yield f"kits/{job.game}"
        else:
            yield place_in(site, job.language, f"games/{job.game}/index.html" if job.game else "feed.xml")


def job_pages(site: Site, job: Job) -> Iterator[SitePage]:
    """Yield the pages of a job but for that of a game, which comes with its pictures."""
    if job.game:
        for of_game in _OF_GAME:
            yield from of_game(site, job.language, job.game)
    else:
        for of_language in (*_OF_LANGUAGE, *(_MAKING if site.runtime is not None else ())):
            yield from of_language(site, job.language)


def do_job(site: Site, job: Job) -> dict[str, bytes]:
    """Return the files of a job by their paths below the site's folder.

    Raises:
        TaflkitError: they cannot be made.
    """
    if job.rules:
        return {made.path: made.content for made in kits.files(site, job.language, job.game, job.rules)}
    made = {place_of(site, page): page_html(site, page).encode() for page in job_pages(site, job)}
    if job.game:
        files = chain(games.figures(site, job.language, job.game), webmasters.rules(site, job.language, job.game))
        made |= games.make_game(site, job)
    else:
        files = chain(home.feeds(site, job.language), boards.starts(site, job.language))
        # what all languages share comes with the first
        shared = _SHARED if job.language == site.languages[0] else ()
        files = chain(files, *(module.files(site) for module in shared))
    return made | {each.path: each.content for each in files}


def sitemap(site: Site, paths: Collection[str]) -> Iterator[Made]:
    """Yield the map of a site for search engines, given the paths of its files, if its address is known."""
    if site.base_url:
        urls = ElementTree.Element("urlset", {"xmlns": _SITEMAP})
        for path in sorted(path for path in paths if path.endswith(".html") and path != NOT_FOUND):
            place = ElementTree.SubElement(ElementTree.SubElement(urls, "url"), "loc")
            place.text = f"{site.base_url}{path.removesuffix('index.html')}"
        yield Made("sitemap.xml", home.to_xml(urls))
