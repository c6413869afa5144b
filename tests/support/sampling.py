"""How much is tried: a part in make test, all in .ci/run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["examples", "sampled", "spread"]


def examples(number: int, **more: Any) -> settings:
    """Return settings for a property that under the full profile is tried on so many examples."""
    share = settings().max_examples / settings.get_profile("full").max_examples
    return settings(max_examples=max(1, round(number * share)), **more)


def sampled(cases: Sequence[Any], number: int) -> list[Any]:
    """Return the first cases as they are, and the others marked as whole, for .ci/run alone."""
    return [*cases[:number], *(_whole(case) for case in cases[number:])]


def spread(cases: Sequence[Any], step: int) -> list[Any]:
    """Return all cases, at first one in so many, so that those that come first are of all kinds."""
    return [case for first in range(step) for case in cases[first::step]]


def _whole(case: Any) -> Any:
    # a named tuple is one value
    return pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.whole)
