"""The options that commands share, and the catalog that they read from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from taflkit.errors import TaflkitError

if TYPE_CHECKING:
    from taflkit.catalog import Catalog

__all__ = [
    "catalog",
    "game_options",
    "kit_options",
    "length",
    "make_options",
    "many",
    "mode_name",
    "output_option",
    "theme_option",
]

_PARTS = ("instructions", "board", "counters", "cards", "booklet")
_READER = "reader"
"""The part for a screen, which is not among all."""


@cache
def catalog() -> Catalog:
    """Return the templates, which one process reads once."""
    from taflkit.catalog import Catalog

    return Catalog()


def length(_ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Read a length in mm, or with a unit."""
    from taflkit.sheets.lengths import parse_length

    if value is None:
        return None
    try:
        return parse_length(value)
    except TaflkitError as error:
        raise TaflkitError(f"{param.opts[0]}: {error}") from None


def _parts(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    known = (*_PARTS, _READER)
    unknown = [name for name in names if name not in ("all", *known)]
    if unknown or not names:
        raise click.BadParameter(f"'{', '.join(unknown) or value}' is none of all, {', '.join(known)}", ctx, param)
    return tuple(part for part in known if part in names or ("all" in names and part != _READER))


def mode_name(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Read --mode in either spelling."""
    return "colour" if value == "color" else value


def _number(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    return int(value)


Command = Callable[..., Any]


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_variation = click.option(
    "--variation",
    "variations",
    multiple=True,
    metavar="NAME",
    help="A variation that the ruleset's source names; repeatable. taflkit games lists them.",
)
_language = click.option(
    "--language",
    default="en",
    metavar="CODE",
    show_default=True,
    help="The language of the words: a folder text/CODE of the game.",
)
game_options = _options(
    click.argument("game", default="brandub"),
    click.option("--rules", metavar="NAME", help="The ruleset; the game's first by default."),
    _variation,
    _language,
)
"""What says which game is meant, under which rules."""


def theme_option(several: bool = False) -> Callable[[Command], Command]:
    """The option that says which theme; `several` lets it be "all"."""
    return click.option(
        "--theme",
        default="ballinderry",
        metavar="NAME",
        show_default=True,
        help=f"How it looks: ballinderry, manuscript, plain, or a file of your own{'; all' if several else ''}.",
    )


def kit_options(several: bool) -> Callable[[Command], Command]:
    """The options that say what kit is wanted; `several` lets rules, paper and mode be "all"."""
    every = ("all",) if several else ()
    also = "; all for every one" if several else ""
    return _options(
        click.argument("game", default="brandub"),
        click.option("--rules", metavar="NAME", help=f"The ruleset; the game's first by default{also}."),
        _variation,
        _language,
        click.option(
            "--paper",
            type=click.Choice(("a4", "letter", *every)),
            default="a4",
            show_default=True,
            help="The paper that the kit is laid out for.",
        ),
        click.option(
            "--mode",
            type=click.Choice(("colour", "color", "mono", *every)),
            default="colour",
            callback=mode_name,
            show_default=True,
            help="Colour, or greys for a black and white printer.",
        ),
        click.option(
            "--sections",
            type=click.Choice(("auto", "best", "two", "pinwheel", "whole")),
            default="auto",
            show_default=True,
            help="How the board is cut: auto weighs a large cell against few seams, best takes the largest cell.",
        ),
        click.option("--sheets", type=int, metavar="N", help="Component sheets at most; 2, or what --cell needs."),
        click.option("--cell", callback=length, metavar="MM", help="The squares' side; the largest by default."),
        click.option(
            "--join",
            type=click.Choice(("butt", "tabs", "overlap")),
            default="butt",
            show_default=True,
            help="How sections meet: edge to edge, on glue tabs, or overlapping.",
        ),
        click.option(
            "--overlap", callback=length, default="8", metavar="MM", show_default=True, help="Of --join overlap."
        ),
        click.option(
            "--counters",
            type=click.Choice(("flat", "two-sided", "fold", "punch")),
            default="flat",
            show_default=True,
            help="One-sided, with backs on pages of their own, folded over, or for a punch.",
        ),
        click.option("--punch", callback=length, metavar="MM", help="The counters' exact diameter: 25mm, 1in."),
        click.option(
            "--king",
            type=click.Choice(("flat", "standee")),
            default="flat",
            show_default=True,
            help="A counter like the others, or a king that stands.",
        ),
        click.option("--sets", type=int, default=1, metavar="N", show_default=True, help="Sets of counters."),
        click.option("--spares", is_flag=True, help="Fill what space is left with more counters."),
        click.option("--margin", callback=length, default="10", metavar="MM", show_default=True, help="Kept free."),
        click.option("--gap", callback=length, default="2", metavar="MM", show_default=True, help="Between parts."),
        click.option(
            "--frame", callback=length, metavar="MM", help="The border round the board; 6 if the theme has one, or 0."
        ),
    )


def make_options() -> Callable[[Command], Command]:
    """Return the options that say which parts and files are made."""
    return _options(
        click.option(
            "--parts",
            callback=_parts,
            default="all",
            metavar="LIST",
            show_default=True,
            help=f"What to print, with commas between: {', '.join(_PARTS)}; or reader, the booklet for a screen.",
        ),
        click.option(
            "--duplex",
            type=click.Choice(("short", "long", "single")),
            default="short",
            show_default=True,
            help="The edge on which the printer turns the booklet's sheet; single for turning it by hand.",
        ),
        click.option("--box", is_flag=True, help="Add a tuck box for the counters and cards, on a sheet of its own."),
        click.option(
            "--pages",
            type=click.Choice(("4", "8", "12")),
            default="4",
            callback=_number,
            show_default=True,
            help="Of the booklet; more pages have larger print.",
        ),
        click.option("--split", is_flag=True, help="Also write instructions, components and booklet as files."),
        theme_option(several=True),
        click.option(
            "--ink",
            type=click.Choice(("full", "light")),
            default="full",
            show_default=True,
            help="Light leaves grounds white, and draws ornament in lines.",
        ),
        click.option("--preview", is_flag=True, help="Also write a picture of all pages, a PNG beside the kit."),
        click.option("--printer", metavar="NAME", help="Correct every page for a printer of taflkit printer list."),
    )


output_option = click.option(
    "-o", "--output", metavar="PATH", help="A file with its ending, a folder, or - ; default output/."
)


def many(count: int, what: str) -> str:
    """Return "1 page" or "2 pages"."""
    return f"{count} {what}{'' if count == 1 else 's'}"
