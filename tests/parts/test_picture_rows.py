"""Pictures in rows: inside the page and the room that there is, none on another, none smaller than it may be."""

from __future__ import annotations

from itertools import combinations

import pytest
from taflkit.parts.instructions.picture_rows import (
    ArrangedRows,
    Drawn,
    Heights,
    Picture,
    PictureRow,
    arrange_rows,
    row_splits,
)

WIDTH, CAPTION = 176.0, 4.0
TRUE = 1e-6


def picture(name: str, fixed: float, ratio: float, least: float, most: float, *, poor: bool = False) -> Picture:
    heights = Heights(0.7 * least, least, 1.3 * least, most)
    return Picture(name, name, "", fixed, ratio, heights, lambda _: Drawn(()), poor)


SHEETS = [picture("sheets", 6.0, 1.4, 35.0, 88.0), picture("sheets", -20.0, 0.7, 80.0, 170.0)]
BOARD = [picture("board", 2.0, 1.0, 24.0, 65.0)]
STEPS = [picture("steps", 8.0, 3.4, 16.0, 38.0)]
FOLDED = [picture("folded", -10.0, 0.7, 26.0, 64.0), picture("folded", 4.0, 2.8, 13.0, 32.0)]
ALL = [[SHEETS], [SHEETS, BOARD], [SHEETS, BOARD, FOLDED], [SHEETS, BOARD, STEPS, FOLDED], [BOARD, STEPS]]


def assert_in_place(made: ArrangedRows, room: float) -> None:
    assert made.height <= room + TRUE
    places = list(made.places(WIDTH, CAPTION))
    for place in places:
        assert place.x >= -TRUE
        assert place.x + place.width <= WIDTH + TRUE
        assert place.y + place.height + CAPTION <= made.height + TRUE
        assert place.picture.heights.least - TRUE <= place.height <= place.picture.heights.most + TRUE
        assert place.picture.width(place.height) == pytest.approx(place.width)
    for one, other in combinations(places, 2):
        across = max(one.x - other.x - other.width, other.x - one.x - one.width)
        down = max(one.y - other.y - other.height, other.y - one.y - one.height)
        assert across >= 7.0 - TRUE or down >= CAPTION - TRUE


@pytest.mark.parametrize("choices", ALL, ids=lambda choices: "-".join(pictures[0].name for pictures in choices))
@pytest.mark.parametrize("room", [60.0, 85.0, 110.0, 200.0])
def test_pictures_lie_in_their_room(choices: list[list[Picture]], room: float) -> None:
    made = arrange_rows(row_splits(choices, WIDTH, CAPTION), room)
    if made is not None:
        assert_in_place(made, room)
        assert [place.picture.name for place in made.places(WIDTH, CAPTION)] == [
            pictures[0].name for pictures in choices
        ]
    assert made is not None or room < 100.0


def test_pictures_without_room_are_refused_and_on_a_crowded_page_are_smaller() -> None:
    assert arrange_rows(row_splits([SHEETS, BOARD], WIDTH, CAPTION), 30.0) is None
    made = arrange_rows(row_splits([SHEETS, BOARD], WIDTH, CAPTION, crowded=True), 30.0)
    assert made is not None
    assert made.rows[0].height == pytest.approx(26.0)


def test_a_poor_picture_is_for_crowded_pages_alone() -> None:
    poor = [picture("board", 2.0, 1.0, 10.0, 65.0, poor=True)]
    assert arrange_rows(row_splits([[*STEPS, *poor]], WIDTH, CAPTION), 15.0) is None
    assert arrange_rows(row_splits([[*STEPS, *poor]], WIDTH, CAPTION, crowded=True), 15.0) is not None


@pytest.mark.parametrize(("lower", "above"), [(10.0, 10.0), (40.0, 20.0)])
def test_a_picture_far_lower_than_its_row_stands_in_its_middle(lower: float, above: float) -> None:
    sheets, board = picture("sheets", 0.0, 0.8, 35.0, 88.0), picture("board", 0.0, 1.0, 24.0, 88.0 - lower)
    made = ArrangedRows((PictureRow((sheets, board), 88.0),), 88.0 + CAPTION, is_good=True)
    assert [place.y for place in made.places(WIDTH, CAPTION)] == [0.0, above]


def test_no_pictures_take_no_room() -> None:
    made = arrange_rows(row_splits([], WIDTH, CAPTION), 0.0)
    assert made is not None
    assert not list(made.places(WIDTH, CAPTION))
