"""Paragraphs round a picture at their right: their shape, and how many lines they have."""

from __future__ import annotations

import math

from msgspec import Struct

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, settled
from taflkit.sums import total
from taflkit.typesetting.lines import Style, Typesetter, unmarked

__all__ = ["Lengths", "Wrap"]

_IMPOSSIBLE = 10_000
"""Stands for the lines of a paragraph with a word that is wider than its measure."""
_SAFE = 1.004
"""How much wider words are taken to be, since kerns and other faces are not looked at."""
_RAGGED_LOSS = 1.2
"""How much of a line that is not justified stays white as a rule, in em."""


class Wrap(Struct, frozen=True):
    """The shape of a paragraph.

    Attributes:
        width: the measure in mm.
        narrow: that of the first lines.
        lines: how many of them there are.
    """

    width: float
    narrow: float = 0.0
    lines: int = 0

    @property
    def insets(self) -> tuple[float, ...]:
        """How much shorter the first lines are, in mm."""
        return (self.width - self.narrow,) * self.lines


class Lengths:
    """How many lines paragraphs have, judged by the width of their letters until they are set.

    Args:
        typesetter: sets the lines.
    """

    def __init__(self, typesetter: Typesetter) -> None:
        self.typesetter = typesetter
        self._words: dict[str, tuple[float, ...]] = {}
        self._wide: dict[str, float] = {}
        self._set: dict[tuple[str, float, Wrap], int] = {}
        face = typesetter.fonts.face("text")
        self._space, self._measured = face.widths[" "], face.set_words

    def words(self, text: str) -> tuple[float, ...]:
        """Return how wide the words of a text are, in em.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        if text not in self._words:
            written = unmarked(settled(text)).replace(SOFT_HYPHEN, "")
            measured = self._measured([word for word in written.split(" ") if word])
            self._words[text] = tuple([width for _, _, width in measured])
        return self._words[text]

    def natural(self, text: str) -> float:
        """Return how wide a text is on one line, in em."""
        wide = self._wide.get(text)
        if wide is None:
            words = self.words(text)
            wide = self._wide[text] = total(words) + self._space * max(0, len(words) - 1)
        return wide

    def ragged(self, text: str, style: Style, measure: float) -> int:
        """Return how many lines a text has that is not justified, or one more."""
        room = measure / style.size / _SAFE
        lines, used = 0, 0.0
        for word in self.words(text):
            if lines and used + self._space + word <= room:
                used += self._space + word
            else:
                lines, used = lines + 1, word
        return lines

    def lines(self, text: str, style: Style, wrap: Wrap) -> int:
        """Return how many lines a text has: exactly if it was set so."""
        known = self._set.get((text, style.size, wrap))
        if known is not None:
            return known
        lost = _RAGGED_LOSS * style.size if style.align == "left" else 0.0
        wide = self.natural(text) * style.size
        beside = wrap.lines * (wrap.narrow - lost)
        if wrap.lines and wide <= beside:
            return math.ceil(wide / (wrap.narrow - lost))
        return wrap.lines + math.ceil((wide - beside) / (wrap.width - lost))

    def settle(self, text: str, style: Style, wrap: Wrap) -> int:
        """Set a text, and return how many lines it has.

        Raises:
            UnfitText: a character that no text may have, a letter that the fonts lack, or a word that is wider than
                the measure, if that is not narrower in its first lines.
        """
        try:
            found = len(self.typesetter.paragraph(text, wrap.width, style, wrap.insets))
        except UnfitText:
            if not wrap.lines:
                raise
            found = _IMPOSSIBLE
        self._set[text, style.size, wrap] = found
        return found
