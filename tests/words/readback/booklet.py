"""What the sentences of the booklet's rules claim, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator

from words.readback.english import ATTACKERS, DEFENDERS, Claim, Grammar, May, Nouns, Said, claim, sentences

EDGE_WHILE_IT_LASTS = "king_at_edge, unless he has won there"
CORNER_EMPTY, RIM_EMPTY = "a corner is always empty", "a corner on the edge is always empty"
CORNERS, THRONE = "there are corners", "the throne is marked"
PLACES = {"on": "king_on_throne", "beside": "king_beside_throne", "edge": "king_at_edge", "elsewhere": "king_elsewhere"}


def point(name: str, value: bool = True) -> Claim:
    """Return the claim that a point without a flag is true, or false."""
    return claim(name, value)


def helped_by(anvils: list[tuple[str, bool]], helps: bool, flag: str) -> Iterator[Claim]:
    """Yield what it claims that corners, the throne or the edge help to capture, or do not."""
    for place, empty in anvils:
        if place == "edge":
            yield point("the edge captures soldiers", helps)
            continue
        yield claim(f"{place}_hostile_to_{flag}", helps)
        if helps and not empty:
            yield point(CORNER_EMPTY) if place == "corner" else point("an occupied throne captures", helps)


def _anvils(said: Said) -> list[tuple[str, bool]]:
    return [said[slot] for slot in ("anvil", "anvil_2") if said.get(slot)]


def _other(side: str) -> str:
    return DEFENDERS if side == ATTACKERS else ATTACKERS


def _landing(said: Said) -> Iterator[Claim]:
    flag = {"corner": "corner_landing", "throne": "throne_landing", "edge": "edge_landing"}[said["place"]]
    then = said["then"] or ""
    yield point(f"it is said who stops there: {said['place']}")
    yield Claim(flag, (said["who"] if said["may"] else said["who"].refused()).meant())
    if then and said["place"] != "throne":
        # he leaves the throne, and no other place
        yield claim(flag)
    if "not even" in then:
        yield claim(flag, "nobody")
    if "once" in then or "before" in then:
        yield point("the throne is empty when another stops there", "once" in then)


def _corner(said: Said) -> Iterator[Claim]:
    helps = said["does"] in ("counts as one", "closes its side")
    manner = "two" if "as one" in said["does"] else "surround"
    yield claim("corner_hostile_to_king", helps)
    if said["away"] or said["men"]:
        yield claim("king_elsewhere", manner)
        yield claim("how the king beside a corner away from the edge is captured", manner)
        yield point("corners are blocks")
    if not said["away"]:
        yield claim("how the king beside a corner is captured", manner)
    if helps and not said["empty"]:
        yield point(CORNER_EMPTY)
    if said["men"]:
        yield claim("who captures the king", said["men"])


AIM = Grammar(
    (
        "{side} (?P<ends>wins?|loses?) when the {king} reaches {goal}",
        lambda s: [
            claim("goal", s["goal"]),
            claim("who wins when the king reaches his goal", s["side"] if "win" in s["ends"] else _other(s["side"])),
        ],
    ),
    (
        "{side} (?P<ends>wins?|loses?) by capturing (the {king}|(?P<many>all (the )?{men}))",
        lambda s: [
            claim("who wins when the king is captured", s["side"] if "win" in s["ends"] else _other(s["side"])),
            point("the king alone must be captured", not s["many"]),
        ],
    ),
)

SETTING_UP = Grammar(
    (
        "the board has {number} by {number_2} {squares}",
        lambda s: [claim("size", s["number"]), claim("size", s["number_2"])],
    ),
    (
        "the {king} begins (on (?P<on>{place}) )?(?P<where>in the middle|at the edge|in a corner), "
        "his {number} {men} and the {number_2} {men_2} as shown",
        lambda s: [
            point(THRONE, s["place"] == "throne"),
            point("the king begins in the middle", s["where"] == "in the middle"),
            claim(f"number of {s['men']}", s["number"]),
            claim(f"number of {s['men_2']}", s["number_2"]),
            claim("whose men the king’s are", s["men"]),
        ],
    ),
    ("the {squares} are the places where the lines cross", lambda _: [claim("surface", "points")]),
    ("the {squares} are the places between the lines", lambda _: [claim("surface", "squares")]),
    (
        "each corner is a block of {number} {squares}; a rule on a corner holds for (?P<all>each|one) of these",
        lambda s: [
            claim("squares of a corner", s["number"]),
            point("each square of a block is a corner", s["all"] == "each"),
        ],
    ),
    (
        "the {king} is the {device}, the {men} are {devices}, the {men_2} {devices_2}; "
        "(?P<all>all but the {king}|all with the {king}) are soldiers",
        lambda s: [
            claim("device of the king", s["device"]),
            claim(f"device of {s['men']}", s["devices"]),
            claim(f"device of {s['men_2']}", s["devices_2"]),
            point("the king is a soldier", "with" in s["all"]),
        ],
    ),
    ("draw lots for the {king}; change sides after each game", lambda _: [point("sides are drawn and changed")]),
    (
        "draw lots for the {king}; keep your sides after each game",
        lambda _: [point("sides are drawn and changed", False)],
    ),
)

MOVING = Grammar(
    ("{side} begins?", lambda s: [claim("first_move", s["side"])]),
    (
        "{number} players move in turn, {number_2} pieces? each; {who} {may} pass",
        lambda s: [
            claim("players", s["number"]),
            claim("pieces moved in a turn", s["number_2"]),
            point("a turn may be missed", _able(s)),
        ],
    ),
    (
        "{who} moves? {far}( along {lines})?( only)?(, (?P<how>never|also) diagonally)?"
        "(; {who_2} (?P<verb>moves?|may move) diagonally)?",
        lambda s: [
            *_moves(s),
            *([point("pieces move diagonally", s["how"] == "also")] if s["how"] else []),
            *([point("pieces move diagonally", s["who_2"].soldiers is not False)] if s["who_2"] else []),
        ],
    ),
    (
        "{who} stops? on another or jumps? over one",
        lambda s: [point("pieces land on others", s["who"].soldiers), point("pieces jump", s["who"].soldiers)],
    ),
    (
        "{who} {may} stop on {place}(?P<then>, not even the {king} once he has left it| once the {king} has left it"
        "| before the {king} has left it)?",
        _landing,
    ),
    (
        "{who} {may} pass over the (?P<state>empty )?{throne}",
        lambda s: [
            *crossing(s["who"] if s["may"] else s["who"].refused()),
            *([point("pieces jump")] if s["may"] and s["who"].soldiers and not s["state"] else []),
        ],
    ),
    (
        "the {square} where the {king} began is (?P<like>like any other|unlike any other)",
        lambda s: [
            point(THRONE, s["like"] != "like any other"),
            point("the king’s square is like any other", s["like"] == "like any other"),
        ],
    ),
)


def crossing(may: May) -> Iterator[Claim]:
    """Yield who may pass over the throne: whoever alone does so goes far enough."""
    yield Claim("throne_crossing", may.meant())
    if may.king and not may.soldiers:
        yield claim("king_move", "line")
    if may.soldiers and not may.king:
        yield claim("soldier_move", "line")


def _able(said: Said) -> bool:
    """Whether any piece or player may, by the words who and may."""
    who = said["who"] if said["may"] else said["who"].refused()
    return True in who


def _moves(said: Said) -> Iterator[Claim]:
    who, far = said["who"], said["far"]
    if who.soldiers is not None:
        yield claim("soldier_move", *([far] if who.soldiers else []))
    if who.king is not None:
        yield claim("king_move", *([far] if who.king else []))


ROWS = claim("shieldwall", "pieces", "corner")
"""That there are shieldwalls."""

CAPTURING = Grammar(
    (
        "{who} is captured when {number} enemies stand beside him on {opposite} sides",
        lambda s: [
            *_soldiers(s),
            claim("enemies that capture a soldier", s["number"]),
            claim("sides on which they stand about a soldier", s["opposite"]),
        ],
    ),
    (
        "(?P<only>only a|any) move of (?P<whose>theirs|his) captures him(: he {may} (safely )?move in between them"
        "|, and (he|{who}) {may_2} stop between {number} enemies)",
        lambda s: [
            point("a soldier is captured by his own move", (s["only"], s["whose"]) != ("only a", "theirs")),
            *_between(s),
            *([claim("enemies that capture a soldier", s["number"])] if s["number"] else []),
        ],
    ),
    (
        "there they (?P<when>capture him only if one goes away and comes back|capture him as soon as one moves"
        "|never capture him|capture him even if neither goes away)",
        lambda s: [
            claim("between_landing", "anybody"),
            claim("he is captured in between", s["when"].removeprefix("capture him ")),
        ],
    ),
    (
        "another enemy {may} come instead",
        lambda s: [claim("between_landing", "anybody"), point("another may take the place of one that left", s["may"])],
    ),
    (
        "{number} enemies with several soldiers between them capture {none}",
        lambda s: [claim("enemies that capture a soldier", s["number"]), point("a pair is captured", s["none"])],
    ),
    (
        "one move {may} capture (several pieces|(?P<one>only one piece))",
        lambda s: [point("a move captures several", s["may"] and not s["one"])],
    ),
    (
        "a captured piece (?P<what>leaves the board|stays on the board|changes sides)",
        lambda s: [claim("a captured piece", s["what"])],
    ),
    (
        "{who} is (?P<how>also|never|not) captured between an (?P<whom>enemy|friend) and {anvil}(, or {anvil_2})?",
        lambda s: [
            *_soldiers(s),
            *helped_by(_anvils(s), s["how"] == "also", "soldiers"),
            claim("who captures against a place", s["whom"]),
        ],
    ),
    (
        "(?P<both>neither|both) {anvil} (nor|and) {anvil_2} helps? to capture {who}",
        lambda s: [*_soldiers(s), *helped_by(_anvils(s), s["both"] == "both", "soldiers")],
    ),
    ("{anvil} {helps} to capture {who}", lambda s: [*_soldiers(s), *helped_by(_anvils(s), s["helps"], "soldiers")]),
    (
        "the edge {ever} counts as an enemy",
        lambda s: helped_by([("edge", False)], s["ever"], "soldiers"),
    ),
    (
        "(even )?with the {king} on it, the {throne} {helps} (against|to capture) (?P<his>his|the) {men}",
        lambda s: [
            claim("occupied_throne_hostile", s["helps"]),
            claim("whom the occupied throne may harm", s["men"]),
        ],
    ),
    (
        "but with {men} on {number} sides of the {king} on his {throne} and {a_man} on the last, "
        "that {man} (?P<captured>is|is not|is never) captured by {a_man_2} moving up behind him",
        lambda s: [
            claim("linnaean_capture", s["captured"] == "is"),
            claim("sides of the king that are held", s["number"]),
            claim("who captures at the throne", s["men"]),
            claim("who captures at the throne", s["a_man_2"]),
            claim("whom the occupied throne may harm", s["a_man"]),
            claim("whom the occupied throne may harm", s["man"]),
        ],
    ),
    (
        "the {king} captures like a soldier(, in (?P<all>all|none) (of )?these ways)?",
        lambda s: [
            claim("king_armed", True),
            *([point("places serve the king", s["all"] == "all")] if s["all"] else []),
        ],
    ),
    (
        "the {king} (?P<captures>captures nothing|captures like a soldier), "
        "(and|but) {counts} as an enemy beside (?P<beside>{a_man})",
        lambda s: [
            claim("king_armed", "nothing" not in s["captures"]),
            claim("king_armed", s["counts"]),
            claim("whom the king may capture", s["a_man"]),
        ],
    ),
    # a shieldwall
    (
        "a shieldwall captures {number} or (?P<more>more|fewer) soldiers side by side on {place}, "
        "with an enemy in front of (?P<each>each|one) and at (?P<ends>both ends|one end) of the row",
        lambda s: [
            claim("shieldwall", "pieces", "corner"),
            claim("least soldiers in a row", s["number"]),
            point("longer rows are captured", s["more"] == "more"),
            claim("where rows stand", s["place"]),
            point("each of a row is faced", s["each"] == "each"),
            point("both ends of a row are closed", s["ends"] == "both ends"),
        ],
    ),
    (
        "(a|(?P<empty>an empty)) corner {serves} as (an|one|either) end",
        lambda s: [
            claim("shieldwall", "corner") if s["serves"] else claim("shieldwall", "none", "pieces"),
            *([point(RIM_EMPTY)] if s["serves"] and not s["empty"] else []),
        ],
    ),
    (
        "the capturing move goes to (?P<where>an end of the row|the front of the row|any side of the row)",
        lambda s: [ROWS, claim("where the move goes that captures a row", s["where"])],
    ),
    (
        "if the row has a gap, or one has no enemy in front of him, {none} (is|are) captured",
        lambda s: [ROWS, point("a row that is not closed is captured", s["none"])],
    ),
    (
        "the {king} ({may} stand in front(?P<end> or at an end)?|(?P<no>does not help|helps) to capture a row)"
        "(; in (a row|one) he counts too, (but|and) (?P<falls>only the others are|all are|only he is) captured)?",
        lambda s: [
            ROWS,
            point("the king helps to capture a row", s["may"] if s["no"] is None else s["no"] == "helps"),
            *([point("the king may end a row", s["may"])] if s["end"] else []),
            *([claim("goal", "corner")] if s["end"] or s["falls"] else []),
            *([point("the king falls in a row", s["falls"] != "only the others are")] if s["falls"] else []),
        ],
    ),
    (
        "a piece with such a row on either side captures (?P<how>both|one|neither)",
        lambda s: [ROWS, claim("rows on either side that fall", s["how"])],
    ),
)


def _soldiers(said: Said) -> Iterator[Claim]:
    """Yield that it is a soldier who is captured so, any of them."""
    yield claim(
        "who is captured between two", "soldiers" if said["who"].soldiers and not said["who"].king else "others"
    )


def _between(said: Said) -> Iterator[Claim]:
    if said["may"] is not None:
        yield claim("between_landing", *(["anybody"] if said["may"] else ["king"]))
    else:
        who = said["who"].soldiers if said["who"] else True
        yield claim("between_landing", *(["anybody"] if who == said["may_2"] else ["king"]))


# The king: where he is, and by whom he is captured there.
_WHERE = "(?:(?P<where>on the {throne} and beside it|on the {throne}|beside it|anywhere else|at the edge) )?"
_CAPTURED = "(?:(?:the {king}|he) (?:is|can be) captured )?(?:like a soldier, )?"


def _scopes(where: str | None) -> Iterator[str]:
    """Yield the places of the king that a clause speaks of."""
    if where is None or where == "anywhere else":
        yield "elsewhere"
    elif where == "at the edge":
        yield "edge"
    else:
        yield from ["on"] if where.startswith("on the ") else []
        yield from ["beside"] if where.endswith("beside it") else []


def _taken(said: Said, manner: str) -> Iterator[Claim]:
    """Yield that the king is captured in a manner where the clause says."""
    for scope in _scopes(said["where"]):
        yield claim(PLACES[scope], manner)
        if scope == "edge":
            yield claim("goal", "corner")
        elif scope == "elsewhere":
            # the edge is there too, and has no four sides to close
            yield claim(EDGE_WHILE_IT_LASTS, "two" if manner == "two" else "never")
        if said.get("number") is not None:
            of = "enemies on opposite sides" if manner == "two" else f"sides to close: {scope}"
            yield claim(of, said["number"])
    if said.get("men"):
        yield claim("who captures the king", said["men"])


def _never(said: Said) -> Iterator[Claim]:
    """Yield that the king is never captured: beside the throne none can stand on it, nor does it help."""
    for scope in _scopes(said["where"]):
        if scope == "beside":
            yield claim("king_beside_throne", "surround")
            yield claim("throne_hostile_to_king", False)
            yield claim("throne_landing", "nobody", "king")
        else:
            yield claim(PLACES[scope], "never")
            yield from [claim("goal", "corner")] if scope == "edge" else []


def _throne_counts(value: bool) -> Claim:
    return claim("throne_hostile_to_king", value)


KING = Grammar(
    (
        _WHERE + _CAPTURED + "by {number}( {men})? on {opposite} sides",
        lambda s: [*_taken(s, "two"), claim("sides on which they stand", s["opposite"])],
    ),
    (_WHERE + _CAPTURED + "by {men} on all {number} sides", lambda s: _taken(s, "surround")),
    (_WHERE + _CAPTURED + "(by {men} )?on the {number} (sides )?that there are", lambda s: _taken(s, "surround")),
    (
        _WHERE + _CAPTURED + "by {men} on the other {number}(?P<held>, with the {throne} empty or held by another)?",
        lambda s: [
            *(each for each in _taken(s, "surround") if not each.of.startswith("sides to close")),
            claim("sides besides the throne’s", s["number"]),
            _throne_counts(True),
            claim("throne_landing", "anybody") if s["held"] else claim("throne_landing", "nobody", "king"),
        ],
    ),
    (
        _WHERE + _CAPTURED + "by {number}, one a side, one of them on the {throne}",
        lambda s: [*_taken(s, "surround"), _throne_counts(False), claim("throne_landing", "anybody")],
    ),
    (
        "on the {throne} the {king} is captured by {men} on all {number} sides; "
        "beside it too, one of them on the {throne}",
        lambda s: [
            *_taken({**s, "where": "on the throne and beside it"}, "surround"),
            _throne_counts(False),
            claim("throne_landing", "anybody"),
        ],
    ),
    (_WHERE + "(the {king}|he) (cannot be|is never) captured", _never),
    ("(so )?never (?P<where>at the edge)", _never),
    (
        "the empty {throne} (beside him )?{counts} as one of them",
        # where all sides are closed, no two of them are counted
        lambda s: [_throne_counts(s["counts"]), claim("king_beside_throne", "two")],
    ),
    # what corners do
    (
        "(?P<away>away from the edge, )?(a|(?P<empty>an empty)) corner (beside him )?"
        "(?P<does>counts as one|does not count as one|closes its side|closes no side of his)( of (them|the {men}))?",
        _corner,
    ),
    (
        "(a|an empty) corner {helps} against him",
        lambda s: [
            claim("corner_hostile_to_king", s["helps"]),
            claim("king_at_edge", *(["two", "surround"] if s["helps"] else ["never"])),
        ],
    ),
    (
        "(?P<whose>his own|their) move (?P<how>never|always|also) captures him; "
        "left alone, he (?P<alone>plays on|loses|wins)",
        lambda s: [
            point("the king is captured by his own move", (s["whose"], s["how"]) != ("his own", "never")),
            point("the king plays on alone", s["alone"] == "plays on"),
        ],
    ),
)


_AGAIN = "the same position comes for the {ordinal} time with the same side to move"
_STUCK = "the side to move has no move"


def _again(said: Said, result: str) -> list[Claim]:
    return [claim("repetition", result), claim("repetition_count", said["ordinal"])]


FORTS = (claim("exit_fort", True), claim("goal", "corner"))
"""That there are exit forts."""

ENDING = Grammar(
    (
        "{side} also wins? when a move of (?P<whose>theirs|the {king}’s side) closes a ring "
        "round (the whole|(?P<part>a part)) of the {king}’s side",
        lambda s: [
            claim("encirclement", True),
            claim("who wins by a ring", s["side"]),
            point("a move of the attackers closes the ring", s["whose"] == "theirs"),
            point("the ring is round all", not s["part"]),
        ],
    ),
    (
        "it is closed when (?P<out>none|one|not all) of that side (stands|stand) on {place} or (has|have) a way there "
        "over empty {squares}, step by step",
        lambda s: [
            claim("encirclement", True),
            claim("how many have a way out of a closed ring", s["out"]),
            claim("where the way out leads", s["place"]),
        ],
    ),
    (
        "the way {may} lead over the empty (({squares} of a (?P<corner>corner))|{throne})"
        "(; a ring {counts} even if a capture could open it, or if {men} are shut in apart from the {king})?",
        lambda s: [
            claim("encirclement", True),
            point("the way leads over corners" if s["corner"] else "the way leads over the throne", s["may"]),
            *(_ring(s) if s["men"] else []),
        ],
    ),
    (
        "a ring {counts} even if a capture could open it, or if {men} are shut in apart from the {king}",
        lambda s: [claim("encirclement", True), *_ring(s)],
    ),
    (
        "{side} also wins when a move of (?P<whose>its|their) own completes an exit fort: "
        "the {king} stands on {place}, (?P<free>an empty|no empty) {square} beside him, "
        "behind a wall that the {men} can {ever} break",
        lambda s: [
            *FORTS,
            claim("who wins by a fort", s["side"]),
            claim("where a fort is", s["place"]),
            point("the king of a fort can move", s["free"] == "an empty"),
            claim("who breaks walls", s["men"]),
            point("a fort may be broken", s["ever"]),
        ],
    ),
    (
        "the inside is the {king}’s {square} and every empty {square} that he (?P<could>could|could not) reach "
        "step by step; (?P<no>no|every) {man} {may} stand beside it",
        lambda s: [
            *FORTS,
            point("the king could reach the inside", s["could"] == "could"),
            point("the attackers stand beside the inside", (s["no"], s["man"], s["may"]) != ("no", ATTACKERS, True)),
        ],
    ),
    (
        "the wall is the {men} beside the inside: if {none} moves?, (?P<no>no|all) {men_2} outside, "
        "however (?P<many>many|few), could capture (?P<one>one|all)(, even against (?P<corner>a corner))?",
        lambda s: [
            *FORTS,
            claim("who makes walls", s["men"]),
            claim("who breaks walls", s["men_2"]),
            point("the wall moves while it is tried", s["none"]),
            point("a fort may be broken", (s["no"], s["many"], s["one"]) != ("no", "many", "one")),
            *([claim("corner_hostile_to_soldiers", True)] if s["corner"] else []),
        ],
    ),
    # draws
    (
        "(?P<claims>either player|nobody) may claim a draw when " + _AGAIN + f"(, or when (?P<stuck>{_STUCK}))?",
        lambda s: [
            *_again(s, "claim"),
            *([claim("no_legal_move", "claim")] if s["stuck"] else []),
            claim("who claims a draw", s["claims"]),
        ],
    ),
    (
        f"(?P<claims>either player|nobody) may claim a draw when {_STUCK}",
        lambda s: [claim("no_legal_move", "claim"), claim("who claims a draw", s["claims"])],
    ),
    (f"the game is a draw when {_AGAIN}", lambda s: _again(s, "draw")),
    (
        f"{{side}} (?P<ends>loses?|wins?) when {_AGAIN}",
        lambda s: (
            _again(s, "defenders-lose")
            if (s["side"] == DEFENDERS) == ("lose" in s["ends"])
            else [claim("repetition"), claim("repetition_count", s["ordinal"])]
        ),
    ),
    (
        "a player whose move brings the same position for the {ordinal} time, with the same side to move, "
        "(?P<ends>loses|wins)",
        lambda s: [
            claim("repetition", *(["mover-loses"] if s["ends"] == "loses" else [])),
            claim("repetition_count", s["ordinal"]),
        ],
    ),
    (f"when {_STUCK}, the game is a draw", lambda _: [claim("no_legal_move", "draw")]),
    (
        f"when {_STUCK}, it (?P<ends>loses|wins)",
        lambda s: [claim("no_legal_move", *(["loses"] if s["ends"] == "loses" else []))],
    ),
    (
        "(?P<claims>either player|nobody) may claim a draw when (?P<sides>neither side|one side) can win any more",
        lambda s: [
            point("a draw when neither side can win", s["sides"] == "neither side"),
            claim("who claims a draw", s["claims"]),
        ],
    ),
    (
        "both (may|(?P<no>may not|may never)) agree (to draw|on a draw( at any time)?)",
        lambda s: [point("a draw may be agreed on", not s["no"])],
    ),
)


def _ring(said: Said) -> Iterator[Claim]:
    yield point("a ring counts if it could be opened", said["counts"])
    yield claim("who is shut in apart", said["men"])


CALLS = Grammar(
    (
        "when the {king} (?P<could>could|could not) reach {place} on his next turn, "
        "(?P<whose>his|the other) player must (?P<when>at once|never) call {calls}",
        lambda s: [
            claim("call_check", True),
            claim("where the call is for", s["place"]),
            claim("who calls", s["whose"]),
            point("calls are made when he could escape at once", (s["could"], s["when"]) == ("could", "at once")),
        ],
    ),
    (
        "a call that is forgotten (?P<what>changes nothing|loses the game)",
        lambda s: [claim("call_check", True), claim("a forgotten call", s["what"])],
    ),
)

GRAMMARS = (AIM, SETTING_UP, MOVING, CAPTURING, ENDING, CALLS)
_PARTS = r"; (?:but )?|, (?=at the edge on|so never)"


def read_rule(text: str, nouns: Nouns) -> list[Claim] | None:
    """Return what a text of the rules claims, or None where a sentence of it is unknown."""
    claims: list[Claim] = []
    for sentence in sentences(text):
        read = _read(sentence, nouns)
        if read is None:
            return None
        claims += [*read, *board_claims(sentence, nouns)]
    return claims


def _read(sentence: str, nouns: Nouns) -> list[Claim] | None:
    for grammar in (*GRAMMARS, KING):
        if (read := grammar.read(sentence, nouns)) is not None:
            return _without_edge(read)
    parts = [KING.read(part, nouns) for part in re.split(_PARTS, sentence)]
    if None in parts:
        return None
    return _without_edge([each for part in parts for each in part or ()])


def _without_edge(claims: list[Claim]) -> list[Claim]:
    """Leave out what "anywhere else" means at the edge where the sentence itself says what is so there."""
    said = any(each.of == "king_at_edge" for each in claims)
    return [each for each in claims if not (said and each.of == EDGE_WHILE_IT_LASTS)]


def board_claims(sentence: str, nouns: Nouns) -> Iterator[Claim]:
    """Yield the places that a board must have that a sentence speaks of."""
    if re.search(r"\bcorners?\b", sentence):
        yield point(CORNERS)
    if re.search(rf"\b{nouns.throne}\b", sentence):
        yield point(THRONE)


__all__ = ["read_rule"]
