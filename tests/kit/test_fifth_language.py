"""A constructed language, made as a translator makes one: each word of each text is marked, and no other is printed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from support.pdf_structure import read_structure
from support.sampling import sampled
from support.structure_checks import nesting_problems, structure_problems
from support.translated import filled, translated, write_language
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.shapes import Document
from taflkit.kit.build import build_kit
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.kit.printers import printer_test
from taflkit.render.pdf import to_pdf
from taflkit.resources import templates_folder

CODE = "qxx"
WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = ("Alt", "ActualText", "E", "T", "Title", "Name", "Subject", "Keywords", "Contents")
ALLOWED = frozenset({"taflkit", "hnefatafl", "pdf", "cc", "by", "mm", "in", "us", "letter", "ofl"})
"""Names, and the signs of units on the ruler."""


@pytest.fixture(scope="module")
def catalog_of_it(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The templates with the language beside the others, as a translator ships it."""
    folder = tmp_path_factory.mktemp("fifth")
    templates = folder / "templates"
    shutil.copytree(templates_folder(), templates, ignore=shutil.ignore_patterns("site", "starts"))
    write_language(folder / "brandub-qxx", code=CODE)
    shutil.copytree(folder / "brandub-qxx" / "languages" / CODE, templates / "languages" / CODE)
    return Catalog(templates)


def strings(document: pikepdf.Pdf) -> Iterator[str]:
    """Yield every text of a file that somebody reads or hears beside its pages."""
    for each in document.objects:
        yield from _strings(each)
    yield from (str(value) for key, value in document.docinfo.items() if key not in ("/Producer", "/Creator"))


def _strings(value: Any, depth: int = 0) -> Iterator[str]:
    if depth > 20 or not isinstance(value, pikepdf.Dictionary | pikepdf.Stream | pikepdf.Array):
        return
    if isinstance(value, pikepdf.Array):
        for each in value:
            if not getattr(each, "is_indirect", False):
                yield from _strings(each, depth + 1)
        return
    for key, each in value.items():
        if key.removeprefix("/") in SPOKEN and isinstance(each, pikepdf.String):
            yield str(each)
        elif not getattr(each, "is_indirect", False):
            yield from _strings(each, depth + 1)


def printed(content: bytes) -> Iterator[str]:
    """Yield the text of each page, words that go over a line's end in one."""
    for page in pdfium.PdfDocument(content):
        yield page.get_textpage().get_text_bounded().replace("\ufffe", "").replace("\r\n", "\n").replace("-\n", "")


@cache
def english() -> frozenset[str]:
    """Return the words of all English texts."""
    files = (*(templates_folder() / "text" / "en").glob("*.toml"), *templates_folder().glob("games/brandub/**/*.toml"))
    texts = (line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#")
    return frozenset(word.casefold() for text in texts for word in WORD.findall(text)) - ALLOWED


def left_over(documents: dict[str, Document], known: Catalog) -> set[str]:
    """Return the English words that documents have."""
    found = set()
    for document in documents.values():
        content = to_pdf(document, known.paints("colour"), store=known.store)
        assert [*nesting_problems(content), *structure_problems(read_structure(content))] == []
        with pikepdf.open(BytesIO(content)) as read:
            told = [*strings(read), str(read.Root.get("/Lang", ""))]
            assert told[-1] == document.language
            metadata = read.Root.Metadata.read_bytes().decode()
        described = re.findall(r"<dc:(?:title|description|subject|rights)>(.*?)</dc:", metadata, re.DOTALL)
        texts = (*printed(content), *told[:-1], *(re.sub(r"<[^>]*>", " ", text) for text in described))
        found |= {word.casefold() for text in texts for word in WORD.findall(text)}
    # a word begins with the mark, or is a part of one
    return {word for word in found if not word.startswith("x") and word in english()}


SPECS = {
    "plain": KitSpec(parts=(*PARTS, "record", "colouring", READER)),
    "boxed": KitSpec(rules="macwhite", box="kit", king="standee", cards="two-sided", counters="fold", pages=8),
    "varied": KitSpec(rules="masters", variations=("check", "weak-king"), paper="letter", counters="two-sided"),
}
FURTHER = {name: KitSpec(rules=name) for name in ("branan", "federation", "richgames")}
"""Kits whose rules alone are others."""


@pytest.mark.whole
@pytest.mark.parametrize("name", sampled([*SPECS, *FURTHER], 2))
def test_no_english_word_is_left_in_a_kit(name: str, catalog_of_it: Catalog) -> None:
    kit = build_kit(catalog_of_it, {**SPECS, **FURTHER}[name]._replace(language=CODE))
    assert left_over(dict(kit.documents), catalog_of_it) == set()


def test_an_english_word_is_found(catalog_of_it: Catalog) -> None:
    """An English kit is seen for what it is."""
    found = left_over(dict(build_kit(catalog_of_it, KitSpec(parts=("instructions",))).documents), catalog_of_it)
    assert {"print", "first", "after"} <= found


def test_no_english_word_is_left_in_the_printers_test(catalog_of_it: Catalog) -> None:
    assert left_over({"": printer_test(catalog_of_it, "a4", "short", "colour", CODE)}, catalog_of_it) == set()


def test_no_english_word_is_left_in_rules_and_descriptions(catalog_of_it: Catalog) -> None:
    for name in catalog_of_it.game("brandub").ruleset_names:
        book = read_book(catalog_of_it, "brandub", name, (), CODE)
        sentences = [sentence for rule in book.rules for sentence in rule.sentences]
        texts = [text for each in sentences for text in (each.text, each.origin.reason, each.origin.where)]
        texts += [each.text for each in book.descriptions.values()]
        texts += [*book.captions.values(), book.title, str(book.names["ruleset"]), str(book.names["source"])]
        texts += [text for each in book.variations for text in (each.title, each.text)]
        # italics say which language they are in
        plain = [re.sub(r"\*[a-z]{2,3}:", "", text) for text in texts]
        left = {word.casefold() for text in plain for word in WORD.findall(text) if word[0] not in "xX"}
        assert left <= ALLOWED, name


def test_the_language_is_made_by_filling_in_alone() -> None:
    assert filled('king = { one = "#king", other = "#kings" }') == 'king = { one = "xgnik", other = "xsgnik" }'
    entry = 'msgctxt "a"\nmsgid "A {king}."\nmsgstr ""\n'
    assert translated(entry).endswith('msgctxt "a"\nmsgid "A {king}."\nmsgstr "xA {king}."\n')
