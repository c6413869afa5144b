"""Pages as HTML: the templates of templates/site/pages/ filled in with values and with the words of their language.

The words are in English in templates/site/text/en/ or, some, elsewhere; the translations of all are in a language's
site.po.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from taflkit import __version__
from taflkit.catalog import Catalog
from taflkit.catalog.sources import Layers, Source
from taflkit.catalog.translation import NOUNS, Translated, Translations, refuse_lacking
from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.kit.options import GROUPS, OPTIONS
from taflkit.kit.printers import OF_LABELS, READING_HELPS
from taflkit.reading import read_text
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.page import NOT_FOUND, SHARED, Site, SitePage, place_in
from taflkit.typesetting.prose import STRONG, marked_runs
from taflkit.words.phrases import Words

SITE = "site"
"""The folder of the site's words in the templates, and the name of their translations."""
STYLE = "site/assets/site.css"
"""The style in the templates of which pages name the colours of the ground."""
READING = "printer-"
"""What stands before the name of a printer's reading in the name of its field in the kit maker."""
_ELSEWHERE = ("helps", "themes")
"""The words whose English stands elsewhere."""
_SIGNS = re.compile(r"[\\`*_\[\]<>&#~|]|^[-+=]")
"""The signs that CommonMark, or what others add to it, would not show as they are."""
_ESCAPED = r"\\\g<0>"
_PLACES = {
    "games": "index.html#games",
    "play": "play/index.html",
    "maker": "kit/index.html",
    "own": "own/index.html",
    "diagram": "diagram/index.html",
}
"""The pages of the header, by the keys of their names in every.toml; the runtime is needed for all but the first."""


def site_words(catalog: Catalog, language: str, name: str, *, draft: bool = False) -> Mapping[str, Any]:
    """Return the site's words of a kind in a language: of a file of templates/site/text/en/, "helps" or "themes".

    Raises:
        TaflkitError: the file is missing or is no TOML, or the language lacks a text, which stays English in a draft.
    """
    if language == DEFAULT_LANGUAGE:
        return _elsewhere(catalog, name) if name in _ELSEWHERE else _english(catalog, name).table
    read = partial(Translations.read, language, (Source(catalog.templates),), (SITE,))
    words = _translated(catalog, catalog.books.get((site_words, language), read), name)
    if not draft:
        refuse_lacking("the site", language, words)
    return words.layers.table


def translated_words(catalog: Catalog, language: str, *own: Source) -> Iterator[tuple[str, Translated]]:
    """Yield every kind of the site's words in a language but English by its name, with what is lacking.

    `own` is the folder of a translation that is being written; without it there are the shipped words alone.

    Raises:
        TaflkitError: a file has a problem, with file and line.
    """
    read = Translations.read(language, (*own, Source(catalog.templates)), (SITE,))
    for name in word_kinds(catalog):
        yield name, _translated(catalog, read, name)


def word_kinds(catalog: Catalog) -> tuple[str, ...]:
    """Return the names of every kind of the site's words."""
    names = sorted(file.stem for file in (catalog.templates / SITE / "text" / DEFAULT_LANGUAGE).glob("*.toml"))
    return (*names, *_ELSEWHERE)


def _english(catalog: Catalog, name: str) -> Layers:
    return Layers.read((Source(catalog.templates / SITE),), f"text/{DEFAULT_LANGUAGE}/{name}")


def _elsewhere(catalog: Catalog, name: str) -> Mapping[str, str]:
    """Return the titles of themes, or the helps of the kit maker's fields, in their order."""
    if name == "themes":
        return {theme: catalog.theme(theme).title for theme in catalog.theme_names()}
    options = [option for group in GROUPS for option in OPTIONS.values() if option.group == group and option.in_maker]
    readings = {f"{READING}{reading}": text for reading, text in READING_HELPS.items() if reading not in OF_LABELS}
    return {option.name: option.help for option in options} | readings


def _translated(catalog: Catalog, words: Translations, name: str) -> Translated:
    if name in _ELSEWHERE:
        return words.flat(name, ((key, text, SITE, True) for key, text in _elsewhere(catalog, name).items()))
    return words.table(_english(catalog, name), lambda _source: SITE, Layers({}, {}, "", NOUNS))


def read_words(site: Site, language: str, name: str) -> Mapping[str, Any]:
    """Return the site's own words of a kind in a language, see `site_words`; the catalog's store caches them."""
    return site.catalog.books.of(site_words, site.catalog, language, name)


def grammar(site: Site, language: str) -> Words:
    """Return the words of a language that sentences are filled in with; the catalog's store caches them."""
    return site.catalog.books.get((grammar, language), partial(site.catalog.words, language))


def offer(site: Site, language: str) -> dict[str, str]:
    """Return the words that pages in other languages offer a language with: all that they have in it but its name."""
    words = read_words(site, language, "every")
    return {name: words[name] for name in ("offer", "offer_close")}


def place_of(site: Site, page: SitePage) -> str:
    """Return the path of a page's file below the site's folder."""
    return place_in(site, page.language, page.path)


def page_html(site: Site, page: SitePage) -> str:
    """Return a page as HTML.

    Its template has, besides its own values:

    site: the site. page: the page. place: the path of its file. words: the words of every page. root: the way to
    the site's folder, and home: to that of the page's language, each "./" or "../../" and so on. menu: the names of
    the pages in the header, with the ways to them from home. alternates: the codes of the languages that the page
    is there in, where there are several, with the ways to it in each. offers: the words
    that offer these languages, see `offer`. language_names: what each language calls itself.
    colon: the sign between a label and its text. unread: whether nobody whose language it is has
    read the page's words. version: taflkit's. listed: whether search engines may name the page. share: the path of its
    picture for those who share it, below the site's folder, and share_size: its pixels. grounds: see `page_grounds`.
    """
    place = place_of(site, page)
    listed = page.path != NOT_FOUND
    # a host shows the page of what is not there at any depth of its addresses
    root = ("../" * (len(PurePosixPath(place).parts) - 1) or "./") if listed else site.base_url or "/"
    words = read_words(site, page.language, "every")
    languages = page.languages or site.languages
    places = {code: place_in(site, code, page.path) for code in languages} if len(languages) > 1 else {}
    return template(site.catalog, page.template).render(
        site=site,
        page=page,
        place=_address(place),
        words=words,
        root=root,
        home=("../" * (len(PurePosixPath(page.path).parts) - 1) or "./") if listed else root,
        menu=[(words[name], _PLACES[name]) for name in _PLACES if name == "games" or site.runtime],
        alternates=[
            (code, f"{site.base_url}{_address(other)}" if site.base_url else f"{root}{other}")
            for code, other in places.items()
        ],
        offers={code: offer(site, code) for code in places},
        language_names={code: grammar(site, code).language.name for code in site.languages},
        colon=grammar(site, page.language).lists.colon,
        unread=page.language != DEFAULT_LANGUAGE and not grammar(site, page.language).language.read_by,
        version=__version__,
        listed=listed,
        share=page.share,
        share_size=SHARED,
        grounds=page_grounds(site),
        **page.values,
    )


def page_grounds(site: Site) -> dict[str, str]:
    """Return the colour of the pages' ground by day ("light") and by night ("dark"), as site.css has it."""
    style = site.catalog.templates / STYLE
    grounds = re.findall(r"-{2}paper: (#\w{6});", site.catalog.books.of(read_text, style, style.name))
    return dict(zip(("light", "dark"), grounds, strict=False))


def template(catalog: Catalog, name: str) -> Template:
    """Return a template of templates/site/pages/, with the filters `marked` and `commonmark` for texts."""
    environment: Environment = catalog.books.of(_environment, catalog.templates)
    return environment.get_template(name)


def _environment(templates: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates / "site" / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"marked": to_html, "commonmark": to_commonmark}
    return environment


def _address(place: str) -> str:
    """Return the path of a page as its address ends: a folder's own page is the folder."""
    return place.removesuffix("index.html")


def to_html(text: str) -> Markup:
    """Return a text with its marked words in italics, or bold, all else escaped.

    >>> to_html("in Irish *ga:brandub* & more")
    Markup('in Irish <i lang="ga">brandub</i> &amp; more')
    """
    html = Markup("")
    for words, marked, language in marked_runs(text):
        if language == STRONG:
            html += Markup("<b>{}</b>").format(words)
            continue
        named = Markup(' lang="{}"').format(language) if language else ""
        html += Markup("<i{}>{}</i>").format(named, words) if marked else escape(words)
    return html


def to_commonmark(text: str) -> str:
    r"""Return a text as a line of CommonMark with its marked words in italics, or bold, all else escaped.

    >>> print(to_commonmark("in Irish *ga:brandub* [1]"))
    in Irish *brandub* \[1\]
    """
    line = ""
    for words, marked, language in marked_runs(re.sub(r"\s*\n\s*", " ", text.replace(SOFT_HYPHEN, ""))):
        sign = "*" * (2 if language == STRONG else marked)
        line += f"{sign}{_SIGNS.sub(_ESCAPED, words)}{sign}"
    return line
