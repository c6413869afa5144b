"""The text alternative of a scene, for those who cannot see it, and the reasons of refusals, in a language."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from taflkit.errors import IllegalMove
from taflkit.figures import Scene
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    Piece,
    Position,
    Reason,
    Refusal,
    Rule,
    Side,
    Square,
    Turn,
)
from taflkit.words.forms import refuse_lacking
from taflkit.words.phrases import Words, begun, fill

_NEEDED = {
    "begins": tuple(side.value for side in Side),
    "outcomes": tuple(o.ending.value for o in (KING_CAPTURED, KING_ESCAPED, ENCIRCLED, FORTIFIED)),
    "anvils": ("piece", "corner", "throne", "occupied-throne"),
    "captures": typing.get_args(Rule),
    "refusals": tuple(reason.value for reason in Reason),
}


class Alternatives(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences that scenes are described with (alternatives.toml).

    Attributes:
        part: the part of the board that is shown, from {first} to {last}, its bottom left and top right squares.
        single: the same of one {square}.
        standing: the {pieces} of a kind on their {squares}.
        empty, empty_part: there are no pieces at all, on the board or on the part of it.
        move, quiet: a {piece} goes from {origin} to {target}, with the {captures} or without any.
        numbered: one of several moves.
        wins: a move with its outcome.
        goes_on: a move that wins for nobody.
        reach: the squares where a piece can go.
        nowhere: a piece that cannot move.
        refused: a refused move with its reason.
        check, no_check: whether check must be called.
        begins: the side that moves first.
        outcomes: the victories, by the engine's name.
        captures: the rule's way of taking a piece, by its name.
        anvils: the square that closes a piece in, by its kind.
        refusals: the reasons of refused moves, by the engine's name.
    """

    part: str
    single: str
    standing: str
    empty: str
    empty_part: str
    move: str
    quiet: str
    numbered: str
    wins: str
    goes_on: str
    reach: str
    nowhere: str
    refused: str
    check: str
    no_check: str
    begins: dict[str, str]
    outcomes: dict[str, str]
    captures: dict[str, str]
    anvils: dict[str, str]
    refusals: dict[str, str]

    def __post_init__(self) -> None:
        refuse_lacking(self, _NEEDED)
        for name in self.__struct_fields__:
            text = getattr(self, name)
            if isinstance(text, str) and not text.strip():
                raise ValueError(f"{name} is empty; write a sentence")


class Description(Struct, frozen=True):
    """The text alternative of a figure, with its language."""

    text: str
    language: str


def describe(scene: Scene, texts: tuple[Alternatives, Words], language: str) -> Description:
    """Write the text alternative of a scene: the pieces on their squares, and the engine's answers to the moves."""
    text, words = texts
    window, pieces = scene.window, scene.before.pieces
    sentences = []
    if not scene.is_whole:
        # the part of the board that is shown, between two opposite corners of it
        first = Square(window.file, window.rank)
        last = Square(window.file + window.files - 1, window.rank + window.ranks - 1)
        if first == last:
            sentences.append(fill(text.single, {"square": str(first)}))
        else:
            sentences.append(fill(text.part, {"first": str(first), "last": str(last)}))
    standing = []
    for piece in (Piece.KING, Piece.DEFENDER, Piece.ATTACKER):
        squares = [square for square, stands in pieces.items() if stands is piece and window.holds(square)]
        if squares:
            names = {**words.called("pieces", piece, len(squares)), "squares": _squares(squares, words)}
            standing.append(fill(text.standing, names))
    empty = text.empty if scene.is_whole else text.empty_part
    sentences.append(words.lists.semicolon.join(standing) or empty)
    for number, turn in enumerate(scene.turns, 1):
        played = _played(scene.before, turn, text, words)
        if scene.goes_on:
            played = fill(text.goes_on, {"move": played})
        sentences.append(fill(text.numbered, {"number": str(number), "move": played}) if scene.turns[1:] else played)
    for square, targets in scene.reach:
        names = {**words.called("piece", pieces[square]), "square": str(square)}
        seen = [target for target in targets if window.holds(target)]
        sentences.append(fill(text.reach, {**names, "squares": _squares(seen, words) or text.nowhere}))
    sentences += [fill(text.refused, {"refusal": explain(refusal, texts)}) for refusal in scene.refused]
    return Description(". ".join(map(begun, sentences)) + ".", language)


def judge(before: Position, answer: Turn | Refusal | bool | Side, texts: tuple[Alternatives, Words]) -> str:
    """Write one answer of the engine on a position: a turn, a refusal, whether check is called, or who begins."""
    text, words = texts
    if isinstance(answer, Turn):
        return _played(before, answer, text, words)
    if isinstance(answer, Refusal):
        return fill(text.refused, {"refusal": explain(answer, texts)})
    if isinstance(answer, Side):
        return text.begins[answer.value]
    return fill(text.check if answer else text.no_check, {"call": words.calls["call"]})


def explain(refusal: Refusal, texts: tuple[Alternatives, Words]) -> str:
    """Write a refused move with the reason, such as "d6-d8: d8 is not on the board"."""
    return f"{refusal.move}{texts[1].lists.colon}{reason_in_words(refusal, texts[0])}"


def reason_in_words(refusal: Refusal, text: Alternatives) -> str:
    """Write the reason of a refusal alone, such as "d8 is not on the board"."""
    return fill(text.refusals[refusal.reason.value], {"where": str(refusal.where)})


def in_words(error: IllegalMove, text: Alternatives) -> str:
    """Return the line of an illegal move with the engine's code replaced by its reason in words.

    Where the line is about a choice whose value it gives, which is the move, it does not begin with the move again.
    """
    if not isinstance(error.refusal, Refusal):
        return str(error)
    reason = f"{error.refusal.move}: {reason_in_words(error.refusal, text)}"
    line = str(error).replace(str(error.refusal), reason)
    return line.removeprefix(f"{error.refusal.move}: ") if error.given else line


def _squares(squares: Sequence[Square], words: Words) -> str:
    return words.lists.comma.join(map(str, sorted(squares)))


def _played(before: Position, turn: Turn, text: Alternatives, words: Words) -> str:
    """A move with its outcome, and each of its captures with the rule."""
    pieces = before.pieces
    taken = []
    # the pieces of a row are captured by the same rule against the same squares
    for (rule, anvils), captures in groupby(turn.captures, key=lambda capture: (capture.rule, capture.against)):
        squares = [capture.square for capture in captures]
        against = [fill(text.anvils[anvil.kind], {"square": str(anvil.square)}) for anvil in sorted(anvils)]
        names = {"square": str(squares[0]), "squares": words.listed(list(map(str, squares)))}
        kind = pieces[squares[0]]
        names |= words.called("piece", kind) | words.called("pieces", kind, len(squares))
        taken.append(fill(text.captures[rule], {**names, "against": words.listed(against)}))
    move = fill(
        text.move if taken else text.quiet,
        {
            **words.called("piece", pieces[turn.move.origin]),
            "origin": str(turn.move.origin),
            "target": str(turn.move.target),
            "captures": words.listed(taken),
        },
    )
    if turn.outcome is None:
        return move
    return fill(text.wins, {"move": move, "outcome": text.outcomes[turn.outcome.ending.value]})
