"""The lines of set paragraphs, read back from a PDF or from the drawings it is made of, and how they may not end.

>>> [*line_faults(paragraphs_of_pdf(pdf))]      # doctest: +SKIP
["page 3: '... the attackers cap-|tures him.' ends in a part of a word"]
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from support.pdf_structure import Content, Element, read_structure
from support.shipped import catalog
from taflkit.drawing.shapes import IDENTITY, Document, Group, Shape, Tag, Text, Transform, multiply

__all__ = ["SetLine", "line_faults", "paragraphs_of", "paragraphs_of_pdf"]

_SOFT = "\u00ad"
_FEWEST = 8
"""Of how many letters and digits a last line is at the least."""
_MARK = "°"
"""The sign of sentences that the source of the rules does not have."""
_SAME = 0.03
"""By how many mm the ends of justified lines may differ."""
_MEASURE = 0.8
"""From which part of the measure on the longest line of a paragraph shows that it is set in that measure."""
_BEFORE_NUMBER, _NUMBER = re.compile(r"[^\W\d_]$|(?:^|\s)×$"), re.compile(r"\d")
_BEFORE_UNIT, _UNIT = re.compile(r"\d$"), re.compile(r"(?:mm|cm|m|pt|g|kg|dpi|%|×)(?!\w)")
"""How a line ends, and how the next one begins, that part a word and its number, or a number and its unit."""
"""How a line ends, and how the next one begins, that share a reference such as "(figures 5 and 6)"."""
_NOT_TEXT = {"Lbl", "Figure", "TH", "Span"}


class SetLine(NamedTuple):
    """A line as it stands on its page, or on a part of a page that is turned.

    Attributes:
        page: counted from 1.
        low: how far down its baseline is, in mm.
        left, right: where its letters begin and end, in mm.
        size: of its em, in mm.
        text: its letters; a word that is broken at its end has a soft hyphen there.
    """

    page: int
    low: float
    left: float
    right: float
    size: float
    text: str


def paragraphs_of_pdf(pdf: bytes) -> list[list[SetLine]]:
    """Return the lines of each paragraph, caption and cell that a tagged PDF has, in reading order."""
    structure = read_structure(pdf)
    found = []
    for element in structure.elements:
        contents = list(_own_contents(element))
        if not contents or element.role in _NOT_TEXT:
            continue
        runs = []
        for content, shown in structure.shown(*contents):
            cosine, sine = cos(radians(shown.turn)), sin(radians(shown.turn))
            x, y = shown.start
            to_x, to_y = shown.end
            end = to_x * cosine + to_y * sine - shown.space
            place = x * cosine + y * sine, end, y * cosine - x * sine
            runs.append((content.page + 1, *place, shown.size, shown.text))
        found.append(_joined(runs))
    return found


def _own_contents(element: Element) -> Iterator[Content]:
    """Yield the contents of an element and of its words in other languages, which are elements of their own."""
    for kid in element.kids:
        if isinstance(kid, Content):
            yield kid
        elif kid.role == "Span":
            yield from _own_contents(kid)


def paragraphs_of(document: Document) -> list[list[SetLine]]:
    """Return the lines of each paragraph, caption and cell of a document's drawings, in reading order."""
    fonts = catalog().typesetter().fonts
    found: dict[Tag, list[tuple[int, tuple[int, float, float, float, float, str]]]] = {}
    for number, page in enumerate(document.pages, 1):
        for text, (a, b, c, d, e, f), tag, reading in _tagged(page.shapes, IDENTITY, None, 0):
            if tag.role in _NOT_TEXT:
                continue
            widths = fonts.face(text.font).widths
            kept = len(text.text.rstrip(" "))
            wide = sum(widths[char] for char in text.text[:kept]) * text.size + sum(text.adjust[:kept])
            x, y = a * text.x + c * text.y + e, b * text.x + d * text.y + f
            left, low = a * x + b * y, a * y - b * x
            run = number, left, left + wide, low, text.size, text.text
            found.setdefault(tag, []).append((reading, run))
    return [_joined([run for _, run in sorted(runs, key=lambda run: run[0])]) for runs in found.values()]


def _tagged(
    shapes: tuple[Shape, ...], outer: Transform, tag: Tag | None, reading: int
) -> Iterator[tuple[Text, Transform, Tag, int]]:
    """Yield every tagged text with its transform, its tag and its place in the order of reading."""
    for shape in shapes:
        if isinstance(shape, Group):
            inside = multiply(outer, shape.transform), shape.tag or tag, shape.reading or reading
            yield from _tagged(shape.children, *inside)
        elif isinstance(shape, Text) and tag is not None:
            yield shape, outer, tag, reading


def _joined(runs: Sequence[tuple[int, float, float, float, float, str]]) -> list[SetLine]:
    """Join runs of one page and baseline, given as page, left, right, baseline, size and text, to lines."""
    lines: dict[tuple[int, float], list[SetLine]] = {}
    for page, left, right, low, size, text in runs:
        if len(text) > 1 or not text.isupper():  # an initial stands on the baseline of a line that it is no part of
            lines.setdefault((page, round(low, 1)), []).append(SetLine(page, low, left, right, size, text))
    joined = []
    for parts in lines.values():
        first, *_, last = parts if len(parts) > 1 else parts * 2
        text = "".join(part.text for part in parts)
        joined.append(
            first._replace(right=last.right, text=text, size=Counter(p.size for p in parts).most_common()[0][0])
        )
    return joined


def line_faults(paragraphs: Sequence[Sequence[SetLine]]) -> Iterator[str]:
    """Yield a line of text for each paragraph that ends badly, each number parted from its word or its unit, each
    reference that two lines share, each line that begins with the mark, and each justified line that is not filled."""
    columns: dict[tuple[int, float, float], list[SetLine]] = defaultdict(list)
    parts = [part for lines in paragraphs for part in _parted(lines)]
    for part, whole in parts:
        columns[_column(part)] += part if not whole else part[:-1]
    for lines in paragraphs:
        if len(lines) > 1:
            yield from _bad_ending(lines[-2], lines[-1])
        for before, after in pairwise(lines):
            yield from _parted_words(before, after)
    for part, whole in parts:
        if not whole and part[-1].text.endswith(_SOFT):
            yield f"page {part[-1].page}: '{part[-1].text.strip()}' leaves a part of a word at the end of its column"
        key = _column(part)
        right = _measure(columns[key])
        if right and max(line.right for line in part) - key[1] > _MEASURE * (right - key[1]):
            for line in part if not whole else part[:-1]:
                if line.right < right - _SAME * 2:
                    yield f"page {line.page}: '{line.text.strip()}' lacks {right - line.right:.2f} mm"


def _parted(lines: Sequence[SetLine]) -> Iterator[tuple[list[SetLine], bool]]:
    """Yield the parts of a paragraph in each column that it stands in, and whether it ends there."""
    part: list[SetLine] = []
    for line in lines:
        if part and (line.page != part[-1].page or line.low <= part[-1].low):
            yield part, False
            part = []
        part.append(line)
    if part:
        yield part, True


def _column(part: Sequence[SetLine]) -> tuple[int, float, float]:
    """Return what lines of one column have in common: page, left edge and size."""
    return part[0].page, round(min(line.left for line in part), 1), round(part[0].size, 2)


def _measure(lines: Sequence[SetLine]) -> float:
    """Return where the lines of a column end if it is justified, so that most of them end there; otherwise 0."""
    ends = sorted((line.right for line in lines), reverse=True)
    most = max(3, len(ends) // 2)
    return next((end for end, last in zip(ends, ends[most - 1 :], strict=False) if end - last <= _SAME), 0.0)


def _parted_words(before: SetLine, after: SetLine) -> Iterator[str]:
    one, other = before.text.strip(), after.text.strip()
    if (_BEFORE_NUMBER.search(one) and _NUMBER.match(other)) or (_BEFORE_UNIT.search(one) and _UNIT.match(other)):
        yield f"page {after.page}: '{one[-30:]}|{other[:30]}' parts a number from its word"
    if other.startswith(_MARK):
        yield f"page {after.page}: '{one[-30:]}|{other[:30]}' begins with the mark"


def _bad_ending(before: SetLine, last: SetLine) -> Iterator[str]:
    end = f"page {last.page}: '{before.text[-30:]}|{last.text.strip()}' ends in"
    if before.text.endswith(_SOFT):
        yield f"{end} a part of a word"
    elif sum(char.isalnum() for char in last.text) < _FEWEST:
        yield f"{end} a few letters"
