"""Positions under any rules in which what the whole board decides happens often: rows, rings and forts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from hypothesis import strategies as st

from support.boards import SYMMETRIES, Corners, board
from taflkit.figures import typed_values
from taflkit.tafl import BoardLayout, Piece, Position, Rules, Side, Square, Variant, flag_names

__all__ = ["BOARDS", "crowded", "rules"]

BOARDS: tuple[tuple[int, Corners], ...] = (
    (5, "four"),
    (7, "four"),
    (7, "none"),
    (9, "four"),
    (9, "none"),
    (11, "blocks"),
    (13, "four"),
    (19, "blocks"),
)

Pieces = dict[Square, Piece]
Value = str | bool | int
TAKER = {Side.ATTACKERS: Piece.ATTACKER, Side.DEFENDERS: Piece.DEFENDER}


@st.composite
def rules(draw: st.DrawFn, flags: Mapping[str, Value] = MappingProxyType({})) -> Rules:
    """Any values of all flags but those given."""
    drawn = {flag: draw(st.sampled_from(typed_values(flag))) for flag in flag_names() if flag not in flags}
    return Rules(**drawn, **flags)  # type: ignore[arg-type]


@st.composite
def crowded(draw: st.DrawFn) -> Position:
    """A position under any rules: a scene that a rule may speak of, sometimes upset a little, and turned."""
    size, corners = draw(st.sampled_from(BOARDS))
    layout = board(size, corners)
    scene = draw(st.sampled_from(_SCENES))
    side = scene.side if scene.side and draw(st.integers(0, 7)) else draw(st.sampled_from(Side))
    pieces = draw(scene.pieces(layout, side))
    anywhere = st.sampled_from(layout.board.squares)
    kinds = st.sampled_from((Piece.ATTACKER, Piece.DEFENDER, None))
    for square in draw(st.lists(anywhere, max_size=2)):
        _put(pieces, square, draw(kinds))
    if Piece.KING not in pieces.values() and draw(st.integers(0, 5)):
        pieces[draw(anywhere)] = Piece.KING
    flags = scene.flags if draw(st.integers(0, 3)) else {}
    there = Variant("any", "any", layout, draw(rules(flags)), {})
    return draw(st.sampled_from(SYMMETRIES)).position(Position.of(there, pieces, side))


def _put(pieces: Pieces, square: Square, piece: Piece | None) -> None:
    """Put a soldier on a square, or nobody; the king stays where he is."""
    if pieces.get(square) is not Piece.KING:
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = piece


class _Span(NamedTuple):
    """Squares side by side on the lowest rank."""

    first: int
    last: int


@st.composite
def _row(draw: st.DrawFn, layout: BoardLayout, side: Side) -> Pieces:
    """Enemies in a row on the edge, each faced, one end or both still open to a piece of the side to move."""
    size = layout.size
    first = draw(st.integers(1, size - 3))
    span = _Span(first, draw(st.integers(first + 1, min(first + 4, size - 2))))
    mine, other = TAKER[side], TAKER[side.other]
    pieces: Pieces = {}
    for file in range(span.first, span.last + 1):
        pieces[Square(file, 0)] = other
        pieces[Square(file, 1)] = mine
    if draw(st.booleans()):
        pieces[Square(span.first - 1, 0)] = mine
    mover = Square(span.last + 1, draw(st.integers(1, size - 1)))
    pieces[mover] = mine
    if span.last + 3 < size and draw(st.booleans()):
        # a second row on the mover's other side
        for file in (span.last + 2, span.last + 3):
            pieces[Square(file, 0)] = other
            pieces[Square(file, 1)] = mine
        if span.last + 4 < size:
            pieces[Square(span.last + 4, 0)] = mine
    king = draw(st.sampled_from((None, *pieces)))
    if king is not None and pieces[king] is Piece.DEFENDER:
        pieces[king] = Piece.KING
    return pieces


@st.composite
def _ring(draw: st.DrawFn, layout: BoardLayout, side: Side) -> Pieces:
    """The king's side in a ring of attackers with at most one gap, and an attacker in line with the gap."""
    del side
    size, middle = layout.size, layout.size // 2
    wide = draw(st.integers(1, min(3, middle)))
    file, rank = (draw(st.integers(wide, size - 1 - wide)) for _ in range(2))
    near = {Square(file + a, rank + b): abs(a) + abs(b) for a in range(-wide, wide + 1) for b in range(-wide, wide + 1)}
    ring = [square for square, far in near.items() if far == wide or (far == wide + 1 and draw(st.booleans()))]
    pieces: Pieces = dict.fromkeys(ring, Piece.ATTACKER)
    inside = [square for square, far in near.items() if far < wide]
    for square in draw(st.lists(st.sampled_from(inside), max_size=3)):
        pieces[square] = Piece.DEFENDER
    pieces[draw(st.sampled_from(inside))] = Piece.KING
    if draw(st.integers(0, 3)):
        gap = draw(st.sampled_from(ring))
        pieces.pop(gap)
        closer = draw(st.sampled_from(_ahead(gap, layout) or [gap]))
        _put(pieces, closer, Piece.ATTACKER)
    return pieces


def _ahead(square: Square, layout: BoardLayout) -> list[Square]:
    """Return the squares in line above a square and to the right of it."""
    return [
        there
        for there in layout.board.squares
        if there > square and 0 in (there.file - square.file, there.rank - square.rank)
    ]


@st.composite
def _fort(draw: st.DrawFn, layout: BoardLayout, side: Side) -> Pieces:
    """The king on the lowest rank among empty squares, a wall of defenders round them, at most one missing."""
    del side
    size = layout.size
    wide = draw(st.integers(2, min(4, size - 2)))
    high = draw(st.integers(1, 2))
    left = draw(st.integers(0, size - wide))
    room = [Square(file, rank) for file in range(left, left + wide) for rank in range(high)]
    wall = layout.board.squares_of(layout.board.neighbours(layout.board.mask(room)) & ~layout.board.mask(room))
    pieces: Pieces = dict.fromkeys(wall, Piece.DEFENDER)
    for square in draw(st.lists(st.sampled_from(room), max_size=2)):
        pieces[square] = Piece.DEFENDER
    # behind the wall stand more of both sides
    behind = layout.board.squares_of(layout.board.neighbours(layout.board.mask(wall)) & ~layout.board.mask(room))
    for square in draw(st.lists(st.sampled_from(behind), max_size=5)):
        if square not in wall:
            pieces[square] = draw(st.sampled_from((Piece.ATTACKER, Piece.DEFENDER)))
    pieces[draw(st.sampled_from([square for square in room if square.rank == 0]))] = Piece.KING
    if draw(st.integers(0, 3)):
        missing = draw(st.sampled_from(wall))
        pieces.pop(missing)
        comer = draw(st.sampled_from(_ahead(missing, layout) or [missing]))
        _put(pieces, comer, Piece.DEFENDER)
    return pieces


@st.composite
def _throne(draw: st.DrawFn, layout: BoardLayout, side: Side) -> Pieces:
    """The king on his throne, three attackers and a man of his beside him, and an attacker who can come behind."""
    del side
    file, rank = layout.throne
    pieces = {
        layout.throne: Piece.KING,
        Square(file - 1, rank): Piece.ATTACKER,
        Square(file + 1, rank): Piece.ATTACKER,
        Square(file, rank - 1): draw(st.sampled_from((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))),
        Square(file, rank + 1): Piece.DEFENDER,
    }
    across = draw(st.integers(1, layout.size - 1 - file))
    pieces[Square(file + across, rank + 2)] = Piece.ATTACKER
    return pieces


@st.composite
def _crowd(draw: st.DrawFn, layout: BoardLayout, side: Side) -> Pieces:
    """Any pieces in a corner of five by five squares."""
    del layout, side
    letters = draw(st.text(alphabet="..tT", min_size=25, max_size=25))
    return {Square(i % 5, i // 5): Piece(letter) for i, letter in enumerate(letters) if letter != "."}


class _Scene(NamedTuple):
    """A kind of positions, with the side to move and the flags that it is mostly drawn for."""

    pieces: Callable[[BoardLayout, Side], st.SearchStrategy[Pieces]]
    side: Side | None = None
    flags: Mapping[str, Value] = MappingProxyType({})


_SCENES = (
    _Scene(_row, None, {"shieldwall": "pieces"}),
    _Scene(_row, None, {"shieldwall": "corner"}),
    _Scene(_ring, Side.ATTACKERS, {"encirclement": True}),
    _Scene(_fort, Side.DEFENDERS, {"exit_fort": True, "goal": "corner"}),
    _Scene(_throne, Side.ATTACKERS, {"linnaean_capture": True}),
    _Scene(_crowd),
)
