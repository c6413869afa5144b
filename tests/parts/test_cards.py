"""The reminder cards, read back from a PDF: letters of 8 pt, figures of 22 mm, clear of the border and one another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from support.games import cross_picture, write_game
from support.pdf_content import MM, Page, read_pages
from support.pdf_geometry import Box
from support.shipped import FAMILY, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Document, Drawing, Text, walk
from taflkit.errors import DoesNotFit, TaflkitError
from taflkit.kit.build import Kit, build_kit, paged
from taflkit.kit.options import KitSpec
from taflkit.parts.cards import (
    CARD_SIZE,
    LEAST_EM,
    LEAST_FIGURE,
    Body,
    Fit,
    Room,
    Size,
    are_bare,
    card_lines,
    draw_card,
    draw_card_back,
    draw_groups,
    fit_groups,
)
from taflkit.render.pdf import to_pdf
from taflkit.tafl import Side
from taflkit.words.texts import CardGroup

MM_PT = 72 / 25.4
BORDER = 3.6
"""How far the inner edge of the border is from the card's edge."""
CLEAR = 2.0
HANGING = 0.1
"""How far the foot of a letter such as g may reach below the last line of a full card, in mm."""
INSET = 5.65
"""How far lines of text are from the card's edges, in mm."""


def page_of(side: Side, book: Book, *, two_sided: bool = False, back: bool = False) -> Page:
    """Draw a card, or its back, and read it back."""
    [page] = read_pages(pdf_of(side, book, two_sided=two_sided, back=back))
    return page


def pdf_of(side: Side, book: Book, theme: str = "ballinderry", *, two_sided: bool = False, back: bool = False) -> bytes:
    """Draw a card, or its back, as a PDF."""
    known = catalog().theme(theme)
    look, typesetter = known.look(catalog().store, book.ruleset.face), catalog().typesetter("en")
    draw = (
        draw_card_back(side, book, look, typesetter)
        if back
        else draw_card(side, book, look, typesetter, 0.0, two_sided)
    )
    drawing = Drawing(*CARD_SIZE, (draw,), "A card")
    return to_pdf(Document((drawing,), "A card", "", "", ("card",), "en"), known.paints)


def nearest(pdf: bytes) -> tuple[float, float, float, float]:
    """Return how far the ink of letters stays from the left, upper, right and lower edge of a page, in mm."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        words = page.get_textpage()
        boxes = [words.get_charbox(n) for n in range(words.count_chars()) if words.get_text_range(n, 1).strip()]
        width, height = page.get_size()
    left, low, right, top = zip(*boxes, strict=True)
    return min(left) / MM_PT, (height - max(top)) / MM_PT, (width - max(right)) / MM_PT, min(low) / MM_PT


def figures_of(page: Page) -> set[Box]:
    """Return what figures are clipped to, which are four or five squares wide, and three or more high."""
    clips = {path.clip for path in page.paths if path.clip is not None}
    shapes = [ranks / files for files in (4, 5, 7) for ranks in range(3, files + 1)]
    high = {clip: clip.height / clip.width for clip in clips if 15 < clip.width < 50}
    return {clip for clip, part in high.items() if any(abs(part - shape) < 0.001 for shape in shapes)}


def assert_legible(page: Page, least: int) -> None:
    """Every word has 8 pt and is 2 mm inside the border, every figure has 22 mm, and none is on another."""
    figures = figures_of(page)
    assert len(figures) >= least, page.text
    assert all(figure.width >= LEAST_FIGURE - 0.01 for figure in figures)
    edge = BORDER + CLEAR
    for shown in page.texts:
        assert shown.size >= 8 * MM, shown
        x, y = shown.start
        low = 0.24 * shown.size if set(shown.text) & set("gjpqy,;") else 0.0
        right = shown.end[0] - (0.2 * shown.size if shown.text.endswith(" ") else 0.0)
        words = Box(x, y - 0.66 * shown.size, right, y + low)
        assert words.within(Box(edge, edge, CARD_SIZE[0] - edge, CARD_SIZE[1] - edge), 0.05), shown
        for figure in figures:
            beside = words.right <= figure.left or figure.right <= words.left
            assert beside or words.bottom <= figure.top or figure.bottom <= words.top, shown
    for figure in figures:
        for other in figures - {figure}:
            apart = figure.right <= other.left or other.right <= figure.left
            assert apart or figure.bottom <= other.top or other.bottom <= figure.top


def assert_clear(game: str, rules: str, variations: tuple[str, ...], theme: str, *, two_sided: bool = False) -> None:
    """The ink of every letter is 2 mm inside the border, and of every figure 1.2 mm."""
    book = read_book(catalog(), game, rules, variations)
    for side in Side:
        pdf = pdf_of(side, book, theme, two_sided=two_sided)
        assert min(nearest(pdf)) >= BORDER + CLEAR - HANGING, (game, rules, side, nearest(pdf))
        [page] = read_pages(pdf)
        for figure in figures_of(page):
            free = min(figure.left, figure.top, CARD_SIZE[0] - figure.right, CARD_SIZE[1] - figure.bottom)
            assert free >= BORDER + 1.2


def test_words_stay_2_mm_inside_the_border() -> None:
    assert_clear("tawlbwrdd", "bell", (), "ballinderry")


@pytest.mark.whole
def test_words_of_every_ruleset_stay_2_mm_inside_the_border() -> None:
    for game, rules, variations in whole_family():
        assert_clear(game, rules, variations, "ballinderry")
        assert_clear(game, rules, variations, "manuscript", two_sided=True)


@pytest.mark.parametrize(
    ("game", "rules", "figures"),
    [("brandub", "walker", 2), ("tablut", "smith", 1), ("tablut", "linnaeus", 1), ("hnefatafl", "copenhagen", 0)],
)
def test_a_card_has_as_many_figures_as_its_text_leaves_room_for(game: str, rules: str, figures: int) -> None:
    book = read_book(catalog(), game, rules)
    look = catalog().theme("ballinderry").look(catalog().store)
    page = page_of(Side.DEFENDERS, book)
    assert_legible(page, figures)
    assert len(figures_of(page)) == figures
    assert are_bare(book, look, catalog().typesetter("en")) == (figures == 0)


def test_figures_of_unlike_heights_stand_on_one_line_and_leave_their_text_the_room() -> None:
    book = read_book(catalog(), "brandub", "walker")
    high, low = sorted(figures_of(page_of(Side.DEFENDERS, book)), key=lambda box: box.top)
    assert high.width == pytest.approx(high.height, abs=1e-3)
    assert low.height / low.width == pytest.approx(3 / 4, abs=1e-4)
    assert high.bottom == pytest.approx(low.bottom, abs=0.01)
    # five squares a side are a little smaller than four in a row
    assert 1.0 < (low.width / 4) / (high.width / 5) < 1.15
    tops = [figure.top for figure in figures_of(page_of(Side.ATTACKERS, book))]
    assert tops == pytest.approx([low.top] * 2, abs=0.01)


@pytest.mark.parametrize("side", Side)
def test_two_figures_side_by_side_stand_at_the_edges_of_the_text(side: Side) -> None:
    figures = figures_of(page_of(side, read_book(catalog(), "brandub", "walker")))
    left, right = sorted(figures, key=lambda box: box.left)
    assert left.left == pytest.approx(INSET, abs=0.01)
    assert right.right == pytest.approx(CARD_SIZE[0] - INSET, abs=0.01)


def test_no_group_of_sentences_is_parted_by_the_lower_edge_of_the_figure_beside_it() -> None:
    page = page_of(Side.DEFENDERS, read_book(catalog(), "tablut", "linnaeus"))
    [figure] = figures_of(page)
    behind = [shown for shown in page.texts if shown.start[1] > figure.top and shown.start[0] > figure.right]
    below = [shown for shown in page.texts if shown.start[1] > figure.bottom + 3.0]
    assert "Raichi" in " ".join(shown.text for shown in behind)
    assert below == []


def test_the_number_of_a_rule_stands_behind_a_heading_that_has_a_line_of_its_own() -> None:
    typesetter = catalog().typesetter("en")
    group = CardGroup("The king falls", "10", "In the open, between two attackers.")
    fit, room = Fit(LEAST_EM, 1.2, "none"), Room(28.0, 40.0, 40.0)
    shapes, _ = draw_groups(Body((group,)), fit, room, typesetter)
    texts = {shape.text: shape for shape, _ in walk(shapes) if isinstance(shape, Text)}
    heading, number = texts["The king falls"], texts["10"]
    assert number.y == heading.y
    end = heading.x + typesetter.width(heading.text, "smallcaps", heading.size)
    assert end < number.x < end + 2.0


@pytest.mark.parametrize(("game", "rules"), [("parlett", "sea-battle"), ("tawlbwrdd", "bell")])
def test_the_backs_of_both_cards_have_squares_of_much_the_same_size(game: str, rules: str) -> None:
    book = read_book(catalog(), game, rules)
    backs = [figures_of(page_of(side, book, two_sided=True, back=True)) for side in Side]
    assert [len(figures) for figures in backs] == [4, 4]
    heights = [figure.height for figures in backs for figure in figures if figure.height < 0.8 * figure.width]
    assert max(heights) < 1.01 * min(heights)


def test_a_card_of_two_sides_has_four_figures_on_its_back_and_larger_letters_on_its_front() -> None:
    book = read_book(catalog(), "brandub", None)
    behind = page_of(Side.ATTACKERS, book, back=True)
    assert_legible(behind, 4)
    front = page_of(Side.ATTACKERS, book, two_sided=True)
    assert_legible(front, 0)
    assert not figures_of(front)
    assert max(shown.size for shown in front.texts if "falls" in shown.text or "between" in shown.text) > 9 * MM


def whole_family() -> list[tuple[str, str, tuple[str, ...]]]:
    found: list[tuple[str, str, tuple[str, ...]]] = []
    rulesets = [("brandub", rules) for rules in catalog().game("brandub").ruleset_names]
    for game, rules in (*rulesets, *FAMILY):
        varied = read_book(catalog(), game, rules).ruleset.variations
        found += [(game, rules, each) for each in [(), *((name,) for name in varied)]]
    return found


@pytest.mark.whole
def test_the_cards_of_every_ruleset_are_legible() -> None:
    bare = []
    for game, rules, variations in whole_family():
        book = read_book(catalog(), game, rules, variations)
        for side in Side:
            page = page_of(side, book)
            assert_legible(page, 0)
            bare += [(game, rules, variations)] if not figures_of(page) else []
            assert_legible(page_of(side, book, two_sided=True), 0)
            assert_legible(page_of(side, book, back=True), 2)
    # the longest texts alone go without
    assert set(bare) <= {("hnefatafl", "copenhagen", ()), ("hnefatafl", "fetlar", ()), ("magpie", "federation", ())}


def sentences(count: int) -> str:
    """Return the cards of a game whose text has so many groups more, of some four lines each."""
    said = "Whoever has read as far as this may rest for a while, drink something, and look out of the window. " * 2
    table = '[[text.cards.sentence]]\nrule = "{}"\nrests = ["custody"]\ntext = "Number {}: {}"\n'
    # by turns, so that none continues the group before it
    names = ("moving", "capturing")
    return "\n".join(table.format(names[number % 2], number, said.strip()) for number in range(count))


def own(folder: Path, count: int) -> Book:
    return read_book(Catalog(), str(write_game(folder, cross_picture(7, 1), extra=sentences(count))), None)


def test_longer_text_goes_on_on_the_back_and_the_longest_is_refused(tmp_path: Path) -> None:
    book = own(tmp_path, 8)
    with pytest.raises(DoesNotFit) as caught:
        page_of(Side.ATTACKERS, book)
    line = str(caught.value)
    assert line.startswith("the text of the card 'The ")
    assert "mm of height at 8 pt; there is 70 mm; make the cards two-sided, shorten its sentences" in line
    assert caught.value.table == "cards"
    front, back = (page_of(Side.ATTACKERS, book, two_sided=True, back=back) for back in (False, True))
    assert_legible(front, 0)
    assert_legible(back, 0)
    told = [number for page in (front, back) for number in range(8) if f"Number {number}" in page.text]
    assert told == list(range(8))
    with pytest.raises(DoesNotFit, match="139 mm on both sides; shorten"):
        page_of(Side.ATTACKERS, own(tmp_path, 30), back=True)
    assert "Number 7" in " ".join(card_lines(book))


def test_a_kit_takes_cards_of_two_sides_where_text_needs_them(tmp_path: Path) -> None:
    def made(count: int, **choices: Any) -> Kit:
        where = write_game(tmp_path, cross_picture(7, 1), extra=sentences(count))
        return build_kit(Catalog(), KitSpec(game=str(where), parts=("cards",), **choices))

    short, long = made(2), made(8)
    assert not short.long_cards
    assert len(short.documents[""].pages) == 1
    assert (long.long_cards, long.spec.cards) == (True, "two-sided")
    assert len(long.documents[""].pages) == len(made(8, cards="two-sided").documents[""].pages) == 2
    assert not made(8, cards="two-sided").long_cards
    with pytest.raises(TaflkitError, match="139 mm on both sides; shorten"):
        made(30)
    book = own(tmp_path, 8)
    assert paged(Catalog(), book, KitSpec(parts=("cards",)))[0].cards == "two-sided"


def test_a_refusal_of_both_sides_says_what_their_backs_have_no_room_for(tmp_path: Path) -> None:
    line = r"it needs \d+ mm of height at 8 pt on its back, from '(Moving|Capturing)' on; there is 70 mm; what is under"
    refused = [problem for count in (10,) for problem in refusals(own(tmp_path, count))]
    assert any(re.search(line, problem) for problem in refused), refused
    for problem in refused:
        needs, there = (float(number) for number in re.findall(r"(\d+) mm", problem))
        assert needs > there


def refusals(book: Book) -> list[str]:
    """Return why a card of two sides is refused, if it is."""
    try:
        page_of(Side.ATTACKERS, book, two_sided=True)
    except DoesNotFit as error:
        return [str(error)]
    return []


def test_a_word_as_wide_as_a_line_has_its_heading_above_it() -> None:
    typesetter = catalog().typesetter("en")
    room = Room(40.0, 70.0, 71.0)
    wide = Body((CardGroup("Move", "4", "A" + "b" * 22 + " moves."),), (Size(LEAST_FIGURE, LEAST_FIGURE),))
    fit = fit_groups((wide,), room, typesetter)
    assert fit is not None
    assert fit.figures == "below"
    heading = Body((CardGroup("A heading that takes a whole line and more", "4, 5", "Word."),))
    assert fit_groups((heading,), room, typesetter) is not None
