"""A document as a PDF 1.7 file that conforms to PDF/A-2a and PDF/UA-1, or as one of PDF 1.6 that conforms to PDF/X-4.

`content` writes the operators, `structure` their meaning, `embedding` the fonts, and `objects` the file that holds
them. The same document gives the same bytes, always.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from taflkit.drawing.extent import Extents
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Box, Document, Drawing, Layer, Standard, Turning
from taflkit.drawing.store import Store
from taflkit.render.numerals import decimal
from taflkit.render.pdf.content import ContentStream, WrittenForm
from taflkit.render.pdf.embedding import EmbeddedFonts
from taflkit.render.pdf.metadata import add_metadata
from taflkit.render.pdf.navigation import add_outline, page_labels
from taflkit.render.pdf.objects import File, packed, text_string
from taflkit.render.pdf.press import default_colours, press_intents, srgb_profile
from taflkit.render.pdf.structure import Structure

__all__ = ["drawing_to_pdf", "to_pdf"]

_MM_PT = 72 / 25.4
"""Points in a millimetre."""

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
    file, embedded = File(_VERSIONS[document.standard]), EmbeddedFonts(fonts, store)
    tree, resources = file.reserve(), file.reserve()
    colours = default_colours(file, store) if press else ""
    structure, extents = Structure(), Extents(embedded.width, store)
    stream = ContentStream(paints, embedded.runs, structure, extents, store)
    pages = []
    for number, page in enumerate(document.pages):
        if press and page.trim is None:
            raise ValueError(f"page {number + 1} of '{document.title}' is for a press and has no trim")
        written = stream.write_page(page.shapes, (_MM_PT, 0, 0, -_MM_PT, 0, page.height * _MM_PT))
        content = file.add_stream(packed(written))
        pages.append(file.add(_page(page, number, f"/Parent {tree} 0 R /Resources {resources} 0 R", content)))
    file.put(tree, f"<< /Type /Pages /Count {len(pages)} /Kids [{_references(pages)}] >>")
    properties, optional = _layers(file, document, stream.layers) if stream.layers else (None, None)
    used = {
        "ColorSpace": colours,
        "XObject": _add_forms(file, stream.forms.values(), f"/ColorSpace {colours} " if colours else ""),
        "Font": f"{file.fonts} 0 R",
        "Properties": properties,
    }
    file.put(resources, _dictionary(used))
    embedded.add_to(file)
    info, metadata = add_metadata(file, document)
    outline = add_outline(file, structure, pages)
    catalog = {
        "Type": "/Catalog",
        "Pages": f"{tree} 0 R",
        "Lang": text_string(document.language),
        "PageMode": "/UseNone",
        "StructTreeRoot": f"{structure.add_to(file, pages)} 0 R",
        "MarkInfo": "<< /Marked true >>",
        "Outlines": f"{outline} 0 R" if outline else None,
        "PageLabels": page_labels(document.pages),
        "OutputIntents": press_intents(file, store) if press else _output_intents(file, store),
        "ViewerPreferences": "<< /DisplayDocTitle true >>" if press else _viewer_preferences(document),
        "OCProperties": optional,
        "Metadata": f"{metadata} 0 R",
    }
    return file.to_bytes(file.add(_dictionary(catalog)), info)


def _dictionary(entries: Mapping[str, str | None]) -> str:
    """Return a dictionary object of the entries that there are (7.3.7)."""
    written = " ".join([f"/{name} {value}" for name, value in entries.items() if value])
    return f"<< {written} >>"


def _references(numbers: Iterable[int]) -> str:
    return " ".join([f"{number} 0 R" for number in numbers])


def _add_forms(file: File, forms: Iterable[WrittenForm], spaces: str) -> str | None:
    """Put forms into the file with those inside them, and return the pages' names for them, or None (8.10).

    Args:
        file: the file.
        forms: those that the pages show.
        spaces: the colour spaces of their resources, or "".
    """
    numbers: dict[str, int] = {}
    named = " ".join([_add_form(file, form, spaces, numbers) for form in forms])
    return f"<< {named} >>" if named else None


def _add_form(file: File, form: WrittenForm, spaces: str, numbers: dict[str, int]) -> str:
    """Put a form into the file unless it is in it, those inside it first, and return its name and number."""
    if form.name not in numbers:
        inside = " ".join([_add_form(file, each, spaces, numbers) for each in form.inside])
        # no form is larger than the largest paper, and a form may say that it is larger than it is
        entries = "/Type /XObject /Subtype /Form /BBox [-2000000 -2000000 2000000 2000000]"
        resources = f"/Resources << {spaces}/XObject << {inside} >> >>"
        numbers[form.name] = file.add_stream(form.data, f"{entries} {resources}")
    return f"/{form.name} {numbers[form.name]} 0 R"


def drawing_to_pdf(drawing: Drawing, paints: Paints, fonts: Path | None = None, store: Store | None = None) -> bytes:
    """Return one drawing as a PDF of one page of the drawing's size.

    Raises:
        TaflkitError: see `to_pdf`.
    """
    return to_pdf(Document((drawing,), drawing.title, subject=drawing.description), paints, fonts, store)


def _page(page: Drawing, number: int, inherited: str, content: int) -> str:
    """Return a page's dictionary, with the boxes of its part where it is one part (14.11.2).

    Args:
        page: the drawing.
        number: of the page, from 0 on.
        inherited: the entries that all pages have alike.
        content: the object number of its content stream.
    """
    size = f"{decimal(page.width * _MM_PT)} {decimal(page.height * _MM_PT)}"
    boxes = [
        f" /{name} [{_corners(box, page)}]"
        for name, box in (("BleedBox", page.bleed), ("TrimBox", page.trim))
        if box is not None
    ]
    return (
        f"<< /Type /Page {inherited} /MediaBox [0 0 {size}]{''.join(boxes)} /Contents {content} 0 R "
        f"/StructParents {number} /Tabs /S >>"
    )


def _corners(box: Box, page: Drawing) -> str:
    """Return the lower left and upper right corners of a box in points, inside the page."""
    left, top = max(0.0, box.x), max(0.0, box.y)
    right, low = min(page.width, box.x + box.width), min(page.height, box.y + box.height)
    return " ".join([decimal(length * _MM_PT) for length in (left, page.height - low, right, page.height - top)])


def _output_intents(file: File, store: Store) -> str:
    """Return the meaning of the colours (ISO 19005-2, 6.2.3): sRGB; greys are greys of its own white."""
    profile = file.add_stream(store.of(srgb_profile), "/N 3")
    name = "(sRGB IEC61966-2.1)"
    return (
        f"[<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier {name} /Info {name} "
        f"/DestOutputProfile {profile} 0 R >>]"
    )


def _layers(file: File, document: Document, used: set[Layer]) -> tuple[str, str]:
    """Put the layers into the file; return the pages' names for them, and the catalog's entry (8.11.4).

    PDF/A-2 asks for a name of the configuration and for an order with every layer (ISO 19005-2, 6.9).
    """
    names = dict(document.layers)
    numbers = {}
    for layer in Layer:
        if layer in used:
            name = text_string(names.get(layer, layer.value))
            numbers[layer.value] = file.add(f"<< /Type /OCG /Name {name} >>")
    listed = _references(numbers.values())
    properties = " ".join(f"/{name} {number} 0 R" for name, number in numbers.items())
    title = text_string(document.title)
    return f"<< {properties} >>", f"<< /OCGs [{listed}] /D << /Name {title} /BaseState /ON /Order [{listed}] >> >>"


def _viewer_preferences(document: Document) -> str:
    """Return how a viewer shall show and print the file: at its true size, from the tray with its paper."""
    return (
        f"<< /DisplayDocTitle true /PrintScaling /None /PickTrayByPDFSize true /Duplex {_DUPLEX[document.turning]} >>"
    )
