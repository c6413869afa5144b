"""Faces: a game, a ruleset or a user's own game chooses devices and ornament by name, and wrong names are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.look import DEVICES, FACE_FIELDS, POSTER_GROUNDS, ROUNDELS, SQUARE_KNOTS, Face
from taflkit.drawing.shapes import Path as Curve
from taflkit.drawing.shapes import walk
from taflkit.errors import TemplateError
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.ornament.frames import SQUARES
from taflkit.ornament.spirals import ROUNDELS as DRAWN
from taflkit.parts.counters import draw_piece
from taflkit.tafl import Piece

START = """
..t..
..T..
tTKTt
..T..
..t..
"""
WOLVES = 'face = { attacker = "wolf", defender = "shield", king = "helmet", cover = "king", ground = "lapis" }\n'
SHIPS = """[rulesets.sea]
base = "walker"
face = { attacker = "longship", king = "ship" }
[rulesets.land]
base = "walker"
"""


def own(folder: Path, layout: str = "", rest: str = "", start: str = START) -> str:
    file = folder / "mine.toml"
    board = f"start = '''{start}'''\n" if start else ""
    file.write_text(f'[layout]\ntitle = "Mine"\n{board}{layout}\n{rest}', encoding="utf-8")
    return str(file)


def devices(face: Face) -> tuple[str, str, str]:
    return face.attacker, face.defender, face.king


def names(book: Book) -> str:
    return next(s.text for rule in book.rules for s in rule.sentences if "names" in s.grounds)


def test_every_choice_of_a_face_is_drawn() -> None:
    assert set(Face.__struct_fields__) == set(FACE_FIELDS)
    assert all(getattr(Face(), key) in choices for key, choices in FACE_FIELDS.items())
    assert set(SQUARE_KNOTS) == set(SQUARES)
    assert set(ROUNDELS) == set(DRAWN)
    assert set(DEVICES) == set(catalog().game("brandub").texts().words.devices)


def test_brandub_has_the_raven_the_knot_and_the_head() -> None:
    game = catalog().game("brandub")
    assert game.face == Face()
    assert devices(game.face) == ("raven", "knot", "head")
    assert all(ruleset.face == Face() for ruleset in game.rulesets)


def test_every_shipped_game_has_a_face_of_its_own() -> None:
    games = [catalog().game(name) for name in catalog().game_names()]
    assert len({devices(game.face) for game in games}) == len(games)
    assert len({(game.face.frame, game.face.throne, game.face.corner) for game in games}) == len(games)
    assert {game.face.ground for game in games} == set(POSTER_GROUNDS)


@pytest.mark.parametrize("game", ["hnefatafl", "tablut", "parlett"])
def test_battles_at_sea_are_fought_with_ships(game: str) -> None:
    assert devices(catalog().game(game).ruleset("sea-battle").face) == ("longship", "anchor", "ship")


def test_a_game_without_a_face_has_brandubs(tmp_path: Path) -> None:
    assert Catalog().game(own(tmp_path)).ruleset("walker").face == Face()


def test_a_ruleset_changes_a_part_of_the_games_face(tmp_path: Path) -> None:
    game = Catalog().game(own(tmp_path, WOLVES, SHIPS))
    assert devices(game.face) == devices(game.ruleset("land").face) == ("wolf", "shield", "helmet")
    assert devices(game.ruleset("sea").face) == ("longship", "shield", "ship")
    assert (game.ruleset("sea").face.cover, game.ruleset("sea").face.ground) == ("king", "lapis")
    assert game.ruleset("sea").vary([]).face == game.ruleset("sea").face


def test_a_face_comes_with_the_base_and_goes_before_it(tmp_path: Path) -> None:
    based = Catalog().game(own(tmp_path, 'base = "brandub"\nface = { king = "dragon", throne = "whirl" }', start=""))
    assert based.face == Face(king="dragon", throne="whirl")
    # the rulesets are Brandub's, and the pieces are not
    assert {ruleset.face for ruleset in based.rulesets} == {based.face}


def test_the_sentence_of_names_tells_the_devices_apart(tmp_path: Path) -> None:
    read = Catalog()
    file = own(tmp_path, WOLVES, SHIPS)
    assert names(read_book(read, file, "land")).startswith(
        "The king is the helmet, the defenders are round shields, the attackers wolves;"
    )
    assert names(read_book(read, file, "sea")).startswith(
        "The king is the ship under sail, the defenders are round shields, the attackers longships;"
    )
    assert names(read_book(read, "brandub", None)).startswith(
        "The king is the crowned head, the defenders are knots, the attackers ravens;"
    )


def segments(piece: Piece, face: Face) -> set[Any]:
    form = draw_piece(piece, 20.0, catalog().theme().look(catalog().store, face)).form
    return {shape.segments for shape in form.shapes if isinstance(shape, Curve) and shape.role.endswith(".device")}


def test_a_kit_is_drawn_with_the_face_of_its_ruleset(tmp_path: Path) -> None:
    file = own(tmp_path, WOLVES, SHIPS)
    forms: dict[str, list[int]] = {}
    for rules in ("land", "sea"):
        kit = build_kit(Catalog(), KitSpec(game=file, rules=rules, parts=("counters",)))
        pages = kit.documents[""].pages
        forms[rules] = [
            len(shape.segments)
            for page in pages
            for shape, _ in walk(page.shapes)
            if isinstance(shape, Curve) and shape.role == "piece.attacker.device"
        ]
    wolf, longship = (len(next(iter(segments(Piece.ATTACKER, Face(attacker=name))))) for name in ("wolf", "longship"))
    assert set(forms["land"]) == {wolf}
    assert set(forms["sea"]) == {longship}


@pytest.mark.parametrize(
    ("face", "key", "why"),
    [
        ('{ attacker = "dog" }', "face.attacker", "there is no 'dog'; there is raven, knot, head, longship"),
        ('{ rook = "raven" }', "face.rook", "unknown key; there is attacker, defender, king, frame"),
        ('{ frame = "key" }', "face.frame", "there is no 'key'; there is plait, foundation"),
        ('{ throne = "knot" }', "face.throne", "there is no 'knot'; there is triskele, whirl"),
        ('{ cover = "head" }', "face.cover", "there is no 'head'; there is attacker, defender, king"),
        ('{ king = "raven" }', "face.king", "'raven' is the device of attacker too; each needs its own"),
        ('{ defender = "raven" }', "face.defender", "'raven' is the device of attacker too; each needs its own"),
        ("{ king = 3 }", "face.king", "must be a text, not 3"),
        ('"ships"', "face", "must be a table, not the text 'ships'"),
    ],
)
def test_a_wrong_face_is_named_by_file_and_key(tmp_path: Path, face: str, key: str, why: str) -> None:
    in_game = own(tmp_path, f"face = {face}\n")
    with pytest.raises(TemplateError) as caught:
        Catalog().game(in_game)
    assert str(caught.value).startswith(f"{in_game}: layout: {key}: {why}")
    in_ruleset = own(tmp_path, "", f'[rulesets.club]\nbase = "walker"\nface = {face}\n')
    with pytest.raises(TemplateError) as caught:
        Catalog().game(in_ruleset).ruleset("club")
    assert str(caught.value).startswith(f"{in_ruleset}: rulesets.club: {key}: {why}")
