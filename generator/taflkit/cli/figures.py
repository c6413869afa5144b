"""taflkit figures: the booklet's figures as files of their own."""

from __future__ import annotations

import click

from taflkit.cli import proposals
from taflkit.cli.console import say
from taflkit.cli.known import catalog
from taflkit.cli.options import (
    DOTS,
    WIDE,
    Choice,
    dpi_option,
    game_options,
    mode_option,
    output_option,
    size_option,
    theme_option,
)
from taflkit.cli.writing import FORMATS, rendered, target, write_all

__all__ = ["figures"]


@click.command()
@game_options
@mode_option()
@theme_option()
@click.option(
    "--format",
    "kind",
    type=Choice(FORMATS),
    default="svg",
    show_default=True,
    help="The file type.",
)
@click.option(
    "--figure",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=proposals.figures,
    help="Only this figure; repeatable.",
)
@size_option("The figures' width.")
@dpi_option
@output_option
def figures(
    game: str,
    rules: str | None,
    variations: tuple[str, ...],
    language: str,
    draft: bool,
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
    from taflkit.kit.naming import drawn_name
    from taflkit.kit.options import KitSpec
    from taflkit.parts.figures.figure import draw_figures

    book = read_book(catalog(), game, rules, variations, language, draft=draft)
    chosen = catalog().theme(theme, mode)
    drawings = draw_figures(book, size, chosen.look(catalog().store, book.ruleset.face), names)
    folder, file = target(output, several=len(drawings) > 1, kind=kind)
    spec = KitSpec(language=language, draft=draft, mode=mode, theme=theme)
    others = [f"size{size:.12g}"] if size != WIDE else []
    others += [f"dpi{dpi}"] if kind == "png" and dpi != DOTS else []
    made = {
        file or f"{drawn_name(catalog(), book.game, book.ruleset, name, spec, others)}.{kind}": rendered(
            drawing, kind, chosen.paints, dpi, catalog().store
        )
        for name, drawing in drawings.items()
    }
    for written, drawing in zip(write_all(folder, made), drawings.values(), strict=True):
        if written != "-":
            say(f"{written}: {drawing.title}")
