"""The parts of ReportLab that are used here, imported without the settings of its users.

ReportLab runs such settings when it is imported: modules named reportlab_mods and reportlab_settings, from
the current folder too, and the files ~/.reportlab_mods and ~/.reportlab_settings; and it reads variables of the
environment that begin with RL_. A kit depends on none of them, and nothing is run but the program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

__all__ = ["TTFontFace", "pdfdoc"]

_SETTINGS = ("reportlab_mods", "reportlab_settings")
"""The modules of users' settings; ReportLab looks for a file in the home folder where it finds no such module."""


@contextmanager
def _no_settings() -> Iterator[None]:
    """Put empty modules in the place of users' settings, and put variables of settings away, while inside."""
    there = {name: sys.modules.get(name) for name in _SETTINGS}
    variables = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("RL_")}
    sys.modules |= {name: ModuleType(name) for name in _SETTINGS}
    try:
        yield
    finally:
        os.environ |= variables
        for name, module in there.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


with _no_settings():
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.ttfonts import TTFontFace
