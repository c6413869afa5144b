"""The board to colour in: its lines alone on one page, with the pieces to colour and cut out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Paint, Paints, Theme
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Form,
    Group,
    Path,
    Rect,
    Segment,
    Shape,
    Shown,
    Tag,
    Text,
    Transform,
    circle_segments,
    moved,
    multiply,
    rectangle,
    scale,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.parts.board.board import draw_board
from taflkit.parts.counters import draw_piece
from taflkit.tafl import BoardLayout, Piece
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title
from taflkit.words.phrases import fill

_TITLE = TitleRoom("above the board to colour in", 0.0, 15.0, 7.1, 10.0)
_WORDS = Style(4.2, 5.4, font="italic", align="centre")
_BELOW_TITLE = 0.3  # em from the title's baseline to the words
_BELOW_WORDS = 3.0  # mm from them to the board
_BORDER = 10.0  # mm: the least width of a border, which has room for a pencil
_PIECE = 0.8  # the diameter of pieces in parts of a cell
_APART = 3.0  # mm between pieces
_BESIDE = 7.0  # mm from the board to the pieces
_STEP = 0.1  # mm: squares are tried in such steps
_FINE = 17.0  # mm: the side of squares below which ornament has fewer lines
_PLAIN = 6.9  # mm: the side of squares that have that ornament
_OPEN = "hexafoil"  # the roundel of a small throne, since others are too dense to colour
_LEAST = 5.0  # mm: the least side of squares
_WORTH = 0.75  # of the largest squares: the least beside which all pieces are drawn, and not one of each kind
_KINDS = (Piece.ATTACKER, Piece.KING, Piece.DEFENDER)


class _ColouringPlan(Struct, frozen=True):
    """The squares' side in mm, the pieces in rows below the board, or columns `beside` it."""

    cell: float
    rows: tuple[tuple[Piece, ...], ...]
    beside: bool

    @property
    def each(self) -> float:
        """The mm from piece to piece."""
        return _PIECE * self.cell + _APART

    @property
    def deep(self) -> float:
        """The mm that the pieces take below the board or beside it."""
        return _BESIDE + len(self.rows) * self.each - _APART if self.rows else 0.0


def draw_colouring(
    book: Book, room: Rect, cell: float | None, frame: float, lines: Theme, typesetter: Typesetter, store: Store
) -> tuple[Shape, ...]:
    """Return what is on the page to colour in, within a room in mm.

    The squares have the side that is asked for if the board has room with it. `frame` is the width of the board's
    border, 0 for none; the theme, whose paints say where grounds are and where lines, is in full ink.

    Raises:
        DoesNotFit: the squares would be too small, or the title is too long.
    """
    variant, words, sheet = book.variant, book.texts.words, book.texts.sheet
    look = lines.look(store, book.ruleset.face)
    # without grain, and with knots where line paints have hatching
    pegs = look.ornament.board == "pegs"
    look = replace(look, ornament=replace(look.ornament, board="pegs" if pegs else "squares", edged=False))
    title = set_title(book.title, look.fonts.title, replace(_TITLE, width=room.width), typesetter)
    middle, y = room.x + room.width / 2, room.y + len(title.lines) * title.leading - 0.25 * title.size
    drawn = title.at(middle, y, "colouring.letter", typesetter)
    y += _BELOW_TITLE * title.size
    size, border = variant.layout.size, max(_BORDER, frame) if frame else 0.0
    shapes: list[Shape] = [Group(drawn, tag=Tag("H1"))]
    low = room.y + room.height
    y_board = y + _WORDS.leading + _BELOW_WORDS
    plan = _planned(variant.layout, room.width, low - y_board, cell, border)
    side = size * plan.cell + 2 * border
    told = sheet.colouring["few" if plan.rows in ((), (_KINDS,)) else "all"]
    shapes += stack(set_paragraph(typesetter, told, room.width, _WORDS), room.x, y)[0]
    across, down = (side + plan.deep, side) if plan.beside else (side, side + plan.deep)
    left, top = middle - across / 2, y_board + (low - y_board - down) / 2
    # where squares are small their ornament is that of still smaller ones, which has fewer lines, enlarged
    small, paints = plan.cell < _FINE, lines.paints
    factor = plan.cell / _PLAIN if small or pegs else 1.0
    made = look if not small else replace(look, face=replace(look.face, throne=_OPEN))
    if small and variant.rules.surface == "points":
        # the knots on points are smaller than those in squares, and too small to colour
        knots = {role: Paint() for role in paints.by_role if role.startswith("board.corner.knot")}
        paints = Paints(paints.name, {**paints.by_role, **knots})
    board = draw_board(variant.layout, variant.rules.surface, plan.cell / factor, border / factor, made)
    whole = tuple(outlined(board.shapes, paints, multiply(translate(left, top), scale(factor))))
    shapes.append(Group(whole, tag=Tag("Figure", sheet.alternatives["colouring"])))
    placed: dict[Piece, list[tuple[float, float]]] = {}
    for number, row in enumerate(plan.rows):
        out = side + _BESIDE + number * plan.each + _PIECE * plan.cell / 2
        for place, piece in enumerate(row):
            along = side / 2 + (place - (len(row) - 1) / 2) * plan.each
            at = (left + out, top + along) if plan.beside else (left + along, top + out)
            placed.setdefault(piece, []).append(at)
    factor = factor if small else 1.0
    for piece, places in placed.items():
        own = draw_piece(piece, _PIECE * plan.cell / factor, look)
        form = Form(tuple(outlined((own,), paints, scale(factor))))
        names = {**words.called("piece", piece), **words.number_names("count", len(places))}
        tag = Tag("Figure", fill(sheet.alternatives["counters"], names))
        shapes.append(Group(tuple(Shown(form, translate(*at)) for at in places), tag=tag))
    return tuple(shapes)


def _planned(layout: BoardLayout, wide: float, high: float, cell: float | None, border: float) -> _ColouringPlan:
    """Return the largest squares in a room in mm with all pieces, or one of each kind if these would be much larger."""
    pieces = [[piece] * layout.count(piece) for piece in (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)]
    every = (pieces[0], pieces[1] + pieces[2])
    most = (min(wide, high) - 2 * border) / layout.size
    plans = [
        _largest(layout.size, kinds, wide, high, border, min(cell or most, most)) for kinds in (every, (_KINDS,), ())
    ]
    if cell is not None and cell <= plans[-1].cell:
        plans = [plan for plan in plans if plan.cell == cell]
    elif plans[0].cell < _WORTH * plans[1].cell:
        plans = plans[1:]
    if plans[0].cell < _LEAST:
        need = f"squares of {_LEAST:g} mm"
        raise DoesNotFit("the board to colour in", need, f"room for {plans[0].cell:.1f} mm on this paper")
    return plans[0]


def _largest(
    size: int, kinds: Sequence[Sequence[Piece]], wide: float, high: float, border: float, most: float
) -> _ColouringPlan:
    """Return the plan of the largest squares, of a side in mm at most, with some pieces below or beside the board."""
    cell = most
    while cell > 0:
        side = size * cell + 2 * border
        for beside, along, out in ((False, wide, high), (True, high, wide)):
            laid = _ColouringPlan(cell, (), beside)
            laid = replace(laid, rows=tuple(_rows(kinds, max(1, int((along + _APART) / laid.each)))))
            if side <= along and side + laid.deep <= out:
                return laid
        cell -= _STEP
    return _ColouringPlan(0.0, (), beside=False)


def _rows(kinds: Sequence[Sequence[Piece]], most: int) -> Iterator[tuple[Piece, ...]]:
    """Yield pieces in rows of so many at most, the king in the middle of his."""
    for pieces in kinds:
        count = math.ceil(len(pieces) / most)
        # the king's row is the longer one, so that he is in its middle
        whole = math.floor if Piece.KING in pieces else math.ceil
        ends = [whole(number * len(pieces) / count) for number in range(count + 1)] if count else []
        for row in (tuple(pieces[start:end]) for start, end in pairwise(ends)):
            others = [piece for piece in row if piece is not Piece.KING]
            half = len(others) // 2
            yield (*others[:half], *[piece for piece in row if piece is Piece.KING], *others[half:])


def outlined(shapes: Sequence[Shape], paints: Paints, place: Transform = IDENTITY) -> Iterator[Shape]:
    """Yield shapes as outlines, white where the paints have a fill, so that they hide what lies behind them.

    They are moved and enlarged, and their lines are not.
    """
    for shape in shapes:
        if isinstance(shape, Group | Shown):
            inside = shape.children if isinstance(shape, Group) else shape.form.shapes
            if shape.clip is None:
                yield from outlined(inside, paints, multiply(place, shape.transform))
            else:
                yield Group(tuple(outlined(inside, paints)), multiply(place, shape.transform), shape.clip)
            continue
        paint = paints.paint(shape.role)
        if isinstance(shape, Text) or (paint.fill is None and not (paint.stroke and paint.width)):
            continue
        segments = shape.segments if isinstance(shape, Path) else _segments(shape)
        role = "colouring.line" if paint.fill is None else "colouring.area"
        yield Path.of(moved(segments, place), role, isinstance(shape, Path) and shape.nonzero)


def _segments(shape: Rect | Circle) -> tuple[Segment, ...]:
    return rectangle(shape) if isinstance(shape, Rect) else circle_segments((shape.x, shape.y), shape.radius)
