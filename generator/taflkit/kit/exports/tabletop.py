"""A kit for Tabletop Simulator: a saved object with board, pieces, cards and booklet, and the pictures that it shows.

The file is put into the game's folder Saves/Saved Objects. Its fields are those of the classes SaveState and
ObjectState in the game's own documentation (Berserk-Games/Tabletop-Simulator-Knowledge-Base,
docs/custom-content/save-file-format.md, and custom-tile.md beside it) and, of later versions, those of the npm
package @typed-tabletop-simulator/declaration (src/objectData.d.ts) and of Benjamin-Dobell/tts-types
(tts/ObjectState.def.lua): CustomTile with Type 0 for a box and 2 for a circle, CustomPDF with PDFUrl, and
AttachedSnapPoints, whose places are in the object's own measure, before it is scaled.

A unit of the game is about an inch (custom-tile.md, Thickness). A stretched tile of scale 1 is two units wide: in
Esper-lvl4/ZX_TT_Mod, wiki-parser/saved_objects/table_replacement.js, two of scale 38 lie edge to edge at 38 and -38. An
object turned by 180 degrees about the vertical lies upright for the player at the near side, who looks along z.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.shapes import Drawing, Layer, Shape, Shown, without_layers
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press, open_press
from taflkit.kit.components import NaturalParts
from taflkit.kit.exports.parts import Export, ExportFile, Wanted
from taflkit.kit.options import KitSpec, export_name
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.tafl import Piece, Square
from taflkit.typesetting.lines import title_text
from taflkit.words.phrases import begun

_UNIT = 25.4
"""Millimetres in a unit of the game."""
_MOST_PIXELS = 4096
"""The most pixels a side: as a good general rule, pictures are kept within 4096 x 4096
(kb.tabletopsimulator.com/custom-content/asset-creation, Max Resolution)."""
_THUMBNAIL_PIXELS = 256  # of the picture that the game lists the object with
_BOX = 0
_CIRCLE = 2

# units
_TILE = 2.0  # the width of a tile of scale 1
_THICKNESS = 0.2  # of tiles
_TABLE = 1.0  # the height of the board over the ground, just above the table
_APART = 1.0  # between the board and the pieces beside it
_BOOKLET_APART = 6.0  # from the board's edge to the booklet

_Object = dict[str, Any]


def export_tabletop(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:
    """Return a kit as a saved object, with a picture for its list, and the files that it shows.

    The king is a counter like the others, and counters are flat, as the game has no paper; squares and counters are as
    large as those of the kit. Nothing is cut, and so a bleed changes nothing. Where the files can be fetched from is
    part of the object.

    Raises:
        TaflkitError: see export_kit.
    """
    with open_press(catalog, spec._replace(bleed=None)) as press:
        # addresses differ in signs that no name can have
        url = [f"url-{sha256(wanted.url.encode()).hexdigest()[:8]}"] if wanted.url else []
        stem = export_name(catalog, press.facts.book, spec, "tts", [*wanted.resolution, *url])
        return Export(stem, tuple(_TableLayout(press, stem, wanted).files()), press.paints)


class _TableLayout:
    """Lays one kit on a table."""

    def __init__(self, press: Press, stem: str, wanted: Wanted) -> None:
        facts = press.facts
        request = facts.plan.request._replace(counters="flat", king="flat", join="butt")
        self._press, self._stem, self._wanted = press, stem, wanted
        self._book, self._plan, self._wants = facts.book, replace(facts.plan, request=request), facts.spec.parts
        self._parts = NaturalParts.of(
            facts.book, self._plan, press.look, press.typesetter, two_sided=facts.spec.two_sided
        )
        self._cards = {part.name: part for page in facts.pages.of("front") for part in page.sheet.of_a_set}
        self._cards = {name: part for name, part in self._cards.items() if part.kind == "card"}
        self._board_units = self._plan.board_size / _UNIT
        self._guids: set[str] = set()

    def files(self) -> Iterator[ExportFile]:
        """Yield the object first, then the files that it shows."""
        shown: list[ExportFile] = []
        if "board" in self._wants:
            shown.append(self._picture("board", Shown(self._parts.board), (self._plan.board_size,) * 2))
        for piece in Piece if "counters" in self._wants else ():
            name, side = piece.name.lower(), self._plan.counter_size
            counter = PlacedPart("counter", f"{name}-1", 0.0, 0.0, side, side, False, (0.0, 0.0, side, side))
            shown.append(self._picture(f"counter-{name}", self._parts.draw(counter), (side, side)))
        for name, part in self._cards.items():
            shown.append(self._picture(name, self._parts.draw(part), part.art[2:]))
            if self._parts.two_sided:
                shown.append(self._picture(f"{name}-back", self._parts.draw(part, behind=True), part.art[2:]))
        listed = shown[0].content if shown else None
        if self._press.booklet:
            shown.append(ExportFile("booklet.pdf", "pdf", self._press.document(self._press.booklet)))
        if not shown:
            raise TaflkitError("there is nothing to put on the table; name some of the parts", choice="parts")
        saved = {
            "SaveName": title_text(self._book.title),
            "GameMode": "",
            "Date": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "",
            "Sky": "",
            "Note": "",
            "Rules": "",
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "ObjectStates": [*self._objects()],
        }
        text = json.dumps(saved, indent=2, ensure_ascii=False) + "\n"
        yield ExportFile(f"{self._stem}.json", "json", text, note="for Saves/Saved Objects")
        if isinstance(listed, Drawing):
            dpi = _within(_THUMBNAIL_PIXELS, (listed.width, listed.height))
            yield ExportFile(f"{self._stem}.png", "png", listed, dpi, "its picture in the game's list")
        yield from shown

    def _picture(self, name: str, shape: Shape, size: tuple[float, float]) -> ExportFile:
        """Return a part's picture at its trim; art that runs on beyond that fills the corners round a counter."""
        drawing = Drawing(*size, without_layers((shape,), frozenset({Layer.CUT})), f"{self._book.title}, {name}")
        dpi = min(self._wanted.dpi, _within(_MOST_PIXELS, size))
        return ExportFile(f"{name}.png", "png", drawing, dpi)

    def _objects(self) -> Iterator[_Object]:
        """Yield the objects on the table."""
        side, layout, texts = self._board_units, self._book.variant.layout, self._book.texts
        if "board" in self._wants:
            board = self._tile("board", "board", title_text(self._book.title), (0.0, _TABLE, 0.0), (side, side))
            # the squares' middles on the board's upper side, in its own measure
            scale, ranks = side / _TILE, range(self._plan.request.size)
            middles = [self._place(Square(file, rank)) for rank in ranks for file in ranks]
            points = [{"x": _number(-x / scale), "y": _THICKNESS, "z": _number(-z / scale)} for x, z in middles]
            yield {**board, "Locked": True, "AttachedSnapPoints": [{"Position": point} for point in points]}
        if "counters" in self._wants:
            across = self._plan.counter_size / _UNIT
            for square, piece in layout.start.items():
                kind = piece.name.lower()
                x, z = self._place(square)
                place = (x, _TABLE + _THICKNESS, z)
                called = texts.words.piece(piece)
                yield self._tile(f"{kind}-{square}", f"counter-{kind}", called, place, (across, across), _CIRCLE)
        for number, (name, part) in enumerate(self._cards.items()):
            width, height = (length / _UNIT for length in part.art[2:])
            z = (0.5 - number) * (height + _APART)
            x = side / 2 + _APART + width / 2
            words = texts.cards.attackers if "attackers" in name else texts.cards.defenders
            card = self._tile(name, name, title_text(words.title), (x, _TABLE, z), (width, height))
            if self._parts.two_sided:
                card["CustomImage"]["ImageSecondaryURL"] = self._address(f"{name}-back.png")
            yield card
        if self._press.booklet:
            place = (-side / 2 - _BOOKLET_APART, _TABLE, 0.0)
            url = {"PDFUrl": self._address("booklet.pdf"), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
            called = title_text(self._book.names["ruleset"])
            yield {**self._object("booklet", "Custom_PDF", called, place, (1.0, 1.0)), "CustomPDF": url}

    def _place(self, square: Square) -> tuple[float, float]:
        """Return where a square's middle is, in units right of the board's middle and away from the near side."""
        middle = (self._plan.request.size - 1) / 2
        cell = self._plan.cell / _UNIT
        return (square.file - middle) * cell, (square.rank - middle) * cell

    def _tile(
        self,
        name: str,
        picture: str,
        called: str,
        place: tuple[float, float, float],
        size: tuple[float, float],
        kind: int = _BOX,
    ) -> _Object:
        """Return a tile with its picture on both sides."""
        scales = size[0] / _TILE, size[1] / _TILE
        url = self._address(f"{picture}.png")
        tile = {"Type": kind, "Thickness": _THICKNESS, "Stackable": False, "Stretch": True}
        image = {"ImageURL": url, "ImageSecondaryURL": url, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": tile}
        return {**self._object(name, "Custom_Tile", called, place, scales), "CustomImage": image}

    def _object(
        self, name: str, kind: str, called: str, place: tuple[float, float, float], scales: tuple[float, float]
    ) -> _Object:
        """Return the fields that every object has, with a GUID that no other has."""
        guid = sha256(f"{self._stem} {name}".encode()).hexdigest()[:6]
        while guid in self._guids:
            guid = sha256(f"{guid} {len(self._guids)}".encode()).hexdigest()[:6]
        self._guids.add(guid)
        transform = dict(zip(("posX", "posY", "posZ"), map(_number, place), strict=True))
        transform |= {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        transform |= {"scaleX": _number(scales[0]), "scaleY": 1.0, "scaleZ": _number(scales[1])}
        return {
            "GUID": guid,
            "Name": kind,
            "Transform": transform,
            "Nickname": begun(called),
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": False,
            "Hands": False,
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
        }

    def _address(self, file: str) -> str:
        base = self._wanted.url or self._wanted.address(self._stem)
        return f"{base.rstrip('/')}/{quote(file)}"


def _within(pixels: int, size: tuple[float, float]) -> float:
    """Return the pixels to the inch of a picture of a size in mm, which has no more pixels a side than these."""
    # a picture has another pixel for any part of one
    return (pixels - 0.1) * 25.4 / max(size)


def _number(value: float) -> float:
    """Return a number with six decimals, and no zero below zero."""
    return round(value, 6) + 0.0
