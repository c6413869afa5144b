"""A kit for a cutting machine: for each sheet the page to print, and the lines to cut and fold it along."""

from __future__ import annotations

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.shapes import Drawing, Layer, Turning, without_layers
from taflkit.errors import TaflkitError
from taflkit.kit.build import open_press
from taflkit.kit.components import NaturalParts
from taflkit.kit.exports.files import Export, ExportFile, Wanted
from taflkit.kit.exports.lines import draw_lined, lines_of
from taflkit.kit.naming import export_name
from taflkit.kit.options import KitSpec
from taflkit.parts.laying import lay_box, lay_part
from taflkit.parts.marks.marks import CLEAR, REACH, draw_registration, draw_registration_lines


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
            files.append(ExportFile(f"sheet-{number}.pdf", "pdf", document, note="to print at 100 %"))
            files.append(ExportFile(f"sheet-{number}.svg", "cutter", lines, note="to cut it with"))
        return Export(export_name(catalog, facts.book, spec, "cutter"), tuple(files), press.paints)


def _printed(page: Drawing, *, marked: bool) -> Drawing:
    """Return a page without lines to cut along, with the marks that the machine looks for."""
    shapes = without_layers(page.shapes, frozenset({Layer.CUT}))
    marks = (draw_registration(page.width, page.height),) if marked else ()
    return replace(page, shapes=(*shapes, *marks))
