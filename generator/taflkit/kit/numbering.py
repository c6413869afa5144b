"""The pages of a kit by number: the one place that counts them."""

from __future__ import annotations

from taflkit.kit.spec import KitSpec

__all__ = ["page_numbers"]


def page_numbers(spec: KitSpec, sheets: int) -> dict[str, tuple[int, ...]]:
    """Return the page numbers of a kit with so many component pages, by what is on them."""
    counts = (
        ("instructions", 1 if "instructions" in spec.parts else 0),
        ("components", sheets),
        ("booklet", spec.pages // 2 if "booklet" in spec.parts else 0),
    )
    numbers: dict[str, tuple[int, ...]] = {}
    first = 1
    for part, count in counts:
        if count:
            numbers[part] = tuple(range(first, first + count))
            first += count
    return numbers
