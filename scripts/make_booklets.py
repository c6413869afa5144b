"""Write the booklets and kits that scripts/measure_pages.py measures, which knows PDFs alone, to a folder.

There is a booklet of each ruleset in every language, theme and size of text; of each game's first ruleset also the
whole kit, and in the first theme kits with much to be made, whose instructions say the most.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product, repeat
from pathlib import Path

from taflkit.catalog import Catalog
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import TEXTS

_MUCH = (
    KitSpec(sections="pinwheel", join="tabs", counters="two-sided", cards="two-sided", box="kit", king="standee"),
    KitSpec(paper="letter", join="overlap", counters="fold", king="standee", box="parts", mode="mono"),
)


@cache
def catalog() -> Catalog:
    """Return the catalog of this process."""
    return Catalog()


def specs(game: str, language: str) -> Iterator[KitSpec]:
    """Yield what is written of a game in a language."""
    first, *others = catalog().game(game).ruleset_names
    for theme, size, rules in product(catalog().theme_names(), TEXTS, (first, *others)):
        parts = (*PARTS, READER) if rules == first and size == TEXTS[0] else (READER,)
        yield KitSpec(game=game, language=language, rules=rules, theme=theme, parts=parts, text=size)
    yield from (spec._replace(game=game, language=language) for spec in _MUCH)


def write(folder: Path, game: str, language: str) -> None:
    """Write the files of a game in a language."""
    for spec in specs(game, language):
        try:
            kit = build_kit(catalog(), spec)
        except TaflkitError as error:
            # which the process that began this one can read
            raise SystemExit(f"{game} in {language}: {error}") from error
        for part, document in kit.documents.items():
            name = "-".join(filter(None, (kit.stem, part)))
            (folder / f"{name}.pdf").write_bytes(to_pdf(document, kit.paints, store=catalog().store))


def main() -> None:
    """Write the files of all games in all their languages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    asked = [(game, language) for game in catalog().game_names() for language in catalog().game(game).languages]
    with ProcessPoolExecutor() as workers:
        for _ in workers.map(write, repeat(folder), *zip(*asked, strict=True)):
            pass


if __name__ == "__main__":
    main()
