"""Makes generator/taflkit/parts/devices/: a module for each device of a piece, as outlines in a disc of radius 10 mm.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone. The
devices are drawn in scripts/devices/.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from devices import SETS, STANDING
from devices.strokes import Device, Outline

TARGET = Path(__file__).resolve().parent.parent / "generator" / "taflkit" / "parts" / "devices"
MODULE = '''"""The device "{name}". Made by scripts/make_devices.py."""

__all__ = ["LINES", "STROKES"]

{strokes}

{lines}
'''


def table_text(name: str, outlines: dict[str, Outline]) -> str:
    """Return the strokes of a device as they stand in its module."""
    if not outlines:
        return f"{name}: dict[str, str] = {{}}"
    lines = [f"{name} = {{"]
    for stroke, outline in outlines.items():
        words = [word for letter, values in outline for word in (letter, *(str(round(v * 100)) for v in values))]
        data = broken(words)
        short = f'    "{stroke}": ("{data[0]}"),'
        one_line = len(data) == 1 and len(short) <= 120
        lines += [short] if one_line else [f'    "{stroke}": (', *(f'        "{line}"' for line in data), "    ),"]
    return "\n".join((*lines, "}"))


def broken(words: Sequence[str]) -> list[str]:
    """Return words in lines as ruff leaves them, a space behind each but the last."""
    if len(" ".join(words)) <= 110:
        return [" ".join(words)]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 104:
            lines.append("")
        lines[-1] += f"{word} "
    lines[-1] = lines[-1].rstrip()
    return lines


def module(name: str, device: Device) -> str:
    """Return the text of a device's module."""
    # a stroke whose line is its edge stands among the strokes already
    lines = {stroke: drawn.line for stroke, drawn in device.items() if drawn.line != drawn.outline}
    strokes = {stroke: drawn.outline for stroke, drawn in device.items()}
    return MODULE.format(name=name, strokes=table_text("STROKES", strokes), lines=table_text("LINES", lines))


def modules() -> dict[str, str]:
    """Return the text of every device's module by the device's name, those of the standing king last."""
    return {name: module(name, device) for drawn in (*SETS, STANDING) for name, device in drawn.items()}


if __name__ == "__main__":
    for name, text in modules().items():
        (TARGET / f"{name}.py").write_text(text, encoding="utf-8")
        print(f"written: {name}.py")
