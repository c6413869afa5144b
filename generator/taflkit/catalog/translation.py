"""Translations: the .po files of a language, and the English tables of a game with its texts put in.

An entry has the table and the key of its English as its context. It holds for the text of that key, and for every other
of the table with the same English that has none of its own, unless it is marked fuzzy: then its English was another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

import polib
from msgspec import Struct

from taflkit.catalog.conversion import convert
from taflkit.catalog.sources import Layers, Placed, Source, shown_name
from taflkit.errors import TemplateError, Unspoken, among, shown
from taflkit.limits import LINES
from taflkit.reading import is_there, read_text
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.words.forms import Forms
from taflkit.words.texts import COUNTED

__all__ = [
    "DRAFT_SIGN",
    "GRAMMAR",
    "NOUNS",
    "English",
    "Nouns",
    "State",
    "Translated",
    "Translations",
    "Untranslated",
    "has_letters",
    "is_text",
    "lacking_line",
    "parse_po",
    "read_grammar",
    "refuse_lacking",
]

DRAFT_SIGN = "#"
"""What stands before a text of a draft that is still English; every face has it."""
GRAMMAR = "grammar"
"""The file of a language with the words that sentences are filled in with."""
NOUNS = "nouns"
"""The table of the grammar with the nouns that stand beside numbers."""
_STRUCTURE: Mapping[str, str] = {
    "rules": r"sentence\[\d+\]\.(?:rule|flags|figures|proofs|rests|needs)\b.*",
    "cards": r"(?:attackers|defenders)\.figures.*|sentence\[\d+\]\.(?:flags|figures|proofs|rests|needs|card)\b.*",
    "booklet": r"leave_out.*|figure\..*",
    "maker": r"unhelped.*",
    "own": r"group\[\d+\]\.flags.*",
    "changes": r"change\[\d+\]\.name",
    "instructions": r"(?:page|sheet|section|counter|card)\.\w+|(?:step|brief)\[\d+\]\.(?:picture|needs)|.*\.fact",
}
"""The keys of each table whose values are no words, or not translated line by line."""
_NAMES = re.compile(r"\{\{|\}\}|\{[A-Za-z]\w*\}")
_LETTER = re.compile(r"[^\W\d_]")
_REMARKS = re.compile(r"^#[.:].*", re.MULTILINE)
"""What is told to translators, which takes time to read."""
_SYNTAX = re.compile(r"\(line (\d+)\)(?:: (.*))?")
"""Where polib's errors say where they are."""

State = Literal["missing", "stale"]


@cache
def _structure(table: str) -> re.Pattern[str]:
    """Return the keys of a table that have no words; one that none has matches none."""
    return re.compile(_STRUCTURE.get(table, r"(?!)"))


def has_letters(text: str) -> bool:
    """Whether a text has letters beside its {names}."""
    return bool(_LETTER.search(_NAMES.sub("", text)))


def is_text(table: str, key: str, text: str) -> bool:
    """Whether a value of an English table is to be translated: it is no structure, and has letters beside {names}."""
    return not _structure(table).fullmatch(key) and has_letters(text)


def parse_po(text: str, name: str) -> polib.POFile:
    """Return the entries of a .po file.

    Args:
        text: its content.
        name: the file as errors call it.

    Raises:
        TemplateError: it is no .po file, or has very many lines; the line is named.
    """
    if text.count("\n") > LINES:
        raise TemplateError(name, "", f"has more than {LINES} lines")
    try:
        # polib opens a file if what it is given is the path of one
        return polib.pofile(f"{text}\n\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        found = _SYNTAX.search(str(error))
        line, why = found.groups() if found else ("", "")
        raise TemplateError(name, f"line {line}" if line else "", f"is not .po: {why or 'wrong syntax'}") from None


class Untranslated(Struct, frozen=True):
    """A text of a game that a language has not, or has made from other English.

    Attributes:
        file: the file of the language that it belongs to.
        key: its context there; of a word of the grammar its key.
        english: the words as they are now.
    """

    file: str
    key: str
    state: State
    english: str

    def __str__(self) -> str:
        """Return the line of a check."""
        state = "is missing" if self.state == "missing" else "is stale; its English is other now"
        return str(TemplateError(self.file, self.key, f"{state}: {shown(self.english)}"))


class English(Struct, frozen=True):
    """An English text that translations are made of.

    Attributes:
        name: of the .po file that it belongs to.
        context: its table and key.
        text: its words.
        file: where it stands.
        needed: whether a language must have it; one without letters may stay as it is, and one that a game has in no
            language too.
    """

    name: str
    context: str
    text: str
    file: str
    needed: bool


class Translated(Struct, frozen=True):
    """A table in a language.

    Attributes:
        layers: the joined table.
        lacking: what is missing or stale, each text once.
        counts: how many different texts there are for each file of the language.
        english: the English of every text, by its key.
    """

    layers: Layers
    lacking: tuple[Untranslated, ...]
    counts: Mapping[str, int]
    english: Mapping[str, English] = {}


class Nouns(Struct, frozen=True):
    """The nouns of a grammar that stand beside numbers.

    Attributes:
        forms: their forms, by the nouns.
        files: the file of each, and whether it came with the program.
        file: the grammar, for those that are missing.
    """

    forms: Mapping[str, Forms] = {}
    files: Mapping[str, tuple[str, bool]] = {}
    file: str = ""


class _Translation(Struct, frozen=True):
    """A translated text, and where it stands."""

    text: str
    place: Placed


class Translations(Struct, frozen=True):
    """The translations that hold for a game, or for the site, in a language.

    Attributes:
        code: of the language.
        folders: those that languages/ may be in, the game's own first.
        names: of the .po files that are read there, the game's own first.
        by_key: the translations by context and English.
        by_english: the translations by table and English.
        begun: the files and contexts of the translations that are there, of today's English or not.
    """

    code: str
    folders: tuple[Source, ...]
    names: tuple[str, ...]
    by_key: Mapping[tuple[str, str], _Translation]
    by_english: Mapping[tuple[str, str], _Translation]
    begun: Collection[tuple[str, str]]

    @classmethod
    def read(cls, code: str, folders: Sequence[Source], names: Iterable[str]) -> Translations:
        """Read the .po files of a language that are there.

        Raises:
            TaflkitError: one of them has a problem, with file and line.
        """
        by_key: dict[tuple[str, str], _Translation] = {}
        by_english: dict[tuple[str, str], _Translation] = {}
        begun: set[tuple[str, str]] = set()
        found = cls(code, tuple(folders), tuple(dict.fromkeys(names)), by_key, by_english, begun)
        for source in folders:
            for name in found.names:
                file = source.place(f"languages/{code}/{name}.po")
                if not is_there(file):
                    continue
                called, shipped = shown_name(file), source.shipped
                for entry in parse_po(_REMARKS.sub("", read_text(file, called)), called):
                    if entry.obsolete or not entry.msgstr:
                        continue
                    context = entry.msgctxt or ""
                    begun.add((name, context))
                    if "fuzzy" not in entry.flags:
                        place = Placed(called, f"line {entry.linenum}, {context}", shipped)
                        each = _Translation(entry.msgstr, place)
                        by_key.setdefault((context, entry.msgid), each)
                        by_english.setdefault((context.partition(".")[0], entry.msgid), each)
        return found

    def find(self, context: str, english: str) -> _Translation | None:
        """Return the translation of a text, or None."""
        return self.by_key.get((context, english)) or self.by_english.get((context.partition(".")[0], english))

    def file(self, name: str) -> str:
        """Return the file of a name: the game's own, or that of the folder which has the language."""
        return self.place(f"{name}.po", own=name == self.names[0])

    def place(self, file: str, own: bool = False) -> str:
        """Return where a file of the language stands or should: in the game's own folder, or where the language is."""
        speaking = (folder for folder in reversed(self.folders) if folder.speaks(self.code))
        home = self.folders[0] if own else next(speaking, self.folders[-1])
        return shown_name(home.where / "languages" / self.code / file)

    def table(self, english: Layers, name_of: Callable[[Source], str], nouns: Nouns) -> Translated:
        """Put the translations into an English table; texts that are missing or stale stay English, as in a draft.

        Args:
            english: the joined table.
            name_of: gives the .po file of the texts of a source; "" for one whose words have no language, and stay.
            nouns: stand in the place of those of the table that stand beside numbers.
        """
        made = _Making(self, english)
        table: dict[str, Any] = {}
        for key, value in english.table.items():
            name = name_of(english.owners[key])
            if not name:
                table[key] = value
            elif key in COUNTED.get(english.name, ()):
                table[key] = made.noun(key, value, nouns)
            else:
                table[key] = made.put(key, value, name)
        top = name_of([*english.owners.values()][-1]) if english.owners else ""
        file = self.file(top) if top else english.file
        own = {key: table[key] for key in english.own if not name_of(english.owners[key])}
        return made.translated(Layers(table, english.files, file, english.name, own, english.owners, made.placed))

    def texts(self, table: str, texts: Iterable[tuple[str, str, str, bool]]) -> Translated:
        """Return texts that stand in no table of their own in the language, each under its whole key.

        Args:
            table: what their contexts begin with.
            texts: key, English and .po file of each, and whether it must be there.
        """
        made = _Making(self, Layers({}, {}, "", table))
        whole = {key: made.text(key, text, name, needed) for key, text, name, needed in texts}
        return made.translated(Layers(whole, {}, self.file(self.names[0]), table, translated=made.placed))


class _Making:
    """Puts translations into a table, and notes what is lacking."""

    def __init__(self, words: Translations, layers: Layers) -> None:
        self._words, self._layers = words, layers
        self._files = {name: words.file(name) for name in words.names}
        self._seen: set[tuple[str, str]] = set()
        self.placed: dict[str, Placed] = {}
        self.lacking: dict[tuple[str, str], Untranslated] = {}
        self.counts: dict[str, int] = {}
        self.english: dict[str, English] = {}

    def translated(self, layers: Layers) -> Translated:
        """Return a table that was made so."""
        return Translated(layers, tuple(self.lacking.values()), self.counts, self.english)

    def noun(self, noun: str, english: Forms, nouns: Nouns) -> Forms:
        """Return the forms of a noun in the grammar, or as a draft has it."""
        if noun in nouns.forms:
            file, shipped = nouns.files[noun]
            for form in ("", *(f".{form}" for form in nouns.forms[noun])):
                self.placed[f"{noun}{form}"] = Placed(file, f"{NOUNS}.{noun}{form}", shipped)
            return nouns.forms[noun]
        self.counts[nouns.file] = self.counts.get(nouns.file, 0) + 1
        self.lacking[nouns.file, noun] = Untranslated(nouns.file, f"{NOUNS}.{noun}", "missing", english["other"])
        return {"other": f"{DRAFT_SIGN}{english['other']}"}

    def put(self, key: str, value: Any, name: str) -> Any:
        """Return a part of the English table in the language."""
        if isinstance(value, str):
            structure = not value or _structure(self._layers.name).fullmatch(key)
            return value if structure else self.text(key, value, name, has_letters(value))
        if isinstance(value, dict):
            return {part: self.put(f"{key}.{part}", each, name) for part, each in value.items()}
        if isinstance(value, list):
            return [self.put(f"{key}[{number}]", each, name) for number, each in enumerate(value)]
        return value

    def text(self, key: str, english: str, name: str, needed: bool) -> str:
        """Return a text in the language: as it is where it is not needed and none translates it, or as in a draft."""
        context = f"{self._layers.name}.{key}"
        self.english[key] = English(name, context, english, self._layers.place_of(key)[0], needed)
        found = self._words.find(context, english)
        file = self._files[name]
        once = (file, english)
        if needed and once not in self._seen:
            self._seen.add(once)
            self.counts[file] = self.counts.get(file, 0) + 1
        if found is not None:
            self.placed[key] = found.place
            return found.text
        if not needed:
            return english
        state: State = "stale" if (name, context) in self._words.begun else "missing"
        self.lacking.setdefault(once, Untranslated(file, context, state, english))
        return f"{DRAFT_SIGN}{english}"


def read_grammar(sources: Sequence[Source], folders: Sequence[Source], code: str) -> tuple[Translated, Nouns] | None:
    """Return the words of a language and the nouns that stand beside numbers; those still English are lacking.

    Args:
        sources: those of them that are a game in one file may bring words, which have no language.
        folders: those that languages/ may be in, the game's own first.
        code: of the language.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    tables = [
        *((each, each.table(f"text/{DEFAULT_LANGUAGE}/words")) for each in sources if each.tables is not None),
        *((each, each.table(f"languages/{code}/{GRAMMAR}")) for each in folders),
    ]
    found = [(source, *pair) for source, pair in tables if pair is not None]
    if not found:
        return None
    forms: dict[str, Forms] = {}
    files: dict[str, tuple[str, bool]] = {}
    known = tuple(noun for nouns in COUNTED.values() for noun in nouns)
    for source, table, file in reversed(found):
        nouns = convert(table.get(NOUNS, {}), dict[str, Forms], file, NOUNS)
        for noun, each in nouns.items():
            if noun not in known:
                raise TemplateError(file, f"{NOUNS}.{noun}", f"unknown key; {among(noun, known)}")
            if "other" not in each:
                raise TemplateError(file, f"{NOUNS}.{noun}", "needs 'other'")
        forms |= nouns
        files |= dict.fromkeys(nouns, (file, source.shipped))
    words = [
        (source, {key: value for key, value in table.items() if key != NOUNS}, file) for source, table, file in found
    ]
    layers = Layers.join(words, "words")
    lacking, counts = [], dict.fromkeys((file for _, _, file in found), 0)
    for key, text in Layers({**layers.table, NOUNS: forms}, {}, "", "").texts():
        top, noun = [*re.split(r"[.\[]", key), ""][:2]
        file = files[noun][0] if top == NOUNS else layers.files[top]
        if top == NOUNS or has_letters(text):
            counts[file] += 1
        if text.startswith(DRAFT_SIGN):
            lacking.append(Untranslated(file, key, "missing", text.removeprefix(DRAFT_SIGN)))
    return Translated(layers, tuple(lacking), counts), Nouns(forms, files, found[-1][2])


def refuse_lacking(game: str, language: str, lacking: Sequence[Untranslated]) -> None:
    """Refuse words that a language lacks: the first, and how many more.

    Args:
        game: the game's name; "" for words that belong to none.
        language: the code.
        lacking: what is missing or stale.

    Raises:
        Unspoken: something is lacking.
    """
    if lacking:
        raise Unspoken(game, language, lacking_line(lacking), drafted=True)


def lacking_line(lacking: Sequence[Untranslated]) -> str:
    """Return in a line which text is lacking first, and how many more are."""
    more = len(lacking) - 1
    rest = f"; {more} more texts are missing or stale" if more > 1 else "; one more is missing or stale" if more else ""
    return f"{lacking[0]}{rest}"
