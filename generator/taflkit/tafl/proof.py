"""Proofs: whether the side to move can force a win in so many plies, with which first moves, by which tree.

The search plays the very rules of a variant and values nothing: a position is won or it is not. A win in one ply is
found as perft counts its leaves; the ends that perft does not count, a side without a move and a position that comes
again, are played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from taflkit.errors import IllegalMove, TaflkitError
from taflkit.tafl.board import Move, Side
from taflkit.tafl.counts import ending_targets, wins_at_once
from taflkit.tafl.position import Position, Turn
from taflkit.tafl.rules import Variant

Tree: TypeAlias = "dict[str, dict[str, Tree]]"
"""For each reply of the defence all moves that win soonest, with the tree behind each, {} where it ends the game.

The replies that are not named have the winning moves of "else".
"""

ELSE = "else"
_SHORTEST_CYCLE = 4
"""The plies after which a position can come again."""
_TAKEN_AT_ONCE = 3
"""The soldiers that one move takes at most between two enemies: on the mover's fourth side lies the way he came."""
_MOST_JUDGED = 100_000
"""The judged positions that are remembered, of some 300 bytes each."""


class Prover:
    """The judge of forced wins under a variant, for one question after another.

    A win within `plies` counts, a shorter one too; what the defence can claim as a draw is none. The first position of
    a question begins the game, so that no position before it counts as seen. Judged positions are remembered.

    Every question raises a TaflkitError for fewer plies than 1 or a position of another variant, and an IllegalMove for
    a move that the rules refuse.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._judged: dict[tuple[tuple[int, int, int], bool, int], bool] = {}
        self._won: defaultdict[Move, int] = defaultdict(int)
        self._refuting: dict[Move | int, Move] = {}

    def wins(self, position: Position, plies: int) -> bool:
        """Whether the side to move can force a win within a number of plies."""
        return self._wins((position,), self._odd(plies, position))

    def winning_moves(self, position: Position, plies: int) -> tuple[Move, ...]:
        """Return the first moves that force a win within a number of plies, in the order of the legal moves."""
        plies = self._odd(plies, position)
        return tuple(move for move in position.legal_moves() if self._forces((position,), move, plies))

    def forces(self, position: Position, move: Move, plies: int) -> bool:
        """Whether a move of the side to move forces a win within a number of plies, itself the first."""
        return self._forces((position,), move, self._odd(plies, position, move))

    def refutations(self, position: Position, move: Move, plies: int, most: int | None = None) -> tuple[Move, ...]:
        """Return the replies after which a first move does not win in time, `most` of them, in the order of moves."""
        plies = self._odd(plies, position, move)
        line = (position, position.play_legal(move).after)
        replies = line[-1].legal_moves()
        refuting = (reply for reply in replies if not self._answers(line, reply, position.to_move, plies - 2))
        return tuple(islice(refuting, most))

    def tree(self, position: Position, move: Move, plies: int) -> Tree:
        """Return the proof that a move of the side to move wins within a number of plies.

        Raises:
            TaflkitError: it does not.
        """
        if not self.forces(position, move, plies):
            raise TaflkitError(f"{move} does not win in {plies} plies against every reply")
        return self._tree((position,), move, self._odd(plies, position))

    def _odd(self, plies: int, position: Position, move: Move | None = None) -> int:
        """Return how many plies of a question count: the last is a move of the side that wins."""
        if plies < 1:
            raise TaflkitError(f"a win takes 1 ply at least, not {plies}")
        if position.variant is not self._variant and position.variant != self._variant:
            raise TaflkitError(f"the position is one of {position.variant.name}, not of {self._variant.name}")
        if move and (refusal := position.why_not(move)):
            raise IllegalMove(str(refusal), refusal)
        return plies - 1 + plies % 2

    def _tree(self, line: tuple[Position, ...], move: Move, plies: int) -> Tree:
        side, turn = line[-1].to_move, line[-1].play(move)
        tree: Tree = {}
        if self._forces(line, move, 1):
            return tree
        line = (*line, turn.after)
        for reply in turn.after.legal_moves():
            answer = turn.after.play_legal(reply)
            deeper = (*line, answer.after)
            won = self._has_lost_by(answer, deeper, side)
            fewest = 0 if won else next(n for n in range(1, plies, 2) if self._wins(deeper, n))
            moves = self._likely_moves(deeper, fewest) if fewest else []
            winning = [each for each in moves if self._forces(deeper, each, fewest)]
            tree[str(reply)] = {str(each): self._tree(deeper, each, fewest) for each in winning}
        return _shortened(tree)

    def _wins(self, line: tuple[Position, ...], plies: int) -> bool:
        """Whether the side to move at the end of a line of positions wins within a number of plies."""
        position = line[-1]
        if plies == 1:
            return self._wins_at_once(line)
        key = (position[1:4], position.to_move is Side.ATTACKERS, plies)
        by_path = self._can_repeat(len(line) + plies)
        judged = None if by_path else self._judged.get(key)
        if judged is None:
            judged = self._wins(line, plies - 2)
            if not judged:
                for move in sorted(position.legal_moves(), key=self._won.__getitem__, reverse=True):
                    if self._forces(line, move, plies):
                        self._won[move] += 1
                        judged = True
                        break
            if len(self._judged) >= _MOST_JUDGED:
                self._judged.clear()
            if not by_path:
                self._judged[key] = judged
        return judged

    def _wins_at_once(self, line: tuple[Position, ...]) -> bool:
        if wins_at_once(line[-1]):
            return True
        return self._may_end_otherwise(line) and any(self._forces(line, m, 1) for m in line[-1].legal_moves())

    def _may_end_otherwise(self, line: tuple[Position, ...]) -> bool:
        """Whether a move at the end of a line of positions might win by repetition, or by leaving no legal move."""
        rules = self._variant.rules
        repeating = rules.repetition in ("defenders-lose", "mover-loses") and self._can_repeat(len(line) + 1)
        return repeating or (rules.no_legal_move == "loses" and _can_be_blocked(line[-1]))

    def _likely_moves(self, line: tuple[Position, ...], plies: int) -> list[Move]:
        """Return the moves at the end of a line of positions, without some that surely win not within so many plies."""
        moves = line[-1].legal_moves()
        if plies > 1 or self._may_end_otherwise(line):
            return moves
        targets = ending_targets(line[-1])
        return [move for move in moves if targets & self._variant.masks.board.bit(move.target)]

    def _forces(self, line: tuple[Position, ...], move: Move, plies: int) -> bool:
        """Whether a move at the end of a line of positions wins within a number of plies, whatever is replied."""
        side, turn = line[-1].to_move, line[-1].play_legal(move)
        after, line = turn.after, (*line, turn.after)
        if turn.outcome:
            return turn.outcome.winner is side
        if self._comes_again(line) and after.can_move:
            return self._wins_by_repetition(side, after)
        if plies == 1:
            return self._variant.rules.no_legal_move == "loses" and not after.can_move
        for reply in self._replies(after, move, plies):
            if not self._answers(line, reply, side, plies - 2):
                self._refuting[move] = self._refuting[plies] = reply
                return False
        return self._variant.rules.no_legal_move == "loses" or after.can_move

    def _replies(self, after: Position, move: Move, plies: int) -> Iterator[Move]:
        """Yield the replies to a move: those that refuted the last one, and this one elsewhere, then wins or all."""
        for reply in (self._refuting.get(plies), self._refuting.get(move)):
            if reply and after.why_not(reply) is None:
                yield reply
        replies = after.legal_moves()
        yield from [r for r in replies if after.play_legal(r).outcome] if wins_at_once(after) else replies

    def _answers(self, line: tuple[Position, ...], reply: Move, side: Side, plies: int) -> bool:
        """Whether a side still wins within a number of plies after a reply of the defence."""
        turn = line[-1].play_legal(reply)
        deeper = (*line, turn.after)
        if turn.outcome or self._comes_again(deeper):
            return self._has_lost_by(turn, deeper, side)
        return plies > 0 and self._wins(deeper, plies)

    def _has_lost_by(self, reply: Turn, line: tuple[Position, ...], side: Side) -> bool:
        """Whether the defence has lost by its own move, which made a position come again too often."""
        again = reply.outcome is None and self._comes_again(line) and reply.after.can_move
        return again and self._wins_by_repetition(side, reply.after)

    def _can_repeat(self, length: int) -> bool:
        """Whether a line of so many positions is long enough for one to come again as often as the rules say."""
        return length > _SHORTEST_CYCLE * (self._variant.rules.repetition_count - 1)

    def _comes_again(self, line: tuple[Position, ...]) -> bool:
        return self._can_repeat(len(line)) and line.count(line[-1]) >= self._variant.rules.repetition_count

    def _wins_by_repetition(self, side: Side, now: Position) -> bool:
        losers = {"defenders-lose": Side.DEFENDERS, "mover-loses": now.to_move.other}
        return losers.get(self._variant.rules.repetition) is side.other


def _can_be_blocked(position: Position) -> bool:
    """Whether one move might leave the opponent without any; if not, no move does.

    A man with two open squares beside him keeps one of them, unless he is taken. A soldier is taken beside an enemy or
    a hostile square alone, or on the edge in a row; a move takes three at most otherwise.
    """
    masks, rules = position.variant.masks, position.variant.rules
    if rules.between_landing != "anybody":
        return True
    board = masks.board
    men, enemies = position.defenders, position.attackers
    if position.to_move is Side.DEFENDERS:
        men, enemies = enemies, men | position.king
    barred = masks.soldier.barred | masks.king.barred
    open_ = ~(position.occupied | barred)
    once = twice = 0
    for inside, left, right in board.shifts:
        beside = open_ << right >> left & inside
        twice |= once & beside
        once |= beside
    free = men & twice & ~(board.edge if rules.shieldwall != "none" else 0)
    near = board.neighbours(enemies | masks.throne | masks.hostile_to_soldiers)
    safe = (free & ~near) | (position.king & ~enemies & twice)
    return not safe and free.bit_count() <= _TAKEN_AT_ONCE


def plies_behind(tree: Tree) -> int:
    """Return the plies that follow a winning move at most, by the tree behind it."""
    return max(map(plies_to_win, tree.values()), default=-1) + 1


def plies_to_win(moves: Mapping[str, Tree]) -> int:
    """Return the plies to the end from a reply of the defence, by the moves that win after it."""
    return min(map(plies_behind, moves.values()), default=-1) + 1


def longest_defence(position: Position, tree: Tree) -> tuple[Move, Mapping[str, Tree]] | None:
    """Return the reply that holds out longest with the moves that win then, of several that which fewest answer.

    None is for a game that is over.
    """
    answers = {reply: tree.get(str(reply), tree.get(ELSE, {})) for reply in position.legal_moves()} if tree else {}
    return max(answers.items(), key=lambda each: (plies_to_win(each[1]), -len(each[1])), default=None)


def _shortened(tree: Tree) -> Tree:
    """Return a proof with the moves that answer most replies alike under ELSE."""
    answers = list(tree.values())
    common = max(answers, key=answers.count, default={})
    if answers.count(common) < 2:
        return tree
    return {reply: moves for reply, moves in tree.items() if moves != common} | {ELSE: common}
