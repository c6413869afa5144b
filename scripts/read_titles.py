"""Has a reader that never saw the faces read titles, headings and section letters of all games in all languages.

The reader is Debian's tesseract. It is shown lines of the pages of real kits and of the site, as pictures, and says
what it reads; the letters that are wrong are counted as the edits that make them right. More than 4 of 100 fail.

Needs tesseract with the languages' data; the site is read if `make site` has made it, and needs Chromium.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import pypdfium2
from PIL import Image, ImageOps, ImageStat

from taflkit.catalog import Catalog
from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.drawing.shapes import IDENTITY, Drawing, Group, Shape, Shown, Tag, Text, Transform, multiply
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.typesetting.metrics import Fonts

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.browsing import chromium, shown  # noqa: E402  (the tests' own browser)

MOST = 0.04
"""The part of the letters that may be wrong."""
READERS = {"en": "eng", "fr": "fra", "de": "deu", "da": "dan", "ga": "spa"}
"""What tesseract calls the languages; its Irish is trained on Gaelic type, and Spanish has the same accents."""
NAMES = ("taflkit", "Hnefatafl", "Tablut", "Print")
"""What is to be read without a fault."""
DPI = 600
"""Of pages, at the most."""
EM = 56
"""The most pixels of a line's em: larger letters are made smaller, which the reader likes better."""
POINTS = 72 / 25.4  # of a millimetre
ROWS = 24
"""The lines of a picture."""
SITE = "h1, h2, .top .name, .game h3"
"""The lines of the site's pages that are read."""


class Line(NamedTuple):
    """A line with its kind and language, and its picture."""

    kind: str
    language: str
    words: str
    picture: Image.Image


def main() -> int:
    """Print what is wrong in each kind of lines; return 1 if it is too much."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "output" / "site", help="the folder of the site")
    parser.add_argument("--words", action="store_true", help="print every line that is read otherwise")
    wanted = parser.parse_args()
    if not shutil.which("tesseract"):
        print("tesseract is missing: install Debian's tesseract-ocr and its data for the languages")
        return 1
    if not (wanted.site / "index.html").exists():
        print(f"{wanted.site}: there is no site, which make site makes; kits alone are read")
    lines = [*kit_lines(), *(site_lines(wanted.site) if (wanted.site / "index.html").exists() else ())]
    wrong, letters = defaultdict[str, int](int), defaultdict[str, int](int)
    misread = set[str]()
    for line, read in read_lines(lines):
        said, seen = (letters_of(words) for words in (line.words, read))
        edits = distance(said, seen)
        wrong[line.kind] += edits
        letters[line.kind] += len(said)
        if edits and wanted.words:
            print(f"{line.kind}, {line.language}: {line.words!r} is read {read!r}")
        misread |= {
            name
            for name in NAMES
            if line.language == "en" and name in plain(line.words) and name.lower() not in read.lower()
        }
    for kind, count in letters.items():
        print(f"{kind}: {wrong[kind]} of {count} letters wrong, {wrong[kind] / count:.1%}")
    part = sum(wrong.values()) / sum(letters.values())
    print(f"all: {part:.1%}; {MOST:.0%} may be")
    for name in sorted(misread):
        print(f"{name} is read otherwise")
    return int(part > MOST or bool(misread))


def kit_lines() -> Iterator[Line]:
    """Yield the lines of a kit of every game in every language that it speaks, with a box in one piece; once each."""
    catalog = Catalog()
    fonts, known = catalog.typesetter().fonts, set[tuple[str, ...]]()
    for game in catalog.game_names():
        for language in READERS:
            try:
                kit = build_kit(catalog, KitSpec(game=game, language=language, box="parts"))
            except TaflkitError as error:
                if "does not speak" in str(error):
                    continue
                raise
            for document in kit.documents.values():
                with pypdfium2.PdfDocument(to_pdf(document, kit.paints, store=catalog.store)) as pdf:
                    for number, drawing in enumerate(document.pages):
                        for line in page_lines(drawing):
                            if (key := (line.kind, language, line.words, line.font)) not in known:
                                known.add(key)
                                yield Line(line.kind, language, line.words, line.picture(pdf[number], fonts))


class PageLine(NamedTuple):
    """A line on a page: its kind and runs, with the transform that they are painted under."""

    kind: str
    runs: list[Text]
    place: Transform

    @property
    def words(self) -> str:
        """What is written."""
        return "".join(run.text for run in self.runs)

    @property
    def font(self) -> str:
        """The face that it begins in."""
        return self.runs[0].font

    def picture(self, page: pypdfium2.PdfPage, fonts: Fonts) -> Image.Image:
        """Return the picture of its place on a page, upright."""
        last, size = self.runs[-1], max(run.size for run in self.runs)
        width = sum(fonts.face(last.font).widths[letter] for letter in last.text) * last.size + sum(last.adjust)
        left, right, y = self.runs[0].x - 0.1 * size, last.x + width + 0.1 * size, last.y
        a, b, c, d, e, f = self.place
        points = [
            (a * x + c * level + e, b * x + d * level + f)
            for x in (left, right)
            for level in (y - 0.9 * size, y + 0.3 * size)
        ]
        xs, ys = ([value * POINTS for value in values] for values in zip(*points, strict=True))
        wide, high = page.get_size()
        dots = min(DPI / 72, EM / (size * math.hypot(a, b) * POINTS))
        # what is cut off at the left, the foot, the right and the top
        crop = tuple(max(0.0, cut) for cut in (min(xs), high - max(ys), wide - max(xs), min(ys)))
        picture = page.render(scale=dots, crop=crop, grayscale=True).to_pil()
        return picture.rotate(math.degrees(math.atan2(b, a)), expand=True, fillcolor=picture.getpixel((0, 0)))


def page_lines(drawing: Drawing) -> Iterator[PageLine]:
    """Yield the titles and headings of a page, and the letters of its sections."""
    found: dict[tuple[object, ...], PageLine] = {}
    letters = []
    for text, place, tag in texts(drawing.shapes):
        if kind := kind_of(text, tag):
            line = found.setdefault((id(tag), place, text.y, kind), PageLine(kind, [], place))
            line.runs.append(text)
        elif text.font == "bold" and len(text.text) == 1 and text.text.isupper():
            letters.append(PageLine("section letters", [text], place))
    for line in (*found.values(), *letters):
        yield line._replace(runs=sorted(line.runs, key=lambda run: run.x))


def texts(
    shapes: Sequence[Shape], outer: Transform = IDENTITY, tag: Tag | None = None
) -> Iterator[tuple[Text, Transform, Tag | None]]:
    """Yield every text with the transform it is painted under and the tag it is in."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from texts(shape.children, multiply(outer, shape.transform), shape.tag or tag)
        elif isinstance(shape, Shown):
            yield from texts(shape.form.shapes, multiply(outer, shape.transform), tag)
        elif isinstance(shape, Text):
            yield shape, outer, tag


def kind_of(text: Text, tag: Tag | None) -> str:
    """Return which kind of line a text is of, or "" for one that is not read."""
    role = tag.role if tag else ""
    if role == "H1":
        return "titles"
    if role.startswith("H"):
        return "headings"
    if text.role == "text.title":
        return "boxes"
    return "section letters" if text.role == "text.label" and text.font == "bold" else ""


def site_lines(folder: Path) -> Iterator[Line]:
    """Yield the headings of the site's first pages in each language, as a browser shows them."""
    with chromium() as browser, shown(folder) as address:
        page = browser.new_page(device_scale_factor=2)
        for language in READERS:
            start = "" if language == "en" else f"{language}/"
            for path in (f"{start}index.html", f"{start}games/brandub/index.html"):
                page.goto(address + path, wait_until="networkidle")
                for element in page.locator(SITE).all():
                    words = element.inner_text()
                    if words and "\n" not in words:
                        picture = Image.open(io.BytesIO(element.screenshot())).convert("L")
                        factor = min(1.0, 1.5 * EM / picture.height)
                        size = (round(picture.width * factor), round(picture.height * factor))
                        yield Line("site", language, words, picture.resize(size))


def read_lines(lines: Iterable[Line]) -> Iterator[tuple[Line, str]]:
    """Yield each line with what is read."""
    of = defaultdict[tuple[str, int], list[Line]](list)
    for line in lines:
        # a letter that stands alone is of no language, and stands alone
        of[(READERS["en"], 1) if len(line.words) == 1 else (READERS[line.language], ROWS)].append(line)
    for (reader, rows), found in of.items():
        for begin in range(0, len(found), rows):
            group = found[begin : begin + rows]
            yield from zip(group, read_rows([line.picture for line in group], reader), strict=True)


def read_rows(pictures: Sequence[Image.Image], reader: str) -> list[str]:
    """Return what tesseract reads in pictures of lines, which it is shown below one another."""
    step = round(2.2 * EM)
    sheet = Image.new("L", (max(picture.width for picture in pictures) + 2 * EM, step * len(pictures)), 255)
    for number, picture in enumerate(pictures):
        row = ImageOps.autocontrast(picture)
        # light letters on dark are turned
        if ImageStat.Stat(row).median[0] < 128:
            row = ImageOps.invert(row)
        sheet.paste(row, (EM, number * step + (step - row.height) // 2))
    stream = io.BytesIO()
    sheet.save(stream, "png")
    form = "10" if len(pictures) == 1 else "6"  # one letter, or a block of lines
    command = ["tesseract", "stdin", "stdout", "-l", reader, "--psm", form, "--dpi", "300", "tsv"]
    done = subprocess.run(command, input=stream.getvalue(), check=True, capture_output=True)
    read = [""] * len(pictures)
    for word in csv.DictReader(io.StringIO(done.stdout.decode()), delimiter="\t", quoting=csv.QUOTE_NONE):
        if word["text"]:
            line = (int(word["top"]) + int(word["height"]) / 2) // step
            read[min(int(line), len(read) - 1)] += word["text"] + " "
    return read


def letters_of(words: str) -> str:
    """Return the letters and digits of a line, without their case: small capitals have none."""
    return "".join(filter(str.isalnum, plain(words).casefold()))


def plain(words: str) -> str:
    """Return words without ligatures and soft hyphens."""
    return normalize("NFKC", words.replace(SOFT_HYPHEN, ""))


def distance(said: str, read: str) -> int:
    """Return how many letters are to be put in, taken out or changed in one line to make it the other."""
    row = [*range(len(read) + 1)]
    for number, letter in enumerate(said, 1):
        before, row = row, [number]
        for place, other in enumerate(read):
            row.append(min(before[place] + (letter != other), before[place + 1] + 1, row[place] + 1))
    return row[-1]


if __name__ == "__main__":
    sys.exit(main())
