"""taflkit figures, plan and games: what there is to see without building a kit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.options import catalog, game_options, kit_options, length, many, mode_name, output_option, theme_option
from taflkit.cli.output import rendered, target, write_whole
from taflkit.errors import TaflkitError

if TYPE_CHECKING:
    from taflkit.book import Book
    from taflkit.kit import KitSpec
    from taflkit.sheets.plan import Plan

__all__ = ["figures", "games", "plan"]


@click.command()
@game_options
@click.option(
    "--mode", type=click.Choice(("colour", "color", "mono")), default="colour", callback=mode_name, help="The ink."
)
@theme_option()
@click.option(
    "--format",
    "kind",
    type=click.Choice(("svg", "pdf", "png")),
    default="svg",
    show_default=True,
    help="The file type.",
)
@click.option("--figure", "names", multiple=True, metavar="NAME", help="Only this figure; repeatable.")
@click.option("--size", callback=length, default="60", metavar="MM", show_default=True, help="The figures' width.")
@click.option("--dpi", type=click.IntRange(36, 2400), default=300, show_default=True, help="Of PNG files.")
@output_option
def figures(
    game: str,
    rules: str | None,
    variations: tuple[str, ...],
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
    from taflkit.book import draw_figures, read_book

    if size <= 0:
        raise TaflkitError(f"--size {size:g}: a figure needs a width above 0 mm")
    book = read_book(catalog(), game, rules, variations)
    look = catalog().theme(theme, mode)
    drawings = draw_figures(book, size, names, look.ornament.board)
    folder, file = target(output, several=len(drawings) > 1)
    for name, drawing in drawings.items():
        content = rendered(drawing, kind, look.ink, dpi)
        written = write_whole(folder, file or f"{book.game.name}-{book.ruleset.name}-{name}.{kind}", content)
        if written != "-":
            click.echo(f"{written}: {drawing.title}")


@click.command()
@kit_options(several=False)
@theme_option()
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every part's place in mm.")
def plan(as_json: bool, **wanted: Any) -> None:
    """Show how GAME's parts lie on the sheets, without drawing them.

    \b
    Examples:
      taflkit plan
      taflkit plan --sections pinwheel --gap 0 --paper letter
      taflkit plan --cell 30 --json
      taflkit plan --theme plain
    """
    from taflkit.book import read_book
    from taflkit.kit import KitSpec, framed, plan_kit, plan_request
    from taflkit.sheets.plan import candidates

    spec = KitSpec(**wanted)
    book = read_book(catalog(), spec.game, spec.rules, spec.variations)
    spec = framed(spec, catalog().theme(spec.theme, spec.mode))
    made = plan_kit(book, spec)
    if as_json:
        click.echo(json.dumps(_plan_table(book, spec, made), ensure_ascii=False, indent=2))
        return
    click.echo(
        f"{book.game.title}, {book.ruleset.name}: board {made.board_size:g} mm, squares {made.cell:g} mm, "
        f"{many(len(made.sections), 'section')}, {many(len(made.sheets), 'sheet')} of {made.paper.label}"
    )
    click.echo(f"seams {made.seam:g} mm, {made.fill:.0%} of the sheets used")
    if made.crowded:
        click.echo(f"counters {made.counter_size:g} mm: wider than the squares, so neighbours overlap")
    click.echo()
    click.echo("page part                    x      y  width height   mm")
    for number, sheet in enumerate(made.sheets, 2):
        for part in sheet.parts:
            name = f"{part.kind} {part.name}" if part.kind == "section" else part.name
            turned = "  turned" if part.turned else ""
            click.echo(f"{number:4} {name:20} {part.x:6.1f} {part.y:6.1f} {part.width:6.1f} {part.height:6.1f}{turned}")
    click.echo("\nsections    squares   board  seams  sheets   used")
    for found in candidates(plan_request(book, spec)):
        click.echo(
            f"{found.name:10} {found.cell:6.1f} mm {found.board_size:7.1f} {found.seam:6.0f} "
            f"{found.sheets:7} {found.fill:6.0%}"
        )


def _plan_table(book: Book, spec: KitSpec, made: Plan) -> dict[str, Any]:
    """Return the plan as JSON has it; page 1 is the instructions."""
    pages = []
    for number, sheet in enumerate(made.sheets, 2):
        parts = []
        for part in sheet.parts:
            entry: dict[str, Any] = {
                "kind": part.kind,
                "name": part.name,
                **{key: round(getattr(part, key), 4) for key in ("x", "y", "width", "height")},
                "turned": part.turned,
            }
            if part.section is not None:
                s = part.section
                entry["cells"] = [s.file, s.rank, s.files, s.ranks]
            parts.append(entry)
        pages.append({"page": number, "role": "components", "parts": parts})
    last = len(made.sheets) + 2
    booklet = [{"page": number, "role": "booklet", "parts": []} for number in (last, last + 1)]
    return {
        "game": book.game.name,
        "rules": book.ruleset.name,
        "paper": spec.paper,
        "mode": spec.mode,
        "cell_mm": made.cell,
        "board_mm": made.board_size,
        "sections": made.sections_name,
        "sheets": len(made.sheets),
        "seam_mm": round(made.seam, 4),
        "fill": round(made.fill, 4),
        "pages": [{"page": 1, "role": "instructions", "parts": []}, *pages, *booklet],
    }


@click.command()
def games() -> None:
    """List the games and rulesets there are."""
    for name in catalog().game_names():
        game = catalog().game(name)
        click.echo(f"{name}: {game.title}, {game.layout.size} x {game.layout.size}")
        for ruleset in game.rulesets:
            click.echo(f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})")
            for variation in ruleset.variations.values():
                click.echo(f"    --variation {variation.name}: {variation.title}")
