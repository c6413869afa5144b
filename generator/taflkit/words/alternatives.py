"""The text alternative of a scene, for those who cannot see it, and the reasons of refusals, in a language."""

from __future__ import annotations

import typing
from collections.abc import Sequence

from msgspec import Struct

from taflkit.errors import IllegalMove
from taflkit.figures import Scene, Window
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_CAPTURED,
    KING_ESCAPED,
    Anvil,
    Capture,
    Piece,
    Position,
    Reason,
    Refusal,
    Rule,
    Side,
    Square,
    Turn,
)
from taflkit.words.letters import begun
from taflkit.words.phrases import Words, fill

__all__ = ["Alternatives", "Description", "describe", "explain", "in_words", "judge", "reason_in_words"]

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
        standing: the {pieces} of a kind on their {squares}; empty, or empty_part, where there are none at all.
        move, quiet: a {piece} goes from {origin} to {target}, with the {captures} or without any.
        numbered: one of several moves.
        wins: a move with its outcome.
        reach: where a piece can go; nowhere where it cannot move.
        refused: a refused move with its reason.
        check, no_check: whether check must be called.
        begins: which side moves first.
        outcomes: how a game was won, by the engine's name.
        captures: how a piece was taken, by the rule's name.
        anvils: which square closes a piece in, by its kind.
        refusals: why a move is refused, by the engine's name.
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
        """Refuse tables that lack a word; the catalog names the file."""
        for table, needed in _NEEDED.items():
            for name in needed:
                if name not in getattr(self, table):
                    raise ValueError(f"[{table}] needs '{name}'")
        for name in self.__struct_fields__:
            text = getattr(self, name)
            if isinstance(text, str) and not text.strip():
                raise ValueError(f"{name} is empty; write a sentence")


class Description(Struct, frozen=True):
    """The text alternative of a figure, with its language."""

    text: str
    language: str


def describe(scene: Scene, texts: tuple[Alternatives, Words], language: str) -> Description:
    """Write the text alternative of a scene: who stands where, and the engine's answers to the moves.

    Args:
        scene: the engine's answers.
        texts: the sentences, and the names of the pieces.
        language: that both are in.
    """
    text, words = texts
    sentences = [] if scene.is_whole else [_part(scene.window, text)]
    sentences.append(_standing(scene, text, words))
    for number, turn in enumerate(scene.turns, 1):
        played = _played(scene.before, turn, text, words)
        sentences.append(fill(text.numbered, {"number": str(number), "move": played}) if scene.turns[1:] else played)
    for square, targets in scene.reach:
        names = {**words.called("piece", scene.before.pieces[square]), "square": str(square)}
        sentences.append(fill(text.reach, {**names, "squares": _squares(targets, words) or text.nowhere}))
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
    return text.check if answer else text.no_check


def explain(refusal: Refusal, texts: tuple[Alternatives, Words]) -> str:
    """Write a refused move with the reason, such as "d6-d8: d8 is not on the board"."""
    return f"{refusal.move}{texts[1].lists.colon}{reason_in_words(refusal, texts[0])}"


def reason_in_words(refusal: Refusal, text: Alternatives) -> str:
    """Write the reason of a refusal alone, such as "d8 is not on the board"."""
    return fill(text.refusals[refusal.reason.value], {"where": str(refusal.where)})


def in_words(error: IllegalMove, text: Alternatives) -> str:
    """Return the line of an illegal move with the engine's code replaced by its reason in words.

    Where the line is about a choice whose value is told, which is the move, it does not begin with the move again.
    """
    if not isinstance(error.refusal, Refusal):
        return str(error)
    told = f"{error.refusal.move}: {reason_in_words(error.refusal, text)}"
    line = str(error).replace(str(error.refusal), told)
    return line.removeprefix(f"{error.refusal.move}: ") if error.given else line


def _standing(scene: Scene, text: Alternatives, words: Words) -> str:
    parts = []
    inside = [(square, stands) for square, stands in scene.before.pieces.items() if scene.window.holds(square)]
    for piece in (Piece.KING, Piece.DEFENDER, Piece.ATTACKER):
        shown = [square for square, stands in inside if stands is piece]
        if shown:
            names = {**words.called("pieces", piece, len(shown)), "squares": _squares(shown, words)}
            parts.append(fill(text.standing, names))
    return words.lists.semicolon.join(parts) or (text.empty if scene.is_whole else text.empty_part)


def _part(window: Window, text: Alternatives) -> str:
    """The part of the board that a figure shows, between two opposite corners of it."""
    first = Square(window.file, window.rank)
    last = Square(window.file + window.files - 1, window.rank + window.ranks - 1)
    if first == last:
        return fill(text.single, {"square": str(first)})
    return fill(text.part, {"first": str(first), "last": str(last)})


def _squares(squares: Sequence[Square], words: Words) -> str:
    return words.lists.comma.join(map(str, sorted(squares)))


def _played(before: Position, turn: Turn, text: Alternatives, words: Words) -> str:
    """A move with its outcome, and each of its captures with the rule."""
    pieces = before.pieces
    taken = [_taken(capture, pieces[capture.square], text, words) for capture in turn.captures]
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


def _taken(capture: Capture, piece: Piece, text: Alternatives, words: Words) -> str:
    against = words.listed([_anvil(anvil, text) for anvil in sorted(capture.against)])
    names = {**words.called("piece", piece), "square": str(capture.square), "against": against}
    return fill(text.captures[capture.rule], names)


def _anvil(anvil: Anvil, text: Alternatives) -> str:
    return fill(text.anvils[anvil.kind], {"square": str(anvil.square)})
