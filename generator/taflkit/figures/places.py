"""Places of a script, written relative to the board, so that one script holds on every size.

A place is an anchor and steps from it, such as "throne", "throne n1 e2", "middle", "corner-ne w1" or "edge-s" (the
middle of that edge). Directions are those of the paper, n up. A plain name such as "d4" is read too. Where a corner is
a block of squares, the first step from it begins at the last of them in that direction, so that "corner-ne w1" is
beside the corner on every board; and a move to it goes to the first of them in its line.
"""

from __future__ import annotations

from functools import lru_cache

from taflkit.errors import TaflkitError, shown
from taflkit.tafl import BoardLayout, Move, Square

__all__ = ["parse_place", "parse_place_from", "parse_places"]

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
