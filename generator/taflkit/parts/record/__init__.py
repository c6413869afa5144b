"""The record sheet: the players, the board with its coordinates, and numbered lines for the moves of a game."""

from __future__ import annotations

from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Rect, Shape, Tag, line, multiply, translate
from taflkit.errors import DoesNotFit
from taflkit.figures import Grid
from taflkit.parts.figures import coordinates_room, draw_coordinates, draw_scene
from taflkit.parts.instructions.instructions import MARGIN, head_lines
from taflkit.tafl import Piece, Position, Side
from taflkit.tafl.records import write_turn
from taflkit.typesetting.columns import Item, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import begun, fill

_POINT = 25.4 / 72  # mm
_TEXT = Style(10 * _POINT, 12.4 * _POINT, align="left")
_LARGE = 1.8  # the size of large print, in parts of that of other text
_BELOW_HEAD = 5.0  # mm from the rule below the head to what follows
_GUTTER = 8.0  # mm between columns
_CELL = 6.6  # mm: about the side of the squares of a board that is neither small nor large
_BOARD = (56.0, 80.0)  # mm: the least and the most width of the board with its coordinates
_LETTER = 8 * _POINT  # the em of coordinates but in large print
_PART = 0.7  # of a cell: the largest of these there
_APART = 0.8  # of a line: the least white above a line to write on
_MOST_APART = 9.0  # mm: the most of it
_BESIDE = 2.0  # mm from a word to the line behind it
_ROW = 7.6  # mm: the least height of a row to write in, twice that in large print
_LEAST_ROWS = 4  # of a page
_MOVE = 36.0  # mm: the least width of a column to write in
_ABOVE_TABLE = 5.0  # mm


def draw_record(
    book: Book, size: tuple[float, float], low: float, look: Look, typesetter: Typesetter, *, large: bool
) -> tuple[Shape, ...]:
    """Return what is on the record sheet, on paper of a size in mm down to a y; `large` is in large print.

    Raises:
        DoesNotFit: the title is too long, or the words leave no room.
    """
    texts, layout, first = book.texts, book.variant.layout, Position.start(book.variant)
    enlarged = _LARGE if large else 1.0
    text = replace(_TEXT, size=_TEXT.size * enlarged, leading=_TEXT.leading * enlarged)
    title, named, rule, y = head_lines(book.title, texts.instructions.table["record"], size, typesetter)
    y += _BELOW_HEAD
    measure = size[0] - 2 * MARGIN
    wide = min(_BOARD[1], max(_BOARD[0], _CELL * (layout.size + 1)))
    letter = max(_LETTER, min(enlarged * _LETTER, _PART * wide / (layout.size + 1)))
    beside, under = coordinates_room(Grid.whole(layout.size, 1.0), letter)
    grid = Grid.whole(layout.size, (wide - beside) / layout.size, beside)
    drawn, high = draw_scene(book.scenes["start"], grid.width, book.descriptions["start"], look), grid.height + under
    board = (replace(drawn, tag=None, transform=multiply(translate(beside, 0.0), drawn.transform)),)
    fields = _fields(book, first, (measure - wide - _GUTTER, high), text, typesetter)
    left, below = stack(fields, MARGIN, y)
    top = max(below, y + high) + _ABOVE_TABLE
    sides = sorted(Side, key=lambda side: side is not first.to_move)
    pieces = (Piece.ATTACKER if side is Side.ATTACKERS else Piece.DEFENDER for side in sides)
    heads = [begun(texts.words.piece(piece, 2)) for piece in pieces]
    rows = int((low - top - text.leading) / (_ROW * (2.0 if large else 1.0)))
    if rows < _LEAST_ROWS:
        need = f"room for {_LEAST_ROWS} rows to write in"
        raise DoesNotFit("the text of the record sheet", need, f"room for {max(0, rows)}; shorten it", table="sheet")
    table, count = _table(heads, Rect(MARGIN, top, measure, low - top, "page.rule"), rows, text, typesetter)
    alternative = fill(texts.sheet.alternatives["record"], texts.words.number_names("count", count))
    return (
        Group(title, tag=Tag("H1")),
        Group((named,), tag=Tag("P")),
        rule,
        *left,
        Group(
            (*board, *draw_coordinates(grid, letter, typesetter)), translate(size[0] - MARGIN - wide, y), tag=drawn.tag
        ),
        Group(table, tag=Tag("Figure", alternative)),
    )


def _fields(book: Book, first: Position, room: tuple[float, float], style: Style, typesetter: Typesetter) -> list[Item]:
    """Return the rules, words with lines to write on behind them, and how moves are written.

    They fill a room of a width and a height in mm, or need more height.
    """
    words, texts, (width, high) = book.texts.sheet.record, book.texts.words, room
    sides = (begun(texts.piece(piece, 2)) for piece in (Piece.ATTACKER, Piece.DEFENDER))
    names = (*sides, words["date"], words["result"])
    begin = min(width / 2, max(typesetter.width(name, style.font, style.size) for name in names) + _BESIDE)
    fields = [set_paragraph(typesetter, name, begin, style) for name in names]
    move = write_turn(first.play_legal(first.legal_moves()[0]))
    turns = (turn for scene in book.played.values() for turn in scene.turns if turn.captures)
    capture = next(map(write_turn, turns), "")
    written = {"move": f"*{move}*", "capture": f"*{capture}*"}
    told = " ".join(fill(words[key], written) for key in ("move", "capture") if key == "move" or capture)
    how = set_paragraph(typesetter, told, width, style)
    items = set_paragraph(typesetter, begun(book.names["ruleset"]), width, style)
    lines = sum(map(len, (items, how, *fields))) + 1
    apart = min(_MOST_APART, max(_APART * style.leading, (high - lines * style.leading) / len(names)))
    ruled = line((begin, 0.8 * style.leading), (width, 0.8 * style.leading), "page.rule")
    for *before, last in fields:
        items += [space(apart), *before, replace(last, shapes=(*last.shapes, ruled))]
    return [*items, space(style.leading), *how]


def _table(
    heads: list[str], place: Rect, rows: int, style: Style, typesetter: Typesetter
) -> tuple[tuple[Shape, ...], int]:
    """Return rows to write in below the names of the sides, in as many equal columns as have room, and their number."""
    begin = typesetter.width("000", style.font, style.size) + _BESIDE
    groups = max(1, int((place.width + _GUTTER) / (begin + 2 * _MOVE + _GUTTER)))
    each = (place.width + _GUTTER) / groups - _GUTTER
    side = (each - begin) / 2
    under = place.y + style.leading
    row = (place.height - style.leading) / rows
    shapes: list[Shape] = []
    for group in range(groups):
        x = place.x + group * (each + _GUTTER)
        for number, head in enumerate(heads):
            at = x + begin + number * side + 1.0, under - 0.35 * style.leading
            size = min(style.size, (side - _BESIDE) / typesetter.width(head, "italic", 1.0))
            shapes.append(typesetter.line(head, "italic", size, "text.muted", at))
        for number in range(rows + 1):
            y = under + number * row
            shapes.append(line((x, y), (x + each, y), place.role))
            if number < rows:
                at = x + begin - _BESIDE, y + row / 2 + 0.33 * style.size
                counted = str(group * rows + number + 1)
                shapes.append(typesetter.line(counted, "text", style.size, "text.muted", at, 1.0))
        shapes += (line((x + at, under), (x + at, under + rows * row), place.role) for at in (begin, begin + side))
    return tuple(shapes), groups * rows
