"""Who may stop between two enemies, in every clause of the rule."""

from __future__ import annotations

import pytest

from support.boards import seen
from support.pictures.entries import ENTRIES, Entry, check_entry
from support.variants import ATTACKERS, targets
from taflkit.tafl import Square


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.what)
def test_who_may_stop_between_two_enemies(entry: Entry) -> None:
    check_entry(entry)


def test_whoever_is_to_move_a_piece_has_its_own_enemies() -> None:
    text = """
        ..t.t..
        .......
        ..T.T..
        .......
        .......
        .......
        ...T..K
        """
    position = seen(text, ATTACKERS, between_landing="king")
    assert {"d5", "d6"} <= targets(position, "d1")
    assert "d7" not in targets(position, "d1")
    assert position.moves_from(Square.parse("d1")) == position.with_to_move(ATTACKERS.other).moves_from(
        Square.parse("d1")
    )
