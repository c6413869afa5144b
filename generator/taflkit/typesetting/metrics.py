"""The metrics of the shipped faces: the measures of letters, before any is drawn.

They are exact, because templates/fonts/<face>.json is made from the shipped fonts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import add
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from taflkit.drawing.characters import UnfitText, character
from taflkit.drawing.look import FACES, is_own_face
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError, shown
from taflkit.sums import total

TEXT = "text"
"""The face with the most letters, which stands in for others that lack one."""
TITLE = "display"
"""The face of titles, which is not set small."""
SEMIBOLD = "bold"
"""The one that is set in its stead there."""
_STORED_WORDS = 8192  # the measured words that a face stores: more than a booklet has
_BOW = 0.06  # the most that a bow reaches beyond flat capitals, in parts of their height
_LIGATURES = ("ffi", "ffl", "ff", "fi", "fl")
_INSTEAD = {
    "\u202f": "\u2009",
    "\u2009": "\u00a0",
    "\u2010": "-",
    "\u2011": "-",
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
}
"""The letters that look alike, for a face that has no narrow space, no hyphen but the common one, or no ligatures; the
first may have others in turn."""


class FaceMetrics(Struct, frozen=True):
    """The metrics of one font; lengths are parts of the em.

    Attributes:
        ascent, descent: from the baseline, the descent below it as a positive number.
        capitals: the lowest and highest point of each capital's outline, the baseline being 0 and up positive; in
            units, since few of them are needed.
        edges: of the house's face of initials and a user's own, the rightmost points of each capital's outline, in
            slices of one height from its foot up; in units too.
        units: of the em.
        widths: the advance of each character.
        kerns: the adjustments between pairs of characters; in units too.
        ligatures: the single characters that replace several letters.
        measured: stores the words that were measured.
    """

    name: str
    ascent: float
    descent: float
    cap_height: float
    capitals: Mapping[str, tuple[float, float]]
    edges: Mapping[str, Sequence[int]]
    units: int
    widths: Mapping[str, float]
    kerns: Mapping[str, int]
    ligatures: Mapping[str, str]
    measured: Store

    @classmethod
    def load(cls, name: str, file: Path) -> FaceMetrics:
        """Read a metrics file.

        Raises:
            TaflkitError: the file is missing, or make_fonts.py did not write it.
        """
        try:
            return cls._of(name, json.decode(file.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TaflkitError(f"{file.name}: the metrics of the font '{name}' cannot be read: {error}") from None

    @classmethod
    def _of(cls, name: str, data: Mapping[str, Any]) -> FaceMetrics:
        """Return a face of the metrics in a file, which are in units of the font."""
        em = data["units_per_em"]
        return cls(
            name,
            data["ascent"] / em,
            abs(data["descent"]) / em,
            data["cap_height"] / em,
            data["capitals"],
            data["edges"],
            em,
            {char: advance / em for char, advance in data["widths"].items()},
            data["kerns"],
            data["ligatures"],
            Store(_STORED_WORDS),
        )

    @property
    def is_own(self) -> bool:
        """Whether the face is a user's own, which no other stands in for."""
        return is_own_face(self.name)

    def set_word(self, word: str) -> tuple[str, tuple[float, ...], float]:
        """Return a run of characters as it is set: with ligatures, the kern after each, and its whole width.

        Raises:
            UnfitText: the font lacks a letter; it is named.
        """
        return self.measured.get(word, lambda: self._measure(word))

    def set_words(self, words: Iterable[str]) -> list[tuple[str, tuple[float, ...], float]]:
        """Return several runs of characters, each as `set_word` has it.

        Raises:
            UnfitText: the font lacks a letter; it is named.
        """
        return self.measured.every(words, self._measure)

    def has(self, text: str) -> bool:
        """Whether the font can write a text."""
        return self.widths.keys() >= set(text) or self.widths.keys() >= set(self._written(text))

    def reach(self, letter: str) -> tuple[float, float]:
        """Return the depth of a capital below the baseline, and its height above it, in em.

        Bows, which are drawn a little higher and lower than flat letters so as to look alike, are not counted.
        """
        low, high = 0.0, self.cap_height
        if letter in self.capitals:
            low, high = (height / self.units for height in self.capitals[letter])
        bow = _BOW * self.cap_height
        return -low if -low > bow else 0.0, high if high > self.cap_height + bow else self.cap_height

    def right_edge(self, letter: str, low: float, high: float) -> float:
        """Return the rightmost point of a capital between two heights above the baseline, in em.

        A face without edges has the whole advance.
        """
        edges = self.edges.get(letter)
        if not edges:
            return self.widths[letter]
        foot, top = (height / self.units for height in self.capitals[letter])
        slices = [(height - foot) / (top - foot) * len(edges) for height in (low, high)]
        first, last = max(0, math.floor(slices[0])), min(len(edges), math.ceil(slices[1]))
        return max(edges[first:last], default=0) / self.units

    def added(self, word: str, char: str) -> float:
        """Width in em that one more character adds to a word, its kern included."""
        last = self.set_word(word)[0][-1]
        return self.widths[char] + self._kern(last + char)

    def join(self, before: str, after: str) -> float:
        """Width in em that kerning and ligatures add where two word parts join."""
        if before[-1] == "f" and after[0] in "fil":
            whole = self.set_word(before + after)[2]
            return whole - self.set_word(before)[2] - self.set_word(after)[2]
        return self._kern(self.set_word(before)[0][-1] + self.set_word(after)[0][0])

    def _kern(self, pair: str) -> float:
        return self.kerns.get(pair, 0) / self.units

    def _written(self, text: str) -> str:
        """Return a text with others that look alike for some letters that the font lacks."""
        for char, other in _INSTEAD.items():
            if char not in self.widths:
                text = text.replace(char, other)
        return text

    def _measure(self, word: str) -> tuple[str, tuple[float, ...], float]:
        """Return a word as it is set, or with others that look alike for letters that the font lacks."""
        letters = char = ""
        for write in (str, self._written):
            letters = write(word)
            # all ligatures begin with an f
            for joined in _LIGATURES if "f" in letters else ():
                if joined in letters and joined in self.ligatures:
                    letters = letters.replace(joined, self.ligatures[joined])
            try:
                widths = [*map(self.widths.__getitem__, letters)]
            except KeyError as error:
                char = error.args[0]
                continue
            pairs = [*map(add, letters, letters[1:])]
            if self.kerns.keys().isdisjoint(pairs):
                return letters, (0.0,) * len(letters), total(widths)
            # nothing follows the last letter
            adjust = (*[self.kerns.get(pair, 0) / self.units for pair in pairs], 0.0)
            return letters, adjust, total(map(add, widths, adjust))
        why = f"the font '{Path(self.name).name}' has no letter '{char}' ({character(char)}), in '{shown(letters, 30)}'"
        # the house's other fonts may have it, so that only a user's own lacks it in this word alone
        raise UnfitText(why, word if self.is_own else char)


@lru_cache(maxsize=len(FACES))
def _own_face(file: str, _stamp: tuple[int, int] | None) -> FaceMetrics:
    """Read the metrics of a user's own font, which is called by its path, once for each time of change and size.

    Raises:
        TemplateError: it is no font to print with.
    """
    from taflkit.typesetting.own_faces import own_metrics  # noqa: PLC0415

    return FaceMetrics._of(file, own_metrics(Path(file)))


class Fonts:
    """The faces of a folder by name and a user's own by their paths, read when they are first used.

    Faces that stand in for others are given `instead`, by the names of these.
    """

    def __init__(self, folder: Path, instead: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        self._instead = instead or {}
        self._faces: dict[str, FaceMetrics] = {}

    def face(self, name: str) -> FaceMetrics:
        """Return a face's metrics.

        Raises:
            TaflkitError: there is no such face.
        """
        # a user's own font may stand in for several
        called = self._instead.get(name, name)
        if called not in self._faces:
            if is_own_face(called):
                stamp = None
                with suppress(OSError):
                    status = Path(called).stat()
                    stamp = status.st_mtime_ns, status.st_size
                self._faces[called] = _own_face(called, stamp)
            else:
                self._faces[called] = FaceMetrics.load(called, self._folder / f"{called}.json")
        return self._faces[called]

    def fitting(self, text: str, name: str) -> FaceMetrics:
        """Return the metrics of the face for a line: the one for texts where that alone has its letters.

        Raises:
            TaflkitError: there is no such face.
        """
        face = self.face(name)
        if name == TEXT or face.is_own or face.has(text):
            return face
        # where no face has them, the one with the most letters says so
        return self.face(TEXT)
