"""The pages about the site: what changed, with an Atom feed (RFC 4287) of the same entries, and the licences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from msgspec import Struct

from taflkit import LICENCE
from taflkit.catalog.conversion import convert
from taflkit.reading import read_bytes
from taflkit.site import runtime
from taflkit.site.page import Made, Site, SitePage, place_in
from taflkit.site.writing import read_words

_ATOM = "http://www.w3.org/2005/Atom"
_FONT_LICENCE = "OFL-1.1"
_FONTS = (
    ("EB Garamond", "OFL-EBGaramond.txt", "https://github.com/octaviopardo/EBGaramond12"),
    ("Taflkit Uncial", "OFL-UncialAntiqua.txt", "https://www.npmjs.com/package/@fontsource/uncial-antiqua"),
)
"""The fonts of the site and its kits: the name, the file of the licence, and where the source is."""


class ChangeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry; by its name, which never changes, a reader of the feed knows it again."""

    name: str
    day: date
    title: str
    text: str


class ChangesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of the page of changes, with the entries, the newest first (changes.toml)."""

    title: str
    lead: str
    feed: str
    change: tuple[ChangeEntry, ...]

    def __post_init__(self) -> None:
        """Refuse entries out of order, and names that are there twice; the catalog names the file."""
        days = [change.day for change in self.change]
        if days != sorted(days, reverse=True):
            raise ValueError("the entries must begin with the newest")
        if not days or len({change.name for change in self.change}) < len(days):
            raise ValueError("there must be entries, each with a name of its own")


def pages(site: Site) -> Iterator[SitePage]:
    """Yield both pages in every language."""
    fonts = [
        runtime.RuntimePart(name, "", _FONT_LICENCE, source, (f"licences/{file}",)) for name, file, source in _FONTS
    ]
    values = {"rights": LICENCE, "fonts": fonts, "parts": runtime.parts(site)}
    for language in site.languages:
        yield SitePage("changes/index.html", "changes.html.j2", {"said": _changes(site, language)}, language)
        words = read_words(site, language, "licences")
        yield SitePage("licences/index.html", "licences.html.j2", {"said": words, **values}, language)


def files(site: Site) -> Iterator[Made]:
    """Yield the feed in every language, and the texts of the fonts' licences."""
    for language in site.languages:
        yield Made(place_in(site, language, "feed.xml"), to_xml(_feed(site, language)))
    for _, file, _ in _FONTS:
        yield Made(f"licences/{file}", read_bytes(site.catalog.templates / "fonts" / file, file))


def _changes(site: Site, language: str) -> ChangesText:
    return convert(dict(read_words(site, language, "changes")), ChangesText, f"words/{language}/changes.toml")


def _feed(site: Site, language: str) -> ElementTree.Element:
    """Return the feed. Its addresses are whole where the site's own is known, and else as the page's links are."""
    text = _changes(site, language)
    base = site.base_url + ("" if language == site.languages[0] else f"{language}/") if site.base_url else ""
    known = f"{site.base_url or site.title}#{language}"
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": language})

    def add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: Any) -> None:
        ElementTree.SubElement(parent, name, attributes).text = text

    def add_entry(parent: ElementTree.Element, title: str, identity: str, day: date) -> None:
        add(parent, "title", title)
        # the same name whenever the site is made
        add(parent, "id", f"urn:uuid:{uuid5(NAMESPACE_URL, identity)}")
        add(parent, "updated", f"{day.isoformat()}T00:00:00Z")

    add_entry(feed, f"{site.title}: {text.title}", known, text.change[0].day)
    add(ElementTree.SubElement(feed, "author"), "name", site.title)
    add(feed, "link", href=f"{base}changes/index.html")
    if base:
        add(feed, "link", rel="self", type="application/atom+xml", href=f"{base}feed.xml")
    for change in text.change:
        entry = ElementTree.SubElement(feed, "entry")
        add_entry(entry, change.title, f"{known}/{change.name}", change.day)
        add(entry, "link", href=f"{base}changes/index.html#{change.name}")
        add(entry, "summary", change.text)
    return feed


def to_xml(root: ElementTree.Element) -> bytes:
    """Return an indented XML file."""
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
