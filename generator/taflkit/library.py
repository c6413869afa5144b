"""The functions and values that `import taflkit` gives. The commands' own code makes everything, so bytes are the same.

All calls share what they read of the shipped files, one thread after another; files of the user's own are read anew.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, wraps
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar, get_type_hints, overload

import msgspec
from msgspec import Struct

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.catalog.games import stated_game
from taflkit.catalog.puzzles import load_puzzles
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Document
from taflkit.errors import TaflkitError, UnknownName
from taflkit.figures.diagrams import Moment
from taflkit.kit import build
from taflkit.kit.diagrams import DiagramSpec, build_diagram
from taflkit.kit.options import DEFAULT_WIDTH, OPTIONS, KitSpec, field_of, read_choices, written
from taflkit.kit.plans import plan_pages
from taflkit.parts import figures
from taflkit.render.pdf import to_pdf
from taflkit.render.svg import to_svg
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, DEFAULT_THEME, MODES
from taflkit.tafl import Position, Puzzle, Variant
from taflkit.tafl.stated_rules import Stated

_Args = ParamSpec("_Args")
_Made = TypeVar("_Made")
_Spec = TypeVar("_Spec")


class TaflRuleset(Struct, frozen=True):
    """The rules of a game as one source has them.

    Attributes:
        name: such as "walker".
        title: for people; "" where it has none.
        source: the description that it follows; "" where there is none.
        variations: the titles of those that the source names, by name.
        variant: the game under these rules, to be played.
    """

    name: str
    title: str
    source: str
    variations: Mapping[str, str]
    variant: Variant


class TaflGame(Struct, frozen=True):
    """A game with its rulesets.

    Attributes:
        name: such as "brandub", or the path of a game of the user's own.
        title: for people.
        rulesets: the default first.
        languages: the codes of those that it has words in, English first.
    """

    name: str
    title: str
    rulesets: tuple[TaflRuleset, ...]
    languages: tuple[str, ...]


# Arguments: they are checked by the types of functions and of specs, whose fields further arguments are.


def _bound(signature: inspect.Signature, hints: Mapping[str, Any], *args: Any, **named: Any) -> dict[str, Any]:
    """Return the arguments of a call by name.

    Raises:
        TaflkitError: an argument of another name or type, or one that is missing.
    """
    for name in named:
        if name not in signature.parameters:
            raise UnknownName("choice", name, tuple(signature.parameters), choice=name)
    try:
        given = signature.bind(*args, **named).arguments
    except TypeError as error:
        raise TaflkitError(str(error)) from None
    for name in given.keys() & hints.keys():
        try:
            given[name] = msgspec.convert(given[name], hints[name])
        except (msgspec.ValidationError, OverflowError, UnicodeError) as error:
            raise TaflkitError(f"{name}: {error}", choice=name.rstrip("_")) from None
    return given


def _checked(function: Callable[_Args, _Made]) -> Callable[_Args, _Made]:
    """Return a function that refuses arguments of other names and types by a TaflkitError."""
    signature, hints = inspect.signature(function), get_type_hints(function)
    plain: Callable[..., _Made] = function

    @wraps(function)
    def called(*args: _Args.args, **named: _Args.kwargs) -> _Made:
        return plain(**_bound(signature, hints, *args, **named))

    return called


@overload
def _taking(spec: Callable[_Args, _Spec], function: Callable[[_Spec], _Made]) -> Callable[_Args, _Made]: ...


@overload
def _taking(
    spec: Callable[_Args, _Spec], function: Callable[[Position, _Spec], _Made]
) -> Callable[Concatenate[Position, _Args], _Made]: ...


def _taking(spec: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function, checked as by `_checked`, with the fields of a spec as arguments in the place of the spec."""
    (*before, _), hints = inspect.signature(function).parameters.values(), get_type_hints(spec)
    fields = inspect.signature(spec).parameters.values()
    signature = inspect.Signature([*before, *(each.replace(annotation=hints[each.name]) for each in fields)])

    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        given = _bound(signature, hints, *args, **named)
        return function(*[given.pop(each.name) for each in before], spec(**given))

    called.__signature__ = signature  # type: ignore[attr-defined]
    called.__name__ = called.__qualname__ = function.__name__.lstrip("_")
    return called


_shared = cache(Catalog)
_LOCK = Lock()


@contextmanager
def _opened(game: str = DEFAULT_GAME, theme: str = DEFAULT_THEME) -> Iterator[Catalog]:
    """Yield the catalog that calls share, or a new one for files of the user's own, which may have changed."""
    with _LOCK:
        catalog = _shared()
        shipped = game in catalog.game_names() and theme in catalog.theme_names()
        yield catalog if shipped else Catalog()


def _wanted(spec: KitSpec) -> KitSpec:
    """Return a spec as the command reads it: in our spelling, parts in their order, paper by its name."""
    values = {name: getattr(spec, field_of(name)) for name, option in OPTIONS.items() if option.group}
    chosen = {name: written(name, value) for name, value in values.items() if value != OPTIONS[name].default}
    return read_choices(chosen)._replace(unprintable=spec.unprintable)


# Games.


def games() -> tuple[str, ...]:
    """Return the names of the shipped games."""
    with _opened() as catalog:
        return catalog.game_names()


@_checked
def game(name: str = DEFAULT_GAME) -> TaflGame:
    """Return a game by its name, or one of the user's own by the path of its file or folder."""
    with _opened(name) as catalog:
        found = catalog.game(name)
        rulesets = tuple(
            TaflRuleset(
                ruleset.name,
                ruleset.title,
                ruleset.source,
                {variation.name: variation.title for variation in ruleset.variations.values()},
                _variant(name, found, ruleset),
            )
            for ruleset in found.rulesets
        )
        return TaflGame(name, found.title, rulesets, found.languages)


@_checked
def variant(game: str = DEFAULT_GAME, rules: str | None = None, variations: tuple[str, ...] = ()) -> Variant:
    """Return a game under a ruleset, the game's first by default, with variations of its source, to be played."""
    with _opened(game) as catalog:
        found = catalog.game(game)
        return _variant(game, found, found.ruleset(rules).vary(variations))


@_checked
def puzzles(game: str = DEFAULT_GAME, rules: str | None = None) -> tuple[Puzzle, ...]:
    """Return the collected puzzles of a game under a ruleset, none where it has no collection."""
    with _opened(game) as catalog:
        found = catalog.game(game)
        return load_puzzles(found, found.ruleset(rules))


def _variant(name: str, game: GameTemplates, ruleset: Ruleset) -> Variant:
    """Return the variant of a game's ruleset with the game's name as it was given, by which it is found again."""
    return replace(game.variant(ruleset), game=name)


# Drawings, as SVG.


@_checked
def draw_figures(
    game: str = DEFAULT_GAME,
    rules: str | None = None,
    variations: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    size: float = DEFAULT_WIDTH,
    mode: str = MODES[0],
    theme: str = DEFAULT_THEME,
    language: str = DEFAULT_LANGUAGE,
) -> dict[str, str]:
    """Return the figures of a ruleset as SVG by name, those named or all of the booklet, `size` mm wide."""
    with _opened(game, theme) as catalog:
        book = read_book(catalog, game, rules, variations, language)
        themed = catalog.theme(theme, mode)
        drawings = figures.draw_figures(book, size, themed.look(catalog.store, book.ruleset.face), names)
        return {name: to_svg(each, themed.paints, store=catalog.store) for name, each in drawings.items()}


def _draw_diagram(position: Position, spec: DiagramSpec) -> str:
    """Return a diagram of a position as SVG, `size` mm wide.

    It has the face and the words of the game whose variant is played, and those of the default game for other rules.
    """
    if not isinstance(position, Position):
        raise TaflkitError("a diagram shows a Position; see parse_position")
    with _opened(position.variant.game, spec.theme) as catalog:
        shown = Moment.of(position, sided=True)
        made = build_diagram(catalog, *_found(catalog, position.variant), shown, spec)
        return to_svg(made.drawing, made.paints, store=catalog.store)


def _found(catalog: Catalog, variant: Variant) -> tuple[GameTemplates, Ruleset]:
    """Return the game and the ruleset of a variant, or those of rules that somebody has made."""
    try:
        found, (name, *varied) = catalog.game(variant.game), variant.name.split("+")
        ruleset = found.ruleset(name).vary(varied)
        if _variant(variant.game, found, ruleset) == variant:
            return found, ruleset
    except TaflkitError:
        pass
    return stated_game(Stated(variant.game or "Tafl", variant, {}, ()), catalog.game(DEFAULT_GAME))


# Kits.


def _plan_kit(spec: KitSpec) -> dict[str, Any]:
    """Return where the parts of a kit lie, and which page has which of them, in mm: the table of taflkit plan."""
    spec = _wanted(spec)
    with _opened(spec.game, spec.theme) as catalog:
        return plan_pages(catalog, spec).table()


def _build_kit(spec: KitSpec) -> dict[str, bytes]:
    """Return the PDFs of a kit by the names of their files, as taflkit build writes them."""
    spec = _wanted(spec)
    with _opened(spec.game, spec.theme) as catalog:

        def weigh(document: Document, paints: Paints) -> list[float]:
            # only several sets are weighed
            from taflkit.render.png import darkness  # noqa: PLC0415

            return darkness(to_pdf(document, paints, store=catalog.store))

        kit = build.build_kit(catalog, spec, weigh)
        return {
            f"{kit.stem}{part and '-'}{part}.pdf": to_pdf(document, kit.paints, store=catalog.store)
            for part, document in kit.documents.items()
        }


draw_diagram = _taking(DiagramSpec, _draw_diagram)
plan_kit = _taking(KitSpec, _plan_kit)
build_kit = _taking(KitSpec, _build_kit)
