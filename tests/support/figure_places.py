"""Where the figures of a booklet stand from the rules that they belong to, read from its pages as they are drawn."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import astuple

from taflkit.drawing.shapes import IDENTITY, Drawing, Extents, Group, Shape, Tag, Text, Transform, multiply
from taflkit.typesetting.metrics import Fonts

__all__ = ["Line", "Placed", "Places", "interrupted", "read_places", "rule_texts", "white_feet"]

_HANGING = 0.6
"""How far the edge of a board is drawn beyond its figure at most, in mm."""
_SAME = 0.05
"""Lengths that differ by less are alike, in mm."""


class Line(NamedTuple):
    """A line of a rule: its page from 1, its paragraph, and its left and right end and baseline in mm."""

    page: int
    paragraph: Tag
    left: float
    right: float
    y: float
    size: float


class Placed(NamedTuple):
    """A figure: its page from 1, the element of its rule, and its edges in mm from the page's top left corner."""

    page: int
    body: Tag
    left: float
    top: float
    right: float
    bottom: float


class Places(NamedTuple):
    """The figures of a booklet, and the lines of its rules."""

    figures: tuple[Placed, ...]
    lines: tuple[Line, ...]

    def of(self, figure: Placed) -> list[Line]:
        """The lines of a figure's rule."""
        return [line for line in self.lines if line.paragraph.parent is figure.body]

    def same_page(self) -> float:
        """The share of the figures that stand on a page with words of their rule."""
        near = [figure for figure in self.figures if any(line.page == figure.page for line in self.of(figure))]
        return len(near) / len(self.figures)

    def other_spread(self) -> list[Placed]:
        """The figures on a spread other than one with words of their rule; pages 2 and 3 are one."""
        return [
            figure for figure in self.figures if all(line.page // 2 != figure.page // 2 for line in self.of(figure))
        ]

    def distances(self) -> list[float]:
        """How far each figure stands above or below the nearest line of its rule on its page, in mm; 0 beside it."""
        found = []
        for figure in self.figures:
            lines = [line for line in self.of(figure) if line.page == figure.page]
            gaps = [max(0.0, line.y - line.size - figure.bottom, figure.top - line.y) for line in lines]
            found.append(min(gaps, default=float("inf")))
        return found

    def strangers(self) -> list[Placed]:
        """The figures that a page begins with, and whose rule has no words there."""
        tops = {page: min(line.y - line.size for line in self.lines if line.page == page) for page in self._pages()}
        return [
            figure
            for figure in self.figures
            if figure.top < tops.get(figure.page, float("inf")) - 1.0
            and all(line.page != figure.page for line in self.of(figure))
        ]

    def _pages(self) -> set[int]:
        return {line.page for line in self.lines}

    def torn(self) -> list[tuple[Line, Line]]:
        """Lines that follow one another in a paragraph, and are further from each other than the others."""
        paragraphs: dict[tuple[int, int], list[Line]] = {}
        for line in self.lines:
            paragraphs.setdefault((line.page, id(line.paragraph)), []).append(line)
        following = []
        for lines in paragraphs.values():
            baselines = sorted({round(line.y, 2): line for line in lines}.values(), key=lambda line: line.y)
            following += list(itertools.pairwise(baselines))
        leading = min((below.y - above.y for above, below in following), default=0.0)
        return [pair for pair in following if pair[1].y - pair[0].y > leading + _SAME]

    def outside(self, right: float) -> list[Placed]:
        """Figures that hang over the left edge of the rules, or over the right edge of the text, so many mm away."""
        left = min(line.left for line in self.lines)
        return [each for each in self.figures if each.left < left - _HANGING or each.right > right + _HANGING]

    def overlapping(self) -> list[tuple[Placed, Line]]:
        """Figures with a line of a rule on them."""
        return [
            (figure, line)
            for figure in self.figures
            for line in self.lines
            if figure.page == line.page
            and figure.left + _SAME < line.right
            and line.left < figure.right - _SAME
            and figure.top + _SAME < line.y
            and line.y - 0.6 * line.size < figure.bottom - _SAME
        ]


def read_places(pages: Sequence[Drawing], fonts: Fonts) -> Places:
    """Read the figures and the lines of rules from a booklet's pages."""
    extents = Extents(lambda text: _wide(text, fonts))
    figures: list[Placed] = []
    lines: list[Line] = []
    for number, page in enumerate(pages, 1):
        for shape, outer, tag in _tagged(page.shapes, IDENTITY):
            if tag.parent is None or tag.parent.role != "LBody":
                continue
            if isinstance(shape, Text) and tag.role == "P":
                x, y = outer[0] * shape.x + outer[4], outer[3] * shape.y + outer[5]
                lines.append(Line(number, tag, x, x + _wide(shape, fonts), y, shape.size))
            elif isinstance(shape, Group) and tag.role == "Figure":
                box = extents.of(Group((shape,), outer))
                assert box is not None
                figures.append(Placed(number, tag.parent, *astuple(box)))
    return Places(tuple(figures), tuple(lines))


def interrupted(pages: Sequence[Drawing]) -> list[Tag]:
    """Return the paragraphs and captions that other words interrupt on a page, in the order in which it is written."""
    found: list[Tag] = []
    for page in pages:
        texts = (tag for shape, _, tag in _tagged(page.shapes, IDENTITY) if isinstance(shape, Text))
        runs = [tag for tag, _ in itertools.groupby(texts)]
        found += [tag for tag in dict.fromkeys(runs) if tag.role in ("P", "Caption") and runs.count(tag) > 1]
    return found


def rule_texts(pages: Sequence[Drawing], role: str = "LBody") -> Iterator[Text]:
    """Yield the runs of paragraphs within elements of a role: of rules, or of anything else."""
    for page in pages:
        for shape, _, tag in _tagged(page.shapes, IDENTITY):
            if isinstance(shape, Text) and tag.role == "P" and (tag.parent.role if tag.parent else "Part") == role:
                yield shape


def _wide(text: Text, fonts: Fonts) -> float:
    """How wide a text is, in mm, as it is drawn."""
    widths = fonts.face(text.font).widths
    letters = sum(widths[char] for char in text.text.rstrip())
    return letters * text.size + sum(text.adjust[: len(text.text.rstrip())])


def _tagged(
    shapes: Sequence[Shape], outer: Transform, tag: Tag | None = None
) -> Iterator[tuple[Shape, Transform, Tag]]:
    """Yield every text and every figure with the transform round it and its element."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.tag is not None and shape.tag.role == "Figure":
                yield shape, outer, shape.tag
            else:
                yield from _tagged(shape.children, multiply(outer, shape.transform), shape.tag or tag)
        elif tag is not None:
            yield shape, outer, tag


def white_feet(pages: Sequence[Drawing], box: tuple[float, float]) -> Iterator[float]:
    """Yield for each page behind the title page which part of its text box is white at the foot.

    That of a page with which a section ends is deliberate, and taken to be none, as is that of the last one.

    Args:
        pages: of a booklet.
        box: width and height in mm of the text on a page.
    """
    extents = Extents(lambda _: 0.0)
    for page, following in itertools.pairwise(pages[1:]):
        body, _ = page.shapes
        whole = extents.of(body)
        assert whole is not None
        first = next(tag for shape, _, tag in _tagged(following.shapes, IDENTITY) if isinstance(shape, Text))
        low = (page.height + box[1]) / 2 - 2.0
        yield 0.0 if first.role == "H2" else (low - whole.bottom) / box[1]
