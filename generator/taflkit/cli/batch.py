"""Many jobs on all cores, in processes of their own: one that dies takes its job alone with it.

An executor of concurrent.futures is broken as a whole when one of its processes dies, and does not say how it died; one
executor for each process would make copies of a process that has threads.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from taflkit.cli.console import STOPPED, Stopped, held, raise_when_stopped, release, unforeseen_line
from taflkit.errors import TaflkitError

Job = TypeVar("Job")
Result = TypeVar("Result")

_PATIENCE = 1.0
"""The seconds that a process has to clear away what is half done."""
LONGEST = 180
"""The seconds without any result after which what is at work is ended: far more than a kit takes."""
_FORKS = sys.platform == "linux"
"""Whether a process begins as a copy of this one, at once; elsewhere a copy is not safe."""


class Lost(NamedTuple):
    """The line that says why a job failed, or how its process died."""

    why: str


class Workers(Generic[Job, Result]):
    """Processes that do jobs; with `with`, none of them is left behind.

    A process ends by itself, behind the job that it is at, when the one that started it has ended, however that did.
    Work that must not be half done, or done and not reported, holds the signals to stop, which are released when its
    result is on its way.

    Attributes:
        done: the jobs that were done, with their results.
    """

    def __init__(
        self, work: Callable[[Job], Result | Lost], most: int = os.cpu_count() or 1, longest: float | None = LONGEST
    ) -> None:
        """Start none yet; there will be `most` at most, and `work` does a job.

        After `longest` seconds without any result all that are at work are ended, unless it is None.
        """
        self.done: list[tuple[Job, Result]] = []
        self._attempt = partial(_attempt, work)
        self._most = most
        self._longest = longest
        self._context: Any = multiprocessing.get_context("fork" if _FORKS else "spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        self._jobs: dict[Connection, Job] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def results(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Result | Lost]]:
        """Yield every job with its result, as they come; a job is handed out when a process is free."""
        waiting = deque(jobs)
        while waiting or self._jobs:
            while waiting and len(self._jobs) < self._most:
                if len(self._processes) == len(self._jobs) and not self._start():
                    # the system gives no more: what cannot be started is not tried for every job
                    self._most = len(self._jobs)
                    break
                connection = next(idle for idle in self._processes if idle not in self._jobs)
                self._jobs[connection] = waiting.popleft()
                # the end of a connection whose process died comes with the results
                with suppress(OSError):
                    connection.send(self._jobs[connection])
            if self._jobs:
                ready = cast("list[Connection]", wait(list(self._jobs), timeout=self._longest))
                for connection in ready or list(self._jobs):
                    if not ready:
                        self._processes[connection].kill()
                    yield self._result(connection)
            elif waiting:
                # in this process, which the system gives no other beside
                job = waiting.popleft()
                try:
                    result = self._attempt(job)
                    if not isinstance(result, Lost):
                        self.done.append((job, result))
                finally:
                    release()
                yield job, result

    def stop(self) -> list[Job]:
        """End all processes; return the jobs that were begun and not done."""
        with held():
            for process in self._processes.values():
                process.terminate()
            until = time.monotonic() + _PATIENCE
            for process in self._processes.values():
                process.join(max(0.0, until - time.monotonic()))
                process.kill()
                process.join()
            # results that came in the meantime count; the end of a connection comes as well
            ended = [self._result(connection) for connection in list(self._jobs)]
            for connection in self._processes:
                connection.close()
            self._processes = {}
        return [job for job, result in ended if isinstance(result, Lost)]

    def _start(self) -> bool:
        """Start one more process; return whether the system gave one."""
        try:
            with held():
                ours, theirs = self._context.Pipe()
                # a copy of this process has a copy of each connection, which would keep it open when this one dies
                inherited = [*self._processes, ours] if _FORKS else []
                with theirs:
                    process = self._context.Process(target=_serve, args=(self._attempt, theirs, inherited), daemon=True)
                    process.start()
                self._processes[ours] = process
        except OSError:
            return False
        return True

    def _result(self, connection: Connection) -> tuple[Job, Result | Lost]:
        """Return a job with its result, or with how its process died, in whose place another may come."""
        with held():
            job = self._jobs.pop(connection)
            try:
                result: Result | Lost = connection.recv()
            except (EOFError, OSError):
                connection.close()
                process = self._processes.pop(connection)
                process.join(_PATIENCE)
                code = process.exitcode
                if code is None or code == STOPPED:
                    return job, Lost("the process that built it was ended from outside")
                how = f"was killed ({signal.Signals(-code).name})" if code < 0 else "could not go on"
                return job, Lost(f"the process that built it {how}; it took too long, or there was too little memory")
            if not isinstance(result, Lost):
                self.done.append((job, result))
        return job, result


def _attempt(work: Callable[[Job], Result | Lost], job: Job) -> Result | Lost:
    """Do a job; its problem comes back as a line."""
    try:
        return work(job)
    except TaflkitError as error:
        return Lost(str(error))
    except Exception as error:
        return Lost(unforeseen_line(error))


def _serve(attempt: Callable[[Job], Result | Lost], connection: Connection, inherited: Sequence[Connection]) -> None:
    """Do jobs until there are no more, in a process of its own."""
    try:
        for other in inherited:
            other.close()
        raise_when_stopped()
        # Ctrl-C goes to all processes, and the one that started this one says what follows from it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        release()
        while True:
            connection.send(attempt(connection.recv()))
            release()
    except (Stopped, EOFError, OSError):
        os._exit(STOPPED)
    finally:
        os._exit(1)
