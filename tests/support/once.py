"""What is made once for a run of tests, whichever of its workers asks first."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["locked", "made_once"]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Let one process alone in at a time."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def made_once(factory: pytest.TempPathFactory, worker: str, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that all workers of a run share.

    Args:
        factory: of the worker's own folders, which lie beside one another.
        worker: its name, "master" if there is but one.
        make: writes a draft of the folder; where it fails, the next worker begins anew.
    """
    base = factory.getbasetemp()
    folder = (base if worker == "master" else base.parent) / name
    with locked(folder.with_suffix(".lock")):
        if not folder.exists():
            draft = factory.mktemp(name) / "draft"
            make(draft)
            draft.rename(folder)
    return folder
