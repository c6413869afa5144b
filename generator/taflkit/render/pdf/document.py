"""A document as a PDF 1.7 file that conforms to PDF/A-2a and PDF/UA-1, or as one of PDF 1.6 that conforms to PDF/X-4.

`content` writes the operators, `structure` their meaning, and `embedding` the fonts; ReportLab numbers,
formats and joins the objects. Its Canvas is not used: it takes compression, fonts and dates from settings of the whole
process. The same document gives the same bytes, always.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import md5
from pathlib import Path
from typing import Any

from taflkit.drawing.extent import Extents
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Box, Document, Drawing, Layer, Standard, Turning
from taflkit.drawing.store import Store
from taflkit.render.numerals import decimal
from taflkit.render.pdf.content import ContentStream, Forms
from taflkit.render.pdf.embedding import EmbeddedFonts
from taflkit.render.pdf.metadata import add_metadata
from taflkit.render.pdf.navigation import add_outline, page_labels
from taflkit.render.pdf.objects import add_stream, number_of, text_string
from taflkit.render.pdf.press import default_colours, press_intents
from taflkit.render.pdf.reportlab import pdfdoc
from taflkit.render.pdf.structure import Structure
from taflkit.resources import templates_folder

__all__ = ["drawing_to_pdf", "to_pdf"]

_MM_PT = 72 / 25.4
"""Points in a millimetre."""

_SHOWN = re.compile(r"/(R\d+) Do")
"""How a content stream shows a form."""

_VERSIONS = {Standard.ARCHIVE: (1, 7), Standard.PRESS: (1, 6)}
"""The version of PDF that each standard is a part of (ISO 19005-2, 1; ISO 15930-7, 1)."""

_DUPLEX = {
    Turning.SIMPLEX: "/Simplex",
    Turning.SHORT_EDGE: "/DuplexFlipShortEdge",
    Turning.LONG_EDGE: "/DuplexFlipLongEdge",
}


def to_pdf(document: Document, paints: Paints, fonts: Path | None = None, store: Store | None = None) -> bytes:
    """Return a document as a PDF.

    Args:
        document: its pages keep their own sizes.
        paints: gives every role its paint; grey paints give a file without colour.
        fonts: the folder of fonts; None is the one that comes with the program.
        store: keeps fonts for further documents; None keeps nothing.

    Raises:
        TaflkitError: the paints lack a role, a face is unknown, or a face lacks a letter.
        ValueError: a page of a document for a press has no trim.
    """
    store = Store() if store is None else store
    press = document.standard is Standard.PRESS
    version = _VERSIONS[document.standard]
    file = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=version, lang=document.language)
    file.signature = md5(repr(document._replace(pages=())).encode(), usedforsecurity=False)
    embedded = EmbeddedFonts(fonts, store)
    resources = pdfdoc.PDFDictionary({"Font": pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)})
    colours = default_colours(file, store) if press else ""
    if press:
        resources["ColorSpace"] = colours
    resources_reference = file.Reference(resources, "resources")
    structure, layers = Structure(), set[Layer]()
    extents, forms = Extents(embedded.width), Forms()
    for number, page in enumerate(document.pages, 1):
        stream = ContentStream(paints, embedded.runs, structure, extents, forms)
        stream.write_page(page.shapes, (_MM_PT, 0, 0, -_MM_PT, 0, page.height * _MM_PT))
        layers |= stream.layers
        if press and page.trim is None:
            raise ValueError(f"page {number} of '{document.title}' is for a press and has no trim")
        content = "\n".join([*stream.operators, ""]).encode("latin-1")
        _add_page(file, number, content, page, resources_reference)
    if forms.operators:
        resources["XObject"] = _forms(file, forms.operators, colours)
    embedded.add_to(file)
    pages = [number_of(file, f"page {number}") for number in range(1, len(document.pages) + 1)]
    catalog = file.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties", "OutputIntents"]
    catalog.StructTreeRoot = structure.add_to(file, pages)
    catalog.MarkInfo = "<< /Marked true >>"
    catalog.Outlines = add_outline(file, structure, pages)
    catalog.PageLabels = page_labels(document.pages)
    catalog.OutputIntents = press_intents(file, store) if press else _output_intents(file, store)
    catalog.ViewerPreferences = "<< /DisplayDocTitle true >>" if press else _viewer_preferences(document)
    if layers:
        resources["Properties"], catalog.OCProperties = _layers(file, document, layers)
    add_metadata(file, document)
    return bytes(file.format())


def _forms(file: Any, forms: Mapping[str, str], colours: str) -> str:
    """Put the forms into the file, by name and operators, and return the pages' names for them (8.10).

    Args:
        file: the PDFDocument.
        forms: the name that goes with the operators of each.
        colours: the colour spaces of their resources, or "".
    """
    spaces = f"/ColorSpace {colours} " if colours else ""
    # no form is larger than the largest paper, and a form may say that it is larger than it is
    entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": "[-2000 -2000 2000 2000]"}
    named: dict[str, str] = {}
    for operators, name in forms.items():
        content = f"{operators}\n".encode("latin-1")
        file.signature.update(content)
        # a form is written after the forms that it shows
        inside = " ".join([named[shown] for shown in sorted(set(_SHOWN.findall(operators)))])
        add_stream(file, f"form {name}", content, {**entries, "Resources": f"<< {spaces}/XObject << {inside} >> >>"})
        named[name] = f"/{name} {number_of(file, f'form {name}')} 0 R"
    return f"<< {' '.join(named.values())} >>"


def drawing_to_pdf(drawing: Drawing, paints: Paints, fonts: Path | None = None, store: Store | None = None) -> bytes:
    """Return one drawing as a PDF of one page of the drawing's size.

    Raises:
        TaflkitError: see `to_pdf`.
    """
    return to_pdf(Document((drawing,), drawing.title, subject=drawing.description), paints, fonts, store)


def _add_page(file: Any, number: int, content: bytes, page: Drawing, resources: Any) -> None:
    """Put a page into the file, with the boxes of its part where it is one part (14.11.2)."""
    file.signature.update(content)
    width_pt, height_pt = page.width * _MM_PT, page.height * _MM_PT
    dictionary = pdfdoc.PDFDictionary(
        {
            "Type": "/Page",
            "Parent": file.Reference(file.Pages),
            "MediaBox": pdfdoc.PDFArray([0, 0, decimal(width_pt), decimal(height_pt)]),
            "Resources": resources,
            "Contents": add_stream(file, f"page {number} content", content),
            "StructParents": number - 1,
            "Tabs": "/S",
        }
    )
    for name, box in (("BleedBox", page.bleed), ("TrimBox", page.trim)):
        if box is not None:
            dictionary[name] = pdfdoc.PDFArray(_corners(box, page))
    file.Reference(dictionary, f"page {number}")
    file.Pages.addPage(dictionary)


def _corners(box: Box, page: Drawing) -> list[str]:
    """Return the lower left and upper right corners of a box in points, inside the page."""
    left, top = max(0.0, box.x), max(0.0, box.y)
    right, low = min(page.width, box.x + box.width), min(page.height, box.y + box.height)
    return [decimal(length * _MM_PT) for length in (left, page.height - low, right, page.height - top)]


def _profile() -> bytes:
    return (templates_folder() / "srgb.icc").read_bytes()


def _output_intents(file: Any, store: Store) -> str:
    """Return the meaning of the colours (ISO 19005-2, 6.2.3): sRGB; greys are greys of its own white."""
    add_stream(file, "profile", store.of(_profile), {"N": 3})
    name = "(sRGB IEC61966-2.1)"
    return (
        f"[<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier {name} /Info {name} "
        f"/DestOutputProfile {number_of(file, 'profile')} 0 R >>]"
    )


def _layers(file: Any, document: Document, used: set[Layer]) -> tuple[str, str]:
    """Put the layers into the file; return the pages' names for them, and the catalog's entry (8.11.4).

    PDF/A-2 asks for a name of the configuration and for an order with every layer (ISO 19005-2, 6.9).
    """
    names = dict(document.layers)
    numbers = {}
    for layer in Layer:
        if layer in used:
            name = text_string(names.get(layer, layer.value))
            file.Reference(f"<< /Type /OCG /Name {name} >>", f"layer {layer.value}")
            numbers[layer.value] = number_of(file, f"layer {layer.value}")
    listed = " ".join(f"{number} 0 R" for number in numbers.values())
    properties = " ".join(f"/{name} {number} 0 R" for name, number in numbers.items())
    title = text_string(document.title)
    return f"<< {properties} >>", f"<< /OCGs [{listed}] /D << /Name {title} /BaseState /ON /Order [{listed}] >> >>"


def _viewer_preferences(document: Document) -> str:
    """Return how a viewer shall show and print the file: at its true size, from the tray with its paper."""
    return (
        f"<< /DisplayDocTitle true /PrintScaling /None /PickTrayByPDFSize true /Duplex {_DUPLEX[document.turning]} >>"
    )
