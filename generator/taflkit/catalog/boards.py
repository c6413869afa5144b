"""The board of a game as its files draw it, and boards of rulesets that differ from it."""

from __future__ import annotations

from msgspec import Struct

from taflkit.errors import TaflkitError, TemplateError
from taflkit.tafl import BoardLayout, LayoutError, Square

__all__ = ["BoardTable", "make_board"]


class BoardTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a board.

    Attributes:
        title: the game's name on this board, "" for that of the board it is based on.
        start: the picture of the start position.
        throne: the middle if it is left out.
        corners: the four corners if they are left out, or those of the board that another is based on.
        throne_marked: whether the throne differs from other squares.
    """

    title: str = ""
    start: str = ""
    throne: str = ""
    corners: tuple[str, ...] | None = None
    throne_marked: bool | None = None


def make_board(table: BoardTable, file: str, key: str = "", like: BoardLayout | None = None) -> BoardLayout:
    """Make a board of its keys.

    Args:
        table: the keys.
        file: for errors.
        key: the name of their table in the file, with a dot behind it; "" at the top of the file.
        like: the board that gives those left out, the pieces too.

    Raises:
        TemplateError: a key that no board can have, with file and key.
    """
    corners = _corners(table, file, key, like)
    marked = (like is None or like.throne_marked) if table.throne_marked is None else table.throne_marked
    try:
        if not table.start and like is not None:
            if table.throne:
                raise TemplateError(file, f"{key}throne", "goes with a start of its own; write start, or leave it out")
            pieces = like.picture
        else:
            pieces = table.start
        layout = BoardLayout.from_picture(pieces, _throne(table, file, key), corners, marked)
    except LayoutError as error:
        raise TemplateError(file, f"{key}{error.key}", error.why) from None
    return layout


def _throne(table: BoardTable, file: str, key: str) -> Square | None:
    try:
        return Square.parse(table.throne) if table.throne else None
    except TaflkitError as error:
        raise TemplateError(file, f"{key}throne", str(error)) from None


def _corners(table: BoardTable, file: str, key: str, like: BoardLayout | None) -> tuple[Square, ...] | None:
    if table.corners is None:
        # another picture of the same size has the same corners
        same = like is not None and (not table.start or len(table.start.split()) == like.size)
        return like.corners if like is not None and same else None
    try:
        corners = tuple(Square.parse(name) for name in table.corners)
    except TaflkitError as error:
        raise TemplateError(file, f"{key}corners", str(error)) from None
    twice = next((square for number, square in enumerate(corners) if square in corners[:number]), None)
    if twice is not None:
        raise TemplateError(file, f"{key}corners", f"{twice} is named twice")
    return corners
