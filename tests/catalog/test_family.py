"""What the files say of the seven games beside Brandub, against the facts of the family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from support.shipped import FAMILY, catalog
from taflkit.catalog import Ruleset
from taflkit.catalog.book import read_book
from taflkit.tafl import CORNERS, Square, flag_names

# The values of every ruleset with their labels: S stated, I implied, - chosen, O observed.
FACTS = """
flag                       tablut/linnaeus tablut/smith tablut/historical tablut/sea-battle
first_move                 att:-           att:-        att:S             att:S
king_move                  line:S          line:S       line:S            line:S
corner_landing             any:I           any:I        any:I             any:I
throne_landing             nobody:S        nobody:S     king:S            any:S
throne_crossing            any:-           any:-        any:S             any:S
corner_hostile_to_soldiers no:I            no:I         no:I              no:I
corner_hostile_to_king     no:I            no:I         no:I              no:I
throne_hostile_to_soldiers yes:S           yes:S        yes:S             no:S
throne_hostile_to_king     yes:S           yes:S        yes:S             no:S
occupied_throne_hostile    no:I            no:I         no:S              no:S
king_on_throne             all:S           all:S        all:S             all:S
king_beside_throne         all:S           all:S        all:S             all:S
king_at_edge               two:I           never:I      two:I             never:I
king_elsewhere             two:S           all:S        two:S             all:S
king_armed                 yes:-           yes:-        yes:S             no:S
call_check                 yes:S           yes:S        no:-              no:-
goal                       edge:S          edge:S       edge:S            edge:S
soldier_move               line:S          line:S       line:S            line:S
linnaean_capture           yes:O           yes:I        no:-              no:I
shieldwall                 none:I          none:I       none:I            none:I
exit_fort                  no:I            no:I         no:I              no:I
encirclement               no:-            no:-         yes:S             yes:S
repetition                 claim:-         claim:-      def-lose:S        def-lose:S
no_legal_move              claim:-         claim:-      loses:I           loses:I

flag                       hnefatafl/copenhagen hnefatafl/fetlar hnefatafl/historical hnefatafl/sea-battle
first_move                 att:S                att:S            att:S                att:S
king_move                  line:S               line:S           line:S               line:S
corner_landing             king:S               king:S           any:I                any:I
throne_landing             king:S               king:S           king:S               any:S
throne_crossing            any:S                any:S            any:S                any:S
corner_hostile_to_soldiers yes:S                yes:S            no:I                 no:I
corner_hostile_to_king     yes:I                no:S             no:I                 no:I
throne_hostile_to_soldiers yes:S                yes:S            yes:S                no:S
throne_hostile_to_king     yes:S                yes:S            yes:S                no:S
occupied_throne_hostile    no:S                 no:S             no:S                 no:S
king_on_throne             all:S                all:S            all:S                all:S
king_beside_throne         all:S                all:S            all:S                all:S
king_at_edge               never:S              never:S          two:I                never:I
king_elsewhere             all:S                all:S            two:S                all:S
king_armed                 yes:S                yes:S            yes:S                no:S
call_check                 no:-                 no:-             no:-                 no:-
goal                       corner:S             corner:S         edge:S               edge:S
soldier_move               line:S               line:S           line:S               line:S
linnaean_capture           no:-                 no:-             no:-                 no:I
shieldwall                 corner:S             none:I           none:I               none:I
exit_fort                  yes:S                no:I             no:I                 no:I
encirclement               yes:S                yes:S            yes:S                yes:S
repetition                 def-lose:S           draw:S           def-lose:S           def-lose:S
no_legal_move              loses:S              loses:S          loses:I              loses:I

flag                       tawlbwrdd/bell ard-ri/common ard-ri/corrected magpie/federation
first_move                 att:S          att:O         att:O            att:I
king_move                  line:S         step:S        step:S           step:S
corner_landing             any:I          any:I         any:I            king:I
throne_landing             any:S          king:O        king:O           king:O
throne_crossing            any:S          any:-         any:-            any:O
corner_hostile_to_soldiers no:I           no:O          no:O             yes:I
corner_hostile_to_king     no:I           no:O          no:O             yes:O
throne_hostile_to_soldiers no:I           no:O          no:O             yes:O
throne_hostile_to_king     no:I           yes:O         yes:O            yes:O
occupied_throne_hostile    no:I           no:O          no:O             no:O
king_on_throne             two:S          all:O         two:O            all:S
king_beside_throne         two:S          all:O         two:O            all:S
king_at_edge               two:I          all:I         two:I            all:S
king_elsewhere             two:S          all:O         two:O            all:S
king_armed                 yes:S          yes:O         yes:O            yes:S
call_check                 no:-           no:-          no:-             no:-
goal                       edge:S         edge:S        edge:S           corner:I
soldier_move               line:S         step:S        step:S           line:I
linnaean_capture           no:I           no:I          no:I             no:-
shieldwall                 none:S         none:I        none:I           none:-
exit_fort                  no:I           no:I          no:I             no:-
encirclement               no:-           no:-          no:-             no:-
repetition                 claim:-        claim:-       claim:-          claim:-
no_legal_move              claim:-        claim:-       claim:-          loses:O

flag                       magpie/suckling parlett/sea-battle alea-evangelii/opentafl alea-evangelii/cyningstan
first_move                 att:O           att:S              att:O                   def:S
king_move                  step:S          line:S             line:O                  line:S
corner_landing             king:O          any:I              king:O                  king:S
throne_landing             king:O          any:S              nobody:O                king:S
throne_crossing            king:O          any:S              any:O                   any:S
corner_hostile_to_soldiers yes:O           no:I               yes:O                   yes:S
corner_hostile_to_king     yes:O           no:I               yes:O                   yes:-
throne_hostile_to_soldiers yes:O           no:S               yes:O                   yes:O
throne_hostile_to_king     yes:O           no:S               yes:O                   yes:S
occupied_throne_hostile    no:O            no:S               no:O                    no:-
king_on_throne             all:O           all:S              all:O                   all:S
king_beside_throne         all:O           all:S              all:O                   all:S
king_at_edge               never:O         never:I            never:O                 all:S
king_elsewhere             all:O           all:S              all:O                   all:S
king_armed                 yes:O           no:S               yes:O                   yes:-
call_check                 no:-            no:-               no:-                    no:-
goal                       corner:S        edge:S             corner:O                corner:S
soldier_move               line:S          line:S             line:O                  line:S
linnaean_capture           no:-            no:I               no:O                    no:I
shieldwall                 none:-          none:I             none:O                  none:I
exit_fort                  no:-            no:I               no:O                    no:I
encirclement               no:-            yes:S              yes:O                   no:-
repetition                 claim:-         def-lose:S         claim:-                 claim:-
no_legal_move              loses:O         loses:I            claim:-                 claim:-
"""
# The start of every layout. A block of pictures begins with their names.
LAYOUTS = """
hnefatafl-diamond  hnefatafl-lewis  hnefatafl-cross  tawlbwrdd-bell  tablut-cross  ard-ri
...ttttt...        ....ttt....      ...ttttt...      ....ttt....     ...ttt...     ..ttt..
.....t.....        ....ttt....      .....t.....      ....t.t....     ....t....     ...t...
...........        .....T.....      .....T.....      .....t.....     ....T....     t.TTT.t
t....T....t        .....T.....      t....T....t      .....T.....     t...T...t     ttTKTtt
t...TTT...t        tt...T...tt      t....T....t      tt..TTT..tt     ttTTKTTtt     t.TTT.t
tt.TTKTT.tt        ttTTTKTTTtt      ttTTTKTTTtt      t.tTTKTTt.t     t...T...t     ...t...
t...TTT...t        tt...T...tt      t....T....t      tt..TTT..tt     ....T....     ..ttt..
t....T....t        .....T.....      t....T....t      .....T.....     ....t....
...........        .....T.....      .....T.....      .....t.....     ...ttt...
.....t.....        ....ttt....      .....t.....      ....t.t....
...ttttt...        ....ttt....      ...ttttt...      ....ttt....

alea-opentafl        alea-ludii           parlett        magpie-cross  magpie-scattered
..t..t.......t..t..  ..t..t.......t..t..  ....ttttt....  ...t...       ...t...
...................  ...................  .....t.t.....  ...t...       .t...t.
t....t.......t....t  t....t.......t....t  ......t......  ...T...       ...T...
.......t.t.t.......  .......t.T.t.......  ......T......  ttTKTtt       t.TKT.t
......t.T.T.t......  ......t.t.t.t......  t...T...T...t  ...T...       ...T...
t.t..t.......t..t.t  t.t..T.......T..t.t  tt...TTT...tt  ...t...       .t...t.
....t....T....t....  ....t....T....t....  t.tT.TKT.Tt.t  ...t...       ...t...
...t....T.T....t...  ...t....T.T....t...  tt...TTT...tt
....T..T.T.T..T....  ....t..T.T.T..t....  t...T...T...t
...t..T.TKT.T..t...  ...T..T.TKT.T..T...  ......T......
....T..T.T.T..T....  ....t..T.T.T..t....  ......t......
...t....T.T....t...  ...t....T.T....t...  .....t.t.....
....t....T....t....  ....t....T....t....  ....ttttt....
t.t..t.......t..t.t  t.t..T.......T..t.t
......t.T.T.t......  ......t.t.t.t......
.......t.t.t.......  .......t.T.t.......
t....t.......t....t  t....t.......t....t
...................  ...................
..t..t.......t..t..  ..t..t.......t..t..
"""
STARTS = {
    "tablut": "tablut-cross",
    "hnefatafl/copenhagen": "hnefatafl-diamond",
    "hnefatafl/fetlar": "hnefatafl-diamond",
    "hnefatafl/historical": "hnefatafl-lewis",
    "hnefatafl/sea-battle": "hnefatafl-cross",
    "tawlbwrdd": "tawlbwrdd-bell",
    "ard-ri": "ard-ri",
    "magpie/federation": "magpie-cross",
    "magpie/suckling": "magpie-scattered",
    "parlett": "parlett",
    "alea-evangelii/opentafl": "alea-opentafl",
    "alea-evangelii/cyningstan": "alea-ludii",
}
"""The layout of each game, or of each of its rulesets."""
SHORT: dict[str, str | bool] = {
    "any": "anybody",
    "att": "attackers",
    "def": "defenders",
    "all": "surround",
    "yes": True,
    "no": False,
    "def-lose": "defenders-lose",
}
LABELS = {"S": "stated", "I": "implied", "-": "chosen", "O": "observed"}
EVERYWHERE = {"repetition_count": 3}
"""Flags that the facts give once for all."""


class Fact(NamedTuple):
    """A value with its label."""

    value: str | bool
    label: str


SURFACES = {"alea-evangelii": Fact("points", "stated")}
"""Alea evangelii is played on points; elsewhere the sources are silent and the squares are chosen."""


def facts() -> dict[str, dict[str, Fact]]:
    """Return the facts of every ruleset, by "game/ruleset" and flag."""
    found: dict[str, dict[str, Fact]] = {}
    names: list[str] = []
    for line in FACTS.strip().splitlines():
        flag, *cells = line.split() or [""]
        if flag == "flag":
            names = cells
        for name, cell in zip(names, cells if flag != "flag" else [], strict=False):
            value, label = cell.split(":")
            assert flag not in found.setdefault(name, {}), f"{name} {flag} is given twice"
            found[name][flag] = Fact(SHORT.get(value, value), LABELS[label])
    return found


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the picture of every layout."""
    for block in LAYOUTS.strip().split("\n\n"):
        head, *rows = (line.split() for line in block.splitlines())
        for number, name in enumerate(head):
            # smaller boards end before the larger ones beside them, and stand left of none
            yield name, "\n".join(row[number] for row in rows if number < len(row))


KNOWN = facts()
PICTURES = dict(pictures())
each_ruleset = pytest.mark.parametrize(("game", "name"), FAMILY)


def ruleset(game: str, name: str) -> Ruleset:
    return catalog().game(game).ruleset(name)


def test_the_facts_are_of_the_games_and_rulesets_that_are_shipped() -> None:
    assert sorted(KNOWN) == sorted("/".join(each) for each in FAMILY)
    assert catalog().game_names() == tuple(sorted({"brandub", *(game for game, _ in FAMILY)}))
    assert set(STARTS.values()) == set(PICTURES)
    for known in KNOWN.values():
        assert {*known, *EVERYWHERE, "surface"} == set(flag_names())


@each_ruleset
def test_a_ruleset_has_the_values_and_labels_of_the_facts(game: str, name: str) -> None:
    there, known = ruleset(game, name), KNOWN[f"{game}/{name}"]
    found = {flag: Fact(getattr(there.rules, flag), there.origins[flag].label) for flag in known}
    assert found == known
    assert {flag: getattr(there.rules, flag) for flag in EVERYWHERE} == EVERYWHERE
    surface = Fact(there.rules.surface, there.origins["surface"].label)
    assert surface == SURFACES.get(game, Fact("squares", "chosen"))


@each_ruleset
def test_every_value_and_every_point_has_a_reason(game: str, name: str) -> None:
    for ground, origin in {**ruleset(game, name).origins, **ruleset(game, name).points}.items():
        assert re.fullmatch(r"[A-Z].+\.", origin.reason), ground


@each_ruleset
def test_a_ruleset_names_its_source(game: str, name: str) -> None:
    assert ruleset(game, name).source
    assert ruleset(game, name).title


@each_ruleset
def test_every_sentence_rests_on_points_of_the_ruleset_and_has_a_reason(game: str, name: str) -> None:
    there = ruleset(game, name)
    sentences = [sentence for rule in read_book(catalog(), game, name).rules for sentence in rule.sentences]
    assert [sentence.reference for sentence in sentences if not sentence.origin.reason] == []
    grounds = {ground for sentence in sentences for ground in sentence.grounds}
    assert {ground for ground in grounds if ground.partition(".")[0] not in there.origins} <= set(there.points)


@each_ruleset
def test_the_pieces_stand_as_the_facts_say(game: str, name: str) -> None:
    layout = catalog().game(game).layout_under(ruleset(game, name))
    assert layout.picture == PICTURES[STARTS.get(f"{game}/{name}") or STARTS[game]]


@each_ruleset
def test_corners_and_throne_are_marked_where_the_rules_make_something_of_them(game: str, name: str) -> None:
    there = ruleset(game, name)
    layout, rules = catalog().game(game).layout_under(there), there.rules
    assert bool(layout.corners) is (rules.goal == "corner")
    ordinary = rules.throne_landing == "anybody" and not rules.throne_hostile_to_soldiers
    assert layout.throne_marked is not ordinary


def test_the_corners_of_alea_evangelii_are_blocks() -> None:
    for name in catalog().game("alea-evangelii").ruleset_names:
        layout = catalog().game("alea-evangelii").layout_under(ruleset("alea-evangelii", name))
        near, far = (0, 1), (layout.size - 2, layout.size - 1)
        assert set(layout.corners) == {Square(file, rank) for file in near + far for rank in near + far}
        assert len(layout.corners) > CORNERS
