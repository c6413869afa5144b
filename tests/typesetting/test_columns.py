"""Columns: items keep their order over the pages, paragraphs are not torn, floats wait for the next page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from taflkit.drawing.shapes import Circle, Group, Rect, Shape, Tag, Text, walk
from taflkit.resources import templates_folder
from taflkit.typesetting.columns import Initial, Item, baseline, paginate, set_initial, set_paragraph, space, stack
from taflkit.typesetting.lines import Fonts, Style, Typesetter

SETTER = Typesetter(Fonts(templates_folder() / "fonts"))
STYLE = Style(3.5, 4.2)
OUTLINES = TTFont(templates_folder() / "fonts" / "display.ttf")
WORDS = ("the", "king", "begins", "on", "his", "throne", "and", "all", "stand", "as", "shown")


def item(name: str, height: float = 10, *, breakable: bool = True, floats: bool = False) -> Item:
    return Item(height, (Rect(0, 0, 1, height, name),), breakable, floats=floats)


def roles(items: Sequence[Item]) -> list[str]:
    """The names of items that are not blank."""
    return [shape.role for i in items for shape in i.shapes if isinstance(shape, Rect)]


def paged(items: Sequence[Item], *heights: float) -> tuple[list[list[str]], list[str]]:
    pages, rest = paginate(items, heights)
    return [roles(page) for page in pages], roles(rest)


def test_pages_are_filled_one_after_the_other() -> None:
    items = [item(name) for name in "abcdefg"]
    assert paged(items, 30, 20, 100) == ([["a", "b", "c"], ["d", "e"], ["f", "g"]], [])


def test_an_item_that_fits_exactly_stays() -> None:
    tenths = [item(name, 0.1) for name in "abc"]  # three tenths are a hair more than 0.3
    assert sum(i.height for i in tenths) > 0.3
    assert paged(tenths, 0.3) == ([["a", "b", "c"]], [])


def test_what_finds_no_place_is_returned_in_order() -> None:
    assert paged([item(name) for name in "abcdef"], 20, 20) == ([["a", "b"], ["c", "d"]], ["e", "f"])


def test_an_item_higher_than_every_page_is_returned() -> None:
    assert paged([item("a"), item("tall", 60), item("b")], 50, 50) == ([["a"], []], ["tall", "b"])


def test_items_that_must_stay_together_go_to_the_next_page_together() -> None:
    items = [item("a"), item("b"), item("head", breakable=False), item("first", breakable=False), item("second")]
    assert paged(items, 45, 50) == ([["a", "b"], ["head", "first", "second"]], [])


def test_a_chain_that_no_page_can_hold_is_returned_whole() -> None:
    items = [item("a", breakable=False), item("b", breakable=False), item("c")]
    assert paged(items, 20, 20) == ([[], []], ["a", "b", "c"])


def test_blanks_are_dropped_at_the_top_of_a_page_and_kept_within() -> None:
    items = [space(5), item("a"), space(5), item("b"), space(5), space(3), item("c"), space(4), item("d")]
    pages, rest = paginate(items, (25, 30))
    assert [[i.height for i in page] for page in pages] == [[10, 5, 10, 5, 3], [10, 4, 10]]
    assert rest == []


def test_a_blank_alone_never_needs_a_page() -> None:
    pages, rest = paginate([item("a"), space(100)], (10,))
    assert roles(pages[0]) == ["a"]
    assert rest == []
    pages, rest = paginate([item("a"), item("b"), space(100)], (10,))
    assert roles(rest) == ["b"]
    assert not any(i.blank for i in rest)


def test_a_float_that_does_not_fit_goes_to_the_top_of_the_next_page() -> None:
    items = [item("a"), item("figure", 25, floats=True), item("b"), item("c")]
    assert paged(items, 30, 40) == ([["a", "b", "c"], ["figure"]], [])


def test_a_float_that_fits_stays_where_it_is() -> None:
    items = [item("a"), item("figure", 25, floats=True), item("b")]
    assert paged(items, 50) == ([["a", "figure", "b"]], [])


def test_floats_keep_their_order_even_if_a_later_one_would_fit() -> None:
    items = [item("a"), item("large", 25, floats=True), item("small", 5, floats=True), item("b"), item("c"), item("d")]
    assert paged(items, 30, 60) == ([["a", "b", "c"], ["large", "small", "d"]], [])


def test_a_float_that_no_page_can_hold_is_returned() -> None:
    items = [item("a"), item("figure", 90, floats=True), item("b")]
    assert paged(items, 30, 30) == ([["a", "b"], []], ["figure"])


def test_a_float_goes_before_what_was_pushed_over_with_it() -> None:
    items = [item("a"), item("head", breakable=False), item("figure", 25, floats=True), item("text", 25)]
    assert paged(items, 40, 70) == ([["a"], ["figure", "head", "text"]], [])


@st.composite
def columns(draw: st.DrawFn) -> list[Item]:
    """Some forty items of all kinds, each named by its number."""
    made = []
    for number in range(draw(st.integers(0, 40))):
        kind = draw(st.sampled_from(("plain", "plain", "held", "floats", "blank")))
        height = draw(st.integers(1, 12))
        if kind == "blank":
            made.append(space(height, draw(st.booleans())))
        else:
            made.append(item(str(number), height, breakable=kind != "held", floats=kind == "floats"))
    return made


@given(columns(), st.lists(st.integers(8, 60), min_size=1, max_size=5))
def test_nothing_is_lost_or_doubled_and_no_page_overflows(items: list[Item], heights: list[int]) -> None:
    pages, rest = paginate(items, heights)
    placed = [i for page in pages for i in page if not i.blank]
    assert len(pages) == len(heights)
    assert sorted(roles([*placed, *rest]), key=int) == roles(items)
    for page, height in zip(pages, heights, strict=True):
        assert not page or not page[0].blank
        high = 0.0
        for number, there in enumerate(page):
            high += there.height
            assert there.blank or high <= height, number


@given(columns(), st.lists(st.integers(8, 60), min_size=1, max_size=5))
def test_text_and_floats_each_keep_their_order(items: list[Item], heights: list[int]) -> None:
    pages, rest = paginate(items, heights)
    for floating in (False, True):
        order = [i for page in (*pages, rest) for i in page if not i.blank and i.floats is floating]
        assert roles(order) == roles([i for i in items if i.floats is floating])


@given(columns(), st.lists(st.integers(8, 60), min_size=1, max_size=5))
def test_a_page_ends_where_it_may(items: list[Item], heights: list[int]) -> None:
    pages, rest = paginate(items, heights)
    for number, page in enumerate(pages):
        text_after = [i for later in (*pages[number + 1 :], rest) for i in later if not i.blank and not i.floats]
        if page and text_after:
            assert page[-1].breakable


def paragraph(lines: int, **options: bool) -> list[Item]:
    """A paragraph of so many set lines."""
    words = list(itertools.islice(itertools.cycle(WORDS), lines * 10))
    while len(items := set_paragraph(SETTER, " ".join(words), 50, STYLE, **options)) != lines:
        words.pop()
    return items


@pytest.mark.parametrize(
    ("lines", "breaks"),
    [
        (1, [True]),
        (2, [False, True]),
        (3, [False, False, True]),
        (4, [False, True, False, True]),
        (6, [False, True, True, True, False, True]),
    ],
)
def test_a_paragraph_leaves_neither_its_first_nor_its_last_line_alone(lines: int, breaks: list[bool]) -> None:
    assert [i.breakable for i in paragraph(lines)] == breaks


@pytest.mark.parametrize("lines", [1, 2, 3, 4, 6])
def test_a_kept_paragraph_stays_with_what_follows(lines: int) -> None:
    items = paragraph(lines, keep=True)
    assert not items[-1].breakable
    assert [i.breakable for i in items[:-1]] == [i.breakable for i in paragraph(lines)[:-1]]


@pytest.mark.parametrize("room", range(1, 7))
def test_a_paragraph_over_two_pages_has_two_lines_at_least_on_each(room: int) -> None:
    items = paragraph(6)
    pages, rest = paginate(items, (room * STYLE.leading, 100))
    counts = [len(page) for page in pages]
    assert sum(counts) == 6
    assert rest == []
    assert counts[0] == {1: 0, 2: 2, 3: 3, 4: 4, 5: 4, 6: 6}[room]


def test_a_heading_is_never_the_last_thing_on_a_page() -> None:
    head = set_paragraph(SETTER, "The rules", 60, STYLE, keep=True)
    items = [item("a"), *head, space(1, breakable=False), *paragraph(4)]
    pages, rest = paginate(items, (10 + 2.5 * STYLE.leading, 100))
    assert roles(pages[0]) == ["a"]
    assert len(pages[1]) == 1 + 1 + 4
    assert rest == []


def test_a_paragraph_is_tagged_and_set_from_its_left_edge() -> None:
    plain = set_paragraph(SETTER, "The king", 60, STYLE, x=6.0)
    label = set_paragraph(SETTER, "The king", 60, STYLE, tag=Tag("LBody"))
    groups = [i.shapes[0] for i in (*plain, *label)]
    assert [g.tag.role for g in groups if isinstance(g, Group) and g.tag] == ["P", "LBody"]
    ((run, _),) = walk(plain[0].shapes)
    assert isinstance(run, Text)
    assert (run.text, run.x, run.y) == ("The king", 6.0, baseline(STYLE, SETTER))
    assert [i.height for i in (*plain, *label)] == [STYLE.leading] * 2


def test_the_baseline_puts_capitals_in_the_middle_of_the_line() -> None:
    low = baseline(STYLE, SETTER)
    high = low - SETTER.fonts.face("text").cap_height * STYLE.size
    assert math.isclose(high, STYLE.leading - low)
    assert 0 < high < low < STYLE.leading


def test_a_stack_puts_items_under_one_another() -> None:
    dot = Circle(0, 0, 1, "dot")
    shapes, low = stack([Item(10, (dot,)), space(4), Item(6, (dot, dot)), Item(2)], 3, 20)
    assert [(t[4], t[5]) for _, t in walk(shapes)] == [(3, 20), (3, 34), (3, 34)]
    assert low == 42
    assert stack([]) == ((), 0.0)


# Capitals with an ascender (D, H, K, L) or a tail (F, J, P, Q) in the uncial face, and others.
@pytest.mark.parametrize("letter", "ABCDFHJKLMOPQSTÉÞÅÑḂİŘbhpqjéå")
@pytest.mark.parametrize("ground", [None, lambda side: (Rect(0, 0, side, side, "ground"),)])
def test_an_initial_stays_within_its_lines(letter: str, ground: Callable[[float], tuple[Shape, ...]] | None) -> None:
    lines, capitals = 3, SETTER.fonts.face("text").cap_height * STYLE.size
    items = set_initial(SETTER, f"{letter}{' king' * 60}", 60, STYLE, lines, Initial(ground=ground))
    sign, place = next((s, t) for s, t in walk(items[0].shapes) if isinstance(s, Text) and s.font == "display")
    assert sign.text == letter.upper()
    low, high = SETTER.fonts.face("display").capitals[sign.text]
    foot, top = (place[5] + sign.y - reach * sign.size for reach in (low, high))
    bow = 0.06 * sign.size
    first = baseline(STYLE, SETTER) - capitals
    last = baseline(STYLE, SETTER) + (lines - 1) * STYLE.leading
    assert first - bow <= top < foot <= last + bow
    if ground is None:
        assert math.isclose(foot - top, last - first, abs_tol=2 * bow)


@pytest.mark.parametrize("letter", "ADKLT")
def test_the_lines_beside_an_initial_stand_clear_of_its_foot(letter: str) -> None:
    items = set_initial(SETTER, f"{letter}{' king' * 60}", 60, STYLE, 3, Initial())
    sign = next(s for s, _ in walk(items[0].shapes) if isinstance(s, Text) and s.font == "display")
    outline = OUTLINES["glyf"][OUTLINES.getBestCmap()[ord(letter)]]
    foot = outline.xMax / OUTLINES["head"].unitsPerEm * sign.size
    for item in items[:3]:
        begin = min(s.x for s, _ in walk(item.shapes) if isinstance(s, Text) and s.font == "text")
        assert begin - foot >= 0.35 * STYLE.size - 0.01


@pytest.mark.parametrize(
    "begin", ["“Tafl” is", "‘Tafl’ is", "800 years", "*Tafl* is", "… and", "ß is", "Ǫnd is", "\u00a0so"]
)
def test_a_paragraph_that_begins_with_no_capital_of_the_initials_is_set_without(begin: str) -> None:
    text = f"{begin} {'king ' * 60}"
    items = set_initial(SETTER, text, 60, STYLE, 3, Initial())
    assert [i.height for i in items] == [i.height for i in set_paragraph(SETTER, text, 60, STYLE)]
    assert {s.font for i in items for s, _ in walk(i.shapes) if isinstance(s, Text)} <= {"text", "italic"}


def test_a_paragraph_with_a_word_too_long_beside_an_initial_is_set_without() -> None:
    text = f"B {'x' * 35} {'king ' * 60}"
    items = set_initial(SETTER, text, 60, STYLE, 3, Initial())
    assert {s.font for i in items for s, _ in walk(i.shapes) if isinstance(s, Text)} == {"text"}


def test_soft_hyphens_and_composed_letters_make_no_other_initial() -> None:
    plain = set_initial(SETTER, f"Éire {'king ' * 60}", 60, STYLE, 3, Initial())
    for begin in ("\u00adÉ\u00adire", "E\u0301ire", " Éire"):
        items = set_initial(SETTER, f"{begin} {'king ' * 60}", 60, STYLE, 3, Initial())
        assert [[s for s, _ in walk(i.shapes)] for i in items] == [[s for s, _ in walk(i.shapes)] for i in plain]


@pytest.mark.parametrize("letter", ["T", "W", "Æ", "Œ"])
def test_a_wide_initial_stays_on_its_ground(letter: str) -> None:
    assert letter in SETTER.fonts.face("display").capitals
    (_, (sign,)), wide = Initial(ground=lambda side: (Rect(0, 0, side, side, "x"),)).draw(letter, 10, SETTER)
    assert isinstance(sign, Text)
    assert SETTER.width(letter, "display", sign.size) <= 0.8 * wide + 1e-9
