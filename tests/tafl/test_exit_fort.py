"""The exit fort: the king on the edge in a wall that cannot be broken, in every clause of the rule."""

from __future__ import annotations

import pytest

from support.boards import seen
from support.pictures.wins import FORTS, Win, check_fort
from taflkit.tafl import KING_ESCAPED, Move, Side

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


@pytest.mark.parametrize("fort", FORTS, ids=lambda fort: fort.what)
def test_what_is_a_fort(fort: Win) -> None:
    check_fort(fort)


WALL = next(fort for fort in FORTS if fort.what == "another man moves while the fort stands")


def test_a_move_of_the_attackers_never_makes_a_fort() -> None:
    before = seen(WALL.text, ATTACKERS, exit_fort=True)
    assert before.legal_moves()
    assert {before.play(move).outcome for move in before.legal_moves()} == {None}


def test_where_the_edge_is_the_goal_the_king_has_escaped_before() -> None:
    before = seen(WALL.text, DEFENDERS, exit_fort=True, goal="edge")
    assert before.play(Move.parse(WALL.move)).outcome == KING_ESCAPED


@pytest.mark.parametrize("square", ["c1", "d2", "e2", "f1"])
def test_every_man_of_the_wall_is_needed(square: str) -> None:
    """Without him the room is open; with an attacker in his place the wall is not the king's."""
    position = seen(WALL.text, DEFENDERS, exit_fort=True)
    bit = position.variant.layout.board.bit(Move.parse(f"{square}-a1").origin)
    assert position.defenders & bit
    open_wall = position._replace(defenders=position.defenders ^ bit)
    for changed in (open_wall, open_wall._replace(attackers=position.attackers | bit)):
        assert changed.play(Move.parse(WALL.move)).outcome is None
