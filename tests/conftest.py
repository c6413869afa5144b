"""How the tests are run: how many examples hypothesis tries, which tests come first, and what is compiled once."""

from __future__ import annotations

import gc
import os
import pickle
import sys
from types import CodeType
from typing import Any

import pytest
import tomli
from hypothesis import settings
from jinja2 import Environment

# few in make test, all in .ci/run, which asks for --hypothesis-profile=full
settings.register_profile("full", max_examples=60, deadline=None)
settings.register_profile("quick", max_examples=6, deadline=None)
settings.load_profile("quick")

# each worker and each command that a test starts would else compile the same modules anew
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# fonts, games and figures are kept for all tests: to look through them at every turn takes a tenth of the time
gc.set_threshold(200_000, 20, 100)

_compile_page = Environment.compile
_compiled: dict[tuple[str, ...], CodeType] = {}


def _compile_once(environment: Environment, source: str, *names: str) -> CodeType:
    """Compile a template of the site, whose environments all have the same options, once for all sites."""
    if (source, *names) not in _compiled:
        _compiled[source, *names] = _compile_page(environment, source, *names)
    return _compiled[source, *names]


Environment.compile = _compile_once

_parse_toml = tomli.loads
_parsed: dict[str, bytes] = {}


def _parse_once(text: str) -> dict[str, Any]:
    """Parse a text once, since hundreds of tests read the same files; each has tables of its own."""
    if text not in _parsed:
        tables = _parse_toml(text)
        try:
            _parsed[text] = pickle.dumps(tables, pickle.HIGHEST_PROTOCOL)
        except RecursionError:
            return tables
    tables = pickle.loads(_parsed[text])  # noqa: S301
    assert isinstance(tables, dict)
    return tables


tomli.loads = _parse_once


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first: their files are whole, so that each fixture is made once."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Leave the tests themselves, which live to the end, out of every search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Leave all that tests have shared out of the searches at the end, which take seconds."""
    gc.freeze()
