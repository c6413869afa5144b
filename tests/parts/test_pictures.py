"""The panels of the instructions: sections that meet, sheets of a booklet, and the most that there is to say."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.sampling import sampled
from support.shipped import built, read
from taflkit.drawing.shapes import Group, Rect, Shape, walk
from taflkit.drawing.shapes import Path as Outline
from taflkit.kit.options import KitSpec

CROWDED = KitSpec(join="overlap", counters="two-sided", king="standee", box="parts", pages=12, paper="letter")
"""A kit whose instructions have the most to say."""


def panel(spec: KitSpec, words: str) -> list[tuple[Shape, tuple[float, ...]]]:
    """The shapes of the panel whose text alternative begins with words."""
    found: list[Group] = []

    def search(shapes: tuple[Shape, ...]) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                if shape.tag is not None and shape.tag.alternative.startswith(words):
                    found.append(shape)
                search(shape.children)

    for page in built(spec).documents[""].pages[:3]:
        search(page.shapes)
    [figure] = found
    return list(walk(figure.children))


@pytest.mark.parametrize(("size", "sheets"), sampled([(19, None), (13, 5), (19, 8)], 1))
def test_taped_sections_lie_mirrored_and_each_seam_has_tape_clear_of_letters(
    tmp_path: Path, size: int, sheets: int | None
) -> None:
    game = str(write_game(tmp_path, cross_picture(size, 2)))
    spec = KitSpec(game=game, sheets=sheets, frame=0.0, parts=("instructions", "board"))
    plan = built(spec).plan
    shapes = panel(spec, "Sections from left")
    sections = [shape for shape, _ in shapes if isinstance(shape, Rect) and shape.role == "sheet.paper"]
    tapes = [shape for shape, _ in shapes if isinstance(shape, Rect) and shape.role == "panel.tape"]
    assert len(sections) == len(plan.sections)
    # a long seam has two pieces, a short one its middle, and one that is shorter than tape is wide none
    parts = [seam.length / plan.board_size for seam in plan.seams]
    assert len(tapes) == sum((part > 0.15) + (part > 0.6) for part in parts) > len(plan.sections) // 2
    for one, other in combinations(tapes, 2):
        apart = abs(one.x + one.width / 2 - other.x - other.width / 2) - (one.width + other.width) / 2
        above = abs(one.y + one.height / 2 - other.y - other.height / 2) - (one.height + other.height) / 2
        assert max(apart, above) > 0, "no piece lies on another"
    lefts = [plan.measures.place(section).left for section in plan.sections]
    for (one, first), (other, second) in combinations(zip(sections, lefts, strict=True), 2):
        # what is on the left of the board lies on the right
        if first < second:
            assert one.x > other.x


@pytest.mark.whole
@pytest.mark.parametrize("size", sampled([13, 19, 7], 1))
def test_the_instructions_hold_the_most_that_there_is_to_say(tmp_path: Path, size: int) -> None:
    game = str(write_game(tmp_path, cross_picture(size, 2)))
    spec = CROWDED._replace(game=game, sheets=4)
    kit = built(spec)
    pages = read(spec)[: len(kit.pages.of("instructions"))]
    words = " ".join(" ".join(page.text.split()) for page in pages)
    for line in (
        "Print the backs",
        "Make the king stand",
        "Cut out the box",
        "staple through the fold",
        "Name the sections",
    ):
        assert line in words
    for page in pages:
        assert max(text.start[1] for text in page.texts) < kit.plan.leaflet.height - 5


@pytest.mark.parametrize(
    "spec",
    [
        KitSpec(theme="plain", counters="punch", punch=25.0, box="parts"),
        KitSpec(game="tablut", theme="plain", cards="two-sided", counters="fold", king="standee", box="kit"),
    ],
    ids=lambda spec: spec.game,
)
def test_the_outlines_of_boxes_are_whole(spec: KitSpec) -> None:
    nets = [page.box.net for page in built(spec).pages.pages if page.box is not None]
    shapes = [shape for shape, _ in panel(spec, "The net of the box")]
    outlines = [shape for shape in shapes if isinstance(shape, Outline) and shape.role == "panel.line"]
    cuts = [shape for shape in shapes if isinstance(shape, Outline) and shape.role == "panel.mark"]
    assert [len(outline.segments) for outline in outlines] == [len(net.cuts) + 1 for net in nets]
    assert all(outline.letters.endswith("Z") for outline in outlines)
    assert len(cuts) == sum(len(net.cuts) for net in nets)
    # each face of the box, open and closed, is drawn with a closed line over it
    steps = panel(spec, "The tube" if nets[0].name == "box" else "The tray with")
    faces = [shape for shape, _ in steps if isinstance(shape, Outline)]
    filled = [shape for shape in faces if shape.role in ("card.ground", "panel.wood", "panel.handle")]
    lined = [shape.numbers for shape in faces if shape.role == "panel.line"]
    assert len(filled) >= 8
    assert all(shape.numbers in lined for shape in filled)


@pytest.mark.parametrize("pages", sampled([8, 12], 1))
def test_every_sheet_of_the_booklet_lies_in_the_nest_with_its_pages(pages: int) -> None:
    spec = KitSpec(pages=pages)
    sheets = [shape for shape, _ in panel(spec, "The open sheets") if isinstance(shape, Outline)]
    # and the booklet that they make has two leaves behind its cover
    assert sum(shape.role == "sheet.paper" for shape in sheets) == pages // 2 + 2
    # the numbers of both sides of each sheet, and those of the outermost as it is turned over
    assert sum(shape.role == "text" for shape in sheets) == len(built(spec).pages.of("booklet")) + 2
