"""Columns: paragraphs are not torn, initials stay within their lines, items stand under one another."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from taflkit.drawing.shapes import Circle, Group, Rect, Shape, Tag, Text, walk
from taflkit.resources import templates_folder
from taflkit.typesetting.columns import Initial, Item, baseline, set_initial, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.metrics import Fonts

SETTER = Typesetter(Fonts(templates_folder() / "fonts"))
STYLE = Style(3.5, 4.2)
OUTLINES = TTFont(templates_folder() / "fonts" / "display.ttf")
WORDS = ("the", "king", "begins", "on", "his", "throne", "and", "all", "stand", "as", "shown")


def paragraph(lines: int) -> list[Item]:
    """A paragraph of so many set lines."""
    words = list(itertools.islice(itertools.cycle(WORDS), lines * 10))
    while len(items := set_paragraph(SETTER, " ".join(words), 50, STYLE)) != lines:
        words.pop()
    return items


@pytest.mark.parametrize(
    ("lines", "breaks"),
    [
        (1, [True]),
        (2, [False, True]),
        (3, [False, False, True]),
        (4, [False, True, False, True]),
        (6, [False, True, True, True, False, True]),
    ],
)
def test_a_paragraph_leaves_neither_its_first_nor_its_last_line_alone(lines: int, breaks: list[bool]) -> None:
    assert [i.breakable for i in paragraph(lines)] == breaks


def test_no_column_ends_with_a_part_of_a_word() -> None:
    words = "strengths im\u00adpos\u00adsi\u00adbil\u00adities " * 16
    items = set_paragraph(SETTER, words, 50, replace(STYLE, narrow=1.0))
    ends = [[run.text for run, _ in walk(item.shapes) if isinstance(run, Text)][-1] for item in items]
    parted = [end.endswith("\u00ad") for end in ends]
    assert any(parted[1:-2])
    assert [item.breakable for item in items[1:-2]] == [not part for part in parted[1:-2]]


def test_a_paragraph_is_tagged_and_set_from_its_left_edge() -> None:
    plain = set_paragraph(SETTER, "The king", 60, STYLE, x=6.0)
    label = set_paragraph(SETTER, "The king", 60, STYLE, tag=Tag("LBody"))
    groups = [i.shapes[0] for i in (*plain, *label)]
    assert [g.tag.role for g in groups if isinstance(g, Group) and g.tag] == ["P", "LBody"]
    ((run, _),) = walk(plain[0].shapes)
    assert isinstance(run, Text)
    assert (run.text, run.x, run.y) == ("The king", 6.0, baseline(STYLE, SETTER))
    assert [i.height for i in (*plain, *label)] == [STYLE.leading] * 2


def test_the_baseline_puts_capitals_in_the_middle_of_the_line() -> None:
    low = baseline(STYLE, SETTER)
    high = low - SETTER.fonts.face("text").cap_height * STYLE.size
    assert math.isclose(high, STYLE.leading - low)
    assert 0 < high < low < STYLE.leading


def test_a_stack_puts_items_under_one_another() -> None:
    dot = Circle(0, 0, 1, "dot")
    shapes, low = stack([Item(10, (dot,)), space(4), Item(6, (dot, dot)), Item(2)], 3, 20)
    assert [(t[4], t[5]) for _, t in walk(shapes)] == [(3, 20), (3, 34), (3, 34)]
    assert low == 42
    assert stack([]) == ((), 0.0)


# Capitals with an ascender (D, H, K, L) or a tail (F, J, P, Q) in the uncial face, and others.
@pytest.mark.parametrize("letter", "ABCDFHJKLMOPQSTÉÞÅÑḂİŘbhpqjéå")
@pytest.mark.parametrize("ground", [None, lambda side: (Rect(0, 0, side, side, "ground"),)])
def test_an_initial_stays_within_its_lines(letter: str, ground: Callable[[float], tuple[Shape, ...]] | None) -> None:
    lines, capitals = 3, SETTER.fonts.face("text").cap_height * STYLE.size
    items = set_initial(SETTER, f"{letter}{' king' * 60}", 60, STYLE, lines, Initial(ground=ground))
    sign, place = next((s, t) for s, t in walk(items[0].shapes) if isinstance(s, Text) and s.font == "display")
    assert sign.text == letter.upper()
    face = SETTER.fonts.face("display")
    low, high = (height / face.units for height in face.capitals[sign.text])
    foot, top = (place[5] + sign.y - reach * sign.size for reach in (low, high))
    bow = 0.06 * sign.size
    first = baseline(STYLE, SETTER) - capitals
    last = baseline(STYLE, SETTER) + (lines - 1) * STYLE.leading
    assert first - bow <= top < foot <= last + bow
    if ground is None:
        assert math.isclose(foot - top, last - first, abs_tol=2 * bow)


def _beside(letter: str, lines: int) -> list[tuple[float, float]]:
    """How far the outline of an initial reaches to the right beside each of its lines, and where that begins, in mm."""
    items = set_initial(SETTER, f"{letter}{' king' * 60}", 60, STYLE, lines, Initial())
    sign, place = next((s, t) for s, t in walk(items[0].shapes) if isinstance(s, Text) and s.font == "display")
    pen = RecordingPen()
    OUTLINES.getGlyphSet()[OUTLINES.getBestCmap()[ord(letter)]].draw(pen)
    part = sign.size / OUTLINES["head"].unitsPerEm
    points = [(x * part, place[5] + sign.y - y * part) for _, step in pen.value for x, y in step]
    capitals = SETTER.fonts.face("text").cap_height * STYLE.size
    found = []
    for number, item in enumerate(items[:lines]):
        low = baseline(STYLE, SETTER) + number * STYLE.leading
        begin = min(s.x for s, _ in walk(item.shapes) if isinstance(s, Text) and s.font == "text")
        found.append((max((x for x, y in points if low - capitals <= y <= low), default=0.0), begin))
    return found


@pytest.mark.parametrize("letter", "ABDHJKLMPRSTW")
def test_the_lines_beside_an_initial_stand_clear_of_its_outline(letter: str) -> None:
    for right, begin in _beside(letter, 3):
        # the points of a curve lie beyond it
        assert begin - right >= 0.2 * STYLE.size


@pytest.mark.parametrize(("letter", "steps"), [("A", 3), ("L", 2), ("B", 1), ("H", 1), ("M", 1), ("P", 1), ("T", 1)])
def test_the_lines_beside_an_initial_step_down_along_one_that_slants(letter: str, steps: int) -> None:
    begins = [begin for _, begin in _beside(letter, 3)]
    assert begins == sorted(begins)
    assert len(set(begins)) == steps


@pytest.mark.parametrize(
    "begin", ["“Tafl” is", "‘Tafl’ is", "800 years", "*Tafl* is", "… and", "ß is", "Ǫnd is", "\u00a0so"]
)
def test_a_paragraph_that_begins_with_no_capital_of_the_initials_is_set_without(begin: str) -> None:
    text = f"{begin} {'king ' * 60}"
    items = set_initial(SETTER, text, 60, STYLE, 3, Initial())
    assert [i.height for i in items] == [i.height for i in set_paragraph(SETTER, text, 60, STYLE)]
    assert {s.font for i in items for s, _ in walk(i.shapes) if isinstance(s, Text)} <= {"text", "italic"}


def test_a_paragraph_with_a_word_too_long_beside_an_initial_is_set_without() -> None:
    text = f"B {'x' * 35} {'king ' * 60}"
    items = set_initial(SETTER, text, 60, STYLE, 3, Initial())
    assert {s.font for i in items for s, _ in walk(i.shapes) if isinstance(s, Text)} == {"text"}


def test_soft_hyphens_and_composed_letters_make_no_other_initial() -> None:
    plain = set_initial(SETTER, f"Éire {'king ' * 60}", 60, STYLE, 3, Initial())
    for begin in ("\u00adÉ\u00adire", "E\u0301ire", " Éire"):
        items = set_initial(SETTER, f"{begin} {'king ' * 60}", 60, STYLE, 3, Initial())
        assert [[s for s, _ in walk(i.shapes)] for i in items] == [[s for s, _ in walk(i.shapes)] for i in plain]


@pytest.mark.parametrize("letter", ["T", "W", "Æ", "Œ"])
def test_a_wide_initial_stays_on_its_ground(letter: str) -> None:
    assert letter in SETTER.fonts.face("display").capitals
    initial = Initial(ground=lambda side: (Rect(0, 0, side, side, "x"),))
    _, sign = initial.draw(letter, 10, SETTER)
    assert SETTER.width(letter, "display", sign.size) <= 0.8 * 10 + 1e-9
    assert initial.edges(sign, 10, STYLE, 3, SETTER) == (10, 10, 10)
