"""A store with a bound for what kits have in common: a process that builds kits does not grow without end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, ParamSpec, TypeVar

__all__ = ["Store"]

_Args = ParamSpec("_Args")
_Made = TypeVar("_Made")
_NOTHING = object()


class Store:
    """Keeps results by their keys, at most `size` of them.

    The store has two halves. A result that is used comes into the young half; when that one is full it becomes the
    old half, and the results of the former old half, unused in the meantime, are dropped. A kit that needs
    fewer results than a half can hold gets the same object for the same key from its first page to its last.

    Args:
        size: how many results are kept at most.
    """

    def __init__(self, size: int = 1024) -> None:
        self._half = max(1, size // 2)
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return the result that is kept under a key; make it if there is none."""
        found: Any = self._young.get(key, _NOTHING)
        if found is _NOTHING:
            found = self._old.pop(key, _NOTHING)
            if found is _NOTHING:
                found = make()
            self._keep(key, found)
        made: _Made = found
        return made

    def of(self, make: Callable[_Args, _Made], *args: _Args.args, **named: _Args.kwargs) -> _Made:
        """Return the result of a function for hashable arguments; call it if the result is not kept."""
        return self.get((make, args, *named.items()), lambda: make(*args, **named))

    def every(self, keys: Iterable[Hashable], make: Callable[[Any], _Made]) -> list[_Made]:
        """Return the results that are kept under some keys; make those that are not of their keys."""
        young = self._young
        return [young[key] if key in young else self.get(key, partial(make, key)) for key in keys]

    def _keep(self, key: Hashable, result: object) -> None:
        if len(self._young) >= self._half:
            self._young, self._old = {}, self._young
        self._young[key] = result
