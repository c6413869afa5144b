"""Write templates/hyphens/en.txt: where the words of the shipped texts may be broken.

Loading a hyphenation dictionary costs more than building a kit, so the words are broken here, once. Needs the
`data` extra. Run it after changing a text; a test says when it is due.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pyphen

from taflkit.sheets.paper import PAPERS

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "templates" / "hyphens" / "en.txt"
SHORTEST, SHORTEST_BROKEN = 5, 6
"""How many letters a word has that the setter asks for, and one that may be broken."""

# Words of Irish, Norse, Welsh and Latin, and names, which an English dictionary breaks wrongly.
BY_HAND = {
    "hnefatafl": "hnefa-tafl",
    "brandub": "bran-dub",
    "branán": "branán",
    "senórach": "senórach",
    "ballinderry": "ballin-derry",
    "knockanboy": "knock-an-boy",
    "waterford": "water-ford",
    "downpatrick": "down-patrick",
    "macwhite": "mac-white",
    "taflkit": "tafl-kit",
    "brandubh": "bran-dubh",
    "cyningstan": "cyning-stan",
    "garamond": "gara-mond",
    "antiqua": "anti-qua",
    "acallam": "acallam",
    "gestumblindi": "gestum-blindi",
    "gwiliwch": "gwiliwch",
    "gwyddbwyll": "gwydd-bwyll",
    "gånågis": "gånågis",
    "manuscript": "manu-script",
    "ockelbo": "ockel-bo",
    "peniarth": "peni-arth",
    "shetland": "shet-land",
    "storhaug": "stor-haug",
    "storytellers": "story-tellers",
    "toftanes": "tofta-nes",
    "attacker": "at-tack-er",
    "defenders": "de-fend-ers",
    "defender": "de-fend-er",
}


def strings(value: object) -> Iterator[str]:
    """Yield every string of a TOML value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def shipped_words() -> set[str]:
    """Return the words of all English texts, of the games' rulesets and of papers that are long enough to be broken."""
    templates = ROOT / "templates"
    files = [*(templates / "text" / "en").glob("*.toml"), *(templates / "games").rglob("*.toml")]
    words = {paper.label.lower() for paper in PAPERS.values()}
    for file in files:
        if file.parent.name == "figures":
            continue
        for text in strings(tomllib.loads(file.read_text(encoding="utf-8"))):
            words.update(match.lower() for match in re.findall(r"[^\W\d_]+", text))
    return {word for word in words if len(word) >= SHORTEST}


def without_single_letters(word: str) -> str:
    """Join letters that would stand alone between two hyphens to what follows: "fed-er-a-tion" is "fed-er-ation"."""
    return re.sub(r"-(\w)-", r"-\1", word)


def hyphenated() -> list[str]:
    """Return the shipped words with hyphens where they can be broken, in order.

    Those that cannot be broken are listed too, so that nobody needs to look them up.
    """
    dictionary = pyphen.Pyphen(lang="en_GB", left=2, right=3)
    found = []
    for word in sorted(shipped_words()):
        if len(word) < SHORTEST_BROKEN:
            found.append(word)
            continue
        found.append(BY_HAND.get(word) or without_single_letters(dictionary.inserted(word)))
    return found


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("\n".join(hyphenated()) + "\n", encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(hyphenated())} words")
