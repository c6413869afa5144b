"""Translations: the .po files of a language, and the English tables of a game with its texts put in.

An entry has the table and the key of its English as its context. It holds for the text of that key, and for every other
of the table with the same English that has none of its own, unless it is marked fuzzy: then its English was another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import polib
from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.conversion import convert
from taflkit.catalog.sources import Layers, Placed, Source, shown_name
from taflkit.errors import TemplateError, UntranslatedTexts, among, shown
from taflkit.limits import LINES
from taflkit.reading import is_there, read_text
from taflkit.words.forms import Forms
from taflkit.words.phrases import names_in
from taflkit.words.texts import COUNTED

DRAFT_SIGN = "#"
"""What stands before a text of a draft that is still English; every face has it."""
GRAMMAR = "grammar"
"""The file of a language with the words that sentences are filled in with."""
NOUNS = "nouns"
"""The table of the grammar with the nouns that stand beside numbers."""
_STRUCTURE: Mapping[str, str] = {
    "rules": r"groups\.[\w-]+\.rules.*|sentence\[\d+\]\.(?:rule|flags|figures|proofs|rests|needs|point)\b.*",
    "cards": r"(?:attackers|defenders)\.figures.*|sentence\[\d+\]\.(?:rule|flags|rests|needs|card)\b.*",
    "booklet": r"leave_out.*|figure\..*",
    "maker": r"unhelped.*",
    "own": r"group\[\d+\]\.flags.*",
    "changes": r"change\[\d+\]\.name",
    "instructions": r"(?:page|sheet|section|counter|card)\.\w+|panel\[\d+\]\.picture|.*\.fact",
}
"""The keys of each table whose values are no words, or not translated line by line."""
_NAMES = re.compile(r"\{\{|\}\}|\{[A-Za-z]\w*\}")
_ITALICS = "*"
_LETTER = re.compile(r"[^\W\d_]")
_REMARKS = re.compile(r"^#[.:].*", re.MULTILINE)
"""The remarks for translators, which takes time to read."""
_SYNTAX = re.compile(r"\(line (\d+)\)(?:: (.*))?")
"""Where polib's errors say where they are."""


def is_structure(table: str, key: str) -> bool:
    """Whether the value of a key of an English table is no words."""
    return bool(re.fullmatch(_STRUCTURE.get(table, r"(?!)"), key))


def has_letters(text: str) -> bool:
    """Whether a text has letters beside its {names}."""
    return bool(_LETTER.search(_NAMES.sub("", text)))


def parse_po(text: str, name: str) -> polib.POFile:
    """Return the entries of a .po file, given its content and its name in errors.

    Raises:
        TemplateError: it is no .po file, or has very many lines; the line is named.
    """
    if text.count("\n") > LINES:
        raise TemplateError(name, "", f"has more than {LINES} lines")
    try:
        # polib opens a file if what it is given is the path of one
        entries = polib.pofile(f"{text}\n\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        found = _SYNTAX.search(str(error))
        line, why = found.groups() if found else ("", "")
        raise TemplateError(name, f"line {line}" if line else "", f"is not .po: {why or 'wrong syntax'}") from None
    for number, row in enumerate(text.split("\n"), 1):
        # polib takes the last letter for the quotation mark
        if row.lstrip().startswith(("msg", '"')) and not row.rstrip().endswith('"'):
            raise TemplateError(name, f"line {number}", "is not .po: a text has no end")
    return entries


class SourceText(Struct, frozen=True):
    """An English text, and its state in a language.

    Attributes:
        name: of the .po file that it belongs to; "" for a word of the grammar.
        key: its context there, which is its table and key; of a word of the grammar its key.
        beside: the file of the English.
        file: that of the language.
        needed: whether a language must have it; one without letters may stay as it is, and one that has no language.
        state: whether its translation is missing, or of older English; "" for neither.
    """

    name: str
    key: str
    english: str
    beside: str
    file: str
    needed: bool
    state: Literal["", "missing", "stale"]

    def __str__(self) -> str:
        """Return the line of a check."""
        state = "is missing" if self.state == "missing" else "is stale; its English is other now"
        return str(TemplateError(self.file, self.key, f"{state}: {shown(self.english)}"))


class Translated(Struct, frozen=True):
    """A joined table in a language, with the texts that it was made of by their keys."""

    layers: Layers
    texts: Mapping[str, SourceText]

    @property
    def needed(self) -> tuple[SourceText, ...]:
        """The texts that a language must have, once for all that have the same English."""
        found: dict[tuple[str, str], SourceText] = {}
        for each in self.texts.values():
            if each.needed:
                found.setdefault((each.file, each.english if each.name else each.key), each)
        return tuple(found.values())

    @property
    def lacking(self) -> tuple[SourceText, ...]:
        """Those of them that are missing or stale."""
        return tuple(each for each in self.needed if each.state)

    def mismatches(self) -> Iterator[TemplateError]:
        """Yield the problems of translations whose {names} or italics are not those of the English, each once."""
        seen = set()
        for key, text in self.layers.texts():
            place, source = self.layers.translated.get(key), self.texts.get(key)
            if place is None or source is None or (place.file, place.key) in seen:
                continue
            seen.add((place.file, place.key))
            if why := name_differences(source.english, text):
                yield TemplateError(place.file, place.key, why)
            if text.count(_ITALICS) != source.english.count(_ITALICS):
                yield TemplateError(place.file, place.key, "has other * of italics than the English")


class Translations(Struct, frozen=True):
    """The translations that hold for a game, or for the site, in a language.

    Attributes:
        folders: those that languages/ may be in, the game's own first.
        names: of the .po files that are read there, the game's own first.
        by_key: the translations by context and English, with their places.
        by_english: the same by table and English.
        begun: the files and contexts of the translations that are there, of today's English or not.
    """

    code: str
    folders: tuple[Source, ...]
    names: tuple[str, ...]
    by_key: Mapping[tuple[str, str], tuple[str, Placed]]
    by_english: Mapping[tuple[str, str], tuple[str, Placed]]
    begun: Collection[tuple[str, str]]

    @classmethod
    def read(cls, code: str, folders: Sequence[Source], names: Iterable[str]) -> Translations:
        """Read the .po files of a language that are there.

        Raises:
            TaflkitError: one of them has a problem, with file and line.
        """
        by_key: dict[tuple[str, str], tuple[str, Placed]] = {}
        by_english: dict[tuple[str, str], tuple[str, Placed]] = {}
        begun: set[tuple[str, str]] = set()
        names = tuple(dict.fromkeys(names))
        files = [(source, name, source.place(f"languages/{code}/{name}.po")) for source in folders for name in names]
        for source, name, file in files:
            called, shipped = shown_name(file), source.shipped
            text = _REMARKS.sub("", read_text(file, called)) if is_there(file) else ""
            for entry in parse_po(text, called):
                if entry.obsolete or not entry.msgstr:
                    continue
                context = entry.msgctxt or ""
                begun.add((name, context))
                if "fuzzy" not in entry.flags:
                    found = entry.msgstr, Placed(called, f"line {entry.linenum}, {context}", shipped)
                    by_key.setdefault((context, entry.msgid), found)
                    by_english.setdefault((context.partition(".")[0], entry.msgid), found)
        return cls(code, tuple(folders), names, by_key, by_english, begun)

    def find(self, context: str, english: str) -> tuple[str, Placed] | None:
        """Return the translation of a text with its place, or None."""
        return self.by_key.get((context, english)) or self.by_english.get((context.partition(".")[0], english))

    def place(self, file: str, own: bool = False) -> str:
        """Return where a file of the language stands or should: in the game's own folder, or where the language is."""
        having = (folder for folder in reversed(self.folders) if folder.has_language(self.code))
        home = self.folders[0] if own else next(having, self.folders[-1])
        return shown_name(home.where / "languages" / self.code / file)

    def table(self, english: Layers, name_of: Callable[[Source], str], nouns: Layers) -> Translated:
        """Put the translations into an English table; texts that are missing or stale stay English, as in a draft.

        `name_of` gives the .po file of the texts of a source; "" for one whose words have no language, and stay. The
        nouns are the grammar's, in the place of those of the table that stand beside numbers.
        """
        made = _Translating(self, english)
        table = dict(english.table)
        for key, value in english.table.items():
            if name := name_of(english.owners[key]):
                counted = key in COUNTED.get(english.name, ())
                table[key] = made.noun(key, value, nouns) if counted else made.put(key, value, name)
        top = name_of([*english.owners.values()][-1]) if english.owners else ""
        file = made.files[top] if top else english.file
        own = {key: table[key] for key in english.own if not name_of(english.owners[key])}
        return Translated(replace(english, table=table, file=file, own=own, translated=made.placed), made.texts)

    def flat(self, table: str, texts: Iterable[tuple[str, str, str, bool]]) -> Translated:
        """Return texts that stand in no table of their own in the language, each under its whole key.

        `table` begins their contexts; a text has its key, its English, its .po file, and whether it must be there.
        """
        made = _Translating(self, Layers({}, {}, "", table))
        whole = {key: made.text(key, english, name, needed) for key, english, name, needed in texts}
        return Translated(Layers(whole, {}, made.files[self.names[0]], table, translated=made.placed), made.texts)


class _Translating:
    """Puts translations into a table, and notes where they stand and what is lacking."""

    def __init__(self, words: Translations, layers: Layers) -> None:
        self._words, self._layers = words, layers
        self.files = {name: words.place(f"{name}.po", own=name == words.names[0]) for name in words.names}
        self.placed: dict[str, Placed] = {}
        self.texts: dict[str, SourceText] = {}

    def noun(self, noun: str, english: Forms, nouns: Layers) -> Forms:
        """Return the forms of a noun in the grammar, or as a draft has it."""
        forms: Forms | None = nouns.table.get(noun)
        if forms is None:
            self.texts[noun] = SourceText("", f"{NOUNS}.{noun}", english["other"], "", nouns.file, True, "missing")
            return {"other": f"{DRAFT_SIGN}{english['other']}"}
        for form in ("", *(f".{form}" for form in forms)):
            place = Placed(nouns.files[noun], f"{NOUNS}.{noun}{form}", nouns.owners[noun].shipped)
            self.placed[f"{noun}{form}"] = place
        return forms

    def put(self, key: str, value: Any, name: str) -> Any:
        """Return a part of the English table in the language."""
        if isinstance(value, str):
            structure = not value or is_structure(self._layers.name, key)
            return value if structure else self.text(key, value, name, has_letters(value))
        if isinstance(value, dict):
            return {part: self.put(f"{key}.{part}", each, name) for part, each in value.items()}
        if isinstance(value, list):
            return [self.put(f"{key}[{number}]", each, name) for number, each in enumerate(value)]
        return value

    def text(self, key: str, english: str, name: str, needed: bool) -> str:
        """Return a text in the language: as it is where it is not needed and none translates it, or as in a draft."""
        context = f"{self._layers.name}.{key}"
        found = self._words.find(context, english)
        lacking: Literal["missing", "stale"] = "stale" if (name, context) in self._words.begun else "missing"
        state: Literal["", "missing", "stale"] = lacking if needed and found is None else ""
        beside = self._layers.place_of(key)[0]
        self.texts[key] = SourceText(name, context, english, beside, self.files[name], needed, state)
        if found is None:
            return f"{DRAFT_SIGN}{english}" if needed else english
        text, self.placed[key] = found
        return text


def read_grammar(sources: Sequence[Source], translations: Translations) -> tuple[Translated | None, Layers]:
    """Return the words of a language, if they are there, and its nouns that stand beside numbers.

    Words behind the DRAFT_SIGN are English still. A source that is a game in one file may bring words, which have no
    language.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    tables = [
        *((each, each.table(f"text/{translations.code}/words")) for each in sources if each.tables is not None),
        *((each, each.table(f"languages/{translations.code}/{GRAMMAR}")) for each in translations.folders),
    ]
    found = [(source, *pair) for source, pair in tables if pair is not None]
    if not found:
        return None, Layers({}, {}, translations.place(f"{GRAMMAR}.toml"), NOUNS)
    counted, others = [], []
    for source, table, file in found:
        forms, own = _parted(table.get(NOUNS, {}), file)
        counted.append((source, forms, file))
        others.append((source, {**{key: value for key, value in table.items() if key != NOUNS}, **own}, file))
    words, nouns = Layers.join(others, "words"), Layers.join(counted, NOUNS)
    texts = {}
    for part, begin in ((words, ""), (nouns, f"{NOUNS}.")):
        for key, text in part.texts():
            state: Literal["", "missing"] = "missing" if text.startswith(DRAFT_SIGN) else ""
            if part is nouns or has_letters(text):
                english = text.removeprefix(DRAFT_SIGN)
                file = part.place_of(key)[0]
                texts[f"{begin}{key}"] = SourceText("", f"{begin}{key}", english, "", file, True, state)
    return Translated(words, texts), nouns


def _parted(nouns: Mapping[str, Any], file: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the nouns of a grammar that stand beside numbers, and the table of those that sources have of their own.

    The latter are tables of tables, such as [nouns.linnaeus.pieces], and belong to the words.

    Raises:
        TemplateError: a noun is unknown, or lacks the form that all counts may have.
    """
    known = tuple(noun for nouns in COUNTED.values() for noun in nouns)
    own = {
        name: value
        for name, value in nouns.items()
        if name not in known and isinstance(value, dict) and all(isinstance(part, dict) for part in value.values())
    }
    forms = {name: value for name, value in nouns.items() if name not in own}
    for noun, each in convert(forms, dict[str, Forms], file, NOUNS).items():
        if noun not in known:
            raise TemplateError(file, f"{NOUNS}.{noun}", f"unknown key; {among(noun, known)}")
        if "other" not in each:
            raise TemplateError(file, f"{NOUNS}.{noun}", "needs 'other'")
    return forms, {NOUNS: own} if own else {}


def refuse_lacking(game: str, language: str, *tables: Translated) -> None:
    """Refuse tables of a game that a language lacks texts of: the first is named, and how many more there are.

    The name of the game is "" for words that belong to none.

    Raises:
        UntranslatedTexts: something is lacking.
    """
    lacking = [each for table in tables for each in table.lacking]
    if lacking:
        raise UntranslatedTexts(game, language, lacking_line(lacking), drafted=True)


def lacking_line(lacking: Sequence[SourceText]) -> str:
    """Return in a line which text is lacking first, and how many more are."""
    more = len(lacking) - 1
    rest = f"; {more} more texts are missing or stale" if more > 1 else "; one more is missing or stale" if more else ""
    return f"{lacking[0]}{rest}"


# How much of a game there is in a language.


class Coverage(Struct, frozen=True):
    """What there is of a game in a language.

    Attributes:
        files: those that are missing.
        needed: the texts that the language must have, each once.
        problems: of translations whose {names} or italics are not those of the English.
    """

    files: tuple[str, ...]
    needed: tuple[SourceText, ...]
    problems: tuple[TemplateError, ...]

    @property
    def lacking(self) -> tuple[SourceText, ...]:
        """The texts that are missing or stale."""
        return tuple(each for each in self.needed if each.state)


def percent(needed: Collection[SourceText]) -> int:
    """Return how many of a hundred texts there are, rounded down: a hundred where nothing is lacking alone."""
    return sum(not each.state for each in needed) * 100 // len(needed) if needed else 100


def name_differences(english: str, text: str) -> str:
    """Return how the {names} of a text differ from those of its English, "" where they are the same.

    Each name may be in a variant, and begin with a capital: {King_dat} counts as {king}.

    >>> name_differences("The {king} moves.", "Der {queen} zieht.")
    'has not the names of its English: {king} is missing, {queen} is not there'
    """
    plain = {name.casefold(): name for name in names_in(english)}
    there: set[str] = set()
    strange = []
    for name in sorted({*names_in(text)}):
        low = name.casefold()
        # the longest name that it may be a variant of
        known = max((each for each in plain if low == each or low.startswith(f"{each}_")), key=len, default="")
        if known:
            there.add(known)
        else:
            strange.append(name)
    missing = [name for low, name in sorted(plain.items()) if low not in there]
    faults = [f"{{{name}}} is missing" for name in missing] + [f"{{{name}}} is not there" for name in strange]
    return f"has not the names of its English: {', '.join(faults)}" if faults else ""
