"""Games for tests, written as a user's own would be: layouts of many sizes, and the shipped one in one folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from support import ROOT

__all__ = ["WORDY", "cross_picture", "whole_game", "write_game"]

WORDY = f'[text.booklet]\nhistory.title = "Long ago"\nhistory.paragraphs = ["{"Many words are here. " * 400}"]\n'
"""Words of a game of one's own, too many for a booklet of four pages."""
SHARED = ROOT / "templates"


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


def whole_game(folder: Path) -> Path:
    """Write Brandub in English with all that it shares with other games as a folder, and return the folder."""
    shutil.copytree(SHARED / "games" / "brandub", folder)
    for part in ("figures", "text/en"):
        for file in (SHARED / part).rglob("*.toml"):
            _join(file, folder / file.relative_to(SHARED))
    (folder / "text" / "en" / "printer-test.toml").unlink()  # no game's
    shutil.copy(SHARED / "proofs.toml", folder)
    return folder


def _join(shared: Path, own: Path) -> None:
    """Put a shared file beside a game's own tables: their plain keys in front, their tables behind."""
    plain, tables = "", ""
    if own.exists():
        plain, bracket, tables = own.read_text(encoding="utf-8").partition("\n[")
        tables = f"{bracket}{tables}"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(f"{plain}\n{shared.read_text(encoding='utf-8')}\n{tables}", encoding="utf-8")


def card_sentences(count: int) -> str:
    """Return the cards of a game whose text has so many groups more, of some four lines each."""
    said = "Whoever has read as far as this may rest for a while, drink something, and look out of the window. " * 2
    table = '[[text.cards.sentence]]\nrule = "{}"\nrests = ["custody"]\ntext = "Number {}: {}"\n'
    # by turns, so that none continues the group before it
    names = ("moving", "capturing")
    return "\n".join(table.format(names[number % 2], number, said.strip()) for number in range(count))


FULL_CARDS = card_sentences(4) + (
    '[[text.cards.sentence]]\nrule = "capturing"\nrests = ["custody"]\n'
    f'text = "{"One line more, and another one. " * 4}"\n'
)
"""The cards of a game of 7 x 7 whose text leaves no room for a figure."""
