"""What must hold of the tagging of every PDF that is made; each check returns its problems, a line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pikepdf

from support.pdf_content import PaintedPath, ShownText
from support.pdf_geometry import Box
from support.pdf_structure import Content, Element, Structure, content_of

__all__ = [
    "figure_problems",
    "heading_problems",
    "list_problems",
    "mark_problems",
    "nesting_problems",
    "structure_problems",
    "tree_problems",
]

ENDS = {"Q": "q", "ET": "BT", "EMC": "BDC"}
MARKS = {"BMC", "BDC", "MP", "DP"}
"""The operators of marked content."""
LOOSE = 10.0
"""How far in mm a figure's box may reach beyond what the figure paints."""


def structure_problems(tagged: Structure) -> list[str]:
    """Return all that is wrong with a structure."""
    checks = (mark_problems, tree_problems, figure_problems, heading_problems, list_problems)
    return [problem for check in checks for problem in check(tagged)]


def nesting_problems(pdf: bytes) -> list[str]:
    """q Q, BT ET and BDC EMC nest, in pages and in forms; numbers of contents are used once, and in no form."""
    problems: list[str] = []
    forms: dict[tuple[int, int], list[str]] = {}
    with pikepdf.open(BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages, 1):
            problems += [f"page {number}: {problem}" for problem in _nesting(pikepdf.parse_content_stream(page))]
            for name, form in page.obj.get("/Resources", {}).get("/XObject", {}).items():
                # one that many pages draw is looked at once
                if form.objgen not in forms:
                    forms[form.objgen] = list(_form_problems(form))
                problems += [f"page {number}: {name}: {problem}" for problem in forms[form.objgen]]
    return problems


def _form_problems(form: Any) -> Iterator[str]:
    instructions = pikepdf.parse_content_stream(form)
    yield from _nesting(instructions)
    if any(str(each.operator) in MARKS and "MCID" in str(each.operands) for each in instructions):
        yield "a form has contents of its own"


def _nesting(instructions: Sequence[Any]) -> Iterator[str]:
    opened: list[str] = []
    contents: list[int] = []
    for number, instruction in enumerate(instructions):
        operator = str(instruction.operator)
        if operator == "BDC" and isinstance(instruction.operands[1], pikepdf.Dictionary):
            contents += [int(instruction.operands[1].MCID)] if "/MCID" in instruction.operands[1] else []
        if operator in {"q", "BT", "BDC", "BMC"}:
            opened.append(operator.replace("BMC", "BDC"))
        elif operator in ENDS and (not opened or opened.pop() != ENDS[operator]):
            yield f"operator {number}: {operator} does not end what was begun last"
            return
    if opened:
        yield f"{' '.join(opened)} without an end"
    if len(set(contents)) != len(contents):
        yield f"there are {len(contents)} contents with {len(set(contents))} numbers"


def mark_problems(tagged: Structure) -> Iterator[str]:
    """All that is painted is in one content or in an artifact, and in no more than that."""
    for number, page in enumerate(tagged.pages, 1):
        for kind, shapes in (("path", page.paths), ("text", page.texts)):
            loose = [shape for shape in shapes if _marks(shape) != 1]
            if loose:
                yield f"page {number}: {len(loose)} of {len(shapes)} {kind}s are not in one mark alone: {loose[0]}"


def _marks(shape: PaintedPath | ShownText) -> int:
    artifacts = any(tag == "Artifact" for tag, _ in shape.marks)
    contents = sum(isinstance(found, dict) and "/MCID" in found for _, found in shape.marks)
    return artifacts + contents


def tree_problems(tagged: Structure) -> Iterator[str]:
    """The tree has every content that is painted once, and the ParentTree leads back to where."""
    if [root.role for root in tagged.roots] != ["Document"]:
        yield f"below the StructTreeRoot there is {[root.role for root in tagged.roots]}, and not one Document"
    painted = {
        Content(number, content_of(shape))
        for number, page in enumerate(tagged.pages)
        for shape in (*page.paths, *page.texts)
        if content_of(shape) >= 0
    }
    told = Counter(tagged.contents)
    yield from (f"{content} is {count} times in the tree" for content, count in told.items() if count > 1)
    yield from (f"{content} is painted and not in the tree" for content in sorted(painted - told.keys()))
    yield from (f"{content} is in the tree and not painted" for content in sorted(told.keys() - painted))
    for element in tagged.elements:
        if not element.led_back:
            yield f"the P of a {element.role} does not lead to its parent"
        for kid in element.kids:
            if isinstance(kid, Content) and tagged.parents.get(kid) != element.identity:
                yield f"the ParentTree does not lead from {kid} to its {element.role}"
    yield from (f"the ParentTree has {content}, the tree has not" for content in sorted(tagged.parents.keys() - told))


def figure_problems(tagged: Structure) -> Iterator[str]:
    """Every figure has an alternative, and a box on its page round all that it paints, and not much wider."""
    for element in tagged.elements:
        if element.role == "Figure":
            yield from (f"Figure '{element.alternative[:40]}': {problem}" for problem in _figure(element, tagged))


def _figure(figure: Element, tagged: Structure) -> Iterator[str]:
    if not figure.alternative.strip():
        yield "has no Alt"
    if figure.box is None or figure.page is None:
        yield "has no BBox in its layout attributes, or no Pg"
        return
    page = tagged.pages[figure.page]
    if not figure.box.within(Box(0, 0, page.width, page.height), 0.01):
        yield f"{figure.box} reaches beyond the page of {page.width:.1f} x {page.height:.1f} mm"
    painted = list(tagged.painted(figure))
    if {number for number, _ in painted} != {figure.page}:
        yield f"is painted on the pages {sorted({number for number, _ in painted})}, and its Pg is {figure.page}"
        return
    outside = [box for _, box in painted if not box.within(figure.box, 0.01)]
    if outside:
        yield f"paints {len(outside)} of {len(painted)} shapes outside its BBox, such as {outside[0]} of {figure.box}"
    lefts, tops, rights, bottoms = zip(*((b.left, b.top, b.right, b.bottom) for _, b in painted), strict=True)
    if not figure.box.within(Box(min(lefts), min(tops), max(rights), max(bottoms)), LOOSE):
        yield f"{figure.box} is more than {LOOSE:g} mm wider than what is painted"


def heading_problems(tagged: Structure) -> Iterator[str]:
    """Headings are H1 to H6, begin with H1 and never skip a level on the way down."""
    before = 0
    for element in tagged.elements:
        if element.role == "H":
            yield "there is an H, and there are numbered headings"
        elif element.role in {"H1", "H2", "H3", "H4", "H5", "H6"}:
            level = int(element.role[1])
            if level > before + 1:
                yield f"'{tagged.text(*element.contents())}' is an H{level} behind an H{before}"
            before = level


def list_problems(tagged: Structure) -> Iterator[str]:
    """An L has LI and perhaps a Caption first, each LI has a Lbl and an LBody, and these are nowhere else."""
    for element in tagged.elements:
        kids = [kid.role if isinstance(kid, Element) else "content" for kid in element.kids]
        if element.role == "L":
            items = kids[1:] if kids[:1] == ["Caption"] else kids
            if not items or set(items) != {"LI"}:
                yield f"an L has {kids}"
        elif element.role == "LI":
            if kids != ["Lbl", "LBody"]:
                yield f"an LI has {kids}"
        elif {"LI", "LBody"} & set(kids):
            yield f"a {element.role} has {kids}"
