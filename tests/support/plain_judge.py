"""A plain search for forced wins, to judge the prover: it shares nothing with it but the play of a legal move."""

from __future__ import annotations

from taflkit.tafl import Move, Outcome, Position, Side

__all__ = ["Line", "succeeds", "wins_judged"]

NOBODY = "nobody"
Line = tuple[Position, ...]


def wins_judged(line: Line, side: Side, plies: int) -> bool:
    """Whether a side forces a win within so many plies after a line of positions, whoever is to move."""
    now = line[-1]
    mine = now.to_move is side
    if plies == 0:
        return False
    return mine is any(succeeds(line, move, side, plies) is mine for move in now.legal_moves())


def succeeds(line: Line, move: Move, side: Side, plies: int) -> bool:
    """Whether a side wins after a move, of its own or of the other's."""
    turn = line[-1].play(move)
    line = (*line, turn.after)
    winner = _winner(line, turn.outcome)
    return winner is side if winner else wins_judged(line, side, plies - 1)


def _winner(line: Line, outcome: Outcome | None) -> Side | str | None:
    """Who has won, or nobody, or None while the game goes on; a draw that may be claimed is claimed."""
    now, rules = line[-1], line[-1].variant.rules
    if outcome:
        return outcome.winner
    if not now.legal_moves():
        return now.to_move.other if rules.no_legal_move == "loses" else NOBODY
    if sum(position == now for position in line) < rules.repetition_count:
        return None
    return {"defenders-lose": Side.ATTACKERS, "mover-loses": now.to_move}.get(rules.repetition, NOBODY)
