"""The large print edition: letters of 18 pt that stand out from whatever is under them, on every page of every game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import hypot

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from support.shipped import built, catalog
from taflkit.catalog.themes import GROUNDS, PAPER, contrast
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Drawing, Extent, Extents, Rect, Text, walk
from taflkit.kit.options import KitSpec
from taflkit.parts.marks.marks import draw_number
from taflkit.render.png import to_png
from taflkit.resources import MODES

LEAST = 7.0
"""The contrast that WCAG asks of text at level AAA."""
DPI = 72
NOWHERE = (1, 254, 3)
"""A colour that no page has."""
POINT = 25.4 / 72
GAMES = [pytest.param(name, marks=[] if name == "brandub" else pytest.mark.whole) for name in catalog().game_names()]


def edition(game: str, mode: str = "colour", **more: str) -> KitSpec:
    return KitSpec(game=game, text="18pt", theme="plain", ink="full", mode=mode, **more)  # type: ignore[arg-type]


def letters(page: Drawing) -> Iterator[tuple[str, str, Extent]]:
    """Yield every line of text, and every number that is drawn, with its role and the box that small letters fill."""
    extents = Extents(lambda text: text.size)
    setter = catalog().typesetter("en")
    for shape, place in walk(page.shapes):
        if isinstance(shape, Text):
            wide = setter.face(shape.text, shape.font, shape.size).set_word(shape.text)[2] * shape.size
            box: Extent | None = Extent(shape.x, shape.y - 0.4 * shape.size, shape.x + wide, shape.y)
            said = shape.text
        elif shape.role in GROUNDS:
            box, said = extents.of(shape), "a number"
        else:
            continue
        if box is not None and said.strip():
            yield said, shape.role, box.under(place)


def grounds(page: Drawing, paints: Paints) -> tuple[Image.Image, Image.Image]:
    """The page without a letter, and where it has one colour all round."""
    roles = {role for _, role, _ in letters(page)}
    bare = {role: replace(paints.paint(role), fill=None, stroke=None) for role in roles}
    drawn = to_png(page, replace(paints, by_role={**paints.by_role, **bare}), DPI)
    picture = Image.open(BytesIO(drawn)).convert("RGB")
    ends = (picture.filter(each(3)) for each in (ImageFilter.MinFilter, ImageFilter.MaxFilter))
    return picture, ImageChops.difference(*ends).convert("L").point(lambda value: 0 if value else 255)


def faint(page: Drawing, paints: Paints) -> Iterator[tuple[str, str, float]]:
    """Yield the letters of a page that stand out too little from what is under them: text, role and contrast."""
    picture, even = grounds(page, paints)
    for said, role, box in letters(page):
        paint = paints.paint(role)
        left, top, right, low = (round(side / 25.4 * DPI) for side in (box.left, box.top, box.right, box.bottom))
        place = (left, top, max(right, left + 1), max(low, top + 1))
        under, there = picture.crop(place), even.crop(place)
        marked = Image.composite(under, Image.new("RGB", under.size, NOWHERE), there if there.getbbox() else None)
        colours = {colour for _, colour in marked.getcolors(1 << 20)} - {NOWHERE}
        assert colours, (said, role)
        stands = min(contrast(paint.fill or PAPER, tuple(value / 255 for value in colour)) for colour in colours)
        if stands < LEAST:
            yield said, role, stands


@pytest.mark.parametrize("mode", MODES)
def test_letters_stand_out_from_the_grounds_that_they_are_meant_for(mode: str) -> None:
    paints = catalog().theme("plain", mode, "full").paints
    # plain's posters are lines on bare paper, so that those on coloured grounds are never drawn
    for role, grounds_of in GROUNDS.items():
        if role.startswith("text.poster."):
            continue
        for ground in grounds_of:
            under = (paints.paint(ground).fill if ground else None) or PAPER
            assert contrast(paints.paint(role).fill or PAPER, under) >= LEAST, (role, ground)


@pytest.mark.whole
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", catalog().game_names())
def test_letters_stand_out_from_what_is_under_them(game: str, mode: str) -> None:
    kit = built(edition(game, mode))
    found = [
        (number, *each) for number, page in enumerate(kit.documents[""].pages, 1) for each in faint(page, kit.paints)
    ]
    assert found == []


def test_the_measure_sees_the_ground_and_not_the_paper() -> None:
    paints = catalog().theme("plain", "mono", "full").paints
    line = catalog().typesetter("en").line("Brandub", "text", 6.35, "text", (5.0, 12.0))
    number = draw_number(17, (12.0, 20.0), 5.0, "text.rubric")
    dark = Rect(0.0, 0.0, 40.0, 30.0, "board.hatching")
    assert list(faint(Drawing(40.0, 30.0, (line, number)), paints)) == []
    assert [role for _, role, _ in faint(Drawing(40.0, 30.0, (dark, line, number)), paints)] == ["text", "text.rubric"]


@pytest.mark.parametrize("game", GAMES)
def test_what_players_read_has_18_points_and_cards_have_16(game: str) -> None:
    for page, drawing in zip(built(edition(game)).pages.pages, built(edition(game)).documents[""].pages, strict=True):
        # the game's name at the foot of pages, and the colophon at the end of the booklet, are no rules
        read = [
            shape.size * hypot(*place[:2]) / POINT
            for shape, place in walk(drawing.shapes)
            if isinstance(shape, Text) and shape.role not in ("text.label", "ruler.label", "text.muted")
            if shape.font != "smallcaps" or page.role != "leaf"
        ]
        if page.role == "leaf":
            assert min(read) > 17.99
        elif page.role == "front" and any(part.kind == "card" for part in page.sheet.parts):
            assert min(read) > 15.99
