"""A figure or a proof as data: where pieces stand, their moves, and the expected answers of the engine."""

from __future__ import annotations

import typing
from operator import attrgetter

from msgspec import Struct

from taflkit.errors import shown
from taflkit.figures.flags import Flags, Needs, meets, shown_under
from taflkit.limits import SCRIPT
from taflkit.tafl import Variant

__all__ = ["Expect", "FigureScript", "Play", "Reach", "Try", "belongs"]


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is played from the script's position, with its expected captures and outcome.

    Attributes:
        move: "FROM > TO".
        captured: the squares that are emptied; the engine must say exactly these.
        outcome: "attackers" or "defenders" where the move wins the game for them, or "".
    """

    move: str
    captured: tuple[str, ...] = ()
    outcome: str = ""


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is refused.

    Attributes:
        reason: the engine's reason, such as "corner" (see tafl.Reason).
        when: flags under which it is shown and must hold.
    """

    move: str
    reason: str
    when: Flags = {}


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """The squares that a piece must be able to reach, and those that it must not.

    Attributes:
        includes, excludes: squares that must, and must not, be reached.
        when: the flags under which they must.
    """

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    when: Flags = {}


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """The squares that a piece can reach, as the engine gives them.

    Attributes:
        of: the piece's square.
        expect: squares that must be among them, or must not.
    """

    of: str
    expect: tuple[Expect, ...] = ()


_LISTS = ("attackers", "defenders", "play", "refused", "reach", "sequence", "rulesets", "replaces", "beside")
_lists_of = attrgetter(*_LISTS)


class FigureScript(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure as data.

    Attributes:
        start: the figure shows the start position; else the pieces are listed.
        attackers, defenders, king: where pieces stand.
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
        needs: what the board must have for the figure to make sense, such as "corners"; see `Needs`.
        least, largest: the smallest board that has room for it, and the largest on which it can be made out.
        replaces: figures that the booklet leaves out where it has this one.
        beside: figures whose sentences show this one too, so that a game adds figures to rules that all games share.
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
    agreed: bool = False
    when: Flags = {}
    rulesets: tuple[str, ...] = ()
    needs: Needs = ""
    least: int = 5
    largest: int = 19
    replaces: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    sources: dict[str, int] = {}
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse lists that no figure needs, which would be played under every ruleset; the catalog names the file."""
        lengths = [*map(len, _lists_of(self))]
        if max(lengths) > SCRIPT:
            key, length = next(pair for pair in zip(_LISTS, lengths, strict=True) if pair[1] > SCRIPT)
            raise ValueError(f"{key} has {length} entries, and {SCRIPT} are the most")
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
