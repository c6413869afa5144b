"""Collections of puzzles: templates/puzzles/GAME-RULESET.toml, and puzzles/RULESET of a user's own game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, field

from taflkit.catalog.conversion import convert
from taflkit.catalog.games import GameTemplates
from taflkit.catalog.rulesets import Ruleset
from taflkit.errors import TaflkitError, TemplateError, gathered, refuse, shown
from taflkit.limits import COLLECTION
from taflkit.tafl import Move, parse_position, write_position
from taflkit.tafl.proof import Prover, Tree
from taflkit.tafl.puzzles import PLIES, Difficulty, Puzzle, canonical

_Value = TypeVar("_Value")
_Read = TypeVar("_Read")


class PuzzleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle of a collection.

    Attributes:
        position: the ranks from the first on, and the side to move.
        plies: the moves until the win, both sides counted.
        key: the only first move that wins.
        tree: the proof: each reply with the moves that meet it, and so on.
        attempt: a first move that looks as good, and does not win.
        refutation: the only reply that meets it.
        difficulty: how hard the key is to see.
    """

    position: str
    plies: Annotated[int, Meta(extra_json_schema={"enum": [*PLIES]})]
    key: str
    tree: dict[str, Any]
    attempt: str = field(name="try")
    refutation: str
    difficulty: Difficulty


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """Puzzles of a game under a ruleset.

    Attributes:
        game, ruleset: the names of both.
        puzzles: each with its proof.
    """

    game: str
    ruleset: str
    puzzles: Annotated[tuple[PuzzleTable, ...], Meta(max_length=COLLECTION)]


def load_puzzles(game: GameTemplates, ruleset: Ruleset) -> tuple[Puzzle, ...]:
    """Return the collected puzzles of a game under a ruleset, none if it has no collection or is varied.

    Whether they are sound is not looked at; see `check_puzzles`.

    Raises:
        TemplateError: a problem in the file, with file and key.
    """
    found = _table(game, ruleset)
    if found is None:
        return ()
    table, file = found
    collection = convert(table, Collection, file)
    variant = game.variant(ruleset)
    named = (("game", collection.game, game.name), ("ruleset", collection.ruleset, ruleset.name))
    refuse(
        TemplateError(file, key, f"must be '{right}', not '{shown(given)}'")
        for key, given, right in named
        if given != right
    )
    puzzles = []
    problems: list[TaflkitError] = []
    for number, each in enumerate(collection.puzzles):

        def read(name: str, parse: Callable[[_Value], _Read], value: _Value, number: int = number) -> _Read:
            try:
                return parse(value)
            except TaflkitError as error:
                raise TemplateError(file, f"puzzles[{number}].{name}", str(error)) from None

        with gathered(problems):
            puzzle = Puzzle(
                read("position", partial(parse_position, variant), each.position),
                each.plies,
                read("key", Move.parse, each.key),
                read("tree", _tree, each.tree),
                read("try", Move.parse, each.attempt),
                read("refutation", Move.parse, each.refutation),
                each.difficulty,
            )
            puzzles.append(puzzle)
    refuse(problems)
    return tuple(puzzles)


def _tree(value: Any) -> Tree:
    """Return a proof as it is, if it is built as one.

    Raises:
        TaflkitError: something in it is no table.
    """
    moves = [each for each in value.values() if isinstance(each, dict)] if isinstance(value, dict) else []
    if not isinstance(value, dict) or len(moves) < len(value):
        raise TaflkitError("must be tables of replies, with tables of moves in them, and so on")
    for each in moves:
        for deeper in each.values():
            _tree(deeper)
    return value


def _table(game: GameTemplates, ruleset: Ruleset) -> tuple[dict[str, Any], str] | None:
    """Return the table of the collected puzzles and its file; a ruleset that is varied has none."""
    if ruleset.varied:
        return None
    if game.lender:
        return game.sources[0].table(collection_name(ruleset))
    return game.sources[-1].table(f"puzzles/{game.name}-{ruleset.name}")


def check_puzzles(game: GameTemplates, ruleset: Ruleset, most: int = PLIES[-1]) -> Iterator[TemplateError]:
    """Yield what is unsound in the collected puzzles of a game under a ruleset, of `most` plies or fewer.

    Each is proven anew: its position can be reached and is not over, its key alone wins, and none wins sooner, its tree
    is the proof, and its refutation alone meets its try. No puzzle is the mirror image or the turn of another.

    Raises:
        TaflkitError: see `load_puzzles`.
    """
    earlier: dict[object, int] = {}
    _, file = _table(game, ruleset) or ({}, "")
    for number, puzzle in enumerate(load_puzzles(game, ruleset)):
        faults = () if most < puzzle.plies <= PLIES[-1] else _faults(puzzle)
        first = earlier.setdefault(canonical(puzzle.position), number)
        twin = [("position", f"is puzzles[{first}] again, or its mirror image or turn")] if first != number else []
        for key, why in (*twin, *faults):
            yield TemplateError(file, f"puzzles[{number}].{key}", why)


def _faults(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield the keys of a puzzle that are wrong, and why; a wrong position or key hides what else there is."""
    position, plies, key = puzzle.position, puzzle.plies, puzzle.key
    over = ("the game is over",) if position.is_over else ()
    for why in (*position.problems(king_needed=True), *over):
        yield "position", why
        return
    if plies not in PLIES:
        yield "plies", f"must be one of {', '.join(map(str, PLIES))}, not {plies}"
        return
    for name, move in (("key", key), ("try", puzzle.attempt)):
        if position.why_not(move):
            yield name, f"the move {move} is not legal"
            return
    prover = Prover(position.variant)
    if prover.wins(position, plies - 2):
        yield "plies", f"there is a win in fewer plies than {plies}"
        return
    winning = prover.winning_moves(position, plies)
    if winning != (key,):
        yield "key", f"must be the only first move that wins in {plies} plies, which are: {_named(winning)}"
        return
    if (proof := prover.tree(position, key, plies)) != puzzle.tree:
        yield "tree", f"is not the proof, which is {_inline(proof)}"
    refuting = prover.refutations(position, puzzle.attempt, plies)
    if refuting != (puzzle.refutation,):
        yield "refutation", f"must be the only reply that meets {puzzle.attempt}, which are: {_named(refuting)}"


def _named(moves: Iterable[Move]) -> str:
    return ", ".join(map(str, moves)) or "none"


def collection_name(ruleset: Ruleset) -> str:
    """Return the name of the table with the puzzles of a user's own game under a ruleset."""
    return f"puzzles/{ruleset.name}"


def puzzle_table(puzzle: Puzzle) -> dict[str, str | int | Tree]:
    """Return a puzzle as files have it."""
    return {
        "position": write_position(puzzle.position),
        "plies": puzzle.plies,
        "key": str(puzzle.key),
        "tree": puzzle.tree,
        "try": str(puzzle.attempt),
        "refutation": str(puzzle.refutation),
        "difficulty": puzzle.difficulty,
    }


def collection_text(game: str, ruleset: str, puzzles: Iterable[Puzzle], table: str = "") -> str:
    """Return a collection as TOML, the tables of one file of a game's below `table`."""
    above = [f"[{table}]"] if table else []
    lines = [*above, f"game = {_inline(game)}", f"ruleset = {_inline(ruleset)}"]
    for puzzle in puzzles:
        lines += ["", f"[[{table and f'{table}.'}puzzles]]"]
        lines += [f"{key} = {_inline(value)}" for key, value in puzzle_table(puzzle).items()]
    return "\n".join((*lines, ""))


def _inline(value: str | int | Tree) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_inline(each)}' for key, each in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)
