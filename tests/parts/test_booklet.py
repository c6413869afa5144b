"""The booklet's pages: figures stand behind their rules, in full pages, in text as large as it can be."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Shape, Tag, Text, Transform, multiply
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.booklet import draw_booklet

PAGE = (148.0, 210.0)


def drawn(game: str, ruleset: str, pages: int | None = None) -> tuple[Drawing, ...]:
    book = read_book(catalog(), game, ruleset)
    return draw_booklet(book, Look(), PAGE, catalog().typesetter(), pages)


def texts(shapes: tuple[Shape, ...], outer: Transform, tag: Tag | None = None) -> Iterator[tuple[Text, Transform, Tag]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from texts(shape.children, multiply(outer, shape.transform), shape.tag or tag)
        elif isinstance(shape, Text) and tag is not None:
            yield shape, outer, tag


LEVEL = 1.5
"""How many mm higher than the number of a rule the caption of a figure may stand that is level with its first line."""


def placed(pages: tuple[Drawing, ...]) -> list[tuple[str, str]]:
    """The numbers of rules and the captions of figures, as ("Lbl" or "Caption", text) from the top of each page."""
    found: dict[int, list[tuple[int, float, float, str, str]]] = {}
    for number, page in enumerate(pages):
        for text, outer, tag in texts(page.shapes, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)):
            if tag.role in ("Lbl", "Caption"):
                y, x = outer[3] * text.y + outer[5], outer[0] * text.x + outer[4]
                y += LEVEL if tag.role == "Caption" else 0.0
                found.setdefault(id(tag), []).append((number, y, x, tag.role, text.text))
    # a caption stands where its first line does
    return [(first[3], "".join(text for *_, text in lines)) for lines in sorted(found.values()) for first in lines[:1]]


def behind(pages: tuple[Drawing, ...]) -> list[tuple[int, int]]:
    """For every figure in the order of the pages the rule that it shows, and the last rule that stands before it."""
    above, found = 0, []
    for role, text in placed(pages):
        if role == "Lbl":
            above = int(text)
        elif shown := re.search(r"\(rule\s(\d+)", text):
            found.append((int(shown[1]), above))
    return found


def test_the_figures_of_shieldwall_ring_and_fort_stand_right_behind_their_rules() -> None:
    book = read_book(catalog(), "hnefatafl", "copenhagen")
    pages = drawn("hnefatafl", "copenhagen")
    found = behind(pages)
    assert len(found) == len(book.scenes)
    for name in ("shieldwall", "encirclement", "exit-fort"):
        (rule,) = [rule.number for rule in book.rules for sentence in rule.sentences[:1] if name in sentence.figures]
        shown = [above for number, above in found if number == rule]
        assert shown == [rule] * len(shown) != [], name
    # a figure may wait for the row of the rule that follows, and none stands behind the text of a third
    assert all(0 <= above - shows <= 2 for shows, above in found)


@pytest.mark.parametrize(
    ("game", "ruleset", "pages"),
    sampled(
        [("brandub", "walker", 8), ("hnefatafl", "copenhagen", 8), ("tablut", "smith", 8), ("hnefatafl", "fetlar", 12)],
        2,
    ),
)
def test_figures_are_in_the_order_of_their_numbers_and_never_before_their_rules(
    game: str, ruleset: str, pages: int
) -> None:
    made = drawn(game, ruleset, pages)
    numbers = [int(shown[1]) for _, text in placed(made) if (shown := re.match(r"Figure\s(\d+)", text))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(shows <= above for shows, above in behind(made))


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "name"), [("alea-evangelii", "lea Evangelii"), ("ard-ri", "rd Rí"), ("tablut", "ablut")]
)
def test_the_whole_name_of_a_game_is_in_small_capitals_behind_the_initial(game: str, name: str) -> None:
    pages = drawn(game, catalog().game(game).ruleset(None).name)
    found = [
        text.text.rstrip(" ,").replace("\u00a0", " ")
        for page in pages
        for text, _, _ in texts(page.shapes, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        if text.font == "smallcaps"
    ]
    assert name in found


def test_a_key_that_is_too_wide_is_refused_by_the_pages_that_were_asked_for() -> None:
    book = read_book(catalog(), "brandub", "walker")
    booklet = replace(book.texts.booklet, key={**book.texts.booklet.key, "moves": "W " * 90})
    wide = replace(book, texts=replace(book.texts, booklet=booklet))
    for pages, room in ((8, 105), (12, 104)):
        with pytest.raises(DoesNotFit, match=f"there is {room} mm"):
            draw_booklet(wide, Look(), PAGE, catalog().typesetter(), pages)
