"""The sentences that no flag decides: an engine that plays by the opposite of one fails a proof of it.

Mutants of the flags are in test_proofs.py. Here the engine itself is spoilt, one rule at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from types import ModuleType

import pytest

from support.sampling import sampled
from support.shipped import FAMILY, RULESETS, catalog
from taflkit.catalog.book import Book, play_figure, read_book
from taflkit.errors import TemplateError
from taflkit.tafl import (
    ENCIRCLED,
    KING_CAPTURED,
    Capture,
    Game,
    Move,
    Piece,
    Position,
    Reason,
    Refusal,
    Square,
    Turn,
    position,
)
from taflkit.tafl.board import Board, bits_of
from taflkit.tafl.capture import shieldwall
from taflkit.tafl.position import is_encircled, is_exit_fort
from taflkit.tafl.rules import Masks

Rows = Iterator[tuple[tuple[tuple[int, int], ...], int]]
Spoil = Callable[[pytest.MonkeyPatch], None]
SHORTEST_JUMP = 2

TRUE_PLAY, TRUE_WHY_NOT = Position.play, Position.why_not


def playing(change: Callable[[Position, Turn], Turn]) -> Spoil:
    """Return the spoiling of every turn that is played."""

    def play(self: Position, move: Move) -> Turn:
        return change(self, TRUE_PLAY(self, move))

    return lambda patch: patch.setattr(Position, "play", play)


def allowing(allowed: Callable[[Refusal], bool]) -> Spoil:
    """Return an engine that allows some of the moves that the true one refuses; it then moves the piece alone."""

    def why_not(self: Position, move: Move) -> Refusal | None:
        refusal = TRUE_WHY_NOT(self, move)
        return None if refusal is not None and allowed(refusal) else refusal

    return lambda patch: patch.setattr(Position, "why_not", why_not)


def again(before: Position, turn: Turn) -> Turn:
    """The same side moves again."""
    return turn._replace(after=turn.after.with_to_move(before.to_move))


def steps(move: Move) -> int:
    return abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank)


def over(refusal: Refusal) -> bool:
    """Whether a move jumps, in a game of steps over the next square."""
    far = refusal.reason is Reason.TOO_FAR and steps(refusal.move) == SHORTEST_JUMP
    return far or (refusal.reason is Reason.BLOCKED and refusal.where != refusal.move.target)


def onto(refusal: Refusal) -> bool:
    return refusal.reason is Reason.BLOCKED and refusal.where == refusal.move.target


def diagonally(refusal: Refusal) -> bool:
    across, up = (abs(a - b) for a, b in zip(refusal.move.origin, refusal.move.target, strict=True))
    return refusal.reason is Reason.NOT_IN_LINE and across == up


def staying(refusal: Refusal) -> bool:
    return refusal.reason is Reason.STAYS


def nothing_taken(before: Position, turn: Turn) -> Turn:
    taken = {square: before.piece_on(square) for square in turn.captured}
    return _put_back(turn, taken)._replace(captures=(), outcome=None)


def left_standing(before: Position, turn: Turn) -> Turn:
    """Captured pieces stay on the board."""
    return _put_back(turn, {square: before.piece_on(square) for square in turn.captured})


def one_at_once(before: Position, turn: Turn) -> Turn:
    more = {square: before.piece_on(square) for square in turn.captured[1:]}
    return _put_back(turn, more)._replace(captures=turn.captures[:1])


def _put_back(turn: Turn, taken: dict[object, Piece | None]) -> Turn:
    pieces = {**turn.after.pieces, **{square: piece for square, piece in taken.items() if piece}}
    return turn._replace(after=Position.of(turn.after.variant, pieces, turn.after.to_move))  # type: ignore[arg-type]


def between(king: bool, movers: bool, others: bool) -> Callable[[Position, Turn], Turn]:
    """Return a play in which pieces between two enemies fall: the mover himself, or those of the other side."""

    def change(before: Position, turn: Turn) -> Turn:
        board, pieces = turn.after.variant.layout.board, turn.after.pieces
        fallen = []
        for square, piece in pieces.items():
            mine = piece.side is before.to_move
            if (piece is Piece.KING) is not king or not (movers if mine else others):
                continue
            if mine and square != turn.move.target:
                continue
            for across, up in ((1, 0), (0, 1)):
                sides = [board.at(square.file + d * across, square.rank + d * up) for d in (1, -1)]
                enemies = [pieces.get(side) for side in sides if side]
                if len(enemies) == 2 and all(enemy and enemy.side is not piece.side for enemy in enemies):
                    fallen.append(square)
        captures = (*turn.captures, *(Capture(square, "custody", ()) for square in dict.fromkeys(fallen)))
        left = {square: piece for square, piece in pieces.items() if square not in fallen}
        return turn._replace(captures=captures, after=Position.of(turn.after.variant, left, turn.after.to_move))

    return change


def against_the_edge(before: Position, turn: Turn) -> Turn:
    """The edge captures a man whom the mover comes beside from the other side."""
    board = turn.after.variant.layout.board
    square, pieces = turn.move.target, dict(turn.after.pieces)
    fallen = []
    for file, rank in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near = Square(square.file + file, square.rank + rank)
        piece = pieces.get(near)
        at_edge = board.at(square.file + 2 * file, square.rank + 2 * rank) is None
        if piece and piece is not Piece.KING and piece.side is not before.to_move and at_edge:
            fallen.append(near)
    return _without(turn, fallen)


def all_in_a_row(before: Position, turn: Turn) -> Turn:
    """Two enemies capture all men who stand side by side between them."""
    square, pieces = turn.move.target, turn.after.pieces
    fallen = []
    for file, rank in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        line = [
            Square(square.file + n * file, square.rank + n * rank) for n in range(1, turn.after.variant.layout.size)
        ]
        row = list(takewhile(lambda near: near in pieces and pieces[near].side is not before.to_move, line))
        behind = pieces.get(line[len(row)])
        if len(row) > 1 and behind and behind.side is before.to_move:
            fallen += row
    return _without(turn, fallen)


def _without(turn: Turn, fallen: list[Square]) -> Turn:
    """A turn by which pieces fall besides."""
    captures = (*turn.captures, *(Capture(square, "custody", ()) for square in fallen))
    left = {square: piece for square, piece in turn.after.pieces.items() if square not in fallen}
    return turn._replace(captures=captures, after=Position.of(turn.after.variant, left, turn.after.to_move))


def only_who_left() -> Callable[[Position, Turn], Turn]:
    """Return a play in which nobody captures from a square that another has left."""
    left: dict[Square, Square] = {}
    last: list[Position] = []

    def change(before: Position, turn: Turn) -> Turn:
        if last != [before]:
            left.clear()  # another game
        origin, target = turn.move
        for square, there in left.items():
            if there == origin:
                left[square] = target
        left[origin] = target
        changed = turn if left.get(target, target) == target else nothing_taken(before, turn)
        last[:] = [changed.after]
        return changed

    return change


def no_win_by_capture(_before: Position, turn: Turn) -> Turn:
    return turn._replace(outcome=None if turn.outcome == KING_CAPTURED else turn.outcome)


def ends_with_the_last_man(_before: Position, turn: Turn) -> Turn:
    return turn._replace(outcome=turn.outcome or (None if turn.after.defenders else KING_CAPTURED))


def may_be_agreed(value: bool) -> Spoil:
    return lambda patch: patch.setattr(Game, "may_be_agreed", property(lambda _self: value))


OPPOSITES: dict[str, tuple[Spoil, ...]] = {
    "turns": (playing(again),),
    "passing": (allowing(staying),),
    "jumping": (allowing(over),),
    "landing": (allowing(onto),),
    "diagonals": (allowing(diagonally),),
    "custody": (playing(nothing_taken),),
    "taker": (playing(between(king=False, movers=False, others=True)),),
    "removal": (playing(left_standing),),
    "several": (playing(one_at_once),),
    "between_landing": (playing(between(king=False, movers=True, others=False)),),
    "safe_king": (playing(between(king=True, movers=True, others=False)),),
    "safe_again": (playing(nothing_taken), playing(between(king=False, movers=False, others=True))),
    "replacing": (playing(only_who_left()),),
    "pair": (playing(all_in_a_row),),
    "edge": (playing(against_the_edge),),
    "capture_wins": (playing(no_win_by_capture),),
    "ending": (playing(ends_with_the_last_man),),
    "agreement": (may_be_agreed(False), may_be_agreed(True)),
}


def rows_that(change: Callable[[Position, int], int]) -> Spoil:
    """Return an engine that judges shieldwalls with other friends of the mover, given the position before his move."""
    true_rows = Position._rows

    def rows(self: Position, there: int, enemies: int, friends: int, occupied: int) -> list[tuple[int, Capture]]:
        return true_rows(self, there, enemies, change(self, friends), occupied)

    return lambda patch: patch.setattr(Position, "_rows", rows)


def without_the_king(before: Position, friends: int) -> int:
    """The king where he stands faces no row and closes none."""
    return friends & ~before.king


def king_shields_his_row(before: Position, turn: Turn) -> Turn:
    """A king on the edge keeps the men beside him."""
    rows = [capture.square for capture in turn.captures if capture.rule == "shieldwall"]
    if not rows or not before.king & before.variant.masks.board.edge:
        return turn
    return _put_back(turn, {square: before.piece_on(square) for square in rows})._replace(captures=())


def by_any_move(masks: Masks, target: int, enemies: int, friends: int, corners: int) -> Rows:
    """Rows fall whichever of those round them has moved."""
    del target
    for bit in bits_of(friends & masks.board.edge):
        yield from shieldwall(masks, bit.bit_length() - 1, enemies, friends, corners)


def faced_by_nobody(masks: Masks, target: int, enemies: int, friends: int, corners: int) -> Rows:
    """Nobody need stand in front of a row."""
    return shieldwall(masks, target, enemies, friends | ~masks.board.edge, corners)


def with_gaps(masks: Masks, target: int, enemies: int, friends: int, corners: int) -> Rows:
    """A row may have gaps."""
    gaps = masks.board.edge & ~friends & ~corners
    return shieldwall(masks, target, enemies | gaps, friends, corners)


def with_holes(_board: Board, _attackers: int, _defenders: int, king: int) -> bool:
    """A ring may be open."""
    return bool(king)


def only_for_good(_before: Position, turn: Turn) -> Turn:
    """A ring ends nothing while a capture could open it."""
    after = turn.after
    opened = turn.outcome == ENCIRCLED and any(TRUE_PLAY(after, move).captures for move in after.legal_moves())
    return turn._replace(outcome=None) if opened else turn


def all_in_one_ring(board: Board, attackers: int, defenders: int, king: int) -> bool:
    apart = defenders & ~board.joined(king, ~attackers)
    return not apart and is_encircled(board, attackers, defenders, king)


def no_way_over_the_throne(board: Board, attackers: int, defenders: int, king: int) -> bool:
    middle = board.bit(Square(board.size // 2, board.size // 2))
    return is_encircled(board, attackers | (middle & ~(defenders | king)), defenders, king)


def attackers_for_walls(masks: Masks, attackers: int, defenders: int, king: int) -> bool:
    return is_exit_fort(masks, 0, defenders | attackers, king)


def no_man_in_danger(_board: Board, defenders: int, _safe: int) -> int:
    return defenders


def safe_in_corners(masks: Masks, attackers: int, defenders: int, king: int) -> bool:
    return is_exit_fort(masks._replace(hostile_to_soldiers=0), attackers, defenders, king)


def setting(module: ModuleType, name: str, other: Callable[..., object]) -> Spoil:
    """Return an engine with another function."""
    return lambda patch: patch.setattr(module, name, other)


PARTS: dict[str, tuple[Spoil, ...]] = {
    "shieldwall.king": (rows_that(without_the_king), playing(king_shields_his_row)),
    "shieldwall.rows": (setting(position, "shieldwall", lambda *row: islice(shieldwall(*row), 1)),),
    "shieldwall.last": (setting(position, "shieldwall", by_any_move),),
    "shieldwall.gap": (
        setting(position, "shieldwall", faced_by_nobody),
        setting(position, "shieldwall", with_gaps),
    ),
    "encirclement.test": (setting(position, "is_encircled", with_holes),),
    "encirclement.ring": (
        playing(only_for_good),
        setting(position, "is_encircled", all_in_one_ring),
    ),
    "encirclement.throne": (setting(position, "is_encircled", no_way_over_the_throne),),
    "exit_fort.wall": (
        setting(position, "is_exit_fort", attackers_for_walls),
        setting(position, "is_exit_fort", safe_in_corners),
        setting(position, "_untakable", no_man_in_danger),
    ),
}
"""Parts of flags, under the Copenhagen rules."""
BY_VALUES = {"throne_crossing.soldiers", "throne_crossing.king"}
"""Parts of a flag whose values are the opposites of each other."""
BY_THE_LAYOUT = {"board", "set_up", "names", "two_players"}
"""Points that the board gives: the sentences are filled in from the layout, or name the kit's own pieces."""
BY_FLAGS = {"hostile_for_the_king", "check_at_once"}
"""Points of sentences that flags decide, whose mutants are in test_proofs.py."""
BY_THE_PLAYERS = {
    "sides": "who takes which side is settled before a game",
    "check_forgotten": "the engine says when to call, and nobody calls to it",
    "unwinnable": "the players see it and claim it; no engine judges who can win",
}
"""Points that an engine cannot play by the opposite of, with the reason."""


def proofs_of(book: Book, point: str) -> tuple[str, ...]:
    sentences = [s for rule in book.rules for s in rule.sentences if point in s.grounds]
    assert sentences, point
    return tuple(name for sentence in sentences for name in sentence.proofs)


def failing(book: Book, names: tuple[str, ...]) -> list[str]:
    """Return the proofs that the engine contradicts as it plays now."""
    found = []
    for name in names:
        try:
            play_figure(book.game, name, book.variant)
        except TemplateError:
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("game", "ruleset"), [*sampled([("brandub", name) for name in RULESETS], 2), *sampled(FAMILY, 7)]
)
@pytest.mark.parametrize("point", OPPOSITES)
def test_the_opposite_of_a_sentence_fails_one_of_its_proofs(
    point: str, game: str, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = read_book(catalog(), game, ruleset)
    names = proofs_of(book, point)
    assert failing(book, names) == []
    for spoil in OPPOSITES[point]:
        with monkeypatch.context() as patch:
            spoil(patch)
            assert failing(book, names), point


@pytest.mark.parametrize("point", PARTS)
def test_the_opposite_of_a_part_of_a_rule_fails_one_of_its_proofs(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = read_book(catalog(), "hnefatafl", "copenhagen")
    names = proofs_of(book, point)
    assert failing(book, names) == []
    for spoil in PARTS[point]:
        with monkeypatch.context() as patch:
            spoil(patch)
            assert failing(book, names), point


def test_every_point_that_no_flag_decides_has_its_opposite() -> None:
    texts = catalog().game("brandub").texts()
    points = {ground for sentence in texts.rules for ground in sentence.rests if ground not in sentence.flags}
    flags = {flag for sentence in texts.rules for flag in sentence.flags}
    parts = {point for point in points if point.partition(".")[0] in flags}
    assert points - parts == {*OPPOSITES} - flags | BY_THE_LAYOUT | BY_FLAGS | {*BY_THE_PLAYERS}
    assert parts == {*PARTS} | BY_VALUES


def test_a_throne_beside_the_middle_fails_its_proof() -> None:
    book = read_book(catalog(), "brandub", "walker")
    layout = book.variant.layout
    moved = replace(layout, throne=Square(2, 3))
    with pytest.raises(TemplateError, match="there is no piece on d4"):
        play_figure(book.game, "throne-in-the-middle", replace(book.variant, layout=moved))
