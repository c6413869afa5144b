"""The parts of ReportLab that are used here, without the modules that they import and a kit does not use.

ReportLab reads Pillow, for pictures, pickle, for objects it keeps, tempfile, for its own tests, and uharfbuzz, for
scripts that need shaping, when it is imported. A kit has none of them, and reading them takes longer than drawing it.
Each is read when it is first used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

__all__ = ["TTFontFace", "pdfdoc"]

_UNUSED = ("PIL.Image", "glob", "pickle", "tempfile", "uharfbuzz")


class _Deferring:
    """Finds the modules that are put off, and gives them a loader that waits for the first attribute."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in _UNUSED:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


@contextmanager
def _deferred_imports() -> Iterator[None]:
    """Put off the modules that are imported inside."""
    sys.meta_path.insert(0, _Deferring)
    try:
        yield
    finally:
        sys.meta_path.remove(_Deferring)


with _deferred_imports():
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.ttfonts import TTFontFace
