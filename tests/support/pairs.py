"""Choices of options, two by two: every pair of values of two options is in one of a few kits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

__all__ = ["pairwise_choices"]


def pairwise_choices(choices: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return few choices in which every two values of two options stand together, each found greedily."""
    names = list(choices)
    left = {
        ((first, one), (second, other))
        for first, second in combinations(names, 2)
        for one, other in product(choices[first], choices[second])
    }
    found: list[dict[str, Any]] = []
    while left:
        chosen: dict[str, Any] = dict(min(left, key=str))
        for name in names:
            if name not in chosen:
                chosen[name] = max(choices[name], key=lambda value: _won(left, chosen, names, name, value))
        made = {name: chosen[name] for name in names}
        left -= set(combinations(made.items(), 2))
        found.append(made)
    return found


def _won(left: set[Any], chosen: Mapping[str, Any], names: Sequence[str], name: str, value: Any) -> int:
    """Return how many of the pairs that are left a value makes with those that are chosen."""
    known = {**chosen, name: value}
    row = [(each, known[each]) for each in names if each in known]
    return sum((name, value) in pair and pair in left for pair in combinations(row, 2))
