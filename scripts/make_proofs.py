"""Lay the pages of kits beside each other, at a size that is read, to be looked at: proofs/SHEET.png.

A sheet has a column for each kit, with its pages one below the other. Every game has a sheet for each theme, whose
columns are the modes and inks, and sheets of its rulesets, languages and sizes of text; test layouts of 9 x 9, 11 x 11
and 19 x 19, and a theme with art of its own as `taflkit new theme --art` writes it, are among them. Brandub has papers
and kits with other joins, counters and boxes. A sheet of devices for each theme has the pieces of all sets, on
counters of 20, 12 and 9 mm and as they stand in figures.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
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
from taflkit.render.png import pages_to_png, to_png
from taflkit.resources import DEFAULT_GAME, INKS, MODES, templates_folder
from taflkit.sheets.paper import PAPERS, TEXTS
from taflkit.tafl import Piece

ROOT = Path(__file__).resolve().parent.parent
SIZES = ((9, 2), (11, 2), (19, 4))
"""Sides of test layouts, each with how far the defenders reach."""
MADE = {
    "fold, parts": KitSpec(join="tabs", counters="fold", king="standee", box="parts", sections="pinwheel"),
    "two-sided, kit": KitSpec(join="overlap", counters="two-sided", king="standee", box="kit", cards="two-sided"),
    "punch, mono": KitSpec(counters="punch", punch=25.0, box="kit", mode="mono", gap=0.0, sections="two"),
}
"""Kits with other joins, counters and boxes, with their labels."""
_GAP, _LABEL, _GREY = 14, 40, (110, 110, 110)
"""The pixels between pages, those of a label's height, and the colour of the ground."""

Columns = Sequence[tuple[str, KitSpec]]


@cache
def catalog() -> Catalog:
    """Return the catalog of this process."""
    return Catalog()


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
    game = catalog().game(DEFAULT_GAME)
    written = start_files("theme", "rosewood", game, templates_folder(), art=True)
    for name, text in written.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder / "rosewood" / "rosewood.toml")


def sheets(folder: Path) -> Iterator[tuple[str, Columns]]:
    """Yield every sheet of kits: its name, and the kits of its columns."""
    games = {name: name for name in catalog().game_names()}
    for size, reach in SIZES:
        games[f"test-{size}"] = str(folder / f"test-{size}.toml")
        Path(games[f"test-{size}"]).write_text(layout_of(size, reach), encoding="utf-8")
    looks = list(product(MODES, INKS))
    for name, game in games.items():
        themes = {theme: theme for theme in catalog().theme_names()}
        if game == DEFAULT_GAME:
            themes["art"] = own_theme(folder)
        for title, theme in themes.items():
            kits = [KitSpec(game=game, theme=theme, mode=mode, ink=ink) for mode, ink in looks]
            yield f"{name}-{title}", [(f"{kit.mode} {kit.ink}", kit) for kit in kits]
        templates = catalog().game(game)
        chosen = {"rules": templates.ruleset_names, "language": templates.languages, "text": TEXTS}
        for choice, values in chosen.items():
            if len(values) > 1:
                yield f"{name}-{choice}", [(value, KitSpec(game=game)._replace(**{choice: value})) for value in values]
    yield f"{DEFAULT_GAME}-paper", [(paper, KitSpec(paper=paper)) for paper in PAPERS]
    for theme in catalog().theme_names():
        yield f"{DEFAULT_GAME}-{theme}-made", [(label, kit._replace(theme=theme)) for label, kit in MADE.items()]


def devices(theme: Theme) -> Drawing:
    """Return the pieces of every set, a set in each row: as large and small counters, as in figures, and the king."""
    shapes: list[Shape] = []
    for row, place in enumerate(range(0, len(DEVICES), len(Piece))):
        look = theme.look(catalog().store, Face(*DEVICES[place : place + len(Piece)]))
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


def column(spec: KitSpec, dpi: float) -> list[Image.Image]:
    """Return a picture of every page of a kit."""
    kit = build_kit(catalog(), spec)
    pdf = to_pdf(kit.documents[""], kit.paints, store=catalog().store)
    return [Image.open(io.BytesIO(png)) for png in pages_to_png(pdf, dpi)]


def save(file: Path, columns: Sequence[tuple[str, Sequence[Image.Image]]]) -> None:
    """Write columns of pictures, each under its label, beside each other."""
    widths = [max(picture.width for picture in pictures) for _, pictures in columns]
    heights = [_LABEL + sum(picture.height + _GAP for picture in pictures) for _, pictures in columns]
    sheet = Image.new("RGB", (sum(width + _GAP for width in widths) + _GAP, max(heights)), _GREY)
    x = _GAP
    for (label, pictures), width in zip(columns, widths, strict=True):
        ImageDraw.Draw(sheet).text((x, _LABEL // 2), label, "white", anchor="lm", font_size=26)
        y = _LABEL
        for picture in pictures:
            sheet.paste(picture, (x, y))
            y += picture.height + _GAP
        x += width + _GAP
    sheet.save(file, compress_level=1)


def save_kits(folder: Path, dpi: float, sheet: tuple[str, Columns]) -> str:
    """Write a sheet of kits, and return its name."""
    name, kits = sheet
    save(folder / f"{name}.png", [(label, column(spec, dpi)) for label, spec in kits])
    return name


def save_devices(folder: Path, dpi: float, theme: str) -> None:
    """Write the sheet of all devices in a theme."""
    columns = []
    for mode, ink in product(MODES, INKS):
        chosen = catalog().theme(theme, mode, ink)
        png = to_png(devices(chosen), chosen.paints, dpi)
        columns.append((f"{mode} {ink}", [Image.open(io.BytesIO(png))]))
    save(folder / f"devices-{theme}.png", columns)


def main() -> None:
    """Write all sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "proofs")
    parser.add_argument("--dpi", type=int, default=100)
    parser.add_argument("--only", default="", help="sheets whose name contains this")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for theme in catalog().theme_names():
        if options.only in f"devices-{theme}":
            save_devices(options.out, 2 * options.dpi, theme)
    chosen = [sheet for sheet in sheets(options.out) if options.only in sheet[0]]
    with ProcessPoolExecutor() as workers:
        for name in workers.map(partial(save_kits, options.out, options.dpi), chosen):
            print(name)


if __name__ == "__main__":
    main()
