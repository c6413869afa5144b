"""Small changes to the code of the new rules, each of which a picture or an agreed count tells from the true engine."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from support.boards import seen
from support.pictures.ends import STUCK, check_repetition, check_stuck, check_the_side_to_move_counts
from support.pictures.entries import ENTRIES, check_entry
from support.pictures.men import MEN, check_man
from support.pictures.rows import CORNER, PIECES, ROWS, check_row, check_row_of_the_other_side, tried
from support.pictures.wins import FORTS, RINGS, check_fort, check_ring
from support.proofs import PROVEN, check_proof
from support.sampling import sampled, spread
from support.suites import in_family, positioned
from taflkit.errors import TaflkitError
from taflkit.figures import typed_values
from taflkit.tafl import Board, Position, Side, capture, game, position, proof
from taflkit.tafl import counts as bulk
from taflkit.tafl.counts import Case, Counts, divide, perft

MODULES: tuple[ModuleType, ...] = (capture, position, bulk, game, proof)


class Mutant(NamedTuple):
    """A change to the source of one function or method.

    Attributes:
        what: what the engine does then.
        where: the function, or the class and the method or property.
        changes: what stands there once, and what stands there instead.
    """

    what: str
    where: str
    changes: dict[str, str]


SHIELDWALL = [
    Mutant("a row of one falls", "shieldwall", {"len(row) >= SHORTEST_ROW": "len(row) >= 1"}),
    Mutant("a row of two stays", "shieldwall", {"len(row) >= SHORTEST_ROW": "len(row) > SHORTEST_ROW"}),
    Mutant("nobody need be faced", "shieldwall", {"bit & enemies and front & friends": "bit & enemies"}),
    Mutant("the row falls up to a man who is not faced", "shieldwall", {"(friends | corners)": "~0"}),
    Mutant("a hole is part of the row", "shieldwall", {"if bit & enemies and": "if bit & ~friends & ~corners and"}),
    Mutant("the other end is any enemy", "shieldwall", {"(friends | corners)": "(friends | corners | enemies)"}),
    Mutant("no corner closes a row", "shieldwall", {"(friends | corners)": "friends"}),
    Mutant("no piece closes a row", "shieldwall", {"(friends | corners)": "corners"}),
    Mutant("of two rows one falls", "shieldwall", {"yield tuple(row), bit": "yield tuple(row), bit; return"}),
    Mutant("rows lie on one side of the mover", "shieldwall", {"rims[target]": "rims[target][:1]"}),
    Mutant("the man beside the mover stays", "shieldwall", {"yield tuple(row)": "yield tuple(row[1:])"}),
    Mutant("a corner closes though somebody stands on it", "Position._rows", {" & ~occupied if": " if"}),
    Mutant("a corner closes under either value", "Position._rows", {'== "corner"': '!= "none"'}),
    Mutant("the king in the row falls", "Position._rows", {"if not bit & self.king": "if bit"}),
    Mutant(
        "the king is no part of a row",
        "Position._play_attacker",
        {"self._rows(there, defenders | king,": "self._rows(there, defenders,"},
    ),
    Mutant(
        "the attackers' rows fall without the rule",
        "Position._rows",
        {'rules.shieldwall == "none"': 'rules.shieldwall == "none" and self.to_move is Side.ATTACKERS'},
    ),
    Mutant(
        "the defenders' rows fall without the rule",
        "Position._rows",
        {'rules.shieldwall == "none"': 'rules.shieldwall == "none" and self.to_move is Side.DEFENDERS'},
    ),
    Mutant(
        "the unarmed king faces and closes",
        "Position._play_defender",
        {"self._rows(there, attackers, friends,": "self._rows(there, attackers, defenders | king,"},
    ),
]
THRONE = [
    Mutant("two attackers are enough", "serving_throne", {"free and not free & (free - 1) and": ""}),
    Mutant("the king sits anywhere", "serving_throne", {"king & masks.throne:": "king:"}),
    Mutant("the rule is always in force", "serving_throne", {"rules.linnaean_capture and ": ""}),
    Mutant("the rule is never in force", "serving_throne", {"rules.linnaean_capture and ": "False and "}),
    Mutant("the fourth is an attacker", "serving_throne", {"free & defenders:": "free & attackers:"}),
    Mutant("squares count as attackers", "serving_throne", {"& ~attackers": "& defenders"}),
]
RING = [
    Mutant("without a king there is a ring", "is_encircled", {"bool(king) and ": ""}),
    Mutant(
        "one on the edge may be encircled",
        "is_encircled",
        {"not front & board.edge": "not front & board.edge & ~(defenders | king)"},
    ),
    Mutant("the king alone counts", "is_encircled", {"front = defenders | king": "front = king"}),
    Mutant("the men alone count", "is_encircled", {"front = defenders | king": "front = defenders"}),
    Mutant(
        "the way out is diagonal too",
        "is_encircled",
        {"board.neighbours(front)": "board.neighbours(board.neighbours(front) | front)"},
    ),
    Mutant(
        "no way leads over the throne",
        "is_encircled",
        {"~(attackers | reached)": "~(attackers | reached | board.bit(board.squares[len(board.squares) // 2]))"},
    ),
    Mutant(
        "no way leads over the block of a corner",
        "is_encircled",
        {
            "~(attackers | reached)": "~(attackers | reached | board.blocks)",
            "front & board.edge": "front & board.edge & ~board.blocks",
        },
    ),
    Mutant("the way out goes through attackers", "is_encircled", {"~(attackers | reached)": "~reached"}),
    Mutant(
        "the ring is judged before the captured are removed",
        "Position._play_attacker",
        {"board, attackers, defenders, king)": "board, attackers, self.defenders, king)"},
    ),
    Mutant("the rule is always in force", "Position._play_attacker", {"rules.encirclement and ": ""}),
    Mutant("the rule is never in force", "Position._play_attacker", {"rules.encirclement and ": "False and "}),
]
FORT = [
    Mutant("the king is anywhere", "is_exit_fort", {"if not king & board.edge:": "if not king:"}),
    Mutant("the king need not be free to move", "is_exit_fort", {"inside == king or ": ""}),
    Mutant("the inside may touch an attacker", "is_exit_fort", {" or wall & attackers": ""}),
    Mutant("the wall may be broken", "is_exit_fort", {"not wall & defenders & ~": "True or "}),
    Mutant("a hostile square guards", "is_exit_fort", {" & ~masks.hostile_to_soldiers": ""}),
    Mutant("an inside square guards nobody", "is_exit_fort", {"(inside | (": "(0 | ("}),
    Mutant("a square barred to soldiers guards nobody", "is_exit_fort", {" | (masks.soldier.barred & ~attackers)": ""}),
    Mutant("a square with an attacker guards", "is_exit_fort", {"barred & ~attackers": "barred"}),
    Mutant(
        "only the wall is asked, no man behind",
        "is_exit_fort",
        {"(board, defenders,": "(board, wall & defenders,"},
    ),
    Mutant("the inside is joined diagonally", "is_exit_fort", {"board.joined(": "board.joined_diagonally("}),
    Mutant("one axis is enough", "_untakable", {"(north | south) & (east | west)": "(north | south | east | west)"}),
    Mutant("both neighbours of an axis", "_untakable", {"(north | south)": "(north & south)"}),
    Mutant("the least set", "_untakable", {"held = defenders": "held = 0", "left = held &": "left = defenders &"}),
    Mutant(
        "a guard may be takable himself", "_untakable", {"if left == held:": "if True:", "return held": "return left"}
    ),
    Mutant("no square guards, off the board or inside", "_untakable", {" | ~inside for": " for"}),
    Mutant(
        "the fort is judged before the captured are removed",
        "Position._play_defender",
        {"is_exit_fort(masks, attackers,": "is_exit_fort(masks, self.attackers,"},
    ),
    Mutant("the rule is always in force", "Position._play_defender", {"rules.exit_fort and ": ""}),
    Mutant("the rule is never in force", "Position._play_defender", {"rules.exit_fort and ": "False and "}),
]
BULK = [
    Mutant("a row of two is not looked for", "perft._rows", {".bit_count() < SHORTEST_ROW": ".bit_count() < 3"}),
    Mutant("the king in a row is counted", "perft._rows", {"not bit & position.king": "bool(bit)"}),
    Mutant(
        "one mover to a square is counted",
        "perft._rows",
        {" * sum(bool(landing & end) for landing in landings)": ""},
    ),
    Mutant(
        "a corner closes though somebody stands on it",
        "perft._rows",
        {" & ~position.occupied": ""},
    ),
    Mutant("a corner closes under either value", "perft._rows", {'if rules.shieldwall == "corner" else 0': ""}),
    Mutant(
        "the king is no part of a row",
        "perft._attackers",
        {"landings, defenders | king,": "landings, defenders,"},
    ),
    Mutant("the king closes no row", "perft._defenders", {"_rows(position, takers,": "_rows(position, soldiers,"}),
    Mutant(
        "the king faces no row",
        "perft._defenders",
        {", position.attackers, friends)": ", position.attackers, position.defenders)"},
    ),
    Mutant(
        "the unarmed king faces",
        "perft._defenders",
        {", position.attackers, friends)": ", position.attackers, position.defenders | king)"},
    ),
    Mutant("no throne serves", "perft._attackers", {" | serving\n": "\n"}),
    Mutant("a ring that was closed is not looked at", "perft._rings", {"(-1 if shut else way)": "way"}),
    Mutant("who may capture does not encircle", "perft._rings", {"tried = arriving & beside": "tried = 0"}),
    Mutant("who captures nobody does not encircle", "perft._rings", {"(-1 if shut else way)": "0"}),
    Mutant("the way out ends before the edge", "way_out", {"way = step =": "way = 0; step ="}),
    Mutant("the way out leaves no step but the last", "way_out", {"way |= step": "pass"}),
    Mutant("the way goes through attackers", "way_out", {"~(attackers | inside)": "~inside"}),
    Mutant("rings are not counted", "perft._rings", {"return _played(position, tried, ENCIRCLED)": "return 0"}),
    Mutant("forts are not counted", "perft._forts", {"not position.variant.rules.exit_fort": "True"}),
    Mutant("the king's own move alone makes a fort", "perft._forts", {"-1 if position.king & edge else ": ""}),
    Mutant("the king's own move makes none", "perft._forts", {"else _union(kings) & edge": "else 0"}),
    Mutant("any end counts", "perft._played", {".outcome == outcome": ".outcome is not None"}),
]
BETWEEN = [
    Mutant("the rule is never in force", "Position.barred_between", {'== "anybody"': '!= ""'}),
    Mutant("the rule is always in force", "Position.barred_between", {'rules.between_landing == "anybody"': "False"}),
    Mutant("an unarmed king is an enemy", "Position.barred_between", {" if rules.king_armed else 0": ""}),
    Mutant("the armed king is no enemy", "Position.barred_between", {"self.king if rules.king_armed else 0": "0"}),
    Mutant("friends bar", "Position.barred_between", {"side is Side.DEFENDERS": "side is Side.ATTACKERS"}),
    Mutant("two round a corner bar", "Board.between_two", {"up & down | right & left": "up & right | down & left"}),
    Mutant("two on a rank bar nobody", "Board.between_two", {"up & down | right & left": "up & down"}),
    Mutant("one enemy bars", "Board.between_two", {"up & down | right & left": "up | down | right | left"}),
    Mutant("ranks go on over the edge", "Board.between_two", {"mask & inside": "mask"}),
    Mutant(
        "the king is barred",
        "Position._moves_of",
        {"rules.king_move, 0": "rules.king_move, self.barred_between(Side.DEFENDERS)"},
    ),
    Mutant("soldiers are not barred", "Position._moves_of", {"passage.skip | barred": "passage.skip"}),
    Mutant("nobody passes over", "Position._moves_of", {"self.occupied |": "self.occupied | barred |"}),
    Mutant("whom the throne stops goes on over it", "Position._moves_of", {"if bit & halt": "elif bit & halt"}),
    Mutant("the king is refused", "Position.why_not", {"0 if king else ": ""}),
    Mutant("soldiers are not refused", "Position.why_not", {"0 if king else ": "0 if piece else "}),
    Mutant(
        "who passes over is refused",
        "Position._first_obstacle",
        {"board.bit(move.target) & barred": "(passed | board.bit(move.target)) & barred"},
    ),
    Mutant(
        "attackers are not barred in bulk", "perft._attackers", {"rules.soldier_move, barred": "rules.soldier_move"}
    ),
    Mutant(
        "defenders are not barred in bulk", "perft._defenders", {"rules.soldier_move, barred": "rules.soldier_move"}
    ),
    Mutant("attackers bar attackers in bulk", "perft._attackers", {"Side.ATTACKERS": "Side.DEFENDERS"}),
    Mutant("defenders bar defenders in bulk", "perft._defenders", {"Side.DEFENDERS": "Side.ATTACKERS"}),
    Mutant(
        "the king is barred in bulk",
        "perft._defenders",
        {"masks.king, rules.king_move": "masks.king, rules.king_move, barred"},
    ),
    Mutant(
        "nobody passes over in bulk", "perft._landings", {"occupied | passage.stop": "occupied | barred | passage.stop"}
    ),
]
ENDS = [
    Mutant("who cannot move wins", "Game.outcome", {"now.to_move.other if": "now.to_move if"}),
    Mutant("a draw is a loss", "Game.outcome", {' if rules.no_legal_move == "loses" else None': ""}),
    Mutant("a claim is an end", "Game.outcome", {'rules.no_legal_move != "claim" and ': ""}),
    Mutant("a side that can move loses", "Game.outcome", {" and not now.can_move": ""}),
    Mutant(
        "the other side's moves count",
        "Game.outcome",
        {"now.can_move": "now.with_to_move(now.to_move.other).can_move"},
    ),
    Mutant(
        "a claimed repetition is an end",
        "Game.outcome",
        {'rules.repetition == "claim" or ': "", '{"draw": None,': '{"claim": None, "draw": None,'},
    ),
    Mutant(
        "the attackers lose",
        "Game.outcome",
        {'"defenders-lose": Side.ATTACKERS': '"defenders-lose": Side.DEFENDERS'},
    ),
    Mutant("the mover wins", "Game.outcome", {'"mover-loses": now.to_move': '"mover-loses": now.to_move.other'}),
    Mutant("a drawn repetition is a loss", "Game.outcome", {'"draw": None': '"draw": Side.ATTACKERS'}),
    Mutant("every position ends the game", "Game.outcome", {" or not self._is_repeated": ""}),
    Mutant("once more than the rules say", "Game._is_repeated", {"times >= ": "times > "}),
    Mutant("always at the third occurrence", "Game._is_repeated", {"self.first.variant.rules.repetition_count": "3"}),
    Mutant("the side to move is of no account", "Game._is_repeated", {"p == now": "p[:4] == now[:4]"}),
    Mutant(
        "the first position does not count",
        "Game._is_repeated",
        {"(self.first, *(turn.after for turn in self.turns))": "[turn.after for turn in self.turns]"},
    ),
    Mutant("repetition ends nothing", "Game.outcome", {'rules.repetition == "claim" or': "True or"}),
    Mutant("the lack of a move ends nothing", "Game.outcome", {'rules.no_legal_move != "claim"': "False"}),
]
PROOFS = [
    Mutant(
        "a draw by the lack of a move is a win", "Prover._forces", {'rules.no_legal_move == "loses" or': "rules or"}
    ),
    Mutant("the lack of a move at the end is no win", "Prover._forces", {'"loses" and not after': '"loses" and after'}),
    Mutant("one reply is enough", "Prover._forces", {"if not self._answers(": "if self._answers("}),
    Mutant("the defence does not win first", "Prover._replies", {"if wins_at_once(after) else replies": "and ()"}),
    Mutant("a reply takes three plies", "Prover._forces", {"reply, side, plies - 2": "reply, side, plies - 4"}),
    Mutant("the first move alone is tried", "Prover._wins", {"in sorted(position.legal_moves(),": "in sorted([],"}),
    Mutant("positions come again unseen", "Prover._comes_again", {">= self": "> self"}),
    Mutant("positions come again late", "Prover._can_repeat", {"return length >": "return length > 2 *"}),
    Mutant(
        "a repetition of the defence is a draw", "Prover._has_lost_by", {"return again and": "return again is None and"}
    ),
    Mutant(
        "the mover wins by repetition",
        "Prover._wins_by_repetition",
        {'"mover-loses": now.to_move.other': '"mover-loses": now.to_move'},
    ),
    Mutant(
        "the attackers lose by repetition",
        "Prover._wins_by_repetition",
        {'"defenders-lose": Side.DEFENDERS': '"defenders-lose": Side.ATTACKERS'},
    ),
    Mutant("nobody is left without a move", "Prover._may_end_otherwise", {'"loses" and _can': '"" and _can'}),
    Mutant("nobody loses by repetition at once", "Prover._may_end_otherwise", {"return repeating or": "return"}),
    Mutant("sides share a table", "Prover._wins", {"position.to_move is Side.ATTACKERS, ": "True, "}),
    Mutant("forgets the other side's win", "Prover.refutations", {"if not self": "if self"}),
    Mutant("the tree has one move a reply", "Prover._tree", {"each, fewest)]": "each, fewest)][:1]"}),
    Mutant("the commonest answer replaces all", "proof._shortened", {"if moves != common}": "if False}"}),
]
EQUIVALENT = [
    (
        Mutant("the fourth side may be empty", "serving_throne", {" and free & defenders:": ":"}),
        "no man stands there to fall against the throne",
    ),
    (
        Mutant(
            "the king guards by his square alone",
            "is_exit_fort",
            {"king | harmless": "harmless"},
        ),
        "his square is one of the inside, and a hostile one of the edge is where he has won",
    ),
    (
        Mutant("all squares of the search are the way", "way_out", {"return way": "return reached"}),
        "more moves are tried, and each of them is played",
    ),
    (
        Mutant("the way begins a step further", "way_out", {"reversed(fronts[:-1])": "reversed(fronts[1:-1])"}),
        "whoever stops beside an enemy is tried in any case",
    ),
    (
        Mutant(
            "every square on the way is tried",
            "perft._rings",
            {"if is_encircled(board, attackers | bit, defenders, king):": "if bit:"},
        ),
        "each of the moves is played",
    ),
    (
        Mutant(
            "squares beside any enemy are ends",
            "perft._rows",
            {"neighbours(enemies & board.edge)": "neighbours(enemies)"},
        ),
        "no row lies beside the others",
    ),
]
"""Changes that nobody can tell from the true engine, with the reason."""


def joined_diagonally(board: Board, seeds: int, through: int) -> int:
    """As `Board.joined`, by steps in eight directions."""
    found = front = seeds
    while front:
        sides = [(front & inside) << left >> right for inside, left, right in board.shifts]
        corners = [(side & inside) << left >> right for side in sides for inside, left, right in board.shifts]
        near = 0
        for mask in (*sides, *(corner for n, corner in enumerate(corners) if n // 4 % 2 != n % 4 % 2)):
            near |= mask
        front = near & through & ~found
        found |= front
    return found


def blocks(board: Board) -> int:
    """The squares of the corners where these are blocks of two by two."""
    ends = {0, 1, board.size - 2, board.size - 1}
    return board.mask(square for square in board.squares if {*square} <= ends)


def spoil(patch: pytest.MonkeyPatch, mutant: Mutant) -> None:
    """Put a mutant in the place of the true function, wherever it is called by its name."""
    patch.setattr(Board, "joined_diagonally", joined_diagonally, raising=False)
    patch.setattr(Board, "blocks", property(blocks), raising=False)
    owner, _, name = mutant.where.rpartition(".")
    home = {
        "Board": Board,
        "Position": Position,
        "Game": game.Game,
        "perft": bulk,
        "Prover": proof.Prover,
        "proof": proof,
    }.get(owner)
    if home is None:
        home = next(module for module in (capture, position) if name in vars(module))
    true = vars(home)[name]
    function = true.fget if isinstance(true, property) else true
    changed = _changed(function, mutant)
    if isinstance(home, type):
        patch.setattr(home, name, property(changed) if isinstance(true, property) else changed)
        return
    for module in MODULES:
        if vars(module).get(name) is true:
            patch.setattr(module, name, changed)


def _changed(function: Callable[..., Any], mutant: Mutant) -> Callable[..., Any]:
    source = inspect.getsource(function)
    for old, new in mutant.changes.items():
        assert source.count(old) == 1, f"{mutant.where} has '{old}' {source.count(old)} times"
        source = source.replace(old, new)
    made: dict[str, Any] = {}
    exec(compile(textwrap.dedent(source), f"<{mutant.what}>", "exec"), function.__globals__, made)  # noqa: S102
    (changed,) = made.values()
    return changed.fget if isinstance(changed, property) else changed  # type: ignore[no-any-return]


def check_counts(position: Position) -> None:
    """The moves counted in bulk, and played one by one."""
    assert perft(position, 1) == sum((counts for _, counts in divide(position, 1)), Counts())


def check_case(case: Case) -> None:
    """The agreed counts of one and of two plies, the first of them by play too."""
    position = positioned(case)
    check_counts(position)
    assert {depth: perft(position, depth) for depth in (1, 2)} == {depth: case.expected[depth] for depth in (1, 2)}


Check = Callable[[], None]


def of_rows() -> Iterator[Check]:
    for row in ROWS:
        yield partial(check_row, row)
        if "K" not in row.text:
            yield partial(check_row_of_the_other_side, row)


def of_the_throne() -> Iterator[Check]:
    return (partial(check_man, man, True) for man in MEN)


def of_entries() -> Iterator[Check]:
    return (partial(check_entry, entry) for entry in ENTRIES)


def of_rings() -> Iterator[Check]:
    return (partial(check_ring, ring) for ring in RINGS)


def of_forts() -> Iterator[Check]:
    return (partial(check_fort, fort) for fort in FORTS)


def in_bulk() -> Iterator[Check]:
    """The same pictures, with the moves counted."""
    for row in ROWS:
        yield partial(check_counts, tried(row, CORNER))
        yield partial(check_counts, tried(row, PIECES))
    for man in MEN:
        yield partial(check_counts, seen(man.text, Side.ATTACKERS, linnaean_capture=True))
    for ring in RINGS:
        flags = {**ring.flags, "encirclement": True}
        yield partial(check_counts, seen(ring.text, Side.ATTACKERS, ring.corners, **flags))
    for fort in FORTS:
        flags = {**fort.flags, "exit_fort": True}
        yield partial(check_counts, seen(fort.text, Side.DEFENDERS, fort.corners, **flags))
    for entry in ENTRIES:
        flags = {**entry.flags, "between_landing": "king"}
        yield partial(check_counts, seen(entry.text, entry.to_move, **flags))


def of_ends() -> Iterator[Check]:
    for stuck in STUCK:
        yield partial(check_stuck, stuck)
    yield check_the_side_to_move_counts
    for rule in typed_values("repetition"):
        for count in typed_values("repetition_count"):
            for side in Side:
                yield partial(check_repetition, str(rule), int(count), side)


def of_proofs() -> Iterator[Check]:
    yield from (partial(check_proof, *each) for each in PROVEN)


def of_agreed_counts() -> Iterator[Check]:
    for case in (*in_family("hnefatafl", "copenhagen"), *in_family("tablut", "linnaeus")):
        yield partial(check_case, case)


ALL_CHECKS = (of_rows, of_the_throne, of_entries, of_rings, of_forts, in_bulk, of_ends, of_proofs, of_agreed_counts)
MUTANTS = [
    *((mutant, (of_rows, of_agreed_counts)) for mutant in SHIELDWALL),
    *((mutant, (of_the_throne, of_agreed_counts)) for mutant in THRONE),
    *((mutant, (of_entries, in_bulk)) for mutant in BETWEEN),
    *((mutant, (of_rings, of_agreed_counts)) for mutant in RING),
    *((mutant, (of_forts, of_agreed_counts)) for mutant in FORT),
    *((mutant, (in_bulk, of_agreed_counts)) for mutant in BULK),
    *((mutant, (of_ends,)) for mutant in ENDS),
    *((mutant, (of_proofs,)) for mutant in PROOFS),
]


def is_caught(groups: tuple[Callable[[], Iterator[Check]], ...]) -> bool:
    """Whether any check contradicts the engine as it plays now, or it refuses a move of one."""
    for group in groups:
        for check in group():
            try:
                check()
            except (AssertionError, TaflkitError):
                return True
    return False


def test_the_true_engine_contradicts_no_check() -> None:
    assert not is_caught(ALL_CHECKS)


@pytest.mark.parametrize(
    ("mutant", "groups"),
    sampled(spread(MUTANTS, 4), len(MUTANTS) // 4),
    ids=[f"{mutant.where}: {mutant.what}" for mutant, _ in spread(MUTANTS, 4)],
)
def test_a_mutant_of_the_engine_is_caught(
    mutant: Mutant, groups: tuple[Callable[[], Iterator[Check]], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, mutant)
    assert is_caught(groups)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("mutant", "why"), [pytest.param(*each, id=f"{each[0].where}: {each[0].what}") for each in EQUIVALENT]
)
def test_a_mutant_that_plays_alike_is_told_from_the_engine_by_nothing(
    mutant: Mutant, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, mutant)
    assert not is_caught(ALL_CHECKS), why
