"""Kits hold in a language that is longer than English: a constructed one, with words a quarter longer."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from support.pdf_content import Page, read_pages
from support.sampling import sampled
from taflkit.catalog import Catalog
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.options import KitSpec
from taflkit.kit.printers import printer_test
from taflkit.render.pdf import to_pdf
from taflkit.resources import templates_folder

STRUCTURE = {
    "rules": r"groups\.[\w-]+\.rules.*|sentence\[\d+\]\.(rule|flags|figures|proofs|rests|needs|point)\b.*",
    "cards": r"(attackers|defenders)\.figures.*|sentence\[\d+\]\.(rule|flags|figures|proofs|rests|needs|card)\b.*",
    "booklet": r"leave_out.*|figure\..*",
    "instructions": r"panel\[\d+\]\.picture|.*\.fact",
    "words": r"(lists|language)\..*",
}
"""What of each table names something, and is no text."""
WORD = re.compile(r"\{\{|\}\}|\{[^{}]*\}|\*[a-z]{2,3}:|[^\W\d_]{3,}")
CHOICES: dict[str, dict[str, Any]] = {
    "plain": {},
    "boxed": {"box": "kit", "king": "standee", "counters": "fold", "join": "tabs", "cards": "two-sided"},
    "light": {"box": "parts", "counters": "two-sided", "join": "overlap", "theme": "manuscript", "ink": "light"},
}
RULESETS = [
    (game, rules)
    for game, rules in (
        ("hnefatafl", "copenhagen"),
        ("brandub", "masters"),
        ("tablut", "linnaeus"),
        ("brandub", "walker"),
        ("tablut", "smith"),
        ("hnefatafl", "fetlar"),
        ("magpie", "federation"),
        ("alea-evangelii", "opentafl"),
    )
]


def longer(share: float) -> Callable[[re.Match[str]], str]:
    """Return a function that makes words longer by a share of their letters, on the whole."""
    owed = 0.0

    def lengthened(found: re.Match[str]) -> str:
        nonlocal owed
        word = found[0]
        if not word.isalpha():
            return word
        owed += len(word) * share
        more, owed = int(owed), owed % 1
        middle = len(word) // 2 + 1
        return word[:middle] + ("enerisal" * 3)[:more] + word[middle:]

    return lengthened


def texts(value: Any, key: str, structure: str, lengthened: Callable[[re.Match[str]], str]) -> Any:
    """Return a value of a table with every text of it longer."""
    if isinstance(value, str):
        return value if re.fullmatch(structure, key) else WORD.sub(lengthened, value)
    if isinstance(value, dict):
        below = {name: f"{key}.{name}" if key else name for name in value}
        return {name: texts(part, below[name], structure, lengthened) for name, part in value.items()}
    if isinstance(value, list):
        return [texts(part, f"{key}[{at}]", structure, lengthened) for at, part in enumerate(value)]
    return value


def templates(folder: Path, share: float) -> Path:
    """Write templates whose English is longer by a share."""
    shipped, lengthened = templates_folder(), longer(share)
    for file in shipped.rglob("*"):
        to = folder / file.relative_to(shipped)
        if file.is_dir() or shipped / "site" in file.parents:
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        if file.parts[-3:-1] != ("text", "en") or file.suffix != ".toml":
            shutil.copyfile(file, to)
            continue
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        made = texts(table, "", STRUCTURE.get(file.stem, "(?!)"), lengthened)
        to.write_text(tomli_w.dumps(made), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def longer_catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return Catalog(templates(tmp_path_factory.mktemp("longer"), 0.25))


def collisions(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the level texts whose small letters lie on one another; what runs round an initial does not."""
    found = []
    for text in page.texts:
        if abs(text.turn) < 1 and text.text.strip() and text.size < 7.5:
            (left, low), (right, _) = text.start, text.end
            found.append((low - 0.42 * text.size, low, left, right - text.space, text))
    found.sort(key=lambda box: box[:4])
    for at, (top, low, left, right, text) in enumerate(found):
        for top2, low2, left2, right2, other in found[at + 1 :]:
            if top2 > low:
                break
            high, wide = min(low, low2) - max(top, top2), min(right, right2) - max(left, left2)
            if wide > 0.3 and high > 0.1 * min(text.size, other.size):
                yield text.text, other.text


def assert_whole(kit: Kit) -> None:
    for page in read_pages(to_pdf(kit.documents[""], kit.paints)):
        assert [*collisions(page)] == []
        for text in page.texts:
            for x, y in (text.start, text.end):
                assert 3.9 <= x <= page.width - 3.9, text
                assert 3.9 <= y <= page.height - 3.9, text


@pytest.mark.whole
@pytest.mark.parametrize(("game", "rules"), sampled(RULESETS, 1))
@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
@pytest.mark.parametrize("choice", CHOICES)
def test_a_longer_language_has_room(longer_catalog: Catalog, game: str, rules: str, paper: str, choice: str) -> None:
    choices = CHOICES[choice]
    if game == "alea-evangelii" and choice == "boxed":
        choices = {**choices, "box": "parts"}
    kit = build_kit(longer_catalog, KitSpec(game=game, rules=rules, paper=paper, **choices))
    assert_whole(kit)


def test_a_longer_language_takes_a_larger_booklet(tmp_path: Path) -> None:
    spec = KitSpec(rules="masters", parts=("booklet",))
    assert build_kit(Catalog(), spec).spec.pages == 4
    long = Catalog(templates(tmp_path, 0.5))
    assert build_kit(long, spec).spec.pages == build_kit(long, spec._replace(pages=4)).spec.pages == 8


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_printers_test_sheet_has_room_for_longer_words(longer_catalog: Catalog, paper: str) -> None:
    assert len(printer_test(longer_catalog, paper, "short", "colour").pages) == 2
