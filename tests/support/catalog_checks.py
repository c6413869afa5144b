"""What must stand in the catalog of every PDF that is made; each check returns its problems, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf

__all__ = ["catalog_problems", "kit_problems"]

PDFA = "{http://www.aiim.org/pdfa/ns/id/}"
PDFUA = "{http://www.aiim.org/pdfua/ns/id/}"
DC = "{http://purl.org/dc/elements/1.1/}"
TRUE = {"/DisplayDocTitle", "/PickTrayByPDFSize"}


def catalog_problems(pdf: bytes) -> list[str]:
    """Return what is wrong with the catalog of any PDF, a figure's too."""
    with pikepdf.open(BytesIO(pdf)) as document:
        checks = (_tagging, _preferences, _metadata, _intents, _layers)
        return [problem for check in checks for problem in check(document)]


def kit_problems(pdf: bytes) -> list[str]:
    """Return what is wrong with the catalog of a kit: it needs page labels, an outline and its licence besides."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return [problem for check in (_labels, _outline, _rights) for problem in check(document)]


def _tagging(document: pikepdf.Pdf) -> Iterator[str]:
    root = document.Root
    if root.get("/MarkInfo", {}).get("/Marked") is not True:
        yield "MarkInfo does not say Marked true"
    if not str(root.get("/Lang", "")):
        yield "there is no Lang"
    if "/StructTreeRoot" not in root:
        yield "there is no StructTreeRoot"
        return
    for key in ("/ParentTree", "/ParentTreeNextKey", "/K"):
        if key not in root.StructTreeRoot:
            yield f"the StructTreeRoot has no {key}"
    keys = [int(page.obj["/StructParents"]) for page in document.pages if "/StructParents" in page.obj]
    if len(set(keys)) != len(document.pages):
        yield f"{len(document.pages)} pages have the StructParents {keys}"
    if any(page.obj.get("/Tabs") != "/S" for page in document.pages):
        yield "not every page has Tabs S"


def _preferences(document: pikepdf.Pdf) -> Iterator[str]:
    found = document.Root.get("/ViewerPreferences", {})
    if found.get("/PrintScaling") != "/None":
        yield "PrintScaling is not None"
    for key in sorted(TRUE):
        if found.get(key) is not True:
            yield f"{key} is not true"


def _metadata(document: pikepdf.Pdf) -> Iterator[str]:
    stream = document.Root.get("/Metadata")
    if stream is None:
        yield "there is no Metadata"
        return
    if (stream.get("/Type"), stream.get("/Subtype")) != ("/Metadata", "/XML"):
        yield "the Metadata are not of Type Metadata and Subtype XML"
    told = document.open_metadata()
    for key, value in ((f"{PDFA}part", "2"), (f"{PDFA}conformance", "A"), (f"{PDFUA}part", "1")):
        if told.get(key) != value:
            yield f"{key} is {told.get(key)} and not {value}"
    title = str(document.docinfo.get("/Title", ""))
    if not title or told.get(f"{DC}title") != title:
        yield f"dc:title is {told.get(f'{DC}title')!r}, and the Title is {title!r}"


def _rights(document: pikepdf.Pdf) -> Iterator[str]:
    with document.open_metadata(update_docinfo=False) as told:
        if "CC BY 4.0" not in str(told.get("dc:rights", "")):
            yield f"dc:rights is {told.get('dc:rights')!r} and does not name CC BY 4.0"


def _intents(document: pikepdf.Pdf) -> Iterator[str]:
    intents = list(document.Root.get("/OutputIntents", []))
    if [intent.get("/S") for intent in intents] != ["/GTS_PDFA1"]:
        yield f"there are {len(intents)} OutputIntents, and not one GTS_PDFA1"
        return
    [intent] = intents
    if "/OutputConditionIdentifier" not in intent:
        yield "the OutputIntent has no OutputConditionIdentifier"
    profile = intent.get("/DestOutputProfile")
    if profile is None or profile.read_bytes()[36:40] != b"acsp":
        yield "the OutputIntent has no ICC profile"
    elif profile.read_bytes()[16:20].strip() != {1: b"GRAY", 3: b"RGB", 4: b"CMYK"}.get(int(profile.get("/N", 0))):
        yield f"the OutputIntent's profile is {profile.read_bytes()[16:20]!r}, and N is {profile.get('/N')}"


def _layers(document: pikepdf.Pdf) -> Iterator[str]:
    """Optional content as PDF/A-2 has it: a Name, an Order with all groups, no AS, and every group that is used."""
    content = document.Root.get("/OCProperties", {})
    groups = {group.objgen for group in content.get("/OCGs", [])}
    if any(not str(group.get("/Name", "")) for group in content.get("/OCGs", [])):
        yield "a layer has no Name"
    for configuration in (content.D, *content.get("/Configs", [])) if content else ():
        yield from _configuration(configuration, groups)
    for number, page in enumerate(document.pages, 1):
        for stream, resources in _streams(page):
            for name in _used(stream):
                group = resources.get("/Properties", {}).get(name)
                if group is None or group.objgen not in groups:
                    yield f"page {number} uses the layer {name}, which is not in its Properties or not in OCGs"


def _configuration(configuration: Any, groups: set[tuple[int, int]]) -> Iterator[str]:
    if not str(configuration.get("/Name", "")):
        yield "a configuration of the layers has no Name"
    if "/AS" in configuration:
        yield "a configuration of the layers has AS"
    if {group.objgen for group in _flat(configuration.get("/Order", []))} != groups:
        yield "the Order does not list all layers"


def _flat(order: Any) -> Iterator[Any]:
    for entry in order:
        if isinstance(entry, pikepdf.Array):
            yield from _flat(entry)
        elif isinstance(entry, pikepdf.Dictionary):
            yield entry


def _streams(page: pikepdf.Page) -> Iterator[tuple[Any, Any]]:
    resources = page.obj.get("/Resources", pikepdf.Dictionary())
    yield page, resources
    for form in resources.get("/XObject", {}).values():
        yield form, form.get("/Resources", resources)


def _used(stream: Any) -> set[str]:
    """Return the names of the layers that a content stream uses."""
    return {
        str(instruction.operands[1])
        for instruction in pikepdf.parse_content_stream(stream, "BDC")
        if str(instruction.operator) == "BDC" and instruction.operands[0] == "/OC"
    }


def _labels(document: pikepdf.Pdf) -> Iterator[str]:
    if "/PageLabels" not in document.Root:
        yield "there are no PageLabels"
        return
    labels = dict(pikepdf.NumberTree(document.Root.PageLabels).items())
    if 0 not in labels or any(not 0 <= first < len(document.pages) for first in labels):
        yield f"the PageLabels begin at {sorted(labels)}, and there are {len(document.pages)} pages"


def _outline(document: pikepdf.Pdf) -> Iterator[str]:
    with document.open_outline() as outline:
        if not outline.root:
            yield "there are no Outlines"
        for entry in outline.root:
            if not entry.title or not (entry.destination or entry.action):
                yield f"the bookmark {entry.title!r} leads nowhere"
