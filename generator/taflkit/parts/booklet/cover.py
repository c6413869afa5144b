"""The booklet's cover, a poster: the game's ground with one device, larger than the ground and cut off by it."""

from __future__ import annotations

from msgspec.structs import replace

from taflkit.drawing.look import OWN_BORDER, POSTERS, Look, is_own_face
from taflkit.drawing.shapes import Form, Group, Path, Rect, Shape, Tag, translate
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.borders import Border, draw_border, draw_tiled_ground, grown
from taflkit.parts.counters import load_device
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_block, set_title

# on a page of A5; all but the inset of smaller pages is the larger the larger the page is
_PAGE = (148.0, 210.0)  # mm
_INSET = 8.0  # mm from the page's edges to the ground
_EDGE = 0.21  # mm: half the width of the line round the ground, which lies outside it
_BORDER = 7.0  # mm: the depth of a theme's own border, inside the ground's edges
_MARGIN = 16.0  # mm from the page's edges to the words
_HIGH = 18.0  # mm from the page's edge to the top of the title's capitals
_TITLE = 66.0 * 25.4 / 72  # mm: em of the title at best, on one line or two
_SECOND = 0.62  # of that: the em of two lines on a ground that is low
_LEAST = 5.0  # mm: its least em
_CLOSER = 0.3  # em: how much closer two lines of small capitals stand than others, which hang and rise
_LINE = 17.0 * 25.4 / 72  # mm: em of the line below it
_RULESET = 10.0 * 25.4 / 72  # mm: em of the ruleset's name
_SMALLEST = 8.0 * 25.4 / 72  # mm: em of either at the least, before it is set smaller for being long
_GAP = 6.5  # mm from the title to the top of the line below it
_CLOSE = 3.4  # mm from that to the ruleset's name
_CLEAR = 7.0  # mm from the last of them to the device, at the least
_LEADING = 1.2  # em: the distance of lines
_HANGING = 0.3  # em: the lowest point of letters below their line; two lines have room
_POSTER = (132.0, 194.0)
"""The ground that posters are drawn for, in mm."""
_WIDE = 164.0  # mm: the width, on that ground, of a device that has no poster
_SEEN = {"raven": 72.0, "wolf": 82.0, "eagle": 82.0, "magpie": 82.0, "ship": 105.0, "torc": 130.0, "": 130.0}
"""What is seen of devices on a low ground, in mm from their tops on that one; other posters have what the raven has."""
_RIGHT = ("dragon",)  # the posters that are cut off at their right alone
_MIDDLE = 148.0  # mm: its middle below the ground's upper edge


def draw_cover(
    words: BookletWords, page: tuple[float, float], look: Look, typesetter: Typesetter, least: float = 0.0
) -> tuple[Shape, ...]:
    """Return the title over the game's device on its ground, on a page of a width and height in mm.

    Letters are of `least` mm at the least, if there is room.

    Raises:
        DoesNotFit: the words are too long.
        UnfitText: they have a letter that the fonts lack.
    """
    return draw_titled(words, Rect(*_inset(page), "poster.edge"), look, typesetter, _larger(page), least=least)


def draw_titled(
    words: BookletWords,
    area: Rect,
    look: Look,
    typesetter: Typesetter,
    larger: float,
    across: float | None = None,
    least: float = 0.0,
) -> tuple[Shape, ...]:
    """Return a ground with the title and the device; letters and distances are as much larger than on A5.

    Below the title letters are of `least` mm at the least.
    Words and device may have a width in mm at its left alone. The device is then so small that most of it is seen below
    the words.

    Raises:
        DoesNotFit, UnfitText: see draw_cover.
    """
    roles = _roles(look)
    ground, words_role, art = replace(area, role=roles[0]), roles[2], look.art
    margin, high, inside = (_MARGIN - _INSET) * larger, (_HIGH - _INSET) * larger, ground
    shapes: list[Shape] = [ground, replace(grown(ground, _EDGE), role="poster.edge")]
    if art.cover is not None:
        shapes += draw_tiled_ground(art.cover, ground, ground.role, look.store)
    if art.page is not None:
        depth = _BORDER * larger
        border = Border(OWN_BORDER, "page.knot", look.ornament.edged, own=art.page)
        frame = draw_border(border, ground.width, ground.height, depth, look.store)
        shapes.append(Group(frame, translate(ground.x, ground.y)))
        inside = grown(ground, -depth)
        margin, high = margin + depth, high + depth
    # the words
    x, width = area.x + margin, (across or area.width) - 2 * margin
    font = look.fonts.title if is_own_face(look.fonts.title) else "smallcaps"
    second = 1.0 if across is None else _SECOND
    room = TitleRoom("on the cover", width, _TITLE * larger, _LEAST, second * _TITLE * larger)
    title = set_title(words.book.title, font, room, typesetter)
    leading = title.leading - (_CLOSER * title.size if title.font == "smallcaps" else 0.0)
    first = area.y + high + typesetter.fonts.face(title.font).cap_height * title.size
    heights = [first + number * leading for number in range(len(title.lines))]
    lines = [
        typesetter.line(text, title.font, title.size, words_role, (x, y))
        for text, y in zip(title.lines, heights, strict=True)
    ]
    words_set: list[Shape] = [Group(tuple(lines), tag=Tag("H1"))]
    y = heights[-1]
    for text, size, above in ((words.subtitle, _LINE, _GAP), (str(words.book.names["ruleset"]), _RULESET, _CLOSE)):
        em = max(size * larger, least, _SMALLEST)
        best = Style(em, _LEADING * em, "italic", "text", words_role, align="left")
        block, style = set_block(text, "on the cover", best, (width, (_LEADING + _HANGING) * best.size), typesetter)
        y += above * larger + typesetter.fonts.face("italic").cap_height * style.size
        for number, line in enumerate(block):
            words_set.append(Group(tuple(line.at(x, y + number * style.leading)), tag=Tag("P")))
        y += (len(block) - 1) * style.leading
    stage = inside
    if across is not None:
        name = "" if look.art.device(look.face.cover) else getattr(look.face, look.face.cover)
        seen = inside.y + inside.height - y - _CLEAR * larger
        wide = min(across, seen * _POSTER[0] / _SEEN.get(name, _SEEN["" if name not in POSTERS else "raven"]))
        # one that is cut off at its right stands there, and one that is whole below the words
        right = across - wide if name in _RIGHT else 0.0 if name in POSTERS else margin
        stage = Rect(inside.x + right, inside.y, wide, wide / _POSTER[0] * _POSTER[1], inside.role)
    drawn = _device(look, stage, roles[1])
    # it makes way for words that come too near
    lower = y + _CLEAR * larger - min(height for path in drawn for height in path.numbers[1::2])
    if across is None:
        lower = max(0.0, lower)
    if lower:
        drawn = tuple(path.placed(lambda x, y: (x, round(y + lower, 2)), path.role) for path in drawn)
    shapes.append(Group(drawn, clip=inside))
    return (*shapes, *words_set)


def draw_small_cover(look: Look, page: tuple[float, float]) -> Form:
    """Return a cover as it is shown in little: its ground, its device, and a bar for the title."""
    role, device, words_role = _roles(look)
    ground, larger = Rect(*_inset(page), role), _larger(page)
    title = Rect(_MARGIN * larger, _HIGH * larger, 0.6 * page[0], 0.5 * _TITLE * larger, words_role)
    return Form((ground, Group(_device(look, ground, device, "poster.line.small"), clip=ground), title))


def _larger(page: tuple[float, float]) -> float:
    return max(1.0, min(page[0] / _PAGE[0], page[1] / _PAGE[1]))


def _inset(page: tuple[float, float]) -> tuple[float, float, float, float]:
    """Return the left and upper edges, the width and the height of the ground on a page."""
    inset = _INSET * _larger(page)
    return inset, inset, page[0] - 2 * inset, page[1] - 2 * inset


def _roles(look: Look) -> tuple[str, str, str]:
    """Return the roles of a ground, its device and its words."""
    name, art = look.face.ground, look.art
    if look.ornament.edged:
        return "poster.ground", "poster.device", "text.poster"
    if art.cover is not None or art.page is not None:
        # a theme's own ground or border goes before the game's colours
        return "page.ground", "page.ornament", "text.title"
    return f"poster.ground.{name}", f"poster.device.{name}", f"text.poster.{name}"


def _device(look: Look, ground: Rect, role: str, line: str = "poster.line") -> tuple[Path, ...]:
    """Return the device of the kind of piece that the game's face has on its cover, as large as its ground wants it.

    It is the theme's own, a poster, or that of the counters enlarged; line paints draw its outlines in the role `line`.
    """
    name: str = getattr(look.face, look.face.cover)
    own, lined = look.art.device(look.face.cover), look.ornament.edged
    size = min(ground.width / _POSTER[0], ground.height / _POSTER[1])
    # posters stand on the ground's lower edge, in its middle
    x, top = ground.x + ground.width / 2, ground.y + ground.height - _POSTER[1] * size
    radius, y = _WIDE / 2 * size, top + _MIDDLE * size
    if own is not None:
        paths = own.centred(x, y, radius, role)
        return tuple(replace(path, role=line) for path in paths) if lined else paths
    if name in POSTERS:
        strokes, scale, y = load_device(f"posters/{name}").fills, size / 100, top
        x -= _POSTER[0] / 2 * size
    else:
        device = load_device(name)
        strokes, scale = device.fills, radius / device.reach / 100
    letters = "".join([path.letters for path in strokes.values()])
    numbers = [number for path in strokes.values() for number in path.numbers]
    # in whole hundredths of a mm
    at = [round((x, y)[number % 2] + scale * value, 2) for number, value in enumerate(numbers)]
    return (Path.packed(letters, at, line if lined else role),)
