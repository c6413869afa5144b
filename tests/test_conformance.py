"""What other programs say of every kind of file, and that they would say it. Run by .ci/run, not by make test.

PDF/A-2a and PDF/UA-1 by veraPDF's engine; syntax by qpdf, MuPDF and Ghostscript; the rules' words by poppler; the
structure by walkers of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from inspect import getsource
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest

from support import catalog_checks, pdf_content, pdf_fonts, pdf_geometry, pdf_structure, structure_checks
from support.catalog_checks import catalog_problems, kit_problems
from support.conformance import sentences
from support.conformance.programs import banner, ghostscript, mutool, pdftotext, qpdf, remembered, verapdf
from support.conformance.samples import Sample, make_samples
from support.conformance.sentences import missing
from support.once import made_once
from support.pdf_structure import read_structure
from support.shipped import catalog, written
from support.structure_checks import nesting_problems, structure_problems
from taflkit.drawing.shapes import Document
from taflkit.kit.exports import Wanted, export_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf

pytestmark = [pytest.mark.whole, pytest.mark.long]

PARTS = 8
"""In how many parts the files are walked, so that all cores have work."""

SHOWN = 12
MANY, FEW = 10, 6
"""Of how many files that differ in a ruleset, a figure or a look alone one in how many is looked at for long."""


def assert_none(problems: Sequence[str], files: int) -> None:
    """Fail with the first problems and their number."""
    shown = "\n".join(problems[:SHOWN])
    assert not problems, f"{len(problems)} problems in {files} files, such as\n{shown}"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> list[Sample]:
    def make(draft: Path) -> None:
        draft.mkdir()
        made, asked = make_samples(draft)
        assert asked > len(made) > 300
        named = [(sample.file.name, *sample[1:]) for sample in made]
        (draft / "samples.json").write_text(json.dumps(named), encoding="utf-8")

    folder = made_once(tmp_path_factory, worker_id, "samples", make)
    named = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    return [Sample(folder / name, kit, tuple(sentences), twin) for name, kit, sentences, twin in named]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit, to be broken."""
    file = tmp_path_factory.mktemp("kit") / "kit.pdf"
    file.write_bytes(written(KitSpec()))
    return file


def few(samples: Sequence[Sample]) -> list[Sample]:
    """Return all files of the rare kinds, and some of the common ones."""
    kinds: dict[str, list[Sample]] = {}
    for sample in samples:
        words = sample.file.stem.split("-")
        kinds.setdefault("-".join(words[-2:] if sample.kit else words[:1]), []).append(sample)
    return [each for kind in kinds.values() for each in (kind[::FEW] if len(kind) > MANY else kind)]


@pytest.mark.parametrize("look", [qpdf, mutool, ghostscript, verapdf])
def test_a_program_finds_nothing_wrong(look: Callable[[Sequence[Path]], list[str]], samples: list[Sample]) -> None:
    looked_at = few(samples) if look is verapdf else samples
    assert_none(look([sample.file for sample in looked_at]), len(looked_at))


def test_poppler_finds_every_sentence_as_it_was_typed(samples: list[Sample]) -> None:
    told = [sample for sample in samples if sample.sentences]
    assert len(told) > 120
    wanted = {sample.file: sample.sentences for sample in told}

    def look(files: Sequence[Path]) -> list[str]:
        problems = []
        for file in files:
            # -raw is the order of the content streams, in which the halves of a sheet do not mix
            text, complaints = pdftotext(file, "-raw")
            lost = missing(wanted[file], text)
            problems += [*complaints, *(f"{file.name}: has not '{sentence}'" for sentence in lost)]
        return problems

    how = (banner("pdftotext", "-v"), "-raw", getsource(sentences), json.dumps([sample.sentences for sample in told]))
    assert_none(remembered(list(wanted), how, look), len(told))


@pytest.mark.parametrize("part", range(PARTS))
def test_structure_and_catalog_hold(part: int, samples: list[Sample]) -> None:
    # what is the same but for its paints or a sentence has the same structure; veraPDF looks at it nevertheless
    walked = [sample.file for sample in few(samples) if not sample.twin][part::PARTS]
    kits = {sample.file for sample in samples if sample.kit}

    def look(files: Sequence[Path]) -> list[str]:
        problems = []
        for file in files:
            pdf = file.read_bytes()
            found = [*nesting_problems(pdf), *structure_problems(read_structure(pdf)), *catalog_problems(pdf)]
            found += kit_problems(pdf) if file in kits else []
            problems += [f"{file.name}: {problem}" for problem in found]
        return problems

    assert walked
    walkers = [
        getsource(module)
        for module in (catalog_checks, pdf_content, pdf_fonts, pdf_geometry, pdf_structure, structure_checks)
    ]
    for kind in (True, False):
        files = [file for file in walked if (file in kits) is kind]
        assert_none(remembered(files, (str(kind), *walkers, pikepdf.__version__), look), len(files))


def _written(to: str, spec: KitSpec, folder: Path) -> list[Path]:
    """Write the PDFs of an export."""
    made = export_kit(catalog(), spec, to, Wanted())
    documents = [file for file in made.files if isinstance(file.content, Document)]
    for file in documents:
        assert isinstance(file.content, Document)
        (folder / file.name).write_bytes(to_pdf(file.content, made.paints))
    return [folder / file.name for file in documents]


@pytest.mark.parametrize("look", [qpdf, mutool, ghostscript])
def test_a_program_finds_nothing_wrong_with_files_for_a_press(
    look: Callable[[Sequence[Path]], list[str]], tmp_path: Path
) -> None:
    files = _written("print-on-demand", KitSpec(box="parts"), tmp_path)
    assert_none(look(files), len(files))


def test_sheets_for_a_machine_are_as_good_as_those_of_a_kit(tmp_path: Path) -> None:
    files = _written("cutter", KitSpec(margin=30.0, counters="two-sided"), tmp_path)
    assert_none([*qpdf(files), *verapdf(files)], len(files))


class Break(NamedTuple):
    """A way to break a kit, who must tell of it, and the clause by which veraPDF does."""

    name: str
    how: Callable[[pikepdf.Pdf], None]
    told_by: tuple[Callable[[Sequence[Path]], list[str]], ...]
    clause: str = ""


def _painting(operators: bytes) -> Callable[[pikepdf.Pdf], None]:
    def append(document: pikepdf.Pdf) -> None:
        page = document.pages[0]
        page.contents_add(operators)

    return append


def _without(*keys: str) -> Callable[[pikepdf.Pdf], None]:
    def remove(document: pikepdf.Pdf) -> None:
        for key in keys:
            if key in document.Root:
                del document.Root[key]

    return remove


def _without_font(document: pikepdf.Pdf) -> None:
    for font in document.pages[0].obj.Resources.Font.values():
        del font.FontDescriptor.FontFile2


def _with_half_a_font(document: pikepdf.Pdf) -> None:
    for font in document.pages[0].obj.Resources.Font.values():
        font.FontDescriptor.FontFile2 = document.make_stream(font.FontDescriptor.FontFile2.read_bytes()[:3000])


def _without_letters(document: pikepdf.Pdf) -> None:
    for font in document.pages[0].obj.Resources.Font.values():
        del font["/ToUnicode"]


def _without_alternatives(document: pikepdf.Pdf) -> None:
    for found in document.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get("/S") == "/Figure":
            del found["/Alt"]


BREAKS = (
    Break("path without a point", _painting(b"1 2 l S"), (mutool, ghostscript)),
    Break("unknown form", _painting(b"/Nowhere Do"), (mutool, ghostscript)),
    Break("unknown font", _painting(b"BT /Nowhere 9 Tf (x) Tj ET"), (ghostscript,)),
    Break("Q without q", _painting(b"Q Q"), (ghostscript,)),
    Break("unknown operator", _painting(b"1 nothing"), (mutool,)),
    Break("loose path", _painting(b"0 0 9 9 re f"), (), "ua1: 7.1-3"),
    Break("half a font", _with_half_a_font, (mutool, ghostscript)),
    Break("no font", _without_font, (ghostscript,), "2a: 6.2.11.4.1-1"),
    Break("no ToUnicode", _without_letters, (), "2a: 6.2.11.7.2-1"),
    Break("no structure", _without("/StructTreeRoot"), (), "ua1: 7.1-11"),
    Break("no metadata", _without("/Metadata"), (), "2a: 6.6.2.1-1"),
    Break("no output intent", _without("/OutputIntents"), (), "2a: 6.2.4.3-2"),
    Break("no mark info", _without("/MarkInfo"), (), "2a: 6.7.2.2-1"),
    Break("no alternatives", _without_alternatives, (), "ua1: 7.3-1"),
)


def _break(broken: Break, kit: Path, folder: Path) -> Path:
    file = folder / f"{broken.name.replace(' ', '-')}.pdf"
    with pikepdf.open(kit) as document:
        broken.how(document)
        document.save(file)
    return file


@pytest.mark.parametrize("broken", [broken for broken in BREAKS if broken.told_by], ids=lambda broken: broken.name)
def test_a_program_tells_of_what_is_broken(broken: Break, kit: Path, tmp_path: Path) -> None:
    file = _break(broken, kit, tmp_path)
    for look in broken.told_by:
        told = look([file])
        assert told, f"{look.__name__} says nothing"
        assert all(line.startswith(f"{file.name}: ") for line in told)


def test_verapdf_tells_of_what_is_broken_by_its_clause(kit: Path, tmp_path: Path) -> None:
    files = {_break(broken, kit, tmp_path): broken for broken in BREAKS if broken.clause}
    told = verapdf(list(files))
    for file, broken in files.items():
        mine = [line for line in told if line.startswith(f"{file.name}: ")]
        assert any(line.startswith(f"{file.name}: veraPDF: {broken.clause}: ") for line in mine), (broken.name, mine)


@pytest.mark.parametrize("look", [qpdf, mutool, ghostscript, verapdf])
def test_half_a_file_is_told_of_and_the_next_is_still_read(
    look: Callable[[Sequence[Path]], list[str]], kit: Path, tmp_path: Path
) -> None:
    half, none, whole = tmp_path / "half.pdf", tmp_path / "none.pdf", tmp_path / "whole.pdf"
    content = kit.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    none.write_bytes(b"")
    whole.write_bytes(content)
    told = look([half, none, whole])
    assert {line.partition(":")[0] for line in told} >= {"half.pdf", "none.pdf"}
    assert [line for line in told if line.startswith("whole.pdf")] == look([whole])


def test_qpdf_tells_of_a_wrong_length_and_of_wrong_cross_references(kit: Path, tmp_path: Path) -> None:
    content = kit.read_bytes()
    for name, old, new in (("length", b"/Length ", b"/Length 1"), ("xref", b"startxref\n", b"startxref\n1")):
        file = tmp_path / f"{name}.pdf"
        file.write_bytes(content.replace(old, new, 1))
        assert qpdf([file]), name


def test_a_sentence_that_is_not_there_is_missed() -> None:
    text = "The king is cap\u00ad\ntured on\nthe forty-\nnine squares. He loses the\n2\fBrandub\nwhole game at once."
    there = ("The king is captured on the forty-nine squares", "He loses the whole game at once")
    assert missing(there, text) == []
    assert missing(("The king is captured at once", "He loses a whole game at once", "He loses the game"), text) == [
        "The king is captured at once",
        "He loses a whole game at once",
        "He loses the game",
    ]


def test_colour_in_a_broken_copy_does_not_hide_a_good_one(kit: Path) -> None:
    """What pikepdf saves without a change is as good as before: the breaks above are what is told of."""
    saved = BytesIO()
    with pikepdf.open(kit) as document:
        document.save(saved)
    file = kit.with_name("again.pdf")
    file.write_bytes(saved.getvalue())
    assert [*mutool([file]), *ghostscript([file]), *qpdf([file])] == []
