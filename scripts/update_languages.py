"""Bring templates/languages/ up to date with the English: what is new is added, and what is stale becomes fuzzy.

Run it after changing an English text; a test says when it is due. A translator's own files are brought up to date by
`taflkit new language`.
"""

from __future__ import annotations

from pathlib import Path

import polib

from taflkit.catalog import Catalog
from taflkit.catalog.sources import Source
from taflkit.catalog.starts import updated
from taflkit.site.writing import translated_words

ROOT = Path(__file__).resolve().parent.parent


def updates(catalog: Catalog, code: str) -> dict[str, polib.POFile]:
    """Return the .po files of a shipped language that are to be written anew, by their names."""
    tables = [*catalog.shared_tables(code), *(table for _, table in translated_words(catalog, code))]
    for game in map(catalog.game, catalog.game_names()):
        if code in game.languages:
            tables += game.translations(code).values()
    return updated(tables, (Source(catalog.templates),), code, catalog.words(), {})


def main() -> None:
    """Update the files of every language."""
    catalog = Catalog(ROOT / "templates")
    for code in catalog.languages[1:]:
        for name, update in updates(catalog, code).items():
            file = catalog.templates / "languages" / code / f"{name}.po"
            file.write_text(str(update), encoding="utf-8")
            missing, fuzzy = len(update.untranslated_entries()), len(update.fuzzy_entries())
            print(f"{file.relative_to(ROOT)}: {missing} missing, {fuzzy} fuzzy")


if __name__ == "__main__":
    main()
