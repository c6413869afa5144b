"""The problems that taflkit names. The message of each is one line with the place and the remedy."""

from __future__ import annotations

__all__ = ["DoesNotFit", "IllegalMove", "TaflkitError", "TemplateError", "UnknownName"]


class TaflkitError(Exception):
    """A problem with a name: the command line prints it as one line and exits with 1.

    Attributes:
        choice: the choice it is about, by the field of a KitSpec or the parameter, such as "cell"; "" for none.
    """

    def __init__(self, message: str, *, choice: str = "") -> None:
        super().__init__(message)
        self.choice = choice


class TemplateError(TaflkitError):
    """A file of a game, a theme or the fonts that cannot be used as it is.

    Attributes:
        file: the file, as the user would find it.
        key: the dotted key in the file, or "" where the whole file is meant.
        why: the fault, and a value that would be right.
    """

    def __init__(self, file: str, key: str, why: str) -> None:
        super().__init__(f"{file}: {key}: {why}" if key else f"{file}: {why}")
        self.file = file
        self.key = key
        self.why = why


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
        part: the part that is too large.
        need: the room that the part needs, in words with units.
        have: the room there is, in words with units, and a remedy.
    """

    def __init__(self, part: str, need: str, have: str, *, choice: str = "") -> None:
        super().__init__(f"{part} does not fit: it needs {need}; there is {have}", choice=choice)
        self.part = part
        self.need = need
        self.have = have


class UnknownName(TaflkitError):
    """A name that is not among those there are.

    Attributes:
        what: the kind of name, such as "ruleset".
        name: the name that was given.
        known: the names there are.
    """

    def __init__(self, what: str, name: str, known: tuple[str, ...], *, choice: str = "") -> None:
        super().__init__(f"there is no {what} '{name}'; there is {', '.join(known)}", choice=choice)
        self.what = what
        self.name = name
        self.known = known
