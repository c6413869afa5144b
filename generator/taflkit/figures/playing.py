"""Plays scripts through the engine, and compares their expectations with its answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ParamSpec, TypeVar

from taflkit.errors import IllegalMove, TaflkitError, shown
from taflkit.figures.script import (
    SHOWN,
    FigureScript,
    Reach,
    Scene,
    Window,
    shown_under,
    square_names,
    touched,
    window_round,
)
from taflkit.tafl import BoardLayout, Game, Move, Outcome, Piece, Position, Refusal, Side, Square, Turn, Variant

_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
_DIGITS = 2  # the digits of a count of steps; no board is longer
_CACHED = 256  # the places that are cached once they were read: the scripts of a game name some eighty, many times each
_SIDES = {"corner": ("ne", "nw", "se", "sw"), "edge": ("n", "e", "s", "w")}
_DRAW = "draw"
_NONE = "none"
"""The outcome by which a script assures that its move wins for nobody."""
_RESULTS = (*(side.value for side in Side), _DRAW)  # the results that a step of a sequence may have

_Args = ParamSpec("_Args")
_Read = TypeVar("_Read")
_Answers = tuple[Position, tuple[Turn, ...], tuple[tuple[Square, tuple[Square, ...]], ...], tuple[Refusal, ...]]


@lru_cache(maxsize=_CACHED)
def parse_place(text: str, layout: BoardLayout) -> Square:
    """Return the square that a script's place means on a board.

    Raises:
        TaflkitError: not a place, or beside this board.
    """
    anchor, *steps = text.split() or [""]
    square = _anchor(anchor, layout)
    file, rank = square
    if steps and anchor.startswith("corner-") and square in layout.corners and steps[0][0] in _STEPS:
        across, up = _STEPS[steps[0][0]]
        while Square(file + across, rank + up) in layout.corners:
            file, rank = file + across, rank + up
    for step in steps:
        direction, count = step[0], step[1:]
        if direction not in _STEPS or not (count.isascii() and count.isdigit() and len(count) <= _DIGITS):
            why = f"'{shown(step)}' is no step; write a direction and a count, such as n2"
            raise TaflkitError(f"'{shown(text)}': {why}")
        (across, up), far = _STEPS[direction], int(count)
        file, rank = file + across * far, rank + up * far
    target = layout.board.at(file, rank)
    if target is None:
        raise TaflkitError(f"'{shown(text)}' is beside the board of {layout.size} x {layout.size}")
    return target


def _anchor(name: str, layout: BoardLayout) -> Square:
    if name == "throne":
        return layout.throne
    middle, last = layout.size // 2, layout.size - 1
    if name == "middle":
        return Square(middle, middle)
    kind, _, where = name.partition("-")
    if where in _SIDES.get(kind, ()):
        across = last if "e" in where else 0 if "w" in where else middle
        up = last if "n" in where else 0 if "s" in where else middle
        return Square(across, up)
    try:
        return Square.parse(name)
    except TaflkitError:
        raise TaflkitError(
            f"'{shown(name)}' is no place; write throne, corner-ne, edge-s or a square, with steps such as n2 behind it"
        ) from None


def parse_places(text: str, layout: BoardLayout) -> Move:
    """Return the move that "FROM > TO" means on a board."""
    origin, arrow, target = text.partition(">")
    if not arrow:
        raise TaflkitError(f"'{shown(text)}' is no move; write FROM > TO")
    start = parse_place(origin.strip(), layout)
    return Move(start, parse_place_from(start, target.strip(), layout))


def parse_place_from(origin: Square, text: str, layout: BoardLayout) -> Square:
    """Return the square that a script's place means to a piece that goes there.

    Raises:
        TaflkitError: see parse_place.
    """
    square, board = parse_place(text, layout), layout.board
    if square in layout.corners and text.startswith("corner-"):
        passed = board.between[board.index(origin)].get(board.index(square), 0)
        corners = [s for s in board.squares_of(passed) if s in layout.corners]
        return min(corners, key=lambda s: abs(s.file - origin.file) + abs(s.rank - origin.rank), default=square)
    return square


class FigureError(TaflkitError):
    """A script that the engine contradicts, or that does not hold on this board.

    Attributes:
        key: the script's key at fault, such as "play[0].captured".
        why: the script's claim and the engine's answer, with the squares and the ruleset.
    """

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


def play_script(name: str, script: FigureScript, variant: Variant, described: Variant | None = None) -> Scene:
    """Play a script through the engine.

    Args:
        name: the script's name.
        script: the moves, and the expected answers.
        variant: the rules that the engine plays by.
        described: the rules that the expectations describe, if they are others: so a proof of one ruleset's words is
            played against another's engine.

    Raises:
        FigureError: a place beside the board, an illegal move, or an expectation that the engine contradicts.
    """
    before, turns, reach, refused = _answers(script, variant, described or variant)
    layout, board = variant.layout, variant.layout.board
    if script.whole or script.start:
        window = Window(0, 0, layout.size, layout.size)
    else:
        # a piece's squares are shown as far as the part goes, its first steps in a larger part if need be
        first = [to for square, targets in reach for to in targets if board.bit(to) & board.beside[board.index(square)]]
        window = window_round(touched(before, turns, refused), SHOWN, layout.size, layout.corner_blocks, first)
    goes_on = any(play.outcome == _NONE for play in script.play)
    return Scene(name, before, turns, reach, refused, window, goes_on)


def prove_script(script: FigureScript, variant: Variant) -> None:
    """Play a script through the engine, of which nothing is drawn.

    Raises:
        FigureError: as play_script does.
    """
    _answers(script, variant, variant)


def _answers(script: FigureScript, variant: Variant, described: Variant) -> _Answers:
    """Return the engine's answers to a script: a Scene's but for its window."""
    before = _position(script, variant)
    side, under = before.to_move.value, variant.name
    if script.begins and side != script.begins:
        why = f"the {side} begin under {under}, and the script expects the {script.begins}"
        raise FigureError("begins", why)
    _compare_check(script, before)
    _play_sequence(script, before)
    turns: list[Turn] = []
    for i, play in enumerate(script.play):
        key = f"play[{i}]"
        move = _read(f"{key}.move", parse_places, play.move, variant.layout)
        try:
            turn = _movers(before, move, f"{key}.move").play(move)
        except IllegalMove as error:
            raise FigureError(f"{key}.move", f"{error} (ruleset {under})") from None
        winner = "" if play.outcome == _NONE else play.outcome
        _compare_turn(turn, turn.outcome, (play.captured, f"{key}.captured"), (winner, f"{key}.outcome"))
        turns.append(turn)
    refused: list[Refusal] = []
    for i, attempt in enumerate(script.refused):
        key = f"refused[{i}]"
        if not _read(f"{key}.when", shown_under, attempt.when, described):
            continue
        move = _read(f"{key}.move", parse_places, attempt.move, variant.layout)
        refusal = _movers(before, move, f"{key}.move").why_not(move)
        if refusal is None:
            raise FigureError(f"{key}.move", f"{move} is legal under {under}, and the script expects a refusal")
        reason = refusal.reason.value
        if reason != attempt.reason:
            why = f"{move} is refused for '{reason}' under {under}, and the script expects '{attempt.reason}'"
            raise FigureError(f"{key}.reason", why)
        refused.append(refusal)
    reach = tuple(_reach(reach, f"reach[{i}]", before, described) for i, reach in enumerate(script.reach))
    return before, tuple(turns), reach, tuple(refused)


def _read(key: str, read: Callable[_Args, _Read], *args: _Args.args, **named: _Args.kwargs) -> _Read:
    """Return the value of a part of a script; a problem with it names its key."""
    try:
        return read(*args, **named)
    except TaflkitError as error:
        raise FigureError(key, str(error)) from None


def _position(script: FigureScript, variant: Variant) -> Position:
    if script.start:
        if script.attackers or script.defenders or script.king:
            raise FigureError("start", "the start position has its own pieces; leave attackers, defenders and king out")
        return Position.start(variant)
    pieces: dict[Square, Piece] = {}
    for key, places, piece in (
        ("attackers", script.attackers, Piece.ATTACKER),
        ("defenders", script.defenders, Piece.DEFENDER),
        ("king", (script.king,) if script.king else (), Piece.KING),
    ):
        for place in places:
            square = _read(key, parse_place, place, variant.layout)
            if square in pieces:
                raise FigureError(key, f"{square} ('{place}') has two pieces")
            pieces[square] = piece
    if not pieces:
        raise FigureError("start", "there is nothing to show; write start = true, or where pieces stand")
    before = Position.of(variant, pieces, Side.ATTACKERS)
    for problem in before.problems(counted=False):
        raise FigureError("position", f"{problem} (ruleset {variant.name})")
    return before


def _play_sequence(script: FigureScript, before: Position) -> None:
    """Play the script's sequence as a game, and compare its claim with the engine's."""
    game = Game(before)
    _compare_agreement(script, game, "agreed")
    variant = before.variant
    for i, text in enumerate(script.sequence):
        key = f"sequence[{i}]"
        places, captured, winner, reason = _parse_step(text, key)
        move = _read(key, parse_places, places, variant.layout)
        if i == 0:
            game = Game(_movers(before, move, key))
        if reason:
            refusal = game.why_not(move)
            given = refusal.reason.value if refusal else "nothing"
            if given != reason:
                why = f"{move} is refused for '{given}' under {variant.name}, and the script expects '{reason}'"
                raise FigureError(key, why)
        else:
            try:
                game = game.play(move)
            except IllegalMove as error:
                raise FigureError(key, f"{error} (ruleset {variant.name})") from None
            _compare_turn(game.turns[-1], game.outcome, (captured, key), (winner, key))
        claim = game.claim.value if game.claim else ""
        expected = script.claim if i == len(script.sequence) - 1 else ""
        if claim != expected:
            why = f"the engine's claim is '{claim}' under {variant.name}, and the script expects '{expected}'"
            raise FigureError("claim", f"after {i + 1} moves {why}")
        _compare_check(script, game.position)
        _compare_agreement(script, game, key)


def _parse_step(text: str, key: str) -> tuple[str, list[str], str, str]:
    """Return a step's move, the places of its captures, its winner or "draw", and the reason why it is refused."""
    rest, _, reason = (part.strip() for part in text.partition(" ! "))
    rest, _, winner = (part.strip() for part in rest.partition(" = "))
    move, _, captured = (part.strip() for part in rest.partition(" x "))
    if reason and (captured or winner):
        raise FigureError(key, f"'{text}': a move that is refused captures nothing and does not win")
    if winner and winner not in _RESULTS:
        raise FigureError(key, f"'{text}': '{winner}' is no result; write {', '.join(_RESULTS)}")
    return move, [place.strip() for place in captured.split(",") if place.strip()], winner, reason


def _movers(before: Position, move: Move, key: str) -> Position:
    """Return the position with the side to move that the moving piece is of."""
    piece = before.piece_on(move.origin)
    if piece is None:
        raise FigureError(key, f"there is no piece on {move.origin}")
    return before.with_to_move(piece.side)


def _compare_turn(
    turn: Turn, outcome: Outcome | None, captured: tuple[Sequence[str], str], winner: tuple[str, str]
) -> None:
    """Compare a turn's captures, and the outcome after it, with those of a script, each with its key."""
    variant = turn.after.variant
    (places, key), (expected, result_key) = captured, winner
    squares = sorted(_read(key, parse_place, place, variant.layout) for place in places)
    if sorted(turn.captured) != squares:
        taken = f"{turn.move} captures {square_names(turn.captured)} under {variant.name}"
        raise FigureError(key, f"{taken}, and the script expects {square_names(squares)}")
    result = "" if outcome is None else outcome.winner.value if outcome.winner else _DRAW
    if result != expected:
        made, hoped = (
            {"": "ends nothing", _DRAW: "ends the game with a draw"}.get(each, f"wins for the {each}")
            for each in (result, expected)
        )
        why = f"{turn.move} {made} under {variant.name}, and the script expects that it {hoped}"
        raise FigureError(result_key, why)


def _compare_check(script: FigureScript, position: Position) -> None:
    if script.check is not None and position.in_check is not script.check:
        must, under = "must" if position.in_check else "need not", position.variant.name
        raise FigureError("check", f"check {must} be called under {under}, and the script expects the contrary")


def _compare_agreement(script: FigureScript, game: Game, key: str) -> None:
    if script.agreed and game.may_be_agreed is not (game.outcome is None):
        may = "may" if game.may_be_agreed else "may not"
        raise FigureError(key, f"a draw {may} be agreed on, and the script expects the contrary")


def _reach(reach: Reach, key: str, before: Position, described: Variant) -> tuple[Square, tuple[Square, ...]]:
    variant = before.variant
    square = _read(f"{key}.of", parse_place, reach.of, variant.layout)
    if before.piece_on(square) is None:
        raise FigureError(f"{key}.of", f"there is no piece on {square}")
    targets = tuple(sorted(move.target for move in before.moves_from(square)))
    for i, expect in enumerate(reach.expect):
        at = f"{key}.expect[{i}]"
        if not _read(f"{at}.when", shown_under, expect.when, described):
            continue
        for name, places, reached in (("includes", expect.includes, True), ("excludes", expect.excludes, False)):
            for place in places:
                there = _read(f"{at}.{name}", parse_place_from, square, place, variant.layout)
                if (there in targets) is not reached:
                    can = "cannot" if reached else "can"
                    why = f"the piece on {square} {can} reach {there} under {variant.name}"
                    raise FigureError(f"{at}.{name}", why)
    return square, targets
