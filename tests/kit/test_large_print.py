"""The large print edition: letters of 18 pt that stand out from whatever is under them, on every page of every game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from support.shipped import built, catalog, read
from taflkit.catalog.themes import GROUNDS, contrast
from taflkit.drawing.shapes import Drawing, Extent, Extents, Text, walk
from taflkit.kit.options import KitSpec
from taflkit.render.png import to_png

LEAST = 7.0
"""The contrast that WCAG asks of text at level AAA."""
DPI = 100
POINT = 25.4 / 72
GAMES = [pytest.param(name, marks=[] if name == "brandub" else pytest.mark.whole) for name in catalog().game_names()]


def edition(game: str, mode: str = "colour", **more: str) -> KitSpec:
    return KitSpec(game=game, text="18pt", theme="plain", ink="full", mode=mode, **more)  # type: ignore[arg-type]


def letters(page: Drawing) -> Iterator[tuple[str, str, Extent]]:
    """Yield every line of text, and every number that is drawn, with its role and the box that small letters fill."""
    extents = Extents(lambda text: 0.0)
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


def grounds(page: Drawing, spec: KitSpec) -> Image.Image:
    """The page without a letter; where two grounds meet it is black and white is not to be had, so it is left out."""
    paints = built(spec).paints
    roles = {role for _, role, _ in letters(page)}
    bare = {role: replace(paints.paint(role), fill=None, stroke=None) for role in roles}
    drawn = to_png(page, replace(paints, by_role={**paints.by_role, **bare}), DPI)
    return Image.open(BytesIO(drawn)).convert("RGB")


def flat(picture: Image.Image) -> Image.Image:
    """Where a picture has one colour all round."""
    edges = ImageChops.difference(*(picture.filter(each(3)) for each in (ImageFilter.MinFilter, ImageFilter.MaxFilter)))
    return edges.convert("L").point(lambda value: 0 if value else 255)


def faint(spec: KitSpec) -> Iterator[tuple[int, str, str, float]]:
    """Yield the letters of a kit that stand out too little: page, text, role and contrast."""
    kit = built(spec)
    for number, page in enumerate(kit.documents[""].pages, 1):
        picture = grounds(page, spec)
        even = flat(picture)
        for said, role, box in letters(page):
            paint = kit.paints.paint(role)
            place = [round(side / 25.4 * DPI) for side in (box.left, box.top, box.right, box.bottom)]
            place[2:] = max(place[2], place[0] + 1), max(place[3], place[1] + 1)
            under, there = picture.crop(tuple(place)), even.crop(tuple(place))
            marked = Image.composite(under, Image.new("RGB", under.size, (1, 254, 3)), there)
            found = [colour for _, colour in marked.getcolors(1 << 20) if colour != (1, 254, 3)]
            ink = paint.fill or paint.stroke or (1.0,)
            for colour in found:
                stands = contrast(ink, tuple(value / 255 for value in colour))
                if stands < LEAST:
                    yield number, said, role, stands


@pytest.mark.parametrize("mode", ["colour", "mono"])
@pytest.mark.parametrize("game", GAMES)
def test_letters_stand_out_from_what_is_under_them(game: str, mode: str) -> None:
    assert list(faint(edition(game, mode))) == []
