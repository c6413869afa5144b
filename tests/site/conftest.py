"""What tests of the site share: a whole site that is made once, its address, and the browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from support import ROOT
from support.browsing import RUNTIME, chromium, shown
from support.once import made_once
from taflkit.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_MADE = ROOT / "output" / "site"
"""Where make site writes."""


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of a site with all games, its ready kits and the kit maker; all workers share it."""

    def make(draft: Path) -> None:
        assert RUNTIME.is_dir(), "what runs Python in a browser is not made: make runtime"
        if _MADE.is_dir():
            # the command makes anew what has changed since
            shutil.copytree(_MADE, draft)
        made = CliRunner().invoke(main, ["site", "-o", str(draft), "--runtime", str(RUNTIME)])
        assert made.exit_code == 0, made.output

    return made_once(tmp_path_factory, worker_id, "whole-site", make)


@pytest.fixture(scope="session")
def site_address(whole_site: Path) -> Iterator[str]:
    """Where the whole site is shown."""
    with shown(whole_site) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with chromium() as found:
        yield found
