"""Proofs checked by the plain judge, and positions whose proofs show what each rule of the search is for."""

from __future__ import annotations

from support.plain_judge import Line, succeeds, wins_judged
from support.variants import picture
from taflkit.tafl import Move, Position, Side
from taflkit.tafl.proof import ELSE, Prover, Tree

__all__ = ["PROVEN", "check_proof", "coming_again"]


def check_proof(position: Position, plies: int) -> bool:
    """The prover answers as the judge does; return whether there is a win."""
    prover, line, side = Prover(position.variant), (position,), position.to_move
    wins = prover.wins(position, plies)
    assert wins is wins_judged(line, side, plies), position
    moves = prover.winning_moves(position, plies)
    assert list(moves) == [move for move in position.legal_moves() if succeeds(line, move, side, plies)], position
    for move in moves:
        check_tree(line, move, plies, prover.tree(position, move, plies))
    # the same prover knows the other side's wins, and in how many plies
    for each, fewer in ((position.with_to_move(side.other), plies), (position, plies - 2)):
        if fewer > 0:
            assert prover.wins(each, fewer) is wins_judged((each,), each.to_move, fewer), position
    for move in position.legal_moves()[:1]:
        check_refutations(prover, position, move, plies)
    return wins


def check_refutations(prover: Prover, position: Position, move: Move, plies: int) -> None:
    turn, side = position.play(move), position.to_move
    if plies > 1 and turn.outcome is None:
        line = (position, turn.after)
        refuting = [reply for reply in turn.after.legal_moves() if not succeeds(line, reply, side, plies - 1)]
        assert list(prover.refutations(position, move, plies)) == refuting


def check_tree(line: Line, move: Move, plies: int, tree: Tree) -> None:
    """Every reply has exactly the moves that win soonest, and a move without a tree ends the game."""
    side, after = line[-1].to_move, line[-1].play(move).after
    if succeeds(line, move, side, 1):
        assert tree == {}
        return
    line, replies = (*line, after), after.legal_moves()
    assert {*tree} <= {ELSE, *map(str, replies)}
    for reply in replies:
        moves = tree[str(reply)] if str(reply) in tree else tree[ELSE]
        if succeeds(line, reply, side, 1):
            assert moves == {}, f"{reply} has lost"
            continue
        deeper = (*line, after.play(reply).after)
        fewest = next(number for number in range(1, plies, 2) if wins_judged(deeper, side, number))
        winning = [m for m in deeper[-1].legal_moves() if succeeds(deeper, m, side, fewest)]
        assert [*moves] == [str(each) for each in winning] != [], f"after {reply}"
        for each in winning:
            check_tree(deeper, each, fewest, moves[str(each)])


STEPS: dict[str, str | int] = {"soldier_move": "step", "king_move": "step", "repetition_count": 2}
CYCLE = """
    .....
    .t...
    .....
    .....
    ...KT
    """


def coming_again(rule: str, side: Side) -> Position:
    """A position that comes again in five plies, for the second and last time."""
    return picture(CYCLE, side, "walker", repetition=rule, no_legal_move="loses", **STEPS)


SHUT = """
    ..t..
    .....
    .....
    tt...
    KT.t.
    """
AGAIN = """
    .....
    .....
    ..t..
    K..t.
    .....
    """
AT_ONCE = """
    .....
    .K...
    t...t
    .....
    ..t..
    """
ALIKE = """
    .....
    t....
    t....
    ..K..
    .....
    """
PROVEN: list[tuple[Position, int]] = [
    *((coming_again(rule, side), 5) for rule in ("claim", "draw", "defenders-lose", "mover-loses") for side in Side),
    *(
        (picture(SHUT, side, "walker", no_legal_move=rule, goal="corner", king_at_edge="never"), plies)
        for rule in ("claim", "draw", "loses")
        for side in Side
        for plies in (1, 3)
    ),
    (picture(AGAIN, Side.DEFENDERS, "walker", repetition="mover-loses", **STEPS), 5),
    (picture(AT_ONCE, Side.ATTACKERS, "walker", repetition="defenders-lose", **STEPS), 5),
    (picture(ALIKE, Side.DEFENDERS, "walker", repetition="draw", **STEPS), 5),
]
