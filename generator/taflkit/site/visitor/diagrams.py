"""What the page of diagrams needs: boards, a game played move by move, where a piece can go, the diagram as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Self

from msgspec import Struct, convert

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.drawing.look import Face
from taflkit.errors import IllegalMove, TaflkitError, about, shown
from taflkit.figures.diagrams import Moment, moment, names_side, play_game, read_position, read_text
from taflkit.kit.diagrams import DiagramSpec, build_diagram
from taflkit.kit.options import read_ranged
from taflkit.limits import WIDTH
from taflkit.render.pdf import drawing_to_pdf
from taflkit.render.svg import to_svg
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, DEFAULT_THEME, MODES
from taflkit.site.visitor.desk import Answer, Desk, spoken
from taflkit.tafl import Game, Move, Piece, Position, Refusal, Square, Variant, write_position, write_turn
from taflkit.tafl.records import parse_game
from taflkit.words.alternatives import in_words, judge, reason_in_words
from taflkit.words.letters import begun
from taflkit.words.texts import Texts

__all__ = ["boards", "boards_of", "draw", "mark_picture", "moves", "picture_paths", "piece_picture", "play", "read"]


class _Own(Struct, frozen=True):
    """A game of the visitor's own: the name of its file, and its TOML."""

    name: str
    text: str


class _Wish(Struct, frozen=True, kw_only=True):
    """Which game is played, from where on, and which moves.

    Attributes:
        game, rules, variations: by their names; "" is the game's first ruleset.
        own: a game of the visitor's own, in the game's place.
        position: where the pieces stand, as a position line or a picture; "" is the start.
        record: the moves, such as "d6-f6".
    """

    game: str = DEFAULT_GAME
    rules: str = ""
    variations: tuple[str, ...] = ()
    own: _Own | None = None
    position: str = ""
    record: tuple[str, ...] = ()
    language: str = DEFAULT_LANGUAGE


class _PlayWish(_Wish, frozen=True, kw_only=True):
    """One more move, "" for none; and after how many moves it is asked where pieces can go, None for after all."""

    move: str = ""
    after: int | None = None


class _MovesWish(_Wish, frozen=True, kw_only=True):
    """A piece's square, and where it should go; "" asks where it can. After so many moves, or after all."""

    square: str
    target: str = ""
    after: int | None = None


class _ReadWish(_Wish, frozen=True, kw_only=True):
    """A text that somebody has of a position or a game."""

    text: str


class _DrawWish(_Wish, frozen=True, kw_only=True):
    """What the diagram shows; see DiagramSpec. The position after so many moves, or the ply that leads to it."""

    ply: int | None = None
    after: int | None = None
    moves: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    moves_of: tuple[str, ...] = ()
    part: str = ""
    coordinates: bool = False
    caption: str = ""
    title: str = ""
    size: str = ""
    mode: str = MODES[0]
    theme: str = DEFAULT_THEME
    format: Literal["svg", "pdf"] = "svg"


class _Table(Struct, frozen=True):
    """A game under its rules, with its words, and as it was played.

    Attributes:
        position: that it begins with.
        sided: whether that says who is to move.
    """

    game: GameTemplates
    ruleset: Ruleset
    texts: Texts
    position: Position
    sided: bool
    played: Game

    @classmethod
    def of(cls, desk: Desk, wish: _Wish) -> Self:
        """Set up the game of a wish, and play its moves."""
        named = desk.own(wish.own.name, wish.own.text) if wish.own else wish.game
        game = spoken(desk.catalog.game(named), wish.language)
        with about("rules"):
            ruleset = game.ruleset(wish.rules or None)
            ruleset = ruleset.vary(wish.variations) if wish.variations else ruleset
        variant, texts = game.variant(ruleset), game.texts()
        with about("position"):
            position, sided = _position(wish.position, variant)
        with _worded(texts), about("record"):
            played = play_game(parse_game(" ".join(wish.record)), variant, position) if wish.record else Game(position)
        return cls(game, ruleset, texts, position, sided, played)

    def moment(self, ply: int | None = None, after: int | None = None) -> Moment:
        """Return a moment of the game; see `taflkit.figures.diagrams.moment`."""
        if not self.played.turns:
            return Moment.of(self.position, self.sided)
        with about("ply" if after is None else "after"):
            return moment(self.played, ply, after)


def play(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with a game as it was played, and with one more move, if one is asked for and the rules allow it.

    Its `moments` are the positions, first to last, each with its rows from the top, its line, and the turn that led to
    it; `targets` are the squares that each piece can go to at the moment that is asked about, or at the end, `to_move`
    is the side whose turn it is there, "" for either; and `refusal` says why the move is refused.
    """
    asked = convert(wish, _PlayWish)
    table = _Table.of(desk, asked)
    refusal = None
    if asked.move:
        move = _read_move(asked.move)
        why = table.moment(after=len(table.played.turns)).why_not(move)
        if why is None:
            table = _Table.of(desk, convert({**wish, "record": (*asked.record, str(move)), "move": ""}, _PlayWish))
        else:
            refusal = _reason(why, table.texts)
    now = table.moment(after=len(table.played.turns) if asked.after is None or asked.move else asked.after)
    return Answer(
        {
            "moments": _moments(table),
            "to_move": now.before.to_move.value if now.sided else "",
            "over": now.over,
            "targets": {} if now.over else _all_targets(now),
            "refusal": refusal,
        }
    )


def moves(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the squares that a piece can go to, or with the reason why a move of it is refused."""
    asked = convert(wish, _MovesWish)
    table = _Table.of(desk, asked)
    after = len(table.played.turns) if asked.after is None else asked.after
    now = table.moment(after=after)
    with about("square"):
        square = Square.parse(asked.square)
        if asked.target:
            why = now.why_not(Move(square, Square.parse(asked.target)))
            return Answer({"targets": [], "refusal": None if why is None else _reason(why, table.texts)})
        targets = _targets(now, square)
        # a move to the square beside it is refused too, for the reason why the piece cannot move at all
        why = None if targets else now.why_not(Move(square, _beside(square)))
    return Answer({"targets": targets, "refusal": None if why is None else _reason(why, table.texts)})


def read(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the position or the game that a text has: rows from the top, the side to move and the moves.

    There are no rows where a game begins with the start of its rules, and the side is "" where the text names none.
    """
    asked = convert(wish, _ReadWish)
    table = _Table.of(desk, asked)
    variant = table.position.variant
    with _worded(table.texts), about("text"):
        found = read_text(asked.text, variant)
        if isinstance(found, Position):
            side = found.to_move.value if names_side(asked.text) else ""
            return Answer({"rows": _rows(found), "side": side, "record": []})
        game = play_game(found, variant)
    record = [str(turn.move) for turn in game.turns]
    if not found.start and game.first == Position.start(variant):
        return Answer({"rows": None, "side": "", "record": record})
    return Answer({"rows": _rows(game.first), "side": game.first.to_move.value, "record": record})


def draw(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with a diagram as a file, its name and its text alternative."""
    asked = convert(wish, _DrawWish)
    table = _Table.of(desk, asked)
    spec = DiagramSpec(
        moves=asked.moves,
        refused=asked.refused,
        moves_of=asked.moves_of,
        part=asked.part or None,
        coordinates=asked.coordinates,
        caption=asked.caption or None,
        title=asked.title or None,
        mode=asked.mode,
        theme=asked.theme,
        language=table.texts.language,
    )
    if asked.size:
        spec = spec._replace(size=read_ranged(asked.size, WIDTH, "the width", "size"))
    with _worded(table.texts):
        made = build_diagram(desk.catalog, table.game, table.ruleset, table.moment(asked.ply, asked.after), spec)
    if asked.format == "pdf":
        content = drawing_to_pdf(made.drawing, made.paints, store=desk.catalog.store)
    else:
        content = to_svg(made.drawing, made.paints, store=desk.catalog.store).encode()
    drawing = made.drawing
    said = {
        "name": f"{made.name}.{asked.format}",
        "alternative": made.description.text,
        "title": drawing.title,
        "width": drawing.width,
        "height": drawing.height,
    }
    return Answer(said, (content,))


def _position(text: str, variant: Variant) -> tuple[Position, bool]:
    """Return a position, and whether the side to move is known."""
    if not text.strip():
        return Position.start(variant), True
    return read_position(text, variant), names_side(text)


def _moments(table: _Table) -> list[dict[str, Any]]:
    """Return the positions of a game in their order, each with the turn before it."""
    game, words = table.played, (table.texts.alternatives, table.texts.words)
    found: list[dict[str, Any]] = [{"rows": _rows(game.first), "line": write_position(game.first), "turn": None}]
    before = game.first
    for turn in game.turns:
        told = judge(before, turn, words)
        said = {
            "move": str(turn.move),
            "written": write_turn(turn),
            "origin": str(turn.move.origin),
            "target": str(turn.move.target),
            "captured": [str(square) for square in turn.captured],
            "told": f"{begun(told)}.",
        }
        found.append({"rows": _rows(turn.after), "line": write_position(turn.after), "turn": said})
        before = turn.after
    return found


def _rows(position: Position) -> list[str]:
    """Return a position as rows from the top, "." for empty squares."""
    size, pieces = position.variant.layout.size, position.pieces
    ranks: Sequence[int] = range(size)[::-1]
    row = [[pieces.get(Square(file, rank)) for file in range(size)] for rank in ranks]
    return ["".join(piece.value if piece else "." for piece in pieces_there) for pieces_there in row]


def _all_targets(now: Moment) -> dict[str, list[str]]:
    """Return the squares that each piece can go to now, by its square; those of pieces that cannot are left out."""
    each = {str(square): _targets(now, square) for square in now.before.pieces}
    return {square: targets for square, targets in each.items() if targets}


def _targets(now: Moment, square: Square) -> list[str]:
    """Return the squares that the piece on a square can go to now."""
    return [str(move.target) for move in sorted(now.before.moves_from(square)) if now.why_not(move) is None]


def _beside(square: Square) -> Square:
    """Return a square of the board beside another."""
    return Square(square.file - 1 if square.file else 1, square.rank)


def _read_move(text: str) -> Move:
    with about("move"):
        return Move.parse(text)


def _reason(refusal: Refusal, texts: Texts) -> str:
    """Return why a move is refused, as a sentence."""
    return f"{begun(reason_in_words(refusal, texts.alternatives))}."


@contextmanager
def _worded(texts: Texts) -> Iterator[None]:
    """Say in words why a move is refused, and behind which value a problem is that has several."""
    try:
        yield
    except TaflkitError as error:
        line = in_words(error, texts.alternatives) if isinstance(error, IllegalMove) else str(error)
        raise TaflkitError(f"{shown(error.given)}: {line}" if error.given else line, choice=error.choice) from None


_FOLDER = "assets/pieces"
"""The folder of the pictures of pieces, below the site's."""


class _BoardsWish(Struct, frozen=True):
    """Whose boards, in which language, and the way from the page to the site's folder."""

    own: _Own
    root: str
    language: str = DEFAULT_LANGUAGE


def boards(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the boards of a game of the visitor's own."""
    asked = convert(wish, _BoardsWish)
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
