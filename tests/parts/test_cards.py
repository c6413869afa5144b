"""The reminder cards, read back from a PDF: letters of 8 pt, figures of 22 mm, clear of the border and one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.pdf_content import MM, Page, read_pages
from support.pdf_geometry import Box
from support.shipped import FAMILY, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.shapes import Document, Drawing
from taflkit.errors import DoesNotFit
from taflkit.parts.card_text import FIGURE, Body, CardGroup, Room, fit_groups
from taflkit.parts.cards import CARD_SIZE, are_bare, card_lines, draw_card, draw_card_back
from taflkit.render.pdf import to_pdf
from taflkit.tafl import Side

BORDER = 3.6
"""How far the inner edge of the border is from the card's edge."""
CLEAR = 2.0


def page_of(side: Side, book: Book, *, two_sided: bool = False, back: bool = False) -> Page:
    """Draw a card, or its back, and read it back."""
    known = catalog().theme("ballinderry")
    look, typesetter = known.look(catalog().store, book.ruleset.face), catalog().typesetter("en")
    draw = draw_card_back(side, book, look, typesetter) if back else draw_card(side, book, look, typesetter, two_sided)
    drawing = Drawing(*CARD_SIZE, (draw,), "A card")
    [page] = read_pages(to_pdf(Document((drawing,), "A card", "", "", ("card",), "en"), known.paints))
    return page


def figures_of(page: Page) -> set[Box]:
    """Return the squares that figures are clipped to."""
    clips = {path.clip for path in page.paths if path.clip is not None}
    return {clip for clip in clips if clip.width > 15 and abs(clip.width - clip.height) < 0.01}


def assert_legible(page: Page, least: int) -> None:
    """Every word has 8 pt and is 2 mm inside the border, every figure has 22 mm, and none is on another."""
    figures = figures_of(page)
    assert len(figures) >= least, page.text
    assert all(figure.width >= FIGURE - 0.01 for figure in figures)
    edge = BORDER + CLEAR
    for shown in page.texts:
        assert shown.size >= 8 * MM - 1e-3, shown
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


@pytest.mark.parametrize(
    ("game", "rules", "figures"),
    [("brandub", "walker", 2), ("tablut", "smith", 1), ("hnefatafl", "copenhagen", 0)],
)
def test_a_card_has_as_many_figures_as_its_text_leaves_room_for(game: str, rules: str, figures: int) -> None:
    book = read_book(catalog(), game, rules)
    look = catalog().theme("ballinderry").look(catalog().store)
    page = page_of(Side.DEFENDERS, book)
    assert_legible(page, figures)
    assert len(figures_of(page)) == figures
    assert are_bare(book, look, catalog().typesetter("en")) == (figures == 0)


def test_a_card_of_two_sides_has_four_figures_on_its_back_and_larger_letters_on_its_front() -> None:
    book = read_book(catalog(), "brandub", None)
    behind = page_of(Side.ATTACKERS, book, back=True)
    assert_legible(behind, 4)
    front = page_of(Side.ATTACKERS, book, two_sided=True)
    assert_legible(front, 0)
    assert not figures_of(front)
    assert max(shown.size for shown in front.texts if "captured" in shown.text or "clear" in shown.text) > 9 * MM


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
    assert set(bare) <= {("hnefatafl", "copenhagen", ()), ("tablut", "linnaeus", ())}


def sentences(count: int) -> str:
    """Return the cards of a game whose text has so many groups more, of some four lines each."""
    said = "Whoever has read as far as this may rest for a while, drink something, and look out of the window. " * 2
    table = '[[text.cards.sentence]]\nrule = "Number {}"\nrests = ["custody"]\ntext = "{}"\n'
    return "\n".join(table.format(number, said.strip()) for number in range(count))


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
    with pytest.raises(DoesNotFit, match="141 mm on both sides; shorten"):
        page_of(Side.ATTACKERS, own(tmp_path, 30), back=True)
    assert "Number 7" in " ".join(card_lines(book))


def test_a_word_as_wide_as_a_line_has_its_heading_above_it() -> None:
    typesetter = catalog().typesetter("en")
    room = Room(40.0, 70.0, 71.0)
    wide = Body((CardGroup("Move", "4", "A" + "b" * 22 + " moves."),), 1)
    fit = fit_groups((wide,), room, typesetter)
    assert fit is not None
    assert fit.figures == "below"
    heading = Body((CardGroup("A heading that takes a whole line and more", "4, 5", "Word."),), 0)
    assert fit_groups((heading,), room, typesetter) is not None
