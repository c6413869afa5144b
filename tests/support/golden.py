"""The golden cases in tests/cases/: a folder each, with the command, the files it reads, and its output."""

from __future__ import annotations

import os
import shlex
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from support import ROOT
from taflkit.cli import main

__all__ = ["CASES", "drawn", "expected"]

CASES = ROOT / "tests" / "cases"


def expected(case: Path) -> Path:
    """Return the file with the golden drawing, or the golden words, of a case."""
    return case / f"expected.{'txt' if _words(case)[0] == 'rules' else 'svg'}"


def _words(case: Path) -> list[str]:
    return shlex.split((case / "command.txt").read_text(encoding="utf-8"))


def drawn(case: Path) -> str:
    """Return the drawing, or the words, that a case's command writes in the case's folder."""
    output = ["-o", "-"] if expected(case).suffix == ".svg" else []
    with chdir(case):
        result = CliRunner().invoke(main, [*_words(case), *output], catch_exceptions=False)
    if result.exit_code:
        raise ValueError(f"{case.name}: {result.stderr.strip()}")
    return result.stdout_bytes.decode().replace(os.linesep, "\n")
