"""The rules of a ruleset as its page has them, and as one file to read elsewhere: HTML, EPUB 3 or CommonMark.

Such a file has the figures of the rules inside, each a picture with its text as alternative. HTML and CommonMark have
them as data addresses, those of CommonMark below all its words: programs that show no such addresses, GitHub among
them, show the texts. An EPUB has the page of the HTML, with files of its own for the figures.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import Any
from uuid import UUID

from markupsafe import Markup

from taflkit import LICENCE, __version__
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book
from taflkit.parts.booklet.text import BookletWords
from taflkit.reading import read_text
from taflkit.render.pdf.document import MADE
from taflkit.site.archives import to_zip
from taflkit.site.page import Site, SitePage
from taflkit.site.pictures import named_picture
from taflkit.site.writing import site_words, template
from taflkit.words.phrases import fill

_COLOURS = re.compile(r"^(?::root|@media \(prefers-color-scheme: dark\)) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
"""The colours of the pages by day and by night, in site.css."""


def rules_values(book: Book, texts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of templates of a ruleset's page and of its files; the texts are the site's words of rules."""
    words = BookletWords.of(book)
    marked = any(words.is_marked(sentence) for rule in book.rules for sentence in rule.sentences)
    # a figure stands at the first rule that has it
    before: set[str] = set()
    rules = []
    for rule in book.rules:
        rules.append((rule, [name for name in rule.figures if name in words.numbers and name not in before]))
        before |= set(rule.figures)
    own = book.texts.booklet.rulesets.get(book.ruleset.plain)
    return {
        "texts": texts,
        "book": book,
        "booklet": words,
        "opening": fill(words.text.rules.source, book.names) if book.ruleset.source else "",
        "signs": fill(texts["marked"], {"mark": words.text.rules.mark}) if marked else "",
        "groups": [(name, list(each)) for name, each in groupby(rules, key=lambda pair: pair[0].heading)],
        "history": words.history if own and own.history.paragraphs else None,
        "provenance": words.provenance if book.ruleset.source else "",
    }


def rules_file(catalog: Catalog, book: Book, kind: str) -> bytes:
    """Return the rules of a ruleset as a file of a kind: "html", "epub" or "md".

    Raises:
        TaflkitError: the language of the book lacks words of the site, or a template has a problem.
    """
    language = book.texts.language
    site = Site(catalog, (book.game.name,), (language,))
    words = partial(site_words, catalog, language, draft=book.game.language.draft)
    numbers = BookletWords.of(book).numbers
    figures = {name: named_picture(site, book, name, f"figures/{number}.svg") for name, number in numbers.items()}
    drawn = {figure.file.path: figure.file.content for figure in figures.values()}
    style = catalog.templates / "site" / "assets" / "site.css"
    values = rules_values(book, words("rules")) | {
        "page": SitePage("", "", {}, language),
        "words": words("every"),
        "figures": figures,
        "ways": {
            name: figure.file.path
            if kind == "epub"
            else f"data:image/svg+xml;base64,{b64encode(figure.file.content).decode()}"
            for name, figure in figures.items()
        },
        "colours": "" if kind == "epub" else Markup("".join(_COLOURS.findall(read_text(style, style.name)))),  # noqa: S704
        "version": __version__,
        "licence": "" if "credits" in book.texts.booklet.leave_out else LICENCE,
        "made": MADE,
    }
    if kind == "md":
        return template(catalog, "rules.md.j2").render(values).encode()
    page = template(catalog, "rules.xhtml.j2").render(values).encode()
    if kind == "html":
        return page
    digest = sha256(page + b"".join(drawn.values())).digest()
    values |= {"drawn": drawn, "identifier": UUID(bytes=digest[:16], version=5)}
    names = {"META-INF/container.xml": "container.xml.j2", "package.opf": "package.opf.j2", "nav.xhtml": "nav.xhtml.j2"}
    made = {name: template(catalog, source).render(values).encode() for name, source in names.items()}
    # the type comes first, as it is, so that it stands at one place of every EPUB
    files = {"mimetype": b"application/epub+zip", **made, "rules.xhtml": page, **drawn}
    return to_zip(files, stored="mimetype")
