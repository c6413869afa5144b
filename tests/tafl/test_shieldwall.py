"""The shieldwall: rows of soldiers on an edge, in every clause of the rule, for both sides and at all four edges."""

from __future__ import annotations

import pytest

from support.boards import named, seen
from support.pictures.rows import (
    CORNER,
    PIECES,
    ROWS,
    Row,
    check_row,
    check_row_of_the_other_side,
    taken_in_rows,
    tried,
)
from taflkit.tafl import KING_CAPTURED, Move, Side

ATTACKERS = Side.ATTACKERS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_who_falls_in_a_row(row: Row) -> None:
    check_row(row)


@pytest.mark.parametrize("row", [row for row in ROWS if "K" not in row.text], ids=lambda row: row.what)
def test_the_other_side_takes_the_same_rows(row: Row) -> None:
    check_row_of_the_other_side(row)


def test_every_capture_of_the_table_is_tried_and_refused() -> None:
    """A row falls by pieces alone, by a corner alone, and not at all, for each side."""
    for side in Side:
        kinds = {(bool(row.pieces), bool(row.corner)) for row in ROWS if row.to_move is side}
        assert kinds == {(True, True), (False, True), (False, False)}


ROW = """
    .........
    .........
    .........
    .........
    .........
    .........
    ....t....
    ..ttT....
    .tTT....t
    """


def test_a_row_adds_to_the_ordinary_captures_of_the_move() -> None:
    turn = seen(ROW, ATTACKERS, **PIECES).play(Move.parse("i1-e1"))
    assert {(str(capture.square), capture.rule) for capture in turn.captures} == {
        ("c1", "shieldwall"),
        ("d1", "shieldwall"),
        ("e2", "custody"),
    }
    assert turn.after.defenders == 0


def test_a_man_of_a_row_is_taken_against_all_who_face_it_and_the_two_ends() -> None:
    turn = seen(ROW, ATTACKERS, **PIECES).play(Move.parse("i1-e1"))
    against = {str(c.square): [str(anvil.square) for anvil in c.against] for c in turn.captures}
    assert against == {"c1": ["b1", "e1", "c2", "d2"], "d1": ["b1", "e1", "c2", "d2"], "e2": ["e3"]}
    assert {anvil.kind for capture in turn.captures for anvil in capture.against} == {"piece"}


def test_the_corner_that_closes_a_row_is_named() -> None:
    (row,) = (row for row in ROWS if row.what == "an empty corner is the other end")
    turn = tried(row, CORNER).play(Move.parse(row.move))
    for capture in turn.captures:
        kinds = {str(anvil.square): anvil.kind for anvil in capture.against}
        assert kinds["a1"] == "corner"
        assert kinds["d1"] == "piece"


@pytest.mark.parametrize("at_edge", ["never", "two", "surround"])
def test_the_king_in_a_row_is_taken_by_his_own_rule_alone(at_edge: str) -> None:
    """His own man beside him keeps him from it, though that man falls by the same move."""
    text = """
        .........
        .........
        .........
        .........
        .........
        ....t....
        .........
        ..tt.....
        .tTK.....
        """
    turn = seen(text, ATTACKERS, king_at_edge=at_edge, **PIECES).play(Move.parse("e4-e1"))
    assert taken_in_rows(turn) == named("c1")
    assert turn.outcome is None
    assert turn.after.king
    alone = seen(text.replace("tTK", ".tK"), ATTACKERS, king_at_edge=at_edge, **PIECES).play(Move.parse("e4-e1"))
    assert (alone.outcome == KING_CAPTURED) is (at_edge != "never")


def test_the_king_may_be_taken_by_his_own_rule_while_a_row_falls_on_the_other_side() -> None:
    text = """
        .........
        .........
        .........
        .........
        .........
        ....t....
        .........
        ..tt.....
        .tTT.Kt..
        """
    turn = seen(text, ATTACKERS, **PIECES).play(Move.parse("e4-e1"))
    assert taken_in_rows(turn) == named("c1 d1")
    assert turn.outcome == KING_CAPTURED
