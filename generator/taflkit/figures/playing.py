"""Plays scripts through the engine, and compares their expectations with its answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from taflkit.errors import IllegalMove, TaflkitError, shown
from taflkit.figures.script import (
    SHOWN,
    Attempt,
    Expect,
    FigureScript,
    Flags,
    Play,
    Reach,
    Scene,
    Window,
    shown_under,
    square_names,
    touched,
    window_round,
)
from taflkit.tafl import BoardLayout, Game, Move, Outcome, Piece, Position, Refusal, Side, Square, Turn, Variant

__all__ = ["FigureError", "parse_place", "parse_places", "play_script", "prove_script"]


_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
_DIGITS = 2
"""The digits of a count of steps; no board is longer."""
_KNOWN = 256
"""The places that are kept once they were read: the scripts of a game name some eighty, many times each."""
_SIDES = {"corner": ("ne", "nw", "se", "sw"), "edge": ("n", "e", "s", "w")}


@lru_cache(maxsize=_KNOWN)
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
            raise TaflkitError(
                f"'{shown(text)}': '{shown(step)}' is no step; write a direction and a count, such as n2"
            )
        (across, up), far = _STEPS[direction], int(count)
        file, rank = file + across * far, rank + up * far
    found = layout.board.at(file, rank)
    if found is None:
        raise TaflkitError(f"'{shown(text)}' is beside the board of {layout.size} x {layout.size}")
    return found


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


_Answers = tuple[Position, tuple[Turn, ...], tuple[tuple[Square, tuple[Square, ...]], ...], tuple[Refusal, ...]]


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


def play_script(name: str, script: FigureScript, variant: Variant, spoken: Variant | None = None) -> Scene:
    """Play a script through the engine.

    Args:
        name: the script's name.
        script: the moves, and the expected answers.
        variant: the rules that the engine plays by.
        spoken: the rules that the expectations speak for, if they are others: so a proof of one ruleset's words is
            played against another's engine.

    Raises:
        FigureError: a place beside the board, an illegal move, or an expectation that the engine contradicts.
    """
    answers = _answers(script, variant, spoken or variant)
    return Scene(name, *answers, _window(script, *answers))


def prove_script(script: FigureScript, variant: Variant) -> None:
    """Play a script through the engine, of which nothing is drawn.

    Raises:
        FigureError: as play_script does.
    """
    _answers(script, variant, variant)


def _answers(script: FigureScript, variant: Variant, spoken: Variant) -> _Answers:
    """Return the engine's answers to a script: what a Scene has but for its window."""
    before = _position(script, variant)
    _hold_position(script, before)
    _play_sequence(script, before)
    turns = tuple(_play(play, f"play[{i}]", before, variant) for i, play in enumerate(script.play))
    refused = tuple(
        _refuse(attempt, f"refused[{i}]", before, variant)
        for i, attempt in enumerate(script.refused)
        if _asked(attempt.when, f"refused[{i}]", spoken)
    )
    reach = tuple(_reach(reach, f"reach[{i}]", before, spoken) for i, reach in enumerate(script.reach))
    return before, turns, reach, refused


def _hold_position(script: FigureScript, before: Position) -> None:
    """Compare the script's claims about its position with the engine."""
    under = before.variant.name
    if script.begins and before.to_move.value != script.begins:
        raise FigureError(
            "begins", f"the {before.to_move.value} begin under {under}, and the script expects the {script.begins}"
        )
    _hold_check(script, before)


def _hold_check(script: FigureScript, position: Position) -> None:
    if script.check is not None and position.in_check is not script.check:
        must, under = "must" if position.in_check else "need not", position.variant.name
        raise FigureError("check", f"check {must} be called under {under}, and the script expects the contrary")


class _Step(Struct, frozen=True):
    """A move of a sequence, with its expected answer.

    Attributes:
        move: "FROM > TO".
        captured: the places of the pieces that it must capture.
        winner: the side that must win with it, "draw" where it must end the game so, or "".
        reason: why it must be refused, or "".
    """

    move: str
    captured: tuple[str, ...]
    winner: str
    reason: str


def _step(text: str, key: str) -> _Step:
    rest, _, reason = (part.strip() for part in text.partition(" ! "))
    rest, _, winner = (part.strip() for part in rest.partition(" = "))
    move, _, captured = (part.strip() for part in rest.partition(" x "))
    if reason and (captured or winner):
        raise FigureError(key, f"'{text}': a move that is refused captures nothing and does not win")
    if winner and winner not in _RESULTS:
        raise FigureError(key, f"'{text}': '{winner}' is no result; write {', '.join(_RESULTS)}")
    return _Step(move, tuple(place.strip() for place in captured.split(",") if place.strip()), winner, reason)


def _play_sequence(script: FigureScript, before: Position) -> None:
    """Play the script's sequence as a game, and compare its claim with the engine's."""
    _hold_agreement(script, Game(before), "agreed")
    if not script.sequence:
        return
    variant = before.variant
    first = _move(_step(script.sequence[0], "sequence[0]").move, "sequence[0]", variant)
    game = Game(_to_move(before, first, "sequence[0]"))
    for i, text in enumerate(script.sequence):
        game = _played_on(game, _step(text, f"sequence[{i}]"), f"sequence[{i}]")
        claim = game.claim.value if game.claim else ""
        expected = script.claim if i == len(script.sequence) - 1 else ""
        if claim != expected:
            raise FigureError(
                "claim",
                f"after {i + 1} moves the engine's claim is '{claim}' under {variant.name}, "
                f"and the script expects '{expected}'",
            )
        _hold_check(script, game.position)
        _hold_agreement(script, game, f"sequence[{i}]")


def _played_on(game: Game, step: _Step, key: str) -> Game:
    """Return the game with one more move of a sequence, or as it is where the move must be refused."""
    variant = game.position.variant
    move = _move(step.move, key, variant)
    if step.reason:
        refusal = game.why_not(move)
        found = refusal.reason.value if refusal else "nothing"
        if found != step.reason:
            why = f"{move} is refused for '{found}' under {variant.name}, and the script expects '{step.reason}'"
            raise FigureError(key, why)
        return game
    try:
        after = game.play(move)
    except IllegalMove as error:
        raise FigureError(key, f"{error} (ruleset {variant.name})") from None
    expected = tuple(sorted(_place(place, key, variant) for place in step.captured))
    _hold_turn(after.turns[-1], expected, (key, key), after.outcome, step.winner, variant)
    return after


def _hold_turn(
    turn: Turn,
    captured: tuple[Square, ...],
    keys: tuple[str, str],
    outcome: Outcome | None,
    expected: str,
    variant: Variant,
) -> None:
    """Compare a turn's captures, and the outcome after it, with the script's."""
    if tuple(sorted(turn.captured)) != captured:
        raise FigureError(
            keys[0],
            f"{turn.move} captures {square_names(turn.captured)} under {variant.name}, "
            f"and the script expects {square_names(captured)}",
        )
    found = _result(outcome)
    if found != expected:
        raise FigureError(
            keys[1],
            f"{turn.move} {_told(found)} under {variant.name}, and the script expects that it {_told(expected)}",
        )


_DRAW = "draw"
_RESULTS = (*(side.value for side in Side), _DRAW)
"""The results that a step of a sequence may have."""


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    return outcome.winner.value if outcome.winner else _DRAW


def _told(result: str) -> str:
    return {"": "ends nothing", _DRAW: "ends the game with a draw"}.get(result, f"wins for the {result}")


def _hold_agreement(script: FigureScript, game: Game, key: str) -> None:
    if script.agreed and game.may_be_agreed is not (game.outcome is None):
        may = "may" if game.may_be_agreed else "may not"
        raise FigureError(key, f"a draw {may} be agreed on, and the script expects the contrary")


def _asked(when: Flags, key: str, variant: Variant) -> bool:
    try:
        return shown_under(when, variant)
    except TaflkitError as error:
        raise FigureError(f"{key}.when", str(error)) from None


def _place(text: str, key: str, variant: Variant) -> Square:
    try:
        return parse_place(text, variant.layout)
    except TaflkitError as error:
        raise FigureError(key, str(error)) from None


def _reached(origin: Square, text: str, key: str, variant: Variant) -> Square:
    try:
        return parse_place_from(origin, text, variant.layout)
    except TaflkitError as error:
        raise FigureError(key, str(error)) from None


def _move(text: str, key: str, variant: Variant) -> Move:
    try:
        return parse_places(text, variant.layout)
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
            square = _place(place, key, variant)
            if square in pieces:
                raise FigureError(key, f"{square} ('{place}') has two pieces")
            pieces[square] = piece
    if not pieces:
        raise FigureError("start", "there is nothing to show; write start = true, or where pieces stand")
    before = Position.of(variant, pieces, Side.ATTACKERS)
    for problem in before.problems(counted=False):
        raise FigureError("position", f"{problem} (ruleset {variant.name})")
    return before


def _to_move(before: Position, move: Move, key: str) -> Position:
    piece = before.piece_on(move.origin)
    if piece is None:
        raise FigureError(key, f"there is no piece on {move.origin}")
    return before.with_to_move(piece.side)


def _play(play: Play, key: str, before: Position, variant: Variant) -> Turn:
    move = _move(play.move, f"{key}.move", variant)
    try:
        turn = _to_move(before, move, f"{key}.move").play(move)
    except IllegalMove as error:
        raise FigureError(f"{key}.move", f"{error} (ruleset {variant.name})") from None
    expected = tuple(sorted(_place(place, f"{key}.captured", variant) for place in play.captured))
    _hold_turn(turn, expected, (f"{key}.captured", f"{key}.outcome"), turn.outcome, play.outcome, variant)
    return turn


def _refuse(attempt: Attempt, key: str, before: Position, variant: Variant) -> Refusal:
    move = _move(attempt.move, f"{key}.move", variant)
    refusal = _to_move(before, move, f"{key}.move").why_not(move)
    if refusal is None:
        raise FigureError(f"{key}.move", f"{move} is legal under {variant.name}, and the script expects a refusal")
    if refusal.reason.value != attempt.reason:
        raise FigureError(
            f"{key}.reason",
            f"{move} is refused for '{refusal.reason.value}' under {variant.name}, "
            f"and the script expects '{attempt.reason}'",
        )
    return refusal


def _reach(reach: Reach, key: str, before: Position, spoken: Variant) -> tuple[Square, tuple[Square, ...]]:
    variant = before.variant
    square = _place(reach.of, f"{key}.of", variant)
    if before.piece_on(square) is None:
        raise FigureError(f"{key}.of", f"there is no piece on {square}")
    targets = tuple(sorted(move.target for move in before.moves_from(square)))
    for i, expect in enumerate(reach.expect):
        if _asked(expect.when, f"{key}.expect[{i}]", spoken):
            _hold(expect, f"{key}.expect[{i}]", square, targets, variant)
    return square, targets


def _hold(expect: Expect, key: str, square: Square, targets: Sequence[Square], variant: Variant) -> None:
    for name, places, wanted in (("includes", expect.includes, True), ("excludes", expect.excludes, False)):
        for place in places:
            there = _reached(square, place, f"{key}.{name}", variant)
            if (there in targets) is not wanted:
                can = "cannot" if wanted else "can"
                raise FigureError(f"{key}.{name}", f"the piece on {square} {can} reach {there} under {variant.name}")


def _window(
    script: FigureScript,
    before: Position,
    turns: Sequence[Turn],
    reach: Sequence[tuple[Square, Sequence[Square]]],
    refused: Sequence[Refusal],
) -> Window:
    """Return the whole board, or the smallest part of SHOWN files and ranks or more round the pieces and their moves.

    Where a piece can go is shown as far as the part goes, its first steps in a larger part if need be; and a corner
    that is a block of squares is shown whole.
    """
    layout = before.variant.layout
    if script.whole or script.start:
        return Window(0, 0, layout.size, layout.size)
    board = layout.board
    steps = [
        there for square, targets in reach for there in targets if board.bit(there) & board.beside[board.index(square)]
    ]
    return window_round(touched(before, turns, refused), SHOWN, layout.size, layout.corner_blocks, steps)
