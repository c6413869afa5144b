"""What the files of a site are made of, as digests by game, ruleset and language.

A job has two. That of its files is quickly made, without reading a game: of the program, the choices, and the templates
that the job may use. That of its texts has in the place of all files with words only those texts that its games use, so
that a text that changes elsewhere makes nothing anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from taflkit.catalog.book import read_book
from taflkit.catalog.inputs import digest, file_digests, is_text, used_texts, versions
from taflkit.catalog.languages import SHARED
from taflkit.catalog.translation import GRAMMAR
from taflkit.site import kits
from taflkit.site.page import Job, Site
from taflkit.site.runtime import parts
from taflkit.site.writing import SITE, STYLE, grammar, offer, read_words, word_kinds


class Inputs(NamedTuple):
    """What the files of a site are made of.

    Attributes:
        templates: the digests of their files, by their places.
        kits: the digest of what makes ready kits besides templates.
        pages: that of what makes pages: more of the program, and all choices.
        words: the digests of the site's words by language.
        shown: the languages that pages which a language has once use words of: games that lack it are in another.
    """

    site: Site
    templates: Mapping[str, str]
    kits: str
    pages: str
    words: Mapping[str, str]
    shown: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, site: Site) -> Self:
        """Read the program and the templates.

        Raises:
            TaflkitError: the site's words have a problem.
        """
        folder = Path(__file__).resolve().parent.parent
        # a checkout's templates may lie in a wheel's package
        program = file_digests(folder, "*.py").items()
        page = {place: each for place, each in program if not place.startswith(("cli/", "templates/"))}
        kit = {place: each for place, each in page.items() if not place.startswith("site/")}
        choices = (site.games, site.languages, site.kits, site.title, site.base_url, site.runtime is not None)
        # pages lead to those in other languages
        others = [site.languages_of(name) for name in site.games]
        names = [(grammar(site, code).language.name, offer(site, code)) for code in site.languages]
        kinds = word_kinds(site.catalog)
        return cls(
            site,
            file_digests(site.catalog.templates, "*"),
            digest(versions(), kit, Path(kits.__file__).read_text(encoding="utf-8"), site.kits),
            digest(versions(), page, choices, others, names),
            {code: digest([read_words(site, code, kind) for kind in kinds]) for code in site.languages},
            {code: (code, *{site.language_for(name, code) for name in site.games} - {code}) for code in site.languages},
        )

    def of_files(self, job: Job) -> str:
        """Return the digest of all files that those of a job may be made of."""
        return self._of(job, lambda place: self._concerns(job, place))

    def of_texts(self, job: Job) -> str:
        """Return the digest of what the files of a job are made of: of its game's texts those alone that it uses.

        Raises:
            TaflkitError: a file of the game has a problem.
        """
        if not job.game:
            return self.of_files(job)
        catalog = self.site.catalog
        names = (job.rules,) if job.rules else catalog.game(job.game).ruleset_names
        used = [read_book(catalog, job.game, name, (), job.language) for name in names]
        texts = (used[0].game.title, [used_texts(book) for book in used])
        return self._of(job, lambda place: self._concerns(job, place) and not is_text(place), texts)

    def _of(self, job: Job, is_input: Callable[[str], bool], texts: Any = None) -> str:
        files = {place: each for place, each in self.templates.items() if is_input(place)}
        if job.rules:
            return digest(repr(job), self.kits, files, texts)
        words = {code: self.words[code] for code in sorted(self._languages(job))}
        # the page of licences names the parts of the runtime
        runtime = () if job.game else parts(self.site)
        return digest(repr(job), self.pages, files, texts, words, runtime)

    def _languages(self, job: Job) -> tuple[str, ...]:
        """Return the languages that a job uses words of."""
        return (job.language,) if job.game else self.shown[job.language]

    def _concerns(self, job: Job, place: str) -> bool:
        """Whether the files of a job may be made of a template. Its site's words are looked at by themselves."""
        top, *below = place.split("/")
        if top == SITE:
            return not job.rules and (below[0] == "pages" or place == STYLE)
        if top == "languages":
            code, file = below
            mine = (f"{job.game}.po", f"{SHARED}.po", f"{GRAMMAR}.toml")
            return code in self._languages(job) and (file in mine if job.game else file != f"{SITE}.po")
        if top == "hyphens":
            return below[0].removesuffix(".txt") in self._languages(job)
        if top == "games":
            return job.game in ("", below[0])
        if top == "puzzles":
            return not job.game or below[0].startswith(f"{job.game}-{job.rules}")
        return True
