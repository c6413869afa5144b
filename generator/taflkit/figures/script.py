"""A figure or a proof as data: where pieces stand, their moves, and the expected answers of the engine."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from taflkit.errors import TaflkitError, shown, unknown
from taflkit.limits import SCRIPT
from taflkit.tafl import BoardLayout, Position, Refusal, Square, Turn, Variant
from taflkit.tafl.board import CORNERS
from taflkit.tafl.rules import FLAG_VALUES

Flags = dict[str, str | bool | int | tuple[str | int, ...]]

Need = typing.Literal["", "corners", "no-corners", "blocks", "throne", "no-throne"]
Needs = Need | tuple[Need, ...]
"""The needs of a sentence or a figure: that a board has corners, or none, or that a corner is a block of squares; that
the throne differs from other squares, or not."""


def meets(needs: Needs, layout: BoardLayout) -> bool:
    """Whether a board has everything that a sentence or a figure needs."""
    if not needs:
        return True
    has = {
        "": True,
        "corners": bool(layout.corners),
        "no-corners": not layout.corners,
        "blocks": len(layout.corners) > CORNERS,
        "throne": layout.throne_marked,
        "no-throne": not layout.throne_marked,
    }
    return all(has[need] for need in ((needs,) if isinstance(needs, str) else needs))


def shown_under(when: Mapping[str, object], variant: Variant) -> bool:
    """Whether flags have the values of a `when`.

    Raises:
        TaflkitError: an unknown flag or a value that the flag cannot have.
    """
    holds = True
    for flag, needed in when.items():
        options = [write_value(each) for each in (needed if isinstance(needed, (tuple, list)) else [needed])]
        values = flag_values(flag)
        for option in options:
            if option not in values:
                raise TaflkitError(f"{flag} cannot be '{shown(option)}'; it can be {', '.join(values)}")
        holds = holds and write_value(getattr(variant.rules, flag)) in options
    return holds


@cache
def flag_values(flag: str) -> tuple[str, ...]:
    """Return the values of a rule flag as the files write them.

    Raises:
        TaflkitError: there is no such flag.
    """
    return tuple(map(write_value, typed_values(flag)))


@cache
def typed_values(flag: str) -> tuple[str | bool | int, ...]:
    """Return the values of a rule flag.

    Raises:
        TaflkitError: there is no such flag.
    """
    if flag not in FLAG_VALUES:
        raise TaflkitError(unknown("rule flag", flag, tuple(FLAG_VALUES)))
    return FLAG_VALUES[flag]


def write_value(value: object) -> str:
    """Return a flag's value as the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


SHOWN = 5, 2
"""The least files and ranks of the part of a board in a figure: a column of the booklet is five squares wide."""


class Window(NamedTuple):
    """The part of the board that a figure shows, from its bottom left square."""

    file: int
    rank: int
    files: int
    ranks: int

    def holds(self, square: Square) -> bool:
        """Whether the figure shows a square."""
        return 0 <= square.file - self.file < self.files and 0 <= square.rank - self.rank < self.ranks


class Grid(Struct, frozen=True):
    """A part of a board drawn with its top left corner at (x, y).

    Attributes:
        cell: the side of a square in mm.
        file, rank: the bottom left square of the part.
        files, ranks: their numbers in the part.
        x, y: the top left corner in mm.
    """

    cell: float
    file: int
    rank: int
    files: int
    ranks: int
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def whole(cls, size: int, cell: float, x: float = 0.0, y: float = 0.0) -> Grid:
        """Return the grid of a whole board."""
        return cls(cell, 0, 0, size, size, x, y)

    @property
    def width(self) -> float:
        """Mm from the left to the right edge."""
        return self.files * self.cell

    @property
    def height(self) -> float:
        """Mm from the top to the bottom edge."""
        return self.ranks * self.cell

    def corner(self, square: Square) -> tuple[float, float]:
        """Return a square's top left corner."""
        return (
            self.x + (square.file - self.file) * self.cell,
            self.y + (self.rank + self.ranks - 1 - square.rank) * self.cell,
        )

    def centre(self, square: Square) -> tuple[float, float]:
        """Return a square's middle."""
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.cell / 2

    def squares(self) -> Iterator[Square]:
        """Yield the squares shown, by rank from the bottom and by file."""
        for rank in range(self.rank, self.rank + self.ranks):
            for file in range(self.file, self.file + self.files):
                yield Square(file, rank)

    def shows(self, square: Square) -> bool:
        """Whether a square is in the part that is drawn."""
        return self.file <= square.file < self.file + self.files and self.rank <= square.rank < self.rank + self.ranks


class Scene(Struct, frozen=True):
    """The engine's answers to a script.

    Attributes:
        before: the position that every move is played from.
        reach: for a piece's square the squares it can reach.
        window: the part of the board that is drawn.
        goes_on: whether the script assures that its moves win for nobody.
    """

    name: str
    before: Position
    turns: tuple[Turn, ...]
    reach: tuple[tuple[Square, tuple[Square, ...]], ...]
    refused: tuple[Refusal, ...]
    window: Window
    goes_on: bool = False

    @property
    def captured(self) -> tuple[Square, ...]:
        """Every square that some move empties, in order."""
        return tuple(sorted({square for turn in self.turns for square in turn.captured}))

    @property
    def has_signs(self) -> bool:
        """Whether the figure shows more than pieces on their squares."""
        return bool(self.turns or self.reach or self.refused)

    @property
    def is_whole(self) -> bool:
        """Whether the figure shows the whole board."""
        return self.window.files == self.window.ranks == self.before.variant.layout.size

    def taller(self) -> Scene:
        """Return this scene with a rank more, below or else above, that has no throne or corner; or as it is."""
        window, layout = self.window, self.before.variant.layout
        above = window._replace(ranks=window.ranks + 1)
        marked = [square for square in layout.marked if window.holds(square)]
        for larger in (above._replace(rank=window.rank - 1), above):
            is_on_board = larger.rank >= 0 and larger.rank + larger.ranks <= layout.size
            if is_on_board and [square for square in layout.marked if larger.holds(square)] == marked:
                return replace(self, window=larger)
        return self


def touched(before: Position, turns: Sequence[Turn], refused: Sequence[Refusal]) -> list[Square]:
    """Return the squares of pieces and the moves' targets, and the throne and the corners beside any of these.

    So a reader sees the square that closes a piece in, or does not.
    """
    layout = before.variant.layout
    board = layout.board
    targets = [*(turn.move.target for turn in turns), *(refusal.move.target for refusal in refused)]
    beside = board.neighbours(before.occupied | board.mask(there for there in targets if board.at(*there) is not None))
    return [*before.pieces, *targets, *(square for square in layout.marked if board.bit(square) & beside)]


def window_round(
    squares: Sequence[Square],
    least: tuple[int, int],
    size: int,
    blocks: Sequence[Sequence[Square]] = (),
    steps: Sequence[Square] = (),
) -> Window:
    """Return the smallest part of a board with some squares in its middle.

    Args:
        squares: those that must be shown.
        least: the least files and ranks of the part.
        size: of the board.
        blocks: groups of squares that must be shown whole if one of them is, such as corners.
        steps: those that are shown too where the part need be no wider than at least for them, and no higher than wide.
    """
    if steps:
        larger = window_round((*squares, *steps), least, size, blocks)
        return larger if larger.ranks <= larger.files <= least[0] else window_round(squares, least, size, blocks)
    rank, ranks = _stretch([square.rank for square in squares], least[1], size)
    file, files = _stretch([square.file for square in squares], least[0], size)
    window = Window(file, rank, files, ranks)
    for block in blocks:
        if len({window.holds(square) for square in block}) > 1:
            return window_round((*squares, *block), least, size, blocks)
    return window


def _stretch(values: Sequence[int], least: int, size: int) -> tuple[int, int]:
    """Return the begin and the length of the shortest stretch on the board that has the values in its middle."""
    first, last = min(values), max(values)
    length = min(size, max(least, last - first + 1))
    return max(0, min(size - length, (first + last - length + 1) // 2)), length


def square_names(squares: Sequence[Square]) -> str:
    """Return squares in order, or "nothing"."""
    return ", ".join(map(str, sorted(squares))) or "nothing"


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A move "FROM > TO" that is played from the script's position, with its expected captures and outcome.

    Attributes:
        move: from a square to another.
        captured: the squares that are emptied; the engine must say exactly these.
        outcome: "attackers" or "defenders" where the move wins the game for them, "none" where readers are assured that
            it wins for nobody, or "".
    """

    move: str
    captured: tuple[str, ...] = ()
    outcome: str = ""


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is refused.

    Attributes:
        move: from a square to another, "FROM > TO".
        reason: the engine's reason, such as "corner" (see tafl.Reason).
        when: flags under which it is shown and must hold.
    """

    move: str
    reason: str
    when: Flags = {}


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """The squares that a piece must be able to reach under some flags, and those that it must not.

    Attributes:
        includes: those that it must be able to reach.
        excludes: those that it must not.
        when: the flags under which this holds.
    """

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    when: Flags = {}


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """The squares that the piece on a square can reach, as the engine gives them.

    Attributes:
        of: the square that it stands on.
        expect: the squares, under some flags or under all.
    """

    of: str
    expect: tuple[Expect, ...] = ()


_Texts = typing.Annotated[tuple[str, ...], Meta(max_length=SCRIPT)]


class FigureScript(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure as data.

    Attributes:
        start: the figure shows the start position; else the pieces are listed.
        attackers, defenders, king: the places of pieces.
        play: moves, each played from the script's own position.
        refused: moves that must be refused.
        reach: pieces whose moves are shown.
        begins: with `start`, the side that must be to move.
        sequence: moves that are played one after the other, each by the side to move, "FROM > TO"; behind it
            "x SQUARES" that the move captures, "= SIDE" that wins with it or "= draw", or "! REASON" why it is refused.
        claim: the draw that may be claimed after the sequence, "repetition" or "no-move"; "" if none may.
        check: whether check must be called in the position, and after every move of the sequence; not tested if it
            is left out.
        agreed: a draw may be agreed on in the position and after every move of the sequence that does not win; after
            a move that wins it may not. Not tested if it is left out.
        when: the flags under which the figure belongs to the rules; a list of values means any of them.
        rulesets: the rulesets that the figure belongs to; any if none is named.
        needs: the properties of a board without which the figure makes no sense, such as "corners"; see `Needs`.
        least, largest: the smallest board that has room for it, and the largest on which it can be made out.
        replaces: figures that the booklet leaves out where it has this one.
        beside: figures whose sentences show this one too, so that a game adds figures to rules that all games share.
        sources: which figure of which ruleset's source it redraws.
        whole: the whole board is shown, however large.
    """

    start: bool = False
    attackers: _Texts = ()
    defenders: _Texts = ()
    king: str = ""
    play: typing.Annotated[tuple[Play, ...], Meta(max_length=SCRIPT)] = ()
    refused: typing.Annotated[tuple[Attempt, ...], Meta(max_length=SCRIPT)] = ()
    reach: typing.Annotated[tuple[Reach, ...], Meta(max_length=SCRIPT)] = ()
    begins: typing.Literal["", "attackers", "defenders"] = ""
    sequence: _Texts = ()
    claim: typing.Literal["", "repetition", "no-move"] = ""
    check: bool | None = None
    agreed: bool = False
    when: Flags = {}
    rulesets: _Texts = ()
    needs: Needs = ""
    least: int = 5
    largest: int = 19
    replaces: _Texts = ()
    beside: _Texts = ()
    sources: dict[str, int] = {}
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse a reach that no figure needs, which would be tried under every ruleset; the catalog names the file."""
        for reach in self.reach:
            if sum(len(expect.includes) + len(expect.excludes) for expect in reach.expect) > SCRIPT:
                raise ValueError(f"the reach of '{shown(reach.of)}' expects more than {SCRIPT} squares")


def belongs(script: FigureScript, variant: Variant) -> bool:
    """Whether a script is one of a ruleset's.

    Raises:
        TaflkitError: its `when` has an unknown flag or a value that the flag cannot have.
    """
    # a ruleset with variations, "masters+check", has the figures of its own ruleset
    name = variant.name.partition("+")[0]
    fits = script.least <= variant.layout.size <= script.largest and meets(script.needs, variant.layout)
    return shown_under(script.when, variant) and fits and (not script.rulesets or name in script.rulesets)
