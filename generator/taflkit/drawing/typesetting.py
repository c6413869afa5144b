"""Sets text in lines: kerned, justified with optimum fit, hyphenated where the words say how.

The measure of a line is exact, because the metrics (templates/fonts/<face>.json) are made from the shipped fonts.
Texts may mark words with *asterisks* for italics and name a soft hyphen, U+00AD, where a word may be broken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from taflkit.drawing.shapes import Text
from taflkit.errors import TaflkitError

__all__ = ["Face", "Fonts", "Line", "Style", "Typesetter"]

SOFT_HYPHEN = "\u00ad"
_STRETCH, _SHRINK = 0.6, 0.25
"""How far a word space may grow and shrink, in parts of the normal one."""
_LINE_COST, _HYPHEN_COST, _TWO_HYPHENS_COST = 10.0, 2500.0, 20000.0
"""What a line, a hyphen at its end, and a second hyphen running add to the cost that the best breaks make least."""
_LONE_WORD = 1000.0
"""How loose a line of one word counts, which cannot be spread: it comes only where all else is too wide."""
_LETTERS = re.compile(r"[^\W\d_]{5,}")


@dataclass(frozen=True)
class Face:
    """The metrics of one font; lengths are parts of the em.

    Attributes:
        ascent, descent: from the baseline, the descent below it as a positive number.
        widths: the advance of each character.
        kerns: what is added between pairs of characters.
        ligatures: single characters that stand for several letters.
    """

    name: str
    ascent: float
    descent: float
    cap_height: float
    widths: Mapping[str, float]
    kerns: Mapping[str, float]
    ligatures: Mapping[str, str]
    _set: dict[str, tuple[str, tuple[float, ...], float]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def load(cls, name: str, file: Path) -> Face:
        """Read a metrics file.

        Raises:
            TaflkitError: the file is missing or is not what make_fonts.py writes.
        """
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            em = data["units_per_em"]
            return cls(
                name,
                data["ascent"] / em,
                abs(data["descent"]) / em,
                data["cap_height"] / em,
                {char: advance / em for char, advance in data["widths"].items()},
                {pair: adjust / em for pair, adjust in data["kerns"].items()},
                data["ligatures"],
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TaflkitError(f"{file.name}: the metrics of the font '{name}' cannot be read: {error}") from None

    def set_word(self, word: str) -> tuple[str, tuple[float, ...], float]:
        """Return a run of characters as it is set: with ligatures, the kern after each, and its whole width.

        Raises:
            TaflkitError: the font lacks a letter; it is named.
        """
        known = self._set.get(word)
        if known is None:
            known = self._set[word] = self._measure(word)
        return known

    def _measure(self, word: str) -> tuple[str, tuple[float, ...], float]:
        for letters in ("ffi", "ffl", "ff", "fi", "fl"):
            if letters in word and letters in self.ligatures:
                word = word.replace(letters, self.ligatures[letters])
        adjust = []
        total = 0.0
        for i, char in enumerate(word):
            width = self.widths.get(char)
            if width is None:
                raise TaflkitError(
                    f"the font '{self.name}' has no letter '{char}' (U+{ord(char):04X}), in '{word[:30]}'"
                )
            kern = self.kerns.get(word[i : i + 2], 0.0)
            adjust.append(kern)
            total += width + kern
        return word, tuple(adjust), total


@dataclass(frozen=True)
class Fonts:
    """The shipped faces by name, read when they are first used.

    Attributes:
        folder: where the fonts and their metrics are.
    """

    folder: Path
    _faces: dict[str, Face] = field(default_factory=dict, repr=False, compare=False)

    def face(self, name: str) -> Face:
        """Return a face's metrics.

        Raises:
            TaflkitError: there is no such face.
        """
        if name not in self._faces:
            self._faces[name] = Face.load(name, self.folder / f"{name}.json")
        return self._faces[name]


class Style(NamedTuple):
    """How a paragraph is set.

    Attributes:
        font, italic: faces; italic serves for *marked* words.
        size, leading: the em and the distance of baselines, in mm.
        role: the ink's role for the letters.
        indent: of the first line, in mm.
        align: "justify", "left" or "centre"; only justified text is hyphenated.
    """

    size: float
    leading: float
    font: str = "text"
    italic: str = "italic"
    role: str = "text"
    indent: float = 0.0
    align: Literal["justify", "left", "centre"] = "justify"


class Line(NamedTuple):
    """A set line.

    Attributes:
        texts: runs of one font each, on a baseline at y = 0, from the paragraph's left edge.
        width: how far the letters reach, in mm.
    """

    texts: tuple[Text, ...]
    width: float

    def at(self, x: float, y: float) -> Iterator[Text]:
        """Yield the runs with the line's left edge at x and its baseline at y."""
        for run in self.texts:
            yield Text(x + run.x, y, run.text, run.font, run.size, run.role, run.adjust)


class _Piece(NamedTuple):
    """Letters that are not broken: a word, or a part of one.

    Attributes:
        before: "space" where a word space stands before it, "hyphen" where a word may be broken there, "" where
            another font follows within a word.
    """

    text: str
    font: str
    before: Literal["space", "hyphen", ""]


class Typesetter:
    """Sets paragraphs in the shipped fonts. Equal paragraphs are set once.

    Args:
        fonts: the metrics.
        hyphens: words in lower case with soft hyphens, by the word without them.
    """

    def __init__(self, fonts: Fonts, hyphens: Mapping[str, str] | None = None) -> None:
        self.fonts = fonts
        self.hyphens = hyphens or {}
        self._done: dict[tuple[str, float, Style], tuple[Line, ...]] = {}

    def width(self, text: str, font: str, size: float) -> float:
        """Return the width of a line of text in mm, set without breaking."""
        return self.fonts.face(font).set_word(text)[2] * size

    def line(self, text: str, font: str, size: float, role: str, at: tuple[float, float], anchor: float = 0.0) -> Text:
        """Return one kerned line.

        Args:
            text: the letters.
            font: a face.
            size: the em in mm.
            role: the ink's role.
            at: the baseline's point in mm.
            anchor: which part of the width lies left of that point: 0 starts there, 0.5 centres, 1 ends there.
        """
        chars, adjust, width = self.fonts.face(font).set_word(text)
        kerned = tuple(a * size for a in adjust) if any(adjust) else ()
        return Text(at[0] - anchor * width * size, at[1], chars, font, size, role, kerned)

    def paragraph(self, text: str, width: float, style: Style) -> tuple[Line, ...]:
        """Break a paragraph into lines of a measure in mm.

        Raises:
            TaflkitError: a letter is missing, or a word is wider than the measure.
        """
        key = (text, width, style)
        if key not in self._done:
            self._done[key] = self._paragraph(text, width, style)
        return self._done[key]

    def _paragraph(self, text: str, width: float, style: Style) -> tuple[Line, ...]:
        pieces = self._pieces(text, style)
        if not pieces:
            return ()
        measure = _Measure(pieces, self.fonts, style, width)
        ends = measure.justified() if style.align == "justify" else measure.ragged()
        starts = [0, *ends[:-1]]
        return tuple(
            self._line(pieces, start, end, style, width, style.indent if start == 0 else 0.0)
            for start, end in zip(starts, ends, strict=True)
        )

    def _pieces(self, text: str, style: Style) -> list[_Piece]:
        """Split a text into words, their parts, and runs of one font."""
        pieces: list[_Piece] = []
        space = False
        for run, part in enumerate(text.split("*")):
            font = style.italic if run % 2 else style.font
            for number, word in enumerate(part.replace("\n", " ").replace("\t", " ").split(" ")):
                space = space or number > 0
                if not word:
                    continue
                for i, fragment in enumerate(self._hyphenated(word).split(SOFT_HYPHEN)):
                    pieces.append(_Piece(fragment, font, "hyphen" if i else "space" if space else ""))
                space = False
        return pieces

    def _hyphenated(self, word: str) -> str:
        """Put soft hyphens into a word, as the list of hyphens says, keeping its capitals."""
        if SOFT_HYPHEN in word:
            return word
        return _LETTERS.sub(self._break_letters, word)

    def _break_letters(self, match: re.Match[str]) -> str:
        letters = match[0]
        pattern = self.hyphens.get(letters.lower())
        if pattern is None:
            return letters
        rest = iter(letters)
        return "".join(SOFT_HYPHEN if char == SOFT_HYPHEN else next(rest) for char in pattern)

    def _line(self, pieces: Sequence[_Piece], start: int, end: int, style: Style, width: float, indent: float) -> Line:
        """Set the pieces from start to end, spread to the full width; the last line only if it is too full."""
        broken = end < len(pieces) and pieces[end].before == "hyphen"
        runs = _runs(pieces[start:end], broken)
        set_runs = [(self._set_run(text, font), font) for text, font in runs]
        spaces = sum(chars.count(" ") for (chars, _, _), _ in set_runs)
        natural = sum(total for (_, _, total), _ in set_runs) * style.size
        extra = 0.0
        if style.align == "justify" and spaces and (end < len(pieces) or natural > width - indent):
            extra = (width - indent - natural) / spaces
        x = indent if style.align != "centre" else (width - natural) / 2
        texts = []
        for (chars, adjust, total), font in set_runs:
            if extra:
                spread = tuple(
                    a * style.size + (extra if c == " " else 0.0) for a, c in zip(adjust, chars, strict=True)
                )
            else:
                spread = tuple(a * style.size for a in adjust) if any(adjust) else ()
            texts.append(Text(x, 0.0, chars, font, style.size, style.role, spread))
            x += total * style.size + extra * chars.count(" ")
        return Line(tuple(texts), x)

    def _set_run(self, text: str, font: str) -> tuple[str, tuple[float, ...], float]:
        """Set a run word by word, so that each word is measured once however often it comes."""
        face = self.fonts.face(font)
        space = face.widths[" "]
        chars: list[str] = []
        adjust: list[float] = []
        total = 0.0
        for number, word in enumerate(text.split(" ")):
            if number:
                chars.append(" ")
                adjust.append(0.0)
                total += space
            if word:
                letters, kerns, width = face.set_word(word)
                chars.append(letters)
                adjust += kerns
                total += width
        return "".join(chars), tuple(adjust), total


def _runs(pieces: Sequence[_Piece], broken: bool) -> list[tuple[str, str]]:
    """Join pieces to runs of one font; a space before a new font ends the run before it."""
    runs: list[tuple[str, str]] = []
    for number, piece in enumerate(pieces):
        gap = " " if number and piece.before == "space" else ""
        if runs and runs[-1][1] == piece.font:
            runs[-1] = (runs[-1][0] + gap + piece.text, piece.font)
            continue
        if runs and gap:
            runs[-1] = (runs[-1][0] + gap, runs[-1][1])
        runs.append((piece.text, piece.font))
    if broken:
        runs[-1] = (runs[-1][0] + "-", runs[-1][1])
    return runs


class _Node(NamedTuple):
    """A place where a line may end, with the cheapest way there."""

    at: int
    cost: float
    hyphen: bool
    parent: _Node | None


class _Measure:
    """Finds where the lines of a paragraph end (Knuth and Plass, "Breaking paragraphs into lines", 1981)."""

    def __init__(self, pieces: Sequence[_Piece], fonts: Fonts, style: Style, width: float) -> None:
        self.pieces, self.style, self.measure = pieces, style, width
        self.space = fonts.face(style.font).widths[" "] * style.size
        # how wide the letters, and how many the spaces, are before each piece
        self.letters, self.spaces = [0.0], [0]
        # what kerns and ligatures add where a piece follows another unbroken, and a hyphen where it is broken off
        self.joins, self.hyphens = [0.0] * len(pieces), [0.0] * (len(pieces) + 1)
        for number, piece in enumerate(pieces):
            set_word = fonts.face(piece.font).set_word
            letters = set_word(piece.text)[2] * style.size
            before = pieces[number - 1]
            if number and piece.before != "space" and piece.font == before.font:
                alone = set_word(before.text)[2]
                self.joins[number] = (set_word(before.text + piece.text)[2] - alone) * style.size - letters
                if piece.before == "hyphen":
                    self.hyphens[number] = (set_word(before.text + "-")[2] - alone) * style.size
            self.letters.append(self.letters[-1] + self.joins[number] + letters)
            self.spaces.append(self.spaces[-1] + (piece.before == "space"))
        self._refuse_wide_words()

    def _refuse_wide_words(self) -> None:
        """Refuse what no line can hold: a word, or in justified text a part of one that may not be broken."""
        start = 0
        for end in self._ends(hyphens=self.style.align == "justify"):
            if self._slack(start, end) < -1e-9:
                raise TaflkitError(f"'{self._word(start)}' is wider than its column of {self.measure:.0f} mm")
            start = end

    def _word(self, at: int) -> str:
        """Return the whole word that a piece belongs to."""
        ends = [0, *self._ends(hyphens=False)]
        start = max(end for end in ends if end <= at)
        return "".join(piece.text for piece in self.pieces[start : min(end for end in ends if end > at)])

    def justified(self) -> list[int]:
        """Return the ends of justified lines: without hyphens if that is good, with them if not."""
        for hyphens, loosest in ((False, 1.0), (True, 1.0), (True, 3.0), (True, float("inf"))):
            ends = self._fit(hyphens, loosest)
            if ends is not None:
                return ends
        raise AssertionError("what a line cannot hold has been refused")

    def ragged(self) -> list[int]:
        """Return the ends of lines that are filled one after the other and broken between words only."""
        ends: list[int] = []
        start = 0
        for end in self._ends(hyphens=False):
            if self._natural(start, end) > self.measure and ends and ends[-1] > start:
                start = ends[-1]
                ends.append(end)
            elif ends and ends[-1] > start:
                ends[-1] = end
            else:
                ends.append(end)
        return ends

    def _ends(self, hyphens: bool) -> list[int]:
        allowed = ("space", "hyphen") if hyphens else ("space",)
        return [k for k in range(1, len(self.pieces)) if self.pieces[k].before in allowed] + [len(self.pieces)]

    def _natural(self, start: int, end: int) -> float:
        indent = self.style.indent if start == 0 else 0.0
        letters = self.letters[end] - self.letters[start] - self.joins[start]
        return indent + letters + (self.spaces[end] - self.spaces[start + 1]) * self.space

    def _slack(self, start: int, end: int) -> float:
        """How much of the measure a line leaves free at its natural width, with its hyphen if it ends in one."""
        return self.measure - self._natural(start, end) - self.hyphens[end]

    def _fit(self, hyphens: bool, loosest: float) -> list[int] | None:
        """Return the ends that make the sum of the lines' costs least, or None if a line would be too loose."""
        active = [_Node(0, 0.0, False, None)]
        for end in self._ends(hyphens):
            last = end == len(self.pieces)
            broken = not last and self.pieces[end].before == "hyphen"
            best: _Node | None = None
            kept = []
            for node in active:
                cost = self._cost(node, end, broken, last, loosest)
                if cost is None:  # too full from here on: this start can serve no later end
                    continue
                kept.append(node)
                total = node.cost + cost
                if best is None or total < best.cost:
                    best = _Node(end, total, broken, node)
            active = kept
            if best is not None and best.cost < float("inf"):
                active.append(best)
            if not active:
                return None
            if last:
                return _ends_of(best) if best is not None and best.cost < float("inf") else None
        return None

    def _cost(self, node: _Node, end: int, broken: bool, last: bool, loosest: float) -> float | None:
        start = node.at
        room = (self.spaces[end] - self.spaces[start + 1]) * self.space
        slack = self._slack(start, end)
        if slack < -room * _SHRINK - 1e-9:
            return None
        if last and slack >= 0:
            ratio = 0.0
        elif room == 0:
            ratio = _LONE_WORD
        else:
            ratio = slack / (room * _STRETCH) if slack > 0 else -slack / (room * _SHRINK)
        if ratio > loosest:
            return float("inf")
        cost = (_LINE_COST + 100 * ratio**3) ** 2
        if broken:
            cost += _TWO_HYPHENS_COST if node.hyphen else _HYPHEN_COST
        return cost


def _ends_of(node: _Node | None) -> list[int]:
    ends: list[int] = []
    while node is not None and node.parent is not None:
        ends.append(node.at)
        node = node.parent
    return ends[::-1]
