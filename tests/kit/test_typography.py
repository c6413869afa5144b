"""How the text of whole kits is set: word spaces, hyphens, the grid of lines, the initial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from support.sampling import sampled
from support.shipped import RULESETS, built, catalog, read
from taflkit.drawing.shapes import Drawing, Group, Shape, Tag, Text, Transform, multiply
from taflkit.kit.build import Kit
from taflkit.kit.options import READER, KitSpec
from taflkit.parts.marks.marks import Area

SOFT = "\u00ad"
every_ruleset = pytest.mark.parametrize("rules", RULESETS)


@cache
def kit(rules: str, pages: int = 4) -> Kit:
    return built(KitSpec(rules=rules, pages=pages, parts=("instructions", "counters", "cards", READER)))


def pages_of(rules: str, pages: int = 4) -> Iterator[Drawing]:
    for document in kit(rules, pages).documents.values():
        yield from document.pages


def texts(shapes: tuple[Shape, ...], outer: Transform, tag: Tag | None = None) -> Iterator[tuple[Text, float, Tag]]:
    """Yield every text with its baseline on the page and the tag that it is in."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from texts(shape.children, multiply(outer, shape.transform), shape.tag or tag)
        elif isinstance(shape, Text) and tag is not None:
            yield shape, outer[3] * shape.y + outer[5], tag


def on(page: Drawing) -> list[tuple[Text, float, Tag]]:
    return list(texts(page.shapes, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)))


@pytest.mark.parametrize("pages", sampled([4, 8, 12], 1))
@every_ruleset
def test_word_spaces_are_near_to_normal(rules: str, pages: int) -> None:
    fonts, seen = catalog().typesetter().fonts, 0
    for page in pages_of(rules, pages):
        for text, _, _ in on(page):
            normal = fonts.face(text.font).widths[" "] * text.size
            for letter, added in zip(text.text.rstrip(" "), text.adjust, strict=False):
                if letter == " ":
                    seen += 1
                    # what letters are set together and apart at most included
                    assert 0.72 - 1e-6 <= 1 + added / normal <= 2.0, text.text
    assert seen > 500


def test_no_three_lines_running_end_in_a_hyphen() -> None:
    hyphens = 0
    for page in (page for rules in RULESETS for page in pages_of(rules)):
        lines: dict[int, list[tuple[float, bool]]] = {}
        for text, y, tag in on(page):
            lines.setdefault(id(tag), []).append((round(y, 2), text.text.endswith(SOFT)))
        for found in lines.values():
            last = [dict(found)[y] for y in sorted(dict(found))]
            marks = "".join("-" if broken else " " for broken in last)
            hyphens += marks.count("-")
            assert "---" not in marks
            assert not marks.endswith("-")
    assert hyphens


@every_ruleset
def test_the_lines_of_the_booklet_stand_on_one_grid(rules: str) -> None:
    document = kit(rules).documents[READER]
    body, _ = Counter(text.size for page in document.pages for text, _, tag in on(page) if tag.role == "P").most_common(
        1
    )[0]
    leading = 12 * 25.4 / 72
    places = Counter(
        round(y / leading % 1, 2) % 1
        for page in document.pages[1:]
        for text, y, tag in on(page)
        if text.size == body and tag.role == "P"
    )
    assert len(places) == 1, places
    assert places.total() > 60


@every_ruleset
def test_the_history_opens_with_an_initial(rules: str) -> None:
    page = kit(rules).documents[READER].pages[1]
    first = next(tag for _, _, tag in on(page) if tag.role == "P")
    initial, rest, *_ = [text for text, _, tag in on(page) if tag is first]
    assert (initial.text, initial.font) == ("B", "display")
    assert rest.text.startswith("randub")
    assert rest.font == "smallcaps"
    assert initial.size > 3 * rest.size


def test_irish_words_are_marked_as_irish() -> None:
    found = {
        (text.text.strip(), text.language) for page in pages_of("walker") for text, _, _ in on(page) if text.language
    }
    assert ("branán", "ga") in found
    assert ("hnefataﬂ", "non") in found


@pytest.mark.parametrize("pages", [4, 8, 12])
def test_the_initial_stands_clear_of_its_heading_and_its_neighbours(pages: int) -> None:
    fonts = catalog().typesetter().fonts
    page = kit("walker", pages).documents[READER].pages[1]
    found = on(page)
    heading = next((text, y) for text, y, tag in found if tag.role == "H2")
    first = next(tag for _, _, tag in found if tag.role == "P")
    (initial, low), *rest = [(text, y) for text, y, tag in found if tag is first]
    below, above = fonts.face(initial.font).reach(initial.text)
    top, foot = low - above * initial.size, low + below * initial.size
    lowest = heading[1] + fonts.face(heading[0].font).descent * heading[0].size
    assert top - lowest > 0.2 * rest[0][0].size
    right = initial.x + fonts.face(initial.font).right_edge(initial.text, -below, above) * initial.size
    beside = [text for text, y in rest if top <= y <= foot + 0.01]
    assert len(beside) >= 3
    assert all(text.x - right > 0.3 * text.size for text in beside)
    next_line = min(y for _, y, tag in found if tag.role == "P" and y > foot + 0.01)
    text = fonts.face("text")
    assert next_line - text.ascent * rest[0][0].size * 0.8 > foot


READ, AT_EDGE = 8 * 25.4 / 72, 7 * 25.4 / 72
"""The least em of what is to be read, and that of lines at the edge of sheets, in mm."""
SPECS = (
    KitSpec(box="kit"),
    KitSpec(game="hnefatafl", sections="pinwheel", king="standee", counters="fold"),
    KitSpec(game="tablut", language="de", theme="plain", ink="light", paper="letter", cards="two-sided", join="tabs"),
    KitSpec(game="brandub", language="ga", theme="manuscript", join="overlap"),
    KitSpec(game="alea-evangelii", mode="mono", pages=8),
)


def too_small(spec: KitSpec, part: str) -> list[tuple[int, str, float]]:
    """The texts of a kind of pages that are smaller than they may be, with their page and em in points."""
    kit, found = built(spec), []
    for page in (page for page in kit.pages.pages if page.part == part):
        printed = read(spec)[page.number - 1]
        areas = [Area.of(each) for each in page.sheet.parts]
        if page.box is not None:
            wide, high = page.box.net.size[::-1] if page.box.turned else page.box.net.size
            areas.append(Area(page.box.x, page.box.y, wide, high))
        for text in printed.texts:
            x, y = text.start
            inside = [a for a in areas if a.x <= x <= a.x + a.width and a.y <= y <= a.y + a.height]
            least = READ if inside or part != "components" else AT_EDGE
            if text.size < least - 0.001:
                found.append((page.number, text.text, round(text.size * 72 / 25.4, 2)))
    return found


@pytest.mark.parametrize("part", ["components", "instructions", "booklet"])
@pytest.mark.parametrize("spec", sampled(SPECS, 2), ids=lambda spec: spec.game)
def test_nothing_to_be_read_is_smaller_than_8_points(spec: KitSpec, part: str) -> None:
    assert too_small(spec, part) == []
