"""A document as a PDF 1.7 file that conforms to PDF/A-2a and PDF/UA-1, or as one of PDF 1.6 that conforms to PDF/X-4.

`content` writes the operators, `structure` their meaning, `embedding` the fonts, and `objects` the file that holds
them. The same document gives the same bytes, always.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import md5
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import plain
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Document, Drawing, Extents, Layer, Standard, Turning
from taflkit.drawing.store import Store
from taflkit.render import decimal
from taflkit.render.pdf.content import ContentStream, WrittenForm
from taflkit.render.pdf.embedding import EmbeddedFonts
from taflkit.render.pdf.objects import File, packed, text_string
from taflkit.render.pdf.structure import Structure, TaggedElement
from taflkit.resources import templates_folder

_ABOVE_PT = 6
"""The part of the page above a heading that is shown with it, in points."""
_SRGB = "srgb.icc"
_MM_PT = 72 / 25.4
"""Points in a millimetre."""
_VERSIONS = {Standard.ARCHIVE: (1, 7), Standard.PRESS: (1, 6)}
"""The version of PDF that each standard is a part of (ISO 19005-2, 1; ISO 15930-7, 1)."""
_DUPLEX = {
    Turning.SIMPLEX: "/Simplex",
    Turning.SHORT_EDGE: "/DuplexFlipShortEdge",
    Turning.LONG_EDGE: "/DuplexFlipLongEdge",
}


class _OutlineEntry(Struct, eq=False):
    """An outline entry with those below it."""

    element: TaggedElement
    below: list[_OutlineEntry] = []

    def gather(self, element: TaggedElement) -> Iterator[_OutlineEntry]:
        """Yield the entries of the bookmarked elements below an element, after hanging them under this one."""
        for kid in element.kids() if element.below else ():
            if isinstance(kid, TaggedElement):
                inner = self
                if kid.tag.bookmark:
                    inner = _OutlineEntry(kid)
                    self.below.append(inner)
                    yield inner
                yield from inner.gather(kid)

    def count(self) -> int:
        """Return the number of entries below, at any depth."""
        return sum(1 + entry.count() for entry in self.below)


def add_outline(file: File, structure: Structure, pages: Sequence[int]) -> int | None:
    """Put the outline into the file, all entries open: the elements with a bookmark, nested as they are in the tree.

    Returns:
        The object number of the outline, or None if there is no entry.
    """
    root = _OutlineEntry(structure.root)
    entries = list(root.gather(structure.root))
    if not entries:
        return None
    numbers = {entry: file.reserve() for entry in (root, *entries)}
    parents = {entry: parent for parent in numbers for entry in parent.below}
    below = f"/First {numbers[root.below[0]]} 0 R /Last {numbers[root.below[-1]]} 0 R /Count {root.count()}"
    file.put(numbers[root], f"<< /Type /Outlines {below} >>")
    for entry in entries:
        # to a heading's place on its page, to other elements' whole page
        first: TaggedElement | tuple[int, int] = entry.element
        while isinstance(first, TaggedElement):
            first = first.kids()[0]
        top = entry.element.top_pt
        place = "/Fit" if top is None else f"/XYZ null {decimal(top + _ABOVE_PT, 1)} null"
        items = [f"<< /Title {text_string(entry.element.tag.bookmark)}", f"/Dest [{pages[first[0]]} 0 R {place}]"]
        around = parents[entry]
        at = around.below.index(entry)
        items.append(f"/Parent {numbers[around]} 0 R")
        if at:
            items.append(f"/Prev {numbers[around.below[at - 1]]} 0 R")
        if at + 1 < len(around.below):
            items.append(f"/Next {numbers[around.below[at + 1]]} 0 R")
        if entry.below:
            items.append(f"/First {numbers[entry.below[0]]} 0 R /Last {numbers[entry.below[-1]]} 0 R")
            items.append(f"/Count {entry.count()}")
        file.put(numbers[entry], " ".join((*items, ">>")))
    return numbers[root]


def page_labels(pages: Sequence[Drawing]) -> str | None:
    """Return the labels of pages (ISO 32000-1, 12.4.2), or None if all are called by their numbers."""
    if not any(page.label for page in pages):
        return None
    ranges = []
    for number, page in enumerate(pages):
        label = page.label or str(number + 1)
        if label.isdecimal():
            ranges.append(f"{number} << /S /D /St {int(label)} >>")
        else:
            ranges.append(f"{number} << /P {text_string(label)} >>")
    return f"<< /Nums [{' '.join(ranges)}] >>"


_PRODUCER = "ReportLab"
_MADE = "D:20260101000000Z"
"""The date of making, which PDF/X demands and no other file has: always one, since equal documents are equal files."""
MADE = "2026-01-01T00:00:00Z"
"""The same in XMP, and in EPUB, which demands it."""


def add_metadata(file: File, document: Document) -> tuple[int, int]:
    """Put both forms of the metadata into the file, and return the numbers of the dictionary and of the XMP."""
    entries = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": document.creator,
        "Producer": _PRODUCER,
    }
    press = document.standard is Standard.PRESS
    if press:
        entries |= {"CreationDate": _MADE, "ModDate": _MADE}
    written = [f"/{key} {text_string(text)}" for key, text in entries.items() if text]
    if press:
        written.append("/Trapped /False")
    packet = _packet(document).encode("utf-8")
    # never compressed, so that programs that know no PDF find it (ISO 19005-2, 6.6.2.1, note)
    head = f"<< /Type /Metadata /Subtype /XML /Length {len(packet)} >>\nstream\n".encode("ascii")
    return file.add(f"<< {' '.join(written)} >>"), file.add(head + packet + b"\nendstream")


def _packet(document: Document) -> str:
    """Return the XMP packet (ISO 16684-1)."""
    licence, address = document.rights
    keywords = "".join(f"<rdf:li>{_escaped(word)}</rdf:li>" for word in document.keywords)
    properties = (
        _localised("dc:title", document.title),
        _localised("dc:description", document.subject),
        _localised("dc:rights", licence),
        f"<dc:creator><rdf:Seq><rdf:li>{_escaped(document.author)}</rdf:li></rdf:Seq></dc:creator>"
        if document.author
        else "",
        f"<dc:subject><rdf:Bag>{keywords}</rdf:Bag></dc:subject>" if keywords else "",
        f"<dc:language><rdf:Bag><rdf:li>{_escaped(document.language)}</rdf:li></rdf:Bag></dc:language>",
        _plain("dc:source", document.source),
        _plain("dc:format", "application/pdf"),
        _plain("pdf:Keywords", ", ".join(document.keywords)),
        _plain("pdf:Producer", _PRODUCER),
        _plain("xmp:CreatorTool", document.creator),
        _plain("xmpRights:WebStatement", address),
        _plain("xmpRights:Marked", "True" if licence else ""),
    )
    if document.standard is Standard.ARCHIVE:
        return _HEAD + "\n".join(line for line in (*properties, *_ARCHIVE) if line) + _TAIL
    # PDF/X-4 demands its name, dates, an identity, nothing trapped (ISO 15930-7)
    digest = md5(repr(replace(document, pages=())).encode(), usedforsecurity=False).hexdigest()
    identity = "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:]))
    press = (
        _PRESS,
        _plain("pdfxid:GTS_PDFXVersion", Standard.PRESS.value),
        _plain("pdf:Trapped", "False"),
        *(_plain(f"xmp:{date}", MADE) for date in ("CreateDate", "ModifyDate", "MetadataDate")),
        _plain("xmpMM:DocumentID", f"uuid:{identity}"),
        _plain("xmpMM:VersionID", "1"),
        _plain("xmpMM:RenditionClass", "default"),
    )
    return _HEAD + "\n".join(line for line in (*properties, *press) if line) + _PRESS_TAIL


def _plain(name: str, text: str) -> str:
    return f"<{name}>{_escaped(text)}</{name}>" if text else ""


def _localised(name: str, text: str) -> str:
    if not text:
        return ""
    return f'<{name}><rdf:Alt><rdf:li xml:lang="x-default">{_escaped(text)}</rdf:li></rdf:Alt></{name}>'


def _escaped(text: str) -> str:
    return plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_ARCHIVE = (_plain("pdfaid:part", "2"), _plain("pdfaid:conformance", "A"), _plain("pdfuaid:part", "1"))

_HEAD = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
"""
# PDF/A knows no PDF/UA, so the file describes that schema itself (ISO 19005-2, 6.6.2.3)
_TAIL = """
</rdf:Description>
<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PRESS = """\
</rdf:Description>
<rdf:Description rdf:about=""
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">"""
_PRESS_TAIL = """
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def output_intents(file: File, store: Store, *, press: bool) -> str:
    """Put the profile of the colours into the file, and return the catalog's OutputIntents (ISO 32000-1, 14.11.5).

    It is that of a press with coated paper, or sRGB, whose greys are greys of its own white (ISO 19005-2, 6.2.3).
    """
    if press:
        standard, name, profile, colours = "GTS_PDFX", "(FOGRA39)", "fogra39.icc", 4
        meaning = "(Offset on coated paper, ISO 12647-2:2004/Amd 1)"
        condition = f"{name} /RegistryName (http://www.color.org) /OutputCondition {meaning}"
    else:
        standard, name, profile, colours = "GTS_PDFA1", "(sRGB IEC61966-2.1)", _SRGB, 3
        condition = name
    number = file.add_stream(store.of(_profile, profile), f"/N {colours}")
    return (
        f"[<< /Type /OutputIntent /S /{standard} /OutputConditionIdentifier {condition} /Info {name} "
        f"/DestOutputProfile {number} 0 R >>]"
    )


def _profile(file: str) -> bytes:
    """Return a colour profile, packed."""
    return packed((templates_folder() / file).read_bytes())


def to_pdf(document: Document, paints: Paints, fonts: Path | None = None, store: Store | None = None) -> bytes:
    """Return a document as a PDF, whose pages have their own sizes; grey paints give a file without colour.

    The fonts are a folder, or None for those that come with the program; a store has them for further documents.

    Raises:
        TaflkitError: the paints lack a role, a face is unknown, or a face lacks a letter.
        ValueError: a page of a document for a press has no trim.
    """
    store = Store() if store is None else store
    press = document.standard is Standard.PRESS
    file, embedded = File(_VERSIONS[document.standard]), EmbeddedFonts(fonts, store)
    tree, resources = file.reserve(), file.reserve()
    colours = ""
    if press:
        # sRGB stands for RGB on pages and in forms
        profile = file.add_stream(store.of(_profile, _SRGB), "/N 3 /Alternate /DeviceRGB")
        colours = f"<< /DefaultRGB [/ICCBased {profile} 0 R] >>"
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
    spaces, added = f"/ColorSpace {colours} " if colours else "", dict[str, int]()
    forms = " ".join([_add_form(file, form, spaces, added) for form in stream.forms.values()])
    used = {
        "ColorSpace": colours,
        "XObject": f"<< {forms} >>" if forms else None,
        "Font": f"{file.fonts} 0 R",
        "Properties": properties,
    }
    file.put(resources, _dictionary(used))
    embedded.add_to(file)
    info, metadata = add_metadata(file, document)
    outline = add_outline(file, structure, pages)
    # at its true size, from the tray with its paper
    printing = "" if press else f"/PrintScaling /None /PickTrayByPDFSize true /Duplex {_DUPLEX[document.turning]} "
    catalog = {
        "Type": "/Catalog",
        "Pages": f"{tree} 0 R",
        "Lang": text_string(document.language),
        "PageMode": "/UseNone",
        "StructTreeRoot": f"{structure.add_to(file, pages)} 0 R",
        "MarkInfo": "<< /Marked true >>",
        "Outlines": f"{outline} 0 R" if outline else None,
        "PageLabels": page_labels(document.pages),
        "OutputIntents": output_intents(file, store, press=press),
        "ViewerPreferences": f"<< /DisplayDocTitle true {printing}>>",
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


def _add_form(file: File, form: WrittenForm, spaces: str, numbers: dict[str, int]) -> str:
    """Put a form into the file unless it is among the numbers of those in it, and return its name and number (8.10).

    The forms that it shows come first.
    """
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

    Pages are counted from 0 on, and have the inherited entries alike.
    """
    size = f"{decimal(page.width * _MM_PT)} {decimal(page.height * _MM_PT)}"
    boxes = ""
    for name, box in (("BleedBox", page.bleed), ("TrimBox", page.trim)):
        if box is not None:
            left, right = max(0.0, box.x), min(page.width, box.x + box.width)
            top, low = max(0.0, box.y), min(page.height, box.y + box.height)
            corners = (left, page.height - low, right, page.height - top)
            boxes += f" /{name} [{' '.join(decimal(length * _MM_PT) for length in corners)}]"
    return (
        f"<< /Type /Page {inherited} /MediaBox [0 0 {size}]{boxes} /Contents {content} 0 R "
        f"/StructParents {number} /Tabs /S >>"
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
