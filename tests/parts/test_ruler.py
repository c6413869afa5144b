"""The ruler at the foot of the sheets, read back from the PDF: its ticks, numerals, labels and neighbours."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from support.bleeds import component_pages
from support.pdf_content import Page, ShownText
from support.pdf_geometry import Box
from support.sampling import sampled
from support.shipped import built, catalog
from taflkit.catalog import theme_names
from taflkit.drawing.shapes import Text, walk
from taflkit.kit.options import KitSpec
from taflkit.parts.marks.marks import draw_ruler
from taflkit.resources import INKS, MODES, templates_folder
from taflkit.sheets.paper import PAPERS

SEVEN_POINTS = 7 * 25.4 / 72
PARTS = ("board", "counters", "cards")
SPECS = [
    KitSpec(parts=PARTS),
    KitSpec(parts=PARTS, margin=5.0),
    KitSpec(parts=PARTS, margin=9.0, unprintable=8.0, paper="letter"),
    KitSpec(parts=PARTS, gap=6.0, theme="plain"),
    KitSpec(parts=PARTS, counters="two-sided", mode="mono"),
    *(
        KitSpec(parts=PARTS, paper=paper, game="alea-evangelii", ink="light")
        for paper in (*PAPERS, "135x135", "b5", "a0")
    ),
]


@pytest.mark.parametrize("name", theme_names(templates_folder()))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ink", INKS)
def test_rulers_are_black_in_every_theme(name: str, mode: str, ink: str) -> None:
    paints = catalog().theme(name, mode, ink).paints
    assert set(paints.paint("ruler").stroke or (1.0,)) == {0.0}
    assert set(paints.paint("ruler.label").fill or (1.0,)) == {0.0}


@pytest.mark.parametrize("sign", [".", ","])
def test_the_labels_have_the_decimal_sign_of_the_language(sign: str) -> None:
    shapes = walk((draw_ruler(catalog().typesetter(), 0.0, 0.0, sign),))
    runs = [shape.text for shape, _ in shapes if isinstance(shape, Text)]
    assert runs == [f"cm ± 0{sign}05", f"in ± 0{sign}02"]


class Label(NamedTuple):
    """A label of the ruler: its words, and what it takes in all."""

    words: list[ShownText]
    box: Box


def labels(page: Page) -> list[Label]:
    """Return the two labels of a page, that of the millimetres first."""
    (base,) = (path.box for path in page.paths if abs(path.box.width - 101.6) < 0.001 and path.box.height < 0.01)
    near = [text for text in page.texts if base.right < text.start[0] < base.right + 11]
    lines = sorted({text.start[1] for text in near if abs(text.start[1] - base.top) < 2})
    found = []
    for line in lines:
        words = [text for text in near if text.start[1] == line]
        # figures and the dot of an i are 0.65 em up; none of the letters goes below the line
        top, right = line - 0.65 * words[0].size, max(text.end[0] for text in words)
        found.append(Label(words, Box(base.right + 0.5, top, right, line)))
    return found


def of_text(text: ShownText) -> Box:
    """The box of a text of the foot: the face's l reaches 0.705 em up, its p 0.285 down."""
    low = text.start[1]
    return Box(text.start[0], low - 0.705 * text.size, text.end[0], low + 0.285 * text.size)


@pytest.mark.parametrize("spec", sampled(SPECS, 1))
def test_the_ruler_has_true_ticks_numerals_and_a_label_of_seven_points(spec: KitSpec) -> None:
    for _, page in component_pages(spec):
        metric, inches = labels(page)
        said = ["".join(text.text for text in label.words) for label in (metric, inches)]
        assert [words.replace("\xa0", " ") for words in said] == ["cm ± 0.05", "in ± 0.02"]
        for label in (metric, inches):
            assert min(text.size for text in label.words) >= SEVEN_POINTS - 0.001
            assert {shade for text in label.words for shade in text.fill} == {0.0}
        assert inches.box.top - metric.box.bottom > 0.2, "the labels do not touch"
        low = page.height - spec.unprintable
        band = [path for path in page.paths if path.box.top > low - 4.5 and path.line_width == pytest.approx(0.12)]
        (base,) = (path.box for path in band if abs(path.box.width - 101.6) < 0.001)
        ticks = [path.box for path in band if path.box.width < 0.001 and path.box.height > 1.8]
        up = sorted(box.left - base.left for box in ticks if box.bottom < base.top + 0.001)
        down = sorted(box.left - base.left for box in ticks if box.top > base.top - 0.001)
        assert up == pytest.approx([10.0 * number for number in range(11)], abs=0.001)
        assert down == pytest.approx([25.4 * number for number in range(5)], abs=0.001)
        numerals = [
            path.box
            for path in page.paths
            if path.fill and set(path.fill) == {0.0} and path.box.top > low - 4.5 and path.box.right < base.right + 0.1
        ]
        for side, unit, count in ((up, 10.0, 10), (down, 25.4, 4)):
            above = side is up
            beside = sorted(box.right - base.left for box in numerals if (box.bottom < base.top) is above)
            assert beside == pytest.approx([unit * number - 0.4 for number in range(1, count + 1)], abs=0.08)
        # as high as the figures of 7 pt, and clear of the millimetres' ticks
        assert min(box.height for box in numerals) > 0.62 * SEVEN_POINTS
        short = [path.box for path in band if path.box.width < 0.001 and path.box.height < 0.4]
        assert len(short) > 100
        assert all(tick.common(box).height < -0.1 for tick in short for box in numerals if tick.common(box).width >= 0)


@pytest.mark.parametrize("spec", sampled(SPECS, 1))
def test_nothing_touches_the_foot_of_a_sheet(spec: KitSpec) -> None:
    kit = built(spec)
    for sheet, page in component_pages(spec):
        low, bleed = page.height - spec.unprintable, kit.plan.bleed
        (base,) = (path.box for path in page.paths if abs(path.box.width - 101.6) < 0.001 and path.box.height < 0.01)
        ruler = Box(base.left, base.top - 2.0, base.right, base.top + 2.0)
        line = [text for text in page.texts if text.start[1] > low - 4.5 and text.start[0] > base.right + 11]
        # on narrow paper it is above the parts
        line = line or [text for text in page.texts if text.start[1] < spec.unprintable + SEVEN_POINTS + 0.2]
        assert {round(text.size, 3) for text in line} == {round(SEVEN_POINTS, 3)}
        foot = [ruler, *(label.box for label in labels(page)), *map(of_text, line)]
        for number, box in enumerate(foot):
            assert box.bottom <= low + 0.05, "inside the printer's reach"
            assert spec.unprintable <= box.left <= box.right <= page.width - spec.unprintable
            for other in foot[number + 1 :]:
                common = box.common(other)
                assert common.width < 0 or common.height < 0, (box, other)
            for part in sheet.sheet.parts:
                bled = Box(part.x - bleed, part.y - bleed, part.x + part.width + bleed, part.y + part.height + bleed)
                common = box.common(bled)
                assert common.width < 0 or common.height < 0.0, (box, part)
