"""Translations: the English tables of a game with the texts of another language put in, and what is lacking of them.

A file of a language has a table [translated."KEY"] for each text, named by its key in the English file, with a digest
of the English words that it was made from. It holds for every text with these words; the one under the very key first.
Ordinary keys of such a file, which were first written in the language, stand over the translated ones.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from taflkit.catalog.conversion import convert
from taflkit.catalog.sources import Layers, Placed, Source, language_file, shown_name
from taflkit.errors import TemplateError, Unspoken, shown
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.words.texts import COUNTED

__all__ = [
    "DRAFT_SIGN",
    "State",
    "Translated",
    "Translations",
    "Untranslated",
    "digest",
    "flat_texts",
    "is_text",
    "read_grammar",
    "read_translated",
    "refuse_lacking",
    "translate_texts",
]

DRAFT_SIGN = "#"
"""What stands before a text of a draft that is still English; every face has it."""

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
_DIGITS = 8

State = Literal["missing", "stale"]


def digest(text: str) -> str:
    """Return by what a translation knows the English text that it was made from.

    >>> digest("Brandub")
    'de209da3'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


@cache
def _structure(table: str) -> re.Pattern[str]:
    """Return the keys of a table that have no words; one that none has matches none."""
    return re.compile(_STRUCTURE.get(table, r"(?!)"))


def is_text(table: str, key: str, text: str) -> bool:
    """Whether a value of an English table is to be translated: it is no structure, and has letters beside {names}."""
    return not _structure(table).fullmatch(key) and bool(_LETTER.search(_NAMES.sub("", text)))


def flat_texts(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every text of a table by its key, in the order of the file."""
    return Layers(table, {}, "", "").texts()


class Untranslated(Struct, frozen=True):
    """A text of a game that a language has not, or has made from other English words.

    Attributes:
        file: the file of the language that it belongs to.
        key: the key of its English, which names its table in the file.
        english: the words as they are now.
        beside: the file of the English.
        noun: whether it is an ordinary key of the file, and no translation.
    """

    file: str
    key: str
    state: State
    english: str
    beside: str = ""
    noun: bool = False

    def __str__(self) -> str:
        """Return the line of a check."""
        told = "is missing" if self.state == "missing" else "is stale; its English is other now"
        key = self.key if self.noun else f'translated."{self.key}"'
        return str(TemplateError(self.file, key, f"{told}: {shown(self.english)}"))


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table [translated."KEY"]."""

    en: str
    text: str = ""


class _Translation(Struct, frozen=True):
    """A translated text with its file and whether that came with the program."""

    text: str
    en: str
    place: Placed


class Translations(Struct, frozen=True):
    """The translations of one table in a language.

    Attributes:
        by_key: those of each source, by the key of the English text; the game's own source first.
        by_digest: those that are there, by the digest of the English text.
    """

    by_key: tuple[Mapping[str, _Translation], ...]
    by_digest: Mapping[str, _Translation]

    @classmethod
    def read(cls, found: Sequence[tuple[Source, Mapping[str, Any], str]]) -> Translations:
        """Read the translations of a table.

        Args:
            found: each source with its table in the language, which may be empty, and the file.

        Raises:
            TaflkitError: a table that is no translation, with file and key.
        """
        by_key = tuple(_entries(*each) for each in found)
        by_digest: dict[str, _Translation] = {}
        for entries in by_key:
            for each in entries.values():
                if each.text:
                    by_digest.setdefault(each.en, each)
        return cls(by_key, by_digest)

    def of(self, key: str, english: str, owner: int) -> _Translation | State:
        """Return the translation of a text, or why there is none.

        Args:
            key: of the text.
            english: the text.
            owner: the number of the source that has it.
        """
        made = digest(english)
        own = [entry for entries in self.by_key if (entry := entries.get(key))]
        for entry in own:
            if entry.en == made and entry.text:
                return entry
        if made in self.by_digest:
            return self.by_digest[made]
        # a translation below is of a text that another stands over
        above = (entries.get(key) for entries in self.by_key[: owner + 1])
        return "stale" if any(entry and entry.text and entry.en != made for entry in above) else "missing"


def _entries(source: Source, table: Mapping[str, Any], file: str) -> dict[str, _Translation]:
    """Return the translations of one file by their keys."""
    there = table.get("translated", {})
    if not isinstance(there, dict):
        raise TemplateError(file, "translated", 'must be a table; write [translated."KEY"]')
    entries = {}
    for key, each in there.items():
        named = f'translated."{key}"'
        entry = convert(each, _Entry, file, named)
        entries[key] = _Translation(entry.text, entry.en, Placed(file, named, source.shipped))
    return entries


class Translated(Struct, frozen=True):
    """A table in a language.

    Attributes:
        layers: the joined table.
        lacking: what is missing or stale, each text once.
        counts: how many different texts there are for each file of the language.
        english: the English of every text that is to be translated, by its key.
        forms: the English forms of the nouns that stand beside numbers, as far as they are missing.
    """

    layers: Layers
    lacking: tuple[Untranslated, ...]
    counts: Mapping[str, int]
    english: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]] = {}


def read_translated(sources: Sequence[Source], language: str, name: str) -> Translated:
    """Join the English table of all sources, and put the translations of a language in.

    Texts that are missing or stale stay English, behind the DRAFT_SIGN.

    Args:
        sources: the game's own first.
        language: another than English.
        name: of the table, such as "rules".

    Raises:
        TaflkitError: no source has the table, or a file has a problem, with file and key.
    """
    english = [source.table(f"text/{DEFAULT_LANGUAGE}/{name}") for source in sources]
    found = [source.table(f"text/{language}/{name}") for source in sources]
    if not any((*english, *found)):
        raise TemplateError(shown_name(sources[0].where), f"text/{language}/{name}", "is missing")
    table: dict[str, Any] = {}
    files: dict[str, str] = {}
    owners: dict[str, int] = {}
    own: dict[str, Any] = {}
    top = ""
    for number, pair in reversed(list(enumerate(english))):
        if pair is not None:
            table |= pair[0]
            files |= dict.fromkeys(pair[0], pair[1])
            owners |= dict.fromkeys(pair[0], number)
            top = pair[1]
    words = Translations.read([(source, *(pair or ({}, ""))) for source, pair in zip(sources, found, strict=True)])
    given: dict[str, Any] = {}
    for source, pair in reversed(list(zip(sources, found, strict=True))):
        if pair is not None:
            ordinary = {key: value for key, value in pair[0].items() if key != "translated"}
            given |= ordinary
            files |= dict.fromkeys(ordinary, pair[1])
            own |= {} if source.shipped else ordinary
            top = pair[1]
    places = [language_file(sources, number, language, name) for number in range(len(sources))]
    made = _Making(name, words, owners, places, files)
    whole = {key: value if key in given else made.put(key, value, key) for key, value in table.items()} | given
    made.unwritten(given, files)
    # what a source of the game's own has in English stays its own in a draft, whose characters are checked
    layers = Layers(whole, files, top, name, own, made.placed)
    return made.translated(layers)


def read_grammar(sources: Sequence[Source], language: str, name: str) -> Translated:
    """Read a table that is no translation, but the language's own; words that are still English are lacking.

    Raises:
        TaflkitError: no source has it, or a file has a problem, with file and key.
    """
    layers = Layers.read(sources, f"text/{language}/{name}")
    made = _Making(name, Translations((), {}), {}, (), {})
    made.unwritten(layers.table, layers.files)
    return made.translated(layers)


def translate_texts(
    texts: Iterable[tuple[str, str, int | None]], sources: Sequence[Source], language: str, name: str
) -> Translated:
    """Put the translations of a language in the place of English texts that stand in no table of their own.

    Args:
        texts: key and English of each, and the number of the source that has it; None for one that may stay as it is.
        sources: whose files of the language are read.
        language: another than English.
        name: of the files, such as "game".

    Returns:
        A table that has each text under its whole key.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    found = [(source, *(source.table(f"text/{language}/{name}") or ({}, ""))) for source in sources]
    words = Translations.read(found)
    places = [language_file(sources, number, language, name) for number in range(len(sources))]
    made = _Making(name, words, {}, places, {})
    table = {key: made.owned(key, text, owner) if is_text(name, key, text) else text for key, text, owner in texts}
    return made.translated(Layers(table, {}, places[0], name, {}, made.placed))


class _Making:
    """Puts translations into a table, and notes what is lacking."""

    def __init__(
        self,
        name: str,
        words: Translations,
        owners: Mapping[str, int],
        files: Sequence[str],
        beside: Mapping[str, str],
    ) -> None:
        self._name = name
        self._beside = dict(beside)
        self._words = words
        self._owners = owners
        self._files = files
        self._seen: set[tuple[str, str]] = set()
        self.placed: dict[str, Placed] = {}
        self.lacking: dict[tuple[str, str], Untranslated] = {}
        self.counts: dict[str, int] = {}
        self.english: dict[str, str] = {}
        self.forms: dict[str, Mapping[str, str]] = {}

    def translated(self, layers: Layers) -> Translated:
        """Return a table that was made so."""
        return Translated(layers, tuple(self.lacking.values()), self.counts, self.english, self.forms)

    def put(self, key: str, value: Any, top: str) -> Any:
        """Return a part of the English table in the language; `top` is its key at the top of the table."""
        if key == top and top in COUNTED.get(self._name, ()):
            # which forms there are is the language's own
            self.forms[key] = value
            return {"other": self.text(f"{key}.other", value["other"], self._owners[top], noun=True)}
        if isinstance(value, str):
            if is_text(self._name, key, value):
                return self.text(key, value, self._owners[top])
            return value if not value or _structure(self._name).fullmatch(key) else self.sign(key, value)
        if isinstance(value, dict):
            return {name: self.put(f"{key}.{name}", each, top) for name, each in value.items()}
        if isinstance(value, list):
            return [self.put(f"{key}[{number}]", each, top) for number, each in enumerate(value)]
        return value

    def sign(self, key: str, english: str) -> str:
        """Return a text that has no letters: as it is, unless the language has other marks round its {names}."""
        found = self._words.of(key, english, len(self._files))
        if not isinstance(found, _Translation):
            return english
        self.english[key] = english
        self.placed[key] = found.place
        return found.text

    def owned(self, key: str, english: str, owner: int | None) -> str:
        """Return a text in the language; one that no source has in English stays as it is where none translates it."""
        self.english[key] = english
        if owner is not None:
            return self.text(key, english, owner)
        return self.sign(key, english)

    def text(self, key: str, english: str, owner: int, noun: bool = False) -> str:
        """Return a text in the language, or as a draft has it."""
        self.english[key] = english
        file = self._files[owner]
        # the forms of a noun are no translations of their words
        once = (file, key if noun else english)
        if once not in self._seen:
            self._seen.add(once)
            self.counts[file] = self.counts.get(file, 0) + 1
        found: _Translation | State = "missing" if noun else self._words.of(key, english, owner)
        if isinstance(found, _Translation):
            self.placed[key] = found.place
            return found.text
        self.lacking.setdefault(once, self._lacking(file, key, found, english, noun=noun))
        return f"{DRAFT_SIGN}{english}"

    def _lacking(self, file: str, key: str, state: State, english: str, *, noun: bool) -> Untranslated:
        beside = self._beside.get(re.split(r"[.\[]", key)[0], "")
        return Untranslated(file, key, state, english, beside, noun)

    def unwritten(self, table: Mapping[str, Any], files: Mapping[str, str]) -> None:
        """Note the words of a table in the language that are still English, behind the sign of a draft."""
        for key, text in flat_texts(table):
            file = files[re.split(r"[.\[]", key)[0]]
            if is_text(self._name, key, text) or key.partition(".")[0] in COUNTED.get(self._name, ()):
                self.counts[file] = self.counts.get(file, 0) + 1
            if text.startswith(DRAFT_SIGN):
                lacks = Untranslated(file, key, "missing", text.removeprefix(DRAFT_SIGN), noun=True)
                self.lacking.setdefault((file, key), lacks)


def refuse_lacking(game: str, language: str, lacking: Sequence[Untranslated]) -> None:
    """Refuse words that a language lacks: the first, and how many more.

    Args:
        game: the game's name; "" for words that belong to none.
        language: the code.
        lacking: what is missing or stale.

    Raises:
        Unspoken: something is lacking.
    """
    if not lacking:
        return
    more = len(lacking) - 1
    rest = f"; {more} more texts are missing or stale" if more > 1 else "; one more is missing or stale" if more else ""
    raise Unspoken(game, language, f"{lacking[0]}{rest}", drafted=True)
