"""OpenTafl's rules strings: their terms, and where they contradict the rules of a variant.

A string has terms such as "dim:7 esc:e ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", parted by blanks. Each is read
as the values that our flags have under it. OpenTafl's specification gives every term a default, but people leave terms
out, and so only those that are written are compared.

What a whole string says, as a game, is read in `stated_rules`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from taflkit.errors import TaflkitError, shown
from taflkit.tafl.board import Side, board_of
from taflkit.tafl.rules import Variant


class Meaning(NamedTuple):
    """The meaning of a term with one of its values, in words.

    Attributes:
        flags: the values that agree with it, by the flag or by the key of the layout; None where no flag can say it.
    """

    meaning: str
    flags: Mapping[str, tuple[object, ...]] | None


class Contradiction(NamedTuple):
    """A term that a variant contradicts, or that no flag can say.

    Attributes:
        term: its name, such as "esc".
        meaning: in words.
        ours: the flags that contradict it, with the values that they have; empty where no flag can say it.
    """

    term: str
    value: str
    meaning: str
    ours: tuple[tuple[str, str], ...]

    def under(self, name: str) -> str:
        """Return it in words, where `name` is the variant's."""
        ours = ", ".join(f"{flag} = {value}" for flag, value in self.ours)
        return f"{written(self.term, self.value)} ({self.meaning}), " + (
            f"and {name} has {ours}" if ours else "which no flag of a ruleset can say"
        )


Reader = Callable[[str, int], Meaning]
"""Reads the value of a term, for a board with a number of squares along one side."""


def read_terms(text: str) -> Mapping[str, str]:
    """Return the terms of a rules string with their values, in their order; a value may have blanks in it.

    >>> dict(read_terms("dim:7 cor:a1, a7 esc: e"))
    {'dim': '7', 'cor': 'a1, a7', 'esc': 'e'}

    Raises:
        TaflkitError: a term has two values.
    """
    each: list[tuple[str, list[str]]] = []
    for word in text.split():
        term, colon, value = word.partition(":")
        if colon:
            each.append((term, [value] if value else []))
        elif each:
            each[-1][1].append(word)
    terms: dict[str, str] = {}
    for term, words in each:
        value = " ".join(words)
        if terms.setdefault(term, value) != value:
            both = f"{written(term, terms[term])} and {written(term, value)}"
            raise TaflkitError(f"its rules have {both}; leave one away")
    return MappingProxyType(terms)


def written(term: str, value: str) -> str:
    """Return a term with its value as a message shows it."""
    return f"{shown(term)}:{shown(value)}"


def contradictions(terms: Mapping[str, str], variant: Variant) -> tuple[Contradiction, ...]:
    """Return the terms that a variant contradicts, and those that no flag of it can say, in their order.

    Who begins is no contradiction: a record says so for itself. Nor is a term that is not known.
    """
    ours: Mapping[str, object] = {
        **variant.rules._asdict(),
        "size": str(variant.layout.size),
        "corners": frozenset(map(str, variant.layout.corners)),
        "throne_marked": variant.layout.throne_marked,
    }
    as_in_files = {flag: str(value).lower() for flag, value in ours.items()}
    as_in_files["corners"] = ", ".join(sorted(map(str, variant.layout.corners))) or "none"
    # flags that never come to bear: of the king where he has won, and of a throne that there is not
    void = {"king_at_edge"} if variant.rules.goal == "edge" else set()
    if not items(terms.get("cen", _FOUR)):
        void |= {"king_on_throne", "king_beside_throne"}
    without_squares = [term for term in SQUARES if not items(terms.get(term, _FOUR))]
    contradicting = []
    for term, value in terms.items():
        # a term may speak of squares, such as "corh" of the corners, of which its string says that there are none
        if term not in TERMS or any(term != each and term.startswith(each) for each in without_squares):
            continue
        values = [value]
        if term in ("cors", "cens") and f"{term[:3]}re" in terms:
            # who may stop on a square but may not come back to it never stops there
            values.append("".join(set(value) & set(terms[f"{term[:3]}re"])))
        readings = [TERMS[term](each, variant.layout.size) for each in values]
        against = [
            None
            if reading.flags is None
            else tuple(flag for flag, agree in reading.flags.items() if flag not in void and ours[flag] not in agree)
            for reading in readings
        ]
        if () not in against:
            flags = tuple((flag, as_in_files[flag]) for flag in against[0] or ())
            contradicting.append(Contradiction(term, value, readings[0].meaning, flags))
    return tuple(contradicting)


# --- The readers ------------------------------------------------------------------------------------------


_STRANGE = Meaning("a value that is not known", None)


def _says(meaning: str, **flags: object) -> Meaning:
    return Meaning(meaning, {flag: (value,) for flag, value in flags.items()})


def _unsaid(meaning: str) -> Meaning:
    return Meaning(meaning, None)


def items(value: str) -> frozenset[str]:
    """Return the squares of a list, which may end in a comma."""
    return frozenset(value.replace(",", " ").split())


_FOUR = "default"
"""The list of the squares that are corners, or the throne, on every board."""


def _chosen(values: Mapping[str, Meaning], value: str, _size: int) -> Meaning:
    return values.get(value, _STRANGE)


def _corners(value: str, size: int) -> Meaning:
    board = board_of(size)
    ends = (0, size - 1)
    four = frozenset(str(square) for square in board.squares if square.file in ends and square.rank in ends)
    squares = four if value == _FOUR else items(value)
    return _says("the squares that are corners" if squares else "there are no corners", corners=squares)


def _throne(value: str, size: int) -> Meaning:
    squares = items(value)
    if not squares:
        return _says("there is no throne", throne_marked=False)
    middle = str(board_of(size).squares[size * size // 2])
    return _says("the throne", throne_marked=True) if squares <= {middle, _FOUR} else _unsaid("a throne elsewhere")


def _forts(value: str, _size: int) -> Meaning:
    return _unsaid("the squares of a fort") if items(value) else _says("there are no forts")


_SPEEDS = (1, 2, 8, 10, 12)
"""The numbers of speeds that a list may have: of all, of each side, or of the kinds of each side."""
_FAR = {"-1": "line", "1": "step"}
_HOW_FAR = {"-1": "any distance", "1": "one step"}


def _speeds(value: str, _size: int) -> Meaning:
    speeds = value.replace(",", " ").split()
    if len(speeds) not in _SPEEDS:
        return _STRANGE
    half = len(speeds) // 2
    # of a side's kinds the soldier is the first, and the king the fourth
    attackers, defenders = speeds[0], speeds[half]
    king = speeds[half + 3] if half > 1 else defenders
    if attackers != defenders or not {attackers, king} <= set(_FAR):
        return _unsaid("how far the kinds of pieces go in a move")
    meaning = f"in a move soldiers go {_HOW_FAR[attackers]}, the king {_HOW_FAR[king]}"
    return _says(meaning, king_move=_FAR[king], soldier_move=_FAR[attackers])


_KINDS = {"t": "attackers", "T": "defenders", "K": "the king"}
_OTHERS = frozenset("cnkmgCNMG")
"""The letters of pieces that our games do not have."""
_SETS = {"nobody": frozenset(), "king": frozenset("K"), "anybody": frozenset(_KINDS)}
"""The kinds that are meant by a value of our flags."""


def _pieces(read: Callable[[frozenset[str]], Meaning], value: str, _size: int) -> Meaning:
    """Read a list of pieces, without those that our games do not have."""
    letters = frozenset(value.replace(",", "").replace(" ", "")) - _OTHERS
    return read(letters) if letters <= set(_KINDS) else _STRANGE


def _whom(letters: frozenset[str]) -> str:
    return ", ".join(kind for letter, kind in _KINDS.items() if letter in letters) or "nobody"


def _who(what: str, flag: str, letters: frozenset[str]) -> Meaning:
    """Read who may do something."""
    agree = tuple(who for who, kinds in _SETS.items() if kinds == letters)
    return Meaning(f"who may {what}: {_whom(letters)}", {flag: agree} if agree else None)


def _back(what: str, flag: str, letters: frozenset[str]) -> Meaning:
    """Read who may come back: all those must that may stop there."""
    agree = tuple(who for who, kinds in _SETS.items() if kinds <= letters)
    return Meaning(f"who may come back to {what}: {_whom(letters)}", {flag: agree})


def _hostile(what: str, to: str, letters: frozenset[str]) -> Meaning:
    """Read to whom an empty square is an enemy."""
    meaning = f"{what} is an enemy to: {_whom(letters)}"
    if ("t" in letters) != ("T" in letters):
        return _unsaid(meaning)
    return _says(meaning, **{f"{to}_to_soldiers": "t" in letters, f"{to}_to_king": "K" in letters})


def _occupied(letters: frozenset[str]) -> Meaning:
    """Read to whom the throne is an enemy while a piece stands on it.

    An armed king on it is an enemy to attackers himself. To the king himself it could be one where men may stand on it.
    """
    flags: dict[str, tuple[object, ...]] = {"occupied_throne_hostile": ("T" in letters,)}
    if "t" in letters:
        flags["king_armed"] = (True,)
    if "K" in letters:
        flags["throne_landing"] = ("nobody", "king")
    return Meaning(f"the throne that a piece stands on is an enemy to: {_whom(letters)}", flags)


_LISTS_OF_PIECES: Mapping[str, Callable[[frozenset[str]], Meaning]] = {
    "corh": partial(_hostile, "an empty corner", "corner_hostile"),
    "cenh": _occupied,
    "cenhe": partial(_hostile, "the empty throne", "throne_hostile"),
    "corp": partial(_who, "pass over a corner", "corner_landing"),
    "cenp": partial(_who, "pass over the throne", "throne_crossing"),
    "cors": partial(_who, "stop on a corner", "corner_landing"),
    "cens": partial(_who, "stop on the throne", "throne_landing"),
    "corre": partial(_back, "a corner", "corner_landing"),
    "cenre": partial(_back, "the throne", "throne_landing"),
}


def _king(meaning: str, throne: str, elsewhere: str, edge: str) -> Meaning:
    return _says(meaning, king_on_throne=throne, king_beside_throne=throne, king_elsewhere=elsewhere, king_at_edge=edge)


_JUMPS = {"n": _says("no jumps"), **dict.fromkeys("rjc", _unsaid("jumps"))}
_REPEATED = Meaning("a side that repeats the position wins or loses", {"repetition": ("mover-loses", "defenders-lose")})
"""The specification's text and its code take "w" and "l" the other way round, and so either is read as either.

No letter says that the defenders lose, and programs write one of these for it.
"""
_CHOICES: Mapping[str, Mapping[str, Meaning]] = {
    "esc": {
        "c": _says("the king wins on a corner", goal="corner"),
        "e": _says("the king wins at the edge", goal="edge"),
    },
    "surf": {
        "y": _says("a side that is surrounded loses", encirclement=True),
        "n": _says("a side that is surrounded plays on", encirclement=False),
    },
    "atkf": {"y": _says("the attackers begin"), "n": _says("the defenders begin")},
    "tfr": {
        "d": _says("a position for the third time is a draw", repetition="draw"),
        "i": _says("a position for the third time ends nothing", repetition="claim"),
        **dict.fromkeys("wl", _REPEATED),
    },
    "ka": {
        "y": _says("the king captures", king_armed=True),
        "n": _says("the king does not capture", king_armed=False),
        "a": _unsaid("the king captures as the second piece alone"),
        "h": _unsaid("the king captures as the mover alone"),
    },
    "ks": {
        **dict.fromkeys(
            "sy", _king("four enemies take the king, who is safe at the edge", "surround", "surround", "never")
        ),
        "c": _king(
            "enemies on all sides take the king on and beside his throne, two elsewhere", "surround", "two", "two"
        ),
        "m": _king("enemies on all sides take the king everywhere", "surround", "surround", "surround"),
        **dict.fromkeys("wn", _king("two enemies take the king everywhere", "two", "two", "two")),
    },
    "sw": {
        "n": _says("rows at the edge are not taken", shieldwall="none"),
        "w": _says("rows at the edge are taken, by pieces alone", shieldwall="pieces"),
        "s": _says("rows at the edge are taken, against a corner too", shieldwall="corner"),
    },
    "swf": {
        "y": _says("rows at the edge fall to the piece that closes an end"),
        "n": _says("rows at the edge fall to whoever closes them", shieldwall="none"),
    },
    "efe": {
        "y": _says("the king wins in a fort at the edge", exit_fort=True),
        "n": _says("the king wins in no fort", exit_fort=False),
    },
    "linc": {
        "y": _says("Linnaeus’s capture", linnaean_capture=True),
        "n": _says("no capture of Linnaeus’s", linnaean_capture=False),
    },
    "ber": {"n": _says("no berserk moves"), **dict.fromkeys("cm", _unsaid("berserk moves"))},
    **dict.fromkeys(("kj", "nj", "cj", "mj", "gj"), _JUMPS),
}
SQUARES = ("cor", "cen", "afor", "dfor")
"""The terms that list squares, and begin the names of those that speak of them."""

TERMS: Mapping[str, Reader] = MappingProxyType(
    {
        **dict.fromkeys(("name", "start", "starti"), lambda _value, _size: _says("")),
        "dim": lambda value, _size: _says("the squares along a side", size=value),
        **{term: partial(_chosen, values) for term, values in _CHOICES.items()},
        "spd": _speeds,
        "cor": _corners,
        "cen": _throne,
        **{term: partial(_pieces, read) for term, read in _LISTS_OF_PIECES.items()},
        "afor": _forts,
        "dfor": _forts,
        **dict.fromkeys(
            (f"{forts}{term}" for forts in ("afor", "dfor") for term in ("h", "p", "s", "re")),
            lambda _value, _size: _unsaid("a rule of forts"),
        ),
    }
)
"""The terms that are known, with what reads their values."""


# --- The writer -------------------------------------------------------------------------------------------


def write_terms(variant: Variant, title: str, start: str, first: Side) -> str:
    """Return the rules of a variant as a string, with the ranks of a position line as the start, and who begins.

    A term none of whose values agrees with the rules is left out, and what only we can say is not in it.
    """
    name = re.sub(r"[^A-Za-z0-9]+", "_", title)
    rules, size = variant.rules, variant.layout.size
    corners, far = "".join(f"{square}," for square in sorted(variant.layout.corners)), {"line": "-1", "step": "1"}
    soldier, king = far[rules.soldier_move], far[rules.king_move]
    whom = {"nobody": "", "king": "K", "anybody": "tTK"}
    values = {
        "dim": str(size),
        "name": name,
        **{term: _agreeing(term, variant) for term in _CHOICES},
        "atkf": "y" if first is Side.ATTACKERS else "n",
        "spd": soldier if soldier == king else ",".join([soldier] * 8 + [king, soldier]),
        "cor": corners,
        **({} if variant.layout.throne_marked else {"cen": ""}),
        "corh": "tT" * rules.corner_hostile_to_soldiers + "K" * rules.corner_hostile_to_king,
        "cenh": "T" * rules.occupied_throne_hostile,
        "cenhe": "tT" * rules.throne_hostile_to_soldiers + "K" * rules.throne_hostile_to_king,
        "corp": whom[rules.corner_landing],
        "cors": whom[rules.corner_landing],
        "corre": whom[rules.corner_landing],
        "cenp": whom[rules.throne_crossing],
        # the king begins on the throne
        "cens": whom[rules.throne_landing] or "K",
        "cenre": whom[rules.throne_landing],
        "start": start,
    }
    return " ".join(f"{term}:{value}" for term, value in values.items() if value is not None)


def _agreeing(term: str, variant: Variant) -> str | None:
    """Return the first value of a term that a variant does not contradict, or None."""
    values = _CHOICES[term]
    return next((value for value in values if not contradictions({term: value}, variant)), None)
