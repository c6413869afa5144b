"""The poster: the rules on one page, its start and six figures on the grid, its letters as large as the page allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Rect, Shape, Tag, Text, Transform, multiply
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.poster import FIGURES, LEAST, draw_poster, shown_figures
from taflkit.sheets.paper import PAPERS

POINT = 25.4 / 72
A4, LETTER, A3 = ((PAPERS[name].width, PAPERS[name].height) for name in ("a4", "letter", "a3"))
LINE = 12.0
"""Mm at a page's foot for the kit's line, and the edge that printers leave white."""
LANGUAGES = ("en", "de", "fr", "da", "ga")


def poster(
    book: Book, paper: tuple[float, float] = A4, look: Look | None = None, language: str = "en"
) -> tuple[Shape, ...]:
    look = look or catalog().theme().look(catalog().store, book.ruleset.face)
    return draw_poster(book, paper, 8.0, paper[1] - LINE, look, catalog().typesetter(language))


def brandub() -> Book:
    return read_book(catalog(), "brandub", None)


def placed(
    shapes: tuple[Shape, ...], outer: Transform = (1, 0, 0, 1, 0, 0), tag: Tag | None = None
) -> Iterator[tuple[Tag | None, Text | tuple[float, float, float, float]]]:
    """Yield texts at their places, and the boxes of figures, each with the element that it belongs to."""
    for shape in shapes:
        if isinstance(shape, Group):
            here = multiply(outer, shape.transform)
            if shape.tag is not None and shape.tag.role == "Figure":
                (clipped, *_) = shape.children
                assert isinstance(clipped, Group)
                assert clipped.clip is not None
                clip = clipped.clip
                yield shape.tag, (here[4], here[5], here[0] * clip.width, here[0] * clip.height)
            else:
                yield from placed(shape.children, here, shape.tag or tag)
        elif isinstance(shape, Text):
            yield tag, replace(shape, x=outer[4] + outer[0] * shape.x, y=outer[5] + outer[3] * shape.y)


def texts(shapes: tuple[Shape, ...]) -> list[tuple[Tag | None, Text]]:
    return [(tag, each) for tag, each in placed(shapes) if isinstance(each, Text)]


def figures(shapes: tuple[Shape, ...]) -> list[tuple[float, float, float, float]]:
    return [each for _, each in placed(shapes) if not isinstance(each, Text)]


def em(shapes: tuple[Shape, ...]) -> float:
    """Return the em of the rules in points."""
    (size,) = {text.size for tag, text in texts(shapes) if tag and tag.parent and tag.parent.role == "LBody"
               and tag.role == "P"}  # fmt: skip
    return size / POINT


def check_fits(shapes: tuple[Shape, ...], paper: tuple[float, float]) -> None:
    assert em(shapes) >= LEAST - 1e-9
    assert min(text.size for _, text in texts(shapes)) >= 8.0 * POINT - 1e-6
    for _, text in texts(shapes):
        assert 8.0 <= text.x < paper[0] - 8.0
        assert 8.0 <= text.y <= paper[1] - LINE + 1e-6
    for x, y, wide, high in figures(shapes):
        assert x >= 8.0
        assert x + wide <= paper[0] - 8.0
        assert y + high <= paper[1] - LINE


def test_a_poster_has_the_start_and_six_figures_with_squares_of_one_size_on_the_columns() -> None:
    start, *others = figures(poster(brandub()))
    assert start[2] == start[3] > 60.0
    assert len(others) == FIGURES
    assert len({round(wide, 6) for _, _, wide, _ in others}) == 1
    assert len({round(x, 6) for x, _, _, _ in others}) == len({round(y, 6) for _, y, _, _ in others}) + 1 == 3
    # larger than on the booklet's pages
    assert others[0][2] / 5 > 7.2


def test_the_figures_are_one_of_each_rule_those_of_the_cards_first() -> None:
    shown = shown_figures(read_book(catalog(), "hnefatafl", "copenhagen"))
    assert shown == ("king-wins", "moves", "capture", "capture-corner", "shieldwall", "king-throne-four")
    assert "corner-barred" in shown_figures(brandub())


def test_a_poster_has_the_sentences_of_the_booklet_without_their_marks() -> None:
    book = brandub()
    parts: dict[int, list[str]] = {}
    for tag, text in texts(poster(book)):
        if tag and tag.role == "P" and tag.parent and tag.parent.role == "LBody":
            parts.setdefault(id(tag), []).append(text.text)
    printed = ["".join(each).replace(SOFT_HYPHEN, "").replace("\u00a0", " ") for each in parts.values()]
    words = BookletWords.of(book)
    assert len(printed) == len(book.rules)
    for rule, line in zip(book.rules, printed, strict=True):
        assert words.text.rules.mark not in line
        for sentence in rule.sentences:
            # a figure may be named at its end
            assert sentence.text.removesuffix(".").replace("\u00a0", " ") in line


def test_figures_are_read_with_the_rules_that_name_them() -> None:
    tags = [tag for tag, each in placed(poster(brandub())) if not isinstance(each, Text)]
    assert [tag.parent.role for tag in tags[1:] if tag and tag.parent] == ["LBody"] * FIGURES
    assert all(tag and tag.alternative for tag in tags)


def test_all_of_a_poster_grows_with_its_paper() -> None:
    small, large = poster(brandub()), poster(brandub(), A3)
    check_fits(large, A3)
    assert em(large) / em(small) >= A3[0] / A4[0] * 0.999
    assert figures(large)[1][2] / figures(small)[1][2] == pytest.approx(A3[0] / A4[0], rel=0.01)


def test_a_shorter_text_has_larger_letters_or_a_larger_start() -> None:
    short, long = (poster(read_book(catalog(), *name)) for name in (("tawlbwrdd", None), ("hnefatafl", "copenhagen")))
    assert em(short) >= em(long)
    assert figures(short)[0][2] > figures(long)[0][2]
    check_fits(long, A4)


def test_a_wide_paper_has_a_poster_in_its_middle() -> None:
    paper = (600.0, 400.0)
    shapes = poster(brandub(), paper)
    check_fits(shapes, paper)
    ground = shapes[0]
    assert isinstance(ground, Rect)
    assert ground.x + ground.width / 2 == pytest.approx(300.0)


def test_paper_without_room_for_letters_that_can_be_read_is_refused() -> None:
    with pytest.raises(
        DoesNotFit, match=r"the text of the poster does not fit.* at 9 pt.*choose larger paper"
    ) as problem:
        poster(brandub(), (148.0, 210.0))
    assert problem.value.choice == "paper"


@pytest.mark.whole
@pytest.mark.parametrize("paper", [A4, LETTER], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruleset_fits_its_poster_in_every_language(language: str, paper: tuple[float, float]) -> None:
    count = 0
    for game in catalog().game_names():
        spoken = catalog().game(game)
        if language not in ("en", *spoken.languages):
            continue
        for ruleset in spoken.ruleset_names:
            book = read_book(catalog(), game, ruleset, (), language, draft=language != "en")
            check_fits(poster(book, paper, language=language), paper)
            count += 1
    assert count >= len(catalog().game("brandub").ruleset_names)


@pytest.mark.parametrize("theme", ["manuscript", "plain"])
def test_posters_of_other_themes_fit_too(theme: str) -> None:
    book = read_book(catalog(), "tablut", None)
    check_fits(
        poster(book, LETTER, catalog().theme(theme, "mono", "light").look(catalog().store, book.ruleset.face)), LETTER
    )
