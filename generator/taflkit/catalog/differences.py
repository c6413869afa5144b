"""The sentences that another ruleset changes, the flags and the reasons that differ, and the starts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.errors import TaflkitError
from taflkit.figures import SHOWN, FigureScript, Scene, Window, parse_place, parse_places, touched, window_round
from taflkit.tafl import (
    ENCIRCLED,
    FORTIFIED,
    KING_ESCAPED,
    Move,
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
from taflkit.tafl.position import is_encircled
from taflkit.words.rulebook import SentenceTemplate, references

_Pieces = Mapping[Square, Piece]
_Answer = Turn | Refusal | bool | Side
"""A turn or a refusal; whether check must be called; or the side that begins."""

WITHOUT_WITNESS = {
    "surface": "changes the words and the drawing",
    **dict.fromkeys(("repetition", "repetition_count", "no_legal_move"), "shows over several moves"),
}
"""The flags that no single position shows, with the reason."""
_REFUSALS = {
    "corner_landing": Reason.CORNER,
    "throne_landing": Reason.THRONE,
    "throne_crossing": Reason.CROSSING,
    "between_landing": Reason.BETWEEN,
    "king_move": Reason.TOO_FAR,
    "soldier_move": Reason.TOO_FAR,
}
_ENDINGS = {"goal": KING_ESCAPED, "encirclement": ENCIRCLED, "exit_fort": FORTIFIED}
_OWN_RULES = {"shieldwall": "shieldwall", "linnaean_capture": "linnaean"}
"""The rule that a capture by a flag has."""


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
    """Return a position with the fewest pieces that two rulesets judge differently because of a flag.

    It is a part of a position in the game's figures and proofs. None is returned for a flag that changes the words
    alone, or that none of these positions shows plainly by itself.
    """
    mine, theirs = first.variant, second.variant
    if not mine.layout.corners and theirs.layout.size == mine.layout.size:
        mine = replace(mine, layout=theirs.layout)
    theirs = replace(theirs, layout=mine.layout)
    if flag == "first_move":
        return Witness(flag, Position.start(mine), None, mine.first_move, theirs.first_move)
    if flag in WITHOUT_WITNESS:
        return None
    trial = _Trial(flag, mine, theirs)
    scripts = (*first.game.figures.values(), *first.game.proofs.values())
    found = [small for script in scripts for small in trial.reduced(*_position_of(script, first))]
    # the flag should be needed under both rulesets: not a capture against a throne that one of them has not
    return min(found, key=lambda witness: (not all(trial.bases(witness)), len(witness.position.pieces)), default=None)


def _position_of(script: FigureScript, book: Book) -> tuple[_Pieces, Sequence[Move]]:
    """Return the pieces and the moves of a script, none of one that is not for this board."""
    layout = book.variant.layout
    if script.start:
        return layout.start, ()
    try:
        kinds = ((Piece.ATTACKER, script.attackers), (Piece.DEFENDER, script.defenders), (Piece.KING, [script.king]))
        pieces = {parse_place(place, layout): piece for piece, places in kinds for place in places if place}
        moves = [parse_places(play.move, layout) for play in script.play]
        moves += [parse_places(attempt.move, layout) for attempt in script.refused]
        for reach in script.reach:
            origin = parse_place(reach.of, layout)
            places = (place for expect in reach.expect for place in (*expect.includes, *expect.excludes))
            moves += [Move(origin, parse_place(place, layout)) for place in places]
    except TaflkitError:
        return {}, ()
    return pieces, [move for move in moves if move.origin in pieces]


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
            mover = {move.origin} if move else set()
            others = [square for square in pieces if square not in mover]
            sets = (set(more) for count in range(len(others) + 1) for more in itertools.combinations(others, count))
            tried = (self.witness({s: pieces[s] for s in pieces if s in mover | more}, move) for more in sets)
            yield from itertools.islice(filter(None, tried), 1)

    def witness(self, pieces: _Pieces, move: Move | None) -> Witness | None:
        """Return a position as a witness, or None where it is none."""
        if not pieces:
            return None
        side = pieces[move.origin].side if move else Side.DEFENDERS
        position, other = (Position.of(variant, pieces, side) for variant in (self.mine, self.theirs))
        if any(each.is_over or each.problems(counted=False) for each in (position, other)):
            return None
        first, second = _answer(position, move), _answer(other, move)
        if _judged(first) == _judged(second) or not (move is None or self._is_matter(position, (first, second))):
            return None
        found = Witness(self.flag, position, move, first, second)
        return found if any(self.bases(found)) else None

    def bases(self, witness: Witness) -> tuple[bool, bool]:
        """Whether the flag alone, changed in the first ruleset and in the second, makes the difference."""
        one, two = (
            replace(mine, rules=mine.rules._replace(**{self.flag: getattr(theirs.rules, self.flag)}))
            for mine, theirs in ((self.mine, self.theirs), (self.theirs, self.mine))
        )
        first, second = (_answer(witness.position._replace(variant=each), witness.move) for each in (one, two))
        return _judged(first) != _judged(witness.first), _judged(second) != _judged(witness.second)

    def _is_matter(self, position: Position, answers: Sequence[_Answer]) -> bool:
        """Whether answers to a move differ in the matter of the flag, with the pieces and places in its sentence."""
        flag, turns = self.flag, [answer for answer in answers if isinstance(answer, Turn)]
        if flag in _REFUSALS:
            return any(isinstance(answer, Refusal) and answer.reason is _REFUSALS[flag] for answer in answers)
        if flag in _ENDINGS:
            # the move brings the end about: a ring that was closed before shows nothing, nor a fort that none can break
            outcome, outcomes = _ENDINGS[flag], {turn.outcome for turn in turns}
            shut = is_encircled(position.variant.layout.board, position.attackers, position.defenders, position.king)
            lonely = outcome == FORTIFIED and not position.attackers
            return not shut and not lonely and outcome in outcomes and outcomes <= {outcome, None}
        captures = [capture for turn in turns for capture in turn.captures]
        if flag in _OWN_RULES:
            return any(capture.rule == _OWN_RULES[flag] for capture in captures)
        kinds = {anvil.kind for capture in captures for anvil in capture.against}
        if "corner" in kinds and "corner" not in flag:
            return False
        if flag.startswith("king_") or flag.endswith("_to_king"):
            return kinds == {"piece"} if flag == "king_armed" else self._is_king_taken_once(position, turns)
        place = next((word for word in ("corner", "throne") if word in flag), "")
        return not place or any(place in kind for kind in kinds)

    def _is_king_taken_once(self, position: Position, turns: Sequence[Turn]) -> bool:
        """Whether one of the rulesets alone takes the king, in the place of the flag's sentence.

        He must not be between two attackers already, where one of the rulesets requires no more than these.
        """
        variant, king = position.variant, position.king
        masks, board = variant.masks, variant.layout.board
        near = masks.throne | masks.beside_throne
        places = {
            "king_on_throne": masks.throne,
            "king_beside_throne": masks.beside_throne,
            "king_at_edge": board.edge & ~near,
            "king_elsewhere": ~(board.edge | near),
        }
        taking = [turn for turn in turns if any(board.bit(capture.square) == king for capture in turn.captures)]
        if len(taking) != 1 or not king & places.get(self.flag, king):
            return False
        if "two" not in (king_manner(each.masks, each.rules, king) for each in (self.mine, self.theirs)):
            return True
        (square,) = board.squares_of(king)
        lines = ([board.at(square.file + d * a, square.rank + d * b) for d in (1, -1)] for a, b in ((1, 0), (0, 1)))
        return not any(all(side and position.attackers & board.bit(side) for side in line) for line in lines)


def _answer(position: Position, move: Move | None) -> _Answer:
    if move is None:
        return position.in_check
    return position.why_not(move) or position.play_legal(move)


def _judged(answer: _Answer) -> object:
    """Return an answer without the rules that it was given by, to compare it with others."""
    if isinstance(answer, Turn):
        return answer.captured, answer.outcome
    return answer.reason if isinstance(answer, Refusal) else answer


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
    """A sentence that two rulesets have in the same words for different reasons: its number and both labels."""

    reference: str
    first: str
    second: str


def differences(first: Book, second: Book) -> Iterator[Difference]:
    """Yield the sentences that the second ruleset changes, in the order of the rules."""
    # sentences that differ, with their texts under either ruleset; one for each board on the same matter count as one
    changed: list[tuple[list[SentenceTemplate], str, str]] = []
    for sentence in first.texts.rules:
        if _is_same(sentence, first, second):
            continue
        one, two = _sentence_text(sentence, first), _sentence_text(sentence, second)
        if changed:
            others, its_one, its_two = changed[-1]
            alike = (others[0].rule, others[0].grounds) == (sentence.rule, sentence.grounds)
            if alike and not (its_one and one) and not (its_two and two):
                changed[-1] = ([*others, sentence], its_one or one, its_two or two)
                continue
        changed.append(([sentence], one, two))
    mine, theirs = first.variant.rules, second.variant.rules
    shown: set[str] = set()
    for sentences, one, two in changed:
        rested = {ground.partition(".")[0] for ground in sentences[0].grounds}
        flags = dict.fromkeys(flag for sentence in sentences for flag in sentence.flags if flag in rested - shown)
        new = tuple(flag for flag in flags if getattr(mine, flag) != getattr(theirs, flag))
        shown.update(new)
        witnesses = filter(None, [find_witness(flag, first, second) for flag in new])
        yield Difference(sentences[0].rule, one, two, new, tuple(witnesses))


def _is_same(sentence: SentenceTemplate, first: Book, second: Book) -> bool:
    """Whether both rulesets have a sentence, or neither, in the same words but for those of the surface."""
    if not (first.rule_words.applies(sentence) and second.rule_words.applies(sentence)):
        return not _sentence_text(sentence, first) and not _sentence_text(sentence, second)
    return first.rule_words.sentence_text(sentence) == first.rule_words.under(second.variant).sentence_text(sentence)


def _sentence_text(sentence: SentenceTemplate, book: Book) -> str:
    return book.rule_words.sentence_text(sentence) if book.rule_words.applies(sentence) else ""


def changed_origins(first: Book, second: Book) -> tuple[OriginChange, ...]:
    """Return the sentences in the same words whose labels differ."""
    numbered = references(first.rules)
    found = []
    for sentence in first.texts.rules:
        mine, theirs = (book.rule_words.founded(sentence).label for book in (first, second))
        text = _sentence_text(sentence, first)
        if mine != theirs and text and _is_same(sentence, first, second):
            found.append(OriginChange(numbered[sentence.rule, text], mine, theirs))
    return tuple(found)


def changed_starts(first: Book, second: Book) -> tuple[str, ...]:
    """Return the lines of the two start positions, if the pieces of two rulesets begin on other squares."""
    starts = [Position.start(book.variant).with_to_move(Side.ATTACKERS) for book in (first, second)]
    lines = tuple(write_position(start).rpartition(" ")[0] for start in starts)
    return lines if lines[0] != lines[1] else ()
