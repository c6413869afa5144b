"""Captions below the pictures of page one stay below their pictures, and touch no other."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from taflkit.parts.instructions.instructions import CaptionPlace, clear_captions, room_for
from taflkit.resources import templates_folder
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.metrics import Fonts

SETTER = Typesetter(Fonts(templates_folder() / "fonts"))
STYLE = Style(3.0, 3.75, font="italic", align="centre")
WIDTH = 176.0


def place(text: str, middle: float, top: float = 20.0) -> CaptionPlace:
    return CaptionPlace(text, middle - room_for(10.0) / 2, top, room_for(10.0))


def test_captions_with_room_stay_where_they_are() -> None:
    places = [place("3. The sheets", 20), place("4. The sections", 70), place("5. The booklet", 70, 60.0)]
    assert clear_captions(places, WIDTH, STYLE, SETTER) == places


def test_neighbours_give_way_to_each_other_alike() -> None:
    left, right = clear_captions(
        [place("4. Thee sections here", 80), place("4. Thee sections here", 95)], WIDTH, STYLE, SETTER
    )
    assert left.reach(STYLE, SETTER)[1] + 1.5 <= right.reach(STYLE, SETTER)[0] + 1e-9
    assert abs((left.start + right.start + room_for(10.0)) / 2 - 87.5) < 1e-9


@examples(100)
@given(st.lists(st.tuples(st.integers(3, 20), st.floats(15, 160)), min_size=1, max_size=4))
def test_no_caption_touches_another_or_leaves_the_page(row: list[tuple[int, float]]) -> None:
    places = [place(" ".join(["ab"] * count), middle) for count, middle in row]
    reaches = sorted(each.reach(STYLE, SETTER) for each in clear_captions(places, WIDTH, STYLE, SETTER))
    assert all(right + 1.5 <= left + 1e-9 for (_, right), (left, _) in pairwise(reaches))
    assert all(left >= -1e-9 and right <= WIDTH + 1e-9 for left, right in reaches)
