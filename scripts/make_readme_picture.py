"""Make docs/kit.webp, the picture at the top of README: the default kit cut out and laid on a table.

Everything in it is a part that the program draws: the board's sections side by side, the counters where a game begins,
the two cards and the booklet. The light comes from the upper left. The same program gives the same picture.
"""

from __future__ import annotations

import io
import math
from itertools import cycle
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from taflkit.catalog import Catalog
from taflkit.kit.build import Press, open_press
from taflkit.kit.exports.parts import drawn_parts
from taflkit.kit.options import KitSpec
from taflkit.render.png import to_png

FILE = Path(__file__).resolve().parent.parent / "docs" / "kit.webp"
QUALITY = 84
"""Of the WebP, of 100."""

WIDTH, HEIGHT = 1600, 900
"""The picture's size in pixels."""
FINE = 3
"""How many times larger it is composed, so that turned edges are smooth."""
SCALE = 2.9 * FINE
"""Pixels to a millimetre while it is composed."""

TABLE_LIT, TABLE_DIM = (240, 229, 210), (209, 189, 158)
"""The table's colours below the lamp, and farthest from it."""
LAMP = (0.42, 0.20)
"""Where the table is lightest, of its width and height."""
SHADOW = (58, 34, 14)
CARD_EDGE, PAPER_EDGE = (176, 150, 112), (226, 221, 211)
"""The colours of cut edges: of card, and of the booklet's paper."""

BOARD_AT = (452.0, 448.0)
BOOKLET_AT, BOOKLET_TURN = (1122.0, 380.0), 3.0
CARDS_AT = (("card-attackers", (1322.0, 700.0), 8.0), ("card-defenders", (1446.0, 636.0), -7.0))
"""Where the middles of the parts lie, in pixels of the picture, and by how many degrees they are turned to the left."""
COUNTER_TURNS = (3.0, -5.0, 2.0, 6.0, -3.0, -1.0, 4.0, -6.0, 1.0, 5.0, -2.0, 3.0, -4.0)
"""The degrees by which the counters are turned: a hand has put them down."""


class Thickness(Struct, frozen=True):
    """How a part stands up from what it lies on.

    Attributes:
        edge: the colour of its cut edge.
        pixels: how much of that edge is seen, in pixels of the picture.
        reach: how far its shadow reaches, in pixels of the picture.
        dark: how dark the shadow is, of 1.
    """

    edge: tuple[int, int, int]
    pixels: float
    reach: float
    dark: float


BOARD = Thickness(CARD_EDGE, 3.0, 13.0, 0.62)
COUNTER = Thickness(CARD_EDGE, 2.0, 5.0, 0.50)
CARD = Thickness(PAPER_EDGE, 1.0, 6.0, 0.50)
BOOKLET = Thickness(PAPER_EDGE, 2.5, 10.0, 0.58)


def table() -> Image.Image:
    """Return the bare table: one warm colour, lighter below the lamp."""
    width, height = WIDTH * FINE, HEIGHT * FINE
    # black in its middle, and as light at its edge as the table is dim
    light = Image.radial_gradient("L").resize((2 * width, 2 * height), Image.Resampling.BICUBIC)
    left, top = round(width * (1 - LAMP[0])), round(height * (1 - LAMP[1]))
    return ImageOps.colorize(light.crop((left, top, left + width, top + height)), TABLE_LIT, TABLE_DIM)


def shaded(scene: Image.Image, shape: Image.Image, at: tuple[int, int], blur: float, dark: float) -> None:
    """Darken what lies below a shape that is blurred.

    Args:
        scene: what lies below.
        shape: where there is shadow, in white on black.
        at: the upper left corner of the shape.
        blur: how soft the shadow is, in pixels of the scene.
        dark: how dark it is, of 1.
    """
    room = math.ceil(3 * blur)
    wide = Image.new("L", (shape.width + 2 * room, shape.height + 2 * room))
    wide.paste(shape, (room, room))
    soft = wide.filter(ImageFilter.GaussianBlur(blur)).point(lambda value: round(value * dark))
    scene.paste(SHADOW, (at[0] - room, at[1] - room), soft)


def lay(
    scene: Image.Image,
    part: Image.Image,
    middle: tuple[float, float],
    thickness: Thickness,
    turn: float = 0.0,
    *,
    is_round: bool = False,
) -> None:
    """Lay a part on the scene, with its shadow and its cut edge.

    Args:
        scene: what lies below.
        part: the picture of the part.
        middle: where its middle lies, in pixels of the picture.
        thickness: how it stands up.
        turn: by how many degrees it is turned to the left.
        is_round: whether it is cut out as a disc.
    """
    outline = Image.new("L", part.size, 0 if is_round else 255)
    if is_round:
        ImageDraw.Draw(outline).ellipse((0, 0, part.width - 1, part.height - 1), fill=255)
    if turn:
        part = part.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        outline = outline.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    x, y = (round(each * FINE - side / 2) for each, side in zip(middle, part.size, strict=True))
    reach = thickness.reach * FINE
    # a wide shadow away from the lamp, and a narrow one where the part touches
    shaded(scene, outline, (round(x + 0.45 * reach), round(y + 0.8 * reach)), 0.9 * reach, thickness.dark)
    shaded(scene, outline, (round(x + 0.1 * reach), round(y + 0.2 * reach)), 0.2 * reach, 0.7 * thickness.dark)
    for step in range(round(thickness.pixels * FINE), 0, -1):
        scene.paste(thickness.edge, (x + step // 2, y + step), outline)
    scene.paste(part, (x, y), outline)


def spined(cover: Image.Image) -> Image.Image:
    """Return the booklet's cover with the shade of its fold along the left edge."""
    shade = Image.new("L", cover.size, 255)
    draw = ImageDraw.Draw(shade)
    depth = round(7 * SCALE)
    for x in range(depth):
        draw.line((x, 0, x, cover.height), fill=round(255 - 46 * (1 - x / depth) ** 2.2))
    return ImageChops.multiply(cover, Image.merge("RGB", (shade,) * 3))


def pictures(press: Press) -> dict[str, Image.Image]:
    """Return the parts of a kit as pictures, by their names."""
    made = {}
    for part in drawn_parts(press, 0.0):
        png = to_png(part.drawing, press.paints, SCALE * 25.4)
        made[part.name] = Image.open(io.BytesIO(png)).convert("RGB")
    return made


def composed() -> Image.Image:
    """Return the picture."""
    catalog = Catalog()
    with open_press(catalog, KitSpec()) as press:
        parts, plan, layout = pictures(press), press.facts.plan, press.facts.book.variant.layout
    scene = table()
    board = Image.new("RGB", parts["board"].size)
    draw = ImageDraw.Draw(board)
    for section in plan.sections:
        left, top, _, _ = plan.measures.place(section)
        board.paste(parts[f"section-{section.name.lower()}"], (round(left * SCALE), round(top * SCALE)))
        if section.file:
            # the seam: two cut edges side by side
            draw.line((left * SCALE, 0, left * SCALE, board.height), fill=(84, 52, 28), width=FINE)
    lay(scene, board, BOARD_AT, BOARD)
    side = plan.board_size * SCALE / FINE
    left, top = BOARD_AT[0] - side / 2, BOARD_AT[1] - side / 2
    for (square, piece), turn in zip(sorted(layout.start.items()), cycle(COUNTER_TURNS)):
        x = left + (plan.frame + (square.file + 0.5) * plan.cell) * SCALE / FINE
        y = top + (plan.frame + (layout.size - square.rank - 0.5) * plan.cell) * SCALE / FINE
        lay(scene, parts[f"counter-{piece.name.lower()}"], (x, y), COUNTER, turn, is_round=True)
    lay(scene, spined(parts["booklet-1"]), BOOKLET_AT, BOOKLET, BOOKLET_TURN)
    for name, middle, turn in CARDS_AT:
        lay(scene, parts[name], middle, CARD, turn)
    return scene.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the picture."""
    composed().save(FILE, "WEBP", quality=QUALITY, method=6)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
