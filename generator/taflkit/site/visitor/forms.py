"""A game of the visitor's own as a form: what of a TOML text the form shows, and the text that a form writes.

Text and form are two views of one text. What the text holds that the form does not show stays as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from taflkit.catalog import Catalog
from taflkit.drawing.look import Face
from taflkit.errors import TaflkitError
from taflkit.figures import flag_values, typed_values, write_value
from taflkit.limits import FILE
from taflkit.reading import parse_toml
from taflkit.resources import DEFAULT_GAME
from taflkit.site.visitor.toml import Key, Places, Value, literal, with_value
from taflkit.tafl import BoardLayout, Rules, Square, flag_names
from taflkit.tafl.board import CORNERS, LARGEST, SMALLEST
from taflkit.tafl.sanity import without_throne
from taflkit.words.phrases import fill

HOUSE = "house"
"""The name of the ruleset that the form writes where a text has none."""


class GameForm(Struct, frozen=True):
    """The form's view of a text; None is what it cannot show, or does not change.

    Attributes:
        title: of the game.
        rows: of the start, top rank first.
        corners: the side of the block of squares at each corner: 1 is the corner alone, 0 for none.
        throne: whether the throne differs from other squares.
        ruleset: the name of the ruleset that the rest is of.
        rulesets: the names of those that the text has.
        values: of the ruleset's flags, as the files write them.
    """

    title: str | None = None
    rows: tuple[str, ...] | None = None
    corners: int | None = None
    throne: bool | None = None
    ruleset: str = HOUSE
    rulesets: tuple[str, ...] = ()
    rules_title: str | None = None
    source: str | None = None
    values: dict[str, str] = {}


class Hidden(Struct, frozen=True):
    """A part of a text that the form does not show: its key as messages write it, and its line, counted from 1."""

    key: str
    line: int


def corner_squares(size: int, side: int) -> tuple[Square, ...]:
    """Return the corner squares of a board: a block of `side` by `side` at each of its four corners."""
    ends = (*range(side), *range(size - side, size))
    return tuple(Square(file, rank) for file in ends for rank in ends)


def read_form(content: Mapping[str, Any]) -> GameForm:
    """Return the form that a page sends.

    Raises:
        TaflkitError: it is no such form, or a flag has a value that it cannot have.
    """
    try:
        form = msgspec.convert(dict(content), GameForm)
    except msgspec.ValidationError as error:
        raise TaflkitError(f"the form cannot be read: {error}") from None
    for flag, value in form.values.items():
        if value not in flag_values(flag):
            raise TaflkitError(f"the rule {flag} cannot be '{value}'; it can be {', '.join(flag_values(flag))}")
    return form


# from a text to the form


def form_of(tables: Mapping[str, Any], catalog: Catalog, ruleset: str = "") -> GameForm:
    """Return the form of a text's tables, as far as they can be read; their problems are named elsewhere.

    It shows the rules of a ruleset, or of the first for "".
    """
    layout, rulesets = _table(tables, "layout"), _table(tables, "rulesets")
    base, order = layout.get("base"), layout.get("rulesets")
    like = None
    if not layout.get("start") and isinstance(base, str) and base in catalog.game_names():
        like = catalog.game(base)
    known = sorted(rulesets)
    first = [each for each in order if each in known] if isinstance(order, list) else []
    names = tuple(dict.fromkeys((*first, *known)))
    name = ruleset if ruleset in names else names[0] if names else HOUSE
    own = _table(rulesets, name)
    start = layout.get("start") or (like.layout.picture if like else "")
    rows = tuple(row.strip() for row in start.strip().splitlines()) if isinstance(start, str) else ()
    size = len(rows)
    sized = size % 2 == 1 and SMALLEST <= size <= LARGEST
    drawn = sized and all(len(row) == size and set(row) <= set(".tTK") for row in rows)
    throne = layout.get("throne_marked", like is None or like.layout.throne_marked)
    return GameForm(
        title=_text(layout, "title", like.title if like else ""),
        rows=rows if drawn else None,
        corners=_corner_side(layout, size, like.layout if like else None) if drawn else None,
        throne=throne if isinstance(throne, bool) else None,
        ruleset=name,
        rulesets=names,
        rules_title=_text(own, "title", ""),
        source=_text(own, "source", ""),
        values={flag: write_value(value) for flag, value in _effective(rulesets, _lent(layout, catalog), name).items()},
    )


def _table(tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = tables.get(name)
    return table if isinstance(table, dict) else {}


def _text(table: Mapping[str, Any], key: str, otherwise: str) -> str | None:
    value = table.get(key, otherwise)
    return value if isinstance(value, str) else None


def _corner_side(layout: Mapping[str, Any], size: int, like: BoardLayout | None) -> int | None:
    named = layout.get("corners")
    if named is None:
        return int((len(like.corners) // CORNERS) ** 0.5) if like and like.size == size else 1
    if not isinstance(named, list):
        return None
    squares = sorted(map(str, named))
    sides = range((size - SMALLEST) // 2 + 1)
    return next((side for side in sides if sorted(map(str, corner_squares(size, side))) == squares), None)


def _effective(rulesets: Mapping[str, Any], lent: Mapping[str, Rules], name: str) -> dict[str, str | bool | int]:
    """Return the values of all flags of a ruleset, those it leaves out as its base has them."""
    above: list[str] = []
    while name in rulesets and name not in above:
        above.append(name)
        name = str(_table(rulesets, name).get("base", ""))
    rules = lent.get(name) or (Rules() if above else next(iter(lent.values())))
    values = dict(rules._asdict())
    for each in reversed(above):
        for flag, entry in _table(_table(rulesets, each), "rules").items():
            value = entry.get("value") if isinstance(entry, dict) else entry
            if flag in values and any(type(value) is type(each) and value == each for each in typed_values(flag)):
                values[flag] = value
    return values


def _lent(layout: Mapping[str, Any], catalog: Catalog) -> dict[str, Rules]:
    """Return the rules that a text's own may be based on, the default first."""
    base = layout.get("base")
    game = catalog.game(base if isinstance(base, str) and base in catalog.game_names() else DEFAULT_GAME)
    return {ruleset.name: ruleset.rules for ruleset in game.rulesets}


def hidden_in(places: Places, form: GameForm) -> tuple[Hidden, ...]:
    """Return what a text holds that the form does not show, in its order: whole tables, or keys of those it shows."""
    own: Key = ("rulesets", form.ruleset)
    in_part = {("layout",), ("rulesets",), own, (*own, "rules")}
    whole: set[Key] = {("layout", name) for name in ("title", "start", "corners", "throne_marked")}
    whole |= {(*own, name) for name in ("title", "source")} | {(*own, "rules", flag) for flag in flag_names()}
    hidden: dict[str, int] = {}
    for key, line in places.lines.items():
        length = 1
        while key[:length] in in_part and length <= len(key):
            length += 1
        if length <= len(key) and key[:length] not in whole:
            # each table of texts is a part of its own, [text.booklet] and [text.rules]
            part = key[: length + (key[0] in ("text", "figures", "proofs"))]
            hidden.setdefault(".".join(map(str, part)), line)
    return tuple(Hidden(key, line) for key, line in hidden.items())


# from the form to a text


def written(text: str, form: GameForm, catalog: Catalog, tables: Mapping[str, Any]) -> str:
    """Return a text, which has these tables, changed to hold what a form has; what is the same stays as it is written.

    Raises:
        TaflkitError: the text is laid out so that something cannot be written into it.
    """
    there = form_of(tables, catalog, form.ruleset)
    if form.rows is not None and form.rows != there.rows:
        # a board of another size has other corners, and a board of its own another throne than its base's
        text = with_value(text, ("layout", "start"), "".join(f"{row}\n" for row in form.rows))
        there = form_of(parse_toml(text, ""), catalog, form.ruleset)
    if form.throne is False and set(form.values) == set(flag_names()):
        # rules treat a throne that differs from no other square as one that does not
        rules: dict[str, Any] = {flag: _typed(flag, value) for flag, value in form.values.items()}
        plain = {flag: write_value(value) for flag, value in without_throne(Rules()._replace(**rules)).items()}
        form = msgspec.structs.replace(form, values={**form.values, **plain})
    changes = tuple(_changes(form, there))
    if form.ruleset not in there.rulesets and any(key[0] == "rulesets" for key, _ in changes):
        base = next(iter(_lent(_table(tables, "layout"), catalog)))
        text = with_value(text, ("rulesets", form.ruleset, "base"), base)
    for key, value in changes:
        text = with_value(text, key, value)
    return text


def _typed(flag: str, value: str) -> str | bool | int:
    return next(each for each in typed_values(flag) if write_value(each) == value)


def _changes(form: GameForm, there: GameForm) -> Iterator[tuple[Key, Value | None]]:
    """Yield the keys that a form has otherwise than a text, with their values; None takes a key out."""
    if form.title is not None and form.title != there.title:
        yield ("layout", "title"), form.title
    if form.corners is not None and there.rows is not None and form.corners != there.corners:
        yield ("layout", "corners"), tuple(map(str, corner_squares(len(there.rows), form.corners)))
    if form.throne is not None and form.throne != there.throne:
        yield ("layout", "throne_marked"), form.throne
    own: Key = ("rulesets", form.ruleset)
    for name, new, old in (("title", form.rules_title, there.rules_title), ("source", form.source, there.source)):
        if new is not None and new != old:
            yield (*own, name), new or None
    for flag, value in form.values.items():
        if value != there.values.get(flag):
            yield (*own, "rules", flag), _typed(flag, value)


def start_text(catalog: Catalog, file: str, title: str, game: str, ruleset: str, house: str) -> str:
    """Return the TOML, for a file of a name, of a new game with the board and the rules of a shipped one.

    The title and `house` are those of the new game and of its ruleset; "" is the shipped game's first ruleset.

    Raises:
        TaflkitError: there is no such game or ruleset.
    """
    shipped = catalog.game(game)
    chosen = shipped.ruleset(ruleset or None)
    layout = shipped.layout_under(chosen)
    board: dict[str, Value] = {}
    if layout.corners != BoardLayout.from_picture(layout.picture).corners:
        board["corners"] = tuple(map(str, layout.corners))
    if not layout.throne_marked:
        board["throne_marked"] = False
    plain = msgspec.structs.asdict(Face())
    board |= {f"face.{key}": name for key, name in msgspec.structs.asdict(chosen.face).items() if name != plain[key]}
    names = {
        "file": file,
        "title": literal(title),
        "start": literal(f"{layout.picture}\n"),
        "board": "".join(f"{key} = {literal(value)}\n" for key, value in board.items()),
        "rules_title": literal(house),
        "flags": "".join(f"{flag} = {literal(value)}\n" for flag, value in chosen.rules._asdict().items()),
    }
    return fill((catalog.templates / "starts" / "own" / "game.toml").read_text(encoding="utf-8"), names, FILE)
