"""taflkit build: kits as PDF, one or many."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from taflkit.cli.console import complain, say
from taflkit.cli.known import catalog
from taflkit.cli.options import (
    TURNED,
    CommandOfBareOptions,
    beside_line,
    best_line,
    kit_options,
    make_options,
    many,
    output_option,
)
from taflkit.cli.problems import problem_line, unforeseen_line
from taflkit.cli.stopping import Stopped, hold
from taflkit.cli.writing import refuse_place, remove_leftovers, shown_path, target, write_all
from taflkit.errors import TaflkitError, shown

if TYPE_CHECKING:
    from taflkit.kit.build import Kit
    from taflkit.kit.options import KitSpec
    from taflkit.kit.printers import Printer
    from taflkit.sheets.boxes import PlacedNet
    from taflkit.sheets.plan import Plan

__all__ = ["build"]

_MOST_LISTED = 20
"""The kits that failed of which the names are listed at the end of a batch."""


@click.command(cls=CommandOfBareOptions)
@kit_options(several=True)
@make_options()
@output_option
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
    known, specs = None, _specs(wanted)
    if printer is not None:
        from taflkit.kit.printers import reached

        known = _printer(printer, wanted["margin"])
        specs = [reached(spec, known) for spec in specs]
    besides = "reader" in wanted["parts"] and len(wanted["parts"]) > 1
    count = len(specs) * (4 if wanted["split"] else 1) + besides
    folder, file = target(output, several=count > 1 or (preview and output == "-"), kind="pdf")
    if preview and file is not None and not file.lower().endswith(".pdf"):
        raise click.UsageError(f"-o {shown(output)} takes one file, and --preview makes another; name a folder")
    if opened and (len(specs) > 1 or output == "-"):
        raise click.UsageError("--open shows one kit in a file of its own; name one, and leave -o - away")
    press = _Press(folder, file, known, preview, dry)
    if len(specs) > 1:
        _build_all(specs, press)
        return
    kit, written = press.make(specs[0])
    _report_kit(kit, written, press)
    if opened and not dry:
        _open(written[0][0])


def _printer(name: str, margin: float) -> Printer:
    """Return the printer of that name, if it reaches the parts."""
    from taflkit.cli.known import load_printer
    from taflkit.kit.printers import check_margin

    printer = load_printer(name)
    check_margin(printer, margin)
    return printer


def _specs(wanted: dict[str, Any]) -> list[KitSpec]:
    """Return a spec for every combination of the chosen rules, papers, modes and themes."""
    from taflkit.kit.options import KitSpec
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


class _Press(NamedTuple):
    """Makes kits into files.

    Attributes:
        folder: where they go; None for standard output.
        name: the file's; None for the kit's own.
        printer: the pages are corrected for it.
        preview: whether a picture of all pages is made too.
        dry: whether nothing is written.
    """

    folder: Path | None
    name: str | None
    printer: Printer | None
    preview: bool
    dry: bool

    def make(self, spec: KitSpec, mark: str = "") -> tuple[Kit, list[tuple[str, int]]]:
        """Build a kit and write its files; return it with their names and sizes in bytes.

        Nothing is written before all is made. A kit that is not written is built all the same, so that each of its
        problems is found; its files have no sizes. See write_all for the mark.
        """
        from taflkit.kit.build import build_kit
        from taflkit.kit.naming import file_name
        from taflkit.render.pdf import to_pdf

        kit = build_kit(catalog(), spec)
        stem = Path(self.name).stem if self.name else kit.stem
        if self.printer is not None:
            from taflkit.kit.printers import fit_kit

            kit = fit_kit(kit, self.printer)
            stem = stem if self.name else f"{stem}-for-{file_name(self.printer.name)}"
        names = {part: self.name or f"{stem}{'-' if part else ''}{part}.pdf" for part in kit.documents}
        picture = f"{stem}-preview.png"
        if self.dry:
            files = [*names.values(), *((picture,) if self.preview else ())]
            for file in files if self.folder else ():
                refuse_place(self.folder / file)
            return kit, [(str(self.folder / file) if self.folder else "-", 0) for file in files]
        contents = {
            names[part]: to_pdf(document, kit.paints, store=catalog().store) for part, document in kit.documents.items()
        }
        if self.preview:
            from taflkit.render.png import contact_sheet

            contents[picture] = contact_sheet(next(iter(contents.values())))
        if mark:
            # a kit of many that is written is reported, whoever stops them
            hold()
        written = write_all(self.folder, contents, mark)
        return kit, list(zip(written, map(len, contents.values()), strict=True))


def _open(file: str) -> None:
    """Show a file with the program that the system has for it."""
    path = Path(file).absolute()
    if click.launch(str(path)):
        raise TaflkitError(
            f"{shown_path(file)} is made, but no program was found to show it; open it yourself", choice="opened"
        )


def _report_kit(kit: Kit, written: Sequence[tuple[str, int]], press: _Press) -> None:
    """Report the files that were made, or would be, and how to print them."""
    plan = kit.plan
    for (file, size), document in zip(written, kit.documents.values(), strict=False):
        _say(f"{file}: {many(len(document.pages), 'page')}{_size(file, size, press.dry)}", file)
    for file, size in written[len(kit.documents) :]:
        _say(f"{file}: a picture of all pages{_size(file, size, press.dry)}", file)
    if "" not in kit.documents:
        width, height = plan.paper.page_width, plan.paper.page_height
        _say(f"The booklet's pages in reading order, {width:g} x {height:g} mm", written[0][0])
        _say("For a screen; taflkit build --parts booklet is the sheet to print and fold", written[0][0])
        return
    pages = len(kit.documents[""].pages)
    for line in _sizes(kit):
        _say(line, written[0][0])
    how = f"Print {'all pages' if pages > 1 else 'it'} at 100 %, one-sided{_turned(kit)}"
    if press.printer is not None:
        how += f"; for printer {press.printer.name}"
    _say(how, written[0][0])


def _short_bleed(plan: Plan) -> str:
    """Return how far art beside the margin runs on, which lacks room for its bleed, and which margin has it."""
    request = plan.request
    aside = f"by {request.bled_aside:g} mm alone" if request.bled_aside else "not at all"
    return (
        f"Art runs on beyond the cuts by {plan.bleed:g} mm, but {aside} at the sheets' sides; "
        f"a margin of {request.unprintable + plan.bleed:g} mm would leave it room (--margin)"
    )


def _turned(kit: Kit) -> str:
    """Return which pages are printed on both sides of a sheet, and how it is turned."""
    plan, how = kit.plan, ""
    booklet = [page.number for page in kit.pages.of("booklet")]
    if booklet:
        sheets = len(booklet) // 2
        between = "and" if sheets == 1 else "to"
        how += f"; pages {booklet[0]} {between} {booklet[-1]} on both sides of {many(sheets, 'sheet')}"
        how += f" of {plan.leaflet.label}" if plan.leaflet != plan.paper else ""
        how += f",{'' if sheets == 1 else ' each'} turned {TURNED[kit.spec.duplex]}"
        how += f", for a booklet of {many(2 * len(booklet), 'page')}"
    for back in kit.pages.of("back"):
        where = "on the back of" if back.behind else "on a sheet of its own, to be glued behind"
        how += f"; page {back.number} {where} page {back.number - 1}"
    return how


def _boxed(box: PlacedNet, kit: Kit) -> str:
    """Name the box of a whole kit, and say whether the board goes in."""
    net, papers = box.net, len(kit.pages.of("box"))
    made = "A tuck box" if net.name == "box" else "A box of tray and lid"
    size = f"{net.width:g} x {net.height:g} x {net.depth:g} mm inside, on {many(papers, 'sheet')}"
    if "board" not in kit.spec.parts:
        return f"{made}, {size}"
    outside = "; the board does not fold to fit, and stays outside"
    return f"{made}, {size}{', with room for the board' if box.board else outside}"


def _size(file: str, size: int, dry: bool) -> str:
    """Return how large a file is, or that it would be made, in the place of one that is there."""
    if not dry:
        return f", {size / 1000:.0f} KB"
    return ", not written" + (" over the file that is there" if file != "-" and os.path.lexists(file) else "")


def _sizes(kit: Kit) -> Iterator[str]:
    """Yield the sizes of the parts, their sheets, and the sizes under other choices."""
    from taflkit.kit.numbering import KINDS

    plan, fronts = kit.plan, kit.pages.of("front")
    sheets = f"on {many(len(fronts), 'sheet')} of {plan.paper.label}"
    counters = [part for page in fronts for part in page.sheet.parts if part.kind in KINDS["counters"]]
    cards = [part for page in fronts for part in page.sheet.parts if part.kind in KINDS["cards"]]
    if plan.sections:
        sections = many(len(plan.sections), "section")
        yield f"Board {plan.board_size:g} mm, squares {plan.cell:g} mm, in {sections} {sheets}"
    elif fronts:
        made = [f"{many(len(counters), 'counter')} of {plan.counter_size:g} mm"] if counters else []
        made += [many(len(cards), "card")] if cards else []
        yield f"{' and '.join(made)} {sheets}"
    if plan.crowded and counters and plan.sections:
        yield f"Counters {plan.counter_size:g} mm: wider than the squares, so neighbours overlap"
    if plan.sections:
        if kit.spec.cell is None:
            yield beside_line(plan)
        best = best_line(plan)
        if best is not None:
            yield best
    if fronts and plan.request.bled_aside < plan.bleed:
        yield _short_bleed(plan)
    yield from _left_out(kit)
    box = next((page.box for page in kit.pages.of("box")), None)
    if box is not None and kit.spec.boxed_whole:
        yield _boxed(box, kit)


def _left_out(kit: Kit) -> Iterator[str]:
    """Yield what has no room for its ornament or its figures, and what a board of lines has not."""
    from taflkit.parts.borders import ANOTHER_THEME

    if kit.border_need == ANOTHER_THEME:
        yield f"Border of {kit.plan.frame:g} mm: plain, since this theme has no ornament for it (--theme)"
    elif kit.border_need:
        yield f"Border of {kit.plan.frame:g} mm: plain, since its ornament needs {kit.border_need} (--frame, --theme)"
    if kit.bare_cards:
        yield "Cards full of text: figures of 22 mm have room on their backs alone (--cards two-sided)"
    if kit.long_cards:
        yield "Cards two-sided: their text has no room on one side"
    if kit.pegless:
        yield "Board without the theme's holes for pegs: this game is played where lines cross (--theme)"


def _say(line: str, file: str) -> None:
    """Print a line of the report, beside the file where that goes to standard output."""
    say(line, err=file == "-")


class _Job(NamedTuple):
    """A kit of many, and the mark of its temporary files."""

    spec: KitSpec
    mark: str


_Made = tuple[list[str], str | None]
"""The files of a kit, or why there are none."""


def _build_all(specs: Sequence[KitSpec], press: _Press) -> None:
    """Build many kits on all cores, and say how far it has come."""
    from taflkit.cli.batch import Lost, Workers

    batch, folder = _Batch(len(specs)), press.folder
    jobs = [_Job(spec, os.urandom(8).hex()) for spec in specs]
    build_one = partial(_build_one, press=press)
    workers: Workers[_Job, _Made]
    with Workers(build_one, min(len(specs), os.cpu_count() or 1)) as workers:
        try:
            for job, result in workers.results(jobs):
                if isinstance(result, Lost):
                    remove_leftovers(folder, job.mark)
                    batch.tell(job.spec, ([], result.why))
                else:
                    batch.tell(job.spec, result)
        except (Stopped, KeyboardInterrupt):
            for job in workers.stop():
                remove_leftovers(folder, job.mark)
            made = sum(problem is None for _, (_, problem) in workers.done)
            raise Stopped(f"{made} of {len(specs)} kits made in {shown_path(str(folder))}") from None
    batch.end()


class _Batch:
    """What came of many kits."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._failed: list[str] = []
        self._deaf: OSError | None = None
        self._made = 0

    def tell(self, spec: KitSpec, made: _Made) -> None:
        """Say what came of a kit; where nobody listens any more the work goes on."""
        files, problem = made
        if problem is not None:
            self._failed.append(_called(spec))
            complain(f"{self._failed[-1]}: {problem}")
            return
        self._made += 1
        if self._deaf is None:
            try:
                say(f"[{self._made + len(self._failed)}/{self._count}] {', '.join(files)}")
            except OSError as error:
                self._deaf = error

    def end(self) -> None:
        """End with what failed, if anything did."""
        if self._failed:
            listed = self._failed[:_MOST_LISTED]
            listed += [f"and {len(self._failed) - len(listed)} more"] if len(self._failed) > len(listed) else []
            complain(f"{len(self._failed)} of {many(self._count, 'kit')} failed: {'; '.join(listed)}")
            sys.exit(1)
        if self._deaf is not None and not isinstance(self._deaf, BrokenPipeError):
            raise self._deaf


def _called(spec: KitSpec) -> str:
    """Return the choices that distinguish a kit from the others of a batch."""
    return ", ".join((spec.rules or spec.game, spec.paper, spec.mode, spec.theme))


def _build_one(job: _Job, press: _Press) -> _Made:
    """Build one kit of many, in a process of its own; problems come back as text."""
    try:
        _, written = press.make(job.spec, job.mark)
    except TaflkitError as error:
        return [], problem_line(error, build)
    except Exception as error:
        return [], unforeseen_line(error)
    return [f"{file}{', not written' if press.dry else ''}" for file, _ in written], None
