"""The problems that taflkit names. The message of each is one line with the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from unicodedata import category

_LONGEST = 60  # the characters of a value in a message
_LONGEST_NAME = 300  # the characters of a path in a message
_LONGEST_LINE = 2000  # the characters of a message
MOST_PROBLEMS = 100
"""The most problems that are named at once."""


def printable(text: str) -> str:
    r"""Return a text with every character that would not be seen, or would move a terminal's cursor, as an escape.

    A space of any width is shown as a plain one.

    >>> printable("red \x1b[31m")
    'red \\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else " " if category(char) == "Zs" else ascii(char)[1:-1] for char in text
    )


def shown(value: object, most: int = _LONGEST) -> str:
    """Return a value that somebody gave as a message shows it: on one line, the middle of a long one left out.

    >>> shown("a" * 100, 9)
    'aaaa…aaaa'
    """
    text, half = str(value), (most - 1) // 2
    return printable(text if len(text) <= most else f"{text[:half]}…{text[len(text) - half :]}")


def nearest(name: str, known: Sequence[str]) -> str:
    """Return the known name that somebody who wrote `name` may have meant, or "" where none is near."""
    close = get_close_matches(name[:_LONGEST].casefold(), known, 1)
    return close[0] if close else ""


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """Return the line on an unknown name: the nearest, if one is near, and then the others.

    >>> unknown("ruleset", "wlker", ("walker", "branan"))
    "there is no ruleset 'wlker'; did you mean walker? There is also branan"
    """
    return f"there is no {what} '{shown(name)}'; {among(name, known)}"


def among(name: str, known: Sequence[str]) -> str:
    """Return the end of a line on a name that is none of those known: the nearest, if one is near, and the others."""
    near = nearest(name, known)
    others = ", ".join(other for other in known if other != near)
    if not near:
        return f"there is {others or 'none'}"
    return f"did you mean {near}?{f' There is also {others}' if others else ''}"


class TaflkitError(Exception):
    """A problem with a name: the command line prints it as one line and exits with 1.

    Control characters in the message are escaped, and one that is far too long is cut.

    Attributes:
        choice: the option at fault, by the field of a KitSpec or the parameter, such as "cell"; "" for none.
        given: the value of the option, where it may have several; "" for none.
    """

    def __init__(self, message: str, *, choice: str = "") -> None:
        super().__init__(shown(message, _LONGEST_LINE))
        self.choice = choice
        self.given = ""


class TemplateError(TaflkitError):
    """A file of a game, a theme or the fonts that cannot be used as it is.

    Attributes:
        file: the file, as the user would find it.
        key: the dotted key in the file, or "" where the whole file is meant.
        why: the fault, and a value that would be right.
    """

    def __init__(self, file: str, key: str, why: str) -> None:
        place = (shown(part, _LONGEST_NAME) for part in (file, key) if part)
        super().__init__(": ".join((*place, why)))
        self.file = file
        self.key = key
        self.why = why


class ManyProblems(TaflkitError):
    """Several problems at once, such as all the mistakes of a file, in its order."""

    def __init__(self, problems: Sequence[TaflkitError]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


def refuse(problems: Iterable[TaflkitError]) -> None:
    """Raise the problems there are, if any: one as it is, several as ManyProblems, each of them once.

    Raises:
        TaflkitError: the only problem, or all of them; of a very large number the first MOST_PROBLEMS.
    """
    each: dict[str, TaflkitError] = {}
    for problem in problems:
        for one in problem.problems if isinstance(problem, ManyProblems) else (problem,):
            each.setdefault(str(one), one)
        if len(each) > MOST_PROBLEMS:
            break
    all_problems = list(each.values())
    if len(all_problems) > MOST_PROBLEMS:
        all_problems[MOST_PROBLEMS:] = [TaflkitError("and more")]
    if len(all_problems) == 1:
        raise all_problems[0]
    if all_problems:
        raise ManyProblems(all_problems)


@contextmanager
def about(choice: str, given: str = "") -> Iterator[None]:
    """Give a problem the option that it is about, by its field, such as "moves", and its value."""
    try:
        yield
    except TaflkitError as problem:
        problem.choice, problem.given = choice, given
        raise


@contextmanager
def gathered(problems: list[TaflkitError]) -> Iterator[None]:
    """Collect a problem in a list instead of raising it, so that the problems behind it are reported too."""
    try:
        yield
    except TaflkitError as problem:
        problems.append(problem)


class IllegalMove(TaflkitError):
    """A move that the rules refuse.

    Attributes:
        reason: the move with the code and the square of its refusal, such as "d6-d8: off-board d8".
        refusal: the engine's Refusal, or None where the game is over.
    """

    def __init__(self, reason: str, refusal: object = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refusal = refusal


class DoesNotFit(TaflkitError):
    """A part that is larger than the place it must go to.

    Attributes:
        need: the room that the part needs, in words with units.
        have: the room there is, in words with units, and a remedy.
        text: the text that is too long, to find it in its file; "" for none.
        table: the table of a game's words that is too long, such as "cards"; "" for none.
    """

    def __init__(self, part: str, need: str, have: str, *, choice: str = "", text: str = "", table: str = "") -> None:
        super().__init__(f"{part} does not fit: it needs {need}; there is {have}", choice=choice)
        self.part = part
        self.need = need
        self.have = have
        self.text = text
        self.table = table


class TextDoesNotFit(TemplateError, DoesNotFit):
    """A text of a file that is too long for its place; the key is "" where all of its texts together are too long."""

    def __init__(self, file: str, key: str, error: DoesNotFit) -> None:
        DoesNotFit.__init__(
            self, error.part, error.need, error.have, choice=error.choice, text=error.text, table=error.table
        )
        self.file, self.key, self.why = file, key, str(error)
        place = ": ".join(shown(part, _LONGEST_NAME) for part in (file, key) if part)
        self.args = (shown(f"{place}: {error}", _LONGEST_LINE),)


class UnknownName(TaflkitError):
    """A name of a kind, such as "ruleset", that is not among those known; `also` says what else it may be."""

    def __init__(self, what: str, name: str, known: tuple[str, ...], *, choice: str = "", also: str = "") -> None:
        super().__init__(f"{unknown(what, name, known)}{also and f', {also}'}", choice=choice)
        self.what = what
        self.name = name
        self.known = known


class UntranslatedTexts(TaflkitError):
    """A language, by its code, that a game or a table of words is not translated to as a whole.

    Attributes:
        game: its name, or the path of a user's own; "" where it is no game.
        drafted: whether there is enough for a draft.
    """

    def __init__(self, game: str, language: str, why: str, *, drafted: bool) -> None:
        called = shown(game, _LONGEST_NAME) or "taflkit"
        super().__init__(f"{called} does not speak '{shown(language)}' as a whole: {why}")
        self.game = game
        self.language = language
        self.drafted = drafted
