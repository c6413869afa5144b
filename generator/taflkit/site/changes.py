"""What changed: a page, and an Atom feed (RFC 4287) of the same entries."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from msgspec import Struct

from taflkit.catalog.conversion import convert
from taflkit.site.page import Made, Page, Site, place_in
from taflkit.site.writing import read_words

__all__ = ["files", "pages"]

_ATOM = "http://www.w3.org/2005/Atom"


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry.

    Attributes:
        name: it keeps, so that a reader of the feed knows the entry again.
        day: on which it was written.
        title: in a few words.
        text: in some sentences.
    """

    name: str
    day: date
    title: str
    text: str


class ChangesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of the page, with the entries, the newest first (changes.toml)."""

    title: str
    lead: str
    feed: str
    change: tuple[Change, ...]

    def __post_init__(self) -> None:
        """Refuse entries out of order, and names that are there twice; the catalog names the file."""
        days = [change.day for change in self.change]
        if days != sorted(days, reverse=True):
            raise ValueError("the entries must begin with the newest")
        if not days or len({change.name for change in self.change}) < len(days):
            raise ValueError("there must be entries, each with a name of its own")


def pages(site: Site) -> Iterator[Page]:
    """Yield the page in every language."""
    for language in site.languages:
        yield Page("changes/index.html", "changes.html.j2", {"said": _words(site, language)}, language)


def files(site: Site) -> Iterator[Made]:
    """Yield the feed in every language."""
    for language in site.languages:
        yield Made(place_in(site, language, "feed.xml"), _feed(site, language))


def _words(site: Site, language: str) -> ChangesText:
    """Return the entries in a language.

    Raises:
        TemplateError: the file has a problem.
    """
    return convert(dict(read_words(site, language, "changes")), ChangesText, f"words/{language}/changes.toml")


def _feed(site: Site, language: str) -> bytes:
    """Return the feed. Its addresses are whole where the site's own is known, and else as the page's links are."""
    said = _words(site, language)
    base = site.base_url + ("" if language == site.languages[0] else f"{language}/") if site.base_url else ""
    known = f"{site.base_url or site.title}#{language}"
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": language})
    _add(feed, "title", f"{site.title}: {said.title}")
    _add(feed, "id", _identity(known))
    _add(feed, "updated", _moment(said.change[0].day))
    _add(ElementTree.SubElement(feed, "author"), "name", site.title)
    _add(feed, "link", href=f"{base}changes/index.html")
    if base:
        _add(feed, "link", rel="self", type="application/atom+xml", href=f"{base}feed.xml")
    for change in said.change:
        entry = ElementTree.SubElement(feed, "entry")
        _add(entry, "title", change.title)
        _add(entry, "id", _identity(f"{known}/{change.name}"))
        _add(entry, "updated", _moment(change.day))
        _add(entry, "link", href=f"{base}changes/index.html#{change.name}")
        _add(entry, "summary", change.text)
    ElementTree.indent(feed)
    text = ElementTree.tostring(feed, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: Any) -> None:
    ElementTree.SubElement(parent, name, attributes).text = text


def _identity(known: str) -> str:
    """Return a name that is the same whenever the site is made."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, known)}"


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
