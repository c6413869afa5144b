"""Tagging and catalog of kits: what a reader is told who cannot see the pages, and in what order."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import groupby

import pikepdf
import pytest

from support.catalog_checks import catalog_problems, kit_problems
from support.conformance.sentences import sentences_of, unordered
from support.pdf_structure import Content, Structure, read_structure
from support.sampling import sampled
from support.shipped import built, catalog, numbers, written
from support.structure_checks import (
    figure_problems,
    heading_problems,
    list_problems,
    mark_problems,
    nesting_problems,
    structure_problems,
    tree_problems,
)
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Look
from taflkit.kit.build import Kit
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.figures import draw_figures
from taflkit.render.pdf import drawing_to_pdf
from taflkit.sheets.paper import impose

ALL = (*PARTS, READER)
SPECS = {
    "short": KitSpec(split=True, parts=ALL),
    "long": KitSpec(rules="macwhite", paper="letter", mode="mono", duplex="long", split=True, parts=ALL),
    "eight": KitSpec(
        rules="branan", duplex="long", pages=8, join="tabs", counters="fold", box="parts", split=True, parts=ALL
    ),
    "twelve": KitSpec(rules="masters", variations=("check",), duplex="single", pages=12, split=True, parts=ALL),
}
SCHOOLS = KitSpec(split=True, parts=("poster", "record", "colouring", "puzzles"))
DOCUMENTS = [(name, part) for name in SPECS for part in ("", "instructions", "components", "booklet", READER)]
FIGURE = ("figure", "capture")


@cache
def kit(name: str) -> Kit:
    return built(SPECS[name])


@cache
def pdf(name: str, part: str) -> bytes:
    if (name, part) == FIGURE:
        book = read_book(catalog(), "brandub", None)
        return drawing_to_pdf(draw_figures(book, 60.0, Look(), (part,))[part], catalog().paints("colour"))
    return written(SPECS[name], part)


@cache
def structure(name: str, part: str) -> Structure:
    return read_structure(pdf(name, part))


every_document = pytest.mark.parametrize(("name", "part"), [*sampled(DOCUMENTS, len(ALL)), FIGURE])
every_kit = pytest.mark.parametrize("name", SPECS)


@every_document
def test_what_is_begun_ends_inside_of_what_was_begun_before(name: str, part: str) -> None:
    assert nesting_problems(pdf(name, part)) == []


@every_document
def test_everything_painted_is_one_content_or_an_artifact(name: str, part: str) -> None:
    assert list(mark_problems(structure(name, part))) == []


@every_document
def test_the_tree_has_every_content_once_and_the_parent_tree_leads_back(name: str, part: str) -> None:
    tagged = structure(name, part)
    assert tagged.contents
    assert list(tree_problems(tagged)) == []


@every_document
def test_figures_have_an_alternative_and_a_box_round_what_they_paint(name: str, part: str) -> None:
    tagged = structure(name, part)
    assert any(element.role == "Figure" for element in tagged.elements)
    assert list(figure_problems(tagged)) == []


@every_document
def test_headings_skip_no_level_and_lists_have_labels_and_bodies(name: str, part: str) -> None:
    tagged = structure(name, part)
    assert [*heading_problems(tagged), *list_problems(tagged)] == []


@every_document
def test_the_catalog_says_what_the_file_is(name: str, part: str) -> None:
    assert catalog_problems(pdf(name, part)) == []


@pytest.mark.parametrize(("name", "part"), DOCUMENTS)
def test_a_kit_has_page_labels_and_an_outline(name: str, part: str) -> None:
    assert kit_problems(pdf(name, part)) == []


def test_pages_for_schools_are_tagged_and_have_headings_alternatives_and_bookmarks() -> None:
    made = written(SCHOOLS, "school")
    tagged = read_structure(made)
    assert [*nesting_problems(made), *catalog_problems(made), *kit_problems(made), *structure_problems(tagged)] == []
    problems = (mark_problems, tree_problems, figure_problems, heading_problems, list_problems)
    assert [problem for each in problems for problem in each(tagged)] == []
    # the answers of the puzzles have one too
    assert [element.role for element in tagged.elements].count("H1") == len(SCHOOLS.parts) + 1
    with pikepdf.open(BytesIO(made)) as document, document.open_outline() as outline:
        assert [str(entry.title) for entry in outline.root] == [
            "Poster of the rules",
            "Record sheet",
            "Board to colour in",
            "Puzzles",
        ]


@every_kit
def test_a_kit_has_layers(name: str) -> None:
    with pikepdf.open(BytesIO(pdf(name, ""))) as document:
        groups = document.Root.get("/OCProperties", {}).get("/OCGs", [])
        assert len({str(group.Name) for group in groups}) == len(groups) >= 3


def test_a_label_is_first_in_its_item_though_a_figure_stands_on_the_page_before_it() -> None:
    spec = KitSpec(rules="masters", language="ga")
    assert structure_problems(read_structure(written(spec))) == []


@every_kit
def test_instructions_and_booklet_have_headings_a_table_and_a_list(name: str) -> None:
    for part in ("instructions", READER):
        assert [element.role for element in structure(name, part).elements if element.role == "H1"], part
    assert "Table" in {element.role for element in structure(name, "instructions").elements}
    assert "L" in {element.role for element in structure(name, READER).elements}


@every_kit
def test_a_figure_is_read_in_the_rule_that_speaks_of_it(name: str) -> None:
    spec = SPECS[name]
    words = BookletWords.of(read_book(catalog(), spec.game, spec.rules, spec.variations))
    shown = {
        words.numbers[figure]: rule.number
        for rule in reversed(words.book.rules)
        for figure in rule.figures
        if figure in words.numbers
    }
    figures = keys = 0
    for item in (element for element in structure(name, "booklet").elements if element.role == "LI"):
        label = structure(name, "booklet").text(*next(e for e in item.walk() if e.role == "Lbl").contents()).strip()
        for caption in (element for element in item.walk() if element.role == "Caption"):
            told = structure(name, "booklet").text(*caption.contents())
            number = re.match(r"\d+", told)
            if number is None:
                keys += 1  # the key to the pieces and the signs of all figures
                continue
            assert shown[int(number[0])] == int(label), told
            figures += 1
    assert figures >= 10
    assert keys == 1


@every_kit
def test_the_sentences_are_read_in_the_order_of_their_numbers(name: str) -> None:
    spec = SPECS[name]
    sentences = sentences_of(read_book(catalog(), spec.game, spec.rules, spec.variations))
    assert len(sentences) > 15
    for part in ("booklet", READER, ""):
        assert unordered(sentences, structure(name, part).text()) == []


@every_kit
def test_the_folded_booklet_is_read_as_the_reader_is(name: str) -> None:
    booklet, reader = structure(name, "booklet"), structure(name, READER)
    assert _outline(booklet) == _outline(reader)
    pages = [content.page for content in _running(reader)]
    assert pages == sorted(pages)


def _running(tagged: Structure) -> list[Content]:
    """Return the contents in reading order but for figures and captions, which are read with their rules."""
    aside = {
        content
        for element in tagged.elements
        if element.role in {"Figure", "Caption"}
        for content in element.contents()
    }
    return [content for content in tagged.contents if content not in aside]


def _outline(tagged: Structure) -> list[tuple[str, str, str]]:
    """Return the elements that have contents of their own, in reading order, with what they say."""
    found = []
    for element in tagged.elements:
        own = [kid for kid in element.kids if isinstance(kid, Content)]
        if own:
            found.append((element.role, element.alternative, tagged.text(*own)))
    return found


@every_kit
def test_the_folded_booklet_is_read_from_half_to_half_of_its_sheets(name: str) -> None:
    spec, tagged = kit(name).spec, structure(name, "booklet")
    # the last pages may be empty
    found = _halves(tagged)
    assert found == [place for place in _expected(spec) if place in found]
    assert len(found) >= min(spec.pages or 0, 8) - 1 > 0


@every_kit
def test_a_whole_kit_is_read_in_the_order_of_its_pages_and_the_booklet_last(name: str) -> None:
    tagged = structure(name, "")
    first = numbers(kit(name), "booklet")[0] - 1
    found = [(page - first, half) for page, half in _halves(tagged) if page >= first]
    assert found == [place for place in _expected(kit(name).spec) if place in found]
    pages = [content.page for content in tagged.contents]
    before = [page for page in pages if page < first]
    assert pages[: len(before)] == before == sorted(before)
    assert set(before) == set(range(first))


def _halves(tagged: Structure) -> list[tuple[int, str]]:
    """Return the pages and halves of sheets on which words are read, in reading order."""
    places = [
        (content.page, "left" if text.start[0] < tagged.pages[content.page].width / 2 else "right")
        for content, text in tagged.shown(*_running(tagged))
    ]
    return [place for place, _ in groupby(places)]


def _expected(spec: KitSpec) -> list[tuple[int, str]]:
    """Return where the booklet's pages lie, from the first to the last."""
    places = {}
    assert spec.pages is not None
    for page, side in enumerate(impose(spec.pages, spec.duplex)):
        left, right = ("right", "left") if side.turned else ("left", "right")
        places |= {side.left_page: (page, left), side.right_page: (page, right)}
    return [places[number] for number in range(1, spec.pages + 1)]


def test_where_the_pages_of_a_folded_sheet_are() -> None:
    assert _expected(KitSpec(pages=4)) == [(0, "right"), (1, "left"), (1, "right"), (0, "left")]
    assert _expected(KitSpec(pages=4, duplex="long")) == [(0, "right"), (1, "right"), (1, "left"), (0, "left")]
