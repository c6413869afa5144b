"""Whole games as text: the moves are read without the comments between them, and replayed by the engine.

The text is an OpenTafl record, with tags, turn numbers, comments, variations and a start position of its own, or
a plain list of moves such as "d6-f6 d4-d7".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from taflkit.errors import IllegalMove, TaflkitError
from taflkit.limits import MOVES
from taflkit.tafl.game import Game
from taflkit.tafl.layout import Piece, Side
from taflkit.tafl.notation import Record
from taflkit.tafl.position import Position, Turn
from taflkit.tafl.rules_strings import TERMS, read_terms
from taflkit.tafl.squares import Move, Square

__all__ = ["GameRecord", "check_captures", "parse_game", "replay"]

_BRACKETS = {"[": "]", "{": "}", "(": ")"}
_TAG = re.compile(r"\[\s*rules:")
_STATED = re.compile(r"(?<!\S)(?:dim:[0-9]|starti?:/)")
"""What rules that stand in no tag of theirs are known by."""
_FIRST = {"y": Side.ATTACKERS, "n": Side.DEFENDERS}
_SQUARE = "[KkTt]?([a-s][0-9]{1,2})"
_CAPTURE = re.compile(rf"[x/]{_SQUARE}")
_MOVE = re.compile(rf"{_SQUARE}-{_SQUARE}((?:[x/][KkTt]?[a-s][0-9]{{1,2}})*)(?:\+\+|--|[+-])?[!?]*")
"""Pieces may be named, and signs follow, such as "Kd4-g4--" where the king escapes."""
_NUMBER = re.compile(r"[0-9]+\.*")
_ATTACHED = re.compile(r"[0-9]+\.+(?=[A-Za-z])")
_VARIATION = re.compile(r"[0-9]+[a-z][0-9a-z.]*\.")
"""The number of a turn in a variation, such as "8a.1.1b."."""
_OMITTED = re.compile(r"[.…]+")
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
    outside, inside = _parted_comments(text)
    terms = read_terms(_rules(outside, inside))
    # a list of squares in rules without a tag has commas, and is no moves
    stated = " ".join(word for word in outside.split() if not _is_term(word))
    words = stated.replace(",", " ").replace("–", "-").split()
    # a position may stand alone below the rules
    starts = [word for word in words if word.startswith("/")] or [_start(terms)]
    return GameRecord(
        _moves([word for word in words if not word.startswith("/") and ":" not in word]),
        starts[0],
        _FIRST.get(terms.get("atkf", "")),
        terms,
    )


def _rules(outside: str, inside: Sequence[str]) -> str:
    """Return the rules string of a record: in its tag, else outside of comments, else in one; "" for none."""
    tags = [comment for comment in inside if _TAG.match(comment)]
    if len(tags) > 1:
        raise TaflkitError(f"there are {len(tags)} tags [rules:...]; leave one of them")
    if tags:
        return tags[0].partition(":")[2][:-1]
    if _STATED.search(outside):
        return " ".join(filter(_is_term, outside.split()))
    return next(filter(_STATED.search, (comment[1:-1] for comment in inside)), "")


def _is_term(word: str) -> bool:
    return word.partition(":")[0] in TERMS and ":" in word


def _start(terms: Mapping[str, str]) -> str:
    """Return the position line that rules begin with, or ""."""
    start, reverse = (terms.get(term, "").partition(" ")[0] for term in ("start", "starti"))
    if start and reverse:
        raise TaflkitError("its rules have both start: and starti:; leave one away")
    return start or "/".join(reverse.split("/")[::-1])


def _parted_comments(text: str) -> tuple[str, list[str]]:
    """Return a text with brackets and their content as spaces, and these; a bracket may hold others of its kind."""
    kept: list[str] = []
    held: list[str] = []
    comments: list[str] = []
    opening, depth, line = "", 0, 1
    for number, row in enumerate(text.splitlines(), 1):
        for letter in row:
            if not depth and letter in _BRACKETS:
                opening, line = letter, number
            if opening and (depth or letter == opening):
                depth += (letter == opening) - (letter == _BRACKETS[opening])
                kept.append(" ")
                held.append(letter)
                if not depth:
                    comments.append("".join(held))
                    held.clear()
            else:
                kept.append(letter)
        (held if depth else kept).append("\n")
    if depth:
        raise TaflkitError(f"line {line}: the comment that '{opening}' begins has no '{_BRACKETS[opening]}' at its end")
    return "".join(kept), comments


def _moves(words: Sequence[str]) -> tuple[Record, ...]:
    """Read the moves of a record without its comments."""
    moves: list[Record] = []
    variation = False
    result = ""
    for word in (part for whole in words for part in _parted(whole)):
        if _NUMBER.fullmatch(word):
            variation = False
        elif _VARIATION.fullmatch(word):
            variation = True
        elif word.lower() in _RESULTS:
            result = result or word
        elif not variation and not _OMITTED.fullmatch(word):
            ply = len(moves) + 1
            if result:
                raise TaflkitError(f"ply {ply}: '{word[:30]}' stands behind the result '{result}'")
            if ply > MOVES:
                raise TaflkitError(f"there are more than {MOVES} moves")
            moves.append(_move(word, ply))
    return tuple(moves)


def _parted(word: str) -> list[str]:
    """Return a word, or the turn number and the move that are written as one, such as "1.d6-f6"."""
    number = _ATTACHED.match(word)
    return [number[0], word[number.end() :]] if number and not _VARIATION.fullmatch(word) else [word]


def _move(word: str, ply: int) -> Record:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise TaflkitError(f"ply {ply}: '{word[:30]}' is no move; write d6-f6, and captures behind it as d6-f6xe6")
    try:
        move = Move(Square.parse(found[1]), Square.parse(found[2]))
        return Record(move, tuple(Square.parse(taken) for taken in _CAPTURE.findall(found[3])))
    except TaflkitError as error:
        raise TaflkitError(f"ply {ply}, {word[:30]}: {error}") from None


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
