"""Many jobs on all cores, in processes of their own: one that dies takes its job alone with it."""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from taflkit.cli.console import STOPPED, Stopped, held, raise_when_stopped, release

__all__ = ["Lost", "Workers"]

Job = TypeVar("Job")
Result = TypeVar("Result")

_PATIENCE = 1.0
"""The seconds that a process has to clear away what is half done."""
_LONGEST = 180
"""The seconds without any result after which what is at work is ended: far more than a kit takes."""
_BEGUN = 10.0
"""The seconds that a process waits for its own thread to begin."""
_STACK = 1 << 18
"""The bytes of the stack of a thread that only listens, which has 8 MB otherwise."""


class Lost(NamedTuple):
    """What is left of a job whose process died.

    Attributes:
        why: how it died.
    """

    why: str


class _Worker(NamedTuple):
    """A process and the connection to it."""

    process: BaseProcess
    connection: Connection


class Workers(Generic[Job, Result]):
    """Processes that do jobs; with `with`, none of them is left behind.

    A process ends by itself when the one that started it does, however that ended. Work that must not be half done, or
    done and not told of, holds the signals to stop, which are released when its result is on its way.

    Attributes:
        done: the jobs that were done, with their results.
    """

    def __init__(self, work: Callable[[Job], Result], most: int) -> None:
        """Start none yet.

        Args:
            work: does a job; a function of a module, or a partial one.
            most: how many processes there may be.
        """
        self.done: list[tuple[Job, Result]] = []
        self._work = work
        self._most = most
        # a copy of this process begins at once; elsewhere a copy is not safe
        self._context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Job]] = {}

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes."""
        self.stop()

    def results(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Result | Lost]]:
        """Yield every job with its result, as they come; a job is handed out when a process is free."""
        waiting, quiet = deque(jobs), 0
        while waiting or self._busy:
            while waiting and len(self._busy) < self._most:
                if self._idle or self._start():
                    self._hand_out(waiting.popleft())
                else:
                    # the system gives no more: what cannot be started is not tried for every job
                    self._most = len(self._busy)
            if self._busy:
                ready = wait(list(self._busy), timeout=1.0)
                quiet = 0 if ready else quiet + 1
                for connection in ready:
                    yield self._result(connection)  # type: ignore[arg-type]
                if quiet > _LONGEST:
                    self._end_busy()
            elif waiting:
                yield self._do(waiting.popleft())

    def _do(self, job: Job) -> tuple[Job, Result | Lost]:
        """Do a job in this process, which the system gives no other beside."""
        try:
            result = self._work(job)
            self.done.append((job, result))
        finally:
            release()
        return job, result

    def _end_busy(self) -> None:
        """End the processes that are at work; their jobs come as lost ones."""
        for worker, _ in self._busy.values():
            worker.process.kill()

    def stop(self) -> list[Job]:
        """End all processes; return the jobs that were begun and not done."""
        with held():
            workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
            for worker in workers:
                worker.process.terminate()
            until = time.monotonic() + _PATIENCE
            for worker in workers:
                worker.process.join(max(0.0, until - time.monotonic()))
                if worker.process.is_alive():
                    worker.process.kill()
                    worker.process.join()
            # results that came in the meantime count; the end of a connection comes as well
            ended = [self._result(connection) for connection in list(self._busy) if connection.poll()]
            for worker in self._idle:
                worker.connection.close()
            self._idle = []
        return [job for job, result in ended if isinstance(result, Lost)]

    def _start(self) -> bool:
        """Start one more process; return whether the system gave one."""
        mine = [worker.connection for worker in self._idle] + list(self._busy)
        try:
            with held():
                ours, theirs = self._context.Pipe()
                # a copy of this process has a copy of each connection, which would keep it open when this one dies
                inherited = [*mine, ours] if self._context.get_start_method() == "fork" else []
                process = self._context.Process(target=_serve, args=(self._work, theirs, inherited), daemon=True)
                try:
                    process.start()
                except OSError:
                    ours.close()
                    raise
                finally:
                    theirs.close()
                self._idle.append(_Worker(process, ours))
        except OSError:
            return False
        return True

    def _hand_out(self, job: Job) -> None:
        with held():
            worker = self._idle.pop()
            self._busy[worker.connection] = (worker, job)
        try:
            worker.connection.send(job)
        except OSError:
            # it died: the end of its connection is found with the results
            return

    def _result(self, connection: Connection) -> tuple[Job, Result | Lost]:
        """Return a job with its result, or with how its process died, in whose place another may come."""
        with held():
            worker, job = self._busy.pop(connection)
            try:
                result: Result = connection.recv()
            except (EOFError, OSError):
                connection.close()
                worker.process.join(_PATIENCE)
                return job, Lost(_death(worker.process.exitcode))
            self._idle.append(worker)
            self.done.append((job, result))
        return job, result


def _death(code: int | None) -> str:
    """Return in words how a process ended."""
    if code is None or code == STOPPED:
        return "the process that built it was ended from outside"
    how = f"was killed ({signal.Signals(-code).name})" if code < 0 else "could not go on"
    return f"the process that built it {how}; it took too long, or there was too little memory"


def _serve(work: Callable[[Job], Result], connection: Connection, inherited: Sequence[Connection]) -> None:
    """Do jobs until there are no more, in a process of its own."""
    try:
        for other in inherited:
            other.close()
        raise_when_stopped()
        # Ctrl-C goes to all processes, and the one that started this one says what follows from it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        jobs: SimpleQueue[Any] = SimpleQueue()
        _thread.stack_size(_STACK)
        # a Thread that has no memory to begin with is waited for without end
        _thread.start_new_thread(_listen, (connection, jobs))
        release()
        jobs.get(timeout=_BEGUN)
        while True:
            connection.send(work(jobs.get()))
            release()
    except (Stopped, OSError):
        os._exit(STOPPED)
    finally:
        os._exit(1)


def _listen(connection: Connection, jobs: SimpleQueue[Any]) -> None:
    """Say that it has begun, and receive jobs; end this process if the one that sends them is gone."""
    try:
        jobs.put(None)
        while True:
            jobs.put(connection.recv())
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_PATIENCE)
    finally:
        os._exit(1)
