"""Themes: the paints of a theme in a mode, with the ornament and lettering that go with them.

A theme's file says how each role is painted, in colours that have names; each name is a colour in one mode and a grey
in the other. A theme takes the entries that it leaves out from the theme it is based on, down to a role's single keys.
Light ink is a file of roles alone that is laid over any theme, in the theme's own hues; over that lies the theme's
[light].
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from taflkit.catalog.conversion import Title, convert, title_problem
from taflkit.catalog.sources import check_beside, own_path, read_toml, shown_name
from taflkit.catalog.svg import read_art
from taflkit.drawing.art import LITERAL, NO_ARTWORK, Art, Artwork, Tile
from taflkit.drawing.look import (
    FACES,
    ORNAMENTS,
    OWN_BORDER,
    POSTER_GROUNDS,
    Colour,
    Lettering,
    Ornament,
    Paint,
    Paints,
    Theme,
    as_light,
    is_own_face,
    lightness,
)
from taflkit.errors import (
    MOST_PROBLEMS,
    TaflkitError,
    TemplateError,
    UnknownName,
    among,
    gathered,
    refuse,
    shown,
    unknown,
)
from taflkit.limits import NAME, Range
from taflkit.reading import file_names, is_file, stem
from taflkit.resources import DEFAULT_THEME, INKS, MODES
from taflkit.sums import total

LEAST = 4.5
"""The contrast that WCAG asks of text at level AA."""
PAPER = (1.0,)
GROUNDS: dict[str, tuple[str, ...]] = {
    "text": ("", "card.ground", "panel.ground"),
    "text.title": ("", "card.ground"),
    "text.rubric": ("", "card.ground", "panel.number"),
    "text.muted": ("", "card.ground"),
    "text.label": ("", "tab.plate"),
    "ruler.label": ("",),
    "figure.badge.digit": ("figure.badge",),
    "figure.coordinate": ("",),
    "initial.letter": ("initial.ground",),
    "text.poster": ("poster.ground",),
    **{f"text.poster.{ground}": (f"poster.ground.{ground}",) for ground in POSTER_GROUNDS},
}
"""The roles that text is set in, each with the roles of the grounds that it stands on; "" is the bare paper."""
_ON_COVER = ("text.title",)  # the role of the words on a cover with a ground of the theme's own
_OTHER_ENDINGS = (".otf", ".ttc", ".woff", ".woff2")  # of fonts that are not TrueType
_HEX = frozenset("0123456789abcdefABCDEF")
_EDGES = ("ornament.edge", "board.corner.knot.edge", "page.knot.edge", "card.knot.edge", "initial.edge")
"""The roles of lines that light paints draw where others have fills."""
_WIDTH = Range(0, 20)  # width of a line
_DASH = Range(0, 100)  # a dash or a gap
_MOST_DASHES = 16  # dashes and gaps of a line
_SHORTEST = 0.1  # mm: the least sum of the dashes and gaps of a line


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 for equal ones to 21 for black on white (WCAG 2.1, 1.4.3)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrast_problems(paints: Paints, file: str, art: Artwork = NO_ARTWORK) -> Iterator[TemplateError]:
    """Yield a problem for every role of text that does not stand out from one of its grounds in the paints of a mode.

    The file is the theme's, for errors; words stand on a user's own ground of the cover too.
    """
    covers = dict.fromkeys(path.role or "page.ground" for path in art.cover.paths) if art.cover else ()
    pairs = [(role, on, "grounds.cover", f"the contrast of {role} on it") for role, on in product(_ON_COVER, covers)]
    for role, grounds in GROUNDS.items():
        pairs += [(role, on, f"roles.{role}.fill", f"its contrast on {on or 'the paper'}") for on in grounds]
    for role, ground, key, subject in pairs:
        fill = paints.paint(ground).fill if ground else None
        found = contrast(paints.paint(role).fill or PAPER, fill or PAPER)
        if found < LEAST:
            yield TemplateError(file, key, f"in {paints.name} {subject} is {found:.2f}:1; text needs {LEAST}:1")


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour * 3 if len(colour) == 1 else colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _limits(values: Range) -> Meta:
    """Return the limits of a number that `PaintTable.faults` looks at, with the other mistakes of a theme."""
    return Meta(extra_json_schema={"minimum": values.least, "maximum": values.most})


class PaintTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The paint of a role: colours are names or #rrggbb, as light as stands behind them, such as "rubric 40%".

    Attributes:
        fill: the colour of its ground, "" for none.
        stroke: the colour of its line, "" for none.
        width: of its line, in mm.
        dash: the lengths of dashes and gaps in mm, none for a whole line.
        round: whether the ends of lines are round.
    """

    fill: str = ""
    stroke: str = ""
    width: Annotated[float, _limits(_WIDTH)] = 0.0
    dash: Annotated[
        tuple[Annotated[float, _limits(_DASH)], ...], Meta(extra_json_schema={"maxItems": _MOST_DASHES})
    ] = ()
    round: bool = False

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield the key and the fault of a line that cannot be drawn."""
        if self.stroke and self.width <= 0:
            yield "width", "a stroke needs a width above 0 mm"
        elif not _WIDTH.least <= self.width <= _WIDTH.most:
            yield "width", f"must be {_WIDTH}, not {self.width:g}"
        wrong = [length for length in self.dash if not _DASH.least <= length <= _DASH.most]
        if len(self.dash) > _MOST_DASHES:
            yield "dash", f"has {len(self.dash)} lengths, and {_MOST_DASHES} are the most"
        elif wrong:
            yield "dash", f"the lengths of dashes and gaps must be {_DASH}, not {wrong[0]:g}"
        elif self.dash and total(self.dash) < _SHORTEST:
            yield "dash", f"dashes and gaps must be {_SHORTEST:g} mm or more together; leave dash out for a whole line"


class ThemeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a kit.

    Attributes:
        title: its name for people.
        base: the shipped theme that gives what is left out.
        ornament: the ornament that is drawn.
        fonts: the faces of texts: names of shipped ones, or .ttf files beside the theme.
        colour: colours by the names that roles are painted in.
        mono: the greys that stand for colours in mono, by their names; those left out are as light as the colours.
        roles: the paints of what is drawn.
        devices: drawings on the pieces: SVG files beside the theme.
        squares: drawings on the throne and the corners: SVG files.
        borders: the tiles of borders, each a side and a corner: SVG files.
        grounds: square tiles, on each square that nothing marks and on the cover: SVG files.
        light: the paints in light ink, where they differ.
    """

    title: Title = ""
    base: str = ""
    ornament: dict[str, str] = {}
    fonts: dict[str, str] = {}
    colour: dict[str, str] = {}
    mono: dict[str, str] = {}
    roles: dict[str, PaintTable] = {}
    devices: dict[str, str] = {}
    squares: dict[str, str] = {}
    borders: dict[str, dict[str, str]] = {}
    grounds: dict[str, str] = {}
    light: dict[str, PaintTable] = {}


class _Read(Struct, frozen=True):
    """A file's tables as they are written, checked, with the file's name as its user would find it.

    `painted` names the table that its roles are in.
    """

    file: str
    tables: Mapping[str, Any]
    where: Path
    painted: str = "roles"

    def table(self, name: str) -> dict[str, Any]:
        return dict(self.tables.get(name, {}))


def theme_names(templates: Path) -> tuple[str, ...]:
    """Return the names of the shipped themes, the default first."""
    names = file_names(templates / "themes", ".toml")
    return (DEFAULT_THEME, *(name for name in names if name != DEFAULT_THEME))


def load_theme(name: str, mode: str, ink: str, templates: Path) -> Theme:
    """Read a shipped theme by name, or a user's own by its path, in a mode and an ink.

    Raises:
        UnknownName: there is no theme, mode or ink of that name.
        TemplateError: a wrong key or value, or text that does not stand out from its ground, with file and key.
    """
    for what, given, known in (("mode", mode, MODES), ("ink", ink, INKS)):
        if given not in known:
            raise UnknownName(what, given, known)
    where = templates / "themes" / f"{name}.toml"
    own = len(Path(name).parts) != 1 or not is_file(where)
    if own:
        where = own_path("theme", name, theme_names(templates))
        if len(where.stem) > NAME:
            raise TaflkitError(f"{shown(name)}: the name may have {NAME} characters, since names of files have it")
    problems: list[TaflkitError] = []
    layers = _layers(where, own, templates, problems)
    top = layers[-1]
    art = NO_ARTWORK
    if any(layer.tables.keys() & ART_TABLES.keys() for layer in layers):
        keys = [(key, known, table) for table, known in ART_TABLES.items() for key in top.table(table)]
        keys += [(key, TILE, f"borders.{name}") for name, files in top.table("borders").items() for key in files]
        unknown_keys = ((f"{table}.{key}", among(key, known)) for key, known, table in keys if key not in known)
        problems += (TemplateError(top.file, key, f"unknown key; {others}") for key, others in unknown_keys)
        named = {
            (table, key): _Named(layer.file, layer.where.parent, value)
            for layer in layers
            for table in ART_TABLES
            for key, value in layer.table(table).items()
        }
        art = _artwork(named, sorted(_merged(layers, "colour")), problems)
    lettering = _lettering(layers, problems)
    # a user's own theme is checked in both modes, and in light ink if that is requested or has a table in it
    inks = INKS if ink == "light" or "light" in top.tables else INKS[:1]
    for each in inks if own else ():
        both = [_paints(layers, other, each, templates, problems, art) for other in MODES]
        if not problems:
            problems += itertools.chain.from_iterable(contrast_problems(paints, top.file, art) for paints in both)
    refuse(problems)
    paints = _paints(layers, mode, ink, templates, problems, art)
    refuse(problems)
    edged = any(paints.paint(role).stroke for role in _EDGES)
    if ink == "light" and art is not NO_ARTWORK:
        paints = _in_light(paints, art, _paints(layers, mode, "full", templates, problems, art))
    elif edged:
        literal = {colour: paints.paint(f"{LITERAL}{colour}") for colour in _art_colours(art)}
        below = {f"{role}.{LITERAL}{colour}": literal[colour] for role, colour in product(_CUT, literal)}
        paints = Paints(paints.name, {**paints.by_role, **below})
    borders = {name: OWN_BORDER for name in ("frame", "card") if getattr(art, name) is not None}
    return Theme(
        stem(where),
        top.tables.get("title", where.stem),
        paints,
        Ornament(**{**_merged(layers, "ornament"), **borders}, edged=edged),
        lettering,
        art if ink == "full" else replace(art, board=None, cover=None),
    )


def _layers(where: Path, own: bool, templates: Path, problems: list[TaflkitError]) -> tuple[_Read, ...]:
    """Return a theme's file and those it is based on, the deepest first; wrong names of an own one are problems."""
    top = _read(where)
    default = DEFAULT_THEME if own or where.stem != DEFAULT_THEME else ""
    base = top.tables.get("base", default)
    below: tuple[_Read, ...] = ()
    if base or (own and "base" in top.tables):
        names = tuple(name for name in theme_names(templates) if own or name != where.stem)
        if base not in names:
            problems.append(TemplateError(top.file, "base", unknown("theme", base, names)))
            base = default
        below = _layers(templates / "themes" / f"{base}.toml", False, templates, problems) if base else ()
    if own:
        problems += itertools.islice(_wrong_names(top, below, templates), MOST_PROBLEMS + 1)
    return (*below, top)


def _read(where: Path) -> _Read:
    tables, file = read_toml(where)
    convert(tables, ThemeTable, file)
    return _Read(file, tables, where)


def _merged(layers: tuple[_Read, ...], name: str) -> dict[str, Any]:
    """Merge a table of all layers, key by key; later layers win."""
    merged: dict[str, Any] = {}
    for layer in layers:
        merged |= layer.table(name)
    return merged


def _wrong_names(top: _Read, below: tuple[_Read, ...], templates: Path) -> Iterator[TemplateError]:
    """Yield the title that cannot be printed, and names that nothing would use."""
    if "title" in top.tables and (why := title_problem(top.tables["title"])):
        yield TemplateError(top.file, "title", why)
    faces = file_names(templates / "fonts", ".ttf")
    choices: dict[str, Mapping[str, Sequence[str]]] = {"ornament": ORNAMENTS, "fonts": dict.fromkeys(FACES, faces)}
    for table, keys in choices.items():
        called = "face " if table == "fonts" else ""
        for key, chosen in top.table(table).items():
            if key not in keys:
                yield _unknown_key(top, table, key, tuple(keys))
            elif table == "fonts" and chosen.lower().endswith(_OTHER_ENDINGS):
                why = f"'{shown(chosen)}' is no TrueType font; convert it to .ttf"
                yield TemplateError(top.file, f"{table}.{key}", why)
            elif chosen not in keys[key] and not (table == "fonts" and is_own_face(chosen)):
                why = f"there is no {called}'{shown(chosen)}'; {among(chosen, keys[key])}"
                yield TemplateError(top.file, f"{table}.{key}", why)
    if below:
        # a role or a colour that the themes below do not know would be drawn nowhere
        roles, colours = _merged(below, "roles"), (*_merged((*below, top), "colour"), *_named(top))
        known = {
            "roles": tuple(roles),
            "light": tuple(roles),
            "colour": (*_merged(below, "colour"), *_named(top)),
            "mono": colours,
        }
        for name, names in known.items():
            unused = (key for key in top.table(name) if key not in names)
            yield from (_unknown_key(top, name, key, names) for key in unused)


def _lettering(layers: tuple[_Read, ...], problems: list[TaflkitError]) -> Lettering:
    """Return the faces of a theme's layers; the problems of a user's own fonts are put behind the others."""
    chosen: dict[str, tuple[str, str, Path]] = {}
    for layer in layers:
        # other keys are refused by their names
        fonts = layer.table("fonts")
        chosen |= {key: (fonts[key], layer.file, layer.where) for key in FACES if key in fonts}
    faces = {key: face for key, (face, _, _) in chosen.items()}
    credited: dict[str, None] = {}
    for key, (face, name, theme) in chosen.items():
        if is_own_face(face):
            with gathered(problems):
                # it loads fontTools, which no other command needs
                from taflkit.typesetting.own_faces import font_credit  # noqa: PLC0415

                check_beside(theme.parent, face, name, f"fonts.{key}")
                file = theme.parent / face
                credited[font_credit(file, shown_name(file))] = None
                faces[key] = str(file)
    return Lettering(**faces, credits=tuple(credited))


def _unknown_key(top: _Read, table: str, key: str, known: Sequence[str]) -> TemplateError:
    names = sorted({name for name in known if name})
    return TemplateError(top.file, f"{table}.{key}", f"unknown key; {among(key, names)}")


def _named(layer: _Read) -> set[str]:
    """Return the names of colours that a layer's own roles use."""
    paints = (*layer.table("roles").values(), *layer.table("light").values())
    return {_apart(paint.get(key, ""))[0] for paint in paints for key in ("fill", "stroke")}


def _apart(text: str) -> tuple[str, int | None]:
    """Return a colour as it is written, and its lightness in per cent, if that stands behind it."""
    colour, space, light = text.removesuffix("%").rpartition(" ")
    is_part = text.endswith("%") and light.isascii() and light.isdecimal() and len(light) <= 3
    return (colour, int(light)) if is_part and space and "%" not in colour else (text, None)


def _paints(
    layers: tuple[_Read, ...], mode: str, ink: str, templates: Path, problems: list[TaflkitError], art: Artwork
) -> Paints:
    """Return the paints of a mode in an ink, and of the colours of a user's art; wrong ones go to the problems.

    These name the theme's own file, the last of the layers: the shipped layers below it and light.toml have none.
    """
    file, named = layers[-1].file, "" if ink == "full" else f", {ink}"
    if ink != "full":
        # over light.toml lies the theme's own light ink, without its colours, which one based on it may have changed
        over = (replace(layer, tables={ink: layer.tables[ink]}, painted=ink) for layer in layers if ink in layer.tables)
        layers = (*layers, _read(templates / "inks" / f"{ink}.toml"), *over)
    palette = _Palette(layers, mode, problems, bool(named))
    paints = {}
    roles: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for role, keys in layer.table(layer.painted).items():
            roles[role] = {**roles[role], **keys} if role in roles else keys
    painted = layers[-1].painted
    own = layers[-1].table(painted)
    for role, keys in roles.items():
        where = f"{painted if role in own else 'roles'}.{role}"
        paint = PaintTable(**keys)
        fill = palette.colour(paint.fill, file, f"{where}.fill")
        stroke = palette.colour(paint.stroke, file, f"{where}.stroke")
        problems += [TemplateError(file, f"{where}.{key}", why) for key, why in paint.faults()]
        paints[role] = Paint(fill, stroke, float(paint.width), tuple(paint.dash), paint.round)
    for colour in _art_colours(art):
        paints[f"{LITERAL}{colour}"] = palette.of_art(colour)
    return Paints(f"{mode}{named}", paints)


class _Palette:
    """The colours of a mode by their names."""

    def __init__(self, layers: tuple[_Read, ...], mode: str, problems: list[TaflkitError], light: bool) -> None:
        self._mono, self._light = mode == "mono", light
        self._problems = problems
        self._known: dict[str, Colour | None] = {"": None}
        for layer in layers:
            for name in ("colour", "mono") if self._mono else ("colour",):
                for key, text in layer.table(name).items():
                    self._known[key] = self._read(text, layer.file, f"{name}.{key}")

    def colour(self, text: str, file: str, key: str) -> Colour | None:
        """Return the colour that a role's entry names or writes as #rrggbb, made as light as stands behind it."""
        if text not in self._known:
            name, light = _apart(text)
            if light is None:
                self._known[text] = self._read(text, file, key)
            elif light > 100:
                why = f"a colour is 0 to 100 % light, and not {light} %"
                self._problems.append(TemplateError(file, key, why))
                self._known[text] = None
            else:
                colour = self.colour(name, file, key) if name else self._read(name, file, key)
                self._known[text] = as_light(colour, light / 100) if colour else None
        return self._known[text]

    def of_art(self, text: str) -> Paint:
        """Return the paint of a colour that a user's art has, written or by a name that was known when it was read."""
        colour = self.colour(text, "", "")
        # in light ink it is white, with the colour for its outlines
        return Paint((1.0,), colour) if self._light else Paint(colour)

    def _read(self, text: str, file: str, key: str) -> Colour | None:
        """Return a colour that is written out; one that is none goes to the problems."""
        if not (len(text) == 7 and text[0] == "#" and _HEX.issuperset(text[1:])):
            names = " or the name of one" if key.startswith(("roles.", "light.")) else ""
            self._problems.append(TemplateError(file, key, f"'{shown(text)}' is no colour; write #rrggbb{names}"))
            return None
        red, green, blue = bytes.fromhex(text[1:])
        if self._mono and not red == green == blue:
            red = green = blue = round(lightness((red, green, blue)))
        if red == green == blue:
            return (round(red / 255, 4),)
        return (round(red / 255, 4), round(green / 255, 4), round(blue / 255, 4))


# The art that a theme brings: which SVG files its tables name, read and looked over.


DEVICES = ("attacker", "defender", "king")
ART_TABLES: Mapping[str, tuple[str, ...]] = {
    "devices": DEVICES,
    "squares": ("throne", "corner"),
    "borders": ("frame", "card", "page"),
    "grounds": ("board", "cover"),
}
"""The tables of a theme that name SVG files, with their keys: the fields of an Artwork."""
_FILLS: Mapping[str, tuple[str, ...]] = {
    "throne": ("board.throne.spiral.strand",),
    "corner": ("board.corner.knot.strand",),
    "frame": ("ornament.strand",),
    "card": ("card.knot.strand",),
    "page": ("page.knot.strand",),
}
"""The roles of the fills of an Artwork's drawings but for its devices."""
_LINES = (
    "ornament.edge",
    "card.knot.edge",
    "page.knot.edge",
    "board.corner.knot.edge",
    "poster.line",
    "poster.line.small",
)
"""The roles of their outlines."""
_CUT = (*(f"piece.{piece}.device{size}" for piece in DEVICES for size in ("", ".small")), "standee.figure")
"""The roles of devices, below which each colour of a user's own has a role in paints that cut them as linocuts."""
_STANDS_OUT = 0.3
"""The least difference in lightness from a piece's ground, of 1, of a shape of a user's device that is cut solid."""
TILE = ("side", "corner")
"""The drawings of a border: the one that is repeated along its sides, and the upper left corner."""
_WIDEST_TILE = 8.0  # heights: the widest tile of a border; the highest one has as many widths


class _Named(Struct, frozen=True):
    """An entry of one of the tables of art.

    Attributes:
        file: the theme's, for errors.
        folder: that the names of files are relative to.
        value: the name of a file, or of a border's by "side" and "corner"; "" for the house's art.
    """

    file: str
    folder: Path
    value: Any


def _artwork(named: Mapping[tuple[str, str], _Named], colours: Sequence[str], problems: list[TaflkitError]) -> Artwork:
    """Read the art of a theme: the entries of its tables by table and key.

    Drawings may refer to the theme's colours, by name. The problems of the files are put behind the others.
    """
    # several keys may name one file
    read = cache(partial(read_art, colours=colours))

    def art_of(entry: _Named, key: str, name: str) -> Art:
        check_beside(entry.folder, name, entry.file, key)
        return read(entry.folder / name)

    arts: dict[str, Art | None] = {}
    tiles: dict[str, Tile | None] = {}
    for (table, key), entry in named.items():
        if key not in ART_TABLES[table]:
            continue
        with gathered(problems):
            if table == "borders":
                tiles[key] = _tile(key, entry, art_of)
            elif entry.value:
                art = art_of(entry, f"{table}.{key}", entry.value)
                if table == "grounds":
                    _refuse_oblong(f"{table}.{key}", entry, art)
                elif not art.inside:
                    # a drawing that stands alone is not cut off at its view, as tiles are
                    why = f"'{entry.value}' has shapes outside its viewBox; make the viewBox larger, or move them"
                    raise TemplateError(entry.file, f"{table}.{key}", why)
                arts[key] = art
    for one, other in combinations(DEVICES, 2):
        first, second = arts.get(one), arts.get(other)
        if first is not None and second is not None and first.paths == second.paths:
            why = f"is the device of {one} too; each needs its own"
            problems.append(TemplateError(named["devices", other].file, f"devices.{other}", why))
    drawings = {key: arts.get(key) for table in ("devices", "squares", "grounds") for key in ART_TABLES[table]}
    return Artwork(**drawings, frame=tiles.get("frame"), card=tiles.get("card"), page=tiles.get("page"))


def _tile(key: str, entry: _Named, art_of: Callable[[_Named, str, str], Art]) -> Tile | None:
    """Return a border, or None where the theme takes the house's."""
    where, value = f"borders.{key}", entry.value
    side, corner = (value.get(name, "") for name in TILE)
    if not side and not corner:
        return None
    for name, file in (("side", side), ("corner", corner)):
        if not file:
            raise TemplateError(entry.file, f"{where}.{name}", "is missing; a border needs a side and a corner")
    tile = Tile(art_of(entry, f"{where}.side", side), art_of(entry, f"{where}.corner", corner))
    _refuse_oblong(f"{where}.corner", entry, tile.corner)
    if not 1 / _WIDEST_TILE <= tile.side.width / tile.side.height <= _WIDEST_TILE:
        why = f"its viewBox is more than {_WIDEST_TILE:g} times as long as wide"
        raise TemplateError(entry.file, f"{where}.side", why)
    return tile


def _refuse_oblong(key: str, entry: _Named, art: Art) -> None:
    if abs(art.width - art.height) > 0.01 * art.height:
        shape = f"{art.width:g} wide and {art.height:g} high"
        raise TemplateError(entry.file, key, f"its viewBox is {shape}, and must be square")


def _art_colours(artwork: Artwork) -> tuple[str, ...]:
    """Return the colours that the drawings name themselves, as "#rrggbb" or as the name of one of the theme's."""
    arts: list[Art] = []
    for each in astuple(artwork):
        arts += [] if each is None else [each] if isinstance(each, Art) else [each.side, each.corner]
    roles = dict.fromkeys(path.role for art in arts for path in art.paths if path.role)
    return tuple(role.removeprefix(LITERAL) for role in roles)


def _in_light(paints: Paints, artwork: Artwork, full: Paints) -> Paints:
    """Return light paints that draw each shape of a theme's art white, with an outline like those of the house.

    Where its drawings name colours, outlines have their hues, as light and as wide as the house's lines. Devices are
    cut like those of the house: what stands out from its piece's ground in `full` ink is solid where these are.
    """
    made = dict(paints.by_role)
    for key, roles in _FILLS.items():
        if getattr(artwork, key) is not None:
            for role in roles:
                found = paints.paint(role)
                made[role] = found if found.fill else replace(found, fill=(1.0,))
    for colour in _art_colours(artwork):
        role = f"{LITERAL}{colour}"
        hue = made[role].stroke or (0.0,)
        made[role] = Paint((1.0,))
        for line in _LINES:
            found = paints.paint(line)
            if found.stroke:
                made[f"{line}.{role}"] = replace(found, stroke=as_light(hue, lightness(found.stroke)))
        for device in _CUT:
            found, ground = (
                paints.paint(device),
                full.paint(device.replace("device", "body").replace("figure", "ground")),
            )
            if found.stroke:
                made[f"{device}.{role}"] = replace(found, stroke=as_light(hue, lightness(found.stroke)))
            elif found.fill:
                is_solid = abs(lightness(hue) - lightness(ground.fill or (1.0,))) >= _STANDS_OUT
                made[f"{device}.{role}"] = Paint(as_light(hue, lightness(found.fill)) if is_solid else (1.0,))
    return Paints(paints.name, made)
