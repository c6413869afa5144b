"""taflkit figures and taflkit diagram: the booklet's figures, and a figure of the user's own, as files.

What a command needs is imported when it runs: drawing is half the program.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.console import catalog, input_text, say
from taflkit.cli.options import (
    Choice,
    dpi_option,
    game_options,
    mode_option,
    output_option,
    own_rules,
    propose_figures,
    propose_files,
    ranged_option,
    theme_option,
)
from taflkit.cli.writing import FORMATS, rendered, target, write_all, write_whole
from taflkit.errors import ManyProblems, TaflkitError, about
from taflkit.kit.options import DEFAULT_DPI, DEFAULT_WIDTH, KitSpec, drawn_name
from taflkit.limits import PLIES, WIDTH
from taflkit.tafl import Position, Variant
from taflkit.tafl.records import GameRecord, parse_game

if TYPE_CHECKING:
    from taflkit.figures.diagrams import Moment
    from taflkit.tafl.stated_rules import Stated


@click.command()
@game_options
@mode_option()
@theme_option()
@click.option("--format", "kind", type=Choice(FORMATS), default="svg", show_default=True, help="The file type.")
@click.option(
    "--figure",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=propose_figures,
    help="Only this figure; repeatable.",
)
@ranged_option("size", WIDTH, "the width", "The figures' width.", f"{DEFAULT_WIDTH:g}")
@dpi_option
@output_option()
def figures(
    kind: str, names: tuple[str, ...], size: float, dpi: int, mode: str, theme: str, output: str | None, **chosen: Any
) -> None:
    """Write every figure of GAME's booklet, as the engine plays it.

    \b
    Examples:
      taflkit figures
      taflkit figures --rules branan --format png --dpi 600 -o figures/
      taflkit figures --figure capture --size 8cm --mode mono -o capture.svg
      taflkit figures --theme manuscript --format png
    """
    from taflkit.catalog.book import read_book
    from taflkit.parts.figures import draw_figures

    book = read_book(catalog(), **chosen)
    themed = catalog().theme(theme, mode)
    drawings = draw_figures(book, size, themed.look(catalog().store, book.ruleset.face), names)
    folder, file = target(output, several=len(drawings) > 1, kind=kind)
    spec = KitSpec(**chosen, mode=mode, theme=theme)
    others = [f"size{size:.12g}"] if size != DEFAULT_WIDTH else []
    others += [f"dpi{dpi}"] if kind == "png" and dpi != DEFAULT_DPI else []
    made = {}
    for name, drawing in drawings.items():
        place = file or f"{drawn_name(catalog(), book.game, book.ruleset, name, spec, others)}.{kind}"
        made[place] = rendered(drawing, kind, themed.paints, dpi)
    for written, drawing in zip(write_all(folder, made), drawings.values(), strict=True):
        if written != "-":
            say(f"{written}: {drawing.title}")


@click.command()
@game_options
@click.option("--position", metavar="LINE", help="Where the pieces stand: OpenTafl's line, or a picture's rows.")
@click.option("--record", metavar="TEXT", help="The moves of a game, such as 'd6-f6 d4-d7', numbered or not.")
@click.option(
    "--file",
    "source",
    metavar="FILE",
    shell_complete=propose_files,
    help="A file with a position, a picture or a game; - is the input.",
)
@ranged_option("ply", PLIES, "the move", "Show the game's Nth move, both sides counted; the last by default.")
@ranged_option("after", PLIES, "the number of moves", "Show the position after that many moves instead.")
@click.option("--move", "moves", multiple=True, metavar="MOVE", help="An arrow, such as d6-d3; repeatable.")
@click.option("--refused", multiple=True, metavar="MOVE", help="A move that the rules refuse; repeatable.")
@click.option("--moves-of", multiple=True, metavar="SQUARE", help="Dots where that piece can go; repeatable.")
@click.option("--part", metavar="A1-E5", help="The part of the board between two corners; all by default.")
@click.option("--coordinates", is_flag=True, help="Letters of the files and numbers of the ranks.")
@click.option("--caption", metavar="TEXT", help="Set below the board; words in *asterisks* in italics.")
@click.option("--title", metavar="TEXT", help="The file's title; the caption by default.")
@ranged_option("size", WIDTH, "the width", "The whole width.", f"{DEFAULT_WIDTH:g}")
@mode_option()
@theme_option()
@click.option("--format", "kind", type=Choice(FORMATS), help="The file type; by the ending of -o, else svg.")
@dpi_option
@output_option()
def diagram(output: str | None, kind: str | None, mode: str, theme: str, dpi: int, **wanted: Any) -> None:
    """Draw a figure of your own: a position of GAME, with moves, captures and refusals by its rules.

    The engine plays every move from the position that is shown, so that by these rules the figure cannot
    be wrong: captured pieces are crossed out, and a move that the rules refuse is an error unless it is given
    as --refused. A record of OpenTafl's is played by the rules that it has, unless GAME or --rules is given. Several
    moves are numbered.
    The text alternative is written into the file.

    \b
    Examples:
      taflkit diagram --move d6-c6 --moves-of c4 -o opening.svg
      taflkit diagram --position "/7/7/2t4/7/3Tt2/7/7/" --move c3-c5xd5 --coordinates
      taflkit diagram --rules branan --refused b4-d4 --position "/7/7/7/1T5/7/7/7/" --format png
      taflkit diagram --file game.txt --ply 12 --caption "The king breaks out." --mode mono -o 12.pdf
      taflkit diagram --record "d6-f6 d5-d6 f6-f5" --after 2 --size 8cm
      taflkit diagram --move d6-c6 --theme plain -o opening.svg
    """
    from taflkit.catalog.games import stated_game
    from taflkit.kit.diagrams import DiagramSpec, build_diagram

    folder, file = target(output, several=False)
    ending = Path(file or "").suffix.lower().removeprefix(".")
    if kind and ending and ending != kind:
        raise click.UsageError(f"--format {kind} and -o {file} say two things; leave one away")
    kind = kind or ending or "svg"
    if kind not in FORMATS:
        raise click.UsageError(f"-o {file}: there is no format '{kind}'; end it in .{', .'.join(FORMATS)}")
    game = catalog().game(wanted["game"])
    ruleset = game.ruleset(wanted["rules"])
    ruleset = ruleset.vary(wanted["variations"]) if wanted["variations"] else ruleset
    shown, stated = _moment(wanted, game.variant(ruleset))
    game, ruleset = stated_game(stated, game) if stated else (game, ruleset)
    chosen = {name: wanted[name] for name in DiagramSpec._fields if name in wanted}
    made = build_diagram(catalog(), game, ruleset, shown, DiagramSpec(mode=mode, theme=theme, **chosen))
    content = rendered(made.drawing, kind, made.paints, dpi)
    written = write_whole(folder, file or f"{made.name}.{kind}", content)
    if written != "-":
        say(f"{written}: {made.description.text}")


def _moment(wanted: dict[str, Any], variant: Variant) -> tuple[Moment, Stated | None]:
    """Return the moment to draw, the given position or a moment of the game, and the game's own rules if it has others.

    A game is replayed under rules that were chosen for it whatever its own are.
    """
    from taflkit.figures.diagrams import Moment, moment, pass_over, play_game

    position, sided, record, where = _read(wanted, variant)
    chosen = [option for option in ("ply", "after") if wanted[option] is not None]
    if record is None:
        if chosen:
            raise click.UsageError(f"--{chosen[0]} needs a game: name its moves with --record, or its --file")
        return Moment.of(position or Position.start(variant), sided), None
    if chosen[1:]:
        raise click.UsageError("--ply shows a move and --after none; leave one away")
    try:
        record, passed = (record, ()) if wanted["rules"] is None else pass_over(record, variant)
        if passed:
            say(f"--rules passes over these terms of the game's own rules: {', '.join(passed)}", err=True)
        # a position of its own is one of GAME
        stated = None if position else own_rules(record, variant)
        if stated:
            record, variant = record._replace(terms={}), stated.variant
        game = play_game(record, variant, position, "name --rules yourself to draw it under them all the same")
    except TaflkitError as error:
        for problem in error.problems if isinstance(error, ManyProblems) else (error,):
            problem.choice, problem.given = where
        raise
    with about("ply" if wanted["after"] is None else "after"):
        return moment(game, wanted["ply"], wanted["after"]), stated


def _read(wanted: dict[str, Any], variant: Variant) -> tuple[Position | None, bool, GameRecord | None, tuple[str, str]]:
    """Return the position that is given, whether it names the side to move, the game, and the option that gives it."""
    from taflkit.figures.diagrams import names_side, read_position
    from taflkit.figures.diagrams import read_text as read_diagram

    line, source = wanted["position"], wanted["source"]
    position = record = None
    where = ("record", "")
    if line is not None:
        with about("position"):
            position = read_position(line, variant)
    if wanted["record"] is not None:
        with about("record"):
            record = parse_game(wanted["record"])
    if source is not None:
        with about("source", source):
            text = input_text(source)
            read = read_diagram(text, variant)
        twice, what = ("position", "a position") if isinstance(read, Position) else ("record", "a game")
        if wanted[twice] is not None:
            raise click.UsageError(f"--file and --{twice} both give {what}; leave one away")
        if isinstance(read, Position):
            position, line = read, text
        else:
            record, where = read, ("source", source)
    return position, line is None or names_side(line), record, where
