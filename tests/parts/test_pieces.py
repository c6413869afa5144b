"""The pieces: devices that stay in their discs, and are those that their script draws."""

from __future__ import annotations

import subprocess
import sys
from math import hypot
from pathlib import Path

import pytest

from support import ROOT
from taflkit.drawing.look import Look, Ornament
from taflkit.drawing.shapes import Circle
from taflkit.drawing.shapes import Path as Curve
from taflkit.parts import devices
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import Piece

EDGED = Look(Ornament(edged=True))
SCRIPTS = ROOT / "scripts"


def test_the_devices_are_those_that_the_script_draws() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}); import make_devices; print(make_devices.module(), end='')"
    )
    made = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SCRIPTS.parent / "generator")},
    ).stdout
    assert made == Path(devices.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("diameter", [3.0, 4.4, 7.9, 8.0, 12.0, 38.0])
@pytest.mark.parametrize("piece", list(Piece))
def test_a_piece_has_its_diameter_and_its_device_stays_inside(piece: Piece, diameter: float) -> None:
    group = draw_piece(piece, diameter, EDGED)
    factor = group.transform[0]
    body = group.form.shapes[0]
    assert isinstance(body, Circle)
    radius = body.radius * factor
    assert 0.93 * diameter < 2 * radius < diameter
    for shape in group.form.shapes[1:]:
        if isinstance(shape, Curve):
            ends = [values[-2:] for _, values in shape.segments if values]
            assert max(hypot(x, y) for x, y in ends) * factor < radius, shape.role


@pytest.mark.parametrize("piece", list(Piece))
def test_a_small_piece_is_drawn_of_less(piece: Piece) -> None:
    small, large = ({shape.role for shape in draw_piece(piece, size, EDGED).form.shapes} for size in (5.0, 20.0))
    assert all(role.endswith(".small") for role in small)
    assert f"piece.{piece.name.lower()}.line" in large


def test_the_knot_is_one_strand_that_passes_under_itself_eight_times() -> None:
    assert [name for name in devices.KNOT if name.startswith("strand")] == [f"strand {n}" for n in range(1, 9)]
