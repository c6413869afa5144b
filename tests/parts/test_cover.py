"""Covers are posters: ground, device and words in their places, in every game, paint and language, in little ink."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import pytest
from msgspec.structs import replace
from PIL import Image, ImageStat

from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.look import DEVICES, POSTER_GROUNDS, POSTERS, Face, Look
from taflkit.drawing.shapes import Drawing, Group, Path, Rect, Shape, Text, walk
from taflkit.parts.booklet.cover import draw_cover
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.counters import load_device
from taflkit.render.png import to_png

A5, HALF_LETTER, HALF_LEGAL, A4 = (148.0, 210.0), (139.7, 215.9), (177.8, 215.9), (210.0, 297.0)
GAMES = catalog().game_names()
POINT = 25.4 / 72
CLEAR = {"raven": "right", "wolf": "right", "magpie": "right", "dragon": "left", "ship": "right", "eagle": ""}
"""The sides of the ground that a poster stays 4 mm inside of, with what it is known by: a beak, a muzzle, a stem."""


def cover(book: Book, look: Look, page: tuple[float, float] = A5, language: str = "en") -> tuple[Shape, ...]:
    return draw_cover(BookletWords.of(book), page, look, catalog().typesetter(language))


def of_game(game: str, page: tuple[float, float] = A5) -> tuple[Shape, ...]:
    book = read_book(catalog(), game, None)
    return cover(book, catalog().theme().look(catalog().store, book.ruleset.face), page)


def box(path: Path) -> tuple[float, float, float, float]:
    return min(path.numbers[::2]), min(path.numbers[1::2]), max(path.numbers[::2]), max(path.numbers[1::2])


def device_of(shapes: tuple[Shape, ...]) -> tuple[Path, Rect]:
    """Return the device and what it is cut off by."""
    (group,) = (shape for shape in shapes if isinstance(shape, Group) and shape.clip is not None)
    (path,) = group.children
    assert isinstance(path, Path)
    assert isinstance(group.clip, Rect)
    return path, group.clip


@pytest.mark.parametrize("page", [A5, HALF_LETTER, HALF_LEGAL, A4], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_ground_lies_eight_mm_inside_the_page_and_cuts_the_device_off_below(
    game: str, page: tuple[float, float]
) -> None:
    shapes = of_game(game, page)
    ground = shapes[0]
    inset = 8.0 * max(1.0, min(page[0] / A5[0], page[1] / A5[1]))
    assert isinstance(ground, Rect)
    assert (ground.x, ground.y, ground.width, ground.height) == pytest.approx(
        (inset, inset, page[0] - 2 * inset, page[1] - 2 * inset)
    )
    device, clip = device_of(shapes)
    assert clip == ground
    left, top, right, low = box(device)
    assert low > ground.y + ground.height
    assert right - left > 0.9 * min(ground.width, ground.height * 132 / 194)
    # below the words, as far as these reach
    words = [text for text, _ in walk(shapes) if isinstance(text, Text)]
    ends = [(text.x + catalog().typesetter().width(text.text, text.font, text.size), text.y) for text in words]
    assert top >= max(y for _, y in ends) + 6.99 * max(1.0, min(page[0] / A5[0], page[1] / A5[1]))
    assert max(x for x, _ in ends) <= page[0] - inset


@pytest.mark.parametrize("game", GAMES)
def test_the_title_has_66_points_on_a_line_or_two_and_one_line_is_below_it(game: str) -> None:
    texts = [text for text, _ in walk(of_game(game)) if isinstance(text, Text)]
    title, line, ruleset = (
        [text for text in texts if text.size == size] for size in sorted({text.size for text in texts}, reverse=True)
    )
    width = max(catalog().typesetter().width(text.text, text.font, text.size) for text in title)
    assert title[0].size == pytest.approx(66 * POINT) or width == pytest.approx(116)
    assert title[0].size >= 59 * POINT
    assert len(title) == (2 if game in ("alea-evangelii", "parlett") else 1)
    assert {text.x for text in texts} == {16.0}
    assert title[0].y - 18 == pytest.approx(catalog().typesetter().fonts.face("smallcaps").cap_height * title[0].size)
    assert (len(line), line[0].size) == (1, pytest.approx(17 * POINT))
    assert (len(ruleset), ruleset[0].size) == (1, pytest.approx(10 * POINT))


@pytest.mark.parametrize("language", sampled(catalog().languages[1:], 1))
def test_the_line_is_one_in_every_language(language: str) -> None:
    for game in GAMES:
        if language in catalog().game(game).languages:
            book = read_book(catalog(), game, None, language=language, draft=True)
            shapes = cover(book, catalog().theme().look(catalog().store, book.ruleset.face), A5, language)
            sizes = [text.size for text, _ in walk(shapes) if isinstance(text, Text)]
            assert sizes.count(pytest.approx(17 * POINT)) == 1, game


def test_posters_stay_inside_the_ground_with_what_they_are_known_by_and_run_out_below() -> None:
    for name in POSTERS:
        numbers = [
            number / 100 for stroke in load_device(f"posters/{name}").fills.values() for number in stroke.numbers
        ]
        across, down = numbers[::2], numbers[1::2]
        assert min(down) >= 53, name
        assert max(down) > 194, name
        sides = CLEAR.get(name, "")
        assert ("right" in sides) == (max(across) <= 128), name
        assert ("left" in sides) == (min(across) >= 4), name


def test_a_device_without_a_poster_and_a_themes_own_are_enlarged() -> None:
    book, look = read_book(catalog(), "brandub", None), catalog().theme().look(catalog().store)
    for name in set(DEVICES) - set(POSTERS):
        device, ground = device_of(cover(book, replace(look, face=Face(attacker=name))))
        left, top, right, low = box(device)
        assert top > 60, name
        assert ground.y + ground.height < low, name
        assert right - left > 0.78 * ground.width, name


def test_covers_of_the_games_have_grounds_of_their_own() -> None:
    assert {catalog().game(game).face.ground for game in GAMES} == set(POSTER_GROUNDS)
    paints = catalog().paints("colour")
    assert len({paints.paint(f"poster.ground.{ground}").fill for ground in POSTER_GROUNDS}) == len(POSTER_GROUNDS)


@pytest.mark.parametrize(("theme", "mode"), sampled([*product(catalog().theme_names(), ("colour", "mono"))], 2))
def test_light_ink_draws_lines_on_white(theme: str, mode: str) -> None:
    painted = catalog().theme(theme, mode, "light")
    for game in GAMES:
        book = read_book(catalog(), game, None)
        shapes = cover(book, painted.look(catalog().store, book.ruleset.face))
        picture = Image.open(BytesIO(to_png(Drawing(*A5, shapes), painted.paints, 100))).convert("L")
        # with its words: the fills and ornament of a sheet, which has another page too, take 3 % at most
        assert ImageStat.Stat(picture).mean[0] >= 255 * (1 - 0.046), game


def test_mono_prints_black_on_white() -> None:
    paints = catalog().paints("mono")
    for ground in POSTER_GROUNDS:
        assert paints.paint(f"poster.ground.{ground}").fill == (1.0,)
        assert paints.paint(f"poster.device.{ground}").fill == paints.paint(f"text.poster.{ground}").fill == (0.0,)
    assert paints.paint("poster.edge").width == pytest.approx(1.2 * POINT, abs=0.01)
