"""Makes the fonts and font metrics in templates/fonts from their published sources.

Four faces come from EB Garamond (the Python package ``fontpkg-eb-garamond``), one from Uncial Antiqua (the
npm package ``@fontsource/uncial-antiqua``) with the letters of scripts/title_face.svg. Programs that know no OpenType
features, ReportLab among them, can set the results as they are: each face is static, its small capitals and lining
figures stand at the ordinary code points, and the kerning is in a metrics file beside it. The same sources give the
same bytes.

Needs the packages of the ``data`` extra, uharfbuzz and npm.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.resources
import io
import json
import subprocess
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import uharfbuzz
from fontTools.pens.boundsPen import BoundsPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._g_l_y_f import ROUND_XY_TO_GRID, Glyph, GlyphComponent
from fontTools.varLib.instancer import instantiateVariableFont

from kerning import LIGATURES, SEEN, SOFT_HYPHEN, find_kerns
from taflkit.typesetting.own_faces import right_edges
from title_face import drawn_letters, kerned_like, redraw

GARAMOND = "fontpkg-eb-garamond"
UNCIAL = "@fontsource/uncial-antiqua"
UNCIAL_VERSION = "5.3.0"

# 1 January 2026 in seconds since 1904, as the head table counts. Nothing else in a font depends on the clock.
MODIFIED = 3_850_070_400

TABLES = {"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}

DOTTED = "ḃċḋḟġṁṗṡṫ"
DOT, OGONEK = "\u0307", "\u0328"
MODELS = {DOT: "c", OGONEK: "e"}  # letters that carry these marks in every source
CHARACTERS = (
    "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x180)]))
    + DOTTED
    + DOTTED.upper()
    + "ǪǫǾǿȘșȚțẀẁẂẃẄẅẞỲỳ"
    + "\u2009\u2010\u2011–—‘’‚“”„†‡•…‰′″‹›€™←↑→↓−"
)

HYPHEN = "-"
NARROW_SPACE = "\u202f"
"""What is between a word and a sign of French; no line ends there."""
NARROW = 0.125
"""How wide it is in em; word spaces have 0.2 to 0.25."""

OVERHANGING = {"f", "j", "J", *LIGATURES.values()}

# Words whose width in the metrics must be what the source font gives them.
PROOF = """
    Éire Éoin Éigse branán Maoil Mac Raith Acallam na Senórach hnefatafl Brandub Þórr Ragnarök AVATAR To. Ty,
    Waterford difficult waffle fluffy office final “Yes,” ‘Wolf’ (f) f’s L’Óir T-shaped 10–15 1946 7×7 a1–g7
"""
# Words of which a pair may have a kern that is not seen.
OTHER_PROOF = """
    Angreifer Straße größer Übergänge „Könige“ nächsten château œuvre garçon où défenseurs l’élève Échecs brætspil
    Åben Ørn går »kongen« Ásgeir bhFéinn hÉireann
"""

UPRIGHT, SLANTED = "EBGaramond[wght].ttf", "EBGaramond-Italic[wght].ttf"
REGULAR, SEMIBOLD = 400, 600


@dataclass(frozen=True)
class Recipe:
    """One face to make: its names, whether initials are set in it, and what of EB Garamond it comes of, if it does."""

    name: str
    family: str
    style: str
    postscript_name: str
    garamond_file: str = ""
    weight: int = REGULAR
    features: tuple[str, ...] = ("lnum", "pnum")
    initials: bool = False


RECIPES = (
    Recipe("text", "EB Garamond", "Regular", "EBGaramond-Regular", UPRIGHT),
    Recipe("italic", "EB Garamond", "Italic", "EBGaramond-Italic", SLANTED),
    Recipe("bold", "EB Garamond SemiBold", "Regular", "EBGaramond-SemiBold", UPRIGHT, SEMIBOLD),
    Recipe(
        name="smallcaps",
        family="EB Garamond Small Caps",
        style="Regular",
        postscript_name="EBGaramondSmallCaps-Regular",
        garamond_file=UPRIGHT,
        features=("lnum", "pnum", "smcp"),
    ),
    Recipe("display", "Taflkit Uncial", "Regular", "TaflkitUncial-Regular", initials=True),
)


@dataclass(frozen=True)
class Sources:
    """The source fonts and licence texts, as their packages give them."""

    garamond: Mapping[str, bytes]
    garamond_licence: str
    garamond_version: str
    uncial: bytes
    uncial_extended: bytes
    uncial_licence: str


class Shaper:
    """Shapes text with HarfBuzz, always as English in Latin script, and answers in glyph names."""

    def __init__(self, font: TTFont) -> None:
        self._order: list[str] = font.getGlyphOrder()
        self._font = uharfbuzz.Font(uharfbuzz.Face(to_bytes(font)))

    def _shape(self, text: str, features: Mapping[str, bool]) -> uharfbuzz.Buffer:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.script, buffer.language = "ltr", "Latn", "en"
        uharfbuzz.shape(self._font, buffer, dict(features))
        return buffer

    def glyphs(self, text: str, features: Mapping[str, bool]) -> list[str]:
        """The names of the glyphs that set the text."""
        return [self._order[info.codepoint] for info in self._shape(text, features).glyph_infos]

    def width(self, text: str, features: Mapping[str, bool]) -> int:
        """The sum of the advances of the text."""
        return sum(position.x_advance for position in self._shape(text, features).glyph_positions)


def to_bytes(font: TTFont) -> bytes:
    """The font as the content of a file."""
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()


def from_bytes(content: bytes) -> TTFont:
    """The font in the content of a TrueType or WOFF2 file, never to be stamped with the time of saving."""
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    font.flavor = None
    return font


# --- Sources ----------------------------------------------------------------------------------------------


def read_sources() -> Sources:
    """Reads EB Garamond from its installed package and fetches Uncial Antiqua from npm."""
    garamond = importlib.resources.files("fontpkg_eb_garamond")
    uncial = fetch_npm_package(f"{UNCIAL}@{UNCIAL_VERSION}")
    return Sources(
        garamond={name: (garamond / "files" / name).read_bytes() for name in (UPRIGHT, SLANTED)},
        garamond_licence=(garamond / "LICENSE").read_text(encoding="utf-8"),
        garamond_version=importlib.metadata.version(GARAMOND),
        uncial=uncial["package/files/uncial-antiqua-latin-400-normal.woff2"],
        uncial_extended=uncial["package/files/uncial-antiqua-latin-ext-400-normal.woff2"],
        uncial_licence=uncial["package/LICENSE"].decode("utf-8"),
    )


def fetch_npm_package(package: str) -> dict[str, bytes]:
    """The files of an npm package, by their path inside it."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", package, "--silent", "--pack-destination", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            files = ((member.name, tar.extractfile(member)) for member in tar.getmembers())
            return {name: file.read() for name, file in files if file is not None}


def source_font(recipe: Recipe, sources: Sources, weight: int | None = None) -> TTFont:
    """The static font that a face is made from, with all its glyphs and features."""
    if not recipe.garamond_file:
        font = merge(from_bytes(sources.uncial), from_bytes(sources.uncial_extended))
        redraw(font)
        return font
    font = from_bytes(sources.garamond[recipe.garamond_file])
    return instantiateVariableFont(font, {"wght": weight or recipe.weight}, inplace=True)


def merge(font: TTFont, extension: TTFont) -> TTFont:
    """Adds to a font the glyphs and characters that only its extension has: two parts of one family."""
    order: list[str] = font.getGlyphOrder()
    added = [name for name in extension.getGlyphOrder() if name not in set(order)]
    for name in added:
        font["glyf"].glyphs[name] = extension["glyf"][name]
        font["hmtx"].metrics[name] = extension["hmtx"][name]
    font.setGlyphOrder([*order, *added])
    font["glyf"].setGlyphOrder([*order, *added])
    set_characters(font, {**extension.getBestCmap(), **font.getBestCmap()})
    return font


# --- Glyphs -----------------------------------------------------------------------------------------------


def set_characters(font: TTFont, glyph_names: Mapping[int, str]) -> None:
    """Makes these the font's only characters: code point to glyph name."""
    subtable = CmapSubtable.newSubtable(4)
    subtable.platformID, subtable.platEncID, subtable.language = 3, 1, 0
    subtable.cmap = dict(sorted(glyph_names.items()))
    font["cmap"] = newTable("cmap")
    font["cmap"].tableVersion, font["cmap"].tables = 0, [subtable]


def freeze(font: TTFont, features: Iterable[str]) -> None:
    """Gives each character the glyph that the features choose for it, and ligatures their code points."""
    shaper = Shaper(font)
    wanted = dict.fromkeys(features, True)
    mapped = font.getBestCmap()
    frozen: dict[int, str] = {}
    for character in CHARACTERS:
        if ord(character) in mapped:
            (frozen[ord(character)],) = shaper.glyphs(character, wanted)
    for letters, ligature in LIGATURES.items():
        glyphs = shaper.glyphs(letters, wanted)
        if len(glyphs) == 1:
            frozen[ord(ligature)] = glyphs[0]
    set_characters(font, frozen)


def frozen_font(recipe: Recipe, sources: Sources, weight: int | None = None) -> TTFont:
    """The static font with a face's own characters, still with all its tables."""
    font = source_font(recipe, sources, weight)
    unfrozen: dict[int, str] = font.getBestCmap()
    freeze(font, recipe.features)
    compose_missing(font, unfrozen)
    if "smcp" in recipe.features:
        drop_lower_case(font, unfrozen)
    add_narrow_space(font)
    frozen: dict[int, str] = font.getBestCmap()
    # a face of one case has one form of the sharp s
    same = {ord(SOFT_HYPHEN): frozen[ord(HYPHEN)], ord("ẞ"): frozen[ord("ß")]}
    set_characters(font, same | frozen)
    return font


def add_narrow_space(font: TTFont) -> None:
    """Adds the narrow space that breaks no line, of one width in every face; the source fonts have none."""
    name = f"uni{ord(NARROW_SPACE):04X}"
    add_glyph(font, name, Glyph(), round(NARROW * font["head"].unitsPerEm))
    set_characters(font, {**font.getBestCmap(), ord(NARROW_SPACE): name})


def add_glyph(font: TTFont, name: str, glyph: Glyph, advance: int) -> None:
    """Adds a glyph behind all others."""
    order: list[str] = [*font.getGlyphOrder(), name]
    font["glyf"].glyphs[name] = glyph
    font.setGlyphOrder(order)
    font["glyf"].setGlyphOrder(order)
    font["hmtx"].metrics[name] = (advance, 0)


def drop_lower_case(font: TTFont, unfrozen: Mapping[int, str]) -> None:
    """Takes out of a small-capital face the letters that would still look like lower case."""
    frozen: dict[int, str] = font.getBestCmap()
    lower = {code for code in frozen if chr(code).upper() != chr(code) and frozen[code] == unfrozen.get(code)}
    set_characters(font, {code: name for code, name in frozen.items() if code not in lower})


def compose_missing(font: TTFont, unfrozen: Mapping[int, str]) -> None:
    """Builds the letters with a dot, and ǫ, that the font lacks or that no feature made a small capital."""
    for letter in DOTTED + DOTTED.upper() + "ǫ":
        base = unicodedata.normalize("NFD", letter)[0]
        frozen: dict[int, str] = font.getBestCmap()
        letter_is_frozen = frozen.get(ord(letter)) != unfrozen.get(ord(letter))
        base_is_frozen = frozen[ord(base)] != unfrozen[ord(base)]
        if ord(letter) not in frozen or (base_is_frozen and not letter_is_frozen):
            compose(font, letter)


def compose(font: TTFont, letter: str) -> None:
    """Builds a letter from its base and mark, the mark as high above its base as in the model letter."""
    base, mark = list(unicodedata.normalize("NFD", letter))
    model_base = MODELS[mark].upper() if letter.isupper() else MODELS[mark]
    characters: dict[int, str] = font.getBestCmap()
    model = font["glyf"][characters[ord(unicodedata.normalize("NFC", model_base + mark))]]
    if not model.isComposite():
        return
    base_name, part = characters[ord(base)], model.components[-1]
    rise = top(font, base_name) - top(font, characters[ord(model_base)]) if mark == DOT else 0
    shift = middle(font, base_name) - middle(font, part.glyphName)
    composed = f"{base_name}.{ord(mark):04X}"
    mark_at = (part.glyphName, round(shift), part.y + max(0, round(rise)))
    add_composite(font, composed, [(base_name, 0, 0), mark_at])
    set_characters(font, {**characters, ord(letter): composed})


def add_composite(font: TTFont, name: str, parts: Iterable[tuple[str, int, int]]) -> None:
    """Adds a glyph made of other glyphs, as wide as the first of them."""
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, []
    for part, x, y in parts:
        component = GlyphComponent()
        component.glyphName, component.x, component.y, component.flags = part, x, y, ROUND_XY_TO_GRID
        glyph.components.append(component)
    add_glyph(font, name, glyph, 0)
    font["hmtx"].metrics[name] = font["hmtx"].metrics[glyph.components[0].glyphName]
    glyph.recalcBounds(font["glyf"])


def bounds(font: TTFont, glyph_name: str) -> tuple[float, float, float, float]:
    """The box round a glyph's outline: left, bottom, right, top."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[glyph_name].draw(pen)
    box: tuple[float, float, float, float] = pen.bounds
    return box


def top(font: TTFont, glyph_name: str) -> float:
    """How high a glyph reaches."""
    return bounds(font, glyph_name)[3]


def middle(font: TTFont, glyph_name: str) -> float:
    """Half way between a glyph's left and right edges."""
    left, _, right, _ = bounds(font, glyph_name)
    return (left + right) / 2


# --- The shipped face -------------------------------------------------------------------------------------


def make_plain(font: TTFont, recipe: Recipe) -> None:
    """Leaves of a frozen font what a program without OpenType features reads, under the face's own name."""
    if font["OS/2"].fsType:
        raise SystemExit(f"{recipe.name}: the source font restricts embedding")
    for tag in set(font.keys()) - TABLES - {"GlyphOrder"}:
        del font[tag]
    subsetter = Subsetter(Options(hinting=False, glyph_names=False, name_IDs=["*"], notdef_outline=True))
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    rename(font, recipe)
    heights = letter_heights(font)
    font["OS/2"].sCapHeight, font["OS/2"].sxHeight = heights["cap_height"], heights["x_height"]
    font["head"].modified = MODIFIED


def rename(font: TTFont, recipe: Recipe) -> None:
    """Names the face and keeps of the source's names its copyright, version, makers and licence."""
    source = {identifier: font["name"].getDebugName(identifier) or "" for identifier in (0, 5, 9, 13, 14)}
    kept = {identifier: " ".join(value.split()) for identifier, value in source.items()}
    full_name = recipe.family if recipe.style == "Regular" else f"{recipe.family} {recipe.style}"
    licence = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    values = {
        **kept,
        1: recipe.family,
        2: recipe.style,
        3: f"{kept[5]};taflkit;{recipe.postscript_name}",
        4: full_name,
        6: recipe.postscript_name,
        13: kept[13] or f"{licence} This license is available with a FAQ at: {kept[14]}",
    }
    font["name"] = newTable("name")
    for identifier, value in sorted(values.items()):
        if value:
            font["name"].setName(value, identifier, 3, 1, 0x409)


def letter_heights(font: TTFont) -> dict[str, int]:
    """The height of the capitals and of the small letters, from flat ones: E and x."""
    characters = font.getBestCmap()
    return {
        "cap_height": round(top(font, characters[ord("E")])),
        "x_height": round(top(font, characters[ord("x")])),
    }


def capital_reaches(font: TTFont) -> dict[str, tuple[int, int]]:
    """How far the outline of every capital reaches down and up from the baseline; below it is negative."""
    boxes = {chr(code): bounds(font, name) for code, name in font.getBestCmap().items() if chr(code).isupper()}
    return {letter: (round(bottom), round(top)) for letter, (_, bottom, _, top) in sorted(boxes.items())}


# --- Metrics ----------------------------------------------------------------------------------------------


def find_widths(font: TTFont) -> dict[str, int]:
    """The advance of every character."""
    return {chr(code): font["hmtx"][name][0] for code, name in sorted(font.getBestCmap().items())}


def kerns_of(font: TTFont, redrawn: bool = False) -> dict[str, int]:
    """What the kerning of a frozen font adds between pairs of characters, where it adds anything."""
    shaper, widths = Shaper(font), find_widths(font)
    only_kerning = {"kern": True, "liga": False, "clig": False, "calt": False}

    def kern_of(pair: str) -> int:
        known = kerned_like(pair) if redrawn else pair
        return shaper.width(known, only_kerning) - widths[known[0]] - widths[known[1]]

    return find_kerns(font, widths, kern_of, drawn_letters() if redrawn else ())


def find_forgotten_kerns(recipe: Recipe, sources: Sources, kerns: Mapping[str, int]) -> dict[str, int]:
    """The overhanging letters' pairs that only the SemiBold pushes apart.

    EB Garamond's Regular has no value for f before a quotation mark or a bracket, so "chief’s" would collide.
    """
    if not recipe.garamond_file or recipe.weight >= SEMIBOLD:
        return {}
    heavier = frozen_font(recipe, sources, SEMIBOLD)
    found = kerns_of(heavier)
    overhangs = {pair: kern for pair, kern in found.items() if OVERHANGING & {*pair}}
    return {pair: kern for pair, kern in overhangs.items() if kern > 0 and pair not in kerns}


def capital_edges(font: TTFont) -> dict[str, tuple[int, ...]]:
    """How far the outline of every capital reaches to the right in each slice of its height, from its foot up."""
    characters, glyphs = sorted(font.getBestCmap().items()), font.getGlyphSet()
    return {chr(code): right_edges(glyphs, name) for code, name in characters if chr(code).isupper()}


def describe(font: TTFont, recipe: Recipe, kerns: Mapping[str, int]) -> dict[str, Any]:
    """The metrics of a finished face."""
    widths = find_widths(font)
    return {
        "family": recipe.family,
        "units_per_em": font["head"].unitsPerEm,
        "ascent": font["hhea"].ascent,
        "descent": font["hhea"].descent,
        **letter_heights(font),
        "capitals": capital_reaches(font),
        "edges": capital_edges(font) if recipe.initials else {},
        "widths": widths,
        "kerns": dict(kerns),
        "ligatures": {letters: ligature for letters, ligature in LIGATURES.items() if ligature in widths},
    }


def measure(text: str, metrics: Mapping[str, Any]) -> int:
    """The width of a text, from a face's metrics alone."""
    for letters in sorted(metrics["ligatures"], key=len, reverse=True):
        text = text.replace(letters, metrics["ligatures"][letters])
    widths = sum(metrics["widths"][character] for character in text)
    kerns = sum(metrics["kerns"].get(first + second, 0) for first, second in pairwise(text))
    return int(widths + kerns)


def verify(source: TTFont, recipe: Recipe, metrics: Mapping[str, Any]) -> None:
    """Ends the program if a word is not as wide as the untouched source font sets it."""
    shaper = Shaper(source)
    features = dict.fromkeys((*recipe.features, "kern", "liga"), True)
    drawn = set() if recipe.garamond_file else {*drawn_letters()}
    for word in PROOF.split():
        if drawn & {*word}:
            continue  # the source has no such letters
        expected, found = shaper.width(word, features), measure(word, metrics)
        if expected != found:
            raise SystemExit(f"{recipe.name}: {word!r} measures {found} in the metrics, not {expected}")
    for word in OTHER_PROOF.split():
        if drawn & {*word}:
            continue
        unseen = SEEN * metrics["units_per_em"] * (len(word) - 1)
        expected, found = shaper.width(word, features), measure(word, metrics)
        if abs(expected - found) > unseen:
            raise SystemExit(f"{recipe.name}: {word!r} measures {found} in the metrics, not {expected}")


# --- Files ------------------------------------------------------------------------------------------------


def make_face(recipe: Recipe, sources: Sources) -> tuple[bytes, dict[str, Any]]:
    """A face: the content of its font file, and its metrics."""
    font = frozen_font(recipe, sources)
    kerns = kerns_of(font, redrawn=not recipe.garamond_file)
    make_plain(font, recipe)
    content = to_bytes(font)
    shipped = from_bytes(content)
    verify(source_font(recipe, sources), recipe, describe(shipped, recipe, kerns))
    return content, describe(shipped, recipe, kerns | find_forgotten_kerns(recipe, sources, kerns))


def to_json(metrics: Mapping[str, Any]) -> str:
    """Metrics as the content of a file."""
    return json.dumps(metrics, ensure_ascii=False, separators=(",", ":")) + "\n"


def to_toml(recipe: Recipe, copyright_line: str, sources: Sources) -> str:
    """The table of a face in fonts.toml. A JSON string is a TOML string too."""
    garamond, uncial = f"{GARAMOND} {sources.garamond_version}", f"{UNCIAL} {UNCIAL_VERSION}"
    values = {
        "file": f"{recipe.name}.ttf",
        "metrics": f"{recipe.name}.json",
        "family": recipe.family,
        "licence": "OFL-1.1",
        "copyright": copyright_line,
        "source": garamond if recipe.garamond_file else uncial,
    }
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return "\n".join([f"[{recipe.name}]", *lines, ""])


def write_fonts(folder: Path) -> None:
    """Makes every face and writes the fonts, their metrics, fonts.toml and the licence texts."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = read_sources()
    tables = ["# Written by scripts/make_fonts.py.\n"]
    for recipe in RECIPES:
        content, metrics = make_face(recipe, sources)
        (folder / f"{recipe.name}.ttf").write_bytes(content)
        write_text(folder / f"{recipe.name}.json", to_json(metrics))
        tables.append(to_toml(recipe, from_bytes(content)["name"].getDebugName(0), sources))
        report(recipe, content, metrics)
    write_text(folder / "fonts.toml", "\n".join(tables))
    write_text(folder / "OFL-EBGaramond.txt", sources.garamond_licence)
    write_text(folder / "OFL-UncialAntiqua.txt", sources.uncial_licence)


def write_text(path: Path, text: str) -> None:
    """Writes a text with the line ends of every other file here."""
    path.write_text("\n".join(text.splitlines()) + "\n", encoding="utf-8", newline="\n")


def report(recipe: Recipe, content: bytes, metrics: Mapping[str, Any]) -> None:
    """Says what was made and which of the wanted characters the face lacks."""
    widths, kerns, ligatures = metrics["widths"], metrics["kerns"], " ".join(metrics["ligatures"])
    missing = [character for character in CHARACTERS if character not in widths]
    names = " ".join(name if name.isprintable() else f"U+{ord(name):04X}" for name in missing)
    print(f"{recipe.name}: {len(content)} bytes, {len(widths)} characters, {len(kerns)} kerns")
    print(f"  ligatures: {ligatures or 'none'}; missing: {names or 'none'}")


def main() -> None:
    """Reads the command line and writes the fonts."""
    parser = argparse.ArgumentParser(description="Make the fonts and font metrics in templates/fonts.")
    default = Path(__file__).resolve().parent.parent / "templates" / "fonts"
    parser.add_argument("--out", type=Path, default=default, help="folder to write to (templates/fonts)")
    write_fonts(parser.parse_args().out)


if __name__ == "__main__":
    main()
