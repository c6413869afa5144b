"""The sentences that another ruleset changes, the flags and the reasons that differ, and the starts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.errors import TaflkitError
from taflkit.figures import SHOWN, FigureScript, Scene, Window, parse_place, parse_places, touched, window_round
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_ESCAPED,
    Capture,
    Move,
    Outcome,
    Piece,
    Position,
    Reason,
    Refusal,
    Side,
    Square,
    Turn,
    Variant,
    write_position,
)
from taflkit.tafl.capture import king_manner
from taflkit.tafl.endings import is_encircled
from taflkit.words.rulebook import SentenceTemplate, applies, references

__all__ = ["Difference", "Witness", "changed_origins", "changed_starts", "differences", "find_witness"]


_TRIES = 300
"""Random positions that are looked at for a flag before it is given up."""

_Pieces = Mapping[Square, Piece]
_Answer = Turn | Refusal | bool | Side
"""A turn or a refusal; whether check must be called; or the side that begins."""


class Witness(Struct, frozen=True):
    """A position that two rulesets judge differently because of one flag.

    Attributes:
        position: with the mover's side to move.
        move: the move that is judged, or None where it is the position itself.
        first, second: the answers of the engine under either ruleset.
    """

    flag: str
    position: Position
    move: Move | None
    first: _Answer
    second: _Answer

    def __str__(self) -> str:
        return f"{write_position(self.position)}{f', {self.move}' if self.move else ''}"

    def scene(self, answer: _Answer, variant: Variant) -> Scene:
        """Return the figure of one of the answers, under the rules that gave it."""
        turns = (answer,) if isinstance(answer, Turn) else ()
        refused = (answer,) if isinstance(answer, Refusal) else ()
        size = self.position.variant.layout.size
        reach: tuple[tuple[Square, tuple[Square, ...]], ...] = ()
        if self.flag == "call_check":
            (king,) = (square for square, piece in self.position.pieces.items() if piece is Piece.KING)
            reach = ((king, tuple(sorted(move.target for move in self.position.moves_from(king)))),)
        squares = touched(self.position, turns, refused)
        # the figures of both answers show the same part of the board
        if self.move:
            squares.append(self.move.target)
        window = window_round(squares, SHOWN, size) if self.move else Window(0, 0, size, size)
        return Scene(self.flag, self.position._replace(variant=variant), turns, reach, refused, window)


def find_witness(flag: str, first: Book, second: Book) -> Witness | None:
    """Return a position with the fewest pieces found that two rulesets judge differently because of a flag.

    None is returned for a flag that changes the words alone, or that no position shows plainly by itself.
    """
    mine, theirs = _on_one_board(first.variant, second.variant)
    if flag == "first_move":
        return Witness(flag, Position.start(mine), None, mine.first_move, theirs.first_move)
    if flag in _WITHOUT:
        return None
    trial = _Trial(flag, mine, theirs)
    found = [small for pieces, moves in _scripted(first) for small in trial.reduced(pieces, moves)]
    if not found:
        random_ones = (small for pieces, moves in _random_ones(mine) for small in trial.reduced(pieces, moves))
        found = list(itertools.islice(random_ones, 1))
    # the flag should be needed under both rulesets: not a capture against a throne that one of them has not
    return min(found, key=lambda witness: (not all(trial.bases(witness)), len(witness.position.pieces)), default=None)


_WITHOUT = frozenset(("surface", "repetition", "repetition_count", "no_legal_move"))
"""The flags that no single position shows: one changes the words, the others bear on whole games."""


def _on_one_board(mine: Variant, theirs: Variant) -> tuple[Variant, Variant]:
    """Return two variants on the board of the first, or of the second where this has corners and the first has none."""
    layout = mine.layout
    if not layout.corners and theirs.layout.size == layout.size:
        layout = theirs.layout
    return replace(mine, layout=layout), replace(theirs, layout=layout)


class _Trial(Struct, frozen=True):
    """The search for a position that shows one flag."""

    flag: str
    mine: Variant
    theirs: Variant

    def reduced(self, pieces: _Pieces, moves: Sequence[Move]) -> Iterator[Witness]:
        """Yield a witness with the fewest of the pieces for each move that is one, and for a check that is called."""
        for move in moves if self.flag != "call_check" else (None,):
            if self.witness(pieces, move) is None:
                continue
            kept = {move.origin} if move else set()
            others = [square for square in pieces if square not in kept]
            for count in range(len(others) + 1):
                sets = (kept | set(chosen) for chosen in itertools.combinations(others, count))
                small = (self.witness({s: pieces[s] for s in pieces if s in there}, move) for there in sets)
                found = next((witness for witness in small if witness), None)
                if found:
                    yield found
                    break

    def witness(self, pieces: _Pieces, move: Move | None) -> Witness | None:
        """Return a position as a witness, or None where it is none."""
        if not pieces:
            return None
        side = pieces[move.origin].side if move else Side.DEFENDERS
        position, other = (Position.of(variant, pieces, side) for variant in (self.mine, self.theirs))
        if any(each.is_over or each.problems(counted=False) for each in (position, other)):
            return None
        first, second = _answer(position, move), _answer(other, move)
        if _told(first) == _told(second) or not self._is_spoken_of(position, move, first, second):
            return None
        found = Witness(self.flag, position, move, first, second)
        return found if any(self.bases(found)) else None

    def bases(self, witness: Witness) -> tuple[bool, bool]:
        """Whether the flag alone, changed in the first ruleset and in the second, makes the difference."""
        one, two = self.mine, self.theirs
        changed = (
            replace(one, rules=one.rules._replace(**{self.flag: getattr(two.rules, self.flag)})),
            replace(two, rules=two.rules._replace(**{self.flag: getattr(one.rules, self.flag)})),
        )
        told = [_told(_answer(witness.position._replace(variant=variant), witness.move)) for variant in changed]
        return told[0] != _told(witness.first), told[1] != _told(witness.second)

    def _is_spoken_of(self, position: Position, move: Move | None, first: _Answer, second: _Answer) -> bool:
        """Whether the answers differ in the matter of the flag, with the pieces and places that it speaks of."""
        flag = self.flag
        if flag == "call_check" or move is None:
            return True
        if flag in _REFUSALS:
            return _is_refused(flag, first) or _is_refused(flag, second)
        if flag in _ENDINGS:
            return _is_shown_ending(_ENDINGS[flag], position, (first, second))
        return self._captures_so(position, _taken(first), _taken(second))

    def _captures_so(self, position: Position, first: Sequence[Capture], second: Sequence[Capture]) -> bool:
        """Whether the captures of one answer, or the king's, are of the kind that the flag speaks of."""
        flag = self.flag
        if flag in _OWN_RULES:
            return any(capture.rule == _OWN_RULES[flag] for capture in (*first, *second))
        kinds = {anvil.kind for capture in (*first, *second) for anvil in capture.against}
        if "corner" in kinds and "corner" not in flag:
            return False
        if flag == "king_armed":
            return kinds == {"piece"}
        if flag.startswith("king_") or flag.endswith("_to_king"):
            mine, theirs = (_takes_king(position, captures) for captures in (first, second))
            return mine is not theirs and self._stands_there(position) and not self._looks_taken(position)
        place = next((word for word in ("corner", "throne") if word in flag), "")
        return not place or any(place in kind for kind in kinds)

    def _looks_taken(self, position: Position) -> bool:
        """Whether the king is between two attackers already, where one of the rulesets asks for no more than these."""
        manners = (king_manner(v.masks, v.rules, position.king) for v in (self.mine, self.theirs))
        return "two" in manners and _is_between_attackers(position)

    def _stands_there(self, position: Position) -> bool:
        """Whether the king stands in the place that the flag speaks of, if it speaks of one."""
        masks, edge = position.variant.masks, position.variant.layout.board.edge
        near = masks.throne | masks.beside_throne
        where = {
            "king_on_throne": masks.throne,
            "king_beside_throne": masks.beside_throne,
            "king_at_edge": edge & ~near,
            "king_elsewhere": ~(edge | near),
        }
        return bool(position.king & where.get(self.flag, position.king))


def _takes_king(position: Position, captures: Sequence[Capture]) -> bool:
    board = position.variant.layout.board
    return any(board.bit(capture.square) == position.king for capture in captures)


def _is_between_attackers(position: Position) -> bool:
    """Whether two attackers stand on either side of the king, in line."""
    board = position.variant.layout.board
    (king,) = board.squares_of(position.king) or (None,)
    if king is None:
        return False
    for across, up in ((1, 0), (0, 1)):
        sides = (board.at(king.file + d * across, king.rank + d * up) for d in (1, -1))
        if all(side is not None and position.attackers & board.bit(side) for side in sides):
            return True
    return False


_REFUSALS = {
    "corner_landing": Reason.CORNER,
    "throne_landing": Reason.THRONE,
    "throne_crossing": Reason.CROSSING,
    "king_move": Reason.TOO_FAR,
    "soldier_move": Reason.TOO_FAR,
}
_ENDINGS = {"goal": KING_ESCAPED, "encirclement": ENCIRCLED, "exit_fort": FORTIFIED}
_OWN_RULES = {"shieldwall": "shieldwall", "linnaean_capture": "linnaean"}
"""The rule that a capture by a flag has."""


def _is_shown_ending(outcome: Outcome, position: Position, answers: Sequence[_Answer]) -> bool:
    """Whether one of the answers ends the game so and no other way, by a move that brings the end about.

    A ring that was closed before shows nothing, nor does a fort with nobody there to break it.
    """
    board, outcomes = position.variant.layout.board, [a.outcome for a in answers if isinstance(a, Turn)]
    shut = is_encircled(board, position.attackers, position.defenders, position.king)
    lonely = outcome == FORTIFIED and not position.attackers
    return not shut and not lonely and outcome in outcomes and set(outcomes) <= {outcome, None}


def _is_refused(flag: str, answer: _Answer) -> bool:
    return isinstance(answer, Refusal) and answer.reason is _REFUSALS[flag]


def _answer(position: Position, move: Move | None) -> _Answer:
    if move is None:
        return position.in_check
    return position.why_not(move) or position.play(move)


def _taken(answer: _Answer) -> tuple[Capture, ...]:
    return answer.captures if isinstance(answer, Turn) else ()


def _told(answer: _Answer) -> object:
    """Return an answer without the rules that it was given by, to compare it with others."""
    if isinstance(answer, Turn):
        return answer.captured, answer.outcome
    return answer.reason if isinstance(answer, Refusal) else answer


# --- Candidates -------------------------------------------------------------------------------------------


def _scripted(book: Book) -> Iterator[tuple[_Pieces, Sequence[Move]]]:
    """Yield the positions of the game's figures and proofs, each with its moves."""
    for script in (*book.game.figures.values(), *book.game.proofs.values()):
        try:
            yield _of_script(script, book)
        except TaflkitError:
            continue  # a script that is not for this board


def _of_script(script: FigureScript, book: Book) -> tuple[_Pieces, Sequence[Move]]:
    layout = book.variant.layout
    if script.start:
        return layout.start, ()
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


def _random_ones(variant: Variant) -> Iterator[tuple[_Pieces, Sequence[Move]]]:
    """Yield random positions with all their moves, the same every time."""
    chance = random.Random(1)  # noqa: S311 - a repeatable choice, no secret
    for _ in range(_TRIES):
        pieces = _random_pieces(variant, chance)
        yield pieces, [move for side in Side for move in Position.of(variant, pieces, side).legal_moves()]


def _random_pieces(variant: Variant, chance: random.Random) -> dict[Square, Piece]:
    """Return a position with some of the game's pieces on squares where any piece may stand."""
    layout = variant.layout
    barred = {layout.throne, *layout.corners}
    free = [square for square in layout.board.squares if square not in barred]
    most = min(layout.count(Piece.ATTACKER), 8)
    attackers = chance.randint(min(2, most), most)
    defenders = chance.randint(0, min(layout.count(Piece.DEFENDER), 4))
    squares = chance.sample(free, attackers + defenders + 1)
    king = layout.throne if chance.random() < 0.2 else squares[-1]
    pieces = dict.fromkeys(squares[:attackers], Piece.ATTACKER)
    pieces |= dict.fromkeys(squares[attackers:-1], Piece.DEFENDER)
    return {**pieces, king: Piece.KING}


class Difference(Struct, frozen=True):
    """One sentence of the rules that is another in the other ruleset.

    Attributes:
        rule: the rule's name in the text files.
        first, second: the sentences; "" where a ruleset says nothing.
        flags: the flags of the sentence that differ and were not in a sentence before.
        witnesses: positions for those of these flags that one shows plainly by itself.
    """

    rule: str
    first: str
    second: str
    flags: tuple[str, ...]
    witnesses: tuple[Witness, ...]


class OriginChange(Struct, frozen=True):
    """A sentence that two rulesets have in the same words for different reasons.

    Attributes:
        reference: its number in the first ruleset.
        first, second: the labels.
    """

    reference: str
    first: str
    second: str


def differences(first: Book, second: Book) -> Iterator[Difference]:
    """Yield the sentences that the second ruleset changes, in the order of the rules."""
    shown: set[str] = set()
    for rule, flags, _, said, answered in _changed(first, second):
        new = tuple(flag for flag in flags if flag not in shown and _differs(flag, first, second))
        shown |= set(new)
        witnesses = tuple(found for flag in new if (found := find_witness(flag, first, second)))
        yield Difference(rule, said, answered, new, witnesses)


def _changed(first: Book, second: Book) -> list[_Change]:
    """Return the sentences that differ; one for each board on the same matter count as one sentence."""
    found: list[_Change] = []
    for sentence in first.texts.rules:
        if _is_same(sentence, first, second):
            continue
        said = [_said(sentence, book) for book in (first, second)]
        rested = {ground.partition(".")[0] for ground in sentence.grounds}
        flags = tuple(flag for flag in sentence.flags if flag in rested)
        change = _Change(sentence.rule, flags, sentence.grounds, *said)
        last = found[-1] if found else None
        if last and (last.rule, last.grounds) == (change.rule, change.grounds) and _complete(last, change):
            both = tuple(dict.fromkeys((*last.flags, *change.flags)))
            change = _Change(change.rule, both, change.grounds, last.first or said[0], last.second or said[1])
            found[-1] = change
        else:
            found.append(change)
    return found


class _Change(NamedTuple):
    """A sentence that differs, with the flags among the grounds that it rests on."""

    rule: str
    flags: tuple[str, ...]
    grounds: tuple[str, ...]
    first: str
    second: str


def _complete(one: _Change, other: _Change) -> bool:
    """Whether either ruleset has one of two sentences alone."""
    return not ((one.first and other.first) or (one.second and other.second))


def _is_same(sentence: SentenceTemplate, first: Book, second: Book) -> bool:
    """Whether both rulesets have a sentence, or neither, in the same words but for those of the surface."""
    if not (applies(sentence, first.variant.layout) and applies(sentence, second.variant.layout)):
        return not _said(sentence, first) and not _said(sentence, second)
    return first.spoken.spoken(sentence) == first.spoken.under(second.variant).spoken(sentence)


def _said(sentence: SentenceTemplate, book: Book) -> str:
    return book.spoken.spoken(sentence) if applies(sentence, book.variant.layout) else ""


def changed_origins(first: Book, second: Book) -> tuple[OriginChange, ...]:
    """Return the sentences in the same words whose labels differ."""
    numbered = references(first.rules)
    found = []
    for sentence in first.texts.rules:
        mine, theirs = (book.spoken.founded(sentence).label for book in (first, second))
        text = _said(sentence, first)
        if mine != theirs and text and _is_same(sentence, first, second):
            found.append(OriginChange(numbered[sentence.rule, text], mine, theirs))
    return tuple(found)


def changed_starts(first: Book, second: Book) -> tuple[str, ...]:
    """Return the lines of the two start positions, if the pieces of two rulesets begin on other squares."""
    starts = [Position.start(book.variant).with_to_move(Side.ATTACKERS) for book in (first, second)]
    lines = tuple(write_position(start).rpartition(" ")[0] for start in starts)
    return lines if lines[0] != lines[1] else ()


def _differs(flag: str, first: Book, second: Book) -> bool:
    return bool(getattr(first.variant.rules, flag) != getattr(second.variant.rules, flag))
