"""What the sentences of the reminder cards claim; "you" is the side whose card it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from taflkit.tafl import Rules, Variant
from words.readback.booklet import (
    CORNER_EMPTY,
    MOVING,
    RIM_EMPTY,
    board_claims,
    crossing,
    helped_by,
    point,
)
from words.readback.english import ATTACKERS, DEFENDERS, Claim, Grammar, May, Nouns, Said, claim, sentences

YOU, FORT_OR_NONE = "whose card it is", "there is a fort to be kept from"

AIM = Grammar(
    (
        "bring the {king} to {goal}",
        lambda s: [
            claim("where the king is to be brought", s["goal"]),
            claim("goal", s["goal"]),
            claim(YOU, DEFENDERS),
        ],
    ),
    ("capture the {king}", lambda _: [claim("who wins when the king is captured", ATTACKERS), claim(YOU, ATTACKERS)]),
    (
        "keep him from {goal}(, and from (?P<fort>an exit fort))?",
        lambda s: [
            claim("where the king is to be kept from", s["goal"]),
            claim("goal", s["goal"]),
            claim(YOU, ATTACKERS),
            claim(FORT_OR_NONE, bool(s["fort"])),
        ],
    ),
)


def _flag(flag: str, may: May) -> Claim:
    return Claim(flag, may.meant())


CARD_MOVING = Grammar(
    (
        "{far} along {lines}(, over (?P<over>no piece|any piece))?",
        lambda s: [
            claim("soldier_move", s["far"]),
            *([point("pieces jump", s["over"] != "no piece")] if s["over"] else []),
        ],
    ),
    ("{who} (stops|{may} stop) on a corner", lambda s: [_flag("corner_landing", _allowed(s, "may"))]),
    (
        "{who} (moves|{may} move) onto the {throne}(?P<over>, or over it|; {who_2} (passes|{may_2} pass) over it)?",
        lambda s: [_flag("throne_landing", _allowed(s, "may")), *_crossing(s)],
    ),
    (
        "the empty {throne} is (?P<open>open|closed) to all",
        lambda s: [
            claim("throne_landing", "anybody" if s["open"] == "open" else "nobody"),
            *([_flag("throne_crossing", May(True, True))] if s["open"] == "open" else []),
        ],
    ),
    *MOVING.clauses,
)


def _allowed(said: Said, may: str, who: str = "who") -> May:
    allowed: May = said[who]
    return allowed.refused() if said[may] is False else allowed


def _crossing(said: Said) -> Iterator[Claim]:
    if said["who_2"]:
        yield from crossing(_allowed(said, "may_2", "who_2"))
    elif said["over"]:
        yield from crossing(said["who"])


def _one_of(said: Said, flag: str) -> Iterator[Claim]:
    """Yield that places can be one of the enemies that capture."""
    places = [said[slot] for slot in ("anvil", "anvil_2") if said.get(slot)]
    yield from helped_by(places, said["can"] == "can", flag)
    if said["number"] is not None:
        yield claim("enemies that capture a soldier", said["number"])


CARD_CAPTURING = Grammar(
    (
        "{a_man} between {number} {men}(; the {king} {counts})?",
        lambda s: [
            claim("enemies that capture a soldier", s["number"]),
            claim(YOU, DEFENDERS if s["a_man"] == ATTACKERS else ATTACKERS),
            claim(YOU, s["men"]),
            *([claim("king_armed", s["counts"]), claim(YOU, DEFENDERS)] if s["counts"] is not None else []),
        ],
    ),
    (
        "{anvil}(, or {anvil_2},)? (?P<can>can|cannot) be one of the {number}",
        lambda s: _one_of(s, "soldiers"),
    ),
    (
        "((?P<corners>corners)( and )?)?((?P<throne>the empty {throne}))? {helps} against soldiers",
        lambda s: [
            *([claim("corner_hostile_to_soldiers", s["helps"])] if s["corners"] else []),
            *([claim("throne_hostile_to_soldiers", s["helps"])] if s["throne"] else []),
        ],
    ),
    (
        "the {king} (himself )?captures (?P<what>too|nothing)",
        lambda s: [claim("king_armed", s["what"] == "too"), claim(YOU, ATTACKERS)],
    ),
    (
        "the {throne} {helps} against {men} even with the {king} on it",
        lambda s: [
            claim("occupied_throne_hostile", s["helps"]),
            claim("whom the occupied throne may harm", s["men"]),
        ],
    ),
    (
        "with {men} on {number} sides of the {king} on his {throne}, "
        "the {throne} (?P<can>can|cannot) be one of the {number_2} against {a_man} on the last",
        lambda s: [
            claim("linnaean_capture", s["can"] == "can"),
            claim("sides of the king that are held", s["number"]),
            claim("enemies that capture a soldier", s["number_2"]),
            claim("who captures at the throne", s["men"]),
            claim("whom the occupied throne may harm", s["a_man"]),
        ],
    ),
    (
        "moving in between {number} enemies is (?P<what>safe|deadly|forbidden)",
        lambda s: [
            claim("enemies that capture a soldier", s["number"]),
            claim("between_landing", *({"safe": ["anybody"], "forbidden": ["king"]}.get(s["what"], []))),
        ],
    ),
    (
        "{who} (stops|{may} stop) between {number} enemies",
        lambda s: [
            claim("enemies that capture a soldier", s["number"]),
            claim("between_landing", "anybody" if _allowed(s, "may").soldiers else "king"),
        ],
    ),
    (
        "shieldwall: {number} or (?P<more>more|fewer) in a row on {place}, with one of you in front of "
        "(?P<each>each|one) and at (?P<both>both ends|one end)(; (a|(?P<empty>an empty)) (?P<corner>corner) "
        "can be one end, and your move goes to (the other|(?P<front>the front)))?"
        "(; your move goes to (an end|(?P<front_2>the front)))?",
        lambda s: [
            claim("shieldwall", "corner") if s["corner"] else claim("shieldwall", "pieces", "corner"),
            claim("least soldiers in a row", s["number"]),
            point("longer rows are captured", s["more"] == "more"),
            claim("where rows stand", s["place"]),
            point("each of a row is faced", s["each"] == "each"),
            point("both ends of a row are closed", s["both"] == "both ends"),
            claim(
                "where the move goes that captures a row",
                "the front of the row" if s["front"] or s["front_2"] else "an end of the row",
            ),
            *([point(RIM_EMPTY)] if s["corner"] and not s["empty"] else []),
        ],
    ),
)


# The king: where he falls, part by part.
_PLACES = {
    "in the open and on the": ("king_elsewhere", "king_on_throne"),
    "in the open": ("king_elsewhere",),
    "on the": ("king_on_throne",),
    "beside the": ("king_beside_throne",),
    "at the edge": ("king_at_edge",),
    "": ("king_elsewhere",),
}
_AT = (
    "((?P<at>in the open and on the {throne}|in the open|on the {throne}|beside the {throne}|at the edge),? )?"
    "(he falls )?"
)


def _falls(said: Said, manner: str, of: str = "") -> Iterator[Claim]:
    at = said["at"] or ""
    key = next(key for key in _PLACES if at.startswith(key))
    for flag in _PLACES[key]:
        yield claim(flag, manner)
        yield from [claim("goal", "corner")] if flag == "king_at_edge" else []
    if said.get("men"):
        yield claim("who captures the king", said["men"])
    if of:
        yield claim(of, said["number"])


def _card_corner(said: Said) -> Iterator[Claim]:
    helps = said["does"] != "does not count"
    yield claim("corner_hostile_to_king", helps)
    if said["does"] == "closes one":
        yield claim("king_at_edge", "surround")
    elif helps:
        manner = "two" if "one of the" in said["does"] else "surround"
        yield claim("king_elsewhere", manner)
        yield point("corners are blocks")
    if helps and not said["empty"]:
        yield point(CORNER_EMPTY)
    if said["men"]:
        yield claim("who captures the king", said["men"])


CARD_KING = Grammar(
    (
        _AT + "between {number}( {men})?(, {anvil} counting as one)?",
        lambda s: [
            *_falls(s, "two", "enemies on opposite sides"),
            *(helped_by([s["anvil"]], True, "king") if s["anvil"] else []),
            *(_only(s, "beside" if s["anvil"][0] == "throne" else "at the edge") if s["anvil"] else []),
        ],
    ),
    (
        _AT + "(to {men} )?on all {number} sides",
        lambda s: [*_falls(s, "surround", "sides to close: on"), *_no_throne(s)],
    ),
    (
        _AT + "(to {men} )?on the other {number}",
        lambda s: [
            *_falls(s, "surround", "sides besides the throne’s"),
            claim("throne_hostile_to_king", True),
            *_only(s, "beside"),
        ],
    ),
    (
        _AT + "(to {men} )?on the {number} sides there are",
        lambda s: [*_falls(s, "surround", "sides to close: edge"), *_only(s, "at the edge")],
    ),
    (
        _AT + "never",
        lambda s: (
            [
                claim("king_beside_throne", "surround"),
                claim("throne_hostile_to_king", False),
                claim("throne_landing", "nobody", "king"),
            ]
            if "beside" in (s["at"] or "")
            else _falls(s, "never")
        ),
    ),
    ("at the edge,? he has (?P<won>won|lost)", lambda s: [claim("goal", *(["edge"] if s["won"] == "won" else []))]),
    (
        "(?P<away>away from the edge,? )?(a|(?P<empty>an empty)) corner "
        "(?P<does>closes one|closes its side|does not count|counts|can be one of the {men})",
        _card_corner,
    ),
)


def _only(said: Said, place: str) -> Iterator[Claim]:
    """Yield what no rule can be, if the words that are true of one place alone are said of another."""
    if not (said["at"] or "").startswith(place):
        yield claim("king_elsewhere")


def _no_throne(said: Said) -> Iterator[Claim]:
    if "beside" in (said["at"] or ""):
        yield claim("throne_hostile_to_king", False)
        yield claim("throne_landing", "anybody")


CARD_ENDING = Grammar(
    (
        "you also (?P<ends>win|lose) by an exit fort: the {king} on {place}, (?P<free>free|unable) to move, "
        "behind a wall that (?P<can>cannot|can) be broken",
        lambda s: [
            claim("exit_fort", True),
            claim("goal", "corner"),
            claim(YOU, DEFENDERS if s["ends"] == "win" else ATTACKERS),
            claim("where a fort is", s["place"]),
            point("the king of a fort can move", s["free"] == "free"),
            point("a fort may be broken", s["can"] == "can"),
        ],
    ),
    (
        "you (also )?(?P<ends>win|lose) (when|if) (?P<out>nobody of the {king}’s side|none of you|one of you) "
        "has a way to {place}",
        lambda s: [
            claim("encirclement", True),
            claim(YOU, ATTACKERS if s["ends"] == "win" else DEFENDERS),
            claim(YOU, *([DEFENDERS] if "you" in s["out"] else [ATTACKERS])),
            claim("how many have a way out of a closed ring", "one" if s["out"].startswith("one") else "none"),
            claim("where the way out leads", s["place"]),
        ],
    ),
    (
        "the same position a {ordinal} time: (?P<what>a draw|{side} loses?|whoever brought it (?:loses|wins))",
        lambda s: [
            claim("repetition_count", s["ordinal"]),
            claim(
                "repetition",
                *{
                    "a draw": ["draw"],
                    "whoever brought it loses": ["mover-loses"],
                    "whoever brought it wins": [],
                }.get(s["what"], ["defenders-lose"] if s["side"] == DEFENDERS else []),
            ),
        ],
    ),
    ("no move: a draw", lambda _: [claim("no_legal_move", "draw")]),
    (
        "who cannot move (?P<ends>loses|wins)",
        lambda s: [claim("no_legal_move", *(["loses"] if s["ends"] == "loses" else []))],
    ),
)

CARD_CALLS = Grammar(
    (
        "call {calls} (?P<when>as soon as|after) the {king} could reach {place} on his next turn",
        lambda s: [
            claim("call_check", True),
            claim(YOU, DEFENDERS),
            claim("where the call is for", s["place"]),
            point("calls are made when he could escape at once", s["when"] == "as soon as"),
        ],
    ),
    (
        "{call} means that the {king} (?P<could>could|could not) reach {place} on his next turn",
        lambda s: [
            claim("call_check", True),
            claim(YOU, ATTACKERS),
            claim("where the call is for", s["place"]),
            point("calls are made when he could escape at once", s["could"] == "could"),
        ],
    ),
)

GRAMMARS = {
    "the aim": (AIM,),
    "moving": (CARD_MOVING,),
    "capturing": (CARD_CAPTURING,),
    "how it ends": (CARD_ENDING,),
    "calls": (CARD_CALLS,),
}


def read_card(heading: str, text: str, nouns: Nouns) -> list[Claim] | None:
    """Return what the text under a heading of a card claims, or None where a sentence of it is unknown."""
    claims: list[Claim] = []
    of_the_king = heading.lower() == f"the {nouns.king}"
    grammars = (CARD_KING,) if of_the_king else GRAMMARS.get(heading.lower(), ())
    for sentence in sentences(text):
        for part in re.split(r"; ", sentence) if of_the_king else [sentence]:
            found = (grammar.read(part, nouns) for grammar in grammars)
            read = next((each for each in found if each is not None), None)
            if read is None:
                return None
            claims += [*read, *board_claims(part, nouns)]
    return claims


def _if_true(rules: Rules, *flags: str) -> Iterator[str]:
    return (flag for flag in flags if getattr(rules, flag))


def said_on_card(side: str, variant: Variant) -> set[str]:
    """Return the flags and the points that a side's card gives back."""
    rules, layout = variant.rules, variant.layout
    said = {"goal", "soldier_move", "king_armed", "between_landing", "king_elsewhere"}
    if side == DEFENDERS:
        said |= {"where the king is to be brought", *(["king_move"] if rules.king_move != rules.soldier_move else [])}
    else:
        said |= {"where the king is to be kept from", "who wins when the king is captured"}
    if rules.goal == "corner":
        said |= {"king_at_edge", *(["exit_fort"] if rules.exit_fort and side == DEFENDERS else [])}
    if layout.corners:
        said |= {"corner_landing", *_if_true(rules, "corner_hostile_to_soldiers", "corner_hostile_to_king")}
    if layout.throne_marked:
        said |= {"throne_landing", "throne_crossing", "king_on_throne", "king_beside_throne"}
        said |= {*_if_true(rules, "throne_hostile_to_soldiers", "throne_hostile_to_king", "occupied_throne_hostile")}
        said |= {*_if_true(rules, "linnaean_capture")}
    said |= {*_if_true(rules, "encirclement", "call_check")}
    said |= {flag for flag in ("repetition", "no_legal_move") if getattr(rules, flag) != "claim"}
    if rules.shieldwall == "pieces":
        # what does not serve is not on a card
        return said | {"where rows stand"}
    return said | ({"shieldwall"} if rules.shieldwall == "corner" else set())
