"""taflkit build, export and plan: kits as PDF, one or many, as files for machines, and where their parts lie.

What a command needs is imported when it runs: half the program draws, and help, errors and plans do without it.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from taflkit import limits
from taflkit.cli.console import Stopped, catalog, complain, hold, many, problem_line, say, say_table
from taflkit.cli.options import (
    TURNED,
    Choice,
    CommandOfBareOptions,
    dpi_option,
    kit_options,
    load_printer,
    output_option,
    propose_printers,
    ranged_option,
    read_address,
)
from taflkit.cli.writing import refuse_place, remove_leftovers, rendered, shown_path, status, target, write_all
from taflkit.errors import TaflkitError, shown
from taflkit.kit.options import (
    ALL,
    EVERY,
    EXPORTS,
    LINES,
    MARK_INSET,
    MARKS,
    PICTURES,
    READER,
    SCHOOL,
    KitSpec,
    every_value,
    file_name,
)

if TYPE_CHECKING:
    from taflkit.cli.batch import Lost
    from taflkit.drawing.look import Paints
    from taflkit.drawing.shapes import Document
    from taflkit.kit.build import Kit
    from taflkit.kit.numbering import Page, Pages
    from taflkit.kit.printers import Printer
    from taflkit.sheets.plan import Plan

    Make = Callable[[KitSpec, str], tuple[Kit, list[tuple[str, int]]]]

_MOST_LISTED = 20
"""The kits that failed of which the names are listed at the end of a batch."""
_AFTER_EXPORT = {
    "cutter": "Print the PDFs at 100 %, and cut each by its SVG. Set the blue lines to score and the red ones to cut, "
    "the orange ones, which are registration marks, to No Cut; in LightBurn check that these landed on T1",
    "dxf": "Print the PDFs at 100 %, and cut each by its DXF, in millimetres: score layer FOLD, cut layer CUT, and set "
    "layer MARKS, the registration marks, to No Cut",
    "tts": "Put the JSON and the PNG of its name into Tabletop Simulator's Saves/Saved Objects; leave the others there",
    "print-on-demand": "PDF/X-4 for FOGRA39: every page has its trim and bleed, and crop marks outside them",
}
"""What to do with the files of an export, in words."""


@click.command(cls=CommandOfBareOptions)
@kit_options(files=True, looks=True, several=True)
@click.option("--preview", is_flag=True, help="Also write a picture of all pages, a PNG beside the kit.")
@click.option(
    "--printer",
    metavar="NAME",
    shell_complete=propose_printers,
    help="Correct every page for a printer of taflkit printer list.",
)
@output_option()
@click.option("--open", "opened", is_flag=True, help="Show the kit when it is made, with the system's own program.")
@click.option("--dry-run", "dry", is_flag=True, help="Say what would be made, and write nothing.")
def build(output: str | None, printer: str | None, preview: bool, opened: bool, dry: bool, **wanted: Any) -> None:
    """Build a kit of GAME: a name, or the path of a game of your own.

    \b
    Examples:
      taflkit build
      taflkit build --rules macwhite --paper letter --mode mono
      taflkit build --cell 30 --gap 0 --sections two
      taflkit build --parts board,counters --duplex long --split -o kits/
      taflkit build --parts reader
      taflkit build --box kit --thickness 2
      taflkit build --cards two-sided
      taflkit build --printer office
      taflkit build mygame.toml -o mygame.pdf
      taflkit build --theme manuscript --preview
      taflkit build --theme plain --mode mono
      taflkit build --theme mytheme.toml --ink light
      taflkit build --rules all --paper all --mode all --theme all
      taflkit build --open
      taflkit build --rules all --paper all --dry-run
    """
    chosen = [
        every_value(catalog(), name, wanted["game"]) if wanted[name] == ALL else (wanted[name],) for name in EVERY
    ]
    first = KitSpec(**wanted)
    specs = [first._replace(**dict(zip(EVERY, names, strict=True))) for names in itertools.product(*chosen)]
    known = None
    if printer is not None:
        from taflkit.kit.printers import check_margin, reached

        known = load_printer(printer)
        check_margin(known, wanted["margin"])
        specs = [reached(spec, known) for spec in specs]
    besides = READER in wanted["parts"] and len(wanted["parts"]) > 1
    count = len(specs) * (4 if wanted["split"] else 1) + besides
    folder, file = target(output, several=count > 1 or (preview and output == "-"), kind="pdf")
    if preview and file is not None and not file.lower().endswith(".pdf"):
        raise click.UsageError(f"-o {shown(output)} takes one file, and --preview makes another; name a folder")
    if opened and (len(specs) > 1 or output == "-"):
        raise click.UsageError("--open shows one kit in a file of its own; name one, and leave -o - away")
    make = partial(_make_kit, folder=folder, file=file, printer=known, preview=preview, dry=dry)
    if len(specs) > 1:
        _build_all(specs, make, folder)
        return
    kit, written = make(specs[0])
    _report_kit(kit, written, known)
    made = written[0][0]
    if opened and not dry and click.launch(str(Path(made).absolute())):
        why = "is made, but no program was found to show it; open it yourself"
        raise TaflkitError(f"{shown_path(made)} {why}", choice="opened")


def _make_kit(
    spec: KitSpec,
    mark: str = "",
    *,
    folder: Path | None,
    file: str | None,
    printer: Printer | None,
    preview: bool,
    dry: bool,
) -> tuple[Kit, list[tuple[str, int]]]:
    """Build a kit, corrected for a printer, and write its files; return it with their names and sizes in bytes.

    Nothing is written before all is made. A kit that is not written is built all the same, so that each of its
    problems is reported; its files have the size 0. See write_all for the mark.
    """
    from taflkit.kit.build import build_kit
    from taflkit.render.pdf import to_pdf

    def weigh(document: Document, paints: Paints) -> list[float]:
        from taflkit.render.png import darkness

        return darkness(to_pdf(document, paints, store=catalog().store))

    kit = build_kit(catalog(), spec, weigh)
    stem = Path(file).stem if file else kit.stem
    if printer is not None:
        from taflkit.kit.printers import fit_kit

        kit = fit_kit(kit, printer)
        stem = stem if file else f"{stem}-for-{file_name(printer.name)}"
    names = {part: file or f"{stem}{'-' if part else ''}{part}.pdf" for part in kit.documents}
    picture = f"{stem}-preview.png"
    if dry:
        if folder is None:
            return kit, [("-", 0)]
        places = [folder / name for name in (*names.values(), *([picture] if preview else []))]
        for place in places:
            refuse_place(place)
        return kit, [(str(place), 0) for place in places]
    contents = {
        names[part]: to_pdf(document, kit.paints, store=catalog().store) for part, document in kit.documents.items()
    }
    if preview:
        from taflkit.render.png import contact_sheet

        contents[picture] = contact_sheet(next(iter(contents.values())))
    if mark:
        # a kit of many that is written is reported, whoever stops them
        hold()
    written = write_all(folder, contents, mark)
    return kit, list(zip(written, map(len, contents.values()), strict=True))


def _report_kit(kit: Kit, written: Sequence[tuple[str, int]], printer: Printer | None) -> None:
    """Report the files that were made, or would be, and how to print them; beside a file on standard output."""
    documents, paper = kit.documents, kit.plan.paper
    pages = [many(len(document.pages), "page") for document in documents.values()]
    for (file, size), what in zip(written, [*pages, "a picture of all pages"], strict=False):
        over = " over the file that is there" if file != "-" and os.path.lexists(file) else ""
        say(f"{file}: {what}, {f'{size / 1000:.0f} KB' if size else f'not written{over}'}", err=file == "-")
    report = partial(say, err=written[0][0] == "-")
    if "" not in documents:
        page = documents[READER].pages[0]
        report(f"The booklet's pages in reading order, {page.width:g} x {page.height:g} mm")
        report("For a screen; taflkit build --parts booklet is the sheet to print and fold")
        return
    for line in (*_sizes(kit), *_left_out(kit)):
        report(line)
    how = [f"Print {'all pages' if len(documents[''].pages) > 1 else 'it'} at 100 %, one-sided"]
    booklet = [page.number for page in kit.pages.of("booklet")]
    if booklet:
        sheets = many(len(booklet) // 2, "sheet")
        between, each = ("and", "") if len(booklet) == 2 else ("to", " each")
        leaflet = f" of {kit.plan.leaflet.label}" if kit.plan.leaflet != paper else ""
        how.append(
            f"pages {booklet[0]} {between} {booklet[-1]} on both sides of {sheets}{leaflet},"
            f"{each} turned {TURNED[kit.spec.duplex]}, for a booklet of {many(2 * len(booklet), 'page')}"
        )
    if leaves := [page.number for page in kit.pages.of("leaf")]:
        how.append(f"pages {leaves[0]} to {leaves[-1]} are the booklet in large print")
    if labels := [page.number for page in kit.pages.of("labels")]:
        last = f" {'and' if len(labels) == 2 else 'to'} {labels[-1]}" if len(labels) > 1 else ""
        how.append(f"page{'s' if last else ''} {labels[0]}{last} on labels")
    for back in kit.pages.of("back"):
        where = "on the back of" if back.behind else "on a sheet of its own, to be glued behind"
        how.append(f"page {back.number} {where} page {back.number - 1}")
    if printer is not None:
        how.append(f"for printer {printer.name}")
    report("; ".join(how))
    if kit.spec.times > 1:
        report(_how_often(kit.spec.sets, kit.pages, kit.facts.ink))


def _how_often(sets: int, pages: Pages, ink: int = 0) -> str:
    """Return how often the pages of several sets are printed, on how many sheets, with how much ink if it is known."""
    runs = []
    for times, alike in itertools.groupby(pages.pages, key=lambda page: page.times):
        first, *others = (page.number for page in alike)
        numbers = f"pages {first} {'to' if others[1:] else 'and'} {others[-1]}" if others else f"page {first}"
        runs.append(f"{numbers}, {'once' if times == 1 else f'{times} times'}")
    sheets = {"card": pages.sheets(card=True), "paper": pages.sheets(card=False)}
    takes = [f"{many(count, 'sheet')} of {what}" for what, count in sheets.items() if count]
    takes += [f"ink {ink} % of a sheet"] if ink else []
    return f"For {sets} sets print {'; '.join(runs)}: {', '.join(takes)}"


def _sizes(kit: Kit) -> Iterator[str]:
    """Yield the sizes of the parts, their sheets, and the sizes under other choices."""
    from taflkit.kit.numbering import KINDS
    from taflkit.sheets.plan import best_of, paper_of_one_piece
    from taflkit.sheets.request import format_length

    plan, request, fronts, labels = kit.plan, kit.plan.request, kit.pages.of("front"), kit.pages.of("labels")
    sheets = f"on {many(len(fronts), 'sheet')} of {plan.paper.label}"
    counters = [part for page in fronts for part in page.sheet.parts if part.kind in KINDS["counters"]]
    cards = [part for page in fronts for part in page.sheet.parts if part.kind in KINDS["cards"]]
    if plan.sections:
        sections = many(len(plan.sections), "section")
        yield f"Board {plan.board_size:g} mm, squares {format_length(plan.cell)}, in {sections} {sheets}"
        if plan.crowded and (counters or labels):
            yield f"Counters {plan.counter_size:g} mm: wider than the squares, so neighbours overlap"
        if not kit.spec.is_sized:
            yield from _beside_lines(plan)
        best = best_of(plan)
        if best is not None:
            better = many(len(best.sections), "section")
            if plan.request.cell is None:
                yield f"Squares in the best sections: {best.cell:g} mm, in {better} (--sections best)"
            else:
                on = many(len(best.sheets), "sheet")
                yield f"The best sections for these squares: {better} on {on} (--sections best)"
        if kit.spec.is_sized and len(plan.sections) > 1 and (whole := paper_of_one_piece(request, plan.cell)):
            yield f"In one piece it goes on {whole.label} (--paper {whole.name})"
    elif fronts:
        made = [f"{many(len(counters), 'counter')} of {plan.counter_size:g} mm"] if counters else []
        made += [many(len(cards), "card")] if cards else []
        yield f"{' and '.join(made)} {sheets}"
    if labels and request.labels:
        on = f"{many(len(labels), 'sheet')} of {request.labels.name}, {request.labels.paper.label}"
        labelled = many(sum(len(page.sheet.parts) for page in labels), "counter")
        yield f"Labels: {labelled} of {plan.counter_size:g} mm on {on}"
    if fronts and request.bled_aside < plan.bleed:
        aside = f"by {request.bled_aside:g} mm alone" if request.bled_aside else "not at all"
        yield (
            f"Art runs on beyond the cuts by {plan.bleed:g} mm, but {aside} at the sheets' sides; "
            f"a margin of {request.unprintable + plan.bleed:g} mm would leave it room (--margin)"
        )


def _beside_lines(plan: Plan) -> Iterator[str]:
    """Yield what one sheet fewer and one more would give, for a kit whose squares were not requested."""
    from taflkit.sheets.plan import beside

    others = [
        f"{many(other.sheets, 'sheet')} would give {'no kit' if other.cell is None else f'{other.cell:g} mm'}"
        for other in beside(plan)
    ]
    if others:
        yield f"Squares on other sheets: {', '.join(others)} (--sheets)"


def _left_out(kit: Kit) -> Iterator[str]:
    """Yield what has no room for its ornament or its figures, what a board of lines lacks, and what the box holds."""
    from taflkit.parts.borders import ANOTHER_THEME

    if kit.border_need == ANOTHER_THEME:
        yield f"Border of {kit.plan.frame:g} mm: plain, since this theme has no ornament for it (--theme)"
    elif kit.border_need:
        yield f"Border of {kit.plan.frame:g} mm: plain, since its ornament needs {kit.border_need} (--frame, --theme)"
    if kit.bare_cards:
        yield "Cards full of text: figures have room on their backs alone (--cards two-sided)"
    if kit.long_cards:
        yield "Cards two-sided: their text has no room on one side"
    if kit.pegless:
        yield "Board without the theme's holes for pegs: this game is played where lines cross (--theme)"
    boxes = kit.pages.of("box")
    box = boxes[0].box if boxes else None
    if box is not None and kit.spec.boxed_whole:
        net, room = box.net, ""
        if "board" in kit.spec.parts:
            outside = "; the board does not fold to fit, and stays outside"
            room = ", with room for the board" if box.board else outside
        yield (
            f"{'A tuck box' if net.name == 'box' else 'A box of tray and lid'}, "
            f"{net.width:g} x {net.height:g} x {net.depth:g} mm inside, on {many(len(boxes), 'sheet')}{room}"
        )


def _build_all(specs: Sequence[KitSpec], make: Make, folder: Path | None) -> None:
    """Build many kits on all cores, and say after each how many are done."""
    from taflkit.cli.batch import Lost, Workers

    # each with the mark of its temporary files
    jobs = [(spec, os.urandom(8).hex()) for spec in specs]
    failed: list[str] = []
    unheard: OSError | None = None
    with Workers(partial(_make_one, make)) as workers:
        try:
            for done, ((spec, mark), result) in enumerate(workers.results(jobs), 1):
                if isinstance(result, Lost):
                    remove_leftovers(folder, mark)
                    failed.append(", ".join((spec.rules or spec.game, spec.paper, spec.mode, spec.theme)))
                    complain(f"{failed[-1]}: {result.why}")
                elif unheard is None:
                    try:
                        say(f"[{done}/{len(specs)}] {', '.join(result)}")
                    except OSError as error:
                        # nobody listens any more, and the work goes on
                        unheard = error
        except (Stopped, KeyboardInterrupt):
            for _, mark in workers.stop():
                remove_leftovers(folder, mark)
            raise Stopped(f"{len(workers.done)} of {len(specs)} kits made in {shown_path(str(folder))}") from None
    if failed:
        more = len(failed) - _MOST_LISTED
        listed = [*failed[:_MOST_LISTED], *([f"and {more} more"] if more > 0 else [])]
        complain(f"{len(failed)} of {many(len(specs), 'kit')} failed: {'; '.join(listed)}")
        sys.exit(1)
    if unheard is not None and not isinstance(unheard, BrokenPipeError):
        raise unheard


def _make_one(make: Make, job: tuple[KitSpec, str]) -> list[str] | Lost:
    """Make one kit of many, in a process of its own; return its files, or why there are none."""
    from taflkit.cli.batch import Lost

    try:
        return [f"{file}{'' if size else ', not written'}" for file, size in make(*job)[1]]
    except TaflkitError as error:
        return Lost(problem_line(error, build))


def _check_exported(spec: KitSpec) -> None:
    """Refuse parts that build alone makes."""
    if READER in spec.parts:
        raise TaflkitError(f"'{READER}' is a file of build; booklet is the part with the same pages", choice="parts")
    for part in SCHOOL:
        if part in spec.parts:
            raise TaflkitError(f"'{part}' is a page of build, and no export has it; leave it out", choice="parts")
    if spec.labels is not None:
        raise TaflkitError("counters on labels are for a printer: taflkit build makes them", choice="labels")


@click.command(cls=CommandOfBareOptions)
@click.option("--to", type=Choice(EXPORTS, "export"), required=True, help="What the files are for.")
@kit_options(looks=True)
@click.option(
    "--format",
    "picture",
    type=Choice(tuple(dict.fromkeys((*PICTURES, *LINES)))),
    default=PICTURES[0],
    show_default=True,
    help=f"Of the parts, {' or '.join(PICTURES)}; of a cutter's lines, {' or '.join(LINES)}.",
)
@dpi_option
@click.option(
    "--marks",
    type=Choice(MARKS, "number of marks"),
    default=MARKS[0],
    show_default=True,
    help="The corners with registration marks for a cutter: a square and two of lines, or four of lines.",
)
@ranged_option(
    "mark-inset",
    limits.MARK_INSET,
    "the inset of the marks",
    "From the paper's edges to the registration marks.",
    f"{MARK_INSET:g}",
)
@click.option(
    "--url",
    callback=lambda _ctx, _param, value: "" if value is None else read_address(value, "url", files=True),
    metavar="BASE",
    help="Where Tabletop Simulator fetches the files from; by default from the folder that they are written to.",
)
@click.option("-o", "--output", metavar="FOLDER", help="A folder; by default one in output/ that is called by the kit.")
def export(
    to: str, picture: str, dpi: int, marks: str, mark_inset: float, url: str, output: str | None, **wanted: Any
) -> None:
    """Write a kit of GAME as files for machines and tables, from the same plan and drawings as build.

    \b
    parts            every different part as a picture, as large as its trim and bleed
    cutter           for each sheet an SVG or DXF of cuts, folds and registration marks, and the PDF with the same
                     marks; --margin is 20 more than --mark-inset unless you say otherwise
    tts              a saved object of Tabletop Simulator with board, pieces, cards and booklet
    print-on-demand  PDF/X-4: each part a page at its trim size, with bleed and crop marks

    \b
    Examples:
      taflkit export --to parts
      taflkit export --to parts --parts counters,cards --format png --dpi 600 --bleed 0
      taflkit export tablut --to cutter --paper letter
      taflkit export --to cutter --format dxf --mark-inset 0.625in
      taflkit export --to tts --url https://example.org/brandub/
      taflkit export --to print-on-demand --theme manuscript -o press/
    """
    from taflkit.kit.exports import Wanted, export_kit
    from taflkit.parts.marks.marks import Registration

    context = click.get_current_context()
    drawn_in_dots = to == "tts" or (to == "parts" and picture == "png")
    formats = [name for name, known in (("parts", PICTURES), ("cutter", LINES)) if picture in known]
    for name, option, used, use in (
        ("picture", f"--format {picture}", to in formats, " and ".join(f"--to {name}" for name in formats)),
        ("marks", "--marks", to == "cutter", "--to cutter"),
        ("mark_inset", "--mark-inset", to == "cutter", "--to cutter"),
        ("dpi", "--dpi", drawn_in_dots, "--to tts, or --to parts with --format png"),
        ("url", "--url", to == "tts", "--to tts"),
    ):
        if not used and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{option} changes nothing here; it is for {use}")
    spec = KitSpec(**wanted)
    _check_exported(spec)
    if picture == "dxf":
        try:
            import taflkit.render.dxf  # noqa: F401
        except ModuleNotFoundError:
            why = "DXF needs ezdxf, which is not installed; pip install 'taflkit[dxf]'"
            raise TaflkitError(why, choice="picture") from None
    registration = Registration(mark_inset, marks == "four")
    if to == "cutter" and context.get_parameter_source("margin") is ParameterSource.DEFAULT:
        spec = spec._replace(margin=registration.clear)
    base = target(output, several=True)[0] or Path()

    def address(stem: str) -> str:
        folder = base if output else base / stem
        # a folder that cannot be is reported before what takes its time
        status(folder)
        return Path(os.path.realpath(folder)).as_uri()

    made = export_kit(catalog(), spec, to, Wanted(picture, dpi, address, url, registration))
    contents = {file.name: rendered(file.content, file.kind, made.paints, file.dpi) for file in made.files}
    written_names = write_all(base if output else base / made.stem, contents)
    for written, file in zip(written_names, made.files, strict=True):
        say(f"{written}{f': {file.note}' if file.note else ''}")
    after = picture if picture == "dxf" else to
    if after in _AFTER_EXPORT:
        say(_AFTER_EXPORT[after])


@click.command(cls=CommandOfBareOptions)
@kit_options()
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
    from taflkit.kit.build import plan_request
    from taflkit.kit.plans import plan_pages
    from taflkit.sheets.plan import candidates
    from taflkit.sheets.request import format_length

    paged = plan_pages(catalog(), KitSpec(**wanted))
    if as_json:
        say_table(paged.table())
        return
    book, spec, made, pages = paged
    title, sheets = f"{book.title}, {book.ruleset.name}", f"{many(len(made.sheets), 'sheet')} of {made.paper.label}"
    if made.sections:
        sections = many(len(made.sections), "section")
        say(f"{title}: board {made.board_size:g} mm, squares {format_length(made.cell)}, {sections}, {sheets}")
        click.echo(f"seams {made.seam:g} mm, {made.fill:.0%} of the sheets used")
        if made.crowded:
            click.echo(f"counters {made.counter_size:g} mm: wider than the squares, so neighbours overlap")
        if not spec.is_sized:
            click.echo("".join(f"{line}\n" for line in _beside_lines(made)), nl=False)
    else:
        say(f"{title}: {f'{sheets}, {made.fill:.0%} used' if made.sheets else 'no component sheets'}")
    if spec.times > 1:
        click.echo(_how_often(spec.sets, pages))
    click.echo()
    click.echo("page part                    x      y  width height   mm")
    for page in pages.pages:
        for line in _lines(page):
            click.echo(f"{page.number:4} {line}")
    rows = candidates(plan_request(book, spec, catalog().store), made)
    if rows:
        click.echo("\nsections    squares   board  seams  sheets   used")
    for row in rows:
        click.echo(
            f"{row.sections_name:10} {row.cell:6.1f} mm {row.board_size:7.1f} {row.seam:6.0f} "
            f"{len(row.sheets):7} {row.fill:6.0%}"
        )


def _lines(page: Page) -> Iterator[str]:
    """Yield the lines of a page: one for each part, or one for its backs, instructions, box or booklet pages."""
    from taflkit.kit.plans import net_name

    places = []
    if page.role == "back":
        yield f"backs of page {page.number - 1}"
    elif page.role == "instructions" or page.part == "school":
        yield page.role
    elif page.leaf:
        yield f"booklet {page.leaf}"
    elif page.side is not None:
        yield f"booklet {page.side.left_page} | {page.side.right_page}"
    else:
        if page.box is not None:
            places.append((net_name(page.box.net), page.box.x, page.box.y, *page.box.net.size, page.box.turned))
        for part in page.sheet.parts:
            name = f"{part.kind} {part.name}" if part.kind == "section" else part.name
            places.append((name, part.x, part.y, part.width, part.height, part.turned))
    for name, x, y, width, height, turned in places:
        yield f"{name:20} {x:6.1f} {y:6.1f} {width:6.1f} {height:6.1f}{'  turned' if turned else ''}"
