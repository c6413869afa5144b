"""What the pages ask Python in the visitor's browser: a name and a JSON text in, a JSON text and files out.

The modules of this room run in a browser, where click, jinja2, platformdirs, Pillow and pypdfium2 are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from taflkit.errors import ManyProblems, TaflkitError, TemplateError
from taflkit.site.visitor import diagrams, games, kits
from taflkit.site.visitor.desk import Answer, Desk

__all__ = ["ASKS", "Answer", "Ask", "Desk", "answer", "answered"]

Ask = Callable[[Desk, dict[str, Any]], Answer]
"""A question of a page: the desk and the wish in, the answer out. A TaflkitError is a problem that the visitor sees."""


def _games(desk: Desk, _wish: dict[str, Any]) -> Answer:
    """Answer with the names of the games that there are."""
    return Answer({"games": desk.catalog.game_names()})


ASKS: Mapping[str, Ask] = MappingProxyType(
    {
        "begin": games.begin,
        "boards": diagrams.boards,
        "diagram": diagrams.draw,
        "game": games.game,
        "games": _games,
        "kit": kits.kit,
        "plan": kits.plan,
        "test-sheet": kits.test_sheet,
        "kit-problems": games.kit_problems,
        "moves": diagrams.moves,
        "play": diagrams.play,
        "read": diagrams.read,
        "write": games.write,
    }
)
"""The questions by their names."""


def answer(ask: str, wish: str) -> tuple[str, list[bytes]]:
    """Answer a question of a page, at the one desk of this process.

    Args:
        ask: the name of the question.
        wish: a JSON object.

    Returns:
        {"answer": {...}} as JSON and the answer's files; or {"problem": {"line", "field", "each"}} and no file, where
        `each` has "line", "field", "file" and "key" of every problem there is, in their order.

    Raises:
        KeyError: there is no such question.
        msgspec.DecodeError: the wish is no JSON object.
    """
    return answered(_desk(), ask, wish)


def answered(desk: Desk, ask: str, wish: str) -> tuple[str, list[bytes]]:
    """Answer a question at a desk; see `answer`."""
    wanted = msgspec.json.decode(wish, type=dict[str, Any])
    try:
        said, files = ASKS[ask](desk, wanted)
    except TaflkitError as error:
        return msgspec.json.encode({"problem": _problem(desk, error)}).decode(), []
    return msgspec.json.encode({"answer": said}).decode(), list(files)


@cache
def _desk() -> Desk:
    """Return the desk of this process."""
    return Desk()


def _problem(desk: Desk, error: TaflkitError) -> dict[str, Any]:
    """Return a problem as the page shows it: as a whole, and each of its parts."""
    each = error.problems if isinstance(error, ManyProblems) else (error,)
    parts = [_part(desk, problem) for problem in each]
    line = desk.without_folders(str(error))
    return {"line": line, "field": error.choice or parts[0]["field"], "each": parts}


def _part(desk: Desk, error: TaflkitError) -> dict[str, str | None]:
    """Return one problem: its line, the field of the form, and the file and the key it is about, or None."""
    file, key = (error.file, error.key) if isinstance(error, TemplateError) else (None, None)
    return {
        "line": desk.without_folders(str(error)),
        "field": error.choice or None,
        "file": None if file is None else desk.without_folders(file),
        "key": key,
    }
