"""The kerns of a stranger's font, read from its bytes as far as there are steps for it.

The tables GPOS and kern lead from place to place, and any number of places may lead to the same: a library that takes
such a table apart makes all of it, and there may be millions. Here the pairs of some glyphs alone are read, and each
step towards them is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from sys import intern

from taflkit.limits import KERNS
from taflkit.typesetting.font_tables import FontTables

__all__ = ["KERNING", "kern_pairs"]

KERNING = ("GPOS", "kern")
"""The tables that kerns are read from: the first of them that a font has."""

_PAIRS, _EXTENSION = 2, 9
"""The kinds of lookups that are read: adjustments of pairs, and those that lead to others farther away."""
_BEFORE_ADVANCE, _ADVANCE, _OF_VALUE = 0x03, 0x04, 0xFF
"""The bits of a format of values: what is written before the advance, the advance, and all there is."""


def kern_pairs(tables: FontTables, letters: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Return the pairs of letters that a font kerns, with the units; of a pair that is told twice the last holds.

    Args:
        tables: of the font.
        letters: those whose pairs are asked for, by the glyphs that they are drawn with.

    Raises:
        TemplateError: a table ends too early, leads beyond its end, or takes too many steps.
    """
    tag = next((tag for tag in KERNING if tag in tables.data), "")
    if not tag:
        return {}
    table = (_Positions if tag == "GPOS" else _Kerns)(tables, tag, letters)
    return table.kerns()


class _Table:
    """A table whose reading is counted."""

    def __init__(self, tables: FontTables, tag: str, letters: Mapping[int, Sequence[str]]) -> None:
        self._tables, self._tag, self._letters = tables, tag, letters
        self._steps = 0

    def kerns(self) -> dict[str, int]:
        """Return the kerns of pairs of letters."""
        found: dict[str, int] = {}
        for first, second, units in self._pairs():
            if units and first in self._letters and second in self._letters:
                ones, others = self._letters[first], self._letters[second]
                # a pair that is kept takes room as well
                self._count(2 * len(ones) * len(others))
                # the fonts of a theme have the same pairs
                found |= {intern(one + other): units for one in ones for other in others}
        return found

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield pairs of glyphs with their units, some of them perhaps 0."""
        raise NotImplementedError

    def _read(self, form: str, at: int) -> tuple[int, ...]:
        return self._tables.numbers(self._tag, form, at)

    def _row(self, at: int) -> tuple[int, ...]:
        """Return the numbers at a place, which the first of them counts."""
        number = self._read("H", at)[0]
        self._count(1 + number)
        return self._read(f"{number}H", at + 2)

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > KERNS:
            why = f"takes more than {KERNS} steps to its kerns; take another font"
            raise self._tables.refuse(self._tag, why)


class _Kerns(_Table):
    """The table kern, in Microsoft's form or Apple's."""

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        version, number = self._read("HH", 0)
        is_apple = version == 1
        at = 4
        if is_apple:
            number, at = self._read("L", 4)[0], 8
        for _ in range(number):
            self._count(1)
            length, kind, head = self._header(at, is_apple)
            if kind == 0:
                yield from self._listed(at + head)
            # the only subtable may be longer than it can say
            at += max(length, head)

    def _header(self, at: int, is_apple: bool) -> tuple[int, int, int]:
        """Return the length, the kind and the length of the header of a subtable."""
        if is_apple:
            length, _, kind = self._read("LBB", at)
            return length, kind, 8
        _, length, kind = self._read("HHB", at)
        return length, kind, 6

    def _listed(self, at: int) -> Iterator[tuple[int, int, int]]:
        number = self._read("H", at)[0]
        self._count(1 + number)
        for place in range(at + 8, at + 8 + 6 * number, 6):
            first, second, units = self._read("HHh", place)
            yield first, second, units


class _Positions(_Table):
    """The table GPOS."""

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        features, lookups = self._read("HH", 6)
        places = self._row(lookups)
        for number in sorted(self._lookups(features)):
            if number < len(places):
                yield from self._of_lookup(lookups + places[number])

    def _lookups(self, features: int) -> set[int]:
        """Return the numbers of the lookups of the feature kern."""
        found: set[int] = set()
        for at in range(self._read("H", features)[0]):
            self._count(1)
            tag, place = self._read("LH", features + 2 + 6 * at)
            if tag == int.from_bytes(b"kern"):
                found |= set(self._row(features + place + 2))
        return found

    def _of_lookup(self, at: int) -> Iterator[tuple[int, int, int]]:
        kind = self._read("H", at)[0]
        # the first subtable that has a pair decides it, so it is told last
        for place in reversed(self._row(at + 4)):
            there, which = at + place, kind
            if kind == _EXTENSION:
                _, which, farther = self._read("HHL", there)
                there += farther
            if which == _PAIRS:
                yield from self._of_subtable(there)

    def _of_subtable(self, at: int) -> Iterator[tuple[int, int, int]]:
        form, covered, first, second = self._read("HHHH", at)
        if not first & _ADVANCE or form not in (1, 2):
            return
        size = 2 * ((first & _OF_VALUE).bit_count() + (second & _OF_VALUE).bit_count())
        value = 2 * (first & _BEFORE_ADVANCE).bit_count()
        firsts = self._covered(at + covered)
        if form == 1:
            yield from self._of_glyphs(at, firsts, size, value)
        else:
            yield from self._of_classes(at, firsts, size, value)

    def _of_glyphs(self, at: int, firsts: Sequence[int], size: int, value: int) -> Iterator[tuple[int, int, int]]:
        for glyph, place in zip(firsts, self._row(at + 8), strict=False):
            if glyph in self._letters:
                number = self._read("H", at + place)[0]
                self._count(1 + number)
                for pair in range(at + place + 2, at + place + 2 + number * (2 + size), 2 + size):
                    yield glyph, self._read("H", pair)[0], self._read("h", pair + 2 + value)[0]

    def _of_classes(self, at: int, firsts: Sequence[int], size: int, value: int) -> Iterator[tuple[int, int, int]]:
        one, two, _, number = self._read("HHHH", at + 8)
        first_classes, second_classes = self._classes(at + one), self._classes(at + two)
        seconds: dict[int, list[int]] = {}
        self._count(len(self._letters))
        for glyph in self._letters:
            seconds.setdefault(second_classes.get(glyph, 0), []).append(glyph)
        for glyph in firsts:
            if glyph in self._letters:
                row = at + 16 + first_classes.get(glyph, 0) * number * size
                for second, others in seconds.items():
                    self._count(1)
                    units = self._read("h", row + second * size + value)[0]
                    if units:
                        yield from ((glyph, other, units) for other in others)

    def _covered(self, at: int) -> list[int]:
        """Return the glyphs of a coverage, in its order."""
        if self._read("H", at)[0] == 1:
            return list(self._row(at + 2))
        return [glyph for start, end, _ in self._ranges(at) for glyph in range(start, end + 1)]

    def _classes(self, at: int) -> dict[int, int]:
        """Return the classes of glyphs other than 0."""
        if self._read("H", at)[0] == 1:
            start = self._read("H", at + 2)[0]
            return dict(enumerate(self._row(at + 4), start))
        return {glyph: kind for start, end, kind in self._ranges(at) for glyph in range(start, end + 1)}

    def _ranges(self, at: int) -> Iterator[tuple[int, int, int]]:
        """Yield ranges of glyphs, each with a number of its own."""
        for place in range(at + 4, at + 4 + 6 * self._read("H", at + 2)[0], 6):
            start, end, number = self._read("HHH", place)
            self._count(1 + max(0, end - start))
            yield start, end, number
