"""taflkit plan: where the parts of a kit lie, without drawing them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.options import catalog, kit_options, many, theme_option

if TYPE_CHECKING:
    from taflkit.catalog.book import Book
    from taflkit.kit.spec import KitSpec
    from taflkit.sheets.plan import Plan

__all__ = ["plan"]


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
    from taflkit.catalog.book import read_book
    from taflkit.kit.build import plan_kit, plan_request
    from taflkit.kit.spec import KitSpec, framed
    from taflkit.sheets.plan import candidates

    spec = KitSpec(**wanted)
    book = read_book(catalog(), spec.game, spec.rules, spec.variations, spec.language)
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
