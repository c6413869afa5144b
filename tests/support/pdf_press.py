"""What a file breaks of PDF/X-4 (ISO 15930-7:2010), as far as its objects show it.

No checker of PDF/X that may be used freely is known; this one reads with pikepdf what the standard asks of files such
as ours: the version, output intent, metadata, boxes, fonts and colours, and what a file may not have at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from struct import unpack_from
from typing import Any

import pikepdf

__all__ = ["press_problems"]

_XMP = ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:VersionID", "dc:title")
_NAMESPACES = {
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "dc": "http://purl.org/dc/elements/1.1/",
}
_PARTS = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}
_RGB, _CMYK = {"rg", "RG"}, {"k", "K"}
_HAIR = 0.001


def press_problems(data: bytes) -> list[str]:
    """Return what a file breaks, a line each; nothing if it conforms."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [*_file(data, pdf), *_intent(pdf), *_metadata(pdf), *_pages(pdf)]


def _file(data: bytes, pdf: pikepdf.Pdf) -> Iterator[str]:
    if not data.startswith((b"%PDF-1.6", b"%PDF-1.5", b"%PDF-1.4")):
        yield f"the version is {data[:8]!r}"
    if "/Encrypt" in pdf.trailer:
        yield "it is encrypted"
    if "/ID" not in pdf.trailer:
        yield "it has no ID"
    for key in ("/OpenAction", "/AA", "/AcroForm", "/Names"):
        if key in pdf.Root:
            yield f"its catalog has {key}"
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            if thing.get("/S") in ("/JavaScript", "/Launch", "/URI", "/GoToR"):
                yield f"it has an action {thing.S}"
            if isinstance(thing, pikepdf.Stream) and "/LZWDecode" in str(thing.get("/Filter", "")):
                yield "a stream is packed by LZW"


def _intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Yield what is wrong with the output intent (6.2.2): one, of a device, with its profile inside."""
    intents = [each for each in pdf.Root.get("/OutputIntents", []) if each.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"it has {len(intents)} output intents of PDF/X"
        return
    (intent,) = intents
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "the output intent names no condition"
    if "/DestOutputProfile" not in intent:
        yield "the output intent has no profile"
        return
    stream = intent.DestOutputProfile
    profile = stream.read_bytes()
    kind, space = profile[12:16], profile[16:20]
    if kind != b"prtr":
        yield f"the profile is of the class {kind!r}, and not of an output device"
    if _PARTS.get(space) != int(stream.get("/N", 0)):
        yield f"the profile is for {space!r}, and its stream says {stream.get('/N')}"
    if profile[36:40] != b"acsp" or unpack_from(">I", profile)[0] != len(profile):
        yield "the profile is no ICC profile, or not a whole one"


def _metadata(pdf: pikepdf.Pdf) -> Iterator[str]:
    info = pdf.trailer.get("/Info", pikepdf.Dictionary())
    yield from (f"its information has no {key}" for key in ("/Title", "/CreationDate", "/ModDate") if key not in info)
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "nobody knows whether it is trapped"
    if "/Metadata" not in pdf.Root:
        yield "it has no XMP"
        return
    xmp = pdf.open_metadata()
    named = {name: xmp.get(f"{{{_NAMESPACES[name.partition(':')[0]]}}}{name.partition(':')[2]}") for name in _XMP}
    yield from (f"its XMP has no {name}" for name, value in named.items() if not value)
    version = xmp.get("{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion")
    if version != "PDF/X-4":
        yield f"its XMP calls it {version}"


def _pages(pdf: pikepdf.Pdf) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        yield from (f"page {number}: {problem}" for problem in (*_boxes(page), *_content(page)))


def _boxes(page: pikepdf.Page) -> Iterator[str]:
    """Yield what is wrong with a page's boxes (6.11): a trim inside the bleed inside the medium, and no art box."""
    if "/ArtBox" in page.obj:
        yield "it has an art box"
    if "/TrimBox" not in page.obj:
        yield "it has no trim box"
        return
    boxes = [
        [float(value) for value in page.obj[name]]
        for name in ("/MediaBox", "/BleedBox", "/TrimBox")
        if name in page.obj
    ]
    for outer, inner in pairwise(boxes):
        low = all(a <= b + _HAIR for a, b in zip(outer[:2], inner[:2], strict=True))
        if not (low and all(a >= b - _HAIR for a, b in zip(outer[2:], inner[2:], strict=True))):
            yield f"the box {inner} is not inside {outer}"


def _content(page: pikepdf.Page) -> Iterator[str]:
    if page.obj.get("/Annots"):
        yield "it has annotations"
    if "/Group" in page.obj:
        yield "it is transparent"
    yield from _drawn(page.obj.Resources, pikepdf.parse_content_stream(page), set())


def _drawn(resources: Any, instructions: Any, seen: set[tuple[int, int]]) -> Iterator[str]:
    """Yield what is wrong with the colours, fonts and forms of a content stream: RGB stands for a profile (6.2.4.3)."""
    operators = {str(each.operator) for each in instructions}
    spaces = resources.get("/ColorSpace", {})
    if operators & _RGB and not _is_profiled(spaces.get("/DefaultRGB")):
        yield "its RGB is that of no device"
    if operators & {"sh", "gs"} or "/ExtGState" in resources or "/Pattern" in resources:
        yield "it has states or patterns that are not looked into"
    for name, font in resources.get("/Font", {}).items():
        files = [key for key in ("/FontFile", "/FontFile2", "/FontFile3") if key in font.get("/FontDescriptor", {})]
        if not files:
            yield f"the font {name} is not embedded"
        if not re.match(r"/[A-Z]{6}\+", str(font.BaseFont)):
            yield f"the font {font.BaseFont} is not called a subset"
    for name, form in resources.get("/XObject", {}).items():
        if form.objgen not in seen:
            seen.add(form.objgen)
            if form.get("/Subtype") != "/Form" or "/Group" in form or "/PS" in form:
                yield f"{name} is no plain form"
            inner = form.get("/Resources", pikepdf.Dictionary())
            yield from (f"{name}: {why}" for why in _drawn(inner, pikepdf.parse_content_stream(form), seen))


def _is_profiled(space: Any) -> bool:
    return space is not None and space[0] == "/ICCBased" and int(space[1].N) == 3
