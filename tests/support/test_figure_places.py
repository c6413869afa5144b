"""The reader of figures' places finds what is wrong with a page."""

from __future__ import annotations

from support.figure_places import Places, interrupted, read_places
from support.shipped import catalog
from taflkit.drawing.shapes import Drawing, Group, Rect, Shape, Tag, Text, translate

ITEM = Tag("LI", parent=Tag("L"))
BODY, OTHER = Tag("LBody", parent=ITEM), Tag("LBody", parent=ITEM)
WORDS, OTHERS = Tag("P", parent=BODY), Tag("P", parent=OTHER)


def line(y: float, tag: Tag, x: float = 10.0) -> Group:
    return Group((Text(x, y, "the king and his men", "text", 3.0, "text"),), tag=tag)


def figure(y: float, body: Tag = BODY, x: float = 10.0) -> Group:
    return Group((Rect(0, 0, 20, 20, "figure.frame"),), translate(x, y), tag=Tag("Figure", parent=body))


def read(*pages: tuple[Shape, ...]) -> Places:
    fonts = catalog().typesetter().fonts
    return read_places([Drawing(148, 210, shapes) for shapes in ((), *pages)], fonts)


def test_a_figure_below_its_rule_is_where_it_belongs() -> None:
    places = read((line(10, WORDS), line(14, WORDS), figure(16), line(50, OTHERS)))
    assert (places.same_page(), places.other_spread(), places.strangers()) == (1.0, [], [])
    assert (places.torn(), places.overlapping(), places.distances()) == ([], [], [2.0])


def test_a_figure_on_another_page_or_spread_is_found() -> None:
    facing = read((line(10, WORDS),), (line(50, OTHERS), figure(16)))
    assert (facing.same_page(), facing.other_spread()) == (0.0, [])
    assert len(facing.strangers()) == 1
    overleaf = read((), (line(10, WORDS),), (line(10, OTHERS), figure(16)))
    assert len(overleaf.other_spread()) == 1
    assert overleaf.strangers() == []


def test_a_figure_within_a_paragraph_is_found() -> None:
    places = read((line(10, WORDS), line(14, WORDS), line(24, OTHERS), figure(26), line(50, OTHERS)))
    assert [(above.y, below.y) for above, below in places.torn()] == [(24, 50)]
    assert places.distances() == [12.0]


def test_words_on_a_figure_are_found_and_words_beside_it_are_none() -> None:
    beside = read((line(10, WORDS), figure(5, x=60.0)))
    assert beside.overlapping() == []
    assert len(read((line(10, WORDS), figure(5, x=12.0))).overlapping()) == 1


def test_words_that_interrupt_a_paragraph_are_found_and_those_behind_it_are_none() -> None:
    caption = Group((Text(60, 30, "Figure 1", "text", 3.0, "text"),), tag=Tag("Caption", parent=BODY))
    torn = Drawing(148, 210, (line(10, WORDS), caption, line(14, WORDS), line(18, OTHERS)))
    assert interrupted([torn]) == [WORDS]
    assert interrupted([Drawing(148, 210, (line(10, WORDS), line(14, WORDS), caption))]) == []
