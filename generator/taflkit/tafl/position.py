"""A position: its legal moves, the refusals of all others, and the play of a move.

Playing a move gives a Turn with a new position; nothing changes in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from taflkit.errors import IllegalMove, TaflkitError
from taflkit.tafl.board import Board, Move, Piece, Side, Square, bits_of
from taflkit.tafl.capture import (
    Capture,
    Rule,
    custody,
    king_closed_by,
    king_manner,
    name_capture,
    serving_throne,
    shieldwall,
)
from taflkit.tafl.rules import Masks, Passing, Variant


class Reason(Enum):
    """Why a move is refused, by the name that figure scripts use."""

    GAME_OVER = "game-over"
    OFF_BOARD = "off-board"
    NO_PIECE = "no-piece"
    NOT_YOURS = "not-yours"
    STAYS = "stays"
    NOT_IN_LINE = "not-in-line"
    TOO_FAR = "too-far"
    BLOCKED = "blocked"
    CORNER = "corner"
    THRONE = "throne"
    CROSSING = "crossing"
    BETWEEN = "between"


class Refusal(NamedTuple):
    """Why a move is refused, and the square at fault."""

    reason: Reason
    move: Move
    where: Square

    def __str__(self) -> str:
        return f"{self.move}: {self.reason.value} {self.where}"


class Ending(Enum):
    """Why a game ended, by the name that texts use."""

    KING_CAPTURED = "king-captured"
    KING_ESCAPED = "king-escaped"
    ENCIRCLEMENT = "encirclement"
    EXIT_FORT = "exit-fort"
    NO_MOVE = "no-move"
    REPETITION = "repetition"

    @property
    def words(self) -> str:
        """The end of the game in a clause."""
        return {
            Ending.KING_CAPTURED: "the king is captured",
            Ending.KING_ESCAPED: "the king has escaped",
            Ending.ENCIRCLEMENT: "the defenders are surrounded",
            Ending.EXIT_FORT: "the king is safe in a fort at the edge",
            Ending.NO_MOVE: "a side cannot move",
            Ending.REPETITION: "the position has come again too often",
        }[self]


class Outcome(NamedTuple):
    """The end of a game, and the side that has won, or None for a draw."""

    ending: Ending
    winner: Side | None


KING_CAPTURED = Outcome(Ending.KING_CAPTURED, Side.ATTACKERS)
KING_ESCAPED = Outcome(Ending.KING_ESCAPED, Side.DEFENDERS)
ENCIRCLED = Outcome(Ending.ENCIRCLEMENT, Side.ATTACKERS)
FORTIFIED = Outcome(Ending.EXIT_FORT, Side.DEFENDERS)
"""The ends that a move brings about by itself, whatever the moves before it."""


class Turn(NamedTuple):
    """A move that was played, with its captures and its outcome.

    Attributes:
        captures: the pieces taken, the king among them, in order of their squares.
        after: the position with the other side to move.
        outcome: None while the game goes on.
    """

    move: Move
    captures: tuple[Capture, ...]
    after: Position
    outcome: Outcome | None

    @property
    def captured(self) -> tuple[Square, ...]:
        """The squares emptied by capture, by rank and file."""
        return tuple(capture.square for capture in self.captures)


class Position(NamedTuple):
    """Pieces on the board as bit masks (see Board), and the side to move.

    A position without a king (his bit is 0) may be looked at and played on, so that a figure can show two pieces alone.
    """

    variant: Variant
    attackers: int
    defenders: int
    king: int
    to_move: Side

    @classmethod
    def start(cls, variant: Variant) -> Position:
        """Return the start position of a variant."""
        return cls.of(variant, variant.layout.start, variant.first_move)

    @classmethod
    def of(cls, variant: Variant, pieces: Mapping[Square, Piece], to_move: Side) -> Position:
        """Build a position from pieces by square.

        Raises:
            TaflkitError: a square beside the board, or two kings.
        """
        board = variant.layout.board
        attackers = defenders = king = 0
        for square, piece in pieces.items():
            if board.at(square.file, square.rank) is None:
                raise TaflkitError(f"{square} is not on a board of {board.size} x {board.size}")
            bit = board.bit(square)
            if piece is Piece.ATTACKER:
                attackers |= bit
            elif piece is Piece.DEFENDER:
                defenders |= bit
            elif king:
                raise TaflkitError(f"a second king on {square}")
            else:
                king = bit
        return cls(variant, attackers, defenders, king, to_move)

    @property
    def occupied(self) -> int:
        """The mask of all pieces."""
        return self.attackers | self.defenders | self.king

    @property
    def pieces(self) -> dict[Square, Piece]:
        """The pieces by square, in bit order of the board within each kind."""
        board = self.variant.layout.board
        masks = {Piece.ATTACKER: self.attackers, Piece.DEFENDER: self.defenders, Piece.KING: self.king}
        return {square: piece for piece, mask in masks.items() for square in board.squares_of(mask)}

    def piece_on(self, square: Square) -> Piece | None:
        """Return the piece on a square, or None where it is empty or beside the board."""
        board = self.variant.layout.board
        if board.at(square.file, square.rank) is None:
            return None
        bit = board.bit(square)
        if self.attackers & bit:
            return Piece.ATTACKER
        if self.defenders & bit:
            return Piece.DEFENDER
        return Piece.KING if self.king & bit else None

    def with_to_move(self, side: Side) -> Position:
        """Return the same pieces with a side to move."""
        return self._replace(to_move=side)

    def legal_moves(self) -> list[Move]:
        """Return every move of the side to move, by square and direction."""
        if self.to_move is Side.ATTACKERS:
            return self._moves_of(self.attackers)
        return [*self._moves_of(self.defenders), *self._moves_of(self.king)]

    @property
    def can_move(self) -> bool:
        """Whether the side to move has a legal move."""
        return bool(self.legal_moves())

    def barred_between(self, side: Side) -> int:
        """Return the mask of the squares where a soldier of a side may not stop since he would be between two enemies.

        R. C. Bell lets only the king come to rest there (D. Walker on BrainKing).
        """
        rules = self.variant.rules
        if rules.between_landing == "anybody":
            return 0
        if side is Side.DEFENDERS:
            return self.variant.masks.board.between_two(self.attackers)
        return self.variant.masks.board.between_two(self.defenders | (self.king if rules.king_armed else 0))

    def _moves_of(self, pieces: int) -> list[Move]:
        """Return the moves of soldiers, or of the king, whichever side is to move, by square and direction."""
        masks, rules = self.variant.masks, self.variant.rules
        if self.king & pieces:
            passage, distance, barred = masks.king, rules.king_move, 0
        else:
            passage, distance = masks.soldier, rules.soldier_move
            barred = self.barred_between(Side.ATTACKERS if self.attackers & pieces else Side.DEFENDERS)
        rays = masks.board.short_rays if distance == "step" else masks.board.rays
        stop, skip, halt = self.occupied | passage.stop, passage.skip | barred, passage.halt
        moves = []
        for piece in bits_of(pieces):
            for ray in rays[piece.bit_length() - 1]:
                for move, bit in ray:
                    if bit & stop:
                        break
                    if not bit & skip:
                        moves.append(move)
                    if bit & halt:
                        break  # landed on, not crossed
        return moves

    def moves_from(self, square: Square) -> list[Move]:
        """Return the moves of the piece on a square, whichever side it is of."""
        return [] if self.piece_on(square) is None else self._moves_of(self.variant.layout.board.bit(square))

    @property
    def is_over(self) -> bool:
        """Whether the game has been won in this position: the king stands where he wins."""
        return bool(self.king & self.variant.masks.goal)

    @property
    def in_check(self) -> bool:
        """Whether the king's player must say "Check": the king could reach the board's edge on his next turn.

        A variation of Masters. Judged as the pieces stand, whoever is to move now, by the squares where the king
        may stop. Never under rules without the call, nor once the king has won.
        """
        if not self.variant.rules.call_check or self.king & self.variant.masks.goal:
            return False
        board = self.variant.masks.board
        return any(board.edge & board.bit(move.target) for move in self._moves_of(self.king))

    def problems(self, king_needed: bool = False, counted: bool = True) -> tuple[str, ...]:
        """List the reasons why no game of the variant can reach this position, a line each.

        The reasons are a soldier or the king where he may never stop, and more soldiers than the game begins with.
        The king may stand on the throne, where he began.

        Args:
            king_needed: a board without the king is a problem too; figures may show two soldiers alone.
            counted: more soldiers than the game begins with are a problem; a shipped figure may have them on the
                board of a smaller game.
        """
        layout, masks = self.variant.layout, self.variant.masks
        board = masks.board
        problems = []
        for one, many, pieces, kind in (
            ("an attacker", "attackers", self.attackers, Piece.ATTACKER),
            ("a defender", "defenders", self.defenders, Piece.DEFENDER),
        ):
            for square in board.squares_of(pieces & masks.soldier.barred):
                place = "throne" if square == layout.throne else "corner"
                problems.append(f"{one} stands on the {place} {square}, where no soldier may stop")
            if counted and pieces.bit_count() > (start := layout.count(kind)):
                problems.append(f"there are {pieces.bit_count()} {many}, and the game begins with {start}")
        for square in board.squares_of(self.king & masks.king.barred & ~masks.throne):
            problems.append(f"the king stands on the corner {square}, where nobody may stop")
        if king_needed and not self.king:
            problems.append("there is no king")
        return tuple(problems)

    def play(self, move: Move) -> Turn:
        """Play a move of the side to move.

        The mover arrives; all captures are judged on that board before anything is removed; then all taken pieces go.
        The attackers have won if the king is among them, or if theirs was the move and no enemy can come to the edge
        any more. The king's side has won if he stands on a goal, or if theirs was the move and he has an exit fort.

        Raises:
            IllegalMove: the rules refuse the move.
        """
        refusal = self.why_not(move)
        if refusal:
            raise IllegalMove(str(refusal), refusal)
        return self.play_legal(move)

    def play_legal(self, move: Move) -> Turn:
        """Play one of `legal_moves`, which is not judged again: see `play`."""
        board = self.variant.masks.board
        there = board.index(move.target)
        step = 1 << board.index(move.origin) | 1 << there
        play = self._play_attacker if self.to_move is Side.ATTACKERS else self._play_defender
        return play(move, step, there)

    def _play_attacker(self, move: Move, step: int, there: int) -> Turn:
        masks, rules = self.variant.masks, self.variant.rules
        attackers, defenders, king = self.attackers ^ step, self.defenders, self.king
        taken: list[tuple[int, Capture]] = []
        if (defenders | king) & masks.board.beside[there]:
            occupied = attackers | defenders | king
            serving = serving_throne(masks, rules, attackers, defenders, king)
            anvils = attackers | (masks.hostile_to_soldiers & ~occupied) | serving
            for soldier, anvil in custody(masks, there, defenders, anvils):
                rule: Rule = "linnaean" if anvil & serving & ~masks.occupied_hostile_to_defenders else "custody"
                taken.append((soldier, name_capture(masks, rule, soldier, anvil, attackers, serving)))
            # the king's custody is judged while the soldiers taken by the same move still stand
            closing = king_closed_by(masks, rules, there, king, attackers, occupied)
            if closing:
                rule = "surround" if king_manner(masks, rules, king) == "surround" else "custody"
                taken.append((king, name_capture(masks, rule, king, closing, attackers, 0)))
            taken += self._rows(there, defenders | king, attackers, occupied)
        captures = tuple([capture for _, capture in sorted(taken)]) if taken else ()
        for bit, _ in taken:
            defenders &= ~bit
            king &= ~bit
        outcome = None
        if self.king and not king:
            outcome = KING_CAPTURED
        elif rules.encirclement and is_encircled(masks.board, attackers, defenders, king):
            outcome = ENCIRCLED
        return Turn(move, captures, Position(self.variant, attackers, defenders, king, Side.DEFENDERS), outcome)

    def _play_defender(self, move: Move, step: int, there: int) -> Turn:
        masks, rules = self.variant.masks, self.variant.rules
        attackers, defenders, king = self.attackers, self.defenders, self.king
        king_moves = bool(king & step)
        if king_moves:
            king ^= step
        else:
            defenders ^= step
        taken: list[tuple[int, Capture]] = []
        if attackers & masks.board.beside[there] and (rules.king_armed or not king_moves):
            friends = defenders | king if rules.king_armed else defenders
            occupied = attackers | defenders | king
            anvils = friends | (masks.hostile_to_soldiers & ~occupied)
            for soldier, anvil in custody(masks, there, attackers, anvils):
                taken.append((soldier, name_capture(masks, "custody", soldier, anvil, friends, 0)))
            taken += self._rows(there, attackers, friends, occupied)
        captures = tuple([capture for _, capture in sorted(taken)]) if taken else ()
        for bit, _ in taken:
            attackers &= ~bit
        outcome = None
        if king & masks.goal:
            outcome = KING_ESCAPED
        elif rules.exit_fort and is_exit_fort(masks, attackers, defenders, king):
            outcome = FORTIFIED
        return Turn(move, captures, Position(self.variant, attackers, defenders, king, Side.ATTACKERS), outcome)

    def _rows(self, there: int, enemies: int, friends: int, occupied: int) -> list[tuple[int, Capture]]:
        """Return the bits and the captures of the soldiers in rows that fall to a shieldwall; the king does not."""
        masks, rules = self.variant.masks, self.variant.rules
        if rules.shieldwall == "none":
            return []
        corners = masks.corners & ~occupied if rules.shieldwall == "corner" else 0
        taken = []
        for row, end in shieldwall(masks, there, enemies, friends, corners):
            closing = (1 << there) | end | sum(front for _, front in row)
            members = (bit for bit, _ in row if not bit & self.king)
            taken += [(bit, name_capture(masks, "shieldwall", bit, closing, friends, 0)) for bit in members]
        return taken

    def why_not(self, move: Move) -> Refusal | None:
        """Return why the rules refuse a move of the side to move, or None where they allow it."""
        masks = self.variant.masks
        board = masks.board
        for square in (move.origin, move.target):
            if board.at(square.file, square.rank) is None:
                return Refusal(Reason.OFF_BOARD, move, square)
        piece = self.piece_on(move.origin)
        if piece is None:
            return Refusal(Reason.NO_PIECE, move, move.origin)
        if piece.side is not self.to_move:
            return Refusal(Reason.NOT_YOURS, move, move.origin)
        passed = board.between[board.index(move.origin)].get(board.index(move.target))
        if passed is None:
            stays = move.origin == move.target
            return Refusal(Reason.STAYS if stays else Reason.NOT_IN_LINE, move, move.target)
        king, rules = piece is Piece.KING, self.variant.rules
        if passed and (rules.king_move if king else rules.soldier_move) == "step":
            return Refusal(Reason.TOO_FAR, move, move.target)
        barred = 0 if king else self.barred_between(self.to_move)
        return self._first_obstacle(move, masks.king if king else masks.soldier, passed, barred)

    def _first_obstacle(self, move: Move, kind: Passing, passed: int, barred: int) -> Refusal | None:
        """Return the refusal of a move along a line that the mover would meet first on his way."""
        masks = self.variant.masks
        board = masks.board
        path = passed | board.bit(move.target)
        if not path & (self.occupied | kind.barred | kind.halt | barred):
            return None
        way = board.squares_of(path)
        for square in way if move.origin < move.target else reversed(way):
            bit = board.bit(square)
            if bit & self.occupied:
                return Refusal(Reason.BLOCKED, move, square)
            if square != move.target and not bit & masks.corners:
                if bit & (kind.stop | kind.halt):
                    return Refusal(Reason.CROSSING, move, square)
            elif bit & (kind.stop | kind.skip):
                return Refusal(Reason.THRONE if bit & masks.throne else Reason.CORNER, move, square)
        return Refusal(Reason.BETWEEN, move, move.target) if board.bit(move.target) & barred else None


# The ends that the whole board decides: no way to the edge, and a fort on it.


def is_encircled(board: Board, attackers: int, defenders: int, king: int) -> bool:
    """Whether no defender, the king included, stands on an edge square or could come to one through empty squares.

    The attackers win by a ring round all defenders (aagenielsen.dk: Copenhagen, Fetlar, sea battle ...). Corners and
    the throne count as passable, and the ring may be one that could be broken. Without a king nobody is surrounded.

    The masks are those after a move of the attackers.
    """
    reached = front = defenders | king
    empty = ~(attackers | reached)
    while front and not front & board.edge:
        front = board.neighbours(front) & empty & ~reached
        reached |= front
    return bool(king) and not front


def way_out(board: Board, attackers: int, inside: int) -> int:
    """Return the mask of empty squares that make one shortest way from the enemies in a ring to the edge, 0 for none.

    Whoever closes the ring with one more piece must stand on this way. `inside` is the mask of the defenders and the
    king; of one who stands on the edge the way says nothing, since no ring closes round him.
    """
    empty = ~(attackers | inside)
    fronts = [board.neighbours(inside) & empty]
    reached = fronts[0]
    while fronts[-1] and not fronts[-1] & board.edge:
        fronts.append(board.neighbours(fronts[-1]) & empty & ~reached)
        reached |= fronts[-1]
    last = fronts[-1] & board.edge
    way = step = last & -last
    for front in reversed(fronts[:-1]):
        near = board.neighbours(step) & front
        step = near & -near
        way |= step
    return way


def is_exit_fort(masks: Masks, attackers: int, defenders: int, king: int) -> bool:
    """Whether the king stands on the edge in a fort that the attackers can never break, free to move in it.

    The Copenhagen rules (aagenielsen.dk) demand a king who touches the edge and is able to move, in a fort that the
    attackers cannot break. The inside is his square and all empty squares joined to it; no attacker is beside it. A
    defender of the wall cannot be taken if on both his axes one neighbour can never be an enemy: off the board, not
    hostile and inside or barred to soldiers, the king, or a defender of whom the same holds. The masks are those after
    a move of his side.
    """
    board = masks.board
    if not king & board.edge:
        return False
    empty = ~(attackers | defenders | king)
    inside = board.joined(king, empty)
    wall = board.neighbours(inside)
    if inside == king or wall & attackers:
        return False
    # an attacker who began on a barred square may stand there still
    harmless = (inside | (masks.soldier.barred & ~attackers)) & ~masks.hostile_to_soldiers
    return not wall & defenders & ~_untakable(board, defenders, king | harmless)


def _untakable(board: Board, defenders: int, safe: int) -> int:
    """Return the greatest set of defenders each of whom has on both axes a safe square, one of the set or no square."""
    held = defenders
    while True:
        guards = held | safe
        north, east, south, west = (
            (guards << right >> left & inside) | ~inside for inside, left, right in board.shifts
        )
        left = held & (north | south) & (east | west)
        if left == held:
            return held
        held = left
