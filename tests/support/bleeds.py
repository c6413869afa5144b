"""Whether the art of a kit's sheets runs on beyond every cut and no farther, read back from its PDF.

Two readers, since neither sees all: pixels of the sheet printed in one grey, where white is what nothing was painted
on, and the content's paths with their places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from msgspec.structs import replace
from pypdfium2 import PdfDocument

from support.pdf_content import Page, PaintedPath
from support.pdf_geometry import Box, Point
from support.shipped import built, read
from taflkit.drawing.look import Paint, Paints
from taflkit.kit.build import Kit
from taflkit.kit.numbering import Page as KitPage
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart

__all__ = ["art_astray", "component_pages", "joined_counters", "marks_astray", "on_one_another", "white_places"]

_DPI = 120
"""Pixels to the inch for a bleed of 1 mm or more; more for a narrower one."""
_STEP = 6.0
"""Mm between two places along a cut that are looked at."""
_MARKS = ("cut", "fold", "ruler", "text", "sheet")
"""The roles of what is no art."""


def _grey(paints: Paints) -> Paints:
    """Return paints that print all art in one grey, white grounds too, and nothing else."""
    painted = {}
    for role, paint in paints.by_role.items():
        if role.startswith(_MARKS):
            painted[role] = Paint()
        else:
            fill, stroke = ((0.4,) if colour else None for colour in (paint.fill, paint.stroke))
            painted[role] = replace(paint, fill=fill, stroke=stroke)
    return Paints("grey", painted)


@cache
def component_pages(spec: KitSpec) -> tuple[tuple[KitPage, Page], ...]:
    """Return the pages of a kit that have parts of its plan, each with what its PDF paints."""
    kit = built(spec)
    printed = read(spec)
    return tuple((page, printed[page.number - 1]) for page in kit.pages.components if page.box is None)


def white_places(kit: Kit, share: float = 0.5) -> list[tuple[int, str, Point]]:
    """Return the places that are white at a share of the bleed outside a cut: page, part and point in mm."""
    found = []
    dpi = _DPI / min(1.0, kit.plan.request.bled_round)
    with PdfDocument(to_pdf(kit.documents[""], _grey(kit.paints))) as document:
        for page in kit.pages.components:
            if page.box is not None:
                continue
            sheet = document[page.number - 1]
            bitmap = sheet.render(scale=dpi / 72, grayscale=True)
            picture = bitmap.to_pil()
            for part in page.sheet.parts:
                bleed = kit.plan.request.bled_round if part.kind == "counter" else kit.plan.bleed
                for x, y in _beside_cuts(part, kit.plan, share * bleed):
                    if not _is_printed(x, kit.plan):
                        continue
                    if picture.getpixel((int(x * dpi / 25.4), int(y * dpi / 25.4))) > 200:
                        found.append((page.number, part.name, (round(x, 2), round(y, 2))))
            bitmap.close()
            sheet.close()
    return found


def joined_counters(kit: Kit) -> list[tuple[str, str]]:
    """Return the counters side by side, a gap apart, between which there is no white."""
    found, sides = [], 300 / 25.4
    with PdfDocument(to_pdf(kit.documents[""], _grey(kit.paints))) as document:
        for page in kit.pages.components:
            counters = [part for part in page.sheet.parts if part.kind == "counter"]
            picture = document[page.number - 1].render(scale=300 / 72, grayscale=True).to_pil()
            for one, other in combinations(counters, 2):
                (a,), (b,) = (_taken(replace(part, kind="card"), 0.0) for part in (one, other))
                if math.dist(a.centre, b.centre) < a.width + kit.plan.request.gap + 0.01:
                    x, y = ((p + q) / 2 * sides for p, q in zip(a.centre, b.centre, strict=True))
                    if picture.getpixel((int(x), int(y))) < 250:
                        found.append((one.name, other.name))
    return found


def _is_printed(x: float, plan: Plan) -> bool:
    """Tell whether a place lies inside the white edges at the sides of a sheet, by half a millimetre."""
    edge = plan.request.unprintable + 0.5
    return plan.request.bled_aside >= plan.bleed or edge < x < plan.paper.width - edge


def _beside_cuts(part: PlacedPart, plan: Plan, out: float) -> Iterator[Point]:
    """Yield places so far outside the cuts of a part, on the page."""
    if part.kind == "counter":
        for area in _taken(part, 0.0):
            radius = area.width / 2 + out
            for turn in range(24):
                angle = math.radians(15 * turn)
                yield area.centre[0] + radius * math.cos(angle), area.centre[1] + radius * math.sin(angle)
        return
    x, y, width, height = part.art
    strips = []
    if part.section is not None and plan.request.grow:
        carried = [seam.strip(plan.request.grow) for seam in plan.seams if seam.first == part.name]
        strips = [Box(x + a, y + b, x + a + w, y + b + h) for a, b, w, h in carried]
    outlines = [Box(x, y, x + width, y + height)]
    if plan.request.join == "overlap":
        outlines += strips
    for outline in outlines:
        for point in _round(outline, out):
            # a tab is not cut off where it begins
            if not any(
                strip.left <= point[0] <= strip.right and strip.top <= point[1] <= strip.bottom for strip in strips
            ):
                yield _on_page(point, part)


def _round(box: Box, out: float) -> Iterator[Point]:
    """Yield places so far outside the sides of a box."""
    across, down = max(2, int(box.width / _STEP)), max(2, int(box.height / _STEP))
    for number in range(across + 1):
        x = box.left + number * box.width / across
        yield from ((x, box.top - out), (x, box.bottom + out))
    for number in range(down + 1):
        y = box.top + number * box.height / down
        yield from ((box.left - out, y), (box.right + out, y))


def _on_page(point: Point, part: PlacedPart) -> Point:
    x, y = point
    return (part.x + part.width - y, part.y + x) if part.turned else (part.x + x, part.y + y)


def _taken(part: PlacedPart, bleed: float) -> list[Box]:
    """Return what a part may paint: a counter a square round each of its circles, any other itself with its bleed."""
    side = min(part.width, part.height) if part.kind == "counter" else 0.0
    places = [(part.x, part.y, part.width, part.height)]
    if side:
        last = (part.x + part.width - side, part.y + part.height - side, side, side)
        places = list(dict.fromkeys([(part.x, part.y, side, side), last]))
    return [Box(x - bleed, y - bleed, x + width + bleed, y + height + bleed) for x, y, width, height in places]


def on_one_another(parts: Sequence[PlacedPart], bleed: float) -> list[tuple[str, str]]:
    """Return the parts whose bleeds overlap."""
    found = []
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            (a,), (b,) = (_taken(replace(part, kind="card"), bleed) for part in (one, other))
            common = a.common(b)
            if common.width > 0.001 and common.height > 0.001:
                found.append((one.name, other.name))
    return found


def art_astray(page: KitPage, printed: Page, plan: Plan) -> list[Box]:
    """Return the art that is painted outside every part with its bleed, or on the white edge."""
    grounds = [_taken(replace(part, kind="card"), plan.bleed)[0] for part in page.sheet.parts]
    found = []
    for path in printed.paths:
        if _layer(path) == "art":
            seen = path.box if path.clip is None else path.box.common(path.clip)
            inside = any(seen.within(ground, 0.02) for ground in grounds) and _on_paper(seen, plan)
            if min(seen.width, seen.height) >= 0 and not inside:
                found.append(seen)
    return found


def _on_paper(seen: Box, plan: Plan) -> bool:
    edge = plan.request.unprintable - 0.02
    return edge < seen.left and seen.right < plan.paper.width - edge


def marks_astray(page: KitPage, printed: Page, plan: Plan) -> list[Box]:
    """Return the straight cut marks, and the letters and lines beside the parts, that touch the bleed of a part.

    Hairlines on the cuts themselves are no marks.
    """
    found = []
    edges = [side for part in page.sheet.parts for side in (part.x, part.x + part.width)]
    levels = [side for part in page.sheet.parts for side in (part.y, part.y + part.height)]
    for path in printed.paths:
        if _layer(path) != "cut" or abs(path.line_width - 0.15) > 0.001:
            continue
        if any(_touches(path.box, part, plan.bleed) for part in page.sheet.parts):
            found.append(path.box)
        thin, sides = (path.box.left, edges) if path.box.width < path.box.height else (path.box.top, levels)
        assert min(abs(thin - side) for side in sides) < 0.01, "a mark stands on the line of a cut"
    return found


def _touches(box: Box, part: PlacedPart, bleed: float) -> bool:
    if part.kind != "counter":
        common = box.common(_taken(part, bleed)[0])
        return common.width > -0.3 and common.height > -0.3
    return any(_reaches(box, area) for area in _taken(part, bleed))


def _reaches(box: Box, area: Box) -> bool:
    """Tell whether a box comes into the circle in a square."""
    (x, y), radius = area.centre, area.width / 2
    near = (min(max(x, box.left), box.right), min(max(y, box.top), box.bottom))
    return math.dist((x, y), near) < radius


def _layer(path: PaintedPath) -> str:
    """Return the innermost layer that a path is in."""
    layers = [str(properties) for tag, properties in path.marks if tag.endswith("OC")]
    return layers[-1].strip("/") if layers else ""
