"""Makes the fonts of the site, templates/site/assets/fonts/, from those in templates/fonts/: the same letters as WOFF2.

A browser that has them shows pages in the faces of the kits, kerned as these are. The same sources and the same brotli
give the same bytes.

Needs the packages of the ``data`` extra.
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
FACES = ("display", "text", "italic", "bold", "smallcaps")


def main() -> None:
    """Write every face."""
    folder = TEMPLATES / "site" / "assets" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for name in FACES:
        # the date of the making is kept: nothing depends on the clock
        with TTFont(TEMPLATES / "fonts" / f"{name}.ttf", recalcTimestamp=False) as font:
            kerns = json.loads((TEMPLATES / "fonts" / f"{name}.json").read_text(encoding="utf-8"))["kerns"]
            characters, table = font.getBestCmap(), KernTable_format_0()
            table.coverage, table.kernTable = (
                1,
                {tuple(characters[ord(char)] for char in pair): kern for pair, kern in kerns.items()},
            )
            font["kern"] = newTable("kern")
            font["kern"].version, font["kern"].kernTables = 0, [table]
            font.flavor = "woff2"
            file = folder / f"{name}.woff2"
            font.save(file)
        print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
