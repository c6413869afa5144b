"""taflkit figures: the booklet's figures as files of their own."""

from __future__ import annotations

import click

from taflkit.cli.options import (
    catalog,
    dpi_option,
    game_options,
    mode_option,
    output_option,
    size_option,
    theme_option,
)
from taflkit.cli.output import FORMATS, rendered, target, write_whole

__all__ = ["figures"]


@click.command()
@game_options
@mode_option()
@theme_option()
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="svg",
    show_default=True,
    help="The file type.",
)
@click.option("--figure", "names", multiple=True, metavar="NAME", help="Only this figure; repeatable.")
@size_option("The figures' width.")
@dpi_option
@output_option
def figures(
    game: str,
    rules: str | None,
    variations: tuple[str, ...],
    language: str,
    mode: str,
    theme: str,
    kind: str,
    names: tuple[str, ...],
    size: float,
    dpi: int,
    output: str | None,
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
    from taflkit.parts.figure import draw_figures

    book = read_book(catalog(), game, rules, variations, language)
    chosen = catalog().theme(theme, mode)
    drawings = draw_figures(book, size, chosen.look(catalog().store, book.ruleset.face), names)
    folder, file = target(output, several=len(drawings) > 1)
    for name, drawing in drawings.items():
        content = rendered(drawing, kind, chosen.paints, dpi, catalog().store)
        written = write_whole(folder, file or f"{book.game.name}-{book.ruleset.name}-{name}.{kind}", content)
        if written != "-":
            click.echo(f"{written}: {drawing.title}")
