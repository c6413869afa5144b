"""What captions claim of their figures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from taflkit.tafl import Piece
from words.readback.english import ATTACKERS, DEFENDERS, Claim, Grammar, May, Nouns, Said, claim, sentences
from words.readback.scenes import EDGE, MAN, OPEN

_AT = "((?P<at>in the open|on the {throne}|beside the {throne}|at the edge):? )?"


def _captures(number: int | None, piece: Piece | None) -> list[Claim]:
    """Return the claims on what the move captures, so many of a kind."""
    claims = [claim("captured pieces", number)] if number is not None else []
    return [*claims, *([claim("captured kinds", str(piece))] if piece is not None else [])]


def _king_at(said: Said) -> list[Claim]:
    """Return the claim on where the king is, if the caption says it."""
    at = said.get("at")
    if at is None:
        return []
    place = at if at in (OPEN, EDGE) else f"{at.rsplit(' ', 1)[0]} throne"
    return [claim("where the king is", place)]


def _king_taken(said: Said) -> list[Claim]:
    claims = [*_king_at(said), claim("the king is captured", True)]
    if said.get("number") is not None:
        claims.append(claim("attackers beside the king", said["number"]))
    if said.get("men") is not None:
        claims.append(claim("who captures the king", said["men"]))
    return claims


_EVENTS: Mapping[str, list[Claim]] = {
    "in line": [claim("captured pieces", 1), claim("behind the captured", "enemy")],
    "against the corner": [claim("captured pieces", 1), claim("behind the captured", "corner")],
    "against the throne": [claim("captured pieces", 1), claim("behind the captured", "empty throne")],
    "two at once": [claim("captured pieces", 2)],
    "three at once": [claim("captured pieces", 3)],
    "a safe entry": [claim("the mover stands between two enemies", True), claim("captured pieces", 0)],
}
"""What the numbered moves of one figure are."""

CAPTIONS = Grammar(
    (
        "the start: the {king}, his {number} {men} and the {number_2} {men_2}",
        lambda s: [
            claim("it is the start", True),
            claim(f"number of {s['men']}", s["number"]),
            claim(f"number of {s['men_2']}", s["number_2"]),
            claim("whose men the king’s are", s["men"]),
        ],
    ),
    (
        "where (the (?P<king>{king})|a soldier) may go, and where not",
        lambda s: [claim("whose moves are shown", "king" if s["king"] else "soldier")],
    ),
    (
        "{who} {may} stop on a corner",
        lambda s: [claim("a soldier stops on a corner", _soldiers_may(s)), claim("whose moves are shown", "soldier")],
    ),
    (
        "{who} {may} stop between enemies",
        lambda s: [claim("a soldier stops between enemies", _soldiers_may(s))],
    ),
    (
        "the ({man}|(?P<king>{king})) moves up and captures ({a_man}|(?P<nothing>nothing))",
        lambda s: [
            claim("mover", str(Piece.KING if s["king"] else MAN[s["man"]])),
            *_captures(0 if s["nothing"] else 1, MAN[s["a_man"]] if s["a_man"] else None),
            *([claim("an enemy stands between the mover and another", True)] if s["nothing"] else []),
        ],
    ),
    (
        "captured against the (corner(: {a_man})?)",
        lambda s: [
            *_captures(1, MAN[s["a_man"]] if s["a_man"] else None),
            claim("behind the captured", "corner"),
        ],
    ),
    (
        "captured against the empty {throne}",
        lambda _: [*_captures(1, None), claim("behind the captured", "empty throne")],
    ),
    (
        "captured against the {throne} that the {king} sits on",
        lambda _: [*_captures(1, Piece.DEFENDER), claim("behind the captured", "throne with the king")],
    ),
    (
        "(?P<not>not )?captured: the ((?P<corner>corner)|{throne}) {helps} here",
        lambda s: [
            claim("captured pieces", *([0] if s["not"] else [1])),
            claim("behind him who is beside the mover", "corner" if s["corner"] else "empty throne"),
            claim("captured pieces", *([1] if s["helps"] else [0])),
        ],
    ),
    (
        "(?P<what>safe|captured) while the {king} is on the {throne}",
        lambda s: [
            claim("captured pieces", 0 if s["what"] == "safe" else 1),
            claim("behind him who is beside the mover", "throne with the king"),
        ],
    ),
    (
        "captured even with the {king} on the {throne}",
        lambda _: [*_captures(1, Piece.DEFENDER), claim("behind the captured", "throne with the king")],
    ),
    ("{number} {men} at once", lambda s: _captures(s["number"], MAN[s["men"]])),
    (
        "(?P<safe>safe|captured) in between",
        lambda s: [
            claim("the mover stands between two enemies", True),
            claim("captured pieces", *([0] if s["safe"] == "safe" else [])),
        ],
    ),
    # rows
    (
        "a shieldwall: {number} {men} at once",
        lambda s: [*_captures(s["number"], MAN[s["men"]]), claim("the captured stand in a row on the edge", True)],
    ),
    (
        "a row on either side: {number} {men} captured",
        lambda s: [
            *_captures(s["number"], MAN[s["men"]]),
            claim("the captured stand on both sides of the mover", True),
        ],
    ),
    (
        "(a|the) corner closes (?P<a>the|a|no) row: ({number} {men} at once|(?P<nil>nobody is captured))",
        lambda s: [
            *([claim("captured pieces", 0)] if s["nil"] else _captures(s["number"], MAN[s["men"]])),
            claim("a corner ends the row", True),
            claim("captured pieces", *([0] if s["a"] == "no" else range(1, 20))),
        ],
    ),
    (
        "the {king} (?P<king>stays|is captured); his {man} (?P<falls>stays|is captured)",
        lambda s: [
            claim("the king is captured", s["king"] != "stays"),
            *_captures(*((1, MAN[s["man"]]) if s["falls"] != "stays" else (0, None))),
            claim("the king stands in the row", True),
        ],
    ),
    (
        "(?P<gap>a|no) gap in the row: (?P<fallen>nobody|one) is captured",
        lambda s: [
            claim("captured pieces", 0 if s["fallen"] == "nobody" else 1),
            claim("a row has a gap", s["gap"] == "a"),
        ],
    ),
    # the king
    (_AT + "{number}( {men})? captures? him", _king_taken),
    (_AT + "(captured by )?{number} {men}, one a side", _king_taken),
    (
        _AT + "{number}, one of them on it",
        lambda s: [*_king_taken(s), claim("an attacker stands on the throne", True)],
    ),
    (
        _AT + "he is (?P<safe>safe|captured)",
        lambda s: [
            *_king_at(s),
            claim("the king is captured", s["safe"] != "safe"),
            claim("attackers beside the king", 2, 3, 4),
        ],
    ),
    (
        "the {king} (is )?captured against the corner",
        lambda _: [claim("the king is captured", True), claim("behind the captured", "corner")],
    ),
    (
        "the corner closes one side: (?P<not>not )?captured",
        lambda s: [claim("the king is captured", not s["not"]), claim("an empty corner is beside the king", True)],
    ),
    (
        "the corner {helps} against the {king}",
        lambda s: [claim("the king is captured", s["helps"]), claim("an empty corner is beside the king", True)],
    ),
    # how it ends
    (
        "the {king} reaches {goal} and (?P<wins>wins|loses)",
        lambda s: [
            claim("mover", str(Piece.KING)),
            claim("where the move goes", s["goal"]),
            claim("winner", DEFENDERS if s["wins"] == "wins" else ATTACKERS),
        ],
    ),
    (
        "the ring is (?P<closed>closed|open): ({side} wins?|(?P<on>the game goes on))",
        lambda s: [
            claim("winner", s["side"] or "nobody"),
            claim("the king’s side has a way to the edge", s["closed"] != "closed"),
        ],
    ),
    (
        "a way out (on|at) the (?P<where>left|right|top|bottom): ({side} wins?|(?P<on>the game goes on))",
        lambda s: [
            claim("winner", s["side"] or "nobody"),
            claim("the king’s side has a way to the edge", True),
            claim("where the way out is", s["where"]),
        ],
    ),
    (
        "an exit fort: (the (?P<king>{king})|{side}) wins?",
        lambda s: [claim("winner", DEFENDERS if s["king"] else s["side"]), claim("where the king is", EDGE)],
    ),
    (
        "no exit fort: the {man} at the (?P<where>top|bottom) can be captured",
        lambda s: [
            claim("winner", "nobody"),
            claim("where the king is", EDGE),
            claim("where a man of the wall stands alone", s["where"]),
            claim("whose wall is not whole", s["man"]),
        ],
    ),
    (
        "the {king} (?P<could>could|could not) reach {place}: {call}",
        lambda s: [claim("the king could reach", s["place"] if s["could"] == "could" else "nothing")],
    ),
)


def _soldiers_may(said: Said) -> bool | None:
    who: May = said["who"] if said["may"] else said["who"].refused()
    return who.soldiers


_NUMBERED = r"(?:and )?(.+?) \((\d)\)"


def read_caption(text: str, nouns: Nouns) -> list[Claim] | None:
    """Return what a caption claims of its figure, or None where it is unknown."""
    claims: list[Claim] = []
    for sentence in sentences(text):
        parts = re.split(", ", sentence)
        numbered = [re.fullmatch(_NUMBERED, part) for part in parts]
        if all(numbered):
            for match in filter(None, numbered):
                event = match[1].replace(f"the {nouns.throne}", "the throne")
                if event not in _EVENTS:
                    return None
                claims += [Claim(f"{match[2]}: {each.of}", each.values) for each in _EVENTS[event]]
            continue
        read = CAPTIONS.read(sentence, nouns)
        if read is None:
            return None
        claims += read
    return claims
