"""The test sheet that shows what a printer does, and the name of its file."""

from __future__ import annotations

from taflkit import LICENCE, __version__
from taflkit.catalog import Catalog
from taflkit.drawing.shapes import Document, Layer, Turning
from taflkit.kit.naming import file_name
from taflkit.kit.options import DEFAULTS
from taflkit.kit.printers import Printer, fit_document
from taflkit.parts.marks.printer_test import draw_test_sheet
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.sheets.paper import paper as paper_named
from taflkit.words.phrases import fill

__all__ = ["printer_test", "printer_test_name"]


def printer_test(
    catalog: Catalog,
    paper: str,
    duplex: str,
    mode: str,
    language: str = DEFAULT_LANGUAGE,
    printer: Printer | None = None,
    *,
    draft: bool = False,
) -> Document:
    """Return the two-sided test sheet that shows what a printer does.

    Args:
        catalog: the templates.
        paper: the name of the paper.
        duplex: how the sheet is turned.
        mode: colour or greys.
        language: of its words.
        printer: the sheet is corrected for it, to prove what is known of it.
        draft: whether words that the language lacks may stay English, behind a sign.

    Raises:
        TaflkitError: an unknown name, or a problem in a file.
    """
    texts = text, words = catalog.printer_test(language, draft=draft), catalog.words(language)
    sheet = paper_named(paper)
    look = catalog.theme(mode=mode).look(catalog.store)
    document = Document(
        draw_test_sheet(sheet, duplex, texts, look, catalog.typesetter(language)),
        text.title,
        subject=fill(words.document.test, {"paper": sheet.label}),
        author="taflkit",
        language=language,
        turning=Turning.of(duplex),
        rights=(words.document.rights, LICENCE),
        creator=f"taflkit {__version__}",
        layers=_layers(catalog, language, draft=draft),
    )
    return document if printer is None else fit_document(document, printer, backs=(2,), duplex=duplex)


def _layers(catalog: Catalog, language: str, *, draft: bool) -> tuple[tuple[Layer, str], ...]:
    """Return what a viewer calls the layers; English ones have their own names."""
    if language == DEFAULT_LANGUAGE:
        return ()
    return tuple((Layer(name), shown) for name, shown in catalog.sheet(language, draft=draft).layers.items())


def printer_test_name(
    paper: str, duplex: str, mode: str, printer: str = "", language: str = DEFAULT_LANGUAGE, *, draft: bool = False
) -> str:
    """Return the name of the test sheet's file without its ending."""
    chosen = ((mode, DEFAULTS.mode), (duplex, DEFAULTS.duplex), (language, DEFAULT_LANGUAGE))
    others = [value for value, default in chosen if value != default]
    drafted = ["draft"] if draft else []
    return file_name("printer-test", *([printer] if printer else []), paper, *others, *drafted)
