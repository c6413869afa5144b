"""The box: its front with the king among his men, its name on front and walls, its words at the foot; its halves."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Extents, Group, Layer, Path, Shape, Shown, Text, walk
from taflkit.drawing.store import Store
from taflkit.parts.box import draw_box
from taflkit.parts.counters import draw_piece
from taflkit.sheets.boxes import Net, box_net, tray_nets
from taflkit.tafl import Piece

SETTER = catalog().typesetter("en")
WORDS = "two players · thirteen pieces · seven by seven squares"
PT = 25.4 / 72
LARGEST = 10.0
"""The em in mm under which titles are those of walls."""
LARGE, SMALL = box_net(66.0, 10.0, 95.0), box_net(24.0, 8.0, 30.0)
LID = tray_nets("lid", 150.0, 12.0, 250.0, halves=False)[0]
HALVES = tray_nets("lid", 150.0, 12.0, 250.0, halves=True)


def texts(net: Net) -> list[tuple[str, float]]:
    """The lines on a net with their sizes."""
    drawn = draw_box(net, "Brandub", Look(), SETTER, 0.0, WORDS)
    return [(shape.text, shape.size) for shape, _ in walk((drawn,)) if isinstance(shape, Text)]


def pieces(shapes: tuple[Shape, ...]) -> int:
    """How many pieces are shown."""
    count = 0
    for shape in shapes:
        if isinstance(shape, Shown):
            roles = {inside.role for inside, _ in walk(shape.form.shapes)}
            count += any(role.startswith("piece.") for role in roles)
        elif hasattr(shape, "children"):
            count += pieces(shape.children)
    return count


@pytest.mark.parametrize("net", [LARGE, LID], ids=["box", "lid"])
def test_the_king_stands_among_twelve_men_and_the_walls_have_the_name(net: Net) -> None:
    walls = 3 if net is LARGE else 4
    assert pieces((draw_box(net, "Brandub", Look(), SETTER),)) == 13 + 2 * walls
    names = [size for text, size in texts(net) if text == "Brandub"]
    assert len(names) == 1 + walls
    assert max(names) == names[0]


def test_words_at_the_foot_are_on_as_many_lines_as_can_be_read() -> None:
    assert WORDS in dict(texts(LID))
    assert {"two players · thirteen pieces", "seven by seven squares"} <= dict(texts(LARGE)).keys()
    assert not [text for text, _ in texts(SMALL) if "players" in text]


@pytest.mark.parametrize("net", [LARGE, SMALL, LID, *HALVES])
@pytest.mark.parametrize("title", ["Brandub", "Alea Evangelii", "A game of rather many words"])
def test_no_words_are_smaller_than_8_pt_and_the_title_face_is_for_20_pt(net: Net, title: str) -> None:
    drawn = draw_box(net, title, Look(), SETTER, 0.0, WORDS)
    for shape, _ in walk((drawn,)):
        if isinstance(shape, Text):
            assert shape.size >= 8 * PT
            assert shape.font != "display" or shape.size >= 20 * PT


def art_of(net: Net) -> list[Shape]:
    """What is printed on a net besides its cuts, folds and hatching."""
    drawn = draw_box(net, "Brandub", Look(), SETTER, 0.0, WORDS)
    return [part for part in drawn.children if isinstance(part, Group) and part.layer is Layer.ART]


def placed(net: Net, above: float = 0.0) -> Counter[tuple[object, ...]]:
    """What is printed on a net, each shape with its place in µm, as it lies `above` mm below the whole one's top."""
    laid = ((shape, (*place[:5], place[5] + above)) for shape, place in walk(art_of(net)))
    return Counter((shape, *(round(1000 * number) for number in place)) for shape, place in laid if not ground(shape))


def ground(shape: Shape) -> bool:
    """Whether it is the ground of a panel, which both halves have."""
    return shape.role == "card.ground"


@pytest.mark.parametrize("name", ["lid", "tray"])
def test_the_halves_together_show_what_is_on_the_whole(name: str) -> None:
    [whole] = tray_nets(name, 150.0, 12.0, 250.0, halves=False)
    upper, lower = tray_nets(name, 150.0, 12.0, 250.0, halves=True)
    seam = lower.cuts[0].y1 + whole.size[1] / 2
    first, second = placed(upper), placed(lower, seam)
    assert (first | second) == placed(whole)


@pytest.mark.parametrize("net", HALVES, ids=["upper", "lower"])
def test_nothing_of_a_half_lies_wholly_beyond_it(net: Net) -> None:
    extents = Extents(lambda text: SETTER.width(text.text, text.font, text.size))
    for shape, place in walk(art_of(net)):
        box = extents.of(shape)
        assert box is not None
        assert box.under(place).bottom > 0, shape
        assert box.under(place).top < net.size[1], shape
    named = {text for text, _ in texts(net)}
    assert named == ({"Brandub"} if net is HALVES[0] else {"Brandub", WORDS})


@pytest.mark.parametrize("theme", ["ballinderry", "plain"])
def test_names_stand_in_the_middle_of_the_walls_as_they_are_glued(theme: str) -> None:
    [whole] = tray_nets("lid", 150.0, 12.0, 250.0, halves=False)
    middles = {panel.name: (panel.x + panel.width / 2, panel.y + panel.height / 2) for panel in whole.panels}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in middles}
    look = catalog().theme(theme).look(Store())
    for net, above in zip(HALVES, (0.0, whole.size[1] / 2), strict=True):
        for shape, (a, b, c, d, e, f) in walk((draw_box(net, "Brandub", look, SETTER),)):
            if isinstance(shape, Text) and shape.size < LARGEST:
                # the middle of the word, at half the height of its capitals
                x = shape.x + SETTER.width(shape.text, shape.font, shape.size) / 2
                y = shape.y - SETTER.fonts.face(shape.font).cap_height * shape.size / 2
                middle = a * x + c * y + e, b * x + d * y + f + above
                near = min(middles, key=lambda name: math.dist(middle, middles[name]))
                found[near].append(middle)
    # the seam cuts the long walls, whose halves have the name both
    assert {name: len(words) for name, words in found.items()} == {
        "front": 0,
        "left": 2,
        "right": 2,
        "upper": 1,
        "lower": 1,
    }
    for name, words in found.items():
        assert all(math.dist(middle, middles[name]) < 0.3 for middle in words), name


def test_the_names_on_the_walls_of_a_lid_are_upright_when_it_lies_on_a_table() -> None:
    [whole] = tray_nets("lid", 150.0, 12.0, 250.0, halves=False)
    ways = {}
    for shape, (_, _, c, d, e, f) in walk((draw_box(whole, "Brandub", Look(), SETTER),)):
        if isinstance(shape, Text) and shape.size < LARGEST:
            # up is the way to the front's middle
            ways[round(-c), round(-d)] = (whole.size[0] / 2 - e) * -c + (whole.size[1] / 2 - f) * -d
    assert set(ways) == {(0, 1), (0, -1), (1, 0), (-1, 0)}
    assert all(way > 0 for way in ways.values())


@pytest.mark.parametrize("net", [LARGE, LID], ids=["box", "lid"])
def test_the_kings_lines_are_as_strong_for_his_size_as_those_of_a_large_counter(net: Net) -> None:
    light = catalog().theme("manuscript", "colour", "light")
    look = light.look(Store())

    def largest(shapes: tuple[Shape, ...], piece: Piece) -> tuple[float, float]:
        """How tall the largest device of a kind of piece is, and how wide its lines are, in mm."""
        found = []
        for shape, (a, b, _, _, _, _) in walk(shapes):
            if shape.role == f"piece.{piece.name.lower()}.line" and isinstance(shape, Path):
                heights = [numbers[-1] for _, numbers in shape.segments if numbers]
                width, factor = light.paints.paint(shape.role).width, math.hypot(a, b)
                found.append((factor * (max(heights) - min(heights)), factor * width))
        return max(found)

    drawn = (draw_box(net, "Brandub", look, SETTER),)
    (tall, king), (_, man) = largest(drawn, Piece.KING), largest(drawn, Piece.ATTACKER)
    high, line = largest((draw_piece(Piece.KING, 20.0, look),), Piece.KING)
    assert tall > high
    assert king == pytest.approx(line * tall / high, rel=0.01)
    assert king > man
