"""The text alternative of a scene, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taflkit.figures.scene import Scene, Window, square_names
from taflkit.tafl import Piece, Position, Side, Square, Turn

__all__ = ["SPOKEN", "describe"]

SPOKEN = "en"
"""The language that scenes are described in, whatever that of the kit is."""


def describe(scene: Scene, words: Mapping[str, str]) -> str:
    """Return a text alternative for a scene: who stands where, and what the moves do.

    Args:
        scene: what the engine answered.
        words: names of "attacker", "defender" and "king".
    """
    names = {piece: words[piece.name.lower()] for piece in Piece}
    parts = []
    for piece in (Piece.KING, Piece.DEFENDER, Piece.ATTACKER):
        places = sorted(
            square for square, there in scene.before.pieces.items() if there is piece and _shown(square, scene.window)
        )
        if places:
            parts.append(f"{names[piece]}{'s' if len(places) > 1 else ''} on {square_names(places)}")
    sentences = ["; ".join(parts) or "the board is empty"]
    for number, turn in enumerate(scene.turns, 1):
        label = f"move {number}: " if len(scene.turns) > 1 else ""
        mover = scene.before.pieces[turn.move.origin]
        text = f"{label}{names[mover]} {turn.move.origin} moves to {turn.move.target}"
        taken = [
            f"the {names[scene.before.pieces[square]]} on {square}{_how_taken(scene.before, turn, square)}"
            for square in sorted(turn.captured)
        ]
        text += f" and captures {_listed(taken)}" if taken else ", and nothing is captured"
        sentences.append(text + (f"; {turn.outcome.value}" if turn.outcome else ""))
    for square, targets in scene.reach:
        sentences.append(f"{names[scene.before.pieces[square]]} on {square} can move to {square_names(targets)}")
    sentences += [f"refused: {refusal}" for refusal in scene.refused]
    return ". ".join(s[0].upper() + s[1:] for s in sentences) + "."


def _shown(square: Square, window: Window) -> bool:
    """Whether a square is in the part that a figure shows."""
    return 0 <= square.file - window.file < window.files and 0 <= square.rank - window.rank < window.ranks


def _how_taken(before: Position, turn: Turn, square: Square) -> str:
    """Return against what a piece is taken, or by what the king is surrounded."""
    board, target = before.variant.layout.board, turn.move.target
    beyond = board.at(2 * square.file - target.file, 2 * square.rank - target.rank)
    if beyond and (before.piece_on(square) is not Piece.KING or _taken_in_line(before, turn, square, beyond)):
        return f" against {_what_closes(before, beyond, square)}"
    sides = sorted(board.squares_of(board.beside[board.index(square)]))
    return f", surrounded by {_listed([_what_closes(before, side, square) for side in sides])}"


def _taken_in_line(before: Position, turn: Turn, king: Square, beyond: Square) -> bool:
    """Whether a move takes the king between two: it would with his other sides held by his men."""
    board = before.variant.layout.board
    held = board.beside[board.index(king)] & ~board.mask((turn.move.target, beyond))
    guarded = before.with_to_move(Side.ATTACKERS)._replace(
        attackers=before.attackers & ~held, defenders=before.defenders | held
    )
    return king in guarded.play(turn.move).captured


def _what_closes(before: Position, square: Square, taken: Square) -> str:
    """Return what closes a side of a piece that is taken: an enemy's square, or one that serves as an enemy."""
    layout, there, piece = before.variant.layout, before.piece_on(square), before.piece_on(taken)
    if there is None and square in layout.corners:
        return f"the corner {square}"
    if square == layout.throne and there is None:
        return "the empty throne"
    if square == layout.throne and there is Piece.KING and piece is Piece.DEFENDER:
        return "the occupied throne"
    return str(square)


def _listed(parts: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
