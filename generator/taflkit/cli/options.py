"""The options that commands share: how they read, what they propose, and the language of the user's locale."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, cast

import click

from taflkit.cli import proposals
from taflkit.cli.console import say
from taflkit.cli.known import catalog
from taflkit.errors import UnknownName, shown, unknown
from taflkit.kit.options import (
    ALL,
    CHOICES,
    DEFAULTS,
    DOTS,
    OPTIONS,
    PARTS,
    READER,
    WIDE,
    Option,
    help_of,
    our_spelling,
    read_parts,
    read_ranged,
    written,
)
from taflkit.limits import DPI, WIDTH, Range
from taflkit.resources import DEFAULT_LANGUAGE, templates_folder

if TYPE_CHECKING:
    from taflkit.sheets.plan import Plan

__all__ = [
    "DOTS",
    "TURNED",
    "WIDE",
    "BareOption",
    "Choice",
    "CommandOfBareOptions",
    "beside_line",
    "best_line",
    "choice_option",
    "dpi_option",
    "game_argument",
    "game_options",
    "kit_options",
    "language_options",
    "locale_codes",
    "look_options",
    "make_options",
    "many",
    "mode_option",
    "number",
    "option_of",
    "output_option",
    "own_language",
    "page_options",
    "ranged_option",
    "rules_option",
    "size_option",
    "theme_option",
    "within",
]


class Choice(click.Choice[str]):
    """One of several names.

    Args:
        choices: the names.
        called: the word for one of them in messages; by default the option's own word.
    """

    def __init__(self, choices: Sequence[str], called: str = "") -> None:
        super().__init__(choices)
        self._called = called

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that was given.

        Raises:
            BadParameter: there is none such; the line says which may be meant.
        """
        if value not in self.choices:
            called = self._called or (param.opts[0].lstrip("-") if param else "choice")
            self.fail(unknown(called, str(value), self.choices), param, ctx)
        return super().convert(value, param, ctx)


class BareOption(click.Option):
    """An option with a choice that may be written without a value, and then has the second of its choices.

    What follows it is its value only if it is one of them, so that an argument may follow too.
    """

    def written(self, args: Sequence[str], at: int) -> str:
        """Return the argument at a place as it is to be read, with a value where it has none."""
        named = cast("Choice", self.type).choices
        bare = args[at] in self.opts and (at + 1 == len(args) or args[at + 1] not in named)
        return f"{args[at]}={named[1]}" if bare else args[at]


class CommandOfBareOptions(click.Command):
    """A command with such options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, with the values that options go without."""
        end = args.index("--") if "--" in args else len(args)
        for option in self.params:
            if isinstance(option, BareOption):
                args = [option.written(args[:end], at) if at < end else arg for at, arg in enumerate(args)]
        return super().parse_args(ctx, args)


_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Those that name a locale; the first that is set counts."""
_NONE = ("", "C", "POSIX")


def locale_codes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes of the language of a locale, the narrower first; none where there is no locale.

    >>> locale_codes({"LANG": "de_AT.UTF-8"})
    ('de-AT', 'de')
    """
    named = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    place = named.partition(".")[0].partition("@")[0]
    if place in _NONE:
        return ()
    language, _, country = place.replace("_", "-").partition("-")
    return tuple(dict.fromkeys((f"{language}-{country}" if country else language, language)))


def own_language(known: tuple[str, ...]) -> str:
    """Return the language of the user's locale, or English where that is none of those known, which is told.

    Args:
        known: the codes of the languages there are.
    """
    codes = locale_codes(os.environ)
    for code in codes:
        if code in known:
            return code
    if codes and codes[-1] != DEFAULT_LANGUAGE:
        others = ", ".join(code for code in known if code != DEFAULT_LANGUAGE)
        there = f"; there is also {others}" if others else ""
        say(f"No words in '{shown(codes[-1])}', the language of your locale: these are English{there}", err=True)
    return DEFAULT_LANGUAGE


TURNED = {"short": "on its short edge", "long": "on its long edge", "single": "by hand, over its short edge"}
"""How a sheet is turned, in words, by the names of --duplex."""


def within(values: Range, what: str) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """Return the callback of an option that is a length in mm, or with a unit, or a number, and has a range.

    Args:
        values: the range.
        what: what the option gives, for the message, such as "the gap".
    """

    def read(_ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
        return None if value is None else read_ranged(value, values, what, param.name or "")

    return read


def _parts(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    try:
        return read_parts(value)
    except UnknownName as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _mode(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Read the mode in either spelling of colour."""
    return our_spelling(value)


def number(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    """Read a choice that is a number, or none."""
    return None if value is None else int(value)


Command = Callable[..., Any]
_LOOKS = ("paper", "mode", "theme")
"""The choices of looks whose options more commands have than that of build."""


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def choice_option(name: str, text: str, *more: str, **settings: Any) -> Callable[[Command], Command]:
    """Return the option for a choice of a kit that has names, and takes `more` besides."""
    kinds = Choice((*CHOICES[name], *more))
    default = written(name, OPTIONS[name].default) or None
    return click.option(f"--{name}", type=kinds, default=default, show_default=True, help=text, **settings)


def ranged_option(
    name: str, values: Range, what: str, text: str, default: str | None = None
) -> Callable[[Command], Command]:
    """Return the option for a length or a number that has a range.

    Args:
        name: the option's, without the dashes.
        values: the range.
        what: what the option gives, for messages, such as "the gap".
        text: its help, to which the range is added.
        default: as it would be written.
    """
    return click.option(
        f"--{name}",
        callback=within(values, what),
        default=default,
        metavar="MM" if values.unit else "N",
        show_default=default is not None,
        help=f"{text} [{values}]",
    )


def option_of(option: Option, *more: str) -> Callable[[Command], Command]:
    """Return the option for a choice of a kit, which takes `more` besides its values."""
    name, text = option.name, help_of(option.name)
    if option.kind == "flag":
        return click.option(f"--{name}", is_flag=True, help=text)
    if option.range is not None:
        return ranged_option(name, option.range, option.noun, text, written(name, option.default) or None)
    if option.bare:
        alone = option.values[1]
        named = help_of(name, {alone: f"{alone} (which --{name} alone is)"})
        return choice_option(name, named, *more, cls=BareOption)
    return choice_option(name, text, *more, callback=number) if option.numeric else choice_option(name, text, *more)


def _of_groups(*groups: str, first: str = "") -> list[Callable[[Command], Command]]:
    """Return the options for the choices of some groups but the parts: the first one, then the others as declared."""
    chosen = [option for option in OPTIONS.values() if option.group in groups and option.kind != "list"]
    return [option_of(option) for option in sorted(chosen, key=lambda option: option.name != first)]


def _begun(name: str) -> str:
    """Return the help of a choice without its full stop, to be gone on with."""
    return help_of(name).rstrip(".")


def size_option(text: str) -> Callable[[Command], Command]:
    """Return the option --size of figures; `text` is its help."""
    return ranged_option("size", WIDTH, "the width", text, f"{WIDE:g}")


dpi_option = ranged_option("dpi", DPI, "the pixels to the inch", "Of PNG files.", f"{DOTS:g}")
"""The option --dpi."""


def mode_option(text: str = "The ink.", *more: str) -> Callable[[Command], Command]:
    """Return the option --mode; `text` is its help, and `more` are further values."""
    return choice_option("mode", text, "color", *more, callback=_mode)


game_argument = click.argument("game", default=DEFAULTS.game, shell_complete=proposals.games)
"""The argument GAME."""


def rules_option(also: str = "") -> Callable[[Command], Command]:
    """Return the option --rules; `also` ends its help."""
    return click.option(
        "--rules",
        metavar="NAME",
        shell_complete=proposals.rulesets,
        help=f"{_begun('rules')}{also}.",
    )


_variation = click.option(
    "--variation",
    "variations",
    multiple=True,
    metavar="NAME",
    shell_complete=proposals.variations,
    help=f"{_begun('variations')}; repeatable. taflkit games lists them.",
)
_AUTO = "auto"
"""The --language of the user's locale."""


def language_options(languages: Callable[[Mapping[str, Any]], tuple[str, ...]]) -> Callable[[Command], Command]:
    """Return the options --language and --draft; a command gets the code that is meant by "auto".

    Args:
        languages: gives those that there are, of the command's other options.
    """
    return _options(
        click.option(
            "--language",
            default=DEFAULTS.language,
            metavar="CODE",
            show_default=True,
            shell_complete=proposals.languages,
            help=f"{_begun('language')}; {_AUTO} for that of your locale.",
        ),
        click.option("--draft", is_flag=True, help=help_of("draft")),
        partial(_told_language, languages),
    )


def _told_language(languages: Callable[[Mapping[str, Any]], tuple[str, ...]], command: Command) -> Command:
    """Return a command that gets the code of a language for "auto", and no draft of the English itself."""

    @wraps(command)
    def told(**wanted: Any) -> Any:
        if wanted["language"] == _AUTO:
            wanted["language"] = own_language(languages(wanted))
        wanted["draft"] = wanted["draft"] and wanted["language"] != DEFAULTS.language
        return command(**wanted)

    return told


def _of_game(wanted: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the languages that the game of a command speaks, for a draft those too that lack words."""
    game = catalog().game(wanted["game"])
    return game.drafted if wanted["draft"] else game.languages


_language = language_options(_of_game)
game_options = _options(game_argument, rules_option(), _variation, _language)
"""The argument GAME, and the options for its ruleset, its variations and its language."""


def theme_option(several: bool = False) -> Callable[[Command], Command]:
    """Return the option --theme; `several` lets it be "all"."""
    names = ", ".join(sorted(file.stem for file in (templates_folder() / "themes").glob("*.toml")))
    return click.option(
        "--theme",
        default=DEFAULTS.theme,
        metavar="NAME",
        show_default=True,
        shell_complete=proposals.themes,
        help=f"{_begun('theme')}: {names}, or a file of your own{'; all' if several else ''}.",
    )


def kit_options(several: bool) -> Callable[[Command], Command]:
    """Return the argument GAME and the options of a kit's parts; `several` lets rules, paper and mode be "all"."""
    every = (ALL,) if several else ()
    return _options(
        game_argument,
        rules_option("; all for every one" if several else ""),
        _variation,
        _language,
        option_of(OPTIONS["paper"], *every),
        mode_option(help_of("mode"), *every),
        *_of_groups("board", "counters", "sheets"),
    )


def page_options() -> Callable[[Command], Command]:
    """Return the options of a kit's pages."""
    return _options(
        click.option(
            "--parts",
            callback=_parts,
            shell_complete=proposals.listed(CHOICES["parts"]),
            default=written("parts", PARTS),
            metavar="LIST",
            show_default=True,
            help=f"{_begun('parts')}, with commas between: {', '.join(PARTS)}; or {READER}, the booklet for a screen.",
        ),
        *_of_groups("booklet", "extras", first="duplex"),
    )


def look_options(several: bool) -> Callable[[Command], Command]:
    """Return the options of how a kit looks beside its mode; `several` lets the theme be "all"."""
    others = (option for name, option in OPTIONS.items() if option.group == "looks" and name not in _LOOKS)
    return _options(theme_option(several), *map(option_of, others))


def make_options() -> Callable[[Command], Command]:
    """Return the options of a kit's pages and files."""
    return _options(
        page_options(),
        *_of_groups("files"),
        look_options(several=True),
        click.option("--preview", is_flag=True, help="Also write a picture of all pages, a PNG beside the kit."),
        click.option(
            "--printer",
            metavar="NAME",
            shell_complete=proposals.printers,
            help="Correct every page for a printer of taflkit printer list.",
        ),
    )


output_option = click.option(
    "-o",
    "--output",
    metavar="PATH",
    shell_complete=proposals.files,
    help="A file with its ending, a folder, or - ; default output/.",
)


def beside_line(plan: Plan) -> str:
    """Return in words what one sheet fewer and one more would give, for a kit whose squares were not asked for."""
    from taflkit.sheets.plan import beside

    said = (
        f"{many(other.sheets, 'sheet')} would give {'no kit' if other.cell is None else f'{other.cell:g} mm'}"
        for other in beside(plan)
    )
    return f"Squares on other sheets: {', '.join(said)} (--sheets)"


def best_line(plan: Plan) -> str | None:
    """Return in words the larger squares of other sections, for a kit whose sections were not asked for.

    For squares that were asked for it is fewer sheets, or fewer sections.
    """
    from taflkit.sheets.plan import best_of

    best = best_of(plan)
    if best is None:
        return None
    if plan.request.cell is not None:
        sheets = many(len(best.sheets), "sheet")
        return (
            f"The best sections for these squares: {many(len(best.sections), 'section')} on {sheets} (--sections best)"
        )
    return f"Squares in the best sections: {best.cell:g} mm, in {many(len(best.sections), 'section')} (--sections best)"


def many(count: int, what: str) -> str:
    """Return "1 page" or "2 pages"."""
    return f"{count} {what}{'' if count == 1 else 's'}"
