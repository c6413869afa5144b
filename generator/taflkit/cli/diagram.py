"""taflkit diagram: a figure of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.choices import Choice
from taflkit.cli.console import say
from taflkit.cli.options import catalog, game_options, length, mode_option, output_option, theme_option
from taflkit.cli.output import FORMATS, rendered, target
from taflkit.cli.problems import in_words
from taflkit.cli.writing import write_whole
from taflkit.errors import IllegalMove, TaflkitError

if TYPE_CHECKING:
    from taflkit.figures import Scene
    from taflkit.figures.diagrams import Moment
    from taflkit.tafl import Game, Variant

__all__ = ["diagram"]

_MOST_PIXELS = 20_000


@click.command()
@game_options
@click.option("--position", metavar="LINE", help="Where the pieces stand: OpenTafl's line, or a picture's rows.")
@click.option("--record", metavar="TEXT", help="The moves of a game, such as 'd6-f6 d4-d7', numbered or not.")
@click.option("--file", "source", metavar="FILE", help="A file with a position, a picture or a game; - is the input.")
@click.option(
    "--ply",
    type=click.IntRange(0),
    metavar="N",
    help="Show the game's Nth move, both sides counted; the last by default.",
)
@click.option("--after", type=click.IntRange(0), metavar="N", help="Show the position after that many moves instead.")
@click.option("--move", "moves", multiple=True, metavar="MOVE", help="An arrow, such as d6-d3; repeatable.")
@click.option("--refused", multiple=True, metavar="MOVE", help="A move that the rules refuse; repeatable.")
@click.option("--moves-of", multiple=True, metavar="SQUARE", help="Dots where that piece can go; repeatable.")
@click.option("--part", metavar="A1-E5", help="The part of the board between two corners; all by default.")
@click.option("--coordinates", is_flag=True, help="Letters of the files and numbers of the ranks.")
@click.option("--caption", default="", metavar="TEXT", help="Set below the board; words in *asterisks* in italics.")
@click.option("--title", default="", metavar="TEXT", help="The file's title; the caption by default.")
@click.option("--size", callback=length, default="60", metavar="MM", show_default=True, help="The whole width.")
@mode_option()
@theme_option()
@click.option("--format", "kind", type=Choice(FORMATS), help="The file type; by the ending of -o, else svg.")
@click.option("--dpi", type=click.IntRange(36, 2400), default=300, show_default=True, help="Of PNG files.")
@output_option
def diagram(output: str | None, kind: str | None, mode: str, theme: str, dpi: int, **wanted: Any) -> None:
    """Draw a figure of your own: a position of GAME, with moves, captures and refusals by its rules.

    The engine plays every move from the position that is shown, so that the figure cannot be wrong:
    captured pieces are crossed out, and a move that the rules refuse is an error unless it is given as
    --refused. Several moves are numbered. The text alternative is written into the file.

    \b
    Examples:
      taflkit diagram --move d6-c6 --moves-of c4 -o opening.svg
      taflkit diagram --position "/7/7/2t4/7/3Tt2/7/7/" --move c3-c5xd5 --coordinates
      taflkit diagram --rules branan --refused b4-d4 --position "/7/7/7/1T5/7/7/7/" --format png
      taflkit diagram --file game.txt --ply 12 --caption "The king breaks out." --mode mono -o 12.pdf
      taflkit diagram --record "d6-f6 d5-d6 f6-f5" --after 2 --size 8cm
      taflkit diagram --move d6-c6 --theme plain -o opening.svg
    """
    from taflkit.kit.naming import file_name
    from taflkit.parts.diagram import draw_diagram
    from taflkit.typesetting.lines import unmarked
    from taflkit.words.alternatives import describe

    folder, file = target(output, several=False)
    kind = _kind(kind, file)
    game = catalog().game(wanted["game"])
    ruleset = game.ruleset(wanted["rules"])
    ruleset = ruleset.vary(wanted["variations"]) if wanted["variations"] else ruleset
    variant = game.variant(ruleset)
    shown = _moment(wanted, variant)
    scene = _scene(shown, wanted, variant)
    texts = game.texts(wanted["language"])
    description = describe(scene, (texts.alternatives, texts.words), texts.language)
    title = wanted["title"] or unmarked(wanted["caption"]) or f"{game.title_under(ruleset)}, a diagram"
    caption = wanted["caption"].strip()
    chosen = catalog().theme(theme, mode)
    drawing = draw_diagram(
        scene,
        wanted["size"],
        title,
        description,
        chosen.look(catalog().store, ruleset.face),
        catalog().typesetter(texts.language),
        caption,
        wanted["coordinates"],
    )
    if kind == "png" and max(drawing.width, drawing.height) / 25.4 * dpi > _MOST_PIXELS:
        raise TaflkitError(f"--dpi {dpi}: that is more than {_MOST_PIXELS} pixels; take fewer, or a smaller --size")
    name = file or f"{file_name(game.name, ruleset.name, 'diagram')}.{kind}"
    written = write_whole(folder, name, rendered(drawing, kind, chosen.paints, dpi, catalog().store))
    if written != "-":
        say(f"{written}: {description.text}")


def _kind(kind: str | None, file: str | None) -> str:
    """Return the file type: by --format, else by the file's ending."""
    ending = Path(file or "").suffix.lower().removeprefix(".")
    if kind and ending in FORMATS and ending != kind:
        raise click.UsageError(f"--format {kind} and -o {file} say two things; leave one away")
    if kind or not ending:
        return kind or "svg"
    if ending not in FORMATS:
        raise click.UsageError(f"-o {file}: there is no format '{ending}'; end it in .{', .'.join(FORMATS)}")
    return ending


@contextmanager
def _of(option: str) -> Iterator[None]:
    """Name the option that a problem is about, and say in words why a move is refused."""
    from taflkit.tafl import Refusal

    try:
        yield
    except IllegalMove as error:
        reason = in_words(error)
        if isinstance(error.refusal, Refusal):
            reason = reason.removeprefix(f"{error.refusal.move}: ")
        raise TaflkitError(f"{option}: {reason}") from None
    except TaflkitError as error:
        raise TaflkitError(f"{option}: {error}") from None


def _moment(wanted: dict[str, Any], variant: Variant) -> Moment:
    """Return the moment to draw: the given position, or a moment of the game."""
    from taflkit.figures.diagrams import Moment, moment, names_side, play_game, read_position, read_text
    from taflkit.tafl import Position
    from taflkit.tafl.records import parse_game

    position = record = None
    sided = True
    where = "--record"
    if wanted["position"] is not None:
        with _of("--position"):
            position, sided = read_position(wanted["position"], variant), names_side(wanted["position"])
    if wanted["record"] is not None:
        with _of("--record"):
            record = parse_game(wanted["record"])
    if wanted["source"] is not None:
        with _of(f"--file {wanted['source']}"):
            text = _text_of(wanted["source"])
            found = read_text(text, variant)
        if isinstance(found, Position):
            _refuse_twice(position, "--position", "a position")
            position, sided = found, names_side(text)
        else:
            _refuse_twice(record, "--record", "a game")
            record, where = found, f"--file {wanted['source']}"
    if record is None:
        for option in ("ply", "after"):
            if wanted[option] is not None:
                raise click.UsageError(f"--{option} needs a game: name its moves with --record, or its --file")
        return Moment.of(position or Position.start(variant), sided)
    if wanted["ply"] is not None and wanted["after"] is not None:
        raise click.UsageError("--ply shows a move and --after none; leave one away")
    with _of(where):
        game: Game = play_game(record, variant, position)
    with _of("--ply" if wanted["after"] is None else "--after"):
        return moment(game, wanted["ply"], wanted["after"])


def _refuse_twice(other: object, option: str, what: str) -> None:
    if other is not None:
        raise click.UsageError(f"--file and {option} both give {what}; leave one away")


def _text_of(source: str) -> str:
    """Return the text of a file, or of standard input for "-"."""
    try:
        if source == "-":
            return sys.stdin.read()
        return Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise TaflkitError("is not UTF-8 text") from None
    except OSError as error:
        raise TaflkitError(f"cannot be read: {error.strerror}") from None


def _scene(shown: Moment, wanted: dict[str, Any], variant: Variant) -> Scene:
    """Ask the engine about every move that is to be shown."""
    from taflkit.figures.diagrams import compose, play_move, reach_of, read_window, refuse_move

    before = shown.before
    turns = [shown.turn] if shown.turn else []
    refused, reach = [], []
    for text in wanted["moves"]:
        with _of(f"--move {text}"):
            turn = play_move(shown, text)
            if any(turn.move == other.move for other in turns):
                raise TaflkitError("the move is shown already")
            turns.append(turn)
    for text in wanted["refused"]:
        with _of(f"--refused {text}"):
            refused.append(refuse_move(shown, text))
    for text in wanted["moves_of"]:
        with _of(f"--moves-of {text}"):
            reach.append(reach_of(shown, text))
    if wanted["part"] is None:
        return compose(before, turns, refused, reach)
    with _of(f"--part {wanted['part']}"):
        return compose(before, turns, refused, reach, read_window(wanted["part"], variant))
