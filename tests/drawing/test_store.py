"""A store keeps what is asked for, and never more than its size."""

from __future__ import annotations

import pytest

from taflkit.drawing.store import Store


def numbered(number: int, name: str = "") -> list[object]:
    """Return a list of its own for every call."""
    return [number, name]


def test_a_result_is_made_once() -> None:
    store = Store(4)
    assert store.of(numbered, 1) is store.of(numbered, 1)
    assert store.of(numbered, 1) is not store.of(numbered, 2)
    assert store.of(numbered, 1, name="a") is store.of(numbered, 1, name="a")
    assert store.of(numbered, 1, name="a") == [1, "a"]


def test_none_is_a_result_too() -> None:
    store, calls = Store(4), []
    for _ in range(2):
        assert store.get("key", lambda: calls.append(1)) is None
    assert calls == [1]


@pytest.mark.parametrize("size", [2, 3, 10, 100])
def test_a_store_never_holds_more_than_its_size(size: int) -> None:
    store = Store(size)
    for number in range(5 * size):
        store.of(numbered, number)
        store.of(numbered, number // 2)
        assert len(store) <= size


def test_what_is_asked_for_in_every_kit_stays() -> None:
    store = Store(10)
    first = store.of(numbered, -1)
    for number in range(100):
        store.of(numbered, number)
        if number % 4 == 0:
            assert store.of(numbered, -1) is first


def test_what_nobody_asks_for_is_dropped() -> None:
    store = Store(10)
    first = store.of(numbered, -1)
    for number in range(10):
        store.of(numbered, number)
    assert store.of(numbered, -1) is not first


def test_a_refusal_is_not_kept() -> None:
    store = Store(4)

    def refuse() -> None:
        raise LookupError("none")

    for _ in range(2):
        with pytest.raises(LookupError, match="none"):
            store.of(refuse)
    assert len(store) == 0


def test_several_results_are_asked_for_at_once() -> None:
    made: list[str] = []

    def shout(word: str) -> str:
        made.append(word)
        return word.upper()

    store = Store(64)
    assert store.every(("ga", "ga", "en"), shout) == ["GA", "GA", "EN"]
    assert store.every(("en", "ga"), shout) == ["EN", "GA"]
    assert made == ["ga", "en"]
    assert len(store) == 2
