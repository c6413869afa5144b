"""Sets text in lines: kerned, with ligatures, justified with optimum fit, hyphenated where the words say how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Literal
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, plain, settled, unbroken
from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit, shown
from taflkit.sums import total
from taflkit.typesetting.breaking import APART, SHRINK, STRETCH, Breaker
from taflkit.typesetting.metrics import SEMIBOLD, TEXT, TITLE, FaceMetrics, Fonts
from taflkit.typesetting.prose import Faces, Prose, Splitter, unmarked

LEAST_TITLE = 20 * 25.4 / 72
"""The em from which on the title face is set, in mm: 20 pt."""
_STORED = 2048  # the paragraphs that a typesetter stores: more than a kit has
_WIDEST = 1.25  # the most that a word space grows beside letters that are set apart, in parts of the normal one
_FILLED = 1e-6  # the mm that a line may miss its measure, sums of lengths being rounded


class Style(Struct, frozen=True):
    """How a paragraph is set.

    Attributes:
        font, italic: faces; italic serves for *marked* words.
        size, leading: the em and the distance of baselines, in mm.
        indent: of the first line, in mm.
        align: only justified text is hyphenated. It is set ragged where its words do not fill the lines.
        strong: the role of semi-bold words.
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
    strong: str = "text.rubric"
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
        return self.face(line, font, size).set_word(line)[2] * size

    def face(self, line: str, font: str, size: float) -> FaceMetrics:
        """Return the face that a line is set in: the title face is no face for letters under 20 pt.

        Semi-bold takes its place there, but not that of a user's own font.
        """
        is_small = font == TITLE and size < LEAST_TITLE and not self.fonts.face(font).is_own
        return self.fonts.fitting(line, SEMIBOLD if is_small else font)

    def line(self, text: str, font: str, size: float, role: str, at: tuple[float, float], anchor: float = 0.0) -> Text:
        """Return one kerned line whose em is `size` mm, at a point of its baseline: from there on with the anchor 0.

        The anchor is the part of its width that lies left of the point: 0.5 centres, 1 ends there.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        line = unbroken(text)
        face = self.face(line, font, size)
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
            style = replace(style, font=self.face(letters, style.font, style.size).name)
        justified, narrow = style.align == "justify", width < style.narrow * style.size
        faces = Faces(style.font, style.italic, style.opening, style.opened)
        prose = self._splitter.split(text, faces, "known" if justified else "nowhere")
        if not prose.pieces:
            return ()
        breaker = Breaker(prose, style.size, width, insets)
        ends = (None if narrow else breaker.good()) if justified else breaker.ragged(centred=style.align == "centre")
        if not ends and self._splitter.has_unknown(text):
            more = self._splitter.split(text, faces, "dictionary")
            if len(more.pieces) > len(prose.pieces):
                prose, breaker = more, Breaker(more, style.size, width, insets)
                ends = None if narrow else breaker.good()
        if not (ends or narrow):
            ends = breaker.tracked()
        if not ends:
            # one line with room left at its end looks like a fault, and a ragged paragraph does not
            style, ends = replace(style, align="left"), breaker.ragged(hyphens=True)
        return tuple(
            self._line(prose, start, end, style, width, insets[number] if number < len(insets) else 0.0)
            for number, (start, end) in enumerate(pairwise((0, *ends)))
        )

    def _line(self, prose: Prose, start: int, end: int, style: Style, width: float, indent: float) -> Line:
        """Set the pieces from start to end, spread to the full width; the last line only if it is too full."""
        last = end == len(prose.pieces)
        broken = not last and prose.pieces[end].before == "hyphen"
        runs = self._runs(prose, start, end, broken)
        natural = total([run.width for run in runs]) * style.size
        extra = apart = 0.0
        rest = width - indent - natural
        if style.align == "justify" and (not last or rest < 0):
            written = "".join([run.letters for run in runs])
            spaces, normal = written.count(" "), self.fonts.face(style.font).widths[" "] * style.size
            # the word spaces are changed first, and the letters set apart or together where that is not enough
            if spaces:
                extra = max(-SHRINK * normal, min(rest / spaces, STRETCH * normal))
                rest -= extra * spaces
            if abs(rest) >= _FILLED and len(written) > 1:
                apart = rest / (len(written) - 1)
                if spaces and apart > APART * style.size:
                    # half of what is more than that goes between the words, as long as these do not fall apart
                    half = (apart - APART * style.size) / 2 * (len(written) - 1) / spaces
                    wider = min(half, (_WIDEST - STRETCH) * normal)
                    extra += wider
                    apart = (rest - wider * spaces) / (len(written) - 1)
        x = indent if style.align != "centre" else (width - natural) / 2
        texts = []
        bold = self.fonts.face("bold").name
        bold = "" if bold == self.fonts.face(style.font).name else bold
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
            role = style.strong if run.face == bold else style.role
            texts.append(Text(x, 0.0, run.letters, run.face, style.size, role, tuple(adjust), run.language))
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


# Titles in the room that they have: smaller where they are long, on two lines where there are two, or refused.


_POINT = 25.4 / 72  # in mm
_STEPS = (1.0, 0.9, 0.8, 0.7, 0.6)  # the sizes that lines of a block are tried in, in parts of their own
_LEADING = 1.12  # the distance of a title's lines in em
_ACCENTED_LEADING = 1.22  # the distance in em where capitals of the lower line have accents
_HANGING = 0.3  # the lowest point of letters below their line, in em


class TitleRoom(Struct, frozen=True):
    """The room of a title; lengths are mm.

    Attributes:
        place: in words, such as "on the cover".
        largest, least: the em at best, and the least that can be read well.
        second: the largest em on two lines, or 0 where there is one line only.
    """

    place: str
    width: float
    largest: float
    least: float
    second: float = 0.0


class SetTitle(Struct, frozen=True):
    """A title that is set: one line or two in a face, whose em is `size` mm."""

    lines: tuple[str, ...]
    font: str
    size: float

    @property
    def leading(self) -> float:
        """The distance of its lines in mm: more where the lower one has accents over capitals."""
        accents = any(letter.isupper() and normalize("NFD", letter) != letter for letter in "".join(self.lines[1:]))
        return (_ACCENTED_LEADING if accents else _LEADING) * self.size

    def at(self, x: float, y: float, role: str, typesetter: Typesetter) -> tuple[Text, ...]:
        """Return its lines with x in their middle and the last one's baseline at y."""
        first = y - self.leading * (len(self.lines) - 1)
        return tuple(
            typesetter.line(text, self.font, self.size, role, (x, first + number * self.leading), 0.5)
            for number, text in enumerate(self.lines)
        )


def title_text(title: str) -> str:
    """Return a title as it stands on one line and in a file's metadata: without marks and soft hyphens.

    Raises:
        UnfitText: it has a character that no text may have.
    """
    return plain(unmarked(title))


def set_title(title: str, font: str, room: TitleRoom, typesetter: Typesetter) -> SetTitle:
    """Return a title as large as it fits.

    One line may be as small as a title of two lines at its largest; a longer one has two, if there is room for two.

    Raises:
        DoesNotFit: it is too long even in the least size.
        UnfitText: a letter that the fonts lack, or a title that has none.
    """
    text = title_text(title)
    if not text:
        raise UnfitText(f"the title {room.place} is empty; write a title with letters", title)
    face = typesetter.fonts.fitting(text, font)

    def wide(line: str) -> float:
        return face.set_word(line)[2]

    best = SetTitle((text,), face.name, min(room.largest, room.width / wide(text)))
    if best.size < room.second and " " in text:
        words = text.split(" ")
        halves = [(" ".join(words[:end]), " ".join(words[end:])) for end in range(1, len(words))]
        # the two lines that are most alike
        widest, lines = min((max(map(wide, lines)), lines) for lines in halves)
        size = min(room.second, room.width / widest)
        if size > best.size:
            best = SetTitle(lines, face.name, size)
    if (used := typesetter.face(text, face.name, best.size)) is not face:
        return set_title(title, used.name, room, typesetter)
    if best.size < room.least:
        need = room.width * room.least / best.size
        each = f" on each of {len(best.lines)} lines" if len(best.lines) > 1 else ""
        raise DoesNotFit(
            f"the title '{shown(text)}' {room.place}",
            f"{need:.0f} mm{each} at {room.least / _POINT:.0f} pt",
            f"{room.width:.0f} mm; shorten it",
            text=title,
        )
    return best


def set_block(
    text: str, place: str, style: Style, room: tuple[float, float], typesetter: Typesetter
) -> tuple[tuple[Line, ...], Style]:
    """Return the lines of a short text, smaller where it is long, and their style.

    Args:
        text: the words.
        place: of the text, in words.
        style: at best.
        room: its width, and its height below its first line, in mm.
        typesetter: sets it.

    Raises:
        DoesNotFit: it is too long even at 60 % of its size.
        UnfitText: a letter that the fonts lack, or a character that no text may have.
    """
    width, below = room
    for part in _STEPS:
        tried = replace(style, size=style.size * part, leading=style.leading * part)
        try:
            lines = typesetter.paragraph(text, width, tried)
        except UnfitText:
            if part == _STEPS[-1]:
                raise
            continue
        if (len(lines) - 1) * tried.leading + _HANGING * tried.size <= below:
            return lines, tried
    raise DoesNotFit(
        f"'{shown(title_text(text))}' {place}",
        f"{len(lines)} lines at {tried.size / _POINT:.1f} pt",
        f"{below + _HANGING:.0f} mm of height; shorten it",
        text=text,
    )
