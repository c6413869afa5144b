"""How the tests are run: how many examples hypothesis tries, and which tests come first."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

# few in make test, all in .ci/run, which asks for --hypothesis-profile=full
settings.register_profile("full", max_examples=60, deadline=None)
settings.register_profile("quick", max_examples=6, deadline=None)
settings.load_profile("quick")

# fonts, games and figures are kept for all tests: to look through them at every turn takes a tenth of the time
gc.set_threshold(200_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first: their files are whole, so that each fixture is made once."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
