"""A store with a bound for what kits have in common: a process that builds kits does not grow without end."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, ParamSpec, TypeVar

_Args = ParamSpec("_Args")
_Made = TypeVar("_Made")


class Store:
    """Holds results by their keys, at most `size` of them; the one that was not used for the longest is dropped first.

    A kit that needs fewer results than that gets the same object for the same key from its first page to its last. The
    default is more than the kits of most games have in common.
    """

    def __init__(self, size: int = 1024) -> None:
        self._size = size
        self._results: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return the result that is stored under a key; make it if there is none."""
        if key in self._results:
            self._results.move_to_end(key)
        else:
            self._results[key] = make()
            if len(self._results) > self._size:
                self._results.popitem(last=False)
        result: _Made = self._results[key]
        return result

    def of(self, make: Callable[_Args, _Made], *args: _Args.args, **named: _Args.kwargs) -> _Made:
        """Return the result of a function for hashable arguments; call it if the result is not stored."""
        return self.get((make, args, *named.items()), lambda: make(*args, **named))

    def every(self, keys: Iterable[Hashable], make: Callable[[Any], _Made]) -> list[_Made]:
        """Return the results that are stored under some keys, which get no younger; make the others of their keys."""
        stored = self._results
        return [stored[key] if key in stored else self.get(key, partial(make, key)) for key in keys]
