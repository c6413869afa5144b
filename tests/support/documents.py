"""The pages that users read: README.md and docs/, their tables, sections and commands."""

from __future__ import annotations

import re
import shlex

from support import ROOT

__all__ = ["CODE", "PAGES", "section", "statements", "table"]

CODE = re.compile(r"`([^`]+)`")
_FILES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
PAGES = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in _FILES}
"""The text of every page by its path, README first."""
_DOCUMENT = re.compile(r"<<'(\w+)'$")


def section(page: str, heading: str) -> str:
    """Return a page from a heading to the next of its level or above, with the headings below it."""
    begun = re.search(rf"(?m)^(#+) {re.escape(heading)}$", PAGES[page])
    assert begun is not None, f"{page} has no heading {heading}"
    text = PAGES[page][begun.end() :]
    return re.split(rf"(?m)^#{{1,{len(begun[1])}}} ", text)[0]


def table(page: str, head: str) -> dict[str, str]:
    """Return the second cells of a page's tables with a head, by each name that stands as code in the first."""
    found: dict[str, str] = {}
    for after in PAGES[page].split(f"| {head} |\n")[1:]:
        for row in after.partition("\n\n")[0].splitlines()[1:]:
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            for name in CODE.findall(cells[0]):
                assert name.split()[0] not in found, name
                found[name.split()[0]] = cells[1]
    assert found, f"{page} has no table with the head {head}"
    return found


def statements(script: str) -> list[str]:
    """Return the commands of a script, each with its here document and the lines that it goes on in."""
    found: list[str] = []
    lines = iter(script.splitlines())
    for line in lines:
        if not shlex.split(line.partition("<<")[0].rstrip("\\"), comments=True):
            continue
        whole = [line]
        while whole[-1].endswith("\\"):
            whole.append(next(lines))
        if ends := _DOCUMENT.search(line):
            while whole[-1] != ends[1]:
                whole.append(next(lines))
        found.append("\n".join(whole))
    return found
