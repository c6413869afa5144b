"""Sites: a whole one in memory but for its ready kits, and a small one in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.once import made_once
from taflkit.catalog.book import Book
from taflkit.cli import main
from taflkit.site.build import do_job, job_pages, site_files, site_jobs, sitemap
from taflkit.site.page import Site, SitePage, books


def every_book(site: Site, language: str = "en") -> Iterator[Book]:
    """Yield every game of a site under each of its rulesets."""
    for game in site.games_in(language):
        yield from books(site, language, game)


def every_page(site: Site) -> Iterator[SitePage]:
    """Yield every page of a site but for those of games, which come with their pictures."""
    for job in site_jobs(site):
        if not job.rules:
            yield from job_pages(site, job)


def every_file(site: Site) -> dict[str, bytes]:
    """Return the files of a site by their paths, without those that need all others."""
    made = {each.path: each.content for each in site_files(site)}
    for job in site_jobs(site):
        if not job.rules:
            made |= do_job(site, job)
    return made | {each.path: each.content for each in sitemap(site, made)}


def small_site(factory: pytest.TempPathFactory, worker: str, runtime: Path | None = None) -> Path:
    """Return the folder of a site of Brandub in English without ready kits, which all workers share.

    Args:
        runtime: the folder that runs Python in a browser, for a site with the kit maker.
    """

    def make(draft: Path) -> None:
        words = ["site", "-o", str(draft), "--games", "brandub", "--languages", "en", "--kits", "none"]
        if runtime:
            assert runtime.is_dir(), "what runs Python in a browser is not made: make runtime"
            words += ["--runtime", str(runtime)]
        made = CliRunner().invoke(main, words)
        assert made.exit_code == 0, made.output

    return made_once(factory, worker, "site-with-kit-maker" if runtime else "site-of-pages", make)
