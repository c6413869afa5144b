"""The sentences that another ruleset changes, rule by rule, each with a position that the two judge differently.

The positions are found by the engine: first among those of the game's own figures and proofs, which were made to show
one rule each, then among random ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.errors import TaflkitError
from taflkit.figures import FigureScript, parse_place, parse_places
from taflkit.tafl import Move, Piece, Position, Side, Square, Variant, flag_names, write_position
from taflkit.words.alternatives import Alternatives, explain
from taflkit.words.phrases import fill
from taflkit.words.rulebook import SentenceTemplate, applies, pick

__all__ = ["Difference", "OriginChange", "Witness", "changed_origins", "differences"]

_TRIES = 4000
"""Random positions that are looked at for a rule before it is given up."""


class Witness(NamedTuple):
    """A position that two rulesets judge differently.

    Attributes:
        position: in OpenTafl's notation.
        move: the move that is judged, or None where it is the position itself.
        first, second: the verdicts of the two rulesets.
    """

    position: str
    move: Move | None
    first: str
    second: str


class Difference(NamedTuple):
    """One sentence of the rules that is another in the other ruleset.

    Attributes:
        rule: the rule's name in the text files.
        first, second: the sentences; "" where a ruleset says nothing.
        witness: a position that they judge differently, or None where none was found.
    """

    rule: str
    first: str
    second: str
    witness: Witness | None


class OriginChange(NamedTuple):
    """A rule flag that two rulesets give the same value for different reasons."""

    flag: str
    first: str
    second: str


def differences(first: Book, second: Book) -> Iterator[Difference]:
    """Yield the sentences that the second ruleset changes, in the order of the rules."""
    for sentence in first.texts.rules:
        if not applies(sentence, first.variant.layout):
            continue
        mine, theirs = (pick(sentence, book.variant.rules) for book in (first, second))
        if mine != theirs:  # and not only the words that they are filled in with, such as points for squares
            sentences = (fill(mine, first.names), fill(theirs, second.names))
            yield Difference(sentence.rule, *sentences, _witness(sentence, first, second))


def changed_origins(first: Book, second: Book) -> tuple[OriginChange, ...]:
    """Return the flags of equal value whose labels differ."""
    found = []
    for flag in flag_names():
        mine, theirs = first.ruleset.origins[flag].label, second.ruleset.origins[flag].label
        same = getattr(first.variant.rules, flag) == getattr(second.variant.rules, flag)
        if same and mine != theirs:
            found.append(OriginChange(flag, mine, theirs))
    return tuple(found)


def _witness(sentence: SentenceTemplate, first: Book, second: Book) -> Witness | None:
    """Return a position that the two judge differently because of the flags of one sentence."""
    mine, theirs = first.variant, second.variant
    changed = {
        flag: getattr(theirs.rules, flag)
        for flag in sentence.flags
        if getattr(theirs.rules, flag) != getattr(mine.rules, flag)
    }
    if changed.keys() <= {"surface"}:  # the words and the drawing, not the play
        return None
    # the first ruleset with these flags alone changed: a verdict that differs under it is due to them
    between = replace(mine, rules=replace(mine.rules, **changed))
    if "first_move" in changed:
        return Witness(
            write_position(Position.start(mine)),
            None,
            f"{mine.rules.first_move} move",
            f"{theirs.rules.first_move} move",
        )
    for pieces, moves in _candidates(first):
        for move in moves:
            said = [_verdict(variant, pieces, move, first.texts.alternatives) for variant in (mine, between, theirs)]
            if said[0] != said[1] and said[0] != said[2]:
                side = pieces[move.origin].side
                return Witness(write_position(Position.of(mine, pieces, side)), move, said[0], said[2])
        checks = [Position.of(variant, pieces, Side.DEFENDERS).in_check for variant in (mine, theirs)]
        if "call_check" in changed and checks[0] is not checks[1]:
            words = [f"check is{'' if called else ' not'} called" for called in checks]
            return Witness(write_position(Position.of(mine, pieces, Side.DEFENDERS)), None, *words)
    return None


def _verdict(variant: Variant, pieces: dict[Square, Piece], move: Move, text: Alternatives) -> str:
    """Return a ruleset's verdict on a move, in words."""
    position = Position.of(variant, pieces, pieces[move.origin].side)
    refusal = position.why_not(move)
    if refusal is not None:
        return f"refused, {explain(refusal, text).partition(': ')[2]}"
    turn = position.play(move)
    taken = ", ".join(map(str, sorted(turn.captured)))
    words = f"captures {taken}" if taken else "captures nothing"
    return f"{words}; {text.outcomes[turn.outcome.value]}" if turn.outcome else words


def _candidates(book: Book) -> Iterator[tuple[dict[Square, Piece], Sequence[Move]]]:
    """Yield positions with moves to judge: the scripts' own, then random ones, the same every time."""
    for script in (*book.game.figures.values(), *book.game.proofs.values()):
        try:
            yield _of_script(script, book)
        except TaflkitError:
            continue  # a script that is not for this board
    chance = random.Random(1)  # noqa: S311 - a repeatable choice, no secret
    for _ in range(_TRIES):
        pieces = _random_pieces(book.variant, chance)
        yield pieces, _moves(book.variant, pieces)


def _of_script(script: FigureScript, book: Book) -> tuple[dict[Square, Piece], Sequence[Move]]:
    layout = book.variant.layout
    if script.start:
        return dict(layout.start), ()
    placed = (
        (script.attackers, Piece.ATTACKER),
        (script.defenders, Piece.DEFENDER),
        ((script.king,) if script.king else (), Piece.KING),
    )
    pieces = {parse_place(place, layout): piece for places, piece in placed for place in places}
    moves = [parse_places(play.move, layout) for play in script.play]
    moves += [parse_places(attempt.move, layout) for attempt in script.refused]
    for reach in script.reach:
        origin = parse_place(reach.of, layout)
        places = [place for expect in reach.expect for place in (*expect.includes, *expect.excludes)]
        moves += [Move(origin, parse_place(place, layout)) for place in places]
    return pieces, [move for move in moves if move.origin in pieces]


def _random_pieces(variant: Variant, chance: random.Random) -> dict[Square, Piece]:
    """Return a position with some of the game's pieces on squares where any piece may stand."""
    layout = variant.layout
    barred = {layout.throne, *layout.corners}
    free = [square for square in layout.board.squares if square not in barred]
    attackers = chance.randint(2, min(layout.count(Piece.ATTACKER), 8))
    defenders = chance.randint(0, min(layout.count(Piece.DEFENDER), 4))
    squares = chance.sample(free, attackers + defenders + 1)
    king = layout.throne if chance.random() < 0.2 else squares[-1]
    pieces = dict.fromkeys(squares[:attackers], Piece.ATTACKER)
    pieces |= dict.fromkeys(squares[attackers:-1], Piece.DEFENDER)
    return {**pieces, king: Piece.KING}


def _moves(variant: Variant, pieces: dict[Square, Piece]) -> list[Move]:
    return [move for side in Side for move in Position.of(variant, pieces, side).legal_moves()]
