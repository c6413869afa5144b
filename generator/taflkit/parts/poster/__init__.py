"""The poster: the rules on one page, below the game's ground with its title, its device and the start of a game.

The page has four columns. The ground lies over all of them; below it stand two rows of three figures, with the key in
the fourth; the rules, in the booklet's words, are two columns wide each. All grows with the paper. Letters are as large
as the page allows; for a long text the ground is lower, then figures are smaller, and at last the letters.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, zip_longest
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.booklet import BookletSetter, Cited
from taflkit.parts.booklet.cover import draw_titled
from taflkit.parts.booklet.grid import POINT, PageGrid
from taflkit.parts.booklet.pages import Cell
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.figures import draw_scene
from taflkit.sums import total
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import fill
from taflkit.words.rulebook import NumberedRule

FIGURES = 6
"""The figures of a poster at the most."""
_ROW = 3  # figures in a row
_FILES = 5  # squares across a figure, at the most
_RANKS = 4  # and down, at the most

# on A4 and Letter; all is the larger the larger the paper is
_PAGE = (210.0, 279.4)  # mm
_WIDEST = 204.0  # mm of the columns, at the most
_INSET = 10.0  # mm from the paper's edges to the ground and the columns
_MOUNT = 0.1  # of the start's side: the ground round it
_BORDERED = 0.05  # of it: as much wider is that ground inside a theme's own border
_HALO = 0.02  # of it: what the words keep clear of
_BELOW = 7.0  # mm below the ground, and below the figures
_GUTTER = 6.0  # mm between columns, and between rows of figures
_NUMBERS = 6.0  # mm beside the rules for their numbers
_STEPS = ((84.0, 4), (76.0, 4), (68.0, 4), (68.0, 5), (60.0, 5), (52.0, 5), (44.0, 5))
"""The sides in mm of the start, and the columns of figures and keys, by which these make way for the text."""
_SIZES = tuple(half / 2 for half in range(36, 17, -1))  # points: the em of the text
_GOOD = 9.5  # points: the least of these for which the start and the figures make way
LEAST = 9.0
"""The least em of the text in points, on any paper."""
_LEADING = 1.2  # em
_TIGHT = 1.08  # em: the least leading
_HEADING = 1.6  # em of the text: that of headings
_CAPTION = 0.9  # em of the text: that of captions
_CAPTIONS = (8.5, 10.5)  # points: the least and the most of these
_ABOVE_HEADING = 0.6  # em of the text, at the least
_ABOVE_RULE = 0.2  # em of the text, at the least
_STRETCHED = 2.0  # of these: the white that there may be
_PARTED = 2.0  # lines by which a column may be higher rather than that a rule is parted


class PosterGrid(PageGrid, frozen=True, dict=True):
    """The grid of a poster: columns for figures and keys of a width, text of a measure and an em; lengths are mm.

    `loose` is the leading in em.
    """

    columns: int = 4
    column: float = 0.0
    measure: float = 0.0
    em: float = 0.0
    loose: float = _LEADING
    larger: float = 1.0

    @cached_property
    def style(self) -> Style:
        """The style of the text."""
        return Style(self.em, self.loose * self.em, narrow=18.0)

    @cached_property
    def caption(self) -> Style:
        """The style of captions, and of the words of the keys."""
        least, most = (points * POINT * self.larger for points in _CAPTIONS)
        size = max(least, min(_CAPTION * self.em, most))
        return Style(size, 1.15 * size, align="left")

    @property
    def gutter(self) -> float:
        """The distance of two columns."""
        return _GUTTER * self.larger


class _Lines(NamedTuple):
    """Lines with the least white above them in mm; those of a heading are kept together with the next block."""

    above: float
    items: Sequence[Item]
    heading: bool = False

    @property
    def high(self) -> float:
        return self.above + total(item.height for item in self.items)


def shown_figures(book: Book) -> tuple[str, ...]:
    """Return the names of the figures that a poster shows, in the order of the rules.

    They are the first figure of every rule, and then its second, until there are FIGURES: those come first that the
    cards have too. One that is too large is left out, and the start, which has no signs.
    """
    out, texts = book.texts.booklet.leave_out, book.texts.cards
    carded = {*texts.attackers.figures, *texts.defenders.figures}

    def fitting(rule: NumberedRule) -> list[str]:
        scenes = ((name, book.scenes[name]) for name in rule.figures if name not in out)
        shown = ((name, scene.window) for name, scene in scenes if scene.has_signs)
        return [name for name, window in shown if window.files <= _FILES and window.ranks <= _RANKS]

    rounds = zip_longest(*map(fitting, book.rules), fillvalue="")
    ranked = [name for each in rounds for name in sorted(filter(None, each), key=lambda name: name not in carded)]
    shown = {*list(dict.fromkeys(ranked))[:FIGURES]}
    return tuple(dict.fromkeys(name for rule in book.rules for name in rule.figures if name in shown))


class _Poster(Struct, frozen=True, dict=True):
    """A poster that is set on a grid, with a start of a side in mm, in a room below its ground."""

    setter: BookletSetter
    grid: PosterGrid
    start: float
    room: Rect

    @cached_property
    def bodies(self) -> dict[int, Tag]:
        """The elements of the rules, by their numbers."""
        return {
            rule.number: Tag("LBody", parent=Tag("LI", parent=listed))
            for _, rules in groupby(self.setter.words.book.rules, key=lambda rule: rule.heading)
            for listed in (Tag("L"),)
            for rule in rules
        }

    @cached_property
    def strip(self) -> tuple[tuple[Shape, ...], float]:
        """The figures with the keys beside them, and their height."""
        words, grid = self.setter.words, self.grid
        cited = [
            Cited(name, next(self.bodies[rule.number] for rule in words.book.rules if name in rule.figures), 1)
            for name in words.numbers
        ]
        shapes: list[Shape] = []
        low = 0.0
        for at in range(0, len(cited), _ROW):
            low += grid.gutter if at else 0.0
            row = cited[at : at + _ROW]
            ranks = max(words.book.scenes[each.name].window.ranks for each in row)
            cells = [self.setter.figure(each, ranks) for each in row]
            shapes += [Group(cell.shapes, translate(grid.at(n), low)) for n, cell in enumerate(cells)]
            low += max(cell.high for cell in cells)
        keys: list[Cell] = self.setter.keys(cited[-1].body) if cited else []
        if grid.columns == _ROW + 1 and keys:
            keys = [keys[0].above(keys[1], grid.gutter / 2)]
        shapes += [Group(key.shapes, translate(grid.at(_ROW + n), 0.0)) for n, key in enumerate(keys)]
        return tuple(shapes), max([low, *(key.high for key in keys)])

    @cached_property
    def blocks(self) -> list[_Lines]:
        """The headings, the rules and their source."""
        words, grid, em = self.setter.words, self.grid, self.grid.em
        style = Style(_HEADING * em, 1.15 * _HEADING * em, "bold", role="text.rubric", align="left")
        blocks = []
        for heading, rules in groupby(words.book.rules, key=lambda rule: rule.heading):
            blocks.append(_Lines(_ABOVE_HEADING * em, self.setter.heading(heading, grid.measure, style), heading=True))
            above = 0.0
            for rule in rules:
                blocks.append(_Lines(above, self.setter.rule(rule, self.bodies[rule.number])))
                above = _ABOVE_RULE * em
        if words.book.ruleset.source:
            source = fill(words.text.credits.source, words.book.names)
            small = replace(grid.caption, role="text.muted")
            blocks.append(
                _Lines(_ABOVE_HEADING * em, set_paragraph(self.setter.typesetter, source, grid.measure, small))
            )
        return blocks

    @cached_property
    def parted(self) -> tuple[list[_Lines], list[_Lines]]:
        """The two columns of the text, as even as can be; a rule is parted only where that saves some lines."""
        best, columns = float("inf"), (self.blocks, list[_Lines]())
        for number, block in enumerate(self.blocks):
            ends = [n for n, item in enumerate(block.items, 1) if item.breakable and not block.heading]
            for end in ends:
                first = [*self.blocks[:number], block._replace(items=block.items[:end])]
                rest = [block._replace(items=block.items[end:])] if block.items[end:] else []
                second = [*rest, *self.blocks[number + 1 :]]
                if second:
                    second[0] = second[0]._replace(above=0.0)
                high = max(map(_high, (first, second))) + (_PARTED * self.grid.leading if rest else 0.0)
                if high < best:
                    best, columns = high, (first, second)
        columns[0][0] = columns[0][0]._replace(above=0.0)
        return columns

    @property
    def free(self) -> float:
        """The height that is left for the text."""
        high = self.strip[1]
        return self.room.height - (high + _BELOW * self.grid.larger if high else 0.0)

    @property
    def fits(self) -> bool:
        """Whether the figures and the text are no higher than the room."""
        return max(map(_high, self.parted)) <= self.free

    def draw(self) -> Iterator[Shape]:
        """Yield the rules, and the figures above them."""
        low = self.room.y + self.room.height
        for number, blocks in enumerate(self.parted):
            between = total(block.above for block in blocks)
            stretched = min(_STRETCHED, 1 + (self.free - _high(blocks)) / between) if between else 1.0
            left = self.room.x + number * (self.room.width + self.grid.gutter) / 2
            y = low - self.free
            for block in blocks:
                x = left + (0.0 if block.heading else _NUMBERS * self.grid.larger)
                shapes, y = stack(block.items, x, y + block.above * stretched)
                yield Group(shapes)
        yield Group(self.strip[0], translate(self.room.x, self.room.y))


def _high(blocks: Sequence[_Lines]) -> float:
    return total(block.high for block in blocks)


def draw_poster(
    book: Book, paper: tuple[float, float], edge: float, low: float, look: Look, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return the shapes of a poster on paper of a width and height in mm, `edge` mm from its edges, down to `low`.

    Raises:
        DoesNotFit: the rules are too long, or the title is.
        UnfitText: a letter that the fonts lack.
    """
    larger = min(paper[0] / _PAGE[0], paper[1] / _PAGE[1])
    numbers = {name: number for number, name in enumerate(shown_figures(book), 1)}
    words = BookletWords(book, numbers, marks=False)
    y, gutter = max(_INSET * larger, edge), _GUTTER * larger
    wide = min(paper[0] - 2 * y, _WIDEST * larger)
    x = (paper[0] - wide) / 2
    mounted = _MOUNT + (_BORDERED if look.art.page is not None else 0.0)
    measure = (wide - gutter) / 2 - _NUMBERS * larger
    sizes = [size for size in _SIZES if size * larger >= LEAST] or [LEAST / larger]

    def tried(start: float, columns: int, size: float, loose: float) -> _Poster:
        column = (wide - (columns - 1) * gutter) / columns
        em = size * larger * POINT
        grid = PosterGrid(*paper, columns=columns, column=column, measure=measure, em=em, loose=loose, larger=larger)
        top = y + ((1 + 2 * mounted) * start + _BELOW) * larger
        room = Rect(x, top, wide, low - top, "")
        return _Poster(BookletSetter(words, grid, look, typesetter), grid, start * larger, room)

    good = [size for size in sizes if size >= _GOOD]
    choices = [
        *((*step, good, _LEADING) for step in _STEPS[:-1]),
        *((*step, sizes, _LEADING) for step in _STEPS[-2:]),
        (*_STEPS[-1], sizes, _TIGHT),
    ]
    for start, columns, known, loose in choices:
        posters = [tried(start, columns, size, loose) for size in known]
        fitting = bisect_left(posters, True, key=lambda poster: poster.fits)
        if fitting < len(posters):
            break
    else:
        need, have = max(map(_high, posters[-1].parted)), max(0.0, posters[-1].free)
        raise DoesNotFit(
            "the text of the poster",
            f"{need:.0f} mm of height at {LEAST:g} pt",
            f"{have:.0f} mm; choose larger paper, or shorten its rules",
            choice="paper",
        )
    poster = posters[fitting]
    side, mount = poster.start, mounted * poster.start
    ground, at = Rect(x, y, wide, side + 2 * mount, ""), (x + wide - mount - side, y + mount)
    # on a lower ground all is smaller
    enlarged = side / _STEPS[0][0]
    titled = draw_titled(words, ground, look, typesetter, enlarged, at[0] - _HALO * side - x)
    set_up = draw_scene(book.scenes["start"], side, book.descriptions["start"], look)
    return (*titled, Group((set_up,), translate(*at)), *poster.draw())
