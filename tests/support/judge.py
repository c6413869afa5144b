"""The rules of moves, edge, ring and fort told once more over sets of squares, word by word, to judge the engine.

Nothing here is shared with the engine but the position that it is asked about: pieces by square, and the flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from taflkit.tafl import Move, Piece, Position, Side, Square

__all__ = ["fort_judged", "linnaean_judged", "moves_judged", "ring_judged", "rows_judged"]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
AXES = (((0, 1), (0, -1)), ((1, 0), (-1, 0)))


def _beside(square: Square, step: tuple[int, int]) -> Square:
    return Square(square.file + step[0], square.rank + step[1])


def _is_on_board(square: Square, size: int) -> bool:
    return square.file in range(size) and square.rank in range(size)


def _around(square: Square, size: int) -> list[Square]:
    return [near for near in (_beside(square, step) for step in STEPS) if _is_on_board(near, size)]


def _edge(size: int) -> set[Square]:
    ends, along = (0, size - 1), range(size)
    return {Square(end, i) for end in ends for i in along} | {Square(i, end) for end in ends for i in along}


def _edges(size: int) -> list[tuple[list[Square], tuple[int, int]]]:
    """The squares of each edge in their order, with the step away from it."""
    last, along = size - 1, range(size)
    return [
        ([Square(i, 0) for i in along], (0, 1)),
        ([Square(i, last) for i in along], (0, -1)),
        ([Square(0, i) for i in along], (1, 0)),
        ([Square(last, i) for i in along], (-1, 0)),
    ]


def _flood(seeds: Iterable[Square], free: set[Square], size: int) -> set[Square]:
    """The seeds and the free squares joined to them."""
    found, waiting = set(seeds), list(seeds)
    while waiting:
        for near in _around(waiting.pop(), size):
            if near in free and near not in found:
                found.add(near)
                waiting.append(near)
    return found


def _moved(before: Position, move: Move) -> dict[Square, Piece]:
    pieces = before.pieces
    pieces[move.target] = pieces.pop(move.origin)
    return pieces


def moves_judged(before: Position) -> set[Move]:
    """The moves of the side to move, each piece walked square by square."""
    rules, size, pieces = before.variant.rules, before.variant.layout.size, before.pieces
    moves = set()
    for origin, piece in pieces.items():
        far = rules.king_move if piece is Piece.KING else rules.soldier_move
        for step in STEPS if piece.side is before.to_move else ():
            here = _beside(origin, step)
            while _is_on_board(here, size) and here not in pieces:
                if _may_stop(before, piece, here):
                    moves.add(Move(origin, here))
                if far == "step" or not _may_pass(before, piece, here):
                    break
                here = _beside(here, step)
    return moves


def _is_of(who: str, piece: Piece) -> bool:
    """Whether a piece is one of nobody, of the king alone, or of anybody."""
    return who == "anybody" or (who == "king" and piece is Piece.KING)


def _may_stop(before: Position, piece: Piece, there: Square) -> bool:
    rules, layout = before.variant.rules, before.variant.layout
    if there in layout.corners and not _is_of(rules.corner_landing, piece):
        return False
    if there == layout.throne and not _is_of(rules.throne_landing, piece):
        return False
    return _is_of(rules.between_landing, piece) or not _is_between_enemies(before, piece, there)


def _may_pass(before: Position, piece: Piece, there: Square) -> bool:
    """Whether a piece may go on over an empty square; over a corner he may who may stop on it."""
    rules, layout = before.variant.rules, before.variant.layout
    if there in layout.corners:
        return _is_of(rules.corner_landing, piece)
    return there != layout.throne or _is_of(rules.throne_crossing, piece)


def _is_between_enemies(before: Position, piece: Piece, there: Square) -> bool:
    """Whether enemies stand on two opposite sides of a square; a king who does not capture is none."""
    pieces = before.pieces
    counted = set(Piece) - ({Piece.KING} if not before.variant.rules.king_armed else set())
    enemies = {square for square, other in pieces.items() if other in counted and other.side is not piece.side}
    return any(all(_beside(there, step) in enemies for step in axis) for axis in AXES)


def rows_judged(before: Position, move: Move) -> set[Square]:
    """The squares of the soldiers that a move takes in rows on the edges."""
    rules, layout = before.variant.rules, before.variant.layout
    pieces = _moved(before, move)
    if rules.shieldwall == "none":
        return set()
    takers = {
        square
        for square, piece in pieces.items()
        if piece.side is before.to_move and (piece is not Piece.KING or rules.king_armed)
    }
    enemies = {square for square, piece in pieces.items() if piece.side is not before.to_move}
    corners = {square for square in layout.corners if square not in pieces}
    if move.target not in takers:
        return set()
    fallen = set()
    for squares, away in _edges(layout.size):
        for first, second in _brackets(squares, enemies):
            row = squares[first + 1 : second]
            ends = {squares[first], squares[second]}
            closing = takers | corners if rules.shieldwall == "corner" else takers
            if move.target not in ends or not ends <= closing:
                continue
            if all(_beside(square, away) in takers for square in row):
                fallen |= {square for square in row if pieces[square] is not Piece.KING}
    return fallen


def _brackets(squares: list[Square], enemies: set[Square]) -> Iterator[tuple[int, int]]:
    """The places before and behind two or more enemies side by side, where there are such places."""
    for first in range(len(squares)):
        for second in range(first + 3, len(squares)):
            row = squares[first + 1 : second]
            if all(square in enemies for square in row) and not {squares[first], squares[second]} & enemies:
                yield first, second


def linnaean_judged(before: Position, move: Move) -> set[Square]:
    """The defender that a move takes against the king on his throne between three attackers, if any."""
    rules, layout = before.variant.rules, before.variant.layout
    pieces = _moved(before, move)
    throne = layout.throne
    if not rules.linnaean_capture or before.to_move is not Side.ATTACKERS or pieces.get(throne) is not Piece.KING:
        return set()
    around = _around(throne, layout.size)
    attackers = [square for square in around if pieces.get(square) is Piece.ATTACKER]
    defenders = [square for square in around if pieces.get(square) is Piece.DEFENDER]
    if len(attackers) != 3 or len(defenders) != 1:
        return set()
    man = defenders[0]
    behind = Square(2 * man.file - throne.file, 2 * man.rank - throne.rank)
    return {man} if move.target == behind else set()


def ring_judged(pieces: dict[Square, Piece], size: int) -> bool:
    """Whether no defender, the king included, is on the edge or could come to it through empty squares."""
    inside = {square for square, piece in pieces.items() if piece is not Piece.ATTACKER}
    if Piece.KING not in pieces.values():
        return False
    empty = {Square(file, rank) for file in range(size) for rank in range(size)} - set(pieces)
    return not any(_flood({square}, empty, size) & _edge(size) for square in inside)


def fort_judged(after: Position) -> bool:
    """Whether the king stands in an exit fort, whoever moved."""
    layout, pieces, size = after.variant.layout, after.pieces, after.variant.layout.size
    kings = {square for square, piece in pieces.items() if piece is Piece.KING}
    if not kings & _edge(size):
        return False
    empty = {Square(file, rank) for file in range(size) for rank in range(size)} - set(pieces)
    inside = _flood(kings, empty, size)
    if inside == kings:
        return False
    wall = {near for square in inside for near in _around(square, size)} - inside
    if any(pieces[square] is Piece.ATTACKER for square in wall):
        return False
    rules = after.variant.rules
    hostile = set(layout.corners) if rules.corner_hostile_to_soldiers else set()
    hostile |= {layout.throne} if rules.throne_hostile_to_soldiers else set()
    closed = set(layout.corners) if rules.corner_landing != "anybody" else set()
    closed |= {layout.throne} if rules.throne_landing != "anybody" else set()
    closed -= {square for square, piece in pieces.items() if piece is Piece.ATTACKER}
    safe = kings | ((inside | closed) - hostile)
    untakable = {square for square, piece in pieces.items() if piece is Piece.DEFENDER}
    while doomed := {man for man in untakable if not _is_guarded(man, safe | untakable, size)}:
        untakable -= doomed
    return wall <= untakable


def _is_guarded(man: Square, guards: set[Square], size: int) -> bool:
    """Whether on each axis a neighbour of a man is off the board or a guard."""
    sides = [[_beside(man, step) for step in axis] for axis in AXES]
    return all(any(not _is_on_board(near, size) or near in guards for near in axis) for axis in sides)
