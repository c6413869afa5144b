"""The parts of a kit in small, as the panels of the instructions show them on their sheets.

Small parts are the same drawings where they can be read, else simpler ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Form,
    Group,
    Path,
    Rect,
    Shape,
    Text,
    Transform,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
    walk,
)
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.cards import CARD_SIZE
from taflkit.parts.counters import draw_standing_face, strip_outline
from taflkit.parts.figures import draw_figure_piece
from taflkit.parts.marks.marks import lay_part
from taflkit.sheets.cuts import joined_shapes
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT
from taflkit.sums import total
from taflkit.tafl import BoardLayout, Piece, Side, Surface
from taflkit.typesetting.metrics import Fonts


class SmallBoard(Struct, frozen=True):
    """Draws the whole board's art in small; the side of a square and the border are in mm at its natural size."""

    layout: BoardLayout
    surface: Surface
    cell: float
    frame: float
    look: Look

    def drawn(self, scale: float) -> Form:
        """Return the board at a scale."""
        return draw_board(self.layout, self.surface, self.cell * scale, self.frame * scale, self.look)


_PICTURE = 65.0  # mm: the side of the board that is drawn, and shown smaller
_SMALLER = 0.44  # the least scale it is shown at: its lines, of a fifth of a mm, can then be printed
_RIM = 0.94  # part of its slot that a small counter takes
_LEAST = 2.4  # mm: the least diameter of a piece with its device; a smaller one is a plain disc
_LEAST_FIGURE = 4.0  # mm: the least diameter of counters beside which a standing king is drawn as he is printed


def draw_small_piece(piece: Piece, diameter: float, look: Look, x: float, y: float, *, lying: bool = False) -> Shape:
    """Return a piece of a diameter in mm about (x, y); too small, or `lying` with thin lines, it is a plain disc."""
    fine = diameter < _LEAST or (lying and look.ornament.edged)
    return draw_figure_piece(piece, diameter, look, (x, y), fine=fine)


class SmallCard(Struct, frozen=True):
    """A card in its natural size: its words as bars, and the places of its figures."""

    bars: tuple[Rect, ...]
    boards: tuple[Rect, ...]

    @classmethod
    def of(cls, card: Group, fonts: Fonts) -> SmallCard:
        """Return a card from its drawing."""
        texts = ((shape, place) for shape, place in walk((card,)) if isinstance(shape, Text))
        return cls(tuple(_bar(*each, fonts) for each in texts), tuple(_boards(card, IDENTITY)))


def _bar(text: Text, place: Transform, fonts: Fonts) -> Rect:
    """Return the bar that stands for a line of text."""
    a, _, _, d, x, y = place
    wide = fonts.face(text.font).set_word(text.text.rstrip())[2] * text.size + total(text.adjust)
    top = text.y - (_MIDDLE + _BAR / 2) * text.size
    return Rect(a * text.x + x, d * top + y, a * wide, d * _BAR * text.size, "text.label")


def _boards(shape: Shape, outer: Transform) -> Iterator[Rect]:
    """Yield the places of the figures in a drawing, which are cut off at the edges of their boards."""
    if isinstance(shape, Group):
        transform = multiply(outer, shape.transform)
        a, _, _, d, x, y = transform
        for child in shape.children:
            if shape.tag and shape.tag.role == "Figure" and isinstance(child, Group) and isinstance(child.clip, Rect):
                clip = child.clip
                yield Rect(a * clip.x + x, d * clip.y + y, a * clip.width, d * clip.height, "board.square")
            else:
                yield from _boards(child, transform)


class SmallParts(Struct, frozen=True):
    """Draws the parts of a plan's sheets, each in its place on its sheet, in parts of their natural size."""

    plan: Plan
    board: SmallBoard
    look: Look
    factor: float
    cards: tuple[tuple[Side, SmallCard], ...]

    def draw(self, part: PlacedPart) -> Shape:
        """Return a part: a section with its tabs or overlaps, a counter round, a folded one as two."""
        f = self.factor
        x, y, wide, high = part.art
        art = (x * f, y * f, wide * f, high * f)
        small = replace(part, x=part.x * f, y=part.y * f, width=part.width * f, height=part.height * f, art=art)
        wide, high = (small.height, small.width) if part.turned else (small.width, small.height)
        match part.kind:
            case "section":
                # the section's art from the board's, over the outlines of the strips that it carries
                _, *carried = joined_shapes(part, self.plan)
                strips = [Path.of(polygon([(x * f, y * f) for x, y in each]), "sheet.part") for each in carried]
                drawn = min(_PICTURE / self.plan.board_size, f / _SMALLER)
                section = next(section for section in self.plan.sections if section.name == part.name)
                board, _, _ = draw_section(self.board.drawn(drawn), section, self.plan.measures.scaled(drawn))
                placed = Group((board,), multiply(translate(*art[:2]), scale(f / drawn)))
                return Group((*strips, lay_part(small, placed)))
            case "counter":
                piece, middle = Piece[part.name.partition("-")[0].upper()], wide / 2
                faces: list[Shape] = [draw_small_piece(piece, _RIM * wide, self.look, middle, high - middle)]
                if high >= 1.5 * wide:
                    back = draw_small_piece(piece, _RIM * wide, self.look, 0.0, 0.0)
                    faces.insert(0, Group((back,), multiply(translate(middle, middle), rotate(180))))
                return lay_part(small, Group(tuple(faces)))
            case "standee":
                return lay_part(small, Group(self._standee(wide, high)))
            case _:
                return lay_part(small, Group(self.draw_card(Side(part.name.split("-")[1]), wide, high)))

    def draw_sheet(self, parts: Sequence[PlacedPart]) -> Form:
        """Return a small sheet without words, which kits in other modes and inks have too."""
        paper = Rect(0, 0, self.plan.paper.width * self.factor, self.plan.paper.height * self.factor, "sheet.paper")
        return Form((paper, *map(self.draw, parts)))

    def _standee(self, wide: float, high: float) -> tuple[Shape, ...]:
        d = high / (2 * (STANDEE_FACE + STANDEE_FOOT))
        middle = translate(wide / 2, high / 2)
        shapes = [Group((Path.of(polygon(strip_outline(d)), "sheet.part"),), middle)]
        for behind, at in ((False, middle), (True, multiply(middle, rotate(180)))):
            if d >= _LEAST_FIGURE:
                face: tuple[Shape, ...] = (draw_standing_face(d, self.look, behind=behind),)
            else:
                # a crowned head over a body
                head, body, low = 0.17 * d, 0.3 * d, STANDEE_FACE * d
                robe = ((-0.6 * body, 0.62 * d), (0.6 * body, 0.62 * d), (body, 0.97 * low), (-body, 0.97 * low))
                role = f"standee.{'throne' if behind else 'figure'}{'.line' if self.look.ornament.edged else ''}"
                face = (Circle(0.0, 0.4 * d, head, role), Path.of(polygon(robe), role))
            shapes.append(Group(face, at))
        return tuple(shapes)

    def draw_card(self, side: Side, wide: float, high: float) -> tuple[Shape, ...]:
        """Return a card with its words as bars, and a board for each of its figures; large print has larger cards."""
        card, f = dict(self.cards)[side], wide / CARD_SIZE[0]
        return (
            Rect(0, 0, wide, high, "card.ground"),
            *(Rect(bar.x * f, bar.y * f, bar.width * f, max(0.12, bar.height * f), bar.role) for bar in card.bars),
            *(
                Rect(board.x * f, board.y * f, board.width * f, board.height * f, role)
                for board in card.boards
                for role in ("board.square", "panel.line")
            ),
        )


_BAR = 0.3  # em: the height of the bar that stands for words
_MIDDLE = 0.22  # em: its middle above their line
