"""The pages of a booklet, measured: text, figures and headings stand on the grid, and nothing is too small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec import Struct
from msgspec.structs import replace

from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Shape, Tag, Text, Transform, multiply
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.booklet import draw_booklet
from taflkit.parts.booklet.grid import PageGrid
from taflkit.sheets.paper import PAPERS, TEXTS

A5 = (148.0, 210.0)
LEAST = 8.0 * 25.4 / 72
"""The least em in mm of what is to be read."""
FEWEST_LETTERS = 38
MOST_GAP = 9.0
"""The most mm between two blocks of a page, from the foot of letters to the top of the next."""


class Placed(Struct, frozen=True):
    """A run of text or a figure on a page: its box in mm, and the element that it belongs to."""

    page: int
    x: float
    top: float
    right: float
    low: float
    tag: Tag
    text: Text | None = None


def drawn(
    game: str = "brandub",
    ruleset: str | None = None,
    page: tuple[float, float] = A5,
    least: int | None = None,
    text: str = TEXTS[0],
) -> tuple[Drawing, ...]:
    book = read_book(catalog(), game, ruleset)
    return draw_booklet(book, Look(), page, catalog().typesetter(), least, text)


def placed(pages: tuple[Drawing, ...]) -> list[Placed]:
    """What stands on the pages behind the cover, but for their feet and the page of puzzles: texts, and figures."""
    shown = [(number, page) for number, page in enumerate(pages[1:], 2) if "bookmark='Puzzles'" not in str(page.shapes)]
    return [each for number, page in shown for each in _placed(number, page.shapes)]


def _placed(
    page: int, shapes: tuple[Shape, ...], outer: Transform = (1, 0, 0, 1, 0, 0), tag: Tag | None = None
) -> Iterator[Placed]:
    fonts = catalog().typesetter().fonts
    for shape in shapes:
        if isinstance(shape, Group):
            here = multiply(outer, shape.transform)
            if shape.tag is not None and shape.tag.role == "Figure":
                # a figure is clipped to its squares
                (clipped, *_) = shape.children
                assert isinstance(clipped, Group)
                assert clipped.clip is not None
                clip = clipped.clip
                wide, high = here[0] * clip.width, here[0] * clip.height
                yield Placed(page, here[4], here[5], here[4] + wide, here[5] + high, shape.tag)
            else:
                yield from _placed(page, shape.children, here, shape.tag or tag)
        elif isinstance(shape, Text) and tag is not None:
            x, y = outer[0] * shape.x + outer[4], outer[3] * shape.y + outer[5]
            face = fonts.face(shape.font)
            wide = sum(face.widths.get(letter, 0.0) for letter in shape.text.rstrip()) * shape.size + sum(shape.adjust)
            top = y - face.cap_height * shape.size
            yield Placed(page, x, top, x + wide, y + 0.2 * shape.size, tag, shape)


def figures(pages: tuple[Drawing, ...]) -> list[Placed]:
    return [each for each in placed(pages) if each.tag.role == "Figure"]


def squares(book: Book, found: list[Placed]) -> dict[str, float]:
    """The side in mm of the squares of each figure."""
    names = {id(description.text): name for name, description in book.descriptions.items()}
    by_text = {book.descriptions[name].text: name for name in names.values()}
    shown = {by_text[each.tag.alternative]: each for each in found}
    return {name: (each.right - each.x) / book.scenes[name].window.files for name, each in shown.items()}


def lines(pages: tuple[Drawing, ...], role: str) -> dict[int, list[str]]:
    """The words of each line of the elements of a role, by the element."""
    rows: dict[int, dict[tuple[int, float], str]] = {}
    for each in placed(pages):
        if each.text is not None and each.tag.role == role:
            row = rows.setdefault(id(each.tag), {})
            row[each.page, round(each.low, 1)] = row.get((each.page, round(each.low, 1)), "") + each.text.text
    return {key: list(row.values()) for key, row in rows.items()}


def _every_ruleset() -> list[tuple[str, str]]:
    named = [(name, ruleset.name) for name in catalog().game_names() for ruleset in catalog().game(name).rulesets]
    return sorted(named, key=lambda each: each != ("brandub", "walker"))


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 1))
def test_figures_begin_at_columns_and_have_one_square(game: str, ruleset: str, text: str) -> None:
    page = (210.0, 297.0) if text == TEXTS[-1] else A5
    book, pages = read_book(catalog(), game, ruleset), drawn(game, ruleset, page, text=text)
    grid, found = PageGrid(*page, text), figures(pages)
    assert len(found) == len([name for name in book.scenes if name not in book.texts.booklet.leave_out])
    columns = [grid.left + grid.at(column) for column in range(grid.columns)]
    for figure in found:
        assert min(abs(figure.x - column) for column in columns) < 0.01
        assert grid.top <= figure.top < figure.low <= grid.top + grid.lines * grid.leading
    sides = squares(book, found)
    assert {round(side, 2) for name, side in sides.items() if name != "start"} == {round(grid.square, 2)}
    assert 0.85 * grid.square < sides["start"] <= grid.square + 0.01 or book.variant.layout.size > 13 or grid.is_large


@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 1))
def test_figures_stand_in_the_order_of_their_rules_on_the_page_of_these(game: str, ruleset: str) -> None:
    pages = drawn(game, ruleset)
    found = placed(pages)
    numbers = [
        (each.page, int(match[1]))
        for each in found
        if each.tag.role == "Caption"
        and each.text
        and each.text.font == "bold"
        and (match := re.match(r"(\d+)", each.text.text))
    ]
    assert [number for _, number in numbers] == list(range(1, len(numbers) + 1))
    rules = {each.tag.parent: each.page for each in found if each.tag.role == "Lbl"}
    for figure in figures(pages):
        body = figure.tag.parent
        assert body is not None
        assert figure.page == rules[body.parent]


@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 1))
def test_nothing_is_wider_than_the_grid_or_overlaps(game: str, ruleset: str) -> None:
    grid, found = PageGrid(*A5), placed(drawn(game, ruleset))
    right = grid.left + grid.across(grid.columns)
    for each in found:
        assert each.right <= right + 0.2
        assert each.x >= (grid.left - 0.1 if each.tag.role != "Lbl" else 5.0)
    blocks = [each for each in found if each.tag.role == "Figure"]
    for figure in blocks:
        for other in found:
            if other is not figure and other.page == figure.page and other.x < figure.right and other.right > figure.x:
                assert other.low <= figure.top + 0.5 or other.top >= figure.low - 0.01


@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 1))
def test_white_is_left_at_the_foot_of_a_page_alone(game: str, ruleset: str) -> None:
    found = placed(drawn(game, ruleset))
    for page in {each.page for each in found}:
        spans = sorted((each.top, each.low) for each in found if each.page == page)
        low = spans[0][1]
        for top, end in spans[1:]:
            assert top - low <= MOST_GAP
            low = max(low, end)


@pytest.mark.parametrize("text", TEXTS[:2])
@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 1))
def test_lines_are_neither_short_nor_long_and_letters_not_small(game: str, ruleset: str, text: str) -> None:
    pages = drawn(game, ruleset, text=text)
    assert all(each.text.size >= LEAST - 1e-6 for each in placed(pages) if each.text)
    rows = [row for element in lines(pages, "P").values() for row in element[:-1]]
    grid = PageGrid(*A5, text)
    wide = {id(each.tag) for each in placed(pages) if each.text and each.text.size >= grid.style.size - 1e-6}
    for key, element in lines(pages, "P").items():
        if key in wide:
            assert all(len(row.strip()) + 6 >= FEWEST_LETTERS and len(row) <= 78 for row in element[3:-1])
    assert rows


@pytest.mark.parametrize(("game", "ruleset"), sampled(_every_ruleset(), 0))
def test_every_caption_is_one_line_in_english(game: str, ruleset: str) -> None:
    # the key has no number
    captions = [rows for rows in lines(drawn(game, ruleset), "Caption").values() if rows[0][0].isdigit()]
    assert {len(rows) for rows in captions} == {1}


@pytest.mark.parametrize("name", PAPERS)
def test_the_grid_keeps_its_lines_on_every_paper(name: str) -> None:
    paper = PAPERS[PAPERS[name].leaflet]
    grid = PageGrid(paper.page_width, paper.page_height)
    assert grid.lines == 42
    assert 34.5 <= grid.column <= 36.0
    assert grid.left >= 12.0 - 1e-6
    assert grid.top >= 13.9
    assert grid.top + grid.lines * grid.leading + 18.0 <= paper.page_height
    large = PageGrid(paper.width, paper.height, TEXTS[-1])
    assert large.square == 14.4
    assert large.left >= 2 * 14.0


def test_a5_has_the_measures_of_the_design() -> None:
    grid = PageGrid(*A5)
    assert (grid.columns, grid.lines, grid.left, grid.top) == pytest.approx((3, 42, 14.0, 14.0))
    assert (grid.column, grid.measure, grid.square) == pytest.approx((36.0, 78.0, 7.2))
    # two, three and five ranks with a caption of one line
    assert [grid.row_lines(ranks * 7.2 + 1.1 + grid.caption.leading) for ranks in (2, 3, 5)] == [5, 7, 11]
    assert [grid.spanned(files) for files in (5, 6, 7, 11, 12, 19)] == [1, 2, 2, 2, 3, 3]
    assert grid.width_of(19) == pytest.approx(120.0)


@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in catalog().game("brandub").rulesets])
def test_brandub_has_four_pages(ruleset: str) -> None:
    assert len(drawn("brandub", ruleset)) == 4


def test_pages_are_at_least_as_many_as_are_asked_for_and_say_more_then() -> None:
    made = {pages: drawn(least=pages) for pages in (4, 8, 12, 16)}
    assert [len(each) for each in made.values()] == [4, 8, 12, 16]

    def words(pages: tuple[Drawing, ...]) -> str:
        return " ".join(each.text.text for each in placed(pages) if each.text)

    assert "Ballinderry" not in words(made[4])
    assert "Ballinderry" in words(made[8])
    assert len(drawn("hnefatafl", "copenhagen", least=4)) == 8


@pytest.mark.parametrize(
    ("game", "ruleset", "least", "tables"),
    [
        ("brandub", "walker", 4, []),
        ("hnefatafl", "fetlar", 4, [7]),
        ("hnefatafl", "sea-battle", 4, [6, 7]),
        ("tablut", "linnaeus", 4, [7]),
        ("brandub", "walker", 16, [8, 9]),
    ],
)
def test_pages_that_are_left_have_a_table_or_two_and_a_white_back(
    game: str, ruleset: str, least: int, tables: list[int]
) -> None:
    pages = drawn(game, ruleset, least=least)
    assert [each.page for each in placed(pages) if each.text and each.text.text == "Games played"] == tables
    behind = pages[max(tables) :] if tables else ()
    assert all(page.shapes == () for page in behind)
    assert len(behind) == 0 or len(pages) - len(behind) == max(tables)


def test_advice_has_a_page_of_its_own_if_pages_are_left_and_the_rules_fill_half_of_theirs() -> None:
    for game, is_apart in {"parlett": True, "alea-evangelii": True, "tablut": False, "brandub": False}.items():
        headings = [each for each in placed(drawn(game)) if each.tag.role == "H2"]
        (advice,) = (each for each in headings if each.text and each.text.text == "Playing well")
        assert (advice.page not in {each.page for each in headings if each is not advice}) == is_apart, game


def test_a_caption_hangs_into_the_gutter_to_be_one_line() -> None:
    half_letter = (139.7, 215.9)
    grid, captions = PageGrid(*half_letter), lines(drawn("magpie", "suckling", half_letter), "Caption")
    assert {len(rows) for rows in captions.values() if re.match(r"\d", rows[0])} == {1}
    found = [each for each in placed(drawn("magpie", "suckling", half_letter)) if each.tag.role == "Caption"]
    edges = [grid.left + grid.at(column) + grid.column for column in range(grid.columns)]
    ends = [min(each.right - edge for edge in edges if edge > each.x) for each in found]
    assert 0.0 < max(ends) < grid.gutter - 2.0


def test_the_key_of_the_signs_has_a_heading() -> None:
    (heading,) = (each for each in placed(drawn()) if each.text and each.text.text == "Figures")
    (moves,) = (each for each in placed(drawn()) if each.text and each.text.text == "moves")
    assert heading.tag.role == moves.tag.role == "Caption"
    assert heading.page == moves.page
    assert heading.low < moves.top


def test_figures_in_a_row_end_level_though_one_shows_a_rank_less() -> None:
    rows: dict[tuple[int, float], set[float]] = {}
    for each in figures(drawn("tablut")):
        rows.setdefault((each.page, round(each.top, 1)), set()).add(round(each.low, 1))
    assert [sum(number == page for page, _ in rows) for number in (3, 4)] == [2, 4]
    assert all(len(lows) == 1 for lows in rows.values())


def test_the_variations_of_a_source_stand_apart_from_the_last_rule() -> None:
    found = [each for each in placed(drawn("tawlbwrdd")) if each.text and each.tag.role in ("P", "LBody")]
    (variations,) = (each for each in found if each.text and each.text.text.startswith("Variations"))
    above = max(
        each.low for each in found if each.page == variations.page and each.low < variations.top and each.x < 90.0
    )
    assert variations.top - above > 4.0


def test_large_print_has_letters_of_18_points_and_figures_twice_as_large() -> None:
    usual, large = drawn(), drawn(page=(210.0, 297.0), text=TEXTS[-1])
    sizes = [each.text.size for each in placed(large) if each.text and each.tag.role in ("P", "LBody")]
    assert max(sizes) >= 18 * 25.4 / 72 - 1e-6
    for first, second in zip(figures(usual), figures(large), strict=True):
        assert second.right - second.x == pytest.approx(2 * (first.right - first.x), rel=0.01)


def test_letters_of_sentences_and_numbers_have_the_colour_of_rubrics() -> None:
    found = [each.text for each in placed(drawn()) if each.text and each.text.font == "bold"]
    letters = [text for text in found if re.fullmatch(r"[a-f]\s?", text.text)]
    assert letters
    assert {text.role for text in found} == {"text.rubric"}


def test_the_word_for_figures_is_not_broken() -> None:
    ends = [row for element in lines(drawn("hnefatafl", "copenhagen"), "P").values() for row in element]
    assert not [row for row in ends if re.search(rf"\(fig(ures?)?{SOFT_HYPHEN}", row)]


def test_a_text_far_too_long_is_refused_in_a_line_that_names_what_to_leave_out() -> None:
    book = read_book(catalog(), "brandub", "walker")
    words = book.texts.booklet
    history = replace(words.history, paragraphs=("Long ago and far away. " * 200,) * 20, longer=())
    long = replace(book, texts=replace(book.texts, booklet=replace(words, history=history)))
    with pytest.raises(DoesNotFit, match=r"16 at most; put some of advice, history, .* into leave_out"):
        draw_booklet(long, Look(), A5, catalog().typesetter())


def test_a_rule_higher_than_a_page_is_parted() -> None:
    book = read_book(catalog(), "brandub", "walker")
    rule = book.rules[0]
    sentence = replace(rule.sentences[0], text="The king wins. " * 260)
    long = replace(book, rules=(replace(rule, sentences=(sentence, *rule.sentences[1:])), *book.rules[1:]))
    pages = draw_booklet(long, Look(), A5, catalog().typesetter())
    grid = PageGrid(*A5)
    assert max(each.low for each in placed(pages)) <= grid.top + grid.lines * grid.leading + 1.0
    assert all(earlier <= later for earlier, later in pairwise(each.page for each in figures(pages)))


@pytest.mark.parametrize(
    ("game", "name"), [("alea-evangelii", "lea Evangelii"), ("ard-ri", "rd Rí"), ("tablut", "ablut")]
)
def test_the_whole_name_of_a_game_is_in_small_capitals_behind_the_initial(game: str, name: str) -> None:
    found = [
        each.text.text.rstrip(" ,").replace("\u00a0", " ")
        for each in placed(drawn(game))
        if each.text and each.text.font == "smallcaps"
    ]
    assert name in found
