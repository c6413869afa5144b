"""A theme: paints, and which ornament and lettering go with it; with a game's face it is a look."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from taflkit.drawing.art import NO_ARTWORK, Artwork
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError

KNOTS = ("plait", "foundation", "lozenges", "links", "knots", "medallions")
"""The patterns of interlace that are as deep as four strands."""
SQUARE_KNOTS = ("ringed", "cross", "looped", "quartered")
"""The knots that fill a square."""
ROUNDELS = ("triskele", "whirl", "hexafoil", "cross")
"""The roundels that are carved into a round field."""
DEVICES = (
    *("raven", "knot", "head"),
    *("longship", "anchor", "ship"),
    *("cap", "swords", "crowns"),
    *("wolf", "shield", "helmet"),
    *("spears", "harp", "dragon"),
    *("boar", "thistle", "torc"),
    *("magpie", "clover", "hat"),
    *("eagle", "cross", "book"),
)
"""The devices of pieces, those of a set side by side: for attackers, defenders and king, but any piece may bear any."""
HEADS = ("head", "helmet", "raven", "wolf", "boar")
"""The devices that are heads: a standing king has one of them for his own, and others on it."""
POSTERS = ("raven", "ship", "crowns", "wolf", "dragon", "torc", "magpie", "eagle")
"""The devices that are drawn for the size of a cover too; the counters' others are enlarged there."""
POSTER_GROUNDS = ("ochre", "teal", "spruce", "oxblood", "madder", "heather", "clover", "lapis")
"""The grounds of covers, those of the posters side by side."""
BOARDS = ("inlay", "carved", "panels")
"""The makes of a wooden board: its squares set beside one another, carved where they meet, or with a panel in each."""
FACE_FIELDS = {
    **dict.fromkeys(("attacker", "defender", "king"), DEVICES),
    "frame": KNOTS,
    "throne": ROUNDELS,
    **dict.fromkeys(("corner", "initial"), SQUARE_KNOTS),
    "cover": ("attacker", "defender", "king"),
    "ground": POSTER_GROUNDS,
    "board": BOARDS,
}
"""The choices for each field of a Face."""


class Face(Struct, frozen=True):
    """A game's own face; each field is one of FACE_FIELDS. A theme says how it is painted, and where there is ornament.

    Attributes:
        attacker, defender, king: the devices of the pieces.
        frame: the knot of the board's border, where the theme has one that suits the game.
        throne: the roundel that is carved into the throne.
        corner: the knot in the corners.
        initial: the knot behind an illuminated letter.
        cover: the kind of piece whose device is on the cover.
        ground: the colour of the cover.
        board: the make of the squares, where the theme has a board of wood.
    """

    attacker: str = "raven"
    defender: str = "knot"
    king: str = "head"
    frame: str = "knots"
    throne: str = "triskele"
    corner: str = "quartered"
    initial: str = "ringed"
    cover: str = "attacker"
    ground: str = "ochre"
    board: str = "inlay"


ORNAMENTS = {
    "board": ("squares", "wood", *BOARDS, "ruled", "pegs"),
    "frame": ("knot", *KNOTS, "key", "none"),
    "card": ("knot", "key", "line", "none"),
    "divider": ("knot", "plait", "key", "spiral", "rosette", "line", "none"),
    "initial": ("plain", "illuminated"),
}
"""The choices for each field of an Ornament."""
OWN_BORDER = "own"
"""A border that the theme brings itself, in its artwork; no file has this word."""


class Ornament(Struct, frozen=True):
    """The ornament of a theme, where there is room for it; each field is one of ORNAMENTS, or OWN_BORDER for a border.

    Attributes:
        board: plain squares; "wood" is made as the game's face has it, or as one of BOARDS; vellum ruled with a pen; or
            holes for pegs in wood.
        frame: in the board's border; "knot" is the pattern of the game's face.
        card: in the cards' border.
        divider: between the parts of a text.
        initial: the first letter of a text.
        edged: whether the paints draw bands and devices in lines; this one follows from the paints.
    """

    board: str = "squares"
    frame: str = "none"
    card: str = "line"
    divider: str = "rosette"
    initial: str = "plain"
    edged: bool = False


FACES = ("title", "heading", "text", "italic", "bold", "smallcaps")
"""The fields of a Lettering that a theme chooses a face for."""


def is_own_face(face: str) -> bool:
    """Whether a face is a user's own, by the path of its file, and none of templates/fonts/ by its name."""
    return face.lower().endswith(".ttf")


class Lettering(Struct, frozen=True):
    """The faces that lines are set in: those of templates/fonts/ by name, a user's own by the paths of their files.

    Attributes:
        title: of titles of pages and cards.
        heading: of the headings in a text.
        text, italic, bold, smallcaps: of texts in the house's faces of these names.
        credits: the names of a user's own fonts with their licences.
    """

    title: str = "display"
    heading: str = "display"
    text: str = "text"
    italic: str = "italic"
    bold: str = "bold"
    smallcaps: str = "smallcaps"
    credits: tuple[str, ...] = ()

    @property
    def instead(self) -> dict[str, str]:
        """The faces that stand in for others, by the names of these; a title's own font does so for "display"."""
        faces = {name: getattr(self, name) for name in ("text", "italic", "bold", "smallcaps")}
        faces |= {"display": self.title} if is_own_face(self.title) else {}
        return {name: face for name, face in faces.items() if face != name}


class Look(Struct, frozen=True, cache_hash=True):
    """A theme without its paints and a game's face, as parts are drawn with them, and the store of what parts share.

    Looks with the same ornament, lettering, face, art and store are equal. The store holds forms and ornament that are
    needed again; it is the catalog's own, or a fresh one.
    """

    ornament: Ornament = field(default_factory=Ornament)
    fonts: Lettering = field(default_factory=Lettering)
    face: Face = field(default_factory=Face)
    store: Store = field(default_factory=Store)
    art: Artwork = NO_ARTWORK

    def without_frame(self) -> Look:
        """Return the look of a board that has no ornament in its border."""
        return replace(self, ornament=replace(self.ornament, frame="none"))


class Theme(Struct, frozen=True):
    """The appearance of a kit in one mode.

    Attributes:
        name: the name of its file without its ending, such as "ballinderry".
        title: for people, such as "Ballinderry".
    """

    name: str
    title: str
    paints: Paints
    ornament: Ornament
    fonts: Lettering
    art: Artwork = NO_ARTWORK

    def look(self, store: Store, face: Face | None = None) -> Look:
        """Return the theme as parts of a game with a face need it; without one they have Brandub's."""
        return Look(self.ornament, self.fonts, face or Face(), store, self.art)


# Paints give each role its own. Parts name roles and never a colour.


Colour = tuple[float] | tuple[float, float, float]
"""One number is a grey, three are sRGB; 0 is dark and 1 is full light."""


def lightness(colour: Colour) -> float:
    """Return the lightness of the grey that stands for a colour, from 0 for black to 1 for white."""
    if len(colour) == 1:
        return colour[0]
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def as_light(colour: Colour, light: float) -> Colour:
    """Return a colour of the same hue and a lightness from 0 to 1: mixed with white, or with black if it is lighter.

    A grey and white become the grey of that lightness.
    """
    if len(colour) == 1:
        return (round(light, 4),)
    own = lightness(colour)
    if light < own:
        mixed = [part * light / own for part in colour]
    else:
        mixed = [1 - (1 - part) * (1 - light) / max(1 - own, 1e-9) for part in colour]
    red, green, blue = (round(part, 4) for part in mixed)
    return (red, green, blue)


SHADES = {
    "dark": 0.08,
    "dim": 0.035,
    "bright": -0.027,
    "light": -0.07,
    "first": 0.11,
    "second": 0.25,
    "third": 0.43,
    "pore": 0.6,
}
"""By how much a fill is darker where shades stand behind a role, as in "board.square~dark+third".

The first four are of squares beside one another, the others of the late wood in a year. Dark parts of a colour, such as
the blue of a brown, lose the most: wood grows warmer.
"""
_FULL = 1.26  # a light that would lose nothing


class Paint(Struct, frozen=True, cache_hash=True):
    """The fill and the outline of a shape.

    Attributes:
        fill: None leaves it open.
        stroke: None draws no outline.
        width: the outline's width in mm.
        dash: lengths of dashes and gaps in mm; nothing is a solid line.
        round: rounded line ends and joins.
    """

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False


class Paints(Struct, frozen=True, eq=False):
    """A set of paints, which a theme has in a mode such as "colour" or "mono".

    It equals itself alone, so that a renderer can store by it the shapes that are painted with it.
    """

    name: str
    by_role: dict[str, Paint]

    def paint(self, role: str) -> Paint:
        """Return the paint of a role.

        A role without a paint of its own takes that of its parent: "board.square.attackers" falls back to
        "board.square". Some of SHADES may stand behind it.

        Raises:
            TaflkitError: neither the role nor a parent of it is among the paints.
        """
        name, _, shades = role.partition("~")
        while name:
            if name in self.by_role:
                paint = self.by_role[name]
                for shade in shades.split("+") if shades and paint.fill else ():
                    lights = (part * (1 - SHADES[shade] * (_FULL - part)) for part in paint.fill or ())
                    paint = replace(paint, fill=tuple(round(min(1.0, light), 4) for light in lights))
                return paint
            name = name.rpartition(".")[0]
        raise TaflkitError(f"the paints '{self.name}' have none for the role '{role}'")
