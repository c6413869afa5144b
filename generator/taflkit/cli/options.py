"""The options that commands share: how they read, what a shell proposes, and the values that are no choice of a kit.

Those are the language of the user's locale, the printers that were measured, and addresses.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import SplitResult, quote, urlsplit

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from taflkit.cli.console import catalog, say
from taflkit.errors import TaflkitError, UnknownName, among, printable, shown, unknown
from taflkit.kit.options import (
    ALL,
    CHOICES,
    DEFAULT_DPI,
    DEFAULTS,
    OPTIONS,
    PARTS,
    READER,
    SCHOOL,
    Option,
    field_of,
    help_of,
    our_spelling,
    read_parts,
    read_ranged,
    written,
)
from taflkit.limits import DPI, Range
from taflkit.reading import file_names, is_folder, is_there, read_text
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, templates_folder

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates
    from taflkit.kit.printers import Printer
    from taflkit.sheets.paper import Paper
    from taflkit.tafl import Variant
    from taflkit.tafl.records import GameRecord
    from taflkit.tafl.stated_rules import Stated

TURNED = {"short": "on its short edge", "long": "on its long edge", "single": "by hand, over its short edge"}
"""How a sheet is turned, in words, by the names of --duplex."""
_AUTO = "auto"
"""The --language of the user's locale."""
_ELSEWHERE = ("parts", "duplex", "paper", "mode", "theme")
"""The choices whose options do not stand among those of their groups."""
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Those that name a locale; the first that is set counts."""
_NO_LOCALES = ("", "C", "POSIX")

Command = Callable[..., Any]
Proposal = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""The proposals for the beginning of a value."""


# What a shell proposes when Tab is pressed


def propose_files(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell propose files; what is typed and cannot be printed back is its own business."""
    return [CompletionItem(typed if typed.isprintable() else "", type="file")]


def _proposed(names: Callable[[click.Context], Iterable[str]], *, or_files: bool = False) -> Proposal:
    """Return the proposals of names, if a terminal shows them and they can be read; else of files if they will do."""

    def propose(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
        try:
            fitting = [CompletionItem(name) for name in names(ctx) if name.startswith(typed) and name.isprintable()]
        except (TaflkitError, OSError):
            fitting = []
        return fitting if fitting or not or_files else propose_files(ctx, param, typed)

    return propose


def _game(ctx: click.Context) -> GameTemplates:
    """Return the game that is named on the command line so far, or the default one."""
    # arguments before an option that has no value yet are left over
    return catalog().game(next(iter(ctx.args), None) or ctx.params.get("game") or DEFAULT_GAME)


propose_languages = _proposed(lambda ctx: _game(ctx).languages)
"""The languages of the game."""
propose_figures = _proposed(lambda ctx: _game(ctx).figures)
"""The figures of the game."""
propose_printers = _proposed(lambda _ctx: printer_names())
"""The printers that were measured."""


def _schemas(_ctx: click.Context) -> Iterable[str]:
    from taflkit.kit.schemas import SCHEMAS

    return SCHEMAS


propose_schemas = _proposed(_schemas)
"""The kinds of files that have schemas."""


# Kinds of options


class Choice(click.Choice[str]):
    """One of several names, or another value that a function reads.

    `called` is the word for one of them in messages, by default the option's own word.
    """

    def __init__(self, choices: Sequence[str], called: str = "", read: Callable[[str], Paper] | None = None) -> None:
        super().__init__(choices)
        self._called, self._read = called, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that was given; the error on an unknown one says which may be meant."""
        if value in self.choices:
            return super().convert(value, param, ctx)
        called = self._called or (param.opts[0].lstrip("-") if param else "choice")
        try:
            return self._read(value).name if self._read else self.fail(unknown(called, value, self.choices), param, ctx)
        except UnknownName as error:
            return self.fail(str(error), param, ctx)

    def get_metavar(self, *args: Any, **others: Any) -> str | None:
        """Return the names, and whether there are other values."""
        named = super().get_metavar(*args, **others)
        return f"{named[:-1]}|WxH]" if named and self._read else named


class BareOption(click.Option):
    """An option with a choice that may be written without a value, and then has the second of its choices."""


class CommandOfBareOptions(click.Command):
    """A command with such options; what follows one is its value only if it is a choice, and an argument else."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, with the values that options go without."""
        end = args.index("--") if "--" in args else len(args)
        for option in self.params:
            if isinstance(option, BareOption):
                names = cast("Choice", option.type).choices
                bare = {
                    at
                    for at, arg in enumerate(args[:end])
                    if arg in option.opts and (at + 1 == end or args[at + 1] not in names)
                }
                args = [f"{arg}={names[1]}" if at in bare else arg for at, arg in enumerate(args)]
        return super().parse_args(ctx, args)


def option_group(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return several options as one decorator, in their order in the help."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def choice_option(name: str, text: str, *more: str) -> Callable[[Command], Command]:
    """Return the option for a choice of a kit that has names, and takes `more` besides."""
    option = OPTIONS[name]

    def read(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | int | None:
        return value and (int(value) if option.numeric else our_spelling(value))

    return click.option(
        f"--{name}",
        type=Choice((*CHOICES[name], *more), read=option.reads),
        cls=BareOption if option.bare else click.Option,
        callback=read,
        default=written(name, option.default) or None,
        show_default=True,
        help=text,
    )


def ranged_option(
    name: str, values: Range, what: str, text: str, default: str | None = None
) -> Callable[[Command], Command]:
    """Return the option for a length in mm, or with a unit, or for a number, that has a range, which ends its help.

    Args:
        name: the option's, without the dashes.
        values: the range.
        what: the noun for messages, such as "the gap".
        text: its help.
        default: as it would be written.
    """

    def read(_ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
        return None if value is None else read_ranged(value, values, what, (param.name or "").rstrip("_"))

    return click.option(
        f"--{name.replace('_', '-')}",
        field_of(name).replace("-", "_"),
        callback=read,
        default=default,
        metavar="MM" if values.unit else "N",
        show_default=default is not None,
        help=f"{text} [{values}]",
    )


def labels_option(text: str) -> Callable[[Command], Command]:
    """Return the option --labels; `text` is its help."""
    proposed = _proposed(lambda _ctx: catalog().label_names(), or_files=True)
    return click.option(
        "--labels", metavar="NAME", shell_complete=proposed, help=f"{text} A name, or a file of your own."
    )


def _option_of(option: Option, *more: str) -> Callable[[Command], Command]:
    """Return the option for a choice of a kit, which takes `more` besides its values."""
    name, text = option.name, help_of(option.name)
    if option.kind == "flag":
        return click.option(f"--{name}", is_flag=True, help=text)
    if name == "labels":
        return labels_option(text)
    if option.range is not None:
        return ranged_option(name, option.range, option.noun, text, written(name, option.default) or None)
    if option.bare:
        text = help_of(name, {option.values[1]: f"{option.values[1]} (which --{name} alone is)"})
    return choice_option(name, text, *more)


def _group_options(*groups: str) -> Callable[[Command], Command]:
    """Return the options for the choices of some groups, but for those that stand elsewhere."""
    chosen = [option for name, option in OPTIONS.items() if option.group in groups and name not in _ELSEWHERE]
    return option_group(*map(_option_of, chosen))


def _begun(name: str) -> str:
    """Return the help of a choice without its full stop, to be gone on with."""
    return help_of(name).rstrip(".")


# The options


game_argument = click.argument(
    "game", default=DEFAULTS.game, shell_complete=_proposed(lambda _ctx: catalog().game_names(), or_files=True)
)
"""The argument GAME."""
dpi_option = ranged_option("dpi", DPI, "the pixels to the inch", "Of PNG files.", f"{DEFAULT_DPI:g}")
"""The option --dpi."""
_variation = click.option(
    "--variation",
    "variations",
    multiple=True,
    metavar="NAME",
    shell_complete=_proposed(lambda ctx: _game(ctx).ruleset(ctx.params.get("rules")).variations),
    help=f"{_begun('variations')}; repeatable. taflkit games lists them.",
)


def output_option(
    text: str = "A file with its ending, a folder, or - ; default output/.",
    metavar: str = "PATH",
    default: str | None = None,
) -> Callable[[Command], Command]:
    """Return the option --output; `text` is its help."""
    return click.option(
        "-o",
        "--output",
        default=default,
        metavar=metavar,
        show_default=default is not None,
        shell_complete=propose_files,
        help=text,
    )


def mode_option(text: str = "The ink.", *more: str) -> Callable[[Command], Command]:
    """Return the option --mode; `text` is its help, and `more` are further values."""
    return choice_option("mode", text, "color", *more)


def rules_option(also: str = "") -> Callable[[Command], Command]:
    """Return the option --rules; `also` ends its help."""
    return click.option(
        "--rules",
        metavar="NAME",
        shell_complete=_proposed(lambda ctx: _game(ctx).ruleset_names),
        help=f"{_begun('rules')}{also}.",
    )


def _with_language(command: Command) -> Command:
    """Give a command the code of a language in the place of "auto", and no draft of the English itself."""

    @wraps(command)
    def run(**options: Any) -> Any:
        if options["language"] == _AUTO:
            game = catalog().game(options["game"]) if "game" in options else None
            known = catalog().languages if game is None else game.drafted if options["draft"] else game.languages
            options["language"] = own_language(known)
        options["draft"] = options["draft"] and options["language"] != DEFAULTS.language
        return command(**options)

    return run


language_options = option_group(
    click.option(
        "--language",
        default=DEFAULTS.language,
        metavar="CODE",
        show_default=True,
        shell_complete=propose_languages,
        help=f"{_begun('language')}; {_AUTO} for that of your locale.",
    ),
    click.option("--draft", is_flag=True, help=help_of("draft")),
    _with_language,
)
"""The options --language and --draft."""
game_options = option_group(game_argument, rules_option(), _variation, language_options)
"""The argument GAME, and the options for its ruleset, its variations and its language."""


def theme_option(several: bool = False) -> Callable[[Command], Command]:
    """Return the option --theme; `several` lets it be "all"."""
    names = ", ".join(sorted(file.stem for file in (templates_folder() / "themes").glob("*.toml")))
    return click.option(
        "--theme",
        default=DEFAULTS.theme,
        metavar="NAME",
        show_default=True,
        shell_complete=_proposed(lambda _ctx: catalog().theme_names(), or_files=True),
        help=f"{_begun('theme')}: {names}, or a file of your own{'; all' if several else ''}.",
    )


class _PartList(click.ParamType):  # type: ignore[type-arg]  # generic in the latest click alone
    """Parts of a kit with commas between, of which a shell completes the last."""

    name = "parts"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        try:
            return read_parts(value)
        except UnknownName as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        named = before.split(",")
        left = [name for name in CHOICES["parts"] if name.startswith(last) and name not in named]
        return [CompletionItem(f"{before}{comma}{name}") for name in left] if before.isprintable() else []


def kit_options(*, files: bool = False, looks: bool = False, several: bool = False) -> Callable[[Command], Command]:
    """Return the argument GAME and the options of a kit; of the groups of its files and looks only where they matter.

    `several` lets the rules, the paper, the mode and the theme be "all".
    """
    every = (ALL,) if several else ()
    return option_group(
        game_argument,
        rules_option("; all for every one" if several else ""),
        _variation,
        language_options,
        _option_of(OPTIONS["paper"], *every),
        mode_option(help_of("mode"), *every),
        _group_options("sets", "board", "counters", "sheets"),
        click.option(
            "--parts",
            type=_PartList(),
            default=written("parts", PARTS),
            metavar="LIST",
            show_default=True,
            help=f"{_begun('parts')}, with commas between: {', '.join(PARTS)}; beside all, {', '.join(SCHOOL)};"
            f" or {READER}, the booklet for a screen.",
        ),
        _option_of(OPTIONS["duplex"]),
        _group_options("booklet", "extras"),
        *([_group_options("files")] if files else []),
        theme_option(several),
        *([_group_options("looks")] if looks else []),
    )


# The language of the user's locale


def locale_codes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes of the language of a locale, the narrower first; none where there is no locale.

    >>> locale_codes({"LANG": "de_AT.UTF-8"})
    ('de-AT', 'de')
    """
    named = next((value for name in _LOCALE_VARIABLES if (value := environment.get(name))), "")
    place = named.partition(".")[0].partition("@")[0]
    if place in _NO_LOCALES:
        return ()
    language, _, country = place.replace("_", "-").partition("-")
    return tuple(dict.fromkeys((f"{language}-{country}" if country else language, language)))


def own_language(known: tuple[str, ...]) -> str:
    """Return the language of the user's locale, or English where it is none of the known codes, and say so."""
    environment: Mapping[str, str] = os.environ
    if sys.platform == "win32":
        # it has such variables only where somebody set them
        import ctypes
        import locale

        own = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
        environment = {"LANG": own, **environment}
    codes = locale_codes(environment)
    for code in codes:
        if code in known:
            return code
    if codes and codes[-1] != DEFAULT_LANGUAGE:
        others = ", ".join(code for code in known if code != DEFAULT_LANGUAGE)
        there = f"; there is also {others}" if others else ""
        say(f"No words in '{shown(codes[-1])}', the language of your locale: these are English{there}", err=True)
    return DEFAULT_LANGUAGE


# Printers that were measured, and other files of the user's own


def load_printer(name: str) -> Printer:
    """Return a printer that was measured.

    Raises:
        TaflkitError: there is none of that name, or its file has a problem, which names file and key.
    """
    from taflkit.kit.printers import Printer

    check_printer(name)
    file = printer_file(name)
    return Printer.parse(name, read_text(file, str(file)), str(file))


def check_printer(name: str) -> None:
    """Check that a printer is known.

    Raises:
        TaflkitError: there is none of that name, or the name can be none.
    """
    from taflkit.kit.printers import check_name

    check_name(name)
    if not is_there(printer_file(name)):
        there = among(name, printer_names()) if printer_names() else "none is kept yet"
        raise TaflkitError(f"there is no printer '{shown(name)}'; {there}; taflkit printer set keeps one")


def printer_names() -> tuple[str, ...]:
    """Return the names of the printers that were measured."""
    return file_names(printers_folder(), ".toml")


def printer_file(name: str) -> Path:
    """Return the file of a printer."""
    return printers_folder() / f"{name}.toml"


def printers_folder() -> Path:
    """Return the folder of the printers' files, in the user's configuration."""
    from platformdirs import user_config_dir

    if own_folder("XDG_CONFIG_HOME", ".config") is not None:
        folder = Path(user_config_dir("taflkit", appauthor=False))
        # a "~" that some versions of the library leave as it is would be a folder beside the user
        if folder.is_absolute():
            return folder / "printers"
    raise TaflkitError("there is no home folder to keep printers in; set HOME or XDG_CONFIG_HOME")


def own_folder(variable: str, beside: str) -> Path | None:
    """Return a folder for files of the user's own: that of a variable of the environment, or one below the home.

    There is none where there is no home, or what is given is no whole path, or the root of all folders.
    """
    given = os.environ.get(variable, "")
    # without a home "~" stays as it is here, and is an error of Path
    folder = Path(given or os.path.expanduser("~"))  # noqa: PTH111
    if not folder.is_absolute() or len(Path(os.path.realpath(folder)).parts) < 2:
        return None
    if given:
        return folder
    return folder / beside if is_folder(folder) else None


# Addresses of folders that somebody else's program fetches files from

_MOST_ADDRESS = 2_000
"""The characters of an address."""
_MOST_HOST = 253
"""The characters of the name of a host (RFC 1035, 2.3.4)."""
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME = rf"{_LABEL}(\.{_LABEL})*"
_NUMBER = r"(.*\.)?([0-9]+|0x[0-9a-f]*)"
"""A name that browsers take for the number of a machine (URL Standard, "ends in a number")."""
_BRACKETED = r"\[[0-9a-f:.]+\](:[0-9]+)?"
_LONE_PERCENT = r"%(?![0-9A-Fa-f]{2})"
_PLAIN = "/%:@!$&()*+,;=~"
"""The signs of a path that are not encoded, with letters, digits and -._ (RFC 3986, 3.3, but for the apostrophe)."""


def read_address(value: str, choice: str, *, files: bool = False) -> str:
    """Return the address of a folder as it is written into files.

    The scheme and the host are in small letters, what a path cannot have is percent-encoded, and a slash ends it.

    With `files` it may be that of a folder on a disk too, such as file:///home/kit/.

    Raises:
        TaflkitError: it is no address of a folder; the line says why, and `choice` is its choice.
    """
    try:
        strange = next((char for char in value if not char.isprintable()), "")
        if strange:
            # the library would leave some of them out
            raise ValueError(f"it has the character {printable(strange)}")
        if value != value.strip():
            raise ValueError("it begins or ends with a space")
        if "?" in value or "#" in value:
            raise ValueError("it has a ? or a #, and what is behind that is no folder")
        try:
            place = urlsplit(value)
        except ValueError:
            raise ValueError("what stands before its path is no host") from None
        if files and place.scheme == "file":
            if place.netloc or not (place.path.startswith("/") and place.path.strip("/")):
                raise ValueError("it names no folder on a disk, such as file:///home/kit/")
            begin = "file://"
        elif place.scheme in ("http", "https"):
            begin = f"{place.scheme}://{_host(place)}"
        else:
            schemes = "none of http://, https:// and file:///" if files else "neither http:// nor https://"
            raise ValueError(f"it begins with {schemes}")
        # what is encoded already stays so
        path = quote(re.sub(_LONE_PERCENT, "%25", place.path), safe=_PLAIN)
        address = f"{begin}{path.removesuffix('/')}/"
        if len(address) > _MOST_ADDRESS:
            raise ValueError(f"it has more than {_MOST_ADDRESS} characters")
    except ValueError as error:
        why = f"is no address of a folder: {error}; write it like https://example.org/tafl/"
        raise TaflkitError(f"'{shown(value)}' {why}", choice=choice) from None
    return address


def _host(place: SplitResult) -> str:
    """Return the host of an address, with its port if it names one; a ValueError says why there can be none such."""
    from ipaddress import AddressValueError, IPv4Address, IPv6Address

    given, host = place.netloc, place.hostname or ""
    if "@" in given:
        raise ValueError("it names a user")
    if not given.isascii():
        raise ValueError("write its host in letters of ASCII, such as xn--bcher-kva.example for b\u00fccher.example")
    if not host:
        raise ValueError("it has no host")
    good = len(host) <= _MOST_HOST and re.fullmatch(_NAME, host)
    try:
        if "[" in given:
            IPv6Address(host)
            good = re.fullmatch(_BRACKETED, given.lower())
        elif re.fullmatch(_NUMBER, host):
            IPv4Address(host)
    except AddressValueError:
        good = None
    if not good:
        raise ValueError(f"'{shown(host)}' is no host")
    try:
        port = place.port
    except ValueError:
        port = 0
    if port == 0 or given.endswith(":"):
        raise ValueError(f"'{shown(given.rpartition(':')[2])}' is no port, which are 1 to 65535")
    return f"{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


def own_rules(record: GameRecord, variant: Variant) -> Stated | None:
    """Return the game of a record's own rules, where the command names none and they are others than by default.

    Raises:
        TaflkitError: a term of theirs that no flag can say, or a start that is no board.
    """
    from taflkit.tafl.rules_strings import contradictions
    from taflkit.tafl.stated_rules import stated_rules

    context, terms = click.get_current_context(), record.terms
    sources = {context.get_parameter_source(name) for name in ("game", "rules", "variations")}
    is_whole = "dim" in terms and not terms.keys().isdisjoint(("start", "starti"))
    if sources - {None, ParameterSource.DEFAULT} or not is_whole or not contradictions(terms, variant):
        return None
    stated = stated_rules(terms, name="opentafl")
    for line in stated.passed:
        say(f"passed over: {line}", err=True)
    return stated
