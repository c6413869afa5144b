"""Node counts of the move tree: moves are played, but for the last ply, whose moves are counted in bulk.

A suite file lists positions with agreed counts; see `parse_suite` for its form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from taflkit.errors import TaflkitError, shown
from taflkit.tafl.bulk import count_leaves
from taflkit.tafl.layout import Side
from taflkit.tafl.position import Position
from taflkit.tafl.squares import Move

__all__ = ["Case", "Counts", "divide", "parse_suite", "perft"]


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
    """Count the move sequences of `depth` plies (at least 1) from a position."""
    if depth == 1:
        return Counts(*count_leaves(position))
    total = Counts()
    for move in position.legal_moves():
        turn = position.play(move)
        if turn.outcome is None:
            total += perft(turn.after, depth - 1)
    return total


def divide(position: Position, depth: int) -> Iterator[tuple[Move, Counts]]:
    """Yield for each move of the position the counts of the tree behind it (the move itself at depth 1)."""
    for move in position.legal_moves():
        turn = position.play(move)
        if depth == 1:
            winner = turn.outcome.winner if turn.outcome else None
            wins = int(winner is Side.ATTACKERS), int(winner is Side.DEFENDERS)
            yield move, Counts(1, *wins, len(turn.captures))
        else:
            yield move, perft(turn.after, depth - 1) if turn.outcome is None else Counts()


@dataclass(frozen=True, slots=True)
class Case:
    """One position of a suite.

    Attributes:
        expected: the agreed counts by depth.
    """

    name: str
    game: str
    ruleset: str
    position: str
    expected: dict[int, Counts] = field(default_factory=dict)


def parse_suite(text: str, file: str) -> tuple[Case, ...]:
    """Read a suite.

    It has a paragraph for each position: the lines "id NAME", "game GAME RULESET", "position LINE" and, for
    each depth from 1, "perft DEPTH NODES ATTACKER_WINS DEFENDER_WINS CAPTURED".

    Args:
        text: the suite; lines that begin with # are comments.
        file: its name, for errors.

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
