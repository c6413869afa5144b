"""A reader of the controlled English of booklets, cards and captions: clauses that it knows, and what each claims.

A clause is typed as a reader of English knows it, with {slots} for what may differ: a number, who, a side, a place.
What a clause claims is typed from its meaning; the templates are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

ATTACKERS, DEFENDERS = "attackers", "defenders"
WHO = ("nobody", "king", "anybody")
MANNERS = ("two", "surround", "never")


class Claim(NamedTuple):
    """That a flag, a count or a point has one of some values; none at all for what can never be."""

    of: str
    values: frozenset[object]

    def __str__(self) -> str:
        values = sorted(map(str, self.values))
        return f"{self.of} = {' or '.join(values) or 'what no rule can be'}"


def claim(of: str, *values: object) -> Claim:
    """Return the claim that a subject has one of the values."""
    return Claim(of, frozenset(values))


class Nouns(NamedTuple):
    """What a game calls its pieces and places: one with its article, one, and several."""

    attacker: tuple[str, str, str] = ("an attacker", "attacker", "attackers")
    defender: tuple[str, str, str] = ("a defender", "defender", "defenders")
    king: str = "king"
    throne: str = "throne"
    square: str = "square"
    lines: str = "a row or column"
    call: str = "“check”"
    calls: str = "“check”"

    def on(self, surface: str) -> Nouns:
        """Return the names on a board of squares, or of points."""
        return self if surface == "squares" else self._replace(square="point", lines="a line")


LINNAEUS = Nouns(
    attacker=("a muscovite", "muscovite", "muscovites"),
    defender=("a swede", "swede", "swedes"),
    throne="castle",
    call="“raichi”",
    calls="“raichi” (“tuichu” if two ways are open)",
)
CYNINGSTAN = Nouns(attacker=("a count", "count", "counts"), defender=("a duke", "duke", "dukes"))
SUCKLING = Nouns(
    attacker=("a thief", "thief", "thieves"), defender=("a friend", "friend", "friends"), king="leprechaun"
)
OWN_NOUNS = {
    ("alea-evangelii", "cyningstan"): CYNINGSTAN,
    ("magpie", "suckling"): SUCKLING,
    ("tablut", "linnaeus"): LINNAEUS,
    ("tablut", "smith"): LINNAEUS,
}
"""The rulesets whose sources have names of their own, as the sources have them."""

DEVICES = {
    "anchor": ("anchor", "anchors"),
    "boar": ("boar", "boars"),
    "book": ("gospel book", "gospel books"),
    "cap": ("fur cap", "fur caps"),
    "clover": ("four-leaved clover", "four-leaved clovers"),
    "cross": ("ringed cross", "ringed crosses"),
    "crowns": ("three crowns", "three crowns"),
    "dragon": ("dragon", "dragons"),
    "eagle": ("eagle", "eagles"),
    "harp": ("harp", "harps"),
    "hat": ("buckled hat", "buckled hats"),
    "head": ("crowned head", "crowned heads"),
    "helmet": ("helmet", "helmets"),
    "knot": ("knot", "knots"),
    "longship": ("longship", "longships"),
    "magpie": ("magpie", "magpies"),
    "raven": ("raven", "ravens"),
    "shield": ("round shield", "round shields"),
    "ship": ("ship under sail", "ships under sail"),
    "spears": ("sheaf of spears", "spears"),
    "swords": ("pair of crossed swords", "crossed swords"),
    "thistle": ("thistle", "thistles"),
    "torc": ("torc", "torcs"),
    "wolf": ("wolf", "wolves"),
}

_TEENS = [
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBERS = {
    **{word: number for number, word in enumerate(_TEENS)},
    **{ten: 20 + 10 * place for place, ten in enumerate(_TENS)},
    **{
        f"{ten}-{one}": 20 + 10 * place + number
        for (place, ten), (number, one) in product(enumerate(_TENS), enumerate(_TEENS[1:10], 1))
    },
}
_ORDINALS = {word: place for place, word in enumerate(["first", "second", "third", "fourth", "fifth", "sixth"], 1)}


class May(NamedTuple):
    """Whether soldiers and the king may do something; None where nothing is said of them."""

    soldiers: bool | None = None
    king: bool | None = None

    def refused(self) -> May:
        """Return what "may not" makes of it."""
        return May(*(None if value is None else not value for value in self))

    def meant(self) -> frozenset[str]:
        """Return the values of a flag that agree: who may, nobody, the king or anybody."""
        able = {"nobody": (False, False), "king": (False, True), "anybody": (True, True)}
        return frozenset(
            who for who, real in able.items() if all(v in (None, r) for v, r in zip(self, real, strict=True))
        )


@cache
def slots(nouns: Nouns) -> Mapping[str, Mapping[str, object]]:
    """Return the words that each slot may have, with what they mean."""
    king, soldiers = f"the {nouns.king}", ("a soldier", "soldiers", "any soldier", "the soldiers")
    return {
        "number": _NUMBERS,
        "ordinal": _ORDINALS,
        "who": {
            **dict.fromkeys(("no piece", "nobody", "none"), May(False, False)),
            **dict.fromkeys(("any piece", "every piece", "a piece", "anybody", "all", "pieces"), May(True, True)),
            **dict.fromkeys((f"only {king}", f"only the {nouns.king} himself"), May(False, True)),
            **dict.fromkeys(("only a soldier", "only soldiers"), May(True, False)),
            **dict.fromkeys(soldiers, May(soldiers=True)),
            "no soldier": May(soldiers=False),
            **dict.fromkeys((king, "he"), May(king=True)),
        },
        "side": {
            **{f"the {men}": side for men, side in _sides(nouns, 2).items()},
            f"{king}’s side": DEFENDERS,
            **_sides(nouns, 2),
        },
        "men": _sides(nouns, 2),
        "man": _sides(nouns, 1),
        "a_man": _sides(nouns, 0),
        "place": {f"the {nouns.throne}": "throne", "a corner": "corner", "the edge": "edge"},
        "goal": {
            "a corner": "corner",
            **dict.fromkeys(("the edge of the board", "the edge"), "edge"),
            f"the {nouns.throne}": "throne",
        },
        "far": {"any distance": "line", "one step": "step"},
        "may": {"may": True, "can": True, "may not": False, "cannot": False},
        "helps": {
            **dict.fromkeys(("helps", "help"), True),
            **dict.fromkeys(("does not help", "do not help"), False),
        },
        "counts": {
            **dict.fromkeys(("counts", "is"), True),
            **dict.fromkeys(("does not count", "is not"), False),
        },
        "serves": {"serves": True, "does not serve": False},
        "ever": {
            **dict.fromkeys(("never", "not", "nowhere"), False),
            **dict.fromkeys(("always", "also", "ever"), True),
        },
        "none": {
            **dict.fromkeys(("none", "nothing", "nobody"), False),
            **dict.fromkeys(("all", "both", "each", "one"), True),
        },
        "opposite": {"opposite": "opposite", "any": "any", "adjoining": "adjoining", "two": "any"},
        "anvil": {
            "a corner": ("corner", False),
            "an empty corner": ("corner", True),
            f"the empty {nouns.throne}": ("throne", True),
            f"the {nouns.throne}": ("throne", False),
            "the edge": ("edge", False),
        },
        "device": {one: name for name, (one, _) in DEVICES.items()},
        "devices": {several: name for name, (_, several) in DEVICES.items()},
    }


def _sides(nouns: Nouns, form: int) -> dict[str, object]:
    return {nouns.attacker[form]: ATTACKERS, nouns.defender[form]: DEFENDERS}


def _plain(nouns: Nouns) -> dict[str, str]:
    """Return the nouns that a clause has as they are."""
    return {
        "attacker": nouns.attacker[1],
        "attackers": nouns.attacker[2],
        "defender": nouns.defender[1],
        "defenders": nouns.defender[2],
        "king": nouns.king,
        "throne": nouns.throne,
        "square": nouns.square,
        "squares": f"{nouns.square}s",
        "lines": nouns.lines,
        "call": re.escape(nouns.call),
        "calls": re.escape(nouns.calls),
    }


Said = Mapping[str, Any]
"""What stands in the slots of a clause, as it is meant; None for a slot in a part that is left out."""
Meaning = Callable[[Said], Iterable[Claim]]


class Grammar:
    """Clauses with their meanings."""

    def __init__(self, *clauses: tuple[str, Meaning]) -> None:
        self.clauses = clauses
        self._compiled: dict[Nouns, list[tuple[re.Pattern[str], Meaning]]] = {}

    def read(self, text: str, nouns: Nouns) -> list[Claim] | None:
        """Return what a clause claims in small letters and without its full stop, or None where no clause is it."""
        if nouns not in self._compiled:
            self._compiled[nouns] = [(_compiled(clause, nouns), meaning) for clause, meaning in self.clauses]
        for pattern, meaning in self._compiled[nouns]:
            if match := pattern.fullmatch(text):
                return list(meaning(_said(match, nouns)))
        return None


def _compiled(clause: str, nouns: Nouns) -> re.Pattern[str]:
    """Return the pattern of a clause: {number}, and {number_2} for a second one."""
    words, plain = slots(nouns), _plain(nouns)
    own = set(re.findall(r"\(\?P<(\w+)>", clause))
    assert not own & words.keys(), f"{own & words.keys()}: a group of a clause's own has the name of a slot"

    def slot(match: re.Match[str]) -> str:
        name = match[1]
        if name in plain:
            return plain[name]
        options = words[re.sub(r"_\d$", "", name)]
        return f"(?P<{name}>{'|'.join(map(re.escape, sorted(options, key=len, reverse=True)))})"

    return re.compile(re.sub(r"\{(\w+)\}", slot, clause))


def _said(match: re.Match[str], nouns: Nouns) -> Said:
    words = slots(nouns)
    return {
        name: text if text is None else words.get(re.sub(r"_\d$", "", name), {}).get(text, text)
        for name, text in match.groupdict().items()
    }


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text in small letters, without their full stops."""
    for sentence in re.split(r"(?<=[.”])\s+(?=[A-Z“])", text.strip()):
        yield (sentence[:1].lower() + sentence[1:]).lower().removesuffix(".")
