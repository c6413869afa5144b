"""The command line: the only reader of arguments and writer of files."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit import __version__
from taflkit.errors import TaflkitError

if TYPE_CHECKING:
    from taflkit.catalog import Catalog
    from taflkit.drawing.shapes import Drawing
    from taflkit.kit import Book, Kit, KitSpec
    from taflkit.sheets.plan import Plan

__all__ = ["main"]

_PARTS = ("instructions", "board", "counters", "cards", "booklet")


class _Group(click.Group):
    """Commands in the order of their definition, with every named problem as one line and exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except TaflkitError as error:
            raise click.ClickException(str(error)) from None


def _length(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
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
    unknown = [name for name in names if name not in ("all", *_PARTS)]
    if unknown or not names:
        raise click.BadParameter(f"'{', '.join(unknown) or value}' is none of all, {', '.join(_PARTS)}", ctx, param)
    return _PARTS if "all" in names else tuple(part for part in _PARTS if part in names)


def _mode(ctx: click.Context, param: click.Parameter, value: str) -> str:
    return "colour" if value == "color" else value


Command = Callable[..., Any]


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _kit_options(several: bool) -> Callable[[Command], Command]:
    """The options that say what kit is wanted; `several` lets rules, paper and mode be "all"."""
    every = ("all",) if several else ()
    also = "; all for every one" if several else ""
    return _options(
        click.argument("game", default="brandub"),
        click.option("--rules", metavar="NAME", help=f"The ruleset; the game's first by default{also}."),
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
            callback=_mode,
            show_default="colour",
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
        click.option("--cell", callback=_length, metavar="MM", help="The squares' side; the largest by default."),
        click.option("--margin", callback=_length, default="10", metavar="MM", show_default=True, help="Kept free."),
        click.option("--gap", callback=_length, default="2", metavar="MM", show_default=True, help="Between parts."),
        click.option(
            "--frame", callback=_length, default="0", metavar="MM", show_default=True, help="A border round the board."
        ),
    )


def _make_options() -> Callable[[Command], Command]:
    return _options(
        click.option(
            "--parts",
            callback=_parts,
            default="all",
            metavar="LIST",
            show_default=True,
            help=f"What to print, with commas between: {', '.join(_PARTS)}.",
        ),
        click.option(
            "--duplex",
            type=click.Choice(("short", "long", "single")),
            default="short",
            show_default=True,
            help="The edge on which the printer turns the booklet's sheet; single for turning it by hand.",
        ),
        click.option("--split", is_flag=True, help="Also write instructions, components and booklet as files."),
    )


_output = click.option("-o", "--output", metavar="PATH", help="A file with its ending, a folder, or - ; default output/.")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="taflkit")
def main() -> None:
    """Print-and-play kits for Brandub and its family: board, counters, cards and a booklet of rules as PDF.

    \b
    Examples:
      taflkit build                                the Brandub kit on A4, in colour
      taflkit build --paper letter --mode mono     the same on Letter, for a black printer
      taflkit build --rules all --paper all --mode all -o kits/
      taflkit figures --rules branan --format svg
      taflkit plan --sections pinwheel --gap 0
    """


@lru_cache(maxsize=1)
def _catalog() -> Catalog:
    from taflkit.catalog import Catalog

    return Catalog()


@main.command()
@_kit_options(several=True)
@_make_options()
@_output
def build(output: str | None, **wanted: Any) -> None:
    """Build a kit of GAME: a name, or the path of a game of your own.

    \b
    Examples:
      taflkit build
      taflkit build --rules macwhite --paper letter --mode mono
      taflkit build --cell 30 --gap 0 --sections two
      taflkit build --parts board,counters --duplex long --split -o kits/
      taflkit build mygame.toml -o mygame.pdf
      taflkit build --rules all --paper all --mode all
    """
    specs = _specs(wanted)
    count = len(specs) * (4 if wanted["split"] else 1)
    folder, file = _target(output, several=count > 1)
    if len(specs) == 1:
        _report_kit(*_make_kit(specs[0], folder, file))
        return
    _build_all(specs, folder)


def _specs(wanted: dict[str, Any]) -> list[KitSpec]:
    """Return a spec for every combination that is asked for."""
    from taflkit.kit import KitSpec

    game = _catalog().game(wanted["game"])
    rules = [r.name for r in game.rulesets] if wanted["rules"] == "all" else [wanted["rules"]]
    papers = ["a4", "letter"] if wanted["paper"] == "all" else [wanted["paper"]]
    modes = list(_catalog().mode_names()) if wanted["mode"] == "all" else [wanted["mode"]]
    first = KitSpec(**wanted)
    return [
        replace(first, rules=rule, paper=paper, mode=mode)
        for rule, paper, mode in itertools.product(rules, papers, modes)
    ]


def _target(output: str | None, several: bool) -> tuple[Path | None, str | None]:
    """Return the folder to write to and the file's name in it, or None for the kit's own name.

    The folder is None for standard output.
    """
    if output == "-":
        if several:
            raise click.UsageError("-o - takes one file, and this makes several; name a folder")
        return None, None
    if output is None:
        return Path("output"), None
    path = Path(output)
    if path.is_dir() or output.endswith(("/", os.sep)) or not path.suffix:
        return path, None
    if several:
        raise click.UsageError(f"-o {output} is one file, and this makes several; name a folder")
    return path.parent, path.name


def _make_kit(spec: KitSpec, folder: Path | None, name: str | None) -> tuple[Kit, list[tuple[str, int]]]:
    """Build a kit and write its files; return it with what was written."""
    from taflkit.kit import build_kit
    from taflkit.render.pdf import to_pdf

    kit = build_kit(_catalog(), spec)
    ink = _catalog().ink(spec.mode)
    contents = {part: to_pdf(document, ink) for part, document in kit.documents.items()}
    written = []
    for part, content in contents.items():
        file = name or f"{kit.stem}{'-' if part else ''}{part}.pdf"
        written.append((_write(folder, file, content), len(content)))
    return kit, written


def _report_kit(kit: Kit, written: Sequence[tuple[str, int]]) -> None:
    """Say what was made and how to print it."""
    plan = kit.plan
    pages = len(kit.documents[""].pages)
    for (file, size), document in zip(written, kit.documents.values(), strict=True):
        _say(f"{file}: {_many(len(document.pages), 'page')}, {size / 1000:.0f} KB", file)
    _say(
        f"Board {plan.board_size:g} mm, squares {plan.cell:g} mm, in {_many(len(plan.sections), 'section')} "
        f"on {_many(len(plan.sheets), 'sheet')} of {plan.paper.label}",
        written[0][0],
    )
    booklet = kit.page_numbers.get("booklet")
    how = f"Print {'all pages' if pages > 1 else 'it'} at 100 %, one-sided"
    if booklet:
        turn = {"short": "on its short edge", "long": "on its long edge", "single": "by hand"}[kit.spec.duplex]
        how += f"; pages {booklet[0]} and {booklet[1]} on both sides of one sheet, turned {turn}"
    _say(how, written[0][0])


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _say(line: str, file: str) -> None:
    """Print a line of the report, beside the file where that goes to standard output."""
    click.echo(line, err=file == "-")


def _build_all(specs: Sequence[KitSpec], folder: Path | None) -> None:
    """Build many kits on all cores, and say how far it has come."""
    from concurrent.futures import ProcessPoolExecutor, as_completed

    problems = 0
    with ProcessPoolExecutor(max_workers=min(len(specs), os.cpu_count() or 1)) as pool:
        jobs = {pool.submit(_job, spec, folder): spec for spec in specs}
        for done, job in enumerate(as_completed(jobs), 1):
            spec = jobs[job]
            files, problem = job.result()
            if problem is None:
                click.echo(f"[{done}/{len(specs)}] {', '.join(files)}")
            else:
                problems += 1
                click.echo(f"Error: {spec.rules or spec.game}, {spec.paper}, {spec.mode}: {problem}", err=True)
    if problems:
        sys.exit(1)


def _job(spec: KitSpec, folder: Path | None) -> tuple[list[str], str | None]:
    """Build one kit of many, in a process of its own; named problems come back as text."""
    try:
        _, written = _make_kit(spec, folder, None)
    except (TaflkitError, click.ClickException) as error:
        return [], str(error.message if isinstance(error, click.ClickException) else error)
    return [file for file, _ in written], None


def _write(folder: Path | None, name: str, content: bytes | str) -> str:
    """Write a file whole or not at all, and return its name.

    Raises:
        TaflkitError: it cannot be written; nothing is left behind then.
    """
    data = content.encode() if isinstance(content, str) else content
    if folder is None:
        with _named("standard output"):
            click.get_binary_stream("stdout").write(data)
        return "-"
    path = folder / name
    with _named(str(path)):
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            # mkstemp makes files that only their owner may read
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    return str(path)


@contextmanager
def _named(what: str) -> Iterator[None]:
    """Turn a failure to write into a named problem."""
    try:
        yield
    except OSError as error:
        raise TaflkitError(f"-o: {what} cannot be written: {error.strerror}; name another place") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@main.command()
@click.argument("game", default="brandub")
@click.option("--rules", metavar="NAME", help="The ruleset; the game's first by default.")
@click.option("--mode", type=click.Choice(("colour", "color", "mono")), default="colour", callback=_mode, help="The ink.")
@click.option(
    "--format", "kind", type=click.Choice(("svg", "pdf", "png")), default="svg", show_default=True, help="The file type."
)
@click.option("--figure", "names", multiple=True, metavar="NAME", help="Only this figure; repeatable.")
@click.option("--size", callback=_length, default="60", metavar="MM", show_default=True, help="The figures' width.")
@click.option("--dpi", type=click.IntRange(36, 2400), default=300, show_default=True, help="Of PNG files.")
@_output
def figures(
    game: str, rules: str | None, mode: str, kind: str, names: tuple[str, ...], size: float, dpi: int, output: str | None
) -> None:
    """Write every figure of GAME's booklet, as the engine plays it.

    \b
    Examples:
      taflkit figures
      taflkit figures --rules branan --format png --dpi 600 -o figures/
      taflkit figures --figure capture --size 8cm --mode mono -o capture.svg
    """
    from taflkit.kit import draw_figures, read_book

    if size <= 0:
        raise TaflkitError(f"--size {size:g}: a figure needs a width above 0 mm")
    book = read_book(_catalog(), game, rules)
    drawings = draw_figures(book, size, names)
    folder, file = _target(output, several=len(drawings) > 1)
    for name, drawing in drawings.items():
        content = _rendered(drawing, kind, mode, dpi)
        written = _write(folder, file or f"{book.game.name}-{book.ruleset.name}-{name}.{kind}", content)
        if written != "-":
            click.echo(f"{written}: {drawing.title}")


def _rendered(drawing: Drawing, kind: str, mode: str, dpi: int) -> bytes | str:
    ink = _catalog().ink(mode)
    if kind == "svg":
        from taflkit.render.svg import to_svg

        return to_svg(drawing, ink)
    if kind == "png":
        from taflkit.render.png import to_png

        return to_png(drawing, ink, dpi)
    from taflkit.render.pdf import drawing_to_pdf

    return drawing_to_pdf(drawing, ink)


@main.command()
@_kit_options(several=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every part's place in mm.")
def plan(as_json: bool, **wanted: Any) -> None:
    """Show how GAME's parts lie on the sheets, without drawing them.

    \b
    Examples:
      taflkit plan
      taflkit plan --sections pinwheel --gap 0 --paper letter
      taflkit plan --cell 30 --json
    """
    from taflkit.kit import KitSpec, plan_kit, plan_request, read_book
    from taflkit.sheets.plan import candidates

    spec = KitSpec(**wanted)
    book = read_book(_catalog(), spec.game, spec.rules)
    made = plan_kit(book, spec)
    if as_json:
        click.echo(json.dumps(_plan_table(book, spec, made), ensure_ascii=False, indent=2))
        return
    click.echo(
        f"{book.game.title}, {book.ruleset.name}: board {made.board_size:g} mm, squares {made.cell:g} mm, "
        f"{_many(len(made.sections), 'section')}, {_many(len(made.sheets), 'sheet')} of {made.paper.label}"
    )
    click.echo(f"seams {made.seam:g} mm, {made.fill:.0%} of the sheets used\n")
    click.echo("page part                    x      y  width height   mm")
    for number, sheet in enumerate(made.sheets, 2):
        for part in sheet.parts:
            name = f"{part.kind} {part.name}" if part.kind == "section" else part.name
            turned = "  turned" if part.turned else ""
            click.echo(
                f"{number:4} {name:20} {part.x:6.1f} {part.y:6.1f} {part.width:6.1f} {part.height:6.1f}{turned}"
            )
    click.echo("\nsections    squares   board  seams  sheets   used")
    for found in candidates(plan_request(book, spec)):
        click.echo(
            f"{found.name:10} {found.cell:6.1f} mm {found.board_size:7.1f} {found.seam:6.0f} {found.sheets:7} {found.fill:6.0%}"
        )


def _plan_table(book: Book, spec: KitSpec, made: Plan) -> dict[str, Any]:
    """Return the plan as JSON has it; page 1 is the instructions."""
    pages = []
    for number, sheet in enumerate(made.sheets, 2):
        parts = []
        for part in sheet.parts:
            entry: dict[str, Any] = {
                "kind": part.kind,
                "name": part.name,
                **{key: round(getattr(part, key), 4) for key in ("x", "y", "width", "height")},
                "turned": part.turned,
            }
            if part.section is not None:
                s = part.section
                entry["cells"] = [s.file, s.rank, s.files, s.ranks]
            parts.append(entry)
        pages.append({"page": number, "role": "components", "parts": parts})
    last = len(made.sheets) + 2
    booklet = [{"page": number, "role": "booklet", "parts": []} for number in (last, last + 1)]
    return {
        "game": book.game.name,
        "rules": book.ruleset.name,
        "paper": spec.paper,
        "mode": spec.mode,
        "cell_mm": made.cell,
        "board_mm": made.board_size,
        "sections": made.sections_name,
        "sheets": len(made.sheets),
        "seam_mm": round(made.seam, 4),
        "fill": round(made.fill, 4),
        "pages": [{"page": 1, "role": "instructions", "parts": []}, *pages, *booklet],
    }


@main.command()
def games() -> None:
    """List the games and rulesets there are."""
    for name in _catalog().game_names():
        game = _catalog().game(name)
        click.echo(f"{name}: {game.title}, {game.layout.size} x {game.layout.size}")
        for ruleset in game.rulesets:
            click.echo(f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})")


@main.command()
@click.argument("game", default="brandub")
def check(game: str) -> None:
    """Check GAME: its files, the rules' sentences, every figure under every ruleset, and that the kits fit.

    \b
    Examples:
      taflkit check
      taflkit check mygame.toml
    """
    from taflkit.checks import check_game

    problems = 0
    for problem in check_game(_catalog(), game):
        click.echo(f"Error: {problem}", err=True)
        problems += 1
    if problems:
        sys.exit(1)
    found = _catalog().game(game)
    click.echo(f"{found.title}: {_many(len(found.rulesets), 'ruleset')} and {_many(len(found.figures), 'figure')} checked")


@main.command()
@click.argument("game", default="brandub")
@click.option("--rules", metavar="NAME", help="The ruleset; the game's first by default.")
@click.option("--depth", type=click.IntRange(1), default=3, show_default=True, help="Plies, or the most of a suite.")
@click.option("--position", metavar="LINE", help="The position; the start by default.")
@click.option("--divide", is_flag=True, help="Counts behind each move.")
@click.option(
    "--suite", metavar="FILE", type=click.Path(path_type=Path), help="A file of positions with agreed counts, all checked."
)
def perft(
    game: str, rules: str | None, depth: int, position: str | None, divide: bool, suite: Path | None
) -> None:
    """Count the positions of the move tree: nodes, wins of attackers, wins of defenders, pieces captured.

    \b
    Examples:
      taflkit perft --depth 4
      taflkit perft --rules branan --divide --position "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"
      taflkit perft --suite brandub.perft
    """
    from taflkit.tafl import Position, parse_position
    from taflkit.tafl.perft import divide as divided
    from taflkit.tafl.perft import perft as count

    if suite is not None:
        explicit = click.get_current_context().get_parameter_source("depth")
        default = explicit is not None and explicit.name == "DEFAULT"
        _run_suite(suite, 99 if default else depth)
        return
    templates = _catalog().game(game)
    variant = templates.variant(templates.ruleset(rules))
    start = parse_position(variant, position) if position else Position.start(variant)
    if divide:
        for move, counts in divided(start, depth):
            click.echo(f"{move} {counts}")
    for plies in range(1, depth + 1):
        click.echo(f"perft {plies} {count(start, plies)}")


def _run_suite(suite: Path, deepest: int) -> None:
    """Check every count of a suite, and say how far it has come."""
    from taflkit.tafl import parse_position
    from taflkit.tafl.perft import parse_suite
    from taflkit.tafl.perft import perft as count

    try:
        text = suite.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TaflkitError(f"--suite: {suite} cannot be read: {getattr(error, 'strerror', error)}") from None
    wrong = checked = 0
    for case in parse_suite(text, str(suite)):
        templates = _catalog().game(case.game)
        start = parse_position(templates.variant(templates.ruleset(case.ruleset)), case.position)
        for depth, expected in case.expected.items():
            if depth > deepest:
                continue
            found = count(start, depth)
            checked += 1
            if found != expected:
                wrong += 1
                click.echo(f"Error: {case.name}: depth {depth}: {found}, and the suite has {expected}", err=True)
        click.echo(f"{case.name}: {'checked'}")
    click.echo(f"{checked} counts checked, {wrong} differ")
    if wrong:
        sys.exit(1)
