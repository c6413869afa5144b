"""The pages that call Python and have a board that visitors click on: play, diagrams, and a game of their own.

Such a page has assets/board.css and assets/board-colours.css in its head, and gives board.js the labels of
`board_labels` and the pictures of `pictures_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from taflkit.drawing.look import FACE_FIELDS, Face
from taflkit.drawing.shapes import Drawing
from taflkit.errors import TaflkitError
from taflkit.figures import flag_values
from taflkit.figures.diagrams import Moment
from taflkit.kit.diagrams import Diagram, DiagramSpec, build_diagram
from taflkit.kit.options import CHOICES, DEFAULT_DPI, DEFAULT_WIDTH, DEFAULTS
from taflkit.limits import CAPTION, DPI, FILE, LINES, NAME, PIXELS, TITLE, WIDTH
from taflkit.parts.board.surface import draw_noble
from taflkit.parts.counters import draw_piece
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site, SitePage, place_in
from taflkit.site.visitor.diagrams import LETTERS, boards_of, picture_path, pictures_of
from taflkit.site.visitor.games import begin
from taflkit.site.visitor.session import Session
from taflkit.site.writing import grammar, read_words
from taflkit.tafl import Piece, Position, flag_names
from taflkit.tafl.board import LARGEST, SMALLEST
from taflkit.words.phrases import Words

_PICTURE = 6.0
"""The side in mm of the picture of a piece, a throne or a corner: its bold lines are seen on small squares too."""
_COLOURS = {
    "square": "board.square",
    "attackers": "board.square.attackers",
    "defenders": "board.square.defenders",
    "corner": "board.square.corner",
    "throne": "board.square.throne",
    "line": "board.line",
    "frame": "board.frame",
    "point": "board.point.ground",
    "mark": "figure.arrow.head",
    "casing": "figure.badge",
    "refused": "figure.refused",
}
"""The names of the custom properties, and the roles that they have the colours of."""
_PREFIX = "board"
"""What the names of the custom properties begin with."""
_OWN_TABLES = ("board", "sentences", "idle", "file", "done", "flags")
"""The tables of own.toml that the page's script reads."""


def pages(site: Site, language: str) -> Iterator[SitePage]:
    """Yield the pages in a language."""
    root = "../" * (place_in(site, language, "").count("/") + 1)
    played = _played_values(site, language, root)
    yield SitePage("diagram/index.html", "diagram.html.j2", _diagram_values(site, language, played), language)
    play = {**played, "play": read_words(site, language, "play")}
    yield SitePage("play/index.html", "play.html.j2", play, language)
    yield SitePage("own/index.html", "own.html.j2", _own_values(site, language, root), language)


def starts(site: Site, language: str) -> Iterator[Made]:
    """Yield the first diagram of the page of diagrams, where that is there."""
    if site.runtime is not None:
        made = _start(site, language)
        svg = to_svg(made.drawing, made.paints, store=site.catalog.store)
        yield Made(place_in(site, language, "diagram/start.svg"), svg.encode())


def files(site: Site) -> Iterator[Made]:
    """Yield the pictures of boards in the default theme."""
    theme, store = site.catalog.theme(), site.catalog.store
    middle = _PICTURE / 2
    for kind in LETTERS:
        for name in FACE_FIELDS[kind]:
            look = theme.look(store, Face(**{kind: name}))
            if kind in ("throne", "corner"):
                shapes = draw_noble(kind, (middle, middle), 0.94 * middle, look)
            else:
                shapes = (draw_piece(Piece[kind.upper()], _PICTURE, look, middle, middle),)
            yield Made(picture_path(kind, name), to_svg(Drawing(_PICTURE, _PICTURE, shapes), theme.paints).encode())
    colours = []
    for name, role in _COLOURS.items():
        paint = theme.paints.paint(role)
        # a line has no fill
        colour = paint.fill if paint.fill is not None else paint.stroke
        if colour is not None:
            lights = colour * 3 if len(colour) == 1 else colour
            colours.append(f"  --{_PREFIX}-{name}: #{''.join(f'{round(light * 255):02x}' for light in lights)};")
    yield Made("assets/board-colours.css", "\n".join((":root {", *colours, "}", "")).encode())


def board_labels(site: Site, language: str, words: Words) -> Mapping[str, Any]:
    """Return the labels that board.js reads squares out with, with a game's words for pieces and places."""
    return {
        **read_words(site, language, "board"),
        "pieces": {piece.value: words.piece(piece) for piece in Piece},
        "places": {place: words.named(1, words.places[place]) for place in ("throne", "corner")},
    }


def _keys(site: Site, language: str) -> dict[str, str]:
    """Return the keys that put a piece on a square, by its letter."""
    return {letter: key.lower() for letter, key in read_words(site, language, "diagram")["keys"].items()}


# diagrams


def _start(site: Site, language: str) -> Diagram:
    """Return the diagram of the first game's start, which stands on the page before its visitor chooses anything."""
    game = site.game_in(site.first_game(language), language)
    ruleset = game.ruleset(None)
    moment = Moment.of(Position.start(game.variant(ruleset)), sided=True)
    return build_diagram(site.catalog, game, ruleset, moment, DiagramSpec(language=language))


def _played_values(site: Site, language: str, root: str) -> dict[str, Any]:
    """Return the values of a page with a board on which games are played."""
    words = read_words(site, language, "diagram")
    first = site.first_game(language)
    games = {name: site.game_in(name, language) for name in site.games}
    ways = {name: f"{root}{place_in(site, site.language_for(name, language), f'games/{name}/')}" for name in games}
    boards = {name: {**boards_of(game, language, root), "way": ways[name]} for name, game in games.items()}
    return {
        "diagram": words,
        "first": first,
        "games": games,
        "rulesets": boards[first]["rulesets"],
        "data": {
            "root": root,
            "language": language,
            "first": first,
            "games": boards,
            "labels": board_labels(site, language, games[first].texts(language).words),
            "words": words["messages"],
            "most": FILE,
            "lines": LINES,
        },
    }


def _diagram_values(site: Site, language: str, played: Mapping[str, Any]) -> dict[str, Any]:
    pieces = played["data"]["labels"]["pieces"]
    return {
        **played,
        "themes": read_words(site, language, "themes"),
        "modes": CHOICES["mode"],
        "pieces": [(piece.value, pieces[piece.value]) for piece in (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)],
        "size": (DEFAULT_WIDTH, WIDTH),
        "dpi": (DEFAULT_DPI, DPI),
        "longest": CAPTION,
        "start": {"alternative": _start(site, language).description.text},
        "data": {
            **played["data"],
            "keys": _keys(site, language),
            "pixels": PIXELS,
            "defaults": {
                "theme": DEFAULTS.theme,
                "mode": DEFAULTS.mode,
                "size": f"{DEFAULT_WIDTH:g}",
                "dpi": str(DEFAULT_DPI),
            },
        },
    }


# a game of one's own


def check_flags(words: Mapping[str, Any]) -> None:
    """Refuse words of a game of one's own (own.toml) in which not every flag is in one group and has all its labels.

    Raises:
        TaflkitError: the words lack a flag or a value, have one that there is not, or have a flag in two groups.
    """
    grouped = [flag for group in words["group"] for flag in group["flags"]]
    for flags in (grouped, list(words["flags"])):
        if sorted(flags) != sorted(flag_names()):
            twice = {flag for flag in flags if flags.count(flag) > 1}
            strange = sorted(twice | set(flags) ^ set(flag_names()))
            raise TaflkitError(f"own.toml: {', '.join(strange)}: every rule flag stands there once, and no other")
    for flag in flag_names():
        if list(words["flags"][flag]) != ["label", *flag_values(flag)]:
            raise TaflkitError(f"own.toml: flags.{flag}: it has a label, and then {', '.join(flag_values(flag))}")


def _own_values(site: Site, language: str, root: str) -> dict[str, Any]:
    words = read_words(site, language, "own")
    check_flags(words)
    first = site.first_game(language)
    request = {
        "name": words["begin"]["file"],
        "title": words["begin"]["game"],
        "house": words["begin"]["house"],
        "game": first,
        "rules": site.catalog.game(first).ruleset_names[0],
        "language": language,
    }
    with TemporaryDirectory() as folder:
        shown = msgspec.to_builtins(begin(Session(site.catalog, Path(folder)), request).content)
    sentences: dict[int, list[dict[str, Any]]] = {}
    for sentence in shown["sentences"]:
        sentences.setdefault(sentence["number"], []).append(sentence)
    # every picture that a board may have, by what it is of and by its name in a face
    pictures = {kind: {name: f"{root}{picture_path(kind, name)}" for name in FACE_FIELDS[kind]} for kind in LETTERS}
    data = {
        "language": language,
        "colon": grammar(site, language).lists.colon,
        "words": {name: words[name] for name in _OWN_TABLES},
        "labels": board_labels(site, language, site.catalog.game(first).texts(language).words),
        "keys": _keys(site, language),
        "pictures": pictures,
        "face": shown["face"],
        "begin": {name: request[name] for name in ("name", "title", "house")},
        "shown": shown,
        "most": FILE,
        "lines": LINES,
    }
    return {
        "own": words,
        "find_puzzles": read_words(site, language, "puzzles")["own"]["find"],
        "starts": [site.game_in(name, language) for name in site.games],
        "begun": f"{first}/{request['rules']}",
        "longest": {"title": TITLE, "source": CAPTION, "file": NAME + len(".toml")},
        "sizes": range(SMALLEST, LARGEST + 1, 2),
        "pictures": pictures_of(Face(**shown["face"]), root),
        "shown": shown,
        "sentences": list(sentences.values()),
        "data": msgspec.json.encode(data).decode(),
    }
