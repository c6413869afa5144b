"""Makes templates/devices/: an SVG file for each device of a piece, in hundredths of a millimetre.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone. The
devices are drawn in scripts/devices/.
"""

from __future__ import annotations

from pathlib import Path

from devices import POSTERS, SETS, STANDING
from devices.strokes import Device, Outline

TARGET = Path(__file__).resolve().parent.parent / "templates" / "devices"
PIECE, FACE, GROUND = (-10, -10, 20, 20), (-9, 0, 18, 30), (0, 0, 132, 194)
"""The views in mm: of a piece about its middle, a standing king's face from its fold down, a cover's ground."""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" {size} fill-rule="evenodd">
  <title>{name}</title>
  <desc>Made by scripts/make_devices.py.</desc>
{strokes}
</svg>
"""


def drawing(name: str, device: Device, view: tuple[int, int, int, int]) -> str:
    """Return a device's file."""
    strokes = "\n".join(f"  {path(stroke, edge)}" for stroke, edge in device.items())
    whole = " ".join(str(100 * side) for side in view)
    size = f'width="{view[2]}mm" height="{view[3]}mm" viewBox="{whole}"'
    return SVG.format(name=name, size=size, strokes=strokes)


def path(name: str, outline: Outline) -> str:
    """Return a stroke's element, which has its name with hyphens."""
    words = [word for letter, values in outline for word in (letter, *(str(round(v * 100)) for v in values))]
    return f'<path id="{name.replace(" ", "-")}" d="{" ".join(words)}"/>'


def drawings() -> dict[str, str]:
    """Return every device's file by the device's name, those of the standing king and of covers last."""
    made = {name: drawing(name, device, PIECE) for drawn in SETS for name, device in drawn.items()}
    made |= {name: drawing(name, device, FACE) for name, device in STANDING.items()}
    return made | {f"posters/{name}": drawing(name, device, GROUND) for name, device in POSTERS.items()}


if __name__ == "__main__":
    (TARGET / "posters").mkdir(parents=True, exist_ok=True)
    for name, text in drawings().items():
        (TARGET / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"written: {name}.svg")
