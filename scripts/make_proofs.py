"""Render every page of every kit to PNG, to be looked at: proofs/<kit>-<page>.png and a contact sheet a kit.

Every theme is rendered on every paper in both modes, for the shipped game and for 9 x 9, 11 x 11 and 19 x 19 test
layouts; besides all rulesets, light ink, and other joins, counters and boxes. A sheet for every theme, mode and ink has
the devices of all sets on counters of 20, 12 and 9 mm and as they stand in figures. At last comes a sheet for every
game, family-<game>.png: all pages in miniature, a row for each theme, mode and ink. Among the themes of Brandub's sheet
is one with art of its own, as `taflkit new theme --art` writes it, which has proofs of its own too.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PIL import Image, ImageDraw

from taflkit.catalog import Catalog
from taflkit.catalog.starts import start_files
from taflkit.drawing.look import DEVICES, Face, Theme
from taflkit.drawing.shapes import Drawing, Group, Shape, translate
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.parts.counters import draw_piece, draw_standing_face
from taflkit.render.pdf import to_pdf
from taflkit.render.png import contact_sheet, pages_to_png, rows_of_pictures, to_png
from taflkit.resources import DEFAULT_GAME, INKS, MODES, templates_folder
from taflkit.sheets.paper import PAPERS
from taflkit.tafl import Piece

ROOT = Path(__file__).resolve().parent.parent
SIZES = ((9, 2), (11, 2), (19, 4))
"""Sides of test layouts, each with how far the defenders reach."""

_MINIATURE, _LABEL, _GREY = 30, 150, (110, 110, 110)
"""The pixels to the inch of pages in miniature, the width in pixels of the names of their rows, and the grey below."""


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


def own_theme(folder: Path) -> str:
    """Write the theme with art of its own that a user's begins as, and return its path."""
    game = Catalog().game(DEFAULT_GAME)
    written = start_files("theme", "rosewood", game, templates_folder(), art=True)
    for name, text in written.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder / "rosewood" / "rosewood.toml")


def specs(catalog: Catalog, folder: Path) -> Iterator[tuple[str, KitSpec]]:
    """Yield what is proofed, with a name."""
    games = [("brandub", "brandub")]
    for size, reach in SIZES:
        game = folder / f"test-{size}.toml"
        game.write_text(layout_of(size, reach), encoding="utf-8")
        games.append((f"test-{size}", str(game)))
    for (name, game), theme, paper, mode in product(games, catalog.theme_names(), PAPERS, MODES):
        yield f"{name}-{theme}-{paper}-{mode}", KitSpec(game=game, theme=theme, paper=paper, mode=mode)
    for theme, mode in product(catalog.theme_names(), MODES):
        yield f"brandub-{theme}-{mode}-light", KitSpec(theme=theme, mode=mode, ink="light")
    for rules, paper in product(catalog.game("brandub").ruleset_names[1:], PAPERS):
        yield f"brandub-{rules}-{paper}", KitSpec(rules=rules, paper=paper)
    for sections, gap in (("pinwheel", 0.0), ("two", 0.0), ("whole", 2.0)):
        yield f"brandub-{sections}-gap-{gap:g}", KitSpec(sections=sections, gap=gap, duplex="long")
    tabs = KitSpec(join="tabs", counters="fold", king="standee", box="parts", sections="pinwheel")
    yield "brandub-tabs-folded-box", tabs
    yield "brandub-overlap-backs-large", KitSpec(join="overlap", counters="two-sided", pages=8, mode="mono")
    for mode, ink in product(MODES, INKS):
        yield f"brandub-art-{mode}-{ink}", KitSpec(theme=own_theme(folder), mode=mode, ink=ink, king="standee")
    yield "brandub-masters-varied", KitSpec(rules="masters", variations=("weak-king", "check"))


def devices(theme: Theme, catalog: Catalog) -> Drawing:
    """Return the pieces of every set, a set in each row: as large and small counters, as in figures, and the king."""
    shapes: list[Shape] = []
    for row, place in enumerate(range(0, len(DEVICES), len(Piece))):
        look = theme.look(catalog.store, Face(*DEVICES[place : place + len(Piece)]))
        x = 1.0
        for diameter, piece in product((20.0, 12.0, 9.0, 4.4), Piece):
            shapes.append(draw_piece(piece, diameter, look, x + diameter / 2, 11.0 + 21 * row))
            x += diameter + 1.0
        # a face is 0.9 of these 13.3 mm wide and 1.5 of them high
        for behind in (False, True):
            face = Group((draw_standing_face(13.3, look, behind=behind),), translate(x + 6.0, 1.0 + 21 * row))
            shapes.append(face)
            x += 13.0
    rows = len(DEVICES) // len(Piece)
    return Drawing(x, 21.0 * rows + 1.0, tuple(shapes))


def kit_pdf(catalog: Catalog, spec: KitSpec) -> bytes:
    """Return a kit as one PDF."""
    paints = catalog.paints(spec.mode, spec.theme, spec.ink)
    return to_pdf(build_kit(catalog, spec).documents[""], paints, store=catalog.store)


def pages_of(pdf: bytes, dpi: float) -> list[Image.Image]:
    """Return a picture of every page of a PDF."""
    return [Image.open(io.BytesIO(png)) for png in pages_to_png(pdf, dpi)]


def label(text: str, height: int) -> Image.Image:
    """Return a line of text on grey, with a strip of a height in pixels to stand in."""
    picture = Image.new("RGB", (_LABEL, height), _GREY)
    ImageDraw.Draw(picture).multiline_text(
        (4, height // 2), text.replace(" ", "\n"), "white", anchor="lm", font_size=22
    )
    return picture


def family(catalog: Catalog, game: str, themes: tuple[str, ...]) -> Image.Image:
    """Return all pages of a game's kits in miniature: a row for each theme, mode and ink."""
    rows = []
    for theme, mode, ink in product(themes, MODES, INKS):
        pages = pages_of(kit_pdf(catalog, KitSpec(game=game, theme=theme, mode=mode, ink=ink)), _MINIATURE)
        rows.append([label(f"{Path(theme).stem} {mode} {ink}", pages[0].height), *pages])
    return rows_of_pictures(rows, _GREY)


def make_devices(catalog: Catalog, folder: Path, dpi: int, only: str) -> None:
    """Write the pieces of every set in each theme, mode and ink."""
    for theme, mode, ink in product(catalog.theme_names(), MODES, INKS):
        name = f"devices-{theme}-{mode}-{ink}"
        if only in name:
            chosen = catalog.theme(theme, mode, ink)
            (folder / f"{name}.png").write_bytes(to_png(devices(chosen, catalog), chosen.paints, 2 * dpi))
            print(name)


def make_kits(catalog: Catalog, folder: Path, dpi: int, only: str) -> None:
    """Write every page of the kits, and a contact sheet for each kit."""
    for name, spec in specs(catalog, folder):
        if only in name:
            pdf = kit_pdf(catalog, spec)
            pages = pages_of(pdf, dpi)
            for number, page in enumerate(pages, 1):
                page.save(folder / f"{name}-{number}.png")
            (folder / f"{name}-contact.png").write_bytes(contact_sheet(pdf))
            print(f"{name}: {len(pages)} pages")


def make_families(catalog: Catalog, folder: Path, only: str) -> None:
    """Write the sheet of every game."""
    for game in catalog.game_names():
        name = f"family-{game}"
        if only in name:
            own = (own_theme(folder),) if game == DEFAULT_GAME else ()
            family(catalog, game, (*catalog.theme_names(), *own)).save(folder / f"{name}.png")
            print(name)


def main() -> None:
    """Write all proofs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "proofs")
    parser.add_argument("--dpi", type=int, default=110)
    parser.add_argument("--only", default="", help="names that contain this")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    catalog = Catalog()
    make_devices(catalog, options.out, options.dpi, options.only)
    make_kits(catalog, options.out, options.dpi, options.only)
    make_families(catalog, options.out, options.only)


if __name__ == "__main__":
    main()
