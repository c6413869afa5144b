"""What the page of diagrams needs: boards, a game played move by move, where a piece can go, the diagram as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Literal, Self

from msgspec import Struct, convert

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Face
from taflkit.errors import IllegalMove, TaflkitError, about, shown
from taflkit.figures.diagrams import Moment, moment, names_side, play_game, read_position, read_text
from taflkit.kit.diagrams import DiagramSpec, build_diagram
from taflkit.kit.options import read_ranged
from taflkit.limits import WIDTH
from taflkit.render.pdf import drawing_to_pdf
from taflkit.render.svg import to_svg
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, DEFAULT_THEME, MODES
from taflkit.site.visitor.session import Answer, OwnFile, Session, in_language
from taflkit.tafl import Game, Move, Piece, Position, Square, write_position, write_turn
from taflkit.tafl.records import parse_game
from taflkit.typesetting.prose import unmarked
from taflkit.words.alternatives import in_words, judge, reason_in_words
from taflkit.words.phrases import begun
from taflkit.words.rulebook import refusing
from taflkit.words.texts import Texts


class _Request(Struct, frozen=True, kw_only=True):
    """A game, and how it was played.

    Attributes:
        rules: "" is the game's first ruleset.
        own: a game of the visitor's own, in the game's place.
        position: the first, as a position line or a picture; "" is the start.
        record: the moves, such as "d6-f6".
        after: the number of moves before the moment in question; None for all.
    """

    game: str = DEFAULT_GAME
    rules: str = ""
    variations: tuple[str, ...] = ()
    own: OwnFile | None = None
    position: str = ""
    record: tuple[str, ...] = ()
    after: int | None = None
    language: str = DEFAULT_LANGUAGE


class _PlayRequest(_Request, frozen=True, kw_only=True):
    """One more move, "" for none."""

    move: str = ""


class _MovesRequest(_Request, frozen=True, kw_only=True):
    """A piece's square and its target, "" for every one."""

    square: str
    target: str = ""


class _ReadRequest(_Request, frozen=True, kw_only=True):
    """A text of a position or a game."""

    text: str


class _DrawRequest(_Request, frozen=True, kw_only=True):
    """The choices of a DiagramSpec, and the ply that leads to its moment, or None where `after` has it."""

    ply: int | None = None
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


class _Match(Struct, frozen=True):
    """A game under its rules, with its words, and as it was played; `sided` is whether it is known who moves first.

    `named` is the name by which the catalog reads the game.
    """

    named: str
    game: GameTemplates
    ruleset: Ruleset
    texts: Texts
    position: Position
    sided: bool
    played: Game

    @classmethod
    def of(cls, session: Session, request: _Request) -> Self:
        """Set up the game of a request, and play its moves."""
        named = session.own(request.own.name, request.own.text) if request.own else request.game
        game = in_language(session.catalog.game(named), request.language)
        with about("rules"):
            ruleset = game.ruleset(request.rules or None)
            ruleset = ruleset.vary(request.variations) if request.variations else ruleset
        variant, texts = game.variant(ruleset), game.texts()
        position, sided = Position.start(variant), True
        if request.position.strip():
            with about("position"):
                position, sided = read_position(request.position, variant), names_side(request.position)
        played = Game(position)
        if request.record:
            with _worded(texts), about("record"):
                played = play_game(parse_game(" ".join(request.record)), variant, position)
        return cls(named, game, ruleset, texts, position, sided, played)

    def moment(self, ply: int | None = None, after: int | None = None) -> Moment:
        """Return a moment of the game; see `taflkit.figures.diagrams.moment`."""
        if not self.played.turns:
            return Moment.of(self.position, self.sided)
        with about("ply" if after is None else "after"):
            return moment(self.played, ply, after)

    def after(self, moves: int | None) -> Moment:
        """Return the moment after a number of moves, or after all."""
        return self.moment(after=len(self.played.turns) if moves is None else moves)


def play(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with a game as it was played, and with one more move, if the request has one and the rules allow it.

    Its `moments` are the positions, first to last, each with its rows from the top, its line, and the turn that led to
    it; `targets` are the squares that each piece can go to at the moment in question, or at the end, `to_move`
    is the side whose turn it is there, "" for either; and `refusal` says why the move is refused, see `_refusal`.
    """
    parsed = convert(request, _PlayRequest)
    match = _Match.of(session, parsed)
    refusal = None
    if parsed.move:
        with about("move"):
            move = Move.parse(parsed.move)
        refusal = _refusal(session, match, match.after(None), move)
        if refusal is None:
            match = _Match.of(session, convert({**request, "record": (*parsed.record, str(move))}, _Request))
    before, words = match.played.first, (match.texts.alternatives, match.texts.words)
    moments: list[dict[str, Any]] = [{"rows": rows_of(before), "line": write_position(before), "turn": None}]
    for turn in match.played.turns:
        described = {
            "move": str(turn.move),
            "written": write_turn(turn),
            "origin": str(turn.move.origin),
            "target": str(turn.move.target),
            "captured": [str(square) for square in turn.captured],
            "sentence": f"{begun(judge(before, turn, words))}.",
        }
        before = turn.after
        moments.append({"rows": rows_of(before), "line": write_position(before), "turn": described})
    now = match.after(None if parsed.move else parsed.after)
    targets = {} if now.over else {str(square): _targets(now, square) for square in now.before.pieces}
    return Answer(
        {
            "moments": moments,
            "to_move": now.before.to_move.value if now.sided else "",
            "over": now.over,
            "targets": {square: each for square, each in targets.items() if each},
            "refusal": refusal,
        }
    )


def moves(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the squares that a piece can go to, or with the `refusal` of a move of it, see `_refusal`."""
    parsed = convert(request, _MovesRequest)
    match = _Match.of(session, parsed)
    now = match.after(parsed.after)
    with about("square"):
        square = Square.parse(parsed.square)
        targets = [] if parsed.target else _targets(now, square)
        # without a target, the move to the square beside it is refused for the reason why the piece cannot move at all
        beside = Square(square.file - 1 if square.file else 1, square.rank)
        target = Square.parse(parsed.target) if parsed.target else beside
        refusal = None if targets else _refusal(session, match, now, Move(square, target))
    return Answer({"targets": targets, "refusal": refusal})


def read(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the position or the game that a text has: rows from the top, the side to move and the moves.

    There are no rows where a game begins with the start of its rules, and the side is "" where the text names none.
    """
    parsed = convert(request, _ReadRequest)
    match = _Match.of(session, parsed)
    variant = match.position.variant
    with _worded(match.texts), about("text"):
        given = read_text(parsed.text, variant)
        if isinstance(given, Position):
            side = given.to_move.value if names_side(parsed.text) else ""
            return Answer({"rows": rows_of(given), "side": side, "record": []})
        game = play_game(given, variant)
    record = [str(turn.move) for turn in game.turns]
    if not given.start and game.first == Position.start(variant):
        return Answer({"rows": None, "side": "", "record": record})
    return Answer({"rows": rows_of(game.first), "side": game.first.to_move.value, "record": record})


def draw(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with a diagram as a file, its name and its text alternative."""
    parsed = convert(request, _DrawRequest)
    match = _Match.of(session, parsed)
    spec = DiagramSpec(
        moves=parsed.moves,
        refused=parsed.refused,
        moves_of=parsed.moves_of,
        part=parsed.part or None,
        coordinates=parsed.coordinates,
        caption=parsed.caption or None,
        title=parsed.title or None,
        mode=parsed.mode,
        theme=parsed.theme,
        language=match.texts.language,
    )
    if parsed.size:
        spec = spec._replace(size=read_ranged(parsed.size, WIDTH, "the width", "size"))
    with _worded(match.texts):
        made = build_diagram(session.catalog, match.game, match.ruleset, match.moment(parsed.ply, parsed.after), spec)
    drawing, store = made.drawing, session.catalog.store
    pdf = parsed.format == "pdf"
    file = (
        drawing_to_pdf(drawing, made.paints, store=store) if pdf else to_svg(drawing, made.paints, store=store).encode()
    )
    content = {"name": f"{made.name}.{parsed.format}", "alternative": made.description.text, "title": drawing.title}
    return Answer({**content, "width": drawing.width, "height": drawing.height}, (file,))


def rows_of(position: Position) -> list[str]:
    """Return a position as rows from the top, "." for empty squares."""
    size, pieces = position.variant.layout.size, position.pieces
    ranks = [[pieces.get(Square(file, rank)) for file in range(size)] for rank in reversed(range(size))]
    return ["".join(piece.value if piece else "." for piece in rank) for rank in ranks]


def _targets(now: Moment, square: Square) -> list[str]:
    return [str(move.target) for move in sorted(now.before.moves_from(square)) if now.why_not(move) is None]


def _refusal(session: Session, match: _Match, now: Moment, move: Move) -> dict[str, str] | None:
    """Return why a move is refused at a moment, or None where it may be played.

    `why` is the reason, `rule` the sentence of the rules that refuses the move, and `reference` its number. These are
    "" where there is none, or where the rules of a game of the visitor's own cannot be numbered.
    """
    refusal = now.why_not(move)
    if refusal is None:
        return None
    sentence, ruleset = None, match.ruleset
    with suppress(TaflkitError):
        book = read_book(session.catalog, match.named, ruleset.plain, ruleset.varied, match.texts.language)
        sentence = refusing(book.rules, refusal, now.before.piece_on(move.origin))
    return {
        "why": f"{begun(reason_in_words(refusal, match.texts.alternatives))}.",
        "reference": sentence.reference if sentence else "",
        "rule": unmarked(sentence.text) if sentence else "",
    }


@contextmanager
def _worded(texts: Texts) -> Iterator[None]:
    """Say in words why a move is refused, and behind which value a problem is that has several."""
    try:
        yield
    except TaflkitError as error:
        line = in_words(error, texts.alternatives) if isinstance(error, IllegalMove) else str(error)
        raise TaflkitError(f"{shown(error.given)}: {line}" if error.given else line, choice=error.choice) from None


class _BoardsRequest(Struct, frozen=True):
    """A game of the visitor's own, the page's language, and the way from the page to the site's folder."""

    own: OwnFile
    root: str
    language: str = DEFAULT_LANGUAGE


def boards(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the boards of a game of the visitor's own."""
    parsed = convert(request, _BoardsRequest)
    game = session.catalog.game(session.own(parsed.own.name, parsed.own.text))
    return Answer(boards_of(game, parsed.language, parsed.root))


def boards_of(game: GameTemplates, language: str, root: str) -> Mapping[str, Any]:
    """Return a game with its rulesets and the board of each.

    Titles are in the page's language if the game has words in it; root is the way to the site's folder, such as "../".

    Raises:
        TaflkitError: a file of the game has a problem.
    """
    game = in_language(game, language)
    rulesets = listed(game)
    for ruleset, entry in zip(game.rulesets, rulesets, strict=True):
        entry["first"] = game.variant(ruleset).first_move.value
        entry["board"] = board_of(game, ruleset, root)
    return {"title": game.title, "rulesets": rulesets}


def board_of(game: GameTemplates, ruleset: Ruleset, root: str) -> Mapping[str, Any]:
    """Return the board of a game under a ruleset as board.js takes it; root is the way to the site's folder."""
    variant = game.variant(ruleset)
    layout = variant.layout
    return {
        "size": layout.size,
        "start": layout.picture.split(),
        "throne": str(layout.throne) if layout.throne_marked else "",
        "corners": list(map(str, layout.corners)),
        "surface": variant.rules.surface,
        "pieces": pictures_of(ruleset.face, root),
    }


def listed(game: GameTemplates) -> list[dict[str, Any]]:
    """Return the rulesets of a game as menus list them: each with its name and title, and those of its variations."""
    untitled = game.booklet().untitled
    return [
        {
            "name": ruleset.name,
            "title": ruleset.title or untitled,
            "variations": [[each.name, each.title] for each in ruleset.variations.values()],
        }
        for ruleset in game.rulesets
    ]


LETTERS = {**{piece.name.lower(): piece.value for piece in Piece}, "throne": "throne", "corner": "corner"}
"""The kinds of pictures on a board, with the keys that pages have for them."""


def pictures_of(face: Face, root: str) -> dict[str, str]:
    """Return the addresses of the pictures of a face, by LETTERS, from a page with this way to the site's folder."""
    return {letter: f"{root}{picture_path(kind, getattr(face, kind))}" for kind, letter in LETTERS.items()}


def picture_path(kind: str, name: str) -> str:
    """Return the path of the picture of a kind, such as "king" or "throne", with a device or an ornament."""
    return f"assets/pieces/{kind}-{name}.svg"
