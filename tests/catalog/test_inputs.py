"""What files are made of: a digest changes with every kit that does, and with no other ruleset's words."""

from __future__ import annotations

import copy
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w

from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.inputs import digest, game_files, theme_files, used_values
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.options import PARTS, SCHOOL, KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import templates_folder

TEMPLATES = templates_folder()
GAME = "magpie"
CHANGES = 24
"""How many words are changed, one at a time."""
WORD = re.compile(r"(?<![\w{*-])[a-z]{4,}(?![\w}*-])")


def own_game() -> dict[str, Any]:
    """Return a game with all words of its own, under the rules of a shipped one and under another name of them."""

    def read(file: Path) -> dict[str, Any]:
        return tomli.loads(file.read_text(encoding="utf-8"))

    folder = TEMPLATES / "games" / GAME
    name = Catalog().game(GAME).ruleset_names[0]
    ruleset = read(folder / "rulesets" / f"{name}.toml")
    puzzles = {**read(TEMPLATES / "puzzles" / f"{GAME}-{name}.toml"), "game": "hall", "ruleset": "one"}
    texts = {
        file.stem: read(file) for file in (TEMPLATES / "text" / "en").glob("*.toml") if file.stem != "printer-test"
    }
    for file in (folder / "text" / "en").glob("*.toml"):
        texts[file.stem] |= read(file)
    texts["booklet"].pop("rulesets", None)
    texts["booklet"].pop("variations", None)
    layout = {key: value for key, value in read(folder / "layout.toml").items() if key != "rulesets"}
    rulesets = {"one": ruleset, "two": copy.deepcopy(ruleset)}
    return {"layout": layout, "rulesets": rulesets, "puzzles": {"one": puzzles}, "text": texts}


def leaves(value: Any, path: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Yield the holder, the key and the path of each text of tables that has a word."""
    for key in [*value] if isinstance(value, dict) else range(len(value)):
        if isinstance(value[key], (dict, list)):
            yield from leaves(value[key], f"{path}.{key}")
        elif isinstance(value[key], str) and WORD.search(value[key]):
            yield value, key, f"{path}.{key}"


def made(file: Path, tables: dict[str, Any]) -> tuple[bytes, str]:
    """Return a kit with all parts under the rules "one", and the digest of what it is made of."""
    file.write_text(tomli_w.dumps(tables), encoding="utf-8")
    catalog = Catalog()
    kit = build_kit(catalog, KitSpec(game=str(file), rules="one", parts=(*PARTS, *SCHOOL, "reader")))
    pages = b"".join(to_pdf(document, kit.paints, store=catalog.store) for document in kit.documents.values())
    return pages, digest(used_values(read_book(catalog, str(file), "one")))


@pytest.mark.whole
def test_whatever_changes_a_kit_changes_its_digest(tmp_path: Path) -> None:
    file, tables = tmp_path / "hall.toml", own_game()
    before, known = made(file, tables)
    assert made(file, tables) == (before, known)
    every = [path for _, _, path in leaves(tables) if path.startswith((".text", ".rulesets.one"))]
    chance, changed = random.Random(1), 0  # noqa: S311
    for path in chance.sample(every, CHANGES):
        other = copy.deepcopy(tables)
        holder, key = next((holder, key) for holder, key, each in leaves(other) if each == path)
        holder[key] = WORD.sub(lambda found: found[0][::-1], holder[key], count=1)
        try:
            content, now = made(file, other)
        except TaflkitError:
            # a word of the program's, such as the name of a rule
            continue
        assert content == before or now != known, path
        changed += content != before
    assert changed > CHANGES / 4


def test_the_words_and_sources_of_another_ruleset_are_not_in_a_digest(tmp_path: Path) -> None:
    file, tables = tmp_path / "hall.toml", own_game()

    def digests() -> tuple[str, ...]:
        file.write_text(tomli_w.dumps(tables), encoding="utf-8")
        catalog = Catalog()
        return tuple(digest(used_values(read_book(catalog, str(file), name))) for name in ("one", "two"))

    before = digests()
    tables["rulesets"]["two"]["source"] = "Somebody."
    after = digests()
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)
    tables["text"]["booklet"]["subtitle"] = "A game"
    assert all(one != other for one, other in zip(after, digests(), strict=True))


def test_a_digest_is_the_same_in_every_process() -> None:
    script = (
        "from taflkit.catalog import Catalog\nfrom taflkit.catalog.book import read_book\n"
        "from taflkit.catalog.inputs import digest, used_values\n"
        "print(digest(used_values(read_book(Catalog(), 'brandub', 'masters', ('check',), 'de'))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(found) == 1


def test_the_files_of_a_game_and_of_a_theme_are_those_that_it_has(tmp_path: Path) -> None:
    for name in ("layout.toml", "rulesets/one.toml", "text/en/booklet.toml", "languages/de/mine.po", "output/kit.pdf"):
        (tmp_path / "mine" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / name).write_text("", encoding="utf-8")
    assert {name for name, _ in game_files(tmp_path / "mine")} == {
        *("layout.toml", "rulesets/one.toml", "text/en/booklet.toml", "languages/de/mine.po")
    }
    alone = tmp_path / "mine" / "layout.toml"
    assert [*game_files(alone)] == [("layout.toml", alone)]
    theme = tmp_path / "oak.toml"
    names = ("art/king.svg", "../king.svg", "missing.svg", "art")
    theme.write_text(tomli_w.dumps({"devices": {f"a{n}": name for n, name in enumerate(names)}}), encoding="utf-8")
    for name in ("art/king.svg", "../king.svg", "other.svg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [name for name, _ in theme_files(theme)] == ["oak.toml", "art/king.svg"]
    (tmp_path / "king.toml").write_text("no TOML", encoding="utf-8")
    assert [name for name, _ in theme_files(tmp_path / "king.toml")] == ["king.toml"]
    assert [*game_files(tmp_path / "nowhere")] == []
