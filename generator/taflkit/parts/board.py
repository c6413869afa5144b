"""The board: squares or points, shaded as the layout says, and cut into the plan's sections."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.drawing.curves import Point, foil, line, polygon
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import Look
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Circle, Form, Group, Path, Rect, Segment, Shape, Shown, translate
from taflkit.parts.bleed import FAR, draw_bleed, grown, run_on
from taflkit.parts.borders import Border, draw_border
from taflkit.sheets.seams import Edge, Seam
from taflkit.sheets.sections import Measures, Section, SectionPlace
from taflkit.tafl import BoardLayout, Square, Surface

__all__ = ["draw_board", "draw_field", "draw_section", "marks_start"]

_PETALS = {
    "triskele": (6, 30.0),
    "whirl": (8, 24.0),
    "hexafoil": (6, 30.0),
    "quartered": (4, 38.0),
    "ringed": (8, 24.0),
    "looped": (6, 30.0),
    "cross": (4, 38.0),
}
"""How many petals a rosette has that stands for a roundel or a knot, and half the angle of their tips in degrees."""
_POINT_SIZES = {"throne": 0.34, "corner": 0.33, "attackers": 0.17, "defenders": 0.17}
"""The radius of each kind of marked point in parts of a cell."""
_COLLAR = 0.44
"""The radius of the ring round the throne's point and the corners' in parts of a cell: a counter does not hide it."""
_KNOTTED = 13.0
"""From which side in mm on squares have knots and spirals; on smaller ones they could not be printed."""

_OWN_MARK = 0.84
"""The side of a theme's own throne or corner in parts of a cell."""
_CORNER = 0.01
"""Millimetres: a tab that ends so close to a section's corner reaches it."""


def draw_board(
    layout: BoardLayout, surface: Surface, cell: float, frame: float, look: Look, bleed: float = 0.0
) -> Form:
    """Return the whole board with its top left corner at the origin.

    Args:
        layout: the board model.
        surface: whether squares or points are drawn.
        cell: the side of a square in mm.
        frame: the width of the border round the squares in mm.
        look: the theme's ornament, for the border and the noble squares.
        bleed: how far the border, or without one the squares at the edge, run on beyond the board, in mm.
    """
    side = layout.size * cell + 2 * frame
    grid = Grid.whole(layout.size, cell, frame, frame)
    if frame:
        ornament = look.ornament
        kind = Border(ornament.frame, "ornament", ornament.edged, look.face.frame, look.art.frame)
        band = draw_border(kind, side, side, frame, look.store)
        ground = Rect(0, 0, side, side, "board.frame")
        border = (*draw_bleed(ground, bleed), ground, *band)
    else:
        border = _bleed(layout, surface, grid, look, bleed)
    field = draw_field(layout, surface, grid, look)
    return Form((*border, *field.shapes, Rect(frame, frame, grid.width, grid.height, "board.edge")))


def marks_start(layout: BoardLayout, surface: Surface, look: Look, paints: Paints) -> bool:
    """Whether a board as it is drawn and painted shows all places where pieces stand at the start.

    Args:
        layout: the board model.
        surface: whether squares or points are drawn.
        look: the theme's ornament: marked squares, or holes for pegs.
        paints: the theme's, in a mode and ink.
    """
    kinds = {_kind(layout, square) for square in layout.start} - {"throne", "corner"}
    if surface == "squares" and look.ornament.board == "squares":
        plain = paints.paint("board.square")
        return all(paints.paint(_role("board.square", kind)).fill != plain.fill for kind in kinds)
    ground = paints.paint("board.point.ground" if surface == "points" else "board.square")
    marks = [paints.paint(_role("board.point", kind)) for kind in kinds]
    return all(mark.stroke is not None or mark.fill not in (None, ground.fill) for mark in marks)


def _bleed(layout: BoardLayout, surface: Surface, grid: Grid, look: Look, bleed: float) -> tuple[Shape, ...]:
    """The ground of a board without a border beyond its edges, and the lines that meet them."""
    whole = Rect(0, 0, grid.width, grid.height, "board.point.ground" if surface == "points" else "board.square")
    if surface == "points" or look.ornament.board == "pegs":
        return draw_bleed(whole, bleed)
    last = layout.size - 1
    squares: list[Shape] = []
    for square in grid.squares():
        x, y = grid.corner(square)
        edges: dict[Edge, bool] = {
            "left": square.file == 0,
            "right": square.file == last,
            "lower": square.rank == 0,
            "upper": square.rank == last,
        }
        sides = [edge for edge, is_there in edges.items() if is_there]
        if sides:
            ground = Rect(x, y, grid.cell, grid.cell, _role("board.square", _kind(layout, square)))
            squares.append(grown(ground, FAR, sides))
    steps: list[Segment] = []
    for number in range(1, layout.size):
        at = number * grid.cell
        for start, end in ((0.0, -FAR), (grid.width, grid.width + FAR)):
            steps += [("M", (at, start)), ("L", (at, end)), ("M", (start, at)), ("L", (end, at))]
    return run_on((*squares, Path(tuple(steps), "board.line")), whole, bleed)


def draw_field(layout: BoardLayout, surface: Surface, grid: Grid, look: Look) -> Form:
    """Return the squares, the lines and points, or the holes of the part of a board that a grid shows.

    The look's store keeps the field: a booklet shows the same one in many figures.

    Args:
        layout: the board model.
        surface: whether the game is played on squares or on points.
        grid: where they lie.
        look: the theme's ornament: marked squares, or holes for pegs.
    """
    return look.store.of(_field, layout, surface, grid, look)


def _field(layout: BoardLayout, surface: Surface, grid: Grid, look: Look) -> Form:
    if surface == "points":
        return Form(_points(layout, grid, look))
    if look.ornament.board == "pegs":
        return Form(_pegs(layout, grid, look))
    squares = tuple(_square(layout, grid, square) for square in grid.squares())
    ornaments = tuple(shape for square in grid.squares() for shape in _ornament(layout, grid, square, look))
    return Form((*squares, *_grounds(layout, grid, look), *_lines(grid), *ornaments))


def _grounds(layout: BoardLayout, grid: Grid, look: Look, role: str = "board.ground") -> tuple[Shape, ...]:
    """The tiles of a theme's own ground, one on each square that nothing marks, in a role that stands out there."""
    if look.art.board is None:
        return ()
    from taflkit.parts.tiles import draw_tile  # noqa: PLC0415

    plain = (grid.corner(square) for square in grid.squares() if not _kind(layout, square))
    places = (Rect(x, y, grid.cell, grid.cell, role) for x, y in plain)
    return tuple(draw_tile(look.art.board, place, role, look.store) for place in places)


def _kind(layout: BoardLayout, square: Square) -> str:
    """Return which of the specially marked squares this is, or ""."""
    if square in layout.marked:
        return "throne" if square == layout.throne else "corner"
    piece = layout.start.get(square)
    return piece.side.value if piece else ""


def _role(base: str, kind: str) -> str:
    return f"{base}.{kind}" if kind else base


def _square(layout: BoardLayout, grid: Grid, square: Square) -> Shape:
    x, y = grid.corner(square)
    return Rect(x, y, grid.cell, grid.cell, _role("board.square", _kind(layout, square)))


def _lines(grid: Grid) -> tuple[Shape, ...]:
    """The lines between squares; those at the part's edges belong to the border."""
    right, low = grid.x + grid.width, grid.y + grid.height
    down = (grid.x + i * grid.cell for i in range(1, grid.files))
    across = (grid.y + i * grid.cell for i in range(1, grid.ranks))
    return (
        *(line((x, grid.y), (x, low), "board.line") for x in down),
        *(line((grid.x, y), (right, y), "board.line") for y in across),
    )


def _ornament(layout: BoardLayout, grid: Grid, square: Square, look: Look) -> tuple[Shape, ...]:
    """A roundel on the throne and knots in the corners; on small squares rosettes of as many petals as suit them."""
    kind = _kind(layout, square)
    if kind not in ("throne", "corner"):
        return ()
    centre = grid.centre(square)
    if (own := look.art.mark(kind)) is not None:
        return own.within(*centre, _OWN_MARK * grid.cell, f"board.{kind}.ornament")
    if grid.cell >= _KNOTTED:
        return _roundel(centre, grid.cell, look) if kind == "throne" else _knot(centre, grid.cell, look)
    radius = 0.36 * grid.cell
    return (
        Circle(*centre, radius + 0.055 * grid.cell, f"board.{kind}.ring"),
        Path(_rosette(kind, centre, radius, look), f"board.{kind}.ornament"),
    )


def _rosette(kind: str, centre: Point, radius: float, look: Look) -> tuple[Segment, ...]:
    return foil(centre, radius, *_PETALS[look.face.throne if kind == "throne" else look.face.corner])


def _roundel(centre: Point, cell: float, look: Look) -> tuple[Shape, ...]:
    from taflkit.ornament.roundels import draw_roundel  # noqa: PLC0415

    return draw_roundel(look.face.throne, *centre, 0.4 * cell, "board.throne.spiral")


def _knot(centre: Point, cell: float, look: Look) -> tuple[Shape, ...]:
    side = 0.8 * cell
    knot = look.store.of(_knot_form, side, look.face.corner, look.ornament.edged)
    return (Shown(knot, translate(centre[0] - side / 2, centre[1] - side / 2)),)


def _knot_form(side: float, name: str, edged: bool) -> Form:
    from taflkit.ornament.panels import knot_square  # noqa: PLC0415
    from taflkit.ornament.patterns import PLAIN  # noqa: PLC0415

    return Form(knot_square(side, name, "board.corner.knot", PLAIN._replace(edged=edged)))


def _pegs(layout: BoardLayout, grid: Grid, look: Look) -> tuple[Shape, ...]:
    """Holes in a plain field as on the board of Ballinderry, rings at the centre and in the corners."""
    from taflkit.ornament.pegs import corner_mark, peg_holes, ring_mark  # noqa: PLC0415

    middle = (grid.x + grid.width / 2, grid.y + grid.height / 2)
    shapes: list[Shape] = [Rect(grid.x, grid.y, grid.width, grid.height, "board.square"), *_grounds(layout, grid, look)]
    for square in grid.squares():
        kind, centre = _kind(layout, square), grid.centre(square)
        if (own := look.art.mark(kind)) is not None:
            shapes += own.within(*centre, _OWN_MARK * grid.cell, f"board.{kind}.ornament")
        elif kind == "throne":
            shapes += ring_mark(centre, 0.44 * grid.cell, 0.035 * grid.cell, "peg")
        elif kind == "corner":
            across, down = (1 if a < b else -1 for a, b in zip(centre, middle, strict=True))
            corner = (centre[0] - across * grid.cell / 2, centre[1] - down * grid.cell / 2)
            shapes.append(corner_mark(corner, middle, 0.97 * grid.cell, 0.035 * grid.cell, "peg"))
        elif kind:
            shapes.append(Circle(*centre, 0.26 * grid.cell, _role("board.point", kind)))
    centres = tuple(grid.centre(square) for square in grid.squares())
    return (*shapes, *peg_holes(centres, 0.09 * grid.cell, "peg"))


def _points(layout: BoardLayout, grid: Grid, look: Look) -> tuple[Shape, ...]:
    """Lines through the middles of the cells, discs where pieces stand at the start, collars round noble points."""
    half = grid.cell / 2
    last = layout.size - 1
    # a line ends at the outermost point, or runs on where only a part of the board is shown
    left = grid.x + (half if grid.file == 0 else 0)
    right = grid.x + grid.width - (half if grid.file + grid.files - 1 == last else 0)
    top = grid.y + (half if grid.rank + grid.ranks - 1 == last else 0)
    low = grid.y + grid.height - (half if grid.rank == 0 else 0)
    down = (grid.x + half + i * grid.cell for i in range(grid.files))
    across = (grid.y + half + i * grid.cell for i in range(grid.ranks))
    shapes: list[Shape] = [
        Rect(grid.x, grid.y, grid.width, grid.height, "board.point.ground"),
        *_grounds(layout, grid, look, "board.square"),
    ]
    shapes += [line((x, top), (x, low), "board.point.line") for x in down]
    shapes += [line((left, y), (right, y), "board.point.line") for y in across]
    for square in grid.squares():
        kind = _kind(layout, square)
        if kind:
            shapes.append(Circle(*grid.centre(square), _POINT_SIZES[kind] * grid.cell, _role("board.point", kind)))
        if (own := look.art.mark(kind)) is not None:
            shapes += own.within(*grid.centre(square), 1.2 * _POINT_SIZES[kind] * grid.cell, f"board.{kind}.ornament")
            shapes.append(Circle(*grid.centre(square), _COLLAR * grid.cell, f"board.point.{kind}.collar"))
        elif kind in ("throne", "corner"):
            petals = _rosette(kind, grid.centre(square), 0.8 * _POINT_SIZES[kind] * grid.cell, look)
            shapes.append(Path(petals, f"board.{kind}.ornament"))
            shapes.append(Circle(*grid.centre(square), _COLLAR * grid.cell, f"board.point.{kind}.collar"))
    return tuple(shapes)


def draw_section(
    board: Form, section: Section, measures: Measures, bleed: float = 0.0, tabs: Sequence[Seam] = ()
) -> tuple[Group, float, float]:
    """Return a section cut out of the whole board, its top left corner at the origin, with its width and height.

    The art runs on over the cuts, because every section shows the same board through its own window. The window is
    larger than the section by the bleed, and shows there what its neighbours begin with.

    Args:
        board: the whole board's art.
        section: the section.
        measures: how large the board's art is.
        bleed: how far the window reaches beyond the section, in mm.
        tabs: the seams where it carries a tab, which is not cut off there and has a bleed of its own.
    """
    place = measures.place(section)
    window = Group((Shown(board, clip=_window(place, bleed, tabs)),), translate(-place.left, -place.top))
    return window, place.width, place.height


def _window(place: SectionPlace, bleed: float, tabs: Sequence[Seam]) -> Rect | Path:
    """Return the outline of a section with its bleed, which has notches where tabs are."""
    if not tabs or bleed <= 0:
        return grown(Rect(*place, "cut"), bleed)
    left, top, width, height = place
    right, low = left + width, top + height
    points: list[Point] = []
    edges: tuple[tuple[Edge, Point, Point, float], ...] = (
        ("upper", (left, top), (1, 0), width),
        ("right", (right, top), (0, 1), height),
        ("lower", (right, low), (-1, 0), width),
        ("left", (left, low), (0, -1), height),
    )
    notches = [_notches(side, length, tabs) for side, _, _, length in edges]
    for number, (_, (x, y), (dx, dy), length) in enumerate(edges):
        # clockwise, outside is on the left hand
        out_x, out_y = dy * bleed, -dx * bleed
        before = notches[number - 1]
        after = bool(before) and before[-1][1] > edges[number - 1][3] - _CORNER
        begins = [0.0 if after else -bleed]
        # where a tab reaches a corner, the bleed of the other side ends at it
        for start, end in notches[number]:
            if start > _CORNER:
                points += [(x + dx * at + out_x, y + dy * at + out_y) for at in (*begins, start)]
            elif not after:
                points.append((x - dx * bleed, y - dy * bleed))
            inner = (end,) if after and start <= _CORNER else (start, end)
            points += [(x + dx * at, y + dy * at) for at in inner]
            begins = [end] if end < length - _CORNER else []
        points += [(x + dx * at + out_x, y + dy * at + out_y) for at in begins]
    return Path(polygon(points), "cut")


def _notches(side: Edge, length: float, tabs: Sequence[Seam]) -> list[tuple[float, float]]:
    """Return where tabs begin and end along a side that is followed clockwise, in mm from where it begins."""
    found = []
    for seam in tabs:
        if seam.side == side:
            start = seam.y if seam.upright else seam.x
            if side in ("lower", "left"):
                start = length - start - seam.length
            found.append((start, start + seam.length))
    united: list[tuple[float, float]] = []
    for start, end in sorted(found):
        begin = united.pop()[0] if united and start - united[-1][1] < _CORNER else start
        united.append((begin, end))
    return united
