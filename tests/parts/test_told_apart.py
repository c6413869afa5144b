"""The pieces can be told from each other and from their squares: by everyone, in every theme, and on a poor copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import combinations, product
from math import cos, fsum, hypot, pi, sin, sqrt
from operator import mul

import pytest
from msgspec.structs import replace
from PIL import Image, ImageFilter, ImageStat

from support.shipped import catalog
from taflkit.drawing.look import DEVICES, Colour, Face, Look, Paints, Theme
from taflkit.drawing.shapes import Circle, Drawing, Group, Path, multiply, rotate, translate, walk
from taflkit.kit.telling_apart import (
    ALIKE,
    EYES,
    IN_FIGURES,
    SMALLEST,
    ciede2000,
    correlation,
    difference,
    lightness,
    seen,
    within,
)
from taflkit.parts.counters import draw_counter, draw_piece
from taflkit.render.png import to_png
from taflkit.tafl import Piece

Picture = tuple[float, ...]
Choice = tuple[str, str, str]

LOOKS = [*product(("ballinderry", "manuscript", "plain"), ("colour", "mono"), ("full", "light"))]
PAIRS = [*combinations(Piece, 2)]
SETS = [
    replace(Face(), attacker=a, defender=d, king=k) for a, d, k in zip(*(DEVICES[n::3] for n in range(3)), strict=True)
]
"""The faces that have the devices of one set."""


def few(face: Face, choice: Choice, eyes: str = "grey") -> list[pytest.MarkDecorator]:
    """Return the mark of what the whole tests alone look at: all but Brandub's set, and one look of others, in grey."""
    seen = eyes in ("grey", "heavy") and (
        face == SETS[0] or (choice, eyes) == (("ballinderry", "mono", "full"), "grey")
    )
    return [] if seen else [pytest.mark.whole]


RIM, EDGE = 0.8, 0.99
"""Where the outline of a piece begins and ends, in parts of its radius; the pattern is inside."""
COUNTER = 20.0
"""The diameter in mm of a counter."""
MARGIN = 0.1
"""By how much a copy must be more like its own kind than like another."""
HALF_POINT = 0.5 * 25.4 / 72


places = cache(within)


def theme_of(choice: Choice) -> Theme:
    return catalog().theme(*choice)


def paints_of(choice: Choice) -> Paints:
    return theme_of(choice).paints


@cache
def image(piece: Piece, choice: Choice, diameter: float, dpi: float, face: Face = SETS[0]) -> Image.Image:
    look = theme_of(choice).look(catalog().store, face)
    drawing = Drawing(diameter, diameter, (draw_piece(piece, diameter, look, diameter / 2, diameter / 2),))
    return Image.open(BytesIO(to_png(drawing, paints_of(choice), dpi))).convert("RGB")


@cache
def light(colour: tuple[int, int, int], eyes: str) -> float:
    red, green, blue = (part / 255 for part in colour)
    return lightness(seen((red, green, blue), eyes))


def lights(picture: bytes, eyes: str) -> Picture:
    """Return how light every pixel looks to eyes, one of EYES."""
    pixels = [*zip(picture[::3], picture[1::3], picture[2::3], strict=True)]
    known = {colour: light(colour, eyes) for colour in set(pixels)}
    return tuple(map(known.__getitem__, pixels))


def spread(values: Sequence[float]) -> Picture:
    """Return how far values are from their mean, so that their squares add up to 1; nothing if all are the same."""
    mean = fsum(values) / len(values)
    power = sqrt(fsum((value - mean) ** 2 for value in values))
    return tuple((value - mean) / power for value in values) if power else (0.0,) * len(values)


def likeness(one: Picture, other: Picture) -> float:
    """Return the correlation of two pictures that are spread: as taflkit has it, for pictures of many pairs."""
    return sum(map(mul, one, other))


@lru_cache(maxsize=8)
def parts_of(piece: Piece, choice: Choice, eyes: str, diameter: float, face: Face) -> tuple[Picture, Picture]:
    """Return how light a piece's outline and its pattern look to eyes, 64 pixels wide, both spread."""
    picture = lights(image(piece, choice, diameter, 64 / diameter * 25.4, face).tobytes(), eyes)
    size = round(sqrt(len(picture)))
    ring, disc = places(size, RIM, EDGE), places(size, 0.0, RIM)
    return spread([picture[i] for i in ring]), spread([picture[i] for i in disc])


@lru_cache(maxsize=8)
def printed(piece: Piece, choice: Choice, face: Face) -> Picture:
    """Return how light the smallest piece is at 150 dots to the inch, spread."""
    return spread(lights(image(piece, choice, SMALLEST, 150, face).tobytes(), "grey"))


def alike(pair: tuple[Piece, Piece], choice: Choice, eyes: str, diameter: float, face: Face) -> tuple[float, float]:
    """Return how alike the outlines and the patterns of two pieces are."""
    first, second = (parts_of(piece, choice, eyes, diameter, face) for piece in pair)
    return likeness(first[0], second[0]), likeness(first[1], second[1])


def rgb(colour: Colour) -> tuple[float, float, float]:
    return colour * 3 if len(colour) == 1 else colour


def fill(paints: Paints, role: str) -> tuple[float, float, float]:
    return rgb(paints.paint(role).fill or (1.0,))


# the measure itself


@pytest.mark.parametrize(
    ("one", "other", "meant"),
    [
        # of the test data that Sharma, Wu and Dalal published with their paper
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], meant: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(meant, abs=0.00005)
    assert ciede2000(other, one) == pytest.approx(meant, abs=0.00005)


def test_eyes_without_a_kind_of_cone_confuse_what_they_are_known_to_confuse() -> None:
    red, green, blue, cyan = (0.8, 0.2, 0.1), (0.45, 0.45, 0.1), (0.2, 0.3, 0.8), (0.0, 0.42, 0.5)
    for eyes in ("protan", "deutan"):
        assert difference(seen(red, eyes), seen(green, eyes)) < difference(red, green) / 2
    assert difference(seen(blue, "tritan"), seen(cyan, "tritan")) < difference(blue, cyan) / 1.5
    for eyes in EYES:
        assert seen((0.5, 0.5, 0.5), eyes) == pytest.approx((0.5, 0.5, 0.5), abs=0.001)


def test_a_piece_is_like_itself_in_any_colours() -> None:
    dark, pale = ("ballinderry", "mono", "full"), ("manuscript", "colour", "full")
    for piece in Piece:
        one, other = (lights(image(piece, choice, SMALLEST, 150).tobytes(), "grey") for choice in (dark, pale))
        assert correlation(one, other) > 0.9
        assert likeness(spread(one), spread(other)) == pytest.approx(correlation(one, other))


# pieces from each other


@pytest.mark.parametrize("diameter", [SMALLEST, IN_FIGURES])
@pytest.mark.parametrize(
    ("face", "choice", "eyes"),
    [
        # what is told apart in grey is so in colour
        pytest.param(*seen, marks=few(*seen), id=f"{seen[0].attacker}-{'-'.join((*seen[1], seen[2]))}")
        for seen in product(SETS, LOOKS, EYES)
    ],
)
def test_outline_and_pattern_of_two_kinds_of_piece_always_differ(
    face: Face, choice: Choice, eyes: str, diameter: float
) -> None:
    for pair in PAIRS:
        outline, pattern = alike(pair, choice, eyes, diameter, face)
        assert outline <= ALIKE, (pair, eyes, outline)
        assert pattern <= ALIKE, (pair, eyes, pattern)


@pytest.mark.whole
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(piece.name for piece in pair))
@pytest.mark.parametrize("diameter", [SMALLEST, IN_FIGURES])
def test_the_patterns_of_any_two_devices_differ_on_any_two_kinds_of_piece(
    pair: tuple[Piece, Piece], diameter: float
) -> None:
    choice = ("ballinderry", "mono", "full")
    patterns = []
    for piece in pair:
        faces = (replace(Face(), **{piece.name.lower(): device}) for device in DEVICES)
        pictures = [image(piece, choice, diameter, 64 / diameter * 25.4, face) for face in faces]
        disc = places(pictures[0].width, 0.0, 0.8)
        lit = (lights(picture.tobytes(), "grey") for picture in pictures)
        patterns.append([spread([picture[i] for i in disc]) for picture in lit])
    for (a, one), (b, other) in product(*(zip(DEVICES, kind, strict=True) for kind in patterns)):
        assert a == b or likeness(one, other) <= ALIKE, (a, b)


@pytest.mark.parametrize("choice", [one for one in LOOKS if one[0] != "plain" and one[2] == "full"], ids="-".join)
def test_attackers_differ_by_their_fill_too(choice: Choice) -> None:
    for other, eyes in product((Piece.DEFENDER, Piece.KING), EYES):
        bodies = [seen(fill(paints_of(choice), f"piece.{p.name.lower()}.body"), eyes) for p in (Piece.ATTACKER, other)]
        assert difference(*bodies) >= 20, (other, eyes)


# attackers from defenders at arm's length

WEIGHTS = {("full", COUNTER): 1.25, ("full", IN_FIGURES): 1.3, ("cut", COUNTER): 1.15, ("cut", IN_FIGURES): 1.15}
"""How much darker attackers are than defenders at least, on the whole: in full ink or as linocuts, as counters and in
figures."""


def darkness(piece: Piece, choice: Choice, diameter: float, face: Face) -> float:
    """Return how dark a piece is on the whole, from 0 to 1, as a sheet of paper of its colours mixed would be."""
    # in coarse pixels every fine line is one wide
    red, green, blue = ImageStat.Stat(image(piece, choice, diameter, 256 / diameter * 25.4, face)).mean
    return 1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


@pytest.mark.parametrize("diameter", [COUNTER, IN_FIGURES])
@pytest.mark.parametrize(
    ("face", "choice"),
    [
        pytest.param(*seen, marks=few(*seen, "heavy"), id=f"{seen[0].attacker}-{'-'.join(seen[1])}")
        for seen in product(SETS, LOOKS)
    ],
)
def test_attackers_are_heavier_than_defenders(face: Face, choice: Choice, diameter: float) -> None:
    attacker, defender = (darkness(piece, choice, diameter, face) for piece in (Piece.ATTACKER, Piece.DEFENDER))
    made = "cut" if theme_of(choice).ornament.edged else "full"
    assert attacker >= WEIGHTS[made, diameter] * defender


# the king above both


def rings(piece: Piece, choice: Choice, face: Face) -> int:
    """Return how many rings run round a counter, each as different from the piece's ground as its device is."""
    paints, role = paints_of(choice), f"piece.{piece.name.lower()}"
    device = paints.paint(f"{role}.device")
    ground, ink = lightness(fill(paints, f"{role}.body")), lightness(rgb(device.stroke or device.fill or (1.0,)))
    picture = image(piece, choice, COUNTER, 512 / COUNTER * 25.4, face)
    size, pixels = picture.width, picture.load()
    found, before = 0, False
    for radius in range(700, 976, 5):
        way = [
            light(pixels[int(size / 2 + reach * cos(turn)), int(size / 2 + reach * sin(turn))], "grey")
            for reach in [radius / 1000 * size / 2]
            for turn in (pi * degree / 180 for degree in range(360))
        ]
        inked = sum(abs(value - ground) >= 0.5 * abs(ink - ground) for value in way) >= 0.9 * len(way)
        found, before = found + (inked and not before), inked
    return found


@pytest.mark.parametrize(
    ("face", "choice"),
    [
        pytest.param(*seen, marks=few(*seen, "heavy"), id=f"{seen[0].attacker}-{'-'.join(seen[1])}")
        for seen in product(SETS, LOOKS)
    ],
)
def test_the_king_is_the_darkest_or_has_the_only_double_ring(face: Face, choice: Choice) -> None:
    dark = {piece: darkness(piece, choice, COUNTER, face) for piece in Piece}
    ringed = {piece: rings(piece, choice, face) for piece in Piece}
    assert ringed == {Piece.ATTACKER: 1, Piece.DEFENDER: 1, Piece.KING: 2}
    if theme_of(choice).ornament.edged:
        assert dark[Piece.KING] > max(dark[Piece.ATTACKER], dark[Piece.DEFENDER])


@pytest.mark.parametrize("choice", [one for one in LOOKS if one[2] == "light"], ids="-".join)
def test_pieces_in_light_ink_are_as_heavy_in_colour_as_in_greys_and_no_heavier_than_in_full(choice: Choice) -> None:
    theme, _, ink = choice
    for piece in Piece:
        colour, mono = (darkness(piece, (theme, mode, ink), COUNTER, SETS[0]) for mode in ("colour", "mono"))
        assert colour == pytest.approx(mono, abs=0.012), piece
        assert colour <= darkness(piece, (theme, choice[1], "full"), COUNTER, SETS[0]) + 0.005, piece


# pieces on a poor copy


def copied(picture: Image.Image, level: float) -> Picture:
    """Return a piece as a poor copier leaves it: blurred, then black or white at a level between its dark and light."""
    blurred = picture.convert("L").filter(ImageFilter.GaussianBlur(1.0))
    low, high = blurred.getextrema()
    assert isinstance(low, (int, float))
    assert isinstance(high, (int, float))
    bound = low + (high - low) * level
    return tuple(1.0 if value > bound else 0.0 for value in blurred.tobytes())


@pytest.mark.parametrize("level", [0.35, 0.5, 0.6, 0.7])
@pytest.mark.parametrize(
    ("face", "choice"),
    [
        pytest.param(*seen, marks=few(*seen), id=f"{seen[0].attacker}-{'-'.join(seen[1])}")
        for seen in product(SETS, LOOKS)
    ],
)
def test_the_devices_are_told_apart_on_a_poor_copy(face: Face, choice: Choice, level: float) -> None:
    templates = {piece: printed(piece, choice, face) for piece in Piece}
    for piece in Piece:
        copy = spread(copied(image(piece, choice, SMALLEST, 150, face), level))
        found = {other: likeness(copy, template) for other, template in templates.items()}
        own = found.pop(piece)
        assert own > max(found.values()) + MARGIN, (piece, own, found)


# by shape alone, at a tenth of their size


def silhouette(piece: Piece, face: Face, degrees: float = 0.0, aside: float = 0.0) -> list[float]:
    """Return the pixels of a counter of large print, black or white, at a tenth of its size and 300 to the inch."""
    theme = theme_of(("plain", "mono", "full"))
    lying = multiply(translate(COUNTER / 2 + aside, COUNTER / 2), rotate(degrees))
    drawn = Group((draw_piece(piece, COUNTER, theme.look(catalog().store, face), 0, 0),), lying)
    picture = Image.open(BytesIO(to_png(Drawing(COUNTER, COUNTER, (drawn,)), theme.paints, 30))).convert("L")
    data = picture.tobytes()
    return [float(data[place] >= 128) for place in places(picture.width, 0.0, 1.0)]


@pytest.mark.parametrize(
    "face", [pytest.param(face, marks=[] if face == SETS[0] else pytest.mark.whole, id=face.attacker) for face in SETS]
)
def test_shape_alone_tells_pieces_apart_at_a_tenth_of_their_size_as_they_may_lie(face: Face) -> None:
    for piece in Piece:
        assert correlation(silhouette(piece, face), silhouette(piece, face, aside=0.2)) >= ALIKE
    for one, other in PAIRS:
        upright = silhouette(one, face)
        for degrees in range(0, 360, 30):
            turned = silhouette(other, face, degrees)
            assert correlation(upright, turned) <= ALIKE / 2, (one, other, degrees)
            assert sum(a != b for a, b in zip(upright, turned, strict=True)) >= len(upright) / 4


# pieces from their squares


@pytest.mark.parametrize("choice", LOOKS, ids="-".join)
@pytest.mark.parametrize("eyes", EYES)
def test_a_piece_stands_out_from_any_square(choice: Choice, eyes: str) -> None:
    paints = paints_of(choice)
    squares = [role for role in paints.by_role if role.startswith(("board.square", "board.point"))]
    for piece, role in product(Piece, squares):
        if paints.paint(role).fill is None:
            continue
        square = seen(fill(paints, role), eyes)
        body = seen(fill(paints, f"piece.{piece.name.lower()}.body"), eyes)
        lines = (seen(colour, eyes) for colour in outlines(piece, paints))
        stands = difference(body, square) >= 15 or any(difference(line, square) >= 15 for line in lines)
        assert stands, (piece, role)


@pytest.mark.parametrize("choice", LOOKS, ids="-".join)
def test_a_line_to_cut_along_shows_on_the_ground_of_every_counter_and_of_the_frame(choice: Choice) -> None:
    paints = paints_of(choice)
    for piece in Piece:
        outline = draw_counter(f"{piece.name.lower()}-1", SMALLEST, Look()).children[1].children[0]
        ground, stroke = fill(paints, f"piece.{piece.name.lower()}.body"), paints.paint(outline.role).stroke
        assert stroke is not None
        assert abs(lightness(rgb(stroke)) - lightness(ground)) >= 20, piece
    stroke = paints.paint("cut.frame").stroke
    assert stroke is not None
    assert abs(lightness(rgb(stroke)) - lightness(fill(paints, "board.frame"))) >= 20


def outlines(piece: Piece, paints: Paints) -> Iterator[tuple[float, float, float]]:
    """Yield the colours of the rings round the smallest counter: half a point wide, filled, or of pearls."""
    for shape, (a, b, *_) in walk((draw_counter(f"{piece.name.lower()}-1", SMALLEST, Look()),)):
        assert isinstance(shape, (Circle, Path))
        paint = paints.paint(shape.role)
        if shape.role.endswith((".body", ".ring")) and paint.stroke and paint.width * hypot(a, b) >= HALF_POINT:
            yield rgb(paint.stroke)
        if shape.role.endswith((".ring", ".pearls")) and paint.fill:
            yield rgb(paint.fill)


def test_a_device_is_a_form_that_is_drawn_once() -> None:
    look = Look()
    for piece in Piece:
        one, other = draw_piece(piece, 30.0, look), draw_piece(piece, 30.0, look, 5, 5)
        assert one.form is other.form
