"""taflkit printer: a test sheet, and a printer's readings from it, stored under a name."""

from __future__ import annotations

import click
from click.core import ParameterSource

from taflkit.cli.console import ProblemGroup, catalog, say
from taflkit.cli.options import (
    TURNED,
    check_printer,
    choice_option,
    labels_option,
    language_options,
    load_printer,
    mode_option,
    option_group,
    output_option,
    printer_file,
    printer_names,
    printers_folder,
    propose_printers,
    ranged_option,
)
from taflkit.cli.writing import shown_path, target, write_whole
from taflkit.errors import TaflkitError, TemplateError, gathered, refuse
from taflkit.kit.options import labels_name
from taflkit.kit.printers import READING_HELPS, READINGS, Printer, check_name, printer_test, printer_test_name
from taflkit.reading import folded, is_there

_name_argument = click.argument("printer", metavar="NAME", shell_complete=propose_printers)
"""The argument NAME."""


@click.group(cls=ProblemGroup, context_settings={"help_option_names": ["-h", "--help"]})
def printer() -> None:
    """Measure a printer, and keep its readings under a name for --printer.

    \b
    Examples:
      taflkit printer test
      taflkit printer set office --scale-x 99.6 --back-dx 1.5 --back-dy -0.5
      taflkit build --printer office
      taflkit printer test --printer office        the proof: crosses meet, rulers are true
    """


@printer.command()
@choice_option("paper", "The paper that you print on.")
@choice_option("duplex", "The edge on which the printer turns the sheet; single for turning it by hand.")
@mode_option()
@click.option(
    "--printer",
    metavar="NAME",
    shell_complete=propose_printers,
    help="Correct the sheet for this printer, to prove what is known.",
)
@labels_option("Instead of that a sheet which shows whether the printer's feed is off on these labels.")
@language_options
@output_option()
def test(
    paper: str,
    duplex: str,
    mode: str,
    printer: str | None,
    labels: str | None,
    language: str,
    draft: bool,
    output: str | None,
) -> None:
    """Write a two-sided test sheet that shows a printer's scale, its white edges and the shift of its backs.

    Print it on both sides of one sheet at 100 %. It has rulers for the scale, lines at 3 to 12 mm from each edge, and
    scales to read against the light how far the back lies beside the front.

    \b
    Examples:
      taflkit printer test
      taflkit printer test --paper letter --duplex long -o test.pdf
      taflkit printer test --language auto
      taflkit printer test --labels avery-l7780
    """
    from taflkit.render.pdf import to_pdf
    from taflkit.sheets.paper import paper as paper_named

    context = click.get_current_context()
    for option in ("paper", "duplex") if labels else ():
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{option} changes nothing here; a sheet for labels has their paper, and one side")
    known = load_printer(printer) if printer else None
    document = printer_test(catalog(), paper, duplex, mode, language, known, draft=draft, labels=labels)
    folder, file = target(output, several=False, kind="pdf")
    on = f"labels-{labels_name(catalog(), labels)}" if labels else paper
    name = printer_test_name(on, duplex, mode, known.name if known else "", language, draft=draft)
    written = write_whole(folder, file or f"{name}.pdf", to_pdf(document, catalog().paints(mode)))
    err = written == "-"
    if labels:
        sheet = catalog().labels(labels)
        say(f"{written}: 1 page, {sheet.paper.label}{f', for printer {known.name}' if known else ''}", err=err)
        say(f"Print it on plain paper at 100 %, and hold it against a sheet of {sheet.name}", err=err)
        return
    say(f"{written}: 2 pages, {paper_named(paper).label}{f', for printer {known.name}' if known else ''}", err=err)
    say(f"Print both on one sheet at 100 %, turned {TURNED[duplex]}; how to read it stands on it", err=err)


@printer.command(name="set")
@_name_argument
@option_group(*(ranged_option(name.replace("_", "-"), *READINGS[name], text) for name, text in READING_HELPS.items()))
def set_(printer: str, **changes: float | None) -> None:
    """Keep the test sheet's readings of a printer as NAME; readings that are not given stay as they were.

    \b
    Examples:
      taflkit printer set office --scale-x 99.6 --scale-y 100 --back-dx 1.5 --back-dy -0.5 --unprintable 5
      taflkit printer set office --back-dy 0
    """
    check_name(printer)
    given = {key: value for key, value in changes.items() if value is not None}
    if not given:
        raise click.UsageError("nothing to set; give what the test sheet showed, such as --scale-x 99.6")
    for other in printer_names():
        if folded(other) == folded(printer) and other != printer:
            why = f"{other} is kept already, and {printer} differs from it by capitals alone; choose another name"
            raise TaflkitError(why, choice="printer")
    known = load_printer(printer) if is_there(printer_file(printer)) else Printer(printer)
    made = Printer(**{**known._asdict(), **given})
    made.check()
    try:
        write_whole(printers_folder(), f"{printer}.toml", str(made))
    except TaflkitError as error:
        raise TaflkitError(str(error).partition(";")[0], choice="printer") from None
    click.echo(f"{printer}: {_options_of(made)}")
    click.echo(f"Print with taflkit build --printer {printer}")


@printer.command()
def labels() -> None:
    """List the label sheets for --labels that come with taflkit."""
    for name in catalog().label_names():
        sheet = catalog().labels(name)
        many, size = f"{sheet.columns} x {sheet.rows}", f"{sheet.width:g} mm"
        say(f"{name}: {sheet.name}, {sheet.paper.label}, {many} of {size}, for counters of {sheet.counter:g} mm")


@printer.command(name="list")
def list_() -> None:
    """List the printers that are kept."""
    from taflkit.catalog.conversion import name_problem

    names = printer_names()
    problems: list[TaflkitError] = []
    for name in names:
        with gathered(problems):
            if why := name_problem("printer", name):
                raise TemplateError(str(printer_file(name)), "", why)
            say(f"{name}: {_options_of(load_printer(name))}")
    refuse(problems)
    if not names:
        click.echo("No printers are kept; taflkit printer test makes the sheet that shows what one does.")


@printer.command()
@_name_argument
def show(printer: str) -> None:
    """Show the readings of the printer NAME, and the file that keeps them.

    \b
    Example:
      taflkit printer show office
    """
    known = load_printer(printer)
    say(str(printer_file(printer)))
    click.echo(str(known), nl=False)


@printer.command()
@_name_argument
def forget(printer: str) -> None:
    """Forget the printer NAME.

    \b
    Example:
      taflkit printer forget office
    """
    check_printer(printer)
    try:
        printer_file(printer).unlink()
    except OSError as error:
        why = f"{shown_path(printer_file(printer))} cannot be removed: {error.strerror}"
        raise TaflkitError(why, choice="printer") from None
    click.echo(f"{printer} is forgotten")


def _options_of(printer: Printer) -> str:
    """Return the options of `taflkit printer set` that give such a printer."""
    values = zip(printer._fields[1:], printer[1:], strict=True)
    return " ".join(f"--{name.replace('_', '-')} {value:g}" for name, value in values)
