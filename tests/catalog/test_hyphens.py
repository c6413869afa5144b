"""The list of hyphens is made of the shipped texts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from taflkit.resources import templates_folder
from taflkit.sheets.paper import PAPERS

LIST = templates_folder() / "hyphens" / "en.txt"


def test_every_word_is_broken_inside_and_stands_once() -> None:
    lines = LIST.read_text(encoding="utf-8").split()
    words = [line.replace("-", "") for line in lines]
    assert words == sorted(set(words))
    assert all(re.fullmatch(r"[^\W\d_]{2,}(-[^\W\d_]{2,})*", line) for line in lines), "no part is a single letter"
    assert all("-" not in line for line, word in zip(lines, words, strict=True) if len(word) < 6)


def test_every_word_that_the_setter_asks_for_is_there() -> None:
    listed = {line.replace("-", "") for line in LIST.read_text(encoding="utf-8").split()}
    texts = templates_folder().rglob("text/en/*.toml")
    found = {
        word for file in texts for word in re.findall(r"[^\W\d_]{5,}", _values(tomllib.loads(file.read_text("utf-8"))))
    }
    found |= {word for paper in PAPERS.values() for word in re.findall(r"[^\W\d_]{5,}", paper.label)}
    assert {word.lower() for word in found} <= listed, "run scripts/make_hyphens.py (make fonts)"


def _values(table: object) -> str:
    """Return all strings of a TOML value."""
    if isinstance(table, dict):
        return " ".join(map(_values, table.values()))
    if isinstance(table, list):
        return " ".join(map(_values, table))
    return str(table)


def test_no_word_of_the_list_is_gone_from_the_texts() -> None:
    text = " ".join(
        file.read_text(encoding="utf-8").lower()
        for folder in ("games", "text/en")
        for file in (templates_folder() / folder).rglob("*.toml")
        if tomllib.loads(file.read_text(encoding="utf-8")) is not None
    )
    words = {*re.findall(r"[^\W\d_]+", text), *(paper.label.lower() for paper in PAPERS.values())}
    stale = [line for line in LIST.read_text(encoding="utf-8").split() if line.replace("-", "") not in words]
    assert stale == [], "run scripts/make_hyphens.py (make fonts)"


def test_the_long_words_of_the_rules_can_be_broken() -> None:
    known = {line.replace("-", "") for line in LIST.read_text(encoding="utf-8").split()}
    assert {"attackers", "defenders", "captured", "reconstruction"} <= known
    assert Path(LIST).stat().st_size < 20_000
