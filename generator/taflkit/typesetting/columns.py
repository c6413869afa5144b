"""Columns of set text and drawings: items stacked down a page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, settled
from taflkit.drawing.shapes import Group, Shape, Tag, Text, shifted, translate
from taflkit.sums import total
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.prose import unmarked

_IMPOSSIBLE = 10_000  # stands for the lines of a paragraph with a word that is wider than its measure
_SAFE = 1.004  # the factor on the width of words, since kerns and other faces are not looked at
_RAGGED_LOSS = 1.2  # the white at the end of a line that is not justified as a rule, in em
_ON_GROUND = 0.66  # the height of an initial in parts of the square that it stands in the middle of
_WIDEST = 0.8  # the width of an initial at most, in parts of that square
_BESIDE = 0.35  # the distance in em between an initial and the lines beside it
_STEP = 0.8  # the least distance in em by which one of these lines begins further left than another
_NARROWEST = 0.2  # the least width of a letter in the middle of any text, spaces included, in em


class Wrap(Struct, frozen=True):
    """The shape of a paragraph: its measure in mm, and the `narrow` one of its first `lines` lines."""

    width: float
    narrow: float = 0.0
    lines: int = 0

    @property
    def insets(self) -> tuple[float, ...]:
        """The difference of the measures for each of the first lines, in mm."""
        return (self.width - self.narrow,) * self.lines


class Lengths:
    """The number of lines of paragraphs, judged by the width of their letters until they are set."""

    def __init__(self, typesetter: Typesetter) -> None:
        self.typesetter = typesetter
        self._words: dict[str, tuple[float, ...]] = {}
        self._wide: dict[str, float] = {}
        self._set: dict[tuple[str, float, Wrap], int] = {}
        face = typesetter.fonts.face("text")
        self._space, self._set_words = face.widths[" "], face.set_words

    def words(self, text: str) -> tuple[float, ...]:
        """Return the widths of the words of a text, in em.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        if text not in self._words:
            written = unmarked(settled(text)).replace(SOFT_HYPHEN, "")
            measured = self._set_words([word for word in written.split(" ") if word])
            self._words[text] = tuple(width for _, _, width in measured)
        return self._words[text]

    def natural(self, text: str) -> float:
        """Return the width of a text on one line, in em."""
        if text not in self._wide:
            words = self.words(text)
            self._wide[text] = total(words) + self._space * max(0, len(words) - 1)
        return self._wide[text]

    def ragged(self, text: str, style: Style, measure: float) -> int:
        """Return the number of lines of a text that is not justified, or one more."""
        room = measure / style.size / _SAFE
        lines, used = 0, 0.0
        for word in self.words(text):
            if lines and used + self._space + word <= room:
                used += self._space + word
            else:
                lines, used = lines + 1, word
        return lines

    def lines(self, text: str, style: Style, wrap: Wrap) -> int:
        """Return the number of lines of a text: exactly if it was set so."""
        if (text, style.size, wrap) in self._set:
            return self._set[text, style.size, wrap]
        lost = _RAGGED_LOSS * style.size if style.align == "left" else 0.0
        wide = self.natural(text) * style.size
        beside = wrap.lines * (wrap.narrow - lost)
        if wrap.lines and wide <= beside:
            return math.ceil(wide / (wrap.narrow - lost))
        return wrap.lines + math.ceil((wide - beside) / (wrap.width - lost))

    def settle(self, text: str, style: Style, wrap: Wrap) -> int:
        """Set a text, and return the number of its lines.

        Raises:
            UnfitText: a character that no text may have, a letter that the fonts lack, or a word that is wider than
                the measure, if that is not narrower in its first lines.
        """
        try:
            lines = len(self.typesetter.paragraph(text, wrap.width, style, wrap.insets))
        except UnfitText:
            if not wrap.lines:
                raise
            lines = _IMPOSSIBLE
        self._set[text, style.size, wrap] = lines
        return lines


class Item(Struct, frozen=True):
    """A strip of a column with a height in mm, and shapes drawn from its top left corner.

    A page may end below it if it is breakable; white space, which is `blank`, is dropped at the top of a page.
    """

    height: float
    shapes: tuple[Shape, ...] = ()
    breakable: bool = True
    blank: bool = False


def least_height(letters: int, width: float, style: Style) -> float:
    """Return the least height in mm of a text of a number of letters in a measure in mm, without setting it."""
    return letters * _NARROWEST * style.size / width * style.leading


def baseline(style: Style, typesetter: Typesetter) -> float:
    """Return the distance in mm of the baseline below the top of a line, so that capitals stand in its middle."""
    capitals = typesetter.fonts.face(style.font).cap_height * style.size
    return (style.leading + capitals) / 2


def space(height: float, breakable: bool = True) -> Item:
    """Return white space of a height in mm."""
    return Item(height, breakable=breakable, blank=True)


def set_paragraph(
    typesetter: Typesetter,
    text: str,
    width: float,
    style: Style,
    x: float = 0.0,
    tag: Tag | None = None,
    insets: tuple[float, ...] = (),
    inset_at: Literal["left", "right"] = "left",
) -> list[Item]:
    """Set a paragraph as items, a line each.

    A page may not end with its first line alone, before its last one, or with a part of a word. Its structure element
    is a P if no tag is given. Lengths are mm: `width` is the measure, `x` the left edge in the column, and `insets`
    shorten the first lines at one of their ends.
    """
    lines = typesetter.paragraph(text, width, style, insets)
    tag = tag or Tag("P")
    low = baseline(style, typesetter)
    last = len(lines) - 1
    items = []
    for number, line in enumerate(lines):
        parts_word = line.texts[-1].text.endswith(SOFT_HYPHEN)
        breakable = number == last or (number not in (0, last - 1) and not parts_word)
        # lines are set with the room at their left
        left = x - insets[number] if inset_at == "right" and number < len(insets) else x
        items.append(Item(style.leading, (Group(tuple(line.at(left, low)), tag=tag),), breakable))
    return items


class Initial(Struct, frozen=True):
    """The first letter of a text, perhaps on a ground: a function that draws a square of a side in mm."""

    font: str = "display"
    role: str = "text.rubric"
    ground: Callable[[float], tuple[Shape, ...]] | None = None

    def draw(self, letter: str, high: float, typesetter: Typesetter) -> tuple[tuple[Shape, ...], Text]:
        """Return the ground and the letter, `high` mm from y = 0 down.

        A letter with an ascender or a tail, such as an uncial H or P, is as high with them as others are without.
        """
        face = typesetter.fonts.face(self.font)
        below, above = face.reach(letter)
        room = high if self.ground is None else _ON_GROUND * high
        size = room / (below + above)
        if self.ground is not None:
            # a letter such as Œ is wider than it is high
            size = min(size, _WIDEST * high / face.widths[letter])
        low = (high + (below + above) * size) / 2 - below * size
        if self.ground is None:
            return (), Text(0.0, low, letter, face.name, size, self.role)
        left = (high - face.widths[letter] * size) / 2
        return self.ground(high), Text(left, low, letter, face.name, size, self.role)

    def edges(self, sign: Text, high: float, style: Style, lines: int, typesetter: Typesetter) -> tuple[float, ...]:
        """Return the right edge in mm of the letter, or of the ground it stands on, beside each line of a text.

        Where it slants or has a foot, as A and L do, the lines step down along it; none begins left of one above. The
        sign is the letter as it is drawn, `high` mm high.
        """
        if self.ground is not None:
            return (high,) * lines
        face = typesetter.fonts.face(self.font)
        capitals = high - (lines - 1) * style.leading
        # baselines from that of the letter up
        lows = [(sign.y - capitals - number * style.leading) / sign.size for number in range(lines)]
        edges = [face.right_edge(sign.text, low, low + capitals / sign.size) * sign.size for low in lows]
        least = max(edges) - _STEP * style.size
        return tuple(edge if edge < least else max(edges) for edge in itertools.accumulate(edges, max))


def set_initial(
    typesetter: Typesetter, text: str, width: float, style: Style, lines: int, letter: Initial
) -> list[Item]:
    """Set a paragraph whose first letter stands in its first lines, on the last one's baseline.

    The first letter is written as a capital. A paragraph that begins with none, or with one that the initials' face has
    not, or is of fewer lines, or of words too long for lines beside it, is set without. Its style's opening is the face
    of the first word's other letters.
    """
    text = settled(text).lstrip(f" {SOFT_HYPHEN}")
    first = text[:1].upper()
    if first not in typesetter.fonts.face(letter.font).capitals:
        return set_paragraph(typesetter, text, width, style)
    tag = Tag("P")
    capitals = typesetter.fonts.face(style.font).cap_height * style.size
    high = (lines - 1) * style.leading + capitals
    ground, sign = letter.draw(first, high, typesetter)
    insets = tuple(edge + _BESIDE * style.size for edge in letter.edges(sign, high, style, lines, typesetter))
    try:
        items = set_paragraph(typesetter, text[1:].lstrip(SOFT_HYPHEN), width, style, tag=tag, insets=insets)
    except UnfitText:
        items = []
    if len(items) < lines:
        return set_paragraph(typesetter, text, width, style)
    top = baseline(style, typesetter) - capitals
    drawn = Group(ground, translate(0.0, top)), Group((sign,), translate(0.0, top), tag=tag)
    items[0] = replace(items[0], shapes=(*drawn, *items[0].shapes))
    # the letter is not parted from its lines
    return [replace(item, breakable=item.breakable and number >= lines - 1) for number, item in enumerate(items)]


def stack(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of items under one another from (x, y), and the y below the last one."""
    shapes: list[Shape] = []
    for item in items:
        if len(item.shapes) == 1:
            shapes.append(shifted(item.shapes[0], x, y))
        elif item.shapes:
            shapes.append(Group(item.shapes, translate(x, y)))
        y += item.height
    return tuple(shapes), y


# Where pages end, and in which form each block of a text stands on them: the cheapest way through all of them.
#
# A text is a row of blocks; a form sets one of them, or several together, in a whole number of lines. As lines are
# found for a paragraph (Knuth and Plass, "Breaking paragraphs into lines", 1981), so are the forms and page ends
# found whose costs have the lowest sum: those of the forms, of pages that end within one, and of white at the foot of
# pages.


_STRETCHED = 0.25  # the cost of a line of white between forms, where there is room for it
_WHITE = 320.0  # the cost of a page of white at the foot of a page; it grows with the square of the part that is white
_RUNNING = 3.0 * _WHITE  # the same where the text goes on within a section without a gap
_ENDING = 240.0  # the same for pages at whose foot a section ends, as the last one does
_BARE = 0.15  # from this part of a page on white looks like a hole
_HOLE = 3000.0  # the cost of a page of white beyond that, besides
_DEARER = 400.0
"""The most by which a way may be dearer than the best to the same block, which may have left more room. Where no such
way leads to the last page, as for a text far too short for its pages, all ways are looked at."""
_HOPELESS = 200.0  # from this cost on a page ends within a form only where there is no other way
_NEAR = 9  # the most lines above the foot of a page that it may end within a form


class PageBreak(Struct, frozen=True):
    """A place where a page may end within a form, below `above` of its lines.

    Attributes:
        cost: where the next page faces it.
        leaf: the cost where the next page is overleaf.
    """

    above: int
    cost: float
    leaf: float


class BlockForm(Struct, frozen=True):
    """A way to set one block of a text, or several.

    Attributes:
        end: the number of the block that follows.
        lines: its height.
        cost: the more, the worse it is than the best there could be.
        content: anything that the caller knows it by.
        blank: lines of white at its top, which are dropped at the top of a page.
        gap: lines of white that may be added above it to fill a page.
        breaks: the places where pages may end within it, from the top.
        section: whether a section begins with it, so that white above it is no hole.
    """

    end: int
    lines: int
    cost: float
    content: Any
    blank: int = 0
    gap: int = 0
    breaks: tuple[PageBreak, ...] = ()
    section: bool = False


class PageRoom(Struct, frozen=True):
    """The room on a page in lines, and whether the next page is overleaf rather than facing it."""

    lines: int
    leaf: bool


class PlacedForm(Struct, frozen=True):
    """A form, or the lines of it from `first` to `last`, with `added` lines of white above it."""

    form: BlockForm
    first: int
    last: int
    added: int = 0

    @property
    def opens(self) -> bool:
        """Whether a section begins with it."""
        return self.form.section and self.first <= self.form.blank


class PagedText(Struct, frozen=True):
    """The parts of each page in order, the lines of white at the foot of each page, and the cost of all."""

    parts: tuple[tuple[PlacedForm, ...], ...]
    white: tuple[int, ...]
    cost: float

    @property
    def forms(self) -> tuple[BlockForm, ...]:
        """The forms that were chosen, in order."""
        return tuple(part.form for parts in self.parts for part in parts if part.last == part.form.lines)


class _PageNode(Struct, frozen=True):
    """The cheapest way to a line of a page where a block begins, behind a form or a page's end.

    Attributes:
        gaps: lines of white that could be added on this page.
        parent: the node where the form begins, or that at the foot of the page before.
        ends: the lines of that form that stand on each of its pages but the last, summed.
    """

    cost: float
    gaps: int
    page: int
    line: int
    parent: _PageNode | None = None
    form: BlockForm | None = None
    ends: tuple[int, ...] = ()


def arrange(blocks: Sequence[Sequence[BlockForm]], pages: Sequence[PageRoom]) -> PagedText | None:
    """Return the best forms and page ends for a text that begins on the first page and ends on the last, if it fits.

    Each block is given as the forms that begin with it.
    """
    last = _PageSearch(blocks, pages, _HOPELESS, _DEARER).run() or _PageSearch(blocks, pages, math.inf, math.inf).run()
    if last is None:
        return None
    parts: list[list[PlacedForm]] = [[] for _ in pages]
    node = last
    while node.parent is not None:
        if node.form is not None:
            top = 0 if node.parent.line else node.form.blank
            places = (top, *node.ends, node.form.lines)
            for number in range(len(places) - 1, 0, -1):
                page = node.parent.page + number - 1
                parts[page].insert(0, PlacedForm(node.form, places[number - 1], places[number]))
        node = node.parent
    whites: list[int] = []
    for placed, room in zip(parts, pages, strict=True):
        white = room.lines - sum(part.last - part.first for part in placed)
        # lines of white are added above forms, in the widest gaps first, and none at the top of a page
        gaps = [part.form.gap if number and not part.first else 0 for number, part in enumerate(placed)]
        while white > 0 and any(gaps):
            widest = max(gaps)
            for number in range(len(placed) - 1, -1, -1):
                if white and gaps[number] == widest:
                    gaps[number] -= 1
                    placed[number] = replace(placed[number], added=placed[number].added + 1)
                    white -= 1
        whites.append(white)
    return PagedText(tuple(map(tuple, parts)), tuple(whites), last.cost)


class _PageSearch:
    """The nodes of each block by page and line.

    Args:
        blocks: each as the forms that begin with it.
        pages: the room.
        dearest: the most that a page may cost that ends within a form.
        dearer: the most by which a way may be dearer than the best to the same block.
    """

    def __init__(
        self, blocks: Sequence[Sequence[BlockForm]], pages: Sequence[PageRoom], dearest: float, dearer: float
    ) -> None:
        self.blocks, self.pages, self.dearest, self.dearer = blocks, pages, dearest, dearer
        self.nodes: list[list[dict[int, _PageNode]]] = [[{} for _ in pages] for _ in range(len(blocks) + 1)]
        # the cost of a page of white above each block
        self.weights = [_ENDING if form.section else _WHITE if form.gap else _RUNNING for form, *_ in blocks]
        # the room from each page on, and the least that each block takes with those behind it
        self.room = [sum(page.lines for page in pages[number:]) for number in range(len(pages) + 1)]
        self.least = [0] * (len(blocks) + 1)
        for number in range(len(blocks) - 1, -1, -1):
            self.least[number] = min(self.least[form.end] + form.lines - form.blank for form in blocks[number])

    def run(self) -> _PageNode | None:
        """Return the node behind the last block."""
        if self.least[0] > self.room[0]:
            return None
        self._add(0, 0.0, 0, 0, 0)
        for number, forms in enumerate(self.blocks):
            # the page may end above the block
            for page, there in enumerate(self.nodes[number][:-1]):
                for node in there.values():
                    if node.line:
                        cost = node.cost + self._white(page, node.line, node.gaps, self.weights[number])
                        self._add(number, cost, 0, page + 1, 0, node)
            nodes = [node for there in self.nodes[number] for node in there.values()]
            bar = self.dearer + min((node.cost for node in nodes), default=0.0)
            for node in nodes:
                if node.cost <= bar:
                    self._set(forms, node)
        room = self.pages[-1].lines
        ends = [
            replace(node, cost=node.cost + _ENDING * (max(0, room - node.line - node.gaps) / room) ** 2)
            for node in self.nodes[-1][-1].values()
        ]
        return min(ends, key=lambda node: node.cost, default=None)

    def _white(self, page: int, line: int, gaps: int, weight: float) -> float:
        """Return the cost of a page that ends above a line; the gaps can take some of the white."""
        room = self.pages[page].lines
        taken = min(room - line, gaps)
        white = (room - line - taken) / room
        hole = _HOLE * (white - _BARE) ** 2 if white > _BARE else 0.0
        return _STRETCHED * taken + weight * white**2 + hole

    def _add(
        self,
        number: int,
        cost: float,
        gaps: int,
        page: int,
        line: int,
        parent: _PageNode | None = None,
        form: BlockForm | None = None,
        ends: tuple[int, ...] = (),
    ) -> None:
        """Add a node before a block, unless a cheaper one is there or what follows has no room."""
        if line + self.least[number] > self.room[page]:
            return
        nodes = self.nodes[number][page]
        there = nodes.get(line)
        if there is None or cost < there.cost:
            nodes[line] = _PageNode(cost, gaps, page, line, parent, form, ends)

    def _set(self, forms: Sequence[BlockForm], node: _PageNode) -> None:
        """Set each of the forms of a block at a node."""
        page, line = node.page, node.line
        room, is_last = self.pages[page].lines, page + 1 == len(self.pages)
        for form in forms:
            start, gaps = (line, node.gaps + form.gap) if line else (-form.blank, 0)
            low, cost = start + form.lines, node.cost + form.cost
            if low <= room:
                self._add(form.end, cost, gaps, page, low, node, form)
            elif form.breaks and not is_last and start + form.breaks[0].above <= room:
                for ends, parted in self._parted(form, page, start, gaps):
                    rest = form.lines - ends[-1]
                    self._add(form.end, cost + parted, 0, page + len(ends), rest, node, form, ends)

    def _parted(self, form: BlockForm, page: int, line: int, gaps: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield the ways to part a form that begins at a line: the lines above the ends of its pages, and the cost."""
        lines, leaf = self.pages[page].lines, self.pages[page].leaf
        if page + 1 == len(self.pages):
            return
        lowest, highest = lines - line, max(lines - _NEAR - line, -line + 1, 1)
        for each in reversed(form.breaks):
            above = each.above
            if above > lowest:
                continue
            if above < highest:
                break
            cost = each.leaf if leaf else each.cost
            if cost > self.dearest:
                continue
            cost += self._white(page, line + above, gaps, _RUNNING)
            if form.lines - above <= self.pages[page + 1].lines:
                yield (above,), cost
            else:
                # the rest of it is as high as pages are
                more = next(self._parted(form, page + 1, -above, 0), None)
                if more is not None:
                    yield (above, *more[0]), cost + more[1]
