"""Runs of the command line, each in a child of a server that is warm already, with limits, and with its files watched.

The server is a process of its own, without threads, so that it can be forked; it answers a JSON line with another.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from support import ROOT
from taflkit.cli import run
from taflkit.cli.console import catalog
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf

__all__ = ["CRASHED", "Guarded", "Run", "mask_modes"]

CRASHED = 70
"""The exit code of a run that ended with an exception."""
_SECONDS = 30
_WAITED = 60
"""The seconds of the clock after which a run is killed that waits for something."""
_HARD_MEGABYTES = 2_000
"""Where a run is cut off; the tests ask for far less."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_NOTES = ("touched", "read")
"""The files in which a run notes the paths of what it changes, and of what it reads."""
_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2
"""Of prctl(2): root does without the right to open what its modes shut."""
_CHANGES = {"os.rename": 1, "os.mkdir": 0, "os.remove": 0, "os.rmdir": 0, "os.link": 1, "os.symlink": 1, "os.chmod": 0}
"""The events that change a folder, with which of their arguments is the path."""


class Run(NamedTuple):
    """What became of a run.

    Attributes:
        code: the exit code; below 0 it was killed by that signal.
        seconds: of the processor.
        megabytes: the most memory that it held.
        touched: the files and folders that it opened for writing, made, renamed to or removed.
        read: the files that it opened to read.
    """

    code: int
    printed: str
    said: str
    seconds: float
    megabytes: float
    touched: tuple[Path, ...]
    read: tuple[Path, ...]


class Guarded:
    """A server that runs the command line in children."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'generator'}{os.pathsep}{ROOT / 'tests'}"}
        # what a run writes is watched: no bytecode
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        self._server = subprocess.Popen(
            [sys.executable, "-m", "support.guarded"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.communicate()

    def run(self, arguments: Sequence[str], folder: Path, given: bytes = b"", mask: int | None = None) -> Run:
        """Run the command line in a folder; the user's files are in its config/.

        Args:
            given: on standard input.
            mask: of the modes of new files, which holds for root too.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        (folder / "given").write_bytes(given)
        self._server.stdin.write(json.dumps([arguments, str(folder), mask]) + "\n")
        self._server.stdin.flush()
        code, seconds, megabytes = json.loads(self._server.stdout.readline())
        printed, said = (_text(folder / name) for name in ("printed", "said"))
        touched, read = (
            tuple(map(Path, dict.fromkeys(filter(None, _text(folder / name).split("\n"))))) for name in _NOTES
        )
        for name in ("given", "printed", "said", *_NOTES):
            (folder / name).unlink()
        return Run(code, printed, said, seconds, megabytes, touched, read)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="backslashreplace")


def _serve() -> None:
    """Answer requests until the input ends."""
    _warm()
    for line in sys.stdin:
        arguments, folder, mask = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(arguments, folder, mask)
        _, status, usage = os.wait4(child, 0)
        answer = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000
        print(json.dumps(answer), flush=True)  # noqa: T201


def _warm() -> None:
    """Import what a run needs and read the fonts, which no run is then blamed for."""
    kit = build_kit(catalog(), KitSpec())
    to_pdf(kit.documents[""], kit.paints, store=catalog().store)
    # a search for garbage in a child would copy every page of memory that it looks at
    gc.collect()
    gc.freeze()


def _run(arguments: list[str], folder: str, mask: int | None) -> None:
    """Be a child: run the command line, and never return."""
    os.chdir(folder)
    new = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for number, name, how in ((0, "given", os.O_RDONLY), (1, "printed", new), (2, "said", new)):
        os.dup2(os.open(name, how, 0o600), number)
    touched, read = (os.open(name, new, 0o600) for name in _NOTES)
    os.environ |= {"XDG_CONFIG_HOME": f"{folder}/config", "XDG_DATA_HOME": f"{folder}/config", "HOME": folder}
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + 1))
    signal.alarm(_WAITED)
    resource.setrlimit(resource.RLIMIT_AS, (_HARD_MEGABYTES * 1_000_000,) * 2)
    if mask is not None:
        mask_modes(mask)
    sys.argv = ["taflkit", *arguments]
    sys.addaudithook(lambda event, values: _note(touched, read, event, values))
    code = CRASHED
    try:
        run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def mask_modes(mask: int) -> None:
    """Give this process a mask of modes that holds for root too."""
    library = ctypes.CDLL(None)
    for right in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        library.prctl(_CAPBSET_DROP, right, 0, 0, 0)
    os.umask(mask)


def _note(touched: int, read: int, event: str, values: tuple[Any, ...]) -> None:
    """Write down the path of an event that changes a file or a folder, or reads one."""
    note = touched
    if event == "open":
        path, _, flags = values
        if isinstance(path, int):
            return
        note = touched if flags & _WRITING else read
    elif event in ("os.listdir", "os.scandir"):
        path, note = values[0] or ".", read
    elif event in _CHANGES:
        path = values[_CHANGES[event]]
    else:
        return
    if not isinstance(path, int):
        os.write(note, os.path.realpath(os.fsencode(path)) + b"\n")


if __name__ == "__main__":
    _serve()
