"""Figures of the user's own: a position, and the engine's answers to moves in it.

The input is text: a position line, a picture, a game's record, moves. The answers make a Scene, so that a
diagram is drawn and described as the booklet's figures are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from taflkit.errors import IllegalMove, TaflkitError, refuse, shown
from taflkit.figures import Grid, Scene, Window
from taflkit.limits import SHOWN
from taflkit.tafl import (
    Game,
    Move,
    Position,
    Reason,
    Record,
    Refusal,
    Side,
    Square,
    Turn,
    Variant,
    parse_picture,
    parse_position,
)
from taflkit.tafl.records import GameRecord, check_captures, parse_game, replay
from taflkit.tafl.rules_strings import TERMS, contradictions, written

_MOST_UNKNOWN = 10  # the most terms that are not known and are named
_BOARD = "dim"  # the term that no figure can pass over
_LINE = re.compile(r"/?[0-9A-Za-z]*(/[0-9A-Za-z]*)+/?")


class Moment(Struct, frozen=True):
    """A position of a game that is shown, and the move that is shown in it, or None.

    Attributes:
        sided: whether the side to move is known; else a piece of either side may move.
        over: whether the game was won with the position.
    """

    before: Position
    turn: Turn | None
    sided: bool = True
    over: bool = False

    @classmethod
    def of(cls, position: Position, sided: bool) -> Moment:
        """Return the moment of a position alone, which is over where the king stands where he wins."""
        return cls(position, None, sided, position.is_over)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is refused now, or None where it may be played.

        Raises:
            TaflkitError: it begins on an empty square, or ends beside the board.
        """
        _refuse_empty(self.before, move.origin)
        _refuse_beside(move.target, self.before.variant)
        if self.over:
            return Refusal(Reason.GAME_OVER, move, move.origin)
        return self.movable(move).why_not(move)

    def movable(self, move: Move) -> Position:
        """Return the position with the side to move, which is the mover's own where it is not known."""
        piece = self.before.piece_on(move.origin)
        return self.before if self.sided or piece is None else self.before.with_to_move(piece.side)


# --- Reading ----------------------------------------------------------------------------------------------


def read_text(text: str, variant: Variant) -> Position | GameRecord:
    """Read a file's text: a position if it looks like one, a game's record if it does not.

    Raises:
        TaflkitError: the text is empty, or a mistake in the position or the record that it looks like.
    """
    words = text.split()
    if not words:
        raise TaflkitError("there is nothing to read; a position, a picture or a game's moves belong there")
    is_line = _LINE.fullmatch(words[0]) and all(word.isalpha() for word in words[1:])
    return read_position(text, variant) if is_line or _picture(words)[0] else parse_game(text)


def read_position(text: str, variant: Variant) -> Position:
    """Read a position line, or a picture's rows with spaces or line ends between them.

    The side to move may follow either.

    Raises:
        TaflkitError: it cannot be read, or no game of the variant can come to it.
    """
    words = text.split()
    rows, side = _picture(words)
    if rows:
        position = parse_picture(variant, "\n".join(rows), side or variant.first_move)
    elif "/" in text:
        position = parse_position(variant, " ".join(words))
    else:
        remedy = "write a line such as /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/, or the rows of a picture"
        raise TaflkitError(f"'{text.strip()[:30]}' is no position; {remedy}")
    problems = position.problems()
    if problems:
        raise TaflkitError("; ".join(problems))
    return position


def _picture(words: Sequence[str]) -> tuple[Sequence[str], Side | None]:
    """Return a picture's rows and the side behind them; no rows where the words are no picture."""
    sides = {side.value: side for side in Side}
    side = sides.get(words[-1]) if words else None
    rows = words[:-1] if side else words
    # a row has a letter for every square, and no digit or hyphen
    is_one = len(rows) > 1 and all(re.fullmatch(r"[.A-Za-z]+", row) for row in rows) and "." in "".join(rows)
    return (rows, side) if is_one else ((), None)


def names_side(text: str) -> bool:
    """Whether a position's text names the side to move at its end."""
    words = text.split()
    return bool(words) and words[-1] in {side.value for side in Side}


def read_window(text: str, variant: Variant) -> Window:
    """Read a part of the board from two opposite corners of it, such as "a1-e5".

    Raises:
        TaflkitError: they are no squares of the board.
    """
    names = text.split("-")
    if len(names) != 2:
        raise TaflkitError(f"'{shown(text)}' is no part of the board; write two opposite corners of it, such as a1-e5")
    corners = [Square.parse(name) for name in names]
    for square in corners:
        _refuse_beside(square, variant)
    (left, right), (low, high) = (sorted(values) for values in zip(*corners, strict=True))
    return Window(left, low, right - left + 1, high - low + 1)


def _refuse_beside(square: Square, variant: Variant) -> None:
    size = variant.layout.size
    if variant.layout.board.at(square.file, square.rank) is None:
        raise TaflkitError(f"{square} is beside the board of {size} x {size}")


# --- Playing ----------------------------------------------------------------------------------------------


def pass_over(record: GameRecord, variant: Variant) -> tuple[GameRecord, list[str]]:
    """Return a game to be played under rules that may not be its own, and the terms of its own that are passed over.

    They are those that contradict the rules, and those that are not known.
    """
    passed = [written(each.term, each.value) for each in contradictions(record.terms, variant) if each.term != _BOARD]
    unknown = [term for term in record.terms if term not in TERMS]
    passed += [f"{written(term, record.terms[term])} (not known)" for term in unknown[:_MOST_UNKNOWN]]
    if len(unknown) > _MOST_UNKNOWN:
        passed.append(f"and {len(unknown) - _MOST_UNKNOWN} more that are not known")
    board = {term: value for term, value in record.terms.items() if term == _BOARD}
    return record._replace(terms=board), passed


def play_game(
    record: GameRecord,
    variant: Variant,
    first: Position | None = None,
    remedy: str = "take the term out of the record, or choose rules that have it",
) -> Game:
    """Replay a game from a position; else from the one that the record says, or from the start.

    Raises:
        TaflkitError: other rules, with the remedy; no move, a start that cannot be read, an illegal move, or captures
            that differ.
    """
    others = contradictions(record.terms, variant)
    lines = [f"its rules have {each.under(variant.name)}" for each in others]
    if any(each.term == _BOARD for each in others):
        remedy = "choose a game on a board of that size"
    refuse(TaflkitError(line if line != lines[-1] else f"{line}; {remedy}") for line in lines)
    if not record.moves and not record.start:
        raise TaflkitError("there is no move in it; write moves such as d6-f6 d4-d7")
    if first is None:
        first = read_position(record.start, variant) if record.start else Position.start(variant)
        first = first.with_to_move(record.first_move or first.to_move)
    return replay(first, record.moves)


def moment(game: Game, ply: int | None, after: int | None = None) -> Moment:
    """Return a moment of a game.

    Args:
        game: the game.
        ply: the move that is shown; 0 is the position the game begins with, None the last move.
        after: instead, the move behind which the position is shown, without a move.

    Raises:
        TaflkitError: the game has no such ply.
    """
    last = len(game.turns)
    number = next((n for n in (after, ply) if n is not None), last)
    if not 0 <= number <= last:
        raise TaflkitError(f"there is no ply {number}; the game has {last}, and 0 is its start")
    positions = (game.first, *(turn.after for turn in game.turns))
    if after is not None or number == 0:
        over = number == last and game.outcome is not None
        return Moment(positions[number], None, over=over or positions[number].is_over)
    return Moment(positions[number - 1], game.turns[number - 1])


def play_move(shown: Moment, text: str) -> Turn:
    """Play a move at a moment of a game, and compare the captures that are written behind it.

    Raises:
        IllegalMove: the engine refuses the move.
        TaflkitError: no move, or other captures.
    """
    written = Record.parse(text)
    refusal = shown.why_not(written.move)
    if refusal is not None:
        raise IllegalMove(f"{refusal}; it can be shown as a refused move", refusal)
    position = shown.movable(written.move)
    turn = position.play(written.move)
    if written.captured:
        check_captures(position, turn, written)
    return turn


def refuse_move(shown: Moment, text: str) -> Refusal:
    """Return why the engine refuses a move at a moment of a game.

    Raises:
        TaflkitError: no move, or a legal one.
    """
    move = Move.parse(text)
    refusal = shown.why_not(move)
    if refusal is None:
        raise TaflkitError(f"the move is legal under {shown.before.variant.name}; it can be shown as played")
    return refusal


def reach_of(shown: Moment, text: str) -> tuple[Square, tuple[Square, ...]]:
    """Return a piece's square and the squares that it can go to, whichever side is to move.

    Raises:
        TaflkitError: no square, or an empty one, or the game is over.
    """
    square, before = Square.parse(text), shown.before
    if shown.over:
        raise TaflkitError("the game is over, and no piece can move")
    _refuse_empty(before, square)
    return square, tuple(sorted(move.target for move in before.moves_from(square)))


def refuse_many(moves: int) -> None:
    """Refuse more moves than a figure shows, those refused and the pieces that can move among them.

    Raises:
        TaflkitError: they are too many.
    """
    if moves > SHOWN:
        raise TaflkitError(f"a figure shows {SHOWN} moves at most, with those refused and those of pieces, not {moves}")


def _refuse_empty(before: Position, square: Square) -> None:
    _refuse_beside(square, before.variant)
    if before.piece_on(square) is None:
        raise TaflkitError(f"there is no piece on {square}")


def compose(
    before: Position,
    turns: Sequence[Turn],
    refused: Sequence[Refusal] = (),
    reach: Sequence[tuple[Square, tuple[Square, ...]]] = (),
    part: Window | None = None,
) -> Scene:
    """Return the scene of a diagram of a part of the board, or of all of it.

    `reach` has a piece's square with the squares that the piece can go to.

    Raises:
        TaflkitError: too many moves, or one leads out of the part.
    """
    refuse_many(len(turns) + len(refused) + len(reach))
    size = before.variant.layout.size
    window = part or Window(0, 0, size, size)
    grid = Grid(1.0, *window)
    moves = (*(turn.move for turn in turns), *(refusal.move for refusal in refused))
    for square in (*chain(*moves), *(square for square, _ in reach)):
        if not grid.shows(square):
            raise TaflkitError(f"{square} is not in it, where a move begins or ends; name a larger part")
    return Scene("diagram", before, tuple(turns), tuple(reach), tuple(refused), window)
