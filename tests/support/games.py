"""Layouts of many sizes for tests, written as a user's own game would be."""

from __future__ import annotations

from pathlib import Path

__all__ = ["cross_picture", "write_game"]


def cross_picture(size: int, reach: int) -> str:
    """Return a start picture: the king in the middle, `reach` men in each direction, then as many attackers."""
    middle = size // 2
    rows = [["."] * size for _ in range(size)]
    rows[middle][middle] = "K"
    for step in range(1, min(2 * reach, middle) + 1):
        letter = "T" if step <= reach else "t"
        for file, rank in ((step, 0), (-step, 0), (0, step), (0, -step)):
            rows[middle + rank][middle + file] = letter
    return "\n".join("".join(row) for row in rows)


def write_game(folder: Path, picture: str, title: str = "My game", extra: str = "") -> Path:
    """Write a game as one TOML file and return its path."""
    file = folder / "mygame.toml"
    file.write_text(f'{extra}\n[layout]\ntitle = "{title}"\nstart = """\n{picture}\n"""\n', encoding="utf-8")
    return file
