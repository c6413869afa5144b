"""A game as its files define it: its board, rulesets, figures and proofs, and its words in every language it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, structs

from taflkit.catalog.conversion import convert, language_problem, name_problem, title_problem, twin_problems
from taflkit.catalog.languages import ENGLISH, PRINTER_TEST, SHARED, TITLES, GameLanguage, LanguageFiles, ruleset_texts
from taflkit.catalog.rulesets import BoardTable, Ruleset, make_board, make_face, make_ruleset, ordered, ruleset_problems
from taflkit.catalog.sources import (
    PROSE,
    TABLES,
    Layers,
    Source,
    add_plurals,
    read_texts,
    shown_name,
    strange_variants,
    wrong_texts,
)
from taflkit.catalog.translation import GRAMMAR, Coverage, Translated, has_letters, refuse_lacking
from taflkit.drawing.look import Face
from taflkit.errors import TaflkitError, TemplateError, UnknownName, UntranslatedTexts, gathered, refuse, shown, unknown
from taflkit.figures import FigureScript
from taflkit.limits import FIGURES, PROOFS
from taflkit.reading import file_names, is_folder
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE
from taflkit.tafl import BoardLayout, Variant
from taflkit.words.booklet import BookletText
from taflkit.words.texts import Texts

if TYPE_CHECKING:
    from taflkit.tafl.stated_rules import Stated

_LATEST = 21  # the present century


def load_figures(
    sources: Sequence[Source], problems: list[TaflkitError]
) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Return the scripts of the figures and their files by name, as far as they can be read.

    A game's own source comes first; its script takes the place of a shared one of the same name. Problems are put
    behind the others.
    """
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        with gathered(problems):
            for name in source.names("figures"):
                with gathered(problems):
                    table, files[name] = source.required(f"figures/{name}")
                    scripts[name] = convert(table, FigureScript, files[name])
    problems += (TemplateError(files[name], "", f"the figure {name} {why}") for name, why in twin_problems(scripts))
    if len(scripts) > FIGURES:
        why = f"has {len(scripts)} figures with those that it shares, and {FIGURES} are the most"
        problems.append(TemplateError(shown_name(sources[0].where), "figures", why))
    return dict(sorted(scripts.items())), files


def load_proofs(sources: Sequence[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of proofs.toml, or of [proofs], by name, and their files; a game's own source comes first.

    Raises:
        TemplateError: a problem in a file, with file and key.
    """
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        found = source.table("proofs")
        if found is not None:
            table, file = found
            refuse(TemplateError(file, name, why) for name in table if (why := name_problem("proof", name)))
            scripts |= convert(table, dict[str, FigureScript], file)
            files |= dict.fromkeys(table, file)
    if len(scripts) > PROOFS:
        why = f"has {len(scripts)} proofs with those that it shares, and {PROOFS} are the most"
        raise TemplateError(shown_name(sources[0].where), "proofs", why)
    return scripts, files


class LayoutTable(BoardTable, frozen=True, forbid_unknown_fields=True):
    """The board of a game, and what it is based on.

    Attributes:
        base: the game whose board, words and rulesets serve where the game has none of its own.
        rulesets: their order; the first is the default.
        century: of the oldest record of the game; 0 where it is not known.
        face: what differs from the face of Brandub, or of the base.
    """

    base: str = ""
    rulesets: tuple[str, ...] = ()
    century: Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": _LATEST})] = 0
    face: dict[str, str] = {}  # noqa: RUF012  (msgspec gives each struct its own)


class GameTemplates(Struct, frozen=True, eq=False, dict=True):
    """A game as its files define it. It equals itself alone: read anew, its files may be others.

    Attributes:
        face: its devices and ornament; a ruleset may have others.
        sources: the game's own tables first, then those of the game it is based on, and at last those all games share.
        lender: the game whose rulesets it plays where it has none; None for a shipped game.
        ruleset_names: in the game's order; the first is the default.
        figures: scripts that are drawn, by name.
        proofs: scripts that are only played, by name.
        script_files: the file of each script, for errors.
        century: of the oldest record of the game; 0 where it is not known.
        language: its own, if no other is requested.
    """

    name: str
    title: str
    layout: BoardLayout
    face: Face
    sources: tuple[Source, ...]
    lender: GameTemplates | None
    ruleset_names: tuple[str, ...]
    figures: Mapping[str, FigureScript]
    proofs: Mapping[str, FigureScript]
    script_files: Mapping[str, str]
    century: int = 0
    language: GameLanguage = ENGLISH
    _rulesets: dict[str, Ruleset] = {}
    _texts: dict[str, Texts] = {}
    _in_languages: dict[tuple[str, bool], GameTemplates] = {}
    _plain: GameTemplates | None = None

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """All rulesets, in the game's order."""
        return tuple(map(self.ruleset, self.ruleset_names))

    def ruleset(self, name: str | None) -> Ruleset:
        """Return a ruleset by name, the game's first if None.

        Raises:
            UnknownName: the game has no such ruleset.
            TemplateError: its file has a problem, with file and key.
        """
        name = self.ruleset_names[0] if name is None else name
        if name not in self.ruleset_names:
            raise UnknownName(f"ruleset of {self.name}", name, self.ruleset_names)
        if name not in self._rulesets:
            found = self._load_ruleset(name)
            self._rulesets[name] = self.language.ruleset(found)
        return self._rulesets[name]

    def variant(self, ruleset: Ruleset) -> Variant:
        """Return the game under a ruleset."""
        return Variant(self.name, ruleset.name, self.layout_under(ruleset), ruleset.rules, ruleset.origins)

    def title_under(self, ruleset: Ruleset) -> str:
        """Return the game's name under a ruleset, which may call it otherwise."""
        named = ruleset.board.title if ruleset.board else ""
        return self.language.title(named, ruleset.plain) or self.title

    def layout_under(self, ruleset: Ruleset) -> BoardLayout:
        """Return the board of a ruleset: its own if it draws one, else the game's.

        Raises:
            TemplateError: a board that no game can be played on, with file and key.
        """
        if ruleset.board is None:
            return self.layout
        return make_board(ruleset.board, ruleset.file, "layout.", self.layout)

    @cached_property
    def files(self) -> LanguageFiles:
        """Where its words are in each language."""
        return LanguageFiles(self.sources, self.lender.sources if self.lender else ())

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game has words in, the default first; whether each text is there is not looked at."""
        return tuple(code for code in self.drafted if code == DEFAULT_LANGUAGE or not self.files.lacking(code))

    @property
    def drafted(self) -> tuple[str, ...]:
        """The languages that the game has words in, be they few, the default first."""
        return self.files.codes()

    @property
    def checked_languages(self) -> tuple[str, ...]:
        """The languages that a check looks at, English first: those of a shipped game, or that its own files have.

        A user's own can be built in every language that the shared words are in, but only those of its own files are
        its own.
        """
        own = self.languages if self.lender is None else self.sources[0].languages()
        return tuple(dict.fromkeys((DEFAULT_LANGUAGE, *own)))

    def in_language(self, language: str, *, draft: bool | None = None) -> GameTemplates:
        """Return the game with its titles, rulesets and words in a language.

        In a draft, texts that are missing or stale may stay English, behind the DRAFT_SIGN; None is for the game as it
        is if that has the language, and else for no draft.

        Raises:
            UnknownName: nothing of the game is in that language.
            TaflkitError: something of it is missing or stale, or a file has a problem, with file and key.
        """
        there = self.language
        if language == there.code and draft in (None, there.draft):
            return self
        plain = self._plain or self
        key = (language, bool(draft))
        if language == DEFAULT_LANGUAGE or key in plain._in_languages:
            return plain._in_languages.get(key, plain)
        own = plain.sources[0]
        in_one_file = own.tables is not None and own.has(f"text/{language}/rules")
        # a code goes into the names of files
        if language_problem(language) or not (in_one_file or language in plain.drafted):
            raise UnknownName("language", language, plain.languages, choice="language")
        files = plain.files.lacking(language)
        grammar = tuple(file for file in files if file.endswith(f"{GRAMMAR}.toml"))
        if files and (grammar or not draft):
            *others, last = grammar if draft else files
            why = f"{', '.join(others)} and {last} are missing" if others else f"{last} is missing"
            raise UntranslatedTexts(plain.name, language, why, drafted=not grammar)
        found = plain.translations(language)
        if not draft:
            refuse_lacking(plain.name, language, *found.values())
        tables = {name: table.layers for name, table in found.items() if name != TITLES}
        translated = GameLanguage(language, bool(draft), tables, found[TITLES].layers)
        empty: dict[str, Any] = {name: {} for name in ("_rulesets", "_texts", "_in_languages")}
        plain._in_languages[key] = structs.replace(
            plain, title=translated.title(plain.title), language=translated, **empty, _plain=plain
        )
        return plain._in_languages[key]

    def translations(self, language: str, *further: str) -> dict[str, Translated]:
        """Return the titles and the tables of an English game in another language, with what is lacking of each.

        Further tables belong to no game.

        Raises:
            TaflkitError: a file has a problem, with file and key.
        """
        read = self.files.read(language)
        own = self.sources[0]
        lent = self.lender.sources[0] if self.lender else own
        layout = own.table("layout")
        titles = [("title", self.title, own if layout and layout[0].get("title") else lent)]
        for name in self.ruleset_names:
            source = own if own.has(f"rulesets/{name}") else lent
            titles += ((key, text, source) for key, text in ruleset_texts(self.ruleset(name)).items())
        # a game that has no English words, such as one in one file, is taken as it is, whatever language it is in
        owned = []
        for key, text, source in titles:
            is_needed = bool(source.text_names(DEFAULT_LANGUAGE)) and has_letters(text)
            owned.append((key, text, self.files.name_of(source) or SHARED, is_needed))
        return {TITLES: read.flat(TITLES, owned), **self.files.tables(read, (*TABLES, *further))}

    def coverage(self, language: str, *further: Translated) -> Coverage:
        """Look through everything that an English game has in another language, and in further tables of no game.

        Raises:
            TaflkitError: a file has a problem, with file and key.
        """
        tables = (*self.translations(language, PRINTER_TEST).values(), *further)
        needed = tuple(each for table in tables for each in table.needed)
        problems = tuple(problem for table in tables for problem in table.mismatches())
        return Coverage(self.files.lacking(language), needed, problems)

    def layers(self, name: str, language: str = "") -> Layers:
        """Return the joined table of the game's words, such as "rules", in its own language or another.

        Raises:
            TaflkitError: as `in_language`; or there is no such table.
        """
        game = self.in_language(language) if language else self
        if game.language.tables:
            return game.language.tables[name]
        return Layers.read(game.sources, f"text/{DEFAULT_LANGUAGE}/{name}")

    def texts(self, language: str = "") -> Texts:
        """Return the words of the game in its own language or another; it raises as `in_language` does."""
        if language and language != self.language.code:
            return self.in_language(language).texts()
        return self._texts_with("")

    def _texts_with(self, nouns: str) -> Texts:
        """Return the words of the game in its language, with the names of pieces and places that are called so."""
        if nouns not in self._texts:
            self._texts[nouns] = self._written_texts.named(self._written_texts.words.own(nouns))
        return self._texts[nouns]

    @cached_property
    def _written_texts(self) -> Texts:
        """The words of the game in its language, with {names} where pieces and places have some of their own."""
        mine = self.language.code
        problems: list[TaflkitError] = []
        layers, made = read_texts(self.layers, problems)
        problems += add_plurals(layers, made, mine)
        if "booklet" in made:
            problems += self._for_no_ruleset(made["booklet"], layers["booklet"])
        if "cards" in made and "rules" in made:
            groups = tuple(made["rules"].groups)
            for number, card in enumerate(made["cards"].sentence):
                if card.rule not in groups:
                    place = layers["cards"].place_of(f"sentence[{number}].rule")
                    problems.append(TemplateError(*place, unknown("group of rules", card.rule, groups)))
        refuse(problems)
        beside = {name: set(script.beside) for name, script in self.figures.items() if script.beside}
        rules = []
        for sentence in made["rules"].sentence:
            # some figures stand beside its own
            more = [name for name, others in beside.items() if not others.isdisjoint(sentence.figures)]
            rules.append(structs.replace(sentence, figures=(*sentence.figures, *more)) if more else sentence)
        return Texts(
            language=mine,
            rules=tuple(rules),
            groups=made["rules"].groups,
            captions=made["figures"],
            file=layers["rules"].file,
            **{name: made[name] for name in ("words", "booklet", "cards", "instructions", "sheet", "alternatives")},
        )

    def texts_under(self, ruleset: Ruleset) -> Texts:
        """Return the words of the game in its own language, with the names that a ruleset's source has of its own.

        Raises:
            TaflkitError: as `texts`; or there are no such names in English.
        """
        known = tuple(self.texts().words.nouns)
        if ruleset.nouns and self.language.code == DEFAULT_LANGUAGE and ruleset.nouns not in known:
            raise TemplateError(ruleset.file, "nouns", unknown("set of nouns", ruleset.nouns, known))
        return self._texts_with(ruleset.nouns)

    def booklet(self, language: str = "") -> BookletText:
        """Return the booklet's words beside the rules; in English the others are not read.

        Raises:
            TaflkitError: as `in_language`; or words are for a ruleset that there is not, with file and key.
        """
        layers = self.layers("booklet", language)
        booklet = layers.convert_words(BookletText)
        refuse(self._for_no_ruleset(booklet, layers))
        return booklet

    def _for_no_ruleset(self, booklet: BookletText, layers: Layers) -> Iterator[TaflkitError]:
        """Yield the tables of the booklet's words that are for a ruleset that the game does not know."""
        known = tuple(dict.fromkeys((*self.ruleset_names, *(self.lender.ruleset_names if self.lender else ()))))
        for table in ("rulesets", "variations"):
            for name in getattr(booklet, table):
                if name not in known:
                    yield TemplateError(*layers.place_of(f"{table}.{name}"), unknown("ruleset", name, known))

    def problems(self) -> Iterator[TaflkitError]:
        """Yield the problems of the game's rulesets and of its texts in all its languages, the shipped ones too."""
        for name in self.ruleset_names:
            yield from _problems_of(partial(self.ruleset, name))
        for language in self.checked_languages:
            # what is lacking is reported apart
            found = list(_problems_of(partial(self.in_language, language, draft=True)))
            yield from found
            if not found:
                game = self.in_language(language, draft=True)
                yield from _problems_of(game.texts)
                yield from wrong_texts(game.layers)
                with gathered([]):
                    yield from strange_variants(map(game.layers, PROSE), game.texts().words)

    def _load_ruleset(self, name: str, above: tuple[str, ...] = ()) -> Ruleset:
        """Make a ruleset of the game's own, or take the lender's: with its source if that speaks of this very board.

        Its face is lent with it to a game that has chosen no other than the lender's. One of the rulesets above, which
        are based on it, is the lender's here if the lender has it too.
        """
        found = None if name in above else self.sources[0].table(f"rulesets/{name}")
        if found is not None:
            table, file = found
            leading = (*above, name)

            def base_of(base: str) -> Ruleset:
                if base in leading and (self.lender is None or base not in self.lender.ruleset_names):
                    why = f"'{shown(base)}' leads back to itself; name a ruleset outside the circle"
                    raise TemplateError(file, "base", why)
                return self._load_ruleset(base, leading)

            return make_ruleset(name, table, file, base_of, self.face)
        known = self.lender.ruleset_names if self.lender else ()
        if self.lender is None or name not in known:
            raise UnknownName("ruleset", name, tuple(dict.fromkeys((*self.ruleset_names, *known))))
        lent = self.lender.ruleset(name)
        lent = lent if self.lender.layout == self.layout else lent.lent()
        return lent if self.lender.face == self.face else structs.replace(lent, face=self.face)


def stated_game(stated: Stated, like: GameTemplates) -> tuple[GameTemplates, Ruleset]:
    """Return the game that a rules string states and its ruleset, with the words and the face of another game."""
    title = "OpenTafl" if title_problem(stated.title) else stated.title
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or stated.variant.name
    changed = {"name": stated.variant.name, "rules": stated.variant.rules, "board": BoardTable(title=title)}
    game = structs.replace(like, name=name, layout=stated.variant.layout, _in_languages={})
    return game, structs.replace(like.ruleset(None).lent(), **changed)


def load_game(
    name: str, own: Source, shared: Source, game: Callable[[str], GameTemplates], *, shipped: bool
) -> GameTemplates:
    """Read a game from its own tables and those that all games share.

    `game` gives the shipped game that a user's own is based on, or whose rulesets it plays; a shipped one stands on its
    own.

    Raises:
        UnknownName: there is no such base.
        TemplateError: a problem in a file, with file and key.
    """
    table, file = _layout_table(own)
    problems: list[TaflkitError] = []
    if own.tables is None and not shipped:
        for language in file_names(own.place("text")):
            if language != DEFAULT_LANGUAGE and is_folder(place := own.place(f"text/{language}")):
                why = "is not read: translations are .po files in {}; taflkit new language writes them"
                problems.append(TemplateError(shown_name(place), "", why.format(f"languages/{language}")))
    lender = _lender(table, file, game, shipped)
    base = lender if table.base else None
    sources = (own, *(base.sources if base else (shared,)))
    with gathered(problems):
        title, layout = _board(table, file, base)
    with gathered(problems):
        if not 0 <= table.century <= _LATEST:
            why = f"must be 1 to {_LATEST}, the century of the oldest record of the game, or be left out"
            raise TemplateError(file, "century", why)
    with gathered(problems):
        face = make_face(table.face, base.face if base else Face(), file)
    with gathered(problems):
        lent = lender.ruleset_names if lender else ()
        named = own.names("rulesets")
        refuse(TemplateError(file, f"rulesets.{name}", why) for name, why in twin_problems((*lent, *named)))
        names = ordered(named or lent, table.rulesets, file)
    figures, files = load_figures(sources, problems)
    with gathered(problems):
        proofs, proof_files = load_proofs(sources)
        refuse(
            TemplateError(proof_files[twice], twice, "there is a figure of this name; call the proof otherwise")
            for twice in figures.keys() & proofs.keys()
        )
    refuse(problems)
    return GameTemplates(
        name=name,
        title=title,
        layout=layout,
        face=face,
        sources=sources,
        lender=lender,
        ruleset_names=names,
        figures=figures,
        proofs=proofs,
        script_files={**files, **proof_files},
        century=table.century,
    )


def survey(own: Source, shared: Source, game: Callable[[str], GameTemplates]) -> Iterator[TaflkitError]:
    """Yield the problems of the files of a game that cannot be read as a whole, as far as each can be read alone.

    The arguments are those of `load_game`.
    """
    problems: list[TaflkitError] = []
    sources: tuple[Source, ...] = (own, shared)
    with gathered(problems):
        table, file = _layout_table(own)
        base = _lender(table, file, game, shipped=False)
        sources = (own, *base.sources) if base and table.base else sources
    names: tuple[str, ...] = ()
    with gathered(problems):
        names = own.names("rulesets")
    for name in names:
        with gathered(problems):
            problems += ruleset_problems(*own.required(f"rulesets/{name}"))
    load_figures((own,), problems)
    with gathered(problems):
        load_proofs((own,))
    with gathered(problems):
        files = LanguageFiles(sources)
        for language in (DEFAULT_LANGUAGE, *own.languages()):
            if language != DEFAULT_LANGUAGE:
                problems += (TemplateError(file, "", "is missing") for file in files.lacking(language))
            layers, made = read_texts(partial(files.layers, language), problems)
            problems += add_plurals(layers, made, language)
    yield from problems


def _layout_table(own: Source) -> tuple[LayoutTable, str]:
    """Return the table of a game's layout, and its file."""
    found = own.table("layout")
    if found is None:
        why = "a game needs a layout: layout.toml, or the table [layout]"
        raise TemplateError(shown_name(own.where), "layout", why)
    return convert(found[0], LayoutTable, found[1]), found[1]


def _lender(table: LayoutTable, file: str, game: Callable[[str], GameTemplates], shipped: bool) -> GameTemplates | None:
    """Return the game that lends its rulesets, and is the base where the layout names it; None for a shipped game."""
    try:
        return None if shipped else game(table.base or DEFAULT_GAME)
    except UnknownName as error:
        raise TemplateError(file, "base", str(error)) from None


def _board(table: LayoutTable, file: str, base: GameTemplates | None) -> tuple[str, BoardLayout]:
    """Return the game's title and its board, which is that of its base where it draws none."""
    problems: list[TaflkitError] = []
    if table.title and (why := title_problem(table.title)):
        problems.append(TemplateError(file, "title", why))
    title, like = table.title, None
    if base is not None and not table.start:
        given = {"throne": bool(table.throne), "corners": table.corners is not None}
        why = "goes with a start of its own; write start, or leave it out"
        problems += [TemplateError(file, key, why) for key, is_given in given.items() if is_given]
        title, like = table.title or base.title, base.layout
    else:
        missing = [key for key in ("title", "start") if not getattr(table, key)]
        problems += [TemplateError(file, key, "is missing or empty") for key in missing]
    refuse(problems)
    return title, make_board(table, file, like=like)


def _problems_of(read: Callable[[], object]) -> Iterator[TaflkitError]:
    """Yield the problem of what cannot be read, if it has one."""
    try:
        read()
    except TaflkitError as problem:
        yield problem
