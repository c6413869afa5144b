"""The pages of all puzzles of a ruleset, and those of their answers, which are turned by half a turn."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import IDENTITY, Drawing, Group, Layer, Shape, Tag, translate
from taflkit.errors import TaflkitError
from taflkit.parts.booklet.booklet import BookletSetter, draw_foot
from taflkit.parts.booklet.grid import PageGrid
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.puzzles.setting import ABOVE_ROW, PuzzleSetter, half_turn
from taflkit.sums import total
from taflkit.typesetting.columns import Item, space, stack
from taflkit.typesetting.lines import Typesetter, title_text

_ABOVE = 0.5  # of a line: the white above an answer
_STEP = 2.0  # mm by which columns of answers are made lower, until they are even


def draw_puzzles(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, text: str
) -> tuple[Drawing, ...]:
    """Return the pages of a ruleset's puzzles and of their answers, of a width and height in mm, in reading order.

    Raises:
        TaflkitError: there are no puzzles for its rules.
    """
    if not book.puzzles:
        why = f"there are no puzzles for {book.ruleset.name}; taflkit puzzles finds some"
        raise TaflkitError(why, choice="parts")
    grid = PageGrid(*page, text)
    booklet = BookletSetter(BookletWords.of(book), grid, look, typesetter)
    setter, words, columns = PuzzleSetter(book, grid, look, typesetter), book.texts.sheet.puzzles, grid.columns
    high = grid.lines * grid.leading
    blocks = [[*booklet.chapter(words["title"], columns, "H1"), *setter.lines("intro", "turned")]]
    for row in setter.rows(book.puzzles):
        blocks.append([space(ABOVE_ROW), row] if blocks[1:] else [row])
    bodies: list[Sequence[Shape]] = [stack(column)[0] for column in _columns(blocks, high)]
    asked = len(bodies)
    head = [*booklet.chapter(words["answers"], columns, "H1"), *setter.lines("reading")]
    below = total(item.height for item in head)
    # in large print a line is as wide as the page
    width, abreast = (grid.across(columns), 1) if grid.is_large else (setter.width, 2)
    apart = space(_ABOVE * grid.caption.leading)
    answers = [[apart, *lines] for lines in setter.answers(book.puzzles, width)]
    high -= below
    listed = _columns(answers, high)
    pages = -(-len(listed) // abreast)
    while high > _STEP and len(lower := _columns(answers, high - _STEP)) <= pages * abreast:
        high, listed = high - _STEP, lower
    for first in range(0, len(listed), abreast):
        placed = [stack(head)[0]] if first == 0 else []
        placed += [stack(each, setter.left(n), below)[0] for n, each in enumerate(listed[first : first + abreast])]
        bodies.append([shape for shapes in placed for shape in shapes])
    title, whole = title_text(f"{book.title}, {book.names['ruleset']}"), Tag("Part", bookmark=words["title"])
    drawings = []
    for number, shapes in enumerate(bodies, 1):
        body = Group(tuple(shapes), translate(grid.left, grid.top), layer=Layer.ART, tag=whole)
        foot = Group(draw_foot(booklet, number, title), layer=Layer.ART)
        turned = half_turn(*page) if number > asked else IDENTITY
        drawings.append(Drawing(*page, (Group((body, foot), turned),), f"{words['title']}, {number}"))
    return tuple(drawings)


def _columns(blocks: Sequence[list[Item]], high: float) -> list[list[Item]]:
    """Return blocks in columns of a height in mm, none of them parted, and none with white at its top."""
    columns = [list[Item]()]
    for block in blocks:
        if columns[-1] and total(item.height for item in (*columns[-1], *block)) > high:
            columns.append([])
        columns[-1] += block[block[0].blank and not columns[-1] :]
    return columns
