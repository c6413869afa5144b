"""What captions claim of their figures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from taflkit.tafl import Piece
from words.readback.english import ATTACKERS, DEFENDERS, Claim, Grammar, Nouns, Said, claim, sentences
from words.readback.scenes import EDGE, MAN, OPEN

_AT = "(?P<at>in the open|on the {throne}|beside the {throne}|at the edge)"


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
    ("the start", lambda _: [claim("it is the start", True)]),
    (
        "where (the (?P<king>{king})|a soldier) may go",
        lambda s: [claim("whose moves are shown", "king" if s["king"] else "soldier")],
    ),
    (
        "(?P<no>no|a) soldier on a corner",
        lambda s: [claim("a soldier stops on a corner", s["no"] == "a"), claim("whose moves are shown", "soldier")],
    ),
    (
        "(?P<any>anybody|nobody) may go there",
        lambda s: [claim("a soldier stops on a corner", s["any"] == "anybody")],
    ),
    (
        "(?P<any>anybody|nobody) may stop there",
        lambda s: [claim("a soldier stops between enemies", s["any"] == "anybody")],
    ),
    (
        # the mover, and him behind
        "{number} in line",
        lambda s: [*_captures(1 if s["number"] == 2 else 0, None), claim("behind the captured", "enemy")],
    ),
    (
        "the ({man}|(?P<king>{king})) captures( (?P<nothing>nobody))?",
        lambda s: [
            claim("mover", str(Piece.KING if s["king"] else MAN[s["man"]])),
            *_captures(0 if s["nothing"] else 1, None),
            *([claim("an enemy stands between the mover and another", True)] if s["nothing"] else []),
        ],
    ),
    ("against the corner", lambda _: [*_captures(1, None), claim("behind the captured", "corner")]),
    ("against the empty {throne}", lambda _: [*_captures(1, None), claim("behind the captured", "empty throne")]),
    (
        "against the {king}’s {throne}",
        lambda _: [*_captures(1, Piece.DEFENDER), claim("behind the captured", "throne with the king")],
    ),
    (
        "at the ((?P<corner>corner)|empty {throne}): (?P<what>safe|captured)",
        lambda s: [
            claim("captured pieces", 0 if s["what"] == "safe" else 1),
            claim("behind him who is beside the mover", "corner" if s["corner"] else "empty throne"),
        ],
    ),
    (
        "the {king} at home: (?P<what>safe|captured)",
        lambda s: [
            claim("captured pieces", 0 if s["what"] == "safe" else 1),
            claim("behind him who is beside the mover", "throne with the king"),
        ],
    ),
    ("{number} at once", lambda s: _captures(s["number"], None)),
    (
        "(?P<safe>safe|captured) in between",
        lambda s: [
            claim("the mover stands between two enemies", True),
            claim("captured pieces", *([0] if s["safe"] == "safe" else [])),
        ],
    ),
    # rows
    (
        "{number} {men} at once",
        lambda s: [*_captures(s["number"], MAN[s["men"]]), claim("the captured stand in a row on the edge", True)],
    ),
    (
        "a row on either side: {number} {men}",
        lambda s: [
            *_captures(s["number"], MAN[s["men"]]),
            claim("the captured stand on both sides of the mover", True),
        ],
    ),
    (
        "the corner closes (?P<a>the|no) row",
        lambda s: [
            claim("a corner ends the row", True),
            claim("captured pieces", *([0] if s["a"] == "no" else range(1, 20))),
        ],
    ),
    (
        "the {king} (?P<king>stays|falls); one (?P<falls>stays|falls)",
        lambda s: [
            claim("the king is captured", s["king"] != "stays"),
            *_captures(*((1, Piece.DEFENDER) if s["falls"] != "stays" else (0, None))),
            claim("the king stands in the row", True),
        ],
    ),
    (
        "(?P<gap>a|no) gap: (?P<fallen>nobody|one) falls",
        lambda s: [
            claim("captured pieces", 0 if s["fallen"] == "nobody" else 1),
            claim("a row has a gap", s["gap"] == "a"),
        ],
    ),
    # the king
    ("{number} " + _AT, _king_taken),
    ("{number} {men}", _king_taken),
    (
        _AT + ": (?P<safe>safe|captured)",
        lambda s: [
            *_king_at(s),
            claim("the king is captured", s["safe"] != "safe"),
            claim("attackers beside the king", 2, 3, 4),
        ],
    ),
    (
        "{number}, and the corner",
        lambda s: [*_king_taken(s), claim("behind the captured", "corner")],
    ),
    ("the corner closes one side", lambda _: [claim("an empty corner is beside the king", True)]),
    (
        "he is (?P<safe>safe|captured) at the corner",
        lambda s: [
            claim("the king is captured", s["safe"] != "safe"),
            claim("an empty corner is beside the king", True),
        ],
    ),
    # how it ends
    (
        "the {king} is out: he (?P<wins>wins|loses)",
        lambda s: [
            claim("mover", str(Piece.KING)),
            claim("winner", DEFENDERS if s["wins"] == "wins" else ATTACKERS),
        ],
    ),
    (
        "the ring is (?P<closed>closed|open)",
        lambda s: [claim("the king’s side has a way to the edge", s["closed"] != "closed")],
    ),
    (
        "a way out (on|at) the (?P<where>left|right|top|bottom)",
        lambda s: [
            claim("the king’s side has a way to the edge", True),
            claim("where the way out is", s["where"]),
        ],
    ),
    (
        "an exit fort: (?P<he>he|nobody) wins",
        lambda s: [claim("winner", DEFENDERS if s["he"] == "he" else "nobody"), claim("where the king is", EDGE)],
    ),
    (
        "the one (?P<where>on top|below) can fall",
        lambda s: [
            claim("winner", "nobody"),
            claim("where a man of the wall stands alone", "top" if s["where"] == "on top" else "bottom"),
        ],
    ),
    (
        "he (?P<could>could|could not) win: {call}",
        lambda s: [claim("the king could reach", "edge" if s["could"] == "could" else "nothing")],
    ),
)


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
