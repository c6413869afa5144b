"""A request for every option of the site's pages.

The runtime has the modules that these requests need, and the tests make each of them with the finished runtime. It runs
in Pyodide too, so that it reads taflkit and the standard library alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from taflkit.catalog import Catalog
from taflkit.kit.options import CHOICES, OPTIONS, RANGES
from taflkit.sheets.paper import PAPERS
from taflkit.site.visitor import answer

__all__ = ["every_request"]

Request = tuple[str, dict[str, Any]]
"""The name of a question, and its request."""

_OTHERS: tuple[dict[str, str], ...] = (
    {"sheets": "5"},
    {"cell": "20"},
    {"cell": "1in"},
    {"cell": "32mm", "sections": "two"},
    {"join": "overlap", "overlap": "8"},
    {"counters": "punch", "punch": "25.4"},
    {"sets": "2"},
    {"sets": "3", "spares": "yes"},
    {"class": "30", "cell": "25"},
    {"margin": "12"},
    {"gap": "0"},
    {"gap": "6", "bleed": "1"},
    {"mirror": "yes"},
    {"frame": "0"},
    {"frame": "14"},
    {"box": "kit", "thickness": "2"},
    {"box": "parts", "thickness": "0.5", "king": "standee"},
    {"split": "yes", "duplex": "long", "counters": "two-sided", "cards": "two-sided"},
    {"parts": "reader"},
    {"parts": "reader,cards,booklet", "pages": "12"},
    {"parts": "board,counters"},
    {"parts": "all,poster,record,colouring,puzzles"},
    {"variations": "slow-king,harmless-throne", "rules": "branan"},
    {"variations": "check", "rules": "masters"},
    {"ink": "light", "theme": "manuscript", "mode": "mono"},
)
"""Choices that go together, and one of each length and number."""

_GAME = """
[layout]
title = "Ballinderry's Thoughtfulness"
start = '''
..t..
..T..
tTKTt
..T..
..t..
'''
corners = []
face = { attacker = "wolf", defender = "shield", king = "helmet", frame = "links" }
[rulesets.house]
title = "House rules of our club"
base = "walker"
rules.goal = "edge"
"""
_WORDS = """
[layout]
title = "Hyphenations"
base = "tablut"
[text.booklet]
history.title = "Incomprehensibilities"
history.paragraphs = [
  "Notwithstanding archaeologists' uncharacteristically institutionalised counterrevolutionary misinterpretations, \
  electroencephalographically straightforward antidisestablishmentarianism overenthusiastically \
  disproportionates extraterritorial internationalisations.",
]
"""
_MISTAKES = "[layout]\ntitel = 1\nbase = 'brandubh'\n[rulesets.x]\nlabel = 3\n"
"""Games of a visitor's own: a board, words that no list of hyphens has, and what has problems."""

_PRINTER = {"scale_x": "99.6", "scale_y": "100.3", "back_dx": "1.5", "back_dy": "-0.5", "unprintable": "6"}


def every_request(catalog: Catalog) -> Iterator[Request]:
    """Yield a request for each value of each choice, each game, ruleset, theme, mode and ink, and refused ones."""
    yield "games", {}
    yield from (("kit", {"values": values}) for values in _every_choice(catalog))
    for name, text in (("mine.toml", _GAME), ("hyphens.toml", _WORDS), ("mistakes.toml", _MISTAKES), ("no.toml", "=")):
        yield "kit", {"own": {"name": name, "text": text}}
    for values in ({"counters": "two-sided"}, {"duplex": "long", "counters": "two-sided", "paper": "letter"}):
        yield "kit", {"values": values, "printer": _PRINTER}
    yield from (("kit", request) for request in _every_refusal())
    for values in ({}, {"game": "parlett", "sets": "2"}, {"cell": "20", "box": "kit"}, {"parts": "counters"}):
        yield "plan", {"values": values}
    for paper in (*PAPERS, "420x594"):
        yield from (("test-sheet", {"paper": paper, "duplex": each, "mode": "mono"}) for each in CHOICES["duplex"])
    yield from _every_diagram(catalog)
    yield from _every_own()
    for code in catalog.game("brandub").languages[1:]:
        yield "test-sheet", {"paper": "a4", "language": code}
        yield "play", {"game": "brandub", "language": code, "move": "d6-d7"}
        yield "diagram", {"game": "brandub", "language": code, "format": "pdf", "moves": ["d6-c6"]}
        yield "boards", {"own": {"name": "mine.toml", "text": _GAME}, "root": "../", "language": code}
        yield "game", {"name": "a.toml", "text": _GAME, "language": code}
        yield "kit", {"own": {"name": "hyphens.toml", "text": _WORDS}, "values": {"language": code}}
    yield "kit", {"values": {"game": "tablut", "language": "ga"}}


def _every_choice(catalog: Catalog) -> Iterator[dict[str, str]]:
    """Yield the texts of choices."""
    for field, values in CHOICES.items():
        yield from ({field: value} for value in values)
    for theme in catalog.theme_names():
        for mode in CHOICES["mode"]:
            yield from ({"theme": theme, "mode": mode, "ink": ink} for ink in CHOICES["ink"])
    for game in catalog.game_names():
        for rules in catalog.game(game).ruleset_names:
            yield {"game": game, "rules": rules}
        yield from ({"game": game, "language": code} for code in catalog.game(game).languages[1:])
    yield from _OTHERS


def _every_refusal() -> Iterator[dict[str, Any]]:
    """Yield requests that have a problem."""
    for field, values in RANGES.items():
        if OPTIONS[field].group:
            yield {"values": {field: f"{values.most + 1:g}"}}
            yield {"values": {field: "many"}}
    for field in ("game", "rules", "variations", "theme", "language", *CHOICES):
        yield {"values": {field: "elsewhere"}}
    yield {"values": {"cell": "190"}}
    yield {"values": {"game": "alea-evangelii", "cell": "60", "sheets": "1"}}
    yield {"printer": {"scale_x": "80"}}
    yield {"printer": {"unprintable": "9"}, "values": {"margin": "6"}}
    yield {"own": {"name": "a/b.toml", "text": ""}}
    yield {"values": {"cell": 3}}


def _every_diagram(catalog: Catalog) -> Iterator[Request]:
    """Yield requests of the page of diagrams."""
    for game in catalog.game_names():
        yield "play", {"game": game}
        yield "diagram", {"game": game, "format": "svg", "coordinates": True}
    record = ["d6-f6", "d3-f3"]
    for asked in ({"record": record}, {"move": "d7-d6"}, {"move": "d6-d7"}, {"record": ["d6-d1"]}, {"move": "there"}):
        yield "play", asked
    for name, text in (("mine.toml", _GAME), ("mistakes.toml", _MISTAKES)):
        yield "boards", {"own": {"name": name, "text": text}, "root": "../"}
    for text in ("1. d2-e2 {so} c4-c5", "/7/7/2t4/7/3Tt2/7/7/", "...", "d2-e2 {", "d2-d7", ""):
        yield "read", {"text": text}
    for square in ("d6", "d4", "a1", "z9", "d7"):
        yield "moves", {"square": square}
        yield "moves", {"square": square, "target": "d5"}
    for theme in catalog.theme_names():
        for mode in CHOICES["mode"]:
            shown = {"record": record, "after": 1, "theme": theme, "mode": mode, "moves_of": ["d3"], "part": "a1-d4"}
            yield "diagram", {**shown, "format": "svg", "caption": "*A move* of a characteristically large piece."}
            yield "diagram", {**shown, "format": "pdf", "size": "80", "title": "A title", "refused": ["d5-d1"]}
    for wrong in ({"size": "1"}, {"part": "here"}, {"moves": ["a1"]}, {"caption": "{"}, {"ply": 3}, {"position": "?"}):
        yield "diagram", wrong
    yield "diagram", {"own": {"name": "mine.toml", "text": _GAME}, "position": "t.t..\n.....\n..K..\n.....\n....."}


def _every_own() -> Iterator[Request]:
    """Yield requests of the page of a game of one's own."""
    yield "find-puzzles", {"own": {"name": "mine.toml", "text": _GAME}}
    for text in (_GAME, f"{_GAME}\n[puzzles.house]\ngame = 1\n"):
        yield "collection", {"own": {"name": "mine.toml", "text": text}}
    begun = {"name": "mine.toml", "title": "Mine", "house": "House rules", "game": "tablut", "rules": "linnaeus"}
    yield "begin", begun
    for name, text in (("a.toml", _GAME), ("b.toml", _WORDS), ("c.toml", _MISTAKES), ("d.toml", "="), ("e.toml", "")):
        yield "game", {"name": name, "text": text}
        yield "kit-problems", {"name": name, "text": text}
    own = json.loads(answer("begin", json.dumps(begun))[0])["answer"]
    changes = ({"title": "Another"}, {"corners": 1}, {"rows": ["t", "x"]}, {"values": {"goal": "nowhere"}}, {})
    for change in changes:
        yield "write", {"name": own["name"], "text": own["text"], "form": {**own["form"], **change}}
