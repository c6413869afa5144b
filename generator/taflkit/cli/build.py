"""taflkit build: kits as PDF, one or many."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.options import TURNED, beside_line, catalog, kit_options, make_options, many, output_option
from taflkit.cli.output import target, write_whole
from taflkit.cli.problems import problem_line
from taflkit.errors import TaflkitError

if TYPE_CHECKING:
    from taflkit.drawing.shapes import Document
    from taflkit.kit.build import Kit
    from taflkit.kit.printers import Printer
    from taflkit.kit.spec import KitSpec

__all__ = ["build"]


@click.command()
@kit_options(several=True)
@make_options()
@output_option
def build(output: str | None, printer: str | None, preview: bool, **wanted: Any) -> None:
    """Build a kit of GAME: a name, or the path of a game of your own.

    \b
    Examples:
      taflkit build
      taflkit build --rules macwhite --paper letter --mode mono
      taflkit build --cell 30 --gap 0 --sections two
      taflkit build --parts board,counters --duplex long --split -o kits/
      taflkit build --parts reader
      taflkit build --printer office
      taflkit build mygame.toml -o mygame.pdf
      taflkit build --theme manuscript --preview
      taflkit build --theme plain --mode mono
      taflkit build --theme mytheme.toml --ink light
      taflkit build --rules all --paper all --mode all --theme all
    """
    known = _printer(printer, wanted["margin"]) if printer is not None else None
    specs = [
        spec._replace(unprintable=max(spec.unprintable, known.unprintable)) if known else spec
        for spec in _specs(wanted)
    ]
    besides = "reader" in wanted["parts"] and len(wanted["parts"]) > 1
    count = len(specs) * (4 if wanted["split"] else 1) + besides
    folder, file = target(output, several=count > 1 or (preview and output == "-"))
    if len(specs) == 1:
        _report_kit(*_make_kit(specs[0], folder, file, known, preview), known)
        return
    _build_all(specs, folder, known, preview)


def _printer(name: str, margin: float) -> Printer:
    """Return the printer of that name, if it reaches the parts."""
    from taflkit.cli.printer import load_printer
    from taflkit.kit.printers import check_margin

    printer = load_printer(name)
    check_margin(printer, margin)
    return printer


def _fitted(kit: Kit, printer: Printer) -> dict[str, Document]:
    """Return a kit's documents corrected for a printer; the booklet for a screen stays as it is."""
    from taflkit.kit.printers import fit_document

    return {
        part: document if part == "reader" else fit_document(document, printer, kit.pages.behind(part), kit.spec.duplex)
        for part, document in kit.documents.items()
    }


def _specs(wanted: dict[str, Any]) -> list[KitSpec]:
    """Return a spec for every combination of the chosen rules, papers, modes and themes."""
    from taflkit.kit.spec import KitSpec
    from taflkit.sheets.paper import PAPERS

    game = catalog().game(wanted["game"])
    rules = list(game.ruleset_names) if wanted["rules"] == "all" else [wanted["rules"]]
    papers = list(PAPERS) if wanted["paper"] == "all" else [wanted["paper"]]
    modes = list(catalog().mode_names()) if wanted["mode"] == "all" else [wanted["mode"]]
    themes = list(catalog().theme_names()) if wanted["theme"] == "all" else [wanted["theme"]]
    first = KitSpec(**wanted)
    return [
        first._replace(rules=rule, paper=paper, mode=mode, theme=theme)
        for rule, paper, mode, theme in itertools.product(rules, papers, modes, themes)
    ]


def _make_kit(
    spec: KitSpec, folder: Path | None, name: str | None, printer: Printer | None, preview: bool
) -> tuple[Kit, list[tuple[str, int]]]:
    """Build a kit and write its files, for a printer if one is given; return it with their names and sizes in bytes."""
    from taflkit.kit.build import build_kit
    from taflkit.render.pdf import to_pdf

    kit = build_kit(catalog(), spec)
    if printer is not None:
        kit = kit._replace(documents=_fitted(kit, printer))
    contents = {part: to_pdf(document, kit.paints, store=catalog().store) for part, document in kit.documents.items()}
    written = []
    for part, content in contents.items():
        file = name or f"{kit.stem}{'-' if part else ''}{part}.pdf"
        written.append((write_whole(folder, file, content), len(content)))
    if preview:
        from taflkit.render.png import contact_sheet

        first = next(iter(contents.values()))
        picture = contact_sheet(first)
        written.append(
            (write_whole(folder, f"{Path(name).stem if name else kit.stem}-preview.png", picture), len(picture))
        )
    return kit, written


def _report_kit(kit: Kit, written: Sequence[tuple[str, int]], printer: Printer | None) -> None:
    """Report the files that were made, and how to print them."""
    plan = kit.plan
    for (file, size), document in zip(written, kit.documents.values(), strict=False):
        _say(f"{file}: {many(len(document.pages), 'page')}, {size / 1000:.0f} KB", file)
    for file, size in written[len(kit.documents) :]:
        _say(f"{file}: a picture of all pages, {size / 1000:.0f} KB", file)
    if "" not in kit.documents:
        width, height = plan.paper.page_width, plan.paper.page_height
        _say(f"The booklet's pages in reading order, {width:g} x {height:g} mm", written[0][0])
        _say("For a screen; taflkit build --parts booklet is the sheet to print and fold", written[0][0])
        return
    pages = len(kit.documents[""].pages)
    _say(
        f"Board {plan.board_size:g} mm, squares {plan.cell:g} mm, in {many(len(plan.sections), 'section')} "
        f"on {many(len(plan.sheets), 'sheet')} of {plan.paper.label}",
        written[0][0],
    )
    if plan.crowded:
        _say(f"Counters {plan.counter_size:g} mm: wider than the squares, so neighbours overlap", written[0][0])
    if kit.spec.cell is None and "board" in kit.spec.parts:
        _say(beside_line(plan), written[0][0])
    booklet = [page.number for page in kit.pages.of("booklet")]
    how = f"Print {'all pages' if pages > 1 else 'it'} at 100 %, one-sided"
    if booklet:
        sheets = len(booklet) // 2
        between = "and" if sheets == 1 else "to"
        how += f"; pages {booklet[0]} {between} {booklet[-1]} on both sides of {many(sheets, 'sheet')}"
        how += f" of {plan.leaflet.label}" if plan.leaflet != plan.paper else ""
        how += f",{'' if sheets == 1 else ' each'} turned {TURNED[kit.spec.duplex]}"
        how += f", for a booklet of {many(2 * len(booklet), 'page')}"
    for back in kit.pages.of("back"):
        how += f"; page {back.number} on the back of page {back.number - 1}"
    if printer is not None:
        how += f"; for printer {printer.name}"
    _say(how, written[0][0])


def _say(line: str, file: str) -> None:
    """Print a line of the report, beside the file where that goes to standard output."""
    click.echo(line, err=file == "-")


def _build_all(specs: Sequence[KitSpec], folder: Path | None, printer: Printer | None, preview: bool) -> None:
    """Build many kits on all cores, and say how far it has come."""
    from concurrent.futures import ProcessPoolExecutor, as_completed

    problems = 0
    gc.enable()  # many kits leave garbage that one does not
    with ProcessPoolExecutor(max_workers=min(len(specs), os.cpu_count() or 1)) as pool:
        jobs = {pool.submit(_job, spec, folder, printer, preview): spec for spec in specs}
        for done, job in enumerate(as_completed(jobs), 1):
            spec = jobs[job]
            files, problem = job.result()
            if problem is None:
                click.echo(f"[{done}/{len(specs)}] {', '.join(files)}")
            else:
                problems += 1
                click.echo(f"Error: {_called(spec)}: {problem}", err=True)
    if problems:
        sys.exit(1)


def _called(spec: KitSpec) -> str:
    """Return the choices that distinguish a kit from the others of a batch."""
    return ", ".join((spec.rules or spec.game, spec.paper, spec.mode, spec.theme))


def _job(spec: KitSpec, folder: Path | None, printer: Printer | None, preview: bool) -> tuple[list[str], str | None]:
    """Build one kit of many, in a process of its own; named problems come back as text."""
    try:
        _, written = _make_kit(spec, folder, None, printer, preview)
    except (TaflkitError, click.ClickException) as error:
        return [], error.message if isinstance(error, click.ClickException) else problem_line(error, build)
    return [file for file, _ in written], None
