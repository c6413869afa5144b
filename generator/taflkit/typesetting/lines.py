"""Sets text in lines: kerned, with ligatures, justified with optimum fit, hyphenated where the words say how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import SOFT_HYPHEN, settled, unbroken
from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.sums import total
from taflkit.typesetting.breaking import APART, SHRINK, STRETCH, Breaker
from taflkit.typesetting.metrics import TEXT, FaceMetrics, Fonts
from taflkit.typesetting.prose import Faces, Prose, Splitter, unmarked

__all__ = ["FaceMetrics", "Fonts", "Line", "Style", "Typesetter", "unmarked"]

_STORED = 2048
"""The paragraphs that a typesetter stores: more than a kit has."""
_FILLED = 1e-6
"""The mm that a line may miss its measure, sums of lengths being rounded."""


class Style(Struct, frozen=True):
    """How a paragraph is set.

    Attributes:
        font, italic: faces; italic serves for *marked* words.
        size, leading: the em and the distance of baselines, in mm.
        indent: of the first line, in mm.
        align: only justified text is hyphenated. It is set ragged where its words do not fill the lines.
        opening: a face for the first `opened` words, such as small capitals after an initial, or "".
        narrow: the measure, in em, below which justified text is set ragged.
    """

    size: float
    leading: float
    font: str = "text"
    italic: str = "italic"
    role: str = "text"
    indent: float = 0.0
    align: Literal["justify", "left", "centre"] = "justify"
    opening: str = ""
    opened: int = 1
    narrow: float = 20.0


class Line(Struct, frozen=True):
    """A set line.

    Attributes:
        texts: runs of one font each, on a baseline at y = 0, from the paragraph's left edge.
        width: the right end of the letters, in mm.
    """

    texts: tuple[Text, ...]
    width: float

    def at(self, x: float, y: float) -> Iterator[Text]:
        """Yield the runs with the line's left edge at x and its baseline at y."""
        for run in self.texts:
            yield replace(run, x=x + run.x, y=y)


class _Run(Struct, frozen=True):
    """A run of one font, set; lengths in em, `kerns` behind each letter."""

    letters: str
    kerns: list[float]
    width: float
    face: str
    language: str


class Typesetter:
    """Sets paragraphs in the shipped fonts, and stores the last of them for further kits.

    Args:
        fonts: the metrics.
        hyphens: words in lower case with soft hyphens, by the word without them.
        hyphenate: puts soft hyphens into a word that is not among these; called only for a paragraph that cannot be
            set well without.
    """

    def __init__(
        self, fonts: Fonts, hyphens: Mapping[str, str] | None = None, hyphenate: Callable[[str], str] | None = None
    ) -> None:
        self.fonts = fonts
        self._splitter = Splitter(fonts, hyphens or {}, hyphenate)
        self._set = Store(_STORED)

    def width(self, text: str, font: str, size: float) -> float:
        """Return the width of a line of text in mm, set without breaking.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        line = unbroken(text)
        return self.fonts.fitting(line, font).set_word(line)[2] * size

    def line(self, text: str, font: str, size: float, role: str, at: tuple[float, float], anchor: float = 0.0) -> Text:
        """Return one kerned line whose em is `size` mm, at a point of its baseline: from there on with the anchor 0.

        The anchor is the part of its width that lies left of the point: 0.5 centres, 1 ends there.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        line = unbroken(text)
        face = self.fonts.fitting(line, font)
        chars, adjust, width = face.set_word(line)
        kerned = tuple(a * size for a in adjust) if any(adjust) else ()
        return Text(at[0] - anchor * width * size, at[1], chars, face.name, size, role, kerned)

    def paragraph(self, text: str, width: float, style: Style, insets: tuple[float, ...] = ()) -> tuple[Line, ...]:
        """Break a paragraph into lines of a measure in mm; insets move the begin of the first ones to the right.

        Raises:
            UnfitText: a character that no text may have, a letter that the fonts lack, or a word that is wider than
                the measure.
        """
        # the distance of lines changes none of them
        return self._set.of(self._paragraph, text, width, replace(style, leading=0.0), insets or (style.indent,))

    def _paragraph(self, text: str, width: float, style: Style, insets: tuple[float, ...]) -> tuple[Line, ...]:
        text = settled(text)
        if style.font != TEXT:
            # a heading is in one face
            letters = unmarked(text).replace(SOFT_HYPHEN, "")
            style = replace(style, font=self.fonts.fitting(letters, style.font).name)
        prose, ends, filled = self._broken(text, width, style, insets)
        if not filled:
            # one line with room left at its end looks like a fault, and a ragged paragraph does not
            style = replace(style, align="left")
        return tuple(
            self._line(prose, start, end, style, width, insets[number] if number < len(insets) else 0.0)
            for number, (start, end) in enumerate(pairwise((0, *ends)))
        )

    def _broken(
        self, text: str, width: float, style: Style, insets: tuple[float, ...]
    ) -> tuple[Prose, list[int], bool]:
        """Return a paragraph in its pieces, the ends of its lines, and whether justified lines are filled."""
        justified = style.align == "justify"
        faces = Faces(style.font, style.italic, style.opening, style.opened)
        prose = self._splitter.split(text, faces, "known" if justified else "nowhere")
        if not prose.pieces:
            return prose, [], True
        breaker = Breaker(prose, style.size, width, insets)
        if not justified:
            return prose, breaker.ragged(centred=style.align == "centre"), True
        narrow = width < style.narrow * style.size
        ends = None if narrow else breaker.good()
        if ends:
            return prose, ends, True
        more = self._splitter.split(text, faces, "dictionary") if self._splitter.has_unknown(text) else prose
        if len(more.pieces) > len(prose.pieces):
            prose, breaker = more, Breaker(more, style.size, width, insets)
            ends = None if narrow else breaker.good()
        if not narrow:
            ends = ends or breaker.tracked()
        return prose, ends or breaker.ragged(hyphens=True), ends is not None

    def _line(self, prose: Prose, start: int, end: int, style: Style, width: float, indent: float) -> Line:
        """Set the pieces from start to end, spread to the full width; the last line only if it is too full."""
        last = end == len(prose.pieces)
        broken = not last and prose.pieces[end].before == "hyphen"
        runs = self._runs(prose, start, end, broken)
        natural = total([run.width for run in runs]) * style.size
        extra = apart = 0.0
        slack = width - indent - natural
        if style.align == "justify" and (not last or slack < 0):
            written = "".join([run.letters for run in runs])
            extra, apart = self._spread(slack, written.count(" "), len(written), style)
        x = indent if style.align != "centre" else (width - natural) / 2
        texts = []
        for run in runs:
            adjust: list[float] = []
            if extra or apart or any(run.kerns):
                # letters without a kern share one number, which takes less room in the store
                adjust = [kern * style.size + apart if kern else apart for kern in run.kerns]
            if extra:
                spaced = zip(run.letters, adjust, strict=True)
                adjust = [space + extra if char == " " else space for char, space in spaced]
            if apart and run is runs[-1]:
                # nothing follows the last letter
                adjust[-1] -= apart
            texts.append(Text(x, 0.0, run.letters, run.face, style.size, style.role, tuple(adjust), run.language))
            x += run.width * style.size + extra * run.letters.count(" ") + apart * len(run.letters)
        if not last and not broken:
            # the space between this line's last word and the next line's first, for those who read the text alone
            end_run = texts[-1]
            adjusted = (*end_run.adjust, 0.0) if end_run.adjust else ()
            texts[-1] = replace(end_run, text=end_run.text + " ", adjust=adjusted)
        return Line(tuple(texts), x - apart)

    def _runs(self, prose: Prose, start: int, end: int, broken: bool) -> list[_Run]:
        """Set pieces in runs of one font and language; a space before a new one ends the run before it."""
        cuts = [start, *[turn for turn in prose.turns if start < turn < end], end]
        texts = ["".join(prose.written[begin:stop]) for begin, stop in pairwise(cuts)]
        texts[0] = texts[0].removeprefix(" ")
        texts[-1] += SOFT_HYPHEN if broken else ""
        for number in range(1, len(texts)):
            if texts[number].startswith(" "):
                texts[number - 1] += " "
                texts[number] = texts[number][1:]
        runs = []
        for text, begin in zip(texts, cuts, strict=False):
            face = self.fonts.face(prose.pieces[begin].font)
            # word by word, so that each is measured once however often it comes
            parts = [*face.set_words((" ",))] * (2 * text.count(" ") + 1)
            parts[::2] = face.set_words(text.split(" "))
            letters, kerns, widths = zip(*parts, strict=True)
            kerned = "".join(letters), [*chain.from_iterable(kerns)], total(widths)
            runs.append(_Run(*kerned, face.name, prose.pieces[begin].language))
        return runs

    def _spread(self, slack: float, spaces: int, letters: int, style: Style) -> tuple[float, float]:
        """Return the mm added to each word space, and after each letter, to fill a line that lacks `slack` mm."""
        normal = self.fonts.face(style.font).widths[" "] * style.size
        extra = max(-SHRINK * normal, min(slack / spaces, STRETCH * normal)) if spaces else 0.0
        rest = slack - extra * spaces
        if abs(rest) < _FILLED or letters < 2:
            return extra, 0.0
        apart = rest / (letters - 1)
        if spaces and apart > APART * style.size:
            # half of what is more than that goes between the words
            apart -= (apart - APART * style.size) / 2
            extra += (rest - apart * (letters - 1)) / spaces
        return extra, apart
