"""The reminder cards, read back from a PDF: letters of 8 pt, squares of one size, nothing on another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from support.games import FULL_CARDS, card_sentences, cross_picture, write_game
from support.pdf_content import MM, Page, read_pages
from support.pdf_geometry import Box
from support.shipped import FAMILY, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Document, Drawing, Extents, Text, walk
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit, TaflkitError
from taflkit.figures.script import Window
from taflkit.kit.build import Kit, build_kit, paged
from taflkit.kit.options import KitSpec
from taflkit.parts.cards import (
    CARD_SIZE,
    LEAST_EM,
    LEAST_SQUARE,
    Body,
    Fit,
    Room,
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
    look, typesetter = known.look(catalog().store, book.ruleset.face), catalog().typesetter(book.texts.language)
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
    """Return what figures are clipped to, which are four squares wide or more, and two or more high."""
    clips = {path.clip for path in page.paths if path.clip is not None}
    shapes = [ranks / files for files in range(4, 8) for ranks in range(2, files + 1)]
    high = {clip: clip.height / clip.width for clip in clips if 15 < clip.width < 50}
    return {clip for clip, part in high.items() if any(abs(part - shape) < 0.001 for shape in shapes)}


def squares_of(figures: set[Box], windows: Iterable[Window]) -> set[float]:
    """Return the sides of the squares of figures, whose windows are some of these, in µm."""
    sides = set()
    for figure in figures:
        fitting = {
            figure.width / w.files for w in windows if abs(figure.height / figure.width - w.ranks / w.files) < 0.001
        }
        assert len(fitting) == 1, figure
        sides |= {round(1000 * side) for side in fitting}
    return sides


def windows_of(book: Book) -> list[Window]:
    cards = book.texts.cards
    names = {*cards.attackers.figures, *cards.defenders.figures} & book.played.keys()
    return [book.played[name].window for name in names]


def assert_legible(page: Page, least: int) -> None:
    """Every word has 8 pt and is 2 mm inside the border, every figure has squares of 4.4 mm, and none is on another."""
    figures = figures_of(page)
    assert len(figures) >= least, page.text
    assert all(figure.width >= 4 * LEAST_SQUARE - 0.01 for figure in figures)
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
    [
        ("brandub", "walker", 2),
        ("hnefatafl", "fetlar", 2),
        ("magpie", "federation", 2),
        ("hnefatafl", "copenhagen", 1),
    ],
)
def test_a_card_has_as_many_figures_as_its_text_leaves_room_for(game: str, rules: str, figures: int) -> None:
    book = read_book(catalog(), game, rules)
    page = page_of(Side.DEFENDERS, book)
    assert_legible(page, figures)
    assert len(figures_of(page)) == figures
    assert not are_bare(book, catalog().theme("ballinderry").look(catalog().store), catalog().typesetter("en"))


def test_cards_whose_text_takes_all_the_room_are_bare(tmp_path: Path) -> None:
    counts = []
    for extra in (card_sentences(4), FULL_CARDS):
        book = read_book(Catalog(), str(write_game(tmp_path, cross_picture(7, 1), extra=extra)), None)
        counts.append(len(figures_of(page_of(Side.ATTACKERS, book))))
        bare = are_bare(book, catalog().theme("ballinderry").look(Store()), catalog().typesetter("en"))
        assert bare == (counts[-1] == 0)
    assert counts == [1, 0]


@pytest.mark.parametrize(("game", "rules"), [("brandub", "walker"), ("tablut", "historical")])
@pytest.mark.parametrize(("two_sided", "back"), [(False, False), (True, True)])
def test_all_figures_of_both_cards_have_squares_of_one_size(game: str, rules: str, two_sided: bool, back: bool) -> None:
    book = read_book(catalog(), game, rules)
    pages = [page_of(side, book, two_sided=two_sided, back=back) for side in Side]
    figures = [figures_of(page) for page in pages]
    assert all(len(each) >= 4 if back else len(each) == 2 for each in figures)
    assert len(squares_of(figures[0] | figures[1], windows_of(book))) == 1


@pytest.mark.parametrize("side", Side)
def test_two_figures_side_by_side_stand_level_at_the_edges_of_the_text(side: Side) -> None:
    figures = figures_of(page_of(side, read_book(catalog(), "brandub", "walker")))
    left, right = sorted(figures, key=lambda box: box.left)
    assert left.left == pytest.approx(INSET, abs=0.01)
    assert right.right == pytest.approx(CARD_SIZE[0] - INSET, abs=0.01)
    assert left.top == pytest.approx(right.top, abs=0.01)


def test_figures_of_unlike_heights_have_their_tops_level() -> None:
    typesetter = catalog().typesetter("en")
    room, group = Room(51.7, 70.0, 71.0), CardGroup("Move", "4", "Any distance along a line.")
    low, high = Window(0, 0, 4, 2), Window(0, 0, 4, 3)
    body = Body((group,), (low, high))
    fit = fit_groups((body,), room, typesetter)
    assert fit is not None
    assert fit.top(body, room) == pytest.approx(71.0 - 3 * fit.square)
    # the lower of two stands beside a text
    assert Fit(LEAST_EM, 1.2, "beside").shown(body) == (low,)


def test_lines_beside_a_figure_end_clear_of_it() -> None:
    book, lines = read_book(catalog(), "hnefatafl", "copenhagen"), 0
    for side in Side:
        page = page_of(side, book)
        [figure] = figures_of(page)
        assert figure.right == pytest.approx(CARD_SIZE[0] - INSET, abs=0.01)
        assert figure.bottom == pytest.approx(CARD_SIZE[1] - 4.85, abs=0.01)
        # the last lines stand beside it, and the first reach over it
        beside = [shown for shown in page.texts if shown.start[1] > figure.top + 1.0 and shown.text.strip()]
        lines += len(beside)
        assert all(shown.end[0] < figure.left for shown in beside)
        assert any(shown.end[0] > figure.left for shown in page.texts if 20 < shown.start[1] < figure.top - 1.0)
    assert lines


def test_the_number_of_a_rule_stands_behind_a_heading_that_has_a_line_of_its_own() -> None:
    typesetter = catalog().typesetter("en")
    group = CardGroup("The king falls", "10", "In the open, between two attackers.")
    fit, room = Fit(LEAST_EM, 1.2, "none"), Room(28.0, 40.0, 40.0)
    shapes = draw_groups(Body((group,)), fit, room, typesetter)
    texts = {shape.text: shape for shape, _ in walk(shapes) if isinstance(shape, Text)}
    heading, number = texts["The king falls"], texts["10"]
    assert number.y == heading.y
    end = heading.x + typesetter.width(heading.text, "bold", heading.size)
    assert end < number.x < end + 2.0


@pytest.mark.parametrize("game", ["brandub", "hnefatafl", "parlett"])
@pytest.mark.parametrize("side", Side)
def test_a_back_is_full_of_figures_with_captions_beside_them(game: str, side: Side) -> None:
    page = page_of(side, read_book(catalog(), game, None), back=True)
    figures = sorted(figures_of(page), key=lambda box: box.top)
    assert len(figures) >= 4
    assert figures[0].top < 16
    assert figures[-1].bottom > CARD_SIZE[1] - 8
    assert all(low.top - high.bottom < 10.0 for high, low in pairwise(figures))
    captions = [shown for shown in page.texts if shown.start[1] > 13]
    for figure in figures:
        beside = [shown for shown in captions if figure.top < shown.start[1] < figure.bottom]
        # the first line is level with the figure's top
        assert min(shown.start[1] for shown in beside) - figure.top < 4.0
        assert all(shown.start[0] > figure.right for shown in beside)


def test_titles_and_headings_are_semi_bold_in_the_colour_of_numbers() -> None:
    book = read_book(catalog(), "brandub", None)
    card = draw_card(Side.ATTACKERS, book, catalog().theme("ballinderry").look(Store()), catalog().typesetter("en"))
    texts = [shape for shape, _ in walk((card,)) if isinstance(shape, Text)]
    assert "display" not in {text.font for text in texts}
    heads = [text for text in texts if text.font == "bold"]
    assert [text.text for text in heads] == ["The attackers", *(group.heading for group in book.cards[Side.ATTACKERS])]
    numbers = [text for text in texts if text.text in {group.numbers for group in book.cards[Side.ATTACKERS]}]
    assert {text.role for text in (*heads[1:], *numbers)} == {"text.rubric"}


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
    assert bare == []


def own(folder: Path, count: int) -> Book:
    return read_book(Catalog(), str(write_game(folder, cross_picture(7, 1), extra=card_sentences(count))), None)


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
    with pytest.raises(DoesNotFit, match="141 mm on both sides; shorten"):
        page_of(Side.ATTACKERS, own(tmp_path, 30), back=True)
    assert "Number 7" in " ".join(card_lines(book))


def test_a_kit_takes_cards_of_two_sides_where_text_needs_them(tmp_path: Path) -> None:
    def made(count: int, **choices: Any) -> Kit:
        where = write_game(tmp_path, cross_picture(7, 1), extra=card_sentences(count))
        return build_kit(Catalog(), KitSpec(game=str(where), parts=("cards",), **choices))

    short, long = made(2), made(8)
    assert not short.long_cards
    assert len(short.documents[""].pages) == 1
    assert (long.long_cards, long.spec.cards) == (True, "two-sided")
    assert len(long.documents[""].pages) == len(made(8, cards="two-sided").documents[""].pages) == 2
    assert not made(8, cards="two-sided").long_cards
    with pytest.raises(TaflkitError, match="141 mm on both sides; shorten"):
        made(30)
    assert len(made(2, mirror=True).documents[""].pages) == 1
    with pytest.raises(TaflkitError, match="so much text have two sides, and a mirrored sheet has one; leave them out"):
        made(8, mirror=True)
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
    wide = Body((CardGroup("Move", "4", "A" + "b" * 22 + " moves."),), (Window(0, 0, 4, 3),))
    fit = fit_groups((wide,), room, typesetter)
    assert fit is not None
    assert fit.figures == "below"
    heading = Body((CardGroup("A heading that takes a whole line and more", "4, 5", "Word."),))
    assert fit_groups((heading,), room, typesetter) is not None


@pytest.mark.parametrize("back", [False, True])
def test_an_enlarged_card_has_everything_larger_but_its_bleed(back: bool) -> None:
    book, look = read_book(catalog(), "brandub", None), catalog().theme("ballinderry").look(Store())
    extents, sizes = Extents(lambda _: 1.0), []
    for enlarged in (1.0, 2.0):
        typesetter = catalog().typesetter("en")
        card = (
            draw_card_back(Side.ATTACKERS, book, look, typesetter, 1.5, enlarged)
            if back
            else draw_card(Side.ATTACKERS, book, look, typesetter, 1.5, True, enlarged)
        )
        around = extents.of(card)
        assert around is not None
        assert around.left == pytest.approx(-1.5)
        assert around.right == pytest.approx(63 * enlarged + 1.5)
        assert around.bottom == pytest.approx(88 * enlarged + 1.5)
        shown = [(shape, place) for shape, place in walk((card,)) if isinstance(shape, Text)]
        sizes.append([place[0] * shape.size for shape, place in shown])
    assert sizes[1] == pytest.approx([2 * size for size in sizes[0]])
