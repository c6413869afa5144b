"""A position: its legal moves, the refusals of all others, and the play of a move.

Playing a move gives a Turn with a new position; nothing changes in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from taflkit.errors import IllegalMove, TaflkitError
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
from taflkit.tafl.endings import ENCIRCLED, FORTIFIED, KING_CAPTURED, KING_ESCAPED, Outcome, is_encircled, is_exit_fort
from taflkit.tafl.layout import Piece, Side
from taflkit.tafl.rules import Passing, Variant
from taflkit.tafl.squares import Move, Rays, Square

__all__ = ["Position", "Reason", "Refusal", "Turn"]


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


class Refusal(NamedTuple):
    """Why a move is refused.

    Attributes:
        where: the square at fault.
    """

    reason: Reason
    move: Move
    where: Square

    def __str__(self) -> str:
        return f"{self.move}: {self.reason.value} {self.where}"


_ATTACKERS, _DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


class Turn(NamedTuple):
    """A move that was played, with its captures and its outcome.

    Attributes:
        captures: the pieces taken, the king among them, each with its rule and its anvils; in order of their squares.
        after: the position with the other side to move.
        outcome: how the move ended the game, or None.
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

    A position without a king may be looked at and played on, so that a figure can show two pieces alone.

    Attributes:
        attackers, defenders: masks of the soldiers.
        king: the king's bit, or 0.
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
        if self.to_move is _ATTACKERS:
            return self._moves_of(self.attackers)
        return [*self._moves_of(self.defenders), *self._moves_of(self.king)]

    @property
    def can_move(self) -> bool:
        """Whether the side to move has a legal move."""
        board = self.variant.masks.board
        own = self.attackers if self.to_move is _ATTACKERS else self.defenders | self.king
        return any(self._moves_of(board.bit(square)) for square in board.squares_of(own))

    def _moves_of(self, pieces: int) -> list[Move]:
        """Return the moves of soldiers, or of the king, whichever side is to move."""
        masks, rules = self.variant.masks, self.variant.rules
        passage, far = masks.soldier, rules.soldier_move
        if self.king & pieces:
            passage, far = masks.king, rules.king_move
        rays = masks.board.short_rays if far == "step" else masks.board.rays
        return _reachable(rays, pieces, self.occupied, passage)

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
        found = []
        for one, many, pieces, kind in (
            ("an attacker", "attackers", self.attackers, Piece.ATTACKER),
            ("a defender", "defenders", self.defenders, Piece.DEFENDER),
        ):
            for square in board.squares_of(pieces & masks.soldier.barred):
                place = "throne" if square == layout.throne else "corner"
                found.append(f"{one} stands on the {place} {square}, where no soldier may stop")
            if counted and pieces.bit_count() > (start := layout.count(kind)):
                found.append(f"there are {pieces.bit_count()} {many}, and the game begins with {start}")
        for square in board.squares_of(self.king & masks.king.barred & ~masks.throne):
            found.append(f"the king stands on the corner {square}, where nobody may stop")
        if king_needed and not self.king:
            found.append("there is no king")
        return tuple(found)

    def play(self, move: Move) -> Turn:
        """Play a move of the side to move.

        The mover arrives; all captures are judged on that board before anything is removed; then all taken pieces go.
        The attackers have won if the king is among them, or if theirs was the move and no enemy can come to the edge
        any more. The king's side has won if he stands on a goal, or if theirs was the move and he has an exit fort.

        Raises:
            IllegalMove: the rules refuse the move.
        """
        masks = self.variant.masks
        size = masks.board.size
        origin, target = move.origin, move.target
        here, there = origin.rank * size + origin.file, target.rank * size + target.file
        if self._refused(move, here, there):
            refusal = self.why_not(move)
            raise IllegalMove(str(refusal), refusal)
        step = (1 << here) | (1 << there)
        if self.to_move is _ATTACKERS:
            return self._play_attacker(move, step, there)
        return self._play_defender(move, step, there, bool(self.king & (1 << here)))

    def _play_attacker(self, move: Move, step: int, there: int) -> Turn:
        variant = self.variant
        masks, rules = variant.masks, variant.rules
        attackers, defenders, king = self.attackers ^ step, self.defenders, self.king
        captures: tuple[Capture, ...] = ()
        outcome = None
        if (defenders | king) & masks.board.beside[there]:
            found = self._taken_by_attacker(there, attackers)
            for taken, _ in found:
                defenders &= ~taken
                king &= ~taken
            captures = _in_order(found)
        if self.king and not king:
            outcome = KING_CAPTURED
        elif rules.encirclement and is_encircled(masks.board, attackers, defenders, king):
            outcome = ENCIRCLED
        return Turn(move, captures, Position(variant, attackers, defenders, king, _DEFENDERS), outcome)

    def _taken_by_attacker(self, there: int, attackers: int) -> list[tuple[int, Capture]]:
        """Return the bits and the captures of an attacker's arrival, with enemies beside it, before any piece goes."""
        variant = self.variant
        masks, rules = variant.masks, variant.rules
        defenders, king = self.defenders, self.king
        occupied = attackers | defenders | king
        serving = serving_throne(masks, rules, attackers, defenders, king)
        anvils = attackers | (masks.hostile_to_soldiers & ~occupied) | serving
        found = []
        for taken, anvil in custody(masks, there, defenders, anvils):
            rule: Rule = "linnaean" if anvil & serving & ~masks.custody_of_throne else "custody"
            found.append((taken, name_capture(masks, rule, taken, anvil, attackers, serving)))
        # the king's custody is judged while the soldiers taken by the same move still stand
        closing = king_closed_by(masks, rules, there, king, attackers, occupied)
        if closing:
            rule = "surround" if king_manner(masks, rules, king) == "surround" else "custody"
            found.append((king, name_capture(masks, rule, king, closing, attackers, 0)))
        if rules.shieldwall != "none" and masks.board.rims[there]:
            found += self._rows(there, defenders | king, attackers, occupied)
        return found

    def _play_defender(self, move: Move, step: int, there: int, king_moves: bool) -> Turn:
        variant = self.variant
        masks = variant.masks
        attackers, defenders, king = self.attackers, self.defenders, self.king
        if king_moves:
            king ^= step
        else:
            defenders ^= step
        captures: tuple[Capture, ...] = ()
        if attackers & masks.board.beside[there] and (variant.rules.king_armed or not king_moves):
            found = self._taken_by_defender(there, defenders, king)
            for taken, _ in found:
                attackers ^= taken
            captures = _in_order(found)
        outcome = None
        if king & masks.goal:
            outcome = KING_ESCAPED
        elif variant.rules.exit_fort and is_exit_fort(masks, attackers, defenders, king):
            outcome = FORTIFIED
        return Turn(move, captures, Position(variant, attackers, defenders, king, _ATTACKERS), outcome)

    def _taken_by_defender(self, there: int, defenders: int, king: int) -> list[tuple[int, Capture]]:
        """Return the bits and the captures of the arrival of the king or his man who may capture."""
        masks, rules = self.variant.masks, self.variant.rules
        friends = defenders | king if rules.king_armed else defenders
        occupied = self.attackers | defenders | king
        anvils = friends | (masks.hostile_to_soldiers & ~occupied)
        found = [
            (taken, name_capture(masks, "custody", taken, anvil, friends, 0))
            for taken, anvil in custody(masks, there, self.attackers, anvils)
        ]
        if rules.shieldwall != "none" and masks.board.rims[there]:
            found += self._rows(there, self.attackers, friends, occupied)
        return found

    def _rows(self, there: int, enemies: int, friends: int, occupied: int) -> list[tuple[int, Capture]]:
        """Return the bits and the captures of the soldiers in rows that fall to a shieldwall; the king does not."""
        masks = self.variant.masks
        corners = masks.corners & ~occupied if self.variant.rules.shieldwall == "corner" else 0
        found = []
        for row, end in shieldwall(masks, there, enemies, friends, corners):
            for bit, front in row:
                if not bit & self.king:
                    closing = (1 << there) | end | front
                    found.append((bit, name_capture(masks, "shieldwall", bit, closing, friends, 0)))
        return found

    def _refused(self, move: Move, here: int, there: int) -> bool:
        """Whether the move is refused, decided fast for the common case of a legal one."""
        masks = self.variant.masks
        size = masks.board.size
        if not (0 <= move.origin.file < size and 0 <= move.target.file < size and here >= 0):
            return True
        mover = 1 << here
        own = self.attackers if self.to_move is _ATTACKERS else self.defenders | self.king
        if not own & mover:
            return True
        passed = masks.board.between[here].get(there)
        if passed is None:
            return True
        arrival = 1 << there
        if (passed | arrival) & (self.attackers | self.defenders | self.king):
            return True
        kind, far = masks.soldier, self.variant.rules.soldier_move
        if self.king & mover:
            kind, far = masks.king, self.variant.rules.king_move
        if passed and far == "step":
            return True
        return bool((kind.stop | kind.skip) & arrival or (kind.stop | kind.halt) & passed)

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
        return self._why_not_in_line(move, masks.king if king else masks.soldier, passed)

    def _why_not_in_line(self, move: Move, kind: Passing, passed: int) -> Refusal | None:
        """The refusals of a move along a line: the first that the mover would meet on his way."""
        masks = self.variant.masks
        board = masks.board
        way = board.squares_of(passed | board.bit(move.target))
        for square in way if move.origin < move.target else reversed(way):
            bit = board.bit(square)
            if bit & self.occupied:
                return Refusal(Reason.BLOCKED, move, square)
            if square != move.target and not bit & masks.corners:
                if bit & (kind.stop | kind.halt):
                    return Refusal(Reason.CROSSING, move, square)
            elif bit & (kind.stop | kind.skip):
                return Refusal(Reason.THRONE if bit & masks.throne else Reason.CORNER, move, square)
        return None


def _in_order(found: list[tuple[int, Capture]]) -> tuple[Capture, ...]:
    """The captures by the bits of their squares."""
    return tuple(capture for _, capture in (sorted(found) if len(found) > 1 else found))


def _reachable(rays: Rays, pieces: int, occupied: int, passage: Passing) -> list[Move]:
    """The moves of pieces of one kind, by square and direction."""
    found = []
    stop, skip, special = occupied | passage.stop, passage.skip, passage.special
    while pieces:
        low = pieces & -pieces
        pieces ^= low
        for ray in rays[low.bit_length() - 1]:
            for move, bit in ray:
                if bit & stop:
                    break
                if bit & special:
                    if bit & skip:
                        continue
                    found.append(move)
                    break  # landed on, not crossed
                found.append(move)
    return found
