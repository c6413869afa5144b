"""The figures of rules and diagrams: a scene on a small board, its pieces and signs, their key, and diagrams."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Form,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    Tag,
    arrow_head,
    circle_segments,
    line,
    scale,
    translate,
)
from taflkit.errors import TaflkitError, UnknownName
from taflkit.figures import Grid, Scene
from taflkit.limits import CAPTION, WIDTH
from taflkit.parts.board.board import draw_field
from taflkit.parts.board.surface import WORKED
from taflkit.parts.counters import draw_piece
from taflkit.parts.marks.marks import draw_number
from taflkit.sums import total
from taflkit.tafl import Piece, Square
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.alternatives import Description

# The signs: arrows, rings where they arrive, crosses behind captured pieces, dots, and no-entry signs.
#
# Every sign is drawn on squares of a side in mm and keeps clear of the pieces, which have PIECE of that side. A
# captured piece is smaller and shows whole before the arms of its cross; the sign of a refused move is a full disc with
# a bar, so that neither is taken for the other, not in grey and not where they are small.

PIECE = 0.78
"""The diameter of a piece in parts of a cell."""
TAKEN = 0.66
"""The diameter of a captured piece in parts of a cell."""
_SIGN = 0.22
"""The radius of a no-entry sign in parts of a cell."""
_QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a square, clockwise from the top left one."""
_TAIL = 0.55  # of a cell: from the middle of a piece to its arrow, whose light line is clear of it
_ARMS = 0.2, 0.4  # of a cell: the ends of the arms of a cross along each axis; they begin behind the piece
_BAR = 0.115  # of a cell: half the bar of a no-entry sign
_ROUND = 0.1  # of a cell: from the ways of refused moves to the pieces and signs they pass
_HEAD_ROUND = 0.03  # of a cell: the same from their heads
_LEAST_WAY = 0.2  # of a cell: the least of a way that is drawn between two gaps
_HEAD = 0.34  # of a cell: the head of an arrow
_WAY_HEAD = 0.2  # of a cell: the head of the way of a refused move
_BEFORE = 0.1  # of a cell: from the end of a way to its no-entry sign


def draw_taken(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arms of the cross behind a captured piece, which stays to be seen before it."""
    x, y = centre
    arms = tuple(
        (letter, (x + across * reach * cell, y + down * reach * cell))
        for across, down in _QUARTERS
        for letter, reach in zip("ML", _ARMS, strict=True)
    )
    return (Path.of(arms, "figure.cross.casing"), Path.of(arms, "figure.cross"))


def draw_barred(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the sign of a place where a piece may not go: a full disc with a bar, on squares of a side in mm."""
    x, y = centre
    bar = line((x - _BAR * cell, y), (x + _BAR * cell, y), "figure.refused.bar")
    return (*(Circle(x, y, _SIGN * cell, role) for role in ("figure.refused.casing", "figure.refused")), bar)


def _draw_arrow(start: Point, end: Point, cell: float) -> tuple[Shape, ...]:
    """Return the arrow of a move between the middles of two squares, with the ring where it arrives."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = _HEAD * cell
    tip = _along(end, angle, 0.1 * cell)
    begin, stop = _along(start, angle, _TAIL * cell), _along(tip, angle, -0.6 * head)
    return (
        *_draw_target(end, cell),
        line(begin, stop, "figure.arrow.casing"),
        line(begin, stop, "figure.arrow"),
        Path.of(arrow_head(tip, angle, head), "figure.arrow.head"),
    )


def _draw_target(centre: Point, cell: float) -> tuple[Shape, ...]:
    """Return the dashed ring of a square where a piece arrives, light below, so that it shows on dark squares."""
    return tuple(Circle(*centre, PIECE / 2 * cell, role) for role in ("figure.target.casing", "figure.target"))


def _draw_reached(centre: Point, cell: float) -> Circle:
    """Return the dot of a square that a piece can go to."""
    return Circle(*centre, 0.13 * cell, "figure.reach")


def _draw_way(start: Point, sign: Point, cell: float, passed: Sequence[tuple[Point, float]]) -> tuple[Shape, ...]:
    """Return the dashed arrow of a refused move from its square's middle to its sign, or nothing without room for it.

    It has gaps at the passed pieces and signs, which are middles with radii in mm.
    """
    angle = math.atan2(sign[1] - start[1], sign[0] - start[0])
    head = _WAY_HEAD * cell
    begin, stop = _TAIL * cell, math.dist(start, sign) - (_SIGN + _BEFORE) * cell
    tight = _gaps(start, angle, passed, _HEAD_ROUND * cell)
    if stop - head < PIECE / 2 * cell or any(low < stop and stop - head < high for low, high in tight):
        return ()
    # between the gaps, which come in order, is what is left of the way
    lines, last = [], stop - 0.6 * head
    for low, high in (*_gaps(start, angle, passed, _ROUND * cell), (last, last)):
        if min(low, last) - begin > _LEAST_WAY * cell:
            lines.append((_along(start, angle, begin), _along(start, angle, min(low, last))))
        begin = max(begin, high)
    if not lines:
        # a head alone would be taken for a mark of what it lies on
        return ()
    roles = ("figure.refused.way.casing", "figure.refused.way")
    dashes = (line(*ends, role) for role in roles for ends in lines)
    return (*dashes, Path.of(arrow_head(_along(start, angle, stop), angle, head), "figure.refused.head"))


def _gaps(
    start: Point, angle: float, passed: Sequence[tuple[Point, float]], around: float
) -> list[tuple[float, float]]:
    """Return the stretches of a line, in mm from its start, within a distance of discs."""
    gaps = []
    for centre, radius in passed:
        across, down = centre[0] - start[0], centre[1] - start[1]
        at = across * math.cos(angle) + down * math.sin(angle)
        beside = abs(down * math.cos(angle) - across * math.sin(angle))
        if beside < radius + around:
            half = math.sqrt((radius + around) ** 2 - beside**2)
            gaps.append((at - half, at + half))
    return sorted(gaps)


def _along(point: Point, angle: float, distance: float) -> Point:
    """Return the point at a distance from another, by an angle in radians clockwise from the right."""
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


_CLEAR = 0.03  # of a cell: left free between a piece and a sign
_EDGE = 0.08  # of a cell: left free between a sign and the figure's edge
_BADGE_LINE = 0.025  # of a cell: the line round a number's disc beyond it
_BADGES = 100.0  # the cost of a mm of another number below a number
_PIECES = 10.0  # the same of a piece
_OTHERS = 3.0  # the same of other marks


class _Disc(NamedTuple):
    """A disc that others keep clear of: its middle, and its radius in mm."""

    centre: Point
    radius: float

    def overlap(self, other: _Disc) -> float:
        """Return the mm that two discs reach into one another, 0 if they do not."""
        return max(0.0, self.radius + other.radius - math.dist(self.centre, other.centre))


def _piece_discs(scene: Scene, grid: Grid) -> tuple[_Disc, ...]:
    """Return the discs of all pieces of a figure."""
    return tuple(_Disc(grid.centre(square), PIECE / 2 * grid.cell) for square in scene.before.pieces)


def _sign_places(scene: Scene, grid: Grid) -> tuple[_Disc, ...]:
    """Return the discs of the signs of refused moves, in their order.

    A sign stands on the square that moves go to, once; if a piece is there, before it or at a corner of the square.
    """
    pieces = _piece_discs(scene, grid) if scene.refused else ()
    placed: list[_Disc] = []

    def covered(disc: _Disc) -> float:
        """Return the mm of other discs that a sign covers, and of its own outside the figure."""
        beyond = max(
            0.0,
            disc.radius - disc.centre[0] + grid.x,
            disc.radius - disc.centre[1] + grid.y,
            disc.centre[0] + disc.radius - grid.x - grid.width,
            disc.centre[1] + disc.radius - grid.y - grid.height,
        )
        return round(beyond + total(disc.overlap(other) for other in (*pieces, *placed)), 6)

    for refusal in scene.refused:
        start, end = grid.centre(refusal.move.origin), grid.centre(refusal.move.target)
        corners = [(end[0] + across * grid.cell / 2, end[1] + down * grid.cell / 2) for across, down in _QUARTERS[1:]]
        places = sorted(corners, key=lambda corner: round(math.dist(corner, start), 6))
        if start != end:
            angle = math.atan2(start[1] - end[1], start[0] - end[0])
            before = _along(end, angle, (PIECE / 2 + _SIGN + _EDGE + _CLEAR) * grid.cell)
            places = [end, before, *places]
        discs = [_Disc(at, (_SIGN + _EDGE) * grid.cell) for at in places]
        placed.append(discs[0] if discs[0] in placed else min(discs, key=covered))
    return tuple(placed)


def _badge_places(scene: Scene, grid: Grid, radius: float, signs: Sequence[_Disc]) -> Iterator[Point]:
    """Yield the middles of the moves' numbers: at a corner of the square where a move starts, inside the figure.

    Of several moves from one square they stand where the moves end. Their discs have a radius in mm, and keep clear of
    the other signs.
    """
    origins = [turn.move.origin for turn in scene.turns]
    placed: list[_Disc] = []
    marks, cell = [*signs], grid.cell
    for turn in scene.turns:
        # so close to one another that a number between two of them would cover the arrow
        start, end = grid.centre(turn.move.origin), grid.centre(turn.move.target)
        angle, long = math.atan2(end[1] - start[1], end[0] - start[0]), math.dist(start, end)
        steps = range(math.ceil(2 * long / cell) + 1)
        marks += [_Disc(_along(start, angle, min(long, step * cell / 2)), 0.15 * cell) for step in steps]
    for x, y in map(grid.centre, scene.captured):
        marks += [_Disc((x + a * 0.37 * cell, y + d * 0.37 * cell), 0.08 * cell) for a, d in _QUARTERS]
    for _, targets in scene.reach:
        marks += [_Disc(grid.centre(square), 0.13 * cell) for square in targets]
    weights = ((placed, _BADGES), (_piece_discs(scene, grid), _PIECES), (marks, _OTHERS))

    def cost(disc: _Disc) -> float:
        return round(total(weight * total(disc.overlap(other) for other in others) for others, weight in weights), 6)

    clear = (PIECE / 2 + _CLEAR) * cell + radius
    offset = min(0.5 * cell, clear / math.sqrt(2))
    for turn in scene.turns:
        ends = turn.move.origin, turn.move.target
        several = origins.count(turn.move.origin) > 1
        discs = []
        # round a square, then round the other end of the move; at the figure's edge inside it, clear of the piece
        for (x, y), (across, down) in product(map(grid.centre, reversed(ends) if several else ends), _QUARTERS):
            inside = _inside((x + across * offset, y + down * offset), grid, radius)
            aside, below = abs(inside[0] - x), abs(inside[1] - y)
            if below < offset:
                inside = (x + across * math.sqrt(clear * clear - below * below), inside[1])
            elif aside < offset:
                inside = (inside[0], y + down * math.sqrt(clear * clear - aside * aside))
            discs.append(_Disc(_inside(inside, grid, radius), radius))
        placed.append(min(discs, key=cost))
        yield placed[-1].centre


def _inside(at: Point, grid: Grid, radius: float) -> Point:
    far = radius + _BADGE_LINE * grid.cell
    return (
        min(max(at[0], grid.x + far), grid.x + grid.width - far),
        min(max(at[1], grid.y + far), grid.y + grid.height - far),
    )


# A figure: a Scene drawn as a small board, with the moves and captures that the engine answered.


FINE = 3.0
"""On squares of fewer mm than this a figure's pieces are plain discs."""
_INSIDE = 0.12  # mm from the edge of a plain disc to the line round it
_RINGS = {Piece.ATTACKER: (0.94,), Piece.DEFENDER: (0.94, 0.6), Piece.KING: (0.97, 0.76)}
"""The edges of the mark on a plain disc, in parts of its radius: a full disc for attackers, and else a ring."""
_DOT = 0.46  # of its radius: the king's dot on a plain disc


def draw_figure_piece(
    piece: Piece, diameter: float, look: Look, at: Point, *, fine: bool = False, scaled: float = 1.0
) -> Shown:
    """Return a piece of a figure, of a diameter in mm about a point; `scaled` is the scale at which it is printed.

    A `fine` one is a plain disc: full for attackers, a heavy ring for defenders, a ring and a dot for the king.
    """
    if not fine:
        return draw_piece(piece, diameter, look, *at, scaled)
    r, role = round(diameter / 2, 2), f"piece.{piece.name.lower()}"

    def disc() -> Form:
        # its line is as wide at every size: a finer one could not be printed
        mark = (step for part in _RINGS[piece] for step in circle_segments((0, 0), part * r))
        dot = (Path.of(circle_segments((0, 0), _DOT * r), f"{role}.disc"),) if piece is Piece.KING else ()
        return Form((Circle(0, 0, r - _INSIDE, f"{role}.body.small"), Path.of(mark, f"{role}.disc"), *dot))

    return Shown(look.store.get((draw_figure_piece, piece, r), disc), translate(*at))


_CELL = 5.0  # mm: the side of the squares that figures are drawn with before they are scaled
_FINE_PIECE = 0.82  # of a cell: a plain disc's diameter
_FINE_CELL = 7.0  # mm: the side of the squares below plain discs as they are drawn, so that their lines are lighter
_FINEST = 2.2  # of the figure's squares: their largest scale, since lines must be thick enough for any printer
_PLAIN_CELL = 6.8
"""The largest side in mm of the squares that a part is drawn with, and a board with signs: these are not worked,
however large the figure is, and their lines, the frame and the signs keep their weights to one another."""
_MARGIN = 0.5  # mm: the least margin for the frame
_FRAME = 0.3  # mm: the margin that it needs on squares of _CELL
_BADGE = 0.205  # of a cell: a badge's radius
_DIGIT = 1.32  # of that radius: the height of its digit
_LEGIBLE = 4.6  # mm: on smaller squares badges are larger
_LARGER = 1.5  # the largest scale of these


def draw_scene(scene: Scene, width: float, description: Description, look: Look, parent: Tag | None = None) -> Group:
    """Return a figure of a width in mm with its frame, its top left corner at the origin.

    `parent` is the element that it belongs to, or that of the group round it.
    """
    window, variant = scene.window, scene.before.variant
    side = width / window.files
    grid = Grid(_cell(scene, side), *window)
    # A part of a board has no places of the start, whatever its size: in the figures of a booklet they would come and
    # go. Nor has a board with signs, which would lie on them. Below plain discs lines are lighter.
    layout = variant.layout if _is_worked(scene) else variant.layout.bare
    cell = min(_FINE_CELL, _FINEST * side) if side < FINE else grid.cell
    # on small squares the pieces would hide the marks
    form = draw_field(layout, variant.rules.surface, replace(grid, cell=cell), look, marked=cell >= WORKED)
    field = Shown(form) if cell == grid.cell else Shown(form, scale(grid.cell / cell))
    whole = Rect(0, 0, grid.width, grid.height, "figure.frame")
    # the frame is open on the sides where the board goes on; closed ones meet in corners
    size, right, low = variant.layout.size, grid.width, grid.height
    sides: tuple[tuple[bool, Point, Point], ...] = (
        (grid.rank + grid.ranks == size, (0.0, 0.0), (right, 0.0)),
        (grid.file + grid.files == size, (right, 0.0), (right, low)),
        (grid.rank == 0, (right, low), (0.0, low)),
        (grid.file == 0, (0.0, low), (0.0, 0.0)),
    )
    frame: tuple[Shape, ...] = (whole,)
    opened = next((number for number, (is_edge, _, _) in enumerate(sides) if not is_edge), None)
    if opened is not None:
        runs: list[list[Point]] = []
        # round from an open side, so that no run goes on beyond the last one
        for is_edge, start, end in (*sides[opened:], *sides[:opened]):
            if is_edge and runs and runs[-1][-1] == start:
                runs[-1].append(end)
            elif is_edge:
                runs.append([start, end])
        paths = ((("M", run[0]), *(("L", point) for point in run[1:])) for run in runs)
        frame = tuple(Path.of(path, "figure.frame") for path in paths)
        if look.ornament.edged:
            # on white an open side has a line as between squares; else the squares' ground ends there
            frame = (replace(whole, role="board.line.small" if grid.cell < WORKED else "board.line"), *frame)
    return Group(
        (Group((field, *_contents(scene, grid, side, look)), clip=whole), *frame),
        scale(width / grid.width),
        tag=Tag("Figure", description.text, description.language, parent),
    )


def _cell(scene: Scene, side: float) -> float:
    """Return the side in mm of the squares that a figure with squares of a side is drawn with, before it is scaled.

    It is the same for all small figures, so that lines and arrows keep their weight to the pieces; on larger ones they
    grow more slowly, and a part, or a board with signs, is at last the same picture, only larger.
    """
    cell = _CELL * math.sqrt(max(1.0, side / _CELL))
    return cell if _is_worked(scene) else min(cell, _PLAIN_CELL)


def _is_worked(scene: Scene) -> bool:
    """Whether a figure shows the board as it is made, with the places of the start: whole, and under no signs."""
    return scene.is_whole and not scene.has_signs


def _frame_room(scene: Scene, side: float) -> float:
    """Return the margin in mm that a frame needs round a figure with squares of a side in mm, with which it grows."""
    return max(_MARGIN, _FRAME * side / _cell(scene, side))


def draw_figure(scene: Scene, width: float, title: str, description: Description, look: Look) -> Drawing:
    """Return a figure alone, as a drawing with a margin for its border, whose height follows; see draw_scene."""
    window = scene.window
    margin = _frame_room(scene, width / window.files)
    height = (width - 2 * margin) * window.ranks / window.files + 2 * margin
    body = Group((draw_scene(scene, width - 2 * margin, description, look),), (1, 0, 0, 1, margin, margin))
    return Drawing(width, height, (body,), title, description.text)


def _contents(scene: Scene, grid: Grid, side: float, look: Look) -> Iterator[Shape]:
    """Yield crosses, the pieces before them, ways and arrows, dots, signs, and the moves' numbers above all.

    `side` is that of a printed square in mm: where it is small pieces are plain discs, and numbers larger.
    """
    cell, fine = grid.cell, side < FINE
    for square in scene.captured:
        yield from draw_taken(grid.centre(square), cell)
    for square, piece in scene.before.pieces.items():
        if grid.shows(square):
            part = TAKEN if square in scene.captured else _FINE_PIECE if fine else PIECE
            yield draw_figure_piece(piece, part * cell, look, grid.centre(square), fine=fine, scaled=side / cell)
    signs = _sign_places(scene, grid)
    # the longest ways and arrows come first: shorter ones lie on those in their line, and have their heads to be seen
    ways = [(grid.centre(refusal.move.origin), sign.centre) for refusal, sign in zip(scene.refused, signs, strict=True)]
    discs = (*_piece_discs(scene, grid), *signs) if signs else ()
    for way in sorted(ways, key=lambda way: -math.dist(*way)):
        yield from _draw_way(*way, cell, [disc for disc in discs if disc.centre not in way])
    arrows = [(grid.centre(turn.move.origin), grid.centre(turn.move.target)) for turn in scene.turns]
    for start, end in sorted(arrows, key=lambda arrow: -math.dist(*arrow)):
        yield from _draw_arrow(start, end, cell)
    ends = {turn.move.target for turn in scene.turns}
    reached = sorted({square for _, targets in scene.reach for square in targets} - ends)
    yield from (_draw_reached(grid.centre(square), cell) for square in reached if grid.shows(square))
    for sign in dict.fromkeys(signs):
        yield from draw_barred(sign.centre, cell)
    if len(scene.turns) > 1:
        radius = _BADGE * min(_LARGER, max(1.0, _LEGIBLE / side)) * cell
        for number, at in enumerate(_badge_places(scene, grid, radius, signs), 1):
            yield Circle(*at, radius, "figure.badge")
            yield draw_number(number, at, _DIGIT * radius / len(str(number)) ** 0.5, "figure.badge.digit")


def draw_figures(book: Book, width: float, look: Look, names: Sequence[str] = ()) -> dict[str, Drawing]:
    """Return the figures of a ruleset as drawings of a width in mm, by name: those named, or all of the booklet.

    Raises:
        TaflkitError: too narrow or too wide.
        UnknownName: the ruleset has no such figure.
    """
    WIDTH.check("the width", width, choice="size")
    for name in names:
        if name not in book.played:
            raise UnknownName(f"figure under {book.ruleset.name}", name, tuple(book.played))
    return {
        name: draw_figure(book.played[name], width, book.captions[name], book.descriptions[name], look)
        for name in (names or book.scenes)
    }


# The key to the signs of the figures: each sign as it is drawn, in the middle of a square.


_ARROW = 0.75  # of a square: from the square that an arrow comes from to its middle


def draw_signs(cell: float, look: Look) -> dict[str, tuple[Shape, ...]]:
    """Return the signs by their names, each in a square of a side in mm from the origin on."""
    centre, left = (cell / 2, cell / 2), cell / 2 - _ARROW * cell
    return {
        # without the ring of its target, which is a sign of its own; it stands in the middle as the others do
        "moves": _draw_arrow((left, cell / 2), (left + cell, cell / 2), cell)[2:],
        "arrives": _draw_target(centre, cell),
        "captured": (*draw_taken(centre, cell), draw_figure_piece(Piece.DEFENDER, TAKEN * cell, look, centre)),
        "reach": (_draw_reached(centre, cell),),
        "barred": draw_barred(centre, cell),
    }


# A diagram: a figure that stands alone, with coordinates and a caption if they are wanted.


_SMALLEST_CELL = 1.7  # mm: the side of the smallest squares that coordinates have room beside
_COORDINATE_GAP = 1.0  # mm between the board and its coordinates
_COORDINATE_WIDTH = 0.56  # em: the width of a digit of the coordinates


def draw_diagram(
    scene: Scene,
    width: float,
    title: str,
    description: Description,
    look: Look,
    typesetter: Typesetter,
    caption: str = "",
    coordinates: bool = False,
) -> Drawing:
    """Return a diagram of a width in mm, whose height follows, under the title of its file.

    A caption stands below the board, words between asterisks in italics; coordinates stand below and beside it.

    Raises:
        TaflkitError: too narrow or too wide, a caption that is too long, a letter that the fonts lack, or a word wider
            than the board.
    """
    WIDTH.check("the width", width, choice="size")
    if len(caption) > CAPTION:
        raise TaflkitError(f"a caption has {CAPTION} characters at most, not {len(caption)}", choice="caption")
    window = scene.window
    # coordinates grow with the squares, from 5 to 9 pt
    em = min(3.2, max(1.76, 0.44 * (width / (window.files + 1)))) if coordinates else 0.0
    left = coordinates_room(Grid(1.0, *window), em)[0] if coordinates else 0.0
    border = _frame_room(scene, width / window.files)
    grid = Grid((width - left - 2 * border) / window.files, *window, x=left + border, y=border)
    shapes: list[Shape] = [Group((draw_scene(scene, grid.width, description, look),), translate(grid.x, grid.y))]
    low = grid.y + grid.height + border
    if coordinates:
        if grid.cell < _SMALLEST_CELL:
            need = math.ceil(width * _SMALLEST_CELL / grid.cell)
            raise TaflkitError(
                f"squares of {grid.cell:.1f} mm are too small for coordinates; make the diagram {need} mm wide or more",
                choice="coordinates",
            )
        shapes += draw_coordinates(grid, em, typesetter)
        low += coordinates_room(grid, em)[1]
    if caption:
        # the letters grow with the figure, from 7 pt
        size = min(4.2, max(2.47, 0.048 * width))
        style = Style(size, size * 1.22, align="left")
        try:
            items = set_paragraph(typesetter, caption, grid.width, style, tag=Tag("Caption"))
        except TaflkitError as error:
            raise TaflkitError(str(error), choice="caption") from None
        lines, low = stack(items, grid.x, low + 0.6 * _COORDINATE_GAP)
        shapes += lines
        low += 0.2 * size
    return Drawing(width, low, tuple(shapes), title, description.text)


def coordinates_room(grid: Grid, em: float) -> tuple[float, float]:
    """Return the mm that coordinates of an em take to the left of a board, and below it."""
    return _COORDINATE_GAP + _COORDINATE_WIDTH * em * len(str(grid.rank + grid.ranks)), _COORDINATE_GAP + em * 0.9


def draw_coordinates(grid: Grid, em: float, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the ranks' numbers to the left of a board, and the files' letters below it."""
    high = typesetter.fonts.face("bold").cap_height * em
    for rank in range(grid.rank, grid.rank + grid.ranks):
        at = grid.x - _COORDINATE_GAP, grid.centre(Square(grid.file, rank))[1]
        yield draw_number(rank + 1, at, high, "figure.coordinate", 1.0)
    for file in range(grid.file, grid.file + grid.files):
        square = Square(file, grid.rank)
        at = grid.centre(square)[0], grid.y + grid.height + _COORDINATE_GAP + high
        yield typesetter.line(str(square)[0], "bold", em, "figure.coordinate", at, 0.5)
