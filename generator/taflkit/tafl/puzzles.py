"""Puzzles: positions with exactly one first move that forces a win in so many plies, found by a walk and proven.

Positions come from the ends of recorded games, and from walks. A walk begins where a side wins at once, with pieces set
by chance from a seed, changes one piece after another, and goes on from a position where the win takes longer, or
where fewer first moves win.

What is guaranteed of each is that the proof holds, that no other first move wins in time and that none wins sooner,
that without any soldier the first move or the proof would be another, that no soldier stands where he may not stop, and
that there are no more soldiers than the game begins with. That a game from the start leads to the position is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, get_args

from taflkit.errors import TaflkitError
from taflkit.tafl.board import Board, Move, Piece, Side, Square, bits_of
from taflkit.tafl.position import Position, Turn
from taflkit.tafl.proof import Prover, Tree, longest_defence
from taflkit.tafl.records import is_record, parse_game, parse_position, write_position, write_turn
from taflkit.tafl.rules import Variant
from taflkit.tafl.rules_strings import write_terms

Difficulty: TypeAlias = Literal["easy", "middling", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
PLIES = (3, 5, 7)
"""The lengths of puzzles."""

_TAIL = 12
"""The plies before a game's end whose positions are tried."""
_STARTS = 10_000
"""The positions among which one is sought that is won at once, from which a walk begins."""
_STEPS = 100
"""The positions of a walk."""
_MANY_KEYS = 5
"""The winning first moves that are counted at most."""
_NEAR = 3
"""The steps from the king within which most soldiers stand."""
_FEW = 10
"""The soldiers late in a game, of both sides."""
_LONGEST_TREES = {3: 600, 5: 600, 7: 3_000}
"""The letters of a proof by plies; a longer one has many ways to win, which make a dull puzzle."""
_MANY_MOVES = 20
"""The first moves from which on there are many."""


class Puzzle(NamedTuple):
    """A position whose side to move wins by one first move alone.

    Attributes:
        key: that move.
        tree: the proof; see `taflkit.tafl.proof`.
        attempt: a move that nearly wins: one reply alone refutes it.
        refutation: that reply.
    """

    position: Position
    plies: int
    key: Move
    tree: Tree
    attempt: Move
    refutation: Move
    difficulty: Difficulty


class Sought(NamedTuple):
    """The puzzles that are sought.

    Attributes:
        side: the side that wins, either one if None.
        difficulty: any if None.
    """

    plies: int
    side: Side | None = None
    difficulty: Difficulty | None = None


def find_puzzles(
    variant: Variant,
    sought: Sought,
    seed: int,
    games: Iterable[Sequence[Position]] = (),
    starts: Sequence[Position] = (),
) -> Iterator[Puzzle | None]:
    """Yield for each position that is tried its puzzle, or None where it makes none, without an end.

    A game or a walk gives one puzzle, and mirror images and turns of a puzzle are not given again. The same seed gives
    the same puzzles. The positions of recorded `games`, in their order, are tried first. Walks begin with one of
    `starts` of the side that moves, which are best won in two plies less, or else with positions that are won at once.

    Raises:
        TaflkitError: see `make_puzzle`.
    """
    seen = set[tuple[object, ...]]()
    prover = Prover(variant)
    for positions in _sources(variant, prover, sought, seed, games, starts):
        for position in positions:
            puzzle = make_puzzle(prover, position, sought.plies)
            fits = puzzle is not None and sought.difficulty in (None, puzzle.difficulty)
            if puzzle and fits and (form := canonical(puzzle.position)) not in seen:
                seen.add(form)
                yield puzzle
                break
            yield None


def make_puzzle(prover: Prover, position: Position, plies: int) -> Puzzle | None:
    """Return the puzzle of a position without the soldiers that change nothing, or None where it makes none.

    It makes none where the key alone captures, where the proof is long, or where one side has no soldier that matters.

    Raises:
        TaflkitError: the plies are none of PLIES.
    """
    if plies not in PLIES:
        raise TaflkitError(f"a puzzle has {', '.join(map(str, PLIES))} plies, not {plies}")
    if position.is_over or position.problems(king_needed=True):
        return None
    key = _only_key(prover, position, plies)
    if key is None or _is_plain(position, key) or not next(_tries(prover, position, key, plies), None):
        return None
    position, tree = _reduced(prover, position, key, plies)
    tries = [*_tries(prover, position, key, plies)]
    has_both = position.attackers and position.defenders
    if not tries or not has_both or _is_plain(position, key) or len(str(tree)) > _LONGEST_TREES[plies]:
        return None
    return Puzzle(position, plies, key, tree, *tries[0], _difficulty(position, plies, key, len(tries)))


def _only_key(prover: Prover, position: Position, plies: int) -> Move | None:
    """Return the one first move that wins within a number of plies, or None if there are others or shorter wins."""
    if prover.wins(position, plies - 2) or not prover.wins(position, plies):
        return None
    winning = (move for move in position.legal_moves() if prover.forces(position, move, plies))
    key = next(winning)
    return None if next(winning, None) else key


def _is_plain(position: Position, key: Move) -> bool:
    """Whether the key captures and no other first move does, so that it is seen at once."""
    moves = position.legal_moves() if position.play(key).captures else ()
    return bool(moves) and not any(position.play_legal(move).captures for move in moves if move != key)


def _tries(prover: Prover, position: Position, key: Move, plies: int) -> Iterator[tuple[Move, Move]]:
    """Yield the first moves that one reply alone refutes, each with its reply."""
    for move in position.legal_moves():
        if move != key and len(refutations := prover.refutations(position, move, plies, most=2)) == 1:
            yield move, refutations[0]


def _reduced(prover: Prover, position: Position, key: Move, plies: int) -> tuple[Position, Tree]:
    """Return a position without the soldiers that change neither the key nor the proof, or the key of a long proof."""
    tree = prover.tree(position, key, plies)
    last: Position | None = None
    while last != position:
        last = position
        for square, piece in last.pieces.items():
            rest = {where: each for where, each in position.pieces.items() if where != square}
            fewer = Position.of(position.variant, rest, position.to_move)
            if piece is not Piece.KING and _only_key(prover, fewer, plies) == key:
                proof = prover.tree(fewer, key, plies)
                if proof == tree or len(str(tree)) > _LONGEST_TREES[plies]:
                    position, tree = fewer, proof
    return position, tree


def _difficulty(position: Position, plies: int, key: Move, tries: int) -> Difficulty:
    """Return how hard a puzzle is, by its length, the moves and tries there are, and what hides the key."""
    turn = position.play(key)
    board = position.variant.layout.board
    offered = any(key.target in turn.after.play_legal(reply).captured for reply in turn.after.legal_moves())
    hidden = (
        len(position.legal_moves()) >= _MANY_MOVES,
        tries > 1,
        not turn.captures,
        offered,
        _distance(position, board, key.target) > _distance(position, board, key.origin),
    )
    points = plies - PLIES[0] + sum(hidden)
    return DIFFICULTIES[min(points // 2, len(DIFFICULTIES) - 1)]


def _distance(position: Position, board: Board, square: Square) -> int:
    """Return the steps from a square to the nearest one that its player strives for: the king's, or a goal."""
    goals = board.squares_of(position.king if position.to_move is Side.ATTACKERS else position.variant.masks.goal)
    return min((abs(square.file - goal.file) + abs(square.rank - goal.rank) for goal in goals), default=0)


def main_line(puzzle: Puzzle) -> list[Turn]:
    """Return the moves from a puzzle to the win, where the defence holds out as long as it can."""
    turns, tree = [puzzle.position.play(puzzle.key)], puzzle.tree
    while found := longest_defence(turns[-1].after, tree):
        reply, moves = found
        turns.append(turns[-1].after.play(reply))
        move, tree = next(iter(moves.items()), ("", {}))
        turns += [turns[-1].after.play(Move.parse(move))] if move else []
    return turns


def puzzle_record(puzzle: Puzzle, title: str) -> str:
    """Return a puzzle as a record that OpenTafl loads: the line to the win, and the try refuted as a variation."""
    position = puzzle.position
    moves = [_recorded(turn, before) for turn, before in _with_before(position, main_line(puzzle))]
    tried = position.play(puzzle.attempt)
    refuted = [_recorded(tried, position), _recorded(tried.after.play(puzzle.refutation), tried.after)]
    pairs = [" ".join(moves[first : first + 2]) for first in range(0, len(moves), 2)]
    start = write_position(position).partition(" ")[0]
    return "\n".join(
        (
            "[compiler:taflkit]",
            f"[variant:{title}]",
            f"[result:{1 if position.to_move is Side.ATTACKERS else -1}]",
            "[puzzle-mode:loose]",
            "[puzzle-start:0a]",
            f"[rules:{write_terms(position.variant, title, start, position.to_move)}]",
            f"[start-comment:The {position.to_move.value} win in {puzzle.plies} plies, with one first move alone.]",
            "",
            *(f"{number}. {pair}\n[|]\n" for number, pair in enumerate(pairs, 1)),
            f"1a.1.1a. {' '.join(refuted)}\n[It nearly works.|This reply refutes it.]\n",
        )
    )


def _with_before(position: Position, turns: Iterable[Turn]) -> Iterator[tuple[Turn, Position]]:
    for turn in turns:
        yield turn, position
        position = turn.after


def _recorded(turn: Turn, before: Position) -> str:
    """Return a turn as OpenTafl writes it, the king named and captures with a stroke between."""
    move, _, taken = write_turn(turn).partition("x")
    king = "K" if before.piece_on(turn.move.origin) is Piece.KING else ""
    return f"{king}{move}{taken and 'x'}{taken.replace('x', '/')}"


def canonical(position: Position) -> tuple[object, ...]:
    """Return a key that a position has in common with its mirror images and turns, and with no other."""
    last = position.variant.layout.size - 1
    squares = [(square.file, square.rank, piece.value) for square, piece in position.pieces.items()]
    forms = []
    for _ in range(4):
        squares = [(rank, last - file, piece) for file, rank, piece in squares]
        forms += [sorted(squares), sorted((last - file, rank, piece) for file, rank, piece in squares)]
    return (position.to_move, *min(forms))


# Where positions come from.


def recorded_games(variant: Variant, text: str) -> Iterator[list[Position]]:
    """Yield the positions of the games of a text, each as far as the rules of a variant allow it.

    There is one a line, or one record alone with the tag [rules:...].

    Raises:
        TaflkitError: a line is no game, or its start is none of the variant's; its number is named.
    """
    lines = [("", text)] if is_record(text) else [(f"line {n}: ", line) for n, line in enumerate(text.splitlines(), 1)]
    for where, line in lines:
        try:
            record = parse_game(line)
            start = parse_position(variant, record.start) if record.start else Position.start(variant)
        except TaflkitError as error:
            raise TaflkitError(f"{where}{error}") from None
        game = [start.with_to_move(record.first_move or start.to_move)]
        for move in (each.move for each in record.moves):
            if game[-1].is_over or game[-1].why_not(move):
                break
            game.append(game[-1].play_legal(move).after)
        yield game


def _sources(
    variant: Variant,
    prover: Prover,
    sought: Sought,
    seed: int,
    games: Iterable[Sequence[Position]],
    starts: Sequence[Position],
) -> Iterator[Iterable[Position]]:
    """Yield the positions that give one puzzle: of the end of a recorded game, the last first, or of a walk."""
    sides = tuple(Side) if sought.side is None else (sought.side,)
    for game in games:
        yield (position for position in game[: -_TAIL - 1 : -1] if position.to_move in sides)
    rng = random.Random(seed)  # noqa: S311
    while True:
        for side in sides:
            own = [each for each in starts if each.to_move is side]
            yield _walk(prover, rng.choice(own) if own else _late(prover, variant, side, rng), sought.plies, rng)


def _late(prover: Prover, variant: Variant, side: Side, rng: random.Random) -> Position:
    """Return a position as late in a game, most soldiers near the king, in which a side wins at once if one is met."""
    masks, board = variant.masks, variant.masks.board
    everywhere = (1 << board.size**2) - 1
    places = [*bits_of(everywhere & ~(masks.king.barred | masks.goal))]
    position = Position.start(variant)
    for _ in range(_STARTS):
        king = rng.choice(places)
        near = reduce(lambda mask, _: mask | board.neighbours(mask), range(_NEAR), king)
        free = everywhere & ~(king | masks.soldier.barred)
        beside = [*bits_of(board.neighbours(king) & free)] if side is Side.ATTACKERS else []
        men = {Piece.ATTACKER: sum(rng.sample(beside, min(len(beside), 2))), Piece.DEFENDER: 0}
        for _ in range(rng.randint(_FEW // 2, _FEW)):
            piece = rng.choice((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))
            there = free & ~sum(men.values()) & (near if rng.randrange(_NEAR) else everywhere)
            if there and men[piece].bit_count() < variant.layout.count(piece):
                men[piece] |= rng.choice([*bits_of(there)])
        position = Position(variant, men[Piece.ATTACKER], men[Piece.DEFENDER], king, side)
        if prover.wins(position, 1):
            break
    return position


def _walk(prover: Prover, position: Position, plies: int, rng: random.Random) -> Iterator[Position]:
    """Yield positions, each with a piece changed, going on from those that are no sooner won and by no more moves."""
    best = (next((each for each in range(1, plies, 2) if prover.wins(position, each)), 1), -_MANY_KEYS)
    for _ in range(_STEPS):
        after = _altered(position, rng)
        if after.is_over or after.problems(king_needed=True):
            continue
        yield after
        length = next((each for each in range(1, plies + 1, 2) if prover.wins(after, each)), 0)
        if length >= best[0]:
            winning = (move for move in after.legal_moves() if length > 1 and prover.forces(after, move, length))
            best = max(best, now := (length, -len([*islice(winning, _MANY_KEYS)])))
            position = after if now == best else position


def _altered(position: Position, rng: random.Random) -> Position:
    """Return a position with a piece moved, or with a soldier more or less."""
    pieces, masks = position.pieces, position.variant.masks
    square, change = rng.choice([*pieces]), rng.randrange(5)
    if change == 0 and pieces[square] is not Piece.KING:
        del pieces[square]
    elif change < 3 and (moves := position.moves_from(square)):
        pieces[rng.choice(moves).target] = pieces.pop(square)
    else:
        free = ~(position.occupied | masks.soldier.barred) & (1 << masks.board.size**2) - 1
        pieces[rng.choice(masks.board.squares_of(free))] = rng.choice((Piece.ATTACKER, Piece.DEFENDER))
    return Position.of(position.variant, pieces, position.to_move)
