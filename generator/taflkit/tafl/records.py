"""Positions, moves and whole games as text.

A position is written in OpenTafl's notation, rank 1 first, such as "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers", or
read from a picture with the top rank first. A move is written "d6-f6", with captures "d6-f6xe6". A game is an OpenTafl
record, with tags, turn numbers, comments, variations and a start position of its own, or a plain list of moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from taflkit.errors import IllegalMove, TaflkitError, shown
from taflkit.limits import MOVES
from taflkit.tafl.board import Move, Piece, Side, Square
from taflkit.tafl.game import Game
from taflkit.tafl.position import Position, Turn
from taflkit.tafl.rules import Variant
from taflkit.tafl.rules_strings import TERMS, read_terms

_RUN = r"[0-9]+|."
"""A number of empty squares or a piece, in a position line."""


class Record(NamedTuple):
    """A move as somebody wrote it down, with the captures they noted.

    >>> str(Record.parse("d1-d2xc2/d3"))
    'd1-d2xc2xd3'
    """

    move: Move
    captured: tuple[Square, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read "d1-d2xc2xd3".

        Raises:
            TaflkitError: a part of it is no square.
        """
        head, *taken = text.strip().replace("/", "x").split("x")
        return cls(Move.parse(head), tuple(Square.parse(name) for name in taken))

    def __str__(self) -> str:
        return "".join((str(self.move), *(f"x{square}" for square in self.captured)))


def write_turn(turn: Turn) -> str:
    """Return a turn as a recorded move, captures in order of files."""
    return str(Record(turn.move, tuple(sorted(turn.captured))))


def parse_position(variant: Variant, text: str) -> Position:
    """Read a position line; without a side at its end the variant's first side is to move.

    Raises:
        TaflkitError: wrong rows, letters or side, or two kings.
    """
    board, _, side = text.strip().partition(" ")
    size, where = variant.layout.size, f"position '{shown(text)}'"
    rows = board.strip("/").split("/")
    if len(rows) != size:
        raise TaflkitError(f"{where}: {len(rows)} ranks, and the board has {size}")
    pieces: dict[Square, Piece] = {}
    for rank, row in enumerate(rows):
        if len(row) > size:  # no row of that size is longer, nor a number in it
            raise TaflkitError(f"{where}: rank {rank + 1} has {len(row)} characters, and the board has {size} squares")
        file = 0
        for token in re.findall(_RUN, row, re.DOTALL):
            if token.isascii() and token.isdigit():
                file += int(token)
            else:
                pieces[Square(file, rank)] = _piece(token, where)
                file += 1
        if file != size:
            raise TaflkitError(f"{where}: rank {rank + 1} has {file} squares, and the board has {size}")
    name = side.strip()
    if name and name not in {each.value for each in Side}:
        raise TaflkitError(f"{where}: '{shown(name)}' is no side; attackers and defenders are")
    return Position.of(variant, pieces, Side(name) if name else variant.first_move)


def write_position(position: Position) -> str:
    """Return a position as one line that parse_position reads back."""
    board, pieces = position.variant.layout.board, position.pieces
    letters = "".join(piece.value if (piece := pieces.get(square)) else "." for square in board.squares)
    rows = (letters[first : first + board.size] for first in range(0, len(letters), board.size))
    short = (re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)
    return f"/{'/'.join(short)}/ {position.to_move.value}"


def parse_picture(variant: Variant, picture: str, to_move: Side) -> Position:
    """Read a picture: rows as drawn on paper, top rank first, "." for empty.

    Raises:
        TaflkitError: wrong rows or letters, or two kings.
    """
    size = variant.layout.size
    rows = [row.strip() for row in picture.strip().splitlines()]
    if len(rows) != size or any(len(row) != size for row in rows):
        raise TaflkitError(f"picture: it must have {size} rows of {size} squares")
    pieces = {
        Square(file, size - 1 - row): _piece(letter, "picture")
        for row, letters in enumerate(rows)
        for file, letter in enumerate(letters)
        if letter != "."
    }
    return Position.of(variant, pieces, to_move)


def _piece(letter: str, where: str) -> Piece:
    try:
        return Piece(letter)
    except ValueError:
        raise TaflkitError(f"{where}: '{shown(letter)}' is no piece; t, T and K are") from None


_BRACKETS = {"[": "]", "{": "}", "(": ")"}
_TAG = re.compile(r"\[\s*rules:")
_STATED = re.compile(r"(?<!\S)(?:dim:[0-9]|starti?:/)")
"""What rules that stand in no tag of theirs are known by."""
_FIRST = {"y": Side.ATTACKERS, "n": Side.DEFENDERS}
_SQUARE = "[KkTt]?[a-s][0-9]{1,2}"
_MOVE = re.compile(rf"{_SQUARE}-{_SQUARE}(?:[x/]{_SQUARE})*(?:\+\+|--|[+-])?[!?]*")
"""Pieces may be named, and signs follow, such as "Kd4-g4--" where the king escapes."""
_ANY_SQUARE = "(?:[KkTtNnCcMmGg](?=[a-s]))?[a-s][0-9]{1,2}"
_ANY_MOVE = re.compile(rf"{_ANY_SQUARE}(\^=?|=|-){_ANY_SQUARE}(?:[x/]{_ANY_SQUARE})*[-+!?]*")
"""A move in any game of OpenTafl's, of which ours have some alone."""
_WAYS = {"^": "a jump", "^=": "a berserk jump", "=": "a berserk move"}
_STRANGERS = {"n": "a knight", "c": "a commander", "m": "a mercenary", "g": "a guard"}
_STRANGER = re.compile(r"[NnCcMmGg](?=[a-s])")
_UNREAD = re.compile(r"[KkTt](?=[a-s])|[-+!?]+$")
"""The pieces and the signs of a move."""
_NUMBER = re.compile(r"[0-9]+\.*")
_ATTACHED = re.compile(r"^[0-9]+\.+(?=[A-Za-z])")
_VARIATION = re.compile(r"[0-9]+[a-z][0-9a-z.]*\.")
"""The number of a turn in a variation, such as "8a.1.1b."."""
_NO_MOVE = re.compile(r"[0-9]+\.*|[.…]+")
"""The number of a turn, or a move left out."""
_RESULTS = frozenset(
    (
        *("1-0", "0-1", "1/2-1/2", "½-½", "*", "---", "timeout"),
        *("black", "white", "attackers", "defenders", "draw", "drawn", "ongoing", "resign", "resigns", "win", "wins"),
    )
)


class GameRecord(NamedTuple):
    """A game as somebody wrote it down.

    Attributes:
        moves: in order, without those of variations.
        start: the position line that the game begins with, or "" for the start of its rules.
        first_move: the side that begins, where the record says so.
        terms: of its own rules, with their values; see `taflkit.tafl.rules_strings`.
    """

    moves: tuple[Record, ...]
    start: str = ""
    first_move: Side | None = None
    terms: Mapping[str, str] = MappingProxyType({})


def parse_game(text: str) -> GameRecord:
    """Read the record of a game.

    >>> [str(move) for move in parse_game("1. d6-f6 {at once} d5-d6 2. f4-f5 Kd4-e4xf4/e5-").moves]
    ['d6-f6', 'd5-d6', 'f4-f5', 'd4-e4xf4xe5']

    Raises:
        TaflkitError: a comment without an end, a word that is no move, or rules that say two things.
    """
    outside, comments = _without_comments(text)
    rules = _tagged(comments)
    if not rules and _STATED.search(outside):
        rules = " ".join(filter(_is_term, outside.split()))
    elif not rules:
        rules = next(filter(_STATED.search, (comment[1:-1] for comment in comments)), "")
    terms = read_terms(rules)
    # a list of squares in rules without a tag has commas, and is no moves
    stated = " ".join(word for word in outside.split() if not _is_term(word))
    words = stated.replace(",", " ").replace("–", "-").split()
    # a position may stand alone below the rules
    lines = [word for word in words if word.startswith("/")]
    start, reverse = (terms.get(term, "").partition(" ")[0] for term in ("start", "starti"))
    if not lines and start and reverse:
        raise TaflkitError("its rules have both start: and starti:; leave one away")
    return GameRecord(
        _moves([word for word in words if not word.startswith("/") and ":" not in word]),
        lines[0] if lines else start or "/".join(reverse.split("/")[::-1]),
        _FIRST.get(terms.get("atkf", "")),
        terms,
    )


def is_record(text: str) -> bool:
    """Whether a text of many lines is one record: it has one tag [rules:...]."""
    return len(_TAG.findall(text)) == 1


def parse_terms(text: str) -> Mapping[str, str]:
    """Read the terms of a rules string: alone, or in the tag [rules:...] of a record. Other brackets are comments.

    Raises:
        TaflkitError: several tags, or a term with two values.
    """
    outside, comments = _without_comments(text)
    return read_terms(_tagged(comments) or outside)


def _tagged(comments: Sequence[str]) -> str:
    """Return the rules of the tag among comments, "" where there is none."""
    tags = [comment for comment in comments if _TAG.match(comment)]
    if len(tags) > 1:
        raise TaflkitError(f"there are {len(tags)} tags [rules:...]; leave one of them")
    return tags[0].partition(":")[2][:-1] if tags else ""


def _without_comments(text: str) -> tuple[str, list[str]]:
    """Return a text with brackets and their content as spaces, and these; a bracket may hold others of its kind."""
    outside: list[str] = []
    inside: list[str] = []
    comments: list[str] = []
    opening, depth, line = "", 0, 1
    for number, row in enumerate(text.splitlines(), 1):
        for letter in row:
            if not depth and letter in _BRACKETS:
                opening, line = letter, number
            if opening and (depth or letter == opening):
                depth += (letter == opening) - (letter == _BRACKETS[opening])
                outside.append(" ")
                inside.append(letter)
                if not depth:
                    comments.append("".join(inside))
                    inside.clear()
            else:
                outside.append(letter)
        (inside if depth else outside).append("\n")
    if depth:
        raise TaflkitError(f"line {line}: the comment that '{opening}' begins has no '{_BRACKETS[opening]}' at its end")
    return "".join(outside), comments


def _is_term(word: str) -> bool:
    return word.partition(":")[0] in TERMS and ":" in word


def _moves(words: Sequence[str]) -> tuple[Record, ...]:
    """Read the moves of a record without its comments."""
    moves: list[Record] = []
    variation = False
    result = ""
    for whole in words:
        varied = _VARIATION.fullmatch(whole) is not None
        # the turn number and the move may be written as one, such as "1.d6-f6"
        word = whole if varied else _ATTACHED.sub("", whole)
        if varied or word != whole or _NUMBER.fullmatch(word):
            variation = varied
        strange = None if _MOVE.fullmatch(word) else _ANY_MOVE.fullmatch(word)
        if strange:
            kinds = (_STRANGERS[letter.lower()] for letter in _STRANGER.findall(word))
            what = " and ".join(dict.fromkeys((*filter(None, [_WAYS.get(strange[1])]), *kinds)))
            raise TaflkitError(f"ply {len(moves) + 1}: '{word[:30]}' has {what}, which no game here has")
        if word.lower() in _RESULTS:
            result = result or word
        elif not variation and not _NO_MOVE.fullmatch(word):
            ply = len(moves) + 1
            if result:
                raise TaflkitError(f"ply {ply}: '{word[:30]}' stands behind the result '{result}'")
            if ply > MOVES:
                raise TaflkitError(f"there are more than {MOVES} moves")
            if not _MOVE.fullmatch(word):
                why = f"'{word[:30]}' is no move; write d6-f6, and captures behind it as d6-f6xe6"
                raise TaflkitError(f"ply {ply}: {why}")
            try:
                moves.append(Record.parse(_UNREAD.sub("", word)))
            except TaflkitError as error:
                raise TaflkitError(f"ply {ply}, {word[:30]}: {error}") from None
    return tuple(moves)


def replay(first: Position, moves: Sequence[Record]) -> Game:
    """Play a record through the engine.

    Captures are compared where the record notes any.

    Raises:
        IllegalMove: the engine refuses a move; the line names the ply, the move and the reason.
        TaflkitError: the captures written down differ from those made.
    """
    noted = any(written.captured for written in moves)
    game = Game(first)
    for ply, written in enumerate(moves, 1):
        before = game.position
        try:
            game = game.play(written.move)
        except IllegalMove as error:
            reason = f"ply {ply}, {error} (ruleset {first.variant.name})"
            raise IllegalMove(reason, error.refusal) from None
        try:
            if noted:
                check_captures(before, game.turns[-1], written)
        except TaflkitError as error:
            raise TaflkitError(f"ply {ply}, {written}: {error}") from None
    return game


def check_captures(before: Position, turn: Turn, written: Record) -> None:
    """Compare the captures of a move with the written ones; the king's capture may be left unwritten.

    Raises:
        TaflkitError: they differ.
    """
    taken, recorded = set(turn.captured), set(written.captured)
    unwritten = taken - recorded
    if recorded - taken or any(before.piece_on(square) is not Piece.KING for square in unwritten):
        under = before.variant.name
        raise TaflkitError(f"the move captures {_names(taken)} under {under}, and {_names(recorded)} is written")


def _names(squares: set[Square]) -> str:
    return ", ".join(map(str, sorted(squares))) or "nothing"
