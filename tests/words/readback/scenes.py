"""What is so in a figure, seen from its pieces and from what the engine did, by the subjects of captions' claims."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import combinations, pairwise

from taflkit.figures import Scene
from taflkit.tafl import Piece, Reason, Square, Turn
from words.readback.english import ATTACKERS, DEFENDERS, Claim

MAN = {ATTACKERS: Piece.ATTACKER, DEFENDERS: Piece.DEFENDER}
OPEN, EDGE, ON, BESIDE = "in the open", "at the edge", "on the throne", "beside the throne"
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Seen:
    """A figure as a reader sees it: the pieces after a move, before what is captured is taken off."""

    def __init__(self, scene: Scene, number: int = 0) -> None:
        self.scene = scene
        self.layout = scene.before.variant.layout
        self.turn: Turn | None = scene.turns[number] if scene.turns else None
        self.pieces = dict(scene.before.pieces)
        if self.turn:
            self.pieces[self.turn.move.target] = self.pieces.pop(self.turn.move.origin)

    @property
    def mover(self) -> Square:
        """Where the piece is that moved."""
        assert self.turn is not None
        return self.turn.move.target

    @property
    def captured(self) -> tuple[Square, ...]:
        return self.turn.captured if self.turn else ()

    @property
    def king(self) -> Square:
        return next(square for square, piece in self.pieces.items() if piece is Piece.KING)

    def on(self, square: Square) -> Piece | None:
        return self.pieces.get(square)

    def step(self, square: Square, across: int, up: int) -> Square | None:
        """Return the square so many steps away, if it is on the board."""
        file, rank = square.file + across, square.rank + up
        return Square(file, rank) if min(file, rank) >= 0 and max(file, rank) < self.layout.size else None

    def beside(self, square: Square) -> list[Square]:
        return [near for step in _AROUND if (near := self.step(square, *step)) is not None]

    def on_edge(self, square: Square) -> bool:
        return bool({square.file, square.rank} & {0, self.layout.size - 1})

    def place_of(self, square: Square) -> str:
        """Return where a square is, as the rules on the king have it."""
        if self.layout.throne_marked and square == self.layout.throne:
            return ON
        if self.layout.throne_marked and square in self.beside(self.layout.throne):
            return BESIDE
        return EDGE if self.on_edge(square) else OPEN

    def is_empty_corner(self, square: Square) -> bool:
        return square in self.layout.corners and square not in self.pieces

    @property
    def enemies(self) -> list[Square]:
        """The enemies of the piece that moved."""
        side = self.pieces[self.mover].side
        return [square for square, piece in self.pieces.items() if piece.side is not side]

    @property
    def row(self) -> list[Square]:
        """The enemies of the mover on the edge."""
        return sorted(square for square in self.enemies if self.on_edge(square))

    @property
    def near(self) -> list[Square]:
        """The enemies beside the mover."""
        return [square for square in self.beside(self.mover) if square in self.enemies]

    def behind(self, squares: Iterable[Square]) -> str:
        """Return what stands behind pieces, as the mover sees them."""
        return " and ".join(sorted({self._behind(square) for square in squares}))

    def _behind(self, square: Square) -> str:
        beyond = self.step(square, square.file - self.mover.file, square.rank - self.mover.rank)
        if beyond is None:
            return "edge"
        if beyond == self.layout.throne and self.on(beyond) is Piece.KING:
            return "throne with the king"
        if beyond in self.pieces:
            return "friend" if beyond in self.enemies else "enemy"
        if beyond in self.layout.corners:
            return "corner"
        return "empty throne" if beyond == self.layout.throne else "nothing"

    def way_out(self) -> Square | None:
        """Return the first square on the edge that the king's side can come to, going by the nearest."""
        left = {square: piece for square, piece in self.pieces.items() if square not in self.captured}
        front = [square for square, piece in left.items() if piece is not Piece.ATTACKER]
        reached = set(front)
        while front and not any(map(self.on_edge, front)):
            front = [near for square in front for near in self.beside(square) if near not in reached | left.keys()]
            reached |= set(front)
        return next(filter(self.on_edge, front), None)

    def is_row(self, squares: Collection[Square]) -> bool:
        """Whether squares lie side by side on one edge."""
        steps = {(b.file - a.file, b.rank - a.rank) for a, b in pairwise(sorted(squares))}
        return len(steps) <= 1 and steps <= {(0, 1), (1, 0)} and all(map(self.on_edge, squares))


def _kind_shown(seen: Seen) -> str:
    """Return whose moves a figure shows."""
    scene = seen.scene
    origins = [square for square, _ in scene.reach] + [each.move.origin for each in scene.refused]
    origins += [turn.move.origin for turn in scene.turns]
    kings = {scene.before.pieces[square] is Piece.KING for square in origins}
    return "both" if len(kings) != 1 else "king" if True in kings else "soldier"


def _stops_on_a_corner(seen: Seen) -> bool:
    if seen.turn:
        return seen.mover in seen.layout.corners
    corners = set(seen.layout.corners)
    barred = corners & {refusal.move.target for refusal in seen.scene.refused}
    return not barred or any(corners & set(targets) for _, targets in seen.scene.reach)


def _side_of_the_way(seen: Seen) -> str:
    """Return the side of the board that the way out of a ring leads to."""
    way, last = seen.way_out(), seen.layout.size - 1
    if way is None:
        return "nowhere"
    sides = {"left": way.file == 0, "right": way.file == last, "bottom": way.rank == 0, "top": way.rank == last}
    return next(side for side, there in sides.items() if there)


def _row_has_a_gap(seen: Seen) -> bool:
    fronts = [near for square in seen.row for near in seen.beside(square) if not seen.on_edge(near)]
    return not seen.is_row(seen.row) or any(front not in seen.pieces for front in fronts)


def _alone(seen: Seen) -> str:
    """Return where one defender stands higher, or lower, than all others."""
    ranks = sorted(square.rank for square, piece in seen.pieces.items() if piece is Piece.DEFENDER)
    return "top" if ranks[-1] > ranks[-2] else "bottom" if ranks[0] < ranks[1] else "nowhere"


def _target(seen: Seen) -> str:
    if seen.mover in seen.layout.corners:
        return "corner"
    return "edge" if seen.on_edge(seen.mover) else "elsewhere"


def _winner(seen: Seen) -> str:
    outcome = seen.turn and seen.turn.outcome
    return outcome.winner.value if outcome and outcome.winner else "nobody"


def _could_reach(seen: Seen) -> str:
    targets = [target for square, found in seen.scene.reach if square == seen.king for target in found]
    return "edge" if any(map(seen.on_edge, targets)) else "nothing"


SO: Mapping[str, Callable[[Seen], object]] = {
    "it is the start": lambda seen: not seen.turn and seen.pieces == seen.layout.start,
    "number of attackers": lambda seen: list(seen.pieces.values()).count(Piece.ATTACKER),
    "number of defenders": lambda seen: list(seen.pieces.values()).count(Piece.DEFENDER),
    "whose men the king’s are": lambda _: DEFENDERS,
    "whose moves are shown": _kind_shown,
    "a soldier stops on a corner": _stops_on_a_corner,
    "a soldier stops between enemies": lambda seen: Reason.BETWEEN not in {each.reason for each in seen.scene.refused},
    "mover": lambda seen: str(seen.pieces[seen.mover]),
    "captured pieces": lambda seen: len(seen.captured),
    "captured kinds": lambda seen: " and ".join(sorted({str(seen.pieces[square]) for square in seen.captured})),
    "behind the captured": lambda seen: seen.behind(seen.captured),
    "behind him who is beside the mover": lambda seen: seen.behind(seen.near),
    "an enemy stands between the mover and another": lambda seen: "enemy" in seen.behind(seen.near),
    "the mover stands between two enemies": lambda seen: any(
        a.file == b.file or a.rank == b.rank for a, b in combinations(seen.near, 2)
    ),
    "the captured stand in a row on the edge": lambda seen: seen.is_row(seen.captured),
    "the captured stand on both sides of the mover": lambda seen: (
        seen.is_row((*seen.captured, seen.mover))
        and seen.mover not in (min(*seen.captured, seen.mover), max(*seen.captured, seen.mover))
    ),
    "a corner ends the row": lambda seen: any(seen.is_empty_corner(n) for s in seen.row for n in seen.beside(s)),
    "the king stands in the row": lambda seen: seen.is_row((*seen.captured, seen.king)),
    "a row has a gap": _row_has_a_gap,
    "where the king is": lambda seen: seen.place_of(seen.king),
    "the king is captured": lambda seen: any(seen.pieces[square] is Piece.KING for square in seen.captured),
    "attackers beside the king": lambda seen: [*map(seen.on, seen.beside(seen.king))].count(Piece.ATTACKER),
    "who captures the king": lambda _: ATTACKERS,
    "an attacker stands on the throne": lambda seen: seen.on(seen.layout.throne) is Piece.ATTACKER,
    "an empty corner is beside the king": lambda seen: any(map(seen.is_empty_corner, seen.beside(seen.king))),
    "where the move goes": _target,
    "winner": _winner,
    "the king’s side has a way to the edge": lambda seen: seen.way_out() is not None,
    "where the way out is": _side_of_the_way,
    "where a man of the wall stands alone": _alone,
    "whose wall is not whole": lambda _: DEFENDERS,
    "the king could reach": _could_reach,
}


def is_shown(each: Claim, scene: Scene) -> bool:
    """Whether a claim is true of a figure; "2: ..." is one on its second move."""
    number, _, of = each.of.rpartition(": ")
    return SO[of](Seen(scene, int(number or 1) - 1)) in each.values
