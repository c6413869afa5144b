"""A diagram of the user's own: from a moment of a game and what is to be seen of it to a drawing and its name."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import placed_texts
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Drawing
from taflkit.errors import TaflkitError, about
from taflkit.figures import Scene
from taflkit.figures.diagrams import Moment, compose, play_move, reach_of, read_window, refuse_many, refuse_move
from taflkit.kit.options import DEFAULT_WIDTH, KitSpec, drawn_name
from taflkit.limits import CAPTION, TITLE
from taflkit.parts.figures import draw_diagram
from taflkit.resources import DEFAULT_LANGUAGE, DEFAULT_THEME, MODES
from taflkit.typesetting.lines import title_text
from taflkit.words.alternatives import Description, describe


class DiagramSpec(NamedTuple):
    """The content of a diagram of a moment, and its look; the options of taflkit diagram explain the choices.

    Attributes:
        moves: shown with arrows, with their captures; refused: those that the rules refuse.
        moves_of: the squares of pieces whose moves are shown with dots.
        part: two opposite corners of the part of the board, such as "a1-e5"; None for all of it.
        caption: set below the board; None for none.
        title: of the file; None for the caption.
        size: the whole width in mm.
    """

    moves: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    moves_of: tuple[str, ...] = ()
    part: str | None = None
    coordinates: bool = False
    caption: str | None = None
    title: str | None = None
    size: float = DEFAULT_WIDTH
    mode: str = MODES[0]
    theme: str = DEFAULT_THEME
    language: str = DEFAULT_LANGUAGE
    draft: bool = False


class Diagram(Struct, frozen=True):
    """A diagram that is ready to be rendered, its text alternative, and the name of its file without the ending."""

    drawing: Drawing
    paints: Paints
    description: Description
    name: str


def build_diagram(catalog: Catalog, game: GameTemplates, ruleset: Ruleset, shown: Moment, spec: DiagramSpec) -> Diagram:
    """Compose a diagram of a moment of a game under a ruleset.

    Raises:
        TaflkitError: a choice that cannot be drawn, which it names by the field of the spec, with its value where there
            are several.
    """
    scene = scene_of(shown, spec)
    game = game.in_language(spec.language, draft=spec.draft)
    texts = game.texts()
    with placed_texts(game, texts.language, ruleset):
        description = describe(scene, (texts.alternatives, texts.words), texts.language)
    title, caption = _text("title", spec.title, TITLE), _text("caption", spec.caption, CAPTION)
    theme = catalog.theme(spec.theme, spec.mode)
    drawing = draw_diagram(
        scene,
        spec.size,
        title or caption or f"{game.title_under(ruleset)}, a diagram",
        description,
        theme.look(catalog.store, ruleset.face),
        catalog.typesetter(texts.language, theme.fonts),
        spec.caption or "",
        spec.coordinates,
    )
    look = KitSpec(language=spec.language, theme=spec.theme, mode=spec.mode)
    return Diagram(drawing, theme.paints, description, drawn_name(catalog, game, ruleset, "diagram", look))


def scene_of(shown: Moment, spec: DiagramSpec) -> Scene:
    """Ask the engine about every move that is to be shown.

    Raises:
        TaflkitError: as `build_diagram`; an IllegalMove for a move that the rules refuse.
    """
    turns = [shown.turn] if shown.turn else []
    refused, reach = [], []
    with about("moves"):
        refuse_many(len(spec.moves) + len(spec.refused) + len(spec.moves_of))
    for text in spec.moves:
        with about("moves", text):
            turn = play_move(shown, text)
            if any(turn.move == other.move for other in turns):
                raise TaflkitError("the move is shown already")
            turns.append(turn)
    for text in spec.refused:
        with about("refused", text):
            refused.append(refuse_move(shown, text))
    for text in spec.moves_of:
        with about("moves_of", text):
            reach.append(reach_of(shown, text))
    if spec.part is None:
        return compose(shown.before, turns, refused, reach)
    with about("part", spec.part):
        return compose(shown.before, turns, refused, reach, read_window(spec.part, shown.before.variant))


def _text(choice: str, given: str | None, most: int) -> str:
    """Return the words of a choice, of limited length, as a title has them: "" where there are none."""
    if given is None:
        return ""
    with about(choice):
        if len(given) > most:
            raise TaflkitError(f"it has {len(given)} characters, and may have {most}")
        words = title_text(given)
        if not words:
            raise TaflkitError("it is empty; write some words, or leave it out")
        return words
