"""The metadata of a PDF: the information dictionary, and the same as XMP with the entries of the file's standard."""

from __future__ import annotations

from hashlib import md5

from msgspec.structs import replace

from taflkit.drawing.characters import plain
from taflkit.drawing.shapes import Document, Standard
from taflkit.render.pdf.objects import File, text_string

__all__ = ["add_metadata"]

_PRODUCER = "ReportLab"
_MADE, _MADE_XMP = "D:20260101000000Z", "2026-01-01T00:00:00Z"
"""The date of making, which PDF/X demands and no other file has: always one, since equal documents are equal files."""


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
    standard, tail = (_of_press(document), _PRESS_TAIL) if document.standard is Standard.PRESS else (_ARCHIVE, _TAIL)
    return _HEAD + "\n".join(line for line in (*properties, *standard) if line) + tail


def _of_press(document: Document) -> tuple[str, ...]:
    """Return the entries that PDF/X-4 demands (ISO 15930-7): its name, dates, an identity, nothing trapped."""
    digest = md5(repr(replace(document, pages=())).encode(), usedforsecurity=False).hexdigest()
    identity = "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:]))
    return (
        _PRESS,
        _plain("pdfxid:GTS_PDFXVersion", Standard.PRESS.value),
        _plain("pdf:Trapped", "False"),
        *(_plain(f"xmp:{date}", _MADE_XMP) for date in ("CreateDate", "ModifyDate", "MetadataDate")),
        _plain("xmpMM:DocumentID", f"uuid:{identity}"),
        _plain("xmpMM:VersionID", "1"),
        _plain("xmpMM:RenditionClass", "default"),
    )


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
