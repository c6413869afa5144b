"""The standing king: whole in his outline, which hangs together over his crown, and of lines that do not touch."""

from __future__ import annotations

import itertools
from math import hypot

import pytest
from msgspec import structs

from parts.test_pieces import LEAST_GAP, flattened, nearest
from taflkit.drawing.look import DEVICES, KNOTS, Face, Look, Ornament
from taflkit.drawing.shapes import Group, Layer, Path, Shape, walk
from taflkit.parts.counters import draw_standee, draw_standing_face, load_device, standing_outline
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH

KINGS = DEVICES[2::3]
CLEAR = 0.02
"""How far the figure keeps from his outline, as a part of a counter's diameter."""


def layer(shape: Shape, wanted: Layer) -> list[Path]:
    """Return the paths of a standee's layer, which are in its own coordinates."""
    assert isinstance(shape, Group)
    (group,) = (one for one in shape.children if isinstance(one, Group) and one.layer is wanted)
    return [path for path, _ in walk(group.children) if isinstance(path, Path)]


def ends(path: Path) -> list[tuple[float, float]]:
    return [(values[-2], values[-1]) for _, values in path.segments if values]


@pytest.mark.parametrize("diameter", [10.0, 20.0, 32.0])
def test_his_outline_fills_his_strip_and_hangs_together_over_his_crown(diameter: float) -> None:
    drawn = draw_standee(diameter, Look())
    (cut,), folds = layer(drawn, Layer.CUT), layer(drawn, Layer.FOLD)
    xs, ys = zip(*ends(cut), strict=True)
    high = 2 * (STANDEE_FACE + STANDEE_FOOT) * diameter
    assert (min(xs), max(xs)) == pytest.approx((0, STANDEE_WIDTH * diameter), abs=1e-6)
    assert (min(ys), max(ys)) == pytest.approx((0, high), abs=1e-6)
    feet, over_crown = sorted(folds, key=lambda fold: abs(ends(fold)[0][1] - high / 2), reverse=True)[:2], folds[-1]
    assert [ends(fold)[0][1] for fold in feet] == pytest.approx(
        [STANDEE_FOOT * diameter, high - STANDEE_FOOT * diameter]
    )
    (left, y), (right, _) = ends(over_crown)
    assert y == pytest.approx(high / 2)
    # it holds, and it is no wider than what is left there
    assert 0.5 * STANDEE_WIDTH * diameter <= right - left < STANDEE_WIDTH * diameter
    # turned upside down it is the same, so that front and back lie on each other
    turned = {(round(xs[0] * 0 + STANDEE_WIDTH * diameter - x, 6), round(high - y, 6)) for x, y in ends(cut)}
    assert turned == {(round(x, 6), round(y, 6)) for x, y in ends(cut)}


@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("king", KINGS)
def test_he_is_whole_in_his_outline(king: str, behind: bool) -> None:
    diameter = 20.0
    look = Look(Ornament(edged=True), face=structs.replace(Face(), king=king))
    head, side = standing_outline(diameter)[1], standing_outline(diameter)[2]
    clear = CLEAR * diameter
    for path, (a, _, _, d, e, f) in walk((draw_standing_face(diameter, look, behind=behind),)):
        assert isinstance(path, Path)
        for x, y in ((a * x + e, d * y + f) for x, y in ends(path)):
            assert clear <= y <= STANDEE_FACE * diameter - clear
            # beside his head he is cut out; the shoulders slope
            most = -head[0] if y < head[1] else -side[0]
            assert abs(x) <= most - clear, (path.role, x, y)


def test_the_device_of_his_game_stands_in_the_roundel_of_his_throne() -> None:
    for king in KINGS:
        drawn = draw_standing_face(20.0, structs.replace(Look(), face=structs.replace(Face(), king=king)), behind=True)
        reaches = [
            max(hypot(a * x + e, d * y + f - 0.995 * 20) for x, y in ends(path))
            for path, (a, _, _, d, e, f) in walk((drawn,))
            if isinstance(path, Path)
        ]
        assert any(4.5 <= reach <= 5.6 for reach in reaches), king


def test_he_has_the_head_of_his_game_and_a_hem_of_its_borders_knots() -> None:
    def front(**face: str) -> list[tuple[float, ...]]:
        drawn = draw_standing_face(20.0, Look(face=structs.replace(Face(), **face)), behind=False)
        return [path.numbers for path, _ in walk((drawn,)) if isinstance(path, Path)]

    assert len({tuple(front(king=king)[-1]) for king in KINGS}) == len(KINGS)
    # a face below a device that is no head
    assert {king for king in KINGS if len(front(king=king)) == 4} == {"head", "helmet"}
    hems = [front(frame=knot)[2] for knot in KNOTS]
    assert len(set(hems)) == len(KNOTS)


@pytest.mark.whole
@pytest.mark.parametrize(
    "names",
    [
        ("throne", "face", "seated"),
        ("throne", "backrest", "crown", "plaits"),
        *(("throne", "seated", f"hem-{knot}") for knot in KNOTS),
    ],
)
def test_no_stroke_of_his_touches_another(names: tuple[str, ...]) -> None:
    fills = [fill for name in names for fill in load_device(name).fills.items()]
    outlines = [(stroke, tuple(flattened(fill))) for stroke, fill in fills]
    head = load_device("head").fills
    for (one, a), (other, b) in itertools.combinations(outlines, 2):
        # his head is that of the counters, made smaller
        if one not in head or other not in head:
            assert nearest(a, b) >= 0.75 * LEAST_GAP, (one, other)
