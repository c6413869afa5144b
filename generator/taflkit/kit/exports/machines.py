"""A kit for machines that cut and print: sheets for a cutting machine, and pages for a printing house's press."""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Box, Drawing, Group, Layer, Standard, Turning, line, translate, without_layers
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press, open_press
from taflkit.kit.components import NaturalParts
from taflkit.kit.exports.parts import Export, ExportFile, Wanted, draw_lined, drawn_parts, lines_of
from taflkit.kit.options import PRESS_BLEED, KitSpec, export_name
from taflkit.parts.marks.marks import CLEAR, REACH, draw_registration, draw_registration_lines, lay_box, lay_part


def export_cutter(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:  # noqa: ARG001
    """Return the component sheets of a kit, each as a PDF to print and an SVG to cut it with.

    Both have the same registration marks in the same places, and the page to print has no line to cut along: the
    machine finds the marks. The parts lie as in the kit of the same margin.

    Raises:
        TaflkitError: see export_kit; or the margin is too narrow for the marks.
    """
    with open_press(catalog, spec) as press:
        facts, plan = press.facts, press.facts.plan
        if not facts.pages.components:
            raise TaflkitError("there is nothing to cut; name some of board, counters and cards", choice="parts")
        # parts must not lie on the marks, nor bleed into them with a margin that leaves their bleed room
        least = REACH + plan.request._replace(margin=CLEAR).bled
        if plan.request.margin < least:
            raise TaflkitError(
                f"the registration marks reach {REACH:g} mm from the paper's edge, and parts begin at"
                f" {plan.request.margin:g} mm; use {least:g} mm or more, {CLEAR:g} mm to leave the marks clear",
                choice="margin",
            )
        drawn = dict(zip(facts.pages.components, press.components(registered=True), strict=True))
        sheets = [page for page in facts.pages.components if not page.behind]
        backs = {page.number - 1: page for page in facts.pages.components if page.behind}
        parts = NaturalParts.of(facts.book, plan, press.look, press.typesetter, two_sided=facts.spec.two_sided)
        size = (plan.paper.width, plan.paper.height)
        files = []
        for number, page in enumerate(sheets, 1):
            pages = [_printed(drawn[page], marked=True)]
            turning = Turning.SIMPLEX
            if page.number in backs:
                pages.append(_printed(drawn[backs[page.number]], marked=False))
                turning = Turning.of(facts.spec.duplex)
            placed = [lay_part(part, draw_lined(part, parts)) for part in page.sheet.parts]
            if page.box is not None:
                placed.append(lay_box(page.box, parts.draw_box(page.box)))
            lines = Drawing(*size, (*lines_of(tuple(placed)), draw_registration_lines(*size)), facts.book.names["Game"])
            document = press.document(pages, turning)
            often = f", {page.times} times" if page.times > 1 else ""
            files.append(ExportFile(f"sheet-{number}.pdf", "pdf", document, note=f"to print at 100 %{often}"))
            files.append(ExportFile(f"sheet-{number}.svg", "cutter", lines, note="to cut it with"))
        return Export(export_name(catalog, facts.book, spec, "cutter"), tuple(files), press.paints)


def _printed(page: Drawing, *, marked: bool) -> Drawing:
    """Return a page without lines to cut along, with the marks that the machine looks for."""
    shapes = without_layers(page.shapes, frozenset({Layer.CUT}))
    marks = (draw_registration(page.width, page.height),) if marked else ()
    return replace(page, shapes=(*shapes, *marks))


# A kit for a printing house: each part a page at its trim size, with bleed and crop marks, as PDF/X-4.


_LINES = frozenset({Layer.CUT, Layer.FOLD})
_ALL_BUT_BLACK = 0.2  # the light of each colour of text up to which it is taken for black
_MARK_CLEARANCE = 1.0  # millimetres between crop marks and the bleed
_MARK_LENGTH = 5.0  # millimetres


def export_demand(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:  # noqa: ARG001
    """Return the parts of a kit as PDFs for a press: the board, its sections, counters, cards, box and booklet.

    A page has one part at its trim size, its TrimBox, with art as far as its BleedBox, and crop marks outside that. A
    kind of counter that is needed more than once is one page, and a back follows its front. No line to cut or fold
    along is in the art: those of parts that are no rectangles, and folds, are in a file of their own, on pages of the
    same size. A list says how often each page is needed. Without a bleed of the spec it is PRESS_BLEED.

    Raises:
        TaflkitError: see export_kit.
    """
    bleed = PRESS_BLEED if spec.bleed is None else spec.bleed
    with open_press(catalog, spec._replace(bleed=None)) as press:
        files, listed = [], []
        for group, members in groupby(drawn_parts(press, bleed), key=lambda part: part.group):
            parts = list(members)
            art = [replace(part.drawing, shapes=without_layers(part.drawing.shapes, _LINES)) for part in parts]
            counted = ", ".join(f"{part.name} {part.needed} times" for part in parts if part.needed > 1)
            files.append(_file(press, group, art, bleed, counted))
            for number, part in enumerate(parts, 1):
                trim = part.drawing.trim or Box(0.0, 0.0, part.drawing.width, part.drawing.height)
                size = f"{trim.width:.2f} x {trim.height:.2f} mm"
                behind = f", behind page {number - 1}" if part.behind else ""
                listed.append(f"{group}.pdf, page {number}: {part.name}, {size}, {part.needed} needed{behind}")
            lined = {part.name: part.lines for part in parts if part.lines is not None}
            if lined:
                note = "cuts and folds, not to be printed"
                files.append(_file(press, f"{group}-lines", list(lined.values()), bleed, note))
                listed += [
                    f"{group}-lines.pdf, page {number}: cuts and folds of {name}, not to be printed"
                    for number, name in enumerate(lined, 1)
                ]
        contents = "\n".join([*listed, ""])
        files.append(ExportFile("contents.txt", "text", contents, note="every page, and how often it is needed"))
        paints, text = press.paints, press.paints.paint("text")
        if text.fill is not None and len(text.fill) > 1 and max(text.fill) <= _ALL_BUT_BLACK:
            # small letters of four inks have coloured edges where these do not meet
            paints = Paints(paints.name, {**paints.by_role, "text": replace(text, fill=(0.0,))})
        stem = export_name(catalog, press.facts.book, spec, "print-on-demand")
        return Export(stem, tuple(files), paints)


def _file(press: Press, name: str, pages: list[Drawing], bleed: float, note: str) -> ExportFile:
    """Return parts, or lines, as a document for a press, on pages that have room for their crop marks."""
    edge = _MARK_CLEARANCE + _MARK_LENGTH
    away = edge + bleed
    marked = []
    for part in pages:
        trim = Box(away, away, part.width - 2 * bleed, part.height - 2 * bleed)
        right, low = away + trim.width, away + trim.height
        art = Group(without_layers(part.shapes, frozenset(), layered=False), translate(edge, edge))
        # two at each corner of the trim
        marks = []
        for start, end in ((0.0, _MARK_LENGTH), (right + away, right + away - _MARK_LENGTH)):
            marks += [line((start, y), (end, y), "cut.mark") for y in (away, low)]
        for start, end in ((0.0, _MARK_LENGTH), (low + away, low + away - _MARK_LENGTH)):
            marks += [line((x, start), (x, end), "cut.mark") for x in (away, right)]
        size = {"width": part.width + 2 * edge, "height": part.height + 2 * edge}
        bled = Box(edge, edge, part.width, part.height)
        marked.append(replace(part, **size, shapes=(art, Group(tuple(marks))), trim=trim, bleed=bled))
    document = press.document(marked)
    document = replace(document, layers=(), standard=Standard.PRESS, title=f"{document.title}, {name}")
    return ExportFile(f"{name}.pdf", "pdf", document, note=note)
