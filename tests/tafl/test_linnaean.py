"""The capture that Linnaeus tells of: a defender between an attacker and the throne that his king sits on."""

from __future__ import annotations

import pytest

from support.boards import seen
from support.pictures.men import MEN, Man, check_man
from taflkit.tafl import Move, Side

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


@pytest.mark.parametrize("harmless", [False, True], ids=["hostile-throne", "harmless-throne"])
@pytest.mark.parametrize("man", MEN, ids=lambda man: man.what)
def test_who_falls_against_the_throne_of_his_king(man: Man, harmless: bool) -> None:
    check_man(man, harmless)


def test_the_capture_names_its_rule_and_the_throne() -> None:
    (capture,) = seen(MEN[0].text, ATTACKERS, linnaean_capture=True).play(Move.parse("b7-e7")).captures
    assert (str(capture.square), capture.rule) == ("e6", "linnaean")
    assert [(str(anvil.square), anvil.kind) for anvil in capture.against] == [("e5", "occupied-throne")]


def test_it_adds_to_the_ordinary_captures_of_the_move() -> None:
    text = """
        .........
        .........
        .t...Tt..
        ....T....
        ...tKt...
        ....t....
        .........
        .........
        .........
        """
    turn = seen(text, ATTACKERS, linnaean_capture=True).play(Move.parse("b7-e7"))
    assert {(str(capture.square), capture.rule) for capture in turn.captures} == {("e6", "linnaean"), ("f7", "custody")}


def test_where_the_occupied_throne_serves_always_it_is_an_ordinary_capture() -> None:
    before = seen(MEN[2].text, ATTACKERS, occupied_throne_hostile=True, linnaean_capture=True)
    assert [capture.rule for capture in before.play(Move.parse("b7-e7")).captures] == ["custody"]


def test_an_attacker_beside_the_king_on_his_throne_falls_by_custody_where_he_is_armed() -> None:
    """The throne that serves against a defender serves against no attacker."""
    text = """
        .........
        .........
        .T.......
        ....t....
        ...tKt...
        ....t....
        .........
        .........
        .........
        """
    for armed in (True, False):
        before = seen(text, DEFENDERS, linnaean_capture=True, king_armed=armed)
        captures = before.play(Move.parse("b7-e7")).captures
        assert [capture.rule for capture in captures] == (["custody"] if armed else [])
