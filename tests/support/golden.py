"""The golden drawings in tests/cases/: a folder each, with the command, what it reads, and what it must draw."""

from __future__ import annotations

import os
import shlex
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from support import ROOT
from taflkit.cli import main

__all__ = ["CASES", "drawn"]

CASES = ROOT / "tests" / "cases"


def drawn(case: Path) -> str:
    """Return what a case's command draws, run in the case's folder."""
    words = shlex.split((case / "command.txt").read_text(encoding="utf-8"))
    with chdir(case):
        result = CliRunner().invoke(main, [*words, "-o", "-"], catch_exceptions=False)
    if result.exit_code:
        raise ValueError(f"{case.name}: {result.stderr.strip()}")
    return result.stdout_bytes.decode().replace(os.linesep, "\n")
