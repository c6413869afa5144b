"""Puzzles as pages play them, and those of a game of the visitor's own: its collection, and what the engine finds.

The page knows no rules. For every position that the solver comes to, its data has his legal moves, those that win, and
after each of these the reply of the defence that holds out longest.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.catalog.puzzles import check_puzzles, load_puzzles
from taflkit.errors import about, refuse
from taflkit.site.visitor.diagrams import rows_of
from taflkit.site.visitor.session import Answer, OwnFile, Session
from taflkit.tafl import Move, Position, write_turn
from taflkit.tafl.proof import Tree, longest_defence
from taflkit.tafl.puzzles import PLIES, Puzzle, Sought, find_puzzles

_STEP = 1.0
"""The seconds of a search from one answer to the next."""
_SEED = 1


class _PuzzlesRequest(Struct, frozen=True, kw_only=True):
    """A game of the visitor's own under one of its rulesets, "" for the first.

    Attributes:
        tried: the positions that a search has tried; at 0 it begins.
    """

    own: OwnFile
    rules: str = ""
    tried: int = 0


def _game(session: Session, request: _PuzzlesRequest) -> tuple[GameTemplates, Ruleset]:
    game = session.catalog.game(session.own(request.own.name, request.own.text))
    with about("rules"):
        return game, game.ruleset(request.rules or None)


def collection(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the collected puzzles of a game; those of the fewest plies are proven anew."""
    game, ruleset = _game(session, convert(request, _PuzzlesRequest))
    refuse(check_puzzles(game, ruleset, PLIES[0]))
    return Answer({"puzzles": [*map(_shown, load_puzzles(game, ruleset))]})


def find(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the next puzzle that a search finds within its time, if any, and with the positions it has tried."""
    parsed = convert(request, _PuzzlesRequest)
    game, ruleset = _game(session, parsed)
    key = (game.name, parsed.own.text, ruleset.name)
    if not parsed.tried or session.search is None or session.search[0] != key:
        session.search = key, find_puzzles(game.variant(ruleset), Sought(PLIES[0]), _SEED)
    tried, end = parsed.tried, time.monotonic() + _STEP
    for puzzle in session.search[1]:
        tried += 1
        if puzzle or time.monotonic() > end:
            return Answer({"tried": tried, "puzzles": [_shown(puzzle)] if puzzle else []})
    return Answer({"tried": tried, "puzzles": []})


def _shown(puzzle: Puzzle) -> dict[str, Any]:
    described = {"side": puzzle.position.to_move.value, "plies": puzzle.plies, "difficulty": puzzle.difficulty}
    return {**played_puzzle(puzzle), **described}


def played_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as its page plays it: its rows from the top, its try refuted, and its first moment."""
    tried = puzzle.position.play(puzzle.attempt)
    return {
        "rows": rows_of(puzzle.position),
        "refuted": {"move": write_turn(tried), "reply": write_turn(tried.after.play(puzzle.refutation))},
        "start": first_moment(puzzle),
    }


def first_moment(puzzle: Puzzle) -> dict[str, Any]:
    """Return the moves that a puzzle's page needs; see `_moment`."""
    return _moment(puzzle.position, {str(puzzle.key): puzzle.tree})


def _moment(position: Position, winning: Mapping[str, Tree]) -> dict[str, Any]:
    """Return a position of the solver's turn.

    `moves` has by each square from which a piece can move its targets, such as "d4 d5xe5"; `wins` the winning moves,
    each with the `reply` of the defence and the `next` position unless the game is won.
    """
    moves: dict[str, str] = {}
    for move in position.legal_moves():
        origin, _, target = write_turn(position.play_legal(move)).partition("-")
        moves[origin] = f"{moves[origin]} {target}" if origin in moves else target
    wins = {}
    for text, tree in winning.items():
        turn = position.play(Move.parse(text))
        wins[write_turn(turn)] = _reply(turn.after, tree)
    return {"moves": moves, "wins": wins}


def _reply(position: Position, tree: Tree) -> dict[str, Any]:
    """Return the reply that holds out longest and what follows it, nothing where the game is over or it ends it."""
    found = longest_defence(position, tree)
    if found is None or not found[1]:
        return {}
    turn = position.play_legal(found[0])
    return {"reply": write_turn(turn), "next": _moment(turn.after, found[1])}
