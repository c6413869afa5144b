"""The {names} of a sentence: those that every sentence has, and those of the rules or the figure that it speaks of.

A count, a place or an outcome is never typed in a sentence. It has a name, and only a sentence that rests on the rule
in question has that name, filled in with the engine's answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Self

from msgspec import Struct

from taflkit.drawing.look import Face
from taflkit.errors import among
from taflkit.figures import Scene
from taflkit.tafl import Piece, Side, Square, Variant
from taflkit.tafl.board import CORNERS
from taflkit.tafl.capture import CUSTODIANS, SHORTEST_ROW
from taflkit.words.forms import kin, variants
from taflkit.words.phrases import ORDINALS, RESERVED, STOP, WORDS, Words, names_in, with_capitals, words_of

_CUSTODY = (
    *("custody", "taker", "between_landing", "safe_king", "safe_again", "pair", "king_armed"),
    *("corner_hostile_to_soldiers", "throne_hostile_to_soldiers", "linnaean_capture"),
)
"""The points and flags that speak of a capture between two."""
_KING = {"king_on_throne": "", "king_beside_throne": "beside", "king_at_edge": "at_edge", "king_elsewhere": ""}
"""The flags on the king's capture, with the name of their number of attackers where another of them stands before."""
_PLACES = {
    "throne": (
        "board",
        "set_up",
        "king_on_throne",
        "king_beside_throne",
        "king_elsewhere",
        "occupied_throne_hostile",
        "linnaean_capture",
        "encirclement",
    ),
    "corner": ("board", "shieldwall", "encirclement"),
    "edge": ("king_at_edge", "king_elsewhere", "call_check", "shieldwall", "encirclement", "exit_fort"),
}
"""The grounds that speak of a place without having it in their name."""
_FACE = Face()
"""The devices of a game that chooses none."""
_COUNTED = {"board", "set_up", "two_players"}
"""The points that speak of the number of squares, pieces or players."""

_COUNTS = (
    *("size", "players", "count_attackers", "count_defenders", "count_pieces", "captors", "row", "held", "block"),
    *("taken", "total", "number", "count"),
)
"""The {names} that are numbers, in sentences, captions and the booklet."""


def sentence_names(words: Words, variant: Variant, grounds: Collection[str]) -> dict[str, str]:
    """Return the {names} that a sentence has because of the flags and points it speaks of, with the engine's values."""
    flags = {ground.partition(".")[0] for ground in grounds}
    named = {word for flag in flags for word in flag.split("_")}
    names: dict[str, str] = {}
    for place, others in _PLACES.items():
        if place in named or not flags.isdisjoint(others):
            names |= words.place_names(place)
    for name, captors in _captors(variant, grounds):
        names |= words.number_names(name, captors)
    if "goal" in flags:
        names |= words.goal_names(variant.rules.goal)
    if flags & _COUNTED:
        names |= count_names(words, variant)
    counts = {
        "shieldwall": ("row", SHORTEST_ROW),
        # attackers hold every side of the throne but that of the defender
        "linnaean_capture": ("held", variant.masks.beside_throne.bit_count() - 1),
        "board": ("block", len(variant.layout.corners) // CORNERS),
    }
    for flag in flags & counts.keys():
        names |= words.number_names(*counts[flag])
    if "call_check" in flags:
        names |= words.calls
    if "repetition" in flags:
        names |= words.ordinal_names("occurrence", variant.rules.repetition_count)
    return with_capitals(names)


def count_names(words: Words, variant: Variant) -> dict[str, str]:
    """Return the {names} of the numbers of squares, pieces and players of a game."""
    layout = variant.layout
    attackers, defenders = layout.count(Piece.ATTACKER), layout.count(Piece.DEFENDER)
    counts = {
        "size": layout.size,
        "players": len(Side),
        "count_attackers": attackers,
        "count_defenders": defenders,
        "count_pieces": attackers + defenders + 1,
    }
    names = {key: text for name, count in counts.items() for key, text in words.number_names(name, count).items()}
    return with_capitals(names)


def piece_names(words: Words, face: Face = _FACE) -> dict[str, str]:
    """Return the {names} of all kinds of pieces and of their devices, which every sentence of the rules has."""
    names = {key: noun for piece in words.pieces for key, noun in words.piece_names(piece).items()}
    for kind in (piece.name.lower() for piece in Piece):
        forms = words.devices[getattr(face, kind)]
        names |= words.noun_names(f"{kind}_device", f"{kind}_devices", forms)
    return with_capitals(names)


def scene_names(words: Words, scene: Scene) -> dict[str, str]:
    """Return the {names} that a caption has because of the figure's position and the engine's answers.

    A kind of piece has a name if one stands there, a place if a piece, a move or a capture is on it or beside it.
    {captors} is the number of pieces that close in the only one that is taken, {taken} that of the pieces that a move
    takes if they are several, {move_1} that of the first move. The start position has the counts of the game.
    """
    layout, masks = scene.before.variant.layout, scene.before.variant.masks
    board, pieces = layout.board, scene.before.pieces
    # the squares where pieces stand, begin, arrive, are refused or close a capture
    squares = set(pieces)
    for turn in scene.turns:
        squares |= {turn.move.target, *(anvil.square for capture in turn.captures for anvil in capture.against)}
    squares |= {square for refusal in scene.refused for square in (refusal.move.target, refusal.where)}
    squares |= {square for _, targets in scene.reach for square in targets}
    touched = board.mask(square for square in squares if board.at(square.file, square.rank) is not None)
    near = touched | board.neighbours(touched)
    names: dict[str, str] = {}
    for place, seen in (
        ("corner", near & masks.corners),
        ("throne", near & masks.throne),
        ("edge", touched & board.edge),
    ):
        if seen:
            names |= words.place_names(place)
    standing = set(pieces.values())
    for piece in Piece:
        if piece in standing:
            names |= words.piece_names(piece.name.lower())
    if standing - {Piece.KING}:
        names |= words.piece_names("soldier")
    most = max((len(turn.captures) for turn in scene.turns), default=0)
    captures = [capture for turn in scene.turns for capture in turn.captures]
    if most > 1:
        names |= words.number_names("taken", most)
    elif len(captures) == 1:
        (capture,) = captures
        anvils = sum(anvil.kind == "piece" for anvil in capture.against)
        names |= words.number_names("captors", anvils + (capture.rule == "custody"))
    if pieces == layout.start and scene.before.to_move is scene.before.variant.first_move:
        names |= count_names(words, scene.before.variant)
    names |= {f"move_{number}": str(number) for number in range(1, len(scene.turns) + 1)}
    names["call"] = words.calls["call"]
    return with_capitals(names)


def typed_words(text: str, words: Words) -> Iterator[str]:
    """Yield the words of a sentence that must be filled in and are typed: numbers, pieces and places."""
    watched = words.watched
    longest = max(map(len, watched), default=1)
    typed = list(words_of(text))
    while typed:
        rows = (typed[:length] for length in range(min(longest, len(typed)), 0, -1))
        row = next((row for row in rows if tuple(each.casefold() for each in row) in watched), typed[:1])
        if len(row) > 1 or row[0].isdigit() or (row[0].casefold(),) in watched:
            yield " ".join(word for word in row if word != STOP)
        typed = typed[len(row) :]


def _captors(variant: Variant, grounds: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the numbers of pieces that capture by the rules that a sentence speaks of, with their names.

    The first rule on the king that has a number has {captors}; further ones have names of their own.
    """
    masks, board = variant.masks, variant.layout.board
    flags = dict.fromkeys(ground.partition(".")[0] for ground in grounds)
    on_king = [flag for flag in flags if flag in _KING]
    if not on_king and any(flag in _CUSTODY for flag in flags):
        yield "captors", CUSTODIANS
    for place, flag in enumerate(on_king):
        name = _KING[flag] if place else "captors"
        match getattr(variant.rules, flag):
            case _ if not name:
                continue
            case "two":
                yield name, CUSTODIANS
            case "surround":
                square = _square_for(flag, variant)
                closed = masks.hostile_to_king & masks.throne & board.beside[board.index(square)]
                yield name, (board.beside[board.index(square)] & ~closed).bit_count()


def _square_for(flag: str, variant: Variant) -> Square:
    """Return a square where the king is taken by the rule of a flag."""
    masks, board = variant.masks, variant.layout.board
    if flag == "king_on_throne":
        return variant.layout.throne
    if flag == "king_beside_throne":
        return board.squares_of(masks.beside_throne)[0]
    if flag == "king_at_edge":
        return Square(board.size // 2, 0)
    return next(s for s in board.squares if not board.bit(s) & (board.edge | masks.throne | masks.beside_throne))


class Variants(Struct, frozen=True):
    """The variants that names may have anywhere in the rules, the cards, the captions and the booklet of a language.

    Attributes:
        names: every {name} that has variants, with them.
        places: the form that each name without a variant has in the grammar, and the noun or the table that it is of.
    """

    names: Collection[str]
    places: Mapping[str, tuple[str, str]]

    @classmethod
    def of(cls, words: Words) -> Self:
        """Return the names that have variants in a language, and the words of the board."""
        ends: dict[str, tuple[str, ...]] = {}
        places: dict[str, tuple[str, str]] = {}

        def add(stems: Iterable[str], found: tuple[str, ...], place: str, *forms: str) -> None:
            for stem, form in zip(stems, itertools.cycle(forms), strict=False):
                ends[stem], places[stem] = found, (form, place)

        for table, nouns in (("pieces", words.pieces), ("places", words.places)):
            for name, forms in nouns.items():
                add((name, f"{name}s"), variants(forms), f"{name} in [{table}]", "one", "other")
        devices = variants([form for forms in words.devices.values() for form in forms])
        bearing = [f"{piece.name.lower()}_{one}" for piece in Piece for one in RESERVED]
        add(bearing, devices, "each of [devices]", "one", "other")
        goals = variants([form for forms in words.goals.values() if not isinstance(forms, str) for form in forms])
        add(("goal",), goals, "each of [goals]", "other")
        add(_COUNTS, words.number_variants, "[numbers]", WORDS)
        add(("occurrence",), words.ordinal_variants, "[numbers]", ORDINALS)
        board = dict.fromkeys((*words.squares, *words.points))
        places |= {name: (name, "[squares] and [points]") for name in board if "_" not in name}
        names = [name for stem, each in ends.items() for name in (stem, *(f"{stem}_{end}" for end in each))]
        return cls((*board, *names), places)

    def problem(self, text: str, grammar: bool = False) -> str:
        """Return why a text has a variant that there is not; "" where it has none such, or a name that is no noun's.

        `grammar` says whether the language has a grammar of its own, in which the variant may be declared.
        """
        for name in names_in(text):
            plain = name[0].lower() + name[1:]
            known = kin(plain, self.names)
            if plain not in self.names and known:
                why = f"there is no {{{name}}}; {among(plain, known)}"
                stem = max((stem for stem in self.places if plain.startswith(f"{stem}_")), key=len, default="")
                if not grammar or not stem:
                    return why
                form, place = self.places[stem]
                value = '["...", ...]' if place == "[numbers]" else '"..."'
                return f"{why}; to have it, add {form}{plain[len(stem) :]} = {value} to {place} of grammar.toml"
        return ""
