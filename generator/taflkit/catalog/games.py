"""A game as its files define it: its board, rulesets, figures and proofs, and its words in every language it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct, structs

from taflkit.catalog.boards import BoardTable, make_board
from taflkit.catalog.faces import make_face
from taflkit.catalog.rulesets import Ruleset, make_ruleset, ordered
from taflkit.catalog.sources import Layers, Source, convert, shown_name
from taflkit.drawing.face import Face
from taflkit.errors import TemplateError, UnknownName
from taflkit.figures import FigureScript
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE
from taflkit.tafl import BoardLayout, Variant
from taflkit.words.alternatives import Alternatives
from taflkit.words.phrases import Words
from taflkit.words.rulebook import SentenceTemplate
from taflkit.words.texts import BookletText, CardsText, InstructionsText, SheetText, Texts

__all__ = ["GameTemplates", "load_game"]


class _LayoutTable(BoardTable, frozen=True, forbid_unknown_fields=True):
    """layout.toml."""

    base: str = ""
    rulesets: tuple[str, ...] = ()
    face: dict[str, str] = {}  # noqa: RUF012  (msgspec gives each struct its own)


class _RulesText(Struct, frozen=True, forbid_unknown_fields=True):
    """rules.toml."""

    sentence: tuple[SentenceTemplate, ...]


@dataclass(frozen=True)
class GameTemplates:
    """A game as its files define it.

    Attributes:
        face: its devices and ornament; a ruleset may have others.
        sources: the game's own tables first, then those of the game it is based on, and at last those all games share.
        lender: the game whose rulesets it plays where it has none; None for a shipped game.
        ruleset_names: in the game's order; the first is the default.
        figures: scripts that are drawn, by name.
        proofs: scripts that are only played, by name.
        script_files: the file of each script, for errors.
    """

    name: str
    title: str
    layout: BoardLayout
    face: Face
    sources: tuple[Source, ...] = field(repr=False)
    lender: GameTemplates | None = field(repr=False)
    ruleset_names: tuple[str, ...]
    figures: Mapping[str, FigureScript] = field(repr=False)
    proofs: Mapping[str, FigureScript] = field(repr=False)
    script_files: Mapping[str, str] = field(repr=False)
    _rulesets: dict[str, Ruleset] = field(default_factory=dict, repr=False, compare=False)
    _texts: dict[str, Texts] = field(default_factory=dict, repr=False, compare=False)

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
            self._rulesets[name] = self._load_ruleset(name)
        return self._rulesets[name]

    def variant(self, ruleset: Ruleset) -> Variant:
        """Return the game under a ruleset."""
        return Variant(self.name, ruleset.name, self.layout_under(ruleset), ruleset.rules, ruleset.origins)

    def title_under(self, ruleset: Ruleset) -> str:
        """Return the game's name under a ruleset, which may call it otherwise."""
        return (ruleset.board.title if ruleset.board else "") or self.title

    def layout_under(self, ruleset: Ruleset) -> BoardLayout:
        """Return the board of a ruleset: its own if it draws one, else the game's.

        Raises:
            TemplateError: a board that no game can be played on, with file and key.
        """
        if ruleset.board is None:
            return self.layout
        return make_board(ruleset.board, ruleset.file, "layout.", self.layout)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game has sentences of the rules in, the default first."""
        found = dict.fromkeys(code for source in self.sources for code in source.languages())
        known = sorted(code for code in found if any(source.has(f"text/{code}/rules") for source in self.sources))
        return tuple(sorted(known, key=lambda code: code != DEFAULT_LANGUAGE))

    def texts(self, language: str = DEFAULT_LANGUAGE) -> Texts:
        """Return the words of the game in a language.

        Raises:
            UnknownName: the game has no words in it.
            TemplateError: a file has a problem, with file and key.
        """
        if language not in self._texts:
            in_one_file = self.sources[0].has(f"text/{language}/rules")
            if language not in self.languages and not in_one_file:
                raise UnknownName("language", language, self.languages)
            self._texts[language] = self._load_texts(language)
        return self._texts[language]

    def booklet(self, language: str = DEFAULT_LANGUAGE) -> BookletText:
        """Return the booklet's words beside the rules, without reading the others.

        Raises:
            TemplateError: a file has a problem, or words are for a ruleset that there is not, with file and key.
        """
        return self._booklet(Layers.read(self.sources, f"text/{language}/booklet"))

    def _booklet(self, layers: Layers) -> BookletText:
        """Make the booklet's words of their tables, which may be for no ruleset that the game does not know."""
        booklet = layers.convert(BookletText)
        known = dict.fromkeys((*self.ruleset_names, *(self.lender.ruleset_names if self.lender else ())))
        for table in ("rulesets", "variations"):
            for name in getattr(booklet, table):
                if name not in known:
                    why = f"there is no ruleset '{name}'; there is {', '.join(known)}"
                    raise TemplateError(layers.files[table], f"{table}.{name}", why)
        return booklet

    def _load_ruleset(self, name: str, above: tuple[str, ...] = ()) -> Ruleset:
        """Make a ruleset of the game's own, or take the lender's: with its source if that speaks of this very board.

        Its face is lent with it to a game that has chosen no other than the lender's.

        Args:
            name: of the ruleset.
            above: the rulesets based on it; one of them that the lender has too is the lender's here.
        """
        found = None if name in above else self.sources[0].table(f"rulesets/{name}")
        if found is not None:
            return make_ruleset(name, *found, lambda base: self._base_of((*above, name), base, found[1]), self.face)
        known = self.lender.ruleset_names if self.lender else ()
        if self.lender is None or name not in known:
            raise UnknownName("ruleset", name, tuple(dict.fromkeys((*self.ruleset_names, *known))))
        lent = self.lender.ruleset(name)
        lent = lent if self.lender.layout == self.layout else lent.lent()
        return lent if self.lender.face == self.face else structs.replace(lent, face=self.face)

    def _base_of(self, above: tuple[str, ...], name: str, file: str) -> Ruleset:
        """Return the ruleset that another of a file is based on; it may be none of those above, which lead to it."""
        if name in above and (self.lender is None or name not in self.lender.ruleset_names):
            raise TemplateError(file, "base", f"'{name}' leads back to itself; name a ruleset outside the circle")
        return self._load_ruleset(name, above)

    def _load_texts(self, language: str) -> Texts:
        def read(name: str) -> Layers:
            return Layers.read(self.sources, f"text/{language}/{name}")

        rules, captions, booklet = read("rules"), read("figures"), read("booklet")
        return Texts(
            language=language,
            rules=tuple(map(self._shown_beside, rules.convert(_RulesText).sentence)),
            words=read("words").convert(Words),
            captions=captions.convert(dict[str, str]),
            booklet=self._booklet(booklet),
            cards=read("cards").convert(CardsText),
            instructions=read("instructions").convert(InstructionsText),
            sheet=read("sheet").convert(SheetText),
            alternatives=read("alternatives").convert(Alternatives),
            file=rules.file,
            caption_files=captions.files,
            booklet_files=booklet.files,
        )

    def _shown_beside(self, sentence: SentenceTemplate) -> SentenceTemplate:
        """Return a sentence with the game's own figures that stand beside its figures."""
        more = [name for name, script in self.figures.items() if set(script.beside) & set(sentence.figures)]
        return structs.replace(sentence, figures=(*sentence.figures, *more)) if more else sentence


def load_game(
    name: str, own: Source, shared: Source, game: Callable[[str], GameTemplates], *, shipped: bool
) -> GameTemplates:
    """Read a game.

    Args:
        name: for file names.
        own: the game's own tables.
        shared: the tables that all games share.
        game: gives the shipped game that a user's own is based on, or whose rulesets it plays.
        shipped: whether it is a shipped game, which stands on its own.

    Raises:
        UnknownName: there is no such base.
        TemplateError: a problem in a file, with file and key.
    """
    found = own.table("layout")
    if found is None:
        raise TemplateError(
            shown_name(own.where), "layout", "a game needs a layout: layout.toml, or the table [layout]"
        )
    table = convert(found[0], _LayoutTable, found[1])
    try:
        lender = None if shipped else game(table.base or DEFAULT_GAME)
    except UnknownName as error:
        raise TemplateError(found[1], "base", str(error)) from None
    base = lender if table.base else None
    title, layout = _board(table, found[1], base)
    face = make_face(table.face, base.face if base else Face(), found[1])
    names = own.names("rulesets") or (lender.ruleset_names if lender else ())
    sources = (own, *(base.sources if base else (shared,)))
    figures, files = _load_figures(sources)
    proofs, proof_files = _load_proofs(sources)
    for twice in figures.keys() & proofs.keys():
        raise TemplateError(proof_files[twice], twice, "there is a figure of this name; call the proof otherwise")
    return GameTemplates(
        name=name,
        title=title,
        layout=layout,
        face=face,
        sources=sources,
        lender=lender,
        ruleset_names=ordered(names, table.rulesets, found[1]),
        figures=figures,
        proofs=proofs,
        script_files={**files, **proof_files},
    )


def _board(table: _LayoutTable, file: str, base: GameTemplates | None) -> tuple[str, BoardLayout]:
    """Return the game's title and its board, which is that of its base where it draws none."""
    if base is not None and not table.start:
        for key, given in (("throne", bool(table.throne)), ("corners", table.corners is not None)):
            if given:
                raise TemplateError(file, key, "goes with a start of its own; write start, or leave it out")
        return table.title or base.title, make_board(table, file, like=base.layout)
    for key in ("title", "start"):
        if not getattr(table, key):
            raise TemplateError(file, key, "is missing or empty")
    return table.title, make_board(table, file)


def _load_figures(sources: Sequence[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read all scripts; a game's own figure takes the place of a shared one of the same name."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        for name in source.names("figures"):
            table, files[name] = source.required(f"figures/{name}")
            scripts[name] = convert(table, FigureScript, files[name])
    return dict(sorted(scripts.items())), files


def _load_proofs(sources: Sequence[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of proofs.toml, or of [proofs]; a game's own takes the place of a shared one."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        found = source.table("proofs")
        if found is not None:
            scripts |= convert(found[0], dict[str, FigureScript], found[1])
            files |= dict.fromkeys(found[0], found[1])
    return scripts, files
