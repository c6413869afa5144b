"""Figures from the engine: a script is played, and the Scene holds what the engine answered.

Squares of a script are written relative to the board wherever the rule allows, so that one script holds on every
size: an anchor and steps from it, such as "throne", "throne n1 e2", "corner-ne w1" or "edge-s" (the middle of that
edge). Directions are those of the paper, n up. A plain name such as "d4" is read too.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from taflkit.errors import IllegalMove, TaflkitError
from taflkit.tafl import (
    BoardLayout,
    DrawClaim,
    Game,
    Move,
    Piece,
    Position,
    Refusal,
    Rules,
    Side,
    Square,
    Turn,
    Variant,
)

__all__ = [
    "Expect",
    "FigureError",
    "FigureScript",
    "Play",
    "Reach",
    "Scene",
    "Try",
    "Window",
    "belongs",
    "close_window",
    "describe",
    "flag_values",
    "is_switch",
    "parse_place",
    "play_script",
    "shown_under",
    "write_value",
]

_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
_SIDES = {"corner": ("ne", "nw", "se", "sw"), "edge": ("n", "e", "s", "w")}


class FigureError(TaflkitError):
    """A script that the engine contradicts, or that does not hold on this board.

    Attributes:
        key: the script's key at fault, such as "play[0].captured".
        why: what the script says and what the engine says, with the squares and the ruleset.
    """

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


Flags = dict[str, str | bool | tuple[str, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Play:
    """A move that is played from the script's position, and what it must do.

    Attributes:
        move: "FROM > TO".
        captured: the squares that are emptied; the engine must say exactly these.
        outcome: "attackers" or "defenders" where the move wins the game for them, or "".
    """

    move: str
    captured: tuple[str, ...] = ()
    outcome: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Try:
    """A move that is refused.

    Attributes:
        reason: the engine's reason, such as "corner" (see tafl.Reason).
        when: flags under which it is shown and must hold.
    """

    move: str
    reason: str
    when: Flags = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Expect:
    """What must hold of a piece's moves.

    Attributes:
        includes, excludes: squares that must, and must not, be reached.
        when: the flags under which they must.
    """

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    when: Flags = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Reach:
    """The squares that a piece can reach, as the engine gives them.

    Attributes:
        of: the piece's square.
        expect: what must hold of them.
    """

    of: str
    expect: tuple[Expect, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class FigureScript:
    """A figure as data.

    Attributes:
        start: the figure shows the start position; else the pieces are listed.
        attackers, defenders, king: where pieces stand.
        play: moves, each played from the script's own position.
        refused: moves that must be refused.
        reach: pieces whose moves are shown.
        begins: with `start`, the side that must be to move.
        sequence: moves that are played one after the other, each by the side to move, "FROM > TO".
        claim: the draw that may be claimed after the sequence, "repetition" or "no-move"; "" if none may.
        check: whether check must be called in the position; not asked if it is left out.
        when: the flags under which the figure belongs to the rules; a list of values means any of them.
        rulesets: the rulesets that the figure belongs to; any if none is named.
        needs: "corners" for a figure that makes sense only where the layout has them.
        least, largest: the smallest board that has room for it, and the largest on which it can be made out.
        replaces: figures that the booklet leaves out where it has this one.
        sources: which figure of which ruleset's source it redraws.
        whole: the whole board is shown, however large.
    """

    start: bool = False
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    king: str = ""
    play: tuple[Play, ...] = ()
    refused: tuple[Try, ...] = ()
    reach: tuple[Reach, ...] = ()
    begins: typing.Literal["", "attackers", "defenders"] = ""
    sequence: tuple[str, ...] = ()
    claim: typing.Literal["", "repetition", "no-move"] = ""
    check: bool | None = None
    when: Flags = field(default_factory=dict)
    rulesets: tuple[str, ...] = ()
    needs: typing.Literal["", "corners"] = ""
    least: int = 5
    largest: int = 19
    replaces: tuple[str, ...] = ()
    sources: dict[str, int] = field(default_factory=dict)
    whole: bool = False


class Window(NamedTuple):
    """The part of the board that a figure shows, from its bottom left square."""

    file: int
    rank: int
    files: int
    ranks: int


class Scene(NamedTuple):
    """What the engine answered to a script.

    Attributes:
        name: the figure's name.
        before: the position that every move is played from.
        turns: what was played.
        reach: for a piece's square the squares it can reach.
        refused: the refusals.
        window: the part of the board that matters.
    """

    name: str
    before: Position
    turns: tuple[Turn, ...]
    reach: tuple[tuple[Square, tuple[Square, ...]], ...]
    refused: tuple[Refusal, ...]
    window: Window

    @property
    def captured(self) -> tuple[Square, ...]:
        """Every square that some move empties, in order."""
        return tuple(sorted({square for turn in self.turns for square in turn.captured}))


def parse_place(text: str, layout: BoardLayout) -> Square:
    """Return the square that a script's place means on a board.

    Raises:
        TaflkitError: not a place, or beside this board.
    """
    anchor, *steps = text.split() or [""]
    square = _anchor(anchor, layout)
    file, rank = square.file, square.rank
    for step in steps:
        direction, count = step[0], step[1:]
        if direction not in _STEPS or not (count.isascii() and count.isdigit()):
            raise TaflkitError(f"'{text}': '{step}' is no step; write a direction and a count, such as n2")
        across, up = _STEPS[direction]
        file, rank = file + across * int(count), rank + up * int(count)
    if layout.board.at(file, rank) is None:
        raise TaflkitError(f"'{text}' is beside the board of {layout.size} x {layout.size}")
    return Square(file, rank)


def _anchor(name: str, layout: BoardLayout) -> Square:
    middle, last = layout.size // 2, layout.size - 1
    if name == "throne":
        return layout.throne
    kind, _, where = name.partition("-")
    if where in _SIDES.get(kind, ()):
        across = last if "e" in where else 0 if "w" in where else middle
        up = last if "n" in where else 0 if "s" in where else middle
        return Square(across, up)
    try:
        return Square.parse(name)
    except TaflkitError:
        raise TaflkitError(
            f"'{name}' is no place; write throne, corner-ne, edge-s or a square, with steps such as n2 behind it"
        ) from None


def parse_places(text: str, layout: BoardLayout) -> Move:
    """Return the move that "FROM > TO" means on a board."""
    origin, arrow, target = text.partition(">")
    if not arrow:
        raise TaflkitError(f"'{text}' is no move; write FROM > TO")
    return Move(parse_place(origin.strip(), layout), parse_place(target.strip(), layout))


def shown_under(when: Mapping[str, object], variant: Variant) -> bool:
    """Whether flags have the values that a `when` asks for.

    Raises:
        TaflkitError: an unknown flag or a value that the flag cannot have.
    """
    shown = True
    for flag, wanted in when.items():
        options = [write_value(w) for w in wanted] if isinstance(wanted, (tuple, list)) else [write_value(wanted)]
        values = flag_values(flag)
        for option in options:
            if option not in values:
                raise TaflkitError(f"{flag} cannot be '{option}'; it can be {', '.join(values)}")
        shown = shown and write_value(getattr(variant.rules, flag)) in options
    return shown


@cache
def flag_values(flag: str) -> tuple[str, ...]:
    """Return the values of a rule flag as the files write them.

    Raises:
        TaflkitError: there is no such flag.
    """
    hints = _flag_types()
    if flag not in hints:
        raise TaflkitError(f"there is no rule flag '{flag}'; there is {', '.join(hints)}")
    hint = hints[flag]
    return ("true", "false") if hint is bool else tuple(str(value) for value in typing.get_args(hint))


@cache
def _flag_types() -> dict[str, typing.Any]:
    return typing.get_type_hints(Rules)


def is_switch(flag: str) -> bool:
    """Whether a rule flag is true or false."""
    return flag_values(flag) == ("true", "false")


def write_value(value: object) -> str:
    """Return a flag's value as the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def belongs(script: FigureScript, variant: Variant) -> bool:
    """Whether a script is one of a ruleset's.

    Raises:
        TaflkitError: its `when` has an unknown flag or a value that the flag cannot have.
    """
    # a ruleset with variations, "masters+check", has the figures of its own ruleset
    name = variant.name.partition("+")[0]
    fits = script.least <= variant.layout.size <= script.largest and (
        script.needs != "corners" or bool(variant.layout.corners)
    )
    return shown_under(script.when, variant) and fits and (not script.rulesets or name in script.rulesets)


def play_script(name: str, script: FigureScript, variant: Variant, told: Variant | None = None) -> Scene:
    """Play a script through the engine.

    Args:
        name: the script's name.
        script: what is played, and what is expected.
        variant: the rules that the engine plays by.
        told: the rules by which the expectations are chosen, if they are not the same: a proof of one ruleset's
            words is played against another's engine so.

    Raises:
        FigureError: a place beside the board, an illegal move, or an expectation that the engine contradicts.
    """
    before = _position(script, variant)
    told = told or variant
    _hold_position(script, before)
    _play_sequence(script, before)
    turns = tuple(_play(play, f"play[{i}]", before, variant) for i, play in enumerate(script.play))
    refused = tuple(
        _refuse(attempt, f"refused[{i}]", before, variant)
        for i, attempt in enumerate(script.refused)
        if _asked(attempt.when, f"refused[{i}]", told)
    )
    reach = tuple(_reach(reach, f"reach[{i}]", before, told) for i, reach in enumerate(script.reach))
    window = _window(script, before, turns, reach, refused)
    return Scene(name, before, turns, reach, refused, window)


def _hold_position(script: FigureScript, before: Position) -> None:
    """Hold what the script says of its position against the engine."""
    under = before.variant.name
    if script.begins and before.to_move.value != script.begins:
        raise FigureError(
            "begins", f"the {before.to_move.value} begin under {under}, and the script expects the {script.begins}"
        )
    if script.check is not None and before.in_check is not script.check:
        must = "must" if before.in_check else "need not"
        raise FigureError("check", f"check {must} be called under {under}, and the script expects the contrary")


def _play_sequence(script: FigureScript, before: Position) -> None:
    """Play the script's sequence as a game, and hold its claim against the engine's."""
    if not script.sequence:
        return
    variant = before.variant
    first = _move(script.sequence[0], "sequence[0]", variant)
    game = Game(_to_move(before, first, "sequence[0]"))
    for i, text in enumerate(script.sequence):
        try:
            game = game.play(_move(text, f"sequence[{i}]", variant))
        except IllegalMove as error:
            raise FigureError(f"sequence[{i}]", f"{error} (ruleset {variant.name})") from None
        claim = _CLAIMS[game.claim]
        expected = script.claim if i == len(script.sequence) - 1 else ""
        if claim != expected:
            raise FigureError(
                "claim",
                f"after {i + 1} moves the engine's claim is '{claim}' under {variant.name}, "
                f"and the script expects '{expected}'",
            )


_CLAIMS = {None: "", DrawClaim.REPETITION: "repetition", DrawClaim.NO_MOVE: "no-move"}


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
    if tuple(sorted(turn.captured)) != expected:
        raise FigureError(
            f"{key}.captured",
            f"{move} captures {_names(turn.captured)} under {variant.name}, and the script expects {_names(expected)}",
        )
    won = turn.outcome.winner.value if turn.outcome else ""
    if won != play.outcome:
        raise FigureError(
            f"{key}.outcome",
            f"{move} wins for {won or 'nobody'} under {variant.name}, "
            f"and the script expects {play.outcome or 'nobody'}",
        )
    return turn


def _refuse(attempt: Try, key: str, before: Position, variant: Variant) -> Refusal:
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


def _reach(reach: Reach, key: str, before: Position, told: Variant) -> tuple[Square, tuple[Square, ...]]:
    variant = before.variant
    square = _place(reach.of, f"{key}.of", variant)
    if before.piece_on(square) is None:
        raise FigureError(f"{key}.of", f"there is no piece on {square}")
    targets = tuple(sorted(move.target for move in before.moves_from(square)))
    for i, expect in enumerate(reach.expect):
        if _asked(expect.when, f"{key}.expect[{i}]", told):
            _hold(expect, f"{key}.expect[{i}]", square, targets, variant)
    return square, targets


def _hold(expect: Expect, key: str, square: Square, targets: Sequence[Square], variant: Variant) -> None:
    for name, places, wanted in (("includes", expect.includes, True), ("excludes", expect.excludes, False)):
        for place in places:
            there = _place(place, f"{key}.{name}", variant)
            if (there in targets) is not wanted:
                can = "cannot" if wanted else "can"
                raise FigureError(f"{key}.{name}", f"the piece on {square} {can} reach {there} under {variant.name}")


def _names(squares: Sequence[Square]) -> str:
    return ", ".join(map(str, sorted(squares))) or "nothing"


def _window(
    script: FigureScript,
    before: Position,
    turns: Sequence[Turn],
    reach: Sequence[tuple[Square, tuple[Square, ...]]],
    refused: Sequence[Refusal],
) -> Window:
    """Return the whole board up to 9 x 9, else a square part of at least 7 x 7 round what matters.

    A piece's reach is shown on the whole of an 11 x 11 board too; on larger ones as far as the part shows it.
    """
    size = before.variant.layout.size
    if script.whole or script.start or size <= (11 if reach else 9):
        return Window(0, 0, size, size)
    return _part(_touched(before, turns, refused), 7, 1, size)


def _touched(before: Position, turns: Sequence[Turn], refused: Sequence[Refusal]) -> list[Square]:
    """Return where pieces stand, and where the moves go."""
    return [*before.pieces, *(turn.move.target for turn in turns), *(refusal.move.target for refusal in refused)]


def _part(squares: Sequence[Square], least: int, margin: int, size: int) -> Window:
    """Return a square part of the board with some squares in its middle."""
    files, ranks = [s.file for s in squares], [s.rank for s in squares]
    reach = max(max(files) - min(files), max(ranks) - min(ranks)) + 1 + 2 * margin
    side = min(size, max(least, reach))
    return Window(_low(files, side, size), _low(ranks, side, size), side, side)


def _low(values: Sequence[int], side: int, size: int) -> int:
    """Return where a stretch of `side` begins that has the values in its middle and stays on the board."""
    return max(0, min(size - side, (min(values) + max(values) - side + 1) // 2))


def close_window(scene: Scene, least: int) -> Window:
    """Return the smallest square part of the board, of `least` squares a side or more, round what the moves touch.

    A scene that shows a piece's reach keeps its window.
    """
    if scene.reach or not (scene.turns or scene.refused):
        return scene.window
    squares = _touched(scene.before, scene.turns, scene.refused)
    return _part(squares, least, 0, scene.before.variant.layout.size)


def describe(scene: Scene, words: Mapping[str, str]) -> str:
    """Return a text alternative for a scene: who stands where, and what the moves do.

    Args:
        scene: what the engine answered.
        words: names of "attacker", "defender" and "king".
    """
    names = {piece: words[piece.name.lower()] for piece in Piece}
    parts = []
    for piece in (Piece.KING, Piece.DEFENDER, Piece.ATTACKER):
        places = sorted(
            square for square, there in scene.before.pieces.items() if there is piece and _shown(square, scene.window)
        )
        if places:
            parts.append(f"{names[piece]}{'s' if len(places) > 1 else ''} on {_names(places)}")
    sentences = ["; ".join(parts) or "the board is empty"]
    for number, turn in enumerate(scene.turns, 1):
        label = f"move {number}: " if len(scene.turns) > 1 else ""
        mover = scene.before.pieces[turn.move.origin]
        text = f"{label}{names[mover]} {turn.move.origin} moves to {turn.move.target}"
        taken = [
            f"the {names[scene.before.pieces[square]]} on {square}{_how_taken(scene.before, turn, square)}"
            for square in sorted(turn.captured)
        ]
        text += f" and captures {_listed(taken)}" if taken else ", and nothing is captured"
        sentences.append(text + (f"; {turn.outcome.value}" if turn.outcome else ""))
    for square, targets in scene.reach:
        sentences.append(f"{names[scene.before.pieces[square]]} on {square} can move to {_names(targets)}")
    sentences += [f"refused: {refusal}" for refusal in scene.refused]
    return ". ".join(s[0].upper() + s[1:] for s in sentences) + "."


def _shown(square: Square, window: Window) -> bool:
    """Whether a square is in the part that a figure shows."""
    return 0 <= square.file - window.file < window.files and 0 <= square.rank - window.rank < window.ranks


def _how_taken(before: Position, turn: Turn, square: Square) -> str:
    """Return against what a piece is taken, or by what the king is surrounded."""
    board, target = before.variant.layout.board, turn.move.target
    beyond = board.at(2 * square.file - target.file, 2 * square.rank - target.rank)
    if beyond and (before.piece_on(square) is not Piece.KING or _taken_in_line(before, turn, square, beyond)):
        return f" against {_what_closes(before, beyond, square)}"
    sides = sorted(board.squares_of(board.beside[board.index(square)]))
    return f", surrounded by {_listed([_what_closes(before, side, square) for side in sides])}"


def _taken_in_line(before: Position, turn: Turn, king: Square, beyond: Square) -> bool:
    """Whether a move takes the king between two: it would with his other sides held by his men."""
    board = before.variant.layout.board
    held = board.beside[board.index(king)] & ~board.mask((turn.move.target, beyond))
    guarded = before.with_to_move(Side.ATTACKERS)._replace(
        attackers=before.attackers & ~held, defenders=before.defenders | held
    )
    return king in guarded.play(turn.move).captured


def _what_closes(before: Position, square: Square, taken: Square) -> str:
    """Return what closes a side of a piece that is taken: an enemy's square, or one that serves as an enemy."""
    layout, there, piece = before.variant.layout, before.piece_on(square), before.piece_on(taken)
    if there is None and square in layout.corners:
        return f"the corner {square}"
    if square == layout.throne and there is None:
        return "the empty throne"
    if square == layout.throne and there is Piece.KING and piece is Piece.DEFENDER:
        return "the occupied throne"
    return str(square)


def _listed(parts: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
