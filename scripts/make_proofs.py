"""Render every page of every kit to PNG, to be looked at: proofs/<kit>-<page>.png and a contact sheet a kit.

Besides all rulesets, papers and modes of the shipped game, 9 x 9 and 19 x 19 test layouts are rendered.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from PIL import Image

from taflkit.catalog import DEFAULT_THEME, Catalog
from taflkit.kit import KitSpec, build_kit
from taflkit.render.pdf import to_pdf
from taflkit.render.png import pages_to_png

ROOT = Path(__file__).resolve().parent.parent
PAPERS, MODES = ("a4", "letter"), ("colour", "mono")
GAP = 12
"""Pixels between the pages of a contact sheet."""


def layout_of(size: int, reach: int) -> str:
    """Return a game of a board's size as TOML: a cross of men about the king, attackers behind them."""
    middle = size // 2
    rows = [["."] * size for _ in range(size)]
    rows[middle][middle] = "K"
    for step in range(1, 2 * reach + 1):
        for file, rank in ((step, 0), (-step, 0), (0, step), (0, -step)):
            rows[middle + rank][middle + file] = "T" if step <= reach else "t"
    picture = "\n".join("".join(row) for row in rows)
    return f'[layout]\ntitle = "Test {size}"\nstart = """\n{picture}\n"""\n'


def specs(catalog: Catalog, folder: Path) -> Iterator[tuple[str, KitSpec]]:
    """Yield what is proofed, with a name."""
    for rules, paper, mode in product(catalog.game("brandub").ruleset_names, PAPERS, MODES):
        yield f"brandub-{rules}-{paper}-{mode}", KitSpec(rules=rules, paper=paper, mode=mode)
    for sections, gap in (("pinwheel", 0.0), ("two", 0.0), ("whole", 2.0)):
        yield f"brandub-{sections}-gap-{gap:g}", KitSpec(sections=sections, gap=gap, duplex="long")
    for theme, mode, ink in product(catalog.theme_names(), MODES, ("full", "light")):
        if (theme, ink) != (DEFAULT_THEME, "full"):
            yield f"theme-{theme}-{mode}-{ink}", KitSpec(theme=theme, mode=mode, ink=ink, frame=6.0)
    tabs = KitSpec(join="tabs", counters="fold", king="standee", box=True, sections="pinwheel")
    yield "brandub-tabs-folded-box", tabs
    yield "brandub-overlap-backs-large", KitSpec(join="overlap", counters="two-sided", pages=8, mode="mono")
    yield "brandub-masters-varied", KitSpec(rules="masters", variations=("weak-king", "check"))
    for size, reach in ((9, 2), (19, 4)):
        game = folder / f"test-{size}.toml"
        game.write_text(layout_of(size, reach), encoding="utf-8")
        for paper, mode in product(PAPERS, MODES):
            yield f"test-{size}-{paper}-{mode}", KitSpec(game=str(game), paper=paper, mode=mode)


def contact_sheet(pages: Sequence[Image.Image]) -> Image.Image:
    """Return the pages side by side, a third of their size."""
    small = [page.resize((page.width // 3, page.height // 3), Image.Resampling.LANCZOS) for page in pages]
    width = sum(page.width + GAP for page in small) + GAP
    sheet = Image.new("RGB", (width, max(page.height for page in small) + 2 * GAP), "#999999")
    x = GAP
    for page in small:
        sheet.paste(page, (x, GAP))
        x += page.width + GAP
    return sheet


def main() -> None:
    """Write all proofs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "proofs")
    parser.add_argument("--dpi", type=int, default=110)
    parser.add_argument("--only", default="", help="names that contain this")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    catalog = Catalog()
    for name, spec in specs(catalog, options.out):
        if options.only not in name:
            continue
        pdf = to_pdf(build_kit(catalog, spec).documents[""], catalog.ink(spec.mode, spec.theme, spec.ink))
        pages = [Image.open(io.BytesIO(png)) for png in pages_to_png(pdf, options.dpi)]
        for number, page in enumerate(pages, 1):
            page.save(options.out / f"{name}-{number}.png")
        contact_sheet(pages).save(options.out / f"{name}-contact.png")
        print(f"{name}: {len(pages)} pages")


if __name__ == "__main__":
    main()
