"""The checks of the catalog pass what is good and tell of what is not."""

from __future__ import annotations

from collections.abc import Callable

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from support.catalog_checks import catalog_problems, kit_problems
from support.tagged import CONTENT, Maker

PROFILE = bytes(16) + b"RGB " + bytes(16) + b"acsp" + bytes(88)
"""As much of an ICC profile as is looked at."""


def good() -> Maker:
    """Return a document whose catalog has all that a kit's must have, and a layer that is used."""
    maker = Maker(b"/OC /L1 BDC " + CONTENT + b" EMC")
    document, root = maker.document, maker.document.Root
    root.MarkInfo = Dictionary(Marked=True)
    root.Lang = String("en")
    maker.tree.ParentTreeNextKey = 1
    maker.page.Tabs = Name.S
    root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), PickTrayByPDFSize=True, DisplayDocTitle=True)
    with document.open_metadata(set_pikepdf_as_editor=False) as told:
        told["pdfaid:part"] = "2"
        told["pdfaid:conformance"] = "A"
        told["{http://www.aiim.org/pdfua/ns/id/}part"] = "1"
        told["dc:title"] = "A & B"
        told["dc:rights"] = "under CC BY 4.0"
    document.docinfo.Title = String("A & B")
    profile = document.make_stream(PROFILE, N=3)
    identifier = String("sRGB")
    root.OutputIntents = Array(
        [Dictionary(S=Name.GTS_PDFA1, OutputConditionIdentifier=identifier, DestOutputProfile=profile)]
    )
    layer = document.make_indirect(Dictionary(Type=Name.OCG, Name=String("Cuts")))
    maker.page.Resources.Properties = Dictionary(L1=layer)
    configuration = Dictionary(Name=String("All"), Order=Array([Array([layer])]))
    root.OCProperties = Dictionary(OCGs=Array([layer]), D=configuration)
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.D)]))
    with document.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Board", 0))
    return maker


def _remove(*path: str) -> Callable[[Maker], None]:
    def spoil(maker: Maker) -> None:
        found = maker.document.Root
        for key in path[:-1]:
            found = found[0] if key == "0" else found[key]
        del found[path[-1]]

    return spoil


def _title(maker: Maker) -> None:
    maker.document.docinfo.Title = String("A")


def _metadata(key: str, value: str) -> Callable[[Maker], None]:
    def spoil(maker: Maker) -> None:
        with maker.document.open_metadata(set_pikepdf_as_editor=False) as told:
            told[key] = value

    return spoil


def _not_an_icc(maker: Maker) -> None:
    maker.document.Root.OutputIntents[0].DestOutputProfile.write(bytes(128))


def _four_inks(maker: Maker) -> None:
    maker.document.Root.OutputIntents[0].DestOutputProfile.N = 4


def _second_layer(maker: Maker) -> None:
    layer = maker.document.make_indirect(Dictionary(Type=Name.OCG, Name=String("Folds")))
    maker.document.Root.OCProperties.OCGs.append(layer)


def _automatic(maker: Maker) -> None:
    maker.document.Root.OCProperties.D["/AS"] = Array([])


def _unknown_layer(maker: Maker) -> None:
    del maker.page.Resources.Properties["/L1"]


def _no_page_key(maker: Maker) -> None:
    del maker.page["/StructParents"]


def _late_labels(maker: Maker) -> None:
    maker.document.Root.PageLabels.Nums[0] = 1


def test_what_is_good_passes() -> None:
    pdf = good().pdf()
    assert [*catalog_problems(pdf), *kit_problems(pdf)] == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_remove("/MarkInfo"), "MarkInfo"),
        (_remove("/Lang"), "no Lang"),
        (_remove("/StructTreeRoot"), "no StructTreeRoot"),
        (_remove("/StructTreeRoot", "/ParentTree"), "no /ParentTree"),
        (_no_page_key, "StructParents"),
        (_remove("/ViewerPreferences", "/PrintScaling"), "PrintScaling"),
        (_remove("/ViewerPreferences", "/PickTrayByPDFSize"), "PickTrayByPDFSize"),
        (_remove("/ViewerPreferences"), "DisplayDocTitle"),
        (_remove("/Metadata"), "no Metadata"),
        (_metadata("pdfaid:conformance", "B"), "conformance is B"),
        (_metadata("dc:rights", "all"), "CC BY 4.0"),
        (_title, "the Title is 'A'"),
        (_remove("/OutputIntents"), "0 OutputIntents"),
        (_remove("/OutputIntents", "0", "/OutputConditionIdentifier"), "OutputConditionIdentifier"),
        (_not_an_icc, "no ICC profile"),
        (_four_inks, "N is 4"),
        (_second_layer, "does not list all layers"),
        (_automatic, "has AS"),
        (_remove("/OCProperties", "/D", "/Name"), "has no Name"),
        (_unknown_layer, "uses the layer /L1"),
        (_remove("/PageLabels"), "no PageLabels"),
        (_late_labels, "begin at [1]"),
        (_remove("/Outlines"), "no Outlines"),
    ],
)
def test_what_is_spoilt_is_told_of(spoil: Callable[[Maker], None], told: str) -> None:
    maker = good()
    spoil(maker)
    pdf = maker.pdf()
    problems = [*catalog_problems(pdf), *kit_problems(pdf)]
    assert any(told in problem for problem in problems), problems
