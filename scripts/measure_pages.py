"""Measure the pages of booklets and kits in PDF with a ruler's eye, and name what a reader of them would send back.

    .venv/bin/python scripts/measure_pages.py FILE.pdf ...

It reads the files alone and knows nothing of the program that made them: words with their sizes and places, the lines
and squares of figures, and the structure that a tagged file has. A file with one part is a booklet in the order of
reading; its first page is the cover. In any other the first part is the instructions and all else is sheets. Each file
has its line of a table; then come the faults, a line each, and the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pikepdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.pdf_content import MM, PaintedPath, ShownText  # noqa: E402  (the tests' own reader of PDFs)
from support.pdf_structure import Content, Element, Structure, content_of, read_structure  # noqa: E402

_TEXT = 9.5
"""The size in pt for which _WHITE holds; with larger text it grows."""
_WHITE = 9.25
"""The largest gap between blocks, in mm."""
_PLACES = 3
"""At how many places across the page figures may begin."""
_ABREAST = 2
"""At how many places puzzles may begin."""
_NEAR = 0.4
"""Places that are not as far apart are the same, in mm."""
_ALIKE = 0.05
"""Squares that differ by less are of one size, in mm."""
_LETTERS = 38
"""The fewest letters of a line of running text that another follows."""
_INITIAL, _INDENT = 3, 2.0
"""The most lines beside an initial, and by how many ems they begin farther right at the least."""
_READ = 8.0
"""The smallest type that is to be read, in pt."""
_EDGE = 7.0
"""The smallest type at the edge of a sheet and in pictures, in pt."""
_PICTURED = 4.0
"""Type of a picture that is smaller is what the picture shows in little, in pt."""
_CAPITAL, _DEPTH = 0.65, 0.25
"""How far letters reach above and below their line, in ems."""
_STRAIGHT = 0.02
"""What is narrower is a line, and sides that differ by less are equal, in mm."""

_NUMBER = r"\d+(?![\d\s]*%)"
_LIST = rf"{_NUMBER}(?:(?:,\s*|\s*[–-]\s*|\s+\w{{1,4}}\s+){_NUMBER})*"
_FIGURES = re.compile(rf"\b(?:figure?[rs]?|fig\.|abb\.|abbildung(?:en)?|fíor\w*)\s+({_LIST})", re.IGNORECASE)
_PAGES = re.compile(rf"\b(?:pages?|side[rn]?|seiten?|leathana\w+|lch\.?)\s+({_LIST})", re.IGNORECASE)
"""Numbers behind the nouns that a figure and a page have in the shipped languages."""
_CAPTION = re.compile(r"\D{0,12}(\d+)")
_RANGE = re.compile(r"(\d+)(?:\s*[–-]\s*(\d+))?")


class Line(NamedTuple):
    """A line of words: its page from 0, where it begins in mm, its size in pt, and its letters."""

    page: int
    left: float
    size: float
    text: str


class Measures(NamedTuple):
    """What a file is measured to be: the cells of its line in the table, and its faults."""

    cells: tuple[str, ...]
    faults: tuple[str, ...]


HEADINGS = ("file", "pages", "text", "gap", "figures begin at", "squares", "letters", "smallest")


def measure(pdf: bytes) -> Measures:
    """Return the measures of a booklet or a kit."""
    structure = read_structure(pdf)
    [document] = structure.roots
    parts = [kid for kid in document.kids if isinstance(kid, Element)]
    smallest, faults = _smallest(structure)
    if len(parts) > 1:
        faults += _instructions(structure, parts[0])
        return Measures((str(len(structure.pages)), "", "", "", "", "", smallest), tuple(faults))
    running = _running_size(structure, parts[0])
    measured = (
        _gaps(structure, parts[0], running),
        _figures(structure, parts[0]),
        _letters(structure, parts[0], running),
        _references(structure, parts[0]),
    )
    cells = chain.from_iterable(cells for cells, _ in measured)
    faults += chain.from_iterable(faults for _, faults in measured)
    return Measures((str(len(structure.pages)), f"{running:g}", *cells, smallest), tuple(faults))


def _lines(structure: Structure, element: Element) -> list[Line]:
    """Return the lines of an element's own words and of those in other languages, in the order of reading."""
    contents = [
        content
        for kid in element.kids
        for content in ([kid] if isinstance(kid, Content) else kid.contents() if kid.role == "Span" else ())
    ]
    lines: dict[tuple[int, float], list[ShownText]] = {}
    for content, shown in structure.shown(*contents):
        if len(shown.text) > 1 or not shown.text.isupper():  # an initial belongs to no line
            lines.setdefault((content.page, round(shown.start[1], 1)), []).append(shown)
    found = []
    for (page, _), runs in lines.items():
        sizes = Counter[float]()
        for shown in runs:
            sizes[round(shown.size / MM, 2)] += len(shown.text)
        text = " ".join("".join(shown.text for shown in runs).split())
        found.append(Line(page, runs[0].start[0], sizes.most_common(1)[0][0], text))
    return found


def _words(structure: Structure, part: Element, *roles: str) -> Iterator[list[Line]]:
    """Yield the lines of each element of some roles."""
    return (lines for element in part.walk() if element.role in roles if (lines := _lines(structure, element)))


def _running_size(structure: Structure, part: Element) -> float:
    """Return the size in pt that most letters of paragraphs have."""
    sizes = Counter[float]()
    for line in chain.from_iterable(_words(structure, part, "P")):
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0]


def _smallest(structure: Structure) -> tuple[str, list[str]]:
    """Return the smallest type of what is read, and of pictures and edges; and the faults, one a page."""
    roles = {content: element.role for element in structure.elements for content in _own(element)}
    # what a sheet says of a part stands at its edge
    for sheet in (kid for root in structure.roots for kid in root.kids if isinstance(kid, Element)):
        for element in sheet.kids:
            if sheet.role == "Sect" and isinstance(element, Element) and element.role == "Caption":
                roles |= dict.fromkeys(_own(element), "")
    found: dict[float, list[tuple[float, int, str]]] = {_READ: [], _EDGE: []}
    for number, page in enumerate(structure.pages):
        for shown in page.texts:
            size, role = round(shown.size / MM, 2), roles.get(Content(number, content_of(shown)), "")
            if shown.text.strip() and (role != "Figure" or size >= _PICTURED):
                found[_EDGE if role in ("", "Figure") else _READ].append(
                    (size, number + 1, " ".join(shown.text.split()))
                )
    faults = [
        f"page {page}: {text[:40]!r} is {size:g} pt, less than {limit:g}"
        for limit, texts in found.items()
        for size, page, text in {each[1]: each for each in sorted(texts, reverse=True)}.values()
        if size < limit - 0.01
    ]
    return " ".join(f"{min(texts)[0]:g}" for texts in found.values() if texts), faults


def _own(element: Element) -> Iterator[Content]:
    return (kid for kid in element.kids if isinstance(kid, Content))


def _gaps(structure: Structure, part: Element, running: float) -> tuple[list[str], list[str]]:
    """Return the widest white band across a page that is not at its foot; a page may begin no lower than others."""
    inked: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for content, shown in structure.shown(*part.contents()):
        low = shown.start[1]
        inked[content.page].append((low - _CAPITAL * shown.size, low + _DEPTH * shown.size))
    for element in part.walk():
        if element.role == "Figure":
            for page, box in structure.painted(element):
                inked[page].append((box.top, box.bottom))
    inked.pop(0, None)
    head = min((min(bands)[0] for bands in inked.values()), default=0.0)
    widest, faults = 0.0, []
    for page, bands in sorted(inked.items()):
        low = head
        for top, bottom in sorted(bands):
            widest = max(widest, top - low)
            if top - low > _WHITE * running / _TEXT:
                faults.append(f"page {page + 1}: {top - low:.1f} mm are white above {top:.0f} mm")
            low = max(low, bottom)
    return [f"{widest:.1f}"], faults


def _figures(structure: Structure, part: Element) -> tuple[list[str], list[str]]:
    """Return where the figures of rules begin and how large their squares are; those of puzzles are of one size."""
    boards = list(_boards(structure, part))
    lefts = [left for of_rules, left, _ in boards if of_rules]
    squares = [square for of_rules, _, square in boards if of_rules and square]
    puzzles = [(left, square or 0.0) for of_rules, left, square in boards if not of_rules]
    faults = []
    places = _apart(lefts, _NEAR)
    if len(places) > _PLACES:
        faults.append(f"figures begin at {len(places)} places: {', '.join(f'{left:.1f}' for left in places)} mm")
    sizes = _apart(squares, _ALIKE)
    rarest = min((sum(abs(size - square) < _ALIKE for square in squares) for size in sizes), default=0)
    if len(sizes) > 2 or (len(sizes) == 2 and rarest > 1):
        faults.append(f"squares are of {len(sizes)} sizes: {', '.join(f'{size:.2f}' for size in sizes)} mm")
    if len(_apart([square for _, square in puzzles], _ALIKE)) > 1:
        faults.append("squares of puzzles are of several sizes")
    if len(_apart([left for left, _ in puzzles], _NEAR)) > _ABREAST:
        faults.append(f"puzzles begin at more than {_ABREAST} places")
    if not sizes:
        faults.append("no figure has squares")
    return [" ".join(f"{left:.1f}" for left in places), " ".join(f"{size:.2f}" for size in sizes)], faults


def _boards(structure: Structure, part: Element) -> Iterator[tuple[bool, float, float | None]]:
    """Yield for each figure behind the cover whether it is read in a rule, where it begins, and its squares' side."""
    painted: dict[Content, list[PaintedPath]] = defaultdict(list)
    for number, page in enumerate(structure.pages):
        for path in page.paths:
            painted[Content(number, content_of(path))].append(path)
    of_rules = {id(figure) for rules in part.walk() if rules.role == "L" for figure in rules.walk()}
    for element in part.walk():
        contents = [content for content in element.contents() if content.page > 0]
        if element.role == "Figure" and contents:
            yield id(element) in of_rules, *_board([path for content in contents for path in painted[content]])


def _apart(lengths: Sequence[float], near: float) -> list[float]:
    """Return the first of each run of lengths that are near one another."""
    kept: list[float] = []
    for length in sorted(lengths):
        if not kept or length - kept[-1] > near:
            kept.append(length)
    return kept


def _board(paths: Sequence[PaintedPath]) -> tuple[float, float | None]:
    """Return where a figure begins and how wide its squares are, if it has any: parted by lines, or filled."""
    left = min(path.box.left if path.clip is None else max(path.box.left, path.clip.left) for path in paths)
    lines = defaultdict[tuple[str, float, float], set[float]](set)
    filled = set[tuple[float, float, float]]()
    for path, box in ((path, path.box) for path in paths):
        if box.width < _STRAIGHT < box.height:
            lines["upright", round(box.top, 1), round(box.bottom, 1)].add(box.left)
        elif box.height < _STRAIGHT < box.width:
            lines["level", round(box.left, 1), round(box.right, 1)].add(box.top)
        elif path.fill and not path.stroke and abs(box.width - box.height) < _STRAIGHT:
            filled.add((round(box.left, 1), round(box.top, 1), round(box.width, 2)))
    parted = Counter(round(after - before, 2) for found in lines.values() for before, after in pairwise(sorted(found)))
    touching = Counter(width for x, y, width in filled if (round(x + width, 1), y, width) in filled)
    for sizes in (parted, touching):
        size, often = max(sizes.items(), key=lambda item: (item[1], item[0]), default=(0.0, 0))
        if often > 1:
            return left, size
    return left, None


def _letters(structure: Structure, part: Element, running: float) -> tuple[list[str], list[str]]:
    """Return the fewest and the mean letters of lines of running text that another of their paragraph follows.

    Lines beside an initial are left out: the first ones, where they begin farther right than those below them.
    """
    full = []
    for lines in _words(structure, part, "P"):
        margin = min(line.left for line in lines) + _INDENT * running * MM
        for number, line in enumerate(lines[:-1]):
            beside = number < _INITIAL and line.left > margin
            if line.page > 0 and not beside and abs(line.size - running) < running / 50:
                full.append(line)
    if not full:
        return ["0"], ["there is no running text"]
    least = min(full, key=lambda line: len(line.text))
    short = sum(len(line.text) < _LETTERS for line in full)
    faults = [f"{short} lines are short: page {least.page + 1}, {least.text!r} has {len(least.text)} letters"]
    return [f"{len(least.text)} {mean(len(line.text) for line in full):.0f}"], faults if short else []


def _references(structure: Structure, part: Element) -> tuple[list[str], list[str]]:
    """Return the figures that are cited and have no caption, and the captions without a picture before them."""
    pictured, faults = set(), []
    for element in part.walk():
        before: Element | None = None
        for kid in element.kids:
            if isinstance(kid, Element):
                if kid.role == "Caption" and (number := _CAPTION.match(structure.text(*kid.contents()))):
                    if before is not None and before.role == "Figure" and any(structure.painted(before)):
                        pictured.add(int(number[1]))
                    else:
                        faults.append(f"caption {number[1]} has no picture")
                before = kid
    cited = set[int]()
    for lines in _words(structure, part, "P"):
        cited |= _numbers(_FIGURES, lines)
    faults += [f"figure {number} is cited and missing" for number in sorted(cited - pictured)]
    if pictured and not cited:
        faults.append("no figure is cited")
    return [], faults


def _instructions(structure: Structure, part: Element) -> list[str]:
    """Return the pages that instructions cite or list and the file does not have, and those that no table lists."""
    pages = set(range(1, len(structure.pages) + 1))
    cited, listed = set[int](), set[int]()
    for lines in _words(structure, part, "P", "TD", "Caption"):
        cited |= _numbers(_PAGES, lines)
    for row in (element for element in part.walk() if element.role == "TR"):
        first, *_ = (kid for kid in row.kids if isinstance(kid, Element))
        listed |= set(_counted(structure.text(*first.contents())))
    return [
        *(f"page {page} is cited and missing" for page in sorted((cited | listed) - pages)),
        *(f"page {page} stands in no table of pages" for page in sorted(pages - listed)),
    ]


def _numbers(nouns: re.Pattern[str], lines: Sequence[Line]) -> set[int]:
    """Return the numbers that stand behind nouns in a paragraph."""
    text = " ".join(line.text for line in lines).replace("\u00ad ", "")
    return {number for found in nouns.finditer(text) for number in _counted(found[1])}


def _counted(text: str) -> Iterator[int]:
    """Yield the numbers of a text, and those between two with a dash."""
    for first, last in _RANGE.findall(text):
        yield from range(int(first), int(last or first) + 1)


def _measured(path: Path) -> Measures:
    try:
        return measure(path.read_bytes())
    except (OSError, pikepdf.PdfError) as error:
        # which the process that began this one can read
        raise SystemExit(f"{path}: this is no PDF that can be read") from error


def main() -> int:
    """Measure the files; return 1 if one has a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a booklet or a kit, as PDF")
    paths: list[Path] = parser.parse_args().files
    for path in paths:
        if not path.is_file():
            parser.error(f"there is no file {path}")
    with ProcessPoolExecutor() as workers:
        found = list(workers.map(_measured, paths, chunksize=4))
    rows = [HEADINGS, *((path.stem, *each.cells) for path, each in zip(paths, found, strict=True))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    faults = [f"{path.stem}: {fault}" for path, each in zip(paths, found, strict=True) for fault in each.faults]
    print("\n".join((f"{len(paths)} files, {len(faults)} faults", *faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
