"""The game that a rules string of OpenTafl states: its board, its start and a value for every flag.

A term that a string leaves out has the default of OpenTafl's specification. A term that no flag can say is refused, so
that no game is played by other rules than those that are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from taflkit.errors import TaflkitError, refuse
from taflkit.tafl.board import CORNERS, LARGEST, SMALLEST, BoardLayout, Side, Square, board_of, refuse_corners
from taflkit.tafl.position import Position
from taflkit.tafl.records import parse_position, parse_terms, write_position
from taflkit.tafl.rules import Rules, Variant, flag_names
from taflkit.tafl.rules_strings import SQUARES, TERMS, items, read_terms, write_terms, written
from taflkit.tafl.sanity import without_throne

_DEFAULTS = read_terms(
    "esc:c surf:y atkf:y tfr:d ka:y ks:y spd:-1 cor:default corh:tTK corp:K cors:K cen:default cenh:t cenhe:tTK"
    " cenp:tTK cens:K sw:n efe:n linc:n"
)
"""The values of the terms that are left out, with the letters of our pieces alone."""
_NO_CORNERS: Mapping[str, Any] = MappingProxyType(
    {"corner_landing": "anybody", "corner_hostile_to_soldiers": False, "corner_hostile_to_king": False}
)
"""The flags that speak of corners, as where there are none."""
_MOST = 10
"""The most terms that are not known and are named."""


class Stated(NamedTuple):
    """The game that a rules string states.

    Attributes:
        title: its name, with blanks; "" where the string has none.
        variant: the king may begin elsewhere than on the throne, as in puzzles.
        sources: the terms that gave a flag, "corners" or "throne_marked"; a flag that no term speaks of has none.
        passed: the defaults of terms left out that no flag can say beside the terms that are written.
    """

    title: str
    variant: Variant
    sources: Mapping[str, str]
    passed: tuple[str, ...]


def parse_rules(text: str) -> Stated:
    """Read a rules string: alone, or in the tag [rules:...] of a record.

    Raises:
        TaflkitError: a term with two values; else as `stated_rules`.
    """
    return stated_rules(parse_terms(text))


def write_rules(variant: Variant, title: str) -> str:
    """Return a variant with its start as a rules string under a title; see `unsaid_flags`."""
    return write_terms(variant, title, write_position(Position.start(variant)).partition(" ")[0], variant.first_move)


def stated_rules(terms: Mapping[str, str], game: str = "", name: str = "") -> Stated:
    """Return the game that the terms of a string state, under the names of a game and a ruleset.

    Raises:
        TaflkitError: no board or no start, a term that is not known, one that no flag can say, or two that cannot stand
            beside each other; each is named.
    """
    for needed, example in (("dim", "dim:7"), ("start", "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")):
        if needed not in terms and not (needed == "start" and "starti" in terms):
            raise TaflkitError(f"the rules have no {needed}; write one such as {example}")
    dim = terms["dim"]
    if dim not in map(str, range(SMALLEST, LARGEST + 1, 2)):
        raise TaflkitError(f"{written('dim', dim)}: the size must be odd, from {SMALLEST} to {LARGEST}")
    size, unknown = int(dim), [term for term in terms if term not in TERMS]
    refuse(TaflkitError(f"{written(term, terms[term])} is no term that is known") for term in unknown[:_MOST])
    values, sources, passed = _flags(terms, size)
    throne = board_of(size).squares[size * size // 2]
    try:
        corners = tuple(sorted(map(Square.parse, values.pop("corners"))))
        layout = BoardLayout(size, {}, throne, corners, values.pop("throne_marked"))
        refuse_corners(layout)
    except TaflkitError as error:
        raise TaflkitError(f"{sources['corners']}: {error}") from None
    rules = Rules(**{flag: value for flag, value in values.items() if flag in flag_names()})
    if not corners:
        rules = rules._replace(**_NO_CORNERS)
        sources |= dict.fromkeys(_NO_CORNERS, sources["corners"])
    if not layout.throne_marked:
        of_throne: Mapping[str, Any] = without_throne(rules)
        rules = rules._replace(**of_throne)
        sources |= dict.fromkeys(of_throne, sources["throne_marked"])
    variant = Variant(game, name, layout, rules, {})
    start = MappingProxyType(dict(sorted(_start(terms, variant).pieces.items())))
    variant = replace(variant, layout=replace(layout, start=start))
    return Stated(terms.get("name", "").replace("_", " ").strip(), variant, sources, passed)


def unsaid_flags(variant: Variant, text: str) -> tuple[str, ...]:
    """Return the flags of a variant that its rules string does not say."""
    read = stated_rules(read_terms(text)).variant.rules
    # of the king at the edge where he has won, and of corners that there are not
    void = {"king_at_edge"} if variant.rules.goal == "edge" else set()
    void |= set() if variant.layout.corners else {*_NO_CORNERS}
    ours = variant.rules._asdict()
    return tuple(flag for flag, value in read._asdict().items() if value != ours[flag] and flag not in void)


def _start(terms: Mapping[str, str], variant: Variant) -> Position:
    """Return the position that the game begins with."""
    if "start" in terms and "starti" in terms:
        raise TaflkitError("the rules have both start: and starti:; leave one away")
    term = "start" if "start" in terms else "starti"
    # in a record the moves stand behind it
    line = terms[term].partition(" ")[0]
    try:
        return parse_position(variant, line if term == "start" else "/".join(line.split("/")[::-1]))
    except TaflkitError as error:
        raise TaflkitError(f"{term}: {error}") from None


def _flags(terms: Mapping[str, str], size: int) -> tuple[dict[str, Any], dict[str, str], tuple[str, ...]]:
    """Return the values that terms give to flags and to keys of the layout, their sources, and the defaults passed."""
    every = {**_DEFAULTS, **terms}
    # a king or a man stops again where he may stop and may come back to
    for place in ("cor", "cen"):
        if f"{place}re" in terms:
            every[f"{place}s"] = "".join(sorted({*every[f"{place}s"]} & {*terms[f"{place}re"]}))
    without = [place for place in SQUARES if not items(every.get(place, ""))]
    void = {term for term in every for place in without if term != place and term.startswith(place)}
    # nothing can pass over a corner of one square
    void |= {"corp"} if len(items(every["cor"])) <= CORNERS else set()
    agreeing: dict[str, tuple[object, ...]] = {}
    sources: dict[str, list[str]] = {}
    passed: list[str] = []
    unsaid: list[str] = []
    # what is written comes first: a default gives way to it
    for term in (*terms, *(each for each in _DEFAULTS if each not in terms)):
        meaning = TERMS[term](every[term], size)
        source = written(term, terms[term]) if term in terms else f"{term}:{_DEFAULTS[term]}, its default"
        if term in void:
            continue
        if meaning.flags is None:
            unsaid.append(f"{source} ({meaning.meaning}): no flag of a ruleset can say so")
            continue
        narrowed = {
            flag: tuple(value for value in agreeing.get(flag, agree) if value in agree)
            for flag, agree in meaning.flags.items()
        }
        clashing = [each for flag, left in narrowed.items() if not left for each in sources[flag]]
        if clashing:
            line = f"{source} ({meaning.meaning}): no flag can say so beside {', '.join(dict.fromkeys(clashing))}"
            (unsaid if term in terms else passed).append(line)
        for flag, left in narrowed.items():
            if left:
                agreeing[flag] = left
                sources.setdefault(flag, []).append(source)
    refuse(map(TaflkitError, unsaid))
    values: dict[str, Any] = {}
    for flag, agree in agreeing.items():
        usual = Rules._field_defaults.get(flag)
        values[flag] = usual if usual in agree else agree[0]
    values["first_move"] = (Side.ATTACKERS if every["atkf"] == "y" else Side.DEFENDERS).value
    sources["first_move"] = [written("atkf", terms["atkf"]) if "atkf" in terms else "atkf:y, its default"]
    return values, {flag: "; ".join(each) for flag, each in sources.items()}, tuple(passed)
