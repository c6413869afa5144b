"""Node counts of the move tree: moves are played, but for the last ply, whose moves are counted in bulk.

A suite file lists positions with agreed counts; see `parse_suite` for its form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from taflkit.errors import TaflkitError, shown
from taflkit.tafl.board import Board, Move, Side, bits_of
from taflkit.tafl.capture import SHORTEST_ROW, king_manner, serving_throne, shieldwall
from taflkit.tafl.position import ENCIRCLED, FORTIFIED, Outcome, Position, is_encircled, way_out
from taflkit.tafl.rules import Passing


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of the move tree at one depth.

    Attributes:
        nodes: move sequences of that length; a move that ends the game has no children.
        attacker_wins, defender_wins, captured: over the last ply only, the king included among the captured.
    """

    nodes: int = 0
    attacker_wins: int = 0
    defender_wins: int = 0
    captured: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.nodes + other.nodes,
            self.attacker_wins + other.attacker_wins,
            self.defender_wins + other.defender_wins,
            self.captured + other.captured,
        )

    def __str__(self) -> str:
        return f"{self.nodes} {self.attacker_wins} {self.defender_wins} {self.captured}"


def perft(position: Position, depth: int) -> Counts:
    """Count the move sequences of `depth` plies from a position.

    Raises:
        TaflkitError: the depth is less than 1.
    """
    _refuse(depth)
    if depth == 1:
        return _attackers(position) if position.to_move is Side.ATTACKERS else _defenders(position)
    total = Counts()
    for turn in map(position.play_legal, position.legal_moves()):
        if turn.outcome is None:
            total += perft(turn.after, depth - 1)
    return total


def divide(position: Position, depth: int) -> Iterator[tuple[Move, Counts]]:
    """Yield for each move of the position the counts of the tree behind it (the move itself at depth 1).

    Raises:
        TaflkitError: see `perft`.
    """
    _refuse(depth)
    for turn in map(position.play_legal, position.legal_moves()):
        if depth == 1:
            winner = turn.outcome.winner if turn.outcome else None
            wins = int(winner is Side.ATTACKERS), int(winner is Side.DEFENDERS)
            yield turn.move, Counts(1, *wins, len(turn.captures))
        else:
            yield turn.move, perft(turn.after, depth - 1) if turn.outcome is None else Counts()


def _refuse(depth: int) -> None:
    if depth < 1:
        raise TaflkitError(f"the depth must be 1 ply at least, not {depth}")


def _attackers(position: Position) -> Counts:
    """Count the moves of the attackers, with their captures and wins."""
    masks, rules = position.variant.masks, position.variant.rules
    board, attackers, defenders, king = masks.board, position.attackers, position.defenders, position.king
    occupied = attackers | defenders | king
    barred = position.barred_between(Side.ATTACKERS)
    landings = _landings(board, attackers, occupied, masks.soldier, rules.soldier_move, barred)
    serving = serving_throne(masks, rules, attackers, defenders, king)
    anvils = attackers | (masks.hostile_to_soldiers & ~occupied) | serving
    captured = _captures(board, landings, defenders, anvils)
    captured += _rows(position, landings, defenders | king, attackers)
    taking = _taking_king(position, occupied)
    kings = sum((landing & taking).bit_count() for landing in landings)
    return Counts(_count(landings), kings + _rings(position, landings), 0, captured + kings)


def _defenders(position: Position) -> Counts:
    """Count the moves of the defenders and the king, with their captures and wins."""
    masks, rules = position.variant.masks, position.variant.rules
    board, king = masks.board, position.king
    occupied = position.attackers | position.defenders | king
    barred = position.barred_between(Side.DEFENDERS)
    soldiers = _landings(board, position.defenders, occupied, masks.soldier, rules.soldier_move, barred)
    kings = _landings(board, king, occupied, masks.king, rules.king_move)
    friends = position.defenders | king if rules.king_armed else position.defenders
    anvils = friends | (masks.hostile_to_soldiers & ~occupied)
    takers = (*soldiers, *kings) if rules.king_armed else soldiers
    captured = _captures(board, takers, position.attackers, anvils)
    captured += _rows(position, takers, position.attackers, friends)
    goal = masks.goal
    wins = sum((landing & goal).bit_count() for landing in kings)
    if king & goal:
        # a king who stands where he wins has won with every move of his men
        wins += _count(soldiers)
    return Counts(_count(soldiers) + _count(kings), 0, wins + _forts(position, kings), captured)


def wins_at_once(position: Position) -> bool:
    """Whether a move of the side to move ends the game by itself."""
    masks, rules, occupied = position.variant.masks, position.variant.rules, position.occupied
    if position.to_move is Side.ATTACKERS:
        taking = _taking_king(position, occupied)
        if not taking and not rules.encirclement:
            return False
        barred = position.barred_between(Side.ATTACKERS)
        landings = _landings(masks.board, position.attackers, occupied, masks.soldier, rules.soldier_move, barred)
        return any(landing & taking for landing in landings) or bool(_rings(position, landings))
    if position.is_over:
        return bool(_defenders(position).defender_wins)
    kings = _landings(masks.board, position.king, occupied, masks.king, rules.king_move)
    return any(landing & masks.goal for landing in kings) or bool(_forts(position, kings))


def ending_targets(position: Position) -> int:
    """Return a mask that holds the targets of all moves that end the game by themselves."""
    masks, rules, occupied = position.variant.masks, position.variant.rules, position.occupied
    if position.to_move is Side.ATTACKERS:
        barred = position.barred_between(Side.ATTACKERS)
        landings = _landings(masks.board, position.attackers, occupied, masks.soldier, rules.soldier_move, barred)
        return -1 if _rings(position, landings) else _taking_king(position, occupied)
    kings = _landings(masks.board, position.king, occupied, masks.king, rules.king_move)
    return -1 if position.is_over or _forts(position, kings) else masks.goal


def _rings(position: Position, landings: Sequence[int]) -> int:
    """Count the moves of the attackers that close a ring.

    Who takes nobody closes a ring only on a shortest way out, and only if it holds while he still stands where he
    came from, so that few moves are played; those that may take a defender are.
    """
    attackers, defenders, king = position.attackers, position.defenders, position.king
    if not position.variant.rules.encirclement or not king:
        return 0
    board, inside, arriving = position.variant.masks.board, defenders | king, _union(landings)
    beside = board.neighbours(inside)
    way = way_out(board, attackers, inside)
    shut = is_encircled(board, attackers, defenders, king)
    tried = arriving & beside
    for bit in bits_of(arriving & ~beside & (-1 if shut else way)):
        if is_encircled(board, attackers | bit, defenders, king):
            tried |= bit
    return _played(position, tried, ENCIRCLED)


def _forts(position: Position, kings: Sequence[int]) -> int:
    """Count the moves that make a fort: those of the king to an edge may, or any with him on one."""
    edge = position.variant.masks.board.edge
    if not position.variant.rules.exit_fort:
        return 0
    return _played(position, -1 if position.king & edge else _union(kings) & edge, FORTIFIED)


def _rows(position: Position, landings: Sequence[int], enemies: int, friends: int) -> int:
    """Count the soldiers that all moves together capture in rows on the edge.

    The mover cannot have been one of the pieces that face a row or close it: no move leads from there to its end.
    """
    masks, rules = position.variant.masks, position.variant.rules
    board = masks.board
    if rules.shieldwall == "none" or (enemies & board.edge).bit_count() < SHORTEST_ROW:
        return 0
    corners = masks.corners & ~position.occupied if rules.shieldwall == "corner" else 0
    total = 0
    for end in bits_of(_union(landings) & board.edge & board.neighbours(enemies & board.edge)):
        rows = shieldwall(masks, end.bit_length() - 1, enemies, friends, corners)
        taken = sum(not bit & position.king for row, _ in rows for bit, _ in row)
        total += taken * sum(bool(landing & end) for landing in landings)
    return total


def _played(position: Position, targets: int, outcome: Outcome) -> int:
    """Count the moves to squares of a mask that end the game with an outcome, each of them played."""
    if not targets:
        return 0
    board = position.variant.masks.board
    moves = (move for move in position.legal_moves() if targets & board.bit(move.target))
    return sum(position.play_legal(move).outcome == outcome for move in moves)


def _union(landings: Sequence[int]) -> int:
    return reduce(or_, landings, 0)


def _count(landings: Sequence[int]) -> int:
    return sum(landing.bit_count() for landing in landings)


def _landings(board: Board, movers: int, occupied: int, passage: Passing, distance: str, barred: int = 0) -> list[int]:
    """Return for each direction the mask of the squares that pieces of a kind can move to, a step or any distance.

    They may stop on none that is barred.
    """
    free, land, on = ~(occupied | passage.stop), ~(passage.skip | barred), ~passage.halt
    landings = []
    for inside, left, right in board.shifts:
        front, landed = (movers & inside) << left >> right & free, 0
        while front:
            landed |= front & land
            front = (front & inside & on) << left >> right & free if distance == "line" else 0
        landings.append(landed)
    return landings


def _captures(board: Board, landings: Sequence[int], enemies: int, anvils: int) -> int:
    """Count the soldiers that all moves together capture between the mover and an anvil."""
    total = 0
    for inside, left, right in board.shifts:
        # enemies with an anvil behind them in this direction, and the squares before them
        taken = enemies & inside & (anvils << right >> left)
        before = taken << right >> left & inside
        total += sum((landing & before).bit_count() for landing in landings)
    return total


def _taking_king(position: Position, occupied: int) -> int:
    """Return the mask of the squares on which an attacker who arrives takes the king."""
    masks, king = position.variant.masks, position.king
    if not king:
        return 0
    board = masks.board
    closed = position.attackers | (masks.hostile_to_king & ~occupied)
    around = board.beside[king.bit_length() - 1]
    if not around & closed:
        return 0
    match king_manner(masks, position.variant.rules, king):
        case "two":
            # the squares beside the king with a closed one on his other side
            shifts = (shift for shift in board.shifts if (king & shift[0]) << shift[1] >> shift[2] & closed)
            return _union([king << right >> left & inside for inside, left, right in shifts])
        case "surround":
            lacking = around & ~closed
            # the mover closes one side; with all closed he arrives on a square that was hostile before
            return 0 if lacking & (lacking - 1) else lacking or around
        case _:
            return 0


@dataclass(frozen=True, slots=True)
class Case:
    """One position of a suite, with the agreed counts by depth."""

    name: str
    game: str
    ruleset: str
    position: str
    expected: dict[int, Counts] = field(default_factory=dict)


def parse_suite(text: str, file: str) -> tuple[Case, ...]:
    """Read a suite; `file` is its name, for errors.

    It has a paragraph for each position: the lines "id NAME", "game GAME RULESET", "position LINE" and, for
    each depth from 1, "perft DEPTH NODES ATTACKER_WINS DEFENDER_WINS CAPTURED". Lines that begin with # are comments.

    Raises:
        TaflkitError: a line that is none of these, or is out of order, with its number.
    """
    cases: list[Case] = []
    words: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, *rest = line.split()
        try:
            if key == "perft":
                depth, nodes, attacker_wins, defender_wins, captured = map(int, rest)
                if depth < 1:
                    raise ValueError(depth)
                cases[-1].expected[depth] = Counts(nodes, attacker_wins, defender_wins, captured)
            elif key == "position":
                game, ruleset = words["game"]
                cases.append(Case(words["id"][0], game, ruleset, " ".join(rest)))
            elif key in ("id", "game"):
                words[key] = rest
            else:
                raise ValueError(key)
        except (ValueError, KeyError, IndexError):
            known = "id NAME, game GAME RULESET, position LINE, or perft DEPTH and its four counts, in this order"
            why = f"'{shown(line.strip())}' is no line of a perft suite, which has {known}"
            raise TaflkitError(f"{file}: line {number}: {why}") from None
    return tuple(cases)
