"""The box: its front with the king among his men, its name on front and spines, its words at the foot."""

from __future__ import annotations

import pytest

from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Shape, Shown, Text, walk
from taflkit.parts.box import draw_box
from taflkit.sheets.boxes import Net, box_net, tray_nets

SETTER = catalog().typesetter("en")
WORDS = "two players · thirteen pieces · seven by seven squares"
LARGE, SMALL = box_net(66.0, 10.0, 95.0), box_net(24.0, 8.0, 30.0)
LID = tray_nets("lid", 150.0, 12.0, 250.0, halves=False)[0]
UPPER, LOWER = tray_nets("lid", 150.0, 12.0, 250.0, halves=True)


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
def test_the_king_stands_among_twelve_men_and_the_spines_have_the_name(net: Net) -> None:
    spines = 2 if net is LARGE else 3
    assert pieces((draw_box(net, "Brandub", Look(), SETTER),)) == 13 + 2 * spines
    names = [size for text, size in texts(net) if text == "Brandub"]
    assert len(names) == 1 + spines
    assert max(names) == names[0]


def test_words_at_the_foot_are_on_as_many_lines_as_can_be_read() -> None:
    assert WORDS in dict(texts(LID))
    assert {"two players · thirteen pieces", "seven by seven squares"} <= dict(texts(LARGE)).keys()
    assert not [text for text, _ in texts(SMALL) if "players" in text]
    assert all(size >= 6 * 25.4 / 72 for text, size in (*texts(LARGE), *texts(LID)) if "se" in text)


def test_the_halves_of_a_lid_have_the_titles_of_their_own_walls() -> None:
    assert pieces((draw_box(LOWER, "Brandub", Look(), SETTER),)) == 13 + 2
    assert pieces((draw_box(UPPER, "Brandub", Look(), SETTER),)) == 13 + 2 * 2


@pytest.mark.parametrize("net", [UPPER, LOWER], ids=["upper", "lower"])
def test_no_words_of_a_half_lie_beyond_it(net: Net) -> None:
    drawn = draw_box(net, "Brandub", Look(), SETTER, 0.0, WORDS)
    for shape, (_, b, _, d, _, f) in walk((drawn,)):
        if isinstance(shape, Text):
            assert 0 < b * shape.x + d * shape.y + f < net.size[1], shape.text
    told = {text for text, _ in texts(net)}
    assert told == ({"Brandub"} if net is UPPER else {"Brandub", WORDS})
