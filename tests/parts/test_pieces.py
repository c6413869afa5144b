"""The pieces: devices that stay in their discs, and are those that their script draws."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import hypot

import pytest
from msgspec import structs

from support import ROOT
from taflkit.catalog.svg import read_art
from taflkit.drawing.look import DEVICES, KNOTS, POSTERS, Face, Look, Ornament
from taflkit.drawing.shapes import Circle, walk
from taflkit.drawing.shapes import Path as Curve
from taflkit.parts.counters import draw_piece, load_device
from taflkit.tafl import Piece

FULL, CUT = Look(), Look(Ornament(edged=True))
"""Looks in which pieces are drawn as in full ink, and as linocuts."""
SCRIPTS = ROOT / "scripts"
LEAST_GAP = 20.0
"""How far strokes are apart, in hundredths of a millimetre on a counter of 20 mm."""
FILES = ROOT / "templates" / "devices"
NAMES = sorted(file.relative_to(FILES).with_suffix("").as_posix() for file in FILES.rglob("*.svg"))


def bearing(piece: Piece, device: str, look: Look) -> Look:
    """Return a look in which a kind of piece bears a device."""
    return structs.replace(look, face=structs.replace(Face(), **{piece.name.lower(): device}))


def test_the_devices_are_those_that_the_script_draws() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}); import json, make_devices; "
        "print(json.dumps(make_devices.drawings()))"
    )
    made = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SCRIPTS.parent / "generator")},
    ).stdout
    there = {name: (FILES / f"{name}.svg").read_text(encoding="utf-8") for name in NAMES}
    assert json.loads(made) == there
    king = {"crown", "face", "seated", "plaits", "throne", "backrest", *(f"hem-{knot}" for knot in KNOTS)}
    assert set(there) == {*DEVICES, *king, *(f"posters/{name}" for name in POSTERS)}


@pytest.mark.parametrize("device", [name for name in NAMES if "/" not in name])
def test_the_file_of_a_device_shows_its_strokes(device: str) -> None:
    shown = read_art(FILES / f"{device}.svg", ())
    assert shown.inside
    left, top = (9, 0) if shown.height == 3000 else (10, 10)
    moved = [
        fill.placed(lambda x, y: (x + 100 * left, y + 100 * top), "") for fill in load_device(device).fills.values()
    ]
    assert list(shown.paths) == moved


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("piece", list(Piece))
def test_a_piece_has_its_diameter_and_its_device_stays_inside(piece: Piece, device: str) -> None:
    for diameter, look in product((3.0, 4.4, 7.9, 8.0, 12.0, 38.0), (FULL, CUT)):
        group = draw_piece(piece, diameter, bearing(piece, device, look))
        factor = group.transform[0]
        body = group.form.shapes[0]
        assert isinstance(body, Circle)
        radius = body.radius * factor
        assert 0.91 * diameter < 2 * radius < diameter
        for shape in group.form.shapes[1:]:
            if isinstance(shape, Curve):
                ends = [values[-2:] for _, values in shape.segments if values]
                assert max(hypot(x, y) for x, y in ends) * factor <= radius + 0.001, (shape.role, diameter)


@pytest.mark.parametrize("size", [5.0, 20.0])
@pytest.mark.parametrize("piece", list(Piece))
def test_a_device_keeps_off_the_edge_of_any_piece_and_fills_the_room_in_it(piece: Piece, size: float) -> None:
    room = {Piece.ATTACKER: 0.915, Piece.DEFENDER: 0.8 if size > 8 else 0.74, Piece.KING: 0.79}[piece]
    if piece is not Piece.DEFENDER and size < 8:
        # these have no edge inside the body's own
        room = 0.96
    for device in DEVICES:
        shown = draw_piece(piece, size, bearing(piece, device, FULL))
        drawn, place = next((shape, place) for shape, place in walk((shown,)) if ".device" in shape.role)
        assert isinstance(drawn, Curve)
        reach = max(hypot(*values[-2:]) for _, values in drawn.segments if values) * place[0] / (size / 2)
        assert 0.85 * room < reach < room, device


@pytest.mark.parametrize("size", [5.0, 20.0])
@pytest.mark.parametrize("piece", list(Piece))
def test_a_linocut_of_any_device_reaches_as_far_and_stays_inside_the_rings(piece: Piece, size: float) -> None:
    for device in DEVICES:
        _, rings, drawn = draw_piece(piece, size, bearing(piece, device, CUT)).form.shapes
        assert isinstance(rings, Curve)
        assert isinstance(drawn, Curve)
        inner, reach = (
            way(hypot(*values[-2:]) for letter, values in shape.segments if values)
            for shape, way in ((rings, min), (drawn, max))
        )
        assert 0.85 * inner < reach < 0.965 * inner, device


@pytest.mark.parametrize("piece", list(Piece))
def test_a_small_piece_is_drawn_of_less(piece: Piece) -> None:
    small, large = ([shape for shape, _ in walk((draw_piece(piece, size, FULL),))] for size in (5.0, 20.0))
    assert all(shape.role.endswith(".small") for shape in small)
    assert len(small) <= len(large)


def test_the_knot_is_one_strand_that_passes_under_itself_eight_times() -> None:
    assert [name for name in load_device("knot").fills if name.startswith("strand")] == [
        f"strand-{n}" for n in range(1, 9)
    ]


@pytest.mark.parametrize("device", DEVICES)
def test_no_stroke_of_a_device_touches_another(device: str) -> None:
    drawn = load_device(device).fills
    outlines = {name: tuple(flattened(stroke)) for name, stroke in drawn.items()}
    for (one, a), (other, b) in itertools.combinations(outlines.items(), 2):
        assert nearest(a, b) >= LEAST_GAP, (one, other)


def flattened(stroke: Curve) -> Iterator[tuple[float, float]]:
    """Yield points along a stroke, four on each curve and line."""
    here = (0.0, 0.0)
    for letter, values in stroke.segments:
        if letter == "C":
            (ax, ay), (bx, by, cx, cy, dx, dy) = here, values
            for t in (0.25, 0.5, 0.75, 1.0):
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                yield (
                    w[0] * ax + w[1] * bx + w[2] * cx + w[3] * dx,
                    w[0] * ay + w[1] * by + w[2] * cy + w[3] * dy,
                )
        elif letter == "L":
            for t in (0.25, 0.5, 0.75, 1.0):
                yield here[0] + t * (values[0] - here[0]), here[1] + t * (values[1] - here[1])
        here = (values[-2], values[-1]) if values else here


def nearest(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> float:
    """Return how near two outlines come, by their points."""
    return min(hypot(a - c, b - d) for a, b in one for c, d in other)
