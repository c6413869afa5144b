"""What the workers of pytest-xdist report to the process that started them, and how it counts the tests that are left.

With thousands of short tests, messages and counting cost more than the tests: six messages for each test, of which two
are read, and a count over all tests of a worker whenever one ends.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

__all__ = ["ByFile", "report_less"]


class _Numbered(list[str]):
    """The names of all tests, whose places are looked up and not searched for."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(names)
        self._places = {name: place for place, name in enumerate(names)}

    def index(self, name: str, *_: Any) -> int:
        return self._places[name]


class ByFile(LoadFileScheduling):
    """The scheduler of --dist loadfile, but tests that are done are deleted and not counted again."""

    def add_node_collection(self, node: WorkerController, collection: Any) -> None:
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = _Numbered(self.registered_collections[node])

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:  # noqa: ARG002
        name = self.registered_collections[node][item_index]
        file = self._split_scope(name)
        tests = self.assigned_work[node][file]
        del tests[name]
        if not tests:
            del self.assigned_work[node][file]
        self._reschedule(node)


def report_less(config: pytest.Config) -> None:
    """Let a worker report results and problems alone: not that a test began, was set up, taken down or has ended."""
    worker = next(each for each in config.pluginmanager.get_plugins() if type(each).__name__ == "WorkerInteractor")
    send = worker.sendevent

    def send_what_is_read(name: str, **values: Any) -> None:
        report = values["data"] if name == "testreport" else {}
        dull = report.get("outcome") == "passed" and report["when"] != "call"
        if name not in {"logstart", "logfinish"} and not dull:
            send(name, **values)

    worker.sendevent = send_what_is_read
