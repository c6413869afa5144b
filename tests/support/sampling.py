"""How many examples a property is tried on, as the hypothesis profile says."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

__all__ = ["examples"]


def examples(number: int, **more: Any) -> settings:
    """Return settings for a property that under the full profile is tried on so many examples."""
    share = settings().max_examples / settings.get_profile("full").max_examples
    return settings(max_examples=max(1, round(number * share)), **more)
