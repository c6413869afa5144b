"""The choices of a kit, each declared once, as the fields of KitSpec; how they are read and written; names of files.

The options of the command, the form of the kit maker, the names of files, the ranges and the tables of docs/options.md
are made from OPTIONS. A new choice is a field here, the code that obeys it, and its words in other languages.

Every choice that changes a kit is in its file's name: two different kits of a game never have one name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_type_hints

from taflkit.errors import TaflkitError, UnknownName
from taflkit.limits import Range
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, DEFAULT_THEME, INKS, MODES
from taflkit.sheets.paper import DUPLEX, LARGE_PRINT, NAMED, PAGE_COUNTS, PAPERS, TEXTS, UNPRINTABLE, Paper
from taflkit.sheets.paper import paper as paper_named
from taflkit.sheets.request import (
    BLEED,
    BOXES,
    COUNTER_FORMS,
    GAP,
    JOINS,
    KINGS,
    LARGE,
    MARGIN,
    MOST_SHEETS,
    OVERLAP,
    SECTIONS,
    SHEETS,
    SOUGHT,
    SOUGHT_LARGE,
    THICKNESS,
    parse_length,
    parse_number,
)

if TYPE_CHECKING:
    from taflkit.catalog import Catalog, GameTemplates, Ruleset
    from taflkit.catalog.book import Book
    from taflkit.drawing.look import Theme

DEFAULT_WIDTH = 60.0
"""The width of a figure in mm by default; its range is limits.WIDTH."""
DEFAULT_DPI = 300
"""The pixels to the inch of a picture by default, in all commands; their range is limits.DPI."""
PARTS = ("instructions", "board", "counters", "cards", "booklet")
FRAME = 6.0
"""The width in mm of the border round a board, if the theme has one and the spec names no width."""
_SIDE_TO_FRAME = 50
"""A large board's side in parts of its border's width by default."""
SCHOOL: tuple[Literal["poster", "record", "colouring", "puzzles"], ...] = ("poster", "record", "colouring", "puzzles")
"""The parts for schools and clubs, which are not among all: pages that are printed as they are, after the booklet."""
READER = "reader"
"""The part for a screen, and not among all either: the booklet's pages in reading order, in a file of its own."""
EXPORTS = ("parts", "cutter", "tts", "print-on-demand")
"""The exports of a kit: pictures of its parts, a cutting machine, Tabletop Simulator, a printing house."""
PICTURES = ("svg", "png")
"""The formats of exported parts, the default first."""
LINES = ("svg", "dxf")
"""The formats of the lines that a cutting machine follows, the default first."""
MARKS = ("three", "four")
"""How many registration marks a cutting machine looks for, the default first."""
MARK_INSET = 10.0
"""Millimetres from the paper's edges to these marks, by default; their range is limits.MARK_INSET."""
PRESS_BLEED = 3.0
"""Millimetres of art beyond the trim of a page for a printing house, if the spec does not say."""
THICK = 1.0
"""From which thickness in mm on a box's contents are glued to card."""
CARDS = ("one-sided", "two-sided")
"""How cards are made, the default first: with figures if the text leaves room, or with larger ones on their backs."""

GROUPS = ("rules", "looks", "sets", "board", "counters", "extras", "booklet", "sheets", "files")
"""The groups of choices, in their order in the kit maker's form."""
ESSENTIALS = ("rules", "looks", "sets")
"""The groups of choices that everybody makes."""

ALL = "all"
"""The word for every one of PARTS."""
EVERY = ("rules", "paper", "mode", "theme")
"""The choices of which ALL are every one."""
_SETS = Range(1, 99, "")
"""The numbers of sets."""
YES_OR_NO = ("no", "yes")
"""How a flag is written, the default first."""
_DRAFT = "draft"
"""The word in the names of files of a kit in a language that lacks some of its words."""
_OTHER_SPELLINGS = {"color": "colour"}

Kind = Literal["choice", "list", "flag", "length", "number", "name"]


@dataclass(frozen=True)
class Option:
    """The declaration of a choice; its name and default are the field's.

    Attributes:
        group: one of GROUPS; "" for what nobody chooses, since it is measured.
        help: a sentence in which {names} are values.
        values: the names of its values, the default first.
        noun: its name in a message, "the" and the field's name by default.
        word: stands before its value in a file's name, where that is not the default; None where the name has the
            value in a way of its own, or the choice changes no page.
        example: its value in an example.
        beside: the other option of the example, without its dashes.
        empty: the meaning of no value.
        numeric: whether its values are numbers.
        bare: whether the option may be written alone, and then has the second of its values.
        idle: another choice and the value with which this one has no meaning.
        reads: returns the paper of a value, which may be none of its names; None where there are no other values.
        in_maker: whether the kit maker has it too.
    """

    group: str
    help: str
    values: tuple[str, ...] = ()
    range: Range | None = None
    noun: str = ""
    word: str | None = None
    example: str = ""
    beside: str = ""
    empty: str = ""
    numeric: bool = False
    bare: bool = False
    idle: tuple[str, Any] | None = None
    reads: Callable[[str], Paper] | None = None
    in_maker: bool = True
    name: str = ""
    default: Any = None

    @property
    def kind(self) -> Kind:
        """One name of a few, some of several names, a flag, a length, a whole number, or a name of many."""
        if self.range is not None:
            return "length" if self.range.unit else "number"
        if isinstance(self.default, bool):
            return "flag"
        if isinstance(self.default, tuple):
            return "list"
        return "choice" if self.values else "name"


class KitSpec(NamedTuple):
    """The choices of a kit, in the order of its file's name but for theme and parts; lengths in mm.

    Without a frame the board has that of the theme; without pages the booklet has as few as hold its words; without a
    gap there is room for the bleed between parts.
    """

    game: Annotated[str, Option("rules", "The game.")] = DEFAULT_GAME
    rules: Annotated[
        str | None,
        Option("rules", "The ruleset; the game's first by default.", empty="the game's first", example="macwhite"),
    ] = None
    variations: Annotated[
        tuple[str, ...],
        Option("rules", "A variation that the ruleset's source names.", example="check", beside="rules masters"),
    ] = ()
    language: Annotated[str, Option("rules", "The language of the words.", example="auto")] = DEFAULT_LANGUAGE
    draft: Annotated[
        bool,
        Option(
            "rules",
            "What the language lacks stays English, behind a #.",
            idle=("language", DEFAULT_LANGUAGE),
            in_maker=False,
        ),
    ] = False
    paper: Annotated[
        str,
        Option(
            "looks",
            "The paper that the kit is laid out for: a name, or two sides, such as 420x594, 60x90cm or 18x24in.",
            values=tuple(NAMED),
            reads=paper_named,
            example="letter",
        ),
    ] = next(iter(NAMED))
    mode: Annotated[
        str, Option("looks", "Colour, or greys for a black and white printer.", values=MODES, example="mono")
    ] = MODES[0]
    theme: Annotated[str, Option("looks", "How it looks.", example="manuscript")] = DEFAULT_THEME
    ink: Annotated[
        str,
        Option(
            "looks", "Light leaves grounds white, and draws ornament in lines.", values=INKS, word="", example="light"
        ),
    ] = INKS[0]
    sections: Annotated[
        str,
        Option(
            "board",
            "How the board is cut: {auto} takes more sections for squares a tenth larger, {best} takes the largest.",
            values=SECTIONS,
            word="",
            example="pinwheel",
        ),
    ] = SECTIONS[0]
    sheets: Annotated[
        int | None,
        Option(
            "board",
            f"Component sheets at most; {SHEETS}, or as many as squares of {SOUGHT:g} mm"
            f" ({SOUGHT_LARGE:g} beyond {LARGE} a side), or of the side asked for, need.",
            range=Range(1, MOST_SHEETS, ""),
            noun="the number of sheets",
            word="sheets",
            example="1",
            empty="as needed",
        ),
    ] = None
    cell: Annotated[
        float | None,
        Option(
            "board",
            "The squares' side; the largest by default.",
            range=Range(8, 240),
            noun="the squares' side",
            word="cell",
            example="30mm",
            empty="the largest",
        ),
    ] = None
    board_size: Annotated[
        float | None,
        Option(
            "board",
            "The board's side as it is cut, with its border; the largest by default.",
            range=Range(40, 3000),
            noun="the board's side",
            word="board",
            example="50cm",
            beside="paper a2",
            empty="the largest",
        ),
    ] = None
    join: Annotated[
        str,
        Option(
            "board",
            "How sections meet: edge to edge, on glue tabs, or overlapping.",
            values=JOINS,
            word="",
            example="tabs",
        ),
    ] = JOINS[0]
    overlap: Annotated[
        float,
        Option(
            "board",
            "How far sections reach over one another, if they do.",
            range=Range(1, 40),
            word="by",
            example="10",
            beside="join overlap",
        ),
    ] = OVERLAP
    counters: Annotated[
        str,
        Option(
            "counters",
            "One-sided, with backs on pages of their own, folded over, or for a punch.",
            values=COUNTER_FORMS,
            word="",
            example="fold",
        ),
    ] = COUNTER_FORMS[0]
    punch: Annotated[
        float | None,
        Option(
            "counters",
            "The counters' exact diameter: 25mm, 1in.",
            range=Range(5, 100),
            noun="the punch's diameter",
            word="across",
            example="1in",
            beside="counters punch",
            empty="by squares",
        ),
    ] = None
    king: Annotated[
        str,
        Option(
            "counters", "A counter like the others, or a king that stands.", values=KINGS, word="", example="standee"
        ),
    ] = KINGS[0]
    labels: Annotated[
        str | None,
        Option(
            "counters",
            "The label sheet that counters are printed on, instead of card.",
            word="labels-",
            example="avery-l7780",
            empty="none",
            in_maker=False,
        ),
    ] = None
    class_: Annotated[
        int | None,
        Option(
            "sets",
            "As many sets, a poster of the rules, and sheets to write games down.",
            range=_SETS,
            noun="the number of sets for a class",
            word="class",
            example="30",
            empty="none",
        ),
    ] = None
    sets: Annotated[
        int,
        Option(
            "sets",
            "Whole games, with how often each page is printed; sets of counters alone fill sheets.",
            range=_SETS,
            noun="the number of sets",
            word="sets",
            example="4",
        ),
    ] = 1
    spares: Annotated[bool, Option("counters", "Fill what space is left with more counters.", word="spares")] = False
    cards: Annotated[
        str,
        Option(
            "extras",
            "One-sided, or with larger figures on backs on pages of their own.",
            values=CARDS,
            word="cards-",
            example="two-sided",
        ),
    ] = CARDS[0]
    box: Annotated[
        str,
        Option(
            "extras",
            "Add a box on sheets of its own: {parts} for counters and cards; {kit} for the booklet too,"
            " and for the board if it folds.",
            values=BOXES,
            word="box",
            example="kit",
            bare=True,
        ),
    ] = BOXES[0]
    thickness: Annotated[
        float,
        Option(
            "extras",
            "Of the parts as they are made, which the box is as deep for.",
            range=Range(0.1, 4),
            noun="the thickness of the parts",
            word="thick",
            example="2",
            beside="box",
            idle=("box", BOXES[0]),
        ),
    ] = THICKNESS
    margin: Annotated[
        float, Option("sheets", "Kept free.", range=Range(UNPRINTABLE, 40), word="margin", example="8")
    ] = MARGIN
    gap: Annotated[
        float | None,
        Option(
            "sheets",
            f"Between parts; by default twice the bleed, and {GAP:g} at least.",
            range=Range(0, 20),
            word="gap",
            example="0",
            empty=f"{GAP:g} mm, or twice the bleed",
        ),
    ] = None
    bleed: Annotated[
        float | None,
        Option(
            "sheets",
            f"How far art runs on beyond every cut; half the gap by default, at most {BLEED:g}.",
            range=Range(0, 10),
            word="bleed",
            example="3",
            empty="half the gap",
        ),
    ] = None
    mirror: Annotated[
        bool,
        Option("sheets", "Print the parts as in a mirror, for a transfer to cloth, leather or wood.", word="mirror"),
    ] = False
    frame: Annotated[
        float | None,
        Option(
            "board",
            f"The border round the board; {FRAME:g}, or more round a large one, if the theme has any.",
            range=Range(0, 40),
            word="frame",
            example="8",
            empty="by the theme",
        ),
    ] = None
    parts: Annotated[
        tuple[str, ...], Option("booklet", "What to print.", values=(*PARTS, *SCHOOL, READER), example="counters,cards")
    ] = PARTS
    pages: Annotated[
        int | None,
        Option(
            "booklet",
            "Of the booklet at least; as few as its words need by default.",
            values=tuple(map(str, PAGE_COUNTS)),
            word="pages",
            example="8",
            empty="as few as needed",
            numeric=True,
        ),
    ] = None
    text: Annotated[
        str,
        Option(
            "booklet",
            "The size of the booklet's text; {18pt} is large print, on whole pages.",
            values=TEXTS,
            word="text",
            example="11pt",
        ),
    ] = TEXTS[0]
    duplex: Annotated[
        str,
        Option(
            "booklet",
            "The edge on which the printer turns the booklet's sheet; {single} for turning it by hand.",
            values=DUPLEX,
            word="",
            example="long",
        ),
    ] = DUPLEX[0]
    split: Annotated[
        bool, Option("files", "Also write instructions, components and booklet as files.", in_maker=False)
    ] = False
    unprintable: Annotated[float, Option("", "", range=Range(0, 25), noun="the edge that stays white", word="edge")] = (
        UNPRINTABLE
    )

    @property
    def apart(self) -> float:
        """The least distance in mm between two parts: the gap, or without one GAP, and twice a bleed that is wide."""
        return max(GAP, 2 * (self.bleed or 0.0)) if self.gap is None else self.gap

    @property
    def is_sized(self) -> bool:
        """Whether the side of the squares is chosen, by itself or with the board's."""
        return self.cell is not None or self.board_size is not None

    @property
    def two_sided(self) -> bool:
        """Whether cards have their figures on their backs."""
        return self.cards == CARDS[1]

    @property
    def times(self) -> int:
        """How often the pages of a set are printed: once for sets of counters alone, which fill sheets."""
        return 1 if set(self.parts) - {"instructions", READER} == {"counters"} else self.sets

    @property
    def folds_booklet(self) -> bool:
        """Whether there is a booklet whose sheets are folded."""
        return "booklet" in self.parts and self.text != LARGE_PRINT

    @property
    def boxed(self) -> bool:
        """Whether there is a box."""
        return self.box != BOXES[0]

    @property
    def glued(self) -> bool:
        """Whether the box's contents are thicker than a printer's card, so that they are glued to such."""
        return self.boxed and self.thickness >= THICK

    @property
    def boxed_whole(self) -> bool:
        """Whether the box takes the booklet and the board too."""
        return self.box == BOXES[2]


DEFAULTS = KitSpec()
"""The kit of the default choices."""


OPTIONS: Mapping[str, Option] = {
    name: replace(option, name=name, noun=option.noun or f"the {name}", default=KitSpec._field_defaults[field])
    for field, hint in get_type_hints(KitSpec, include_extras=True).items()
    for name, option in ((field.rstrip("_"), hint.__metadata__[0]),)
}
"""The choices by their names, and the edge that a printer leaves white, which is measured."""
CHOICES: Mapping[str, tuple[str, ...]] = {name: option.values for name, option in OPTIONS.items() if option.values}
"""The values of the choices that have names for them, the default first, but all PARTS are one."""
RANGES: Mapping[str, Range] = {name: option.range for name, option in OPTIONS.items() if option.range is not None}
"""The ranges of the lengths and numbers."""


def field_of(name: str) -> str:
    """Return the field of KitSpec that has a choice: a keyword of Python has an underscore behind it."""
    return f"{name}_" if iskeyword(name) else name


def framed(spec: KitSpec, theme: Theme) -> KitSpec:
    """Return a spec with what follows from its other choices: the board's frame, and the sets and parts of a class.

    The frame's width is FRAME or 0 as the theme has a border or none. That of a board that is chosen to be large, or
    fills wide paper, is in proportion.

    Raises:
        TaflkitError: a class has another number of sets.
    """
    if spec.class_ is not None:
        if spec.sets not in (DEFAULTS.sets, spec.class_):
            why = f"a class of {spec.class_} has {spec.class_} sets, and not {spec.sets}; leave one of the two out"
            raise TaflkitError(why, choice="class")
        parts = {*spec.parts, *SCHOOL[:2]}
        spec = spec._replace(sets=spec.class_, parts=tuple(part for part in CHOICES["parts"] if part in parts))
    if spec.frame is not None:
        return spec
    size = paper_named(spec.paper)
    side = spec.board_size or (size.width if size.is_wide and spec.cell is None else 0.0)
    width = max(FRAME, float(round(side / _SIDE_TO_FRAME)))
    return spec._replace(frame=width if theme.ornament.frame != "none" else 0.0)


def help_of(name: str, names: Mapping[str, str] | None = None, text: str = "") -> str:
    """Return the help of a choice, or its text in another language, with the names of values where it is read.

    Values without such a name are as they are written.
    """
    option = OPTIONS[name]
    return (text or option.help).format_map({value: value for value in option.values} | dict(names or {}))


def check_choices(spec: KitSpec) -> None:
    """Refuse values that a choice does not have, and a mirror of what cannot be mirrored.

    Raises:
        UnknownName: a name is none of those of its choice.
        TaflkitError: a length or a number is out of its range, or a part to be mirrored has two sides; all errors name
            the choice.
    """
    for name, option in OPTIONS.items():
        value = getattr(spec, field_of(name))
        if option.kind == "list" and option.values:
            for part in value:
                if part not in option.values:
                    raise UnknownName(name.rstrip("s"), part, (ALL, *option.values), choice=name)
        elif option.reads is not None:
            option.reads(value)
        elif value is not None and option.values and str(value) not in option.values:
            raise UnknownName(name, str(value), option.values, choice=name)
        elif value is not None and option.range is not None:
            option.range.check(option.noun, value, choice=name)
    if spec.cell is not None and spec.board_size is not None:
        why = "the squares' side says how large the board is already; give one of both"
        raise TaflkitError(why, choice="board_size")
    if spec.mirror:
        _check_mirrored(spec)


def _check_mirrored(spec: KitSpec) -> None:
    """Refuse labels, parts with two sides, and a kit without any parts to mirror."""
    if not (spec.boxed or {"board", "counters", "cards"} & {*spec.parts}):
        raise TaflkitError("there is nothing to mirror; name some of board, counters and cards", choice="parts")
    if spec.labels is not None:
        raise TaflkitError("labels are stuck on as they are printed; leave them out of a mirrored kit", choice="labels")
    for name, part in (("counters", "counters"), ("king", "counters"), ("cards", "cards")):
        value, plain = getattr(spec, name), OPTIONS[name].default
        if part in spec.parts and value not in (plain, "punch"):
            raise TaflkitError(
                f"'{value}' gives parts of two sides, and a mirrored sheet has one; choose {plain}", choice=name
            )


def every_value(catalog: Catalog, name: str, game: str) -> tuple[str, ...]:
    """Return every value of one of EVERY; `game` is the name of the game, or its path.

    Raises:
        TaflkitError: there is no such game, or its files have a problem.
    """
    if name == "rules":
        return catalog.game(game).ruleset_names
    return {"paper": tuple(PAPERS), "mode": catalog.mode_names(), "theme": catalog.theme_names()}[name]


def our_spelling(name: str) -> str:
    """Return a name in our spelling: "color" is "colour"."""
    return _OTHER_SPELLINGS.get(name, name)


def read_ranged(text: str, values: Range, noun: str, choice: str) -> float:
    """Return a length in mm, written alone or with a unit, or a whole number where the range has no unit.

    Raises:
        TaflkitError: it is none, or out of the range; the error names the noun, such as "the gap", and the choice.
    """
    try:
        value = parse_length(text) if values.unit else parse_number(text, max(3, round(values.least)))
    except TaflkitError as error:
        raise TaflkitError(str(error), choice=choice) from None
    values.check(noun, value, choice=choice)
    return value


def read_parts(text: str) -> tuple[str, ...]:
    """Return the parts to print in their order, from their names with commas between; "all" are PARTS.

    Raises:
        TaflkitError: no part is named.
        UnknownName: there is no such part.
    """
    names = _listed(text)
    if not names:
        raise TaflkitError("no part is chosen; choose one at least", choice="parts")
    known = CHOICES["parts"]
    for name in names:
        if name not in (ALL, *known):
            raise UnknownName("part", name, (ALL, *known), choice="parts")
    return tuple(part for part in known if part in names or (ALL in names and part in PARTS))


def read_choices(values: Mapping[str, str]) -> KitSpec:
    """Return the spec of choices that are written as texts, by their names, as the command's options take them.

    Variations and parts have commas between, and a flag is "yes" or "no". One that is left out is the default.

    Raises:
        TaflkitError: there is no such choice, or a text is not one of its values; the error names the choice.
    """
    chosen = tuple(name for name, option in OPTIONS.items() if option.group)
    for name in values:
        if name not in chosen:
            raise UnknownName("choice", name, chosen)
    read: dict[str, Any] = {}
    for name in sorted(values, key=chosen.index):
        option, text = OPTIONS[name], values[name]
        if option.range is not None:
            read[name] = read_ranged(text, option.range, option.noun, name)
        elif option.kind == "list":
            read[name] = read_parts(text) if option.values else _listed(text)
        elif option.kind == "flag":
            read[name] = _named(name, text, YES_OR_NO) == YES_OR_NO[1]
        elif option.reads is not None:
            read[name] = option.reads(text).name
        else:
            named = _named(name, our_spelling(text), option.values) if option.values else text
            read[name] = int(named) if option.numeric else named
    return DEFAULTS._replace(**{field_of(name): value for name, value in read.items()})


def _listed(text: str) -> tuple[str, ...]:
    """Return the names in a text with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _named(choice: str, text: str, known: tuple[str, ...]) -> str:
    """Return one of the names of a choice."""
    if text not in known:
        raise UnknownName(choice, text, known, choice=choice)
    return text


def written(name: str, value: Any) -> str:
    """Return the text of a value of a choice, which `read_choices` reads as that value; "" for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_OR_NO[value]
    if isinstance(value, tuple):
        whole = name == "parts" and value[: len(PARTS)] == PARTS
        return ",".join((ALL, *value[len(PARTS) :]) if whole else value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def kit_name(catalog: Catalog, book: Book, spec: KitSpec) -> str:
    """Return the name of a kit's file without its ending, such as "brandub-walker-a4-colour-cell30"."""
    parts = tuple(part for part in spec.parts if part != READER)
    if spec.gap == spec._replace(gap=None).apart:
        spec = spec._replace(gap=None)
    names = [_begin(catalog, book.game, book.ruleset, spec.language, spec.theme), _plain(paper_named(spec.paper).name)]
    names.append(_plain(spec.mode))
    for name, option in OPTIONS.items():
        value = getattr(spec, field_of(name))
        # a choice beside which this one has no meaning
        idle = option.idle is not None and getattr(spec, option.idle[0]) == option.idle[1]
        if option.word is None or value == option.default or idle:
            continue
        # 25.4 mm across are "across25-4"; of a flag and of a bare option the word stands alone
        number = f"{value:.12g}" if isinstance(value, float) else str(value)
        if name == "labels":
            names.append(f"{option.word}{labels_name(catalog, value)}")
            continue
        alone = isinstance(value, bool) or (option.bare and value == option.values[1])
        names.append(_plain(option.word if alone else f"{option.word}{number}"))
    whole = set(PARTS) <= set(parts)
    if parts and parts != PARTS:
        names += ["with" if whole else "only", *(part for part in parts if not whole or part not in PARTS)]
    return "-".join(names)


def labels_name(catalog: Catalog, labels: str) -> str:
    """Return a label sheet in the name of a file: a shipped one's name, or that of a user's own file."""
    known = catalog.label_names()
    if labels in known:
        return labels
    name = Path(labels).stem.lower()
    return f"{_plain(name)}-own" if _plain(name) in known else _whole(name)


def drawn_name(
    catalog: Catalog, game: GameTemplates, ruleset: Ruleset, name: str, spec: KitSpec, others: Sequence[str] = ()
) -> str:
    """Return the name of a drawing's file without its ending, such as "brandub-walker-capture-mono".

    The spec gives its language, theme and mode; others are all else that is not as by default, such as "size80".
    """
    mode = () if spec.mode == DEFAULTS.mode else (spec.mode,)
    begin = _begin(catalog, game, ruleset, spec.language, spec.theme)
    return "-".join((begin, *map(_plain, (name, *mode, *others))))


def export_name(catalog: Catalog, book: Book, spec: KitSpec, to: str, others: Sequence[str] = ()) -> str:
    """Return the name of the folder of an export to one of EXPORTS, such as "brandub-walker-a4-colour-parts-dpi600"."""
    return "-".join((kit_name(catalog, book, spec), to, *others))


def file_name(*names: str) -> str:
    """Return names as one that a file can have everywhere: letters, digits and hyphens, and + before variations."""
    return "-".join("+".join(map(_plain, name.split("+"))) for name in names)


def _begin(catalog: Catalog, game: GameTemplates, ruleset: Ruleset, language: str, theme: str) -> str:
    """Return the game, the ruleset, and the language and the theme if they are not the default ones.

    Names that a user chose have two hyphens for one, so that each can be told from the next.
    """
    own = game.lender is not None
    called = f"{_plain(game.name)}-own" if own and _plain(game.name) in catalog.game_names() else None
    names = [called or (_whole(game.name) if own else game.name)]
    plain, *varied = ruleset.name.split("+")
    lent = not own or (game.lender is not None and plain in game.lender.ruleset_names)
    names.append("+".join((plain if lent else _whole(plain), *varied)))
    if language != DEFAULTS.language:
        names.append(language)
    if game.language.draft:
        names.append(_DRAFT)
    if theme != DEFAULTS.theme:
        if theme not in catalog.theme_names():
            # a user's own is marked if something else that a name may have is called so
            theme = catalog.theme(theme).name
            others = {*catalog.theme_names(), *map(str.lower, game.languages), _DRAFT, *CHOICES["paper"]}
            others.update(catalog.mode_names())
            theme = f"{_plain(theme)}-own" if _plain(theme) in others else _whole(theme)
        names.append(theme)
    return "-".join(names)


def _plain(name: str, between: str = "-") -> str:
    """Return a name with its letters and digits, and hyphens in the place of all else."""
    text = unicodedata.normalize("NFC", name)
    words = "".join(char if char.isalnum() else " " for char in text).split()
    return between.join(words) or "unnamed"


def _whole(name: str) -> str:
    """Return a name that a user chose: no single hyphen is in it."""
    return _plain(name, "--")
