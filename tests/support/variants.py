"""The six Brandub rulesets as values for the engine's own tests, and strategies that draw positions.

The rulesets stand apart from templates/games/brandub/, which the product reads: the engine's tests need no
template, and another test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from taflkit.figures import typed_values
from taflkit.tafl import (
    BoardLayout,
    Move,
    Piece,
    Position,
    Rules,
    Side,
    Square,
    Turn,
    Variant,
    flag_names,
    parse_picture,
)
from taflkit.tafl.sanity import contradictions

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
SIZES = (5, 7, 9, 11, 13, 15, 17, 19)

START = """
    ...t...
    ...t...
    ...T...
    ttTKTtt
    ...T...
    ...t...
    ...t...
    """
BRANDUB = BoardLayout.from_picture(START)

_WALKER = Rules()
_MASTERS = Rules(
    throne_landing="anybody",
    throne_hostile_to_soldiers=False,
    throne_hostile_to_king=False,
    king_at_edge="surround",
    king_elsewhere="surround",
    king_armed=False,
)
_BRANAN = Rules(
    throne_landing="king",
    throne_crossing="king",
    corner_hostile_to_soldiers=False,
    corner_hostile_to_king=False,
    throne_hostile_to_king=False,
    king_at_edge="never",
    king_elsewhere="surround",
)

RULES: dict[str, Rules] = {
    "walker": _WALKER,
    "macwhite": Rules(
        surface="points",
        throne_landing="king",
        throne_hostile_to_soldiers=False,
        throne_hostile_to_king=False,
        king_on_throne="two",
        king_beside_throne="two",
    ),
    "richgames": _WALKER,
    "masters": _MASTERS,
    "branan": _BRANAN,
    "federation": _WALKER._replace(throne_landing="king"),
}

VARIATIONS: dict[str, Rules] = {
    "masters+weak-king": _MASTERS._replace(
        king_on_throne="two", king_beside_throne="two", king_at_edge="two", king_elsewhere="two"
    ),
    "masters+armed-king": _MASTERS._replace(king_armed=True),
    "masters+check": _MASTERS._replace(call_check=True),
    "branan+slow-king": _BRANAN._replace(king_move="step"),
    "branan+unarmed-king": _BRANAN._replace(king_armed=False),
    "branan+harmless-throne": _BRANAN._replace(throne_hostile_to_soldiers=False),
}

# flags that no Brandub ruleset sets, for games of the user's own
OTHERS: dict[str, Rules] = {
    "edge": _WALKER._replace(goal="edge", first_move="defenders"),
    "open-corners": _WALKER._replace(goal="edge", corner_landing="anybody"),
    "shut-throne": _WALKER._replace(throne_crossing="nobody"),
    "stopping-throne": _WALKER._replace(throne_landing="anybody", throne_crossing="nobody"),
    "occupied-throne": _WALKER._replace(occupied_throne_hostile=True),
    "no-entry": _WALKER._replace(between_landing="king"),
    "no-entry-unarmed": _WALKER._replace(between_landing="king", king_armed=False),
}

ALL_RULES = {**RULES, **VARIATIONS, **OTHERS}


def _cross(size: int) -> BoardLayout:
    """A cross as on the Brandub board: half of each arm defenders, next to the king, and half attackers."""
    middle = size // 2
    rows = [["."] * size for _ in range(size)]
    for distance in range(1, middle + 1):
        letter = "T" if distance <= middle // 2 else "t"
        for row, file in ((distance, 0), (-distance, 0), (0, distance), (0, -distance)):
            rows[middle + row][middle + file] = letter
    rows[middle][middle] = "K"
    return BoardLayout.from_picture("\n".join("".join(row) for row in rows))


LAYOUTS: dict[int, BoardLayout] = {size: _cross(size) for size in SIZES}


BLOCKS_FROM = 9
"""The smallest board on which a corner may be a block of 2 x 2."""


def boards(size: int) -> tuple[BoardLayout, ...]:
    """The cross with four corners, without any and with blocks for corners, the throne marked and not."""
    plain = LAYOUTS[size]
    ends = (0, 1, size - 2, size - 1)
    blocks = tuple(Square(file, rank) for file in ends for rank in ends)
    corners = (plain.corners, (), blocks) if size >= BLOCKS_FROM else (plain.corners, ())
    return tuple(replace(plain, corners=c, throne_marked=marked) for c in corners for marked in (True, False))


ORDINARY: dict[str, str | bool] = {
    "throne_landing": "anybody",
    "throne_crossing": "anybody",
    "throne_hostile_to_soldiers": False,
    "throne_hostile_to_king": False,
    "occupied_throne_hostile": False,
    "linnaean_capture": False,
}
"""What makes the throne a square like others, with the king taken there and beside it as elsewhere."""

any_rules = st.builds(Rules, **{flag: st.sampled_from(typed_values(flag)) for flag in flag_names()})


@st.composite
def any_games(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Variant:
    """Any flags that do not contradict on any board, the throne marked or not."""
    layout = draw(st.sampled_from(boards(draw(st.sampled_from(sizes)))))
    rules = draw(any_rules)
    if not layout.throne_marked:
        like = rules.king_elsewhere
        rules = rules._replace(**ORDINARY, king_on_throne=like, king_beside_throne=like)  # type: ignore[arg-type]
    assume(not contradictions(rules, layout))
    return Variant("brandub", "any", layout, rules, {})


VARIANTS: dict[str, Variant] = {name: Variant("brandub", name, BRANDUB, RULES[name], {}) for name in RULES}


def variant(name: str = "walker", size: int = 7, **flags: str | bool | int) -> Variant:
    """A ruleset by name on a cross of any size, with flags changed."""
    return Variant("cross", name, LAYOUTS[size], ALL_RULES[name]._replace(**flags), {})  # type: ignore[arg-type]


def picture(text: str, to_move: Side = ATTACKERS, name: str = "walker", **flags: str | bool | int) -> Position:
    """A position as a picture, on a board of its size."""
    return parse_picture(variant(name, len(text.split()), **flags), text, to_move)


def play(position: Position, move: str) -> Turn:
    return position.play(Move.parse(move))


def names(squares: tuple[Square, ...]) -> set[str]:
    return {str(square) for square in squares}


def targets(position: Position, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {str(move.target) for move in position.moves_from(Square.parse(origin))}


@st.composite
def positions(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES, rulesets: Iterable[str] = tuple(ALL_RULES)) -> Position:
    """Any position of any ruleset: a crowd on 5 x 5 squares, mostly with a king, and a few more pieces."""
    size = draw(st.sampled_from(sizes))
    rules = draw(st.sampled_from(sorted(rulesets)))
    left, bottom = draw(_crowd_origin(size)), draw(_crowd_origin(size))
    crowd = draw(st.text(alphabet="..tT", min_size=25, max_size=25))
    pieces = {
        Square(left + place % 5, bottom + place // 5): Piece(letter)
        for place, letter in enumerate(crowd)
        if letter != "."
    }
    anywhere = st.builds(Square, st.integers(0, size - 1), st.integers(0, size - 1))
    for square in draw(st.lists(anywhere, max_size=4)):
        pieces[square] = draw(st.sampled_from((Piece.ATTACKER, Piece.DEFENDER)))
    last = size - 1
    for corner in (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last)):
        pieces.pop(corner, None)
    if draw(st.integers(0, 7)):
        inside = st.builds(Square, st.integers(left, left + 4), st.integers(bottom, bottom + 4))
        pieces[draw(inside)] = Piece.KING
    return Position.of(variant(rules, size), pieces, draw(st.sampled_from(Side)))


def _crowd_origin(size: int) -> st.SearchStrategy[int]:
    return st.sampled_from(sorted({0, size // 2 - 2, size - 5, (size - 5) // 3}))


@st.composite
def played_positions(draw: st.DrawFn, sizes: tuple[int, ...] = (5, 7, 11)) -> Position:
    """A position that legal moves from the start lead to, in which the game goes on."""
    rules = draw(st.sampled_from(sorted(ALL_RULES)))
    position = Position.start(variant(rules, draw(st.sampled_from(sizes))))
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=40)):
        moves = position.legal_moves()
        if not moves:
            break
        turn = position.play(moves[choice % len(moves)])
        if turn.outcome is not None:
            break
        position = turn.after
    return position
