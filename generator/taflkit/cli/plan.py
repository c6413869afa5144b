"""taflkit plan: where the parts of a kit lie, and on which of its pages, without drawing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.console import say, say_table
from taflkit.cli.known import catalog
from taflkit.cli.options import CommandOfBareOptions, beside_line, kit_options, many, page_options, theme_option

if TYPE_CHECKING:
    from taflkit.catalog.book import Book
    from taflkit.kit.numbering import Page, Pages
    from taflkit.kit.options import KitSpec
    from taflkit.sheets.cuts import Cut
    from taflkit.sheets.nets import Net
    from taflkit.sheets.plan import Beside, PlacedPart, Plan

__all__ = ["plan"]


@click.command(cls=CommandOfBareOptions)
@kit_options(several=False)
@page_options()
@theme_option()
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every part's place and every cut in mm.")
def plan(as_json: bool, **wanted: Any) -> None:
    """Show how GAME's parts lie on the sheets, and the content of every page of the kit, without drawing them.

    \b
    Examples:
      taflkit plan
      taflkit plan --sections pinwheel --gap 0 --paper letter
      taflkit plan --counters two-sided --box --pages 8
      taflkit plan --cell 30 --json
      taflkit plan --theme plain
    """
    from taflkit.catalog.book import read_book
    from taflkit.kit.build import paged, plan_kit, plan_request
    from taflkit.kit.numbering import number_pages
    from taflkit.kit.options import KitSpec, framed
    from taflkit.sheets.plan import candidates

    spec = KitSpec(**wanted)
    book = read_book(catalog(), spec.game, spec.rules, spec.variations, spec.language, draft=spec.draft)
    spec = framed(spec, catalog().theme(spec.theme, spec.mode))
    made = plan_kit(book, spec, catalog().store)
    spec = paged(catalog(), book, spec)
    pages = number_pages(made, spec)
    if as_json:
        say_table(_plan_table(book, spec, made, pages))
        return
    if made.sections:
        _say_board(book, spec, made)
    else:
        sheets = f"{many(len(made.sheets), 'sheet')} of {made.paper.label}, {made.fill:.0%} used"
        say(f"{book.title}, {book.ruleset.name}: {sheets if made.sheets else 'no component sheets'}")
    click.echo()
    click.echo("page part                    x      y  width height   mm")
    for page in pages.pages:
        for line in _lines(page):
            click.echo(f"{page.number:4} {line}")
    rows = candidates(plan_request(book, spec, catalog().store), made)
    if rows:
        click.echo("\nsections    squares   board  seams  sheets   used")
    for found in rows:
        click.echo(
            f"{found.sections_name:10} {found.cell:6.1f} mm {found.board_size:7.1f} {found.seam:6.0f} "
            f"{len(found.sheets):7} {found.fill:6.0%}"
        )


def _say_board(book: Book, spec: KitSpec, made: Plan) -> None:
    """Print the size of the board, and the squares on other numbers of sheets."""
    say(
        f"{book.title}, {book.ruleset.name}: board {made.board_size:g} mm, squares {made.cell:g} mm, "
        f"{many(len(made.sections), 'section')}, {many(len(made.sheets), 'sheet')} of {made.paper.label}"
    )
    click.echo(f"seams {made.seam:g} mm, {made.fill:.0%} of the sheets used")
    if made.crowded:
        click.echo(f"counters {made.counter_size:g} mm: wider than the squares, so neighbours overlap")
    if spec.cell is None:
        click.echo(beside_line(made))


def _lines(page: Page) -> Iterator[str]:
    """Yield the lines of a page: one for each part, or one for its backs, instructions, box or booklet pages."""
    if page.role == "back":
        yield f"backs of page {page.number - 1}"
    elif page.role == "instructions":
        yield "instructions"
    elif page.box is not None:
        width, height = page.box.net.size
        yield _line(_net_name(page.box.net), page.box.x, page.box.y, width, height, page.box.turned)
    elif page.side is not None:
        yield f"booklet {page.side.left_page} | {page.side.right_page}"
    for part in page.sheet.parts if page.role in ("front", "box") else ():
        name = f"{part.kind} {part.name}" if part.kind == "section" else part.name
        yield _line(name, part.x, part.y, part.width, part.height, part.turned)


def _net_name(net: Net) -> str:
    """Return the name of a net of the box: "box", "tray", or "tray 1" of a half."""
    return f"{net.name} {net.half}" if net.half else net.name


def _line(name: str, x: float, y: float, width: float, height: float, turned: bool) -> str:
    return f"{name:20} {x:6.1f} {y:6.1f} {width:6.1f} {height:6.1f}{'  turned' if turned else ''}"


def _beside_table(other: Beside) -> dict[str, Any]:
    """Return what another number of sheets would give as JSON has it; a cell is null if they are too few."""
    return {"sheets": other.sheets, "cell_mm": other.cell}


def _plan_table(book: Book, spec: KitSpec, made: Plan, pages: Pages) -> dict[str, Any]:
    """Return the plan as JSON has it."""
    from taflkit.kit.numbering import number_cuts
    from taflkit.sheets.plan import beside

    cuts = number_cuts(pages, made)
    return {
        "game": book.game.name,
        "rules": book.ruleset.name,
        "paper": spec.paper,
        "mode": spec.mode,
        "cell_mm": made.cell,
        **(_board_table(made) if made.sections else {}),
        "sheets": len(made.sheets),
        "fill": round(made.fill, 4),
        "other_sheets": [_beside_table(other) for other in beside(made)] if spec.cell is None else [],
        "pages": [_page_table(page, cuts.get(page.number, ())) for page in pages.pages],
    }


def _board_table(made: Plan) -> dict[str, Any]:
    """Return the entries that only a plan with a board has."""
    return {"board_mm": made.board_size, "sections": made.sections_name, "seam_mm": round(made.seam, 4)}


_ROLES = {"front": "components", "back": "backs"}
"""The names in JSON of the sides of component sheets."""


def _page_table(page: Page, cuts: Sequence[Cut]) -> dict[str, Any]:
    """Return a page with its cuts as JSON has it, with the keys that only pages of its role have."""
    parts = [_part_table(part) for part in page.sheet.parts]
    table: dict[str, Any] = {"page": page.number, "role": _ROLES.get(page.role, page.role), "parts": parts}
    table["cuts"] = [_cut_table(cut) for cut in cuts]
    if page.behind:
        table["behind"] = page.number - 1
    if page.box is not None:
        width, height = page.box.net.size
        place = {"x": page.box.x, "y": page.box.y, "width": width, "height": height}
        table["box"] = {
            "name": _net_name(page.box.net),
            **{key: round(value, 4) for key, value in place.items()},
            "turned": page.box.turned,
        }
    if page.side is not None:
        table["booklet_pages"] = [page.side.left_page, page.side.right_page]
    return table


def _cut_table(cut: Cut) -> dict[str, Any]:
    """Return a cut as JSON has it: its number over the whole kit, and its line in mm."""
    return {"number": cut.number, **{key: round(getattr(cut, key), 4) for key in ("x1", "y1", "x2", "y2")}}


def _part_table(part: PlacedPart) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "kind": part.kind,
        "name": part.name,
        **{key: round(getattr(part, key), 4) for key in ("x", "y", "width", "height")},
        "turned": part.turned,
    }
    if part.over:
        entry["upside_down"] = True
    if part.section is not None:
        s = part.section
        entry["cells"] = [s.file, s.rank, s.files, s.ranks]
    return entry
