"""Make the golden drawings, words and ornaments anew, and say what moved. Look at them before you commit them.

Cases are in tests/cases/, ornaments in tests/ornament/golden/, the pictures of a theme in docs/; every-word is
tests/words/every_word.txt, every-word-da the same in Danish. Names may be given; all are made if none is. With
--check nothing is written.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.golden import CASES, drawn, expected  # noqa: E402
from support.golden_ornaments import GOLDEN, ORNAMENTS, ornament_svg  # noqa: E402
from support.golden_pictures import FOLDER, PICTURES, picture_svg  # noqa: E402
from support.golden_words import every_file, every_word  # noqa: E402
from taflkit.catalog import Catalog  # noqa: E402

SHOWN = 12
"""How many lines of a drawing's difference are printed."""


def moved(before: str, after: str) -> list[str]:
    """Return the lines that went and came, without the place where they stood."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def _drawings() -> dict[str, tuple[Path, Callable[[], str]]]:
    """Return the file and the making of every golden drawing, by its name."""
    folders = [file.parent for file in CASES.glob("*/command.txt")]
    cases = {case.name: (expected(case), partial(drawn, case)) for case in folders}
    ornaments = {name: (GOLDEN / f"{name}.svg", partial(ornament_svg, name)) for name in ORNAMENTS}
    pictures = {name: (FOLDER / f"{name}.svg", partial(picture_svg, name)) for name in PICTURES}
    words = {
        f"every-word-{code}".removesuffix("-en"): (every_file(code), partial(_every_word, code))
        for code in Catalog().game("brandub").languages
    }
    return cases | ornaments | pictures | words


def _every_word(language: str) -> str:
    return "\n".join((*every_word(Catalog(), language), ""))


def main() -> int:
    """Refresh the cases; return 1 if something moved under --check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases and ornaments; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if something moved")
    args = parser.parse_args()
    drawings = _drawings()
    names = args.names or sorted(drawings)
    changed = 0
    for name in names:
        file, draw = drawings[name]
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        after = draw()
        lines = moved(before, after)
        if not lines:
            print(f"{name}: as it was")
            continue
        changed += 1
        print(f"{name}: {len(lines)} lines moved" if before else f"{name}: new")
        if before:
            # words are read in full, drawings by their first lines
            told = lines if file.suffix == ".txt" else [line.strip()[:150] for line in lines[:SHOWN]]
            print("\n".join(f"    {line}" for line in told))
        if not args.check:
            file.write_text(after, encoding="utf-8")
    print(f"{len(names)} cases, {changed} changed")
    return 1 if args.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
