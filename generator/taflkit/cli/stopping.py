"""How a run is stopped from outside: Ctrl-C, and the signals that ask a process to end."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

__all__ = ["STOPPED", "Stopped", "held", "hold", "ignore_stops", "raise_when_stopped", "release"]

STOPPED = 130
"""The exit code of a run that was stopped, as shells have it for Ctrl-C."""
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
_CLEARING = 1.0
"""The seconds after a signal in which others say nothing new: what is half done is cleared away then."""


class Stopped(BaseException):
    """Somebody stopped the run; the message says what was made. It is no Exception, as KeyboardInterrupt is none."""


def raise_when_stopped() -> None:
    """Raise Stopped wherever the process is when it is told to end; signals that its starter ignores stay ignored."""
    last = -inf

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal last
        if time.monotonic() - last > _CLEARING:
            last = time.monotonic()
            raise Stopped

    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def ignore_stops() -> None:
    """Let nothing stop a run that is over."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def held() -> Iterator[None]:
    """Let signals to stop wait until the block is done; a process that is started in it has them wait too."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hold() -> None:
    """Let signals to stop wait until they are released."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)


def release() -> None:
    """Let signals through again that were held, in this process or the one that started it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
