"""Write templates/hyphens/LANGUAGE.txt: where words of the shipped texts may be broken, in each language.

Loading a hyphenation dictionary costs more than building a kit, so the words are broken here, once. Needs the
`data` extra, and for Irish, which pyphen has no dictionary for, npm and node. Run it after changing a text; a test says
when it is due.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import polib
import pyphen

from taflkit.sheets.paper import PAPERS

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
SHORTEST, SHORTEST_BROKEN = 5, 6
"""How many letters a word has that the setter asks for, and one that may be broken."""
BEFORE, AFTER = 2, 3
"""How many letters a part of a word has at least before and after a hyphen."""
SOFT_HYPHEN = "\u00ad"
DICTIONARIES = {"da": "da_DK", "de": "de_DE", "en": "en_GB", "fr": "fr"}
"""The dictionaries of languages that pyphen has several of, or another name for."""
PATTERNS = "hyphen@1.14.1"
"""The npm package with TeX's patterns, for languages that pyphen has no dictionary for."""

# Words of Irish, Norse, Welsh and Latin, and names, which the dictionaries of other languages break wrongly.
NAMES = {
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
    "ockelbo": "ockel-bo",
    "peniarth": "peni-arth",
    "shetland": "shet-land",
    "storhaug": "stor-haug",
    "toftanes": "tofta-nes",
}
BY_HAND = {
    "en": {
        "manuscript": "manu-script",
        "storytellers": "story-tellers",
        "attacker": "at-tack-er",
        "defenders": "de-fend-ers",
        "defender": "de-fend-er",
    },
}
"""Words of a language that its dictionary breaks wrongly."""
REPAIRS = {
    "da": {
        r"^(en|to|tre|ni)-?og-?": r"\1-og-",
        r"^fi-reog-?": "fire-og-",
        r"^fe-mog-?": "fem-og-",
        r"^seksog-?": "seks-og-",
        r"^sy-vog-?": "syv-og-",
        r"^ot-teo-g-?": "ot-te-og-",
        "halvfjerds": "halv-fjerds",
        "^fo-re-": "fore-",
        "de-ri-mel": "der-imel",
        "destyk": "de-styk",
        "enk-le-ste": "enk-leste",
        "firklø": "fir-klø",
        "hob-byk-": "hob-by-k",
        "indstil": "ind-stil",
        "langski": "lang-ski",
        "læ-sesi": "læse-si",
        "liebø": "lie-bø",
        "mid-delal": "mid-del-al",
        "spilar": "spil-ar",
        "spy-dbun": "spyd-bun",
        "star-top": "start-op",
        "stå-lli": "stål-li",
        "sørø": "sø-rø",
        "søslag": "sø-slag",
        "taf-lweb": "tafl-web",
        "tå-lmo": "tål-mo",
        "udsmyk": "ud-smyk",
        "vilds-vi": "vild-svi",
    },
    "de": {
        "un-dacht-": "und-acht-",
        "fa-lz-": "falz-",
        "schwa-rz-": "schwarz-",
        "(che|wo-ge)ns-ten": r"\1n-sten",
        "paa-rwei": "paar-wei",
        "spie-lende": "spiel-ende",
        "tawlb-": "tawl-b",
        "ti-on([ae])": r"tio-n\1",
        "schachan-": "schach-an-",
    },
}
"""Parts of broken words that a dictionary breaks wrongly, compounds above all, and what stands for them."""


def strings(value: object) -> Iterator[str]:
    """Yield every string of a TOML value that a kit may print."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def texts_of(language: str) -> Iterator[str]:
    """Yield the texts of a language that kits may print: in English those of rulesets and boards too."""
    if language != "en":
        folder = TEMPLATES / "languages" / language
        yield from strings(tomllib.loads((folder / "grammar.toml").read_text(encoding="utf-8")))
        for file in folder.glob("*.po"):
            if file.stem != "site":
                yield from (entry.msgstr for entry in polib.pofile(str(file)) if not entry.obsolete)
        return
    for file in (*(TEMPLATES / "text" / "en").glob("*.toml"), *(TEMPLATES / "games").rglob("*.toml")):
        if file.parent.name != "figures":
            yield from strings(tomllib.loads(file.read_text(encoding="utf-8")))


def shipped_words(language: str) -> dict[str, str]:
    """Return the words of all texts of a language and of papers that are long enough to be broken.

    Each is in lower case with the hyphens that its text has, which are mostly none.
    """
    words = {paper.label.lower(): "" for paper in PAPERS.values()}
    for text in texts_of(language):
        for word in re.findall(rf"[^\W\d_](?:{SOFT_HYPHEN}?[^\W\d_])*", text.lower()):
            plain = word.replace(SOFT_HYPHEN, "")
            words[plain] = words.get(plain) or (word.replace(SOFT_HYPHEN, "-") if word != plain else "")
    return {word: broken for word, broken in words.items() if len(word) >= SHORTEST}


def without_single_letters(word: str) -> str:
    """Join letters that would stand alone between two hyphens to what follows: "fed-er-a-tion" is "fed-er-ation"."""
    return re.sub(r"-(\w)-", r"-\1", word)


def dictionary_of(language: str) -> Callable[[Iterable[str]], dict[str, str]]:
    """Return a function that gives words with hyphens where they can be broken, by the words."""
    name = pyphen.language_fallback(DICTIONARIES.get(language, language))
    if not name:
        return lambda words: broken_by_patterns(language, list(words))
    dictionary = pyphen.Pyphen(lang=name, left=BEFORE, right=AFTER)
    return lambda words: {word: dictionary.inserted(word) for word in words}


def broken_by_patterns(language: str, words: list[str]) -> dict[str, str]:
    """Return words as TeX's patterns of a language break them, or as they are where there are none."""
    program = (
        "const [name, words] = JSON.parse(require('fs').readFileSync(0));"
        "const {hyphenateSync} = require(name);"
        "console.log(JSON.stringify(words.map(word => hyphenateSync(word, {hyphenChar: '-', minWordLength: 5}))))"
    )
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "install", PATTERNS, "--silent", "--no-save", "--prefix", folder], check=True)
        if not (Path(folder) / "node_modules" / "hyphen" / language).is_dir():
            return {word: word for word in words}
        given = json.dumps([f"{folder}/node_modules/hyphen/{language}", words])
        told = subprocess.run(["node", "-e", program], input=given, capture_output=True, text=True, check=True).stdout
    return {word: with_ends(broken) for word, broken in zip(words, json.loads(told), strict=True)}


def with_ends(word: str) -> str:
    """Return a broken word without hyphens that are too near to its ends."""
    parts = word.split("-")
    while len(parts) > 1 and len(parts[0]) < BEFORE:
        parts[:2] = ["".join(parts[:2])]
    while len(parts) > 1 and len(parts[-1]) < AFTER:
        parts[-2:] = ["".join(parts[-2:])]
    return "-".join(parts)


def hyphenated(language: str) -> list[str]:
    """Return the shipped words of a language with hyphens where they can be broken, in order.

    Those that cannot be broken are listed too, so that nobody needs to look them up.
    """
    words = shipped_words(language)
    by_hand = NAMES | {word: broken for word, broken in words.items() if broken} | BY_HAND.get(language, {})
    looked_for = [word for word in words if len(word) >= SHORTEST_BROKEN and word not in by_hand]
    found = dictionary_of(language)(looked_for)
    return [by_hand.get(word) or repaired(found.get(word, word), language) for word in sorted(words)]


def repaired(broken: str, language: str) -> str:
    """Return a broken word without the faults that the dictionary of its language is known for."""
    for fault, right in REPAIRS.get(language, {}).items():
        broken = re.sub(fault, right, broken)
    return without_single_letters(broken)


def main() -> None:
    """Write the list of every language."""
    (TEMPLATES / "hyphens").mkdir(exist_ok=True)
    for code in ("en", *sorted(folder.name for folder in (TEMPLATES / "languages").iterdir())):
        target = TEMPLATES / "hyphens" / f"{code}.txt"
        words = hyphenated(code)
        target.write_text("\n".join(words) + "\n", encoding="utf-8")
        print(f"{target.relative_to(ROOT)}: {len(words)} words")


if __name__ == "__main__":
    main()
