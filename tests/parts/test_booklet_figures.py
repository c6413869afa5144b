"""Every figure of every booklet stands with its rule: on its page or the facing one, in nobody else's words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from support.figure_places import interrupted, read_places, rule_texts, white_feet
from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Text
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.booklet import draw_booklet
from taflkit.parts.booklet.search import LARGE, BookletPages, Searches, settings
from taflkit.parts.booklet.sections import GameTable, Setter, opening_blocks, record_block
from taflkit.parts.booklet.setting import BOX, LEAST_SQUARE, Figures, RuleForm, Setting
from taflkit.parts.booklet.text import BookletContent, BookletWords
from taflkit.sheets.paper import PAGE_COUNTS
from taflkit.typesetting.columns import BlockForm, Lengths, PagedText, PageRoom, arrange

PAGE = (148.0, 210.0)
ON_PAGE = 0.9
"""The share of a booklet's figures that stand on the page of their rule at the least."""

NO_SMALLER = 0.93
"""Which part of its width in the next smaller booklet each figure has at the least."""


WHITE, MEAN_WHITE = 0.45, 0.19
"""Which part of a page is white at its foot at the most, below a figure as wide as the page, and on the mean of a
booklet's pages."""


def _kits() -> list[tuple[str, str, tuple[str, ...]]]:
    """Every game under every ruleset, plain and with each of its variations; a large board and the default first."""
    found = []
    for name in catalog().game_names():
        game = catalog().game(name)
        for ruleset in game.rulesets:
            found += [(name, ruleset.name, names) for names in ((), *((each,) for each in ruleset.variations))]
    return sorted(found, key=lambda kit: kit[:2] not in (("brandub", "walker"),))


CROWDED = {
    ("ard-ri", "common"),
    ("ard-ri", "corrected"),
    ("hnefatafl", "copenhagen"),
    ("tablut", "smith"),
    ("tawlbwrdd", "bell"),
}
"""The rules in whose larger booklets, whose text is short, one figure stands a page off, or is smaller than before."""


@pytest.mark.parametrize(("game", "ruleset", "variations"), sampled(_kits(), 1))
def test_every_figure_stands_with_its_rule(game: str, ruleset: str, variations: tuple[str, ...]) -> None:
    book = read_book(catalog(), game, ruleset, variations)
    fonts = catalog().typesetter().fonts
    drawn = 0
    widths: list[float] = []
    for pages in PAGE_COUNTS:
        try:
            made = draw_booklet(book, Look(), PAGE, catalog().typesetter(), pages)
        except DoesNotFit:
            assert pages == PAGE_COUNTS[0]
            continue
        drawn += 1
        places = read_places(made, fonts)
        assert len(places.figures) == len(book.scenes)
        apart = 1 if (game, ruleset) in CROWDED else 0
        assert places.same_page() >= ON_PAGE - 0.05 * apart
        assert len(places.other_spread()) <= apart
        assert len(places.strangers()) <= apart
        assert len(places.torn()) <= apart
        assert interrupted(made) == []
        assert places.overlapping() == []
        assert places.outside((PAGE[0] + BOX[0]) / 2) == []
        wider = [figure.right - figure.left for figure in places.figures]
        least = NO_SMALLER - 0.4 * apart
        assert all(wide >= least * before for wide, before in zip(wider, widths, strict=False))
        widths = wider
        # one of three squares a side is narrower than one of five, and has larger squares
        assert min(figure.right - figure.left for figure in places.figures) >= 3.8 * LEAST_SQUARE
    assert drawn >= 2


@pytest.mark.parametrize(("game", "ruleset"), sampled([("brandub", "walker"), ("tablut", "linnaeus")], 0))
def test_larger_booklets_have_larger_figures_and_larger_text(game: str, ruleset: str) -> None:
    book = read_book(catalog(), game, ruleset)
    widths, sizes = [], []
    for pages in (4, 8):
        places = read_places(
            draw_booklet(book, Look(), PAGE, catalog().typesetter(), pages), catalog().typesetter().fonts
        )
        wide = sorted(figure.right - figure.left for figure in places.figures)
        widths.append(wide[len(wide) // 2])
        sizes.append(max(line.size for line in places.lines))
    assert widths[1] > 1.4 * widths[0]
    assert sizes[1] > 1.1 * sizes[0]
    # figures first
    assert widths[1] / widths[0] > sizes[1] / sizes[0]


@pytest.mark.parametrize(("game", "pages"), sampled([("brandub", 4), ("brandub", 8), ("hnefatafl", 12)], 1))
def test_the_text_of_rules_is_ragged_in_every_booklet_so_that_none_stands_out(game: str, pages: int) -> None:
    book = read_book(catalog(), game, catalog().game(game).rulesets[0].name)
    made = draw_booklet(book, Look(), PAGE, catalog().typesetter(), pages)
    texts = list(rule_texts(made))
    assert texts
    assert [text.text for text in texts if _is_stretched(text)] == []
    assert any(_is_stretched(text) for text in _history(made))


def _is_stretched(text: Text) -> bool:
    """Whether the spaces within a line are not as wide as they are in the font."""
    inner = zip(text.text.rstrip(), text.adjust, strict=False)
    return any(char == " " and abs(added) > 1e-6 for char, added in inner)


def _history(pages: tuple[Drawing, ...]) -> list[Text]:
    rules = {id(text) for text in rule_texts(pages)}
    return [text for text in rule_texts(pages[1:2], role="Part") if id(text) not in rules]


def _figures(book: Book, pages: int, setting: Setting) -> Figures:
    texts = BookletContent.of(BookletWords.of(book, pages), Look()).figures
    return Figures({text.name: text for text in texts}, {}, setting, Lengths(catalog().typesetter("en")))


@pytest.mark.parametrize("pages", sampled([12, 4], 0))
def test_parts_have_squares_of_much_the_same_size_and_captions_whose_head_is_one_line(pages: int) -> None:
    book = read_book(catalog(), "hnefatafl", "copenhagen")
    typesetter, setting = catalog().typesetter("en"), settings(pages)[0]
    figures = _figures(book, pages, setting)
    squares = []
    for name, scene in book.scenes.items():
        cell = figures.cell(name)
        assert cell.height / cell.width == pytest.approx(scene.window.ranks / scene.window.files)
        head = figures.texts[name].caption.partition(". ")[0]
        assert cell.measure >= typesetter.width(head, "text", setting.caption.size) - 1e-6
        squares += [cell.width / scene.window.files] * (not scene.is_whole)
    assert max(squares) < 1.15 * min(squares)


def test_two_figures_in_a_row_stand_at_the_edges_or_in_two_of_three_columns() -> None:
    book = read_book(catalog(), "hnefatafl", "copenhagen")
    for setting in settings(PAGE_COUNTS[0])[::8]:
        figures = _figures(book, PAGE_COUNTS[0], setting)
        for names in pairwise(book.scenes):
            row, *others = figures.rows(names)
            if others or len(row.cells) == 1:
                continue
            first, second = row.cells
            start = first.wide + row.gap
            middle = (figures.measure - second.width) / 2
            assert start == pytest.approx(middle) or start + second.wide == pytest.approx(figures.measure)
            assert row.gap > 0


@pytest.mark.whole
def test_text_is_not_larger_than_thirteen_points_where_figures_can_grow() -> None:
    book = read_book(catalog(), "hnefatafl", "copenhagen")
    made = draw_booklet(book, Look(), PAGE, catalog().typesetter(), 12)
    places = read_places(made, catalog().typesetter().fonts)
    assert max(line.size for line in places.lines) <= LARGE + 1e-6


def test_the_opening_of_the_rules_is_not_read_over_a_leaf() -> None:
    book = read_book(catalog(), "brandub", "walker")
    content = BookletContent.of(BookletWords.of(book, 12), Look())
    (block,) = opening_blocks(content.opening, Setter(content, settings(12)[0], catalog().typesetter()), 3)
    assert block.breaks
    assert all(each.leaf >= 300.0 > each.cost for each in block.breaks)


@pytest.mark.parametrize(
    ("game", "ruleset"),
    [
        pytest.param(name, ruleset.name, marks=pytest.mark.whole)
        for name in catalog().game_names()
        for ruleset in catalog().game(name).rulesets[:2]
    ],
)
def test_the_pages_of_larger_booklets_are_full(game: str, ruleset: str) -> None:
    book = read_book(catalog(), game, ruleset)
    for pages in PAGE_COUNTS[1:]:
        made = draw_booklet(book, Look(), PAGE, catalog().typesetter(), pages)
        white = list(white_feet(made, BOX))
        assert len(white) == pages - 2
        assert max(white) <= WHITE
        assert sum(white) / len(white) <= MEAN_WHITE


@pytest.mark.whole
def test_rules_of_few_lines_are_not_parted() -> None:
    fonts = catalog().typesetter().fonts
    for game, ruleset in (("brandub", "masters"), ("tablut", "linnaeus")):
        book = read_book(catalog(), game, ruleset)
        places = read_places(draw_booklet(book, Look(), PAGE, catalog().typesetter(), 12), fonts)
        lines: dict[int, set[tuple[int, float]]] = {}
        for line in places.lines:
            lines.setdefault(id(line.paragraph), set()).add((line.page, round(line.y, 2)))
        parted = [found for found in lines.values() if len({page for page, _ in found}) > 1]
        assert [found for found in parted if len(found) < 8] == []


def _record(pages: int, leave_out: tuple[str, ...] = ()) -> list[tuple[GameTable, tuple[int, int]]]:
    """The tables for games that a booklet of so many pages may end with, and their first line and height in lines."""
    book = read_book(catalog(), "brandub", "walker")
    booklet = replace(book.texts.booklet, leave_out=leave_out)
    texts = replace(book.texts, booklet=booklet)
    words = BookletWords.of(replace(book, texts=texts), pages)
    blocks = record_block(words.record.title, settings(pages)[0], 7)
    return [(form.content, (form.end, form.lines)) for forms in blocks for form in forms]


def test_larger_booklets_may_end_with_a_table_for_games_unless_it_is_left_out() -> None:
    assert _record(4) == []
    assert _record(12, ("record",)) == []
    found = _record(12)
    assert found[0] == (GameTable(0), (8, 0))
    assert all(record.lines == lines for record, (_, lines) in found)
    assert found[-1][0].lines == settings(12)[0].page


@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset"), [("brandub", "macwhite"), ("magpie", "federation")])
def test_rules_have_as_many_lines_as_the_pages_have_room_for(game: str, ruleset: str) -> None:
    content = BookletContent.of(BookletWords.of(read_book(catalog(), game, ruleset), 12), Look())
    setter = catalog().typesetter("en")
    found = Searches().find(content, 12, setter)
    assert isinstance(found, BookletPages)
    style = found.setting.rules
    forms = [form.content for form in found.pages.forms if isinstance(form.content, RuleForm)]
    for stretch in (stretch for form in forms for stretch in form.stretches):
        wrap = stretch.wrap
        assert len(setter.paragraph(stretch.text.text, wrap.width, style, wrap.insets)) == stretch.lines


def test_pages_of_the_same_words_are_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []

    def arranged(blocks: Sequence[Sequence[BlockForm]], pages: Sequence[PageRoom]) -> PagedText | None:
        searched.append(pages)
        return arrange(blocks, pages)

    monkeypatch.setattr("taflkit.parts.booklet.search.arrange", arranged)
    book, look = read_book(catalog(), "brandub", "walker"), Look()
    draw_booklet(book, look, PAGE, catalog().typesetter(), 4)
    count = len(searched)
    assert count
    other = replace(look, ornament=replace(look.ornament, divider="knot"))
    draw_booklet(book, other, (140.0, 216.0), catalog().typesetter(), 4)
    assert len(searched) == count
    # a large initial changes lines
    large = replace(look, ornament=replace(look.ornament, initial="illuminated"))
    draw_booklet(book, large, PAGE, catalog().typesetter(), 4)
    assert len(searched) > count
