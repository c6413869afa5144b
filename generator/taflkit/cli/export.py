"""taflkit export: a kit as files for machines and tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from taflkit.cli.console import say
from taflkit.cli.known import catalog
from taflkit.cli.options import (
    Choice,
    CommandOfBareOptions,
    dpi_option,
    kit_options,
    look_options,
    page_options,
    read_address,
)
from taflkit.cli.writing import rendered, status, target, write_all
from taflkit.errors import TaflkitError
from taflkit.kit.options import EXPORTS, PICTURES, READER

if TYPE_CHECKING:
    from taflkit.drawing.look import Paints
    from taflkit.kit.exports.files import ExportFile

__all__ = ["export"]

_NEXT = {
    "cutter": "Print the PDFs at 100 %, and cut each by its SVG. Set the blue lines to score and the red ones to cut, "
    "the orange ones, which are registration marks, to No Cut; in LightBurn check that these landed on T1",
    "tts": "Put the JSON and the PNG of its name into Tabletop Simulator's Saves/Saved Objects; leave the others there",
    "print-on-demand": "PDF/X-4 for FOGRA39: every page has its trim and bleed, and crop marks outside them",
}
"""What to do with the files, in words."""


@click.command(cls=CommandOfBareOptions)
@click.option("--to", type=Choice(EXPORTS, "export"), required=True, help="What the files are for.")
@kit_options(several=False)
@page_options
@look_options(several=False)
@click.option(
    "--format", "picture", type=Choice(PICTURES), default=PICTURES[0], show_default=True, help="Of the parts."
)
@dpi_option
@click.option(
    "--url",
    callback=lambda _ctx, _param, value: "" if value is None else read_address(value, "url", files=True),
    metavar="BASE",
    help="Where Tabletop Simulator fetches the files from; by default from the folder that they are written to.",
)
@click.option("-o", "--output", metavar="FOLDER", help="A folder; by default one in output/ that is called by the kit.")
def export(to: str, picture: str, dpi: int, url: str, output: str | None, **wanted: Any) -> None:
    """Write a kit of GAME as files for machines and tables, from the same plan and drawings as build.

    \b
    parts            every different part as a picture, as large as its trim and bleed
    cutter           for each sheet an SVG of cuts, folds and registration marks, and the PDF with the same marks;
                     --margin is 30 unless you say otherwise
    tts              a saved object of Tabletop Simulator with board, pieces, cards and booklet
    print-on-demand  PDF/X-4: each part a page at its trim size, with bleed and crop marks

    \b
    Examples:
      taflkit export --to parts
      taflkit export --to parts --parts counters,cards --format png --dpi 600 --bleed 0
      taflkit export tablut --to cutter --paper letter
      taflkit export --to tts --url https://example.org/brandub/
      taflkit export --to print-on-demand --theme manuscript -o press/
    """
    from taflkit.kit.exports import Wanted, export_kit
    from taflkit.kit.options import KitSpec
    from taflkit.parts.marks.marks import CLEAR

    context = click.get_current_context()
    drawn_in_dots = to == "tts" or (to == "parts" and picture == "png")
    for name, option, used, use in (
        ("picture", "--format", to == "parts", "--to parts"),
        ("dpi", "--dpi", drawn_in_dots, "--to tts, or --to parts with --format png"),
        ("url", "--url", to == "tts", "--to tts"),
    ):
        if not used and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{option} changes nothing here; it is for {use}")
    spec = KitSpec(**wanted)
    if READER in spec.parts:
        raise TaflkitError(f"'{READER}' is a file of build; booklet is the part with the same pages", choice="parts")
    if to == "cutter" and context.get_parameter_source("margin") is ParameterSource.DEFAULT:
        # for the registration marks
        spec = spec._replace(margin=CLEAR)
    base = target(output, several=True)[0] or Path()

    def address(stem: str) -> str:
        folder = base if output else base / stem
        # a folder that cannot be is reported before what takes its time
        status(folder)
        return Path(os.path.realpath(folder)).as_uri()

    made = export_kit(catalog(), spec, to, Wanted(picture, dpi, address, url))
    contents = {file.name: _content(file, made.paints) for file in made.files}
    written_names = write_all(base if output else base / made.stem, contents)
    for written, file in zip(written_names, made.files, strict=True):
        say(f"{written}{f': {file.note}' if file.note else ''}")
    if to in _NEXT:
        say(_NEXT[to])


def _content(file: ExportFile, paints: Paints) -> bytes | str:
    """Return the content of a file."""
    from taflkit.drawing.shapes import Document

    if isinstance(file.content, str):
        return file.content
    if isinstance(file.content, Document):
        from taflkit.render.pdf import to_pdf

        return to_pdf(file.content, paints, store=catalog().store)
    if file.kind == "cutter":
        from taflkit.render.svg import to_cutter

        return to_cutter(file.content)
    return rendered(file.content, file.kind, paints, file.dpi)
