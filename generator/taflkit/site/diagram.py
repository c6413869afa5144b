"""The page on which visitors draw a diagram: its games and boards, its choices and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from taflkit.figures.diagrams import Moment
from taflkit.kit.diagrams import Diagram, DiagramSpec, build_diagram
from taflkit.kit.options import CHOICES, DEFAULTS, DOTS, WIDE
from taflkit.limits import CAPTION, DPI, PIXELS, WIDTH
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Page, Site, place_in
from taflkit.site.pictures import board_labels
from taflkit.site.visitor.diagrams import boards_of
from taflkit.site.writing import read_words
from taflkit.tafl import Piece, Position

__all__ = ["files", "pages"]

_PATH, _START = "diagram/index.html", "diagram/start.svg"


def pages(site: Site) -> Iterator[Page]:
    """Yield the page in every language."""
    for language in site.languages:
        yield Page(_PATH, "diagram.html.j2", _values(site, language), language)


def files(site: Site) -> Iterator[Made]:
    """Yield the picture that stands on the page before its visitor has chosen anything."""
    if site.runtime is None:
        return
    for language in site.languages:
        made = _start(site, language)
        svg = to_svg(made.drawing, made.paints, store=site.catalog.store)
        yield Made(place_in(site, language, _START), svg.encode())


def _start(site: Site, language: str) -> Diagram:
    """Return the diagram of the first game's start."""
    game = site.catalog.game(_first(site, language)).speaking(language)
    ruleset = game.ruleset(None)
    shown = Moment.of(Position.start(game.variant(ruleset)), sided=True)
    return build_diagram(site.catalog, game, ruleset, shown, DiagramSpec(language=language))


def _first(site: Site, language: str) -> str:
    """Return the game that the page in a language begins with."""
    known = site.games_in(language)
    return DEFAULTS.game if DEFAULTS.game in known else known[0]


def _values(site: Site, language: str) -> dict[str, Any]:
    """Return what the template needs."""
    words = read_words(site, language, "diagram")
    catalog = site.catalog
    first = _first(site, language)
    games = {name: catalog.game(name).speaking(site.language_for(name, language)) for name in site.games}
    root = "../" if language == site.languages[0] else "../../"
    texts = games[first].texts(language)
    labels = board_labels(site, language, texts.words)
    data = {
        "root": root,
        "language": language,
        "first": first,
        "games": {name: boards_of(game, language, root) for name, game in games.items()},
        "labels": labels,
        "words": words["said"],
        "keys": {letter: key.lower() for letter, key in words["keys"].items()},
        "pixels": PIXELS,
        "defaults": {"theme": DEFAULTS.theme, "mode": DEFAULTS.mode, "size": f"{WIDE:g}", "dpi": str(DOTS)},
    }
    return {
        "diagram": words,
        "first": first,
        "games": games,
        "rulesets": data["games"][first]["rulesets"],
        "themes": read_words(site, language, "themes"),
        "modes": CHOICES["mode"],
        "pieces": [
            (piece.value, labels["pieces"][piece.value]) for piece in (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)
        ],
        "size": (WIDE, WIDTH),
        "dpi": (DOTS, DPI),
        "longest": CAPTION,
        "data": data,
        "start": {"alternative": _start(site, language).description.text},
    }
