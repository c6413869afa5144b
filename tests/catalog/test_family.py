"""What the files say of the seven games beside Brandub, against the facts of the family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from support.shipped import FAMILY, catalog
from taflkit.catalog import Ruleset
from taflkit.catalog.book import read_book
from taflkit.tafl import Square, flag_names
from taflkit.tafl.board import CORNERS

# The values of every ruleset with their labels: S stated, I implied, N narrowed, - chosen, O observed.
FACTS = """
flag                       tablut/linnaeus tablut/smith tablut/historical tablut/sea-battle
first_move                 att:-           att:-        att:S             att:S
king_move                  line:S          line:S       line:S            line:S
corner_landing             any:I           any:I        any:I             any:I
throne_landing             nobody:S        king:I       king:S            any:I
throne_crossing            any:-           any:-        any:S             any:I
between_landing            any:N           any:-        any:S             any:S
corner_hostile_to_soldiers no:I            no:I         no:I              no:I
corner_hostile_to_king     no:I            no:I         no:I              no:I
throne_hostile_to_soldiers yes:S           no:-         yes:S             no:I
throne_hostile_to_king     yes:S           yes:S        yes:S             no:I
occupied_throne_hostile    no:I            no:I         no:S              no:I
king_on_throne             all:S           all:S        all:S             all:S
king_beside_throne         all:S           all:S        all:S             all:S
king_at_edge               two:I           never:I      two:I             never:I
king_elsewhere             two:S           all:N        two:S             all:S
king_armed                 yes:N           yes:N        yes:S             no:S
call_check                 yes:S           yes:S        no:-              no:-
goal                       edge:S          edge:S       edge:S            edge:S
soldier_move               line:S          line:S       line:S            line:S
linnaean_capture           yes:S           yes:S        no:-              no:I
shieldwall                 none:I          none:I       none:I            none:I
exit_fort                  no:I            no:I         no:I              no:I
encirclement               no:-            no:-         yes:S             yes:S
repetition                 claim:-         claim:-      def-lose:S        def-lose:S
repetition_count           3:-             3:-          3:N               3:N
no_legal_move              claim:-         claim:-      loses:S           loses:S

flag                       hnefatafl/copenhagen hnefatafl/fetlar hnefatafl/historical hnefatafl/sea-battle
first_move                 att:S                att:S            att:S                att:S
king_move                  line:S               line:S           line:S               line:S
corner_landing             king:S               king:S           any:I                any:I
throne_landing             king:S               king:S           king:S               any:I
throne_crossing            any:S                any:S            any:S                any:I
between_landing            any:S                any:S            any:S                any:S
corner_hostile_to_soldiers yes:S                yes:S            no:I                 no:I
corner_hostile_to_king     yes:I                no:S             no:I                 no:I
throne_hostile_to_soldiers yes:S                yes:S            yes:S                no:I
throne_hostile_to_king     yes:S                yes:S            yes:S                no:I
occupied_throne_hostile    no:S                 no:S             no:S                 no:I
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
repetition_count           3:N                  3:S              3:N                  3:N
no_legal_move              loses:S              loses:S          loses:S              loses:S

flag                       tawlbwrdd/bell ard-ri/common ard-ri/corrected magpie/federation
first_move                 att:S          att:O         att:O            att:I
king_move                  line:I         step:S        step:S           step:S
corner_landing             any:I          any:I         any:I            king:I
throne_landing             any:S          king:O        king:O           king:I
throne_crossing            any:S          any:-         any:-            any:I
between_landing            any:N          any:S         any:S            any:I
corner_hostile_to_soldiers no:I           no:O          no:O             yes:I
corner_hostile_to_king     no:I           no:O          no:O             yes:O
throne_hostile_to_soldiers no:I           no:O          no:O             yes:I
throne_hostile_to_king     no:I           no:S          yes:O            yes:I
occupied_throne_hostile    no:I           no:O          no:O             no:I
king_on_throne             two:S          all:O         two:O            all:S
king_beside_throne         two:S          all:O         two:O            all:I
king_at_edge               two:I          all:I         two:I            all:S
king_elsewhere             two:S          all:O         two:O            all:S
king_armed                 yes:S          yes:O         yes:O            yes:S
call_check                 no:-           no:-          no:-             no:-
goal                       edge:S         edge:S        edge:S           corner:I
soldier_move               line:S         step:S        step:S           line:I
linnaean_capture           no:I           no:I          no:I             no:-
shieldwall                 none:S         none:I        none:I           none:-
exit_fort                  no:I           no:I          no:I             no:-
encirclement               no:-           no:-          no:-             yes:I
repetition                 claim:-        claim:-       claim:-          def-lose:I
repetition_count           3:-            3:-           3:-              3:N
no_legal_move              claim:-        loses:S       claim:-          loses:I

flag                       magpie/suckling parlett/sea-battle alea-evangelii/opentafl alea-evangelii/cyningstan
first_move                 att:O           att:S              att:O                   def:S
king_move                  step:S          line:S             line:O                  line:S
corner_landing             king:O          any:I              king:O                  king:S
throne_landing             king:O          any:I              nobody:O                king:S
throne_crossing            king:O          any:I              any:O                   any:S
between_landing            any:O           any:S              any:O                   any:S
corner_hostile_to_soldiers yes:O           no:I               yes:O                   yes:S
corner_hostile_to_king     yes:O           no:I               yes:O                   yes:N
throne_hostile_to_soldiers yes:O           no:I               yes:O                   no:I
throne_hostile_to_king     yes:O           no:I               yes:O                   yes:S
occupied_throne_hostile    no:O            no:I               no:O                    no:-
king_on_throne             all:O           all:S              all:O                   all:S
king_beside_throne         all:O           all:S              all:O                   all:S
king_at_edge               never:O         never:I            never:O                 all:S
king_elsewhere             all:O           all:S              all:O                   all:S
king_armed                 yes:O           no:S               yes:O                   yes:I
call_check                 no:-            no:-               no:-                    no:-
goal                       corner:O        edge:S             corner:O                corner:S
soldier_move               line:S          line:S             line:O                  line:S
linnaean_capture           no:-            no:I               no:O                    no:I
shieldwall                 none:-          none:I             none:O                  none:I
exit_fort                  no:-            no:I               no:O                    no:I
encirclement               no:-            yes:S              yes:O                   no:-
repetition                 claim:-         def-lose:S         claim:-                 claim:-
repetition_count           3:-             3:N                3:-                     3:-
no_legal_move              loses:O         loses:S            claim:-                 claim:-
"""
# The points that no flag decides, by their labels; each other point of a ruleset is chosen.
POINTS = """
tablut/linnaeus
S board set_up turns jumping diagonals custody removal capture_wins
I two_players passing landing taker several safe_again check_at_once
N hostile_for_the_king

tablut/smith
S board set_up turns jumping diagonals custody removal capture_wins check_at_once
I two_players passing landing several
N taker

tablut/historical
S board set_up two_players turns jumping landing custody taker removal capture_wins
I diagonals hostile_for_the_king several safe_again
N encirclement.test
O encirclement.throne encirclement.ring

tablut/sea-battle
S board set_up two_players turns jumping landing custody taker removal capture_wins
I diagonals hostile_for_the_king several safe_again
N encirclement.test
O encirclement.throne encirclement.ring

hnefatafl/copenhagen
S board set_up two_players turns jumping landing custody taker removal capture_wins edge shieldwall.king unwinnable
I passing diagonals hostile_for_the_king several safe_again shieldwall.gap
N encirclement.test shieldwall.last exit_fort.wall
O encirclement.throne encirclement.ring shieldwall.rows

hnefatafl/fetlar
S board set_up two_players turns jumping landing custody taker removal capture_wins edge unwinnable
I passing diagonals hostile_for_the_king several safe_again
N encirclement.test
O encirclement.throne encirclement.ring

hnefatafl/historical
S board two_players turns jumping landing custody taker removal capture_wins
I diagonals hostile_for_the_king several safe_again
N encirclement.test set_up
O encirclement.throne encirclement.ring

hnefatafl/sea-battle
S board two_players turns jumping landing custody taker removal capture_wins
I diagonals hostile_for_the_king several safe_again
N encirclement.test
O encirclement.throne encirclement.ring

parlett/sea-battle
S board two_players turns jumping landing custody taker removal capture_wins
I diagonals hostile_for_the_king several safe_again
N encirclement.test
O encirclement.throne encirclement.ring set_up

tawlbwrdd/bell
S board set_up custody capture_wins
I two_players turns jumping landing diagonals taker hostile_for_the_king safe_again

ard-ri/common
S custody capture_wins
I two_players diagonals taker safe_again
O board set_up turns jumping landing removal hostile_for_the_king several

ard-ri/corrected
S custody capture_wins
I two_players diagonals taker safe_again
O board set_up turns jumping landing removal hostile_for_the_king several

magpie/federation
I board set_up two_players turns jumping landing diagonals custody taker removal hostile_for_the_king several
I safe_again capture_wins
N encirclement.test
O encirclement.throne encirclement.ring

magpie/suckling
I safe_again
O board set_up turns jumping landing diagonals custody taker removal hostile_for_the_king several capture_wins

alea-evangelii/opentafl
I safe_again
O board set_up turns jumping landing diagonals custody taker removal hostile_for_the_king several capture_wins ending
O encirclement.test encirclement.throne encirclement.ring

alea-evangelii/cyningstan
S turns jumping landing custody taker several capture_wins
I two_players diagonals hostile_for_the_king safe_again throne_crossing.king
N set_up
O board
"""
# The numbers that the sources themselves have, and what each is of. Those in brackets are of an older text, those in
# round ones could not be read.
NUMBERS = """
tablut/linnaeus
drawing, head 1: board
head 1, 0: throne_landing
0: landing
0, 1: king_move
1: diagonals
1, 7: soldier_move
2: jumping
2-4, 8: two_players
2-4, 13: set_up
3-5: goal
6: call_check check_at_once
8: turns passing
9: custody taker removal several between_landing safe_again king_armed king_elsewhere
9, 14: hostile_for_the_king
10: king_on_throne linnaean_capture
10, 14: occupied_throne_hostile
11: king_beside_throne throne_hostile_to_king
12: capture_wins
14: throne_hostile_to_soldiers

tablut/smith
drawing, fig. 1: board
fig. 1: throne_landing
fig. 1-3: set_up
head, 2: landing
1: diagonals
1, 7: soldier_move
2: jumping
3-5: goal
6: call_check check_at_once
6, 8: two_players
8: turns passing
9: custody taker removal several king_armed
9-11: king_elsewhere
10: king_on_throne linnaean_capture
11: king_beside_throne throne_hostile_to_king
12: capture_wins

tablut/historical hnefatafl/historical
1: two_players
2: set_up
2, 3: board
3: throne_landing throne_crossing occupied_throne_hostile
3, 5: throne_hostile_to_soldiers
4: first_move turns king_move soldier_move jumping landing diagonals
5: custody taker removal several between_landing safe_again king_armed
6: goal
7: capture_wins king_on_throne king_beside_throne king_elsewhere throne_hostile_to_king
7b: encirclement encirclement.test
8: repetition repetition_count
9: no_legal_move

tablut/sea-battle hnefatafl/sea-battle parlett/sea-battle
1: board two_players
2: first_move turns
3: king_move soldier_move
4: custody taker removal several between_landing safe_again king_armed
5: goal
6a: capture_wins king_on_throne king_beside_throne king_elsewhere
6b: encirclement encirclement.test
7: repetition repetition_count
8: no_legal_move

tablut/sea-battle
1: set_up

hnefatafl/copenhagen
1: two_players
1 [2]: set_up
1 [2], 5 [3]: board
2 [4]: first_move turns
3 [4]: king_move soldier_move jumping landing
4: safe_again
4 [5a]: custody taker several between_landing king_armed
[5a]: removal
4b: shieldwall.gap
4b [5b]: shieldwall shieldwall.last shieldwall.king
5: edge
5 [3]: corner_landing throne_landing throne_crossing
5 [3]: corner_hostile_to_soldiers throne_hostile_to_soldiers occupied_throne_hostile
6 [6a]: goal
6b: exit_fort
7: king_at_edge
7 [7a]: capture_wins king_on_throne king_beside_throne king_elsewhere throne_hostile_to_king
7b: encirclement encirclement.test
8 [8a, 8b]: repetition repetition_count
9: no_legal_move
10: unwinnable

hnefatafl/fetlar
1: two_players
1 [2], [3]: board
2 [6]: first_move turns
3: diagonals
3 [6]: soldier_move
(4): several safe_again
(4) [7]: custody taker between_landing king_armed
[4]: corner_hostile_to_king
(5): edge
(5) [3]: throne_landing throne_crossing throne_hostile_to_soldiers occupied_throne_hostile
(5) [4]: corner_landing corner_hostile_to_soldiers
(6) [5]: goal
[7]: removal
(7a): king_on_throne king_beside_throne king_elsewhere king_at_edge throne_hostile_to_king
(7a) [5]: capture_wins
7b: encirclement encirclement.test
8: no_legal_move
9: repetition unwinnable
leaflet draw 4: repetition_count

tawlbwrdd/bell
1: board set_up
1-3: two_players
2: goal capture_wins
3: first_move turns king_move soldier_move jumping landing diagonals throne_landing throne_crossing
4: custody king_armed king_on_throne king_beside_throne king_elsewhere
closing remark: taker between_landing

ard-ri/common ard-ri/corrected
Ludii’s text: king_move soldier_move two_players diagonals custody taker between_landing safe_again goal capture_wins
Ludii’s code: first_move throne_landing corner_hostile_to_soldiers corner_hostile_to_king throne_hostile_to_soldiers
Ludii’s code: occupied_throne_hostile king_on_throne king_beside_throne king_elsewhere king_armed
Ludii’s code: board set_up turns jumping landing removal hostile_for_the_king several

ard-ri/common
Dragonheels Lair, finish: throne_hostile_to_king no_legal_move

ard-ri/corrected
Ludii’s code: throne_hostile_to_king

magpie/federation
short overview: king_move king_armed king_on_throne king_elsewhere king_at_edge
heading, historical rules 3: board
historical rules 1: two_players
historical rules 2: set_up
historical rules 3: throne_landing throne_crossing throne_hostile_to_soldiers
historical rules 3a: corner_landing corner_hostile_to_soldiers
historical rules 3, 5: hostile_for_the_king occupied_throne_hostile
historical rules 4: first_move turns soldier_move jumping landing
historical rules 5: custody taker removal several between_landing
historical rules 6: goal
historical rules 7: capture_wins throne_hostile_to_king
historical rules 7, General rules: king_beside_throne
historical rules 7b: encirclement encirclement.test
historical rules 8: repetition repetition_count
historical rules 9: no_legal_move

magpie/suckling
blog, 2021: king_move soldier_move

alea-evangelii/cyningstan
1: board set_up
2: first_move turns two_players
3: king_move soldier_move
4: jumping landing
5: throne_landing throne_crossing throne_crossing.king
6: corner_landing
7: king_on_throne king_beside_throne king_elsewhere king_at_edge throne_hostile_to_king
7, 9: corner_hostile_to_king
8: custody taker several king_armed
8, 9: hostile_for_the_king
9: corner_hostile_to_soldiers throne_hostile_to_soldiers
10: between_landing safe_again
11: goal
12: capture_wins
"""
SOURCES = {
    "tablut/linnaeus": "Carl von Linné, Iter Lapponicum, 1732",
    "tablut/smith": "Carl von Linné, Lachesis Lapponica, edited by J. E. Smith, 1811",
    "tablut/historical": "aagenielsen.dk, “Historical rules of the ancient Scandinavian board game Hnefatafl”",
    "tablut/sea-battle": "aagenielsen.dk, “Rules of Sea battle tafl”",
    "hnefatafl/copenhagen": "aagenielsen.dk, “Rules of Copenhagen Hnefatafl 11x11”, 2024",
    "hnefatafl/fetlar": "aagenielsen.dk, “Rules of Fetlar Hnefatafl 11x11”",
    "hnefatafl/historical": "aagenielsen.dk, “Historical rules of the ancient Scandinavian board game Hnefatafl”",
    "hnefatafl/sea-battle": "aagenielsen.dk, “Rules of Sea battle tafl”",
    "parlett/sea-battle": "aagenielsen.dk, “Rules of Sea battle tafl”",
    "tawlbwrdd/bell": "Damian Walker, rules of tawlbwrdd on BrainKing’s tablut board, after R. C. Bell",
    "ard-ri/common": "Ludii, “Ard Ri”, option Common, with the page of Dragonheels Lair that it names",
    "ard-ri/corrected": "Ludii, “Ard Ri”, option Corrected",
    "magpie/federation": "aagenielsen.dk, “Rules of Magpie 7x7”, 2019",
    "magpie/suckling": "hnefatafl-rs, preset of Magpie, after Nigel Suckling",
    "alea-evangelii/opentafl": "OpenTafl, external rules, Alea Evangelii",
    "alea-evangelii/cyningstan": "Ludii, “Alea Evangelii”, the twelve rules of its ruleset Cyningstan",
}
"""The one source of each ruleset."""
NEVER_CREDITED = ("sides", "replacing", "pair", "check_forgotten")
"""The points that no source speaks of: questions that players ask, answered by this kit."""
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
SHORT: dict[str, str | bool | int] = {
    "any": "anybody",
    "att": "attackers",
    "def": "defenders",
    "all": "surround",
    "yes": True,
    "no": False,
    "def-lose": "defenders-lose",
    "3": 3,
}
LABELS = {"S": "stated", "I": "implied", "N": "narrowed", "-": "chosen", "O": "observed"}


class Fact(NamedTuple):
    """A value with its label."""

    value: str | bool | int
    label: str


SURFACES = {"alea-evangelii": Fact("points", "chosen")}
"""The manuscript has alea evangelii on points, but no source of its rules; elsewhere the squares are chosen."""


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


def by_ruleset(table: str) -> Iterator[tuple[str, str]]:
    """Yield every ruleset with each line below its name; several may stand in one line, and have the same."""
    for block in table.strip().split("\n\n"):
        names, *lines = block.splitlines()
        yield from ((name, line) for name in names.split() for line in lines)


def point_labels() -> dict[str, dict[str, str]]:
    """Return the labels of the points that are not chosen, by "game/ruleset"."""
    found: dict[str, dict[str, str]] = {}
    for name, line in by_ruleset(POINTS):
        letter, *points = line.split()
        for point in points:
            assert point not in found.setdefault(name, {}), f"{name} {point} is given twice"
            found[name][point] = LABELS[letter]
    return found


def numbers() -> dict[str, dict[str, str]]:
    """Return the source's own numbers of flags and points, by "game/ruleset"."""
    found: dict[str, dict[str, str]] = {}
    for name, line in by_ruleset(NUMBERS):
        number, _, grounds = line.partition(": ")
        for ground in grounds.split():
            assert ground not in found.setdefault(name, {}), f"{name} {ground} is given twice"
            found[name][ground] = number
    return found


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the picture of every layout."""
    for block in LAYOUTS.strip().split("\n\n"):
        head, *rows = (line.split() for line in block.splitlines())
        for number, name in enumerate(head):
            # smaller boards end before the larger ones beside them, and stand left of none
            yield name, "\n".join(row[number] for row in rows if number < len(row))


KNOWN = facts()
KNOWN_POINTS = point_labels()
KNOWN_NUMBERS = numbers()
PICTURES = dict(pictures())
each_ruleset = pytest.mark.parametrize(("game", "name"), FAMILY)


def ruleset(game: str, name: str) -> Ruleset:
    return catalog().game(game).ruleset(name)


def test_the_facts_are_of_the_games_and_rulesets_that_are_shipped() -> None:
    assert sorted(KNOWN) == sorted("/".join(each) for each in FAMILY)
    assert catalog().game_names() == tuple(sorted({"brandub", *(game for game, _ in FAMILY)}))
    assert set(STARTS.values()) == set(PICTURES)
    for known in KNOWN.values():
        assert {*known, "surface"} == set(flag_names())


@each_ruleset
def test_a_ruleset_has_the_values_and_labels_of_the_facts(game: str, name: str) -> None:
    there, known = ruleset(game, name), KNOWN[f"{game}/{name}"]
    found = {flag: Fact(getattr(there.rules, flag), there.origins[flag].label) for flag in known}
    assert found == known
    surface = Fact(there.rules.surface, there.origins["surface"].label)
    assert surface == SURFACES.get(game, Fact("squares", "chosen"))


@each_ruleset
def test_every_value_and_every_point_has_a_reason(game: str, name: str) -> None:
    for ground, origin in {**ruleset(game, name).origins, **ruleset(game, name).points}.items():
        assert re.fullmatch(r"[A-Z].+\.", origin.reason), ground


@each_ruleset
def test_the_points_have_the_labels_of_the_facts(game: str, name: str) -> None:
    found = {point: origin.label for point, origin in ruleset(game, name).points.items() if origin.label != "chosen"}
    assert found == KNOWN_POINTS[f"{game}/{name}"]
    assert not set(NEVER_CREDITED) & set(found)


@each_ruleset
def test_flags_and_points_have_the_numbers_of_the_source(game: str, name: str) -> None:
    there = ruleset(game, name)
    found = {ground: origin.where for ground, origin in {**there.origins, **there.points}.items() if origin.where}
    assert found == KNOWN_NUMBERS.get(f"{game}/{name}", {})


@each_ruleset
def test_a_ruleset_names_one_source(game: str, name: str) -> None:
    assert ruleset(game, name).source == SOURCES[f"{game}/{name}"]
    assert ruleset(game, name).title


def test_bell_himself_lets_only_the_king_stop_between_two_enemies() -> None:
    bell = ruleset("tawlbwrdd", "bell")
    entry = bell.vary(["bell-entry"])
    assert entry.rules == bell.rules._replace(between_landing="king")
    assert (entry.origins["between_landing"].label, entry.origins["between_landing"].where) == (
        "stated",
        "closing remark",
    )


DRAWS = {"hnefatafl/copenhagen": Fact("10", "stated"), "hnefatafl/fetlar": Fact("9", "stated")}
"""The rulesets whose source draws a game that neither side can win: the number of that rule, and the label."""


@each_ruleset
def test_a_draw_that_neither_side_can_win_is_printed_where_the_source_has_it(game: str, name: str) -> None:
    sentences = [sentence for rule in read_book(catalog(), game, name).rules for sentence in rule.sentences]
    found = [sentence.origin for sentence in sentences if "unwinnable" in sentence.grounds]
    assert [Fact(origin.where, origin.label) for origin in found] == [
        fact for fact in [DRAWS.get(f"{game}/{name}")] if fact
    ]


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
