"""The boards of a game as a page's scripts need them, for a game of the visitor's own too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.drawing.look import Face
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.visitor.desk import Answer, Desk, spoken
from taflkit.tafl import Piece

__all__ = ["boards", "boards_of", "mark_picture", "picture_paths", "piece_picture"]

_FOLDER = "assets/pieces"
"""The folder of the pictures of pieces, below the site's."""


class _Own(Struct, frozen=True):
    """A game of the visitor's own: the name of its file, and its TOML."""

    name: str
    text: str


class _Wish(Struct, frozen=True):
    """Whose boards, in which language, and the way from the page to the site's folder."""

    own: _Own
    root: str
    language: str = DEFAULT_LANGUAGE


def boards(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the boards of a game of the visitor's own."""
    asked = convert(wish, _Wish)
    game = desk.catalog.game(desk.own(asked.own.name, asked.own.text))
    return Answer(boards_of(game, asked.language, asked.root))


def boards_of(game: GameTemplates, language: str, root: str) -> Mapping[str, Any]:
    """Return a game with its rulesets and the board of each.

    Args:
        game: the game.
        language: of the page; titles are in it if the game has words in it.
        root: the way to the site's folder, such as "../".

    Raises:
        TaflkitError: a file of the game has a problem.
    """
    game = spoken(game, language)
    untitled = game.booklet().untitled
    return {
        "title": game.title,
        "rulesets": [_ruleset(game, ruleset, untitled, root) for ruleset in game.rulesets],
    }


def picture_paths(face: Face) -> dict[str, str]:
    """Return the paths of a face's pictures: of the pieces by their letters, of the throne and of the corners."""
    pieces = {piece.value: piece_picture(piece, getattr(face, piece.name.lower())) for piece in Piece}
    return pieces | {kind: mark_picture(kind, getattr(face, kind)) for kind in ("throne", "corner")}


def piece_picture(piece: Piece, device: str) -> str:
    """Return the path of the picture of a kind of piece with a device, below the site's folder."""
    return f"{_FOLDER}/{piece.name.lower()}-{device}.svg"


def mark_picture(kind: str, ornament: str) -> str:
    """Return the path of the picture of the ornament of a "throne" or a "corner", below the site's folder."""
    return f"{_FOLDER}/{kind}-{ornament}.svg"


def _ruleset(game: GameTemplates, ruleset: Ruleset, untitled: str, root: str) -> Mapping[str, Any]:
    """Return a ruleset with its board."""
    variant = game.variant(ruleset)
    layout = variant.layout
    return {
        "name": ruleset.name,
        "title": ruleset.title or untitled,
        "variations": [[each.name, each.title] for each in ruleset.variations.values()],
        "first": variant.first_move.value,
        "board": {
            "size": layout.size,
            "start": layout.picture.split(),
            "throne": str(layout.throne) if layout.throne_marked else "",
            "corners": list(map(str, layout.corners)),
            "surface": variant.rules.surface,
            "pieces": {name: f"{root}{path}" for name, path in picture_paths(ruleset.face).items()},
        },
    }
