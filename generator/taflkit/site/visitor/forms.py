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
from taflkit.site.visitor.toml_edits import Value, literal, with_value, without
from taflkit.site.visitor.toml_places import Key, Places
from taflkit.tafl import CORNERS, BoardLayout, Rules, Square, flag_names
from taflkit.tafl.sanity import without_throne
from taflkit.tafl.squares import LARGEST, SMALLEST
from taflkit.words.phrases import fill

__all__ = ["Form", "corner_squares", "form_of", "kept_of", "read_form", "start_text", "written"]


HOUSE = "house"
"""The name of the ruleset that the form writes where a text has none."""
_PIECES = set(".tTK")


class Form(Struct, frozen=True):
    """What the form shows of a text; None is what it cannot show, or does not change.

    Attributes:
        title: of the game.
        rows: of the start, top rank first.
        corners: the side of the block of squares at each corner: 1 is the corner alone, 0 for none.
        throne: whether the throne differs from other squares.
        ruleset: the name of the ruleset that the rest is of.
        rulesets: the names of those that the text has.
        rules_title, source: of the ruleset.
        values: of its flags, as the files write them.
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


class Kept(Struct, frozen=True):
    """A part of a text that the form does not show.

    Attributes:
        key: as messages write it.
        line: counted from 1.
    """

    key: str
    line: int


def corner_squares(size: int, side: int) -> tuple[Square, ...]:
    """Return the corner squares of a board: a block of `side` by `side` at each of its four corners."""
    ends = (*range(side), *range(size - side, size))
    return tuple(Square(file, rank) for file in ends for rank in ends)


def read_form(wish: Mapping[str, Any]) -> Form:
    """Return the form that a page sends.

    Raises:
        TaflkitError: it is no such form, or a flag has a value that it cannot have.
    """
    try:
        form = msgspec.convert(dict(wish), Form)
    except msgspec.ValidationError as error:
        raise TaflkitError(f"the form cannot be read: {error}") from None
    for flag, value in form.values.items():
        if value not in flag_values(flag):
            raise TaflkitError(f"the rule {flag} cannot be '{value}'; it can be {', '.join(flag_values(flag))}")
    return form


# from a text to the form


def form_of(tables: Mapping[str, Any], catalog: Catalog, ruleset: str = "") -> Form:
    """Return what the form shows of a text, as far as it can be read; its problems are named elsewhere.

    Args:
        tables: of the text.
        catalog: the templates, for what the text leaves out.
        ruleset: whose rules are shown; "" for the first.
    """
    layout = _table(tables, "layout")
    like = _base(layout, catalog)
    names = _ruleset_names(tables, layout)
    name = ruleset if ruleset in names else names[0] if names else HOUSE
    own = _table(_table(tables, "rulesets"), name)
    rows = _rows(layout, like)
    flags = _effective(tables, catalog, name)
    return Form(
        title=_text(layout, "title", like[0] if like else ""),
        rows=rows,
        corners=_corner_side(layout, rows, like[1] if like else None),
        throne=_throne(layout, like[1] if like else None),
        ruleset=name,
        rulesets=names,
        rules_title=_text(own, "title", ""),
        source=_text(own, "source", ""),
        values={flag: write_value(value) for flag, value in flags.items()},
    )


def _table(tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = tables.get(name)
    return found if isinstance(found, dict) else {}


def _text(table: Mapping[str, Any], key: str, otherwise: str) -> str | None:
    value = table.get(key, otherwise)
    return value if isinstance(value, str) else None


def _base(layout: Mapping[str, Any], catalog: Catalog) -> tuple[str, BoardLayout] | None:
    """Return the title and the board of the game that a text is based on; None where it has a start of its own."""
    name = layout.get("base")
    if layout.get("start") or not isinstance(name, str) or name not in catalog.game_names():
        return None
    game = catalog.game(name)
    return game.title, game.layout


def _rows(layout: Mapping[str, Any], like: tuple[str, BoardLayout] | None) -> tuple[str, ...] | None:
    start = layout.get("start") or (like[1].picture if like else "")
    if not isinstance(start, str):
        return None
    rows = tuple(row.strip() for row in start.strip().splitlines())
    size = len(rows)
    shown = size % 2 == 1 and SMALLEST <= size <= LARGEST
    return rows if shown and all(len(row) == size and set(row) <= _PIECES for row in rows) else None


def _corner_side(layout: Mapping[str, Any], rows: tuple[str, ...] | None, like: BoardLayout | None) -> int | None:
    named = layout.get("corners")
    if rows is None:
        return None
    size = len(rows)
    if named is None:
        return int((len(like.corners) // CORNERS) ** 0.5) if like and like.size == size else 1
    if not isinstance(named, list):
        return None
    for side in range((size - SMALLEST) // 2 + 1):
        if sorted(map(str, named)) == sorted(map(str, corner_squares(size, side))):
            return side
    return None


def _throne(layout: Mapping[str, Any], like: BoardLayout | None) -> bool | None:
    marked = layout.get("throne_marked")
    if marked is None:
        return like is None or like.throne_marked
    return marked if isinstance(marked, bool) else None


def _ruleset_names(tables: Mapping[str, Any], layout: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of a text's rulesets, in the layout's order."""
    found = sorted(_table(tables, "rulesets"))
    order = layout.get("rulesets")
    first = [name for name in order if name in found] if isinstance(order, list) else []
    return tuple(dict.fromkeys((*first, *found)))


def _effective(tables: Mapping[str, Any], catalog: Catalog, name: str) -> dict[str, str | bool | int]:
    """Return the values of all flags of a ruleset, those it leaves out as its base has them."""
    chain: list[Mapping[str, Any]] = []
    own, lent = _table(tables, "rulesets"), _lent(_table(tables, "layout"), catalog)
    above: list[str] = []
    while name in own and name not in above:
        above.append(name)
        chain.append(_table(_table(own, name), "rules"))
        name = str(_table(own, name).get("base", ""))
    rules = lent.get(name) or (Rules() if above else next(iter(lent.values())))
    values = dict(rules._asdict())
    for table in reversed(chain):
        for flag, entry in table.items():
            value = entry.get("value") if isinstance(entry, dict) else entry
            if flag in values and any(type(value) is type(each) and value == each for each in typed_values(flag)):
                values[flag] = value
    return values


def _lent(layout: Mapping[str, Any], catalog: Catalog) -> dict[str, Rules]:
    """Return the rules that a text's own may be based on, the default first."""
    base = layout.get("base")
    game = catalog.game(base if isinstance(base, str) and base in catalog.game_names() else DEFAULT_GAME)
    return {ruleset.name: ruleset.rules for ruleset in game.rulesets}


def kept_of(places: Places, form: Form) -> tuple[Kept, ...]:
    """Return what a text holds that the form does not show, in its order: whole tables, or keys of those it shows."""
    shown = dict(_shown(form))
    found: dict[str, int] = {}
    for key, start in sorted(_starts(places), key=lambda item: item[1]):
        part = _unshown(key, shown)
        if part:
            found.setdefault(".".join(map(str, part)), places.text.count("\n", 0, start) + 1)
    return tuple(Kept(key, line) for key, line in found.items())


def _starts(places: Places) -> Iterator[tuple[Key, int]]:
    yield from ((key, pair.start) for key, pair in places.pairs.items())
    yield from ((key, table.start) for key, table in places.tables.items() if key)


def _shown(form: Form) -> Iterator[tuple[Key, bool]]:
    """Yield the keys that the form shows, and the tables that they stand in, with whether all of it is shown."""
    yield from (((name,), False) for name in ("layout", "rulesets"))
    yield from ((("layout", name), True) for name in ("title", "start", "corners", "throne_marked"))
    own: Key = ("rulesets", form.ruleset)
    yield own, False
    yield from (((*own, name), True) for name in ("title", "source"))
    yield (*own, "rules"), False
    yield from (((*own, "rules", flag), True) for flag in flag_names())


def _unshown(key: Key, shown: Mapping[Key, bool]) -> Key:
    """Return the part of a key that the form does not show; () where it shows the key."""
    for length in range(1, len(key) + 1):
        whole = shown.get(key[:length])
        if whole is None:
            # the texts of a game are told apart, [text.booklet] from [text.rules]
            return key[: length + (key[0] in ("text", "figures", "proofs"))]
        if whole:
            return ()
    return ()


# from the form to a text


def written(text: str, form: Form, catalog: Catalog, tables: Mapping[str, Any]) -> str:
    """Return a text changed to hold what a form has; a form that shows the text as it is changes nothing.

    Args:
        text: the TOML.
        form: what it is to hold.
        catalog: the templates.
        tables: of the text.

    Raises:
        TaflkitError: the text is laid out so that something cannot be written into it.
    """
    there = form_of(tables, catalog, form.ruleset)
    if form.rows is not None and form.rows != there.rows:
        # a board of another size has other corners, and a board of its own another throne than its base's
        text = with_value(text, ("layout", "start"), "".join(f"{row}\n" for row in form.rows))
        there = form_of(parse_toml(text, ""), catalog, form.ruleset)
    changes = tuple(_changes(_fitting(form), there))
    if form.ruleset not in there.rulesets and any(key[0] == "rulesets" for key, _ in changes):
        text = with_value(
            text, ("rulesets", form.ruleset, "base"), next(iter(_lent(_table(tables, "layout"), catalog)))
        )
    for key, value in changes:
        text = without(text, key) if value is None else with_value(text, key, value)
    return text


def _fitting(form: Form) -> Form:
    """Return a form whose rules treat a throne that differs from no other square as one that does not."""
    if form.throne is not False or set(form.values) != set(flag_names()):
        return form
    rules = rules_of(form.values)
    plain = {flag: write_value(value) for flag, value in without_throne(rules).items()}
    return msgspec.structs.replace(form, values={**form.values, **plain})


def rules_of(values: Mapping[str, str]) -> Rules:
    """Return the rules of a form's values."""
    chosen: dict[str, Any] = {flag: _typed(flag, value) for flag, value in values.items()}
    return Rules()._replace(**chosen)


def _typed(flag: str, value: str) -> str | bool | int:
    return next(each for each in typed_values(flag) if write_value(each) == value)


def _changes(form: Form, there: Form) -> Iterator[tuple[Key, Value | None]]:
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
    """Return the TOML to begin a game of one's own with, on the board and with the rules of a shipped one.

    Args:
        catalog: the templates.
        file: the name of the text's file.
        title: of the new game.
        game: the shipped one.
        ruleset: its rules; "" for its first.
        house: the title of the new ruleset.

    Raises:
        TaflkitError: there is no such game or ruleset.
    """
    found = catalog.game(game)
    chosen = found.ruleset(ruleset or None)
    layout = found.layout_under(chosen)
    usual = BoardLayout.from_picture(layout.picture)
    keys: dict[str, Value] = {}
    if layout.corners != usual.corners:
        keys["corners"] = tuple(map(str, layout.corners))
    if not layout.throne_marked:
        keys["throne_marked"] = False
    plain = msgspec.structs.asdict(Face())
    keys |= {f"face.{key}": name for key, name in msgspec.structs.asdict(chosen.face).items() if name != plain[key]}
    names = {
        "file": file,
        "title": literal(title),
        "start": literal(f"{layout.picture}\n"),
        "board": _lines(keys),
        "rules_title": literal(house),
        "flags": _lines(chosen.rules._asdict()),
    }
    return fill((catalog.templates / "starts" / "own" / "game.toml").read_text(encoding="utf-8"), names, FILE)


def _lines(values: Mapping[str, Value]) -> str:
    return "".join(f"{key} = {literal(value)}\n" for key, value in values.items())
