"""A kit has the same bytes on every Python: nothing of it depends on what changed between them."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any

import pytest

from taflkit.catalog import Catalog
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.sums import total


def compensated(values: Iterable[Any], start: Any = 0) -> Any:
    """Return a sum as Python 3.12 and later make it: what rounding loses is added at the end."""
    found, lost = start, 0.0
    for value in values:
        new = found + value
        if isinstance(new, float):
            lost += (found - new) + value if abs(found) >= abs(value) else (value - new) + found
        found = new
    return found + lost if isinstance(found, float) else found


def made(spec: KitSpec) -> bytes:
    kit = build_kit(Catalog(), spec)
    return to_pdf(kit.documents[""], kit.paints)


def test_a_total_is_added_from_the_left() -> None:
    assert total([0.1] * 10) == 0.9999999999999999
    assert total([]) == 0.0
    assert compensated([0.1] * 10) == 1.0


@pytest.mark.parametrize(
    "spec",
    [KitSpec(), KitSpec("tablut", box="kit", cards="two-sided", theme="manuscript", paper="letter", mode="mono")],
)
def test_a_kit_does_not_depend_on_how_python_adds(spec: KitSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    before = made(spec)
    monkeypatch.setattr(builtins, "sum", compensated)
    assert made(spec) == before
