"""The questions of the pages to Python in the visitor's browser: a name and a JSON text in, a JSON text and files out.

The modules of this package run in a browser, where click, jinja2, platformdirs, Pillow and pypdfium2 are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from taflkit.errors import ManyProblems, TaflkitError, TemplateError
from taflkit.limits import FILE
from taflkit.site.visitor import diagrams, games, kits, puzzles
from taflkit.site.visitor.session import Answer, Session

__all__ = ["QUESTIONS", "Answer", "Question", "Session", "answer", "answer_in"]

Question = Callable[[Session, dict[str, Any]], Answer]
"""A question of a page: the session and the request in, the answer out. A TaflkitError is shown to the visitor."""
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "begin": games.begin,
        "boards": diagrams.boards,
        "collection": puzzles.collection,
        "diagram": diagrams.draw,
        "find-puzzles": puzzles.find,
        "game": games.game,
        "games": lambda session, _request: Answer({"games": session.catalog.game_names()}),
        "kit": kits.kit,
        "plan": kits.plan,
        "test-sheet": kits.test_sheet,
        "kit-problems": games.kit_problems,
        "moves": diagrams.moves,
        "own": games.listing,
        "play": diagrams.play,
        "read": diagrams.read,
        "write": games.write,
    }
)
"""The questions by their names."""
_session = cache(Session)


def answer(question: str, request: str) -> tuple[str, list[bytes]]:
    """Answer a question of a page, in the one session of this process.

    Args:
        question: its name.
        request: a JSON object.

    Returns:
        {"answer": {...}} as JSON and the answer's files; or {"problem": {"line", "field", "each"}} and no file, where
        `each` has "line", "field", "file" and "key" of every problem there is, in their order.

    Raises:
        KeyError: there is no such question.
        msgspec.DecodeError: the request is no JSON object.
    """
    return answer_in(_session(), question, request)


def answer_in(session: Session, question: str, request: str) -> tuple[str, list[bytes]]:
    """Answer a question in a session; see `answer`."""
    try:
        # before it is read; in JSON, a line's end is two characters
        if len(request) > 3 * FILE:
            raise TaflkitError(f"the text is larger than {FILE / 1_000_000:g} MB")
        decoded = msgspec.json.decode(request, type=dict[str, Any])
        content, files = QUESTIONS[question](session, decoded)
    except TaflkitError as error:
        each = [
            {
                "line": session.without_folders(str(problem)),
                "field": problem.choice or None,
                "file": session.without_folders(problem.file) if isinstance(problem, TemplateError) else None,
                "key": problem.key if isinstance(problem, TemplateError) else None,
            }
            for problem in (error.problems if isinstance(error, ManyProblems) else (error,))
        ]
        line = session.without_folders(str(error))
        problem = {"line": line, "field": error.choice or each[0]["field"], "each": each}
        return msgspec.json.encode({"problem": problem}).decode(), []
    return msgspec.json.encode({"answer": content}).decode(), list(files)
