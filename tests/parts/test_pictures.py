"""The pictures of page one: the sections apart, the sheets with their numbered cuts, the booklet's sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.pdf_content import Page
from support.pdf_geometry import TRUE, Box
from support.sampling import sampled
from support.shipped import built, read
from taflkit.kit.build import Kit
from taflkit.kit.options import KitSpec

CROWDED = KitSpec(join="overlap", counters="two-sided", king="standee", box="parts", pages=12, paper="letter")
"""A kit whose page one has the most to say."""


def page_one(spec: KitSpec) -> tuple[Kit, Page]:
    return built(spec), read(spec)[0]


@pytest.mark.parametrize(("size", "sheets"), sampled([(19, None), (13, 5), (19, 8)], 1))
def test_the_sections_of_the_map_do_not_touch(tmp_path: Path, size: int, sheets: int | None) -> None:
    game = str(write_game(tmp_path, cross_picture(size, 2)))
    kit, page = page_one(KitSpec(game=game, sheets=sheets, frame=0.0, parts=("instructions", "board")))
    clips = dict.fromkeys(path.clip for path in page.paths if path.clip is not None)
    # the sheets with the same sections are drawn before
    drawn = list(clips)[-len(kit.plan.sections) :]
    assert len(clips) == 2 * len(drawn) > 4
    for first in drawn:
        for second in drawn:
            if first is not second:
                across = max(second.left - first.right, first.left - second.right)
                down = max(second.top - first.bottom, first.top - second.bottom)
                assert max(across, down) >= 2.2 - TRUE


@pytest.mark.parametrize("sets", sampled([3, 1, 30], 1))
def test_page_one_speaks_of_the_numbers_that_cuts_have_on_many_sheets_too(sets: int) -> None:
    spec = KitSpec(sheets=2 * sets, sets=sets, counters="fold", parts=("instructions", "board", "counters"))
    kit, page = page_one(spec)
    assert len(kit.plan.sheets) > sets
    sizes = [2 * radius for radius in (1.65, 1.45, 1.25)]
    thin = [path.box for path in page.paths if abs(path.line_width - 0.1) < 0.005]
    round_ones = [box for box in thin if abs(box.width - box.height) < TRUE]
    discs = [box for box in round_ones if any(abs(box.width - size) < TRUE for size in sizes)]
    assert discs
    assert "the numbers in the picture" in page.text.replace("\n", " ")


@pytest.mark.whole
@pytest.mark.parametrize("size", sampled([13, 19, 7], 1))
def test_page_one_holds_the_most_that_there_is_to_say(tmp_path: Path, size: int) -> None:
    game = str(write_game(tmp_path, cross_picture(size, 2)))
    kit, page = page_one(CROWDED._replace(game=game, sheets=4))
    words = " ".join(page.text.split())
    for line in ("Held against the light", "The king stands", "The box is on", "Staple them", "the small letters"):
        assert line in words
    assert max(text.start[1] for text in page.texts) < kit.plan.leaflet.height - 5
    # in the smallest pictures too, no line is thinner than a quarter of a point
    assert min(path.line_width for path in page.paths if path.stroke is not None) >= 0.0877


@pytest.mark.whole
@pytest.mark.parametrize("game", ["brandub", "parlett"])
def test_the_lines_of_small_boards_can_be_printed(game: str) -> None:
    _, page = page_one(KitSpec(game=game, theme="plain", ink="light", paper="letter", sets=2, box="kit"))
    assert min(path.line_width for path in page.paths if path.stroke is not None) >= 0.0877


@pytest.mark.parametrize("pages", sampled([8, 4, 12], 1))
def test_every_side_of_the_booklet_is_shown_and_the_innermost_has_its_staples(pages: int) -> None:
    kit, page = page_one(KitSpec(pages=pages))
    sides = [path.box for path in page.paths if path.box.width > path.box.height and _has_the_shape_of_a4(path.box)]
    assert len({(round(box.left, 2), round(box.top, 2)) for box in sides}) == len(kit.pages.of("booklet")) == pages // 2
    assert len({round(box.top, 2) for box in sides}) <= 2
    assert all(box.right < page.width - 15 for box in sides)
    staples = [
        path.box for path in page.paths if abs(path.box.width - 0.4) < TRUE and abs(path.box.height - 2.4) < TRUE
    ]
    assert len(staples) == (2 if pages > 4 else 0)


def _has_the_shape_of_a4(box: Box) -> bool:
    return 13.0 < box.width < 40.0 and abs(box.width * 210 - box.height * 297) < 1
