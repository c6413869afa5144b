"""The names of kits and drawings: every choice that changes one is in its name, in letters, digits and hyphens."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.shipped import catalog
from support.translated import write_language
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.kit.options import CHOICES, DEFAULTS, PARTS, READER, KitSpec, drawn_name, file_name, kit_name

SAME_KIT = {"split"}
"""The fields that add files, and change none."""
OTHERS: dict[str, tuple[object, ...]] = {
    "game": ("tablut", "magpie"),
    "rules": ("branan", "masters"),
    "theme": ("plain", "manuscript"),
    "sheets": (1, 3, 11),
    "cell": (30.0, 30.5, 3.05, 305.0),
    "board_size": (305.0, 30.5, 500.0),
    "margin": (8.0, 12.5),
    "gap": (0.0, 1.0),
    "bleed": (0.0, 0.5),
    "mirror": (True,),
    "frame": (0.0, 6.0, 8.0),
    "overlap": (10.0, 5.0),
    "punch": (25.4, 25.0, 38.1),
    "class_": (2, 30),
    "labels": (
        "avery-l7780",
        "avery-8293",
        "avery-l7780.toml",
        "my/labels.toml",
        "my labels.toml",
        "labels-sets4.toml",
    ),
    "sets": (2, 4, 24),
    "spares": (True,),
    "unprintable": (6.0, 7.5),
    "thickness": (2.0, 0.25),
    "pages": (4, 8, 12),
    "parts": (("board",), ("counters", "cards"), ("booklet",), ("instructions", "booklet")),
    **{name: CHOICES[name][1:] for name in CHOICES if name not in ("parts", "pages")},
    "paper": (*CHOICES["paper"][1:], "420x594", "42x60cm", "18x24in", "8.5x11in", "300x400"),
}


def name(spec: KitSpec, known: Catalog | None = None) -> str:
    known = known or catalog()
    return kit_name(known, book(known, spec.game, spec.rules, spec.variations), spec)


@cache
def book(known: Catalog, game: str, rules: str | None, variations: tuple[str, ...]) -> Book:
    return read_book(known, game, rules, variations)


def test_every_choice_that_changes_a_kit_is_in_its_name() -> None:
    assert set(OTHERS) | SAME_KIT | {"variations", "language", "draft"} == set(KitSpec._fields)
    names = [name(DEFAULTS), name(KitSpec(rules="masters", variations=("check",)))]
    chosen = [(field, value) for field, values in OTHERS.items() for value in values]
    # only a box is made for parts of a thickness
    bases = {"thickness": DEFAULTS._replace(box="kit")}
    names += [name(bases.get(field, DEFAULTS)._replace(**{field: value})) for field, value in chosen]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9+-]+", each) for each in names), names
    assert name(DEFAULTS._replace(thickness=3.0)) == name(DEFAULTS)
    assert name(DEFAULTS._replace(split=True)) == name(DEFAULTS) == "brandub-walker-a4-colour"


def test_no_two_of_two_choices_have_one_name() -> None:
    pairs: dict[str, KitSpec] = {}
    fields = [field for field in OTHERS if field not in ("game", "rules")]
    for first in fields:
        for second in fields[fields.index(first) + 1 :]:
            spec = DEFAULTS._replace(**{first: OTHERS[first][0], second: OTHERS[second][-1]})
            assert pairs.setdefault(name(spec), spec) == spec


def test_names_read_as_they_are_chosen() -> None:
    chosen = KitSpec(join="tabs", counters="punch", punch=25.4, sets=4, box="parts", parts=("counters", "cards"))
    assert name(chosen) == "brandub-walker-a4-colour-tabs-punch-across25-4-sets4-box-only-counters-cards"
    assert name(KitSpec(ink="light", duplex="long", theme="plain")) == "brandub-walker-plain-a4-colour-light-long"


def test_parts_for_schools_are_named_beside_all_and_alone() -> None:
    assert name(KitSpec(parts=(*PARTS, "record", READER))) == "brandub-walker-a4-colour-with-record"
    assert (
        name(KitSpec(parts=("board", "poster", "colouring"))) == "brandub-walker-a4-colour-only-board-poster-colouring"
    )
    assert name(KitSpec(parts=("record",))) == "brandub-walker-a4-colour-only-record"


def test_a_gap_that_is_as_without_a_choice_makes_the_same_kit() -> None:
    assert name(KitSpec(gap=2.0)) == name(DEFAULTS)
    assert name(KitSpec(gap=6.0, bleed=3.0)) == name(KitSpec(bleed=3.0)) == "brandub-walker-a4-colour-bleed3"
    assert name(KitSpec(gap=8.0, bleed=3.0)) == "brandub-walker-a4-colour-gap8-bleed3"


def test_variations_in_another_order_are_the_same_kit() -> None:
    there, back = (("weak-king", "check"), ("check", "weak-king"))
    assert name(KitSpec(rules="masters", variations=there)) == name(KitSpec(rules="masters", variations=back))


def test_a_part_alone_is_not_called_as_the_part_of_a_split_kit() -> None:
    for part in PARTS:
        assert name(KitSpec(parts=(part,))) != f"{name(DEFAULTS)}-{part}"
    assert name(KitSpec(parts=(READER,))) == name(DEFAULTS)


def test_a_users_own_is_told_from_what_is_shipped(tmp_path: Path) -> None:
    for theme in ("plain", "ballinderry", "a4", "walnut"):
        (tmp_path / f"{theme}.toml").write_text("[colour]\nyew = '#123456'", encoding="utf-8")
    known = Catalog()
    themes = [name(KitSpec(theme=str(tmp_path / f"{theme}.toml")), known) for theme in ("plain", "ballinderry", "a4")]
    assert themes == [f"brandub-walker-{theme}-own-a4-colour" for theme in ("plain", "ballinderry", "a4")]
    assert name(KitSpec(theme=str(tmp_path / "walnut.toml")), known) == "brandub-walker-walnut-a4-colour"
    game = write_game(tmp_path, cross_picture(7, 1))
    own = game.rename(tmp_path / "brandub.toml")
    assert name(KitSpec(game=str(own)), known) == "brandub-own-walker-a4-colour"
    spaced = own.rename(tmp_path / "ard ri.toml")
    assert name(KitSpec(game=str(spaced)), known) == "ard-ri-own-walker-a4-colour"
    odd = spaced.rename(tmp_path / "Größe 7 & more!.toml")
    assert name(KitSpec(game=str(odd)), known) == "größe--7--more-walker-a4-colour"


@pytest.mark.whole
def test_names_with_hyphens_do_not_run_into_one_another(tmp_path: Path) -> None:
    rulesets = "".join(f'[rulesets.{name}]\nbase = "walker"\n' for name in ("lax", "lax-plain", "big-lax", "ri-common"))
    game = write_game(tmp_path, cross_picture(7, 1), extra=rulesets)
    known, made = Catalog(), []
    for stem in ("hall", "hall-big", "ard"):
        copy = tmp_path / f"{stem}.toml"
        copy.write_bytes(game.read_bytes())
        made += [
            name(KitSpec(game=str(copy), rules=rules, theme=theme), known)
            for rules in ("lax", "lax-plain", "big-lax", "ri-common")
            for theme in ("ballinderry", "plain")
        ]
    made.append(name(KitSpec(game="ard-ri"), known))
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    ("given", "made"), [("../../x", "x"), ("a/b\\c", "a-b-c"), ("\x1b[31m", "31m"), ("..", "unnamed"), ("b+c", "b+c")]
)
def test_no_name_leads_out_of_its_folder(given: str, made: str) -> None:
    assert file_name(given) == made


def test_drawings_tell_language_theme_mode_and_the_rest(tmp_path: Path) -> None:
    game = write_language(tmp_path / "cluiche")
    known = Catalog()
    read = read_book(known, str(game), None, (), "xx")
    spec = KitSpec(language="xx", theme="plain", mode="mono")
    assert (
        drawn_name(known, read.game, read.ruleset, "capture", spec, ["size80"])
        == "cluiche-walker-xx-plain-capture-mono-size80"
    )
    shipped = read_book(catalog(), "brandub", "branan", ())
    assert drawn_name(catalog(), shipped.game, shipped.ruleset, "capture", DEFAULTS) == "brandub-branan-capture"
