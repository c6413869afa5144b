"""Plans: where the parts of a kit lie and which page has which of them, without a drawing, also as JSON has it."""

from __future__ import annotations

from typing import Any, NamedTuple

from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.kit.build import paged, plan_kit
from taflkit.kit.numbering import Pages, number_cuts
from taflkit.kit.options import KitSpec, framed
from taflkit.sheets.boxes import Net
from taflkit.sheets.plan import Plan, beside

_ROLES = {"front": "components", "back": "backs"}
"""The names in JSON of the sides of component sheets."""


class PlannedKit(NamedTuple):
    """A kit that is planned; the spec has the frame, pages and sides of cards that follow from its other choices."""

    book: Book
    spec: KitSpec
    plan: Plan
    pages: Pages

    def table(self) -> dict[str, Any]:
        """Return the plan as JSON has it, in mm, with the keys that only pages of their roles have.

        Where fewer sheets are too few the cell is null. A cut has its number over the whole kit.
        """
        book, spec, made, numbered = self
        cuts = number_cuts(numbered, made)
        pages: list[dict[str, Any]] = []
        for page in numbered.pages:
            parts: list[dict[str, Any]] = []
            for part in page.sheet.parts:
                place = _rounded(x=part.x, y=part.y, width=part.width, height=part.height)
                parts.append({"kind": part.kind, "name": part.name, **place, "turned": part.turned})
                if part.over:
                    parts[-1]["upside_down"] = True
                if part.section is not None:
                    section = part.section
                    parts[-1]["cells"] = [section.file, section.rank, section.files, section.ranks]
            role = _ROLES.get(page.role, page.part if page.leaf else page.role)
            table: dict[str, Any] = {"page": page.number, "role": role, "times": page.times, "parts": parts}
            table["cuts"] = [
                {"number": cut.number, **_rounded(x1=cut.x1, y1=cut.y1, x2=cut.x2, y2=cut.y2)}
                for cut in cuts.get(page.number, ())
            ]
            if page.behind:
                table["behind"] = page.number - 1
            if page.box is not None:
                width, height = page.box.net.size
                place = _rounded(x=page.box.x, y=page.box.y, width=width, height=height)
                table["box"] = {"name": net_name(page.box.net), **place, "turned": page.box.turned}
            if page.side is not None:
                table["booklet_pages"] = [page.side.left_page, page.side.right_page]
            if page.leaf:
                table["booklet_pages"] = [page.leaf]
            pages.append(table)
        board = {"board_mm": made.board_size, "sections": made.sections_name, **_rounded(seam_mm=made.seam)}
        others = [] if spec.is_sized else beside(made)
        return {
            "game": book.game.name,
            "rules": book.ruleset.name,
            "paper": made.paper.name,
            "mode": spec.mode,
            "cell_mm": made.cell,
            **(board if made.sections else {}),
            "sets": spec.sets,
            "sheets": len(made.sheets),
            **_rounded(fill=made.fill),
            "other_sheets": [{"sheets": other.sheets, "cell_mm": other.cell} for other in others],
            "pages": pages,
        }


def plan_pages(catalog: Catalog, spec: KitSpec) -> PlannedKit:
    """Plan a kit and number its pages.

    Raises:
        TaflkitError: an unknown name, a problem in a file, a length out of range, or a part that does not fit.
    """
    book = read_book(catalog, spec.game, spec.rules, spec.variations, spec.language, draft=spec.draft)
    spec = framed(spec, catalog.theme(spec.theme, spec.mode))
    made = plan_kit(book, spec, catalog.store)
    spec, pages = paged(catalog, book, spec)
    return PlannedKit(book, spec, made, pages)


def _rounded(**lengths: float) -> dict[str, float]:
    return {key: round(length, 4) for key, length in lengths.items()}


def net_name(net: Net) -> str:
    """Return the name of a net of the box: "box", "tray", or "tray 1" of a half."""
    return f"{net.name} {net.half}" if net.half else net.name
